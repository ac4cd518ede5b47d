//! T1: the tests with which a turn begins (RULES.md 3.9 to 3.11; VIR-R25 to VIR-R34, VIR-R64).

use std::cell::RefCell;

use acies_core::{About, Ask, Dice, Rolled, Seat};

use super::{Nerve, Tested, Tried, leader_survives, stands_without_leader};
use crate::{
    areas::{Area, Ground},
    battle::Battle,
    units::{Flags, Formation, UNITS_MAX, UnitSet},
    words::events::{Event, Events, Faces},
};

impl Battle {
    /// T1a to T1c, VIR-R25.
    pub(crate) fn tests(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let mut routs = [0; UNITS_MAX];
        self.test_joined_leaders(&mut routs, dice, log)?;
        self.test_units(&mut routs, dice, log)?;
        self.test_leaders(dice, log)
    }

    /// T1a, VIR-SR18.5: joined leaders who were hit are saved before the morale of their units.
    fn test_joined_leaders(
        &mut self,
        routs: &mut [u8],
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let by = self.active;
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let it = self.sides[by].leaders[usize::from(leader)];
            let Some(unit) = it.joined.filter(|_| it.alive && it.hits > 0) else { continue };
            if self.test_leader(leader, true, dice, log)? {
                continue;
            }
            // VIR-SR18.6: the unit of a leader who was killed may rout.
            let stands = self.units(by)[unit].stands;
            let thrown = dice.thrown().len();
            let profile = self.troop(by, unit).profile;
            let routed = !stands_without_leader(by, profile, stands, dice)
                .about(|ask| format!("{} {}", self.troop(by, unit).name, ask.what))?;
            let face = dice.thrown().get(thrown).copied();
            log.push(|| Event::LeaderlessTested { by, unit, face, stands, routed });
            routs[usize::from(unit)] += u8::from(routed);
        }
        Ok(())
    }

    /// VIR-3.3: the saves of one leader. Tells whether he lives.
    fn test_leader(
        &mut self,
        leader: u8,
        joined: bool,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<bool> {
        let by = self.active;
        let hits = self.sides[by].leaders[usize::from(leader)].hits;
        let thrown = dice.thrown().len();
        let lives = leader_survives(by, hits, dice)
            .about(|_| format!("a save of {}", self.leader_card(by, leader).name))?;
        let faces: Faces = dice.thrown()[thrown..].iter().copied().take(8).collect();
        log.push(|| Event::LeaderTested { by, leader, hits, faces, killed: !lives, joined });
        self.sides[by].leaders[usize::from(leader)].hits = 0;
        if !lives {
            self.kill_leader(by, leader);
        }
        Ok(lives)
    }

    /// T1b, VIR-R25: units with hits in roster order, each hit in the order received (VIR-R26).
    fn test_units(&mut self, routs: &mut [u8], dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        let hit: UnitSet = self.hits.iter().map(|hit| hit.target).collect();
        let routed = (0..).zip(&*routs).filter(|(_, n)| **n > 0).map(|(unit, _)| unit);
        for unit in hit | routed.collect() {
            let tested = self.tested(by, unit);
            let stands = self.units(by)[unit].stands;
            let nerve = Nerve { stands, routs: routs[usize::from(unit)] };
            let hits = self.hits.iter().filter(|hit| hit.target == unit).map(|hit| hit.marks);
            // Exact dice go through all ways of a chain at once, and whoever asks them looks at the
            // end of it and not at what is told on the way.
            let told = RefCell::new(&mut *log);
            let each = |tried: Tried| told.borrow_mut().push(|| Event::Tested { by, unit, tried });
            let nerve = tested
                .test_all(by, nerve, hits, dice, each)
                .about(|ask| self.of_unit(ask, unit))?;
            self.settle_nerve(unit, nerve, log);
        }
        Ok(())
    }

    /// What the active side throws for one of its units.
    pub(crate) fn of_unit(&self, ask: Ask, unit: u8) -> String {
        format!("{} of {}", ask.what, self.troop(ask.by, unit).name)
    }

    /// The facts of a unit's morale test, where it stands now (8.2).
    pub fn tested(&self, seat: Seat, unit: u8) -> Tested {
        let it = &self.units(seat)[unit];
        let troop = self.troop(seat, unit);
        let ground = self.ground(it.area);
        Tested {
            profile: troop.profile,
            grade: troop.grade,
            stubborn: troop.stubborn,
            formation: it.formation,
            wood: ground.contains(Ground::WOOD),
            marsh: ground.contains(Ground::MARSH),
            charismatic: self.charismatic_in(it.area, seat),
        }
    }

    /// What comes of a unit's tests: losses, elimination (VIR-R32, VIR-3.1.8) or recoil (VIR-R30).
    fn settle_nerve(&mut self, unit: u8, nerve: Nerve, log: &mut Events) {
        let by = self.active;
        if nerve.is_gone() {
            self.remove(by, unit);
            log.push(|| Event::Eliminated { by, unit, routs: nerve.routs });
            return;
        }
        let units = &mut self.sides[by].units;
        if nerve.stands < units[unit].stands {
            units[unit].stands = nerve.stands;
            units.mark(unit, Flags::BLOODED);
        }
        if nerve.routs > 0 {
            units.mark(unit, Flags::ROUTED);
            let it = &mut units[unit];
            let formed = it.formation.is_closed();
            // VIR-SR15.8, VIR-R83.6: a rout breaks the formation with the recoil.
            it.formation = Formation::Open;
            let to = it.area.rear(by).expect("units in a reserve are never hit");
            self.put(by, unit, to);
            log.push(|| Event::Recoiled { by, unit, to, formed });
        }
    }

    /// T1c, VIR-3.3.1: the other leaders who were hit.
    fn test_leaders(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let it = self.sides[by].leaders[usize::from(leader)];
            if it.alive && it.hits > 0 {
                self.test_leader(leader, false, dice, log)?;
            }
        }
        Ok(())
    }

    /// T1d, VIR-R86.4: hit records are removed and joined leaders released.
    pub(crate) fn clear_hits(&mut self) {
        let by = self.active;
        self.hits.clear();
        self.sides[by].units.each(|unit| unit.given = 0);
        self.sides[by].leaders.iter_mut().for_each(|leader| leader.joined = None);
    }

    /// VIR-8.9, VIR-R64: in the active player's turn, leaders of the other who are alone with his
    /// units are lost.
    pub(crate) fn lose_leaders(&mut self, log: &mut Events) {
        let by = self.active.other();
        for leader in 0..self.sides[by].leaders.len() as u8 {
            if let Some(area) = self.lose_leader(leader) {
                log.push(|| Event::LeaderLost { by, leader, area });
            }
        }
    }

    /// Where a leader is lost, if he is.
    pub(crate) fn lose_leader(&mut self, leader: u8) -> Option<Area> {
        let by = self.active.other();
        let it = self.sides[by].leaders[usize::from(leader)];
        let area = it.area;
        let lost = it.alive && self.enemy_in(area, by) && self.units_in(area, by).is_empty();
        lost.then(|| {
            self.kill_leader(by, leader);
            area
        })
    }

    fn kill_leader(&mut self, seat: Seat, leader: u8) {
        let it = &mut self.sides[seat].leaders[usize::from(leader)];
        it.alive = false;
        it.hits = 0;
        it.joined = None;
    }
}
