/* The ring seen from above: where things lie, where a throw begins, and whether it was a success. Nothing moves here. */
import type { Count, Face, Point, ThingState, Throw } from '../types';

export const ring = { half: 5, circle: 1.6, line: 0.12, post: 4.3, postReach: 0.95, postTall: 1.2, ropes: 2 };
export const dieSide = 0.9;
export const standeeSide = 1.05;
/** How the seesaw lies: half its length, half its width, and the height of the die under its middle. */
export const seesaw = { reach: 2.2, half: 0.5, middle: 0.55 };

export interface Thing extends ThingState {
  angle: number;
  height: number;
  /** Thrown by the hand, now or by an earlier throw of the same attempt. */
  thrown?: boolean;
  /** Driven out of the circle once, which it stays. */
  driven?: boolean;
  /** The seesaw after the die has struck it. */
  tipped?: boolean;
}

/** A throw as the hand gives it: the direction in radians, 0 to the right and turning clockwise, and the strength from 0 to 1. */
export interface Launch {
  angle: number;
  strength: number;
}

/** What came of a throw: how everything moved, sixty times a second, and how it lies in the end. */
export interface Flight {
  /** For each moment and each thing in turn: x, y, angle, height, and 1 once it lies or has tipped. */
  frames: Float32Array;
  /** What moves, as it was before; and how it lies in the end. */
  things: Thing[];
  table: Thing[];
  seconds: number;
  settled: boolean;
  touched: boolean;
}

export const perThing = 5;
export const framesPerSecond = 60;

/** A point after quarter turns of the ring, clockwise. */
export function turned([x, y]: Point, quarters: number): Point {
  return Array.from({ length: ((quarters % 4) + 4) % 4 }).reduce<Point>(([a, b]) => [-b, a], [x, y]);
}

function postHeight(on: ThingState['on']): number {
  return on === 'post' ? ring.postTall : 0;
}

/** The table before the first throw. */
export function laid(each: Throw, quarters: number): Thing[] {
  let level = 0;
  return each.things.map((thing) => {
    level = thing.on === 'die' ? level + 1 : 0;
    const [x, y] = turned(thing.at, quarters);
    /* Who lies on a turnbuckle has the base towards the middle, and the card behind it. */
    const angle = thing.lying ? Math.atan2(y, x) : 0;
    return { ...thing, at: [x, y], angle, height: postHeight(thing.on) + level * dieSide };
  });
}

/** The die, or the dice, in the hand. */
export function inHand(each: Throw, quarters: number): Thing[] {
  const [x, y] = turned(each.hand.from, quarters);
  const count = each.dice ?? 1;
  return Array.from({ length: count }, (_, index) => {
    const [aside, behind] = count === 1 ? [0, 0] : [(index - (count - 1) / 2) * 0.95, index % 2 ? 0.45 : -0.45];
    return { kind: 'die', side: 'own', at: [x + aside, y + behind], angle: 0, height: each.hand.height, face: 'Hit', thrown: true } as Thing;
  });
}

/** From where the hand throws at what: the direction in which the aim begins. */
export function straight(each: Throw, quarters: number): number {
  const [x, y] = turned(each.hand.from, quarters);
  const target = each.things.find((thing) => thing.target);
  const [tx, ty] = target && each.goal !== 'driven' ? turned(target.at, quarters) : [0, 0];
  return Math.atan2(ty - y, tx - x);
}

/** Whether something thrown from a point in a direction comes into the ring at all, and away from the turnbuckle it begins on. */
export function meetsRing([x, y]: Point, angle: number): boolean {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const inside = Math.abs(x) < ring.half && Math.abs(y) < ring.half;
  if (inside) {
    return dx * -x + dy * -y > 0;
  }
  const reach = (from: number, by: number): [number, number] => {
    const ends = [(-ring.half - from) / by, (ring.half - from) / by];
    return [Math.min(...ends), Math.max(...ends)];
  };
  const [first, last] = reach(x, dx || 1e-9);
  const [near, far] = reach(y, dy || 1e-9);
  return Math.max(first, near) < Math.min(last, far) && Math.min(last, far) > 0;
}

export type Refused = 'noThrow' | 'offRing';

/** Why a gesture is no throw, or null. */
export function refusal(each: Throw, quarters: number, launch: Launch): Refused | null {
  if (!Number.isFinite(launch.angle) || !Number.isFinite(launch.strength) || launch.strength <= 0) {
    return 'noThrow';
  }
  return meetsRing(turned(each.hand.from, quarters), launch.angle) ? null : 'offRing';
}

/* ---- a success ---- */

function corners({ at: [x, y], angle, kind }: Thing): Point[] {
  const half = (kind === 'die' ? dieSide : standeeSide) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([a = 0, b = 0]) => [x + half * (a * cos - b * sin), y + half * (a * sin + b * cos)]);
}

const beyond = ([x, y]: Point) => Math.max(Math.abs(x), Math.abs(y)) > ring.half;

/** Inside the circle, its line untouched. */
export function inCircle(thing: Thing): boolean {
  return corners(thing).every(([x, y]) => Math.hypot(x, y) < ring.circle - ring.line / 2);
}

/** Inside the ring, the table around it untouched. */
export function inRing(thing: Thing): boolean {
  return !corners(thing).some(beyond);
}

export function outOfRing(thing: Thing): boolean {
  return corners(thing).every(beyond);
}

export function onPost({ at: [x, y] }: Thing): boolean {
  return Math.abs(Math.abs(x) - ring.post) + Math.abs(Math.abs(y) - ring.post) < ring.postReach;
}

const showsHit = (face: Face | undefined) => face === 'Hit';

/** Throws at one set-up: how the table lies now, what was thrown, and what came of it. */
export interface Attempt {
  table: Thing[];
  made: number;
  worked: number;
}

export function begun(each: Throw, quarters: number): Attempt {
  return { table: laid(each, quarters), made: 0, worked: 0 };
}

export interface Outcome {
  /** One answer for each throw that is decided now; none while a later throw may still change it. */
  worked: boolean[];
  also: boolean | null;
  attempt: Attempt;
  /** The next throw begins on a fresh table. */
  over: boolean;
}

/** Reads the table after a throw by the rule of its set-up. `atOnce` goes on after the last success, as long as a match asks for throws. */
export function judged(each: Throw, attempt: Attempt, flight: Flight, atOnce = false): Outcome {
  const made = attempt.made + 1;
  const table = flight.table.map((thing) => (each.goal === 'driven' && thing.target ? { ...thing, driven: thing.driven || !inCircle(thing) } : thing));
  const target = table.find((thing) => thing.target);
  const mine = table.filter((thing) => thing.thrown);
  const last = made >= (each.flicks ?? 1);
  let worked: boolean[] = [];
  let over = last;
  if (each.goal === 'in ring') {
    worked = mine.map(inRing);
  } else if (each.goal === 'in circle') {
    /* The second die may push the first one out or in, so they are read together. */
    worked = last ? mine.map(inCircle) : [];
  } else if (each.goal === 'driven') {
    const out = table.filter((thing) => thing.driven).length;
    worked = [out > attempt.worked];
    over = last || (!atOnce && out === table.filter((thing) => thing.target).length);
  } else {
    worked = [Boolean(target) && reached(each, target as Thing, flight)];
    over = last || worked[0] === true;
  }
  const now = attempt.worked + worked.filter(Boolean).length;
  const kept = each.stays ? table : each.goal === 'off post' ? table.filter((thing) => !thing.thrown) : table;
  const own = table.find((thing) => thing.kind === 'standee' && thing.side === 'own');
  return { worked, also: each.also ? Boolean(own?.lying) : null, attempt: { table: kept, made, worked: now }, over };
}

function reached(each: Throw, target: Thing, flight: Flight): boolean {
  switch (each.goal) {
    case 'out':
      return outOfRing(target);
    case 'off post':
      return !onPost(target);
    case 'touched':
      return flight.touched;
    case 'no hit':
      return !inRing(target) || !showsHit(target.face);
    default:
      throw new Error(`Nobody knows when "${each.goal}" is reached.`);
  }
}

/* ---- chance, from a seed ---- */

/** Numbers from 0 to 1, always the same ones for a seed and a place in the row. */
export function seeded(seed: number, place: number): () => number {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35)) >>> 0;
  return () => {
    /* mulberry32, by Tommy Ettinger, in the public domain */
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/* ---- the rate, from what was counted ---- */

export interface Rate {
  mean: number;
  low: number;
  high: number;
}

/** The chance that a number of the distribution Beta(a, b) is below x, for whole a and b: a tail of the binomial one. */
export function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) {
    return x <= 0 ? 0 : 1;
  }
  const all = a + b - 1;
  const odds = Math.log(x) - Math.log1p(-x);
  let term = all * Math.log1p(-x);
  let sum = a === 0 ? Math.exp(term) : 0;
  for (let hits = 1; hits <= all; hits += 1) {
    term += Math.log((all - hits + 1) / hits) + odds;
    sum += hits >= a ? Math.exp(term) : 0;
  }
  return Math.min(1, sum);
}

/** Where the chance of being below reaches a share. */
export function betaAt(share: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (betaBelow(middle, a, b) < share) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

/** What the throws say of the hand: the mean and the interval of 95 % when every rate was equally likely before. */
export function rateOf({ hits, throws }: Count): Rate {
  const [a, b] = [hits + 1, throws - hits + 1];
  return { mean: a / (a + b), low: betaAt(0.025, a, b), high: betaAt(0.975, a, b) };
}
