/* What lies on the table: marks, dice, meters, tracks and tokens. Pure components; nothing here knows a rule. */
import type { ComponentChildren, JSX } from 'preact';
import { formatNumber, tell, word, type Language, type Word } from './text';
import type { Corner, DieState, MeterPart, TokensPart, TrackPart } from './types';

/* ---- marks ---- */

export function burst(x: number, y: number, outer: number, inner: number, count = 8): string {
  const points: string[] = [];
  for (let index = 0; index < count * 2; index += 1) {
    const angle = (Math.PI * index) / count - Math.PI / 2;
    const radius = index % 2 ? inner : outer;
    points.push(`${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`);
  }
  return points.join(' ');
}

const pips: Record<string, number[]> = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

const glyphs: Record<string, JSX.Element> = {
  start: <circle cx="15" cy="15" r="4" />,
  weapon: <path d="M6 24L18 12M15 6a8 8 0 1 1 9 9z" fill="none" stroke="currentColor" stroke-width="3.4" />,
  signature: <polygon points={burst(15, 15.5, 13, 5.4, 5)} />,
  combo: <path d="M4 19h5v7H4zM12.5 12h5v14h-5zM21 4h5v22h-5z" />,
  pin: <path d="M3 22h24v4H3zM7 18a8 8 0 0 1 16 0z" />,
  ladder: <path d="M9 2v26M21 2v26M9 8h12M9 15h12M9 22h12" fill="none" stroke="currentColor" stroke-width="3" />,
  leave: <path d="M5 15h20" stroke="currentColor" stroke-width="4" />,
  block: <path d="M4 6h22v9c0 7-6 10-11 13C10 25 4 22 4 15z" />,
  cards: <path d="M4 8h12v18H4zM19 4l8 3-6 17" fill="none" stroke="currentColor" stroke-width="3" />,
  taunt: <path d="M3 11h6l13-7v22L9 19H3zM25 11v8" stroke="currentColor" stroke-width="2" />,
  recover: <path d="M11 3h8v8h8v8h-8v8h-8v-8H3v-8h8z" />,
  minus: <path d="M15 3a12 12 0 1 0 .1 0zM8 15h14" fill="none" stroke="currentColor" stroke-width="3.4" />,
  turn: <path d="M6 18a9 9 0 1 1 4 7M6 18l-4-6M6 18l7-3" fill="none" stroke="currentColor" stroke-width="3.2" />,
};
/* An icon this version does not know is shown as a plain ring, so that its place and its label stay. */
const otherGlyph = <circle cx="15" cy="15" r="8" fill="none" stroke="currentColor" stroke-width="3" />;

export function glyph(name: string): JSX.Element {
  return Object.hasOwn(glyphs, name) ? (glyphs[name] ?? otherGlyph) : otherGlyph;
}

export function Icon({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 30 30" fill="currentColor" aria-hidden="true">
      {glyph(name)}
    </svg>
  );
}

const colours: Record<Corner, string> = { r: 'red', b: 'blue', p: 'plum' };

/** A corner as it came: one that this version does not know is the first. */
export function cornerOf(corner: Corner): Corner {
  return Object.hasOwn(colours, corner) ? corner : 'r';
}

export function cornerColour(corner: Corner | null | undefined): string {
  return corner ? `var(--wnb-${colours[corner]}-solid)` : 'var(--wnb-gold)';
}

export function cornerTint(corner: Corner): string {
  return `var(--wnb-${colours[corner]}-tint)`;
}

interface MarkProps {
  corner: Corner | null | undefined;
  x: number;
  y: number;
  radius: number;
  fill: string;
  stroke: string;
  width: number;
}

/** The corner's mark: red is always round, blue always square, the third corner a triangle. */
export function Mark({ corner, x, y, radius, fill, stroke, width }: MarkProps) {
  if (corner === 'b') {
    const half = radius * 0.9;
    return <rect x={x - half} y={y - half} width={2 * half} height={2 * half} fill={fill} stroke={stroke} stroke-width={width} />;
  }
  if (corner === 'p') {
    const [top, base, half] = [y - radius * 1.32, y + radius * 0.86, radius * 1.26];
    return <path d={`M${x} ${top}L${x + half} ${base}H${x - half}Z`} fill={fill} stroke={stroke} stroke-width={width} stroke-linejoin="round" />;
  }
  return <circle cx={x} cy={y} r={radius} fill={fill} stroke={stroke} stroke-width={width} />;
}

const cornerWords: Record<Corner, Word> = { r: 'redCorner', b: 'blueCorner', p: 'thirdCorner' };

export function CornerName({ corner, language, children }: { corner: Corner; language: Language; children: ComponentChildren }) {
  return (
    <span class={`corner ${cornerOf(corner)}`}>
      <span class="vh">{`${word(cornerWords[cornerOf(corner)], language)} `}</span>
      <span>{children}</span>
    </span>
  );
}

/* ---- dice ---- */

const faceWords: Record<string, Word> = {
  Hit: 'faceHit',
  Miss: 'faceMiss',
  Dodge: 'faceDodge',
  Out: 'faceOut',
  '?': 'faceUnknown',
};

export function faceName(face: string, language: Language): string {
  const name = Object.hasOwn(faceWords, face) ? faceWords[face] : undefined;
  return name ? word(name, language) : face.replace(/^d(?=\d)/, '');
}

/** What one side of a die shows, drawn in a square of 64. */
export function FaceMark({ face }: { face: string }) {
  if (face === 'Hit') {
    return <polygon points={burst(32, 32, 22, 11)} fill="var(--wnb-die-ink)" />;
  }
  if (face === 'Miss') {
    return <circle cx="32" cy="32" r="5" fill="none" stroke="var(--wnb-die-ink-2)" stroke-width="2" />;
  }
  if (face === 'Dodge') {
    const arrow = 'M14 44C14 24 26 18 40 18M33 8l11 10-11 10';
    return <path d={arrow} fill="none" stroke="var(--wnb-die-ink)" stroke-width="6" stroke-linecap="square" />;
  }
  if (face === 'Out') {
    return <path d="M18 46L46 18M30 18h16v16" fill="none" stroke="var(--wnb-die-ink-2)" stroke-width="4" />;
  }
  const places = Object.hasOwn(pips, face) ? pips[face] : undefined;
  if (places) {
    return (
      <g fill="var(--wnb-die-ink)">
        {places.map((place) => (
          <circle key={place} cx={15 + 17 * (place % 3)} cy={15 + 17 * Math.floor(place / 3)} r="5.5" />
        ))}
      </g>
    );
  }
  const unrolled = face === '?';
  const shown = face.replace(/^d(?=\d)/, '').slice(0, 3);
  const size = shown.length > 2 ? 26 : shown.length > 1 ? 36 : 44;
  return (
    <text class="d" x="32" y={32 + size * 0.36} text-anchor="middle" font-size={size} style={{ fill: unrolled ? 'var(--wnb-die-ink-2)' : 'var(--wnb-die-ink)' }}>
      {shown}
    </text>
  );
}

interface DieProps {
  die: DieState;
  corner: Corner | null | undefined;
  language: Language;
  size?: 'big' | 'sm' | '';
  rolling?: boolean;
  /** Small dice keep their word for the ear alone. */
  quiet?: boolean;
}

export function Die({ die, corner, language, size = '', rolling = false, quiet = false }: DieProps) {
  const names = ['die', size, die.faded ? 'off' : '', rolling ? 'rolling' : ''].filter(Boolean).join(' ');
  const dashes = die.face === 'Out' || die.face === '?' ? '6 4' : undefined;
  const label = faceName(die.face, language);
  return (
    <span class={names}>
      <svg viewBox="0 0 64 72" aria-hidden="true">
        <rect x="2" y="9" width="60" height="60" rx="11" fill={cornerColour(corner)} stroke="var(--wnb-die-ink)" stroke-width="2.5" />
        <rect class="face" x="2" y="2" width="60" height="60" rx="11" fill="var(--wnb-die)" stroke="var(--wnb-die-ink)" stroke-width="2.5" stroke-dasharray={dashes} />
        <FaceMark face={die.face} />
      </svg>
      <span class={quiet ? 'vh' : ''}>{label}</span>
      <span class="vh"> </span>
    </span>
  );
}

/* ---- meter ---- */

const meterWidth = 323;

/** Numbered spaces, 0 on the left. Zones are brackets of a weight, never hues; what was just lost is gold. */
export function Meter({ part, corner, was, language }: { part: MeterPart; corner: Corner; was?: number | null; language: Language }) {
  const { value, max } = part;
  const zones = part.zones ?? [];
  const spaces = max + 1;
  const width = meterWidth / spaces;
  const lost = was !== null && was !== undefined && was > value ? was : null;
  const name = tell(part.label, language);
  const cells: JSX.Element[] = [];
  /* A very long meter is a plain bar: spaces narrower than a line could not be told apart. */
  if (spaces <= 60) {
    for (let space = 0; space < spaces; space += 1) {
      const full = space > 0 && space <= value;
      const gone = lost !== null && space > value && space <= lost;
      const fill = full ? cornerColour(corner) : gone ? 'var(--wnb-gold)' : 'var(--wnb-paper)';
      const stroke = full ? 'none' : gone ? 'var(--wnb-ink)' : 'var(--wnb-line-2)';
      cells.push(<rect key={space} class={gone ? 'lost' : undefined} x={space * width + 1} y="14" width={Math.max(1, width - 2)} height="17" fill={fill} stroke={stroke} />);
    }
  } else {
    const end = (space: number) => (space + 1) * width - 1;
    cells.push(<rect key="all" x="1" y="14" width={meterWidth - 2} height="17" fill="var(--wnb-paper)" stroke="var(--wnb-line-2)" />);
    if (lost !== null) {
      cells.push(<rect key="lost" class="lost" x="1" y="14" width={end(lost) - 1} height="17" fill="var(--wnb-gold)" stroke="var(--wnb-ink)" />);
    }
    cells.push(<rect key="full" x="1" y="14" width={Math.max(0, end(value) - 1)} height="17" fill={cornerColour(corner)} />);
  }
  const x = Math.min(meterWidth - 6, Math.max(6, value * width + width / 2));
  const bottom = 38 + zones.length * 14;
  const label = [
    `${name} ${word('of', language, { value, max })}`,
    ...zones.map((zone) => word('zone', language, { label: tell(zone.label, language), to: zone.to })),
    lost === null ? '' : word('was', language, { was: lost }),
  ].join('');
  return (
    <svg class="meter" viewBox={`-10 6 ${meterWidth + 20} ${bottom - 6}`} role="img" aria-label={label}>
      {cells}
      {zones.map((zone, index) => {
        const y = 44 + index * 14;
        const end = (zone.to + 1) * width - 2;
        const text = `${tell(zone.label, language)} ≤ ${formatNumber(zone.to, language)}`;
        /* The label stands behind its bracket while there is room, else on the bracket itself. */
        const late = end > meterWidth - 80;
        return (
          <g key={index}>
            <path d={`M${width + 2} ${y - 4}V${y}H${end}V${y - 4}`} fill="none" stroke="var(--wnb-ink)" stroke-width={index ? 1.5 : 4} />
            <text class={late ? 'halo' : undefined} x={late ? (width + end) / 2 : end + 7} y={y + 4} font-size="11.5" text-anchor={late ? 'middle' : 'start'}>
              {text}
            </text>
          </g>
        );
      })}
      <g key={`marker-${value}`} class={lost === null ? undefined : 'pop'} style={{ transformOrigin: `${x}px 22px` }}>
        <Mark corner={corner} x={x} y={22} radius={corner === 'p' ? 14.5 : 13} fill="var(--wnb-paper)" stroke="var(--wnb-ink)" width={2.5} />
        {/* A triangle has its room below the middle. */}
        <text class="d" x={x} y={corner === 'p' ? 31 : 28} font-size={corner === 'p' && value > 9 ? 14 : 17} text-anchor="middle">
          {value}
        </text>
      </g>
    </svg>
  );
}

/* ---- track ---- */

export function Track({ part, corner, was, language }: { part: TrackPart; corner: Corner; was?: number | null; language: Language }) {
  const pitch = 66;
  const width = part.spaces.length * pitch;
  /* A shorter track is as large as the usual one, and ends sooner. */
  const widest = 5 * pitch;
  const here = part.spaces[part.at];
  const label =
    word('space', language, { label: tell(part.label, language), at: part.at, name: here ? tell(here.label, language) : '' }) +
    (here?.off ? word('notHere', language) : '');
  const markerX = part.at * pitch + 36;
  const moved = was !== null && was !== undefined && was !== part.at;
  return (
    <svg class="track" viewBox={`-4 -4 ${Math.max(width, widest) - 18} 66`} role="img" aria-label={label}>
      <path d={`M20 24H${width - 46}`} stroke="var(--wnb-line-2)" stroke-width="3" />
      {part.spaces.map((space, index) => {
        const x = index * pitch + 20;
        const reached = index > 0 && index <= part.at && !space.off;
        return (
          <g key={index}>
            <g opacity={space.off ? 0.6 : undefined}>
              <rect x={x - 18} y="6" width="36" height="36" fill={reached ? 'var(--wnb-gold-tint)' : 'var(--wnb-paper)'} stroke={reached ? 'var(--wnb-ink)' : 'var(--wnb-line-2)'} stroke-width={reached ? 2 : 1.2} stroke-dasharray={space.off ? '4 3' : undefined} />
              <g transform={`translate(${x - 11} 13) scale(.74)`} fill="var(--wnb-ink)" style={{ color: 'var(--wnb-ink)' }}>
                {glyph(space.icon)}
              </g>
            </g>
            <text x={x} y="57" font-size="11.5" text-anchor="middle" font-weight={index === part.at ? 700 : undefined}>
              {tell(space.label, language)}
            </text>
          </g>
        );
      })}
      <g key={`marker-${part.at}`} class={moved ? 'pop' : undefined} style={{ transformOrigin: `${markerX}px 8px` }}>
        <Mark corner={corner} x={markerX} y={8} radius={8} fill={cornerColour(corner)} stroke="var(--wnb-paper)" width={2.5} />
      </g>
    </svg>
  );
}

export function Tokens({ part, language }: { part: TokensPart; language: Language }) {
  return (
    <ul class={part.dense ? 'tokens dense' : 'tokens'} aria-label={tell(part.label, language)}>
      {part.tokens.map((token, index) => (
        <li key={index}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="10" fill={token.used ? 'none' : 'var(--wnb-gold)'} stroke="var(--wnb-ink)" stroke-width="2" stroke-dasharray={token.used ? '4 3' : undefined} />
          </svg>
          <span class={token.used ? 'used' : ''}>{tell(token.name, language)}</span>
          <span class="mute">{tell(token.state, language)}</span>
        </li>
      ))}
    </ul>
  );
}
