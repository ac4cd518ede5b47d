//! Roads, lines of defence, camps: what the ground does to those who move.

use acies_adlg::{
    action::{Action, UnitSet},
    battle::{Battle, Flags, Frame, Id},
    charge::declare::{Declare, How},
    command::orders::Orders,
    melee::{Above, Barrier},
    movement::{Element, Moved},
    terrain::{
        Piece,
        landscape::{Area, Landscape},
    },
    words::refusals::No,
};
use acies_core::{Dice, Game, Log, Seat};
use acies_table::{Edge, Facing, Length, Polygon, Pose, Rect, Size};

use crate::scene::{blue, on, piece, red, scene, wall};

fn advance(battle: &Battle, length: f64) -> Result<Moved, No> {
    let elements = [Element::Advance(Length::new(length))];
    battle.check_move(&[red(0)], &elements, battle.roles())
}

fn charge(battle: &Battle, unit: Id) -> Result<acies_adlg::charge::legal::Declared, No> {
    battle.check_charge(&[unit], &[], battle.roles())
}

/// A wood from -2 to 2 with a road through it, from south to north.
fn wood_with_road() -> Landscape {
    let mut landscape = piece(Piece::Wood, 0.0, 0.0, 4.0, 4.0);
    let road = Rect::new(&Pose::new(0.0, 0.0, Facing::NORTH), Size::new(0.5, 20.0));
    let outline = Polygon::from_rect(&road).unwrap();
    landscape.areas.push(Area { piece: Piece::Road, outline });
    landscape
}

#[test]
fn roads_are_fast_and_open() {
    let at = |place: &str| {
        let line = format!("red medium_swordsmen @ {place}");
        on(wood_with_road(), &[&line, "blue pikemen @ 9 9 s"])
    };
    let road = at("0 -4 n");
    let moved = advance(&road, 4.0).unwrap();
    assert_eq!(moved.allowance, Length::new(4.0), "ADLG-MVT.1, ADLG-R55, ADLG-R53");
    assert!(matches!(advance(&road, 4.1), Err(No::TooFar { .. })), "ADLG-MVT.1");
    // Beside the road the wood counts: 2 UD.
    let beside = advance(&at("1 -4 n"), 3.0).unwrap_err();
    assert_eq!(beside.reason(&at("1 -4 n")).rules[0], "ADLG-R46", "ADLG-R53");
    // Across the road it does too, and a wheel takes a unit off it.
    assert!(!at("0 -4 e").landscape.is_on_road(&at("0 -4 e").rect(red(0))), "ADLG-R170: in column");
    let wheel = [Element::Advance(Length::new(1.0)), Element::Wheel(acies_table::Angle::new(60.0))];
    let south = at("0 -7 n");
    let off = south.check_move(&[red(0)], &wheel, south.roles()).unwrap();
    assert_eq!(off.allowance, Length::new(3.0), "ADLG-R55: the whole move");
    assert_eq!(
        at("0 0 n").landscape.ground(&at("0 0 n").rect(red(0))).going(),
        acies_adlg::terrain::Going::Open,
        "ADLG-R24"
    );
}

#[test]
fn lines_of_defence_are_crossed_at_a_price() {
    let line = wall(Barrier::Obstacle, (-0.5, 1.0), (0.5, 1.0));
    let at = |troop: &str| {
        let unit = format!("red {troop} @ 0 0 n");
        on(line.clone(), &[&unit, "blue pikemen @ 9 9 s"])
    };
    assert_eq!(advance(&at("medium_swordsmen"), 2.0).unwrap().spent, Length::new(3.0), "ADLG-R162");
    assert!(matches!(advance(&at("medium_swordsmen"), 2.1), Err(No::TooFar { .. })), "ADLG-R162");
    assert_eq!(
        advance(&at("heavy_cavalry"), 2.0).unwrap().spent,
        Length::new(4.0),
        "ADLG-R162: mounted"
    );
    let elephant = advance(&at("elephant"), 2.0).unwrap_err();
    assert_eq!(elephant, No::NoCrossing { unit: red(0) }, "ADLG-R162");
    assert_eq!(
        advance(&at("medium_swordsmen"), 0.4).unwrap().spent,
        Length::new(0.4),
        "ADLG-R162: up to it"
    );
    // A charge at somebody beyond it pays too; at its defender, who lies along it, nothing.
    let beyond = on(line.clone(), &["red heavy_knight @ 0 0 n", "blue pikemen @ 0 2.5 s"]);
    let no = charge(&beyond, red(0)).unwrap_err();
    assert_eq!(no.reason(&beyond).rules[0], "ADLG-R162", "{no:?}");
    let reach = on(line.clone(), &["red heavy_cavalry @ 0 0 n", "blue pikemen @ 0 2.5 s"]);
    assert_eq!(
        charge(&reach, red(0)).unwrap().contacts[0].unwrap().toll,
        Length::new(2.0),
        "ADLG-R162"
    );
    let held = on(line, &["red elephant @ 0 -1 n", "blue pikemen @ 0 1.5 s"]);
    let contact = charge(&held, red(0)).unwrap().contacts[0].unwrap();
    assert_eq!((contact.toll, contact.edge), (Length::ZERO, Edge::Front), "ADLG-R162, ADLG-MOD.11");
}

#[test]
fn a_line_protects_whom_it_is_stormed_against() {
    let line = wall(Barrier::Fortification, (-0.5, 1.0), (0.5, 1.0));
    let mut battle = on(line, &["red heavy_knight @ 0 0 n", "blue heavy_cavalry @ 0 1.375 s"]);
    battle.stack.clear();
    battle.stack.push(Frame::Orders(Orders {
        corps: 0,
        points: 3,
        listed: UnitSet::NONE,
        commander_moved: false,
    }));
    let charge = Action::Charge(Declare {
        units: UnitSet::NONE.with(0),
        start: [].into_iter().collect(),
        how: How::Ordered,
    });
    let mut log = Log::kept();
    battle.apply(Seat::Red, &charge, &mut Dice::scripted([0_u8; 0]), &mut log).unwrap();
    assert_eq!(battle.pending().seat().unwrap(), Seat::Blue, "ADLG-R80: the cavalry may evade");
    battle.apply(Seat::Blue, &Action::Stand, &mut Dice::scripted([0_u8; 0]), &mut log).unwrap();
    let behind = |battle: &Battle| {
        let melee = battle.melee([red(0), blue(0)], battle.roles());
        melee.units.map(|unit| (unit.behind, unit.above))
    };
    let walls = (Some(Barrier::Fortification), Some(Above::Fortification));
    assert_eq!(behind(&battle), [(None, None), walls], "ADLG-R185, ADLG-R162, ADLG-R138");
    // In later rounds too, when nobody has charged any more.
    battle.unit_mut(red(0)).charged = None;
    assert_eq!(behind(&battle), [(None, None), walls], "ADLG-R185");
}

#[test]
fn the_next_segment_of_a_line_that_is_held_costs_nothing() {
    // The elephant comes on half in front of a segment that nobody holds.
    let mut lines = wall(Barrier::Fortification, (-0.5, 1.0), (0.5, 1.0));
    lines.lines.extend(wall(Barrier::Fortification, (0.5, 1.0), (1.5, 1.0)).lines);
    for y in [1.5, 1.55] {
        let pikes = format!("blue pikemen @ 0 {y} s");
        let held = on(lines.clone(), &["red elephant @ 0.4 -1 n", &pikes]);
        let contact = charge(&held, red(0)).unwrap().contacts[0].unwrap();
        assert_eq!(
            contact.distance,
            Length::new(y),
            "ADLG-R185: front at -0.5, pikes at {y} - 0.5"
        );
        assert_eq!(contact.toll, Length::ZERO, "ADLG-R185, ADLG-R162");
    }
}

#[test]
fn camps_stand_in_the_way() {
    // Blue's camp reaches from 9 to 10, red's from -10 to -9.
    let own = scene(&["red heavy_cavalry @ 0 -8 s", "blue pikemen @ 9 0 s"]);
    let no = advance(&own, 1.5).unwrap_err();
    assert!(matches!(no, No::MeetsCamp { seat: Seat::Red, .. }), "ADLG-R173, ADLG-R10: {no:?}");
    let theirs = scene(&["red heavy_cavalry @ 0 6.625 n", "blue pikemen @ 9 0 s"]);
    let touching = advance(&theirs, 2.0).unwrap_err();
    assert!(
        matches!(touching, No::TooNearCamp { seat: Seat::Blue, .. }),
        "ADLG-R173: {touching:?}"
    );
    assert!(advance(&theirs, 1.97).is_ok(), "ADLG-R173");
    let slanted = scene(&["red light_infantry @ 0 7 n", "blue pikemen @ 9 0 s"]);
    assert!(charge(&slanted, red(0)).unwrap().at_camp.has(0), "ADLG-CHG.2, ADLG-R20");
    // In a zone only who exerts it may be charged.
    let held = scene(&["red heavy_cavalry @ 0.5 7 n", "blue pikemen @ 2.3 7 w"]);
    let no = charge(&held, red(0)).unwrap_err();
    assert_eq!(
        no,
        No::NotMostThreatening { unit: red(0), enemy: blue(0) },
        "ADLG-R173, ADLG-ZOC.2"
    );
}

#[test]
fn camps_are_charged_taken_and_looted() {
    let mut battle = scene(&["red heavy_cavalry @ 0.5 6 15", "blue pikemen @ 9 0 s"]);
    battle.activated = 1;
    battle.stack.clear();
    battle.stack.push(Frame::Orders(Orders {
        corps: 0,
        points: 3,
        listed: UnitSet::NONE,
        commander_moved: false,
    }));
    let charge = Action::Charge(Declare {
        units: UnitSet::NONE.with(0),
        start: [].into_iter().collect(),
        how: How::Ordered,
    });
    let mut log = Log::kept();
    battle.apply(Seat::Red, &charge, &mut Dice::scripted([0_u8; 0]), &mut log).unwrap();
    let pose = battle.unit(red(0)).pose;
    assert_eq!(
        (pose.facing, pose.at.y),
        (Facing::NORTH, Length::new(8.625)),
        "ADLG-R20: its front on the edge"
    );
    // Its left front corner touched first, after (9 - 6 - 0.375 cos 15 - 0.5 sin 15) / cos 15 UD; the middle of
    // its front was at 0.5 + (that + 0.375) sin 15 then, and stays there.
    assert_eq!(pose.at.x, Length::new(1.269), "ADLG-R20: it only turns");
    battle.apply(Seat::Red, &Action::EndCorps, &mut Dice::scripted([0_u8; 0]), &mut log).unwrap();
    assert!(battle.sides[Seat::Blue].camp.lost, "ADLG-R20: unfortified, at once");
    assert!(battle.unit(red(0)).is(Flags::LOOTING), "ADLG-R21");
    // 4 points for the camp are more than an army of one unit bears (ADLG-R17).
    assert_eq!(battle.ending.unwrap().winner, Some(Seat::Red), "ADLG-R18");
}

#[test]
fn zones_end_where_the_ground_is_against_them() {
    // The knights' zone reaches from 0 to 1 in y; a field takes its southern part.
    let held = |depth: f64, y: f64| {
        let field = piece(Piece::Field, 0.0, 0.0, 3.0, 2.0 * depth);
        let unit = format!("red pikemen @ 0 {y} n");
        let battle = on(field, &[&unit, "blue heavy_knight @ 0 1.375 s"]);
        battle.most_threatening(red(0), battle.roles()).is_some()
    };
    assert!(held(0.3, -0.1), "ADLG-R67: from 0.3 to 0.4 it is in the zone");
    assert!(!held(0.5, -0.1), "ADLG-R67, ADLG-ZOC.7: all that it has of the zone is field");
    assert!(held(0.78, 0.3), "ADLG-R67: from 0.78 to 0.8 it is in the zone");
    assert!(!held(0.795, 0.3), "ADLG-R67, ADLG-R6: 0.005 UD are nothing");
    // Rocks 0.2 UD wide across the whole zone take away all that is beyond them.
    let beyond = |y: f64| {
        let rocks = piece(Piece::Rocks, 0.0, 0.6, 3.0, 0.2);
        let unit = format!("red light_infantry @ 0 {y} n");
        let battle = on(rocks, &[&unit, "blue light_cavalry @ 0 1.375 s"]);
        battle.most_threatening(red(0), battle.roles()).is_some()
    };
    assert!(!beyond(0.2), "ADLG-R67: beyond an impassable piece");
}

#[test]
fn short_moves_in_slow_ground_are_not_cut_short() {
    // An elephant from the open into a wood: its allowance there is 1 UD (ADLG-R53).
    let wood = piece(Piece::Wood, 0.0, 2.0, 4.0, 2.0);
    let battle = on(wood, &["red elephant @ 0 0 n", "blue pikemen @ 9 9 s"]);
    assert_eq!(advance(&battle, 1.0).unwrap().difficult, None, "ADLG-R59, ADLG-DIF.5");
    assert_eq!(advance(&battle, 0.9).unwrap().difficult, Some("ADLG-DIF.5"), "ADLG-R59");
}
