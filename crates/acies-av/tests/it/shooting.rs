//! The shooting phase (section 10; AV-R13, AV-R64 to AV-R68, AV-R71, AV-R72, AV-R83, AV-R89).

use acies_av::{
    battle::{Action, Frame},
    ground::{Area, Ground, Piece},
    morale::{
        reroll::Reroll,
        retreat::{Retreat, Retreating},
    },
    profile::{Abilities, Order::*},
    shooting::{Shoot, Targets},
    units::{Flags, Post, Unit},
};
use acies_core::{Game, Seat, flow::Answer};
use acies_table::{Length, Point, Polygon};

use crate::camp::{Camp, Play, at, blue, facing, red};

const TARGETS: Frame = Frame::Targets(Targets(Seat::Red));

fn shoot(unit: u8, target: u8) -> Action {
    Action::Shoot(Shoot { unit, target })
}

/// Auxiliary archers of Red at (10, 5) and warriors of Blue so far ahead of them.
fn archers(ud: f64) -> Camp {
    Camp::new().red("rom_auxbow", (10.0, 5.0), Halt).blue("ger_war", (10.0, 5.0 + ud), Halt)
}

#[test]
fn the_example_of_the_rulebook() {
    // 3 dice, 5+ (two hits), saves on 6 (one missed), morale 4+ and -1 for being alone: 5 passes.
    // Then nobody fights, and the next turn's initiative is thrown.
    let mut play = archers(4.0).at(TARGETS);
    play.act(&shoot(0, 0), &[5, 6, 1, 6, 2, 5, 6, 1]);
    assert_eq!(play.unit(blue(0)).cp, 5, "AV-10.9, AV-10.12 to AV-10.14");
    assert!(!play.unit(blue(0)).disrupted, "AV-14.1, AV-14.7");
    assert_eq!(play.battle.turn, 2);
    for rule in ["AV-C.3", "AV-12.4", "AV-14.7", "AV-R66"] {
        assert!(play.cited(rule), "{rule}");
    }
}

#[test]
fn who_may_not_shoot() {
    let square = |piece| {
        let corners = [(8.0, 6.0), (12.0, 6.0), (12.0, 8.0), (8.0, 8.0)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
        Ground { areas: vec![Area { piece, outline }], walls: vec![] }
    };
    let with = |change: fn(&mut Unit)| {
        Camp::new().red("rom_auxbow", (10.0, 5.0), Halt).with(Seat::Red, change).blue(
            "ger_war",
            (10.0, 9.0),
            Halt,
        )
    };
    for (camp, rule) in vec![
        (with(|unit| unit.order = Some(Advance)), "AV-R67"),
        (with(|unit| unit.order = Some(Rush)), "AV-10.7"),
        (with(|unit| unit.flags |= Flags::REDRESSED), "AV-5.40"),
        (with(|unit| unit.pose.facing = facing(90.0)), "AV-R64"),
        (archers(8.02), "AV-C.2"),
        (
            archers(4.0).red("rom_leg", (11.0, 5.0), Halt).blue("ger_war", (10.0, 6.0), Halt),
            "AV-10.1",
        ),
        (archers(4.0).red("rom_leg", (10.0, 10.0), Halt), "AV-10.2"),
        (archers(4.0).red("rom_leg", (10.5, 7.5), Halt), "AV-19.8"),
        (archers(5.0).blue("ger_war", (10.0, 7.5), Halt), "AV-10.5"),
        (archers(4.0).on(square(Piece::LightWood)), "AV-10.8"),
        (
            Camp::new().red("rom_leg", (10.0, 5.0), Halt).blue("ger_war", (10.0, 8.0), Halt),
            "AV-3.7",
        ),
    ] {
        assert_eq!(camp.at(TARGETS).refused(&shoot(0, 0))[0], rule);
    }
    // AV-R13: a neighbour exactly 1 UD beside the line does not block; scrub hides nobody.
    for camp in [
        archers(4.0).red("rom_leg", (11.0, 7.0), Halt),
        archers(4.0).on(square(Piece::Scrub)),
        archers(8.0),
    ] {
        assert!(camp.at(TARGETS).battle.table().shot(red(0), blue(0)).is_ok(), "AV-R13");
    }
}

#[test]
fn disrupted_units_shoot_unless_they_rushed() {
    let with = |change: fn(&mut Unit)| {
        let camp = Camp::new()
            .red("rom_auxbow", (10.0, 5.0), Halt)
            .with(Seat::Red, Unit::disrupt)
            .with(Seat::Red, change)
            .blue("ger_war", (10.0, 8.0), Halt);
        camp.at(TARGETS).battle.table().shot(red(0), blue(0)).map(|shot| shot.dice().total).ok()
    };
    assert_eq!(with(|_| {}), Some(1), "AV-C.3");
    assert_eq!(with(|unit| unit.flags |= Flags::RUSHED), None, "AV-R57, AV-R67");
    assert_eq!(with(|unit| unit.flags |= Flags::DISORDERED_BY_MOVE), None, "AV-R67");
    assert_eq!(with(|unit| unit.order = Some(FallBack)), None, "AV-R37: extended order");
}

#[test]
fn archers_shoot_overhead() {
    let shot = |friend: f64| {
        let camp = archers(6.0).red("rom_leg", (10.0, friend), Halt);
        camp.at(TARGETS).battle.table().shot(red(0), blue(0)).map(|shot| shot.overhead).ok()
    };
    assert_eq!(shot(8.0), Some(true), "AV-10.6, AV-19.6, AV-19.8: 3 UD from both");
    assert_eq!(shot(7.0), None, "AV-19.8: 2 UD is not more than 2 UD");
    assert_eq!(shot(9.0), None, "AV-19.8");
    let light = Camp::new()
        .red("gre_bow", (10.0, 5.0), Halt)
        .blue("ger_war", (10.0, 11.0), Halt)
        .red("rom_leg", (10.0, 8.0), Halt)
        .at(TARGETS);
    assert_eq!(light.refused(&shoot(0, 0))[0], "AV-10.5", "AV-R68: not in open order");
}

#[test]
fn a_hill_lengthens_the_range_and_shows_over_heads() {
    let outline = Polygon::new(
        [(8.0, 4.0), (12.0, 4.0), (12.0, 6.0), (8.0, 6.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
    );
    let hill = Ground {
        areas: vec![Area { piece: Piece::GentleHill, outline: outline.unwrap() }],
        walls: vec![],
    };
    let down = archers(9.0).on(hill.clone()).red("rom_leg", (10.0, 6.5), Halt).at(TARGETS);
    assert!(down.battle.table().shot(red(0), blue(0)).is_ok(), "AV-10.3, AV-10.15");
    let up = Camp::new()
        .on(hill)
        .red("rom_auxbow", (10.0, 13.5), Halt)
        .with(Seat::Red, |unit| unit.pose.facing = facing(180.0))
        .blue("ger_war", (10.0, 6.0), Halt)
        .at(TARGETS);
    assert_eq!(up.refused(&shoot(0, 0))[0], "AV-C.2", "AV-10.4: 7.5 UD > 7 UD uphill");
}

#[test]
fn expediti_fall_back_and_shoot() {
    let play = |troop: &str| {
        Camp::new().red(troop, (10.0, 5.0), FallBack).blue("ger_war", (10.0, 8.0), Halt).at(TARGETS)
    };
    let shot = play("rom_vel").battle.table().shot(red(0), blue(0)).unwrap();
    assert_eq!(shot.dice().total, 1, "AV-18.11: the Advance column");
    assert_eq!(play("gre_pelt").refused(&shoot(0, 0))[0], "AV-R67");
}

/// Three hits and no save: three CP, each with a test.
fn battered(tests: &[u8]) -> Play {
    let mut play = archers(4.0).at(TARGETS);
    let mut faces = vec![5, 6, 6, 1, 2, 3];
    faces.extend(tests);
    play.act(&shoot(0, 0), &faces);
    play
}

#[test]
fn the_ladder() {
    // Alone, 4+: 5 passes at 5 and 4 CP, 6 at 3 of 6.
    let disrupted = battered(&[4, 5, 6, 6, 1]);
    assert!(disrupted.unit(blue(0)).disrupted, "AV-14.2");
    assert_eq!(disrupted.unit(blue(0)).cp, 3, "AV-R72");
    // AV-14.6: at half or less 6 is needed. AV-R84: the warriors look at their enemy already, so there is
    // nothing to choose.
    let repulsed = battered(&[4, 4, 6, 6, 1]);
    assert_eq!(repulsed.unit(blue(0)).pose.at, at(10.0, 10.0), "AV-14.3, AV-14.10, AV-R84");
    assert_eq!(repulsed.unit(blue(0)).pose.facing, facing(180.0), "AV-14.16");
    // AV-14.4, AV-R85: routed, it may run 1 to 3 UD.
    let mut routed = battered(&[4, 4, 5]);
    assert_eq!(routed.battle.frame(), Frame::Retreat(Retreating { unit: blue(0) }), "AV-14.4");
    let run = |ud: f64| {
        Action::Retreat(Retreat {
            heading: facing(0.0),
            distance: acies_table::Length::new(ud),
            turned: false,
        })
    };
    assert_eq!(routed.refused(&run(0.5)), ["AV-14.10", "AV-14.11"]);
    assert_eq!(routed.refused(&run(3.1)), ["AV-14.10", "AV-14.11"]);
    routed.act(&run(3.0), &[6, 1]);
    assert_eq!(routed.unit(blue(0)).pose.at, at(10.0, 12.0), "AV-14.11, AV-R85");
    assert_eq!(routed.unit(blue(0)).pose.facing, facing(0.0), "AV-14.17");
    assert!(routed.unit(blue(0)).disrupted, "AV-14.11");
}

#[test]
fn a_charismatic_leader_lets_them_throw_again() {
    let camp = archers(4.0).leader(Seat::Blue, Abilities::CHARISMATIC, Post::With(0));
    let mut play = camp.at(TARGETS);
    // One CP lost. Led, 4+ needs 3: 2 misses.
    play.act(&shoot(0, 0), &[5, 1, 1, 2, 2]);
    assert_eq!(play.battle.frame(), Frame::Reroll(Reroll { unit: blue(0) }), "AV-16.1, AV-R81");
    play.act(&Action::Reroll(Answer::YES), &[3, 6, 1]);
    assert!(!play.unit(blue(0)).disrupted, "AV-16.1");
    assert!(play.cited("AV-14.8"));
}

#[test]
fn a_fallen_unit_shakes_its_neighbours() {
    // Warriors at (10, 9) with a neighbour on their left and one behind; nobody is alone.
    let camp = || {
        archers(4.0).blue("ger_war", (11.5, 9.0), Halt).blue("gal_youth", (8.5, 9.0), Halt).blue(
            "ger_levy",
            (10.0, 10.5),
            Halt,
        )
    };
    let table = camp().at(TARGETS);
    let supporters = table.battle.table().supporters(blue(0));
    assert_eq!(
        (supporters.left, supporters.right, supporters.behind),
        (Some(1), Some(2), Some(3)),
        "AV-R74"
    );
    // Three CP and three misses: 3 at 5 and 4 CP, 4 at half. Routed: two tests each, 4+, 5+, 5+.
    let mut play = camp().at(TARGETS);
    play.act(&shoot(0, 0), &[5, 6, 6, 1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5]);
    assert_eq!(play.battle.frame(), Frame::Retreat(Retreating { unit: blue(0) }), "AV-14.4");
    assert!(play.cited("AV-14.14") && play.cited("AV-R83"));
    assert!(!play.unit(blue(1)).disrupted, "AV-14.14: passed");
}

#[test]
fn a_beaten_screen_does_not_shake_the_line() {
    // AV-R103: Expediti go down, the formed unit behind them owes nothing. 6 hits open foot: three of three.
    // Javelin youths have morale 5+ and save on 6; with a friend near they need 5, and 6 at half.
    let mut play = Camp::new()
        .red("rom_auxbow", (10.0, 5.0), Halt)
        .blue("gal_youth", (10.0, 9.0), Halt)
        .blue("ger_war", (10.0, 10.5), Halt)
        .at(TARGETS);
    // The youths could throw javelins themselves, and do not.
    play.act(&shoot(0, 0), &[]).act(&Action::EndShooting, &[6, 6, 6, 1, 1, 1, 4, 4, 6]);
    assert!(!play.cited("AV-R83"), "AV-R103");
    // The line is 1.5 UD behind: only 45 degrees to either side pass it.
    assert_eq!(play.battle.frame(), Frame::Retreat(Retreating { unit: blue(0) }), "AV-R84");
    assert!(play.unit(blue(0)).disrupted);
}

#[test]
fn fanatics_are_enraged() {
    let enraged = |ahead: f64| {
        let mut play = Camp::new()
            .red("rom_auxbow", (10.0, 5.0), Halt)
            .unit(Seat::Blue, "gal_gaes", (10.0, 9.0, ahead), Halt)
            .at(TARGETS);
        // One CP; morale 3+, alone: 4 passes.
        play.act(&shoot(0, 0), &[5, 1, 1, 2, 4, 6, 1]);
        play.unit(blue(0)).order
    };
    assert_eq!(enraged(180.0), Some(Rush), "AV-18.6, AV-18.8, AV-R89");
    assert_eq!(enraged(150.0), Some(Halt), "AV-18.8: nobody on their axis");
    // AV-18.7: not if they were disrupted by it; AV-18.4, AV-18.5: they do not rout.
    let mut wild = Camp::new()
        .red("rom_auxbow", (10.0, 5.0), Halt)
        .blue("gal_gaes", (10.0, 9.0), Halt)
        .at(TARGETS);
    wild.act(&shoot(0, 0), &[5, 6, 6, 1, 2, 3, 3, 3, 4, 6, 1]);
    assert_eq!(wild.unit(blue(0)).pose.at, at(10.0, 11.0), "AV-18.5, AV-R72: repulsed twice, 2 UD");
    assert!(wild.unit(blue(0)).disrupted && wild.unit(blue(0)).order.is_none(), "AV-18.7");
}

#[test]
fn of_two_as_near_the_owner_picks_the_more_threatening() {
    // Disrupted youths of Blue, 3 UD from the archers at (10, 5) and from the legion at (13, 8): one shot hits
    // on 6, is not saved on 6, and alone they need a 6 for their morale.
    let mut play = Camp::new()
        .red("rom_auxbow", (10.0, 5.0), Halt)
        .red("rom_leg", (13.0, 8.0), Halt)
        .blue("gal_youth", (10.0, 8.0), Halt)
        .with(Seat::Blue, Unit::disrupt)
        .at(TARGETS);
    play.act(&shoot(0, 0), &[]).act(&Action::EndShooting, &[6, 1, 1, 5, 4]);
    assert_eq!(play.battle.frame(), Frame::Retreat(Retreating { unit: blue(0) }), "AV-14.3");
    for heading in [0.0, 270.0] {
        let back = Action::Retreat(Retreat {
            heading: facing(heading),
            distance: Length::new(1.0),
            turned: false,
        });
        assert!(play.battle.check(Seat::Blue, &back).is_ok(), "AV-R84: {heading}");
    }
}
