//! Initiative, discipline, charges, retreat and pursuit, panic, rivers, a Commander's fate (RULES.md 8).

use acies_core::{Each, Forecast, Misread, Odds, Seat, Ways, odds};

use super::{
    FIRST, Numbers, SECOND,
    said::{
        Instead::{Ask, Leave, Say},
        Question, Said, both, no, profile, unit,
    },
};
use crate::{
    command::{
        Commander, Quality, Structure,
        discipline::{DisciplineTest, Failure, Purpose},
        fate::AtRisk,
        initiative::{self, Bid, Verdict},
    },
    melee::{
        pursuit::{Pursuit, Winner},
        retreat::{Retreat, crosses_river},
    },
    movement::charge,
    profile::{Kind, Worded},
    shooting,
};

/// A test of discipline, and what failing it does.
pub fn discipline(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let profile = profile(said)?;
    let purpose = said.choice("for", PURPOSES)?;
    let test = DisciplineTest {
        discipline: profile.discipline,
        commander: said.has("commander"),
        out_of_range: said.has("out_of_range"),
        movement: said.number("movement", 1..=8)?.unwrap_or(0),
        charismatic: said.has("charismatic"),
    };
    said.refuse(&[
        no(
            test.charismatic && purpose.is_some_and(|it| it != Purpose::Recover),
            "IMP-SPC.23",
            "a Charismatic Commander helps to recover order only",
            Leave("charismatic"),
        ),
        no(
            test.commander && test.out_of_range,
            "IMP-CS.2",
            "a Unit with its Commander is in command range",
            Leave("out_of_range"),
        ),
    ])?;
    let odds = odds(|dice| test.throw(FIRST, dice));
    let failure = purpose.map(|it| it.failure(profile.kind));
    let fails = match failure {
        None => "fails".to_owned(),
        Some((_, Failure::Nothing)) => "fails: nothing happens".to_owned(),
        Some((_, Failure::Disordered)) => "fails: Disordered".to_owned(),
        Some((_, Failure::MovesDisordered)) => "fails: moves, and is Disordered".to_owned(),
        Some((_, Failure::Stays)) => "fails: stays where it is".to_owned(),
        Some((_, Failure::MustMove)) => "fails: must move towards the baggage".to_owned(),
    };
    let tell = |passed: &bool| {
        let says = if *passed { "passes" } else { fails.as_str() };
        (says.to_owned(), vec![("passed", i64::from(*passed))])
    };
    let mut rules = vec!["IMP-DT.1", "IMP-R25"];
    rules.extend(failure.map(|(rule, _)| rule));
    Ok(Forecast {
        title: format!("discipline of {} ({}+)", said.title(), test.needs()),
        sums: vec![("added to the die".into(), test.sum())],
        rules,
        outcomes: odds.outcomes(tell),
        highlights: vec![odds.highlight("passes", |passed| *passed)],
    })
}

const PURPOSES: [(&str, Purpose); 12] = [
    ("recover", Purpose::Recover),
    ("opportunity", Purpose::Opportunity),
    ("move", Purpose::Move),
    ("evade", Purpose::Evade),
    ("dismount", Purpose::Dismount),
    ("counter_charge", Purpose::CounterCharge),
    ("disengage", Purpose::Disengage),
    ("about_face", Purpose::AboutFace),
    ("relief", Purpose::Relief),
    ("enter_bua", Purpose::EnterBua),
    ("leave_square", Purpose::LeaveSquare),
    ("baggage", Purpose::SpareBaggage),
];

/// The Commander that words describe; Fair if nothing is said of his quality.
fn commander(said: &Said) -> Result<Commander, Misread> {
    let named: Vec<_> = Quality::WORDS.iter().filter(|(word, _)| said.has(word)).collect();
    let quality = named.first().map_or(Quality::Fair, |(_, it)| *it);
    said.refuse(&[
        no(named.len() > 1, "IMP-CMD.1", "a Commander has one quality", Say("say one")),
        no(
            quality == Quality::Charismatic && said.has("subordinate"),
            "IMP-SPC.24",
            "only the Commander-in-Chief is Charismatic",
            Leave("subordinate"),
        ),
    ])?;
    Ok(Commander::new(quality, !said.has("subordinate")))
}

/// Who wins the initiative: ties are thrown again (IMP-R14), so the odds are those of the deciding throw. Who is behind
/// throws again the dice that most likely win (IMP-R16).
pub fn initiative(question: &Question) -> Result<Forecast, Misread> {
    let bid = |side: usize| {
        let said = question.one(side);
        let headless = said.has("no_commander");
        let commander = commander(said)?;
        said.refuse(&[no(
            said.has("shaken") && (headless || commander.quality != Quality::Coward),
            "IMP-R17",
            "only a Coward is shaken by the rout of another Command",
            Leave("shaken"),
        )])?;
        Ok(Bid { commander: (!headless).then_some(commander), shaken: said.has("shaken") })
    };
    let bids = Each([bid(0)?, bid(1)?]);
    let seats = [("first", Seat::Red), ("second", Seat::Blue)];
    let attacker = question.settings().choice("attacker", seats)?.unwrap_or(Seat::Red);
    let throws = odds(|dice| {
        let mut throws = Each([[0; 2]; 2]);
        for seat in Seat::BOTH {
            throws[seat] = dice.settle(|dice| {
                let mut throw = initiative::throw(seat, dice)?;
                throw.sort_unstable();
                Ok(throw)
            })?;
        }
        let first = initiative::first_to_throw_again(&bids, &throws, attacker);
        for seat in [first, first.other()] {
            let against = bids[seat.other()].total(throws[seat.other()]);
            let again = bids[seat].best_again(throws[seat], against);
            throws[seat] = dice.settle(|dice| {
                let mut throw = initiative::throw_again(seat, throws[seat], again, dice)?;
                throw.sort_unstable();
                Ok(throw)
            })?;
        }
        let verdict = initiative::verdict(&bids, &throws);
        let doubles = throws.0.map(|[one, other]| if one == other { one } else { 0 });
        let spent = Each::of(|seat| bids[seat].spent(throws[seat]).is_some());
        Ok((verdict, doubles, spent.0))
    });
    let ties = throws.chance(|(verdict, ..)| *verdict == Verdict::Tie);
    let decided: Vec<_> =
        throws.ways.iter().filter(|((verdict, ..), _)| *verdict != Verdict::Tie).cloned().collect();
    let mut of = Ways::ZERO;
    decided.iter().for_each(|(_, ways)| of += ways);
    let deciding = Odds { ways: decided, of };
    let won = deciding.map(|(verdict, ..)| *verdict);
    let tell = |verdict: &Verdict| -> (String, Numbers) {
        match verdict {
            Verdict::Won(Seat::Red) => {
                ("the first Command is activated".into(), vec![("winner", 1)])
            }
            Verdict::Won(Seat::Blue) => {
                ("the second Command is activated".into(), vec![("winner", 2)])
            }
            _ => ("both Commands are spent".into(), vec![("winner", 0)]),
        }
    };
    let mut highlights = Vec::new();
    for (side, who) in ["first", "second"].into_iter().enumerate() {
        let Some(commander) = bids.0[side].commander else { continue };
        if matches!(commander.quality, Quality::Incompetent | Quality::Coward) {
            let says = format!("the {who} Command is spent");
            highlights.push(deciding.highlight(says, |(_, _, spent)| spent[side]));
        }
        let after = |face| commander.after_double(face, Quality::Genius);
        let rises = format!("the {who} Commander rises or is fixed");
        highlights.push(
            deciding
                .highlight(rises, |(_, doubles, _)| doubles[side] == 6 && after(6) != commander),
        );
        let falls = format!("the {who} Commander falls");
        highlights.push(
            deciding
                .highlight(falls, |(_, doubles, _)| doubles[side] == 1 && after(1) != commander),
        );
    }
    highlights.push(acies_core::Chance {
        says: "a tie, thrown again".into(),
        is: Vec::new(),
        chance: ties,
    });
    Ok(Forecast {
        title: format!("initiative: {} against {}", named(question.one(0)), named(question.one(1))),
        sums: vec![
            ("added to the dice of the first".into(), bids[Seat::Red].sum()),
            ("added to the dice of the second".into(), bids[Seat::Blue].sum()),
        ],
        rules: vec!["IMP-INI.1", "IMP-R13", "IMP-R14", "IMP-R15", "IMP-R16"],
        outcomes: won.outcomes(tell),
        highlights,
    })
}

/// What was said of a Commander.
fn named(said: &Said) -> String {
    let title = said.title();
    let words = title.trim().trim_start_matches('(').trim_end_matches(')');
    if words.is_empty() { "Fair".to_owned() } else { words.to_owned() }
}

/// Whether a charge reaches over a distance.
pub fn charge(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let profile = profile(said)?;
    let Some((word, value)) = said.get("gap") else { return Err(question.lacks("how far?")) };
    let Some(gap) = value.parse::<f64>().ok().filter(|u| (0.0..=40.0).contains(u)) else {
        return Err(said.wrong(word, value, "a distance from 0 to 40 U"));
    };
    let foot = said.has("with_foot");
    let mounted = profile.is_mounted() && !foot;
    said.refuse(&[
        no(
            matches!(profile.kind, Kind::W | Kind::Art | Kind::Baggage),
            "IMP-SPC.56",
            "it never charges",
            Ask(|it| it.profile.impetus > 0),
        ),
        no(
            profile.impetus == 0 && profile.kind != Kind::Cl,
            "IMP-CHG.1",
            "only who has an impetus bonus moves into contact",
            Ask(|it| it.profile.impetus > 0),
        ),
    ])?;
    // IMP-R89: each U in difficult ground costs two, but not those who are at ease in it.
    let hampered = said.has("difficult") && !matches!(profile.kind, Kind::S | Kind::Fl);
    let cost = if hampered { 2.0 } else { 1.0 };
    let needs = gap * cost;
    let bonus = odds(|dice| charge::throw_bonus(mounted, FIRST, dice));
    let m = f64::from(profile.m);
    let reaches = |u: &u8| m + f64::from(*u) >= needs - 1e-9;
    let most = if mounted { 6 } else { 3 };
    let tell = |u: &u8| {
        let says = format!("bonus {u}: {}", if reaches(u) { "contact" } else { "it stops short" });
        (says, vec![("bonus", i64::from(*u)), ("contact", reaches(u).into())])
    };
    let declared = m + f64::from(most) >= needs - 1e-9;
    said.refuse(&[no(
        !declared,
        "IMP-R49",
        "it cannot be declared: even the highest bonus does not reach",
        Say("say a smaller `gap`"),
    )])?;
    Ok(Forecast {
        title: format!("charge of {}, M {}", said.title(), profile.m),
        sums: Vec::new(),
        rules: vec!["IMP-CHG.3", "IMP-CHG.4", "IMP-R49", "IMP-R89"],
        outcomes: bonus.outcomes(tell),
        highlights: vec![bonus.highlight("contact", reaches)],
    })
}

/// How far a loser goes.
pub fn retreat(question: &Question) -> Result<Forecast, Misread> {
    let retreat = read_retreat(question.one(0), question.one(1))?;
    let odds = odds(|dice| retreat.throw(FIRST, dice));
    let tell = |u: &u8| (format!("{u} U"), vec![("u", i64::from(*u))]);
    let mut rules = vec!["IMP-RET.4", "IMP-R62", "IMP-R110"];
    if retreat.is_flight() {
        rules.insert(0, "IMP-RET.3");
    }
    Ok(Forecast {
        title: format!("{} retreats from {}", question.one(0).title(), question.one(1).title()),
        sums: Vec::new(),
        rules,
        outcomes: odds.outcomes(tell),
        highlights: Vec::new(),
    })
}

fn read_retreat(loser: &Said, from: &Said) -> Result<Retreat, Misread> {
    let it = Retreat { loser: profile(loser)?, from: profile(from)? };
    loser.refuse(&[
        no(
            it.loser.kind == Kind::W,
            "IMP-SPC.52",
            "war wagons never retreat",
            Ask(|it| it.profile.kind != Kind::W),
        ),
        no(
            it.loser.kind == Kind::Baggage,
            "IMP-R53",
            "baggage never retreats",
            Ask(|it| it.profile.kind != Kind::Baggage),
        ),
    ])?;
    Ok(it)
}

/// Whether a pursuer catches who retreats in the open.
pub fn pursuit(question: &Question) -> Result<Forecast, Misread> {
    let (winner, loser) = (question.one(0), question.one(1));
    let retreat = read_retreat(loser, winner)?;
    let pursuer = Winner {
        unit: unit(winner)?,
        beaten: retreat.loser,
        held: false,
        supported: winner.has("supporting"),
    };
    let (rule, may) = pursuer.pursuit();
    if may == Pursuit::No {
        let what = format!("{}: it does not pursue {} [{rule}]", winner.name(), loser.name());
        return Err(Misread {
            what,
            hint: Some("who has an impetus bonus may; foot does not pursue CM, CL and CGL".into()),
        });
    }
    let odds = odds(|dice| Ok((retreat.throw(SECOND, dice)?, pursuer.throw(FIRST, dice)?)));
    let tell = |(back, on): &(u8, u8)| {
        let caught = on >= back;
        let says = format!("{back} U back, {on} U on: {}", if caught { "contact" } else { "away" });
        (
            says,
            vec![
                ("retreat", i64::from(*back)),
                ("pursuit", i64::from(*on)),
                ("contact", caught.into()),
            ],
        )
    };
    let must = if may == Pursuit::Must { "must pursue" } else { "may pursue" };
    let names = both(question);
    Ok(Forecast {
        title: format!("{} {must} {}", winner.title(), loser.title()),
        sums: Vec::new(),
        rules: vec![rule, "IMP-PUR.4", retreat.rule(), "IMP-R63"],
        outcomes: odds.outcomes(tell),
        highlights: vec![odds.highlight(format!("{}: caught", names[1]), |(back, on)| on >= back)],
    })
}

/// A Commander whose Unit failed with a 6.
fn at_risk(said: &Said) -> Result<AtRisk, Misread> {
    let structures = Structure::WORDS.iter().copied();
    Ok(AtRisk {
        commander: commander(said)?,
        others: said.number("others", 0..=12)?.unwrap_or(0),
        structure: said.choice("structure", structures)?.unwrap_or(Structure::Average),
        losses: said.number("losses", 1..=5)?.unwrap_or(1),
        mounted: said.has("mounted"),
    })
}

/// What becomes of him: Genius and Charismatic throw the higher die again if he is lost.
pub fn fate(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let at_risk = at_risk(said)?;
    let odds = odds(|dice| {
        let throw = at_risk.throw(FIRST, dice)?;
        let throw = match at_risk.worth_again(throw) {
            Some(die) => at_risk.throw_again(throw, die, FIRST, dice)?,
            None => throw,
        };
        Ok(at_risk.fate(throw).1)
    });
    let mut rules = vec!["IMP-CDR.1", "IMP-CDR.2", "IMP-R68"];
    if at_risk.commander.quality.rerolls_his_loss() {
        rules.extend(["IMP-SPC.22", "IMP-SPC.29"]);
    }
    if at_risk.commander.quality == Quality::Charismatic {
        rules.push("IMP-SPC.25");
    }
    Ok(Forecast {
        title: format!("fate of a Commander: {}", named(said)),
        sums: vec![("added to the dice".into(), at_risk.sum())],
        rules,
        outcomes: odds.outcomes(|fate| (fate.name().to_owned(), vec![("fate", *fate as i64)])),
        highlights: vec![
            odds.highlight("lost", |fate| fate.is_lost()),
            odds.highlight("his Command or the army routs", |fate| fate.routs()),
        ],
    })
}

/// Where elephants in panic run.
pub fn panic() -> Forecast {
    use shooting::Flight::*;
    let odds = odds(|dice| shooting::panic(FIRST, dice));
    let tell = |(flight, u): &(shooting::Flight, u8)| {
        (format!("{u} U {}", flight.name()), vec![("way", *flight as i64), ("u", i64::from(*u))])
    };
    let way =
        |flight: shooting::Flight| odds.highlight(flight.name(), move |(it, _)| *it == flight);
    Forecast {
        title: "panic of elephants".into(),
        sums: Vec::new(),
        rules: vec!["IMP-SPC.19", "IMP-R72"],
        outcomes: odds.outcomes(tell),
        highlights: vec![way(Rear), way(Left), way(Right), way(Ahead)],
    }
}

/// Whether a retreat into a river ends on the far bank.
pub fn river(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let unit = unit(said)?;
    let odds = odds(|dice| crosses_river(&unit, FIRST, dice));
    let tell = |crosses: &bool| {
        let says = if *crosses { "on the far bank, Disordered" } else { "destroyed" };
        (says.to_owned(), vec![("crosses", i64::from(*crosses))])
    };
    Ok(Forecast {
        title: format!("{} retreats into a river", said.title()),
        sums: Vec::new(),
        rules: vec!["IMP-TER.29", "IMP-R76"],
        outcomes: odds.outcomes(tell),
        highlights: vec![odds.highlight("saved", |crosses| *crosses)],
    })
}
