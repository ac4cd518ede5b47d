//! Losses and what follows from them (P3b to P3f, P4c to P4h; RULES.md 3, sections 13 and 14; AV-R66, AV-R71, AV-R72,
//! AV-R80 to AV-R83, AV-R89): all dice of a phase fall on a frozen state, then units lose Cohesion Points one by
//! one, test, shake those who support them, are taken off, retreat and follow up, until nothing is owed.

use acies_core::{About, Dice, Each, Log, Rolled, Seat, flow::Stacked, words::counted};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Aimed, Battle, Carrier},
    leaders::{danger::leader_killed, losses::MOURNING_TESTS},
    melee::{
        fight::{Fight, FightThrown, Strike},
        matching::Pair,
    },
    morale::{
        ladder::{Ladder, Nerve, Rung},
        reroll::Reroll,
    },
    profile::{Figure, Order, Specials},
    rulings::UNITS_MAX,
    shooting::shot::{Shot, ShotThrown},
    table::Table,
    units::{Flags, Id, Place, Post, Side, UnitSet},
    words::events::{Event, Faces, Part},
};

/// A phase of shooting or hand to hand that is being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    pub phase: Phase,
    pub stage: Stage,
    /// AV-R71: how everything stood when the phase was frozen.
    pub frozen: Each<Side>,
    pub ordeals: Each<ArrayVec<Ordeal, UNITS_MAX>>,
    pub fights: ArrayVec<Pair, UNITS_MAX>,
    /// AV-R73(3): engaged units that are no principals and whose part is settled.
    pub joined: Each<UnitSet>,
    /// AV-R73(2): who names the next fight.
    pub naming: Seat,
    /// AV-R83.
    pub ledger: ArrayVec<Debt, LEDGER_MAX>,
    /// AV-R60: principals for whom it is settled whether they follow up.
    pub followed: Each<UnitSet>,
}

/// Three supporters from their places for each unit, and each unit as contact supporter of one fight.
const LEDGER_MAX: usize = 4 * 2 * UNITS_MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// P3.
    Shooting,
    /// P4.
    HandToHand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// P4b.
    Matching,
    /// P3b, P4c to P4e: dice are thrown next.
    Throws,
    /// P3c to P3e, P4e to P4h.
    Outcome,
}

/// What a phase does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ordeal {
    pub ladder: Ladder,
    /// Saves missed whose Cohesion Points are still to be lost.
    pub wounds: u8,
    /// Morale tests owed without a loss.
    pub tests: u8,
    /// AV-R89: has lost a Cohesion Point in this phase.
    pub hurt: bool,
    /// AV-R86: the retreat that it has made, and so many repulses of it.
    pub retreated: Rung,
    pub repulsed: u8,
    /// AV-R86: a retreat that was blocked has cost its Cohesion Point.
    pub blocked: bool,
}

impl Ordeal {
    fn new(cp: u8, disrupted: bool) -> Ordeal {
        Ordeal {
            ladder: Ladder::at_start(cp, disrupted),
            wounds: 0,
            tests: 0,
            hurt: false,
            retreated: Rung::GoodOrder,
            repulsed: 0,
            blocked: false,
        }
    }

    fn owes(&self) -> bool {
        !self.ladder.is_eliminated() && (self.wounds > 0 || self.tests > 0)
    }

    /// AV-R72, AV-R86: whether it has a retreat to make.
    pub fn must_retreat(&self) -> bool {
        match self.ladder.rung {
            Rung::Repulsed => {
                self.retreated < Rung::Repulsed || self.ladder.repulses > self.repulsed
            }
            Rung::Routed => self.retreated < Rung::Routed,
            Rung::GoodOrder | Rung::Disrupted | Rung::Eliminated => false,
        }
    }
}

/// AV-R83: how many tests a supporter has taken on account of a unit that went down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Debt {
    pub fallen: Id,
    pub supporter: u8,
    pub taken: u8,
}

impl Resolution {
    pub(crate) fn new(phase: Phase, stage: Stage, sides: &Each<Side>, first: Seat) -> Resolution {
        Resolution {
            phase,
            stage,
            frozen: sides.clone(),
            ordeals: ordeals(sides),
            fights: ArrayVec::new(),
            joined: Each::default(),
            naming: first,
            ledger: ArrayVec::new(),
            followed: Each::default(),
        }
    }

    pub fn ordeal(&self, id: Id) -> &Ordeal {
        &self.ordeals[id.seat()][usize::from(id.number())]
    }

    pub fn ordeal_mut(&mut self, id: Id) -> &mut Ordeal {
        &mut self.ordeals[id.seat()][usize::from(id.number())]
    }

    /// AV-R83: notes that a supporter has taken so many tests for a unit; gives how many are new.
    fn charge(&mut self, fallen: Id, supporter: u8, tests: u8) -> u8 {
        let known = |debt: &&mut Debt| debt.fallen == fallen && debt.supporter == supporter;
        if let Some(debt) = self.ledger.iter_mut().find(known) {
            let more = tests.saturating_sub(debt.taken);
            debt.taken += more;
            return more;
        }
        self.ledger.push(Debt { fallen, supporter, taken: tests });
        tests
    }
}

fn ordeals(sides: &Each<Side>) -> Each<ArrayVec<Ordeal, UNITS_MAX>> {
    Each::of(|seat| {
        sides[seat].units.iter().map(|unit| Ordeal::new(unit.cp, unit.disrupted)).collect()
    })
}

/// The start of each phase.
impl Battle {
    pub(crate) fn resolving(&mut self) -> &mut Resolution {
        self.resolution.as_deref_mut().expect("a phase is being resolved")
    }

    /// AV-R71: the state that counts: as it was frozen, or as it is.
    pub fn frozen(&self) -> Table<'_> {
        match &self.resolution {
            Some(it) if it.stage == Stage::Outcome => Table { sides: &it.frozen, ..self.table() },
            _ => self.table(),
        }
    }

    /// P3b: unless nobody shoots and nobody mourns.
    pub(crate) fn start_shooting(&mut self, log: &mut Log<Event>) -> bool {
        let mourning = Seat::BOTH.into_iter().any(|seat| !self.sides[seat].mourners.is_empty());
        let starts = mourning || !self.aimed.is_empty();
        if starts {
            if self.aimed.is_empty() {
                log.push(|| Event::PartBegins { part: Part::Shooting });
            }
            let phase = Phase::Shooting;
            let it = Resolution::new(phase, Stage::Throws, &self.sides, self.first);
            self.resolution = Some(Box::new(it));
        }
        starts
    }

    /// P4a and P4b: unless nobody is in contact.
    pub(crate) fn start_fighting(&mut self, log: &mut Log<Event>) -> bool {
        let table = self.table();
        if !table.standing(Seat::Red).any(|id| table.is_engaged(id)) {
            return false;
        }
        log.push(|| Event::PartBegins { part: Part::HandToHand });
        self.disrupt_by_contact(log);
        let phase = Phase::HandToHand;
        let it = Resolution::new(phase, Stage::Matching, &self.sides, self.first);
        self.resolution = Some(Box::new(it));
        true
    }

    /// Goes on with what is being resolved until somebody must decide or it is done.
    pub(crate) fn resolve(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        while self.stack.is_empty() && self.resolution.is_some() {
            match self.resolving().stage {
                Stage::Matching => self.match_fights(log),
                Stage::Throws => {
                    self.freeze();
                    match self.resolving().phase {
                        Phase::Shooting => self.throw_shots(dice, log)?,
                        Phase::HandToHand => self.throw_fights(dice, log)?,
                    }
                }
                Stage::Outcome => self.resolve_outcome(dice, log)?,
            }
        }
        Ok(())
    }

    fn freeze(&mut self) {
        let (frozen, fresh) = (self.sides.clone(), ordeals(&self.sides));
        let it = self.resolving();
        it.frozen = frozen;
        it.ordeals = fresh;
        it.stage = Stage::Outcome;
    }

    /// P3b, AV-R66: all to-hit dice, then all saves. AV-R102: tests for a Guru lost before.
    fn throw_shots(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        for seat in Seat::BOTH {
            let mourners = std::mem::take(&mut self.sides[seat].mourners);
            self.mourn(seat, mourners);
        }
        let shots: Vec<(Aimed, Shot)> = self
            .aimed
            .iter()
            .map(|it| (*it, self.frozen().shot(it.unit, it.target).expect("it was checked")))
            .collect();
        let thrown = dice.settle(|dice| self.shoot(&shots, dice))?;
        for ((Aimed { unit, target }, shot), thrown) in shots.into_iter().zip(thrown) {
            let (slope, lost) = (self.frozen().slope(unit, target), thrown.lost);
            log.push(|| Event::Shot { unit, target, shot, slope, thrown });
            self.wound(target, lost);
        }
        self.aimed.clear();
        Ok(())
    }

    fn shoot(&self, shots: &[(Aimed, Shot)], dice: &mut Dice) -> Rolled<Vec<ShotThrown>> {
        let mut all = Vec::with_capacity(shots.len());
        for (it, shot) in shots {
            let from = dice.thrown().len();
            let hits = shot.throw(it.unit.seat(), dice).about(|ask| {
                format!("{} of {} at {}", ask.what, self.name(it.unit), self.name(it.target))
            })?;
            let faces = Faces::since(dice, from);
            all.push(ShotThrown { faces, hits, saves: Faces::default(), lost: 0 });
        }
        for ((it, shot), thrown) in shots.iter().zip(&mut all) {
            let from = dice.thrown().len();
            thrown.lost = shot
                .save()
                .throw(it.target.seat(), thrown.hits, dice)
                .about(|_| self.saves_words(it.target, thrown.hits, it.unit))?;
            thrown.saves = Faces::since(dice, from);
            // Exact dice show no faces: throws that cost the same are the same.
            if thrown.faces.0.is_empty() {
                thrown.hits = thrown.lost;
            }
        }
        Ok(all)
    }

    /// P4c to P4e, AV-R80: both sides of each fight strike, leaders are at risk, hits are saved.
    fn throw_fights(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        self.stirred = true;
        for pair in self.resolving().fights.clone() {
            let fight = self.frozen().fight(&pair);
            let units = Seat::BOTH.map(|seat| pair.id(seat));
            let thrown = dice.settle(|dice| self.strike(&fight, units, dice))?;
            let FightThrown { lost, killed, .. } = thrown;
            log.push(|| {
                let backing = Seat::BOTH.map(|seat| self.frozen().backing(&pair, seat));
                Event::Fought { units, backing, fight: Box::new(fight), thrown: Box::new(thrown) }
            });
            for (n, id) in units.into_iter().enumerate() {
                self.engage(&pair, id.seat());
                self.wound(id, lost[n]);
                if killed[n] {
                    self.kill_leader(id, log);
                }
            }
        }
        Ok(())
    }

    /// AV-R80: both strike, leaders are at risk, hits are saved.
    fn strike(&self, fight: &Fight, units: [Id; 2], dice: &mut Dice) -> Rolled<FightThrown> {
        let mut thrown = FightThrown::default();
        for (n, id) in units.into_iter().enumerate() {
            let from = dice.thrown().len();
            thrown.strikes[n] = fight.strike(n, id.seat(), dice).about(|ask| {
                format!("{} against {}, {}", self.name(id), self.name(units[1 - n]), ask.what)
            })?;
            thrown.faces[n] = Faces::since(dice, from);
        }
        for (n, id) in units.into_iter().enumerate() {
            let sixes = thrown.strikes[1 - n].sixes;
            if fight.fighters[n].leader.is_some() && sixes > 0 {
                let from = dice.thrown().len();
                thrown.killed[n] = leader_killed(id.seat(), sixes, dice)
                    .about(|ask| format!("{} of {} kills him", ask.what, self.name(id)))?;
                thrown.risks[n] = Faces::since(dice, from);
            }
        }
        for (n, id) in units.into_iter().enumerate() {
            let from = dice.thrown().len();
            let hits = thrown.strikes[1 - n].hits;
            thrown.lost[n] = fight
                .save(n)
                .throw(id.seat(), hits, dice)
                .about(|_| self.saves_words(id, hits, units[1 - n]))?;
            thrown.saves[n] = Faces::since(dice, from);
        }
        // Exact dice show no faces: throws that cost the same are the same.
        if thrown.faces.iter().all(|it| it.0.is_empty()) {
            thrown.strikes = [Strike::default(); 2];
        }
        Ok(thrown)
    }

    /// What saves are thrown for.
    fn saves_words(&self, unit: Id, hits: usize, by: Id) -> String {
        let (unit, hits, by) = (self.name(unit), counted(hits, "hit"), self.name(by));
        format!("saves of {unit} against {hits} by {by}")
    }

    /// AV-5.21, AV-R95: principal and contact supporters have fought in this turn.
    fn engage(&mut self, pair: &Pair, seat: Seat) {
        let fought = pair.contact[seat].with(pair.units[seat]);
        for id in fought.ids(seat) {
            self.unit_mut(id).flags |= Flags::FOUGHT;
        }
    }

    fn wound(&mut self, id: Id, lost: usize) {
        let ordeal = self.resolving().ordeal_mut(id);
        ordeal.wounds = ordeal.wounds.saturating_add(lost as u8);
    }

    /// AV-15.8: his unit owes a test, before its losses.
    fn kill_leader(&mut self, unit: Id, log: &mut Log<Event>) {
        if let Some(leader) = self.table().leader_with(unit) {
            self.resolving().ordeal_mut(unit).tests += 1;
            self.lose_leader(unit.seat(), leader, None, log);
        }
    }

    /// AV-17.4, AV-R82, AV-R102: on the ladder of the phase that is being resolved, or of the next
    /// shooting.
    pub(crate) fn mourn(&mut self, by: Seat, units: UnitSet) {
        match self.resolution.as_deref_mut().filter(|it| it.stage == Stage::Outcome) {
            Some(it) => units.ids(by).for_each(|id| it.ordeal_mut(id).tests += MOURNING_TESTS),
            None => self.sides[by].mourners = self.sides[by].mourners | units,
        }
    }
}

/// From the losses to the end of the phase.
impl Battle {
    /// One step: a loss or a test, a wave of the snowball, those who are taken off, a retreat, a
    /// follow-up, or the end.
    fn resolve_outcome(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if let Some(id) = self.next_with(Ordeal::owes) {
            return self.suffer(id, dice, log);
        }
        if self.snowball(log) {
            return Ok(());
        }
        if let Some(id) = self.next_with(|ordeal| ordeal.ladder.is_eliminated()) {
            self.remove(id, Place::Eliminated, log);
            return Ok(());
        }
        if let Some(id) = self.next_to_retreat() {
            return self.begin_retreat(id, dice, log);
        }
        if self.resolving().phase == Phase::HandToHand && self.next_follow_up(dice, log)? {
            return Ok(());
        }
        self.finish_phase(log);
        Ok(())
    }

    /// A unit on the table whose ordeal is such, the first player's first.
    fn next_with(&self, such: impl Fn(&Ordeal) -> bool) -> Option<Id> {
        let it = self.resolution.as_deref()?;
        self.all_standing().find(|&id| such(it.ordeal(id)))
    }

    /// AV-R72: a test that is owed, or one Cohesion Point and its test.
    fn suffer(&mut self, id: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let ordeal = self.resolving().ordeal_mut(id);
        if ordeal.tests > 0 {
            ordeal.tests -= 1;
            return self.test_morale(id, dice, log);
        }
        ordeal.wounds -= 1;
        if self.lose_point(id, log) { Ok(()) } else { self.test_morale(id, dice, log) }
    }

    /// AV-13.2: one Cohesion Point less; whether it was the last.
    pub(crate) fn lose_point(&mut self, id: Id, log: &mut Log<Event>) -> bool {
        self.stirred = true;
        let ordeal = self.resolving().ordeal_mut(id);
        ordeal.ladder = ordeal.ladder.less_one();
        ordeal.hurt = true;
        let (cp, over) = (ordeal.ladder.cp, ordeal.ladder.is_eliminated());
        self.unit_mut(id).cp = cp;
        if over {
            log.push(|| Event::Descended {
                unit: id,
                rung: Rung::Eliminated,
                spent: true,
                fanatics: false,
            });
        }
        over
    }

    /// AV-17.4, AV-R102: the morale tests that a unit owes without a loss.
    pub(crate) fn tests_owed(&self, id: Id) -> u8 {
        match self.resolution.as_deref().filter(|it| it.stage == Stage::Outcome) {
            Some(it) => it.ordeal(id).tests,
            None if self.sides[id.seat()].mourners.has(id.number()) => MOURNING_TESTS,
            None => 0,
        }
    }

    /// AV-R71: the leader that was attached to a unit when the phase was frozen, if he lives.
    pub(super) fn leader_in_phase(&self, id: Id) -> Option<u8> {
        let leader = self.frozen().leader_with(id)?;
        let lives = self.sides[id.seat()].leaders[usize::from(leader)].place != Post::Lost;
        lives.then_some(leader)
    }

    /// AV-R71: a unit that tests, as it stood when the phase was frozen; the leader must live.
    pub fn nerve(&self, id: Id) -> Nerve {
        let frozen = self.frozen();
        let figure = frozen.figure_near(id);
        Nerve {
            profile: *self.profile(id),
            isolated: frozen.is_isolated(id),
            leader: self.leader_in_phase(id).is_some(),
            religious: figure == Some(Figure::ReligiousLeader),
            guru: figure == Some(Figure::Guru),
        }
    }

    fn test_morale(&mut self, id: Id, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if self.throw_morale(id, false, dice, log)? {
            return Ok(());
        }
        if self.may_reroll(id) {
            self.lay(Reroll { unit: id });
        } else {
            self.descend(id, log);
        }
        Ok(())
    }

    pub(super) fn throw_morale(
        &mut self,
        id: Id,
        again: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<bool> {
        let (nerve, cp) = (self.nerve(id), self.unit(id).cp);
        let from = dice.thrown().len();
        let passed = nerve.passes(id.seat(), cp, dice).about(|_| {
            format!("morale of {}{}", self.name(id), if again { ", once more" } else { "" })
        })?;
        let face = dice.thrown().get(from).copied();
        log.push(|| Event::MoraleTested { unit: id, nerve, cp, face, passed, again });
        Ok(passed)
    }

    /// AV-14.2 to AV-14.5, AV-9.2: one rung down. AV-R78: who fought has thrown its heavy projectiles.
    pub(super) fn descend(&mut self, id: Id, log: &mut Log<Event>) {
        let fanatics = self.profile(id).has(Specials::FANATICS);
        let ordeal = self.resolving().ordeal_mut(id);
        ordeal.ladder = ordeal.ladder.missed(fanatics);
        let rung = ordeal.ladder.rung;
        let fighting = self.resolving().phase == Phase::HandToHand;
        let unit = self.unit_mut(id);
        unit.disrupt();
        unit.order = None;
        if fighting && unit.is(Flags::FOUGHT) {
            unit.flags |= Flags::HP_SPENT;
        }
        log.push(|| Event::Descended { unit: id, rung, spent: false, fanatics });
    }

    /// AV-14.13 to AV-14.15, AV-R83: a wave; whether anybody owes a test.
    fn snowball(&mut self, log: &mut Log<Event>) -> bool {
        let mut owed = false;
        for seat in Seat::BOTH {
            for number in 0..self.sides[seat].units.len() as u8 {
                let fallen = Id::new(seat, number);
                let rung = self.resolving().ordeal(fallen).ladder.rung;
                if rung.snowball() > 0 {
                    owed |= self.shake_supporters(fallen, rung, log);
                }
            }
        }
        owed
    }

    fn shake_supporters(&mut self, fallen: Id, rung: Rung, log: &mut Log<Event>) -> bool {
        let mut owed = false;
        for supporter in self.supporters_of(fallen).ids(fallen.seat()) {
            if !self.unit(supporter).is_there()
                || self.resolving().ordeal(supporter).ladder.is_eliminated()
            {
                continue;
            }
            let tests = self.resolving().charge(fallen, supporter.number(), rung.snowball());
            if tests > 0 {
                self.resolving().ordeal_mut(supporter).tests += tests;
                log.push(|| Event::Snowballed { unit: supporter, fallen, rung, tests });
                owed = true;
            }
        }
        owed
    }

    /// AV-R83, AV-R103: who is shaken when a unit goes down.
    fn supporters_of(&self, fallen: Id) -> UnitSet {
        let it = self.resolution.as_deref().expect("a phase is being resolved");
        if let Some(pair) = it.fight_of(fallen) {
            return pair.supporters(fallen.seat());
        }
        let loose = self.profile(fallen).is_expediti();
        let shaken = |id: &Id| !loose || self.profile(*id).is_expediti();
        let supporters = self.frozen().supporters(fallen).all();
        supporters.ids(fallen.seat()).filter(shaken).collect()
    }

    /// A unit is out of the battle, and who is with it (AV-15.5, AV-R94, AV-R102).
    pub(crate) fn remove(&mut self, id: Id, place: Place, log: &mut Log<Event>) {
        let seat = id.seat();
        let leader = self.table().leader_with(id);
        let at = self.table().point(id);
        self.unit_mut(id).place = place;
        log.push(|| Event::Removed { unit: id, left_table: place == Place::LeftTable });
        if let Some(leader) = leader {
            self.lose_leader(seat, leader, Some(id), log);
        }
        self.lose_figures(seat, Carrier::Unit(id.number()), Some(at), log);
    }

    /// P3f, P4h: the end of the phase.
    fn finish_phase(&mut self, log: &mut Log<Event>) {
        let Some(it) = self.resolution.take() else { return };
        if it.phase == Phase::Shooting {
            self.enrage_fanatics(&it, log);
        }
    }

    /// AV-18.6 to AV-18.8, AV-R89: Fanatics that lost a Cohesion Point, not disrupted, with an enemy on
    /// their axis.
    fn enrage_fanatics(&mut self, it: &Resolution, log: &mut Log<Event>) {
        let table = self.table();
        let enraged = self.all_standing().filter(|&id| {
            self.profile(id).has(Specials::FANATICS)
                && it.ordeal(id).hurt
                && !self.unit(id).disrupted
                && table.has_enemy_on_axis(id)
        });
        for unit in enraged.collect::<ArrayVec<Id, { 2 * UNITS_MAX }>>() {
            let state = self.unit_mut(unit);
            // AV-R34: an automatic order that differs from the present one.
            if !state.is_under(Order::Rush) {
                state.tried = None;
            }
            state.order = Some(Order::Rush);
            state.flags |= Flags::ENRAGED;
            log.push(|| Event::Enraged { unit });
        }
    }
}
