/* quiz: an exercise. The table of grades was made by the engine for every possible answer. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Board } from './board';
import { CornerName, Die } from './draw';
import { Button, Frame, Segment, Ticket, useDesk, useKeptFocus, useName } from './parts';
import { formatNumber, tell, word } from './text';
import type { Field, Grade, NumberField, QuizState, Value } from './types';
import { Walk } from './walk';

interface Line {
  mark: '✓' | '✕' | '?';
  ok: boolean;
  say: string | Grade['say'];
  rule?: string | null;
}

/** Any answer the engine accepts is right; an answer it does not know by name is graded under "*". */
export function grade(grades: Record<string, Grade> | undefined, value: Value): Grade | undefined {
  const name = String(value);
  if (grades && Object.hasOwn(grades, name)) {
    return grades[name];
  }
  return grades?.['*'];
}

export function Quiz({ state }: { state: QuizState }) {
  const desk = useDesk();
  const { language } = desk;
  const root = useRef<HTMLElement>(null);
  const starts = () => Object.fromEntries(state.fields.filter((field) => field.form === 'number').map((field) => [field.name, field.start]));
  const [values, setValues] = useState<Record<string, Value>>(starts);
  const [lines, setLines] = useState<Line[]>([]);
  const [result, setResult] = useState('');
  const [walking, setWalking] = useState(false);
  const walk = useRef<HTMLDivElement>(null);
  useKeptFocus(root);

  const answer = (field: Field, value: Value) => setValues({ ...values, [field.name]: value });
  const check = () => {
    setResult('');
    if (state.fields.some((field) => !(field.name in values))) {
      setLines([{ mark: '?', ok: false, say: word('chooseFirst', language) }]);
      return;
    }
    const grades = state.fields.map((field) => grade(state.grades[field.name], values[field.name] ?? ''));
    setLines(grades.map((found) => ({ mark: found?.ok ? '✓' : '✕', ok: Boolean(found?.ok), say: found?.say ?? word('noGrade', language), rule: found?.rule })));
    const right = grades.filter((found) => found?.ok).length;
    const counted = word('rightOf', language, { right, count: grades.length });
    setResult(right === grades.length ? `${counted} · ${word('done', language)}` : counted);
    desk.send({ type: 'answer', values });
  };
  const hint = () => {
    setResult('');
    setLines([{ mark: '?', ok: false, say: state.hint?.say ?? '', rule: state.hint?.rule }]);
  };

  useLayoutEffect(() => {
    const shown = walk.current?.querySelector<HTMLElement>('.w');
    shown?.scrollIntoView({ block: 'nearest' });
    shown?.focus({ preventScroll: true });
  }, [walking]);

  const count = state.of ? word('questionOf', language, { number: state.of[0], count: state.of[1] }) : word('gradedByEngine', language);
  return (
    <>
      <Frame
        kind="quiz"
        title={state.title}
        note={count}
        root={root}
        foot={
          <>
            <Button name="check" class="go" press={check}>
              {word('check', language)}
            </Button>
            {state.hint && (
              <Button name="hint" class="flat" press={hint}>
                {word('hint', language)}
              </Button>
            )}
            {state.walk && (
              <Button name="walk" class="flat" press={() => setWalking(!walking)}>
                {word(walking ? 'hideWalk' : 'showWalk', language)}
              </Button>
            )}
          </>
        }
      >
        <div class="in ask2">
          <div>
            <p class="question">{tell(state.ask, language)}</p>
            {state.board && <Board board={state.board} language={language} />}
            {state.tape && state.tape.length > 0 && <Tape tape={state.tape} />}
            <div class="fields">
              {state.fields.map((field) => (
                <Answer key={field.name} field={field} value={values[field.name]} change={(value) => answer(field, value)} />
              ))}
            </div>
          </div>
          <div class="feedback" aria-live="polite">
            {lines.map((line, index) => (
              <Feedback key={index} line={line} />
            ))}
            {result && <p class="caps">{result}</p>}
          </div>
        </div>
      </Frame>
      {walking && state.walk && (
        <div ref={walk} class="inner">
          <Walk state={state.walk} />
        </div>
      )}
    </>
  );
}

function Tape({ tape }: { tape: NonNullable<QuizState['tape']> }) {
  const { language } = useDesk();
  return (
    <ol class="tape">
      {tape.map((line, index) => (
        <li key={index}>
          <CornerName corner={line.corner} language={language}>
            {line.name}
          </CornerName>
          {line.dice.map((die, place) => (
            <Die key={place} die={die} corner={line.corner} size="sm" quiet language={language} />
          ))}
          {line.note && <b>{tell(line.note, language)}</b>}
        </li>
      ))}
    </ol>
  );
}

function Answer({ field, value, change }: { field: Field; value: Value | undefined; change(value: Value): void }) {
  const { language } = useDesk();
  const id = useName();
  const label = tell(field.label, language);
  const heading = field.corner ? (
    <CornerName corner={field.corner} language={language}>
      {label}
    </CornerName>
  ) : (
    <b>{label}</b>
  );
  if (field.form === 'number') {
    return (
      <div role="group" aria-labelledby={id}>
        <div id={id} class="fieldname">
          {heading}
        </div>
        <Stepper field={field} value={Number(value ?? field.start)} change={change} />
      </div>
    );
  }
  const choices = field.options.map((option) => ({ value: option.value, label: tell(option.label, language) }));
  const long = choices.length > 3 || choices.some((choice) => choice.label.length > 18);
  return (
    <div class={long ? 'choices' : ''}>
      <div class="fieldname" aria-hidden="true">
        {heading}
      </div>
      <Segment label={label} value={String(value ?? '')} choices={choices} choose={change} name={field.name} />
    </div>
  );
}

function Stepper({ field, value, change }: { field: NumberField; value: number; change(value: number): void }) {
  const { language, safely } = useDesk();
  const move = (by: number) => change(Math.min(field.max, Math.max(field.min, value + by)));
  const press = (name: string, by: number, sign: string, end: boolean) => (
    <button type="button" aria-label={word(by < 0 ? 'less' : 'more', language)} aria-disabled={end ? 'true' : undefined} data-k={`${field.name}-${name}`} onClick={safely(() => move(by))}>
      {sign}
    </button>
  );
  return (
    <span class="step">
      {press('less', -1, '−', value <= field.min)}
      <output aria-live="polite">{formatNumber(value, language)}</output>
      {press('more', 1, '+', value >= field.max)}
    </span>
  );
}

function Feedback({ line }: { line: Line }) {
  const { language } = useDesk();
  const heard = line.mark === '✓' ? 'right' : line.mark === '✕' ? 'wrong' : 'hint';
  return (
    <div class={`fb ${line.ok ? 'ok' : 'no'}`}>
      <span class="mk" aria-hidden="true">
        {line.mark}
      </span>
      <span>
        <span class="vh">{word(heard, language)} </span>
        {tell(line.say, language)} {line.rule && <Ticket id={line.rule} />}
      </span>
    </div>
  );
}
