//! How the computer player plays: against chance, against itself, and at moments with one good answer.

use acies_av::{
    AdvancedVirtus,
    battle::{Action, Battle, Frame},
    files::data,
    movement::Moves,
    orders::{Orders, give::Test, redress::Redress},
    profile::Order::{self, Halt},
    setup::{Prepare, terrain::Lay},
    shooting::{Shoot, Targets},
    units::{Post, Unit},
};
use acies_core::{Dice, Game, Log, Outcome, Pending, Ruleset, Seat, Tactics};

use crate::camp::{Camp, red};

#[derive(Clone, Copy)]
enum Player {
    Random,
    Offhand,
    Heuristic,
}
use Player::{Heuristic, Offhand, Random};

fn field(seed: u64) -> Battle {
    let army = |n: usize| {
        let (id, text) = data::ARMIES[n % data::ARMIES.len()];
        AdvancedVirtus::army(id, text).unwrap()
    };
    let n = seed as usize;
    AdvancedVirtus::field(&army(n / 2), &army(n / 2 * 5 + 3)).unwrap()
}

fn play(seed: u64, players: [Player; 2]) -> Outcome {
    let mut battle = field(seed);
    let (mut chance, mut dice) = (Dice::seeded(seed ^ 0x5eed), Dice::seeded(seed));
    let mut room = Vec::new();
    for _ in 0..5000 {
        let by = match battle.pending() {
            Pending::Over(outcome) => return outcome,
            Pending::Decide(seats) => seats.first().unwrap(),
        };
        let action = match players[by as usize] {
            Random => battle.any(by, &mut chance, &mut room),
            Offhand => battle.offhand(by, &mut chance, &mut room),
            Heuristic => battle.view(Some(by)).decide(by, &mut chance),
        };
        room.clear();
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
    }
    panic!("seed {seed}: no end");
}

/// How many battles the first player wins and loses, and how many the turn limit ends; he has both seats in turn.
fn match_of(seeds: std::ops::Range<u64>, players: [Player; 2]) -> [usize; 3] {
    let mut counts = [0; 3];
    for seed in seeds {
        let first = if seed % 2 == 0 { Seat::Red } else { Seat::Blue };
        let seats = if first == Seat::Red { players } else { [players[1], players[0]] };
        let outcome = play(seed, seats);
        counts[0] += usize::from(outcome.winner == Some(first));
        counts[1] += usize::from(outcome.winner == Some(first.other()));
        counts[2] += usize::from(outcome.by_limit);
    }
    counts
}

#[test]
fn tactics_beat_chance() {
    let [won, ..] = match_of(0..20, [Heuristic, Random]);
    assert!(won >= 17, "{won} of 20");
}

#[test]
fn an_offhand_player_beats_chance() {
    // Of ten battles one is drawn, for the day is short.
    let [won, lost, _] = match_of(0..40, [Offhand, Random]);
    assert!(won >= 32 && won >= 9 * lost, "{won} won, {lost} lost of 40");
}

#[test]
#[ignore = "two hundred battles"]
fn tactics_beat_chance_nearly_always() {
    let [won, ..] = match_of(0..200, [Heuristic, Random]);
    assert!(won >= 190, "{won} of 200");
}

#[test]
#[ignore = "two hundred battles"]
fn tactics_decide_battles() {
    let [.., limit] = match_of(0..200, [Heuristic, Heuristic]);
    assert!(limit <= 20, "{limit} of 200 end by the turn limit");
}

/// AV-R28: the foot in the middle with the horse outside, Expediti ahead of them, leaders with the line or behind it.
#[test]
fn armies_draw_up_in_a_line() {
    let army = |(id, text): (&str, &str)| AdvancedVirtus::army(id, text).unwrap();
    let (middle, half) = (15.0, 7.5);
    for &shipped in data::ARMIES {
        let mut battle = AdvancedVirtus::field(&army(shipped), &army(shipped)).unwrap();
        let nothing = &mut Dice::scripted([1; 12]);
        battle.perform(Seat::Red, &Action::Begin, nothing, &mut Log::Off).unwrap();
        if battle.prelude.as_ref().is_some_and(|it| !it.plans[Seat::Red].units.is_empty()) {
            continue;
        }
        let deploy = battle.view(Some(Seat::Red)).decide(Seat::Red, &mut Dice::seeded(1));
        battle.perform(Seat::Red, &deploy, &mut Dice::seeded(1), &mut Log::Off).unwrap();
        let units = || battle.table().standing(Seat::Red).map(|id| (battle.profile(id), id));
        let at = |id| battle.unit(id).pose.at.vec();
        let foot = units().filter(|(it, _)| it.is_close() && !it.is_mounted());
        let foot: Vec<f64> = foot.map(|(_, id)| at(id).x).collect();
        for (profile, id) in units() {
            if profile.is_mounted() {
                let x = at(id).x;
                let outside = foot.iter().all(|it| x < *it) || foot.iter().all(|it| x > *it);
                assert!(outside, "{}: horse on the wings", shipped.0);
            } else if profile.is_expediti() {
                assert!(at(id).y > 4.0, "{}: Expediti ahead", shipped.0);
            }
        }
        for leader in &battle.sides[Seat::Red].leaders {
            let near = match leader.place {
                Post::With(_) => true,
                Post::Alone(at) => (at.vec().x - middle).abs() < half && at.vec().y >= 2.0,
                Post::Away | Post::Lost => false,
            };
            assert!(near, "{}: {:?}", shipped.0, leader.place);
        }
    }
}

/// What Red orders.
fn ordered(camp: Camp) -> Action {
    let battle = camp.at(Frame::Orders(Orders(Seat::Red))).battle;
    battle.decide(Seat::Red, &mut Dice::seeded(1))
}

fn test(units: &[u8], order: Order) -> Action {
    Action::Test(Test { units: units.iter().copied().collect(), order })
}

#[test]
fn ranks_are_redressed_where_they_can_be() {
    let camp = Camp::new().red("rom_leg", (10.0, 5.0), Halt).with(Seat::Red, Unit::disrupt);
    let action = ordered(camp.blue("gal_war", (10.0, 15.0), Halt));
    assert_eq!(action, Action::Redress(Redress { unit: 0 }), "AV-5.38");
}

#[test]
fn a_broken_unit_tries_to_get_away() {
    // AV-9.3: a test for Fall back costs nothing if it is missed.
    let camp = Camp::new().red("rom_leg", (10.0, 5.0), Halt).with(Seat::Red, Unit::disrupt);
    let action = ordered(camp.blue("gal_war", (10.0, 6.0), Halt));
    assert_eq!(action, test(&[0], Order::FallBack), "AV-5.35");
}

#[test]
fn a_line_that_stands_goes_forward_with_one_die() {
    let camp = Camp::new()
        .red("rom_leg", (10.0, 4.0), Halt)
        .red("rom_leg", (11.5, 4.0), Halt)
        .red("rom_leg", (13.0, 4.0), Halt)
        .blue("gal_war", (11.5, 16.0), Halt);
    assert_eq!(ordered(camp), test(&[0, 1, 2], Order::Advance), "AV-5.13");
}

#[test]
fn shots_go_where_they_cost_most() {
    // AV-12.4, AV-12.5: foot in open order is hit by 6s only.
    let camp = Camp::new()
        .red("rom_auxbow", (10.0, 5.0), Halt)
        .blue("gal_youth", (9.0, 8.0), Halt)
        .blue("ger_war", (11.5, 8.0), Halt);
    let battle = camp.at(Frame::Targets(Targets(Seat::Red))).battle;
    let action = battle.decide(Seat::Red, &mut Dice::seeded(1));
    assert_eq!(action, Action::Shoot(Shoot { unit: 0, target: 1 }));
}

#[test]
fn who_is_held_in_contact_does_not_try_to_rush() {
    let camp = Camp::new().red("gre_bow", (10.0, 5.0), Order::Advance).blue(
        "gal_war",
        (10.0, 6.0),
        Order::Advance,
    );
    let rush = test(&[0], Order::Rush);
    assert_ne!(ordered(camp), rush, "AV-R43: it would advance, as it does, and a miss disrupts");
}

#[test]
fn archers_shoot_and_do_not_charge() {
    // At 3 UD, in reach of both: bows hit on 4+, and a fight against warriors is lost.
    let camp = Camp::new().red("rom_auxbow", (10.0, 5.0), Order::Advance).blue(
        "ger_war",
        (10.0, 8.0),
        Halt,
    );
    assert!(!moved(camp).table().is_engaged(red(0)), "AV-10.1");
}

/// The moves of Red's computer player.
fn moved(camp: Camp) -> Battle {
    let mut battle = camp.at(Frame::Moves(Moves(Seat::Red))).battle;
    while let Frame::Moves(Moves(Seat::Red)) = battle.frame() {
        let action = battle.decide(Seat::Red, &mut Dice::seeded(1));
        battle.perform(Seat::Red, &action, &mut Dice::scripted([]), &mut Log::Off).unwrap();
    }
    battle
}

#[test]
fn a_reserve_stands_behind_those_who_fight() {
    // AV-11.8: at most 2 UD straight behind. A wheel towards the enemy would bring it nearer to him, and of no use.
    let line = Camp::new()
        .red("rom_leg", (10.0, 5.0), Halt)
        .red("rom_leg", (9.0, 1.5), Order::Advance)
        .blue("gal_war", (10.0, 6.0), Halt);
    let battle = moved(line);
    assert_eq!(battle.table().supporters(red(0)).behind, Some(1), "AV-R74");
}

/// Where Red lays the patch of the first sector, of 10 x 10 UD in the corner to his left.
fn laid_by(id: &str) -> f64 {
    let army = AdvancedVirtus::shipped(id).unwrap();
    let mut battle = AdvancedVirtus::field(&army, &army).unwrap();
    // AV-R27: no hill, a patch: a light wood.
    let dice = &mut Dice::scripted([1, 6, 3]);
    battle.perform(Seat::Red, &Action::Begin, dice, &mut Log::Off).unwrap();
    match battle.decide(Seat::Red, &mut Dice::seeded(1)) {
        Action::Prepare(Prepare::Lay(Lay { at })) => at.x.get(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn close_order_keeps_rough_ground_out_of_its_way() {
    // AV-R27: a patch reaches 2 cos 22.5 = 1.848 UD to each side.
    assert!(laid_by("early_imperial_roman") < 1.9, "as far from the middle as it goes");
    assert!(laid_by("numidian") > 8.1, "before the middle");
}
