use acies_core::{Dice, Game, Pending, Ruleset, Seats, Telling};
use acies_table::{Angle, Facing, Point};

use super::*;
use crate::{
    Legio,
    battle::Action,
    ground::{Barrier, Piece},
    table::tests::red,
    words::No,
};

fn field() -> Battle {
    let army = |id: &str| Legio::shipped(id).unwrap();
    Legio::field(&army("roman_late_republic"), &army("gallic")).unwrap()
}

fn play(battle: &mut Battle, by: Seat, text: &str, faces: &[u8]) {
    let action = battle.read(by, text).unwrap_or_else(|no| panic!("{text}: {no}"));
    let mut dice = Dice::scripted(faces);
    let done = battle.apply(by, &action, &mut dice, &mut Log::Off);
    assert!(done.is_ok(), "{text}: {done:?}");
    assert!(dice.is_spent(), "{text}: dice left over");
}

fn refused(battle: &Battle, by: Seat, text: &str) -> &'static str {
    let action = battle.read(by, text).unwrap_or_else(|no| panic!("{text}: {no}"));
    battle.check(by, &action).unwrap_err().reason(battle).rules[0]
}

fn asked(battle: &Battle) -> Seats {
    match battle.pending() {
        Pending::Decide(seats) => seats,
        Pending::Over(_) => Seats::NONE,
    }
}

/// The first sector has a hill, the third a wood, the fourth scrub; then come these faces.
fn begun(faces: &[u8]) -> Battle {
    const SECTORS: [u8; 15] = [4, 50, 25, 90, 1, 6, 0, 100, 0, 5, 100, 50, 45, 2, 3];
    let mut battle = field();
    play(&mut battle, Seat::Red, "begin", &[&SECTORS[..], faces].concat());
    battle
}

#[test]
fn chance_terrain_is_laid_in_six_sectors() {
    let battle = begun(&[6, 10, 2, 5]);
    let areas: Vec<_> = battle.ground.areas.iter().map(|it| it.piece).collect();
    assert_eq!(areas, [Piece::GentleHill, Piece::Wood, Piece::Scrub], "LEG-R115");
    // The first sector is 600 x 600: its middle lies from 100 to 500. 50 and 25 hundredths of 400 are 200 and 100.
    let hill = battle.ground.areas[0].outline.centroid();
    assert!((hill - glam::dvec2(300.0, 200.0)).length() < 0.01, "LEG-R115, LEG-R190: {hill}");
    // An axis of 90 degrees lies east and west: 150 paces to its end.
    let end = battle.ground.areas[0].outline.corners().next().unwrap();
    assert!((end - glam::dvec2(450.0, 200.0)).length() < 0.01, "LEG-R152: {end}");
    assert_eq!(battle.ground.areas[0].outline.corners().len(), 24, "LEG-R152");
    // The third sector: from 1200 on; nought and all of the hundredths.
    let wood = battle.ground.areas[1].outline.centroid();
    assert!((wood - glam::dvec2(1300.0, 500.0)).length() < 0.01, "LEG-R115: {wood}");
    // A stream: 10 hundredths of the 1,200 paces between 300 and 1,500.
    let stream = &battle.ground.lines[0];
    assert_eq!(stream.piece, Barrier::Stream, "LEG-R115");
    assert_eq!(
        stream.course.points[..],
        [Point::new(420.0, 0.0), Point::new(420.0, 1200.0)],
        "LEG-R152"
    );
    // Red threw 2, blue 5.
    assert_eq!(asked(&battle), Seat::Red.into(), "LEG-R115: the lower may remove a piece");
}

#[test]
fn what_would_overlap_is_left_out() {
    // Hills in the first two sectors, 200 paces from middle to middle, both with their long axis east and west.
    let mut battle = field();
    let faces = [4, 100, 50, 90, 4, 0, 50, 90, 1, 1, 1, 1, 5, 0, 3, 3, 4, 1];
    play(&mut battle, Seat::Red, "begin", &faces);
    assert_eq!(battle.ground.areas.len(), 1, "LEG-R152");
    assert_eq!(battle.ground.roads.len(), 1, "LEG-R115: a 5 is a road");
    assert_eq!(
        asked(&battle),
        Seat::Blue.into(),
        "LEG-R115: 3 and 3 are thrown again, then 4 and 1"
    );
}

#[test]
fn the_lower_clears_and_the_higher_chooses() {
    let mut battle = begun(&[1, 2, 5]);
    assert_eq!(asked(&battle), Seat::Red.into());
    assert_eq!(refused(&battle, Seat::Red, "clear area 4"), "LEG-R115");
    play(&mut battle, Seat::Red, "clear area 2", &[]);
    let left: Vec<_> = battle.ground.areas.iter().map(|it| it.piece).collect();
    assert_eq!(left, [Piece::GentleHill, Piece::Scrub], "LEG-R115");
    assert_eq!(asked(&battle), Seat::Blue.into(), "LEG-R115: the higher chooses his edge");
    // The ground is turned: the hill's middle comes from (300, 200) to (1500, 1000). Then blue throws lower.
    play(&mut battle, Seat::Blue, "edge other", &[6, 3]);
    let hill = battle.ground.areas[0].outline.centroid();
    assert!((hill - glam::dvec2(1500.0, 1000.0)).length() < 0.01, "LEG-R115, LEG-R190: {hill}");
    assert_eq!(asked(&battle), Seat::Blue.into(), "LEG-R116: the lower deploys first");
    assert_eq!(refused(&battle, Seat::Blue, "camp 30"), "LEG-R117");
    play(&mut battle, Seat::Blue, "camp 900", &[]);
    assert_eq!(battle.sides[Seat::Blue].camp, Some(Point::new(900.0, 1180.0)), "LEG-R117");
    play(&mut battle, Seat::Red, "camp 700", &[]);
    assert_eq!(battle.sides[Seat::Red].camp, Some(Point::new(700.0, 20.0)), "LEG-R117");
    assert_eq!(asked(&battle), Seat::Blue.into(), "LEG-R116, LEG-R192");
}

/// On open ground, with camps; red deploys first.
fn deploying() -> Battle {
    let mut battle = field();
    play(&mut battle, Seat::Red, "begin", &[1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 2]);
    play(&mut battle, Seat::Red, "camp 900", &[]);
    play(&mut battle, Seat::Blue, "camp 900", &[]);
    battle
}

const LABIENUS: &str =
    "deploy labienus at 1150 340 german_horse 1180 390 0 4x1 cretan_archers 1100 390 0 3x1";

#[test]
fn commands_deploy_in_turns() {
    let mut battle = deploying();
    assert_eq!(asked(&battle), Seat::Red.into(), "LEG-R116");
    for (text, rule) in [
        // The horse is 20 deep: its front would stand at 401.
        (
            "deploy labienus at 1150 340 german_horse 1180 391 0 4x1 cretan_archers 1100 390 0 3x1",
            "LEG-R116",
        ),
        // 80 wide: from 49 paces of the side on.
        (
            "deploy labienus at 1150 340 german_horse 89 390 0 4x1 cretan_archers 1100 390 0 3x1",
            "LEG-R116",
        ),
        (
            "deploy labienus at 1150 340 german_horse 1180 390 0 4x1 cretan_archers 1120 390 0 3x1",
            "LEG-R46",
        ),
        (
            "deploy labienus at 1150 410 german_horse 1180 390 0 4x1 cretan_archers 1100 390 0 3x1",
            "LEG-R116",
        ),
        (
            "deploy labienus with legio_x german_horse 1180 390 0 4x1 cretan_archers 1100 390 0 3x1",
            "LEG-R28",
        ),
        ("deploy labienus at 1150 340 german_horse 1180 390 0 4x1", "LEG-R116"),
        (
            "deploy labienus at 1150 340 german_horse 1180 390 0 4x1 cretan_archers 1100 390 0 column",
            "LEG-MAN.1",
        ),
        ("deploy labienus nowhere", "LEG-R116"),
    ] {
        assert_eq!(refused(&battle, Seat::Red, text), rule, "{text}");
    }
    play(&mut battle, Seat::Red, LABIENUS, &[]);
    assert_eq!(battle.unit(red(0)).pose.at, Point::new(1180.0, 390.0), "LEG-R116");
    assert_eq!(battle.unit(red(2)).status, Status::Away);
    // It may be arranged until its owner is content.
    assert_eq!(refused(&battle, Seat::Red, "place legio_x 900 300 0 4-3-3"), "LEG-R116");
    assert_eq!(refused(&battle, Seat::Red, "place german_horse 1100 390 0 4x1"), "LEG-R46");
    play(&mut battle, Seat::Red, "place german_horse 1300 350 0 2x2", &[]);
    assert_eq!(battle.unit(red(0)).rect().depth(), 40.0, "LEG-R4");
    play(&mut battle, Seat::Red, "arrange german_horse with cretan_archers 1300 330 0", &[]);
    assert_eq!(battle.unit(red(1)).pose.at, Point::new(1100.0, 370.0), "in its place beside it");
    play(&mut battle, Seat::Red, "post with german_horse", &[]);
    assert_eq!(battle.sides[Seat::Red].leaders[0].place, Place::With(0), "LEG-R28");
    play(&mut battle, Seat::Red, "settle", &[]);
    assert_eq!(asked(&battle), Seat::Blue.into(), "LEG-R116: alternately");
    assert_eq!(
        refused(
            &battle,
            Seat::Blue,
            LABIENUS.replace("labienus", "1").split(" german").next().unwrap()
        ),
        "LEG-R116"
    );
}

#[test]
fn who_has_no_command_left_is_passed_over() {
    let mut battle = deploying();
    battle.sides[Seat::Blue].leaders.truncate(1);
    for by in [Seat::Red, Seat::Blue, Seat::Red] {
        assert_eq!(asked(&battle), by.into());
        let mut ways = Vec::new();
        battle.candidates(by, &mut ways);
        let text = battle.notation(by, &ways[0]);
        play(&mut battle, by, &text, &[]);
        play(&mut battle, by, "settle", &[]);
    }
    assert_eq!(asked(&battle), Seat::Red.into(), "LEG-R191");
}

#[test]
fn every_way_of_every_army_is_lawful() {
    for (id, _) in crate::files::data::ARMIES {
        let army = Legio::shipped(id).unwrap();
        let mut battle = Legio::field(&army, &army).unwrap();
        let mut dice = Dice::seeded(7);
        while battle.prelude.is_some() {
            let by = asked(&battle).iter().next().unwrap();
            let mut ways = Vec::new();
            battle.candidates(by, &mut ways);
            for way in &ways {
                assert_eq!(battle.check(by, way), Ok(()), "{id}: {}", battle.notation(by, way));
                assert_eq!(battle.read(by, &battle.notation(by, way)).as_ref(), Ok(way));
            }
            let before = battle.clone();
            assert_eq!(Legio::position("it", &battle.save()).unwrap(), before, "{}", battle.save());
            let way = ways[dice.number(ways.len())].clone();
            battle.apply(by, &way, &mut dice, &mut Log::Off).unwrap();
        }
        assert_eq!(
            battle.units(Seat::Red).count(),
            army.units,
            "{id}: all of them stand, LEG-R116"
        );
    }
}

#[test]
fn blue_deploys_as_he_sees_the_table() {
    let size = Size::Standard;
    let here = Pose::new(400.0, 300.0, Facing::new(Angle::new(10.0)));
    let there = size.placed(Seat::Blue, here);
    assert_eq!(there, Pose::new(1400.0, 900.0, Facing::new(Angle::new(190.0))), "LEG-R116");
    assert_eq!(size.placed(Seat::Blue, there), here);
}

#[test]
fn first_orders_are_secret() {
    let mut battle = deploying();
    battle.stack.pop();
    for seat in Seat::BOTH {
        battle.sides[seat]
            .leaders
            .iter_mut()
            .for_each(|it| it.place = Place::Alone(Point::new(900.0, 600.0)));
    }
    assert_eq!(
        asked(&battle),
        Seats::NONE.with(Seat::Red).with(Seat::Blue),
        "LEG-R37: both at once"
    );
    assert_eq!(refused(&battle, Seat::Red, "orders hold"), "LEG-R37");
    play(&mut battle, Seat::Blue, "orders hold attack withdraw", &[]);
    assert_eq!(asked(&battle), Seat::Red.into());
    let mut other = deploying();
    (other.stack, other.sides) = (battle.stack.clone(), battle.sides.clone());
    other.prelude.as_mut().unwrap().orders[Seat::Blue] =
        Sealed::In(FirstOrders { orders: [StandingOrder::Attack; 3].into_iter().collect() });
    assert_eq!(battle.view(Some(Seat::Red)), other.view(Some(Seat::Red)), "LEG-R120");
    assert_ne!(battle.view(Some(Seat::Blue)), other.view(Some(Seat::Blue)));
    // The initiative of the first turn follows.
    play(&mut battle, Seat::Red, "orders attack attack hold", &[5, 2]);
    assert!(battle.prelude.is_none());
    let orders =
        |seat: Seat| -> Vec<_> { battle.sides[seat].leaders.iter().map(|it| it.order).collect() };
    assert_eq!(
        orders(Seat::Blue),
        [StandingOrder::Hold, StandingOrder::Attack, StandingOrder::Withdraw].map(Sealed::In),
        "LEG-R37"
    );
    assert_eq!(battle.first, Seat::Red, "LEG-R23");
    assert_eq!(battle.check(Seat::Red, &Action::Begin), Err(No::NotNow));
}

#[test]
fn a_command_without_room_stays_away() {
    let mut battle = deploying();
    // Nobody can stand anywhere.
    let corners = [(0.0, 0.0), (1800.0, 0.0), (1800.0, 1200.0), (0.0, 1200.0)];
    let outline = acies_table::Polygon::new(corners.map(|(x, y)| Point::new(x, y)).into()).unwrap();
    battle.ground.to_mut().areas.push(crate::ground::Area { piece: Piece::Lake, outline });
    let mut ways = Vec::new();
    battle.candidates(Seat::Red, &mut ways);
    assert_eq!(ways.len(), 3, "LEG-R191");
    play(&mut battle, Seat::Red, "deploy labienus nowhere", &[]);
    assert_eq!(battle.unit(red(0)).status, Status::LeftTable, "LEG-R191");
    assert_eq!(battle.sides[Seat::Red].leaders[0].place, Place::Lost, "LEG-R191");
}
