//! The numbered options of a seat.

use std::fmt::Write;

use acies::{AnyBattle, battle::Choice};
use acies_core::{Reason, Seat};

use crate::table::{cited, columns};

/// What a seat may do, by number, and behind it what it may not do.
pub struct Choices {
    allowed: Vec<Choice>,
    refused: Vec<(Choice, Reason)>,
}

/// More options than these are shown by groups.
const LISTED_MAX: usize = 30;

impl Choices {
    pub fn new(battle: &dyn AnyBattle, by: Seat) -> Self {
        let refused = battle.refused(by);
        Choices { allowed: battle.options(by), refused }
    }

    /// The action of a number; a text that is no number is an action by itself.
    pub fn action(&self, text: &str) -> Result<String, String> {
        let Ok(number) = text.parse::<usize>() else {
            return if text.is_empty() { Err("which option?".into()) } else { Ok(text.to_owned()) };
        };
        let refused = self.refused.iter().map(|(choice, _)| choice);
        let all: Vec<_> = self.allowed.iter().chain(refused).collect();
        number
            .checked_sub(1)
            .and_then(|at| all.get(at))
            .map(|choice| choice.action.clone())
            .ok_or_else(|| {
                format!("there is no option {number}: there are 1 to {}", self.allowed.len())
            })
    }

    /// All options, or those with a word in them. Many are gathered by their first words.
    pub fn list(&self, word: Option<&str>) -> String {
        let numbered = (1..).zip(&self.allowed);
        let such = |choice: &Choice| {
            let word = word.unwrap_or_default().to_lowercase();
            choice.action.to_lowercase().contains(&word)
                || choice.words.to_lowercase().contains(&word)
        };
        let shown: Vec<_> = numbered.filter(|(_, choice)| such(choice)).collect();
        if word.is_some() || shown.len() <= LISTED_MAX {
            if shown.is_empty() {
                return "no option has that word\n".into();
            }
            let row = |(number, choice): (usize, &Choice)| {
                vec![number.to_string(), choice.words.clone(), choice.action.clone()]
            };
            return columns(&shown.into_iter().map(row).collect::<Vec<_>>(), &[0]);
        }
        gathered(&shown)
    }

    /// What is not allowed, with numbers that go on after the options.
    pub fn refusals(&self) -> String {
        if self.refused.is_empty() {
            return "nothing that looks possible is refused now\n".into();
        }
        let numbered = (self.allowed.len() + 1..).zip(&self.refused);
        let row = |(number, (choice, reason)): (usize, &(Choice, Reason))| {
            let says = format!("{}{}", reason.says, cited(&reason.rules));
            vec![number.to_string(), choice.words.clone(), says]
        };
        columns(&numbered.map(row).collect::<Vec<_>>(), &[0])
    }
}

/// Options in groups whose actions begin alike, a line each where a group is large.
fn gathered(shown: &[(usize, &Choice)]) -> String {
    let begins =
        |choice: &Choice| choice.action.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    for group in shown.chunk_by(|(_, a), (_, b)| begins(a) == begins(b)) {
        let (first, choice) = group[0];
        if let [_] = group {
            writeln!(out, "  {first:>7}  {}  ({})", choice.words, choice.action)
        } else {
            let range = format!("{first}-{}", group[group.len() - 1].0);
            writeln!(out, "  {range:>7}  {} ...  ({} options)", begins(choice), group.len())
        }
        .expect("strings take all that is written");
    }
    out.push_str("  `list WORD` shows the options with a word in them, `list .` all\n");
    out
}
