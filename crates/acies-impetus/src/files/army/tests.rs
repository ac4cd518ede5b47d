use acies_core::muster::Edit;

use super::*;
use crate::profile::Missile;

const CONSULAR: &str = include_str!("../../../data/armies/consular.toml");
const ITALY: &str = include_str!("../../../data/armies/army_of_italy.toml");

fn shipped(id: &str) -> Roster {
    let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == id).unwrap();
    read(id, text).unwrap_or_else(|bad| panic!("{id}:{}: {bad}", bad.line()))
}

#[test]
fn shipped_armies_are_lawful() {
    let mut of = Vec::new();
    for (id, _) in data::ARMIES {
        let roster = shipped(id);
        of.push(roster.list.unwrap().id.clone());
        assert_eq!(roster.budget, 400, "{id}");
        assert!((396..=400).contains(&roster.cost()), "IMP-R5: {id} {}", roster.cost());
        assert_eq!(roster.warnings(), [""; 0], "{id}");
    }
    of.sort();
    let mut lists: Vec<_> = data::lists().iter().map(|list| list.id.clone()).collect();
    lists.sort();
    assert_eq!(of, lists, "an army of each list");
}

#[test]
fn samples_are_those_of_the_rulebook() {
    // RULES.md 5.3: 400 points and VDT 35 each; Commands of VD 20 and 15, 24 and 11.
    for (id, units, vds) in [("consular", 17, [20, 15]), ("army_of_italy", 17, [24, 11])] {
        let roster = shipped(id);
        assert_eq!((roster.units.len(), roster.cost()), (units, 400), "RULES.md 5.3: {id}");
        assert_eq!([roster.command_vd(0), roster.command_vd(1)], vds, "IMP-R6, IMP-R69: {id}");
        assert_eq!(roster.vdt(), 35, "IMP-R69: {id}");
    }
    // IMP-R6: the Principes of the Commander count 3 instead of 2; a Large Unit only its front element.
    let consular = shipped("consular");
    let with = usize::from(consular.commands[0].with);
    assert_eq!(consular.vds(with).collect::<Vec<_>>(), [3], "IMP-R6");
    let led = ITALY.replace("with = \"car_veterans_2\"", "with = \"car_spearmen\"");
    let led = read("italy", &led).unwrap();
    let with = usize::from(led.commands[0].with);
    assert_eq!(led.vds(with).collect::<Vec<_>>(), [3, 2], "IMP-R6: a Large Unit");
}

/// What is wrong after a change of the consular army, with its line.
fn wrong(old: &str, new: &str) -> String {
    assert!(CONSULAR.contains(old), "{old}");
    let bad = read("army.toml", &CONSULAR.replacen(old, new, 1)).unwrap_err();
    let hint = bad.hint.as_deref().map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{}: {bad}{hint}", bad.line())
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (old, new, says) in [
        ("rom_hastati\"", "rom_hastatti\"", "did you mean `rom_hastati`"),
        ("\"mid_republican_roman\"", "\"mid_roman\"", "unknown army list"),
        ("name = \"Consular army\"", "name = \"C\"\nbudget = 450", "300, 400 or 500 points"),
        ("name = \"Consular army\"", "name = \"C\"\nbudget = 300", "over the budget of 300"),
        ("name = \"Consular army\"", "name = \"C\"\nstructure = \"good\"", "(IMP-R126)"),
        (
            "\"fair\"",
            "\"charismatic\"",
            "no Commander-in-Chief of Mid-Republican Roman is Charismatic",
        ),
        ("\"poor\"", "\"charismatic\"", "(IMP-SPC.24)"),
        ("\"poor\"", "\"coward\"", "(IMP-R8)"),
        ("chief = true", "chief = false", "no Commander-in-Chief (IMP-R6)"),
        (
            "with = \"rom_principes_2\"",
            "with = \"rom_allies_1\"",
            "there is no Unit `rom_allies_1` in Command",
        ),
        (
            "{ troop = \"rom_triarii\", at = [[80, 6]] }",
            "{ troop = \"rom_triarii\", large = 2, at = [[80, 6]] }",
            "they form no Large Units",
        ),
        (
            "{ troop = \"rom_equites\",",
            "{ troop = \"gal_nobles\",",
            "`gal_nobles` are not in the list",
        ),
        ("[58, 22]", "[12, 22]", "(IMP-R12)"),
        ("[74, 29]", "[74, 31]", "is not where Units deploy"),
        ("[80, 14]", "[79, 14]", "stands upon `rom_principes_1`"),
        ("baggage = [40, 4]", "baggage = [40, 5]", "the baggage is not where it is placed"),
        ("baggage = [40, 4]", "baggage = [80, 4]", "stands upon the baggage"),
        (", at = [[80, 6]]", "", "`rom_triarii_1` has no place, others have"),
        (
            "{ troop = \"rom_velites\", count = 2,",
            "{ troop = \"rom_velites\", missile = \"longbow_a\", count = 2,",
            "(IMP-R127)",
        ),
        ("count = 3, at", "count = 0, at", "a count of 0"),
        ("count = 3, at", "count = 2, at", "3 places for 2 Units"),
    ] {
        let told = wrong(old, new);
        assert!(told.contains(says), "{new}: {told}");
    }
    // IMP-R5, RULES.md 5.2: elements count, and Commands have two Units.
    assert!(
        wrong("count = 3, at = [[104, 22], [112, 22], [120, 22]]", "at = [[104, 22]]")
            .contains("too few `rom_allies`: 1")
    );
    let alone = "[[command]]\nname = \"Camp\"\ncommander = \"poor\"\nwith = \"rom_velites_4\"\nunit = [{ troop = \"rom_velites\", at = [[20, 10]] }]\n";
    let bad = read("army.toml", &format!("{CONSULAR}\n{alone}")).unwrap_err();
    assert_eq!((bad.line(), bad.rule), (31, Some("IMP-R5")), "{bad}");
    // IMP-R5: an army of 300 points has two Commands at most.
    let small = format!("{CONSULAR}\n{alone}").replacen("list =", "budget = 300\nlist =", 1);
    let all: Vec<_> =
        Lines::muster("", &small).unwrap().wrong.iter().map(ToString::to_string).collect();
    assert!(all.iter().any(|it| it == "3 Commands (IMP-R5)"), "{all:?}");
}

#[test]
fn skirmishers_choose_their_weapon() {
    let slings =
        CONSULAR.replace("\"rom_velites\", count", "\"rom_velites\", missile = \"sling\", count");
    let roster = read("army.toml", &slings).unwrap();
    let velites = roster.units.iter().find(|unit| unit.key == "rom_velites_1").unwrap();
    assert_eq!(velites.profile.missile, Some(Missile::Sling), "IMP-R127");
    assert_eq!((velites.cost(), roster.cost()), (14, 400), "IMP-R127, IMP-R9");
}

#[test]
fn an_army_may_be_of_no_list() {
    let free = "name = \"Free\"\nstructure = \"poor\"\n[[command]]\nname = \"All\"\ncommander = \"genius\"\nchief = true\nwith = \"knights\"\nunit = [{ troop = \"knights\" }, { troop = \"pike_schiltron\", large = 2 }]\n";
    let roster = read("free.toml", free).unwrap();
    // IMP-R7 to IMP-R9: 0 + 50 + 34 + 16 + 12.
    assert_eq!(roster.cost(), 112, "IMP-R125");
    assert_eq!(roster.warnings(), ["288 points unspent (IMP-R5)"]);
    let bad = read("free.toml", &free.replace("structure = \"poor\"\n", "")).unwrap_err();
    assert_eq!(bad.rule, Some("IMP-R125"));
}

#[test]
fn an_army_that_is_being_written_can_be_changed() {
    let whole = Lines::muster("army.toml", CONSULAR).unwrap();
    assert!(whole.wrong.is_empty());
    assert_eq!((whole.cost, whole.groups.len(), whole.rows.len()), (400, 2, 9));
    let chief = &whole.leaders[0];
    let qualities: Vec<_> = chief.selects[0].options.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(qualities, ["Expert", "Fair"], "RULES.md 5.2");
    let dearer = read("", &Edit::all(&chief.selects[0].options[0].edits, CONSULAR)).unwrap_err();
    assert!(dearer.to_string().starts_with("415 points, 15 over the budget"), "{dearer}");
    let hastati = chief.selects[1].options.iter().find(|it| it.name == "Hastati 1").unwrap();
    let moved = read("", &Edit::all(&hastati.edits, CONSULAR)).unwrap();
    assert_eq!(moved.commands[0].with, 0, "IMP-R6");
    // IMP-R6: another takes command, and the first yields it.
    let other = &whole.leaders[1].selects[2].options[0];
    let changed = Lines::muster("", &Edit::all(&other.edits, CONSULAR)).unwrap();
    assert!(
        changed.leaders[1].selects[2].options[0].on && !changed.leaders[0].selects[2].options[0].on
    );
}

#[test]
fn a_roster_can_be_printed() {
    let lines = shipped("army_of_italy").lines();
    assert_eq!(lines[0], "Command Structure Average (12), VDT 35");
    assert_eq!(
        lines[1],
        "Line: Expert (30), Commander-in-Chief, with African veterans (Hannibal) 2"
    );
    let large = lines.iter().find(|line| line.contains("Large Unit of 2")).unwrap();
    assert!(large.contains("37"), "IMP-R9: 21 + 16: {large}");
    assert_eq!(lists().len(), 15, "RULES.md 5.2, IMP-R126");
}
