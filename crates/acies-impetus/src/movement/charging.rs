//! Charges as they are made (RULES.md 2, C1 to C6; 3.12; IMP-R37, IMP-R44 to IMP-R53, IMP-R89, IMP-R104, IMP-R115).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, UnitSet,
    flow::{Deed, Shown, Stacked, Step, YesNo},
};
use acies_table::{Base, Course, Length, Point, Sweep};
use serde::{Deserialize, Serialize};

use super::{
    charge::{self, bonus_max_u, throw_bonus},
    going::Going,
    groups,
    reacting::Facing,
    seizing::Cover,
};
use crate::{
    battle::{Battle, Id},
    cohesion::Ground,
    command::discipline::Purpose,
    melee::{Came, fighting::Melees},
    movement::terrain::Effect,
    profile::Kind as Troops,
    rulings::{CLEAR_U, TOLERANCE},
    shooting::volley::ShotAt,
    words::{
        events::{Event, How, Leg},
        notation::Reader,
        refusals::No,
    },
};

/// Which kind of charge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Declared,
    /// IMP-CHG.5.
    Opportunity,
    /// IMP-R98: an impetuous advance that meets an enemy.
    Impetuous,
}

/// What comes next in a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// C2: who is first in the way reacts.
    Targets,
    /// C3.
    Shots,
    Evasions,
    Counters,
    /// C4.
    Moves,
}

/// A charge on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    pub seat: Seat,
    pub kind: Kind,
    /// The charge bonus is wanted.
    pub bonus: bool,
    pub stage: Stage,
    /// Who has still to move.
    pub units: UnitSet,
    /// All who charge.
    pub movers: UnitSet,
    /// Whose Units the following are.
    pub enemy: Seat,
    /// IMP-R115: enemies that have reacted, once each.
    pub reacted: UnitSet,
    pub shooting: UnitSet,
    pub evading: UnitSet,
    pub countering: UnitSet,
    /// IMP-R98: what a turn before it has taken off M.
    pub turned: Length,
    /// IMP-R28: the test for it was missed.
    pub failed: bool,
    /// The charge bonus, once it is thrown.
    pub thrown: Option<u8>,
    /// Who moves now, and what is left of his movement.
    pub now: Option<u8>,
    pub left: Length,
    /// IMP-R45: where the front of who moves now was when the phase began.
    pub from: Point,
}

impl Charge {
    pub fn new(seat: Seat, units: UnitSet, kind: Kind, bonus: bool) -> Charge {
        Charge {
            seat,
            kind,
            bonus,
            stage: Stage::Targets,
            units,
            movers: units,
            enemy: seat.other(),
            reacted: UnitSet::NONE,
            shooting: UnitSet::NONE,
            evading: UnitSet::NONE,
            countering: UnitSet::NONE,
            turned: Length::ZERO,
            failed: false,
            thrown: None,
            now: None,
            left: Length::ZERO,
            from: Point::default(),
        }
    }

    /// IMP-R37, IMP-R49, IMP-R130: the movement that each has, or may still throw if the bonus is wanted.
    fn movement_u(&self, battle: &Battle) -> f64 {
        let units = || self.movers.ids(self.seat).map(|id| battle.unit(id));
        let m = f64::from(groups::m(units())) - self.turned.get();
        let mounted = groups::charges_mounted(units());
        let most = if mounted { 6 } else { 3 };
        debug_assert!(units().all(|it| bonus_max_u(&it.profile) >= 3));
        let bonus = match self.thrown {
            Some(thrown) => thrown,
            None if self.bonus => most,
            None => 0,
        };
        m + f64::from(bonus)
    }

    /// What a Unit has left.
    fn left_u(&self, battle: &Battle, id: Id) -> f64 {
        if self.now == Some(id.number()) { self.left.get() } else { self.movement_u(battle) }
    }
}

impl Step<Battle> for Charge {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let charge = Charge {
            units: self.units.ids(self.seat).filter(|id| battle.is_there(*id)).collect(),
            ..*self
        };
        let to = |stage: Stage| Charge { stage, ..charge };
        match charge.stage {
            // IMP-R115: only he who is first in the way reacts; of one who moves on, only he.
            Stage::Targets => match battle.next_target(&charge) {
                Some((unit, charger)) => {
                    let charge = Charge { reacted: charge.reacted.with(unit.number()), ..charge };
                    battle.lay(Facing { unit, charger, failed: false, charge });
                }
                None => battle.lay(Cover { charge: to(Stage::Shots) }),
            },
            Stage::Shots => match charge.shooting.first() {
                Some(number) => {
                    battle.lay(Charge { shooting: charge.shooting.without(number), ..charge });
                    battle.shoot_at_charge(Id::new(charge.seat.other(), number), &charge);
                }
                None => battle.lay(to(Stage::Evasions)),
            },
            // IMP-R47 (4): if nobody charges any more, nobody evades.
            _ if charge.units.is_empty() => battle.end_charge(&charge, log),
            Stage::Evasions => match charge.evading.first() {
                Some(number) => {
                    battle.lay(Charge {
                        evading: charge.evading.without(number),
                        stage: if charge.evading.len() == 1 {
                            Stage::Targets
                        } else {
                            Stage::Evasions
                        },
                        ..charge
                    });
                    let id = Id::new(charge.seat.other(), number);
                    if battle.is_there(id) {
                        battle.evade(id, log);
                        battle.ask_to_evade_on(id, 1, true);
                    }
                }
                None => battle.lay(to(Stage::Counters)),
            },
            Stage::Counters => match charge.countering.first() {
                Some(number) => {
                    battle.lay(Charge { countering: charge.countering.without(number), ..charge });
                    battle.counter_charge(Id::new(charge.seat.other(), number), &charge, log);
                }
                None => battle.lay(to(Stage::Moves)),
            },
            Stage::Moves => battle.charge_home(charge, dice, log)?,
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        let theirs = self.reacted | self.shooting | self.evading | self.countering;
        let known = battle.has_all(self.seat, self.units | self.movers)
            && battle.has_all(self.seat.other(), theirs);
        known && self.enemy == self.seat.other() && !self.movers.is_empty()
    }
}

/// The active Unit or Group charges straight ahead: a Forward movement (IMP-MOV.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declare {
    pub bonus: bool,
}

impl Deed<Battle> for Declare {
    type Plan = Going;
    const VERBS: &'static [&'static str] = &["charge"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        if self.bonus { "charge".into() } else { "charge plain".into() }
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Declare { bonus: !words.flag("plain") })
    }

    /// IMP-R49: only if it would touch an enemy whom it may charge within M and the highest bonus.
    fn check(&self, battle: &Battle, _: Seat) -> Result<Going, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let units = going.able(battle);
        let unit = units.ids(going.seat).next().ok_or(No::Nobody)?;
        going.may_move(battle, true).map_err(|rule| No::Barred { unit, rule })?;
        if going.duty.is_some() && battle.can_do_duty(&going) {
            return Err(No::Duty { unit, rule: "IMP-MOV.21" });
        }
        battle.may_declare(&Charge::new(going.seat, units, Kind::Declared, true))?;
        Ok(going)
    }

    fn perform(
        &self,
        going: Going,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let units = going.able(battle);
        let passed = going.phases == 0 || {
            let movement = going.next_movement(battle);
            battle.test_discipline(going.seat, units, Purpose::Move, movement, dice, log)?
        };
        if let Some(on) = battle.going_mut() {
            on.phases += 1;
            on.halted = true;
        }
        for id in units.ids(going.seat) {
            let unit = &mut battle.piece_mut(id).unit;
            unit.shieldwall = unit.keeps_shieldwall(going.phases + 1);
        }
        let charge = Charge::new(going.seat, units, Kind::Declared, self.bonus);
        battle.begin_charge(Charge { failed: !passed, ..charge }, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked_units();
        let charge = Charge::new(by, units, Kind::Declared, true);
        let targets = units.ids(by).filter_map(|id| battle.first_reached(&charge, id));
        let targets: UnitSet = targets.collect();
        let names = battle.names(by.other(), targets);
        let bonus = if self.bonus { "with" } else { "without" };
        Shown {
            who: Some(battle.names(by, units)),
            units: units.ids(by).map(|id| battle.key_of_piece(id)).collect(),
            targets: targets.ids(by.other()).map(|id| battle.key_of_piece(id)).collect(),
            throws: true,
            ..Shown::new("Charge", format!("charge {names} {bonus} the charge bonus"))
        }
        .rules(&["IMP-CHG.3", "IMP-R49"])
    }

    /// IMP-R28: the test for a charge that is not the first phase.
    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let going = Deed::check(self, battle, by).ok().filter(|it| it.phases > 0)?;
        let movement = going.next_movement(battle);
        Some(battle.discipline_forecast(by, going.able(battle), Purpose::Move, movement, None))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let going: Going = was.asked()?;
        let movement = going.next_movement(was);
        let passed = Event::discipline_of(events)?;
        Some(was.discipline_forecast(by, going.able(was), Purpose::Move, movement, Some(passed)))
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let units = battle.asked_units();
        battle.after_charge(&Charge::new(by, units, Kind::Declared, self.bonus))
    }
}

/// IMP-R52: whether a Unit that has dispersed skirmishers or run over artillery goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Onward {
    pub charge: Charge,
}

impl YesNo<Battle> for Onward {
    const VERB: &'static str = "onward";

    fn seat(&self) -> Seat {
        self.charge.seat
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = self.charge.now.map_or("they", |it| battle.name(Id::new(self.charge.seat, it)));
        (format!("{name} have {} U left: do they go on?", self.charge.left), &["IMP-R52"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let id = self.charge.now.map(|it| Id::new(self.charge.seat, it));
        let shown =
            if yes { Shown::new("Go on", "go on") } else { Shown::new("Stop", "stop there") };
        Shown {
            who: id.map(|it| battle.name(it).to_owned()),
            units: id.iter().map(|it| battle.key_of_piece(*it)).collect(),
            ..shown
        }
        .rules(&["IMP-R52"])
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        _: &mut Dice,
        _: &mut Log<Event>,
    ) -> Rolled<()> {
        let charge = self.charge;
        battle.lay(if yes { Charge { stage: Stage::Targets, ..charge } } else { charge.halted() });
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        self.charge.fits(battle)
    }
}

impl Charge {
    /// Who moves now has done.
    fn halted(self) -> Charge {
        let units = self.now.map_or(self.units, |it| self.units.without(it));
        Charge { units, now: None, ..self }
    }
}

/// How far a Unit goes straight ahead, and whom it touches there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    u: f64,
    touches: Option<Id>,
}

impl Battle {
    /// IMP-CHG.1, IMP-CHG.2, IMP-R45, IMP-R49: whether a Unit may move into contact with an enemy from where it is.
    pub fn may_charge(&self, id: Id, target: Id) -> Result<(), RuleId> {
        let on_flank = self.is_behind_front(self.front(id), target);
        charge::Charge { unit: *self.unit(id), target: *self.unit(target), on_flank }.is_allowed()
    }

    /// IMP-R49: whether one of them would touch an enemy that it may charge.
    pub(crate) fn may_declare(&self, charge: &Charge) -> Result<(), No> {
        let mut why = None;
        for id in charge.units.ids(charge.seat) {
            match self.first_reached(charge, id).map(|target| (target, self.may_charge(id, target)))
            {
                Some((_, Ok(()))) => return Ok(()),
                Some((target, Err(rule))) => why = Some(No::NoCharge { unit: id, target, rule }),
                None => {}
            }
        }
        let unit = charge.units.ids(charge.seat).next().ok_or(No::Nobody)?;
        Err(why.unwrap_or(No::NobodyInReach { unit, most: charge.movement_u(self) }))
    }

    /// Lays a charge down: C1.
    pub(crate) fn begin_charge(&mut self, charge: Charge, log: &mut Log<Event>) {
        let Charge { seat, units, kind, bonus, .. } = charge;
        for id in units.ids(seat) {
            let piece = self.piece_mut(id);
            piece.phases += 1;
            (piece.waiting, piece.protected) = (false, false);
        }
        log.push(|| Event::Charges { seat, units, kind, bonus });
        self.lay(charge);
    }

    /// The enemy that a Unit of a charge would touch first, within what it has or may still throw.
    pub(crate) fn first_reached(&self, charge: &Charge, id: Id) -> Option<Id> {
        let far_u = self.most_u(charge, id, charge.left_u(self, id));
        self.run_ahead(id, far_u, charge.units).touches
    }

    /// IMP-R89, IMP-R106, IMP-TER.14: how far a Unit of a charge gets with so much movement, for its ground.
    fn most_u(&self, charge: &Charge, id: Id, movement_u: f64) -> f64 {
        let far_u = self.reach_u(id, movement_u.max(0.0));
        let far_u = self.before_dry_river(id, far_u, charge.movers);
        if charge.kind == Kind::Impetuous { self.before_difficult_ground(id, far_u) } else { far_u }
    }

    /// How far a Unit gets straight ahead that is to touch nobody; `with` moves like it.
    pub(super) fn free_run(&self, id: Id, far_u: f64, with: UnitSet) -> f64 {
        let run = self.run_ahead(id, far_u, with);
        let u = self.short_of_enemies(id, run.u);
        self.clear_of_friends_but(id, Run { u, touches: None }, with).u
    }

    /// IMP-R115: an enemy that is first in the way and has not reacted yet, with who charges it.
    fn next_target(&self, charge: &Charge) -> Option<(Id, Id)> {
        let units = match charge.now {
            Some(now) => UnitSet::one(now),
            None => charge.units,
        };
        let mut met =
            units.ids(charge.seat).filter_map(|id| Some((self.first_reached(charge, id)?, id)));
        met.find(|(target, id)| {
            !charge.reacted.has(target.number()) && self.may_charge(*id, *target).is_ok()
        })
    }

    /// IMP-R44, IMP-R89, IMP-R104, IMP-R121: how far a Unit gets straight ahead, at most so far: to an enemy, to
    /// a friend that it cannot pass, to ground that it cannot enter, to the edge of the table. `with` moves like it.
    fn run_ahead(&self, id: Id, far_u: f64, with: UnitSet) -> Run {
        let rect = self.rect(id);
        let sweep = Sweep::new(&rect, Course::Straight { by: rect.ahead() * far_u });
        let mut run = Run { u: far_u, touches: None };
        if far_u <= 0.0 {
            return run;
        }
        let near = |it: &Id| self.may_meet(id, *it, far_u + TOLERANCE.touch);
        for enemy in self.standing(id.seat().other()).filter(near) {
            let at = match self.bua_of(enemy) {
                Some(bua) => sweep.enters(&bua.outline, TOLERANCE),
                None => sweep.first_touch(&self.rect(enemy), TOLERANCE).map(|it| it.at),
            };
            if let Some(u) = at.map(|at| at * far_u).filter(|u| *u < run.u || run.touches.is_none())
            {
                run = Run { u, touches: Some(enemy) };
            }
        }
        let mut stop = |u: f64| {
            if u < run.u - 1e-9 {
                run = Run { u: u.max(0.0), touches: None };
            }
        };
        let profile = &self.unit(id).profile;
        let bars = |it: &&crate::landscape::Patch| it.terrain.effect(profile).1 == Effect::Bars;
        for patch in self.landscape.patches.iter().filter(bars) {
            sweep.enters(&patch.outline, TOLERANCE).into_iter().for_each(|at| stop(at * far_u));
        }
        if !profile.fights_in_bua() {
            let walls =
                self.landscape.walls.iter().filter_map(|it| sweep.first_crossing(it, TOLERANCE));
            walls.for_each(|at| stop(at * far_u));
        }
        sweep.leaves(&self.table(), TOLERANCE).into_iter().for_each(|at| stop(at * far_u));
        let free = |it: &Id| *it != id && !with.has(it.number()) && near(it);
        for friend in self.standing(id.seat()).filter(free) {
            let touch = sweep.first_touch(&self.rect(friend), TOLERANCE).filter(|it| it.enters);
            if let Some(touch) = touch
                && !self.may_pass(id, friend)
            {
                stop(touch.at * far_u);
            }
        }
        self.clear_of_friends_but(id, run, with)
    }

    /// IMP-R104, IMP-R133: nobody ends upon a friend: it stops before the first of them.
    fn clear_of_friends(&self, id: Id, run: Run) -> Run {
        self.clear_of_friends_but(id, run, UnitSet::NONE)
    }

    /// The same but for those who move like it.
    fn clear_of_friends_but(&self, id: Id, run: Run, with: UnitSet) -> Run {
        let rect = self.rect(id);
        let mut run = run;
        while run.u > 0.0 {
            let free =
                |it: &Id| *it != id && !with.has(it.number()) && self.may_meet(id, *it, run.u);
            let mut friends = self.standing(id.seat()).filter(free).map(|it| self.rect(it));
            let there = rect.shifted(rect.ahead() * run.u);
            let Some(body) = friends.find(|it| it.overlaps(&there, TOLERANCE)) else { break };
            let sweep = Sweep::new(&rect, Course::Straight { by: rect.ahead() * run.u });
            let before = sweep.first_touch(&body, TOLERANCE).map_or(0.0, |it| it.at * run.u);
            run = Run { u: if before < run.u - 1e-6 { before } else { 0.0 }, touches: None };
        }
        run
    }

    /// C3: a shot at the charge: at the charger that would touch it, else at the nearest.
    fn shoot_at_charge(&mut self, shooter: Id, charge: &Charge) {
        if !self.is_there(shooter) {
            return;
        }
        let chargers =
            charge.units.ids(charge.seat).filter(|id| self.shot(shooter, *id, true, 0).is_ok());
        let far = |id: Id| {
            let aims = self.first_reached(charge, id) == Some(shooter);
            (!aims, self.rect(id).distance(&self.rect(shooter)))
        };
        let first = chargers.map(|id| (far(id), id)).reduce(|one, other| {
            if (other.0.0, other.0.1) < (one.0.0, one.0.1) { other } else { one }
        });
        if let Some((_, target)) = first {
            // IMP-R128: who charges does not shoot back.
            self.lay(ShotAt { answered: true, ..ShotAt::new(shooter, target) });
        }
    }

    /// IMP-R50: the counter-charge: half the way of the nearest charger, at most M.
    pub(super) fn counter_charge(&mut self, id: Id, charge: &Charge, log: &mut Log<Event>) {
        if !self.is_there(id) || self.unit(id).disordered {
            return;
        }
        let gaps = charge.units.ids(charge.seat).filter_map(|it| Some((self.gap(it, id)?, it)));
        let Some((gap, charger)) =
            gaps.reduce(|one, other| if other.0 < one.0 { other } else { one })
        else {
            return;
        };
        let far_u = f64::from(self.unit(id).profile.m).min(gap / 2.0);
        let far_u = self.reach_u(id, f64::from(self.unit(id).profile.m)).min(far_u);
        let run = self.run_ahead(id, far_u, UnitSet::NONE);
        let from = self.front(id);
        let piece = self.piece_mut(id);
        piece.phases += 1;
        piece.protected = false;
        piece.came = Came::CounterCharged;
        self.go_ahead(id, run.u, How::CounterCharge, log);
        if !self.is_there(id) {
            return;
        }
        if let Some(enemy) = run.touches.filter(|it| self.is_there(*it)) {
            self.meet(id, enemy, from, log);
        }
        let _ = charger;
        self.settle_commanders(log);
    }

    /// C4: the bonus, then one charger after the other, the foremost first.
    fn charge_home(&mut self, charge: Charge, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let mut charge = charge;
        if charge.thrown.is_none() {
            let bonus = if charge.bonus {
                let mounted =
                    groups::charges_mounted(charge.movers.ids(charge.seat).map(|id| self.unit(id)));
                throw_bonus(mounted, charge.seat, dice)?
            } else {
                0
            };
            charge.thrown = Some(bonus);
            if charge.bonus {
                log.push(|| Event::BonusThrown { seat: charge.seat, bonus });
            }
        }
        let now = charge.now.filter(|it| charge.units.has(*it));
        let id = match now {
            Some(now) => Id::new(charge.seat, now),
            None => {
                let Some(id) = self.foremost(&charge) else {
                    self.end_charge(&charge, log);
                    return Ok(());
                };
                charge.now = Some(id.number());
                charge.left = Length::new(charge.movement_u(self));
                if charge.turned == Length::ZERO {
                    charge.from = Point::nearest(self.front(id));
                }
                id
            }
        };
        // IMP-R115: an enemy that is laid open reacts first.
        if self.next_target(&charge).is_some() {
            self.lay(Charge { stage: Stage::Targets, ..charge });
            return Ok(());
        }
        let onward = self.charge_on(id, &mut charge, log);
        if !onward {
            self.lay(charge.halted());
        } else if self.unit(id).is_impetuous() {
            self.lay(charge);
        } else {
            self.lay(Onward { charge });
        }
        Ok(())
    }

    /// Who moves first: the one whose front is foremost.
    pub(super) fn foremost(&self, charge: &Charge) -> Option<Id> {
        let lead = charge.units.ids(charge.seat).next()?;
        let rect = self.rect(lead);
        let ahead = |id: Id| rect.local(self.front(id)).y;
        let units = charge.units.ids(charge.seat);
        units.reduce(|one, other| if ahead(other) > ahead(one) + 1e-6 { other } else { one })
    }

    /// How far a charger gets with all that it has or may throw, and whom it meets and may charge there.
    pub(super) fn run_home(&self, charge: &Charge, id: Id) -> Option<(f64, Id)> {
        let far_u = self.most_u(charge, id, charge.left_u(self, id));
        let run = self.run_ahead(id, far_u, UnitSet::NONE);
        let enemy = run.touches.filter(|it| self.may_charge(id, *it).is_ok())?;
        Some((run.u, enemy))
    }

    /// Moves a charger into contact, untold.
    pub(super) fn run_into(&mut self, id: Id, enemy: Id, far_u: f64, from: glam::DVec2) {
        self.go_ahead(id, far_u, How::Charge, &mut Log::Off);
        if self.is_there(id) {
            self.meet(id, enemy, from, &mut Log::Off);
        }
    }

    /// One charger goes as far as it can; whether it has brushed somebody aside and may go on.
    fn charge_on(&mut self, id: Id, charge: &mut Charge, log: &mut Log<Event>) -> bool {
        let far_u = self.most_u(charge, id, charge.left.get());
        let mut run = self.run_ahead(id, far_u, UnitSet::NONE);
        // IMP-R37, IMP-R114: it stops short of whom it may not contact.
        if let Some(enemy) = run.touches
            && self.may_charge(id, enemy).is_err()
        {
            run = Run { u: (run.u - CLEAR_U).max(0.0), touches: None };
        }
        if run.touches.is_none() {
            run.u = self.short_of_enemies(id, run.u);
            run = self.clear_of_friends(id, run);
        }
        let cost = self.cost_u(id, run.u);
        self.go_ahead(id, run.u, How::Charge, log);
        charge.left = Length::new((charge.left.get() - cost).max(0.0));
        match run.touches.filter(|_| self.is_there(id)) {
            Some(enemy) => {
                let brushed = self.meet(id, enemy, charge.from.vec(), log);
                brushed && charge.left.get() >= CLEAR_U
            }
            None => false,
        }
    }

    /// IMP-R114: a way that touches nobody keeps 0.1 U from every enemy.
    fn short_of_enemies(&self, id: Id, far_u: f64) -> f64 {
        let rect = self.rect(id);
        let sweep = Sweep::new(&rect, Course::Straight { by: rect.ahead() * far_u });
        let near = |it: &Id| self.may_meet(id, *it, far_u + CLEAR_U);
        let enemies = self.standing(id.seat().other()).filter(near);
        let enemies = enemies.filter(|it| !self.rect(*it).touches(&rect, TOLERANCE));
        let near = enemies.filter_map(|it| sweep.first_within(CLEAR_U, &self.rect(it), 1e-3));
        near.map(|at| at * far_u).fold(far_u, f64::min)
    }

    /// Moves a Unit straight ahead; the worst ground on its way counts for its impetus (IMP-NIB.3, IMP-NIB.4), and
    /// disorders it before melee (IMP-R89).
    fn go_ahead(&mut self, id: Id, far_u: f64, how: How, log: &mut Log<Event>) {
        let base = self.piece(id).base();
        let rect = base.rect();
        let course = Course::Straight { by: rect.ahead() * far_u };
        let sweep = Sweep::new(&rect, course);
        let profile = self.unit(id).profile;
        let to = Base { pose: course.end(&base.pose), ..base };
        log.push(|| Event::Went {
            legs: vec![Leg { unit: id, from: base.pose, to: to.pose }],
            how,
        });
        let trodden = self.landscape.trodden(&sweep, &profile);
        let piece = self.piece_mut(id);
        piece.stand(&to);
        piece.charged_in = piece.charged_in.max(trodden);
        self.part(id);
        self.ground_under(id, &sweep, log);
        self.crosses_walls(id, &sweep, log);
    }

    /// IMP-R121: foot that crosses a fortification is Disordered.
    fn crosses_walls(&mut self, id: Id, sweep: &Sweep, log: &mut Log<Event>) {
        if self.landscape.walls.iter().any(|it| sweep.first_crossing(it, TOLERANCE).is_some()) {
            self.disorder(id, "IMP-R121", log);
        }
    }

    /// C5: what a move into contact does at once; whether the enemy is brushed aside. `from` is where its front was at the
    /// start of the phase.
    pub(crate) fn meet(
        &mut self,
        id: Id,
        enemy: Id,
        from: glam::DVec2,
        log: &mut Log<Event>,
    ) -> bool {
        let target = *self.unit(enemy);
        match target.profile.kind {
            Troops::S if !target.in_bua => {
                self.remove(enemy, "IMP-SPC.48", log);
                self.settle_commanders(log);
                return true;
            }
            Troops::Art => {
                self.remove(enemy, "IMP-SPC.2", log);
                self.settle_commanders(log);
                return true;
            }
            _ => {}
        }
        let on_flank = self.is_behind_front(from, enemy) && !target.in_bua;
        log.push(|| Event::Touched { unit: id, enemy, on_flank });
        let piece = self.piece_mut(id);
        if piece.came != Came::CounterCharged {
            piece.came = Came::Charged;
        }
        let piece = self.piece_mut(enemy);
        piece.waiting = false;
        if piece.came == Came::Stood {
            piece.came = Came::WasCharged;
        }
        if on_flank {
            piece.hit_on_flank = piece.hit_on_flank.with(id.number());
        }
        // IMP-R56: a new friend in contact: those who have fought this enemy may fight it again.
        for friend in &mut self.sides[id.seat()].pieces {
            friend.fought = friend.fought.without(enemy.number());
        }
        false
    }

    /// IMP-R50, IMP-R59: who has not come into contact has charged nobody.
    fn forget_charges(&mut self) {
        let away = |it: &Id| {
            self.piece(*it).came != Came::Stood || self.piece(*it).charged_in != Ground::Open
        };
        let all: arrayvec::ArrayVec<Id, 82> =
            self.everybody().filter(away).filter(|it| !self.is_in_contact(*it)).collect();
        for id in all {
            let piece = self.piece_mut(id);
            (piece.came, piece.charged_in) = (Came::Stood, Ground::Open);
        }
    }

    /// C6: all have moved; those in contact fight.
    fn end_charge(&mut self, charge: &Charge, log: &mut Log<Event>) {
        for id in charge.movers.ids(charge.seat) {
            if charge.failed && self.is_there(id) {
                self.disorder(id, "IMP-DF.3", log);
            }
        }
        let met = charge.movers.ids(charge.seat).filter(|id| self.is_there(*id));
        let active: UnitSet = met.filter(|id| self.piece(*id).came != Came::Stood).collect();
        self.forget_charges();
        self.settle_commanders(log);
        if !active.is_empty() {
            self.lay(Melees { pila: true, fresh: true, ..Melees::new(charge.seat, active) });
        }
    }
}
