//! Real dice and armies at the table of a shipped ruleset: what is asked for, told and taken.

use crate::Folder;

const FORD: &str = r#"ruleset = "av"
name = "At the ford"
first = "red"
pending = [{ targets = "red" }]
[red]
name = "Romans"
units = [
  { troop = "rom_leg", at = [10, 8, 0], order = "advance" },
  { troop = "rom_auxbow", at = [14, 8, 0], order = "halt" },
]
[blue]
name = "Germans"
leaders = [{ name = "Ariomer", chief = true, mounted = true, with = "germanic_warriors_1" }]
units = [
  { troop = "ger_war", at = [10, 9, 180], order = "halt" },
  { troop = "ger_war", at = [14, 11, 180], order = "halt" },
]
"#;

/// Plays at the ford, both sides at one keyboard, and gives all that was said.
fn ford(typed: &str) -> String {
    let folder = Folder::new().with("ford.toml", FORD);
    folder.run(&["play", "ford.toml", "--blue", "human", "--dice", "real"], typed)
}

/// Of a conversation what is asked of the throwers, and what they type.
fn throws(said: &str) -> String {
    let about =
        |line: &&str| ["Romans: ", "Germans: ", "faces>"].iter().any(|it| line.starts_with(it));
    said.lines().filter(about).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_throw_says_who_throws_for_whom_and_what_is_needed() {
    // AV-15.3: the two 6s put the leader at risk, whose owner throws until the first 1 (AV-R80).
    let said = ford("\nshoot 2 2\n6 5 1\n6 3\n5\n6 6 4 1\n5 3 2 1\n4\n1\n4\n");
    insta::assert_snapshot!(throws(&said), @r"
    Romans: shots of Auxiliary archers 1 at Germanic warriors 2: 3 d6, on 5+ [AV-10.12]
    faces> 6 5 1
    Germans: saves of Germanic warriors 2 against 2 hits by Auxiliary archers 1: 2 d6, on 6 [AV-10.13]
    faces> 6 3
    Germans: morale of Germanic warriors 2: 1 d6, on 5+ [AV-14.1]
    faces> 5
    Romans: Legionaries 1 against Germanic warriors 1, hand to hand: 4 d6, on 4+ [AV-11.2]
    faces> 6 6 4 1
    Germans: Germanic warriors 1 against Legionaries 1, hand to hand: 4 d6, on 4+ [AV-11.2]
    faces> 5 3 2 1
    Germans: a hit on the leader of Germanic warriors 1 kills him: 1 d6, on 1 [AV-15.4]
    faces> 4
    Germans: a hit on the leader of Germanic warriors 1 kills him: 1 d6, on 1 [AV-15.4]
    faces> 1
    Romans: saves of Legionaries 1 against 1 hit by Germanic warriors 1: 1 d6, on 4+ [AV-10.13]
    faces> 4
    Germans: saves of Germanic warriors 1 against 3 hits by Legionaries 1: 3 d6, on 6 [AV-10.13]
    faces>
    ");
}

#[test]
fn faces_never_spill_into_the_next_throw() {
    let said = ford("\nshoot 2 2\n6 6 1 1\n6 6\n6 1 1\n");
    insta::assert_snapshot!(throws(&said), @r"
    Romans: shots of Auxiliary archers 1 at Germanic warriors 2: 3 d6, on 5+ [AV-10.12]
    faces> 6 6 1 1
    Romans: shots of Auxiliary archers 1 at Germanic warriors 2: 3 d6, on 5+ [AV-10.12]
    faces> 6 6
    Romans: shots of Auxiliary archers 1 at Germanic warriors 2: 3 d6, on 5+ [AV-10.12]
    faces> 6 1 1
    Germans: saves of Germanic warriors 2 against 1 hit by Auxiliary archers 1: 1 d6, on 6 [AV-10.13]
    faces>
    ");
    assert!(said.contains("error: 3 faces are wanted, not 4"), "{said}");
    assert!(said.contains("error: 3 faces are wanted, not 2"), "{said}");
}

#[test]
fn done_ends_the_step_that_is_going_on() {
    for (asked, ended) in
        [("orders", "orders"), ("moves", "moves"), ("leaders", "leaders"), ("targets", "shooting")]
    {
        let text = FORD.replace("targets", asked);
        let folder = Folder::new().with("ford.toml", &text);
        let done = folder.json(&["check", "ford.toml", "done", "--json"]);
        assert_eq!(done["action"], format!("end {ended}"), "{done}");
    }
}

#[test]
fn losses_are_told_before_the_morale_test() {
    let said = ford("\nshoot 2 2\n6 5 1\n6 3\n");
    let lost = said.find("Germanic warriors 2 lose 1 CP").expect("it is told");
    let asked = said.find("Germans: morale of Germanic warriors 2").expect("it is asked for");
    assert!(lost < asked, "{said}");
}

#[test]
fn two_armies_are_set_up_in_the_terminal() {
    for (ruleset, armies, begins) in [
        ("av", "early_imperial_roman,germanic", "Begin the battle"),
        ("adlg", "rome, carthage", "Throw for the initiative"),
        ("virtus", "early_imperial_roman,dacian", "Lay the table and throw for terrain"),
    ] {
        let said = Folder::new().run(&["play", ruleset, "--armies", armies], "");
        assert!(said.contains(begins), "{ruleset}: {said}");
    }
    let said = Folder::new().run(&["play", "av", "--armies", "germanic,roman"], "");
    assert!(said.contains("`av` has no army `roman`"), "{said}");
}
