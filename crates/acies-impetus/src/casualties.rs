//! Losses, Disorder and routs as they happen (RULES.md 3.4, 3.18, 3.19; IMP-R40, IMP-R66, IMP-R67, IMP-R122).

use acies_core::{Log, RuleId, Seat};

use crate::{
    battle::{Battle, Id, UnitSet},
    cohesion::{CohesionTest, Tested},
    words::events::Event,
};

impl Battle {
    /// IMP-DIS.8, IMP-SPC.9: a Unit is Disordered by a rule, and loses Opportunity.
    pub(crate) fn disorder(&mut self, id: Id, rule: RuleId, log: &mut Log<Event>) {
        let piece = self.piece_mut(id);
        let was = piece.unit.disordered;
        piece.unit.disorder();
        if piece.unit.disordered && !was {
            piece.waiting = false;
            log.push(|| Event::Disordered { unit: id, rule });
        }
    }

    /// A permanent loss without a test; who has nothing left routs, without an effect on those behind (IMP-R66).
    pub(crate) fn harm(&mut self, id: Id, losses: u8, rule: RuleId, log: &mut Log<Event>) {
        self.piece_mut(id).unit.lose(losses);
        log.push(|| Event::Harmed { unit: id, losses, rule });
        if self.unit(id).is_destroyed() {
            self.remove(id, "IMP-ROU.1", log);
        }
    }

    /// What a cohesion test does to the Unit that took it, but for its rout (IMP-R122): losses, then Disorder.
    pub(crate) fn suffer(
        &mut self,
        id: Id,
        test: &CohesionTest,
        tested: Tested,
        log: &mut Log<Event>,
    ) {
        log.push(|| Event::CohesionTested {
            unit: id,
            damage: test.damage,
            sum: Box::new(test.sum()),
            tested,
            rule: test.rule(tested),
        });
        let piece = self.piece_mut(id);
        piece.unit.lose(tested.losses);
        piece.unit.disorder();
        if piece.unit.disordered {
            piece.waiting = false;
        }
    }

    /// IMP-ROU.4: a Unit is taken off the table.
    pub(crate) fn remove(&mut self, id: Id, rule: RuleId, log: &mut Log<Event>) {
        let piece = self.piece_mut(id);
        if piece.gone {
            return;
        }
        piece.gone = true;
        piece.waiting = false;
        piece.hit_on_flank = UnitSet::NONE;
        log.push(|| Event::Removed { unit: id, rule });
        self.part(id);
        self.lose_square(id, log);
    }

    /// IMP-ROU.3, IMP-R66: friends directly behind a Unit that routs in melee are Disordered and lose 1 VBU.
    pub(crate) fn shake_those_behind(&mut self, id: Id, log: &mut Log<Event>) {
        if !self.unit(id).shakes_those_behind() {
            return;
        }
        for number in self.behind(id) {
            let friend = Id::new(id.seat(), number);
            if self.is_baggage(friend) {
                continue;
            }
            self.disorder(friend, "IMP-ROU.3", log);
            self.harm(friend, 1, "IMP-ROU.3", log);
        }
    }

    /// IMP-R46: contact with a flank or rear lasts while the bases touch. To be called when a base has left its place.
    pub(crate) fn part(&mut self, id: Id) {
        let lasts = |battle: &Battle, mover: Id, of: Id| {
            !battle.piece(mover).gone && battle.touch(mover, of)
        };
        for number in self.piece(id).hit_on_flank {
            let mover = Id::new(id.seat().other(), number);
            if !lasts(self, mover, id) {
                let piece = self.piece_mut(id);
                piece.hit_on_flank = piece.hit_on_flank.without(number);
            }
        }
        for number in 0..self.sides[id.seat().other()].pieces.len() as u8 {
            let of = Id::new(id.seat().other(), number);
            if self.piece(of).hit_on_flank.has(id.number()) && !lasts(self, id, of) {
                let piece = self.piece_mut(of);
                piece.hit_on_flank = piece.hit_on_flank.without(id.number());
            }
        }
    }

    /// How many Units of a side are on the table.
    pub fn count_standing(&self, seat: Seat) -> usize {
        self.standing(seat).count()
    }
}
