/* Cards: their faces and backs, piles, the attack in play, and the meter that both sides share. Nothing here knows a rule. */
import { cornerColour, cornerOf, Die, glyph, Mark } from './draw';
import { useRef } from 'preact/hooks';
import { useWidth } from './parts';
import { tell, word, type Language } from './text';
import type { AttackPiece, BalancePiece, CardFace, CardsPart, ComboIcon, PilesPart, Target } from './types';

/** A combo icon: a round or a square piece with the letter of its color. */
export function Combo({ icon, language }: { icon: ComboIcon; language: Language }) {
  const letter = tell(icon.letter, language);
  return (
    <svg class={`combo ${icon.color}${icon.met ? ' met' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      {icon.shape === 'circle' ? <circle cx="12" cy="12" r="10.5" /> : <rect x="2" y="2" width="20" height="20" />}
      <text class="d" x="12" y="16.5" font-size={letter.length > 1 ? 11 : 13.5} text-anchor="middle">
        {letter}
      </text>
    </svg>
  );
}

function Edge({ icons, side, language }: { icons: ComboIcon[]; side: 'left' | 'right'; language: Language }) {
  if (icons.length === 0) {
    return null;
  }
  const said = word(side === 'left' ? 'leftEdge' : 'rightEdge', language, { icons: icons.map((icon) => tell(icon.label, language)).join(', ') });
  return (
    <span class={`edge ${side}`}>
      <span class="vh">{said} </span>
      {icons.map((icon, index) => (
        <Combo key={index} icon={icon} language={language} />
      ))}
    </span>
  );
}

/** What stands on a card. Everything is inline, so that a card may be a button. */
export function Face({ card, language, small = false }: { card: CardFace; language: Language; small?: boolean }) {
  return (
    <>
      <span class="ct">
        <span>{tell(card.kind, language)}</span> {card.mark && <b>{tell(card.mark, language)}</b>}
      </span>{' '}
      <b class="nm">{tell(card.name, language)}</b>{' '}
      <span class="tn">
        <b>{card.big.value}</b> <span class={small ? 'vh' : ''}>{tell(card.big.label, language)}</span>
      </span>{' '}
      {card.icons.length > 0 && (
        <span class="icons">
          {card.icons.map((each) => (
            <span key={each.icon}>
              <svg viewBox="0 0 30 30" fill="currentColor" aria-hidden="true">
                {glyph(each.icon)}
              </svg>
              {tell(each.label, language)}{' '}
            </span>
          ))}
        </span>
      )}
      <span class="nums">
        {card.numbers.map((number, index) => (
          <span key={index}>
            <b>{number.value}</b> {tell(number.label, language)}{' '}
          </span>
        ))}
      </span>
      <Edge icons={card.left} side="left" language={language} />
      <Edge icons={card.right} side="right" language={language} />
      {card.follows && <span class="follows">{tell(card.follows, language)}</span>}
    </>
  );
}

export function Hand({ part, below, language }: { part: CardsPart; below: readonly string[]; language: Language }) {
  const label = tell(part.label, language);
  if (part.cards.length > 0 && part.cards.every((card) => below.includes(card.id))) {
    return <p class="small">{word('cardsBelow', language)}</p>;
  }
  if (part.cards.length === 0) {
    return <Backs count={part.backs} label={label} language={language} />;
  }
  return (
    <ul class="cardrow small" aria-label={label}>
      {part.cards.map((card) => (
        <li key={card.id} class={`card small ${card.look}${card.follows ? ' linked' : ''}`}>
          <Face card={card} language={language} small />
        </li>
      ))}
    </ul>
  );
}

/** Cards face down: how many there are is all that is known of them. */
function Backs({ count, label, language }: { count: number; label: string; language: Language }) {
  const shown = Math.min(count, 8);
  return (
    <p class="backs" role="img" aria-label={word('faceDown', language, { label, count })}>
      {Array.from({ length: shown }, (_, index) => (
        <span key={index} class="back" />
      ))}
      <span class="num">{word(count === 1 ? 'oneCard' : count === 0 ? 'noCards' : 'cards', language, { count })}</span>
    </p>
  );
}

export function Piles({ part, language }: { part: PilesPart; language: Language }) {
  return (
    <ul class="piles" aria-label={tell(part.label, language)}>
      {part.piles.map((pile, index) => (
        <li key={index}>
          <b class="num">{pile.count}</b> {tell(pile.label, language)}
          {pile.note && <b> {tell(pile.note, language)}</b>}
          {pile.names.length > 0 && (
            <details>
              <summary data-k={`pile-${index}`}>{tell(pile.names[0], language)}</summary>
              <ol>
                {pile.names.map((name, place) => (
                  <li key={place}>{tell(name, language)}</li>
                ))}
              </ol>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/* ---- the meter of both sides ---- */

/** Red counts to the left and blue to the right. A band is a box; that of the marker is gold, and words say so too.
    On a narrow page the numbers thin out, and the bands are named below. */
export function Balance({ piece, language }: { piece: BalancePiece; language: Language }) {
  const frame = useRef<HTMLDivElement>(null);
  const wide = useWidth(frame, 600) > 480;
  const { value, max, bands } = piece;
  const pitch = wide ? 26 : 15.5;
  const place = (number: number) => 18 + (max - number) * pitch;
  const width = place(-max) + 18;
  const bandOf = (number: number) => bands.find((band) => Math.abs(number) >= band.from && Math.abs(number) <= band.to);
  const reached = bandOf(value);
  const isGold = (number: number) => reached !== undefined && number * value > 0 && bandOf(number) === reached;
  const corner = value > 0 ? 'r' : value < 0 ? 'b' : null;
  const words = [
    corner ? word(corner === 'r' ? 'balanceRed' : 'balanceBlue', language, { value: Math.abs(value) }) : word('balanceNone', language),
    reached ? `${tell(reached.label, language)} ${reached.effect}` : '',
  ];
  const label = `${tell(piece.label, language)}: ${words.filter(Boolean).join(', ')}`;
  const numbers = Array.from({ length: 2 * max + 1 }, (_, index) => max - index);
  const named = (number: number) => number === 0 || bands.some((band) => [band.from, band.to].includes(Math.abs(number)));
  /* The marker is wider than a space of the narrow meter. */
  const shown = wide ? numbers : numbers.filter((number) => named(number) && Math.abs(number - value) > 1);
  return (
    <div class="balance" ref={frame}>
      <p class="lbl" aria-hidden="true">
        {label}
      </p>
      <svg viewBox={`0 6 ${width} ${wide ? 56 : 54}`} role="img" aria-label={label}>
        <path d={`M18 26H${width - 18}`} stroke="var(--wnb-ink)" stroke-width="3" />
        {[1, -1].map((sign) =>
          bands.map((band) => {
            const [start, end] = [place(sign * band.from), place(sign * band.to)];
            const gold = isGold(sign * band.from);
            return (
              <g key={`${sign}-${band.from}`}>
                <rect
                  x={Math.min(start, end) - pitch / 2 + 1}
                  y="11"
                  width={Math.abs(end - start) + pitch - 2}
                  height="30"
                  fill={gold ? 'var(--wnb-gold)' : 'var(--wnb-paper)'}
                  stroke="var(--wnb-ink)"
                  stroke-width={band.to === max ? 3 : 1.2}
                />
                <text x={(start + end) / 2} y="57" text-anchor="middle" font-size={wide ? 11 : 12} font-weight={gold ? 700 : undefined}>
                  {wide ? `${tell(band.label, language)} ${band.effect}` : band.effect}
                </text>
              </g>
            );
          }),
        )}
        {shown.map((number) => (
          <text key={number} class={bandOf(number) ? undefined : 'halo'} x={place(number)} y="30.5" text-anchor="middle" font-size={wide ? 12.5 : 11} font-weight={number === 0 ? 700 : undefined} style={isGold(number) ? { fill: 'var(--wnb-on-gold)' } : undefined}>
            {Math.abs(number)}
          </text>
        ))}
        <g key={`marker-${value}`} class="pop" style={{ transformOrigin: `${place(value)}px 26px` }}>
          {corner ? (
            <Mark corner={corner} x={place(value)} y={26} radius={14} fill={cornerColour(corner)} stroke="var(--wnb-paper)" width={2.5} />
          ) : (
            <circle cx={place(value)} cy="26" r="14" fill="var(--wnb-ink)" stroke="var(--wnb-paper)" stroke-width="2.5" />
          )}
          <text class="d" x={place(value)} y="32" font-size="17" text-anchor="middle" style={{ fill: corner ? 'var(--wnb-on-corner)' : 'var(--wnb-on-ink)' }}>
            {Math.abs(value)}
          </text>
        </g>
      </svg>
      {!wide && <p class="small">{bands.map((band) => `${band.effect} ${tell(band.label, language)}`).join(' · ')}</p>}
    </div>
  );
}

/* ---- the attack in play ---- */

function Sum({ target, language }: { target: Target; language: Language }) {
  return (
    <div class="sum">
      <table class="tally">
        <caption class="vh">{word('targetSum', language)}</caption>
        <tbody>
          {target.terms.map((term, index) => (
            <tr key={index}>
              <td>{term.amount}</td>
              <td>{tell(term.name, language)}</td>
            </tr>
          ))}
          <tr>
            <td>{target.total}</td>
            <td>{tell(target.says, language)}</td>
          </tr>
        </tbody>
      </table>
      <div class="dice few" aria-hidden="true">
        {target.faces.map((face) => (
          <Die key={face.face} die={face} corner={null} size="sm" quiet language={language} />
        ))}
      </div>
    </div>
  );
}

export function Attack({ piece, language }: { piece: AttackPiece; language: Language }) {
  const many = piece.cards.length > 1;
  return (
    <div class={`attack ${cornerOf(piece.corner)}${many ? ' many' : ''}`} role="group" aria-label={tell(piece.label, language)}>
      <p class="caps">{tell(piece.label, language)}</p>
      {piece.cards.map(({ card, target }) => (
        <div key={card.id} class="duel">
          <div class={`card ${card.look}`}>
            <Face card={card} language={language} />
          </div>
          <Sum target={target} language={language} />
        </div>
      ))}
      {piece.note && <p class="small">{tell(piece.note, language)}</p>}
    </div>
  );
}
