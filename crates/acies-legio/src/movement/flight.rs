//! Going back: retirements, routs and evades (LEG-ACM.10, LEG-ACM.11, LEG-ACM.14, LEG-ACM.16, LEG-ACM.21; LEG-R45, LEG-R55,
//! LEG-R79, LEG-R97, LEG-R98, LEG-R105).

use acies_core::{Dice, Id, Log, Rolled, RuleId};
use acies_table::{Base, Facing, Length, Motion, Pose, Sweep};

use super::{Going, March, MoveDice, manoeuvre::Passage, march::Faces};
use crate::{
    battle::{Battle, Marks, Place, Status, Unit, homeward},
    morale::{Disorder, Suffered},
    rulings::JAVELIN_RANGE,
    table::{Way, ways::Flight},
    troops::{Formation, Shape, Type},
    words::Event,
};

impl Battle {
    /// LEG-R97: a unit retires from an opponent: a full fast move, unformed. If it cannot, it stays in place, unformed, and takes
    /// 1 DP.
    pub fn retire(
        &mut self,
        unit: Id,
        from: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let wanted = self.away(unit, from);
        self.unform(unit);
        if self.go_back(unit, wanted, Flight::Retire, "LEG-ACM.10", dice, log)?.is_some() {
            self.take_up(unit, Status::Retiring);
            return Ok(());
        }
        self.suffer(unit, Disorder::Combat, 1, "LEG-ACM.11", dice, log)
    }

    /// LEG-R98: the first move of a unit that has just broken.
    pub fn rout_from(
        &mut self,
        unit: Id,
        from: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let wanted = self.away(unit, from);
        self.rout(unit, wanted, Flight::Retire, dice, log)
    }

    /// LEG-R97, LEG-R98(b): the move of a unit that routs or retires, towards its own base edge, in M1.
    pub fn go_home(&mut self, unit: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let wanted = homeward(unit.seat());
        if self.unit(unit).is_routing() {
            return self.rout(unit, wanted, Flight::Rout, dice, log);
        }
        if self.go_back(unit, wanted, Flight::Retire, "LEG-ACM.10", dice, log)?.is_some() {
            return Ok(());
        }
        self.take_up(unit, Status::Normal);
        self.suffer(unit, Disorder::Combat, 1, "LEG-ACM.11", dice, log)
    }

    /// LEG-ACM.16, LEG-ACM.21, LEG-R98(e): who cannot run loses a base, and surrenders if an enemy is within 40 paces.
    fn rout(
        &mut self,
        unit: Id,
        wanted: Facing,
        flight: Flight,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if self.go_back(unit, wanted, flight, "LEG-ACM.14", dice, log)?.is_some() {
            return Ok(());
        }
        self.lose(unit, 1, "LEG-ACM.16", dice, log)?;
        let near =
            self.nearest_enemy(unit).is_some_and(|(id, _)| self.is_within(unit, id, JAVELIN_RANGE));
        if near && self.unit(unit).is_on_table() {
            return self.destroy(unit, "LEG-ACM.21", dice, log);
        }
        Ok(())
    }

    /// LEG-EVA.5, LEG-R79(a): a unit that may evades a charger: 1 DP, and a full fast move away. Gives how far it went, in
    /// paces.
    pub fn evade(
        &mut self,
        unit: Id,
        charger: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<f64> {
        let wanted = self.away(unit, charger);
        self.suffer(unit, Disorder::Morale, 1, "LEG-MOR.3", dice, log)?;
        if !self.unit(unit).is_on_table() {
            return Ok(0.0);
        }
        self.unform(unit);
        let way = self.go_back(unit, wanted, Flight::Evade, "LEG-EVA.5", dice, log)?;
        Ok(way.map_or(0.0, |way| way.paces))
    }

    fn take_up(&mut self, unit: Id, status: Status) {
        let it = self.unit_mut(unit);
        if it.is_on_table() {
            it.status = status;
        }
    }

    /// LEG-MAN.1, LEG-R45: becomes unformed; a column spreads with the middle of its front where it is. LEG-R165: if there is no room it
    /// stays as narrow as it is.
    pub fn unform(&mut self, unit: Id) {
        self.change(unit, |is| {
            is.unform();
            Suffered::default()
        });
    }

    /// LEG-R165: a unit that has spread over somebody else has the files that it had.
    pub(crate) fn keep_narrow(&mut self, unit: Id, was: &Unit) {
        let it = self.unit(unit);
        if it.is.shape.files > was.is.shape.files && !self.is_free(unit, &it.rect()) {
            let it = self.unit_mut(unit);
            it.is.shape = Shape { formation: Formation::Unformed, ..was.is.shape };
            // LEG-R11: the front edge stays where it is.
            let [_, before] = was.is.shape.paces(was.is.bases);
            let [_, now] = it.is.shape.paces(it.is.bases);
            let centre = was.pose.world(glam::dvec2(0.0, f64::from(before - now) / 2.0));
            it.pose = Pose::nearest(centre, was.pose.facing);
        }
    }

    /// LEG-R45, LEG-R125: throws for a full fast move and makes it; nothing if the unit cannot move.
    fn go_back(
        &mut self,
        unit: Id,
        wanted: Facing,
        flight: Flight,
        rule: RuleId,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<Option<Way>> {
        let from = self.unit(unit).pose;
        self.unit_mut(unit).fled = 0;
        let Some((faces, way)) = self.throw_way(unit, wanted, flight, dice)? else {
            log.push(|| Event::CannotGoBack { unit, rule });
            return Ok(None);
        };
        let it = self.unit_mut(unit);
        it.pose = way.end;
        it.marks |= Marks::MOVED | Marks::FAST;
        it.marks -= Marks::FORMING;
        it.fled = libm::round(way.paces) as i32;
        (it.caught, it.aims_at) = (0, None);
        let (paces, leaves) = (libm::round(way.paces) as i32, way.leaves);
        log.push(|| Event::WentBack { unit, rule, faces, from, to_pose: way.end, paces, leaves });
        for friend in way.passed.ids(unit.seat()) {
            self.pass_through(unit, friend, dice, log)?;
        }
        if leaves {
            self.leave_table(unit, log);
        }
        self.arrive(unit, dice, log)?;
        Ok(Some(way))
    }

    /// LEG-R58: heavy infantry that goes through rough terrain goes less far.
    fn throw_way(
        &self,
        unit: Id,
        wanted: Facing,
        flight: Flight,
        dice: &mut Dice,
    ) -> Rolled<Option<(Faces, Way)>> {
        let it = self.unit(unit);
        let Some(full_fast) = MoveDice::full_fast(it.kind()) else { return Ok(None) };
        let march = March {
            kind: it.kind(),
            formation: Formation::Unformed,
            dice: full_fast,
            going: Going::default(),
            halves: 0,
        };
        let faces = Faces::throw(full_fast, unit.seat(), dice)?;
        let open = march.carries(faces).paces;
        let Some(way) = self.way_back(unit, wanted, open, flight) else { return Ok(None) };
        let turned = Base { pose: Pose { facing: way.end.facing, ..it.pose }, ..it.base() };
        let course = Motion::advance(Length::new(way.paces)).course(&turned);
        let going = self.ground.along(&Sweep::new(&turned.rect(), course));
        let slowed = open + March { going, ..march }.sum().total - march.sum().total;
        let way =
            if slowed < open { self.way_back(unit, wanted, slowed, flight) } else { Some(way) };
        Ok(way.map(|way| (faces, way)))
    }

    /// LEG-MAN.10, LEG-MAN.11, LEG-R55: both take a DP, unless one of them is unformed and neither moves fast.
    pub(crate) fn pass_through(
        &mut self,
        unit: Id,
        friend: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (ours, theirs) = (self.recruit(unit), self.recruit(friend));
        let legionaries =
            [unit, friend].iter().all(|&id| self.unit(id).kind() == Type::Legionaries);
        let same_legion = legionaries && ours.legion.is_some() && ours.legion == theirs.legion;
        let any = |such: fn(&Unit) -> bool| [unit, friend].iter().any(|&id| such(self.unit(id)));
        let unformed = any(|it| it.is.shape.is_unformed());
        let fast = any(|it| it.has(Marks::FAST));
        let dps = Passage { unformed, fast, same_legion }.sum().total as u8;
        log.push(|| Event::PassedThrough { unit, friend, same_legion });
        for id in [unit, friend] {
            self.suffer(id, Disorder::Movement, dps, "LEG-MAN.10", dice, log)?;
        }
        Ok(())
    }

    /// LEG-R105, LEG-R150: a unit is off the table for good, and its leader with it.
    pub fn leave_table(&mut self, unit: Id, log: &mut Log<Event>) {
        self.unit_mut(unit).status = Status::LeftTable;
        let seat = unit.seat();
        for (leader, it) in (0..).zip(&mut self.sides[seat].leaders) {
            if it.place == Place::With(unit.number()) {
                it.place = Place::Lost;
                log.push(|| Event::LeaderLeft { seat, leader });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_table::Point;

    use super::*;
    use crate::table::tests::{battle, blue, red};

    const BAND: &str = "barbarian_infantry";

    #[test]
    fn beaten_units_retire() {
        // RULES.md 8.1: back through the second band, 1 DP for each.
        let mut here = battle(
            &[(BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 500.0, 440.0, 0.0)],
            &[(BAND, 10, 500.0, 540.0, 180.0)],
        );
        let mut dice = Dice::scripted([3, 4]);
        here.retire(red(0), blue(0), &mut dice, &mut Log::Off).unwrap();
        let it = here.unit(red(0));
        assert_eq!(
            (it.pose.at, it.pose.facing, it.status),
            (Point::new(500.0, 360.0), Facing::SOUTH, Status::Retiring),
            "LEG-R97"
        );
        assert!(it.is.shape.is_unformed(), "LEG-ACM.10");
        assert_eq!((it.is.dp, here.unit(red(1)).is.dp), (1, 1), "LEG-MAN.10, LEG-R55");
        here.go_home(red(0), &mut Dice::scripted([2, 3]), &mut Log::Off).unwrap();
        assert_eq!(here.unit(red(0)).pose.at, Point::new(500.0, 260.0), "LEG-R97: in later turns");
    }

    #[test]
    fn who_cannot_retire_stays_and_who_cannot_run_dies() {
        // Enemies all round: in front and close behind on every way.
        let round = [
            (BAND, 10, 500.0, 540.0, 180.0),
            (BAND, 12, 500.0, 440.0, 0.0),
            (BAND, 12, 380.0, 470.0, 90.0),
            (BAND, 12, 620.0, 470.0, 270.0),
        ];
        let mut here = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &round);
        let mut broken = here.clone();
        here.retire(red(0), blue(0), &mut Dice::scripted([3, 4]), &mut Log::Off).unwrap();
        let it = here.unit(red(0));
        assert_eq!(
            (it.pose.at, it.is.dp, it.status),
            (Point::new(500.0, 500.0), 1, Status::Normal),
            "LEG-ACM.11, LEG-R97"
        );
        broken.breaks(red(0), "LEG-RES.32", &mut Dice::scripted([]), &mut Log::Off).unwrap();
        broken.rout_from(red(0), blue(0), &mut Dice::scripted([3, 4]), &mut Log::Off).unwrap();
        assert_eq!(
            (broken.unit(red(0)).status, broken.unit(red(0)).is.bases),
            (Status::Destroyed, 9),
            "LEG-ACM.16, LEG-ACM.21"
        );
    }

    #[test]
    fn routers_leave_the_table() {
        let mut here = battle(&[(BAND, 10, 500.0, 100.0, 0.0)], &[]);
        here.unit_mut(red(0)).status = Status::Routing;
        here.go_home(red(0), &mut Dice::scripted([3, 4]), &mut Log::Off).unwrap();
        assert_eq!(here.unit(red(0)).status, Status::LeftTable, "LEG-R98(d), LEG-R105");
    }

    #[test]
    fn evaders_pay_and_run() {
        let mut here = battle(
            &[("slingers", 4, 500.0, 500.0, 0.0)],
            &[("heavy_cavalry", 4, 500.0, 600.0, 180.0)],
        );
        let gone = here.evade(red(0), blue(0), &mut Dice::scripted([3, 4]), &mut Log::Off).unwrap();
        // LEG-MOV.11: (3 + 4) x 20 + 40.
        assert_eq!((gone, here.unit(red(0)).is.dp), (180.0, 1), "LEG-EVA.5, LEG-MOR.3, LEG-R79");
        assert_eq!(here.unit(red(0)).pose, Pose::new(500.0, 320.0, Facing::SOUTH), "LEG-R79(a)");
    }
}
