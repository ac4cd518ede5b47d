//! The laws that every ruleset keeps, tried on battles of all shipped armies and on the shipped battles.

use acies_adlg::{
    Adlg,
    action::UnitSet,
    battle::{Battle, Frame},
    command::orders::Orders,
    files::data,
};
use acies_core::{
    Dice, Ruleset,
    kit::{self, Deciding, Kit},
};

use crate::{battles::invariant, scene::scene};

fn start(seed: u64) -> Battle {
    let battles = Adlg::battles();
    let at = seed as usize % (battles.len() + 4);
    if let Some(card) = battles.get(at) {
        return Adlg::battle(&card.id).unwrap();
    }
    let army = |n: usize| {
        let (id, text) = data::ARMIES[n % data::ARMIES.len()];
        Adlg::army(id, text).unwrap()
    };
    let n = seed as usize;
    Adlg::field(&army(n * 3), &army(n * 5 + 1)).unwrap()
}

const KIT: Kit<Adlg> = Kit { start, invariant, actions_max: 20_000 };

#[test]
fn what_ships_can_be_used() {
    kit::laws_of_a_ruleset::<Adlg>();
}

#[test]
fn random_battles_keep_the_laws() {
    KIT.run(0..4, Deciding::AtRandom);
}

#[test]
fn battles_of_computer_players_keep_the_laws() {
    KIT.run(10..12, Deciding::ByTactics);
}

#[test]
fn steps_keep_the_laws() {
    KIT.steps(20..24);
    let frays = Kit { start: fray, ..KIT };
    frays.steps(0..30);
}

/// A few units in the thick of it: a melee with a neighbour in support, and skirmishers before skirmishers. So few that
/// every way in which their dice can fall is gone through.
fn fray(seed: u64) -> Battle {
    let mut chance = Dice::seeded(seed ^ 0xf4a7);
    let heavy = [
        "heavy_swordsmen",
        "heavy_swordsmen elite",
        "heavy_swordsmen impetuous",
        "foot_knights mediocre",
        "heavy_spearmen armour",
        "pikemen",
        "levies mediocre",
    ];
    let light = [
        "light_infantry bow",
        "light_infantry javelin mediocre",
        "light_cavalry javelin elite",
        "javelinmen",
        "bowmen elite",
        "medium_cavalry bow mediocre",
    ];
    let lines = [
        format!("red {} @ 0 0 n", heavy[chance.number(heavy.len())]),
        format!("red {} @ 1 0 n", heavy[chance.number(heavy.len())]),
        format!("blue {} @ 0 0.75 s", heavy[chance.number(heavy.len())]),
        format!("red {} @ 5 0 n", light[chance.number(light.len())]),
        format!("blue {} @ 5 2.5 s", light[chance.number(light.len())]),
        format!("blue {} @ -3 2.5 s", heavy[chance.number(heavy.len())]),
    ];
    let mut battle = scene(&lines.each_ref().map(String::as_str));
    battle.activated = 1;
    battle.stack.clear();
    let orders = Orders { corps: 0, points: 3, listed: UnitSet::NONE, commander_moved: false };
    battle.stack.push(Frame::Orders(orders));
    battle
}

/// What throws dice and is not forecast: before the battle ties and misfits are thrown for again, without an end of ways.
const SILENT: [&str; 11] = [
    "begin", "lay", "leave", "place", "remove", "reroll", "river", "road", "rotate", "shift",
    "terrain",
];

#[test]
fn what_is_forecast_is_what_is_done() {
    // More of them with ACIES_BATTLES=100.
    let more: u64 = std::env::var("ACIES_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (thrown, moments) = (more as usize / 10, 8 * more as usize);
    let whole = KIT.forecasts(0..30 + more, Deciding::AtRandom, 70 + moments, thrown);
    let frays = Kit { start: fray, ..KIT };
    let fights = frays.forecasts(0..60 + more, Deciding::AtRandom, 130 + moments, thrown);
    for compared in [whole, fights] {
        let unheard = |verb: &&String| !SILENT.contains(&verb.as_str());
        assert_eq!(compared.silent.keys().find(unheard), None, "{compared:?}");
        assert!(compared.exact >= 70, "{compared:?}");
    }
}
