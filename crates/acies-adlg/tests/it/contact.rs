//! Charges, edges, conforming, evading and breaking off.

use acies_adlg::{
    action::UnitSet,
    battle::{Battle, Flags, Id},
    charge::{ahead::Stop, conform::Conformed, legal::Declared},
    evade::{
        flight::{Blocked, Onrush},
        run::Flight,
    },
    melee::Barrier,
    movement::Element,
    terrain::{Piece, landscape::Landscape},
    words::refusals::No,
};
use acies_core::Seat;
use acies_table::{Angle, Edge, Facing, Length, Motion, Pose};

use crate::scene::{blue, on, piece, red, scene, wall};

/// Red's first unit comes on.
fn rush(facing: Facing) -> Onrush {
    Onrush { facing, by: UnitSet::NONE.with(0) }
}

fn charge(battle: &Battle, units: &[Id], start: &[Element]) -> Result<Declared, No> {
    battle.check_charge(units, start, battle.roles())
}

#[test]
fn charges_reach_their_target() {
    // Knights' front at 0.375, the spearmen's at 3.375 (their centre at 3.75): 3 UD.
    let near = scene(&["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 3.75 s"]);
    let declared = charge(&near, &[red(0)], &[]).unwrap();
    let contact = declared.contacts[0].unwrap();
    assert_eq!((contact.enemy, contact.edge), (blue(0), Edge::Front), "ADLG-R79, ADLG-R78");
    assert_eq!(contact.distance, Length::new(3.0), "ADLG-R77");
    let far = scene(&["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 3.77 s"]);
    let no = charge(&far, &[red(0)], &[]).unwrap_err();
    assert_eq!(
        no.reason(&far).says,
        "heavy_spearmen_0 is 3.02 UD away from heavy_knight_0 > 3.00 UD",
        "ADLG-R77"
    );
    let aside = scene(&["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 2 2 s"]);
    assert_eq!(
        charge(&aside, &[red(0)], &[]),
        Err(No::NothingAhead { unit: red(0) }),
        "ADLG-CHG.6"
    );
    let slid = charge(&aside, &[red(0)], &[Element::Slide(Length::new(1.0))]).unwrap_err();
    assert_eq!(slid, No::NothingAhead { unit: red(0) }, "ADLG-R76");
    let wheel = Element::Wheel(Angle::new(45.0));
    assert!(charge(&aside, &[red(0)], &[wheel]).is_ok(), "ADLG-CHG.5, ADLG-R76");
    let both = [wheel, Element::Slide(Length::new(0.5))];
    assert_eq!(charge(&aside, &[red(0)], &both), Err(No::StartManoeuvre), "ADLG-CHG.5");
}

#[test]
#[rustfmt::skip]
fn who_may_charge_whom() {
    let refused = |rule: &str, lines: &[&str], no: No| {
        let battle = scene(lines);
        assert_eq!(charge(&battle, &[red(0)], &[]), Err(no), "{rule}: {lines:?}");
    };
    refused("ADLG-CHG.1", &["red war_wagon @ 0 0 n", "blue pikemen @ 0 3 s"], No::MayNotCharge { unit: red(0) });
    refused("ADLG-CHG.1", &["red levies expendable @ 0 0 n", "blue pikemen @ 0 2 s"], No::MayNotCharge { unit: red(0) });
    refused("ADLG-CHG.2", &["red light_infantry @ 0 0 n", "blue pikemen @ 0 2 s"], No::NotForLightInfantry { unit: red(0), enemy: blue(0) });
    for target in ["light_infantry", "light_artillery", "scythed_chariot", "elephant"] {
        let enemy = format!("blue {target} @ 0 2 s");
        let battle = scene(&["red light_infantry @ 0 0 n", &enemy]);
        assert!(charge(&battle, &[red(0)], &[]).is_ok(), "ADLG-CHG.2: {target}");
    }
    let wood = || piece(Piece::Wood, 0.0, 2.5, 4.0, 3.0);
    let lines = ["red light_infantry @ 0 0 n", "blue pikemen @ 0 2.5 s"];
    assert!(charge(&on(wood(), &lines), &[red(0)], &[]).is_ok(), "ADLG-CHG.3(a)");
    let brush = || piece(Piece::Brush, 0.0, 2.5, 4.0, 3.0);
    let lines = ["red light_infantry @ 0 0 n", "blue medium_swordsmen @ 0 2.5 s"];
    let mut battle = on(brush(), &lines);
    assert!(matches!(charge(&battle, &[red(0)], &[]), Err(No::NotForLightInfantry { .. })), "ADLG-CHG.3");
    battle.unit_mut(blue(0)).cohesion -= 1;
    assert!(charge(&battle, &[red(0)], &[]).is_ok(), "ADLG-CHG.3(b)");
    let back = on(brush(), &["red light_infantry @ 0 0 n", "blue medium_swordsmen @ 0 2.5 n"]);
    assert!(charge(&back, &[red(0)], &[]).is_ok(), "ADLG-CHG.3(c)");
    let mut moved = scene(&["red heavy_knight @ 0 0 n", "blue pikemen @ 0 3 s"]);
    moved.unit_mut(red(0)).moves = 1;
    assert_eq!(charge(&moved, &[red(0)], &[]), Err(No::MovedAlready { unit: red(0) }), "ADLG-R74");
    let engaged = scene(&["red heavy_knight @ 0 0 n", "blue pikemen @ 0 0.875 s"]);
    assert_eq!(charge(&engaged, &[red(0)], &[]), Err(No::InMelee { unit: red(0) }), "ADLG-R91");
}

#[test]
#[rustfmt::skip]
fn edges_are_judged_where_the_charge_is_declared() {
    let edge = |line: &str, target: &str| {
        let battle = scene(&[line, target]);
        charge(&battle, &[red(0)], &[]).map(|declared| declared.contacts[0].unwrap().edge)
    };
    let pikes = "blue pikemen @ 0 3 s";
    assert_eq!(edge("red heavy_knight @ 0 0 n", pikes), Ok(Edge::Front), "ADLG-R78");
    // From the west, its front wholly behind the pikes' front line at y = 2.5.
    assert_eq!(edge("red heavy_knight @ -2.5 3.1 e", pikes), Ok(Edge::Right), "ADLG-R78");
    assert_eq!(edge("red heavy_knight @ 2.5 3.1 w", pikes), Ok(Edge::Left), "ADLG-R78");
    assert_eq!(edge("red heavy_knight @ 0 6 s", pikes), Ok(Edge::Rear), "ADLG-R78");
    // Partly ahead of that line.
    assert_eq!(edge("red heavy_knight @ -2.5 2.8 e", pikes), Ok(Edge::Front), "ADLG-R78");
    // A wagon is hit where it is touched; the contact counts as one on the front (ADLG-R140).
    assert_eq!(edge("red heavy_knight @ 0 6 s", "blue war_wagon @ 0 2.5 s"), Ok(Edge::Rear), "ADLG-R78: wagons");
    let wagon = scene(&["red heavy_knight @ 0 1.375 s", "blue war_wagon @ 0 0 s"]);
    assert_eq!(wagon.roles().attack(red(0)).unwrap().edge, Edge::Front, "ADLG-R78, ADLG-R140");
}

#[test]
fn friends_and_zones_bar_charges() {
    let blocked =
        scene(&["red heavy_knight @ 0 0 n", "red pikemen @ 0 1.5 n", "blue pikemen @ 0 3.5 s"]);
    let no = charge(&blocked, &[red(0)], &[]).unwrap_err();
    assert!(matches!(no, No::Meets { other, .. } if other == red(1)), "ADLG-R75: {no:?}");
    // In the zone of blue 1, ahead to the left, it may not charge blue 0.
    let held = scene(&[
        "red heavy_knight @ 0 0 n",
        "blue pikemen @ 0.6 2 s",
        "blue heavy_knight @ -1.4 0 e",
    ]);
    let no = charge(&held, &[red(0)], &[]).unwrap_err();
    assert_eq!(no, No::NotMostThreatening { unit: red(0), enemy: blue(1) }, "ADLG-R75, ADLG-ZOC.2");
    // The way leads through the zone of blue 1.
    let through = scene(&[
        "red heavy_cavalry @ 0 0 n",
        "blue pikemen @ 0 4.5 s",
        "blue heavy_knight @ -1.3 2 e",
    ]);
    let no = charge(&through, &[red(0)], &[]).unwrap_err();
    assert!(matches!(no, No::ThroughZone { enemy, .. } if enemy == blue(1)), "ADLG-R75: {no:?}");
    let taken = scene(&[
        "red heavy_knight @ 0 0 n",
        "red heavy_knight @ 0 2.625 n",
        "blue pikemen @ 0 3.5 s",
    ]);
    assert!(matches!(charge(&taken, &[red(0)], &[]), Err(No::Meets { .. })), "ADLG-R75");
    assert!(taken.is_edge_held(red(0), blue(0), Edge::Front), "ADLG-R75");
}

#[test]
fn groups_charge_together() {
    let battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "red heavy_swordsmen @ 2 0 n",
        "blue pikemen @ 0.2 2 s",
        "blue pikemen @ 1.2 2.2 s",
    ]);
    let declared = charge(&battle, &[red(0), red(1), red(2)], &[]).unwrap();
    assert_eq!(declared.targets().as_slice(), [blue(0), blue(1)], "ADLG-R79");
    let first: Vec<_> = declared.contacts.iter().map(|it| it.map(|it| it.enemy)).collect();
    assert_eq!(
        first,
        [Some(blue(0)), Some(blue(0)), Some(blue(1))],
        "ADLG-R79: the first that each touches"
    );
}

#[test]
fn level_enemies_are_targets_together() {
    let battle =
        scene(&["red heavy_knight @ 0 0 n", "blue pikemen @ -0.6 2 s", "blue pikemen @ 0.4 2 s"]);
    let declared = charge(&battle, &[red(0)], &[]).unwrap();
    let contact = declared.contacts[0].unwrap();
    assert_eq!((contact.enemy, contact.also), (blue(1), Some(blue(0))), "ADLG-R79");
    assert_eq!(declared.targets().len(), 2, "ADLG-R79");
}

#[test]
fn chargers_conform() {
    // Half a base to the side, touching: corners go on corners.
    let battle = scene(&["red heavy_knight @ 0.5 0 n", "blue pikemen @ 0 0.875 s"]);
    let touching = battle.base(red(0));
    let conformed = battle.conform(red(0), &touching, blue(0), Edge::Front, false);
    assert_eq!(conformed, Conformed::Charger(Pose::new(0.0, 0.0, Facing::NORTH)), "ADLG-R89");
    // On a flank the corner nearer the front: the pikes face south, their front corners at y = 0.5.
    let flank = scene(&["red heavy_knight @ -0.875 1.3 e", "blue pikemen @ 0 1 s"]);
    let pose = flank.conforms(red(0), &flank.rect(red(0)), blue(0), Edge::Right);
    assert_eq!(pose, Some(Pose::new(-0.875, 1.0, Facing::EAST)), "ADLG-R89");
    // That place taken by a friend: beside it, if it still touches the edge.
    let beside = scene(&[
        "red heavy_knight @ 0.7 0 n",
        "red heavy_knight @ -0.4 0 n",
        "blue pikemen @ 0 0.875 s",
    ]);
    let pose = beside.conforms(red(0), &beside.rect(red(0)), blue(0), Edge::Front).unwrap();
    assert_eq!(pose.at.y, Length::ZERO, "ADLG-R89");
    assert!((0.58..=0.61).contains(&pose.at.x.get()), "ADLG-R89: {pose:?}");
    // Taken by an enemy: there is no other place.
    let held = scene(&[
        "red heavy_knight @ 0.7 0 n",
        "blue pikemen @ 0 0.875 s",
        "blue pikemen @ -0.9 -0.1 n",
    ]);
    assert_eq!(held.conforms(red(0), &held.rect(red(0)), blue(0), Edge::Front), None, "ADLG-R89");
}

#[test]
fn charges_enter_no_other_zone() {
    // The spearmen's front is at y = 2. Pikes that face west, their front at x = 1.2, have a zone from x = 0.2
    // on, on the right of the way, and from half a base below their middle on.
    let beside = |y: f64| {
        let pikes = format!("blue pikemen @ 1.7 {y} w");
        let lines = ["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 2.375 s", &pikes];
        charge(&scene(&lines), &[red(0)], &[])
    };
    assert!(beside(2.495).is_ok(), "ADLG-R6: 0.005 UD into it");
    let no = beside(2.48).unwrap_err();
    assert!(
        matches!(no, No::ThroughZone { enemy, .. } if enemy == blue(1)),
        "ADLG-R75: 0.02 UD into it: {no:?}"
    );
}

#[test]
fn enemies_conform_if_chargers_cannot() {
    // A friend stands where the charger would have to, and its own front is free.
    let battle = scene(&[
        "red heavy_knight @ 0.2 -0.1 20",
        "red pikemen @ -1.02 0.3 n",
        "red pikemen @ 1.3 -1.2 n",
        "blue light_infantry @ 0.35 0.7 200",
    ]);
    let touching = battle.base(red(0));
    let conformed = battle.conform(red(0), &touching, blue(0), Edge::Front, false);
    assert!(
        matches!(conformed, Conformed::Charger(_) | Conformed::Enemy(_)),
        "ADLG-R90: {conformed:?}"
    );
    // If neither can move 1 UD there they stay as they touch.
    let boxed = scene(&[
        "red heavy_knight @ 0 0 n",
        "blue pikemen @ 0.85 1.2 250",
        "blue pikemen @ 0 -1.5 n",
        "red pikemen @ -0.2 1.2 n",
    ]);
    let touching = boxed.base(red(0));
    let conformed = boxed.conform(red(0), &touching, blue(0), Edge::Front, true);
    assert_eq!(conformed, Conformed::Incomplete, "ADLG-R90");
}

#[test]
fn evaders_turn_and_run() {
    let battle = scene(&["red heavy_cavalry @ 0 0 n", "blue light_cavalry @ 0 2 s"]);
    let roles = battle.roles();
    assert_eq!(battle.evade_blocked(blue(0), rush(Facing::NORTH), roles), None, "ADLG-EVA.1");
    assert_eq!(
        battle.evade_headings(blue(0), Facing::NORTH)[..],
        [Edge::Rear],
        "ADLG-R95: half-turn"
    );
    let back = Flight::straight(Edge::Rear);
    let evaded = battle.check_flight(blue(0), rush(Facing::NORTH), 5, &back, roles).unwrap();
    assert_eq!(evaded.pose, Pose::new(0.0, 7.0, Facing::NORTH), "ADLG-EVA.2, ADLG-EVA.5");
    // ADLG-EVA.4: a wheel into the direction of the charge is paid for: 30 degrees 0.5 UD.
    let slanted = Facing::new(Angle::new(30.0));
    let wheel = [Element::Wheel(Angle::new(30.0))].into_iter().collect();
    let wheeled = Flight { elements: wheel, ..back.clone() };
    let evaded = battle.check_flight(blue(0), rush(slanted), 5, &wheeled, roles).unwrap();
    assert_eq!(evaded.pose.facing, slanted, "ADLG-EVA.4");
    let straight = Motion::advance(Length::new(4.5));
    let mut start = battle.base(blue(0));
    start.pose.facing = Facing::NORTH;
    start.pose = Motion::wheel(Angle::new(30.0)).course(&start).end(&start.pose);
    assert_eq!(evaded.pose, straight.course(&start).end(&start.pose), "ADLG-R95");
    // There the camp is in its way.
    let stopped = battle.check_flight(blue(0), rush(Facing::NORTH), 9, &back, roles).unwrap();
    assert!(!stopped.left_table, "ADLG-R173");
    assert_eq!(stopped.stop, Some(Stop::Camp(Seat::Blue)), "ADLG-R173");
    let aside = scene(&["red heavy_cavalry @ 5 0 n", "blue light_cavalry @ 5 2 s"]);
    let off = aside.check_flight(blue(0), rush(Facing::NORTH), 9, &back, aside.roles()).unwrap();
    assert!(off.left_table, "ADLG-R99");
}

#[test]
#[rustfmt::skip]
fn evades_can_be_blocked() {
    let blocked = |lines: &[&str]| {
        let battle = scene(lines);
        battle.evade_blocked(blue(0), rush(Facing::NORTH), battle.roles())
    };
    let charger = "red heavy_cavalry @ 0 0 n";
    assert_eq!(blocked(&[charger, "blue pikemen @ 0 2 s"]), Some(Blocked::Cannot), "ADLG-EVA.1");
    let behind = ["blue pikemen @ 0 3.5 s", "blue pikemen @ 1 3.5 s", "blue pikemen @ -1 3.5 s"];
    assert_eq!(blocked(&[charger, "blue light_cavalry @ 0 2 s", behind[0], behind[1], behind[2]]), Some(Blocked::Friend(blue(1))), "ADLG-EVA.3(b)");
    assert_eq!(blocked(&[charger, "blue light_cavalry @ 0 2 s", behind[0], behind[1]]), None, "ADLG-R96(d): it slides past (R97)");
    assert_eq!(blocked(&[charger, "blue light_cavalry @ 0 2 s", "blue heavy_cavalry @ 0 3.5 s"]), None, "ADLG-R96(d): it passes (INT.2)");
    assert_eq!(blocked(&[charger, "blue light_cavalry @ 0 2 s", "red pikemen @ 0 3.5 n"]), Some(Blocked::Enemy(red(1))), "ADLG-EVA.3(b)");
    assert_eq!(blocked(&[charger, "blue light_cavalry @ 0 2 s", "red pikemen @ 0 4.5 s"]), Some(Blocked::Zone(red(1))), "ADLG-EVA.3(a)");
    // If those pikes are among the chargers, their zone does not count.
    let both = scene(&[charger, "blue light_cavalry @ 0 2 s", "red pikemen @ 0 4.5 s"]);
    let from = Onrush { facing: Facing::NORTH, by: UnitSet::NONE.with(0).with(1) };
    assert_eq!(both.evade_blocked(blue(0), from, both.roles()), None, "ADLG-R175");
    let rocks = on(piece(Piece::Rocks, 0.0, 3.5, 3.0, 1.0), &[charger, "blue light_cavalry @ 0 2 s"]);
    assert_eq!(rocks.evade_blocked(blue(0), rush(Facing::NORTH), rocks.roles()), Some(Blocked::Impassable), "ADLG-EVA.3(c)");
    // Blue's camp lies from x = -1 to 1, y = 9 to 10.
    assert_eq!(blocked(&["blue light_cavalry @ 0 8.2 s"]), Some(Blocked::Camp(Seat::Blue)), "ADLG-R196: no slide of 1 UD clears it");
    assert_eq!(blocked(&["blue light_cavalry @ 1.2 8.2 s"]), None, "ADLG-R196: a slide of 0.3 UD does (R97)");
    let mut lost = scene(&["blue light_cavalry @ 1.2 8.2 s"]);
    lost.sides[Seat::Blue].camp.lost = true;
    assert_eq!(lost.evade_blocked(blue(0), rush(Facing::NORTH), lost.roles()), Some(Blocked::Impassable), "ADLG-R196, ADLG-R21");
    let mut looting = scene(&[charger, "blue light_cavalry @ 0 2 s"]);
    looting.unit_mut(blue(0)).flags |= Flags::LOOTING;
    assert_eq!(looting.evade_blocked(blue(0), rush(Facing::NORTH), looting.roles()), Some(Blocked::Cannot), "ADLG-R21");
}

#[test]
fn evaders_stop_or_burst_through() {
    let lines =
        ["red heavy_cavalry @ 0 0 n", "blue javelinmen @ 0 2 s", "blue heavy_spearmen @ 0 4.5 s"];
    // Beside a single unit it could slide past (ADLG-R97).
    let beside = ["blue heavy_spearmen @ -1 4.5 s", "blue heavy_spearmen @ 1 4.5 s"];
    let battle = scene(&[lines[0], lines[1], lines[2], beside[0], beside[1]]);
    let roles = battle.roles();
    let judged = |battle: &Battle, ud, burst| {
        let flight = Flight { burst, ..Flight::straight(Edge::Rear) };
        battle.check_flight(blue(0), rush(Facing::NORTH), ud, &flight, roles)
    };
    let run = |battle: &Battle, ud, burst| judged(battle, ud, burst).unwrap();
    let stopped = run(&battle, 4, false);
    // Its front, at 2.5, comes to the spearmen at 4.125.
    assert_eq!(stopped.pose, Pose::new(0.0, 3.625, Facing::NORTH), "ADLG-R62");
    assert!(stopped.burst.is_empty());
    let burst = run(&battle, 4, true);
    assert_eq!(
        (burst.pose, burst.burst.as_slice()),
        (Pose::new(0.0, 6.0, Facing::NORTH), &[blue(1)][..]),
        "ADLG-INT.6"
    );
    let nobody = Err(No::NobodyToBurst { unit: blue(0) });
    assert_eq!(judged(&scene(&lines), 4, true), nobody, "ADLG-R62: it can avoid it");
    assert_eq!(judged(&battle, 3, true), nobody, "ADLG-R62: it cannot clear the friend");
    let solid = scene(&[lines[0], lines[1], "blue pikemen @ 0 4.5 s"]);
    assert_eq!(judged(&solid, 4, true), nobody, "ADLG-INT.7");
    // Blue's camp, from x = -1 to 1 and y = 9 to 10, lies 1.5 UD ahead of it.
    let camp = scene(&[lines[0], "blue javelinmen @ 0 7 s"]);
    assert_eq!(judged(&camp, 4, true), nobody, "ADLG-INT.7: nor through a camp");
    let flights = camp.flights(blue(0), rush(Facing::NORTH), 4, camp.roles());
    assert!(!flights.is_empty() && flights.iter().all(|it| !it.burst), "ADLG-INT.7: {flights:?}");
    let wood = on(piece(Piece::Wood, 0.0, 6.0, 4.0, 4.0), &lines[..2]);
    // 3 UD in the open, so the die gave +1; 2 UD in a wood, and the same +1.
    assert_eq!(run(&wood, 4, false).pose.at.y, Length::new(5.0), "ADLG-R97, ADLG-R53, ADLG-EVA.5");
}

#[test]
#[rustfmt::skip]
fn who_breaks_off_from_whom() {
    for (rule, own, enemy, may) in [
        ("ADLG-DSG.2", "light_infantry", "pikemen", true),
        ("ADLG-DSG.2", "light_infantry", "elephant", true),
        ("ADLG-DSG.2", "light_infantry", "light_cavalry", false),
        ("ADLG-DSG.3", "javelinmen", "heavy_spearmen", true),
        ("ADLG-DSG.3", "javelinmen", "elephant", true),
        ("ADLG-DSG.3", "javelinmen", "medium_swordsmen", false),
        ("ADLG-DSG.4", "heavy_cavalry", "pikemen", true),
        ("ADLG-DSG.4", "light_cavalry", "heavy_cavalry", true),
        ("ADLG-DSG.4", "heavy_cavalry", "medium_cavalry", false),
        ("ADLG-DSG.4", "elephant", "pikemen", false),
        ("ADLG-DSG.4", "scythed_chariot", "pikemen", false),
        ("ADLG-DSG.5", "pikemen", "war_wagon", true),
        ("ADLG-DSG.5", "elephant", "light_artillery", true),
        ("ADLG-DSG.5", "pikemen", "heavy_swordsmen", false),
    ] {
        let (a, b) = (format!("red {own} @ 0 0 n"), format!("blue {enemy} @ 0 5 s"));
        let battle = scene(&[&a, &b]);
        assert_eq!(battle.may_disengage_from(red(0), blue(0), Edge::Front), may, "{rule}: {own} from {enemy}");
    }
}

#[test]
fn breaking_off_and_leaving_zones() {
    // ADLG-DSG.5: the edge that is attacked has an obstacle before it, not the front.
    let hedge = |landscape: Landscape| {
        let lines = ["red heavy_swordsmen @ -0.875 0 e", "blue pikemen @ 0 0 s"];
        let battle = on(landscape, &lines);
        battle.disengage(red(0), battle.roles()).is_some()
    };
    assert!(hedge(wall(Barrier::Obstacle, (-0.5, -0.5), (-0.5, 0.5))), "ADLG-DSG.5");
    assert!(!hedge(wall(Barrier::Obstacle, (-0.5, -0.5), (0.5, -0.5))), "ADLG-DSG.5");
    let battle = scene(&["red heavy_cavalry @ 0 0 n", "blue pikemen @ 0 0.875 s"]);
    let back = battle.disengage(red(0), battle.roles());
    assert_eq!(back, Some(Pose::new(0.0, -3.0, Facing::NORTH)), "ADLG-DSG.1: 4 less 1");
    let short = scene(&[
        "red heavy_cavalry @ 0 0 n",
        "red pikemen @ 0 -1.875 n",
        "blue pikemen @ 0 0.875 s",
    ]);
    assert_eq!(
        short.disengage(red(0), short.roles()),
        Some(Pose::new(0.0, -1.0, Facing::NORTH)),
        "ADLG-R64"
    );
    let held = scene(&[
        "red heavy_cavalry @ 0 0 n",
        "blue pikemen @ 0 0.875 s",
        "blue pikemen @ -1 0.125 e",
    ]);
    assert_eq!(held.disengage(red(0), held.roles()), None, "ADLG-R64: an enemy on its flank");
    let jammed =
        scene(&["red heavy_cavalry @ 0 0 n", "red pikemen @ 0 -1.2 n", "blue pikemen @ 0 0.875 s"]);
    assert_eq!(jammed.disengage(red(0), jammed.roles()), None, "ADLG-R64: no room");
    let zone =
        scene(&["red pikemen @ 0 0 n", "red heavy_knight @ 3 0 n", "blue pikemen @ 0 1.5 s"]);
    assert_eq!(zone.leave_zone(red(0)), Some(Pose::new(0.0, -1.0, Facing::NORTH)), "ADLG-EXZ.2");
    assert_eq!(zone.leave_zone(red(1)), Some(Pose::new(3.0, -2.0, Facing::NORTH)), "ADLG-EXZ.2");
}

#[test]
fn spontaneous_charges_and_compulsory_evades() {
    let battle = scene(&[
        "red heavy_knight @ 0 0 n",
        "blue light_infantry @ 0 1.4 s",
        "blue pikemen @ 0 3 s",
    ]);
    let roles = battle.roles();
    assert!(battle.is_spontaneous(red(0), blue(0), roles), "ADLG-SPO.1, ADLG-R85");
    assert!(!battle.is_spontaneous(red(0), blue(1), roles), "ADLG-R85");
    assert!(battle.must_evade(blue(0), red(0)), "ADLG-R94");
    let wood = on(
        piece(Piece::Wood, 0.0, 1.5, 4.0, 2.0),
        &["red heavy_knight @ 0 0 n", "blue light_infantry @ 0 1.4 s"],
    );
    assert!(!wood.must_evade(blue(0), red(0)), "ADLG-R94: in the open");
    let light = scene(&["red light_cavalry @ 0 0 n", "blue light_infantry @ 0 1.4 s"]);
    assert!(!light.must_evade(blue(0), red(0)), "ADLG-R94");
}

#[test]
fn of_two_equal_threats_the_owner_chooses_one() {
    // ADLG-R68: both cover half of its front from the same distance; after a slide past one it meets only the
    // other, whichever it is.
    let battle = scene(&[
        "red heavy_swordsmen @ 5 0 n",
        "blue levies @ 4.5 1.5 s",
        "blue levies @ 5.5 1.5 s",
    ]);
    let roles = battle.roles();
    assert_eq!(battle.zones_on(red(0), roles).len(), 2, "ADLG-R66");
    for (by, enemy) in [(-0.6, blue(0)), (0.6, blue(1))] {
        let slide = [Element::Slide(Length::new(by))];
        let declared = battle.check_charge(&[red(0)], &slide, roles).unwrap();
        assert_eq!(declared.targets().to_vec(), [enemy], "ADLG-R68, ADLG-ZOC.2");
    }
    // Nearer is more threatening: then only that one.
    let nearer = scene(&[
        "red heavy_swordsmen @ 5 0 n",
        "blue levies @ 4.5 1.5 s",
        "blue levies @ 5.5 1.3 s",
    ]);
    let slide = [Element::Slide(Length::new(-0.6))];
    let no = nearer.check_charge(&[red(0)], &slide, nearer.roles()).unwrap_err();
    assert_eq!(no, No::NotMostThreatening { unit: red(0), enemy: blue(1) }, "ADLG-R68");
}
