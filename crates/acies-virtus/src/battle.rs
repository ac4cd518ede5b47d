//! The state of a battle, and the questions that rules ask about it (RULES.md 1 and 7).

use acies_core::{
    Each, Seat, Shared, deeds,
    flow::{Stacked, Step},
    one_of,
    sealed::Sealed,
    words::key,
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    activation::{
        cards::Deck,
        distribution::{Distributing, Distribution},
        points::Pool,
    },
    areas::{Area, BOUNDARIES, COLUMNS_MAX, Ground, River, boundary},
    combat::{
        charge::{Charge, Charging},
        fight::{Fight, Fighting},
        formations::{Formations, Forming},
        hits::{Give, GiveOut, HITS_MAX, Hit},
        resolve::{Resolve, Resolving},
    },
    files::army::Roster,
    movement::{
        leaders::MoveLeader,
        march::{Move, Moving},
    },
    sequence::{Done, Resign, TurnBegins, TurnEnds},
    setup::{
        deployment::{Deployment, Placement},
        table::{Begin, Laying},
    },
    units::{
        Flags, Formation, LEADERS_MAX, Leader, LeaderCard, Specials, Troop, UNITS_MAX, Unit,
        UnitSet, Units,
    },
    victory::Ending,
    words::refusals::No,
};

/// What is agreed before a battle and never changes in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub name: String,
    /// Three or four (VIR-1.5.3, VIR-1.5.4).
    pub columns: u8,
    pub armies: Each<Host>,
    pub sides: Sides,
    pub terrain: Terrain,
    /// The rivers of a scenario, by [`boundary`] (VIR-R73).
    pub rivers: [Option<River>; BOUNDARIES],
    /// Where everything stands, if it is not for the players to deploy.
    pub deployed: Each<Option<Placement>>,
    /// VIR-R13.3: turns that each player has.
    pub turn_limit: u8,
    /// VIR-R88: real cards at a real table, of which only what is laid is known.
    pub real_cards: bool,
}

/// An army in the field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "HostLines", into = "HostLines")]
pub struct Host {
    pub name: String,
    pub troops: Vec<Troop>,
    /// VIR-8.8: the first is C-in-C, unless his placement says otherwise.
    pub leaders: Vec<LeaderCard>,
    /// Which units are what: follows from the troops, and spares asking one by one.
    pub kinds: Kinds,
}

/// A host as it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HostLines {
    name: String,
    troops: Vec<Troop>,
    leaders: Vec<LeaderCard>,
}

impl From<HostLines> for Host {
    fn from(HostLines { name, troops, leaders }: HostLines) -> Self {
        Host::new(name, troops, leaders)
    }
}

impl From<Host> for HostLines {
    fn from(Host { name, troops, leaders, .. }: Host) -> Self {
        HostLines { name, troops, leaders }
    }
}

/// The units of an army by what rules ask most often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds {
    pub infantry: UnitSet,
    pub artillery: UnitSet,
    pub evaders: UnitSet,
    /// Two moves a turn or more.
    pub fast: UnitSet,
    pub immobile: UnitSet,
    pub shooters: UnitSet,
    pub impetuous: UnitSet,
    pub pikes: UnitSet,
    pub pila: UnitSet,
    /// Fanatics and Stubborn pay one AP more (VIR-R41.4).
    pub dear: UnitSet,
    /// Can form testudo or shieldwall.
    pub closing: UnitSet,
}

impl Kinds {
    fn of(troops: &[Troop]) -> Self {
        let those = |is: fn(&Troop) -> bool| -> UnitSet {
            (0..).zip(troops).filter(|(_, troop)| is(troop)).map(|(unit, _)| unit).collect()
        };
        Kinds {
            infantry: those(|it| it.profile.is_infantry()),
            artillery: those(|it| it.profile.is_artillery()),
            evaders: those(|it| it.profile.is_evader()),
            fast: those(|it| it.profile.mvt > 1),
            immobile: those(|it| it.profile.mvt == 0),
            shooters: those(|it| it.profile.sv.is_some()),
            impetuous: those(|it| it.profile.has(Specials::IMPETUOUS)),
            pikes: those(|it| it.profile.has(Specials::PIKES)),
            pila: those(|it| it.profile.has(Specials::PILA)),
            dear: those(|it| it.stubborn || it.profile.has(Specials::FANATICS)),
            closing: those(|it| it.profile.has(Specials::TESTUDO) || it.profile.may_wall()),
        }
    }
}

impl Host {
    pub fn new(name: String, troops: Vec<Troop>, leaders: Vec<LeaderCard>) -> Self {
        let kinds = Kinds::of(&troops);
        Host { name, troops, leaders, kinds }
    }

    pub fn unit(&self, name: &str) -> Option<u8> {
        self.troops.iter().position(|troop| troop.key == name).map(|at| at as u8)
    }

    pub fn leader(&self, name: &str) -> Option<u8> {
        self.leaders.iter().position(|leader| key(&leader.name) == name).map(|at| at as u8)
    }
}

impl From<Roster> for Host {
    fn from(roster: Roster) -> Self {
        let Roster { name, troops, mut leaders, cinc, .. } = roster;
        leaders[..=cinc].rotate_right(1);
        Host::new(name, troops, leaders)
    }
}

/// VIR-R24: who is South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    Agreed,
    /// Each throws a die, and the higher is South.
    ByDice,
}

/// Where terrain comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// VIR-1.5.5: two dice for each area.
    ByDice,
    /// VIR-R22: as a scenario places it.
    Placed([Ground; 2 * COLUMNS_MAX]),
}

/// A battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub setup: Shared<Setup>,
    /// Whose side is called South (VIR-R1, VIR-R24).
    pub south: Seat,
    pub ground: [Ground; 2 * COLUMNS_MAX],
    pub sides: Each<Side>,
    /// VIR-R8: the areas whose holder is not the player on whose side they lie.
    pub conquered: AreaSet,
    /// Who takes the first turn of each round (VIR-1.6.5).
    pub first: Seat,
    /// Whose turn it is, and the how-manieth of his.
    pub active: Seat,
    pub turn: u8,
    /// VIR-R69.1: units of the active player that must still step into their front area.
    pub compelled: UnitSet,
    /// VIR-R40: the activation points of the active player.
    pub pools: [Pool; COLUMNS_MAX],
    /// VIR-R73: units of the active player that have crossed each boundary this turn.
    pub crossed: [u8; BOUNDARIES],
    /// Charges declared and not yet resolved (VIR-R47.1).
    pub charges: ArrayVec<Charge, UNITS_MAX>,
    /// VIR-R53: hits scored by the active player, until the other tests them.
    pub hits: ArrayVec<Hit, HITS_MAX>,
    /// What is being decided, the innermost last.
    pub stack: ArrayVec<Frame, 2>,
    pub ending: Option<Ending>,
}

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub units: Units,
    pub leaders: ArrayVec<Leader, LEADERS_MAX>,
    /// VIR-8.8: the number of the C-in-C.
    pub cinc: u8,
    pub deck: Deck,
    /// VIR-1.6.1, VIR-R23: a placement, until both are in and revealed.
    pub sealed: Sealed<Placement>,
}

one_of! {
    /// What the battle waits for: the steps of RULES.md 2.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Frame: dyn Step<Battle> {
        Begin = Laying,
        Deploy = Deployment,
        #[serde(alias = "cards")]
        Distribute = Distributing,
        Formations = Forming,
        Charges = Charging,
        Combats = Fighting,
        GiveOut(GiveOut),
        Resolve = Resolving,
        Moves = Moving,
        TurnBegins = TurnBegins,
        TurnEnds = TurnEnds,
    }
}

deeds! {
    /// What players decide. Units are named by their number on the roster of the seat that they belong to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action of Battle {
        Begin = Begin,
        Deploy(Placement),
        Distribute(Distribution),
        Form(Formations),
        Charge(Charge),
        Fight(Fight),
        Give(Give),
        Resolve(Resolve),
        Move(Move),
        MoveLeader(MoveLeader),
        Done = Done,
        Resign = Resign,
    }
}

impl Stacked for Battle {
    acies_core::has_stack!(Frame);
}

/// A set of areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AreaSet(u16);

impl AreaSet {
    pub fn has(self, area: Area) -> bool {
        self.0 & 1 << area.index() != 0
    }

    pub fn set(&mut self, area: Area, is_in: bool) {
        self.0 = self.0 & !(1 << area.index()) | u16::from(is_in) << area.index();
    }
}

impl Setup {
    /// A battle between two armies as most are fought: sides agreed, terrain and deployment by the
    /// players, on the small table if both are small (VIR-1.5.4).
    pub fn field(red: Host, blue: Host, columns: u8) -> Self {
        Setup {
            name: format!("{} against {}", red.name, blue.name),
            columns,
            armies: Each([red, blue]),
            sides: Sides::Agreed,
            terrain: Terrain::ByDice,
            rivers: [None; BOUNDARIES],
            deployed: Each([None; 2]),
            turn_limit: TURN_LIMIT,
            real_cards: false,
        }
    }
}

/// VIR-R13.3: the turn limit if nothing else is agreed.
pub const TURN_LIMIT: u8 = 30;

impl Battle {
    /// A battle that is about to begin.
    pub fn new(setup: Setup) -> Self {
        let side = |seat| {
            let army = &setup.armies[seat];
            let area = Area::reserve(seat);
            let unit =
                |troop: &Troop| Unit::new(troop.profile.mv, area, Formation::Open, Flags::empty());
            let leader = |_| Leader { alive: true, area, hits: 0, joined: None, moved: false };
            Side {
                units: army.troops.iter().map(unit).collect::<ArrayVec<_, UNITS_MAX>>().into(),
                leaders: army.leaders.iter().map(leader).collect(),
                cinc: 0,
                deck: Deck::shuffled(setup.real_cards),
                sealed: Sealed::Nothing,
            }
        };
        Battle {
            south: Seat::Red,
            ground: [Ground::empty(); 2 * COLUMNS_MAX],
            sides: Each::of(side),
            conquered: AreaSet::default(),
            first: Seat::Red,
            active: Seat::Red,
            turn: 0,
            compelled: UnitSet::NONE,
            pools: [Pool::default(); COLUMNS_MAX],
            crossed: [0; BOUNDARIES],
            charges: ArrayVec::new(),
            hits: ArrayVec::new(),
            stack: [Frame::Begin].into_iter().collect(),
            ending: None,
            setup: Shared::new(setup),
        }
    }
}

/// Graph and position queries (RULES.md 7).
impl Battle {
    pub fn columns(&self) -> usize {
        usize::from(self.setup.columns)
    }

    /// The areas of the field, without the reserves.
    pub fn areas(&self) -> impl Iterator<Item = Area> + use<> {
        Area::field(self.columns()).iter().copied()
    }

    /// Whether the table has such an area: a small one has three columns (VIR-1.5.4).
    pub fn has_area(&self, area: Area) -> bool {
        area.segment().is_none_or(|column| column < self.columns())
    }

    pub fn frame(&self) -> Frame {
        self.top().expect("a battle that is not over waits for something")
    }

    /// Whether the battle waits for this step.
    pub fn expects(&self, step: Frame) -> Result<(), No> {
        if self.top() == Some(step) { Ok(()) } else { Err(No::NotNow) }
    }

    pub fn kinds(&self, seat: Seat) -> &Kinds {
        &self.setup.armies[seat].kinds
    }

    pub fn troop(&self, seat: Seat, unit: u8) -> &Troop {
        &self.setup.armies[seat].troops[usize::from(unit)]
    }

    pub fn leader_card(&self, seat: Seat, leader: u8) -> &LeaderCard {
        &self.setup.armies[seat].leaders[usize::from(leader)]
    }

    pub fn ground(&self, area: Area) -> Ground {
        if area.is_reserve() { Ground::empty() } else { self.ground[area.index()] }
    }

    pub fn units(&self, seat: Seat) -> &Units {
        &self.sides[seat].units
    }

    pub fn units_in(&self, area: Area, seat: Seat) -> UnitSet {
        self.sides[seat].units.in_area(area)
    }

    /// VIR-R6: only units are troops; a leader never contests an area.
    pub fn enemy_in(&self, area: Area, seat: Seat) -> bool {
        !self.units_in(area, seat.other()).is_empty()
    }

    /// VIR-R7: a unit is engaged while enemies are in its area.
    pub fn engaged(&self, seat: Seat, unit: u8) -> bool {
        self.enemy_in(self.units(seat)[unit].area, seat)
    }

    /// The living leaders of a seat, by number.
    pub fn leaders(&self, seat: Seat) -> impl Iterator<Item = (u8, &Leader)> {
        (0..).zip(&self.sides[seat].leaders).filter(|(_, leader)| leader.alive)
    }

    /// VIR-8.10: outside the reserve there is at most one.
    pub fn leader_in(&self, area: Area, seat: Seat) -> Option<u8> {
        self.leaders(seat).find(|(_, leader)| leader.area == area).map(|(number, _)| number)
    }

    /// VIR-8.5, VIR-9.3: whether a charismatic leader of this seat is alive in the area.
    pub fn charismatic_in(&self, area: Area, seat: Seat) -> bool {
        self.leaders(seat)
            .any(|(number, it)| it.area == area && self.leader_card(seat, number).charismatic)
    }

    /// The leader who has joined a unit.
    pub fn leader_with(&self, seat: Seat, unit: u8) -> Option<u8> {
        self.leaders(seat).find(|(_, it)| it.joined == Some(unit)).map(|(number, _)| number)
    }

    /// VIR-R8: who holds an area.
    pub fn holder(&self, area: Area) -> Seat {
        if self.conquered.has(area) { area.side().other() } else { area.side() }
    }

    /// VIR-R8: after every change of position or removal of a unit.
    pub fn update_holder(&mut self, area: Area) {
        if area.is_reserve() {
            return;
        }
        let owner = area.side();
        let theirs = self.enemy_in(area, owner);
        let ours = self.enemy_in(area, owner.other());
        match (theirs, ours) {
            (true, false) => self.conquered.set(area, true),
            (false, _) => self.conquered.set(area, false),
            (true, true) => {}
        }
    }

    /// VIR-R11: the opponent's-side areas with a unit of this seat and none of the other.
    pub fn conquests(&self, seat: Seat) -> usize {
        Area::row(seat.other(), self.columns())
            .filter(|&area| !self.units_in(area, seat).is_empty() && !self.enemy_in(area, seat))
            .count()
    }

    /// VIR-4.1.3, VIR-R35: the segments with a unit of this seat in either area.
    pub fn controlled_segments(&self, seat: Seat) -> usize {
        (0..self.columns())
            .filter(|&column| {
                Seat::BOTH
                    .into_iter()
                    .any(|side| !self.units_in(Area::new(side, column), seat).is_empty())
            })
            .count()
    }

    /// VIR-R73: how many units may still cross a boundary this turn; nothing means any number.
    pub fn crossings_left(&self, from: Area, to: Area) -> Option<u8> {
        let at = boundary(from, to);
        let river = self.setup.rivers[at]?;
        Some(river.crossings().saturating_sub(self.crossed[at]))
    }

    /// Moves a unit, whatever the reason: the holders of both areas may change (VIR-R8).
    pub fn put(&mut self, seat: Seat, unit: u8, to: Area) {
        let from = self.units(seat)[unit].area;
        self.sides[seat].units.put(unit, to);
        self.update_holder(from);
        self.update_holder(to);
        // VIR-R86.4: a leader does not follow; he is released at once.
        for leader in &mut self.sides[seat].leaders {
            if leader.joined == Some(unit) {
                leader.joined = None;
            }
        }
    }

    /// Takes a unit off the table (VIR-R32, VIR-3.1.8).
    pub fn remove(&mut self, seat: Seat, unit: u8) {
        let area = self.units(seat)[unit].area;
        self.sides[seat].units.remove(unit);
        self.update_holder(area);
        for leader in &mut self.sides[seat].leaders {
            if leader.joined == Some(unit) {
                leader.joined = None;
            }
        }
    }

    /// A unit loses a stand, and with the last one its place. Tells whether it is gone.
    pub fn lose_stand(&mut self, seat: Seat, unit: u8) -> bool {
        if self.units(seat)[unit].stands == 1 {
            self.remove(seat, unit);
            return true;
        }
        self.sides[seat].units.lose_stand(unit);
        false
    }
}
