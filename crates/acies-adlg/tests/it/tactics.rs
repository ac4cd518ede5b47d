//! The computer player by scene: what an experienced player would do.

use acies_adlg::{
    action::{Action, UnitSet},
    battle::{Battle, Frame},
    charge::declare::{Declare, How},
    command::orders::Orders,
    movement::march::Move,
    rally::TryRally,
};
use acies_core::{Dice, Game, Log, Seat, Tactics};

use crate::scene::{red, scene};

/// Red's corps has three command points.
fn active(lines: &[&str]) -> Battle {
    let mut battle = scene(lines);
    battle.stack.clear();
    let orders = Orders { corps: 0, points: 3, listed: UnitSet::NONE, commander_moved: false };
    battle.stack.push(Frame::Orders(orders));
    battle
}

fn decides(battle: &Battle, by: Seat) -> Action {
    battle.decide(by, &mut Dice::seeded(1))
}

#[test]
fn charges_that_the_odds_favour() {
    let charges = |lines: &[&str]| {
        matches!(
            decides(&active(lines), Seat::Red),
            Action::Charge(Declare { how: How::Ordered, .. })
        )
    };
    // +2 against 0, Impact and Furious charge (ADLG-UNI.22, ADLG-FUR.2).
    assert!(charges(&["red heavy_knight impact @ 0 0 n", "blue bowmen @ 0 3 s"]));
    // 0 against +2 and +1 for receiving the charge (ADLG-UNI.17, ADLG-UNI.11, ADLG-UNI.27).
    assert!(!charges(&["red light_cavalry @ 0 0 n", "blue pikemen @ 0 3 s"]));
    // Of the flank of the same pikes it is not afraid: their factor is 0 there (ADLG-FLK.1).
    assert!(charges(&["red heavy_cavalry @ 0 0 n", "blue pikemen @ 0 3 e"]));
}

#[test]
fn shaken_units_rally_far_from_the_enemy() {
    // ADLG-RAL.2: at no cost.
    let mut battle = active(&["red heavy_swordsmen @ 0 0 n", "blue pikemen @ 0 9 s"]);
    battle.unit_mut(red(0)).cohesion -= 1;
    assert_eq!(decides(&battle, Seat::Red), Action::Rally(TryRally { unit: 0 }));
}

#[test]
fn who_would_be_ridden_down_evades() {
    let answer = |charger: &str, target: &str| {
        let mut battle =
            active(&[&format!("red {charger} @ 0 0 n"), &format!("blue {target} @ 0 2.5 s")]);
        let units = UnitSet::NONE.with(0);
        let charge =
            Action::Charge(Declare { units, start: [].into_iter().collect(), how: How::Ordered });
        battle.apply(Seat::Red, &charge, &mut Dice::seeded(1), &mut Log::Off).unwrap();
        decides(&battle, Seat::Blue)
    };
    assert_eq!(answer("heavy_knight impact", "medium_cavalry"), Action::Evade, "ADLG-UNI.22");
    assert_eq!(answer("levies", "heavy_cavalry elite"), Action::Stand, "ADLG-UNI.18");
}

#[test]
fn the_line_lets_the_enemy_come_and_then_goes_to_him() {
    let lines = [
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "blue heavy_swordsmen @ 0 10 s",
        "blue heavy_swordsmen @ 1 10 s",
    ];
    let mut battle = active(&lines);
    assert_eq!(decides(&battle, Seat::Red), Action::EndCorps, "it waits");
    battle.turn = 10;
    let action = decides(&battle, Seat::Red);
    let both = UnitSet::NONE.with(0).with(1);
    assert!(matches!(&action, Action::Move(Move { units, .. }) if *units == both), "{action:?}");
    let before = battle.rect(red(0)).centre().y;
    let mut after = battle.clone();
    after.apply(Seat::Red, &action, &mut Dice::seeded(1), &mut Log::Off).unwrap();
    assert!(after.rect(red(0)).centre().y > before + 1.0);
}
