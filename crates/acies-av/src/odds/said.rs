//! Units as questions name them: troops of the catalogue, or a move class with all that is said of it.

use acies_core::{Misread, said};

pub use acies_core::said::{Instead, names, no};

use super::chain::Victim;
use crate::{
    files::data,
    leaders::losses::MOURNING_TESTS,
    morale::ladder::{Descent, Ladder, Nerve, Rung},
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
    /// What is usual in a move class: irregular, 6 CP, morale 4+, its worst armour, shields (AV-R117).
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

/// The move classes as questions name them: the word, the name, and the usual profile.
pub fn classes() -> impl Iterator<Item = (&'static str, &'static str, Profile)> {
    MoveClass::WORDS.iter().map(|&(word, class)| {
        let Named { name, profile, .. } = Named::of_class(class);
        (word, name, profile)
    })
}

impl said::Troops for Named {
    fn words() -> Vec<&'static str> {
        MoveClass::WORDS.iter().map(|(word, _)| *word).collect()
    }

    fn more_words() -> Vec<&'static str> {
        data::troops().iter().map(|troop| troop.id.as_str()).collect()
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

/// The unit with all that was said of its profile (AV-R17).
pub fn profile(said: &Said) -> Result<Profile, Misread> {
    profile_of(said, said.has("orbis"))
}

/// The same, of a unit that is asked for Orbis or not.
pub fn profile_of(said: &Said, in_orbis: bool) -> Result<Profile, Misread> {
    let Named { profile: listed, free, .. } = said.troop();
    let mut profile = listed;
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
    if lacks_shields(&profile) && !lacks_shields(&listed) {
        profile.shields = false;
    }
    profile.shields = (profile.shields || has("shields")) && !has("no_shields");
    // A profile of a player's own has Orbis if it is asked for; nobody keeps it who may not form Shieldwall.
    if has("has_orbis") || free && in_orbis {
        profile.special |= Specials::ORBIS;
    }
    if !profile.may_form_shieldwall() {
        profile.special -= Specials::TESTUDO | Specials::ORBIS;
    }
    match profile.misfits().next() {
        None => Ok(profile),
        Some((rule, why)) => {
            let what = format!("{}: {why} [{rule}]", said.name());
            Err(Misread { what, hint: Some(what_fits(&profile)) })
        }
    }
}

/// AV-R20, AV-R117: who has no hand free for a shield, unless a buckler is spoken of.
fn lacks_shields(profile: &Profile) -> bool {
    let lance = profile.is_mounted() && profile.weapon == Weapon::LongSpears;
    let missiles = matches!(profile.shoot, Some(Shooter::Bow | Shooter::Sling));
    lance || missiles || profile.weapon == Weapon::TwoHanded || profile.is_artillery()
}

/// Whether a word was said with this value.
pub fn is(said: &Said, word: &str, value: &str) -> bool {
    said.get(word).is_some_and(|(_, it)| it.eq_ignore_ascii_case(value))
}

/// AV-R19, AV-C.4, AV-R99: what a profile of its move class may have.
fn what_fits(profile: &Profile) -> String {
    let armour = profile.class.row().armour;
    let armour = match (armour.start(), armour.end()) {
        (best, worst) if best == worst => format!("armour={best}"),
        (best, worst) => format!("armour={best} to {worst}"),
    };
    let rest = match profile.kind() {
        Kind::Infantry => "any weapon, any shoot but ballista",
        Kind::Cavalry => "weapon=c, ah or ls, shoot=bow, javelin or none",
        Kind::Artillery => "weapon=c, shoot=ballista, neither impetuous nor fanatics",
    };
    format!("{} has {armour}, {rest}", profile.class.word())
}

/// The order that was said, Halt if none was; nothing if it is disrupted.
pub fn order(said: &Said, profile: &Profile) -> Result<Option<Order>, Misread> {
    let orders: Vec<_> = Order::WORDS.iter().filter(|(word, _)| said.has(word)).collect();
    let more = orders.len() + usize::from(said.has("disrupted")) > 1;
    let order = orders.first().map_or(Order::Halt, |(_, order)| *order);
    said.refuse(&[no(
        more,
        "AV-9.5",
        "a unit has one order, and none when disrupted",
        Instead::Say("say one"),
    )])?;
    may_have(said, profile, order)?;
    Ok(if said.has("disrupted") { None } else { Some(order) })
}

/// Refuses an order that such a unit never has.
pub fn may_have(said: &Said, profile: &Profile, order: Order) -> Result<(), Misread> {
    let (rush, falls_back) = (order == Order::Rush, order == Order::FallBack);
    let (wall, orbis) = (order.is_wall(), order == Order::Orbis);
    said.refuse(&[
        no(
            rush && profile.is_artillery(),
            "AV-5.29",
            "artillery never has a Rush order",
            Instead::Ask(|it| it.profile.may_have(Order::Rush)),
        ),
        no(
            falls_back && !profile.may_have(order),
            "AV-R58",
            "artillery on foot cannot fall back",
            Instead::Ask(|it| it.profile.may_have(Order::FallBack)),
        ),
        no(
            wall && !profile.is_infantry(),
            "AV-R38",
            "Shieldwall and Orbis are for infantry",
            Instead::Say("it is for close or extended foot of armour 5 or better"),
        ),
        no(
            wall && profile.is_expediti(),
            "AV-5.32",
            "Expediti may not form Shieldwall, nor Orbis",
            Instead::Say("it is for close or extended foot of armour 5 or better"),
        ),
        no(
            wall && !profile.may_form_shieldwall(),
            "AV-5.44",
            "units of armour 6+ may not form Shieldwall, nor Orbis",
            Instead::Say("say `armour=5`, or better"),
        ),
        no(
            orbis && !profile.may_have(order),
            "AV-R38",
            "it has not the ability of Orbis",
            Instead::Say("say `has_orbis`"),
        ),
    ])
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
    let leader = said.has("leader") || !abilities.is_empty() || said.has("guru_with_leader");
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
        religious: said.has("religious_leader"),
        guru: said.has("guru") || said.has("guru_with_leader"),
    };
    let reroll = leader.is_some_and(|it| it.contains(Abilities::CHARISMATIC));
    let fanatics = profile.has(Specials::FANATICS);
    said.refuse(&[no(
        fanatics && ladder.rung == Rung::Routed,
        "AV-18.4",
        "Fanatics do not rout",
        Instead::Leave("rung"),
    )])?;
    let lost_before = if said.has("guru_lost") { MOURNING_TESTS } else { 0 };
    Ok(Victim {
        nerve,
        start: Descent { ladder, reroll },
        owed: said.number("tests_before", 0..=TESTS_MAX)?.unwrap_or(lost_before),
        guru_with_leader: said.has("guru_with_leader"),
    })
}

/// More tests than any unit takes in a turn.
pub const TESTS_MAX: u8 = 30;

/// The words of the rungs that a unit can stand on.
pub const RUNGS: [&str; 4] = ["good", "disrupted", "repulsed", "routed"];

/// What the two sides of a question are called.
pub fn both(question: &Question) -> [String; 2] {
    let names = names(&[question.one(0), question.one(1)]);
    [names[0].clone(), names[1].clone()]
}
