//! Sensible actions: a finite list for machines, keyboards and menus. Every one of them passes the check.

mod attempts;
mod marches;
mod orders;

use acies_core::{Dice, Seat, one_of_all};
use arrayvec::ArrayVec;

use crate::{
    action::Action,
    battle::{Battle, Frame},
    leaders::rides::Errand,
    rulings::UNITS_MAX,
    shooting::shot::Battery,
    units::Id,
};

impl Battle {
    pub(crate) fn list_candidates(&self, by: Seat, out: &mut Vec<Action>) {
        match self.frame() {
            Frame::Prepare(step) => self.list_preparations(by, step, out),
            Frame::Begin => out.push(Action::Begin),
            Frame::Initiative(_) => out.extend([true, false].map(|first| Action::Play { first })),
            Frame::Orders(seat) => self.list_orders(seat, out),
            Frame::Moves(seat) => self.list_moves(seat, out),
            Frame::Leaders(seat) => self.list_leaders(seat, out),
            Frame::Escape { by, leader } => out.extend(self.table().escapes(by, leader)),
            Frame::Targets(seat) => self.list_shots(seat, out),
            Frame::Name(seat) => {
                for own in self.open_units(seat) {
                    let enemies = self.open_enemies(own).iter();
                    out.extend(enemies.map(|enemy| Action::Fight { unit: own.number(), enemy }));
                }
            }
            Frame::Substitute { against, .. } => {
                let enemy = against.number();
                let units = self.open_enemies(against).iter();
                out.extend(units.map(|unit| Action::Fight { unit, enemy }));
            }
            Frame::Join { unit } => {
                let friends = self.friends_in_contact(unit).iter();
                out.extend(friends.map(|friend| Action::Join { unit: unit.number(), friend }));
            }
            Frame::Lend { .. } => out.extend([true, false].map(|yes| Action::Lend { yes })),
            Frame::Reroll { .. } => out.extend([true, false].map(|yes| Action::Reroll { yes })),
            Frame::Retreat { unit } => out.extend(self.retreats(unit)),
            Frame::FollowUp { .. } => out.extend([true, false].map(|yes| Action::FollowUp { yes })),
        }
    }

    fn list_leaders(&self, seat: Seat, out: &mut Vec<Action>) {
        let table = self.table();
        out.push(Action::EndLeaders);
        for leader in 0..self.sides[seat].leaders.len() as u8 {
            let joins =
                |id: &Id| table.check_attach(seat, leader, id.number(), Errand::OwnMove).is_ok();
            let units = table.standing(seat).filter(joins);
            out.extend(units.map(|id| Action::Attach { leader, unit: id.number() }));
            out.extend(table.stations(seat, leader));
        }
    }

    /// Units of a side that may shoot and have named no target yet.
    pub(crate) fn shooters(&self, seat: Seat) -> impl Iterator<Item = (Id, Battery)> + '_ {
        let table = self.table();
        let armed = table.standing(seat).filter(move |&id| table.profile(id).shoot.is_some());
        let free = armed.filter(|&id| !self.aimed.iter().any(|it| it.unit == id));
        free.filter_map(move |id| Some((id, table.battery(id).ok()?)))
    }

    fn list_shots(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndShooting);
        for (id, battery) in self.shooters(seat) {
            self.list_shots_of(id, battery, out);
        }
    }

    fn list_shots_of(&self, id: Id, battery: Battery, out: &mut Vec<Action>) {
        let targets = self.table().targets(id, battery).map(Id::number);
        out.extend(targets.map(|target| Action::Shoot { unit: id.number(), target }));
    }

    /// A shot of some shooter, or no more shots.
    fn any_shot(&self, seat: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let shooters: ArrayVec<_, UNITS_MAX> = self.shooters(seat).collect();
        if let Some(&(id, battery)) = shooters.get(chance.number(shooters.len() + 1)) {
            self.list_shots_of(id, battery, room);
        }
        if room.is_empty() {
            return Action::EndShooting;
        }
        room.swap_remove(chance.number(room.len()))
    }

    /// Any candidate: of orders, moves and shots only those of one unit or group are looked at.
    pub(crate) fn any_candidate(
        &self,
        by: Seat,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        match self.frame() {
            Frame::Orders(seat) => self.any_order(seat, chance, room),
            Frame::Moves(seat) => self.any_move(seat, chance, room),
            Frame::Targets(seat) => self.any_shot(seat, chance, room),
            _ => one_of_all(self, by, chance, room),
        }
    }
}
