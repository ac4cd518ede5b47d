//! Refusals: the rule that decides, in words that say what would have to be otherwise, and what is legal instead.

use acies_av::{
    battle::{Action, Frame},
    ground::{Area, Ground, Piece},
    movement::{
        Moves,
        fall_back::{Back, FallBack},
        march::Move,
        pivot::Pivot,
    },
    orders::{Orders, give::Test},
    profile::Order::*,
    shooting::{Shoot, Targets},
    units::UnitSet,
};
use acies_core::{Game, Reason, Seat, Telling};
use acies_table::{Length, Point, Polygon, Polyline};

use crate::camp::{Camp, Play, ahead, facing, moves, wheel};

const MOVES: Frame = Frame::Moves(Moves(Seat::Red));

/// Why an action is refused; what is offered instead is legal.
#[track_caller]
fn reason(play: &Play, action: &Action) -> Reason {
    let by = play.battle.pending().seat().unwrap();
    let refusal = play.battle.check(by, action).expect_err("it is refused");
    let reason = play.battle.explain(action, &refusal);
    if let Some(instead) = &reason.instead {
        let other = play.battle.read(by, instead).expect("a notation");
        assert_eq!(play.battle.check(by, &other), Ok(()), "{instead}");
    }
    reason
}

#[track_caller]
fn refused(play: &Play, action: &Action, rule: &str, says: &str, instead: Option<&str>) {
    let reason = reason(play, action);
    assert_eq!((reason.rules[0], reason.says.as_str()), (rule, says));
    assert_eq!(reason.instead.as_deref(), instead, "{says}");
}

fn read(play: &Play, notation: &str) -> Action {
    play.battle.read(play.battle.pending().seat().unwrap(), notation).expect("a notation")
}

fn legion() -> Camp {
    Camp::new().red("rom_leg", (10.0, 5.0), Advance)
}

#[test]
fn lengths_say_what_is_due() {
    // The enemy leaves 0.5 UD, and 0.5 UD are due.
    let short = legion().blue("ger_war", (10.0, 6.5), Halt).at(MOVES);
    let says = "Legionaries 1 go 0.30 UD < 0.50 UD";
    refused(&short, &moves(0, &[ahead(0.0, 0.3)]), "AV-7.3", says, Some("move 1: go 0 0.5"));
    // AV-R56: the friend leaves 0.5 UD < 1 UD, so the Rush is an Advance of 2 UD at most, or of 0.5 UD there.
    let camp = Camp::new().red("rom_leg", (10.0, 5.0), Rush);
    let rush = camp.red("rom_lanc", (10.0, 6.5), Halt).at(MOVES);
    let says = "the Rush of Legionaries 1 is an Advance: Lanciarii 2, whom close order does not pass, leaves it \
                0.50 UD < 1.00 UD; it goes 3.00 UD > 2.00 UD";
    refused(&rush, &moves(0, &[ahead(0.0, 3.0)]), "AV-R56", says, None);
    let camp = Camp::new().unit(Seat::Red, "rom_leg", (10.0, 5.0, 37.123), Rush);
    let says = "Legionaries 1 go straight ahead only, towards 37.123";
    let instead = Some("move 1: go 37.123 2");
    refused(&camp.at(MOVES), &moves(0, &[ahead(37.0, 2.0)]), "AV-5.27", says, instead);
}

#[test]
fn friends_say_why_they_are_not_passed() {
    let before = |troop: &str, order, friend: &str, faces: f64| {
        let camp = Camp::new().red(troop, (10.0, 5.0), order);
        camp.unit(Seat::Red, friend, (10.0, 6.5, faces), Halt).at(MOVES)
    };
    for (play, rule, why) in [
        (before("rom_leg", Advance, "rom_lanc", 0.0), "AV-7.8", "whom close order does not pass"),
        (
            before("rom_lanc", Advance, "rom_leg", 0.0),
            "AV-7.7",
            "whom extended order does not pass",
        ),
        (
            before("rom_lanc", Advance, "rom_lanc", 16.0),
            "AV-7.7",
            "who face 16 degrees aside, neither the same way nor the opposite",
        ),
    ] {
        let reason = reason(&play, &moves(0, &[ahead(0.0, 2.0)]));
        assert_eq!(reason.rules[0], rule);
        assert!(reason.says.contains(why), "{}", reason.says);
    }
    // AV-7.9.
    let wall = before("mac_pike", Shieldwall, "rom_lanc", 0.0);
    assert_eq!(reason(&wall, &moves(0, &[ahead(0.0, 1.0)])).rules[0], "AV-7.8");
    // AV-R106: it would pause 0.5 UD from the legionaries, whom open order passes.
    let pause = before("rom_vel", Advance, "rom_leg", 0.0);
    let says = "Velites 1 would pause 0.50 UD < 1 UD from Legionaries 2";
    let steps = [ahead(0.0, 1.0), ahead(0.0, 2.0)];
    refused(&pause, &moves(0, &steps), "AV-R106", says, None);
}

#[test]
fn a_friend_ahead_is_halted_before() {
    // AV-7.4, AV-R53: youths 1.5 UD ahead: legionaries may halt after 0.5 UD, and cannot get past them with 2 UD.
    let play = legion().red("gal_youth", (10.0, 6.5), Halt).at(MOVES);
    let instead = Some("move 1: go 0 0.5");
    let says = "Legionaries 1 go 0.30 UD < 0.50 UD";
    refused(&play, &moves(0, &[ahead(0.0, 0.3)]), "AV-7.3", says, instead);
    let says = "Legionaries 1 would end 0.50 UD < 1 UD from Javelin youths 2";
    refused(&play, &moves(0, &[ahead(0.0, 1.0)]), "AV-2.6", says, instead);
    let says = "Legionaries 1 go 3.00 UD > 2.00 UD";
    refused(&play, &moves(0, &[ahead(0.0, 3.0)]), "AV-6.1", says, instead);
    // 0.6 UD ahead of them beyond is nearer than 0.5 UD before: 2.4 UD are too far, 1.7 UD end past them.
    let play = legion().red("gal_youth", (10.6, 5.8), Halt).at(MOVES);
    let says = "Legionaries 1 would end 0.92 UD < 1 UD from Javelin youths 2";
    let instead = Some("move 1: go 0 1.6");
    refused(&play, &moves(0, &[ahead(0.0, 1.5)]), "AV-2.6", says, instead);
}

#[test]
fn who_turns_says_where_it_goes() {
    let pivot = Action::Pivot(Pivot { unit: 0, facing: facing(90.0) });
    let under = |order| Camp::new().red("rom_leg", (10.0, 5.0), order).at(MOVES);
    let says = "Legionaries 1 turn under Advance only to go on, by 1 UD at least";
    refused(&under(Advance), &pivot, "AV-5.24", says, Some("move 1: wheel 90 go 90 1"));
    for (order, rule) in [(Rush, "AV-5.27"), (Orbis, "AV-18.1"), (Shieldwall, "AV-5.43")] {
        assert_eq!(reason(&under(order), &pivot).rules[0], rule);
    }
    let advance = under(Advance);
    let says = "Legionaries 1 go 0.00 UD < 1.00 UD after a change of facing";
    let bare = read(&advance, "move 1: wheel 90");
    refused(&advance, &bare, "AV-5.24", says, Some("move 1: wheel 90 go 90 1"));
    assert_eq!(reason(&advance, &moves(0, &[wheel(90.0, 0.5)])).rules[0], "AV-5.24");
}

#[test]
fn expediti_in_the_way_may_be_pushed() {
    let play = legion().blue("gal_youth", (10.0, 6.5), Halt).at(MOVES);
    let says = "Legionaries 1 are stopped by Javelin youths 1, Expediti whom it may push away (`push 1`), \
                after 0.50 UD < 2.00 UD";
    let instead = Some("move 1: go 0 2 push 1");
    refused(&play, &moves(0, &[ahead(0.0, 2.0)]), "AV-R49", says, instead);
    // Pushed, they would come to (10, 9), within 1 UD of who stands at (10, 9.9).
    let met = legion().red("rom_leg", (10.0, 9.9), Halt).blue("gal_youth", (10.0, 6.5), Halt);
    let push = Action::Move(Move {
        unit: 0,
        steps: [ahead(0.0, 2.0)].into_iter().collect(),
        push: UnitSet::one(0),
    });
    let says = "Javelin youths 1 cannot be pushed to (10.0, 9.0), within 1 UD of Legionaries 2";
    refused(&met.at(MOVES), &push, "AV-R54", says, None);
}

#[test]
fn terrain_is_called_by_its_name() {
    let area = |piece, (west, south): (f64, f64), (east, north): (f64, f64)| {
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
        Area { piece, outline }
    };
    let pond = |piece| Ground { areas: vec![area(piece, (8.0, 6.0), (12.0, 9.0))], walls: vec![] };
    let wall = || Ground {
        areas: vec![],
        walls: vec![Polyline::new(vec![Point::new(8.0, 6.0), Point::new(12.0, 6.0)])],
    };
    let bridge = Ground {
        areas: vec![
            area(Piece::DeepRiver, (0.0, 6.0), (20.0, 7.0)),
            area(Piece::Bridge, (9.5, 5.5), (10.5, 7.5)),
        ],
        walls: vec![],
    };
    for (troop, ground, heading, rule, what) in [
        ("rom_leg", wall(), 0.0, "AV-7.1", "a wall after"),
        ("rom_ala", wall(), 0.0, "AV-R10", "a wall that it may not cross"),
        ("rom_aux", pond(Piece::Lake), 0.0, "AV-R10", "the lake, closed to it,"),
        ("rom_ala", pond(Piece::DenseWood), 0.0, "AV-7.2", "the dense wood, closed to it,"),
        ("rom_leg", pond(Piece::Scrub), 0.0, "AV-7.1", "the edge of the scrub"),
        // From (10, 5) 20 degrees to the right the bridge is left at (10.5, 6.374), over the river.
        ("rom_ala", bridge, 20.0, "AV-R112", "the side of the bridge"),
    ] {
        let play = Camp::new().on(ground).red(troop, (10.0, 5.0), Advance).at(MOVES);
        let reason = reason(&play, &moves(0, &[ahead(heading, 2.0)]));
        assert_eq!(reason.rules[0], rule, "{troop}: {}", reason.says);
        assert!(reason.says.contains(what), "{troop}: {}", reason.says);
    }
}

#[test]
fn falling_back_says_to_whom_it_comes_near() {
    let back = |heading: f64, ud: f64| {
        let distance = Length::new(ud);
        Action::FallBack(FallBack {
            unit: 0,
            back: Back { heading: facing(heading), distance, about: false, then: None },
        })
    };
    let camp = |x: f64, y: f64| {
        let camp = Camp::new().red("gre_pelt", (10.0, 5.0), FallBack);
        camp.blue("ger_war", (x, y), Halt).at(MOVES)
    };
    // Contact at 1.008 UD: passed at 0.994 UD.
    let says = "Peltasts 1 would come nearer to Germanic warriors 1 on the way: 0.99 UD < 1.01 UD";
    let touched = camp(10.994, 4.833);
    assert_eq!(reason(&touched, &back(180.0, 1.0)).says, says, "AV-R58");
    // From 5 UD, 2 UD straight back: 3 UD are left.
    let far = camp(10.0, 0.0);
    let says = "Peltasts 1 would end nearer to Germanic warriors 1: 3.00 UD < 5.00 UD";
    refused(&far, &back(180.0, 2.0), "AV-5.37", says, None);
}

#[test]
fn shots_say_who_is_meant() {
    let targets = Frame::Targets(Targets(Seat::Red));
    let shoot = Action::Shoot(Shoot { unit: 0, target: 0 });
    let archers = |order| Camp::new().red("rom_auxbow", (10.0, 5.0), order);
    let held = archers(Halt).blue("ger_war", (10.0, 6.0), Halt).at(targets);
    let says = "Auxiliary archers 1 cannot shoot at Germanic warriors 1: Auxiliary archers 1 are in a fight";
    refused(&held, &shoot, "AV-10.1", says, None);
    let busy = archers(Halt).red("rom_leg", (11.0, 8.0), Halt).blue("ger_war", (10.2, 8.6), Halt);
    let says = "Auxiliary archers 1 cannot shoot at Germanic warriors 1: Germanic warriors 1 are in a fight";
    refused(&busy.at(targets), &shoot, "AV-10.2", says, None);
    // 2.01 UD is 2 UD (AV-R2), and more is needed; 2.02 UD is more.
    let over = |y: f64| {
        let camp = archers(Halt).red("rom_leg", (10.0, y), Halt);
        camp.blue("ger_war", (10.0, 11.0), Halt).at(targets)
    };
    let says = "Auxiliary archers 1 cannot shoot at Germanic warriors 1: Legionaries 2 are in the way, 2.01 UD from \
                the archers and 3.99 UD from the target, and both must be more than 2 UD";
    refused(&over(7.01), &shoot, "AV-19.8", says, None);
    assert_eq!(over(7.02).battle.check(Seat::Red, &shoot), Ok(()), "AV-19.8");
    let scorpions = Camp::new().red("rom_scorp", (10.0, 5.0), Advance);
    let scorpions = scorpions.blue("ger_war", (10.0, 9.0), Halt).at(targets);
    assert_eq!(reason(&scorpions, &shoot).rules[0], "AV-19.11");
}

#[test]
fn other_reasons() {
    let play = legion().at(Frame::Orders(Orders(Seat::Red)));
    let says = "this is not what is being decided, which is: who tests for which order, and who redresses?";
    refused(&play, &moves(0, &[ahead(0.0, 2.0)]), "AV-4.1", says, None);
    let camp = Camp::new().red("rom_leg", (10.0, 5.0), Halt).red("rom_leg", (12.0, 5.0), Halt);
    let group =
        camp.with(Seat::Red, acies_av::units::Unit::disrupt).at(Frame::Orders(Orders(Seat::Red)));
    let order = Action::Test(Test { units: [0, 1].into_iter().collect(), order: Advance });
    refused(&group, &order, "AV-5.15", "Legionaries 2 are disrupted", None);
}

#[test]
fn what_is_refused_after_the_end_has_no_nearest_action() {
    let mut play = legion().at(MOVES);
    play.act(&Action::Resign, &[]);
    let action = moves(0, &[ahead(0.0, 3.0)]);
    let over = play.battle.check(Seat::Red, &action).expect_err("AV-R25");
    assert_eq!(play.battle.explain(&action, &over).instead, None, "AV-R25");
}
