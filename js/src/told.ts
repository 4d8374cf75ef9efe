/* What a page tells its widgets: their states at its end, with each part told once, and what its charts have in a file beside it. */
import type { ChartNumbers, Packed, State } from './types';

/** Data as the kernel would send them, from the shorter form in a page (see `packed` in wrestling_nb.shows.page):
    {'=': 3} is the shared part 3, {'#': names, rows} are objects with these names. */
export function unpack({ shared, state }: Packed): unknown {
  const made: unknown[] = [];
  const whole = (part: unknown): unknown => {
    if (Array.isArray(part)) {
      return part.map(whole);
    }
    if (typeof part !== 'object' || part === null) {
      return part;
    }
    const { '=': place, '#': names, rows } = part as { '='?: number; '#'?: string[]; rows?: unknown[][] };
    if (place !== undefined) {
      made[place] ??= whole(shared[place]);
      return made[place];
    }
    if (names && rows) {
      return rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], whole(value)])));
    }
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, whole(inner)]));
  };
  return whole(state);
}

/** The state of a static copy: in the copy itself, or, where that holds a number, the one of this number at the end of the page. */
export function stateOf(copy: HTMLElement): State | null {
  const script = copy.querySelector('script[type="application/json"].wnb-state');
  if (!script) {
    return null;
  }
  const told = JSON.parse(script.textContent ?? '') as Packed | number;
  return typeof told === 'number' ? stateAtTheEnd(told) : (unpack(told) as State);
}

let states: State[] | undefined;

function end(): HTMLScriptElement {
  const script = document.querySelector<HTMLScriptElement>('script[type="application/json"].wnb-states');
  if (!script) {
    throw new Error('The page does not tell the states of its widgets.');
  }
  return script;
}

function stateAtTheEnd(number: number): State {
  states ??= unpack(JSON.parse(end().textContent ?? '') as Packed) as State[];
  const state = states[number];
  if (!state) {
    throw new Error(`The page has no state with the number ${number}.`);
  }
  return state;
}

let numbers: Promise<ChartNumbers[]> | undefined;

/** What a chart left beside the page. It is fetched once for all charts; a failure is not kept, so that it may be tried again. */
export async function numbersOf(place: number): Promise<ChartNumbers> {
  numbers ??= fetchNumbers().catch((error: unknown) => {
    numbers = undefined;
    throw error;
  });
  const found = (await numbers)[place];
  if (!found) {
    throw new Error(`There are no numbers of the chart ${place}.`);
  }
  return found;
}

async function fetchNumbers(): Promise<ChartNumbers[]> {
  const address = new URL(end().dataset.numbers ?? '', document.baseURI);
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(`${address.pathname} was answered with ${answer.status}.`);
  }
  return unpack((await answer.json()) as Packed) as ChartNumbers[];
}
