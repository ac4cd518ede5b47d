//! The state of a battle (RULES.md 1): plain data that can be cloned, compared, hashed and stored, and
//! the questions that rules ask most often about who stands where.

mod near;

pub use acies_core::Id;
use acies_core::{Each, RuleId, Sealed, Seat, Shared, UnitSet, flow::Step, one_of};
use acies_table::{Base, Point, Pose, Rect};
use arrayvec::ArrayVec;
pub use near::FAR_UD;
use serde::{Deserialize, Serialize};

use crate::{
    charge::{charging::Charging, go_on::HowFar},
    command::{Level, activation::Corps as NextCorps, orders::Orders},
    evade::{face_about::GotAway, run::Runner},
    files::army::{Corps, Roster, Troop},
    melee::{engage::Undecided, engagement::Roles},
    memo::{Bodies, Memo},
    rout::{overrun::Overrun, pursuit::Pursuing},
    rulings::{CORPS, TOLERANCE, UNITS_MAX},
    setup::{
        self, CAMP, Field, Given, Plan, Prelude, Wing,
        ambush::Found,
        plan::{MARKERS, PlanWords},
    },
    shooting::{phase::Shooters, targets::Aims},
    terrain::{Region, landscape::Landscape},
    units::{Category, Profile, abilities::Abilities},
};

/// What is agreed before a battle and never changes in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub name: String,
    pub field: Field,
    pub armies: Each<Host>,
}

/// An army in the field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    pub name: String,
    pub corps: Vec<Corps>,
    pub troops: Vec<Troop>,
    pub fortified_camp: bool,
    /// Segments of fortification that it has bought (ADLG-R28).
    pub segments: u32,
    /// Where it is at home (ADLG-R23).
    #[serde(default)]
    pub regions: Vec<Region>,
}

impl From<Roster> for Host {
    fn from(roster: Roster) -> Self {
        let Roster { name, list, corps, troops, fortified_camp, segments, .. } = roster;
        Host { name, corps, troops, fortified_camp, segments, regions: list.regions.clone() }
    }
}

/// A battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub setup: Shared<Setup>,
    pub landscape: Shared<Landscape>,
    pub sides: Each<Side>,
    /// Who has the first turn of each pair (S9).
    pub first: Seat,
    /// Whose turn it is (RULES.md 2).
    pub phasing: Seat,
    /// The how-manieth of his.
    pub turn: u8,
    /// Corps that have been activated in this turn, a bit each (ADLG-SEQ.2).
    pub activated: u8,
    /// What is being decided, the innermost last.
    pub stack: ArrayVec<Frame, 4>,
    /// Shots that are announced and not yet thrown (ADLG-R111).
    pub aimed: ArrayVec<Aimed, UNITS_MAX>,
    /// Units that may still pursue (ADLG-R148).
    pub pursuing: UnitSet,
    pub ending: Option<Ending>,
    /// What is settled before the first turn; nothing from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prelude: Option<Box<Prelude>>,
    /// Who fights whom, as long as nobody moves.
    #[serde(skip)]
    pub(crate) roles: Memo<Roles>,
    /// Who may shoot at whom, as long as nobody moves.
    #[serde(skip)]
    pub(crate) aims: Memo<Aims>,
    #[serde(skip)]
    rects: Bodies,
}

one_of! {
    /// What the battle waits for: the steps of RULES.md 2 in which somebody decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Frame: dyn Step<Battle> {
        /// S1 to S8.
        Prepare[setup::Stage],
        Ambush(Found),
        /// M1.
        Corps = NextCorps,
        /// M3.
        Orders(Orders),
        /// C1 to C6.
        Charge(Charging),
        /// C3.
        Run(Runner),
        /// C5.
        GoOn(HowFar),
        FaceAbout(GotAway),
        /// S.
        Shooting(Shooters),
        /// C.
        Engage(Undecided),
        /// R.
        Pursuit = Pursuing,
        Overrun(Overrun),
    }
}

/// A combined shot that is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aimed {
    pub main: Id,
    pub supporters: UnitSet,
    pub target: Id,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    pub winner: Option<Seat>,
    pub how: EndedBy,
}

/// What ended a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    Rout,
    Limit,
    Resigned,
}

impl Ending {
    /// The rule by which it ended.
    pub fn rule(self) -> RuleId {
        match self.how {
            EndedBy::Rout | EndedBy::Resigned => "ADLG-R18",
            EndedBy::Limit => "ADLG-R19",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match (self.how, self.winner) {
            (EndedBy::Rout, Some(_)) => "the enemy's army is routed",
            (EndedBy::Rout, None) => "both armies are routed",
            (EndedBy::Limit, Some(_)) => "fewer losses when night falls",
            (EndedBy::Limit, None) => "night falls on an undecided field",
            (EndedBy::Resigned, _) => "the enemy gives up",
        }
    }
}

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub units: ArrayVec<Unit, UNITS_MAX>,
    pub commanders: [Commander; CORPS],
    pub camp: Camp,
    /// ADLG-R29: what is written in secret.
    #[serde(default, with = "PlanWords")]
    pub plan: Sealed<Plan>,
    /// ADLG-R31: markers on the table, in the order of the plan.
    #[serde(default)]
    pub markers: [Option<Point>; MARKERS],
    /// ADLG-R32.
    #[serde(default)]
    pub march: March,
}

/// ADLG-R32: how far a flank march is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum March {
    #[default]
    No,
    /// Off the table, everybody knows which corps (ADLG-R181).
    Coming { corps: u8 },
    /// It has arrived at an edge, left or right as its owner sees it, and has units to bring on.
    Entering { corps: u8, edge: Wing },
}

impl March {
    /// The corps that marches.
    pub fn corps(self) -> Option<u8> {
        match self {
            March::No => None,
            March::Coming { corps } | March::Entering { corps, .. } => Some(corps),
        }
    }
}

/// How a unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub pose: Pose,
    pub place: Place,
    pub cohesion: u8,
    /// Movements made in this phase (ADLG-R57).
    pub moves: u8,
    pub flags: Flags,
    /// Where it stood when it declared the charge that is under way (ADLG-R78).
    pub stood: Option<Pose>,
    /// The enemy that it charged in this player's turn (ADLG-R92).
    pub charged: Option<Id>,
    /// The enemy with which it touches without having conformed (ADLG-R90).
    pub unconformed: Option<Id>,
    /// Whom it last fought or supported a friend against (ADLG-R114, ADLG-R128).
    pub opponent: Option<Id>,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Not deployed yet, in ambush or on a flank march (ADLG-R31, ADLG-R32).
    Away,
    Table,
    /// Cohesion 0, and still in its place until the rout phase (ADLG-R144).
    Routing,
    Routed,
    /// ADLG-R99.
    LeftTable,
}

bitflags::bitflags! {
    /// What a unit has done or suffered.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Flags: u16 {
        /// Tried to rally in this phase (ADLG-R45).
        const RALLIED = 1;
        /// Evaded or disengaged in this player's turn (ADLG-R98, ADLG-R101).
        const FLED = 1 << 1;
        /// Suffered a multiple attack in this player's turn (ADLG-R128).
        const SURPRISED = 1 << 2;
        /// ADLG-MOD.3, ADLG-R88.
        const UNCONTROLLED = 1 << 3;
        /// ADLG-R21.
        const LOOTING = 1 << 4;
        /// Stakes in front of it (ADLG-R138).
        const STAKED = 1 << 5;
        /// A war wagon that did not move in its side's last Movement phase (ADLG-R140).
        const BATTLE_READY = 1 << 6;
        /// Shot, charged or moved in a way that keeps it from shooting (ADLG-R101).
        const NO_SHOOTING = 1 << 7;
        /// Main unit of a melee whose enemy was routed in this Combat phase (ADLG-R148).
        const VICTORIOUS = 1 << 8;
        /// Kept from charging uncontrolled (ADLG-R87).
        const PREVENTED = 1 << 9;
        /// Has done what ends its movements in this phase: it left a zone, disengaged, planted stakes,
        /// conformed.
        const SPENT = 1 << 10;
        /// Was less than 4 UD from an enemy in a movement of this phase (ADLG-R57).
        const WAS_NEAR = 1 << 11;
        /// Has come upon an enemy across a line of defence, which is that enemy's (ADLG-R185).
        const STORMING = 1 << 12;
    }
}

/// A commander (ADLG-R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Commander {
    /// Attached to a unit of his corps, or included in it.
    With(u8),
    Free(Point),
    /// With a corps that is not on the table yet (ADLG-R32).
    Away,
    /// Off the table with the unit that he was attached to (ADLG-R151): he gives no orders, and is no loss.
    LeftTable,
    Lost,
}

/// ADLG-R10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Camp {
    /// Where it lies, its long side on the base edge (ADLG-R28).
    pub pose: Pose,
    pub lost: bool,
}

/// So many units both armies have room for.
pub const ALL_UNITS: usize = 2 * UNITS_MAX;

impl Battle {
    /// A battle with everybody where the armies' files have them (ADLG-R33), or away.
    pub fn new(setup: Setup, landscape: Landscape, first: Seat) -> Battle {
        let field = setup.field;
        let side = |seat: Seat| {
            let host = &setup.armies[seat];
            let unit =
                |troop: &Troop| Unit::new(troop, troop.at.map(|pose| field.place(seat, pose)));
            let deployed = host.troops.iter().all(|troop| troop.at.is_some());
            let commander = |corps: usize| match host.corps.get(corps) {
                Some(corps) if deployed => Commander::With(corps.with),
                _ => Commander::Away,
            };
            Side {
                units: host.troops.iter().map(unit).collect(),
                commanders: std::array::from_fn(commander),
                camp: Camp { pose: field.camp(seat), lost: false },
                plan: Sealed::Nothing,
                markers: [None; MARKERS],
                march: March::No,
            }
        };
        let sides = Each::of(side);
        let mut stack = ArrayVec::new();
        stack.push(Frame::Corps);
        Battle {
            landscape: Shared::new(landscape),
            sides,
            first,
            phasing: first,
            turn: 1,
            activated: 0,
            stack,
            aimed: ArrayVec::new(),
            pursuing: UnitSet::NONE,
            ending: None,
            prelude: None,
            roles: Memo::default(),
            aims: Memo::default(),
            rects: Bodies::default(),
            setup: Shared::new(setup),
        }
    }

    /// A battle that is still to be set up (S1), as far as that is not given (ADLG-R33).
    pub fn to_set_up(setup: Setup, landscape: Landscape, given: Given) -> Battle {
        let segments = Each::of(|seat| setup.armies[seat].segments);
        let mut battle = Battle::new(setup, landscape, Seat::Red);
        if given != Given::Deployment {
            battle.clear_table();
        }
        battle.prelude = Some(Box::new(Prelude::new(given == Given::Terrain, segments)));
        battle.stack.clear();
        battle.stack.push(setup::Stage::from(setup::roles::ToBegin(given)).into());
        battle
    }

    fn clear_table(&mut self) {
        for seat in Seat::BOTH {
            self.sides[seat].commanders = [Commander::Away; CORPS];
            for unit in self.units_mut(seat) {
                unit.pose = Pose::default();
                unit.place = Place::Away;
            }
        }
    }

    /// Whether there is a unit of this number.
    pub fn has(&self, id: Id) -> bool {
        usize::from(id.number()) < self.sides[id.seat()].units.len()
    }

    /// How a unit stands.
    pub fn unit(&self, id: Id) -> &Unit {
        &self.sides[id.seat()].units[usize::from(id.number())]
    }

    /// Whoever changes a unit may change where it stands and who fights whom.
    pub fn unit_mut(&mut self, id: Id) -> &mut Unit {
        self.forget();
        self.rects.forget(id);
        &mut self.sides[id.seat()].units[usize::from(id.number())]
    }

    /// A unit, to write down what it has done or suffered: it stays where it is, and so do all melees.
    pub(crate) fn record_mut(&mut self, id: Id) -> &mut Unit {
        &mut self.records_mut(id.seat())[usize::from(id.number())]
    }

    pub(crate) fn records_mut(&mut self, seat: Seat) -> &mut [Unit] {
        self.aims.forget();
        &mut self.sides[seat].units
    }

    /// All units of a side.
    pub(crate) fn units_mut(&mut self, seat: Seat) -> &mut [Unit] {
        self.forget();
        let all = 0..self.sides[seat].units.len() as u8;
        all.for_each(|unit| self.rects.forget(Id::new(seat, unit)));
        &mut self.sides[seat].units
    }

    /// Finds the bodies of those who have moved.
    pub(crate) fn settle(&mut self) {
        for seat in Seat::BOTH {
            for id in (0..self.sides[seat].units.len() as u8).map(|unit| Id::new(seat, unit)) {
                if self.rects.get(id).is_none() {
                    self.rects.set(id, self.base(id).rect());
                }
            }
        }
    }

    /// Whose turn it is decides what is chosen first (ADLG-R154).
    pub(crate) fn set_phasing(&mut self, seat: Seat) {
        self.forget();
        self.phasing = seat;
    }

    fn forget(&mut self) {
        self.roles.forget();
        self.aims.forget();
    }

    /// What a unit is on its roster.
    pub fn troop(&self, id: Id) -> &Troop {
        &self.setup.armies[id.seat()].troops[usize::from(id.number())]
    }

    /// Type, quality, abilities and weapon of a unit.
    pub fn profile(&self, id: Id) -> &Profile {
        &self.troop(id).profile
    }

    /// The category of a unit.
    pub fn category(&self, id: Id) -> Category {
        self.profile(id).category()
    }

    /// Where a unit stands, and how large it is.
    pub fn base(&self, id: Id) -> Base {
        Base::new(self.unit(id).pose, self.profile(id).kind.size())
    }

    /// The body of a unit: its base on the table.
    pub fn rect(&self, id: Id) -> Rect {
        let Some(rect) = self.rects.get(id) else { return self.base(id).rect() };
        debug_assert_eq!(rect, self.base(id).rect(), "it is forgotten when the unit moves");
        rect
    }

    /// ADLG-R8.
    pub fn is_disordered(&self, id: Id) -> bool {
        self.unit(id).cohesion < self.profile(id).cohesion()
    }

    /// ADLG-R10, ADLG-R21: the camps of both sides, which stand in everybody's way, lost or not.
    pub(crate) fn camps(&self) -> [Rect; 2] {
        Seat::BOTH.map(|seat| self.camp(seat))
    }

    /// The place of a camp.
    pub fn camp(&self, seat: Seat) -> Rect {
        Rect::new(&self.sides[seat].camp.pose, CAMP)
    }

    /// ADLG-MVT.T1, ADLG-MVT.2, ADLG-R53, ADLG-R54: how far a unit moves from where it stands; nothing if
    /// it is where it may not be.
    pub fn allowance(&self, id: Id) -> Option<u8> {
        let kind = self.profile(id).kind;
        let ground = self.landscape.ground(&self.rect(id));
        let allowance = ground.allowance(kind)?;
        let hurries = kind.category() == Category::Hi
            && ground.going() == crate::terrain::Going::Open
            && self.is_far_from_enemies(id);
        Some(allowance + u8::from(hurries))
    }

    /// The commander of a unit's corps, and his level, unless he is lost.
    pub fn commander_of(&self, id: Id) -> Option<(Commander, Level)> {
        let corps = usize::from(self.troop(id).corps);
        let commander = self.sides[id.seat()].commanders[corps];
        let level = self.setup.armies[id.seat()].corps[corps].level;
        let leads = !matches!(commander, Commander::Lost | Commander::LeftTable);
        leads.then_some((commander, level))
    }

    /// Whether a commander is attached to a unit or included in it.
    pub fn has_commander(&self, id: Id) -> bool {
        let with = Commander::With(id.number());
        matches!(self.commander_of(id), Some((commander, _)) if commander == with)
    }

    /// ADLG-R36, ADLG-COM.2, ADLG-R41: whether a group is in command range: if one of its units is. Its
    /// range is doubled if all of them are light.
    pub fn in_command(&self, units: &[Id]) -> bool {
        let Some(&first) = units.first() else { return false };
        let Some((commander, level)) = self.commander_of(first) else { return false };
        let light = units.iter().all(|&id| self.profile(id).kind.is_light());
        let range = level.range_ud(light);
        let seat = first.seat();
        units.iter().any(|&id| {
            let rect = self.rect(id);
            let distance = match commander {
                Commander::With(unit) => rect.distance(&self.rect(Id::new(seat, unit))),
                Commander::Free(point) => rect.distance_to(point.vec()),
                Commander::Away | Commander::LeftTable | Commander::Lost => return false,
            };
            distance <= range + TOLERANCE.touch
        })
    }

    /// ADLG-R16, ADLG-ABI.23(a): units that count in an army's cohesion value.
    pub fn counts(&self, id: Id) -> bool {
        !self.profile(id).has(Abilities::EXPENDABLE)
    }
}

impl Unit {
    pub(crate) fn new(troop: &Troop, at: Option<Pose>) -> Unit {
        let mut flags = Flags::empty();
        // ADLG-R138, ADLG-R140: both from deployment.
        flags.set(Flags::STAKED, troop.profile.has(Abilities::STAKES));
        flags.set(Flags::BATTLE_READY, troop.profile.category() == Category::Wwg);
        Unit {
            pose: at.unwrap_or_default(),
            place: if at.is_some() { Place::Table } else { Place::Away },
            cohesion: troop.profile.cohesion(),
            moves: 0,
            flags,
            stood: None,
            charged: None,
            unconformed: None,
            opponent: None,
        }
    }

    /// Whether any of these is true of it.
    pub fn is(&self, flags: Flags) -> bool {
        self.flags.intersects(flags)
    }
}
