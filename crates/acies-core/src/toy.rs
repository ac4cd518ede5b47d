//! A toy ruleset for tests, and the example of how a ruleset is written: two warbands send one fighter each in secret,
//! and the two fight.
//!
//! It is small enough to be read in one go and still has all that the contract speaks of: cards in hidden hands, sealed
//! decisions of both seats, pools of dice, a decision after the dice, refusals, an end by victory and one by the turn
//! limit. This file has the state and the lists; each step of a duel is a file with its question, its deeds and its rule;
//! [`words`] has all that is told; [`files`] what is read and written. The kit, records, the erased form, simulation and
//! the command line are tested with it. It is compiled for tests alone.

mod begin;
mod fight;
mod files;
mod press;
mod send;
mod words;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use self::{
    begin::{Begin, Beginning},
    fight::{Fight, Fighting},
    press::{Hold, Press, Pressing, Victor},
    send::{Send, Sending},
    words::{Happened, No},
};
use crate::{
    file::{BadFile, ShippedFile, read_toml},
    flow::{One, Reading, Stacked, Step},
    sealed::Sealed,
    words::did_you_mean,
    *,
};

pub struct Toy;

const RULES: &str = "\
# Duel
## 1. Warbands
- **TOY-1.1** A swordsman throws 3 dice, a spearman 2, a slinger 1.
- **TOY-1.2** Each die of a fighter costs a point; a warband costs at most 6.
- **TOY-1.3** A die for the hill: on 1 to 3 red has it, on 4 to 6 blue. Its fighter throws a die more.
- **TOY-1.4** Each side draws a secret card: rage, guard or feint, two of each.
## 2. Sending
- **TOY-2.1** Each turn both sides choose a fighter in secret.
- **TOY-2.2** A fallen fighter cannot be sent.
- **TOY-2.3** A card can be played once, with the fighter that is sent.
- **TOY-2.4** Whoever is not asked waits.
## 3. Fighting
- **TOY-3.1** Each die of 4 or more is a hit.
- **TOY-3.2** Rage is a die more.
- **TOY-3.3** Against guard only 5 or more hits.
- **TOY-3.4** Whoever was hit more often loses his fighter.
- **TOY-3.5** The victor holds, or presses on: a die of 4 or more fells another enemy, a 1 fells him.
## 4. The end
- **TOY-4.1** A side without fighters has lost.
- **TOY-4.2** After turn 12 the duel is drawn.
- **TOY-4.3** Nothing happens after the end.
## 5. Rulings
- **TOY-R1** [ours] A feint does nothing.
";

/// After this turn the duel is drawn (TOY-4.2).
const TURNS_MAX: u32 = 12;
/// What a warband may cost (TOY-1.2).
const COST_MAX: u32 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fighter {
    Slinger,
    Spearman,
    Swordsman,
}

use Fighter::*;

impl Fighter {
    const ALL: [Fighter; 3] = [Swordsman, Spearman, Slinger];

    pub fn word(self) -> &'static str {
        match self {
            Slinger => "slinger",
            Spearman => "spearman",
            Swordsman => "swordsman",
        }
    }

    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fighter| fighter.word() == word)
    }

    /// TOY-1.1, and by TOY-1.2 also what he costs.
    pub fn dice(self) -> i32 {
        match self {
            Slinger => 1,
            Spearman => 2,
            Swordsman => 3,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Card {
    Rage,
    Guard,
    Feint,
}

impl Card {
    const ALL: [Card; 3] = [Card::Rage, Card::Guard, Card::Feint];
    const WORDS: [&str; 3] = ["rage", "guard", "feint"];

    pub fn word(self) -> &'static str {
        Card::WORDS[self as usize]
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warband {
    pub name: String,
    pub fighters: Vec<Fighter>,
    #[serde(default)]
    pub lost: u32,
    /// Nothing, once it is played.
    #[serde(default)]
    pub card: Sealed<Card>,
}

/// A duel at any moment. Its file has the same fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    pub ruleset: String,
    pub turn: u32,
    /// What is pending; what comes first lies last.
    pub stack: Vec<Frame>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hill: Option<Seat>,
    /// Whom both sides send this turn.
    #[serde(default)]
    pub sent: Each<Sealed<Send>>,
    pub red: Warband,
    pub blue: Warband,
}

one_of! {
    /// What may be pending.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Frame: dyn Step<Duel> {
        Begin = Beginning,
        Turn = Turn,
        Send = Sending,
        Fight = Fighting,
        Press(Victor),
    }
}

deeds! {
    /// What players decide.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Action of Duel {
        Begin = Begin,
        Send(Send),
        Fight = Fight,
        Press = Press,
        Hold = Hold,
    }
}

/// One turn after another: nobody decides it. It lies below what happens in a turn.
pub struct Turn;

impl Step<Duel> for Turn {
    fn go_on(&self, duel: &mut Duel, _: &mut Dice, _: &mut Log<Happened>) -> Rolled<()> {
        if let Pending::Over(_) = duel.pending() {
            return Ok(());
        }
        duel.turn += 1;
        duel.lay(Frame::Turn);
        duel.lay(Frame::Send);
        Ok(())
    }
}

impl Duel {
    pub fn new(red: &[Fighter], blue: &[Fighter]) -> Self {
        let band = |name: &str, fighters: &[Fighter]| Warband {
            name: name.into(),
            fighters: fighters.to_vec(),
            lost: 0,
            card: Sealed::Nothing,
        };
        Duel {
            ruleset: Toy::ID.into(),
            turn: 0,
            stack: vec![Frame::Turn, Frame::Begin],
            hill: None,
            sent: Each::default(),
            red: band("Wolves", red),
            blue: band("Bears", blue),
        }
    }

    pub fn band(&self, seat: Seat) -> &Warband {
        match seat {
            Seat::Red => &self.red,
            Seat::Blue => &self.blue,
        }
    }

    fn band_mut(&mut self, seat: Seat) -> &mut Warband {
        match seat {
            Seat::Red => &mut self.red,
            Seat::Blue => &mut self.blue,
        }
    }

    fn fall(&mut self, seat: Seat, fighter: Fighter, rule: RuleId, log: &mut Log<Happened>) {
        let band = self.band_mut(seat);
        let at = band.fighters.iter().position(|&there| there == fighter);
        band.fighters.remove(at.expect("who falls was there"));
        band.lost += fighter.dice() as u32;
        log.push(|| Happened::Fell { by: seat, fighter, rule });
    }
}

impl Stacked for Duel {
    crate::has_stack!(Frame);
}

impl Reading for Duel {
    type Reader<'a> = Typed<'a>;
    const NOT_NOW: No = No::NotNow;

    fn yes(words: &mut Typed<'_>) -> Result<bool, Misread> {
        words.yes()
    }
}

impl Game for Duel {
    type Action = Action;
    type Event = Happened;
    type Refusal = No;

    crate::by_steps!();

    fn pending(&self) -> Pending {
        let over =
            |winner, rule, how, by_limit| Pending::Over(Outcome { winner, rule, how, by_limit });
        match (self.red.fighters.is_empty(), self.blue.fighters.is_empty()) {
            (true, true) => over(None, "TOY-4.1", "both sides have fallen", false),
            (true, false) => over(Some(Seat::Blue), "TOY-4.1", "no fighter is left", false),
            (false, true) => over(Some(Seat::Red), "TOY-4.1", "no fighter is left", false),
            _ if self.turn > TURNS_MAX => over(None, "TOY-4.2", "the turns are over", true),
            _ => Pending::Decide(self.asked_seats()),
        }
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if let Some(frame) = self.top() {
            frame.it().attempts(self, by, out);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        let Pending::Decide(seats) = self.pending() else { return Err(No::Over) };
        if !seats.has(by) {
            return Err(No::NotAsked { by });
        }
        action.it().check(self, by)
    }

    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        let sending = matches!(self.top(), Some(Frame::Send));
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            // A card that is played lies open while the two fight.
            let card = &mut view.band_mut(seat).card;
            if card.is_made() && (sending || !self.plays_card(seat)) {
                *card = Sealed::Hidden;
            }
        }
        if sending {
            view.sent.veil(viewer);
        }
        view
    }

    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        let band = guess.band_mut(seat.other());
        if band.card == Sealed::Hidden {
            band.card = Sealed::In(Card::ALL[dice.number(3)]);
        }
        guess.sent.guess(|seat| {
            let fighters = &self.band(seat).fighters;
            Send { fighter: fighters[dice.number(fighters.len())], card: false }
        });
        guess
    }
}

impl Telling for Duel {
    fn question(&self, by: Seat) -> Question {
        self.question_of(format!("{}, {}", self.band(by).name, self.moment()))
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        action.it().shows(self, by).does
    }

    fn notation(&self, by: Seat, action: &Action) -> String {
        action.it().write(self, by)
    }

    fn read(&self, _by: Seat, text: &str) -> Result<Action, Misread> {
        let mut words = Typed::new(text);
        let read = Action::read(words.next().unwrap_or_default(), &mut words);
        let none = || Misread::new(format!("`{text}` is no action"));
        let all = "actions: begin, send FIGHTER [card], fight, press, hold";
        words.end(read.ok_or_else(|| none().hint(all))??)
    }

    fn explain(&self, _: &Action, refusal: &No) -> Reason {
        refusal.reason()
    }

    fn tell(&self, event: &Happened, viewer: Viewer) -> Option<Entry> {
        Some(tell::entry(self, viewer, |to| event.tell(to)))
    }

    fn board(&self, viewer: Viewer) -> String {
        let side = |seat: Seat| {
            let view = self.view(viewer);
            let band = view.band(seat);
            let fighters: Vec<_> = band.fighters.iter().map(|fighter| fighter.word()).collect();
            let card = match band.card {
                Sealed::Nothing => "no card",
                Sealed::Hidden => "a card",
                Sealed::In(card) => card.word(),
            };
            let hill = if self.hill == Some(seat) { ", on the hill" } else { "" };
            format!("{seat:<4}  {}: {}; {card}{hill}", band.name, fighters.join(", "))
        };
        format!("{}\n{}", side(Seat::Red), side(Seat::Blue))
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        action.it().forecast(self, by)
    }

    fn hindsight(
        &self,
        by: Seat,
        action: &Action,
        after: &Self,
        events: &[Happened],
    ) -> Option<Forecast> {
        action.it().hindsight(self, by, after, events)
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.band(seat).name.clone())
    }

    fn moment(&self) -> String {
        format!("turn {}", self.turn())
    }

    fn turn(&self) -> u32 {
        self.turn.clamp(1, TURNS_MAX)
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| self.band(seat).lost)
    }

    fn save(&self) -> String {
        toml::to_string(self).expect("a duel is plain data")
    }
}

impl Tactics for Duel {
    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        let mut candidates = Vec::new();
        self.candidates(by, &mut candidates);
        let best = |action: &Action| match action {
            Action::Send(sent) => sent.fighter.dice() * 2 + i32::from(sent.card),
            // It fells an enemy three times as often as the victor.
            Action::Press => 1,
            _ => 0,
        };
        let most = candidates.iter().map(best).max();
        candidates.retain(|action| Some(best(action)) == most);
        candidates.swap_remove(chance.number(candidates.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{self, Deciding, Kit};

    fn start(seed: u64) -> Duel {
        let bands = [&[Swordsman, Spearman, Slinger][..], &[Spearman, Spearman, Slinger, Slinger]];
        Duel::new(bands[seed as usize % 2], bands[(seed / 2) as usize % 2])
    }

    fn kit(actions_max: usize) -> Kit<Toy> {
        let invariant = |duel: &Duel| {
            let dear = Seat::BOTH
                .into_iter()
                .find(|&seat| files::cost(&duel.band(seat).fighters) > COST_MAX);
            dear.map_or(Ok(()), |seat| Err(format!("{seat} has too many fighters")))
        };
        Kit { start, invariant, actions_max }
    }

    #[test]
    fn the_toy_keeps_the_laws() {
        kit::laws_of_a_ruleset::<Toy>();
        kit(60).run(0..60, Deciding::AtRandom);
        kit(60).run(0..30, Deciding::ByTactics);
        kit(60).steps(0..30);
    }

    #[test]
    fn what_is_forecast_is_what_is_done() {
        let compared = kit(60).forecasts(0..60, Deciding::AtRandom, 200, 0);
        assert!(compared.exact >= 200 && compared.left_out == 0, "{compared:?}");
        let silent: Vec<_> = compared.silent.into_keys().collect();
        assert_eq!(silent, ["begin"], "the hill and the cards are nobody's choice");
    }

    #[test]
    #[should_panic(expected = "seed 0: no end after 3 actions")]
    fn the_kit_notices_an_endless_battle() {
        kit(3).run(0..1, Deciding::AtRandom);
    }

    #[test]
    #[should_panic(expected = "there is no turn 2")]
    fn the_kit_tries_the_invariant_after_every_action() {
        let invariant = |duel: &Duel| {
            if duel.turn == 1 { Ok(()) } else { Err("there is no turn 2".into()) }
        };
        Kit::<Toy> { start, invariant, actions_max: 60 }.run(0..1, Deciding::AtRandom);
    }
}
