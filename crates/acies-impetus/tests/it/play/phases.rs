//! Phases, recovery, compulsory advances, villages, drill (RULES.md 3.2 to 3.7; IMP-R23 to IMP-R37, IMP-R75, IMP-R95 to
//! IMP-R99, IMP-R107).

use super::*;

fn two(red: &str, blue: &str, y: f64) -> Battle {
    let red = [(red, [90.0, 60.0], 0.0), ("rom_triarii", [90.0, 40.0], 0.0)];
    let blue = [(blue, [90.0, y], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    table(&red, &blue)
}

#[test]
fn further_phases_are_tested_for() {
    let mut battle = two("rom_hastati", "car_spearmen", 110.0);
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "forward 5", &[]);
    // B: 4+; the second movement has no modifier, the third -1 (IMP-DT.4).
    let told = say(&mut battle, "forward 5", &[4]);
    assert!(cites(&told, "IMP-DT.1") && !unit(&battle, RED, 0).disordered, "IMP-R28: {told:?}");
    let told = say(&mut battle, "forward 5", &[4]);
    // IMP-DF.3: the movement is made, it is Disordered at the end, and stops.
    assert!(cites(&told, "IMP-DF.3") && unit(&battle, RED, 0).disordered, "IMP-DT.4: {told:?}");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 75.0), "IMP-DF.3");
    assert_eq!((top(&battle), battle.piece(id(RED, 0)).phases), ("activation", 3), "IMP-R28");
    // IMP-R23: nobody is activated twice.
    let key = battle.key(id(RED, 0)).to_owned();
    assert_eq!(refused(&battle, &format!("activate {key}")), ["IMP-R23"]);
}

#[test]
fn about_face_and_recovery() {
    let mut battle = two("rom_hastati", "car_spearmen", 110.0);
    activate(&mut battle, &[0], &[]);
    // IMP-DF.7: failed, nothing happens but that the phase is used.
    let told = say(&mut battle, "about", &[3]);
    assert!(cites(&told, "IMP-DF.7"), "{told:?}");
    assert_eq!(battle.piece(id(RED, 0)).front.facing, Facing::NORTH, "IMP-DF.7, IMP-R33");
    let told = say(&mut battle, "about", &[4]);
    assert!(cites(&told, "IMP-MOV.13") && unit(&battle, RED, 0).disordered, "IMP-MOV.12: {told:?}");
    assert_eq!(battle.piece(id(RED, 0)).front.facing, Facing::SOUTH, "IMP-R33");
    // IMP-DIS.3: it could make only one movement, and has made two.
    assert_eq!(top(&battle), "activation", "IMP-DIS.3");
    let mut shaken = two("rom_hastati", "car_spearmen", 110.0);
    shaken.piece_mut(id(RED, 0)).unit.disordered = true;
    activate(&mut shaken, &[0], &[]);
    assert_eq!(refused(&shaken, "wait"), ["IMP-DIS.8"]);
    // IMP-R26: recovered, and the next phase is its second.
    let told = say(&mut shaken, "recover", &[4]);
    assert!(cites(&told, "IMP-DIS.1") && !unit(&shaken, RED, 0).disordered, "IMP-R26: {told:?}");
    let told = say(&mut shaken, "forward 5", &[4]);
    assert!(cites(&told, "IMP-DT.1"), "IMP-R26: {told:?}");
    // The Commander's own Unit recovers without a test, as its whole activation.
    let mut led = two("rom_hastati", "car_spearmen", 110.0);
    led.piece_mut(id(RED, 1)).unit.disordered = true;
    activate(&mut led, &[1], &[]);
    say(&mut led, "rally", &[]);
    assert!(!unit(&led, RED, 1).disordered && top(&led) == "activation", "IMP-R26");
}

#[test]
fn groups_go_as_their_slowest_member() {
    let red = [
        ("rom_hastati", [90.0, 60.0], 0.0),
        ("rom_hastati", [98.0, 60.0], 0.0),
        ("rom_triarii", [106.0, 60.0], 0.0),
    ];
    let blue = [("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    let told = activate(&mut battle, &[0, 1, 2], &[]);
    assert!(cites(&told, "IMP-R36"), "{told:?}");
    assert_eq!(refused(&battle, "oblique 30 5"), ["IMP-R37"]);
    assert_eq!(refused(&battle, "forward 6"), ["IMP-MOV.1"], "IMP-R37");
    say(&mut battle, "forward 5", &[]);
    assert_eq!([0, 1, 2].map(|n| front(&battle, RED, n).y.to_string()), ["65"; 3], "IMP-R37");
    // IMP-R24: one test with the worst discipline, B; the Commander is among them (IMP-DT.2): 3+.
    let told = say(&mut battle, "forward 5", &[3]);
    assert!(cites(&told, "IMP-R24"), "IMP-DT.2: {told:?}");
    // IMP-R30: 24 U wide, 5 U of arc: 11.9 degrees.
    assert_eq!(refused(&battle, "rotate 20"), ["IMP-R30"]);
}

#[test]
fn impetuous_troops_advance() {
    let mut battle = two("gal_warband", "rom_hastati", 85.0);
    // 25 U away, in the arc and in sight: IMP-MOV.21, IMP-R98.
    assert_eq!(battle.bound_to(id(RED, 0)), Some(id(BLUE, 0)), "IMP-MOV.21");
    assert_eq!(refused(&battle, "end"), ["IMP-MOV.21"], "IMP-R23");
    activate(&mut battle, &[0], &[]);
    assert_eq!(refused(&battle, "wait"), ["IMP-R98"]);
    assert_eq!(refused(&battle, "forward 3"), ["IMP-MOV.21"], "IMP-MOV.23: the whole movement");
    let told = say(&mut battle, "rush 0", &[]);
    assert!(cites(&told, "IMP-MOV.23") && cites(&told, "IMP-R98"), "{told:?}");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 68.0), "IMP-MOV.23");
    // IMP-MOV.22: skirmishers bind nobody; IMP-MOV.24: nor is who is in a BUA bound.
    assert_eq!(two("gal_warband", "car_slingers", 85.0).bound_to(id(RED, 0)), None, "IMP-MOV.22");
    let mut village = two("gal_warband", "rom_hastati", 85.0);
    village.piece_mut(id(RED, 0)).unit.in_bua = true;
    assert_eq!(village.bound_to(id(RED, 0)), None, "IMP-MOV.24, IMP-SPC.35");
    // IMP-R98: 31 U are too far.
    assert_eq!(two("gal_warband", "rom_hastati", 91.0).bound_to(id(RED, 0)), None, "IMP-R98");
    // IMP-TER.14: it stops before a wood.
    let mut wood = two("gal_warband", "rom_hastati", 85.0);
    lay(&mut wood, Terrain::Wood, [70.0, 63.0], [40.0, 4.0]);
    activate(&mut wood, &[0], &[]);
    say(&mut wood, "rush 0", &[]);
    assert_eq!(front(&wood, RED, 0), Point::new(90.0, 63.0), "IMP-TER.14, IMP-R98");
}

#[test]
fn an_impetuous_advance_that_reaches_is_a_charge() {
    let mut battle = two("gal_warband", "rom_hastati", 66.0);
    activate(&mut battle, &[0], &[]);
    let told = say(&mut battle, "rush 0 plain", &[]);
    assert!(cites(&told, "IMP-R98") && cites(&told, "IMP-R49"), "{told:?}");
    assert_eq!(top(&battle), "facing", "IMP-R98: if contact is possible it is a charge");
}

#[test]
fn baggage_draws_troops() {
    let mut battle = two("rom_hastati", "car_spearmen", 110.0);
    let camp = battle.baggage(BLUE);
    battle.piece_mut(camp).front = Pose::new(90.0, 72.0, Facing::SOUTH);
    assert_eq!(battle.baggage_near(id(RED, 0)), Some(camp), "IMP-R99");
    // IMP-DF.11: failed, it must go there; passed, it is free.
    let mut free = battle.clone();
    let told = activate(&mut battle, &[0], &[3]);
    assert!(cites(&told, "IMP-DF.11"), "{told:?}");
    assert_eq!(refused(&battle, "halt"), ["IMP-R98"], "IMP-R99");
    activate(&mut free, &[0], &[4]);
    say(&mut free, "halt", &[]);
}

#[test]
fn villages_are_entered_and_left() {
    let mut battle = two("rom_hastati", "car_spearmen", 110.0);
    lay(&mut battle, Terrain::Bua, [80.0, 60.0], [20.0, 15.0]);
    activate(&mut battle, &[0], &[]);
    // IMP-TER.20, IMP-DF.9: failed, nothing; a second attempt passes.
    let told = say(&mut battle, "occupy", &[3]);
    assert!(cites(&told, "IMP-DF.9"), "IMP-TER.20: {told:?}");
    let told = say(&mut battle, "occupy", &[4]);
    assert!(unit(&battle, RED, 0).in_bua && cites(&told, "IMP-R75"), "{told:?}");
    assert!(!unit(&battle, RED, 0).disordered, "IMP-R120 (e)");
    // IMP-VIC.3, IMP-R69: Red attacks or not: only the Attacker's occupation counts.
    let attacker = battle.setup.attacker;
    assert_eq!(battle.losses(attacker.other()).buas_lost, u8::from(attacker == RED), "IMP-VIC.3");
    // IMP-R120 (d): out again at the far side, facing away, Disordered (IMP-TER.21). The third phase: 4+, and -1.
    let told = say(&mut battle, "sally 90 78 0", &[5]);
    assert!(cites(&told, "IMP-TER.21"), "{told:?}");
    assert!(unit(&battle, RED, 0).disordered && !unit(&battle, RED, 0).in_bua, "IMP-TER.21");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 78.0), "IMP-R120");
    // IMP-TER.25: no horse inside.
    let mut horse = two("rom_alae", "car_spearmen", 110.0);
    lay(&mut horse, Terrain::Bua, [80.0, 60.0], [20.0, 15.0]);
    activate(&mut horse, &[0], &[]);
    assert_eq!(refused(&horse, "occupy"), ["IMP-R75"], "IMP-TER.25");
}

#[test]
fn lines_are_relieved() {
    let red = [
        ("rom_hastati", [90.0, 60.0], 0.0),
        ("rom_principes", [90.0, 54.0], 0.0),
        ("rom_triarii", [90.0, 40.0], 0.0),
    ];
    let blue = [("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[1], &[]);
    let key = battle.key(id(RED, 0)).to_owned();
    // IMP-DF.8: failed, nothing happens, and the phase is used; then 4+ again (IMP-DT.4 begins with the third).
    let told = say(&mut battle, &format!("relieve {key}"), &[3]);
    assert!(cites(&told, "IMP-DF.8"), "{told:?}");
    let told = say(&mut battle, &format!("relieve {key}"), &[4]);
    assert!(cites(&told, "IMP-R96"), "{told:?}");
    assert_eq!([0, 1].map(|n| front(&battle, RED, n).y.to_string()), ["54", "60"], "IMP-R96");
    assert!(!unit(&battle, RED, 0).disordered && !unit(&battle, RED, 1).disordered, "IMP-R96");
    assert_eq!(battle.piece(id(RED, 0)).phases, 1, "IMP-R96: one phase for both");
}

#[test]
fn knights_dismount() {
    let mut battle = two("knights", "car_spearmen", 110.0);
    battle.piece_mut(id(RED, 0)).unit.lose(1);
    activate(&mut battle, &[0], &[]);
    // B: 4+. IMP-R124: FP, M 5, the same VBU with its losses, I 2 for the mounted 4.
    let told = say(&mut battle, "dismount", &[4]);
    assert!(cites(&told, "IMP-R95") && cites(&told, "IMP-R124"), "{told:?}");
    let on_foot = unit(&battle, RED, 0);
    let Profile { kind, m, impetus, .. } = on_foot.profile;
    assert_eq!((kind, m, impetus, on_foot.vbu()), (Kind::Fp, 5, 2, 6), "IMP-R124");
    // IMP-DF.4: failed, it is Disordered and may still make one phase.
    let mut fails = two("knights", "car_spearmen", 110.0);
    activate(&mut fails, &[0], &[]);
    say(&mut fails, "dismount", &[2]);
    assert!(unit(&fails, RED, 0).disordered && top(&fails) == "going", "IMP-DF.4");
}

#[test]
fn roads_are_fast() {
    let mut battle = two("rom_hastati", "car_spearmen", 110.0);
    lay(&mut battle, Terrain::Road, [88.0, 30.0], [4.0, 80.0]);
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "forward 5", &[]);
    // IMP-TER.5, IMP-R107: the second movement on the road without a test.
    say(&mut battle, "forward 5", &[]);
    assert!(!unit(&battle, RED, 0).disordered, "IMP-TER.5, IMP-R107");
    // IMP-R106: a Group in line does not cross a dry river.
    let red = [
        ("rom_hastati", [90.0, 60.0], 0.0),
        ("rom_hastati", [98.0, 60.0], 0.0),
        ("rom_triarii", [90.0, 40.0], 0.0),
    ];
    let mut line = table(&red, &[("car_spearmen", [20.0, 100.0], 180.0)]);
    lay(&mut line, Terrain::DryRiver, [60.0, 61.0], [80.0, 3.0]);
    activate(&mut line, &[0, 1], &[]);
    assert_eq!(refused(&line, "forward 2"), ["IMP-R106"], "IMP-TER.26");
    // Nor does it charge over it: it stops before the bed, 1 U ahead.
    line.piece_mut(id(BLUE, 0)).front = Pose::new(90.0, 67.0, Facing::SOUTH);
    assert_eq!(refused(&line, "charge"), ["IMP-R49"], "IMP-R106");
}

#[test]
fn columns_keep_to_roads_and_ford_dry_rivers() {
    // Three behind one another, 3 U deep each, on a road to a dry bed that they enter with their second movement.
    let red = [
        ("rom_hastati", [90.0, 60.0], 0.0),
        ("rom_hastati", [90.0, 57.0], 0.0),
        ("rom_hastati", [90.0, 54.0], 0.0),
        ("rom_triarii", [90.0, 20.0], 0.0),
    ];
    let mut battle = table(&red, &[("car_spearmen", [20.0, 100.0], 180.0)]);
    lay(&mut battle, Terrain::Road, [88.0, 30.0], [4.0, 80.0]);
    activate(&mut battle, &[0, 1, 2], &[]);
    say(&mut battle, "forward 5", &[]);
    say(&mut battle, "forward 5", &[]);
    assert!(!unit(&battle, RED, 1).disordered, "IMP-TER.5, IMP-R107: a column");
    // Without the road the second movement is tested, and the bed takes half of it.
    let mut battle = table(&red, &[("car_spearmen", [20.0, 100.0], 180.0)]);
    lay(&mut battle, Terrain::DryRiver, [60.0, 60.0], [80.0, 40.0]);
    activate(&mut battle, &[0, 1, 2], &[]);
    assert_eq!(refused(&battle, "forward 3"), ["IMP-R89"], "IMP-TER.26");
    say(&mut battle, "forward 2.5", &[]);
    say(&mut battle, "forward 2", &[4]);
    // Two abreast and two deep are no column (IMP-R38).
    let block = [
        ("rom_hastati", [90.0, 60.0], 0.0),
        ("rom_hastati", [98.0, 60.0], 0.0),
        ("rom_hastati", [90.0, 57.0], 0.0),
        ("rom_hastati", [98.0, 57.0], 0.0),
        ("rom_triarii", [90.0, 20.0], 0.0),
    ];
    let mut battle = table(&block, &[("car_spearmen", [20.0, 100.0], 180.0)]);
    lay(&mut battle, Terrain::DryRiver, [60.0, 61.0], [80.0, 3.0]);
    activate(&mut battle, &[0, 1, 2, 3], &[]);
    assert_eq!(refused(&battle, "forward 2"), ["IMP-R106"], "IMP-R38, IMP-TER.26");
}

#[test]
fn shooters_shelter_in_squares() {
    // A phalanx of three, 9 U deep from 60 to 51; arquebusiers touch its right side; horse 7 U ahead.
    let red = [
        ("mac_phalanx*3", [90.0, 60.0], 0.0),
        ("arquebusiers", [98.0, 60.0], 0.0),
        ("rom_triarii", [90.0, 40.0], 0.0),
    ];
    let blue = [("rom_alae", [90.0, 67.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[1], &[]);
    let told = say(&mut battle, "shelter u0", &[]);
    assert!(cites(&told, "IMP-R93") && gone(&battle, RED, 1), "IMP-SPC.49: {told:?}");
    // It is not lost, and not to be shot at, but shoots from an edge of the block.
    assert_eq!(battle.losses(RED).lost(), 0, "IMP-R93");
    let arquebusiers = unit(&battle, RED, 1).profile;
    // 7 U are Short: its VBU and 2 against mounted (IMP-SHT.2), less the phase (IMP-SHM.1).
    let dice = battle.shot(id(RED, 1), id(BLUE, 0), false, 0).unwrap().pool();
    assert_eq!(dice, arquebusiers.vbu + 2 - 1, "IMP-R93, IMP-SHT.2");
    // It is discipline-tested to leave: failed, nothing (IMP-DF.10).
    let needs = match arquebusiers.discipline {
        acies_impetus::profile::Discipline::A => 3,
        acies_impetus::profile::Discipline::B => 4,
        acies_impetus::profile::Discipline::C => 5,
    };
    let told = say(&mut battle, "emerge", &[needs - 1]);
    assert!(cites(&told, "IMP-DF.10") && gone(&battle, RED, 1), "{told:?}");
    say(&mut battle, "emerge", &[needs + 1]);
    assert_eq!(front(&battle, RED, 1), Point::new(90.0, 51.0), "IMP-R93: touching the rear");
    // IMP-R94: skirmishers leave without a test; IMP-R93: who shelters is lost with the block.
    let red = [
        ("mac_phalanx*2", [90.0, 60.0], 0.0),
        ("rom_velites", [98.0, 60.0], 0.0),
        ("rom_triarii", [90.0, 40.0], 0.0),
    ];
    let mut light = table(&red, &blue);
    activate(&mut light, &[1], &[]);
    say(&mut light, "shelter u0", &[]);
    assert_eq!(refused(&light, "forward 3"), ["IMP-R93"]);
    let asked = light.asked_seats();
    assert!(asked.has(RED), "IMP-R94");
}
