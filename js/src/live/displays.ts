/* The widgets of the page, connected to the notebook that runs. */
import type { Hydrated } from '../host';
import type { OddsState, State, Text } from '../types';
import { Stopped, type Engine } from './engine';
import type { Answer, Mistake } from './protocol';
import { words } from './words';

/* Walkthroughs and exercises hold all their answers themselves. */
const asking = new Set(['odds', 'play']);

interface Connected {
  entry: Hydrated;
  /** The state that the page came with. */
  written: State;
  /** Whether the reader has said something to it since Python started. */
  used: boolean;
}

export class Displays {
  private connected = new Map<Hydrated, Connected>();
  private engine: Engine;
  private entries: Hydrated[];
  /** Told which displays rest on a changed cell, so that the page can say so beside each. */
  stale: (entry: Hydrated, isStale: boolean) => void = () => {};

  constructor(engine: Engine, entries: Hydrated[]) {
    this.engine = engine;
    this.entries = entries;
  }

  /** Connects every widget that is not connected yet, and lets go of those that have left the page. */
  connect(): void {
    for (const [entry] of this.connected) {
      if (!this.entries.includes(entry)) {
        this.connected.delete(entry);
      }
    }
    for (const entry of this.entries) {
      if (entry.cell && !this.connected.has(entry)) {
        const written = entry.model.get('state') as State;
        this.connected.set(entry, { entry, written, used: false });
        if (asking.has(entry.kind)) {
          entry.model.connect({ send: (message) => void this.hand(entry, message) });
        }
      }
    }
  }

  /** Makes the match of the page ready, while the reader still looks for the first option. */
  prepare(): void {
    const match = this.entries.find((entry) => entry.kind === 'play' && this.connected.has(entry));
    if (match?.cell) {
      void this.renew(match.cell);
    }
  }

  of(cell: string): Hydrated[] {
    return [...this.connected.keys()].filter((entry) => entry.cell === cell);
  }

  find(cell: string, id: string): Hydrated | undefined {
    return this.of(cell).find((entry) => entry.id === id);
  }

  /** Asks for the displays of a cell as they are now. */
  async renew(cell: string): Promise<void> {
    for (const entry of this.of(cell)) {
      await this.answered(entry, () => this.engine.ask({ type: 'show', cell, id: entry.id }));
    }
  }

  /** Python has begun anew, and so do the displays that the reader had spoken to. */
  renewUsed(): void {
    for (const [entry, known] of this.connected) {
      this.stale(entry, false);
      if (known.used && entry.cell) {
        known.used = false;
        void this.answered(entry, () => this.engine.ask({ type: 'show', cell: entry.cell ?? '', id: entry.id }));
      }
    }
  }

  /** Shows a state that came in an answer. */
  put(entry: Hydrated, state: State, written: boolean): void {
    const known = this.connected.get(entry);
    if (!known || state.kind !== entry.kind) {
      console.error('wrestling_nb: a display was answered with something else.', state);
      return;
    }
    this.stale(entry, false);
    entry.model.put(state.kind === 'odds' ? charted(state, entry.model.get('state') as OddsState, known.written as OddsState, written) : state);
  }

  private async hand(entry: Hydrated, message: object): Promise<void> {
    const known = this.connected.get(entry);
    if (known && entry.cell) {
      known.used = true;
      await this.answered(entry, () => this.engine.ask({ type: 'message', cell: entry.cell ?? '', id: entry.id, message }));
    }
  }

  private async answered(entry: Hydrated, ask: () => Promise<Answer[]>): Promise<void> {
    try {
      for (const answer of await ask()) {
        this.take(entry, answer);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) {
        throw error;
      }
      this.notice(entry, words.stopped);
    }
  }

  private take(entry: Hydrated, answer: Answer): void {
    if (answer.type === 'failed') {
      this.failed(entry, answer);
    } else if (answer.type === 'custom' && this.isFor(entry, answer)) {
      entry.model.custom(answer.content);
    } else if (answer.type === 'state' && this.isFor(entry, answer)) {
      this.put(entry, answer.state, answer.written);
    }
  }

  private isFor(entry: Hydrated, answer: { cell: string; id: string }): boolean {
    return answer.cell === entry.cell && answer.id === entry.id;
  }

  private failed(entry: Hydrated, mistake: Mistake): void {
    this.notice(entry, { en: `${words.noAnswer.en} ${mistake.say.en}`, es: `${words.noAnswer.es} ${mistake.say.es}` });
  }

  private notice(entry: Hydrated, told: Text): void {
    const state = entry.model.get('state') as State;
    entry.model.put({ ...state, notice: { kind: 'error', say: told, rule: null } });
  }
}

/** A chart as the worker tells it has the numbers that were asked for; the picture and what was worked out beforehand are
    the page's own, as long as nothing has been changed. */
function charted(state: OddsState, now: OddsState, page: OddsState, written: boolean): OddsState {
  if (!written) {
    return { ...state, spec: state.spec ?? now.spec, svg: null };
  }
  const guess = state.guess && page.guess ? { ...page.guess, answers: { ...page.guess.answers, ...state.guess.answers } } : page.guess;
  return { ...page, notice: state.notice, guess, grid: { ...page.grid, ...state.grid } };
}

