//! The state of a battle (RULES.md 1): plain data that can be cloned, compared, hashed and stored; and the lists of what may
//! be pending in it and what players decide.

pub mod unit;

use acies_core::{
    Each, Id, Seat, Shared, deeds,
    flow::{Answer, Step},
    one_of,
    sealed::Sealed,
};
use acies_table::{Facing, Point, Pose, Rect};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    charge::{
        answer::{Reply, Respond},
        charging::{Charge, Charges, Close, HaltShort, Meet, Onward},
        declaration::{Declare, Declaring, NoMore},
    },
    combat::{
        after_moves::Pursuits,
        aftermath::{After, Aftermath, Choice, Choosing, Dues, Settled},
        volley::{Volley, Volleys},
    },
    command::{
        StandingOrder,
        leading::{Errand, Leaders, Leading},
        messenger::Messenger,
        testing::{ByOrder, Named, Naming, Standing, Testing},
    },
    files::army::{Post, Roster},
    ground::Ground,
    morale::rest::Recover,
    movement::{
        activation::{Activation, End, Moves},
        drilling::Drilling,
        marching::{SetOut, SideStep, Walk},
        rearward::{Cease, Rearward},
    },
    rulings::{COMMANDS_MAX, UNITS_MAX},
    sequence::Turn,
    setup::{self, Prelude, Size},
    shooting::shoot::Shoot,
    troops::Profile,
};

pub use unit::{LastMove, Marks, Status, Unit};

/// What is agreed before a battle and never changes in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub name: String,
    pub size: Size,
    /// LEG-R119.
    pub turns: u8,
    /// LEG-R37(e): whether commands have standing orders.
    pub orders: bool,
    pub armies: Each<Host>,
}

/// An army in the field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    pub name: String,
    pub units: Vec<Recruit>,
    pub leaders: Vec<Captain>,
}

/// A unit of an army.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
    pub name: String,
    pub key: String,
    pub profile: Profile,
    /// LEG-MAN.11: units of the same number are of one legion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legion: Option<u8>,
    /// LEG-R27: the command that it belongs to, which is its leader's number.
    pub command: u8,
    pub cost: u32,
}

impl Recruit {
    /// LEG-R118(a): its break points.
    pub fn break_points(&self) -> u32 {
        let kind = self.profile.kind;
        match self.profile.bases {
            _ if kind.is_light() || kind.is_special() => 1,
            8.. => 3,
            _ => 2,
        }
    }
}

/// A leader of an army.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captain {
    pub name: String,
    pub key: String,
    pub general: bool,
}

/// A battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub setup: Shared<Setup>,
    pub ground: Shared<Ground>,
    pub sides: Each<Side>,
    pub turn: u8,
    /// LEG-R23: who has the initiative.
    pub first: Seat,
    /// What is pending; what comes first lies last.
    #[serde(default)]
    pub stack: ArrayVec<Frame, STACK_MAX>,
    /// LEG-R24: who is still to act in this step, the next one last.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub line: Line,
    /// LEG-R72: who volleys, chosen in secret.
    #[serde(default)]
    pub volleys: Each<Sealed<Volley>>,
    /// B5: what fights leave to be done.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub dues: Dues,
    /// What is settled while armies set up; nothing from the first turn on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prelude: Option<Box<Prelude>>,
}

/// LEG-R24: units of both sides in the order in which they act.
pub type Line = ArrayVec<Id, { 2 * UNITS_MAX }>;

/// No chain of charges, responses and pursuits is deeper.
pub const STACK_MAX: usize = 16;

one_of! {
    /// What may be pending.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Frame: dyn Step<Battle> {
        Begin = setup::terrain::Beginning,
        Lot(setup::Lot),
        Clear(setup::terrain::Clearing),
        Choose(setup::terrain::Choosing),
        Encamp(setup::camp::Encamping),
        Deploy(setup::deploy::Deploying),
        Arrange(setup::arrange::Arranging),
        FirstOrders = setup::orders::Ordering,
        Turn(Turn),
        Leaders(Leaders),
        Leading(Leading),
        Standing(Standing),
        Testing(Testing),
        Naming(Naming),
        Rearward(Rearward),
        Cease(Cease),
        Pursuits(Pursuits),
        Moves(Moves),
        Activation(Activation),
        Declaring(Declaring),
        Charges(Charges),
        Charge(Charge),
        Respond(Respond),
        Close(Close),
        Onward(Onward),
        Meet(Meet),
        HaltShort(HaltShort),
        Volleys(Volleys),
        Aftermath(Aftermath),
        After(After),
        Choosing(Choosing),
        Settled(Settled),
    }
}

deeds! {
    /// What players decide.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action of Battle {
        Begin = setup::terrain::Begin,
        Clear(setup::terrain::Clear),
        Choose(setup::terrain::Choose),
        Encamp(setup::camp::Encamp),
        Deploy(setup::deploy::Deploy),
        Arrange(setup::arrange::Arrange),
        ArrangeAll(setup::arrange::ArrangeAll),
        Post(setup::arrange::Post),
        Settle = setup::arrange::Settle,
        FirstOrders(setup::FirstOrders),
        Errand(Errand),
        ByOrder(ByOrder),
        Named(Named),
        Cease(Answer<Cease>),
        End(End),
        SetOut(SetOut),
        Walk(Walk),
        SideStep(SideStep),
        Drilling(Drilling),
        Recover(Recover),
        Shoot(Shoot),
        Declare(Declare),
        NoMore(NoMore),
        Reply(Reply),
        HaltShort(Answer<HaltShort>),
        Volley(Volley),
        Choice(Choice),
    }
}

/// An army on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub units: ArrayVec<Unit, UNITS_MAX>,
    pub leaders: ArrayVec<Leader, COMMANDS_MAX>,
    /// LEG-R117: the middle of its camp, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camp: Option<Point>,
    #[serde(default)]
    pub camp_lost: bool,
    /// LEG-R38: who is on his way with new orders.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub messengers: ArrayVec<Messenger, COMMANDS_MAX>,
}

/// LEG-R27, LEG-R28: a leader with his command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub place: Place,
    /// LEG-R37, LEG-R120: only its owner knows it.
    pub order: Sealed<StandingOrder>,
    /// LEG-R31: he inspires the unit that he has joined, until the next Command Phase.
    #[serde(default)]
    pub inspires: bool,
    /// LEG-R111: the turn in which his loss or rout was last felt.
    #[serde(default)]
    pub mourned: u8,
    /// LEG-R38: he has listened for orders this turn.
    #[serde(default)]
    pub listens: bool,
}

impl Leader {
    /// A leader at the start of a battle.
    pub fn fresh(place: Place, order: StandingOrder) -> Leader {
        let order = Sealed::In(order);
        Leader { place, order, inspires: false, mourned: 0, listens: false }
    }
}

/// LEG-R28, LEG-R123: where a leader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Alone(Point),
    /// Joined to a unit, by its number.
    With(u8),
    Lost,
    /// LEG-R116: not deployed yet.
    Away,
}

impl Battle {
    /// Two deployed armies before the first turn; nothing if one of them has no places yet.
    pub fn deployed(name: &str, ground: Ground, rosters: &Each<Roster>) -> Option<Battle> {
        let size = rosters[Seat::Red].size();
        let armies = Each::of(|seat| host(&rosters[seat]));
        let red = side(Seat::Red, size, &rosters[Seat::Red])?;
        let blue = side(Seat::Blue, size, &rosters[Seat::Blue])?;
        let turns = crate::rulings::TURNS;
        let setup = Setup { name: name.to_owned(), size, turns, orders: true, armies };
        Some(Battle::at_start(setup, ground, Each([red, blue])))
    }

    /// Armies that are about to begin the first turn.
    pub fn at_start(setup: Setup, ground: Ground, sides: Each<Side>) -> Battle {
        Battle {
            setup: Shared::new(setup),
            ground: Shared::new(ground),
            sides,
            turn: 1,
            first: Seat::Red,
            stack: ArrayVec::from_iter([Turn::FIRST.into()]),
            line: ArrayVec::new(),
            volleys: Each::default(),
            dues: ArrayVec::new(),
            prelude: None,
        }
    }

    pub fn unit(&self, id: Id) -> &Unit {
        &self.sides[id.seat()].units[usize::from(id.number())]
    }

    pub fn unit_mut(&mut self, id: Id) -> &mut Unit {
        &mut self.sides[id.seat()].units[usize::from(id.number())]
    }

    pub fn recruit(&self, id: Id) -> &Recruit {
        &self.setup.armies[id.seat()].units[usize::from(id.number())]
    }

    /// Whether there is such a unit, on the table.
    pub fn has(&self, id: Id) -> bool {
        let unit = self.sides[id.seat()].units.get(usize::from(id.number()));
        unit.is_some_and(Unit::is_on_table)
    }

    /// The units of a side that are on the table.
    pub fn units(&self, seat: Seat) -> impl Iterator<Item = (Id, &Unit)> + Clone {
        let all = (0..).zip(&self.sides[seat].units);
        all.filter(|(_, unit)| unit.is_on_table()).map(move |(n, unit)| (Id::new(seat, n), unit))
    }

    /// The units of both sides that are on the table.
    pub fn all_units(&self) -> impl Iterator<Item = (Id, &Unit)> + Clone {
        self.units(Seat::Red).chain(self.units(Seat::Blue))
    }

    pub fn rect(&self, id: Id) -> Rect {
        self.unit(id).rect()
    }

    /// LEG-R31: whether a leader inspires a unit.
    pub fn is_inspired(&self, id: Id) -> bool {
        let leaders = &self.sides[id.seat()].leaders;
        leaders.iter().any(|it| it.inspires && it.place == Place::With(id.number()))
    }

    /// LEG-R123: the point from which everything about a leader is measured.
    pub fn leader_at(&self, seat: Seat, leader: u8) -> Option<Point> {
        match self.sides[seat].leaders[usize::from(leader)].place {
            Place::Alone(at) => Some(at),
            Place::With(unit) => Some(self.unit(Id::new(seat, unit)).pose.at),
            Place::Lost | Place::Away => None,
        }
    }
}

/// Which way a side's own base edge lies (RULES.md 1.1).
pub fn homeward(seat: Seat) -> Facing {
    match seat {
        Seat::Red => Facing::SOUTH,
        Seat::Blue => Facing::NORTH,
    }
}

/// The army of a roster.
pub fn host(roster: &Roster) -> Host {
    let legions: Vec<&String> =
        roster.units.iter().filter_map(|unit| unit.legion.as_ref()).collect();
    let number = |name: &String| legions.iter().position(|other| *other == name).map(|at| at as u8);
    let recruits = roster.units.iter().map(|unit| Recruit {
        name: unit.name.clone(),
        key: unit.key.clone(),
        profile: unit.profile,
        legion: unit.legion.as_ref().and_then(number),
        command: unit.command as u8,
        cost: unit.points(),
    });
    let captains = roster.commands.iter().map(|it| Captain {
        name: it.leader.clone(),
        key: it.key.clone(),
        general: it.general,
    });
    Host { name: roster.name.clone(), units: recruits.collect(), leaders: captains.collect() }
}

/// The army of a roster in its places, as the table has them.
fn side(seat: Seat, size: Size, roster: &Roster) -> Option<Side> {
    let [width, depth] = size.table();
    let here = |x: f64, y: f64| match seat {
        Seat::Red => Point::new(x, y),
        Seat::Blue => Point::new(width - x, depth - y),
    };
    let mut side =
        Side { camp: roster.camp.map(|x| here(x, size.camp(x).y.get())), ..Side::default() };
    for unit in &roster.units {
        let Pose { at, facing } = unit.at?;
        let facing = if seat == Seat::Red { facing } else { facing.opposite() };
        let pose = Pose { at: here(at.x.get(), at.y.get()), facing };
        side.units.push(Unit::fresh(unit.profile, unit.shape, pose));
    }
    for command in &roster.commands {
        let place = match command.post? {
            Post::With(unit) => Place::With(unit),
            Post::At(at) => Place::Alone(here(at.x.get(), at.y.get())),
        };
        side.leaders.push(Leader::fresh(place, command.order));
    }
    Some(side)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::files::{army, data};

    /// The two samples of RULES.md 5.4 on open ground.
    pub(crate) fn samples() -> Battle {
        let read = |id: &str| {
            let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == id).unwrap();
            army::read(id, text).unwrap()
        };
        let rosters = Each([read("roman_late_republic"), read("gallic")]);
        Battle::deployed("Samples", Ground::default(), &rosters).unwrap()
    }

    /// RULES.md 5.4: both armies where the tables have them; break points.
    #[test]
    fn samples_stand_where_the_rulebook_has_them() {
        let battle = samples();
        let at = |seat, n| {
            let Pose { at, facing } = battle.unit(Id::new(seat, n)).pose;
            (at.x.get(), at.y.get(), facing)
        };
        assert_eq!(at(Seat::Red, 3), (900.0, 350.0, Facing::NORTH), "r4");
        assert_eq!(at(Seat::Blue, 3), (795.0, 820.0, Facing::SOUTH), "g4");
        assert_eq!(at(Seat::Blue, 13), (1290.0, 810.0, Facing::SOUTH), "g14");
        assert_eq!(battle.leader_at(Seat::Blue, 1), Some(Point::new(900.0, 850.0)), "LEG-R123");
        assert_eq!(battle.sides[Seat::Blue].camp, Some(Point::new(900.0, 1180.0)), "LEG-R117");
        let points = Each::of(|seat| {
            battle.setup.armies[seat].units.iter().map(Recruit::break_points).sum::<u32>()
        });
        assert_eq!(points, Each([20, 34]), "LEG-R118, RULES.md 5.4");
    }

    #[test]
    fn a_battle_is_plain_data() {
        let battle = samples();
        assert_eq!(battle.clone(), battle);
        assert!(size_of::<Unit>() <= 128, "{} bytes a unit", size_of::<Unit>());
    }
}
