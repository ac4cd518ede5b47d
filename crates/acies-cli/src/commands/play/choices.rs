//! The numbered options of a seat.

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
        self.named(text, &self.allowed.iter().collect::<Vec<_>>())
    }

    /// The same, and the numbers of [`Self::refusals`] too.
    pub fn action_or_refused(&self, text: &str) -> Result<String, String> {
        let refused = self.refused.iter().map(|(choice, _)| choice);
        self.named(text, &self.allowed.iter().chain(refused).collect::<Vec<_>>())
    }

    fn named(&self, text: &str, numbered: &[&Choice]) -> Result<String, String> {
        if text.is_empty() {
            return Err("which option?".into());
        }
        // Too many digits for a number are still no action.
        if !text.chars().all(|c| c.is_ascii_digit()) {
            return Ok(text.to_owned());
        }
        let at = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let choice = at.and_then(|at| numbered.get(at));
        choice.map(|choice| choice.action.clone()).ok_or_else(|| match self.allowed.len() {
            1 => format!("there is no option {text}: there is only 1"),
            n => format!("there is no option {text}: there are 1 to {n}"),
        })
    }

    /// All options, or those with a word in them, or those from one number to another. Many are
    /// gathered by their first words.
    pub fn list(&self, only: Option<&str>) -> String {
        let numbered = (1..).zip(&self.allowed);
        let shown: Vec<_> = numbered.filter(|(n, choice)| wanted(only, *n, choice)).collect();
        let row = |&(number, choice): &(usize, &Choice)| {
            vec![number.to_string(), choice.words.clone(), choice.action.clone()]
        };
        if shown.is_empty() {
            "there is no such option\n".into()
        } else if only.is_some() || shown.len() <= LISTED_MAX {
            columns(&shown.iter().map(row).collect::<Vec<_>>(), &[0])
        } else {
            let hint = "`list 1-9` or `list WORD` shows some of them, `list .` all";
            format!("{}  {hint}\n", gathered(&shown))
        }
    }

    /// What is not allowed, with numbers that go on after the options.
    pub fn refusals(&self, only: Option<&str>) -> String {
        let numbered = (self.allowed.len() + 1..).zip(&self.refused);
        let shown: Vec<_> = numbered.filter(|(n, (choice, _))| wanted(only, *n, choice)).collect();
        let row = |&(number, (choice, reason)): &(usize, &(Choice, Reason))| {
            let says = format!("{}{}", reason.says, cited(&reason.rules));
            vec![number.to_string(), choice.words.clone(), says]
        };
        if shown.is_empty() {
            "nothing like that is refused now\n".into()
        } else if only.is_some() || shown.len() <= LISTED_MAX {
            columns(&shown.iter().map(row).collect::<Vec<_>>(), &[0])
        } else {
            let shown: Vec<_> =
                shown.iter().map(|&(number, (choice, _))| (number, choice)).collect();
            let hint = "`refused 1-9` or `refused WORD` tells why, `refused .` all";
            format!("{}  {hint}\n", gathered(&shown))
        }
    }
}

/// Whether an option has a word in it or a number between two; every one if nothing is asked.
fn wanted(only: Option<&str>, number: usize, choice: &Choice) -> bool {
    let Some(only) = only.filter(|&only| only != ".") else { return true };
    if let Some((first, last)) = only.split_once('-')
        && let (Ok(first), Ok(last)) = (first.trim().parse::<usize>(), last.trim().parse())
    {
        return (first..=last).contains(&number);
    }
    let only = only.to_lowercase();
    [&choice.action, &choice.words].iter().any(|text| text.to_lowercase().contains(&only))
}

/// Options in groups whose actions begin alike, a line for each group.
fn gathered(shown: &[(usize, &Choice)]) -> String {
    let begins =
        |choice: &Choice| choice.action.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let rows = shown.chunk_by(|(_, a), (_, b)| begins(a) == begins(b)).map(|group| {
        let (first, choice) = group[0];
        match group {
            [_] => vec![first.to_string(), choice.words.clone(), choice.action.clone()],
            [.., (last, _)] => {
                let count = format!("{} options", group.len());
                vec![format!("{first}-{last}"), format!("{} ...", begins(choice)), count]
            }
            [] => unreachable!("no group is empty"),
        }
    });
    columns(&rows.collect::<Vec<_>>(), &[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(actions: usize) -> Choices {
        let choice = |n: usize| {
            let (unit, area) = (n / 8, n % 8);
            Choice {
                action: format!("move unit_{unit} {area}"),
                words: format!("Unit {unit} to {area}"),
            }
        };
        Choices { allowed: (0..actions).map(choice).collect(), refused: vec![] }
    }

    #[test]
    fn a_number_beyond_the_list_is_no_option() {
        let mut two = choices(2);
        let reason = Reason { says: "it may not".into(), ..Reason::default() };
        two.refused = vec![(two.allowed[0].clone(), reason)];
        // It was an option that nobody could see, and refused without a word about it.
        let none = |number| Err(format!("there is no option {number}: there are 1 to 2"));
        assert_eq!(two.action("3"), none("3"));
        assert_eq!(two.action("99999999999999999999"), none("99999999999999999999"));
        assert_eq!(two.action("2"), Ok("move unit_0 1".into()));
        assert_eq!(two.action_or_refused("3"), Ok("move unit_0 0".into()));
        assert_eq!(two.action_or_refused("4"), none("4"));
        assert_eq!(choices(1).action("0"), Err("there is no option 0: there is only 1".into()));
    }

    #[test]
    fn many_options_are_gathered_and_some_can_be_seen() {
        insta::assert_snapshot!(choices(33).list(None), @r"
          1-8  move unit_0 ...  8 options
         9-16  move unit_1 ...  8 options
        17-24  move unit_2 ...  8 options
        25-32  move unit_3 ...  8 options
           33  Unit 4 to 0      move unit_4 0
        `list 1-9` or `list WORD` shows some of them, `list .` all
        ");
        insta::assert_snapshot!(choices(33).list(Some("8-9")), @r"
        8  Unit 0 to 7  move unit_0 7
        9  Unit 1 to 0  move unit_1 0
        ");
        insta::assert_snapshot!(choices(33).list(Some("UNIT 4")), @"  33  Unit 4 to 0  move unit_4 0");
        assert_eq!(choices(33).list(Some(".")).lines().count(), 33);
    }
}
