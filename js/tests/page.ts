/* A small page for the tests: happy-dom's window in the place of a browser's. */
import { Window } from 'happy-dom';
import { act } from 'preact/test-utils';
import { render } from '../src/host';
import { page } from '../src/text';
import type { Model } from '../src/types';

const view = new Window({ url: 'http://localhost/' });
const names = ['document', 'localStorage', 'location', 'history', 'CustomEvent', 'CSS', 'DOMParser', 'Event', 'KeyboardEvent', 'MouseEvent', 'Node', 'Element', 'HTMLElement', 'SVGElement', 'ShadowRoot', 'Document'];
for (const name of names) {
  Object.defineProperty(globalThis, name, { value: (view as unknown as Record<string, unknown>)[name], configurable: true, writable: true });
}

export class Kernel implements Model {
  sent: Record<string, unknown>[] = [];
  breaks = false;
  private listeners = new Map<string, Set<(...data: unknown[]) => void>>();

  constructor(public state: Record<string, unknown>) {}

  get(name: string) {
    return name === 'state' ? this.state : undefined;
  }

  on(event: string, listener: (...data: unknown[]) => void) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
  }

  off(event: string, listener: (...data: unknown[]) => void) {
    this.listeners.get(event)?.delete(listener);
  }

  send(message: Record<string, unknown>) {
    if (this.breaks) {
      throw new Error('the connection is closed');
    }
    this.sent.push(message);
  }

  get listening() {
    return [...this.listeners.values()].reduce((sum, set) => sum + set.size, 0);
  }

  async replace(changes: Record<string, unknown>) {
    this.state = { ...this.state, ...changes };
    await act(() => this.listeners.get('change:state')?.forEach((listener) => listener()));
  }
}

export interface Shown {
  kernel: Kernel;
  cell: HTMLElement;
  find<Found extends HTMLElement>(selector: string): Found;
  all(selector: string): HTMLElement[];
  press(name: string): Promise<void>;
  key(name: string, on?: Element): Promise<KeyboardEvent>;
  close(): Promise<void>;
}

/** Shows a state in an empty page. */
export async function show(state: object): Promise<Shown> {
  document.body.replaceChildren();
  page().language = 'en';
  const cell = document.createElement('div');
  document.body.append(cell);
  const kernel = new Kernel(structuredClone(state) as Record<string, unknown>);
  let cleanup = () => {};
  await act(() => {
    cleanup = render({ model: kernel, el: cell });
  });
  const find = <Found extends HTMLElement>(selector: string) => {
    const found = cell.querySelector<Found>(selector);
    if (!found) {
      throw new Error(`Nothing matches ${selector}`);
    }
    return found;
  };
  return {
    kernel,
    cell,
    find,
    all: (selector) => [...cell.querySelectorAll<HTMLElement>(selector)],
    press: async (name) => {
      const control = find(`[data-k="${name}"]`);
      control.focus();
      await act(() => control.click());
    },
    key: async (name, on) => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
      await act(() => {
        (on ?? document.activeElement ?? cell).dispatchEvent(event);
      });
      return event;
    },
    close: async () => {
      await act(() => cleanup());
    },
  };
}
