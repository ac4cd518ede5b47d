//! A battle in words: questions, options, log and board (UX: unit first, then what happens, then
//! the number).

use acies_core::{
    Each, Entry, Forecast, Misread, Question, Reason, Scene, Seat, Telling, Viewer, Worth,
    flow::{One, Shown, Stacked},
    scene::Offer,
    words::{capital, counted},
};

use crate::{
    activation::{cards::Hand, points::Pool},
    battle::{Action, Battle, Frame},
    combat::attack::{Aim, Attack, Scored, With},
    units::UnitSet,
    victory::LOSS_PARTS,
    words::{events::Event, refusals::Refusal},
};

impl Telling for Battle {
    fn question(&self, by: Seat) -> Question {
        let context = if self.turn > 0 && by == self.active {
            capital(&self.moment())
        } else {
            format!("{}, {}", self.side_name(by), self.moment())
        };
        if self.top().is_some() {
            return self.question_of(context);
        }
        Question { context, asks: "the battle is over".into(), rules: vec!["VIR-1.7.1"] }
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        action.it().shows(self, by).words()
    }

    fn notation(&self, by: Seat, action: &Action) -> String {
        action.it().write(self, by)
    }

    fn read(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        self.read_action(by, text)
    }

    fn explain(&self, action: &Action, refusal: &Refusal) -> Reason {
        let instead = action.it().instead(self, refusal.by, refusal);
        let instead = instead.map(|action| self.notation(refusal.by, &action));
        Reason { instead, ..refusal.explain(self) }
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Entry> {
        Some(acies_core::tell::entry(self, viewer, |told| event.tell(told)))
    }

    fn board(&self, viewer: Viewer) -> String {
        crate::words::board::draw(self, viewer)
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        self.foresee_action(by, action)
    }

    fn hindsight(
        &self,
        by: Seat,
        action: &Action,
        after: &Self,
        events: &[Event],
    ) -> Option<Forecast> {
        self.look_back(by, action, after, events)
    }

    fn later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        self.foresee_later(by, action)
    }

    fn worths(&self, by: Seat, action: &Action) -> Vec<Worth> {
        self.foresee_worths(by, action)
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.side_name(seat).to_owned())
    }

    fn moment(&self) -> String {
        match self.turn {
            0 => self.step().into(),
            turn => format!("turn {turn} of {}, {}", self.side_name(self.active), self.step()),
        }
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| self.loss(seat) / LOSS_PARTS)
    }

    fn save(&self) -> String {
        crate::files::position::write(self)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        crate::words::scene::draw(self, viewer)
    }

    fn offer(&self, by: Seat, action: &Action) -> Offer {
        action.it().shows(self, by).offer(self.notation(by, action), false)
    }
}

impl Frame {
    /// What the step is called in a sentence, and the phase that it belongs to.
    pub fn called(self) -> (&'static str, &'static str) {
        match self {
            Frame::Begin => ("laying the table", "Table"),
            Frame::Deploy => ("deployment", "Deployment"),
            Frame::TurnBegins | Frame::Distribute => ("distribution of cards", "Cards"),
            Frame::Formations => ("formations", "Formations"),
            Frame::Charges => ("declaration of charges", "Charges"),
            Frame::Combats => ("combats", "Combats"),
            Frame::GiveOut(_) => ("giving out hits", "Combats"),
            Frame::Resolve => ("charges", "Combats"),
            Frame::Moves | Frame::TurnEnds => ("moves", "Moves"),
        }
    }
}

/// Pieces and steps in words.
impl Battle {
    /// Where the battle stands.
    pub fn step(&self) -> &'static str {
        self.top().map_or("the battle is over", |frame| frame.called().0)
    }

    pub fn side_name(&self, seat: Seat) -> &str {
        &self.setup.armies[seat].name
    }

    pub(crate) fn unit_name(&self, seat: Seat, unit: u8) -> &str {
        &self.troop(seat, unit).name
    }

    pub(crate) fn leader_name(&self, seat: Seat, leader: u8) -> &str {
        &self.leader_card(seat, leader).name
    }

    /// A deed of a unit.
    pub(crate) fn shown(
        &self,
        by: Seat,
        unit: u8,
        commit: &'static str,
        does: impl Into<String>,
    ) -> Shown {
        Shown {
            who: Some(self.unit_name(by, unit).to_owned()),
            units: vec![self.unit_id(by, unit)],
            ..Shown::new(commit, does)
        }
    }

    pub(crate) fn unit_names(&self, by: Seat, units: UnitSet) -> String {
        let names: Vec<_> =
            units.into_iter().map(|unit| self.troop(by, unit).name.as_str()).collect();
        names.join(", ")
    }
}

/// " from the hill with pila".
pub(crate) fn how_words(hill: bool, pila: bool) -> String {
    let words = [(hill, " from the hill"), (pila, " with pila")];
    words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect()
}

pub fn aim_words(aim: Aim, with: With, area: &str) -> String {
    match (aim, with) {
        (Aim::Here, _) => format!("fight in {area}"),
        (Aim::Front, _) => format!("shoot at {area}"),
        (Aim::OverLight | Aim::OverOthers, _) => format!("shoot overhead at {area}"),
        (Aim::Flank, With::Fv) => format!("attack {area} in flank"),
        (Aim::Flank, With::Sv) => format!("shoot at {area} in flank"),
    }
}

/// "4 dice, 3 or less".
pub(crate) fn attack_words(attack: &Attack) -> String {
    let (value, dice) = (attack.value_sum().total, attack.dice_sum().total);
    format!("{}, {value} or less", count(dice as usize, "die", "dice"))
}

pub(crate) fn throw_words(attack: &Attack) -> String {
    format!("Throw {}", count(attack.dice_sum().total as usize, "die", "dice"))
}

pub(crate) fn scored_words(scored: Scored, attack: &Attack) -> String {
    let mut words = match scored.hits() {
        0 => "no hit".to_owned(),
        n => counted(usize::from(n), "hit"),
    };
    if attack.against_pikes && scored.red > 0 {
        words += &format!(", {} red", scored.red);
    }
    if scored.leader_hits > 0 {
        let hits = counted(usize::from(scored.leader_hits), "hit");
        words += &format!(", {hits} on the leader");
    }
    words
}

pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The points of a segment in words: "card 5, leaders 1, 4 of 6 left".
pub fn pool_words(pool: Pool) -> String {
    let card = pool.card.map_or("no card".to_owned(), |card| format!("card {card}"));
    let leaders = if pool.bonus > 0 { format!(" + {} leader", pool.bonus) } else { String::new() };
    let left = match pool.left() {
        None => "no limit".to_owned(),
        Some(left) => format!("{left} AP left"),
    };
    format!("{card}{leaders}, {left}")
}

/// A hand in words, as far as the viewer may know it.
pub fn hand_words(hand: Hand) -> String {
    match hand {
        Hand::Known(cards) if cards.is_empty() => "empty".into(),
        Hand::Known(cards) => cards.to_string(),
        Hand::Hidden(n) => counted(usize::from(n), "card"),
    }
}
