//! A battle as the contract sees it: each question and answer is passed on to the step on top of the stack.

use acies_core::{
    Dice, Game, Misread, Outcome, Pending, Seat, Signs, Tactics, Viewer,
    flow::{One, Reading, Stacked},
};

use crate::{
    battle::{Action, Battle, Frame},
    words::{Event, No, Words},
};

impl Stacked for Battle {
    type Frame = Frame;

    fn top(&self) -> Option<Frame> {
        self.stack.last().copied()
    }

    fn lay(&mut self, frame: impl Into<Frame>) {
        self.stack.push(frame.into());
    }

    fn take(&mut self) -> Option<Frame> {
        self.stack.pop()
    }
}

impl Reading for Battle {
    type Reader<'a> = Words<'a>;
    const NOT_NOW: No = No::NotNow;

    fn yes(words: &mut Words<'_>) -> Result<bool, Misread> {
        words.typed.yes()
    }
}

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = No;

    acies_core::by_steps!();

    fn pending(&self) -> Pending {
        if !self.stack.is_empty() {
            return Pending::Decide(self.asked_seats());
        }
        let drawn =
            Outcome { winner: None, rule: "LEG-R119", how: "nobody fights on", by_limit: true };
        Pending::Over(self.outcome().unwrap_or(drawn))
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if let Some(frame) = self.top() {
            frame.it().attempts(self, by, out);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.stack.is_empty() {
            return Err(No::Over);
        }
        if !self.asked_seats().has(by) {
            return Err(No::NotAsked { by });
        }
        action.it().check(self, by)
    }

    /// LEG-R120: standing orders and what messengers carry are known to their owner alone.
    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        view.veil_orders(viewer);
        view.veil_setup(viewer);
        view.volleys.veil(viewer);
        view
    }

    fn guess(&self, _: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        guess.guess_orders(dice);
        guess.guess_setup();
        guess.guess_volleys(dice);
        guess
    }
}

impl Tactics for Battle {
    const OUTLOOK: &'static str = include_str!("../data/outlook.toml");

    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        self.good_action(by, chance)
    }

    fn signs(&self, of: Seat) -> Signs {
        self.signs_of(of)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use acies_core::{Game, Log, RuleId, Telling};

    use super::*;
    use crate::{battle::tests::samples, rulings::TOLERANCE};

    /// Goes on from a step with nothing below it, with these dice and no others, until somebody is asked.
    pub(crate) fn goes_on(
        battle: &mut Battle,
        step: impl Into<Frame>,
        faces: &[u8],
    ) -> Vec<String> {
        battle.stack.clear();
        battle.lay(step);
        let (mut dice, mut log) = (Dice::scripted(faces), Log::kept());
        battle.run(&mut dice, &mut log).unwrap();
        told(battle, &dice, &log)
    }

    /// An answer with these dice and no others; what is told of it.
    pub(crate) fn answers(battle: &mut Battle, by: Seat, text: &str, faces: &[u8]) -> Vec<String> {
        let action = battle.read(by, text).unwrap_or_else(|no| panic!("{text}: {no}"));
        assert_eq!(battle.notation(by, &action), text);
        let (mut dice, mut log) = (Dice::scripted(faces), Log::kept());
        let done = battle.apply(by, &action, &mut dice, &mut log);
        done.unwrap_or_else(|stop| panic!("{text}: {stop:?}"));
        told(battle, &dice, &log)
    }

    fn told(battle: &Battle, dice: &Dice, log: &Log<Event>) -> Vec<String> {
        let told = log.events().iter().filter_map(|event| battle.tell(event, None));
        let lines: Vec<String> = told.map(|entry| entry.line).collect();
        assert!(dice.is_spent(), "dice are left over: {lines:?}");
        lines
    }

    /// The first rule by which something is refused.
    pub(crate) fn refused(battle: &Battle, by: Seat, text: &str) -> RuleId {
        let action = battle.read(by, text).unwrap_or_else(|no| panic!("{text}: {no}"));
        match battle.check(by, &action) {
            Err(no) => battle.explain(&action, &no).rules[0],
            Ok(()) => panic!("{text} is allowed"),
        }
    }

    /// What may be chosen, in notation.
    pub(crate) fn offered(battle: &Battle, by: Seat) -> Vec<String> {
        let mut list = Vec::new();
        battle.candidates(by, &mut list);
        list.iter().map(|action| battle.notation(by, action)).collect()
    }

    /// LEG-R46: no two units stand on one another.
    pub(crate) fn overlapping(battle: &Battle) -> Option<String> {
        let all: Vec<_> = battle.all_units().map(|(id, it)| (id, it.rect())).collect();
        let pair = |n: usize| {
            let (one, body) = all[n];
            let on = all[n + 1..].iter().find(|(_, other)| body.overlaps(other, TOLERANCE));
            on.map(|(other, rect)| {
                let deep = body.overlap_depth(rect);
                format!("{} on {} by {deep}", battle.address(one), battle.address(*other))
            })
        };
        (0..all.len()).find_map(pair)
    }

    #[test]
    fn random_battles_end() {
        for seed in 0..20 {
            let mut battle = samples();
            let (mut chance, mut dice) = (Dice::seeded(seed ^ 0x5eed), Dice::seeded(seed));
            battle.run(&mut dice, &mut Log::Off).unwrap();
            let mut last = String::new();
            for step in 0.. {
                let Pending::Decide(seats) = battle.pending() else { break };
                assert!(step < 5_000, "seed {seed}: no end, turn {}", battle.turn);
                let by =
                    seats.first().unwrap_or_else(|| panic!("nobody decides {:?}", battle.stack));
                let action = battle.any(by, &mut chance, &mut Vec::new());
                let text = battle.notation(by, &action);
                let here = format!("seed {seed}, step {step}: {by} {text}, after {last}");
                assert_eq!(battle.check(by, &action), Ok(()), "{here}");
                assert_eq!(battle.read(by, &text).as_ref(), Ok(&action), "{here}");
                let mut log = Log::kept();
                battle.perform(by, &action, &mut dice, &mut log).unwrap();
                if let Some(pair) = overlapping(&battle) {
                    let told: Vec<_> = log
                        .events()
                        .iter()
                        .filter_map(|event| battle.tell(event, None))
                        .map(|entry| entry.line)
                        .collect();
                    panic!("{here}: {pair}\n{}", told.join("\n"));
                }
                last = text;
            }
        }
    }
}
