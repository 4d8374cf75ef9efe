/* What the kernel sends. Every text comes in both languages and is plain text, never markup. */

export interface Text {
  en: string;
  es: string;
}

export type Corner = 'r' | 'b';
export type Face = string;

export interface DieState {
  face: Face;
  faded?: boolean;
}

export interface MeterPart {
  kind: 'meter';
  label: Text;
  value: number;
  max: number;
  zones?: { to: number; label: Text }[];
}

export interface TrackPart {
  kind: 'track';
  label: Text;
  at: number;
  spaces: { icon: string; label: Text; off?: boolean }[];
}

export interface TokensPart {
  kind: 'tokens';
  label: Text;
  tokens: { name: Text; used: boolean; state: Text }[];
}

/** The partners of a team outside the ring. */
export interface TeamPart {
  kind: 'team';
  label: Text;
  members: { name: string; health: number; max: number; out: boolean }[];
}

export type Part = MeterPart | TrackPart | TokensPart | TeamPart;

export interface Plate {
  corner: Corner;
  name: Text | string;
  role?: Text | null;
  act?: boolean;
  parts: Part[];
}

export interface DiceGroup {
  kind: 'dice';
  corner: Corner | null;
  dice: DieState[];
  count?: { value: number; label: Text } | null;
}

export interface RingNote {
  kind: 'note';
  text: Text;
  marks?: { face: Face; kept: boolean }[];
}

/** A piece that stands in or beside the ring, such as the ladder: its name, and who stands on which step of it. */
export interface PieceItem {
  kind: 'cage' | 'ladder' | 'corners' | 'waiting';
  label: Text;
  at?: { corner: Corner; name: Text | string; step: number }[];
  tokens?: number;
  names?: string[];
}

export interface Board {
  plates: Plate[];
  ring: (DiceGroup | RingNote | PieceItem)[];
}

interface Common {
  id: string;
  title: Text;
  live?: boolean;
  links?: Record<string, string> | null;
  notice?: Notice | null;
}

/** What the kernel says of the last action, as that it was refused and why. */
export interface Notice {
  kind: 'refused' | 'error' | 'ok';
  say: Text;
  rule?: string | null;
}

export interface WalkStep {
  rule: string | null;
  href?: string | null;
  corner?: Corner | null;
  say: Text;
  detail?: Text | null;
  board: Board;
}

export interface WalkState extends Common {
  kind: 'walk';
  note?: Text | null;
  steps: WalkStep[];
  at?: number;
}

export type Value = string | number | boolean;

export interface Control {
  name: string;
  label: Text;
  form: 'slider' | 'segment';
  values: Value[];
  labels?: Text[] | null;
  value: Value;
  note?: Text | null;
  /** All places in order, where somebody who listens can work out those that `values` lacks. */
  beyond?: Value[] | null;
}

export type Row = Record<string, Value | Text | null>;

export interface Column {
  name: string;
  label: Text;
  form: 'text' | 'number' | 'chance' | 'fraction';
}

export interface Guess {
  question: Text;
  min: number;
  max: number;
  step: number;
  start: number;
  unit: string;
  answers: Record<string, number>;
}

export interface OddsState extends Common {
  kind: 'odds';
  assumes?: Text | null;
  controls: Control[];
  grid: Record<string, { rows: Row[]; say: Text }>;
  columns: Column[];
  spec: Record<string, unknown> | null;
  svg?: Record<string, string | Text> | null;
  guess?: Guess | null;
  rules?: string[];
}

export interface Grade {
  ok: boolean;
  say: Text;
  rule?: string | null;
}

export interface NumberField {
  name: string;
  label: Text;
  corner?: Corner | null;
  form: 'number';
  min: number;
  max: number;
  start: number;
}

export interface ChoiceField {
  name: string;
  label: Text;
  corner?: Corner | null;
  form: 'choice';
  options: { value: string; label: Text }[];
}

export type Field = NumberField | ChoiceField;

export interface QuizState extends Common {
  kind: 'quiz';
  ask: Text;
  of?: [number, number] | null;
  tape?: { corner: Corner; name: string; dice: DieState[]; note?: Text | null }[];
  board?: Board | null;
  fields: Field[];
  grades: Record<string, Record<string, Grade>>;
  hint?: { say: Text; rule?: string | null } | null;
  walk?: WalkState | null;
}

export interface Option {
  id: string;
  title: Text;
  say?: Text | null;
  icon?: string | null;
  rule?: string | null;
  refused?: boolean;
  odds?: { value: string; label: Text } | null;
}

export interface PlayState extends Common {
  kind: 'play';
  how?: Text | null;
  board: Board;
  turn: number;
  seats: { corner: Corner; name: Text | string; agent: string }[];
  agents: { value: string; label: Text }[];
  ask: { who: number; corner: Corner; question: Text; detail?: Text | null; options: Option[] } | null;
  result?: Text | null;
  waiting?: boolean;
  log: { n: number; say: Text; rule?: string | null; corner?: Corner | null; head?: boolean }[];
  hint?: { stage: 0 | 1 | 2; say?: Text | null } | null;
  undo?: { can: boolean; why?: Text | null } | null;
  redo?: boolean;
}

export type State = WalkState | OddsState | QuizState | PlayState;

export type Message =
  | { type: 'control'; values: Record<string, Value> }
  | { type: 'vega' }
  | { type: 'answer'; values: Record<string, Value> }
  | { type: 'act'; id: string; turn: number }
  | { type: 'undo' | 'redo' | 'hint' | 'next' | 'finish'; turn: number }
  | { type: 'seat'; seat: number; agent: string }
  | { type: 'new' | 'save' }
  | { type: 'load'; text: string };

/* The part of anywidget's model that we use. On a page of the site PageModel takes its place. */
export interface Model {
  get(name: string): unknown;
  on(event: string, listener: (...data: any[]) => void): void;
  off(event: string, listener: (...data: any[]) => void): void;
  send?(message: Message): void;
}

/** What a page holds of a state: parts that are told more than once stand in `shared`. `unpack` makes it whole. */
export interface Packed {
  shared: unknown[];
  state: unknown;
}
