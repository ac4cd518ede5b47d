//! Marches: what it is worth to stand somewhere.

use acies_core::Seat;
use acies_table::{Base, Edge, Pose};

use super::Worth;
use crate::{
    battle::{Battle, Id},
    melee::engagement::{DRILL, Role, Roles},
    terrain::Going,
    units::{Category::*, Opponent},
};

/// How far behind a friend a unit is in the way of its rout (ADLG-ROU.1).
const CROWD_UD: f64 = 1.0;

/// The share of its patience that an army has that attacks.
const ATTACKS: f32 = 0.67;

/// In so many turns an army that has waited makes up its mind to attack.
const RESOLVED_TURNS: f32 = 3.0;

/// An enemy farther away than this is not looked at more closely.
const NEAR_UD: f64 = 6.0;

impl Battle {
    /// What a march gains: where its units stand then against where they stand now.
    pub(super) fn march_gain(
        &self,
        worth: &Worth,
        ids: &[Id],
        ends: &[Pose],
        roles: &Roles,
    ) -> f32 {
        let mut gain = 0.0;
        for (&id, &end) in ids.iter().zip(ends) {
            let size = self.profile(id).kind.size();
            let (from, to) = (self.base(id), Base::new(end, size));
            gain += self.stance(worth, id, &to, ids) - self.stance(worth, id, &from, ids);
        }
        gain + self.support_gain(worth, ids, ends, roles)
    }

    /// ADLG-R65: what friends who fight gain by units that come up beside them.
    fn support_gain(&self, worth: &Worth, ids: &[Id], ends: &[Pose], roles: &Roles) -> f32 {
        let beside = |(id, end): (&Id, &Pose)| {
            let base = Base::new(*end, self.profile(*id).kind.size());
            self.standing_near(id.seat(), &base, DRILL.level)
                .find(|&friend| roles.opponent(friend).is_some() && !ids.contains(&friend))
        };
        let Some(friend) = ids.iter().zip(ends).find_map(beside) else { return 0.0 };
        let mut after = self.clone();
        for (&id, &end) in ids.iter().zip(ends) {
            after.unit_mut(id).pose = end;
        }
        let then = after.roles();
        let supports = |id: &Id| matches!(then.of(*id), Role::SimpleSupport { .. });
        if !ids.iter().any(supports) {
            return 0.0;
        }
        after.fights(worth, &[friend], then) - self.fights(worth, &[friend], roles)
    }

    /// What it is worth for a unit to stand there; `mates` move with it.
    fn stance(&self, worth: &Worth, id: Id, base: &Base, mates: &[Id]) -> f32 {
        let pose = base.pose;
        let (here, ahead) = (pose.at.vec(), pose.facing.ahead());
        let reach = f64::from(self.profile(id).kind.row().moves.open);
        let light = self.category(id) == Li;
        let mut nearest: Option<(f64, f64)> = None;
        let mut value = 0.0;
        for enemy in self.standing(id.seat().other()) {
            let other = self.unit(enemy).pose;
            let to = other.at.vec() - here;
            let apart = to.length();
            // Those that it fights well count as nearer than others.
            let appeal = apart - 0.7 * f64::from(self.match_up(id, enemy));
            if nearest.is_none_or(|(least, _)| appeal < least) {
                let cosine = if apart > 0.0 { to.dot(ahead) / apart } else { 1.0 };
                nearest = Some((appeal, cosine));
            }
            if apart > NEAR_UD || light {
                continue;
            }
            let its_reach = f64::from(self.profile(enemy).kind.row().moves.open) + 1.0;
            let its_ahead = other.facing.ahead();
            let behind_us = to.dot(ahead) < -0.2;
            let faces_us = -to.dot(its_ahead) > apart * 0.7;
            let dangerous = !matches!(self.category(enemy), Li | Lh);
            if apart <= its_reach && behind_us && faces_us && dangerous {
                value -= worth.flank;
            }
            let behind_him = to.dot(its_ahead) > 0.2;
            let facing_him = to.dot(ahead) > apart * 0.7;
            if apart <= reach + 1.0 && behind_him && facing_him {
                value += worth.flank;
            }
        }
        if let Some((appeal, cosine)) = nearest {
            let far = (appeal - self.ideal_ud(id)).max(0.0);
            value -= worth.approach * self.eagerness(worth, id.seat()) * far as f32;
            value += worth.facing * cosine as f32;
        }
        value + self.company(worth, id, base, mates)
    }

    /// From 0 as long as an army waits to 1. Who attacks, and so has the first turn, waits less long.
    fn eagerness(&self, worth: &Worth, seat: Seat) -> f32 {
        let patience = if seat == self.first { worth.patience * ATTACKS } else { worth.patience };
        ((f32::from(self.turn) - patience) / RESOLVED_TURNS).clamp(0.0, 1.0)
    }

    /// How far from the enemy's centre a unit wants to be: in reach of its weapons or of a charge.
    fn ideal_ud(&self, id: Id) -> f64 {
        let profile = self.profile(id);
        let moves = f64::from(profile.kind.row().moves.open);
        match profile.range_ud() {
            Some(range) if matches!(profile.category(), Li | Lh | Lmi | Art) => {
                f64::from(range) + 0.6
            }
            _ => moves + 0.5,
        }
    }

    /// Friends beside it, and friends right before it.
    fn company(&self, worth: &Worth, id: Id, base: &Base, mates: &[Id]) -> f32 {
        if self.profile(id).kind.is_light() {
            return 0.0;
        }
        let mut value = 0.0;
        let ahead = base.rect().beyond(Edge::Front, CROWD_UD);
        for friend in self.standing_near(id.seat(), base, CROWD_UD) {
            if friend == id || mates.contains(&friend) || self.category(friend) == Li {
                continue;
            }
            let other = self.base(friend);
            match base.joined(&other, DRILL) {
                Some(Edge::Left | Edge::Right) => value += worth.neighbour,
                _ if other.rect().separation(&ahead) < 0.0 => value -= worth.crowd,
                _ => {}
            }
        }
        value
    }

    /// How well a unit fights an enemy, front to front in the open: the difference of their factors.
    fn match_up(&self, id: Id, enemy: Id) -> i32 {
        let factor = |one: Id, other: Id| {
            let against = Opponent {
                kind: self.profile(other).kind,
                going: Going::Open,
                on_flank_or_rear: false,
                blades: false,
            };
            self.profile(one).kind.factor(&against).1
        };
        (factor(id, enemy) - factor(enemy, id)).clamp(-2, 2)
    }
}
