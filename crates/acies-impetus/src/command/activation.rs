//! The activation of a Command (RULES.md 2, T3; IMP-R23, IMP-R36, IMP-R56, IMP-R98, IMP-R99): one Unit or Group after
//! another, and which of them must be activated.

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Id, UnitSet},
    movement::going::{Duty, Going},
    profile::Kind,
    steps::Action,
    words::{events::Event, notation::Reader, refusals::No},
};

/// A Command is active, until its owner ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    pub seat: Seat,
    pub command: u8,
    /// IMP-R20: its Commander has moved.
    pub led: bool,
}

impl Activation {
    /// IMP-R23: those that are not activated yet.
    pub fn left(self, battle: &Battle) -> impl Iterator<Item = Id> + '_ {
        let all = (0..).zip(&battle.sides[self.seat].pieces);
        // IMP-R93: who is in a Square is activated as well.
        let mine = all.filter(move |(_, it)| {
            it.command == self.command && !it.activated && (!it.gone || it.square.is_some())
        });
        mine.map(move |(number, _)| Id::new(self.seat, number))
    }
}

impl Step<Battle> for Activation {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        self.left(battle).next().is_none()
    }

    /// Nobody is left to activate.
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        battle.end_activation(self, log);
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = battle.command_name(self.seat, self.command);
        (format!("{name}: which Unit or Group is activated?"), &["IMP-R23"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        if battle.duty_left(self).is_none() {
            out.push(Action::EndActivation);
        }
        let may = |units: &UnitSet| battle.may_activate(self, *units).is_ok();
        let singles = self.left(battle).map(|id| UnitSet::one(id.number()));
        out.extend(singles.filter(may).map(|units| Action::from(Activate { units })));
        out.extend(battle.groups(self).filter(may).map(|units| Action::from(Activate { units })));
        battle.lead_candidates(self, by, out);
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        // One Unit is as good as another: a few are tried before all are looked at.
        let left = self.left(battle).fold(UnitSet::NONE, |all, it| all.with(it.number()));
        for _ in 0..4 {
            let unit = left.nth(chance.number(left.len())).expect("somebody is left");
            let grouped = chance.number(3) == 0;
            let units = if grouped {
                battle.group_of(self, Id::new(self.seat, unit))
            } else {
                UnitSet::one(unit)
            };
            if battle.may_activate(self, units).is_ok() {
                return Activate { units }.into();
            }
        }
        acies_core::one_of_all(battle, by, chance, room)
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndActivation);
        out.extend(
            self.left(battle).map(|id| Action::from(Activate { units: UnitSet::one(id.number()) })),
        );
    }

    fn fits(&self, battle: &Battle) -> bool {
        usize::from(self.command) < battle.sides[self.seat].commands.len()
    }
}

/// Activates a Unit, or several as a Group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activate {
    pub units: UnitSet,
}

impl Deed<Battle> for Activate {
    type Plan = Activation;
    const VERBS: &'static [&'static str] = &["activate"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        format!("activate {}", battle.keys(by, self.units))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Activate { units: words.units()? })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Activation, No> {
        let asked = battle.asked().ok_or(No::NotNow)?;
        battle.may_activate(&asked, self.units)?;
        Ok(asked)
    }

    /// It is known to be allowed.
    fn trust(&self, battle: &Battle, _: Seat) -> Activation {
        battle.asked().expect("it was checked")
    }

    fn perform(
        &self,
        asked: Activation,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let seat = asked.seat;
        for number in self.units {
            let piece = battle.piece_mut(Id::new(seat, number));
            // IMP-R27: Opportunity ends at the next activation.
            (piece.activated, piece.waiting) = (true, false);
        }
        log.push(|| Event::Activated { seat, units: self.units });
        let duty = battle.duty(seat, self.units);
        battle.lay(Going { duty, ..Going::new(battle, seat, self.units) });
        if duty == Some(Duty::Baggage) {
            battle.spare_baggage(dice, log)?;
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let pieces = self.units.ids(by).map(|id| battle.key_of_piece(id)).collect();
        let names = battle.names(by, self.units);
        Shown { units: pieces, ..Shown::new("Activate", format!("activate {names}")) }
            .rules(&["IMP-R23"])
    }

    /// Of a Unit in contact that can only fight.
    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        Deed::check(self, battle, by).ok()?;
        Some(battle.round_forecast(&battle.fight_of(by, self.units)?, None))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let melee = was.fight_of(by, self.units)?;
        Some(was.round_forecast(&melee, Some(Event::round_of(events, melee.units))))
    }
}

/// Ends the activation of the Command.
pub struct EndActivation;

impl Deed<Battle> for EndActivation {
    type Plan = Activation;
    const VERBS: &'static [&'static str] = &["end"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "end".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndActivation)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Activation, No> {
        let asked = battle.asked().ok_or(No::NotNow)?;
        match battle.duty_left(&asked) {
            Some((unit, rule)) => Err(No::Duty { unit, rule }),
            None => Ok(asked),
        }
    }

    fn perform(
        &self,
        asked: Activation,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.take();
        battle.end_activation(&asked, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let name = battle
            .asked::<Activation>()
            .map_or("the Command", |it| battle.command_name(by, it.command));
        Shown::new("End", format!("end the activation of {name}")).rules(&["IMP-R23"])
    }

    fn instead(&self, battle: &Battle, _: Seat, no: &No) -> Option<Action> {
        match no {
            No::Duty { unit, .. } => {
                battle.asked::<Activation>()?;
                Some(Activate { units: UnitSet::one(unit.number()) }.into())
            }
            _ => None,
        }
    }
}

impl Battle {
    fn end_activation(&mut self, of: &Activation, log: &mut Log<Event>) {
        self.sides[of.seat].commands[usize::from(of.command)].activated = true;
        log.push(|| Event::CommandDone { seat: of.seat, command: of.command });
    }

    /// U1: the melee of a Unit in contact that has no other choice.
    fn fight_of(&self, seat: Seat, units: UnitSet) -> Option<crate::melee::fighting::Melee> {
        let [id] = units.ids(seat).collect::<Vec<_>>()[..] else { return None };
        let bound = self.is_in_contact(id) && self.disengaging(id).is_err();
        if bound { self.only_melee(seat, units) } else { None }
    }

    /// IMP-R23, IMP-R36: whether Units may be activated together.
    fn may_activate(&self, of: &Activation, units: UnitSet) -> Result<(), No> {
        let count = self.sides[of.seat].pieces.len() as u8;
        let Some(first) = units.first() else { return Err(No::Nobody) };
        if units.last().is_some_and(|last| last >= count) {
            return Err(No::Nobody);
        }
        for id in units.ids(of.seat) {
            let piece = self.piece(id);
            if piece.gone && (piece.square.is_none() || units.len() > 1) {
                return Err(No::Gone { unit: id });
            }
            if piece.command != of.command {
                return Err(No::Barred { unit: id, rule: "IMP-R23" });
            }
            if piece.activated {
                return Err(No::Done { unit: id });
            }
        }
        let first = Id::new(of.seat, first);
        if units.len() > 1 {
            return self.group(of.seat, units).map_err(|rule| No::NoGroup { first, rule });
        }
        if self.is_in_contact(first) && !self.may_fight(first) && self.disengaging(first).is_err() {
            return Err(No::Barred { unit: first, rule: "IMP-R56" });
        }
        Ok(())
    }

    /// IMP-R23: a Unit that must be activated before the Command is done, and the rule.
    fn duty_left(&self, of: &Activation) -> Option<(Id, RuleId)> {
        of.left(self).find_map(|id| self.must_act(id).map(|rule| (id, rule)))
    }

    /// IMP-R23, IMP-MOV.21, IMP-DF.11: the rule by which a Unit must be activated.
    fn must_act(&self, id: Id) -> Option<RuleId> {
        if self.may_fight(id) {
            return Some("IMP-R23");
        }
        match self.duty(id.seat(), UnitSet::one(id.number()))? {
            Duty::Advance => Some("IMP-MOV.21"),
            Duty::Baggage => Some("IMP-DF.11"),
        }
    }

    /// IMP-R36: the Groups that Units left to activate form, each as large as it can be.
    fn groups<'a>(&'a self, of: &'a Activation) -> impl Iterator<Item = UnitSet> + 'a {
        let mut seen = UnitSet::NONE;
        of.left(self).filter_map(move |id| {
            if seen.has(id.number()) {
                return None;
            }
            let group = self.group_of(of, id);
            seen = seen | group;
            (group.len() > 1).then_some(group)
        })
    }

    /// IMP-R36: a Unit with all that may be activated with it: those that hang together with it, one by one.
    fn group_of(&self, of: &Activation, id: Id) -> UnitSet {
        let mut group = UnitSet::one(id.number());
        if self.unit(id).may_be_grouped(self.is_in_contact(id)).is_err() {
            return group;
        }
        let mut last = UnitSet::NONE;
        while last != group {
            last = group;
            for other in of.left(self).filter(|it| !last.has(it.number())) {
                let fits = |it: Id| self.unit(it).may_be_grouped_with(self.unit(other)).is_ok();
                let joined = group.ids(of.seat).any(|it| self.stand_joined(it, other));
                if joined
                    && self.unit(other).may_be_grouped(false).is_ok()
                    && group.ids(of.seat).all(fits)
                    && !self.is_in_contact(other)
                {
                    group = group.with(other.number());
                }
            }
        }
        group
    }

    /// IMP-MOV.21, IMP-DF.11, IMP-R98, IMP-R99: what a Unit or a Group must do when it is activated.
    fn duty(&self, seat: Seat, units: UnitSet) -> Option<Duty> {
        if units.ids(seat).any(|id| self.is_in_contact(id)) {
            return None;
        }
        if units.ids(seat).any(|id| self.bound_to(id).is_some()) {
            return Some(Duty::Advance);
        }
        let lured = units.len() == 1 && units.ids(seat).any(|id| self.baggage_near(id).is_some());
        lured.then_some(Duty::Baggage)
    }

    /// IMP-R53: baggage is in no Command.
    pub fn is_baggage(&self, id: Id) -> bool {
        self.unit(id).profile.kind == Kind::Baggage
    }

    /// Its address among the pieces of the scene.
    pub fn key_of_piece(&self, id: Id) -> String {
        format!("{}/{}", id.seat(), self.key(id))
    }
}
