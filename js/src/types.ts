/* What the kernel sends. Every text comes in both languages and is plain text, never markup. */

export interface Text {
  en: string;
  es: string;
}

/** Red, blue, and the third corner, which is plum. */
export type Corner = 'r' | 'b' | 'p';
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
  tokens: { name: Text | string; used: boolean; state: Text }[];
  /** Two beside each other, where a board has many. */
  dense?: boolean;
}

/** A combo icon: its shape and its letter tell it apart where colors cannot. `met` says that it meets the card before. */
export interface ComboIcon {
  shape: 'circle' | 'square';
  color: 'red' | 'blue' | 'green' | 'yellow';
  letter: Text;
  label: Text;
  met?: boolean;
}

/** The face of a card. `follows` is said of one that can follow the card before. */
export interface CardFace {
  id: string;
  name: Text | string;
  kind: Text;
  look: string;
  mark?: Text | null;
  big: { value: string; label: Text };
  numbers: { value: number | string; label: Text }[];
  left: ComboIcon[];
  right: ComboIcon[];
  icons: { icon: string; label: Text }[];
  follows?: Text | null;
}

/** A hand: its cards, or the number of their backs. */
export interface CardsPart {
  kind: 'cards';
  label: Text;
  cards: CardFace[];
  backs: number;
  most?: number | null;
}

export interface PilesPart {
  kind: 'piles';
  label: Text;
  piles: { label: Text; count: number; names: (Text | string)[]; note?: Text | null }[];
}

export type Part = MeterPart | TrackPart | TokensPart | CardsPart | PilesPart;

export interface Plate {
  corner: Corner;
  name: Text | string;
  role?: Text | null;
  act?: boolean;
  /** A token that lies on this mat, as that of the Lone Player, and what it does now. */
  token?: { label: Text; state?: Text | null } | null;
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

/** Says that the ring is drawn as it is seen from above, and who stands in it. */
export interface PostsPiece {
  kind: 'posts';
  label: Text;
  inside: { corner: Corner; name: Text | string }[];
}

/** The fence round the ring. */
export interface CagePiece {
  kind: 'cage';
  label: Text;
}

/** The ladder beside the ring; its last step is the platform, below the prize. `where` says the step in words. */
export interface LadderPiece {
  kind: 'ladder';
  label: Text;
  steps: number;
  at: { corner: Corner; name: Text | string; step: number; where: Text }[];
}

/** Tokens face down in the corners of the ring, those beside it, and those that were used. */
export interface CornersPiece {
  kind: 'corners';
  label: Text;
  tokens: number;
  of: number;
  supply: { label: Text; count: number };
  used: { label: Text; names: Text[] };
}

/** Who waits outside the ring at a corner. */
export interface OutsidePiece {
  kind: 'outside';
  corner: Corner;
  label: Text;
  people: { name: string; health?: number; max?: number; out: boolean }[];
}

/** A meter that both sides share: above 0 it leans to red, below to blue. A band says what it does to a number. */
export interface BalancePiece {
  kind: 'balance';
  label: Text;
  value: number;
  max: number;
  bands: { from: number; to: number; label: Text; effect: string }[];
}

/** A number as the sum of its terms, and the faces of the die that reach it. */
export interface Target {
  terms: { amount: string; name: Text | string }[];
  total: number;
  faces: DieState[];
  says: Text;
}

/** The attack in play. */
export interface AttackPiece {
  kind: 'attack';
  corner: Corner;
  label: Text;
  cards: { card: CardFace; target: Target }[];
  note?: Text | null;
}

export type TablePiece = BalancePiece | AttackPiece;
export type Piece = PostsPiece | CagePiece | LadderPiece | CornersPiece | OutsidePiece;

export interface Board {
  plates: Plate[];
  ring: (DiceGroup | RingNote | TablePiece | Piece)[];
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

/** What a chart of the site has in a file beside its page. */
export interface ChartNumbers {
  spec: Record<string, unknown> | null;
  columns: Column[];
  grid: Record<string, { rows: Row[]; say: Text }>;
}

/** Where in that file the numbers of a chart are; and until they are fetched, the sentence of its first setting and about the height of its plot. */
export interface Beside {
  place: number;
  say: Text;
  height: number;
}

export interface OddsState extends ChartNumbers, Common {
  kind: 'odds';
  assumes?: Text | null;
  controls: Control[];
  /** On a page of the site, until the chart comes into view; grid, columns and spec are empty then. */
  beside?: Beside | null;
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
  /** The cards that the option plays or gives up, by their ids, and what they would do. */
  cards?: string[];
  facts?: { label: Text | string; value: Text | string }[];
}

export interface Feat {
  who: number;
  corner: Corner;
  /** The skill that is asked for, and whether it is the throw's own or the second number that it measures. */
  name: string;
  measures: 'own' | 'also';
  setup: Throw;
  /** Throws on this table before, those of them that worked, the turnbuckle that was chosen, and those for the throws after this one. */
  made: number;
  worked: number;
  turn: number | null;
  later: number[];
}

/** `covered` waits until the page was handed to whoever is asked. `cards` are the faces of the cards that options name; where
    they are `picked` several may be played together, so they are chosen first and played then. */
export interface Ask {
  who: number;
  corner: Corner;
  question: Text;
  detail?: Text | null;
  covered?: boolean;
  cards?: CardFace[];
  picked?: boolean;
  options: Option[];
}

export interface PlayState extends Common {
  kind: 'play';
  how?: Text | null;
  board: Board;
  turn: number;
  /** `hand` says whether a person there throws by hand; null where nothing is thrown, or no person sits. */
  seats: { corner: Corner; name: Text | string; agent: string; hand?: boolean | null }[];
  agents: { value: string; label: Text }[];
  ask: Ask | null;
  /** What a person has to throw by hand now, in the place of a question. */
  throw?: Feat | null;
  seed?: number;
  result?: Text | null;
  waiting?: boolean;
  log: { n: number; say: Text; rule?: string | null; corner?: Corner | null; head?: boolean }[];
  hint?: { stage: 0 | 1 | 2; say?: Text | null } | null;
  undo?: { can: boolean; why?: Text | null } | null;
  redo?: boolean;
}

/** A point of the ring seen from above: the centre is 0, 0, x runs to the right, y towards the thrower. */
export type Point = [number, number];

/** What lies or stands on the ring before the throw. `on` is what carries it: a turnbuckle, the die below, the seesaw. */
export interface ThingState {
  kind: 'die' | 'standee' | 'plank';
  side?: 'own' | 'foe';
  at: Point;
  on?: 'post' | 'die' | 'plank';
  face?: Face;
  lying?: boolean;
  target?: boolean;
}

/** Something that is really thrown: the set-up, the hand that throws, and what counts as a success. */
export interface Throw {
  name: string;
  title: Text;
  does: Text;
  worked: Text;
  failed: Text;
  stands_for: Text;
  rule?: string | null;
  /** The chance that charts and agents assume. */
  assumed: number;
  goal: 'out' | 'off post' | 'in circle' | 'touched' | 'driven' | 'in ring' | 'no hit';
  hand: { from: Point; height: number; rise: number; lift?: number; fastest: number; wobble: number };
  things: ThingState[];
  /** Throws before the table is laid anew, and dice in one throw. */
  flicks?: number;
  dice?: number;
  /** The turnbuckles it may begin at, and the one it begins at first; whether the thrown dice stay on the table. */
  places?: string[];
  turn?: number;
  stays?: boolean;
  /** A second number that the same throw measures. */
  also?: { name: string; title: Text; worked: Text; failed: Text; assumed: number } | null;
}

export interface Count {
  hits: number;
  throws: number;
}

export interface FlickState extends Common {
  kind: 'flick';
  throws: Throw[];
  counts: Record<string, Count>;
  seed: number;
  shown?: number;
}

export type DeckValue = string | number | boolean | string[];

/** A field of a card, in the form in which it is asked for. */
export type DeckField = { name: string; label: Text } & (
  | { form: 'text' | 'yes' }
  | { form: 'number'; min: number; max: number }
  | { form: 'choice'; options: { value: string; label: Text }[] }
  | { form: 'marks'; options: { value: string; icon: ComboIcon }[] }
);

/** A card as it stands in the box, right or wrong; `face` is null while it cannot be drawn. */
export interface DeckCard {
  id: string;
  name: string;
  values: Record<string, DeckValue>;
  sources: Record<string, string>;
  face: CardFace | null;
  problems: { field: string | null; say: Text }[];
}

export interface SavedFile {
  name: string;
  text: string;
}

/** The decks of a box, one of them open. `added` is the card that was just added, `saved` stands until the next change. */
export interface DeckState extends Common {
  kind: 'deck';
  owner: string;
  owners: { name: string; problems: number }[];
  fields: DeckField[];
  cards: DeckCard[];
  problems: Text[];
  sums: { label: Text; value: Text | string; fits: boolean }[];
  undo: boolean;
  added?: string | null;
  saved?: { folder: string; files: SavedFile[] } | null;
}

/** A rule as the explorer shows it. Rulings and the question of its chart are in English alone. */
export interface RuleEntry {
  id: string;
  kind: string;
  section: string;
  say: Text;
  chart: string | null;
  checks: number;
  advanced: boolean;
  see: string[];
  rulings: { ask: string; answer: string; why: string }[];
  numbers: { name: string; value: string; source: string }[];
  code: { name: string; lines: string[] }[];
}

/** Its links lead from topics to their notebooks. */
export interface ExploreState extends Common {
  kind: 'explore';
  title: Text;
  first: string;
  games: { id: string; name: string }[];
  kinds: { id: string; name: Text }[];
  topics: { id: string; name: Text }[];
  rules: RuleEntry[];
}

export type State = WalkState | OddsState | QuizState | PlayState | FlickState | DeckState | ExploreState;

export type Message =
  | { type: 'control'; values: Record<string, Value> }
  | { type: 'vega' | 'flick' }
  | { type: 'answer'; values: Record<string, Value> }
  | { type: 'act'; id: string; turn: number }
  | { type: 'undo' | 'redo' | 'hint' | 'next' | 'finish' | 'face'; turn: number }
  | { type: 'owner'; owner: string }
  | { type: 'change'; card: string; field: string; value: DeckValue }
  | { type: 'confirm' | 'remove'; card: string }
  | { type: 'add' | 'undo' }
  | { type: 'rate'; name: string; hits: number; throws: number }
  | { type: 'thrown'; name: string; worked: boolean; turn: number }
  | { type: 'hand'; seat: number; by: boolean }
  | { type: 'seat'; seat: number; agent: string }
  | { type: 'new' | 'save' }
  | { type: 'load'; text: string };

/* The part of anywidget's model that we use. On a page of the site PageModel takes its place. */
export interface Model {
  get(name: string): unknown;
  on(event: string, listener: (...data: any[]) => void): void;
  off(event: string, listener: (...data: any[]) => void): void;
  send?(message: Message): void;
  /** Fetches what the state lacks. */
  complete?(): Promise<void>;
}

/** What a page holds of its states: parts that are told more than once stand in `shared`. `unpack` makes them whole. */
export interface Packed {
  shared: unknown[];
  state: unknown;
}
