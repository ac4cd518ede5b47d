//! What a machine sees: scenes and offers in numbers, for players that learn.
//!
//! A [`Survey`] says of a battle what its [`Scene`] shows, and a [`Mark`] says of an action what its [`Offer`] shows, both
//! without a word. They are read off what is drawn, so every ruleset has them without a line of its own. One that wants
//! to be fast may tell them itself ([`Telling::survey`]), and [`check`] compares.

use crate::{
    game::{Pending, Telling},
    scene::{self, At, Lies, Offer, Scene, Shape, Spot, TerrainKind},
    seat::{Each, Seat},
};

/// The drawings of troops that clients have. A [`Figure`] names them by their place in this list, counted from one.
pub const SYMBOLS: [&str; 23] = [
    "foot-heavy",
    "foot-medium",
    "foot-light",
    "pike",
    "spear",
    "sword",
    "two-handed",
    "javelin",
    "bow",
    "sling",
    "crossbow",
    "artillery",
    "horse-heavy",
    "horse-medium",
    "horse-light",
    "cataphract",
    "camel",
    "elephant",
    "chariot-heavy",
    "chariot-light",
    "chariot-scythed",
    "wagon",
    "camp",
];

/// The states that a unit can be in, in the order of [`Glyph`](scene::Glyph).
pub const STATES: [&str; 8] =
    ["disorder", "rout", "moved", "shot", "charge", "hit", "shield", "lock"];

/// The kinds of terrain, in the order of [`TerrainKind`]. A [`Patch`] names them by their place, counted from one.
pub const GROUNDS: [&str; 13] = [
    "rough",
    "marsh",
    "field",
    "wood",
    "dense_wood",
    "hill",
    "river",
    "road",
    "town",
    "water",
    "impassable",
    "wall",
    "camp",
];

/// The place of a symbol in the list, counted from one; nought if it is not there.
pub fn symbol(name: &str) -> u8 {
    SYMBOLS.iter().position(|known| *known == name).map_or(0, |at| at as u8 + 1)
}

/// A scene in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The whole table.
    pub table: Block,
    /// The turn, counted from one.
    pub turn: u32,
    /// Whose turn it is.
    pub of: Option<Seat>,
    /// The phase that is on, counted from one, and how many there are.
    pub phase: u8,
    /// How many phases a turn has.
    pub phases: u8,
    /// So much of so much.
    pub bars: Each<Vec<[u32; 2]>>,
    /// The parts of the table that rules speak of.
    pub areas: Vec<Plot>,
    /// What lies on it.
    pub grounds: Vec<Patch>,
    /// The units, and leaders by themselves.
    pub figures: Vec<Figure>,
    /// The cards of both players.
    pub hands: Vec<Held>,
    /// Points that can be spent.
    pub pools: Vec<Purse>,
    /// What the figures are called in offers; empty if the ruleset finds them without.
    pub ids: Vec<String>,
}

/// A rectangle that lies square to the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Block {
    /// Its western edge.
    pub left: f64,
    /// Its southern edge.
    pub bottom: f64,
    /// How far it reaches east.
    pub width: f64,
    /// How far it reaches north.
    pub height: f64,
}

impl Block {
    /// Its middle.
    pub fn centre(&self) -> Spot {
        [self.left + self.width / 2.0, self.bottom + self.height / 2.0]
    }

    /// The least that holds all these places.
    fn about(spots: &[Spot]) -> Self {
        let least = |axis: usize| spots.iter().map(|it| it[axis]).fold(f64::INFINITY, f64::min);
        let most = |axis: usize| spots.iter().map(|it| it[axis]).fold(f64::NEG_INFINITY, f64::max);
        if spots.is_empty() {
            return Block::default();
        }
        let (left, bottom) = (least(0), least(1));
        Block { left, bottom, width: most(0) - left, height: most(1) - bottom }
    }
}

/// A part of the table that rules speak of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    /// Where it lies.
    pub block: Block,
    /// The side that it lies on.
    pub side: Seat,
    /// Whether it is off the field.
    pub reserve: bool,
    /// Who holds it.
    pub held: Seat,
}

/// A piece of terrain: its kind, and the rectangle about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// What it is.
    pub kind: TerrainKind,
    /// The rectangle about it.
    pub block: Block,
    /// The area that it lies in, by its place in the list.
    pub area: Option<u8>,
}

/// Where something stands. In an area, it stands in its middle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stand {
    /// Where it stands.
    pub spot: Spot,
    /// Degrees from the north.
    pub facing: f64,
    /// The area that it stands in, by its place in the list.
    pub area: Option<u8>,
}

/// A unit, or a leader by himself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Whose it is.
    pub seat: Seat,
    /// Whether it is a leader by himself.
    pub leader: bool,
    /// Where it stands.
    pub stand: Stand,
    /// Width and depth.
    pub size: [f64; 2],
    /// From one, light, to three, heavy; nought for leaders.
    pub weight: u8,
    /// Its drawing in [`SYMBOLS`], counted from one.
    pub symbol: u8,
    /// The drawing of its second weapon, counted from one; nought if it has none.
    pub second: u8,
    /// What it has left.
    pub left: u8,
    /// What it had.
    pub full: u8,
    /// How often it is in each of the [`STATES`].
    pub states: [u8; STATES.len()],
    /// Whether a leader is with it (1), or the chief (2); a leader who is the chief has 2 too.
    pub command: u8,
    /// The corps of its side, counted from one in the order of the figures.
    pub corps: u8,
    /// How many units share its outline.
    pub beside: u8,
    /// The pool that pays for it.
    pub pool: Option<u8>,
}

/// A player's cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Whose they are.
    pub seat: Seat,
    /// How many are in hand.
    pub count: u8,
    /// How many can still be drawn.
    pub pile: u8,
    /// How many lie open, laid aside.
    pub discarded: u8,
    /// Empty, if they are hidden from the viewer.
    pub cards: Vec<Face>,
}

/// A card: its number, or ten and the place of its first letter in the alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its number, or ten and the place of its letter.
    pub worth: u8,
    /// Whether it does nothing where it is laid.
    pub idle: bool,
}

impl Face {
    /// A card of a scene.
    pub fn of(card: scene::Card) -> Self {
        let letter = card.face.bytes().next().unwrap_or(b'@') & 31;
        Face { worth: card.face.parse().unwrap_or(10 + letter), idle: card.idle }
    }
}

/// Points to spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// Whose it is.
    pub seat: Seat,
    /// How many are left.
    pub left: u8,
    /// How many there were.
    pub full: u8,
    /// Whether there is no limit.
    pub endless: bool,
    /// The card that gave them.
    pub card: Option<Face>,
}

/// An offer in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mark {
    /// Who does it, and to whom.
    pub units: Band,
    /// Whom it is done to.
    pub targets: Band,
    /// The area that it is aimed at.
    pub area: Option<u8>,
    /// Where the first of those that move comes to stand.
    pub to: Option<Stand>,
    /// Whether dice are thrown or something is revealed.
    pub throws: bool,
}

/// Some of the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Band {
    /// The first that is named, by its place among the figures.
    pub first: Option<u16>,
    /// How many there are.
    pub count: u8,
    /// What they have left, together.
    pub left: u16,
}

impl Band {
    /// These figures of a survey, in this order.
    pub fn of(seen: &Survey, figures: impl IntoIterator<Item = usize>) -> Self {
        let mut band = Band::default();
        for at in figures {
            band.first.get_or_insert(at as u16);
            band.count = band.count.saturating_add(1);
            band.left += u16::from(seen.figures[at].left);
        }
        band
    }
}

impl Survey {
    /// What a scene shows.
    pub fn of(scene: &Scene) -> Self {
        let table = &scene.table;
        let areas = scene.areas.iter().map(|area| Plot {
            block: Block {
                left: area.left,
                bottom: area.bottom,
                width: area.width,
                height: area.height,
            },
            side: area.side,
            reserve: area.reserve,
            held: area.held,
        });
        let phase = scene.turn.phases.iter().position(|phase| phase.on);
        let bars =
            |seat| scene.sides[seat].bars.iter().map(|bar| [bar.value, bar.of]).collect::<Vec<_>>();
        let hands = scene.hands.iter().map(|hand| Held {
            seat: hand.seat,
            count: hand.count,
            pile: hand.pile,
            discarded: hand.discarded.len() as u8,
            cards: hand.cards.iter().flatten().map(|card| Face::of(*card)).collect(),
        });
        let pools = scene.pools.iter().map(|pool| Purse {
            seat: pool.seat,
            left: pool.left,
            full: pool.full,
            endless: pool.endless,
            card: pool.card.map(Face::of),
        });
        let mut survey = Survey {
            table: Block {
                left: table.left,
                bottom: table.bottom,
                width: table.width,
                height: table.height,
            },
            turn: scene.turn.number,
            of: scene.turn.of,
            phase: phase.map_or(0, |at| at as u8 + 1),
            phases: scene.turn.phases.len() as u8,
            bars: Each::of(bars),
            areas: areas.collect(),
            hands: hands.collect(),
            pools: pools.collect(),
            ..Survey::default()
        };
        survey.grounds = scene.terrain.iter().map(|it| survey.patch(scene, it)).collect();
        let mut corps: Each<Vec<&str>> = Each::default();
        for base in &scene.bases {
            let known = &mut corps[base.seat];
            let corps = base.corps.as_ref().map_or(0, |name| {
                let at = known.iter().position(|it| it == name).unwrap_or(known.len());
                if at == known.len() {
                    known.push(name);
                }
                at as u8 + 1
            });
            let figure = Figure { corps, ..unit(scene, base) };
            survey.figures.push(Figure { stand: survey.stand(scene, base.at), ..figure });
        }
        for leader in &scene.leaders {
            let stand = survey.stand(scene, leader.at);
            survey.figures.push(Figure { stand, ..by_himself(leader) });
        }
        let units = scene.bases.iter().map(|base| &base.id);
        survey.ids = units.chain(scene.leaders.iter().map(|leader| &leader.id)).cloned().collect();
        survey
    }

    fn patch(&self, scene: &Scene, terrain: &scene::Terrain) -> Patch {
        let (block, area) = match &terrain.lies {
            Lies::In(id) => {
                let at = area(scene, id);
                (at.map_or(Block::default(), |at| self.areas[usize::from(at)].block), at)
            }
            Lies::Outline(spots) | Lies::Along { line: spots, .. } => (Block::about(spots), None),
        };
        Patch { kind: terrain.kind, block, area }
    }

    fn stand(&self, scene: &Scene, at: At) -> Stand {
        match at {
            At::Pose { x, y, facing } => Stand { spot: [x, y], facing, area: None },
            At::Area { area: id, facing } => self.within(area(scene, id), facing),
        }
    }

    /// In the middle of an area.
    pub fn within(&self, area: Option<u8>, facing: f64) -> Stand {
        let spot = area.map_or([0.0; 2], |at| self.areas[usize::from(at)].block.centre());
        Stand { spot, facing, area }
    }

    /// What an offer shows, in a scene that this is of.
    pub fn mark(&self, scene: &Scene, offer: &Offer) -> Mark {
        let known = |id: &String| self.ids.iter().position(|known| known == id);
        let ghost = offer.ghosts.first();
        Mark {
            units: Band::of(self, offer.units.iter().filter_map(known)),
            targets: Band::of(self, offer.targets.iter().filter_map(known)),
            area: offer.area.and_then(|id| area(scene, id)),
            to: ghost.map(|ghost| self.stand(scene, ghost.at)),
            throws: offer.throws,
        }
    }
}

fn area(scene: &Scene, id: &str) -> Option<u8> {
    scene.areas.iter().position(|area| area.id == id).map(|at| at as u8)
}

fn unit(scene: &Scene, base: &scene::Base) -> Figure {
    let mut states = [0; STATES.len()];
    for marker in &base.markers {
        let state = &mut states[marker.glyph as usize];
        *state = marker.count.unwrap_or(1).max(*state);
    }
    Figure {
        seat: base.seat,
        leader: false,
        stand: Stand::default(),
        size: size(base.shape),
        weight: base.weight as u8 + 1,
        symbol: symbol(&base.symbol),
        second: base.second.as_deref().map_or(0, symbol),
        left: base.pips.left,
        full: base.pips.full,
        states,
        command: base.commander.as_ref().map_or(0, |it| 1 + u8::from(it.chief)),
        corps: 0,
        beside: base.beside.len() as u8,
        pool: base.pool.filter(|at| *at < scene.pools.len()).map(|at| at as u8),
    }
}

fn by_himself(leader: &scene::Leader) -> Figure {
    let mut states = [0; STATES.len()];
    for marker in &leader.markers {
        states[marker.glyph as usize] = marker.count.unwrap_or(1);
    }
    Figure {
        seat: leader.seat,
        leader: true,
        stand: Stand::default(),
        size: [2.0 * leader.radius; 2],
        weight: 0,
        symbol: 0,
        second: 0,
        left: 0,
        full: 0,
        states,
        command: 1 + u8::from(leader.chief),
        corps: 0,
        beside: 0,
        pool: None,
    }
}

fn size(shape: Shape) -> [f64; 2] {
    match shape {
        Shape::Rectangle { width, depth } => [width, depth],
        Shape::Disc { radius } => [2.0 * radius; 2],
    }
}

/// What a seat sees of a battle, and of each of these actions. This is its view.
pub fn drawn<G: Telling>(
    view: &G,
    by: Seat,
    actions: &[G::Action],
    marks: &mut Vec<Mark>,
) -> Survey {
    let scene = view.scene(Some(by));
    let survey = Survey::of(&scene);
    let offers = actions.iter().map(|action| view.offer(by, action));
    marks.extend(offers.map(|offer| survey.mark(&scene, &offer)));
    survey
}

/// Whether a ruleset that tells its survey itself tells what it draws, for a seat that must decide.
///
/// # Panics
///
/// If it does not.
pub fn check<G: Telling>(game: &G) {
    let Pending::Decide(seats) = game.pending() else { return };
    for by in seats.iter() {
        let view = game.view(Some(by));
        let mut actions = Vec::new();
        view.candidates(by, &mut actions);
        let [mut told, mut seen] = [Vec::new(), Vec::new()];
        let survey = Survey { ids: Vec::new(), ..view.survey(by, &actions, &mut told) };
        let expected = Survey { ids: Vec::new(), ..drawn(&view, by, &actions, &mut seen) };
        assert_eq!(survey, expected, "a survey differs from its scene");
        for ((told, seen), action) in told.iter().zip(&seen).zip(&actions) {
            assert_eq!(told, seen, "a mark differs from its offer: {}", view.notation(by, action));
        }
        assert_eq!(told.len(), actions.len(), "one mark for each action");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, Game, Log, Ruleset, toy::Toy};

    #[test]
    fn symbols_states_and_grounds_have_their_places() {
        assert_eq!((symbol("foot-heavy"), symbol("wagon"), symbol("rocket")), (1, 22, 0));
        assert_eq!(STATES[scene::Glyph::Lock as usize], "lock");
        assert_eq!(GROUNDS[TerrainKind::Camp as usize], "camp");
        assert_eq!(GROUNDS[TerrainKind::DenseWood as usize], "dense_wood");
    }

    #[test]
    fn cards_are_numbers() {
        let face = |face| Face::of(scene::Card { face, idle: false }).worth;
        assert_eq!(["7", "10", "K", "Joker"].map(face), [7, 10, 21, 20]);
    }

    #[test]
    fn a_band_adds_up() {
        let figure = |left| Figure { left, ..figure() };
        let seen = Survey { figures: vec![figure(4), figure(2), figure(1)], ..Survey::default() };
        assert_eq!(Band::of(&seen, [2, 0]), Band { first: Some(2), count: 2, left: 5 });
        assert_eq!(Band::of(&seen, []), Band::default());
    }

    fn figure() -> Figure {
        by_himself(&scene::Leader {
            id: String::new(),
            word: String::new(),
            name: String::new(),
            seat: Seat::Red,
            at: At::Pose { x: 0.0, y: 0.0, facing: 0.0 },
            radius: 1.0,
            chief: true,
            markers: Vec::new(),
            about: Vec::new(),
            spoken: String::new(),
        })
    }

    #[test]
    fn the_toy_is_surveyed_as_it_is_drawn() {
        let mut game = Toy::battle("ford").expect("it is shipped");
        let mut dice = Dice::seeded(1);
        while let Some(by) = game.pending().seat() {
            check(&game);
            let action = game.any(by, &mut Dice::seeded(2), &mut Vec::new());
            game.apply(by, &action, &mut dice, &mut Log::Off).expect("a legal action");
        }
    }
}
