//! B2: charges are carried out, one after another (LEG-SEQ.16; LEG-R76, LEG-R78 to LEG-R81, LEG-R100, LEG-R132, LEG-R135, LEG-R143).

use acies_core::{
    Dice, Id, Log, Rolled, RuleId, Seat,
    flow::{Shown, Stacked, Step, YesNo},
};
use acies_table::{Base, Edge, Facing, Length, Motion, Pose, Sweep};
use serde::{Deserialize, Serialize};

use super::{ChargePath, answer::Respond, declare, response::Side};
use crate::{
    battle::{Battle, LastMove, Marks, Status, Unit},
    combat::Impetus,
    morale::Disorder,
    movement::{Going, Manoeuvre, March, MoveDice, manoeuvre::Drill, march::Faces},
    rulings::{CLEAR, JAVELIN_RANGE, SLACK, TOLERANCE},
    troops::{Formation, Grade},
    words::Event,
};

/// LEG-R24: those who have declared charges, P1's before P2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charges {}

impl Step<Battle> for Charges {
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(unit) = battle.next_in_line() else { return Ok(()) };
        battle.lay(*self);
        let it = battle.unit(unit);
        // LEG-R135; a unit that counter-charges has another business now.
        let lapsed = it.is.shaken || battle.is_engaged(unit) || it.status != Status::Normal;
        match it.aims_at.filter(|_| !lapsed) {
            Some(target) => battle.lay(Charge { unit, target, gap: None }),
            None => log.push(|| Event::ChargeLapsed { unit }),
        }
        Ok(())
    }
}

/// A charge whose dice are still to be thrown. LEG-R76: its target answers first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    pub unit: Id,
    pub target: Id,
    /// Paces between the two before the target answered this charge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<i32>,
}

impl Step<Battle> for Charge {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Charge { unit, target, gap } = *self;
        if !battle.has(unit) || battle.unit(unit).is.shaken || battle.is_engaged(unit) {
            log.push(|| Event::ChargeLapsed { unit });
            return Ok(());
        }
        if battle.has(target) && !battle.unit(target).has(Marks::ANSWERED) {
            battle.lay(Charge { gap: Some(battle.gap(unit, target)), ..*self });
            battle.lay(Respond { unit: target, charger: unit });
            return Ok(());
        }
        battle.unit_mut(unit).aims_at = None;
        battle.unit_mut(unit).doing = LastMove::Charged;
        let left = battle.throw_onset(unit, Onset::At(target), "LEG-SEQ.16", dice, log)?;
        // LEG-R133: who comes on after another needs to go only as far as the target is now.
        let now = |battle: &Battle| battle.gap(unit, target) - battle.unit(target).fled;
        let gap = gap.unwrap_or_else(|| if battle.has(target) { now(battle) } else { 0 });
        let impetus = Impetus::Charge;
        let ran = |it: &Unit| {
            it.has(Marks::EVADED) || matches!(it.status, Status::Routing | Status::Retiring)
        };
        let lost = battle.has(target)
            && !ran(battle.unit(target))
            && battle.charge_path(unit, target).is_none();
        if lost && battle.has(unit) {
            // LEG-R132: no path is left; it goes straight ahead by LEG-R80.
            let was = battle.unit(unit).pose;
            battle.lay(Onward { unit, left, impetus, prey: None, catches: false, was });
        } else {
            battle.lay(Close { unit, target, left, gap, impetus });
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.known(self.unit) && battle.known(self.target)
    }
}

/// Who comes on so many paces at an enemy who has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Close {
    pub unit: Id,
    pub target: Id,
    /// Paces that the dice still give.
    pub left: i32,
    /// Paces to where the target stood before it answered, if it went away.
    pub gap: i32,
    pub impetus: Impetus,
}

impl Step<Battle> for Close {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Close { unit, target, left, gap, impetus } = *self;
        if !battle.has(unit) || battle.is_engaged(unit) {
            return Ok(());
        }
        let onward =
            Onward { unit, left, impetus, prey: None, catches: false, was: battle.unit(unit).pose };
        if !battle.has(target) {
            battle.lay(onward);
            return Ok(());
        }
        let it = battle.unit(target);
        if it.has(Marks::EVADED) || matches!(it.status, Status::Routing | Status::Retiring) {
            // LEG-R79(b): the roll against the gap and how far it has gone.
            let catches = crate::combat::chase::catches(left, gap, it.fled);
            let path = battle.charge_path(unit, target);
            match path {
                Some(path) if catches => {
                    battle.place(unit, path.end);
                    return battle.catch(unit, target, dice, log);
                }
                Some(path) => battle.place(unit, path.turned),
                None => {}
            }
            battle.lay(Onward { prey: Some(target), catches, ..onward });
            return Ok(());
        }
        let mut theirs = 0;
        if it.impetus == Some(Impetus::CounterCharge) && it.aims_at == Some(unit) {
            theirs = battle.counter_charge(target, unit, dice, log)?;
        }
        if !battle.has(target) || !battle.has(unit) {
            return Ok(());
        }
        match battle.charge_path(unit, target) {
            Some(path) if battle.reaches(unit, &path, left) => {
                battle.contact(unit, target, path, impetus, dice, log)
            }
            Some(path) => battle.fall_short(*self, path, theirs, dice, log),
            // LEG-R163: there is no way to it: it stops short of whoever is ahead.
            None => {
                let met = battle.first_met(unit, left, None, false);
                let far = met.map_or(left.into(), |(_, far)| (far - SHORT_OF_PREY).max(0.0));
                battle.go_straight(unit, far, impetus, onward.was, dice, log)
            }
        }
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.known(self.unit) && battle.known(self.target)
    }
}

/// LEG-R80, LEG-R99: who goes straight on, and whom he meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Onward {
    pub unit: Id,
    pub left: i32,
    pub impetus: Impetus,
    /// Whom it is after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prey: Option<Id>,
    /// LEG-R79(b), LEG-R142: its roll is high enough to catch him, if nobody else is in the way.
    #[serde(default)]
    pub catches: bool,
    /// Where it stood before it turned, should there be no room for it on its way.
    pub was: Pose,
}

/// Where a unit that comes on would go, as far as is known when its dice are thrown: the ground of it counts (LEG-R18).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Onset {
    At(Id),
    Along(glam::DVec2),
}

/// LEG-R163: how far short of him a unit stops that has not caught whom it is after.
const SHORT_OF_PREY: f64 = 10.0;

impl Step<Battle> for Onward {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Onward { unit, left, impetus, prey, catches, was } = *self;
        if !battle.has(unit) {
            return Ok(());
        }
        let met = battle.first_met(unit, left, prey, catches);
        match met {
            Some((enemy, far)) if Some(enemy) == prey && catches => {
                battle.go_straight(unit, far, impetus, was, dice, log)?;
                if !battle.has(unit) {
                    return Ok(());
                }
                battle.catch(unit, enemy, dice, log)
            }
            Some((enemy, far)) if Some(enemy) == prey => {
                let far = (far - SHORT_OF_PREY).max(0.0);
                battle.go_straight(unit, far, impetus, was, dice, log)
            }
            Some((enemy, far)) => {
                let near = f64::from(JAVELIN_RANGE);
                if far > near {
                    battle.go_straight(unit, far - near, impetus, was, dice, log)?;
                } else if !battle.is_free(unit, &battle.rect(unit)) {
                    // There is no room for its turn.
                    battle.place(unit, was);
                }
                if !battle.has(unit) {
                    return Ok(());
                }
                let left = left - (far - near).max(0.0) as i32;
                battle.meet(Meet { unit, enemy, left, impetus }, log);
                Ok(())
            }
            None => {
                // LEG-R142: the roll is enough, though the way was not straight.
                let path = prey.filter(|_| catches).and_then(|it| battle.charge_path(unit, it));
                match (path, prey) {
                    (Some(path), Some(prey)) => {
                        battle.place(unit, path.end);
                        battle.catch(unit, prey, dice, log)
                    }
                    _ => battle.go_straight(unit, left.into(), impetus, was, dice, log),
                }
            }
        }
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.known(self.unit) && self.prey.is_none_or(|prey| battle.known(prey))
    }
}

/// LEG-ACM.18, LEG-R100: a new enemy across the way is charged at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meet {
    pub unit: Id,
    pub enemy: Id,
    pub left: i32,
    pub impetus: Impetus,
}

impl Step<Battle> for Meet {
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        let Meet { unit, enemy, left, impetus } = *self;
        if !battle.has(unit) || !battle.has(enemy) {
            return Ok(());
        }
        let gap = battle.gap(unit, enemy);
        battle.lay(Close { unit, target: enemy, left, gap, impetus });
        if !battle.unit(enemy).has(Marks::ANSWERED) {
            battle.lay(Respond { unit: enemy, charger: unit });
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.known(self.unit) && battle.known(self.enemy)
    }
}

/// LEG-ACM.19: whether light or A grade troops stop 40 paces short of a new enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HaltShort {
    pub meet: Meet,
}

impl YesNo<Battle> for HaltShort {
    const VERB: &'static str = "halt_short";

    fn seat(&self) -> Seat {
        self.meet.unit.seat()
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.meet.unit) && battle.has(self.meet.enemy)
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let (unit, enemy) = (battle.name(self.meet.unit), battle.name(self.meet.enemy));
        (
            format!("{enemy} is in the way of {unit}: halt 40 paces short?"),
            &["LEG-ACM.19", "LEG-R100"],
        )
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let enemy = battle.name(self.meet.enemy);
        let shown = if yes {
            Shown::new("Halt", format!("halt short of {enemy}"))
        } else {
            Shown::new("Charge", format!("charge {enemy}"))
        };
        battle.said_of(Some(self.meet.unit), shown).rules(&["LEG-ACM.19", "LEG-R100"])
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if yes {
            battle.stop_short(self.meet, "LEG-ACM.19", log);
        } else {
            battle.lay(self.meet);
        }
        Ok(())
    }
}

impl Battle {
    /// B2: who charges whom is known; nobody has answered yet.
    pub(crate) fn begin_charges(&mut self) {
        self.forget_answers();
        self.fall_in(|_, _, it| it.aims_at.is_some());
    }

    /// LEG-R76: a unit answers once in each step in which there are charges.
    pub(crate) fn forget_answers(&mut self) {
        for side in &mut self.sides.0 {
            for unit in &mut side.units {
                unit.marks -= Marks::ANSWERED | Marks::EVADED;
            }
        }
    }

    /// Paces between two units, for LEG-R79(b).
    pub(crate) fn gap(&self, unit: Id, target: Id) -> i32 {
        libm::ceil(self.distance(unit, target) - SLACK) as i32
    }

    /// A unit stands there now.
    pub(crate) fn place(&mut self, unit: Id, pose: Pose) {
        self.unit_mut(unit).pose = pose;
    }

    /// LEG-R55, LEG-R46, LEG-R105: whether nobody else stands where a unit would, and all of it would be on the table.
    pub fn is_free(&self, unit: Id, body: &acies_table::Rect) -> bool {
        let centre = body.centre();
        let radius = f64::midpoint(body.width(), body.depth());
        let free = |(id, it): (Id, &Unit)| {
            let reach = radius + it.reach();
            id == unit
                || (it.pose.at.vec() - centre).length_squared() > reach * reach
                || !body.overlaps(&it.rect(), CLEAR)
        };
        self.table().grown(SLACK).holds(body) && self.all_units().all(free)
    }

    /// LEG-R45, LEG-R58, LEG-R59: the dice of a full fast move towards an enemy, and what they cost a unit in line.
    pub(crate) fn throw_onset(
        &mut self,
        unit: Id,
        onset: Onset,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<i32> {
        let it = *self.unit(unit);
        let Some(full_fast) = MoveDice::full_fast(it.kind()) else { return Ok(0) };
        let faces = Faces::throw(full_fast, unit.seat(), dice)?;
        let march = self.onset(unit, onset, faces);
        let marched = march.carries(faces);
        let (kind, paces) = (it.kind(), marched.paces);
        log.push(|| {
            let sum = march.sum();
            Event::Threw { unit, kind, faces, fast: true, paces, sum, rule }
        });
        self.unit_mut(unit).marks |= Marks::MOVED | Marks::FAST;
        self.suffer(unit, Disorder::Movement, marched.fatigue, march.fatigue_rule(), dice, log)?;
        Ok(marched.paces)
    }

    /// LEG-R18, LEG-R45: the facts of a full fast move that shows these faces.
    pub(super) fn onset(&self, unit: Id, onset: Onset, faces: Faces) -> March {
        let it = self.unit(unit);
        let dice = MoveDice::full_fast(it.kind()).unwrap_or_default();
        let (kind, formation) = (it.kind(), it.is.shape.formation);
        let open = March { kind, formation, dice, going: Going::default(), halves: 0 };
        let going = match onset {
            Onset::At(target) if self.has(target) => {
                self.charge_path(unit, target).map(|path| self.going_on(unit, &path))
            }
            Onset::At(_) => None,
            Onset::Along(way) => {
                let by = way.clamp_length_max(open.carries(faces).paces.into());
                let course = acies_table::Course::Straight { by };
                Some(self.ground.along(&Sweep::new(&it.rect(), course)))
            }
        };
        March { going: going.unwrap_or_default(), ..open }
    }

    /// LEG-R18: the ground that a charge goes over.
    fn going_on(&self, unit: Id, path: &ChargePath) -> Going {
        let base = Base { pose: path.turned, ..self.unit(unit).base() };
        let by = path.end.at.vec() - path.turned.at.vec();
        let course = acies_table::Course::Straight { by };
        self.ground.along(&Sweep::new(&base.rect(), course))
    }

    /// LEG-R78: the counter-charger goes as far as half of the gap; gives what is left of its roll.
    fn counter_charge(
        &mut self,
        unit: Id,
        charger: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<i32> {
        let roll = self.throw_onset(unit, Onset::At(charger), "LEG-R78", dice, log)?;
        if !self.has(unit) || !self.has(charger) {
            return Ok(0);
        }
        let Some(path) = self.charge_path(unit, charger) else { return Ok(0) };
        let goes = (path.length / 2.0).min(roll.into());
        let went = self.along_path(unit, &path, goes);
        Ok(roll - went as i32)
    }

    /// A unit goes so far along a path, if nobody stands there then; gives how far it went.
    fn along_path(&mut self, unit: Id, path: &ChargePath, paces: f64) -> f64 {
        let ahead = path.end.at.vec() - path.turned.at.vec();
        let wheeling = path.length - ahead.length();
        let straight = (paces - wheeling).max(0.0).min(ahead.length());
        if straight <= 0.0 {
            return 0.0;
        }
        let at = path.turned.at.vec() + ahead * (straight / ahead.length());
        let pose = Pose::nearest(at, path.turned.facing);
        let body = Base { pose, ..self.unit(unit).base() }.rect();
        if !self.is_free(unit, &body) {
            return 0.0;
        }
        self.place(unit, pose);
        wheeling + straight
    }

    /// LEG-R78, LEG-R80: a charger whose roll is not enough goes as far as it can; a counter-charger then goes on.
    fn fall_short(
        &mut self,
        close: Close,
        path: ChargePath,
        theirs: i32,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Close { unit, target, left, .. } = close;
        self.pay_wheel(unit, &path, dice, log)?;
        let went = self.along_path(unit, &path, left.into());
        log.push(|| Event::FellShort { unit, target, paces: went as i32 });
        self.arrive(unit, dice, log)?;
        if theirs <= 0 || !self.has(target) || !self.has(unit) {
            return Ok(());
        }
        match self.charge_path(target, unit) {
            Some(path) if self.reaches(target, &path, theirs) => {
                self.contact(target, unit, path, Impetus::CounterCharge, dice, log)
            }
            Some(path) => {
                self.along_path(target, &path, theirs.into());
                self.arrive(target, dice, log)
            }
            None => Ok(()),
        }
    }

    /// LEG-R73, LEG-MAN.4, LEG-MAN.13: a formed unit that wheels to charge.
    pub(super) fn pay_wheel(
        &mut self,
        unit: Id,
        path: &ChargePath,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if path.wheel == acies_table::Angle::ZERO {
            return Ok(());
        }
        let dps = self.drill(unit, self.is_in_bow_range(unit)).sum(Manoeuvre::Wheel).total;
        self.suffer(unit, Disorder::Movement, dps as u8, "LEG-MAN.4", dice, log)
    }

    pub(crate) fn drill(&self, unit: Id, in_bow_range: bool) -> Drill {
        let it = self.unit(unit);
        Drill { kind: it.kind(), formation: it.is.shape.formation, in_bow_range }
    }

    /// LEG-R81, LEG-R82, LEG-R137: a charge comes into contact.
    pub(crate) fn contact(
        &mut self,
        unit: Id,
        target: Id,
        path: ChargePath,
        impetus: Impetus,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (side, edge) = self.unit(target).struck_from(self.rect(unit).middle(Edge::Front));
        let from = self.unit(unit).pose;
        let crossed = self.crossings(unit, &path);
        let pose = self.aligned(unit, path.end, target, edge);
        self.place(unit, pose);
        log.push(|| Event::Contacted { unit, target, side, impetus, from, to_pose: pose });
        self.pay_wheel(unit, &path, dice, log)?;
        self.pay_crossings(unit, crossed, dice, log)?;
        self.meet_in_contact(unit, target, impetus);
        let it = self.unit_mut(unit);
        it.doing = LastMove::Charged;
        it.marks.set(Marks::CROSSED, crossed > 0);
        let struck = self.unit_mut(target);
        struck.marks |= Marks::WAS_CHARGED;
        if side != Side::Front {
            struck.marks |= Marks::STRUCK;
        }
        if let Some(counter) = struck.aims_at.take().filter(|&id| id == unit) {
            // LEG-R78: a counter-charge is a charge in every rule.
            self.unit_mut(counter).marks |= Marks::WAS_CHARGED;
        }
        self.arrive(unit, dice, log)
    }

    /// LEG-R72, LEG-R129, LEG-R146: what contact means for both, however it came about.
    pub(crate) fn meet_in_contact(&mut self, unit: Id, target: Id, impetus: Impetus) {
        for (one, other) in [(unit, target), (target, unit)] {
            let ahead = self.touched_edge(one, other) == Some(Edge::Front);
            // LEG-R144.
            let hunts = self.is_hunting(one);
            let it = self.unit_mut(one);
            it.marks.set(Marks::NEW_CONTACT, ahead || it.has(Marks::NEW_CONTACT));
            it.marks -= Marks::FORMING;
            if !hunts && matches!(it.status, Status::Pursuing | Status::Looting | Status::Retiring)
            {
                (it.status, it.quarry) = (Status::Normal, None);
            }
        }
        let it = self.unit_mut(unit);
        it.impetus = Some(impetus);
        it.aims_at = None;
    }

    /// LEG-R73(g), LEG-MAN.7: whether a roll is enough for a path; each obstacle that a unit in line crosses takes half of it.
    pub(super) fn reaches(&self, unit: Id, path: &ChargePath, roll: i32) -> bool {
        let crossed = self.crossings(unit, path);
        let halves = self.drill(unit, true).takes_half(Manoeuvre::CrossObstacle);
        let halves = if halves { crossed.min(2) as i32 } else { 0 };
        path.length <= f64::from(roll * (2 - halves) / 2) + SLACK
    }

    pub(super) fn crossings(&self, unit: Id, path: &ChargePath) -> usize {
        let base = Base { pose: path.turned, ..self.unit(unit).base() };
        let by = path.end.at.vec() - path.turned.at.vec();
        self.ground.crossings(&Sweep::new(&base.rect(), acies_table::Course::Straight { by }))
    }

    /// LEG-MAN.16, LEG-MAN.17, LEG-R52: once for each obstacle.
    pub(crate) fn pay_crossings(
        &mut self,
        unit: Id,
        crossed: usize,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let dps = self.drill(unit, true).sum(Manoeuvre::CrossObstacle).total as usize * crossed;
        let mounted = self.unit(unit).kind().is_mounted();
        let rule = if mounted { "LEG-MAN.16" } else { "LEG-MAN.17" };
        self.suffer(unit, Disorder::Movement, dps as u8, rule, dice, log)
    }

    /// LEG-ACM.12, LEG-ACM.20, LEG-R79(b), LEG-R99, LEG-R101, LEG-R170: a unit has come up with one that runs.
    pub(crate) fn catch(
        &mut self,
        unit: Id,
        prey: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        log.push(|| Event::Caught { unit, prey });
        if !self.unit(prey).is_routing() {
            let retires = self.unit(prey).status == Status::Retiring;
            let rule = if retires { "LEG-ACM.12" } else { "LEG-R79" };
            self.breaks(prey, rule, dice, log)?;
        }
        if self.has(prey) {
            let turn = self.turn;
            self.unit_mut(prey).caught = turn;
            self.unform(unit);
            let it = self.unit_mut(unit);
            (it.status, it.quarry, it.impetus) = (Status::Pursuing, Some(prey), None);
        }
        self.arrive(unit, dice, log)
    }

    /// LEG-R100: what is done about a new enemy across the way.
    fn meet(&mut self, meet: Meet, log: &mut Log<Event>) {
        let it = self.unit(meet.unit);
        let charger = declare::Charger {
            kind: it.kind(),
            formation: Formation::Unformed,
            shaken: it.is.shaken,
            pursuing: true,
            at_unformed: true,
            at_exposed_side: true,
        };
        if charger.forbidden().is_some() {
            self.stop_short(meet, "LEG-R143", log);
        } else if it.kind().is_light() || it.is.profile.grade == Grade::A {
            self.lay(HaltShort { meet });
        } else {
            self.lay(meet);
        }
    }

    /// LEG-R164: who stops short of a new enemy pursues no more.
    fn stop_short(&mut self, meet: Meet, rule: RuleId, log: &mut Log<Event>) {
        let it = self.unit_mut(meet.unit);
        if it.status == Status::Pursuing {
            (it.status, it.quarry) = (Status::Normal, None);
        }
        log.push(|| Event::StoppedShort { unit: meet.unit, enemy: meet.enemy, rule });
    }

    /// The way straight ahead of a unit.
    fn way_ahead(&self, unit: Id, paces: f64) -> Sweep {
        let base = self.unit(unit).base();
        Sweep::new(&base.rect(), Motion::advance(Length::new(paces)).course(&base))
    }

    /// LEG-R80, LEG-R99: the first enemy across the way, with how far off he is, if nothing stops the unit before. LEG-R142: whom
    /// it catches it may meet a little later than its dice carry it.
    fn first_met(&self, unit: Id, left: i32, prey: Option<Id>, catches: bool) -> Option<(Id, f64)> {
        let longest = f64::from(left) + if catches { REACHES_ON } else { 0.0 };
        if longest <= 0.0 {
            return None;
        }
        let way = self.way_ahead(unit, longest);
        let stop = self.stopped_at(unit, &way) * longest;
        let touched = self.touched(unit);
        let meets = |(id, it): (Id, &Unit)| {
            let touch = way.first_touch(&it.rect(), TOLERANCE)?;
            let far = touch.at * longest;
            let reach = if Some(id) == prey { longest } else { left.into() };
            let there = far <= stop + SLACK && far <= reach && touch.enters;
            (there && !touched.contains(&id)).then_some((id, far))
        };
        let all = self.enemies(unit.seat()).filter_map(meets);
        all.reduce(|first, next| if next.1 < first.1 { next } else { first })
    }

    /// LEG-R80, LEG-R142: where formed friends and ground stop who goes straight on, as a part of the way.
    fn stopped_at(&self, unit: Id, way: &Sweep) -> f64 {
        let kind = self.unit(unit).kind();
        let friend = |(_, it): (Id, &Unit)| {
            let formed = it.is.shape.formation != Formation::Unformed;
            let touch = way.first_touch(&it.rect(), TOLERANCE).filter(|it| it.enters)?;
            formed.then_some(touch.at)
        };
        let friends = self.friends(unit).filter_map(friend);
        friends.chain(self.ground.stops(kind, way)).fold(1.0, f64::min)
    }

    /// LEG-R80: straight on, as far as nothing stops it and nobody stands there. LEG-R105: pursuers may leave the table.
    pub(crate) fn go_straight(
        &mut self,
        unit: Id,
        paces: f64,
        impetus: Impetus,
        was: Pose,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let from = self.unit(unit).pose;
        let pursues = impetus == Impetus::Pursuit;
        let way = self.way_ahead(unit, paces.max(0.0));
        let mut far = paces * self.stopped_at(unit, &way);
        let edge = way.leaves(&self.table(), TOLERANCE).map(|at| at * paces);
        let may_stop = self.unit(unit).is.profile.grade <= Grade::B;
        let mut leaves = false;
        if let Some(edge) = edge.filter(|&edge| edge < far) {
            leaves = pursues && !may_stop;
            far = if leaves { far } else { edge };
        }
        // Back to the last place where nobody stands.
        let steps = (0..=(far / STEP) as u32).map(|n| far - f64::from(n) * STEP);
        let base = self.unit(unit).base();
        let pose = |far: f64| Motion::advance(Length::new(far)).course(&base).end(&base.pose);
        let free = steps.into_iter().find(|&far| {
            let pose = pose(far);
            leaves || self.is_free(unit, &Base { pose, ..base }.rect())
        });
        let went = free.unwrap_or(0.0);
        self.place(unit, if free.is_some() { pose(went) } else { was });
        let to_pose = self.unit(unit).pose;
        log.push(|| Event::WentOn { unit, from, to_pose, paces: went as i32, leaves });
        if leaves {
            self.unit_mut(unit).last_move = LastMove::Pursued;
            self.leave_table(unit, log);
            return Ok(());
        }
        let crossed = if went > 0.0 {
            let turned = Base { pose: from, ..base };
            let course = Motion::advance(Length::new(went)).course(&turned);
            self.ground.crossings(&Sweep::new(&turned.rect(), course))
        } else {
            0
        };
        self.pay_crossings(unit, crossed, dice, log)?;
        self.arrive(unit, dice, log)
    }

    /// LEG-EVA.6: a unit is shaken at once.
    pub(crate) fn become_shaken(&mut self, unit: Id) {
        self.change(unit, |is| {
            is.shake();
            crate::morale::Suffered::default()
        });
    }

    /// LEG-R38, LEG-R40, LEG-R43: what a unit finds where its move has ended: leaders and messengers of the enemy, his camp.
    pub(crate) fn arrive(&mut self, unit: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if !self.has(unit) {
            return Ok(());
        }
        let enemy = unit.seat().other();
        let body = self.rect(unit);
        for leader in 0..self.sides[enemy].leaders.len() as u8 {
            let alone = matches!(
                self.sides[enemy].leaders[usize::from(leader)].place,
                crate::battle::Place::Alone(_)
            );
            let at = self.leader_at(enemy, leader).filter(|_| alone);
            if at.is_some_and(|at| body.distance_to(at.vec()) <= 1.0) {
                self.flee(enemy, leader, dice, log)?;
            }
        }
        self.catch_messengers(enemy, log);
        self.loot(unit, log);
        Ok(())
    }

    /// LEG-R43, LEG-R117: a unit that ends its move touching the enemy's camp.
    fn loot(&mut self, unit: Id, log: &mut Log<Event>) {
        let enemy = unit.seat().other();
        let Some(camp) = self.sides[enemy].camp else { return };
        let it = self.unit(unit);
        let able = matches!(it.status, Status::Normal | Status::Pursuing)
            && !it.kind().is_special()
            && !it.has(Marks::LOOTED);
        let [width, depth] = crate::rulings::CAMP;
        let camp = acies_table::Rect::new(
            &Pose { at: camp, facing: Facing::NORTH },
            acies_table::Size::new(width, depth),
        );
        if !able || !it.rect().touches(&camp, crate::rulings::CONTACT) || self.is_engaged(unit) {
            return;
        }
        self.unform(unit);
        let it = self.unit_mut(unit);
        (it.status, it.quarry) = (Status::Looting, None);
        it.marks |= Marks::LOOTED;
        it.marks -= Marks::FORMING;
        self.sides[enemy].camp_lost = true;
        log.push(|| Event::Loots { unit });
    }
}

/// LEG-R142: how much farther than its roll a unit may go to touch whom it catches, in paces.
const REACHES_ON: f64 = 200.0;

/// How finely a place before others is looked for, in paces.
const STEP: f64 = 2.0;

#[cfg(test)]
mod tests {
    use acies_table::Facing;

    use super::*;
    use crate::{
        charge::declaration::Declaring,
        play::tests::{answers, goes_on, offered, refused},
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    /// B2, with one blue charge.
    fn charge(here: &mut Battle, faces: &[u8]) -> Vec<String> {
        here.unit_mut(blue(0)).aims_at = Some(red(0));
        here.begin_charges();
        goes_on(here, Charges {}, faces)
    }

    #[test]
    fn charges_are_declared_in_order() {
        let mut here = battle(
            &[(BAND, 10, 500.0, 300.0, 0.0), (BAND, 10, 700.0, 300.0, 0.0)],
            &[(BAND, 10, 500.0, 380.0, 180.0), (BAND, 10, 700.0, 381.0, 180.0)],
        );
        let mut rests = here.clone();
        goes_on(&mut here, Declaring { seat: Seat::Red, open: false }, &[]);
        let all = ["no_more", "charge barbarian_infantry_1 barbarian_infantry_1"];
        assert_eq!(offered(&here, Seat::Red), all, "LEG-SEQ.13, LEG-SEQ.14: at 40 paces");
        answers(&mut here, Seat::Red, all[1], &[]);
        assert_eq!(here.unit(red(0)).aims_at, Some(blue(0)), "LEG-R73");
        goes_on(&mut here, Declaring { seat: Seat::Blue, open: false }, &[]);
        assert_eq!(here.line[..], [blue(1)], "LEG-R73(h): who is charged responds");
        rests.unit_mut(red(0)).marks |= Marks::RESTED;
        goes_on(&mut rests, Declaring { seat: Seat::Red, open: false }, &[]);
        let no = refused(&rests, Seat::Red, all[1]);
        assert_eq!(no, "LEG-R73", "LEG-R73(b), LEG-R61");
    }

    /// 30 paces from the southern edge there is room for its depth, but none for its width if it turns to the east: a
    /// pursuer of grade B stops as it stood, one of grade C is off the table, and a charger may not cross the edge.
    #[test]
    fn who_turns_beside_the_edge_is_not_half_off_the_table() {
        for (grade, impetus, leaves) in [
            (Grade::B, Impetus::Pursuit, false),
            (Grade::C, Impetus::Pursuit, true),
            (Grade::C, Impetus::Charge, false),
        ] {
            let mut here = battle(&[(BAND, 10, 500.0, 30.0, 0.0)], &[]);
            here.unit_mut(red(0)).is.profile.grade = grade;
            let was = here.unit(red(0)).pose;
            here.place(red(0), Pose { facing: Facing::EAST, ..was });
            let body = here.rect(red(0));
            assert!(!here.is_free(red(0), &body), "LEG-R105: {} wide", body.width());
            let mut dice = Dice::scripted([]);
            here.go_straight(red(0), 100.0, impetus, was, &mut dice, &mut Log::Off).unwrap();
            let it = here.unit(red(0));
            assert_eq!(it.status == Status::LeftTable, leaves, "LEG-R105: {grade:?} {impetus:?}");
            assert!(leaves || it.pose == was, "LEG-R105: {grade:?} {impetus:?} {:?}", it.pose);
        }
    }

    /// RULES.md 8.1 before it begins: the odds of tests/it/odds.rs.
    #[test]
    fn charges_are_foreseen() {
        let here = battle(
            &[("legionaries", 10, 510.0, 310.0, 0.0)],
            &[(BAND, 10, 500.0, 420.0, 180.0), (BAND, 10, 500.0, 480.0, 180.0)],
        );
        let mut asks = here.clone();
        goes_on(&mut asks, Declaring { seat: Seat::Red, open: false }, &[]);
        let charge =
            asks.read_action(Seat::Red, "charge legionaries_1 barbarian_infantry_1").unwrap();
        let later = acies_core::Telling::later(&asks, Seat::Red, &charge);
        let chance = |panel: usize, says: &str| {
            let found = later[panel].highlights.iter().find(|it| it.says == says);
            found.unwrap_or_else(|| panic!("{:?}", later[panel])).chance.to_string()
        };
        // 40 paces of at least 60; four cohorts throw their pila first: 907 of 2916 (LEG-R72, LEG-CR.15).
        assert_eq!(chance(0, "comes into contact"), "1/1", "LEG-R73");
        assert_eq!(chance(1, "Victory: legionaries 1"), "907/2916", "LEG-RES.T1, LEG-R89");
    }

    #[test]
    fn evaders_are_caught_or_not() {
        // Fronts at 510 and 590: 80 paces.
        let mut here = battle(
            &[("slingers", 4, 500.0, 500.0, 0.0)],
            &[("heavy_cavalry", 4, 500.0, 600.0, 180.0)],
        );
        charge(&mut here, &[]);
        assert_eq!(
            offered(&here, Seat::Red),
            ["receive", "evade"],
            "LEG-RSP.2, LEG-RSP.3, LEG-SEQ.16"
        );
        let mut away = here.clone();
        // 3 evades; 3 + 4 pips and 40 for light troops are 180. 4 + 5 + 6 pips are 300, 80 + 180 are enough.
        answers(&mut here, Seat::Red, "evade", &[3, 3, 4, 4, 5, 6]);
        let (prey, hunter) = (here.unit(red(0)), here.unit(blue(0)));
        assert_eq!(
            (prey.status, prey.caught, prey.pose.at.y.get()),
            (Status::Routing, 1, 320.0),
            "LEG-R79(b)"
        );
        assert_eq!(
            (hunter.status, hunter.quarry),
            (Status::Pursuing, Some(red(0))),
            "LEG-R101, LEG-R170"
        );
        assert!(here.touch(red(0), blue(0)), "LEG-R101");
        assert_eq!(hunter.is.dp, 1, "LEG-MOV.15, LEG-R59: a 6");
        // 2 + 2 + 2 pips are 120: it goes on alone.
        answers(&mut away, Seat::Red, "evade", &[3, 3, 4, 2, 2, 2]);
        let (prey, hunter) = (away.unit(red(0)), away.unit(blue(0)));
        assert_eq!(
            (prey.status, prey.is.dp),
            (Status::Normal, 1),
            "LEG-EVA.5, LEG-MOR.3, LEG-R79(c)"
        );
        assert_eq!(hunter.pose.at.y.get(), 480.0, "LEG-R80: its whole roll straight on");
    }

    #[test]
    fn shaken_troops_break() {
        let mut here = battle(
            &[("slingers", 4, 500.0, 500.0, 0.0)],
            &[("heavy_cavalry", 4, 500.0, 600.0, 180.0)],
        );
        here.unit_mut(red(0)).is.shake();
        // No choice: 3 + 4 pips, then the riders' 2 + 2 + 2.
        let told = charge(&mut here, &[3, 4, 2, 2, 2]);
        assert_eq!(told[0], "Slingers 1 break before heavy_cavalry 1", "LEG-RSP.1");
        assert!(here.unit(red(0)).is_routing(), "LEG-RSP.1, LEG-R98");
    }

    #[test]
    fn riders_meet_half_way() {
        // Fronts at 310 and 490: 180 paces.
        let riders = ("heavy_cavalry", 4, 500.0, 300.0, 0.0);
        let mut here = battle(&[riders], &[("heavy_cavalry", 4, 500.0, 500.0, 180.0)]);
        // Blue 3 + 3 + 2 are 160, red 2 + 2 + 1 are 100: red goes 90, blue comes to it there.
        charge(&mut here, &[3, 3, 2, 2, 2, 1]);
        let [ours, theirs] = [red(0), blue(0)].map(|id| here.unit(id));
        assert_eq!(ours.impetus, Some(Impetus::CounterCharge), "LEG-R78, LEG-RSP.9");
        assert_eq!(theirs.impetus, Some(Impetus::Charge), "LEG-R78");
        assert!((ours.pose.at.y.get() - 390.0).abs() < 1.0, "LEG-R78: half of the gap");
        assert!(here.touch(red(0), blue(0)), "LEG-R78");
        // Together they do not reach: 2 + 2 + 1 and 2 + 2 + 1 are 200 against 280.
        let mut far = battle(&[riders], &[("heavy_cavalry", 4, 500.0, 600.0, 180.0)]);
        let told = charge(&mut far, &[2, 2, 1, 2, 2, 1]);
        assert!(!far.touch(red(0), blue(0)), "LEG-R78, LEG-R80, LEG-SEQ.15: {told:?}");
    }

    #[test]
    fn flanks_are_struck() {
        // From 690 to the flank at 550: 140 paces, 3 + 3 + 3 pips are 180.
        let mut here =
            battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[("heavy_cavalry", 4, 700.0, 500.0, 270.0)]);
        charge(&mut here, &[3, 3, 3]);
        let it = here.unit(red(0));
        assert!(it.has(Marks::STRUCK) && it.has(Marks::WAS_CHARGED), "LEG-R74, LEG-R82, LEG-R137");
        assert!(!it.has(Marks::NEW_CONTACT), "LEG-R72: not in front");
        assert!((here.unit(blue(0)).pose.at.x.get() - 560.0).abs() < 1.0, "LEG-R81");
        // LEG-R132, LEG-R135: shaken in between, it charges no more.
        let mut lapses =
            battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[("heavy_cavalry", 4, 700.0, 500.0, 270.0)]);
        lapses.unit_mut(blue(0)).is.shake();
        let told = charge(&mut lapses, &[]);
        assert_eq!(told, ["The charge of heavy_cavalry 1 lapses"], "LEG-R135");
    }

    #[test]
    fn targets_that_have_gone_are_not_found() {
        // LEG-R132: the target stands behind the charger by now; no path is left, and it goes straight ahead.
        let mut here =
            battle(&[(BAND, 10, 500.0, 700.0, 0.0)], &[("heavy_cavalry", 4, 500.0, 600.0, 180.0)]);
        here.unit_mut(red(0)).marks |= Marks::ANSWERED;
        let step = Charge { unit: blue(0), target: red(0), gap: None };
        goes_on(&mut here, step, &[2, 3, 2]);
        assert_eq!(here.unit(blue(0)).pose.at.y.get(), 460.0, "LEG-R132, LEG-R80");
    }

    #[test]
    fn pursuers_meet_new_enemies() {
        let onward = |here: &Battle| Onward {
            unit: red(0),
            left: 300,
            impetus: Impetus::Pursuit,
            prey: None,
            catches: false,
            was: here.unit(red(0)).pose,
        };
        let band = (BAND, 10, 500.0, 500.0, 180.0);
        let pursues = |id| {
            let mut here = battle(&[(id, 4, 500.0, 300.0, 0.0)], &[band]);
            here.unit_mut(red(0)).is.unform();
            here.unit_mut(red(0)).status = Status::Pursuing;
            here
        };
        // Fronts at 310 and 480; light troops may stop at 40 paces.
        let mut light = pursues("light_cavalry_javelin");
        let step = onward(&light);
        goes_on(&mut light, step, &[]);
        assert!(light.asked::<HaltShort>().is_some(), "LEG-ACM.19, LEG-R100");
        let mut stops = light.clone();
        answers(&mut stops, Seat::Red, "halt_short yes", &[]);
        let it = stops.unit(red(0));
        assert_eq!(
            (it.pose.at.y.get(), it.status),
            (430.0, Status::Normal),
            "LEG-ACM.19, LEG-R164"
        );
        answers(&mut light, Seat::Red, "halt_short no", &[]);
        let it = light.unit(red(0));
        assert_eq!(
            (it.status, it.impetus),
            (Status::Normal, Some(Impetus::Pursuit)),
            "LEG-R100, LEG-R146"
        );
        assert!(light.unit(blue(0)).has(Marks::WAS_CHARGED), "LEG-R100: it has charged it");
        // Others charge at once, archers must stop.
        let mut heavy = pursues("heavy_cavalry");
        let step = onward(&heavy);
        goes_on(&mut heavy, step, &[]);
        assert!(
            heavy.touch(red(0), blue(0)),
            "LEG-ACM.18, LEG-ACM.4: it responds in the normal way"
        );
        let mut archers = pursues("archers");
        let step = onward(&archers);
        goes_on(&mut archers, step, &[]);
        assert_eq!(archers.unit(red(0)).pose.at.y.get(), 430.0, "LEG-R143");
    }

    #[test]
    fn camps_are_looted_and_leaders_flee() {
        let mut here =
            battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[("archers", 4, 900.0, 900.0, 180.0)]);
        here.sides[Seat::Blue].camp = Some(acies_table::Point::new(500.0, 340.0));
        let at = crate::battle::Place::Alone(acies_table::Point::new(500.0, 310.0));
        let leader = crate::battle::Leader::fresh(at, crate::command::StandingOrder::Attack);
        here.sides[Seat::Blue].leaders.push(leader);
        here.arrive(red(0), &mut Dice::scripted([]), &mut Log::Off).unwrap();
        let it = here.unit(red(0));
        assert_eq!(
            (it.status, here.sides[Seat::Blue].camp_lost),
            (Status::Looting, true),
            "LEG-R43, LEG-R117"
        );
        assert_eq!(here.sides[Seat::Blue].leaders[0].place, crate::battle::Place::Lost, "LEG-R40");
    }
}
