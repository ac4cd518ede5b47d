//! Combat on the table, from contact to what it costs (B2a, B3, B4 and B4a of RULES.md 2; LEG-SEQ.17, LEG-SEQ.18, LEG-MOR.7,
//! LEG-MOR.8, LEG-MOR.14; LEG-R39, LEG-R72, LEG-R82, LEG-R83, LEG-R85, LEG-R92, LEG-R101, LEG-R108, LEG-R124, LEG-R137, LEG-R144).

use acies_core::{Dice, Id, Log, Rolled, RuleId, UnitSet};
use acies_table::{Edge, Rect};
use arrayvec::ArrayVec;

use super::{AfterMove, Band, Beaten, Consequence, Fighter, Impetus, chase};
use crate::{
    battle::{Battle, Marks, Place, Status, Unit},
    morale::{Disorder, Fate, risk::Risk},
    rulings::JAVELIN_RANGE,
    troops::{Tags, Type},
    words::Event,
};

/// LEG-R85: the one result of a unit, and what is left to be done in B5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub unit: Id,
    /// The enemy against whom it did worst.
    pub opponent: Id,
    pub difference: i32,
    pub band: Band,
    /// The line of the results that fits.
    pub rule: RuleId,
    pub moves: ArrayVec<AfterMove, 3>,
    /// LEG-R92: DPs and casualties that the line costs.
    pub dps: u8,
    pub casualties: u8,
    /// Bases lost in this fight, by DPs or by the line itself.
    pub lost: u8,
    /// The enemies that it fought, by their numbers.
    pub fought: UnitSet,
}

impl Battle {
    /// B2a: LEG-R82: who was contacted in flank or rear; then LEG-R83: who fears elephants or camels nearby.
    pub fn contact_effects(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        for unit in self.in_order(|_, it| it.marks.contains(Marks::STRUCK)) {
            let it = self.unit_mut(unit);
            it.marks -= Marks::STRUCK;
            let (dps, rule) = match it.kind() {
                // LEG-R74: light troops have neither flank nor rear.
                kind if kind.is_light() => continue,
                Type::Pikemen => (4, "LEG-MOR.14"),
                _ => (2, "LEG-MOR.7"),
            };
            self.suffer(unit, Disorder::Morale, dps, rule, dice, log)?;
        }
        for unit in self.in_order(|id, _| self.is_frightened(id)) {
            self.suffer(unit, Disorder::Morale, 1, "LEG-MOR.8", dice, log)?;
        }
        Ok(())
    }

    /// LEG-MOR.8, LEG-R83: Cavalry or Chariots within 40 paces of enemy elephants or camels.
    fn is_frightened(&self, unit: Id) -> bool {
        let it = self.unit(unit);
        let rides_camels = it.is.profile.has(Tags::CAMEL);
        let fears = |(id, enemy): (Id, &Unit)| {
            let camels = enemy.is.profile.has(Tags::CAMEL) && !rides_camels;
            (enemy.kind().is_elephants() || camels) && self.is_within(unit, id, JAVELIN_RANGE)
        };
        (it.kind().is_cavalry() || it.kind().is_chariots()) && self.enemies(unit.seat()).any(fears)
    }

    /// LEG-R72: at whom a unit may volley, with the stands that can.
    pub fn volley_targets(&self, unit: Id) -> Vec<(Id, u8)> {
        let it = self.unit(unit);
        let fresh = it.marks.contains(Marks::NEW_CONTACT) && !it.marks.contains(Marks::SHOT);
        if !fresh || !it.is.profile.has_volley() || !it.is.is_in_good_order() {
            return Vec::new();
        }
        let ahead = self
            .opponents(unit)
            .filter(|&enemy| self.touched_edge(unit, enemy) == Some(Edge::Front));
        ahead
            .map(|enemy| (enemy, self.stands(unit, enemy, JAVELIN_RANGE)))
            .filter(|(_, stands)| *stands > 0)
            .collect()
    }

    /// LEG-SEQ.17, LEG-R72: dice are counted for all before any is thrown, and the DPs come together.
    pub fn volley(
        &mut self,
        volleys: &[(Id, Id)],
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let shot = |&(unit, target): &(Id, Id)| {
            (unit, target, self.shot(unit, target, self.stands(unit, target, JAVELIN_RANGE)))
        };
        let shots: Vec<_> = volleys.iter().map(shot).collect();
        let mut struck = Vec::with_capacity(shots.len());
        for (unit, target, shot) in shots {
            let hits = shot.throw(unit.seat(), dice)?;
            self.unit_mut(unit).marks |= Marks::SHOT;
            log.push(|| Event::Shot {
                unit,
                target,
                kind: shot.kind,
                in_cover: shot.aim.in_cover,
                dice: shot.dice(),
                needs: shot.needs(),
                hits,
                rule: "LEG-R72",
            });
            struck.push((target, hits));
        }
        for (target, hits) in struck {
            self.suffer(target, Disorder::Shooting, hits, "LEG-SHO.11", dice, log)?;
        }
        Ok(())
    }

    /// B4 and B4a: all fights at once, and what they cost; who breaks or is destroyed, leaders at risk, and who sees it.
    pub fn fight(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<Vec<Resolved>> {
        let mut results = self.roll(dice, log)?;
        let cut_down = self.cut_down_routers(dice, log)?;
        self.pay(&mut results, log);
        let fallen = self.fallen(&results, log);
        self.leaders_at_risk(&results, dice, log)?;
        for unit in cut_down {
            for leader in self.leaders_with(unit) {
                self.risk(unit.seat(), leader, Risk::Beaten, dice, log)?;
            }
        }
        for (unit, body) in fallen {
            self.dismay(unit, &body, dice, log)?;
        }
        Ok(results)
    }

    /// LEG-R85: one die a unit; the worst of its differences is its result.
    fn roll(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<Vec<Resolved>> {
        // LEG-R144: caught routers roll no die.
        let fighting =
            self.in_order(|id, it| !it.is_routing() && self.opponents(id).next().is_some());
        let mut thrown: Vec<(Id, i32)> = Vec::with_capacity(fighting.len());
        for &unit in &fighting {
            let die = self.unit(unit).kind().combat_die();
            thrown.push((unit, dice.roll(unit.seat().throws("LEG-CR.1", "combat"), die)?));
        }
        let die = |unit: Id| thrown.iter().find(|(id, _)| *id == unit).map_or(0, |(_, die)| *die);
        let mut results = Vec::with_capacity(fighting.len());
        for &unit in &fighting {
            let against = |enemy: Id| {
                let (ours, theirs) = (self.fighter(unit, enemy), self.fighter(enemy, unit));
                let difference = ours.total(&theirs, die(unit)) - theirs.total(&ours, die(enemy));
                (enemy, difference, ours, theirs)
            };
            let worst = self
                .opponents(unit)
                .map(against)
                .reduce(|worst, next| if next.1 < worst.1 { next } else { worst });
            let Some((opponent, difference, ours, theirs)) = worst else { continue };
            let band = Band::of(difference);
            let result = self.beaten(unit, opponent, &ours, &theirs).consequence(band);
            let (face, sum) = (die(unit) as u8, ours.sum(&theirs));
            log.push(|| Event::Fought {
                unit,
                opponent,
                kind: ours.is.kind(),
                face,
                sum,
                numbers: [self.numbers_sum(unit, opponent), self.numbers_sum(opponent, unit)],
                difference,
                band,
                rule: result.rule,
            });
            // LEG-R92: all lines are chosen before any DP of these results is taken.
            let Consequence { rule, dps, casualties, moves } = result;
            results.push(Resolved {
                unit,
                opponent,
                difference,
                band,
                rule,
                moves,
                dps,
                casualties,
                lost: 0,
                fought: self.opponents(unit).map(Id::number).collect(),
            });
        }
        Ok(results)
    }

    /// LEG-R137: who charged whom into this fight.
    fn beaten(&self, unit: Id, opponent: Id, ours: &Fighter, theirs: &Fighter) -> Beaten {
        // LEG-R100: a pursuer who meets a new enemy has charged it.
        let charged = |it: &Fighter, at: Id| match it.impetus {
            Some(Impetus::Pursuit) => self.unit(at).marks.contains(Marks::WAS_CHARGED),
            Some(impetus) => impetus.is_charge(),
            None => false,
        };
        let we_charged = charged(ours, opponent);
        Beaten {
            is: ours.is,
            charged: we_charged,
            was_charged: charged(theirs, unit) && !we_charged,
            opponent: theirs.is.kind(),
            opponent_formed: theirs.is.shape.is_formed(),
            only_lights: self.opponents(unit).all(|enemy| self.unit(enemy).kind().is_light()),
        }
    }

    /// LEG-ACM.20, LEG-R101, LEG-R144: routers who were caught in an earlier turn.
    /// Gives those who lost bases and run on: their leaders are at risk (LEG-R39).
    fn cut_down_routers(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<Vec<Id>> {
        let turn = self.turn;
        let mut cut_down = Vec::new();
        for unit in self.in_order(|_, it| it.is_routing() && it.caught > 0 && it.caught < turn) {
            let body = self.rect(unit);
            let hunters =
                self.touched(unit).into_iter().filter(|&id| self.unit(id).quarry == Some(unit));
            let near = |id: Id| {
                self.unit(id).rank(0).filter(|(_, base)| base.distance(&body) <= 1.5).count() as u8
            };
            let bases: u8 = hunters.map(near).sum();
            let lost = chase::cut_down(bases, unit.seat().other(), dice)?;
            self.unit_mut(unit).caught = 0;
            self.lose(unit, lost, "LEG-ACM.20", dice, log)?;
            if lost > 0 && self.has(unit) {
                cut_down.push(unit);
            }
        }
        Ok(cut_down)
    }

    /// LEG-R92: the DPs and casualties of every result; impetus is used up (LEG-R86).
    fn pay(&mut self, results: &mut [Resolved], log: &mut Log<Event>) {
        for it in results {
            let unit = it.unit;
            let Resolved { rule, dps, casualties, .. } = *it;
            let mut fate = Fate::Remains;
            if dps > 0 {
                let suffered = self.change(unit, |is| is.take(Disorder::Combat, dps));
                log.push(|| Event::Disordered { unit, kind: Disorder::Combat, rule, suffered });
                (fate, it.lost) = (suffered.fate, suffered.casualties);
            }
            if casualties > 0 && fate == Fate::Remains {
                let suffered = self.change(unit, |is| is.lose(casualties));
                log.push(|| Event::Lost { unit, rule, suffered });
                fate = suffered.fate;
                it.lost += suffered.casualties;
            }
            match fate {
                Fate::Remains => {}
                // LEG-R94: in B5, with the others.
                Fate::Rampages => it.moves = ArrayVec::from_iter([AfterMove::Rampage]),
                Fate::Destroyed => it.moves = ArrayVec::from_iter([AfterMove::Destroyed]),
            }
            let fought = self.unit_mut(unit);
            fought.impetus = None;
            fought.marks -= Marks::NEW_CONTACT | Marks::WAS_CHARGED | Marks::FELL_BACK;
        }
    }

    /// LEG-R108: all who break or are destroyed are found first, with where they stood.
    fn fallen(&mut self, results: &[Resolved], log: &mut Log<Event>) -> Vec<(Id, Rect)> {
        let mut fallen = Vec::new();
        for it in results {
            let (unit, rule, body) = (it.unit, it.rule, self.rect(it.unit));
            match it.moves[..] {
                [AfterMove::Break] => self.start_rout(unit, rule, log),
                [AfterMove::Destroyed] => self.remove(unit, rule, log),
                _ => continue,
            }
            fallen.push((unit, body));
        }
        fallen
    }

    /// LEG-R39, LEG-R40: leaders whose units were beaten or lost a base.
    fn leaders_at_risk(
        &mut self,
        results: &[Resolved],
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        for it in results {
            let fell = matches!(it.moves[..], [AfterMove::Break | AfterMove::Destroyed]);
            if it.band > Band::SetBack && it.lost == 0 && !fell {
                continue;
            }
            let seat = it.unit.seat();
            for leader in self.leaders_with(it.unit) {
                let destroyed = self.unit(it.unit).status == Status::Destroyed;
                if destroyed {
                    let at = self.unit(it.unit).pose.at;
                    self.sides[seat].leaders[usize::from(leader)].place = Place::Alone(at);
                }
                self.risk(seat, leader, if fell { Risk::Broken } else { Risk::Beaten }, dice, log)?;
                if destroyed {
                    self.flee(seat, leader, dice, log)?;
                } else if fell {
                    self.mourn(seat, leader, dice, log)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use acies_core::Seat;

    use super::*;
    use crate::{
        battle::Leader,
        command::StandingOrder,
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    /// RULES.md 8.1, from contact to the results.
    #[test]
    fn the_worked_example_is_played() {
        let mut here = battle(
            &[("legionaries", 10, 510.0, 350.0, 0.0)],
            &[(BAND, 10, 500.0, 420.0, 180.0), (BAND, 10, 500.0, 480.0, 180.0)],
        );
        here.unit_mut(red(0)).impetus = Some(Impetus::Charge);
        here.unit_mut(red(0)).marks |= Marks::NEW_CONTACT;
        here.unit_mut(blue(0)).marks |= Marks::NEW_CONTACT | Marks::WAS_CHARGED;
        here.contact_effects(&mut Dice::scripted([]), &mut Log::Off).unwrap();
        assert_eq!(here.volley_targets(red(0)), [(blue(0), 4)], "LEG-R72");
        assert_eq!(here.volley_targets(blue(0)), [], "LEG-TT.13");
        let mut dice = Dice::scripted([6, 2, 5, 1, 4, 3]);
        here.volley(&[(red(0), blue(0))], &mut dice, &mut Log::Off).unwrap();
        assert_eq!(here.unit(blue(0)).is.dp, 2, "LEG-SEQ.17, LEG-SHO.11");
        assert_eq!(here.volley_targets(red(0)), [], "LEG-R64: once a turn");
        let results = here.fight(&mut dice, &mut Log::Off).unwrap();
        assert!(dice.is_spent(), "LEG-CR.1, LEG-SEQ.18");
        let told: Vec<_> =
            results.iter().map(|it| (it.unit, it.difference, it.band, it.rule)).collect();
        assert_eq!(
            told,
            [(red(0), 5, Band::Victory, "LEG-RES.4"), (blue(0), -5, Band::Defeat, "LEG-RES.30")],
            "RULES.md 8.1"
        );
        let band = here.unit(blue(0));
        assert_eq!(
            (band.is.bases, band.is.dp, &results[1].moves[..]),
            (9, 2, &[AfterMove::Retire][..]),
            "LEG-RES.30"
        );
        assert_eq!(here.unit(red(0)).impetus, None, "LEG-R86: used up");
        assert_eq!(here.unit(blue(1)).is.dp, 0, "nobody broke");
    }

    #[test]
    fn the_worst_difference_counts() {
        // One band against two in front of it: 2 + 4 against 2 + 3 and 2 + 6; numbers 3:2 against it.
        let mut here = battle(
            &[(BAND, 10, 500.0, 500.0, 0.0)],
            &[(BAND, 10, 450.0, 540.0, 180.0), (BAND, 10, 550.0, 540.0, 180.0)],
        );
        // Dice of red, then of blue from its right, which is the west.
        let results = here.fight(&mut Dice::scripted([4, 3, 6]), &mut Log::Off).unwrap();
        let own = results.iter().find(|it| it.unit == red(0)).unwrap();
        assert_eq!(own.opponent, blue(1), "LEG-R85");
        let other = results.iter().find(|it| it.unit == blue(0)).unwrap();
        assert!(own.difference < -other.difference, "LEG-R85: each has its own result");
    }

    #[test]
    fn all_falls_are_found_before_anybody_sees_them() {
        // A shaken band is beaten by 7 or more: it breaks, loses a base, and a friend at its side sees it.
        let mut here = battle(
            &[(BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 620.0, 500.0, 0.0)],
            &[("legionaries", 10, 500.0, 570.0, 180.0)],
        );
        here.unit_mut(red(0)).is.shake();
        let leader = Leader::fresh(Place::With(0), StandingOrder::Attack);
        here.sides[Seat::Red].leaders.push(leader);
        // Red 1, blue 3; the General with the broken band throws a 4 and lives, but breaks with it.
        let results = here.fight(&mut Dice::scripted([1, 3, 4]), &mut Log::Off).unwrap();
        assert_eq!((results[0].band, results[0].rule), (Band::Rout, "LEG-RES.32"));
        assert!(here.unit(red(0)).is_routing(), "LEG-R98");
        // 1 for the broken friend; the General was 120 paces from its centre and 70 from its side: 2 more.
        assert_eq!(here.unit(red(1)).is.dp, 3, "LEG-MOR.1, LEG-MOR.5, LEG-R40, LEG-R108");
        assert_eq!(here.unit(red(0)).is.bases, 10 - 1 - 2, "LEG-RES.32, LEG-R111, LEG-MOR.12");
    }

    #[test]
    fn flanks_and_beasts_cost_order() {
        let mut here = battle(
            &[
                ("pikemen", 10, 500.0, 500.0, 0.0),
                (BAND, 10, 700.0, 500.0, 0.0),
                ("archers", 4, 900.0, 500.0, 0.0),
                ("heavy_cavalry", 4, 1200.0, 500.0, 0.0),
                ("elephants", 1, 1300.0, 500.0, 0.0),
            ],
            &[("elephants", 1, 1200.0, 560.0, 180.0), ("camel_bow", 4, 1400.0, 560.0, 180.0)],
        );
        for id in [red(0), red(1), red(2)] {
            here.unit_mut(id).marks |= Marks::STRUCK;
        }
        here.contact_effects(&mut Dice::scripted([]), &mut Log::Off).unwrap();
        let dps: Vec<u8> = here.sides[Seat::Red].units.iter().map(|unit| unit.is.dp).collect();
        assert_eq!(
            dps,
            [4, 2, 0, 1, 0],
            "LEG-MOR.14, LEG-MOR.7, LEG-R74, LEG-MOR.8, LEG-R82, LEG-R83"
        );
        assert_eq!(here.unit(blue(1)).is.dp, 0, "LEG-R83: 90 paces from the elephants");
    }

    #[test]
    fn routers_are_cut_down_in_the_turn_after() {
        let mut here = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 540.0, 0.0)]);
        here.unit_mut(blue(0)).status = Status::Routing;
        here.unit_mut(blue(0)).is.shake();
        here.unit_mut(blue(0)).caught = 1;
        here.unit_mut(red(0)).quarry = Some(blue(0));
        assert_eq!(
            here.fight(&mut Dice::scripted([]), &mut Log::Off),
            Ok(Vec::new()),
            "LEG-R101, LEG-R144"
        );
        here.turn = 2;
        let leader = Leader::fresh(Place::With(0), StandingOrder::Attack);
        here.sides[Seat::Blue].leaders.push(leader);
        // Five files touch: 3, 6 and 4 of the dice count; the leader with the routers throws a 5 and lives.
        let mut dice = Dice::scripted([3, 6, 1, 2, 4, 5]);
        here.fight(&mut dice, &mut Log::Off).unwrap();
        assert!(dice.is_spent(), "LEG-R39: a casualty in combat");
        assert_eq!(here.unit(blue(0)).is.bases, 7, "LEG-ACM.20, LEG-R101");
    }
}
