//! Positions to try rules on: a few units on an open table.

use acies_av::{
    battle::{Action, Battle, Captain, Carried, Field, Frame, Host, Recruit, Setup},
    files::data::troop,
    ground::Ground,
    movement::march::{Leg, Move},
    profile::{Abilities, LeaderProfile, Order},
    units::{Id, Leader, Post, Side, Unit, UnitSet},
    words::events::Event,
};
use acies_core::{Dice, Each, Game, Log, Seat};
use acies_table::{Angle, Facing, Length, Point, Pose};
use arrayvec::ArrayVec;

/// A position that is being set up.
pub struct Camp {
    setup: Setup,
    ground: Ground,
    sides: Each<Side>,
}

pub fn red(unit: u8) -> Id {
    Id::new(Seat::Red, unit)
}

pub fn blue(unit: u8) -> Id {
    Id::new(Seat::Blue, unit)
}

pub fn facing(degrees: f64) -> Facing {
    Facing::new(Angle::new(degrees))
}

impl Camp {
    pub fn new() -> Camp {
        let host = |name: &str| Host {
            name: name.into(),
            units: Vec::new(),
            leaders: Vec::new(),
            figures: Vec::new(),
        };
        let side =
            || Side { units: ArrayVec::new(), leaders: ArrayVec::new(), mourners: UnitSet::NONE };
        let setup = Setup {
            name: "a field".into(),
            field: Field::FULL,
            turns: Some(12),
            armies: Each([host("Red"), host("Blue")]),
        };
        Camp { setup, ground: Ground::default(), sides: Each([side(), side()]) }
    }

    pub fn on(mut self, ground: Ground) -> Camp {
        self.ground = ground;
        self
    }

    /// A unit of full strength.
    pub fn unit(mut self, seat: Seat, id: &str, at: (f64, f64, f64), order: Order) -> Camp {
        let kind = troop(id).expect("a kind of troops");
        let number = self.sides[seat].units.len() + 1;
        self.setup.armies[seat].units.push(Recruit {
            name: format!("{} {number}", kind.name),
            profile: kind.profile,
            cost: kind.cost as u32,
        });
        let pose = Pose::new(at.0, at.1, facing(at.2));
        self.sides[seat].units.push(Unit::new(pose, kind.profile.cp, order));
        self
    }

    /// Units of Red that face north.
    pub fn red(self, id: &str, at: (f64, f64), order: Order) -> Camp {
        self.unit(Seat::Red, id, (at.0, at.1, 0.0), order)
    }

    /// Units of Blue that face south.
    pub fn blue(self, id: &str, at: (f64, f64), order: Order) -> Camp {
        self.unit(Seat::Blue, id, (at.0, at.1, 180.0), order)
    }

    pub fn leader(mut self, seat: Seat, abilities: Abilities, place: Post) -> Camp {
        let chief = self.sides[seat].leaders.is_empty();
        let profile = LeaderProfile { chief, mounted: true, abilities };
        let name = format!("leader {}", self.sides[seat].leaders.len() + 1);
        self.setup.armies[seat].leaders.push(Captain { name, profile });
        self.sides[seat].leaders.push(Leader { place, rallied: false, moved: false });
        self
    }

    pub fn figure(mut self, seat: Seat, carried: Carried) -> Camp {
        self.setup.armies[seat].figures.push(carried);
        self
    }

    /// Changes the last unit of a side.
    pub fn with(mut self, seat: Seat, change: impl FnOnce(&mut Unit)) -> Camp {
        change(self.sides[seat].units.last_mut().expect("a unit"));
        self
    }

    /// The battle at a step; Red is first.
    pub fn at(self, frame: Frame) -> Play {
        let mut battle = Battle::new(self.setup, self.ground, self.sides);
        battle.stack.clear();
        battle.stack.push(frame);
        Play { battle, events: Vec::new() }
    }
}

/// A battle that a test plays.
pub struct Play {
    pub battle: Battle,
    pub events: Vec<Event>,
}

impl Play {
    /// An action of who must decide, with exactly these dice.
    #[track_caller]
    pub fn act(&mut self, action: &Action, faces: &[u8]) -> &mut Play {
        let by = self.battle.pending().seat().unwrap();
        let mut dice = Dice::scripted(faces);
        let mut log = Log::kept();
        let done = self.battle.apply(by, action, &mut dice, &mut log);
        assert_eq!(done, Ok(()), "{action:?}");
        assert!(dice.is_spent(), "{action:?}: dice left over: {:#?}", log.events());
        self.events.extend_from_slice(log.events());
        self
    }

    /// The rules that refuse an action.
    #[track_caller]
    pub fn refused(&self, action: &Action) -> Vec<&'static str> {
        let by = self.battle.pending().seat().unwrap();
        self.battle.check(by, action).expect_err("it is refused").reason(&self.battle).rules
    }

    /// Whether an event cited a rule.
    pub fn cited(&self, rule: &str) -> bool {
        let mut found = false;
        for event in &self.events {
            acies_core::Event::cite(event, &mut |it| found |= it == rule);
        }
        found
    }

    pub fn unit(&self, id: Id) -> &Unit {
        self.battle.unit(id)
    }
}

/// RULES.md 5.3: the first two sample armies, ready to fight.
pub fn sample() -> Battle {
    use Order::{Advance, Halt};
    let mut camp = Camp::new();
    for (id, x, y, order) in [
        ("rom_aux", 10.5, 4.5, Advance),
        ("rom_leg", 12.0, 4.5, Advance),
        ("rom_vet", 13.5, 4.5, Advance),
        ("rom_vet", 15.0, 4.5, Advance),
        ("rom_leg", 16.5, 4.5, Advance),
        ("rom_aux", 18.0, 4.5, Advance),
        ("rom_auxbow", 14.25, 2.2, Halt),
        ("rom_scorp", 8.5, 4.5, Halt),
        ("rom_ala", 21.0, 4.5, Advance),
    ] {
        camp = camp.red(id, (x, y), order);
    }
    for (id, x, y) in [
        ("gal_gaes", 9.0, 16.5),
        ("gal_war", 10.5, 16.5),
        ("gal_war", 12.0, 16.5),
        ("gal_noble", 13.5, 16.5),
        ("gal_noble", 15.0, 16.5),
        ("gal_war", 16.5, 16.5),
        ("gal_war", 18.0, 16.5),
        ("gal_war", 14.0, 18.4),
        ("gal_cav", 21.0, 16.5),
        ("gal_youth", 12.75, 15.2),
        ("gal_youth", 17.25, 15.2),
        ("gal_bow", 15.0, 15.2),
    ] {
        camp = camp.blue(id, (x, y), Advance);
    }
    camp.leader(Seat::Red, Abilities::empty(), Post::Alone(Point::new(15.0, 3.2)))
        .leader(Seat::Blue, Abilities::HERO, Post::With(3))
        .at(Frame::Begin)
        .battle
}

/// A straight segment.
pub fn ahead(heading: f64, ud: f64) -> Leg {
    Leg { wheel: None, heading: facing(heading), distance: Length::new(ud) }
}

/// A wheel and a segment straight on.
pub fn wheel(to: f64, ud: f64) -> Leg {
    Leg { wheel: Some(facing(to)), ..ahead(to, ud) }
}

pub fn moves(unit: u8, steps: &[Leg]) -> Action {
    Action::Move(Move { unit, steps: steps.iter().copied().collect(), push: UnitSet::NONE })
}

pub fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}
