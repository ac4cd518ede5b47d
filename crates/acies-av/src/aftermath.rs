//! What a move leads to later in its turn, as things stand after it: the fights of who comes into contact, or the
//! shots at who stops short of it. Others may still move before; the odds say so.

use acies_core::{Dice, Forecast, Log, Seat};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    event::Event,
    odds::shot_sums,
    shots::Shot,
    units::Id,
};

impl Battle {
    /// The odds of every fight that a move may lead to, or of all shots at who moves.
    pub(crate) fn aftermath(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        let Some((id, then)) = self.after_move(by, action) else { return Vec::new() };
        if then.table().is_engaged(id) {
            return then.fights_ahead(id);
        }
        then.shots_ahead(id).into_iter().collect()
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

    /// P4a to P4c for a unit that is in contact: one forecast for each enemy that it may fight.
    fn fights_ahead(mut self, id: Id) -> Vec<Forecast> {
        let mut log = Log::kept();
        self.stack.clear();
        self.start_fighting(&mut log);
        // AV-R73(2): whoever names it, another enemy in contact may be put in.
        self.stack.push(Frame::Name(id.seat()));
        let enemies = self.open_enemies(id);
        let fight = |enemy: Id| {
            let mut forecast = self.fight_forecast(id, enemy)?;
            forecast.title += ", if it is fought as things stand then";
            for event in log.events() {
                if let Event::Disrupted { unit, rules } = event
                    && [id, enemy].contains(unit)
                {
                    forecast.rules.extend(*rules);
                }
            }
            Some(forecast)
        };
        enemies.ids(id.seat().other()).filter_map(fight).collect()
    }

    /// P3: every enemy that could shoot at a unit does.
    fn shots_ahead(&self, id: Id) -> Option<Forecast> {
        let (table, name) = (self.table(), self.name(id));
        let shooters = table.standing(id.seat().other());
        let (shooters, shots): (Vec<Id>, Vec<Shot>) =
            shooters.filter_map(|it| Some((it, table.shot(it, id).ok()?))).unzip();
        if shots.is_empty() {
            return None;
        }
        let each = shooters.iter().zip(&shots);
        let sums = each.flat_map(|(&it, shot)| shot_sums(&self.name(it), &name, shot)).collect();
        let title =
            format!("{name} under shots, if all who can shoot at them as things stand then");
        Some(self.shots_at(title, sums, &shots, id, "own_CP_lost"))
    }
}
