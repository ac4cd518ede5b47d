//! Movement of units and groups (RULES.md 3.4, 3.8 to 3.10, 4.5). Here a move is judged as a whole; its parts:
//!
//! | file | what it has |
//! |---|---|
//! | `elements` | advances, wheels, slides and turns, and what they cost |
//! | `track` | the way that they lead |
//! | `obstacles` | what lies in the way, and where it may end |
//! | `several` | second and third movements |
//! | `passage` | who passes through whom |
//! | `march`, `form` | the orders to move and to change formation |
//!
//! Zones of control have their own folder (ADLG-R69).

mod elements;
pub mod form;
pub mod march;
mod obstacles;
pub mod passage;
mod several;
mod track;

use acies_core::{RuleId, Seat, UnitSet};
use acies_table::{Length, Pose, chain};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Flags, Id, Place},
    melee::engagement::{DRILL, Roles},
    rulings::{TOLERANCE, UNITS_MAX},
    terrain::{Ground, Piece},
    units::{Category::*, Kind, Profile},
    words::refusals::No,
};

pub use elements::{Element, Elements, wheel_cost};
pub(crate) use elements::{LONGEST_UD, check_size};
pub(crate) use obstacles::Trodden;
pub(crate) use track::{Leg, Track};

/// The units that move as one body; the first leads the list, not the column.
pub type Group = ArrayVec<Id, UNITS_MAX>;

/// The units of a seat as one body.
pub fn group_of(units: UnitSet, seat: Seat) -> Group {
    units.ids(seat).collect()
}

/// Where a legal move leads, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub poses: ArrayVec<Pose, UNITS_MAX>,
    pub spent: Length,
    /// ADLG-R43: that of the slowest unit.
    pub allowance: Length,
    /// The first difficult manoeuvre in it, by its rule (ADLG-DIF.1 to .6).
    pub difficult: Option<RuleId>,
}

/// ADLG-R56: how near an ordinary move may end to an enemy.
pub const GAP_UD: f64 = 0.02;

impl Battle {
    /// Whether these units may be given a movement order now, and are a group (ADLG-R43 to ADLG-R45).
    pub fn check_group(&self, units: &[Id], roles: &Roles) -> Result<(), No> {
        let Some(&first) = units.first() else { return Err(No::NobodyNamed) };
        for &unit in units {
            let state = self.unit(unit);
            match () {
                () if unit.seat() != self.phasing => return Err(No::NotYours { unit }),
                () if state.place != Place::Table => return Err(No::NotOnTable { unit }),
                () if self.troop(unit).corps != self.troop(first).corps => {
                    return Err(No::OtherCorps { unit });
                }
                () if roles.in_melee(unit) => return Err(No::InMelee { unit }),
                () if state.is(Flags::RALLIED) => return Err(No::Rallied { unit }),
                () if state.charged.is_some() => return Err(No::Charged { unit }),
                () if state.is(Flags::LOOTING) => return Err(No::Looting { unit }),
                () if state.is(Flags::SPENT) => return Err(No::Spent { unit }),
                () => {}
            }
        }
        let linked =
            |a: usize, b: usize| self.base(units[a]).joined(&self.base(units[b]), DRILL).is_some();
        let joined = chain(units.len(), 0, linked);
        match (0..units.len()).find(|at| joined & 1 << at == 0) {
            Some(apart) => Err(No::NotAGroup { unit: units[apart] }),
            None => Ok(()),
        }
    }

    /// Judges an ordinary move of a unit or group, and says where it leads.
    pub fn check_move(
        &self,
        units: &[Id],
        elements: &[Element],
        roles: &Roles,
    ) -> Result<Moved, No> {
        self.check_unleashed(units, elements, &[], roles)
    }

    /// ADLG-R69: judges a move that does not mind the zones of some enemies (ADLG-R72: those behind).
    pub(crate) fn check_unleashed(
        &self,
        units: &[Id],
        elements: &[Element],
        ignored: &[Id],
        roles: &Roles,
    ) -> Result<Moved, No> {
        self.check_group(units, roles)?;
        let number = self.number_of_move(units);
        self.check_number(units, number)?;
        self.check_elements(units, elements)?;
        let mut track = Track::default();
        self.track(units, elements, &mut track)?;
        let ground = self.check_way(units, &track)?;
        let allowance = self.group_allowance(units, &ground)?;
        let spent = self.cost(units, elements) + ground.toll;
        let engine = units.iter().any(|&id| self.profile(id).kind == Kind::HeavyArtillery);
        if spent > allowance && !engine {
            let slowest =
                |&&id: &&Id| self.unit_allowance(id, ground.of(id, units)) == Some(allowance);
            let unit = *units.iter().find(slowest).unwrap_or(&units[0]);
            return Err(No::TooFar { unit, spent, allowed: allowance });
        }
        if number > 1 {
            self.check_far(units, &track)?;
        }
        let contact = self.check_ends(units, &track)?;
        for (at, &unit) in units.iter().enumerate() {
            self.check_zones(unit, &track, at, ignored, roles)
                .or_else(|no| self.check_other_threats(unit, &track, at, ignored, roles, no))?;
        }
        let clumsy = !contact && self.is_cut_short(units, spent, &ground);
        let difficult = self.difficulty(units, elements, number, clumsy);
        Ok(Moved { poses: track.end(), spent, allowance, difficult })
    }

    /// ADLG-MVT.2: whether heavy infantry goes farther than it could near an enemy.
    pub(crate) fn is_hurried(&self, units: &[Id], spent: Length) -> bool {
        units.iter().any(|&id| {
            let kind = self.profile(id).kind;
            let plain = Length::new(f64::from(kind.row().moves.open));
            kind.category() == Hi && spent > plain && self.is_far_from_enemies(id)
        })
    }

    /// ADLG-MVT.T1, ADLG-MVT.2, ADLG-R53, ADLG-R54.
    pub(crate) fn unit_allowance(&self, id: Id, ground: Ground) -> Option<Length> {
        let kind = self.profile(id).kind;
        let allowance = ground.allowance(kind)?;
        let open = ground.going() == crate::terrain::Going::Open;
        let hurries = kind.category() == Hi && open && self.is_far_from_enemies(id);
        // ADLG-MVT.1, ADLG-R55. Who cannot move is not moved by a road either (ADLG-R60).
        let road = ground.has(Piece::Road) && allowance > 0;
        Some(Length::new(f64::from(allowance + u8::from(hurries) + u8::from(road))))
    }

    /// ADLG-R43: that of the slowest unit.
    fn group_allowance(&self, units: &[Id], ground: &Trodden) -> Result<Length, No> {
        let mut least = Length::new(f64::from(u8::MAX));
        for (at, &unit) in units.iter().enumerate() {
            let Some(allowance) = self.unit_allowance(unit, ground.grounds[at]) else {
                let piece = ground.grounds[at].pieces().last().unwrap_or(Piece::Rocks);
                return Err(No::NoGoing { unit, piece });
            };
            least = least.min(allowance);
        }
        Ok(least)
    }

    /// ADLG-DIF.5, ADLG-R59: whether an unmanoeuvrable unit makes less than its allowance for the ground it
    /// treads, be it that a slower unit of the group holds it back.
    fn is_cut_short(&self, units: &[Id], spent: Length, ground: &Trodden) -> bool {
        units.iter().any(|&id| {
            let own = self.unit_allowance(id, ground.of(id, units)).unwrap_or_default();
            self.profile(id).is_unmanoeuvrable() && spent < own - Length::new(TOLERANCE.touch)
        })
    }

    /// ADLG-DIF.1 to .5: the first difficult manoeuvre, if there is one. ADLG-R44: whichever unit causes
    /// it. ADLG-DIF.2 has orders of its own, ADLG-DIF.6 is for a change of formation.
    fn difficulty(
        &self,
        units: &[Id],
        elements: &[Element],
        number: u8,
        cut_short: bool,
    ) -> Option<RuleId> {
        let any = |such: &dyn Fn(&Profile) -> bool| units.iter().any(|&id| such(self.profile(id)));
        let turns = elements.iter().any(|element| element.is_turn());
        let pivots = any(&|it| it.kind == Kind::HeavyArtillery);
        let third = self.third_is_difficult(units, number);
        match () {
            () if third.is_some() => third,
            () if turns && any(&Profile::turns_hard) => Some("ADLG-DIF.4"),
            () if pivots => Some("ADLG-R60"),
            () if cut_short => Some("ADLG-DIF.5"),
            () => None,
        }
    }

    /// What is difficult in a legal move: only of the unmanoeuvrable it matters how far they could go.
    pub(crate) fn difficulty_of_move(
        &self,
        units: &[Id],
        elements: &[Element],
        roles: &Roles,
    ) -> Option<RuleId> {
        if units.iter().any(|&id| self.profile(id).is_unmanoeuvrable()) {
            let moved = self.check_move(units, elements, roles);
            return moved.expect("a legal move is carried out").difficult;
        }
        self.difficulty(units, elements, self.number_of_move(units), false)
    }

    /// The nearest legal move: the same with its last advance cut short, to a hundredth of a UD.
    pub fn nearest_move(
        &self,
        units: &[Id],
        elements: &[Element],
        roles: &Roles,
    ) -> Option<Elements> {
        let mut elements: Elements = elements.iter().copied().collect();
        let last = elements.iter().rposition(|element| matches!(element, Element::Advance(_)))?;
        let Element::Advance(whole) = elements[last] else { return None };
        let (mut low, mut high) = (0, whole.steps() / FINE);
        while low < high {
            let middle = (low + high + 1) / 2;
            elements[last] = Element::Advance(Length::from_steps(middle * FINE));
            if self.check_move(units, &elements, roles).is_ok() {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        elements[last] = Element::Advance(Length::from_steps(low * FINE));
        self.check_move(units, &elements, roles).is_ok().then_some(elements)
    }
}

/// Steps of the table in a hundredth of a UD.
const FINE: i32 = 10;
