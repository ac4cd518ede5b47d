//! Second and third movements (RULES.md 3.10; ADLG-MUL.1, ADLG-MUL.2, ADLG-R57, ADLG-R58).

use acies_core::RuleId;
use acies_table::{Base, Length};

use crate::{
    battle::{Battle, FAR_UD, Flags, Id},
    movement::Track,
    rulings::TOLERANCE,
    units::{Category::*, Kind, abilities::Abilities},
    words::refusals::No,
};

impl Battle {
    /// The how-manieth movement of a group in this phase another one would be (ADLG-R57).
    pub(crate) fn number_of_move(&self, units: &[Id]) -> u8 {
        units.iter().map(|&id| self.unit(id).moves).max().unwrap_or(0) + 1
    }

    /// ADLG-R57, ADLG-MUL.2.
    pub(crate) fn check_number(&self, units: &[Id], number: u8) -> Result<(), No> {
        if number > 3 {
            return Err(No::TooManyMoves { unit: units[0] });
        }
        if number > 1 {
            // ADLG-R57: the first movement counts too. ADLG-R60: heavy artillery makes only one.
            let near = |&&id: &&Id| self.unit(id).is(Flags::WAS_NEAR);
            if let Some(&unit) = units.iter().find(near) {
                return Err(No::WasNear { unit, least: Length::new(FAR_UD) });
            }
            let heavy = |&&id: &&Id| self.profile(id).kind == Kind::HeavyArtillery;
            if let Some(&unit) = units.iter().find(heavy) {
                return Err(No::HeavyEngine { unit });
            }
        }
        if number == 3 {
            let barred = |&&id: &&Id| {
                let profile = self.profile(id);
                let spirited = profile.category() == Cv && profile.has(Abilities::IMPETUOUS);
                matches!(profile.category(), Art | Wwg)
                    || (profile.is_unmanoeuvrable() && !spirited)
            };
            if let Some(&unit) = units.iter().find(barred) {
                return Err(No::ThirdMove { unit });
            }
            // ADLG-R58.
            if !units.iter().any(|&id| self.has_commander(id)) {
                return Err(No::ThirdMoveWithoutCommander);
            }
        }
        Ok(())
    }

    /// ADLG-MUL.1, ADLG-R57: all the time at least 4 UD from every enemy.
    pub(crate) fn check_far(&self, units: &[Id], track: &Track) -> Result<(), No> {
        (0..units.len()).try_for_each(|at| self.check_far_of(units[at], at, track))
    }

    /// ADLG-R57: whether a group is within 4 UD of an enemy at any time.
    pub(crate) fn comes_near(&self, units: &[Id], track: &Track) -> bool {
        let ends_near = units.iter().zip(track.end()).any(|(&unit, pose)| {
            let base = Base::new(pose, self.profile(unit).kind.size());
            let rect = base.rect();
            let mut near = self.standing_near(unit.seat().other(), &base, FAR_UD);
            near.any(|it| rect.distance(&self.rect(it)) < FAR_UD - TOLERANCE.touch)
        });
        ends_near || self.check_far(units, track).is_err()
    }

    pub(crate) fn check_far_of(&self, unit: Id, at: usize, track: &Track) -> Result<(), No> {
        let (base, way) = (self.base(unit), track.length(at) + FAR_UD);
        for enemy in self.standing_near(unit.seat().other(), &base, way) {
            let body = self.rect(enemy);
            for leg in track.legs() {
                let (distance, fraction) = match leg.sweep(at) {
                    Some(sweep) => {
                        let closest = sweep.closest(&body);
                        (closest.distance, closest.at)
                    }
                    None => {
                        let [before, after] = [leg.before, leg.after].map(|it| it[at].rect());
                        (before.distance(&body).min(after.distance(&body)), 1.0)
                    }
                };
                if distance < FAR_UD - TOLERANCE.touch {
                    let stands = leg.pose(at, fraction);
                    let (distance, least) = (Length::new(distance), Length::new(FAR_UD));
                    return Err(No::EnemyWithin { unit, enemy, stands, distance, least });
                }
            }
        }
        Ok(())
    }

    /// ADLG-DIF.1: a 3rd movement, except for LI, LH and Cv that are not Impetuous.
    pub(crate) fn third_is_difficult(&self, units: &[Id], number: u8) -> Option<RuleId> {
        let nimble = |id: &Id| {
            let it = self.profile(*id);
            it.kind.is_light() || (it.category() == Cv && !it.has(Abilities::IMPETUOUS))
        };
        (number == 3 && !units.iter().all(nimble)).then_some("ADLG-DIF.1")
    }
}
