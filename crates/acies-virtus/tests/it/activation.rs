//! T2: the hand, the distribution of cards, and when the deck is shuffled again (RULES.md 3.12 to
//! 3.15; VIR-R35 to VIR-R40, VIR-R88).
//!
//! A card that is drawn is scripted by its kind: 0 to 5 are the numbers, 6 to 8 Jack, Queen and
//! King, 9 is the Joker.

use acies_core::{Game, Seat, Telling};
use acies_virtus::activation::cards::Hand;

use crate::table::{Table, hits, table};

fn hand(table: &Table, seat: Seat) -> String {
    match table.battle.sides[seat].deck.hand {
        Hand::Known(cards) => cards.to_string(),
        Hand::Hidden(n) => format!("{n} hidden"),
    }
}

#[test]
fn the_hand_is_filled_up_to_a_limit() {
    for (blue, drawn, why) in [
        ("slingers:b N1, slingers:c N2, *Dux N2", 2, "VIR-4.1.2: one for each controlled segment"),
        ("slingers:b N1, slingers:c N2, *Dux NR", 3, "VIR-4.1.4: the C-in-C in his reserve"),
        ("slingers:b N1, slingers:c S1, *Dux N2", 1, "VIR-R35: both areas are one segment"),
        (
            "slingers:b S3, slingers:c NR, *Dux N2",
            1,
            "VIR-R35: either area will do, the reserve is none",
        ),
        ("slingers:b N1, *Dux N2, *Vir NR", 1, "VIR-R36: other leaders give no card"),
        ("slingers:b N1, *Dux N2, *Vir NR cinc", 2, "VIR-8.8: whoever is C-in-C"),
        ("slingers:b N1, *Dux NR dead, *Vir NR", 1, "VIR-R65: a dead C-in-C is not replaced"),
        ("slingers:b NR, *Dux N2", 1, "VIR-R36: at least one"),
        ("slingers:b NR, *Dux NR", 1, "VIR-R36: no more than that one"),
        (
            "slingers:b N1, slingers:c NR, *Dux N3",
            1,
            "VIR-4.1.3: a leader controls nothing, VIR-R6",
        ),
    ] {
        let mut table = table("moves", "legionaries:a S4", blue, "real_cards = false");
        let faces = "0 5 9 3 4".split(' ').take(drawn).collect::<Vec<_>>().join(" ");
        table.play(&format!("done [{faces}]"));
        let cards = ["", "1", "1 6", "1 6 joker"][drawn];
        assert_eq!(hand(&table, Seat::Blue), cards, "{why}");
    }
}

#[test]
fn cards_are_drawn_after_the_tests() {
    // The legionaries rout out of segment 1 and leave one card to the slingers of segment 2.
    let blue = "legionaries:b N1, slingers:c N2, *Dux N3";
    let more = format!("real_cards = false\n{}", hits("a", "b plain"));
    let mut table = table("moves", "legionaries:a S1", blue, &more);
    table.play("done [4 5 2]").stands("b NR 3 routed", "VIR-4.1.1");
    assert_eq!(
        hand(&table, Seat::Blue),
        "3",
        "VIR-4.1.1, VIR-R35: control is judged after recoils"
    );
    // A routed unit still controls.
    let blue = "legionaries:b S1, slingers:c N2, *Dux N3";
    let mut table = crate::table::table("moves", "legionaries:a S1", blue, &more);
    table.play("done [4 5 2 3]").stands("b N1 3 routed", "VIR-R30");
    assert_eq!(hand(&table, Seat::Blue), "3 4", "VIR-R35: routed units count");
}

#[test]
fn too_many_cards_are_discarded_at_random() {
    let more = "blue.hand = [\"1\", \"2\", \"K\"]";
    let mut table = table("moves", "legionaries:a S1", "slingers:b N1, *Dux N1", more);
    table.play("done [0 8]");
    assert_eq!(hand(&table, Seat::Blue), "2", "VIR-4.2.4, VIR-R36: two of three, no draw");
    assert_eq!(table.battle.sides[Seat::Blue].deck.discard.to_string(), "1 K", "VIR-R38: public");
    assert!(table.cites("VIR-4.2.4"));
    // As many as allowed: nothing is drawn or lost.
    let more = "blue.hand = [\"K\"]";
    let mut table =
        crate::table::table("moves", "legionaries:a S1", "slingers:b N1, *Dux N1", more);
    table.play("done");
    assert_eq!(hand(&table, Seat::Blue), "K", "VIR-4.2.3, VIR-4.3.6: kept for later turns");
}

/// All cards but these.
fn discard_all_but(kept: &[&str]) -> String {
    let mut cards = ["1", "2", "3", "4", "5", "6", "J", "Q", "K"].repeat(2);
    cards.push("joker");
    for card in kept {
        let at = cards.iter().position(|it| it == card).expect("a card of the deck");
        cards.remove(at);
    }
    format!("blue.discard = {cards:?}")
}

#[test]
fn a_small_draw_pile_is_shuffled_again() {
    let blue = "slingers:b N1, slingers:c N2, *Dux NR";
    // Three to draw and two in the pile: all that is not in hand is shuffled first.
    let more = format!("real_cards = false\n{}", discard_all_but(&["1", "2"]));
    let mut short = table("moves", "legionaries:a S1", blue, &more);
    short.play("done [5 5 9]");
    assert_eq!(
        hand(&short, Seat::Blue),
        "6 6 joker",
        "VIR-4.3.8, VIR-R39: before drawing any card"
    );
    assert_eq!(
        short.battle.sides[Seat::Blue].deck.draw_len(),
        16,
        "VIR-R39: draw pile and discards"
    );
    assert!(short.cites("VIR-4.3.8"));
    let more = format!("real_cards = false\n{}", discard_all_but(&["1", "2", "K"]));
    let mut enough = table("moves", "legionaries:a S1", blue, &more);
    enough.play("done [0 1 8]");
    assert_eq!(hand(&enough, Seat::Blue), "1 2 K", "VIR-4.3.8: the pile was just enough");
    assert!(!enough.cites("VIR-4.3.8"));
    assert_eq!(enough.battle.sides[Seat::Blue].deck.draw_len(), 0);
}

#[test]
fn what_may_be_done_with_cards() {
    let more = "red.hand = [\"2\", \"5\", \"K\", \"joker\"]";
    let table = table("cards", "legionaries:a S1", "slingers:b N1", more);
    table.tries(&[
        ("cards 1=2 2=5 3=joker", "allowed", "VIR-4.2.1, VIR-R37: any segment may get a card"),
        ("cards none", "allowed", "VIR-4.2.3: all are kept"),
        ("cards 1=2 discard=K,5", "allowed", "VIR-4.2.2, VIR-4.3.6"),
        ("cards 1=K", "VIR-4.3.5 VIR-R37", "court cards activate nothing"),
        ("cards 1=6", "VIR-4.2.1", "not in hand"),
        ("cards 1=2 2=2", "VIR-4.2.1", "only one in hand"),
        ("cards 1=2 discard=2", "VIR-4.2.1", "only one in hand"),
        ("cards discard=Q", "VIR-4.2.1", "not in hand"),
        ("cards face_down=1", "VIR-4.2.2 VIR-R88", "these are no real cards"),
        ("blue: cards none", "VIR-2.1", "not his turn"),
        ("fight a", "VIR-2.2", "activation comes before combats"),
    ]);
    let misread = table.battle.read_action(Seat::Red, "cards 1=2 1=5").unwrap_err();
    assert!(misread.what.contains("VIR-4.2.1"), "at most one card to a segment: {misread}");
    let misread = table.battle.read_action(Seat::Red, "cards 5=2").unwrap_err();
    assert!(misread.what.contains("VIR-R4"), "{misread}");
    let small = crate::table::table(
        "cards",
        "slingers:a S1",
        "slingers:b N1",
        "columns = 3\nred.hand = [\"2\"]",
    );
    small.tries(&[
        ("cards 4=2", "VIR-4.0.2 VIR-R4", "three segments on the small table"),
        ("cards 3=2", "allowed", "VIR-4.0.2"),
    ]);
}

#[test]
fn cards_become_points_and_then_discards() {
    let more = "red.hand = [\"2\", \"5\", \"K\", \"Q\"]";
    let mut table = table("cards", "javelineers:a S1", "slingers:b NR", more);
    table.play("cards 1=2 3=5 discard=K");
    assert_eq!(table.points(), "2 0 5 0", "VIR-4.3.1, VIR-R40");
    assert_eq!(hand(&table, Seat::Red), "Q", "VIR-4.2.3: the rest is kept");
    let deck = |table: &Table| table.battle.sides[Seat::Red].deck;
    assert_eq!(deck(&table).discard.to_string(), "K", "VIR-4.2.2");
    // The slingers are in the reserve with their leader: one card (VIR-R36).
    table.play("move a N1; done [0]");
    assert_eq!(
        deck(&table).discard.to_string(),
        "2 5 K",
        "VIR-4.3.2, VIR-R37: at the end of the turn"
    );
    assert_eq!(table.points(), "0 0 0 0", "VIR-R40: what is left is lost");
}

#[test]
fn a_joker_that_was_played_shuffles_the_deck() {
    let more = "red.hand = [\"3\", \"joker\"]\nred.discard = [\"1\", \"6\"]";
    let start = || table("cards", "javelineers:a S1", "slingers:b NR", more);
    let pile = |table: &Table| table.battle.sides[Seat::Red].deck.draw_len();
    let mut played = start();
    played.play("cards 1=joker");
    assert_eq!(played.points(), "* 0 0 0", "VIR-4.3.3: as many as he wishes");
    assert_eq!(pile(&played), 15);
    played.play("done [0]");
    assert_eq!(pile(&played), 18, "VIR-4.3.7, VIR-4.3.4, VIR-R39: all but the card in hand");
    assert!(played.cites("VIR-4.3.7"));
    let mut thrown = start();
    thrown.play("cards discard=joker; done [0]");
    assert_eq!(pile(&thrown), 15, "VIR-R39: a Joker that is merely discarded does not count");
    assert!(!thrown.cites("VIR-4.3.7"));
}

#[test]
fn real_cards_are_counted() {
    let more = "real_cards = true\nred.hand_size = 3\nred.discard = [\"4\", \"4\"]";
    let mut table = table("cards", "legionaries:a S1", "slingers:b N1", more);
    table.tries(&[
        ("cards 1=6 2=joker 3=1", "allowed", "VIR-R88: three in hand"),
        ("cards 1=6 2=5 3=1 4=2", "VIR-4.1.2 VIR-R88", "VIR-R88: not four"),
        ("cards 1=6 face_down=2", "allowed", "VIR-R88: numbers of discards"),
        ("cards 1=6 face_down=3", "VIR-4.1.2", "VIR-R88: three in hand"),
        ("cards 1=4", "VIR-R88 VIR-1.4.T", "VIR-R88: both came up since the last shuffle"),
        ("cards 1=joker 2=joker", "VIR-R88", "VIR-1.4.4: one Joker"),
        ("cards 1=K", "VIR-4.3.5", "VIR-R37"),
    ]);
    table.play("cards 1=6 face_down=1");
    assert_eq!(hand(&table, Seat::Red), "1 hidden", "VIR-R88: one is kept");
    let deck = table.battle.sides[Seat::Red].deck;
    assert_eq!((deck.face_down, deck.draw_len()), (1, 19 - 2 - 1 - 1 - 1));
    // Excess of real cards is lost face down, too.
    let more = "real_cards = true\nblue.hand_size = 4";
    let mut excess =
        crate::table::table("moves", "legionaries:a S1", "slingers:b N1, *Dux N1", more);
    excess.play("done");
    assert_eq!(hand(&excess, Seat::Blue), "1 hidden", "VIR-4.2.4");
    assert_eq!(excess.battle.sides[Seat::Blue].deck.face_down, 3, "VIR-R88");
}

#[test]
fn hands_are_hidden_from_others() {
    let more = "red.hand = [\"2\", \"K\"]\nblue.hand = [\"6\"]";
    let table = table("cards", "legionaries:a S1", "slingers:b N1", more);
    for (viewer, red, blue) in [
        (Some(Seat::Red), "2 K", "1 hidden"),
        (Some(Seat::Blue), "2 hidden", "6"),
        (None, "2 hidden", "1 hidden"),
    ] {
        let seen = Table { battle: table.battle.view(viewer), events: Vec::new() };
        assert_eq!(hand(&seen, Seat::Red), red, "VIR-R38: {viewer:?}");
        assert_eq!(hand(&seen, Seat::Blue), blue, "VIR-R38: {viewer:?}");
    }
    let board = table.battle.board(Some(Seat::Blue));
    assert!(!board.contains("2 K"), "VIR-R38: {board}");
}

#[test]
fn draws_are_told_to_their_owner_only() {
    let mut table = table("moves", "legionaries:a S1", "slingers:b N1", "real_cards = false");
    table.play("done [5 9]");
    let drawn = |viewer| {
        let lines = table.log(viewer);
        lines.into_iter().find(|line| line.contains("draws")).unwrap_or_default()
    };
    assert!(drawn(Some(Seat::Blue)).contains("6 joker"), "VIR-R38");
    assert!(!drawn(Some(Seat::Red)).contains("joker") && !drawn(None).contains("joker"), "VIR-R38");
}

/// The plan of an action begins in small letters; the log tells it as a sentence of its own.
#[test]
fn what_is_distributed_is_told_with_a_capital() {
    let hand = "red.hand = [\"joker\", \"K\"]";
    for (action, told) in [
        ("cards 2=joker", "Army: Joker to segment 2; keeps 1"),
        ("cards discard=K", "Army: Discard K; keeps 1"),
        ("cards none", "Army: Keep all cards; keeps 2"),
    ] {
        let mut table = table("cards", "legionaries:a S2", "warband:b N2", hand);
        table.play(action);
        assert_eq!(table.log(None)[0], told, "VIR-4.2.1");
    }
}
