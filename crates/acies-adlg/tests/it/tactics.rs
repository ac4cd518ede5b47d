//! The computer player by scene: what an experienced player would do.

use acies_adlg::{
    Adlg,
    action::{Action, UnitSet},
    battle::{Battle, Frame},
    charge::declare::{Declare, How},
    command::orders::Orders,
    files::data,
    movement::march::Move,
    rally::TryRally,
    terrain::{
        Piece,
        landscape::{Area, Landscape},
    },
};
use acies_core::{Dice, Game, Log, Pending, Ruleset, Seat, Shared, Tactics};
use acies_table::{Point, Polygon};

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
        "blue heavy_swordsmen @ 0 5 s",
        "blue heavy_swordsmen @ 1 5 s",
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

/// Where a unit stands after what the computer player does with it.
fn goes_to(battle: &Battle) -> Battle {
    let mut after = battle.clone();
    let action = decides(battle, Seat::Red);
    after.apply(Seat::Red, &action, &mut Dice::seeded(1), &mut Log::Off).unwrap();
    after
}

#[test]
fn who_waits_comes_up_to_the_enemy_first() {
    let mut battle = active(&["red heavy_swordsmen @ 0 -6 n", "blue heavy_swordsmen @ 0 8 s"]);
    let far = battle.enemy_distance(red(0));
    for _ in 0..3 {
        battle = goes_to(&battle);
    }
    let near = battle.enemy_distance(red(0));
    assert!(near < far - 4.0, "no corps stands idle at its edge: {near} of {far}");
    assert!(near > 3.5, "it keeps out of his reach: {near}");
}

#[test]
fn heavy_foot_keeps_out_of_brush() {
    let goes = |piece: Piece| {
        let mut battle = active(&["red heavy_swordsmen @ 0 0 n", "blue heavy_swordsmen @ 0 9 s"]);
        battle.turn = 10;
        let corners = [(-9.0, 1.0), (9.0, 1.0), (9.0, 4.0), (-9.0, 4.0)];
        let corners = corners.map(|(x, y)| Point::new(x, y)).to_vec();
        let area = Area { piece, outline: Polygon::new(corners).unwrap() };
        battle.landscape = Shared::new(Landscape { areas: vec![area], lines: Vec::new() });
        let after = goes_to(&battle);
        after.landscape.ground(&after.rect(red(0))).pieces().next().is_some()
    };
    assert!(goes(Piece::GentleHill), "a gentle hill takes nothing from it");
    assert!(!goes(Piece::Brush), "ADLG-MOD.T1: rough ground does");
}

#[test]
fn who_decides_offhand_beats_chance() {
    let armies: Vec<_> =
        data::ARMIES.iter().map(|(id, text)| Adlg::army(id, text).unwrap()).collect();
    let wins = |seed: u64| {
        let n = seed as usize;
        let [one, other] = [n, n + 5].map(|it| &armies[it % armies.len()]);
        let mut battle = Adlg::field(one, other).unwrap();
        let clever = if seed.is_multiple_of(2) { Seat::Red } else { Seat::Blue };
        let (mut dice, mut chance) = (Dice::seeded(seed), Dice::seeded(seed ^ 7));
        loop {
            let by = match battle.pending() {
                Pending::Over(outcome) => return outcome.winner == Some(clever),
                Pending::Decide(seats) => seats.first().unwrap(),
            };
            let mut room = Vec::new();
            let action = if by == clever {
                battle.offhand(by, &mut chance, &mut room)
            } else {
                battle.any(by, &mut chance, &mut room)
            };
            battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
    };
    let won = (0..20).filter(|&seed| wins(seed)).count();
    assert!(won >= 14, "{won} of 20");
}
