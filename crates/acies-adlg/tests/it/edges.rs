//! Set-up, ambushes and flank marches where they are easily got wrong: at the ends of the table, on tables of other
//! sizes, with numbers that name nobody.

use acies_adlg::{
    Adlg,
    action::{Action, UnitSet},
    battle::{Battle, Frame, Id},
    evade::{flight::Onrush, run::Flight},
    melee::Barrier,
    movement::{Element, march::Move},
    rout::pursuit::Pursue,
    setup::{
        Adjustment, Ambush, Field, Flank, Plan, Prepare, Stage, Wing,
        adjust::ToAdjust,
        ambush::{Found, Reveal},
        deployment::{PlaceUnit, ToArrange},
        flank_march::Enter,
        formation::Style,
        pieces::Lay,
        works::{Fortify, PitchCamp, ToPitchCamp},
    },
    terrain::{
        Choice, Piece, Region,
        landscape::{Area, Landscape, Line},
    },
    words::{events::Event, refusals::No},
};
use acies_core::{Game, Pending, Ruleset, Sealed, Seat, Telling};
use acies_table::{Edge, Facing, Length, Point, Polygon, Pose};

use crate::{
    scene::{blue, on, red, scene},
    setup::{
        BLUE, RED, act, at, at_plans, choose, entering, field, go, plan, red_defends, refused,
        step, until,
    },
};

fn on_table_for(budget: u32, battle: &mut Battle) {
    battle.setup.to_mut().field = Field::for_budget(budget).unwrap();
}

#[test]
fn works_and_lines_stand_in_the_zone_of_their_table() {
    // ADLG-R28, ADLG-R184: 5.25 UD of the 15 of the smaller table, 8.75 of the 25 of the larger: from red's base edges
    // at -7.5 and -12.5 to -2.25 and -3.75.
    for (budget, zone) in [(100, -2.25), (200, -3.0), (300, -3.75)] {
        let mut battle = field("seleucids", "rome");
        on_table_for(budget, &mut battle);
        until(&mut battle, |it| matches!(step(it), Stage::Fortify(_)));
        battle.landscape.to_mut().areas.clear();
        let wall = |y: f64| Prepare::Fortify(Fortify { at: at(0.0, y), segments: 2 });
        let beyond = refused(&battle, RED, wall(zone + 0.05));
        assert!(matches!(beyond, No::OutsideZone { .. }), "{budget}: {beyond:?}");
        assert_eq!(battle.check(RED, &Action::Prepare(wall(zone))), Ok(()), "{budget}");
        // ADLG-R30: lines that are drawn up forward stand at the edge of the zone.
        battle.sides[RED].plan = Sealed::In(plan(&battle, RED));
        let poses = battle.drawn_up(RED, 1, Style::Forward).unwrap();
        let units = battle.deploying(RED, 1);
        let fronts = units
            .iter()
            .zip(&poses)
            .map(|(&id, pose)| Length::new(battle.rect_at(id, pose).middle(Edge::Front).y));
        let heavy = fronts.zip(&units).filter(|(_, id)| !battle.profile(**id).kind.is_light());
        assert_eq!(heavy.map(|(front, _)| front).max(), Some(Length::new(zone)), "{budget}");
    }
}

#[test]
fn no_wall_goes_through_a_camp() {
    // ADLG-R28, ADLG-R6: red's camp is in the middle of its base edge, from -10 to -9.
    let mut battle = field("seleucids", "rome");
    until(&mut battle, |it| matches!(step(it), Stage::Camp(ToPitchCamp(RED))));
    battle.landscape.to_mut().areas.clear();
    go(&mut battle, RED, Prepare::Camp(PitchCamp { at: Length::new(15.0) }), &[]);
    let wall = |y: f64| Prepare::Fortify(Fortify { at: at(0.0, y), segments: 2 });
    assert_eq!(refused(&battle, RED, wall(-9.5)), No::WorksOnCamp);
    assert_eq!(battle.check(RED, &Action::Prepare(wall(-9.0))), Ok(()), "along its front");
}

#[test]
fn nobody_is_named_that_does_not_exist() {
    // An army has room for 48 units: number 48 of red would be number 0 of blue.
    let mut battle = at_plans("gindarus");
    let hidden = [Ambush { at: Point::default(), units: UnitSet::NONE.with(47) }];
    let ambush = Plan { ambushes: hidden.into_iter().collect(), ..plan(&battle, RED) };
    let no = battle.check(RED, &Action::Prepare(Prepare::Plan(ambush)));
    assert_eq!(no, Err(No::NoSuchUnit { number: 47 }));
    for by in [RED, BLUE] {
        let plan = plan(&battle, by);
        go(&mut battle, by, Prepare::Plan(plan), &[]);
    }
    until(&mut battle, |it| matches!(step(it), Stage::Arrange(ToArrange { by: RED, .. })));
    for unit in [48, 49, 255] {
        let place = Prepare::Place(PlaceUnit { unit, pose: Pose::new(5.0, 7.0, Facing::SOUTH) });
        let no = battle.check(RED, &Action::Prepare(place));
        assert_eq!(no, Err(No::NoSuchUnit { number: unit.into() }));
    }
}

#[test]
fn rocks_on_an_edge_leave_room_beside_them() {
    // ADLG-R181: blue's left is the east; its half of that edge is from 0 to 10. Rocks in the middle of it bar nobody,
    // a lake along all of it everybody.
    let mut battle = at_plans("gindarus");
    let flank = Some(Flank { corps: 0, edge: Wing::Left });
    let march = Action::Prepare(Prepare::Plan(Plan { flank, ..plan(&battle, BLUE) }));
    let mut lay = |piece, south: f64, north: f64| {
        let corners = [(13.0, south), (15.0, south), (15.0, north), (13.0, north)];
        let outline = corners.map(|(x, y)| Point::new(x, y)).to_vec();
        let outline = Polygon::new(outline).unwrap();
        battle.landscape.to_mut().areas.push(Area { piece, outline });
        battle.check(BLUE, &march)
    };
    assert_eq!(lay(Piece::Rocks, 4.0, 6.0), Ok(()));
    let barred = No::EdgeBarred { edge: Wing::Left };
    assert_eq!(lay(Piece::Lake, 0.0, 10.0), Err(barred));
}

#[test]
fn flank_marches_come_on_in_their_half_of_any_table() {
    // ADLG-R190: seven units of 1 UD fit into 12.5 UD from 5.5 on, and into 7.5 UD from 0.5 on.
    for (budget, last) in [(100, 0.5), (200, 3.0), (300, 5.5)] {
        let mut battle = entering();
        on_table_for(budget, &mut battle);
        let units: UnitSet = battle.to_enter(BLUE).into_iter().collect();
        let enter = |from: f64| {
            let (from, ahead) = (Length::new(from), Length::new(3.0));
            battle.check(BLUE, &Action::Enter(Enter { units, from, ahead }))
        };
        let far = Length::new(last + 0.1);
        let no = No::EntryTooFar { from: far };
        assert_eq!(enter(far.get()), Err(no), "{budget}");
        assert_ne!(enter(last), Err(No::EntryTooFar { from: Length::new(last) }));
    }
}

#[test]
fn who_comes_on_past_an_enemy_makes_no_second_movement() {
    // ADLG-R57, ADLG-R32: from 9 UD north, the flank of the horse is 3.6 UD from the enemy's front at 5.375 when it comes
    // on, and 4.9 UD when it has gone 5 UD.
    let second = |y: f64| {
        let mut battle = entering();
        let enemy = battle.standing(RED).next().unwrap();
        battle.unit_mut(enemy).pose = Pose::new(14.5, y, Facing::NORTH);
        let units = UnitSet::NONE.with(0);
        let (from, ahead) = (Length::ZERO, Length::new(5.0));
        act(&mut battle, BLUE, &Action::Enter(Enter { units, from, ahead }), &[]);
        let elements = [Element::Advance(Length::new(2.0))].into_iter().collect();
        battle.check(BLUE, &Action::Move(Move { units, elements }))
    };
    let least = Length::new(4.0);
    assert_eq!(second(5.0), Err(No::WasNear { unit: Id::new(BLUE, 0), least }));
    assert_eq!(second(4.0), Ok(()), "4.6 UD away all the time");
}

#[test]
fn rocks_are_not_shifted_into_the_centre() {
    // ADLG-R191: the rocks reach 2.1 UD west of their middle at 7.5 and their sector to 5: 0.4 UD are left. ADLG-R192: the
    // steps of a shift of 2 UD are a quarter UD long.
    let mut battle = field("carthage", "rome");
    red_defends(&mut battle, Region::Mountain);
    go(&mut battle, RED, choose(&[Choice::SteepHill, Choice::Rocks]), &[]);
    go(&mut battle, BLUE, choose(&[Choice::Brush]), &[1]);
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(-10.0, -5.0) }), &[3]);
    go(&mut battle, RED, Prepare::Piece(Lay { pose: at(7.5, -5.0) }), &[2]);
    go(&mut battle, BLUE, Prepare::Piece(Lay { pose: at(0.0, 5.0) }), &[1, 4]);
    let (piece, adjustment) = (1, Adjustment::Shift);
    assert_eq!(step(&battle), Stage::Adjust(ToAdjust { by: BLUE, piece, adjustment }));
    let prelude = battle.prelude.as_ref().unwrap();
    let end = |x: f64, y: f64| {
        prelude.shifted(1, Point::new(x, y).vec(), &battle.setup.field).map(|pose| pose.at)
    };
    assert_eq!(end(-2.0, 0.0), Some(Point::new(7.25, -5.0)), "cut short");
    assert_eq!(end(2.0, 0.0), Some(Point::new(9.5, -5.0)), "away from the centre");
    assert_eq!(end(0.0, 2.0), Some(Point::new(7.5, -3.0)), "and along it");
}

/// A legion that pursues towards a wood; the Gauls on the table are one Disordered unit.
pub const PURSUIT: &str = r#"
ruleset = "adlg"
name = "Into the wood"
turn = 3
pursuing = ["legion"]

[[terrain]]
piece = "wood"
outline = [[-2, 2.5], [2, 2.5], [2, 6], [-2, 6]]

[red]
name = "Rome"
corps = [
  { name = "First", commander = "ordinary", wing = "left" },
  { name = "Second", commander = "ordinary", wing = "centre", now = "away" },
  { name = "Third", commander = "ordinary", wing = "right", now = "away" },
]
units = [{ troop = "rom.hastati", key = "legion", corps = 1, at = [0, 0, 0], is = ["victorious"] }]

[blue]
name = "Gauls"
plan = { wings = ["left", "centre", "right"], ambushes = [{ at = [0, 3.2], units = ["youths"] }] }
markers = [[0, 3.2]]
corps = [
  { name = "First", commander = "ordinary", wing = "left" },
  { name = "Second", commander = "ordinary", wing = "centre", now = "away" },
  { name = "Third", commander = "ordinary", wing = "right", now = "away" },
]
units = [
  { troop = "heavy_swordsmen", key = "warriors", corps = 1, at = [10, 8, 180], cohesion = 3 },
  { troop = "javelinmen", key = "youths", corps = 1 },
]

[[pending]]
step = "pursuit"
"#;

#[test]
fn an_ambush_that_a_pursuer_finds_counts_before_the_reckoning() {
    // ADLG-R183, ADLG-R16, ADLG-R18: the front of the legion comes from 2.8 to 1.8 UD of the marker. One loss of one unit
    // would be the end of the Gauls; with those in the wood they are two.
    let mut battle = Adlg::position("pursuit.toml", PURSUIT).unwrap();
    let pursue = Action::Pursue(Pursue { unit: 0, distance: Length::new(1.0) });
    let events = act(&mut battle, RED, &pursue, &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Counted { .. })), "not yet");
    assert_eq!(battle.stack.last(), Some(&Frame::Ambush(Found { by: BLUE, marker: 0 })));
    assert_eq!(Adlg::position("again.toml", &battle.save()).unwrap(), battle, "as it is saved");
    let mut list = Vec::new();
    battle.candidates(BLUE, &mut list);
    let events = act(&mut battle, BLUE, &list[0].clone(), &[]);
    assert!(matches!(events[0], Event::Ambushed { .. }));
    assert!(events.iter().any(|event| matches!(event, Event::Counted { .. })));
    assert_eq!(battle.pending(), Pending::Decide(Seat::Blue.into()), "the battle goes on");
    assert_eq!((battle.phasing, battle.turn), (BLUE, 3));
}

#[test]
fn an_ambush_is_found_from_exactly_two_ud() {
    // ADLG-R31: the front of the legion is 0.375 UD ahead of its middle, and the marker lies at 3.2.
    let finds = |ahead: f64| {
        let mut battle = Adlg::position("pursuit.toml", PURSUIT).unwrap();
        let pursue = Action::Pursue(Pursue { unit: 0, distance: Length::new(ahead) });
        act(&mut battle, RED, &pursue, &[]);
        matches!(battle.stack.last(), Some(Frame::Ambush(_)))
    };
    assert!(finds(0.825), "2 UD");
    assert!(!finds(0.824), "2.001 UD");
    // And they stand 0.02 UD away from who found them, or more: the legion has come to 1.375, a base 1 UD deep and 0.52 UD
    // ahead of that to 1.895.
    let mut battle = Adlg::position("pursuit.toml", PURSUIT).unwrap();
    act(&mut battle, RED, &Action::Pursue(Pursue { unit: 0, distance: Length::new(1.0) }), &[]);
    let stands = |y: f64| {
        let poses = [Pose::new(0.0, y, Facing::SOUTH)].into_iter().collect();
        battle.check(BLUE, &Action::Reveal(Reveal { marker: 0, poses }))
    };
    assert!(matches!(stands(1.894), Err(No::PlacedOn { .. })));
    assert!(matches!(stands(1.895), Err(No::OutsideAmbush { .. })), "not in the wood");
    assert_eq!(stands(2.1), Ok(()), "0.6 UD from the marker, 0.1 UD in the wood");
}

/// Lines of two segments side by side, so far north.
fn walls(north: &[f64]) -> Landscape {
    let segment = |x: f64, y: f64| Line {
        barrier: Barrier::Obstacle,
        a: Point::new(x, y),
        b: Point::new(x + 1.0, y),
    };
    let lines = north.iter().flat_map(|&y| [segment(-1.0, y), segment(0.0, y)]).collect();
    Landscape { areas: Vec::new(), lines }
}

#[test]
fn every_line_is_crossed_at_its_own_cost() {
    // ADLG-R194, ADLG-R162: foot pay 1 UD for each line, however many segments of it they come over.
    let advance = |walls: Landscape| {
        let battle = on(walls, &["red heavy_swordsmen @ 0 0 n", "blue heavy_swordsmen @ 9 9 s"]);
        let elements = [Element::Advance(Length::new(1.5))];
        battle.check_move(&[red(0)], &elements, battle.roles()).map(|moved| moved.spent)
    };
    assert_eq!(advance(walls(&[1.0])), Ok(Length::new(2.5)));
    let (spent, allowed) = (Length::new(3.5), Length::new(3.0));
    assert_eq!(advance(walls(&[1.0, 1.6])), Err(No::TooFar { unit: red(0), spent, allowed }));
    // Joined by a third segment on its way they are one.
    let mut gate = walls(&[1.0, 1.6]);
    let (a, b) = (Point::new(0.0, 1.0), Point::new(0.0, 1.6));
    gate.lines.push(Line { barrier: Barrier::Obstacle, a, b });
    assert_eq!(advance(gate), Ok(Length::new(2.5)));
    // A charge over 1.2 UD, of 3.
    let charge = |walls: Landscape| {
        let battle = on(walls, &["red javelinmen @ 0 0 n", "blue heavy_swordsmen @ 0 2.075 s"]);
        battle.check_charge(&[red(0)], &[], battle.roles()).is_ok()
    };
    assert!(charge(walls(&[0.8])), "2.2 UD");
    assert!(!charge(walls(&[0.8, 1.1])), "3.2 UD");
    // An evader of 3 UD: the first line leaves it 2; before the second, 1.35 UD away, it has too little left.
    let evade = |walls: Landscape| {
        let battle = on(walls, &["red light_infantry @ 0 0 s", "blue heavy_swordsmen @ 0 -3 n"]);
        let from = Onrush { facing: Facing::NORTH, by: UnitSet::NONE.with(0) };
        let flight = Flight::straight(Edge::Rear);
        battle.check_flight(red(0), from, 3, &flight, battle.roles()).unwrap().pose.at.y
    };
    assert_eq!(evade(walls(&[1.0])), Length::new(2.0));
    assert_eq!(evade(walls(&[1.0, 1.6])), Length::new(1.35));
}

#[test]
fn evaders_leave_the_table_when_they_are_beyond_its_edge() {
    // ADLG-R99, ADLG-R193: from 4.625 north the front of the horse, 0.375 ahead, comes to 10 in 5 UD.
    let leaves = |unit: &str, toward: Edge, ud: i32| {
        let battle = scene(&[unit, "blue heavy_swordsmen @ 0 -3 n"]);
        let from = Onrush { facing: Facing::NORTH, by: UnitSet::NONE.with(0) };
        let flight = Flight::straight(toward);
        battle.check_flight(red(0), from, ud, &flight, battle.roles()).unwrap().left_table
    };
    assert!(!leaves("red light_cavalry @ 5 4.625 s", Edge::Rear, 5), "just on the edge");
    assert!(!leaves("red light_cavalry @ 5 4.63 s", Edge::Rear, 5), "ADLG-R6");
    assert!(leaves("red light_cavalry @ 5 4.64 s", Edge::Rear, 5));
    // Light infantry, 1 UD wide and 0.5 deep, turns to run along the edge at -15.
    assert!(leaves("red light_infantry @ -14.75 0 e", Edge::Left, 3), "its turn brings it beyond");
    assert!(!leaves("red light_infantry @ -14.5 0 e", Edge::Left, 3));
}

#[test]
fn of_attackers_alike_the_best_fights() {
    // ADLG-R178, ADLG-R114: both flanks, 0.75 UD each, of a unit that faces neither. Levies have 0 against heavy foot,
    // pikemen +2 (ADLG-UNI.11, ADLG-UNI.12).
    let fights = |right: &str| {
        let battle = scene(&[
            "red levies @ -0.875 0 e",
            right,
            "blue heavy_swordsmen @ 0 0 n",
            "blue heavy_swordsmen @ 9 9 s",
        ]);
        battle.roles().opponent(blue(0))
    };
    assert_eq!(fights("red pikemen @ 1 0 w"), Some(red(1)));
    assert_eq!(fights("red levies elite @ 0.875 0 w"), Some(red(1)), "of better quality");
    assert_eq!(fights("red levies mediocre @ 0.875 0 w"), Some(red(0)));
    assert_eq!(fights("red levies @ 0.875 0 w"), Some(red(0)), "ADLG-R154");
}

#[test]
fn charges_that_bind_are_tried_with_the_least_wheel_and_the_middle_one() {
    // ADLG-R195: a wheel to the right is about (0.5, 0.375). From there the first corner of the enemy that the way comes
    // to, (2.5, 2.75), is 3.105 UD away at 40.10 degrees: 0.05 UD of it are on the way 0.92 degrees later. The last one,
    // (3.5, 2), 3.412 UD away at 61.56 degrees, is on it until it is 0.95 UD to the left: 16.17 degrees more.
    let battle = scene(&["red heavy_cavalry impetuous @ 0 0 n", "blue heavy_knight @ 3 2.375 s"]);
    let starts = battle.starts_onto(red(0), blue(0));
    let wheels: Vec<f64> = starts
        .iter()
        .map(|start| match start[..] {
            [Element::Wheel(by)] => by.degrees(),
            _ => panic!("{start:?}"),
        })
        .collect();
    assert_eq!(wheels.len(), 2, "{wheels:?}");
    assert!((wheels[0] - 41.02).abs() < 0.05, "{wheels:?}");
    assert!((wheels[1] - f64::midpoint(41.02, 77.73)).abs() < 0.05, "{wheels:?}");
    let (enemy, start) = battle.uncontrolled_charge(red(0), battle.roles()).unwrap();
    assert_eq!((enemy, &start), (blue(0), &starts[0]), "ADLG-R86: the cheapest first");
}

#[test]
fn ambushers_hide_before_their_own_wing() {
    // ADLG-R31: of the woods in the Germans' half, (8, 4.5) lies before their left in the east, the other one before
    // their right.
    let battle = at_plans("teutoburg");
    let mut hidden = 0;
    for plan in battle.plans(BLUE) {
        let Some(ambush) = plan.ambushes.first().filter(|ambush| !ambush.units.is_empty()) else {
            continue;
        };
        let unit = Id::new(BLUE, ambush.units.iter().next().unwrap());
        let wing = plan.wings[usize::from(battle.troop(unit).corps)];
        let east = ambush.at.x > Length::ZERO;
        hidden += 1;
        match wing {
            Wing::Left => assert!(east),
            Wing::Right => assert!(!east),
            Wing::Centre => {}
        }
    }
    assert!(hidden >= 4, "{hidden}");
}
