//! What impetuous units are compelled to (VIR-SR1.2, VIR-R69.1 to .7).
//!
//! A compelled unit shows at the end of T4: the turn cannot end before it has moved (VIR-R69.5).

use crate::table::{mirrored, table};

#[test]
fn who_is_compelled() {
    for (red, blue, compelled, why) in [
        ("warband:a S1", "slingers:b N1", true, "VIR-R69.1, VIR-SR1.2"),
        ("warband:a S1 blooded", "slingers:b N1", true, "VIR-R69.1: blooded or not"),
        ("warriors:a S1", "slingers:b N1", true, "VIR-R69.1: every impetuous profile"),
        ("falxmen:a S1", "slingers:b N1", false, "VIR-R69.1: impetuous only"),
        ("warband:a S1 routed", "slingers:b N1", false, "VIR-R69.1: not routed"),
        ("warband:a S1", "slingers:b N2", false, "VIR-R69.1: nobody in front"),
        ("warband:a S1", "slingers:b NR, *Dux N1", false, "VIR-R6: a leader is no enemy unit"),
        (
            "warband:a S1",
            "slingers:b N1, slingers:c S1",
            false,
            "VIR-R69.1: enemies in its own area",
        ),
        ("warband:a N1", "slingers:b N1", false, "VIR-R69.1: on the opponent's side"),
        ("warband:a SR", "slingers:b N1", false, "VIR-R69.1: in the reserve"),
        ("warband:a S1 moved", "slingers:b N1", false, "VIR-R69.2: it has moved"),
    ] {
        let verdict = if compelled { "VIR-R69.5" } else { "allowed" };
        table("moves", red, blue, "").try_one("done", verdict, why);
        mirrored("moves", red, blue, "").try_one("done", verdict, why);
    }
}

#[test]
fn who_is_not_compelled_fights_and_claims_nothing() {
    let one = "pools.1 = { card = \"1\" }";
    for (red, blue, action, why) in [
        (
            "warband:a S1",
            "slingers:b N1, slingers:c S1",
            "fight a",
            "VIR-R69.1: enemies in its own area",
        ),
        (
            "warband:a S1 routed, light_archers:d S1",
            "slingers:b N1",
            "shoot d",
            "VIR-R69.1: not routed",
        ),
        (
            "falxmen:a S1, light_archers:d S1",
            "slingers:b N1",
            "shoot d",
            "VIR-R69.1: impetuous only",
        ),
        (
            "warband:a N1, light_archers:d S1, slingers:e SR",
            "slingers:b N1",
            "fight a",
            "VIR-R69.1: on the opponent's side",
        ),
    ] {
        table("combats", red, blue, one).try_one(action, "allowed", why);
    }
}

#[test]
fn compulsion_begins_when_pools_are_fixed() {
    // At T2c, from the cards on.
    let mut table = table("cards", "warband:a S1", "slingers:b N1", "red.hand_size = 1");
    table.play("cards 1=2");
    assert!(table.cites("VIR-R69.1"));
    assert_eq!(table.now(), "red moves", "VIR-R69.3: there is nothing to fight for it");
    table.try_one("done", "VIR-R69.5", "VIR-R69.5");
    table.play("move a N1").stands("a N1 4", "VIR-R69.3");
    table.try_one("done", "allowed", "VIR-R69.5: done");
}

#[test]
fn a_compelled_unit_does_not_fight() {
    // Its front is engaged by others, so that a flank attack would be open to it (VIR-R49).
    let red = "warband:a S1, legionaries:c S1, legionaries:d N1";
    let table = table("combats", red, "slingers:b N1, slingers:e S2", "");
    table.tries(&[
        ("flank a S2 fv", "VIR-R69.3 VIR-SR1.2", "VIR-R69.3"),
        ("flank c S2 fv", "allowed", "VIR-R69.3 is about the compelled"),
    ]);
    let charges = crate::table::table("charges", red, "slingers:b N1, slingers:e S2", "");
    charges.try_one("charge a e", "VIR-R69.3", "VIR-R69.3: nor does it charge");
}

#[test]
fn compelled_units_have_the_first_claim() {
    let red = "warband:a S1, warriors:d S1, light_archers:c S1";
    for (more, verdict, why) in [
        ("pools.1 = { card = \"3\" }", "allowed", "VIR-R69.2: one point is left over"),
        ("pools.1 = { card = \"2\" }", "VIR-R69.2", "VIR-R69.2: two are claimed"),
        ("pools.1 = { card = \"1\" }", "VIR-R69.2", "VIR-R69.2: one is claimed"),
        ("pools.1 = { card = \"joker\" }", "allowed", "VIR-R69.2: enough for all"),
        (
            "pools.1 = { card = \"2\" }\nrivers.S1-N1 = \"deep\"",
            "allowed",
            "VIR-R69.2: only one may cross",
        ),
        ("pools.1 = { card = \"1\" }\nrivers.S1-N1 = \"deep\"", "VIR-R69.2", "VIR-R69.2"),
    ] {
        table("combats", red, "slingers:b N1", more).try_one("shoot c", verdict, why);
        table("moves", red, "slingers:b N1", more).try_one("move c SR", verdict, why);
    }
    // Units from the reserve use the same points.
    let reserve = "warband:a S1, legionaries:c SR";
    let more = "pools.1 = { card = \"1\" }\npools.2 = { card = \"1\" }";
    let mut table = table("moves", reserve, "slingers:b N1", more);
    table.tries(&[
        ("move c S1", "VIR-R69.2", "VIR-R69.2: anything else in that segment"),
        ("move c S2", "allowed", "VIR-R69.2: in that segment"),
    ]);
    table.play("move a N1");
    assert_eq!(table.points(), "0 1 0 0", "VIR-R69.2: the compelled unit is paid from it");
    let mut free =
        crate::table::table("moves", reserve, "slingers:b N1", "pools.1 = { card = \"2\" }");
    free.play("move a N1");
    free.try_one("move c S1", "allowed", "VIR-R69.2: those who have moved claim nothing");
}

#[test]
fn with_one_point_one_of_two_moves() {
    let red = "warband:a S1, warriors:d S1";
    let mut table = table("moves", red, "slingers:b N1", "pools.1 = { card = \"1\" }");
    table.try_one("done", "VIR-R69.5", "VIR-R69.5: one can be paid for");
    table.play("move d N1");
    table.tries(&[
        ("done", "allowed", "VIR-R69.5: the other cannot"),
        ("move a N1", "VIR-R41", "VIR-R69.2: nothing is left"),
    ]);
}

#[test]
fn an_empty_pool_compels_nobody() {
    let table = table("moves", "warband:a S1", "slingers:b N1", "pools.2 = { card = \"3\" }");
    table.try_one("done", "allowed", "VIR-R69.6");
}

#[test]
fn crossings_are_kept_for_the_compelled() {
    let deep = "rivers.S1-N1 = \"deep\"\n";
    let ford = "rivers.S1-N1 = \"no_ford\"\n";
    let pay = |segment: u8, card: &str| format!("pools.{segment} = {{ card = \"{card}\" }}\n");
    let red = "warband:a S1, heavy_cavalry:c S1, heavy_cavalry:d S2";
    for (more, action, verdict, why) in [
        (format!("{deep}{}", pay(1, "6")), "move c N1", "VIR-R69.4", "VIR-R69.4"),
        // A Joker pays for the compelled unit as well as any card.
        (
            format!("{deep}{}", pay(1, "joker")),
            "move c N1",
            "VIR-R69.4",
            "VIR-R69.4: with a Joker too",
        ),
        (
            format!("{ford}{}", pay(1, "6")),
            "move c N1",
            "allowed",
            "VIR-R69.4: there is room for both",
        ),
        (format!("{ford}{}", pay(1, "joker")), "move c N1", "allowed", "VIR-R69.4: room for both"),
        (
            format!("{deep}{}{}", pay(1, "1"), pay(2, "1")),
            "move d SR S1 N1",
            "VIR-R69.4",
            "VIR-R69.4: from another segment",
        ),
        (
            format!("{deep}{}", pay(2, "1")),
            "move d SR S1 N1",
            "allowed",
            "VIR-R69.4: it cannot be paid for",
        ),
    ] {
        table("moves", red, "slingers:b N1", &more).try_one(action, verdict, why);
    }
    // Two compelled units and two crossings.
    let both = "warband:a S1, warriors:e S1, heavy_cavalry:c N1";
    for (card, verdict) in [("6", "VIR-R69.4"), ("joker", "VIR-R69.4"), ("1", "VIR-R69.2")] {
        let more = format!("{ford}{}", pay(1, card));
        table("moves", both, "slingers:b N1", &more).try_one("move c S1", verdict, "VIR-R69.4");
    }
}

#[test]
fn who_cannot_cross_any_more_is_free() {
    let deep = "rivers.S1-N1 = \"deep\"";
    let mut table = table("moves", "warband:a S1, warriors:d S1", "slingers:b N1", deep);
    table.play("move a N1");
    table.tries(&[
        ("done", "allowed", "VIR-R69.5: its step is no longer legal"),
        ("move d N1", "VIR-SR7.3", "VIR-R73"),
        ("move d SR", "VIR-R69.7", "VIR-R69.7 holds all the same"),
    ]);
}

#[test]
fn impetuous_units_do_not_step_back() {
    for (red, blue, action, verdict, why) in [
        ("warband:a S1", "slingers:b S1", "move a SR", "VIR-R69.7", "enemies in its area"),
        ("warband:a S1", "slingers:b N1", "move a SR", "VIR-R69.7", "enemies in its front area"),
        ("warband:a N1", "slingers:b N1", "move a S1", "VIR-R69.7", "enemies in its area"),
        ("warband:a S1", "slingers:b N2", "move a SR", "allowed", "VIR-R69.7: nobody before it"),
        ("warband:a N1", "slingers:b S1", "move a S1", "allowed", "VIR-R69.7: nobody in its area"),
        ("warband:a N1", "slingers:b S1", "move a S1 SR", "VIR-R69.7", "judged at each step"),
        ("legionaries:a S1", "slingers:b S1", "move a SR", "allowed", "VIR-R69.7: impetuous only"),
    ] {
        table("moves", red, blue, "").try_one(action, verdict, why);
    }
    // A recoil is not voluntary.
    let hit = crate::table::hits("a", "b plain");
    let mut table = table("moves", "legionaries:a S1", "warband:b S1, slingers:z NR", &hit);
    table.play("done [3 5]").stands("b N1 3 routed", "VIR-R69.7: voluntarily; VIR-R30");
}
