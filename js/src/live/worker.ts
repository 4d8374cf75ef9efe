/* Python in a worker: Pyodide from the site's own folder, our package and nothing else, and the page's notebook. */
import { isToWorker, type Answer, type Asked, type CellSource, type FromWorker, type Stage } from './protocol';

interface Python {
  unpackArchive(data: ArrayBuffer, format: string): void;
  loadPackage(names: string[], options: object): Promise<unknown>;
  globals: { set(name: string, value: unknown): void };
  runPython(code: string): unknown;
}

interface Lock {
  packages: Record<string, { file_name: string; imports: string[] }>;
}

interface Scope {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  location: Location;
  fetch: typeof fetch;
  postMessage(message: FromWorker): void;
}

const scope = self as unknown as Scope;
const OURS = 'wrestling-nb';
/* A text that is sent compressed unfolds to about this many times its length on the way. */
const UNFOLDED = 2.6;
const STEP = 0.05;
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

const say = (message: FromWorker) => scope.postMessage(message);
const progress = (stage: Stage, share: number) => say({ type: 'progress', stage, share });

let receive: ((asked: string) => string) | undefined;
let python: Python | undefined;
let lock: Lock | undefined;
const brought = new Set([OURS]);

/** Watches what is fetched: tells the page how far it is, and makes a failure known, which Pyodide keeps to itself. */
function watchFetches(): { failed: Promise<never>; stop(): void } {
  const original = scope.fetch;
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  let expected = 0;
  let arrived = 0;
  let told = 0;
  const count = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => {
    arrived += chunk.byteLength;
    /* Never backwards, although another file may have joined; and not at every packet, for each costs the page a drawing. */
    const share = Math.min(0.98, arrived / expected);
    if (share >= told + STEP) {
      told = share;
      progress('fetch', told);
    }
    controller.enqueue(chunk);
  };
  scope.fetch = async (...request) => {
    try {
      const response = await original(...request);
      if (!response.ok) {
        throw new Error(`${new URL(response.url).pathname} is not there (${response.status}).`);
      }
      const length = Number(response.headers.get('content-length'));
      if (!response.body || !length) {
        return response;
      }
      expected += length * (response.headers.get('content-encoding') ? UNFOLDED : 1);
      return new Response(response.body.pipeThrough(new TransformStream({ transform: count })), { headers: response.headers });
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  const stop = () => {
    scope.fetch = original;
  };
  return { failed, stop };
}

async function start(runtime: string, cells: CellSource[]): Promise<void> {
  if (new URL(runtime).origin !== scope.location.origin) {
    throw new Error('Python may only come from the page\'s own host.');
  }
  /* Where WebAssembly is forbidden, Pyodide would wait for ever. The smallest module tells. */
  await WebAssembly.compile(EMPTY_MODULE);
  progress('fetch', 0);
  const fetches = watchFetches();
  /* The package travels while Pyodide does. */
  const listed = scope.fetch(`${runtime}pyodide-lock.json`).then((response) => response.json() as Promise<Lock>);
  const wheel = listed.then(({ packages }) => scope.fetch(`${runtime}${packages[OURS]?.file_name}`)).then((response) => response.arrayBuffer());
  wheel.catch(() => {});
  const { loadPyodide } = (await import(`${runtime}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Python> };
  python = await Promise.race([loadPyodide({ indexURL: runtime, packageBaseUrl: runtime, lockFileContents: listed }), fetches.failed]);
  progress('open', 0.6);
  lock = await listed;
  python.unpackArchive(await wheel, 'wheel');
  fetches.stop();
  progress('rules', 0.8);
  python.globals.set('_cells', JSON.stringify(cells));
  receive = python.runPython(`
import json
from wrestling_nb.shows.live import Notebook
Notebook(json.loads(_cells)).receive
`) as (asked: string) => string;
  say({ type: 'ready' });
}

/** What an answer says is missing, as altair is when a chart that the reader changed is drawn anew. */
function missingModule(answers: Answer[]): string | undefined {
  const mistakes = answers.map((answer) => (answer.type === 'failed' ? answer : answer.type === 'ran' ? answer.mistake : null));
  return mistakes.map((mistake) => /No module named '(\w+)/.exec(mistake?.say.en ?? '')?.[1]).find(Boolean);
}

/** Brings the package with a module, where the site has it. */
async function bring(module: string): Promise<boolean> {
  const packages = lock?.packages ?? {};
  const name = Object.keys(packages).find((each) => packages[each]?.imports.includes(module));
  if (!name || !python || brought.has(name)) {
    return false;
  }
  brought.add(name);
  progress('package', 0);
  await python.loadPackage([name], { messageCallback: () => {}, errorCallback: () => {} });
  return true;
}

async function answer(number: number, asked: Asked): Promise<void> {
  if (!receive) {
    throw new Error('Python was asked before it had started.');
  }
  const ask = receive;
  const said = () => JSON.parse(ask(JSON.stringify(asked))) as Answer[];
  let answers = said();
  for (let missing = missingModule(answers); missing && (await bring(missing)); missing = missingModule(answers)) {
    answers = said();
  }
  say({ type: 'answered', number, answers });
}

/* One after the other: what is asked while Python starts, or works, waits. */
let line = Promise.resolve();

scope.onmessage = ({ data }) => {
  if (!isToWorker(data)) {
    return;
  }
  const work = data.type === 'start' ? () => start(data.runtime, data.cells) : () => answer(data.number, data.asked);
  line = line.then(work).catch((error: unknown) => {
    /* Whatever a cell does becomes an answer; what comes here is the end of Python. */
    say({ type: 'broken', message: error instanceof Error ? error.message : String(error) });
  });
};
