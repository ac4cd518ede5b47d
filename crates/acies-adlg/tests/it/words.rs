//! What players type and read: notation, position files, refusals that can be drawn, lines of the log.

use acies_adlg::{
    Adlg,
    action::{Action, UnitSet},
    battle::{Battle, Frame},
    charge::declare::{Declare, How},
    command::activation::Activate,
    movement::{Element, march::Move},
    rally::TryRally,
    rout::pursuit::Pursue,
    setup::{Stage, deployment::ToArrange, pieces::ToLay},
    shooting::phase::Shoot,
};
use acies_core::{Dice, Form, Game, Log, Ruleset, Seat, Tactics, Telling};
use acies_table::{Angle, Length};

use crate::small::field;

/// A legion before a warband: red gives orders to its only corps.
const POSITION: &str = r#"
ruleset = "adlg"
name = "A skirmish"
turn = 2

[[terrain]]
piece = "wood"
outline = [[6, 6], [9, 6], [9, 9], [6, 9]]

[red]
name = "Rome"
corps = [
  { name = "First", commander = "competent", wing = "left", with = "legion_1" },
  { name = "Second", commander = "ordinary", wing = "centre", now = "lost" },
  { name = "Third", commander = "ordinary", wing = "right", now = "lost" },
]
units = [
  { troop = "rom.hastati", key = "legion_1", name = "Legion 1", corps = 1, at = [0, 0, 0] },
  { troop = "rom.hastati", key = "legion_2", name = "Legion 2", corps = 1, at = [1, 0, 0], cohesion = 3 },
  { troop = "light_infantry bow", key = "archers", corps = 1, at = [3, 0, 0] },
]

[blue]
name = "Gauls"
corps = [
  { name = "First", commander = "ordinary", wing = "left" },
  { name = "Second", commander = "ordinary", wing = "centre", now = "lost" },
  { name = "Third", commander = "ordinary", wing = "right", now = "lost" },
]
units = [
  { troop = "medium_swordsmen impetuous", corps = 1, at = [0, 2, 180] },
]

[[pending]]
step = "orders"
corps = 1
points = 3
"#;

fn position(text: &str) -> Battle {
    Adlg::position("skirmish.toml", text)
        .unwrap_or_else(|bad| panic!("line {}: {bad}: {:?}", bad.line(), bad.hint))
}

fn units(units: &[u8]) -> UnitSet {
    units.iter().copied().collect()
}

fn read(text: &str) -> Result<Action, String> {
    position(POSITION).read(Seat::Red, text).map_err(|misread| {
        let hint = misread.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        format!("{}{hint}", misread.what)
    })
}

#[test]
fn actions_are_written_as_players_say_them() {
    let battle = position(POSITION);
    let wheel = |degrees| Element::Wheel(Angle::new(degrees));
    let advance = Element::Advance(Length::new(2.5));
    for (action, text) in [
        (Action::Activate(Activate { corps: 1 }), "activate 2"),
        (
            Action::Move(Move {
                units: units(&[0, 1, 2]),
                elements: [advance, wheel(-30.0)].into_iter().collect(),
            }),
            "move 1-3: advance 2.5, wheel 30 left",
        ),
        (
            Action::Move(Move {
                units: units(&[0]),
                elements: [Element::QuarterLeft, Element::Half].into_iter().collect(),
            }),
            "move 1: turn left, turn about",
        ),
        (
            Action::Charge(Declare {
                units: units(&[0, 1]),
                start: [wheel(12.345)].into_iter().collect(),
                how: How::Ordered,
            }),
            "charge 1,2: wheel 12.345 right",
        ),
        (
            Action::Charge(Declare {
                units: units(&[0]),
                start: [].into_iter().collect(),
                how: How::Spontaneous,
            }),
            "charge 1 spontaneous",
        ),
        (Action::Rally(TryRally { unit: 1 }), "rally 2"),
        (
            Action::Shoot(Shoot { main: 2, supporters: units(&[0, 1]), target: 0 }),
            "shoot 3 at 1 with 1,2",
        ),
        (Action::Pursue(Pursue { unit: 0, distance: Length::new(0.5) }), "pursue 1 0.5"),
        (Action::Pursue(Pursue { unit: 0, distance: Length::ZERO }), "stay 1"),
        (Action::EndCorps, "end"),
        (Action::Resign, "resign"),
    ] {
        assert_eq!(battle.notation(Seat::Red, &action), text);
        assert_eq!(battle.read(Seat::Red, text).as_ref(), Ok(&action), "{text}");
    }
}

#[test]
fn units_are_named_by_number_or_key() {
    let both = read("move 1,2: advance 1").unwrap();
    for other in
        ["move legion_1,legion_2: advance 1", "MOVE legion-1, 2: advance 1.0", "move 1-2:advance 1"]
    {
        assert_eq!(read(other).as_ref(), Ok(&both), "{other}");
    }
    assert_eq!(read("activate first"), Ok(Action::Activate(Activate { corps: 0 })));
    assert_eq!(read("activate centre"), Ok(Action::Activate(Activate { corps: 1 })));
    assert_eq!(read("done"), Ok(Action::EndCorps));
}

#[test]
fn what_cannot_be_read_is_answered() {
    for (text, says) in [
        ("", "an action is missing"),
        ("mvoe 1: advance 2", "there is no action `mvoe`; did you mean `move`"),
        ("move 1", "how does it move?; as in `move 3-5: advance 2.5, wheel 30 left`"),
        ("move 1:", "how does it move?"),
        ("move 9: advance 2", "Rome has no unit 9; 1 to 3"),
        ("move 0: advance 2", "Rome has no unit 0"),
        (
            "move legoin_1: advance 2",
            "there is no unit of Rome `legoin_1`; did you mean `legion_1`",
        ),
        ("move 1: advnce 2", "there is no element `advnce`; did you mean `advance`"),
        ("move 1: advance two", "`two` is no number of UD"),
        ("move 1: advance -2", "`-2` is no number of UD"),
        ("move 1: advance 99999999999", "too large"),
        ("move 1: advance NaN", "`NaN` is no number of UD"),
        ("move 1: wheel 30", "`wheel 30` is no element of a move"),
        ("move 1: wheel 30 up", "there is no side `up`"),
        ("move 1: turn back", "there is no turn `back`"),
        (
            "move 1: advance 1, advance 1, advance 1, advance 1, advance 1, advance 1, advance 1",
            "more than 6 elements",
        ),
        ("charge 1 furious", "there is no charge `furious`"),
        ("charge", "a unit is missing"),
        ("activate 4th", "there is no corps `4th`"),
        ("shoot 3 on 1", "there is no word `on`"),
        ("shoot 3 at 7", "Gauls has no unit 7"),
        ("rally 1 2", "`2` is one word too many"),
        ("rally 1: advance 2", "says nothing here"),
        ("form 1", "`1` has no file"),
        ("ride north", "`north` is no place"),
    ] {
        let said = read(text).expect_err(text);
        assert!(said.contains(says), "{text}: {said}");
    }
}

#[test]
fn a_position_has_what_its_file_says() {
    let battle = position(POSITION);
    assert_eq!((battle.turn, battle.phasing), (2, Seat::Red));
    let Some(Frame::Orders(orders)) = battle.stack.last() else { panic!("{:?}", battle.stack) };
    assert_eq!((orders.corps, orders.points), (0, 3));
    assert_eq!(battle.sides[Seat::Red].units[1].cohesion, 3);
    let gauls = &battle.setup.armies[Seat::Blue].troops[0];
    assert_eq!((gauls.key.as_str(), gauls.name.as_str()), ("medium_swordsmen", "Medium swordsmen"));
    assert_eq!(Adlg::position("again", &battle.save()).unwrap(), battle, "what is saved is read");
}

#[test]
fn whatever_is_wrong_in_a_position_is_told_with_its_line_and_rule() {
    for (old, new, says) in [
        (
            "rom.hastati\", key = \"legion_1\"",
            "rom.hastatii\", key = \"legion_1\"",
            "line 18: there are no troops `rom.hastatii`; did you mean `rom.hastati`",
        ),
        (
            "light_infantry bow",
            "light_infantry boww",
            "line 20: `boww` says nothing of a unit; did you mean `bow`",
        ),
        (
            "light_infantry bow",
            "light_infantry stakes",
            "line 20: stakes are for close foot (ADLG-R15)",
        ),
        (
            "at = [1, 0, 0]",
            "at = [0.5, 0, 0]",
            "line 19: `legion_2` stands on top of `legion_1` (ADLG-R6)",
        ),
        (
            "at = [3, 0, 0]",
            "at = [30, 0, 0]",
            "line 20: `archers` is not on the table (ADLG-R5); x from -15 to 15, y from -10 to 10",
        ),
        ("cohesion = 3", "cohesion = 9", "line 19: a cohesion of 9 (ADLG-R8); 0 to 4"),
        (
            "cohesion = 3",
            "cohesion = 0",
            "line 19: a unit without cohesion is routing, not on the table (ADLG-R144)",
        ),
        ("key = \"legion_2\"", "key = \"legion_1\"", "line 19: two units with the key `legion_1`"),
        (
            "corps = 1, at = [3, 0, 0]",
            "corps = 4, at = [3, 0, 0]",
            "line 20: there is no corps 4 (ADLG-R11); 1 to 3",
        ),
        (
            "with = \"legion_1\"",
            "with = \"legio\"",
            "line 13: unknown unit `legio`; did you mean `legion_1`",
        ),
        ("turn = 2", "turn = 99", "line 4: turn 99 (ADLG-R19)"),
        (
            "turn = 2",
            "budget = 150",
            "line 4: a budget of 150 (ADLG-R11); games have 100, 200 or 300 points",
        ),
        ("turn = 2", "tunr = 2", "line 4: unknown field `tunr`"),
        ("ruleset = \"adlg\"", "ruleset = \"virtus\"", "line 2: a file of `virtus`, not of `adlg`"),
        ("[6, 9]]", "[6, 6]]", "line 6"),
        ("step = \"orders\"\ncorps = 1", "step = \"orders\"", "line 34: missing field `corps`"),
        ("step = \"orders\"", "step = \"order\"", "line 35: unknown variant `order`"),
        (
            "step = \"orders\"\ncorps = 1\npoints = 3",
            "step = \"charge\"\nhow = \"ordered\"\nallowance = 2\nunits = [\"legion_1\"]",
            "line 34: this step cannot be pending here (ADLG-SEQ.1); the innermost step comes last",
        ),
        (
            "step = \"orders\"\ncorps = 1\npoints = 3",
            "step = \"orders\"\ncorps = 1\n[[pending]]\nstep = \"charge\"\nhow = \"ordered\"\n\
             allowance = 2\nunits = [\"legion_1\"]",
            "a charge that asks nobody (ADLG-R80); name the targets",
        ),
        (
            "step = \"orders\"",
            "step = \"pursuit\"",
            "line 34: nobody can decide anything at this step (ADLG-SEQ.1)",
        ),
        (
            "step = \"orders\"\ncorps = 1\npoints = 3",
            "step = \"engage\"\nunit = \"legion_1\"",
            "line 34: nobody can decide anything at this step (ADLG-SEQ.1)",
        ),
        (
            "step = \"orders\"",
            "step = \"prepare\"\nprepare = \"plan\"",
            "line 34: no set-up is under way (ADLG-R33); say so in `[prelude]`",
        ),
        (
            "cohesion = 3",
            "is = [\"rallid\"]",
            "line 19: unknown state `rallid`; did you mean `rallied`",
        ),
    ] {
        assert!(POSITION.contains(old), "{old}");
        let bad = Adlg::position("skirmish.toml", &POSITION.replacen(old, new, 1)).expect_err(new);
        let said = format!("line {}: {bad}; {}", bad.line(), bad.hint.clone().unwrap_or_default());
        assert!(said.contains(says), "{new}:\n{said}");
    }
}

#[test]
fn set_up_steps_out_of_range_are_told() {
    // The first piece, then the first corps, that the players are asked about.
    let step_of = |battle: &Battle| match battle.stack.last() {
        Some(Frame::Prepare(step)) => *step,
        other => panic!("{other:?}"),
    };
    let mut battle = field("Rome", "Carthage");
    let (mut dice, mut chance) = (Dice::seeded(1), Dice::seeded(2));
    let mut found = Vec::new();
    while battle.prelude.is_some() {
        let (old, new, says) = match step_of(&battle) {
            Stage::Piece(ToLay { piece, .. }) => {
                (format!("piece = {piece},"), "piece = 77,", "there is no piece 77 (ADLG-R25)")
            }
            Stage::Arrange(ToArrange { corps, .. }) => {
                (format!("corps = {corps} "), "corps = 9 ", "there is no corps 9 (ADLG-R11)")
            }
            _ => (String::new(), "", ""),
        };
        if !new.is_empty() && !found.contains(&new) {
            let text = battle.save();
            let bad = text.replacen(&old, new, 1);
            assert_ne!(bad, text, "{old} is not in\n{text}");
            let said = Adlg::position("bad.toml", &bad).unwrap_err().to_string();
            assert!(said.contains(says), "{said}");
            found.push(new);
        }
        let by = battle.pending().seat().unwrap();
        let action = battle.view(Some(by)).decide(by, &mut chance);
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
    }
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn a_refusal_can_be_drawn_and_has_a_way_out() {
    let battle = position(POSITION);
    let action = battle.read(Seat::Red, "move 1: advance 2.5").unwrap();
    let refusal = battle.check(Seat::Red, &action).unwrap_err();
    let reason = battle.explain(&action, &refusal);
    // ADLG-MVT.T1: 2 UD; ADLG-R56 keeps it away from the Gauls 1.5 UD ahead.
    assert!(!reason.rules.is_empty() && !reason.says.is_empty());
    let instead = reason.instead.expect("a shorter advance is allowed");
    assert!(instead.starts_with("move 1: advance 1."), "{instead}");
    let action = battle.read(Seat::Red, &instead).unwrap();
    assert_eq!(battle.check(Seat::Red, &action), Ok(()), "{instead}");
    assert!(reason.shapes.iter().any(|shape| matches!(shape.form, Form::Rect { .. })));
}

#[test]
fn keys_are_known_in_capitals() {
    let battle = position(&POSITION.replace("\"archers\"", "\"W\""));
    for text in ["move W: advance 1", "move w: advance 1", "move 3: advance 1"] {
        let action = battle.read(Seat::Red, text).unwrap();
        assert_eq!(battle.notation(Seat::Red, &action), "move 3: advance 1", "{text}");
    }
}

#[test]
fn a_charge_is_forecast_as_the_melee_that_follows() {
    let battle = position(POSITION);
    let action = battle.read(Seat::Red, "charge 1").unwrap();
    assert_eq!(battle.words(Seat::Red, &action), "Legion 1 charges Medium swordsmen, 1 CP");
    assert_eq!(battle.forecast(Seat::Red, &action), None, "it throws nothing by itself");
    let later = battle.later(Seat::Red, &action);
    let forecast = later.first().expect("they fight");
    assert!(forecast.title.ends_with("if they stand"), "{}", forecast.title);
    assert_eq!(battle.later_worths(Seat::Red, &action).len(), later.len());
    let whole: f64 = forecast.outcomes.iter().map(|it| it.chance.to_f64()).sum();
    assert!((whole - 1.0).abs() < 1e-12);
    assert!(forecast.rules.contains(&"ADLG-MEL.1"));
}

#[test]
fn events_are_told_in_a_line_with_their_sums() {
    let mut battle = position(POSITION);
    let mut log = Log::kept();
    let charge = battle.read(Seat::Red, "charge 1").unwrap();
    battle.apply(Seat::Red, &charge, &mut Dice::scripted([]), &mut log).unwrap();
    let told: Vec<_> = log.events().iter().filter_map(|event| battle.tell(event, None)).collect();
    let lines: Vec<_> = told.iter().map(|entry| entry.line.as_str()).collect();
    assert_eq!(lines[0], "Legion 1 charges Medium swordsmen (1 CP)");
    assert!(lines.contains(&"Legion 1 hits the front of Medium swordsmen"), "{lines:?}");
    assert!(told[0].detail.iter().any(|line| line.contains("+1 charge [ADLG-ORD.2]")));
}

#[test]
fn moves_are_told_with_where_they_end() {
    let mut battle = position(POSITION);
    let mut log = Log::kept();
    let advance = battle.read(Seat::Red, "move 2: advance 0.5").unwrap();
    battle.apply(Seat::Red, &advance, &mut Dice::scripted([]), &mut log).unwrap();
    let told = battle.tell(&log.events()[0], None).expect("a move is told");
    assert_eq!(
        told.to_string(),
        "Legion 2 moves: advance 0.5 UD, to 1 UD east, 0.5 UD north, facing north (1 CP) [ADLG-R46]"
    );
}

#[test]
fn the_board_shows_bases_to_scale_and_both_rosters() {
    let board = position(POSITION).board(None);
    // Four columns and two lines to a UD: neighbours stand side by side.
    assert!(board.contains("##1^##2^"), "{board}");
    assert!(board.contains("oo1v"), "{board}");
    assert!(board.contains("* wood"), "{board}");
    assert!(board.contains("  2 Legion 2                 3/4 north"), "{board}");
    assert!(board.contains("# Rome lost"), "{board}");
    assert!(board.lines().all(|line| line.chars().count() <= 130), "{board}");
}

/// Old files, and people, name steps and units without their sides; what is written today reads back to the same.
#[test]
fn steps_are_written_with_names_and_older_files_read_on() {
    let old = POSITION.replace(
        "corps = 1\npoints = 3\n",
        "corps = 1\npoints = 3\nlisted = [\"legion_2\"]\n[[pending]]\nstep = \"charge\"\nhow = \"ordered\"\n\
         allowance = 2\nunits = [\"legion_1\"]\nwaiting = [\"medium_swordsmen\"]\n",
    );
    let battle = position(&old);
    let text = battle.save();
    let pending = "pending = [\n  \
        { orders = { corps = 1, points = 3, listed = [\"red/legion_2\"], commander_moved = false } },\n  \
        { charge = { units = [\"red/legion_1\"], how = \"ordered\", manoeuvre = 0.0, allowance = 2.0, turned = false, \
        waiting = [\"blue/medium_swordsmen\"], evading = [], standing = [], fled = [], initial = [], to_go = [] } },\n]";
    assert!(text.contains(pending), "{text}");
    assert_eq!(position(&text), battle);
    let stranger = text.replace("[\"red/legion_1\"]", "[\"red/legion_9\"]");
    let bad = Adlg::position("skirmish.toml", &stranger).unwrap_err();
    assert_eq!(bad.to_string(), "unknown unit `legion_9`");
}
