//! What an action leads to later in its turn, as things stand after it: shots that are named, each fight or target by
//! itself, the fights of who comes into contact, the shots at who stops short of it. Others may still move or be put in
//! before; the titles say so.

use acies_core::{
    Forecast, Log, Seat,
    flow::{One, Stacked},
};

use super::phase::Prospect;
use crate::{
    battle::{Action, Battle},
    melee::naming::Naming,
    units::Id,
    words::events::Event,
};

impl Battle {
    /// The odds of what an action may lead to.
    pub(crate) fn ahead(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        match self.first_die(by, action) {
            Some((then, "AV-10.12" | "AV-11.2")) => panels(by, then.one_by_one()),
            _ => action.it().later(self, by),
        }
    }

    /// Each target or fight of a phase whose dice are due, if they are not told of by themselves already.
    fn one_by_one(&self) -> Vec<Prospect> {
        let parts = self.thrown_next();
        if parts.len() > 1 || !self.all_thrown_next().tells_tests() { parts } else { Vec::new() }
    }

    /// AV-R66: the shots named at a target so far and this one.
    pub(crate) fn named_shots(&self, unit: Id, target: Id) -> Vec<Forecast> {
        let named = self.aimed.iter().filter(|it| it.target == target && it.unit != unit);
        let shooters: Vec<Id> = named.map(|it| it.unit).chain([unit]).collect();
        panels(unit.seat(), self.shots_at(&shooters, target))
    }

    /// A fight with the supports that it will have (AV-R73(3)).
    fn named_fight(&self, own: Id, enemy: Id) -> Option<Prospect> {
        self.check_fight(own, enemy).ok()?;
        let mut fight = self.fight_of(&self.foreseen(own, enemy));
        fight.title = self.it(own).says(&format!("fight {}", self.name(enemy)));
        let others = self.substitutes(own, enemy);
        if !others.is_empty() {
            let others = self.all(enemy.seat(), others).says("are put in");
            fight.title += &format!(", unless {others}");
        }
        Some(fight)
    }

    /// The odds of a fight with those who support it so far; others may still join.
    pub(crate) fn fight_so_far(&self, by: Seat, fight: usize) -> Vec<Forecast> {
        let pair = self.resolution.as_deref().and_then(|it| it.fights.get(fight));
        panels(by, pair.map(|pair| self.fight_of(pair)))
    }

    /// The odds of a fight that is named.
    pub(crate) fn fight_ahead(&self, own: Id, enemy: Id) -> Vec<Forecast> {
        panels(own.seat(), self.named_fight(own, enemy))
    }

    /// The fights of a unit that has moved, as things stand now, or the shots at it.
    pub(crate) fn ahead_of(self, by: Seat, id: Id) -> Vec<Forecast> {
        if self.table().is_engaged(id) {
            panels(by, self.fights_ahead(id))
        } else {
            panels(by, self.shots_ahead(id))
        }
    }

    /// P4a to P4c for a unit that is in contact: each enemy that it may fight.
    fn fights_ahead(mut self, id: Id) -> Vec<Prospect> {
        let mut log = Log::kept();
        self.stack.clear();
        self.start_fighting(&mut log);
        // AV-R73(2): whoever names it, another enemy in contact may be put in.
        self.lay(Naming(id.seat()));
        let enemies = self.open_enemies(id);
        let fight = |enemy: Id| {
            let mut fight = self.named_fight(id, enemy)?;
            fight.title += ", if it is fought as things stand then";
            for event in log.events() {
                if let Event::Disrupted { unit, rules } = event
                    && [id, enemy].contains(unit)
                {
                    fight.rules.extend(*rules);
                }
            }
            Some(fight)
        };
        enemies.ids(id.seat().other()).filter_map(fight).collect()
    }

    /// P3: every enemy that could shoot at a unit does.
    fn shots_ahead(&self, id: Id) -> Option<Prospect> {
        let table = self.table();
        let shooters = table.standing(id.seat().other());
        let shooters: Vec<Id> = shooters.filter(|&it| table.shot(it, id).is_ok()).collect();
        let mut shots = self.shots_at(&shooters, id).filter(|_| !shooters.is_empty())?;
        let name = self.name(id);
        shots.title =
            format!("{name} under shots, if all who can shoot at them as things stand then");
        Some(shots)
    }
}

fn panels(by: Seat, all: impl IntoIterator<Item = Prospect>) -> Vec<Forecast> {
    let told = |it: Prospect| {
        let fates = it.fates();
        it.forecast(by, &fates)
    };
    all.into_iter().map(told).collect()
}
