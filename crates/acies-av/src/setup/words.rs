//! Why not before the first turn; names of pieces and sectors.

use acies_core::{Reason, Seat, told, words::number};
use acies_table::{Length, Point};

use super::terrain;
use crate::{
    battle::{Battle, Carrier},
    ground::Piece,
    profile::{Order, Worded},
    units::Id,
    words::refusals::No,
};

/// A piece as players call it.
pub(crate) fn plain(piece: Piece) -> String {
    piece.word().replace('_', " ")
}

pub(super) fn at_text(at: Point) -> String {
    format!("{}, {}", at.x, at.y)
}

pub(crate) fn sector_name(sector: u8) -> String {
    let column = ["western", "central", "eastern"][usize::from(sector % 3)];
    format!("{column} sector of {}", terrain::owner(sector))
}

/// The name of a unit, if there is one of this number.
pub(super) fn unit_name(battle: &Battle, by: Seat, unit: u8) -> &str {
    let unit = battle.setup.armies[by].units.get(usize::from(unit));
    unit.map_or("nobody", |it| &it.name)
}

fn name(battle: &Battle, unit: Id) -> &str {
    unit_name(battle, unit.seat(), unit.number())
}

told! {
    /// Why a decision before the first turn is not allowed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoPreparing;
    pub fn reason(self: Self, battle: &Battle) -> Reason;

    OutsideSector { at: Point, from: Point, to: Point } => {
        let [at, from, to] = [at, from, to].map(at_text);
        let says = format!("at {at} it would not lie within its sector: the middle is between {from} and {to}");
        Reason::because(&["AV-R27"], says)
    };
    NotAllPlaced { units: u8, placed: u8 } =>
        Reason::because(&["AV-R28"], format!("{placed} places for {units} units"));
    NotAllPosted { leaders: u8, posted: u8 } =>
        Reason::because(&["AV-R28"], format!("{posted} places for {leaders} leaders"));
    OutsideZone { unit: Id, at: Point, depth: Length } => {
        let (unit, at) = (name(battle, unit), at_text(at));
        let zone = format!("units deploy within {depth} UD of their long edge and 1 UD off the short ones");
        Reason::because(&["AV-R28"], format!("{unit} may not stand at {at}: {zone}"))
    };
    TooNear { unit: Id, other: Id, at: Point } => Reason::because(&["AV-2.6", "AV-R28"],
        format!("{} would be less than 1 UD from {}", name(battle, unit), name(battle, other)));
    NoGround { unit: Id, at: Point } => Reason::because(&["AV-7.2", "AV-R28"],
        format!("the ground at {} is closed to {}", at_text(at), name(battle, unit)));
    NotAtFirst { unit: Id, order: Order } => Reason::because(&["AV-R29", "AV-R38"],
        format!("{} may not start under {}", name(battle, unit), order.name()));
    LeaderOutside { at: Point } => Reason::because(&["AV-R28"],
        format!("a leader may not start at {}: it is outside the zone", at_text(at)));
    LeaderBarred { at: Point } => Reason::because(&["AV-R32", "AV-R28"],
        format!("the ground at {} is closed to a leader", at_text(at)));
    NobodyToJoin { number: u8 } => Reason::because(&["AV-R28"],
        format!("there is no unit {} to start with", self::number(number)));
    TwoLeaders { unit: Id } =>
        Reason::because(&["AV-R23"], format!("{} has a leader already", name(battle, unit)));
    TwoFigures { by: Carrier } => {
        let (what, number) = match by {
            Carrier::Unit(unit) => ("unit", number(unit)),
            Carrier::Leader(leader) => ("leader", number(leader)),
        };
        Reason::because(&["AV-R23"], format!("{what} {number} would have two special figures"))
    };
    NoSuchFigure { number: u8 } => Reason::because(&["AV-R114", "AV-R102"],
        format!("the army has no special figure {}", self::number(number)));
    NotDeployed => Reason::because(&["AV-R28"], "the army has to deploy first");
    DeployedAlready => Reason::because(&["AV-R28"], "the army has deployed; units may be moved");
}

impl From<NoPreparing> for No {
    fn from(no: NoPreparing) -> No {
        No::Preparing(no)
    }
}
