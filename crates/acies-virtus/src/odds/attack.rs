//! Attackers from words: the facts of an attack roll, and what cannot be (RULES.md 8.1).

use acies_core::{Misread, Odds, RuleId, odds};

use super::{
    ATTACKER, Sums,
    said::{
        Instead::{Ask, Leave, Say},
        Said, Whom, no,
    },
};
use crate::{
    activation::points::{Cost, Item},
    areas::Ground,
    combat::attack::{Aim, Attack, Joined, Scored, With},
    morale::Marks,
    movement::cohesion::Cohesion,
    units::{Formation, Profile, Specials},
};

/// A unit that attacks.
pub struct Attacker {
    pub attack: Attack,
    pub cost: Cost,
    /// Its own formation, which a charge has broken by the time of the roll (VIR-SR15.7).
    broke: bool,
}

impl Attacker {
    /// An attack on a target area with this ground.
    pub fn read(said: &Said, ground: Ground) -> Result<Self, Misread> {
        let profile = said.troop();
        may_attack(said, ground)?;
        let stands = stands(said)?;
        let formation = formation(said)?;
        let has = |word| said.has(word);
        let (shoot, charge, hill_die, pila) =
            (has("shoot"), has("charging"), has("hill"), has("pila"));
        let overhead = said.choice("overhead", [("light", "light"), ("others", "others")])?;
        let aim = match overhead {
            Some("light") => Aim::OverLight,
            Some(_) => Aim::OverOthers,
            None if shoot => Aim::Front,
            None if has("flank") => Aim::Flank,
            None => Aim::Here,
        };
        let attack = Attack {
            profile,
            stands,
            // VIR-R14, VIR-R68: it began with all its stands, so it has lost those that it lacks.
            blooded: has("blooded") || stands < profile.mv,
            // VIR-R83.3: its own charge has broken it.
            formation: if charge { Formation::Open } else { formation },
            aim,
            with: if shoot || has("sv") { With::Sv } else { With::Fv },
            charge,
            wood: ground.contains(Ground::WOOD),
            rocky: ground.contains(Ground::ROCKY),
            hill_die,
            pila,
            joined: match (has("leader"), has("hero")) {
                (_, true) => Joined::Hero,
                (true, _) => Joined::Leader,
                _ => Joined::Nobody,
            },
            against_pikes: has("pikes"),
            leader_there: has("enemy_leader"),
        };
        let item = Item::Fight { charge, hill: hill_die, pila, overhead: overhead.is_some() };
        let cost = Cost { profile, stubborn: has("stubborn"), item };
        Ok(Attacker { attack, cost, broke: charge && formation.is_closed() })
    }

    /// VIR-SR14.6, VIR-R81: a mounted charge on pikemen, but not in the flank, tests first.
    pub fn tests_before(&self, target: &Profile) -> bool {
        self.tests_before_pikes() && target.has(Specials::PIKES)
    }

    /// The same, if pikemen are what it charges.
    pub fn tests_before_pikes(&self) -> bool {
        let Attack { profile, charge, aim, .. } = self.attack;
        charge && aim == Aim::Here && profile.is_mounted()
    }

    pub fn cohesion(&self) -> Cohesion {
        Cohesion { profile: self.attack.profile }
    }

    /// The stands that reach the target: one less if a cohesion test comes first and fails.
    pub fn reaches(&self, target: &Profile) -> Odds<u8> {
        let stands = self.attack.stands;
        if !self.tests_before(target) {
            return Odds::sure(stands);
        }
        odds(|dice| {
            let holds = self.cohesion().holds(ATTACKER, "cohesion before pikes", dice)?;
            Ok(if holds { stands } else { stands - 1 })
        })
    }

    /// What it scores with the stands that reach the target.
    pub fn scores(&self, stands: u8) -> Odds<Scored> {
        // VIR-R81: a stand lost before pikes makes it blooded.
        let blooded = self.attack.blooded || stands < self.attack.stands;
        let attack = Attack { stands, blooded, ..self.attack };
        odds(|dice| attack.throw(ATTACKER, dice))
    }

    pub fn sums(&self, sums: &mut Sums) {
        let name = &self.attack.profile.name;
        let value = if self.attack.with == With::Fv { "fighting" } else { "shooting" };
        sums.push((format!("{value} value of {name}"), self.attack.value_sum()));
        sums.push((format!("dice of {name}"), self.attack.dice_sum()));
        sums.push((format!("activation points of {name}"), self.cost.sum()));
    }

    /// The rules of its roll that are no row of a sum.
    #[rustfmt::skip]
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + use<> {
        let Attack { profile, charge, aim, against_pikes, leader_there, .. } = self.attack;
        let over = matches!(aim, Aim::OverLight | Aim::OverOthers);
        let throws = profile.has(Specials::TW_ROUND | Specials::TW_SQUARE);
        let has = |marks| self.attack.marks().contains(marks);
        [
            ("VIR-5.1.2",  true),
            ("VIR-5.2.2",  charge),
            ("VIR-5.3.1",  aim == Aim::Front || over),
            ("VIR-SR13.1", over),
            ("VIR-5.4.1",  aim == Aim::Flank),
            ("VIR-SR15.7", self.broke),
            ("VIR-SR10.1", has(Marks::BLUE)),
            ("VIR-SR11.1", has(Marks::PURPLE)),
            ("VIR-SR12.1", has(Marks::GREEN) && !has(Marks::SQUARE)),
            ("VIR-SR12.2", has(Marks::SQUARE)),
            ("VIR-SR12.6", throws && charge),
            ("VIR-SR17.1", has(Marks::YELLOW)),
            ("VIR-SR14.1", against_pikes),
            ("VIR-5.5.1",  leader_there),
        ]
        .into_iter()
        .filter(|&(_, applies)| applies)
        .map(|(rule, _)| rule)
    }
}

/// What cannot be said of an attacker.
#[rustfmt::skip]
fn may_attack(said: &Said, ground: Ground) -> Result<(), Misread> {
    let profile = said.troop();
    let has = |word| said.has(word);
    let (shoot, flank, sv, charging) = (has("shoot"), has("flank"), has("sv"), has("charging"));
    let formed = (has("testudo") || has("shieldwall")) && !charging;
    let wood = ground.contains(Ground::WOOD);
    let joined = if has("hero") { "hero" } else { "leader" };
    let shooters: Whom = |it| it.sv.is_some();
    let archers: Whom = |it| it.has(Specials::FORMED_ARCHERS);
    let throwers: Whom = |it| it.has(Specials::PILA);
    said.refuse(&[
        no(shoot && flank,                       "VIR-R50",    "a flank attack with the SV is no shooting",             Say("`flank sv` is the flank attack, `shoot` goes to the front")),
        no(sv && !flank,                         "VIR-5.4.5",  "only in a flank attack is the SV a choice",             Say("`shoot` to the front, or `flank sv`")),
        no((shoot || sv) && !shooters(profile),  "VIR-5.3.1",  "these troops have no shooting value",                   Ask(shooters)),
        no(has("overhead") && !archers(profile), "VIR-SR13.1", "only formed archers shoot over friends",                Ask(archers)),
        no(has("overhead") && !shoot,            "VIR-SR13.1", "only who shoots does so over friends",                  Say("say `shoot` too")),
        no(charging && profile.is_artillery(),   "VIR-R47.3",  "artillery cannot charge",                               Leave("charging")),
        no(charging && shoot,                    "VIR-R47.2",  "a charge uses the fighting value",                      Leave("shoot")),
        no(charging && sv,                       "VIR-R47.2",  "a charge uses the fighting value",                      Leave("sv")),
        no(shoot && formed,                      "VIR-SR15.5", "nobody shoots in testudo or shieldwall",                Leave("shoot")),
        no(sv && formed,                         "VIR-R50",    "the SV is not used in testudo or shieldwall",           Leave("sv")),
        no(shoot && wood,                        "VIR-5.3.4",  "nobody shoots into a wood",                             Leave("wood")),
        no(sv && wood,                           "VIR-R50",    "the SV is not used into a wood",                        Leave("sv")),
        no(has("hill") && (shoot || flank),      "VIR-R60",    "the hill counts only against enemies in the same area", Leave("hill")),
        no(has("pila") && !throwers(profile),    "VIR-SR11.1", "these troops have no pila",                             Ask(throwers)),
        no(has("pila") && (shoot || sv),         "VIR-R77",    "pila are thrown with the fighting value only",          Leave("pila")),
        no(has("pila") && formed,                "VIR-SR11.4", "pila are not used in testudo or shieldwall",            Leave("pila")),
        no(has("leader") && has("hero"),         "VIR-SR18.3", "a hero gives two dice instead of a leader's one",       Leave("leader")),
        no(has(joined) && (shoot || flank),      "VIR-R86.2",  "a leader fights only in the area where he is",          Leave(joined)),
    ])?;
    may_be_stubborn(said)
}

/// What cannot be said of attackers who attack the same area.
#[rustfmt::skip]
pub fn may_attack_together(said: &[Said], attackers: &[Attacker]) -> Result<(), Misread> {
    let there = || attackers.iter().filter(|it| it.attack.aim == Aim::Here);
    let (friends, others) = (there().next().is_some(), there().any(|it| !it.attack.profile.is_evader()));
    let leaders = there().filter(|it| it.attack.joined != Joined::Nobody).count();
    let joined = |said: &Said| if said.has("hero") { "hero" } else { "leader" };
    said.iter().zip(attackers).try_for_each(|(said, Attacker { attack, .. })| said.refuse(&[
        no(friends && attack.aim == Aim::Front,    "VIR-5.3.3",  "friends fight in the area that it shoots at", Say("say `flank` of those friends, or let formed archers shoot `overhead`")),
        no(others && attack.aim == Aim::OverLight, "VIR-SR13.3", "not all friends in between are light",        Say("say `overhead=others`")),
        no(leaders > 1 && attack.joined != Joined::Nobody, "VIR-8.10", "two leaders are never in one area",     Leave(joined(said))),
    ]))
}

/// VIR-5.1.1: all stands, or as many as said.
pub fn stands(said: &Said) -> Result<u8, Misread> {
    let all = said.troop().mv;
    Ok(said.number("stands", 1..=all)?.unwrap_or(all))
}

/// VIR-SR15.1, VIR-R84: the formation that it has taken up.
#[rustfmt::skip]
pub fn formation(said: &Said) -> Result<Formation, Misread> {
    let legions: Whom = |it| it.has(Specials::TESTUDO);
    let walls: Whom = |it| it.is_infantry() && it.dv >= 3;
    let (testudo, shieldwall) = (said.has("testudo"), said.has("shieldwall"));
    let profile = said.troop();
    said.refuse(&[
        no(testudo && shieldwall,         "VIR-R83.1",  "a unit has one formation at a time",           Leave("testudo")),
        no(testudo && !legions(profile),  "VIR-SR15.1", "testudo is for legionaries",                   Ask(legions)),
        no(shieldwall && !walls(profile), "VIR-R84",    "shieldwall is for infantry with DV 3 or more", Ask(walls)),
    ])?;
    Ok(match (testudo, shieldwall) {
        (true, _) => Formation::Testudo,
        (_, true) => Formation::Shieldwall,
        _ => Formation::Open,
    })
}

/// VIR-R19: who cannot be stubborn.
pub fn may_be_stubborn(said: &Said) -> Result<(), Misread> {
    let others: Whom = |it| !it.has(Specials::IMPETUOUS | Specials::FANATICS);
    let stubborn = said.has("stubborn");
    said.refuse(&[no(
        stubborn && !others(said.troop()),
        "VIR-R19",
        "impetuous and fanatic troops are not stubborn",
        Leave("stubborn"),
    )])
}
