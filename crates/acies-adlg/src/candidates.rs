//! Sensible actions: a finite list for machines, keyboards and menus. Every one of them passes the check.

use acies_core::{Game, Seat};
use acies_table::{Angle, Length};

use crate::{
    action::{Action, How, UnitSet},
    battle::{Battle, Frame, Id, Orders},
    engagement::Roles,
    movement::{Element, Elements, Group},
    rulings::CORPS,
};

impl Battle {
    pub(crate) fn list_candidates(&self, out: &mut Vec<Action>) {
        let from = out.len();
        match self.stack.last() {
            Some(Frame::Corps) => {
                out.extend((0..CORPS as u8).map(|corps| Action::Activate { corps }));
            }
            Some(Frame::Orders(orders)) => self.list_orders(orders, out),
            Some(Frame::Shooting(seat)) => self.list_shots(*seat, out),
            Some(Frame::Ambush { by, marker }) => self.list_reveals(*by, *marker, out),
            Some(frame) => self.list_answers(frame, out),
            None => {}
        }
        let seat = self.deciding();
        let mut at = from;
        while at < out.len() {
            if self.check(seat, &out[at]).is_ok() { at += 1 } else { drop(out.remove(at)) }
        }
    }

    /// What might be tried: the candidates before they are judged, as far as they name units that exist.
    pub(crate) fn list_attempts(&self, out: &mut Vec<Action>) {
        self.list_candidates(out);
        if let Some(Frame::Orders(orders)) = self.stack.last() {
            for id in self.corps_units(orders.corps) {
                let unit = id.number();
                out.extend([
                    Action::Rally { unit },
                    Action::Disengage { unit },
                    Action::LeaveZone { unit },
                    advance(UnitSet::NONE.with(unit), 3.0),
                ]);
            }
        }
        out.push(Action::EndShooting);
        out.push(Action::EndCorps);
    }

    fn corps_units(&self, corps: u8) -> Group {
        self.standing(self.phasing).filter(|&id| self.troop(id).corps == corps).collect()
    }

    fn list_orders(&self, orders: &Orders, out: &mut Vec<Action>) {
        out.push(Action::EndCorps);
        self.list_entries(orders, out);
        self.list_own_reveals(orders, out);
        let roles = self.roles();
        for id in self.corps_units(orders.corps) {
            let unit = id.number();
            if orders.listed.has(unit) {
                if let Some((_, start)) = self.uncontrolled_charge(id, &roles) {
                    let units = UnitSet::NONE.with(unit);
                    out.push(Action::Charge {
                        units,
                        start: start.clone(),
                        how: How::Uncontrolled,
                    });
                    out.push(Action::Charge { units, start, how: How::Ordered });
                    out.push(Action::Prevent { units });
                }
                continue;
            }
            if self.is_disordered(id) {
                out.push(Action::Rally { unit });
            }
            out.push(Action::StopLooting { unit });
            if roles.in_melee(id) {
                out.push(Action::Disengage { unit });
                continue;
            }
            self.list_charges(id, &roles, out);
            self.list_moves(id, &roles, out);
        }
        self.list_group_moves(orders, &roles, out);
    }

    /// To contact: each enemy in reach, in the cheapest way.
    fn list_charges(&self, id: Id, roles: &Roles, out: &mut Vec<Action>) {
        if self.unit(id).moves > 0 {
            return;
        }
        let rect = self.rect(id);
        let reach = f64::from(self.allowance(id).unwrap_or(0)) + 0.5;
        for enemy in self.standing(id.seat().other()) {
            if rect.distance(&self.rect(enemy)) > reach {
                continue;
            }
            if let Some((start, _)) = self.charges_at(id, enemy, roles).next() {
                let units = UnitSet::NONE.with(id.number());
                let near = self.is_spontaneous(id, enemy, roles);
                let how = if near { How::Spontaneous } else { How::Ordered };
                out.push(Action::Charge { units, start, how });
            }
        }
    }

    /// Full and half advances, wheels to face the nearest enemy, out of a zone.
    fn list_moves(&self, id: Id, roles: &Roles, out: &mut Vec<Action>) {
        let Some(allowance) = self.allowance(id).map(f64::from) else { return };
        let units = UnitSet::NONE.with(id.number());
        if self.most_threatening(id, roles).is_some() {
            out.push(Action::LeaveZone { unit: id.number() });
            out.push(Action::EvadeZone { unit: id.number() });
            let distance = Length::new(allowance);
            out.push(Action::RideOut { unit: id.number(), distance });
        }
        for part in [1.0, 0.5] {
            out.push(advance(units, allowance * part));
        }
        let rect = self.rect(id);
        let nearest = self
            .standing(id.seat().other())
            .min_by(|&a, &b| rect.distance(&self.rect(a)).total_cmp(&rect.distance(&self.rect(b))));
        if let Some(enemy) = nearest {
            let bearing = self.unit(id).pose.bearing(self.rect(enemy).centre());
            let most = (allowance / 1.5 * 90.0).min(90.0);
            let by = Angle::new(bearing.degrees().clamp(-most, most).round());
            if by.abs() >= Angle::new(10.0) {
                let elements: Elements = [Element::Wheel(by)].into_iter().collect();
                out.push(Action::Move { units, elements });
            }
            if bearing.abs() > Angle::new(100.0) {
                let elements: Elements = [Element::Half].into_iter().collect();
                out.push(Action::Move { units, elements });
            }
        }
    }

    /// The largest groups: full and half advances.
    fn list_group_moves(&self, orders: &Orders, roles: &Roles, out: &mut Vec<Action>) {
        let mut seen = UnitSet::NONE;
        for id in self.corps_units(orders.corps) {
            if seen.has(id.number()) || self.check_group(&[id], roles).is_err() {
                continue;
            }
            let group = self.group_of(id, roles);
            group.iter().for_each(|it| seen = seen.with(it.number()));
            if group.len() < 2 {
                continue;
            }
            let units: UnitSet = group.iter().copied().collect();
            let slowest = group.iter().filter_map(|&it| self.allowance(it)).min().unwrap_or(0);
            for part in [1.0, 0.5] {
                out.push(advance(units, f64::from(slowest) * part));
            }
        }
    }

    /// Everybody who can shoots at a target: the best shooter leads.
    fn list_shots(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndShooting);
        let roles = self.roles();
        let mut listed = UnitSet::NONE;
        for main in self.standing(seat).filter(|&id| !self.is_aimed(id)) {
            for target in self.targets(main, &roles) {
                if listed.has(target.number()) || self.aimed.iter().any(|it| it.target == target) {
                    continue;
                }
                listed = listed.with(target.number());
                let others = self.standing(seat).filter(|&id| {
                    id != main && !self.is_aimed(id) && self.targets(id, &roles).contains(&target)
                });
                let supporters: UnitSet = others.collect();
                out.push(Action::Shoot {
                    main: main.number(),
                    supporters,
                    target: target.number(),
                });
            }
        }
    }
}

fn advance(units: UnitSet, ud: f64) -> Action {
    let elements: Elements = [Element::Advance(Length::new(ud))].into_iter().collect();
    Action::Move { units, elements }
}
