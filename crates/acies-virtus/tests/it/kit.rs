//! The laws that every ruleset keeps, tried on battles of all shipped armies and on the shipped
//! battles with their rivers, marshes and rocks.

use acies_core::{
    Game, Ruleset, Seat,
    kit::{self, Deciding, Kit},
};
use acies_virtus::{Battle, Virtus, areas::Area, battle::Sealed, cards::Cards, data, units::Flags};

fn start(seed: u64) -> Battle {
    let battles = Virtus::battles();
    let at = seed as usize % (battles.len() + 4);
    if let Some(card) = battles.get(at) {
        return Virtus::battle(&card.id).unwrap();
    }
    let army = |n: usize| {
        let (id, text) = data::ARMIES[n % 14];
        Virtus::army(id, text).unwrap()
    };
    let n = seed as usize;
    Virtus::field(&army(n * 3), &army(n * 5 + 1)).unwrap()
}

/// What is true of every state.
fn invariant(battle: &Battle) -> Result<(), String> {
    let broken = |what: String| Err(what);
    for seat in Seat::BOTH {
        let side = &battle.sides[seat];
        for (number, unit) in side.units.iter() {
            let mv = battle.troop(seat, number).profile.mv;
            if unit.stands > mv {
                return broken(format!("unit {number} has {} of {mv} stands", unit.stands));
            }
            if unit.stands < mv && !unit.is(Flags::BLOODED) {
                return broken(format!("unit {number} has lost stands without being blooded"));
            }
            if unit.area == Area::reserve(seat.other()) {
                return broken(format!("unit {number} is in the enemy's reserve (VIR-R3)"));
            }
        }
        let out: Vec<_> = battle.leaders(seat).filter(|(_, it)| !it.area.is_reserve()).collect();
        for (n, (_, leader)) in out.iter().enumerate() {
            if out[..n].iter().any(|(_, other)| other.area == leader.area) {
                return broken(format!("two leaders in {:?} (VIR-8.10)", leader.area));
            }
        }
        let deck = &side.deck;
        let held = deck.draw_pile().map(|pile| {
            let laid = deck.laid.iter().flatten().count() as u8;
            pile.len() + deck.hand.count() + deck.discard.len() + laid
        });
        if held.is_some_and(|n| n != Cards::deck().len()) {
            return broken(format!("{seat} has {held:?} cards (VIR-1.4.1)"));
        }
        if battle.turn > 0 && side.sealed != Sealed::Nothing {
            return broken(format!("{seat} is still behind its screen"));
        }
    }
    for hit in &battle.hits {
        if !battle.units(battle.active.other())[hit.target].is_alive() {
            return broken(format!("a hit on a unit that is gone: {hit:?}"));
        }
    }
    Ok(())
}

const KIT: Kit<Virtus> = Kit { start, invariant, actions_max: 5_000 };

/// How many battles: a small share always, many with `ACIES_SLOW`.
fn battles(few: u64, many: u64) -> std::ops::Range<u64> {
    0..if std::env::var_os("ACIES_SLOW").is_some() { many } else { few }
}

#[test]
fn what_ships_can_be_used() {
    kit::laws_of_a_ruleset::<Virtus>();
}

#[test]
fn random_battles_keep_the_laws() {
    KIT.run(battles(24, 400), Deciding::AtRandom);
}

#[test]
fn computer_players_keep_the_laws() {
    KIT.run(battles(12, 200), Deciding::ByTactics);
}

/// VIR-R38, VIR-1.6.1: what a spectator gets has neither hands nor sealed placements in it.
#[test]
fn views_have_no_secrets() {
    let battle = start(4);
    let spectator = serde_json::to_string(&battle.view(None)).unwrap();
    assert!(spectator.contains(r#""hidden":0"#) && !spectator.contains("known"), "{spectator}");
}
