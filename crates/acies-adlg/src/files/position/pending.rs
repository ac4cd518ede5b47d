//! What is being decided in a position file: whether the steps on the stack can be there.

use acies_core::{Each, Game, Id, Seat, Seats, UnitSet, named};
use serde::de::DeserializeOwned;
use toml::Spanned;

use super::older;
use crate::{
    battle::{Aimed, Battle, Frame, Place},
    charge::charging::Charging,
    command::orders::Orders,
    evade::{face_about::GotAway, flight::Onrush, run::Runner},
    files::position::{Read, Reader},
    melee::engage::Undecided,
    movement::group_of,
    rout::overrun::Overrun,
    rulings::CORPS,
    setup::{ambush::Found, plan::MARKERS},
};

impl named::Names for Battle {
    fn key(&self, unit: Id) -> Option<String> {
        let troops = &self.setup.armies[unit.seat()].troops;
        troops.get(usize::from(unit.number())).map(|troop| troop.key.clone())
    }

    fn keys(&self, seat: Seat) -> Vec<String> {
        self.setup.armies[seat].troops.iter().map(|troop| troop.key.clone()).collect()
    }
}

/// Units that a step is about.
#[derive(Default)]
struct About {
    /// Only who takes up room on the table can do or suffer this.
    there: Each<UnitSet>,
    /// These may have left it.
    anywhere: Each<UnitSet>,
}

impl About {
    fn step(frame: &Frame, own: Seat) -> About {
        let mut it = About::default();
        let enemy = own.other();
        match *frame {
            Frame::Orders(Orders { listed, .. }) => it.anywhere[own] = listed,
            Frame::Charge(charging) => {
                let Charging { units, to_go, waiting, evading, standing, fled, initial, .. } =
                    charging;
                (it.there[own], it.there[enemy]) = (units, waiting);
                it.anywhere[own] = to_go;
                it.anywhere[enemy] = evading | standing | fled | initial;
            }
            Frame::Run(Runner { unit, from: Onrush { by, .. }, .. }) => {
                it.there[unit.seat()] = UnitSet::one(unit.number());
                it.anywhere[unit.seat().other()] = by;
            }
            Frame::FaceAbout(GotAway { seat, units }) => it.there[seat] = units,
            Frame::Engage(Undecided { unit, done }) => {
                it.there[unit.seat()] = UnitSet::one(unit.number());
                it.anywhere = done;
            }
            Frame::Overrun(Overrun { unit, target, .. }) => {
                it.there[own] = UnitSet::one(unit);
                it.there[enemy] = UnitSet::one(target);
            }
            Frame::Prepare(_)
            | Frame::Ambush(_)
            | Frame::Corps
            | Frame::GoOn(_)
            | Frame::Shooting(_)
            | Frame::Pursuit => {}
        }
        it
    }
}

impl Reader<'_> {
    /// Each of a list that names units.
    pub(super) fn each<T: DeserializeOwned>(
        &self,
        battle: &Battle,
        list: &str,
    ) -> Read<Vec<Spanned<T>>> {
        named::read_each(&self.page, list, battle, |part| match list {
            "shot" => {
                older::shot(part);
                Ok(())
            }
            _ => {
                older::step(&self.page, battle.phasing, part)?;
                older::from_none(&self.page, part)
            }
        })
    }

    /// ADLG-R111: the shots that are announced.
    pub(super) fn shots(&self, battle: &mut Battle) -> Read<()> {
        let mut shots: Vec<Spanned<Aimed>> = self.each(battle, "aimed")?;
        shots.extend(self.each(battle, "shot")?);
        for shot in shots {
            let Aimed { main, supporters, target } = *shot.get_ref();
            let mut about = About::default();
            about.there[main.seat()] = supporters.with(main.number());
            about.there[target.seat()] = about.there[target.seat()].with(target.number());
            self.are_there(battle, &shot, &about)?;
            if main.seat() == target.seat() {
                return Err(self.wrong(&shot, "ADLG-R101", "nobody shoots at friends"));
            }
            if battle.aimed.try_push(shot.into_inner()).is_err() {
                let at = Spanned::new(0..0, ());
                return Err(self.wrong(&at, "ADLG-R101", "more shots than units"));
            }
        }
        Ok(())
    }

    /// That the units of a step are some of this battle, and on the table if they have to be.
    fn are_there<T>(&self, battle: &Battle, at: &Spanned<T>, about: &About) -> Read<()> {
        for seat in Seat::BOTH {
            let known = battle.setup.armies[seat].troops.len();
            let named = about.there[seat] | about.anywhere[seat];
            if named.last().is_some_and(|unit| usize::from(unit) >= known) {
                let what = format!("the step names a unit that {seat} has not got");
                let hint = "units are called `red/key` and `blue/key`".to_owned();
                return Err(self.wrong(at, "ADLG-R15", what).hint(hint));
            }
            let off = |id: &Id| !matches!(battle.unit(*id).place, Place::Table | Place::Routing);
            if let Some(id) = about.there[seat].ids(seat).find(off) {
                let what = format!("`{}` is not on the table", battle.troop(id).key);
                return Err(self.wrong(at, "ADLG-R144", what));
            }
        }
        Ok(())
    }

    /// Whether a step can be pending on top of those before it, with those that it is about.
    pub(super) fn fits(&self, battle: &Battle, frame: &Spanned<Frame>) -> Read<()> {
        let wrong = |rule, what: &str| Err(self.wrong(frame, rule, what));
        self.are_there(battle, frame, &About::step(frame.get_ref(), battle.phasing))?;
        match (frame.get_ref(), battle.stack.last()) {
            (Frame::Prepare(step), None) => self.fits_prelude(battle, frame, *step),
            (Frame::Orders(Orders { corps, .. }), None) if usize::from(*corps) >= CORPS => {
                let what = format!("there is no corps {}", corps.saturating_add(1));
                Err(self.wrong(frame, "ADLG-R11", what).hint(format!("1 to {CORPS}")))
            }
            (Frame::Orders(orders), None) => self.are_of_the_corps(battle, frame, orders),
            (Frame::Ambush(Found { marker, .. }), _) if usize::from(*marker) >= MARKERS => {
                wrong("ADLG-R31", &format!("no marker {}", marker.saturating_add(1)))
            }
            (Frame::Charge(charging), Some(Frame::Orders(_))) if charging.units.is_empty() => {
                wrong("ADLG-CHG.4", "a charge without `units`")
            }
            (Frame::FaceAbout(GotAway { units, .. }), _) if units.is_empty() => {
                wrong("ADLG-R98", "nobody is named in `units`")
            }
            (Frame::Ambush(_), _)
            | (Frame::Corps | Frame::Shooting(_) | Frame::Engage(_) | Frame::Pursuit, None)
            | (Frame::Charge(_), Some(Frame::Orders(_)))
            | (Frame::GoOn(_), Some(Frame::Charge(_)))
            | (Frame::Run(_), Some(Frame::Orders(_) | Frame::Charge(_) | Frame::Overrun(_)))
            | (Frame::FaceAbout(_), Some(Frame::Orders(_) | Frame::Pursuit))
            | (Frame::Overrun(_), Some(Frame::Pursuit)) => Ok(()),
            _ => {
                let hint = "the innermost step comes last: `orders`, `charge`, `run`".to_owned();
                Err(self.wrong(frame, "ADLG-SEQ.1", "this step cannot be pending here").hint(hint))
            }
        }
    }

    /// ADLG-R86: those who must still charge are of the corps that has its orders.
    fn are_of_the_corps(
        &self,
        battle: &Battle,
        frame: &Spanned<Frame>,
        orders: &Orders,
    ) -> Read<()> {
        let stranger = |id: &&Id| battle.troop(**id).corps != orders.corps;
        match group_of(orders.listed, battle.phasing).iter().find(stranger) {
            Some(&id) => {
                let what = format!("`{}` is of another corps", battle.troop(id).key);
                Err(self.wrong(frame, "ADLG-R86", what))
            }
            None => Ok(()),
        }
    }

    /// Whether somebody has something to decide.
    pub(super) fn is_open(&self, battle: &Battle, last: &Spanned<Frame>, seats: Seats) -> Read<()> {
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
}
