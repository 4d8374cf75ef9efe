/* The options of a question: a list, and cards where the question is about cards. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Face } from './cards';
import { cornerOf, Icon } from './draw';
import { Button, useDesk } from './parts';
import { tell, word } from './text';
import type { Ask, CardFace, Option } from './types';

interface OptionsProps {
  ask: Ask;
  choose(option: Option): void;
  showOdds: boolean;
}

/** The options in their order: those that are cards lie together where the first of them stands. */
export function Options({ ask, choose, showOdds }: OptionsProps) {
  const { language } = useDesk();
  const ofCards = ask.options.filter((option) => option.cards?.length);
  const others = ask.options.filter((option) => !option.cards?.length);
  const list = others.length > 0 && (
    <ul class="opts" aria-label={tell(ask.question, language)}>
      {others.map((option) => {
        /* The same id under another question is another option: then the focus goes to the question. */
        const name = `option-${ask.question.en}-${option.id}`;
        return <Choice key={name} name={name} option={option} choose={choose} showOdds={showOdds} />;
      })}
    </ul>
  );
  if (ofCards.length === 0) {
    return list || null;
  }
  const cards = ask.picked ? <Picked ask={ask} options={ofCards} choose={choose} showOdds={showOdds} /> : <AtOnce ask={ask} options={ofCards} choose={choose} showOdds={showOdds} />;
  const first = ask.options[0]?.cards?.length ? cards : list;
  return (
    <>
      {first}
      {first === cards ? list : cards}
    </>
  );
}

function Choice({ name, option, choose, showOdds }: { name: string; option: Option; choose(option: Option): void; showOdds: boolean }) {
  const { language, safely } = useDesk();
  return (
    <li>
      <button type="button" class="opt" data-k={name} aria-disabled={option.refused ? 'true' : undefined} onClick={safely(() => choose(option), 'stillSent')}>
        <Icon name={option.icon ?? (option.refused ? 'block' : 'plain')} />
        <span>
          <b>{tell(option.title, language)}</b>
          <span class="say">
            {option.refused && <span class="vh">{word('refused', language)} </span>}
            {option.say && `${tell(option.say, language)} `}
            {!option.refused && <Inline option={option} />}
            {/* A link inside a button could not be reached, so here the ticket is text; the log has the link. */}
            {option.rule && <span class="tag">{option.rule}</span>}
          </span>
        </span>
        {showOdds && <Odds option={option} />}
      </button>
    </li>
  );
}

/** What an option would do, as a row of numbers. */
function Inline({ option }: { option: Option }) {
  const { language } = useDesk();
  const facts = option.facts ?? [];
  return <>{facts.length > 0 && <span class="facts">{facts.map((fact) => `${tell(fact.value, language)} ${tell(fact.label, language)}`).join(' · ')} </span>}</>;
}

function Odds({ option }: { option: Option }) {
  const { language } = useDesk();
  return option.odds ? (
    <span class="odds">
      {option.odds.value}
      <small>{tell(option.odds.label, language)}</small>
    </span>
  ) : null;
}

/* ---- cards ---- */

interface CardsProps extends OptionsProps {
  options: Option[];
}

function Cards({ ask, children }: { ask: Ask; children: ComponentChildren }) {
  const { language } = useDesk();
  return (
    <ul class={`cardrow cardopts ${cornerOf(ask.corner)}`} aria-label={word('cardsToChoose', language)}>
      {children}
    </ul>
  );
}

interface CardButtonProps {
  ask: Ask;
  card: CardFace;
  option: Option | undefined;
  pressed?: boolean;
  press(): void;
  showOdds: boolean;
}

function CardButton({ ask, card, option, pressed, press, showOdds }: CardButtonProps) {
  const { language, safely } = useDesk();
  const refused = Boolean(option?.refused);
  return (
    <li>
      <button
        type="button"
        class={`card ${card.look}${card.follows ? ' linked' : ''}`}
        data-k={`card-${ask.question.en}-${card.id}`}
        aria-pressed={pressed === undefined ? undefined : pressed ? 'true' : 'false'}
        aria-disabled={refused ? 'true' : undefined}
        onClick={safely(press, 'stillSent')}
      >
        <Face card={card} language={language} />
        {refused && (
          <span class="no">
            <span class="vh">{word('refused', language)} </span>
            {tell(option?.say, language)}
          </span>
        )}
        {option && pressed === undefined && !refused && option.facts?.length ? <Short option={option} /> : null}
        {showOdds && option && <Odds option={option} />}
        <span class="pk" aria-hidden="true">
          ✓
        </span>
      </button>
    </li>
  );
}

function Short({ option }: { option: Option }) {
  const { language } = useDesk();
  return <span class="short">{option.facts?.map((fact) => `${tell(fact.label, language)}: ${tell(fact.value, language)}`).join(' · ')}</span>;
}

/** A card is given up or taken with one press. */
function AtOnce({ ask, options, choose, showOdds }: CardsProps) {
  const byCard = new Map(options.map((option) => [option.cards?.[0], option]));
  return (
    <Cards ask={ask}>
      {ask.cards?.map((card) => {
        const option = byCard.get(card.id);
        return <CardButton key={card.id} ask={ask} card={card} option={option} press={() => option && choose(option)} showOdds={showOdds} />;
      })}
    </Cards>
  );
}

const together = (cards: readonly string[]) => [...cards].sort().join('\n');

/** Cards are picked, the sum of what they would do is shown, and then they are played. What goes together is what the kernel offers. */
function Picked({ ask, options, choose, showOdds }: CardsProps) {
  const { language } = useDesk();
  const [picked, setPicked] = useState<string[]>([]);
  const bySet = new Map(options.map((option) => [together(option.cards ?? []), option]));
  const option = bySet.get(together(picked));
  const several = options.some((each) => (each.cards?.length ?? 0) > 1);
  const pick = (id: string) => {
    if (picked.includes(id)) {
      setPicked(picked.filter((each) => each !== id));
      return;
    }
    const more = [...picked, id];
    setPicked(bySet.has(together(more)) ? more : [id]);
  };
  return (
    <div class="picking">
      <Cards ask={ask}>
        {ask.cards?.map((card) => (
          <CardButton key={card.id} ask={ask} card={card} option={bySet.get(card.id)} pressed={picked.includes(card.id)} press={() => pick(card.id)} showOdds={showOdds} />
        ))}
      </Cards>
      <div class="sumbox" aria-live="polite">
        {option ? (
          <>
            <p class="caps">{tell(option.title, language)}</p>
            <dl class="facts">
              {option.facts?.map((fact, index) => (
                <div key={index}>
                  <dt>{tell(fact.label, language)}</dt>
                  <dd>{tell(fact.value, language)}</dd>
                </div>
              ))}
            </dl>
            {option.refused && (
              <p class="small">
                <b>{word('notNow', language)}</b> {tell(option.say, language)} {option.rule && <span class="tag">{option.rule}</span>}
              </p>
            )}
            <Button name="playcards" class="go" refused={Boolean(option.refused)} press={() => choose(option)}>
              {word(picked.length > 1 ? 'playTogether' : 'playCard', language, { count: picked.length })}
            </Button>
          </>
        ) : (
          <p class="small mute">{word(several ? 'pickCards' : 'pickCard', language)}</p>
        )}
      </div>
    </div>
  );
}
