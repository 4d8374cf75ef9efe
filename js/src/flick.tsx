/* flick: a die is really thrown, to measure one's own hand. It counts, says how sure the rate is, and hands the rate on. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { burst } from './draw';
import { Button, Frame, Segment, Ticket, useDesk, useKeptFocus, useName, useWidth } from './parts';
import { Hand } from './flick/hand';
import { rateOf, type Outcome, type Rate } from './flick/table';
import { formatChance, tell, word, type Language, type Word } from './text';
import type { Count, FlickState, Throw } from './types';

const nothing: Count = { hits: 0, throws: 0 };
const marksShown = 40;

/** Tells the page a rate that was measured, so that a chart with a control of this name can use it. */
export function announceRate(name: string, count: Count): void {
  if (count.throws > 0) {
    const { mean, low, high } = rateOf(count);
    document.dispatchEvent(new CustomEvent('wnb:rate', { detail: { name, rate: mean, low, high, ...count } }));
  }
}

/** One throw, or one note of a throw elsewhere: what it added to each count. */
type Added = Record<string, Count>;

export function Flick({ state }: { state: FlickState }) {
  const desk = useDesk();
  const { language } = desk;
  const root = useRef<HTMLElement>(null);
  const [name, setName] = useState(state.throws[0]?.name ?? '');
  const [quarters, setQuarters] = useState<Record<string, number>>({});
  const [counts, setCounts] = useState<Record<string, Count>>(state.counts);
  const [added, setAdded] = useState<Record<string, Added[]>>({});
  const [remark, setRemark] = useState<Word | null>(null);
  const [thrown, setThrown] = useState(0);
  useKeptFocus(root);
  /* Python has counted too, and may have begun anew. */
  useEffect(() => setCounts(state.counts), [state]);

  const each = state.throws.find((other) => other.name === name) ?? state.throws[0];
  if (!each) {
    return null;
  }
  const turn = quarters[each.name] ?? each.turn ?? 0;
  const count = counts[each.name] ?? nothing;

  const change = (by: Added, sign: 1 | -1) => {
    const next = { ...counts };
    for (const [what, { hits, throws }] of Object.entries(by)) {
      const before = next[what] ?? nothing;
      next[what] = { hits: Math.max(0, before.hits + sign * hits), throws: Math.max(0, before.throws + sign * throws) };
    }
    tellAll(next, Object.keys(by));
  };
  const tellAll = (next: Record<string, Count>, names: string[]) => {
    setCounts(next);
    names.forEach((what) => {
      const now = next[what] ?? nothing;
      desk.send({ type: 'rate', name: what, ...now });
      announceRate(what, now);
    });
  };
  const add = (by: Added) => {
    change(by, 1);
    setAdded({ ...added, [each.name]: [...(added[each.name] ?? []), by] });
  };
  const landed = ({ worked, also }: Outcome) => {
    setThrown(thrown + 1);
    setRemark(null);
    const by: Added = worked.length > 0 ? { [each.name]: { hits: worked.filter(Boolean).length, throws: worked.length } } : {};
    if (each.also && also !== null) {
      by[each.also.name] = { hits: also ? 1 : 0, throws: 1 };
    }
    if (Object.keys(by).length > 0) {
      add(by);
    }
  };
  const atTable = (worked: boolean) => {
    add({ [each.name]: { hits: worked ? 1 : 0, throws: 1 } });
    setRemark(worked ? 'flickTableHit' : 'flickTableMiss');
  };
  const undo = () => {
    const mine = added[each.name] ?? [];
    const last = mine.at(-1);
    if (!last) {
      setRemark('flickNothing');
      return;
    }
    change(last, -1);
    setAdded({ ...added, [each.name]: mine.slice(0, -1) });
    setRemark('flickTaken');
  };
  const again = () => {
    const names = [each.name, ...(each.also ? [each.also.name] : [])];
    tellAll({ ...counts, ...Object.fromEntries(names.map((what) => [what, nothing])) }, names);
    setAdded({ ...added, [each.name]: [] });
    setRemark('flickZero');
  };

  const own = (
    <span class="row" role="group" aria-label={word('flickOwnTable', language)}>
      <span class="small">{word('flickOwnTable', language)}</span>
      <Button name="table-hit" press={() => atTable(true)}>
        {word('flickHit', language)}
      </Button>
      <Button name="table-miss" press={() => atTable(false)}>
        {word('flickMiss', language)}
      </Button>
    </span>
  );
  return (
    <Frame
      kind="flick"
      title={state.title}
      root={root}
      foot={
        <>
          {own}
          <Button name="undo" class="flat" press={undo}>
            {word('undo', language)}
          </Button>
          <Button name="zero" class="flat" press={again}>
            {word('flickAgain', language)}
          </Button>
        </>
      }
    >
      <div class="in flickgrid">
        <div>
          {/* Another set-up, or the same from another turnbuckle, is another table. */}
          <Hand
            key={`${each.name}-${turn}`}
            each={each}
            quarters={turn}
            own="r"
            seed={state.seed}
            place={thrown}
            landed={landed}
            does={tell(each.does, language)}
            remark={remark}
            beside={each.places && <Posts value={turn} choose={(next) => setQuarters({ ...quarters, [each.name]: next })} />}
          />
          <Marks added={(added[each.name] ?? []).map((by) => by[each.name] ?? nothing)} count={count} />
          <p class="small mute">{word('flickHelp', language)}</p>
        </div>
        <div>
          {state.throws.length > 1 && <Choice throws={state.throws} value={each.name} choose={setName} />}
          <Tally each={each} count={count} />
          {each.also && (counts[each.also.name]?.throws ?? 0) > 0 && <Also also={each.also} count={counts[each.also.name] ?? nothing} />}
          <p class="small">
            {tell(each.does, language)} {each.rule && <Ticket id={each.rule} />}
          </p>
          <p class="small mute">{tell(each.stands_for, language)}</p>
        </div>
      </div>
    </Frame>
  );
}

function Posts({ value, choose }: { value: number; choose(value: number): void }) {
  const { language } = useDesk();
  const names: Word[] = ['corner0', 'corner1', 'corner2', 'corner3'];
  const choices = names.map((name, index) => ({ value: String(index), label: word(name, language) }));
  return <Segment label={word('flickTurnbuckle', language)} value={String(((value % 4) + 4) % 4)} choices={choices} choose={(picked) => choose(Number(picked))} name="turnbuckle" />;
}

function Choice({ throws, value, choose }: { throws: Throw[]; value: string; choose(name: string): void }) {
  const { language, safely } = useDesk();
  const group = useName();
  return (
    <div class="flickchoice" role="radiogroup" aria-label={word('flickWhat', language)}>
      {throws.map((each) => (
        <label key={each.name}>
          <input type="radio" name={group} value={each.name} checked={each.name === value} data-k={`what-${each.name}`} onChange={safely(() => choose(each.name))} />
          <span>{tell(each.title, language)}</span>
        </label>
      ))}
    </div>
  );
}

/** The last throws, one mark each. */
function Marks({ added, count }: { added: Count[]; count: Count }) {
  const { language } = useDesk();
  const marks = added.flatMap(({ hits, throws }) => Array.from({ length: throws }, (_, index) => index < hits)).slice(-marksShown);
  return (
    <div class="flickmarks" role="img" aria-label={word('flickCounted', language, { hits: count.hits, throws: count.throws })}>
      {marks.map((hit, index) => (
        <svg key={index} viewBox="0 0 20 20">
          {hit ? <polygon points={burst(10, 10, 10, 5)} fill="var(--wnb-ink)" /> : <circle cx="10" cy="10" r="5" fill="none" stroke="var(--wnb-line-2)" stroke-width="2" />}
        </svg>
      ))}
    </div>
  );
}

function percentages({ mean, low, high }: Rate, language: Language) {
  return { mean: formatChance(mean, language, 0), low: formatChance(low, language, 0), high: formatChance(high, language, 0) };
}

function Tally({ each, count }: { each: Throw; count: Count }) {
  const { language } = useDesk();
  const rate = rateOf(count);
  const told = percentages(rate, language);
  const assumed = formatChance(each.assumed, language, 0);
  const any = count.throws > 0;
  return (
    <>
      <div class="flickbig">
        <div>
          <b class="num">{count.hits}</b>
          <span>{word('flickHits', language)}</span>
        </div>
        <div>
          <b class="num">{count.throws}</b>
          <span>{word('flickThrows', language)}</span>
        </div>
        <div>
          <b>{any ? formatChance(count.hits / count.throws, language, 0) : word('flickNone', language)}</b>
          <span>{any ? word('flickRate', language, told) : word('flickBegin', language)}</span>
        </div>
      </div>
      <Interval rate={any ? rate : null} share={any ? count.hits / count.throws : null} assumed={each.assumed} />
      <p class="small" aria-live="polite" data-k="said">
        {any ? word('flickSaid', language, { hits: count.hits, throws: count.throws, low: told.low, high: told.high, assumed }) : word('flickUnsaid', language, { assumed })}
      </p>
    </>
  );
}

function Also({ also, count }: { also: NonNullable<Throw['also']>; count: Count }) {
  const { language } = useDesk();
  const { low, high } = percentages(rateOf(count), language);
  const facts = { title: tell(also.title, language), hits: count.hits, throws: count.throws, low, high, assumed: formatChance(also.assumed, language, 0) };
  return <p class="small">{word('flickAlso', language, facts)}</p>;
}

/** Where the rate may lie, on the line from never to always. */
function Interval({ rate, share, assumed }: { rate: Rate | null; share: number | null; assumed: number }) {
  const { language } = useDesk();
  const holder = useRef<SVGSVGElement>(null);
  const width = useWidth(holder, 400);
  const x = (value: number) => 10 + (width - 20) * value;
  const label = rate ? word('flickRate', language, percentages(rate, language)) : word('flickNone', language);
  const above = assumed > 0.3 ? 'end' : 'start';
  return (
    <svg class="flickinterval" ref={holder} viewBox={`0 0 ${width} 64`} role="img" aria-label={`${label}; ${word('flickAssumed', language)} ${formatChance(assumed, language, 0)}`}>
      <path d={`M10 34H${width - 10}`} stroke="var(--wnb-line-2)" stroke-width="2" />
      {[0, 0.25, 0.5, 0.75, 1].map((value) => (
        <g key={value}>
          <path d={`M${x(value)} 30v8`} stroke="var(--wnb-line-2)" stroke-width="2" />
          <text x={x(value)} y="61" font-size="12" text-anchor={value === 0 ? 'start' : value === 1 ? 'end' : 'middle'} fill="var(--wnb-ink-2)">
            {formatChance(value, language, 0)}
          </text>
        </g>
      ))}
      {rate && <rect x={x(rate.low)} y="26" width={x(rate.high) - x(rate.low)} height="16" fill="var(--wnb-gold)" stroke="var(--wnb-ink)" stroke-width="2" />}
      {share !== null && <path d={`M${x(share)} 20v28`} stroke="var(--wnb-paper)" stroke-width="9" />}
      {share !== null && <path d={`M${x(share)} 20v28`} stroke="var(--wnb-ink)" stroke-width="5" />}
      <path d={`M${x(assumed)} 23l-7 -10h14z`} fill="var(--wnb-ink)" />
      <text x={x(assumed) + (above === 'end' ? -11 : 11)} y="19" text-anchor={above} font-size="11" class="label">
        {word('flickAssumed', language)}
      </text>
    </svg>
  );
}
