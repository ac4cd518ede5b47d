//! Leaving a melee (IMP-DF.6, IMP-DF.12, IMP-R97), and fighting on.

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, UnitSet,
    flow::{Deed, Shown, Stacked},
};
use acies_table::{Base, Course, Length};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Id},
    command::discipline::{Failure, Purpose},
    movement::{going::Going, way::Way},
    rulings::CLEAR_U,
    words::{
        events::{Event, How},
        notation::Reader,
        refusals::No,
    },
};

/// The active Unit, which is in contact, tests to go straight back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disengage {
    pub length: Length,
}

/// It fights.
pub struct Clash;

impl Deed<Battle> for Disengage {
    type Plan = (Going, Id);
    const VERBS: &'static [&'static str] = &["disengage"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("disengage {}", self.length)
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Disengage { length: words.length()? })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(Going, Id), No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let unit = going.alone().ok_or(No::Nobody)?;
        let barred = |rule| No::Barred { unit, rule };
        if !going.engaged {
            return Err(barred("IMP-R97"));
        }
        battle.disengaging(unit).map_err(barred)?;
        let most = f64::from(battle.unit(unit).profile.m);
        if self.length.get() < CLEAR_U || self.length.get() > most {
            return Err(No::TooFar { unit, rule: "IMP-R97", most });
        }
        Ok((going, unit))
    }

    fn perform(
        &self,
        (going, id): (Going, Id),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let units = UnitSet::one(id.number());
        let passed = battle.test_discipline(going.seat, units, Purpose::Disengage, 0, dice, log)?;
        if let Some(on) = battle.going_mut() {
            on.over = true;
        }
        if passed {
            let way = battle.way_out(id, self.length.get());
            battle.carry_out(&[(id, way)].into_iter().collect(), How::Disengaging, 1, log);
            battle.part(id);
            battle.settle_commanders(log);
            battle.give_trigger(going.seat, units);
        } else {
            // IMP-DF.6: Disordered, and it fights; IMP-DF.12: CM and CGL stay in order.
            let failure = battle.fail(id, Purpose::Disengage, log);
            debug_assert_ne!(failure, Failure::Nothing);
            battle.fight(going.seat, units, log);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked_units();
        let mut shown = Shown {
            who: Some(battle.names(by, units)),
            units: units.ids(by).map(|id| battle.key_of_piece(id)).collect(),
            throws: true,
            ..Shown::new("Disengage", format!("try to disengage, {} U back", self.length))
        };
        if let Some(id) = units.ids(by).next() {
            shown.ghosts.push(battle.ghost_at(id, &battle.way_out(id, self.length.get()).to));
        }
        shown.rules(&["IMP-DF.6", "IMP-R97"])
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let (_, id) = Deed::check(self, battle, by).ok()?;
        let units = UnitSet::one(id.number());
        Some(battle.discipline_forecast(by, units, Purpose::Disengage, 0, None))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let passed = Event::discipline_of(events)?;
        Some(was.discipline_forecast(by, was.asked_units(), Purpose::Disengage, 0, Some(passed)))
    }
}

impl Deed<Battle> for Clash {
    type Plan = Going;
    const VERBS: &'static [&'static str] = &["clash"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "clash".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Clash)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Going, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let unit = going.alone().ok_or(No::Nobody)?;
        if going.engaged && battle.may_fight(unit) {
            Ok(going)
        } else {
            Err(No::Barred { unit, rule: "IMP-R56" })
        }
    }

    fn perform(
        &self,
        going: Going,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if let Some(on) = battle.going_mut() {
            on.over = true;
        }
        battle.fight(going.seat, going.units, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked_units();
        Shown {
            who: Some(battle.names(by, units)),
            units: units.ids(by).map(|id| battle.key_of_piece(id)).collect(),
            throws: true,
            ..Shown::new("Fight", "fight on")
        }
        .rules(&["IMP-R56"])
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let going = Deed::check(self, battle, by).ok()?;
        let melee = battle.only_melee(by, going.units)?;
        Some(battle.round_forecast(&melee, None))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let melee = was.only_melee(by, was.asked_units())?;
        Some(was.round_forecast(&melee, Some(Event::round_of(events, melee.units))))
    }
}

impl Battle {
    /// IMP-R97: whether a Unit in contact may test to leave, or the rule by which not.
    pub fn disengaging(&self, id: Id) -> Result<(), RuleId> {
        let piece = self.piece(id);
        let enemies = self.contacts(id).ids(id.seat().other());
        let mut enemies = enemies.map(|it| self.unit(it).profile.m);
        let rules = [
            (piece.unit.disordered || piece.unit.in_bua, "IMP-R97"),
            (piece.unit.profile.m == 0, "IMP-R97"),
            (!piece.hit_on_flank.is_empty(), "IMP-R97"),
            (piece.unit.is_large(), "IMP-MOV.25"),
            (enemies.any(|m| m >= piece.unit.profile.m), "IMP-R97"),
        ];
        rules.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, rule)| Err(rule))
    }

    /// IMP-R97: straight back, without Disorder but for that of the ground.
    fn way_out(&self, id: Id, far_u: f64) -> Way {
        let base = self.piece(id).base();
        let back = -base.rect().ahead();
        let u = self.can_pass_some(id, back, self.reach_along_u(id, back, far_u), |friend| {
            !self.may_pass(id, friend)
        });
        let off_table = acies_table::Sweep::new(&base.rect(), Course::Straight { by: back * u });
        let u = off_table.leaves(&self.table(), crate::rulings::TOLERANCE).map_or(u, |at| at * u);
        let course = Course::Straight { by: back * u };
        let to = Base { pose: course.end(&base.pose), ..base };
        let sweep = acies_table::Sweep::new(&base.rect(), course);
        let disorders = self.landscape.patches.iter().find_map(|it| {
            use crate::movement::terrain::Effect;
            let (rule, effect) = it.terrain.effect(&self.unit(id).profile);
            let felt = matches!(effect, Effect::Disorders | Effect::Hampers);
            (felt && sweep.treads(&it.outline, crate::rulings::TOLERANCE)).then_some(rule)
        });
        Way { to, disorders, destroys: None }
    }
}
