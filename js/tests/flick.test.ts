import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'smol-toml';
import { act } from 'preact/test-utils';
import { nearest } from '../src/odds';
import { fly } from '../src/flick/physics';
import { begun, betaAt, betaBelow, dieSide, inCircle, inHand, inRing, judged, laid, onPost, outOfRing, perThing, rateOf, refusal, ring, straight, turned, type Flight, type Thing } from '../src/flick/table';
import { page as shared } from '../src/text';
import type { Throw } from '../src/types';
import { show } from './page';

const file = new URL('../../wrestling_nb/lucha_wars/throws.toml', import.meta.url);
const written = parse(readFileSync(file, 'utf8')).throw as unknown as (Throw & { also?: string })[];
const throws = written.map((each) => {
  const also = typeof each.also === 'string' ? { name: each.also as string, title: each.title, worked: each.worked, failed: each.failed, assumed: 0.1 } : null;
  return { ...each, assumed: 0.5, also } as Throw;
});
const found = (name: string) => throws.find((each) => each.name === name) as Throw;
const start = (each: Throw) => each.turn ?? 0;

/** A throw straight ahead, or a little beside it. */
function flown(each: Throw, strength: number, seed = 1, aside = 0, table = begun(each, start(each)).table): Flight {
  return fly(each, start(each), table, { angle: straight(each, start(each)) + aside, strength }, seed, 0);
}

/** A table that nobody had to throw for. */
function lying(each: Throw, change: (thing: Thing, index: number) => Partial<Thing>, touched = false): Flight {
  const table = [...laid(each, 0), ...inHand(each, 0)].map((thing, index) => ({ ...thing, ...change(thing, index) }));
  return { frames: new Float32Array(), things: table, table, seconds: 1, settled: true, touched };
}
const worked = (each: Throw, flight: Flight) => judged(each, begun(each, 0), flight).worked;

test('the same table, gesture and seed give the same throw, to the last digit; another seed gives another', () => {
  for (const each of throws) {
    const one = flown(each, 0.7, 5, 0.03);
    assert.deepEqual([...flown(each, 0.7, 5, 0.03).frames], [...one.frames], each.name);
    assert.notDeepEqual([...flown(each, 0.7, 6, 0.03).frames], [...one.frames], each.name);
  }
});

test('a throw leaves the table that it was given as it was', () => {
  for (const each of throws) {
    const table = begun(each, start(each)).table;
    const before = structuredClone(table);
    flown(each, 0.9, 1, 0, table);
    assert.deepEqual(table, before, each.name);
  }
});

test('whatever is thrown lies still within three seconds', () => {
  let longest = 0;
  for (const each of throws) {
    for (const strength of [0.05, 0.3, 0.5, 0.7, 0.85, 1]) {
      for (const aside of [-0.2, 0, 0.06]) {
        const flight = flown(each, strength, 3, aside);
        assert.ok(flight.settled, `${each.name} at ${strength} and ${aside} does not come to rest`);
        assert.ok(flight.seconds < 3);
        longest = Math.max(longest, flight.seconds);
      }
    }
  }
  assert.ok(longest > 1, 'a throw takes its time');
});

test('each throw can be made and can be missed', () => {
  for (const each of throws) {
    const outcomes = new Set<boolean>();
    for (let seed = 0; seed < 10 && outcomes.size < 2; seed += 1) {
      for (const strength of [0.1, 0.3, 0.5, 0.6, 0.8, 0.9, 1]) {
        /* To the last throw of the table, where that decides. */
        let attempt = begun(each, start(each));
        for (let over = false; !over; ) {
          const made = judged(each, attempt, flown(each, strength, seed + 10 * attempt.made, 0, attempt.table));
          made.worked.forEach((hit) => outcomes.add(hit));
          ({ attempt, over } = made);
        }
      }
    }
    assert.equal(outcomes.size, 2, `${each.name} always comes to ${[...outcomes]}`);
  }
});

/* ---- the rules of success, those of the ledger ---- */

test('Frying Pan: the standee has to be right out of the ring', () => {
  const pan = found('frying_pan_skill');
  assert.deepEqual(worked(pan, lying(pan, (thing) => (thing.target ? { at: [0, -6.2] } : {}))), [true]);
  assert.deepEqual(worked(pan, lying(pan, (thing) => (thing.target ? { at: [0, -5.2] } : {}))), [false], 'across the edge is not out');
  assert.deepEqual(worked(pan, lying(pan, (thing) => (thing.target ? { lying: true } : {}), true)), [false], 'fallen and in the ring is a failure');
});

test('T-Shirt Launcher: off the turnbuckle, by one of two flicks', () => {
  const shirt = found('tshirt_skill');
  const off = lying(shirt, (thing) => (thing.target ? { at: [-3, 3] } : {}));
  const shoved = lying(shirt, (thing) => (thing.target ? { at: [-4, 4.2] } : {}));
  const first = judged(shirt, begun(shirt, 0), shoved);
  assert.deepEqual([first.worked, first.over], [[false], false]);
  assert.ok(first.attempt.table.every((thing) => !thing.thrown), 'the die goes back to its turnbuckle');
  assert.deepEqual(first.attempt.table[0]?.at, [-4, 4.2], 'the standee stays where the first flick has shoved it');
  assert.equal(judged(shirt, first.attempt, shoved).over, true, 'two flicks, and no third');
  const second = judged(shirt, begun(shirt, 0), off);
  assert.deepEqual([second.worked, second.over], [[true], true], 'after a success there is no second flick');
});

test('Bolas: inside the circle after both flicks, and a die on the line is out', () => {
  const bolas = found('bolas_skill');
  const edge = ring.circle - dieSide / 2;
  const first = judged(bolas, begun(bolas, 0), lying(bolas, () => ({ at: [0, 0] })));
  assert.deepEqual([first.worked, first.over], [[], false], 'nothing is judged before the second flick');
  const both: Flight = { ...lying(bolas, () => ({ at: [0.2, -0.3] })), table: [...first.attempt.table.map((thing) => ({ ...thing, at: [3, 3] as [number, number] })), ...first.attempt.table] };
  assert.deepEqual(judged(bolas, first.attempt, both).worked, [false, true], 'the second may push the first out');
  const mine = inHand(bolas, 0)[0] as Thing;
  assert.equal(inCircle({ ...mine, at: [edge - 0.3, 0] }), true);
  assert.equal(inCircle({ ...mine, at: [edge, 0] }), false);
  assert.deepEqual(judged(bolas, begun(bolas, 0), lying(bolas, () => ({ at: [0, 0] })), true).worked, [], 'a match waits for the second flick too');
});

test('Football Helmet: a touch is enough, if the standee stays upright or not', () => {
  const helmet = found('helmet_skill');
  assert.deepEqual(worked(helmet, lying(helmet, () => ({}), true)), [true]);
  assert.deepEqual(worked(helmet, lying(helmet, () => ({}), false)), [false]);
});

test('Seesaw: the rival out of the ring, and whether the own standee fell', () => {
  const saw = found('seesaw_skill');
  const gone = judged(saw, begun(saw, 0), lying(saw, (thing) => (thing.target ? { at: [0, -6.4], lying: true } : {})));
  assert.deepEqual([gone.worked, gone.also], [[true], false]);
  const fell = judged(saw, begun(saw, 0), lying(saw, (thing) => (thing.kind === 'standee' && !thing.target ? { lying: true } : {})));
  assert.deepEqual([fell.worked, fell.also], [[false], true]);
});

test('Seesaw: the nearer to the free end the die lands, the faster the rival flies off', () => {
  const saw = found('seesaw_skill');
  const reach = (strength: number) => Math.max(...[1, 2, 3, 4].map((seed) => -(flown(saw, strength, seed).table.find((thing) => thing.target)?.at[1] ?? 0)));
  assert.ok(reach(0.6) > 5, 'a throw at the free end launches the rival out');
  assert.equal(reach(0.1), 1.7, 'a die that does not reach the seesaw moves nobody');
});

test('Net: both grapple dice out, each flick counted, the special die left alone', () => {
  const net = found('net_skill');
  const first = judged(net, begun(net, 0), lying(net, (_, index) => (index === 0 ? { at: [2, 0] } : {})));
  assert.deepEqual([first.worked, first.over], [[true], false]);
  const special = judged(net, first.attempt, lying(net, (_, index) => (index < 2 ? { at: [2, 0] } : {})));
  assert.deepEqual(special.worked, [false], 'the Special Attack die does not count');
  const last = judged(net, special.attempt, lying(net, () => ({ at: [2, 0] })));
  assert.deepEqual([last.worked, last.over], [[true], true]);
  assert.equal(judged(net, { ...begun(net, 0), made: 3 }, lying(net, () => ({}))).over, true, 'four flicks');
  const touching = judged(net, begun(net, 0), lying(net, (_, index) => (index === 0 ? { at: [ring.circle - dieSide / 2, 0] } : {})));
  assert.deepEqual(touching.worked, [true], 'a die on the line is out');
});

test('Net: what strikes the lowest die carries the others along, and they fall', () => {
  const net = found('net_skill');
  const flights = [1, 2, 3, 4, 5, 6].map((seed) => flown(net, 1, seed));
  const heights = flights.map((flight) => flight.table.slice(0, 3).map((thing) => thing.height));
  assert.ok(heights.some((row) => row.filter((height) => height === 0).length > 1), `some stack falls: ${JSON.stringify(heights)}`);
  assert.ok(heights.flat().every((height) => height === 0 || Math.abs((height / dieSide) % 1) < 1e-6 || height === ring.postTall));
});

test('dice that stay in: five answers, a die across the edge is out', () => {
  const five = found('stay_skill');
  const spots = [[0, 0], [4.9, 0], [5.6, 0], [-4, 4], [0, 7]] as [number, number][];
  assert.deepEqual(worked(five, lying(five, (_, index) => ({ at: spots[index] as [number, number] }))), [true, false, false, true, false]);
});

test('an aimed Dodge: the marked Hit has to leave the ring or show another face', () => {
  const aim = found('target_skill');
  assert.deepEqual(worked(aim, lying(aim, () => ({}), true)), [false], 'touched is not enough');
  assert.deepEqual(worked(aim, lying(aim, (thing) => (thing.target ? { face: 'Miss' } : {}))), [true]);
  assert.deepEqual(worked(aim, lying(aim, (thing) => (thing.target ? { at: [4.9, 0] } : {}))), [true], 'it touches the table');
});

/* ---- physics ---- */

test('a die keeps no more speed than it was given, and the mat stops it', () => {
  const bolas = found('bolas_skill');
  const { frames } = flown(bolas, 0.6);
  const speeds = Array.from({ length: frames.length / perThing - 2 }, (_, moment) => {
    const at = (frame: number, field: number) => frames[frame * perThing + field] ?? 0;
    return 60 * Math.hypot(at(moment + 1, 0) - at(moment, 0), at(moment + 1, 1) - at(moment, 1));
  });
  assert.ok(Math.max(...speeds) < 0.6 * bolas.hand.fastest * 1.3);
  assert.ok((speeds.at(-1) ?? 1) < 0.01);
});

test('slow things are held by the ropes, fast ones go over them', () => {
  const five = found('stay_skill');
  assert.ok(flown(five, 0.3).table.every(inRing));
  assert.ok(flown(five, 1).table.some(outOfRing));
});

/* ---- gestures that are none ---- */

test('no strength, no number, or past the ring: refused by name', () => {
  const pan = found('frying_pan_skill');
  const ahead = straight(pan, 0);
  assert.equal(refusal(pan, 0, { angle: ahead, strength: 0.5 }), null);
  assert.equal(refusal(pan, 0, { angle: ahead, strength: 0 }), 'noThrow');
  assert.equal(refusal(pan, 0, { angle: Number.NaN, strength: 0.5 }), 'noThrow');
  assert.equal(refusal(pan, 0, { angle: ahead + Math.PI, strength: 0.5 }), 'offRing');
  assert.equal(refusal(pan, 0, { angle: ahead + 1.4, strength: 0.5 }), 'offRing');
  const bolas = found('bolas_skill');
  assert.equal(refusal(bolas, 0, { angle: straight(bolas, 0) + Math.PI, strength: 0.5 }), 'offRing');
});

test('quarter turns bring one turnbuckle to the next, clockwise', () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((turns) => turned([-4.3, 4.3], turns)), [[-4.3, 4.3], [-4.3, -4.3], [4.3, -4.3], [4.3, 4.3], [-4.3, 4.3]]);
  const shirt = found('tshirt_skill');
  for (const quarters of [0, 1, 2, 3]) {
    assert.ok(onPost(laid(shirt, quarters)[0] as Thing) && onPost(inHand(shirt, quarters)[0] as Thing));
  }
});

/* ---- the rate ---- */

const near = (value: number, other: number) => assert.ok(Math.abs(value - other) < 1e-9, `${value} is not ${other}`);

test('the interval is that of the Beta distribution', () => {
  near(betaBelow(0.3, 1, 1), 0.3);
  near(betaBelow(0.8, 12, 1), 0.8 ** 12);
  near(betaBelow(0.4, 2, 2), 3 * 0.4 ** 2 - 2 * 0.4 ** 3);
  near(betaAt(0.025, 5, 1), 0.025 ** (1 / 5));
  near(betaAt(0.5, 40, 40), 0.5);
  const { mean, low, high } = rateOf({ hits: 7, throws: 12 });
  assert.deepEqual([mean.toFixed(4), low.toFixed(2), high.toFixed(2)], ['0.5714', '0.32', '0.81']);
  assert.ok(rateOf({ hits: 5833, throws: 10_000 }).high < 0.6);
});

test('a chart takes the value that is nearest to the rate', () => {
  assert.equal(nearest([0, 0.25, 0.5, 0.75, 1], 0.57), 0.5);
  assert.equal(nearest(['a', 'b'], 0.57), undefined);
});

/* ---- the widget ---- */

const state = { kind: 'flick', id: 'flick', title: 'Throw', throws, counts: {}, seed: 3, live: true };

function withPhysics(): void {
  shared().parts.flick = Promise.resolve({ fly });
}

/** Waits until something holds, as what was fetched is there at some moment and no earlier. */
async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !holds(); round += 1) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }
  assert.ok(holds());
}

test('flick: what was thrown at a real table is counted, sent, said, and taken back', async () => {
  withPhysics();
  const told: unknown[] = [];
  const heard = (event: Event) => told.push((event as CustomEvent).detail);
  document.addEventListener('wnb:rate', heard);
  const flick = await show(state);
  await flick.press('table-hit');
  await flick.press('table-miss');
  assert.deepEqual(flick.kernel.sent.filter((message) => message.type === 'rate').at(-1), { type: 'rate', name: 'frying_pan_skill', hits: 1, throws: 2 });
  assert.match(flick.find('[data-k="said"]').textContent, /^1 of 2: between 9\u00a0% and 91\u00a0%/);
  assert.deepEqual(told.map((detail) => (detail as { name: string; hits: number }).hits), [1, 1]);
  await flick.press('undo');
  assert.match(flick.find('[data-k="said"]').textContent, /^1 of 1/);
  await flick.press('zero');
  await flick.press('undo');
  assert.match(flick.find('.flicksaid').textContent, /Nothing has been thrown/);
  document.removeEventListener('wnb:rate', heard);
  await flick.close();
  assert.equal(flick.kernel.listening, 0);
});

test('flick: keys aim and throw; the ring says the aim; with reduced motion the result is there at once', async () => {
  withPhysics();
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
  const flick = await show(state);
  const surface = flick.find('[data-k="ring"]');
  await flick.key('ArrowRight', surface);
  await flick.key('ArrowUp', surface);
  assert.match(flick.find('.hand .vh').textContent, /aim 2° to the right, strength 54 of 100/);
  const event = await flick.key('Enter', surface);
  assert.equal(event.defaultPrevented, true);
  await until(() => /standee (is|has)/.test(flick.find('.flicksaid').textContent));
  assert.equal(flick.kernel.sent.filter((message) => message.type === 'rate').length, 1);
  for (let turn = 0; turn < 45; turn += 1) {
    await flick.key('ArrowRight', surface);
  }
  await flick.key('Enter', surface);
  assert.match(flick.find('.flicksaid').textContent, /past the ring\. Nothing was counted/);
  assert.equal(flick.kernel.sent.filter((message) => message.type === 'rate').length, 1);
  Reflect.deleteProperty(globalThis, 'matchMedia');
  await flick.close();
});

test('flick: without its physics it says so, and still counts', async () => {
  shared().parts.flick = undefined;
  const flick = await show({ ...state, live: false });
  await until(() => flick.all('.note').some((note) => /could not be fetched/.test(note.textContent)));
  await flick.press('table-hit');
  assert.match(flick.find('[data-k="said"]').textContent, /^1 of 1/);
  await flick.close();
});
