//! T4: units move, one after another (RULES.md 3.23 to 3.26, 3.30; VIR-R54 to VIR-R59, VIR-R69, VIR-R72,
//! VIR-R73).

use acies_core::{
    Dice, Forecast, Log, Misread, Odds, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Step},
    odds,
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    cohesion::Cohesion,
    leaders::MoveLeader,
    path::{Path, STEPS_MAX, direct_path},
};
use crate::{
    activation::{
        means::Actors,
        points::{Cost, Item},
    },
    areas::{Area, Ground, boundary},
    battle::{Action, Battle, Frame},
    units::{Flags, Formation, Specials, UnitSet},
    words::{
        events::{Event, Events, Marched},
        notation::Reader,
        refusals::{No, Refusal},
    },
};

/// Units and leaders move one after another.
pub struct Moving;

/// A unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    pub unit: u8,
    pub path: Path,
}

/// A move that is allowed: who pays how much, and whether its last step is a forced march.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct March {
    pub segment: usize,
    pub cost: Cost,
    pub forced: bool,
}

impl Step<Battle> for Moving {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.active.into()
    }

    fn again(&self) -> bool {
        true
    }

    /// Nobody can move, and nothing is left to pay with: while there is, the player ends his turn himself.
    fn idle(&self, battle: &Battle) -> bool {
        battle.pools.iter().all(|pool| pool.left() == Some(0))
            && !battle.can_move_a_leader()
            && !battle.each_march(|_| true)
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Events) -> Rolled<()> {
        battle.go_past(Frame::Moves);
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which unit or leader moves?".into(), &["VIR-6.0.1"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.each_march(|it| {
            out.push(it.into());
            false
        });
        battle.list_leaders(out);
        if battle.must_still_move(by).is_none() {
            out.push(Action::Done);
        }
    }

    /// Who has no points to use need not be asked, but for the free move of evaders (VIR-6.3.1).
    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let means = battle.means();
        let reserve = battle.units_in(Area::reserve(by), by);
        let evaders = battle.units(by).alive() & battle.kinds(by).evaders;
        let units = battle.paid_units(&means) | reserve | evaders | means.compelled;
        let actors = Actors {
            units: units - battle.cannot_move(by),
            leaders: true,
            done: battle.must_still_move(by).is_none(),
        };
        actors.any(chance, room, |unit, out| match unit {
            None => battle.list_leaders(out),
            Some(unit) => {
                let area = battle.units(by)[unit].area;
                battle.each_march_from(area, UnitSet::one(unit), &means, |it| {
                    out.push(it.into());
                    false
                });
            }
        })
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let places: Vec<Area> = battle.areas().chain(Seat::BOTH.map(Area::reserve)).collect();
        for unit in battle.units(by).alive() {
            let from = battle.units(by)[unit].area;
            for &to in &places {
                let direct = Path::one(to);
                let way = direct_path(by, from, to).unwrap_or(direct);
                out.push(Action::Move(Move { unit, path: direct }));
                out.extend((way != direct).then_some(Action::Move(Move { unit, path: way })));
                out.push(Action::Move(Move { unit, path: Path::two(to, from) }));
            }
        }
        for leader in 0..battle.sides[by].leaders.len() as u8 {
            out.extend(places.iter().map(|&to| Action::MoveLeader(MoveLeader { leader, to })));
        }
    }
}

impl Deed<Battle> for Move {
    /// Who pays how much.
    type Plan = March;
    const VERBS: &'static [&'static str] = &["move"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let steps: Vec<_> = self.path.steps().iter().map(|&area| battle.area_name(area)).collect();
        format!("move {} {}", battle.unit_key(by, self.unit), steps.join(" "))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Move { unit: reader.unit(reader.by)?, path: reader.path()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<March, Refusal> {
        battle.expects(Frame::Moves).map_err(No::to(by))?;
        battle.may_move(by, self.unit, self.path).map_err(No::to(by))
    }

    fn trust(&self, battle: &Battle, by: Seat) -> March {
        battle.march_of(by, self.unit, self.path)
    }

    /// VIR-R54: a unit moves, step by step.
    fn perform(
        &self,
        march: March,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let Move { unit, path } = *self;
        let by = battle.active;
        let it = battle.units(by)[unit];
        let from = it.area;
        let compelled = battle.is_compelled(by, unit);
        battle.pools[march.segment].spent += march.cost.points();
        battle.sides[by].units.mark(unit, Flags::ACTIVATED | Flags::MOVED);
        battle.compelled = battle.compelled.without(unit);
        let conquered_before = battle.conquered;
        let mut crossed = None;
        let mut lost = ArrayVec::<_, STEPS_MAX>::new();
        let mut made = path;
        let mut at = from;
        for (done, &to) in path.steps().iter().enumerate() {
            // VIR-R57: the cohesion die falls when the extra step is to be made.
            let extra = march.forced && done + 1 == path.steps().len();
            if extra && battle.loses_cohesion(unit, false, dice, log)? {
                made = path.up_to(done);
                break;
            }
            let river = boundary(at, to);
            if let Some(class) = battle.setup.rivers[river] {
                battle.crossed[river] += 1;
                crossed = Some(class.rule());
            }
            battle.put(by, unit, to);
            // VIR-R64: after every step; only in the area entered can it make a difference.
            if let Some(leader) = battle.leader_in(to, by.other()) {
                lost.extend(battle.lose_leader(leader).map(|area| (leader, area)));
            }
            at = to;
        }
        log.push(|| Event::Moved {
            by,
            unit,
            from,
            path: made,
            march: Marched {
                cost: march.cost,
                forced: march.forced,
                after_fight: it.is(Flags::FOUGHT),
                compelled,
                mounted: battle.troop(by, unit).profile.is_mounted(),
                crossed,
                dense: battle.ground(made.end()).contains(Ground::DENSE_WOOD),
                conquered: battle.conquered != conquered_before,
            },
        });
        for (leader, area) in lost {
            log.push(|| Event::LeaderLost { by: by.other(), leader, area });
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let steps: Vec<_> = self.path.steps().iter().map(|&area| battle.area_name(area)).collect();
        let way = steps.join(", ");
        let (end, on_the_way) = steps.split_last().expect("a path has an end");
        let through = match on_the_way {
            [] => String::new(),
            areas => format!(" through {}", areas.join(", ")),
        };
        let shown = battle.shown(by, self.unit, "March", format!("move to {way}"));
        let shown = Shown {
            title: Some(format!("Move to {end}{through}")),
            area: Some(end),
            rules: vec!["VIR-6.2.5"],
            ..shown
        };
        let ghost = battle.ghost(by, battle.unit_id(by, self.unit), self.path.end());
        let shown = shown.ghost(ghost);
        let Ok(march) = battle.may_move(by, self.unit, self.path) else { return shown };
        let cost = march.cost.points();
        let forced = |says| if march.forced { says } else { "" };
        Shown {
            does: format!("move to {way}{}: {cost} AP", forced(", forced march")),
            note: format!("{cost} AP{}", forced(", forced march, throws a die")),
            throws: march.forced,
            ..shown
        }
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let march = battle.march_of(by, self.unit, self.path);
        let holds = || {
            odds(|dice| {
                let mut log = Log::kept();
                self.perform(march, &mut battle.clone(), dice, &mut log)?;
                Ok(self.held(by, log.events()))
            })
        };
        march.forced.then(|| self.panel(battle, by, &march, &holds()))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let march = was.march_of(by, self.unit, self.path);
        let held = Odds::sure(self.held(by, events));
        march.forced.then(|| self.panel(was, by, &march, &held))
    }

    /// VIR-R69.3: a compelled unit steps forward.
    fn instead(&self, _: &Battle, _: Seat, refusal: &Refusal) -> Option<Action> {
        let No::MustStepForward { unit, to } = refusal.no else { return None };
        Some(Move { unit, path: Path::one(to) }.into())
    }
}

impl Move {
    /// VIR-10.3: whether the unit kept together on its forced march.
    fn held(&self, by: Seat, events: &[Event]) -> bool {
        !events.iter().any(|event| {
            matches!(event, Event::CohesionTested { by: seat, unit, pikes: false, holds: false, .. }
                if (*seat, *unit) == (by, self.unit))
        })
    }

    fn panel(&self, battle: &Battle, by: Seat, march: &March, holds: &Odds<bool>) -> Forecast {
        let last = battle.units(by)[self.unit].stands == 1;
        let lost = if last { "lose their last stand and are gone" } else { "lose a stand" };
        let tell = |&holds: &bool| {
            let says = if holds { "keep together" } else { lost };
            (says.into(), vec![("stands_lost", (!holds).into())])
        };
        let test = Cohesion { profile: battle.troop(by, self.unit).profile };
        Forecast {
            title: self.shows(battle, by).words(),
            sums: vec![
                ("cohesion number".into(), test.sum()),
                ("activation points".into(), march.cost.sum()),
            ],
            rules: vec!["VIR-10.3"],
            outcomes: holds.outcomes(tell),
            highlights: Vec::new(),
        }
    }
}

impl Battle {
    /// Whether a unit may make this move (VIR-R54), and what it costs.
    pub fn may_move(&self, seat: Seat, unit: u8, path: Path) -> Result<March, No> {
        self.may_set_out(seat, unit)?;
        let it = &self.units(seat)[unit];
        let forced = self.may_go_so_far(seat, unit, path.steps().len())?;
        let mut at = it.area;
        for (done, &to) in path.steps().iter().enumerate() {
            self.may_step(seat, unit, at, to, &path.steps()[..done])?;
            // VIR-SR6.1, VIR-R72: a dense wood ends the move.
            if done + 1 < path.steps().len() && self.ground(to).contains(Ground::DENSE_WOOD) {
                return Err(No::DenseWood { area: to });
            }
            at = to;
        }
        if at == it.area {
            return Err(No::EndsWhereItBegan { area: at });
        }
        let compelled = self.is_compelled(seat, unit);
        if compelled
            && let Some(front) = it.area.front(seat)
            && path.steps()[0] != front
        {
            return Err(No::MustStepForward { unit, to: front });
        }
        debug_assert_eq!(forced, self.march_of(seat, unit, path).forced);
        let march = self.march_of(seat, unit, path);
        let (segment, points) = (march.segment, march.cost.points());
        if compelled {
            let left = self.pools[segment].left();
            if let Some(left) = left.filter(|&left| left < points) {
                return Err(No::TooFewPoints { segment, cost: points, left });
            }
        } else if points > 0 {
            self.afford(segment, points)?;
        }
        Ok(march)
    }

    /// What a legal move is paid with, and whether it is a forced march.
    pub fn march_of(&self, seat: Seat, unit: u8, path: Path) -> March {
        let troop = self.troop(seat, unit);
        let forced = path.steps().len() > usize::from(troop.profile.mvt);
        let segment = self.payer(seat, unit, path.end()).expect("a move ends elsewhere");
        // VIR-R44, VIR-R58: an evader's move after its fight belongs to the same activation.
        let after_fight = self.units(seat)[unit].is(Flags::FOUGHT);
        let cost = Cost::of(troop, Item::Move { forced, after_fight });
        March { segment, cost, forced }
    }

    /// VIR-6.0.1, VIR-3.2.1, VIR-R44, VIR-R59, VIR-R84: whether a unit can move at all this turn.
    pub fn may_set_out(&self, seat: Seat, unit: u8) -> Result<(), No> {
        let it = self.living(seat, unit)?;
        let profile = self.troop(seat, unit).profile;
        if it.is(Flags::ROUTED) {
            return Err(No::Routed { unit });
        }
        if it.is(Flags::MOVED) {
            return Err(No::MovedAlready { unit });
        }
        // VIR-5.0.2, VIR-6.3.1: only evaders move after they fought.
        if it.is(Flags::FOUGHT) && !profile.is_evader() {
            return Err(No::FoughtAlready { unit });
        }
        if profile.mvt == 0 {
            return Err(No::Immobile { unit });
        }
        if it.formation == Formation::Shieldwall {
            return Err(No::InShieldwall { unit });
        }
        Ok(())
    }

    /// VIR-6.2.5, VIR-6.2.6, VIR-10.1: the allowance, and one step more by forced march. Tells
    /// whether it is one.
    fn may_go_so_far(&self, seat: Seat, unit: u8, steps: usize) -> Result<bool, No> {
        let profile = self.troop(seat, unit).profile;
        let formation = self.units(seat)[unit].formation;
        let allowed = profile.mvt;
        if steps <= usize::from(allowed) {
            return Ok(false);
        }
        // VIR-10.2, VIR-R57: not artillery, nor a unit in testudo (VIR-SR15.4).
        if profile.is_artillery() {
            return Err(No::ForcedArtillery { unit });
        }
        if formation.is_closed() {
            return Err(No::ForcedFormed { unit, formation });
        }
        if steps > usize::from(allowed) + 1 {
            return Err(No::TooManySteps { steps, allowed });
        }
        Ok(true)
    }

    /// Whether a unit may make one step of a path, after the steps before it.
    fn may_step(
        &self,
        seat: Seat,
        unit: u8,
        from: Area,
        to: Area,
        before: &[Area],
    ) -> Result<(), No> {
        may_link(seat, from, to)?;
        if !self.has_area(to) {
            return Err(No::NoLink { from, to });
        }
        let forward = from.front(seat) == Some(to);
        let rear = from.rear(seat) == Some(to);
        // VIR-6.2.4, VIR-R55: forward out of an area with enemies is forbidden.
        if forward && self.enemy_in(from, seat) {
            return Err(No::ForwardPastEnemy { from });
        }
        // VIR-R69.7: an impetuous unit does not step back before the enemy.
        if rear && self.troop(seat, unit).profile.has(Specials::IMPETUOUS) {
            let in_front = from.front(seat).is_some_and(|front| self.enemy_in(front, seat));
            if in_front || self.enemy_in(from, seat) {
                return Err(No::ImpetuousRear { unit });
            }
        }
        self.may_cross(seat, unit, from, to, before)
    }

    /// VIR-R73: rivers let so many units pass. VIR-R69.4: compelled units come first.
    fn may_cross(
        &self,
        seat: Seat,
        unit: u8,
        from: Area,
        to: Area,
        before: &[Area],
    ) -> Result<(), No> {
        let at = boundary(from, to);
        let (Some(river), Some(left)) = (self.setup.rivers[at], self.crossings_left(from, to))
        else {
            return Ok(());
        };
        // A unit that crosses twice in its move counts twice.
        let start = self.units(seat)[unit].area;
        let path = [start].into_iter().chain(before.iter().copied());
        let own = path.zip(before).filter(|&(a, &b)| boundary(a, b) == at).count();
        if usize::from(left) <= own {
            return Err(No::RiverFull { from, to, river });
        }
        let Some(segment) = from.segment().filter(|_| !to.is_reserve()) else { return Ok(()) };
        if self.is_compelled(seat, unit) {
            return Ok(());
        }
        let claims = self.crossings_claimed(segment);
        if claims > 0 && usize::from(left) < own + 1 + claims {
            return Err(No::RiverClaimed { from, to });
        }
        Ok(())
    }
}

/// VIR-R2, VIR-6.2.T: whether there is a link, and what is wrong if there is none.
fn may_link(seat: Seat, from: Area, to: Area) -> Result<(), No> {
    if from.links_to(to, seat) {
        return Ok(());
    }
    if to.is_reserve() && to.side() != seat {
        return Err(No::EnemyReserve);
    }
    Err(match (from.segment(), to.segment()) {
        (Some(a), Some(b)) if a != b && from.side() == to.side() => No::Sideways { from, to },
        (Some(a), Some(b)) if a != b => No::Diagonal { from, to },
        _ => No::NoLink { from, to },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use acies_core::Seat::Red;

    fn area(name: &str) -> Area {
        Area::named(name, 4, Red).unwrap()
    }

    #[test]
    fn links_that_do_not_exist_have_their_reasons() {
        let no = |from, to| may_link(Red, area(from), area(to)).unwrap_err();
        assert!(matches!(no("S1", "S2"), No::Sideways { .. }), "VIR-6.2.1");
        assert!(matches!(no("S1", "N2"), No::Diagonal { .. }), "VIR-6.2.2");
        assert!(matches!(no("N1", "NR"), No::EnemyReserve), "VIR-6.2.3");
        assert!(matches!(no("SR", "N1"), No::NoLink { .. }), "VIR-R2");
    }
}
