//! Answers to what is asked in the course of a turn: initiative, targets, fights, retreats, follow-ups.

use acies_table::Point;

use super::Outlook;
use crate::{
    battle::{Action, Field},
    melee::{join::Join, naming::Fight},
    morale::{ladder::Rung, retreat::Retreat},
    shooting::Shoot,
    turn::initiative::Choice,
    units::{Id, Unit},
};
use acies_core::flow::Answer;

impl Outlook<'_> {
    /// P1: who can attack with profit goes first, or who fears to be attacked; else it is better to see what the
    /// other does.
    pub(super) fn first_or_second(&mut self) -> Action {
        let table = self.battle.table();
        let stakes = |it: &mut Self, id: Id| {
            let free = !it.table().is_engaged(id);
            if free { it.prospect(id) - it.danger(id) } else { 0.0 }
        };
        let at_stake: f32 = table.standing(self.by).map(|id| stakes(self, id)).sum();
        Choice { first: at_stake > 0.0 }.into()
    }

    /// P3a: every unit that can shoots, each at the enemy to whom it is expected to cost most. Nothing is saved by
    /// holding fire.
    pub(super) fn best_target(&mut self) -> Action {
        let mut shots = self.battle.shooters(self.by).filter_map(|(id, _)| {
            let (target, _) = self.best_shot(id)?;
            Some(Shoot { unit: id.number(), target: target.number() }.into())
        });
        shots.next().unwrap_or(Action::EndShooting)
    }

    /// AV-R73(2): the fight that gains most.
    pub(super) fn best_fight(&mut self) -> Action {
        let mut best: Option<(f32, Action)> = None;
        for own in self.battle.open_units(self.by) {
            for enemy in self.battle.open_enemies(own).ids(self.by.other()) {
                let gain = self.clash(own, enemy, [0, 0]);
                if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    let fight = Fight { unit: own.number(), enemy: enemy.number() };
                    best = Some((gain, fight.into()));
                }
            }
        }
        best.expect("somebody is open while fights are named").1
    }

    /// AV-R73(2): who does best against a unit that fights.
    pub(super) fn best_substitute(&mut self, against: Id) -> Action {
        let units = self.battle.open_enemies(against).ids(self.by);
        let gain = |id: &Id| self.clash(*id, against, [0, 0]);
        let best = units.max_by(|a, b| gain(a).total_cmp(&gain(b)));
        let unit = best.expect("the one named is open").number();
        Fight { unit, enemy: against.number() }.into()
    }

    /// AV-R73(3): the friend whose fight gains most by it.
    pub(super) fn best_friend(&mut self, unit: Id) -> Action {
        let friends = self.battle.friends_in_contact(unit).ids(self.by);
        let gain = |friend: &Id| {
            let it = self.battle.resolution.as_deref();
            let enemy = it.and_then(|it| it.fight_of(*friend)).map(|pair| pair.id(self.by.other()));
            let clash = |helpers: u8| enemy.map_or(0.0, |it| self.clash(*friend, it, [helpers, 0]));
            clash(1) - clash(0)
        };
        let best = friends.max_by(|a, b| gain(a).total_cmp(&gain(b)));
        let friend = best.expect("who is asked has a choice").number();
        Join { unit: unit.number(), friend }.into()
    }

    /// AV-R103: a formed unit helps Expediti who are winning; with those who lose it would be shaken.
    pub(super) fn lend_or_not(&mut self, to: Id) -> Action {
        let it = self.battle.resolution.as_deref();
        let enemy = it.and_then(|it| it.fight_of(to)).map(|pair| pair.id(self.by.other()));
        let gains = enemy.is_some_and(|enemy| self.clash(to, enemy, [1, 0]) > 0.0);
        Action::Lend(Answer::new(gains))
    }

    /// AV-R84, AV-R85: to the best place, and no farther than need be.
    pub(super) fn best_retreat(&mut self, id: Id) -> Action {
        let mut best: Option<(f32, Action)> = None;
        let home = Field::homeward(id.seat());
        let routes = self.battle.routes(id);
        let routs = routes.rung == Rung::Routed;
        for retreat in self.battle.retreats(id) {
            let Retreat { heading, distance, turned } = retreat;
            let route = routes.all.iter().find(|it| it.heading == heading);
            let toward = route.and_then(|it| it.toward);
            let change = |unit: &mut Unit| {
                let at = unit.pose.at.vec() + heading.ahead() * distance.get();
                unit.pose.at = Point::nearest(at);
                unit.pose.facing = match toward {
                    _ if routs => home,
                    Some(enemy) if turned => enemy,
                    _ => unit.pose.facing,
                };
                unit.disrupt();
            };
            let worth = self.supposing(id, change, |it| it.refuge(id));
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, retreat.into()));
            }
        }
        best.expect("who retreats has a way").1
    }

    /// AV-8.3: after the enemy, if the place is better than this one.
    pub(super) fn follow_or_stay(&mut self, id: Id) -> Action {
        let Some((heading, ud)) = self.battle.follow_up(id) else {
            return Action::FollowUp(Answer::NO);
        };
        let halted = |unit: &mut Unit| unit.order = Some(crate::profile::Order::Halt);
        let stays = self.supposing(id, halted, |it| it.place(id));
        let follows = |unit: &mut Unit| {
            halted(unit);
            let at = unit.pose.at.vec() + heading.ahead() * ud;
            unit.pose.at = Point::nearest(at);
        };
        let goes = self.supposing(id, follows, |it| it.place(id));
        Action::FollowUp(Answer::new(goes >= stays))
    }
}
