//! Squares (IMP-DF.10, IMP-SPC.49, IMP-R93, IMP-R94): shooters who shelter in a block of pikes, off the table.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, UnitSet,
    flow::{Deed, Shown, Stacked},
};
use acies_table::{Base, Edge, Pose};
use serde::{Deserialize, Serialize};

use super::going::Going;
use crate::{
    battle::{Battle, Id},
    command::discipline::Purpose,
    profile::{Kind, Missile, Traits},
    rulings::TOLERANCE,
    steps::Action,
    words::{
        events::{Event, How, Leg},
        notation::Reader,
        refusals::No,
    },
};

/// A phase into the Square of a friend, or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Square {
    Into(Id),
    Out,
}

/// What the check finds.
pub struct Plan {
    going: Going,
    unit: Id,
    /// Where it comes out.
    to: Option<Pose>,
}

impl Deed<Battle> for Square {
    type Plan = Plan;
    const VERBS: &'static [&'static str] = &["shelter", "emerge"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        match self {
            Square::Into(host) => format!("shelter {}", battle.key(*host)),
            Square::Out => "emerge".into(),
        }
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(if verb == "shelter" { Square::Into(words.unit()?) } else { Square::Out })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Plan, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let unit = going.alone().ok_or(No::Nobody)?;
        let barred = |rule| No::Barred { unit, rule };
        going.may_go(battle, false).map_err(barred)?;
        let to = match self {
            Square::Into(host) => {
                battle.may_shelter(unit, *host).map_err(barred)?;
                None
            }
            Square::Out if battle.unit(unit).profile.kind != Kind::S => {
                battle.may_pass_test(&going, Purpose::LeaveSquare).map_err(barred)?;
                Some(battle.way_out_of_square(unit).ok_or(barred("IMP-R93"))?)
            }
            Square::Out => Some(battle.way_out_of_square(unit).ok_or(barred("IMP-R93"))?),
        };
        Ok(Plan { going, unit, to })
    }

    fn perform(
        &self,
        Plan { going, unit, to }: Plan,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let units = UnitSet::one(unit.number());
        let movement = going.next_movement(battle);
        let drilled = battle.unit(unit).profile.kind == Kind::S;
        let purpose = match self {
            Square::Out if !drilled => Some(Purpose::LeaveSquare),
            _ => (going.phases > 0).then_some(Purpose::Move),
        };
        let passed = match purpose {
            Some(purpose) => {
                battle.test_discipline(going.seat, units, purpose, movement, dice, log)?
            }
            None => true,
        };
        if let Some(on) = battle.going_mut() {
            on.phases += 1;
            on.halted |= !passed && purpose == Some(Purpose::Move);
        }
        battle.piece_mut(unit).phases += 1;
        match (*self, to) {
            (Square::Into(host), _) => {
                let piece = battle.piece_mut(unit);
                (piece.square, piece.gone) = (Some(host.number()), true);
                log.push(|| Event::Sheltered { unit, host });
            }
            (Square::Out, Some(to)) if passed || purpose == Some(Purpose::Move) => {
                let from = battle.piece(unit).base().pose;
                let piece = battle.piece_mut(unit);
                (piece.square, piece.gone, piece.front) = (None, false, to);
                let to = piece.base().pose;
                log.push(|| Event::Went { legs: vec![Leg { unit, from, to }], how: How::Emerging });
            }
            // IMP-DF.10: nothing happens.
            _ => {}
        }
        if !passed && purpose == Some(Purpose::Move) {
            battle.disorder(unit, "IMP-DF.3", log);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked_units();
        let (shown, rules): (_, &[RuleId]) = match self {
            Square::Into(host) => {
                let does = format!("shelter in the Square of {}", battle.name(*host));
                let shown = Shown::new("Shelter", does);
                (
                    Shown { targets: vec![battle.key_of_piece(*host)], ..shown },
                    &["IMP-R93", "IMP-R94"],
                )
            }
            Square::Out => (Shown::new("Leave", "leave the Square"), &["IMP-DF.10", "IMP-R93"]),
        };
        Shown { who: Some(battle.names(by, units)), ..shown }.rules(rules)
    }
}

impl Battle {
    /// IMP-R93, IMP-R94: who touches the rear or a side of a Large Unit of pikes in order may shelter in it.
    fn may_shelter(&self, id: Id, host: Id) -> Result<(), RuleId> {
        use Missile::{ArquebusA, ArquebusB, Musket};
        let unit = self.unit(id);
        let shooters = matches!(unit.profile.missile, Some(ArquebusA | ArquebusB | Musket));
        let kind = unit.profile.kind == Kind::S || unit.profile.kind == Kind::T && shooters;
        if !kind
            || unit.commander
            || host.seat() != id.seat()
            || !self.is_there(host)
            || self.piece(id).gone
        {
            return Err("IMP-R93");
        }
        let block = self.unit(host);
        let pikes = block.profile.has(Traits::PIKE) && block.is_large() && !block.disordered;
        let [theirs, ours] = [self.rect(host), self.rect(id)];
        let edges = [Edge::Rear, Edge::Left, Edge::Right];
        let touches = edges.into_iter().any(|edge| theirs.touches_with(edge, &ours, TOLERANCE));
        if pikes && touches && !self.is_in_contact(id) { Ok(()) } else { Err("IMP-R93") }
    }

    /// IMP-R93: touching the block's rear, if that place is free.
    fn way_out_of_square(&self, id: Id) -> Option<Pose> {
        let host = Id::new(id.seat(), self.piece(id).square?);
        let rect = self.rect(host);
        let facing = self.piece(host).front.facing;
        let front = Pose::nearest(rect.middle(Edge::Rear), facing);
        let size = self.piece(id).size();
        let centre = front.at.vec() - facing.ahead() * (size.depth.get() / 2.0);
        let there = Base::new(Pose::nearest(centre, facing), size).rect();
        self.is_clear(id, &there).then_some(front)
    }

    pub(super) fn square_candidates(&self, id: Id, out: &mut Vec<Action>) {
        if self.piece(id).square.is_some() {
            out.extend(self.way_out_of_square(id).map(|_| Action::from(Square::Out)));
        } else if matches!(self.unit(id).profile.kind, Kind::S | Kind::T) {
            let hosts = self.standing(id.seat()).filter(|it| self.may_shelter(id, *it).is_ok());
            out.extend(hosts.map(|it| Action::from(Square::Into(it))));
        }
    }

    /// IMP-R93: who shelters in a block that routs, routs with it.
    pub(crate) fn lose_square(&mut self, host: Id, log: &mut acies_core::Log<Event>) {
        for number in 0..self.sides[host.seat()].pieces.len() as u8 {
            let id = Id::new(host.seat(), number);
            if self.piece(id).square == Some(host.number()) {
                self.piece_mut(id).square = None;
                log.push(|| Event::Removed { unit: id, rule: "IMP-R93" });
            }
        }
    }
}
