//! The laws that every ruleset keeps, tried on battles of all shipped armies and on the shipped
//! battles with their rivers, marshes and rocks.

use acies_core::{
    Game, Ruleset, Seat,
    kit::{self, Deciding, Kit},
};
use acies_virtus::{
    Battle, Virtus, activation::cards::Cards, areas::Area, files::data, units::Flags,
};

use crate::table::{hits, table};

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
        if battle.turn > 0 && side.sealed.is_made() {
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

#[test]
fn steps_and_deeds_keep_their_laws() {
    KIT.steps(battles(16, 200));
}

/// What is forecast is what is done. Set-up has no forecast, and neither have turns that end with nothing
/// but cards to draw.
#[test]
fn forecasts_are_what_is_done() {
    let slow = std::env::var_os("ACIES_SLOW").is_some();
    let (moments, thrown) = if slow { (4_000, 400) } else { (240, 6) };
    for deciding in [Deciding::AtRandom, Deciding::ByTactics] {
        let compared = KIT.forecasts(battles(60, 600), deciding, moments, thrown);
        assert!(compared.exact >= moments, "{compared:?}");
        for verb in compared.silent.keys() {
            let named = ["begin", "deploy", "done", "move", "leader", "cards", "form", "give"];
            assert!(named.contains(&verb.as_str()), "`{verb}` throws dice without a forecast");
        }
    }
}

/// Moments that random battles seldom come to: joined leaders who were hit, charges on pikemen, units with
/// hits before the next fight. With real cards nothing but dice is thrown, so every way is gone through.
fn moment(seed: u64) -> Battle {
    let dux = "legionaries:y S2, legionaries:z S2, *Dux S2 charismatic joined=y";
    let hit_dux = format!("{dux} hits=2");
    let [one, two] = ["y plain, z plain", "y plain, y plain"].map(|on| hits("a", on));
    let cases = [
        ("charges", "companions S2, heavy_cavalry:b S2 stands=1 blooded", "hoplites S2", ""),
        ("charges", "heavy_cavalry:a S2, slingers:b S2", "warband:y S2, slingers:z S2", ""),
        ("combats", "legionaries:a S2, warband:b S2", "warband:y S2 stands=2 blooded", &two),
        ("combats", "warband:a S2", "legionaries S2, *Dux S2 joined=legionaries", ""),
        ("combats", "warband:a S2, warband:b S2", dux, ""),
        ("moves", "warband:a S2 activated fought", &hit_dux, &one),
        ("moves", "warband:a S2 activated fought, warband:b SR stands=3 blooded rested", dux, &two),
    ];
    let (step, red, blue, more) = cases[seed as usize % cases.len()];
    table(step, red, blue, more).battle
}

#[test]
fn forecasts_of_rare_moments_are_what_is_done() {
    let kit = Kit::<Virtus> { start: moment, ..KIT };
    let compared = kit.forecasts(0..28, Deciding::AtRandom, 80, 0);
    assert_eq!(compared.left_out, 0, "{compared:?}");
}

/// VIR-R38, VIR-1.6.1: what a spectator gets has neither hands nor sealed placements in it.
#[test]
fn views_have_no_secrets() {
    let battle = start(4);
    let spectator = serde_json::to_string(&battle.view(None)).unwrap();
    assert!(spectator.contains(r#""hidden":0"#) && !spectator.contains("known"), "{spectator}");
}
