//! What players try, allowed or not: a client shows it greyed and says why.

use acies_table::{Angle, Edge, Length, Point};

use crate::{
    action::{Action, Flight, How, UnitSet, Way},
    battle::{Battle, Frame, Id, Orders},
    charge::uncontrolled::Start,
    formation::Slot,
    movement::{Element, Elements},
    rout::pursuit::PURSUIT_UD,
    rulings::CORPS,
};

impl Battle {
    /// The candidates, and what else a player may have in mind.
    pub(crate) fn list_attempts(&self, out: &mut Vec<Action>) {
        self.list_candidates(out);
        match self.stack.last() {
            Some(Frame::Corps) => {
                out.extend((0..=CORPS as u8).map(|corps| Action::Activate { corps }));
            }
            Some(Frame::Orders(orders)) => self.attempt_orders(orders, out),
            Some(Frame::Shooting(seat)) => {
                for unit in self.standing(*seat) {
                    let supporters = UnitSet::NONE;
                    out.extend(self.standing(seat.other()).map(|target| Action::Shoot {
                        main: unit.number(),
                        supporters,
                        target: target.number(),
                    }));
                }
            }
            Some(Frame::Run { .. }) => attempt_flights(out),
            Some(Frame::Pursuit) => {
                for unit in self.standing(self.phasing) {
                    out.extend(
                        [Length::ZERO, Length::new(2.0 * PURSUIT_UD)]
                            .map(|distance| Action::Pursue { unit: unit.number(), distance }),
                    );
                }
            }
            Some(Frame::GoOn { .. }) => {
                out.extend([0.0, 8.0].map(|ud| Action::GoOn { distance: Length::new(ud) }));
            }
            _ => {}
        }
        out.push(Action::EndShooting);
        out.push(Action::EndCorps);
    }

    fn attempt_orders(&self, orders: &Orders, out: &mut Vec<Action>) {
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
                Action::Prevent { units: both },
                Action::Form { slots: vec![Slot { unit: a, file: 0 }, Slot { unit: b, file: 0 }] },
                Action::Form { slots: vec![Slot { unit: b, file: 0 }, Slot { unit: a, file: 2 }] },
            ]);
        }
        // Of another corps, and farther than a commander rides.
        let stranger = self.standing(self.phasing).find(|id| !units.contains(id));
        if let (Some(&own), Some(stranger)) = (units.first(), stranger) {
            let mixed = UnitSet::NONE.with(own.number()).with(stranger.number());
            out.push(moves(mixed, &[Element::Advance(Length::new(1.0))]));
            out.push(Action::Attach { unit: stranger.number() });
        }
        let mut way = Way::new();
        way.push(Point::new(0.0, 0.0));
        out.push(Action::Ride { way });
    }

    fn attempt_orders_to(&self, id: Id, out: &mut Vec<Action>) {
        let unit = id.number();
        let alone = UnitSet::NONE.with(unit);
        let advance = |ud| Element::Advance(Length::new(ud));
        let slide = |ud| Element::Slide(Length::new(ud));
        let wheel = |degrees| Element::Wheel(Angle::new(degrees));
        out.extend([
            Action::Rally { unit },
            Action::Disengage { unit },
            Action::LeaveZone { unit },
            Action::EvadeZone { unit },
            Action::RideOut { unit, distance: Length::new(2.0) },
            Action::StopLooting { unit },
            Action::PlantStakes { unit },
            Action::Attach { unit },
            Action::Prevent { units: alone },
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

fn attempt_flights(out: &mut Vec<Action>) {
    for toward in [Edge::Front, Edge::Left, Edge::Right, Edge::Rear] {
        for burst in [false, true] {
            let elements = Elements::new();
            out.push(Action::Run(Flight { toward, elements, burst }));
        }
        let elements = [Element::Slide(Length::new(0.5))].into_iter().collect();
        out.push(Action::Run(Flight { toward, elements, burst: false }));
    }
}

fn moves(units: UnitSet, elements: &[Element]) -> Action {
    Action::Move { units, elements: elements.iter().copied().collect() }
}

fn charge(units: UnitSet, start: &[Element], how: How) -> Action {
    Action::Charge { units, start: start.iter().copied().collect::<Start>(), how }
}
