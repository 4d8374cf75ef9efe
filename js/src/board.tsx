/* The board: a plate for each side, the ring between them, and what a match type adds to it. Nothing here knows a rule. */
import { burst, cornerColour, CornerName, cornerOf, Die, FaceMark, glyph, Mark, Meter, Tokens, Track } from './draw';
import { Attack, Balance, Hand, Piles } from './cards';
import { tell, word, type Language, type Word } from './text';
import type { AttackPiece, BalancePiece, Board as BoardState, CagePiece, Corner, CornersPiece, DiceGroup, LadderPiece, OutsidePiece, Part, Piece, Plate, PostsPiece, RingNote } from './types';

/* ---- plates ---- */

function PartView({ part, before, corner, below, language }: { part: Part; before: Part | undefined; corner: Corner; below: readonly string[]; language: Language }) {
  if (part.kind === 'tokens') {
    return (
      <>
        <p class="lbl">{tell(part.label, language)}</p>
        <Tokens part={part} language={language} />
      </>
    );
  }
  if (part.kind === 'cards' || part.kind === 'piles') {
    return (
      <>
        <p class="lbl" aria-hidden="true">
          {tell(part.label, language)}
          {part.kind === 'cards' && part.most ? ` ${word('of', language, { value: part.cards.length || part.backs, max: part.most })}` : ''}
        </p>
        {part.kind === 'cards' ? <Hand part={part} below={below} language={language} /> : <Piles part={part} language={language} />}
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

function PlateView({ plate, before, below, language }: { plate: Plate; before: Plate | undefined; below: readonly string[]; language: Language }) {
  const corner = cornerOf(plate.corner);
  return (
    <div class={`plate ${corner}${plate.act ? ' act' : ''}`}>
      <div class="who">
        <CornerName corner={corner} language={language}>
          {tell(plate.name, language)}
        </CornerName>
        <span class="small">{tell(plate.role, language)}</span>
      </div>
      {plate.token && (
        <p class="held">
          <LoneToken corner={corner} />
          <b>{tell(plate.token.label, language)}</b>
          {plate.token.state && <span>{tell(plate.token.state, language)}</span>}
        </p>
      )}
      {plate.parts.map((part, index) => (
        <PartView key={index} part={part} before={before?.parts[index]} corner={corner} below={below} language={language} />
      ))}
    </div>
  );
}

/** The token of who stands alone: one against two. */
function LoneToken({ corner }: { corner: Corner }) {
  return (
    <svg class="token" viewBox="0 0 44 48" aria-hidden="true">
      <circle cx="22" cy="25" r="20" fill={cornerColour(corner)} stroke="var(--wnb-die-ink)" stroke-width="2" />
      <circle cx="22" cy="22" r="20" fill="var(--wnb-die)" stroke="var(--wnb-die-ink)" stroke-width="2" />
      <path d="M9 24H35" stroke="var(--wnb-die-ink)" stroke-width="2" stroke-dasharray="3 3" />
      <g fill="var(--wnb-die-ink)">
        <circle cx="22" cy="13.5" r="5.5" />
        <circle cx="15" cy="32" r="4.2" />
        <circle cx="29" cy="32" r="4.2" />
      </g>
    </svg>
  );
}

/* ---- dice and notes in the ring ---- */

const diceWords: Record<Corner, Word> = { r: 'redDice', b: 'blueDice', p: 'thirdDice' };

function Dice({ group, big, rolling, serial, language }: { group: DiceGroup; big: boolean; rolling: boolean; serial: string; language: Language }) {
  const dice = group.corner ? diceWords[cornerOf(group.corner)] : 'dice';
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

/* ---- the ring from above, and what a match type adds to it ---- */

/** A wrestler's piece: a disc in the colour and with the mark of the corner; an outline where the wrestler is out. */
function Disc({ corner, x, y, radius, out = false }: { corner: Corner; x: number; y: number; radius: number; out?: boolean }) {
  const own = cornerOf(corner);
  if (out) {
    return (
      <g>
        <circle cx={x} cy={y} r={radius} fill="none" stroke="var(--wnb-line-2)" stroke-width="2" stroke-dasharray="4 3" />
        <Mark corner={own} x={x} y={y} radius={radius * 0.42} fill="none" stroke="var(--wnb-line-2)" width={2} />
      </g>
    );
  }
  return (
    <g>
      <circle cx={x} cy={y + radius * 0.2} r={radius} fill="var(--wnb-die-ink)" stroke="var(--wnb-ink)" stroke-width="2" />
      <circle cx={x} cy={y} r={radius} fill={cornerColour(own)} stroke="var(--wnb-ink)" stroke-width="2" />
      <Mark corner={own} x={x} y={y} radius={radius * 0.42} fill="var(--wnb-on-corner)" stroke="none" width={0} />
    </g>
  );
}

/** A weapon token: face down it shows its back, used it is an outline. */
function WeaponToken({ x, y, used = false }: { x: number; y: number; used?: boolean }) {
  if (used) {
    return <circle cx={x} cy={y} r="12" fill="none" stroke="var(--wnb-line-2)" stroke-width="2" stroke-dasharray="4 3" />;
  }
  return (
    <g>
      <circle cx={x} cy={y + 2.5} r="13" fill="var(--wnb-die-ink)" />
      <circle cx={x} cy={y} r="13" fill="var(--wnb-die)" stroke="var(--wnb-die-ink)" stroke-width="2" />
      <g transform={`translate(${x - 9} ${y - 9}) scale(.6)`} fill="var(--wnb-die-ink)" style={{ color: 'var(--wnb-die-ink)' }}>
        {glyph('weapon')}
      </g>
    </g>
  );
}

/* The corners of the ring, clockwise. Two sides stand across from each other; a third sits to the left of the second. */
const places = ['nw', 'ne', 'se', 'sw'] as const;
const cornersOfPlaces: (Corner | null)[] = ['r', null, 'b', 'p'];
const postSize = 60;

function Post({ index, corner, token }: { index: number; corner: Corner | null; token: 'down' | 'gone' | null }) {
  const place = places[index] ?? 'nw';
  const x = (value: number) => (place.endsWith('e') ? postSize - value : value);
  const y = (value: number) => (place.startsWith('s') ? postSize - value : value);
  const pad = `M${x(6)} ${y(29)}L${x(29)} ${y(6)}`;
  return (
    <svg class={`post ${place}`} viewBox={`0 0 ${postSize} ${postSize}`} aria-hidden="true">
      <circle cx={x(8)} cy={y(8)} r="6" fill="var(--wnb-ink)" />
      <path d={pad} stroke="var(--wnb-ink)" stroke-width="15" stroke-linecap="round" />
      <path d={pad} stroke={corner ? cornerColour(corner) : 'var(--wnb-paper)'} stroke-width="11" stroke-linecap="round" />
      {corner && <Mark corner={corner} x={x(17.5)} y={y(17.5)} radius={4.4} fill="var(--wnb-on-corner)" stroke="none" width={0} />}
      {token && <WeaponToken x={x(43)} y={y(42)} used={token === 'gone'} />}
    </svg>
  );
}

function Posts({ corners, taken, language }: { corners: CornersPiece | undefined; taken: Set<Corner>; language: Language }) {
  const label = corners ? word('piece', language, { label: tell(corners.label, language), told: corners.tokens }) : undefined;
  const token = (index: number) => (!corners || index >= corners.of ? null : index < corners.tokens ? 'down' : 'gone');
  return (
    <div class="posts" role={corners ? 'img' : undefined} aria-label={label} aria-hidden={corners ? undefined : 'true'}>
      {cornersOfPlaces.map((corner, index) => (
        <Post key={index} index={index} corner={corner && taken.has(corner) ? corner : null} token={token(index)} />
      ))}
    </div>
  );
}

/** The wrestlers in an empty ring; once dice are thrown these lie in their place. */
function Inside({ piece, language }: { piece: PostsPiece; language: Language }) {
  const names = piece.inside.map((each) => tell(each.name, language)).join(', ');
  return (
    <div class="inside" role="img" aria-label={word('piece', language, { label: tell(piece.label, language), told: names })}>
      {piece.inside.map((each, index) => (
        <svg key={index} viewBox="0 0 44 48" aria-hidden="true">
          <Disc corner={each.corner} x={22} y={21} radius={19} />
        </svg>
      ))}
    </div>
  );
}

const rung = 38;

/** The ladder: numbered rungs, the platform on top of them, the prize above it, and every wrestler's piece on its step. */
function Ladder({ piece, language }: { piece: LadderPiece; language: Language }) {
  const floor = 74 + piece.steps * rung;
  const level = (step: number) => floor - step * rung;
  const lean = (y: number) => ((floor - y) / floor) * 11;
  const steps = Array.from({ length: Math.max(0, piece.steps - 1) }, (_, index) => index + 1);
  const told = piece.at.map((each) => `${tell(each.name, language)} ${tell(each.where, language)}`).join(', ');
  const top = level(piece.steps);
  return (
    <div class="ladder">
      <svg viewBox={`0 0 128 ${floor + 8}`} role="img" aria-label={word('piece', language, { label: tell(piece.label, language), told })}>
        <path d="M64 0V9" stroke="var(--wnb-ink)" stroke-width="2" />
        <rect x="38" y="14" width="52" height="14" rx="3" fill="var(--wnb-die)" stroke="var(--wnb-die-ink)" stroke-width="2" />
        <circle cx="64" cy="21" r="13" fill="var(--wnb-die)" stroke="var(--wnb-die-ink)" stroke-width="2" />
        <polygon points={burst(64, 21.5, 9.5, 4, 5)} fill="var(--wnb-die-ink)" />
        <path d={`M4 ${floor}H124`} stroke="var(--wnb-line-2)" stroke-width="3" />
        <path d={`M28 ${floor}L${28 + lean(top)} ${top}M100 ${floor}L${100 - lean(top)} ${top}`} stroke="var(--wnb-ink)" stroke-width="5" stroke-linecap="round" />
        {steps.map((step) => {
          const y = level(step);
          return (
            <g key={step}>
              <path d={`M${28 + lean(y)} ${y}H${100 - lean(y)}`} stroke="var(--wnb-ink)" stroke-width="4" />
              <text class="d" x="12" y={y + 6} font-size="17" text-anchor="middle">
                {step}
              </text>
            </g>
          );
        })}
        <rect x="26" y={top - 4} width="76" height="8" fill="var(--wnb-ink)" />
        {piece.at.map((each, index) => (
          <g key={`${index}-${each.step}`} class="climb">
            <Disc corner={each.corner} x={piece.at.length > 1 ? 51 + index * 26 : 64} y={level(each.step) - (each.step === piece.steps ? 18 : 15)} radius={11} />
          </g>
        ))}
      </svg>
      <ul aria-hidden="true">
        {piece.at.map((each, index) => (
          <li key={index}>
            <CornerName corner={each.corner} language={language}>
              {tell(each.name, language)}
            </CornerName>{' '}
            {tell(each.where, language)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Outside({ piece, language }: { piece: OutsidePiece; language: Language }) {
  const corner = cornerOf(piece.corner);
  return (
    <div class={`outside ${corner}`}>
      <p class="lbl">{tell(piece.label, language)}</p>
      <ul aria-label={tell(piece.label, language)}>
        {piece.people.map((each, index) => (
          <li key={index} class={each.out ? 'gone' : ''}>
            <svg class="token" viewBox="0 0 32 36" aria-hidden="true">
              <Disc corner={corner} x={16} y={16} radius={13} out={each.out} />
            </svg>
            <span>{each.out ? <s>{each.name}</s> : <b>{each.name}</b>}</span>
            {each.out ? <small>{word('out', language)}</small> : each.max !== undefined && <Points value={each.health ?? 0} max={each.max} corner={corner} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Health as a short bar and as a number. */
function Points({ value, max, corner }: { value: number; max: number; corner: Corner }) {
  return (
    <small class="points">
      <svg viewBox="0 0 64 9" aria-hidden="true">
        <rect x="1" y="1" width="62" height="7" fill="var(--wnb-paper)" stroke="var(--wnb-line-2)" />
        <rect x="1" y="1" width={(62 * Math.min(value, max)) / max} height="7" fill={cornerColour(corner)} />
      </svg>
      {`${value}/${max}`}
    </small>
  );
}

/** Beside the ring: the stack that corners are filled from, and what has been used. */
function Ringside({ piece, language }: { piece: CornersPiece; language: Language }) {
  const stack = Math.min(piece.supply.count, 4);
  return (
    <div class="ringside">
      <p>
        <svg class="stack" viewBox="0 0 32 40" aria-hidden="true">
          {stack === 0 && <WeaponToken x={16} y={22} used />}
          {Array.from({ length: stack }, (_, index) => (
            <WeaponToken key={index} x={16} y={24 - 3.2 * index} />
          ))}
        </svg>
        <span>
          <b class="num">{piece.supply.count}</b> {tell(piece.supply.label, language)}
        </span>
      </p>
      <p>
        <svg class="stack" viewBox="0 0 32 40" aria-hidden="true">
          <WeaponToken x={16} y={22} used />
        </svg>
        <span>
          <b class="num">{piece.used.names.length}</b> {tell(piece.used.label, language)}
          {piece.used.names.length > 0 && `: ${piece.used.names.map((name) => tell(name, language)).join(', ')}`}
        </span>
      </p>
    </div>
  );
}

interface RingProps {
  board: BoardState;
  before: BoardState | null;
  rolls: boolean;
  serial: string;
  language: Language;
}

function Ring({ board, before, rolls, serial, language }: RingProps) {
  const groups = board.ring.filter((item) => item.kind === 'dice');
  const notes = board.ring.filter((item) => item.kind === 'note');
  const posts = board.ring.find((item): item is PostsPiece => item.kind === 'posts');
  const corners = board.ring.find((item): item is CornersPiece => item.kind === 'corners');
  const former = before?.ring.filter((item) => item.kind === 'dice') ?? [];
  /* A die rolls when its group shows something else than it did a moment ago. */
  const rolling = (index: number) => rolls && JSON.stringify(groups[index]) !== JSON.stringify(former[index]);
  const single = groups.length === 1 && groups[0]?.dice.length === 1;
  const draw = (group: DiceGroup, index: number) => <Dice key={index} group={group} big={single} rolling={rolling(index)} serial={serial} language={language} />;
  const lots = () => {
    if (groups.length > 2) {
      return groups.map((group, index) => (
        <div key={index} class={`lot ${group.corner ? cornerOf(group.corner) : ''}`}>
          {draw(group, index)}
          <Score groups={[group]} language={language} />
        </div>
      ));
    }
    return (
      <>
        {groups.slice(0, 1).map(draw)}
        <Score groups={groups} language={language} />
        {groups.slice(1).map((group, index) => draw(group, index + 1))}
      </>
    );
  };
  const names = ['ring', groups.length > 2 ? 'three' : groups.length > 1 ? 'two' : '', single ? 'single' : '', posts ? 'above' : '', corners ? 'tokened' : ''];
  return (
    <div class={names.filter(Boolean).join(' ')}>
      {posts && <Posts corners={corners} taken={new Set(board.plates.map((plate) => plate.corner))} language={language} />}
      {posts && groups.length + notes.length === 0 && <Inside piece={posts} language={language} />}
      {lots()}
      {notes.map((note, index) => (
        <Note key={index} note={note} language={language} />
      ))}
    </div>
  );
}

/** Whether cards are played between the sides, and no dice lie in a ring. */
function isTable(board: BoardState): boolean {
  return board.ring.some((item) => item.kind === 'balance' || item.kind === 'attack');
}

/** What lies between two boards: the meter that both share, the attack in play, and notes. */
function Tabletop({ board, language }: RingProps) {
  const balance = board.ring.find((item): item is BalancePiece => item.kind === 'balance');
  const attack = board.ring.find((item): item is AttackPiece => item.kind === 'attack');
  const notes = board.ring.filter((item): item is RingNote => item.kind === 'note');
  return (
    <div class="ring tabletop">
      {balance && <Balance piece={balance} language={language} />}
      {attack && <Attack piece={attack} language={language} />}
      {notes.map((note, index) => (
        <Note key={index} note={note} language={language} />
      ))}
    </div>
  );
}

/** The ring with everything that stands round it. A match of two has nothing there: then it is the ring alone. */
function Arena(props: RingProps) {
  const { board, language } = props;
  if (isTable(board)) {
    return <Tabletop {...props} />;
  }
  const ring = <Ring {...props} />;
  const pieces = board.ring.filter((item): item is Piece => !['dice', 'note', 'balance', 'attack'].includes(item.kind));
  if (pieces.length === 0) {
    return ring;
  }
  const cage = pieces.find((piece): piece is CagePiece => piece.kind === 'cage');
  const ladder = pieces.find((piece): piece is LadderPiece => piece.kind === 'ladder');
  const corners = pieces.find((piece): piece is CornersPiece => piece.kind === 'corners');
  const outside = pieces.filter((piece): piece is OutsidePiece => piece.kind === 'outside');
  return (
    <div class="arena">
      {outside.map((piece, index) => (
        <Outside key={index} piece={piece} language={language} />
      ))}
      <div class="ringbox">
        {cage ? (
          <div class="fence" role="group" aria-label={tell(cage.label, language)}>
            <span class="sign" aria-hidden="true">
              {tell(cage.label, language)}
            </span>
            {ring}
          </div>
        ) : (
          ring
        )}
      </div>
      {ladder && <Ladder piece={ladder} language={language} />}
      {corners && <Ringside piece={corners} language={language} />}
    </div>
  );
}

/** Boards with handfuls of dice, or with more than dice, keep the ring under the plates; one die fits between them. */
export function needsMat(board: BoardState): boolean {
  const groups = board.ring.filter((item) => item.kind === 'dice');
  const more = board.ring.some((item) => item.kind === 'posts');
  return isTable(board) || more || groups.length > 1 || groups.some((group) => group.dice.length > 2);
}

interface BoardProps {
  board: BoardState;
  /** The position shown before: what was lost since is drawn in gold. */
  before?: BoardState | null;
  /** The cards that lie open below the board, because somebody is asked about them: a hand of these is not shown twice. */
  below?: readonly string[];
  mat?: boolean;
  rolls?: boolean;
  serial?: string;
  language: Language;
}

export function Board({ board, before = null, below = [], mat = needsMat(board), rolls = false, serial = '', language }: BoardProps) {
  const column = (corner: Corner) => (
    <div class={`side-${corner}`}>
      {board.plates.map((plate, index) => (cornerOf(plate.corner) === corner ? <PlateView key={index} plate={plate} before={before?.plates[index]} below={below} language={language} /> : null))}
    </div>
  );
  const three = board.plates.some((plate) => plate.corner === 'p');
  const ring = board.ring.length > 0 && <Arena board={board} before={before} rolls={rolls} serial={serial} language={language} />;
  /* The order in the document is the order on a phone, which is also the order of reading. */
  return (
    <div class={`board${mat ? ' mat' : ''}${ring ? '' : ' bare'}${three ? ' three' : ''}`}>
      {column('r')}
      {!mat && ring}
      {column('b')}
      {three && column('p')}
      {mat && ring}
    </div>
  );
}
