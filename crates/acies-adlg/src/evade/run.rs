//! C3: an evader throws how far it runs, and its owner says which way (ADLG-EVA.2 to .6, ADLG-R95 to ADLG-R99).

use acies_core::{
    About, Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Edge, Length};
use serde::{Deserialize, Serialize};

use super::{
    distance::Evade,
    flight::{Evaded, Onrush},
};
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Flags, Frame, Id, Place},
    movement::{Element, Elements},
    units::abilities::Abilities,
    words::{
        events::Event,
        notation::{Reader, edge_word, elements_text, read_elements},
        refusals::No,
    },
};

/// This unit runs so many UD from a charge in this direction; its owner says which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runner {
    pub unit: Id,
    pub ud: i8,
    pub from: Onrush,
}

/// How a unit evades, once its die has fallen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flight {
    /// ADLG-EVA.2: the edge ahead of which it runs: its front after a free turn.
    pub toward: Edge,
    /// ADLG-EVA.4, ADLG-EVA.6: a wheel into the direction of the charge, then wheels, advances and a slide
    /// round what is in its way. It goes straight on with what is left.
    pub elements: Elements,
    /// ADLG-R62: whether it bursts through friends.
    pub burst: bool,
}

impl Step<Battle> for Runner {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let asks = battle.who(self.unit).says(&format!("evade {} UD: which way?", self.ud));
        (asks, &["ADLG-R95", "ADLG-EVA.5"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let flights = battle.flights(self.unit, self.from, self.ud.into(), battle.roles());
        out.extend(flights.into_iter().map(Action::Run));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        for toward in [Edge::Front, Edge::Left, Edge::Right, Edge::Rear] {
            for burst in [false, true] {
                out.push(Action::Run(Flight { toward, elements: Elements::new(), burst }));
            }
            let elements = [Element::Slide(Length::new(0.5))].into_iter().collect();
            out.push(Action::Run(Flight { toward, elements, burst: false }));
        }
    }
}

impl Deed<Battle> for Flight {
    type Plan = (Runner, Evaded);
    const VERBS: &'static [&'static str] = &["run"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let (edge, through) = (edge_word(self.toward), if self.burst { " through" } else { "" });
        let way = if self.elements.is_empty() {
            String::new()
        } else {
            format!(": {}", elements_text(&self.elements))
        };
        format!("run {edge}{through}{way}")
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let toward = words.edge()?;
        let burst = words.flag("through")?;
        let elements = words.tail().map_or(Ok(Elements::new()), read_elements)?;
        Ok(Flight { toward, elements, burst })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(Runner, Evaded), No> {
        let runner: Runner = battle.asked().ok_or(No::NotNow)?;
        let Runner { unit, ud, from } = runner;
        let evaded = battle.check_flight(unit, from, ud.into(), self, battle.roles())?;
        Ok((runner, evaded))
    }

    fn perform(
        &self,
        (runner, evaded): (Runner, Evaded),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.run_away(&runner, self, evaded, log);
        battle.after_run(runner.unit, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let way = if self.elements.is_empty() {
            "straight away".to_owned()
        } else {
            format!("{} and on", elements_text(&self.elements))
        };
        let burst = if self.burst { ", bursting through friends" } else { "" };
        let asked: Option<Runner> = battle.asked();
        battle.shown_as(by, asked.map(|it| it.unit), "Run", &format!("run {way}{burst}"))
    }
}

impl Battle {
    /// ADLG-R53: how far a unit evades from where it stands, before the die.
    pub(crate) fn evade(&self, id: Id) -> Evade {
        let ground = self.landscape.ground(&self.rect(id));
        Evade { allowance: ground.allowance(self.profile(id).kind).unwrap_or(0) }
    }

    /// ADLG-EVA.5: an evader throws. Its owner is asked for its way if there is more than one; the answer says whether
    /// he is.
    pub(crate) fn start_to_run(
        &mut self,
        id: Id,
        from: Onrush,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<bool> {
        let evade = self.evade(id);
        let face =
            evade.face(id.seat(), dice).about(|ask| format!("{} {}", self.name(id), ask.what))?;
        let half_bow = self.profile(id).has(Abilities::HALF_BOW);
        log.push(|| Event::EvadeThrown { unit: id, evade, face: face as u8, half_bow });
        let ud = evade.distance_ud(face);
        let roles = self.roles();
        let flights = self.flights(id, from, ud, roles);
        let Some(flight) = flights.first() else { return Ok(false) };
        let runner = Runner { unit: id, ud: ud as i8, from };
        if flights.len() > 1 || self.can_choose_flight(id, from.facing, ud) {
            self.lay(runner);
            return Ok(true);
        }
        if let Ok(evaded) = self.check_flight(id, from, ud, flight, roles) {
            self.run_away(&runner, flight, evaded, log);
        }
        Ok(false)
    }

    /// ADLG-EVA.4 to .6, ADLG-R97 to ADLG-R99: one evader runs.
    fn run_away(&mut self, runner: &Runner, flight: &Flight, evaded: Evaded, log: &mut Log<Event>) {
        let Runner { unit: id, ud, from } = *runner;
        let Evaded { pose, left_table, burst, stop } = evaded;
        log.push(|| Event::Evaded {
            unit: id,
            flight: flight.clone(),
            pose,
            left_table,
            stop,
            passages: self.flight_passages(id, from.facing, ud.into(), flight, &pose),
        });
        let unit = self.unit_mut(id);
        unit.pose = pose;
        unit.flags |= Flags::FLED;
        unit.flags.remove(Flags::STAKED);
        for friend in burst {
            log.push(|| Event::Burst { unit: friend, by: id });
            self.lose(friend, 1, log);
        }
        if left_table {
            self.unit_mut(id).place = Place::LeftTable;
            self.leave_with_commander(id, log);
        }
    }

    /// What goes on once an evader has run: the charge by itself, the pursuit, or nothing more (ADLG-R71).
    pub(crate) fn after_run(&mut self, unit: Id, log: &mut Log<Event>) {
        match self.top() {
            Some(Frame::Charge(_)) => {}
            Some(Frame::Overrun(overrun)) => {
                self.take();
                overrun.press_on(self, log);
            }
            _ => self.offer_to_face_about(unit.seat(), UnitSet::one(unit.number())),
        }
    }
}
