//! Tests of army files.

use acies_core::{MusterOption, muster::Edit};

use super::*;
use crate::rulings::UNITS_MAX;

#[test]
fn an_army_that_is_being_written_shows_all_that_is_wrong() {
    let (_, rome) = data::ARMIES.iter().find(|(id, _)| *id == "rome").unwrap();
    let whole = Lines::muster("rome.toml", rome).unwrap();
    assert!(whole.wrong.is_empty());
    assert_eq!((whole.cost, whole.budget, whole.list.as_deref()), (200, 200, Some("rom")));
    assert_eq!(whole.rows.iter().map(|row| row.count).sum::<u32>(), 23, "RULES.md 5.4");
    let groups: Vec<_> = whole.groups.iter().map(|it| (it.name.as_str(), it.line)).collect();
    assert_eq!(groups, [("Left", 7), ("Centre", 20), ("Right", 31)]);
    let velites =
        MusterRow { entry: "rom.velites".into(), line: 15, count: 1, cost: 4, group: Some(0) };
    assert_eq!(whole.rows[3], velites);
    // Three legionaries more than the points allow, and a commander with a unit of another corps.
    let text = rome.replace(
        "\"rom.hastati\", count = 2, at = [[10, 6], [11, 6]]",
        "\"rom.hastati\", count = 5",
    );
    let text = text.replace("with = \"equites_1\"", "with = \"hastati_1\"");
    let wrong = Lines::muster("rome.toml", &text).unwrap().wrong;
    let rules: Vec<_> = wrong.iter().filter_map(|bad| bad.rule).collect();
    assert!(rules.contains(&"ADLG-R15") && rules.contains(&"ADLG-R9"), "{rules:?}");
}

#[test]
fn commanders_are_chosen() {
    let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == "rome").unwrap();
    let leaders = Lines::muster("rome.toml", text).unwrap().leaders;
    // RULES.md 5.4: competent, brilliant, ordinary; ADLG-R12: 3, 6 and 0 points.
    assert_eq!(leaders.iter().map(|it| it.cost).collect::<Vec<_>>(), [3, 6, 0], "ADLG-R12");
    let options = |corps: usize, of: usize| &leaders[corps].selects[of].options;
    let after = |option: &MusterOption| {
        let text = Edit::all(&option.edits, text);
        Lines::muster("rome.toml", &text).unwrap()
    };
    let strategist = options(0, 0).iter().find(|it| it.name == "strategist").unwrap();
    assert_eq!((strategist.cost, after(strategist).leaders[0].cost), (10, 10), "ADLG-R12");
    let dear = after(strategist).wrong;
    assert_eq!(dear.iter().map(|bad| bad.rule).collect::<Vec<_>>(), [Some("ADLG-R15")]);
    let triarii = options(1, 1).iter().find(|it| it.name.starts_with("Triarii")).unwrap();
    let with = &after(triarii).leaders[1].selects[1].options;
    assert_eq!(with.iter().find(|it| it.on).unwrap().name, triarii.name, "ADLG-R9");
    assert_eq!(with.len(), 10, "RULES.md 5.4: units of his own corps");
    let crossed = after(&options(2, 2)[0]).wrong;
    assert!(crossed.iter().any(|bad| bad.rule == Some("ADLG-R29")), "{crossed:?}");
    // ADLG-R12: two points less if he is included; written where it was not, and changed where it was.
    let included = &leaders[1].switches[0];
    let there = after(included);
    assert_eq!((included.cost, there.leaders[1].cost, there.cost), (4, 4, 198), "ADLG-R12");
    assert!(there.leaders[1].switches[0].on && there.wrong.is_empty(), "{:?}", there.wrong);
}

#[test]
fn shipped_armies_are_lawful() {
    for (id, text) in data::ARMIES {
        let roster = read(id, text).unwrap_or_else(|bad| panic!("{id}:{}: {bad}", bad.line()));
        assert_eq!(roster.budget, 200, "ADLG-R11: {id}");
        assert!((190..=200).contains(&roster.cost()), "ADLG-R15: {id} costs {}", roster.cost());
        assert!(roster.troops.len() <= UNITS_MAX, "{id}");
    }
}

#[test]
fn samples_are_those_of_the_rulebook() {
    // RULES.md 5.4: units and points of each corps and of the whole.
    for (id, units, chief, corps) in [
        ("rome", 23, 1, [(8, 64), (10, 100), (5, 36)]),
        ("carthage", 26, 2, [(9, 53), (9, 73), (8, 74)]),
    ] {
        let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == id).unwrap();
        let roster = read(id, text).unwrap();
        assert_eq!((roster.troops.len(), roster.cost()), (units, 200), "{id}");
        assert_eq!(roster.commander_in_chief(), chief, "ADLG-R14: {id}");
        assert_eq!(roster.warnings(), [""; 0], "{id}");
        for (number, (units, points)) in (0..).zip(corps) {
            let own = roster.troops.iter().filter(|troop| troop.corps == number);
            let commander = roster.corps[usize::from(number)].level.cost(false);
            let cost: i32 = own.clone().map(|troop| troop.profile.cost()).sum();
            assert_eq!((own.count(), cost + commander), (units, points), "{id} {number}");
        }
        assert!(roster.troops.iter().all(|troop| troop.at.is_some()), "{id}");
    }
}

const ROME: &str = include_str!("../../../data/armies/rome.toml");

fn complaint(old: &str, new: &str) -> String {
    assert!(ROME.contains(old), "{old}");
    let bad = read("rome.toml", &ROME.replacen(old, new, 1)).expect_err(new);
    format!("line {}: {bad}; {}", bad.line(), bad.hint.clone().unwrap_or_default())
}

#[test]
fn whatever_is_wrong_is_told_with_its_line_and_rule() {
    for (old, new, says) in [
        (
            "rom.hastati\"",
            "rom.hastatii\"",
            "line 12: unknown troop `rom.hastatii`; did you mean `rom.hastati`",
        ),
        (
            "rom.cretans",
            "car.baleares",
            "line 16: `car.baleares` are not in the list Polybian Roman (RULES.md 5.3)",
        ),
        (
            "commander = \"ordinary\"",
            "commander = \"strategist\"",
            "line 33: commanders use +5 of a command value of +4 (ADLG-R13)",
        ),
        (
            "list = \"rom\"",
            "list = \"rom\"\nbudget = 150",
            "line 5: a budget of 150 (ADLG-R11); games have 100, 200 or 300",
        ),
        (
            "list = \"rom\"",
            "list = \"rom\"\ncamp = \"fortified\"",
            "line 3: 206 points, 6 over the budget of 200 (ADLG-R15); without `ligures` (7 points)",
        ),
        (
            "list = \"rom\"",
            "list = \"rom\"\nfortifications = 2",
            "line 3: 202 points, 2 over the budget of 200 (ADLG-R15)",
        ),
        (
            "with = \"hastati_1\"",
            "with = \"hastati_5\"",
            "line 10: there is no unit `hastati_5` in corps `Left` (ADLG-R9)",
        ),
        ("wing = \"right\"", "wing = \"left\"", "line 32: two corps on the left (ADLG-R29)"),
        (
            "[10, 6], [11, 6]",
            "[10, 6], [12, 6]",
            "line 12: `hastati_2` is not in the left zone (ADLG-R30)",
        ),
        (
            "[10, 6], [11, 6]",
            "[10, 6], [9.5, 6]",
            "line 12: `hastati_2` is on top of another unit (ADLG-R6)",
        ),
        ("[10, 6], [11, 6]", "[10, 6]", "line 12: 1 place for 2 units"),
        ("count = 2", "count = 0", "line 12: a count of 0"),
        (
            "rom.socii\", count = 3, at = [[7, 6], [8, 6], [9, 6]]",
            "rom.socii\", count = 3",
            "line 13: `socii_1` has no place, others have (ADLG-R30)",
        ),
    ] {
        let complaint = complaint(old, new);
        assert!(complaint.contains(says), "{new}:\n{complaint}");
    }
}

#[test]
fn corps_have_their_numbers() {
    let start = ROME.find("[[corps]]\nname = \"Right\"").unwrap();
    let bad = read("rome.toml", &ROME[..start]).unwrap_err();
    assert_eq!(bad.to_string(), "2 corps (ADLG-R11)");
    let without =
        ROME.replace("    { troop = \"rom.equites\", count = 2, at = [[19, 6], [20, 6]] },\n", "");
    let without = without.replace("count = 2, at = [[21, 6], [22, 6]]", "at = [[21, 6]]");
    let bad = read("rome.toml", &without).unwrap_err();
    assert_eq!(bad.to_string(), "corps `Right` has 2 units (ADLG-R11)");
    assert!(bad.hint.unwrap().contains("too few `rom.equites`: 0"), "RULES.md 5.3");
}

#[test]
fn included_commanders_are_cheaper() {
    let included =
        ROME.replacen("with = \"hastati_1\"", "with = \"hastati_1\"\nincluded = true", 1);
    assert_eq!(read("rome.toml", &included).unwrap().cost(), 198, "ADLG-R12");
}

#[test]
fn a_roster_can_be_printed() {
    let lines = read("rome.toml", ROME).unwrap().lines();
    insta::assert_snapshot!(lines[lines.len() - 6..].join("\n"), @r"
    Right: ordinary commander (0), with Roman equites 1
      Roman equites 1            9  heavy cavalry, ordinary
      Roman equites 2            9  heavy cavalry, ordinary
      Allied cavalry 1           7  medium cavalry, ordinary
      Allied cavalry 2           7  medium cavalry, ordinary
      Velites 4                  4  light infantry, ordinary, javelin
    ");
}
