/* odds: a question, the reader's guess, a chart with its sentence, and the same numbers as a table. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Frame, Segment, Slider, Ticket, useDesk, useKeptFocus, useListener, useSeen } from './parts';
import { formatChance, formatNumber, reading, tell, word, type Language } from './text';
import type { Column, Control, Guess, OddsState, Row, Value } from './types';
import { loadVega, safeSvg, type View } from './vega';

type Values = Record<string, Value>;

/** The name of a place in the grid: the controls' values in their order. */
export function gridKey(controls: Control[], values: Values): string {
  return controls.map((control) => spell(values[control.name] ?? control.value)).join('|');
}

/* Python writes its truth values with a capital, and the grid's keys were made there. */
function spell(value: Value): string {
  return value === true ? 'True' : value === false ? 'False' : String(value);
}

/** The grid's entry of a key; 2 and 2.0 are one value. */
export function lookUp<Entry>(grid: Record<string, Entry>, key: string): Entry | undefined {
  if (Object.hasOwn(grid, key)) {
    return grid[key];
  }
  const plain = (name: string) => name.split('|').map((part) => (part !== '' && !Number.isNaN(Number(part)) ? String(Number(part)) : part.toLowerCase())).join('|');
  const same = Object.keys(grid).find((name) => plain(name) === plain(key));
  return same === undefined ? undefined : grid[same];
}

/** The number among some values that is nearest to a number. */
export function nearest(values: Value[], wanted: number): Value | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
}

export function Odds({ state }: { state: OddsState }) {
  const desk = useDesk();
  const { language } = desk;
  const root = useRef<HTMLElement>(null);
  const first = () => Object.fromEntries(state.controls.map((control) => [control.name, control.value]));
  const [values, setValues] = useState<Values>(first);
  const [form, setForm] = useState('chart');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [guess, setGuess] = useState(state.guess?.start ?? 0);
  useKeptFocus(root);

  const key = gridKey(state.controls, values);
  const firstKey = gridKey(state.controls, first());
  const asking = Boolean(state.guess) && !answer;
  const numbers = useNumbers(state, root);
  const there = lookUp(state.grid, key);
  const entry = there ?? (state.beside && (numbers.failed || key === firstKey) ? { rows: [], say: state.beside.say } : undefined);
  useAsk(state, values, key, entry === undefined && !state.beside);
  /* While a place is being worked out or fetched, the last one stays in sight, paler. */
  const last = useRef<Place | null>(null);
  if (entry) {
    last.current = { key: there ? key : firstKey, entry };
  }
  const place = entry || state.live || state.beside ? last.current : null;
  const waiting = Boolean(place) && !entry && !state.notice;

  const change = (control: Control, value: Value) => setValues((before) => ({ ...before, [control.name]: value }));
  /* A hand that was measured on this page sets the control of its name. */
  useListener(() => document, 'wnb:rate', (event) => {
    const { name, rate } = (event as CustomEvent<{ name: string; rate: number }>).detail;
    const control = state.controls.find((other) => other.name === name);
    const value = control && nearest(control.values, rate);
    if (control && value !== undefined) {
      change(control, value);
    }
  });
  const reveal = () => {
    const answers = state.guess?.answers ?? {};
    const right = lookUp(answers, key) ?? lookUp(answers, firstKey) ?? Object.values(answers)[0];
    if (right !== undefined) {
      setAnswer({ guess, right });
    } else {
      throw new Error('This question came without its answer.');
    }
  };

  const aside = state.controls.length > 0 || state.guess;
  const choices = [
    { value: 'chart', label: word('chart', language) },
    { value: 'table', label: word('table', language) },
  ];
  return (
    <Frame kind="odds" title={state.title} root={root} tools={<Segment label={word('form', language)} value={form} choices={choices} choose={setForm} name="form" />}>
      <div class={`in${aside ? ' chartgrid' : ''}`}>
        {aside && (
          <div>
            {state.guess && <Prediction guess={state.guess} value={guess} answer={answer} move={setGuess} reveal={reveal} />}
            {state.controls.map((control) => (
              <Knob key={control.name} control={control} live={Boolean(state.live)} value={values[control.name] ?? control.value} change={(value) => change(control, value)} />
            ))}
          </div>
        )}
        <div class="chartside">
          {asking && state.guess ? (
            <Hidden guess={state.guess} value={guess} />
          ) : place ? (
            <div class={entry ? '' : 'pale'} aria-busy={waiting ? 'true' : undefined}>
              <Answered state={state} entry={place.entry} gridName={place.key} form={form} />
            </div>
          ) : (
            <Missing live={Boolean(state.live)} />
          )}
          <p class="small say" aria-live="polite">
            {asking ? word('guessHelp', language) : waiting ? word(state.beside ? 'fetching' : 'working', language) : entry ? tell(entry.say, language) : ''}
            {!asking && (state.rules ?? []).map((rule) => [' ', <Ticket key={rule} id={rule} />])}
          </p>
          {numbers.failed && (
            <div class="note row" role="status">
              {word('notFetched', language)}
              <Button name="fetch" press={numbers.again}>
                {word('tryAgain', language)}
              </Button>
            </div>
          )}
          {state.assumes && (
            <p class="small mute assumes">
              {word('assumes', language)} {tell(state.assumes, language)}
            </p>
          )}
        </div>
      </div>
    </Frame>
  );
}

interface Place {
  key: string;
  entry: OddsState['grid'][string];
}

interface Answer {
  guess: number;
  right: number;
}

/** On a page of the site: fetches what the chart left beside the page, when it comes into view. */
function useNumbers(state: OddsState, root: RefObject<HTMLElement | null>): { failed: boolean; again(): void } {
  const { model } = useDesk();
  const seen = useSeen(root);
  const missing = Boolean(state.beside);
  const [failed, setFailed] = useState(false);
  const fetchThem = () => {
    setFailed(false);
    model.complete?.().catch((error: unknown) => {
      console.warn('wrestling_nb: the chart is the picture of its first setting.', error);
      setFailed(true);
    });
  };
  useEffect(() => {
    if (seen && missing) {
      fetchThem();
    }
  }, [seen, missing]);
  return { failed: failed && missing, again: fetchThem };
}

/** Asks the kernel for a place that the grid does not have, once the slider has come to rest. */
function useAsk(state: OddsState, values: Values, key: string, missing: boolean): void {
  const desk = useDesk();
  useEffect(() => {
    if (!missing || !state.live) {
      return;
    }
    const ask = desk.safely(() => desk.send({ type: 'control', values }), 'stillSent');
    const timer = setTimeout(ask, 120);
    return () => clearTimeout(timer);
  }, [key, missing]);
}

function Knob({ control, live, value, change }: { control: Control; live: boolean; value: Value; change(value: Value): void }) {
  const { language } = useDesk();
  const label = tell(control.label, language);
  const note = tell(control.note, language);
  /* Where nobody can answer any more, a place beyond that was worked out before is kept. */
  const far = live || !control.values.includes(value);
  const places = (far && control.beyond) || control.values;
  const name = (index: number) => tell(control.labels?.[index], language) || showValue(places[index], language);
  const index = Math.max(0, places.indexOf(value));
  if (control.form === 'segment') {
    const choices = control.values.map((_, place) => ({ value: String(place), label: name(place) }));
    return (
      <div class="knob">
        <span class="small">{label}</span>
        <Segment label={label} value={String(index)} choices={choices} choose={(place) => change(control.values[Number(place)] ?? control.value)} name={control.name} />
        {note && <small>{note}</small>}
      </div>
    );
  }
  /* The slider runs over the places of the list, so that a list with gaps has no dead places. */
  return <Slider label={label} value={index} min={0} max={places.length - 1} step={1} shown={name(index)} note={note} name={control.name} move={(place) => change(places[place] ?? control.value)} />;
}

function showValue(value: Value | null | undefined, language: Language): string {
  return typeof value === 'number' ? formatNumber(value, language, 4) : String(value ?? '');
}

/* ---- the guess ---- */

function withUnit(value: number, guess: Guess, language: Language): string {
  const digits = Number.isInteger(guess.step) ? 0 : (String(guess.step).split('.')[1]?.length ?? 0);
  const number = formatNumber(value, language, digits);
  return guess.unit ? `${number}\u00a0${guess.unit}` : number;
}

function Prediction({ guess, value, answer, move, reveal }: { guess: Guess; value: number; answer: Answer | null; move(value: number): void; reveal(): void }) {
  const { language } = useDesk();
  const verdict = useRef<HTMLParagraphElement>(null);
  const answered = answer !== null;
  useLayoutEffect(() => {
    if (answered) {
      verdict.current?.focus({ preventScroll: true });
    }
  }, [answered]);
  if (answer) {
    const distance = Math.abs(answer.guess - answer.right) / (guess.max - guess.min || 1);
    const remark = distance < 0.04 ? 'spotOn' : distance < 0.12 ? 'close' : answer.guess < answer.right ? 'tooLow' : 'tooHigh';
    const facts = { guess: withUnit(answer.guess, guess, language), answer: withUnit(answer.right, guess, language) };
    return (
      <div class="pred">
        <p class="verdict" tabIndex={-1} ref={verdict} data-k="verdict">
          {word('verdict', language, facts)}
        </p>
        <p class="small">
          {word(remark, language)} <span class="mute">{tell(guess.question, language)}</span>
        </p>
      </div>
    );
  }
  const label = (
    <>
      <b>{word('guessFirst', language)}</b> {tell(guess.question, language)}
    </>
  );
  return (
    <div class="pred">
      <Slider label={label} value={value} min={guess.min} max={guess.max} step={guess.step} shown={withUnit(value, guess, language)} name="guess" move={move} />
      <Button name="reveal" class="go" press={reveal}>
        {word('reveal', language)}
      </Button>
    </div>
  );
}

function Hidden({ guess, value }: { guess: Guess; value: number }) {
  const { language } = useDesk();
  return (
    <div class="hiddenchart">
      <div class="scale" aria-hidden="true">
        <span style={{ height: `${(100 * (value - guess.min)) / (guess.max - guess.min || 1)}%` }} />
      </div>
      <b class="bigvalue" aria-hidden="true">
        {withUnit(value, guess, language)}
      </b>
      <p class="small mute">{word('guessStands', language)}</p>
    </div>
  );
}

/* ---- the answer ---- */

function Missing({ live }: { live: boolean }) {
  const { language } = useDesk();
  return (
    <p class="note" role="status">
      {word(live ? 'working' : 'outsideGrid', language)}
    </p>
  );
}

function Answered({ state, entry, gridName, form }: { state: OddsState; entry: OddsState['grid'][string]; gridName: string; form: string }) {
  const { language } = useDesk();
  const [failed, setFailed] = useState(false);
  const table = state.beside ? <p class="note">{word('noTableYet', language)}</p> : <Table columns={state.columns} rows={entry.rows} caption={tell(state.title, language)} />;
  if (form === 'table' || !(state.spec || state.beside)) {
    return table;
  }
  const still = state.svg ? reading(lookUp(state.svg, gridName), language) || undefined : undefined;
  return (
    <>
      {failed && !still ? table : <Chart state={state} rows={entry.rows} label={`${tell(state.title, language)} ${tell(entry.say, language)}`} still={still} fail={() => setFailed(true)} />}
      {failed && (
        <p class="small mute" role="status">
          {still ? '' : word('stillTable', language)}
        </p>
      )}
    </>
  );
}

export function Table({ columns, rows, caption }: { columns: Column[]; rows: Row[]; caption: string }) {
  const { language } = useDesk();
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={caption} data-k="table">
      <table class="tbl">
        <caption class="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={column.form === 'text' ? '' : 'n'}>
                {tell(column.label, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.name} class={column.form === 'text' ? '' : 'n'}>
                  {cell(row[column.name], column.form, language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function cell(value: Row[string] | undefined, form: Column['form'], language: Language): string {
  if (typeof value !== 'number') {
    /* A cell may hold a text in both languages, as any other text of the state. */
    return typeof value === 'object' ? tell(value, language) : String(value ?? '');
  }
  return form === 'chance' ? formatChance(value, language) : formatNumber(value, language, 4);
}

/** A specification or its rows with every text in both languages replaced by the one that is read. */
export function translate(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => translate(item, language));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const names = Object.keys(value);
  if (names.length === 2 && 'en' in value && 'es' in value) {
    return tell(value as never, language);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, translate(inner, language)]));
}

/* Fonts are named here because Vega measures its labels on a canvas, which knows no css variables. */
const font = '"Liberation Sans", "Helvetica Neue", Arial, sans-serif';
const look = {
  background: null,
  font,
  padding: { left: 2, right: 8, top: 6, bottom: 2 },
  view: { stroke: null },
  axis: {
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    labelColor: 'var(--wnb-ink)',
    titleColor: 'var(--wnb-ink-2)',
    domainColor: 'var(--wnb-line-2)',
    tickColor: 'var(--wnb-line-2)',
    gridColor: 'var(--wnb-line)',
  },
  legend: { labelColor: 'var(--wnb-ink)', titleColor: 'var(--wnb-ink-2)', labelFontSize: 12, titleFontSize: 12 },
  title: { color: 'var(--wnb-ink)' },
  text: { color: 'var(--wnb-ink)', fontSize: 12 },
  bar: { color: 'var(--wnb-ink)' },
  line: { color: 'var(--wnb-ink)' },
  point: { color: 'var(--wnb-ink)' },
};

/** What the pointer is over, as plain text inside the chart. It only repeats what the table says. */
function tip(holder: HTMLElement) {
  const box = document.createElement('div');
  box.className = 'tip';
  return (_: unknown, event: MouseEvent, __: unknown, value: unknown) => {
    if (value === null || value === undefined || value === '') {
      box.remove();
      return;
    }
    const lines = typeof value === 'object' ? Object.entries(value).map(([name, fact]) => `${name}: ${fact}`) : [String(value)];
    box.textContent = lines.join('\n');
    holder.append(box);
    const area = holder.getBoundingClientRect();
    box.style.left = `${Math.max(0, Math.min(event.clientX - area.left + 12, area.width - box.offsetWidth))}px`;
    box.style.top = `${event.clientY - area.top - box.offsetHeight - 8}px`;
  };
}

function Chart({ state, rows, label, still, fail }: { state: OddsState; rows: Row[]; label: string; still: string | undefined; fail(): void }) {
  const { model, language } = useDesk();
  const holder = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View | null>(null);
  const [waiting, setWaiting] = useState(true);
  const spec = translate(state.spec ?? {}, language) as Record<string, unknown>;
  const told = translate(rows, language) as Row[];
  const shape = JSON.stringify(spec);
  const latest = useRef(told);
  latest.current = told;
  const seen = useSeen(holder);

  useLayoutEffect(() => {
    const element = holder.current;
    if (!element || !seen || !state.spec) {
      return;
    }
    let gone = false;
    let finish = () => {};
    const leaving = new AbortController();
    const draw = async () => {
      const embed = await loadVega(model, Boolean(state.live), leaving.signal);
      if (gone) {
        return;
      }
      /* In the page from the start, because Vega measures the room it has. */
      const place = document.createElement('div');
      place.className = 'vega';
      element.append(place);
      const result = await embed(place, { ...spec, data: { name: 'rows', values: latest.current } }, { renderer: 'svg', actions: false, config: look, tooltip: tip(element) });
      finish = () => {
        result.finalize();
        place.remove();
      };
      if (gone) {
        finish();
        return;
      }
      element.replaceChildren(place);
      setView(result.view);
      setWaiting(false);
    };
    draw().catch((error: unknown) => {
      if (!gone) {
        console.warn('wrestling_nb: the chart shows its still picture or its table.', error);
        setWaiting(false);
        fail();
      }
    });
    return () => {
      gone = true;
      leaving.abort();
      setView(null);
      finish();
    };
  }, [shape, seen]);

  useEffect(() => {
    view?.data('rows', told).runAsync().catch(fail);
  }, [view, rows, language]);

  useLayoutEffect(() => {
    const element = holder.current;
    if (!view || !element || spec.width !== 'container' || typeof ResizeObserver === 'undefined') {
      return;
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) {
        view.signal('width', element.clientWidth).runAsync().catch(fail);
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [view]);

  /* Until Vega is here the picture made beforehand stands in its place. */
  useLayoutEffect(() => {
    if (view || !still || !holder.current) {
      return;
    }
    const picture = safeSvg(still);
    holder.current.replaceChildren(...(picture ? [picture] : []));
  }, [view, still]);

  return (
    <>
      <div class="chart" ref={holder} role="img" aria-label={label} style={{ minHeight: `${roomFor(state)}px` }} />
      {waiting && seen && !still && <p class="small mute">{word('loading', language)}</p>}
    </>
  );
}

/** About the height a chart will have, so that the page does not move when it is drawn: the plot and its axis of names. */
function roomFor(state: OddsState): number {
  const height = state.beside?.height ?? state.spec?.height;
  return typeof height === 'number' ? height + 58 : 0;
}
