//! The contract: a battle as everybody else sees it.

use acies_core::{Dice, Game, Log, Outcome, Pending, Rolled, Seat, Seats, Viewer};

use crate::{
    action::Action,
    battle::{Battle, Carrier, EndedBy, Frame},
    leaders::rides::Errand,
    setup::{Prepare, Step},
    units::{Id, UnitSet},
    words::{events::Event, refusals::No},
};

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = No;

    fn pending(&self) -> Pending {
        if let Some(ending) = self.ending {
            return Pending::Over(Outcome {
                winner: ending.winner,
                rule: ending.rule(),
                how: ending.words(),
                by_limit: matches!(ending.how, EndedBy::Limit | EndedBy::Quiet),
            });
        }
        Pending::Decide(self.deciders())
    }

    fn candidates(&self, by: Seat, out: &mut Vec<Action>) {
        if self.ending.is_none() && self.deciders().has(by) {
            self.list_candidates(by, out);
        }
    }

    fn any(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        self.any_candidate(by, chance, room)
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if self.ending.is_none() && self.deciders().has(by) {
            self.list_attempts(by, out);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.ending.is_some() {
            return Err(No::Over);
        }
        // AV-R25: at any time.
        if *action == Action::Resign {
            return Ok(());
        }
        if !self.deciders().has(by) {
            return Err(No::NotYourDecision);
        }
        self.check_numbers(by, action)?;
        self.judge(by, action)
    }

    fn perform(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.perform_action(by, action, dice, log)
    }

    /// Nothing is hidden once armies are deployed.
    fn view(&self, viewer: Viewer) -> Self {
        self.veiled(viewer)
    }

    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        self.unveiled(seat, dice)
    }
}

impl Battle {
    /// Who decides; both at once while they deploy (S4).
    pub fn deciders(&self) -> Seats {
        match self.frame() {
            Frame::Prepare(Step::Deploy) => self.deploying(),
            frame => frame.seat().into(),
        }
    }

    /// What is being decided.
    pub fn frame(&self) -> Frame {
        *self.stack.last().expect("somebody decides until the battle is over")
    }

    /// Whether all units and leaders that are named exist.
    fn check_numbers(&self, by: Seat, action: &Action) -> Result<(), No> {
        let unit = |seat: Seat, number: u8| {
            let exists = usize::from(number) < self.sides[seat].units.len();
            if exists { Ok(()) } else { Err(No::NoSuchUnit { number }) }
        };
        let units =
            |seat: Seat, named: UnitSet| named.last().map_or(Ok(()), |last| unit(seat, last));
        let leader = |number: u8| {
            let exists = usize::from(number) < self.sides[by].leaders.len();
            if exists { Ok(()) } else { Err(No::NoSuchLeader { number }) }
        };
        match *action {
            Action::Test { units: named, .. } => units(by, named),
            Action::Redress { unit: number }
            | Action::Pivot { unit: number, .. }
            | Action::Prepare(
                Prepare::Place { unit: number, .. } | Prepare::Order { unit: number, .. },
            )
            | Action::FallBack { unit: number, .. } => unit(by, number),
            Action::Prepare(Prepare::Arrange { unit: number, beside, .. }) => {
                unit(by, number)?;
                units(by, beside)
            }
            Action::Move { unit: number, push, .. } => {
                unit(by, number)?;
                units(by.other(), push)
            }
            Action::Ride { leader: number, .. }
            | Action::Prepare(Prepare::Post { leader: number, .. }) => leader(number),
            Action::Attach { leader: number, unit: joined } => {
                leader(number)?;
                unit(by, joined)
            }
            Action::Shoot { unit: number, target: enemy }
            | Action::Fight { unit: number, enemy } => {
                unit(by, number)?;
                unit(by.other(), enemy)
            }
            Action::Join { unit: number, friend } => {
                unit(by, number)?;
                unit(by, friend)
            }
            Action::Prepare(Prepare::Carry { by: carrier, .. }) => match carrier {
                Carrier::Unit(number) => unit(by, number),
                Carrier::Leader(number) => leader(number),
            },
            Action::Begin
            | Action::Prepare(Prepare::Lay { .. } | Prepare::Deploy(_) | Prepare::EndDeploying)
            | Action::Play { .. }
            | Action::EndOrders
            | Action::EndMoves
            | Action::EndLeaders
            | Action::EndShooting
            | Action::Lend { .. }
            | Action::Reroll { .. }
            | Action::Retreat { .. }
            | Action::FollowUp { .. }
            | Action::Resign => Ok(()),
        }
    }

    fn judge(&self, by: Seat, action: &Action) -> Result<(), No> {
        let id = |unit: u8| Id::new(by, unit);
        let enemy = |unit: u8| Id::new(by.other(), unit);
        let table = self.table();
        match (self.frame(), action) {
            (Frame::Begin | Frame::Prepare(Step::Begin), Action::Begin)
            | (Frame::Initiative(_), Action::Play { .. })
            | (Frame::Orders(_), Action::EndOrders)
            | (Frame::Leaders(_), Action::EndLeaders)
            | (Frame::Targets(_), Action::EndShooting)
            | (Frame::Lend { .. }, Action::Lend { .. })
            | (Frame::Reroll { .. }, Action::Reroll { .. })
            | (Frame::FollowUp { .. }, Action::FollowUp { .. }) => Ok(()),
            (Frame::Prepare(step), Action::Prepare(prepare)) => {
                self.judge_preparation(by, step, prepare)
            }
            (Frame::Orders(_), &Action::Test { units, order }) => {
                table.check_test(by, units, order).map(|_| ())
            }
            (Frame::Orders(_), &Action::Redress { unit }) => table.check_redress(id(unit)),
            (Frame::Moves(_), &Action::Pivot { unit, facing }) => {
                table.check_pivot(id(unit), facing)
            }
            (Frame::Moves(_), Action::Move { unit, steps, push }) => {
                table.check_move(id(*unit), steps, *push).map(|_| ())
            }
            (Frame::Moves(_), Action::FallBack { unit, back }) => {
                table.check_back(id(*unit), back).map(|_| ())
            }
            (Frame::Moves(_), Action::EndMoves) => {
                match table.standing(by).find(|&id| table.must_move(id)) {
                    Some(unit) => Err(No::MustMove { unit }),
                    None => Ok(()),
                }
            }
            (Frame::Leaders(_), &Action::Ride { leader, to }) => {
                table.check_ride(by, leader, to, Errand::OwnMove)
            }
            (Frame::Leaders(_), &Action::Attach { leader, unit }) => {
                table.check_attach(by, leader, unit, Errand::OwnMove)
            }
            (Frame::Escape { leader: met, .. }, &Action::Ride { leader, to }) if met == leader => {
                table.check_ride(by, leader, to, Errand::Escape)
            }
            (Frame::Escape { leader: met, .. }, &Action::Attach { leader, unit })
                if met == leader =>
            {
                table.check_attach(by, leader, unit, Errand::Escape)
            }
            (Frame::Targets(_), &Action::Shoot { unit, target }) => {
                self.check_shot(id(unit), enemy(target))
            }
            (Frame::Name(_), &Action::Fight { unit, enemy: other }) => {
                self.check_fight(id(unit), enemy(other))
            }
            (Frame::Substitute { against, .. }, &Action::Fight { unit, enemy: other }) => {
                if enemy(other) == against {
                    self.check_fight(id(unit), against)
                } else {
                    Err(No::NotThatFight { unit: enemy(other) })
                }
            }
            (Frame::Join { unit: joins }, &Action::Join { unit, friend }) if joins == id(unit) => {
                self.check_join(joins, friend)
            }
            (Frame::Retreat { unit }, &Action::Retreat { heading, distance, turned }) => {
                self.check_retreat(unit, heading, distance, turned)
            }
            _ => Err(No::NotNow),
        }
    }

    /// AV-R64: one target a unit.
    fn check_shot(&self, unit: Id, target: Id) -> Result<(), No> {
        if !self.unit(unit).is_there() {
            return Err(No::NotOnTable { unit });
        }
        if self.aimed.iter().any(|it| it.unit == unit) {
            return Err(No::AimsAlready { unit });
        }
        let shot = self.table().shot(unit, target);
        shot.map(|_| ()).map_err(|why| No::NotATarget { unit, target, why })
    }
}
