//! The same seeds give the same battles in every build: a share of `cargo xtask determinism`, which writes
//! down with `--accept` what is expected here.

use crate::Folder;

#[test]
fn this_build_plays_as_the_others_did() {
    let kept = include_str!("determinism.txt");
    let rulesets = acies::rulesets().iter().map(|ruleset| ruleset.id());
    for ruleset in rulesets {
        let lines = kept.lines().filter(|line| line.starts_with(&format!("{ruleset} ")));
        assert_eq!(lines.count(), 2, "{ruleset}: `cargo xtask determinism --accept` keeps a share");
    }
    for line in kept.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let [ruleset, players, games, states] = words[..] else { panic!("`{line}`: four words") };
        let folder = Folder::new();
        let mut sim = folder.command(
            &[
                "sim",
                ruleset,
                "--field",
                "--states",
                "--json",
                "--players",
                players,
                "--games",
                games,
            ],
            "",
        );
        let printed = sim.output().expect("it runs").stdout;
        let answer: serde_json::Value = serde_json::from_slice(&printed).expect("it is JSON");
        assert_eq!(
            answer["states"], states,
            "{line}: if rules or candidates changed, `cargo xtask determinism --accept`",
        );
    }
}
