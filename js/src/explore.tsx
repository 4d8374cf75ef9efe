/* explore: every rule in one place. All of it is in the page: searching, filtering and opening send nothing. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fold, pieces } from './find';
import { Button, Frame, Ticket, useDesk, useListener, useName } from './parts';
import { safeLink, tell, withoutGame, word, type Word } from './text';
import type { ExploreState, RuleEntry, Text } from './types';

const sources: Record<string, Word> = { rulebook: 'sourceRulebook', published: 'sourcePublished', invented: 'sourceInvented', ruling: 'sourceRuling' };

/** What is asked for: words, and of each filter the values that are wanted; none means all. */
interface Wanted {
  words: string[];
  game: string[];
  kind: string[];
  topic: string[];
}
type Filter = 'game' | 'kind' | 'topic';

const gameOf = (rule: RuleEntry) => rule.id.split('.')[0] ?? '';
const topicOf = (rule: RuleEntry) => rule.id.split('.').slice(0, 2).join('.');
const valueOf: Record<Filter, (rule: RuleEntry) => string> = { game: gameOf, kind: (rule) => rule.kind, topic: topicOf };

/** The rules that are asked for; `but` is a filter that is left out, to count what each of its values would find. */
export function found(rules: RuleEntry[], wanted: Wanted, but?: Filter): RuleEntry[] {
  const filters = (Object.keys(valueOf) as Filter[]).filter((filter) => filter !== but && wanted[filter].length > 0);
  return rules.filter((rule) => {
    const text = searched(rule);
    return wanted.words.every((one) => text.includes(one)) && filters.every((filter) => wanted[filter].includes(valueOf[filter](rule)));
  });
}

const texts = new WeakMap<RuleEntry, string>();
function searched(rule: RuleEntry): string {
  let text = texts.get(rule);
  if (text === undefined) {
    text = fold([rule.id, rule.say.en, rule.say.es, rule.section].join(' '));
    texts.set(rule, text);
  }
  return text;
}

export function Explore({ state }: { state: ExploreState }) {
  const { language, safely } = useDesk();
  const root = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const name = useName();
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState<Record<Filter, string[]>>({ game: [], kind: [], topic: [] });
  const [openId, setOpenId] = useState(state.first);
  /* On a narrow page the rule lies in the place of the list once it was opened. */
  const [reading, setReading] = useState(false);
  const [moved, setMoved] = useState(0);
  const current = () => list.current?.querySelector<HTMLElement>('[aria-current="true"]') ?? null;

  const wanted: Wanted = { words: fold(query).split(/\s+/).filter(Boolean), ...filters };
  const results = found(state.rules, wanted);
  const rule = state.rules.find((each) => each.id === openId) ?? state.rules[0];
  const narrowed = wanted.words.length > 0 || Object.values(filters).some((values) => values.length > 0);

  const open = (id: string) => {
    setOpenId(id);
    setReading(true);
    setMoved(moved + 1);
    if (onPage(root.current)) {
      history.replaceState(history.state, '', `#${id}`);
    }
  };
  const back = () => {
    setReading(false);
    requestAnimationFrame(() => current()?.focus());
  };
  const clear = () => {
    setQuery('');
    setFilters({ game: [], kind: [], topic: [] });
    field.current?.focus();
  };
  const toggle = (filter: Filter, value: string) => {
    const before = filters[filter];
    const now = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
    /* The topics of a game that is no longer wanted are not wanted either. */
    const topics = filter === 'game' && now.length ? filters.topic.filter((topic) => now.includes(topic.split('.')[0] ?? '')) : filters.topic;
    setFilters({ ...filters, topic: topics, [filter]: now });
  };

  /* A page may be asked for one of its rules. */
  const sought = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (onPage(root.current) && state.rules.some((each) => each.id === id)) {
      setOpenId(id);
      setReading(true);
    }
  };
  useEffect(sought, []);
  /* The list shows where the open rule stands in it. */
  useLayoutEffect(() => {
    const chosen = current();
    if (list.current && chosen) {
      list.current.scrollTop = chosen.offsetTop - list.current.offsetTop - 80;
    }
  }, [openId === state.first]);
  useListener(() => document.defaultView, 'hashchange', sought);
  useLayoutEffect(() => {
    if (moved) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [moved]);

  /* An open filter lies over the list; whoever goes elsewhere is done with it. A press on words gives the focus to what
     is around them, which is not elsewhere. */
  const leave = (event: Event) => {
    const target = event.target as Node;
    root.current?.querySelectorAll<HTMLDetailsElement>('.filter[open]').forEach((filter) => {
      if (!filter.contains(target) && (event.type === 'pointerdown' || !target.contains(filter))) {
        filter.open = false;
      }
    });
  };
  useListener(() => document, 'pointerdown', leave);
  useListener(() => document, 'focusin', leave);

  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const filter = (event.target as Element).closest<HTMLDetailsElement>('.filter[open]');
    if (event.key === 'Escape' && filter) {
      filter.open = false;
      filter.querySelector('summary')?.focus();
    } else if (event.key === 'Escape' && reading) {
      back();
    } else if (step && (event.target === field.current || list.current?.contains(event.target as Node))) {
      const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
      const next = buttons.indexOf(event.target as HTMLButtonElement) + step;
      (next < 0 ? field.current : buttons[next])?.focus();
      event.preventDefault();
    }
  };

  const choices: Record<Filter, { id: string; name: Text | string }[]> = {
    game: state.games,
    kind: state.kinds,
    topic: state.topics.filter((topic) => filters.game.length === 0 || filters.game.includes(topic.id.split('.')[0] ?? '')),
  };
  const titles: Record<Filter, Word> = { game: 'exploreGame', kind: 'exploreKind', topic: 'exploreTopic' };
  return (
    <Frame kind="explore" title={state.title} root={root} onKeyDown={safely(keys)}>
      <div class={`in explorer${reading ? ' reading' : ''}`}>
        <div class="seek">
          <input
            type="search"
            ref={field}
            value={query}
            data-k="query"
            aria-label={word('exploreSearch', language)}
            placeholder={word('exploreHint', language)}
            autocomplete="off"
            onInput={safely((event: InputEvent) => setQuery((event.currentTarget as HTMLInputElement).value))}
          />
          {(Object.keys(titles) as Filter[]).map((filter) => (
            <details key={filter} class="filter">
              <summary data-k={filter}>
                {word(titles[filter], language)}
                {filters[filter].length > 0 && <b> {filters[filter].length}</b>}
              </summary>
              <ul aria-label={word(titles[filter], language)}>
                {choices[filter].map((choice) => {
                  const count = found(state.rules, wanted, filter).filter((each) => valueOf[filter](each) === choice.id).length;
                  return (
                    <li key={choice.id} class={count ? '' : 'none'}>
                      <label>
                        <input type="checkbox" checked={filters[filter].includes(choice.id)} data-k={`${filter}-${choice.id}`} onChange={safely(() => toggle(filter, choice.id))} />
                        <span>{tell(choice.name, language)}</span> <span class="small mute">{count}</span>
                      </label>
                    </li>
                  );
                })}
              </ul>
            </details>
          ))}
        </div>
        <div class="results">
          <p class="small">
            <span role="status">{word('exploreFound', language, { n: results.length, of: state.rules.length })}</span>{' '}
            {narrowed && (
              <Button name="clear" class="flat" press={clear}>
                {word('exploreClear', language)}
              </Button>
            )}
          </p>
          <ol ref={list} aria-label={word('exploreResults', language)}>
            {results.map((each) => (
              <li key={each.id}>
                <button type="button" data-k={`rule-${each.id}`} aria-current={each.id === rule?.id ? 'true' : undefined} onClick={safely(() => open(each.id))}>
                  <span class="of">
                    <Marked text={each.id} words={wanted.words} />
                  </span>
                  <Marked text={tell(each.say, language)} words={wanted.words} />
                  <InTheOther rule={each} words={wanted.words} />
                </button>
              </li>
            ))}
          </ol>
        </div>
        {rule && (
          <article class="found" aria-labelledby={name}>
            <Button name="back" class="tolist" press={back}>
              {word('exploreBack', language, { n: results.length })}
            </Button>
            <Rule rule={rule} state={state} open={open} heading={heading} name={name} />
          </article>
        )}
      </div>
    </Frame>
  );
}

/** A notebook's address is its own; only a page of the site may be asked for a rule. */
function onPage(element: Element | null): boolean {
  return element !== null && element.closest('.jp-Notebook') === null;
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return <span>{pieces(text, words).map((piece, index) => (piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text))}</span>;
}

/** Where the words were found in the language that is not shown, it is shown as well. */
function InTheOther({ rule, words }: { rule: RuleEntry; words: string[] }) {
  const { language } = useDesk();
  const other = language === 'en' ? 'es' : 'en';
  const here = fold(`${rule.id} ${rule.section} ${rule.say[language]}`);
  if (words.every((one) => here.includes(one))) {
    return null;
  }
  return (
    <span class="small" lang={other}>
      <Marked text={rule.say[other]} words={words} />
    </span>
  );
}

interface RuleProps {
  rule: RuleEntry;
  state: ExploreState;
  open(id: string): void;
  heading: RefObject<HTMLHeadingElement | null>;
  name: string;
}

function Rule({ rule, state, open, heading, name }: RuleProps) {
  const { language, links } = useDesk();
  const other = language === 'en' ? 'es' : 'en';
  const kind = state.kinds.find((each) => each.id === rule.kind);
  const topic = state.topics.find((each) => each.id === topicOf(rule));
  const game = state.games.find((each) => each.id === gameOf(rule));
  const lesson = links?.[topicOf(rule)];
  const namedBy = state.rules.filter((each) => each.see.includes(rule.id)).map((each) => each.id);
  return (
    <>
      <h4 id={name} tabIndex={-1} ref={heading}>
        {rule.id}
      </h4>
      <p class="small mute">
        <span class="kind">{tell(kind?.name, language)}</span> {tell(game?.name, language)}, {tell(topic?.name, language)}
        {rule.advanced && ` · ${word('exploreAdvanced', language)}`}
      </p>
      <p class="say">{rule.say[language]}</p>
      <p class="mute" lang={other}>
        {rule.say[other]}
      </p>
      {lesson && safeLink(lesson) && (
        <p>
          <a class="btn go" href={`${lesson}#${withoutGame(rule.id)}`} data-k="lesson">
            {word('exploreLesson', language)}
          </a>
        </p>
      )}
      {rule.chart && (
        <p>
          <span class="caps">{word('exploreAsks', language)}</span> <span lang="en">{rule.chart}</span>
        </p>
      )}
      {rule.numbers.length > 0 && (
        <dl class="facts">
          {rule.numbers.map((number) => (
            <div key={number.name}>
              <dt>{number.name.replaceAll('_', ' ')}</dt>
              <dd>
                {number.value} <small class={`mute ${number.source}`}>{word(sources[number.source] ?? 'sourceRulebook', language)}</small>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rule.code.length > 0 && (
        <div class="lines">
          <span class="caps">{word('exploreLines', language)}</span>
          {rule.code.map((procedure) => (
            <figure key={procedure.name}>
              <figcaption>{procedure.name}</figcaption>
              <pre tabIndex={0} aria-label={procedure.name || word('exploreLines', language)}>
                <code>{procedure.lines.join('\n')}</code>
              </pre>
            </figure>
          ))}
        </div>
      )}
      {rule.rulings.map((ruling) => (
        <aside key={ruling.ask} class="note ruling">
          <span class="caps">{word('exploreSilent', language)}</span>
          <span lang="en">
            <b>{ruling.ask}</b> {ruling.answer} <span class="mute">({ruling.why})</span>
          </span>
        </aside>
      ))}
      <Tickets title="exploreSee" ids={rule.see} open={open} />
      <Tickets title="exploreNamedBy" ids={namedBy} open={open} />
    </>
  );
}

function Tickets({ title, ids, open }: { title: Word; ids: string[]; open(id: string): void }) {
  const { language, safely } = useDesk();
  if (ids.length === 0) {
    return null;
  }
  const follow = safely((event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open(link.textContent ?? '');
    }
  });
  return (
    <p class="tickets" onClick={follow}>
      <span class="caps">{word(title, language)}</span>
      {ids.map((id) => (
        <Ticket key={id} id={id} href={`#${id}`} />
      ))}
    </p>
  );
}
