//! What an action would throw, and what may come of it: odds for who asks, in words.

use acies_core::{Chance, Forecast, Odds, Seat, Sum, add, always, odds};

use crate::{
    action::Action,
    battle::{Battle, Carried, Carrier, Frame},
    leading::MOURNING_TESTS,
    morale::{Descent, Ladder, Rung},
    moves::Mode,
    odds::{Victim, fight_forecast, shot_forecast, shot_sums},
    order_test::rush_disrupts,
    profile::{Figure, Order, Specials},
    shots::Shot,
    units::{Flags, Id, UnitSet},
    wording::needed_words,
};

impl Battle {
    /// AV-5.2, AV-R40: a test for an order, and what a miss does.
    pub(crate) fn order_forecast(
        &self,
        by: Seat,
        units: UnitSet,
        order: Order,
    ) -> Option<Forecast> {
        let lender = self.table().check_test(by, units, order).ok()?;
        let test = self.table().order_test(lender, order);
        if units.len() == 1 && test.is_free() {
            return None;
        }
        let (rule, needed) = test.needs()?;
        let from = test.from.map_or("disrupted", Order::name);
        let engaged = units.ids(by).filter(|&id| self.table().is_engaged(id));
        let shaken: UnitSet = engaged.filter(|_| test.miss_disrupts(true)).collect();
        let missed = match (units.len(), shaken.is_empty()) {
            (1, true) if test.from.is_none() => "missed: they stay disrupted".to_owned(),
            (1, true) => format!("missed: they stay under {from}"),
            (_, true) => "missed: everybody keeps his order".to_owned(),
            (1, false) => "missed: they are disrupted".to_owned(),
            (_, false) => format!("missed: {} are disrupted", self.names(by, shaken)),
        };
        let mut rules = vec!["AV-5.2", "AV-5.11"];
        rules.extend((units.len() > 1).then_some("AV-R40"));
        rules.extend((!shaken.is_empty()).then_some("AV-9.3"));
        let throws = odds(|dice| test.throw(by, dice));
        let table = Sum::of([add(rule, always(), needed, "from one order to the other")]);
        Some(Forecast {
            title: format!("{} to {}{}", self.names(by, units), order.name(), needed_words(&test)),
            sums: vec![
                (format!("to be reached from {from} to {}", order.name()), table),
                (format!("added to the die of {}", self.name(lender)), test.sum()),
            ],
            rules,
            outcomes: either(&throws, "the order is changed", &missed),
            highlights: Vec::new(),
        })
    }

    /// The test that follows a Rush into nothing.
    pub(crate) fn rush_forecast(&self, by: Seat, unit: u8, action: &Action) -> Option<Forecast> {
        let id = Id::new(by, unit);
        let Action::Move { steps, push, .. } = action else { return None };
        let moved = self.table().check_move(id, steps, *push).ok()?;
        if moved.mode != Mode::Rush || !self.reached_by(by, action).is_empty() {
            return None;
        }
        let disrupts = odds(|dice| rush_disrupts(by, dice));
        Some(Forecast {
            title: format!("{}: the Rush test", self.name(id)),
            sums: Vec::new(),
            rules: vec!["AV-8.1", "AV-R57"],
            outcomes: either(&disrupts, "they are disrupted", "they stay in good order"),
            highlights: Vec::new(),
        })
    }

    /// What the shots named at a target so far and this one would do to it (AV-R66).
    pub(crate) fn shot_forecast(&self, unit: Id, target: Id) -> Option<Forecast> {
        let table = self.table();
        let named = self.aimed.iter().filter(|it| it.target == target && it.unit != unit);
        let shooters: Vec<Id> = named.map(|it| it.unit).chain([unit]).collect();
        let shots: Vec<_> =
            shooters.iter().map(|&it| table.shot(it, target).ok()).collect::<Option<_>>()?;
        let name = self.name(target);
        let each = shooters.iter().zip(&shots);
        let sums = each.flat_map(|(&it, shot)| shot_sums(&self.name(it), &name, shot)).collect();
        let title = format!("{} shoot at {name}", self.name(unit));
        Some(self.shots_at(title, sums, &shots, target, "target_CP_lost"))
    }

    /// What shots would do to a unit; `lost` is what its Cohesion Points are called.
    pub(crate) fn shots_at(
        &self,
        title: String,
        sums: Vec<(String, Sum)>,
        shots: &[Shot],
        target: Id,
        lost: &'static str,
    ) -> Forecast {
        // AV-R102: tests for a Guru lost in the movement phase come before the losses by shots.
        let mourns = self.sides[target.seat()].mourners.has(target.number());
        let owed = if mourns { MOURNING_TESTS } else { 0 };
        let (name, victim) = (self.name(target), Victim { owed, ..self.victim(target) });
        let (mut forecast, fates) = shot_forecast(title, sums, shots, &victim, &name);
        number_by_loss(&mut forecast.outcomes, &[("cp", &victim, lost)]);
        forecast.highlights = victim.prospects(&fates, &name);
        if self.would_be_enraged(target) {
            // AV-18.6, AV-18.7, AV-R89.
            let enraged =
                |cp: u8, rung: Rung| cp < victim.start.ladder.cp && rung < Rung::Disrupted;
            let says = format!("{name}, enraged, go over to Rush");
            forecast.highlights.push(fates.highlight(&says, |it| enraged(it.cp, it.rung)));
            forecast.rules.push("AV-18.6");
        }
        forecast
    }

    /// AV-18.6 to AV-18.8: whether a loss sends Fanatics into a Rush.
    fn would_be_enraged(&self, id: Id) -> bool {
        let unit = self.unit(id);
        self.profile(id).has(Specials::FANATICS)
            && !unit.disrupted
            && !unit.is(Flags::ENRAGED)
            && self.table().has_enemy_on_axis(id)
    }

    /// What both would make of a fight with the supports that it will have (AV-R73(3)).
    pub(crate) fn fight_forecast(&self, own: Id, enemy: Id) -> Option<Forecast> {
        self.check_fight(own, enemy).ok()?;
        let fight = self.table().fight(&self.foreseen(own, enemy));
        let mut ids = [own, enemy];
        ids.sort_by_key(|id| id.seat());
        let (victims, names) = (ids.map(|id| self.victim(id)), ids.map(|id| self.name(id)));
        let others = self.substitutes(own, enemy);
        let title = if others.is_empty() {
            format!("{} fight {}", self.name(own), self.name(enemy))
        } else {
            let others = self.names(enemy.seat(), others);
            format!("{} fight {}, unless {others} are put in", self.name(own), self.name(enemy))
        };
        let (mut forecast, fates) = fight_forecast(title, &fight, &victims, &names);
        let (ours, theirs) = if own.seat() == Seat::Red { (0, 1) } else { (1, 0) };
        let cp = ["first_cp", "second_cp"];
        let lost = [
            (cp[theirs], &victims[theirs], "enemy_CP_lost"),
            (cp[ours], &victims[ours], "own_CP_lost"),
        ];
        number_by_loss(&mut forecast.outcomes, &lost);
        forecast.highlights.clear();
        for side in [theirs, ours] {
            forecast.highlights.extend(victims[side].prospects(&fates[side], &names[side]));
            if fight.fighters[side].leader.is_some() {
                let says = format!("the leader of {} is killed", names[side]);
                forecast.highlights.push(fates[side].highlight(&says, |it| it.leader_killed));
            }
        }
        Some(forecast)
    }

    /// AV-R73(2): who may be put in the place of an enemy if this fight is named.
    pub(crate) fn substitutes(&self, own: Id, enemy: Id) -> UnitSet {
        match self.stack.last() {
            Some(Frame::Name(_)) => self.open_enemies(own).without(enemy.number()),
            _ => UnitSet::NONE,
        }
    }

    /// A unit on its ladder, as it stands now.
    fn victim(&self, id: Id) -> Victim {
        let unit = self.unit(id);
        let ladder = Ladder::at_start(unit.cp, unit.disrupted);
        let start = Descent { ladder, reroll: self.may_reroll(id) };
        let guru_with_leader = self.table().leader_with(id).is_some_and(|leader| {
            let guru = Carried { figure: Figure::Guru, by: Carrier::Leader(leader) };
            self.setup.armies[id.seat()].figures.contains(&guru)
        });
        Victim { guru_with_leader, ..Victim::new(self.nerve(id), start) }
    }

    pub(crate) fn reroll_forecast(&self) -> Option<Forecast> {
        let &Frame::Reroll { unit } = self.stack.last()? else { return None };
        let (nerve, cp) = (self.nerve(unit), self.unit(unit).cp);
        let passes = odds(|dice| nerve.passes(unit.seat(), cp, dice));
        let missed = format!("missed: they are {}", self.rung_of_a_miss(unit).name());
        Some(Forecast {
            title: format!("{} test again on {}+", self.name(unit), nerve.profile.morale),
            sums: vec![("added to the die".into(), nerve.sum(cp))],
            rules: vec!["AV-16.1", "AV-14.1"],
            outcomes: either(&passes, "passed: they hold", &missed),
            highlights: Vec::new(),
        })
    }

    /// AV-14.2 to AV-14.5: what becomes of a unit that misses a morale test now.
    pub(crate) fn rung_of_a_miss(&self, id: Id) -> Rung {
        let start = Ladder::at_start(self.unit(id).cp, self.unit(id).disrupted);
        let ladder = self.resolution.as_ref().map_or(start, |it| it.ordeal(id).ladder);
        ladder.missed(self.profile(id).has(Specials::FANATICS)).rung
    }
}

/// Tells outcomes apart by the Cohesion Points that units lose, which is what a client draws: for each the number of
/// those it has left, and what its losses are called.
fn number_by_loss(outcomes: &mut [Chance], units: &[(&str, &Victim, &'static str)]) {
    for outcome in outcomes {
        let lost = units.iter().map(|&(cp, victim, says)| {
            let left = outcome.is.iter().find(|(name, _)| *name == cp).map_or(0, |(_, left)| *left);
            (says, i64::from(victim.start.ladder.cp) - left)
        });
        outcome.is = lost.collect();
    }
}

/// Both ways a test can end, success first.
fn either(throws: &Odds<bool>, yes: &str, no: &str) -> Vec<Chance> {
    let mut all = throws.outcomes(|&so| (if so { yes } else { no }.to_owned(), Vec::new()));
    all.reverse();
    all
}
