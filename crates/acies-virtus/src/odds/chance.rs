//! First player, terrain and cards (RULES.md 8.7, 8.8, 8.10).

use acies_core::{Chance, Each, Forecast, Fraction, Misread, Seat, Sum, Ways, odds};

use super::{
    ATTACKER, Sums, count,
    said::{
        Instead::{Leave, Say},
        Question, Said, no,
    },
};
use crate::{
    activation::{
        cards::{Card, Cards, Gives},
        hand::hand_limit,
    },
    areas::{Area, COLUMNS_MAX, Ground},
    setup::{
        first_turn::{FirstTurn, first_turn},
        table,
    },
};

/// 8.7: who begins.
pub fn first(question: &Question) -> Result<Forecast, Misread> {
    let said = question.settings();
    let items = |word| Ok::<u8, Misread>(said.number(word, 0..=ITEMS_MAX)?.unwrap_or(0));
    let items = Each([items("red")?, items("blue")?]);
    let throw = odds(|dice| Ok(first_turn(items, dice)?.1));
    // VIR-1.6.6: a tie is thrown again, so only the throws that decide count.
    let mut decided = Ways::ZERO;
    let deciding = || throw.ways.iter().filter_map(|(first, ways)| Some(((*first)?, ways)));
    deciding().for_each(|(_, ways)| decided += ways);
    let outcomes = deciding().rev().map(|(first, ways)| Chance {
        says: format!("{first} begins"),
        is: vec![("red_begins", (first == Seat::Red).into())],
        chance: Fraction::new(ways, &decided),
    });
    let added = |seat: Seat| {
        let sum = FirstTurn { die: 0, items: items[seat] }.sum();
        (format!("added to the die of {seat}"), sum)
    };
    let [red, blue] = items.0.map(|n| count(n, "terrain item"));
    Ok(Forecast {
        title: format!("the first turn: red with {red}, blue with {blue}"),
        sums: Seat::BOTH.map(added).into(),
        rules: vec!["VIR-1.6.4", "VIR-1.6.5", "VIR-1.6.6"],
        outcomes: outcomes.collect(),
        highlights: vec![throw.highlight("a throw is a tie", Option::is_none)],
    })
}

/// VIR-R21, VIR-R22: a hill, a wood, rocky ground and a marsh in each of four areas.
const ITEMS_MAX: u8 = 16;

/// 8.8: the terrain of an area, or the items of a camp.
pub fn terrain(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let (flank, centre) = (said.has("flank"), said.has("centre"));
    let columns = said.number("columns", 3..=COLUMNS_MAX as u8)?;
    said.refuse(&[
        no(flank && centre, "VIR-R9", "an area is on a flank or in the centre", Leave("centre")),
        no(
            (flank || centre) && columns.is_some(),
            "VIR-R21",
            "either one area or all of a side",
            Leave("columns"),
        ),
    ])?;
    match columns {
        Some(columns) => Ok(camp(columns)),
        None if flank || centre => Ok(area(flank)),
        None => Err(question.lacks("which area?")),
    }
}

fn area(flank: bool) -> Forecast {
    let found = odds(|dice| Ok(table::terrain(ATTACKER, flank, dice)?.bits()));
    let has = |bits: u8, tag| Ground::from_bits_retain(bits).contains(tag);
    let tell = |&bits: &u8| {
        let tags: Vec<_> = Ground::from_bits_retain(bits).words().collect();
        let says = if tags.is_empty() { "open ground".into() } else { tags.join(" and ") };
        let tag = |name, tag| (name, i64::from(has(bits, tag)));
        (says, vec![tag("wood", Ground::WOOD), tag("hill", Ground::HILL)])
    };
    Forecast {
        title: format!("terrain of an area {}", if flank { "on a flank" } else { "in the centre" }),
        sums: Vec::new(),
        rules: vec!["VIR-1.5.6", "VIR-1.5.7", "VIR-1.5.8"],
        outcomes: found.outcomes(tell),
        highlights: vec![
            found.highlight("a hill", |&bits| has(bits, Ground::HILL)),
            found.highlight("a wood", |&bits| has(bits, Ground::WOOD)),
        ],
    }
}

fn camp(columns: u8) -> Forecast {
    let columns = usize::from(columns);
    let items = odds(|dice| {
        dice.chain(0, Area::row(ATTACKER, columns), |dice, items, area| {
            let ground = table::terrain(ATTACKER, area.is_flank_area(columns), dice)?;
            Ok(items + ground.items() as u8)
        })
    });
    let mean = items.mean(|&n| f64::from(n));
    Forecast {
        title: format!("terrain items in a camp of {columns} columns, {mean:.2} on average"),
        sums: Vec::new(),
        rules: vec!["VIR-1.5.5", "VIR-1.5.6", "VIR-1.5.7", "VIR-R21"],
        outcomes: items.outcomes(|&n| (count(n, "item"), vec![("items", n.into())])),
        highlights: vec![items.highlight("at least one item", |&n| n > 0)],
    }
}

/// 8.10: the cards that are drawn next.
pub fn cards(question: &Question) -> Result<Forecast, Misread> {
    let said = question.settings();
    let hand = listed(said, "hand")?;
    let out = [hand.clone(), listed(said, "seen")?].concat();
    let (hand, out) = (of_a_deck(hand)?, of_a_deck(out)?);
    let Some((draw, sums)) = to_draw(said, hand)? else {
        return Err(question.lacks("how many cards are drawn?"));
    };
    // VIR-R39: too small a pile is reshuffled first, all but the hand.
    let reshuffled = Cards::deck().minus(out).len() < draw;
    let pile = Cards::deck().minus(if reshuffled { hand } else { out });
    said.refuse(&[no(
        pile.len() < draw,
        "VIR-1.4.1",
        "so many cards are not left",
        Leave("hand"),
    )])?;
    let value = value(said)?;
    let good = pile.iter().filter(|card| is_worth(*card, value)).count() as u8;
    let others = pile.len() - good;
    let drawn = odds(|dice| {
        dice.chain(0, 0..draw, |dice, found, before| {
            let ask = ATTACKER.throws("VIR-4.1.1", "a card from the draw pile");
            let kind = dice.pick(ask, &[good - found, others - (before - found)])?;
            Ok(found + u8::from(kind == 0))
        })
    });
    let wanted = match value {
        Some(value) => format!("worth {value} or more"),
        None => "the Joker".into(),
    };
    let mut rules = vec!["VIR-1.4.T", "VIR-4.1.1", "VIR-4.3.1", "VIR-4.3.3"];
    rules.extend(reshuffled.then_some("VIR-4.3.8"));
    let pile = count(pile.len(), "card");
    Ok(Forecast {
        title: format!("{} drawn from {pile}: {wanted}", count(draw, "card")),
        sums,
        rules,
        outcomes: drawn.outcomes(|&n| (count(n, "such card"), vec![("cards", n.into())])),
        highlights: vec![drawn.highlight("at least one such card", |&n| n > 0)],
    })
}

fn listed(said: &Said, word: &str) -> Result<Vec<Card>, Misread> {
    said.list(word, Card::named, &Card::ALL.map(Card::word))
}

/// VIR-1.4.T: no more of a kind than there are.
fn of_a_deck(list: Vec<Card>) -> Result<Cards, Misread> {
    let hint = "a card is in `hand` or in `seen`, not in both";
    Cards::try_from(list).map_err(|what| Misread { what, hint: Some(hint.into()) })
}

/// How many cards are drawn: as many as said, or up to the hand limit.
fn to_draw(said: &Said, hand: Cards) -> Result<Option<(u8, Sums)>, Misread> {
    let draw = said.number("draw", 1..=DRAW_MAX)?;
    let segments = said.number("segments", 0..=COLUMNS_MAX as u8)?;
    let cinc = said.choice("cinc", [("yes", true), ("no", false)])?;
    said.refuse(&[
        no(
            draw.is_some() && segments.is_some(),
            "VIR-R36",
            "the segments say how many are drawn",
            Leave("draw"),
        ),
        no(
            cinc.is_some() && segments.is_none(),
            "VIR-R36",
            "the C-in-C adds to the segments",
            Say("say `segments` too"),
        ),
    ])?;
    let Some(segments) = segments else { return Ok(draw.map(|draw| (draw, Vec::new()))) };
    let limit = Sum::of(hand_limit(segments.into(), cinc == Some(true)));
    let draw = (limit.total as u8).saturating_sub(hand.len());
    said.refuse(&[no(
        draw == 0,
        "VIR-R36",
        "the hand is full, and nothing is drawn",
        Say("fewer cards in `hand`, more `segments`, or `cinc=yes`"),
    )])?;
    Ok(Some((draw, vec![("hand limit".into(), limit)])))
}

/// VIR-R36: four segments, and the C-in-C in the reserve.
const DRAW_MAX: u8 = COLUMNS_MAX as u8 + 1;

/// What a card must be worth, or nothing if only the Joker will do.
fn value(said: &Said) -> Result<Option<u8>, Misread> {
    let values = ["1", "2", "3", "4", "5", "6", "joker"];
    let value = said.choice("value", values.map(|word| (word, word.parse().ok())))?;
    Ok(value.unwrap_or(Some(1)))
}

/// VIR-4.3.1, VIR-4.3.3, VIR-4.3.5.
fn is_worth(card: Card, value: Option<u8>) -> bool {
    match card.gives() {
        Gives::Points(points) => value.is_some_and(|value| points >= value),
        Gives::NoLimit => true,
        Gives::Nothing => false,
    }
}
