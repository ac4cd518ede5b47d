//! Shots and what answers them (RULES.md 3.9 to 3.11; IMP-R29, IMP-R48, IMP-R51, IMP-R72, IMP-R84).

use super::*;

fn archers(blue: &str, y: f64) -> Battle {
    let red = [("rom_archers", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [(blue, [90.0, y], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    battle
}

fn shoot(battle: &Battle, rest: &str) -> String {
    format!("shoot {} {}{rest}", battle.key(id(RED, 0)), battle.key(id(BLUE, 0)))
}

#[test]
fn a_shot_is_answered() {
    let mut battle = archers("car_slingers", 72.0);
    let shot = shoot(&battle, "");
    // 3 dice at foot, Short (IMP-SHT.2); the slingers, 12 U away, may evade or answer (IMP-R48, IMP-R51).
    say(&mut battle, &shot, &[]);
    assert_eq!((top(&battle), asked(&battle)), ("shot at", BLUE), "IMP-R48");
    let mut evading = battle.clone();
    // IMP-R48: both are computed before either: two 6s, CN 2 - 2 + 1 = 1; a 1 passes: Disordered. The slingers throw 2 + 0
    // at foot: two 5s are one damage; CN 3 - 1 + 1: a 3 passes.
    let told = say(&mut battle, "answer", &[6, 6, 1, 1, 5, 5, 3]);
    assert!(cites(&told, "IMP-SHL.13") && cites(&told, "IMP-COH.12"), "{told:#?}");
    assert!(
        unit(&battle, BLUE, 0).disordered && unit(&battle, RED, 0).disordered,
        "IMP-R48, IMP-COH.12"
    );
    assert_eq!([RED, BLUE].map(|seat| battle.piece(id(seat, 0)).shot), [true; 2], "IMP-SHT.1");
    // IMP-R51, IMP-SHM.9: one die less at who evades, who moves after the shot.
    let told = say(&mut evading, "evade", &[1, 1]);
    assert!(cites(&told, "IMP-R51"), "IMP-SHM.9: {told:#?}");
    assert_eq!(front(&evading, BLUE, 0), Point::new(90.0, 80.0), "IMP-R51");
}

#[test]
fn the_one_shot_of_an_activation() {
    let mut battle = archers("car_italians", 85.0);
    // IMP-R29: it declares that it moves: -1 (IMP-SHM.1): 3 - 4 at Long range is no shot at all (IMP-R81).
    let still = shoot(&battle, "");
    assert_eq!(refused(&battle, &still), ["IMP-R81"]);
    battle.piece_mut(id(BLUE, 0)).front = Pose::new(90.0, 74.0, Facing::SOUTH);
    let moving = shoot(&battle, " moving");
    say(&mut battle, &moving, &[1, 1]);
    // IMP-R29: one phase may follow, and no more.
    say(&mut battle, "forward 2", &[]);
    assert_eq!(top(&battle), "activation", "IMP-R29, IMP-SHT.1");
}

#[test]
fn a_shot_that_is_evaded_is_made() {
    // Slingers with 1 VBU left at slingers, 12 U away: 1 + 0 - 1 (IMP-SHM.5) = 0 is no shot (IMP-R81); with 2 VBU it is one
    // die, which an evasion takes (IMP-SHM.9).
    let red = [("car_slingers", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("car_slingers", [90.0, 72.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    let vbu = unit(&battle, RED, 0).vbu();
    battle.piece_mut(id(RED, 0)).unit.lose(vbu - 2);
    activate(&mut battle, &[0], &[]);
    let shot = shoot(&battle, "");
    say(&mut battle, &shot, &[]);
    let told = say(&mut battle, "evade", &[]);
    assert!(cites(&told, "IMP-R145") && battle.piece(id(RED, 0)).shot, "IMP-R145: {told:#?}");
    assert_eq!(front(&battle, BLUE, 0), Point::new(90.0, 80.0), "IMP-R51");
    // IMP-R29: it has not declared that it moves, so nothing is left to do for it.
    assert_eq!(top(&battle), "activation", "IMP-R29, IMP-R145");
}

#[test]
fn near_enemies_ahead_must_be_shot_at() {
    let mut battle = archers("car_italians", 70.0);
    battle.piece_mut(id(BLUE, 1)).front = Pose::new(99.0, 66.0, Facing::SOUTH);
    let aside = format!("shoot {} {}", battle.key(id(RED, 0)), battle.key(id(BLUE, 1)));
    assert_eq!(refused(&battle, &aside), ["IMP-SHL.7"], "IMP-R84");
    let ahead = shoot(&battle, "");
    say(&mut battle, &ahead, &[1, 1, 1]);
}

#[test]
fn elephants_panic() {
    let mut battle = archers("car_elephants", 70.0);
    let shot = shoot(&battle, "");
    // 3 + 1 dice at mounted, Short. Two 6s: CN 4 - 2 + 1 = 3; a 5 fails: 2 lost. The way 1: to the rear; 3 + 2 U.
    say(&mut battle, &shot, &[]);
    let told = say(&mut battle, "stand", &[6, 6, 1, 1, 5, 1, 3, 2]);
    assert!(cites(&told, "IMP-SPC.19") && cites(&told, "IMP-R72"), "{told:#?}");
    let elephants = battle.piece(id(BLUE, 0));
    assert_eq!((elephants.unit.vbu(), elephants.unit.disordered), (2, true), "IMP-R72");
    assert_eq!(elephants.front.facing, Facing::NORTH, "IMP-R72: they face the way they ran");
    // Their base lay from 70 to 74; turned about on the spot its front is at 74, and 5 U on at 79.
    assert_eq!(front(&battle, BLUE, 0), Point::new(90.0, 79.0), "IMP-R72");
}

#[test]
fn who_has_fought_does_not_shoot() {
    let red = [("car_scutarii", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("car_italians", [90.0, 66.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "charge plain", &[]);
    // 4 + 1 dice: nothing. 4 dice: two 6s; CN 4 - 2 = 2, a 4 fails: two lost. They retreat half of 5, rounded up.
    say(&mut battle, "stand", &[1, 1, 1, 1, 1, 6, 6, 1, 1, 4, 5]);
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 63.0), "IMP-RET.4");
    assert_eq!((top(&battle), asked(&battle)), ("pursue", BLUE), "IMP-PUR.2");
    // 3 U from the enemy, with javelins and without a shot this Turn: but they have fought.
    say(&mut battle, "pursue no", &[]);
    assert_eq!(top(&battle), "activation", "IMP-R29");
    assert!(!battle.piece(id(RED, 0)).shot, "IMP-R29");
}
