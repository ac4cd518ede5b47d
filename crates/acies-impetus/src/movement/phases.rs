//! Movement phases as they are made (RULES.md 2, U2 d; 3.5; IMP-DF.3, IMP-DF.7, IMP-R28, IMP-R33, IMP-R37, IMP-R107).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
};
use acies_table::{Angle, Base, Length};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    going::Going,
    manoeuvre::Manoeuvre,
    way::{Hindrance, March, Phase, is_one_wide},
};
use crate::{
    battle::{Battle, Id, UnitSet},
    command::discipline::Purpose,
    profile::Kind,
    rulings::UNITS_MAX,
    steps::Action,
    words::{
        events::{Event, How, Leg},
        notation::Reader,
        refusals::No,
    },
};

/// A movement phase of the active Unit or Group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub phase: Phase,
}

/// What the check of a phase finds out.
pub struct Plan {
    going: Going,
    march: March,
    /// IMP-DT.1: what it tests for, if it does.
    test: Option<Purpose>,
}

impl Deed<Battle> for Move {
    type Plan = Plan;
    const VERBS: &'static [&'static str] = &["forward", "rotate", "oblique", "about", "back"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        match self.phase {
            Phase::Forward(length) => format!("forward {length}"),
            Phase::Backward(length) => format!("back {length}"),
            Phase::AboutFace => "about".into(),
            Phase::Oblique { off, length } => format!("oblique {off} {length}"),
            Phase::Rotation { by, after } if after == Length::ZERO => format!("rotate {by}"),
            Phase::Rotation { by, after } => format!("rotate {by} after {after}"),
        }
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let phase = match verb {
            "forward" => Phase::Forward(words.length()?),
            "back" => Phase::Backward(words.length()?),
            "about" => Phase::AboutFace,
            "oblique" => Phase::Oblique { off: words.angle()?, length: words.length()? },
            _ => {
                let by = words.angle()?;
                let after = if words.flag("after") { words.length()? } else { Length::ZERO };
                Phase::Rotation { by, after }
            }
        };
        Ok(Move { phase })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Plan, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let units = going.able(battle);
        let unit = units.ids(going.seat).next().ok_or(No::Nobody)?;
        if going.duty.is_some() && battle.can_do_duty(&going) {
            return Err(No::Duty { unit, rule: "IMP-MOV.21" });
        }
        going.may_move(battle, false).map_err(|rule| No::Barred { unit, rule })?;
        let march = battle.march(going.seat, units, self.phase, true);
        let march =
            march.map_err(|hindrance| No::Hindered { unit, phase: self.phase, hindrance })?;
        let test = battle.test_for(&going, self.phase, &march);
        if test == Some(Purpose::AboutFace) {
            battle
                .may_pass_test(&going, Purpose::AboutFace)
                .map_err(|rule| No::Barred { unit, rule })?;
        }
        Ok(Plan { going, march, test })
    }

    fn perform(
        &self,
        plan: Plan,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Plan { going, mut march, test } = plan;
        let units: UnitSet = march.iter().map(|(id, _)| *id).collect();
        let movement = going.next_movement(battle);
        let passed = match test {
            Some(purpose) => {
                battle.test_discipline(going.seat, units, purpose, movement, dice, log)?
            }
            None => true,
        };
        let on_road = march.iter().all(|(id, way)| {
            battle.is_on_road(&battle.piece(*id).base()) && battle.is_on_road(&way.to)
        });
        if let Some(going) = battle.going_mut() {
            going.phases += 1;
            going.duty = None;
            going.halted |= !passed && test == Some(Purpose::Move);
            going.on_road = on_road;
        }
        if !passed && test == Some(Purpose::AboutFace) {
            // IMP-DF.7, IMP-R33: nothing happens, and the phase is used.
            units.ids(going.seat).for_each(|id| battle.piece_mut(id).phases += 1);
            return Ok(());
        }
        let manoeuvre = self.phase.manoeuvre();
        for (id, way) in &mut march {
            if !passed {
                way.disorders =
                    way.disorders.or(battle.unit(*id).ends_disordered(manoeuvre, false));
            }
        }
        battle.carry_out(&march, How::Phase(self.phase), going.phases + 1, log);
        if !passed && test == Some(Purpose::Move) {
            units.ids(going.seat).for_each(|id| battle.disorder(id, "IMP-DF.3", log));
        }
        battle.settle_commanders(log);
        battle.give_trigger(going.seat, units);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked::<Going>().map_or(UnitSet::NONE, |it| it.able(battle));
        let does = self.phase.words();
        let pieces = units.ids(by).map(|id| battle.key_of_piece(id)).collect();
        let mut shown =
            Shown { who: Some(battle.names(by, units)), units: pieces, ..Shown::new("Move", does) };
        if let Ok(plan) = Deed::check(self, battle, by) {
            shown.throws = plan.test.is_some();
            shown.note = plan.note(battle);
            shown.ghosts =
                plan.march.iter().map(|(id, way)| battle.ghost_at(*id, &way.to)).collect();
        }
        shown.rules(self.phase.rules())
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let plan = Deed::check(self, battle, by).ok()?;
        let units: UnitSet = plan.march.iter().map(|(id, _)| *id).collect();
        let movement = plan.going.next_movement(battle);
        Some(battle.discipline_forecast(by, units, plan.test?, movement, None))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let plan = Deed::check(self, was, by).ok()?;
        let units: UnitSet = plan.march.iter().map(|(id, _)| *id).collect();
        let movement = plan.going.next_movement(was);
        let passed = Event::discipline_of(events)?;
        Some(was.discipline_forecast(by, units, plan.test?, movement, Some(passed)))
    }

    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        let No::Hindered { hindrance: Hindrance { most: Some(most), .. }, .. } = no else {
            return None;
        };
        // Just inside the limit, on the grid.
        let most = (most * 100.0).floor() / 100.0;
        let turned =
            |by: Angle| Angle::new(most.min(by.abs().degrees()) * f64::from(by.steps().signum()));
        let phase = match self.phase {
            Phase::Forward(_) => Phase::Forward(Length::new(most)),
            Phase::Backward(_) => Phase::Backward(Length::new(most)),
            Phase::Oblique { off, .. } => Phase::Oblique { off, length: Length::new(most) },
            Phase::Rotation { by, after } => Phase::Rotation { by: turned(by), after },
            Phase::AboutFace => return None,
        };
        let instead = Move { phase };
        (instead != *self && Deed::check(&instead, battle, by).is_ok()).then(|| instead.into())
    }
}

impl Plan {
    fn note(&self, battle: &Battle) -> String {
        let units: UnitSet = self.march.iter().map(|(id, _)| *id).collect();
        let mut parts = Vec::new();
        if let Some(purpose) = self.test {
            let movement = self.going.next_movement(battle);
            let test = battle.discipline_test(self.going.seat, units, purpose, movement);
            parts.push(format!("discipline test on {}+", test.needs() - test.sum().total));
        }
        if self.march.iter().any(|(_, way)| way.disorders.is_some()) {
            parts.push("ends Disordered".into());
        }
        if self.march.iter().any(|(_, way)| way.destroys.is_some()) {
            parts.push("the ground destroys it".into());
        }
        parts.join(", ")
    }
}

impl Phase {
    /// What is done, in small letters.
    pub fn words(self) -> String {
        let side = |by: Angle| if by.steps() < 0 { "left" } else { "right" };
        match self {
            Phase::Forward(length) => format!("move {length} U forward"),
            Phase::Backward(length) => format!("move {length} U backward"),
            Phase::AboutFace => "turn about".into(),
            Phase::Oblique { off, length } => {
                format!("move {length} U obliquely, {} degrees to the {}", off.abs(), side(off))
            }
            Phase::Rotation { by, after } if after == Length::ZERO => {
                format!("wheel {} degrees to the {}", by.abs(), side(by))
            }
            Phase::Rotation { by, after } => {
                format!("move {after} U forward and wheel {} degrees to the {}", by.abs(), side(by))
            }
        }
    }

    fn rules(self) -> &'static [acies_core::RuleId] {
        match self {
            Phase::Forward(_) => &["IMP-MOV.1"],
            Phase::Backward(_) => &["IMP-MOV.17", "IMP-R32"],
            Phase::AboutFace => &["IMP-MOV.12", "IMP-R33"],
            Phase::Oblique { .. } => &["IMP-MOV.8", "IMP-R31"],
            Phase::Rotation { .. } => &["IMP-MOV.4", "IMP-R30"],
        }
    }
}

impl Battle {
    /// IMP-MOV.12, IMP-MOV.17, IMP-TER.5, IMP-R28, IMP-R107: what a phase tests for.
    fn test_for(&self, going: &Going, phase: Phase, march: &March) -> Option<Purpose> {
        let manoeuvre = phase.manoeuvre();
        let wary = |id: Id| matches!(self.unit(id).profile.kind, Kind::Cm | Kind::Cgl);
        let bases: ArrayVec<Base, UNITS_MAX> =
            march.iter().map(|(id, _)| self.piece(*id).base()).collect();
        let road = going.phases == 1
            && going.on_road
            && Base::enclosing(&bases).is_some_and(|body| is_one_wide(&body))
            && march.iter().all(|(_, way)| self.is_on_road(&way.to));
        match manoeuvre {
            Manoeuvre::AboutFace => Some(Purpose::AboutFace),
            _ if going.phases > 0 && !road => Some(Purpose::Move),
            Manoeuvre::Backward if march.iter().any(|(id, _)| wary(*id)) => Some(Purpose::Backward),
            _ => None,
        }
    }

    /// Moves all who take part, says so, and does to them what the ground and the manoeuvre do. IMP-SPC.46: a shieldwall
    /// bears one phase of an activation.
    pub(crate) fn carry_out(&mut self, march: &March, how: How, phases: u8, log: &mut Log<Event>) {
        log.push(|| {
            let leg = |(id, way): &(Id, super::way::Way)| Leg {
                unit: *id,
                from: self.piece(*id).base().pose,
                to: way.to.pose,
            };
            Event::Went { legs: march.iter().map(leg).collect(), how }
        });
        for (id, way) in march {
            self.make(*id, &super::way::Way { disorders: None, destroys: None, ..*way });
            let unit = &mut self.piece_mut(*id).unit;
            unit.shieldwall = unit.keeps_shieldwall(phases);
            if let Some(rule) = way.disorders {
                self.disorder(*id, rule, log);
            }
            if let Some(rule) = way.destroys {
                self.remove(*id, rule, log);
            }
        }
    }

    /// The odds of a discipline test, or how it went.
    pub(crate) fn discipline_forecast(
        &self,
        seat: Seat,
        units: UnitSet,
        purpose: Purpose,
        movement: u8,
        passed: Option<bool>,
    ) -> Forecast {
        let test = self.discipline_test(seat, units, purpose, movement);
        let odds = match passed {
            Some(passed) => acies_core::Odds::sure(passed),
            None => acies_core::odds(|dice| test.throw(seat, dice)),
        };
        let first = units.ids(seat).next();
        let fails = first.map(|id| purpose.failure(self.unit(id).profile.kind).0);
        Forecast {
            title: format!("discipline test of {}", self.names(seat, units)),
            sums: vec![("added to the die".into(), test.sum())],
            rules: ["IMP-DT.1"].into_iter().chain(fails).collect(),
            outcomes: odds.outcomes(|passed| {
                let says = if *passed { "they pass" } else { "they fail" };
                (says.into(), vec![("passed", i64::from(*passed))])
            }),
            highlights: vec![odds.highlight("they pass", |passed| *passed)],
        }
    }
}
