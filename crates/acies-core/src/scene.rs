//! What to draw: a battle at one moment as a client sees it, whatever its ruleset.
//!
//! A client draws a [`Scene`] and knows no rules. It shows the question with its [`Offer`]s, lets a
//! player put together a [`Plan`] or drag pieces freely, and sends the action in notation.
//!
//! Places are in the ruleset's unit of distance, x to the east and y to the north; directions are in
//! degrees, 0 to the north and growing to the right. Where a ruleset knows areas and no places, the
//! client lays out what stands in an area.

use serde::{Deserialize, Serialize};

use crate::{
    game::{Outcome, Pending, Question, Reason, Telling},
    rulebook::RuleId,
    seat::{Each, Seat, Viewer},
};

/// A place: x to the east, y to the north.
pub type Spot = [f64; 2];

/// A battle at one moment, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// What is played.
    pub title: String,
    /// How large it is.
    pub table: Table,
    /// The parts of the table that rules speak of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// What lies on it.
    pub terrain: Vec<Terrain>,
    /// The armies as a whole.
    pub sides: Each<Side>,
    /// The units on the table.
    pub bases: Vec<Base>,
    /// The leaders who stand by themselves.
    pub leaders: Vec<Leader>,
    /// How pieces came to stand where they do by the last action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
    /// Where units fight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub melees: Vec<Melee>,
    /// The cards of both players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
    /// Points that can be spent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<Pool>,
    /// Where the battle stands.
    pub turn: Turn,
    /// The seats whose decision is awaited.
    pub awaits: Vec<Seat>,
    /// How it ended, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What the viewer is asked, if it is his decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// What the viewer may choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// The decision as a whole to be put together, if it is one of many parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// Pieces that the viewer can drag freely: see [`Telling::drag`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loose: Vec<String>,
    /// Pieces of which the viewer can choose several to act as one: see [`Telling::together`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<String>,
    /// Pieces that can be ordered once others have been: their first order takes these actions before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Lead>,
    /// Where things may go, while the table is laid and armies deploy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
}

impl Scene {
    /// A bare table: what is known of a battle that says no more about its looks.
    pub fn bare(title: String, sides: &Each<String>, turn: u32, moment: String) -> Self {
        Scene {
            title,
            table: Table { left: 0.0, bottom: 0.0, width: 1.0, height: 1.0, unit: "" },
            areas: Vec::new(),
            terrain: Vec::new(),
            sides: Each::of(|seat| Side { name: sides[seat].clone(), bars: Vec::new() }),
            bases: Vec::new(),
            leaders: Vec::new(),
            ways: Vec::new(),
            melees: Vec::new(),
            hands: Vec::new(),
            pools: Vec::new(),
            turn: Turn { number: turn, of: None, says: moment, phases: Vec::new() },
            awaits: Vec::new(),
            outcome: None,
            question: None,
            offers: Vec::new(),
            plan: None,
            loose: Vec::new(),
            together: Vec::new(),
            leads: Vec::new(),
            setup: None,
        }
    }

    /// Takes in the ways of pieces that the viewer sees standing where they end.
    pub fn came_by(&mut self, ways: &[Way]) {
        let bases = self.bases.iter().map(|base| (&base.id, base.at));
        let leaders = self.leaders.iter().map(|leader| (&leader.id, leader.at));
        let stand: Vec<_> = bases.chain(leaders).collect();
        let seen = |way: &&Way| way.legs.last().is_some_and(|end| stand.contains(&(&way.id, *end)));
        let seen = ways.iter().filter(seen).cloned().collect();
        self.ways = seen;
    }
}

/// The scene of a battle for a viewer, with what he is asked and offered.
pub fn draw<G: Telling>(game: &G, viewer: Viewer) -> Scene {
    let view = game.view(viewer);
    let mut scene = view.scene(viewer);
    match view.pending() {
        Pending::Over(outcome) => scene.outcome = Some(outcome),
        Pending::Decide(seats) => {
            scene.awaits = seats.iter().collect();
            if let Some(by) = viewer.filter(|&by| seats.has(by)) {
                let mut candidates = Vec::new();
                view.candidates(by, &mut candidates);
                scene.question = Some(view.question(by));
                scene.offers = candidates.iter().map(|action| view.offer(by, action)).collect();
            }
        }
    }
    scene
}

/// The table: the rectangle that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Its western edge.
    pub left: f64,
    /// Its southern edge.
    pub bottom: f64,
    /// How far it reaches east.
    pub width: f64,
    /// How far it reaches north.
    pub height: f64,
    /// What distances are measured in, such as `UD`.
    pub unit: &'static str,
}

/// A part of the table that rules speak of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    /// The word that notation has for it.
    pub id: &'static str,
    /// What it is called.
    pub name: String,
    /// Its western edge.
    pub left: f64,
    /// Its southern edge.
    pub bottom: f64,
    /// How far it reaches east.
    pub width: f64,
    /// How far it reaches north.
    pub height: f64,
    /// The side that it lies on.
    pub side: Seat,
    /// Whether it is off the field, such as a reserve.
    pub reserve: bool,
    /// Who holds it.
    pub held: Seat,
    /// What is read out of it.
    pub spoken: String,
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Terrain {
    /// Where marks such as trees stand follows from it, alike on every screen.
    pub id: String,
    /// How it is drawn.
    pub kind: TerrainKind,
    /// What it is called, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it lies.
    pub lies: Lies,
    /// What it is and does, in words.
    pub says: String,
    /// The rules about it.
    pub rules: Vec<RuleId>,
}

/// What terrain looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TerrainKind {
    /// Ground that is hard to cross.
    Rough,
    /// Wet ground.
    Marsh,
    /// Tilled ground.
    Field,
    /// Trees.
    Wood,
    /// Trees that hardly let anybody through.
    DenseWood,
    /// High ground.
    Hill,
    /// Running water.
    River,
    /// A road.
    Road,
    /// Houses.
    Town,
    /// Standing or flowing water with a shore.
    Water,
    /// Ground that nobody enters.
    Impassable,
    /// A line of defence.
    Wall,
    /// A camp.
    Camp,
}

/// Where terrain lies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lies {
    /// Somewhere in an area: the client draws it where it looks well.
    In(&'static str),
    /// Within these corners.
    Outline(Vec<Spot>),
    /// Along a line, so wide.
    Along {
        /// The line, corner by corner.
        line: Vec<Spot>,
        /// How broad it is.
        width: f64,
    },
}

/// An army as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// What it calls itself.
    pub name: String,
    /// How far it is from victory or ruin.
    pub bars: Vec<Bar>,
}

/// How far an army is on its way to victory or ruin: so much of so much, in words too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// How much there is.
    pub value: u32,
    /// How much there is at most.
    pub of: u32,
    /// The same in words.
    pub says: String,
    /// The rule that makes it count.
    pub rule: RuleId,
}

/// A unit on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Base {
    /// Unlike every other piece of the scene: `red/legionaries_1`.
    pub id: String,
    /// The word that notation has for it among the units of its side.
    pub word: String,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub seat: Seat,
    /// Where it stands.
    pub at: At,
    /// The outline of its base.
    pub shape: Shape,
    /// How heavy its equipment is.
    pub weight: Weight,
    /// What is drawn on it.
    pub symbol: String,
    /// A second weapon that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// What it has left.
    pub pips: Pips,
    /// The states that it is in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Marker>,
    /// The leader who is with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<Commander>,
    /// The corps that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corps: Option<String>,
    /// Units that stand beside it and share its outline.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    /// The pool that pays for it, by its number in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<usize>,
    /// What it is, a sentence each.
    pub about: Vec<String>,
    /// What is read out of it.
    pub spoken: String,
}

/// Where something stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// The centre of its base, and which way it faces.
    Pose {
        /// How far east.
        x: f64,
        /// How far north.
        y: f64,
        /// In degrees, clockwise from north.
        facing: f64,
    },
    /// Somewhere in an area, facing that way.
    Area {
        /// The word that notation has for it.
        area: &'static str,
        /// In degrees, clockwise from north.
        facing: f64,
    },
}

/// The outline of a base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A base with four corners.
    Rectangle {
        /// From side to side.
        width: f64,
        /// From front to rear.
        depth: f64,
    },
    /// A round base.
    Disc {
        /// From the middle to the edge.
        radius: f64,
    },
}

/// How heavy the equipment of a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// Skirmishers, mostly.
    Light,
    /// Between light and heavy.
    Medium,
    /// Those who stand in line of battle.
    Heavy,
}

/// What a unit has left of what it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pips {
    /// How many are left.
    pub left: u8,
    /// How many there were.
    pub full: u8,
    /// What they are, such as `stands`.
    pub what: &'static str,
}

/// A state that a unit is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marker {
    /// What is drawn for it.
    pub glyph: Glyph,
    /// How many, if that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// What it means.
    pub says: String,
}

/// What is drawn for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Glyph {
    /// In disorder.
    Disorder,
    /// Running.
    Rout,
    /// Has done what it could this turn.
    Moved,
    /// Has shot.
    Shot,
    /// Is about to charge.
    Charge,
    /// Has taken a hit.
    Hit,
    /// In a closed formation.
    Shield,
    /// Held: may not move.
    Lock,
}

/// A leader who is with a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Commander {
    /// What he is called.
    pub name: String,
    /// Whether he commands the army.
    pub chief: bool,
}

/// A leader who stands on the table by himself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Leader {
    /// Unlike every other piece of the scene.
    pub id: String,
    /// The word that notation has for him among the leaders of his side.
    pub word: String,
    /// What he is called.
    pub name: String,
    /// Whose he is.
    pub seat: Seat,
    /// Where he stands.
    pub at: At,
    /// How large he is drawn.
    pub radius: f64,
    /// Whether he commands the army.
    pub chief: bool,
    /// The states that he is in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Marker>,
    /// What he is, a sentence each.
    pub about: Vec<String>,
    /// What is read out of him.
    pub spoken: String,
}

/// Where two units fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Melee {
    /// Between whom it is.
    pub at: Spot,
    /// Who fights whom.
    pub says: String,
}

/// A player's cards, as far as the viewer may know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hand {
    /// Whose they are.
    pub seat: Seat,
    /// How many are in hand.
    pub count: u8,
    /// Nothing, if they are hidden from the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<Card>>,
    /// Cards that can still be drawn.
    pub pile: u8,
    /// What was laid aside for all to see.
    pub discarded: Vec<Card>,
}

/// A playing card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// What stands on it.
    pub face: &'static str,
    /// Whether it does nothing where it is laid.
    pub idle: bool,
}

/// Points that can be spent, such as those of a segment or of a corps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pool {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub seat: Seat,
    /// The areas that it pays for.
    pub areas: Vec<&'static str>,
    /// The card that gave the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// How many are left.
    pub left: u8,
    /// How many there were.
    pub full: u8,
    /// Whether there is no limit.
    pub endless: bool,
    /// What the points are called, such as "activation points".
    pub what: &'static str,
    /// The same in words.
    pub says: String,
}

/// Where the battle stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Its number, counted from one.
    pub number: u32,
    /// Whose turn it is, if turns alternate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Seat>,
    /// The same in words.
    pub says: String,
    /// The phases of a turn, in order.
    pub phases: Vec<Phase>,
}

/// A phase of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// What it is called.
    pub name: &'static str,
    /// Whether it is being played.
    pub on: bool,
}

/// An action that can be chosen, with what it does on the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Offer {
    /// The action in notation.
    pub action: String,
    /// What is done, such as "Charge the Libyans".
    pub title: String,
    /// What it costs and what it throws, in a line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What the button says that commits it: a verb.
    pub commit: String,
    /// The action in one sentence.
    pub words: String,
    /// Who does it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// Whom it is done to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// The area that it is aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<&'static str>,
    /// Where pieces would stand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ghosts: Vec<Ghost>,
    /// The rules about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// Whether dice are thrown or something is revealed: such an action is never taken by itself.
    pub throws: bool,
    /// The plan that it is: which piece goes to which slot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<(String, String)>,
}

/// Where a piece would stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ghost {
    /// The piece that would stand there.
    pub id: String,
    /// Where it would stand.
    pub at: At,
    /// The way that it takes, if not straight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Spot>,
    /// How far it goes, in words such as "1.80 of 2.00 UD".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
}

/// How a piece moved: where it stood after each leg. A leg is one motion of a rigid base, straight if
/// it keeps its facing and else a turn about one point: a wheel is a leg.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Way {
    /// The piece that moved.
    pub id: String,
    /// Where it stood after each leg.
    pub legs: Vec<At>,
}

impl Way {
    /// Goes on from where the piece has come to.
    pub fn join(ways: &mut Vec<Way>, next: Way) {
        match ways.iter_mut().find(|way| way.id == next.id) {
            Some(way) => way.legs.extend(next.legs),
            None => ways.push(next),
        }
    }
}

/// A decision of many parts: pieces that each go into a slot. The action is the verb and then, in
/// the order of the slots, what each slot [writes](Slot::writes).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The first word of the action.
    pub verb: &'static str,
    /// What is written if no slot writes anything.
    pub nothing: &'static str,
    /// What the button says.
    pub commit: String,
    /// What can be put somewhere.
    pub pieces: Vec<Piece>,
    /// Where it can be put.
    pub slots: Vec<Slot>,
}

/// A part of a plan: a card in hand, a unit to be placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Unlike every other piece of the plan.
    pub id: String,
    /// What is written for it.
    pub word: String,
    /// What it is called.
    pub name: String,
    /// The unit, leader or card that it is.
    pub is: Token,
    /// The slots that take it.
    pub slots: Vec<String>,
    /// Where it is before anybody decides.
    pub at: String,
    /// What it counts where it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<u8>,
}

/// What a piece of a plan is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Token {
    /// A unit or a leader on the table.
    Piece(String),
    /// A card in hand.
    Card(Card),
    /// An office, such as the command of the army.
    Role(&'static str),
}

/// A place for pieces of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// Unlike every other slot of the plan.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it adds to the notation if it is not empty: `{}` stands for the words of its pieces with
    /// commas between them. An empty text writes nothing.
    pub writes: String,
    /// How many pieces it takes, if there is a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<u8>,
    /// The area that it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<&'static str>,
    /// The pool whose points it gives, by its number in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<usize>,
    /// The piece on the table that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The points that it has besides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bonus: Vec<Bonus>,
}

/// Points that a slot has besides those of the piece that lies in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bonus {
    /// How many.
    pub worth: u8,
    /// Where they come from.
    pub says: String,
    /// It counts only while this piece of the plan stays where it is.
    pub from: String,
}

/// Pieces that somebody drags: the first is to stand there, the others keep their places beside it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dragged {
    /// Who is dragged.
    pub pieces: Vec<String>,
    /// How far east the first is to stand.
    pub x: f64,
    /// How far north the first is to stand.
    pub y: f64,
    /// Which way the first is to face.
    pub facing: f64,
    /// Whether no neighbour and no lane may draw them.
    #[serde(default)]
    pub free: bool,
    /// The action, in notation, that led to their ghosts, if they are dragged on from there.
    #[serde(default)]
    pub after: Option<String>,
}

/// What is done before pieces can be ordered, such as the activation of their corps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lead {
    /// Who is ordered.
    pub pieces: Vec<String>,
    /// In notation, in turn.
    pub actions: Vec<String>,
}

/// What is shown before the battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Setup {
    /// The parts of the table, each for something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// What is being laid. It is dragged as a piece of its id: see [`Telling::drag`]; offers have ghosts of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laying: Option<Laying>,
}

/// A part of the table for something that is laid or deployed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Zone {
    /// Whether what is asked about goes there.
    pub kind: ZoneKind,
    /// What it is called, such as "own right".
    pub name: String,
    /// Its measures, such as "9 to 21 UD".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The face of the die that chooses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// Its corners, in order.
    pub outline: Vec<Spot>,
}

/// What may go into a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneKind {
    /// What is asked about goes here.
    Open,
    /// Other things do.
    Other,
    /// How far some may go beyond.
    Limit,
}

/// A piece of terrain, a camp or a train that is being laid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Laying {
    /// Unlike every other piece of the scene.
    pub id: String,
    /// How it is drawn.
    pub kind: TerrainKind,
    /// What it is called.
    pub name: String,
    /// About its middle, as it lies if it faces north.
    pub outline: Vec<Spot>,
    /// Whether it can be turned.
    pub turns: bool,
}

/// What a drag comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Pulled<A> {
    /// By the action that leads where the pieces are dragged to, allowed or not; and by the allowed one that leads
    /// nearest to it.
    Led {
        /// What leads there.
        wanted: A,
        /// What is allowed and leads nearest.
        nearest: Option<A>,
    },
    /// No action of the rules moves these pieces together.
    Never(Reason),
}

/// Something to be shown on demand: a zone of control, an arc of shooting, a range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overlay {
    /// The piece that it belongs to.
    pub of: String,
    /// What it shows.
    pub kind: OverlayKind,
    /// Its corners, in order.
    pub outline: Vec<Spot>,
    /// What it means.
    pub says: String,
    /// The rules about it.
    pub rules: Vec<RuleId>,
}

/// What an overlay shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlayKind {
    /// Ground that a unit controls.
    Zone,
    /// Ground that it can shoot at.
    Arc,
    /// How far orders reach.
    Command,
    /// How far it can go.
    Reach,
}

#[cfg(test)]
mod tests {
    use crate::{Ruleset, toy::Toy};

    use super::*;

    #[test]
    fn only_who_decides_is_asked() {
        let duel = Toy::battle("ford").expect("it is shipped");
        let red = draw(&duel, Some(Seat::Red));
        assert_eq!(red.awaits, [Seat::Red]);
        assert!(red.question.is_some());
        assert_eq!(red.offers.iter().map(|it| it.action.as_str()).collect::<Vec<_>>(), ["begin"]);
        for viewer in [Some(Seat::Blue), None] {
            let other = draw(&duel, viewer);
            assert_eq!((other.awaits, other.offers), (vec![Seat::Red], vec![]));
            assert!(other.question.is_none());
        }
    }
    #[test]
    fn a_way_is_seen_by_who_sees_where_it_ends() {
        let pose = |y: f64| At::Pose { x: 0.0, y, facing: 0.0 };
        let way = |id: &str, y: f64| Way { id: id.into(), legs: vec![pose(y)] };
        let mut ways = vec![way("red/a", 1.0)];
        Way::join(&mut ways, way("red/b", 5.0));
        Way::join(&mut ways, way("red/a", 2.0));
        assert_eq!(ways[0].legs, [pose(1.0), pose(2.0)], "one piece, two legs");
        let mut scene = Scene::bare(String::new(), &Each::default(), 1, String::new());
        let leader = |id: &str, at: At| Leader {
            id: id.into(),
            word: String::new(),
            name: String::new(),
            seat: Seat::Red,
            at,
            radius: 1.0,
            chief: false,
            markers: Vec::new(),
            about: Vec::new(),
            spoken: String::new(),
        };
        scene.leaders = vec![leader("red/a", pose(2.0)), leader("red/b", pose(4.0))];
        scene.came_by(&ways);
        assert_eq!(scene.ways, ways[..1], "the other one stands elsewhere for this viewer");
    }
}
