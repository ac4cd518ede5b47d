//! What a place on the table is worth to a Unit: whom it can reach from there, who can reach it, and who stands beside it.

use acies_core::Seat;
use acies_table::{Base, Edge, Rect};
use glam::DVec2;

use crate::{
    battle::{Battle, Id},
    cohesion::Ground,
    melee::{Came, Fighter, Melee, Side},
    profile::Kind,
    rulings::TOLERANCE,
    units::Unit,
};

/// An enemy as a Unit sees it.
pub(super) struct Seen {
    id: Id,
    rect: Rect,
    front: DVec2,
    /// What charging it is worth, and what it is worth to it to charge us, in front and on the flank.
    ours: f64,
    theirs: f64,
    theirs_on_flank: f64,
    /// How far it may charge, as a rule.
    reach_u: f64,
    scatters: bool,
}

/// A Unit, all enemies as it sees them, and its friends.
pub(super) struct Outlook {
    pub id: Id,
    seen: Vec<Seen>,
    friends: Vec<Rect>,
    commander: Option<(DVec2, f64)>,
    /// What a U of the way to an enemy is worth now.
    per_u: f64,
    /// From where it likes to shoot, if it does not close, in U.
    stands_off_u: Option<f64>,
}

/// Who evades freely runs up to Close range, and leaves the way to the line behind him; others stay out of reach.
const SKIRMISH_U: f64 = 4.0;
const STAND_OFF_U: f64 = 12.0;

/// How much a U of the way to an enemy is worth, at first and more with each Turn.
const PER_U: f64 = 0.07;
const PER_U_AND_TURN: f64 = 0.04;

impl Melee {
    /// About what a round is worth to the first side: much faster than [`Melee::worth`].
    fn about(&self, vds: [f64; 2]) -> f64 {
        let cost = |side: usize| {
            let damage = (0.27 * f64::from(self.pool(1 - side)) - 0.2).max(0.1);
            let number = f64::from(self.test(side, 1).sum().total) + 1.0 - damage;
            let fails = ((6.0 - number) / 6.0).clamp(1.0 / 6.0, 1.0) * (damage / 0.8).min(1.0);
            let vbu = f64::from(self.sides[side].main.unit.vbu().max(1));
            vds[side] * fails * (0.25 + 1.0 / vbu)
        };
        cost(1) - cost(0)
    }
}

/// How far a Unit charges, as a rule.
pub(super) fn usual_reach_u(unit: &Unit) -> f64 {
    let bonus = if unit.profile.kind.is_mounted() { 3.5 } else { 2.0 };
    f64::from(unit.profile.m) + bonus
}

/// Who shoots and keeps away, and how far.
fn stands_off_u(unit: &Unit) -> Option<f64> {
    let closes = unit.profile.impetus > 0 && unit.profile.kind != Kind::T;
    match unit.profile.kind {
        Kind::S => Some(SKIRMISH_U),
        Kind::Cl if unit.profile.missile.is_some() && !closes => Some(SKIRMISH_U),
        Kind::Art => Some(STAND_OFF_U),
        _ => (unit.profile.missile.is_some() && !closes).then_some(STAND_OFF_U),
    }
}

impl Battle {
    /// About what it is worth to a Unit to charge another.
    fn about_charging(&self, id: Id, enemy: Id, on_flank: bool) -> f64 {
        let (ours, theirs) = (*self.unit(id), *self.unit(enemy));
        if ours.profile.impetus == 0 && !(ours.profile.kind == Kind::Cl && theirs.disordered) {
            return -0.5;
        }
        if matches!(theirs.profile.kind, Kind::S | Kind::Art) {
            return 0.3;
        }
        let attacker = Fighter { came: Came::Charged, on_flank, ..Fighter::plain(ours) };
        let mut defender =
            Fighter { came: Came::WasCharged, flanked: on_flank, ..Fighter::plain(theirs) };
        if on_flank && theirs.has_no_flanks().is_none() {
            defender.unit.disorder();
        }
        let melee = Melee { sides: [Side::alone(attacker), Side::alone(defender)] };
        melee.about([self.stake(id), self.stake(enemy)])
    }

    pub(super) fn outlook(&self, id: Id, with: acies_core::UnitSet) -> Outlook {
        let seat = id.seat();
        let seen = self.enemies(seat).filter(|it| !self.unit(*it).in_bua).map(|enemy| {
            let unit = self.unit(enemy);
            let charges = unit.profile.impetus > 0 && !self.is_in_contact(enemy);
            Seen {
                id: enemy,
                rect: self.rect(enemy),
                front: self.front(enemy),
                ours: self.about_charging(id, enemy, false),
                theirs: if charges { self.about_charging(enemy, id, false) } else { 0.0 },
                theirs_on_flank: if charges { self.about_charging(enemy, id, true) } else { 0.0 },
                reach_u: usual_reach_u(unit),
                scatters: matches!(unit.profile.kind, Kind::S | Kind::Cl),
            }
        });
        let command = self.piece(id).command;
        let friends = self
            .standing(seat)
            .filter(|it| *it != id && !with.has(it.number()) && !self.is_baggage(*it));
        let of = self.sides[seat].commands.get(usize::from(command));
        let range = of
            .and_then(|it| it.commander)
            .map(|it| it.range_u(self.setup.hosts[seat].structure, false));
        Outlook {
            id,
            seen: seen.collect(),
            friends: friends.map(|it| self.rect(it)).collect(),
            commander: self.commander_at(seat, command).zip(range),
            per_u: self.per_u(seat),
            stands_off_u: stands_off_u(self.unit(id)),
        }
    }

    /// What a place is worth to a Unit.
    pub(super) fn worth_of_place(&self, outlook: &Outlook, base: &Base) -> f64 {
        let rect = base.rect();
        let unit = self.unit(outlook.id);
        self.goal(outlook, &rect) - threat(outlook, &rect, unit) + company(outlook, &rect)
            - self.hardship(outlook, &rect, unit)
    }

    /// How near it is to an enemy that it likes to meet, and how well it faces him.
    fn goal(&self, outlook: &Outlook, rect: &Rect) -> f64 {
        let front = rect.middle(Edge::Front);
        let each = outlook.seen.iter().map(|seen| {
            let way = seen.rect.nearest_to(front) - front;
            let far = way.length();
            let off = if far < 1e-6 { 0.0 } else { 1.0 - way.dot(rect.ahead()) / far };
            let baggage = if self.is_baggage(seen.id) { 0.8 } else { 0.0 };
            let closes = outlook.stands_off_u.is_none();
            let far = outlook.stands_off_u.map_or(far, |off_u| (far - off_u).abs());
            let liked = if closes { 0.35 * seen.ours.clamp(-1.5, 2.0) } else { 0.0 };
            let scatters = if seen.scatters && closes { 0.4 } else { 0.0 };
            // Whose flank it can come to is liked better.
            let behind = (front - seen.front).dot(seen.rect.ahead()) < 0.0;
            let flank = if behind && closes { 0.5 } else { 0.0 };
            liked + flank
                - outlook.per_u * far
                - 0.5 * off * (30.0 / (far + 15.0))
                - baggage
                - scatters
        });
        each.fold(f64::NEG_INFINITY, f64::max).max(-20.0)
    }

    /// Ground that costs it its order, and places from where it cannot hear its Commander.
    fn hardship(&self, outlook: &Outlook, rect: &Rect, unit: &Unit) -> f64 {
        let ground = self.landscape.half_in(rect, &unit.profile);
        let light = matches!(unit.profile.kind, Kind::S | Kind::Fl);
        let rough = if ground > Ground::Open && !light { 0.8 } else { 0.0 };
        let deaf = outlook.commander.is_some_and(|(at, range)| rect.distance_to(at) > range);
        rough + if deaf { 0.25 } else { 0.0 }
    }
}

/// Who may charge it there: in front as a rule no harm, on its flank much.
fn threat(outlook: &Outlook, rect: &Rect, unit: &Unit) -> f64 {
    let front = rect.middle(Edge::Front);
    let evades = if matches!(unit.profile.kind, Kind::S | Kind::Cl) { 0.4 } else { 1.0 };
    let mut sum = 0.0;
    for seen in &outlook.seen {
        let gap = (rect.nearest_to(seen.front) - seen.front).length();
        if gap > seen.reach_u + 2.0 {
            continue;
        }
        let ahead = seen.rect.beyond(Edge::Front, seen.reach_u);
        if !ahead.overlaps(rect, TOLERANCE) {
            continue;
        }
        let on_flank =
            (seen.front - front).dot(rect.ahead()) < 0.0 && unit.has_no_flanks().is_none();
        let worth = if on_flank { 0.4 * (seen.theirs_on_flank + 0.3) } else { 0.08 * seen.theirs };
        sum += worth.max(0.0) * evades;
    }
    sum
}

/// Friends at its sides.
fn company(outlook: &Outlook, rect: &Rect) -> f64 {
    let sides = [Edge::Left, Edge::Right].map(|edge| rect.beyond(edge, 3.0));
    let held =
        sides.iter().filter(|side| outlook.friends.iter().any(|it| it.overlaps(side, TOLERANCE)));
    0.12 * held.count() as f64
}

/// What the first blow is worth beyond its dice, at first and more with each Turn: who waits for better odds is charged
/// himself, and battles would stand still.
const BOLDNESS: f64 = 0.5;
const BOLDNESS_A_TURN: f64 = 0.3;

/// So many Turns nobody is in a hurry; and who has lost less is not for so many.
const PATIENT_TURNS: f64 = 2.0;
const PATIENT_AHEAD_TURNS: f64 = 4.0;

impl Battle {
    /// For how many Turns the end has been drawing near.
    fn hurry(&self, seat: Seat) -> f64 {
        // IMP-R108: the Turn limit is the enemy's trouble.
        let [ours, theirs] = [seat, seat.other()].map(|it| self.losses(it));
        let is_ahead = ours.lost() * theirs.vdt < theirs.lost() * ours.vdt;
        let patient = if is_ahead { PATIENT_AHEAD_TURNS } else { PATIENT_TURNS };
        (f64::from(self.turn) - patient).max(0.0)
    }

    pub(super) fn boldness(&self, seat: Seat) -> f64 {
        BOLDNESS + BOLDNESS_A_TURN * self.hurry(seat)
    }

    fn per_u(&self, seat: Seat) -> f64 {
        PER_U + PER_U_AND_TURN * self.hurry(seat)
    }
}
