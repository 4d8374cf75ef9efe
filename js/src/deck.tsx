/* deck: the cards of a box lie open; one is taken up, changed and put back. What fits is said by Python alone. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Combo, Face } from './cards';
import { download } from './download';
import { NeedsPython } from './needspython';
import { Button, Frame, Segment, useDesk, useKeptFocus, useName } from './parts';
import { tell, word, type Word } from './text';
import type { DeckCard, DeckField, DeckState, DeckValue, Message, SavedFile } from './types';

const sources: Record<string, Word> = { rulebook: 'sourceRulebook', published: 'sourcePublished', invented: 'sourceInvented', ruling: 'sourceRuling' };

export function Deck({ state }: { state: DeckState }) {
  const desk = useDesk();
  const { language } = desk;
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [wanted, setWanted] = useState(false);
  useKeptFocus(root, heading);

  const send = (message: Message) => setWanted(!desk.send(message));
  const card = state.cards.find((each) => each.id === picked) ?? null;
  const place = card ? state.cards.indexOf(card) : -1;
  const back = () => {
    setPicked(null);
    root.current?.querySelector<HTMLElement>(`[data-k="card-${picked}"]`)?.focus();
  };
  useEffect(() => {
    if (state.added) {
      setPicked(state.added);
    }
  }, [state.added]);
  useLayoutEffect(() => {
    if (picked) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [picked]);

  const owners = state.owners.map(({ name, problems }) => ({ value: name, label: problems ? `${name} (${problems})` : name }));
  return (
    <Frame
      kind="deck"
      title={state.title}
      root={root}
      foot={
        <>
          <Button name="save" class="go" press={() => send({ type: 'save' })}>
            {word('deckSave', language)}
          </Button>
          <Button name="add" press={() => send({ type: 'add' })}>
            {word('deckAdd', language)}
          </Button>
          <Button name="undo" class="flat" refused={!state.undo} press={() => send({ type: 'undo' })}>
            {word('undo', language)}
          </Button>
        </>
      }
    >
      <div class="in">
        <Segment label={word('deckWhose', language)} value={state.owner} choices={owners} choose={(owner) => send({ type: 'owner', owner })} name="owner" />
        <dl class="facts decksums">
          {state.sums.map((sum, index) => (
            <div key={index}>
              <dt>{tell(sum.label, language)}</dt>
              <dd>
                {!sum.fits && <span aria-label={word('deckMisfit', language)}>✕ </span>}
                {tell(sum.value, language)}
              </dd>
            </div>
          ))}
        </dl>
        <div role="status">
          {state.problems.map((says, index) => (
            <p key={index} class="misfit">
              {tell(says, language)}
            </p>
          ))}
        </div>
        {wanted && !state.live && <NeedsPython how={word('deckNeedsPython', language)} />}
        <div class={`deckdesk${card ? ' editing' : ''}`}>
          <ul class="cardopts" aria-label={word('deckCards', language, { name: state.owner })}>
            {state.cards.map((each) => (
              <li key={each.id}>
                <Tile card={each} pressed={each.id === picked} press={() => (each.id === picked ? back() : setPicked(each.id))} />
              </li>
            ))}
          </ul>
          {card && (
            <section class="cardform" aria-label={word('deckOne', language, { name: card.name })}>
              <div class="row sp">
                <h4 tabIndex={-1} ref={heading}>
                  {card.name || '…'}
                </h4>
                <span class="small mute">{word('deckPlace', language, { number: place + 1, count: state.cards.length })}</span>
              </div>
              {/* Another card is another form, so that nothing typed in is taken over. */}
              <Form key={card.id} fields={state.fields} card={card} change={(field, value) => send({ type: 'change', card: card.id, field, value })} />
              <div class="row">
                <Button name="confirm" press={() => send({ type: 'confirm', card: card.id })}>
                  {word('deckConfirm', language)}
                </Button>
                {state.cards.length > 1 && (
                  <Button name="next" press={() => setPicked(state.cards[(place + 1) % state.cards.length]?.id ?? null)}>
                    {word('deckNext', language)}
                  </Button>
                )}
                <Button name="back" class="flat" press={back}>
                  {word('deckBack', language)}
                </Button>
                <Button name="remove" class="flat" press={() => send({ type: 'remove', card: card.id })}>
                  {word('deckRemove', language)}
                </Button>
              </div>
            </section>
          )}
        </div>
        {state.saved && <Saved folder={state.saved.folder} files={state.saved.files} />}
      </div>
    </Frame>
  );
}

/** A card in the deck. One that cannot be drawn, since it is wrong, has its name alone. */
function Tile({ card, pressed, press }: { card: DeckCard; pressed: boolean; press(): void }) {
  const { language, safely } = useDesk();
  const wrong = card.problems.length;
  return (
    <button type="button" class={`card ${card.face?.look ?? 'plain'}`} aria-pressed={pressed ? 'true' : 'false'} data-k={`card-${card.id}`} onClick={safely(press)}>
      {card.face ? <Face card={card.face} language={language} /> : <b class="nm">{card.name || '…'}</b>}
      {wrong > 0 && <span class="misfit">{word(wrong === 1 ? 'deckOneWrong' : 'deckWrong', language, { count: wrong })}</span>}
    </button>
  );
}

function Form({ fields, card, change }: { fields: DeckField[]; card: DeckCard; change(field: string, value: DeckValue): void }) {
  const { language } = useDesk();
  const known = new Set(fields.map((field) => field.name));
  const elsewhere = card.problems.filter((problem) => !known.has(problem.field ?? ''));
  return (
    <>
      {elsewhere.map((problem, index) => (
        <p key={index} class="misfit">
          {tell(problem.say, language)}
        </p>
      ))}
      <div class="cardfields">
        {fields.map((field) => (
          <Input key={field.name} field={field} card={card} change={(value) => change(field.name, value)} />
        ))}
      </div>
    </>
  );
}

/** One field with its source, and with what is wrong beside it. */
function Input({ field, card, change }: { field: DeckField; card: DeckCard; change(value: DeckValue): void }) {
  const { language, safely } = useDesk();
  const id = useName();
  const value = card.values[field.name];
  const wrong = card.problems.filter((problem) => problem.field === field.name);
  const source = sources[card.sources[field.name] ?? ''];
  const label = tell(field.label, language);
  const told = wrong.length > 0 ? `${id}-wrong` : undefined;
  const about = { id, 'data-k': field.name, 'aria-describedby': told, 'aria-invalid': told ? ('true' as const) : undefined };
  const typed = (event: Event) => (event.currentTarget as HTMLInputElement | HTMLSelectElement).value;
  const asNumber = (written: string) => (/^-?\d+$/.test(written) ? Number(written) : written);
  const chosen = Array.isArray(value) ? value : [];
  const put = (next: DeckValue) => {
    if (next !== value) {
      change(next);
    }
  };
  /* In JupyterLab the Enter key alone does not make a field tell its change. */
  const writes = (read: (written: string) => DeckValue) => ({
    onChange: safely((event: Event) => put(read(typed(event)))),
    onKeyDown: safely((event: KeyboardEvent) => event.key === 'Enter' && put(read(typed(event)))),
  });
  return (
    <div class={`cardfield ${field.form}`}>
      {field.form === 'marks' ? (
        <span id={`${id}-name`}>{label}</span>
      ) : (
        field.form !== 'yes' && <label for={id}>{label}</label>
      )}
      {field.form === 'text' && <input type="text" maxLength={60} value={String(value ?? '')} {...writes(String)} {...about} />}
      {field.form === 'number' && <input type="number" min={field.min} max={field.max} value={String(value ?? '')} {...writes(asNumber)} {...about} />}
      {field.form === 'choice' && (
        <select value={String(value ?? '')} onChange={safely((event: Event) => change(typed(event)))} {...about}>
          {!field.options.some((option) => option.value === value) && <option value={String(value ?? '')}>{String(value ?? '')}</option>}
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {tell(option.label, language)}
            </option>
          ))}
        </select>
      )}
      {field.form === 'yes' && (
        <button type="button" role="switch" class="sw" aria-checked={value === true ? 'true' : 'false'} onClick={safely(() => change(value !== true))} {...about}>
          {label}: {word(value === true ? 'deckYes' : 'deckNo', language)}
        </button>
      )}
      {field.form === 'marks' && (
        <span class="iconset" role="group" aria-labelledby={`${id}-name`} aria-describedby={told}>
          {field.options.map((option) => (
            <button
              key={option.value}
              type="button"
              aria-label={tell(option.icon.label, language)}
              aria-pressed={chosen.includes(option.value) ? 'true' : 'false'}
              data-k={`${field.name}-${option.value}`}
              onClick={safely(() => change(chosen.includes(option.value) ? chosen.filter((other) => other !== option.value) : [...chosen, option.value]))}
            >
              <Combo icon={option.icon} language={language} />
            </button>
          ))}
        </span>
      )}
      {source && <span class={`source${card.sources[field.name] === 'invented' ? ' invented' : ''}`}>{word(source, language)}</span>}
      {told && (
        <div id={told} role="status" class="misfit">
          {wrong.map((problem, index) => (
            <p key={index}>{tell(problem.say, language)}</p>
          ))}
        </div>
      )}
    </div>
  );
}

/** The files that were written, to be copied or kept where the reader wants them. */
function Saved({ folder, files }: { folder: string; files: SavedFile[] }) {
  const { language } = useDesk();
  return (
    <div class="saved">
      <p role="status">
        <b>{word('deckSaved', language, { folder, names: files.map((file) => file.name).join(', ') })}</b>
      </p>
      {files.map((file) => (
        <File key={file.name} file={file} />
      ))}
    </div>
  );
}

function File({ file }: { file: SavedFile }) {
  const { language } = useDesk();
  const text = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState<Word | null>(null);
  const copy = async () => {
    text.current?.select();
    try {
      await navigator.clipboard.writeText(file.text);
      setSaid('deckCopied');
    } catch {
      /* A page without a clipboard leaves the text selected. */
      setSaid('deckSelected');
    }
  };
  return (
    <details>
      <summary data-k={`file-${file.name}`}>{file.name}</summary>
      <textarea readOnly rows={8} aria-label={file.name} ref={text} value={file.text} spellcheck={false} data-k={`text-${file.name}`} />
      <div class="row">
        <Button name={`copy-${file.name}`} press={copy}>
          {word('deckCopy', language)}
        </Button>
        <Button name={`keep-${file.name}`} class="flat" press={() => download(file.name, file.text, 'application/toml')}>
          {word('deckDownload', language)}
        </Button>
        <span class="small" role="status">
          {said && word(said, language)}
        </span>
      </div>
    </details>
  );
}
