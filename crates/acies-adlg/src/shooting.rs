//! Shooting (RULES.md 3.17, 3.18, 8.6; ADLG-R107 to ADLG-R113): one combined shot at one target.

pub mod phase;
pub mod targets;

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, always, at_least, at_most, total, when};
use serde::Serialize;

use crate::units::{
    Category::*,
    Profile, Quality,
    abilities::{Abilities, Weapon},
};

/// A combined shot: ADLG-R107: the main shooter decides every modifier, the others support.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shot {
    pub shooter: Shooter,
    pub target: Target,
    pub supports: Supports,
}

/// The main shooter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shooter {
    pub profile: Profile,
    pub disordered: bool,
    /// ADLG-R110: at least half of its base in a piece that gives cover.
    pub in_cover: bool,
    /// Any part of its base in difficult terrain.
    pub in_difficult: bool,
}

/// Who is shot at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Target {
    pub profile: Profile,
    /// ADLG-R110: in cover from this shot, or behind a fortification.
    pub in_cover: bool,
}

/// ADLG-SHO.7: who shoots at the same target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Supports {
    /// Units other than LI and LH.
    pub full: u8,
    /// LI and LH, half each.
    pub light: u8,
}

impl Supports {
    /// ADLG-R107: the sum rounded down.
    fn worth(self) -> i32 {
        i32::from(self.full) + i32::from(self.light) / 2
    }
}

/// What came of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Shooting {
    /// Dice as they fell: the shooter's and the target's.
    pub faces: [u8; 2],
    pub totals: [i32; 2],
    /// ADLG-SHO.1: whether the target loses a cohesion point.
    pub hit: bool,
}

impl Shot {
    /// What the shooter adds to its die (RULES.md 8.6, step 3).
    #[rustfmt::skip]
    pub fn shooter_rows(&self) -> [Option<Row>; 9] {
        let Shot { shooter, target, supports } = self;
        let Shooter { profile, disordered, in_cover, in_difficult } = *shooter;
        let category = profile.category();
        let large = matches!(target.profile.category(), El | Wwg);
        let light = matches!(category, Li | Lh);
        let foot = matches!(category, Lmi | Mi | Hi);
        // ADLG-R112: not javelins, slings or atlatls.
        let bows = profile.weapon.is_some_and(Weapon::is_bow_like);
        [
            //  Rule           Counts                                                        Worth             In words
            add("ADLG-SHO.2",  when(light),                                                  -1,               "light troops shoot"),
            add("ADLG-SHO.3",  when(target.in_cover),                                        -1,               "target in cover"),
            add("ADLG-SHO.4",  when(disordered),                                             -1,               "Disordered"),
            add("ADLG-SHO.5",  when((in_cover || in_difficult) && category != Li),           -1,               if in_cover { "shoots out of cover" } else { "in difficult terrain" }),
            add("ADLG-SHO.6",  when(foot && target.profile.kind.is_mounted()).unless(!bows, "ADLG-R112"), 1,   "foot missiles at mounted"),
            add("ADLG-UNI.15", when(category == Art && large),                               1,                "artillery at a large target"),
            add("ADLG-ABI.15", when(profile.has(Abilities::INCENDIARY) && large),            1,                "Incendiary"),
            add("ADLG-SHO.7",  always(),                                                     supports.worth().min(3), "supporting shooters"),
            add("ADLG-SHO.7",  when(supports.worth() > 3).unless(true, "ADLG-SHO.7"),        supports.worth() - 3,    "more supporting shooters"),
        ]
    }

    /// The target's protection (RULES.md 8.6, step 7). ADLG-R109: base, armour, weapon, Pavise.
    #[rustfmt::skip]
    pub fn target_rows(&self) -> [Option<Row>; 8] {
        let Target { profile, in_cover } = self.target;
        let weapon = self.shooter.profile.weapon;
        let category = profile.category();
        let light = matches!(category, Li | Lh);
        let large = matches!(category, El | Wwg);
        let piercing = matches!(weapon, Some(Weapon::Crossbow | Weapon::Firearm));
        let longbow = weapon == Some(Weapon::Longbow) && !light && !matches!(category, Art | Wwg);
        let crushing = self.shooter.is_crushing();
        let base = profile.kind.row().protection;
        let pavise = when(profile.has(Abilities::PAVISE)).unless(crushing, "ADLG-PRO.4").unless(in_cover, "ADLG-ABI.20");
        [
            add(unit_table(profile), always(),                                            base,             "protection"),
            add("ADLG-ABI.1",      always().unless(piercing, "ADLG-PRO.1"),               profile.armour(), "armour"),
            at_most("ADLG-PRO.1",  when(piercing && !large),                              1,                "crossbow or firearm"),
            at_least("ADLG-PRO.1", when(piercing && !large),                              1,                "crossbow or firearm"),
            add("ADLG-PRO.2",      when(longbow),                                         -1,               "longbow"),
            at_least("ADLG-PRO.2", when(longbow),                                         0,                "longbow"),
            at_most("ADLG-PRO.3",  when(crushing && !light),                              0,                "artillery or incendiary"),
            add("ADLG-PRO.4",      pavise,                                                1,                "Pavise"),
        ]
    }

    /// What the shooter adds, row by row.
    pub fn shooter_sum(&self) -> Sum {
        Sum::of(self.shooter_rows())
    }

    /// What protects the target, row by row.
    pub fn target_sum(&self) -> Sum {
        Sum::of(self.target_rows())
    }

    /// ADLG-R108: what quality does to the dice that have fallen, the shooter's and the target's.
    pub fn quality_rows(&self, faces: [u8; 2]) -> [Option<Row>; 2] {
        let half_bow = self.shooter.profile.has(Abilities::HALF_BOW);
        let shooter = self.shooter.profile.quality.row(faces[0], half_bow.then_some("ADLG-ABI.25"));
        [shooter, self.target.profile.quality.row(faces[1], None)]
    }

    /// ADLG-SHO.1, ADLG-R108: both dice, each changed by quality, the phasing player's first
    /// (ADLG-R153). The shooter must be higher.
    pub fn throw(&self, by: Seat, phasing: Seat, dice: &mut Dice) -> Rolled<Shooting> {
        let mut faces = [0; 2];
        let first = usize::from(by != phasing);
        for side in [first, 1 - first] {
            let (seat, what) = [(by, "shooting"), (by.other(), "protection")][side];
            faces[side] = dice.roll(seat.throws("ADLG-SHO.1", what), D6)? as u8;
        }
        Ok(self.read(faces))
    }

    /// In how many of the 36 ways the dice can fall the target is hit.
    pub fn ways_to_hit(&self) -> u8 {
        self.ways_with(total(self.shooter_rows()) - total(self.target_rows()))
    }

    /// The same if modifiers and protection came to so much.
    pub fn ways_with(&self, lead: i32) -> u8 {
        let (shooter, target) = (self.shooter.quality(), self.target.profile.quality);
        let hits =
            |die: i32| (1..=6).filter(move |&other| shooter.on(die) + lead > target.on(other));
        (1..=6).map(|die| hits(die).count() as u8).sum()
    }

    /// What the dice mean.
    pub fn read(&self, faces: [u8; 2]) -> Shooting {
        let shooter = self.shooter.quality().on(faces[0].into()) + total(self.shooter_rows());
        let target = self.target.profile.quality.on(faces[1].into()) + total(self.target_rows());
        Shooting { faces, totals: [shooter, target], hit: shooter > target }
    }
}

/// The table that a unit's protection stands in.
fn unit_table(profile: Profile) -> &'static str {
    if profile.kind.is_mounted() { "ADLG-UNI.T2" } else { "ADLG-UNI.T1" }
}

impl Shooter {
    /// ADLG-ABI.25: with half a bow one quality lower. ADLG-ABI.26: a Mixed unit at its own.
    pub fn quality(&self) -> Quality {
        let Profile { quality, .. } = self.profile;
        if self.profile.has(Abilities::HALF_BOW) { quality.lowered() } else { quality }
    }

    /// ADLG-PRO.3: artillery of any size, and Incendiary.
    fn is_crushing(&self) -> bool {
        self.profile.has(Abilities::INCENDIARY)
            || self.profile.weapon.is_some_and(Weapon::is_artillery)
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{Seat::*, odds};

    use super::*;
    use crate::files::data::word;

    #[test]
    fn ways_to_hit_are_counted() {
        // ADLG-SHO.1: bowmen at bowmen, protection 0: 15 of 36 throws are higher. At heavy infantry,
        // protection 1: 10. Elite ones (2 3 4 4 5 6) at protection 0: 1 + 2 + 3 + 3 + 4 + 5.
        for (shooter, target, ways) in
            [("bowmen", "bowmen", 15), ("bowmen", "levies", 10), ("bowmen elite", "bowmen", 18)]
        {
            assert_eq!(shot(shooter, target).ways_to_hit(), ways, "{shooter} at {target}");
        }
    }

    fn shot(shooter: &str, target: &str) -> Shot {
        let unit = |text: &str| word::profile(text).unwrap_or_else(|| panic!("{text}"));
        Shot {
            shooter: Shooter {
                profile: unit(shooter),
                disordered: false,
                in_cover: false,
                in_difficult: false,
            },
            target: Target { profile: unit(target), in_cover: false },
            supports: Supports::default(),
        }
    }

    fn cover(shot: Shot) -> Shot {
        Shot { target: Target { in_cover: true, ..shot.target }, ..shot }
    }

    #[test]
    fn protections() {
        // ADLG-R109: shooter, target, protection.
        for (shooter, target, protection, rule) in [
            ("bowmen", "heavy_spearmen", 1, "ADLG-UNI.T1"),
            ("bowmen", "foot_knights", 3, "ADLG-UNI.9, ADLG-ABI.1"),
            ("bowmen", "heavy_swordsmen armour", 2, "ADLG-ABI.1"),
            ("bowmen", "heavy_knight", 2, "ADLG-UNI.T2"),
            ("bowmen", "bowmen", 0, "ADLG-UNI.T1"),
            ("crossbowmen", "foot_knights", 1, "ADLG-PRO.1"),
            ("handgunners", "heavy_knight", 1, "ADLG-PRO.1"),
            ("crossbowmen", "bowmen", 1, "ADLG-R113: unprotected targets too"),
            ("crossbowmen", "scythed_chariot", 1, "ADLG-R113"),
            ("crossbowmen", "elephant", 0, "ADLG-R113"),
            ("crossbowmen", "war_wagon", 2, "ADLG-R113"),
            ("bowmen longbow", "heavy_spearmen", 0, "ADLG-PRO.2"),
            ("bowmen longbow", "foot_knights", 2, "ADLG-PRO.2"),
            ("bowmen longbow", "medium_cavalry", 0, "ADLG-PRO.2: not below 0"),
            ("bowmen longbow", "light_infantry", 1, "ADLG-PRO.2"),
            ("bowmen longbow", "light_cavalry", 1, "ADLG-PRO.2"),
            ("bowmen longbow", "war_wagon", 2, "ADLG-PRO.2"),
            ("bowmen longbow", "light_artillery", 1, "ADLG-PRO.2"),
            ("heavy_artillery", "foot_knights", 0, "ADLG-PRO.3"),
            ("light_artillery", "war_wagon", 0, "ADLG-PRO.3"),
            ("light_artillery", "light_infantry", 1, "ADLG-PRO.3"),
            ("light_infantry incendiary", "heavy_knight", 0, "ADLG-PRO.3"),
            ("light_infantry incendiary", "light_cavalry", 1, "ADLG-PRO.3"),
            ("war_wagon light_artillery", "heavy_knight", 0, "ADLG-PRO.3"),
            ("bowmen", "bowmen pavise", 1, "ADLG-PRO.4"),
            ("crossbowmen", "bowmen pavise", 2, "ADLG-PRO.4, ADLG-R109: last"),
            ("bowmen longbow", "bowmen pavise", 1, "ADLG-PRO.4"),
            ("light_artillery", "bowmen pavise", 0, "ADLG-ABI.20(a)"),
            ("light_infantry incendiary", "bowmen pavise", 0, "ADLG-ABI.20(a)"),
        ] {
            assert_eq!(
                shot(shooter, target).target_sum().total,
                protection,
                "{rule}: {shooter} at {target}"
            );
        }
        assert_eq!(cover(shot("bowmen", "bowmen pavise")).target_sum().total, 0, "ADLG-ABI.20(b)");
    }

    #[test]
    fn modifiers() {
        let change = |shot: Shot, change: fn(&mut Shooter)| {
            let mut shooter = shot.shooter;
            change(&mut shooter);
            Shot { shooter, ..shot }
        };
        let supported =
            |shot: Shot, full, light| Shot { supports: Supports { full, light }, ..shot };
        let plain = shot("bowmen", "heavy_spearmen");
        let skirmish = shot("light_infantry bow", "heavy_spearmen");
        for (shot, total, rule) in [
            (plain, 0, "ADLG-SHO.1"),
            (skirmish, -1, "ADLG-SHO.2"),
            (shot("light_cavalry bow", "pikemen"), -1, "ADLG-SHO.2"),
            (shot("medium_cavalry bow", "pikemen"), 0, "ADLG-SHO.2"),
            (cover(plain), -1, "ADLG-SHO.3"),
            (change(plain, |it| it.disordered = true), -1, "ADLG-SHO.4"),
            (change(plain, |it| it.in_cover = true), -1, "ADLG-SHO.5(a)"),
            (change(plain, |it| it.in_difficult = true), -1, "ADLG-SHO.5(b)"),
            (
                change(plain, |it| (it.in_cover, it.in_difficult) = (true, true)),
                -1,
                "ADLG-SHO.5: once",
            ),
            (change(skirmish, |it| it.in_cover = true), -1, "ADLG-SHO.5: not LI"),
            (shot("bowmen", "heavy_cavalry"), 1, "ADLG-SHO.6"),
            (shot("crossbowmen", "elephant"), 1, "ADLG-SHO.6"),
            (shot("heavy_spearmen bow", "light_cavalry"), 1, "ADLG-SHO.6"),
            (shot("bowmen longbow", "heavy_cavalry"), 1, "ADLG-R112: a longbow is a bow"),
            (shot("javelinmen", "heavy_cavalry"), 0, "ADLG-R112"),
            (shot("medium_swordsmen atlatl", "heavy_cavalry"), 0, "ADLG-R112"),
            (shot("war_wagon", "heavy_cavalry"), 0, "ADLG-R112"),
            (shot("light_infantry bow", "heavy_cavalry"), -1, "ADLG-SHO.6"),
            (shot("heavy_artillery", "elephant"), 1, "ADLG-UNI.15(b)"),
            (shot("heavy_artillery", "war_wagon"), 1, "ADLG-UNI.15(b)"),
            (shot("light_infantry incendiary", "elephant"), 0, "ADLG-ABI.15(a), ADLG-SHO.2"),
            (supported(plain, 1, 0), 1, "ADLG-SHO.7"),
            (supported(plain, 0, 1), 0, "ADLG-R107: rounded down"),
            (supported(plain, 0, 2), 1, "ADLG-SHO.7"),
            (supported(plain, 2, 3), 3, "ADLG-SHO.7"),
            (supported(plain, 4, 4), 3, "ADLG-SHO.7: at most +3"),
        ] {
            assert_eq!(shot.shooter_sum().total, total, "{rule}:\n{}", shot.shooter_sum());
        }
    }

    #[test]
    fn quality_changes_both_dice() {
        // ADLG-R108, ADLG-QUA.1; ADLG-ABI.25: half a bow shoots one quality lower.
        let elite = shot("bowmen elite", "heavy_spearmen mediocre");
        assert_eq!(elite.read([3, 4]).totals, [4, 4]);
        let half = shot("heavy_cavalry elite impact_half_bow", "pikemen");
        assert_eq!(half.read([3, 1]).totals, [3, 2], "ADLG-ABI.25");
        let mixed = shot("heavy_spearmen elite bow", "pikemen");
        assert_eq!(mixed.read([3, 1]).totals, [4, 2], "ADLG-ABI.26: shoots at its own quality");
    }

    #[test]
    fn odds_of_a_shot() {
        // ADLG-SHO.1: bows at protection 1: higher by 2 or more on the dice is 10 of 36.
        let hit = |shot: Shot| {
            odds(|dice| Ok(shot.throw(Red, Red, dice)?.hit)).chance(|&hit| hit).to_string()
        };
        assert_eq!(hit(shot("bowmen", "heavy_spearmen")), "5/18");
        assert_eq!(hit(shot("bowmen", "bowmen")), "5/12");
        // ADLG-SHO.6 and no protection: ties win, 21 of 36.
        assert_eq!(hit(shot("bowmen", "medium_cavalry")), "7/12");
        // ADLG-SHO.2: skirmishers at protection 1 need 3 more: 6 of 36.
        assert_eq!(hit(shot("light_infantry sling", "heavy_spearmen")), "1/6");
    }

    #[test]
    fn the_phasing_player_throws_first() {
        // ADLG-R153.
        let shot = shot("bowmen", "bowmen");
        let thrown = |phasing| shot.throw(Red, phasing, &mut Dice::scripted([6, 1])).unwrap();
        assert_eq!((thrown(Red).faces, thrown(Red).hit), ([6, 1], true));
        assert_eq!((thrown(Blue).faces, thrown(Blue).hit), ([1, 6], false));
    }

    #[test]
    fn a_shot_can_be_explained() {
        let shot = cover(shot("handgunners", "heavy_swordsmen heavy_armour pavise"));
        insta::assert_snapshot!(shot.target_sum(), @r"
        +1 protection [ADLG-UNI.T1]
        +2 armour [ADLG-ABI.1, struck by ADLG-PRO.1]
        +1 Pavise [ADLG-PRO.4, struck by ADLG-ABI.20]
        = 1
        ");
    }
}
