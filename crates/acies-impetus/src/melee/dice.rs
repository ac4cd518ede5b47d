//! How many dice a Unit has in melee (RULES.md 3.14, 3.15; IMP-R39, IMP-R43, IMP-R57, IMP-R59).

use acies_core::{Counts, Row, RuleId, Sum, add, always, at_least, total, when};

use super::{Came, Fighter, Melee};
use crate::{
    cohesion::Ground,
    profile::{Kind, Traits},
    shooting::Protection,
};

impl Melee {
    /// The dice of the main unit of a side, itemised.
    pub fn main_dice(&self, side: usize) -> Sum {
        Sum::of(self.main_rows(side))
    }

    /// The dice of a support of a side, itemised.
    pub fn support_dice(&self, side: usize, support: usize) -> Sum {
        Sum::of(self.support_rows(side, support))
    }

    /// IMP-R57: all dice of a side, thrown together.
    pub fn pool(&self, side: usize) -> u8 {
        let supports = 0..self.sides[side].supports.len();
        let supports: i32 = supports.map(|n| total(self.support_rows(side, n))).sum();
        (total(self.main_rows(side)) + supports) as u8
    }

    /// IMP-R57: a main unit has at least 1 die.
    fn main_rows(&self, side: usize) -> [Option<Row>; 12] {
        let mut rows = self.rows(side, &self.sides[side].main);
        rows[10] = at_least("IMP-R57", always(), 1, "a main unit has one");
        rows
    }

    /// IMP-MEL.15, IMP-R57: a support halves its dice, rounding up, and takes none away.
    fn support_rows(&self, side: usize, support: usize) -> [Option<Row>; 12] {
        let mut rows = self.rows(side, &self.sides[side].supports[support]);
        rows[10] = at_least("IMP-R57", always(), 0, "takes none away");
        rows[11] = add("IMP-MEL.15", always(), -(total(rows) / 2), "supporting, halved");
        rows
    }

    /// What counts for any Unit; the last two rows are for what it is in the melee. The ground says so as well: IMP-TER.4 is
    /// IMP-MEL.5, and IMP-TER.17 is IMP-MEL.6 and IMP-MEL.7.
    #[rustfmt::skip]
    fn rows(&self, side: usize, ours: &Fighter) -> [Option<Row>; 12] {
        let theirs = &self.sides[1 - side].main;
        let unit = &ours.unit;
        let profile = ours.profile();
        let (base, vbu) = unit.fighting_vbu();
        let flank = when(ours.on_flank && ours.moved());
        let flank = match theirs.unit.has_no_flanks() {
            Some(rule) => flank.unless(true, rule),
            None => flank,
        };
        // IMP-R43: chariots and wagons have -2, and not -1 as well.
        let rough = ours.half_in == Ground::Difficult || theirs.wholly_in == Ground::Difficult;
        let clumsy = profile.has(Traits::PIKE) || profile.kind.is_chariot() || profile.kind == Kind::W;
        let caught = profile.kind.is_chariot() && ours.came == Came::WasCharged;
        let charges_protection = ours.moved() && theirs.protection_from(ours).is_some();
        let (depth_rule, depth, depth_what) = depth(ours, theirs);
        let shallow = when(depth > 0)
            .unless(ours.half_in == Ground::Difficult, "IMP-MEL.9")
            .unless(ours.is_flanked(),                 "IMP-MEL.9");
        [
            add(base,        always(),                           i32::from(vbu), "VBU"),
            add("IMP-MEL.1", self.impetus(side, ours), i32::from(profile.impetus), "impetus bonus"),
            add("IMP-MEL.2", when(unit.disordered),                          -1, "Disordered"),
            add("IMP-MEL.3", when(caught),                                   -1, "chariots charged while stationary"),
            add("IMP-MEL.4", flank,                                           2, "charge on flank or rear"),
            add("IMP-MEL.5", when(ours.higher),                               1, "higher"),
            add("IMP-MEL.6", when(rough && profile.is_mounted() && !clumsy), -1, "mounted in difficult ground"),
            add("IMP-MEL.7", when(rough && clumsy),                          -2, "pikes, chariots or wagons in difficult ground"),
            add("IMP-MEL.8", when(charges_protection),                       -1, "charges protection"),
            add(depth_rule,  shallow,                                     depth, depth_what),
            None,
            None,
        ]
    }

    /// IMP-SPC.7 is the exception of IMP-NIB.2, IMP-TER.11 and IMP-TER.18 are IMP-NIB.4, IMP-TER.24 is IMP-NIB.5.
    /// IMP-NIB.1 to IMP-NIB.11, IMP-SPC.4, IMP-SPC.44, IMP-R112: whether a Unit has its impetus bonus, or the first rule
    /// that takes it away.
    #[rustfmt::skip]
    fn impetus(&self, side: usize, ours: &Fighter) -> Counts {
        let unit = &ours.unit;
        let (kind, mounted, foot) = (unit.profile.kind, unit.profile.is_mounted(), unit.profile.is_foot());
        let enemies = &self.sides[1 - side];
        let any = |such: &dyn Fn(&Fighter) -> bool| enemies.all().any(such);
        let spears = Traits::PIKE | Traits::LONG_SPEAR;
        let steady_light_foot = |it: &Fighter| it.is(Kind::Fl) && !it.unit.is_impetuous();
        let behind = |it: &Fighter, by: &[Protection]| it.protection_from(ours).is_some_and(|it| by.contains(&it));
        let impetuous_light_foot = kind == Kind::Fl && unit.is_impetuous();
        always()
            .unless(!ours.moved(),                                                        "IMP-NIB.1")
            .unless(!unit.is_fresh() && kind != Kind::Cf,                                 "IMP-NIB.2")
            .unless(foot && !impetuous_light_foot && ours.charged_in == Ground::Difficult, "IMP-NIB.3")
            .unless(mounted && ours.charged_in > Ground::Open,                            "IMP-NIB.4")
            .unless(any(&|it| it.unit.in_bua),                                            "IMP-NIB.5")
            .unless(foot && any(&|it| it.profile().is_mounted()),                         "IMP-NIB.6")
            .unless(mounted && any(&|it| it.is(Kind::W) || it.is(Kind::El) || it.profile().is_foot() && it.profile().has(spears)), "IMP-NIB.7")
            .unless(kind == Kind::El && any(&|it| it.is(Kind::S) || steady_light_foot(it)), "IMP-NIB.8")
            .unless(kind == Kind::Cf && any(&steady_light_foot),                          "IMP-NIB.9")
            .unless(foot && any(&|it| behind(it, &[Protection::Fortification])),          "IMP-NIB.10")
            .unless(mounted && any(&|it| behind(it, &[Protection::Stakes, Protection::Pavise])), "IMP-NIB.11")
            .unless(mounted && !unit.profile.has(Traits::CAMELS) && any(&|it| it.profile().has(Traits::CAMELS)), "IMP-SPC.4")
            .unless(!ours.on_flank && any(&|it| it.unit.shieldwall),                      "IMP-SPC.44")
            .unless(foot && unit.is_impetuous() && any(&|it| it.profile().has(Traits::ANTI_WARBAND)), "IMP-R112")
    }
}

/// IMP-MEL.9 to IMP-MEL.14, IMP-R39: the depth bonus against an enemy main unit: of several lines the highest.
#[rustfmt::skip]
fn depth(ours: &Fighter, theirs: &Fighter) -> (RuleId, i32, &'static str) {
    let profile = ours.profile();
    let elements = i32::from(ours.unit.elements());
    let schiltron = profile.has(Traits::SCHILTRON);
    if !schiltron && elements < 2 {
        return ("IMP-MEL.9", 0, "depth");
    }
    let (pikes, heavy) = (profile.has(Traits::PIKE), profile.kind == Kind::Fp);
    let spears = heavy && profile.has(Traits::LONG_SPEAR);
    let driven = profile.kind == Kind::Cp || profile.has(Traits::WARBAND);
    let lines = if theirs.profile().is_mounted() {
        [
            (pikes,                 "IMP-MEL.10", 3 * elements.min(3), "depth of pikes against mounted"),
            (schiltron || spears,   "IMP-MEL.12", 2 * elements.min(2), "depth against mounted"),
            (false,                 "IMP-MEL.9",  0,                   "depth"),
        ]
    } else {
        [
            (pikes,                 "IMP-MEL.11", elements.min(3),     "depth of pikes against foot"),
            (driven,                "IMP-MEL.14", 2 * elements.min(2), "depth against foot"),
            (schiltron || heavy,    "IMP-MEL.13", elements.min(2),     "depth against foot"),
        ]
    };
    let mut best = ("IMP-MEL.9", 0, "depth");
    for (applies, rule, worth, what) in lines {
        if applies && worth > best.1 {
            best = (rule, worth, what);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        melee::Side,
        profile::Profile,
        units::{
            Unit,
            tests::{disordered, large, unit, worn},
        },
    };

    fn charging(unit: Unit) -> Fighter {
        Fighter { came: Came::Charged, ..Fighter::plain(unit) }
    }

    fn melee(ours: Fighter, theirs: Fighter) -> Melee {
        Melee { sides: [Side::alone(ours), Side::alone(theirs)] }
    }

    /// Dice of the first, of a main unit against another.
    fn dice(ours: Fighter, theirs: Fighter) -> i32 {
        melee(ours, theirs).main_dice(0).total
    }

    fn stands(id: &str) -> Fighter {
        Fighter::plain(unit(id))
    }

    #[test]
    fn tactical_modifiers() {
        let hastati = stands("rom_hastati");
        let alae = charging(unit("rom_alae"));
        let rough = Ground::Difficult;
        for (ours, theirs, number, rule) in [
            (hastati, stands("rom_principes"), 5, "IMP-MEL.1"),
            (charging(unit("rom_hastati")), stands("rom_principes"), 6, "IMP-MEL.1: 5 + 1"),
            (Fighter::plain(disordered(unit("rom_hastati"))), hastati, 4, "IMP-MEL.2, IMP-DIS.4"),
            (
                Fighter { came: Came::WasCharged, ..stands("gal_chariots") },
                alae,
                3,
                "IMP-MEL.3: 4 - 1",
            ),
            (
                Fighter { came: Came::WasCharged, ..stands("rom_alae") },
                alae,
                5,
                "IMP-MEL.3: chariots only",
            ),
            (
                Fighter { on_flank: true, ..charging(unit("rom_hastati")) },
                hastati,
                8,
                "IMP-MEL.4: 5 + 1 + 2",
            ),
            (
                Fighter { on_flank: true, ..stands("rom_hastati") },
                hastati,
                5,
                "IMP-R59: only after the move",
            ),
            (
                Fighter { on_flank: true, ..charging(unit("rom_hastati")) },
                stands("war_wagons"),
                6,
                "IMP-MEL.4, IMP-SPC.57: W",
            ),
            (
                Fighter { on_flank: true, ..charging(unit("rom_hastati")) },
                stands("pike_schiltron"),
                6,
                "IMP-MEL.4, IMP-SPC.42",
            ),
            (Fighter { higher: true, ..hastati }, hastati, 6, "IMP-MEL.5, IMP-TER.4"),
            (Fighter { half_in: rough, ..stands("rom_alae") }, hastati, 4, "IMP-MEL.6, IMP-TER.17"),
            (
                stands("rom_alae"),
                Fighter { wholly_in: rough, ..hastati },
                4,
                "IMP-MEL.6: against a Unit wholly in it",
            ),
            (
                stands("rom_alae"),
                Fighter { half_in: rough, ..hastati },
                5,
                "IMP-MEL.6, IMP-R88: half is not enough",
            ),
            (Fighter { half_in: rough, ..hastati }, hastati, 5, "IMP-MEL.6: mounted only"),
            (
                Fighter { half_in: rough, ..stands("mac_phalanx") },
                hastati,
                2,
                "IMP-MEL.7: pikes 4 - 2",
            ),
            (
                Fighter { half_in: rough, ..stands("gal_chariots") },
                hastati,
                2,
                "IMP-MEL.7, IMP-R43: chariots 4 - 2",
            ),
            (
                Fighter { half_in: rough, ..stands("war_wagons") },
                hastati,
                3,
                "IMP-MEL.7, IMP-R43: wagons 5 - 2",
            ),
            (
                Fighter::plain(Unit { in_bua: true, ..unit("rom_velites") }),
                hastati,
                7,
                "IMP-TER.22, IMP-R75",
            ),
            (
                Fighter::plain(disordered(worn(unit("rom_hastati"), 4))),
                hastati,
                1,
                "IMP-R57: at least 1",
            ),
        ] {
            assert_eq!(dice(ours, theirs), number, "{rule}");
        }
    }

    #[test]
    fn protection_costs_a_die() {
        let behind = |it| Fighter { protection: Some(it), ..stands("longbowmen") };
        // Veterans with I 2 charge longbowmen: 6 + 2 in the open.
        let veterans = charging(unit("rom_veterans"));
        assert_eq!(dice(veterans, stands("longbowmen")), 8, "IMP-MEL.1");
        assert_eq!(
            dice(veterans, behind(Protection::Stakes)),
            7,
            "IMP-MEL.8; IMP-NIB.11 is for mounted"
        );
        assert_eq!(dice(veterans, behind(Protection::Fortification)), 5, "IMP-MEL.8, IMP-NIB.10");
        let knights = charging(unit("knights"));
        assert_eq!(dice(knights, stands("longbowmen")), 11, "IMP-MEL.1: 7 + 4");
        assert_eq!(dice(knights, behind(Protection::Stakes)), 6, "IMP-MEL.8, IMP-NIB.11");
        assert_eq!(dice(knights, behind(Protection::Pavise)), 6, "IMP-MEL.8, IMP-NIB.11");
        assert_eq!(
            dice(knights, behind(Protection::Fortification)),
            10,
            "IMP-MEL.8; IMP-NIB.10 is for foot"
        );
        let round = Fighter { on_flank: true, ..knights };
        assert_eq!(dice(round, behind(Protection::Stakes)), 13, "IMP-R86: 7 + 4 + 2");
        assert_eq!(dice(stands("knights"), behind(Protection::Stakes)), 7, "IMP-R59");
    }

    #[test]
    fn impetus_has_its_exceptions() {
        let gauls = charging(unit("gal_warband"));
        let german = charging(unit("ger_warband"));
        let alae = charging(unit("rom_alae"));
        let elephants = charging(unit("car_elephants"));
        let scythed = charging(unit("sel_scythed"));
        let hastati = stands("rom_hastati");
        let wall = Fighter::plain(Unit { shieldwall: true, ..unit("shieldwall_spearmen") });
        let village = Fighter::plain(Unit { in_bua: true, ..unit("rom_hastati") });
        let cases: [(Fighter, Fighter, Option<&str>); 29] = [
            (gauls, hastati, None),
            (Fighter { came: Came::CounterCharged, ..gauls }, hastati, None),
            (stands("gal_warband"), hastati, Some("IMP-NIB.1")),
            (charging(worn(unit("gal_warband"), 1)), hastati, Some("IMP-NIB.2")),
            (charging(worn(unit("sel_scythed"), 1)), hastati, None),
            (Fighter { charged_in: Ground::Difficult, ..german }, hastati, Some("IMP-NIB.3")),
            (Fighter { charged_in: Ground::Difficult, ..gauls }, hastati, None),
            (Fighter { charged_in: Ground::Broken, ..german }, hastati, None),
            (Fighter { charged_in: Ground::Broken, ..alae }, hastati, Some("IMP-NIB.4")),
            (Fighter { charged_in: Ground::Difficult, ..alae }, hastati, Some("IMP-NIB.4")),
            (gauls, village, Some("IMP-NIB.5")),
            (gauls, stands("rom_alae"), Some("IMP-NIB.6")),
            (gauls, stands("car_elephants"), Some("IMP-NIB.6")),
            (alae, stands("war_wagons"), Some("IMP-NIB.7")),
            (alae, stands("car_elephants"), Some("IMP-NIB.7")),
            (alae, stands("rom_triarii"), Some("IMP-NIB.7")),
            (alae, stands("mac_phalanx"), Some("IMP-NIB.7")),
            (alae, hastati, None),
            (gauls, stands("rom_triarii"), None),
            (elephants, stands("car_scutarii"), Some("IMP-NIB.8")),
            (elephants, stands("gal_warband"), None),
            (elephants, hastati, None),
            (scythed, stands("car_scutarii"), Some("IMP-NIB.9")),
            (alae, stands("sel_camels"), Some("IMP-SPC.4")),
            (charging(unit("par_camels")), stands("sel_camels"), None),
            (gauls, wall, Some("IMP-SPC.44")),
            (Fighter { on_flank: true, ..gauls }, wall, None),
            (gauls, stands("rom_auxilia"), Some("IMP-R112")),
            (charging(unit("rom_legion")), stands("rom_auxilia"), None),
        ];
        for (ours, theirs, struck) in cases {
            let sum = melee(ours, theirs).main_dice(0);
            let row = sum.rows.iter().find(|row| row.what == "impetus bonus").unwrap();
            let (who, whom) = (ours.profile().words(), theirs.profile().words());
            assert_eq!(row.struck_by, struck, "{who} against {whom}");
        }
        // IMP-NIB.6, IMP-NIB.7: a support is enough.
        let mut both = melee(gauls, hastati);
        both.sides[1].supports.push(stands("rom_alae"));
        assert_eq!(both.main_dice(0).total, 4, "IMP-NIB.6: the mounted only support");
        let mut both = melee(alae, hastati);
        both.sides[1].supports.push(stands("rom_triarii"));
        assert_eq!(both.main_dice(0).total, 5, "IMP-NIB.7: the spears only support");
        both.sides[1].supports[0] = wall;
        assert_eq!(both.main_dice(0).total, 5, "IMP-R100: a shieldwall that supports");
        assert_eq!(dice(charging(worn(unit("sel_scythed"), 1)), hastati), 8, "IMP-SPC.7: 3 + 5");
    }

    #[test]
    fn depth_is_worth_dice() {
        let horse = stands("rom_alae");
        let foot = stands("rom_hastati");
        let knights = Profile { large: 2, ..unit("mac_companions").profile };
        let knights = Fighter::plain(Unit::new(knights, 2));
        let deep = |id, elements| Fighter::plain(large(id, elements));
        for (ours, theirs, number, rule) in [
            (deep("mac_phalanx", 3), horse, 13, "IMP-MEL.10: 4 + 9"),
            (deep("mac_phalanx", 2), horse, 10, "IMP-MEL.10: 4 + 6"),
            (deep("mac_phalanx", 3), foot, 7, "IMP-MEL.11: 4 + 3"),
            (deep("mac_phalanx", 1), foot, 4, "IMP-MEL.9: single Units have none"),
            (deep("car_spearmen", 2), horse, 9, "IMP-MEL.12: 5 + 4"),
            (deep("car_spearmen", 2), foot, 7, "IMP-MEL.13: 5 + 2"),
            (deep("pike_schiltron", 1), horse, 7, "IMP-MEL.10, IMP-R39: 4 + 3, more than 2"),
            (deep("pike_schiltron", 2), horse, 10, "IMP-MEL.10, IMP-R39: 4 + 6, more than 4"),
            (deep("pike_schiltron", 2), foot, 6, "IMP-MEL.11, IMP-MEL.13: 4 + 2"),
            (deep("ger_warband", 2), foot, 9, "IMP-MEL.14, IMP-R39: 5 + 4, more than 2"),
            (deep("ger_warband", 2), horse, 5, "IMP-MEL.14: against foot only"),
            (deep("gal_warband", 2), foot, 8, "IMP-MEL.14: 4 + 4"),
            (knights, foot, 10, "IMP-MEL.14: 6 + 4"),
            (knights, horse, 6, "IMP-MEL.14: against foot only"),
            (
                Fighter { half_in: Ground::Difficult, ..deep("gal_warband", 2) },
                foot,
                4,
                "IMP-MEL.9",
            ),
            (
                Fighter { half_in: Ground::Broken, ..deep("gal_warband", 2) },
                foot,
                8,
                "IMP-MEL.9: difficult only",
            ),
            (Fighter { flanked: true, ..deep("car_spearmen", 2) }, foot, 5, "IMP-MEL.9: flanked"),
            (
                Fighter { flanked: true, ..deep("pike_schiltron", 2) },
                foot,
                6,
                "IMP-SPC.42: it has no flanks",
            ),
        ] {
            assert_eq!(dice(ours, theirs), number, "{rule}");
        }
        // IMP-R39: three elements of which one is gone are two.
        let worn = Fighter::plain(worn(large("mac_phalanx", 3), 4));
        assert_eq!(dice(worn, horse), 10, "IMP-R39");
    }

    #[test]
    fn supports_halve() {
        let mut fight = melee(charging(unit("rom_hastati")), stands("gal_warband"));
        fight.sides[0].supports.push(charging(unit("rom_principes")));
        fight.sides[0].supports.push(Fighter::plain(disordered(worn(unit("rom_velites"), 2))));
        // 6 + 1 = 7, halved 4; 1 - 1 = 0.
        assert_eq!(fight.support_dice(0, 0).total, 4, "IMP-MEL.15: 3.5, rounded up");
        assert_eq!(fight.support_dice(0, 1).total, 0, "IMP-R57");
        assert_eq!(fight.pool(0), 10, "IMP-R57: 6 + 4 + 0");
        insta::assert_snapshot!(fight.support_dice(0, 0), @r"
        +6 VBU [IMP-MEL.1]
        +1 impetus bonus [IMP-MEL.1]
        -3 supporting, halved [IMP-MEL.15]
        = 4
        ");
    }
}
