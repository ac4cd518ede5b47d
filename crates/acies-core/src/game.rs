//! The contract: what a ruleset offers to players, odds, simulation, server and command line.
//!
//! A battle is plain data. What is pending is a stack of frames inside it, so it can be saved,
//! replayed, forked and searched at any point; there is no engine object around it.

use std::{fmt::Debug, hash::Hash, sync::OnceLock};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    chips::Chips,
    dice::{Dice, NeedDice, Rolled},
    file::{BadFile, ShippedFile, shipped},
    log::{Entry, Event, Log},
    muster::Muster,
    odds::{Fraction, Odds},
    rulebook::{RuleId, Rulebook},
    scene::{Dragged, Offer, Overlay, Pulled, Scene, Spot, TerrainKind, Way},
    seat::{Each, Seat, Seats, Viewer},
    sum::Sum,
    survey::{self, Mark, Survey},
};

/// A battle under one ruleset.
///
/// The same state, action and dice give the same result on every machine. Hidden things leave it
/// only through [`view`](Game::view).
pub trait Game:
    Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// A whole decision: nothing half selected is ever part of the state.
    type Action: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// What happens: facts that are put into words for each viewer.
    type Event: Event;
    /// Why not: the facts that decide. [`Telling::explain`] puts it into words.
    type Refusal: Clone + Debug + Eq;

    /// Who has to decide, or how it ended.
    fn pending(&self) -> Pending;

    /// Adds a finite list of sensible actions, never empty while this seat must decide. A player
    /// may take others, if [`check`](Game::check) lets him; every action in the list passes it.
    fn candidates(&self, by: Seat, out: &mut Vec<Self::Action>);

    /// A sensible action at random, for a seat that must decide; `room` is empty, and spares an allocation.
    /// It is any candidate, unless a ruleset has a way that need not list them all; then it may also be
    /// one that the list leaves out as too much like another. It passes [`check`](Game::check).
    fn any(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Self::Action>) -> Self::Action {
        one_of_all(self, by, chance, room)
    }

    /// Adds what a player might try here: actions that look possible, legal or not. They are what
    /// a client shows greyed, with a reason.
    fn attempts(&self, by: Seat, out: &mut Vec<Self::Action>);

    /// Why an action is not allowed, if it is not.
    fn check(&self, by: Seat, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Carries out an action that [`check`](Game::check) lets pass. On [`NeedDice`] the state is
    /// half changed: who may have to wait for dice keeps a copy, as [`apply`](Game::apply) does.
    fn perform(
        &mut self,
        by: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    ) -> Rolled<()>;

    /// Checks an action and carries it out. If it is refused, or dice are still to be thrown,
    /// nothing has changed.
    fn apply(
        &mut self,
        by: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Stop<Self::Refusal>> {
        self.check(by, action).map_err(Stop::Refused)?;
        let mut after = self.clone();
        let told = log.len();
        match after.perform(by, action, dice, log) {
            Ok(()) => {
                *self = after;
                Ok(())
            }
            Err(need) => {
                log.truncate(told);
                Err(Stop::Waiting(need))
            }
        }
    }

    /// What a viewer may know: everything else is blanked.
    fn view(&self, viewer: Viewer) -> Self;

    /// A whole battle that agrees with all that a seat knows, for this is its view.
    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self;
}

/// One of all candidates, each as likely as the others.
pub fn one_of_all<G: Game>(
    game: &G,
    by: Seat,
    chance: &mut Dice,
    room: &mut Vec<G::Action>,
) -> G::Action {
    game.candidates(by, room);
    let chosen = chance.number(room.len());
    room.swap_remove(chosen)
}

/// Whose decision it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pending {
    /// These seats must decide. Two at once decide without seeing each other's choice.
    Decide(Seats),
    /// It is over, and ended so.
    Over(Outcome),
}

impl Pending {
    /// The seat to ask next, if the battle is not over.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Pending::Decide(seats) => seats.first(),
            Pending::Over(_) => None,
        }
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// Nobody, if it is a draw.
    pub winner: Option<Seat>,
    /// The rule that ended it.
    pub rule: RuleId,
    /// How, in words.
    pub how: &'static str,
    /// Whether only the turn limit ended it.
    pub by_limit: bool,
}

/// Why an action was not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<R> {
    /// The rules forbid it.
    Refused(R),
    /// Dice have still to be thrown.
    Waiting(Box<NeedDice>),
}

/// A battle that can be talked about: its words for players, in text.
pub trait Telling: Game {
    /// What this seat is asked now.
    fn question(&self, by: Seat) -> Question;

    /// An action in words, as a player would say it.
    fn words(&self, by: Seat, action: &Self::Action) -> String;

    /// An action in notation: what [`read`](Telling::read) reads.
    fn notation(&self, by: Seat, action: &Self::Action) -> String;

    /// Reads an action in notation.
    fn read(&self, by: Seat, text: &str) -> Result<Self::Action, Misread>;

    /// Why an action is refused.
    fn explain(&self, action: &Self::Action, refusal: &Self::Refusal) -> Reason;

    /// An event as a viewer may hear of it.
    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Option<Entry>;

    /// The position as text.
    fn board(&self, viewer: Viewer) -> String;

    /// What an action would throw and what may come of it, if it throws dice.
    fn forecast(&self, by: Seat, action: &Self::Action) -> Option<Forecast>;

    /// The forecast of an action as it would have been had one known what came of it: this is the battle before, `after`
    /// and `events` are what it led to. One outcome is certain, and each highlight is certain or impossible. It is built
    /// by the function that builds the forecast, from odds that are sure; the kit compares the two.
    fn hindsight(
        &self,
        _by: Seat,
        _action: &Self::Action,
        _after: &Self,
        _events: &[Self::Event],
    ) -> Option<Forecast> {
        None
    }

    /// What an action would lead to later, if things stay as it leaves them: throws that come before this seat can
    /// decide anew about the same pieces. Each title says on what condition. The action passes the check.
    fn later(&self, _by: Seat, _action: &Self::Action) -> Vec<Forecast> {
        Vec::new()
    }

    /// What the rows of a forecast are worth to who asks.
    fn worths(&self, _by: Seat, _action: &Self::Action) -> Vec<Worth> {
        Vec::new()
    }

    /// The same of what comes [later](Telling::later), forecast by forecast.
    fn later_worths(&self, _by: Seat, _action: &Self::Action) -> Vec<Vec<Worth>> {
        Vec::new()
    }

    /// What each side calls itself.
    fn sides(&self) -> Each<String>;

    /// Where the battle stands: turn and phase, in words.
    fn moment(&self) -> String;

    /// The turn that is being played, counted from one; after the end the last one played.
    fn turn(&self) -> u32;

    /// What each side has lost so far, in the points that its army was bought with.
    fn lost(&self) -> Each<u32>;

    /// The position as a file that [`Ruleset::position`] reads back to the same state. It names its
    /// ruleset: `ruleset = "virtus"`.
    fn save(&self) -> String;

    /// What to draw for a viewer, whose view this is. Question and offers are added by
    /// [`scene::draw`](crate::scene::draw).
    fn scene(&self, _viewer: Viewer) -> Scene {
        let sides = self.sides();
        Scene::bare(sides.0.join(" against "), &sides, self.turn(), self.moment())
    }

    /// The same in numbers, for a seat whose view this is, and a mark for each of these actions. Unless a ruleset has a
    /// faster way they are read off what is drawn.
    fn survey(&self, by: Seat, actions: &[Self::Action], marks: &mut Vec<Mark>) -> Survey {
        survey::drawn(self, by, actions, marks)
    }

    /// An action as something to choose, allowed or not.
    fn offer(&self, by: Seat, action: &Self::Action) -> Offer {
        let (action, words) = (self.notation(by, action), self.words(by, action));
        Offer { action, title: words.clone(), commit: "Do it".into(), words, ..Offer::default() }
    }

    /// What pieces of the scene would have to do to get where this seat drags them; nothing, if they
    /// cannot be dragged now.
    fn drag(&self, _by: Seat, _dragged: &Dragged) -> Option<Pulled<Self::Action>> {
        None
    }

    /// What pieces of the scene that a player has chosen might do as one, allowed or not. The scene says which can be
    /// [chosen](Scene::together).
    fn together(&self, _by: Seat, _pieces: &[String]) -> Vec<Self::Action> {
        Vec::new()
    }

    /// How pieces move by an event of an action, told of the battle as it was before that action.
    fn ways(&self, _event: &Self::Event) -> Vec<Way> {
        Vec::new()
    }

    /// Zones, arcs and ranges of a piece of the scene, shown when somebody asks for them.
    fn overlays(&self, _piece: &str) -> Vec<Overlay> {
        Vec::new()
    }
}

/// A computer player's knowledge of a ruleset. It gets its own view and nothing else.
pub trait Tactics: Telling {
    /// How the [signs](Tactics::signs) of a position make a chance to win, and how far it pays to look ahead: a file that
    /// `acies fit` has written. Nothing, if it was never fitted.
    const OUTLOOK: &'static str = "";

    /// A good action for this seat; `chance` breaks ties.
    fn decide(&self, by: Seat, chance: &mut Dice) -> Self::Action;

    /// The same for a player of another temper.
    fn decide_as(&self, _temper: Temper, by: Seat, chance: &mut Dice) -> Self::Action {
        self.decide(by, chance)
    }

    /// What a seat would do without thinking twice: far cheaper than [`decide`](Tactics::decide) and far better than
    /// chance. Who looks ahead plays thousands of battles by it, in which what is hidden has been guessed. `room` is
    /// empty, and spares an allocation.
    fn offhand(&self, by: Seat, chance: &mut Dice, _room: &mut Vec<Self::Action>) -> Self::Action {
        self.decide(by, chance)
    }

    /// What a player could read off the table to tell how a side is doing, as it is for this side alone: what it has
    /// lost, how near it is to breaking, who is in trouble. The other side's signs count against it, so that equal sides
    /// have equal chances.
    fn signs(&self, of: Seat) -> Signs {
        Signs::from_iter([("points lost", f64::from(self.lost()[of]))])
    }
}

/// What a player is like beyond what the rules ask of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Temper {
    /// Comes to blows as soon as he can.
    Bold,
    /// Lets the enemy come, and keeps out of harm's way.
    Wary,
}

impl Temper {
    /// Every temper besides the usual one.
    pub const ALL: [Temper; 2] = [Temper::Bold, Temper::Wary];
}

/// A position has no more signs than these.
pub const SIGNS_MAX: usize = 12;

/// Numbers that a player could read off the table, by name. A ruleset always gives the same ones in the same order.
pub type Signs = ArrayVec<(&'static str, f64), SIGNS_MAX>;

/// The question that a seat must answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// What led to it.
    pub context: String,
    /// The question itself.
    pub asks: String,
    /// The rules that are about it.
    pub rules: Vec<RuleId>,
}

/// Why something is not allowed: the rules, a sentence, the facts that decide, and a way out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reason {
    /// The rules that forbid it.
    pub rules: Vec<RuleId>,
    /// The reason as a sentence.
    pub says: String,
    /// What it depends on, each fact with its name.
    pub facts: Vec<(&'static str, String)>,
    /// What to draw on the table to show it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// The nearest action that is allowed, in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

/// Something to draw on a measured table, in the ruleset's unit of distance. East is +x, north is +y.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shape {
    /// What it shows.
    pub role: Role,
    /// Where it lies.
    #[serde(flatten)]
    pub form: Form,
}

/// Why a shape is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// What is asked for and goes wrong: a unit, or where it would come to stand.
    Offends,
    /// What stands in the way.
    Blocks,
    /// How far something goes: a range, a zone, a path.
    Reach,
    /// Where it could still go.
    Stops,
}

/// A shape by its points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum Form {
    /// A place.
    Point {
        /// Where it is.
        at: [f64; 2],
    },
    /// A straight line.
    Segment {
        /// Its one end.
        from: [f64; 2],
        /// Its other end.
        to: [f64; 2],
    },
    /// A line with corners.
    Polyline {
        /// Its corners, from one end to the other.
        points: Vec<[f64; 2]>,
    },
    /// A closed outline.
    Polygon {
        /// Its corners, in order.
        points: Vec<[f64; 2]>,
    },
    /// Its corners: front left, front right, rear right, rear left.
    Rect {
        /// The corners.
        corners: [[f64; 2]; 4],
    },
    /// From one bearing clockwise to another, in degrees from north.
    Arc {
        /// The middle of the circle.
        centre: [f64; 2],
        /// How far from the middle it lies.
        radius: f64,
        /// The bearing at which it begins.
        from: f64,
        /// The bearing at which it ends.
        to: f64,
    },
}

/// Text that is no action, and what was probably meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Misread {
    /// What is wrong with it.
    pub what: String,
    /// What was probably meant, or the next step.
    pub hint: Option<String>,
}

/// Exact odds with everything that goes into them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// What is thrown, in words.
    pub title: String,
    /// Each number that is used, with its rows.
    pub sums: Vec<(String, Sum)>,
    /// Rules that shape the throw without being a row of a sum.
    pub rules: Vec<RuleId>,
    /// Every outcome, of one or several counts, with its chance. They add up to one.
    pub outcomes: Vec<Chance>,
    /// What a player asks first, such as "at least one hit".
    pub highlights: Vec<Chance>,
}

/// What a row of a forecast's sum is worth to who asks: what would be missing without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// The sum, by its number among those of the forecast, and the row in it.
    pub sum: usize,
    /// The row, by its number in the sum.
    pub row: usize,
    /// What it brings, such as "hits" or "win".
    pub of: &'static str,
    /// How much of it, in thousandths.
    pub thousandths: i32,
    /// Whether it is a chance, so that ten thousandths are a point.
    pub chance: bool,
}

/// How likely something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chance {
    /// What may come about, in words.
    pub says: String,
    /// The outcome as named numbers, for programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub is: Vec<(&'static str, i64)>,
    /// How likely it is.
    pub chance: Fraction,
}

impl<T: Ord> Odds<T> {
    /// Every outcome in words and numbers.
    pub fn outcomes(&self, tell: impl Fn(&T) -> (String, Vec<(&'static str, i64)>)) -> Vec<Chance> {
        let each = self.ways.iter().map(|(outcome, ways)| {
            let (says, is) = tell(outcome);
            Chance { says, is, chance: Fraction::new(ways, &self.of) }
        });
        each.collect()
    }

    /// How likely it is that something that a player asks for comes about.
    pub fn highlight(&self, says: impl Into<String>, such: impl Fn(&T) -> bool) -> Chance {
        Chance { says: says.into(), is: Vec::new(), chance: self.chance(such) }
    }
}

/// A set of rules: its book, its armies and battles, and the rolls that can be asked about.
pub trait Ruleset: Send + Sync + 'static {
    /// A battle under these rules.
    type Game: Telling + Tactics;

    /// The word that players type for it.
    const ID: &'static str;
    /// Its name.
    const NAME: &'static str;
    /// Who wrote the rules.
    const AUTHORS: &'static str;
    /// The text of its `RULES.md`.
    const RULES: &'static str;

    /// Its shipped armies.
    const ARMIES: &'static [ShippedFile];
    /// Its shipped battles: each file has at least the battle's name and a line about it.
    const BATTLES: &'static [ShippedFile];

    /// Its book: rules and rulings by their ids.
    fn rulebook() -> &'static Rulebook;

    /// Reads an army file. The file may name its ruleset: `ruleset = "virtus"`.
    fn army(file: &str, text: &str) -> Result<Army, BadFile>;

    /// Reads an army file that is being written: everything that is wrong in it, and what it holds. Only
    /// a file that makes no sense at all is an error.
    fn muster(file: &str, text: &str) -> Result<Muster, BadFile> {
        let Army { name, cost, .. } = Self::army(file, text)?;
        Ok(Muster { name, cost: cost as i32, ..Muster::default() })
    }

    /// A shipped army by its id.
    fn shipped(army: &str) -> Option<Army> {
        let (id, text) = Self::ARMIES.iter().find(|(id, _)| *id == army)?;
        Some(Self::army(id, text).expect("tests read every shipped army"))
    }

    /// Its shipped armies, by the words that players type.
    fn armies() -> Vec<ArmyCard> {
        let card = |&(id, text): &ShippedFile| {
            let army = Self::army(id, text).expect("tests read every shipped army");
            let Army { name, cost, budget, units, .. } = army;
            ArmyCard { id: id.to_owned(), name, cost, units, size: budget }
        };
        Self::ARMIES.iter().map(card).collect()
    }

    /// A battle between two armies on random terrain.
    fn field(red: &Army, blue: &Army) -> Result<Self::Game, String>;

    /// Reads a position file: any moment of a battle. The file names its ruleset, as an army does.
    fn position(file: &str, text: &str) -> Result<Self::Game, BadFile>;

    /// Reads the file of a shipped battle, before its first die.
    fn scenario(file: &str, text: &str) -> Result<Self::Game, BadFile> {
        Self::position(file, text)
    }

    /// A shipped battle by its name.
    fn battle(name: &str) -> Option<Self::Game> {
        let (id, text) = Self::BATTLES.iter().find(|(id, _)| *id == name)?;
        Some(Self::scenario(id, text).expect("tests read every shipped battle"))
    }

    /// Its shipped battles.
    fn battles() -> Vec<BattleCard> {
        #[derive(Deserialize)]
        struct Head {
            name: String,
            about: String,
        }
        let card = |&(id, text): &ShippedFile| {
            let Head { name, about } = shipped(id, text);
            BattleCard { id: id.to_owned(), name, about }
        };
        Self::BATTLES.iter().map(card).collect()
    }

    /// What armies may be made of, by the peoples that have them.
    fn lists() -> Vec<ListCard> {
        Vec::new()
    }

    /// The troops that odds can be asked about, by the words that players type.
    fn troops() -> Vec<TroopCard> {
        Vec::new()
    }

    /// The pieces of terrain that a position file may have.
    fn grounds() -> Vec<GroundCard> {
        Vec::new()
    }

    /// The throws that can be asked about.
    fn odds_kinds() -> &'static [OddsKind];

    /// Battles that teach, each with its decisions and why.
    fn lessons() -> &'static [ShippedFile] {
        &[]
    }

    /// Positions with a question for the referee, as a file.
    fn puzzles() -> &'static str {
        ""
    }

    /// The words of those rolls as players read them.
    fn chips() -> &'static Chips {
        static NONE: OnceLock<Chips> = OnceLock::new();
        NONE.get_or_init(Chips::default)
    }

    /// The odds of a throw that is asked about.
    fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread>;
}

/// An army as its file has it, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// What it calls itself.
    pub name: String,
    /// The file's own text, which the ruleset reads again when the army takes the field.
    pub text: String,
    /// What it costs.
    pub cost: u32,
    /// What it could have cost.
    pub budget: u32,
    /// How many units it has.
    pub units: usize,
    /// A roster that can be printed, a line a unit.
    pub roster: Vec<String>,
    /// What is allowed but unusual.
    pub warnings: Vec<String>,
}

/// What a list of armies says of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArmyCard {
    /// The word that players type for it.
    pub id: String,
    /// What it calls itself.
    pub name: String,
    /// What it costs.
    pub cost: u32,
    /// How many units it has.
    pub units: usize,
    /// Armies of one size meet each other in the field.
    pub size: u32,
}

/// What a list of battles says of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleCard {
    /// The word that players type for it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A line about it.
    pub about: String,
}

/// An army list: what an army of a people may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListCard {
    /// What an army file calls it: `list = "rom"`.
    pub id: String,
    /// Whose army it lists.
    pub name: String,
    /// What an army may have.
    pub entries: Vec<ListEntry>,
}

/// Troops of an army list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListEntry {
    /// What an army file calls them: `troop = "rom.velites"`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What a unit costs.
    pub cost: i32,
    /// How many units an army of the usual size has of them.
    pub least: u32,
    /// How many there may be.
    pub most: u32,
    /// What they are, in a line.
    pub about: String,
    /// What is drawn on their plates.
    pub symbol: String,
    /// Their values under the words for them: "Move", "4".
    pub values: Vec<(&'static str, String)>,
    /// Their special rules, by the words of `chips.toml`.
    pub special: Vec<String>,
    /// A unit of them as an army file has it.
    pub writes: String,
}

/// A piece of terrain that can be laid on a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroundCard {
    /// The word that a position file has for it.
    pub word: &'static str,
    /// What it is called.
    pub name: String,
    /// How it is drawn.
    pub kind: TerrainKind,
    /// Its corners about its middle; none, if it lies in an area as a whole.
    pub outline: Vec<Spot>,
}

/// What a list of troops says of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TroopCard {
    /// The word that players type for it.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What is drawn on its plate.
    pub symbol: String,
}

/// A kind of roll that can be asked about, and the words it takes.
#[derive(Clone, Debug, Serialize)]
pub struct OddsKind {
    /// The word that players type for it.
    pub name: &'static str,
    /// What is thrown.
    pub about: &'static str,
    /// Each side that is described: its part in the roll, and its words.
    pub sides: &'static [OddsSide],
    /// Settings of the form `key=value`.
    pub settings: &'static [OddsWord],
    /// A command that asks for it.
    pub example: &'static str,
}

/// Somebody who takes part in a throw.
#[derive(Clone, Debug, Serialize)]
pub struct OddsSide {
    /// The part that he has in it.
    pub part: &'static str,
    /// Whether the side begins with a troop word.
    pub troop: bool,
    /// Whether several may be given, with commas between them.
    pub several: bool,
    /// The words that can be said of him.
    pub words: &'static [OddsWord],
}

impl OddsSide {
    /// A side of one kind of troops.
    pub const fn one(part: &'static str, words: &'static [OddsWord]) -> Self {
        OddsSide { part, troop: true, several: false, words }
    }

    /// A side of one or several kinds of troops.
    pub const fn several(part: &'static str, words: &'static [OddsWord]) -> Self {
        OddsSide { part, troop: true, several: true, words }
    }
}

/// A circumstance: what it is called, which rule it belongs to, what it means.
#[derive(Clone, Debug, Serialize)]
pub struct OddsWord {
    /// The word that players type.
    pub word: &'static str,
    /// What may stand after the `=`, if it takes a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
    /// The rule that it is about.
    pub rule: RuleId,
    /// What it means.
    pub about: &'static str,
}

impl OddsWord {
    /// A word that says all by itself.
    pub const fn plain(word: &'static str, rule: RuleId, about: &'static str) -> Self {
        OddsWord { word, value: None, rule, about }
    }

    /// A word that takes a value.
    pub const fn valued(
        word: &'static str,
        value: &'static str,
        rule: RuleId,
        about: &'static str,
    ) -> Self {
        OddsWord { word, value: Some(value), rule, about }
    }

    /// Whether a player typed it, in small letters or capitals.
    pub fn is(&self, text: &str) -> bool {
        self.word.eq_ignore_ascii_case(text)
    }
}

/// What is asked of the odds: sides as words, settings as pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Who takes part, in words, one text for each.
    pub sides: Vec<String>,
    /// What else is said, by name.
    pub settings: Vec<(String, String)>,
}

impl Asked {
    /// What is asked, from its parts.
    pub fn new(sides: &[&str], settings: &[(&str, &str)]) -> Self {
        let pair = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
        Asked {
            sides: sides.iter().map(|&side| side.to_owned()).collect(),
            settings: settings.iter().map(pair).collect(),
        }
    }

    /// From the words of a command line: a setting is one word with `=` in it.
    pub fn of_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut asked = Asked::default();
        for word in words {
            match word.split_once('=') {
                Some((key, value)) if !word.contains(char::is_whitespace) => {
                    asked.settings.push((key.to_owned(), value.to_owned()));
                }
                _ => asked.sides.push(word.to_owned()),
            }
        }
        asked
    }
}
