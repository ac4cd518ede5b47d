//! Command points, orders, rally, distances, commanders, camps and set-up (RULES.md 8.1 to 8.5, 8.8).

use acies_core::{D6, Each, Forecast, Misread, Odds, Seat, odds};
use acies_table::{Edge, Length};

use super::{
    FIRST,
    said::{
        Instead::{Ask, Leave, Say},
        Question, Said, ground, length, no,
    },
};
use crate::{
    charge::distance::{Charge, Chase},
    command::{Activation, Cost, Enemy, Level, Order},
    evade::distance::Evade,
    melee::CommanderRisk,
    rally::Rally,
    setup::{self, Adjustment, FlankMarch, Initiative},
    terrain::{Choice, Going, Piece},
    units::Category,
    victory::CampAttack,
};

/// An outcome of two.
fn either(yes: bool, so: &str, not: &str, number: &'static str) -> (String, super::Numbers) {
    (if yes { so } else { not }.into(), vec![(number, yes.into())])
}

fn levels() -> impl Iterator<Item = (&'static str, Level)> + Clone {
    Level::ALL.into_iter().map(|level| (level.word(), level))
}

/// 8.3.
pub fn rally(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let profile = said.troop();
    said.refuse(&[
        no(
            !profile.may_rally(),
            "ADLG-RAL.1",
            "elephants and Expendables cannot rally",
            Ask(|it| it.may_rally()),
        ),
        no(
            said.has("near") && said.has("melee"),
            "ADLG-RAL.4",
            "in melee the enemy is near",
            Leave("near"),
        ),
    ])?;
    let enemy = match (said.has("near"), said.has("melee")) {
        (_, true) => Enemy::InMelee,
        (true, _) => Enemy::Near,
        _ => Enemy::Far,
    };
    let rally = Rally { enemy, commander: said.has("commander") };
    let cost = Cost { out_of_range: said.has("out_of_range"), ..Cost::plain(Order::Rally(enemy)) };
    let rallies = odds(|dice| rally.throw(FIRST, dice));
    let (rule, needed) = rally.needs();
    Ok(Forecast {
        title: format!("{}: rally on {needed}+", said.title()),
        sums: vec![("added to the die".into(), rally.sum()), ("command points".into(), cost.sum())],
        rules: vec![rule, "ADLG-R45"],
        outcomes: rallies
            .outcomes(|&yes| either(yes, "a cohesion point back", "no change", "rallied")),
        highlights: vec![rallies.highlight("rallies", |&yes| yes)],
    })
}

/// 8.1.
pub fn command(question: &Question) -> Result<Forecast, Misread> {
    let among = levels().map(|(word, level)| (word, Some(level))).chain([("none", None)]);
    let Some(commander) = question.settings().choice("commander", among)? else {
        return Err(question.lacks("which commander?"));
    };
    let activation = Activation { commander };
    let points = odds(|dice| activation.throw(FIRST, dice));
    let who =
        commander.map_or("no commander".to_owned(), |level| format!("{} commander", level.word()));
    let at_least = |n: i32| points.highlight(format!("{n} or more"), move |&points| points >= n);
    Ok(Forecast {
        title: format!("command points of a corps with {who}"),
        sums: vec![
            (
                "added to the die, then halved and rounded up".into(),
                acies_core::Sum::of(activation.added()),
            ),
            ("added then".into(), acies_core::Sum::of(activation.free())),
        ],
        rules: vec!["ADLG-CP.1", "ADLG-CP.T1", "ADLG-R34"],
        outcomes: points.outcomes(|&n| (format!("{n} command points"), vec![("points", n.into())])),
        highlights: vec![at_least(3), at_least(4), at_least(5)],
    })
}

/// 8.2: no dice, but the same question.
pub fn order(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let orders = [
        ("move", Order::Move),
        ("charge", Order::Charge),
        ("spontaneous", Order::SpontaneousCharge),
        ("uncontrolled", Order::UncontrolledCharge),
        ("prevent", Order::PreventCharge),
        ("rally", Order::Rally(Enemy::Far)),
        ("rally_near", Order::Rally(Enemy::Near)),
        ("rally_melee", Order::Rally(Enemy::InMelee)),
        ("disengage", Order::Disengage),
        ("leave_zone", Order::LeaveZone),
        ("leave_zone_ahead", Order::LeaveZoneAhead),
        ("evade_zone", Order::EvadeZone),
        ("stop_looting", Order::StopLooting),
        ("stakes", Order::PlantStakes),
    ];
    let Some(order) = said.choice("order", orders)? else {
        return Err(question.lacks("which order?"));
    };
    let cost = Cost {
        order,
        out_of_range: said.has("out_of_range"),
        difficult: said.has("difficult").then_some("ADLG-ORD.7"),
        commander_fights: said.has("commander_fights"),
        his_own_unit: said.has("his_own_unit"),
    };
    let points = Odds::sure(cost.points());
    Ok(Forecast {
        title: "the cost of an order".into(),
        sums: vec![("command points".into(), cost.sum())],
        rules: vec!["ADLG-R37", "ADLG-R42", "ADLG-R44"],
        outcomes: points.outcomes(|&n| (format!("{n} command points"), vec![("points", n.into())])),
        highlights: Vec::new(),
    })
}

/// ADLG-MVT.T1, ADLG-MVT.2, ADLG-R53: how far a unit moves.
fn allowance(said: &Said) -> Result<u8, Misread> {
    let profile = said.troop();
    let ground = ground(said)?;
    let heavy = profile.category() == Category::Hi;
    let Some(allowance) = ground.allowance(profile.kind) else {
        let what = format!("{}: it may not go there [ADLG-R158]", said.name());
        return Err(Misread { what, hint: Some("leave out the terrain".into()) });
    };
    said.refuse(&[no(
        said.has("far") && !heavy,
        "ADLG-MVT.2",
        "only heavy infantry moves farther away from the enemy",
        Leave("far"),
    )])?;
    let hurries = said.has("far") && ground.going() == Going::Open;
    Ok(allowance + u8::from(hurries))
}

fn charger(said: &Said, manoeuvre: Option<Length>) -> Result<Charge, Misread> {
    let profile = said.troop();
    said.refuse(&[no(
        !profile.may_charge(),
        "ADLG-CHG.1",
        "it may not charge",
        Ask(|it| it.may_charge()),
    )])?;
    let manoeuvre = manoeuvre.unwrap_or(Length::ZERO);
    Ok(Charge { profile, allowance: allowance(said)?, manoeuvre })
}

fn evader(said: &Said) -> Result<Evade, Misread> {
    said.refuse(&[no(
        !said.troop().can_evade(),
        "ADLG-EVA.1",
        "it cannot evade",
        Say("LI, LH, javelinmen and Cv without Impact can"),
    )])?;
    Ok(Evade { allowance: allowance(said)? })
}

/// A distance as an outcome; in steps of the table, so that it has an order.
fn distance(ud: Length) -> (String, super::Numbers) {
    (format!("{ud} UD"), vec![("thousandths_of_ud", ud.steps().into())])
}

/// 8.5.
pub fn charge(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let charge = charger(said, length(said, "manoeuvre", 3.0)?)?;
    let reach = odds(|dice| Ok(charge.reach(charge.throw(FIRST, dice)?)));
    Ok(Forecast {
        title: format!("{}: charge after all targets have evaded", said.title()),
        sums: vec![("distance before the die".into(), charge.sum())],
        rules: vec!["ADLG-CHG.7", "ADLG-R81", "ADLG-CHG.8", "ADLG-R77"],
        outcomes: reach.outcomes(|&ud| distance(ud)),
        highlights: Vec::new(),
    })
}

/// 8.4.
pub fn evade(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let evade = evader(said)?;
    let ud = odds(|dice| evade.throw(FIRST, dice));
    Ok(Forecast {
        title: format!("{}: evade", said.title()),
        sums: vec![("distance before the die".into(), evade.sum())],
        rules: vec!["ADLG-EVA.5", "ADLG-R53"],
        outcomes: ud.outcomes(|&ud| distance(Length::new(ud.into()))),
        highlights: Vec::new(),
    })
}

/// 8.4 and 8.5 together.
pub fn catch(question: &Question) -> Result<Forecast, Misread> {
    let settings = question.settings();
    let charge = charger(question.one(0), length(settings, "manoeuvre", 3.0)?)?;
    let evade = evader(question.one(1))?;
    let gap = length(settings, "gap", 8.0)?.unwrap_or(Length::new(1.0));
    settings.refuse(&[no(
        gap + charge.manoeuvre > Length::new(charge.allowance.into()),
        "ADLG-R77",
        "the evader is out of the charger's reach, so it cannot be charged",
        Say("make `gap` smaller"),
    )])?;
    let chase = Chase { charge, evade, gap };
    let caught = odds(|dice| chase.throw(FIRST, dice));
    Ok(Forecast {
        title: format!("{} after {}", question.one(0).title(), question.one(1).title()),
        sums: vec![
            ("charge before the die".into(), charge.sum()),
            ("evade before the die".into(), evade.sum()),
        ],
        rules: vec!["ADLG-EVA.5", "ADLG-CHG.7", "ADLG-R81", "ADLG-R153", "ADLG-R160"],
        outcomes: caught.outcomes(|&yes| either(yes, "caught", "escaped", "caught")),
        highlights: vec![caught.highlight("caught", |&yes| yes)],
    })
}

/// ADLG-CIM.1, ADLG-CIM.2.
pub fn commander(question: &Question) -> Result<Forecast, Misread> {
    let among = [("beaten", false), ("routed", true)];
    let Some(routed) = question.settings().choice("unit", among)? else {
        return Err(question.lacks("what became of his unit?"));
    };
    let risk = CommanderRisk { routed };
    let killed = odds(|dice| risk.throw(FIRST, dice));
    let what = if routed { "is routed" } else { "lost its melee" };
    Ok(Forecast {
        title: format!("a commander whose unit {what}"),
        sums: Vec::new(),
        rules: vec![risk.kills().0, "ADLG-R40", "ADLG-R151"],
        outcomes: killed.outcomes(|&yes| either(yes, "killed", "unhurt", "killed")),
        highlights: vec![killed.highlight("killed", |&yes| yes)],
    })
}

/// ADLG-R20.
pub fn camp(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let profile = said.troop();
    said.refuse(&[no(
        !CampAttack::may(profile),
        "ADLG-R20",
        "artillery, wagons and Expendables attack no camp",
        Ask(CampAttack::may),
    )])?;
    let attack = CampAttack { profile, fortified: said.has("fortified") };
    let lost = odds(|dice| attack.throw(FIRST, dice));
    Ok(Forecast {
        title: format!("{}: attack on a camp", said.title()),
        sums: Vec::new(),
        rules: vec!["ADLG-R20"],
        outcomes: lost.outcomes(|&yes| either(yes, "the camp is lost", "the camp holds", "lost")),
        highlights: vec![lost.highlight("the camp is lost", |&yes| yes)],
    })
}

/// ADLG-R147.
pub fn rampage_panel(title: String, edge: &Odds<Edge>) -> Forecast {
    let tell = |&edge: &Edge| {
        let says = match edge {
            Edge::Front => "to the front",
            Edge::Left => "to the left",
            Edge::Right => "to the right",
            Edge::Rear => "to the rear",
        };
        (says.to_owned(), vec![("edge", edge as i64)])
    };
    Forecast {
        title,
        sums: Vec::new(),
        rules: vec!["ADLG-R147"],
        outcomes: edge.outcomes(tell),
        highlights: Vec::new(),
    }
}

/// ADLG-R22: ties are thrown again, so the odds are those of a throw that is no tie.
pub fn initiative(question: &Question) -> Result<Forecast, Misread> {
    let settings = question.settings();
    let (Some(red), Some(blue)) =
        (settings.choice("red", levels())?, settings.choice("blue", levels())?)
    else {
        return Err(question.lacks("which commanders-in-chief?"));
    };
    let scouts =
        |word| -> Result<i32, Misread> { Ok(settings.number(word, 0..=40)?.unwrap_or(0).into()) };
    let ahead = scouts("red_scouts")? - scouts("blue_scouts")?;
    let both = Each([Initiative { chief: red, ahead }, Initiative { chief: blue, ahead: -ahead }]);
    let once = odds(|dice| setup::initiative(&both, dice));
    let ways: Vec<_> =
        once.ways.iter().filter_map(|(it, ways)| Some(((*it)?, ways.clone()))).collect();
    let mut of = acies_core::Ways::ZERO;
    ways.iter().for_each(|(_, ways)| of += ways);
    let first = Odds { ways, of };
    let tell = |&seat: &Seat| (format!("{seat} has the choice"), vec![("seat", seat as i64)]);
    Ok(Forecast {
        title: "initiative".into(),
        sums: vec![("red".into(), both[Seat::Red].sum()), ("blue".into(), both[Seat::Blue].sum())],
        rules: vec!["ADLG-R22", "ADLG-R23", "ADLG-R14"],
        outcomes: first.outcomes(tell),
        highlights: vec![once.highlight("a tie at the first throw", Option::is_none)],
    })
}

/// ADLG-R32.
pub fn flank_march(question: &Question) -> Result<Forecast, Misread> {
    let settings = question.settings();
    let Some(commander) = settings.choice("commander", levels())? else {
        return Err(question.lacks("which commander?"));
    };
    let turns = settings.number("turns", 1..=14)?.unwrap_or(1);
    let march = FlankMarch { commander };
    let arrival = odds(|dice| {
        dice.chain(0, 1..=turns, |dice, arrived: u8, turn| {
            Ok(if arrived == 0 && march.arrives(FIRST, dice)? { turn } else { arrived })
        })
    });
    let tell = |&turn: &u8| {
        let says = if turn == 0 { "not yet".into() } else { format!("arrives at try {turn}") };
        (says, vec![("try", turn.into())])
    };
    Ok(Forecast {
        title: format!("a flank march under a {} commander", commander.word()),
        sums: vec![("added to the die, 5 or more".into(), march.sum())],
        rules: vec!["ADLG-R32"],
        outcomes: arrival.outcomes(tell),
        highlights: vec![arrival.highlight("has arrived", |&turn| turn > 0)],
    })
}

/// ADLG-R24, ADLG-R26, ADLG-R27, ADLG-R161.
pub fn terrain(question: &Question) -> Result<Forecast, Misread> {
    let dice = [("sector", 0), ("rocks", 1), ("adjustment", 2), ("river", 3), ("side", 4)];
    let Some(which) = question.settings().choice("die", dice)? else {
        return Err(question.lacks("which die?"));
    };
    let (title, rule, what): (_, _, fn(i32) -> &'static str) = match which {
        0 => ("the sector of a piece", "ADLG-R26", |die| sector(die, Choice::Wood)),
        1 => ("the sector of rocks", "ADLG-R26", |die| sector(die, Choice::Rocks)),
        2 => ("the adjustment of a piece", "ADLG-R27", |die| match setup::adjustment(die, true) {
            Adjustment::Nothing => "nothing",
            Adjustment::Shift => "shift up to 2 UD",
            Adjustment::ShiftOrRotate => "shift up to 4 UD or rotate",
            Adjustment::Remove => "remove",
        }),
        3 => ("a river", "ADLG-R24", |die| match setup::river(die) {
            Piece::RiverOpen => "open going",
            Piece::RiverRough => "rough going",
            _ => "difficult going",
        }),
        _ => ("the side of a river or coast", "ADLG-R161", |die| setup::water_side(die).word()),
    };
    let odds = odds(|dice| Ok(what(dice.roll(FIRST.throws(rule, "for terrain"), D6)?)));
    Ok(Forecast {
        title: title.into(),
        sums: Vec::new(),
        rules: vec![rule],
        outcomes: odds.outcomes(|&says| (says.to_owned(), Vec::new())),
        highlights: Vec::new(),
    })
}

fn sector(die: i32, piece: Choice) -> &'static str {
    match setup::sector(die, piece).map(|sector| (sector.enemy_half, sector.wing.word())) {
        None => "a centre sector: again",
        Some((false, "left")) => "own left",
        Some((false, "centre")) => "own centre",
        Some((false, _)) => "own right",
        Some((true, "left")) => "enemy left",
        Some((true, "centre")) => "enemy centre",
        Some((true, _)) => "enemy right",
    }
}
