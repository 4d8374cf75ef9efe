/* What lies on the table: dice, meters, tracks, tokens and the board. Pure components; nothing here knows a rule. */
import type { ComponentChildren, JSX } from 'preact';
import { formatNumber, tell, word, type Language, type Word } from './text';
import type { Board as BoardState, Corner, DiceGroup, DieState, MeterPart, Part, PieceItem, Plate, RingNote, TeamPart, TokensPart, TrackPart } from './types';

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
  turn: <path d="M6 18a9 9 0 1 1 4 7M6 18l-4-6M6 18l7-3" fill="none" stroke="currentColor" stroke-width="3.2" />,
};
/* An icon this version does not know is shown as a plain ring, so that its place and its label stay. */
const otherGlyph = <circle cx="15" cy="15" r="8" fill="none" stroke="currentColor" stroke-width="3" />;

function glyph(name: string): JSX.Element {
  return Object.hasOwn(glyphs, name) ? (glyphs[name] ?? otherGlyph) : otherGlyph;
}

export function Icon({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 30 30" fill="currentColor" aria-hidden="true">
      {glyph(name)}
    </svg>
  );
}

export function cornerColour(corner: Corner | null | undefined): string {
  if (corner === 'r') {
    return 'var(--wnb-red-solid)';
  }
  return corner === 'b' ? 'var(--wnb-blue-solid)' : 'var(--wnb-gold)';
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

/** The corner's mark: red is always round, blue always square. */
export function Mark({ corner, x, y, radius, fill, stroke, width }: MarkProps) {
  if (corner === 'b') {
    const half = radius * 0.9;
    return <rect x={x - half} y={y - half} width={2 * half} height={2 * half} fill={fill} stroke={stroke} stroke-width={width} />;
  }
  return <circle cx={x} cy={y} r={radius} fill={fill} stroke={stroke} stroke-width={width} />;
}

export function CornerName({ corner, language, children }: { corner: Corner; language: Language; children: ComponentChildren }) {
  return (
    <span class={`corner ${corner === 'b' ? 'b' : 'r'}`}>
      <span class="vh">{`${word(corner === 'r' ? 'redCorner' : 'blueCorner', language)} `}</span>
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
        <Mark corner={corner} x={x} y={22} radius={13} fill="var(--wnb-paper)" stroke="var(--wnb-ink)" width={2.5} />
        <text class="d" x={x} y="28" font-size="17" text-anchor="middle">
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
  const here = part.spaces[part.at];
  const label =
    word('space', language, { label: tell(part.label, language), at: part.at, name: here ? tell(here.label, language) : '' }) +
    (here?.off ? word('notHere', language) : '');
  const markerX = part.at * pitch + 36;
  const moved = was !== null && was !== undefined && was !== part.at;
  return (
    <svg class="track" viewBox={`-4 -4 ${width - 18} 66`} role="img" aria-label={label}>
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
    <ul class="tokens" aria-label={tell(part.label, language)}>
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

/* ---- board ---- */

function Team({ part, language }: { part: TeamPart; language: Language }) {
  return (
    <ul class="plain small" aria-label={tell(part.label, language)}>
      {part.members.map((member, index) => (
        <li key={index} class={member.out ? 'mute' : ''}>
          {member.out ? <s>{member.name}</s> : `${member.name} · ${member.health}/${member.max}`}
        </li>
      ))}
    </ul>
  );
}

/** A piece in or beside the ring, told in a line. */
function Piece({ piece, language }: { piece: PieceItem; language: Language }) {
  return (
    <div class="ringnote">
      <span class="small">
        {tell(piece.label, language)}
        {piece.tokens !== undefined && `: ${piece.tokens}`}
        {piece.names && `: ${piece.names.join(', ')}`}
      </span>
      {(piece.at ?? []).map((each, index) => (
        <span key={index} class="small">
          <CornerName corner={each.corner} language={language}>{`${tell(each.name, language)} ${each.step}`}</CornerName>
        </span>
      ))}
    </div>
  );
}

function PartView({ part, before, corner, language }: { part: Part; before: Part | undefined; corner: Corner; language: Language }) {
  if (part.kind === 'tokens') {
    return (
      <>
        <p class="lbl">{tell(part.label, language)}</p>
        <Tokens part={part} language={language} />
      </>
    );
  }
  if (part.kind === 'team') {
    return (
      <>
        <p class="lbl">{tell(part.label, language)}</p>
        <Team part={part} language={language} />
      </>
    );
  }
  return (
    <>
      <p class="lbl" aria-hidden="true">
        {tell(part.label, language)}
      </p>
      {part.kind === 'meter' ? (
        <Meter part={part} corner={corner} was={before?.kind === 'meter' ? before.value : null} language={language} />
      ) : (
        <Track part={part} corner={corner} was={before?.kind === 'track' ? before.at : null} language={language} />
      )}
    </>
  );
}

function PlateView({ plate, before, language }: { plate: Plate; before: Plate | undefined; language: Language }) {
  const corner: Corner = plate.corner === 'b' ? 'b' : 'r';
  return (
    <div class={`plate ${corner}${plate.act ? ' act' : ''}`}>
      <div class="who">
        <CornerName corner={corner} language={language}>
          {tell(plate.name, language)}
        </CornerName>
        <span class="small">{tell(plate.role, language)}</span>
      </div>
      {plate.parts.map((part, index) => (
        <PartView key={index} part={part} before={before?.parts[index]} corner={corner} language={language} />
      ))}
    </div>
  );
}

function Dice({ group, big, rolling, serial, language }: { group: DiceGroup; big: boolean; rolling: boolean; serial: string; language: Language }) {
  const dice = group.corner === 'r' ? 'redDice' : group.corner === 'b' ? 'blueDice' : 'dice';
  return (
    <div class={`dice${group.dice.length <= 6 ? ' few' : ''}`} role="group" aria-label={word(dice, language)}>
      {group.dice.map((die, index) => (
        <Die key={rolling ? `${serial}-${index}` : index} die={die} corner={group.corner} size={big ? 'big' : ''} rolling={rolling && die.face !== '?'} language={language} />
      ))}
    </div>
  );
}

function Note({ note, language }: { note: RingNote; language: Language }) {
  const marks = note.marks ?? [];
  const kept = marks.filter((mark) => mark.kept).length;
  const label = [kept ? word('marksKept', language, { count: kept }) : '', kept < marks.length ? word('marksLost', language, { count: marks.length - kept }) : ''].filter(Boolean).join(', ');
  return (
    <div class="ringnote">
      {marks.length > 0 && (
        <div class="run" role="img" aria-label={label}>
          {marks.map((mark, index) => (
            <svg key={index} viewBox="8 8 48 48" aria-hidden="true">
              {mark.face === 'Hit' ? (
                <polygon points={burst(32, 32, 22, 11)} fill={mark.kept ? 'var(--wnb-gold)' : 'none'} stroke={mark.kept ? 'var(--wnb-ink)' : 'var(--wnb-line-2)'} stroke-width="3" stroke-dasharray={mark.kept ? undefined : '4 4'} />
              ) : (
                <g opacity={mark.kept ? undefined : 0.6}>
                  <rect x="11" y="11" width="42" height="42" rx="8" fill="var(--wnb-die)" stroke="var(--wnb-die-ink)" stroke-width="3" stroke-dasharray={mark.kept ? undefined : '5 4'} />
                  <g transform="translate(11.5 11.5) scale(.64)">
                    <FaceMark face={mark.face} />
                  </g>
                </g>
              )}
            </svg>
          ))}
        </div>
      )}
      <span class="small">{tell(note.text, language)}</span>
    </div>
  );
}

function Score({ groups, language }: { groups: DiceGroup[]; language: Language }) {
  const counts = groups.map((group) => group.count).filter((count) => count !== null && count !== undefined);
  const first = counts[0];
  if (!first) {
    return null;
  }
  const label = tell(first.label, language);
  const second = counts[1];
  if (!second) {
    return (
      <div class="score one" role="img" aria-label={`${label}: ${first.value}`}>
        {first.value}
        <span>{label}</span>
      </div>
    );
  }
  return (
    <div class="score" role="img" aria-label={word('score', language, { label, red: first.value, blue: second.value })}>
      {first.value}
      <span>{label}</span>
      {second.value}
    </div>
  );
}

function Ring({ board, before, rolls, serial, language }: { board: BoardState; before: BoardState | null; rolls: boolean; serial: string; language: Language }) {
  const groups = board.ring.filter((item) => item.kind === 'dice');
  const notes = board.ring.filter((item) => item.kind === 'note');
  const pieces = board.ring.filter((item) => item.kind !== 'note' && item.kind !== 'dice');
  const former = before?.ring.filter((item) => item.kind === 'dice') ?? [];
  /* A die rolls when its group shows something else than it did a moment ago. */
  const rolling = (index: number) => rolls && JSON.stringify(groups[index]) !== JSON.stringify(former[index]);
  const single = groups.length === 1 && groups[0]?.dice.length === 1;
  const draw = (group: DiceGroup, index: number) => <Dice key={index} group={group} big={single} rolling={rolling(index)} serial={serial} language={language} />;
  return (
    <div class={`ring${groups.length > 1 ? ' two' : ''}${single ? ' single' : ''}`}>
      {groups.length > 1 ? (
        <>
          {groups.slice(0, 1).map(draw)}
          <Score groups={groups} language={language} />
          {groups.slice(1).map((group, index) => draw(group, index + 1))}
        </>
      ) : (
        <>
          {groups.map(draw)}
          <Score groups={groups} language={language} />
        </>
      )}
      {notes.map((note, index) => (
        <Note key={index} note={note} language={language} />
      ))}
      {pieces.map((piece) => (
        <Piece key={piece.kind} piece={piece} language={language} />
      ))}
    </div>
  );
}

/** Boards with handfuls of dice keep the ring under the plates; one die fits between them. */
export function needsMat(board: BoardState): boolean {
  const groups = board.ring.filter((item) => item.kind === 'dice');
  return groups.length > 1 || groups.some((group) => group.dice.length > 2);
}

interface BoardProps {
  board: BoardState;
  /** The position shown before: what was lost since is drawn in gold. */
  before?: BoardState | null;
  mat?: boolean;
  rolls?: boolean;
  serial?: string;
  language: Language;
}

export function Board({ board, before = null, mat = needsMat(board), rolls = false, serial = '', language }: BoardProps) {
  const column = (corner: Corner) => (
    <div class={`side-${corner}`}>
      {board.plates.map((plate, index) => {
        const own = plate.corner === 'b' ? 'b' : 'r';
        return own === corner ? <PlateView key={index} plate={plate} before={before?.plates[index]} language={language} /> : null;
      })}
    </div>
  );
  const ring = board.ring.length > 0 && <Ring board={board} before={before} rolls={rolls} serial={serial} language={language} />;
  /* The order in the document is the order on a phone, which is also the order of reading. */
  return (
    <div class={`board${mat ? ' mat' : ''}${ring ? '' : ' bare'}`}>
      {column('r')}
      {!mat && ring}
      {column('b')}
      {mat && ring}
    </div>
  );
}
