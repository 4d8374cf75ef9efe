/* A throw, worked out by the physics engine planck from the hand's gesture to the moment when everything lies still.

   Planck knows two dimensions, the ring seen from above: masses, blows, friction. Height is one number beside each thing:
   it falls, and two things meet only where they are at the same height. The same table, launch and seed give the same throw. */
import { Body, Box, Contact, Polygon, Vec2, World } from 'planck';
import { dieSide, framesPerSecond, inHand, onPost, ring, seeded, seesaw, standeeSide, type Flight, type Launch, type Thing } from './table';
import type { Throw } from '../types';

const step = 1 / 240;
const stepsPerFrame = 240 / framesPerSecond;
const longest = 3;
const gravity = 34;
/* The mat takes this share of a thing's weight as friction, so a thing loses `gravity * friction` of its speed in a second. */
const friction = 0.36;
const tall = { die: dieSide, standee: 2.2, lying: 0.5, plank: 0 };
const density = { die: 1, standee: 0.62 };
/* Ropes hold what comes slower than this; what is faster goes over or between them. */
const ropesHold = 3.2;
/* What has come this far from the middle has left the table. */
const tableEnds = 12;
const toppleImpulse = 1.1;
const turnImpulse = 4;
const bounce = 0.3;
const faces = ['Hit', 'Hit', 'Hit', 'Miss', 'Miss', 'Dodge'];

interface Post {
  post: true;
}
interface Rope {
  rope: true;
  out: Vec2;
}

class Moving {
  rising = 0;
  below: Moving | null = null;
  over = false;
  /** The turnbuckle it came from does not stop it on its way down. */
  leaving: boolean;
  struckPlank = false;

  constructor(
    public thing: Thing,
    public body: Body,
  ) {
    this.leaving = onPost(thing);
  }

  get tall(): number {
    return this.thing.kind === 'standee' ? (this.thing.lying ? tall.lying : tall.standee) : tall[this.thing.kind];
  }

  get flies(): boolean {
    return this.rising !== 0;
  }

  meets(other: Moving): boolean {
    const [low, high] = [Math.max(this.thing.height, other.thing.height), Math.min(this.thing.height + this.tall, other.thing.height + other.tall)];
    return high - low > 0.05;
  }
}

export function fly(each: Throw, quarters: number, table: Thing[], launch: Launch, seed: number, place: number): Flight {
  return new Scene(each, quarters, table, launch, seeded(seed, place)).run();
}

class Scene {
  private world = new World({ gravity: { x: 0, y: 0 }, allowSleep: false });
  private ground = this.world.createBody();
  private things: Moving[];
  private touched = false;

  constructor(
    each: Throw,
    quarters: number,
    table: Thing[],
    launch: Launch,
    private random: () => number,
  ) {
    this.fence();
    const hand = inHand(each, quarters);
    /* Copies: the table that was handed in is still what it was when the throw is over. */
    const all = [...table, ...hand].map((thing) => ({ ...thing }));
    this.things = all.map((thing) => this.put(thing));
    this.stack();
    this.things.slice(table.length).forEach((moving) => this.launch(moving, each, launch, hand.length > 1));
    this.world.on('begin-contact', (contact) => this.begin(contact));
    this.world.on('pre-solve', (contact) => contact.setEnabled(contact.isEnabled() && this.meet(contact)));
    this.world.on('post-solve', (contact, impulse) => this.strike(contact, Math.max(...impulse.normalImpulses)));
  }

  /* ---- what stands still ---- */

  private fence(): void {
    const { half, post, postReach } = ring;
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      const box = new Box(x ? 0.2 : half, y ? 0.2 : half, new Vec2(x * (half + 0.2), y * (half + 0.2)));
      this.ground.createFixture({ shape: box, restitution: 0.45, userData: { rope: true, out: new Vec2(x, y) } satisfies Rope });
    }
    for (const [x, y] of [[1, 1], [1, -1], [-1, 1], [-1, -1]] as const) {
      const points = [[1, 0], [0, 1], [-1, 0], [0, -1]] as const;
      const diamond = new Polygon(points.map(([a, b]) => new Vec2(x * post + a * postReach, y * post + b * postReach)));
      this.ground.createFixture({ shape: diamond, restitution: 0.3, userData: { post: true } satisfies Post });
    }
  }

  /* ---- what can move ---- */

  private put(thing: Thing): Moving {
    const fixed = thing.kind === 'plank' || thing.on === 'plank';
    const body = this.world.createBody({ type: fixed ? 'static' : 'dynamic', position: { x: thing.at[0], y: thing.at[1] }, angle: thing.angle });
    const moving = new Moving(thing, body);
    if (thing.kind !== 'plank') {
      const half = (thing.kind === 'die' ? dieSide : standeeSide) / 2;
      body.createFixture({ shape: new Box(half, half), density: density[thing.kind], friction: 0.35, restitution: 0.3, userData: moving });
    }
    return moving;
  }

  private stack(): void {
    this.things.forEach((moving, index) => {
      const below = this.things[index - 1];
      if (moving.thing.on === 'die' && below) {
        moving.below = below;
      }
    });
  }

  private launch(moving: Moving, each: Throw, { angle, strength }: Launch, many: boolean): void {
    const { hand } = each;
    /* No hand is steady, and the harder it throws the less. Three draws together are almost a bell curve. */
    const shake = () => (this.random() + this.random() + this.random() - 1.5) * 1.4;
    const direction = angle + shake() * hand.wobble * (0.5 + 0.6 * strength);
    const speed = strength * hand.fastest * (1 + shake() * hand.wobble * (many ? 1.2 : 0.8));
    moving.body.setLinearVelocity({ x: Math.cos(direction) * speed, y: Math.sin(direction) * speed });
    moving.body.setAngularVelocity(shake() * 6);
    moving.rising = hand.rise + (hand.lift ?? 0) * speed;
    moving.over = true;
    moving.leaving = true;
  }

  /* ---- time ---- */

  run(): Flight {
    const frames: number[] = [];
    const before = this.copies();
    const most = longest / step;
    let still = 0;
    let steps = 0;
    this.record(frames);
    while (steps < most && still < 24) {
      this.things.forEach((moving) => this.fall(moving));
      this.world.step(step, 8, 4);
      this.things.forEach((moving) => this.read(moving));
      steps += 1;
      still = this.isStill() ? still + 1 : 0;
      if (steps % stepsPerFrame === 0) {
        this.record(frames);
      }
    }
    this.record(frames);
    return { frames: Float32Array.from(frames), things: before, table: this.copies(), seconds: steps * step, settled: still >= 24, touched: this.touched };
  }

  private copies(): Thing[] {
    return this.things.map(({ thing }) => ({ ...thing }));
  }

  private isStill(): boolean {
    return this.things.every(({ body, flies }) => !flies && body.getLinearVelocity().length() < 0.02 && Math.abs(body.getAngularVelocity()) < 0.05);
  }

  private record(frames: number[]): void {
    for (const { thing } of this.things) {
      frames.push(thing.at[0], thing.at[1], thing.angle, thing.height, thing.lying || thing.tipped ? 1 : 0);
    }
  }

  private read({ thing, body }: Moving): void {
    const { x, y } = body.getPosition();
    thing.at = [x, y];
    thing.angle = body.getAngle();
  }

  /* ---- height ---- */

  /** What is under a thing: the mat, a turnbuckle, the die it was stacked on. */
  private floor(moving: Moving): number {
    const { thing, below } = moving;
    if (below && Math.hypot(thing.at[0] - below.thing.at[0], thing.at[1] - below.thing.at[1]) < dieSide * 0.6) {
      return below.thing.height + below.tall;
    }
    moving.below = null;
    return onPost(thing) && thing.height > ring.postTall - 0.05 ? ring.postTall : 0;
  }

  private fall(moving: Moving): void {
    const { thing, body } = moving;
    if (body.isStatic()) {
      return;
    }
    if (Math.max(Math.abs(thing.at[0]), Math.abs(thing.at[1])) > tableEnds) {
      body.setStatic();
      moving.rising = 0;
      return;
    }
    const floor = this.floor(moving);
    if (thing.height > floor + 1e-6 || moving.rising > 0) {
      moving.rising -= gravity * step;
      thing.height += moving.rising * step;
      if (thing.thrown && moving.rising < 0 && !moving.struckPlank) {
        this.strikePlank(moving);
      }
    }
    if (thing.height <= floor + 1e-6 && moving.rising <= 0) {
      thing.height = floor;
      const landed = -moving.rising;
      moving.rising = landed > 3 ? bounce * landed : 0;
      if (landed > 1) {
        /* A landing costs speed, and the thing turns as it skips. */
        const velocity = body.getLinearVelocity();
        body.setLinearVelocity({ x: velocity.x * 0.82, y: velocity.y * 0.82 });
        body.setAngularVelocity(body.getAngularVelocity() + (this.random() - 0.5) * landed * 0.6);
      }
    }
    if (!onPost(thing)) {
      moving.leaving = moving.leaving && this.besidePost(thing);
    }
    if (Math.max(Math.abs(thing.at[0]), Math.abs(thing.at[1])) < ring.half - 1) {
      moving.over = false;
    }
    if (!moving.flies && thing.height === floor) {
      rub(moving.body, moving.below?.body ?? this.ground, this.weightOn(moving));
    }
  }

  private besidePost({ at: [x, y] }: Thing): boolean {
    return Math.hypot(Math.abs(x) - ring.post, Math.abs(y) - ring.post) < ring.postReach + dieSide;
  }

  /** Its own mass and that of whatever is stacked on it. */
  private weightOn(moving: Moving): number {
    const above = this.things.filter((other) => other.below === moving);
    return moving.body.getMass() + above.reduce((sum, other) => sum + this.weightOn(other), 0);
  }

  /* ---- the seesaw ---- */

  private strikePlank(moving: Moving): void {
    const plank = this.things.find(({ thing }) => thing.kind === 'plank' && !thing.tipped);
    const rider = this.things.find(({ thing }) => thing.on === 'plank');
    if (!plank || !rider) {
      return;
    }
    /* The free end is the one towards the thrower, and it is up. */
    const aside = moving.thing.at[0] - plank.thing.at[0];
    const arm = (moving.thing.at[1] - plank.thing.at[1]) / seesaw.reach;
    const surface = seesaw.middle * (1 + arm);
    if (Math.abs(aside) > seesaw.half + dieSide / 4 || Math.abs(arm) > 1.06 || moving.thing.height > surface) {
      return;
    }
    moving.struckPlank = true;
    const velocity = moving.body.getLinearVelocity();
    const blow = Math.hypot(velocity.length() * 0.5, moving.rising) * moving.body.getMass() * Math.max(0, arm);
    moving.rising = 2.5;
    moving.body.setLinearVelocity({ x: velocity.x * 0.5 + (this.random() - 0.5) * 3, y: velocity.y * 0.35 });
    if (arm > 0) {
      plank.thing.tipped = true;
      this.release(rider, blow);
    }
  }

  /** The rider leaves the seesaw: up and away from its middle. */
  private release(rider: Moving, blow: number): void {
    rider.thing.on = undefined;
    rider.body.setDynamic();
    rider.thing.height = Math.max(rider.thing.height, 0.3);
    rider.rising = blow;
    rider.thing.lying = true;
    const speed = blow * 0.85;
    const aside = (this.random() - 0.5) * 0.5;
    rider.body.setLinearVelocity({ x: Math.sin(aside) * speed, y: -Math.cos(aside) * speed });
    rider.body.setAngularVelocity((this.random() - 0.5) * 10);
  }

  /* ---- meetings ---- */

  private parts(contact: Contact): [Moving | null, Post | Rope | null, Moving | null] {
    const data = [contact.getFixtureA().getUserData(), contact.getFixtureB().getUserData()];
    const moving = data.filter((part): part is Moving => part instanceof Moving);
    const still = data.find((part) => !(part instanceof Moving)) as Post | Rope | undefined;
    return [moving[0] ?? null, still ?? null, moving[1] ?? null];
  }

  /** At the ropes it is decided once whether they hold. */
  private begin(contact: Contact): void {
    const [moving, still] = this.parts(contact);
    if (moving && still && 'rope' in still) {
      const outward = Vec2.dot(moving.body.getLinearVelocity(), still.out);
      const already = Vec2.dot(moving.body.getPosition(), still.out) > ring.half;
      moving.over ||= already || outward > ropesHold || moving.thing.height > ring.ropes;
    }
  }

  private meet(contact: Contact): boolean {
    const [moving, still, other] = this.parts(contact);
    if (!moving) {
      return false;
    }
    if (still && 'rope' in still) {
      return !moving.over;
    }
    if (still) {
      return !moving.leaving && moving.thing.height < ring.postTall - 0.05;
    }
    return other !== null && moving.below !== other && other.below !== moving && moving.meets(other);
  }

  private strike(contact: Contact, impulse: number): void {
    const [first, , second] = this.parts(contact);
    if (!first || !second || !contact.isEnabled() || impulse <= 0) {
      return;
    }
    for (const [struck, by] of [[first, second], [second, first]] as const) {
      if (struck.thing.target && by.thing.thrown) {
        this.touched = true;
      }
      if (struck.thing.kind === 'standee' && impulse > toppleImpulse) {
        struck.thing.lying = true;
      }
      if (struck.thing.kind === 'die' && !struck.thing.thrown && impulse > turnImpulse) {
        struck.thing.face = faces[Math.floor(this.random() * faces.length)];
      }
    }
  }
}

/** Dry friction of one step between a thing and what it lies on: it slows both down to each other's speed, and no further.
    (Planck's friction joint would be made for this, but in version 1.5 it compares its impulse with itself and never lets go.) */
function rub(upper: Body, lower: Body, weight: number): void {
  const sliding = Vec2.sub(upper.getLinearVelocity(), lower.getLinearVelocity());
  const speed = sliding.length();
  const together = 1 / (1 / upper.getMass() + (lower.isStatic() ? 0 : 1 / lower.getMass()));
  const impulse = Math.min(friction * gravity * weight * step, speed * together);
  if (speed > 0) {
    const push = Vec2.mul(sliding, impulse / speed);
    upper.applyLinearImpulse(Vec2.neg(push), upper.getPosition());
    lower.applyLinearImpulse(push, lower.getPosition());
  }
  const turning = upper.getAngularVelocity() - lower.getAngularVelocity();
  /* A square that turns on its place rubs at about a third of its side from the middle. */
  const torque = friction * gravity * weight * step * dieSide * 0.38;
  const halted = Math.min(torque, Math.abs(turning) * upper.getInertia()) * Math.sign(turning);
  upper.applyAngularImpulse(-halted);
}
