//! A round of melee, and a melee to its end (RULES.md 8; IMP-R54 to IMP-R61, IMP-R116).

use acies_core::{Forecast, Misread, Odds, RuleId, Sum, odds};

use super::{
    FIRST, Numbers,
    harm::{RULES, critical, ground},
    said::{
        Instead::{Ask, Leave, Say},
        Question, Said, both, no, unit,
    },
};
use crate::{
    cohesion::{Ground, Tested},
    melee::{Came, Fighter, Melee, SUPPORTS_MAX, Side, outcome::Fate},
    movement::charge::{Answer, Charge},
    profile::Kind,
    shooting::Protection,
    units::{ELEMENTS_MAX, Unit},
};

/// What becomes of one main unit, by pila and dice together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    fate: Fate,
    lost: u8,
    disordered: bool,
    /// IMP-COH.15.
    at_risk: bool,
}

/// What a melee may become of: both ends, and who won.
type Both = ([End; 2], Option<usize>);

/// A melee as it was asked about, and whether pila are thrown in it.
struct Asked {
    melee: Melee,
    pila: bool,
}

/// A round with its pila, and what becomes of both.
pub fn round(question: &Question) -> Result<Forecast, Misread> {
    let Asked { melee, pila } = read(question)?;
    let names = both(question);
    let ends = after_round(&melee, pila);
    let title = format!("{} against {}", title(question, 0), title(question, 1));
    let mut highlights = Vec::new();
    for side in 0..2 {
        let name = &names[side];
        let such = |says: &str, it: &dyn Fn(&End) -> bool| {
            ends.highlight(format!("{name}: {says}"), |(ends, _)| it(&ends[side]))
        };
        highlights
            .push(ends.highlight(format!("{name}: wins"), |(_, winner)| *winner == Some(side)));
        highlights.push(such("routs", &|it| it.fate == Fate::Routs));
        highlights.push(such("retreats", &|it| it.fate == Fate::Retreats));
        highlights.push(such("loses VBU", &|it| it.lost > 0));
        if melee.sides[side].main.unit.commander {
            highlights.push(such("its Commander at risk", &|it| it.at_risk));
        }
    }
    highlights.push(ends.highlight("drawn", |(_, winner)| winner.is_none()));
    let mut rules = vec!["IMP-MEL.1", "IMP-R57", "IMP-RET.1", "IMP-R61"];
    rules.extend(RULES);
    if pila {
        rules.extend(["IMP-R58", "IMP-R116"]);
    }
    Ok(Forecast {
        title,
        sums: sums(question, &melee, pila, &names),
        rules,
        outcomes: ends.outcomes(|it| tell(it, &names)),
        highlights,
    })
}

/// IMP-R60: round after round, until one of them has lost or fallen back.
pub fn duel(question: &Question) -> Result<Forecast, Misread> {
    let Asked { melee, pila } = read(question)?;
    let names = both(question);
    let mut states = after_round(&melee, pila).map(|end| State::of(&melee, end, 1));
    for number in 2..=ROUNDS_MAX {
        states = states.then(|state| match state.goes_on(&melee) {
            None => Odds::sure(*state),
            Some(next) => after_round(&next, false).map(|end| State::of(&next, end, number)),
        });
    }
    let ends = states.map(|state| (state.fates, state.winner));
    let tell_end = |(fates, winner): &([Fate; 2], Option<usize>)| {
        let says = format!("{} {}; {} {}", names[0], fates[0].name(), names[1], fates[1].name());
        (
            says,
            vec![
                ("first_fate", fates[0] as i64),
                ("second_fate", fates[1] as i64),
                ("winner", number(*winner)),
            ],
        )
    };
    let mut highlights = Vec::new();
    for (side, name) in names.iter().enumerate() {
        let wins = format!("{name}: wins");
        highlights.push(ends.highlight(wins, |(_, winner)| *winner == Some(side)));
    }
    for most in [1, 2, 3] {
        let says = format!("over after {most} or fewer rounds");
        highlights.push(states.highlight(says, |it| !it.is_open() && it.rounds <= most));
    }
    highlights.push(
        states.highlight(format!("still fighting after {ROUNDS_MAX} rounds"), State::is_open),
    );
    let mut rules = vec!["IMP-R60", "IMP-R59", "IMP-MEL.1", "IMP-RET.1", "IMP-RET.2", "IMP-R61"];
    rules.extend(RULES);
    Ok(Forecast {
        title: format!("{} against {}, to the end", title(question, 0), title(question, 1)),
        sums: sums(question, &melee, pila, &names),
        rules,
        outcomes: ends.outcomes(tell_end),
        highlights,
    })
}

/// A melee that nobody has won after so many rounds is left alone.
const ROUNDS_MAX: u8 = 12;

/// What is left of both main units between rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    fates: [Fate; 2],
    winner: Option<usize>,
    left: [([u8; ELEMENTS_MAX], bool); 2],
    rounds: u8,
}

impl State {
    fn of(melee: &Melee, end: &Both, rounds: u8) -> State {
        let (ends, winner) = end;
        let fates = ends.map(|it| it.fate);
        let open = winner.is_none() && fates == [Fate::Stands; 2];
        let left = [0, 1].map(|side| {
            let mut unit = melee.sides[side].main.unit;
            unit.lose(ends[side].lost);
            // What is decided is all alike.
            if open { (unit.left, ends[side].disordered) } else { ([0; ELEMENTS_MAX], false) }
        });
        // Rounds count when it is over; while it is open all states are of the same round.
        State { fates, winner: *winner, left, rounds: if open { 0 } else { rounds } }
    }

    fn is_open(&self) -> bool {
        self.winner.is_none() && self.fates == [Fate::Stands; 2]
    }

    /// IMP-R59: the melee of the next round, in which nobody has moved.
    fn goes_on(&self, melee: &Melee) -> Option<Melee> {
        if !self.is_open() {
            return None;
        }
        let mut next = melee.clone();
        for (side, (left, disordered)) in next.sides.iter_mut().zip(self.left) {
            side.main.unit = Unit { left, disordered, ..side.main.unit };
            side.main.unit.shieldwall &= side.main.unit.is_fresh();
            side.main.came = Came::Stood;
            side.supports.iter_mut().for_each(|it| it.came = Came::Stood);
        }
        Some(next)
    }
}

/// The odds of a round: pila of both sides, then dice of both, unless a main unit has routed before (IMP-R116).
fn after_round(melee: &Melee, pila: bool) -> Odds<Both> {
    if !pila {
        return strikes(melee, melee, [None; 2]);
    }
    let thrown = odds(|dice| {
        let theirs = melee.throw_pila(0, FIRST, dice)?;
        let ours = melee.throw_pila(1, FIRST.other(), dice)?;
        Ok([ours, theirs])
    });
    thrown.then(|tested| {
        let after = melee.after_pila(*tested);
        if tested.iter().flatten().any(|it| it.routs) {
            let outcome = after.outcome(*tested);
            let ends = [0, 1]
                .map(|side| end(melee, &after, side, [tested[side], None], outcome.fates[side].1));
            return Odds::sure((ends, outcome.winner));
        }
        strikes(melee, &after, *tested)
    })
}

fn strikes(before: &Melee, now: &Melee, pila: [Option<Tested>; 2]) -> Odds<Both> {
    odds(|dice| {
        let tested = now.round(FIRST, dice)?;
        let outcome = now.outcome(tested);
        let ends = [0, 1]
            .map(|side| end(before, now, side, [pila[side], tested[side]], outcome.fates[side].1));
        Ok((ends, outcome.winner))
    })
}

/// One main unit at the end of a round, as it was before its pila and as it is `now`, after them.
fn end(before: &Melee, now: &Melee, side: usize, tests: [Option<Tested>; 2], fate: Fate) -> End {
    let unit = &now.sides[side].main.unit;
    let tested = || tests.iter().flatten();
    let at_risk = unit.commander && tested().any(|it| it.six);
    if fate == Fate::Routs {
        // All that it had, however it came.
        let lost = before.sides[side].main.unit.left.iter().sum();
        return End { fate, lost, disordered: false, at_risk };
    }
    let shaken = tested().count() > 0 && unit.profile.kind != Kind::Cf;
    // IMP-RET.3: fast horse that goes back from foot is Disordered by it.
    let enemy = now.sides[1 - side].main.profile();
    let flees = matches!(fate, Fate::FallsBack | Fate::Retreats)
        && unit.profile.kind.is_fast_horse()
        && enemy.is_foot();
    let lost = tested().map(|it| it.losses).sum();
    End { fate, lost, disordered: unit.disordered || shaken || flees, at_risk }
}

fn number(winner: Option<usize>) -> i64 {
    winner.map_or(0, |side| side as i64 + 1)
}

fn tell((ends, winner): &Both, names: &[String; 2]) -> (String, Numbers) {
    let one = |side: usize| {
        let End { fate, lost, disordered, at_risk } = ends[side];
        let mut says = format!("{}: {}", names[side], fate.name());
        if fate != Fate::Routs {
            match lost {
                0 => {}
                lost => says.push_str(&format!(", {lost} VBU lost")),
            }
            if disordered {
                says.push_str(", Disordered");
            }
        }
        if at_risk {
            says.push_str(", its Commander at risk");
        }
        says
    };
    let numbers = vec![
        ("first_fate", ends[0].fate as i64),
        ("first_lost", ends[0].lost.into()),
        ("first_disordered", ends[0].disordered.into()),
        ("first_commander_at_risk", ends[0].at_risk.into()),
        ("second_fate", ends[1].fate as i64),
        ("second_lost", ends[1].lost.into()),
        ("second_disordered", ends[1].disordered.into()),
        ("second_commander_at_risk", ends[1].at_risk.into()),
        ("winner", number(*winner)),
    ];
    (format!("{}; {}", one(0), one(1)), numbers)
}

fn title(question: &Question, side: usize) -> String {
    let all: Vec<_> = question.all(side).iter().map(Said::title).collect();
    all.join(" with ")
}

fn sums(question: &Question, melee: &Melee, pila: bool, names: &[String; 2]) -> Vec<(String, Sum)> {
    let mut sums = Vec::new();
    for (side, name) in names.iter().enumerate() {
        let supports = question.all(side)[1..].iter().enumerate();
        if pila && melee.pila(side) > 0 {
            sums.push((format!("pila of {name}"), melee.main_pila(side)));
            for (n, said) in supports.clone() {
                let sum = melee.support_pila(side, n);
                if sum.total > 0 {
                    sums.push((format!("pila of {}, supporting", said.name()), sum));
                }
            }
        }
        sums.push((format!("dice of {name}"), melee.main_dice(side)));
        for (n, said) in supports {
            sums.push((
                format!("dice of {}, supporting", said.name()),
                melee.support_dice(side, n),
            ));
        }
        sums.push(critical(name, &melee.test(side, 1)));
    }
    sums
}

fn read(question: &Question) -> Result<Asked, Misread> {
    let mut sides = Vec::new();
    for side in 0..2 {
        let all = question.all(side);
        if all.len() > SUPPORTS_MAX + 1 {
            return Err(question.lacks("at most seven Units support"));
        }
        let mut fighters = all.iter().map(fighter).collect::<Result<Vec<_>, _>>()?.into_iter();
        let mut of = Side::alone(fighters.next().expect("a side has a Unit"));
        of.supports.extend(fighters);
        sides.push(of);
    }
    let [ours, theirs]: [Side; 2] = sides.try_into().expect("there are two sides");
    let mut melee = Melee { sides: [ours, theirs] };
    let pursues = question.all(0).iter().chain(question.all(1)).any(|it| it.has("pursuing"));
    for side in 0..2 {
        let enemy_came = melee.sides[1 - side].main.moved();
        let main = &mut melee.sides[side].main;
        if enemy_came && main.came == Came::Stood {
            main.came = Came::WasCharged;
        }
    }
    for side in 0..2 {
        for (said, it) in question.all(side).iter().zip(melee.sides[side].all()) {
            may_fight(said, it, &melee, side)?;
        }
    }
    let moved = melee.sides.iter().any(|side| side.main.moved());
    let pila = moved && !pursues && (melee.pila(0) > 0 || melee.pila(1) > 0);
    Ok(Asked { melee: melee.contact(), pila })
}

fn fighter(said: &Said) -> Result<Fighter, Misread> {
    let protections = [
        ("fortified", Protection::Fortification),
        ("stakes", Protection::Stakes),
        ("pavise", Protection::Pavise),
    ];
    let came = if said.has("charging") || said.has("pursuing") {
        Came::Charged
    } else if said.has("counter_charging") {
        Came::CounterCharged
    } else {
        Came::Stood
    };
    let wholly = [("broken", Ground::Broken), ("difficult", Ground::Difficult)];
    let through = said.choice("charged_in", wholly)?;
    let wholly_in = said.choice("wholly_in", wholly)?.unwrap_or(Ground::Open);
    let half_in = ground(said).max(wholly_in);
    let it = Fighter {
        unit: unit(said)?,
        came,
        on_flank: said.has("on_flank"),
        flanked: false,
        higher: said.has("higher"),
        half_in,
        wholly_in,
        // Who stands half in bad ground has charged in it.
        charged_in: through.unwrap_or(half_in),
        protection: protections.into_iter().find(|(word, _)| said.has(word)).map(|(_, it)| it),
    };
    let ways = ["charging", "pursuing", "counter_charging"].iter().filter(|word| said.has(word));
    said.refuse(&[
        no(
            ways.count() > 1,
            "IMP-R59",
            "a Unit comes into contact in one way",
            Say("say one of them"),
        ),
        no(
            through.is_some() && came == Came::Stood,
            "IMP-NIB.3",
            "it has not moved into contact",
            Leave("charged_in"),
        ),
    ])?;
    Ok(it)
}

/// Refuses what no melee has: who is removed by contact, who may not charge, who may not answer so.
fn may_fight(said: &Said, it: &Fighter, melee: &Melee, side: usize) -> Result<(), Misread> {
    let enemy = &melee.sides[1 - side].main;
    let profile = it.profile();
    let charge = Charge { unit: it.unit, target: enemy.unit, on_flank: it.on_flank };
    let allowed = if it.came == Came::Charged { charge.is_allowed() } else { Ok(()) };
    let answer = Answer { unit: it.unit, waiting: true, active: false, frontal: true, ahead: true };
    let countered =
        if it.came == Came::CounterCharged { answer.counter_charge() } else { Ok(false) };
    let barred = |rule: RuleId| allowed == Err(rule);
    let unanswered = |rule: RuleId| countered == Err(rule);
    let both_charge = it.came == Came::Charged && enemy.came == Came::Charged;
    said.refuse(&[
        no(
            profile.kind == Kind::S && !it.unit.in_bua,
            "IMP-SPC.48",
            "S are dispersed when they are touched",
            Say("ask for S in a BUA, or for other troops"),
        ),
        no(
            profile.kind == Kind::Art,
            "IMP-SPC.2",
            "artillery is eliminated when it is touched",
            Ask(|it| it.profile.kind != Kind::Art),
        ),
        no(
            barred("IMP-SPC.56") || unanswered("IMP-SPC.56"),
            "IMP-SPC.56",
            "war wagons never charge",
            Leave("charging"),
        ),
        no(barred("IMP-R53"), "IMP-R53", "baggage never charges", Leave("charging")),
        no(
            barred("IMP-R120") || unanswered("IMP-R120"),
            "IMP-R120",
            "who is in a BUA does not charge",
            Leave("bua"),
        ),
        no(
            barred("IMP-TER.25") || enemy.unit.in_bua && !profile.fights_in_bua(),
            "IMP-TER.25",
            "only foot attacks a BUA",
            Ask(|it| it.profile.fights_in_bua()),
        ),
        no(
            barred("IMP-CHG.2"),
            "IMP-CHG.2",
            "CL with I 0 charges only S, Disordered Units, flanks, rears and baggage",
            Say("say `on_flank`, or that the enemy is `disordered`"),
        ),
        no(
            barred("IMP-CHG.1"),
            "IMP-CHG.1",
            "only who has an impetus bonus moves into contact",
            Ask(|it| it.profile.impetus > 0),
        ),
        no(
            unanswered("IMP-DIS.7"),
            "IMP-DIS.7",
            "a Disordered Unit does not counter-charge",
            Leave("disordered"),
        ),
        no(
            unanswered("IMP-R50"),
            "IMP-R50",
            "who has no impetus bonus does not counter-charge",
            Leave("counter_charging"),
        ),
        no(
            it.came == Came::CounterCharged && !enemy.moved(),
            "IMP-R50",
            "nobody charges whom it could answer",
            Say("say `charging` of the enemy"),
        ),
        no(
            both_charge,
            "IMP-R50",
            "one charges, the other counter-charges",
            Say("say `counter_charging` of one of them"),
        ),
        no(it.higher && enemy.higher, "IMP-R90", "only one of both is higher", Leave("higher")),
    ])
}
