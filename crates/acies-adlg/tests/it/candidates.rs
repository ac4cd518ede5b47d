//! Candidates by scene: what a machine is offered where a player would think of it.

use acies_adlg::{
    action::{Action, UnitSet},
    battle::{Battle, Flags, Frame},
    charge::{
        declare::{Declare, How},
        uncontrolled::Prevent,
    },
    command::{
        orders::Orders,
        tasks::{PlantStakes, StopLooting},
    },
    evade::disengage::Disengage,
    melee::engagement::Role,
    movement::march::Move,
    rally::TryRally,
    zone_of_control::leave::{EvadeZone, LeaveZone},
};
use acies_core::{Dice, Game, Log, Seat};

use crate::scene::{red, scene};

/// Red's corps has so many command points; these units are listed (ADLG-R86).
fn active(lines: &[&str], points: u8, listed: &[u8]) -> Battle {
    let mut battle = scene(lines);
    let listed = listed.iter().copied().collect();
    battle.stack.clear();
    battle.stack.push(Frame::Orders(Orders { corps: 0, points, listed, commander_moved: false }));
    battle
}

fn candidates(battle: &Battle) -> Vec<Action> {
    let mut list = Vec::new();
    battle.candidates(Seat::Red, &mut list);
    for action in &list {
        assert_eq!(battle.check(Seat::Red, action), Ok(()), "{action:?}");
    }
    list
}

fn has(battle: &Battle, such: impl Fn(&Action) -> bool) -> bool {
    candidates(battle).iter().any(such)
}

fn set(units: &[u8]) -> UnitSet {
    units.iter().copied().collect()
}

#[test]
fn charges_of_units_and_groups() {
    let charge = |lines: &[&str], points: u8, ours: &[u8], wanted: How| {
        let battle = active(lines, points, &[]);
        has(&battle, |action| match action {
            Action::Charge(Declare { units, how, .. }) => *units == set(ours) && *how == wanted,
            _ => false,
        })
    };
    let red = "red heavy_swordsmen @ 0 0 n";
    let far = [red, "blue heavy_swordsmen @ 0 2.5 s"];
    assert!(charge(&far, 1, &[0], How::Ordered), "ADLG-ORD.2");
    assert!(!charge(&far, 0, &[0], How::Ordered), "ADLG-ORD.2: nothing to pay it with");
    let near = [red, "blue heavy_swordsmen @ 0 1.5 s"];
    assert!(charge(&near, 0, &[0], How::Spontaneous), "ADLG-SPO.1");
    let flank = [red, "blue heavy_swordsmen @ 0 2.5 e"];
    assert!(charge(&flank, 1, &[0], How::Ordered), "ADLG-R78: on a flank");
    let line = [
        red,
        "red heavy_swordsmen @ 1 0 n",
        "blue heavy_swordsmen @ 0 2.5 s",
        "blue heavy_swordsmen @ 1 2.5 s",
    ];
    assert!(charge(&line, 1, &[0, 1], How::Ordered), "ADLG-R43, ADLG-R44: together");
}

#[test]
fn those_who_rage_charge_or_are_held() {
    let lines = ["red heavy_swordsmen impetuous @ 0 0 n", "blue heavy_swordsmen @ 0 2.5 s"];
    let list = candidates(&active(&lines, 3, &[0]));
    assert!(!list.contains(&Action::EndCorps), "ADLG-R87");
    assert!(list.contains(&Action::Prevent(Prevent { units: set(&[0]) })), "ADLG-ORD.5");
    for wanted in [How::Ordered, How::Uncontrolled] {
        let is = |it: &Action| matches!(it, Action::Charge(Declare { how, .. }) if *how == wanted);
        assert!(list.iter().any(is), "ADLG-R87: {wanted:?}");
    }
    assert!(!list.iter().any(|it| matches!(it, Action::Move(_))), "ADLG-R87");
    let twice = |it: &&Action| list.iter().filter(|other| other == it).count() > 1;
    assert_eq!(list.iter().find(twice), None, "each is listed once");
}

#[test]
fn a_unit_comes_into_support() {
    // ADLG-R65, ADLG-R115: red 0 fights blue 0; red 1 stands behind it on the left and can come up.
    let battle = active(
        &[
            "red heavy_swordsmen @ 0 0 n",
            "red heavy_swordsmen @ -1 -1.5 n",
            "blue heavy_swordsmen @ 0 0.75 s",
        ],
        3,
        &[],
    );
    let supports = |action: &Action| {
        let mut after = battle.clone();
        let mut dice = Dice::seeded(1);
        matches!(action, Action::Move(_))
            && after.perform(Seat::Red, action, &mut dice, &mut Log::Off).is_ok()
            && matches!(after.roles().of(red(1)), Role::SimpleSupport { .. })
    };
    assert!(has(&battle, supports));
}

#[test]
fn other_orders_are_offered_where_they_make_sense() {
    let unit = 0;
    let foe = "blue heavy_swordsmen @ 0 1.5 s";
    let offered =
        |lines: &[&str], action: &Action| candidates(&active(lines, 3, &[])).contains(action);
    assert!(
        offered(&["red heavy_spearmen @ 0 0 n", foe], &Action::LeaveZone(LeaveZone { unit })),
        "ADLG-EXZ.2"
    );
    assert!(
        offered(&["red light_cavalry @ 0 0 n", foe], &Action::EvadeZone(EvadeZone { unit })),
        "ADLG-R71"
    );
    let touching = "blue heavy_swordsmen @ 0 0.75 s";
    let cavalry = "red heavy_cavalry @ 0 0 n";
    assert!(offered(&[cavalry, touching], &Action::Disengage(Disengage { unit })), "ADLG-DSG.4");
    let behind = "blue heavy_swordsmen @ 0 -1.5 n";
    let rides = |action: &Action| matches!(action, Action::RideOut(_));
    assert!(has(&active(&["red heavy_knight @ 0 0 n", behind], 3, &[]), rides), "ADLG-EXZ.3");
    let archers = ["red bowmen stakes @ 0 0 n", "blue heavy_knight @ 0 8 s"];
    let mut battle = active(&archers, 3, &[]);
    battle.unit_mut(red(0)).flags.remove(Flags::STAKED);
    assert!(candidates(&battle).contains(&Action::PlantStakes(PlantStakes { unit })), "ADLG-R138");
    battle.unit_mut(red(0)).cohesion -= 1;
    assert!(candidates(&battle).contains(&Action::Rally(TryRally { unit })), "ADLG-RAL.2");
    battle.unit_mut(red(0)).flags |= Flags::LOOTING;
    assert!(candidates(&battle).contains(&Action::StopLooting(StopLooting { unit })), "ADLG-R21");
    assert!(candidates(&battle).contains(&Action::EndCorps));
}

#[test]
fn lines_march_as_one() {
    // Far from the enemy a line of four is offered as a group only: to march, and to form two ranks.
    let lines: Vec<String> = (0..4).map(|x| format!("red heavy_spearmen @ {x} 0 n")).collect();
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.push("blue heavy_spearmen @ 1 12 s");
    let list = candidates(&active(&lines, 3, &[]));
    let moves = |units: UnitSet| {
        let of = |it: &&Action| matches!(it, Action::Move(Move { units: it, .. }) if *it == units);
        list.iter().filter(of).count()
    };
    assert!(moves(set(&[0, 1, 2, 3])) >= 2, "ADLG-R43: all the way and half");
    assert_eq!(moves(set(&[0])), 0);
    assert!(list.iter().any(|it| matches!(it, Action::Form(_))), "ADLG-R52");
}
