//! Position files: the examples of the reference, what is said of those that are wrong, and what older saves hold.

use acies_av::{
    battle::{Battle, Frame},
    position::{read, write},
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
        let by = battle.frame().seat();
        let action = |notation: &str| battle.read(by, notation).expect("a notation");
        for line in text.lines() {
            if let Some(legal) = line.strip_prefix("# legal: ") {
                assert_eq!(battle.check(by, &action(legal)), Ok(()), "{legal}");
            }
            if let Some((notation, rule)) =
                line.strip_prefix("# refused: ").and_then(|it| it.split_once(" ("))
            {
                let rules = battle.check(by, &action(notation)).expect_err(notation).rules();
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
        (retreat("\"blue/legionaries_1\""), "", "what is pending does not fit the position"),
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
    assert_eq!(battle.frame(), Frame::Retreat { unit: blue(0) });
}

#[test]
fn older_saves_have_numbers() {
    let fields = "pending = [{ retreat = { unit = 20 } }]\n\
                  resolution = { fights = [{ units = [0, 0], supports = [0, 0], contact = [0, 0], unasked = [0, 0] }] }";
    let unit = ", cp = 5, disrupted = true, rung = \"repulsed\", reached = 1";
    let battle = clash(fields, unit).unwrap();
    assert_eq!(battle.frame(), Frame::Retreat { unit: blue(0) });
    assert_eq!(battle.unit(blue(0)).reached, UnitSet::one(0));
    assert!(battle.resolution.as_ref().unwrap().fight_of(red(0)).is_some(), "AV-R73");
    assert_eq!(battle.pending().seat(), Some(Seat::Blue));
}
