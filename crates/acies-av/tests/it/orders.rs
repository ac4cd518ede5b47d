//! Orders and leaders (sections 4, 5, 15 to 17; AV-R30 to AV-R43, AV-R61, AV-R88, AV-R102).

use acies_av::{
    battle::{Action, Carried, Carrier, Frame},
    ground::{Area, Ground, Piece},
    leaders::{
        Leaders,
        escape::Escape,
        rides::{Attach, Ride},
    },
    morale::retreat::Retreating,
    movement::Moves,
    orders::{Orders, give::Test, redress::Redress},
    profile::{
        Abilities, Figure,
        Order::{self, *},
    },
    turn::initiative::{Choice, FirstOrSecond},
    units::{Flags, Post, Unit, UnitSet},
};
use acies_core::{Game, Seat, Telling};
use acies_table::Polygon;

use crate::camp::{Camp, Play, ahead, at, blue, moves, red};

const ORDERS: Frame = Frame::Orders(Orders(Seat::Red));
const LEADERS: Frame = Frame::Leaders(Leaders(Seat::Red));

fn test(units: &[u8], order: Order) -> Action {
    Action::Test(Test { units: units.iter().copied().collect(), order })
}

#[test]
fn a_player_chooses_his_own_group() {
    let legion = |camp: Camp, x: f64| camp.red("rom_leg", (x, 5.0), Advance);
    let play = [10.0, 11.5, 13.0, 20.0].into_iter().fold(Camp::new(), legion).at(ORDERS);
    let scene = play.battle.scene(Some(Seat::Red));
    assert_eq!(scene.together.len(), 4, "AV-5.13: anybody may be chosen");
    assert!(play.battle.scene(Some(Seat::Blue)).together.is_empty());
    let chosen = |units: &[usize]| {
        let pieces: Vec<_> = units.iter().map(|&unit| scene.together[unit].clone()).collect();
        play.battle.together(Seat::Red, &pieces)
    };
    let tests = chosen(&[1, 2]);
    assert_eq!(tests, Order::ALL.map(|order| test(&[1, 2], order)), "AV-R40: for every order");
    assert_eq!(play.battle.check(Seat::Red, &test(&[1, 2], Halt)), Ok(()), "AV-5.13");
    assert!(chosen(&[2, 3]).iter().all(|it| play.battle.check(Seat::Red, it).is_err()), "AV-5.13");
    assert_eq!(play.refused(&test(&[2, 3], Halt)), ["AV-5.13"]);
    assert_eq!(chosen(&[1]), [], "one alone is no group");
    let unknown = ["blue/1".to_owned(), scene.together[0].clone()];
    assert_eq!(play.battle.together(Seat::Red, &unknown), []);
    let moving =
        Camp::new().red("rom_leg", (10.0, 5.0), Advance).at(Frame::Moves(Moves(Seat::Red)));
    assert!(moving.battle.scene(Some(Seat::Red)).together.is_empty(), "AV-R115");
}

#[test]
fn initiative_is_thrown_until_it_differs() {
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (10.0, 15.0), Halt)
        .at(Frame::Begin);
    play.act(&Action::Begin, &[4, 4, 2, 5]);
    assert_eq!(play.battle.frame(), Frame::Initiative(FirstOrSecond(Seat::Blue)), "AV-4.2, AV-R30");
    play.act(&Action::Play(Choice { first: false }), &[]);
    assert_eq!(play.battle.frame(), ORDERS, "AV-4.2, AV-4.3: Red is first");
}

/// A regular unit with a friend 1.5 UD beside it.
fn pair(order: Order) -> Camp {
    Camp::new().red("rom_leg", (10.0, 5.0), order).red("rom_leg", (11.5, 5.0), order)
}

#[test]
fn a_test_is_passed_or_missed() {
    // Halt to Advance 4+, regular +1.
    let mut play = pair(Halt).at(ORDERS);
    play.act(&test(&[0], Advance), &[3]).act(&test(&[1], Advance), &[2]);
    assert_eq!(play.unit(red(0)).order, Some(Advance), "AV-5.2, AV-5.3");
    assert_eq!(play.unit(red(1)).order, Some(Halt), "AV-5.11");
    assert_eq!(play.unit(red(1)).tried.unwrap().times, 1, "AV-5.5, AV-R34");
    assert_eq!(play.refused(&test(&[1], Advance)), ["AV-R33"]);
    assert_eq!(play.refused(&test(&[0], Rush)), ["AV-R33"]);
}

#[test]
fn what_may_not_be_tested_for() {
    let play = Camp::new()
        .red("rom_scorp", (5.0, 5.0), Halt)
        .red("rom_vel", (8.0, 5.0), Halt)
        .red("ger_war", (11.0, 5.0), Halt)
        .red("rom_aux", (14.0, 5.0), Advance)
        .red("rom_leg", (17.0, 5.0), Halt)
        .with(Seat::Red, Unit::disrupt)
        .at(ORDERS);
    for (unit, order, rule) in [
        (0, Rush, "AV-5.29"),
        (1, Shieldwall, "AV-R38"),
        (2, Shieldwall, "AV-R38"),
        (3, Orbis, "AV-18.1"),
        (3, FallBack, "AV-5.9"),
        (3, Advance, "AV-R40"),
        (4, Halt, "AV-R33"),
    ] {
        assert_eq!(play.refused(&test(&[unit], order))[0], rule, "{unit} {order:?}");
    }
}

#[test]
fn renewed_attempts_help() {
    let mut play = pair(Halt)
        .with(Seat::Red, |unit| {
            unit.tried = Some(acies_av::units::Tried { from: Some(Halt), to: Advance, times: 2 });
        })
        .at(ORDERS);
    // 4+, regular +1, two renewed attempts +2: 1 is enough.
    play.act(&test(&[1], Advance), &[1]);
    assert_eq!(play.unit(red(1)).order, Some(Advance), "AV-5.5, AV-R34, AV-R35");
}

#[test]
fn who_misses_in_an_enemy_zone_is_disrupted() {
    let camp = || pair(Halt).blue("ger_war", (10.0, 6.0), Halt);
    let mut play = camp().at(ORDERS);
    play.act(&test(&[0], Advance), &[1]);
    assert!(play.unit(red(0)).disrupted, "AV-9.3");
    let mut back = camp().at(ORDERS);
    back.act(&test(&[0], FallBack), &[1]);
    assert!(!back.unit(red(0)).disrupted, "AV-9.3: unless for Fall back");
    // AV-R40, AV-5.18: of a group, those that are in a zone themselves.
    let mut group = camp().at(ORDERS);
    group.act(&test(&[0, 1], Advance), &[1]);
    assert!(group.unit(red(0)).disrupted && !group.unit(red(1)).disrupted, "AV-5.18, AV-R40");
    // AV-R43, AV-7.5: who is held cannot rush.
    let mut rush = camp().at(ORDERS);
    rush.act(&test(&[0], Rush), &[5]);
    assert_eq!(rush.unit(red(0)).order, Some(Advance), "AV-R43");
}

#[test]
fn groups_share_a_die() {
    let camp = || {
        Camp::new()
            .red("rom_leg", (10.0, 5.0), Halt)
            .red("ger_war", (12.0, 5.0), Halt)
            .red("rom_ala", (14.0, 5.0), Halt)
            .red("rom_leg", (14.5, 7.0), Halt)
            .unit(Seat::Red, "rom_leg", (10.0, 3.5, 20.0), Halt)
            .red("rom_leg", (8.0, 5.0), Halt)
            .with(Seat::Red, Unit::disrupt)
    };
    let play = camp().at(ORDERS);
    for (units, rule) in [
        (&[0, 1, 2][..], "AV-5.13"),
        (&[0, 3], "AV-5.13"),
        (&[0, 4], "AV-5.16"),
        (&[0, 5], "AV-5.15"),
        (&[], "AV-5.13"),
    ] {
        assert_eq!(play.refused(&test(units, Advance))[0], rule, "{units:?}");
    }
    // AV-5.14: the regular unit lends its +1, so 3 is enough for both.
    let mut both = camp().at(ORDERS);
    both.act(&test(&[0, 1], Advance), &[3]);
    assert_eq!(both.unit(red(1)).order, Some(Advance), "AV-5.14, AV-5.17, AV-R40");
}

#[test]
fn any_part_of_a_chain_that_is_one_may_test() {
    // Four legions in a row, 1.5 UD apart; the last is in an enemy zone.
    let play = (0..4)
        .fold(Camp::new(), |camp, n| camp.red("rom_leg", (10.0 + 1.5 * f64::from(n), 5.0), Halt))
        .blue("ger_war", (14.5, 6.0), Halt)
        .at(ORDERS);
    for units in [&[0, 1][..], &[1, 2], &[2, 3], &[0, 1, 2], &[1, 2, 3], &[0, 1, 2, 3]] {
        assert_eq!(
            play.battle.check(Seat::Red, &test(units, Advance)),
            Ok(()),
            "AV-5.13: {units:?}"
        );
    }
    for units in [&[0, 2][..], &[0, 1, 3], &[0, 3]] {
        assert_eq!(play.refused(&test(units, Advance)), ["AV-5.13"], "{units:?}");
    }
    let mut offered = Vec::new();
    play.battle.candidates(Seat::Red, &mut offered);
    assert!(offered.contains(&test(&[0, 1, 2, 3], Advance)), "AV-R40");
    assert!(offered.contains(&test(&[0, 1, 2], Advance)), "AV-9.3: who a miss does not disrupt");
}

#[test]
fn leaders_are_offered_units_and_places_behind_them() {
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .red("rom_leg", (28.0, 5.0), Halt)
        .blue("ger_war", (10.0, 15.0), Halt)
        .leader(Seat::Red, Abilities::empty(), Post::Alone(at(12.0, 4.0)))
        .at(LEADERS);
    let mut offered = Vec::new();
    play.battle.candidates(Seat::Red, &mut offered);
    // 8 UD mounted: the second legion is too far away.
    let joins = Action::Attach(Attach { leader: 0, unit: 0 });
    assert_eq!(offered, [Action::EndLeaders, joins.clone(), ride(10.0, 4.0)], "AV-R32, AV-6.4");
    let said = play.battle.words(Seat::Red, &offered[2]);
    assert_eq!(said, "leader 1 rides behind Legionaries 1");
    let offer = play.battle.offer(Seat::Red, &joins);
    assert_eq!(offer.units, ["red/leader_1"], "AV-15.1: he acts");
    assert_eq!(offer.targets, ["red/legionaries_1"], "AV-15.1: there");
}

#[test]
fn ranks_are_redressed_out_of_reach() {
    let mut play = pair(Halt)
        .with(Seat::Red, Unit::disrupt)
        .red("rom_leg", (20.0, 5.0), Halt)
        .with(Seat::Red, Unit::disrupt)
        .with(Seat::Red, |unit| unit.flags |= Flags::HP_SPENT)
        .blue("ger_war", (11.5, 6.0), Halt)
        .at(ORDERS);
    assert_eq!(play.refused(&Action::Redress(Redress { unit: 0 })), ["AV-5.38"]);
    assert_eq!(play.refused(&Action::Redress(Redress { unit: 1 })), ["AV-5.41"]);
    play.act(&Action::Redress(Redress { unit: 2 }), &[]);
    let unit = play.unit(red(2));
    assert_eq!((unit.disrupted, unit.order), (false, Some(Halt)), "AV-5.38, AV-5.39, AV-R61");
    assert!(!unit.is(Flags::HP_SPENT), "AV-R78, AV-19.5");
    assert_eq!(play.refused(&test(&[2], Advance)), ["AV-R33", "AV-5.45"]);
}

#[test]
fn leaders_help_with_orders() {
    // AV-5.4: Rush to Halt 5+, regular and led: 3 is enough. AV-5.7, AV-R14: nobody is near.
    let led = |abilities| pair(Rush).leader(Seat::Red, abilities, Post::With(0)).at(ORDERS);
    let mut plain = led(Abilities::empty());
    plain.act(&test(&[0], Halt), &[3]);
    assert_eq!(plain.unit(red(0)).order, Some(Halt), "AV-5.4");
    let mut inspiring = led(Abilities::INSPIRING);
    inspiring.act(&test(&[0], Halt), &[]);
    assert_eq!(inspiring.unit(red(0)).order, Some(Halt), "AV-16.2");
    let mut outstanding = led(Abilities::OUTSTANDING);
    outstanding.act(&test(&[1], Halt), &[3]);
    assert_eq!(outstanding.unit(red(1)).order, Some(Halt), "AV-16.3, AV-R39");
    // AV-5.6: alone, 5+ with +1 for a regular and -1.
    let mut alone = Camp::new().red("rom_leg", (10.0, 5.0), Rush).at(ORDERS);
    alone.act(&test(&[0], Halt), &[4]);
    assert_eq!(alone.unit(red(0)).order, Some(Rush), "AV-5.6, AV-5.7");
    // AV-17.3: irregular +1, Guru +1: 3 is enough for Halt to Rush.
    let guru = Carried { figure: Figure::Guru, by: Carrier::Unit(1) };
    let mut mad = Camp::new()
        .red("ger_war", (10.0, 5.0), Halt)
        .red("ger_war", (12.0, 5.0), Halt)
        .figure(Seat::Red, guru)
        .at(ORDERS);
    mad.act(&test(&[0], Rush), &[3]);
    assert_eq!(mad.unit(red(0)).order, Some(Rush), "AV-17.3, AV-8.5");
}

fn ride(x: f64, y: f64) -> Action {
    Action::Ride(Ride { leader: 0, to: at(x, y) })
}

#[test]
fn leaders_ride_and_attach() {
    let camp = |place| {
        pair(Halt)
            .blue("ger_war", (10.0, 12.0), Halt)
            .leader(Seat::Red, Abilities::empty(), place)
            .at(LEADERS)
    };
    let mut play = camp(Post::Alone(at(10.0, 4.0)));
    // AV-R2: 8 UD and the tolerance.
    assert_eq!(play.battle.check(Seat::Red, &ride(18.01, 4.0)), Ok(()), "AV-6.4");
    for (action, rule) in [
        (ride(18.011, 4.0), "AV-6.4"),
        (ride(10.0, 12.5), "AV-6.4"),
        (ride(10.0, 11.0), "AV-R32"),
        (ride(10.0, -1.0), "AV-R55"),
        (ride(10.0, 4.0), "AV-R32"),
        (Action::Ride(Ride { leader: 3, to: at(10.0, 5.0) }), "AV-R23"),
    ] {
        assert_eq!(play.refused(&action)[0], rule, "{action:?}");
    }
    play.act(&Action::Attach(Attach { leader: 0, unit: 1 }), &[]);
    assert_eq!(play.battle.sides[Seat::Red].leaders[0].place, Post::With(1), "AV-15.1");
    // AV-R32: less what his unit went.
    let mut with = camp(Post::With(0));
    with.battle.unit_mut(red(0)).went = acies_table::Length::new(2.0);
    assert_eq!(with.refused(&ride(16.5, 5.0))[0], "AV-6.4", "AV-R32: 6 UD are left");
    with.act(&ride(16.0, 5.0), &[]);
    // AV-R32: not out of a fight.
    let held = pair(Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .leader(Seat::Red, Abilities::empty(), Post::With(0))
        .leader(Seat::Red, Abilities::empty(), Post::With(1))
        .at(LEADERS);
    assert_eq!(held.refused(&ride(10.0, 2.0)), ["AV-R32"]);
    let second = Action::Attach(Attach { leader: 1, unit: 0 });
    assert_eq!(held.refused(&second), ["AV-R23"]);
    // AV-R23: one special figure with any unit.
    let priest = Carried { figure: Figure::ReligiousLeader, by: Carrier::Unit(0) };
    let guru = Carried { figure: Figure::Guru, by: Carrier::Leader(0) };
    let mut figures = pair(Halt)
        .leader(Seat::Red, Abilities::empty(), Post::Alone(at(11.0, 4.0)))
        .figure(Seat::Red, priest)
        .figure(Seat::Red, guru)
        .at(LEADERS);
    assert_eq!(figures.refused(&Action::Attach(Attach { leader: 0, unit: 0 })), ["AV-R23"]);
    figures.act(&Action::Attach(Attach { leader: 0, unit: 1 }), &[]);
}

/// Red advances past a leader of Blue who stands by himself.
fn met(faces: &[u8]) -> Play {
    let guru = Carried { figure: Figure::Guru, by: Carrier::Leader(0) };
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (12.0, 9.0), Halt)
        .blue("ger_war", (20.0, 9.0), Halt)
        .leader(Seat::Blue, Abilities::empty(), Post::Alone(at(10.5, 7.5)))
        .figure(Seat::Blue, guru)
        .at(Frame::Moves(Moves(Seat::Red)));
    play.act(&moves(0, &[ahead(0.0, 2.0)]), faces);
    play
}

#[test]
fn lone_leaders_are_met() {
    let escaped = met(&[4]);
    assert_eq!(
        escaped.battle.frame(),
        Frame::Escape(Escape { by: Seat::Blue, leader: 0 }),
        "AV-15.6"
    );
    let mut away = met(&[4]);
    // AV-R88: more than 1 UD from all enemies, up to 8 UD.
    assert_eq!(away.refused(&ride(10.0, 8.0))[0], "AV-R32");
    assert_eq!(away.refused(&ride(10.5, 16.0))[0], "AV-6.4");
    away.act(&Action::Attach(Attach { leader: 0, unit: 0 }), &[]);
    assert!(!away.battle.sides[Seat::Blue].leaders[0].moved, "AV-R88");
    for face in [1, 3] {
        let lost = met(&[face]);
        let blue_side = &lost.battle.sides[Seat::Blue];
        assert_eq!(blue_side.leaders[0].place, Post::Lost, "AV-15.6");
        // AV-17.4, AV-R102: within 4 UD of where he was; their tests wait for P3c.
        assert_eq!(blue_side.mourners, UnitSet::one(0), "AV-R102");
        assert!(lost.battle.has_lost_chief(Seat::Blue), "AV-15.7");
        assert_eq!(lost.battle.lost(Seat::Blue), 10 + 12, "AV-R24");
    }
}

/// Red comes up to a leader of Blue at (3, 6) who has nobody near, and a 4 is thrown for him.
fn hunted(camp: Camp) -> Play {
    let mut play = camp
        .red("rom_leg", (3.0, 3.0), Advance)
        .leader(Seat::Blue, Abilities::empty(), Post::Alone(at(3.0, 6.0)))
        .at(Frame::Moves(Moves(Seat::Red)));
    play.act(&moves(0, &[ahead(0.0, 2.0)]), &[4]);
    play
}

fn offered(play: &Play) -> Vec<Action> {
    let mut out = Vec::new();
    play.battle.candidates(play.battle.pending().seat().unwrap(), &mut out);
    out
}

#[test]
fn a_hunted_leader_looks_for_room_in_eight_directions() {
    let far = Camp::new().blue("ger_war", (28.0, 18.0), Halt);
    let play = hunted(far);
    // 8 UD: to the north, north-east, east and south-east; the rest is off the table. 4 UD: only west is.
    let rooms = offered(&play);
    assert_eq!(rooms.len(), 4 + 7, "AV-R105: {rooms:?}");
    for (x, y) in [(3.0, 14.0), (11.0, 6.0), (3.0, 10.0), (7.0, 6.0), (3.0, 2.0)] {
        assert!(rooms.contains(&ride(x, y)), "AV-R105: {x} {y}");
    }
    // He has found room, so he may go anywhere within his allowance.
    let between = ride(4.5, 7.9);
    assert!(!rooms.contains(&between));
    assert_eq!(play.battle.check(Seat::Blue, &between), Ok(()), "AV-R105, AV-R88");
}

#[test]
fn a_hunted_leader_without_room_is_captured() {
    // Water on every one of the sixteen places, but not all about him: (2, 7.5) is dry.
    let lake = |west: f64, south: f64, east: f64, north: f64| {
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        let outline = Polygon::new(corners.map(|(x, y)| at(x, y)).to_vec()).unwrap();
        Area { piece: Piece::Lake, outline }
    };
    let water = || Ground {
        areas: vec![
            lake(4.5, 0.0, 30.0, 20.0),
            lake(0.0, 8.0, 4.5, 20.0),
            lake(0.0, 0.0, 1.5, 4.0),
            lake(1.5, 0.0, 4.5, 2.5),
        ],
        ..Ground::default()
    };
    let lost = hunted(Camp::new().on(water()));
    assert_eq!(lost.battle.sides[Seat::Blue].leaders[0].place, Post::Lost, "AV-R105, AV-R88");
    assert!(lost.cited("AV-R88"));
    // A unit that he can join is room enough.
    let joins = hunted(Camp::new().on(water()).blue("ger_war", (2.0, 7.5), Halt));
    assert_eq!(offered(&joins), [Action::Attach(Attach { leader: 0, unit: 0 })], "AV-R105");
}

#[test]
fn a_guru_lost_in_movement_is_mourned_in_the_shooting_phase() {
    let mut play = met(&[1]);
    play.act(&Action::EndOrders, &[]);
    // Two tests of the warriors near him, morale 4+, alone: 5 is needed. They miss both.
    play.act(&Action::EndMoves, &[4, 4]);
    assert!(play.cited("AV-17.4"));
    let unit = play.unit(blue(0));
    assert!(unit.disrupted, "AV-17.4, AV-R102");
    assert_eq!(play.battle.frame(), Frame::Retreat(Retreating { unit: blue(0) }), "AV-14.3");
}
