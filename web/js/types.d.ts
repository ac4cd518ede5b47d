// The shapes of what the server sends: see docs/reference/api.md and crates/acies-core/src/scene.rs.
export type Seat = "red" | "blue";
export type Viewer = Seat | null;
export type Spot = [number, number];

export interface Scene {
  title: string;
  table: { left: number; bottom: number; width: number; height: number; unit: string };
  areas?: Area[];
  terrain: Terrain[];
  sides: [Side, Side];
  bases: Base[];
  leaders: Leader[];
  /** How pieces came to stand where they do by the last action: a pose after each leg. */
  ways?: { id: string; legs: At[] }[];
  melees?: { at: Spot; says: string }[];
  hands?: Hand[];
  pools?: Pool[];
  turn: { number: number; of?: Seat; says: string; phases: { name: string; on: boolean }[] };
  awaits: Seat[];
  outcome?: { winner: Seat | null; rule: string; how: string; by_limit: boolean };
  question?: { context: string; asks: string; rules: string[] };
  offers?: Offer[];
  plan?: Plan;
  /** Pieces that can be dragged freely. */
  loose?: string[];
  together?: string[];
}
export interface Area {
  id: string; name: string; left: number; bottom: number; width: number; height: number;
  side: Seat; reserve: boolean; held: Seat; spoken: string;
}
export interface Terrain {
  id: string; kind: string; name?: string; says: string; rules: string[];
  lies: { in: string } | { outline: Spot[] } | { along: { line: Spot[]; width: number } };
}
export interface Side { name: string; bars: { value: number; of: number; says: string; rule: string }[] }
export type At =
  | { pose: { x: number; y: number; facing: number } }
  | { area: { area: string; facing: number } };
export interface Marker { glyph: string; count?: number; says: string }
export interface Base {
  id: string; word: string; name: string; seat: Seat; at: At;
  shape: { rectangle: { width: number; depth: number } } | { disc: { radius: number } };
  weight: "light" | "medium" | "heavy"; symbol: string; second?: string;
  pips: { left: number; full: number; what: string };
  markers?: Marker[]; commander?: { name: string; chief: boolean };
  corps?: string; beside?: string[]; pool?: number; about: string[]; spoken: string;
}
export interface Leader {
  id: string; word: string; name: string; seat: Seat; at: At; radius: number; chief: boolean;
  markers?: Marker[]; about: string[]; spoken: string;
}
export interface Card { face: string; idle: boolean }
export interface Hand { seat: Seat; count: number; cards?: Card[]; pile: number; discarded: Card[] }
export interface Pool {
  name: string; seat: Seat; areas: string[]; card?: Card; left: number; full: number;
  endless: boolean; what: string; says: string;
}
export interface Offer {
  action: string; title: string; note?: string; commit: string; words: string;
  units?: string[]; targets?: string[]; area?: string; ghosts?: Ghost[]; rules?: string[];
  throws: boolean; sets?: [string, string][];
}
export interface Ghost { id: string; at: At; way?: Spot[]; distance?: string }
export interface Plan { verb: string; nothing: string; commit: string; pieces: Piece[]; slots: Slot[] }
export interface Piece {
  id: string; word: string; name: string;
  is: { piece: string } | { card: Card } | { role: string };
  slots: string[]; at: string; worth?: number;
}
export interface Slot {
  id: string; name: string; writes: string; holds?: number; area?: string; pool?: number; of?: string;
  bonus?: { worth: number; says: string; from: string }[];
}
export interface Overlay { of: string; kind: string; outline: Spot[]; says: string; rules: string[] }

export interface Entry {
  by?: Seat; line: string; rules: string[]; detail?: string[]; heading?: boolean; act?: number;
}
export interface Talk { by: Seat | null; at: number; act: number; kind: string; text: string }
export interface Reason {
  rules: string[]; says: string; facts: [string, string][];
  /** What to draw on the table to show it. */
  shapes?: WhyShape[];
  /** The nearest action that is allowed, in notation. */
  instead?: string;
}
export type WhyShape = { role: "offends" | "blocks" | "reach" | "stops" } & (
  | { form: "point"; at: Spot }
  | { form: "segment"; from: Spot; to: Spot }
  | { form: "polyline" | "polygon"; points: Spot[] }
  | { form: "rect"; corners: [Spot, Spot, Spot, Spot] }
  | { form: "arc"; centre: Spot; radius: number; from: number; to: number }
);
export interface Row {
  rule: string; what: string; struck_by?: string; effect: { add: number } | { at_most: number } | { at_least: number };
}
export interface Worth { sum: number; row: number; of: string; thousandths: number; chance: boolean }
export interface Chance { says: string; is?: [string, number][]; chance: { exact: string; float: number } }
export interface Forecast {
  title: string; sums: [string, { rows: Row[]; total: number }][]; rules: string[];
  outcomes: Chance[]; highlights: Chance[]; worths?: Worth[];
}
export interface Throw {
  by: Seat; typed_by: Seat; action: string | null; rule: string; who: string; what: string; dice: string;
  die: { name: string; faces: number[] }; n: number; counted: number[]; given: number[]; withdraw: boolean;
}
export interface Over { winner: Seat | null; how: string; rule: string | null; left: string | null; key?: string }
export interface Summary {
  id: string; name: string; ruleset: string; ruleset_name: string;
  sides: Record<Seat, string>; seats: Record<Seat, string>; dice: string; commitment: string | null; shares: Record<Seat, string | null>; patience: number | null;
  you: Seat | null; yours: boolean; moment: string; turn: number; version: number; acts: number;
  created: number; touched: number; awaited: Seat[]; over: Over | null; imported: boolean; problem: { line: number; what: string } | null;
}
export interface State {
  version: number; acts: number; scene: Scene;
  log: { from: number; entries: Entry[] }; talk: { from: number; entries: Talk[] };
  awaited: Seat[]; dice: Throw | null;
  undo: { free: boolean; what: string; dice: boolean } | null;
  offer: { by: Seat; what: "draw" | "undo"; words?: string } | null;
  claim: { by: Seat; at: number } | null; share: "commit" | "open" | null;
  thinking: Seat | null; away: Seat[]; over: Over | null;
}
export interface Failure { kind: string; what: string; hint: string | null; reason: Reason | null; place?: { line: number; column: number } }
export interface OddsWord { word: string; value?: string; rule: string; about: string }
export interface OddsKind {
  name: string; about: string; example: string; settings: OddsWord[];
  sides: { part: string; troop: boolean; several: boolean; words: OddsWord[] }[];
}
export interface RulesetCard {
  id: string; name: string; authors: string;
  battles: { id: string; name: string; about: string }[];
  armies: { id: string; name: string; cost: number; units: number; size: number }[];
  odds: OddsKind[]; levels: string[]; troops?: { id: string; name: string; symbol: string }[];
}
