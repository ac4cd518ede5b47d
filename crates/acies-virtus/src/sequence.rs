//! The sequence of play, from top to bottom (RULES.md 2): set-up, then turn after turn tests,
//! activation, combats, moves.
//!
//! Each function is a step of the state machine, named and ordered as there. A step in which the
//! player has nothing to choose is passed over.

use std::cell::RefCell;

use acies_core::{About, Ask, Dice, Log, Rolled, Seat, sealed::Sealed};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, Charge, Distribution, Fight, Formations, Path, Placement, STEPS_MAX},
    activation::cards::{Card, Cards, Deck, Hand},
    activation::points::Cost,
    areas::{Area, Ground, boundary},
    battle::{Battle, Frame, GiveOut, Hit, Sides, Terrain},
    combat::attack::Scored,
    morale::{Marks, Nerve, Tested, Tried, leader_survives, stands_without_leader},
    movement::march::Cohesion,
    setup,
    units::{Flags, Formation, Specials, UnitSet},
    victory::{Ending, How},
    words::events::{Event, Faces, Marched},
    words::said::aim_words,
};

type Events = Log<Event>;

/// What comes after an action.
#[derive(Clone, Copy)]
pub(crate) enum Then {
    /// The same question or another is open, or the battle is over.
    Waits,
    /// This step, or a later one if there is nothing to choose in it.
    Goes(Frame),
    EndsTurn,
}

/// What comes next of itself.
pub(crate) enum Next {
    Asked,
    /// A charge is rolled, for it is the only one left.
    Rolls(Charge),
    TurnEnds,
}

/// An action, and then what follows from it before anybody decides again.
impl Battle {
    pub(crate) fn perform_action(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let mut then = self.carry_out(by, action, dice, log)?;
        loop {
            match self.pass(then) {
                Next::Asked => return Ok(()),
                Next::Rolls(charge) => self.roll_charge(&charge, dice, log)?,
                Next::TurnEnds => return self.end_turn(dice, log),
            }
            then = Then::Goes(Frame::Moves);
        }
    }

    /// The action by itself.
    pub(crate) fn carry_out(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<Then> {
        Ok(match *action {
            Action::Begin => self.begin(dice, log)?,
            Action::Deploy(placement) => self.deploy(by, placement, dice, log)?,
            Action::Distribute(plan) => self.distribute(&plan, log),
            Action::Form(formations) => self.form(&formations, log),
            Action::Charge(charge) => self.declare(&charge, log),
            Action::Fight(fight) => self.fight(&fight, dice, log)?,
            Action::Give { unit, red } => self.give(unit, red, log),
            Action::Resolve { unit } => {
                let charge = self.take_charge(unit);
                self.roll_charge(&charge, dice, log)?;
                Then::Goes(Frame::Resolve)
            }
            Action::Move { unit, path } => self.march(unit, path, dice, log)?,
            Action::MoveLeader { leader, to } => self.move_leader(leader, to, log),
            Action::Done => match self.frame() {
                Frame::Charges => Then::Goes(Frame::Combats),
                Frame::Combats => Then::Goes(Frame::Resolve),
                Frame::Moves => Then::EndsTurn,
                _ => unreachable!("it was checked"),
            },
            Action::Resign => {
                self.end(Ending { winner: Some(by.other()), by: How::Resigned }, log);
                Then::Waits
            }
        })
    }

    /// Goes on to a step, and past it while nothing can be chosen in it, up to the next question or throw.
    pub(crate) fn pass(&mut self, then: Then) -> Next {
        let mut frame = match then {
            Then::Waits => return Next::Asked,
            Then::Goes(frame) => frame,
            Then::EndsTurn => return Next::TurnEnds,
        };
        loop {
            self.enter(frame);
            frame = match frame {
                Frame::Formations if !self.can_form() => Frame::Charges,
                Frame::Charges if !self.each_charge(|_| true) => Frame::Combats,
                Frame::Combats if !self.each_fight(|_| true) => Frame::Resolve,
                Frame::Resolve if self.charges.len() < 2 => match self.charges.pop() {
                    Some(charge) => return Next::Rolls(charge),
                    None => Frame::Moves,
                },
                Frame::Moves
                    if self.points_are_spent()
                        && !self.can_move_a_leader()
                        && !self.each_march(|_, _| true) =>
                {
                    return Next::TurnEnds;
                }
                _ => return Next::Asked,
            };
        }
    }

    /// Whether nothing is left to pay with: while there is, the player ends his turn himself.
    fn points_are_spent(&self) -> bool {
        self.pools.iter().all(|pool| pool.left() == Some(0))
    }
}

/// S: set-up.
impl Battle {
    /// S2, S3: sides and terrain. Then players deploy, unless a scenario has done it.
    fn begin(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<Then> {
        let setup = self.setup.clone();
        let rivers = setup.rivers.iter().any(Option::is_some);
        log.push(|| Event::Table { columns: setup.columns, rivers });
        if setup.sides == Sides::ByDice {
            self.throw_for_south(dice, log)?;
        }
        self.lay_terrain(dice, log)?;
        for seat in Seat::BOTH {
            self.sides[seat].sealed = setup.deployed[seat].map_or(Sealed::Nothing, Sealed::In);
        }
        self.enter(Frame::Deploy);
        self.reveal_if_both_are_in(dice, log)
    }

    /// VIR-R24: the higher die is South, ties again.
    fn throw_for_south(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        loop {
            let (faces, south) = setup::south(dice)?;
            log.push(|| Event::SouthThrown { faces, south });
            if let Some(south) = south {
                self.south = south;
                return Ok(());
            }
        }
    }

    /// VIR-1.5.5, VIR-R21: area by area, South first; or as the scenario has it (VIR-R22).
    fn lay_terrain(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        for area in Area::all(self.columns(), self.south) {
            let flank_area = area.is_flank_area(self.columns());
            let (ground, faces) = match self.setup.terrain {
                Terrain::Placed(ground) => (ground[area.index()], None),
                Terrain::ByDice => {
                    let before = dice.thrown().len();
                    let ground = setup::terrain(area.side(), flank_area, dice)
                        .about(|ask| format!("{} in {}", ask.what, self.area_name(area)))?;
                    (ground, <[u8; 2]>::try_from(&dice.thrown()[before..]).ok())
                }
            };
            self.ground[area.index()] = ground;
            if faces.is_some() || !ground.is_empty() {
                log.push(|| Event::Terrain { area, faces, ground, flank_area });
            }
        }
        Ok(())
    }

    /// S4: a placement is in, hidden until the other is in too (VIR-1.6.1).
    fn deploy(
        &mut self,
        by: Seat,
        placement: Placement,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<Then> {
        self.sides[by].sealed = Sealed::In(placement);
        log.push(|| Event::Sealed { by });
        self.reveal_if_both_are_in(dice, log)
    }

    /// S5 to S7: reveal, shuffle, and throw for the first turn.
    fn reveal_if_both_are_in(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<Then> {
        let sealed = Seat::BOTH.map(|seat| self.sides[seat].sealed);
        let [Sealed::In(red), Sealed::In(blue)] = sealed else { return Ok(Then::Waits) };
        for (by, placement) in [(Seat::Red, red), (Seat::Blue, blue)] {
            log.unseal(by);
            self.reveal(by, &placement);
            let empty = |&area: &Area| self.units_in(area, by).is_empty();
            let open_areas = Area::row(by, self.columns()).filter(empty).count() as u8;
            log.push(|| Event::Revealed { by, cinc: placement.cinc, open_areas });
        }
        for by in Seat::BOTH {
            self.sides[by].deck = Deck::shuffled(self.setup.real_cards);
            log.push(|| Event::Shuffled { by });
        }
        loop {
            let items = acies_core::Each::of(|seat| self.terrain_items(seat));
            let (throws, first) = setup::first_turn(items, dice)?;
            log.push(|| Event::FirstThrown { throws, first });
            if let Some(first) = first {
                self.first = first;
                self.begin_turn(first, 1, dice, log)?;
                return Ok(Then::Waits);
            }
        }
    }

    fn enter(&mut self, frame: Frame) {
        self.stack.clear();
        self.stack.push(frame);
    }

    pub(crate) fn end(&mut self, ending: Ending, log: &mut Events) {
        self.ending = Some(ending);
        self.stack.clear();
        log.push(|| Event::Ended { ending });
    }
}

/// T0 and T1: a turn begins with the tests of the active player's own pieces.
impl Battle {
    fn begin_turn(&mut self, by: Seat, turn: u8, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.open_turn(by, turn, log);
        self.tests(dice, log)?;
        self.clear_hits();
        self.lose_leaders(log);
        // VIR-R13.1 at T1d: a player with no unit left loses.
        if let Some(ending) = self.annihilation() {
            self.end(ending, log);
            return Ok(());
        }
        self.fill_hand(dice, log)?;
        self.enter(Frame::Distribute);
        Ok(())
    }

    /// T0.
    pub(crate) fn open_turn(&mut self, by: Seat, turn: u8, log: &mut Events) {
        self.active = by;
        self.turn = turn;
        log.push(|| Event::TurnBegins { by, turn });
        let reserve = Area::reserve(by);
        for unit in self.units_in(reserve, by) {
            self.sides[by].units.mark(unit, Flags::RESTED);
        }
        self.lose_leaders(log);
    }

    /// T1a to T1c, VIR-R25.
    pub(crate) fn tests(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let mut routs = [0; crate::units::UNITS_MAX];
        self.test_joined_leaders(&mut routs, dice, log)?;
        self.test_units(&mut routs, dice, log)?;
        self.test_leaders(dice, log)
    }

    /// VIR-8.9, VIR-R64: in the active player's turn, leaders of the other who are alone with his
    /// units are lost.
    fn lose_leaders(&mut self, log: &mut Events) {
        let by = self.active.other();
        for leader in 0..self.sides[by].leaders.len() as u8 {
            if let Some(area) = self.lose_leader(leader) {
                log.push(|| Event::LeaderLost { by, leader, area });
            }
        }
    }

    /// Where a leader is lost, if he is.
    fn lose_leader(&mut self, leader: u8) -> Option<Area> {
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
    fn of_unit(&self, ask: Ask, unit: u8) -> String {
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
    fn clear_hits(&mut self) {
        let by = self.active;
        self.hits.clear();
        self.sides[by].units.each(|unit| unit.given = 0);
        self.sides[by].leaders.iter_mut().for_each(|leader| leader.joined = None);
    }
}

/// T2: activation.
impl Battle {
    /// T2a, VIR-R36: discard the excess at random, or draw up to the limit.
    fn fill_hand(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        let limit = self.hand_limit(by);
        let held = self.sides[by].deck.hand.count();
        if held > limit {
            return self.discard_excess(held - limit, dice, log);
        }
        let count = limit - held;
        // VIR-4.3.8, VIR-R39: reshuffle first if the pile is too small.
        if self.sides[by].deck.draw_len() < count {
            self.sides[by].deck.reshuffle();
            log.push(|| Event::Reshuffled { by, joker: false });
        }
        let deck = &mut self.sides[by].deck;
        let mut cards = Cards::NONE;
        deck.hand = match (deck.hand, deck.draw_pile()) {
            (Hand::Known(hand), Some(pile)) => {
                for _ in 0..count {
                    let ask = by.throws("VIR-4.1.1", "a card from the draw pile");
                    let kind = dice.pick(ask, &pile.minus(cards).copies());
                    let card = Card::ALL[kind.of_kinds(&Card::WORDS)?];
                    cards = cards.with(card);
                }
                Hand::Known(hand.and(cards))
            }
            (hand, _) => Hand::Hidden(hand.count() + count),
        };
        let cards = (!self.setup.real_cards).then_some(cards);
        log.push(|| {
            let (cinc, floor) = (self.cinc_in_reserve(by), self.controlled_segments(by) == 0);
            Event::Drawn { by, cards, count, limit, cinc, floor }
        });
        Ok(())
    }

    /// VIR-4.2.4: the opponent picks the excess at random.
    fn discard_excess(&mut self, count: u8, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        let mut cards = Cards::NONE;
        for _ in 0..count {
            let deck = &mut self.sides[by].deck;
            match deck.hand {
                Hand::Known(hand) => {
                    let ask = by.other().throws("VIR-4.2.4", "a card from the enemy's hand");
                    let kind = dice.pick(ask, &hand.copies()).of_kinds(&Card::WORDS)?;
                    let card = Card::ALL[kind];
                    deck.hand = Hand::Known(hand.without(card));
                    deck.discard = deck.discard.with(card);
                    cards = cards.with(card);
                }
                Hand::Hidden(n) => {
                    deck.hand = Hand::Hidden(n - 1);
                    deck.face_down += 1;
                }
            }
        }
        log.push(|| Event::Discarded { by, cards, count });
        Ok(())
    }

    /// T2b, T2c: cards are laid, leaders join or give their bonus, pools are fixed.
    fn distribute(&mut self, plan: &Distribution, log: &mut Events) -> Then {
        let by = self.active;
        let deck = &mut self.sides[by].deck;
        let laid = plan.lay.iter().flatten().count() as u8;
        deck.hand = match deck.hand {
            Hand::Known(hand) => {
                let played = plan.lay.iter().flatten().fold(hand, |hand, &card| hand.without(card));
                Hand::Known(played.minus(plan.discard))
            }
            Hand::Hidden(n) => Hand::Hidden(n - laid - plan.discard.len() - plan.face_down),
        };
        deck.laid = plan.lay;
        deck.discard = deck.discard.and(plan.discard);
        deck.face_down += plan.face_down;
        let kept = deck.hand.count();
        for (leader, unit) in self.sides[by].leaders.iter_mut().zip(plan.join) {
            leader.joined = unit;
            // VIR-SR18.4: who joins a unit does not move this turn, even if it leaves him.
            leader.moved = unit.is_some();
        }
        self.fix_pools();
        let bonuses = self.pools.iter().map(|pool| pool.bonus).sum();
        let (plan, real) = (*plan, self.setup.real_cards);
        let superior = self.leaders(by).any(|(leader, it)| {
            let gives = it.joined.is_none() && !it.area.is_reserve();
            gives && self.leader_card(by, leader).superior
        });
        log.push(|| Event::Distributed { by, plan, kept, bonuses, superior, real });
        self.compel(log);
        Then::Goes(Frame::Formations)
    }

    /// T2c, VIR-R69.1: impetuous units before the enemy are compelled to attack.
    fn compel(&mut self, log: &mut Events) {
        let by = self.active;
        let impetuous = self.units(by).alive() & self.kinds(by).impetuous;
        let units: UnitSet =
            impetuous.into_iter().filter(|&unit| self.becomes_compelled(unit)).collect();
        self.compelled = units;
        if !units.is_empty() {
            let paid = units.into_iter().any(|unit| {
                let segment = self.units(by)[unit].area.segment();
                segment.is_some_and(|segment| self.pools[segment].can_pay(1))
            });
            log.push(|| Event::Compelled { by, units, paid });
        }
    }
}

/// T3: combats.
impl Battle {
    /// T3a, VIR-R83.1.
    fn form(&mut self, plan: &Formations, log: &mut Events) -> Then {
        let by = self.active;
        for (units, formation) in [
            (plan.testudo, Formation::Testudo),
            (plan.shieldwall, Formation::Shieldwall),
            (plan.open, Formation::Open),
        ] {
            for unit in units {
                self.sides[by].units[unit].formation = formation;
                log.push(|| Event::Formed { by, unit, formation });
            }
        }
        Then::Goes(Frame::Charges)
    }

    /// T3b, VIR-R47.1: a charge is declared and paid for.
    fn declare(&mut self, charge: &Charge, log: &mut Events) -> Then {
        let by = self.active;
        let cost = self.charge_cost(by, charge);
        let area = self.units(by)[charge.unit].area;
        let flank = self.units(by.other())[charge.target].area != area;
        self.pay(area, cost);
        let units = &mut self.sides[by].units;
        units.mark(charge.unit, Flags::ACTIVATED);
        // VIR-SR15.7, VIR-R83.3: its own charge breaks a formation at the declaration.
        let broke = std::mem::take(&mut units[charge.unit].formation);
        self.charges.push(*charge);
        let charge = *charge;
        log.push(|| Event::ChargeDeclared { by, charge, flank, broke, cost });
        Then::Goes(Frame::Charges)
    }

    fn pay(&mut self, area: Area, cost: Cost) {
        let segment = area.segment().expect("whoever fights stands in a segment");
        self.pools[segment].spent += cost.points();
    }

    /// T3c: an ordinary combat.
    fn fight(&mut self, fight: &Fight, dice: &mut Dice, log: &mut Events) -> Rolled<Then> {
        let by = self.active;
        let target = self.may_fight(by, fight).expect("it was checked");
        let cost = self.fight_cost(by, fight, target);
        let attack = self.attack(by, fight, target);
        self.pay(self.units(by)[fight.unit].area, cost);
        self.sides[by].units.mark(fight.unit, Flags::ACTIVATED | Flags::FOUGHT);
        let unit = fight.unit;
        if target.wins {
            // VIR-5.4.6, VIR-R12: no dice are rolled.
            let (faces, scored) = (Faces::new(), Scored::default());
            let cost = Some(cost);
            log.push(|| Event::Attacked { by, unit, target, attack, cost, faces, scored });
            self.end(Ending { winner: Some(by), by: How::Flank }, log);
            return Ok(Then::Waits);
        }
        let scored = attack.throw(by, dice).about(|_| {
            let deed = aim_words(target.aim, target.with, self.area_name(target.area));
            format!("{} {deed}", self.troop(by, unit).name)
        })?;
        log.push(|| {
            let faces = dice.faces().iter().copied().collect();
            Event::Attacked { by, unit, target, attack, cost: Some(cost), faces, scored }
        });
        self.hit_leader(target.area, scored.leader_hits, log);
        self.stack.push(Frame::GiveOut(GiveOut {
            area: target.area,
            attacker: unit,
            marks: attack.marks(),
            red: scored.red,
            others: scored.others,
            from: self.hits.len() as u8,
        }));
        Ok(self.give_out(log))
    }

    /// VIR-5.5.1, VIR-R52: every 6 hits the other player's leader in the target area, joined to a
    /// unit or not (VIR-R86.5).
    fn hit_leader(&mut self, area: Area, hits: u8, log: &mut Events) {
        let by = self.active.other();
        if hits > 0
            && let Some(leader) = self.leader_in(area, by)
        {
            let it = &mut self.sides[by].leaders[usize::from(leader)];
            it.hits = it.hits.saturating_add(hits);
            log.push(|| Event::LeaderHit { by, leader, hits });
        }
    }

    /// VIR-5.1.4: the owner puts a hit on a unit.
    fn give(&mut self, unit: u8, red: bool, log: &mut Events) -> Then {
        self.put_hit(unit, red, true, log);
        self.give_out(log)
    }

    fn put_hit(&mut self, unit: u8, red: bool, chosen: bool, log: &mut Events) {
        let by = self.active.other();
        let Some(Frame::GiveOut(left)) = self.stack.last_mut() else {
            unreachable!("hits are given out in their own frame")
        };
        *(if red { &mut left.red } else { &mut left.others }) -= 1;
        let marks = if red { left.marks | Marks::RED } else { left.marks };
        let attacker = left.attacker;
        self.hits.push(Hit { target: unit, attacker, marks });
        self.sides[by].units[unit].given += 1;
        log.push(|| Event::HitGiven { by, unit, marks, chosen });
    }

    /// VIR-R46: hits go out by themselves while their owner has no choice; then combats go on.
    fn give_out(&mut self, log: &mut Events) -> Then {
        while let Some(&Frame::GiveOut(left)) = self.stack.last() {
            if left.red + left.others == 0 {
                self.stack.pop();
                // VIR-R26: hits of one roll rank by their dice, lowest first: red ones are 1s.
                self.hits[usize::from(left.from)..]
                    .sort_by_key(|hit| !hit.marks.contains(Marks::RED));
                return Then::Goes(Frame::Combats);
            }
            let Some(unit) = self.only_taker(&left) else { break };
            self.put_hit(unit, left.red > 0, false, log);
        }
        Then::Waits
    }

    /// T3d: the charge that A resolves next.
    pub(crate) fn take_charge(&mut self, unit: u8) -> Charge {
        let at = self.charges.iter().position(|charge| charge.unit == unit);
        self.charges.remove(at.expect("it was checked"))
    }

    /// VIR-R47, VIR-R81, VIR-R83.4: a charge is rolled.
    pub(crate) fn roll_charge(
        &mut self,
        charge: &Charge,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let (by, enemy) = (self.active, self.active.other());
        let Charge { unit, target: on, .. } = *charge;
        self.sides[by].units.mark(unit, Flags::FOUGHT);
        if self.tests_before_pikes(by, charge) && self.loses_cohesion(unit, true, dice, log)? {
            return Ok(());
        }
        // VIR-SR15.6: the target's formation is broken, hit or not.
        let formation = std::mem::take(&mut self.sides[enemy].units[on].formation);
        if formation.is_closed() {
            log.push(|| Event::FormationBroken { by: enemy, unit: on, formation });
        }
        let target = self.charge_target(by, charge);
        let attack = self.charge_attack(by, charge);
        let scored = attack.throw(by, dice).about(|_| {
            format!("{} charge {}", self.troop(by, unit).name, self.troop(enemy, on).name)
        })?;
        log.push(|| {
            let faces = dice.faces().iter().copied().collect();
            Event::Attacked { by, unit, target, attack, cost: None, faces, scored }
        });
        self.hit_leader(target.area, scored.leader_hits, log);
        // VIR-5.2.2, VIR-R47.4: all hits go on the target, the lowest dice first (VIR-R26).
        let marks = attack.marks();
        let red = std::iter::repeat_n(marks | Marks::RED, usize::from(scored.red));
        let others = std::iter::repeat_n(marks, usize::from(scored.others));
        self.hits.extend(red.chain(others).map(|marks| Hit { target: on, attacker: unit, marks }));
        if scored.hits() > 0 {
            let Scored { red, others, .. } = scored;
            log.push(|| Event::HitsTaken { by: enemy, unit: on, marks, red, others });
        }
        Ok(())
    }

    /// VIR-10.3: a cohesion test, which may cost a stand. Tells whether the unit is gone.
    fn loses_cohesion(
        &mut self,
        unit: u8,
        pikes: bool,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<bool> {
        let by = self.active;
        let test = Cohesion { profile: self.troop(by, unit).profile };
        let why = if pikes { "cohesion before pikes" } else { "cohesion on a forced march" };
        let holds = test.holds(by, why, dice).about(|ask| self.of_unit(ask, unit))?;
        let face = dice.faces().first().copied();
        let destroyed = !holds && self.lose_stand(by, unit);
        log.push(|| Event::CohesionTested { by, unit, test, face, holds, pikes, destroyed });
        Ok(destroyed)
    }
}

/// T4 and T5: moves, and the end of the turn.
impl Battle {
    /// VIR-R54: a unit moves, step by step.
    fn march(&mut self, unit: u8, path: Path, dice: &mut Dice, log: &mut Events) -> Rolled<Then> {
        let by = self.active;
        let march = self.march_of(by, unit, path);
        let it = self.units(by)[unit];
        let from = it.area;
        let compelled = self.is_compelled(by, unit);
        self.pools[march.segment].spent += march.cost.points();
        self.sides[by].units.mark(unit, Flags::ACTIVATED | Flags::MOVED);
        self.compelled = self.compelled.without(unit);
        let conquered_before = self.conquered;
        let mut crossed = None;
        let mut lost = ArrayVec::<_, STEPS_MAX>::new();
        let mut made = path;
        let mut at = from;
        for (done, &to) in path.steps().iter().enumerate() {
            // VIR-R57: the cohesion die falls when the extra step is to be made.
            let extra = march.forced && done + 1 == path.steps().len();
            if extra && self.loses_cohesion(unit, false, dice, log)? {
                made = path.up_to(done);
                break;
            }
            let river = boundary(at, to);
            if let Some(class) = self.setup.rivers[river] {
                self.crossed[river] += 1;
                crossed = Some(class.rule());
            }
            self.put(by, unit, to);
            // VIR-R64: after every step; only in the area entered can it make a difference.
            if let Some(leader) = self.leader_in(to, by.other()) {
                lost.extend(self.lose_leader(leader).map(|area| (leader, area)));
            }
            at = to;
        }
        log.push(|| Event::Moved {
            by,
            unit,
            from,
            path: made,
            march: Marched {
                cost: march.cost,
                forced: march.forced,
                after_fight: it.is(Flags::FOUGHT),
                compelled,
                mounted: self.troop(by, unit).profile.is_mounted(),
                crossed,
                dense: self.ground(made.end()).contains(Ground::DENSE_WOOD),
                conquered: self.conquered != conquered_before,
            },
        });
        for (leader, area) in lost {
            log.push(|| Event::LeaderLost { by: by.other(), leader, area });
        }
        Ok(Then::Goes(Frame::Moves))
    }

    /// VIR-R56, VIR-8.2: a leader moves, free of charge.
    fn move_leader(&mut self, leader: u8, to: Area, log: &mut Events) -> Then {
        let by = self.active;
        let it = &mut self.sides[by].leaders[usize::from(leader)];
        it.area = to;
        it.moved = true;
        log.push(|| Event::LeaderMoved { by, leader, to });
        Then::Goes(Frame::Moves)
    }

    /// T5.
    fn end_turn(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.rally(dice, log)?;
        self.close_turn(log);
        if self.ending.is_some() {
            return Ok(());
        }
        let turn = self.turn + u8::from(self.active != self.first);
        self.begin_turn(self.active.other(), turn, dice, log)
    }

    /// T5a.
    fn rally(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        for unit in self.units_in(Area::reserve(by), by) {
            if let Some(rally) = self.may_rally(by, unit) {
                let recovered = rally
                    .recovers(by, dice)
                    .about(|ask| format!("{} {}", self.troop(by, unit).name, ask.what))?;
                let face = dice.faces().first().copied();
                self.sides[by].units[unit].stands += u8::from(recovered);
                log.push(|| Event::Rallied { by, unit, rally, face, recovered });
            }
        }
        Ok(())
    }

    /// T5b to T5d.
    pub(crate) fn close_turn(&mut self, log: &mut Events) {
        let by = self.active;
        // T5b: VIR-3.2.2: routed units are ordinary units again.
        let routed = self.units(by).alive() & self.units(by).with_any(Flags::ROUTED);
        self.sides[by].units.clear(Flags::all() - Flags::BLOODED);
        self.sides[by].leaders.iter_mut().for_each(|leader| leader.moved = false);
        self.crossed = Default::default();
        self.compelled = UnitSet::NONE;
        // T5c: cards are discarded, and reshuffled if the Joker was played (VIR-4.3.7).
        let swept = self.sides[by].deck.laid.iter().flatten().count() as u8;
        let joker = self.sides[by].deck.sweep();
        log.push(|| Event::TurnEnds { by, routed, swept });
        if joker {
            self.sides[by].deck.reshuffle();
            log.push(|| Event::Reshuffled { by, joker });
        }
        self.pools = Default::default();
        // T5d: VIR-R11, VIR-R13.
        let over = self
            .conquest(by)
            .or_else(|| self.conquest(by.other()))
            .or_else(|| self.annihilation())
            .or_else(|| self.limit_reached().then(|| self.at_limit()));
        if let Some(ending) = over {
            self.end(ending, log);
        }
    }

    /// VIR-R13.3: both have had their number of turns.
    fn limit_reached(&self) -> bool {
        self.active != self.first && self.turn >= self.setup.turn_limit
    }
}

/// What a step offers at all.
impl Battle {
    fn can_form(&self) -> bool {
        let by = self.active;
        let units = self.units(by).alive() & self.kinds(by).closing;
        units.into_iter().any(|unit| self.formations_of(unit).next().is_some())
    }

    /// VIR-SR15.1, VIR-R83.1, VIR-R84: the formations that a unit of the active player can change to.
    pub fn formations_of(&self, unit: u8) -> impl Iterator<Item = Formation> {
        let by = self.active;
        let it = self.units(by)[unit];
        let profile = self.troop(by, unit).profile;
        let testudo = profile.has(Specials::TESTUDO);
        let wall = profile.may_wall() && !self.is_compelled(by, unit);
        [(Formation::Open, true), (Formation::Testudo, testudo), (Formation::Shieldwall, wall)]
            .into_iter()
            .filter(move |&(formation, may)| {
                may && formation != it.formation && !it.is(Flags::ROUTED)
            })
            .map(|(formation, _)| formation)
    }

    /// VIR-R46: the unit that must take the next hit, if its owner has no choice: there is only one,
    /// or only one kind of hit and of unit.
    fn only_taker(&self, left: &GiveOut) -> Option<u8> {
        let by = self.active.other();
        let here = self.units_in(left.area, by);
        if here.len() == 1 {
            return here.first();
        }
        if left.red > 0 && left.others > 0 {
            return None;
        }
        let lowest = self.lowest(left.area);
        let first = lowest.first()?;
        lowest.into_iter().all(|unit| unit == first || self.alike(unit, first)).then_some(first)
    }

    /// VIR-5.1.5: the units with the lowest count of counters in an area.
    pub fn lowest(&self, area: Area) -> UnitSet {
        let by = self.active.other();
        let here = self.units_in(area, by);
        let least = here.into_iter().map(|unit| self.units(by)[unit].given).min();
        here.into_iter().filter(|&unit| Some(self.units(by)[unit].given) == least).collect()
    }

    /// Whether it makes no difference which of two units takes a hit.
    fn alike(&self, a: u8, b: u8) -> bool {
        let by = self.active.other();
        let (ours, theirs) = (self.troop(by, a), self.troop(by, b));
        let marks = |unit| {
            let of = move |hit: &&Hit| hit.target == unit;
            self.hits.iter().filter(of).map(|hit| hit.marks)
        };
        let special = |unit| {
            self.leader_with(by, unit).is_some()
                || self.charges.iter().any(|charge| charge.target == unit)
        };
        ours.is_like(theirs)
            && self.units(by)[a] == self.units(by)[b]
            && marks(a).eq(marks(b))
            && !special(a)
            && !special(b)
    }
}
