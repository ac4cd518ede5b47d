//! T3c: ordinary combats, one attack at a time (RULES.md 3.17, 3.18, 3.20, 3.21; VIR-R45, VIR-R51).

use acies_core::{
    About, Dice, Forecast, Misread, Rolled, RuleId, Seat, Seats, Worth,
    flow::{Deed, Shown, Step},
    words::capital,
};
use serde::{Deserialize, Serialize};

use crate::{
    areas::Area,
    battle::{Action, Battle, Frame},
    combat::{
        attack::{Scored, With},
        hits::GiveOut,
        targets::Target,
    },
    units::Flags,
    victory::{Ending, How},
    words::{
        events::{Event, Events, Faces},
        notation::{Reader, extras},
        refusals::{No, Refusal},
        telling::{self, aim_words, throw_words},
    },
};

/// Units fight one after another.
pub struct Fighting;

/// An ordinary combat (T3c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub unit: u8,
    pub kind: Kind,
    pub hill: bool,
    pub pila: bool,
}

/// What kind of combat it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// In its own area.
    Here,
    /// At its front area.
    Shoot,
    /// At a flanking area, with one value or the other (VIR-5.4.5).
    Flank { area: Area, with: With },
}

impl Step<Battle> for Fighting {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.active.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        !battle.each_fight(|_| true)
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Events) -> Rolled<()> {
        battle.go_past(Frame::Combats);
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which unit fights next?".into(), &["VIR-5.0.1"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.each_fight(|fight| {
            out.push(fight.into());
            false
        });
        out.push(Action::Done);
    }

    fn any(&self, battle: &Battle, _: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        battle.any_fighter(chance, room, |area, unit, means, out| {
            battle.each_fight_from(area, unit, means, |fight| {
                out.push(fight.into());
                false
            });
        })
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        for unit in battle.units(by).alive() {
            let from = battle.units(by)[unit].area;
            let beside = battle.areas().filter(|area| area.side() == from.side() && *area != from);
            let flanks = beside.flat_map(|area| {
                [With::Fv, With::Sv].map(|with| (Kind::Flank { area, with }, false, false))
            });
            let here = [(false, false), (true, false), (false, true), (true, true)];
            let shots = [(false, false), (true, false), (false, true)];
            let fights = here.map(|(hill, pila)| (Kind::Here, hill, pila)).into_iter();
            let shots = shots.map(|(hill, pila)| (Kind::Shoot, hill, pila));
            for (kind, hill, pila) in fights.chain(shots).chain(flanks) {
                out.push(Fight { unit, kind, hill, pila }.into());
            }
        }
    }
}

impl Deed<Battle> for Fight {
    /// At whom it goes.
    type Plan = Target;
    const VERBS: &'static [&'static str] = &["fight", "shoot", "flank"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let (unit, extras) = (battle.unit_key(by, self.unit), extras(self.hill, self.pila));
        match self.kind {
            Kind::Here => format!("fight {unit}{extras}"),
            Kind::Shoot => format!("shoot {unit}{extras}"),
            Kind::Flank { area, with } => {
                let with = if with == With::Sv { "sv" } else { "fv" };
                format!("flank {unit} {} {with}{extras}", battle.area_name(area))
            }
        }
    }

    fn read(verb: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = reader.unit(reader.by)?;
        let kind = match verb {
            "shoot" => Kind::Shoot,
            "flank" => {
                let area = reader.area()?;
                let with = match reader.words.word("`fv` or `sv`")? {
                    "fv" => With::Fv,
                    "sv" => With::Sv,
                    other => {
                        return Err(Misread::unknown("value", other, ["fv", "sv"]));
                    }
                };
                Kind::Flank { area, with }
            }
            _ => Kind::Here,
        };
        let (hill, pila) = reader.extras()?;
        Ok(Fight { unit, kind, hill, pila })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Target, Refusal> {
        battle.expects(Frame::Combats).map_err(No::to(by))?;
        battle.may_fight(by, self).map_err(No::to(by))
    }

    fn perform(
        &self,
        target: Target,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let by = battle.active;
        let cost = battle.fight_cost(by, self, target);
        let attack = battle.attack(by, self, target);
        battle.pay(battle.units(by)[self.unit].area, cost);
        battle.sides[by].units.mark(self.unit, Flags::ACTIVATED | Flags::FOUGHT);
        let unit = self.unit;
        if target.wins {
            // VIR-5.4.6, VIR-R12: no dice are rolled.
            let (faces, scored) = (Faces::new(), Scored::default());
            let cost = Some(cost);
            log.push(|| Event::Attacked { by, unit, target, attack, cost, faces, scored });
            battle.end(Ending { winner: Some(by), by: How::Flank }, log);
            return Ok(());
        }
        let scored = attack.throw(by, dice).about(|_| {
            let deed = aim_words(target.aim, target.with, battle.area_name(target.area));
            format!("{} {deed}", battle.troop(by, unit).name)
        })?;
        log.push(|| {
            let faces = dice.faces().iter().copied().collect();
            Event::Attacked { by, unit, target, attack, cost: Some(cost), faces, scored }
        });
        battle.hit_leader(target.area, scored.leader_hits, log);
        let hits = GiveOut {
            area: target.area,
            attacker: unit,
            marks: attack.marks(),
            red: scored.red,
            others: scored.others,
            from: battle.hits.len() as u8,
        };
        battle.give_out(hits, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let how = telling::how_words(self.hill, self.pila);
        let Ok(target) = battle.may_fight(by, self) else {
            let verb = match self.kind {
                Kind::Here => "fight".to_owned(),
                Kind::Shoot => "shoot".to_owned(),
                Kind::Flank { area, .. } => {
                    format!("attack {} in flank", battle.area_name(area))
                }
            };
            let shown = battle.shown(by, self.unit, "Decide", format!("{verb}{how}"));
            return Shown { title: Some(shown.words()), ..shown };
        };
        let Target { area, aim, with, wins } = target;
        let deed = aim_words(aim, with, battle.area_name(area));
        let cost = battle.fight_cost(by, self, target).points();
        let shown = Shown {
            title: Some(capital(&format!("{deed}{how}"))),
            targets: battle.unit_ids(by.other(), battle.units_in(area, by.other())),
            area: Some(battle.area_name(area)),
            ..battle.shown(by, self.unit, "Win", "")
        };
        if wins {
            return Shown {
                does: format!("{deed}, which is empty, and win: {cost} AP"),
                note: format!("{cost} AP, nobody stands there: it wins the battle"),
                rules: vec!["VIR-5.4.6", "VIR-R12"],
                ..shown
            };
        }
        let attack = battle.attack(by, self, target);
        let throw = telling::attack_words(&attack);
        Shown {
            does: format!("{deed}{how}: {throw}, {cost} AP"),
            note: format!("{cost} AP, {throw}"),
            commit: throw_words(&attack).into(),
            rules: vec!["VIR-5.1.2"],
            throws: true,
            ..shown
        }
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        Some(battle.fight_onset(by, self)?.forecast())
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        Some(was.fight_onset(by, self)?.hindsight(events))
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        battle.fight_onset(by, self).and_then(|onset| onset.tests()).into_iter().collect()
    }

    fn worths(&self, battle: &Battle, by: Seat) -> Vec<Worth> {
        battle.fight_onset(by, self).map_or(Vec::new(), |onset| onset.worths())
    }
}
