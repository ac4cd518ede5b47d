//! Lessons and puzzles: battles that teach, and positions with a question. Both are data of a ruleset; the rules
//! themselves judge every answer, so none can be wrong and stay so.

use acies_core::{
    Dice, Entry, Misread, Reason, RuleId, Scene, Seat, chips::Parts, file::ShippedFile,
};
use serde::{Deserialize, Serialize};

use crate::{
    AnyBattle, AnyRuleset,
    battle::{Choice, Stopped},
    panel,
};

/// A lesson as its file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub name: String,
    pub about: String,
    /// The shipped battle that it begins with.
    pub battle: String,
    /// Whose decisions these are.
    pub side: Seat,
    /// What there is to say when it is done.
    pub end: String,
    pub step: Vec<Task>,
}

/// An action of a lesson. One with a question is a decision of whoever learns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub by: Seat,
    pub act: String,
    #[serde(default)]
    pub dice: Vec<u8>,
    pub ask: Option<String>,
    /// Why it is a good answer, in one sentence.
    pub why: Option<String>,
    pub rule: Option<String>,
    /// Other answers that the rules allow, and what is wrong with them.
    #[serde(default)]
    pub instead: Vec<Instead>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instead {
    pub act: String,
    pub why: String,
}

/// What a list says of a lesson.
#[derive(Debug, Serialize)]
pub struct LessonCard {
    pub id: &'static str,
    pub name: String,
    pub about: String,
    pub decisions: usize,
}

/// A moment of a lesson: the decision that is asked for, or its end.
#[derive(Debug, Serialize)]
pub struct Moment {
    pub name: String,
    pub about: String,
    pub side: Seat,
    pub at: usize,
    pub of: usize,
    pub scene: Scene,
    /// What has happened since the decision before.
    pub news: Vec<Entry>,
    pub ask: String,
    pub answers: Vec<Answer>,
    pub rule: Option<RuleId>,
}

/// An answer that can be given.
#[derive(Debug, Serialize)]
pub struct Answer {
    pub says: String,
    pub good: bool,
    pub why: String,
}

/// A file of puzzles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles {
    pub position: Vec<Position>,
    pub puzzle: Vec<Puzzle>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub name: String,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    pub position: String,
    pub by: Seat,
    /// The question, as an umpire is asked it.
    pub ask: String,
    /// One action: whether it is allowed. Several: which is the likeliest to win.
    pub acts: Vec<String>,
    /// The roll that is compared.
    pub kind: Option<String>,
    /// What is to be learnt from it, in one sentence.
    pub point: String,
}

/// A puzzle with the referee's answer.
#[derive(Debug, Serialize)]
pub struct Solved {
    pub at: usize,
    pub of: usize,
    pub ask: String,
    pub side: String,
    pub scene: Scene,
    pub answers: Vec<String>,
    /// Which of them is right.
    pub right: usize,
    /// The referee's reasons.
    pub because: String,
    pub rules: Vec<RuleId>,
    /// What each choice would win, where chances are compared.
    pub chances: Vec<Parts>,
    pub point: String,
}

/// The lessons of a ruleset.
pub fn lessons(ruleset: &dyn AnyRuleset) -> Vec<LessonCard> {
    let card = |&(id, text): &ShippedFile| {
        let Lesson { name, about, step, .. } = read(text);
        let decisions = step.iter().filter(|step| step.ask.is_some()).count();
        LessonCard { id, name, about, decisions }
    };
    ruleset.lessons().iter().map(card).collect()
}

/// How many puzzles there are.
pub fn count(ruleset: &dyn AnyRuleset) -> usize {
    puzzles(ruleset).map_or(0, |file| file.puzzle.len())
}

fn read(text: &str) -> Lesson {
    toml::from_str(text).expect("tests read every lesson that ships")
}

fn puzzles(ruleset: &dyn AnyRuleset) -> Option<Puzzles> {
    let text = ruleset.puzzles();
    (!text.is_empty()).then(|| toml::from_str(text).expect("tests read every puzzle that ships"))
}

/// A rule's id as the rulebook has it.
fn rule(ruleset: &dyn AnyRuleset, id: Option<&str>) -> Option<RuleId> {
    Some(ruleset.rulebook().get(id?)?.id)
}

/// The lesson up to one of its decisions.
pub fn moment(ruleset: &dyn AnyRuleset, lesson: &str, at: usize) -> Result<Moment, Misread> {
    let unknown = |what: String| Misread { what, hint: None };
    let mut all = ruleset.lessons().iter();
    let found = all.find(|(id, _)| *id == lesson);
    let (_, text) = found.ok_or_else(|| unknown(format!("there is no lesson `{lesson}`")))?;
    let Lesson { name, about, battle, side, end, step } = read(text);
    let of = step.iter().filter(|step| step.ask.is_some()).count();
    if at > of {
        return Err(unknown(format!("the lesson has {of} decisions")));
    }
    let mut battle = ruleset.battle(&battle).expect("tests play every lesson");
    let (mut asked, mut told) = (0, 0);
    for step in &step {
        if step.ask.is_some() {
            if asked == at {
                break;
            }
            told = battle.told(Some(side)).len();
            asked += 1;
        }
        play(&mut *battle, step).expect("tests play every lesson");
    }
    let news = battle.told(Some(side))[told..].to_vec();
    let decision = step.iter().filter(|step| step.ask.is_some()).nth(at);
    let mut scene = battle.scene(Some(side));
    scene.question = None;
    scene.offers.clear();
    scene.plan = None;
    let answer = |act: &str, why: &str, good| Answer {
        says: battle.check(side, act).map_or_else(|_| act.to_owned(), |choice| choice.words),
        good,
        why: why.to_owned(),
    };
    let answers = decision.map_or(Vec::new(), |step| {
        let wrong = step.instead.iter().map(|it| answer(&it.act, &it.why, false));
        let good = answer(&step.act, step.why.as_deref().unwrap_or_default(), true);
        let mut all: Vec<_> = wrong.chain([good]).collect();
        // Their order must not tell which is good.
        all.sort_by(|a, b| a.says.cmp(&b.says));
        all
    });
    let ask = decision.and_then(|step| step.ask.clone()).unwrap_or(end);
    let rule = decision.and_then(|step| rule(ruleset, step.rule.as_deref()));
    Ok(Moment { name, about, side, at, of, scene, news, ask, answers, rule })
}

/// Plays a step of a lesson, or says why it cannot be played.
fn play(battle: &mut dyn AnyBattle, step: &Task) -> Result<(), String> {
    let mut dice = Dice::scripted(step.dice.clone());
    let done = battle.apply(step.by, &step.act, &mut dice);
    done.map_err(|stopped| format!("{}: {}", step.act, said(&stopped)))?;
    if dice.is_spent() { Ok(()) } else { Err(format!("{}: dice are left over", step.act)) }
}

fn said(stopped: &Stopped) -> String {
    match stopped {
        Stopped::Misread(misread) => misread.what.clone(),
        Stopped::Refused(reason) => reason.says.clone(),
        Stopped::Waiting(waiting) => waiting.to_string(),
    }
}

/// Everything that is wrong with the lessons and puzzles of a ruleset.
pub fn wrong(ruleset: &dyn AnyRuleset) -> Vec<String> {
    let mut wrong = Vec::new();
    for (id, text) in ruleset.lessons() {
        let lesson = read(text);
        let Some(mut battle) = ruleset.battle(&lesson.battle) else {
            wrong.push(format!("{id}: there is no battle `{}`", lesson.battle));
            continue;
        };
        for (n, step) in (1..).zip(&lesson.step) {
            let mut bad = |what: String| wrong.push(format!("{id}, step {n}: {what}"));
            if step.ask.is_some() {
                if step.by != lesson.side {
                    bad("another side decides".into());
                }
                if step.instead.is_empty() || step.why.is_none() {
                    bad("a decision has other answers, and a reason".into());
                }
                if rule(ruleset, step.rule.as_deref()).is_none() {
                    bad(format!("no rule {:?}", step.rule));
                }
            }
            for other in &step.instead {
                if let Err(stopped) = battle.check(step.by, &other.act) {
                    bad(format!("{}: {}", other.act, said(&stopped)));
                }
            }
            if let Err(what) = play(&mut *battle, step) {
                bad(what);
                break;
            }
        }
    }
    for n in 0..count(ruleset) {
        if let Err(misread) = solved(ruleset, n) {
            wrong.push(format!("puzzle {}: {}", n + 1, misread.what));
        }
    }
    wrong
}

/// A puzzle, and how the referee answers it.
pub fn solved(ruleset: &dyn AnyRuleset, at: usize) -> Result<Solved, Misread> {
    let bad = |what: String| Misread { what, hint: None };
    let file = puzzles(ruleset).ok_or_else(|| bad("there are no puzzles".into()))?;
    let of = file.puzzle.len();
    let puzzle = file.puzzle.into_iter().nth(at);
    let puzzle = puzzle.ok_or_else(|| bad(format!("there are {of} puzzles")))?;
    let Puzzle { position, by, ask, acts, kind, point } = puzzle;
    let position = file.position.iter().find(|it| it.name == position);
    let position = position.ok_or_else(|| bad("there is no such position".into()))?;
    let battle = ruleset.position(&position.name, &position.text);
    let battle = battle.map_err(|file| bad(file.what))?;
    let (answers, right, because, rules, chances) = match (&acts[..], kind) {
        ([act], None) => {
            let (right, because, rules) = judged(&*battle, by, act)?;
            (["Yes", "No"].map(str::to_owned).into(), right, because, rules, Vec::new())
        }
        (acts, Some(kind)) => compared(ruleset, &*battle, by, acts, &kind)?,
        _ => {
            return Err(bad("one action to judge, or a kind of roll to compare several by".into()));
        }
    };
    let mut scene = battle.scene(Some(by));
    scene.question = None;
    scene.offers.clear();
    scene.plan = None;
    let side = battle.sides()[by].clone();
    Ok(Solved { at, of, ask, side, scene, answers, right, because, rules, chances, point })
}

/// Whether an action is allowed, with the reasons.
fn judged(
    battle: &dyn AnyBattle,
    by: Seat,
    act: &str,
) -> Result<(usize, String, Vec<RuleId>), Misread> {
    match battle.check(by, act) {
        Ok(choice) => {
            let rules = battle.offer(by, act).map(|offer| offer.rules).unwrap_or_default();
            Ok((0, format!("Nothing forbids it: {}", choice.words), rules))
        }
        Err(Stopped::Refused(Reason { says, rules, .. })) => Ok((1, says, rules)),
        Err(Stopped::Misread(misread)) => Err(misread),
        Err(Stopped::Waiting(_)) => unreachable!("a check throws no dice"),
    }
}

/// Which of some actions wins most often.
#[expect(clippy::type_complexity, reason = "the parts of one answer")]
fn compared(
    ruleset: &dyn AnyRuleset,
    battle: &dyn AnyBattle,
    by: Seat,
    acts: &[String],
    kind: &str,
) -> Result<(Vec<String>, usize, String, Vec<RuleId>, Vec<Parts>), Misread> {
    let bad = |what: String| Misread { what, hint: None };
    let (mut answers, mut chances, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    for act in acts {
        let Choice { words, .. } = battle.check(by, act).map_err(|it| bad(said(&it)))?;
        let none = || bad(format!("`{act}` throws nothing that can be compared"));
        let mut foreseen = battle.later(by, act)?;
        foreseen.extend(battle.forecast(by, act)?);
        let found = foreseen.iter().find_map(|it| {
            let parts = panel::parts(ruleset, kind, &it.forecast)?;
            Some((parts, it.forecast.rules.clone()))
        });
        let (parts, cited) = found.ok_or_else(none)?;
        answers.push(words);
        chances.push(parts);
        rules.extend(cited.into_iter().filter(|id| !rules.contains(id)).collect::<Vec<_>>());
    }
    let worth = |parts: &Parts| parts[0] - parts[2];
    let order = |a: &usize, b: &usize| worth(&chances[*a]).total_cmp(&worth(&chances[*b]));
    let right = (0..chances.len()).max_by(order).ok_or_else(|| bad("nothing to compare".into()))?;
    let others = (0..chances.len()).filter(|&n| n != right);
    if others.clone().any(|n| worth(&chances[right]) - worth(&chances[n]) < 0.03) {
        return Err(bad("two answers are as good as each other".into()));
    }
    let told = |n: usize| {
        let [win, _, lose] = chances[n].map(|it| 100.0 * it);
        format!("{}: {win:.0} in 100 for, {lose:.0} against", answers[n])
    };
    let because = [right].into_iter().chain(others).map(told).collect::<Vec<_>>().join("; ");
    Ok((answers, right, because, rules, chances))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_is_played_to_its_end_and_every_puzzle_has_an_answer() {
        for ruleset in crate::rulesets() {
            let id = ruleset.id();
            assert_eq!(wrong(*ruleset), Vec::<String>::new(), "{id}");
            for card in lessons(*ruleset) {
                assert!((10..=15).contains(&card.decisions), "{id}: {} decisions", card.decisions);
                let end = moment(*ruleset, card.id, card.decisions).unwrap();
                assert!(end.answers.is_empty() && !end.ask.is_empty(), "{id}");
            }
            assert!(
                lessons(*ruleset).is_empty() || count(*ruleset) >= 20,
                "{id}: {}",
                count(*ruleset)
            );
        }
    }

    #[test]
    fn a_decision_has_one_good_answer_and_tells_what_happened_before() {
        let virtus = crate::find("virtus").unwrap();
        let first = moment(virtus, "first", 0).unwrap();
        assert_eq!((first.at, first.answers.iter().filter(|it| it.good).count()), (0, 1));
        assert_eq!(first.rule, Some("VIR-4.3.1"));
        let third = moment(virtus, "first", 2).unwrap();
        let formed = third.news.iter().any(|entry| entry.line.contains("form testudo"));
        assert!(formed, "{:?}", third.news);
        assert!(moment(virtus, "first", 99).is_err());
        assert!(moment(virtus, "last", 0).is_err());
    }

    /// VIR-6.2.2: nobody moves across a corner. The puzzle does not say so; the referee does.
    #[test]
    fn the_referee_answers_puzzles_with_the_rule() {
        let virtus = crate::find("virtus").unwrap();
        let corner = solved(virtus, 0).unwrap();
        assert_eq!((corner.right, &corner.rules[..1]), (1, &["VIR-6.2.2"][..]));
        assert!(corner.because.contains("diagonal"), "{}", corner.because);
        let any_allowed = (0..count(virtus)).any(|n| solved(virtus, n).unwrap().right == 0);
        assert!(any_allowed, "some are allowed");
    }
}
