//! Units and leaders: what they are (RULES.md 1, 3.31, VIR-R17 to VIR-R20) and how they stand.

use std::ops::{Index, IndexMut};

pub use acies_core::UnitSet;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::areas::{AREAS, Area};

/// A kind of troops: a row of the quick sheet (VIR-QS.T, VIR-QS.28) or of RULES.md 5.2.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The word that players type.
    pub id: String,
    pub name: String,
    /// The row that it comes from, such as `VIR-QS.1`.
    pub rule: String,
    pub arm: Arm,
    pub weight: Weight,
    /// Fighting value.
    pub fv: i32,
    /// Shooting value, for those that shoot.
    pub sv: Option<i32>,
    /// Defensive value.
    pub dv: i32,
    /// Morale value: the number of stands that it starts with (VIR-1.2.2).
    pub mv: u8,
    /// Moves a turn.
    pub mvt: u8,
    pub cost: u32,
    #[serde(default)]
    pub specials: Specials,
    /// What is drawn on its plate.
    pub symbol: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Camelry,
    Chariot,
    Elephant,
    Artillery,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    Light,
    Medium,
    Heavy,
}

bitflags::bitflags! {
    /// The special rules of a profile (RULES.md 3.32).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Specials: u16 {
        const IMPETUOUS = 1;
        const FANATICS = 1 << 1;
        /// Two-handed weapons.
        const TWO_HANDED = 1 << 2;
        const PILA = 1 << 3;
        /// Throwing weapons: arrows and javelins.
        const TW_ROUND = 1 << 4;
        /// Throwing weapons: stones, slingshot and heavy arrows.
        const TW_SQUARE = 1 << 5;
        const FORMED_ARCHERS = 1 << 6;
        /// Pikes or long spears.
        const PIKES = 1 << 7;
        const KONTOS = 1 << 8;
        const TESTUDO = 1 << 9;
        const CAMELS = 1 << 10;
        const ELEPHANTS = 1 << 11;
    }
}

impl Specials {
    pub const WORDS: [(&'static str, Specials); 12] = [
        ("impetuous", Specials::IMPETUOUS),
        ("fanatics", Specials::FANATICS),
        ("two_handed", Specials::TWO_HANDED),
        ("pila", Specials::PILA),
        ("tw_round", Specials::TW_ROUND),
        ("tw_square", Specials::TW_SQUARE),
        ("formed_archers", Specials::FORMED_ARCHERS),
        ("pikes", Specials::PIKES),
        ("kontos", Specials::KONTOS),
        ("testudo", Specials::TESTUDO),
        ("camels", Specials::CAMELS),
        ("elephants", Specials::ELEPHANTS),
    ];
}

impl<'de> Deserialize<'de> for Specials {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = Vec::<String>::deserialize(deserializer)?;
        words.iter().try_fold(Specials::empty(), |specials, word| {
            let known = Specials::WORDS.into_iter().find(|(known, _)| known == word);
            let (_, special) = known.ok_or_else(|| {
                let known = Specials::WORDS.map(|(word, _)| format!("`{word}`")).join(", ");
                serde::de::Error::custom(format!(
                    "unknown special `{word}`, expected one of {known}"
                ))
            })?;
            Ok(specials | special)
        })
    }
}

/// Classes that rules speak of (VIR-R18).
impl Profile {
    /// VIR-R18.1. In woods all of them count as cavalry (VIR-R18.2).
    pub fn is_mounted(&self) -> bool {
        matches!(self.arm, Arm::Cavalry | Arm::Camelry | Arm::Chariot | Arm::Elephant)
    }

    /// VIR-R18.3: horses, which shy from camels and elephants (VIR-SR17.2).
    pub fn is_horse(&self) -> bool {
        matches!(self.arm, Arm::Cavalry | Arm::Chariot)
    }

    /// VIR-R18.4.
    pub fn is_infantry(&self) -> bool {
        self.arm == Arm::Infantry
    }

    /// VIR-R18.4: light foot and light infantry are the same.
    pub fn is_light_infantry(&self) -> bool {
        self.is_infantry() && self.weight == Weight::Light
    }

    /// VIR-R18.4.
    pub fn is_heavy_infantry(&self) -> bool {
        self.is_infantry() && self.weight == Weight::Heavy
    }

    /// VIR-R18.5: arrow-shooting engines are foot, but no infantry.
    pub fn is_artillery(&self) -> bool {
        self.arm == Arm::Artillery
    }

    /// VIR-R18.6, VIR-6.3.1: every light unit may move after it fought.
    pub fn is_evader(&self) -> bool {
        self.weight == Weight::Light
    }

    /// VIR-R84, VIR-SR16.3: infantry of DV 3 or more can form shieldwall.
    pub fn may_wall(&self) -> bool {
        self.is_infantry() && self.dv >= 3
    }

    pub fn has(&self, special: Specials) -> bool {
        self.specials.intersects(special)
    }

    /// VIR-R15: the cost formula, which holds for every profile.
    pub fn cost_by_formula(&self) -> u32 {
        let values = self.fv + self.sv.unwrap_or(0) + self.dv;
        let sum = values as u32 + u32::from(self.mv) + u32::from(self.mvt);
        if self.is_mounted() { 2 * sum } else { sum }
    }
}

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    #[default]
    Regular,
    Elite,
    Levy,
}

/// A profile is its row of the sheet.
impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Profile {}

impl std::hash::Hash for Profile {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// A unit on a roster: what it is for the whole battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    pub profile: &'static Profile,
    pub grade: Grade,
    pub stubborn: bool,
    /// What it is called in this army, such as `legionaries_2`.
    pub key: String,
    /// The same in words, such as "Legionaries 2".
    pub name: String,
}

impl Troop {
    /// Whether two units differ in nothing but their names.
    pub fn is_like(&self, other: &Troop) -> bool {
        (self.profile, self.grade, self.stubborn) == (other.profile, other.grade, other.stubborn)
    }

    /// VIR-SR4.3, VIR-SR5.2: half as much again for Elite, half for Levy, rounded up.
    pub fn cost(&self) -> u32 {
        match self.grade {
            Grade::Regular => self.profile.cost,
            Grade::Elite => (3 * self.profile.cost).div_ceil(2),
            Grade::Levy => self.profile.cost.div_ceil(2),
        }
    }
}

/// A leader on a roster: the "General" of the quick sheet (VIR-QS.27, VIR-8.6, VIR-R20).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderCard {
    pub name: String,
    #[serde(default)]
    pub superior: bool,
    #[serde(default)]
    pub charismatic: bool,
    #[serde(default)]
    pub hero: bool,
}

impl LeaderCard {
    /// VIR-R20, VIR-8.6, VIR-SR18.3: ten points, and ten more for each quality.
    pub fn cost(&self) -> u32 {
        10 + [self.superior, self.charismatic, self.hero]
            .map(|has| 10 * u32::from(has))
            .iter()
            .sum::<u32>()
    }
}

/// VIR-SR15, VIR-SR16: how a unit is formed.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    #[default]
    Open,
    Testudo,
    Shieldwall,
}

impl Formation {
    pub fn is_closed(self) -> bool {
        self != Formation::Open
    }

    pub fn word(self) -> &'static str {
        match self {
            Formation::Open => "open order",
            Formation::Testudo => "testudo",
            Formation::Shieldwall => "shieldwall",
        }
    }
}

bitflags::bitflags! {
    /// What a unit has been through.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Flags: u8 {
        /// Has ever lost a stand (VIR-R68).
        const BLOODED = 1;
        /// Routed in this turn's tests (VIR-3.2.1).
        const ROUTED = 1 << 1;
        /// Activated this turn (VIR-R44).
        const ACTIVATED = 1 << 2;
        const FOUGHT = 1 << 3;
        const MOVED = 1 << 4;
        /// Stood in its reserve when the turn began (VIR-R67).
        const RESTED = 1 << 5;
    }
}

/// How a unit stands. One without stands is out of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub stands: u8,
    pub area: Area,
    pub formation: Formation,
    /// Changed by [`Units::mark`] and [`Units::clear`].
    flags: Flags,
    /// Counters that it took from ordinary combats this turn (VIR-R46).
    pub given: u8,
}

impl Unit {
    pub fn new(stands: u8, area: Area, formation: Formation, flags: Flags) -> Self {
        Unit { stands, area, formation, flags, given: 0 }
    }

    pub fn is_alive(&self) -> bool {
        self.stands > 0
    }

    pub fn is(&self, flags: Flags) -> bool {
        self.flags.intersects(flags)
    }
}

/// How a leader stands. He has no values (VIR-8.1): he cannot fight, hold an area or be given hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leader {
    pub alive: bool,
    pub area: Area,
    /// Sixes that were thrown where he is (VIR-5.5.1).
    pub hits: u8,
    /// The unit that he has joined (VIR-SR18.1).
    pub joined: Option<u8>,
    /// Joined a unit this turn, or moved: he does not move (again).
    pub moved: bool,
}

/// VIR-R14: no army has more.
pub const UNITS_MAX: usize = 24;
pub const LEADERS_MAX: usize = 4;

/// The units of one side, and who stands where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "ArrayVec<Unit, UNITS_MAX>", into = "ArrayVec<Unit, UNITS_MAX>")]
pub struct Units {
    list: ArrayVec<Unit, UNITS_MAX>,
    /// The living units of each area: follows from the list, and spares searching it.
    at: [UnitSet; AREAS],
    /// The units with each flag: the same.
    marked: [UnitSet; Flags::all().bits().count_ones() as usize],
}

impl Units {
    /// How many there were at the start.
    pub fn roster_len(&self) -> usize {
        self.list.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (u8, &Unit)> {
        (0..).zip(&self.list)
    }

    pub fn alive(&self) -> UnitSet {
        self.at.iter().fold(UnitSet::NONE, |all, &here| all | here)
    }

    pub fn any_alive(&self) -> bool {
        self.at.iter().any(|here| !here.is_empty())
    }

    /// The living units in an area.
    pub fn in_area(&self, area: Area) -> UnitSet {
        self.at[area.index()]
    }

    pub fn put(&mut self, unit: u8, area: Area) {
        let from = self.list[usize::from(unit)].area;
        self.at[from.index()] = self.at[from.index()].without(unit);
        self.at[area.index()] = self.at[area.index()].with(unit);
        self.list[usize::from(unit)].area = area;
    }

    /// Takes a stand away; a unit that has none left is removed.
    pub fn lose_stand(&mut self, unit: u8) {
        self.mark(unit, Flags::BLOODED);
        let it = &mut self.list[usize::from(unit)];
        it.stands -= 1;
        if it.stands == 0 {
            self.remove(unit);
        }
    }

    pub fn remove(&mut self, unit: u8) {
        self.mark(unit, Flags::BLOODED);
        let it = &mut self.list[usize::from(unit)];
        it.stands = 0;
        it.formation = Formation::Open;
        self.at[it.area.index()] = self.at[it.area.index()].without(unit);
    }

    /// The units, dead ones too, that have any of these flags.
    #[inline]
    pub fn with_any(&self, flags: Flags) -> UnitSet {
        let of = |flag: Flags| self.marked[flag.bits().trailing_zeros() as usize];
        flags.iter().fold(UnitSet::NONE, |all, flag| all | of(flag))
    }

    /// Gives a unit flags.
    #[inline]
    pub fn mark(&mut self, unit: u8, flags: Flags) {
        self.list[usize::from(unit)].flags |= flags;
        for flag in flags.iter() {
            let marked = &mut self.marked[flag.bits().trailing_zeros() as usize];
            *marked = marked.with(unit);
        }
    }

    /// Takes flags from all units.
    pub fn clear(&mut self, flags: Flags) {
        self.list.iter_mut().for_each(|unit| unit.flags -= flags);
        for flag in flags.iter() {
            self.marked[flag.bits().trailing_zeros() as usize] = UnitSet::NONE;
        }
    }

    pub fn each(&mut self, mut change: impl FnMut(&mut Unit)) {
        self.list.iter_mut().for_each(&mut change);
    }
}

impl Index<u8> for Units {
    type Output = Unit;

    fn index(&self, unit: u8) -> &Unit {
        &self.list[usize::from(unit)]
    }
}

/// Place and life are changed by [`Units::put`] and [`Units::remove`] only.
impl IndexMut<u8> for Units {
    fn index_mut(&mut self, unit: u8) -> &mut Unit {
        &mut self.list[usize::from(unit)]
    }
}

impl From<ArrayVec<Unit, UNITS_MAX>> for Units {
    fn from(list: ArrayVec<Unit, UNITS_MAX>) -> Self {
        let mut units = Units { list, ..Units::default() };
        for unit in 0..units.list.len() as u8 {
            let Unit { area, flags, stands, .. } = units.list[usize::from(unit)];
            units.mark(unit, flags);
            if stands > 0 {
                units.put(unit, area);
            }
        }
        units
    }
}

impl From<Units> for ArrayVec<Unit, UNITS_MAX> {
    fn from(units: Units) -> Self {
        units.list
    }
}
