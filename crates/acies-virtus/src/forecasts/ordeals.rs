//! What becomes of a unit when its turn begins, if nothing else happens to it (RULES.md 3.9 to 3.11).

use acies_core::{Chance, Dice, Forecast, Log, Odds, Rolled, Seat, Sum, odds};

use crate::{
    battle::Battle,
    combat::attack::Attack,
    morale::{Fate, Marks},
    units::{Flags, Formation},
};

/// What came of the tests of a unit and of the leader in its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ordeal {
    pub fate: Fate,
    pub killed: bool,
}

impl Ordeal {
    /// Read after the tests: who was not routed before is routed by them.
    pub fn of(after: &Battle, seat: Seat, unit: u8, leader: Option<u8>) -> Self {
        let it = &after.units(seat)[unit];
        let stands = if it.is_alive() { it.stands } else { 0 };
        let fate = Fate { stands, routed: stands > 0 && it.is(Flags::ROUTED) };
        let fell = |leader| !after.sides[seat].leaders[usize::from(leader)].alive;
        Ordeal { fate, killed: leader.is_some_and(fell) }
    }
}

/// What a player asks first about the tests of a unit.
pub fn test_highlights(name: &str, stands: u8, ordeals: &Odds<Ordeal>) -> [Chance; 3] {
    [
        ordeals.highlight(format!("{name} lose a stand or more"), |it| it.fate.stands < stands),
        ordeals.highlight(format!("{name} are routed"), |it| it.fate.routed),
        ordeals.highlight(format!("{name} are destroyed"), |it| it.fate.is_gone()),
    ]
}

impl Battle {
    /// VIR-3.1.1: what becomes of a unit of the other player when his turn begins, if this is the last that
    /// happens to it. Other units have no part in it, nor have leaders elsewhere.
    pub(super) fn ordeals(
        &self,
        unit: u8,
        leader: Option<u8>,
        strike: impl Fn(&mut Battle, &mut Dice) -> Rolled<()>,
    ) -> Odds<Ordeal> {
        let seat = self.active.other();
        odds(|dice| {
            let mut at = self.clone();
            strike(&mut at, dice)?;
            at.active = seat;
            at.open_turn(&mut Log::Off);
            at.hits.retain(|hit| hit.target == unit);
            for (number, it) in (0..).zip(&mut at.sides[seat].leaders) {
                if Some(number) != leader {
                    it.hits = 0;
                }
            }
            at.tests(dice, &mut Log::Off)?;
            Ok(Ordeal::of(&at, seat, unit, leader))
        })
    }

    /// The tests of a unit for the hits that it has.
    pub(crate) fn tests_to_come(&self, unit: u8) -> Forecast {
        self.tests_later(unit, None, |_, _| Ok(()))
    }

    /// The tests of a unit after an attack on it, if there is one.
    pub(super) fn tests_later(
        &self,
        unit: u8,
        attack: Option<&Attack>,
        strike: impl Fn(&mut Battle, &mut Dice) -> Rolled<()>,
    ) -> Forecast {
        let seat = self.active.other();
        let it = &self.units(seat)[unit];
        let name = &self.troop(seat, unit).name;
        let leader = self.leader_in(it.area, seat);
        let ordeals = self.ordeals(unit, leader, strike);
        let leader = leader.map(|leader| self.leader_card(seat, leader).name.as_str());
        let tell = |it: &Ordeal| {
            let (mut says, mut is) = (it.fate.says(), it.fate.numbers());
            if let Some(leader) = leader {
                is.push(("leader_alive", (!it.killed).into()));
                says += &if it.killed { format!("; {leader} is killed") } else { String::new() };
            }
            (says, is)
        };
        let mut highlights = test_highlights(name, it.stands, &ordeals).to_vec();
        let killed =
            |leader: &str| ordeals.highlight(format!("{leader} is killed"), |it| it.killed);
        highlights.extend(leader.map(killed));
        let mut rules = vec!["VIR-3.1.1", "VIR-R26"];
        if self.leader_with(seat, unit).is_some() {
            rules.extend(["VIR-SR18.5", "VIR-SR18.6"]);
        }
        let more = "if nothing else hits them";
        Forecast {
            title: format!("{name} test their hits when their turn begins, {more}"),
            sums: self.test_sums(seat, unit, attack),
            rules,
            outcomes: ordeals.outcomes(tell),
            highlights,
        }
    }

    /// The values of a unit's tests against the hits that it has, and its MV. Those of an attack are told
    /// with the attack.
    pub(super) fn test_sums(
        &self,
        seat: Seat,
        unit: u8,
        attack: Option<&Attack>,
    ) -> Vec<(String, Sum)> {
        let name = &self.troop(seat, unit).name;
        let mut tested = self.tested(seat, unit);
        if attack.is_some_and(|attack| attack.charge) {
            tested.formation = Formation::Open;
        }
        let has = self.hits.iter().filter(|hit| hit.target == unit).map(|hit| hit.marks);
        let mut kinds: Vec<Marks> = has.collect();
        kinds.sort();
        kinds.dedup();
        let of_mv = attack.map(Attack::marks).or(kinds.first().copied()).unwrap_or_default();
        let known = |marks: &&Marks| attack.is_none_or(|attack| attack.marks() != **marks);
        let dvs = kinds.iter().filter(known).map(|&marks| {
            let says = format!("DV of {name} against a {} hit", marks.words());
            (says, Sum::of(tested.dv(marks)))
        });
        let mv = Sum::of(tested.mv(of_mv, self.units(seat)[unit].stands));
        dvs.chain([(format!("MV of {name}"), mv)]).collect()
    }
}
