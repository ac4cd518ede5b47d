//! The state of a battle (RULES.md 1, 7.4): plain data that can be cloned, compared, hashed and stored.

use acies_core::{Each, Sealed, Seat, Shared};
pub use acies_core::{Id, UnitSet};
use acies_table::{Base, Facing, Length, Point, Pose, Rect, Segment, Size};
use arrayvec::ArrayVec;
use glam::dvec2;
use serde::{Deserialize, Serialize};

use crate::{
    cohesion::Ground,
    command::{Commander, Structure},
    files::{
        self,
        army::{Enlisted, Roster},
    },
    landscape::Landscape,
    melee::Came,
    profile::{Kind, Profile},
    rulings::{COMMANDER_VD, TURNS, UNITS_MAX, WIDTH_U, table_u},
    setup::Prelude,
    steps::Frame,
    units::Unit,
};

/// IMP-R5: no army has more Commands.
pub const COMMANDS_MAX: usize = 4;

/// So many steps may be pending at once: a charge upon a move upon an activation, and what follows from it.
pub const STACK_MAX: usize = 16;

/// What is agreed before a battle and never changes in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// IMP-R3: the long and the short edge of the table.
    pub width: Length,
    pub depth: Length,
    /// IMP-R11: who attacks.
    pub attacker: Seat,
    /// IMP-R108: the last Turn.
    pub turns: u8,
    pub hosts: Each<Host>,
}

/// An army as it was bought.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    pub name: String,
    pub structure: Structure,
    pub commands: Vec<String>,
    pub units: Vec<Recruit>,
}

/// A Unit as it was bought. The last of an army is its baggage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
    pub key: String,
    pub name: String,
    /// Its kind of troops, by the word of the catalogue.
    pub troop: String,
    /// IMP-R6: a Commander starts with it, so its front element counts VD 3 at least.
    pub led: bool,
}

/// A battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub setup: Shared<Setup>,
    pub landscape: Shared<Landscape>,
    pub sides: Each<Army>,
    pub turn: u8,
    /// IMP-R18: the Commands that both nominate in secret.
    #[serde(default)]
    pub nominated: Each<Sealed<u8>>,
    /// What is settled before the first Turn; nothing from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prelude: Option<Prelude>,
    /// What is pending; what comes first lies last. Nothing, once the battle is over.
    #[serde(default)]
    pub stack: ArrayVec<Frame, STACK_MAX>,
}

/// An army in the field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// Its Units and, last, its baggage.
    pub pieces: ArrayVec<Piece, { UNITS_MAX + 1 }>,
    pub commands: ArrayVec<Command, COMMANDS_MAX>,
    /// IMP-CDR.7: the army routs at the end of the Turn.
    pub routing: bool,
}

/// A Unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    pub unit: Unit,
    /// Where the middle of its front edge is, and where it faces: the front stays in place when a Large Unit loses an
    /// element (IMP-R40).
    pub front: Pose,
    /// Its Command, by its number.
    pub command: u8,
    /// It is off the table: not placed yet, routed, dispersed or removed.
    pub gone: bool,
    /// IMP-R27: it is on Opportunity.
    pub waiting: bool,
    /// IMP-R23: it has been activated this Turn.
    pub activated: bool,
    /// IMP-SHT.1: it has shot this Turn.
    pub shot: bool,
    /// IMP-R26: it has tried to recover order this Turn.
    pub tried_to_recover: bool,
    /// IMP-R28: movement phases since the start of the Turn.
    pub phases: u8,
    /// IMP-R86: its stakes or pavises are put up.
    pub protected: bool,
    /// IMP-R45, IMP-R46: enemies that have moved into contact with its flank or rear.
    pub hit_on_flank: UnitSet,
    /// IMP-R59: how it came into the round of melee that is fought next.
    #[serde(default)]
    pub came: Came,
    /// IMP-NIB.3, IMP-NIB.4: the worst ground that it was in when it moved into contact.
    #[serde(default)]
    pub charged_in: Ground,
    /// IMP-R56: enemy main units that it has fought in this activation of a Command.
    #[serde(default)]
    pub fought: UnitSet,
    /// IMP-R93, IMP-R94: the friend in whose Square it is, off the table.
    #[serde(default)]
    pub square: Option<u8>,
}

/// A Command in the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// IMP-R21: none, once he is lost.
    pub commander: Option<Commander>,
    pub post: Post,
    /// IMP-R15, IMP-R18: activated or spent this Turn.
    pub activated: bool,
    /// IMP-R17: another Command of the army has routed since its Commander last threw.
    pub shaken: bool,
    /// IMP-R68: it routs at the end of the Turn.
    pub routing: bool,
}

/// IMP-R20: where a Commander is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Attached to a Unit, by its number.
    With(u8),
    At(Point),
}

impl Host {
    fn of(roster: &Roster) -> Host {
        let Roster { name, structure, units, commands, .. } = roster;
        let recruit = |(n, it): (usize, &Enlisted)| Recruit {
            key: it.key.clone(),
            name: it.name.clone(),
            troop: it.troop.clone(),
            led: commands.iter().any(|post| usize::from(post.with) == n),
        };
        Host {
            name: name.clone(),
            structure: *structure,
            commands: commands.iter().map(|it| it.name.clone()).collect(),
            units: units.iter().enumerate().map(recruit).chain([Recruit::baggage()]).collect(),
        }
    }
}

impl Recruit {
    /// What every army has besides its Units.
    pub fn baggage() -> Recruit {
        let [key, name, troop] = ["baggage", "Baggage", "baggage"].map(str::to_owned);
        Recruit { key, name, troop, led: false }
    }
}

impl Army {
    /// An army that is not on the table yet. Its file sees places as its owner does.
    fn of(roster: &Roster, seat: Seat, setup: &Setup) -> Army {
        let away = |unit: Unit, at: Option<Pose>, command: u8| {
            let front = setup.pose_across(seat, at.unwrap_or_default());
            Piece { gone: true, ..Piece::new(unit, front, command) }
        };
        let units = roster.units.iter();
        let units = units.map(|it| away(Unit::new(it.profile, it.elements), it.at, it.command));
        let half = Kind::Baggage.depth_u() / 2.0;
        let camp = roster.baggage.map(|at| Pose::new(at.x.get(), at.y.get() + half, Facing::NORTH));
        let camp = away(Unit::new(Profile::BAGGAGE, 1), camp, u8::MAX);
        let mut pieces: ArrayVec<Piece, { UNITS_MAX + 1 }> = units.chain([camp]).collect();
        let command = |post: &files::army::Post| Command {
            commander: Some(Commander::new(post.quality, post.chief)),
            post: Post::With(post.with),
            activated: false,
            shaken: false,
            routing: false,
        };
        for post in &roster.commands {
            pieces[usize::from(post.with)].unit.commander = true;
        }
        Army { pieces, commands: roster.commands.iter().map(command).collect(), routing: false }
    }
}

impl Piece {
    /// A Unit as it begins a battle (IMP-R12).
    pub fn new(unit: Unit, front: Pose, command: u8) -> Piece {
        Piece {
            unit,
            front,
            command,
            gone: false,
            waiting: false,
            activated: false,
            shot: false,
            tried_to_recover: false,
            phases: 0,
            protected: true,
            hit_on_flank: UnitSet::NONE,
            came: Came::Stood,
            charged_in: Ground::Open,
            fought: UnitSet::NONE,
            square: None,
        }
    }

    /// IMP-R2: 8 U wide, and as deep as its elements.
    pub fn size(&self) -> Size {
        let elements = i32::from(self.unit.elements().max(1));
        let depth = self.unit.profile.kind.depth().steps() * elements;
        Size { width: const { Length::new(WIDTH_U) }, depth: Length::from_steps(depth) }
    }

    pub fn base(&self) -> Base {
        let size = self.size();
        let centre = self.front.world(dvec2(0.0, -size.depth.get() / 2.0));
        Base::new(Pose::nearest(centre, self.front.facing), size)
    }

    pub fn rect(&self) -> Rect {
        Rect::behind(&self.front, self.size())
    }

    /// Whether its base may lie on a line: what is no is quickly known.
    pub fn may_lie_on(&self, line: &Segment) -> bool {
        let (at, reach) = (self.front.at.vec(), self.size().depth.get() + WIDTH_U / 2.0);
        let (low, high) = (line.a.min(line.b) - reach, line.a.max(line.b) + reach);
        at.cmpge(low).all() && at.cmple(high).all()
    }

    /// Lays the middle of its front there where the middle of this base's front is.
    pub fn stand(&mut self, base: &Base) {
        let front = base.pose.world(dvec2(0.0, base.size.depth.get() / 2.0));
        self.front = Pose::nearest(front, base.pose.facing);
    }
}

impl Battle {
    /// A battle between two armies that have their places, on this ground: what a scenario begins with.
    pub fn deployed(
        rosters: &Each<Roster>,
        landscape: Landscape,
        attacker: Seat,
    ) -> Result<Battle, String> {
        for roster in &rosters.0 {
            let name = &roster.name;
            if let Some(it) = roster.units.iter().find(|it| it.at.is_none()) {
                return Err(format!("`{}` of {name} has no place (IMP-R12)", it.key));
            }
            if roster.baggage.is_none() {
                return Err(format!("the baggage of {name} has no place (IMP-R12)"));
            }
        }
        let mut battle = Battle::mustered(rosters, landscape, attacker);
        for seat in Seat::BOTH {
            battle.sides[seat].pieces.iter_mut().for_each(|it| it.gone = false);
        }
        battle.begin_turns();
        Ok(battle)
    }

    /// Two armies of which nobody stands on the table yet. Who has a place in his army's file has it already.
    pub fn mustered(rosters: &Each<Roster>, landscape: Landscape, attacker: Seat) -> Battle {
        let budget = rosters.0.iter().map(|it| it.budget).max().unwrap_or(0);
        let [width, depth] = table_u(budget).map(Length::new);
        let hosts = Each::of(|seat| Host::of(&rosters[seat]));
        let setup = Setup { width, depth, attacker, turns: TURNS, hosts };
        let sides = Each::of(|seat| Army::of(&rosters[seat], seat, &setup));
        Battle {
            setup: Shared::new(setup),
            landscape: Shared::new(landscape),
            sides,
            turn: 1,
            nominated: Each::default(),
            prelude: None,
            stack: ArrayVec::new(),
        }
    }

    pub fn piece(&self, id: Id) -> &Piece {
        &self.sides[id.seat()].pieces[usize::from(id.number())]
    }

    pub fn piece_mut(&mut self, id: Id) -> &mut Piece {
        &mut self.sides[id.seat()].pieces[usize::from(id.number())]
    }

    pub fn unit(&self, id: Id) -> &Unit {
        &self.piece(id).unit
    }

    pub fn name(&self, id: Id) -> &str {
        &self.setup.hosts[id.seat()].units[usize::from(id.number())].name
    }

    /// Everybody of a side who is on the table, its baggage too.
    pub fn standing(&self, seat: Seat) -> impl Iterator<Item = Id> + Clone + '_ {
        let all = (0..).zip(&self.sides[seat].pieces).filter(|(_, it)| !it.gone);
        all.map(move |(number, _)| Id::new(seat, number))
    }

    /// IMP-R6, IMP-R69: the VD of an element of a Unit, counted from the front.
    pub fn vd(&self, id: Id, element: u8) -> u8 {
        let led = self.setup.hosts[id.seat()].units[usize::from(id.number())].led;
        let vd = self.unit(id).profile.vd;
        if led && element == 0 { vd.max(COMMANDER_VD) } else { vd }
    }

    /// IMP-R40, IMP-R69: the VD that a Unit has lost: of all its elements if it is gone.
    pub fn lost_vd(&self, id: Id) -> u32 {
        let piece = self.piece(id);
        let left = if piece.gone && piece.square.is_none() { 0 } else { piece.unit.elements() };
        (left..piece.unit.began).map(|element| u32::from(self.vd(id, element))).sum()
    }

    /// IMP-R69, IMP-VIC.1, IMP-VIC.3: what an army has lost, but for BUAs.
    pub fn losses(&self, seat: Seat) -> crate::victory::Losses {
        let pieces = &self.sides[seat].pieces;
        let fighters = (0..).zip(pieces).filter(|(_, it)| it.unit.profile.kind != Kind::Baggage);
        let ids = fighters.map(|(number, _)| Id::new(seat, number));
        let (mut vdt, mut routed) = (0, 0);
        for id in ids {
            vdt += (0..self.unit(id).began).map(|it| u32::from(self.vd(id, it))).sum::<u32>();
            routed += self.lost_vd(id);
        }
        crate::victory::Losses {
            vdt,
            routed,
            baggage_lost: pieces.last().is_some_and(|it| it.gone),
            buas_lost: self.buas_lost(seat),
            marked: self.sides[seat].routing,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::files::army::read;

    /// The ready deployment of RULES.md 5.3.
    pub(crate) fn sample() -> Battle {
        let roster = |text| read("", text).unwrap();
        let consular = roster(include_str!("../data/armies/consular.toml"));
        let italy = roster(include_str!("../data/armies/army_of_italy.toml"));
        let rosters = Each([consular, italy]);
        Battle::deployed(&rosters, Landscape::default(), Seat::Blue).unwrap()
    }

    pub(crate) fn id(battle: &Battle, seat: Seat, key: &str) -> Id {
        let units = &battle.setup.hosts[seat].units;
        let number = units.iter().position(|it| it.key == key).unwrap();
        Id::new(seat, number as u8)
    }

    #[test]
    fn the_ready_deployment_stands() {
        let battle = sample();
        // RULES.md 5.3: 17 Units and the baggage each; the second Command of B ends at x 162.
        for seat in Seat::BOTH {
            assert_eq!(battle.standing(seat).count(), 18, "RULES.md 5.3");
            assert_eq!(battle.losses(seat).vdt, 35, "RULES.md 5.3, IMP-R69");
            assert_eq!(battle.losses(seat).lost(), 0);
        }
        let numidians = id(&battle, Seat::Blue, "car_numidians_1");
        assert_eq!(
            battle.piece(numidians).front,
            Pose::new(162.0, 98.0, Facing::SOUTH),
            "RULES.md 5.3"
        );
        // IMP-R40: a Large Unit of two FL is 8 U deep, behind its front.
        let gauls = id(&battle, Seat::Blue, "car_gauls_1");
        let rect = battle.piece(gauls).rect();
        assert!(
            (rect.centre().y - 102.0).abs() < 1e-6 && (rect.depth() - 8.0).abs() < 1e-6,
            "IMP-R2"
        );
        let all: Vec<_> = Seat::BOTH.into_iter().flat_map(|seat| battle.standing(seat)).collect();
        for (n, one) in all.iter().enumerate() {
            for other in &all[..n] {
                let rects = [one, other].map(|id| battle.piece(*id).rect());
                let apart = !rects[0].overlaps(&rects[1], crate::rulings::TOLERANCE);
                assert!(apart, "{} and {}", battle.name(*one), battle.name(*other));
            }
        }
    }

    #[test]
    fn a_front_stays_in_place() {
        let mut battle = sample();
        let gauls = id(&battle, Seat::Blue, "car_gauls_1");
        let before = battle.piece(gauls).front;
        battle.piece_mut(gauls).unit.lose(4);
        let piece = battle.piece(gauls);
        assert_eq!((piece.front, piece.unit.elements()), (before, 1), "IMP-R40");
        assert!((piece.rect().centre().y - 100.0).abs() < 1e-6, "IMP-R40: 4 U deep now");
        assert_eq!(battle.lost_vd(gauls), 2, "IMP-R40: the lost element counts");
        battle.piece_mut(gauls).gone = true;
        assert_eq!(battle.losses(Seat::Blue).lost(), 4, "IMP-R69");
        // IMP-R6: the veterans with the Commander count 3, as they do anyway; his Principes 3 instead of 2.
        let principes = id(&battle, Seat::Red, "rom_principes_2");
        battle.piece_mut(principes).gone = true;
        assert_eq!(battle.losses(Seat::Red).lost(), 3, "IMP-R6");
    }

    #[test]
    fn a_battle_is_plain_data() {
        let battle = sample();
        let text = serde_json::to_string(&battle).unwrap();
        let read: Battle = serde_json::from_str(&text).unwrap();
        assert_eq!(read, battle);
    }
}
