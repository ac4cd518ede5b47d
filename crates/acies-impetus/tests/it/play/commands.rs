//! Initiative, Commanders, the end of Turns (RULES.md 3.1, 3.20, 3.21; IMP-R13 to IMP-R20, IMP-R68, IMP-R69, IMP-R71,
//! IMP-R122, IMP-R123).

use super::*;

/// Two Commands a side, the first of one Unit and the second of another.
fn armies() -> Battle {
    let red: [&[Set]; 2] =
        [&[("rom_triarii", [98.0, 20.0], 0.0)], &[("rom_hastati", [90.0, 20.0], 0.0)]];
    let blue: [&[Set]; 2] =
        [&[("car_spearmen", [98.0, 100.0], 180.0)], &[("car_veterans", [90.0, 100.0], 180.0)]];
    commands(&red, &blue)
}

fn nominate(battle: &mut Battle, command: u8, faces: &[u8]) -> Vec<String> {
    let key = battle.command_key(asked(battle), command);
    say(battle, &format!("nominate {key}"), faces)
}

fn quality(battle: &mut Battle, seat: Seat, command: usize, quality: Quality) {
    battle.sides[seat].commands[command].commander.as_mut().unwrap().quality = quality;
}

#[test]
fn nominations_are_secret() {
    let mut battle = armies();
    assert_eq!((top(&battle), asked(&battle)), ("nominate", RED), "IMP-R18");
    nominate(&mut battle, 1, &[]);
    assert_ne!(battle.view(Some(BLUE)), battle, "IMP-R18");
    assert_eq!(battle.view(Some(RED)), battle, "IMP-R18, IMP-R109");
    // 3 + 4 + 2 against 2 + 2 + 2 (IMP-INI.1, IMP-CMD.1): Red's second Command is active.
    let told = nominate(&mut battle, 0, &[3, 4, 2, 2]);
    assert!(cites(&told, "IMP-INI.1"), "{told:?}");
    assert_eq!((top(&battle), asked(&battle)), ("activation", RED), "IMP-INI.1");
    say(&mut battle, "end", &[]);
    // IMP-R18: Red has one left and does not choose; Blue does.
    assert_eq!(asked(&battle), BLUE, "IMP-R18");
}

#[test]
fn equal_totals_are_thrown_again() {
    let mut battle = armies();
    nominate(&mut battle, 0, &[]);
    let told = nominate(&mut battle, 0, &[3, 4, 5, 2, 1, 2, 6, 5]);
    assert!(cites(&told, "IMP-R14"), "{told:?}");
    assert_eq!(asked(&battle), BLUE, "IMP-R14");
}

#[test]
fn experts_throw_again_and_rise() {
    let mut battle = armies();
    quality(&mut battle, RED, 0, Quality::Expert);
    nominate(&mut battle, 0, &[]);
    // 1 + 2 + 3 against 5 + 4 + 2: Red may throw again (IMP-R16, IMP-SPC.26).
    nominate(&mut battle, 0, &[1, 2, 5, 4]);
    assert_eq!((top(&battle), asked(&battle)), ("reroll", RED), "IMP-SPC.26");
    // Two 6s: 15, and the Expert in chief rises (IMP-SPC.27): he chooses what he becomes.
    let told = say(&mut battle, "again both", &[6, 6]);
    assert!(cites(&told, "IMP-R16"), "{told:?}");
    assert_eq!(top(&battle), "rising", "IMP-R13");
    let told = say(&mut battle, "rise charismatic", &[]);
    assert!(cites(&told, "IMP-SPC.27"), "{told:?}");
    let now = battle.sides[RED].commands[0].commander.unwrap();
    assert_eq!((now.quality, now.fixed), (Quality::Charismatic, true), "IMP-R13");
    assert_eq!((top(&battle), asked(&battle)), ("activation", RED), "IMP-INI.1");
}

#[test]
fn a_genius_leaves_the_initiative() {
    let mut battle = armies();
    quality(&mut battle, RED, 0, Quality::Genius);
    nominate(&mut battle, 0, &[]);
    nominate(&mut battle, 0, &[5, 4, 1, 2]);
    // IMP-R19: not if he throws again.
    say(&mut battle, "again neither", &[]);
    assert_eq!((top(&battle), asked(&battle)), ("give away", RED), "IMP-SPC.58, IMP-R19");
    let told = say(&mut battle, "give yes", &[]);
    assert!(cites(&told, "IMP-SPC.58"), "{told:?}");
    assert_eq!(asked(&battle), BLUE, "IMP-R19");
    assert!(!battle.sides[RED].commands[0].activated, "IMP-R19: his own stays available");
}

#[test]
fn the_incompetent_lose_by_doubles() {
    let mut battle = armies();
    quality(&mut battle, RED, 0, Quality::Incompetent);
    nominate(&mut battle, 0, &[]);
    // IMP-SPC.34, IMP-R15: 5 and 5 would win, and spend the Command instead.
    let told = nominate(&mut battle, 0, &[5, 5, 1, 2]);
    assert!(cites(&told, "IMP-SPC.34") && cites(&told, "IMP-R15"), "{told:?}");
    assert!(battle.sides[RED].commands[0].activated, "IMP-R15: spent");
    assert_eq!(asked(&battle), BLUE, "IMP-R15");
    // IMP-R17, IMP-SPC.33: an odd total of a Coward who has seen another Command rout.
    let mut battle = armies();
    quality(&mut battle, RED, 0, Quality::Coward);
    battle.sides[RED].commands[0].shaken = true;
    nominate(&mut battle, 0, &[]);
    let told = nominate(&mut battle, 0, &[5, 4, 1, 2]);
    assert!(
        cites(&told, "IMP-SPC.33") && battle.sides[RED].commands[0].routing,
        "IMP-R17: {told:?}"
    );
}

#[test]
fn commanders_ride() {
    let red = [
        ("rom_hastati", [90.0, 60.0], 0.0),
        ("rom_hastati", [40.0, 60.0], 0.0),
        ("rom_triarii", [78.0, 60.0], 0.0),
    ];
    let mut battle = table(&red, &[("car_spearmen", [20.0, 110.0], 180.0)]);
    let [near, far] = [0, 1].map(|n| battle.key(id(RED, n)).to_owned());
    // IMP-R20: from 78 to 44, the nearest point of the second, are 34 U.
    assert_eq!(refused(&battle, &format!("lead {far}")), ["IMP-R20"]);
    let told = say(&mut battle, &format!("lead {near}"), &[]);
    assert!(cites(&told, "IMP-R20"), "{told:?}");
    assert!(unit(&battle, RED, 0).commander && !unit(&battle, RED, 2).commander, "IMP-R20");
    assert_eq!(refused(&battle, "lead alone 80 50"), ["IMP-R20"], "IMP-R20: once");
}

#[test]
fn a_commander_may_fall() {
    // Hastati and their Commander against spearmen.
    let red = [("rom_hastati", [20.0, 20.0], 0.0), ("rom_hastati", [90.0, 60.0], 0.0)];
    let blue = [("car_spearmen", [20.0, 110.0], 180.0), ("car_veterans", [90.0, 60.0], 180.0)];
    let mut battle = table(&red, &blue);
    quality(&mut battle, RED, 0, Quality::Charismatic);
    // 5 dice: nothing. 6 of theirs: a 6: CN 5 - 1 + 1 = 5; a 6 fails, 1 lost: the Commander throws 5 and 4: 9 + 4 (his
    // Leadership) - 2 (Average) + 1 (losses) = 12: captured, his Command routs (IMP-CDR.5). He may throw again (IMP-R68).
    let told = activate(&mut battle, &[1], &[1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 6, 5, 4]);
    assert!(cites(&told, "IMP-COH.15") && cites(&told, "IMP-CDR.1"), "{told:#?}");
    assert_eq!((top(&battle), asked(&battle)), ("escape", RED), "IMP-R68, IMP-SPC.22");
    let mut saved = battle.clone();
    // The 5 again: a 1 makes 8: captured (IMP-CDR.3). IMP-SPC.25, IMP-R71: every Unit loses 1 VBU. The loser goes back
    // half of 1, rounded up; Blue may pursue.
    let told = say(&mut battle, "fate first", &[1, 1]);
    assert!(cites(&told, "IMP-CDR.3") && cites(&told, "IMP-R71"), "{told:#?}");
    assert_eq!([0, 1].map(|n| unit(&battle, RED, n).vbu()), [4, 3], "IMP-SPC.25, IMP-R71");
    assert!(battle.sides[RED].commands[0].commander.is_none(), "IMP-R21");
    let told = say(&mut saved, "fate stands", &[1]);
    assert!(
        cites(&told, "IMP-CDR.5") && saved.sides[RED].commands[0].routing,
        "IMP-R68: {told:#?}"
    );
}

#[test]
fn a_commander_leaves_a_lost_unit() {
    let red = [("rom_hastati", [100.0, 50.0], 0.0), ("rom_hastati", [90.0, 60.0], 0.0)];
    let blue = [("car_spearmen", [20.0, 110.0], 180.0), ("car_veterans", [90.0, 60.0], 180.0)];
    let mut battle = table(&red, &blue);
    battle.piece_mut(id(RED, 1)).unit.lose(4);
    // 1 die; 6 of theirs: a 6: CN 1 - 1 + 1 = 1: a 3 loses 2: a rout; he goes to the Unit within 20 U. Nobody is left to
    // pursue but Blue.
    let told = activate(&mut battle, &[1], &[1, 6, 1, 1, 1, 1, 1, 3]);
    assert!(gone(&battle, RED, 1) && cites(&told, "IMP-R20"), "{told:#?}");
    assert!(unit(&battle, RED, 0).commander, "IMP-R20");
    assert_eq!(battle.sides[RED].commands[0].post, Post::With(0), "IMP-R20");
}

#[test]
fn turns_end() {
    let mut battle = armies();
    for seat in [RED, BLUE] {
        battle.sides[seat].commands.iter_mut().for_each(|it| it.activated = true);
    }
    // IMP-R123: a Command without Units: its Commander is captured at the end of the Turn.
    battle.piece_mut(id(BLUE, 1)).gone = true;
    battle.piece_mut(id(BLUE, 1)).unit.commander = false;
    battle.sides[BLUE].commands[1].activated = false;
    battle.sides[BLUE].commands[1].post = Post::At(Point::new(90.0, 100.0));
    battle.sides[RED].commands[0].activated = false;
    battle.stack.clear();
    battle.begin_turns();
    // IMP-R18: Red throws alone, 1 and 3, and is active.
    let (mut log, mut dice) = (Log::kept(), Dice::scripted([1, 3]));
    battle.run(&mut dice, &mut log).unwrap();
    assert_eq!((top(&battle), asked(&battle)), ("activation", RED), "IMP-R18");
    // Then the Turn ends (IMP-VIC.4): Blue has lost VD 3 of 3 + 3 (IMP-R6), half: a defeat (IMP-VIC.1).
    let told = say(&mut battle, "end", &[]);
    assert!(cites(&told, "IMP-VIC.4") && cites(&told, "IMP-R123"), "{told:#?}");
    let Pending::Over(outcome) = battle.pending() else { panic!("it goes on: {told:#?}") };
    assert_eq!((outcome.winner, outcome.rule), (Some(RED), "IMP-VIC.1"), "IMP-VIC.4");
}

#[test]
fn a_command_routs_that_has_lost_half() {
    let red: [&[Set]; 2] = [
        &[
            ("rom_triarii", [106.0, 20.0], 0.0),
            ("rom_triarii", [114.0, 20.0], 0.0),
            ("rom_triarii", [122.0, 20.0], 0.0),
        ],
        &[("rom_hastati", [90.0, 20.0], 0.0), ("rom_hastati", [98.0, 20.0], 0.0)],
    ];
    let blue: [&[Set]; 1] =
        [&[("car_veterans", [90.0, 100.0], 180.0), ("car_spearmen", [98.0, 100.0], 180.0)]];
    let mut battle = commands(&red, &blue);
    // The second Command has VD 2 + 3 (IMP-R6): 3 of 5 are more than half. The army: 3 + 2 of 14 are not.
    battle.piece_mut(id(RED, 4)).gone = true;
    battle.piece_mut(id(RED, 4)).unit.commander = false;
    battle.sides[RED].commands[1].post = Post::With(3);
    battle.piece_mut(id(RED, 3)).unit.commander = true;
    for seat in [RED, BLUE] {
        battle.sides[seat].commands.iter_mut().for_each(|it| it.activated = true);
    }
    battle.sides[RED].commands[0].activated = false;
    battle.stack.clear();
    battle.lay(Frame::Turns);
    battle.lay(Activation { seat: RED, command: 0, led: false });
    // Each has one Command to activate in the next Turn that can be: Red has one left, Blue one, and both throw.
    let told = say(&mut battle, "end", &[3, 4, 1, 2]);
    assert!(cites(&told, "IMP-VIC.2") && cites(&told, "IMP-R69"), "{told:#?}");
    assert!(gone(&battle, RED, 3), "IMP-VIC.2: all its Units are removed");
    assert_eq!(battle.turn, 2, "IMP-R28");
}
