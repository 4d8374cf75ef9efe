/* walk: step through an example. Where the reader is stays in the page; nothing is sent. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Board, needsMat } from './board';
import { Mark, cornerColour } from './draw';
import { Button, Frame, Ticket, useDesk, useFadingEdge, useKeptFocus, useListener, useWidth } from './parts';
import { tell, withoutGame, word } from './text';
import type { WalkState, WalkStep } from './types';

const pace = 1500;
const highlight = 'wnb:highlight';

export function Walk({ state }: { state: WalkState }) {
  const { language, safely } = useDesk();
  const root = useRef<HTMLElement>(null);
  const last = Math.max(0, state.steps.length - 1);
  const [at, setAt] = useState(() => clamp(state.at ?? 0, last));
  const [forward, setForward] = useState(false);
  const [playing, setPlaying] = useState(false);
  /* The page is left alone until the reader has touched this widget. */
  const [touched, setTouched] = useState(false);
  const [remark, setRemark] = useState('');
  useKeptFocus(root);

  const go = (to: number) => {
    const next = clamp(to, last);
    setTouched(true);
    setForward(next === at + 1);
    setRemark(to > last ? word('lastStep', language) : to < 0 ? word('firstStep', language) : '');
    setAt(next);
    if (next === last) {
      setPlaying(false);
    }
  };
  const jump = (to: number) => {
    setPlaying(false);
    go(to);
  };
  const toggle = () => {
    if (!playing && at === last) {
      go(0);
    }
    setTouched(true);
    setRemark('');
    setPlaying(!playing);
  };

  useEffect(() => setAt((now) => clamp(now, last)), [last]);
  useEffect(() => {
    if (!playing) {
      return;
    }
    const timer = setTimeout(() => go(at + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, at]);

  const step = state.steps[at];
  useHighlight(root, touched ? (step?.rule ?? null) : null, () => setTouched(false));

  const keys: Record<string, () => void> = {
    ArrowRight: () => jump(at + 1),
    ArrowLeft: () => jump(at - 1),
    Home: () => jump(0),
    p: toggle,
    P: toggle,
  };
  const press = safely((event: KeyboardEvent) => {
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    const modified = event.altKey || event.ctrlKey || event.metaKey;
    if (!action || modified || (event.target as Element).matches('input, select, textarea')) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    action();
  });

  if (!step) {
    return (
      <Frame kind="walk" title={state.title} root={root}>
        <div class="in" />
      </Frame>
    );
  }
  const mat = state.steps.some((other) => needsMat(other.board));
  const before = at > 0 ? state.steps[at - 1]?.board : null;
  return (
    <Frame
      kind="walk"
      title={state.title}
      note={tell(state.note, language)}
      root={root}
      onKeyDown={press}
      sticky
      foot={
        <>
          <Button name="first" class="icon" label={word('restart', language)} refused={at === 0} press={() => jump(at === 0 ? -1 : 0)}>
            <Arrow path="M3 3h3v12H3zM16 3v12L7 9z" />
          </Button>
          <Button name="back" class="icon" label={word('back', language)} refused={at === 0} press={() => jump(at - 1)}>
            <Arrow path="M13 2v14L3 9z" />
          </Button>
          <Button name="next" class="go" refused={at === last} press={() => jump(at + 1)}>
            {word('step', language)}
            <Arrow path="M5 2v14l10-7z" />
          </Button>
          <Button name="play" pressed={playing} press={toggle}>
            {word(playing ? 'pause' : 'play', language)}
          </Button>
          <span class="small mute count">
            <b class="num">{word('of', language, { value: at + 1, max: last + 1 })}</b>
            <span class="keys"> · {word('keys', language)}</span>
          </span>
          <span class="vh" role="status">
            {remark}
          </span>
        </>
      }
    >
      <div class="in">
        <Board board={step.board} before={before} mat={mat} rolls={forward} serial={String(at)} language={language} />
        <Rope steps={state.steps} at={at} />
        <div class="stage">
          <div class="now" aria-live="polite">
            <p class="t">{tell(step.say, language)}</p>
            <p class="small">
              {step.detail && `${tell(step.detail, language)} `}
              {step.rule && <Ticket id={step.rule} href={step.href} running />}
            </p>
          </div>
          <Steps steps={state.steps} at={at} choose={jump} />
        </div>
      </div>
    </Frame>
  );
}

function clamp(value: number, last: number): number {
  return Math.min(last, Math.max(0, value));
}

function Arrow({ path }: { path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The steps as knots on a rope; the shape says whose step it is. */
function Rope({ steps, at }: { steps: WalkStep[]; at: number }) {
  const line = useRef<SVGSVGElement>(null);
  const width = useWidth(line, 600);
  const x = (index: number) => (steps.length > 1 ? 18 + ((width - 36) * index) / (steps.length - 1) : width / 2);
  /* Knots must not touch: a long walk draws every one smaller. */
  const radius = Math.max(1.5, Math.min(5, (width - 36) / steps.length / 2.6));
  return (
    <svg class="rope" ref={line} viewBox={`0 0 ${width} 26`} aria-hidden="true">
      <path d={`M4 2v22M${width - 4} 2v22`} stroke="var(--wnb-ink)" stroke-width="7" />
      <path d={`M7 13H${width - 7}`} stroke="var(--wnb-line-2)" stroke-width="3" />
      <path d={`M7 13H${x(at)}`} stroke="var(--wnb-ink)" stroke-width="4" />
      {steps.map((step, index) => {
        const fill = index > at ? 'var(--wnb-paper)' : step.corner ? cornerColour(step.corner) : 'var(--wnb-ink)';
        return index === at ? null : <Mark key={index} corner={step.corner} x={x(index)} y={13} radius={radius} fill={fill} stroke="var(--wnb-ink)" width={1.2} />;
      })}
      <Mark corner={steps[at]?.corner} x={x(at)} y={13} radius={9} fill={steps[at]?.corner ? cornerColour(steps[at].corner) : 'var(--wnb-gold)'} stroke="var(--wnb-ink)" width={2.5} />
    </svg>
  );
}

function Steps({ steps, at, choose }: { steps: WalkStep[]; at: number; choose(index: number): void }) {
  const { language, safely } = useDesk();
  const list = useRef<HTMLOListElement>(null);
  /* The list scrolls by itself; the page must not move under the reader. */
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && current) {
      list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2 + current.offsetHeight / 2;
    }
  }, [at, language]);
  useFadingEdge(list, [at, language]);
  return (
    <ol class="steps" ref={list} aria-label={word('steps', language)}>
      {steps.map((step, index) => (
        <li key={index}>
          <button type="button" class={index > at ? 'todo' : ''} aria-current={index === at ? 'step' : undefined} data-k={`step-${index}`} onClick={safely(() => choose(index))}>
            <span class="k">{index + 1}</span>
            <span>{tell(step.say, language)}</span>
            <code>{step.rule ? withoutGame(step.rule).split('.').slice(1).join('.') || step.rule : ''}</code>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Marks on the page what the step's rule says: every element outside the widget that carries the rule's id. */
function useHighlight(root: { current: HTMLElement | null }, rule: string | null, giveWay: () => void): void {
  const marked = useRef<Element[]>([]);
  const clear = () => {
    marked.current.forEach((element) => element.classList.remove('wnb-on'));
    marked.current = [];
  };
  /* One walkthrough drives the page at a time: the last one touched. */
  useListener(
    () => document,
    highlight,
    (event) => {
      if ((event as CustomEvent).detail !== root.current) {
        clear();
        giveWay();
      }
    },
  );
  useLayoutEffect(() => {
    const widget = root.current;
    if (!rule || !widget) {
      return;
    }
    document.dispatchEvent(new CustomEvent(highlight, { detail: widget }));
    /* JupyterLab holds several notebooks in one page; only ours is meant. */
    const area = widget.closest('.jp-NotebookPanel, .jp-Notebook') ?? document;
    marked.current = [...area.querySelectorAll(`[data-rule="${CSS.escape(rule)}"]`)].filter((element) => !widget.contains(element));
    marked.current.forEach((element) => element.classList.add('wnb-on'));
    return clear;
  }, [rule]);
}
