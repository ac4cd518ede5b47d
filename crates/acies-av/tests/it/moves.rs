//! Moves under orders (sections 5 to 8; AV-R44 to AV-R59, AV-R96, AV-R100).

use acies_av::{
    battle::{Action, Frame},
    ground::{Area, Ground, Piece},
    movement::{
        Moves,
        fall_back::{Back, FallBack},
        march::Move,
        path::{Course, Gait},
        pivot::Pivot,
    },
    profile::Order::{self, *},
    units::{Flags, UnitSet},
};
use acies_core::{
    Game, Seat, Telling,
    scene::{Dragged, Pulled},
};
use acies_table::{Length, Point, Polygon, Polyline};

use crate::camp::{Camp, Play, ahead, at, blue, facing, moves, red, wheel};

const MOVES: Frame = Frame::Moves(Moves(Seat::Red));

/// One unit of Red at (10, 5), facing north.
fn alone(troop: &str, order: Order) -> Play {
    Camp::new().red(troop, (10.0, 5.0), order).blue("ger_war", (25.0, 18.0), Halt).at(MOVES)
}

#[test]
fn an_advance_has_its_lengths_and_slants() {
    let legion = alone("rom_leg", Advance);
    for (step, rule) in [
        (ahead(0.0, 2.1), "AV-6.1"),
        (ahead(0.0, 0.5), "AV-7.3"),
        (ahead(31.0, 2.0), "AV-5.22"),
        (ahead(180.0, 1.0), "AV-5.22"),
        (wheel(90.0, 1.5), "AV-5.25"),
        (wheel(90.0, 0.5), "AV-5.24"),
    ] {
        assert_eq!(legion.refused(&moves(0, &[step]))[0], rule, "{step:?}");
    }
    for (step, end, rule) in [
        (ahead(0.0, 2.0), at(10.0, 7.0), "AV-5.22"),
        // 2 UD at 30 degrees: 1 to the right, 1.732 ahead.
        (ahead(30.0, 2.0), at(11.0, 6.732), "AV-R46"),
        (wheel(90.0, 1.0), at(11.0, 5.0), "AV-5.25"),
    ] {
        let mut play = alone("rom_leg", Advance);
        play.act(&moves(0, &[step]), &[]);
        assert_eq!(play.unit(red(0)).pose.at, end, "{rule}");
        assert!(play.cited(rule), "{rule}");
        assert_eq!(play.unit(red(0)).pose.facing, step.wheel.unwrap_or(facing(0.0)), "AV-R46");
    }
    // AV-5.25: mounted units in close order go 2 UD after a wheel, extended order as far as ever.
    let mut horse = alone("rom_ala", Advance);
    assert_eq!(horse.refused(&moves(0, &[wheel(90.0, 2.5)]))[0], "AV-5.25");
    horse.act(&moves(0, &[wheel(90.0, 2.0)]), &[]);
    assert_eq!(horse.unit(red(0)).pose.at, at(12.0, 5.0), "AV-2.3, AV-5.23: about the ER, then on");
    alone("rom_aux", Advance).act(&moves(0, &[wheel(90.0, 2.0)]), &[]);
}

#[test]
fn tolerance_lets_a_length_pass_and_adds_nothing() {
    let enemy = |order| {
        let camp = Camp::new().red("rom_leg", (10.0, 5.0), order);
        camp.blue("ger_war", (10.0, 7.5), Halt).at(MOVES)
    };
    let open = |order| alone("rom_leg", order);
    // AV-R2: 0.01 UD at most, to where it may go; contact with an enemy 2.5 UD off comes after 1.5 UD.
    for (play, longest, too_long, end, rule) in [
        (open(Advance), moves(0, &[ahead(0.0, 2.01)]), ahead(0.0, 2.011), at(10.0, 7.0), "AV-6.1"),
        (
            open(Advance),
            moves(0, &[wheel(90.0, 1.01)]),
            wheel(90.0, 1.011),
            at(11.0, 5.0),
            "AV-5.25",
        ),
        (enemy(Advance), moves(0, &[ahead(0.0, 1.51)]), ahead(0.0, 1.511), at(10.0, 6.5), "AV-R49"),
    ] {
        let mut play = play;
        assert_eq!(play.refused(&moves(0, &[too_long]))[0], rule, "AV-R2");
        play.act(&longest, &[]);
        assert_eq!(play.unit(red(0)).pose.at, end, "AV-R2, {rule}");
    }
    // Expediti: 4 UD in two segments.
    let twice = |last: f64| moves(0, &[ahead(0.0, 1.3), ahead(0.0, last)]);
    let mut light = alone("rom_vel", Advance);
    assert_eq!(light.refused(&twice(2.711))[0], "AV-6.1");
    light.act(&twice(2.71), &[]);
    assert_eq!(light.unit(red(0)).pose.at, at(10.0, 9.0), "AV-R2, AV-R47");
    let mut least = open(Advance);
    assert_eq!(least.refused(&moves(0, &[ahead(0.0, 0.989)]))[0], "AV-7.3");
    least.act(&moves(0, &[ahead(0.0, 0.99)]), &[]);
    let mut falls = open(FallBack);
    assert_eq!(falls.refused(&back(180.0, 1.011, false))[0], "AV-5.33");
    falls.act(&back(180.0, 1.01, false), &[]);
    assert_eq!(falls.unit(red(0)).pose.at, at(10.0, 4.0), "AV-R2, AV-5.33");
    // AV-R2: 0.01 degree from straight ahead is straight ahead.
    let mut rush = open(Rush);
    assert_eq!(rush.refused(&moves(0, &[ahead(0.011, 2.0)]))[0], "AV-5.27");
    rush.act(&moves(0, &[ahead(0.01, 3.0)]), &[4]);
    assert_eq!(rush.unit(red(0)).pose.at, at(10.0, 8.0), "AV-R2, AV-5.27");
}

#[test]
fn nearer_means_by_more_than_the_tolerance() {
    // An enemy in contact, beside and a little behind: who goes straight back passes it at x - 10.
    let beside = |x: f64, y: f64| {
        let camp = Camp::new().red("gre_pelt", (10.0, 5.0), FallBack);
        camp.blue("ger_war", (x, y), Halt).at(MOVES)
    };
    let driven = |play: &Play| {
        let (pose, heading, push) = (play.unit(red(0)).pose, facing(180.0), UnitSet::NONE);
        let gait = Gait::Driven;
        play.battle.table().way(&Course { unit: red(0), pose, heading, ud: 1.0, push, gait }).free
    };
    // From 1.000 UD to 0.991: within 0.01 UD.
    let mut passes = beside(10.991, 4.866);
    assert_eq!(driven(&passes), 1.0, "AV-R2, AV-R84");
    passes.act(&back(180.0, 1.0, false), &[]);
    // From 1.008 UD, which is contact, to 0.995.
    let nearer = beside(10.995, 4.839);
    assert_eq!(driven(&nearer), 0.0, "AV-R2, AV-R84");
    assert_eq!(nearer.refused(&back(180.0, 1.0, false))[0], "AV-5.37", "AV-R2, AV-R58");
    // From 0.990 UD, as near as two ERs may be, not even by 0.003; but straight away.
    let close = beside(10.987, 4.92);
    assert_eq!(driven(&close), 0.0, "AV-R2: no creeping up by tolerances");
    assert_eq!(driven(&beside(10.0, 5.99)), 1.0, "AV-R84");
}

#[test]
fn units_move_one_by_one() {
    let camp =
        Camp::new().red("rom_leg", (10.0, 5.0), Advance).red("rom_leg", (11.5, 5.0), Advance);
    let play = camp.blue("ger_war", (25.0, 18.0), Halt).at(MOVES);
    let loose = play.battle.scene(Some(Seat::Red)).loose;
    assert_eq!(loose.len(), 2);
    let drag = |pieces: &[String]| {
        let dragged =
            Dragged { pieces: pieces.to_vec(), x: 10.0, y: 7.0, facing: 0.0, ..Dragged::default() };
        play.battle.drag(Seat::Red, &dragged).expect("they can be dragged")
    };
    let alone = moves(0, &[ahead(0.0, 2.0)]);
    let led = Pulled::Led { wanted: alone.clone(), nearest: Some(alone) };
    assert_eq!(drag(&loose[..1]), led, "AV-5.22");
    let Pulled::Never(reason) = drag(&loose) else { panic!("AV-R115") };
    assert_eq!(reason.rules, ["AV-R115", "AV-5.13"]);
}

#[test]
fn one_move_a_turn() {
    let mut legion = alone("rom_leg", Advance);
    assert_eq!(legion.refused(&Action::EndMoves), ["AV-7.3", "AV-R48"]);
    let twice = moves(0, &[ahead(0.0, 1.0), ahead(0.0, 1.0)]);
    assert_eq!(legion.refused(&twice)[0], "AV-R45");
    legion.act(&moves(0, &[ahead(0.0, 2.0)]), &[]);
    assert!(!matches!(legion.battle.frame(), Frame::Moves(_)), "nobody else has to move");
}

/// What is offered to who must decide.
fn offered(play: &Play) -> Vec<Action> {
    let mut all = Vec::new();
    play.battle.candidates(play.battle.pending().seat().unwrap(), &mut all);
    all
}

#[test]
fn who_cannot_advance_stays_and_is_told_of() {
    // A friend 1 UD ahead bars every heading.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .red("rom_leg", (10.0, 6.0), Halt)
        .blue("ger_war", (25.0, 18.0), Halt)
        .at(MOVES);
    play.act(&Action::EndMoves, &[]);
    let told = play.events.iter().filter_map(|event| play.battle.tell(event, None));
    let lines: Vec<_> = told.map(|entry| entry.line).collect();
    assert_eq!(lines[0], "Legionaries 1 cannot advance: blocked by Legionaries 2", "AV-R116");
    assert_eq!(play.unit(red(0)).order, Some(Advance), "AV-R116");
    // A friend 1 UD to the right front: it goes 30 degrees to the left or not at all, and must not aim at the friend.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .red("rom_leg", (10.9, 5.436), Halt)
        .blue("ger_war", (25.0, 18.0), Halt)
        .at(MOVES);
    assert_eq!(play.refused(&Action::EndMoves), ["AV-7.3", "AV-R48"], "AV-R116");
    assert_eq!(play.refused(&moves(0, &[ahead(0.0, 0.005)])), ["AV-R45", "AV-R116"]);
    let left = moves(0, &[ahead(330.0, 2.0)]);
    assert!(offered(&play).contains(&left), "AV-R116");
    play.act(&left, &[]).act(&Action::EndMoves, &[]);
    // AV-7.4: half a UD before a friend is a move.
    let mut short = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .red("rom_leg", (10.0, 6.5), Halt)
        .blue("ger_war", (25.0, 18.0), Halt)
        .at(MOVES);
    short.act(&moves(0, &[ahead(0.0, 0.5)]), &[]);
    assert!(short.cited("AV-7.4"));
}

#[test]
fn every_halted_unit_is_offered_turns_and_none_at_an_enemy_first() {
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .blue("ger_war", (10.0, 15.0), Halt)
        .blue("ger_war", (14.0, 8.0), Halt)
        .at(MOVES);
    let turns: Vec<_> = offered(&play)
        .into_iter()
        .filter_map(|action| match action {
            Action::Pivot(Pivot { facing, .. }) => Some(facing.from_north().degrees()),
            _ => None,
        })
        .collect();
    assert_eq!(turns[..2], [45.0, 315.0], "AV-R44: any facing");
    // The nearest enemy, 4 UD to the east and 3 to the north, lies at 53.13 degrees.
    assert!((turns[2] - 53.13).abs() < 0.01 && turns.len() == 3, "AV-R44: {turns:?}");
    let said: Vec<_> = offered(&play).iter().map(|it| play.battle.words(Seat::Red, it)).collect();
    assert_eq!(
        said,
        [
            "No more moves",
            "Legionaries 1 turn 45° to the right",
            "Legionaries 1 turn 45° to the left",
            "Legionaries 1 turn to face Germanic warriors 2",
        ],
        "AV-R44"
    );
}

#[test]
fn ways_back_are_told_apart() {
    // Cavalry with free ground behind: 3, 2 and 1 UD straight back, 3 UD to either side, and 5 UD turned about.
    let play = Camp::new()
        .red("rom_ala", (10.0, 9.0), FallBack)
        .blue("gal_cav", (10.0, 10.0), Halt)
        .at(MOVES);
    let said: Vec<_> = offered(&play)
        .iter()
        .filter(|action| matches!(action, Action::FallBack(_)))
        .map(|action| play.battle.words(Seat::Red, action))
        .map(|words| words.split_once("falls back ").unwrap().1.to_owned())
        .collect();
    assert_eq!(
        said,
        [
            "3.00 UD straight back",
            "2.00 UD straight back",
            "1.00 UD straight back",
            "3.00 UD, 30° to its left",
            "3.00 UD, 30° to its right",
            "5.00 UD straight back, turned about",
            "5.00 UD, 30° to its left, turned about",
            "5.00 UD, 30° to its right, turned about",
        ],
        "AV-5.33, AV-5.34, AV-R58"
    );
}

#[test]
fn expediti_change_facing_twice() {
    // AV-5.42, AV-R47: 4 UD in two segments.
    let mut light = alone("rom_vel", Advance);
    for (steps, rule) in [
        (&[ahead(0.0, 2.0), wheel(90.0, 2.5)][..], "AV-6.1"),
        (&[wheel(90.0, 1.0), wheel(0.0, 0.5)], "AV-5.24"),
    ] {
        assert_eq!(light.refused(&moves(0, steps))[0], rule);
    }
    light.act(&moves(0, &[wheel(90.0, 2.0), wheel(0.0, 2.0)]), &[]);
    assert_eq!(light.unit(red(0)).pose.at, at(12.0, 7.0), "AV-R47");
    assert!(light.cited("AV-5.42"));
}

#[test]
fn contact_is_solved_and_not_stepped() {
    for (enemy, length) in [((10.0, 7.5), 1.5), ((10.6, 7.3), 1.5), ((10.0, 6.6), 0.6)] {
        let camp = || Camp::new().red("rom_leg", (10.0, 5.0), Advance).blue("ger_war", enemy, Halt);
        let mut play = camp().at(MOVES);
        let too_far = moves(0, &[ahead(0.0, length + 0.1)]);
        assert_eq!(play.refused(&too_far), ["AV-R49", "AV-R5"], "{enemy:?}");
        play.act(&moves(0, &[ahead(0.0, length)]), &[]);
        let distance = play.battle.table().distance(red(0), blue(0));
        assert!((distance - 1.0).abs() < 1e-3, "AV-R2: {distance}");
        assert!(play.unit(red(0)).reached.has(0), "AV-11.1, AV-R5");
    }
    // AV-7.4: the minimum is waived only for who could go no farther.
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (10.0, 6.6), Halt)
        .at(MOVES);
    assert_eq!(play.refused(&moves(0, &[ahead(0.0, 0.3)]))[0], "AV-7.3");
    // AV-R48: but not after a wheel.
    assert_eq!(play.refused(&moves(0, &[wheel(1.0, 0.6)]))[0], "AV-5.24");
}

#[test]
fn who_is_in_a_zone_stays() {
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (10.0, 6.0), Halt)
        .red("rom_vel", (12.0, 5.0), Advance)
        .at(MOVES);
    assert_eq!(play.refused(&moves(0, &[ahead(0.0, 1.0)])), ["AV-5.36", "AV-R50", "AV-R43"]);
    assert!(!play.battle.table().must_move(red(0)), "AV-R50");
}

#[test]
fn a_rush_goes_straight_and_is_tested() {
    for (face, disrupted) in [(3, true), (4, false)] {
        let mut rush = alone("gal_war", Rush);
        assert_eq!(rush.refused(&moves(0, &[ahead(10.0, 2.0)]))[0], "AV-5.27");
        assert_eq!(rush.refused(&moves(0, &[wheel(90.0, 1.0)]))[0], "AV-5.27");
        rush.act(&moves(0, &[ahead(0.0, 3.0)]), &[face]);
        assert_eq!(rush.unit(red(0)).disrupted, disrupted, "AV-8.1, AV-5.28");
        assert!(rush.unit(red(0)).is(Flags::RUSHED));
    }
    // AV-R57: no test for who reached an enemy.
    let mut rush =
        Camp::new().red("gal_war", (10.0, 5.0), Rush).blue("ger_war", (10.0, 8.0), Halt).at(MOVES);
    rush.act(&moves(0, &[ahead(0.0, 2.0)]), &[]);
    assert_eq!(rush.unit(red(0)).order, Some(Rush), "AV-R57");
}

#[test]
fn a_rush_that_cannot_be_made_is_an_advance() {
    // AV-7.5, AV-R56: cavalry has 1.5 UD and needs 2.
    let mut horse =
        Camp::new().red("rom_ala", (10.0, 5.0), Rush).blue("ger_war", (10.0, 7.5), Halt).at(MOVES);
    horse.act(&moves(0, &[ahead(0.0, 1.5)]), &[]);
    assert_eq!(horse.unit(red(0)).order, Some(Advance), "AV-7.5");
    assert!(horse.cited("AV-R56"));
    // Infantry needs 1 UD only.
    let mut foot =
        Camp::new().red("gal_war", (10.0, 5.0), Rush).blue("ger_war", (10.0, 7.5), Halt).at(MOVES);
    foot.act(&moves(0, &[ahead(0.0, 1.5)]), &[]);
    assert_eq!(foot.unit(red(0)).order, Some(Rush), "AV-R56");
}

#[test]
fn halted_units_pivot_once() {
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .red("rom_leg", (12.0, 5.0), Halt)
        .with(Seat::Red, |unit| unit.flags |= Flags::REDRESSED)
        .red("rom_leg", (14.0, 5.0), Shieldwall)
        .red("rom_leg", (16.0, 5.0), Halt)
        .with(Seat::Red, acies_av::units::Unit::disrupt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .at(MOVES);
    let pivot = |unit| Action::Pivot(Pivot { unit, facing: facing(90.0) });
    assert_eq!(play.refused(&pivot(1))[0], "AV-R33", "and AV-5.45");
    assert_eq!(play.refused(&pivot(2))[0], "AV-5.43");
    assert_eq!(play.refused(&pivot(3))[0], "AV-9.9", "and AV-R44");
    assert_eq!(play.refused(&moves(0, &[ahead(0.0, 1.0)]))[0], "AV-5.36");
    play.act(&pivot(0), &[]);
    assert_eq!(play.unit(red(0)).pose.facing, facing(90.0), "AV-R44: also in an enemy zone");
    let again = Action::Pivot(Pivot { unit: 0, facing: facing(180.0) });
    assert_eq!(play.refused(&again), ["AV-5.26", "AV-R44"]);
}

#[test]
fn a_testudo_creeps() {
    let mut play = alone("rom_vet", Shieldwall);
    assert_eq!(play.refused(&moves(0, &[ahead(0.0, 1.1)]))[0], "AV-18.9");
    assert_eq!(play.refused(&moves(0, &[wheel(90.0, 1.0)]))[0], "AV-18.9", "and AV-R96");
    play.act(&moves(0, &[ahead(0.0, 0.7)]), &[]);
    assert_eq!(play.unit(red(0)).order, Some(Shieldwall), "AV-18.9, AV-R96");
    for (troop, order, rule) in [
        ("rom_aux", Shieldwall, "AV-5.30"),
        ("rom_vet", Orbis, "AV-18.1"),
        ("rom_vet", Halt, "AV-5.19"),
        ("rom_vet", FallBack, "AV-5.33"),
    ] {
        assert_eq!(alone(troop, order).refused(&moves(0, &[ahead(0.0, 1.0)]))[0], rule);
    }
}

#[test]
fn who_passes_through_whom() {
    // The friend stands 1.5 UD ahead, facing as told; a legal passage ends 2.5 UD ahead or more.
    for (mover, friend, turned, passes, rule) in [
        ("rom_vel", "rom_leg", 90.0, true, "AV-7.6"),
        ("gre_pelt", "rom_aux", 0.0, true, "AV-7.7"),
        ("gre_pelt", "rom_aux", 180.0, true, "AV-7.7"),
        ("gre_pelt", "rom_aux", 90.0, false, "AV-7.7"),
        ("gre_pelt", "rom_leg", 0.0, false, "AV-7.7"),
        ("gre_pelt", "rom_vel", 90.0, true, "AV-R53"),
        ("rom_ala", "rom_vel", 90.0, true, "AV-7.8"),
        ("rom_ala", "rom_leg", 0.0, false, "AV-7.8"),
        ("rom_ala", "rom_aux", 0.0, false, "AV-7.8"),
    ] {
        let play = || {
            Camp::new()
                .red(mover, (10.0, 5.0), Advance)
                .unit(Seat::Red, friend, (10.0, 6.5, turned), Halt)
                .at(MOVES)
        };
        let through = moves(0, &[ahead(0.0, 2.5)]);
        if passes {
            play().act(&through, &[]);
            assert_eq!(play().refused(&moves(0, &[ahead(0.0, 2.0)]))[0], "AV-2.6", "{rule}");
        } else {
            assert_eq!(play().refused(&through)[0], rule, "{mover} {friend}");
        }
        // AV-R53, AV-7.4: who prefers halts in front.
        play().act(&moves(0, &[ahead(0.0, 0.5)]), &[]);
    }
    // AV-R111: cavalry under Rush goes 2 UD at least, or past the friend.
    let rushes = || {
        let friend = (10.0, 6.5, 0.0);
        Camp::new()
            .red("rom_ala", (10.0, 5.0), Rush)
            .unit(Seat::Red, "rom_vel", friend, Halt)
            .at(MOVES)
    };
    assert_eq!(rushes().refused(&moves(0, &[ahead(0.0, 0.5)]))[0], "AV-6.1", "AV-R111");
    rushes().act(&moves(0, &[ahead(0.0, 2.5)]), &[4]);
    // AV-7.3: 0.52 UD on it has passed a friend that was 1 UD to its right front, and halts before nobody.
    let passed = Camp::new()
        .red("rom_vel", (10.0, 5.0), Advance)
        .red("rom_leg", (10.966, 5.259), Halt)
        .at(MOVES);
    assert_eq!(passed.refused(&moves(0, &[ahead(0.0, 0.52)]))[0], "AV-7.3", "AV-7.4");
}

fn square(piece: Piece, west: f64, south: f64, side: f64) -> Area {
    let (east, north) = (west + side, south + side);
    let corners = [(west, south), (east, south), (east, north), (west, north)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    Area { piece, outline }
}

#[test]
fn fords_have_sides() {
    // A river from y = 5 to y = 7, a ford across it from x = 9 to x = 11.
    let river = |piece: Piece| {
        let rectangle = |piece, west, south, east, north| {
            let corners = [(west, south), (east, south), (east, north), (west, north)];
            let corners = corners.map(|(x, y)| Point::new(x, y)).to_vec();
            Area { piece, outline: Polygon::new(corners).unwrap() }
        };
        let water = rectangle(piece, 2.0, 5.0, 28.0, 7.0);
        let ford = rectangle(Piece::Ford, 9.0, 5.0, 11.0, 7.0);
        Ground { areas: vec![water, ford], walls: vec![] }
    };
    let play = |piece: Piece, x: f64, y: f64, facing: f64| {
        let camp = Camp::new().on(river(piece));
        camp.unit(Seat::Red, "gre_pelt", (x, y, facing), Advance).at(MOVES)
    };
    for piece in [Piece::FordableRiver, Piece::DeepRiver] {
        // From bank to bank: no edge.
        play(piece, 10.0, 4.5, 0.0).act(&moves(0, &[ahead(0.0, 3.0)]), &[]);
        let mut sideways = play(piece, 9.5, 6.0, 90.0);
        let refused = sideways.refused(&moves(0, &[ahead(90.0, 2.0)]));
        assert_eq!(refused[0], "AV-R112", "{piece:?}");
        sideways.act(&moves(0, &[ahead(90.0, 1.5)]), &[]);
        assert_eq!(sideways.unit(red(0)).pose.at, Point::new(11.0, 6.0), "AV-R112: {piece:?}");
    }
    // AV-R51: from the side of the ford it goes on through the water.
    play(Piece::FordableRiver, 11.0, 6.0, 90.0).act(&moves(0, &[ahead(90.0, 2.0)]), &[]);
}

#[test]
fn rough_ground_stops_and_disrupts() {
    let scrub = || Ground { areas: vec![square(Piece::Scrub, 8.0, 6.0, 4.0)], walls: vec![] };
    let play =
        |troop: &str, y: f64| Camp::new().on(scrub()).red(troop, (10.0, y), Advance).at(MOVES);
    let mut enters = play("rom_leg", 4.5);
    assert_eq!(enters.refused(&moves(0, &[ahead(0.0, 2.0)])), ["AV-7.1", "AV-R51", "AV-R49"]);
    enters.act(&moves(0, &[ahead(0.0, 1.5)]), &[]);
    assert!(!enters.unit(red(0)).disrupted, "AV-R52: on the edge");
    let mut along =
        Camp::new().on(scrub()).unit(Seat::Red, "rom_leg", (9.0, 6.0, 90.0), Advance).at(MOVES);
    along.act(&moves(0, &[ahead(90.0, 2.0)]), &[]);
    assert!(!along.unit(red(0)).disrupted, "AV-R52: along the edge");
    let mut inside = play("rom_leg", 6.0);
    inside.act(&moves(0, &[ahead(0.0, 2.0)]), &[]);
    assert!(inside.unit(red(0)).disrupted, "AV-9.7");
    assert_eq!(inside.unit(red(0)).order, None, "AV-9.5");
    let mut leaves = play("rom_aux", 9.0);
    assert_eq!(leaves.refused(&moves(0, &[ahead(0.0, 2.0)])), ["AV-7.1", "AV-R51", "AV-R49"]);
    leaves.act(&moves(0, &[ahead(0.0, 1.0)]), &[]);
    assert!(!leaves.unit(red(0)).disrupted, "AV-9.7: close order only");
}

#[test]
fn some_ground_is_closed() {
    let ground = |piece| Ground { areas: vec![square(piece, 8.0, 6.0, 4.0)], walls: vec![] };
    let way = |troop: &str, piece, y: f64| {
        let play = Camp::new().on(ground(piece)).red(troop, (10.0, y), Advance).at(MOVES);
        play.battle.table().straight(red(0), 2.0, UnitSet::NONE).free
    };
    assert_eq!(way("rom_ala", Piece::Rocks, 6.0), 0.0, "AV-7.2, AV-R49(d)");
    assert_eq!(way("rom_leg", Piece::Rocks, 6.0), 2.0, "AV-R51");
    assert_eq!(way("rom_leg", Piece::Lake, 6.0), 0.0, "AV-R10");
    assert_eq!(way("rom_scorp", Piece::DenseWood, 6.0), 0.0, "AV-7.2");
    let wall = Polyline::new(vec![Point::new(8.0, 6.0), Point::new(12.0, 6.0)]);
    let walled = |troop: &str| {
        let ground = Ground { areas: vec![], walls: vec![wall.clone()] };
        let play = Camp::new().on(ground).red(troop, (10.0, 5.0), Advance).at(MOVES);
        play.battle.table().straight(red(0), 2.0, UnitSet::NONE).free
    };
    assert!((walled("rom_leg") - 1.0).abs() < 1e-9, "AV-R10: a rough edge");
    assert!(walled("rom_ala") < 0.99, "AV-R106");
    // AV-R10: a bridge over a river.
    let mut river = ground(Piece::DeepRiver);
    river.areas.push(square(Piece::Bridge, 9.5, 5.9, 4.2));
    let mut play = Camp::new().on(river).red("rom_leg", (10.0, 5.0), Advance).at(MOVES);
    assert_eq!(play.battle.table().straight(red(0), 2.0, UnitSet::NONE).free, 2.0, "AV-R10");
    play.act(&moves(0, &[ahead(0.0, 2.0)]), &[]);
    assert!(!play.unit(red(0)).disrupted, "AV-R10, AV-R52: a bridge is open ground");
}

#[test]
fn nobody_leaves_the_table() {
    let play = Camp::new().unit(Seat::Red, "rom_leg", (0.5, 5.0, 270.0), Advance).at(MOVES);
    assert_eq!(play.refused(&moves(0, &[ahead(270.0, 1.0)])), ["AV-R55"]);
}

fn back(heading: f64, ud: f64, about: bool) -> Action {
    let back = Back { heading: facing(heading), distance: Length::new(ud), about, then: None };
    Action::FallBack(FallBack { unit: 0, back })
}

#[test]
fn falling_back() {
    let camp = |order| {
        Camp::new()
            .red("gre_pelt", (10.0, 5.0), order)
            .blue("ger_war", (10.0, 6.0), Halt)
            .blue("gal_cav", (20.0, 8.0), Halt)
            .at(MOVES)
    };
    assert_eq!(camp(Halt).refused(&back(180.0, 1.0, false)), ["AV-5.35"]);
    let play = camp(FallBack);
    for (action, rule) in [
        (back(180.0, 2.1, false), "AV-5.33"),
        (back(180.0, 3.1, true), "AV-5.34"),
        (back(180.0, 0.5, false), "AV-R58"),
        (back(140.0, 1.0, false), "AV-R58"),
    ] {
        assert_eq!(play.refused(&action)[0], rule, "{action:?}");
    }
    let mut keeps = camp(FallBack);
    keeps.act(&back(180.0, 1.0, false), &[]);
    assert_eq!(keeps.unit(red(0)).pose.at, at(10.0, 4.0), "AV-5.33");
    assert_eq!(keeps.unit(red(0)).pose.facing, facing(0.0), "AV-5.33: facing the enemy");
    assert!(keeps.cited("AV-5.36"));
    let mut turns = camp(FallBack);
    turns.act(&back(200.0, 3.0, true), &[]);
    assert_eq!(turns.unit(red(0)).pose.facing, facing(180.0), "AV-5.34");
    // AV-R2, AV-R58: past an enemy right beside it, whatever way it faces.
    let mut beside = Camp::new()
        .unit(Seat::Red, "gre_pelt", (10.0, 5.0, 30.0), FallBack)
        .blue("ger_war", (10.866, 4.5), Halt)
        .at(MOVES);
    beside.act(&back(210.0, 1.0, false), &[]);
    // AV-5.37: from 7.2 UD to 6.7 is nearer too, however far; 30 degrees to the other side it is 7.3.
    let mut shuns = Camp::new()
        .red("gre_pelt", (10.0, 5.0), FallBack)
        .blue("ger_war", (10.0, 6.0), Halt)
        .blue("gal_cav", (16.0, 1.0), Halt)
        .at(MOVES);
    assert_eq!(shuns.refused(&back(180.0, 1.0, false)), ["AV-5.37", "AV-R58"]);
    shuns.act(&back(210.0, 1.0, false), &[]);
    // AV-R58: it must leave every zone.
    let held = Camp::new()
        .red("gre_pelt", (10.0, 5.0), FallBack)
        .blue("ger_war", (10.0, 6.0), Halt)
        .blue("gal_cav", (10.0, 3.0), Halt)
        .at(MOVES);
    assert!(!held.battle.table().has_way_back(red(0)), "AV-R58, AV-R104");
}

#[test]
fn expediti_turn_again_after_falling_back() {
    let play = |troop: &str| {
        Camp::new().red(troop, (10.0, 5.0), FallBack).blue("ger_war", (10.0, 6.0), Halt).at(MOVES)
    };
    let then = Some(facing(0.0));
    let distance = Length::new(3.0);
    let back = Back { heading: facing(180.0), distance, about: true, then };
    let action = Action::FallBack(FallBack { unit: 0, back });
    assert_eq!(play("gre_pelt").refused(&action), ["AV-R59"]);
    let mut light = play("rom_vel");
    light.act(&action, &[]);
    assert_eq!(light.unit(red(0)).pose.facing, facing(0.0), "AV-R59");
}

/// Close-order infantry at (10, 5) and Expediti 2 UD ahead of it.
fn screened(pusher: &str) -> Camp {
    Camp::new().red(pusher, (10.0, 5.0), Advance).blue("gal_youth", (10.0, 7.0), Advance)
}

fn pushes(ud: f64) -> Action {
    let steps = [ahead(0.0, ud)].into_iter().collect();
    Action::Move(Move { unit: 0, steps, push: UnitSet::one(0) })
}

#[test]
fn formed_foot_pushes_expediti_away() {
    assert_eq!(screened("rom_aux").at(MOVES).refused(&pushes(2.0)), ["AV-18.12"]);
    assert_eq!(screened("rom_ala").at(MOVES).refused(&pushes(2.0)), ["AV-18.12"]);
    assert_eq!(screened("rom_leg").at(MOVES).refused(&moves(0, &[ahead(0.0, 2.0)]))[0], "AV-R49");
    let mut play = screened("rom_leg").at(MOVES);
    play.act(&pushes(2.0), &[]);
    assert_eq!(play.unit(red(0)).pose.at, at(10.0, 7.0), "AV-18.12");
    assert_eq!(play.unit(blue(0)).pose.at, at(10.0, 9.0), "AV-R54: 2 UD from the mover");
    assert_eq!(play.unit(blue(0)).pose.facing, facing(180.0), "AV-R54: facing unchanged");
    assert_eq!(play.unit(blue(0)).order, Some(Advance), "AV-R54");
    assert!(play.unit(red(0)).reached.is_empty(), "AV-R54: it has reached nobody");
    // AV-18.13, AV-R54: through friends, until 1 UD clear of all.
    let mut through = screened("rom_leg").blue("ger_war", (10.0, 9.5), Halt).at(MOVES);
    through.act(&pushes(2.0), &[]);
    assert_eq!(through.unit(blue(0)).pose.at, at(10.0, 10.5), "AV-18.13");
    // AV-R54: who is run over is driven before the mover, not left 2 UD behind it. The Rush has reached nobody.
    let mut over = Camp::new()
        .red("rom_leg", (10.0, 5.0), Rush)
        .blue("gal_youth", (10.0, 6.0), Advance)
        .at(MOVES);
    over.act(&pushes(3.0), &[4]);
    assert_eq!(over.unit(red(0)).pose.at, at(10.0, 8.0), "AV-R100");
    assert_eq!(over.unit(blue(0)).pose.at, at(10.0, 10.0), "AV-R54: 2 UD ahead");
    // AV-R54: not into the arms of another enemy.
    let caught = screened("rom_leg").red("rom_leg", (11.0, 9.0), Halt).at(MOVES);
    assert_eq!(caught.refused(&pushes(2.0)), ["AV-R54"]);
}

#[test]
fn pushes_are_offered_on_a_slant_too() {
    // 30 degrees to the right 2 UD lead to (11, 6.73); straight ahead they pass by the youths, 1.05 UD aside.
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("gal_youth", (11.05, 6.7), Advance)
        .at(MOVES);
    let pushes = |it: &Action| matches!(it, Action::Move(Move { push, .. }) if !push.is_empty());
    let [push] = &offered(&play).into_iter().filter(pushes).collect::<Vec<_>>()[..] else {
        panic!("AV-R54: {:?}", offered(&play));
    };
    play.act(push, &[]);
    let (mover, pushed) = (play.unit(red(0)).pose.at.vec(), play.unit(blue(0)).pose.at.vec());
    assert!(mover.distance(Point::new(11.0, 6.732).vec()) < 0.002, "AV-R54: {mover}");
    assert!((mover.distance(pushed) - 2.0).abs() < 0.002, "AV-R54: 2 UD from the mover");
}

#[test]
fn expediti_hold_no_formed_foot() {
    let camp = |enemy: &str| {
        Camp::new().red("rom_leg", (10.0, 5.0), Advance).blue(enemy, (10.0, 6.0), Halt).at(MOVES)
    };
    assert_eq!(camp("ger_war").refused(&pushes(2.0))[0], "AV-5.36");
    // AV-R50: of two in contact it is the formed one that holds.
    let both = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("gal_youth", (10.0, 6.0), Halt)
        .blue("ger_war", (9.0, 5.0), Halt)
        .at(MOVES);
    assert_eq!(both.battle.table().holder(red(0)), Some(blue(1)), "AV-R100");
    let mut play = camp("gal_youth");
    play.act(&pushes(2.0), &[]);
    assert_eq!(play.unit(blue(0)).pose.at, at(10.0, 9.0), "AV-R100, AV-R54");
    assert!(play.cited("AV-R100"));
}
