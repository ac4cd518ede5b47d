//! A battle as a value, whatever its ruleset: actions are in notation, answers in words.

use std::{collections::HashSet, fmt};

use acies_ai::{Mind, Player, Watch};
use acies_core::{
    Dice, Each, Entry, Event, Forecast, Game, Log, Misread, NeedDice, Pending, Question, Reason,
    Ruleset, Seat, Telling, Viewer, Worth,
    keyed::Key,
    record::{self, DiceKind, Record, Recorder},
    scene::{self, Dragged, Offer, Overlay, Pulled, Scene, Way},
};
use serde::Serialize;

use crate::{
    AnyRuleset, Listed,
    counsel::{self, Decided, Hint},
};

/// A battle behind one interface, with its log and, if wanted, its record.
pub trait AnyBattle: Send {
    fn ruleset(&self) -> &'static dyn AnyRuleset;

    fn pending(&self) -> Pending;

    fn question(&self, by: Seat) -> Question;

    /// The candidates of a seat.
    fn options(&self, by: Seat) -> Vec<Choice>;

    /// What looks possible and is not, with the reasons.
    fn refused(&self, by: Seat) -> Vec<(Choice, Reason)>;

    /// An action that the rules allow, in its own notation and in words.
    fn check(&self, by: Seat, action: &str) -> Result<Choice, Stopped>;

    /// What an action would throw, as far as this seat can know.
    fn forecast(&self, by: Seat, action: &str) -> Result<Option<Foreseen>, Misread>;

    /// What an action would lead to later, if things stay as it leaves them.
    fn later(&self, by: Seat, action: &str) -> Result<Vec<Foreseen>, Misread>;

    /// Carries out an action and says what it told who took it. Unless it succeeds nothing has changed;
    /// then the dice have kept what this action threw.
    fn apply(&mut self, by: Seat, action: &str, dice: &mut Dice) -> Result<Learnt, Stopped>;

    /// What a computer player would do in this seat, in notation.
    fn decide(&self, by: Seat, player: Player, seed: u64) -> String;

    /// The same, with somebody who sees how it gets on. Threads do not change what is decided.
    fn think(
        &self,
        by: Seat,
        player: Player,
        seed: u64,
        threads: usize,
        watch: Watch<'_>,
    ) -> Decided;

    /// What the staff would do in this seat, and why, as a player of this level sees it.
    fn hint(&self, by: Seat, player: Player, seed: u64, watch: Watch<'_>) -> Hint;

    /// What a viewer has been told, from the beginning.
    fn told(&self, viewer: Viewer) -> &[Entry];

    fn board(&self, viewer: Viewer) -> String;

    /// What to draw for a viewer, with what he is asked and offered.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// An action that the rules allow, with what it does on the table.
    fn offer(&self, by: Seat, action: &str) -> Result<Offer, Stopped>;

    /// What pieces would have to do to get where this seat drags them, if they can be dragged now.
    fn drag(&self, by: Seat, dragged: &Dragged) -> Option<Drag>;

    /// What pieces that this seat has chosen can do as one; or why not.
    fn together(&self, by: Seat, pieces: &[String]) -> Vec<(Offer, Option<Reason>)>;

    /// What looks possible for a piece and is not: each reason once, with an action that it forbids.
    fn why_not(&self, by: Seat, piece: &str) -> Vec<(Offer, Reason)>;

    /// Zones, arcs and ranges of a piece.
    fn overlays(&self, viewer: Viewer, piece: &str) -> Vec<Overlay>;

    fn sides(&self) -> Each<String>;

    fn moment(&self) -> String;

    fn turn(&self) -> u32;

    fn lost(&self) -> Each<u32>;

    /// The position as a file.
    fn save(&self) -> String;

    /// A short hash of the state.
    fn hash(&self) -> String;

    /// A copy to go back to.
    fn fork(&self) -> Box<dyn AnyBattle>;

    /// Begins a record here.
    fn start_record(&mut self, players: Each<String>, dice: DiceKind);

    /// Goes on with a record whose last action led to this battle.
    fn go_on_record(&mut self, record: &Record);

    /// The record so far, without an end.
    fn recorded(&self) -> Option<&str>;

    /// The record so far, ended here. The key is that of keyed dice.
    fn record(&self, key: Option<Key>) -> Option<String>;
}

/// A forecast, and what the rows of its sums are worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Foreseen {
    #[serde(flatten)]
    pub forecast: Forecast,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worths: Vec<Worth>,
}

impl std::ops::Deref for Foreseen {
    type Target = Forecast;

    fn deref(&self) -> &Forecast {
        &self.forecast
    }
}

/// An action that a player may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The action as it is typed.
    pub action: String,
    pub words: String,
}

/// What dragged pieces can do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drag {
    /// The allowed action that leads nearest to where they are dragged.
    pub offer: Option<Offer>,
    /// Why they do not get there, if they do not.
    pub stopped: Option<Reason>,
}

/// What an action told who took it beyond what he could know before. If it told anything, it binds: he cannot
/// take it back by himself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// Dice have fallen, or cards were drawn.
    pub dice: bool,
    /// What happened depends on what the other side had kept secret.
    pub secret: bool,
}

impl Learnt {
    fn of<E: Event>(by: Seat, dice: &Dice, log: &Log<E>) -> Self {
        Learnt { dice: !dice.thrown().is_empty(), secret: log.unsealed().has(by.other()) }
    }

    pub fn binds(self) -> bool {
        self.dice || self.secret
    }
}

/// Why an action was not carried out.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// The text is no action.
    Misread(Misread),
    /// The rules forbid it.
    Refused(Reason),
    /// Dice have to be thrown first.
    Waiting(Box<Waiting>),
}

/// The dice that an action waits for, and what it has come to so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    pub need: Box<NeedDice>,
    /// What the side that throws calls itself.
    pub who: String,
    /// What who acts has learnt up to the throw.
    pub learnt: Learnt,
    so_far: [Vec<Entry>; 3],
}

impl Waiting {
    /// What a viewer is told up to the throw: the log of the action will begin with it.
    pub fn so_far(&self, viewer: Viewer) -> &[Entry] {
        &self.so_far[place(viewer)]
    }
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.need.words(&self.who))
    }
}

pub(crate) struct Battle<R: Ruleset> {
    game: R::Game,
    /// For red, for blue, and for spectators.
    told: [Vec<Entry>; 3],
    /// How pieces moved by the last action.
    ways: Vec<Way>,
    recorder: Option<Recorder>,
}

const VIEWERS: [Viewer; 3] = [Some(Seat::Red), Some(Seat::Blue), None];

/// Where a viewer stands among all of them.
fn place(viewer: Viewer) -> usize {
    VIEWERS.iter().position(|&known| known == viewer).expect("all viewers are listed")
}

/// What each viewer is told of some events.
fn told<G: Telling>(game: &G, events: &[G::Event]) -> [Vec<Entry>; 3] {
    VIEWERS.map(|viewer| events.iter().filter_map(|event| game.tell(event, viewer)).collect())
}

/// What the thrower of dice is called: as the two sides are, if that tells them apart.
fn thrower<G: Telling>(game: &G, by: Seat) -> String {
    let Each([red, blue]) = game.sides();
    if red == blue { by.to_string() } else { game.sides()[by].clone() }
}

type Action<R> = <<R as Ruleset>::Game as Game>::Action;

impl<R: Ruleset> Battle<R> {
    pub(crate) fn boxed(game: R::Game) -> Box<dyn AnyBattle> {
        Box::new(Battle::<R> { game, told: Default::default(), ways: Vec::new(), recorder: None })
    }

    fn choice(&self, by: Seat, action: &Action<R>) -> Choice {
        Choice { action: self.game.notation(by, action), words: self.game.words(by, action) }
    }

    fn checked(&self, by: Seat, action: &str) -> Result<Action<R>, Stopped> {
        let action = self.game.read(by, action).map_err(Stopped::Misread)?;
        match self.game.check(by, &action) {
            Ok(()) => Ok(action),
            Err(refusal) => Err(Stopped::Refused(self.game.explain(&action, &refusal))),
        }
    }
}

impl<R: Ruleset> AnyBattle for Battle<R> {
    fn ruleset(&self) -> &'static dyn AnyRuleset {
        &Listed::<R>::HERE
    }

    fn pending(&self) -> Pending {
        self.game.pending()
    }

    fn question(&self, by: Seat) -> Question {
        self.game.view(Some(by)).question(by)
    }

    fn options(&self, by: Seat) -> Vec<Choice> {
        let mut candidates = Vec::new();
        self.game.candidates(by, &mut candidates);
        candidates.iter().map(|action| self.choice(by, action)).collect()
    }

    fn refused(&self, by: Seat) -> Vec<(Choice, Reason)> {
        let mut attempts = Vec::new();
        self.game.attempts(by, &mut attempts);
        // What comes to mind in several ways is told once.
        let mut known = HashSet::new();
        let once = attempts.iter().filter(|action| known.insert(*action));
        let refused = once.filter_map(|action| {
            let refusal = self.game.check(by, action).err()?;
            Some((self.choice(by, action), self.game.explain(action, &refusal)))
        });
        refused.collect()
    }

    fn check(&self, by: Seat, action: &str) -> Result<Choice, Stopped> {
        self.checked(by, action).map(|action| self.choice(by, &action))
    }

    fn forecast(&self, by: Seat, action: &str) -> Result<Option<Foreseen>, Misread> {
        let view = self.game.view(Some(by));
        let action = view.read(by, action)?;
        let forecast = view.check(by, &action).ok().and_then(|()| view.forecast(by, &action));
        let worths = || view.worths(by, &action);
        Ok(forecast.map(|forecast| Foreseen { forecast, worths: worths() }))
    }

    fn later(&self, by: Seat, action: &str) -> Result<Vec<Foreseen>, Misread> {
        let view = self.game.view(Some(by));
        let action = view.read(by, action)?;
        if view.check(by, &action).is_err() {
            return Ok(Vec::new());
        }
        let worths =
            view.later_worths(by, &action).into_iter().chain(std::iter::repeat(Vec::new()));
        let later = view.later(by, &action).into_iter().zip(worths);
        Ok(later.map(|(forecast, worths)| Foreseen { forecast, worths }).collect())
    }

    fn apply(&mut self, by: Seat, action: &str, dice: &mut Dice) -> Result<Learnt, Stopped> {
        let action = self.checked(by, action)?;
        let notation = self.game.notation(by, &action);
        let mut log = Log::kept();
        let mut after = self.game.clone();
        dice.forget();
        after.perform(by, &action, dice, &mut log).map_err(|need| {
            let who = thrower(&after, need.ask.by);
            let so_far = told(&after, log.events());
            let learnt = Learnt::of(by, dice, &log);
            Stopped::Waiting(Box::new(Waiting { need, who, learnt, so_far }))
        })?;
        let before = std::mem::replace(&mut self.game, after);
        for (known, new) in self.told.iter_mut().zip(told(&self.game, log.events())) {
            known.extend(new);
        }
        self.ways.clear();
        for way in log.events().iter().flat_map(|event| before.ways(event)) {
            Way::join(&mut self.ways, way);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.step(by, notation, dice.thrown(), &log, &self.game);
        }
        Ok(Learnt::of(by, dice, &log))
    }

    fn decide(&self, by: Seat, player: Player, seed: u64) -> String {
        let mut mind = Mind::new(player, seed);
        self.game.notation(by, &mind.decide(&self.game, by))
    }

    fn think(
        &self,
        by: Seat,
        player: Player,
        seed: u64,
        threads: usize,
        watch: Watch<'_>,
    ) -> Decided {
        let mut mind = Mind::new(player, seed).on_threads(threads);
        let thought = mind.think(&self.game, by, watch);
        let playouts = thought.playouts;
        Decided { action: self.game.notation(by, &thought.into_action()), playouts }
    }

    fn hint(&self, by: Seat, player: Player, seed: u64, watch: Watch<'_>) -> Hint {
        counsel::hint(&self.game, by, player, seed, watch)
    }

    fn told(&self, viewer: Viewer) -> &[Entry] {
        &self.told[place(viewer)]
    }

    fn board(&self, viewer: Viewer) -> String {
        self.game.board(viewer)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = scene::draw(&self.game, viewer);
        scene.came_by(&self.ways);
        scene
    }

    fn offer(&self, by: Seat, action: &str) -> Result<Offer, Stopped> {
        let action = self.checked(by, action)?;
        Ok(self.game.view(Some(by)).offer(by, &action))
    }

    fn drag(&self, by: Seat, dragged: &Dragged) -> Option<Drag> {
        let view = self.game.view(Some(by));
        match view.drag(by, dragged)? {
            Pulled::Led { wanted, nearest } => {
                let stopped = view.check(by, &wanted).err();
                let stopped = stopped.map(|refusal| view.explain(&wanted, &refusal));
                Some(Drag { offer: nearest.map(|action| view.offer(by, &action)), stopped })
            }
            Pulled::Never(reason) => Some(Drag { offer: None, stopped: Some(reason) }),
        }
    }

    fn together(&self, by: Seat, pieces: &[String]) -> Vec<(Offer, Option<Reason>)> {
        let view = self.game.view(Some(by));
        let judged = view.together(by, pieces).into_iter().map(|action| {
            let refusal = view.check(by, &action).err();
            (view.offer(by, &action), refusal.map(|refusal| view.explain(&action, &refusal)))
        });
        judged.collect()
    }

    fn why_not(&self, by: Seat, piece: &str) -> Vec<(Offer, Reason)> {
        let view = self.game.view(Some(by));
        let mut attempts = Vec::new();
        view.attempts(by, &mut attempts);
        let mut found: Vec<(Offer, Reason)> = Vec::new();
        for action in &attempts {
            let Err(refusal) = view.check(by, action) else { continue };
            let reason = view.explain(action, &refusal);
            if found.iter().any(|(_, known)| known.says == reason.says) {
                continue;
            }
            let offer = view.offer(by, action);
            if offer.units.iter().chain(&offer.targets).any(|id| id == piece) {
                found.push((offer, reason));
            }
        }
        found
    }

    fn overlays(&self, viewer: Viewer, piece: &str) -> Vec<Overlay> {
        self.game.view(viewer).overlays(piece)
    }

    fn sides(&self) -> Each<String> {
        self.game.sides()
    }

    fn moment(&self) -> String {
        self.game.moment()
    }

    fn turn(&self) -> u32 {
        self.game.turn()
    }

    fn lost(&self) -> Each<u32> {
        self.game.lost()
    }

    fn save(&self) -> String {
        self.game.save()
    }

    fn hash(&self) -> String {
        record::hash(&self.game)
    }

    fn fork(&self) -> Box<dyn AnyBattle> {
        let Battle { game, told, ways, recorder } = self;
        let (game, told, recorder) = (game.clone(), told.clone(), recorder.clone());
        Box::new(Battle::<R> { game, told, ways: ways.clone(), recorder })
    }

    fn start_record(&mut self, players: Each<String>, dice: DiceKind) {
        self.recorder = Some(Recorder::new::<R>(&self.game, players, dice));
    }

    fn go_on_record(&mut self, record: &Record) {
        self.recorder = Some(Recorder::go_on(record));
    }

    fn recorded(&self) -> Option<&str> {
        self.recorder.as_ref().map(Recorder::so_far)
    }

    fn record(&self, key: Option<Key>) -> Option<String> {
        let outcome = match self.game.pending() {
            Pending::Over(outcome) => Some(outcome),
            Pending::Decide(_) => None,
        };
        Some(self.recorder.clone()?.end(outcome, key))
    }
}

#[cfg(test)]
mod tests {
    use acies_core::toy::Toy;

    use super::*;

    fn ford() -> Box<dyn AnyBattle> {
        Listed::<Toy>::HERE.battle("ford").expect("it is shipped")
    }

    #[test]
    fn an_erased_battle_is_played_recorded_and_checked() {
        let mut battle = ford();
        battle.start_record(Each::of(|_| "random".into()), DiceKind::Seeded(4));
        let mut dice = Dice::seeded(4);
        let mut step = 0;
        while let Some(by) = battle.pending().seat() {
            step += 1;
            let action = battle.decide(by, Player::Random, step);
            let words = battle.check(by, &action).expect("a legal action").words;
            assert!(battle.options(by).iter().any(|choice| choice.words == words));
            battle.apply(by, &action, &mut dice).expect("a legal action");
        }
        let record = record::read(&battle.record(None).expect("it was begun")).unwrap();
        let again = battle.ruleset().verify(&record).unwrap().battle;
        assert_eq!(again.hash(), battle.hash());
        assert_eq!(again.save(), battle.save());
    }

    #[test]
    fn a_copy_goes_back() {
        let mut battle = ford();
        battle.apply(Seat::Red, "begin", &mut Dice::seeded(1)).unwrap();
        let before = battle.fork();
        battle.apply(Seat::Red, "send spearman", &mut Dice::seeded(1)).unwrap();
        assert_ne!(before.hash(), battle.hash());
        assert_eq!(before.told(None).len() + 1, battle.told(None).len());
    }

    #[test]
    fn each_viewer_is_told_what_he_may_know() {
        let mut battle = ford();
        battle.apply(Seat::Red, "begin", &mut Dice::scripted([2, 0, 1])).unwrap();
        let lines = |viewer| {
            let lines = battle.told(viewer).iter().map(|entry| entry.line.as_str());
            lines.collect::<Vec<_>>().join("; ")
        };
        let red = "A 2: Wolves have the hill; Wolves draw a card: rage; Bears draw a card";
        assert_eq!(lines(Some(Seat::Red)), red);
        assert_eq!(lines(None), red.replace(": rage", ""));
    }

    #[test]
    fn what_happened_before_a_throw_is_told_while_it_is_waited_for() {
        let mut battle = ford();
        let Err(Stopped::Waiting(it)) = battle.apply(Seat::Red, "begin", &mut Dice::scripted([2]))
        else {
            panic!("a card is missing")
        };
        let lines = it.so_far(Some(Seat::Blue)).iter().map(|entry| entry.line.as_str());
        assert_eq!(lines.collect::<Vec<_>>(), ["A 2: Wolves have the hill"]);
        assert_eq!(it.to_string(), "Wolves: a secret card: 1 card [TOY-1.4]");
        assert!(battle.told(Some(Seat::Blue)).is_empty(), "nothing has happened yet");
    }

    #[test]
    fn what_binds_is_told_from_what_can_be_taken_back() {
        let mut battle = ford();
        let begun = battle.apply(Seat::Red, "begin", &mut Dice::seeded(1)).unwrap();
        assert_eq!(begun, Learnt { dice: true, secret: false });
        let none = || Dice::scripted([]);
        let first = battle.apply(Seat::Red, "send spearman", &mut none()).unwrap();
        assert_eq!(first, Learnt::default(), "red learns nothing from his own choice");
        let second = battle.apply(Seat::Blue, "send spearman", &mut none()).unwrap();
        assert_eq!(second, Learnt { dice: false, secret: true }, "blue sees whom red has sent");
    }

    #[test]
    fn what_is_not_done_says_why() {
        let mut battle = ford();
        let mut dice = Dice::scripted([]);
        let stopped = battle.apply(Seat::Red, "begin", &mut dice).unwrap_err();
        assert!(matches!(stopped, Stopped::Waiting(it) if it.need.ask.rule == "TOY-1.3"));
        let stopped = battle.apply(Seat::Blue, "begin", &mut dice).unwrap_err();
        assert!(matches!(stopped, Stopped::Refused(reason) if reason.rules == ["TOY-2.4"]));
        let stopped = battle.apply(Seat::Red, "begn", &mut dice).unwrap_err();
        assert!(matches!(stopped, Stopped::Misread(_)));
        assert_eq!(battle.hash(), ford().hash());
    }
}
