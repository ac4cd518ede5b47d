//! The computer player in positions with a clear answer, and in whole battles.

use acies_core::{Dice, Each, Game, Log, Outcome, Pending, Ruleset, Seat, Tactics, odds};

use super::harm::{Hurt, Prospect};
use crate::{
    Battle, Virtus,
    activation::{
        cards::{Card, Cards, Hand},
        distribution::Distribution,
        points::Pool,
    },
    areas::Area,
    battle::{Action, Frame, Host, Setup},
    combat::hits::Give,
    combat::{
        fight::{Fight, Kind},
        hits::GiveOut,
    },
    files::{army, data},
    morale::{Marks, Nerve},
    units::Grade,
};

fn host(id: &str) -> Host {
    let (id, text) = data::ARMIES.iter().find(|(known, _)| *known == id).expect("it ships");
    Host::from(army::read(id, text).expect("a test reads it"))
}

fn area(name: &str) -> Area {
    Area::named(name, 4, Seat::Red).expect("an area")
}

/// Romans (red, South, to move) against Dacians, in a step, with three points in each segment.
/// Units that are not named are not there.
fn romans(frame: Frame, red: &[(&str, &str)], blue: &[(&str, &str)]) -> Battle {
    let Each([romans, dacians]) = Virtus::battle("tapae").expect("it ships").setup.armies.clone();
    let mut battle = Battle::new(Setup::field(romans, dacians, 4));
    for (seat, placed) in [(Seat::Red, red), (Seat::Blue, blue)] {
        let at = |key: &str| placed.iter().find(|(name, _)| *name == key).map(|(_, at)| *at);
        for unit in battle.units(seat).alive() {
            match at(&battle.troop(seat, unit).key.clone()) {
                Some(at) => battle.put(seat, unit, area(at)),
                None => battle.remove(seat, unit),
            }
        }
    }
    battle.turn = 3;
    battle.pools = [Pool { card: Some(Card::Three), bonus: 0, spent: 0 }; 4];
    battle.stack.clear();
    battle.stack.push(frame);
    battle
}

fn decide(battle: &Battle, by: Seat) -> Action {
    battle.view(Some(by)).decide(by, &mut Dice::seeded(1))
}

fn red(battle: &Battle, name: &str) -> u8 {
    battle.setup.armies[Seat::Red].unit(name).expect("a unit")
}

#[test]
fn an_open_flank_wins_at_once() {
    // VIR-5.4.6: rather than fight on at the other end, where more hits could be had.
    let battle = romans(
        Frame::Combats,
        &[("legionaries_1", "N1"), ("legionaries_2", "S3"), ("legionaries_3", "S4")],
        &[("warband_1", "S4"), ("warband_2", "N3"), ("warband_3", "N4")],
    );
    let Action::Fight(Fight { unit, kind: Kind::Flank { area: target, .. }, .. }) =
        decide(&battle, Seat::Red)
    else {
        panic!("{:?}", decide(&battle, Seat::Red));
    };
    assert_eq!((unit, target), (red(&battle, "legionaries_1"), area("N2")));
}

#[test]
fn two_open_areas_are_entered() {
    // VIR-1.7.1: one move after the other, and the battle is won.
    let mut battle = romans(
        Frame::Combats,
        &[("legionaries_1", "S1"), ("medium_cavalry_1", "SR"), ("legionaries_2", "S2")],
        &[("warband_1", "N2"), ("warband_2", "N3"), ("warband_3", "S2")],
    );
    let mut dice = Dice::seeded(1);
    while let Pending::Decide(seats) = battle.pending() {
        let by = seats.first().expect("somebody decides");
        let action = decide(&battle, by);
        battle.apply(by, &action, &mut dice, &mut Log::Off).expect("it is allowed");
        assert_eq!(battle.turn, 3, "it is won in this turn");
    }
    assert_eq!(battle.pending(), over(Seat::Red, "VIR-1.7.1", "holds two enemy areas"));
}

fn over(winner: Seat, rule: &'static str, how: &'static str) -> Pending {
    Pending::Over(Outcome { winner: Some(winner), rule, how, by_limit: false })
}

#[test]
fn a_gap_is_filled_before_anything_else() {
    // The enemy is in S1, and S2 is empty: his flank attack would win (VIR-5.4.6). The only unit
    // that can help is in the reserve, and in each of the two segments there is one point.
    let mut battle = romans(
        Frame::Combats,
        &[("legionaries_1", "S3"), ("legionaries_2", "SR"), ("formed_bowmen", "S4")],
        &[("warband_1", "S1"), ("warband_2", "N2"), ("warband_3", "N3"), ("warband_4", "N4")],
    );
    battle.pools = [Pool { card: Some(Card::One), bonus: 0, spent: 0 }; 4];
    battle.conquered.set(area("S1"), true);
    let mut dice = Dice::seeded(1);
    while battle.active == Seat::Red {
        let by = battle.pending().seat().expect("nothing is lost yet");
        let action = decide(&battle, by);
        battle.apply(by, &action, &mut dice, &mut Log::Off).expect("it is allowed");
    }
    let filled = ["S1", "S2"].map(|at| !battle.units_in(area(at), Seat::Red).is_empty());
    assert!(filled[0] || filled[1], "VIR-5.4.6");
}

#[test]
fn the_card_goes_where_the_battle_is_decided() {
    // The same gap, and one card to fill it with (VIR-4.4.1: paid where the move ends).
    let mut battle = romans(
        Frame::Distribute,
        &[("legionaries_1", "S3"), ("legionaries_2", "SR"), ("formed_bowmen", "S4")],
        &[("warband_1", "S1"), ("warband_2", "N2"), ("warband_3", "N3"), ("warband_4", "N4")],
    );
    battle.pools = [Pool::default(); 4];
    battle.sides[Seat::Red].deck.hand = Hand::Known(Cards::NONE.with(Card::Two).with(Card::King));
    let Action::Distribute(plan) = decide(&battle, Seat::Red) else { panic!("cards are asked") };
    assert!(plan.lay[0].or(plan.lay[1]).is_some(), "{plan:?}");
    assert_eq!(plan.discard, Cards::NONE.with(Card::King), "VIR-4.3.5");
}

#[test]
fn hits_go_where_they_hurt_least() {
    // VIR-5.1.4: Dacian hits on veterans with DV 4 rather than on archers who would run.
    let mut battle = romans(
        Frame::Combats,
        &[("veteran_legionaries_1", "S1"), ("formed_bowmen", "S1")],
        &[("warband_1", "S1")],
    );
    battle.active = Seat::Blue;
    battle.stack.push(Frame::GiveOut(GiveOut {
        area: area("S1"),
        attacker: 0,
        marks: Marks::empty(),
        red: 0,
        others: 1,
        from: 0,
    }));
    let unit = red(&battle, "veteran_legionaries_1");
    assert_eq!(decide(&battle, Seat::Red), Action::Give(Give { unit, red: false }));
}

#[test]
fn real_cards_are_left_to_their_owner() {
    // VIR-R88: nobody sees them, so nothing is laid.
    let mut battle = romans(Frame::Distribute, &[("legionaries_1", "S1")], &[("warband_1", "N1")]);
    battle.sides[Seat::Red].deck.hand = Hand::Hidden(4);
    assert_eq!(decide(&battle, Seat::Red), Action::Distribute(Distribution::default()));
}

#[test]
fn fates_are_the_odds_of_the_rules() {
    let battle = romans(Frame::Combats, &[("legionaries_1", "S1")], &[]);
    let unit = red(&battle, "legionaries_1");
    for (grade, stands, marks) in [
        (Grade::Regular, 4, [Marks::empty(); 3]),
        (Grade::Elite, 3, [Marks::BLUE, Marks::empty(), Marks::PURPLE]),
        (Grade::Levy, 2, [Marks::GREEN, Marks::BLUE, Marks::BLUE]),
    ] {
        let tested = crate::morale::Tested { grade, ..battle.tested(Seat::Red, unit) };
        let mut fate = Prospect::of(stands);
        marks.iter().for_each(|&hit| fate.suffer(1.0, &Hurt::of(&tested, hit)));
        let nerve = Nerve { stands, routs: 0 };
        let exact = odds(|dice| tested.test_all(Seat::Red, nerve, marks, dice, |_| ()));
        let leaves = exact.chance(|nerve| nerve.is_gone() || nerve.routs > 0).to_f64();
        assert!((f64::from(fate.leaves()) - leaves).abs() < 1e-5, "{grade:?}");
    }
}

/// How a seat decides.
#[derive(Clone, Copy)]
enum Player {
    Chance,
    Offhand,
    Tactics,
}
use Player::{Chance, Offhand};

/// Plays a battle on random terrain.
fn play(pair: u64, players: [Player; 2]) -> Outcome {
    let hosts = |n: u64| host(data::ARMIES[n as usize % 14].0);
    let mut battle = Battle::new(Setup::field(hosts(pair), hosts(pair * 5 + pair / 14 + 3), 4));
    let (mut dice, mut chance) = (Dice::seeded(pair), Dice::seeded(pair + 1_000_000));
    let mut candidates = Vec::new();
    loop {
        let by = match battle.pending() {
            Pending::Decide(seats) => seats.first().expect("somebody decides"),
            Pending::Over(outcome) => return outcome,
        };
        candidates.clear();
        let action = match players[by as usize] {
            Player::Tactics => battle.view(Some(by)).decide(by, &mut chance),
            Offhand => battle.offhand(by, &mut chance, &mut candidates),
            Chance => {
                battle.candidates(by, &mut candidates);
                candidates[chance.number(candidates.len())]
            }
        };
        assert_eq!(battle.check(by, &action), Ok(()), "battle {pair}: {action:?}");
        dice.forget();
        battle.perform(by, &action, &mut dice, &mut Log::Off).expect("seeded dice never wait");
    }
}

/// A small number always, a large one with `ACIES_SLOW`.
fn battles(few: u64, many: u64) -> u64 {
    if std::env::var_os("ACIES_SLOW").is_some() { many } else { few }
}

/// How many battles of each pair, on both sides, the first player wins, and how many he loses.
fn match_of(pairs: u64, players: [Player; 2]) -> (u64, u64) {
    let [first, second] = players;
    let (mut won, mut lost) = (0, 0);
    for pair in 0..pairs {
        for (seat, players) in [(Seat::Red, [first, second]), (Seat::Blue, [second, first])] {
            match play(pair, players).winner {
                Some(winner) if winner == seat => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
    }
    (won, lost)
}

#[test]
fn chance_is_beaten() {
    let (won, lost) = match_of(battles(30, 500), [Player::Tactics, Chance]);
    // A few battles may go wrong by chance, many may not.
    let least = battles(90, 95);
    assert!(100 * won >= least * (won + lost), "{won} won, {lost} lost");
}

#[test]
fn chance_is_beaten_offhand() {
    let (won, lost) = match_of(battles(30, 500), [Offhand, Chance]);
    assert!(10 * won >= 9 * (won + lost), "{won} won, {lost} lost");
}

#[test]
fn equals_come_to_a_decision() {
    let count = battles(60, 1000);
    let limit = (0..count).filter(|&pair| play(pair, [Player::Tactics; 2]).by_limit).count() as u64;
    assert!(20 * limit <= count, "{limit} of {count} battles reached the turn limit (VIR-R13.3)");
}
