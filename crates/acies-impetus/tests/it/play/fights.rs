//! Melee, rout, retreat and pursuit as they are played (RULES.md 3.13 to 3.19).

use super::*;

/// Hastati and a warband in contact, and others far off.
fn contact(blue: &str) -> Battle {
    let red = [("rom_hastati", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [(blue, [90.0, 60.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    table(&red, &blue)
}

#[test]
fn who_is_activated_in_contact_fights() {
    let mut battle = contact("gal_warband");
    assert_eq!(refused(&battle, "end"), ["IMP-R23"], "IMP-R23: a duty");
    // IMP-R56, IMP-R58: no pila in a later round. 5 dice against 4 (IMP-NIB.1); a draw.
    let told = activate(&mut battle, &[0], &[1; 9]);
    assert!(cites(&told, "IMP-MEL.1") && !cites(&told, "IMP-R58"), "{told:#?}");
    assert!(cites(&told, "IMP-R60"), "IMP-R60: {told:#?}");
    assert!(!battle.may_fight(id(RED, 0)), "IMP-R56");
}

#[test]
fn of_equal_overlaps_the_active_player_chooses() {
    // The hoplites touch 4 U of each of two Italians (IMP-R55): either may be the main unit, the other supports.
    let red = [("gre_hoplites", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [
        ("car_italians", [86.0, 60.0], 180.0),
        ("car_italians", [94.0, 60.0], 180.0),
        ("car_spearmen", [20.0, 100.0], 180.0),
    ];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    assert_eq!((top(&battle), asked(&battle)), ("melees", RED), "IMP-R55");
    for blue in [0, 1] {
        let mut chosen = battle.clone();
        let fight = format!("fight {} {}", chosen.key(id(RED, 0)), chosen.key(id(BLUE, blue)));
        // 5 dice; 4 of the chosen and half of 4 in support.
        let told = say(&mut chosen, &fight, &[1; 11]);
        assert!(cites(&told, "IMP-R60"), "IMP-R54, IMP-R55: {told:#?}");
        assert!(chosen.piece(id(RED, 0)).fought.has(blue), "IMP-R55");
        assert!(!chosen.piece(id(RED, 0)).fought.has(1 - blue), "IMP-R54: it supports");
    }
}

#[test]
fn routs_shake_those_behind() {
    let red = [("rom_hastati", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    // IMP-R66: a second line 3.5 U behind the rear of Gauls, 4.5 behind that of spearmen.
    let line = |it| {
        [
            (it, [90.0, 60.0], 180.0),
            ("car_spearmen", [20.0, 100.0], 180.0),
            (it, [90.0, 67.5], 180.0),
            ("car_italians", [30.0, 100.0], 180.0),
        ]
    };
    let mut battle = table(&red, &line("gal_warband"));
    battle.piece_mut(id(BLUE, 0)).unit.lose(3);
    // One 6 of five: CN 1; a 2 fails and loses 1: the last VBU (IMP-ROU.1). The impetuous Gauls behind feel it
    // (IMP-ROU.3). One die of theirs: nothing. Pursuit is free to choose (IMP-PUR.2).
    let told = activate(&mut battle, &[0], &[6, 1, 1, 1, 1, 2, 1]);
    assert!(gone(&battle, BLUE, 0) && cites(&told, "IMP-ROU.4"), "IMP-ROU.1: {told:#?}");
    // IMP-SPC.39: who has lost half is not impetuous, and shakes nobody.
    assert_eq!(unit(&battle, BLUE, 2).vbu(), 4, "IMP-SPC.39, IMP-ROU.3");
    assert_eq!((top(&battle), asked(&battle)), ("pursue", RED), "IMP-PUR.2");
    let mut heavy = table(&red, &line("car_veterans"));
    heavy.piece_mut(id(BLUE, 0)).unit.lose(5);
    activate(&mut heavy, &[0], &[6, 1, 1, 1, 1, 2, 1]);
    assert!(
        unit(&heavy, BLUE, 2).disordered && unit(&heavy, BLUE, 2).vbu() == 5,
        "IMP-ROU.3, IMP-R66, IMP-R122"
    );
}

#[test]
fn heavy_cavalry_must_pursue() {
    let red = [("mac_companions", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [
        ("car_italians", [90.0, 62.0], 180.0),
        ("car_veterans", [90.0, 69.0], 180.0),
        ("car_spearmen", [20.0, 100.0], 180.0),
    ];
    let mut battle = table(&red, &blue);
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "charge plain", &[]);
    // 6 + 4 dice. Five 6s: CN 4 - 5 + 1 (IMP-COH.9) = 1 at least; a 5 loses 4: a rout. Their 4 dice: nothing. The
    // companions must go on (IMP-SPC.18): a 5, 5 U: the Italians stood 62 to 65; the spearmen at 69 are 7 U away: no contact.
    let faces = [6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 5];
    let told = say(&mut battle, "stand", &faces);
    assert!(cites(&told, "IMP-SPC.18"), "{told:#?}");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 67.0), "IMP-R63: straight ahead");
}

#[test]
fn fast_horse_leaves_a_draw_with_foot() {
    let red = [("rom_equites", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("car_italians", [90.0, 60.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    // M 10 exceeds 5: it may disengage (IMP-R97), so it is asked.
    activate(&mut battle, &[0], &[]);
    assert_eq!(top(&battle), "going", "IMP-R97");
    // 4 dice each: nothing; IMP-RET.2: it falls back 5 + 2, Disordered (IMP-RET.3).
    let told = say(&mut battle, "clash", &[1, 1, 1, 1, 1, 1, 1, 1, 2]);
    assert!(cites(&told, "IMP-RET.2") && cites(&told, "IMP-RET.3"), "{told:#?}");
    assert_eq!(front(&battle, RED, 0), Point::new(90.0, 53.0), "IMP-RET.3");
    assert!(unit(&battle, RED, 0).disordered, "IMP-RET.3");
}

#[test]
fn horse_disengages_by_a_test() {
    let red = [("rom_equites", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("car_italians", [90.0, 60.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    let mut fails = battle.clone();
    activate(&mut battle, &[0], &[]);
    assert_eq!(refused(&battle, "disengage 11"), ["IMP-R97"], "at most M");
    // Discipline B, 60 U from the Commander (average: 30 U, IMP-DT.3): 5+ is needed.
    let told = say(&mut battle, "disengage 10", &[5]);
    assert!(cites(&told, "IMP-R97"), "{told:?}");
    assert_eq!(
        (front(&battle, RED, 0), unit(&battle, RED, 0).disordered),
        (Point::new(90.0, 50.0), false),
        "IMP-R97"
    );
    // IMP-DF.12: medium cavalry that fails stays in order, and fights: 4 dice each, and falls back from the draw.
    activate(&mut fails, &[0], &[]);
    let told = say(&mut fails, "disengage 10", &[4, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(cites(&told, "IMP-DF.12") && cites(&told, "IMP-RET.2"), "{told:#?}");
}

#[test]
fn who_still_touches_an_enemy_is_held() {
    let red = [("rom_hastati", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [
        ("car_italians", [88.0, 60.0], 180.0),
        ("car_italians", [96.0, 60.0], 180.0),
        ("car_spearmen", [20.0, 100.0], 180.0),
    ];
    let mut battle = table(&red, &blue);
    // IMP-R55: 6 U of the first, 2 U of the second, which supports (IMP-R54, IMP-MEL.15): 4 + 2 dice. Two 6s of the
    // hastati: CN 4 - 2 = 2; a 4 loses 2. Half of 1, rounded up: back 1 U. IMP-R118: the other still touches.
    let told = activate(&mut battle, &[0], &[6, 6, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1]);
    assert!(cites(&told, "IMP-R118") && cites(&told, "IMP-R54"), "{told:#?}");
    assert_eq!(unit(&battle, BLUE, 0).vbu(), 2, "IMP-R54: only the main unit suffers");
    assert_eq!(unit(&battle, BLUE, 1).vbu(), 4, "IMP-R65");
}

#[test]
fn pila_may_end_it() {
    let red = [("gal_warband", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("rom_hastati", [90.0, 62.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    battle.piece_mut(id(RED, 0)).unit.lose(3);
    battle.piece_mut(id(RED, 0)).unit.disordered = true;
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "charge plain", &[]);
    // IMP-PIL.3: three pila: a 6; CN 1 - 1 - 1, at least 1; a 3 loses 2: a rout. IMP-R116: no dice; the Romans may pursue.
    let told = say(&mut battle, "stand", &[6, 1, 1, 3]);
    assert!(gone(&battle, RED, 0), "IMP-R116: {told:#?}");
    assert!(cites(&told, "IMP-R58") && !cites(&told, "IMP-MEL.1"), "IMP-R116: {told:#?}");
    assert_eq!((top(&battle), asked(&battle)), ("pursue", BLUE), "IMP-R116");
}

#[test]
fn elephants_and_scythed_chariots() {
    let red = [("sel_scythed", [90.0, 60.0], 0.0), ("rom_triarii", [20.0, 20.0], 0.0)];
    let blue = [("car_italians", [90.0, 62.0], 180.0), ("car_spearmen", [20.0, 100.0], 180.0)];
    let mut battle = table(&red, &blue);
    let cf = profile("sel_scythed");
    activate(&mut battle, &[0], &[]);
    say(&mut battle, "charge plain", &[]);
    let faces = vec![1; usize::from(cf.vbu + cf.impetus) + 4];
    let told = say(&mut battle, "stand", &faces);
    assert!(gone(&battle, RED, 0) && cites(&told, "IMP-SPC.8"), "IMP-R74: {told:#?}");
}
