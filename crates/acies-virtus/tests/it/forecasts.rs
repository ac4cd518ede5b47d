//! Forecasts in battle: the figures that the rules give, worked out apart from this code.

use acies_core::{Dice, Forecast, Game, Log, Seat, Telling};
use acies_virtus::Battle;

use crate::table::{hits, table};

/// What an action throws, and what follows later.
fn foresee(battle: &Battle, action: &str) -> (Option<Forecast>, Vec<Forecast>) {
    let by = battle.active;
    let action = battle.read(by, action).unwrap();
    assert_eq!(battle.check(by, &action), Ok(()));
    (battle.forecast(by, &action), battle.later(by, &action))
}

#[track_caller]
fn highlights(forecast: &Forecast, expected: &[(&str, &str)]) {
    let told: Vec<_> =
        forecast.highlights.iter().map(|it| (it.says.as_str(), it.chance.to_string())).collect();
    let expected: Vec<_> = expected.iter().map(|&(says, p)| (says, p.to_owned())).collect();
    assert_eq!(told, expected, "{}", forecast.title);
}

#[test]
fn the_cohesion_test_of_a_charger_counts() {
    // VIR-SR14.6, VIR-R81: companions, heavy, keep together on 3 or less. FV 4: a die misses with 1/3.
    // No hit: 1/2 * (1/3)^4 + 1/2 * (1/3)^3 = 2/81.
    let table = table("charges", "companions S2", "hoplites S2", "");
    let (now, later) = foresee(&table.battle, "charge companions hoplites");
    let now = now.expect("nothing else can be done first, so it is rolled at once");
    highlights(
        &now,
        &[("at least one hit", "79/81"), ("companions lose a stand before the pikes", "1/2")],
    );
    let [tests] = &later[..] else { panic!("{later:?}") };
    highlights(
        tests,
        &[
            ("hoplites lose a stand or more", "61/81"),
            ("hoplites are routed", "55/162"),
            ("hoplites are destroyed", "13/81"),
        ],
    );
}

#[test]
fn hits_already_taken_count() {
    let more = hits("slingers", "warband plain, warband plain");
    let table = table(
        "combats",
        "slingers S2 activated, legionaries S2",
        "warband S2 stands=2 blooded",
        &more,
    );
    let (_, later) = foresee(&table.battle, "fight legionaries");
    // VIR-3.1.1, VIR-R26. DV 2: each of two hits costs a stand with 2/3, and each of four dice does with
    // 1/2 * 2/3. No loss at all: (1/3)^2 * (2/3)^4 = 16/729.
    highlights(
        &later[0],
        &[
            ("warband lose a stand or more", "713/729"),
            ("warband are routed", "64/729"),
            ("warband are destroyed", "617/729"),
        ],
    );
}

#[test]
fn the_death_of_a_joined_leader_counts() {
    let blue = "legionaries S2, *Bb S2 joined=legionaries";
    let table = table("combats", "warband S2", blue, "");
    let (now, later) = foresee(&table.battle, "fight warband");
    // VIR-5.5.1: four dice, no 6 with (5/6)^4.
    let leader = ("their leader is hit", "671/1296");
    highlights(&now.unwrap(), &[("at least one hit", "80/81"), leader]);
    // VIR-SR18.5, VIR-SR18.6. Each die kills him with 1/36: 1 - (35/36)^4.
    let [stand, routed, destroyed, killed] = &later[0].highlights[..] else { panic!("{later:?}") };
    assert_eq!(stand.says, "legionaries lose a stand or more");
    assert_eq!(routed.chance.to_string(), "185927/559872");
    assert_eq!(destroyed.chance.to_string(), "19043/157464");
    assert_eq!(killed.chance.to_string(), "178991/1679616");
}

#[test]
fn a_charge_that_waits_is_foreseen_for_later() {
    // Slingers may fight first, so nothing is thrown yet.
    let table = table("charges", "heavy_cavalry:a S2, slingers:b S2", "warband:z S2", "");
    let (now, later) = foresee(&table.battle, "charge a z");
    assert_eq!(now, None);
    let [roll, tests] = &later[..] else { panic!("{later:?}") };
    // VIR-5.2.1: FV 4, three dice.
    assert!(roll.title.starts_with("a charge z: "), "{}", roll.title);
    assert!(tests.title.starts_with("z test their hits when their turn begins"));
}

#[test]
fn the_last_hit_given_out_may_let_a_charge_be_rolled() {
    // Blue decides, and red throws: the charge of a, or the tests of blue as red's turn ends.
    let blue = "warband:y S2, slingers:z S2";
    let mut table = table("charges", "heavy_cavalry:a S2, slingers:b S2", blue, "");
    table.play("charge a z; done; fight b [1 6]");
    let by = Seat::Blue;
    let action = table.battle.read(by, "give y").unwrap();
    assert_eq!(table.battle.check(by, &action), Ok(()));
    let forecast = table.battle.forecast(by, &action).expect("it is rolled now");
    assert!(forecast.title.starts_with("a charge z: "), "{}", forecast.title);
    let later = table.battle.later(by, &action);
    let [charged, given] = &later[..] else { panic!("{later:?}") };
    assert!(charged.title.starts_with("z test their hits"), "{}", charged.title);
    assert!(given.title.starts_with("y test their hits"), "{}", given.title);
}

#[test]
fn who_takes_a_hit_is_told_what_it_may_cost() {
    // Two hits, one on each. DV 1 lets five of six faces cost a stand, DV 2 four; both have MV 4, which 5 and 6 exceed.
    let more = "give_out = { area = \"S2\", from = \"a\", marks = \"plain\", others = 2 }";
    let table = table("give_out", "legionaries:a S2", "falxmen:y S2, warband:z S2", more);
    let by = Seat::Blue;
    for (unit, stand, rout) in [("y", "5/6", "5/18"), ("z", "2/3", "2/9")] {
        let give = table.battle.read(by, &format!("give {unit}")).unwrap();
        let later = table.battle.later(by, &give);
        let [tests] = &later[..] else { panic!("VIR-3.1.1: {later:?}") };
        let says = |what: &str| format!("{unit} {what}");
        let (stands, routs) = (says("lose a stand or more"), says("are routed"));
        let gone = says("are destroyed");
        highlights(tests, &[(&stands, stand), (&routs, rout), (&gone, "0/1")]);
    }
}

#[test]
fn several_targets_are_for_their_owner_to_choose() {
    let table = table("combats", "legionaries:a S2", "warband:y S2, slingers:z S2", "");
    let (now, later) = foresee(&table.battle, "fight a");
    assert!(now.unwrap().title.ends_with("their owner gives out the hits"));
    assert_eq!(later, []);
}

#[test]
fn the_end_of_a_turn_is_foreseen() {
    // VIR-9.2: three stands: 1/2. DV 3: the hit costs a stand with 1/2, MV 4 fails with 1/3.
    let more = hits("a", "z plain");
    let table = table(
        "moves",
        "legionaries:a S2 activated fought, legionaries:b SR stands=3 blooded rested",
        "legionaries:z S2",
        &more,
    );
    let (now, later) = foresee(&table.battle, "done");
    let now = now.expect("b rally and z test");
    highlights(
        &now,
        &[
            ("b recover a stand", "1/2"),
            ("z lose a stand or more", "1/2"),
            ("z are routed", "1/6"),
            ("z are destroyed", "0/1"),
        ],
    );
    let told: Vec<_> =
        now.outcomes.iter().map(|it| (it.says.as_str(), it.chance.to_string())).collect();
    assert_eq!(
        told,
        [
            ("0 stands recovered, 0 enemy units routed, 0 destroyed", "5/12".to_owned()),
            ("0 stands recovered, 1 enemy unit routed, 0 destroyed", "1/12".to_owned()),
            ("1 stand recovered, 0 enemy units routed, 0 destroyed", "5/12".to_owned()),
            ("1 stand recovered, 1 enemy unit routed, 0 destroyed", "1/12".to_owned()),
        ]
    );
    assert_eq!(later, []);
}

/// Units that share a leader share his fate: what they come to together is what is played.
#[test]
fn a_leader_binds_the_fates_of_units_together() {
    let more = hits("a", "y plain, z plain");
    let blue = "legionaries:y S2, legionaries:z S2, *Dux S2 charismatic joined=y hits=2";
    let table = table("moves", "legionaries:a S2 activated fought", blue, &more);
    let battle = &table.battle;
    let action = battle.read(Seat::Red, "done").unwrap();
    let forecast = battle.forecast(Seat::Red, &action).unwrap();
    let played = acies_core::odds(|dice: &mut Dice| {
        let mut after = battle.clone();
        after.perform(Seat::Red, &action, dice, &mut Log::Off)?;
        let seen = battle.hindsight(Seat::Red, &action, &after, &[]).unwrap();
        Ok(seen.outcomes[0].says.clone())
    });
    for outcome in &forecast.outcomes {
        assert_eq!(outcome.chance, played.chance(|says| *says == outcome.says), "{}", outcome.says);
    }
}
