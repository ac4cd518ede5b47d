//! Orders in the field, uncontrolled charges and pursuits.

use acies_adlg::{
    action::UnitSet,
    battle::{Battle, Commander, Flags},
    command::{Enemy, Order},
    melee::Barrier,
    rally::NoRally,
    terrain::Piece,
};
use acies_core::Seat;
use acies_table::{Edge, Facing, Length, Pose};
use arrayvec::ArrayVec;

use crate::scene::{blue, on, piece, red, scene, wall};

#[test]
fn orders_cost_what_the_field_makes_of_them() {
    let mut battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red pikemen @ 9 0 n",
        "red pikemen @ 3 0 n",
        "blue heavy_swordsmen @ 0 0.75 s",
    ]);
    let cost = |battle: &Battle, unit, order| {
        battle.order_cost(&[red(unit)], order, None, battle.roles()).points()
    };
    assert_eq!(cost(&battle, 2, Order::Move), 1, "ADLG-ORD.2");
    assert_eq!(cost(&battle, 1, Order::Move), 2, "ADLG-ORD.6");
    battle.sides[Seat::Red].commanders[0] = Commander::With(0);
    assert_eq!(cost(&battle, 2, Order::Move), 2, "ADLG-ORD.8, ADLG-R40");
    assert_eq!(cost(&battle, 1, Order::Move), 3, "ADLG-R37");
    assert_eq!(cost(&battle, 0, Order::Rally(Enemy::InMelee)), 2, "ADLG-ORD.8: his own unit");
    battle.sides[Seat::Red].commanders[0] = Commander::With(2);
    assert_eq!(cost(&battle, 2, Order::Move), 1, "ADLG-R40: he fights with a main unit only");
    battle.sides[Seat::Red].commanders[0] = Commander::Lost;
    assert_eq!(cost(&battle, 2, Order::Move), 2, "ADLG-R41");
}

#[test]
fn who_may_rally() {
    let mut battle =
        scene(&["red pikemen @ 0 0 n", "red elephant @ 3 0 n", "blue pikemen @ 0 5 s"]);
    let rally = |battle: &Battle, unit| battle.rally(red(unit), battle.roles());
    assert_eq!(rally(&battle, 0), Err(NoRally::InOrder), "ADLG-R8");
    battle.unit_mut(red(0)).cohesion -= 1;
    battle.unit_mut(red(1)).cohesion -= 1;
    // Fronts 4 UD apart: near (ADLG-R37).
    assert_eq!(rally(&battle, 0).unwrap().enemy, Enemy::Near, "ADLG-RAL.3");
    assert_eq!(rally(&battle, 1), Err(NoRally::Never), "ADLG-RAL.1");
    battle.unit_mut(blue(0)).pose = Pose::new(0.0, 5.1, Facing::SOUTH);
    assert_eq!(rally(&battle, 0).unwrap().enemy, Enemy::Far, "ADLG-RAL.2");
    battle.unit_mut(blue(0)).pose = Pose::new(0.0, 1.0, Facing::SOUTH);
    assert_eq!(rally(&battle, 0).unwrap().enemy, Enemy::InMelee, "ADLG-RAL.4");
    battle.unit_mut(red(0)).flags |= Flags::RALLIED;
    assert_eq!(rally(&battle, 0), Err(NoRally::Tried), "ADLG-R45");
    battle.unit_mut(red(0)).flags = Flags::empty();
    battle.unit_mut(red(0)).moves = 1;
    assert_eq!(rally(&battle, 0), Err(NoRally::Moved), "ADLG-R45");
}

#[test]
fn groups_are_found() {
    let battle = scene(&[
        "red pikemen @ 0 0 n",
        "red pikemen @ 1 0 n",
        "red heavy_swordsmen @ 2 0.125 n",
        "red pikemen @ 0 -1 n",
        "red pikemen @ 4 0 n",
        "red pikemen @ -1 0 e",
        "blue pikemen @ 0 9 s",
    ]);
    let all: Vec<_> = battle.standing(Seat::Red).collect();
    let mut groups = ArrayVec::new();
    battle.add_groups_among(&all, &mut groups);
    let line: UnitSet = [red(0), red(1), red(2), red(3)].into_iter().collect();
    assert_eq!(groups.as_slice(), [line], "ADLG-R43");
}

#[test]
#[rustfmt::skip]
fn impetuous_units_charge_by_themselves() {
    let charges = |lines: &[&str]| {
        let battle = scene(lines);
        battle.uncontrolled_charge(red(0), battle.roles()).map(|(enemy, _)| enemy)
    };
    let warriors = "red heavy_swordsmen impetuous @ 0 0 n";
    assert_eq!(charges(&[warriors, "blue pikemen @ 0 2 s"]), Some(blue(0)), "ADLG-UNC.1");
    assert_eq!(charges(&[warriors, "blue pikemen @ 0 4 s"]), None, "ADLG-R86: out of range");
    assert_eq!(charges(&["red heavy_swordsmen @ 0 0 n", "blue pikemen @ 0 2 s"]), None, "ADLG-UNC.1");
    assert_eq!(charges(&["red scythed_chariot @ 0 0 n", "blue pikemen @ 0 3 s"]), Some(blue(0)), "ADLG-UNC.1");
    assert_eq!(charges(&[warriors, "blue pikemen @ 0.8 2 s", "blue pikemen @ -0.3 2 s"]), Some(blue(1)), "ADLG-UNC.2: most in front");
    assert_eq!(charges(&["red heavy_cavalry impetuous @ 0 0 n", "blue elephant @ 0 3 s"]), None, "ADLG-R86: horses shy");
    let field = on(piece(Piece::Field, 0.0, 2.5, 4.0, 2.0), &[warriors, "blue medium_swordsmen @ 0 2.5 s"]);
    assert_eq!(field.uncontrolled_charge(red(0), field.roles()), None, "ADLG-R86: bad ground");
    let out = on(piece(Piece::Field, 0.0, 0.0, 3.0, 1.0), &[warriors, "blue pikemen @ 0 2 s"]);
    assert_eq!(out.uncontrolled_charge(red(0), out.roles()).map(|it| it.0), Some(blue(0)), "ADLG-R86: out of it is not into it");
    let walls = on(wall(Barrier::Fortification, (-1.0, 1.6), (1.0, 1.6)), &[warriors, "blue heavy_spearmen @ 0 1.975 s"]);
    assert_eq!(walls.uncontrolled_charge(red(0), walls.roles()), None, "ADLG-R86: defences");
}

#[test]
fn charges_can_begin_with_a_wheel_or_a_slide() {
    let battle = scene(&["red heavy_cavalry @ 0 0 n", "blue pikemen @ 1.9 2.5 s"]);
    let starts = battle.starts_onto(red(0), blue(0));
    assert!(starts.iter().any(|start| start.len() == 1), "ADLG-R76");
    let legal = battle.charges_at(red(0), blue(0), battle.roles()).count();
    assert!(legal >= 1, "ADLG-R75, ADLG-R77: {starts:?}");
}

#[test]
fn pursuers_go_straight_on() {
    let free = scene(&["red heavy_swordsmen @ 0 0 n", "blue pikemen @ 0 9 s"]);
    let all = Length::new(1.0);
    assert_eq!(
        free.pursuit(red(0), all, free.roles()).pose,
        Pose::new(0.0, 1.0, Facing::NORTH),
        "ADLG-PUR.1"
    );
    // An enemy whose rear is 0.5 UD ahead.
    let caught = scene(&["red heavy_swordsmen @ 0 0 n", "blue pikemen @ 0 1.375 n"]);
    let pursuit = caught.pursuit(red(0), all, caught.roles());
    assert_eq!(pursuit.contact, Some((blue(0), Edge::Rear)), "ADLG-R149, ADLG-R78");
    assert_eq!(pursuit.distance, Length::new(0.5), "ADLG-R149");
    let friend =
        scene(&["red heavy_swordsmen @ 0 0 n", "red pikemen @ 0 1.375 n", "blue pikemen @ 0 9 s"]);
    assert_eq!(friend.pursuit(red(0), all, friend.roles()).distance, Length::new(0.5), "ADLG-R149");
    let camp = scene(&["red heavy_swordsmen @ 0 8 n", "blue pikemen @ 9 0 s"]);
    let pursuit = camp.pursuit(red(0), all, camp.roles());
    assert!(pursuit.camp && pursuit.contact.is_none(), "ADLG-R20: {pursuit:?}");
    assert_eq!(pursuit.pose.at.y, Length::new(8.625), "ADLG-R20");
}

#[test]
fn some_pursuits_may_be_declined() {
    let knights = "red heavy_knight impetuous @ 0 0 n";
    let field = on(piece(Piece::Field, 0.0, 1.5, 4.0, 1.0), &[knights, "blue pikemen @ 0 9 s"]);
    assert!(field.may_decline_pursuit(red(0), field.roles()), "ADLG-R150: bad ground");
    let beasts = scene(&[knights, "blue elephant @ 0 1.5 s"]);
    assert!(beasts.may_decline_pursuit(red(0), beasts.roles()), "ADLG-R150: elephants");
    let free = scene(&[knights, "blue pikemen @ 0 9 s"]);
    assert!(!free.may_decline_pursuit(red(0), free.roles()), "ADLG-PUR.2");
}
