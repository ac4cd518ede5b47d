//! T2b, T2c: cards are laid, and each leader gives his bonus or joins a unit (RULES.md 3.14, 3.15; VIR-R37,
//! VIR-R86.1, VIR-R88).

use acies_core::{
    Dice, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Step},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    activation::cards::{Card, Cards, Hand},
    areas::{Area, COLUMNS_MAX},
    battle::{Action, Battle, Frame},
    units::{Flags, LEADERS_MAX},
    words::{
        events::{Event, Events},
        notation::{Reader, find_card, pair, sentence},
        refusals::{No, Refusal},
    },
};

/// Cards and leaders are distributed.
pub struct Distributing;

/// VIR-R37: cards for segments, discards, and what each leader does; the rest is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Distribution {
    pub lay: [Option<Card>; COLUMNS_MAX],
    pub discard: Cards,
    /// VIR-R88: how many real cards are discarded unseen.
    pub face_down: u8,
    /// The unit that each leader joins, if he does not give his bonus (VIR-SR18.1).
    pub join: [Option<u8>; LEADERS_MAX],
}

impl Step<Battle> for Distributing {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.active.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which card goes to which segment, and who joins a unit?".into(), &["VIR-4.2.1"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.distributions(by, out);
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.distributions_tried(by, out);
    }
}

impl Deed<Battle> for Distribution {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["cards"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let mut words = Vec::new();
        for (segment, card) in self.lay.iter().enumerate() {
            words.extend(card.map(|card| format!("{}={card}", segment + 1)));
        }
        if !self.discard.is_empty() {
            words.push(format!("discard={}", self.discard.to_string().replace(' ', ",")));
        }
        if self.face_down > 0 {
            words.push(format!("face_down={}", self.face_down));
        }
        for (leader, unit) in (0..).zip(self.join) {
            if let Some(unit) = unit {
                let (leader, unit) = (battle.leader_key(by, leader), battle.unit_key(by, unit));
                words.push(format!("join={leader}:{unit}"));
            }
        }
        sentence("cards", &words)
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let mut plan = Distribution::default();
        let Reader { battle, by, words } = reader;
        for word in words.by_ref() {
            if word == "none" {
                continue;
            }
            let (name, value) = pair(word)?;
            match name {
                "discard" => {
                    let cards: Vec<Card> =
                        value.split(',').map(find_card).collect::<Result<_, _>>()?;
                    plan.discard = Cards::try_from(cards).map_err(Misread::new)?;
                }
                "face_down" => {
                    plan.face_down = value
                        .parse()
                        .map_err(|_| Misread::new(format!("`{value}` is no number of cards")))?;
                }
                "join" => {
                    let (leader, unit) = value.split_once(':').ok_or_else(|| {
                        Misread::new(format!("`{value}` should be a leader, `:` and a unit"))
                    })?;
                    let leader = battle.find_leader(*by, leader)?;
                    plan.join[usize::from(leader)] = Some(battle.find_unit(*by, unit)?);
                }
                segment => {
                    let at: usize = segment.parse().map_err(|_| {
                        Misread::unknown("word", segment, ["discard", "face_down", "join"])
                    })?;
                    let slot = at.checked_sub(1).and_then(|at| plan.lay.get_mut(at));
                    let slot = slot.ok_or_else(|| {
                        Misread::new(format!(
                            "there is no segment {at}: 1 to {COLUMNS_MAX} (VIR-R4)"
                        ))
                    })?;
                    if slot.is_some() {
                        let what = format!("segment {at} gets two cards: at most one (VIR-4.2.1)");
                        return Err(Misread::new(what));
                    }
                    *slot = Some(find_card(value)?);
                }
            }
        }
        Ok(plan)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(), Refusal> {
        battle.expects(Frame::Distribute).map_err(No::to(by))?;
        battle.may_distribute(by, self).map_err(No::to(by))
    }

    fn trust(&self, _: &Battle, _: Seat) {}

    fn perform(&self, (): (), battle: &mut Battle, _: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = battle.active;
        let deck = &mut battle.sides[by].deck;
        let laid = self.lay.iter().flatten().count() as u8;
        deck.hand = match deck.hand {
            Hand::Known(hand) => {
                let played = self.lay.iter().flatten().fold(hand, |hand, &card| hand.without(card));
                Hand::Known(played.minus(self.discard))
            }
            Hand::Hidden(n) => Hand::Hidden(n - laid - self.discard.len() - self.face_down),
        };
        deck.laid = self.lay;
        deck.discard = deck.discard.and(self.discard);
        deck.face_down += self.face_down;
        let kept = deck.hand.count();
        for (leader, unit) in battle.sides[by].leaders.iter_mut().zip(self.join) {
            leader.joined = unit;
            // VIR-SR18.4: who joins a unit does not move this turn, even if it leaves him.
            leader.moved = unit.is_some();
        }
        battle.fix_pools();
        let bonuses = battle.pools.iter().map(|pool| pool.bonus).sum();
        let (plan, real) = (*self, battle.setup.real_cards);
        let superior = battle.leaders(by).any(|(leader, it)| {
            let gives = it.joined.is_none() && !it.area.is_reserve();
            gives && battle.leader_card(by, leader).superior
        });
        log.push(|| Event::Distributed { by, plan, kept, bonuses, superior, real });
        battle.compel(log);
        battle.go_past(Frame::Distribute);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let sets = battle.card_sets(by, self);
        Shown { sets, ..Shown::new("Lay the cards", battle.distribution_words(by, self)) }
    }
}

impl Battle {
    /// What is laid, discarded and joined, in words.
    pub(crate) fn distribution_words(&self, by: Seat, plan: &Distribution) -> String {
        let mut words = Vec::new();
        for (segment, card) in (1..).zip(plan.lay) {
            words.extend(card.map(|card| format!("{card} to segment {segment}")));
        }
        if !plan.discard.is_empty() {
            words.push(format!("discard {}", plan.discard));
        }
        if plan.face_down > 0 {
            words.push(format!("discard {} unseen", plan.face_down));
        }
        for (leader, unit) in (0..).zip(plan.join) {
            if let Some(unit) = unit {
                let (leader, unit) = (self.leader_card(by, leader), self.troop(by, unit));
                words.push(format!("{} joins {}", leader.name, unit.name));
            }
        }
        if words.is_empty() { "keep all cards".into() } else { words.join(", ") }
    }

    /// VIR-R37, VIR-R86.1, VIR-R88: whether cards and leaders may be used so.
    pub fn may_distribute(&self, seat: Seat, plan: &Distribution) -> Result<(), No> {
        if let Some(segment) = plan.lay[self.columns()..].iter().position(Option::is_some) {
            return Err(No::NoSuchSegment { segment: segment + self.columns() });
        }
        let laid = plan.lay.iter().flatten();
        if let Some(&card) = laid.clone().find(|card| !card.activates()) {
            return Err(No::CourtCard { card });
        }
        let deck = &self.sides[seat].deck;
        match deck.hand {
            Hand::Known(hand) => may_play(hand, laid.copied().chain(plan.discard.iter()))?,
            Hand::Hidden(holds) => {
                // VIR-R88: of real cards only what is laid is known.
                let used = laid.clone().count() as u8 + plan.discard.len() + plan.face_down;
                if used > holds {
                    return Err(No::TooManyCards { holds, used });
                }
                let all = laid.copied().chain(plan.discard.iter());
                may_play(deck.unseen(), all).map_err(|no| match no {
                    No::NotInHand { card } => No::OutOfDeck { card },
                    other => other,
                })?;
            }
        }
        if plan.face_down > 0 && matches!(deck.hand, Hand::Known(_)) {
            return Err(No::NotReal);
        }
        (0..).zip(plan.join).try_for_each(|(leader, unit)| match unit {
            Some(unit) => self.may_join(seat, leader, unit),
            None => Ok(()),
        })
    }

    /// VIR-R86.1, VIR-SR18.1: a unit of his side in his area, not routed, with enemies there.
    pub fn may_join(&self, seat: Seat, leader: u8, unit: u8) -> Result<(), No> {
        let it = self.sides[seat].leaders.get(usize::from(leader)).filter(|it| it.alive);
        let Some(it) = it else { return Err(No::NoSuchLeader) };
        if self.living(seat, unit)?.area != it.area {
            return Err(No::JoinElsewhere { leader, unit });
        }
        if !self.enemy_in(it.area, seat) {
            return Err(No::JoinWithoutEnemy { leader, area: it.area });
        }
        if self.units(seat)[unit].is(Flags::ROUTED) {
            return Err(No::JoinRouted { unit });
        }
        Ok(())
    }

    /// Distributions that differ in where the main effort is: the highest card to one segment and
    /// the next ones to its neighbours. What each leader may join comes with one of them each.
    fn distributions(&self, by: Seat, out: &mut Vec<Action>) {
        let first = out.len();
        let deck = &self.sides[by].deck;
        let hand = match deck.hand {
            Hand::Known(hand) => hand,
            Hand::Hidden(_) => Cards::NONE,
        };
        let reserve = !self.units_in(Area::reserve(by), by).is_empty();
        let in_use = |&segment: &usize| {
            let here = |side| !self.units_in(Area::new(side, segment), by).is_empty();
            reserve || here(Seat::Red) || here(Seat::Blue)
        };
        let useful: ArrayVec<usize, COLUMNS_MAX> = (0..self.columns()).filter(in_use).collect();
        let idle = hand.courts();
        // Cards are in ascending order, the Joker last.
        let mut highest: ArrayVec<Card, COLUMNS_MAX> = ArrayVec::new();
        for card in Card::ALL.into_iter().rev() {
            let copies = hand.minus(idle).count(card).min(highest.remaining_capacity() as u8);
            highest.extend(std::iter::repeat_n(card, usize::from(copies)));
        }
        let plain = Distribution { discard: idle, ..Distribution::default() };
        let segments = useful.len();
        for start in 0..if highest.is_empty() { 1 } else { segments } {
            let backwards = segments > 2 && highest.len() > 1;
            for step in [1, segments - 1].into_iter().take(1 + usize::from(backwards)) {
                let mut plan = plain;
                for (at, &card) in highest.iter().enumerate().take(segments) {
                    plan.lay[useful[(start + at * step) % segments]] = Some(card);
                }
                // Equal cards make equal plans.
                let plan = Action::Distribute(plan);
                if !out[first..].contains(&plan) {
                    out.push(plan);
                }
            }
        }
        // With no card to lay, all that is left is to keep what is in hand, or to mislead (VIR-4.3.6).
        if highest.is_empty() || !idle.is_empty() {
            out.push(Action::Distribute(Distribution::default()));
        }
        let all = out.len() - first;
        let mut at = 0;
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let area = self.sides[by].leaders[usize::from(leader)].area;
            for unit in self.units_in(area, by) {
                if self.may_join(by, leader, unit).is_ok()
                    && let Action::Distribute(mut plan) = out[first + at % all]
                {
                    plan.join[usize::from(leader)] = Some(unit);
                    out.push(Action::Distribute(plan));
                    at += 1;
                }
            }
        }
        // VIR-R88: real cards are in nobody's sight, so only their number can be offered.
        if let Hand::Hidden(n) = deck.hand
            && n > 0
        {
            out.push(Action::Distribute(Distribution { face_down: n, ..Distribution::default() }));
        }
    }

    fn distributions_tried(&self, by: Seat, out: &mut Vec<Action>) {
        for card in Card::ALL {
            let mut plan = Distribution::default();
            plan.lay[0] = Some(card);
            out.push(Action::Distribute(plan));
            plan.lay = [None; COLUMNS_MAX];
            plan.lay[COLUMNS_MAX - 1] = Some(card);
            out.push(Action::Distribute(plan));
        }
        for leader in 0..self.sides[by].leaders.len() {
            for unit in self.units(by).alive() {
                let mut plan = Distribution::default();
                plan.join[leader] = Some(unit);
                out.push(Action::Distribute(plan));
            }
        }
        let face_down = self.sides[by].deck.hand.count() + 1;
        out.push(Action::Distribute(Distribution { face_down, ..Distribution::default() }));
    }
}

/// Whether these cards are all among those.
fn may_play(hand: Cards, cards: impl Iterator<Item = Card>) -> Result<(), No> {
    let mut left = hand;
    for card in cards {
        if !left.has(card) {
            return Err(No::NotInHand { card });
        }
        left = left.without(card);
    }
    Ok(())
}
