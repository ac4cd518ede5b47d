//! Odds, rules, armies, battles.

use crate::{Folder, acies};

#[test]
fn odds_with_every_row_and_every_outcome() {
    insta::assert_snapshot!(acies(&["odds", "toy", "fight", "spearman rage", "slinger guard"]), @r"
    exit code 0
    --- stdout
    fight [TOY-3.1, TOY-3.4]
      dice of red
        +2 fighter [TOY-1.1]
        +1 rage [TOY-3.2]
        = 3
      dice of blue
        +1 fighter [TOY-1.1]
        = 1

      48.15%  13/27  red wins

      14.81%  4/27  0 hits to 0
      14.81%  4/27  0 hits to 1
      22.22%   2/9  1 hits to 0
      22.22%   2/9  1 hits to 1
      11.11%   1/9  2 hits to 0
      11.11%   1/9  2 hits to 1
       1.85%  1/54  3 hits to 0
       1.85%  1/54  3 hits to 1
    ");
}

#[test]
fn of_many_outcomes_the_likeliest_are_listed() {
    let args = ["odds", "av", "fight", "rom_vet leader", "ger_war leader"];
    let shown = acies(&args);
    let percent = |line: &str| line.trim_start().split_once('%')?.0.parse::<f64>().ok();
    // Outcomes stand before the line that sums them up.
    let outcomes = shown.rsplit("\n\n").nth(1).expect("outcomes stand apart");
    let chances: Vec<_> = outcomes.lines().filter_map(percent).collect();
    assert_eq!(chances.len(), 40);
    assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
    assert!(shown.contains(" less likely ones\n  `--all` lists every one\n"), "{shown}");
    let (_, in_all) = shown.rsplit_once("\n\n").expect("what it comes to stands apart");
    assert!(in_all.trim_start().starts_with("win "), "{in_all}");
    let all = acies(&[&args[..], &["--all"]].concat());
    let listed = Folder::new().json(&[&args[..], &["--json"]].concat());
    let listed = listed["forecast"]["outcomes"].as_array().unwrap().len();
    let outcomes = all.rsplit("\n\n").nth(1).expect("outcomes stand apart");
    assert!(listed > 1000 && outcomes.lines().filter_map(percent).count() == listed);
}

#[test]
fn odds_for_programs_are_exact() {
    let answer = Folder::new().json(&["odds", "toy", "fight", "slinger", "slinger", "--json"]);
    let forecast = &answer["forecast"];
    assert_eq!(forecast["highlights"][0]["chance"]["exact"], "1/4");
    assert_eq!(forecast["highlights"][0]["chance"]["float"], 0.25);
    assert_eq!(forecast["sums"][0][1]["rows"][0]["rule"], "TOY-1.1");
    let outcomes = forecast["outcomes"].as_array().unwrap();
    let sum: f64 = outcomes.iter().map(|o| o["chance"]["float"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn words_that_odds_take() {
    insta::assert_snapshot!(acies(&["odds", "toy", "--list"]), @r#"
    exit code 0
    --- stdout
    fight: two fighters meet
      red, a troop first
        hill   a die more             [TOY-1.3]
        rage   a die more             [TOY-3.2]
        guard  hit only by 5 or more  [TOY-3.3]
      blue, a troop first
        hill   a die more             [TOY-1.3]
        rage   a die more             [TOY-3.2]
        guard  hit only by 5 or more  [TOY-3.3]
      example: acies odds toy fight "swordsman rage" "spearman guard"
    "#);
}

#[test]
fn unknown_words_are_answered_with_the_nearest() {
    insta::assert_snapshot!(acies(&["odds", "toy", "fight", "swrdsman", "slinger"]), @r"
    exit code 2
    --- stderr
    error: there is no fighter `swrdsman`
    hint: did you mean `swordsman`?
    ");
    insta::assert_snapshot!(acies(&["odds", "toy", "fight", "slinger rgae", "slinger"]), @r"
    exit code 2
    --- stderr
    error: `rgae` says nothing about a fight
    hint: did you mean `rage`?
    ");
    insta::assert_snapshot!(acies(&["odds", "toy", "figth", "slinger", "slinger"]), @r"
    exit code 2
    --- stderr
    error: there is no roll `figth`
    hint: did you mean `fight`?
    ");
    insta::assert_snapshot!(acies(&["odds", "toy"]), @r"
    exit code 2
    --- stderr
    error: which roll?
    hint: `acies odds toy --list` lists them
    ");
    let unknown = acies(&["odds", "tyo", "fight"]);
    assert!(unknown.contains("error: there is no ruleset `tyo`\nhint: "), "{unknown}");
}

#[test]
fn a_rule_by_its_id() {
    insta::assert_snapshot!(acies(&["rules", "toy", "toy-4.2"]), @r"
    exit code 0
    --- stdout
    TOY-4.2 (rule), 4. The end

    After turn 12 the duel is drawn.

    in the code: nowhere
    tested: nowhere
    fired: 0 times in 100 battles at random
    ");
    assert_eq!(acies(&["rules", "toy", "4.2"]), acies(&["rules", "toy", "TOY-4.2"]));
    insta::assert_snapshot!(acies(&["rules", "toy", "TOY-4"]), @r"
    exit code 0
    --- stdout
    Duel by nobody

    4. The end
      TOY-4.1  A side without fighters has lost.
      TOY-4.2  After turn 12 the duel is drawn.
      TOY-4.3  Nothing happens after the end.
    ");
    insta::assert_snapshot!(acies(&["rules", "toy", "TOY-9"]), @r"
    exit code 2
    --- stderr
    error: `toy` has no rule `TOY-9`
    hint: did you mean TOY-R1 or TOY-1.1 or TOY-1.2?
    ");
    let rule = Folder::new().json(&["rules", "toy", "TOY-R1", "--json"]);
    assert_eq!(rule["ruling"], "ours");
    assert_eq!(rule["fired"]["battles"], 100);
}

#[test]
fn tables_stand_in_the_rules() {
    insta::assert_snapshot!(tables("av", "AV-T1"), @r"
    exit code 0
    --- stdout
    AV-T1 (rule), Section 5: Orders

    Numbers to reach, table AV-T1 (row = present order, column = wanted order):

      from \ to   Shieldwall  Halt  Advance  Rush  Fall back
      --------------------------------------------------------
      Shieldwall  /           3+    5+       6+    NA
      Halt        3+          /     4+       5+    4 (read 4+)
      Advance     5+          4+    /        4+    NA
      Rush        6+          5+    4+       /     NA
    ");
    insta::assert_snapshot!(tables("adlg", "ADLG-MEL.T1"), @r#"
    exit code 0
    --- stdout
    ADLG-MEL.T1 (rule), 3.20 Melee (source "MELEE", "Modifiers", p 60-63)

    (read on the difference after ABI.0)

      Difference  Loser
      -----------------------------
      1-2         -1 cohesion point
      3-4         -2
      5-6         -3
      7 or more   automatic rout
    "#);
    // What only refers to a table shows it too.
    let refers = tables("adlg", "ADLG-COM.1");
    assert!(refers.contains("ADLG-COM.T1\n  Commander   Value  Command range (UD)\n"), "{refers}");
    let troops = tables("virtus", "VIR-QS.T");
    assert!(troops.contains("  VIR-QS.1 ") && troops.contains("  DV  MV "), "{troops}");
    let rule = Folder::new().json(&["rules", "av", "AV-5.8", "--json"]);
    assert_eq!(rule["tables"][0]["heads"][1], "Shieldwall");
    assert_eq!(rule["tables"][0]["rows"][1][0], "Halt");
}

/// The text and the tables of a rule.
fn tables(ruleset: &str, id: &str) -> String {
    let shown = acies(&["rules", ruleset, id]);
    shown.split_once("\nin the code: ").expect("it is a rule").0.to_owned()
}

#[test]
fn armies_and_battles() {
    insta::assert_snapshot!(acies(&["armies", "toy"]), @r"
    exit code 0
    --- stdout
      wolves  toy  Wolves  6 points  3 units
      bears   toy  Bears   6 points  3 units
      crows   toy  Crows   6 points  4 units
    ");
    insta::assert_snapshot!(acies(&["battles", "toy"]), @r"
    exit code 0
    --- stdout
      ford  toy  The ford: two warbands meet at a ford
    ");
    let cards = Folder::new().json(&["armies", "toy", "--json"]);
    assert_eq!(cards[0]["id"], "wolves");
}

#[test]
fn usage_errors_are_trouble() {
    assert!(acies(&["conquer"]).starts_with("exit code 2\n"));
    assert!(acies(&["--version"]).starts_with("exit code 0\n--- stdout\nacies "));
}
