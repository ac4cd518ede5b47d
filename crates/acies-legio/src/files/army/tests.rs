//! Army files: what ships, what is told of wrong ones.

use acies_core::muster::Edit;

use super::*;
use crate::troops::{Grade, Type};

fn shipped(id: &str) -> (&'static str, Roster) {
    let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == id).unwrap();
    (text, read(id, text).unwrap_or_else(|bad| panic!("{id}:{}: {bad}", bad.line())))
}

#[test]
fn shipped_armies_are_lawful() {
    for list in data::lists() {
        let (_, roster) = shipped(&list.id);
        assert_eq!(roster.list.unwrap().id, list.id);
        assert_eq!(roster.budget, 1800, "LEG-R112: {}", list.id);
        assert!((1740..=1800).contains(&roster.cost()), "LEG-R112: {} {}", list.id, roster.cost());
        assert_eq!(roster.commands.len(), 3, "LEG-R27: {}", list.id);
    }
    assert_eq!(data::ARMIES.len(), 16, "RULES.md 5.3");
}

/// RULES.md 5.4: every unit with its points, formation and place, from the tables there.
#[test]
#[rustfmt::skip]
fn samples_are_those_of_the_rulebook() {
    let romans = [
        ("german_horse", 168, "4x1", 1180, 390), ("cretan_archers", 34, "3x1", 1100, 390),
        ("legio_xiii", 350, "in 4-3-3", 1000, 350), ("legio_x", 350, "in 4-3-3", 900, 350),
        ("legio_vii", 250, "in 4-3-3", 800, 350), ("allied_foot", 100, "5x1", 690, 390),
        ("balearic_slingers", 34, "3x1", 590, 390), ("gallic_horse", 104, "4x1", 490, 390),
        ("legio_viii", 250, "in 4-3-3", 590, 310),
    ];
    let gauls = [
        ("nobles_i", 191, "6x1", 500, 810), ("javelinmen_i", 64, "8x1", 660, 810), ("warband_1", 120, "5x2", 690, 860),
        ("warband_2", 120, "5x2", 795, 820), ("soldurii", 168, "5x2", 900, 820), ("warband_3", 120, "5x2", 1005, 820),
        ("warband_4", 120, "5x2", 795, 880), ("gaesati", 168, "5x2", 900, 880), ("warband_5", 120, "5x2", 1005, 880),
        ("warband_6", 120, "5x2", 1110, 860), ("javelinmen_ii", 64, "8x1", 1140, 810), ("levy", 73, "4x2", 1210, 860),
        ("slingers", 64, "8x1", 1340, 870), ("nobles_ii", 168, "5x1", 1290, 810),
    ];
    let from_across = |it: (&'static str, u32, &'static str, i32, i32)| (it.0, it.1, it.2, 1800 - it.3, 1200 - it.4);
    for (id, cost, rows) in [("roman_late_republic", 1760, romans.to_vec()), ("gallic", 1800, gauls.map(from_across).to_vec())] {
        let (_, roster) = shipped(id);
        assert_eq!((roster.cost(), roster.units.len()), (cost, rows.len()), "LEG-R112: {id}");
        assert_eq!(roster.camp, Some(900.0), "LEG-R117: {id}");
        for (unit, (key, points, shape, x, y)) in roster.units.iter().zip(rows) {
            let at = unit.at.unwrap().at.vec();
            assert_eq!((&*unit.key, unit.points(), at.x, at.y), (key, points, f64::from(x), f64::from(y)), "{id}");
            assert_eq!(unit.shape.words(unit.profile.bases), shape, "{key}");
        }
    }
    let (_, romans) = shipped("roman_late_republic");
    let leaders: Vec<_> = romans.commands.iter().map(|it| (it.leader.as_str(), it.points())).collect();
    assert_eq!(leaders, [("Labienus", 30), ("Caesar", 60), ("Antonius", 30)]);
    assert!(romans.commands.iter().all(|it| it.order == StandingOrder::Attack), "LEG-R37");
}

#[test]
fn a_roster_can_be_printed() {
    let (text, _) = shipped("roman_late_republic");
    let army = Lines::army("romans.toml", text).unwrap();
    insta::assert_snapshot!(army.roster[..5].join("\n"), @r"
    Labienus (30): leader, order Attack
      German horse       168  Heavy Cavalry, grade B, 4 bases, with attached light infantry, 4x1
      Cretan archers      34  Archers, grade C, 3 bases, bows, 3x1
    Caesar (60): General, order Attack
      Legio XIII         350  Legionaries, grade B, 10 bases, pila, in 4-3-3
    ");
    assert_eq!(army.warnings, ["40 points unspent (LEG-R112)"]);
}

/// A change of a shipped file, and what is said of it: the rule, a part of the words, the line.
#[test]
fn wrong_armies_are_told_where_and_why() {
    for (id, old, new, rule, says) in [
        (
            "gallic",
            "\"nobles\", name = \"Nobles I\", grade = \"b\"",
            "\"nobels\"",
            Some("LEG-R113"),
            "`nobels` is not in the list Gallic",
        ),
        (
            "gallic",
            "\"Nobles I\", grade = \"b\"",
            "\"Nobles I\", grade = \"a\"",
            Some("LEG-R113"),
            "not of grade A",
        ),
        (
            "gallic",
            "name = \"Levy\", bases = 8",
            "name = \"Levy\", bases = 7",
            Some("LEG-R113"),
            "`levy` of 7 bases",
        ),
        ("gallic", "general = true\n", "", Some("LEG-R113"), "no General"),
        (
            "gallic",
            "leader = \"Commius\"",
            "leader = \"Commius\"\ngeneral = true",
            Some("LEG-R113"),
            "a second General",
        ),
        (
            "gallic",
            "leader = \"Commius\"",
            "leader = \"Vercingetorix\"",
            None,
            "`vercingetorix` is the name of somebody else",
        ),
        (
            "gallic",
            "budget",
            "budget",
            Some("LEG-R112"),
            "1800 points, 300 over the budget of 1500",
        ),
        (
            "gallic",
            "at = [1200, 350]",
            "with = \"soldurii\"",
            Some("LEG-R28"),
            "no `soldurii` in this command",
        ),
        (
            "gallic",
            "at = [1200, 350]",
            "at = [1200, 450]",
            Some("LEG-R116"),
            "Commius is not where armies deploy",
        ),
        (
            "gallic",
            "at = [[1300, 390]]",
            "at = [[1300, 391]]",
            Some("LEG-R116"),
            "`nobles_i` is not where armies deploy",
        ),
        (
            "gallic",
            "at = [[1300, 390]]",
            "at = [[1230, 390]]",
            Some("LEG-R116"),
            "`javelinmen_i` overlaps `nobles_i`",
        ),
        ("gallic", ", at = [[1300, 390]]", "", Some("LEG-R116"), "has no place"),
        ("gallic", "camp = 900", "camp = 30", Some("LEG-R117"), "the camp is not on the table"),
        ("gallic", "at = [[1300, 390]]", "at = [[1300, 390], [1, 2]]", None, "2 places for 1 unit"),
        (
            "gallic",
            "bases = 6, at",
            "bases = 6, files = 2, at",
            Some("LEG-R4"),
            "no more ranks than files",
        ),
        (
            "gallic",
            "bases = 6, at",
            "bases = 6, lines = 2, at",
            Some("LEG-R3"),
            "only legions stand in lines",
        ),
        (
            "gallic",
            "\"Slingers\", bases = 8",
            "\"Slingers\", bases = 8, column = true",
            Some("LEG-MAN.1"),
            "unformed",
        ),
        (
            "gallic",
            "\"Slingers\", bases = 8",
            "\"Slingers\", bases = 8, under_strength = true",
            Some("LEG-R10"),
            "only heavy infantry",
        ),
        (
            "seleucid",
            "\"indian_elephants\", count = 2",
            "\"indian_elephants\", count = 5",
            Some("LEG-R27"),
            "a command of 9 units",
        ),
        (
            "seleucid",
            "\"galatians\"",
            "\"galatians\", count = 3",
            Some("LEG-R113"),
            "too many `galatians`: 3",
        ),
        (
            "greek_hoplite",
            "\"citizen_hoplites\", bases = 12, count = 6",
            "\"citizen_hoplites\", bases = 12",
            Some("LEG-R113"),
            "too few `citizen_hoplites`: 2",
        ),
        (
            "roman_polybian",
            "\"Legio I\", grade = \"c\", bases = 8",
            "\"Legio I\", grade = \"c\", bases = 8, lines = 2",
            Some("LEG-R113"),
            "stands in 3 lines",
        ),
    ] {
        let (text, _) = shipped(id);
        let text = match old {
            "budget" => text.replace("list =", "budget = 1500\nlist ="),
            _ => text.replacen(old, new, 1),
        };
        let bad = read(id, &text).expect_err(says);
        assert!(bad.to_string().contains(says), "{says}: {bad}");
        assert_eq!(bad.rule, rule, "{bad}");
    }
}

/// LEG-R113: shares of light and Special troops; LEG-R2, LEG-R6: sizes and grades; LEG-R158: free choice.
#[test]
fn free_armies_keep_the_laws_too() {
    let army = |units: &str| {
        let text = format!(
            "name = \"X\"\nbudget = 900\n[[command]]\nleader = \"G\"\ngeneral = true\n[[command]]\nleader = \"L\"\nunit = [{units}]\n"
        );
        read("x.toml", &text).map_err(|bad| (bad.rule.unwrap_or(""), bad.to_string()))
    };
    let sound =
        army("{ troop = \"pikemen\", bases = 12, count = 2 }, { troop = \"elephants\" }").unwrap();
    assert_eq!(
        (sound.cost(), sound.size()),
        (90 + 2 * 196 + 80, Size::Small),
        "LEG-R151, LEG-R158"
    );
    for (units, rule, says) in [
        (
            "{ troop = \"pikemen\", bases = 4 }, { troop = \"elephants\", count = 2 }",
            "LEG-R113",
            "160 of 342 points are Special",
        ),
        ("{ troop = \"archers\", bases = 4 }", "LEG-R113", "40 of 40 points are light"),
        ("{ troop = \"pikemen\", bases = 13 }", "LEG-R2", "Pikemen of 13 bases"),
        ("{ troop = \"pikemen\", bases = 1 }", "LEG-R2", "Pikemen of 1 base"),
        (
            "{ troop = \"pikemen\" }, { troop = \"elephants\", grade = \"a\" }",
            "LEG-R6",
            "always of grade C",
        ),
        (
            "{ troop = \"legionaries\", bases = 10, lines = 2, files = 8 }",
            "LEG-R121",
            "half as many",
        ),
        ("", "LEG-R27", "L has no units"),
        ("{ troop = \"archer\" }", "", "unknown troop `archer`"),
    ] {
        let (found, what) = army(units).expect_err(says);
        assert!(found == rule && what.contains(says), "{rule} {says}: {found} {what}");
    }
    let under = army("{ troop = \"legionaries\", bases = 10, under_strength = true }").unwrap();
    assert_eq!(under.units[0].points(), 198, "LEG-R10");
}

#[test]
fn armies_that_are_being_written_show_what_can_be_chosen() {
    let (text, _) = shipped("roman_late_republic");
    let muster = Lines::muster("romans.toml", text).unwrap();
    assert!(muster.wrong.is_empty());
    assert_eq!((muster.cost, muster.rows.len(), muster.groups.len()), (1760, 9, 3));
    assert_eq!((muster.rows[4].entry.as_str(), muster.rows[4].group), ("legion", Some(1)));
    let labienus = &muster.leaders[0];
    let choose = |select: usize, option: usize| {
        Edit::all(&labienus.selects[select].options[option].edits, text)
    };
    let led = read("", &choose(0, 1)).unwrap();
    assert_eq!(
        led.commands.iter().map(|it| it.general).collect::<Vec<_>>(),
        [true, false, false],
        "LEG-R113"
    );
    assert_eq!(read("", &choose(1, 1)).unwrap().commands[0].order, StandingOrder::Hold, "LEG-R37");
    assert_eq!(read("", &choose(2, 2)).unwrap().commands[0].post, Some(Post::With(0)), "LEG-R28");
    assert_eq!(read("", &choose(2, 0)).unwrap().commands[0].post, None, "LEG-R28");
    let another = Edit::all(&muster.more[0].edits, text);
    let more = Lines::muster("", &another).unwrap();
    assert_eq!(more.leaders.len(), 4, "LEG-R113");
    let wrong = |muster: &acies_core::Muster, rule: &str| {
        muster.wrong.iter().any(|bad| format!("{bad:?}").contains(rule))
    };
    assert!(wrong(&more, "LEG-R27") && !wrong(&more, "LEG-R112"), "1,800 points: {:?}", more.wrong);
    let two = Lines::muster("", &Edit::all(&more.more[0].edits, &another)).unwrap();
    assert!(wrong(&two, "LEG-R27") && wrong(&two, "LEG-R112"), "1,840 points: {:?}", two.wrong);
}

#[test]
fn lists_say_what_an_army_may_have() {
    let lists = lists();
    let gauls = lists.iter().find(|list| list.id == "gallic").unwrap();
    let nobles = gauls.entries.iter().find(|entry| entry.id == "nobles").unwrap();
    // RULES.md 5.3: nobles / Heavy Cavalry / B-C / 4-6 / 1-3; six of grade C cost 40 + 96.
    assert_eq!((nobles.least, nobles.most, nobles.cost), (1, 3, 136));
    assert_eq!(nobles.writes, "    { troop = \"nobles\", grade = \"c\", bases = 6 },");
    assert_eq!(nobles.about, "Heavy Cavalry, grade B or C, 4 to 6 bases");
    let (_, romans) = shipped("roman_polybian");
    assert!(
        romans
            .units
            .iter()
            .any(|unit| unit.profile.grade == Grade::D && unit.profile.kind == Type::Legionaries)
    );
}
