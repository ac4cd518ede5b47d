//! Position files: the examples of the reference, what is said of those that are wrong, and what older saves hold.

use acies_av::{
    battle::{Battle, Frame},
    files::position::{read, write},
    morale::retreat::Retreating,
    units::UnitSet,
};
use acies_core::{BadFile, Game, Seat, Telling};

use crate::camp::{blue, red};

const REFERENCE: &str = include_str!("../../../../docs/reference/av.md");

/// The files of the section on position files.
fn examples() -> impl Iterator<Item = &'static str> {
    let (_, section) = REFERENCE.split_once("## Position files").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("another section");
    section.split("```toml\n").skip(1).filter_map(|block| block.split("```").next())
}

#[test]
fn every_example_of_the_reference_is_as_it_says() {
    let mut frames = Vec::new();
    for text in examples() {
        let battle = read("av.md", text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        assert_eq!(read("saved.toml", &write(&battle)).unwrap(), battle, "{text}");
        let by = battle.pending().seat().unwrap();
        let action = |notation: &str| battle.read(by, notation).expect("a notation");
        for line in text.lines() {
            if let Some(legal) = line.strip_prefix("# legal: ") {
                assert_eq!(battle.check(by, &action(legal)), Ok(()), "{legal}");
            }
            if let Some((notation, rule)) =
                line.strip_prefix("# refused: ").and_then(|it| it.split_once(" ("))
            {
                let rules =
                    battle.check(by, &action(notation)).expect_err(notation).reason(&battle).rules;
                assert_eq!(rules.first().copied(), rule.strip_suffix(')'), "{notation}");
            }
        }
        assert!(text.contains("# legal: ") && text.contains("# refused: "), "{text}");
        frames.push(std::mem::discriminant(&battle.frame()));
    }
    frames.dedup();
    assert_eq!(frames.len(), 12, "each moment once");
}

/// One unit a side in contact; more fields of the file, and of blue's unit.
fn clash(fields: &str, blue: &str) -> Result<Battle, BadFile> {
    let text = format!(
        "name = \"Clash\"\n{fields}\n\
         [red]\nname = \"Red\"\nunits = [{{ troop = \"rom_leg\", at = [10, 5, 0] }}]\n\
         [blue]\nname = \"Blue\"\nunits = [{{ troop = \"rom_leg\", at = [10, 6, 180]{blue} }}]\n"
    );
    read("clash.toml", &text)
}

#[test]
fn names_are_read_strictly() {
    let retreat = |unit: &str| format!("pending = [{{ retreat = {{ unit = {unit} }} }}]");
    let rung = ", cp = 5, disrupted = true, rung = \"repulsed\"";
    for (fields, unit, says) in [
        (retreat("\"legionaries_1\""), rung, "both sides have a unit of this key"),
        (retreat("\"blue/legionares_1\""), rung, "unknown unit `legionares_1`"),
        (retreat("7"), rung, "red has no unit of this number"),
        (
            retreat("\"blue/legionaries_1\""),
            "",
            "Legionaries 1 (blue) have no retreat to make (AV-R72)",
        ),
        ("turn = 2".into(), rung, "no phase is being resolved"),
        ("turn = 2".into(), ", stood = [10, 7, 0]", "no phase is being resolved"),
        ("turn = 2".into(), ", reached = [\"hastati_1\"]", "unknown unit `hastati_1`"),
        ("turn = 2".into(), ", reached = 2", "red has no unit of this number"),
        ("aimed = [{ unit = \"red/legionaries_1\" }]".into(), "", "missing field `target`"),
    ] {
        let bad = clash(&fields, unit).expect_err(says);
        assert!(bad.to_string().starts_with(says), "{fields} {unit}: {bad}");
    }
    let battle = clash(&retreat("\"blue/legionaries_1\""), rung).unwrap();
    assert_eq!(battle.frame(), Frame::Retreat(Retreating { unit: blue(0) }));
}

#[test]
fn what_does_not_fit_is_shown_in_its_line_with_a_way_out() {
    for (fields, unit, line, says, hint) in [
        (
            "pending = [{ retreat = { unit = \"blue/legionaries_1\" } }]",
            "",
            2,
            "Legionaries 1 (blue) have no retreat to make (AV-R72)",
            "give it `rung = \"repulsed\"` or `rung = \"routed\"`",
        ),
        (
            "turn = 2\nresolution = { phase = \"shooting\" }",
            "",
            3,
            "what is pending is no part of a resolution (AV-4.1)",
            "leave `resolution` out",
        ),
        (
            "turn = 2\npending = [{ targets = \"red\" }]\naimed = [{ unit = \"red/legionaries_1\", target = \"blue/legionaries_1\" }]",
            "",
            4,
            "Legionaries 1 (red) cannot shoot at Legionaries 1 (blue): Legionaries 1 (red) have nothing to shoot with (AV-3.7)",
            "leave this target out",
        ),
        (
            "turn = 2\npending = [{ prepare = \"begin\" }]",
            "",
            3,
            "there is no set-up to decide about (AV-4.1)",
            "add `prelude`",
        ),
        (
            "turn = 2",
            ", disrupted = true, order = \"advance\"",
            8,
            "a disrupted unit is under no order, or under Fall back (AV-9.5)",
            "leave out `order`, or `disrupted`",
        ),
    ] {
        let bad = clash(fields, unit).expect_err(says);
        assert_eq!((bad.line(), bad.to_string().as_str()), (line, says));
        assert!(bad.hint.as_deref().is_some_and(|it| it.starts_with(hint)), "{:?}", bad.hint);
    }
    // AV-5.29: no artillery rushes; that is not a matter of Shieldwalls (AV-R38).
    let text = "name = \"A\"\n[red]\nname = \"R\"\nunits = [{ troop = \"rom_scorp\", at = [5, 5, 0], order = \"rush\" }]\n\
                [blue]\nname = \"B\"\nunits = [{ troop = \"rom_leg\", at = [5, 15, 180] }]\n";
    let bad = read("a.toml", text).expect_err("AV-5.29");
    assert_eq!((bad.line(), bad.rule), (4, Some("AV-5.29")));
}

/// What is offered to who must decide, each in notation; all of it is legal.
fn offered(battle: &Battle) -> Vec<String> {
    let (by, mut all) = (battle.pending().seat().unwrap(), Vec::new());
    battle.candidates(by, &mut all);
    for action in &all {
        assert_eq!(battle.check(by, action), Ok(()), "{}", battle.notation(by, action));
    }
    all.iter().map(|action| battle.notation(by, action)).collect()
}

#[test]
fn a_retreat_between_friends_ends_where_it_may() {
    // AV-R2, AV-R53: 15 degrees aside there is room between two friends who may be passed, but only by a hair: 2.905 UD,
    // on the grid, end 0.9899 UD from one of them.
    let text = include_str!("positions/retreat_between_friends.toml");
    let battle = read("retreat_between_friends.toml", text).unwrap();
    let retreats = offered(&battle);
    assert!(retreats.iter().all(|it| it.starts_with("retreat 3")), "AV-R85: {retreats:?}");
    let by_a_hair = battle.read(Seat::Blue, "retreat 345 2.905").unwrap();
    assert!(battle.check(Seat::Blue, &by_a_hair).is_err(), "AV-R53");
}

#[test]
fn a_blocked_rout_has_two_ways_that_are_equally_good() {
    // AV-R86: the friend behind lets it go farthest 45 degrees aside, to the right as to the left.
    let text = "name = \"Rout\"\npending = [{ retreat = { unit = \"v\" } }]\n\
                [red]\nname = \"R\"\nunits = [{ troop = \"rom_hast\", name = \"V\", at = [15, 9, 0], cp = 3, disrupted = true, rung = \"routed\" }, { troop = \"rom_hast\", name = \"H\", at = [15, 7.7, 0] }]\n\
                [blue]\nname = \"B\"\nunits = [{ troop = \"gal_bow\", name = \"A\", at = [15, 12, 180] }]\n";
    let battle = read("rout.toml", text).unwrap();
    // 1.3 sin 45 is 0.9192, and 1.3^2 - 1 is 0.69: 0.9192 - sqrt(0.9192^2 - 0.69) is 0.5255.
    assert_eq!(offered(&battle), ["retreat 225 0.525", "retreat 135 0.525"]);
    let straight = battle.read(Seat::Red, "retreat 180 0.3").unwrap();
    let rules = battle.check(Seat::Red, &straight).expect_err("AV-R86").reason(&battle).rules;
    assert_eq!(rules, ["AV-R84", "AV-R85"]);
}

#[test]
fn older_saves_have_numbers() {
    let fields = "pending = [{ retreat = { unit = 20 } }]\n\
                  resolution = { fights = [{ units = [0, 0], supports = [0, 0], contact = [0, 0], unasked = [0, 0] }] }";
    let unit = ", cp = 5, disrupted = true, rung = \"repulsed\", reached = 1";
    let battle = clash(fields, unit).unwrap();
    assert_eq!(battle.frame(), Frame::Retreat(Retreating { unit: blue(0) }));
    assert_eq!(battle.unit(blue(0)).reached, UnitSet::one(0));
    assert!(battle.resolution.as_ref().unwrap().fight_of(red(0)).is_some(), "AV-R73");
    assert_eq!(battle.pending().seat(), Some(Seat::Blue));
}
