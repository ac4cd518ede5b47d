//! Shots, pila and cohesion tests, and what comes of them in words (RULES.md 8; IMP-R58, IMP-R67).

use acies_core::{Chance, Forecast, Misread, Odds, RuleId, Sum, odds};

use super::{
    FIRST, Numbers, SECOND,
    said::{
        Instead::{Ask, Leave, Say},
        Question, Said, both, no, unit,
    },
};
use crate::{
    cohesion::{Cause, CohesionTest, Ground, Tested},
    melee::{Came, Fighter, Melee, Side},
    profile::{Kind, Missile, Traits, Worded},
    shooting::{Band, Protection, Shot},
    units::Unit,
};

/// What a player sees of a test: two that differ only in their faces are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Harm {
    pub routs: bool,
    pub losses: u8,
    pub disordered: bool,
    pub failed: bool,
    /// IMP-COH.15: an attached Commander is at risk.
    pub at_risk: bool,
}

impl Harm {
    pub fn of(test: &CohesionTest, tested: Option<Tested>) -> Harm {
        let Some(tested) = tested else {
            return Harm { disordered: test.unit.disordered, ..Harm::default() };
        };
        if tested.routs {
            // All that it had, however it came.
            let losses = test.unit.left.iter().sum();
            let at_risk = tested.six && test.unit.commander;
            return Harm { routs: true, losses, disordered: false, failed: true, at_risk };
        }
        Harm {
            routs: false,
            losses: tested.losses,
            disordered: test.after(tested).disordered,
            failed: tested.failed,
            at_risk: tested.six && test.unit.commander,
        }
    }

    pub fn says(&self, before: &Unit) -> String {
        let mut parts = Vec::new();
        if self.routs {
            parts.push("routs".to_owned());
        } else {
            match (self.losses, self.failed) {
                (0, _) => {}
                (lost, true) => parts.push(format!("fails and loses {lost} VBU")),
                (lost, false) => parts.push(format!("passes and loses {lost} VBU")),
            }
            if self.disordered && !before.disordered {
                parts.push("Disordered".to_owned());
            }
        }
        if self.at_risk {
            parts.push("its Commander at risk".to_owned());
        }
        if parts.is_empty() { "unharmed".to_owned() } else { parts.join(", ") }
    }

    pub fn numbers(&self) -> Numbers {
        vec![
            ("lost", self.losses.into()),
            ("disordered", self.disordered.into()),
            ("failed", self.failed.into()),
            ("routs", self.routs.into()),
            ("commander_at_risk", self.at_risk.into()),
        ]
    }
}

/// What a player asks first of a test.
pub fn highlights(odds: &Odds<Harm>, unit: &Unit, name: &str) -> Vec<Chance> {
    let mut all = vec![
        odds.highlight(format!("{name}: routs"), |it| it.routs),
        odds.highlight(format!("{name}: loses VBU"), |it| it.losses > 0),
    ];
    if !unit.disordered {
        all.push(
            odds.highlight(format!("{name}: Disordered or worse"), |it| it.disordered || it.routs),
        );
    }
    if unit.commander {
        all.push(odds.highlight(format!("{name}: its Commander at risk"), |it| it.at_risk));
    }
    all
}

/// IMP-DAM.1 and what a cohesion test may do.
pub const RULES: [RuleId; 7] =
    ["IMP-DAM.1", "IMP-COH.1", "IMP-COH.12", "IMP-COH.13", "IMP-COH.14", "IMP-ROU.1", "IMP-R67"];

fn forecast(
    title: String,
    sums: Vec<(String, Sum)>,
    rules: Vec<RuleId>,
    odds: &Odds<Harm>,
    target: (&Unit, &str),
) -> Forecast {
    let (unit, name) = target;
    Forecast {
        title,
        sums,
        rules,
        outcomes: odds.outcomes(|it| (it.says(unit), it.numbers())),
        highlights: highlights(odds, unit, name),
    }
}

/// The critical number after so much damage.
pub fn critical(name: &str, test: &CohesionTest) -> (String, Sum) {
    (format!("critical number of {name} after {} damage", test.damage), test.sum())
}

/// A shot: dice, damage, and the test at once.
pub fn shooting(question: &Question) -> Result<Forecast, Misread> {
    let (from, at) = (question.one(0), question.one(1));
    let shot = read_shot(from, at)?;
    let names = both(question);
    let odds = odds(|dice| {
        let damage = shot.throw(FIRST, dice)?;
        let test = shot.test(damage);
        Ok(Harm::of(&test, test.throw(SECOND, dice)?))
    });
    let sums =
        vec![(format!("dice of {}", names[0]), shot.dice()), critical(&names[1], &shot.test(1))];
    let mut rules = vec!["IMP-SHL.13", "IMP-SHT.3"];
    rules.extend(RULES);
    if shot.reaction {
        rules.extend(["IMP-SHL.12", "IMP-R48"]);
    }
    let title = format!("{} shoots at {}", from.title(), at.title());
    let target = (&shot.target, names[1].as_str());
    let mut forecast = forecast(title, sums, rules, &odds, target);
    if shot.target.profile.kind == Kind::El {
        let says = format!("{}: panics", names[1]);
        forecast.highlights.push(odds.highlight(says, |it| it.failed && !it.routs));
        forecast.rules.extend(["IMP-SPC.19", "IMP-R72"]);
    }
    Ok(forecast)
}

fn read_shot(from: &Said, at: &Said) -> Result<Shot, Misread> {
    let (shooter, target) = (unit(from)?, unit(at)?);
    let Some(missile) = shooter.profile.missile else {
        let what = format!("{}: it does not shoot [IMP-SHT.2]", from.name());
        return Err(Misread {
            what,
            hint: Some("name a weapon, such as `missile=javelin`".into()),
        });
    };
    let bands = Band::ALL.map(|band| (band.word(), band));
    let said = from.choice("at", bands)?;
    from.refuse(&[no(
        said.is_some() && from.has("range"),
        "IMP-SHT.3",
        "the distance says which range it is",
        Leave("at"),
    )])?;
    let by_distance = match from.get("range") {
        None => None,
        Some((word, value)) => {
            let u = value.parse::<f64>().ok().filter(|u| *u >= 0.0);
            let band = u.and_then(Band::of);
            Some(band.ok_or_else(|| from.wrong(word, value, "a distance up to 80 U"))?)
        }
    };
    let protection = [("fortified", Protection::Fortification), ("pavise", Protection::Pavise)];
    let protection = protection.into_iter().find(|(word, _)| at.has(word)).map(|(_, it)| it);
    let shot = Shot {
        reaction: from.has("reaction"),
        phases: from.number("phases", 0..=6)?.unwrap_or(0),
        recovery: from.has("recovery"),
        indirect: from.has("indirect"),
        screened: from.has("screened"),
        on_wood_edge: at.has("wood_edge"),
        protection,
        evading: at.has("evading"),
        in_column: at.has("column"),
        frontal: !from.has("from_behind"),
        ..Shot::plain(shooter, missile, said.or(by_distance).unwrap_or(Band::Short), target)
    };
    from.refuse(&[
        no(
            shot.barred() == Some("IMP-R83"),
            "IMP-R83",
            "only bows of T and artillery B or C shoot over friends, at Short range or more",
            Leave("indirect"),
        ),
        no(
            shot.barred() == Some("IMP-SHT.2"),
            "IMP-SHT.2",
            "it cannot shoot at such a target at this range",
            Say("say another range: `at=close`, `short`, `long` or `extreme`"),
        ),
        no(
            shooter.profile.kind == Kind::Art && shot.phases > 0,
            "IMP-R92",
            "artillery that moves does not shoot",
            Leave("phases"),
        ),
    ])?;
    at.refuse(&[
        no(
            shot.barred() == Some("IMP-TER.23"),
            "IMP-TER.23",
            "only artillery shoots at a Unit in a BUA",
            Leave("bua"),
        ),
        no(
            shot.barred() == Some("IMP-R53"),
            "IMP-R53",
            "baggage is not shot at",
            Ask(|it| it.profile.kind != Kind::Baggage),
        ),
    ])?;
    Ok(shot)
}

/// The pila of a main unit and its supports, and the test of the enemy main unit.
pub fn pila(question: &Question) -> Result<Forecast, Misread> {
    let target = unit(question.one(1))?;
    let mut units = Vec::new();
    for said in question.all(0) {
        let it = unit(said)?;
        said.refuse(&[
            no(
                !it.profile.has(Traits::PILUM),
                "IMP-PIL.1",
                "only legionaries throw pila",
                Ask(|it| it.profile.has(Traits::PILUM)),
            ),
            no(!it.is_fresh(), "IMP-PIL.1", "only Fresh legionaries throw pila", Leave("lost")),
        ])?;
        units.push(it);
    }
    let main = &question.all(0)[0];
    let charges = main.has("charging") || main.has("counter_charging");
    let came = if charges { Came::Charged } else { Came::WasCharged };
    let mut side = Side::alone(Fighter { came, ..Fighter::plain(units[0]) });
    side.supports
        .extend(units[1..].iter().map(|it| Fighter::plain(*it)).take(side.supports.capacity()));
    let flanked = question.one(1).has("flanked");
    let target_fighter = Fighter { flanked, ..Fighter::plain(target) };
    let melee = Melee { sides: [side, Side::alone(target_fighter)] };
    let names = both(question);
    let odds = odds(|dice| Ok(Harm::of(&melee.pila_test(1, 1), melee.throw_pila(0, FIRST, dice)?)));
    let mut sums = vec![(format!("pila of {}", names[0]), melee.main_pila(0))];
    for (n, said) in question.all(0)[1..].iter().enumerate() {
        sums.push((format!("pila of {}, supporting", said.name()), melee.support_pila(0, n)));
    }
    sums.push(critical(&names[1], &melee.pila_test(1, 1)));
    let mut rules = vec!["IMP-PIL.6", "IMP-R58"];
    rules.extend(RULES);
    let title = format!("{} throws pila at {}", main.title(), question.one(1).title());
    Ok(forecast(title, sums, rules, &odds, (&target, &names[1])))
}

/// A cohesion test by itself.
pub fn cohesion(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let unit = unit(said)?;
    let Some(damage) = said.number("damage", 1..=30)? else {
        return Err(question.lacks("how much damage?"));
    };
    let bands = Band::ALL.map(|band| (band.word(), band));
    let shot = said.choice("shot", bands)?;
    let by = said.choice("by", Missile::WORDS.iter().copied())?;
    let ground = ground(said);
    let in_melee = ground > Ground::Open || said.has("mounted_only");
    said.refuse(&[
        no(
            shot.is_some() && in_melee,
            "IMP-COH.4",
            "ground and mounted enemies count in melee, not when shot at",
            Leave("shot"),
        ),
        no(shot.is_none() && by.is_some(), "IMP-COH.8", "it is not shot at", Leave("by")),
        no(
            said.has("pila") && (shot.is_some() || in_melee),
            "IMP-PIL.6",
            "pila are neither shooting nor melee",
            Leave("pila"),
        ),
        no(
            said.has("flanked") && unit.has_no_flanks().is_some(),
            "IMP-R46",
            "it has neither flank nor rear",
            Leave("flanked"),
        ),
    ])?;
    let cause = match shot {
        Some(band) => Cause::Shot { band, by: by.unwrap_or(Missile::Javelin) },
        None if said.has("pila") => Cause::Pila,
        None => Cause::Melee { ground, mounted_only: said.has("mounted_only") },
    };
    let test = CohesionTest { unit, damage, cause, flanked: said.has("flanked") };
    let odds = odds(|dice| Ok(Harm::of(&test, test.throw(FIRST, dice)?)));
    let sums = vec![critical(said.name(), &test)];
    let title = format!("cohesion test of {}", said.title());
    Ok(forecast(title, sums, RULES.to_vec(), &odds, (&unit, said.name())))
}

/// IMP-R88: the ground that is said of a Unit.
pub fn ground(said: &Said) -> Ground {
    match (said.has("difficult"), said.has("broken")) {
        (true, _) => Ground::Difficult,
        (_, true) => Ground::Broken,
        _ => Ground::Open,
    }
}

impl Worded for Band {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("close", Band::Close),
        ("short", Band::Short),
        ("long", Band::Long),
        ("extreme", Band::Extreme),
    ];
}
