//! What is being decided in a position file: the steps on the stack, and whether they can be there.

use acies_core::{Each, Game, Seats};
use acies_table::{Angle, Facing, Length, Pose};
use toml::Spanned;

use crate::{
    battle::{Aimed, Battle, Frame, Id},
    charge::{charging::Charging, go_on::HowFar},
    command::orders::Orders,
    evade::{face_about::GotAway, flight::Onrush, run::Runner},
    files::position::{
        Read, Reader,
        lines::{FrameLine, ShotLine, Step},
    },
    melee::engage::Undecided,
    movement::group_of,
    rout::overrun::Overrun,
    setup::{ambush::Found, plan::MARKERS},
    shooting::phase::Shooters,
};

impl Reader<'_> {
    /// Whether a step can be pending on top of those before it, with those that it is about.
    pub(super) fn fits(
        &self,
        battle: &Battle,
        line: &Spanned<FrameLine>,
        frame: &Frame,
    ) -> Read<()> {
        let wrong = |rule, what: &str| Err(self.wrong(line, rule, what));
        match (frame, battle.stack.last()) {
            (Frame::Prepare(step), None) => self.fits_prelude(battle, line, *step),
            (Frame::Charge(charging), Some(Frame::Orders(_))) if charging.units.is_empty() => {
                wrong("ADLG-CHG.4", "a charge without `units`")
            }
            (Frame::FaceAbout(GotAway { units, .. }), _) if units.is_empty() => {
                wrong("ADLG-R98", "nobody is named in `units`")
            }
            (Frame::Ambush(_), _)
            | (
                Frame::Corps
                | Frame::Orders(_)
                | Frame::Shooting(_)
                | Frame::Engage(_)
                | Frame::Pursuit,
                None,
            )
            | (Frame::Charge(_), Some(Frame::Orders(_)))
            | (Frame::GoOn(_), Some(Frame::Charge(_)))
            | (Frame::Run(_), Some(Frame::Orders(_) | Frame::Charge(_) | Frame::Overrun(_)))
            | (Frame::FaceAbout(_), Some(Frame::Orders(_) | Frame::Pursuit))
            | (Frame::Overrun(_), Some(Frame::Pursuit)) => Ok(()),
            _ => {
                let hint = "the innermost step comes last: `orders`, `charge`, `run`".to_owned();
                Err(self.wrong(line, "ADLG-SEQ.1", "this step cannot be pending here").hint(hint))
            }
        }
    }

    /// Whether somebody has something to decide.
    pub(super) fn is_open(
        &self,
        battle: &Battle,
        last: &Spanned<FrameLine>,
        seats: Seats,
    ) -> Read<()> {
        if let Some(Frame::Charge(charging)) = battle.stack.last()
            && charging.waiting.is_empty()
        {
            let hint = "name the targets that are asked in `waiting`".to_owned();
            return Err(self.wrong(last, "ADLG-R80", "a charge that asks nobody").hint(hint));
        }
        let mut open = Vec::new();
        seats.iter().for_each(|by| battle.candidates(by, &mut open));
        if open.is_empty() {
            let what = "nobody can decide anything at this step";
            return Err(self.wrong(last, "ADLG-SEQ.1", what));
        }
        Ok(())
    }

    pub(super) fn shot(&self, battle: &Battle, line: &ShotLine) -> Read<Aimed> {
        let main = self.there(battle, line.by, &line.main)?;
        let target = self.there(battle, line.by.other(), &line.target)?;
        Ok(Aimed { main, supporters: self.all_there(battle, line.by, &line.with)?, target })
    }

    pub(super) fn frame(&self, battle: &Battle, frame: &Spanned<FrameLine>) -> Read<Frame> {
        let line = frame.get_ref();
        let setup = &battle.setup;
        let (own, enemy) = (battle.phasing, battle.phasing.other());
        let ours = |keys: &[Spanned<String>]| self.units(setup, own, keys);
        let theirs = |keys: &[Spanned<String>]| self.units(setup, enemy, keys);
        let lacks =
            |what: &str| self.wrong(frame, "ADLG-SEQ.1", format!("the step has no `{what}`"));
        let length = |length: Option<Length>, what: &str| length.ok_or_else(|| lacks(what));
        Ok(match line.step {
            Step::Corps => Frame::Corps,
            Step::Orders => {
                let corps = line.corps.as_ref().ok_or_else(|| lacks("corps"))?;
                let corps = self.corps_number(corps)?;
                let listed = ours(&line.listed)?;
                let stranger = |id: &&Id| battle.troop(**id).corps != corps;
                if let Some(&id) = group_of(listed, own).iter().find(stranger) {
                    let what = format!("`{}` is of another corps", battle.troop(id).key);
                    return Err(self.wrong(frame, "ADLG-R86", what));
                }
                Frame::Orders(Orders {
                    corps,
                    points: line.points,
                    listed,
                    commander_moved: line.commander_moved,
                })
            }
            Step::Charge => Frame::Charge(Charging {
                units: self.all_there(battle, own, &line.units)?,
                how: line.how.ok_or_else(|| lacks("how"))?,
                manoeuvre: line.manoeuvre.unwrap_or(Length::ZERO),
                allowance: length(line.allowance, "allowance")?,
                turned: line.turned,
                waiting: self.all_there(battle, enemy, &line.waiting)?,
                evading: theirs(&line.evading)?,
                standing: theirs(&line.standing)?,
                fled: theirs(&line.fled)?,
                initial: theirs(&line.initial)?,
                die: line.die,
                to_go: ours(&line.to_go)?,
                level: line.level,
                chosen: line.chosen,
            }),
            Step::Run => {
                let seat = line.seat.unwrap_or(enemy);
                let unit = line.unit.as_ref().ok_or_else(|| lacks("unit"))?;
                let facing = line.facing.ok_or_else(|| lacks("facing"))?;
                let facing = Angle::try_from(facing)
                    .map_err(|no| self.wrong(frame, "ADLG-R5", no.to_string()))?;
                Frame::Run(Runner {
                    unit: self.there(battle, seat, unit)?,
                    ud: line.ud.ok_or_else(|| lacks("ud"))?,
                    from: Onrush {
                        facing: Facing::new(facing),
                        by: self.units(setup, seat.other(), &line.units)?,
                    },
                })
            }
            Step::GoOn => Frame::GoOn(HowFar {
                least: length(line.least, "least")?,
                most: length(line.most, "most")?,
            }),
            Step::FaceAbout => {
                let seat = line.seat.unwrap_or(enemy);
                Frame::FaceAbout(GotAway {
                    seat,
                    units: self.all_there(battle, seat, &line.units)?,
                })
            }
            Step::Engage => {
                let unit = line.unit.as_ref().ok_or_else(|| lacks("unit"))?;
                let mut done = Each::default();
                done[own] = self.units(setup, own, &line.units)?;
                done[enemy] = self.units(setup, enemy, &line.waiting)?;
                Frame::Engage(Undecided {
                    unit: self.there(battle, line.seat.unwrap_or(own), unit)?,
                    done,
                })
            }
            Step::Shooting => Frame::Shooting(Shooters(line.seat.unwrap_or(own))),
            Step::Pursuit => Frame::Pursuit,
            Step::Prepare => Frame::Prepare(line.prepare.ok_or_else(|| lacks("prepare"))?),
            Step::Ambush => {
                let marker = line.marker.as_ref().ok_or_else(|| lacks("marker"))?;
                match *marker.get_ref() {
                    it if (1..=MARKERS as u8).contains(&it) => {
                        Frame::Ambush(Found { by: line.seat.unwrap_or(enemy), marker: it - 1 })
                    }
                    it => return Err(self.wrong(marker, "ADLG-R31", format!("no marker {it}"))),
                }
            }
            Step::Overrun => {
                let unit = line.unit.as_ref().ok_or_else(|| lacks("unit"))?;
                let target = line.target.as_ref().ok_or_else(|| lacks("target"))?;
                let [x, y, facing] = line.from.ok_or_else(|| lacks("from"))?;
                let place = self.point(frame, [x, y])?;
                let facing = Angle::try_from(facing)
                    .map_err(|no| self.wrong(frame, "ADLG-R5", no.to_string()))?;
                Frame::Overrun(Overrun {
                    unit: self.there(battle, own, unit)?.number(),
                    target: self.there(battle, enemy, target)?.number(),
                    from: Pose { at: place, facing: Facing::new(facing) },
                    left: length(line.left, "left")?,
                })
            }
        })
    }
}
