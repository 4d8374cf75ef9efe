/* Throws at one set-up, one after the other: the ring, what is said of it, and the physics, fetched when it is first needed. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fetchPart } from '../fetched';
import { Button, useDesk, useSeen } from '../parts';
import { tell, word, type Language, type Word } from '../text';
import type { Corner, Throw } from '../types';
import { Pad } from './pad';
import { begun, judged, straight, type Attempt, type Flight, type Launch, type Outcome, type Thing } from './table';

/* So long it is seen how everything lies before the table is laid for the next throw. */
const seen = 1100;

type Fly = (each: Throw, quarters: number, table: Thing[], launch: Launch, seed: number, place: number) => Flight;

/** The physics of a throw, once it is there: it is fetched when the ring comes into view. */
function useFly(ring: RefObject<Element | null>, failed: () => void): () => Promise<Fly> {
  const { model, safely } = useDesk();
  const leaving = useRef<AbortController>(new AbortController());
  const near = useSeen(ring);
  const live = Boolean((model.get('state') as { live?: boolean } | undefined)?.live);
  const fetched = async () => {
    const { fly } = await fetchPart('flick', model, live, leaving.current.signal);
    if (typeof fly !== 'function') {
      throw new Error('The physics has no throw.');
    }
    return fly as Fly;
  };
  useLayoutEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    if (near) {
      fetched().catch((error: unknown) => {
        if (!controller.signal.aborted) {
          console.warn('wrestling_nb: nothing can be thrown here.', error);
          safely(failed)();
        }
      });
    }
    return () => controller.abort();
  }, [near]);
  return fetched;
}

interface HandProps {
  each: Throw;
  quarters: number;
  own: Corner;
  seed: number;
  /** How many throws came before, so that each has its own chance. */
  place: number;
  /** The table as earlier throws have left it, if they have. */
  from?: Attempt | null;
  /** Whether it is the match that says when there is no further throw. */
  atOnce?: boolean;
  /** What stands below the ring beside the button. */
  beside?: ComponentChildren;
  /** Told as soon as everything lies still. */
  landed?(outcome: Outcome): void;
  /** Told a little later, when it was seen. */
  done?(outcome: Outcome): void;
  /** What is said before the first throw. */
  does?: string;
  /** Said in place of the last throw, as that a count was taken back. */
  remark?: Word | null;
}

export function Hand({ each, quarters, own, seed, place, from, atOnce = false, beside, landed, done, does = '', remark = null }: HandProps) {
  const { language, safely } = useDesk();
  const [attempt, setAttempt] = useState<Attempt>(() => from ?? begun(each, quarters));
  const [flight, setFlight] = useState<Flight | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [said, setSaid] = useState<Word | ((language: Language) => string) | null>(null);
  const [missing, setMissing] = useState(false);
  const [flying, setFlying] = useState(false);
  const serial = useRef(0);
  const clock = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const aim = useRef<Launch>({ angle: straight(each, quarters), strength: 0.5 });
  const launching = useRef(false);
  const holder = useRef<HTMLDivElement>(null);
  const fly = useFly(holder, () => setMissing(true));

  useLayoutEffect(() => () => clearTimeout(clock.current), []);
  useEffect(() => {
    if (remark) {
      setSaid(null);
    }
  }, [remark]);

  const lay = (next: Attempt) => {
    clearTimeout(clock.current);
    serial.current += 1;
    setOutcome(null);
    setFlight(null);
    setAttempt(next);
  };
  const next = () => {
    if (outcome) {
      lay(outcome.over ? begun(each, quarters) : outcome.attempt);
    }
  };
  const launch = async (thrown: Launch) => {
    if (launching.current) {
      return;
    }
    launching.current = true;
    try {
      const worker = await fly();
      const now = outcome ? (outcome.over ? begun(each, quarters) : outcome.attempt) : attempt;
      const made = worker(each, quarters, now.table, thrown, seed, place);
      serial.current += 1;
      clearTimeout(clock.current);
      setOutcome(null);
      setAttempt(now);
      setFlying(true);
      setSaid('flickFlies');
      setFlight(made);
    } finally {
      launching.current = false;
    }
  };
  const lies = () => {
    if (!flight) {
      return;
    }
    const found = judged(each, attempt, flight, atOnce);
    setFlying(false);
    setOutcome(found);
    setSaid(() => (reading: Language) => verdict(each, found, reading));
    landed?.(found);
    clock.current = setTimeout(() => {
      lay(found.over ? begun(each, quarters) : found.attempt);
      done?.(found);
    }, seen);
  };

  /* Whoever waits for the end of a throw is told of it before there is another. */
  const blocked = flying || missing || (outcome !== null && done !== undefined);
  const sentence = typeof said === 'function' ? said(language) : said ? word(said, language) : remark ? word(remark, language) : does;
  const table = outcome ? outcome.attempt.table : attempt.table;
  return (
    <div class="hand" ref={holder}>
      <Pad
        each={each}
        quarters={quarters}
        table={table}
        own={own}
        flight={flight}
        serial={serial.current}
        launch={(thrown) => safely(launch)(thrown)}
        refuse={setSaid}
        landed={lies}
        clear={next}
        busy={blocked}
        aim={aim}
      />
      <p class="flicksaid" role="status">
        {sentence}
      </p>
      {missing && (
        <p class="note err" role="status">
          {word('flickNoPhysics', language)}
        </p>
      )}
      <div class="row">
        <Button name="throw" class="go" refused={blocked} press={() => (blocked ? undefined : launch(aim.current))}>
          {word('flickThrow', language)}
        </Button>
        {beside}
      </div>
    </div>
  );
}

/** What a throw has come to, in words. */
export function verdict(each: Throw, { worked, also, attempt, over }: Outcome, language: Language): string {
  const sentences: string[] = [];
  if (worked.length === 0) {
    sentences.push(word('flickPending', language, { left: (each.flicks ?? 1) - attempt.made }));
  } else if (worked.length > 1) {
    const hits = worked.filter(Boolean).length;
    sentences.push(each.goal === 'in ring' ? word('flickMany', language, { hits, throws: worked.length }) : word('flickCounted', language, { hits, throws: worked.length }));
    if (each.goal !== 'in ring') {
      sentences.unshift(tell(hits > 0 ? each.worked : each.failed, language));
    }
  } else {
    sentences.push(tell(worked[0] ? each.worked : each.failed, language));
    if (!over) {
      sentences.push(word('flickToGo', language, { left: (each.flicks ?? 1) - attempt.made }));
    }
  }
  if (also !== null && each.also) {
    sentences.push(tell(also ? each.also.worked : each.also.failed, language));
  }
  return sentences.join(' ');
}
