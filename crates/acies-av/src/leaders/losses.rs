//! What is lost with leaders (AV-15.5, AV-15.7, AV-17.4, AV-R82, AV-R102).

use acies_core::{Log, Seat};
use acies_table::Point;

use crate::{
    battle::{Battle, Carrier},
    profile::Figure,
    table::within,
    units::{Id, Post, UnitSet},
    words::events::Event,
};

/// AV-17.4: the tests of each unit near a Guru that dies.
pub const MOURNING_TESTS: u8 = 2;

impl Battle {
    /// A leader is out of the battle, by himself or with his unit, and who goes with him (AV-15.5, AV-R102).
    pub(crate) fn lose_leader(
        &mut self,
        by: Seat,
        leader: u8,
        with: Option<Id>,
        log: &mut Log<Event>,
    ) {
        let at = self.table().leader_at(by, leader);
        self.sides[by].leaders[usize::from(leader)].place = Post::Lost;
        let chief = self.captain(by, leader).profile.chief;
        log.push(|| Event::LeaderLost { by, leader, chief, with });
        self.lose_figures(by, Carrier::Leader(leader), at, log);
    }

    /// AV-17.4, AV-R82, AV-R102: figures are lost with their carrier; units near a Guru owe two tests.
    pub(crate) fn lose_figures(
        &mut self,
        by: Seat,
        carrier: Carrier,
        at: Option<Point>,
        log: &mut Log<Event>,
    ) {
        let setup = self.setup.clone();
        for carried in setup.armies[by].figures.iter().filter(|it| it.by == carrier) {
            let figure = carried.figure;
            let mourners = match at {
                Some(at) if figure == Figure::Guru => self.near(by, at),
                _ => UnitSet::NONE,
            };
            log.push(|| Event::FigureLost { by, figure, mourners });
            self.mourn(by, mourners);
        }
    }

    /// The units that see a Guru die; as the phase was frozen, if one is being resolved (AV-R82).
    pub(crate) fn near(&self, by: Seat, at: Point) -> UnitSet {
        let table = self.frozen();
        let reach = f64::from(Figure::Guru.radius_ud());
        let there = |id: &Id| self.unit(*id).is_there();
        table.standing(by).filter(there).filter(|&id| within(table.point(id), at, reach)).collect()
    }
}
