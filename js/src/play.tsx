/* play: a whole match. The reader's actions go to the kernel by their id; what comes back is drawn. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Board } from './board';
import { download } from './download';
import { CornerName } from './draw';
import { Hand } from './flick/hand';
import { begun, type Attempt, type Outcome } from './flick/table';
import { NeedsPython } from './needspython';
import { Options } from './options';
import { Button, Frame, Ticket, useDesk, useFadingEdge, useKeptFocus } from './parts';
import { tell, word } from './text';
import type { Board as BoardState, Feat, Message, Option, PlayState, Text } from './types';

const patience = 4000;
const longestFile = 5_000_000;

interface Remark {
  kind: 'refused' | 'error' | 'ok';
  say: Text | string;
  rule?: string | null;
}

export function Play({ state }: { state: PlayState }) {
  const desk = useDesk();
  const { language } = desk;
  const live = Boolean(state.live);
  const root = useRef<HTMLElement>(null);
  const question = useRef<HTMLParagraphElement>(null);
  const [remark, setRemark] = useState<Remark | null>(null);
  const waiting = useRef(false);
  const clock = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const before = useFormerBoard(state);
  const handTable = useRef<LastThrow | null>(null);
  useKeptFocus(root, question);

  /* Whatever the kernel sends is its answer: the widget is free again and says what the kernel says. */
  useLayoutEffect(() => {
    waiting.current = false;
    clearTimeout(clock.current);
    setRemark(state.notice ?? null);
  }, [state]);
  useLayoutEffect(() => () => clearTimeout(clock.current), []);
  useDownload((name) => setRemark({ kind: 'ok', say: word('saved', language, { name }) }));

  const send = (message: Message) => {
    /* One press, one action: a second one before the answer would be about a position that is gone. */
    if (waiting.current) {
      return;
    }
    if (!desk.send(message)) {
      setRemark({ kind: 'error', say: state.how ?? word('needsLiveDetail', language) });
      return;
    }
    if (message.type !== 'save') {
      waiting.current = true;
      clearTimeout(clock.current);
      clock.current = setTimeout(() => {
        waiting.current = false;
        setRemark({ kind: 'error', say: word('noAnswer', language) });
      }, patience);
    }
  };
  const choose = (option: Option) => {
    if (option.refused) {
      setRemark({ kind: 'refused', say: option.say ?? '', rule: option.rule });
    }
    send({ type: 'act', id: option.id, turn: state.turn });
  };
  const load = async (file: File) => {
    if (file.size > longestFile) {
      setRemark({ kind: 'error', say: word('fileTooLong', language) });
      return;
    }
    send({ type: 'load', text: await file.text() });
  };

  const stage = state.hint?.stage ?? 0;
  /* A hint that is told whole has no more to say, so nobody is asked and the next press is free. */
  const moreHint = () => (stage < 2 ? send({ type: 'hint', turn: state.turn }) : undefined);
  const canUndo = Boolean(state.undo?.can);
  const undo = () => (canUndo ? send({ type: 'undo', turn: state.turn }) : setRemark({ kind: 'refused', say: state.undo?.why ?? word('cannotUndo', language) }));
  const redo = () => (state.redo ? send({ type: 'redo', turn: state.turn }) : setRemark({ kind: 'refused', say: word('cannotRedo', language) }));
  return (
    <Frame kind="play" title={state.title} root={root} foot={<Foot send={send} load={load} />}>
      <div class="in table">
        <div class="tableside">
          <Board board={state.board} before={before} below={state.ask?.cards?.map((card) => card.id) ?? []} mat rolls={before !== null} serial={String(state.turn)} language={language} />
          <Question state={state} question={question} />
          {!live && <NeedsPython how={state.how} />}
          <div role="status">{remark && <Notice remark={remark} />}</div>
          {stage > 0 && state.hint?.say && (
            <p class="note hint">
              <span class="caps">{word('hint', language)}</span> {tell(state.hint.say, language)}
            </p>
          )}
          {state.ask?.covered && !state.result && (
            <Button name="face" class="go" press={() => send({ type: 'face', turn: state.turn })}>
              {word('handOver', language, { name: tell(state.seats[state.ask.who]?.name, language) })}
            </Button>
          )}
          {state.ask && !state.result && <Options key={state.turn} ask={state.ask} choose={choose} showOdds={stage === 2} />}
          {state.throw && !state.result && <ByHand key={state.turn} feat={state.throw} state={state} table={handTable} send={send} />}
          {state.waiting && !state.result && (
            <div class="row">
              <Button name="next" class="go" press={() => send({ type: 'next', turn: state.turn })}>
                {word('step', language)}
              </Button>
              <Button name="finish" press={() => send({ type: 'finish', turn: state.turn })}>
                {word('finish', language)}
              </Button>
            </div>
          )}
          {state.result && (
            <Button name="again" class="go" press={() => send({ type: 'new' })}>
              {word('newMatch', language)}
            </Button>
          )}
        </div>
        <div class="logbox">
          <div class="row sp">
            <span class="caps">{word('log', language)}</span>
            <span class="row">
              <Button name="undo" refused={!canUndo} press={undo}>
                {word('undo', language)}
              </Button>
              <Button name="redo" refused={!state.redo} press={redo}>
                {word('redo', language)}
              </Button>
              <Button name="hint" class={stage > 0 ? 'go' : ''} pressed={stage > 0} press={moreHint}>
                {stage > 0 ? `${word('hint', language)} ${stage}/2` : word('hint', language)}
              </Button>
            </span>
          </div>
          <Log log={state.log} />
          <Seats state={state} send={send} />
        </div>
      </div>
    </Frame>
  );
}

/** The board before the last decision, so that what it cost can be drawn in gold. */
function useFormerBoard(state: PlayState): BoardState | null {
  const shown = useRef<{ turn: number; board: BoardState; before: BoardState | null } | undefined>(undefined);
  const last = shown.current;
  if (!last) {
    shown.current = { turn: state.turn, board: state.board, before: null };
  } else if (last.turn !== state.turn) {
    shown.current = { turn: state.turn, board: state.board, before: last.board };
  } else {
    shown.current = { ...last, board: state.board };
  }
  return shown.current?.before ?? null;
}

/** A saved match comes as a message and leaves as a file. */
function useDownload(done: (name: string) => void): void {
  const { model, safely } = useDesk();
  const latest = useRef(done);
  latest.current = done;
  useLayoutEffect(() => {
    const heard = safely((message: { type?: string; name?: unknown; text?: unknown } | null) => {
      if (message?.type !== 'file') {
        return;
      }
      const name = String(message.name);
      download(name, String(message.text), 'application/json');
      latest.current(name);
    });
    model.on('msg:custom', heard);
    return () => model.off('msg:custom', heard);
  }, []);
}

function Question({ state, question }: { state: PlayState; question: { current: HTMLParagraphElement | null } }) {
  const { language } = useDesk();
  const turn = state.ask ?? state.throw;
  const open = state.ask ? tell(state.ask.question, language) : state.throw ? tell(state.throw.setup.does, language) : word('agentsPlay', language);
  const asked = state.result ? tell(state.result, language) : open;
  const who = turn ? state.seats[turn.who]?.name : undefined;
  const plate = turn ? state.board.plates[turn.who]?.name : undefined;
  const name = tell(who ?? plate, language);
  return (
    <div class="ask">
      <p class="q" tabIndex={-1} ref={question} data-k={`question-${asked}`}>
        {asked}
      </p>
      <span class="small mute">
        {state.result ? word('bell', language) : turn ? (name ? word(state.ask ? 'decides' : 'throwsNow', language, { name }) : '') : word('agentsDetail', language)}
      </span>
      {state.ask?.detail && !state.result && <p class="small detail">{tell(state.ask.detail, language)}</p>}
    </div>
  );
}

/** How the last throw by hand has left the table, at the turn for which it was asked. */
interface LastThrow {
  name: string;
  made: number;
  attempt: Attempt;
  also: boolean | null;
  /** What else was decided by the same throw, for the questions that come next. */
  rest: boolean[];
  turn: number;
}

/** A throw of the hand in a match. Several throws at one table go on from where the last one has left it; some are only read together. */
function ByHand({ feat, state, table, send }: { feat: Feat; state: PlayState; table: { current: LastThrow | null }; send(message: Message): void }) {
  const { language } = useDesk();
  const { setup, name, made, worked } = feat;
  const before = table.current;
  const [pending, setPending] = useState<Attempt | null>(null);
  const ahead = pending ? pending.made - made : 0;
  const quarters = (ahead > 0 ? feat.later[ahead - 1] : feat.turn) ?? setup.turn ?? 0;
  const goesOn = before !== null && before.name === setup.name && made > 0 && before.made === made;
  /* Where the page was opened again half way, the table is a fresh one and so is what lies on it. */
  const from = pending ?? (goesOn ? { ...before.attempt, made, worked } : { ...begun(setup, quarters), made });
  const answer = (value: boolean) => send({ type: 'thrown', name, worked: value, turn: state.turn });
  const last = before?.name === setup.name && before.turn === state.turn - 1 ? before : null;
  const answered = (feat.measures === 'also' ? last?.also : last?.rest[0]) ?? null;
  useEffect(() => {
    /* The same throw has answered this already. */
    if (last && answered !== null) {
      table.current = { ...last, rest: last.rest.slice(1), turn: state.turn };
      answer(answered);
    }
  }, [state.turn, answered]);
  if (answered !== null) {
    return null;
  }
  const done = (outcome: Outcome) => {
    const [first, ...rest] = outcome.worked;
    if (first === undefined) {
      setPending(outcome.attempt);
      return;
    }
    table.current = { name: setup.name, made: made + 1, attempt: outcome.attempt, also: outcome.also, rest, turn: state.turn };
    answer(feat.measures === 'also' ? Boolean(outcome.also) : first);
  };
  return (
    <>
      <Hand
        key={`${name}-${state.turn}-${ahead}`}
        each={setup}
        quarters={quarters}
        own={feat.corner}
        seed={state.seed ?? 0}
        place={state.turn + ahead}
        from={from}
        atOnce
        done={done}
      />
      <p class="small mute">
        {word('flickHelp', language)} {tell(setup.stands_for, language)} {setup.rule && <Ticket id={setup.rule} />}
      </p>
    </>
  );
}

function Notice({ remark }: { remark: Remark }) {
  const { language } = useDesk();
  const say = tell(remark.say, language);
  if (remark.kind === 'refused') {
    return (
      <p class="refuse">
        <b>{word('notNow', language)}</b> {say} {remark.rule && <Ticket id={remark.rule} />}
      </p>
    );
  }
  return (
    <p class={remark.kind === 'error' ? 'note err' : 'note'}>
      {say} {remark.rule && <Ticket id={remark.rule} />}
    </p>
  );
}

/** The newest line first, but each heading above the lines it heads. */
export function newestFirst(log: PlayState['log']): PlayState['log'] {
  const parts: PlayState['log'][] = [[]];
  for (const line of log) {
    if (line.head) {
      parts.push([line]);
    } else {
      const part = parts.at(-1);
      part?.splice(part[0]?.head ? 1 : 0, 0, line);
    }
  }
  return parts.toReversed().flat();
}

function Log({ log }: { log: PlayState['log'] }) {
  const { language } = useDesk();
  const newest = log.at(-1)?.n;
  const list = useRef<HTMLOListElement>(null);
  useFadingEdge(list, [newest, log.length, language]);
  return (
    <ol class="log" ref={list} aria-live="polite" aria-relevant="additions" tabIndex={0} aria-label={word('log', language)} data-k="log">
      {newestFirst(log).map((line) => (
        <li key={line.n} class={[line.n === newest ? 'now' : '', line.head ? 'head' : ''].filter(Boolean).join(' ')}>
          <span>
            {line.corner && <span class={`dot ${line.corner}`} aria-hidden="true" />}
            {tell(line.say, language)}
          </span>
          {line.rule && <Ticket id={line.rule} />}
        </li>
      ))}
    </ol>
  );
}

function Seats({ state, send }: { state: PlayState; send(message: Message): void }) {
  const { language, safely } = useDesk();
  if (state.seats.length === 0 || state.agents.length === 0) {
    return null;
  }
  return (
    <div class="seats">
      {state.seats.map((seat, index) => (
        <div key={index} class="seat">
          <label>
            <CornerName corner={seat.corner} language={language}>
              {tell(seat.name, language)}
            </CornerName>
            <select
              value={seat.agent}
              aria-label={word('seat', language, { name: tell(seat.name, language) })}
              data-k={`seat-${index}`}
              onChange={safely((event: Event) => {
                const select = event.currentTarget as HTMLSelectElement;
                const agent = select.value;
                /* The choice is shown when the kernel has taken it. */
                select.value = seat.agent;
                send({ type: 'seat', seat: index, agent });
              }, 'stillSent')}
            >
              {state.agents.map((agent) => (
                <option key={agent.value} value={agent.value}>
                  {tell(agent.label, language)}
                </option>
              ))}
            </select>
          </label>
          {typeof seat.hand === 'boolean' && (
            <button type="button" class="sw" role="switch" aria-checked={seat.hand ? 'true' : 'false'} data-k={`hand-${index}`} onClick={safely(() => send({ type: 'hand', seat: index, by: !seat.hand }), 'stillSent')}>
              {word('byHand', language)} <b>{word(seat.hand ? 'byHandOn' : 'byHandOff', language)}</b>
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

function Foot({ send, load }: { send(message: Message): void; load(file: File): Promise<void> }) {
  const { language, safely } = useDesk();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button name="new" press={() => send({ type: 'new' })}>
        {word('newMatch', language)}
      </Button>
      <Button name="save" class="flat" press={() => send({ type: 'save' })}>
        {word('save', language)}
      </Button>
      <Button name="load" class="flat" press={() => picker.current?.click()}>
        {word('load', language)}
      </Button>
      <input
        type="file"
        accept=".json,application/json"
        hidden
        ref={picker}
        aria-label={word('loadFile', language)}
        onChange={safely(async (event: Event) => {
          const input = event.currentTarget as HTMLInputElement;
          const file = input.files?.[0];
          /* Emptied, so that the same file can be picked again. */
          const loading = file ? load(file) : null;
          input.value = '';
          await loading;
        }, 'stillSent')}
      />
    </>
  );
}
