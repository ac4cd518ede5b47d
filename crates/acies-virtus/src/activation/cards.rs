//! Cards: the deck, the hand and where its cards go (RULES.md 3.4, 3.13 to 3.15, VIR-R36 to VIR-R39).
//!
//! A shuffled pile and a pile that is drawn from at random are the same to whoever draws, so no
//! order is kept: the draw pile is what is left of the deck, and each card drawn is a throw
//! ([`acies_core::Dice::pick`]).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::areas::COLUMNS_MAX;

/// A kind of card (VIR-1.4.T).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Card {
    #[serde(rename = "1")]
    One,
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "3")]
    Three,
    #[serde(rename = "4")]
    Four,
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "J")]
    Jack,
    #[serde(rename = "Q")]
    Queen,
    #[serde(rename = "K")]
    King,
    #[serde(rename = "joker")]
    Joker,
}

/// What a card gives when it is assigned to a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// VIR-4.3.1: at most so many activation points.
    Points(u8),
    /// VIR-4.3.3: as many as wanted.
    NoLimit,
    /// VIR-4.3.5: court cards activate nothing.
    Nothing,
}

pub const KINDS: usize = 10;

impl Card {
    pub const ALL: [Card; KINDS] = [
        Card::One,
        Card::Two,
        Card::Three,
        Card::Four,
        Card::Five,
        Card::Six,
        Card::Jack,
        Card::Queen,
        Card::King,
        Card::Joker,
    ];

    /// VIR-1.4.2 to .4: two of each number and each court card, one Joker.
    pub fn copies(self) -> u8 {
        if self == Card::Joker { 1 } else { 2 }
    }

    pub fn gives(self) -> Gives {
        match self {
            Card::Joker => Gives::NoLimit,
            Card::Jack | Card::Queen | Card::King => Gives::Nothing,
            number => Gives::Points(number as u8 + 1),
        }
    }

    /// Whether it can be assigned to a segment (VIR-R37).
    pub fn activates(self) -> bool {
        self.gives() != Gives::Nothing
    }

    /// What players type, in the order of [`Self::ALL`].
    pub const WORDS: [&str; KINDS] = ["1", "2", "3", "4", "5", "6", "J", "Q", "K", "joker"];

    pub fn word(self) -> &'static str {
        Card::WORDS[self as usize]
    }

    pub fn named(word: &str) -> Option<Card> {
        let word = word.to_lowercase();
        let long = match word.as_str() {
            "jack" => "j",
            "queen" => "q",
            "king" => "k",
            short => short,
        };
        Card::ALL.into_iter().find(|card| card.word().eq_ignore_ascii_case(long))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Cards of one deck, without order: two bits a kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "Vec<Card>", try_from = "Vec<Card>")]
pub struct Cards(u32);

impl Cards {
    pub const NONE: Cards = Cards(0);

    /// VIR-1.4.1: nineteen cards.
    pub fn deck() -> Self {
        Card::ALL.into_iter().fold(Cards::NONE, |deck, card| {
            (0..card.copies()).fold(deck, |deck, _| deck.with(card))
        })
    }

    pub fn count(self, card: Card) -> u8 {
        (self.0 >> (2 * card as u32) & 3) as u8
    }

    pub fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    pub fn len(self) -> u8 {
        let ones = self.0 & 0x5555_5555;
        let twos = self.0 >> 1 & 0x5555_5555;
        (ones.count_ones() + 2 * twos.count_ones()) as u8
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub fn with(self, card: Card) -> Self {
        debug_assert!(self.count(card) < card.copies(), "no deck has that many {card}");
        Cards(self.0 + (1 << (2 * card as u32)))
    }

    #[must_use]
    pub fn without(self, card: Card) -> Self {
        debug_assert!(self.has(card), "no {card} here");
        Cards(self.0 - (1 << (2 * card as u32)))
    }

    #[must_use]
    pub fn and(self, others: Cards) -> Self {
        Cards(self.0 + others.0)
    }

    #[must_use]
    pub fn minus(self, others: Cards) -> Self {
        Cards(self.0 - others.0)
    }

    /// The court cards among them, which activate nothing (VIR-4.3.5).
    #[must_use]
    pub fn courts(self) -> Self {
        let courts = [Card::Jack, Card::Queen, Card::King];
        Cards(self.0 & courts.iter().fold(0, |mask, &card| mask | 3 << (2 * card as u32)))
    }

    /// Whether all these are among them.
    pub fn contains(self, others: Cards) -> bool {
        Card::ALL.into_iter().all(|card| others.count(card) <= self.count(card))
    }

    pub fn iter(self) -> impl Iterator<Item = Card> {
        let times = move |card| std::iter::repeat_n(card, usize::from(self.count(card)));
        Card::ALL.into_iter().flat_map(times)
    }

    /// How many there are of each kind, to draw from.
    pub fn copies(self) -> [u8; KINDS] {
        Card::ALL.map(|card| self.count(card))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.iter().map(Card::word).collect();
        f.write_str(&words.join(" "))
    }
}

impl From<Cards> for Vec<Card> {
    fn from(cards: Cards) -> Self {
        cards.iter().collect()
    }
}

impl TryFrom<Vec<Card>> for Cards {
    type Error = String;

    /// VIR-1.4.2 to .4: no more of a kind than a deck has.
    fn try_from(list: Vec<Card>) -> Result<Self, String> {
        list.into_iter().try_fold(Cards::NONE, |cards, card| {
            if cards.count(card) < card.copies() {
                Ok(cards.with(card))
            } else {
                Err(format!("a deck has only {} `{card}` (VIR-1.4.T)", card.copies()))
            }
        })
    }
}

/// The cards that a player holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    Known(Cards),
    /// Held by the other player, or real cards at a real table: only their number is known.
    Hidden(u8),
}

impl Hand {
    pub fn count(self) -> u8 {
        match self {
            Hand::Known(cards) => cards.len(),
            Hand::Hidden(n) => n,
        }
    }
}

/// A player's cards: in hand, laid at segments, and discarded. The rest is his draw pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deck {
    pub hand: Hand,
    /// The card at each segment this turn (VIR-4.2.1).
    pub laid: [Option<Card>; COLUMNS_MAX],
    /// The discard pile, which is public (VIR-R38).
    pub discard: Cards,
    /// Real cards that were discarded unseen (VIR-R88).
    pub face_down: u8,
}

impl Deck {
    /// VIR-1.4.5: a shuffled deck, face down, and nothing in hand yet.
    pub fn shuffled(real: bool) -> Self {
        let hand = if real { Hand::Hidden(0) } else { Hand::Known(Cards::NONE) };
        Deck { hand, laid: [None; COLUMNS_MAX], discard: Cards::NONE, face_down: 0 }
    }

    /// The cards that are neither laid nor discarded: in the hand or in the draw pile.
    pub fn unseen(&self) -> Cards {
        let seen = self.laid.iter().flatten().fold(self.discard, |seen, &card| seen.with(card));
        Cards::deck().minus(seen)
    }

    /// The draw pile as its owner can work it out, if the hand is known.
    pub fn draw_pile(&self) -> Option<Cards> {
        match self.hand {
            Hand::Known(cards) => Some(self.unseen().minus(cards)),
            Hand::Hidden(_) => None,
        }
    }

    /// VIR-R38: the size of the draw pile is public.
    pub fn draw_len(&self) -> u8 {
        self.unseen().len() - self.hand.count() - self.face_down
    }

    /// VIR-R39: everything that is not in hand becomes the new draw pile.
    pub fn reshuffle(&mut self) {
        self.discard = Cards::NONE;
        self.face_down = 0;
    }

    /// VIR-R37: assigned cards go to the discard pile (T5c). Tells whether the Joker was among them.
    pub fn sweep(&mut self) -> bool {
        let laid = std::mem::take(&mut self.laid);
        self.discard = laid.iter().flatten().fold(self.discard, |pile, &card| pile.with(card));
        laid.contains(&Some(Card::Joker))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_has_nineteen_cards() {
        // VIR-1.4.1 to VIR-1.4.4 and VIR-1.4.T.
        let deck = Cards::deck();
        assert_eq!(deck.len(), 19);
        let numbers = Card::ALL.iter().filter(|card| matches!(card.gives(), Gives::Points(_)));
        assert_eq!(numbers.map(|&card| deck.count(card)).sum::<u8>(), 12, "VIR-1.4.2");
        let courts = [Card::Jack, Card::Queen, Card::King];
        assert!(courts.iter().all(|&card| deck.count(card) == 2), "VIR-1.4.3");
        assert_eq!(deck.count(Card::Joker), 1, "VIR-1.4.4");
    }

    #[test]
    fn cards_give_activation_points() {
        // VIR-4.3.1, VIR-4.3.3, VIR-4.3.5.
        assert_eq!(Card::Four.gives(), Gives::Points(4));
        assert_eq!(Card::Joker.gives(), Gives::NoLimit);
        assert!(!Card::Queen.activates());
    }

    #[test]
    fn cards_are_counted_and_named() {
        let cards = Cards::NONE.with(Card::King).with(Card::King).with(Card::Two);
        assert_eq!(cards.to_string(), "2 K K");
        assert_eq!(cards.len(), 3);
        assert!(Cards::deck().contains(cards) && !cards.contains(Cards::deck()));
        assert_eq!(Cards::deck().minus(cards).and(cards), Cards::deck());
        assert_eq!(Card::named("King"), Some(Card::King));
        assert_eq!(Card::named("7"), None);
        let three_kings = vec![Card::King; 3];
        assert!(Cards::try_from(three_kings).unwrap_err().contains("VIR-1.4.T"));
    }

    #[test]
    fn laid_cards_are_swept_and_reshuffled() {
        // VIR-R37, VIR-R39, VIR-4.3.2, VIR-4.3.4: played cards go to the discard pile.
        let mut deck = Deck::shuffled(false);
        deck.hand = Hand::Known(Cards::NONE.with(Card::Two));
        deck.laid[1] = Some(Card::Joker);
        deck.laid[3] = Some(Card::Five);
        assert_eq!(deck.draw_len(), 16);
        assert!(deck.sweep(), "the Joker was played");
        assert_eq!(deck.discard, Cards::NONE.with(Card::Five).with(Card::Joker));
        assert!(!deck.sweep());
        assert_eq!(deck.draw_len(), 16);
        deck.reshuffle();
        assert_eq!(deck.draw_len(), 18, "all but the card in hand");
        assert!(deck.draw_pile().unwrap().has(Card::Joker));
    }
}
