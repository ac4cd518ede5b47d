//! What people get wrong in files and at the keyboard. Each fault is answered with its place, its rule and a way out, and
//! none of thousands of slips of the pen makes a panic.

use acies_adlg::{
    Adlg,
    action::Action,
    battle::Battle,
    files::{army, data},
    setup::{Flank, Prepare, Stage, Wing, deployment::ToArrange, works::PitchCamp},
    terrain::{Piece, landscape::Area},
};
use acies_core::{Dice, Game, Log, Pending, Ruleset, Sealed, Telling};
use acies_table::{Length, Point, Polygon};

use crate::{
    edges::PURSUIT,
    setup::{BLUE, RED, field, step, until},
};

/// What slips into a file: ends of ranges, and what is no number at all.
const SLIPS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "3",
    "4",
    "48",
    "49",
    "255",
    "256",
    "1e9",
    "99999999999",
    "nan",
    "inf",
    "none",
    "[]",
    "",
];

/// The text with one of its words replaced, or a line left out or written twice.
pub fn slip(text: &str, chance: &mut Dice) -> String {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    let lines: Vec<&str> = text.lines().collect();
    let line = chance.number(lines.len());
    match chance.number(8) {
        0 => return [&lines[..line], &lines[line + 1..]].concat().join("\n"),
        1 => return [&lines[..=line], &lines[line..]].concat().join("\n"),
        _ => {}
    }
    let words: Vec<&str> = text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let Some(&old) = words.get(chance.number(words.len().max(1))) else { return text.to_owned() };
    let start = old.as_ptr() as usize - text.as_ptr() as usize;
    let new = match chance.number(3) {
        0 => words[chance.number(words.len())],
        _ => SLIPS[chance.number(SLIPS.len())],
    };
    format!("{}{new}{}", &text[..start], &text[start + old.len()..])
}

/// Whatever is asked of a battle is answered.
fn goes_on(battle: &Battle, chance: &mut Dice) {
    let Pending::Decide(seats) = battle.pending() else { return };
    for by in seats.iter() {
        let mut list = Vec::new();
        battle.candidates(by, &mut list);
        let action = &list[chance.number(list.len())];
        assert_eq!(battle.check(by, action), Ok(()), "{}", battle.notation(by, action));
        let mut after = battle.clone();
        after.perform(by, action, &mut Dice::seeded(1), &mut Log::Off).unwrap();
    }
}

#[test]
fn slips_in_army_files_are_told() {
    let mut chance = Dice::seeded(1);
    let mut lawful = 0;
    for n in 0..3000 {
        let (id, text) = data::ARMIES[n % data::ARMIES.len()];
        match army::read(id, &slip(text, &mut chance)) {
            Ok(_) => lawful += 1,
            Err(bad) => assert!(bad.line() >= 1 && !bad.to_string().is_empty()),
        }
    }
    assert!((100..2900).contains(&lawful), "{lawful} are still lawful");
}

/// Positions at steps of a set-up, the last of them in battle.
fn positions() -> Vec<String> {
    let mut texts = vec![PURSUIT.to_owned()];
    let mut battle = field("seleucids", "rome");
    let mut dice = Dice::seeded(3);
    while battle.prelude.is_some() {
        texts.push(battle.save());
        let by = battle.pending().seat().unwrap();
        let mut list = Vec::new();
        battle.candidates(by, &mut list);
        battle.perform(by, &list[list.len() / 2], &mut dice, &mut Log::Off).unwrap();
    }
    texts.push(battle.save());
    texts
}

#[test]
fn slips_in_position_files_are_told() {
    let mut chance = Dice::seeded(2);
    let texts = positions();
    let mut sound = 0;
    for n in 0..1500 {
        let text = slip(&texts[n % texts.len()], &mut chance);
        match Adlg::position("slip.toml", &text) {
            Ok(battle) => {
                sound += 1;
                goes_on(&battle, &mut chance);
            }
            Err(bad) => assert!(bad.line() >= 1 && !bad.to_string().is_empty()),
        }
    }
    assert!((100..1400).contains(&sound), "{sound} are still sound");
}

#[test]
fn slips_of_the_tongue_are_answered() {
    let mut chance = Dice::seeded(4);
    for seed in 0..4 {
        let mut battle = match seed {
            0 => Adlg::battle("teutoburg").unwrap(),
            _ => field("carthage", "seleucids"),
        };
        let mut dice = Dice::seeded(seed);
        while battle.prelude.is_some() || battle.turn < 2 {
            let by = battle.pending().seat().unwrap();
            let mut list = Vec::new();
            battle.candidates(by, &mut list);
            for _ in 0..60 {
                let text = battle.notation(by, &list[chance.number(list.len())]);
                hears(&battle, &slip(&text, &mut chance));
            }
            battle.perform(by, &list[chance.number(list.len())], &mut dice, &mut Log::Off).unwrap();
        }
    }
}

/// Words are misread with a reason, refused with a rule, or carried out.
fn hears(battle: &Battle, text: &str) {
    for by in [RED, BLUE] {
        match battle.read(by, text) {
            Err(misread) => assert!(!misread.what.is_empty()),
            Ok(action) => match battle.check(by, &action) {
                Ok(()) => {
                    let mut after = battle.clone();
                    after.perform(by, &action, &mut Dice::seeded(1), &mut Log::Off).unwrap();
                }
                Err(no) => {
                    let reason = battle.explain(&action, &no);
                    assert!(!reason.says.is_empty(), "{text}");
                }
            },
        }
    }
}

#[test]
fn faults_of_a_set_up_are_told_with_their_place() {
    for (old, new, says) in [
        (
            "wings = [\"left\", \"centre\", \"right\"]",
            "wings = [\"left\", \"left\", \"right\"]",
            "line 22: one corps each goes left, centre and right (ADLG-R29)",
        ),
        (
            "units = [\"youths\"]",
            "units = [\"warriors\"]",
            "line 22: Heavy swordsmen cannot hide there (ADLG-R31)",
        ),
        (
            "}] }\n",
            "}], flank = { corps = 2, edge = \"centre\" } }\n",
            "line 22: no flank march comes over the centre (ADLG-R32); `left` or `right`",
        ),
        (
            "}] }\n",
            "}], flank = { corps = 4, edge = \"left\" } }\n",
            "line 22: there is no corps 4 (ADLG-R11); 1 to 3",
        ),
        (
            "markers = [[0, 3.2]]",
            "markers = [[0, 3.2], [1, 4]]",
            "line 23: a marker that is in no plan (ADLG-R31)",
        ),
        (
            "key = \"youths\", corps = 1",
            "key = \"youths\", corps = 1, at = [5, 5, 180]",
            "line 23: `youths` hides there and is on the table (ADLG-R31)",
        ),
        (
            "markers = [[0, 3.2]]",
            "markers = [[0, 3.2]]\nmarch = { corps = 1 }",
            "line 24: no plan has this march (ADLG-R32); say so in the plan",
        ),
        (
            "markers = [[0, 3.2]]",
            "camp = [0, 10.2, 180]",
            "line 23: the camp is not on the table (ADLG-R28); x from -15 to 15, y from -10 to 10",
        ),
        (
            "commander = \"ordinary\", wing = \"centre\"",
            "commander = \"ordinary\", with = \"legio\", wing = \"centre\"",
            "line 15: unknown unit `legio`",
        ),
        ("cohesion = 3", "moves = 255", "line 30: 255 movements (ADLG-R57); 0 to 3"),
        (
            "at = [0, 0, 0], is = [\"victorious\"] }]\n",
            "}]\n",
            "line 5: `legion` is not on the table (ADLG-R144)",
        ),
        (
            "[[pending]]\nstep = \"pursuit\"",
            "[prelude]\nattacker = \"red\"",
            "line 34: a set-up without the step that it is at (ADLG-R33); name it in `pending`",
        ),
        (
            "[[pending]]\nstep = \"pursuit\"",
            "[prelude]\nattacker = \"red\"\npieces = [{ by = \"red\", choice = \"road\", compulsory = false, adjusted = true, \
             laid = { area = { at = { x = 0.0, y = 0.0 }, facing = 0.0 } } }]",
            "no road is laid so (ADLG-R26)",
        ),
        (
            "[[pending]]\nstep = \"pursuit\"",
            "[prelude]\nattacker = \"red\"\nblue = [\"left\", \"none\", \"none\", \"right\"]",
            "line 36: more than 3 corps (ADLG-R11)",
        ),
    ] {
        assert!(PURSUIT.contains(old), "{old}");
        let bad = Adlg::position("bad.toml", &PURSUIT.replacen(old, new, 1)).expect_err(new);
        let said = format!("line {}: {bad}; {}", bad.line(), bad.hint.clone().unwrap_or_default());
        assert!(said.contains(says), "{new}:\n{said}");
    }
    let idle = PURSUIT.replace("[[pending]]\nstep = \"pursuit\"", "");
    let idle = idle.replace("turn = 3", "turn = 3\nactivated = [1]");
    let bad = Adlg::position("idle.toml", &idle).unwrap_err();
    assert_eq!(bad.to_string(), "no corps on the table is left to be activated (ADLG-R156)");
}

#[test]
fn a_deployment_agrees_with_its_plans() {
    let mut battle = field("seleucids", "rome");
    until(&mut battle, |it| matches!(step(it), Stage::Arrange(_)));
    let Stage::Arrange(ToArrange { by, corps }) = step(&battle) else { unreachable!() };
    let said = |battle: &Battle| match Adlg::position("bad.toml", &battle.save()) {
        Ok(_) => "fine".to_owned(),
        Err(bad) => bad.to_string(),
    };
    assert_eq!(said(&battle), "fine");
    let mut flooded = battle.clone();
    let shore = [(-15.0, -10.0), (15.0, -10.0), (15.0, 10.0), (-15.0, 10.0)];
    let outline = Polygon::new(shore.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    let lake = Area { piece: Piece::Lake, outline };
    flooded.landscape.to_mut().areas.push(lake);
    assert!(said(&flooded).contains("finds no room on the"), "ADLG-R30: {}", said(&flooded));
    let camp = Action::Prepare(Prepare::Camp(PitchCamp { at: Length::new(15.0) }));
    let reason = battle.explain(&camp, &battle.check(by, &camp).unwrap_err());
    assert_eq!(
        reason.says,
        "this is not what is being decided: does the corps stand as you want it?"
    );
    let mut unplanned = battle.clone();
    unplanned.sides[by.other()].plan = Sealed::Nothing;
    assert_eq!(said(&unplanned), format!("{} has no plan (ADLG-R29)", by.other()));
    let mut early = battle.clone();
    early.prelude.as_mut().unwrap().wings[by] = [None; 3];
    assert!(said(&early).ends_with("is on the table before its corps (ADLG-R30)"));
    if let Sealed::In(plan) = &mut battle.sides[by].plan {
        plan.flank = Some(Flank { corps, edge: Wing::Left });
    }
    let marches = format!("corps {} of {by} marches and has deployed (ADLG-R32)", corps + 1);
    assert_eq!(said(&battle), marches);
    let orders = "[[pending]]\nstep = \"orders\"\ncorps = 2\nlisted = [\"legion\"]";
    let text = PURSUIT.replace("[[pending]]\nstep = \"pursuit\"", orders);
    let bad = Adlg::position("bad.toml", &text).unwrap_err();
    assert_eq!(bad.to_string(), "`legion` is of another corps (ADLG-R86)");
}
