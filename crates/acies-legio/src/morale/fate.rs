//! What befalls units and those about them (LEG-MOR.1, LEG-MOR.4 to .6; LEG-R39, LEG-R40, LEG-R98, LEG-R103, LEG-R105,
//! LEG-R108, LEG-R110, LEG-R111, LEG-R149, LEG-R150).

use acies_core::{Dice, Id, Log, Rolled, RuleId, Seat};
use acies_table::{Angle, Base, Edge, Facing, Length, Motion, Point, Pose, Rect, Sweep};
use glam::dvec2;

use super::{Condition, Disorder, Fate, Suffered, risk::Risk};
use crate::{
    battle::{Battle, Place, Status, Unit},
    combat::critical::{BURST_THROUGH, Direction, Rampage},
    rulings::{BASE, BOW_RANGE, SLACK, TOLERANCE},
    words::Event,
};

/// LEG-R39, LEG-R40: how far a leader flees.
const LEADER_FLEES: f64 = 240.0;

impl Battle {
    /// LEG-R11, LEG-R48: changes the order of a unit; the middle of its front edge stays where it is. A single rank that
    /// loses a base loses the end farther from the enemy, else the left one.
    pub(crate) fn change(
        &mut self,
        id: Id,
        change: impl FnOnce(&mut Condition) -> Suffered,
    ) -> Suffered {
        let before = *self.unit(id);
        let end = self.end_lost(id);
        let unit = self.unit_mut(id);
        let suffered = change(&mut unit.is);
        if unit.is.bases == 0
            || unit.is.shape == before.is.shape && unit.is.bases == before.is.bases
        {
            return suffered;
        }
        let [_, was] = before.is.shape.paces(before.is.bases);
        let [_, now] = unit.is.shape.paces(unit.is.bases);
        let narrower = before.is.shape.files.saturating_sub(unit.is.shape.files);
        let lost = if suffered.casualties > 0 { i32::from(narrower) } else { 0 };
        let aside = f64::from(lost * BASE / 2) * if end == Edge::Left { 1.0 } else { -1.0 };
        let centre = unit.pose.world(dvec2(aside, f64::from(was - now) / 2.0));
        unit.pose = Pose::nearest(centre, unit.pose.facing);
        self.keep_narrow(id, &before);
        suffered
    }

    /// LEG-R11: the end of a single rank from which a base is taken.
    fn end_lost(&self, id: Id) -> Edge {
        let body = self.rect(id);
        let contact: f64 = self
            .touched(id)
            .into_iter()
            .map(|enemy| body.local(body.nearest(&self.rect(enemy)).a).x)
            .sum();
        if contact < -SLACK { Edge::Right } else { Edge::Left }
    }

    /// LEG-R106: a unit takes DPs of one event, with all that follows.
    pub fn suffer(
        &mut self,
        unit: Id,
        kind: Disorder,
        dps: u8,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if dps == 0 || !self.unit(unit).is_on_table() {
            return Ok(());
        }
        let suffered = self.change(unit, |is| is.take(kind, dps));
        log.push(|| Event::Disordered { unit, kind, rule, suffered });
        match suffered.fate {
            Fate::Remains => Ok(()),
            Fate::Rampages => self.rampage(unit, dice, log),
            Fate::Destroyed => self.destroy(unit, rule, dice, log),
        }
    }

    /// A unit loses bases whatever its order, with all that follows.
    pub fn lose(
        &mut self,
        unit: Id,
        casualties: u8,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let suffered = self.change(unit, |is| is.lose(casualties));
        log.push(|| Event::Lost { unit, rule, suffered });
        match suffered.fate {
            Fate::Destroyed => self.destroy(unit, rule, dice, log),
            _ => Ok(()),
        }
    }

    /// LEG-R105: a unit is out of the game; its friends see it (LEG-MOR.1), and its leader is at risk (LEG-R150).
    pub fn destroy(
        &mut self,
        unit: Id,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (body, at) = (self.rect(unit), self.unit(unit).pose.at);
        self.remove(unit, rule, log);
        for leader in self.leaders_with(unit) {
            // He stands where his unit stood until he has fled.
            self.sides[unit.seat()].leaders[usize::from(leader)].place = Place::Alone(at);
            self.risk(unit.seat(), leader, Risk::Broken, dice, log)?;
            self.flee(unit.seat(), leader, dice, log)?;
        }
        self.dismay(unit, &body, dice, log)
    }

    /// LEG-R105: out of the game.
    pub(crate) fn remove(&mut self, unit: Id, rule: RuleId, log: &mut Log<Event>) {
        self.unit_mut(unit).status = Status::Destroyed;
        log.push(|| Event::Destroyed { unit, rule });
    }

    /// LEG-MOR.9, LEG-R98(a): shaken, unformed and routing.
    pub(crate) fn start_rout(&mut self, unit: Id, rule: RuleId, log: &mut Log<Event>) {
        self.change(unit, |is| {
            is.shake();
            Suffered::default()
        });
        self.unit_mut(unit).status = Status::Routing;
        log.push(|| Event::Broke { unit, rule });
    }

    /// LEG-R149: a unit breaks outside of B4; it does not move yet.
    pub fn breaks(
        &mut self,
        unit: Id,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let body = self.rect(unit);
        self.start_rout(unit, rule, log);
        self.dismay(unit, &body, dice, log)?;
        for leader in self.leaders_with(unit) {
            self.mourn(unit.seat(), leader, dice, log)?;
        }
        Ok(())
    }

    /// LEG-MOR.1, LEG-R108: friends within bow range of where a unit that is not light stood.
    pub(crate) fn dismay(
        &mut self,
        unit: Id,
        body: &Rect,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if self.unit(unit).kind().is_light() {
            return Ok(());
        }
        let sees = |(id, it): &(Id, &Unit)| {
            *id != unit
                && !it.is_routing()
                && it.rect().distance(body) <= f64::from(BOW_RANGE) + SLACK
        };
        let seers: Vec<Id> = self.units(unit.seat()).filter(sees).map(|(id, _)| id).collect();
        for id in seers {
            self.suffer(id, Disorder::Morale, 1, "LEG-MOR.1", dice, log)?;
        }
        Ok(())
    }

    /// The leaders who have joined a unit.
    pub(crate) fn leaders_with(&self, unit: Id) -> Vec<u8> {
        let with = Place::With(unit.number());
        let all = (0..).zip(&self.sides[unit.seat()].leaders);
        all.filter(|(_, it)| it.place == with).map(|(leader, _)| leader).collect()
    }

    /// LEG-R39, LEG-R150: whether a leader is killed.
    pub fn risk(
        &mut self,
        seat: Seat,
        leader: u8,
        risk: Risk,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let killed = risk.throw(seat, dice)?;
        log.push(|| Event::LeaderAtRisk { seat, leader, risk, killed });
        if killed { self.lose_leader(seat, leader, dice, log) } else { Ok(()) }
    }

    /// LEG-R39, LEG-R40: a leader without a unit goes to the nearest friends, or is captured, which is as if he were killed.
    pub fn flee(
        &mut self,
        seat: Seat,
        leader: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Place::Alone(at) = self.sides[seat].leaders[usize::from(leader)].place else {
            return Ok(());
        };
        let near = |(id, it): (Id, &Unit)| (id, it.rect().distance_to(at.vec()));
        let nearest = self
            .units(seat)
            .map(near)
            .reduce(|best, next| if next.1 < best.1 { next } else { best });
        let unit = nearest.filter(|(_, far)| *far <= LEADER_FLEES + SLACK).map(|(id, _)| id);
        log.push(|| Event::LeaderFled { seat, leader, unit });
        match unit {
            Some(unit) => {
                self.sides[seat].leaders[usize::from(leader)].place = Place::With(unit.number());
                Ok(())
            }
            None => self.lose_leader(seat, leader, dice, log),
        }
    }

    fn lose_leader(
        &mut self,
        seat: Seat,
        leader: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let at = self.leader_at(seat, leader);
        self.sides[seat].leaders[usize::from(leader)].place = Place::Lost;
        at.map_or(Ok(()), |at| self.mourn_at(seat, leader, at, dice, log))
    }

    /// LEG-MOR.4, LEG-MOR.5, LEG-R40: a leader whose unit breaks.
    pub(crate) fn mourn(
        &mut self,
        seat: Seat,
        leader: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.leader_at(seat, leader).map_or(Ok(()), |at| self.mourn_at(seat, leader, at, dice, log))
    }

    /// LEG-R111: friends within bow range of a leader, once a turn for each of them.
    fn mourn_at(
        &mut self,
        seat: Seat,
        leader: u8,
        at: Point,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let turn = self.turn;
        let it = &mut self.sides[seat].leaders[usize::from(leader)];
        if std::mem::replace(&mut it.mourned, turn) == turn {
            return Ok(());
        }
        let general = self.setup.armies[seat].leaders[usize::from(leader)].general;
        let (dps, rule) = if general { (2, "LEG-MOR.5") } else { (1, "LEG-MOR.4") };
        let near =
            |(_, it): &(Id, &Unit)| it.rect().distance_to(at.vec()) <= f64::from(BOW_RANGE) + SLACK;
        let seers: Vec<Id> = self.units(seat).filter(near).map(|(id, _)| id).collect();
        for id in seers {
            self.suffer(id, Disorder::Morale, dps, rule, dice, log)?;
        }
        Ok(())
    }

    /// LEG-R103: straight through whoever stands there, then it is gone; LEG-R108: friends see it where it ends.
    pub fn rampage(&mut self, unit: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let it = *self.unit(unit);
        let rampage = Rampage::throw(it.kind(), unit.seat(), dice)?;
        let facing: Facing = it.pose.facing
            + match rampage.direction {
                Direction::Rear => Angle::HALF,
                Direction::Left => -Angle::QUARTER,
                Direction::Right => Angle::QUARTER,
                Direction::Ahead => Angle::ZERO,
            };
        let base = Base { pose: Pose { facing, ..it.pose }, ..it.base() };
        let course = Motion::advance(Length::new(rampage.paces.into())).course(&base);
        let whole = Sweep::new(&base.rect(), course);
        let ends = [self.ground.stops(it.kind(), &whole), whole.leaves(&self.table(), TOLERANCE)];
        let course = course.part(ends.into_iter().flatten().fold(1.0, f64::min));
        let crossed = self.crossed(unit, &Sweep::new(&base.rect(), course));
        log.push(|| Event::Rampaged { unit, rampage, crossed: crossed.len() as u8 });
        // It is out of the way of what follows.
        self.unit_mut(unit).pose = course.end(&base.pose);
        self.unit_mut(unit).status = Status::Destroyed;
        for id in crossed {
            self.suffer(id, Disorder::Morale, BURST_THROUGH, "LEG-MOR.6", dice, log)?;
        }
        self.destroy(unit, "LEG-R103", dice, log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::Leader,
        command::StandingOrder,
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    fn dps(battle: &Battle) -> Vec<u8> {
        battle.sides[Seat::Red].units.iter().map(|unit| unit.is.dp).collect()
    }

    #[test]
    fn leaders_who_are_no_generals_cost_less() {
        // The second band is 20 paces from the first, and 70 from the leader with it.
        let mut here = battle(&[(BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 620.0, 500.0, 0.0)], &[]);
        let mut setup = (*here.setup).clone();
        setup.armies[Seat::Red].leaders[0].general = false;
        here.setup = acies_core::Shared::new(setup);
        here.sides[Seat::Red].leaders.push(Leader::fresh(Place::With(0), StandingOrder::Attack));
        here.breaks(red(0), "LEG-RES.32", &mut Dice::scripted([]), &mut Log::Off).unwrap();
        assert_eq!(dps(&here)[1], 2, "LEG-MOR.1, LEG-MOR.4, LEG-R40, LEG-R111");
    }

    #[test]
    fn friends_see_who_breaks() {
        // At 100 and 101 paces from the first; the fourth routs already.
        let stands = [
            (BAND, 10, 500.0, 500.0, 0.0),
            (BAND, 10, 700.0, 500.0, 0.0),
            (BAND, 10, 299.0, 500.0, 0.0),
            (BAND, 10, 500.0, 400.0, 0.0),
        ];
        let mut here = battle(&stands, &[]);
        here.unit_mut(red(3)).status = Status::Routing;
        let mut dice = Dice::scripted([]);
        here.breaks(red(0), "LEG-RES.32", &mut dice, &mut Log::Off).unwrap();
        assert_eq!(dps(&here), [5, 1, 0, 0], "LEG-MOR.1, LEG-R98(a), LEG-R108");
        assert!(here.unit(red(0)).is_routing() && here.unit(red(0)).is.shaken, "LEG-MOR.9");
        let mut lights =
            battle(&[("archers", 4, 500.0, 500.0, 0.0), (BAND, 10, 600.0, 500.0, 0.0)], &[]);
        lights.breaks(red(0), "LEG-RES.32", &mut dice, &mut Log::Off).unwrap();
        assert_eq!(dps(&lights), [5, 0], "LEG-MOR.1: light troops dismay nobody");
    }

    #[test]
    fn who_is_shaken_by_it_may_be_destroyed_by_it() {
        // A shaken pair of bases sees three friends destroyed one after the other.
        let stands = [
            (BAND, 2, 500.0, 500.0, 0.0),
            ("artillery", 1, 560.0, 500.0, 0.0),
            ("artillery", 1, 600.0, 500.0, 0.0),
        ];
        let mut here = battle(&stands, &[]);
        here.unit_mut(red(0)).is.shake();
        let mut dice = Dice::scripted([]);
        here.destroy(red(1), "LEG-RES.31", &mut dice, &mut Log::Off).unwrap();
        assert_eq!(here.unit(red(0)).is.bases, 1, "LEG-MOR.12");
        here.destroy(red(2), "LEG-RES.31", &mut dice, &mut Log::Off).unwrap();
        assert_eq!(here.unit(red(0)).status, Status::Destroyed, "LEG-R108: a new event");
    }

    #[test]
    fn bases_go_from_the_rear_and_the_front_stays() {
        let mut legion = battle(&[("legionaries", 10, 500.0, 350.0, 0.0)], &[]);
        let mut dice = Dice::scripted([]);
        legion.lose(red(0), 3, "LEG-RES.30", &mut dice, &mut Log::Off).unwrap();
        // 4-3: 60 deep instead of 100, the front still at 400.
        assert_eq!(legion.unit(red(0)).pose.at, Point::new(500.0, 370.0), "LEG-R11");
        let mut rank = battle(
            &[("auxiliaries", 5, 500.0, 500.0, 0.0)],
            &[("archers", 2, 470.0, 520.0, 180.0)],
        );
        rank.lose(red(0), 1, "LEG-RES.30", &mut dice, &mut Log::Off).unwrap();
        assert_eq!(
            rank.unit(red(0)).pose.at,
            Point::new(490.0, 500.0),
            "LEG-R11: the end farther from the enemy"
        );
        rank.unit_mut(blue(0)).status = Status::Destroyed;
        rank.lose(red(0), 1, "LEG-RES.30", &mut dice, &mut Log::Off).unwrap();
        assert_eq!(
            rank.unit(red(0)).pose.at,
            Point::new(500.0, 500.0),
            "LEG-R11: else the left one"
        );
    }

    #[test]
    fn leaders_die_or_flee() {
        let stands = [(BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 700.0, 500.0, 0.0)];
        let mut here = battle(&stands, &[]);
        let leader = Leader::fresh(Place::With(0), StandingOrder::Attack);
        here.sides[Seat::Red].leaders.push(leader);
        let mut safe = here.clone();
        safe.destroy(red(0), "LEG-RES.32", &mut Dice::scripted([4]), &mut Log::Off).unwrap();
        assert_eq!(
            safe.sides[Seat::Red].leaders[0].place,
            Place::With(1),
            "LEG-R39: within 240 paces"
        );
        assert_eq!(safe.unit(red(1)).is.dp, 1, "LEG-MOR.1");
        let mut dead = here.clone();
        dead.destroy(red(0), "LEG-RES.32", &mut Dice::scripted([5]), &mut Log::Off).unwrap();
        assert_eq!(dead.sides[Seat::Red].leaders[0].place, Place::Lost, "LEG-R150");
        // The second stands 150 paces from the place where the General fell, out of bow range of him.
        assert_eq!(dead.unit(red(1)).is.dp, 1, "LEG-MOR.1, LEG-R111");
        let mut near = here.clone();
        near.unit_mut(red(1)).pose.at.x = Length::new(640.0);
        near.destroy(red(0), "LEG-RES.32", &mut Dice::scripted([6]), &mut Log::Off).unwrap();
        assert_eq!(near.unit(red(1)).is.dp, 3, "LEG-MOR.1, LEG-MOR.5");
        // LEG-R40: broken with his unit, 2 DPs more for a General; the shaken unit loses two bases.
        let mut broken = here;
        broken.breaks(red(0), "LEG-RES.32", &mut Dice::scripted([]), &mut Log::Off).unwrap();
        assert_eq!(broken.unit(red(0)).is.bases, 8, "LEG-R40, LEG-R111, LEG-MOR.12");
    }

    #[test]
    fn elephants_rampage_over_friend_and_foe() {
        let stands = [("elephants", 1, 500.0, 500.0, 0.0), (BAND, 10, 500.0, 400.0, 0.0)];
        let mut here = battle(&stands, &[(BAND, 10, 500.0, 600.0, 180.0)]);
        here.unit_mut(red(0)).is.dp = 4;
        let mut log = Log::kept();
        // The fifth DP: to the rear, 3 + 4 pips, 140 paces over the friend; destroyed beyond him, which he sees.
        let mut dice = Dice::scripted([2, 3, 4]);
        here.suffer(red(0), Disorder::Shooting, 1, "LEG-SHO.11", &mut dice, &mut log).unwrap();
        assert_eq!(here.unit(red(0)).status, Status::Destroyed, "LEG-R14, LEG-R103");
        assert_eq!(
            (here.unit(red(1)).is.dp, here.unit(blue(0)).is.dp),
            (3, 0),
            "LEG-MOR.6, LEG-MOR.1"
        );
        assert!(dice.is_spent());
        let told: Vec<_> = log
            .events()
            .iter()
            .map(|event| acies_core::tell::entry(&here, None, |to| event.tell(to)).line)
            .collect();
        insta::assert_snapshot!(told.join("\n"), @r"
        Elephants 1 take 1 DP
        Elephants 1 rampage to the rear for 140 paces, over 1 unit
        Barbarian_infantry 2 takes 2 DP: burst through
        Elephants 1 are destroyed
        Barbarian_infantry 2 takes 1 DP: friends broken nearby
        ");
    }
}
