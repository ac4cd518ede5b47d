//! Decisions and what follows from them: orders, charges with their reactions, pursuits, played with given
//! dice through the contract.

use acies_adlg::{
    action::{Action, UnitSet},
    battle::{Battle, Commander, Flags, Frame, Id, Place},
    charge::{
        declare::{Declare, How},
        go_on::{GoOn, HowFar},
        uncontrolled::Prevent,
    },
    command::{
        activation::Activate,
        commander::{Attach, Ride},
        orders::Orders,
        tasks::{PlantStakes, StopLooting},
    },
    evade::{
        face_about::FaceAbout,
        flight::{Blocked, Onrush},
        run::{Flight, Runner},
    },
    formation::Slot,
    melee::engage::{Engage, Undecided},
    movement::{Element, Elements, form::Form, march::Move},
    rally::{NoRally, TryRally},
    rout::pursuit::Pursue,
    shooting::phase::{Shoot, Shooters},
    terrain::Piece,
    words::{events::Event, refusals::No},
    zone_of_control::leave::{EvadeZone, LeaveZone, RideOut},
};
use acies_core::{Dice, Forecast, Game, Log, Pending, Seat, Stop, Telling};
use acies_table::{Angle, Edge, Facing, Length, Point, Pose};

use crate::scene::{blue, on, piece, red, scene};

/// Red's corps is active, with so many points left.
fn active(lines: &[&str], points: u8) -> Battle {
    activate(scene(lines), points)
}

fn activate(mut battle: Battle, points: u8) -> Battle {
    battle.activated = 1;
    battle.sides[Seat::Blue].commanders[0] = Commander::Free(Point::new(12.0, 9.0));
    battle.stack.clear();
    battle.stack.push(Frame::Orders(Orders {
        corps: 0,
        points,
        listed: UnitSet::NONE,
        commander_moved: false,
    }));
    battle
}

/// Whoever has to decide does this, with these dice, all of which it takes.
fn act(battle: &mut Battle, action: &Action, faces: &[u8]) -> Vec<Event> {
    let by = battle.pending().seat().unwrap();
    let mut dice = Dice::scripted(faces);
    let mut log = Log::kept();
    battle.apply(by, action, &mut dice, &mut log).unwrap_or_else(|no| match no {
        Stop::Refused(no) => panic!("{action:?}: {}", no.reason(battle).says),
        Stop::Waiting(need) => panic!("{action:?}: {need:?}"),
    });
    assert!(dice.is_spent(), "dice left over after {action:?}");
    log.events().to_vec()
}

fn refused(battle: &Battle, action: &Action) -> No {
    battle.check(battle.pending().seat().unwrap(), action).unwrap_err()
}

fn points(battle: &Battle) -> u8 {
    match battle.stack.first() {
        Some(Frame::Orders(orders)) => orders.points,
        other => panic!("{other:?}"),
    }
}

fn set(units: &[u8]) -> UnitSet {
    units.iter().copied().collect()
}

fn ud(length: f64) -> Length {
    Length::new(length)
}

fn advance(units: &[u8], length: f64) -> Action {
    let elements = [Element::Advance(ud(length))].into_iter().collect();
    Action::Move(Move { units: set(units), elements })
}

fn charge(units: &[u8]) -> Action {
    Action::Charge(Declare {
        units: set(units),
        start: [].into_iter().collect(),
        how: How::Ordered,
    })
}

fn pose(battle: &Battle, id: Id) -> (f64, f64) {
    let at = battle.unit(id).pose.at;
    (at.x.get(), at.y.get())
}

#[test]
fn a_corps_is_activated_ordered_and_done() {
    let mut battle = scene(&["red pikemen @ 0 -5 n", "blue pikemen @ 0 5 s"]);
    // ADLG-CP.1: (3 + 1) / 2 and the free point, for a competent commander.
    act(&mut battle, &Action::Activate(Activate { corps: 0 }), &[3]);
    assert_eq!(points(&battle), 3, "ADLG-CP.1, ADLG-R35");
    assert_eq!(
        refused(&battle, &Action::Activate(Activate { corps: 0 })),
        No::NotNow,
        "ADLG-SEQ.2"
    );
    act(&mut battle, &advance(&[0], 2.0), &[]);
    assert_eq!((points(&battle), pose(&battle, red(0))), (2, (0.0, -3.0)), "ADLG-ORD.2");
    // Corps without units are passed over (ADLG-R156), nobody shoots, nobody fights: blue's turn.
    act(&mut battle, &Action::EndCorps, &[]);
    assert_eq!((battle.phasing, battle.turn), (Seat::Blue, 1), "ADLG-SEQ.1, ADLG-R156");
    assert_eq!(battle.unit(red(0)).moves, 0, "ADLG-R57: movements are of a phase");
    assert_eq!(battle.check(Seat::Red, &Action::EndCorps), Err(No::NotYourDecision), "ADLG-SEQ.1");
}

#[test]
fn orders_that_cannot_be_paid_for_are_refused() {
    let battle = active(&["red levies @ 0 -5 n", "blue pikemen @ 0 5 s"], 1);
    // ADLG-DIF.5: less than 3 UD is difficult for levies, far from the enemy (ADLG-MVT.2).
    assert_eq!(
        refused(&battle, &advance(&[0], 2.0)),
        No::TooFewPoints { cost: 2, left: 1 },
        "ADLG-R34"
    );
    assert_eq!(battle.check(Seat::Red, &advance(&[0], 3.0)), Ok(()), "ADLG-R59");
    let nobody = Action::Move(Move { units: UnitSet::NONE, elements: Elements::new() });
    assert_eq!(refused(&battle, &nobody), No::NobodyNamed, "ADLG-R42");
    assert_eq!(
        refused(&battle, &Action::Rally(TryRally { unit: 7 })),
        No::NoSuchUnit { number: 7 }
    );
    assert_eq!(refused(&battle, &Action::EndShooting), No::NotNow, "ADLG-SEQ.1");
    let over = UnitSet::one(60);
    let unknown = Action::Move(Move { units: over, elements: Elements::new() });
    assert_eq!(refused(&battle, &unknown), No::NoSuchUnit { number: 60 });
}

#[test]
fn absurd_lengths_are_refused() {
    let battle = active(&["red light_cavalry @ 0 -5 n", "blue pikemen @ 0 5 s"], 3);
    let huge = Length::from_steps(i32::MAX);
    let moves = |elements: &[Element]| {
        Action::Move(Move { units: set(&[0]), elements: elements.iter().copied().collect() })
    };
    for elements in [
        &[Element::Advance(huge), Element::Advance(huge)][..],
        &[Element::Advance(Length::from_steps(i32::MIN))],
        &[Element::Advance(ud(1.0)), Element::Slide(Length::from_steps(i32::MIN))],
        &[Element::Wheel(Angle::new(1e6)), Element::Wheel(Angle::new(-1e6))],
    ] {
        assert!(battle.check(Seat::Red, &moves(elements)).is_err(), "ADLG-R46: {elements:?}");
    }
    let start = [Element::Slide(ud(1.5))].into_iter().collect();
    let slide = Action::Charge(Declare { units: set(&[0]), start, how: How::Ordered });
    assert_eq!(
        refused(&battle, &slide),
        No::SlideTooLong { unit: red(0), by: ud(1.5), most: ud(1.0) },
        "ADLG-R48"
    );
    let start = [Element::Wheel(Angle::new(91.0))].into_iter().collect();
    let wheel = Action::Charge(Declare { units: set(&[0]), start, how: How::Ordered });
    assert!(matches!(refused(&battle, &wheel), No::WheelTooWide { .. }), "ADLG-MAN.2");
}

#[test]
fn a_first_movement_near_the_enemy_is_the_last() {
    // 3.25 UD from the enemy at first, 4.25 after a UD away from him.
    let lines = ["red light_cavalry @ 0 0 s", "blue pikemen @ 0 4.125 s"];
    let mut battle = active(&lines, 5);
    act(&mut battle, &advance(&[0], 1.0), &[]);
    let no = No::WasNear { unit: red(0), least: ud(4.0) };
    assert_eq!(refused(&battle, &advance(&[0], 1.0)), no, "ADLG-R57, ADLG-MUL.1");
    let mut far = active(&["red light_cavalry @ 0 -1 s", lines[1]], 5);
    act(&mut far, &advance(&[0], 1.0), &[]);
    assert_eq!(far.check(Seat::Red, &advance(&[0], 1.0)), Ok(()), "ADLG-MUL.1");
}

#[test]
fn groups_change_their_formation() {
    let lines = ["red pikemen @ 0 -5 n", "red pikemen @ 0 -6 n", "blue pikemen @ 0 5 s"];
    let form = |slots: &[(u8, i8)]| {
        Action::Form(Form {
            slots: slots.iter().map(|&(unit, file)| Slot { unit, file }).collect(),
        })
    };
    let mut battle = active(&lines, 2);
    act(&mut battle, &form(&[(0, 0), (1, 1)]), &[]);
    assert_eq!(pose(&battle, red(1)), (1.0, -5.0), "ADLG-MAN.7, ADLG-R52: extension");
    assert_eq!((pose(&battle, red(0)), points(&battle)), ((0.0, -5.0), 1), "ADLG-R52");
    act(&mut battle, &form(&[(1, 0), (0, 0)]), &[]);
    assert_eq!(pose(&battle, red(0)), (1.0, -6.0), "ADLG-R52: contraction");
    let column = active(&lines, 2);
    for (slots, no, rule) in [
        (form(&[(1, 0), (0, 1)]), No::NotInFront { unit: red(1) }, "ADLG-R52: a front unit stays"),
        (form(&[(0, 0), (1, 2)]), No::EmptyFile { file: 1 }, "ADLG-R52: in edge contact"),
        (form(&[(0, 0), (1, 0)]), No::NothingMoved, "ADLG-R52"),
        (form(&[(0, 0), (0, 1)]), No::NamedTwice { unit: red(0) }, "ADLG-R52"),
    ] {
        assert_eq!(refused(&column, &slots), no, "{rule}");
    }
    // Three ranks of pikemen: the last goes 2 to the side and 2 ahead, 2.83 UD; 2 UD near the enemy.
    let near = [
        "red pikemen @ 0 0 n",
        "red pikemen @ 0 -1 n",
        "red pikemen @ 0 -2 n",
        "blue pikemen @ 0 2.6 s",
    ];
    let far = refused(&active(&near, 3), &form(&[(0, 0), (1, 1), (2, 2)]));
    assert_eq!(
        far,
        No::TooFar { unit: red(2), spent: ud(2.828), allowed: ud(2.0) },
        "ADLG-R52, ADLG-R54"
    );
    let mut levies = active(&["red levies @ 0 -5 n", "red levies @ 0 -5.75 n", lines[2]], 2);
    act(&mut levies, &form(&[(0, 0), (1, -1)]), &[]);
    assert_eq!(points(&levies), 0, "ADLG-DIF.6, ADLG-ORD.7");
    // The front unit is in the knights' zone and stays in it; beside it is out of the zone, and free.
    let held = ["red pikemen @ 0 0 n", "red pikemen @ 0 -1 n", "blue heavy_knight @ 0 1.625 s"];
    assert_eq!(active(&held, 2).check(Seat::Red, &form(&[(0, 0), (1, 1)])), Ok(()), "ADLG-ZOC.4");
    // A second unit in the zone would leave it.
    let both = ["red pikemen @ 0 0 n", "red pikemen @ 1 0 n", "blue heavy_knight @ 0.5 1.625 s"];
    let stands = Pose::new(0.0, -1.0, Facing::NORTH);
    let no = No::LeavesZone { unit: red(1), enemy: blue(0), stands };
    assert_eq!(refused(&active(&both, 2), &form(&[(0, 0), (1, 0)])), no, "ADLG-ZOC.4");
}

#[test]
fn commanders_ride_join_and_are_hunted() {
    let lines = ["red pikemen @ 0 -5 n", "red pikemen @ 3 -5 n", "blue pikemen @ 0 5 s"];
    let mut battle = active(&lines, 2);
    battle.sides[Seat::Red].commanders[0] = Commander::With(0);
    let ride = |points: &[(f64, f64)]| {
        Action::Ride(Ride { way: points.iter().map(|&(x, y)| Point::new(x, y)).collect() })
    };
    // 0.5 UD beyond the rear of the unit, then 4.6 more.
    let no = No::CommanderTooFar { distance: ud(5.1), most: ud(5.0) };
    assert_eq!(refused(&battle, &ride(&[(0.0, -6.0), (4.6, -6.0)])), no, "ADLG-R38");
    act(&mut battle, &ride(&[(0.0, -6.0), (3.0, -6.0), (3.0, -5.5)]), &[]);
    assert_eq!(
        battle.sides[Seat::Red].commanders[0],
        Commander::Free(Point::new(3.0, -5.5)),
        "ADLG-R38"
    );
    assert_eq!(points(&battle), 2, "ADLG-R38: free of points");
    assert_eq!(refused(&battle, &ride(&[(3.0, -6.0)])), No::CommanderStays, "ADLG-R38: once");
    // He touches the second unit and joins it where he is.
    act(&mut battle, &Action::Attach(Attach { unit: 1 }), &[]);
    assert_eq!(battle.sides[Seat::Red].commanders[0], Commander::With(1), "ADLG-R39, ADLG-R172");
    assert_eq!(
        refused(&battle, &Action::Attach(Attach { unit: 0 })),
        No::CommanderStays,
        "ADLG-R172"
    );
    let mut led = active(&lines, 2);
    led.sides[Seat::Red].commanders[0] = Commander::With(0);
    act(&mut led, &Action::Attach(Attach { unit: 1 }), &[]);
    assert_eq!(led.sides[Seat::Red].commanders[0], Commander::With(1), "ADLG-R39");
    // Not through an enemy, not through rocks.
    let enemy = active(&["red pikemen @ 0 -5 n", "blue light_infantry @ 2 -5 w"], 2);
    let mut enemy = enemy;
    enemy.sides[Seat::Red].commanders[0] = Commander::With(0);
    assert_eq!(
        refused(&enemy, &ride(&[(4.0, -5.0)])),
        No::CommanderMeets { enemy: blue(0) },
        "ADLG-R38"
    );
    let mut rocks = activate(on(piece(Piece::Rocks, 2.0, -5.0, 1.0, 3.0), &lines[..1]), 2);
    rocks.sides[Seat::Red].commanders[0] = Commander::With(0);
    let barred = No::CommanderBarred { piece: Piece::Rocks };
    assert_eq!(refused(&rocks, &ride(&[(4.0, -5.0)])), barred, "ADLG-R38");
    // ADLG-R155: an enemy rides over him: to the nearest unit of his corps within 5 UD.
    let hunt = ["red light_cavalry @ 0 -3 n", "blue pikemen @ 4 0 s", "blue pikemen @ 9 9 s"];
    let mut hunted = active(&hunt, 2);
    hunted.sides[Seat::Blue].commanders[0] = Commander::Free(Point::new(0.0, 0.0));
    act(&mut hunted, &advance(&[0], 3.0), &[]);
    assert_eq!(hunted.sides[Seat::Blue].commanders[0], Commander::With(0), "ADLG-R155");
    let mut caught = active(&[hunt[0], hunt[2]], 2);
    caught.sides[Seat::Blue].commanders[0] = Commander::Free(Point::new(0.0, 0.0));
    act(&mut caught, &advance(&[0], 3.0), &[]);
    assert_eq!(caught.sides[Seat::Blue].commanders[0], Commander::Lost, "ADLG-R155");
}

#[test]
fn charges_at_those_who_stand() {
    let lines = ["red heavy_knight @ 0 0 n", "blue heavy_cavalry @ 0.3 2.75 s"];
    let mut battle = active(&lines, 1);
    let events = act(&mut battle, &charge(&[0]), &[]);
    let declares = |event: &Event| matches!(event, Event::Declared { how: How::Ordered, .. });
    assert!(events.iter().any(declares), "ADLG-CHG.4: {events:?}");
    assert_eq!(battle.pending().seat(), Some(Seat::Blue), "ADLG-R80: the target decides");
    act(&mut battle, &Action::Stand, &[]);
    assert_eq!(pose(&battle, red(0)), (0.3, 2.0), "ADLG-CHG.9, ADLG-R89");
    assert_eq!(battle.unit(red(0)).charged, Some(blue(0)), "ADLG-R92");
    assert!(battle.unit(red(0)).is(Flags::NO_SHOOTING), "ADLG-R101");
    assert_eq!(refused(&battle, &advance(&[0], 1.0)), No::InMelee { unit: red(0) }, "ADLG-R74");
    assert_eq!(points(&battle), 0, "ADLG-ORD.2");
}

#[test]
fn evaders_run_and_chargers_go_on() {
    // Their fronts are 2 UD apart: 0.375 and 2.375. The light horse runs 5 UD, straight back.
    let lines = ["red heavy_knight @ 5 0 n", "blue light_cavalry @ 5 2.75 s"];
    let start = || {
        let mut battle = active(&lines, 1);
        act(&mut battle, &charge(&[0]), &[]);
        battle
    };
    let mut battle = start();
    // ADLG-R153: the evader's die, then the charger's: 3 keeps 5 UD, 4 keeps 3.
    act(&mut battle, &Action::Evade, &[3, 4]);
    assert_eq!(pose(&battle, blue(0)), (5.0, 7.75), "ADLG-EVA.5");
    assert_eq!(
        battle.stack.last(),
        Some(&Frame::GoOn(HowFar { least: ud(2.0), most: ud(3.0) })),
        "ADLG-CHG.8"
    );
    let no = No::GoesOn { distance: ud(1.0), least: ud(2.0), most: ud(3.0) };
    let short = Action::GoOn(GoOn { distance: ud(1.0) });
    assert_eq!(refused(&battle, &short), no, "ADLG-CHG.8");
    assert_eq!(
        battle.instead(&short, &no).map(|it| it.1),
        Some(Action::GoOn(GoOn { distance: ud(2.0) }))
    );
    act(&mut battle, &Action::GoOn(GoOn { distance: ud(2.5) }), &[]);
    assert_eq!(pose(&battle, red(0)), (5.0, 2.5), "ADLG-CHG.10");
    // ADLG-R98: now the light horse may face about; it does not shoot.
    assert_eq!(battle.pending().seat(), Some(Seat::Blue), "ADLG-R98");
    act(&mut battle, &Action::FaceAbout(FaceAbout { turns: true }), &[]);
    assert_eq!(battle.unit(blue(0)).pose.facing, Facing::SOUTH, "ADLG-R98");
    assert!(battle.unit(blue(0)).is(Flags::FLED), "ADLG-R98");
    assert!(matches!(battle.stack.last(), Some(Frame::Orders(_))), "ADLG-SEQ.2");
    // Impetuous chargers go all the way (ADLG-CHG.8), nobody is asked.
    let mut wild = active(&["red heavy_knight impetuous @ 5 0 n", lines[1]], 1);
    act(&mut wild, &charge(&[0]), &[]);
    act(&mut wild, &Action::Evade, &[3, 6]);
    assert_eq!(pose(&wild, red(0)), (5.0, 4.0), "ADLG-CHG.7, ADLG-CHG.8");
}

#[test]
fn events_cite_what_made_the_difference() {
    let cited = |events: &[Event], rule: &str| {
        let mut found = false;
        let mut note = |cited: &'static str| found |= cited == rule;
        events.iter().for_each(|event| acies_core::Event::cite(event, &mut note));
        found
    };
    // Two ranks: javelins 1.2 UD ahead of spearmen, the next enemy 6 UD away.
    let lines = [
        "red heavy_spearmen @ 5 0 n",
        "red light_infantry @ 5 1.2 n",
        "red heavy_spearmen @ 4 0 n",
        "blue levies @ 5 7 s",
    ];
    let mut battle = active(&lines, 4);
    let mut near = battle.clone();
    let events = act(&mut battle, &advance(&[0, 2], 3.0), &[]);
    for rule in ["ADLG-MVT.2", "ADLG-INT.1", "ADLG-R44"] {
        assert!(cited(&events, rule), "{rule}: {events:?}");
    }
    near.unit_mut(blue(0)).pose.at = Point::new(10.0, 0.0);
    let events = act(&mut near, &advance(&[2], 2.0), &[]);
    for rule in ["ADLG-MVT.2", "ADLG-INT.1", "ADLG-R44"] {
        assert!(!cited(&events, rule), "{rule}: {events:?}");
    }
}

#[test]
fn who_cannot_evade_is_told_why() {
    // Their own spearmen are 0.5 UD behind the javelinmen, with no way round them (ADLG-R96, ADLG-EVA.3).
    let lines = [
        "red heavy_cavalry @ 5 0 n",
        "blue javelinmen @ 5 2 s",
        "blue heavy_spearmen @ 5 3.375 s",
        "blue heavy_spearmen @ 4 3.375 s",
        "blue heavy_spearmen @ 6 3.375 s",
    ];
    let mut battle = active(&lines, 1);
    let events = act(&mut battle, &charge(&[0]), &[]);
    let cornered = |event: &Event| matches!(event, Event::Cornered { unit, by: Blocked::Friend(_) } if *unit == blue(0));
    assert!(events.iter().any(cornered), "ADLG-EVA.3, ADLG-R96: {events:?}");
    assert!(matches!(events.last(), Some(Event::Charged { .. })), "ADLG-R96: no die");
}

#[test]
fn every_zone_ahead_of_an_evader_holds_it_but_that_of_its_charger() {
    // ADLG-R96, ADLG-R175: skirmishers 0.3 UD before two swordsmen, one of which charges. The zone of the
    // other, from y = 0.5 to 1.5, reaches 0.2 UD past them: they stand in it, and it lies ahead of them too.
    let lines = [
        "red medium_swordsmen @ 5 0 n",
        "red medium_swordsmen @ 6 0 n",
        "blue light_infantry @ 5.5 1.05 s",
    ];
    let held = |event: &Event| matches!(event, Event::Cornered { by: Blocked::Zone(_), .. });
    let mut battle = active(&lines, 1);
    let events = act(&mut battle, &charge(&[0]), &[]);
    assert!(events.iter().any(held), "ADLG-R96, ADLG-R175: {events:?}");
    // The zone of the charger alone does not.
    let mut battle = active(&[lines[0], lines[2]], 1);
    act(&mut battle, &charge(&[0]), &[3, 3]);
    assert_eq!(pose(&battle, blue(0)), (5.5, 4.05), "ADLG-R175");
    // Both charge: neither zone does.
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0, 1]), &[3, 3]);
    assert_eq!(pose(&battle, blue(0)), (5.5, 4.05), "ADLG-R175");
    // A zone that it is not in, and would run into, holds it (ADLG-R96): from a third one that faces west.
    let caught = [lines[0], lines[2], "red medium_swordsmen @ 7.2 1.9 w"];
    let mut battle = active(&caught, 1);
    let events = act(&mut battle, &charge(&[0]), &[]);
    assert!(events.iter().any(held), "ADLG-R96, ADLG-EVA.3: {events:?}");
}

#[test]
fn too_long_an_advance_is_refused_with_what_to_do() {
    let battle = active(&["red pikemen @ 5 0 n", "blue levies @ 5 9 s"], 2);
    let no = refused(&battle, &advance(&[0], 40.0));
    assert_eq!(no, No::TooLong { unit: red(0), by: ud(40.0), most: ud(8.0) }, "ADLG-R46");
    assert_eq!(
        no.reason(&battle).says,
        "an advance of 40.00 UD > 8.00 UD, farther than anybody goes in one movement: \
         give pikemen_0 what is left of the allowance"
    );
}

#[test]
fn evaders_are_caught_from_behind() {
    // Skirmishers (3 UD, die 1: 2 UD) 1 UD ahead of cavalry (4 UD, die 3): front at 0.375, theirs at 1.375.
    let mut battle = active(&["red heavy_cavalry @ 5 0 n", "blue javelinmen @ 5 1.875 s"], 1);
    act(&mut battle, &charge(&[0]), &[]);
    act(&mut battle, &Action::Evade, &[1, 3]);
    // It stands at 3.875 now, its rear at 3.375: exactly 3 UD away.
    assert_eq!(battle.unit(red(0)).charged, Some(blue(0)), "ADLG-R81, ADLG-R160");
    let melee = battle.melee([red(0), blue(0)], battle.roles());
    assert_eq!(melee.units[1].edge, acies_adlg::melee::Aspect::Rear, "ADLG-R160");
    assert!(matches!(melee.round, acies_adlg::melee::Round::First { charger: 0 }), "ADLG-R160");
    assert!(matches!(battle.stack.last(), Some(Frame::Orders(_))), "ADLG-R98: not if caught");
}

#[test]
fn evaders_choose_their_way() {
    // A charge from the south-west: the light horse, facing south, turns about and may wheel 30 degrees.
    let lines = ["red heavy_knight @ 4 0 30", "blue light_cavalry @ 5.2 2.2 s"];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0]), &[]);
    let from = Facing::new(Angle::new(30.0));
    act(&mut battle, &Action::Evade, &[3]);
    let rush = Onrush { facing: from, by: set(&[0]) };
    let frame = Frame::Run(Runner { unit: blue(0), ud: 5, from: rush });
    assert_eq!(battle.stack.last(), Some(&frame), "ADLG-EVA.4");
    let back = Flight::straight(Edge::Rear);
    let wheel = |by: f64| Flight {
        elements: [Element::Wheel(Angle::new(by))].into_iter().collect(),
        ..back.clone()
    };
    let aside = Action::Run(Flight::straight(Edge::Left));
    assert_eq!(refused(&battle, &aside), No::WrongHeading { unit: blue(0) }, "ADLG-R95");
    let no = No::NothingToAvoid { unit: blue(0) };
    assert_eq!(refused(&battle, &Action::Run(wheel(40.0))), no, "ADLG-EVA.4: up to the direction");
    let slide =
        Flight { elements: [Element::Slide(ud(0.5))].into_iter().collect(), ..back.clone() };
    assert_eq!(refused(&battle, &Action::Run(slide)), no, "ADLG-EVA.6, ADLG-R97");
    let mut straight = battle.clone();
    act(&mut straight, &Action::Run(back.clone()), &[3]);
    assert_eq!(pose(&straight, blue(0)), (5.2, 7.2), "ADLG-EVA.4: it may, it need not");
    act(&mut battle, &Action::Run(wheel(30.0)), &[3]);
    assert_eq!(battle.unit(blue(0)).pose.facing, from, "ADLG-EVA.4");
}

#[test]
fn evaders_slide_past_friends_or_burst_through() {
    // Javelinmen (3 UD, front after the turn at 3.5); spearmen from 5.125 on, 1 UD or more ahead.
    let lines =
        ["red heavy_cavalry @ 5 0 n", "blue javelinmen @ 5 3 s", "blue heavy_spearmen @ 5.4 5.5 s"];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0]), &[]);
    act(&mut battle, &Action::Evade, &[6]);
    assert!(matches!(battle.stack.last(), Some(Frame::Run(Runner { ud: 4, .. }))), "ADLG-EVA.6");
    let flight = |elements: &[Element], burst| {
        Action::Run(Flight {
            toward: Edge::Rear,
            elements: elements.iter().copied().collect(),
            burst,
        })
    };
    // A slide of 0.6 to its left, as it then faces, costs 0.6 of its 4 UD.
    let mut slid = battle.clone();
    act(&mut slid, &flight(&[Element::Slide(ud(-0.6))], false), &[3]);
    assert_eq!(pose(&slid, blue(0)), (4.4, 6.4), "ADLG-EVA.6, ADLG-R97");
    // Or after a UD straight on.
    let mut late = battle.clone();
    act(&mut late, &flight(&[Element::Advance(ud(1.0)), Element::Slide(ud(-0.6))], false), &[3]);
    assert_eq!(pose(&late, blue(0)), (4.4, 6.4), "ADLG-R97");
    let twice = flight(&[Element::Slide(ud(-0.3)), Element::Slide(ud(-0.3))], false);
    assert_eq!(refused(&battle, &twice), No::SlideTwice, "ADLG-R97");
    let wall = [
        lines[0],
        lines[1],
        lines[2],
        "blue heavy_spearmen @ 4.4 5.5 s",
        "blue heavy_spearmen @ 6.4 5.5 s",
    ];
    let mut burst = active(&wall, 1);
    act(&mut burst, &charge(&[0]), &[]);
    act(&mut burst, &Action::Evade, &[6]);
    act(&mut burst, &flight(&[], true), &[3]);
    assert_eq!(
        (pose(&burst, blue(0)).1, burst.unit(blue(1)).cohesion),
        (7.0, 3),
        "ADLG-INT.6, ADLG-R62: it can neither pass nor avoid them"
    );
    act(&mut battle, &flight(&[], false), &[3]);
    assert_eq!(
        (pose(&battle, blue(0)).1, battle.unit(blue(1)).cohesion),
        (4.625, 4),
        "ADLG-R62: just before"
    );
}

#[test]
fn light_infantry_that_must_evades_unasked() {
    let mut battle = active(&["red medium_swordsmen @ 5 0 n", "blue light_infantry @ 5 2 s"], 1);
    act(&mut battle, &charge(&[0]), &[3, 3]);
    assert_eq!(pose(&battle, blue(0)), (5.0, 5.0), "ADLG-R94");
    // Beside spearmen that the charge hits as squarely, it may stand: it would not be a main unit.
    let pair = [
        "red medium_swordsmen @ 5.3 0 n",
        "blue heavy_spearmen @ 5 2 s",
        "blue light_infantry @ 6 1.875 s",
    ];
    let mut level = active(&pair, 1);
    act(&mut level, &charge(&[0]), &[]);
    assert_eq!(level.pending().seat(), Some(Seat::Blue), "ADLG-R94: it may choose");
}

#[test]
fn groups_charge_and_their_neighbours_stay_level() {
    // Two swordsmen side by side; only the left one has an enemy ahead, shifted by 0.3 UD.
    let lines = [
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue heavy_spearmen @ -0.3 2 s",
    ];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0, 1]), &[]);
    // The first goes 1.25 UD and conforms, 0.3 to the left; the second could go on to 2 UD.
    assert_eq!(pose(&battle, red(0)), (-0.3, 1.25), "ADLG-CHG.9, ADLG-R89");
    let frame = Frame::GoOn(HowFar { least: ud(1.25), most: ud(2.0) });
    assert_eq!(battle.stack.last(), Some(&frame), "ADLG-R82, ADLG-CHG.10");
    act(&mut battle, &Action::GoOn(GoOn { distance: ud(1.25) }), &[]);
    assert_eq!(pose(&battle, red(1)), (0.7, 1.25), "ADLG-R90: it shifts to stay level");
    let melee = battle.melee([red(0), blue(0)], battle.roles());
    assert_eq!(melee.units[0].simple_supports, 1, "ADLG-R115, ADLG-R65");
}

#[test]
fn all_of_a_group_stay_level() {
    // As above, with a third beside the second: it keeps its place in the line.
    let mut battle = active(
        &[
            "red heavy_swordsmen @ 0 0 n",
            "red heavy_swordsmen @ 1 0 n",
            "red heavy_swordsmen @ 2 0 n",
            "blue heavy_spearmen @ -0.3 2 s",
        ],
        1,
    );
    act(&mut battle, &charge(&[0, 1, 2]), &[]);
    act(&mut battle, &Action::GoOn(GoOn { distance: ud(1.25) }), &[]);
    let places = [0, 1, 2].map(|n| pose(&battle, red(n)));
    assert_eq!(places, [(-0.3, 1.25), (0.7, 1.25), (1.7, 1.25)], "ADLG-R90");
}

#[test]
fn chargers_choose_anew_when_another_has_evaded() {
    // The first target is 1 UD ahead, on the right; the second 0.5 UD behind it on the left, nearer than a
    // charger that threw a 3 has to go: 2 UD (ADLG-CHG.8).
    let lines = [
        "red heavy_cavalry @ 5 0 n",
        "blue light_cavalry @ 5.6 1.75 s",
        "blue light_cavalry @ 4.4 2.25 s",
    ];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0]), &[]);
    act(&mut battle, &Action::Evade, &[3, 3]);
    act(&mut battle, &Action::Evade, &[3]);
    let Some(Frame::GoOn(HowFar { least, most })) = battle.stack.last().copied() else {
        panic!("ADLG-R82")
    };
    assert_eq!((least, most), (ud(2.0), ud(4.0)), "ADLG-R82, ADLG-CHG.8");
}

#[test]
fn rear_ranks_do_not_charge_through_their_front() {
    let lines = ["red pikemen @ 0 0 n", "red pikemen @ 0 -1 n", "blue heavy_spearmen @ 0 1.875 s"];
    let battle = active(&lines, 1);
    let alone = refused(&battle, &charge(&[1]));
    assert!(matches!(alone, No::Meets { other, .. } if other == red(0)), "ADLG-R75: {alone:?}");
    let mut column = battle;
    act(&mut column, &charge(&[0, 1]), &[]);
    assert_eq!(pose(&column, red(0)), (0.0, 1.0), "ADLG-CHG.9");
    assert_eq!(pose(&column, red(1)), (0.0, 0.0), "ADLG-R82: it follows");
}

#[test]
fn staggered_enemies_may_be_charged() {
    // The nearer one, half ahead of the knights, 0.3 UD before the other: its neighbour's zone is no bar.
    let lines =
        ["red heavy_knight @ 0 0 n", "blue pikemen @ 0.7 2.8 s", "blue pikemen @ -0.3 3.1 s"];
    let battle = active(&lines, 1);
    assert_eq!(battle.check(Seat::Red, &charge(&[0])), Ok(()), "ADLG-R171, ADLG-R75");
    // Past an enemy whom the same way does not reach it is one.
    let past = ["red heavy_knight @ 0 0 n", "blue pikemen @ 0 3 s", "blue pikemen @ 1.6 1.5 w"];
    // The zone of the second begins at y = 1: the knights' front comes to it after 0.625 UD, and the tolerance.
    let enters = Pose::new(0.0, 0.635, Facing::NORTH);
    let no = No::ThroughZone { unit: red(0), enemy: blue(1), enters };
    assert_eq!(refused(&active(&past, 1), &charge(&[0])), no, "ADLG-R75");
}

#[test]
fn light_infantry_makes_room_for_a_charge() {
    // Light infantry from 1.5 to 2, the enemy's front at 2.125: the knights would end on them.
    let lines = [
        "red heavy_knight @ 0 0 n",
        "red light_infantry @ 0 1.75 n",
        "blue heavy_spearmen @ 0 2.5 s",
    ];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0]), &[]);
    assert_eq!(pose(&battle, red(0)), (0.0, 1.75), "ADLG-R163, ADLG-INT.1");
    assert_eq!(battle.unit(red(0)).unconformed, None, "ADLG-R89, ADLG-R163");
    // Just behind the knights, whose rear is at 1.375.
    assert_eq!(pose(&battle, red(1)), (0.0, 1.125), "ADLG-R163");
}

#[test]
fn a_charge_stops_before_light_infantry_without_room_behind() {
    // Askew, 1.06 UD wide, it does not fit between the two columns at the sides of the knights' way.
    let lines = [
        "red heavy_knight @ 0 0 n",
        "red light_infantry @ 0 2.7 45",
        "red pikemen @ -1 0 n",
        "red pikemen @ -1 1 n",
        "red pikemen @ -1 2 n",
        "red pikemen @ 1 0 n",
        "red pikemen @ 1 1 n",
        "red pikemen @ 1 2 n",
        "blue heavy_spearmen @ 0 3.75 s",
    ];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0]), &[]);
    assert_eq!(pose(&battle, red(1)), (0.0, 2.7), "ADLG-R163: no room within 2 UD");
    // Its nearest corner is 0.75 sin 45 = 0.53 UD before its centre: the knights' front stops at 2.17.
    let (x, y) = pose(&battle, red(0));
    assert!(x == 0.0 && (1.78..=1.80).contains(&y), "ADLG-R163: {y}");
    assert_eq!(battle.unit(red(0)).charged, None, "ADLG-R163");
}

#[test]
fn who_began_a_turn_near_an_enemy_moves_no_further() {
    // Facing east its flank, 0.5 UD from its centre, is 3.95 UD from the spearmen; facing north its front, at
    // 0.375, is 4.075 UD from them.
    let lines = ["red heavy_cavalry @ 0 0 e", "blue heavy_spearmen @ 0 4.825 s"];
    let mut battle = active(&lines, 3);
    let go = |element| {
        Action::Move(Move {
            units: UnitSet::NONE.with(0),
            elements: [element].into_iter().collect(),
        })
    };
    act(&mut battle, &go(Element::QuarterLeft), &[]);
    let no = refused(&battle, &go(Element::Half));
    assert!(matches!(no, No::WasNear { .. }), "ADLG-MUL.1, ADLG-R57: {no:?}");
}

#[test]
fn who_conforms_does_not_rally() {
    let mut battle = scene(&["red heavy_knight @ 0 0 n", "blue pikemen @ 0 1.02 200"]);
    battle.unit_mut(red(0)).unconformed = Some(blue(0));
    battle.unit_mut(red(0)).cohesion = 2;
    act(&mut battle, &Action::Activate(Activate { corps: 0 }), &[6]);
    assert_eq!(battle.unit(red(0)).unconformed, None, "ADLG-R91");
    let no = refused(&battle, &Action::Rally(TryRally { unit: 0 }));
    assert_eq!(no, No::NoRally { unit: red(0), why: NoRally::Moved }, "ADLG-R45");
}

#[test]
fn charges_stop_at_bad_ground_and_routed_units() {
    let lines = ["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 3.5 s"];
    let field = piece(Piece::Field, 0.0, 2.0, 3.0, 0.5);
    let no = refused(&activate(on(field, &lines), 1), &charge(&[0]));
    assert!(matches!(no, No::StoppedByGround { piece: Piece::Field, .. }), "ADLG-R83: {no:?}");
    // If the target stands in it, it is no obstacle, but it slows: 2 UD in a field.
    let field = piece(Piece::Field, 0.0, 2.5, 3.0, 2.0);
    let near = ["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 2.7 s"];
    assert_eq!(
        activate(on(field.clone(), &near), 1).check(Seat::Red, &charge(&[0])),
        Ok(()),
        "ADLG-R83"
    );
    assert!(
        activate(on(field, &lines), 1).check(Seat::Red, &charge(&[0])).is_err(),
        "ADLG-R53, ADLG-R77"
    );
    let mut routed = active(&lines, 1);
    routed.unit_mut(blue(0)).place = Place::Routing;
    assert!(matches!(refused(&routed, &charge(&[0])), No::Meets { .. }), "ADLG-R144");
}

#[test]
fn impetuous_units_are_held_back_or_let_go() {
    let lines = [
        "red heavy_knight impetuous @ 0 0 n",
        "red heavy_knight impetuous @ 1 0 n",
        "blue heavy_spearmen @ 0 3 s",
        "blue heavy_spearmen @ 1 3 s",
    ];
    let mut battle = scene(&lines);
    act(&mut battle, &Action::Activate(Activate { corps: 0 }), &[6]);
    assert_eq!(points(&battle), 5, "ADLG-CP.1");
    assert_eq!(refused(&battle, &Action::EndCorps), No::MustCharge { unit: red(0) }, "ADLG-R87");
    assert_eq!(refused(&battle, &advance(&[0], 1.0)), No::MustCharge { unit: red(0) }, "ADLG-R87");
    let mut held = battle.clone();
    act(&mut held, &Action::Prevent(Prevent { units: set(&[0, 1]) }), &[]);
    assert_eq!(points(&held), 2, "ADLG-ORD.5, ADLG-R87: once for a group");
    assert_eq!(refused(&held, &advance(&[0], 1.0)), No::StandsStill { unit: red(0) }, "ADLG-R87");
    assert_eq!(refused(&held, &charge(&[0])), No::StandsStill { unit: red(0) }, "ADLG-R87");
    assert_eq!(held.check(Seat::Red, &Action::EndCorps), Ok(()), "ADLG-R87");
    // Uncontrolled: alone, without points, at -1 in the first round (ADLG-UNC.3).
    let wild = |units: &[u8]| {
        Action::Charge(Declare {
            units: set(units),
            start: [].into_iter().collect(),
            how: How::Uncontrolled,
        })
    };
    let alone = No::ChargesAlone { unit: red(0) };
    assert_eq!(refused(&battle, &wild(&[0, 1])), alone, "ADLG-R87: alone");
    act(&mut battle, &wild(&[0]), &[]);
    assert_eq!(points(&battle), 5, "ADLG-ORD.1");
    let melee = battle.melee([red(0), blue(0)], battle.roles());
    assert!(melee.units[0].uncontrolled, "ADLG-UNC.3, ADLG-MOD.3");
    assert_eq!(refused(&battle, &Action::EndCorps), No::MustCharge { unit: red(1) }, "ADLG-R87");
    // Ordered, the other has no -1.
    act(&mut battle, &charge(&[1]), &[]);
    let melee = battle.melee([red(1), blue(1)], battle.roles());
    assert!(!melee.units[0].uncontrolled, "ADLG-R87");
}

#[test]
fn a_charge_without_orders_needs_a_zone() {
    // 0.5 UD ahead of the knights.
    let near = ["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 1.25 s"];
    let spontaneous = Action::Charge(Declare {
        units: set(&[0]),
        start: [].into_iter().collect(),
        how: How::Spontaneous,
    });
    let battle = active(&near, 0);
    assert_eq!(battle.check(Seat::Red, &spontaneous), Ok(()), "ADLG-SPO.1, ADLG-ORD.1");
    let far = active(&["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 2.5 s"], 0);
    assert_eq!(refused(&far, &spontaneous), No::NotSpontaneous { unit: red(0) }, "ADLG-R85");
    // In a field knights exert no zone (ADLG-R67), so they need an order.
    let field = piece(Piece::Field, 0.0, 0.0, 3.0, 4.0);
    let slow = activate(on(field, &near), 0);
    assert_eq!(
        refused(&slow, &spontaneous),
        No::NotSpontaneous { unit: red(0) },
        "ADLG-R85, ADLG-R67"
    );
}

#[test]
fn zones_are_left_in_three_ways() {
    // Pikemen in the knights' zone: straight back 1 UD for 2 points, Disordered, and they may shoot no less.
    let mut foot = active(&["red pikemen @ 0 0 n", "blue heavy_knight @ 0 1.375 s"], 2);
    act(&mut foot, &Action::LeaveZone(LeaveZone { unit: 0 }), &[]);
    assert_eq!((pose(&foot, red(0)), points(&foot)), ((0.0, -1.0), 0), "ADLG-EXZ.2, ADLG-DIF.2");
    assert_eq!(
        (foot.unit(red(0)).cohesion, foot.unit(red(0)).moves),
        (3, 1),
        "ADLG-R70, ADLG-R101"
    );
    assert_eq!(refused(&foot, &advance(&[0], 1.0)), No::Spent { unit: red(0) }, "ADLG-R57");
    // Light horse evades for 1 point, with a die, and may face about.
    let mut light = active(&["red light_cavalry @ 5 0 n", "blue heavy_knight @ 5 1.25 s"], 1);
    let no = No::EvadesInstead { unit: red(0) };
    assert_eq!(refused(&light, &Action::LeaveZone(LeaveZone { unit: 0 })), no, "ADLG-R71");
    act(&mut light, &Action::EvadeZone(EvadeZone { unit: 0 }), &[1]);
    assert_eq!(pose(&light, red(0)), (5.0, -4.0), "ADLG-EXZ.1, ADLG-R71");
    act(&mut light, &Action::FaceAbout(FaceAbout { turns: true }), &[]);
    assert_eq!(light.unit(red(0)).pose.facing, Facing::NORTH, "ADLG-R98");
    // Knights with slower pikemen behind them ride on, in good order.
    let behind = ["red heavy_knight @ 0 0 n", "blue pikemen @ 0 -1.375 n"];
    let mut knights = active(&behind, 1);
    let out = |distance: f64| Action::RideOut(RideOut { unit: 0, distance: ud(distance) });
    assert!(matches!(refused(&knights, &advance(&[0], 3.0)), No::MovesAway { .. }), "ADLG-R69");
    assert!(matches!(refused(&knights, &out(3.1)), No::TooFar { .. }), "ADLG-R72");
    act(&mut knights, &out(3.0), &[]);
    assert_eq!((pose(&knights, red(0)), points(&knights)), ((0.0, 3.0), 0), "ADLG-EXZ.3, ADLG-R37");
    assert!(!knights.is_disordered(red(0)), "ADLG-EXZ.3");
    let swift = active(&["red heavy_knight @ 0 0 n", "blue heavy_cavalry @ 0 -1.375 n"], 1);
    assert_eq!(
        refused(&swift, &out(3.0)),
        No::NobodyBehind { unit: red(0) },
        "ADLG-EXZ.3: slower only"
    );
    let evading = active(&["red heavy_cavalry @ 0 0 n", "blue pikemen @ 0 -1.375 n"], 1);
    assert_eq!(refused(&evading, &out(3.0)), No::EvadesInstead { unit: red(0) }, "ADLG-R72");
    let instead = evading.instead(&out(3.0), &No::EvadesInstead { unit: red(0) }).map(|it| it.1);
    assert_eq!(instead, Some(Action::EvadeZone(EvadeZone { unit: 0 })), "ADLG-R71");
    let foot = active(&["red pikemen @ 0 0 n", "blue pikemen @ 0 -1.375 n"], 1);
    assert_eq!(refused(&foot, &out(1.0)), No::OnFoot { unit: red(0) }, "ADLG-EXZ.3");
    let far = active(&["red heavy_knight @ 0 0 n", "blue pikemen @ 0 -5 n"], 1);
    assert_eq!(refused(&far, &out(1.0)), No::NotInZone { unit: red(0) }, "ADLG-EXZ.3");
}

#[test]
fn an_uncontrolled_charge_goes_at_the_enemy_most_in_front() {
    // Both spearmen are in reach of the warriors; 0.7 UD of the first lie straight ahead, of the other 0.2.
    let lines = [
        "red medium_swordsmen impetuous @ 0 0 n",
        "blue heavy_spearmen @ 0.3 2.5 s",
        "blue heavy_spearmen @ -0.8 2.5 s",
    ];
    let mut battle = scene(&lines);
    act(&mut battle, &Action::Activate(Activate { corps: 0 }), &[6]);
    let wild = |start: &[Element]| {
        Action::Charge(Declare {
            units: set(&[0]),
            start: start.iter().copied().collect(),
            how: How::Uncontrolled,
        })
    };
    let aside = wild(&[Element::Slide(ud(-0.9))]);
    let first = No::ChargesFirst { unit: red(0), enemy: blue(0) };
    assert_eq!(refused(&battle, &aside), first, "ADLG-UNC.2");
    assert_eq!(first.reason(&battle).rules[0], "ADLG-UNC.2");
    let charges = battle.uncontrolled_charge(red(0), battle.roles()).unwrap();
    assert_eq!(charges.0, blue(0), "ADLG-UNC.2: most in front");
    act(&mut battle, &wild(&charges.1), &[]);
    assert_eq!(battle.unit(red(0)).charged, Some(blue(0)), "ADLG-UNC.2");
}

#[test]
fn looters_obey_one_order() {
    let mut battle = active(&["red pikemen @ 0 8.5 n", "blue pikemen @ 9 0 s"], 3);
    battle.unit_mut(red(0)).flags |= Flags::LOOTING;
    battle.unit_mut(red(0)).cohesion = 3;
    let no = No::Looting { unit: red(0) };
    assert_eq!(refused(&battle, &Action::Rally(TryRally { unit: 0 })), no, "ADLG-R21");
    assert_eq!(refused(&battle, &advance(&[0], 1.0)), no, "ADLG-R21");
    // Out of command range (its commander is at the middle of the table, 8 UD away): 1 more.
    act(&mut battle, &Action::StopLooting(StopLooting { unit: 0 }), &[]);
    assert_eq!(points(&battle), 0, "ADLG-R21, ADLG-ORD.6");
    assert!(!battle.unit(red(0)).is(Flags::LOOTING), "ADLG-R21");
    assert_eq!(
        refused(&battle, &advance(&[0], 1.0)),
        No::Spent { unit: red(0) },
        "ADLG-R21: its movement"
    );
}

#[test]
fn stakes_are_planted_instead_of_moving() {
    let mut battle = active(&["red bowmen stakes @ 0 0 n", "blue pikemen @ 0 9 s"], 1);
    battle.unit_mut(red(0)).flags.remove(Flags::STAKED);
    act(&mut battle, &Action::PlantStakes(PlantStakes { unit: 0 }), &[]);
    assert!(battle.unit(red(0)).is(Flags::STAKED), "ADLG-R138");
    assert_eq!(refused(&battle, &advance(&[0], 1.0)), No::Spent { unit: red(0) }, "ADLG-R138");
    assert_eq!(battle.silent(red(0), battle.roles()), None, "ADLG-R101: it may shoot");
}

#[test]
fn who_leaves_the_table_takes_his_commander_along() {
    for (included, lost) in [(false, Commander::LeftTable), (true, Commander::Lost)] {
        let mut battle = active(
            &["red heavy_knight @ 5 5 n", "blue light_cavalry @ 5 7.75 s", "blue pikemen @ -9 9 s"],
            2,
        );
        let mut setup = (*battle.setup).clone();
        setup.armies[Seat::Blue].corps[0].included = included;
        battle.setup = acies_core::Shared::new(setup);
        battle.sides[Seat::Blue].commanders[0] = Commander::With(0);
        act(&mut battle, &charge(&[0]), &[]);
        act(&mut battle, &Action::Evade, &[3, 3]);
        assert_eq!(battle.unit(blue(0)).place, Place::LeftTable, "ADLG-R99");
        assert_eq!(battle.sides[Seat::Blue].commanders[0], lost, "ADLG-R151");
        let state = battle.army_state(Seat::Blue);
        assert_eq!(
            (state.losses.left_table, state.losses.commanders),
            (1, i32::from(included)),
            "ADLG-R17"
        );
    }
}

/// Red has just beaten an enemy and may pursue.
fn victorious(lines: &[&str], units: &[u8]) -> Battle {
    let mut battle = scene(lines);
    for &unit in units {
        battle.unit_mut(red(unit)).flags |= Flags::VICTORIOUS;
    }
    battle.pursuing = set(units);
    battle.sides[Seat::Blue].commanders[0] = Commander::Free(Point::new(12.0, 9.0));
    battle.stack.clear();
    battle.stack.push(Frame::Pursuit);
    battle
}

fn pursue(unit: u8, distance: f64) -> Action {
    Action::Pursue(Pursue { unit, distance: ud(distance) })
}

#[test]
fn pursuits_are_chosen_one_by_one() {
    let lines = ["red heavy_cavalry @ 0 0 n", "red heavy_cavalry @ 3 0 n", "blue pikemen @ 9 5 s"];
    let mut battle = victorious(&lines, &[0, 1]);
    let no = No::TooFarToPursue { distance: ud(1.5), most: ud(1.0) };
    assert_eq!(refused(&battle, &pursue(1, 1.5)), no, "ADLG-PUR.1");
    assert_eq!(battle.instead(&pursue(1, 1.5), &no).map(|it| it.1), Some(pursue(1, 1.0)));
    act(&mut battle, &pursue(1, 0.5), &[]);
    assert_eq!(pose(&battle, red(1)), (3.0, 0.5), "ADLG-PUR.1");
    assert_eq!(refused(&battle, &pursue(1, 0.5)), No::NoPursuer { unit: red(1) }, "ADLG-R148");
    act(&mut battle, &pursue(0, 0.0), &[]);
    assert_eq!((pose(&battle, red(0)), battle.phasing), ((0.0, 0.0), Seat::Blue), "ADLG-SEQ.1");
    let wild = ["red heavy_knight impetuous @ 0 0 n", lines[1], lines[2]];
    let wild = victorious(&wild, &[0, 1]);
    assert_eq!(refused(&wild, &pursue(0, 0.5)), No::MustPursue { unit: red(0) }, "ADLG-PUR.2");
}

#[test]
fn pursued_enemies_evade_or_are_fallen_upon() {
    // Light horse 0.5 UD ahead, its rear to the pursuers.
    let lines =
        ["red heavy_cavalry @ 5 0 n", "blue light_cavalry @ 5 1.25 n", "blue pikemen @ 9 9 s"];
    let mut battle = victorious(&lines, &[0]);
    act(&mut battle, &pursue(0, 1.0), &[]);
    assert_eq!(battle.pending().seat(), Some(Seat::Blue), "ADLG-R149");
    let mut stands = battle.clone();
    act(&mut stands, &Action::Stand, &[]);
    assert_eq!((pose(&stands, red(0)), stands.phasing), ((5.0, 0.5), Seat::Blue), "ADLG-R149");
    let melee = stands.melee([blue(0), red(0)], stands.roles());
    assert_eq!(melee.round, acies_adlg::melee::Round::Later, "ADLG-R149: no charge");
    act(&mut battle, &Action::Evade, &[3]);
    assert_eq!(pose(&battle, blue(0)), (5.0, 6.25), "ADLG-EVA.5");
    assert_eq!(pose(&battle, red(0)), (5.0, 1.0), "ADLG-R174: it goes on");
    act(&mut battle, &Action::FaceAbout(FaceAbout { turns: false }), &[]);
    assert_eq!(battle.phasing, Seat::Blue, "ADLG-SEQ.1");
}

#[test]
fn victors_turn_on_the_next_enemy() {
    // The knights fight the spearmen, 0.59 UD of whose front they touch, and touch 0.4 UD of the left flank
    // of pikes that face west.
    let mut battle = scene(&[
        "red heavy_knight @ 0 0 n",
        "blue heavy_spearmen @ 0.41 0.75 s",
        "blue pikemen @ -0.6 0.875 w",
        "blue pikemen @ 9 9 s",
    ]);
    battle.unit_mut(blue(0)).cohesion = 1;
    battle.sides[Seat::Blue].commanders[0] = Commander::With(2);
    battle.stack.clear();
    battle.stack.push(Frame::Shooting(Shooters(Seat::Blue)));
    act(&mut battle, &Action::EndShooting, &[6, 1]);
    assert_eq!(battle.unit(blue(0)).place, Place::Routed, "ADLG-R144");
    // Their left corner comes to the front corner of the pikes, at -1.1.
    assert_eq!(pose(&battle, red(0)), (-0.6, 0.0), "ADLG-R148, ADLG-R89");
    assert_eq!(battle.phasing, Seat::Blue, "ADLG-R148: instead of a pursuit");
}

#[test]
fn shots_are_announced_once() {
    let lines = [
        "red bowmen @ 0 0 n",
        "red bowmen @ 1 0 n",
        "red pikemen @ 3 0 n",
        "blue pikemen @ 0.5 4 s",
        "blue pikemen @ 0.5 9 s",
    ];
    let mut battle = scene(&lines);
    battle.stack.clear();
    battle.stack.push(Frame::Shooting(Shooters(Seat::Red)));
    let shoot = |main: u8, supporters: &[u8], target: u8| {
        Action::Shoot(Shoot { main, supporters: set(supporters), target })
    };
    let no = refused(&battle, &shoot(0, &[], 1));
    assert_eq!(
        no.reason(&battle).says,
        "bowmen_0 cannot shoot at pikemen_1: it is 8.00 UD away > 4.00 UD",
        "ADLG-R105"
    );
    let unarmed = refused(&battle, &shoot(2, &[], 0));
    assert_eq!(
        unarmed.reason(&battle).says,
        "pikemen_2 cannot shoot at pikemen_0: it has no missiles",
        "ADLG-R112"
    );
    assert_eq!(refused(&battle, &shoot(0, &[0], 0)), No::ShotAlready { unit: red(0) }, "ADLG-R107");
    let mut alone = battle.clone();
    act(&mut alone, &shoot(0, &[1], 0), &[6, 1]);
    assert_eq!(alone.unit(blue(0)).cohesion, 3, "ADLG-R107, ADLG-SHO.7");
    act(&mut battle, &Action::EndShooting, &[]);
    assert_eq!(battle.phasing, Seat::Blue, "ADLG-R106: fire is held");
}

#[test]
fn giving_up_ends_it() {
    let mut battle = active(&["red pikemen @ 0 0 n", "blue pikemen @ 0 9 s"], 1);
    act(&mut battle, &Action::Resign, &[]);
    let Pending::Over(outcome) = battle.pending() else { panic!("ADLG-R18") };
    assert_eq!(outcome.winner, Some(Seat::Blue), "ADLG-R18");
    assert_eq!(battle.check(Seat::Red, &Action::EndCorps), Err(No::Over), "ADLG-R18");
}

#[test]
fn refusals_offer_the_next_best() {
    let battle = active(&["red heavy_knight @ 0 0 n", "blue heavy_spearmen @ 0 6 s"], 3);
    let far = advance(&[0], 3.5);
    let no = refused(&battle, &far);
    assert_eq!(no, No::TooFar { unit: red(0), spent: ud(3.5), allowed: ud(3.0) }, "ADLG-R46");
    assert_eq!(battle.instead(&far, &no).map(|it| it.1), Some(advance(&[0], 3.0)));
    let no = refused(&battle, &charge(&[0]));
    assert_eq!(no.reason(&battle).rules[0], "ADLG-R77");
    assert_eq!(
        battle.instead(&charge(&[0]), &no).map(|it| it.1),
        Some(advance(&[0], 3.0)),
        "ADLG-R77"
    );
    let wide: Elements = [Element::Wheel(Angle::new(100.0))].into_iter().collect();
    let wide = Action::Move(Move { units: set(&[0]), elements: wide });
    let square: Elements = [Element::Wheel(Angle::QUARTER)].into_iter().collect();
    let square = Action::Move(Move { units: set(&[0]), elements: square });
    assert_eq!(
        battle.instead(&wide, &refused(&battle, &wide)).map(|it| it.1),
        Some(square),
        "ADLG-MAN.2"
    );
}

#[test]
fn groups_pay_once() {
    // Out of range and in a third movement: one surcharge each for the whole group (ADLG-R44).
    let lines = ["red levies @ 0 -8 n", "red levies @ 1 -8 n", "blue pikemen @ 0 9 s"];
    let mut battle = active(&lines, 9);
    act(&mut battle, &advance(&[0, 1], 1.0), &[]);
    // 1, +1 out of the 6 UD of a competent commander in the middle of the table, +1 for a short move.
    assert_eq!(points(&battle), 6, "ADLG-R44, ADLG-ORD.6, ADLG-DIF.5");
}

#[test]
fn light_infantry_charges_where_the_target_stands() {
    let at = |landscape| {
        let lines = ["red light_infantry @ 0 0 n", "blue pikemen @ 0 2 s"];
        activate(on(landscape, &lines), 1)
    };
    // A corner of the pikes in a field is enough (ADLG-R84): there they are penalised.
    let corner = at(piece(Piece::Field, 1.0, 2.5, 1.2, 2.0));
    assert_eq!(corner.check(Seat::Red, &charge(&[0])), Ok(()), "ADLG-R84, ADLG-CHG.3(a)");
    let open = at(piece(Piece::Field, 9.0, 2.5, 1.0, 1.0));
    let no = No::NotForLightInfantry { unit: red(0), enemy: blue(0) };
    assert_eq!(refused(&open, &charge(&[0])), no, "ADLG-R84, ADLG-CHG.2");
}

#[test]
fn charges_need_no_sight() {
    // 2 UD of wood between: nobody sees through more than 1 (ADLG-R24).
    let wood = piece(Piece::Wood, 0.0, 1.7, 3.0, 2.0);
    let lines = ["red light_infantry sling @ 0 0 n", "blue light_infantry @ 0 3.3 s"];
    let battle = activate(on(wood, &lines), 1);
    assert!(!battle.sees(red(0), Edge::Front, blue(0), 2.8), "ADLG-R104");
    assert_eq!(battle.check(Seat::Red, &charge(&[0])), Ok(()), "ADLG-R164");
}

#[test]
fn distances_are_between_bases_of_enemies_that_stand() {
    let mut battle =
        scene(&["red pikemen @ 0 5 n", "blue light_infantry @ 4 5 w", "blue pikemen @ 12 -9 s"]);
    // 4 UD from centre to centre, less half a width and half a depth: 0.5 and 0.25.
    assert_eq!(ud(battle.enemy_distance(red(0))), ud(3.25), "ADLG-R7, ADLG-R1");
    assert_eq!(battle.allowance(red(0)), Some(2), "ADLG-R54");
    battle.unit_mut(blue(0)).place = Place::Routing;
    // Blue's camp, 3.5 UD away, does not count.
    assert_eq!(battle.allowance(red(0)), Some(3), "ADLG-R159");
}

#[test]
fn supports_evade_if_they_are_simple() {
    // Blue's light horse stands level beside cavalry that fights, its corner on the enemy.
    let simple = [
        "red heavy_knight @ 0 0 n",
        "blue heavy_cavalry @ 0 0.75 s",
        "blue light_cavalry @ 1 0.75 s",
    ];
    let battle = scene(&simple);
    let rush = Onrush { facing: Facing::NORTH, by: set(&[0]) };
    assert_eq!(battle.evade_blocked(blue(1), rush, battle.roles()), None, "ADLG-R100");
    let cannot = Some(acies_adlg::evade::flight::Blocked::Cannot);
    assert_eq!(battle.evade_blocked(blue(0), rush, battle.roles()), cannot, "ADLG-R100");
}

#[test]
fn of_two_equal_headings_the_owner_chooses() {
    let battle = scene(&["red heavy_knight @ 0 0 45", "blue light_cavalry @ 2 2 s"]);
    let headings = battle.evade_headings(blue(0), Facing::new(Angle::new(45.0)));
    // It faces south: behind it is north, to its left east, both 45 degrees off.
    assert_eq!(headings[..], [Edge::Rear, Edge::Left], "ADLG-R95, ADLG-R154");
}

#[test]
fn a_simple_support_may_turn_on_the_enemy() {
    // Its left front corner touches the spearmen's; after a wheel on it the way there is 0 UD long.
    let lines = [
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue heavy_spearmen @ 0 0.75 s",
    ];
    let mut battle = active(&lines, 1);
    let start = [Element::Wheel(Angle::new(-45.0))].into_iter().collect();
    let turn = Action::Charge(Declare { units: set(&[1]), start, how: How::Ordered });
    // It has stood there, and has not supported against it yet: it is new (ADLG-R128).
    let mut stood = battle.clone();
    act(&mut stood, &turn, &[]);
    assert_eq!(stood.unit(blue(0)).cohesion, 3, "ADLG-MAT.1, ADLG-R128");
    // So it is if it has fought somebody else there.
    let mut victor = battle.clone();
    victor.unit_mut(red(1)).opponent = Some(blue(9));
    act(&mut victor, &turn, &[]);
    assert_eq!(victor.unit(blue(0)).cohesion, 3, "ADLG-MAT.1, ADLG-R128");
    // A round of support, which both throw 3 for, makes it old.
    battle.combat(&mut Dice::scripted([3, 4]), &mut Log::Off).unwrap();
    assert_eq!(battle.unit(red(1)).opponent, Some(blue(0)), "ADLG-R128");
    act(&mut battle, &turn, &[]);
    assert_eq!(battle.unit(red(1)).charged, Some(blue(0)), "ADLG-R91");
    // On the left flank, level with its front at y = 0.375.
    assert_eq!(pose(&battle, red(1)), (0.875, 0.875), "ADLG-R89");
    assert_eq!(
        battle.unit(blue(0)).cohesion,
        4,
        "ADLG-R128: it has supported against it, and is not new"
    );
    // From 0.2 UD away it is.
    let mut new = active(&[lines[0], "red heavy_swordsmen @ 1.5 1.1 w", lines[2]], 1);
    act(&mut new, &charge(&[1]), &[]);
    assert_eq!(new.unit(blue(0)).cohesion, 3, "ADLG-MAT.1, ADLG-R128");
}

#[test]
fn a_line_conforms_one_after_the_other() {
    // 0.3 UD from two enemies that stand 0.3 UD to the right: the right one goes first and makes room.
    let lines = [
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue heavy_spearmen @ 0.3 1.05 s",
        "blue heavy_spearmen @ 1.3 1.05 s",
    ];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0, 1]), &[]);
    assert_eq!(
        [pose(&battle, red(0)), pose(&battle, red(1))],
        [(0.3, 0.3), (1.3, 0.3)],
        "ADLG-CHG.9, ADLG-R89"
    );
    let charged = [battle.unit(red(0)).charged, battle.unit(red(1)).charged];
    assert_eq!(charged, [Some(blue(0)), Some(blue(1))], "ADLG-R92");
}

#[test]
fn chargers_stop_at_a_zone_that_they_cannot_answer() {
    // Pikes that face west, their zone from x = 4.7 to 5.7 and y = 3.1 to 4.1: beyond the target, beside the way.
    let lines =
        ["red heavy_knight @ 5 0 n", "blue light_cavalry @ 5 2.75 s", "blue pikemen @ 6.2 3.6 w"];
    let mut battle = active(&lines, 1);
    act(&mut battle, &charge(&[0]), &[]);
    act(&mut battle, &Action::Evade, &[3, 3]);
    // The knights stop where it begins: their front is at 0.375, so after 2.725 UD, and the tolerance.
    let Some(Frame::GoOn(HowFar { least, most })) = battle.stack.last().copied() else {
        panic!("ADLG-R82")
    };
    assert_eq!((least, most), (ud(2.0), ud(2.735)), "ADLG-R83");
}

#[test]
fn owners_choose_between_equal_engagements() {
    // ADLG-R115: red 2 stands level between two friends that fight, and can support either.
    let lines = [
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 2 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue heavy_swordsmen @ 0 0.75 s",
        "blue heavy_swordsmen @ 2 0.75 s",
        "blue light_infantry @ 9 8 s",
    ];
    let shooting = || {
        let mut battle = active(&lines, 0);
        battle.sides[Seat::Red].commanders[0] = Commander::Free(Point::new(-9.0, -9.0));
        battle.stack.clear();
        battle.stack.push(Frame::Shooting(Shooters(Seat::Blue)));
        act(&mut battle, &Action::EndShooting, &[]);
        battle
    };
    let mut battle = shooting();
    assert!(
        matches!(battle.stack.last(), Some(Frame::Engage(Undecided { unit, .. })) if *unit == red(2))
    );
    assert_eq!(battle.pending().seat(), Some(Seat::Red), "ADLG-R115: its owner");
    let no = refused(&battle, &Action::Engage(Engage { enemy: 2 }));
    assert_eq!(no, No::NotEngaged { unit: red(2), enemy: blue(2) }, "ADLG-R115");
    // All throw 3: both melees are even but for the support.
    let mut other = battle.clone();
    act(&mut battle, &Action::Engage(Engage { enemy: 1 }), &[3; 4]);
    let cohesion = |battle: &Battle| [0, 1].map(|n| battle.unit(blue(n)).cohesion);
    assert_eq!(cohesion(&battle), [4, 3], "ADLG-R115, ADLG-MOD.5");
    act(&mut other, &Action::Engage(Engage { enemy: 0 }), &[3; 4]);
    assert_eq!(cohesion(&other), [3, 4], "ADLG-R115, ADLG-MOD.5");
    // ADLG-R114: a front on two enemies, half on each, is its owner's choice too.
    let mut tied =
        active(&["red levies @ 0 0 n", "blue levies @ -0.5 0.75 s", "blue levies @ 0.5 0.75 s"], 0);
    tied.sides[Seat::Red].commanders[0] = Commander::Free(Point::new(-9.0, -9.0));
    assert_eq!(tied.engagements(red(0), tied.roles()).to_vec(), [blue(0), blue(1)], "ADLG-R114");
    tied.unit_mut(red(0)).opponent = Some(blue(1));
    assert_eq!(tied.engagements(red(0), tied.roles()).to_vec(), [blue(1)], "ADLG-R114: the last");
    assert_eq!(tied.roles().opponent(red(0)), Some(blue(1)), "ADLG-R114");
}

fn told(forecast: &Forecast) -> Vec<String> {
    let all = forecast.highlights.iter().chain(&forecast.outcomes);
    all.map(|it| format!("{}: {}", it.says, it.chance)).collect()
}

#[test]
fn who_stands_is_told_of_all_that_comes_upon_it() {
    // ADLG-UNI.8, ADLG-MOD.5, ADLG-MOD.9: +1 against +0, and the neighbour that goes on level with the charger is in
    // simple support, and red's commander, who stands beside them, can join: +3 against +0. The cavalry loses unless its
    // die is 3 or more higher: 30 of 36; all its three points if red's die is 2 or more higher: 10. It wins if it is 4 or more higher: 3 of 36, and then one throw in six kills him.
    let lines = [
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue medium_cavalry @ 0 2.5 s",
    ];
    let mut battle = active(&lines, 1);
    battle.sides[Seat::Red].commanders[0] = Commander::Free(Point::new(0.0, -1.0));
    act(&mut battle, &charge(&[0, 1]), &[]);
    let later = battle.later(Seat::Blue, &Action::Stand);
    let [melee] = &later[..] else { panic!("{later:?}") };
    assert!(melee.title.ends_with("with the commander who can join"), "{}", melee.title);
    let chances: Vec<_> = melee.highlights.iter().map(|it| it.chance.to_string()).collect();
    assert_eq!(chances, ["5/6", "5/18", "1/12", "0/1", "1/72"], "{:?}", told(melee));
    assert_eq!(melee.sums[1].1.total, 3, "ADLG-MOD.5, ADLG-MOD.9: {:?}", melee.sums);
}

#[test]
fn an_evade_is_told_with_who_is_caught() {
    // ADLG-EVA.5, ADLG-R81: 1.125 UD before the charger they run 2, 3 or 4 UD; it comes 3, 4 or 5 UD far.
    let mut battle = active(&["red heavy_cavalry @ 0 0 n", "blue javelinmen @ 0 2 s"], 1);
    act(&mut battle, &charge(&[0]), &[]);
    let forecast = battle.forecast(Seat::Blue, &Action::Evade).expect("it throws");
    let said = told(&forecast);
    assert!(said[0].ends_with("caught: 1/3"), "{said:?}");
    let mut outcomes = said[1..].to_vec();
    outcomes.sort();
    assert_eq!(
        outcomes,
        [
            "2 UD, caught: 2/9",
            "2 UD, gets away: 1/9",
            "3 UD, caught: 1/9",
            "3 UD, gets away: 2/9",
            "4 UD, gets away: 1/3",
        ]
    );
}

#[test]
fn the_end_of_a_corps_is_told_with_the_melees_that_it_begins() {
    // ADLG-MEL.1: like against like, each loses in 15 of 36 ways.
    let one = ["red heavy_swordsmen @ 0 0 n", "blue heavy_swordsmen @ 0 0.75 s"];
    let forecast = active(&one, 1).forecast(Seat::Red, &Action::EndCorps).expect("they fight");
    let chances: Vec<_> = forecast.highlights.iter().map(|it| it.chance.to_string()).collect();
    assert_eq!(chances, ["5/12", "0/1", "5/12", "0/1"]);
    // Two scythed chariots with a point each against two of the enemy: each pair is a draw in 6 of 36 ways, so that both
    // stand in 1 of 36; and both of the enemy's are gone in (15 of 36) squared.
    let two = [
        "red scythed_chariot @ 0 0 n",
        "red scythed_chariot @ 5 0 n",
        "blue scythed_chariot @ 0 1 s",
        "blue scythed_chariot @ 5 1 s",
    ];
    let battle = active(&two, 1);
    let forecast = battle.forecast(Seat::Red, &Action::EndCorps).expect("they fight");
    let of = |numbers: [i64; 2]| {
        let is = [("enemy_routed", numbers[0]), ("own_routed", numbers[1])];
        let found = forecast.outcomes.iter().find(|it| it.is == is);
        found.unwrap_or_else(|| panic!("{:?}", told(&forecast))).chance.to_string()
    };
    assert_eq!((of([0, 0]), of([2, 0])), ("1/36".into(), "25/144".into()));
}
