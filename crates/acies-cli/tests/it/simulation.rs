//! Many battles at once.

use serde_json::Value;

use crate::{Folder, acies};

fn sim(args: &[&str]) -> Value {
    let mut answer = Folder::new().json(&[&["sim", "toy", "--json"], args].concat());
    assert!(answer["timing"]["battles_per_core_second"].as_f64().unwrap() > 0.0);
    answer["timing"].take();
    answer
}

#[test]
fn the_same_seed_gives_the_same_results_on_any_number_of_threads() {
    let args = ["--field", "--games", "300", "--seed", "9", "--players", "random", "--coverage"];
    let one = sim(&[&args[..], &["--threads", "1"]].concat());
    let two = sim(&[&args[..], &["--threads", "2"]].concat());
    assert_eq!(one.to_string(), two.to_string());
    assert_eq!(one["games"], 300);
    assert_eq!(one["unfinished"], 0);
    assert_eq!(one["pairings"].as_array().unwrap().len(), 6);
    assert_eq!(one["armies"].as_array().unwrap().len(), 3);
    let (red, blue) = (&one["red"], &one["blue"]);
    let total = [&red["wins"], &blue["wins"], &one["draws"]].map(|n| n.as_u64().unwrap());
    assert_eq!(total.iter().sum::<u64>(), 300);
    assert!(red["low"].as_f64() < red["share"].as_f64());
    assert!(one["coverage"]["rules"]["TOY-3.4"].as_u64().unwrap() > 0);
    let other = sim(&["--field", "--games", "300", "--seed", "10", "--players", "random"]);
    assert_ne!(one["dice_thrown"], other["dice_thrown"]);
}

#[test]
fn battles_of_virtus_end_and_do_not_depend_on_threads() {
    let folder = Folder::new();
    let args = ["sim", "virtus", "--field", "--games", "64", "--players", "random", "--coverage"];
    let [one, two] = ["1", "2"].map(|threads| {
        let mut answer = folder.json(&[&args[..], &["--json", "--threads", threads]].concat());
        answer["timing"].take();
        answer
    });
    assert_eq!(one.to_string(), two.to_string());
    assert_eq!(one["unfinished"], 0);
    let coverage = &one["coverage"];
    assert!(coverage["share"].as_f64().unwrap() > 0.8, "never: {}", coverage["never"]);
}

#[test]
fn results_for_people() {
    let args =
        ["sim", "toy", "--red", "wolves", "--blue", "bears", "--games", "40", "--threads", "1"];
    let shown = acies(&args);
    let (results, _) = shown.rsplit_once("\n\n").expect("the times stand apart");
    insta::assert_snapshot!(results, @r"
    exit code 0
    --- stdout
    40 battles, seed 1
      red (centurion)          21  52.5%  37.5% to 67.1%
      blue (centurion)         19  47.5%  32.9% to 62.5%
      drawn                     0
      ended by the turn limit   0
      broken off                0

    endings
      40  no fighter is left [TOY-4.1]

    spread
                           mean  least  quarter  half  three quarters  most
      turns                 3.8      2        2     4               4     8
      actions              14.2      8        9    14              16    28
      points lost by red    3.7      0        0     5               6     6
      points lost by blue   4.3      0        2     6               6     6
      dice and cards       25.9     14       18    25              28    51
    ");
}

#[test]
fn records_and_a_report_are_written() {
    let folder = Folder::new();
    let args = ["sim", "toy", "--games", "5", "--records", "records", "--report", "report.html"];
    assert!(folder.run(&args, "").starts_with("exit code 0"));
    for number in 1..=5 {
        let name = format!("records/{number:06}.jsonl");
        assert!(folder.run(&["replay", &name, "--check"], "").starts_with("exit code 0"));
    }
    assert!(folder.text("report.html").contains("<h1>Duel: 5 battles</h1>"));
}

#[test]
fn bad_requests_are_trouble() {
    insta::assert_snapshot!(acies(&["sim", "toy", "--red", "wolfs", "--blue", "bears"]), @r"
    exit code 2
    --- stderr
    error: `toy` has no army `wolfs`
    hint: did you mean `wolves`?
    ");
    insta::assert_snapshot!(acies(&["sim", "toy", "--games", "0"]), @r"
    exit code 2
    --- stderr
    error: no battles are asked for
    hint: try `--games 1000`
    ");
    insta::assert_snapshot!(acies(&["sim", "toy", "--battle", "frod"]), @r"
    exit code 2
    --- stderr
    error: `toy` has no battle `frod`
    hint: did you mean `ford`?
    ");
}

#[test]
fn numbers_that_cannot_be_are_answered() {
    let wrong = |args: &[&str]| {
        let shown = acies(&[&["sim", "toy", "--games", "2"], args].concat());
        assert!(shown.starts_with("exit code 2\n--- stderr\n"), "{shown}");
        shown.lines().nth(2).unwrap().to_owned()
    };
    // The third was dropped without a word.
    insta::assert_snapshot!(wrong(&["--players", "random,random,centurion"]), @"error: invalid value 'random,random,centurion' for '--players <RED,BLUE>': two players fight, not 3: RED,BLUE");
    insta::assert_snapshot!(wrong(&["--threads", "10000"]), @"error: invalid value '10000' for '--threads <THREADS>': it is a whole number from 0 to 1024");
    // It was taken for an option.
    insta::assert_snapshot!(wrong(&["--seed", "-1"]), @"error: invalid value '-1' for '--seed <SEED>': a seed is a whole number from 0 to 18446744073709551615");
    let shown = acies(&["play", "toy", "--seed", "-1"]);
    assert!(shown.contains("a seed is a whole number from 0 to"), "{shown}");
}

/// So many battles take hours: what is tested comes before or in between.
const HOURS: &str = "1000000000";

#[test]
fn paths_are_tried_before_battles_are_fought() {
    let folder = Folder::new().with("file", "");
    let shown = folder.run(&["sim", "toy", "--games", HOURS, "--report", "nowhere/a.html"], "");
    assert!(shown.starts_with("exit code 2\n--- stderr\nerror: cannot write `nowhere/"), "{shown}");
    let shown = folder.run(&["sim", "toy", "--games", HOURS, "--records", "file/records"], "");
    assert!(shown.starts_with("exit code 2\n--- stderr\nerror: cannot make the folder"), "{shown}");
}

#[test]
#[cfg(unix)]
fn what_was_played_until_ctrl_c_is_told() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("acies"));
    command.args(["sim", "toy", "--json", "--games", "2000000", "--records", "records"]);
    let child = command.current_dir(&folder.0).stdout(Stdio::piped()).spawn().unwrap();
    while !folder.path("records/000002.jsonl").exists() {
        std::thread::yield_now();
    }
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("the answer is JSON");
    let games = answer["games"].as_u64().unwrap();
    assert!(0 < games && games < 2_000_000, "{games}");
    assert_eq!(answer["asked"], 2_000_000);
    let total = [&answer["red"]["wins"], &answer["blue"]["wins"], &answer["draws"]];
    assert_eq!(total.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), games);
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_written_is_trouble() {
    use std::{fs::OpenOptions, process::Command};
    for args in [&["sim", "toy", "--games", "2", "--json"][..], &["rules", "toy"], &["--help"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("acies"));
        let output = command.args(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("error: cannot write the answer: No space left"), "{said}");
    }
}

#[test]
fn a_bench_names_what_it_measures() {
    let lines = Folder::new().json(&["bench", "toy", "--seconds", "0.01", "--json"]);
    let lines = lines.as_array().unwrap();
    let has = |name: &str| lines.iter().any(|line| line["name"].as_str().unwrap().contains(name));
    for name in ["clone", "candidates", "random v random", "full log", "two threads", "replay"] {
        assert!(has(name), "no line about {name}");
    }
}
