//! Turns (RULES.md 2, T0 to T5; IMP-VIC.4, IMP-R28, IMP-R69, IMP-R108, IMP-R123).

use acies_core::{
    Dice, Each, Log, Rolled, Sealed, Seat, UnitSet,
    flow::{Stacked, Step},
};

use crate::{
    battle::{Battle, Id},
    steps::Frame,
    victory,
    words::events::Event,
};

/// One Turn after another: nobody decides it. It lies below what happens in a Turn.
pub struct Turns;

impl Step<Battle> for Turns {
    /// T4: nominations, as long as somebody has a Command to activate; then T5.
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if Seat::BOTH.into_iter().any(|seat| battle.free_commands(seat).next().is_some()) {
            battle.lay(Frame::Turns);
            battle.lay(Frame::Nominate);
            battle.nominate_the_only_ones();
        } else {
            battle.end_turn(log);
        }
        Ok(())
    }
}

impl Battle {
    /// Lays down what begins the first Turn, on a stack with nothing on it.
    pub fn begin_turns(&mut self) {
        self.lay(Frame::Turns);
        self.lay(Frame::Nominate);
        self.nominate_the_only_ones();
    }

    /// T5: routs of Commands, the defeat of an army, the last Turn; else a new Turn.
    fn end_turn(&mut self, log: &mut Log<Event>) {
        for seat in Seat::BOTH {
            self.rout_commands(seat, log);
        }
        let losses = Each::of(|seat| self.losses(seat));
        let over = victory::outcome(&losses, self.turn >= self.setup.turns);
        log.push(|| Event::TurnEnded {
            turn: self.turn,
            sums: Box::new(losses.0.map(|it| it.sum())),
            over: over.map(|it| (it.winner, it.rule, it.how)),
        });
        if over.is_some() {
            return;
        }
        self.turn += 1;
        self.begin_turn();
        self.lay(Frame::Turns);
        log.push(|| Event::TurnBegan { turn: self.turn });
    }

    /// IMP-R28: T0.
    fn begin_turn(&mut self) {
        for seat in Seat::BOTH {
            for piece in &mut self.sides[seat].pieces {
                (piece.activated, piece.shot, piece.tried_to_recover) = (false, false, false);
                piece.phases = 0;
            }
            for command in &mut self.sides[seat].commands {
                command.activated = false;
            }
        }
        self.nominated = Each::of(|_| Sealed::Nothing);
    }

    /// IMP-VIC.2, IMP-R17, IMP-R68, IMP-R69, IMP-R123: Commands that have lost half of their VD, or that are marked, rout:
    /// all their Units are removed and count.
    fn rout_commands(&mut self, seat: Seat, log: &mut Log<Event>) {
        for command in 0..self.sides[seat].commands.len() as u8 {
            let units = self.command_units(seat, command);
            let standing = units.iter().any(|it| self.is_left(Id::new(seat, it)));
            let (lost, start) = self.command_vd(seat, units);
            let marked = self.sides[seat].commands[usize::from(command)].routing;
            if !standing {
                self.capture_who_is_alone(seat, command, log);
            } else if marked || victory::command_routs(lost, start) {
                for number in units {
                    let piece = self.piece_mut(Id::new(seat, number));
                    (piece.gone, piece.square) = (true, None);
                }
                self.sides[seat].commands[usize::from(command)].commander = None;
                log.push(|| Event::CommandRouted { seat, command, lost, start, marked });
                self.shake_others(seat, command);
            }
        }
    }

    /// On the table, or in a Square (IMP-R93).
    fn is_left(&self, id: Id) -> bool {
        !self.piece(id).gone || self.piece(id).square.is_some()
    }

    /// IMP-R123: the Commander of a Command that has no Unit left.
    fn capture_who_is_alone(&mut self, seat: Seat, command: u8, log: &mut Log<Event>) {
        let of = &mut self.sides[seat].commands[usize::from(command)];
        if of.commander.take().is_some() {
            log.push(|| Event::CommanderStranded { seat, command });
        }
    }

    /// IMP-R17: what the Cowards among the other Commanders have seen.
    fn shake_others(&mut self, seat: Seat, command: u8) {
        for (other, of) in (0..).zip(&mut self.sides[seat].commands) {
            of.shaken |= other != command;
        }
    }

    /// The Units that a Command began with.
    pub fn command_units(&self, seat: Seat, command: u8) -> UnitSet {
        let all = (0..).zip(&self.sides[seat].pieces);
        all.filter(|(_, it)| it.command == command).map(|(number, _)| number).collect()
    }

    /// IMP-R69: the VD that Units have lost, and that they began with.
    fn command_vd(&self, seat: Seat, units: UnitSet) -> (u32, u32) {
        let began =
            |id: Id| (0..self.unit(id).began).map(|it| u32::from(self.vd(id, it))).sum::<u32>();
        let each = units.ids(seat).map(|id| (self.lost_vd(id), began(id)));
        each.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1))
    }

    /// IMP-R15, IMP-R123: the Commands of a side that can still be activated this Turn.
    pub fn free_commands(&self, seat: Seat) -> impl Iterator<Item = u8> + '_ {
        let army = &self.sides[seat];
        let has_units = move |command: u8| {
            army.pieces.iter().any(|it| it.command == command && (!it.gone || it.square.is_some()))
        };
        let all = (0..).zip(&army.commands).filter(|(_, it)| !it.activated);
        all.map(|(command, _)| command).filter(move |command| has_units(*command))
    }
}
