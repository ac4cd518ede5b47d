//! Compulsory advances (IMP-MOV.21 to IMP-MOV.24, IMP-SPC.35, IMP-TER.14, IMP-DF.11, IMP-R98, IMP-R99): impetuous troops
//! that see an enemy, and anybody near the enemy's baggage.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, UnitSet,
    flow::{Deed, Shown, Stacked},
};
use acies_table::{Angle, Base, Course, Edge, Facing, Length, Point, Segment, Sweep, Zone};
use serde::{Deserialize, Serialize};

use super::{
    charge,
    charging::{Charge, Kind as ChargeKind},
    going::{Duty, Going},
    groups,
    way::{March, Phase, Way},
};
use crate::{
    battle::{Battle, Id},
    cohesion::Ground,
    command::discipline::Purpose,
    landscape::Patch,
    profile::Kind,
    rulings::{BOUND_U, CLEAR_U, LOOT_U, TOLERANCE},
    steps::Action,
    words::{
        events::{Event, How},
        notation::Reader,
        refusals::No,
    },
};

/// The first phase of Units that must advance: a turn, if any, then straight ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rush {
    pub by: Angle,
    /// If it is a charge, with the charge bonus.
    pub bonus: bool,
}

/// How an advance goes.
pub struct Plan {
    going: Going,
    units: UnitSet,
    turn: Option<March>,
    /// What the turn takes off M.
    turned: Length,
}

impl Deed<Battle> for Rush {
    type Plan = Plan;
    const VERBS: &'static [&'static str] = &["rush"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("rush {}{}", self.by, if self.bonus { "" } else { " plain" })
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Rush { by: words.angle()?, bonus: !words.flag("plain") })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Plan, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        if going.duty.is_none() {
            return Err(No::NotNow);
        }
        battle.plan_rush(&going, *self)
    }

    fn perform(
        &self,
        plan: Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Plan { going, units, turn, turned } = plan;
        let seat = going.seat;
        if let Some(on) = battle.going_mut() {
            on.phases += 1;
            on.duty = None;
        }
        let before = units.ids(seat).next().map(|id| Point::nearest(battle.front(id)));
        if let Some(march) = &turn {
            battle.carry_out(march, How::Impetuous, 1, log);
            units.ids(seat).for_each(|id| battle.piece_mut(id).phases -= 1);
        }
        let units: UnitSet = units.ids(seat).filter(|id| battle.is_there(*id)).collect();
        let charge =
            Charge { turned, ..Charge::new(seat, units, ChargeKind::Impetuous, self.bonus) };
        if battle.may_declare(&charge).is_ok() {
            if let Some(on) = battle.going_mut() {
                on.halted = true;
            }
            // IMP-R45: flanks are judged from where the phase began.
            let from = before.filter(|_| turned > Length::ZERO).unwrap_or_default();
            battle.begin_charge(Charge { from, ..charge }, log);
            return Ok(());
        }
        let march: March =
            units.ids(seat).map(|id| (id, battle.rush_ahead(id, units, turned))).collect();
        battle.carry_out(&march, How::Impetuous, 1, log);
        battle.settle_commanders(log);
        battle.give_trigger(seat, units);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked_units();
        let turn = match self.by.steps().signum() {
            0 => String::new(),
            side => format!(
                "turn {} degrees to the {} and ",
                self.by.abs(),
                if side < 0 { "left" } else { "right" }
            ),
        };
        let bonus = if self.bonus { "" } else { ", without the charge bonus" };
        Shown {
            who: Some(battle.names(by, units)),
            units: units.ids(by).map(|id| battle.key_of_piece(id)).collect(),
            ..Shown::new("Advance", format!("{turn}advance impetuously{bonus}"))
        }
        .rules(&["IMP-MOV.21", "IMP-MOV.23", "IMP-R98"])
    }
}

impl Battle {
    /// IMP-MOV.21, IMP-MOV.22, IMP-MOV.24, IMP-R98: the nearest enemy that binds a Unit to advance.
    pub fn bound_to(&self, id: Id) -> Option<Id> {
        let unit = self.unit(id);
        if !unit.is_impetuous() || unit.in_bua || self.is_in_contact(id) {
            return None;
        }
        let front = self.front(id);
        let arc = Zone::beyond(&self.rect(id), Edge::Front).spreading(Angle::new(45.0));
        let such = |it: &Id| {
            let enemy = self.unit(*it);
            !matches!(enemy.profile.kind, Kind::S | Kind::Baggage) && !enemy.in_bua
        };
        let near = self.standing(id.seat().other()).filter(such);
        let near =
            near.map(|it| (self.rect(it).distance_to(front), it)).filter(|(u, _)| *u <= BOUND_U);
        let seen =
            near.filter(|(_, it)| arc.meets(&self.rect(*it), TOLERANCE) && self.sees(id, *it));
        seen.reduce(|one, other| if other.0 < one.0 { other } else { one }).map(|(_, it)| it)
    }

    /// IMP-R80, IMP-R91: whether the line from a Unit's front midpoint to the nearest point of another is open.
    fn sees(&self, id: Id, other: Id) -> bool {
        let front = self.front(id);
        let line = Segment::new(front, self.rect(other).nearest_to(front));
        let free = |it: Id| self.rect(it).grown(-TOLERANCE.touch).chord(&line).is_none();
        self.landscape.lets_see(&line, [front, self.front(other)])
            && self.everybody().filter(|it| *it != id && *it != other).all(free)
    }

    /// IMP-R99: enemy baggage near a Unit that could charge it.
    pub fn baggage_near(&self, id: Id) -> Option<Id> {
        let unit = self.unit(id);
        if matches!(unit.profile.kind, Kind::El | Kind::Art | Kind::W | Kind::S) {
            return None;
        }
        let camps = self.standing(id.seat().other()).filter(|it| self.is_baggage(*it));
        let mut near = camps.filter(|it| self.rect(*it).distance(&self.rect(id)) <= LOOT_U);
        near.find(|it| {
            let charge = charge::Charge { unit: *unit, target: *self.unit(*it), on_flank: false };
            charge.is_allowed().is_ok() && self.sees(id, *it)
        })
    }

    /// IMP-DF.11, IMP-R99: the test to stay where one is.
    pub(crate) fn spare_baggage(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(going) = self.asked::<Going>() else { return Ok(()) };
        let passed =
            self.test_discipline(going.seat, going.units, Purpose::SpareBaggage, 0, dice, log)?;
        if let Some(on) = self.going_mut()
            && passed
        {
            on.duty = None;
        }
        Ok(())
    }

    /// What draws Units that must advance.
    fn lure(&self, going: &Going) -> Option<(Id, Id)> {
        going.able(self).ids(going.seat).find_map(|id| {
            let to = match going.duty? {
                Duty::Advance => self.bound_to(id),
                Duty::Baggage => self.baggage_near(id),
            };
            Some((id, to?))
        })
    }

    /// IMP-R98: the turn that faces what draws them, if it is one.
    fn turn_to_lure(&self, going: &Going) -> Option<Angle> {
        let (id, enemy) = self.lure(going)?;
        let to = self.rect(enemy).centre() - self.front(id);
        let by = Facing::toward(to) - self.piece(id).front.facing;
        let most = self.unit(id).rotation_max(going.grouped, false);
        let by = Angle::new(by.degrees().clamp(-most, most));
        (by.degrees().abs() >= 1.0).then_some(by)
    }

    /// IMP-R98: a duty that no rule lets be done lapses.
    pub(crate) fn can_do_duty(&self, going: &Going) -> bool {
        self.rushes(going).into_iter().flatten().any(|it| self.plan_rush(going, it).is_ok())
    }

    /// Advances that are worth looking at: straight ahead, and towards the enemy.
    fn rushes(&self, going: &Going) -> [Option<Rush>; 3] {
        let turn = self.turn_to_lure(going);
        [
            Some(Rush { by: Angle::ZERO, bonus: true }),
            Some(Rush { by: Angle::ZERO, bonus: false }),
            turn.map(|by| Rush { by, bonus: true }),
        ]
    }

    pub(super) fn rush_candidates(&self, going: &Going, out: &mut Vec<Action>) {
        let all = self.rushes(going).into_iter().flatten();
        out.extend(all.filter(|it| self.plan_rush(going, *it).is_ok()).map(Action::from));
    }

    /// IMP-MOV.23, IMP-R98: whether an advance can be made, and how.
    fn plan_rush(&self, going: &Going, rush: Rush) -> Result<Plan, No> {
        let units = going.able(self);
        let unit = units.ids(going.seat).next().ok_or(No::Nobody)?;
        let barred = |rule| No::Barred { unit, rule };
        going.may_move(self, true).map_err(barred)?;
        let mut plan = Plan { going: *going, units, turn: None, turned: Length::ZERO };
        if rush.by == Angle::ZERO {
            let charges = self
                .may_declare(&Charge::new(going.seat, units, ChargeKind::Impetuous, true))
                .is_ok();
            let goes = |id: Id| self.rush_run(id, units, Length::ZERO) >= CLEAR_U;
            return if charges || units.ids(going.seat).all(goes) {
                Ok(plan)
            } else {
                Err(barred("IMP-R98"))
            };
        }
        let towards = self.turn_to_lure(going).is_some_and(|by| {
            by.steps().signum() == rush.by.steps().signum() && rush.by.abs() <= by.abs()
        });
        let stiff = units.ids(going.seat).any(|id| self.unit(id).before_rotation_u() > 0.0);
        if !towards && !self.misses_difficult_ground(going, rush.by) || stiff {
            return Err(barred("IMP-R98"));
        }
        let phase = Phase::Rotation { by: rush.by, after: Length::ZERO };
        let march = self.march(going.seat, units, phase, true);
        let march = march.map_err(|hindrance| No::Hindered { unit, phase, hindrance })?;
        let bases: Vec<Base> = units.ids(going.seat).map(|id| self.piece(id).base()).collect();
        let wide = Base::enclosing(&bases).map_or(0.0, |it| it.size.width.get());
        plan.turned = Length::new(wide * rush.by.abs().radians());
        if plan.turned.get() > f64::from(groups::m(units.ids(going.seat).map(|id| self.unit(id)))) {
            return Err(No::TooFar { unit, rule: "IMP-R98", most: 90.0 });
        }
        plan.turn = Some(march);
        Ok(plan)
    }

    /// IMP-MOV.23: a turn that leads past difficult ground which lies straight ahead.
    fn misses_difficult_ground(&self, going: &Going, by: Angle) -> bool {
        let treads = |rect: &acies_table::Rect, m: f64| {
            let sweep = Sweep::new(rect, Course::Straight { by: rect.ahead() * m });
            self.landscape.patches.iter().any(|it| {
                it.terrain.ground(&crate::profile::Profile::BAGGAGE) == Ground::Difficult
                    && sweep.treads(&it.outline, TOLERANCE)
            })
        };
        going.able(self).ids(going.seat).all(|id| {
            let (base, m) = (self.piece(id).base(), f64::from(self.unit(id).profile.m));
            let turned = acies_table::Motion::wheel(by).course(&base).end(&base.pose);
            treads(&base.rect(), m) && !treads(&Base { pose: turned, ..base }.rect(), m)
        })
    }

    /// IMP-TER.14, IMP-R98: how far an impetuous advance goes before difficult ground that it is not in yet.
    pub(super) fn before_difficult_ground(&self, id: Id, far_u: f64) -> f64 {
        let profile = self.unit(id).profile;
        self.before(id, far_u, |it| it.terrain.ground(&profile) == Ground::Difficult)
    }

    /// How far a Unit gets straight ahead before it enters such ground.
    pub(super) fn before(&self, id: Id, far_u: f64, such: impl Fn(&Patch) -> bool) -> f64 {
        let rect = self.rect(id);
        let sweep = Sweep::new(&rect, Course::Straight { by: rect.ahead() * far_u });
        let ahead = self.landscape.patches.iter().filter(|it| such(it));
        let ahead = ahead.filter(|it| !rect.is_in(&it.outline, TOLERANCE));
        ahead
            .filter_map(|it| sweep.enters(&it.outline, TOLERANCE))
            .map(|at| at * far_u)
            .fold(far_u, f64::min)
    }

    /// How far it goes if it meets nobody.
    fn rush_run(&self, id: Id, with: UnitSet, turned: Length) -> f64 {
        let m = f64::from(groups::m(with.ids(id.seat()).map(|it| self.unit(it)))) - turned.get();
        let far_u = self.before_difficult_ground(id, self.reach_u(id, m.max(0.0)));
        let far_u = self.before_dry_river(id, far_u, with);
        self.free_run(id, far_u, with)
    }

    /// The whole M straight ahead.
    fn rush_ahead(&self, id: Id, units: UnitSet, turned: Length) -> Way {
        let base = self.piece(id).base();
        let u = units
            .ids(id.seat())
            .map(|it| self.rush_run(it, units, turned))
            .fold(f64::INFINITY, f64::min);
        let course = Course::Straight { by: base.rect().ahead() * u };
        let sweep = Sweep::new(&base.rect(), course);
        let mut way = Way {
            to: Base { pose: course.end(&base.pose), ..base },
            disorders: None,
            destroys: None,
        };
        let rules: Option<RuleId> = self.disorder_on(id, &sweep);
        way.disorders = rules;
        way
    }

    /// The rule by which the ground on a way disorders a Unit.
    fn disorder_on(&self, id: Id, sweep: &Sweep) -> Option<RuleId> {
        use super::terrain::Effect;
        let mut felt =
            self.landscape.patches.iter().map(|it| (it, it.terrain.effect(&self.unit(id).profile)));
        felt.find(|(it, (_, effect))| {
            matches!(effect, Effect::Disorders | Effect::Hampers)
                && sweep.treads(&it.outline, TOLERANCE)
        })
        .map(|(_, (rule, _))| rule)
    }
}
