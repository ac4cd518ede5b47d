//! Before the first turn: sides, terrain, hidden deployment, first player (RULES.md 3.4 to 3.6;
//! VIR-R10, VIR-R21 to VIR-R24).

use acies_core::{Dice, Game, Log, Seat, sealed::Sealed};
use acies_virtus::areas::Area;

use crate::table::{Table, table};

const RED: &str = "legionaries:a SR, javelineers:b SR, *Caesar SR, *Crassus SR";
const BLUE: &str = "warband:x NR, slingers:y NR, *Ariovistus NR";

fn begin(more: &str) -> Table {
    table("begin", RED, BLUE, more)
}

fn ground(table: &Table, area: &str) -> String {
    let area = Area::named(area, table.battle.columns(), table.battle.south).unwrap();
    table.battle.ground(area).words().collect::<Vec<_>>().join(" ")
}

#[test]
fn sides_and_terrain_are_thrown_for() {
    let mut table = begin("sides = \"by_dice\"\nterrain_by = \"dice\"");
    // Sides 3 : 3, then 2 : 5; then light and dark for S1 to S4 and N1 to N4.
    table.play("begin [3 3 2 5  5 1  5 6  6 6  4 5  1 1  5 5  1 1  6 4]");
    assert_eq!(table.battle.south, Seat::Blue, "VIR-R24: the higher is South, ties again");
    for (area, expected, why) in [
        ("S1", "hill", "VIR-1.5.6: 5 in a flank area"),
        ("S2", "wood", "VIR-1.5.6, VIR-1.5.7: 5 is not enough in a centre area"),
        ("S3", "hill wood", "VIR-1.5.8: both"),
        ("S4", "wood", "VIR-1.5.7: 5 in a flank area, VIR-R9"),
        ("N1", "", "VIR-1.5.5"),
        ("N2", "", "VIR-1.5.T: 6 in the centre"),
        ("N3", "", "VIR-1.5.5"),
        ("N4", "hill", "VIR-R21: area by area, South first"),
    ] {
        assert_eq!(ground(&table, area), expected, "{area}: {why}");
    }
    assert_eq!(table.battle.terrain_items(Seat::Blue), 5, "VIR-R21");
    assert_eq!(table.battle.terrain_items(Seat::Red), 1, "VIR-R21");
    assert_eq!(table.now(), "red and blue deploy", "VIR-1.6.2: after the terrain is placed");
    // North is Red's edge now.
    table.tries(&[
        ("red: deploy S1=a NR=b,caesar,crassus", "VIR-1.6.3", "VIR-1.6.3: his own side"),
        ("red: deploy N1=a NR=b,caesar,crassus", "allowed", "VIR-1.6.3"),
    ]);
}

#[test]
fn a_small_table_is_narrower() {
    let mut table = begin("columns = 3\nterrain_by = \"dice\"");
    table.play("begin [1 1 5 5 5 5  1 1 1 1 1 1]");
    assert_eq!(ground(&table, "S2"), "", "VIR-R9: column 2 of three is the centre");
    assert_eq!(
        ground(&table, "S3"),
        "hill wood",
        "VIR-1.5.4, VIR-R9: column 3 of three is a flank"
    );
}

#[test]
fn scenario_terrain_is_not_thrown_for() {
    let mut table = begin(
        "terrain.S1 = [\"dense_wood\", \"marsh\"]\nterrain.N2 = [\"rocky\"]\nrivers.S1-N1 = \"ford\"",
    );
    table.play("begin");
    assert_eq!(ground(&table, "S1"), "dense_wood marsh", "VIR-R22: tags are combined freely");
    let items = Seat::BOTH.map(|seat| table.battle.terrain_items(seat));
    assert_eq!(items, [2, 1], "VIR-R21, VIR-R22: one item each, a river none");
}

#[test]
fn where_units_may_be_deployed() {
    let mut table = begin("");
    table.play("begin");
    table.tries(&[
        ("red: deploy S1=a S2=b SR=caesar,crassus", "allowed", "VIR-1.6.3, VIR-R23"),
        (
            "red: deploy S1=a,b,caesar SR=crassus",
            "allowed",
            "VIR-R10, VIR-6.1.2: no limit in an area",
        ),
        ("red: deploy SR=a,b,caesar,crassus", "allowed", "VIR-1.6.3: or in the reserve; VIR-8.10"),
        ("red: deploy N1=a S2=b SR=caesar,crassus", "VIR-1.6.3 VIR-R23", "the other side"),
        ("red: deploy NR=a S2=b SR=caesar,crassus", "VIR-1.6.3", "the other reserve"),
        ("red: deploy S1=a S2=b N1=caesar SR=crassus", "VIR-R23", "a leader on the other side"),
        ("red: deploy S1=a,caesar,crassus S2=b", "VIR-8.10 VIR-R23", "two leaders in an area"),
        ("blue: deploy N1=x N2=y NR=ariovistus", "allowed", "VIR-1.6.2: both at the same time"),
        ("blue: deploy S1=x N2=y NR=ariovistus", "VIR-1.6.3", "the other side"),
        ("red: cards none", "VIR-2.2", "VIR-1.6.4: the first turn comes later"),
    ]);
    for (text, why) in [
        ("deploy S1=a SR=caesar,crassus", "VIR-R23"),
        ("deploy S1=a,b SR=caesar", "VIR-R23"),
        ("deploy S1=a S2=a,b SR=caesar,crassus", "VIR-R23"),
    ] {
        let misread = table.battle.read_action(Seat::Red, text).unwrap_err();
        assert!(misread.what.contains(why), "nothing stays off the table: {misread}");
    }
}

#[test]
fn deployment_is_hidden_until_both_are_done() {
    let mut table = begin("");
    table.play("begin; red: deploy S1=a,caesar S2=b SR=crassus cinc=crassus");
    assert_eq!(table.now(), "blue deploy", "VIR-1.6.1: before both are done");
    table.try_one(
        "red: deploy S1=a S2=b SR=caesar,crassus",
        "VIR-R23",
        "VIR-R23: it cannot be changed",
    );
    for viewer in [Some(Seat::Blue), None] {
        let seen = table.battle.view(viewer);
        assert_eq!(seen.sides[Seat::Red].sealed, Sealed::Hidden, "VIR-1.6.1");
        assert_eq!(seen.units_in(Area::reserve(Seat::Red), Seat::Red).len(), 2, "VIR-1.6.1");
    }
    assert!(matches!(table.battle.view(Some(Seat::Red)).sides[Seat::Red].sealed, Sealed::In(_)));
    assert_eq!(table.log(None), ["Army has deployed behind the screen"], "VIR-1.6.1");
    table.play("blue: deploy N1=x N2=y NR=ariovistus [1 2]");
    table.stands("a S1 4, caesar S1, b S2 2, crassus SR, x N1 4, y N2 2", "VIR-1.6.2: revealed");
    assert_eq!(table.battle.sides[Seat::Red].cinc, 1, "VIR-8.8, VIR-R23: Crassus is C-in-C");
    // Two segments and the C-in-C in the reserve.
    assert_eq!(table.battle.sides[Seat::Red].deck.hand.count(), 3, "VIR-8.8, VIR-4.1.4");
}

#[test]
fn open_areas_are_told_of() {
    let mut table = begin("");
    table.play(
        "begin; red: deploy S1=a S2=b SR=caesar,crassus; blue: deploy N1=x,y NR=ariovistus [1 2]",
    );
    let told = table.log(None);
    assert!(told[1].contains("2 of its areas stand open"), "VIR-R23: {told:?}");
    assert!(told[2].contains("3 of its areas stand open"), "VIR-R23: {told:?}");
}

#[test]
fn the_lower_total_has_the_first_turn() {
    let deploy =
        "begin; red: deploy S1=a S2=b SR=caesar,crassus; blue: deploy N1=x N2=y NR=ariovistus";
    let hills = "terrain.S1 = [\"hill\", \"wood\"]";
    for (more, faces, now, why) in [
        ("", "2 3", "red cards", "VIR-1.6.5: the lower"),
        ("", "4 3", "blue cards", "VIR-1.6.5: the lower"),
        (hills, "2 3", "blue cards", "VIR-1.6.4: 2 + 2 against 3"),
        (hills, "2 4 1 4", "red cards", "VIR-1.6.6: 4 against 4, again: 3 against 4"),
    ] {
        let mut table = begin(more);
        table.play(&format!("{deploy} [{faces}]"));
        assert_eq!(table.now(), now, "{faces}: {why}");
        assert_eq!(table.battle.turn, 1);
        assert!(table.battle.hits.is_empty(), "VIR-R24: nothing to test in the first turn");
    }
}

#[test]
fn decks_are_shuffled_before_the_first_turn() {
    let mut table = begin("real_cards = false");
    // Two segments and the C-in-C in the reserve: three of nineteen cards.
    table.play("begin; red: deploy S1=a S2=b SR=caesar,crassus; blue: deploy N1=x N2=y NR=ariovistus [1 2 9 0 0]");
    let decks = Seat::BOTH.map(|seat| table.battle.sides[seat].deck);
    assert_eq!(
        decks.map(|deck| deck.draw_len()),
        [16, 19],
        "VIR-1.4.5, VIR-1.4.1: each has his own"
    );
    assert!(table.cites("VIR-1.4.5"));
}

#[test]
fn whatever_was_thrown_can_be_replayed() {
    // VIR-R89: every die and every card drawn, in the order of the sequence of play.
    let mut table = begin("sides = \"by_dice\"\nterrain_by = \"dice\"\nreal_cards = false");
    let action = table.battle.read_action(Seat::Red, "begin").unwrap();
    let mut again = table.battle.clone();
    let (mut dice, mut log) = (Dice::seeded(7), Log::kept());
    table.battle.apply(Seat::Red, &action, &mut dice, &mut log).unwrap();
    let (mut script, mut replayed) = (Dice::scripted(dice.thrown()), Log::kept());
    again.apply(Seat::Red, &action, &mut script, &mut replayed).unwrap();
    assert_eq!((again, log.events()), (table.battle, replayed.events()), "VIR-R89");
    assert!(script.is_spent(), "VIR-R89");
}
