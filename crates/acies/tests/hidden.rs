//! Nothing hidden is used: two battles that differ only in what a seat cannot see get the same decision from every level.

use acies::Visitor;
use acies_ai::{Budget, Mind, Outlook, Player};
use acies_core::{Dice, Each, Game, Log, Pending, Ruleset, Seat, Tactics};

/// How many decisions are looked at, and how many of them had something hidden.
#[derive(Debug, Default)]
struct Seen {
    decisions: usize,
    hidden: usize,
}

/// Looks at one decision in so many, and at no more than so many.
struct Look {
    every: usize,
    most: usize,
}

impl Visitor for Look {
    type Out = Seen;

    fn visit<R: Ruleset>(self) -> Seen {
        let Look { every, most } = self;
        let armies = R::armies();
        let [red, blue] = [0, 1].map(|n| R::shipped(&armies[n].id).expect("it is listed"));
        let mut game = R::field(&red, &blue).expect("armies of one size can meet");
        let (mut dice, mut seen) = (Dice::seeded(5), Seen::default());
        let mut minds = Each::of(|seat| Mind::new(Player::Centurion, seat as u64));
        for step in 0.. {
            let Pending::Decide(seats) = game.pending() else { break };
            let by = seats.first().expect("somebody decides");
            if step % every == 0 {
                seen.decisions += 1;
                let guess = game.view(Some(by)).guess(by, &mut Dice::seeded(step as u64));
                if guess != game {
                    seen.hidden += 1;
                    decided_alike::<R>(&game, &guess, by, step as u64);
                }
            }
            if seen.hidden == most {
                break;
            }
            let action = minds[by].decide(&game, by);
            dice.forget();
            let done = game.perform(by, &action, &mut dice, &mut Log::Off);
            done.expect("seeded dice are never waited for");
        }
        seen
    }
}

/// Every level, with budgets that a test can afford.
fn decided_alike<R: Ruleset>(game: &R::Game, guess: &R::Game, by: Seat, seed: u64) {
    let shipped = Outlook::of::<R::Game>();
    // Battles that are never broken off take longer.
    let playouts = if shipped.signs.is_empty() { 8 } else { 24 };
    let small = Outlook {
        turns: Some(1),
        legate: Budget { playouts, breadth: 3 },
        consul: Budget { playouts: 2 * playouts, breadth: 4 },
        ..shipped
    };
    for player in Player::LEVELS {
        let [here, there] = [game, guess].map(|game| {
            let mut mind = Mind::new(player, seed).with_outlook(small.clone());
            let thought = mind.think(game, by, &|_| true);
            let won: Vec<_> = thought.tried.iter().map(|tried| tried.won.clone()).collect();
            (won, thought.into_action())
        });
        assert_eq!(here, there, "{}: {player} knows too much", R::ID);
    }
}

#[test]
fn hidden_hands_of_virtus_change_no_decision() {
    let seen = acies::with("virtus", Look { every: 1, most: 10 }).expect("it is listed");
    assert_eq!(seen.hidden, 10, "hands are hidden until they are played: {seen:?}");
}

#[test]
fn hidden_plans_of_adlg_change_no_decision() {
    let seen = acies::with("adlg", Look { every: 1, most: 4 }).expect("it is listed");
    assert!(seen.hidden > 0, "plans are hidden at first: {seen:?}");
}

#[test]
fn hidden_deployments_of_advanced_virtus_change_no_decision() {
    let seen = acies::with("av", Look { every: 1, most: 2 }).expect("it is listed");
    assert!(seen.hidden > 0, "deployments are hidden at first: {seen:?}");
}

#[test]
fn hidden_nominations_of_impetus_change_no_decision() {
    let seen = acies::with("impetus", Look { every: 1, most: 2 }).expect("it is listed");
    assert!(seen.hidden > 0, "nominations are hidden: {seen:?}");
}

#[test]
fn hidden_orders_of_legio_change_no_decision() {
    let seen = acies::with("legio", Look { every: 1, most: 2 }).expect("it is listed");
    assert!(seen.hidden > 0, "orders and volleys are hidden: {seen:?}");
}

/// What ships as outlook of a ruleset can be read, and weighs the signs that it has.
struct Shipped;

impl Visitor for Shipped {
    type Out = ();

    fn visit<R: Ruleset>(self) {
        let outlook = Outlook::of::<R::Game>();
        let first = R::battles().into_iter().next().expect("every ruleset ships a battle");
        let battle = R::battle(&first.id).expect("it is listed");
        let signs: Vec<_> = battle.signs(Seat::Red).iter().map(|sign| sign.0).collect();
        let weighed: Vec<_> = outlook.signs.iter().map(|it| it.name.as_str()).collect();
        match outlook.turns {
            None => assert!(weighed.is_empty(), "{}: what is weighed is of no use", R::ID),
            Some(_) => assert_eq!(weighed, signs, "{}: fit it again", R::ID),
        }
    }
}

#[test]
fn outlooks_weigh_the_signs_of_their_rulesets() {
    for ruleset in acies::rulesets() {
        acies::with(ruleset.id(), Shipped).expect("it is listed");
    }
}
