//! What geometry says about the pieces (RULES.md 7): distances between ERs, zones of control, contact, sight,
//! isolation, flanks, supports. Asked of the battle as it stands, or as it was frozen (AV-R71).

use acies_core::{Each, Seat};
use acies_table::{Angle, Edge, Point, Pose, Segment};
use glam::DVec2;

use crate::{
    battle::{Carrier, Setup},
    ground::Ground,
    profile::{Abilities, Figure, Order, Profile},
    rulings::{OPPOSITE_FACING, SAME_FACING, TOL, TOLERANCE, ZONE_UD},
    units::{Id, Post, Side, Unit, UnitSet},
};

/// The pieces and the ground at one moment.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub setup: &'a Setup,
    pub ground: &'a Ground,
    pub sides: &'a Each<Side>,
}

/// AV-R74: who supports a unit from its place, at most one each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Supporters {
    pub behind: Option<u8>,
    pub left: Option<u8>,
    pub right: Option<u8>,
}

impl Supporters {
    pub fn all(self) -> UnitSet {
        [self.behind, self.left, self.right].into_iter().flatten().collect()
    }
}

/// AV-5.7: how far friends are looked for.
const COMPANY_UD: f64 = 4.0;

/// AV-R14: an enemy this near to a line of sight breaks it.
const SCREEN_UD: f64 = 0.5;

/// AV-16.3.
const OUTSTANDING_UD: f64 = 3.0;

/// AV-11.8, AV-11.9, AV-R74.
pub const SUPPORT_UD: f64 = 2.0;

/// AV-R74: how far aside a unit may stand that supports from behind.
const BEHIND_UD: f64 = 0.5;

/// AV-R7: facings that differ by no less meet head-on.
const HEAD_ON: Angle = Angle::new(135.0);

/// AV-R2: "within": no farther than this, give or take.
pub fn within(a: Point, b: Point, ud: f64) -> bool {
    let reach = ((ud + TOL) / acies_table::STEP).round() as i64;
    let [x, y] = [a.x - b.x, a.y - b.y].map(|it| i64::from(it.steps()));
    x * x + y * y <= reach * reach
}

impl<'a> Table<'a> {
    pub fn unit(&self, id: Id) -> &'a Unit {
        &self.sides[id.seat()].units[usize::from(id.number())]
    }

    pub fn profile(&self, id: Id) -> &'a Profile {
        &self.setup.armies[id.seat()].units[usize::from(id.number())].profile
    }

    pub fn pose(&self, id: Id) -> &'a Pose {
        &self.unit(id).pose
    }

    /// The ER of a unit on the grid.
    pub fn point(&self, id: Id) -> Point {
        self.unit(id).pose.at
    }

    /// The ER of a unit (AV-2.2).
    pub fn at(&self, id: Id) -> DVec2 {
        self.point(id).vec()
    }

    /// The units of a side that are on the table.
    pub fn standing(self, seat: Seat) -> impl Iterator<Item = Id> + Clone + use<'a> {
        let units = (0..).zip(&self.sides[seat].units);
        units.filter(|(_, unit)| unit.is_there()).map(move |(n, _)| Id::new(seat, n))
    }

    /// AV-10.10: from ER to ER.
    pub fn distance(&self, a: Id, b: Id) -> f64 {
        self.at(a).distance(self.at(b))
    }

    /// AV-11.1, AV-R5: whether two opposing units are in contact.
    pub fn touch(&self, a: Id, b: Id) -> bool {
        within(self.point(a), self.point(b), ZONE_UD)
    }

    /// The enemies that a unit is in contact with.
    pub fn contacts(self, id: Id) -> UnitSet {
        self.enemies_within(id, ZONE_UD)
    }

    /// The enemies of a unit that are this near to it.
    pub fn enemies_within(self, id: Id, ud: f64) -> UnitSet {
        let at = self.point(id);
        let enemies = self.standing(id.seat().other());
        enemies.filter(|&enemy| within(at, self.point(enemy), ud)).collect()
    }

    /// AV-R4, AV-R5: whether a unit is in an enemy zone of control, which is to be in contact.
    pub fn is_engaged(self, id: Id) -> bool {
        let at = self.point(id);
        self.standing(id.seat().other()).any(|enemy| within(at, self.point(enemy), ZONE_UD))
    }

    /// AV-R50, AV-R100: an enemy in contact that holds a unit in its place; Expediti do not hold close-order
    /// infantry.
    pub fn holder(self, id: Id) -> Option<Id> {
        let profile = self.profile(id);
        let sturdy = profile.is_infantry() && profile.is_close();
        let mut enemies = self.contacts(id).ids(id.seat().other());
        enemies.find(|&enemy| !(sturdy && self.profile(enemy).is_expediti()))
    }

    /// The enemy nearest to a unit (AV-R84); of several the first on the roster.
    pub fn nearest_enemy(self, id: Id) -> Option<Id> {
        let at = self.at(id);
        let distance = |it: &Id| at.distance_squared(self.at(*it));
        self.standing(id.seat().other()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// AV-R8.
    pub fn same_facing(&self, a: Id, b: Id) -> bool {
        self.turned(a, b) <= SAME_FACING + TOLERANCE.angle
    }

    /// AV-R8.
    pub fn opposite_facing(&self, a: Id, b: Id) -> bool {
        self.turned(a, b) >= OPPOSITE_FACING - TOLERANCE.angle
    }

    fn turned(&self, a: Id, b: Id) -> Angle {
        (self.pose(a).facing - self.pose(b).facing).abs()
    }

    /// AV-R6: the sector in which a unit has another.
    pub fn sector(&self, id: Id, other: Id) -> Edge {
        self.pose(id).sector(self.at(other), TOLERANCE.angle)
    }

    /// AV-R7: the side on which a unit is attacked hand to hand; two lines that clash head-on do not
    /// outflank each other.
    pub fn side_of_attack(&self, unit: Id, attacker: Id) -> Edge {
        match self.sector(unit, attacker) {
            Edge::Left | Edge::Right
                if self.turned(unit, attacker) >= HEAD_ON - TOLERANCE.angle =>
            {
                Edge::Front
            }
            sector => sector,
        }
    }

    /// AV-R11: how much higher the first stands than the second.
    pub fn above(&self, unit: Id, other: Id) -> i32 {
        if self.ground.areas.is_empty() {
            return 0;
        }
        let level = |id: Id| self.ground.level(self.at(id)) as i32;
        level(unit) - level(other)
    }

    pub fn is_in_rough(&self, id: Id) -> bool {
        !self.ground.areas.is_empty() && self.ground.is_rough(self.at(id))
    }

    pub fn line(&self, a: Id, b: Id) -> Segment {
        Segment::new(self.at(a), self.at(b))
    }

    /// AV-R12: whether terrain hides two places from each other.
    pub fn hidden(&self, sight: &Segment) -> bool {
        !self.ground.areas.is_empty() && self.ground.blocks(sight)
    }

    /// AV-15.1: the leader attached to a unit.
    pub fn leader_with(&self, id: Id) -> Option<u8> {
        let leaders = (0..).zip(&self.sides[id.seat()].leaders);
        leaders.into_iter().find(|(_, it)| it.place == Post::With(id.number())).map(|(n, _)| n)
    }

    /// Whether a leader of one of these abilities is attached to a unit.
    pub fn led_by(&self, id: Id, any: Abilities) -> Option<u8> {
        self.leader_with(id).filter(|&leader| {
            self.setup.armies[id.seat()].leaders[usize::from(leader)].profile.has(any)
        })
    }

    /// RULES.md 1.2: where a leader is; nowhere if he is lost.
    pub fn leader_at(&self, seat: Seat, leader: u8) -> Option<Point> {
        match self.sides[seat].leaders[usize::from(leader)].place {
            Post::With(unit) => Some(self.point(Id::new(seat, unit))),
            Post::Alone(at) => Some(at),
            Post::Away | Post::Lost => None,
        }
    }

    fn leaders(self, seat: Seat) -> impl Iterator<Item = (u8, Point)> + Clone + use<'a> {
        let all = 0..self.sides[seat].leaders.len() as u8;
        all.filter_map(move |leader| Some((leader, self.leader_at(seat, leader)?)))
    }

    /// AV-16.3, AV-R39: whether an Outstanding leader is within 3 UD.
    pub fn has_outstanding_near(self, id: Id) -> bool {
        let host = &self.setup.armies[id.seat()];
        let at = self.point(id);
        self.leaders(id.seat()).any(|(leader, place)| {
            host.leaders[usize::from(leader)].profile.has(Abilities::OUTSTANDING)
                && within(at, place, OUTSTANDING_UD)
        })
    }

    /// AV-R82, AV-R102: where a special figure is; nowhere once its carrier is lost.
    pub fn carrier_at(&self, seat: Seat, by: Carrier) -> Option<Point> {
        match by {
            Carrier::Leader(leader) => self.leader_at(seat, leader),
            Carrier::Unit(unit) => {
                let id = Id::new(seat, unit);
                self.unit(id).is_there().then(|| self.point(id))
            }
        }
    }

    /// AV-17.1, AV-17.2, AV-R82: the special figure whose +1 to morale reaches a unit, the Guru first.
    pub fn figure_near(self, id: Id) -> Option<Figure> {
        let at = self.point(id);
        let reaching = self.setup.armies[id.seat()].figures.iter().filter(|it| {
            let reach = f64::from(it.figure.radius_ud());
            self.carrier_at(id.seat(), it.by).is_some_and(|place| within(at, place, reach))
        });
        reaching.map(|it| it.figure).max()
    }

    /// AV-17.3.
    pub fn has_guru_near(self, id: Id) -> bool {
        self.figure_near(id) == Some(Figure::Guru)
    }

    /// AV-5.7, AV-R14: no leader attached, and no friendly leader and no other friendly unit in sight
    /// within 4 UD.
    pub fn is_isolated(self, id: Id) -> bool {
        let (seat, at) = (id.seat(), self.point(id));
        if self.leader_with(id).is_some() {
            return false;
        }
        let near = |place: &Point| within(at, *place, COMPANY_UD) && self.sees_friend(id, *place);
        let units = self.standing(seat).filter(|&friend| friend != id).map(|it| self.point(it));
        let leaders = self.leaders(seat).map(|(_, place)| place);
        !units.into_iter().any(|place| near(&place)) && !leaders.into_iter().any(|it| near(&it))
    }

    /// AV-R14: no terrain and no enemy on the line.
    fn sees_friend(&self, id: Id, place: Point) -> bool {
        let (sight, here) = (Segment::new(self.at(id), place.vec()), self.point(id));
        // Friends are looked for no farther than this, and who screens one of them is hardly farther.
        let near = |enemy: Id| within(here, self.point(enemy), COMPANY_UD + 2.0 * SCREEN_UD);
        let screens = |enemy: Id| near(enemy) && sight.distance(self.at(enemy)) <= SCREEN_UD + TOL;
        !self.standing(id.seat().other()).any(screens) && !self.hidden(&sight)
    }

    /// AV-R74, AV-11.8, AV-11.9, AV-11.11: who supports a unit from its place: the nearest behind it, on
    /// its left and on its right.
    pub fn supporters(self, id: Id) -> Supporters {
        let (at, pose) = (self.point(id), self.pose(id));
        let mut nearest = [f64::INFINITY; 3];
        let mut found = [None; 3];
        for friend in self.standing(id.seat()) {
            if friend == id || !within(at, self.point(friend), SUPPORT_UD) {
                continue;
            }
            let local = pose.local(self.at(friend));
            let place = match self.sector(id, friend) {
                _ if local.y < 0.0 && local.x.abs() <= BEHIND_UD + TOL => 0,
                Edge::Left => 1,
                Edge::Right => 2,
                Edge::Front | Edge::Rear => continue,
            };
            let distance = local.length_squared();
            // Of those as near as each other the first on the roster counts.
            let nearer = distance < nearest[place] - TOL * TOL;
            if nearer && self.may_support(friend, id, place == 0) {
                nearest[place] = distance;
                found[place] = Some(friend.number());
            }
        }
        let [behind, left, right] = found;
        Supporters { behind, left, right }
    }

    fn may_support(self, friend: Id, id: Id, from_behind: bool) -> bool {
        let (unit, profile, helped) = (self.unit(friend), self.profile(friend), self.profile(id));
        let fits = !from_behind
            || profile.is_infantry() && helped.is_infantry()
            || profile.is_expediti() && helped.is_mounted();
        fits && !unit.disrupted
            && !unit.is_under(Order::FallBack)
            && self.same_facing(friend, id)
            && !self.is_engaged(friend)
    }

    /// AV-18.8, AV-R89: whether an enemy, at any distance, lies ahead on a unit's axis and is not hidden
    /// by terrain.
    pub fn has_enemy_on_axis(self, id: Id) -> bool {
        self.standing(id.seat().other()).any(|enemy| {
            let local = self.pose(id).local(self.at(enemy));
            local.y > 0.0 && local.x.abs() < 1.0 && !self.hidden(&self.line(id, enemy))
        })
    }
}
