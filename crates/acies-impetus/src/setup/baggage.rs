//! S4: the baggage stands before the first Command does, the Defender's first (IMP-R12, IMP-R143).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Facing, Length, Point, Pose};
use glam::dvec2;
use serde::{Deserialize, Serialize};

use super::words::{NoSetup, Prepared};
use crate::{
    battle::{Battle, Id},
    movement::terrain::Effect,
    profile::Kind,
    rulings::TOLERANCE,
    steps::Action,
    words::{events::Event, notation::Reader, refusals::No},
};

/// Whose baggage is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encamping {
    pub seat: Seat,
}

impl Step<Battle> for Encamping {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("place your baggage".into(), &["IMP-R12"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(battle.usual_camps(by).map(Action::from));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Encamp { at: Length::ZERO }.into());
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

/// The middle of the baggage, so far along the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encamp {
    pub at: Length,
}

impl Deed<Battle> for Encamp {
    /// Whose baggage, and where its front is.
    type Plan = (Id, Pose);
    const VERBS: &'static [&'static str] = &["encamp"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("encamp {}", self.at)
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Encamp { at: words.length()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Self::Plan, No> {
        battle.asked::<Encamping>().ok_or(No::NotNow)?;
        let front = battle.camp_at(by, self.at);
        battle.check_camp(by, front)?;
        Ok((battle.baggage(by), front))
    }

    fn perform(
        &self,
        (id, front): Self::Plan,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let piece = battle.piece_mut(id);
        (piece.front, piece.gone) = (front, false);
        let at = Point::nearest(battle.rect(id).centre());
        log.push(|| Prepared::Camped { by: id.seat(), at }.into());
        if battle.asked::<Encamping>().is_none() {
            battle.deploy_next(id.seat());
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let shown = Shown::new("Place", format!("place the baggage at {}", self.at));
        shown
            .rules(&["IMP-R12"])
            .ghost(battle.ghost_of(battle.baggage(by), battle.camp_at(by, self.at)))
    }
}

impl Battle {
    /// The baggage of a side: the last of its pieces.
    pub fn baggage(&self, seat: Seat) -> Id {
        Id::new(seat, self.sides[seat].pieces.len() as u8 - 1)
    }

    /// Its front, if its middle is so far along the table.
    fn camp_at(&self, seat: Seat, x: Length) -> Pose {
        let depth = Kind::Baggage.depth_u();
        let y = self.setup.across(seat, dvec2(0.0, depth)).y;
        let facing = if seat == Seat::Red { Facing::NORTH } else { Facing::SOUTH };
        Pose::new(x.get(), y, facing)
    }

    /// IMP-R12, IMP-R143: whether it may stand there.
    fn check_camp(&self, seat: Seat, front: Pose) -> Result<(), NoSetup> {
        let mut piece = *self.piece(self.baggage(seat));
        piece.front = front;
        let rect = piece.rect();
        if !self.setup.baggage_zone(seat).holds(&rect) {
            return Err(NoSetup::BaggageOutside { at: Point::nearest(rect.centre()) });
        }
        let bars = |terrain: crate::movement::terrain::Terrain| {
            terrain.effect(&piece.unit.profile).1 == Effect::Bars
        };
        let mut barring = self.landscape.patches.iter().filter(|it| bars(it.terrain));
        match barring.find(|it| rect.is_in(&it.outline, TOLERANCE)) {
            Some(it) => Err(NoSetup::BaggageBarred { terrain: it.terrain }),
            None => Ok(()),
        }
    }

    /// As the army's file has it; behind the middle or a wing; or anywhere.
    fn usual_camps(&self, seat: Seat) -> impl Iterator<Item = Encamp> + '_ {
        let width = self.setup.width.get();
        let planned = self.prelude.is_some_and(|it| it.planned[seat]);
        let planned = planned.then(|| self.piece(self.baggage(seat)).front.at.x);
        let usual = [0.5, 0.25, 0.75].map(|part| Length::new(width * part));
        let good = move |at: &Length| self.check_camp(seat, self.camp_at(seat, *at)).is_ok();
        let all = planned.into_iter().chain(usual).filter(good).collect::<Vec<_>>();
        let anywhere =
            all.is_empty().then(|| (0..width as i32).map(|x| Length::new(f64::from(x))).find(good));
        all.into_iter().chain(anywhere.flatten()).map(|at| Encamp { at })
    }
}
