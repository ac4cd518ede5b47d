//! Extension and contraction of groups (ADLG-MAN.7, ADLG-DIF.6, ADLG-ZOC.4, ADLG-R52).

use acies_core::RuleId;
use acies_table::{Base, Course, Edge, Length};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Id},
    melee::engagement::Roles,
    movement::{Group, Moved, Track},
    rulings::UNITS_MAX,
    words::refusals::No,
};

/// A place in a formation. Units of one file are named from front to rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    pub unit: u8,
    /// Files to the right of the unit that stays, which is in file 0.
    pub file: i8,
}

impl Battle {
    /// ADLG-R52: judges a change of formation. The first unit named is in the front rank and stays; the
    /// others come to stand in files beside it and behind, each going straight to its place.
    pub fn check_form(&self, slots: &[Slot], roles: &Roles) -> Result<Moved, No> {
        let units: Group =
            slots.iter().take(UNITS_MAX).map(|slot| Id::new(self.phasing, slot.unit)).collect();
        let twice = (1..units.len()).find(|&at| units[..at].contains(&units[at]));
        if let Some(at) = twice {
            return Err(No::NamedTwice { unit: units[at] });
        }
        if units.len() < 2 || units.len() < slots.len() {
            return Err(No::NobodyNamed);
        }
        self.check_group(&units, roles)?;
        let number = self.number_of_move(&units);
        self.check_number(&units, number)?;
        let bases = self.formation(&units, slots)?;
        let before: ArrayVec<Base, UNITS_MAX> = units.iter().map(|&id| self.base(id)).collect();
        if before == bases {
            return Err(No::NothingMoved);
        }
        for (at, &unit) in units.iter().enumerate() {
            let by = bases[at].pose.at.vec() - before[at].pose.at.vec();
            let course = Course::Straight { by };
            let track = Track::of(&before, course, &bases);
            let (ground, toll) = self.check_way_of(at, &units, &track)?;
            let allowance = self.unit_allowance(unit, ground).unwrap_or_default();
            let spent = Length::new(by.length()) + toll;
            if spent > allowance {
                return Err(No::TooFar { unit, spent, allowed: allowance });
            }
            self.check_held(unit, at, &track, roles)?;
            if number > 1 {
                self.check_far_of(unit, at, &track)?;
            }
            if at + 1 == units.len() {
                self.check_ends(&units, &track)?;
            }
        }
        let difficult = self.form_difficulty(&units, number);
        let poses = bases.iter().map(|base| base.pose).collect();
        Ok(Moved { poses, spent: Length::ZERO, allowance: Length::ZERO, difficult })
    }

    /// Where each unit of a formation stands. Files hang together, and the one that stays is where it was, at
    /// the head of its file.
    fn formation(&self, units: &[Id], slots: &[Slot]) -> Result<ArrayVec<Base, UNITS_MAX>, No> {
        let anchor = self.base(units[0]);
        let covered = |&&other: &&Id| {
            anchor.joined(&self.base(other), crate::melee::engagement::DRILL) == Some(Edge::Front)
        };
        if slots[0].file != 0 || units.iter().any(|other| covered(&other)) {
            return Err(No::NotInFront { unit: units[0] });
        }
        let files = || slots.iter().map(|slot| slot.file);
        let (least, most) = (files().min().unwrap_or(0), files().max().unwrap_or(0));
        if let Some(gap) = (least..=most).find(|file| !files().any(|it| it == *file)) {
            return Err(No::EmptyFile { file: gap });
        }
        let front = anchor.rect().middle(Edge::Front);
        let (right, ahead) = (anchor.rect().right(), anchor.rect().ahead());
        let place = |at: usize| {
            let size = self.profile(units[at]).kind.size();
            let before = slots[..at].iter().zip(units).filter(|(it, _)| it.file == slots[at].file);
            let depth: f64 =
                before.map(|(_, &unit)| self.profile(unit).kind.size().depth.get()).sum();
            let back = depth + size.depth.get() / 2.0;
            let centre = front + right * f64::from(slots[at].file) - ahead * back;
            Base::new(acies_table::Pose::nearest(centre, anchor.pose.facing), size)
        };
        Ok((0..units.len()).map(place).collect())
    }

    /// ADLG-ZOC.4: who is in a zone does not leave it. ADLG-R69: who enters one keeps to its enemy.
    fn check_held(&self, unit: Id, at: usize, track: &Track, roles: &Roles) -> Result<(), No> {
        let kind = self.profile(unit).kind;
        let end = acies_table::Rect::new(&track.end()[at], kind.size());
        match self.most_threatening(unit, roles) {
            Some(enemy) if !self.zone_lies_on(enemy, kind, &end) => {
                Err(No::LeavesZone { unit, enemy, stands: track.end()[at] })
            }
            Some(_) => Ok(()),
            None => self.check_zones(unit, track, at, &[], roles),
        }
    }

    /// ADLG-DIF.1, ADLG-DIF.6.
    fn form_difficulty(&self, units: &[Id], number: u8) -> Option<RuleId> {
        let clumsy = units.iter().any(|&id| self.profile(id).is_unmanoeuvrable());
        self.third_is_difficult(units, number).or(clumsy.then_some("ADLG-DIF.6"))
    }
}
