//! Uncontrolled charges (RULES.md 3.14, 4.7: ADLG-UNC.1 to .3, ADLG-R86, ADLG-R87), and the ways that a
//! charge can begin (RULES.md 7, query 9).

use acies_table::{Angle, Edge, Interval, Length};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Id},
    charges::Declared,
    engagement::Roles,
    movement::Element,
    rulings::TOLERANCE,
    units::Category::El,
};

/// A start manoeuvre: at most a turn and a wheel (ADLG-R76).
pub type Start = ArrayVec<Element, 2>;

/// The start manoeuvres worth trying against one enemy.
pub type Starts = ArrayVec<Start, 8>;

impl Battle {
    /// Start manoeuvres after which the way straight ahead leads onto an enemy: none, the least and the
    /// most central wheel to either side, the least slide. They are suggestions: ADLG-R75 judges them.
    pub fn starts_onto(&self, unit: Id, enemy: Id) -> Starts {
        let mut starts = Starts::new();
        let (base, body) = (self.base(unit), self.rect(enemy));
        let half = base.size.width.get() / 2.0;
        let ahead = acies_table::Zone::beyond(&base.rect(), Edge::Front).meets(&body, TOLERANCE);
        if ahead {
            starts.push(Start::new());
        }
        for greatest in [Angle::QUARTER, -Angle::QUARTER] {
            let Some(wheels) = base.wheels_onto(&body, greatest, BREADTH) else { continue };
            let Interval { from, .. } = wheels;
            for part in [from, wheels.middle()] {
                // On the grid, and a little into the interval rather than out of it.
                let by = Angle::new((greatest.degrees() * part * 100.0).round() / 100.0);
                if by.abs() > TOLERANCE.angle {
                    starts.try_push(Start::from_iter([Element::Wheel(by)])).ok();
                }
            }
        }
        if let Some(slides) = base.rect().slides_onto(&body).filter(|_| !ahead) {
            let least = if slides.from > 0.0 { slides.from + BREADTH } else { slides.to - BREADTH };
            let slide = Length::new(least);
            if least.abs() <= 1.0 && least.abs() < half * 4.0 {
                starts.try_push(Start::from_iter([Element::Slide(slide)])).ok();
            }
        }
        starts
    }

    /// The legal charges of one unit at one enemy among [`Battle::starts_onto`], the cheapest first.
    pub fn charges_at(
        &self,
        unit: Id,
        enemy: Id,
        roles: &Roles,
    ) -> impl Iterator<Item = (Start, Declared)> {
        let mut charges: ArrayVec<(Start, Declared), 8> = self
            .starts_onto(unit, enemy)
            .into_iter()
            .filter_map(|start| {
                let declared = self.check_charge(&[unit], &start, roles).ok()?;
                declared.targets().contains(&enemy).then_some((start, declared))
            })
            .collect();
        charges.sort_by_key(|(_, declared)| declared.manoeuvre);
        charges.into_iter()
    }

    /// ADLG-R86: the charge that an Impetuous unit or scythed chariot would make by itself, if there is
    /// one. ADLG-UNC.2: at its most threatening enemy, else at the one most in front, else at the closest.
    pub fn uncontrolled_charge(&self, unit: Id, roles: &Roles) -> Option<(Id, Start)> {
        if !self.profile(unit).may_charge_uncontrolled() || roles.in_melee(unit) {
            return None;
        }
        let rect = self.rect(unit);
        let mut best: Option<(Id, Start)> = None;
        for enemy in self.standing(unit.seat().other()) {
            if rect.distance(&self.rect(enemy)) > REACH_UD {
                continue;
            }
            let Some((start, _)) =
                self.charges_at(unit, enemy, roles).find(|(_, it)| self.is_listed(unit, it))
            else {
                continue;
            };
            let better = match &best {
                None => true,
                Some((held, _)) => {
                    let most = self.most_threatening(unit, roles);
                    most == Some(enemy)
                        || (most != Some(*held) && self.is_more_in_front(&rect, enemy, *held))
                }
            };
            if better {
                best = Some((enemy, start));
            }
        }
        best
    }

    /// ADLG-R86: not into terrain that penalises it, not across a line of defence or stakes, and no
    /// horses or camels at elephants.
    fn is_listed(&self, unit: Id, declared: &Declared) -> bool {
        let kind = self.profile(unit).kind;
        let Some(contact) = declared.contacts[0] else { return false };
        let base = declared.starts[0];
        let course = acies_table::Motion::advance(contact.distance).course(&base);
        let sweep = acies_table::Sweep::new(&base.rect(), course);
        let bad_ground = self.landscape.areas.iter().any(|area| {
            area.piece.penalises(kind) && sweep.enters(&area.outline, TOLERANCE).is_some()
        });
        let walled = self.barrier(contact.enemy, contact.edge).is_some();
        let shy = (kind.is_horse() || kind.is_camelry()) && self.category(contact.enemy) == El;
        !bad_ground && !walled && !shy
    }
}

/// How much of an enemy a suggested charge meets at least.
const BREADTH: f64 = 0.05;

/// No charge is longer: the greatest allowance, and a road.
const REACH_UD: f64 = 6.0;
