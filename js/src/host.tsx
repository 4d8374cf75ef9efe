/* The bridge between a page and a widget: anywidget's model, or a page model in its place. */
import { Component, render as draw, type ComponentType } from 'preact';
import { Deck } from './deck';
import { Explore } from './explore';
import { Flick } from './flick';
import { openInLab } from './lab';
import { Odds, gridKey } from './odds';
import { DeskContext, type Desk } from './parts';
import { Play } from './play';
import { Quiz } from './quiz';
import { onLanguage, page, pageLink, tell, word, type Language, type Word } from './text';
import { numbersOf, stateOf } from './told';
import type { Beside, Message, Model, State } from './types';
import { Walk } from './walk';

const widgets: Record<string, ComponentType<{ state: never }>> = {
  walk: Walk as ComponentType<{ state: never }>,
  odds: Odds as ComponentType<{ state: never }>,
  quiz: Quiz as ComponentType<{ state: never }>,
  play: Play as ComponentType<{ state: never }>,
  flick: Flick as ComponentType<{ state: never }>,
  deck: Deck as ComponentType<{ state: never }>,
  explore: Explore as ComponentType<{ state: never }>,
};

interface Trouble {
  still: Word;
  message: string;
}

interface HostState {
  state: State | null;
  language: Language;
  trouble: Trouble | null;
  broken: boolean;
}

interface HostProps {
  model: Model;
  /** Told when the widget cannot be drawn, so that something else may stand in its place. */
  broken?: (() => void) | undefined;
}

class Host extends Component<HostProps, HostState> {
  override state: HostState = { state: read(this.props.model), language: page().language, trouble: null, broken: false };
  private stopLanguage = () => {};

  private take = () => {
    /* A new state is a new chance: what broke on the old one may be drawn now. */
    this.setState({ state: read(this.props.model), trouble: null, broken: false });
  };

  private fail = (error: unknown, still: Word) => {
    /* The reader gets a sentence, the developer the trace. */
    console.error('wrestling_nb:', error);
    this.setState({ trouble: { still, message: error instanceof Error ? error.message : String(error) } });
  };

  private send = (message: Message): boolean => {
    const live = Boolean(this.state.state?.live);
    if (!live || !this.props.model.send) {
      return false;
    }
    this.props.model.send(message);
    return true;
  };

  private safely: Desk['safely'] =
    (handler, still = 'stillTrue') =>
    (...data) => {
      try {
        const result = handler(...data);
        if (result instanceof Promise) {
          result.catch((error: unknown) => this.fail(error, still));
        }
        if (this.state.trouble) {
          this.setState({ trouble: null });
        }
      } catch (error) {
        this.fail(error, still);
      }
    };

  override componentDidMount() {
    this.props.model.on('change:state', this.take);
    this.stopLanguage = onLanguage((language) => this.setState({ language }));
  }

  override componentWillUnmount() {
    this.props.model.off('change:state', this.take);
    this.stopLanguage();
  }

  override componentDidCatch(error: unknown) {
    this.fail(error, 'cannotDraw');
    this.setState({ broken: true });
    this.props.broken?.();
  }

  override render(_: HostProps, { state, language, trouble, broken }: HostState) {
    if (!state) {
      return null;
    }
    const Body = Object.hasOwn(widgets, state.kind) ? (widgets[state.kind] as ComponentType<{ state: State }>) : null;
    const desk: Desk = { language, links: state.links, model: this.props.model, send: this.send, safely: this.safely };
    return (
      <DeskContext.Provider value={desk}>
        {!broken && Body && <Body key={`${state.kind}-${state.id}`} state={state} />}
        <div role="status" lang={language}>
          {!Body && <p class="note err">{word('unknownKind', language)}</p>}
          {/* play says it beside its question */}
          {state.notice && state.kind !== 'play' && <p class="note err">{tell(state.notice.say, language)}</p>}
          {trouble && (
            <p class="note err">
              {!broken && `${word('trouble', language)} `}
              {word(trouble.still, language)} <span class="mute small">({trouble.message})</span>
            </p>
          )}
        </div>
      </DeskContext.Provider>
    );
  }
}

function read(model: Model): State | null {
  const state = model.get('state') as State | null | undefined;
  return state && typeof state === 'object' && 'kind' in state ? state : null;
}

/** anywidget's entry: draws the model's state into the element; the returned function takes everything away again. */
export function render({ model, el, broken }: { model: Model; el: HTMLElement; broken?: () => void }): () => void {
  const root = document.createElement('div');
  root.className = 'wnb';
  el.append(root);
  const shareKeys = keepKeys(root);
  const leaveLinks = openInLab(root);
  draw(<Host model={model} broken={broken} />, root);
  return () => {
    shareKeys();
    leaveLinks();
    draw(null, root);
    root.remove();
  };
}

/** Keeps JupyterLab from taking plain keys as its shortcuts while the focus is in the widget.
    It hears every key before we do, and looks for a mark from the focused element upwards, where the element itself
    already counts as a match. So the mark goes onto that element, a moment before, and only for keys without Ctrl, Alt
    or Cmd: saving and the command palette go on working, and Escape leads out of the widget. */
function keepKeys(root: HTMLElement): () => void {
  const view = root.ownerDocument.defaultView;
  const mark = (event: KeyboardEvent) => {
    const target = event.target as Element | null;
    if (target && root.contains(target)) {
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey && event.key !== 'Escape';
      target.toggleAttribute('data-lm-suppress-shortcuts', plain);
    }
  };
  view?.addEventListener('keydown', mark, true);
  return () => view?.removeEventListener('keydown', mark, true);
}

/** Where the messages of a page's widget go. */
export interface Channel {
  send(message: Message): void;
}

/** The model of a page: it has its state from the page itself, and whoever comes to run the page may connect to it.
    A widget listens all the while, so it is drawn anew in its place: nothing is mounted again and the focus stays. */
export class PageModel implements Model {
  send: ((message: Message) => void) | undefined = undefined;
  private listeners = new Map<string, Set<(...data: any[]) => void>>();
  private state: State;
  /** The way from this page to the pages of the rules, as the links that it was built with have it. */
  private way: string;

  constructor(state: State) {
    this.way = /^([^?#]*\/)[^/?#]*\.html/.exec(Object.values(state.links ?? {})[0] ?? '')?.[1] ?? '';
    this.state = this.onPage(state);
  }

  get(name: string): unknown {
    return name === 'state' ? this.state : undefined;
  }

  on(event: string, listener: (...data: any[]) => void): void {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
  }

  off(event: string, listener: (...data: any[]) => void): void {
    this.listeners.get(event)?.delete(listener);
  }

  /** From now on messages have somewhere to go. */
  connect(channel: Channel): void {
    this.send = (message) => channel.send(message);
    this.put(this.state);
  }

  /** Nobody answers any more: what is shown stays, and is a picture again. */
  disconnect(): void {
    this.send = undefined;
    this.put(this.state);
  }

  /** A new state, as an answer or because something else has changed it. */
  put(state: State): void {
    this.state = this.onPage(state);
    this.tell('change:state');
  }

  /** Fetches what a chart left beside the page; until then it is the picture of its first setting. */
  async complete(): Promise<void> {
    const beside = besideOf(this.state);
    if (beside) {
      const numbers = await numbersOf(beside.place);
      /* Another may have asked meanwhile. */
      if (besideOf(this.state)) {
        this.put({ ...this.state, ...numbers, beside: null } as State);
      }
    }
  }

  /** An answer that is no state, such as the file of a saved match. */
  custom(message: object, buffers: unknown[] = []): void {
    this.tell('msg:custom', message, buffers);
  }

  /** The links of a state lead to notebooks; on a page they lead to pages. */
  private onPage(state: State): State {
    const links = Object.fromEntries(Object.entries(state.links ?? {}).map(([id, link]) => [id, pageLink(link, this.way)]));
    return { ...state, links, live: this.send !== undefined };
  }

  private tell(event: string, ...data: unknown[]): void {
    [...(this.listeners.get(event) ?? [])].forEach((listener) => listener(...data));
  }
}

function besideOf(state: State): Beside | null {
  return (state.kind === 'odds' && state.beside) || null;
}

/** A widget that stands in the place of its static copy. */
export interface Hydrated {
  model: PageModel;
  element: HTMLElement;
  /** The cell of the notebook that shows it, such as cell-17, where the page says so. */
  cell: string | null;
  id: string;
  kind: State['kind'];
}

/** The widgets of the page, in the order in which they were upgraded. */
export const hydrated: Hydrated[] = [];

/** The static copies in a part of the page that are still to be upgraded. */
export function copies(scope: ParentNode = document): HTMLElement[] {
  return [...scope.querySelectorAll<HTMLElement>('.wnb[data-kind]:not([data-alive])')];
}

/** Puts a widget in the place of each static copy of the page; returns how to take them away again. */
export function hydrate(scope: ParentNode = document): () => void {
  const cleanups = copies(scope).map(upgrade);
  return () => cleanups.forEach((cleanup) => cleanup());
}

/** Puts a widget in the place of a static copy. One that cannot be upgraded stays as it is; one that is upgraded stays
    hidden in the page, for print. */
export function upgrade(holder: HTMLElement): () => void {
  let state: State | null;
  try {
    state = stateOf(holder);
  } catch (error) {
    console.error('wrestling_nb: a static copy could not be upgraded.', error);
    return () => {};
  }
  if (!state || !Object.hasOwn(widgets, state.kind)) {
    return () => {};
  }
  holder.dataset.alive = 'true';
  const model = new PageModel(withPicture(state, holder));
  const stay = () => delete holder.dataset.alive;
  const cleanup = render({ model, el: holder, broken: stay });
  const entry: Hydrated = { model, element: holder, cell: holder.dataset.cell ?? null, id: state.id, kind: state.kind };
  hydrated.push(entry);
  return () => {
    cleanup();
    hydrated.splice(hydrated.indexOf(entry), 1);
    stay();
  };
}

/** A chart's copy has the picture of its first setting, which stands in the widget until the chart is drawn. */
function withPicture(state: State, holder: HTMLElement): State {
  const picture = holder.querySelector('.wnb-static .picture svg');
  if (state.kind !== 'odds' || state.svg || !picture) {
    return state;
  }
  const first = Object.fromEntries(state.controls.map((control) => [control.name, control.value]));
  return { ...state, svg: { [gridKey(state.controls, first)]: new XMLSerializer().serializeToString(picture) } };
}
