//! S4: where units and leaders may stand, and under which orders (AV-R28, AV-R29).

use acies_core::Seat;
use acies_table::{Length, Point, Pose};

use super::{Deployment, NoPreparing as No, Stand};
use crate::{
    battle::{Battle, Carried, Carrier, Field},
    files::army::{Officer, Roster, Stand as Written},
    ground::{Going, is_barred},
    profile::Order,
    rulings::{DEPLOYMENT_UD, TOL, ZONE_UD},
    units::{Id, Post, UnitSet},
};

impl Field {
    /// A pose as its owner sees the table, on the table.
    pub fn placed(&self, seat: Seat, pose: Pose) -> Pose {
        match seat {
            Seat::Red => pose,
            Seat::Blue => {
                Pose { at: self.seen_from(seat, pose.at), facing: pose.facing.opposite() }
            }
        }
    }

    /// A place as its owner sees the table, on the table; and the other way round.
    pub fn seen_from(&self, seat: Seat, at: Point) -> Point {
        match seat {
            Seat::Red => at,
            Seat::Blue => Point { x: self.width - at.x, y: self.depth - at.y },
        }
    }

    /// AV-R28: within 5 UD of the own long edge, at least 1 UD from the short ones.
    fn is_in_zone(&self, seat: Seat, at: Point) -> bool {
        let Point { x, y } = self.seen_from(seat, at);
        let least = ZONE_UD - TOL;
        (-TOL..=DEPLOYMENT_UD + TOL).contains(&y.get())
            && (least..=self.width.get() - least).contains(&x.get())
    }
}

/// AV-R29: orders that may be written before the battle.
pub fn is_first_order(order: Order) -> bool {
    matches!(order, Order::Halt | Order::Advance | Order::Shieldwall | Order::Orbis)
}

impl Battle {
    /// AV-R28, AV-R29: a whole army.
    pub(crate) fn check_deployment(&self, by: Seat, army: &Deployment) -> Result<(), No> {
        let host = &self.setup.armies[by];
        let (units, placed) = (host.units.len() as u8, army.units.len() as u8);
        if units != placed {
            return Err(No::NotAllPlaced { units, placed });
        }
        let (leaders, posted) = (host.leaders.len() as u8, army.leaders.len() as u8);
        if leaders != posted {
            return Err(No::NotAllPosted { leaders, posted });
        }
        for (n, stand) in army.units.iter().enumerate() {
            let unit = Id::new(by, n as u8);
            let others = army.units[..n].iter().enumerate();
            self.check_stand(unit, stand.pose, others.map(|(n, it)| (n as u8, it.pose.at)))?;
            self.check_first_order(unit, stand.order)?;
        }
        for (n, &post) in army.leaders.iter().enumerate() {
            self.check_post(by, n as u8, post, &army.leaders)?;
        }
        check_figures(&host.figures, &army.leaders)
    }

    /// AV-R28: a unit in its zone, 1 UD from all others, on ground where it may be.
    pub(crate) fn check_stand(
        &self,
        unit: Id,
        pose: Pose,
        others: impl Iterator<Item = (u8, Point)>,
    ) -> Result<(), No> {
        let at = pose.at;
        if !self.setup.field.is_in_zone(unit.seat(), at) {
            return Err(No::OutsideZone { unit, at, depth: Length::new(DEPLOYMENT_UD) });
        }
        if is_barred(self.profile(unit), self.ground.going(at.vec())) {
            return Err(No::NoGround { unit, at });
        }
        for (other, stands) in others {
            if (stands.vec() - at.vec()).length() < ZONE_UD - TOL {
                return Err(No::TooNear { unit, other: Id::new(unit.seat(), other), at: stands });
            }
        }
        Ok(())
    }

    /// Where units come to stand if one of them is placed so and the others keep their places beside it.
    pub(crate) fn arranged(&self, first: Id, beside: UnitSet, to: &Pose) -> Vec<(Id, Pose)> {
        let from = self.unit(first).pose;
        let carried = |id: Id| self.unit(id).pose.carried(&from, to);
        let others = beside.without(first.number()).ids(first.seat());
        std::iter::once((first, *to)).chain(others.map(|id| (id, carried(id)))).collect()
    }

    /// AV-R29.
    pub(crate) fn check_first_order(&self, unit: Id, order: Order) -> Result<(), No> {
        let allowed = is_first_order(order) && self.profile(unit).may_have(order);
        if allowed { Ok(()) } else { Err(No::NotAtFirst { unit, order }) }
    }

    /// AV-R28: a leader in the zone or attached; AV-R23: one with any unit.
    pub(crate) fn check_post(
        &self,
        by: Seat,
        leader: u8,
        post: Post,
        all: &[Post],
    ) -> Result<(), No> {
        match post {
            Post::With(number) => {
                if usize::from(number) >= self.setup.armies[by].units.len() {
                    return Err(No::NobodyToJoin { number });
                }
                let taken = |(n, other): (usize, &Post)| n != usize::from(leader) && *other == post;
                if all.iter().enumerate().any(taken) {
                    return Err(No::TwoLeaders { unit: Id::new(by, number) });
                }
            }
            Post::Alone(at) => {
                if !self.setup.field.is_in_zone(by, at) {
                    return Err(No::LeaderOutside { at });
                }
                // AV-R32: very rough ground is for leaders on foot.
                let going = self.ground.going(at.vec());
                let mounted = self.captain(by, leader).profile.mounted;
                if going == Going::Impassable || (mounted && going == Going::VeryRough) {
                    return Err(No::LeaderBarred { at });
                }
            }
            Post::Away | Post::Lost => return Err(No::NobodyToJoin { number: leader }),
        }
        Ok(())
    }

    /// AV-R28, AV-R23: another place for a leader of an army that stands.
    pub(crate) fn check_new_post(&self, by: Seat, leader: u8, post: Post) -> Result<(), No> {
        let mut posts = self.posts(by);
        posts[usize::from(leader)] = post;
        self.check_post(by, leader, post, &posts)?;
        check_figures(&self.setup.armies[by].figures, &posts)
    }

    /// AV-R114, AV-R23: another carrier for a special figure.
    pub(crate) fn check_carrier(&self, by: Seat, number: u8, carrier: Carrier) -> Result<(), No> {
        let mut figures = self.setup.armies[by].figures.clone();
        let Some(it) = figures.get_mut(usize::from(number)) else {
            return Err(No::NoSuchFigure { number });
        };
        it.by = carrier;
        check_figures(&figures, &self.posts(by))
    }

    fn posts(&self, by: Seat) -> Vec<Post> {
        self.sides[by].leaders.iter().map(|it| it.place).collect()
    }
}

/// AV-R23: one special figure with anybody. A leader's unit has those that go with him.
pub(crate) fn check_figures(figures: &[Carried], posts: &[Post]) -> Result<(), No> {
    let holder = |it: &Carried| match it.by {
        Carrier::Leader(leader) => match posts.get(usize::from(leader)) {
            Some(&Post::With(unit)) => Carrier::Unit(unit),
            _ => it.by,
        },
        Carrier::Unit(_) => it.by,
    };
    for (n, it) in figures.iter().enumerate() {
        let by = holder(it);
        if figures[..n].iter().any(|other| holder(other) == by) {
            return Err(No::TwoFigures { by });
        }
    }
    Ok(())
}

impl Roster {
    /// How its file has the army deployed, if it has it so throughout.
    pub fn deployment(&self, seat: Seat, field: &Field) -> Option<Deployment> {
        let stand = |unit: &crate::files::army::Enlisted| {
            let order = unit.order.unwrap_or(Order::Halt);
            Some(Stand { pose: field.placed(seat, unit.at?), order })
        };
        let post = |leader: &Officer| match leader.post? {
            Written::With(unit) => Some(Post::With(unit)),
            Written::At(at) => Some(Post::Alone(field.seen_from(seat, at))),
        };
        Some(Deployment {
            units: self.units.iter().map(stand).collect::<Option<_>>()?,
            leaders: self.leaders.iter().map(post).collect::<Option<_>>()?,
        })
    }
}
