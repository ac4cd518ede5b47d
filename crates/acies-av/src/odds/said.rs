//! Units as questions name them: troops of the catalogue, or a move class with all that is said of it.

use acies_core::{Misread, RuleId, said};

pub use acies_core::said::{Instead, no};

use super::chain::Victim;
use crate::{
    data,
    morale::{Descent, Ladder, Nerve, Rung},
    profile::{
        Abilities, CP_MAX, Kind, MoveClass, Order, Profile, Shooter, Specials, Training, Weapon,
        Worded,
    },
};

pub type Question<'a> = said::Question<'a, Named>;
pub type Said<'a> = said::Said<'a, Named>;

/// A unit by a word.
#[derive(Clone, Copy)]
pub struct Named {
    name: &'static str,
    pub profile: Profile,
    /// Of a move class, and so a profile of a player's own (AV-R17).
    free: bool,
}

impl Named {
    /// What is usual in a move class: irregular, 6 CP, morale 4+, its worst armour.
    fn of_class(class: MoveClass) -> Named {
        let row = class.row();
        let shoot = (class.kind() == Kind::Artillery).then_some(Shooter::Ballista);
        let profile = Profile {
            class,
            regular: false,
            cp: 6,
            morale: 4,
            armour: *row.armour.end(),
            weapon: Weapon::Circumstance,
            shoot,
            training: Training::Standard,
            special: Specials::empty(),
            shields: shoot.is_none(),
        };
        Named { name: row.name, profile, free: true }
    }
}

impl said::Troops for Named {
    fn words() -> Vec<&'static str> {
        data::troops().iter().map(|troop| troop.id.as_str()).collect()
    }

    fn more_words() -> Vec<&'static str> {
        MoveClass::WORDS.iter().map(|(word, _)| *word).collect()
    }

    fn named(word: &str) -> Option<Self> {
        let listed = data::troop(word).map(|troop| Named {
            name: &troop.name,
            profile: troop.profile,
            free: false,
        });
        listed.or_else(|| MoveClass::named(word).map(Named::of_class))
    }

    fn name(self) -> &'static str {
        self.name
    }
}

/// What each of several is called; two of a name are told apart.
pub fn names(all: &[&Said]) -> Vec<String> {
    let names: Vec<_> = all.iter().map(|said| said.name()).collect();
    let name = |(at, name): (usize, &&str)| {
        let alike = names.iter().filter(|other| *other == name).count();
        let number = 1 + names[..at].iter().filter(|other| *other == name).count();
        if alike == 1 { (*name).to_owned() } else { format!("{name} {number}") }
    };
    names.iter().enumerate().map(name).collect()
}

/// The unit with all that was said of its profile (AV-R17).
pub fn profile(said: &Said) -> Result<Profile, Misread> {
    let Named { mut profile, free, .. } = said.troop();
    let has = |word| said.has(word);
    let pairs = [("regular", "irregular"), ("raw", "elite"), ("shields", "no_shields")];
    for (one, other) in pairs {
        said.refuse(&[no(
            has(one) && has(other),
            "AV-R17",
            "it cannot be both",
            Instead::Leave(other),
        )])?;
    }
    profile.regular = (profile.regular || has("regular")) && !has("irregular");
    profile.shields = (profile.shields || has("shields")) && !has("no_shields");
    if let Some((_, training)) = Training::WORDS.iter().find(|(word, _)| has(word)) {
        profile.training = *training;
    }
    for (word, special) in [("fanatics", Specials::FANATICS), ("impetuous", Specials::IMPETUOUS)] {
        profile.special.set(special, profile.has(special) || has(word));
    }
    if let Some(weapon) = said.choice("weapon", Weapon::WORDS.iter().copied())? {
        profile.weapon = weapon;
    }
    let shooters = Shooter::WORDS.iter().map(|&(word, shooter)| (word, Some(shooter)));
    if let Some(shoot) = said.choice("shoot", shooters.chain([("none", None)]))? {
        profile.shoot = shoot;
    }
    profile.cp = said.number("cp0", 1..=CP_MAX)?.unwrap_or(profile.cp);
    profile.morale = said.number("morale", 2..=5)?.unwrap_or(profile.morale);
    profile.armour = said.number("armour", 3..=6)?.unwrap_or(profile.armour);
    if free && has("orbis") && profile.may_form_shieldwall() {
        profile.special |= Specials::ORBIS;
    }
    match profile.misfits().next() {
        None => Ok(profile),
        Some((rule, why)) => {
            let what = format!("{}: {why} [{rule}]", said.name());
            Err(Misread { what, hint: Some("RULES.md 1.1 has what goes together".into()) })
        }
    }
}

/// The order that was said, Halt if none was; nothing if it is disrupted.
pub fn order(said: &Said, profile: &Profile) -> Result<Option<Order>, Misread> {
    let orders: Vec<_> = Order::WORDS.iter().filter(|(word, _)| said.has(word)).collect();
    let more = orders.len() + usize::from(said.has("disrupted")) > 1;
    let order = orders.first().map_or(Order::Halt, |(_, order)| *order);
    said.refuse(&[
        no(
            more,
            "AV-9.5",
            "a unit has one order, and none when disrupted",
            Instead::Say("say one"),
        ),
        no(
            !profile.may_have(order),
            forbids(order),
            "it may not have such an order",
            Instead::Say("leave the order out: Halt"),
        ),
    ])?;
    Ok(if said.has("disrupted") { None } else { Some(order) })
}

/// The rule that keeps some units from an order.
pub fn forbids(order: Order) -> RuleId {
    match order {
        Order::Rush => "AV-5.29",
        Order::Shieldwall | Order::Orbis => "AV-R38",
        Order::FallBack => "AV-R58",
        Order::Halt | Order::Advance => "AV-5.1",
    }
}

/// Cohesion Points left: all of them if not said.
pub fn cp(said: &Said, profile: &Profile) -> Result<u8, Misread> {
    Ok(said.number("cp", 1..=profile.cp)?.unwrap_or(profile.cp))
}

/// The abilities of an attached leader, if one was named.
pub fn leader(said: &Said) -> Result<Option<Abilities>, Misread> {
    let mut abilities = Abilities::empty();
    abilities.set(Abilities::HERO, said.has("hero"));
    abilities.set(Abilities::CHARISMATIC, said.has("charismatic"));
    let leader = said.has("leader") || !abilities.is_empty();
    said.refuse(&[no(
        leader && said.has("isolated"),
        "AV-R14",
        "a unit with a leader is never isolated",
        Instead::Leave("isolated"),
    )])?;
    Ok(leader.then_some(abilities))
}

/// The unit on the ladder, as it stands when the phase begins.
pub fn victim(said: &Said, profile: Profile, disrupted: bool) -> Result<Victim, Misread> {
    let leader = leader(said)?;
    let rungs = Rung::ALL.into_iter().take(4).zip(RUNGS).map(|(rung, word)| (word, rung));
    let rung = said.choice("rung", rungs)?;
    said.refuse(&[no(
        disrupted && rung == Some(Rung::GoodOrder),
        "AV-R72",
        "a disrupted unit is on rung 1 or lower",
        Instead::Leave("rung"),
    )])?;
    let mut ladder = Ladder::at_start(cp(said, &profile)?, disrupted);
    ladder.rung = rung.unwrap_or(ladder.rung);
    ladder.repulses = u8::from(ladder.rung >= Rung::Repulsed);
    let nerve = Nerve {
        profile,
        isolated: said.has("isolated"),
        leader: leader.is_some(),
        holy: said.has("religious_leader") || said.has("guru"),
    };
    let reroll = leader.is_some_and(|it| it.contains(Abilities::CHARISMATIC));
    let fanatics = profile.has(Specials::FANATICS);
    said.refuse(&[no(
        fanatics && ladder.rung == Rung::Routed,
        "AV-18.4",
        "Fanatics do not rout",
        Instead::Leave("rung"),
    )])?;
    Ok(Victim { nerve, start: Descent { ladder, reroll } })
}

/// The words of the rungs that a unit can stand on.
pub const RUNGS: [&str; 4] = ["good", "disrupted", "repulsed", "routed"];

/// What the two sides of a question are called.
pub fn both(question: &Question) -> [String; 2] {
    let names = names(&[question.one(0), question.one(1)]);
    [names[0].clone(), names[1].clone()]
}
