//! Whom leaders control, where they go, and who tests (LEG-CMD.3 to .6, LEG-CTL.2, LEG-CTL.3; LEG-R28 to LEG-R31, LEG-R34, LEG-R36,
//! LEG-R41 to LEG-R43, LEG-R141).

use acies_core::{Dice, Id, Log, Rolled, RuleId, Seat, UnitSet};
use acies_table::{Point, Segment};
use serde::Serialize;

use super::control::{Control, Controlled};
use crate::{
    battle::{Battle, LastMove, Marks, Place, Status, Unit},
    rulings::{BOW_RANGE, SLACK},
    words::{Event, No},
};

/// LEG-R28: how far a Move action takes a leader, in paces.
const LEADER_MOVES: f64 = 240.0;

/// LEG-R28: how near to an enemy he may not come by himself.
const LEADER_SHUNS: f64 = 40.0;

/// Why a unit takes a control test in C3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// LEG-CTL.2, LEG-CMD.4: nobody controls it.
    Uncontrolled,
    /// LEG-R41: it routs and is safe.
    Rally,
    /// LEG-R42: it pursues and may try to stop.
    MayStop,
    /// LEG-R43: it loots and may try to stop.
    MayLeave,
}

impl Test {
    /// The rules by which it is taken.
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            Test::Uncontrolled => &["LEG-CTL.2", "LEG-CMD.4"],
            Test::Rally => &["LEG-CTL.3", "LEG-R41", "LEG-ACM.15"],
            Test::MayStop => &["LEG-CTL.3", "LEG-R42"],
            Test::MayLeave => &["LEG-CTL.3", "LEG-R43"],
        }
    }
}

impl Battle {
    /// LEG-CMD.3, LEG-R29: the units that a leader controls where he is: those of his command within bow range, all of
    /// the army for the General; no routers.
    pub fn controls(&self, seat: Seat, leader: u8) -> UnitSet {
        let Some(at) = self.leader_at(seat, leader) else { return UnitSet::NONE };
        let general = self.setup.armies[seat].leaders[usize::from(leader)].general;
        let within = |(id, it): &(Id, &Unit)| {
            let his = general || self.recruit(*id).command == leader;
            his && !it.is_routing()
                && it.rect().distance_to(at.vec()) <= f64::from(BOW_RANGE) + SLACK
        };
        self.units(seat).filter(within).map(|(id, _)| id).collect()
    }

    /// LEG-CMD.6, LEG-R28: whether a leader may go somewhere by himself.
    pub fn may_lead_to(&self, seat: Seat, leader: u8, to: Point) -> Result<(), No> {
        let from = self.leader_way(seat, leader, to)?;
        let way = Segment::new(from.vec(), to.vec());
        let impassable = self.ground.areas.iter().filter(|area| area.piece.is_impassable());
        let barred = impassable.into_iter().any(|area| way.length_inside(&area.outline) > SLACK);
        if barred || !self.table().contains(to.vec()) {
            return Err(No::LeaderBarred { seat, leader });
        }
        let near = |(_, enemy): &(Id, &Unit)| {
            let body = enemy.rect();
            body.nearest(&way.into()).length() < LEADER_SHUNS - SLACK
        };
        match self.enemies(seat).find(near) {
            Some((enemy, _)) => Err(No::LeaderTooNear { seat, leader, enemy }),
            None => Ok(()),
        }
    }

    /// LEG-CMD.6, LEG-R28: whether a leader may join a unit, which he may do beside an enemy too.
    pub fn may_join(&self, seat: Seat, leader: u8, unit: Id) -> Result<(), No> {
        if !self.unit(unit).is_on_table() {
            return Err(No::NotHere);
        }
        let here = self.leader_at(seat, leader).ok_or(No::LeaderLost { seat, leader })?;
        let nearest = self.rect(unit).nearest_to(here.vec());
        self.leader_way(seat, leader, Point::nearest(nearest)).map(drop)
    }

    /// Where a leader starts from, if the way is not too long.
    fn leader_way(&self, seat: Seat, leader: u8, to: Point) -> Result<Point, No> {
        let from = self.leader_at(seat, leader).ok_or(No::LeaderLost { seat, leader })?;
        let far = from.vec().distance(to.vec());
        if far > LEADER_MOVES + SLACK {
            let thousandths = libm::round(far * 1000.0) as i64;
            return Err(No::LeaderTooFar { seat, leader, thousandths });
        }
        Ok(from)
    }

    /// LEG-R30, LEG-R41 to LEG-R43: whether a unit tests in C3, and what for.
    pub fn test(&self, unit: Id) -> Option<Test> {
        let it = self.unit(unit);
        match it.status {
            Status::Routing => self.is_safe(unit).then_some(Test::Rally),
            // LEG-R172: whose owner lets them go on does not test.
            Status::Pursuing | Status::Looting if it.has(Marks::BY_ORDER) => None,
            Status::Pursuing => (!self.is_engaged(unit)).then_some(Test::MayStop),
            Status::Looting => Some(Test::MayLeave),
            Status::Retiring | Status::Destroyed | Status::LeftTable | Status::Away => None,
            Status::Normal => {
                let spared = it.has(Marks::CONTROLLED | Marks::BY_ORDER)
                    || it.halted_until >= self.turn
                    || self.is_engaged(unit);
                (!spared).then_some(Test::Uncontrolled)
            }
        }
    }

    /// LEG-CTL.4, LEG-CTL.5, LEG-R31, LEG-R36: the facts of a test, with what its owner names for a leader who inspires it.
    pub fn control_of(&self, unit: Id, test: Test, named: i32) -> Control {
        let it = self.unit(unit);
        Control {
            grade: it.is.profile.grade,
            carried_away: test != Test::Uncontrolled || it.last_move == LastMove::Charged,
            leader: if self.is_inspired(unit) { named } else { 0 },
        }
    }

    /// C3: throws a control test and carries out what it says.
    pub fn take_test(
        &mut self,
        unit: Id,
        test: Test,
        named: i32,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<Controlled> {
        let control = self.control_of(unit, test, named);
        let die = control.die(unit.seat(), dice)?;
        let result = control.with(die);
        log.push(|| Event::Tested { unit, test, face: die as u8, sum: control.sum(), result });
        let ceases = test != Test::Uncontrolled && result.ceases();
        if ceases {
            // LEG-R41, LEG-R42, LEG-R43: it is in status normal, unformed; routers stay shaken.
            let it = self.unit_mut(unit);
            it.status = Status::Normal;
            it.quarry = None;
        }
        let it = self.unit_mut(unit);
        match (test, result) {
            // LEG-R34; LEG-R41: who rallies stands, and moves away at most.
            (_, Controlled::Halt) => it.marks |= Marks::HELD,
            (Test::Uncontrolled, Controlled::Repeat) => it.marks |= Marks::REPEATS,
            _ => {}
        }
        Ok(result)
    }

    /// LEG-R141: at the start of C3 pursuers stop whose quarry is gone, or neither routs nor retires.
    pub fn release_pursuers(&mut self, log: &mut Log<Event>) {
        let lost = |battle: &Battle, it: &Unit| {
            let prey = it.quarry.map(|id| battle.unit(id).status);
            it.status == Status::Pursuing
                && !matches!(prey, Some(Status::Routing | Status::Retiring))
        };
        for unit in self.in_order(|_, it| lost(self, it)) {
            let it = self.unit_mut(unit);
            (it.status, it.quarry) = (Status::Normal, None);
            log.push(|| Event::LostQuarry { unit });
        }
    }

    /// LEG-R29: a Control action.
    pub fn take_control(&mut self, seat: Seat, leader: u8) {
        for unit in self.controls(seat, leader).ids(seat) {
            self.unit_mut(unit).marks |= Marks::CONTROLLED;
        }
    }

    /// LEG-CMD.5, LEG-R31: whether a leader may inspire: the unit that he has joined, never a Special one.
    pub fn may_inspire(&self, seat: Seat, leader: u8) -> Result<Id, No> {
        let Place::With(unit) = self.sides[seat].leaders[usize::from(leader)].place else {
            return Err(No::NotJoined { seat, leader });
        };
        let unit = Id::new(seat, unit);
        if self.unit(unit).kind().is_special() {
            return Err(No::NotInspired { unit });
        }
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::tests::samples,
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    /// RULES.md 5.4: Caesar stands at (900, 280), Labienus at (1150, 340).
    #[test]
    fn leaders_control_those_near_them() {
        let mut romans = samples();
        // The General: the legions, whose nearest parts are 20, and 60 or more paces off; Labienus: his horse and archers.
        assert_eq!(
            romans.controls(Seat::Red, 1),
            [2, 3, 4].into_iter().collect(),
            "LEG-CMD.3, LEG-R29"
        );
        assert_eq!(romans.controls(Seat::Red, 0), [0, 1].into_iter().collect(), "LEG-R29");
        romans.take_control(Seat::Red, 0);
        assert_eq!(romans.test(red(0)), None, "LEG-R29");
        assert_eq!(romans.test(red(5)), Some(Test::Uncontrolled), "LEG-CTL.2, LEG-CMD.4");
        romans.unit_mut(red(5)).halted_until = 1;
        assert_eq!(romans.test(red(5)), None, "LEG-R30");
        romans.unit_mut(red(0)).status = Status::Routing;
        assert!(!romans.controls(Seat::Red, 0).has(0), "LEG-R29: no routers");
    }

    #[test]
    fn leaders_move_and_join() {
        let mut romans = samples();
        let may = |battle: &Battle, x: f64, y: f64| {
            battle
                .may_lead_to(Seat::Red, 1, Point::new(x, y))
                .map_err(|no| no.reason(battle).rules[0])
        };
        assert_eq!(may(&romans, 900.0, 40.0), Ok(()), "LEG-R28: 240 paces");
        assert_eq!(may(&romans, 900.0, 39.0), Err("LEG-R28"));
        romans.unit_mut(blue(0)).pose.at = Point::new(1000.0, 200.0);
        assert_eq!(
            may(&romans, 950.0, 200.0),
            Err("LEG-R28"),
            "LEG-R28: not nearer than 40 paces to an enemy"
        );
        assert_eq!(romans.may_join(Seat::Red, 1, red(3)), Ok(()), "LEG-CMD.6");
        assert!(romans.may_join(Seat::Red, 1, red(7)).is_err(), "LEG-R28");
        assert!(matches!(romans.may_inspire(Seat::Red, 1), Err(No::NotJoined { .. })), "LEG-CMD.5");
        romans.sides[Seat::Red].leaders[1].place = Place::With(3);
        assert_eq!(romans.may_inspire(Seat::Red, 1), Ok(red(3)), "LEG-CMD.5");
        romans.sides[Seat::Red].leaders[1].place = Place::Lost;
        assert_eq!(romans.controls(Seat::Red, 1), UnitSet::NONE, "LEG-R40");
        assert!(romans.may_join(Seat::Red, 1, red(3)).is_err(), "LEG-R40");
    }

    #[test]
    fn tests_are_carried_out() {
        let mut here = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[(BAND, 10, 500.0, 900.0, 180.0)]);
        let take = |battle: &mut Battle, face: u8| {
            let test = battle.test(red(0)).unwrap();
            battle.take_test(red(0), test, 0, &mut Dice::scripted([face]), &mut Log::Off).unwrap();
        };
        let mut held = here.clone();
        take(&mut held, 2);
        assert!(held.unit(red(0)).marks.contains(Marks::HELD), "LEG-CTL.6, LEG-R34");
        let mut eager = here.clone();
        eager.unit_mut(red(0)).last_move = LastMove::Charged;
        take(&mut eager, 4);
        assert!(eager.unit(red(0)).marks.contains(Marks::REPEATS), "LEG-CTL.4, LEG-CTL.8, LEG-R36");
        // A router beyond bow range rallies on 1 to 3.
        here.unit_mut(red(0)).status = Status::Routing;
        here.unit_mut(red(0)).is.shake();
        assert_eq!(here.test(red(0)), Some(Test::Rally), "LEG-R41");
        let mut runs = here.clone();
        take(&mut runs, 4);
        assert!(runs.unit(red(0)).is_routing(), "LEG-R41: 5 with the 1 of LEG-CTL.4");
        take(&mut here, 3);
        assert_eq!(
            (here.unit(red(0)).status, here.unit(red(0)).is.shaken),
            (Status::Normal, true),
            "LEG-R41, LEG-ACM.15"
        );
        let near = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[(BAND, 10, 500.0, 420.0, 180.0)]);
        let mut near = near;
        near.unit_mut(red(0)).status = Status::Routing;
        assert_eq!(near.test(red(0)), None, "LEG-R30: not yet safe");
    }

    #[test]
    fn pursuers_stop_when_their_quarry_is_gone() {
        let mut here = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[(BAND, 10, 500.0, 900.0, 180.0)]);
        here.unit_mut(red(0)).status = Status::Pursuing;
        here.unit_mut(red(0)).quarry = Some(blue(0));
        here.unit_mut(blue(0)).status = Status::Routing;
        here.release_pursuers(&mut Log::Off);
        assert_eq!(here.test(red(0)), Some(Test::MayStop), "LEG-R42");
        here.unit_mut(blue(0)).status = Status::LeftTable;
        here.release_pursuers(&mut Log::Off);
        assert_eq!(
            (here.unit(red(0)).status, here.unit(red(0)).quarry),
            (Status::Normal, None),
            "LEG-R141"
        );
        here.unit_mut(red(0)).status = Status::Looting;
        assert_eq!(here.test(red(0)), Some(Test::MayLeave), "LEG-R43, LEG-CTL.3");
    }
}
