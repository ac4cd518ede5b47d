//! A turn from top to bottom, and what geometry says (sections 2, 4; AV-R1 to AV-R14, AV-R31).

use acies_av::{
    battle::{Action, Frame},
    ground::{Area, Going, Ground, Piece},
    leaders::Leaders,
    melee::naming::Fight,
    movement::{
        Moves,
        fall_back::{Back, FallBack},
        path::{Course, Gait, Stop},
    },
    orders::Orders,
    profile::{Abilities, Order::*},
    shooting::{Shoot, Targets},
    turn::initiative::{Choice, FirstOrSecond},
    units::{Post, UnitSet},
    words::refusals::No,
};
use acies_core::{Dice, Game, Log, Seat};
use acies_table::{Length, Point, Polygon, Polyline, Segment};

use crate::camp::{Camp, ahead, at, blue, facing, moves, red};

#[test]
fn the_steps_of_a_turn() {
    let leader = |at| Post::Alone(Point::new(15.0, at));
    let mut play = Camp::new()
        .red("rom_auxbow", (10.0, 5.0), Halt)
        .red("rom_leg", (14.0, 5.0), Advance)
        .blue("gal_bow", (10.0, 12.0), Halt)
        .blue("ger_war", (14.0, 12.0), Advance)
        .leader(Seat::Red, Abilities::empty(), leader(2.0))
        .leader(Seat::Blue, Abilities::empty(), leader(18.0))
        .at(Frame::Begin);
    let frame = |play: &crate::camp::Play| play.battle.frame();
    play.act(&Action::Begin, &[5, 2]).act(&Action::Play(Choice { first: true }), &[]);
    assert_eq!(frame(&play), Frame::Orders(Orders(Seat::Red)), "AV-4.1, AV-4.2");
    // AV-R31: no move before all orders are given.
    let step = moves(1, &[ahead(0.0, 2.0)]);
    assert_eq!(play.refused(&step), ["AV-4.1", "AV-R31"]);
    play.act(&Action::EndOrders, &[]);
    assert_eq!(play.unit(red(1)).order, Some(Advance), "AV-5.12: it was not tested");
    play.act(&step, &[]).act(&Action::EndMoves, &[]);
    assert_eq!(frame(&play), Frame::Leaders(Leaders(Seat::Red)), "AV-4.4");
    play.act(&Action::EndLeaders, &[]);
    assert_eq!(frame(&play), Frame::Orders(Orders(Seat::Blue)), "AV-4.3");
    play.act(&Action::EndOrders, &[]);
    play.act(&moves(1, &[ahead(180.0, 2.0)]), &[]).act(&Action::EndMoves, &[]);
    play.act(&Action::EndLeaders, &[]);
    assert_eq!(
        frame(&play),
        Frame::Targets(Targets(Seat::Red)),
        "AV-4.5: Red names his targets first"
    );
    play.act(&Action::Shoot(Shoot { unit: 0, target: 0 }), &[]);
    assert_eq!(frame(&play), Frame::Targets(Targets(Seat::Blue)), "AV-4.5, AV-R66");
    // Both shoot at long range before anything is applied: 2 dice and 1. All miss. Nobody fights.
    play.act(&Action::Shoot(Shoot { unit: 0, target: 0 }), &[1, 1, 1, 3, 4]);
    assert_eq!(frame(&play), Frame::Initiative(FirstOrSecond(Seat::Blue)), "AV-4.1, AV-4.6");
    assert!(play.cited("AV-4.5"));
}

#[test]
fn either_player_concedes_at_any_time() {
    for (by, winner) in [(Seat::Red, Seat::Blue), (Seat::Blue, Seat::Red)] {
        let camp = Camp::new().red("rom_leg", (10.0, 5.0), Halt).blue("ger_war", (10.0, 9.0), Halt);
        let mut play = camp.at(Frame::Orders(Orders(Seat::Red)));
        let done = play.battle.apply(by, &Action::Resign, &mut Dice::scripted([]), &mut Log::Off);
        assert_eq!(done, Ok(()), "AV-R25");
        assert_eq!(play.battle.ending.and_then(|it| it.winner), Some(winner), "AV-R25");
        assert_eq!(play.battle.check(by, &Action::Resign), Err(No::Over), "AV-R25");
    }
}

#[test]
fn disruption_lasts_and_falling_back_ends_in_halt() {
    let back = |unit: u8| {
        Action::FallBack(FallBack {
            unit,
            back: Back {
                heading: facing(180.0),
                distance: Length::new(1.0),
                about: false,
                then: None,
            },
        })
    };
    let mut play = Camp::new()
        .red("gre_pelt", (10.0, 5.0), FallBack)
        .red("gre_pelt", (13.0, 5.0), FallBack)
        .with(Seat::Red, |unit| unit.disrupted = true)
        .blue("ger_war", (10.0, 15.0), Halt)
        .at(Frame::Moves(Moves(Seat::Red)));
    play.act(&back(0), &[]).act(&back(1), &[]);
    play.act(&Action::EndOrders, &[]).act(&Action::EndMoves, &[6, 1]);
    assert_eq!(play.unit(red(0)).order, Some(Halt), "AV-5.20, AV-R42");
    let unit = play.unit(red(1));
    assert_eq!((unit.disrupted, unit.order), (true, None), "AV-9.4, AV-R37");
}

#[test]
fn only_reference_points_count() {
    // AV-2.2, AV-R3: footprints overlap and nobody minds; AV-2.5, AV-R4: the zone is a disc of 1 UD.
    let play = Camp::new()
        .unit(Seat::Red, "rom_leg", (10.0, 5.0, 45.0), Halt)
        .red("rom_leg", (11.0, 5.0), Halt)
        .blue("ger_war", (10.6, 5.8), Halt)
        .blue("ger_war", (12.02, 5.0), Halt)
        .leader(Seat::Red, Abilities::empty(), Post::Alone(at(10.0, 4.0)))
        .at(Frame::Orders(Orders(Seat::Red)));
    let table = play.battle.table();
    assert_eq!(table.contacts(red(0)), UnitSet::one(0), "AV-2.2, AV-2.5, AV-R3, AV-R5");
    assert_eq!(table.contacts(red(1)), UnitSet::one(0), "AV-R2, AV-R4: 1.02 UD is too far");
    assert_eq!(
        table.pose(red(1)).bearing(table.at(blue(1))).degrees(),
        90.0,
        "AV-R1: to its right"
    );
    assert!(!table.same_facing(red(0), red(1)) && table.opposite_facing(red(1), blue(0)), "AV-R8");
}

#[test]
fn leaders_stand_in_nobodys_way() {
    let mut play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .leader(Seat::Red, Abilities::empty(), Post::Alone(at(10.0, 6.0)))
        .at(Frame::Moves(Moves(Seat::Red)));
    play.act(&moves(0, &[ahead(0.0, 2.0)]), &[]);
    assert_eq!(play.unit(red(0)).pose.at, at(10.0, 7.0), "AV-R4");
}

#[test]
fn a_shieldwall_passes_only_open_order() {
    // AV-7.9: in extended order, and in Shieldwall; the friend stands 1.5 UD ahead.
    for (order, friend, stop, rule) in [
        (Shieldwall, "rom_aux", true, "AV-7.9"),
        (Shieldwall, "rom_vel", false, "AV-7.9"),
        (Advance, "rom_aux", false, "AV-7.7"),
    ] {
        let play = Camp::new()
            .red("gre_thur", (10.0, 5.0), order)
            .red(friend, (10.0, 6.5), Halt)
            .at(Frame::Moves(Moves(Seat::Red)));
        let pose = play.unit(red(0)).pose;
        let (push, gait) = (UnitSet::NONE, Gait::Ordered);
        let course = Course { unit: red(0), pose, heading: facing(0.0), ud: 3.0, push, gait };
        let way = play.battle.table().way(&course);
        assert_eq!(way.stop == Some(Stop::Friend(red(1))), stop, "{rule}: {friend}");
    }
    let wall =
        Camp::new().red("rom_aux", (10.0, 5.0), Shieldwall).at(Frame::Moves(Moves(Seat::Red)));
    assert!(wall.refused(&moves(0, &[ahead(0.0, 1.0)])).contains(&"AV-5.30"));
}

fn square(piece: Piece, west: f64, south: f64, side: f64) -> Area {
    let (east, north) = (west + side, south + side);
    let corners = [(west, south), (east, south), (east, north), (west, north)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    Area { piece, outline }
}

#[test]
fn ground() {
    let wall = Polyline::new(vec![Point::new(0.0, 15.0), Point::new(4.0, 15.0)]);
    let ground = Ground {
        areas: vec![
            square(Piece::GentleHill, 0.0, 0.0, 10.0),
            square(Piece::SteepHill, 2.0, 2.0, 4.0),
            square(Piece::Village, 20.0, 0.0, 2.0),
            square(Piece::LightWood, 20.0, 5.0, 2.0),
        ],
        walls: vec![wall],
    };
    for (place, going, level) in [
        ((1.0, 1.0), Going::Open, 1),
        ((4.0, 4.0), Going::Rough, 2),
        // AV-R9: on the boundary is inside.
        ((6.005, 4.0), Going::Rough, 2),
        ((21.0, 1.0), Going::VeryRough, 0),
        ((15.0, 1.0), Going::Open, 0),
    ] {
        let place = Point::new(place.0, place.1).vec();
        assert_eq!(ground.going(place), going, "AV-R9, AV-R10: {place}");
        assert_eq!(ground.level(place), level, "AV-R11: {place}");
    }
    for (from, to, blocked) in [
        // From level 1 to level 1 over level 2.
        ((1.0, 4.0), (7.0, 4.0), true),
        // From level 2 down.
        ((4.0, 4.0), (12.0, 4.0), false),
        // 2 UD of wood, and 0.8 UD across a corner of it.
        ((19.0, 6.0), (23.0, 6.0), true),
        ((19.5, 5.9), (20.9, 4.5), false),
    ] {
        let [from, to] = [from, to].map(|(x, y)| Point::new(x, y).vec());
        assert_eq!(ground.blocks(&Segment::new(from, to)), blocked, "AV-R12: {from} to {to}");
    }
    // Woods that overlap: from 30 to 30.7 and from 30.2 to 30.9 are 0.9 UD and not 1.4; with one more to 31.2 1.2 UD.
    let mut woods =
        vec![square(Piece::LightWood, 30.0, 5.0, 0.7), square(Piece::DenseWood, 30.2, 5.0, 0.7)];
    let [from, to] = [(29.0, 5.3), (33.0, 5.3)].map(|(x, y)| Point::new(x, y).vec());
    let hides = |areas: &[Area]| {
        let ground = Ground { areas: areas.to_vec(), walls: vec![] };
        ground.blocks(&Segment::new(from, to))
    };
    assert!(!hides(&woods), "AV-R12: once where they overlap");
    woods.push(square(Piece::Village, 30.5, 5.0, 0.7));
    assert!(hides(&woods), "AV-R12");
    // AV-R16: infantry in a village, against who is outside.
    let [inside, outside] = [(21.0, 1.0), (21.0, 3.0)].map(|(x, y)| Point::new(x, y).vec());
    assert!(ground.protects(inside, true, outside).is_some(), "AV-R16");
    assert!(ground.protects(inside, false, outside).is_none(), "AV-R16: infantry");
    assert!(ground.protects(inside, true, inside).is_none(), "AV-R16: the same village");
}

#[test]
fn supporters_lose_nothing() {
    // AV-R79: of two legions in contact with one enemy only the principal throws and suffers.
    let mut play = Camp::new()
        .red("rom_leg", (9.4, 5.2), Halt)
        .red("rom_leg", (10.6, 5.2), Halt)
        .blue("ger_war", (10.0, 6.0), Halt)
        .at(Frame::Leaders(Leaders(Seat::Blue)));
    play.act(&Action::EndLeaders, &[]);
    // 5 dice (4 and the friend) miss; three hits on the principal, none saved; morale 4+ with a friend near, 4
    // passes at 5 and at 4 CP, 5 at half.
    let faces = [1, 1, 1, 1, 1, 4, 5, 5, 1, 1, 1, 4, 4, 5, 6, 1];
    play.act(&Action::Fight(Fight { unit: 0, enemy: 0 }), &faces);
    assert_eq!((play.unit(red(0)).cp, play.unit(red(1)).cp), (3, 6), "AV-R79");
}
