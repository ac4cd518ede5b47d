//! Who fights with how many (LEG-R21, LEG-R22, LEG-R85, LEG-R87 to LEG-R89, LEG-R136, LEG-R138).

use acies_core::{Id, Sum, add, always};
use acies_table::{Angle, Edge, Rect};

use crate::{
    battle::{Battle, Marks, Unit},
    combat::{Fighter, Numbers},
    rulings::{CONTACT, SLACK},
    troops::{Formation, Type},
};

/// How a unit is in contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Front {
    /// LEG-NUM.1, LEG-R136.
    pub touching: u8,
    /// LEG-NUM.2.
    pub overlaps: u8,
    /// LEG-NUM.3.
    pub second_rank: u8,
    /// LEG-R87.
    pub engaged_pikes: u8,
    /// It fights to its front, whatever else it does.
    pub ahead: bool,
}

/// LEG-R81: bases so near count as touching where bodies meet askew.
const ASKEW: f64 = 10.0;

/// LEG-R88: how much the facing of a supporter may differ.
const SAME_WAY: Angle = Angle::new(45.0);

impl Battle {
    /// LEG-R138: the edge of a unit that an enemy touches: the longest contact, then front, rear, right, left.
    pub fn touched_edge(&self, unit: Id, enemy: Id) -> Option<Edge> {
        let contacts = self.rect(unit).contacts(&self.rect(enemy), CONTACT);
        let longest = contacts.first()?.length;
        let order = [Edge::Front, Edge::Rear, Edge::Right, Edge::Left];
        let touches = |edge: &Edge| {
            contacts.iter().any(|it| it.ours == *edge && longest - it.length <= SLACK)
        };
        order.into_iter().find(touches)
    }

    /// LEG-R84: the enemies that a unit fights: those that it touches and that are not routing (LEG-R144).
    pub fn opponents(&self, unit: Id) -> impl Iterator<Item = Id> {
        self.touched(unit).into_iter().filter(|&id| !self.unit(id).is_routing())
    }

    /// LEG-R136: whether a base touches an enemy: along some length, or within 10 paces if the bodies meet askew.
    fn base_touches(&self, base: &Rect, unit: Id, enemy: Id) -> bool {
        let (body, other) = (self.rect(unit), self.rect(enemy));
        let flush = body.contacts(&other, CONTACT).iter().any(|it| it.length > SLACK);
        if flush {
            base.contacts(&other, CONTACT).iter().any(|it| it.length > SLACK)
        } else {
            base.distance(&other) <= ASKEW + SLACK
        }
    }

    /// LEG-NUM.1 to .3, LEG-R87, LEG-R89: how a unit is in contact.
    pub fn front(&self, unit: Id) -> Front {
        let it = self.unit(unit);
        let opponents: arrayvec::ArrayVec<Id, 16> = self.opponents(unit).collect();
        if opponents.is_empty() {
            return Front::default();
        }
        let touches =
            |base: &Rect| opponents.iter().any(|&enemy| self.base_touches(base, unit, enemy));
        let edges = || opponents.iter().filter_map(|&enemy| self.touched_edge(unit, enemy));
        let (ahead, only_ahead) =
            (edges().any(|it| it == Edge::Front), edges().all(|it| it == Edge::Front));
        let touching = it.bases().filter(touches).count().max(1) as u8;
        let run: Vec<u8> =
            it.rank(0).filter(|(_, base)| touches(base)).map(|(file, _)| file).collect();
        let files = it.is.shape.in_rank(it.is.bases, 0);
        let mut front = Front { touching, ahead, ..Front::default() };
        let (Some(&first), Some(&last)) = (run.first(), run.last()) else { return front };
        let keeps_line = matches!(it.is.shape.formation, Formation::Line | Formation::Special);
        let (left, right) = (first > 0, last + 1 < files);
        let mut counted = run.clone();
        if keeps_line && only_ahead {
            front.overlaps = u8::from(left) + u8::from(right);
            counted.extend(left.then(|| first - 1).into_iter().chain(right.then_some(last + 1)));
        }
        if it.kind() == Type::Pikemen && it.is.is_in_good_order() && ahead {
            let backed = |file: &&u8| has_base_behind(it, **file);
            front.second_rank = counted.iter().filter(backed).count() as u8;
            let with_front = |file: &&u8| {
                let base = it.base_rect(**file, 0);
                opponents.iter().any(|&enemy| {
                    let to_front = self.touched_edge(unit, enemy) == Some(Edge::Front);
                    to_front && self.base_touches(&base, unit, enemy)
                })
            };
            let engaged = run.iter().filter(backed).filter(with_front);
            front.engaged_pikes = engaged.count() as u8;
        }
        front
    }

    /// LEG-R88(b): a friend that supports a unit from behind, with how many cohorts.
    fn supporter(&self, unit: Id, (id, friend): (Id, &Unit)) -> u8 {
        let it = self.unit(unit);
        let (kind, other) = (it.kind(), friend.kind());
        let same_arm = kind.is_foot() && other.is_foot() || kind.is_mounted() && other.is_mounted();
        let steady = friend.is.is_in_good_order() && !other.is_light() && !other.is_special();
        let same_way = (friend.pose.facing - it.pose.facing).abs() <= SAME_WAY;
        if !same_arm || !steady || !same_way || self.is_engaged(id) {
            return 0;
        }
        let (body, behind) = (it.rect(), friend.rect());
        let (rear, front) = (body.beyond(Edge::Rear, 0.0), behind.beyond(Edge::Front, 0.0));
        let near = rear.distance(&front) <= 40.0 + SLACK;
        let is_behind = body.beyond_line(Edge::Rear, behind.middle(Edge::Front)) >= -SLACK;
        let overlap = body.covered(Edge::Rear, &behind).map_or(0.0, |it| it.length());
        if !near || !is_behind || overlap < 20.0 - SLACK {
            return 0;
        }
        let within = |base: &Rect| {
            body.covered(Edge::Rear, base).is_some_and(|it| it.length() >= 10.0 - SLACK)
        };
        friend.rank(0).filter(|(_, base)| within(base)).count() as u8
    }

    /// LEG-R88: whether a unit that fights to its front is supported, and by how many cohorts.
    pub fn supports(&self, unit: Id) -> (bool, u8) {
        let it = self.unit(unit);
        let lines = it.is.shape.rear[0] + it.is.shape.rear[1];
        let own = if it.kind() == Type::Legionaries && it.is.shape.is_formed() { lines } else { 0 };
        let friends: u8 = self.friends(unit).map(|friend| self.supporter(unit, friend)).sum();
        (own + friends > 0, own + friends)
    }

    /// LEG-R89: what a unit brings into the count against an enemy.
    pub fn count(&self, unit: Id, enemy: Id) -> Numbers {
        let front = self.front(unit);
        Numbers {
            kind: self.unit(unit).kind(),
            touching: front.touching,
            overlaps: front.overlaps,
            second_rank: front.second_rank,
            supports: if front.ahead { self.supports(unit).1 } else { 0 },
            facing_special: self.unit(enemy).kind().is_special(),
        }
    }

    /// LEG-R89: the numbers of a unit against an enemy, with those of its friends that touch him, in half bases.
    pub fn numbers(&self, unit: Id, enemy: Id) -> i32 {
        let friends = self.opponents(enemy).filter(|&id| id != unit && !self.unit(id).is_routing());
        let all = [unit].into_iter().chain(friends);
        all.map(|id| self.count(id, enemy).halves()).sum()
    }

    /// The same as a sum, with those of its friends in one row.
    pub fn numbers_sum(&self, unit: Id, enemy: Id) -> Sum {
        let own = self.count(unit, enemy);
        let friends = self.numbers(unit, enemy) - own.halves();
        own.sum_with(add("LEG-R89", always(), friends, "friends who touch it too"))
    }

    /// LEG-R21: a touching base on a hill, and none of the opponent's; or across an obstacle that it has not crossed itself.
    fn has_ground(&self, unit: Id, enemy: Id) -> bool {
        let on_hill = |us: Id, them: Id| {
            let touching = self.unit(us).bases().filter(|base| self.base_touches(base, us, them));
            touching.into_iter().any(|base| self.ground.level(base.centre()) > 0)
        };
        let stood = !self.unit(unit).marks.contains(Marks::CROSSED);
        let across = stood && self.ground.is_across_obstacle(&self.rect(unit), &self.rect(enemy));
        across || on_hill(unit, enemy) && !on_hill(enemy, unit)
    }

    /// All that counts for a unit against one of its enemies (LEG-R85).
    pub fn fighter(&self, unit: Id, enemy: Id) -> Fighter {
        let it = self.unit(unit);
        let front = self.front(unit);
        let stood = !it.marks.contains(Marks::CROSSED);
        Fighter {
            is: it.is,
            impetus: it.impetus,
            higher_ground: self.has_ground(unit, enemy),
            fortified: stood && self.ground.is_fortified(&it.rect(), &self.rect(enemy)),
            supported: front.ahead && self.supports(unit).0,
            inspired: self.is_inspired(unit),
            engaged_pikes: front.engaged_pikes,
            pikes_fell_back: it.marks.contains(Marks::FELL_BACK),
            numbers: self.numbers(unit, enemy),
        }
    }
}

/// LEG-R87: whether a front-rank base has another directly behind it.
fn has_base_behind(unit: &Unit, file: u8) -> bool {
    let (shape, bases) = (&unit.is.shape, unit.is.bases);
    let [x, _] = shape.base_centre(bases, file, 0);
    (0..shape.in_rank(bases, 1)).any(|behind| shape.base_centre(bases, behind, 1)[0] == x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        combat::{Band, Impetus},
        morale::Disorder,
        table::tests::{battle, blue, red},
    };

    /// RULES.md 8.1: Legio VII meets Warband 2, with Warband 4 at 20 paces behind it, on its four left-hand files.
    fn worked_example() -> Battle {
        // The legion is 80 wide and 100 deep, its front at 400; the warband's front at 400, files from 450 to 550 as seen
        // from above, its own left in the east.
        let mut battle = battle(
            &[("legionaries", 10, 510.0, 350.0, 0.0)],
            &[
                ("barbarian_infantry", 10, 500.0, 420.0, 180.0),
                ("barbarian_infantry", 10, 500.0, 480.0, 180.0),
            ],
        );
        battle.unit_mut(red(0)).impetus = Some(Impetus::Charge);
        battle
    }

    #[test]
    fn the_worked_example_counts_fourteen_and_fifteen() {
        let mut battle = worked_example();
        let legion = battle.front(red(0));
        assert_eq!((legion.touching, legion.overlaps, legion.ahead), (4, 0, true), "LEG-NUM.1");
        let band = battle.front(blue(0));
        assert_eq!((band.touching, band.overlaps), (4, 1), "LEG-NUM.2");
        assert_eq!(battle.supports(red(0)), (true, 6), "LEG-R88(a)");
        assert_eq!(battle.supports(blue(0)), (true, 5), "LEG-R88(b)");
        assert_eq!(battle.numbers(red(0), blue(0)), 28, "LEG-R89, in half bases");
        assert_eq!(battle.numbers(blue(0), red(0)), 30, "LEG-R89, in half bases");
        // The volley gives 2 DPs; then 4 + 5 against 3 + 1.
        battle.unit_mut(blue(0)).is.take(Disorder::Shooting, 2);
        let (ours, theirs) = (battle.fighter(red(0), blue(0)), battle.fighter(blue(0), red(0)));
        let difference = ours.total(&theirs, 4) - theirs.total(&ours, 3);
        assert_eq!((difference, Band::of(difference)), (5, Band::Victory), "RULES.md 8.1");
    }

    #[test]
    fn supports_stand_close_behind_and_face_the_same_way() {
        let supported = |stand: (&str, u8, f64, f64, f64)| {
            let first = ("barbarian_infantry", 10, 500.0, 500.0, 0.0);
            let battle =
                battle(&[first, stand], &[("barbarian_infantry", 10, 500.0, 540.0, 180.0)]);
            battle.supports(red(0)).1
        };
        let band = "barbarian_infantry";
        // The rear of the first stands at 480; a band behind it has its front 20 ahead of its centre.
        for (stand, cohorts, rule) in [
            ((band, 10, 500.0, 420.0, 0.0), 5, "LEG-R88: at 40 paces"),
            ((band, 10, 500.0, 419.0, 0.0), 0, "LEG-R88: 41 paces"),
            ((band, 10, 550.0, 440.0, 0.0), 3, "LEG-R88: half of the third lies within"),
            ((band, 10, 580.0, 440.0, 0.0), 1, "LEG-R88: 20 paces of overlap"),
            ((band, 10, 585.0, 440.0, 0.0), 0, "LEG-R88: 15 paces of overlap"),
            ((band, 10, 500.0, 440.0, 180.0), 0, "LEG-R88: faces away"),
            (("archers", 6, 500.0, 440.0, 0.0), 0, "LEG-R88: light troops"),
            (("heavy_cavalry", 4, 500.0, 440.0, 0.0), 0, "LEG-R88: another arm"),
            (("elephants", 1, 500.0, 440.0, 0.0), 0, "LEG-R88: Special"),
        ] {
            assert_eq!(supported(stand), cohorts, "{rule}");
        }
    }

    #[test]
    fn pikes_have_pikes_behind_them() {
        // Eight pikes in 4x2 against five files of a warband: all four touch.
        let wide = battle(
            &[("pikemen", 8, 500.0, 500.0, 0.0)],
            &[("barbarian_infantry", 10, 500.0, 540.0, 180.0)],
        );
        let front = wide.front(red(0));
        assert_eq!(
            (front.touching, front.second_rank, front.engaged_pikes),
            (4, 4, 4),
            "LEG-NUM.3, LEG-R87"
        );
        // Two files touch at the right end; a third overlaps.
        let end = battle(
            &[("pikemen", 8, 500.0, 500.0, 0.0)],
            &[("barbarian_infantry", 10, 550.0, 540.0, 180.0)],
        );
        let front = end.front(red(0));
        assert_eq!(
            (front.touching, front.overlaps, front.second_rank, front.engaged_pikes),
            (2, 1, 3, 2),
            "LEG-R87, LEG-R89"
        );
        let mut loose = end;
        loose.unit_mut(red(0)).is.unform();
        assert_eq!(loose.front(red(0)).engaged_pikes, 0, "LEG-R87");
        assert_eq!(loose.front(red(0)).overlaps, 0, "LEG-NUM.2");
    }

    #[test]
    fn flanks_have_no_overlap_and_no_support() {
        // A warband faces east and strikes the left side of another, which faces north.
        let flank = battle(
            &[("barbarian_infantry", 10, 500.0, 500.0, 0.0)],
            &[("barbarian_infantry", 10, 430.0, 500.0, 90.0)],
        );
        assert_eq!(flank.touched_edge(red(0), blue(0)), Some(Edge::Left), "LEG-R138");
        assert_eq!(flank.touched_edge(blue(0), red(0)), Some(Edge::Front), "LEG-R138");
        let front = flank.front(red(0));
        assert_eq!(
            (front.touching, front.overlaps, front.ahead),
            (2, 0, false),
            "LEG-NUM.1, LEG-R88"
        );
        // Its files from 450 to 550 meet the side from 480 to 520: one wholly, two by half.
        assert_eq!(flank.front(blue(0)).touching, 3, "LEG-NUM.1");
    }

    #[test]
    fn corners_that_meet_fight_with_one_base() {
        let corner = battle(
            &[("barbarian_infantry", 10, 500.0, 500.0, 0.0)],
            &[("barbarian_infantry", 10, 600.0, 540.0, 180.0)],
        );
        assert!(corner.is_engaged(red(0)));
        assert_eq!(corner.front(red(0)).touching, 1, "LEG-R136");
    }
}
