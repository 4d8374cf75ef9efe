/* What the page and the worker say to each other. Each side looks at what it gets before it believes it. */
import type { State, Text } from '../types';

export interface CellSource {
  id: string;
  source: string;
  /** Whether the source stands on the page. */
  shown: boolean;
  exported: boolean;
}

export type Asked =
  | { type: 'message'; cell: string; id: string; message: object }
  | { type: 'show'; cell: string; id: string }
  | { type: 'run'; cell: string; source: string };

export type ToWorker = { type: 'start'; runtime: string; cells: CellSource[] } | { type: 'ask'; number: number; asked: Asked };

export type Stage = 'fetch' | 'open' | 'rules' | 'package';

export type FromWorker =
  | { type: 'progress'; stage: Stage; share: number }
  | { type: 'ready' }
  | { type: 'answered'; number: number; answers: Answer[] }
  /** Python itself has come to an end; a worker in this state is of no more use. */
  | { type: 'broken'; message: string };

export type Output = { form: 'widget'; id: string; state: State } | { form: 'page'; html: string } | { form: 'text'; text: string };

export interface Mistake {
  /** The cell where it came up. */
  where: string | null;
  line: number | null;
  say: Text;
}

export interface StateAnswer {
  type: 'state';
  cell: string;
  id: string;
  state: State;
  /** Whether everything that it rests on is as the notebook says. */
  written: boolean;
}

export interface RanAnswer {
  type: 'ran';
  cell: string;
  outputs: Output[];
  printed: string;
  mistake: Mistake | null;
  /** The later cells that rest on this one. */
  resting: string[];
  written: boolean;
}

export type Answer =
  | StateAnswer
  | RanAnswer
  | { type: 'custom'; cell: string; id: string; content: { type: string; name: string; text: string } }
  | ({ type: 'failed' } & Mistake);

type Table = Record<string, unknown>;

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWord = (value: unknown): value is string => typeof value === 'string';
const isText = (value: unknown) => isTable(value) && isWord(value.en) && isWord(value.es);
const isState = (value: unknown, id: unknown) => isTable(value) && isWord(value.kind) && value.id === id;
const isMistake = (value: unknown) =>
  isTable(value) && (value.where === null || isWord(value.where)) && (value.line === null || Number.isInteger(value.line)) && isText(value.say);

function isOutput(value: unknown): boolean {
  if (!isTable(value)) {
    return false;
  }
  const forms: Record<string, boolean> = {
    widget: isWord(value.id) && isState(value.state, value.id),
    page: isWord(value.html),
    text: isWord(value.text),
  };
  return isWord(value.form) && Object.hasOwn(forms, value.form) && forms[value.form] === true;
}

/** Whether this is an answer that the page can take. Python in the worker runs what the reader wrote, so anything may come. */
export function isAnswer(value: unknown): value is Answer {
  if (!isTable(value) || !isWord(value.type)) {
    return false;
  }
  const placed = isWord(value.cell) && isWord(value.id);
  const content = value.content;
  const kinds: Record<string, boolean> = {
    state: placed && isState(value.state, value.id) && typeof value.written === 'boolean',
    custom: placed && isTable(content) && content.type === 'file' && isWord(content.name) && isWord(content.text),
    failed: isMistake(value),
    ran:
      isWord(value.cell) && Array.isArray(value.outputs) && value.outputs.every(isOutput) && isWord(value.printed) && typeof value.written === 'boolean' &&
      (value.mistake === null || isMistake(value.mistake)) && Array.isArray(value.resting) && value.resting.every(isWord),
  };
  return Object.hasOwn(kinds, value.type) && kinds[value.type] === true;
}

export function isCells(value: unknown): value is CellSource[] {
  return Array.isArray(value) && value.every((cell) => isTable(cell) && isWord(cell.id) && isWord(cell.source));
}

const stages = new Set<unknown>(['fetch', 'open', 'rules', 'package']);

export function isFromWorker(value: unknown): value is FromWorker {
  if (!isTable(value)) {
    return false;
  }
  const kinds: Record<string, boolean> = {
    progress: stages.has(value.stage) && typeof value.share === 'number',
    ready: true,
    answered: Number.isInteger(value.number) && Array.isArray(value.answers) && value.answers.every(isAnswer),
    broken: isWord(value.message),
  };
  return isWord(value.type) && Object.hasOwn(kinds, value.type) && kinds[value.type] === true;
}

const askedKeys: Record<string, string> = { message: 'id', show: 'id', run: 'source' };

export function isToWorker(value: unknown): value is ToWorker {
  if (!isTable(value)) {
    return false;
  }
  if (value.type === 'start') {
    return isWord(value.runtime) && isCells(value.cells);
  }
  const asked = value.asked;
  const key = isTable(asked) && isWord(asked.type) && Object.hasOwn(askedKeys, asked.type) ? askedKeys[asked.type] : undefined;
  return value.type === 'ask' && Number.isInteger(value.number) && isTable(asked) && isWord(asked.cell) && key !== undefined && isWord(asked[key]);
}
