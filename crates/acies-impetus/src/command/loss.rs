//! The loss of a Commander as it is played (RULES.md 3.20; IMP-R68, IMP-R71, IMP-SPC.22, IMP-SPC.25, IMP-SPC.29).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use super::{
    Quality,
    fate::{AtRisk, Fate},
};
use crate::{
    battle::{Battle, Id, Post},
    profile::Kind,
    steps::Action,
    words::{events::Event, notation::Reader, refusals::No},
};

/// A Commander whose Unit has failed a cohesion test with a 6 (IMP-CDR.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    pub seat: Seat,
    pub command: u8,
    /// IMP-CDR.11: the losses of his Unit in that test.
    pub losses: u8,
    /// IMP-CDR.12: he was mounted.
    pub mounted: bool,
}

/// IMP-R68: whether he throws a die again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Escape {
    pub loss: Loss,
    pub throw: [u8; 2],
}

/// The die that is thrown again, if any is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redeem {
    pub die: Option<u8>,
}

impl Step<Battle> for Loss {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(risk) = battle.at_risk(self) else { return Ok(()) };
        let throw = risk.throw(self.seat, dice)?;
        let Loss { seat, command, .. } = *self;
        log.push(|| Event::FateThrown {
            seat,
            command,
            throw,
            sum: Box::new(risk.sum()),
            again: false,
        });
        if risk.worth_again(throw).is_some() {
            battle.lay(Escape { loss: *self, throw });
        } else {
            battle.meet_fate(self, &risk, throw, log);
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.commander(self.seat, self.command).is_some()
    }
}

impl Step<Battle> for Escape {
    fn deciders(&self, _: &Battle) -> Seats {
        self.loss.seat.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let fate = battle.at_risk(&self.loss).map_or("lost", |risk| risk.fate(self.throw).1.name());
        let [one, other] = self.throw;
        (
            format!("{one} and {other}: the Commander is {fate}; throw a die again?"),
            &["IMP-R68", "IMP-SPC.22", "IMP-SPC.29"],
        )
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([None, Some(0), Some(1)].map(|die| Action::from(Redeem { die })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        self.loss.fits(battle)
    }
}

impl Deed<Battle> for Redeem {
    type Plan = Escape;
    const VERBS: &'static [&'static str] = &["fate"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!(
            "fate {}",
            ["stands", "first", "second"][self.die.map_or(0, |die| usize::from(die % 2) + 1)]
        )
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let die = match words.word("which die")? {
            "stands" => None,
            "first" => Some(0),
            "second" => Some(1),
            other => {
                return Err(Misread::unknown(
                    "choice of dice",
                    other,
                    ["stands", "first", "second"],
                ));
            }
        };
        Ok(Redeem { die })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Escape, No> {
        if self.die.is_some_and(|die| die > 1) {
            return Err(No::Nobody);
        }
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        Escape { loss, throw }: Escape,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Some(risk) = battle.at_risk(&loss) else { return Ok(()) };
        let mut throw = throw;
        if let Some(die) = self.die {
            throw = risk.throw_again(throw, usize::from(die), loss.seat, dice)?;
            let Loss { seat, command, .. } = loss;
            log.push(|| Event::FateThrown {
                seat,
                command,
                throw,
                sum: Box::new(risk.sum()),
                again: true,
            });
        }
        battle.meet_fate(&loss, &risk, throw, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let throw = battle.asked::<Escape>().map_or([0; 2], |it| it.throw);
        let shown = match self.die {
            None => Shown::new("Let it stand", "let the dice stand"),
            Some(die) => Shown::new(
                "Throw again",
                format!("throw the {} again", throw[usize::from(die % 2)]),
            ),
        };
        shown.rules(&["IMP-R68"])
    }
}

impl Battle {
    /// IMP-COH.15, IMP-CDR.1: the test for the Commander of a Unit that failed with a 6.
    pub(crate) fn risk_commander(&mut self, id: Id, losses: u8) {
        let Some(command) = self.commanded_by(id) else { return };
        let mounted = self.unit(id).profile.is_mounted();
        self.lay(Loss { seat: id.seat(), command, losses, mounted });
    }

    /// The Command whose Commander is with a Unit.
    pub fn commanded_by(&self, id: Id) -> Option<u8> {
        let mut all = (0..).zip(&self.sides[id.seat()].commands);
        let with = |it: &crate::battle::Command| {
            it.commander.is_some() && it.post == Post::With(id.number())
        };
        all.find(|(_, it)| with(it)).map(|(command, _)| command)
    }

    /// IMP-CDR.8 to IMP-CDR.12, IMP-R68.
    pub(crate) fn at_risk(&self, loss: &Loss) -> Option<AtRisk> {
        let army = &self.sides[loss.seat];
        let others = (0..).zip(&army.commands).filter(|(command, _)| *command != loss.command);
        let others: i32 =
            others.filter_map(|(_, it)| it.commander).map(|it| it.quality.leadership()).sum();
        Some(AtRisk {
            commander: self.commander(loss.seat, loss.command)?,
            others: others as u8,
            structure: self.setup.hosts[loss.seat].structure,
            losses: loss.losses,
            mounted: loss.mounted,
        })
    }

    /// IMP-CDR.2 to IMP-CDR.7, IMP-R68.
    fn meet_fate(&mut self, loss: &Loss, risk: &AtRisk, throw: [u8; 2], log: &mut Log<Event>) {
        let Loss { seat, command, .. } = *loss;
        let (rule, fate) = risk.fate(throw);
        log.push(|| Event::FateMet { seat, command, rule, lot: fate });
        if fate.is_lost() {
            self.sides[seat].commands[usize::from(command)].routing |= fate.routs();
            self.sides[seat].routing |= fate == Fate::KilledAndArmyRout;
            self.lose_commander(seat, command, rule, log);
        }
        self.settle_commanders(log);
    }

    /// A Commander is captured or killed. IMP-SPC.25, IMP-R71: a Charismatic one costs every Unit of the army 1 VBU.
    pub(crate) fn lose_commander(
        &mut self,
        seat: Seat,
        command: u8,
        rule: RuleId,
        log: &mut Log<Event>,
    ) {
        let of = &mut self.sides[seat].commands[usize::from(command)];
        let Some(was) = of.commander.take() else { return };
        if let Post::With(unit) = of.post {
            self.piece_mut(Id::new(seat, unit)).unit.commander = false;
        }
        log.push(|| Event::CommanderLost { seat, command, rule });
        if was.quality == Quality::Charismatic {
            log.push(|| Event::Grief { seat });
            for number in 0..self.sides[seat].pieces.len() as u8 {
                let id = Id::new(seat, number);
                if !self.piece(id).gone && self.unit(id).profile.kind != Kind::Baggage {
                    self.harm(id, 1, "IMP-SPC.25", log);
                }
            }
            self.settle_commanders(log);
        }
    }
}
