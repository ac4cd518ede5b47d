//! Uncontrolled charges (RULES.md 3.14, 4.7: ADLG-UNC.1 to .3, ADLG-R86, ADLG-R87), and the ways that a
//! charge can begin (RULES.md 7, query 9).

use acies_table::{Angle, Base, Edge, Interval, Length, Motion, Rect, Sweep, Zone};
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
pub type Starts = ArrayVec<Start, 24>;

impl Battle {
    /// Start manoeuvres without a turn after which the way straight ahead leads onto an enemy: none; the
    /// least, the most central and the greatest wheel to either side; the least and the most central
    /// slide. They are suggestions: ADLG-R75 judges them.
    pub fn starts_onto(&self, unit: Id, enemy: Id) -> Starts {
        let mut starts = Starts::new();
        add_starts(None, &self.base(unit), &self.rect(enemy), &mut starts);
        starts
    }

    /// The same after a quarter-turn or half-turn (ADLG-R76), as far as the unit can pay for it.
    pub fn turned_starts_onto(&self, unit: Id, enemy: Id) -> Starts {
        let mut starts = Starts::new();
        let (base, body) = (self.base(unit), self.rect(enemy));
        let Some(allowance) = self.allowance(unit).map(f64::from) else { return starts };
        let price = self.profile(unit).turn_cost(0).get();
        // A turn brings the front no nearer than a whole base.
        let gap = base.rect().distance(&body) - base.size.depth.get().max(base.size.width.get());
        if price + gap > allowance {
            return starts;
        }
        for (turn, edge) in [
            (Element::QuarterLeft, Edge::Left),
            (Element::QuarterRight, Edge::Right),
            (Element::Half, Edge::Rear),
        ] {
            let mut turned = base;
            turned.pose.facing = turned.pose.facing + edge.turn();
            add_starts(Some(turn), &turned, &body, &mut starts);
        }
        starts
    }

    /// RULES.md 7, query 9: the legal charges of one unit at one enemy, the cheapest first. Turns are tried
    /// only if there is no other way.
    pub fn charges_at(
        &self,
        unit: Id,
        enemy: Id,
        roles: &Roles,
    ) -> impl Iterator<Item = (Start, Declared)> {
        let legal = |starts: Starts| {
            let judged = starts.into_iter().filter_map(|start| {
                let declared = self.check_charge(&[unit], &start, roles).ok()?;
                declared.targets().contains(&enemy).then_some((start, declared))
            });
            let mut charges: Vec<(Start, Declared)> = judged.collect();
            charges.sort_by_key(|(_, declared)| declared.manoeuvre);
            charges
        };
        let mut charges = legal(self.starts_onto(unit, enemy));
        if charges.is_empty() {
            charges = legal(self.turned_starts_onto(unit, enemy));
        }
        charges.into_iter()
    }

    /// ADLG-R86: the charge that an Impetuous unit or scythed chariot would make by itself, if there is
    /// one. ADLG-UNC.2: at its most threatening enemy, else at the one most in front, else at the closest.
    pub fn uncontrolled_charge(&self, unit: Id, roles: &Roles) -> Option<(Id, Start)> {
        if !self.profile(unit).may_charge_uncontrolled()
            || self.check_group(&[unit], roles).is_err()
        {
            return None;
        }
        let rect = self.rect(unit);
        let most = self.most_threatening(unit, roles);
        let mut best: Option<(Id, Start)> = None;
        for enemy in self.standing(unit.seat().other()) {
            let beaten = best.as_ref().is_some_and(|(held, _)| {
                most == Some(*held)
                    || (most != Some(enemy) && !self.is_more_in_front(&rect, enemy, *held))
            });
            if beaten || rect.distance(&self.rect(enemy)) > REACH_UD {
                continue;
            }
            let mut charges = self.charges_at(unit, enemy, roles);
            if let Some((start, _)) = charges.find(|(_, it)| self.is_listed(unit, it)) {
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
        let sweep = Sweep::new(&base.rect(), Motion::advance(contact.distance).course(&base));
        let bad_ground = self.landscape.areas.iter().any(|area| {
            area.piece.penalises(kind) && sweep.enters(&area.outline, TOLERANCE).is_some()
        });
        let crosses = self.landscape.lines.iter().any(|line| line.crossed_by(&sweep).is_some());
        let walled = crosses || self.barrier(contact.enemy, contact.edge).is_some();
        let shy = (kind.is_horse() || kind.is_camelry()) && self.category(contact.enemy) == El;
        !bad_ground && !walled && !shy
    }
}

/// The ways from a base, which has made a turn or none, onto a body.
fn add_starts(turn: Option<Element>, base: &Base, body: &Rect, starts: &mut Starts) {
    let ahead = Zone::beyond(&base.rect(), Edge::Front).meets(body, TOLERANCE);
    if ahead {
        starts.try_push(turn.into_iter().collect()).ok();
    }
    let mut add = |element: Element| {
        starts.try_push(turn.into_iter().chain([element]).collect()).ok();
    };
    for greatest in [Angle::QUARTER, -Angle::QUARTER] {
        let Some(wheels) = base.wheels_onto(body, greatest, BREADTH) else { continue };
        let Interval { from, to } = wheels;
        let mut last = Angle::ZERO;
        for part in [from, wheels.middle(), to] {
            // On the grid, and a little into the interval rather than out of it.
            let by = Angle::new((greatest.degrees() * part * 100.0).round() / 100.0);
            if (by - last).abs() > TOLERANCE.angle {
                add(Element::Wheel(by));
                last = by;
            }
        }
    }
    // ADLG-R76: a slide goes with no turn.
    let slides = base.rect().slides_onto(body).filter(|_| turn.is_none());
    if let Some(slides) = slides {
        let least = if slides.from > 0.0 { slides.from + BREADTH } else { slides.to - BREADTH };
        for by in [least, slides.middle()].into_iter().filter(|by| by.abs() <= 1.0) {
            let by = Length::new(by);
            let same = by == Length::ZERO || (ahead && by == Length::new(least));
            if !same {
                add(Element::Slide(by));
            }
        }
    }
}

/// How much of an enemy a suggested charge meets at least.
const BREADTH: f64 = 0.05;

/// No charge is longer: the greatest allowance, and a road.
const REACH_UD: f64 = 6.0;
