//! What is asked, decided and told before the first turn, in words.

use acies_core::{RuleId, Seat};
use acies_table::Point;

use super::{NoPreparing, Prepare, Step, terrain};
use crate::{
    battle::{Battle, Carrier},
    ground::Piece,
    profile::Worded,
    units::Post,
};

/// A piece as players call it.
pub(crate) fn plain(piece: Piece) -> String {
    piece.word().replace('_', " ")
}

fn at_text(at: Point) -> String {
    format!("{}, {}", at.x, at.y)
}

pub(crate) fn sector_name(sector: u8) -> String {
    let column = ["western", "central", "eastern"][usize::from(sector % 3)];
    format!("{column} sector of {}", terrain::owner(sector))
}

impl Step {
    /// What is asked, and the rules of it.
    pub fn asks(self) -> (String, &'static [RuleId]) {
        match self {
            Step::Begin => ("begin?".into(), &["AV-R27", "AV-R110"]),
            Step::Piece { sector, piece, .. } => {
                let where_to = sector_name(sector);
                (format!("where in the {where_to} does the {} lie?", plain(piece)), &["AV-R27"])
            }
            Step::Deploy => ("how does your army deploy?".into(), &["AV-R28", "AV-R29"]),
        }
    }
}

impl Prepare {
    /// The decision in words.
    pub fn words(&self, battle: &Battle, by: Seat) -> String {
        let host = &battle.setup.armies[by];
        let unit = |number: u8| host.units.get(usize::from(number)).map_or("nobody", |it| &it.name);
        match self {
            Prepare::Lay { at } => format!("Lay it at {}", at_text(*at)),
            Prepare::Deploy(army) => {
                let field = &battle.setup.field;
                let seen = army.units.iter().map(|it| field.seen_from(by, it.pose.at));
                let (mut from, mut to, mut front) = (f64::MAX, f64::MIN, 0.0_f64);
                for at in seen {
                    from = from.min(at.x.get());
                    to = to.max(at.x.get());
                    front = front.max(at.y.get());
                }
                format!("Deploy from {from:.1} to {to:.1}, {front:.1} UD from your edge")
            }
            Prepare::Place { unit: number, pose } => {
                format!("Place {} at {}", unit(*number), at_text(pose.at))
            }
            Prepare::Arrange { unit: number, beside, pose } => {
                let (first, more) = (unit(*number), beside.without(*number).len());
                format!("Place {first} and {more} more at {}", at_text(pose.at))
            }
            Prepare::Order { unit: number, order } => {
                format!("{} starts under {}", unit(*number), order.name())
            }
            Prepare::Post { leader, post } => {
                let leader = host.leaders.get(usize::from(*leader));
                let name = leader.map_or("nobody", |it| &it.name);
                match post {
                    Post::With(number) => format!("{name} starts with {}", unit(*number)),
                    Post::Alone(at) => format!("{name} starts at {}", at_text(*at)),
                    Post::Away | Post::Lost => format!("{name} starts nowhere"),
                }
            }
            Prepare::Carry { figure, by } => {
                let figure = host.figures.get(usize::from(*figure));
                let name = figure.map_or("nobody", |it| it.figure.name());
                let with = match *by {
                    Carrier::Unit(number) => unit(number),
                    Carrier::Leader(number) => {
                        let leader = host.leaders.get(usize::from(number));
                        leader.map_or("nobody", |it| &it.name)
                    }
                };
                format!("{name} starts with {with}")
            }
            Prepare::EndDeploying => "They stand well".into(),
        }
    }
}

impl NoPreparing {
    /// Why not, in a sentence.
    pub fn says(self, battle: &Battle) -> String {
        let name = |unit: crate::units::Id| {
            let units = &battle.setup.armies[unit.seat()].units;
            units.get(usize::from(unit.number())).map_or("nobody", |it| it.name.as_str())
        };
        match self {
            NoPreparing::OutsideSector { at, from, to } => format!(
                "at {} it would not lie within its sector: the middle is between {} and {}",
                at_text(at),
                at_text(from),
                at_text(to)
            ),
            NoPreparing::NotAllPlaced { units, placed } => {
                format!("{placed} places for {units} units")
            }
            NoPreparing::NotAllPosted { leaders, posted } => {
                format!("{posted} places for {leaders} leaders")
            }
            NoPreparing::OutsideZone { unit, at, depth } => format!(
                "{} may not stand at {}: units deploy within {depth} UD of their long edge and 1 UD off the short ones",
                name(unit),
                at_text(at)
            ),
            NoPreparing::TooNear { unit, other, .. } => {
                format!("{} would be less than 1 UD from {}", name(unit), name(other))
            }
            NoPreparing::NoGround { unit, at } => {
                format!("the ground at {} is closed to {}", at_text(at), name(unit))
            }
            NoPreparing::NotAtFirst { unit, order } => {
                format!("{} may not start under {}", name(unit), order.name())
            }
            NoPreparing::LeaderOutside { at } => {
                format!("a leader may not start at {}: it is outside the zone", at_text(at))
            }
            NoPreparing::LeaderBarred { at } => {
                format!("the ground at {} is closed to a leader", at_text(at))
            }
            NoPreparing::NobodyToJoin { number } => {
                format!("there is no unit {} to start with", u32::from(number) + 1)
            }
            NoPreparing::TwoLeaders { unit } => format!("{} has a leader already", name(unit)),
            NoPreparing::TwoFigures { by } => match by {
                Carrier::Unit(number) => {
                    format!("unit {} would have two special figures", u32::from(number) + 1)
                }
                Carrier::Leader(number) => {
                    format!("leader {} would have two special figures", u32::from(number) + 1)
                }
            },
            NoPreparing::NoSuchFigure { number } => {
                format!("the army has no special figure {}", u32::from(number) + 1)
            }
            NoPreparing::NotDeployed => "the army has to deploy first".into(),
            NoPreparing::DeployedAlready => "the army has deployed; units may be moved".into(),
        }
    }
}
