//! Charges, reactions, evasions, Opportunity (RULES.md 3.5, 3.12; IMP-R27, IMP-R44 to IMP-R53, IMP-R115).

use super::*;

/// Hastati 6 U from slingers, behind whom spearmen stand; somebody is left to activate.
fn charge() -> Battle {
    let red = [("rom_hastati", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [
        ("car_slingers", [90.0, 66.0], 180.0),
        ("car_veterans", [90.0, 68.0], 180.0),
        ("car_spearmen", [20.0, 100.0], 180.0),
    ];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    battle
}

#[test]
fn a_charge_nests() {
    let mut battle = charge();
    let told = say(&mut battle, "charge", &[]);
    assert!(cites(&told, "IMP-R49"), "{told:?}");
    assert_eq!((top(&battle), asked(&battle)), ("facing", BLUE), "IMP-R47");
    // IMP-R51: 8 U straight back, through friends (IMP-IPV.1), facing as before; the spearmen are laid open, 8 U away:
    // IMP-R115.
    let told = say(&mut battle, "evade", &[]);
    assert!(cites(&told, "IMP-R51"), "{told:?}");
    assert_eq!(front(&battle, BLUE, 0), Point::new(90.0, 74.0), "IMP-R51, IMP-R104");
    assert_eq!((top(&battle), asked(&battle)), ("facing", BLUE), "IMP-R115");
    // The bonus 6 is 3 U for foot (IMP-CHG.4): 8 U in all. One pilum (IMP-PIL.2): nothing. 5 + 1 dice: two 6s, CN 6 - 2 = 4,
    // a 6 fails: two lost. 6 dice of the spearmen: nothing. They retreat half of 3, rounded up (IMP-RET.4).
    let told = say(&mut battle, "stand", &[6, 1, 6, 6, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 3]);
    for rule in
        ["IMP-CHG.4", "IMP-R44", "IMP-R58", "IMP-MEL.1", "IMP-COH.14", "IMP-RET.4", "IMP-RET.1"]
    {
        assert!(cites(&told, rule), "{rule}: {told:#?}");
    }
    assert_eq!(unit(&battle, BLUE, 1).vbu(), 4, "IMP-COH.14");
    assert_eq!(front(&battle, BLUE, 1), Point::new(90.0, 70.0), "IMP-R62");
    assert_eq!((top(&battle), asked(&battle)), ("pursue", RED), "IMP-PUR.2");
    // 6 halved is 3 U, and 2 are enough (IMP-R63): a new melee at once, without pila (IMP-R64). 5 + 1 dice against 4 - 1.
    let told = say(&mut battle, "pursue yes", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(cites(&told, "IMP-PUR.4") && !cites(&told, "IMP-R58"), "IMP-R64: {told:#?}");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 70.0), "IMP-R63");
    // IMP-R60: drawn, they stay in contact; whoever has fought does nothing more.
    assert!(battle.is_in_contact(id(RED, 0)), "IMP-R60");
    assert_eq!(top(&battle), "activation", "IMP-R29");
}

#[test]
fn skirmishers_are_dispersed_and_others_react() {
    let mut battle = charge();
    say(&mut battle, "charge", &[]);
    // IMP-R52, IMP-SPC.48: the slingers stand and are run over; 2 of 8 U are left.
    let told = say(&mut battle, "stand", &[6]);
    assert!(gone(&battle, BLUE, 0) && cites(&told, "IMP-SPC.48"), "IMP-R52: {told:?}");
    assert_eq!(top(&battle), "onward", "IMP-R52");
    say(&mut battle, "onward yes", &[]);
    // IMP-R115: the spearmen choose before the charge goes on. A 3 fails their test (4+): Disordered, and nothing else is
    // left to them but to stand.
    assert_eq!(top(&battle), "facing", "IMP-R115");
    let told = say(&mut battle, "counter", &[3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(cites(&told, "IMP-DF.5"), "{told:#?}");
    assert!(unit(&battle, BLUE, 1).disordered, "IMP-DF.5");
    // One pilum, 6 dice, and 6 - 1 of them (IMP-DIS.4).
    assert!(battle.is_in_contact(id(RED, 0)), "IMP-R52");
}

#[test]
fn a_counter_charge_goes_half_the_way() {
    let red = [("rom_equites", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("rom_alae", [90.0, 72.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    battle.piece_mut(id(BLUE, 0)).waiting = true;
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "charge", &[]);
    // On Opportunity: no test (IMP-CHG.6). 12 U: half is 6 (IMP-R50); the bonus is 1, and the charge needs the other 6. 4 + 1
    // dice against 5 + 2, as both have moved into contact.
    let told = say(&mut battle, "counter", &[1; 13]);
    assert_eq!(front(&battle, BLUE, 0), Point::new(90.0, 66.0), "IMP-R50");
    assert!(cites(&told, "IMP-R50"), "IMP-CHG.6: {told:#?}");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 66.0), "IMP-R44");
    assert!(!battle.piece(id(BLUE, 0)).waiting, "IMP-R27: it ends when it is used");
}

#[test]
fn only_what_can_be_reached_is_charged() {
    let red = [("rom_hastati", [90.0, 60.0], 0.0), ("rom_archers", [20.0, 20.0], 0.0)];
    let blue = [("car_veterans", [90.0, 68.1], 180.0), ("car_spearmen", [20.0, 25.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    assert_eq!(refused(&battle, "charge"), ["IMP-R49"], "8.1 U are more than 5 + 3");
    battle.piece_mut(id(BLUE, 0)).front = Pose::new(90.0, 68.0, Facing::SOUTH);
    // IMP-R49: a charge that does not reach goes its full distance: 5 + 1.
    say(&mut battle, "charge", &[]);
    say(&mut battle, "stand", &[1]);
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 66.0), "IMP-CHG.3, IMP-R49");
    assert!(!battle.is_in_contact(id(RED, 0)), "IMP-R49");
    activate(&mut battle, &[1], &[]);
    assert_eq!(refused(&battle, "charge"), ["IMP-CHG.1"], "IMP-CHG.1");
}

#[test]
fn opportunity_is_seized() {
    // IMP-DF.2: Opportunity by a test, the sole action.
    let red = [
        ("rom_archers", [90.0, 60.0], 0.0),
        ("rom_hastati", [102.0, 60.0], 0.0),
        ("rom_triarii", [96.0, 40.0], 0.0),
    ];
    let blue = [("car_horse", [97.0, 82.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    let told = say(&mut battle, "wait", &[4]);
    assert!(cites(&told, "IMP-R27") && battle.piece(id(RED, 0)).waiting, "IMP-DF.2: {told:?}");
    activate(&mut battle, &[1], &[]);
    let told = say(&mut battle, "wait", &[3]);
    assert!(cites(&told, "IMP-DF.2") && !battle.piece(id(RED, 1)).waiting, "IMP-DF.2");
    battle.piece_mut(id(RED, 1)).waiting = true;
    battle.stack.clear();
    battle.lay(Frame::Turns);
    battle.lay(Activation { seat: BLUE, command: 0, led: false });
    activate(&mut battle, &[0], &[]);
    // The horse moves 10 U, to 12 U from the archers: IMP-R27 (a): shots come before charges.
    say(&mut battle, "forward 10", &[]);
    assert_eq!((top(&battle), asked(&battle)), ("chance", RED), "IMP-R27");
    // 3 + 1 dice at Short range (IMP-SHT.2): nothing is hit.
    let [archers, hastati, horse] =
        [(RED, 0), (RED, 1), (BLUE, 0)].map(|(seat, n)| battle.key(id(seat, n)).to_owned());
    let told = say(&mut battle, &format!("seize {archers} {horse} shoot"), &[1, 1, 1, 1]);
    assert!(cites(&told, "IMP-SHL.13") && !battle.piece(id(RED, 0)).waiting, "IMP-R27: {told:#?}");
    // IMP-R27 (b): the hastati, 12 U away, cannot reach it with 5 + 3.
    assert_eq!(top(&battle), "going", "IMP-R27 (b)");
    battle.piece_mut(id(BLUE, 0)).front = Pose::new(99.0, 66.5, Facing::SOUTH);
    battle.piece_mut(id(BLUE, 0)).phases = 1;
    // A second phase: the test comes first (IMP-R28); out of range (IMP-DT.3) 5+; it goes 0.5 U nearer.
    say(&mut battle, "forward 0.5", &[5]);
    assert_eq!((top(&battle), asked(&battle)), ("chance", RED), "IMP-R27");
    // IMP-CHG.5, IMP-R119: 6 U without the bonus is too far, with it is not; the target may only stand (it has no weapon).
    assert_eq!(refused(&battle, &format!("seize {hastati} {horse} charge plain")), ["IMP-R27"]);
    // The bonus 1 is 1 U: 6 U. A pilum of the charge; 5 + 0 dice (IMP-NIB.6) against 5; the horse leaves the draw (IMP-RET.2).
    let told = say(&mut battle, &format!("seize {hastati} {horse} charge"), &[1; 13]);
    assert!(cites(&told, "IMP-CHG.5"), "{told:#?}");
    assert!(cites(&told, "IMP-RET.2"), "{told:#?}");
    // IMP-R119: its activation is over.
    assert_eq!(top(&battle), "activation", "IMP-R119");
}

#[test]
fn who_evades_does_so_again_by_a_test() {
    let red = [("rom_alae", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("car_slingers", [90.0, 63.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "charge", &[]);
    say(&mut battle, "evade", &[]);
    // 3 + 8 U away: 10 + 6 still reach it (IMP-MOV.20).
    assert_eq!((top(&battle), asked(&battle)), ("evade on", BLUE), "IMP-MOV.20");
    // A 4 passes on 4+: it goes 8 U more, out of reach at 19; the bonus 5, and 15 U are ridden.
    let told = say(&mut battle, "flee yes", &[4, 5]);
    assert!(cites(&told, "IMP-DT.1"), "IMP-MOV.20: {told:#?}");
    assert_eq!(front(&battle, BLUE, 0), Point::new(90.0, 79.0), "IMP-R51");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 75.0), "IMP-R49");
    // IMP-R28: evasions count as phases.
    assert_eq!(battle.piece(id(BLUE, 0)).phases, 2, "IMP-R28");
}

#[test]
fn a_flank_is_judged_from_where_the_phase_began() {
    let red = [("rom_alae", [80.0, 66.0], 90.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("car_veterans", [90.0, 60.0], 0.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    // The front of the spearmen is the line y = 60; the horse rides at y = 66 and meets nobody; at y = 58 it hits the flank.
    battle.piece_mut(id(RED, 0)).front = Pose::new(80.0, 58.5, Facing::EAST);
    activate(&mut battle, &[0], &[]);
    // IMP-R50: they cannot counter-charge, but only stand; IMP-R46: Disordered at once. 5 + 2 + 2 dice (IMP-MEL.4, but IMP-NIB.7 takes the 2 of
    // impetus): 7; 6 - 1 of theirs. A 6: CN 6 - 1 - 1 + 1
    // (IMP-COH.9) = 5, and a 6 fails: IMP-ROU.5.
    let told = say(&mut battle, "charge plain", &[6, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1]);
    assert!(cites(&told, "IMP-R45") && cites(&told, "IMP-R46"), "{told:#?}");
    assert!(gone(&battle, BLUE, 0), "IMP-ROU.5: {told:#?}");
    assert_eq!((top(&battle), asked(&battle)), ("pursue", RED), "IMP-PUR.2");
}
