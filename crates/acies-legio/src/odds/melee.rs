//! Volleys, then combat (LEG-SEQ.17, LEG-SEQ.18; RULES.md 8).

use acies_core::{Forecast, Misread, Odds, Rolled, RuleId, Sum, odds};

use super::{
    FIRST, SECOND,
    said::{Instead, Question, Said, both, condition, no},
};
use crate::{
    combat::{AfterMove, Band, Beaten, Fighter, Impetus, Melee, Numbers},
    morale::{Condition, Disorder, Fate},
    shooting::{Aim, Shot},
    troops::{Tags, Type},
};

/// A fight as it was described, or as it is going to be on the table.
pub struct Fight {
    pub melee: Melee,
    pub volleys: [Option<Shot>; 2],
    /// LEG-R89: how the numbers were counted.
    pub counts: [Option<Sum>; 2],
}

/// What a fight leaves of a unit, before its move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct After {
    band: Band,
    rule: RuleId,
    dp: u8,
    bases: u8,
    shaken: bool,
    fate: Fate,
    moves: Vec<AfterMove>,
}

pub fn melee(question: &Question) -> Result<Forecast, Misread> {
    let title = format!("{} against {}", question.one(0).title(), question.one(1).title());
    Ok(read(question)?.forecast(title, &both(question)))
}

const FIRST_NUMBERS: [&str; 3] = ["first_band", "first_dp", "first_bases"];
const SECOND_NUMBERS: [&str; 3] = ["second_band", "second_dp", "second_bases"];

impl After {
    fn is_gone(&self) -> bool {
        let lost = |it: &AfterMove| {
            matches!(it, AfterMove::Break | AfterMove::Destroyed | AfterMove::Rampage)
        };
        self.fate != Fate::Remains || self.moves.iter().all(lost)
    }

    fn says(&self) -> String {
        let moves: Vec<_> = self.moves.iter().map(|it| it.name()).collect();
        let moves = match self.fate {
            Fate::Remains => moves.join(" or "),
            Fate::Rampages => "rampage".into(),
            Fate::Destroyed => "destroyed".into(),
        };
        let shaken = if self.shaken { " shaken" } else { "" };
        let left = format!("{} DP, {} bases{shaken}", self.dp, self.bases);
        format!("{} ({}), {left}, {moves}", self.band.name(), self.rule)
    }

    fn numbers(&self, names: [&'static str; 3]) -> Vec<(&'static str, i64)> {
        let values = [self.band as i64, self.dp.into(), self.bases.into()];
        names.into_iter().zip(values).collect()
    }
}

impl Fight {
    /// Volleys, the roll, and what it means for both.
    pub fn forecast(&self, title: String, names: &[String; 2]) -> Forecast {
        let all = self.odds();
        let mut rules = vec!["LEG-CR.1", "LEG-RES.T1", "LEG-R92"];
        if self.volleys.iter().any(Option::is_some) {
            rules.extend(["LEG-R72", "LEG-SHO.11"]);
        }
        let tell = |(one, other): &(After, After)| {
            let says = format!("{}: {}; {}: {}", names[0], one.says(), names[1], other.says());
            let numbers =
                one.numbers(FIRST_NUMBERS).into_iter().chain(other.numbers(SECOND_NUMBERS));
            (says, numbers.collect())
        };
        let mut highlights = Vec::new();
        for (side, name) in names.iter().enumerate() {
            let of =
                |both: &(After, After)| if side == 0 { both.0.clone() } else { both.1.clone() };
            let mine = all.map(of);
            for band in [Band::Victory, Band::Success] {
                let says = format!("{}: {name}", band.name());
                highlights.push(mine.highlight(says, |it| it.band == band));
            }
            let gone = |it: &After| it.is_gone();
            highlights.push(mine.highlight(format!("{name} broken or destroyed"), gone));
            highlights.push(mine.highlight(format!("{name} shaken"), |it| it.shaken));
        }
        highlights.push(all.highlight("Inconclusive", |(one, _)| one.band == Band::Inconclusive));
        let outcomes = all.outcomes(tell);
        Forecast { title, sums: self.sums(names), rules, outcomes, highlights }
    }

    /// Each way for the volleys, then the roll on what they leave.
    fn odds(&self) -> Odds<(After, After)> {
        odds(|dice| {
            // LEG-R72: dice are counted for both before any is thrown.
            let throw = |side: usize, dice: &mut acies_core::Dice| -> Rolled<u8> {
                let by = [FIRST, SECOND][side];
                self.volleys[side].map_or(Ok(0), |shot| shot.throw(by, dice))
            };
            let hits = [throw(0, dice)?, throw(1, dice)?];
            let mut melee = self.melee;
            let mut out = [Fate::Remains; 2];
            for side in 0..2 {
                let struck = melee.fighters[side].is.take(Disorder::Shooting, hits[1 - side]);
                out[side] = struck.fate;
            }
            // LEG-R124: nobody has a result if one is gone before the roll.
            let difference = if out == [Fate::Remains; 2] { melee.throw(FIRST, dice)? } else { 0 };
            let [one, other] = [0, 1].map(|side| after(&melee, out, side, difference));
            Ok((one, other))
        })
    }

    fn sums(&self, names: &[String; 2]) -> Vec<(String, Sum)> {
        let mut sums = Vec::new();
        for (side, name) in names.iter().enumerate() {
            if let Some(shot) = &self.volleys[side] {
                sums.push((format!("dice of the volley of {name}"), shot.dice()));
                sums.push((format!("each die of {name} needs"), shot.needs()));
            }
            if let Some(count) = &self.counts[side] {
                sums.push((format!("numbers of {name}, in half bases"), count.clone()));
            }
        }
        let [one, other] = &self.melee.fighters;
        sums.push((format!("{} adds", names[0]), one.sum(other)));
        sums.push((format!("{} adds", names[1]), other.sum(one)));
        sums
    }
}

/// LEG-R92: the DPs and casualties of the result, applied.
fn after(melee: &Melee, out: [Fate; 2], side: usize, difference: i32) -> After {
    let (ours, theirs) = (&melee.fighters[side], &melee.fighters[1 - side]);
    let mut is = ours.is;
    if out != [Fate::Remains; 2] {
        let (fate, moves) =
            (out[side], Vec::from_iter((out[side] == Fate::Remains).then_some(AfterMove::Halt)));
        let Condition { dp, bases, shaken, .. } = is;
        return After {
            band: Band::Inconclusive,
            rule: "LEG-R124",
            dp,
            bases,
            shaken,
            fate,
            moves,
        };
    }
    let band = Band::of(if side == 0 { difference } else { -difference });
    let result = beaten(ours, theirs).consequence(band);
    let mut fate = is.take(Disorder::Combat, result.dps).fate;
    fate = fate.max(is.lose(result.casualties).fate);
    let moves = result.moves.to_vec();
    let Condition { dp, bases, shaken, .. } = is;
    After { band, rule: result.rule, dp, bases, shaken, fate, moves }
}

/// LEG-R137: who charged whom.
fn beaten(ours: &Fighter, theirs: &Fighter) -> Beaten {
    let charged = |it: &Fighter| it.impetus.is_some_and(Impetus::is_charge);
    Beaten {
        is: ours.is,
        charged: charged(ours),
        was_charged: charged(theirs) && !charged(ours),
        opponent: theirs.is.kind(),
        opponent_formed: theirs.is.shape.is_formed(),
        only_lights: theirs.is.kind().is_light(),
    }
}

fn read(question: &Question) -> Result<Fight, Misread> {
    let said = [question.one(0), question.one(1)];
    let kinds = said.map(|it| it.troop().kind());
    let counted = said.iter().any(|it| COUNTS.iter().any(|word| it.has(word)));
    let mut fighters = [fighter(said[0])?, fighter(said[1])?];
    let twice = |word| said[0].has(word) && said[1].has(word);
    #[rustfmt::skip]
    said[1].refuse(&[
        no(twice("higher"), "LEG-R21", "they cannot both have the advantage of ground", Instead::Leave("higher")),
        no(twice("fortified"), "LEG-R22", "they cannot both defend a fortification", Instead::Leave("fortified")),
        no(twice("charge"), "LEG-R73", "who is charged responds: one of them counter-charges", Instead::Say("say `counter_charge` of one")),
        no(twice("counter_charge"), "LEG-R78", "one of them charged", Instead::Say("say `charge` of one")),
        no(twice("follow_up"), "LEG-R95", "one of them fell back", Instead::Leave("follow_up")),
    ])?;
    let mut counts = [None, None];
    if counted {
        for side in 0..2 {
            let count = numbers(said[side], &fighters[side], kinds[1 - side])?;
            fighters[side].numbers = count.halves();
            counts[side] = Some(count.sum());
        }
    }
    let mut volleys = [None; 2];
    for side in 0..2 {
        let target = &fighters[1 - side].is;
        let aim = Aim {
            kind: kinds[1 - side],
            unformed: target.shape.is_unformed(),
            in_cover: said[1 - side].has("in_cover"),
        };
        volleys[side] = volley(said[side], &fighters[side].is, aim)?;
    }
    Ok(Fight { melee: Melee { fighters }, volleys, counts })
}

/// The words by which numbers are counted.
const COUNTS: [&str; 4] = ["touching", "overlaps", "second_rank", "supports"];

fn fighter(said: &Said) -> Result<Fighter, Misread> {
    let is = condition(said)?;
    let (kind, has) = (is.kind(), |word| said.has(word));
    let impetus = [
        ("charge", Impetus::Charge),
        ("counter_charge", Impetus::CounterCharge),
        ("follow_up", Impetus::FollowUp),
        ("pursuit", Impetus::Pursuit),
    ];
    let said_impetus: Vec<_> = impetus.into_iter().filter(|(word, _)| has(word)).collect();
    let charges = has("charge") || has("counter_charge");
    let pikemen: fn(super::said::Named) -> bool = |it| it.kind() == Type::Pikemen;
    #[rustfmt::skip]
    said.refuse(&[
        no(said_impetus.len() > 1, "LEG-R86", "it comes into the fight in one way", Instead::Say("say one of them")),
        no(charges && matches!(kind, Type::Archers | Type::Slingers), "LEG-INI.3", "archers and slingers never charge", Instead::Leave("charge")),
        no(!said_impetus.is_empty() && kind == Type::Artillery, "LEG-INI.4", "artillery never charges, follows up or pursues", Instead::Ask(|it| it.kind() != Type::Artillery)),
        no(charges && has("column"), "LEG-INI.2", "a column never charges", Instead::Leave("column")),
        no(has("leader") && kind.is_special(), "LEG-CMD.5", "nobody inspires a Special unit", Instead::Leave("leader")),
        no((has("pikes") || has("fell_back") || has("second_rank")) && kind != Type::Pikemen, "LEG-CR.12", "it has no pikes", Instead::Ask(pikemen)),
        no(has("to_side") && (has("supported") || has("supports") || has("pikes")), "LEG-R88", "to flank or rear nobody supports, and no pikes count", Instead::Leave("to_side")),
        no(has("overlaps") && is.shape.is_unformed(), "LEG-NUM.2", "only formed and Special units overlap", Instead::Leave("overlaps")),
    ])?;
    let front = !has("to_side");
    let behind = if is.kind() == Type::Pikemen { is.shape.in_rank(is.bases, 1) } else { 0 };
    let lines_support = is.shape.is_formed() && is.shape.lines() > 1;
    let engaged_pikes = said.number("pikes", 0..=12)?.unwrap_or(behind);
    Ok(Fighter {
        is,
        impetus: said_impetus.first().map(|(_, impetus)| *impetus),
        higher_ground: has("higher"),
        fortified: has("fortified"),
        supported: front && (has("supported") || has("supports") || lines_support),
        inspired: has("leader"),
        engaged_pikes: if front { engaged_pikes } else { 0 },
        pikes_fell_back: has("fell_back"),
        numbers: 1,
    })
}

/// LEG-R88, LEG-R89: what is said, with the front rank in contact and a legion's rear lines as supports.
fn numbers(said: &Said, fighter: &Fighter, enemy: Type) -> Result<Numbers, Misread> {
    let is = &fighter.is;
    let own = if fighter.supported && is.shape.is_formed() {
        is.shape.rear[0] + is.shape.rear[1]
    } else {
        0
    };
    Ok(Numbers {
        kind: is.kind(),
        touching: said.number("touching", 1..=12)?.unwrap_or(is.shape.files),
        overlaps: said.number("overlaps", 0..=2)?.unwrap_or(0),
        second_rank: said.number("second_rank", 0..=12)?.unwrap_or(0),
        supports: own + said.number("supports", 0..=30)?.unwrap_or(0),
        facing_special: enemy.is_special(),
    })
}

fn volley(said: &Said, is: &Condition, aim: Aim) -> Result<Option<Shot>, Misread> {
    let Some(stands) = said.number("volley", 1..=is.shape.files)? else { return Ok(None) };
    let throws: fn(super::said::Named) -> bool =
        |it| it.0.unit(crate::troops::Grade::C, 2, Tags::empty()).has_volley();
    #[rustfmt::skip]
    said.refuse(&[
        no(!is.profile.has_volley(), "LEG-R72", "only heavy infantry with pila or javelins volleys", Instead::Ask(throws)),
        no(!is.is_in_good_order(), "LEG-R72", "only formed units volley", Instead::Leave("volley")),
    ])?;
    let Condition { dp, .. } = *is;
    Ok(Some(Shot { kind: is.kind(), formed: true, stands, dp, at_javelin_range: true, aim }))
}
