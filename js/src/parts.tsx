/* Pieces that more than one widget is built of. */
import { createContext, type ComponentChildren, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { chooseLanguage, page, ruleLink, tell, word, withoutGame, type Language, type Word } from './text';
import type { Message, Model, Text } from './types';

/** What a widget is given besides its state. */
export interface Desk {
  language: Language;
  links: Record<string, string> | null | undefined;
  model: Model;
  /** Sends to the kernel; without one it does nothing and says so by returning false. */
  send(message: Message): boolean;
  /** Wraps a handler: whatever it throws is shown to the reader, with what is still true. */
  safely<Data extends unknown[]>(handler: (...data: Data) => unknown, still?: Word): (...data: Data) => void;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) {
    throw new Error('A widget was drawn outside its host.');
  }
  return desk;
}

/** A name that no other widget of the page has. */
export function useName(): string {
  const [name] = useState(() => {
    page().counter += 1;
    return `wnb-${page().counter}`;
  });
  return name;
}

/* ---- focus ---- */

/** After an update the focus stays on the control with the same data-k; if it is gone, it goes to the question. */
export function useKeptFocus(root: RefObject<HTMLElement | null>, question?: RefObject<HTMLElement | null>): void {
  const element = root.current;
  const tree = element?.getRootNode() as Document | ShadowRoot | undefined;
  const focused = tree?.activeElement ?? null;
  /* Read while drawing, before the old elements go. */
  const held = element && focused && element.contains(focused) ? (focused.closest<HTMLElement>('[data-k]')?.dataset.k ?? '') : null;
  useLayoutEffect(() => {
    if (held === null || !root.current) {
      return;
    }
    const now = (root.current.getRootNode() as Document | ShadowRoot).activeElement;
    if (now && root.current.contains(now)) {
      return;
    }
    const same = held ? root.current.querySelector<HTMLElement>(`[data-k="${CSS.escape(held)}"]`) : null;
    (same ?? question?.current ?? root.current).focus({ preventScroll: true });
  });
}

/** The width of an element, and again whenever it changes. */
export function useWidth(target: RefObject<Element | null>, first: number): number {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) {
      return;
    }
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width) || first);
    measure();
    if (typeof ResizeObserver === 'undefined') {
      return;
    }
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** Whether an element has come near what the reader sees, with some width: not in a folded part, not far below. */
export function useSeen(target: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useLayoutEffect(() => {
    const element = target.current;
    if (seen || !element) {
      return;
    }
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting && entry.boundingClientRect.width > 0)), { rootMargin: '200px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return seen;
}

/** Tells by a fading edge, not by half a line, that a list that scrolls goes on below; looks again whenever `seen` changes. */
export function useFadingEdge(list: RefObject<HTMLElement | null>, seen: unknown[]): void {
  const look = () => {
    const box = list.current;
    box?.classList.toggle('more', box.scrollTop + box.clientHeight < box.scrollHeight - 2);
  };
  useListener(() => list.current, 'scroll', look);
  useLayoutEffect(look, seen);
}

/* ---- frame ---- */

interface FrameProps {
  kind: string;
  title: Text;
  note?: ComponentChildren;
  tools?: ComponentChildren;
  foot?: ComponentChildren;
  sticky?: boolean;
  root?: RefObject<HTMLElement | null>;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
}

/** A widget with its title. It is a group and no landmark: a page has dozens of them. */
export function Frame({ kind, title, note, tools, foot, sticky, root, onKeyDown, children }: FrameProps) {
  const { language } = useDesk();
  const name = useName();
  return (
    <div class={`w w-${kind}`} role="group" aria-labelledby={name} lang={language} tabIndex={-1} ref={root as RefObject<HTMLDivElement | null>} onKeyDown={onKeyDown}>
      <header>
        <h3 id={name}>{tell(title, language)}</h3>
        <div class="tools">
          {note && <span class="small mute">{note}</span>}
          {tools}
          <LanguageSwitch />
        </div>
      </header>
      {children}
      {foot && <div class={`foot${sticky ? ' stick' : ''}`}>{foot}</div>}
    </div>
  );
}

function LanguageSwitch() {
  const { language, safely } = useDesk();
  const name = useName();
  const choices: [Language, string, string][] = [
    ['en', 'EN', 'English'],
    ['es', 'ES', 'Español'],
  ];
  return (
    <div class="seg lang" role="radiogroup" aria-label={word('language', language)}>
      {choices.map(([value, short, long]) => (
        <label key={value} title={long}>
          <input type="radio" name={name} value={value} checked={language === value} aria-label={long} lang={value} data-k={`language-${value}`} onChange={safely(() => chooseLanguage(value))} />
          <span aria-hidden="true">{short}</span>
        </label>
      ))}
    </div>
  );
}

/* ---- small pieces ---- */

/** A rule's ticket: always a link, its text is the id. */
export function Ticket({ id, href, running, short }: { id: string; href?: string | null; running?: boolean; short?: boolean }) {
  const { links } = useDesk();
  return (
    <a class={`tag${running ? ' on' : ''}`} href={ruleLink(id, links, href)}>
      {short ? withoutGame(id) : id}
    </a>
  );
}

interface SegmentProps {
  label: string;
  value: string;
  choices: { value: string; label: string }[];
  choose(value: string): void;
  name: string;
}

export function Segment({ label, value, choices, choose, name }: SegmentProps) {
  const { safely } = useDesk();
  const group = useName();
  return (
    <div class="seg" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input type="radio" name={group} value={choice.value} checked={choice.value === value} data-k={`${name}-${choice.value}`} onChange={safely(() => choose(choice.value))} />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

interface SliderProps {
  label: ComponentChildren;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words, with its unit. */
  shown: string;
  note?: string;
  name: string;
  move(value: number): void;
}

export function Slider({ label, value, min, max, step, shown, note, name, move }: SliderProps) {
  const { safely } = useDesk();
  const id = useName();
  const fill = max > min ? (100 * (value - min)) / (max - min) : 0;
  return (
    <div class="slide">
      <label for={id}>{label}</label>
      <output for={id}>{shown}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        aria-describedby={note ? `${id}-note` : undefined}
        style={{ '--fill': `${fill}%` }}
        data-k={name}
        onInput={safely((event: InputEvent) => move(Number((event.currentTarget as HTMLInputElement).value)))}
      />
      {note && <small id={`${id}-note`}>{note}</small>}
    </div>
  );
}

export function Button({ name, class: kind = '', children, press, refused, pressed, label }: { name: string; class?: string; children: ComponentChildren; press(): unknown; refused?: boolean; pressed?: boolean; label?: string }) {
  const { safely } = useDesk();
  return (
    <button type="button" class={`btn ${kind}`.trim()} data-k={name} aria-disabled={refused ? 'true' : undefined} aria-pressed={pressed === undefined ? undefined : pressed ? 'true' : 'false'} aria-label={label} onClick={safely(press)}>
      {children}
    </button>
  );
}

/** Listens until the widget goes. A layout effect, because its end is part of the widget's own and not of a later frame. */
export function useListener(target: () => EventTarget | null, type: string, listener: (event: Event) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useLayoutEffect(() => {
    const source = target();
    const heard = (event: Event) => latest.current(event);
    source?.addEventListener(type, heard);
    return () => source?.removeEventListener(type, heard);
  }, []);
}
