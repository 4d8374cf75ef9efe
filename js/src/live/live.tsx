/* "Run this page live": the worker is started, the widgets of the page are connected to it, and its code can be run and edited. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Hydrated } from '../host';
import type { Place } from '../page';
import { onLanguage, page, tell } from '../text';
import { addTools, type Desk, type Shown } from './cell';
import { Displays } from './displays';
import { Engine, Stopped } from './engine';
import { safeHtml } from './html';
import { isCells, type CellSource, type RanAnswer } from './protocol';
import { addStrip } from './strip';
import { say, stages } from './words';

/* How much of the whole each part of the start takes. */
const shares = { fetch: [0, 0.7], open: [0.7, 0.8], rules: [0.8, 1], package: [0, 1] } as const;

async function fetchCells(place: Place): Promise<CellSource[]> {
  const response = await fetch(new URL(`${place.notebook}.cells.json`, place.root));
  const listed = response.ok ? ((await response.json()) as { cells?: unknown }).cells : undefined;
  if (!isCells(listed)) {
    throw new Error('The cells of this page are not there.');
  }
  return listed;
}

async function fetchStyle(): Promise<void> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = new URL('live.css', import.meta.url).href;
  const loaded = new Promise<void>((resolve, reject) => {
    sheet.onload = () => resolve();
    sheet.onerror = () => reject(new Error('The style of the running page is not there.'));
  });
  document.head.append(sheet);
  try {
    await loaded;
  } catch (error) {
    sheet.remove();
    throw error;
  }
}

export async function start(place: Place): Promise<void> {
  place.progress(stages.fetch, 0);
  /* What Python answers is put beside the numbers that the page has, so those are fetched too. */
  const [cells] = await Promise.all([fetchCells(place), fetchStyle(), ...place.widgets.map(({ model }) => model.complete())]);
  const engine = new Engine(new URL('worker.js', import.meta.url), new URL('lite/static/pyodide/', place.root), cells);
  engine.progress = (stage, share) => {
    const [from, to] = shares[stage];
    place.progress(stages[stage], stage === 'fetch' ? from + (to - from) * share : from);
  };
  await engine.start();
  const stop = addStrip(engine);
  const displays = new Displays(engine, place.widgets);
  new Cells(place, cells, engine, displays, stop).addTools();
  displays.stale = (entry, isStale) => noteStale(entry, isStale, () => void displays.renew(entry.cell ?? ''));
  displays.connect();
  displays.prepare();
  const { again } = engine;
  engine.again = () => {
    again();
    displays.renewUsed();
  };
}

/* ---- code ---- */

class Cells implements Desk {
  private runners = new Map<string, () => Promise<void>>();
  private taken = new Map<HTMLElement, () => void>();

  constructor(
    private place: Place,
    private cells: CellSource[],
    private engine: Engine,
    private displays: Displays,
    public stop: () => void,
  ) {}

  /** Finds the code of each cell on the page, by the cell's own element or by its text. */
  addTools(): void {
    const blocks = [...document.querySelectorAll<HTMLElement>('pre > code')];
    for (const cell of this.cells.filter(({ shown }) => shown)) {
      const number = blocks.findIndex((block) => plain(block.textContent ?? '') === plain(cell.source));
      const code = blocks[number];
      if (code) {
        /* The same code may stand on the page twice: what comes later belongs to a later cell. */
        blocks.splice(0, number + 1);
        this.addToolsTo(cell, code);
      }
    }
  }

  private addToolsTo(cell: CellSource, code: HTMLElement): void {
    const block = code.closest<HTMLElement>('.code-copy-outer-scaffold') ?? code.closest<HTMLElement>('div.sourceCode') ?? (code.parentElement as HTMLElement);
    const fold = block.closest<HTMLElement>('details');
    const tools = document.createElement('div');
    tools.className = 'wnb wnb-tools';
    block.after(tools);
    const outputs = document.createElement('div');
    outputs.className = 'wnb wnb-outputs';
    (fold ?? tools).after(outputs);
    const still = [...(code.closest('.cell')?.querySelectorAll<HTMLElement>('.cell-output') ?? [])];
    this.runners.set(cell.id, addTools({ id: cell.id, written: cell.source, desk: this, outputs, block, still }, tools));
  }

  async run(cell: string, source: string): Promise<RanAnswer | null> {
    try {
      const answers = await this.engine.ask({ type: 'run', cell, source });
      for (const answer of answers) {
        if (answer.type === 'ran' && answer.cell === cell) {
          return answer;
        }
        if (answer.type === 'failed') {
          return { type: 'ran', cell, outputs: [], printed: '', mistake: answer, resting: [], written: false };
        }
      }
      return null;
    } catch (error) {
      if (error instanceof Stopped) {
        return null;
      }
      throw error;
    }
  }

  show(holder: HTMLElement, answer: RanAnswer): Shown {
    this.taken.get(holder)?.();
    this.taken.delete(holder);
    holder.replaceChildren();
    const shown = document.createElement('div');
    shown.className = 'shown';
    const inPlace: HTMLElement[] = [];
    if (answer.printed) {
      shown.append(pre(answer.printed));
    }
    for (const output of answer.outputs) {
      const entry = output.form === 'widget' ? this.displays.find(answer.cell, output.id) : undefined;
      if (output.form === 'widget' && entry) {
        this.displays.put(entry, output.state, answer.written);
        inPlace.push(entry.element);
      } else if (output.form === 'widget') {
        shown.append(copyOf(answer.cell, output.state));
      } else {
        shown.append(output.form === 'page' ? safeHtml(output.html) : pre(output.text));
      }
    }
    if (answer.mistake) {
      shown.append(mistakeOf(answer));
    }
    if (shown.childNodes.length > 0) {
      holder.append(shown);
      this.taken.set(holder, this.place.hydrate(holder));
    }
    this.displays.connect();
    this.noteResting(answer);
    return { isNew: shown.childNodes.length > 0, inPlace };
  }

  async runResting(cells: string[]): Promise<void> {
    for (const cell of cells) {
      const run = this.runners.get(cell);
      await (run ? run() : this.displays.renew(cell));
      if (this.engine.condition !== 'ready') {
        return;
      }
    }
  }

  private noteResting(answer: RanAnswer): void {
    if (!answer.mistake) {
      answer.resting.flatMap((cell) => this.displays.of(cell)).forEach((entry) => this.displays.stale(entry, true));
    }
  }
}

/** Source as it can be compared: builders change blanks at the ends of lines. */
function plain(source: string): string {
  return source.replace(/\u00a0/g, ' ').replace(/[ \t]+$/gm, '').trim();
}

function pre(text: string): HTMLElement {
  const element = document.createElement('pre');
  element.textContent = text;
  element.tabIndex = 0;
  return element;
}

/** The static copy of a display, for the page to bring to life as it did with its own. */
function copyOf(cell: string, state: { kind: string }): HTMLElement {
  const holder = document.createElement('div');
  holder.className = 'wnb';
  holder.dataset.kind = state.kind;
  holder.dataset.cell = cell;
  const data = document.createElement('script');
  data.type = 'application/json';
  data.className = 'wnb-state';
  /* As a page packs it, with nothing told twice. */
  data.textContent = JSON.stringify({ shared: [], state });
  holder.append(data);
  return holder;
}

function mistakeOf({ cell, mistake }: RanAnswer): HTMLElement {
  const element = document.createElement('div');
  const Told = () => {
    const language = useLanguage();
    return (
      <p class="note err" role="alert" lang={language}>
        {mistake && mistake.where !== cell && mistake.where !== null && `${say('elsewhere', language)} `}
        <b>{tell(mistake?.say, language)}</b> {say('stillPage', language)}
      </p>
    );
  };
  render(<Told />, element);
  return element;
}

/* ---- displays that a change has overtaken ---- */

const notes = new WeakMap<Hydrated, HTMLElement>();

function noteStale(entry: Hydrated, isStale: boolean, renew: () => void): void {
  const known = notes.get(entry);
  if (!isStale) {
    if (known) {
      render(null, known);
      known.remove();
      notes.delete(entry);
    }
    return;
  }
  if (known) {
    return;
  }
  const holder = document.createElement('div');
  holder.className = 'wnb wnb-stale';
  entry.element.before(holder);
  notes.set(entry, holder);
  render(<Stale renew={renew} />, holder);
}

function Stale({ renew }: { renew(): void }) {
  const language = useLanguage();
  return (
    <p class="note row" lang={language}>
      {say('stale', language)}
      <button type="button" class="btn small" onClick={renew} data-k="renew">
        {say('renew', language)}
      </button>
    </p>
  );
}

function useLanguage() {
  const [language, setLanguage] = useState(page().language);
  useEffect(() => onLanguage(setLanguage), []);
  return language;
}
