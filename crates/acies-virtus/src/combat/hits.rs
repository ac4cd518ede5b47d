//! Hits: who takes them, and whose leader is hit (RULES.md 3.18, 3.22; VIR-R46, VIR-R52, VIR-R53).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    named,
};
use serde::{Deserialize, Serialize};

use crate::{
    areas::Area,
    battle::{Action, Battle},
    morale::Marks,
    units::{UNITS_MAX, UnitSet},
    words::{
        events::{Event, Events},
        notation::Reader,
        refusals::{No, Refusal},
    },
};

/// VIR-R53: a hit on a unit of the player who is not active. Its place in the list is its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    pub target: u8,
    pub attacker: u8,
    pub marks: Marks,
}

/// VIR-R51: the most dice of one attack: four stands, a hill die and a hero.
pub const DICE_MAX: usize = 7;

/// More hits than this cannot be scored in a turn: each unit attacks once.
pub const HITS_MAX: usize = UNITS_MAX * DICE_MAX;

/// Hits of one roll that are still to be given out (VIR-5.1.4, VIR-R46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GiveOut {
    pub area: Area,
    #[serde(with = "named::own")]
    pub attacker: u8,
    pub marks: Marks,
    #[serde(default)]
    pub red: u8,
    #[serde(default)]
    pub others: u8,
    /// Where the hits of this roll begin among all.
    pub from: u8,
}

/// One hit is put on a unit (VIR-5.1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Give {
    pub unit: u8,
    pub red: bool,
}

impl Step<Battle> for GiveOut {
    /// The other player.
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.active.other().into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let (n, area) = (self.red + self.others, battle.area_name(self.area));
        (format!("which unit in {area} takes a hit ({n} to give out)?"), &["VIR-5.1.4"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        for unit in battle.lowest(self.area) {
            let kinds = [(true, self.red), (false, self.others)];
            let offered = kinds.into_iter().filter(|&(_, n)| n > 0);
            out.extend(offered.map(|(red, _)| Action::Give(Give { unit, red })));
        }
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let all = battle.units(by).alive().into_iter();
        out.extend(all.flat_map(|unit| [true, false].map(|red| Action::Give(Give { unit, red }))));
    }
}

impl Deed<Battle> for Give {
    /// The hits of which it is one.
    type Plan = GiveOut;
    const VERBS: &'static [&'static str] = &["give"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let red = if self.red { " red" } else { "" };
        format!("give {}{red}", battle.unit_key(by, self.unit))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = reader.unit(reader.by)?;
        let red = reader.flag("red")?;
        Ok(Give { unit, red })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<GiveOut, Refusal> {
        let left: GiveOut = battle.asked().ok_or(No::NotNow).map_err(No::to(by))?;
        battle.may_give(by, self, &left).map_err(No::to(by))?;
        Ok(left)
    }

    fn perform(
        &self,
        mut left: GiveOut,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        battle.put_hit(&mut left, *self, true, log);
        battle.give_out(left, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let hit = if self.red { "a red hit" } else { "a hit" };
        Shown {
            title: Some(battle.unit_name(by, self.unit).to_owned()),
            note: format!("takes {hit}"),
            rules: vec!["VIR-5.1.4"],
            ..battle.shown(by, self.unit, "Take the hit", format!("take {hit}"))
        }
    }

    /// What becomes of the unit by all the hits that it has then.
    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let Ok(mut left) = Deed::check(self, battle, by) else { return Vec::new() };
        let mut then = battle.clone();
        then.put_hit(&mut left, *self, true, &mut Log::Off);
        vec![then.tests_to_come(self.unit)]
    }
}

impl Battle {
    /// VIR-5.1.3 to .5, VIR-R46: whether a hit may go on a unit.
    fn may_give(&self, by: Seat, give: &Give, left: &GiveOut) -> Result<(), No> {
        let it = self.living(by, give.unit)?;
        if (if give.red { left.red } else { left.others }) == 0 {
            return Err(No::NoSuchHit { red: give.red });
        }
        if it.area != left.area {
            return Err(No::NotInTarget { area: left.area });
        }
        let lowest = self.lowest(left.area).first().map_or(0, |least| self.units(by)[least].given);
        if it.given > lowest {
            return Err(No::NotLowest { has: it.given, lowest });
        }
        Ok(())
    }

    /// VIR-R46: hits go out by themselves while their owner has no choice.
    pub(super) fn give_out(&mut self, mut left: GiveOut, log: &mut Events) {
        while left.red + left.others > 0 {
            let Some(unit) = self.only_taker(&left) else { return self.lay(left) };
            let red = left.red > 0;
            self.put_hit(&mut left, Give { unit, red }, false, log);
        }
        // VIR-R26: hits of one roll rank by their dice, lowest first: red ones are 1s.
        self.hits[usize::from(left.from)..].sort_by_key(|hit| !hit.marks.contains(Marks::RED));
    }

    fn put_hit(&mut self, left: &mut GiveOut, give: Give, chosen: bool, log: &mut Events) {
        let by = self.active.other();
        let Give { unit, red } = give;
        *(if red { &mut left.red } else { &mut left.others }) -= 1;
        let marks = if red { left.marks | Marks::RED } else { left.marks };
        self.hits.push(Hit { target: unit, attacker: left.attacker, marks });
        self.sides[by].units[unit].given += 1;
        log.push(|| Event::HitGiven { by, unit, marks, chosen });
    }

    /// VIR-5.5.1, VIR-R52: every 6 hits the other player's leader in the target area, joined to a
    /// unit or not (VIR-R86.5).
    pub(super) fn hit_leader(&mut self, area: Area, hits: u8, log: &mut Events) {
        let by = self.active.other();
        if hits > 0
            && let Some(leader) = self.leader_in(area, by)
        {
            let it = &mut self.sides[by].leaders[usize::from(leader)];
            it.hits = it.hits.saturating_add(hits);
            log.push(|| Event::LeaderHit { by, leader, hits });
        }
    }

    /// VIR-R46: the unit that must take the next hit, if its owner has no choice: there is only one,
    /// or only one kind of hit and of unit.
    fn only_taker(&self, left: &GiveOut) -> Option<u8> {
        let by = self.active.other();
        let here = self.units_in(left.area, by);
        if here.len() == 1 {
            return here.first();
        }
        if left.red > 0 && left.others > 0 {
            return None;
        }
        let lowest = self.lowest(left.area);
        let first = lowest.first()?;
        lowest.into_iter().all(|unit| unit == first || self.alike(unit, first)).then_some(first)
    }

    /// VIR-5.1.5: the units with the lowest count of counters in an area.
    pub fn lowest(&self, area: Area) -> UnitSet {
        let by = self.active.other();
        let here = self.units_in(area, by);
        let least = here.into_iter().map(|unit| self.units(by)[unit].given).min();
        here.into_iter().filter(|&unit| Some(self.units(by)[unit].given) == least).collect()
    }

    /// Whether it makes no difference which of two units takes a hit.
    fn alike(&self, a: u8, b: u8) -> bool {
        let by = self.active.other();
        let (ours, theirs) = (self.troop(by, a), self.troop(by, b));
        let marks = |unit| {
            let of = move |hit: &&Hit| hit.target == unit;
            self.hits.iter().filter(of).map(|hit| hit.marks)
        };
        let special = |unit| {
            self.leader_with(by, unit).is_some()
                || self.charges.iter().any(|charge| charge.target == unit)
        };
        ours.is_like(theirs)
            && self.units(by)[a] == self.units(by)[b]
            && marks(a).eq(marks(b))
            && !special(a)
            && !special(b)
    }
}
