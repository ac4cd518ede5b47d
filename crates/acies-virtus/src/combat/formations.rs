//! T3a: testudo and shieldwall, taken up and given up (VIR-SR15, VIR-SR16; VIR-R83, VIR-R84).

use acies_core::{
    Dice, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle, Frame},
    units::{Flags, Formation, Specials, UnitSet},
    words::{
        events::{Event, Events},
        notation::{Reader, pair, sentence},
        refusals::{No, Refusal},
    },
};

/// The whole army may change formation.
pub struct Forming;

/// VIR-R83.1: formations taken up and given up, in one decision for the whole army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formations {
    pub testudo: UnitSet,
    pub shieldwall: UnitSet,
    pub open: UnitSet,
}

impl Step<Battle> for Forming {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.active.into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        !battle.can_form()
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Events) -> Rolled<()> {
        battle.go_past(Frame::Formations);
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("who changes formation?".into(), &["VIR-R83.1"])
    }

    /// No change, each change of one unit, and all that are engaged closing up at once.
    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.push(Action::Form(Formations::default()));
        let mut engaged = Formations::default();
        for unit in battle.units(by).alive() & battle.kinds(by).closing {
            for formation in battle.formations_of(unit) {
                out.push(Formations::change(unit, formation));
                if formation == Formation::Shieldwall && battle.engaged(by, unit) {
                    engaged.shieldwall = engaged.shieldwall.with(unit);
                }
            }
        }
        if engaged.shieldwall.len() > 1 {
            out.push(Action::Form(engaged));
        }
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        for unit in battle.units(by).alive() {
            for formation in [Formation::Open, Formation::Testudo, Formation::Shieldwall] {
                out.push(Formations::change(unit, formation));
            }
            let both = UnitSet::NONE.with(unit);
            let twice = Formations { testudo: both, shieldwall: both, ..Formations::default() };
            out.push(Action::Form(twice));
        }
    }
}

impl Deed<Battle> for Formations {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["form"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let words: Vec<_> =
            [("testudo", self.testudo), ("shieldwall", self.shieldwall), ("open", self.open)]
                .into_iter()
                .filter(|(_, units)| !units.is_empty())
                .map(|(word, units)| {
                    let keys: Vec<_> =
                        units.into_iter().map(|it| battle.unit_key(by, it)).collect();
                    format!("{word}={}", keys.join(","))
                })
                .collect();
        sentence("form", &words)
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let mut plan = Formations::default();
        let Reader { battle, by, words } = reader;
        for word in words.by_ref() {
            if word == "none" {
                continue;
            }
            let (name, value) = pair(word)?;
            let units = value
                .split(',')
                .map(|unit| battle.find_unit(*by, unit))
                .collect::<Result<UnitSet, _>>()?;
            match name {
                "testudo" => plan.testudo = units,
                "shieldwall" => plan.shieldwall = units,
                "open" => plan.open = units,
                other => {
                    let known = ["testudo", "shieldwall", "open"].into_iter();
                    return Err(Misread::unknown("formation", other, known));
                }
            }
        }
        Ok(plan)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(), Refusal> {
        battle.expects(Frame::Formations).map_err(No::to(by))?;
        battle.may_form(by, self).map_err(No::to(by))
    }

    fn trust(&self, _: &Battle, _: Seat) {}

    fn perform(&self, (): (), battle: &mut Battle, _: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = battle.active;
        for (units, formation) in self.changes() {
            for unit in units {
                battle.sides[by].units[unit].formation = formation;
                log.push(|| Event::Formed { by, unit, formation });
            }
        }
        battle.go_past(Frame::Formations);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let words: Vec<_> = [
            (self.testudo, "form testudo"),
            (self.shieldwall, "form shieldwall"),
            (self.open, "open order"),
        ]
        .into_iter()
        .filter(|(units, _)| !units.is_empty())
        .map(|(units, what)| format!("{} {what}", battle.unit_names(by, units)))
        .collect();
        let units = self.testudo | self.shieldwall | self.open;
        let does =
            if words.is_empty() { "no change of formation".into() } else { words.join("; ") };
        Shown {
            units: units.into_iter().map(|unit| battle.unit_id(by, unit)).collect(),
            sets: battle.formation_sets(by, self),
            ..Shown::new("Form up", does)
        }
    }
}

impl Formations {
    /// One unit changes its formation.
    fn change(unit: u8, formation: Formation) -> Action {
        let mut plan = Formations::default();
        let units = match formation {
            Formation::Open => &mut plan.open,
            Formation::Testudo => &mut plan.testudo,
            Formation::Shieldwall => &mut plan.shieldwall,
        };
        *units = units.with(unit);
        plan.into()
    }

    /// Who takes up which.
    pub fn changes(&self) -> [(UnitSet, Formation); 3] {
        [
            (self.testudo, Formation::Testudo),
            (self.shieldwall, Formation::Shieldwall),
            (self.open, Formation::Open),
        ]
    }
}

impl Battle {
    /// VIR-R83.1, VIR-SR15.1, VIR-R84: whether units may change formation so.
    fn may_form(&self, by: Seat, plan: &Formations) -> Result<(), No> {
        let [a, b, c] = [plan.testudo, plan.shieldwall, plan.open];
        if let Some(unit) = (a & b | a & c | b & c).first() {
            self.living(by, unit)?;
            return Err(No::FormedTwice { unit });
        }
        for (units, formation) in plan.changes() {
            for unit in units {
                self.may_take_up(by, unit, formation)?;
            }
        }
        Ok(())
    }

    fn may_take_up(&self, by: Seat, unit: u8, formation: Formation) -> Result<(), No> {
        let it = self.living(by, unit)?;
        let profile = self.troop(by, unit).profile;
        if it.is(Flags::ROUTED) {
            return Err(No::Routed { unit });
        }
        if it.formation == formation {
            return Err(No::AlreadyFormed { unit, formation });
        }
        match formation {
            Formation::Testudo if !profile.has(Specials::TESTUDO) => Err(No::NotTestudo { unit }),
            Formation::Shieldwall if !profile.may_wall() => {
                Err(No::NotShieldwall { unit, dv: profile.dv })
            }
            Formation::Shieldwall if self.is_compelled(by, unit) => {
                Err(No::CompelledToWall { unit })
            }
            _ => Ok(()),
        }
    }

    fn can_form(&self) -> bool {
        let by = self.active;
        let units = self.units(by).alive() & self.kinds(by).closing;
        units.into_iter().any(|unit| self.formations_of(unit).next().is_some())
    }

    /// VIR-SR15.1, VIR-R83.1, VIR-R84: the formations that a unit of the active player can change to.
    pub fn formations_of(&self, unit: u8) -> impl Iterator<Item = Formation> {
        let by = self.active;
        let it = self.units(by)[unit];
        let profile = self.troop(by, unit).profile;
        let testudo = profile.has(Specials::TESTUDO);
        let wall = profile.may_wall() && !self.is_compelled(by, unit);
        [(Formation::Open, true), (Formation::Testudo, testudo), (Formation::Shieldwall, wall)]
            .into_iter()
            .filter(move |&(formation, may)| {
                may && formation != it.formation && !it.is(Flags::ROUTED)
            })
            .map(|(formation, _)| formation)
    }
}
