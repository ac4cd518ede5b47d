//! Reactions: to charges, shots and phases of the enemy, and what follows a fight.

use acies_core::{UnitSet, flow::Stacked};

use crate::{
    battle::{Battle, Id},
    cohesion::Ground,
    command::{bidding::Reroll, discipline::Purpose},
    melee::{Came, Fighter, Melee, Side, pursuing::Pursue},
    movement::{
        evading::EvadeOn,
        reacting::{Facing, Reply},
        seizing::By,
    },
    profile::Kind,
    shooting::volley::ShotAt,
    steps::{Action, Frame},
};

impl Battle {
    /// How good an answer is; what is not known here is as good as anything.
    pub(super) fn worth_of_answer(&self, action: &Action) -> f64 {
        match (self.top(), action) {
            (Some(Frame::Reroll(asked)), Action::Again(it)) => {
                f64::from(u8::from(self.best_again(&asked) == it.dice))
            }
            (Some(Frame::GiveAway(_)), Action::GiveAway(answer)) => {
                -f64::from(u8::from(answer.yes))
            }
            (Some(Frame::Facing(facing)), Action::Reply(reply)) => {
                self.worth_of_meeting(&facing, *reply)
            }
            (Some(Frame::ShotAt(shot)), Action::Reply(reply)) => {
                self.worth_under_fire(&shot, *reply)
            }
            (_, Action::Seize(seize)) => match seize.how {
                By::Shot => {
                    let shot = self.shot(seize.unit, seize.target, true, 0);
                    shot.map_or(-1.0, |shot| 0.01 + self.worth_of_shot(&shot, seize.target))
                }
                By::Charge { bonus } => {
                    let on_flank = self.is_behind_front(self.front(seize.unit), seize.target);
                    let worth =
                        self.worth_of_charge(seize.unit, seize.target, on_flank, Ground::Open);
                    worth + if bonus { 0.05 } else { 0.0 }
                }
            },
            (_, Action::Pursue(answer)) => match self.asked::<Pursue>() {
                Some(asked) if answer.yes => self.worth_of_pursuing(asked.unit),
                _ => 0.0,
            },
            (_, Action::EvadeOn(answer)) => match self.asked::<EvadeOn>() {
                Some(asked) if answer.yes => self.worth_of_fleeing(asked.unit),
                _ => 0.0,
            },
            (_, Action::Onward(answer)) => 0.1 * f64::from(u8::from(answer.yes)),
            (_, Action::Fight(fight)) => self.worth_of_fighting(fight.unit, fight.enemy),
            _ => 0.0,
        }
    }

    /// IMP-R16: the dice that most likely win.
    fn best_again(&self, asked: &Reroll) -> crate::command::initiative::Again {
        let (ours, theirs) = (asked.seat, asked.seat.other());
        let Some(throws) = asked.bidding.throws else {
            return crate::command::initiative::Again::Neither;
        };
        let bids = [ours, theirs].map(|seat| self.bid(seat, asked.bidding.command(seat)));
        // Nobody is to be beaten if the other side has no Command left.
        let against = asked.bidding.command(theirs).map_or(0, |_| bids[1].total(throws[theirs]));
        bids[0].best_again(throws[ours], against)
    }

    /// What it is worth to meet a charge so.
    fn worth_of_meeting(&self, facing: &Facing, reply: Reply) -> f64 {
        let (unit, charger) = (facing.unit, facing.charger);
        let it = self.unit(unit);
        let on_flank = self.is_behind_front(self.front(charger), unit);
        let stand = match it.profile.kind {
            // IMP-R52, IMP-R53: they do not fight.
            Kind::S | Kind::Art => -self.stake(unit),
            _ => {
                -self.worth_of_charge(charger, unit, on_flank, Ground::Open)
                    - self.risk_of_commander(unit)
            }
        };
        let alone = UnitSet::one(unit.number());
        let passes = |purpose: Purpose| {
            let needs = facing.may(self, reply) == Ok(true);
            if needs { self.chance_to_pass(unit.seat(), alone, purpose, 0) } else { 1.0 }
        };
        match reply {
            Reply::Stand => stand,
            Reply::Shoot => {
                let shot = self.returns_shot(&ShotAt::new(charger, unit));
                stand + shot.map_or(0.0, |shot| self.worth_of_shot(&shot, charger))
            }
            Reply::Evade => {
                let passes = passes(Purpose::Evade);
                passes * -0.15 + (1.0 - passes) * stand
            }
            Reply::Counter => {
                let passes = passes(Purpose::CounterCharge);
                let met = self.worth_of_countering(unit, charger);
                passes * (met - self.risk_of_commander(unit)) + (1.0 - passes) * (stand - 0.3)
            }
        }
    }

    /// Both have moved into contact.
    fn worth_of_countering(&self, unit: Id, charger: Id) -> f64 {
        let side =
            |id: Id, came: Came| Side::alone(Fighter { came, ..Fighter::plain(*self.unit(id)) });
        let melee =
            Melee { sides: [side(unit, Came::CounterCharged), side(charger, Came::Charged)] };
        melee.worth([self.stake(unit), self.stake(charger)])
    }

    fn worth_under_fire(&self, asked: &ShotAt, reply: Reply) -> f64 {
        match reply {
            Reply::Shoot => {
                let shot = self.returns_shot(asked);
                shot.map_or(0.0, |shot| 0.02 + self.worth_of_shot(&shot, asked.shooter))
            }
            // It spares a die, and gives up the place.
            Reply::Evade => {
                if self.unit(asked.target).vbu() <= 2 {
                    0.05
                } else {
                    -0.05
                }
            }
            Reply::Stand | Reply::Counter => 0.0,
        }
    }

    /// IMP-PUR.2: who is weak, or would leave friends that still fight, stays.
    fn worth_of_pursuing(&self, id: Id) -> f64 {
        let unit = self.unit(id);
        if unit.is_half_lost() || unit.disordered && !unit.profile.kind.is_mounted() {
            -0.1
        } else {
            0.2
        }
    }

    /// IMP-MOV.20: whether being Disordered is better than being caught.
    fn worth_of_fleeing(&self, id: Id) -> f64 {
        if self.unit(id).profile.kind == Kind::S { 1.0 } else { 0.1 }
    }
}
