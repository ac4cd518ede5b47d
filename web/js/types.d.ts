// What the server sends. Written from the Rust types by crates/acies-server/tests/it/types.rs: change those.
export type RuleId = string;
export type Fraction = { exact: string; float: number };
/** One of the two players. A ruleset says which army, edge or part each seat has. */
export type Seat = "red" | "blue";
export type Viewer = Seat | null;
export type Spot = [number, number];
/** A battle at one moment, as one viewer may see it. */
export type Scene = {
  /** What is played. */
  title: string;
  /** How large it is. */
  table: Table;
  /** The parts of the table that rules speak of. */
  areas?: Area[];
  /** What lies on it. */
  terrain: Terrain[];
  /** The armies as a whole. */
  sides: [Side, Side];
  /** The units on the table. */
  bases: Base[];
  /** The leaders who stand by themselves. */
  leaders: Leader[];
  /** How pieces came to stand where they do by the last action. */
  ways?: Way[];
  /** Where units fight. */
  melees?: Melee[];
  /** The cards of both players. */
  hands?: Hand[];
  /** Points that can be spent. */
  pools?: Pool[];
  /** Where the battle stands. */
  turn: Turn;
  /** The seats whose decision is awaited. */
  awaits: Seat[];
  /** How it ended, if it is over. */
  outcome?: Outcome;
  /** What the viewer is asked, if it is his decision. */
  question?: Question;
  /** What the viewer may choose. */
  offers?: Offer[];
  /** The decision as a whole to be put together, if it is one of many parts. */
  plan?: Plan;
  /** Pieces that the viewer can drag freely: see [`Telling::drag`]. */
  loose?: string[];
  /** Pieces of which the viewer can choose several to act as one: see [`Telling::together`]. */
  together?: string[];
  /** Pieces that can be ordered once others have been: their first order takes these actions before. */
  leads?: Lead[];
  /** Where things may go, while the table is laid and armies deploy. */
  setup?: Setup;
};
/** The table: the rectangle that it takes. */
export type Table = {
  /** Its western edge. */
  left: number;
  /** Its southern edge. */
  bottom: number;
  /** How far it reaches east. */
  width: number;
  /** How far it reaches north. */
  height: number;
  /** What distances are measured in, such as `UD`. */
  unit: string;
};
/** A part of the table that rules speak of. */
export type Area = {
  /** The word that notation has for it. */
  id: string;
  /** What it is called. */
  name: string;
  /** Its western edge. */
  left: number;
  /** Its southern edge. */
  bottom: number;
  /** How far it reaches east. */
  width: number;
  /** How far it reaches north. */
  height: number;
  /** The side that it lies on. */
  side: Seat;
  /** Whether it is off the field, such as a reserve. */
  reserve: boolean;
  /** Who holds it. */
  held: Seat;
  /** What is read out of it. */
  spoken: string;
};
/** A piece of terrain. */
export type Terrain = {
  /** Where marks such as trees stand follows from it, alike on every screen. */
  id: string;
  /** How it is drawn. */
  kind: TerrainKind;
  /** What it is called, if it has a name. */
  name?: string;
  /** Where it lies. */
  lies: Lies;
  /** What it is and does, in words. */
  says: string;
  /** The rules about it. */
  rules: RuleId[];
};
/** What terrain looks like. */
export type TerrainKind = "rough" | "marsh" | "field" | "wood" | "dense_wood" | "hill" | "river" | "road" | "town" | "water" | "impassable" | "wall" | "camp";
/** Where terrain lies. */
export type Lies = { in: string } | { outline: Spot[] } | { along: { /** The line, corner by corner. */ line: Spot[]; /** How broad it is. */ width: number; } };
/** An army as a whole. */
export type Side = {
  /** What it calls itself. */
  name: string;
  /** How far it is from victory or ruin. */
  bars: Bar[];
};
/** How far an army is on its way to victory or ruin: so much of so much, in words too. */
export type Bar = {
  /** How much there is. */
  value: number;
  /** How much there is at most. */
  of: number;
  /** The same in words. */
  says: string;
  /** The rule that makes it count. */
  rule: RuleId;
};
/** A unit on the table. */
export type Base = {
  /** Unlike every other piece of the scene: `red/legionaries_1`. */
  id: string;
  /** The word that notation has for it among the units of its side. */
  word: string;
  /** What it is called. */
  name: string;
  /** Whose it is. */
  seat: Seat;
  /** Where it stands. */
  at: At;
  /** The outline of its base. */
  shape: Shape;
  /** How heavy its equipment is. */
  weight: Weight;
  /** What is drawn on it. */
  symbol: string;
  /** A second weapon that matters. */
  second?: string;
  /** What it has left. */
  pips: Pips;
  /** The states that it is in. */
  markers?: Marker[];
  /** The leader who is with it. */
  commander?: Commander;
  /** The corps that it belongs to. */
  corps?: string;
  /** Units that stand beside it and share its outline. */
  beside?: string[];
  /** The pool that pays for it, by its number in the list. */
  pool?: number;
  /** What it is, a sentence each. */
  about: string[];
  /** What is read out of it. */
  spoken: string;
};
/** Where something stands. */
export type At = { pose: { /** How far east. */ x: number; /** How far north. */ y: number; /** In degrees, clockwise from north. */ facing: number; } } | { area: { /** The word that notation has for it. */ area: string; /** In degrees, clockwise from north. */ facing: number; } };
/** The outline of a base. */
export type Shape = { rectangle: { /** From side to side. */ width: number; /** From front to rear. */ depth: number; } } | { disc: { /** From the middle to the edge. */ radius: number; } };
/** How heavy the equipment of a unit is. */
export type Weight = "light" | "medium" | "heavy";
/** What a unit has left of what it had. */
export type Pips = {
  /** How many are left. */
  left: number;
  /** How many there were. */
  full: number;
  /** What they are, such as `stands`. */
  what: string;
};
/** A state that a unit is in. */
export type Marker = {
  /** What is drawn for it. */
  glyph: Glyph;
  /** How many, if that matters. */
  count?: number;
  /** What it means. */
  says: string;
};
/** What is drawn for a state. */
export type Glyph = "disorder" | "rout" | "moved" | "shot" | "charge" | "hit" | "shield" | "lock";
/** A leader who is with a unit. */
export type Commander = {
  /** What he is called. */
  name: string;
  /** Whether he commands the army. */
  chief: boolean;
};
/** A leader who stands on the table by himself. */
export type Leader = {
  /** Unlike every other piece of the scene. */
  id: string;
  /** The word that notation has for him among the leaders of his side. */
  word: string;
  /** What he is called. */
  name: string;
  /** Whose he is. */
  seat: Seat;
  /** Where he stands. */
  at: At;
  /** How large he is drawn. */
  radius: number;
  /** Whether he commands the army. */
  chief: boolean;
  /** The states that he is in. */
  markers?: Marker[];
  /** What he is, a sentence each. */
  about: string[];
  /** What is read out of him. */
  spoken: string;
};
/** Where two units fight. */
export type Melee = {
  /** Between whom it is. */
  at: Spot;
  /** Who fights whom. */
  says: string;
};
/** A player's cards, as far as the viewer may know them. */
export type Hand = {
  /** Whose they are. */
  seat: Seat;
  /** How many are in hand. */
  count: number;
  /** Nothing, if they are hidden from the viewer. */
  cards?: Card[];
  /** Cards that can still be drawn. */
  pile: number;
  /** What was laid aside for all to see. */
  discarded: Card[];
};
/** A playing card. */
export type Card = {
  /** What stands on it. */
  face: string;
  /** Whether it does nothing where it is laid. */
  idle: boolean;
};
/** Points that can be spent, such as those of a segment or of a corps. */
export type Pool = {
  /** What it is called. */
  name: string;
  /** Whose it is. */
  seat: Seat;
  /** The areas that it pays for. */
  areas: string[];
  /** The card that gave the points. */
  card?: Card;
  /** How many are left. */
  left: number;
  /** How many there were. */
  full: number;
  /** Whether there is no limit. */
  endless: boolean;
  /** What the points are called, such as "activation points". */
  what: string;
  /** The same in words. */
  says: string;
};
/** Where the battle stands. */
export type Turn = {
  /** Its number, counted from one. */
  number: number;
  /** Whose turn it is, if turns alternate. */
  of?: Seat;
  /** The same in words. */
  says: string;
  /** The phases of a turn, in order. */
  phases: Phase[];
};
/** A phase of a turn. */
export type Phase = {
  /** What it is called. */
  name: string;
  /** Whether it is being played. */
  on: boolean;
};
/** An action that can be chosen, with what it does on the table. */
export type Offer = {
  /** The action in notation. */
  action: string;
  /** What is done, such as "Charge the Libyans". */
  title: string;
  /** What it costs and what it throws, in a line. */
  note?: string;
  /** What the button says that commits it: a verb. */
  commit: string;
  /** The action in one sentence. */
  words: string;
  /** Who does it. */
  units?: string[];
  /** Whom it is done to. */
  targets?: string[];
  /** The area that it is aimed at. */
  area?: string;
  /** Where pieces would stand. */
  ghosts?: Ghost[];
  /** The rules about it. */
  rules?: RuleId[];
  /** Whether dice are thrown or something is revealed: such an action is never taken by itself. */
  throws: boolean;
  /** The plan that it is: which piece goes to which slot. */
  sets?: [string, string][];
};
/** Where a piece would stand. */
export type Ghost = {
  /** The piece that would stand there. */
  id: string;
  /** Where it would stand. */
  at: At;
  /** The way that it takes, if not straight. */
  way?: Spot[];
  /** How far it goes, in words such as "1.80 of 2.00 UD". */
  distance?: string;
};
/** How a piece moved: where it stood after each leg. A leg is one motion of a rigid base, straight if it keeps its facing and else a turn about one point: a wheel is a leg. */
export type Way = {
  /** The piece that moved. */
  id: string;
  /** Where it stood after each leg. */
  legs: At[];
};
/** A decision of many parts: pieces that each go into a slot. The action is the verb and then, in the order of the slots, what each slot [writes](Slot::writes). */
export type Plan = {
  /** The first word of the action. */
  verb: string;
  /** What is written if no slot writes anything. */
  nothing: string;
  /** What the button says. */
  commit: string;
  /** What can be put somewhere. */
  pieces: Piece[];
  /** Where it can be put. */
  slots: Slot[];
};
/** A part of a plan: a card in hand, a unit to be placed. */
export type Piece = {
  /** Unlike every other piece of the plan. */
  id: string;
  /** What is written for it. */
  word: string;
  /** What it is called. */
  name: string;
  /** The unit, leader or card that it is. */
  is: Token;
  /** The slots that take it. */
  slots: string[];
  /** Where it is before anybody decides. */
  at: string;
  /** What it counts where it lies. */
  worth?: number;
};
/** What a piece of a plan is. */
export type Token = { piece: string } | { card: Card } | { role: string };
/** A place for pieces of a plan. */
export type Slot = {
  /** Unlike every other slot of the plan. */
  id: string;
  /** What it is called. */
  name: string;
  /** What it adds to the notation if it is not empty: `{}` stands for the words of its pieces with commas between them. An empty text writes nothing. */
  writes: string;
  /** How many pieces it takes, if there is a limit. */
  holds?: number;
  /** The area that it stands for. */
  area?: string;
  /** The pool whose points it gives, by its number in the list. */
  pool?: number;
  /** The piece on the table that it belongs to. */
  of?: string;
  /** The points that it has besides. */
  bonus?: Bonus[];
};
/** Points that a slot has besides those of the piece that lies in it. */
export type Bonus = {
  /** How many. */
  worth: number;
  /** Where they come from. */
  says: string;
  /** It counts only while this piece of the plan stays where it is. */
  from: string;
};
/** Pieces that somebody drags: the first is to stand there, the others keep their places beside it. */
export type Dragged = {
  /** Who is dragged. */
  pieces: string[];
  /** How far east the first is to stand. */
  x: number;
  /** How far north the first is to stand. */
  y: number;
  /** Which way the first is to face. */
  facing: number;
  /** Whether no neighbour and no lane may draw them. */
  free?: boolean;
  /** The action, in notation, that led to their ghosts, if they are dragged on from there. */
  after?: string;
};
/** What is done before pieces can be ordered, such as the activation of their corps. */
export type Lead = {
  /** Who is ordered. */
  pieces: string[];
  /** In notation, in turn. */
  actions: string[];
};
/** What is shown before the battle. */
export type Setup = {
  /** The parts of the table, each for something. */
  zones?: Zone[];
  /** What is being laid. It is dragged as a piece of its id: see [`Telling::drag`]; offers have ghosts of it. */
  laying?: Laying;
};
/** A part of the table for something that is laid or deployed. */
export type Zone = {
  /** Whether what is asked about goes there. */
  kind: ZoneKind;
  /** What it is called, such as "own right". */
  name: string;
  /** Its measures, such as "9 to 21 UD". */
  says?: string;
  /** The face of the die that chooses it. */
  die?: number;
  /** Its corners, in order. */
  outline: Spot[];
};
/** What may go into a zone. */
export type ZoneKind = "open" | "other" | "limit";
/** A piece of terrain, a camp or a train that is being laid. */
export type Laying = {
  /** Unlike every other piece of the scene. */
  id: string;
  /** How it is drawn. */
  kind: TerrainKind;
  /** What it is called. */
  name: string;
  /** About its middle, as it lies if it faces north. */
  outline: Spot[];
  /** Whether it can be turned. */
  turns: boolean;
};
/** Something to be shown on demand: a zone of control, an arc of shooting, a range. */
export type Overlay = {
  /** The piece that it belongs to. */
  of: string;
  /** What it shows. */
  kind: OverlayKind;
  /** Its corners, in order. */
  outline: Spot[];
  /** What it means. */
  says: string;
  /** The rules about it. */
  rules: RuleId[];
};
/** What an overlay shows. */
export type OverlayKind = "zone" | "arc" | "command" | "reach";
/** How a battle ended. */
export type Outcome = {
  /** Nobody, if it is a draw. */
  winner: Seat | null;
  /** The rule that ended it. */
  rule: RuleId;
  /** How, in words. */
  how: string;
  /** Whether only the turn limit ended it. */
  by_limit: boolean;
};
/** The question that a seat must answer. */
export type Question = {
  /** What led to it. */
  context: string;
  /** The question itself. */
  asks: string;
  /** The rules that are about it. */
  rules: RuleId[];
};
/** Why something is not allowed: the rules, a sentence, the facts that decide, and a way out. */
export type Reason = {
  /** The rules that forbid it. */
  rules: RuleId[];
  /** The reason as a sentence. */
  says: string;
  /** What it depends on, each fact with its name. */
  facts: [string, string][];
  /** What to draw on the table to show it. */
  shapes?: WhyShape[];
  /** The nearest action that is allowed, in notation. */
  instead?: string;
};
/** Something to draw on a measured table, in the ruleset's unit of distance. East is +x, north is +y. */
export type WhyShape = WhyForm & {
  /** What it shows. */
  role: WhyRole;
};
/** Why a shape is drawn. */
export type WhyRole = "offends" | "blocks" | "reach" | "stops";
/** A shape by its points. */
export type WhyForm = ({ form: "point" } & { /** Where it is. */ at: [number, number]; }) | ({ form: "segment" } & { /** Its one end. */ from: [number, number]; /** Its other end. */ to: [number, number]; }) | ({ form: "polyline" } & { /** Its corners, from one end to the other. */ points: [number, number][]; }) | ({ form: "polygon" } & { /** Its corners, in order. */ points: [number, number][]; }) | ({ form: "rect" } & { /** The corners. */ corners: [[number, number], [number, number], [number, number], [number, number]]; }) | ({ form: "arc" } & { /** The middle of the circle. */ centre: [number, number]; /** How far from the middle it lies. */ radius: number; /** The bearing at which it begins. */ from: number; /** The bearing at which it ends. */ to: number; });
/** Exact odds with everything that goes into them. */
export type Chances = {
  /** What is thrown, in words. */
  title: string;
  /** Each number that is used, with its rows. */
  sums: [string, Sum][];
  /** Rules that shape the throw without being a row of a sum. */
  rules: RuleId[];
  /** Every outcome, of one or several counts, with its chance. They add up to one. */
  outcomes: Chance[];
  /** What a player asks first, such as "at least one hit". */
  highlights: Chance[];
};
/** What a row of a forecast's sum is worth to who asks: what would be missing without it. */
export type Worth = {
  /** The sum, by its number among those of the forecast, and the row in it. */
  sum: number;
  /** The row, by its number in the sum. */
  row: number;
  /** What it brings, such as "hits" or "win". */
  of: string;
  /** How much of it, in thousandths. */
  thousandths: number;
  /** Whether it is a chance, so that ten thousandths are a point. */
  chance: boolean;
};
/** How likely something is. */
export type Chance = {
  /** What may come about, in words. */
  says: string;
  /** The outcome as named numbers, for programs. */
  is?: [string, number][];
  /** How likely it is. */
  chance: Fraction;
};
/** What a list of armies says of one. */
export type ArmyCard = {
  /** The word that players type for it. */
  id: string;
  /** What it calls itself. */
  name: string;
  /** What it costs. */
  cost: number;
  /** How many units it has. */
  units: number;
  /** Armies of one size meet each other in the field. */
  size: number;
};
/** What a list of battles says of one. */
export type BattleCard = {
  /** The word that players type for it. */
  id: string;
  /** Its name. */
  name: string;
  /** A line about it. */
  about: string;
};
/** What a list of troops says of one. */
export type TroopCard = {
  /** The word that players type for it. */
  id: string;
  /** What it is called. */
  name: string;
  /** What is drawn on its plate. */
  symbol: string;
};
/** A kind of roll that can be asked about, and the words it takes. */
export type OddsKind = {
  /** The word that players type for it. */
  name: string;
  /** What is thrown. */
  about: string;
  /** Each side that is described: its part in the roll, and its words. */
  sides: OddsSide[];
  /** Settings of the form `key=value`. */
  settings: OddsWord[];
  /** A command that asks for it. */
  example: string;
};
/** Somebody who takes part in a throw. */
export type OddsSide = {
  /** The part that he has in it. */
  part: string;
  /** Whether the side begins with a troop word. */
  troop: boolean;
  /** Whether several may be given, with commas between them. */
  several: boolean;
  /** The words that can be said of him. */
  words: OddsWord[];
};
/** A circumstance: what it is called, which rule it belongs to, what it means. */
export type OddsWord = {
  /** The word that players type. */
  word: string;
  /** What may stand after the `=`, if it takes a value. */
  value?: string;
  /** The rule that it is about. */
  rule: RuleId;
  /** What it means. */
  about: string;
};
/** An event in words. It is what records keep, so that an old one can be read without old rules. */
export type Line = {
  /** Whose doing it was. */
  by?: Seat;
  /** One sentence. */
  line: string;
  /** The rules that made it happen so. */
  rules: string[];
  /** The rest of the explanation, a line each: sums with their rows, what was thrown. */
  detail?: string[];
  /** Whether it begins a turn or a phase. */
  heading?: boolean;
};
/** Rows in their order, and what they come to. */
export type Sum = {
  /** Its rows, in order; struck ones stay. */
  rows: Row[];
  /** What they come to. */
  total: number;
};
/** One line of a sum. */
export type Row = {
  /** The rule that it comes from. */
  rule: RuleId;
  /** What it does to the sum. */
  effect: Effect;
  /** What it is for. */
  what: string;
  /** The rule that strikes it. */
  struck_by?: RuleId;
};
/** What a row does to the sum of the rows before it. */
export type Effect = { add: number } | { at_most: number } | { at_least: number };
/** A kind of die: what its sides show, all equally likely. */
export type Die = {
  /** Its name, as it is asked for. */
  name: string;
  /** Its faces, each as likely as the others. */
  faces: number[];
};
/** A forecast, and what the rows of its sums are worth. */
export type Forecast = Chances & {
  worths?: Worth[];
};
/** What dragged pieces can do. */
export type Drag = {
  /** The allowed action that leads nearest to where they are dragged. */
  offer: Offer | null;
  /** Why they do not get there, if they do not. */
  stopped: Reason | null;
};
/** Something said or done beside the rules. */
export type Talk = {
  by: Seat | null;
  at: number;
  /** After how many actions. */
  act: number;
  kind: string;
  text: string;
};
/** What is wrong with a record. */
export type Problem = {
  line: number;
  what: string;
};
export type DiceName = "app" | "real";
/** What one player can ask of the other. */
export type Bargain = "draw" | "undo";
/** What the asker is told. Nothing has changed. */
export type Failure = {
  kind: FailureKind;
  what: string;
  hint: string | null;
  reason: Reason | null;
  /** Where in a file that was sent. */
  place?: Place;
};
export type FailureKind = "malformed" | "forbidden" | "unknown" | "no_such_verb" | "refused" | "stale" | "not_now" | "dice_wait" | "large" | "busy" | "trouble";
/** A place in a file, both counted from one. */
export type Place = {
  line: number;
  column: number;
};
export type RulesetCard = {
  id: string;
  name: string;
  authors: string;
  battles: BattleCard[];
  armies: ArmyCard[];
  odds: OddsKind[];
  troops: TroopCard[];
  /** The rolls of the page of odds, the usual ones first: their kinds and names. */
  rolls: [string, string][];
  levels: string[];
};
/** Something that each side has, by name. */
export type Sided<T> = {
  red: T;
  blue: T;
};
/** How a battle ended. */
export type Over = {
  winner: Seat | null;
  how: string;
  rule: RuleId | null;
  /** How players ended it, if they did and not the rules. */
  left: string | null;
  key: string | null;
};
/** What a list of battles says of one. */
export type Summary = {
  id: string;
  name: string;
  ruleset: string;
  ruleset_name: string;
  sides: Sided<string>;
  seats: Sided<string>;
  dice: DiceName;
  commitment: string | null;
  shares: Sided<string | null>;
  /** How long one may let the other wait, in seconds. */
  patience: number | null;
  you: Seat | null;
  yours: boolean;
  moment: string;
  turn: number;
  version: number;
  acts: number;
  created: number;
  touched: number;
  awaited: Seat[];
  over: Over | null;
  imported: boolean;
  problem: Problem | null;
};
/** The battle as a viewer sees it now, with what is new to him. */
export type State = {
  type: string;
  version: number;
  acts: number;
  scene: Scene;
  log: New<Entry>;
  talk: New<Talk>;
  awaited: Seat[];
  dice: Throw | null;
  undo: Undo | null;
  offer: Offered | null;
  claim: Claimable | null;
  share: string | null;
  thinking: Seat | null;
  away: Seat[];
  over: Over | null;
};
/** The end of a list: what comes after its first `from` entries. */
export type New<T> = {
  from: number;
  entries: T[];
};
/** A line of the log and the number of its action. */
export type Entry = Line & {
  act: number;
};
/** Real dice that have to be thrown now. */
export type Throw = {
  by: Seat;
  typed_by: Seat;
  /** Known to whoever announced it. */
  action: string | null;
  rule: RuleId;
  /** What the side that throws calls itself, what it throws for, and the dice: "2 d6, on 5+". */
  who: string;
  what: string;
  dice: string;
  die: Die;
  n: number;
  /** Faces that the rule counts. */
  counted: number[];
  given: number[];
  withdraw: boolean;
};
export type Undo = {
  free: boolean;
  what: string;
  dice: boolean;
};
export type Offered = {
  by: Seat;
  what: Bargain;
  words: string | null;
};
/** Who may claim the victory, and from when on. */
export type Claimable = {
  by: Seat;
  at: number;
};
