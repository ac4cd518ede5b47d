//! Charge responses (LEG-RSP.1 to .9; LEG-R76, LEG-R77, LEG-R133, LEG-R134).

use acies_core::RuleId;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::troops::{Formation, Type};

/// LEG-R74: the side of a unit that is struck.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    #[default]
    Front,
    Flank,
    Rear,
}

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::Front => "front",
            Side::Flank => "the flank",
            Side::Rear => "the rear",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// LEG-RSP.7: receives the charge at the halt.
    Stand,
    /// LEG-RSP.3, LEG-RSP.5, LEG-RSP.8: takes the evade test.
    Evade,
    /// LEG-R78.
    CounterCharge,
    /// LEG-RSP.1.
    Break,
    /// LEG-R134: routs on.
    RoutOn,
}

/// What a charged unit is doing already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plight {
    #[default]
    Free,
    /// LEG-R76.
    Engaged,
    /// LEG-R134.
    Routing,
    /// LEG-R134.
    Retiring,
    /// LEG-R144: it cuts down routers that it has caught.
    Hunting,
}

/// A charged unit. LEG-R134: pursuers and looters are unformed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    pub kind: Type,
    pub formation: Formation,
    pub shaken: bool,
    pub plight: Plight,
    /// LEG-RSP.2, LEG-R18.
    pub in_difficult_terrain: bool,
    /// LEG-RSP.2, LEG-R20.
    pub behind_obstacle: bool,
    /// LEG-R133: by any of several in flank or rear. LEG-R74: light troops have neither.
    pub on_flank_or_rear: bool,
}

/// What a unit may do, each with its rule.
pub type Responses = ArrayVec<(Response, RuleId), 2>;

impl Charged {
    /// LEG-R76: the responses that are legal against each of those who charge it.
    pub fn responses(&self, chargers: &[Type]) -> Responses {
        use Response::*;
        let all = |such: fn(Type) -> bool| chargers.iter().all(|&kind| such(kind));
        let unformed = self.formation == Formation::Unformed;
        let column = self.formation == Formation::Column;
        let one = |it: Response, rule: RuleId| Responses::from_iter([(it, rule)]);
        match self.plight {
            Plight::Engaged => return one(Stand, "LEG-R76"),
            Plight::Hunting => return one(Stand, "LEG-R144"),
            Plight::Routing => return one(RoutOn, "LEG-R134"),
            Plight::Retiring => return one(Evade, "LEG-R134"),
            Plight::Free => {}
        }
        if self.shaken {
            return one(Break, "LEG-RSP.1");
        }
        if self.kind.is_foot() && unformed {
            let sheltered = self.in_difficult_terrain || self.behind_obstacle;
            let stands = sheltered || all(|kind| kind.is_mounted() || kind.is_light());
            let stand = stands.then_some((Stand, "LEG-RSP.2"));
            return stand.into_iter().chain([(Evade, "LEG-RSP.3")]).collect();
        }
        let rides = self.kind.is_mounted();
        if !rides || column {
            // LEG-R77: riders in column stand too.
            return one(Stand, "LEG-RSP.7");
        }
        if self.on_flank_or_rear && !self.kind.is_light() {
            return one(if unformed { Evade } else { Stand }, "LEG-R77");
        }
        if !self.kind.is_cavalry() {
            return one(CounterCharge, "LEG-RSP.6");
        }
        if unformed {
            let meets = all(|kind| kind.is_cavalry() || kind.is_light());
            let counter = meets.then_some((CounterCharge, "LEG-RSP.4"));
            return counter.into_iter().chain([(Evade, "LEG-RSP.8")]).collect();
        }
        let avoids = all(|kind| kind.is_foot() || kind.is_chariots() || kind.is_elephants());
        let evade = avoids.then_some((Evade, "LEG-RSP.5"));
        evade.into_iter().chain([(CounterCharge, "LEG-RSP.9")]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Response::*, *};

    fn charged(kind: Type, formation: Formation) -> Charged {
        Charged {
            kind,
            formation,
            shaken: false,
            plight: Plight::Free,
            in_difficult_terrain: false,
            behind_obstacle: false,
            on_flank_or_rear: false,
        }
    }

    #[test]
    fn responses_are_those_of_the_table() {
        use Formation::{Column, Line, Special, Unformed};
        let legion = charged(Type::Legionaries, Line);
        let slingers = charged(Type::Slingers, Unformed);
        let horse = charged(Type::HeavyCavalry, Line);
        let riders = charged(Type::LightCavalry, Unformed);
        let loose_horse = charged(Type::HeavyCavalry, Unformed);
        let chariots = charged(Type::LightChariots, Line);
        let beasts = charged(Type::Elephants, Special);
        let flanked = |it: Charged| Charged { on_flank_or_rear: true, ..it };
        for (unit, chargers, expected, rule) in [
            (
                Charged { shaken: true, ..slingers },
                &[Type::Legionaries][..],
                &[Break][..],
                "LEG-RSP.1",
            ),
            (slingers, &[Type::Legionaries], &[Evade], "LEG-RSP.3"),
            (slingers, &[Type::HeavyCavalry], &[Stand, Evade], "LEG-RSP.2"),
            (slingers, &[Type::LightJavelinmen], &[Stand, Evade], "LEG-RSP.2"),
            (slingers, &[Type::LightJavelinmen, Type::Pikemen], &[Evade], "LEG-RSP.2, LEG-R76"),
            (
                Charged { in_difficult_terrain: true, ..slingers },
                &[Type::Pikemen],
                &[Stand, Evade],
                "LEG-RSP.2",
            ),
            (
                Charged { behind_obstacle: true, ..slingers },
                &[Type::Pikemen],
                &[Stand, Evade],
                "LEG-RSP.2",
            ),
            (legion, &[Type::Elephants], &[Stand], "LEG-RSP.7"),
            (charged(Type::Artillery, Special), &[Type::HeavyCavalry], &[Stand], "LEG-RSP.7"),
            (riders, &[Type::HeavyCavalry], &[CounterCharge, Evade], "LEG-RSP.4"),
            (riders, &[Type::Archers], &[CounterCharge, Evade], "LEG-RSP.4"),
            (riders, &[Type::Legionaries], &[Evade], "LEG-RSP.8"),
            (
                flanked(riders),
                &[Type::HeavyCavalry],
                &[CounterCharge, Evade],
                "LEG-R74: lights have no flank",
            ),
            (flanked(loose_horse), &[Type::HeavyCavalry], &[Evade], "LEG-R77"),
            (horse, &[Type::Legionaries], &[Evade, CounterCharge], "LEG-RSP.5, LEG-RSP.9"),
            (horse, &[Type::Elephants], &[Evade, CounterCharge], "LEG-RSP.5"),
            (horse, &[Type::LightChariots], &[Evade, CounterCharge], "LEG-RSP.5"),
            (horse, &[Type::HeavyCavalry], &[CounterCharge], "LEG-RSP.9"),
            (horse, &[Type::HeavyCavalry, Type::Legionaries], &[CounterCharge], "LEG-R76"),
            (flanked(horse), &[Type::Legionaries], &[Stand], "LEG-R77, LEG-R133"),
            (charged(Type::HeavyCavalry, Column), &[Type::Legionaries], &[Stand], "LEG-R77"),
            (chariots, &[Type::Legionaries], &[CounterCharge], "LEG-RSP.6"),
            (beasts, &[Type::HeavyCavalry], &[CounterCharge], "LEG-RSP.6"),
            (flanked(beasts), &[Type::HeavyCavalry], &[Stand], "LEG-R77"),
            (charged(Type::LightChariots, Column), &[Type::Legionaries], &[Stand], "LEG-R77"),
            (
                Charged { plight: Plight::Engaged, ..horse },
                &[Type::Legionaries],
                &[Stand],
                "LEG-R76",
            ),
            (
                Charged { plight: Plight::Hunting, ..riders },
                &[Type::Elephants],
                &[Stand],
                "LEG-R144",
            ),
            (
                Charged { plight: Plight::Routing, shaken: true, ..slingers },
                &[Type::Pikemen],
                &[RoutOn],
                "LEG-R134",
            ),
            (
                Charged { plight: Plight::Retiring, ..loose_horse },
                &[Type::HeavyCavalry],
                &[Evade],
                "LEG-R134",
            ),
        ] {
            let got: Vec<_> = unit.responses(chargers).iter().map(|(it, _)| *it).collect();
            assert_eq!(got, expected, "{rule}: {unit:?} {chargers:?}");
        }
    }
}
