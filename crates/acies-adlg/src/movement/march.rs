//! The order to move (RULES.md 2, M3; ADLG-R42, ADLG-R44, ADLG-R46).

use acies_core::{
    Dice, Game, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::{capital, numbers},
};
use acies_table::{Angle, Length, Pose};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{Element, Elements, Group, Track, group_of};
use crate::{
    action::{Action, UnitSet},
    battle::Battle,
    command::{Cost, Order, orders::shown},
    rulings::UNITS_MAX,
    words::{
        events::Event,
        notation::{HOW_TO_MOVE, Reader, elements_text, read_elements},
        refusals::No,
    },
};

/// A unit or a group moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub units: UnitSet,
    pub elements: Elements,
}

/// Where a move leads, and what it costs.
pub struct Marching {
    ids: Group,
    poses: ArrayVec<Pose, UNITS_MAX>,
    cost: Cost,
}

impl Deed<Battle> for Move {
    type Plan = Marching;
    const VERBS: &'static [&'static str] = &["move"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("move {}: {}", numbers(self.units.iter()), elements_text(&self.elements))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let units = words.units()?;
        let how = words.tail();
        let how = how.ok_or_else(|| Misread::new("how does it move?").hint(HOW_TO_MOVE))?;
        Ok(Move { units, elements: read_elements(how)? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Marching, No> {
        let orders = battle.orders_to(by, self.units)?;
        self.units.ids(by).try_for_each(|unit| orders.check_mobile(battle, unit))?;
        let ids = group_of(self.units, by);
        let moved = battle.check_move(&ids, &self.elements, battle.roles())?;
        let cost = orders.affords(battle, &ids, Order::Move, moved.difficult)?;
        Ok(Marching { ids, poses: moved.poses, cost })
    }

    /// Whose way is known to be free only goes it.
    fn trust(&self, battle: &Battle, by: Seat) -> Marching {
        let ids = group_of(self.units, by);
        let roles = battle.roles();
        let mut track = Track::default();
        battle.track(&ids, &self.elements, &mut track).expect("a way that is known to be free");
        let difficult = battle.difficulty_of_move(&ids, &self.elements, roles);
        let cost = battle.order_cost(&ids, Order::Move, difficult, roles);
        Marching { ids, poses: track.end(), cost }
    }

    fn perform(
        &self,
        Marching { ids, poses, cost }: Marching,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        // ADLG-R57: who was near an enemy on its way makes no further movement.
        let mut track = Track::default();
        let goes = battle.track(&ids, &self.elements, &mut track);
        let near = goes.is_ok() && battle.comes_near(&ids, &track);
        battle.carry_out(&ids, &self.elements, &poses, cost, near, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (ids, roles) = (group_of(self.units, by), battle.roles());
        let moved = battle.check_move(&ids, &self.elements, roles).ok();
        let cost = |difficult| battle.order_cost(&ids, Order::Move, difficult, roles);
        let how = elements_text(&self.elements);
        let line = format!("{}: {how}", battle.names(by, self.units));
        let shown = shown("Move", line, moved.as_ref().map(|it| cost(it.difficult)));
        let group = match self.units.len() {
            0 | 1 => String::new(),
            n => format!(", {n} units"),
        };
        let ghosts = moved.filter(|_| battle.check(by, &self.clone().into()).is_ok());
        let ghosts = ghosts.iter().flat_map(|it| {
            // ADLG-R46: what it spends of what it may.
            let spent = format!("{:.2} of {:.2} UD", it.spent.get(), it.allowance.get());
            let moves = ids.iter().zip(&it.poses);
            let moves = moves.filter(|(id, pose)| battle.unit(**id).pose != **pose);
            moves.map(move |(&id, pose)| battle.ghost(id, pose, spent.clone()))
        });
        Shown {
            title: Some(capital(&how) + &group),
            units: battle.pieces(by, self.units),
            ghosts: ghosts.collect(),
            ..shown.rules(&["ADLG-R42", "ADLG-R57"])
        }
    }

    /// The same way cut short, the same element no larger than it may be.
    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        let elements = match *no {
            No::WheelTooWide { most, .. } => {
                self.elements.iter().map(|&it| narrowed(it, most)).collect()
            }
            No::SlideTooLong { most, .. } => {
                self.elements.iter().map(|&it| shortened(it, most)).collect()
            }
            no if no.is_about_the_way() => {
                battle.nearest_move(&group_of(self.units, by), &self.elements, battle.roles())?
            }
            _ => return None,
        };
        Some(Move { units: self.units, elements }.into())
    }
}

fn narrowed(element: Element, most: Angle) -> Element {
    match element {
        Element::Wheel(by) => Element::Wheel(by.clamp(-most, most)),
        other => other,
    }
}

fn shortened(element: Element, most: Length) -> Element {
    match element {
        Element::Slide(by) => Element::Slide(by.clamp(-most, most)),
        other => other,
    }
}
