//! Uncontrolled charges (RULES.md 3.14, 4.7: ADLG-UNC.1 to .3, ADLG-R86, ADLG-R87), and the ways that a
//! charge can begin (RULES.md 7, query 9).

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::numbers,
};
use acies_table::{Angle, Base, Edge, Interval, Length, Motion, Rect, Sweep, Zone};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::UnitSet,
    battle::{Battle, Flags, Id},
    charge::legal::Declared,
    command::{Cost, Order, orders::shown},
    melee::engagement::{DRILL, Roles},
    movement::{Element, Group, LONGEST_UD, group_of, wheel_cost},
    rulings::{TOLERANCE, UNITS_MAX},
    units::Category::El,
    words::{events::Event, notation::Reader, refusals::No},
};

/// ADLG-ORD.5, ADLG-R87: 3 points to keep a unit or a group from charging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prevent {
    pub units: UnitSet,
}

impl Deed<Battle> for Prevent {
    type Plan = (Group, Cost);
    const VERBS: &'static [&'static str] = &["prevent"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("prevent {}", numbers(self.units.iter()))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Prevent { units: words.units()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Group, Cost), No> {
        let orders = battle.orders_to(by, self.units)?;
        let ids = group_of(self.units, by);
        ids.iter().try_for_each(|&unit| orders.check_own(battle, unit))?;
        if let Some(&unit) = ids.iter().find(|&&unit| !orders.binds(battle, unit)) {
            return Err(No::NotListed { unit });
        }
        battle.check_group(&ids, battle.roles())?;
        let cost = orders.affords(battle, &ids, Order::PreventCharge, None)?;
        Ok((ids, cost))
    }

    fn perform(
        &self,
        (ids, cost): (Group, Cost),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.pay(cost);
        for id in ids {
            battle.record_mut(id).flags |= Flags::PREVENTED;
            battle.release(id.number());
        }
        let (by, units) = (battle.phasing, self.units);
        log.push(|| Event::Prevented { by, units, cost });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let ids = group_of(self.units, by);
        let cost = battle.order_cost(&ids, Order::PreventCharge, None, battle.roles());
        let line = format!("keep {} from charging", battle.names(by, self.units));
        let units = battle.pieces(by, self.units);
        let title = Some("Keep from charging".into());
        Shown { units, title, ..shown("Hold back", line, Some(cost)) }
    }
}

/// A start manoeuvre: at most a turn and a wheel (ADLG-R76).
pub type Start = ArrayVec<Element, 2>;

/// The start manoeuvres worth trying against one enemy.
pub type Starts = ArrayVec<Start, 24>;

impl Battle {
    /// Start manoeuvres after which the way straight ahead leads onto an enemy: none, the least and the
    /// most central wheel to either side, the least slide; the cheapest first (ADLG-R195). They are
    /// suggestions: ADLG-R75 judges them.
    pub fn starts_onto(&self, unit: Id, enemy: Id) -> Starts {
        let mut starts = Starts::new();
        if self.is_ahead(unit, enemy) {
            starts.push(Start::new());
        }
        starts.extend(self.manoeuvres_onto(unit, enemy));
        starts
    }

    /// Whether the way straight ahead leads onto an enemy.
    pub(crate) fn is_ahead(&self, unit: Id, enemy: Id) -> bool {
        Zone::beyond(&self.rect(unit), Edge::Front).meets(&self.rect(enemy), TOLERANCE)
    }

    /// Wheels and slides that lead onto an enemy, the cheapest first.
    fn manoeuvres_onto(&self, unit: Id, enemy: Id) -> Starts {
        let mut starts = Starts::new();
        let (base, body) = (self.base(unit), self.rect(enemy));
        let rect = base.rect();
        let half = rect.width() / 2.0;
        let [left, right] = self.shoulders(unit);
        // A wheel leads away from who is wholly on the other side, and its outer side into a neighbour.
        let across = body.corners().map(|corner| rect.local(corner).x);
        let on_right = !left && across.into_iter().any(|x| x > -half);
        let on_left = !right && across.into_iter().any(|x| x < half);
        let most = f64::from(self.allowance(unit).unwrap_or(0));
        for (greatest, worth) in [(Angle::QUARTER, on_right), (-Angle::QUARTER, on_left)] {
            let wheels = worth.then(|| base.wheels_onto(&body, greatest, BREADTH)).flatten();
            let Some(wheels) = wheels else { continue };
            let Interval { from, .. } = wheels;
            for part in [from, wheels.middle()] {
                let by = on_grid(greatest, part);
                if by.abs() > TOLERANCE.angle && self.may_reach(unit, &base, by, &body, most) {
                    starts.try_push(Start::from_iter([Element::Wheel(by)])).ok();
                }
            }
        }
        if let Some(slides) = rect.slides_onto(&body).filter(|_| !self.is_ahead(unit, enemy)) {
            let least = if slides.from > 0.0 { slides.from + BREADTH } else { slides.to - BREADTH };
            let slide = Length::new(least);
            let closed = if least > 0.0 { right } else { left };
            if least.abs() <= 1.0 && !closed {
                starts.try_push(Start::from_iter([Element::Slide(slide)])).ok();
            }
        }
        starts.sort_by_key(|start| self.cost(&[unit], start));
        starts
    }

    /// Whether friends that it cannot pass stand in line with a unit on its left and on its right: it can
    /// neither slide towards them nor swing a flank into them.
    pub(crate) fn shoulders(&self, unit: Id) -> [bool; 2] {
        let base = self.base(unit);
        let mut held = [false; 2];
        for friend in self.standing_near(unit.seat(), &base, TOLERANCE.touch) {
            if friend == unit || self.may_pass(unit, base.pose.facing, friend) {
                continue;
            }
            match base.joined(&self.base(friend), DRILL) {
                Some(Edge::Left) => held[0] = true,
                Some(Edge::Right) => held[1] = true,
                _ => {}
            }
        }
        held
    }

    /// Turns, with a wheel if need be, after which the way straight ahead leads onto an enemy (ADLG-R76), as
    /// far as the unit can pay for them.
    pub fn turns_onto(&self, unit: Id, enemy: Id) -> Starts {
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
            if Zone::beyond(&turned.rect(), Edge::Front).meets(&body, TOLERANCE) {
                starts.try_push(Start::from_iter([turn])).ok();
            }
            for greatest in [Angle::QUARTER, -Angle::QUARTER] {
                let Some(wheels) = turned.wheels_onto(&body, greatest, BREADTH) else { continue };
                for part in [wheels.from, wheels.middle()] {
                    let by = on_grid(greatest, part);
                    if by.abs() > TOLERANCE.angle
                        && self.may_reach(unit, &turned, by, &body, allowance - price)
                    {
                        starts.try_push(Start::from_iter([turn, Element::Wheel(by)])).ok();
                    }
                }
            }
        }
        starts.sort_by_key(|start| self.cost(&[unit], start));
        starts
    }

    /// RULES.md 7, query 9: the legal charges of one unit at one enemy, straight ahead first, then with a
    /// wheel or slide, then with a turn, each the cheapest first.
    pub fn charges_at(
        &self,
        unit: Id,
        enemy: Id,
        roles: &Roles,
    ) -> impl Iterator<Item = (Start, Declared)> {
        let straight = self.is_ahead(unit, enemy).then(Start::new);
        let manoeuvres = std::iter::once_with(move || self.manoeuvres_onto(unit, enemy)).flatten();
        let turns = std::iter::once_with(move || self.turns_onto(unit, enemy)).flatten();
        straight.into_iter().chain(manoeuvres).chain(turns).filter_map(move |start| {
            let declared = self.check_charge(&[unit], &start, roles).ok()?;
            declared.targets().contains(&enemy).then_some((start, declared))
        })
    }

    /// ADLG-R86, ADLG-R195: the charge that an Impetuous unit or scythed chariot would make by itself, if
    /// there is one. ADLG-UNC.2: at its most threatening enemy, else at the one most in front, else at the closest.
    pub fn uncontrolled_charge(&self, unit: Id, roles: &Roles) -> Option<(Id, Start)> {
        if !self.profile(unit).may_charge_uncontrolled()
            || roles.in_melee(unit)
            || self.unit(unit).moves > 0
        {
            return None;
        }
        let rect = self.rect(unit);
        let most = self.most_threatening(unit, roles);
        // ADLG-ZOC.2: in a zone it may charge no other enemy.
        let other = |enemy: Id| {
            most.is_some_and(|most| most != enemy && !self.threatens_alike(unit, most, enemy))
        };
        let mut enemies: ArrayVec<Id, UNITS_MAX> =
            self.within_charge(unit).filter(|&enemy| !other(enemy)).collect();
        while !enemies.is_empty() {
            let first = (0..enemies.len()).reduce(|best, next| {
                let (held, enemy) = (enemies[best], enemies[next]);
                let better = most == Some(enemy)
                    || (most != Some(held) && self.is_more_in_front(&rect, enemy, held));
                if better { next } else { best }
            })?;
            let enemy = enemies.remove(first);
            let listed = |it: &(Start, Declared)| self.is_listed(unit, &it.1);
            if let Some((start, _)) = self.charges_at(unit, enemy, roles).find(listed) {
                return Some((enemy, start));
            }
        }
        None
    }

    /// The enemies that a unit might reach by a charge: a quick test that rules most out. A wheel brings
    /// a corner a little farther than it costs (ADLG-R47).
    pub(crate) fn within_charge(&self, unit: Id) -> impl Iterator<Item = Id> + '_ {
        let (base, other) = (self.base(unit), unit.seat().other());
        let far = self.standing_near(other, &base, LONGEST_UD).next().is_none();
        let allowance = if far { None } else { self.allowance(unit) };
        let reach =
            f64::from(allowance.unwrap_or(0)) * std::f64::consts::FRAC_PI_3 + TOLERANCE.touch;
        let rect = base.rect();
        self.standing_near(other, &base, reach)
            .filter(move |&enemy| rect.distance(&self.rect(enemy)) <= reach)
    }

    /// Whether a unit can reach a body straight ahead after a wheel, as far as their distance tells, and has
    /// room to wheel.
    fn may_reach(&self, unit: Id, base: &Base, wheel: Angle, body: &Rect, most: f64) -> bool {
        let left = most - wheel_cost(base.size.width.get(), wheel).get() + TOLERANCE.touch;
        if left < 0.0 {
            return false;
        }
        let wheeled = Motion::wheel(wheel).course(base).end(&base.pose);
        let wheeled = Base::new(wheeled, base.size);
        wheeled.rect().distance(body) <= left && self.is_clear_for(unit, &wheeled)
    }

    /// ADLG-R6: whether a unit would stand on nobody.
    fn is_clear_for(&self, unit: Id, base: &Base) -> bool {
        let rect = base.rect();
        let mut others = self.bodies_near(base, TOLERANCE.touch).filter(|&other| other != unit);
        !others.any(|other| rect.overlaps(&self.rect(other), TOLERANCE))
    }

    /// ADLG-R86: not into terrain that penalises it, not across a line of defence or stakes, and no
    /// horses or camels at elephants.
    fn is_listed(&self, unit: Id, declared: &Declared) -> bool {
        let kind = self.profile(unit).kind;
        let Some(contact) = declared.contacts[0] else { return false };
        let base = declared.starts[0];
        let sweep = Sweep::new(&base.rect(), Motion::advance(contact.distance).course(&base));
        let stood = self.rect(unit);
        let bad_ground = self.landscape.areas.iter().any(|area| {
            area.piece.penalises(kind)
                && !stood.is_in(&area.outline, TOLERANCE)
                && sweep.treads(&area.outline, TOLERANCE)
        });
        let crosses = self.landscape.lines.iter().any(|line| line.crossed_by(&sweep).is_some());
        let walled = crosses || self.barrier(contact.enemy, contact.edge).is_some();
        let shy = (kind.is_horse() || kind.is_camelry()) && self.category(contact.enemy) == El;
        !bad_ground && !walled && !shy
    }
}

/// A part of a wheel on the grid, and a little into the interval rather than out of it.
fn on_grid(greatest: Angle, part: f64) -> Angle {
    Angle::new((greatest.degrees() * part * 100.0).round() / 100.0)
}

/// ADLG-R195: how much of an enemy a suggested charge meets at least.
const BREADTH: f64 = 0.05;
