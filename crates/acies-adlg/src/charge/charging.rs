//! Carrying out a charge (RULES.md 2, C1 to C6; ADLG-R80 to ADLG-R83, ADLG-R90, ADLG-R160, ADLG-R163): evades,
//! the adjusted distance, the way to contact, conforming, and how the others go on.

use acies_core::{
    About, Dice, Log, Rolled, RuleId, Seat, Seats,
    flow::{Stacked, Step},
    named::enemies,
    words::Subject,
};
use acies_table::Length;
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Flags, Id},
    charge::{
        ahead::{Ahead, Stop},
        contact::Next,
        declare::{Declare, How},
        distance::Charge,
        legal::Declared,
        react,
    },
    evade::flight::{Blocked, Onrush},
    melee::engagement::Roles,
    movement::group_of,
    rulings::TOLERANCE,
    words::events::Event,
};

/// A charge that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charging {
    pub units: UnitSet,
    pub how: How,
    /// ADLG-R77: the cost of the start manoeuvre.
    #[serde(default)]
    pub manoeuvre: Length,
    pub allowance: Length,
    /// Whether it began with a quarter-turn or half-turn.
    #[serde(default)]
    pub turned: bool,
    /// Targets that have still to say whether they evade.
    #[serde(default, serialize_with = "enemies")]
    pub waiting: UnitSet,
    /// Targets that evade and have not run yet.
    #[serde(default, serialize_with = "enemies")]
    pub evading: UnitSet,
    /// Targets that stand, and evaders that have run.
    #[serde(default, serialize_with = "enemies")]
    pub standing: UnitSet,
    #[serde(default, serialize_with = "enemies")]
    pub fled: UnitSet,
    /// ADLG-R81: the initial targets; if all of them flee the distance is adjusted.
    #[serde(default, serialize_with = "enemies")]
    pub initial: UnitSet,
    /// The die of the adjusted distance, once it is thrown.
    pub die: Option<u8>,
    /// Chargers that have not gone yet.
    #[serde(default)]
    pub to_go: UnitSet,
    /// How far the first of them went that touched somebody.
    pub level: Option<Length>,
    /// ADLG-R82: how far those go on that touch nobody, once it is said.
    pub chosen: Option<Length>,
}

impl Step<Battle> for Charging {
    /// C2: the targets that are still to be asked.
    fn deciders(&self, battle: &Battle) -> Seats {
        if self.waiting.is_empty() { Seats::NONE } else { battle.phasing.other().into() }
    }

    /// C3 to C6: the next evader runs, the die of the charge is thrown, the next charger goes.
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let mut charging = *self;
        if let Some(evader) = battle.nearest_evader(&charging) {
            return charging.run_next(evader, battle, dice, log);
        }
        if charging.die.is_none() && is_all_fled(&charging) {
            charging.die = Some(battle.adjust(&charging, dice, log)?);
            battle.lay(charging);
            return Ok(());
        }
        match battle.go_next(&mut charging, log) {
            Next::Went => battle.lay(charging),
            Next::Ask(how_far) => {
                battle.lay(charging);
                battle.lay(how_far);
            }
            Next::Over => battle.end_charge(&charging),
        }
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let charge = battle.they(battle.phasing, self.units).says("charge");
        let target = self.waiting.ids(battle.phasing.other()).next();
        let who = target.map_or(Subject::several("those"), |id| battle.who(id));
        let asks = format!("{charge}: {} {who} evade or stand?", who.does("do"));
        (asks, &["ADLG-R80", "ADLG-EVA.1"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(react::both());
    }

    fn fits(&self, _: &Battle) -> bool {
        !self.units.is_empty()
    }
}

impl Charging {
    /// C3: the evader throws. ADLG-R96: others who ran before it may have shut it in; then it throws nothing and stands.
    fn run_next(
        mut self,
        evader: Id,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let (from, number) = (battle.onrush(&self), evader.number());
        self.evading = self.evading.without(number);
        if let Some(by) = battle.evade_blocked(evader, from, battle.roles()) {
            self.standing = self.standing.with(number);
            battle.lay(self);
            log.push(|| Event::Cornered { unit: evader, by });
            return Ok(());
        }
        self.fled = self.fled.with(number);
        battle.lay(self);
        battle.start_to_run(evader, from, dice, log)?;
        Ok(())
    }

    /// Whether an enemy has been asked to evade or stand.
    pub(crate) fn has_asked(&self, enemy: Id) -> bool {
        let number = enemy.number();
        [self.waiting, self.evading, self.standing, self.fled].iter().any(|set| set.has(number))
    }

    /// Whether what lies ahead of a unit that goes so far keeps it from going farther. A friend of the charge
    /// does so only if the unit ends short of what the others go.
    pub(crate) fn is_held_up(&self, unit: Id, distance: Length, stop: Stop, ahead: &Ahead) -> bool {
        let reached = distance.get() >= ahead.distance - TOLERANCE.touch;
        let mate = match stop {
            Stop::Body(other) | Stop::Passed(other) => {
                other.seat() == unit.seat() && self.units.has(other.number())
            }
            _ => false,
        };
        let others = self.chosen.max(self.level).unwrap_or(distance);
        reached && (!mate || distance + Length::new(TOLERANCE.touch) < others)
    }
}

pub(super) type Events = Log<Event>;

/// C1 to C4.
impl Battle {
    /// C1: the charge is declared; its units make their start manoeuvre. Gives the charge with the targets
    /// that have a choice.
    pub(crate) fn declare(
        &mut self,
        order: &Declare,
        declared: &Declared,
        roles: &Roles,
    ) -> Charging {
        let Declare { units, ref start, how } = *order;
        let seat = self.phasing;
        let ids = group_of(units, seat);
        let mut charging = Charging {
            units,
            how,
            manoeuvre: declared.manoeuvre,
            allowance: declared.allowance,
            turned: start.iter().any(|element| element.is_turn()),
            waiting: UnitSet::NONE,
            evading: UnitSet::NONE,
            standing: UnitSet::NONE,
            fled: UnitSet::NONE,
            initial: declared.targets().into_iter().collect(),
            die: None,
            to_go: units,
            level: None,
            chosen: None,
        };
        for (at, (&id, base)) in ids.iter().zip(&declared.starts).enumerate() {
            // ADLG-R88: not if the target was in its own zone.
            let near = declared.contacts[at]
                .is_some_and(|it| it.enemies().any(|enemy| self.is_spontaneous(id, enemy, roles)));
            let unit = self.unit_mut(id);
            unit.stood = Some(unit.pose);
            unit.pose = base.pose;
            unit.moves = 1;
            unit.flags |= Flags::NO_SHOOTING | Flags::SPENT;
            unit.flags.remove(Flags::STAKED);
            unit.flags.set(Flags::UNCONTROLLED, how == How::Uncontrolled && !near);
        }
        for target in declared.targets() {
            let chargers = ids
                .iter()
                .zip(&declared.contacts)
                .filter(|(_, contact)| contact.is_some_and(|contact| contact.enemy == target));
            let must = chargers.into_iter().any(|(&charger, _)| self.must_evade(target, charger));
            self.ask(&mut charging, target, must, roles);
        }
        charging
    }

    /// The direction in which a charge goes, and who charges.
    pub(crate) fn onrush(&self, charging: &Charging) -> Onrush {
        Onrush { facing: self.unit(self.lead(charging)).pose.facing, by: charging.units }
    }

    fn lead(&self, charging: &Charging) -> Id {
        Id::new(self.phasing, charging.units.iter().next().expect("a charge has units"))
    }

    /// C2, ADLG-R80, ADLG-R94: what a target may do: evade or stand, only stand, or only evade.
    pub(crate) fn ask(&self, charging: &mut Charging, target: Id, must: bool, roles: &Roles) {
        let number = target.number();
        if self.evade_blocked(target, self.onrush(charging), roles).is_some() {
            charging.standing = charging.standing.with(number);
        } else if must {
            charging.evading = charging.evading.with(number);
        } else {
            charging.waiting = charging.waiting.with(number);
        }
    }

    /// ADLG-EVA.3, ADLG-R96: says why a unit that could evade cannot.
    pub(crate) fn tell_cornered(&self, unit: Id, from: Onrush, roles: &Roles, log: &mut Events) {
        match self.evade_blocked(unit, from, roles) {
            None | Some(Blocked::Cannot) => {}
            Some(by) => log.push(|| Event::Cornered { unit, by }),
        }
    }

    /// C3, ADLG-R153: evaders run in the order of their distance.
    fn nearest_evader(&self, charging: &Charging) -> Option<Id> {
        let from = self.rect(self.lead(charging));
        let evaders = group_of(charging.evading, self.phasing.other());
        let distance = |id: &Id| from.distance(&self.rect(*id));
        evaders.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// C4, ADLG-CHG.7, ADLG-R81: one die for the whole charge.
    fn adjust(&self, charging: &Charging, dice: &mut Dice, log: &mut Events) -> Rolled<u8> {
        let unit = self.lead(charging);
        let charge = self.charge_of(unit, charging);
        let (by, units) = (self.phasing, charging.units);
        let die = charge
            .throw(by, dice)
            .about(|ask| format!("{} of {}", ask.what, self.names(by, units)))?
            as u8;
        log.push(|| Event::ChargeAdjusted { by, units, charge, die });
        Ok(die)
    }

    pub(crate) fn charge_of(&self, unit: Id, charging: &Charging) -> Charge {
        let allowance = charging.allowance.get() as u8;
        Charge { profile: *self.profile(unit), allowance, manoeuvre: charging.manoeuvre }
    }
}

/// ADLG-CHG.7: whether there were targets, and all of them fled.
fn is_all_fled(charging: &Charging) -> bool {
    !charging.initial.is_empty() && charging.initial.iter().all(|unit| charging.fled.has(unit))
}

impl Battle {
    /// The charge is over. ADLG-R98: evaders that got away may face about now.
    fn end_charge(&mut self, charging: &Charging) {
        let chargers = group_of(charging.units, self.phasing);
        for &charger in &chargers {
            self.record_mut(charger).stood = None;
        }
        let caught = |id: Id| chargers.iter().any(|&it| self.unit(it).charged == Some(id));
        let away = charging.fled.ids(self.phasing.other()).filter(|&id| !caught(id));
        let away: UnitSet = away.collect();
        self.offer_to_face_about(self.phasing.other(), away);
    }
}
