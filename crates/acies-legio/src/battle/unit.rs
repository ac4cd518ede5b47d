//! A unit on the table (RULES.md 1.2).

use acies_core::Id;
use acies_table::{Base, Length, Point, Pose, Rect, Size};
use serde::{Deserialize, Serialize};

use crate::{
    combat::Impetus,
    morale::Condition,
    movement::MoveDice,
    troops::{Profile, Shape, Type},
};

/// What a unit is about.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Normal,
    /// LEG-R97.
    Retiring,
    /// LEG-R98.
    Routing,
    /// LEG-R99.
    Pursuing,
    /// LEG-R43.
    Looting,
    Destroyed,
    /// LEG-R105; LEG-R153: as a pursuer it is not lost.
    LeftTable,
    /// LEG-R116: not deployed yet.
    Away,
}

/// LEG-R130: what a unit did last in the turn before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastMove {
    #[default]
    Stood,
    /// With its dice, and its whole displacement against its facing: to the right and ahead.
    Moved {
        dice: MoveDice,
        right: Length,
        ahead: Length,
    },
    Charged,
    Pursued,
    Routed,
    Retired,
    Looted,
}

impl LastMove {
    /// LEG-R130: it moved with these dice; how far is seen in the END step.
    pub fn moved(dice: MoveDice) -> LastMove {
        LastMove::Moved { dice, right: Length::ZERO, ahead: Length::ZERO }
    }
}

bitflags::bitflags! {
    /// What a unit has done in this turn; and what lasts longer, told so.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Marks: u32 {
        const MOVED = 1;
        /// LEG-R55(c).
        const FAST = 1 << 1;
        /// LEG-R64.
        const SHOT = 1 << 2;
        /// LEG-R61.
        const RESTED = 1 << 3;
        /// LEG-R62.
        const RELIEVED = 1 << 4;
        /// LEG-R50: it forms up, and will be formed in the END step.
        const FORMING = 1 << 5;
        /// LEG-R29.
        const CONTROLLED = 1 << 6;
        /// LEG-R34: it may not move this turn.
        const HELD = 1 << 7;
        /// LEG-R35: it must repeat its last move.
        const REPEATS = 1 << 8;
        /// LEG-R21: it crossed an obstacle to its enemy; until it is out of contact.
        const CROSSED = 1 << 9;
        /// LEG-R61: dice were thrown at it; until its own activation is over.
        const SHOT_AT = 1 << 10;
        /// LEG-R43: it has looted; for the battle.
        const LOOTED = 1 << 11;
        /// LEG-R87: it fell back, and its enemy came on; until the next fight.
        const FELL_BACK = 1 << 12;
        /// LEG-R72: it came into frontal contact and has not fought since.
        const NEW_CONTACT = 1 << 13;
        /// LEG-R137: it was charged into this contact; until the next fight.
        const WAS_CHARGED = 1 << 14;
        /// LEG-R97: it halted its retirement this turn.
        const CEASED = 1 << 15;
        /// LEG-R82: it was contacted in flank or rear; until the next B2a.
        const STRUCK = 1 << 16;
        /// LEG-R37: it stands by its order, without a test.
        const BY_ORDER = 1 << 17;
        /// LEG-R76: it has answered a charge; until the next step in which there are charges.
        const ANSWERED = 1 << 18;
        /// LEG-R79: it evaded; as long.
        const EVADED = 1 << 19;
        /// LEG-ACM.7: it fell back in this B5.
        const FALLEN_BACK = 1 << 20;
        /// LEG-R104: it may neither move nor shoot next turn; as long as it is halted.
        const CRIPPLED = 1 << 21;
        /// LEG-R73(b): it mounted or dismounted.
        const MOUNTED = 1 << 22;
        /// LEG-R69: it changed its formation, turned about or mounted.
        const DRILLED = 1 << 23;
    }
}

impl Marks {
    /// LEG-R26: what the END step does not clear.
    pub const LASTING: Marks = Marks::CROSSED
        .union(Marks::SHOT_AT)
        .union(Marks::LOOTED)
        .union(Marks::FELL_BACK)
        .union(Marks::NEW_CONTACT)
        .union(Marks::WAS_CHARGED)
        .union(Marks::STRUCK)
        .union(Marks::CRIPPLED);
}

/// A unit at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub is: Condition,
    pub pose: Pose,
    #[serde(default)]
    pub status: Status,
    /// LEG-ACM.1: the turn through which it stays halted; 0 if it does not.
    #[serde(default)]
    pub halted_until: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impetus: Option<Impetus>,
    #[serde(default)]
    pub last_move: LastMove,
    /// LEG-R141.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarry: Option<Id>,
    /// LEG-R62(d).
    #[serde(default)]
    pub reliefs_left: u8,
    #[serde(default)]
    pub marks: Marks,
    /// LEG-R101: the turn in which it was caught as it routed; 0 if it was not.
    #[serde(default)]
    pub caught: u8,
    /// LEG-R37(b): where it stood when the order of its command took effect.
    #[serde(default)]
    pub anchor: Point,
    /// LEG-R130: where it stood when the turn began.
    #[serde(default)]
    pub began: Point,
    /// LEG-R130: what it has done in this turn so far.
    #[serde(default)]
    pub doing: LastMove,
    /// LEG-R73: whom it has declared a charge on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aims_at: Option<Id>,
    /// LEG-R79, LEG-R142: how far it went back in its last such move of this turn, in paces.
    #[serde(default)]
    pub fled: i32,
    /// LEG-R54: where it left its horses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horses: Option<Point>,
}

impl Unit {
    /// LEG-R116, LEG-R62(d): a unit at the start of a battle.
    pub fn fresh(profile: Profile, shape: Shape, pose: Pose) -> Unit {
        Unit {
            is: Condition::fresh(profile, shape),
            pose,
            status: Status::Normal,
            halted_until: 0,
            impetus: None,
            last_move: LastMove::Stood,
            quarry: None,
            reliefs_left: if profile.kind == Type::Legionaries { shape.lines() - 1 } else { 0 },
            marks: Marks::empty(),
            caught: 0,
            anchor: pose.at,
            began: pose.at,
            doing: LastMove::Stood,
            aims_at: None,
            fled: 0,
            horses: None,
        }
    }

    pub fn kind(&self) -> Type {
        self.is.kind()
    }

    pub fn is_on_table(&self) -> bool {
        !matches!(self.status, Status::Destroyed | Status::LeftTable | Status::Away)
    }

    pub fn has(&self, mark: Marks) -> bool {
        self.marks.intersects(mark)
    }

    pub fn is_routing(&self) -> bool {
        self.status == Status::Routing
    }

    /// The body of the unit: all of its bases and the gaps between its lines.
    pub fn base(&self) -> Base {
        let [width, depth] = self.is.shape.paces(self.is.bases);
        Base::new(self.pose, Size::new(width.into(), depth.into()))
    }

    pub fn rect(&self) -> Rect {
        self.base().rect()
    }

    /// No part of its body is farther from its centre, in paces: so much is known without turning it.
    pub fn reach(&self) -> f64 {
        let [width, depth] = self.is.shape.paces(self.is.bases);
        f64::from(width + depth) / 2.0
    }

    /// Whether another may be so near, as far as centres tell: whoever asks has to measure then.
    pub fn may_be_within(&self, other: &Unit, paces: f64) -> bool {
        let reach = self.reach() + other.reach() + paces + 2.0;
        let apart = self.pose.at.vec() - other.pose.at.vec();
        apart.length_squared() <= reach * reach
    }

    /// RULES.md 1.1: a base by its file and rank, or a legion's by its line.
    pub fn base_rect(&self, file: u8, rank: u8) -> Rect {
        let [right, ahead] = self.is.shape.base_centre(self.is.bases, file, rank);
        let centre = self.pose.world(glam::dvec2(right.into(), ahead.into()));
        Rect::new(&Pose::nearest(centre, self.pose.facing), Size::new(20.0, 20.0))
    }

    /// The bases of a rank, from left to right, with their files.
    pub fn rank(self, rank: u8) -> impl Iterator<Item = (u8, Rect)> {
        let files = 0..self.is.shape.in_rank(self.is.bases, rank);
        files.map(move |file| (file, self.base_rect(file, rank)))
    }

    /// Ranks, or lines of a legion.
    pub fn rows(&self) -> u8 {
        let shape = &self.is.shape;
        if shape.rear[0] > 0 { shape.lines() } else { shape.ranks(self.is.bases) }
    }

    /// Every base.
    pub fn bases(self) -> impl Iterator<Item = Rect> {
        (0..self.rows()).flat_map(move |rank| self.rank(rank)).map(|(_, base)| base)
    }
}

#[cfg(test)]
mod tests {
    use acies_table::Facing;
    use glam::dvec2;

    use super::*;
    use crate::{
        files::data::troop,
        troops::{Grade, Tags},
    };

    #[test]
    fn bases_lie_where_the_rulebook_has_them() {
        let profile = troop("legionaries").unwrap().unit(Grade::C, 10, Tags::empty());
        let mut legion =
            Unit::fresh(profile, Shape::usual(&profile), Pose::new(800.0, 350.0, Facing::NORTH));
        assert_eq!(legion.reliefs_left, 2, "LEG-R62: three lines");
        assert_eq!(legion.base_rect(0, 0).centre(), dvec2(770.0, 390.0), "LEG-R1, LEG-R3");
        assert_eq!(legion.bases().count(), 10);
        assert_eq!((legion.rect().width(), legion.rect().depth()), (80.0, 100.0), "LEG-R3");
        legion.pose.facing = Facing::SOUTH;
        assert_eq!(
            legion.base_rect(0, 0).centre(),
            dvec2(830.0, 310.0),
            "file 0 is at its own left"
        );
    }
}
