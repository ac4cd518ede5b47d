//! The END step, and who wins (LEG-R26, LEG-R118, LEG-R119, LEG-R153).

use acies_core::{Each, Id, Log, Outcome, Seat};
use acies_table::Length;

use crate::{
    battle::{Battle, LastMove, Marks, Place, Recruit, Status, Unit},
    troops::Formation,
    words::Event,
};

impl Battle {
    /// LEG-R118: the break points of an army at the start.
    pub fn break_points(&self, seat: Seat) -> u32 {
        self.setup.armies[seat].units.iter().map(Recruit::break_points).sum()
    }

    /// LEG-R118(b): what an army has lost, in half break points.
    pub fn lost_halves(&self, seat: Seat) -> u32 {
        let units = (0..).zip(&self.sides[seat].units).map(|(n, unit)| {
            let points = self.recruit(Id::new(seat, n)).break_points();
            match unit.status {
                // LEG-R153: pursuers who left the table are not lost.
                Status::LeftTable if unit.last_move == LastMove::Pursued => 0,
                Status::Destroyed | Status::LeftTable | Status::Routing => 2 * points,
                _ if unit.is.shaken => points,
                _ => 0,
            }
        });
        let leaders = self.sides[seat].leaders.iter().zip(&self.setup.armies[seat].leaders);
        let leaders = leaders
            .filter(|(it, _)| it.place == Place::Lost)
            .map(|(_, who)| if who.general { 4 } else { 2 });
        let camp = if self.sides[seat].camp_lost { 4 } else { 0 };
        units.sum::<u32>() + leaders.sum::<u32>() + camp
    }

    /// LEG-R118(c): an army breaks when its losses reach half of its break points.
    pub fn is_broken(&self, seat: Seat) -> bool {
        self.lost_halves(seat) >= self.break_points(seat)
    }

    /// LEG-R26: form-ups, recovery, marks and halts, at the end of a turn. Gives how the battle ended, if it did.
    pub fn end_turn(&mut self, log: &mut Log<Event>) -> Option<Outcome> {
        let all: Vec<Id> = self.all_units().map(|(id, _)| id).collect();
        let turn = self.turn;
        for unit in all {
            let engaged = self.is_engaged(unit);
            let it = self.unit_mut(unit);
            // LEG-R129: it fails if it evaded, broke, was shaken or came into contact.
            let disturbed = engaged
                || it.is.shaken
                || it.status != Status::Normal
                || it.marks.contains(Marks::FAST);
            if it.marks.contains(Marks::FORMING) && !disturbed {
                it.is.shape.formation = Formation::Line;
                log.push(|| Event::FormedUp { unit });
            }
            if it.is.recovers() && !it.is_routing() {
                it.is.shaken = false;
                log.push(|| Event::Recovered { unit });
            }
            it.marks &= Marks::LASTING;
            if it.halted_until <= turn {
                it.halted_until = 0;
                it.marks -= Marks::CRIPPLED;
            }
            if !engaged {
                // LEG-R84, LEG-R86: what belongs to a contact ends with it.
                it.marks -= Marks::CROSSED | Marks::NEW_CONTACT | Marks::WAS_CHARGED;
                it.impetus = None;
            }
            it.end_turn();
        }
        let lost = Seat::BOTH.map(|seat| self.lost_halves(seat));
        let of = Seat::BOTH.map(|seat| self.break_points(seat));
        log.push(|| Event::TurnEnded { turn, lost, of });
        self.outcome()
    }

    /// LEG-R118(d), (e), LEG-R119.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let broken = Each::of(|seat| self.is_broken(seat));
        let end =
            |winner, rule, how| Some(Outcome { winner, rule, how, by_limit: rule == "LEG-R119" });
        match broken.0 {
            [true, true] => end(self.ahead(0), "LEG-R118", "both armies break"),
            [true, false] => end(Some(Seat::Blue), "LEG-R118", "an army breaks"),
            [false, true] => end(Some(Seat::Red), "LEG-R118", "an army breaks"),
            [false, false] if self.turn >= self.setup.turns => {
                end(self.ahead(10), "LEG-R119", "night falls")
            }
            [false, false] => None,
        }
    }

    /// Who has lost the smaller share, by at least one such part of the whole; any part if it is 0.
    fn ahead(&self, part: u32) -> Option<Seat> {
        let [red, blue] =
            Seat::BOTH.map(|seat| (self.lost_halves(seat), 2 * self.break_points(seat).max(1)));
        // Shares are compared as fractions: r/R and b/B, in parts of R x B.
        let (r, b, whole) = (red.0 * blue.1, blue.0 * red.1, red.1 * blue.1);
        let least = if part == 0 { 1 } else { whole.div_ceil(part).max(1) };
        if b >= r + least {
            Some(Seat::Red)
        } else if r >= b + least {
            Some(Seat::Blue)
        } else {
            None
        }
    }
}

impl Unit {
    /// LEG-R26, LEG-R130: what it has done becomes its last move, with its whole displacement.
    fn end_turn(&mut self) {
        self.last_move = match (self.status, self.doing) {
            (Status::Routing, _) => LastMove::Routed,
            (Status::Retiring, _) => LastMove::Retired,
            (Status::Looting, _) => LastMove::Looted,
            (Status::Pursuing, _) => LastMove::Pursued,
            (_, LastMove::Moved { dice, .. }) => {
                let went = self.pose.at.vec() - self.began.vec();
                let ahead = Length::new(went.dot(self.pose.facing.ahead()));
                let right = Length::new(went.dot(self.rect().right()));
                let stood = (right, ahead) == (Length::ZERO, Length::ZERO);
                if stood { LastMove::Stood } else { LastMove::Moved { dice, right, ahead } }
            }
            (_, doing) => doing,
        };
        (self.doing, self.began) = (LastMove::Stood, self.pose.at);
        (self.aims_at, self.fled) = (None, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::tests::samples,
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    #[test]
    fn losses_are_counted_in_halves() {
        let mut here = samples();
        assert_eq!(
            (here.break_points(Seat::Red), here.break_points(Seat::Blue)),
            (20, 34),
            "LEG-R118"
        );
        here.unit_mut(red(3)).is.shake();
        assert_eq!(here.lost_halves(Seat::Red), 3, "LEG-R118(b): half of a shaken legion");
        here.unit_mut(red(3)).status = Status::Routing;
        assert_eq!(here.lost_halves(Seat::Red), 6, "LEG-R118(b)");
        here.unit_mut(red(1)).status = Status::LeftTable;
        assert_eq!(here.lost_halves(Seat::Red), 8, "LEG-R118(b)");
        here.unit_mut(red(1)).last_move = LastMove::Pursued;
        assert_eq!(here.lost_halves(Seat::Red), 6, "LEG-R153");
        here.sides[Seat::Red].leaders[1].place = Place::Lost;
        assert_eq!(here.lost_halves(Seat::Red), 10, "LEG-R118(b): the General");
        here.sides[Seat::Red].leaders[0].place = Place::Lost;
        here.sides[Seat::Red].camp_lost = true;
        assert_eq!(here.lost_halves(Seat::Red), 16, "LEG-R118(b): a leader, the camp");
        assert!(!here.is_broken(Seat::Red), "LEG-R118(c): 8 of 20");
        here.unit_mut(red(4)).is.shake();
        assert!(!here.is_broken(Seat::Red), "LEG-R118(c): 9.5 of 20");
        here.unit_mut(red(6)).is.shake();
        assert!(here.is_broken(Seat::Red), "LEG-R118(c): 10 of 20");
        let end = here.end_turn(&mut Log::Off).unwrap();
        assert_eq!(
            (end.winner, end.rule, end.by_limit),
            (Some(Seat::Blue), "LEG-R118", false),
            "LEG-R118(d)"
        );
    }

    #[test]
    fn night_falls_after_the_last_turn() {
        let stands = [
            (BAND, 10, 200.0, 100.0, 0.0),
            (BAND, 10, 400.0, 100.0, 0.0),
            (BAND, 10, 600.0, 100.0, 0.0),
            (BAND, 10, 800.0, 100.0, 0.0),
        ];
        let far = stands.map(|(id, bases, x, y, _)| (id, bases, x, 1200.0 - y, 180.0));
        let mut here = battle(&stands, &far);
        assert_eq!(here.end_turn(&mut Log::Off), None);
        here.turn = 18;
        assert_eq!(here.end_turn(&mut Log::Off).unwrap().winner, None, "LEG-R119: a draw");
        // A shaken band is 1.5 of 12: an eighth, at least one tenth.
        here.unit_mut(blue(0)).is.shake();
        let end = here.end_turn(&mut Log::Off).unwrap();
        assert_eq!((end.winner, end.by_limit), (Some(Seat::Red), true), "LEG-R119");
    }

    #[test]
    fn the_end_step_tidies_up() {
        let mut here = battle(
            &[(BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 700.0, 500.0, 0.0)],
            &[(BAND, 10, 700.0, 540.0, 180.0)],
        );
        for id in [red(0), red(1)] {
            here.unit_mut(id).is.unform();
            here.unit_mut(id).marks |= Marks::FORMING | Marks::SHOT | Marks::SHOT_AT;
        }
        here.unit_mut(red(0)).halted_until = 1;
        here.unit_mut(blue(0)).is.shake();
        here.unit_mut(blue(0)).is.dp = 4;
        here.end_turn(&mut Log::Off);
        assert!(here.unit(red(0)).is.shape.is_formed(), "LEG-R26, LEG-R50");
        assert!(!here.unit(red(1)).is.shape.is_formed(), "LEG-R129: in contact");
        assert_eq!(
            (here.unit(red(0)).marks, here.unit(red(0)).halted_until),
            (Marks::SHOT_AT, 0),
            "LEG-R26, LEG-R61"
        );
        assert!(
            !here.unit(blue(0)).is.shaken && here.unit(blue(0)).is.shape.is_unformed(),
            "LEG-R107"
        );
    }
}
