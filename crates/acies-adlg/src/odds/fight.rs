//! Melees, and duels to the end (RULES.md 8.7).

use acies_core::{
    Dice, Forecast, Misread, Odds, Rolled, Row, RuleId, Sum, Ways, Worth, odds, total,
    words::Subject,
};

use super::{
    FIRST, Numbers, SECOND,
    said::{
        Instead::{Leave, Say},
        Question, Said, ground, kinds, no,
    },
};
use crate::{
    melee::{
        Above, Aspect, AtRisk, Barrier, Beasts, Fate, Fighter, Flanked, Melee, Reckoning, Round,
        Support,
    },
    units::{Category, Kind, abilities::Abilities},
};

/// 8.7: one round.
pub fn melee(question: &Question) -> Result<Forecast, Misread> {
    let asked = read(question)?;
    let title = format!("{} against {}", question.one(0).title(), question.one(1).title());
    Ok(panel(title, &asked, &names(question), &fates(&asked)))
}

/// One round of a melee, with the risk of commanders.
pub fn fates(melee: &Melee) -> Odds<Fate> {
    let reckoning = melee.reckon();
    let start = Fate::of(melee);
    odds(|dice| fought_once(start, &reckoning, dice))
}

/// A round as players read it: sums, rules, outcomes.
pub fn panel(title: String, melee: &Melee, names: &[String; 2], fates: &Odds<Fate>) -> Forecast {
    let start = Fate::of(melee);
    Forecast {
        title,
        sums: sums(melee, names),
        rules: rules(melee),
        outcomes: fates.outcomes(|fate| in_words(fate, start, names)),
        highlights: highlights(fates, start, names),
    }
}

/// What each row that the two add to their dice is worth to the first: how often it wins and how often it
/// loses because of it.
pub fn worths(melee: &Melee) -> Vec<Worth> {
    let reckoning = melee.reckon();
    let ways = reckoning.ways();
    let mut worths = Vec::new();
    if melee.destroyed().is_some() {
        return worths;
    }
    let mut sum = 0;
    for unit in 0..2 {
        for (row, it) in melee.modifiers(unit).rows.iter().enumerate() {
            if it.struck_by.is_some() {
                continue;
            }
            let without = reckoning.with_less(unit, total([Some(*it)])).ways();
            worths.extend([("win", 0), ("lose", 1)].map(|(of, which)| Worth {
                sum,
                row,
                of,
                thousandths: (ways[which] - without[which]) * 1000 / 36,
                chance: true,
            }));
        }
        sum += 1 + extras(melee, unit).count();
    }
    worths
}

/// The melee fought on until one of the two is gone. Who fought on its flank or rear turns to face
/// (ADLG-R127); charges and their penalty are over after the 1st round (ADLG-R119, ADLG-R88).
pub fn duel(question: &Question) -> Result<Forecast, Misread> {
    let asked = read(question)?;
    let rounds = question.settings().number("rounds", 1..=12)?.unwrap_or(6);
    let start = Fate::of(&asked);
    let rounds_of = Rounds::new(&asked);
    let fates = rounds_of.odds(start, rounds);
    let names = names(question);
    let mut highlights = highlights(&fates, start, &names);
    highlights
        .push(fates.highlight("both still stand", |fate| fate.cohesion.iter().all(|&n| n > 0)));
    let mut rules = rules(&asked);
    rules.extend(["ADLG-R119", "ADLG-R127"]);
    let who = format!("{} against {}", question.one(0).title(), question.one(1).title());
    Ok(Forecast {
        title: format!("{who}, {rounds} rounds at the most"),
        sums: sums(&asked, &names),
        rules,
        outcomes: fates.outcomes(|fate| in_words(fate, start, &names)),
        highlights,
    })
}

/// One round, and the risk of the loser's commander (ADLG-CIM.1, ADLG-CIM.2; ADLG-R151: once).
fn fought_once(start: Fate, reckoning: &Reckoning, dice: &mut Dice) -> Rolled<Fate> {
    let seats = [FIRST, SECOND];
    let (fate, at_risk) = start.after(&reckoning.throw(seats, FIRST, dice)?);
    let Some(AtRisk { loser, risk }) = at_risk else { return Ok(fate) };
    let killed = risk.throw(seats[1 - loser], dice)?;
    Ok(fate.with_commander(loser, !killed))
}

fn in_words(fate: &Fate, start: Fate, names: &[String; 2]) -> (String, Numbers) {
    let mut says = String::with_capacity(names[0].len() + names[1].len() + 64);
    for (unit, name) in names.iter().enumerate() {
        let (left, lost) = (fate.cohesion[unit], start.cohesion[unit] - fate.cohesion[unit]);
        says.push_str(if unit == 0 { "" } else { "; " });
        says.push_str(name);
        match (left, lost) {
            (0, _) => says.push_str(" routed"),
            (_, 0) => says.push_str(" no loss"),
            _ => says.extend([
                " ",
                &Subject::new(name.as_str()).does("lose"),
                " ",
                &lost.to_string(),
            ]),
        }
        if start.commander[unit] && !fate.commander[unit] {
            says.push_str(", commander killed");
        }
    }
    let killed = |unit: usize| i64::from(start.commander[unit] && !fate.commander[unit]);
    let lost = |unit: usize| i64::from(start.cohesion[unit] - fate.cohesion[unit]);
    let numbers = vec![
        ("cohesion_won", lost(1) - lost(0)),
        ("first_cohesion", fate.cohesion[0].into()),
        ("second_cohesion", fate.cohesion[1].into()),
        ("first_commander_killed", killed(0)),
        ("second_commander_killed", killed(1)),
    ];
    (says, numbers)
}

/// A melee in each state that it can come to: reckoned once.
pub struct Rounds {
    reckonings: Vec<Reckoning>,
    full: [u8; 2],
}

impl Rounds {
    /// All states, reckoned.
    pub fn new(melee: &Melee) -> Self {
        let full = melee.units.each_ref().map(|unit| unit.profile.cohesion());
        let state = |bits: usize| {
            let has = |bit: usize| bits >> bit & 1 == 1;
            let mut melee = melee.clone();
            if has(0) {
                melee.round = Round::Later;
            }
            for (unit, fighter) in melee.units.iter_mut().enumerate() {
                if has(0) {
                    fighter.edge = Aspect::Front;
                    fighter.uncontrolled = false;
                }
                fighter.cohesion = fighter.profile.cohesion() - u8::from(has(1 + unit));
                fighter.commander = has(3 + unit);
            }
            melee.reckon()
        };
        Rounds { reckonings: (0..1 << 5).map(state).collect(), full }
    }

    fn state(&self, later: bool, fate: Fate) -> &Reckoning {
        let disordered = [0, 1].map(|unit: usize| fate.cohesion[unit] < self.full[unit]);
        let bits = [later, disordered[0], disordered[1], fate.commander[0], fate.commander[1]];
        let at = (0..).zip(bits).map(|(bit, is)| usize::from(is) << bit).sum::<usize>();
        &self.reckonings[at]
    }

    /// What is left after so many rounds, or when one is routed. Rounds that begin alike are gone through once.
    pub fn odds(&self, start: Fate, rounds: u8) -> Odds<Fate> {
        const WAYS: u128 = 216;
        let mut states = vec![(start, 1_u128)];
        let mut known: Vec<(Fate, Vec<(Fate, u128)>)> = Vec::new();
        for round in 0..rounds {
            let mut next: Vec<(Fate, u128)> = Vec::with_capacity(states.len() + 8);
            let mut add = |fate: Fate, ways: u128| match next.iter_mut().find(|it| it.0 == fate) {
                Some(known) => known.1 += ways,
                None => next.push((fate, ways)),
            };
            for (fate, ways) in states {
                if fate.cohesion.contains(&0) {
                    add(fate, ways * WAYS);
                    continue;
                }
                if round == 0 {
                    let first = self.state(false, fate).fates(fate);
                    first.into_iter().for_each(|(after, of)| add(after, ways * of));
                    continue;
                }
                let at = known.iter().position(|it| it.0 == fate).unwrap_or_else(|| {
                    known.push((fate, self.state(true, fate).fates(fate)));
                    known.len() - 1
                });
                known[at].1.iter().for_each(|&(after, of)| add(after, ways * of));
            }
            states = next;
        }
        states.sort_unstable_by_key(|it| it.0);
        let of = WAYS.pow(rounds.into());
        let common = states.iter().fold(of, |common, it| gcd(common, it.1));
        let reduced = states.into_iter().map(|(fate, n)| (fate, Ways::Small(n / common)));
        Odds { ways: reduced.collect(), of: Ways::Small(of / common) }
    }
}

/// The greatest number that divides both.
fn gcd(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// What each is called; two of a type are told apart.
fn names(question: &Question) -> [String; 2] {
    let [one, other] = [0, 1].map(|side| question.one(side).name().to_owned());
    if one == other { [format!("first {one}"), format!("second {other}")] } else { [one, other] }
}

/// What each adds to its die, what changes the result afterwards, and what quality makes of the dice.
pub fn sums(melee: &Melee, names: &[String; 2]) -> Vec<(String, Sum)> {
    let mut sums = Vec::with_capacity(6);
    for (unit, name) in names.iter().enumerate() {
        sums.push((Subject::new(name.as_str()).says("add to their die"), melee.modifiers(unit)));
        sums.extend(extras(melee, unit).map(|(what, sum)| (format!("{name}: {what}"), sum)));
    }
    for (unit, name) in melee.units.iter().zip(names) {
        sums.extend(quality_sums(name, |face| unit.quality_row(face)));
    }
    sums
}

/// ADLG-QUA.1: what quality makes of a low die and of a high one, as far as it does anything.
pub(super) fn quality_sums(
    name: &str,
    row: impl Fn(u8) -> Option<Row>,
) -> impl Iterator<Item = (String, Sum)> {
    let dice = [(1, "1 to 3"), (6, "4 to 6")];
    let rows = dice.map(|(face, dice)| (format!("{name}: a die of {dice}"), Sum::of([row(face)])));
    rows.into_iter().filter(|(_, sum)| !sum.rows.is_empty())
}

/// A sum of a melee, as one of its units has it.
type SumOf = fn(&Melee, usize) -> Sum;

const EXTRAS: [(&str, SumOf); 4] = [
    ("on winning", Melee::on_winning),
    ("on equal totals", Melee::on_tie),
    ("on losing", Melee::on_losing),
    ("more losses inflicted on winning", Melee::furious),
];

/// What changes the result afterwards, as far as anything does.
fn extras(melee: &Melee, unit: usize) -> impl Iterator<Item = (&'static str, Sum)> {
    let sums = EXTRAS.into_iter().map(move |(what, sum)| (what, sum(melee, unit)));
    sums.filter(|(_, sum)| !sum.rows.is_empty())
}

/// The rules of the roll that are no row of a sum.
fn rules(melee: &Melee) -> Vec<RuleId> {
    let [a, b] = &melee.units;
    let quality = |unit: &Fighter| unit.quality() != crate::units::Quality::Ordinary;
    let rules = [
        ("ADLG-MEL.1", true),
        ("ADLG-R120", true),
        ("ADLG-MEL.T1", true),
        ("ADLG-QUA.1", quality(a) || quality(b)),
        ("ADLG-ABI.26", a.profile.has(Abilities::MIXED) || b.profile.has(Abilities::MIXED)),
        ("ADLG-UNI.2", melee.destroyed().is_some()),
        ("ADLG-CIM.1", a.commander || b.commander),
    ];
    rules.into_iter().filter(|(_, applies)| *applies).map(|(rule, _)| rule).collect()
}

fn highlights(fates: &Odds<Fate>, start: Fate, names: &[String; 2]) -> Vec<acies_core::Chance> {
    let mut highlights = Vec::with_capacity(6);
    for (unit, name) in names.iter().enumerate() {
        let loses = |fate: &Fate| fate.cohesion[unit] < start.cohesion[unit];
        let lose = Subject::new(name.as_str()).says("lose cohesion");
        highlights.push(fates.highlight(lose, loses));
        highlights.push(fates.highlight(format!("{name} routed"), |fate| fate.cohesion[unit] == 0));
        if start.commander[unit] {
            let killed = |fate: &Fate| !fate.commander[unit];
            highlights.push(fates.highlight(format!("commander of {name} killed"), killed));
        }
    }
    highlights
}

/// The melee that was described.
fn read(question: &Question) -> Result<Melee, Misread> {
    let sides = [question.one(0), question.one(1)];
    let units = [fighter(sides[0])?, fighter(sides[1])?];
    let mut melee = Melee { round: Round::Later, units };
    for unit in 0..2 {
        let (said, enemy) = (sides[unit], sides[1 - unit]);
        let edge = match (said.has("flank"), said.has("rear")) {
            (false, false) => Aspect::Front,
            (true, _) => Aspect::Flank,
            (_, true) => Aspect::Rear,
        };
        let kind = said.troop().kind;
        let wagon = enemy.troop().category() == Category::Wwg;
        #[rustfmt::skip]
        said.refuse(&[
            no(said.has("flank") && said.has("rear"),            "ADLG-MOD.4",   "on the flank or on the rear",                Say("say one of the two")),
            no(edge != Aspect::Front && wagon,                     "ADLG-R140",    "a war wagon has no flank and no rear",       Say("leave out `flank` or `rear`")),
            no(edge != Aspect::Front && melee.units[unit].edge != Aspect::Front, "ADLG-R114", "two main units cannot be on each other's flank", Say("say it of one side")),
            no(edge != Aspect::Front && kind.category() == Category::Art, "ADLG-R141", "artillery never attacks",                Say("leave out `flank` or `rear`")),
        ])?;
        melee.units[1 - unit].edge = edge;
        if edge != Aspect::Front && melee.units[1 - unit].behind == Some(Barrier::Stakes) {
            // ADLG-R138: stakes protect the front only.
            melee.units[1 - unit].behind = None;
        }
        if said.has("charging") {
            said.refuse(&[no(
                enemy.has("charging"),
                "ADLG-R119",
                "only one of two main units has charged the other",
                Say("say `charging` of one side"),
            )])?;
            melee.round = Round::First { charger: unit };
        }
    }
    Ok(melee)
}

fn fighter(said: &Said) -> Result<Fighter, Misread> {
    let profile = said.troop();
    let category = profile.category();
    let mut fighter = Fighter::plain(profile);
    let full = profile.cohesion();
    let cohesion = said.number("cohesion", 1..=full)?;
    let supports = kinds(said, "support")?;
    let flanking = kinds(said, "flank_support")?;
    let simple = said.number("simple_supports", 0..=2)?.unwrap_or(0);
    let mute = |kinds: &[Kind]| {
        kinds.iter().any(|kind| matches!(kind.category(), Category::Art | Category::Wwg))
    };
    let ground = ground(said)?;
    #[rustfmt::skip]
    said.refuse(&[
        no(said.has("disordered") && cohesion == Some(full),                   "ADLG-R8",    "with all its cohesion points it is not Disordered", Say("say one of the two")),
        no(said.has("disordered") && full == 1,                                "ADLG-R8",    "its only cohesion point lost, it is routed",     Leave("disordered")),
        no(said.has("charging") && !profile.may_charge(),                      "ADLG-CHG.1", "it may not charge",                              Leave("charging")),
        no(said.has("uncontrolled") && !profile.may_charge_uncontrolled(),     "ADLG-UNC.1", "only Impetuous units and scythed chariots charge uncontrolled", Say("say `impetuous` too")),
        no(said.has("uncontrolled") && !said.has("charging"),                  "ADLG-MOD.3", "who did not charge did not charge uncontrolled", Say("say `charging` too")),
        no(said.has("battle_ready") && category != Category::Wwg,              "ADLG-R140",  "only war wagons are Battle-ready",               Leave("battle_ready")),
        no(usize::from(simple) + supports.len() + flanking.len() > 3,          "ADLG-R117",  "one support on each flank of the enemy, one on its rear", Say("name three at the most")),
        no(mute(&supports) || mute(&flanking),                                 "ADLG-R115",  "artillery and war wagons give no support",       Say("name other troops")),
        no(said.has("behind") && said.has("stakes"),                           "ADLG-R138",  "behind one thing at a time",                     Say("leave out `behind` or `stakes`")),
        no(ground.allowance(profile.kind).is_none(),                           "ADLG-R158",  "it cannot be there",                             Say("leave out the terrain")),
    ])?;
    fighter.cohesion = cohesion.unwrap_or(full - u8::from(said.has("disordered")));
    fighter.flanked = said
        .choice("flanked", [("light", Flanked::Lightly), ("close", Flanked::Yes)])?
        .unwrap_or(Flanked::No);
    fighter.uncontrolled = said.has("uncontrolled");
    fighter.simple_supports = simple;
    let support = |kind, on_flank_or_rear| Support { kind, on_flank_or_rear };
    fighter.melee_supports.extend(supports.into_iter().map(|kind| support(kind, false)));
    fighter.melee_supports.extend(flanking.into_iter().map(|kind| support(kind, true)));
    fighter.above = said.choice(
        "above",
        [
            ("hill", Above::Hill),
            ("bank", Above::RiverBank),
            ("gully", Above::GullyEdge),
            ("fortification", Above::Fortification),
        ],
    )?;
    fighter.commander = said.has("commander");
    let barriers = [("fortification", Barrier::Fortification), ("obstacle", Barrier::Obstacle)];
    fighter.behind = said.choice("behind", barriers)?;
    if fighter.behind == Some(Barrier::Fortification) && fighter.above.is_none() {
        fighter.above = Some(Above::Fortification);
    }
    if said.has("stakes") {
        fighter.behind = Some(Barrier::Stakes);
    }
    let beasts = [
        ("elephants", Beasts { elephants: true, camels: false }),
        ("camels", Beasts { elephants: false, camels: true }),
    ];
    fighter.beside = said.choice("beside", beasts)?.unwrap_or_default();
    fighter.ground = ground;
    fighter.battle_ready = said.has("battle_ready");
    Ok(fighter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::word;

    #[test]
    fn rows_are_worth_what_would_be_missing() {
        // ADLG-MEL.1: like against like wins 15 and loses 15 of 36 throws; a commander (ADLG-MOD.9) makes it
        // 21 and 10. Without its factor of 1 it would be back at 15 and 15; without the enemy's factor it
        // would be 2 ahead, which wins 26 and loses 6.
        let plain = Fighter::plain(word::profile("heavy_swordsmen").unwrap());
        let led = Fighter { commander: true, ..plain.clone() };
        let melee = Melee { round: Round::Later, units: [led, plain] };
        assert_eq!(melee.reckon().ways(), [21, 10], "ADLG-MOD.9");
        let told: Vec<_> =
            worths(&melee).into_iter().map(|it| (it.sum, it.row, it.of, it.thousandths)).collect();
        let of_36 = |ways: i32| ways * 1000 / 36;
        assert_eq!(
            told,
            [
                (0, 0, "win", of_36(6)),
                (0, 0, "lose", of_36(-5)),
                (0, 1, "win", of_36(6)),
                (0, 1, "lose", of_36(-5)),
                (1, 0, "win", of_36(21 - 26)),
                (1, 0, "lose", of_36(10 - 6)),
            ],
            "ADLG-MOD.1, ADLG-MOD.9"
        );
    }
}
