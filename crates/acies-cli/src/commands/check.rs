//! `acies check`: what a referee is asked. What is pending in a position, what may be done, whether
//! an action is legal, why not, and what follows from it.

use std::{collections::VecDeque, fmt::Write, path::PathBuf, process::ExitCode};

use acies::{
    AnyBattle,
    battle::{Choice, Stopped},
};
use acies_core::{Dice, NeedDice, Pending, Reason, Seat, words::counted};
use serde_json::{Value, json};

use crate::{
    options::{file_and_ruleset, seat},
    report::{Done, Failure, SHORT, TROUBLE, print_json, print_text, said, tell},
    table::{OUTCOMES_MAX, cited, columns, forecast, reason},
};

#[derive(clap::Args)]
pub struct Args {
    /// A position file: any moment of a battle
    position: PathBuf,
    /// An action in notation; without it, what is pending and what is worth considering
    action: Option<String>,
    /// Whose action it is, if not of the seat that is asked
    #[arg(long, value_parser = seat)]
    by: Option<Seat>,
    /// Faces and cards that came for the action, such as `3 5 1` or `4 K joker`
    #[arg(long)]
    faces: Option<String>,
    /// Which rules, if the file does not say
    #[arg(long)]
    ruleset: Option<String>,
}

pub fn run(args: &Args, json: bool) -> Done {
    let (text, ruleset) = file_and_ruleset(&args.position, args.ruleset.as_deref())?;
    let mut battle = ruleset.position(&args.position.display().to_string(), &text)?;
    let by = args.by.or(battle.pending().seat()).unwrap_or(Seat::Red);
    match &args.action {
        None if json => print_json(&standing_json(&*battle)),
        None => print_text(&standing(&*battle)),
        Some(action) => return verdict(&mut *battle, by, action, args.faces.as_deref(), json),
    }
    Ok(ExitCode::SUCCESS)
}

fn standing(battle: &dyn AnyBattle) -> String {
    let mut out = String::new();
    let seats = match battle.pending() {
        Pending::Over(outcome) => {
            let who = outcome.winner.map_or("drawn".into(), |seat| format!("{seat} has won"));
            return format!("over: {who}: {} [{}]", outcome.how, outcome.rule);
        }
        Pending::Decide(seats) => seats,
    };
    for by in seats.iter() {
        let question = battle.question(by);
        let (context, asks) = (&question.context, &question.asks);
        writeln!(out, "{by}: {context}: {asks}{}", cited(&question.rules))
            .expect("strings take all that is written");
        let rows =
            battle.options(by).into_iter().map(|Choice { action, words }| vec![action, words]);
        out.push_str(&columns(&rows.collect::<Vec<_>>(), &[]));
        let refused = battle.refused(by).into_iter().map(|(Choice { action, .. }, reason)| {
            vec![action, format!("{}{}", reason.says, cited(&reason.rules))]
        });
        let refused: Vec<_> = refused.collect();
        if !refused.is_empty() {
            out.push_str("not allowed:\n");
            out.push_str(&columns(&refused, &[]));
        }
    }
    out.push_str(
        "listed is what is worth considering, not all that is legal: any action can be asked about\n",
    );
    out
}

fn standing_json(battle: &dyn AnyBattle) -> Value {
    let pending = battle.pending();
    let seats: Vec<_> = match &pending {
        Pending::Over(_) => vec![],
        Pending::Decide(seats) => seats.iter().collect(),
    };
    let asked = seats.into_iter().map(|by| {
        let refused = battle.refused(by).into_iter().map(|(choice, reason)| {
            json!({ "action": choice.action, "words": choice.words, "reason": reason })
        });
        json!({
            "by": by,
            "question": battle.question(by),
            "candidates": battle.options(by),
            "refused": refused.collect::<Vec<_>>(),
        })
    });
    let over = match &pending {
        Pending::Over(outcome) => Some(outcome),
        Pending::Decide(_) => None,
    };
    json!({
        "ruleset": battle.ruleset().id(),
        "moment": battle.moment(),
        "pending": asked.collect::<Vec<_>>(),
        "over": over,
    })
}

fn verdict(
    battle: &mut dyn AnyBattle,
    by: Seat,
    action: &str,
    given: Option<&str>,
    json: bool,
) -> Done {
    let choice = match battle.check(by, action) {
        Ok(choice) => choice,
        Err(Stopped::Misread(misread)) => return Err(misread.into()),
        Err(Stopped::Refused(reason)) => return Ok(refusal(by, action, &reason, json)),
        Err(Stopped::Waiting(_)) => unreachable!("checking throws no dice"),
    };
    let odds = battle.forecast(by, action)?;
    let later = battle.later(by, action)?;
    let mut came = Came::read(given.unwrap_or_default());
    let mut faces = Vec::new();
    let waiting = loop {
        match battle.apply(by, action, &mut Dice::scripted(&*faces)) {
            Ok(_) => break None,
            Err(Stopped::Waiting(it)) if it.need.wrong.is_some() => {
                return Err(Failure::said(it.to_string()));
            }
            Err(Stopped::Waiting(it)) => match came.next(&it.need).map_err(Failure::said)? {
                Some(face) => faces.push(face),
                None => break Some(it),
            },
            Err(Stopped::Misread(_) | Stopped::Refused(_)) => unreachable!("it was checked"),
        }
    };
    let surplus = Some(came.left()).filter(|&left| left > 0);
    let follows = match &waiting {
        Some(waiting) => waiting.so_far(Some(by)),
        None => battle.told(Some(by)),
    };
    if json {
        print_json(&json!({
            "verdict": "legal",
            "by": by,
            "action": choice.action,
            "words": choice.words,
            "follows": follows,
            "throws": waiting.as_ref().map(|waiting| &waiting.need),
            "surplus": surplus,
            "forecast": odds,
            "later": later,
            "then": waiting.is_none().then(|| standing_json(battle)),
        }));
    } else {
        let mut out = format!("legal: {}\n", choice.words);
        for entry in follows {
            writeln!(out, "  {entry:#}").expect("strings take all that is written");
        }
        if let Some(waiting) = waiting {
            writeln!(out, "throws: {waiting}").expect("strings take all that is written");
            if let Some(odds) = odds {
                out.push_str("odds: ");
                out.push_str(&forecast(&odds, OUTCOMES_MAX));
            }
        }
        for odds in &later {
            out.push_str("later: ");
            out.push_str(&forecast(odds, OUTCOMES_MAX));
        }
        print_text(&out);
    }
    let Some(surplus) = surplus else { return Ok(ExitCode::SUCCESS) };
    let (given, surplus) = (faces.len() + surplus, counted(surplus, "face"));
    let what = format!("{surplus} of {given} too many: no more dice are thrown");
    tell(&said(&what, None));
    Ok(ExitCode::from(TROUBLE))
}

/// Faces and cards as they are typed, in the order in which they came: `3 5 1`, `3,5,1`, `351`, `4 K joker`.
struct Came<'a> {
    words: VecDeque<&'a str>,
}

impl<'a> Came<'a> {
    fn read(text: &'a str) -> Self {
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        Came { words: words.filter(|word| !word.is_empty()).collect() }
    }

    /// What is typed for the next die or card: a card is a whole word, a face one digit.
    fn next(&mut self, need: &NeedDice) -> Result<Option<u8>, String> {
        let Some(word) = self.words.pop_front() else { return Ok(None) };
        if need.kinds.is_empty() {
            let mut chars = word.chars();
            let face = chars.next().and_then(|c| c.to_digit(10));
            let face = face.ok_or_else(|| format!("`{word}` is no face of a {}", need.die.name))?;
            if !chars.as_str().is_empty() {
                self.words.push_front(chars.as_str());
            }
            return Ok(Some(face as u8));
        }
        let kind = need.kinds.iter().position(|kind| kind.eq_ignore_ascii_case(word));
        let kind = kind.ok_or_else(|| {
            let (what, cards) = (need.what(), need.kinds.join(", "));
            format!("`{word}` is no card, and {what} comes next: it is one of {cards}")
        })?;
        Ok(Some(kind as u8))
    }

    /// How many are left.
    fn left(&self) -> usize {
        self.words.iter().map(|word| word.chars().filter(char::is_ascii_digit).count().max(1)).sum()
    }
}

fn refusal(by: Seat, action: &str, why: &Reason, json: bool) -> ExitCode {
    if json {
        print_json(&json!({ "verdict": "refused", "by": by, "action": action, "reason": why }));
    } else {
        print_text(&format!("refused: {}", reason(why)));
    }
    ExitCode::from(SHORT)
}
