/* The ring seen from above: the die is pulled back and let go, pushed off, or aimed by keys; then the throw is shown. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { burst, cornerColour, cornerTint, FaceMark, Mark } from '../draw';
import { useDesk, useName } from '../parts';
import { formatNumber, tell, word, type Language, type Word } from '../text';
import type { Corner, Throw } from '../types';
import { dieSide, framesPerSecond, inHand, perThing, refusal, ring, seesaw, standeeSide, straight, type Flight, type Launch, type Thing } from './table';

/* A pull of this length is the full strength, and so is a push at this many lengths a second. */
const fullPull = 2.6;
const fullPush = 42;
const grip = 1.5;
const finest = Math.PI / 360;

/** What is seen: the ring, and below it room to pull back a hand that throws from outside. */
function viewOf(hand: Thing[]): { x: number; y: number; width: number; height: number } {
  const outside = hand.some((die) => die.at[1] > ring.half);
  return outside ? { x: -6.5, y: -6.6, width: 13, height: 15.7 } : { x: -6.5, y: -6.5, width: 13, height: 13 };
}

interface PadProps {
  each: Throw;
  quarters: number;
  table: Thing[];
  own: Corner;
  /** The throw that is being shown, if any. */
  flight: Flight | null;
  /** Another number for each table and each throw: what was moved by hand is then drawn anew. */
  serial: number;
  launch(launch: Launch): void;
  refuse(why: Word): void;
  landed(): void;
  /** Asked for the next table, when somebody takes the die while the last throw is still seen. */
  clear(): void;
  /** Whether nothing can be thrown now. */
  busy: boolean;
  /** Where the aim is kept, so that a button beside the ring can throw too. */
  aim: RefObject<Launch>;
}

interface Drag {
  pointer: number;
  from: [number, number];
  moves: { x: number; y: number; at: number }[];
  launch: Launch | null;
  pulled: boolean;
}

export function Pad({ each, quarters, table, own, flight, serial, launch, refuse, landed, clear, busy, aim }: PadProps) {
  const { language, safely } = useDesk();
  const surface = useRef<SVGSVGElement>(null);
  /* Read and written at once: a quick stroke is over before anything is drawn anew. */
  const held = useRef<Drag | null>(null);
  const [spoken, setSpoken] = useState('');
  const [, redraw] = useState(0);
  const hold = (next: Drag | null) => {
    held.current = next;
    redraw((count) => count + 1);
  };
  const help = useName();
  const hand = inHand(each, quarters);
  const [handX, handY] = [hand.reduce((sum, die) => sum + die.at[0], 0) / hand.length, hand.reduce((sum, die) => sum + die.at[1], 0) / hand.length];
  const view = viewOf(hand);
  const shown = flight ? flight.things : [...table, ...hand];
  const phase = usePlayback(surface, flight, landed);
  const playing = phase === 'flying';

  const place = (event: PointerEvent): [number, number] => {
    const box = (surface.current as SVGSVGElement).getBoundingClientRect();
    return [view.x + ((event.clientX - box.left) / box.width) * view.width, view.y + ((event.clientY - box.top) / box.height) * view.height];
  };
  const attempt = (thrown: Launch) => {
    const why = refusal(each, quarters, thrown);
    if (why) {
      refuse(why);
      return;
    }
    aim.current = { ...thrown, strength: Math.min(1, thrown.strength) };
    launch(aim.current);
  };

  const press = (event: PointerEvent) => {
    if (busy || playing || event.button !== 0) {
      return;
    }
    const [x, y] = place(event);
    if (Math.hypot(x - handX, y - handY) > grip + (hand.length - 1) * 0.4) {
      refuse('grabDie');
      return;
    }
    if (phase === 'landed') {
      clear();
    }
    surface.current?.setPointerCapture?.(event.pointerId);
    hold({ pointer: event.pointerId, from: [x, y], moves: [{ x, y, at: event.timeStamp }], launch: null, pulled: true });
  };
  const follow = (event: PointerEvent): Drag | null => {
    const drag = held.current;
    if (!drag || event.pointerId !== drag.pointer) {
      return null;
    }
    const [x, y] = place(event);
    return dragged({ ...drag, moves: [...drag.moves, { x, y, at: event.timeStamp }] }, [handX, handY]);
  };
  const move = (event: PointerEvent) => {
    const now = follow(event);
    if (now) {
      hold(now);
    }
  };
  const release = (event: PointerEvent) => {
    const now = follow(event);
    if (now) {
      hold(null);
      attempt(now.launch ?? { angle: 0, strength: 0 });
    }
  };

  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { angle, strength } = aim.current;
    const [turn, push] = event.shiftKey ? [finest, 0.01] : [4 * finest, 0.04];
    const turns: Record<string, Launch> = {
      ArrowLeft: { angle: angle - turn, strength },
      ArrowRight: { angle: angle + turn, strength },
      ArrowUp: { angle, strength: Math.min(1, strength + push) },
      ArrowDown: { angle, strength: Math.max(0.04, strength - push) },
      Home: { angle: straight(each, quarters), strength: 0.5 },
    };
    const next = Object.hasOwn(turns, event.key) ? turns[event.key] : undefined;
    if (!next && event.key !== 'Enter' && event.key !== ' ') {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (busy || playing) {
      return;
    }
    if (next) {
      aim.current = next;
      setSpoken(aimInWords(next, straight(each, quarters), language));
      redraw((count) => count + 1);
    } else if (!event.repeat) {
      attempt(aim.current);
    }
  };

  const drag = held.current;
  const aimed = drag?.launch ?? aim.current;
  const showsAim = !flight && !busy && (!drag || drag.launch !== null);
  return (
    <>
      <svg
        ref={surface}
        class="flickring"
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        tabindex={0}
        role="application"
        aria-label={word('flickRing', language, { does: tell(each.does, language), help: word('flickHelp', language) })}
        aria-describedby={help}
        data-k="ring"
        data-state={drag ? 'aiming' : phase}
        onPointerDown={safely(press)}
        onPointerMove={safely(move)}
        onPointerUp={safely(release)}
        onPointerCancel={safely(() => hold(null))}
        onKeyDown={safely(keys)}
      >
        <Ground />
        {showsAim && <Aim from={[handX, handY]} aim={aimed} pulled={drag === null || drag.pulled} />}
        {shown.map((thing, index) => (
          <Piece key={`${serial}-${index}`} thing={thing} own={own} language={language} />
        ))}
        {/* A finger on the die throws, everywhere else it moves the page. (Inside a picture touch-action is not heard.) */}
        {!flight && <circle class="grip" cx={handX} cy={handY} r={grip + (hand.length - 1) * 0.4} fill="transparent" onTouchStart={(event) => event.preventDefault()} />}
      </svg>
      <span class="vh" id={help} role="status">
        {spoken}
      </span>
    </>
  );
}

/** A gesture as it stands: back from the middle is a pull, whose length counts; towards it a push, whose speed counts. */
function dragged(drag: Drag, [handX, handY]: [number, number]): Drag {
  const last = drag.moves.at(-1);
  if (!last) {
    return drag;
  }
  const [dx, dy] = [last.x - drag.from[0], last.y - drag.from[1]];
  const length = Math.hypot(dx, dy);
  const pulled = dx * handX + dy * handY > 0;
  if (length < 0.2) {
    return { ...drag, pulled, launch: null };
  }
  if (pulled) {
    return { ...drag, pulled, launch: { angle: Math.atan2(-dy, -dx), strength: Math.min(1, length / fullPull) } };
  }
  const before = drag.moves.findLast((move) => last.at - move.at > 80) ?? drag.moves[0];
  const seconds = Math.max(0.008, (last.at - (before?.at ?? last.at)) / 1000);
  const speed = Math.hypot(last.x - (before?.x ?? last.x), last.y - (before?.y ?? last.y)) / seconds;
  const strength = Math.min(1, speed / fullPush);
  return { ...drag, pulled, launch: strength < 0.03 ? null : { angle: Math.atan2(dy, dx), strength } };
}

export function aimInWords({ angle, strength }: Launch, ahead: number, language: Language): string {
  const turn = Math.round(((((angle - ahead) * 180) / Math.PI + 540) % 360) - 180);
  const degrees = formatNumber(Math.abs(turn), language, 0);
  const direction = turn === 0 ? word('flickStraight', language) : word(turn < 0 ? 'flickLeft' : 'flickRight', language, { degrees });
  return word('flickAim', language, { angle: direction, strength: Math.round(strength * 100) });
}

/* ---- what moves ---- */

function still(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Shows a throw, frame by frame; where nothing should move, its end alone. */
function usePlayback(surface: RefObject<SVGSVGElement | null>, flight: Flight | null, landed: () => void): 'rest' | 'flying' | 'landed' {
  const [over, setOver] = useState<Flight | null>(null);
  const latest = useRef(landed);
  latest.current = landed;
  useLayoutEffect(() => {
    const element = surface.current;
    if (!flight || !element) {
      return;
    }
    const pieces = [...element.querySelectorAll<SVGGElement>('.piece')].map(partsOf);
    const width = perThing * flight.things.length;
    const last = flight.frames.length / width - 1;
    const show = (moment: number) => {
      const first = Math.min(last, Math.floor(moment));
      const next = Math.min(last, first + 1);
      const between = Math.min(1, moment - first);
      pieces.forEach((piece, index) => {
        const at = (field: number) => {
          const start = flight.frames[first * width + index * perThing + field] ?? 0;
          const end = flight.frames[next * width + index * perThing + field] ?? start;
          return field < 4 ? start + (end - start) * between : start;
        };
        put(piece, at(0), at(1), at(2), at(3), at(4) === 1);
      });
    };
    if (still() || last < 1) {
      show(last);
      setOver(flight);
      latest.current();
      return;
    }
    let frame = 0;
    let begun = 0;
    const tick = (now: number) => {
      begun ||= now;
      const moment = ((now - begun) / 1000) * framesPerSecond;
      show(Math.min(last, moment));
      if (moment < last) {
        frame = requestAnimationFrame(tick);
      } else {
        setOver(flight);
        latest.current();
      }
    };
    show(0);
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [flight]);
  return !flight ? 'rest' : over === flight ? 'landed' : 'flying';
}

interface Parts {
  body: SVGGElement;
  turning: SVGGElement[];
  shadow: SVGElement | null;
}

function partsOf(body: SVGGElement): Parts {
  return { body: body.querySelector('.lifted') as SVGGElement, turning: [...body.querySelectorAll<SVGGElement>('.turning')], shadow: body.querySelector('.shadow') };
}

/* What is higher is nearer to the eye: a little larger, a little up the picture, and away from its shadow. */
function put({ body, turning, shadow }: Parts, x: number, y: number, angle: number, height: number, lies: boolean): void {
  body.setAttribute('transform', lifted(x, y, height));
  turning.forEach((part) => part.setAttribute('transform', `rotate(${((angle * 180) / Math.PI).toFixed(1)})`));
  shadow?.setAttribute('transform', `translate(${x.toFixed(3)} ${y.toFixed(3)})`);
  body.classList.toggle('lies', lies);
}

function lifted(x: number, y: number, height: number): string {
  return `translate(${x.toFixed(3)} ${(y - height * 0.28).toFixed(3)}) scale(${(1 + height * 0.07).toFixed(3)})`;
}

/* ---- drawing ---- */

function Ground() {
  const { half, circle, line, post, postReach } = ring;
  return (
    <g aria-hidden="true">
      <rect x={-half} y={-half} width={2 * half} height={2 * half} fill="var(--wnb-canvas)" stroke="var(--wnb-ink)" stroke-width="0.14" />
      {[0.32, 0.54, 0.76].map((inset) => (
        <rect key={inset} x={inset - half} y={inset - half} width={2 * (half - inset)} height={2 * (half - inset)} fill="none" stroke="var(--wnb-line-2)" stroke-width="0.04" />
      ))}
      <circle r={circle} fill="none" stroke="var(--wnb-line-2)" stroke-width={line} />
      {[0, 90, 180, 270].map((turn) => (
        <path key={turn} transform={`rotate(${turn})`} d={`M${post + postReach} ${post}L${post} ${post + postReach}L${post - postReach} ${post}L${post} ${post - postReach}z`} fill="var(--wnb-mat-2)" stroke="var(--wnb-ink)" stroke-width="0.09" />
      ))}
    </g>
  );
}

function Aim({ from: [x, y], aim: { angle, strength }, pulled }: { from: [number, number]; aim: Launch; pulled: boolean }) {
  const reach = 1.1 + 4.4 * strength;
  const band = 0.75 + 1.9 * strength;
  return (
    <g transform={`translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`} aria-hidden="true" class="aim">
      {pulled && <path d={`M-0.75 0H${-band}`} stroke="var(--wnb-gold)" stroke-width="0.36" />}
      {pulled && <path d="M-0.75 0H-2.65" stroke="var(--wnb-ink)" stroke-width="0.04" stroke-dasharray="0.06 0.12" />}
      <path d={`M0.6 0H${reach}`} stroke="var(--wnb-ink)" stroke-width="0.08" stroke-dasharray="0.08 0.22" stroke-linecap="round" />
      <path d={`M${reach} -0.2L${reach + 0.42} 0L${reach} 0.2z`} fill="var(--wnb-ink)" />
    </g>
  );
}

function Piece({ thing, own, language }: { thing: Thing; own: Corner; language: Language }) {
  const corner: Corner = thing.side === 'own' ? own : own === 'r' ? 'b' : 'r';
  const [x, y] = thing.at;
  const turning = `rotate(${(thing.angle * 180) / Math.PI})`;
  const lies = Boolean(thing.lying || thing.tipped);
  return (
    <g class={`piece ${thing.kind}`}>
      {thing.kind !== 'plank' && <ellipse class="shadow" transform={`translate(${x} ${y})`} cy="0.14" rx="0.52" ry="0.44" fill="var(--wnb-die-ink)" opacity="0.16" />}
      <g class={`lifted${lies ? ' lies' : ''}`} transform={lifted(x, y, thing.height)}>
        {thing.kind === 'plank' ? <Plank /> : thing.kind === 'die' ? <DieFromAbove thing={thing} corner={corner} turning={turning} /> : <Standee thing={thing} corner={corner} turning={turning} language={language} />}
      </g>
    </g>
  );
}

function DieFromAbove({ thing, corner, turning }: { thing: Thing; corner: Corner; turning: string }) {
  const half = dieSide / 2;
  const square = { x: -half, y: -half, width: dieSide, height: dieSide, rx: 0.17, stroke: 'var(--wnb-die-ink)', 'stroke-width': 0.07 };
  const marked = thing.target && thing.face === 'Hit';
  return (
    <>
      {marked && <circle r="0.86" fill="none" stroke="var(--wnb-ink)" stroke-width="0.07" stroke-dasharray="0.16 0.12" />}
      <g transform="translate(0 0.12)">
        <g class="turning" transform={turning}>
          <rect {...square} fill={cornerColour(corner)} />
        </g>
      </g>
      <g class="turning" transform={turning}>
        <rect {...square} fill="var(--wnb-die)" />
        {thing.face === 'special' ? (
          <polygon points={burst(0, 0.02, 0.3, 0.13, 5)} fill="var(--wnb-die-ink)" />
        ) : (
          <g transform={`scale(${dieSide / 66}) translate(-32 -32)`}>
            <FaceMark face={thing.face ?? '?'} />
          </g>
        )}
      </g>
    </>
  );
}

function Standee({ thing, corner, turning, language }: { thing: Thing; corner: Corner; turning: string; language: Language }) {
  const half = standeeSide / 2;
  return (
    <>
      <g class="turning" transform={turning}>
        {/* The card stands on edge, and is seen in full once it lies. */}
        <rect class="card" x="0" y={-half * 0.8} width="1.7" height={half * 1.6} fill={cornerTint(corner)} stroke="var(--wnb-ink)" stroke-width="0.06" />
        <rect x={-half} y={-half} width={standeeSide} height={standeeSide} fill={cornerColour(corner)} stroke="var(--wnb-ink)" stroke-width="0.08" />
        <path d={`M0 ${-half * 0.8}V${half * 0.8}`} stroke="var(--wnb-on-corner)" stroke-width="0.12" />
        <Mark corner={corner} x={-0.28} y={0} radius={0.14} fill="var(--wnb-on-corner)" stroke="none" width={0} />
      </g>
      <text y="-0.72" text-anchor="middle" font-size="0.42" font-weight="700" class="label">
        {word(thing.side === 'own' ? 'flickYou' : 'flickRival', language)}
      </text>
    </>
  );
}

function Plank() {
  const { reach, half } = seesaw;
  return (
    <>
      <rect x={-half * 0.9} y={-half * 0.9} width={half * 1.8} height={half * 1.8} fill="var(--wnb-die)" stroke="var(--wnb-die-ink)" stroke-width="0.06" rx="0.14" />
      <rect x={-half} y={-reach} width={2 * half} height={2 * reach} fill="var(--wnb-paper)" stroke="var(--wnb-ink)" stroke-width="0.08" />
      <path d={`M${-half} 0H${half}`} stroke="var(--wnb-ink)" stroke-width="0.1" />
      {/* The end that is up carries a mark. */}
      <path class="up" d={`M${-half * 0.5} ${reach - 0.5}H${half * 0.5}M${-half * 0.5} ${reach - 0.3}H${half * 0.5}`} stroke="var(--wnb-ink)" stroke-width="0.07" />
      <path class="down" d={`M${-half * 0.5} ${0.5 - reach}H${half * 0.5}M${-half * 0.5} ${0.3 - reach}H${half * 0.5}`} stroke="var(--wnb-ink)" stroke-width="0.07" />
    </>
  );
}
