//! Army files, right and wrong.

use std::collections::HashSet;

use acies_core::{MusterLeader, muster::Edit};
use proptest::{collection::vec, prelude::*};

use super::*;

#[test]
fn an_army_that_is_being_written_shows_all_that_is_wrong() {
    let (_, tribe) = data::ARMIES.iter().find(|(id, _)| *id == "gallic_tribe").unwrap();
    let whole = Lines::muster("tribe.toml", tribe).unwrap();
    assert!(whole.wrong.is_empty() && whole.groups.is_empty());
    assert_eq!((whole.cost, whole.budget), (150, 150), "RULES.md 5.4");
    assert_eq!(whole.rows.iter().map(|row| row.count).sum::<u32>(), 13, "RULES.md 5.4");
    assert_eq!((whole.rows[0].entry.as_str(), whole.rows[0].line), ("warband", 11));
    let dear = tribe.replace("count = 4", "count = 9");
    let wrong = Lines::muster("tribe.toml", &dear).unwrap().wrong;
    assert!(wrong.iter().any(|bad| bad.what.contains("over the budget")), "{wrong:?}");
}

/// RULES.md 5.4: units and points of the sample armies.
const SAMPLES: [(&str, usize, u32); 16] = [
    ("early_imperial_roman", 12, 200),
    ("dacian", 15, 200),
    ("republican_roman", 13, 200),
    ("carthaginian", 14, 200),
    ("gallic", 15, 200),
    ("ancient_british", 16, 200),
    ("germanic", 15, 200),
    ("macedonian", 14, 200),
    ("seleucid", 13, 200),
    ("achaemenid", 14, 200),
    ("parthian", 17, 200),
    ("spartan", 15, 200),
    ("numidian", 17, 200),
    ("palmyrene", 15, 200),
    ("roman_vexillation", 12, 150),
    ("gallic_tribe", 13, 150),
];

#[test]
fn sample_armies_are_lawful_and_spend_every_point() {
    assert_eq!(data::ARMIES.len(), SAMPLES.len());
    for ((id, text), (sample, units, cost)) in data::ARMIES.iter().zip(SAMPLES) {
        assert_eq!(*id, sample);
        let roster = read(id, text).unwrap();
        // VIR-R15, VIR-R20: points; VIR-R14: no warning.
        assert_eq!((roster.troops.len(), roster.cost()), (units, cost), "{id}");
        assert_eq!(roster.budget, cost, "{id}");
        assert!(roster.list.is_some(), "{id}");
        assert_eq!(roster.warnings(), [""; 0], "{id}");
        // 5.4: the first leader named is C-in-C (VIR-8.8).
        assert_eq!(roster.cinc, 0, "{id}");
    }
}

#[test]
fn a_file_may_name_its_ruleset() {
    let (id, text) = data::ARMIES[0];
    assert!(read(id, &format!("ruleset = \"virtus\"\n{text}")).is_ok());
    let bad = read(id, &format!("ruleset = \"adlg\"\n{text}")).unwrap_err();
    assert_eq!(bad.to_string(), "a file of `adlg`, not of `virtus`");
}

#[test]
fn leaders_are_chosen() {
    let text = include_str!("../../../../data/armies/roman_vexillation.toml");
    let muster = |text: &str| Lines::muster("rome.toml", text).unwrap();
    let whole = muster(text);
    // RULES.md 5.4: one leader, superior: 20 points (VIR-R20).
    let [tribune] = &whole.leaders[..] else { panic!("RULES.md 5.4") };
    assert_eq!((tribune.cost, tribune.without.len()), (20, 0), "VIR-R20, VIR-1.2.3");
    let on = |of: &MusterLeader| of.switches.iter().map(|it| it.on).collect::<Vec<_>>();
    assert_eq!(on(tribune), [true, false, false]);
    for (n, cost) in [(0, 10), (1, 30), (2, 30)] {
        let option = &tribune.switches[n];
        let after = &muster(&Edit::all(&option.edits, text)).leaders[0];
        assert_eq!((option.cost, after.cost), (cost, cost), "VIR-R20: {}", option.name);
        assert_ne!(on(after)[n], on(tribune)[n], "{}", option.name);
    }
    // VIR-8.7, VIR-8.8: a second leader becomes C-in-C, and the first may go.
    let two = Edit::all(&whole.more[0].edits, text);
    let second = &muster(&two).leaders[1];
    assert_eq!((second.cost, second.selects[0].options.len()), (10, 2), "VIR-R20");
    let led = Edit::all(&second.selects[0].options[1].edits, &two);
    let roster = super::muster(&acies_core::file::read_toml::<Lines>("rome.toml", &led).unwrap());
    assert_eq!((roster.leaders.len(), roster.cinc), (2, 1), "VIR-8.8");
    let alone = Edit::all(&muster(&led).leaders[0].without, &led);
    assert_eq!(muster(&alone).leaders[0].name, "Leader 2", "VIR-8.7");
}

#[test]
fn sample_armies_have_cards() {
    let cards = <crate::Virtus as acies_core::Ruleset>::armies();
    assert_eq!(cards.len(), SAMPLES.len());
    let card = cards.iter().find(|card| card.id == "gallic_tribe").unwrap();
    assert_eq!((card.name.as_str(), card.units), ("Gallic tribe", 13));
    assert_eq!((card.cost, card.size), (150, 150));
}

#[test]
fn a_roster_can_be_printed() {
    let text = r#"
        name = "Picked men"
        [[leader]]
        name = "Parmenion"
        [[leader]]
        name = "Alexander"
        superior = true
        charismatic = true
        hero = true
        cinc = true
        [[unit]]
        troop = "companions"
        grade = "elite"
        [[unit]]
        troop = "phalangites"
        count = 2
        names = ["Coenus", "Craterus"]
        [[unit]]
        troop = "formed_bowmen"
        stubborn = true
        [[unit]]
        troop = "phalangites"
        count = 2
        [[unit]]
        troop = "levy_spearmen"
        grade = "levy"
        [[unit]]
        troop = "balistae"
    "#;
    let army = Lines::army("picked.toml", text).unwrap();
    insta::assert_snapshot!(army.roster.join("\n"), @"
    Parmenion       10  leader
    Alexander       40  leader, C-in-C, superior, charismatic, hero
    Companions      39  FV 4  SV -  DV 3  MV 4  Mvt 2  heavy cavalry, Elite, kontos
    Coenus          10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
    Craterus        10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
    Formed bowmen    9  FV 1  SV 2  DV 2  MV 3  Mvt 1  medium infantry, Stubborn, TW round, formed archers
    Phalangites 1   10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
    Phalangites 2   10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
    Levy spearmen    4  FV 2  SV -  DV 2  MV 3  Mvt 1  medium infantry, Levy
    Balistae         8  FV 1  SV 4  DV 2  MV 1  Mvt 0  medium artillery, TW square
    ");
    assert_eq!(army.cost, 50 + 39 + 4 * 10 + 9 + 4 + 8);
    assert_eq!(army.text, text);
    let roster = read("picked.toml", text).unwrap();
    // VIR-R14: the usual budget where none is given; VIR-8.7, VIR-8.8: several leaders.
    assert_eq!((roster.budget, roster.cinc), (200, 1));
    assert_eq!(roster.leader_keys(), ["parmenion", "alexander"]);
    let keys: Vec<_> = roster.troops.iter().map(|troop| troop.key.as_str()).collect();
    #[rustfmt::skip]
    assert_eq!(keys, [
        "companions", "coenus", "craterus", "formed_bowmen", "phalangites_1", "phalangites_2",
        "levy_spearmen", "balistae",
    ]);
}

#[test]
fn keys_are_words_that_can_be_typed() {
    for (name, typed) in [
        ("Legionaries 2", "legionaries_2"),
        ("Legio VII (Gemina)", "legio_vii_gemina"),
        ("Vercingétorix", "vercingétorix"),
        ("--", ""),
    ] {
        assert_eq!(key(name), typed);
    }
    for profile in data::profiles() {
        assert_eq!(key(&profile.name), profile.id);
    }
}

#[test]
fn leaders_cost_ten_and_ten_more_for_each_quality() {
    // VIR-8.6, VIR-R20, VIR-QS.27; VIR-SR18.3 for the hero: superior, charismatic, hero, cost.
    let rows = [
        (false, false, false, 10),
        (true, false, false, 20),
        (false, true, false, 20),
        (true, true, false, 30),
        (false, false, true, 20),
        (true, false, true, 30),
        (false, true, true, 30),
        (true, true, true, 40),
    ];
    for (superior, charismatic, hero, cost) in rows {
        let leader = LeaderCard { name: "Pyrrhus".to_owned(), superior, charismatic, hero };
        assert_eq!(leader.cost(), cost, "VIR-R20: {leader:?}");
    }
}

/// A lawful leader, and these units from line 4 on.
fn with(units: &str) -> String {
    format!("name = \"Rome\"\n[[leader]]\nname = \"Scipio\"\n{units}")
}

/// Three lines.
fn unit(troop: &str, count: usize) -> String {
    format!("[[unit]]\ntroop = \"{troop}\"\ncount = {count}\n")
}

#[test]
fn the_unusual_is_allowed_with_a_warning() {
    let warnings = |budget: u32, units: usize| {
        let text = format!("budget = {budget}\n{}", with(&unit("slingers", units)));
        read("rome.toml", &text).unwrap().warnings().join("\n")
    };
    // VIR-R14: 8 to 18 units, and points that would buy another; VIR-1.2.4: the usual budgets.
    assert_eq!(warnings(150, 20), "20 units where 8 to 18 are usual (VIR-R14)");
    insta::assert_snapshot!(warnings(66, 8), @"a budget of 66 where 150 to 200 points are usual (VIR-1.2.4)");
    insta::assert_snapshot!(warnings(150, 18), @"14 points unspent and lost (VIR-R14)");
    insta::assert_snapshot!(warnings(100, 4), @"
    4 units where 8 to 18 are usual (VIR-R14)
    a budget of 100 where 150 to 200 points are usual (VIR-1.2.4)
    62 points unspent and lost (VIR-R14)
    ");
}

#[test]
fn one_unit_in_four_may_be_better_or_worse() {
    // VIR-R19: without a list, rounded down; each kind is counted apart.
    let kinds = ["grade = \"elite\"", "grade = \"levy\"", "stubborn = true"];
    let units = kinds.map(|kind| format!("{}{kind}\n", unit("slingers", 2))).concat();
    let text = with(&(units + &unit("javelineers", 3)));
    assert_eq!(read("rome.toml", &text).unwrap().troops.len(), 9);
    // VIR-R19: with a list only Stubborn is counted so; 5.3 allows Elite to all of a profile.
    let units = unit("picked_hoplites", 2) + "grade = \"elite\"\n" + &unit("peltasts", 2);
    let text = format!("list = \"greek_hoplite\"\nbudget = 100\n{}", with(&units));
    assert_eq!(read("sparta.toml", &text).unwrap().cost(), 10 + 36 + 16);
}

/// What is said of a bad file: the line that it points at, what is wrong, the hint.
fn said(text: &str) -> String {
    let bad = read("rome.toml", text).unwrap_err();
    let line = text.lines().nth(bad.line() - 1).unwrap_or_default();
    let hint = bad.hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
    format!("{}: {line}\n{bad}{hint}", bad.line())
}

#[test]
fn unknown_words_are_pointed_at() {
    insta::assert_snapshot!(said(&with(&unit("legionnaires", 8))), @r#"
    5: troop = "legionnaires"
    unknown troop `legionnaires`
    hint: did you mean `legionaries`?
    "#);
    let field = unit("slingers", 8).replace("count", "cuont");
    insta::assert_snapshot!(said(&with(&field)), @"
    6: cuont = 8
    unknown field `cuont`, expected one of `troop`, `count`, `grade`, `stubborn`, `names`
    hint: did you mean `count`?
    ");
    let grade = unit("slingers", 8) + "grade = \"elit\"\n";
    insta::assert_snapshot!(said(&with(&grade)), @r#"
    7: grade = "elit"
    unknown variant `elit`, expected one of `regular`, `elite`, `levy`
    hint: did you mean `elite`?
    "#);
    insta::assert_snapshot!(said(&format!("list = \"galic\"\n{}", with(""))), @r#"
    1: list = "galic"
    unknown army list `galic`
    hint: did you mean `gallic`?
    "#);
}

#[test]
fn senseless_numbers_and_names_are_pointed_at() {
    insta::assert_snapshot!(said(&with(&unit("slingers", 0))), @"
    6: count = 0
    a count of 0
    hint: leave the unit out
    ");
    insta::assert_snapshot!(said(&with(&unit("slingers", 8).replace('8', "-8"))), @"
    6: count = -8
    a count of -8
    hint: leave the unit out
    ");
    // VIR-1.2.4.
    insta::assert_snapshot!(said(&format!("budget = 7\n{}", with(&unit("slingers", 8)))), @"
    1: budget = 7
    a budget of 7 (VIR-1.2.4)
    hint: 150 to 200 points are usual, 50 to 1000 possible
    ");
    let named = unit("slingers", 4) + "names = [\"Baleares\"]\n";
    insta::assert_snapshot!(said(&with(&named)), @r#"
    7: names = ["Baleares"]
    1 name for 4 units
    hint: name all of them, or leave `names` out
    "#);
    insta::assert_snapshot!(said(&with(&unit("slingers", 4)).replace("Scipio", "?")), @r#"
    3: name = "?"
    `?` is no name
    hint: a name has letters or digits, and is not an area's
    "#);
    insta::assert_snapshot!(said(&with(&unit("slingers", 4)).replace("Scipio", "S2")), @r#"
    3: name = "S2"
    `S2` is no name
    hint: a name has letters or digits, and is not an area's
    "#);
}

#[test]
fn nobody_shares_a_name() {
    let named = unit("slingers", 4) + "names = [\"A\", \"B\", \"C\", \"Scipio\"]\n";
    insta::assert_snapshot!(said(&with(&named)), @r#"
    7: names = ["A", "B", "C", "Scipio"]
    two are called `scipio`
    hint: units without `names` are numbered
    "#);
    let numbered = unit("slingers", 1) + "names = [\"Javelineers 3\"]\n";
    insta::assert_snapshot!(said(&with(&(numbered + &unit("javelineers", 4)))), @r#"
    9: troop = "javelineers"
    two are called `javelineers_3`
    hint: units without `names` are numbered
    "#);
}

#[test]
fn an_army_has_4_to_24_units() {
    // VIR-R14, VIR-1.2.1.
    insta::assert_snapshot!(said(&with(&unit("slingers", 3))), @r#"
    1: name = "Rome"
    3 units, at least 4 are needed (VIR-R14)
    hint: add `[[unit]]` with a `troop`; 8 to 18 are usual
    "#);
    let many = format!("budget = 300\n{}", with(&unit("slingers", 24)));
    assert_eq!(read("rome.toml", &many).unwrap().troops.len(), 24);
    insta::assert_snapshot!(said(&(many + &unit("javelineers", 1))), @r#"
    9: troop = "javelineers"
    25 units, at most 24 are allowed (VIR-R14)
    hint: 8 to 18 are usual
    "#);
    insta::assert_snapshot!(said(&with(&unit("slingers", 4_000_000_000))), @r#"
    5: troop = "slingers"
    4000000000 units, at most 24 are allowed (VIR-R14)
    hint: 8 to 18 are usual
    "#);
}

#[test]
fn an_army_has_one_to_four_leaders_and_one_c_in_c() {
    // VIR-1.2.3.
    insta::assert_snapshot!(said(&format!("name = \"Rome\"\n{}", unit("slingers", 8))), @r#"
    1: name = "Rome"
    no leader, at least one is needed (VIR-1.2.3)
    hint: add `[[leader]]` with a `name`
    "#);
    // VIR-8.7, VIR-R14.
    let leader = |name: &str| format!("[[leader]]\nname = \"{name}\"\n");
    let army = with(&unit("slingers", 8)) + &["A", "B", "C"].map(leader).concat();
    assert_eq!(read("rome.toml", &army).unwrap().leaders.len(), 4);
    insta::assert_snapshot!(said(&(army.clone() + &leader("D"))), @r#"
    14: name = "D"
    5 leaders, at most 4 are allowed (VIR-R14)
    "#);
    // VIR-8.8.
    let army = army.replace("\"A\"", "\"A\"\ncinc = true");
    assert_eq!(read("rome.toml", &army).unwrap().cinc, 1);
    insta::assert_snapshot!(said(&army.replace("\"C\"", "\"C\"\ncinc = true")), @"
    14: cinc = true
    a second C-in-C, `C`, besides `A` (VIR-8.8)
    hint: without `cinc = true` the first leader is C-in-C
    ");
}

#[test]
fn an_army_keeps_to_its_budget() {
    // VIR-1.2.4, VIR-R14.
    let army = with(&(unit("slingers", 12) + &unit("heavy_cavalry", 5)));
    insta::assert_snapshot!(said(&army), @r#"
    1: name = "Rome"
    214 points, 14 over the budget of 200 (VIR-1.2.4)
    hint: without `heavy_cavalry_1` (24 points) it would do
    "#);
    insta::assert_snapshot!(said(&format!("budget = 150\n{army}")), @"
    1: budget = 150
    214 points, 64 over the budget of 150 (VIR-1.2.4)
    ");
}

#[test]
fn grades_and_stubbornness_have_limits() {
    // VIR-R19: one in four.
    let army = |line: &str| with(&(unit("hoplites", 9) + &unit("slingers", 4) + line));
    insta::assert_snapshot!(said(&army("grade = \"elite\"\n")), @r#"
    10: grade = "elite"
    4 of 13 units Elite, at most 3 may be (VIR-R19)
    hint: one unit in four, rounded down
    "#);
    insta::assert_snapshot!(said(&army("grade = \"levy\"\n")), @r#"
    10: grade = "levy"
    4 of 13 units Levy, at most 3 may be (VIR-R19)
    hint: one unit in four, rounded down
    "#);
    insta::assert_snapshot!(said(&army("stubborn = true\n")), @"
    10: stubborn = true
    4 of 13 units Stubborn, at most 3 may be (VIR-R19)
    hint: one unit in four, rounded down
    ");
    // VIR-R19: artillery is always regular.
    let army = |troop: &str, line: &str| with(&(unit("hoplites", 9) + &unit(troop, 1) + line));
    insta::assert_snapshot!(said(&army("scorpions", "grade = \"elite\"\n")), @r#"
    10: grade = "elite"
    `scorpions` are artillery, which is always regular (VIR-R19)
    hint: leave `grade` out
    "#);
    // VIR-R19: not Impetuous, Fanatic, Elite or Levy.
    insta::assert_snapshot!(said(&army("warband", "stubborn = true\n")), @"
    10: stubborn = true
    `warband` are Impetuous and cannot be Stubborn too (VIR-R19)
    ");
    insta::assert_snapshot!(said(&army("fanatics", "stubborn = true\n")), @"
    10: stubborn = true
    `fanatics` are Fanatic and cannot be Stubborn too (VIR-R19)
    ");
    let both = "grade = \"elite\"\nstubborn = true\n";
    insta::assert_snapshot!(said(&army("slingers", both)), @"
    11: stubborn = true
    `slingers` are Elite and cannot be Stubborn too (VIR-R19)
    ");
    insta::assert_snapshot!(said(&army("slingers", &both.replace("elite", "levy"))), @"
    11: stubborn = true
    `slingers` are Levy and cannot be Stubborn too (VIR-R19)
    ");
}

#[test]
fn an_army_keeps_to_its_list() {
    // RULES.md 5.3.
    let listed = |list: &str, units: &str| format!("list = \"{list}\"\n{}", with(units));
    let lawful = unit("hoplites", 8) + &unit("peltasts", 4);
    assert!(read("greece.toml", &listed("greek_hoplite", &lawful)).is_ok());
    let foreign = lawful.clone() + &unit("legionaries", 1);
    insta::assert_snapshot!(said(&listed("greek_hoplite", &foreign)), @r#"
    12: troop = "legionaries"
    `legionaries` are not in the list Greek hoplite (RULES.md 5.3)
    hint: it has `hoplites`, `picked_hoplites`, `peltasts`, `javelineers`, `light_archers`, `slingers`, `greek_cavalry`
    "#);
    let many = lawful.clone() + &unit("peltasts", 1);
    insta::assert_snapshot!(said(&listed("greek_hoplite", &many)), @"
    13: count = 1
    too many `peltasts`: 5 (RULES.md 5.3)
    hint: the list Greek hoplite has 0 to 4 for 200 points
    ");
    let few = unit("hoplites", 3) + &unit("peltasts", 4);
    insta::assert_snapshot!(said(&listed("greek_hoplite", &few)), @r#"
    1: list = "greek_hoplite"
    too few `hoplites`: 3 (RULES.md 5.3)
    hint: the list Greek hoplite has 4 to 8 for 200 points
    "#);
    let small = format!("budget = 150\n{}", listed("greek_hoplite", &unit("hoplites", 7)));
    insta::assert_snapshot!(said(&small), @"
    8: count = 7
    too many `hoplites`: 7 (RULES.md 5.3)
    hint: the list Greek hoplite has 0 to 6 for 150 points
    ");
    // VIR-R19: grades where the list allows them.
    let levy = unit("hoplites", 4) + "grade = \"levy\"\n" + &unit("hoplites", 4);
    insta::assert_snapshot!(said(&listed("greek_hoplite", &levy)), @r#"
    8: grade = "levy"
    4 of 8 `hoplites` Elite or Levy, at most 2 may be (VIR-R19)
    hint: one in four of them, rounded down (RULES.md 5.3)
    "#);
    let elite = lawful + "grade = \"elite\"\n";
    insta::assert_snapshot!(said(&listed("greek_hoplite", &elite)), @r#"
    11: grade = "elite"
    `peltasts` are always regular in this list (VIR-R19)
    hint: leave `grade` out
    "#);
    let levy = unit("hoplites", 4) + &unit("picked_hoplites", 1) + "grade = \"levy\"\n";
    insta::assert_snapshot!(said(&listed("greek_hoplite", &levy)), @r#"
    11: grade = "levy"
    `picked_hoplites` are regular or Elite in this list (VIR-R19)
    hint: leave `grade` out
    "#);
    let persian = unit("formed_bowmen", 2) + &unit("takabara", 1);
    let persian = persian + &unit("persian_nobles", 1) + &unit("levy_spearmen", 1);
    insta::assert_snapshot!(said(&listed("achaemenid_persian", &persian)), @r#"
    15: troop = "levy_spearmen"
    `levy_spearmen` are always Levy in this list (VIR-R19)
    hint: say `grade = "levy"`
    "#);
}

proptest! {
    /// Whatever is written, the reader stays calm; what it lets pass is lawful.
    #[test]
    fn what_is_read_keeps_the_rules(
        list in 0..50_usize,
        budget in 40..400,
        leaders in 0..6_usize,
        units in vec((0..43_usize, 0..15_usize, 0..12_usize, 0..12_u8), 0..9),
    ) {
        let list = data::lists().get(list).map(|list| format!("list = \"{}\"\n", list.id));
        let head = format!("name = \"Any\"\nbudget = {budget}\n{}", list.unwrap_or_default());
        let leaders = (0..leaders).map(|at| format!("[[leader]]\nname = \"Leader {at}\"\n"));
        let units = units.into_iter().map(|(troop, count, grade, stubborn)| {
            // Most are one to three and plain, so that enough armies are lawful.
            let lines = unit(&data::profiles()[troop].id, count.div_ceil(5));
            let grade = ["elite", "levy"].get(grade).unwrap_or(&"regular");
            format!("{lines}grade = \"{grade}\"\nstubborn = {}\n", stubborn == 0)
        });
        let text: String = std::iter::once(head).chain(leaders).chain(units).collect();
        if let Ok(roster) = read("any.toml", &text) {
            let units = roster.troops.len();
            prop_assert!((4..=24).contains(&units), "VIR-R14");
            prop_assert!((1..=4).contains(&roster.leaders.len()), "VIR-1.2.3, VIR-R14");
            prop_assert!(roster.cost() <= roster.budget, "VIR-1.2.4");
            let stubborn = roster.troops.iter().filter(|troop| troop.stubborn).count();
            prop_assert!(stubborn <= units / 4, "VIR-R19");
            let keys: HashSet<_> = roster.troops.iter().map(|troop| &troop.key).collect();
            prop_assert_eq!(keys.len(), units);
        }
    }
}

#[test]
fn everything_wrong_is_said_at_once() {
    let units = unit("warband", 2) + "stubborn = true\n" + &unit("elephants", 10);
    insta::assert_snapshot!(said(&format!("name = \"Rome\"\n{units}")), @r#"
    1: name = "Rome"
    no leader, at least one is needed (VIR-1.2.3)
    hint: add `[[leader]]` with a `name`
    also line 5: `warband` are Impetuous and cannot be Stubborn too (VIR-R19)
    also line 1: 240 points, 40 over the budget of 200 (VIR-1.2.4)
    "#);
}
