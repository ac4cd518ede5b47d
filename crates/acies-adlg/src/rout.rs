//! Routs (RULES.md 3.22, 4.11): whom a routing unit carries along, and the rampage of elephants.

pub mod overrun;
pub mod pursuit;

use acies_core::{About, D6, Dice, Log, Rolled, Seat};
use acies_table::{Edge, Rect};
use arrayvec::ArrayVec;

use crate::{
    battle::{ALL_UNITS, Battle, Flags, Id, Place},
    rulings::{TOLERANCE, UNITS_MAX},
    sequence::shown_face,
    units::Category::{self, *},
    words::events::Event,
};

type Events = Log<Event>;

/// ADLG-ROU.1 to .3, ADLG-R146, ADLG-R147: whether a rout costs a friend behind it a cohesion point.
pub fn shakes(routed: Category, behind: Category) -> bool {
    match routed {
        Li => behind == Li,
        Art | Wwg | Sch | El => false,
        _ => true,
    }
}

/// ADLG-R147: whom a rampaging elephant tramples, friend or foe.
pub fn is_trampled(category: Category) -> bool {
    category != Li
}

/// ADLG-R147: the side to which a routed elephant breaks out.
pub fn rampage(die: i32) -> Edge {
    match die {
        1 => Edge::Front,
        2 => Edge::Left,
        3 => Edge::Right,
        _ => Edge::Rear,
    }
}

/// ADLG-R147.
pub fn throw_rampage(by: Seat, dice: &mut Dice) -> Rolled<Edge> {
    Ok(rampage(dice.roll(by.throws("ADLG-R147", "the rampage"), D6)?))
}

/// How far behind or beside a routing unit others are touched by it: less than this (ADLG-ROU.1,
/// ADLG-R145, ADLG-R147).
pub const REACH_UD: f64 = 1.0;

/// R: routs.
impl Battle {
    /// ADLG-R144 to ADLG-R147: routed units are removed, the phasing player's first; each carries along who
    /// is behind it, until no more rout. The order in which a side's units go makes no difference
    /// (ADLG-R177).
    pub fn rout(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let mut gone = ArrayVec::<(Id, Rect), ALL_UNITS>::new();
        while let Some(id) = self.next_routing() {
            let rect = self.rect(id);
            gone.push((id, rect));
            self.unit_mut(id).place = Place::Routed;
            log.push(|| Event::Removed { unit: id });
            if self.category(id) == El {
                let to = throw_rampage(id.seat().other(), dice)
                    .about(|ask| format!("{} of {}", ask.what, self.name(id)))?;
                let face = shown_face(dice);
                log.push(|| Event::Rampaged { unit: id, face, to });
                self.touch_beyond(id, &rect, to, true, log);
            } else {
                self.touch_beyond(id, &rect, Edge::Rear, false, log);
            }
        }
        // ADLG-R177.
        for (id, rect) in gone {
            self.rescue_commander(id, &rect, log);
        }
        Ok(())
    }

    pub(crate) fn next_routing(&self) -> Option<Id> {
        let both = [self.phasing, self.phasing.other()];
        both.into_iter().find_map(|seat| {
            let units = (0..).zip(&self.sides[seat].units);
            let mut routing = units.filter(|(_, unit)| unit.place == Place::Routing);
            routing.next().map(|(number, _)| Id::new(seat, number))
        })
    }

    /// ADLG-ROU.1, ADLG-R145, ADLG-R147: units with a part less than 1 UD beyond an edge lose a point.
    fn touch_beyond(&mut self, id: Id, rect: &Rect, edge: Edge, rampage: bool, log: &mut Events) {
        let beyond = rect.beyond(edge, REACH_UD);
        let routed = self.category(id);
        let touched: ArrayVec<Id, ALL_UNITS> = Seat::BOTH
            .into_iter()
            .flat_map(|seat| self.standing(seat))
            .filter(|&other| {
                let category = self.category(other);
                let friend = other.seat() == id.seat();
                if rampage { is_trampled(category) } else { friend && shakes(routed, category) }
            })
            .filter(|&other| self.rect(other).overlaps(&beyond, TOLERANCE))
            .collect();
        for unit in touched {
            log.push(|| {
                if rampage {
                    Event::Trampled { unit, by: id }
                } else {
                    Event::Shaken { unit, by: id }
                }
            });
            self.lose(unit, 1, log);
        }
    }

    /// ADLG-R148: a victor whose front still touches the flank or rear of another enemy conforms on that.
    pub(crate) fn settle_victors(&mut self, log: &mut Events) {
        let roles = self.roles().clone();
        let victors: ArrayVec<Id, UNITS_MAX> =
            self.standing(self.phasing).filter(|&id| self.unit(id).is(Flags::VICTORIOUS)).collect();
        for unit in victors {
            let Some(attack) = roles.attack(unit).filter(|it| it.edge != Edge::Front) else {
                continue;
            };
            let pose = self.conforms(unit, &self.rect(unit), attack.enemy, attack.edge);
            let Some(pose) = pose else { continue };
            if pose != self.unit(unit).pose {
                self.unit_mut(unit).pose = pose;
                self.unit_mut(unit).flags.remove(Flags::STAKED);
                log.push(|| Event::Conformed { unit, pose, rule: "ADLG-R148" });
            }
            // The victor itself is no reason why its new enemy fights already.
            let mut without = self.clone();
            without.unit_mut(unit).place = Place::Away;
            let others = without.roles().clone();
            self.surprise(attack.enemy, unit, attack.edge, &others, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn who_is_shaken_by_a_rout() {
        for (routed, behind, shaken, rule) in [
            (Hi, Mi, true, "ADLG-ROU.1"),
            (Hi, Li, true, "ADLG-ROU.1"),
            (Li, Li, true, "ADLG-ROU.2"),
            (Li, Hi, false, "ADLG-ROU.2"),
            (Art, Hi, false, "ADLG-ROU.3"),
            (Wwg, Li, false, "ADLG-ROU.3"),
            (Sch, Cv, false, "ADLG-R146"),
            (El, Hi, false, "ADLG-R147"),
        ] {
            assert_eq!(shakes(routed, behind), shaken, "{rule}: {routed:?} before {behind:?}");
        }
        assert!(!is_trampled(Li) && is_trampled(Kn), "ADLG-R147");
    }

    #[test]
    fn rampages_go_mostly_back() {
        // ADLG-R147.
        let odds = odds(|dice| throw_rampage(Seat::Red, dice));
        assert_eq!(odds.chance(|&edge| edge == Edge::Rear).to_string(), "1/2");
        assert_eq!(odds.chance(|&edge| edge == Edge::Left).to_string(), "1/6");
    }
}
