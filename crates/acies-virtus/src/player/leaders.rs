//! Leaders: where they are of use, and out of danger (RULES.md 3.28).

use acies_core::Seat;

use super::Worth;
use crate::{areas::Area, battle::Battle};

/// A leader goes elsewhere only if it helps by so much.
const LEAST: f32 = 1.0;

impl Battle {
    /// The leader who is of more use elsewhere, and where.
    pub(super) fn best_leader_move(&self, worth: &Worth) -> Option<(u8, Area)> {
        let by = self.active;
        let mut best: Option<(f32, u8, Area)> = None;
        for (leader, it) in self.leaders(by) {
            if it.moved || it.joined.is_some() {
                continue;
            }
            let here = self.leader_use(worth, by, leader, it.area);
            for to in self.areas().chain([Area::reserve(by)]) {
                if to == it.area {
                    continue;
                }
                let gain = self.leader_use(worth, by, leader, to) - here;
                if gain > best.map_or(LEAST, |(most, ..)| most)
                    && self.may_move_leader(by, leader, to).is_ok()
                {
                    best = Some((gain, leader, to));
                }
            }
        }
        best.map(|(_, leader, to)| (leader, to))
    }

    /// What a leader is worth in an area until his next turn.
    fn leader_use(&self, worth: &Worth, by: Seat, leader: u8, area: Area) -> f32 {
        let card = self.leader_card(by, leader);
        let Some(segment) = area.segment() else {
            // VIR-4.1.4: the C-in-C in the reserve draws a card; VIR-9.3: a charismatic one rallies.
            let cinc = f32::from(u8::from(self.sides[by].cinc == leader)) * worth.card;
            let hurt = self
                .units_in(area, by)
                .into_iter()
                .filter(|&unit| self.units(by)[unit].stands < self.troop(by, unit).profile.mv);
            return cinc + if card.charismatic { 0.5 * hurt.count() as f32 } else { 0.0 };
        };
        let friends = self.units_in(area, by).len();
        let engaged = self.enemy_in(area, by);
        // VIR-R42: points for those who stand in his segment, most of all where there is a fight.
        let mut wanted = 0.0;
        for side in Seat::BOTH {
            let here = Area::new(side, segment);
            let units = self.units_in(here, by).len() as f32;
            wanted += units * if self.enemy_in(here, by) { 1.0 } else { 0.3 };
        }
        let points: f32 = if card.superior { 2.0 } else { 1.0 };
        let mut of_use = 2.0 * points.min(wanted);
        if card.charismatic {
            // VIR-8.5: one more on all their morale tests.
            of_use += friends as f32 * if engaged { 1.0 } else { 0.2 };
        }
        // VIR-8.9: alone with enemies he is lost; VIR-5.5.1: and every 6 may kill him.
        let cost = card.cost() as f32;
        let enemies_near =
            area.side() != by || area.front(by).is_some_and(|front| self.enemy_in(front, by));
        let danger = match (engaged, friends) {
            (true, 0) => 1.0,
            (true, 1) => 0.3,
            (true, 2) => 0.1,
            (true, _) => 0.05,
            (false, 0) if enemies_near => 0.6,
            (false, _) => 0.0,
        };
        of_use - danger * (cost + worth.card)
    }
}
