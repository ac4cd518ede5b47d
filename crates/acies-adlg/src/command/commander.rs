//! Where commanders are (ADLG-R38 to ADLG-R40, ADLG-R172): he rides, joins a unit, saves himself, is lost.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat,
    flow::{Deed, Shown},
    words::number,
};
use acies_table::{Length, Point, Rect, Segment};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::orders::Orders;
use crate::{
    action::UnitSet,
    battle::{Battle, Commander, Id},
    rulings::{CORPS, TOLERANCE},
    terrain::Going,
    words::{events::Event, notation::Reader, places::place, refusals::No},
};

/// ADLG-R38, ADLG-R39: the commander of the active corps goes to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attach {
    pub unit: u8,
}

/// ADLG-R38, ADLG-R39: he rides by himself, and leaves the unit that he is with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ride {
    pub way: Route,
}

/// Where a commander rides, from point to point.
pub type Route = ArrayVec<Point, 3>;

/// How a commander comes to a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Joins {
    /// ADLG-R172: he touches it already.
    WhereHeIs,
    Riding,
}

impl Deed<Battle> for Attach {
    type Plan = Joins;
    const VERBS: &'static [&'static str] = &["commander"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("commander {}", number(self.unit))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Attach { unit: words.unit()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Joins, No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_own(battle, unit)?;
        let commander = battle.sides[by].commanders[usize::from(orders.corps)];
        match commander {
            Commander::With(with) if with == self.unit => return Err(No::CommanderStays),
            Commander::Free(at) if battle.rect(unit).distance_to(at.vec()) <= TOLERANCE.touch => {
                return Ok(Joins::WhereHeIs);
            }
            _ => {}
        }
        let from = battle.rides_from(&orders)?;
        battle.check_ride(&[from.nearest(&battle.rect(unit))])?;
        Ok(Joins::Riding)
    }

    fn perform(
        &self,
        joins: Joins,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, unit) = (battle.phasing, self.unit);
        let orders = battle.orders_mut();
        orders.commander_moved |= joins == Joins::Riding;
        let corps = orders.corps;
        battle.sides[by].commanders[usize::from(corps)] = Commander::With(unit);
        log.push(|| Event::CommanderJoined { by, corps, unit, rule: "ADLG-R39" });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let unit = Id::new(by, self.unit);
        let does = format!("the commander joins {}", battle.who(unit));
        Shown { units: vec![battle.piece(unit)], ..Shown::new("Join", does) }
    }
}

impl Deed<Battle> for Ride {
    /// Where he ends.
    type Plan = Point;
    const VERBS: &'static [&'static str] = &["ride"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let way = self.way.iter().map(|at| format!(" {},{}", at.x.get(), at.y.get()));
        format!("ride{}", way.collect::<String>())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Ride { way: words.way()? })
    }

    /// ADLG-R38: from point to point, on the table.
    fn check(&self, battle: &Battle, by: Seat) -> Result<Point, No> {
        let orders = battle.orders_to(by, UnitSet::NONE)?;
        let from = battle.rides_from(&orders)?;
        let (Some(first), Some(last)) = (self.way.first(), self.way.last()) else {
            return Err(No::NothingMoved);
        };
        let table = battle.setup.field.rect();
        if let Some(&at) = self.way.iter().find(|at| !table.contains(at.vec())) {
            return Err(No::CommanderLeavesTable { at });
        }
        let mut legs: ArrayVec<Segment, 4> = ArrayVec::new();
        legs.push(Segment::new(from.nearest_to(first.vec()), first.vec()));
        legs.extend(self.way.windows(2).map(|pair| Segment::new(pair[0].vec(), pair[1].vec())));
        battle.check_ride(&legs)?;
        Ok(*last)
    }

    fn perform(
        &self,
        to: Point,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let by = battle.phasing;
        let orders = battle.orders_mut();
        orders.commander_moved = true;
        let corps = orders.corps;
        battle.sides[by].commanders[usize::from(corps)] = Commander::Free(to);
        log.push(|| Event::CommanderRode { by, corps, to });
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let to = self.way.last().copied().unwrap_or_default();
        Shown::new("Move", format!("the commander rides to {}", place(to)))
    }
}

/// How he may ride.
impl Battle {
    /// ADLG-R38, ADLG-R39, ADLG-R172: from where the commander of the active corps may ride: his point, or
    /// the unit that he is with, unless that is in melee or he is included.
    fn rides_from(&self, orders: &Orders) -> Result<Rect, No> {
        let seat = self.phasing;
        let corps = usize::from(orders.corps);
        if orders.commander_moved || self.setup.armies[seat].corps[corps].included {
            return Err(No::CommanderStays);
        }
        match self.sides[seat].commanders[corps] {
            Commander::Free(point) => Ok(Rect::from(point.vec())),
            Commander::With(with) if !self.roles().in_melee(Id::new(seat, with)) => {
                Ok(self.rect(Id::new(seat, with)))
            }
            _ => Err(No::CommanderStays),
        }
    }

    /// ADLG-R38: 5 UD in all, not through impassable terrain, never through an enemy.
    fn check_ride(&self, legs: &[Segment]) -> Result<(), No> {
        let distance: f64 = legs.iter().map(Segment::length).sum();
        if distance > COMMANDER_UD + TOLERANCE.touch {
            let most = Length::new(COMMANDER_UD);
            return Err(No::CommanderTooFar { distance: Length::new(distance), most });
        }
        for leg in legs {
            let mut enemies = self.standing(self.phasing.other());
            if let Some(enemy) = enemies.find(|&it| self.rect(it).chord(leg).is_some()) {
                return Err(No::CommanderMeets { enemy });
            }
            let barred = self.landscape.areas.iter().find(|area| {
                area.piece.going() == Going::Impassable
                    && leg.length_inside(&area.outline) > TOLERANCE.touch
            });
            if let Some(area) = barred {
                return Err(No::CommanderBarred { piece: area.piece });
            }
        }
        Ok(())
    }
}

/// How he saves himself, or does not.
impl Battle {
    /// ADLG-R151: a commander who survives joins the nearest unit of his corps within 5 UD, or is lost.
    pub(crate) fn rescue_commander(&mut self, id: Id, rect: &Rect, log: &mut Log<Event>) {
        let (seat, corps) = (id.seat(), self.troop(id).corps);
        if self.sides[seat].commanders[usize::from(corps)] == Commander::With(id.number()) {
            self.find_refuge(seat, corps, rect, "ADLG-R151", log);
        }
    }

    /// ADLG-R155: a free commander whom an enemy touches saves himself in the same way.
    pub(crate) fn chase_commanders(&mut self, log: &mut Log<Event>) {
        for seat in Seat::BOTH {
            for corps in 0..CORPS as u8 {
                let Commander::Free(at) = self.sides[seat].commanders[usize::from(corps)] else {
                    continue;
                };
                if self.is_anyone_near(seat.other(), at, Length::new(TOLERANCE.touch)) {
                    self.find_refuge(seat, corps, &Rect::from(at.vec()), "ADLG-R155", log);
                }
            }
        }
    }

    fn find_refuge(
        &mut self,
        by: Seat,
        corps: u8,
        rect: &Rect,
        rule: RuleId,
        log: &mut Log<Event>,
    ) {
        let friends = self.standing(by).filter(|&friend| self.troop(friend).corps == corps);
        let near = friends.map(|friend| (self.rect(friend).distance(rect), friend));
        let near = near.filter(|(distance, _)| *distance <= REFUGE_UD + TOLERANCE.touch);
        let refuge = near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, friend)| friend.number());
        let commander = refuge.map_or(Commander::Lost, Commander::With);
        self.sides[by].commanders[usize::from(corps)] = commander;
        log.push(|| match refuge {
            Some(unit) => Event::CommanderJoined { by, corps, unit, rule },
            None => Event::CommanderLost { by, corps, rule },
        });
    }

    /// ADLG-R151: a unit leaves the table: an attached commander goes with it, an included one is lost.
    pub(crate) fn leave_with_commander(&mut self, id: Id, log: &mut Log<Event>) {
        let (seat, corps) = (id.seat(), self.troop(id).corps);
        if self.sides[seat].commanders[usize::from(corps)] == Commander::With(id.number()) {
            let included = self.setup.armies[seat].corps[usize::from(corps)].included;
            let gone = if included { Commander::Lost } else { Commander::LeftTable };
            self.sides[seat].commanders[usize::from(corps)] = gone;
            log.push(|| match gone {
                Commander::Lost => Event::CommanderLost { by: seat, corps, rule: "ADLG-R151" },
                _ => Event::CommanderLeft { by: seat, corps },
            });
        }
    }

    /// ADLG-R156: a corps without units on the table loses its commander.
    pub(crate) fn lose_commanders(&mut self, log: &mut Log<Event>) {
        for by in Seat::BOTH {
            for corps in 0..CORPS as u8 {
                let commander = self.sides[by].commanders[usize::from(corps)];
                let there = self.standing(by).any(|id| self.troop(id).corps == corps);
                let known = self.setup.armies[by].troops.iter().any(|troop| troop.corps == corps);
                let gone =
                    matches!(commander, Commander::Lost | Commander::LeftTable | Commander::Away);
                if !there && known && !gone {
                    self.sides[by].commanders[usize::from(corps)] = Commander::Lost;
                    log.push(|| Event::CommanderLost { by, corps, rule: "ADLG-R156" });
                }
            }
        }
    }
}

/// ADLG-R38: how far a commander rides.
const COMMANDER_UD: f64 = 5.0;

/// ADLG-R151: how far a commander looks for a unit of his corps.
const REFUGE_UD: f64 = 5.0;
