//! What a position is worth: who holds what, who is about to lose it, and how the fights stand.
//!
//! It is looked at as it will be when the active player has moved and the other side strikes.

use acies_core::{Seat, total};

use super::{
    Worth,
    harm::{Hurt, Known, stand_worth},
};
use crate::{
    areas::{AREAS, Area, COLUMNS_MAX, Ground},
    battle::Battle,
    combat::attack::{Aim, Attack, Joined, With},
    morale::{Marks, Tested},
    units::{Flags, Formation, UNITS_MAX},
};

/// Shares of what an area is worth. A fight in our own area is a worry, one in his a chance; an area
/// lost or won counts more than its half of the battle, for it opens the next one's flank (VIR-5.4).
const OUTCOME: f32 = 0.6;
const WORRY: f32 = 0.3;
const CHANCE: f32 = 0.15;
const TAKEN: f32 = 1.2;
/// Our own area without a unit, as the enemy can step into it at once or not.
const OPEN: f32 = 0.7;
const BEHIND: f32 = 0.2;
/// How much it counts to be the stronger where two forces only face each other.
const FACING: f32 = 0.25;
/// Shares of the battle: a flank attack on an open area will follow, or two areas can be entered.
const EXPOSED: f32 = 0.7;
const TWO_OPEN: f32 = 0.5;
/// How much of the losses in the next exchange of blows counts: not everybody will find the points.
const LOSSES: f32 = 0.5;
/// There are never points for more hits than this by shooting.
const VOLLEY: f32 = 2.0;
/// What it is worth to have one unit in reserve, and a second: gaps will open somewhere.
const KEPT: [f32; 2] = [2.0, 1.0];

/// What the units of one side in an area can do and bear.
#[derive(Clone, Copy, Default)]
pub struct Force {
    pub units: i32,
    /// Hits to be expected when all of them fight.
    pub strike: f32,
    /// The same when they shoot.
    pub shot: f32,
    /// Hits that it takes to drive them away.
    pub bear: f32,
    /// What a hit costs, summed over the units: in budget points, and more for the weak.
    pub frail: f32,
}

impl Force {
    fn plus(self, other: &Force, share: f32) -> Force {
        Force {
            units: self.units,
            strike: self.strike + share * other.strike,
            shot: self.shot,
            bear: self.bear + share * other.bear,
            frail: self.frail,
        }
    }

    fn add(&mut self, other: &Force) {
        self.units += other.units;
        self.strike += other.strike;
        self.shot += other.shot;
        self.bear += other.bear;
        self.frail += other.frail;
    }

    fn take(&mut self, other: &Force) {
        self.units -= other.units;
        self.strike -= other.strike;
        self.shot -= other.shot;
        self.bear -= other.bear;
        self.frail -= other.frail;
    }

    /// What a hit on one of them costs on average.
    fn per_hit(&self) -> f32 {
        self.frail / self.units.max(1) as f32
    }
}

/// How a fight stands: from -1, lost, to 1, won. Strength is what a side deals times what it bears.
fn balance(ours: &Force, theirs: &Force, first_blow: f32) -> f32 {
    let (us, them) = (ours.strike * ours.bear, theirs.strike * theirs.bear * first_blow);
    (us - them) / (us + them + 0.01)
}

/// What a unit can do where it was, and where it goes.
#[derive(Clone, Copy)]
pub struct Moving {
    left: Force,
    pub entered: Force,
}

/// A position as its forces, seen by the active player.
#[derive(Clone)]
pub struct Field<'a> {
    battle: &'a Battle,
    worth: &'a Worth,
    me: Seat,
    columns: usize,
    ours: [Force; AREAS],
    theirs: [Force; AREAS],
    /// What each unit of ours can do where it stands.
    units: [Force; UNITS_MAX],
    /// Whether the reserve of the other side has units that can reach the middle line and beyond.
    raiders: bool,
}

impl<'a> Field<'a> {
    pub fn new(battle: &'a Battle, worth: &'a Worth) -> Self {
        let me = battle.active;
        let columns = battle.columns();
        let mut field = Field {
            battle,
            worth,
            me,
            columns,
            ours: [Force::default(); AREAS],
            theirs: [Force::default(); AREAS],
            units: [Force::default(); UNITS_MAX],
            raiders: !battle.units_in(Area::reserve(me.other()), me.other()).is_empty(),
        };
        for seat in Seat::BOTH {
            for area in battle.areas().chain([Area::reserve(seat)]) {
                for unit in battle.units_in(area, seat) {
                    let force = field.force(seat, unit, area);
                    if seat == me {
                        field.ours[area.index()].add(&force);
                        field.units[usize::from(unit)] = force;
                    } else {
                        field.theirs[area.index()].add(&force);
                    }
                }
            }
        }
        field
    }

    /// What a unit can do in an area.
    fn force(&self, seat: Seat, number: u8, area: Area) -> Force {
        let troop = self.battle.troop(seat, number);
        let unit = &self.battle.units(seat)[number];
        let ground = self.battle.ground(area);
        let wood = ground.contains(Ground::WOOD);
        let attack = Attack {
            profile: troop.profile,
            stands: unit.stands,
            blooded: unit.is(Flags::BLOODED),
            formation: Formation::Open,
            aim: Aim::Here,
            with: With::Fv,
            charge: false,
            wood,
            rocky: ground.contains(Ground::ROCKY),
            hill_die: false,
            pila: false,
            joined: Joined::Nobody,
            against_pikes: false,
            leader_there: false,
        };
        let tested = Tested {
            profile: troop.profile,
            grade: troop.grade,
            stubborn: troop.stubborn,
            formation: Formation::Open,
            wood,
            marsh: ground.contains(Ground::MARSH),
            charismatic: self.battle.charismatic_in(area, seat),
        };
        let stands = f32::from(unit.stands);
        let blow = Hurt::of(&tested, Marks::empty());
        thread_local!(static KNOWN: Known<f32> = Known::new(0.0));
        let facts = [attack.blooded, attack.wood, attack.rocky];
        let facts = facts.into_iter().fold(0, |all, it| all << 1 | u32::from(it));
        let value = KNOWN.with(|it| it.of(troop.profile, facts, || total(attack.value()) as f32));
        Force {
            units: 1,
            strike: stands * value / 6.0,
            shot: stands * troop.profile.sv.unwrap_or(0) as f32 / 6.0,
            bear: blow.bears(unit.stands),
            frail: blow.lost()
                * (stand_worth(self.worth, troop) + self.worth.unit / (stands * stands)),
        }
    }

    /// A unit of ours moves.
    pub fn shift(&mut self, force: &Moving, from: Area, to: Area) {
        self.ours[from.index()].take(&force.left);
        self.ours[to.index()].add(&force.entered);
    }

    /// What a unit of ours that moves takes away and brings.
    pub fn moving(&self, unit: u8, from: Area, to: Area) -> Moving {
        let left = self.units[usize::from(unit)];
        // Most ground makes no difference.
        let tags = |area| self.battle.ground(area) - Ground::HILL;
        let same = tags(from) == tags(to);
        Moving { left, entered: if same { left } else { self.force(self.me, unit, to) } }
    }

    /// What the position is worth after a unit of ours has moved.
    pub fn after(&mut self, force: &Moving, from: Area, to: Area) -> f32 {
        let before = (self.ours[from.index()], self.ours[to.index()]);
        self.shift(force, from, to);
        let score = self.score();
        (self.ours[from.index()], self.ours[to.index()]) = before;
        score
    }

    pub fn ours_in(&self, area: Area) -> i32 {
        self.ours[area.index()].units
    }

    pub fn theirs_in(&self, area: Area) -> i32 {
        self.theirs[area.index()].units
    }

    /// What the position is worth to the active player.
    pub fn score(&self) -> f32 {
        let mut score = 0.0;
        for column in 0..self.columns {
            score += self.own_area(column) + self.far_area(column) + self.facing(column);
            let own = Area::new(self.me, column);
            let far = Area::new(self.me.other(), column);
            // VIR-4.1.3: a segment without units costs a card.
            if self.ours_in(own) + self.ours_in(far) == 0 {
                score -= self.worth.card;
            }
        }
        let kept = self.ours_in(Area::reserve(self.me)) as usize;
        score + KEPT.iter().take(kept).sum::<f32>() + self.threats()
    }

    /// Our own area: nothing is won by holding it, but much is lost with it.
    fn own_area(&self, column: usize) -> f32 {
        let area = Area::new(self.me, column);
        let (ours, theirs) = (&self.ours[area.index()], &self.theirs[area.index()]);
        match (ours.units > 0, theirs.units > 0) {
            (true, true) => self.contest(area) - WORRY * self.worth.area,
            (false, true) => -TAKEN * self.worth.area,
            (false, false) => {
                let share = if self.can_enter(column) { OPEN } else { BEHIND };
                -share * self.worth.area
            }
            (true, false) => 0.0,
        }
    }

    /// The enemy's area: a foothold is worth something, a conquest much.
    fn far_area(&self, column: usize) -> f32 {
        let area = Area::new(self.me.other(), column);
        let (ours, theirs) = (&self.ours[area.index()], &self.theirs[area.index()]);
        match (ours.units > 0, theirs.units > 0) {
            (true, true) => self.contest(area) + CHANCE * self.worth.area,
            (true, false) => TAKEN * self.worth.area,
            (false, _) => 0.0,
        }
    }

    /// A fight in an area: how it will end, and the losses of the next exchange of blows.
    fn contest(&self, at: Area) -> f32 {
        let Worth { reserve, first_blow, area, .. } = *self.worth;
        let (ours, theirs) = (&self.ours[at.index()], &self.theirs[at.index()]);
        let us = ours.plus(&self.ours[Area::reserve(self.me).index()], reserve);
        let them = theirs.plus(&self.theirs[Area::reserve(self.me.other()).index()], reserve);
        let losses = theirs.strike * ours.per_hit() - ours.strike * theirs.per_hit();
        OUTCOME * area * balance(&us, &them, first_blow) - LOSSES * losses
    }

    /// Two forces that face each other over the middle line: weakness invites an attack, and shots
    /// are exchanged (VIR-5.3).
    fn facing(&self, column: usize) -> f32 {
        let (own, far) = (Area::new(self.me, column), Area::new(self.me.other(), column));
        let (ours, theirs) = (&self.ours[own.index()], &self.theirs[far.index()]);
        let apart = self.theirs_in(own) == 0 && self.ours_in(far) == 0;
        if ours.units == 0 || theirs.units == 0 || !apart {
            return 0.0;
        }
        let shots = |from: &Force, at: &Force, area| {
            // VIR-5.3.4: not into a wood.
            let wood = self.battle.ground(area).contains(Ground::WOOD);
            if wood { 0.0 } else { from.shot.min(VOLLEY) * at.per_hit() }
        };
        let shooting = shots(ours, theirs, far) - shots(theirs, ours, own);
        FACING * self.worth.area * balance(ours, theirs, 1.0) + shooting
    }

    /// Whether the other side could step into our area of a column in its next turn.
    fn can_enter(&self, column: usize) -> bool {
        let far = Area::new(self.me.other(), column);
        // VIR-6.2.4: not past our units in his own area.
        self.ours_in(far) == 0 && (self.theirs_in(far) > 0 || self.raiders)
    }

    /// What decides the battle: conquests at the end of a turn (VIR-R11) and flank attacks on empty
    /// areas (VIR-5.4.6), ours and theirs.
    fn threats(&self) -> f32 {
        let win = self.worth.win;
        let mut lost = [false; COLUMNS_MAX];
        let mut empty = [false; COLUMNS_MAX];
        let mut taken = [false; COLUMNS_MAX];
        let mut bare = [false; COLUMNS_MAX];
        let (mut lost_areas, mut open_areas, mut taken_areas) = (0, 0, 0);
        for column in 0..self.columns {
            let (own, far) = (Area::new(self.me, column), Area::new(self.me.other(), column));
            empty[column] = self.ours_in(own) == 0;
            lost[column] = empty[column] && self.theirs_in(own) > 0;
            bare[column] = self.theirs_in(far) == 0;
            taken[column] = bare[column] && self.ours_in(far) > 0;
            lost_areas += i32::from(lost[column]);
            open_areas += i32::from(empty[column] && !lost[column] && self.can_enter(column));
            taken_areas += i32::from(taken[column]);
        }
        if taken_areas >= 2 {
            return win;
        }
        if lost_areas >= 2 {
            return -win;
        }
        let beside = |held: &[bool], open: &[bool]| {
            (1..self.columns).any(|at| held[at - 1] && open[at] || held[at] && open[at - 1])
        };
        let mut threats = 0.0;
        // He attacks the empty area from the flank before we can do anything.
        if beside(&lost, &empty) {
            threats -= EXPOSED * win;
        } else if lost_areas + open_areas >= 2 {
            threats -= TWO_OPEN * win;
        }
        // We shall do the same unless he finds a unit and the points to fill the gap.
        if beside(&taken, &bare) {
            threats += 2.0 * self.worth.area;
        }
        threats
    }
}
