//! Shots at one unit (RULES.md 8.4, 8.5, 8.9, 8.10; AV-R66).

use acies_core::{Forecast, Misread, Odds, OddsWord, RuleId, Sum, odds, words::counted};

use super::{
    FIRST, SECOND,
    chain::{Fate, Harmed, Pool, Tally, Victim},
    said::{
        Instead::{Ask, Leave, Say},
        Question, Said, names, no, order, profile, victim,
    },
};
use crate::{
    morale::ladder::Rung,
    profile::{Doctrine, Order, Profile, Shooter, Specials},
    rulings::{TOL, ZONE_UD},
    shooting::{
        shot::{Band, Battery, Shot, Slope},
        targets::OVERHEAD_UD,
    },
};

/// All dice, saves, losses and tests.
pub fn shooting(question: &Question) -> Result<Forecast, Misread> {
    let Aimed { shots, target } = read(question)?;
    let name = question.one(1).name();
    let fates = target.suffers(&harm(&shots));
    let mut sums = sums(question, &shots);
    sums.push(target.morale_now(name));
    sums.extend(target.morale_later(name));
    let mut forecast = Forecast {
        title: title(question),
        sums,
        rules: rules(&target),
        outcomes: fates.outcomes(|fate| (fate.says(), fate.numbers())),
        highlights: target.highlights(&fates, name),
    };
    forecast.rules.extend(range_rules(question));
    forecast.highlights.extend(target.leader_lost(&fates, name));
    forecast.rules.extend(target.nerve.leader.then_some("AV-15.5"));
    let start = target.start.ladder;
    if target.nerve.profile.has(Specials::FANATICS) && start.rung == Rung::GoodOrder {
        let says = format!("{name}: to Rush, if an enemy is in sight straight ahead");
        let enraged = |it: &Fate| it.cp < start.cp && it.rung == Rung::GoodOrder;
        forecast.highlights.push(fates.highlight(&says, enraged));
        forecast.rules.extend(["AV-18.6", "AV-18.7", "AV-18.8", "AV-R89"]);
    }
    Ok(forecast)
}

/// AV-R66: what shots at one unit may do to it, before it tests.
pub fn harm(shots: &[Shot]) -> Tally<Harmed> {
    let each = shots.iter().map(|shot| pool(shot).odds());
    each.fold(Tally::sure(Harmed::default()), |all, more| all.and(&more, Harmed::and))
}

/// AV-10.3, AV-10.4, AV-10.10: what a distance and a slope have to do with it.
fn range_rules(question: &Question) -> Vec<RuleId> {
    let any = |word| question.all(0).iter().any(|said| said.has(word));
    let rows = [
        ("range", &["AV-C.2", "AV-10.10"][..]),
        ("downhill", &["AV-10.3", "AV-R65"]),
        ("uphill", &["AV-10.4", "AV-R65"]),
        ("overhead", &["AV-10.6", "AV-19.6", "AV-R68"]),
    ];
    rows.into_iter().filter(|(word, _)| any(word)).flat_map(|(_, rules)| rules).copied().collect()
}

/// The dice of a shot.
pub fn pool(shot: &Shot) -> Pool {
    let (dice, needs) = shot.pool();
    Pool { dice, needs, save: shot.save(), at_leader: false }
}

/// The rules of shots at a unit that are no rows of their sums.
pub fn rules(target: &Victim) -> Vec<RuleId> {
    let mut rules = vec!["AV-10.9", "AV-10.12", "AV-10.13", "AV-10.14", "AV-R66", "AV-R70"];
    rules.extend(target.rules());
    rules
}

/// What a shot is made of, in sums.
pub fn shot_sums(name: &str, target: &str, shot: &Shot) -> [(String, Sum); 3] {
    [
        (format!("dice of {name}"), shot.dice()),
        (format!("each die of {name} needs"), shot.hits_on()),
        (format!("saves of {target} against {name}"), shot.save().sum()),
    ]
}

/// Hits, and those that are not saved.
pub fn volley(question: &Question) -> Result<Forecast, Misread> {
    let Aimed { shots, .. } = read(question)?;
    let all = shots.iter().fold(Odds::sure((0, 0)), |all: Odds<(usize, usize)>, shot| {
        let more = odds(|dice| {
            let hits = shot.throw(FIRST, dice)?;
            Ok((hits, shot.save().throw(SECOND, hits, dice)?))
        });
        all.and(&more).map(|((hits, lost), more)| (hits + more.0, lost + more.1))
    });
    let tell = |&(hits, lost): &(usize, usize)| {
        let says = format!("{}, {lost} not saved", counted(hits, "hit"));
        (says, vec![("hits", hits as i64), ("lost", lost as i64)])
    };
    let mut rules = vec!["AV-10.9", "AV-10.12", "AV-10.13", "AV-R66", "AV-R70"];
    rules.extend(range_rules(question));
    Ok(Forecast {
        title: title(question),
        sums: sums(question, &shots),
        rules,
        outcomes: all.outcomes(tell),
        highlights: vec![
            all.highlight("hits", |&(hits, _)| hits > 0),
            all.highlight("costs CP", |&(_, lost)| lost > 0),
        ],
    })
}

fn title(question: &Question) -> String {
    let shooters: Vec<_> = question.all(0).iter().map(Said::title).collect();
    let shoot = if shooters.len() == 1 { "shoots" } else { "shoot" };
    format!("{} {shoot} at {}", shooters.join(", "), question.one(1).title())
}

fn sums(question: &Question, shots: &[Shot]) -> Vec<(String, Sum)> {
    let shooters: Vec<_> = question.all(0).iter().collect();
    let target = question.one(1).name();
    let named = names(&shooters).into_iter().zip(shots);
    named.flat_map(|(name, shot)| shot_sums(&name, target, shot)).collect()
}

/// Shots at one unit.
struct Aimed {
    shots: Vec<Shot>,
    target: Victim,
}

fn read(question: &Question) -> Result<Aimed, Misread> {
    let aimed_at = question.one(1);
    let target = profile(aimed_at)?;
    let target_order = order(aimed_at, &target)?;
    let shots = question.all(0).iter().map(|said| {
        let (battery, band) = aim(said)?;
        Ok(Shot {
            battery,
            band,
            target,
            target_order,
            outflanked: said.has("outflanks"),
            overhead: said.has("overhead"),
            protected: aimed_at.has("protected") || said.has("at_protection"),
        })
    });
    let shots = shots.collect::<Result<_, Misread>>()?;
    Ok(Aimed { shots, target: victim(aimed_at, target, target_order.is_none())? })
}

/// What shoots, and at which range.
fn aim(said: &Said) -> Result<(Battery, Band), Misread> {
    let profile = profile(said)?;
    let order = order(said, &profile)?;
    let Some(battery) = Battery::of(&profile, order) else {
        let what = format!("{}: it does not shoot [AV-3.7]", said.name());
        return Err(Misread { what, hint: Some("name a weapon, such as `shoot=bow`".into()) });
    };
    said.refuse(&[
        no(
            battery.dice(Band::Effective) == 0,
            "AV-R67",
            "it has no dice for shooting so",
            Say("Halt has most; open order also shoots under Advance"),
        ),
        no(
            said.has("overhead") && !shoots_overhead(&profile),
            "AV-R68",
            "only archers in close or extended order shoot overhead",
            Ask(|it| shoots_overhead(&it.profile)),
        ),
        no(
            said.has("uphill") && said.has("downhill"),
            "AV-R11",
            "the target is higher or lower",
            Leave("uphill"),
        ),
        no(
            said.has("long") && said.has("range"),
            "AV-C.2",
            "the distance says which range it is",
            Leave("long"),
        ),
        no(
            said.has("long") && battery.dice(Band::Long) == 0,
            "AV-C.3",
            "it has no dice at long range",
            Leave("long"),
        ),
    ])?;
    let slope = match (said.has("downhill"), said.has("uphill")) {
        (true, _) => Slope::Downhill,
        (_, true) => Slope::Uphill,
        _ => Slope::Level,
    };
    if let Some(range) = said.get("range") {
        return Ok((battery, band_at(said, battery, slope, range)?));
    }
    Ok((battery, if said.has("long") { Band::Long } else { Band::Effective }))
}

/// The range at a distance that is said.
fn band_at(
    said: &Said,
    battery: Battery,
    slope: Slope,
    (word, value): (&OddsWord, &str),
) -> Result<Band, Misread> {
    let ud = value.parse::<f64>().ok().filter(|ud| (0.0..=20.0).contains(ud));
    let Some(ud) = ud else {
        return Err(said.wrong(word, value, "a distance from 1 to 20 UD"));
    };
    said.refuse(&[
        no(
            ud <= ZONE_UD + TOL,
            "AV-10.1",
            "at 1 UD and less they are in contact, and fight hand to hand",
            Say("say a range of more than 1 UD"),
        ),
        no(
            said.has("overhead") && ud <= overhead_min_ud(),
            "AV-19.8",
            "the friends between are more than 2 UD from the archers and from the target",
            Say("say a range of 3.5 UD or more"),
        ),
    ])?;
    let band = battery.band(ud, slope, TOL);
    let out = || {
        let reach = reach(battery, slope);
        if slope == Slope::Uphill && battery.band(ud, Slope::Level, TOL).is_some() {
            let what =
                format!("{}: uphill it shoots 1 UD less far, {reach} [AV-10.4]", said.name());
            return Misread {
                what,
                hint: Some("leave out `uphill`, or say a shorter range".into()),
            };
        }
        said.wrong(word, value, &reach)
    };
    band.ok_or_else(out)
}

/// AV-19.8, AV-R13: nearer than this nobody stands who is more than 2 UD from both and whose zone the line crosses.
fn overhead_min_ud() -> f64 {
    let (off, aside) = (OVERHEAD_UD + TOL, ZONE_UD - TOL);
    2.0 * (off * off - aside * aside).sqrt()
}

fn shoots_overhead(profile: &Profile) -> bool {
    profile.shoot == Some(Shooter::Bow) && profile.doctrine() != Doctrine::Open
}

/// How far it shoots, in words.
fn reach(battery: Battery, slope: Slope) -> String {
    match battery.ranges_ud(slope) {
        Some((effective, Some(long))) => format!("{effective} UD at most, {long} at long range"),
        Some((effective, None)) => format!("{effective} UD at most"),
        None => format!("nothing under {}", battery.order.map_or("no order", Order::name)),
    }
}
