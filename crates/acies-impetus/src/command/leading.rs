//! Where Commanders are and go (IMP-R20, IMP-R22): with a Unit or alone; what becomes of one whose Unit is gone.

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
};
use acies_table::{Edge, Point, Segment};
use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::activation::Activation;
use crate::{
    battle::{Battle, Id, Post},
    rulings::{LEAD_U, TOLERANCE, ZOC_U},
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// The Commander of the active Command goes elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    pub to: Post,
}

impl Deed<Battle> for Lead {
    type Plan = Activation;
    const VERBS: &'static [&'static str] = &["lead"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        match self.to {
            Post::With(unit) => format!("lead {}", battle.key(Id::new(by, unit))),
            Post::At(at) => format!("lead alone {} {}", at.x, at.y),
        }
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let to = if words.flag("alone") {
            Post::At(Point { x: words.length()?, y: words.length()? })
        } else {
            Post::With(words.unit()?.number())
        };
        Ok(Lead { to })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Activation, No> {
        let asked: Activation = battle.asked().ok_or(No::NotNow)?;
        battle.may_lead(by, &asked, self.to)?;
        Ok(asked)
    }

    fn perform(
        &self,
        asked: Activation,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.post(asked.seat, asked.command, self.to);
        if let Some(Frame::Activation(on)) = battle.stack.last_mut() {
            on.led = true;
        }
        log.push(|| Event::Led { seat: asked.seat, command: asked.command, post: self.to });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (does, targets) = match self.to {
            Post::With(unit) => {
                let id = Id::new(by, unit);
                (format!("join {}", battle.name(id)), vec![battle.key_of_piece(id)])
            }
            Post::At(at) => (format!("ride alone to {}, {}", at.x, at.y), Vec::new()),
        };
        let who = battle.asked::<Activation>();
        let who = who.map(|it| format!("the Commander of {}", battle.command_name(by, it.command)));
        Shown { who, targets, ..Shown::new("Move", does) }.rules(&["IMP-R20"])
    }
}

impl Battle {
    /// Where a Commander is.
    pub fn commander_at(&self, seat: Seat, command: u8) -> Option<DVec2> {
        let of = self.sides[seat].commands.get(usize::from(command))?;
        of.commander?;
        Some(match of.post {
            Post::With(unit) => self.rect(Id::new(seat, unit)).centre(),
            Post::At(at) => at.vec(),
        })
    }

    /// IMP-R20: at most 20 U in a straight line, not across an enemy base or ZOC, and not out of a Unit in contact.
    fn may_lead(&self, seat: Seat, of: &Activation, to: Post) -> Result<(), No> {
        let Some(from) = self.commander_at(seat, of.command).filter(|_| !of.led) else {
            return Err(No::NoLead { rule: "IMP-R20" });
        };
        let now = self.sides[seat].commands[usize::from(of.command)].post;
        if now == to {
            return Err(No::NoLead { rule: "IMP-R20" });
        }
        if let Post::With(unit) = now
            && self.is_in_contact(Id::new(seat, unit))
        {
            return Err(No::Engaged { unit: Id::new(seat, unit) });
        }
        let place = match to {
            Post::With(unit) if usize::from(unit) < self.sides[seat].pieces.len() => {
                let id = Id::new(seat, unit);
                if self.piece(id).gone || self.piece(id).command != of.command {
                    return Err(No::NoLead { rule: "IMP-R20" });
                }
                self.rect(id).nearest_to(from)
            }
            Post::With(_) => return Err(No::Nobody),
            Post::At(at) => at.vec(),
        };
        let line = Segment::new(from, place);
        if !self.table().contains(place) || line.length() > LEAD_U + 1e-9 {
            return Err(No::LeadsTooFar { u: line.length() });
        }
        let crosses = |id: &Id| {
            let rect = self.rect(*id);
            let zone = rect.beyond(Edge::Front, ZOC_U);
            let met = |body: acies_table::Rect| body.grown(-TOLERANCE.touch).chord(&line).is_some();
            met(rect) || self.unit(*id).has_zoc(self.is_in_contact(*id)) && met(zone)
        };
        match self.standing(seat.other()).find(crosses) {
            Some(enemy) => Err(No::LeadsAcross { enemy }),
            None => Ok(()),
        }
    }

    pub(super) fn lead_candidates(&self, of: &Activation, seat: Seat, out: &mut Vec<Action>) {
        if of.led || self.commander(seat, of.command).is_none() {
            return;
        }
        let units = self.standing(seat).filter(|id| self.piece(*id).command == of.command);
        let all = units.map(|id| Post::With(id.number()));
        let may = all.filter(|to| self.may_lead(seat, of, *to).is_ok());
        out.extend(may.map(|to| Action::from(Lead { to })));
    }

    /// Puts a Commander somewhere.
    fn post(&mut self, seat: Seat, command: u8, to: Post) {
        let of = &mut self.sides[seat].commands[usize::from(command)];
        let was = std::mem::replace(&mut of.post, to);
        if let Post::With(unit) = was {
            self.piece_mut(Id::new(seat, unit)).unit.commander = false;
        }
        if let Post::With(unit) = to {
            self.piece_mut(Id::new(seat, unit)).unit.commander = true;
        }
    }

    /// IMP-R20, IMP-R122: a Commander whose Unit is gone, or whose place an enemy base covers, goes at once to the nearest
    /// Unit of his Command within 20 U; if there is none he is captured. Who still throws for his life waits.
    pub(crate) fn settle_commanders(&mut self, log: &mut Log<Event>) {
        for seat in Seat::BOTH {
            for command in 0..self.sides[seat].commands.len() as u8 {
                if self.is_adrift(seat, command) && !self.throws_for_his_life(seat, command) {
                    self.flee(seat, command, log);
                }
            }
        }
    }

    fn is_adrift(&self, seat: Seat, command: u8) -> bool {
        let of = &self.sides[seat].commands[usize::from(command)];
        of.commander.is_some()
            && match of.post {
                Post::With(unit) => self.piece(Id::new(seat, unit)).gone,
                Post::At(at) => {
                    self.standing(seat.other()).any(|it| self.rect(it).contains(at.vec()))
                }
            }
    }

    fn throws_for_his_life(&self, seat: Seat, command: u8) -> bool {
        self.stack.iter().any(
            |it| matches!(it, Frame::Loss(loss) if loss.seat == seat && loss.command == command),
        )
    }

    fn flee(&mut self, seat: Seat, command: u8, log: &mut Log<Event>) {
        let from = self.commander_at(seat, command).expect("he is there");
        let units = self.standing(seat).filter(|id| self.piece(*id).command == command);
        let near =
            units.map(|id| (self.rect(id).distance_to(from), id)).filter(|(u, _)| *u <= LEAD_U);
        let nearest = near.reduce(|one, other| if other.0 < one.0 { other } else { one });
        match nearest {
            Some((_, id)) => {
                self.post(seat, command, Post::With(id.number()));
                log.push(|| Event::CommanderFled { seat, command, with: id });
            }
            None => self.lose_commander(seat, command, "IMP-R20", log),
        }
    }
}
