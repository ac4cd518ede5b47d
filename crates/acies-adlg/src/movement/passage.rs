//! Interpenetration (RULES.md 3.11; ADLG-R61, ADLG-R62): who may pass through whom.

use acies_core::RuleId;
use acies_table::{Angle, Base, Course, Facing, Pose, Sweep};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Id, Place},
    melee::engagement::Roles,
    rulings::TOLERANCE,
    units::{Category::*, Kind, Profile, abilities::Abilities},
};

/// The rules by which units passed through friends, each once.
pub type Passages = ArrayVec<RuleId, 5>;

/// ADLG-R61: facings within a degree of the same or the opposite.
fn is_lengthwise(one: Facing, other: Facing) -> bool {
    let turn = (one - other).abs();
    turn <= TOLERANCE.angle || Angle::HALF - turn <= TOLERANCE.angle
}

/// ADLG-INT.1 to .5: the rule by which one unit passes through another of its side, if there is one.
pub fn passes(
    mover: &Profile,
    facing: Facing,
    friend: &Profile,
    its_facing: Facing,
) -> Option<RuleId> {
    let along = is_lengthwise(facing, its_facing);
    let (ours, theirs) = (mover.category(), friend.category());
    let either = |a: &dyn Fn(&Profile) -> bool, b: &dyn Fn(&Profile) -> bool| {
        (a(mover) && b(friend)) || (b(mover) && a(friend))
    };
    let swords = |it: &Profile| {
        matches!(it.kind, Kind::HeavySwordsmen | Kind::MediumSwordsmen)
            && !it.has(Abilities::IMPETUOUS)
    };
    let missiles = |it: &Profile| matches!(it.kind, Kind::Bowmen | Kind::Crossbowmen);
    let light_horse = |it: &Profile| it.category() == Lh;
    let mounted = |it: &Profile| it.kind.is_mounted();
    // ADLG-INT.5: across the long side, so at right angles to its facing if it is deeper than wide.
    let deep = friend.kind.size().depth > friend.kind.size().width;
    let across = (facing - its_facing).abs() - Angle::QUARTER;
    let over_long_side = if deep { across.abs() <= TOLERANCE.angle } else { along };
    let engine = matches!(theirs, Art | Wwg) && mover.kind.is_foot() && !matches!(ours, Art | Wwg);
    match () {
        () if ours == Li || theirs == Li => Some("ADLG-INT.1"),
        () if along && either(&light_horse, &mounted) => Some("ADLG-INT.2"),
        () if along && ours == Lmi && theirs == Lmi => Some("ADLG-INT.3"),
        () if along && either(&swords, &missiles) => Some("ADLG-INT.4"),
        () if engine && over_long_side => Some("ADLG-INT.5"),
        () => None,
    }
}

impl Battle {
    /// Whether a unit that faces so may pass through a friend. ADLG-R144: nobody passes a routed one.
    pub fn may_pass(&self, mover: Id, facing: Facing, friend: Id) -> bool {
        let other = self.unit(friend);
        mover.seat() == friend.seat()
            && other.place == Place::Table
            && passes(self.profile(mover), facing, self.profile(friend), other.pose.facing)
                .is_some()
    }

    /// ADLG-INT.1 to .5: adds the rules by which a unit passes through friends on one leg of its way; those
    /// who go with it are no matter.
    pub(crate) fn note_passages(
        &self,
        mover: Id,
        mates: &[Id],
        from: &Base,
        sweep: &Sweep,
        passages: &mut Passages,
    ) {
        let way = sweep.course().travel(from.pose.at.vec());
        let friends = self.bodies_near(from, way).filter(|&other| {
            other != mover && other.seat() == mover.seat() && !mates.contains(&other)
        });
        for friend in friends {
            let touch = sweep.first_touch(&self.rect(friend), TOLERANCE);
            if !touch.is_some_and(|touch| touch.enters) {
                continue;
            }
            let its_facing = self.unit(friend).pose.facing;
            let rule =
                passes(self.profile(mover), from.pose.facing, self.profile(friend), its_facing);
            if let Some(rule) = rule.filter(|rule| !passages.contains(rule)) {
                passages.push(rule);
            }
        }
    }

    /// The rules by which a unit passes through friends on a straight way.
    pub(crate) fn passages_between(
        &self,
        mover: Id,
        mates: &[Id],
        from: &Base,
        to: &Pose,
    ) -> Passages {
        let mut passages = Passages::new();
        let course = Course::Straight { by: to.at.vec() - from.pose.at.vec() };
        self.note_passages(mover, mates, from, &Sweep::new(&from.rect(), course), &mut passages);
        passages
    }

    /// ADLG-INT.6, ADLG-INT.7: whether an evader may burst through a friend, who loses a point.
    pub fn may_burst(&self, friend: Id, roles: &Roles) -> bool {
        let kind = self.profile(friend).kind;
        let solid = matches!(kind.category(), El | Wwg) || kind == Kind::Pikemen;
        !solid && !roles.is_engaged(friend) && self.unit(friend).place == Place::Table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::word;

    #[test]
    #[rustfmt::skip]
    fn who_passes_through_whom() {
        let (n, e, s) = (Facing::NORTH, Facing::EAST, Facing::SOUTH);
        for (mover, facing, friend, its, rule) in [
            ("light_infantry", n, "pikemen", e, Some("ADLG-INT.1")),
            ("elephant", n, "light_infantry", e, Some("ADLG-INT.1")),
            ("light_cavalry", n, "heavy_knight", s, Some("ADLG-INT.2")),
            ("heavy_knight", n, "light_cavalry", n, Some("ADLG-INT.2")),
            ("heavy_knight", n, "light_cavalry", e, None),
            ("heavy_knight", n, "heavy_cavalry", n, None),
            ("javelinmen", n, "bowmen", n, Some("ADLG-INT.3")),
            ("javelinmen", n, "bowmen", e, None),
            ("heavy_swordsmen", n, "bowmen", n, Some("ADLG-INT.4")),
            ("crossbowmen", n, "medium_swordsmen", s, Some("ADLG-INT.4")),
            ("heavy_swordsmen impetuous", n, "bowmen", n, None),
            ("heavy_swordsmen", n, "handgunners", n, None),
            ("heavy_spearmen", n, "bowmen", n, None),
            ("pikemen", n, "light_artillery", n, Some("ADLG-INT.5")),
            ("pikemen", e, "war_wagon", n, Some("ADLG-INT.5")),
            ("pikemen", n, "war_wagon", n, None),
            ("heavy_knight", e, "war_wagon", n, None),
        ] {
            let unit = |text: &str| word::profile(text).unwrap();
            let found = passes(&unit(mover), facing, &unit(friend), its);
            assert_eq!(found, rule, "{mover} through {friend}");
        }
        // ADLG-R61: within a degree.
        assert!(is_lengthwise(n, Facing::new(Angle::new(359.5))) && !is_lengthwise(n, Facing::new(Angle::new(2.0))), "ADLG-R61");
    }
}
