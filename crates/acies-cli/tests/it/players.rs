//! Computer players: how strong they are, where they go wrong, what they think of a battle.

use serde_json::Value;

use crate::{Folder, acies};

#[test]
fn an_outlook_is_fitted_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    let fit = |threads: &str| {
        folder.json(&["fit", "toy", "--battles", "200", "--threads", threads, "--json"])
    };
    let one = fit("1");
    assert_eq!(one, fit("2"));
    let sign = &one["outlook"]["signs"][0];
    assert_eq!(sign["name"], "points lost");
    assert!(sign["weight"].as_f64().unwrap() < -0.1, "who has lost more wins less: {sign}");
    let bands = one["outlook"]["calibration"].as_array().unwrap();
    assert_eq!(bands.len(), 10);
    let shown = acies(&["fit", "toy", "--battles", "200", "--threads", "1"]);
    assert!(shown.contains("points lost") && shown.contains("90 to 100%"), "{shown}");
}

#[test]
fn a_ladder_goes_on_where_it_was() {
    let folder = Folder::new();
    let file = "toy.jsonl";
    let climb = |pairs: &str| {
        let args = ["ladder", "toy", "--players", "random,centurion", "--precision", "1"];
        folder.json(&[&args[..], &["--pairs", pairs, "--file", file, "--json"]].concat())
    };
    let battles = |answer: &Value| answer["ladder"]["duels"][0]["battles"].as_u64();
    let first = climb("3");
    assert_eq!((battles(&first), &first["precise"]), (Some(6), &Value::Bool(false)));
    let kept = folder.text(file);
    assert_eq!(kept.lines().count(), 3);
    assert_eq!(battles(&climb("5")), Some(10), "three pairs were there, two are new");
    let more = folder.text(file);
    assert!(more.starts_with(&kept), "what was played stays");
    let folder = folder.with(file, "no battle\n");
    let shown = folder.run(&["ladder", "toy", "--file", file], "");
    assert!(shown.contains("toy.jsonl:1: ") && shown.contains("hint: each line"), "{shown}");
}

#[test]
fn the_page_of_the_ladder_is_what_was_played() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder::new();
    let kept = root.join("docs/ladder").display().to_string();
    folder.run(&["ladder", "--folder", &kept, "--page", "ladder.md"], "");
    let page = std::fs::read_to_string(root.join("docs/ladder.md")).expect("it is there");
    assert_eq!(
        folder.text("ladder.md"),
        page,
        "`acies ladder --page docs/ladder.md` makes it anew"
    );
}

#[test]
fn costly_decisions_are_told_with_their_positions() {
    let folder = Folder::new();
    let args = ["sim", "toy", "--games", "40", "--threads", "1", "--blunders", "worst"];
    let found = folder.json(&[&args[..], &["--playouts", "400", "--json"]].concat());
    assert_eq!(found["judged"], found["decisions"]);
    let blunders = found["blunders"].as_array().unwrap();
    let positions = std::fs::read_dir(folder.path("worst")).unwrap().count();
    assert_eq!(positions, blunders.len().min(20), "{found}");
    let costs = blunders.iter().map(|it| it["cost"].as_f64().unwrap());
    assert!(costs.is_sorted_by(|a, b| a >= b), "the worst come first: {found}");
    let shown = folder.run(&args, "");
    assert!(shown.contains("by kind"), "{shown}");
}

#[test]
fn a_record_is_looked_back_upon() {
    let folder = Folder::new();
    let file = "duel.jsonl";
    let play = ["play", "toy", "--red", "centurion", "--blue", "optio", "--seed", "3"];
    folder.run(&[&play[..], &["--record", file]].concat(), "");
    let glance = folder.json(&["replay", file, "--analyse", "glance", "--json"]);
    assert_eq!(glance["done"], glance["of"]);
    let last = glance["steps"].as_array().unwrap().last().unwrap()["red"].as_f64().unwrap();
    assert!([0.0, 0.5, 1.0].contains(&last), "at the end all is certain: {last}");
    let shown = folder.run(&["replay", file, "--analyse"], "");
    assert!(shown.contains("red's chance to win: ") && shown.contains("luck: the dice"), "{shown}");
    let shown = folder.run(&["replay", file, "--analyse", "closely"], "");
    assert!(shown.contains("one looks at a `glance` or `deep`, not `closely`"), "{shown}");
}

#[test]
fn the_staff_gives_a_hint_and_says_why() {
    let folder = Folder::new();
    let play = |typed: &str| folder.run(&["play", "toy", "--seed", "1"], typed);
    let shown = play("begin\nhint\nquit\n");
    let (_, hint) = shown.split_once("red> hint\n").expect("it was typed");
    let first = hint.lines().next().unwrap();
    assert!(first.contains("`send ") && first.contains("% to win"), "{hint}");
    assert!(hint.contains("with the same dice it wins "), "{hint}");
    let only = play("hint\nquit\n");
    assert!(only.contains("nothing else is worth a thought"), "{only}");
}
