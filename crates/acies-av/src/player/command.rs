//! Leaders: where they matter most (P2c, AV-R88).

use acies_core::Game;

use super::Outlook;
use crate::{
    battle::Action,
    leaders::rides::{Attach, Ride},
    profile::Abilities,
    units::{Id, Post},
};

/// A change of place that gains less is not made.
const LEAST: f32 = 0.3;

/// The share of what a leader would bring to a unit that is not in a fight yet.
const LATER: f32 = 0.5;

/// A leader by himself near the enemy may be caught (AV-15.6).
const CAUGHT: f32 = 5.0;

/// AV-15.6: how near is near.
const EXPOSED_UD: f64 = 4.0;

impl Outlook<'_> {
    /// P2c: the leader whose change of place gains most.
    pub(super) fn best_post(&mut self) -> Action {
        let mut moves = Vec::new();
        self.battle.candidates(self.by, &mut moves);
        let mut best = (LEAST, Action::EndLeaders);
        let mut now: [Option<f32>; crate::rulings::LEADERS_MAX] = Default::default();
        for action in moves {
            let (leader, post) = match action {
                Action::Attach(Attach { leader, unit }) => (leader, Post::With(unit)),
                Action::Ride(Ride { leader, to }) => (leader, Post::Alone(to)),
                _ => continue,
            };
            let at = usize::from(leader);
            let stays = match now[at] {
                Some(worth) => worth,
                None => self.post_worth(leader, self.battle.sides[self.by].leaders[at].place),
            };
            now[at] = Some(stays);
            let gain = self.post_worth(leader, post) - stays;
            if gain > best.0 {
                best = (gain, action);
            }
        }
        best.1
    }

    /// AV-R88: to the best place that he can still reach.
    pub(super) fn best_escape(&mut self, leader: u8) -> Action {
        let mut best: Option<(f32, Action)> = None;
        for action in self.battle.table().escapes(self.by, leader) {
            let post = match action {
                Action::Attach(Attach { unit, .. }) => Post::With(unit),
                Action::Ride(Ride { to, .. }) => Post::Alone(to),
                _ => continue,
            };
            let worth = self.post_worth(leader, post);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, action));
            }
        }
        best.expect("who cannot escape is captured").1
    }

    /// What a leader is worth in a place.
    fn post_worth(&mut self, leader: u8, post: Post) -> f32 {
        let by = self.by;
        let without = |it: &mut Self| {
            it.sides_mut()[by].leaders[usize::from(leader)].place = Post::Away;
        };
        let before = self.battle.sides[by].leaders[usize::from(leader)].place;
        let with = |it: &mut Self| {
            it.sides_mut()[by].leaders[usize::from(leader)].place = post;
        };
        let worth = match post {
            Post::With(unit) => {
                let id = Id::new(by, unit);
                without(self);
                let alone = self.fight_or_prospect(id);
                with(self);
                self.fight_or_prospect(id) - alone + self.drill(leader, id)
            }
            Post::Alone(at) => {
                let enemies = self.battle.table().standing(by.other());
                let near = enemies
                    .into_iter()
                    .any(|id| self.battle.table().at(id).distance(at.vec()) <= EXPOSED_UD);
                let outstanding =
                    self.battle.captain(by, leader).profile.has(Abilities::OUTSTANDING);
                let led = if outstanding { self.near_units(at.vec()) } else { 0.0 };
                led - if near { CAUGHT } else { 0.0 }
            }
            Post::Away | Post::Lost => 0.0,
        };
        self.sides_mut()[by].leaders[usize::from(leader)].place = before;
        worth
    }

    /// Who only skirmishes runs away from what may come: a leader's place is not with him.
    fn fight_or_prospect(&mut self, id: Id) -> f32 {
        if self.table().is_engaged(id) {
            self.melee(id)
        } else if self.table().profile(id).is_expediti() {
            0.0
        } else {
            LATER * (self.danger(id) + self.prospect(id))
        }
    }

    /// AV-5.4, AV-16.2, AV-16.3: orders come easier to those who are led.
    fn drill(&self, leader: u8, id: Id) -> f32 {
        let table = self.battle.table();
        let captain = self.battle.captain(self.by, leader).profile;
        let outstanding = captain.has(Abilities::OUTSTANDING);
        let led = if outstanding { self.near_units(table.at(id)) } else { 0.0 };
        let inspires = if captain.has(Abilities::INSPIRING) { 2.0 } else { 1.0 };
        let enemy = table.nearest_enemy(id).map_or(0.0, |enemy| table.distance(id, enemy));
        led + inspires * self.cost(id) / 50.0 - enemy as f32 / 20.0
    }

    fn near_units(&self, at: glam::DVec2) -> f32 {
        let table = self.battle.table();
        let near = table.standing(self.by).filter(|&id| table.at(id).distance(at) <= 3.0);
        near.count() as f32 * 0.2
    }
}
