//! L'Art de la Guerre on the command line: what is wrong is said, with the exit code for it.

use crate::{Folder, acies};

/// A legion before a warband: red gives orders to its only corps.
const SKIRMISH: &str = r#"ruleset = "adlg"
name = "A skirmish"

[red]
name = "Rome"
corps = [
  { name = "First", commander = "competent", wing = "left", with = "legion" },
  { name = "Second", commander = "ordinary", wing = "centre", now = "lost" },
  { name = "Third", commander = "ordinary", wing = "right", now = "lost" },
]
units = [{ troop = "rom.hastati", key = "legion", name = "Legion", corps = 1, at = [0, 0, 0] }]

[blue]
name = "Gauls"
corps = [
  { name = "First", commander = "ordinary", wing = "left" },
  { name = "Second", commander = "ordinary", wing = "centre", now = "lost" },
  { name = "Third", commander = "ordinary", wing = "right", now = "lost" },
]
units = [{ troop = "medium_swordsmen", corps = 1, at = [0, 2, 180] }]

[[pending]]
step = "orders"
corps = 1
points = 3
"#;

fn skirmish() -> Folder {
    Folder::new().with("skirmish.toml", SKIRMISH)
}

fn says(answer: &str, code: u8, words: &[&str]) {
    assert!(answer.starts_with(&format!("exit code {code}\n")), "{answer}");
    for word in words {
        assert!(answer.contains(word), "`{word}` is not in:\n{answer}");
    }
}

#[test]
fn a_referee_judges_actions() {
    let folder = skirmish();
    let check = |action: &str| folder.run(&["check", "skirmish.toml", action], "");
    says(
        &check("charge 1"),
        0,
        &["legal: Legion charges Medium swordsmen, 1 CP", "[ADLG-R78, ADLG-CHG.9"],
    );
    says(&check("move 1: advance 9"), 1, &["refused: ", "[ADLG-"]);
    says(&check("rally 1"), 1, &["refused: Legion cannot rally: it has lost nothing [ADLG-RAL.1"]);
    says(&check("mvoe 1: advance 1"), 2, &["there is no action `mvoe`", "did you mean `move`?"]);
    says(&check("move 7: advance 1"), 2, &["Rome has no unit 7", "1 to 1"]);
}

#[test]
fn a_refusal_for_programs_can_be_drawn() {
    let folder = skirmish();
    let answer = folder.json(&["check", "skirmish.toml", "move 1: advance 5", "--json"]);
    assert_eq!(answer["verdict"], "refused");
    let reason = &answer["reason"];
    assert!(reason["rules"][0].as_str().is_some_and(|rule| rule.starts_with("ADLG-")), "{reason}");
    assert!(reason["instead"].as_str().is_some_and(|it| it.starts_with("move 1: ")), "{reason}");
    assert!(reason["shapes"][0]["form"].is_string(), "{reason}");
}

#[test]
fn files_that_are_wrong_are_pointed_at() {
    for (old, new, words) in [
        (
            "rom.hastati",
            "rom.hastatii",
            &["there are no troops `rom.hastatii`", "skirmish.toml:11:"][..],
        ),
        (
            "[0, 2, 180]",
            "[0, 0, 180]",
            &["stands on top of `legion` (ADLG-R6)", "skirmish.toml:20:"],
        ),
        ("[0, 0, 0]", "[0, 90, 0]", &["`legion` is not on the table (ADLG-R5)"]),
    ] {
        let folder = Folder::new().with("skirmish.toml", &SKIRMISH.replacen(old, new, 1));
        says(&folder.run(&["check", "skirmish.toml"], ""), 2, words);
    }
    let army = "ruleset = \"adlg\"\nname = \"Nobody\"\nlist = \"rmo\"\n";
    let folder = Folder::new().with("army.toml", army);
    let answer = folder.run(&["army", "check", "army.toml"], "");
    assert!(!answer.starts_with("exit code 0"), "{answer}");
    assert!(answer.contains("unknown army list `rmo`"), "{answer}");
}

#[test]
fn odds_rules_and_armies_are_listed() {
    let melee = ["odds", "adlg", "melee", "heavy_swordsmen elite charging", "pikemen disordered"];
    says(&acies(&melee), 0, &["[ADLG-MEL.1", "Pikemen"]);
    says(&acies(&["odds", "adlg", "--list"]), 0, &["melee", "shooting", "flank_march"]);
    says(&acies(&["odds", "adlg", "melee", "pikemn", "pikemen"]), 2, &["did you mean `pikemen`"]);
    says(&acies(&["armies", "adlg"]), 0, &["rome", "carthage"]);
}
