//! What an action leads to later in its turn, as things stand after it: shots that are named, each fight or target by
//! itself, the fights of who comes into contact, the shots at who stops short of it. Others may still move or be put in
//! before; the titles say so.

use acies_core::{Dice, Forecast, Log, Seat};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    odds::phase::Prospect,
    units::{Id, UnitSet},
    words::events::Event,
};

impl Battle {
    /// The odds of what an action may lead to.
    pub(crate) fn aftermath(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        let all = match (self.first_die(by, action), action) {
            (Some((then, "AV-10.12" | "AV-11.2")), _) => then.one_by_one(),
            (_, &Action::Shoot { unit, target }) => {
                self.named_shots(Id::new(by, unit), Id::new(by.other(), target))
            }
            (_, &Action::Fight { unit, enemy }) => {
                let fight = self.named_fight(Id::new(by, unit), Id::new(by.other(), enemy));
                fight.into_iter().collect()
            }
            _ => match self.after_move(by, action) {
                Some((id, then)) if then.table().is_engaged(id) => then.fights_ahead(id),
                Some((id, then)) => then.shots_ahead(id).into_iter().collect(),
                None => Vec::new(),
            },
        };
        let told = |it: Prospect| {
            let fates = it.fates();
            it.forecast(by, &fates)
        };
        all.into_iter().map(told).collect()
    }

    /// Each target or fight of a phase whose dice are due, if they are not told of by themselves already.
    fn one_by_one(&self) -> Vec<Prospect> {
        let parts = self.thrown_next();
        if parts.len() > 1 || !self.all_thrown_next().tells_tests() { parts } else { Vec::new() }
    }

    /// AV-R66: the shots named at a target so far and this one.
    fn named_shots(&self, unit: Id, target: Id) -> Vec<Prospect> {
        let named = self.aimed.iter().filter(|it| it.target == target && it.unit != unit);
        let shooters: Vec<Id> = named.map(|it| it.unit).chain([unit]).collect();
        self.shots_at(&shooters, target).into_iter().collect()
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

    /// AV-R73(2): who may be put in the place of an enemy if this fight is named.
    pub(crate) fn substitutes(&self, own: Id, enemy: Id) -> UnitSet {
        match self.stack.last() {
            Some(Frame::Name(_)) => self.open_enemies(own).without(enemy.number()),
            _ => UnitSet::NONE,
        }
    }

    /// Who moves, and the battle after it. Dice that fall on the way are left open: the Rush test (AV-8.1) has its own
    /// odds, and a leader who is met (AV-15.6) changes neither fight nor shot.
    fn after_move(&self, by: Seat, action: &Action) -> Option<(Id, Battle)> {
        let (mut then, dice, log) = (self.clone(), &mut Dice::scripted([]), &mut Log::Off);
        let (id, moved) = match action {
            Action::Move { unit, steps, push } => {
                let id = Id::new(by, *unit);
                (id, then.move_unit(id, steps, *push, dice, log))
            }
            Action::FallBack { unit, back } => {
                let id = Id::new(by, *unit);
                (id, then.fall_back(id, back, dice, log))
            }
            _ => return None,
        };
        drop(moved);
        Some((id, then))
    }

    /// P4a to P4c for a unit that is in contact: each enemy that it may fight.
    fn fights_ahead(mut self, id: Id) -> Vec<Prospect> {
        let mut log = Log::kept();
        self.stack.clear();
        self.start_fighting(&mut log);
        // AV-R73(2): whoever names it, another enemy in contact may be put in.
        self.stack.push(Frame::Name(id.seat()));
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
