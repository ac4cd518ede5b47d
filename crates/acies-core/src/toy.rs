//! A toy ruleset for tests: two warbands send one fighter each in secret, and the two fight.
//!
//! It is small enough to be read in one go and still has all that the contract speaks of: cards in
//! hidden hands, sealed decisions of both seats, pools of dice, a decision after the dice, refusals,
//! an end by victory and one by the turn limit. The kit, records, the erased form, simulation and
//! the command line are tested with it. It is compiled for tests alone.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::{
    file::{BadFile, ShippedFile, read_toml},
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

    fn word(self) -> &'static str {
        match self {
            Slinger => "slinger",
            Spearman => "spearman",
            Swordsman => "swordsman",
        }
    }

    fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fighter| fighter.word() == word)
    }

    /// TOY-1.1, and by TOY-1.2 also what he costs.
    fn dice(self) -> i32 {
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

    fn word(self) -> &'static str {
        match self {
            Card::Rage => "rage",
            Card::Guard => "guard",
            Card::Feint => "feint",
        }
    }
}

/// Something that only one seat knows, until it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Secret<T> {
    #[default]
    Nothing,
    Hidden,
    Is(T),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    pub fighter: Fighter,
    pub card: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Begin,
    Send,
    Fight,
    /// The victor holds or presses on.
    Press(Seat),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warband {
    pub name: String,
    pub fighters: Vec<Fighter>,
    #[serde(default)]
    pub lost: u32,
    #[serde(default)]
    pub card: Secret<Card>,
    #[serde(default)]
    pub sent: Secret<Sent>,
}

/// A duel at any moment. Its file has the same fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    pub ruleset: String,
    pub turn: u32,
    pub phase: Phase,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hill: Option<Seat>,
    pub red: Warband,
    pub blue: Warband,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    Begin,
    Send(Sent),
    Fight,
    Press,
    Hold,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Happened {
    Begun { hill: Seat, face: u8 },
    Drew { by: Seat, card: Card },
    Chosen { by: Seat },
    Threw { by: Seat, fighter: Fighter, sum: Box<Sum>, needs: i32, faces: Vec<u8>, hits: usize },
    Fell { by: Seat, fighter: Fighter, rule: RuleId },
    Pressed { by: Seat, face: Option<u8>, pressing: Pressing },
    Held { by: Seat },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Over,
    NotAsked(Seat),
    NotNow,
    Fallen(Fighter),
    NoCard,
}

impl Event for Happened {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        match self {
            Happened::Begun { .. } => each("TOY-1.3"),
            Happened::Drew { .. } => each("TOY-1.4"),
            Happened::Chosen { .. } => each("TOY-2.1"),
            Happened::Threw { sum, needs, .. } => {
                sum.cite(each);
                each(if *needs == 5 { "TOY-3.3" } else { "TOY-3.1" });
            }
            Happened::Fell { rule, .. } => each(rule),
            Happened::Pressed { .. } | Happened::Held { .. } => each("TOY-3.5"),
        }
    }
}

impl Duel {
    pub fn new(red: &[Fighter], blue: &[Fighter]) -> Self {
        let band = |name: &str, fighters: &[Fighter]| Warband {
            name: name.into(),
            fighters: fighters.to_vec(),
            lost: 0,
            card: Secret::Nothing,
            sent: Secret::Nothing,
        };
        Duel {
            ruleset: Toy::ID.into(),
            turn: 1,
            phase: Phase::Begin,
            hill: None,
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

    fn asked(&self) -> Seats {
        match self.phase {
            Phase::Begin | Phase::Fight => Seat::Red.into(),
            Phase::Send => Seat::BOTH
                .into_iter()
                .filter(|&seat| self.band(seat).sent == Secret::Nothing)
                .fold(Seats::NONE, Seats::with),
            Phase::Press(victor) => victor.into(),
        }
    }

    fn sent(&self, seat: Seat) -> Sent {
        match self.band(seat).sent {
            Secret::Is(sent) => sent,
            _ => unreachable!("both sides have sent someone before they fight"),
        }
    }

    fn plays(&self, seat: Seat, card: Card) -> bool {
        self.sent(seat).card && self.band(seat).card == Secret::Is(card)
    }

    /// How many dice a side throws.
    fn dice(&self, seat: Seat) -> Sum {
        Sum::of([
            add("TOY-1.1", always(), self.sent(seat).fighter.dice(), "fighter"),
            add("TOY-1.3", when(self.hill == Some(seat)), 1, "hill"),
            add("TOY-3.2", when(self.plays(seat, Card::Rage)), 1, "rage"),
        ])
    }

    /// What a side's dice must show to hit.
    fn needs(&self, seat: Seat) -> i32 {
        if self.plays(seat.other(), Card::Guard) { 5 } else { 4 }
    }

    fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<usize> {
        let ask = by.throws("TOY-3.1", "the fighter's dice");
        let n = self.dice(by).total as usize;
        Ok(dice.count(ask, n, D6, [self.needs(by)..=6])?[0])
    }

    /// The hits of both, and who wins.
    fn fight_forecast(&self, hits: &Odds<(usize, usize)>) -> Forecast {
        Forecast {
            title: "fight".into(),
            sums: Seat::BOTH.map(|seat| (format!("dice of {seat}"), self.dice(seat))).into(),
            rules: vec!["TOY-3.1", "TOY-3.4"],
            outcomes: hits.outcomes(|&(red, blue)| {
                let is = vec![("red", red as i64), ("blue", blue as i64)];
                (format!("{red} hits to {blue}"), is)
            }),
            highlights: vec![hits.highlight("red wins", |(red, blue)| red > blue)],
        }
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        self.phase = Phase::Send;
        for seat in Seat::BOTH {
            let band = self.band_mut(seat);
            if matches!(band.sent, Secret::Is(Sent { card: true, .. })) {
                band.card = Secret::Nothing;
            }
            band.sent = Secret::Nothing;
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

/// What pressing on leads to (TOY-3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Pressing {
    VictorFalls,
    Nothing,
    EnemyFalls,
}

impl Pressing {
    fn of(face: i32) -> Self {
        match face {
            1 => Pressing::VictorFalls,
            4.. => Pressing::EnemyFalls,
            _ => Pressing::Nothing,
        }
    }
}

fn press(by: Seat, dice: &mut Dice) -> Rolled<Pressing> {
    Ok(Pressing::of(dice.roll(by.throws("TOY-3.5", "for pressing on"), D6)?))
}

fn press_forecast(odds: &Odds<Pressing>) -> Forecast {
    let says = |pressing: &Pressing| match pressing {
        Pressing::VictorFalls => "the victor falls",
        Pressing::Nothing => "nothing",
        Pressing::EnemyFalls => "another enemy falls",
    };
    Forecast {
        title: "press on".into(),
        sums: vec![],
        rules: vec!["TOY-3.5"],
        outcomes: odds.outcomes(|pressing| (says(pressing).into(), vec![])),
        highlights: vec![],
    }
}

impl Game for Duel {
    type Action = Action;
    type Event = Happened;
    type Refusal = Refusal;

    fn pending(&self) -> Pending {
        let over =
            |winner, rule, how, by_limit| Pending::Over(Outcome { winner, rule, how, by_limit });
        match (self.red.fighters.is_empty(), self.blue.fighters.is_empty()) {
            (true, true) => over(None, "TOY-4.1", "both sides have fallen", false),
            (true, false) => over(Some(Seat::Blue), "TOY-4.1", "no fighter is left", false),
            (false, true) => over(Some(Seat::Red), "TOY-4.1", "no fighter is left", false),
            _ if self.turn > TURNS_MAX => over(None, "TOY-4.2", "the turns are over", true),
            _ => Pending::Decide(self.asked()),
        }
    }

    fn candidates(&self, by: Seat, out: &mut Vec<Action>) {
        let mut tried = Vec::new();
        self.attempts(by, &mut tried);
        out.extend(tried.into_iter().filter(|action| self.check(by, action).is_ok()));
    }

    fn attempts(&self, _by: Seat, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Begin => out.push(Action::Begin),
            Phase::Send => {
                for fighter in Fighter::ALL {
                    out.extend([false, true].map(|card| Action::Send(Sent { fighter, card })));
                }
            }
            Phase::Fight => out.push(Action::Fight),
            Phase::Press(_) => out.extend([Action::Hold, Action::Press]),
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), Refusal> {
        let Pending::Decide(seats) = self.pending() else { return Err(Refusal::Over) };
        if !seats.has(by) {
            return Err(Refusal::NotAsked(by));
        }
        match (action, self.phase) {
            (Action::Begin, Phase::Begin)
            | (Action::Fight, Phase::Fight)
            | (Action::Press | Action::Hold, Phase::Press(_)) => Ok(()),
            (Action::Send(sent), Phase::Send) => {
                if !self.band(by).fighters.contains(&sent.fighter) {
                    return Err(Refusal::Fallen(sent.fighter));
                }
                if sent.card && self.band(by).card == Secret::Nothing {
                    return Err(Refusal::NoCard);
                }
                Ok(())
            }
            _ => Err(Refusal::NotNow),
        }
    }

    fn perform(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Happened>,
    ) -> Rolled<()> {
        match *action {
            Action::Begin => {
                let face = dice.roll(by.throws("TOY-1.3", "for the hill"), D6)?;
                let hill = if face <= 3 { Seat::Red } else { Seat::Blue };
                self.hill = Some(hill);
                log.push(|| Happened::Begun { hill, face: face as u8 });
                let mut copies = [2; 3];
                for seat in Seat::BOTH {
                    let kind = dice.pick(seat.throws("TOY-1.4", "a secret card"), &copies)?;
                    copies[kind] -= 1;
                    let card = Card::ALL[kind];
                    self.band_mut(seat).card = Secret::Is(card);
                    log.push(|| Happened::Drew { by: seat, card });
                }
                self.phase = Phase::Send;
            }
            Action::Send(sent) => {
                self.band_mut(by).sent = Secret::Is(sent);
                log.push(|| Happened::Chosen { by });
                if self.asked() == Seats::NONE {
                    Seat::BOTH.into_iter().for_each(|seat| log.unseal(seat));
                    self.phase = Phase::Fight;
                }
            }
            Action::Fight => {
                let mut hits = Each([0; 2]);
                for seat in Seat::BOTH {
                    hits[seat] = self.throw(seat, dice).about(|_| {
                        let [own, enemy] = [seat, seat.other()].map(|it| self.sent(it).fighter);
                        format!("the {} fights the {}", own.word(), enemy.word())
                    })?;
                    log.push(|| Happened::Threw {
                        by: seat,
                        fighter: self.sent(seat).fighter,
                        sum: Box::new(self.dice(seat)),
                        needs: self.needs(seat),
                        faces: dice.faces().to_vec(),
                        hits: hits[seat],
                    });
                }
                if hits[Seat::Red] == hits[Seat::Blue] {
                    self.next_turn();
                } else {
                    let red_wins = hits[Seat::Red] > hits[Seat::Blue];
                    let victor = if red_wins { Seat::Red } else { Seat::Blue };
                    let loser = victor.other();
                    self.fall(loser, self.sent(loser).fighter, "TOY-3.4", log);
                    self.phase = Phase::Press(victor);
                }
            }
            Action::Press => {
                let pressing = press(by, dice)?;
                log.push(|| Happened::Pressed {
                    by,
                    face: dice.faces().first().copied(),
                    pressing,
                });
                let victim = self.band(by.other()).fighters[0];
                match pressing {
                    Pressing::EnemyFalls => self.fall(by.other(), victim, "TOY-3.5", log),
                    Pressing::VictorFalls => {
                        self.fall(by, self.sent(by).fighter, "TOY-3.5", log);
                    }
                    Pressing::Nothing => {}
                }
                self.next_turn();
            }
            Action::Hold => {
                log.push(|| Happened::Held { by });
                self.next_turn();
            }
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            let revealed = !matches!(self.phase, Phase::Begin | Phase::Send);
            let band = view.band_mut(seat);
            let played = revealed && matches!(band.sent, Secret::Is(Sent { card: true, .. }));
            if !played && band.card != Secret::Nothing {
                band.card = Secret::Hidden;
            }
            if !revealed && band.sent != Secret::Nothing {
                band.sent = Secret::Hidden;
            }
        }
        view
    }

    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        let band = guess.band_mut(seat.other());
        if band.card == Secret::Hidden {
            band.card = Secret::Is(Card::ALL[dice.number(3)]);
        }
        if band.sent == Secret::Hidden {
            let fighter = band.fighters[dice.number(band.fighters.len())];
            band.sent = Secret::Is(Sent { fighter, card: false });
        }
        guess
    }
}

impl Telling for Duel {
    fn question(&self, by: Seat) -> Question {
        let (asks, rule) = match self.phase {
            Phase::Begin => ("begin the duel", "TOY-1.3"),
            Phase::Send => ("whom do you send?", "TOY-2.1"),
            Phase::Fight => ("let them fight", "TOY-3.1"),
            Phase::Press(_) => ("hold, or press on?", "TOY-3.5"),
        };
        let context = format!("{}, {}", self.band(by).name, self.moment());
        Question { context, asks: asks.into(), rules: vec![rule] }
    }

    fn words(&self, _by: Seat, action: &Action) -> String {
        match action {
            Action::Begin => "throw for the hill and draw the cards".into(),
            Action::Send(Sent { fighter, card: false }) => format!("send the {}", fighter.word()),
            Action::Send(Sent { fighter, card: true }) => {
                format!("send the {} and play the card", fighter.word())
            }
            Action::Fight => "throw the dice of both fighters".into(),
            Action::Press => "press on".into(),
            Action::Hold => "hold".into(),
        }
    }

    fn notation(&self, _by: Seat, action: &Action) -> String {
        match action {
            Action::Begin => "begin".into(),
            Action::Send(Sent { fighter, card: false }) => format!("send {}", fighter.word()),
            Action::Send(Sent { fighter, card: true }) => format!("send {} card", fighter.word()),
            Action::Fight => "fight".into(),
            Action::Press => "press".into(),
            Action::Hold => "hold".into(),
        }
    }

    fn read(&self, _by: Seat, text: &str) -> Result<Action, Misread> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words[..] {
            ["begin"] => Ok(Action::Begin),
            ["fight"] => Ok(Action::Fight),
            ["press"] => Ok(Action::Press),
            ["hold"] => Ok(Action::Hold),
            ["send", fighter] | ["send", fighter, "card"] => {
                let known = Fighter::ALL.map(Fighter::word);
                let card = words.len() == 3;
                Fighter::read(fighter)
                    .map(|fighter| Action::Send(Sent { fighter, card }))
                    .ok_or_else(|| Misread {
                        what: format!("there is no fighter `{fighter}`"),
                        hint: did_you_mean(fighter, known.into_iter()),
                    })
            }
            _ => Err(Misread {
                what: format!("`{text}` is no action"),
                hint: Some("actions: begin, send FIGHTER [card], fight, press, hold".into()),
            }),
        }
    }

    fn explain(&self, _: &Action, refusal: &Refusal) -> Reason {
        let reason = |rule, says: &str, facts| Reason {
            rules: vec![rule],
            says: says.into(),
            facts,
            ..Reason::default()
        };
        match *refusal {
            Refusal::Over => reason("TOY-4.3", "the duel is over", vec![]),
            Refusal::NotAsked(seat) => {
                reason("TOY-2.4", &format!("{seat} is not asked now"), vec![])
            }
            Refusal::NotNow => reason("TOY-2.4", "this is not what is asked now", vec![]),
            Refusal::Fallen(fighter) => {
                let facts = vec![("fighter", fighter.word().to_owned())];
                reason("TOY-2.2", &format!("no {} is left", fighter.word()), facts)
            }
            Refusal::NoCard => reason("TOY-2.3", "the card has been played", vec![]),
        }
    }

    fn tell(&self, event: &Happened, viewer: Viewer) -> Option<Entry> {
        let name = |seat: Seat| &self.band(seat).name;
        Some(match event {
            Happened::Begun { hill, face } => {
                let line = format!("a {face}: {} have the hill", name(*hill));
                let mut entry = Entry::new(None, line, &["TOY-1.3"]);
                entry.heading = true;
                entry
            }
            Happened::Drew { by, card } if viewer == Some(*by) => {
                let line = format!("{} draw a card: {}", name(*by), card.word());
                Entry::new(*by, line, &["TOY-1.4"])
            }
            Happened::Drew { by, .. } => {
                Entry::new(*by, format!("{} draw a card", name(*by)), &["TOY-1.4"])
            }
            Happened::Chosen { by } => {
                Entry::new(*by, format!("{} have chosen a fighter", name(*by)), &["TOY-2.1"])
            }
            Happened::Threw { by, fighter, sum, needs, faces, hits } => {
                let hits = if *hits == 1 { "1 hit".into() } else { format!("{hits} hits") };
                let line = format!("the {} of {} makes {hits}", fighter.word(), name(*by));
                let rule = if *needs == 5 { "TOY-3.3" } else { "TOY-3.1" };
                Entry::new(*by, line, &[rule])
                    .sum("dice", sum)
                    .detail(format!("{faces:?}, {needs} or more hits"))
            }
            Happened::Fell { by, fighter, rule } => {
                Entry::new(*by, format!("the {} of {} falls", fighter.word(), name(*by)), &[rule])
            }
            Happened::Pressed { by, face, .. } => {
                let face = face.map_or("?".into(), |face| face.to_string());
                Entry::new(*by, format!("{} press on: {face}", name(*by)), &["TOY-3.5"])
            }
            Happened::Held { by } => Entry::new(*by, format!("{} hold", name(*by)), &["TOY-3.5"]),
        })
    }

    fn board(&self, viewer: Viewer) -> String {
        let side = |seat: Seat| {
            let view = self.view(viewer);
            let band = view.band(seat);
            let fighters: Vec<_> = band.fighters.iter().map(|fighter| fighter.word()).collect();
            let card = match band.card {
                Secret::Nothing => "no card",
                Secret::Hidden => "a card",
                Secret::Is(card) => card.word(),
            };
            let hill = if self.hill == Some(seat) { ", on the hill" } else { "" };
            format!("{seat:<4}  {}: {}; {card}{hill}", band.name, fighters.join(", "))
        };
        format!("{}\n{}", side(Seat::Red), side(Seat::Blue))
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        match action {
            Action::Fight if self.phase == Phase::Fight => {
                let [red, blue] = Seat::BOTH.map(|seat| odds(|dice| self.throw(seat, dice)));
                Some(self.fight_forecast(&red.and(&blue)))
            }
            Action::Press => Some(press_forecast(&odds(|dice| press(by, dice)))),
            _ => None,
        }
    }

    fn hindsight(&self, _: Seat, _: &Action, _: &Self, events: &[Happened]) -> Option<Forecast> {
        match *events {
            [Happened::Threw { hits: red, .. }, Happened::Threw { hits: blue, .. }, ..] => {
                Some(self.fight_forecast(&Odds::sure((red, blue))))
            }
            [Happened::Pressed { pressing, .. }, ..] => Some(press_forecast(&Odds::sure(pressing))),
            _ => None,
        }
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.band(seat).name.clone())
    }

    fn moment(&self) -> String {
        format!("turn {}", self.turn)
    }

    fn turn(&self) -> u32 {
        self.turn.min(TURNS_MAX)
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

/// The text of each shipped warband.
const ARMIES: &[ShippedFile] = &[
    (
        "wolves",
        "ruleset = \"toy\"\nname = \"Wolves\"\nfighters = [\"swordsman\", \"spearman\", \"slinger\"]\n",
    ),
    (
        "bears",
        "ruleset = \"toy\"\nname = \"Bears\"\nfighters = [\"spearman\", \"spearman\", \"spearman\"]\n",
    ),
    (
        "crows",
        "ruleset = \"toy\"\nname = \"Crows\"\nfighters = [\"swordsman\", \"slinger\", \"slinger\", \"slinger\"]\n",
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyFile {
    #[serde(rename = "ruleset")]
    _ruleset: Option<String>,
    name: String,
    fighters: Vec<toml::Spanned<String>>,
}

fn fighters(file: &str, text: &str) -> Result<(String, Vec<Fighter>), BadFile> {
    let army: ArmyFile = read_toml(file, text)?;
    let known = Fighter::ALL.map(Fighter::word);
    let fighters = army.fighters.iter().map(|word| {
        Fighter::read(word.get_ref()).ok_or_else(|| {
            let what = format!("there is no fighter `{}`", word.get_ref());
            BadFile::new(file, text, word.span(), what)
                .rule("TOY-1.1")
                .hint(did_you_mean(word.get_ref(), known.into_iter()))
        })
    });
    let fighters: Vec<_> = fighters.collect::<Result<_, _>>()?;
    affordable(file, text, &fighters)?;
    Ok((army.name, fighters))
}

fn cost(fighters: &[Fighter]) -> u32 {
    fighters.iter().map(|fighter| fighter.dice() as u32).sum()
}

fn affordable(file: &str, text: &str, fighters: &[Fighter]) -> Result<(), BadFile> {
    let cost = cost(fighters);
    if cost <= COST_MAX {
        return Ok(());
    }
    let at = text.find("fighters").unwrap_or(0);
    let what = format!("the warband costs {cost} points, at most {COST_MAX} are allowed");
    let hint = Some("leave a fighter at home".to_owned());
    Err(BadFile::new(file, text, at..at + 8, what).rule("TOY-1.2").hint(hint))
}

impl Ruleset for Toy {
    type Game = Duel;

    const ID: &'static str = "toy";
    const NAME: &'static str = "Duel";
    const AUTHORS: &'static str = "nobody";
    const RULES: &'static str = RULES;
    const ARMIES: &'static [ShippedFile] = ARMIES;
    const BATTLES: &'static [ShippedFile] = &[];

    fn rulebook() -> &'static Rulebook {
        static BOOK: LazyLock<Rulebook> = LazyLock::new(|| Rulebook::read(RULES));
        &BOOK
    }

    fn battles() -> Vec<BattleCard> {
        let (id, name, about) = ("ford", "The ford", "two warbands meet at a ford");
        vec![BattleCard { id: id.into(), name: name.into(), about: about.into() }]
    }

    fn battle(name: &str) -> Option<Duel> {
        let band = [Swordsman, Spearman, Slinger];
        (name == "ford").then(|| Duel::new(&band, &band))
    }

    fn field(red: &Army, blue: &Army) -> Result<Duel, String> {
        let read = |army: &Army| fighters(&army.name, &army.text).map_err(|bad| bad.to_string());
        let ((red_name, red), (blue_name, blue)) = (read(red)?, read(blue)?);
        let mut duel = Duel::new(&red, &blue);
        (duel.red.name, duel.blue.name) = (red_name, blue_name);
        Ok(duel)
    }

    fn army(file: &str, text: &str) -> Result<Army, BadFile> {
        let (name, fighters) = fighters(file, text)?;
        let roster =
            fighters.iter().map(|fighter| format!("{} ({})", fighter.word(), fighter.dice()));
        let roster = roster.collect();
        let warnings = if fighters.len() == 1 { vec!["a lone fighter".into()] } else { vec![] };
        let (cost, units) = (cost(&fighters), fighters.len());
        Ok(Army { name, text: text.into(), cost, budget: COST_MAX, units, roster, warnings })
    }

    fn position(file: &str, text: &str) -> Result<Duel, BadFile> {
        let duel: Duel = read_toml(file, text)?;
        for seat in Seat::BOTH {
            affordable(file, text, &duel.band(seat).fighters)?;
        }
        let sent = Seat::BOTH.map(|seat| duel.band(seat).sent != Secret::Nothing);
        if matches!(duel.phase, Phase::Fight | Phase::Press(_)) && sent != [true, true] {
            let at = text.find("phase").unwrap_or(0);
            let what = "nobody can fight before both sides have sent a fighter";
            return Err(BadFile::new(file, text, at..at + 5, what).rule("TOY-2.1"));
        }
        Ok(duel)
    }

    fn odds_kinds() -> &'static [OddsKind] {
        const WORDS: &[OddsWord] = &[
            OddsWord { word: "hill", value: None, rule: "TOY-1.3", about: "a die more" },
            OddsWord { word: "rage", value: None, rule: "TOY-3.2", about: "a die more" },
            OddsWord {
                word: "guard",
                value: None,
                rule: "TOY-3.3",
                about: "hit only by 5 or more",
            },
        ];
        &[OddsKind {
            name: "fight",
            about: "two fighters meet",
            sides: &[
                OddsSide { part: "red", troop: true, several: false, words: WORDS },
                OddsSide { part: "blue", troop: true, several: false, words: WORDS },
            ],
            settings: &[],
            example: "acies odds toy fight \"swordsman rage\" \"spearman guard\"",
        }]
    }

    fn odds(kind: &str, asked: &Asked) -> Result<Forecast, Misread> {
        let misread = |what: String, hint| Err(Misread { what, hint });
        if kind != "fight" {
            let hint = did_you_mean(kind, ["fight"].into_iter());
            return misread(format!("there is no roll `{kind}`"), hint);
        }
        let [red, blue] = &asked.sides[..] else {
            return misread("a fight has two sides".into(), None);
        };
        let mut duel = Duel::new(&[], &[]);
        duel.phase = Phase::Fight;
        for (seat, side) in [(Seat::Red, red), (Seat::Blue, blue)] {
            let mut words = side.split_whitespace();
            let troop = words.next().unwrap_or_default();
            let Some(fighter) = Fighter::read(troop) else {
                let known = Fighter::ALL.map(Fighter::word).into_iter();
                return misread(
                    format!("there is no fighter `{troop}`"),
                    did_you_mean(troop, known),
                );
            };
            let mut card = None;
            for word in words {
                match Card::ALL.into_iter().find(|card| card.word() == word) {
                    None if word == "hill" => duel.hill = Some(seat),
                    Some(found) => card = Some(found),
                    None => {
                        let known = ["hill", "rage", "guard", "feint"].into_iter();
                        let hint = did_you_mean(word, known);
                        return misread(format!("`{word}` says nothing about a fight"), hint);
                    }
                }
            }
            let band = duel.band_mut(seat);
            band.card = card.map_or(Secret::Nothing, Secret::Is);
            band.sent = Secret::Is(Sent { fighter, card: card.is_some() });
        }
        Ok(duel.forecast(Seat::Red, &Action::Fight).expect("both have sent a fighter"))
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
            let dear =
                Seat::BOTH.into_iter().find(|&seat| cost(&duel.band(seat).fighters) > COST_MAX);
            dear.map_or(Ok(()), |seat| Err(format!("{seat} has too many fighters")))
        };
        Kit { start, invariant, actions_max }
    }

    #[test]
    fn the_toy_keeps_the_laws() {
        kit::laws_of_a_ruleset::<Toy>();
        kit(60).run(0..60, Deciding::AtRandom);
        kit(60).run(0..30, Deciding::ByTactics);
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
