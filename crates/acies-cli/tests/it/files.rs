//! Files that people write: positions, armies, records. What is wrong with them, and where.

use crate::{Folder, acies};

const CHOOSING: &str = r#"ruleset = "toy"
turn = 3
stack = ["turn", "send"]
hill = "blue"

[red]
name = "Wolves"
fighters = ["swordsman", "slinger"]
card = { in = "rage" }

[blue]
name = "Bears"
fighters = ["spearman"]
"#;

const FIGHTING: &str = r#"ruleset = "toy"
turn = 3
stack = ["turn", "fight"]
sent = [{ in = { fighter = "slinger", card = false } }, { in = { fighter = "slinger", card = false } }]

[red]
name = "Wolves"
fighters = ["slinger"]

[blue]
name = "Bears"
fighters = ["slinger"]
"#;

fn position(text: &str, args: &[&str]) -> String {
    let folder = Folder::new().with("here.toml", text);
    folder.run(&[&["check", "here.toml"], args].concat(), "")
}

#[test]
fn a_position_says_what_is_pending() {
    insta::assert_snapshot!(position(CHOOSING, &[]), @r"
    exit code 0
    --- stdout
    red: Wolves, turn 3: whom do you send? [TOY-2.1]
      send swordsman       send the swordsman
      send swordsman card  send the swordsman and play the card
      send slinger         send the slinger
      send slinger card    send the slinger and play the card
    not allowed:
      send spearman       no spearman is left [TOY-2.2]
      send spearman card  no spearman is left [TOY-2.2]
    blue: Bears, turn 3: whom do you send? [TOY-2.1]
      send spearman  send the spearman
    not allowed:
      send swordsman       no swordsman is left [TOY-2.2]
      send swordsman card  no swordsman is left [TOY-2.2]
      send spearman card   the card has been played [TOY-2.3]
      send slinger         no slinger is left [TOY-2.2]
      send slinger card    no slinger is left [TOY-2.2]
    listed is what is worth considering, not all that is legal: any action can be asked about
    ");
}

#[test]
fn cards_are_given_by_their_names() {
    let begin = "ruleset = \"toy\"\nturn = 1\nstack = [\"turn\", \"begin\"]\n[red]\nname = \"Wolves\"\nfighters = [\"slinger\"]\n\
                 [blue]\nname = \"Bears\"\nfighters = [\"slinger\"]\n";
    let check = |faces| position(begin, &["begin", "--faces", faces]);
    let shown = check("2 rage Guard");
    assert!(shown.contains("Wolves draw a card: rage [TOY-1.4]"), "{shown}");
    assert!(shown.starts_with("exit code 0"), "{shown}");
    insta::assert_snapshot!(check("2 18"), @r"
    exit code 2
    --- stderr
    error: `18` is no card, and a secret card comes next: it is one of rage, guard, feint
    ");
    insta::assert_snapshot!(check("K"), @r"
    exit code 2
    --- stderr
    error: `K` is no face of a d6
    ");
    let folder = Folder::new().with("here.toml", begin);
    let answer = folder.json(&["check", "here.toml", "begin", "--faces", "2", "--json"]);
    assert_eq!(answer["throws"]["kinds"][2], "feint");
}

#[test]
fn a_legal_action_and_what_follows() {
    insta::assert_snapshot!(position(CHOOSING, &["send slinger card"]), @r"
    exit code 0
    --- stdout
    legal: send the slinger and play the card
      Wolves have chosen a fighter [TOY-2.1]
    ");
    insta::assert_snapshot!(position(FIGHTING, &["fight"]), @r"
    exit code 0
    --- stdout
    legal: throw the dice of both fighters
    throws: Wolves: the slinger fights the slinger: 1 d6, on 4+ [TOY-3.1]
    odds: fight [TOY-3.1, TOY-3.4]
      dice of red
        +1 fighter [TOY-1.1]
        = 1
      dice of blue
        +1 fighter [TOY-1.1]
        = 1

      25.00%  1/4  red wins

      25.00%  1/4  0 hits to 0
      25.00%  1/4  0 hits to 1
      25.00%  1/4  1 hits to 0
      25.00%  1/4  1 hits to 1
    ");
    insta::assert_snapshot!(position(FIGHTING, &["fight", "--faces", "6 1"]), @r"
    exit code 0
    --- stdout
    legal: throw the dice of both fighters
      The slinger of Wolves makes 1 hit [TOY-3.1]
        dice:
          +1 fighter [TOY-1.1]
          = 1
        [6], 4 or more hits
      The slinger of Bears makes 0 hits [TOY-3.1]
        dice:
          +1 fighter [TOY-1.1]
          = 1
        [1], 4 or more hits
      The slinger of Bears falls [TOY-3.4]
    ");
}

#[test]
fn a_refused_action_and_why() {
    insta::assert_snapshot!(position(CHOOSING, &["send spearman"]), @r"
    exit code 1
    --- stdout
    refused: no spearman is left [TOY-2.2]
      fighter: spearman
    ");
    insta::assert_snapshot!(position(FIGHTING, &["fight", "--by", "blue"]), @r"
    exit code 1
    --- stdout
    refused: blue is not asked now [TOY-2.4]
    ");
    let folder = Folder::new().with("here.toml", CHOOSING);
    let answer = folder.json(&["check", "here.toml", "send spearman", "--json"]);
    assert_eq!(answer["verdict"], "refused");
    assert_eq!(answer["reason"]["rules"][0], "TOY-2.2");
    assert_eq!(answer["reason"]["facts"][0][1], "spearman");
    let answer = folder.json(&["check", "here.toml", "send slinger", "--json"]);
    assert_eq!(answer["verdict"], "legal");
    assert_eq!(answer["then"]["pending"][0]["by"], "blue");
    let answer = folder.json(&["check", "here.toml", "--json"]);
    assert_eq!(answer["pending"][0]["candidates"][0]["action"], "send swordsman");
}

#[test]
fn faces_that_do_not_fit_are_trouble() {
    insta::assert_snapshot!(position(FIGHTING, &["fight", "--faces", "7 1"]), @r"
    exit code 2
    --- stderr
    error: a d6 has no face 7 (Wolves: the slinger fights the slinger) [TOY-3.1]
    ");
    insta::assert_snapshot!(position(FIGHTING, &["fight", "--faces", "6 1 2"]), @r"
    exit code 2
    --- stdout
    legal: throw the dice of both fighters
      The slinger of Wolves makes 1 hit [TOY-3.1]
        dice:
          +1 fighter [TOY-1.1]
          = 1
        [6], 4 or more hits
      The slinger of Bears makes 0 hits [TOY-3.1]
        dice:
          +1 fighter [TOY-1.1]
          = 1
        [1], 4 or more hits
      The slinger of Bears falls [TOY-3.4]
    --- stderr
    error: 1 face of 3 too many: no more dice are thrown
    ");
    insta::assert_snapshot!(position(FIGHTING, &["fight", "--faces", "six"]), @r"
    exit code 2
    --- stderr
    error: `six` is no face of a d6
    ");
}

#[test]
fn words_that_are_no_action_are_trouble() {
    insta::assert_snapshot!(position(CHOOSING, &["send slniger"]), @r"
    exit code 2
    --- stderr
    error: there is no fighter `slniger`
    hint: did you mean `slinger`?
    ");
    insta::assert_snapshot!(position(CHOOSING, &["conquer"]), @r"
    exit code 2
    --- stderr
    error: `conquer` is no action
    hint: actions: begin, send FIGHTER [card], fight, press, hold
    ");
}

#[test]
fn bad_positions_are_shown_with_their_line() {
    insta::assert_snapshot!(position(&CHOOSING.replace("turn =", "trun ="), &[]), @r#"
    exit code 2
    --- stderr
    error: unknown field `trun`, expected one of `ruleset`, `turn`, `stack`, `hill`, `sent`, `red`, `blue`
       ╭─[here.toml:2:1]
     1 │ ruleset = "toy"
     2 │ trun = 3
       · ────
     3 │ stack = ["turn", "send"]
       ╰────
    hint: did you mean `turn`?
    "#);
    insta::assert_snapshot!(position(&CHOOSING.replace("\"send\"", "\"fight\""), &[]), @r#"
    exit code 2
    --- stderr
    error: nobody can fight before both sides have sent a fighter (TOY-2.1)
       ╭─[here.toml:3:1]
     2 │ turn = 3
     3 │ stack = ["turn", "fight"]
       · ─────
     4 │ hill = "blue"
       ╰────
    "#);
    let rich = CHOOSING.replace("\"swordsman\", ", "\"swordsman\", \"swordsman\", ");
    insta::assert_snapshot!(position(&rich, &[]), @r#"
    exit code 2
    --- stderr
    error: the warband costs 7 points, at most 6 are allowed (TOY-1.2)
       ╭─[here.toml:8:1]
     7 │ name = "Wolves"
     8 │ fighters = ["swordsman", "swordsman", "slinger"]
       · ────────
     9 │ card = { in = "rage" }
       ╰────
    hint: leave a fighter at home
    "#);
    let unknown = position(&CHOOSING.replace("\"toy\"", "\"tyo\""), &[]);
    assert!(
        unknown.contains("error: there is no ruleset `tyo`\n   ╭─[here.toml:1:11]"),
        "{unknown}"
    );
    let folder = Folder::new().with("here.toml", &CHOOSING.replace("turn =", "trun ="));
    let error = folder.json(&["check", "here.toml", "--json"])["error"].clone();
    assert_eq!(error["file"], "here.toml");
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &1.into()));
    assert_eq!(error["hint"], "did you mean `turn`?");
}

#[test]
fn a_file_that_is_not_there() {
    insta::assert_snapshot!(acies(&["check", "nowhere.toml"]), @r"
    exit code 2
    --- stderr
    error: cannot read `nowhere.toml`: No such file or directory (os error 2)
    ");
}

#[test]
fn armies_are_checked() {
    let folder = Folder::new()
        .with("good.toml", "ruleset = \"toy\"\nname = \"Lone\"\nfighters = [\"slinger\"]\n")
        .with("dear.toml", "ruleset = \"toy\"\nname = \"Dear\"\nfighters = [\"swordsman\", \"swordsman\", \"slinger\"]\n")
        .with("typo.toml", "ruleset = \"toy\"\nname = \"Typo\"\nfighters = [\"slinger\",\n  \"swordman\"]\n")
        .with("field.toml", "ruleset = \"toy\"\nname = \"Field\"\nfigthers = []\n");
    insta::assert_snapshot!(folder.run(&["army", "check", "good.toml"], ""), @r"
    exit code 0
    --- stdout
    legal: Lone, 1 point
    --- stderr
    warning: a lone fighter
    ");
    insta::assert_snapshot!(folder.run(&["army", "show", "good.toml"], ""), @r"
    exit code 0
    --- stdout
    Lone, 1 point
    slinger (1)
    --- stderr
    warning: a lone fighter
    ");
    insta::assert_snapshot!(folder.run(&["army", "cost", "wolves", "--ruleset", "toy"], ""), @r"
    exit code 0
    --- stdout
    6
    ");
    insta::assert_snapshot!(folder.run(&["army", "check", "dear.toml"], ""), @r#"
    exit code 1
    --- stderr
    error: the warband costs 7 points, at most 6 are allowed (TOY-1.2)
       ╭─[dear.toml:3:1]
     2 │ name = "Dear"
     3 │ fighters = ["swordsman", "swordsman", "slinger"]
       · ────────
       ╰────
    hint: leave a fighter at home
    "#);
    insta::assert_snapshot!(folder.run(&["army", "check", "typo.toml"], ""), @r#"
    exit code 1
    --- stderr
    error: there is no fighter `swordman` (TOY-1.1)
       ╭─[typo.toml:4:3]
     3 │ fighters = ["slinger",
     4 │   "swordman"]
       ·   ──────────
       ╰────
    hint: did you mean `swordsman`?
    "#);
    insta::assert_snapshot!(folder.run(&["army", "check", "field.toml"], ""), @r#"
    exit code 1
    --- stderr
    error: unknown field `figthers`, expected one of `ruleset`, `name`, `fighters`
       ╭─[field.toml:3:1]
     2 │ name = "Field"
     3 │ figthers = []
       · ────────
       ╰────
    hint: did you mean `fighters`?
    "#);
}

#[test]
fn records_are_shown_and_checked() {
    let folder = Folder::new();
    let typed = "1\nsend swordsman\n1\n";
    folder.run(&["play", "toy", "--seed", "3", "--record", "game.jsonl"], typed);
    insta::assert_snapshot!(folder.run(&["replay", "game.jsonl"], ""), @r"
    exit code 0
    --- stdout
    toy: human (red) v centurion (blue)

    A 1: Wolves have the hill [TOY-1.3]
    Wolves draw a card [TOY-1.4]
    Bears draw a card [TOY-1.4]
    Wolves have chosen a fighter [TOY-2.1]
    Bears have chosen a fighter [TOY-2.1]
    The swordsman of Wolves makes 2 hits [TOY-3.1]
    The swordsman of Bears makes 2 hits [TOY-3.1]

    broken off, after 4 actions
    ");
    insta::assert_snapshot!(folder.run(&["replay", "game.jsonl", "--full"], ""), @r"
    exit code 0
    --- stdout
    toy: human (red) v centurion (blue)

    A 1: Wolves have the hill [TOY-1.3]
    Wolves draw a card [TOY-1.4]
    Bears draw a card [TOY-1.4]
    Wolves have chosen a fighter [TOY-2.1]
    Bears have chosen a fighter [TOY-2.1]
    The swordsman of Wolves makes 2 hits [TOY-3.1]
        dice:
          +3 fighter [TOY-1.1]
          +1 hill [TOY-1.3]
          = 4
        [1, 6, 2, 5], 4 or more hits
    The swordsman of Bears makes 2 hits [TOY-3.1]
        dice:
          +3 fighter [TOY-1.1]
          = 3
        [1, 5, 4], 4 or more hits

    broken off, after 4 actions
    ");
    let checked = folder.run(&["replay", "game.jsonl", "--check"], "");
    assert!(checked.starts_with("exit code 0\n--- stdout\nsame: 4 actions, hash "), "{checked}");
    assert!(
        checked.contains("\nnot signed: whoever had the record could write it anew"),
        "{checked}"
    );
    let answer = folder.json(&["replay", "game.jsonl", "--check", "--json"]);
    assert!(answer["signed_by"].is_null() && answer["not_verified"].as_array().unwrap().len() == 1);

    // Any line of a record that is chained, and its players too.
    let chained = folder.text("game.jsonl");
    let folder = folder.with("name.jsonl", &chained.replacen("centurion", "Hannibal", 1));
    insta::assert_snapshot!(folder.run(&["replay", "name.jsonl", "--check"], ""), @r"
    exit code 1
    --- stderr
    error: name.jsonl:1: the line, or what stood before it, was changed: its hash is another
    ");

    // One from before there were chains.
    let unchained = |line: &str| match line.split_once(",\"chain\":") {
        Some((line, _)) => format!("{line}}}\n"),
        None => format!("{line}\n"),
    };
    let text: String = chained.lines().map(unchained).collect();
    let folder = folder.with("old.jsonl", &text);
    let checked = folder.run(&["replay", "old.jsonl", "--check"], "");
    assert!(checked.contains("\nnot chained: changed players, marks and ends"), "{checked}");

    let folder = folder.with("action.jsonl", &text.replacen("send swordsman", "send slinger", 1));
    insta::assert_snapshot!(folder.run(&["replay", "action.jsonl", "--check"], ""), @r"
    exit code 1
    --- stderr
    error: action.jsonl:3: the position after the action has another hash
    ");
    let answer = folder.json(&["replay", "action.jsonl", "--check", "--json"]);
    assert_eq!((&answer["same"], &answer["line"]), (&false.into(), &3.into()));

    let folder = folder.with("face.jsonl", &text.replacen("\"faces\":[1,", "\"faces\":[2,", 1));
    insta::assert_snapshot!(folder.run(&["replay", "face.jsonl", "--check"], ""), @r"
    exit code 1
    --- stderr
    error: face.jsonl:2: the dice show [1, 1, 2], not [2, 1, 2]
    ");

    let end = text.trim_end().rfind('\n').unwrap();
    let folder =
        folder.with("cut.jsonl", &text[..=end]).with("torn.jsonl", &text[..text.len() - 9]);
    for name in ["cut.jsonl", "torn.jsonl"] {
        let shown = folder.run(&["replay", name], "");
        assert!(shown.starts_with("exit code 0\n") && shown.contains("after 4 actions"), "{shown}");
        assert!(shown.contains(&format!("warning: {name}: the record has no end")), "{shown}");
        // What is there is right, but it is not all: it falls short.
        let shown = folder.run(&["replay", name, "--check"], "");
        assert!(shown.starts_with("exit code 1\n--- stdout\nsame: 4 actions"), "{shown}");
    }
}

/// Each kind of mistake in a shipped army, with the sentence that the page of armies shows too: see
/// `web/tests/mistakes.json`.
#[test]
fn every_kind_of_mistake_in_an_army_gets_its_sentence() {
    let mistakes = include_str!("../../../../web/tests/mistakes.json");
    let mistakes: Vec<serde_json::Value> = serde_json::from_str(mistakes).unwrap();
    assert!(mistakes.len() >= 30, "{} kinds", mistakes.len());
    for mistake in &mistakes {
        let text = |key: &str| mistake[key].as_str().unwrap_or_default();
        let (ruleset, army) = (text("ruleset"), text("army"));
        let shipped = acies::find(ruleset).unwrap().shipped(army).unwrap().text;
        assert!(shipped.contains(text("from")), "{army} has {}", text("from"));
        let folder =
            Folder::new().with("army.toml", &shipped.replacen(text("from"), text("to"), 1));
        let told = folder.json(&["army", "check", "army.toml", "--ruleset", ruleset, "--json"]);
        let error = &told["error"];
        assert_eq!(error["what"], mistake["what"], "{army}: {}", text("to"));
        assert_eq!(error["rule"], mistake["rule"], "{army}: {}", text("to"));
        let hint = error["hint"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
        assert_eq!(hint, text("hint"), "{army}: {}", text("to"));
    }
}
