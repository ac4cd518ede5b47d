//! Kept battles, played again: whatever is decided, thrown, told and come to must be as it was. Who
//! changes a rule or a line of the log on purpose keeps new ones with `ACIES_KEEP=write`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use acies_core::{
    Dice, Each, Game, Log, Pending, Ruleset, Seat, Tactics, Telling,
    record::{self, DiceKind, Recorder},
};

use crate::{Visitor, find, rulesets, with};

const SEED: u64 = 3;

/// So many rulesets have a battle here; others keep their logs with their own tests.
const KEPT: usize = 2;

fn file(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kept").join(format!("{id}.jsonl"))
}

/// A battle of the first two armies of one size, whole.
struct Keep;

impl Visitor for Keep {
    type Out = String;

    fn visit<R: Ruleset>(self) -> String {
        let mut armies = R::ARMIES.iter().filter_map(|(id, _)| R::shipped(id));
        let first = armies.next().expect("some ship");
        let second = armies.find(|it| it.budget == first.budget).expect("several of one size");
        let mut game = R::field(&first, &second).expect("they are of one size");
        let players = Each::of(|_: Seat| "heuristic".to_owned());
        let mut recorder = Recorder::new::<R>(&game, players, DiceKind::Seeded(SEED));
        let (mut dice, mut chance) = (Dice::seeded(SEED), Dice::seeded(SEED ^ 0x5eed));
        loop {
            let by = match game.pending() {
                Pending::Over(outcome) => return recorder.end(Some(outcome), None),
                Pending::Decide(seats) => seats.first().expect("somebody decides"),
            };
            let action = game.view(Some(by)).decide(by, &mut chance);
            let (notation, mut log) = (game.notation(by, &action), Log::kept());
            dice.forget();
            let done = game.perform(by, &action, &mut dice, &mut log);
            done.expect("seeded dice are never waited for");
            recorder.step(by, notation, dice.thrown(), &log, &game);
        }
    }
}

#[test]
fn kept_battles_are_played_again() {
    let write = std::env::var_os("ACIES_KEEP").is_some_and(|how| how == "write");
    let mut played = 0;
    for id in rulesets().iter().map(|it| it.id()) {
        let path = file(id);
        if write {
            fs::write(&path, with(id, Keep).expect("it is listed")).unwrap();
        }
        if !path.exists() {
            continue;
        }
        played += 1;
        let here = path.display();
        let text = fs::read_to_string(&path).unwrap_or_else(|no| panic!("{here}: {no}"));
        let kept = record::read(&text);
        let kept = kept.unwrap_or_else(|bad| panic!("{here}:{}: {}", bad.line, bad.what));
        assert!(kept.whole && kept.steps.len() > 50, "{here}");
        let bad = find(id).unwrap().verify(&kept).err();
        let bad = bad.map(|bad| format!("{here}:{}: {}", bad.line, bad.what));
        assert_eq!(
            bad, None,
            "if it is meant so: `ACIES_KEEP=write cargo nextest run -p acies kept`"
        );
    }
    assert!(played >= KEPT, "only {played} rulesets have a kept battle");
}

#[test]
fn a_changed_line_of_the_log_is_found() {
    let mut kept = record::read(&fs::read_to_string(file("virtus")).unwrap()).unwrap();
    let told = kept.steps.iter_mut().find_map(|step| step.log.last_mut());
    told.expect("something happens").line.push('!');
    let bad = find("virtus").unwrap().verify(&kept).err().expect("the line is another");
    assert!(bad.what.contains("the log says"), "{}", bad.what);
}
