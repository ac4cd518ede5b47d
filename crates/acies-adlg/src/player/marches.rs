//! Marches: what it is worth to stand somewhere.

use std::sync::LazyLock;

use acies_core::{Seat, UnitSet};
use acies_table::{Base, Edge, Pose};
use arrayvec::ArrayVec;
use glam::DVec2;

use super::Worth;
use crate::{
    battle::{Battle, Id},
    melee::engagement::{DRILL, Role, Roles},
    rulings::UNITS_MAX,
    terrain::Going,
    units::{Category::*, Kind, Opponent},
};

/// How far behind a friend a unit is in the way of its rout (ADLG-ROU.1).
const CROWD_UD: f64 = 1.0;

/// The share of its patience that an army has that attacks.
const ATTACKS: f32 = 0.67;

/// In so many turns an army that has waited makes up its mind to attack.
const RESOLVED_TURNS: f32 = 3.0;

/// An enemy farther away than this is not looked at more closely.
const NEAR_UD: f64 = 6.0;

/// What is found once for all marches that are weighed against each other.
pub(super) struct Weighing<'a> {
    pub worth: &'a Worth,
    /// From 0 as long as the army waits to 1.
    eager: f32,
    foes: ArrayVec<Foe, UNITS_MAX>,
    /// What it is worth to units to stand where they are, each while those units move with it.
    stances: Vec<(Id, UnitSet, f32)>,
}

/// An enemy on the table, as far as it matters where one stands.
struct Foe {
    kind: Kind,
    at: DVec2,
    ahead: DVec2,
    moves: f64,
    light: bool,
}

impl Battle {
    /// For the marches of a side.
    pub(super) fn weighing<'a>(&self, worth: &'a Worth, by: Seat) -> Weighing<'a> {
        let foe = |id: Id| {
            let (kind, pose) = (self.profile(id).kind, self.unit(id).pose);
            let (at, ahead) = (pose.at.vec(), pose.facing.ahead());
            Foe { kind, at, ahead, moves: kind.row().moves.open.into(), light: kind.is_light() }
        };
        Weighing {
            worth,
            eager: self.eagerness(worth, by),
            foes: self.standing(by.other()).map(foe).collect(),
            stances: Vec::new(),
        }
    }

    /// What a march gains: where its units stand then against where they stand now.
    pub(super) fn march_gain(
        &self,
        weighing: &mut Weighing,
        ids: &[Id],
        ends: &[Pose],
        roles: &Roles,
    ) -> f32 {
        let mut gain = 0.0;
        let units: UnitSet = ids.iter().copied().collect();
        for (&id, &end) in ids.iter().zip(ends) {
            let (from, to) = (self.base(id), Base::new(end, self.profile(id).kind.size()));
            let known = weighing.stances.iter().rev().find(|it| it.0 == id && it.1 == units);
            let now = match known {
                Some(&(.., now)) => now,
                None => {
                    let now = self.stance(weighing, id, &from, ids);
                    weighing.stances.push((id, units, now));
                    now
                }
            };
            gain += self.stance(weighing, id, &to, ids) - now;
        }
        gain + self.support_gain(weighing.worth, ids, ends, roles)
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
    fn stance(&self, weighing: &Weighing, id: Id, base: &Base, mates: &[Id]) -> f32 {
        let Weighing { worth, eager, .. } = *weighing;
        let pose = base.pose;
        let (here, ahead) = (pose.at.vec(), pose.facing.ahead());
        let kind = self.profile(id).kind;
        let reach = f64::from(kind.row().moves.open);
        let skirmishes = kind.category() == Li;
        let mut nearest: Option<(f64, f64)> = None;
        let mut value = 0.0;
        for foe in &weighing.foes {
            let to = foe.at - here;
            let apart = to.length();
            // Those that it fights well count as nearer than others.
            let appeal = apart - 0.7 * f64::from(kind.better_than(foe.kind));
            if nearest.is_none_or(|(least, _)| appeal < least) {
                let cosine = if apart > 0.0 { to.dot(ahead) / apart } else { 1.0 };
                nearest = Some((appeal, cosine));
            }
            if apart > NEAR_UD || skirmishes {
                continue;
            }
            let behind_us = to.dot(ahead) < -0.2;
            let faces_us = -to.dot(foe.ahead) > apart * 0.7;
            if apart <= foe.moves + 1.0 && behind_us && faces_us && !foe.light {
                value -= worth.flank;
            }
            let behind_him = to.dot(foe.ahead) > 0.2;
            let facing_him = to.dot(ahead) > apart * 0.7;
            if apart <= reach + 1.0 && behind_him && facing_him {
                value += worth.flank;
            }
        }
        if let Some((appeal, cosine)) = nearest {
            let far = (appeal - self.ideal_ud(id)) as f32;
            let waits = worth.march * (1.0 - eager) * (far - worth.standoff).max(0.0);
            value -= worth.approach * (eager * far.max(0.0) + waits);
            value += worth.facing * cosine as f32;
        }
        if !self.landscape.areas.is_empty() {
            let hard = self.landscape.ground(&base.rect()).penalises(kind);
            value -= if hard { worth.ground } else { 0.0 };
        }
        value + self.company(worth, id, base, mates)
    }

    /// From 0 as long as an army waits to 1. Who attacks, and so has the first turn, waits less long.
    pub(super) fn eagerness(&self, worth: &Worth, seat: Seat) -> f32 {
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

    /// How well a unit fights an enemy, front to front in the open.
    pub(super) fn match_up(&self, id: Id, enemy: Id) -> i32 {
        self.profile(id).kind.better_than(self.profile(enemy).kind)
    }
}

impl Kind {
    /// By how much it fights the other type better than that fights it: the difference of their factors, 2 at most.
    fn better_than(self, other: Kind) -> i32 {
        MATCH_UPS[self as usize][other as usize].into()
    }
}

/// The same of every two types.
static MATCH_UPS: LazyLock<[[i8; KINDS]; KINDS]> = LazyLock::new(|| {
    let factor = |one: Kind, other: Kind| {
        let (going, on_flank_or_rear, blades) = (Going::Open, false, false);
        one.factor(&Opponent { kind: other, going, on_flank_or_rear, blades }).1
    };
    let better = |one, other| (factor(one, other) - factor(other, one)).clamp(-2, 2) as i8;
    Kind::ALL.map(|one| Kind::ALL.map(|other| better(one, other)))
});

const KINDS: usize = Kind::ALL.len();
