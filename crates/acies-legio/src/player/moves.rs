//! What units do in M3: they shoot, rest and relieve their lines, form up, and go on in line with each other.

use acies_core::Id;
use acies_table::{Base, Facing, Pose};
use glam::DVec2;

use crate::{
    battle::{Action, Battle, Status, Unit, homeward},
    morale::rest::Recover,
    movement::{
        MoveDice,
        activation::{Activation, End, Stage},
        drilling::Drilling,
        marching::{SetOut, Walk, is_fast},
    },
    rulings::JAVELIN_RANGE,
    shooting::shoot::Shoot,
    troops::{Missile, Type},
};

/// A unit with so many DPs rests if nobody is near.
const TIRED: u8 = 2;
/// So near is an enemy who may be upon it next turn.
const THREAT: f64 = 140.0;
/// Who is farther away may march fast.
const FAR: f64 = 420.0;

impl Battle {
    pub(super) fn good_activation(&self, asked: &Activation) -> Option<Action> {
        match asked.stage {
            Stage::Path => self.good_path(asked),
            Stage::After => self.good_shot(asked).or(Some(End::Unit.into())),
            Stage::Before => self.good_beginning(asked),
        }
    }

    fn good_beginning(&self, asked: &Activation) -> Option<Action> {
        let unit = asked.unit;
        let it = self.unit(unit);
        let may = |action: Action| self.allows(unit.seat(), &action).then_some(action);
        let near = self.nearest_enemy(unit).map_or(f64::MAX, |(_, far)| far);
        let worn = it.is.dp >= TIRED || it.is.shaken;
        if it.is.dp > 0 && self.is_engaged(unit) {
            return may(Recover::Relief.into());
        }
        if it.is.shaken || (worn && near > THREAT) {
            let rest = may(Recover::Relief.into()).or_else(|| may(Recover::Rest.into()));
            if rest.is_some() || it.is.shaken {
                return rest.or_else(|| may(End::Unit.into()));
            }
        }
        if it.is.dp >= 3 {
            let rest = may(Recover::Relief.into()).or_else(|| may(Recover::Rest.into()));
            if rest.is_some() {
                return rest;
            }
        }
        if it.is.shape.is_unformed() && !it.kind().is_light() && near > JAVELIN_RANGE.into() {
            let forms = may(Drilling::FormUp.into());
            if forms.is_some() {
                return forms;
            }
        }
        if let Some(shot) = self.good_shot(asked) {
            return Some(shot);
        }
        self.good_march(asked, near)
            .or_else(|| may(Recover::Rest.into()))
            .or(Some(End::Unit.into()))
    }

    /// The shot with most dice, if it has any.
    fn good_shot(&self, asked: &Activation) -> Option<Action> {
        let unit = asked.unit;
        let stands = self.targets(unit);
        let worth =
            |target: Id, stands: u8| f64::from(self.shot(unit, target, stands).dice().total);
        let shots = stands.into_iter().map(|(target, stands)| (worth(target, stands), target));
        let best = shots.filter(|(dice, _)| *dice >= 1.0);
        let (_, target) = best.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        let action = Action::from(Shoot { target });
        self.allows(unit.seat(), &action).then_some(action)
    }

    /// The dice of its move: as many as it can use, without the one that tires until it is needed.
    fn good_march(&self, asked: &Activation, near: f64) -> Option<Action> {
        let unit = asked.unit;
        let it = self.unit(unit);
        // Who is where he wants to be, stays and rests.
        let wanted = self.wanted_distance(unit);
        if (near - wanted).abs() < 10.0 && it.is.dp > 0 {
            return None;
        }
        let light = it.kind().is_light();
        let most = self.marches(unit).filter(|march| {
            let fast = is_fast(it.kind(), march.dice);
            !fast || (light && near > FAR)
        });
        let best = most.max_by_key(|march| {
            let MoveDice { average, d6 } = march.dice;
            average + d6
        })?;
        let action = Action::from(SetOut { dice: best.dice });
        self.allows(unit.seat(), &action).then_some(action)
    }

    /// The way that leads to the best place.
    fn good_path(&self, asked: &Activation) -> Option<Action> {
        let unit = asked.unit;
        let mut ways = Vec::new();
        self.paths(asked, &mut ways);
        self.finish_ways(asked, &mut ways);
        let stays = self.merit(unit, &self.unit(unit).pose);
        let worth = |action: &Action| match action {
            Action::Walk(Walk { legs }) if legs.is_empty() => stays,
            Action::Walk(Walk { legs }) => self.walk(unit, legs).map_or(f64::MIN, |walked| {
                let costs = if walked.wheeled && walked.in_bow_range { 40.0 } else { 0.0 };
                let passes = 60.0 * walked.passed.len() as f64;
                self.merit(unit, &walked.end) - costs - passes
            }),
            _ => f64::MIN,
        };
        let each = ways.into_iter().map(|action| (worth(&action), action));
        each.reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, action)| action)
    }

    /// The same ways cut short, in steps of a base.
    fn finish_ways(&self, asked: &Activation, ways: &mut Vec<Action>) {
        let by = asked.unit.seat();
        let long: Vec<Walk> = ways
            .iter()
            .filter_map(|it| if let Action::Walk(walk) = it { Some(walk.clone()) } else { None })
            .filter(|walk| !walk.legs.is_empty())
            .take(3)
            .collect();
        for walk in long {
            let Some((last, before)) = walk.legs.split_last() else { continue };
            let acies_table::Motion::Shift { right, ahead } = *last else { continue };
            for quarters in 1..4 {
                let part = f64::from(quarters) / 4.0;
                let cut = acies_table::Motion::Shift {
                    right: acies_table::Length::new(right.get() * part),
                    ahead: acies_table::Length::new(ahead.get() * part),
                };
                let shorter = Walk { legs: before.iter().copied().chain([cut]).collect() };
                let action = Action::from(shorter);
                if self.allows(by, &action) {
                    ways.push(action);
                }
            }
        }
    }

    /// How far from its enemy a unit wants to be at the end of its move: where it can shoot, or charge from.
    fn wanted_distance(&self, unit: Id) -> f64 {
        let it = self.unit(unit);
        if it.is.shaken {
            return 400.0;
        }
        match (it.kind(), it.is.profile.missile) {
            (Type::Artillery, _) => 300.0,
            (kind, Some(Missile::Bow | Missile::Sling)) if kind.is_light() => 90.0,
            (kind, _) if kind.is_light() => f64::from(JAVELIN_RANGE),
            (kind, _) if kind.is_mounted() => 100.0,
            _ => f64::from(JAVELIN_RANGE),
        }
    }

    /// How good a place is for a unit.
    fn merit(&self, unit: Id, pose: &Pose) -> f64 {
        let it = self.unit(unit);
        let body = Base { pose: *pose, ..it.base() }.rect();
        let Some(foe) = self.foe_of(unit) else { return 0.0 };
        let there = self.rect(foe);
        let far = body.distance(&there);
        let wanted = self.wanted_distance(unit);
        let off = (far - wanted).abs();
        let toward = Facing::toward(there.centre() - body.centre());
        let turned = (toward - pose.facing).abs().degrees();
        let facing = if it.kind().is_light() { turned / 10.0 } else { turned };
        let threatened = self.flanked(unit, &body, pose);
        let alone = self.out_of_line(unit, &body, pose);
        -off - facing - threatened - alone
    }

    /// Whom it goes for: the nearest enemy ahead, and none that runs.
    fn foe_of(&self, unit: Id) -> Option<Id> {
        let here = self.rect(unit);
        let ahead = homeward(unit.seat()).opposite().ahead();
        let worth = |(id, it): (Id, &Unit)| {
            let way = it.rect().centre() - here.centre();
            let aside = (way - ahead * way.dot(ahead)).length();
            let runs = if it.status == Status::Routing { 600.0 } else { 0.0 };
            (way.dot(ahead).abs() + 1.5 * aside + runs, id)
        };
        let each = self.enemies(unit.seat()).map(worth);
        each.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, id)| id)
    }

    /// What enemies beside or behind a place are worth.
    fn flanked(&self, unit: Id, body: &acies_table::Rect, pose: &Pose) -> f64 {
        if self.unit(unit).kind().is_light() {
            return 0.0;
        }
        let near = self
            .enemies(unit.seat())
            .filter(|(_, it)| !it.is_routing() && it.rect().distance(body) < THREAT);
        let behind = near.filter(|(_, it)| {
            let local = pose.local(it.pose.at.vec());
            local.y < body.depth() / 2.0
        });
        60.0 * behind.count() as f64
    }

    /// Heavy troops go on together: how far ahead of its neighbours a place is.
    fn out_of_line(&self, unit: Id, body: &acies_table::Rect, pose: &Pose) -> f64 {
        let it = self.unit(unit);
        if it.kind().is_light() || it.kind().is_special() {
            return 0.0;
        }
        let command = self.recruit(unit).command;
        let front: DVec2 = body.middle(acies_table::Edge::Front);
        let friends = self.friends(unit).filter(|(id, friend)| {
            self.recruit(*id).command == command
                && !friend.kind().is_light()
                && friend.status == Status::Normal
                && !friend.is.shaken
        });
        let ahead = |friend: &Unit| {
            let other = friend.rect().middle(acies_table::Edge::Front);
            (front - other).dot(pose.facing.ahead())
        };
        let far = friends.map(|(_, friend)| ahead(friend)).fold(0.0_f64, f64::max);
        (far - 120.0).max(0.0)
    }
}
