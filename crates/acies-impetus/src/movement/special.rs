//! Phases of a few kinds of troops: dismounting and line relief (IMP-DF.4, IMP-DF.8, IMP-R95, IMP-R96, IMP-R124).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, UnitSet,
    flow::{Deed, Shown, Stacked},
};
use acies_table::{Base, Edge, Pose, Zone};
use serde::{Deserialize, Serialize};

use super::going::Going;
use crate::{
    battle::{Battle, Id},
    command::discipline::Purpose,
    profile::Traits,
    rulings::{RELIEF_DEGREES, RELIEF_U, TOLERANCE},
    steps::Action,
    words::{
        events::{Event, How, Leg},
        notation::Reader,
        refusals::No,
    },
};

/// What drilled troops do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drill {
    Dismount,
    /// IMP-R96: it changes places with the Unit before it.
    Relieve(Id),
}

impl Drill {
    fn purpose(self) -> Purpose {
        match self {
            Drill::Dismount => Purpose::Dismount,
            Drill::Relieve(_) => Purpose::Relief,
        }
    }
}

impl Deed<Battle> for Drill {
    type Plan = (Going, Id);
    const VERBS: &'static [&'static str] = &["dismount", "relieve"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        match self {
            Drill::Dismount => "dismount".into(),
            Drill::Relieve(front) => format!("relieve {}", battle.key(*front)),
        }
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(if verb == "dismount" { Drill::Dismount } else { Drill::Relieve(words.unit()?) })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(Going, Id), No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let unit = going.alone().ok_or(No::Nobody)?;
        let barred = |rule| No::Barred { unit, rule };
        going.may_move(battle, false).map_err(barred)?;
        if going.duty.is_some() {
            return Err(barred("IMP-R98"));
        }
        let may = match self {
            Drill::Dismount => battle.may_dismount(unit),
            Drill::Relieve(front) => battle.may_relieve(unit, *front),
        };
        may.map_err(barred)?;
        battle.may_pass_test(&going, self.purpose()).map_err(barred)?;
        Ok((going, unit))
    }

    fn perform(
        &self,
        (going, unit): (Going, Id),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let units = UnitSet::one(unit.number());
        let movement = going.next_movement(battle);
        let passed =
            battle.test_discipline(going.seat, units, self.purpose(), movement, dice, log)?;
        battle.piece_mut(unit).phases += 1;
        if let Some(on) = battle.going_mut() {
            on.phases += 1;
        }
        match (*self, passed) {
            (Drill::Dismount, true) => battle.dismount(unit, log),
            (Drill::Dismount, false) => {
                battle.fail(unit, Purpose::Dismount, log);
                // IMP-R95: it may still make one phase.
                if let Some(on) = battle.going_mut() {
                    on.phases -= 1;
                }
            }
            (Drill::Relieve(front), true) => {
                battle.piece_mut(front).phases += 1;
                battle.change_places(unit, front, log);
                battle.give_trigger(going.seat, units.with(front.number()));
            }
            (Drill::Relieve(_), false) => {}
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked_units();
        let (commit, does, targets, rules): (_, _, _, &[RuleId]) = match self {
            Drill::Dismount => {
                ("Dismount", "dismount".to_owned(), Vec::new(), &["IMP-DF.4", "IMP-R95"])
            }
            Drill::Relieve(front) => (
                "Relieve",
                format!("change places with {}", battle.name(*front)),
                vec![battle.key_of_piece(*front)],
                &["IMP-DF.8", "IMP-R96"],
            ),
        };
        Shown {
            who: Some(battle.names(by, units)),
            units: units.ids(by).map(|id| battle.key_of_piece(id)).collect(),
            targets,
            throws: true,
            ..Shown::new(commit, does)
        }
        .rules(rules)
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let (going, unit) = Deed::check(self, battle, by).ok()?;
        let movement = going.next_movement(battle);
        Some(battle.discipline_forecast(
            by,
            UnitSet::one(unit.number()),
            self.purpose(),
            movement,
            None,
        ))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let going = was.asked::<Going>()?;
        let movement = going.next_movement(was);
        let passed = Event::discipline_of(events)?;
        Some(was.discipline_forecast(by, going.units, self.purpose(), movement, Some(passed)))
    }
}

impl Battle {
    pub(super) fn special_candidates(&self, going: &Going, by: Seat, out: &mut Vec<Action>) {
        let Some(unit) = going.alone().filter(|_| going.duty.is_none()) else { return };
        self.village_candidates(unit, out);
        self.square_candidates(unit, out);
        if self.may_dismount(unit).is_ok() {
            out.push(Drill::Dismount.into());
        }
        if self.unit(unit).profile.has(Traits::RELIEF) {
            let friends = self.standing(by).filter(|it| self.may_relieve(unit, *it).is_ok());
            out.extend(friends.map(|it| Action::from(Drill::Relieve(it))));
        }
    }

    /// IMP-R95: mounted troops with the trait, not in contact.
    fn may_dismount(&self, id: Id) -> Result<(), RuleId> {
        let unit = self.unit(id);
        let may = unit.profile.has(Traits::DISMOUNT) && !unit.is_large() && !self.is_in_contact(id);
        if may { Ok(()) } else { Err("IMP-R95") }
    }

    /// IMP-R124: the foot profile on the spot, with the same losses; the front edge stays where it was.
    fn dismount(&mut self, id: Id, log: &mut Log<Event>) {
        let piece = self.piece_mut(id);
        piece.unit.profile = piece.unit.profile.dismounted();
        log.push(|| Event::Dismounted { unit: id });
    }

    /// IMP-R96: two Units with the trait, one directly behind the other within 5 U and facing within 10 degrees, both in
    /// order and not in contact.
    fn may_relieve(&self, id: Id, front: Id) -> Result<(), RuleId> {
        if front.seat() != id.seat() || !self.is_there(front) || front == id {
            return Err("IMP-R96");
        }
        let both = [id, front];
        let fit = both.iter().all(|it| {
            let unit = self.unit(*it);
            unit.profile.has(Traits::RELIEF)
                && !unit.disordered
                && !unit.is_large()
                && !self.is_in_contact(*it)
        });
        let zone = Zone::beyond(&self.rect(front), Edge::Rear).deep(RELIEF_U);
        let off = (self.piece(id).front.facing - self.piece(front).front.facing).abs().degrees();
        let behind = zone.meets(&self.rect(id), TOLERANCE) && off <= RELIEF_DEGREES;
        if fit && behind && self.places_are_free(both) { Ok(()) } else { Err("IMP-R96") }
    }

    /// Whether each can stand where the other stands: bases are alike in width, but perhaps not in depth.
    fn places_are_free(&self, both: [Id; 2]) -> bool {
        (0..2).all(|n| {
            let rect = self.swapped(both[n], both[1 - n]).rect();
            self.everybody()
                .filter(|it| !both.contains(it))
                .all(|it| !self.rect(it).overlaps(&rect, TOLERANCE))
        })
    }

    /// A base with its front where another's is.
    fn swapped(&self, id: Id, with: Id) -> Base {
        let (base, front) = (self.piece(id).base(), self.piece(with).front);
        let centre = front.at.vec() - front.facing.ahead() * (base.size.depth.get() / 2.0);
        Base { pose: Pose::nearest(centre, front.facing), ..base }
    }

    fn change_places(&mut self, id: Id, front: Id, log: &mut Log<Event>) {
        let leg = |battle: &Battle, unit: Id, with: Id| Leg {
            unit,
            from: battle.piece(unit).base().pose,
            to: battle.swapped(unit, with).pose,
        };
        let legs = vec![leg(self, id, front), leg(self, front, id)];
        log.push(|| Event::Went { legs, how: How::Relief });
        let (one, other) = (self.piece(id).front, self.piece(front).front);
        (self.piece_mut(id).front, self.piece_mut(front).front) = (other, one);
    }
}
