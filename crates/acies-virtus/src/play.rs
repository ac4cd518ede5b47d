//! The contract of a battle: who decides, what is offered, what is allowed, what is hidden.

use acies_core::{
    Dice, Game, Log, Pending, Rolled, Seat, Seats, Viewer, one_of_all, sealed::Sealed,
};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, Charge, Distribution, Fight, Formations, Kind, Path, Placement},
    activation::cards::{Card, Cards, Hand},
    areas::{Area, COLUMNS_MAX},
    battle::{Battle, Frame},
    combat::attack::With,
    units::{Flags, Formation, Specials, Troop, UNITS_MAX, UnitSet},
    words::events::Event,
    words::refusals::{No, Refusal},
};

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;

    fn pending(&self) -> Pending {
        match self.ending {
            Some(ending) => Pending::Over(ending.outcome()),
            None => Pending::Decide(self.deciding()),
        }
    }

    fn candidates(&self, by: Seat, out: &mut Vec<Action>) {
        if !self.deciding().has(by) {
            return;
        }
        match self.frame() {
            Frame::Begin => out.push(Action::Begin),
            Frame::Deploy => out.extend(self.placements(by).map(Action::Deploy)),
            Frame::Distribute => self.distributions(by, out),
            Frame::Formations => self.formations(out),
            Frame::Charges => {
                self.each_charge(|charge| {
                    out.push(Action::Charge(charge));
                    false
                });
                out.push(Action::Done);
            }
            Frame::Combats => {
                self.each_fight(|fight| {
                    out.push(Action::Fight(fight));
                    false
                });
                out.push(Action::Done);
            }
            Frame::GiveOut(left) => {
                for unit in self.lowest(left.area) {
                    let kinds = [(true, left.red), (false, left.others)];
                    let offered = kinds.into_iter().filter(|&(_, n)| n > 0);
                    out.extend(offered.map(|(red, _)| Action::Give { unit, red }));
                }
            }
            Frame::Resolve => {
                out.extend(self.charges.iter().map(|charge| Action::Resolve { unit: charge.unit }));
            }
            Frame::Moves => {
                self.each_march(|unit, path| {
                    out.push(Action::Move { unit, path });
                    false
                });
                self.list_leaders(out);
                if self.must_still_move(by).is_none() {
                    out.push(Action::Done);
                }
            }
        }
    }

    fn any(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        match self.frame() {
            Frame::Deploy => Action::Deploy(self.placement(by, chance.number(STYLES))),
            Frame::Charges | Frame::Combats | Frame::Moves => self.any_of_many(chance, room),
            _ => one_of_all(self, by, chance, room),
        }
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if !self.deciding().has(by) {
            return;
        }
        match self.frame() {
            Frame::Begin => out.push(Action::Begin),
            Frame::Deploy => self.placements_tried(by, out),
            Frame::Distribute => self.distributions_tried(by, out),
            Frame::Formations => self.formations_tried(out),
            Frame::Charges => self.charges_tried(out),
            Frame::Combats => self.fights_tried(out),
            Frame::GiveOut(_) => {
                let all = self.units(by).alive().into_iter();
                out.extend(
                    all.flat_map(|unit| [true, false].map(|red| Action::Give { unit, red })),
                );
            }
            Frame::Resolve => {
                let all = self.units(by).alive().into_iter();
                out.extend(all.map(|unit| Action::Resolve { unit }));
            }
            Frame::Moves => self.moves_tried(out),
        }
        out.push(Action::Done);
        out.push(Action::Resign);
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), Refusal> {
        self.may(by, action).map_err(|no| Refusal { by, no })
    }

    fn perform(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.perform_action(by, action, dice, log)
    }

    /// VIR-R38: hands are hidden, and so is a placement until both are in (VIR-1.6.1). The draw
    /// pile has no order, and what is in it follows from the rest.
    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            let side = &mut view.sides[seat];
            side.deck.hand = Hand::Hidden(side.deck.hand.count());
            if side.sealed.is_made() {
                side.sealed = Sealed::Hidden;
            }
        }
        view
    }

    /// A hand that the other player may hold, drawn from the cards that were not seen; and a
    /// placement that he may have made.
    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        let other = seat.other();
        if self.sides[other].sealed == Sealed::Hidden {
            let placements: Vec<_> = self.placements(other).collect();
            let placement = placements[dice.number(placements.len())];
            guess.sides[other].sealed = Sealed::In(placement);
        }
        if self.setup.real_cards {
            return guess;
        }
        let deck = &mut guess.sides[other].deck;
        let mut hand = Cards::NONE;
        let mut unseen = deck.unseen();
        for _ in 0..deck.hand.count() {
            let ask = other.throws("VIR-R38", "a card that may be in hand");
            let kind = dice.pick(ask, &unseen.copies()).expect("guesses come from a seed");
            hand = hand.with(Card::ALL[kind]);
            unseen = unseen.without(Card::ALL[kind]);
        }
        deck.hand = Hand::Known(hand);
        guess
    }
}

/// Who decides, and what is allowed.
impl Battle {
    fn deciding(&self) -> Seats {
        match self.stack.last() {
            None => Seats::NONE,
            Some(Frame::Begin) => Seat::Red.into(),
            Some(Frame::Deploy) => Seat::BOTH
                .into_iter()
                .filter(|&seat| !self.sides[seat].sealed.is_made())
                .fold(Seats::NONE, Seats::with),
            Some(Frame::GiveOut(_)) => self.active.other().into(),
            Some(_) => self.active.into(),
        }
    }

    fn may(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.ending.is_some() {
            return Err(No::Over);
        }
        if matches!(self.frame(), Frame::Deploy) && matches!(action, Action::Deploy(_)) {
            let Action::Deploy(placement) = action else { unreachable!("matched above") };
            return self.may_deploy(by, placement);
        }
        if !self.deciding().has(by) {
            return Err(No::NotYours);
        }
        match (self.frame(), action) {
            (_, Action::Resign) | (Frame::Begin, Action::Begin) => Ok(()),
            (Frame::Distribute, Action::Distribute(plan)) => self.may_distribute(by, plan),
            (Frame::Formations, Action::Form(plan)) => self.may_form(by, plan),
            (Frame::Charges, Action::Charge(charge)) => self.may_charge(by, charge).map(|_| ()),
            (Frame::Combats, Action::Fight(fight)) => self.may_fight(by, fight).map(|_| ()),
            (Frame::GiveOut(left), Action::Give { unit, red }) => {
                self.living(by, *unit)?;
                self.may_give(by, *unit, *red, left.area, [left.others, left.red])
            }
            (Frame::Resolve, Action::Resolve { unit }) => {
                let declared = self.charges.iter().any(|charge| charge.unit == *unit);
                if declared { Ok(()) } else { Err(No::NotCharging) }
            }
            (Frame::Moves, Action::Move { unit, path }) => {
                self.may_move(by, *unit, *path).map(|_| ())
            }
            (Frame::Moves, Action::MoveLeader { leader, to }) => {
                self.may_move_leader(by, *leader, *to)
            }
            (Frame::Charges | Frame::Combats, Action::Done) => Ok(()),
            // VIR-R69.5: not while a compelled unit can be paid for and its step is legal.
            (Frame::Moves, Action::Done) => match self.must_still_move(by) {
                Some(unit) => Err(No::CompelledStay { unit }),
                None => Ok(()),
            },
            _ => Err(No::NotNow),
        }
    }

    /// VIR-R83.1, VIR-SR15.1, VIR-R84: whether units may change formation so.
    fn may_form(&self, by: Seat, plan: &Formations) -> Result<(), No> {
        let [a, b, c] = [plan.testudo, plan.shieldwall, plan.open];
        if let Some(unit) = (a & b | a & c | b & c).first() {
            self.living(by, unit)?;
            return Err(No::FormedTwice { unit });
        }
        for (units, formation) in
            [(a, Formation::Testudo), (b, Formation::Shieldwall), (c, Formation::Open)]
        {
            for unit in units {
                self.may_take_up(by, unit, formation)?;
            }
        }
        Ok(())
    }

    fn may_take_up(&self, by: Seat, unit: u8, formation: Formation) -> Result<(), No> {
        let it = self.living(by, unit)?;
        let profile = self.troop(by, unit).profile;
        if it.is(Flags::ROUTED) {
            return Err(No::Routed { unit });
        }
        if it.formation == formation {
            return Err(No::AlreadyFormed { unit, formation });
        }
        match formation {
            Formation::Testudo if !profile.has(Specials::TESTUDO) => Err(No::NotTestudo { unit }),
            Formation::Shieldwall if !profile.may_wall() => {
                Err(No::NotShieldwall { unit, dv: profile.dv })
            }
            Formation::Shieldwall if self.is_compelled(by, unit) => {
                Err(No::CompelledToWall { unit })
            }
            _ => Ok(()),
        }
    }

    /// VIR-5.1.3 to .5, VIR-R46: whether a hit may go on a unit.
    fn may_give(&self, by: Seat, unit: u8, red: bool, area: Area, left: [u8; 2]) -> Result<(), No> {
        if left[usize::from(red)] == 0 {
            return Err(No::NoSuchHit { red });
        }
        let it = &self.units(by)[unit];
        if it.area != area {
            return Err(No::NotInTarget { area });
        }
        let lowest = self.lowest(area).first().map_or(0, |least| self.units(by)[least].given);
        if it.given > lowest {
            return Err(No::NotLowest { has: it.given, lowest });
        }
        Ok(())
    }
}

/// What is offered.
impl Battle {
    /// Four sensible placements: even, strong on one flank or the other, strong in the centre.
    pub fn placements(&self, by: Seat) -> impl Iterator<Item = Placement> {
        (0..STYLES).map(move |style| self.placement(by, style))
    }

    /// Spreads units over the columns by the weights of a style: heavy foot to the heavy columns,
    /// mounted to the flanks, one unit in eight to the reserve; the C-in-C stays there.
    fn placement(&self, by: Seat, style: usize) -> Placement {
        let columns = self.columns();
        let army = &self.setup.armies[by];
        let weight = |column: usize| -> u32 {
            let flank = column == 0 || column + 1 == columns;
            match style {
                1 => (2 * columns - column) as u32,
                2 => (columns + 1 + column) as u32,
                3 if flank => 2,
                3 => 4,
                _ => 3,
            }
        };
        let mut load = [0; COLUMNS_MAX];
        let costs = army.troops.iter().map(Troop::cost).enumerate();
        let mut order: ArrayVec<(usize, u32), UNITS_MAX> = costs.collect();
        order.sort_unstable_by_key(|&(unit, cost)| (std::cmp::Reverse(cost), unit));
        let mut areas = [Area::reserve(by); UNITS_MAX];
        let kept = army.troops.len() / 8;
        for (rank, &(unit, cost)) in order.iter().enumerate() {
            let profile = army.troops[unit].profile;
            if rank >= columns && rank < columns + kept {
                continue;
            }
            let likes = |column: usize| {
                let flank = column == 0 || column + 1 == columns;
                u32::from(profile.is_mounted() != flank) * 6
            };
            let column = (0..columns)
                .min_by_key(|&column| {
                    (100 * (load[column] + likes(column)) / weight(column), column)
                })
                .expect("a table has columns");
            load[column] += cost;
            areas[unit] = Area::new(by, column);
        }
        let leaders = (0..army.leaders.len()).map(|leader| {
            // Reserves see the C-in-C (VIR-4.1.4); the others lead from the centre outwards.
            if leader == 0 || leader > columns {
                Area::reserve(by)
            } else {
                Area::new(by, (columns / 2 + leader - 1) % columns)
            }
        });
        Placement::new(areas.into_iter().take(army.troops.len()), leaders, 0)
    }

    /// Distributions that differ in where the main effort is: the highest card to one segment and
    /// the next ones to its neighbours. What each leader may join comes with one of them each.
    fn distributions(&self, by: Seat, out: &mut Vec<Action>) {
        let first = out.len();
        let deck = &self.sides[by].deck;
        let hand = match deck.hand {
            Hand::Known(hand) => hand,
            Hand::Hidden(_) => Cards::NONE,
        };
        let reserve = !self.units_in(Area::reserve(by), by).is_empty();
        let in_use = |&segment: &usize| {
            let here = |side| !self.units_in(Area::new(side, segment), by).is_empty();
            reserve || here(Seat::Red) || here(Seat::Blue)
        };
        let useful: ArrayVec<usize, COLUMNS_MAX> = (0..self.columns()).filter(in_use).collect();
        let idle = hand.courts();
        // Cards are in ascending order, the Joker last.
        let mut highest: ArrayVec<Card, COLUMNS_MAX> = ArrayVec::new();
        for card in Card::ALL.into_iter().rev() {
            let copies = hand.minus(idle).count(card).min(highest.remaining_capacity() as u8);
            highest.extend(std::iter::repeat_n(card, usize::from(copies)));
        }
        let plain = Distribution { discard: idle, ..Distribution::default() };
        let segments = useful.len();
        for start in 0..if highest.is_empty() { 1 } else { segments } {
            let backwards = segments > 2 && highest.len() > 1;
            for step in [1, segments - 1].into_iter().take(1 + usize::from(backwards)) {
                let mut plan = plain;
                for (at, &card) in highest.iter().enumerate().take(segments) {
                    plan.lay[useful[(start + at * step) % segments]] = Some(card);
                }
                // Equal cards make equal plans.
                let plan = Action::Distribute(plan);
                if !out[first..].contains(&plan) {
                    out.push(plan);
                }
            }
        }
        // With no card to lay, all that is left is to keep what is in hand, or to mislead (VIR-4.3.6).
        if highest.is_empty() || !idle.is_empty() {
            out.push(Action::Distribute(Distribution::default()));
        }
        let all = out.len() - first;
        let mut at = 0;
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let area = self.sides[by].leaders[usize::from(leader)].area;
            for unit in self.units_in(area, by) {
                if self.may_join(by, leader, unit).is_ok()
                    && let Action::Distribute(mut plan) = out[first + at % all]
                {
                    plan.join[usize::from(leader)] = Some(unit);
                    out.push(Action::Distribute(plan));
                    at += 1;
                }
            }
        }
        // VIR-R88: real cards are in nobody's sight, so only their number can be offered.
        if let Hand::Hidden(n) = deck.hand
            && n > 0
        {
            out.push(Action::Distribute(Distribution { face_down: n, ..Distribution::default() }));
        }
    }

    /// No change, each change of one unit, and all that are engaged closing up at once.
    fn formations(&self, out: &mut Vec<Action>) {
        let by = self.active;
        out.push(Action::Form(Formations::default()));
        let mut engaged = Formations::default();
        for unit in self.units(by).alive() & self.kinds(by).closing {
            for formation in self.formations_of(unit) {
                out.push(Action::Form(change(unit, formation)));
                if formation == Formation::Shieldwall && self.engaged(by, unit) {
                    engaged.shieldwall = engaged.shieldwall.with(unit);
                }
            }
        }
        if engaged.shieldwall.len() > 1 {
            out.push(Action::Form(engaged));
        }
    }
}

/// What a player might try, allowed or not.
impl Battle {
    fn placements_tried(&self, by: Seat, out: &mut Vec<Action>) {
        out.extend(self.placements(by).map(Action::Deploy));
        let plan = self.placement(by, 0);
        let outside = Area::new(by.other(), 0);
        let units = plan.units().skip(1);
        let leaders = |at: Area| plan.leaders().map(move |_| at);
        let own = Area::new(by, 0);
        let all = || plan.units();
        out.extend([
            Action::Deploy(Placement::new(units, plan.leaders(), plan.cinc)),
            Action::Deploy(Placement::new(all().map(|_| outside), plan.leaders(), plan.cinc)),
            Action::Deploy(Placement::new(all(), leaders(outside), plan.cinc)),
            Action::Deploy(Placement::new(all(), leaders(own), plan.cinc)),
            Action::Deploy(Placement::new(all(), plan.leaders(), u8::MAX)),
        ]);
    }

    fn distributions_tried(&self, by: Seat, out: &mut Vec<Action>) {
        for card in Card::ALL {
            let mut plan = Distribution::default();
            plan.lay[0] = Some(card);
            out.push(Action::Distribute(plan));
            plan.lay = [None; COLUMNS_MAX];
            plan.lay[COLUMNS_MAX - 1] = Some(card);
            out.push(Action::Distribute(plan));
        }
        for leader in 0..self.sides[by].leaders.len() {
            for unit in self.units(by).alive() {
                let mut plan = Distribution::default();
                plan.join[leader] = Some(unit);
                out.push(Action::Distribute(plan));
            }
        }
        let face_down = self.sides[by].deck.hand.count() + 1;
        out.push(Action::Distribute(Distribution { face_down, ..Distribution::default() }));
    }

    fn formations_tried(&self, out: &mut Vec<Action>) {
        for unit in self.units(self.active).alive() {
            for formation in [Formation::Open, Formation::Testudo, Formation::Shieldwall] {
                out.push(Action::Form(change(unit, formation)));
            }
            let both = UnitSet::NONE.with(unit);
            let twice = Formations { testudo: both, shieldwall: both, ..Formations::default() };
            out.push(Action::Form(twice));
        }
    }

    fn charges_tried(&self, out: &mut Vec<Action>) {
        let by = self.active;
        for unit in self.units(by).alive() {
            for target in self.units(by.other()).alive() {
                for (hill, pila) in [(false, false), (true, false), (false, true)] {
                    out.push(Action::Charge(Charge { unit, target, hill, pila }));
                }
            }
        }
    }

    fn fights_tried(&self, out: &mut Vec<Action>) {
        let by = self.active;
        for unit in self.units(by).alive() {
            let from = self.units(by)[unit].area;
            let beside = self.areas().filter(|area| area.side() == from.side() && *area != from);
            let flanks = beside.flat_map(|area| {
                [With::Fv, With::Sv].map(|with| (Kind::Flank { area, with }, false, false))
            });
            let here = [(false, false), (true, false), (false, true), (true, true)];
            let shots = [(false, false), (true, false), (false, true)];
            let fights = here.map(|(hill, pila)| (Kind::Here, hill, pila)).into_iter();
            let shots = shots.map(|(hill, pila)| (Kind::Shoot, hill, pila));
            for (kind, hill, pila) in fights.chain(shots).chain(flanks) {
                out.push(Action::Fight(Fight { unit, kind, hill, pila }));
            }
        }
    }

    fn moves_tried(&self, out: &mut Vec<Action>) {
        let by = self.active;
        let places: Vec<Area> = self.areas().chain(Seat::BOTH.map(Area::reserve)).collect();
        for unit in self.units(by).alive() {
            let from = self.units(by)[unit].area;
            for &to in &places {
                let direct = Path::one(to);
                let way = crate::movement::march::way(by, from, to).unwrap_or(direct);
                out.push(Action::Move { unit, path: direct });
                out.extend((way != direct).then_some(Action::Move { unit, path: way }));
                out.push(Action::Move { unit, path: Path::two(to, from) });
            }
        }
        for leader in 0..self.sides[by].leaders.len() as u8 {
            out.extend(places.iter().map(|&to| Action::MoveLeader { leader, to }));
        }
    }
}

/// How many placements are offered.
const STYLES: usize = 4;

/// One unit changes its formation.
fn change(unit: u8, formation: Formation) -> Formations {
    let mut plan = Formations::default();
    let units = match formation {
        Formation::Open => &mut plan.open,
        Formation::Testudo => &mut plan.testudo,
        Formation::Shieldwall => &mut plan.shieldwall,
    };
    *units = units.with(unit);
    plan
}
