//! LEG-R116: each side places a command after the other, its leader with it.

use acies_core::{
    Dice, Id, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    game::one_of_all,
};
use acies_table::{Point, Rect};
use serde::{Deserialize, Serialize};

use super::{Prepared, Stand, Unprepared, arrange::Arranging, told};
use crate::{
    battle::{Action, Battle, Place, Status, Unit},
    rulings::TOLERANCE,
    troops::{Formation, Profile, Shape, Type, formation::Misformed},
    words::{Event, No, Words},
};

/// Who places a command next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deploying {
    pub by: Seat,
}

/// A command on the table: its leader's place, and all of its units.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deploy {
    /// By its leader's number.
    pub command: u8,
    pub leader: Place,
    /// In the order of the army. None at all: they find no room and stay away (LEG-R191).
    pub stands: Vec<Stand>,
}

impl Battle {
    /// The units of a command, by their numbers.
    pub(crate) fn of_command(&self, by: Seat, command: u8) -> impl Iterator<Item = u8> + '_ {
        let units = (0..).zip(&self.setup.armies[by].units);
        units.filter(move |(_, it)| it.command == command).map(|(n, _)| n)
    }

    /// The commands that have not been placed.
    pub(super) fn undeployed(&self, by: Seat) -> impl Iterator<Item = u8> + '_ {
        let leaders = (0..).zip(&self.sides[by].leaders);
        leaders.filter(|(_, it)| it.place == Place::Away).map(|(n, _)| n)
    }

    /// LEG-R116: in the zone, not over a friend, on ground that it can enter, in a formation that it may have.
    pub(super) fn check_stand(
        &self,
        by: Seat,
        stand: &Stand,
        others: impl Iterator<Item = (u8, Rect)>,
    ) -> Result<(), No> {
        let unit = Id::new(by, stand.unit);
        let profile = self.recruit(unit).profile;
        if let Err((rule, why)) = takes_up(stand.shape, &profile) {
            return Err(No::Setup(Unprepared::Misformed { unit, rule, why }));
        }
        let rect = stand.rect(&profile);
        if !self.setup.size.deploys(by, &rect) {
            return Err(No::Setup(Unprepared::OutsideZone { unit }));
        }
        if self.ground.barred(profile.kind).any(|outline| rect.is_in(outline, TOLERANCE)) {
            return Err(No::Barred { unit });
        }
        let mut over = others.filter(|(_, other)| rect.overlaps(other, TOLERANCE));
        match over.next() {
            Some((other, _)) => Err(No::Overlaps { unit, other: Id::new(by, other) }),
            None => Ok(()),
        }
    }

    /// LEG-R116: a command, all of it, each unit and the leader where they may be.
    pub(super) fn check_deployment(&self, by: Seat, deploy: &Deploy) -> Result<(), No> {
        let Deploy { command, leader, ref stands } = *deploy;
        let Some(it) = self.sides[by].leaders.get(usize::from(command)) else {
            return Err(No::Setup(Unprepared::NoSuchCommand));
        };
        if it.place != Place::Away {
            return Err(No::Setup(Unprepared::DeployedAlready { seat: by, leader: command }));
        }
        if stands.is_empty() && leader == Place::Lost && !self.has_room(by, command) {
            return Ok(());
        }
        if !self.of_command(by, command).eq(stands.iter().map(|it| it.unit)) {
            return Err(No::Setup(Unprepared::NotAllPlaced { seat: by, leader: command }));
        }
        for (n, stand) in stands.iter().enumerate() {
            let before = stands[..n]
                .iter()
                .map(|it| (it.unit, it.rect(&self.recruit(Id::new(by, it.unit)).profile)));
            self.check_stand(by, stand, self.placed(by).chain(before))?;
        }
        self.check_leader(by, command, leader)
    }

    /// LEG-R28, LEG-R116: joined to a unit of his command, or in the zone where he can stand.
    pub(super) fn check_leader(&self, seat: Seat, leader: u8, place: Place) -> Result<(), No> {
        match place {
            Place::With(unit) => {
                if self.of_command(seat, leader).any(|it| it == unit) {
                    Ok(())
                } else {
                    Err(No::Setup(Unprepared::NotOfHisCommand { seat, leader }))
                }
            }
            Place::Alone(at) => {
                let size = self.setup.size;
                if !size.zone().contains(size.seen_from(seat, at).vec()) {
                    return Err(No::Setup(Unprepared::LeaderOutside { seat, leader }));
                }
                if self.ground.is_impassable(at.vec()) {
                    Err(No::LeaderBarred { seat, leader })
                } else {
                    Ok(())
                }
            }
            Place::Lost | Place::Away => Err(No::Setup(Unprepared::LeaderOutside { seat, leader })),
        }
    }

    /// The bodies of a side that are on the table.
    pub(super) fn placed(&self, by: Seat) -> impl Iterator<Item = (u8, Rect)> + Clone + '_ {
        self.units(by).map(|(id, unit)| (id.number(), unit.rect()))
    }
}

/// LEG-R3, LEG-R4, LEG-R121, LEG-MAN.1: whether such a unit may stand so at the start.
pub(super) fn takes_up(shape: Shape, profile: &Profile) -> Result<(), Misformed> {
    let Profile { kind, bases, .. } = *profile;
    let lawful = match shape.formation {
        Formation::Special => Shape::special(),
        Formation::Column if kind.is_light() => {
            return Err(("LEG-MAN.1", "light troops are unformed"));
        }
        Formation::Column => Shape::column(),
        formation if kind == Type::Legionaries => {
            Shape { formation, ..Shape::legion(bases, shape.lines(), shape.files)? }
        }
        formation => Shape::in_files(formation, bases, shape.files)?,
    };
    if lawful != shape {
        return Err(("LEG-R121", "the bases behind the front line fill the others evenly"));
    }
    let usual = Shape::usual(profile).formation;
    if shape.formation == usual || shape.formation == Formation::Column && usual == Formation::Line
    {
        Ok(())
    } else {
        Err((
            "LEG-R5",
            "it starts in line or in column, light troops unformed, Special units single",
        ))
    }
}

impl Stand {
    pub(super) fn rect(&self, profile: &Profile) -> Rect {
        Unit::fresh(*profile, self.shape, self.pose).rect()
    }
}

impl Step<Battle> for Deploying {
    fn deciders(&self, battle: &Battle) -> Seats {
        if all_stand(battle) { Seats::NONE } else { self.seat(battle).into() }
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which command deploys, and where?".into(), &["LEG-R116"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(battle.deployments(by).into_iter().map(Action::from));
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let any = battle.any_deployment(by, chance).map(Action::from);
        any.unwrap_or_else(|| one_of_all(battle, by, chance, room))
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let nowhere = |command| Deploy { command, leader: Place::Away, stands: Vec::new() };
        let there = battle.sides[by].leaders.len() as u8;
        out.extend((0..=there).map(|command| Action::from(nowhere(command))));
    }

    fn fits(&self, battle: &Battle) -> bool {
        let all_have_room = || {
            let commands = battle.undeployed(self.by).count();
            commands == 0 || !battle.deployments(self.by).is_empty()
        };
        battle.prelude.is_some() && all_have_room()
    }
}

/// Whether no command is left.
fn all_stand(battle: &Battle) -> bool {
    Seat::BOTH.into_iter().all(|seat| battle.undeployed(seat).next().is_none())
}

impl Deploying {
    /// LEG-R116: in turns, as long as both have commands.
    fn seat(self, battle: &Battle) -> Seat {
        if battle.undeployed(self.by).next().is_some() { self.by } else { self.by.other() }
    }
}

impl Deed<Battle> for Deploy {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["deploy"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let leader = battle.leader_key(by, self.command);
        let mut text = format!("deploy {leader} {}", battle.post_text(by, self.leader));
        for stand in &self.stands {
            text.push(' ');
            text += &battle.stand_text(by, stand);
        }
        text
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let command = words.leader()?;
        Ok(Deploy { command, leader: words.post()?, stands: words.stands()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let asked: Deploying = battle.asked().ok_or(No::NotNow)?;
        if !asked.deciders(battle).has(by) {
            return Err(No::NotNow);
        }
        battle.check_deployment(by, self)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let command = self.command;
        for unit in battle.of_command(by, command).collect::<Vec<_>>() {
            battle.unit_mut(Id::new(by, unit)).status = Status::LeftTable;
        }
        for stand in &self.stands {
            let unit = battle.unit_mut(Id::new(by, stand.unit));
            *unit = Unit::fresh(unit.is.profile, stand.shape, stand.pose);
        }
        battle.sides[by].leaders[usize::from(command)].place = self.leader;
        battle.lay(Deploying { by: by.other() });
        if !self.stands.is_empty() || self.leader != Place::Lost {
            battle.lay(Arranging { by, command });
        }
        told(log, || Prepared::Deployed { by, command });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let size = battle.setup.size;
        let seen = self.stands.iter().map(|it| size.seen_from(by, it.pose.at));
        let (mut left, mut right, mut front) = (f64::MAX, f64::MIN, 0.0_f64);
        for Point { x, y } in seen {
            left = left.min(x.get());
            right = right.max(x.get());
            front = front.max(y.get());
        }
        let name = battle.leader_name(by, self.command);
        let does = match self.stands.len() {
            0 if self.leader == Place::Lost => format!("{name} finds no room"),
            0 => format!("place {name}"),
            _ => format!(
                "deploy {name} from {left:.0} to {right:.0} from the left, up to {front:.0} from the edge"
            ),
        };
        let mut shown = Shown::new("Deploy", does).rules(&["LEG-R116"]);
        shown.title = Some(format!("Deploy {name}"));
        shown
    }
}
