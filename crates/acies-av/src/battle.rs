//! The state of a battle (RULES.md 1): plain data that can be cloned, compared, hashed and stored.

use acies_core::{
    Each, RuleId, Seat, Shared, deeds,
    flow::{Answer, Step},
    one_of,
};
use acies_table::{Facing, Length, Rect};
use arrayvec::ArrayVec;
use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use crate::{
    ground::Ground,
    leaders::{
        EndLeaders, Leaders,
        escape::Escape,
        rides::{Attach, Ride},
    },
    melee::{
        follow_up::FollowUp,
        join::{Join, Joining},
        lend::Lend,
        naming::{Fight, Naming, Substitution},
    },
    morale::{
        losses::Resolution,
        reroll::Reroll,
        retreat::{Retreat, Retreating},
    },
    movement::{EndMoves, Moves, fall_back::FallBack, march::Move, pivot::Pivot},
    orders::{EndOrders, Orders, give::Test, redress::Redress},
    profile::{Figure, LeaderProfile, Profile},
    rulings::UNITS_MAX,
    setup::{Prelude, Prepare, Preparing},
    shooting::{EndShooting, Shoot, Targets},
    table::Table,
    turn::{
        Begin, Beginning, Resign, Turn,
        initiative::{Choice, FirstOrSecond},
    },
    units::{Id, Place, Post, Side, Unit},
};

/// What is agreed before a battle and never changes in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub name: String,
    pub field: Field,
    /// AV-R25: nothing if there is no limit (AV-R101).
    pub turns: Option<u8>,
    pub armies: Each<Host>,
}

/// AV-R26: the table, with its south-west corner at the origin. Red's long edge is the south one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub width: Length,
    pub depth: Length,
}

impl Field {
    pub const FULL: Field = Field { width: Length::new(30.0), depth: Length::new(20.0) };
    pub const SMALL: Field = Field { width: Length::new(20.0), depth: Length::new(15.0) };

    /// AV-R26: the table for armies of so many points.
    pub fn for_budget(points: u32) -> Field {
        if points <= 150 { Field::SMALL } else { Field::FULL }
    }

    pub fn rect(&self) -> Rect {
        Rect::between(DVec2::ZERO, dvec2(self.width.get(), self.depth.get()))
    }

    /// Which way a side's own long edge lies.
    pub fn homeward(seat: Seat) -> Facing {
        match seat {
            Seat::Red => Facing::SOUTH,
            Seat::Blue => Facing::NORTH,
        }
    }

    /// How far a place is from a side's own long edge.
    pub fn from_home(&self, seat: Seat, y: Length) -> Length {
        match seat {
            Seat::Red => y,
            Seat::Blue => self.depth - y,
        }
    }
}

/// An army in the field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    pub name: String,
    pub units: Vec<Recruit>,
    pub leaders: Vec<Captain>,
    #[serde(default)]
    pub figures: Vec<Carried>,
}

/// A unit of an army.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
    pub name: String,
    pub profile: Profile,
    /// AV-R21.
    pub cost: u32,
}

/// A leader of an army.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captain {
    pub name: String,
    pub profile: LeaderProfile,
}

/// AV-R102: a special figure and who carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    pub figure: Figure,
    pub by: Carrier,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    Unit(u8),
    Leader(u8),
}

impl Host {
    /// AV-R21, AV-R22: what the whole army cost.
    pub fn cost(&self) -> u32 {
        let units: u32 = self.units.iter().map(|unit| unit.cost).sum();
        let leaders: i32 = self.leaders.iter().map(|leader| leader.profile.cost()).sum();
        let figures: i32 = self.figures.iter().map(|it| it.figure.cost()).sum();
        units + (leaders + figures) as u32
    }
}

/// A battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub setup: Shared<Setup>,
    pub ground: Shared<Ground>,
    pub sides: Each<Side>,
    /// Who plays first in this turn (AV-4.2).
    pub first: Seat,
    pub turn: u8,
    /// AV-R101: turns running in which nobody lost a CP and no fight took place.
    pub quiet: u8,
    /// Whether a CP was lost or a fight took place in this turn.
    pub stirred: bool,
    /// S1 to S5: what is settled so far; nothing once the armies are revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prelude: Option<Box<Prelude>>,
    /// What is being decided, the innermost last.
    pub stack: Stack,
    /// Targets that are named (P3a).
    pub aimed: ArrayVec<Aimed, { 2 * UNITS_MAX }>,
    /// P3b to P3f, P4b to P4h: what is being resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Box<Resolution>>,
    pub ending: Option<Ending>,
}

/// A phase, a decision in its resolution, and all leaders that one move can put to flight.
const FRAMES_MAX: usize = 8;

/// What is pending, the innermost step last.
pub type Stack = ArrayVec<Frame, FRAMES_MAX>;

one_of! {
    /// What the battle waits for: the steps of RULES.md 2 in which somebody decides, and the turn that goes on by itself.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Frame: dyn Step<Battle> {
        /// S1 to S4.
        Prepare[Preparing],
        /// Before the first dice for initiative.
        Begin = Beginning,
        /// P1: the winner is first or second.
        Initiative(FirstOrSecond),
        /// P2a.
        Orders(Orders),
        /// P2b.
        Moves(Moves),
        /// P2c.
        Leaders(Leaders),
        /// AV-R88: a leader that got away from an enemy goes somewhere.
        Escape(Escape),
        /// P3a.
        Targets(Targets),
        /// P4b, AV-R73(2): this seat names a fight.
        Name(Naming),
        /// AV-R73(2): whether another unit fights this one in the place of the one named.
        Substitute(Substitution),
        /// AV-R73(3): which friend a unit supports by contact.
        Join(Joining),
        /// AV-R103: whether a formed unit supports one in open order.
        Lend(Lend),
        /// AV-16.1: whether a morale test that was missed is thrown again.
        Reroll(Reroll),
        /// AV-R84, AV-R85.
        Retreat(Retreating),
        /// AV-8.3.
        FollowUp(FollowUp),
        /// What goes on while nobody decides. It lies under everything else and is never stored.
        #[serde(skip)]
        Turn = Turn,
    }
}

deeds! {
    /// A decision. Units and leaders are those of the seat that decides, targets those of the other.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action of Battle {
        /// The set-up or the first turn begins.
        Begin = Begin,
        /// S3 and S4.
        Prepare[Prepare],
        /// P1: first or second in this turn.
        Play(Choice),
        /// P2a: a unit, or a group with one die (AV-R40), tries to change its order.
        Test(Test),
        Redress(Redress),
        EndOrders = EndOrders,
        /// P2b: under Halt.
        Pivot(Pivot),
        /// Under Advance, Rush or Shieldwall (Testudo), through Expediti that are pushed away (AV-R54).
        Move(Move),
        FallBack(FallBack),
        EndMoves = EndMoves,
        /// P2c, AV-R88: a leader goes alone.
        Ride(Ride),
        /// P2c, AV-R88: a leader goes to a unit.
        Attach(Attach),
        EndLeaders = EndLeaders,
        /// P3a.
        Shoot(Shoot),
        EndShooting = EndShooting,
        /// P4b: the fight that is named, or who answers it (AV-R73).
        Fight(Fight),
        /// AV-R73(3): a unit supports a friend by contact.
        Join(Join),
        /// AV-R103.
        Lend(Answer<Lend>),
        /// AV-16.1.
        Reroll(Answer<Reroll>),
        /// AV-R84, AV-R85.
        Retreat(Retreat),
        /// AV-8.3.
        FollowUp(Answer<FollowUp>),
        /// AV-R25.
        Resign = Resign,
    }
}

/// A target that is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aimed {
    pub unit: Id,
    pub target: Id,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    pub winner: Option<Seat>,
    pub how: EndedBy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// AV-R24.
    Broken,
    Limit,
    /// AV-R101.
    Quiet,
    Resigned,
}

impl Ending {
    pub fn rule(self) -> RuleId {
        match self.how {
            EndedBy::Broken => "AV-R24",
            EndedBy::Limit | EndedBy::Resigned => "AV-R25",
            EndedBy::Quiet => "AV-R101",
        }
    }

    pub fn words(self) -> &'static str {
        match (self.how, self.winner) {
            (EndedBy::Broken, Some(_)) => "the enemy's army is broken",
            (EndedBy::Broken, None) => "both armies are broken",
            (EndedBy::Limit | EndedBy::Quiet, Some(_)) => "fewer losses at the end of the day",
            (EndedBy::Limit | EndedBy::Quiet, None) => "the day ends undecided",
            (EndedBy::Resigned, _) => "the enemy concedes",
        }
    }
}

impl Battle {
    /// A battle between armies that are deployed.
    pub fn new(setup: Setup, ground: Ground, sides: Each<Side>) -> Battle {
        let mut stack = ArrayVec::new();
        stack.push(Frame::Begin);
        Battle {
            setup: Shared::new(setup),
            ground: Shared::new(ground),
            sides,
            first: Seat::Red,
            turn: 1,
            quiet: 0,
            stirred: false,
            prelude: None,
            stack,
            aimed: ArrayVec::new(),
            resolution: None,
            ending: None,
        }
    }

    /// Everything as it stands now.
    pub fn table(&self) -> Table<'_> {
        Table { setup: &self.setup, ground: &self.ground, sides: &self.sides }
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

    pub fn profile(&self, id: Id) -> &Profile {
        &self.recruit(id).profile
    }

    pub fn captain(&self, seat: Seat, leader: u8) -> &Captain {
        &self.setup.armies[seat].leaders[usize::from(leader)]
    }

    /// AV-R24: the cost of a side's lost pieces.
    pub fn lost(&self, seat: Seat) -> u32 {
        let (host, side) = (&self.setup.armies[seat], &self.sides[seat]);
        let gone = |unit: &Unit| matches!(unit.place, Place::Eliminated | Place::LeftTable);
        let fallen = |leader: usize| side.leaders[leader].place == Post::Lost;
        let units = side.units.iter().zip(&host.units).filter(|(unit, _)| gone(unit));
        let leaders = host.leaders.iter().enumerate().filter(|(n, _)| fallen(*n));
        let figures = host.figures.iter().filter(|it| match it.by {
            Carrier::Unit(unit) => gone(&side.units[usize::from(unit)]),
            Carrier::Leader(leader) => fallen(usize::from(leader)),
        });
        units.map(|(_, recruit)| recruit.cost).sum::<u32>()
            + leaders.map(|(_, it)| it.profile.cost() as u32).sum::<u32>()
            + figures.map(|it| it.figure.cost() as u32).sum::<u32>()
    }

    /// Every unit on the table, the first player's before the other's.
    pub fn all_standing(&self) -> impl Iterator<Item = Id> + Clone + '_ {
        let table = self.table();
        [self.first, self.first.other()].into_iter().flat_map(move |seat| table.standing(seat))
    }
}
