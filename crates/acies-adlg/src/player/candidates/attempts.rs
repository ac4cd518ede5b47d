//! What players try, allowed or not: a client shows it greyed and says why.

use acies_table::{Angle, Length, Point};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id},
    charge::{
        declare::{Declare, How},
        uncontrolled::{Prevent, Start},
    },
    command::{
        commander::{Attach, Ride, Route},
        orders::Orders,
        tasks::{PlantStakes, StopLooting},
    },
    evade::disengage::Disengage,
    formation::Slot,
    movement::{Element, form::Form, march::Move},
    rally::TryRally,
    zone_of_control::leave::{EvadeZone, LeaveZone, RideOut},
};

impl Battle {
    /// Orders besides the candidates that a player may have in mind.
    pub(crate) fn attempt_orders(&self, orders: &Orders, out: &mut Vec<Action>) {
        let units = self.corps_units(orders.corps);
        for &id in &units {
            self.attempt_orders_to(id, out);
        }
        for pair in units.windows(2) {
            let both: UnitSet = pair.iter().copied().collect();
            let [a, b] = [pair[0].number(), pair[1].number()];
            out.extend([
                moves(both, &[Element::Advance(Length::new(1.0))]),
                moves(both, &[Element::QuarterLeft]),
                charge(both, &[], How::Ordered),
                Prevent { units: both }.into(),
                Form { slots: vec![Slot { unit: a, file: 0 }, Slot { unit: b, file: 0 }] }.into(),
                Form { slots: vec![Slot { unit: b, file: 0 }, Slot { unit: a, file: 2 }] }.into(),
            ]);
        }
        // Of another corps, and farther than a commander rides.
        let stranger = self.standing(self.phasing).find(|id| !units.contains(id));
        if let (Some(&own), Some(stranger)) = (units.first(), stranger) {
            let mixed = UnitSet::NONE.with(own.number()).with(stranger.number());
            out.push(moves(mixed, &[Element::Advance(Length::new(1.0))]));
            out.push(Attach { unit: stranger.number() }.into());
        }
        let mut way = Route::new();
        way.push(Point::new(0.0, 0.0));
        out.push(Ride { way }.into());
    }

    fn attempt_orders_to(&self, id: Id, out: &mut Vec<Action>) {
        let unit = id.number();
        let alone = UnitSet::NONE.with(unit);
        let advance = |ud| Element::Advance(Length::new(ud));
        let slide = |ud| Element::Slide(Length::new(ud));
        let wheel = |degrees| Element::Wheel(Angle::new(degrees));
        out.extend([
            TryRally { unit }.into(),
            Disengage { unit }.into(),
            LeaveZone { unit }.into(),
            EvadeZone { unit }.into(),
            RideOut { unit, distance: Length::new(2.0) }.into(),
            StopLooting { unit }.into(),
            PlantStakes { unit }.into(),
            Attach { unit }.into(),
            Prevent { units: alone }.into(),
        ]);
        for elements in [
            &[advance(3.0)][..],
            &[advance(6.0)],
            &[advance(-1.0)],
            &[slide(0.5)],
            &[advance(1.0), slide(1.5)],
            &[advance(1.0), slide(0.3), slide(-0.3)],
            &[wheel(60.0)],
            &[wheel(100.0)],
            &[Element::Half],
            &[Element::QuarterLeft, Element::QuarterRight],
        ] {
            out.push(moves(alone, elements));
        }
        out.push(charge(alone, &[wheel(20.0), slide(0.3)], How::Ordered));
        let near = |enemy: &Id| self.rect(id).distance(&self.rect(*enemy)) < NEAR_UD;
        for enemy in self.standing(id.seat().other()).filter(near) {
            for start in self.starts_onto(id, enemy) {
                let hows = [How::Ordered, How::Spontaneous, How::Uncontrolled];
                out.extend(hows.map(|how| charge(alone, &start, how)));
            }
        }
    }
}

/// Enemies farther away are not charged at in vain.
const NEAR_UD: f64 = 6.0;

fn moves(units: UnitSet, elements: &[Element]) -> Action {
    Move { units, elements: elements.iter().copied().collect() }.into()
}

fn charge(units: UnitSet, start: &[Element], how: How) -> Action {
    Declare { units, start: start.iter().copied().collect::<Start>(), how }.into()
}
