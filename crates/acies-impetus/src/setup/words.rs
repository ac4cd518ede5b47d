//! What is told of the time before the first Turn: why not, and what happened.

use acies_core::tell::Teller;
use acies_core::{Form, Reason, Role, Seat, Shape, told};
use acies_table::{Length, Point, Pose};
use serde::Serialize;

use super::{
    Rare,
    pieces::{APART_U, PIECES, RIVER_EDGE_U},
};
use crate::{
    battle::{Battle, Id},
    movement::terrain::Terrain,
    rulings::{BAGGAGE_EDGE_U, DEPLOYMENT_U, SHORT_EDGE_U},
};

told! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoSetup;
    pub fn reason(self: Self, battle: &Battle) -> Reason;

    EnoughPieces =>
        Reason::because(&["IMP-R11"], format!("{} pieces are laid, and more are not allowed", PIECES[1]));
    TooFewPieces { laid: u8 } =>
        Reason::because(&["IMP-R11"], format!("{laid} of at least {} pieces are laid", PIECES[0])).fact("laid", laid.to_string());
    OnlyOne { rare: Rare } =>
        Reason::because(&["IMP-R11"], format!("there is {} already", rare.a()));
    ThrowFirst { rare: Rare } =>
        Reason::because(&["IMP-R11"], format!("{} needs a throw of 5 or more first", rare.a()));
    NotThrown { rare: Rare } =>
        Reason::because(&["IMP-R11", "IMP-R140"], format!("the throw for {} has failed", rare.a()));
    ThrownAlready { rare: Rare } =>
        Reason::because(&["IMP-R11", "IMP-R140"], format!("{} has been thrown for", rare.a()));
    NoArea { terrain: Terrain } =>
        Reason::because(&["IMP-R11"], format!("a {} is not laid as an area", terrain.name()));
    OffTable { at: Point } =>
        Reason::because(&["IMP-R11"], "a part of the piece would be off the table").drawn([point(at)]);
    TooClose { terrain: Terrain, apart: Length } =>
        Reason::because(&["IMP-R11"], format!("it would be {apart} U from the {}, and must be {APART_U} U from it", terrain.name()))
            .fact("apart", apart.to_string());
    NotAcross { from: Point, to: Point } =>
        Reason::because(&["IMP-R11"], "it must run from one edge of the table to another")
            .drawn([Shape { role: Role::Offends, form: Form::Segment { from: from.vec().into(), to: to.vec().into() } }]);
    RiverInMiddle =>
        Reason::because(&["IMP-R11"], format!("a river stays within {RIVER_EDGE_U} U of one short edge, and crosses the table"));
    OneRoad => Reason::because(&["IMP-R11"], "one road is laid already");
    RoadBarred { terrain: Terrain } =>
        Reason::because(&["IMP-R140"], format!("the road may not run over the {}", terrain.name()));
    NoPiece { piece: u8 } =>
        Reason::because(&["IMP-R11"], format!("there is no piece {}", u32::from(piece) + 1));
    Fixed { terrain: Terrain } =>
        Reason::because(&["IMP-R11"], format!("a {} is neither moved nor removed", terrain.name()));
    TooFarMoved { u: Length, most: Length } =>
        Reason::because(&["IMP-R11"], format!("{u} U are more than the {most} U that a piece may be moved"))
            .fact("distance", u.to_string()).fact("most", most.to_string());
    BaggageOutside { at: Point } =>
        Reason::because(&["IMP-R12"], format!("the baggage touches its long edge, {BAGGAGE_EDGE_U} U or more from the short ones"))
            .drawn([point(at)]);
    BaggageBarred { terrain: Terrain } =>
        Reason::because(&["IMP-R12", "IMP-R143"], format!("the baggage cannot stand in the {}", terrain.name()));
    NoCommand { command: u8 } =>
        Reason::because(&["IMP-R12"], format!("there is no Command {} to place", u32::from(command) + 1));
    DeployedAlready { command: u8 } =>
        Reason::because(&["IMP-R12"], format!("Command {} stands already", u32::from(command) + 1));
    WrongNumber { units: u8, placed: u8 } =>
        Reason::because(&["IMP-R12"], format!("the Command has {units} Units, and {placed} places are given"))
            .fact("units", units.to_string()).fact("places", placed.to_string());
    NotOfCommand { unit: Id } =>
        Reason::because(&["IMP-R12", "IMP-R143"], format!("{} are not of the Command that is being placed", battle.name(unit)));
    OutsideZone { unit: Id, at: Pose } =>
        Reason::because(&["IMP-R12"], format!("{} must be within {DEPLOYMENT_U} U of the long edge and {SHORT_EDGE_U} U from the short ones", battle.name(unit)))
            .drawn([battle.drawn_at(unit, at), zone(battle, unit.seat())]);
    Overlaps { unit: Id, other: Id, at: Pose } =>
        Reason::because(&["IMP-R143"], format!("{} would overlap {}", battle.name(unit), battle.name(other)))
            .drawn([battle.drawn_at(unit, at)]);
    BarredGround { unit: Id, terrain: Terrain, at: Pose } =>
        Reason::because(&["IMP-R143"], format!("{} cannot stand in the {}", battle.name(unit), terrain.name()))
            .drawn([battle.drawn_at(unit, at)]);
    NoRoomLeft { command: u8 } =>
        Reason::because(&["IMP-R143"], format!("there would be no room left for Command {}", u32::from(command) + 1));
}

/// A place that goes wrong.
fn point(at: Point) -> Shape {
    Shape { role: Role::Offends, form: Form::Point { at: at.vec().into() } }
}

/// Where a side deploys.
fn zone(battle: &Battle, seat: Seat) -> Shape {
    let corners = battle.setup.zone(seat).corners().map(Into::into);
    Shape { role: Role::Reach, form: Form::Rect { corners } }
}

impl Battle {
    /// A Unit as it would stand there.
    fn drawn_at(&self, unit: Id, at: Pose) -> Shape {
        let mut piece = *self.piece(unit);
        piece.front = at;
        let corners = piece.rect().corners().map(Into::into);
        Shape { role: Role::Offends, form: Form::Rect { corners } }
    }
}

impl Rare {
    /// What players read.
    pub fn a(self) -> &'static str {
        match self {
            Rare::Bua => "a built-up area",
            Rare::River => "a river",
        }
    }
}

told! {
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Prepared;
    pub fn tell(self: &Self, to: &mut Teller<'_, Battle>);

    Thrown { red: [u8; 2], blue: [u8; 2], attacker: Option<Seat> } => {
        to.cites(&["IMP-R11"]).heads();
        to.says(*attacker, |it| {
            let sum = |throw: &[u8; 2]| throw[0] + throw[1];
            let who = match attacker {
                Some(seat) => format!("{} attack", it.setup.hosts[*seat].name),
                None => "a tie, so both throw again".into(),
            };
            format!("{} against {}: {who}", sum(red), sum(blue))
        });
        to.detail(|_| format!("{red:?} against {blue:?}"));
    };
    Sought { by: Seat, rare: Rare, die: u8, allowed: bool } => {
        to.cites(&["IMP-R11"]);
        to.says(*by, |it| {
            let comes = if *allowed { "may lay" } else { "may not lay" };
            format!("a {die}: {} {comes} {}", it.setup.hosts[*by].name, rare.a())
        });
    };
    Laid { by: Seat, terrain: Terrain } => {
        to.cites(&["IMP-R11", "IMP-R140"]);
        to.says(*by, |it| format!("{} lay {}{}", it.setup.hosts[*by].name, if terrain.name().ends_with('s') { "" } else { "a " }, terrain.name()));
    };
    Moved { by: Seat, terrain: Terrain, u: Length } => {
        to.cites(&["IMP-R11", "IMP-R141"]);
        to.says(*by, |it| format!("{} move the {} by {u} U", it.setup.hosts[*by].name, terrain.name()));
    };
    Removed { by: Seat, terrain: Terrain } => {
        to.cites(&["IMP-R11", "IMP-R141"]);
        to.says(*by, |it| format!("{} remove the {}", it.setup.hosts[*by].name, terrain.name()));
    };
    Left { by: Seat } => {
        to.cites(&["IMP-R11"]);
        to.says(*by, |it| format!("{} leave the ground as it is", it.setup.hosts[*by].name));
    };
    Edge { by: Seat, other: bool } => {
        to.cites(&["IMP-R11"]).cites_if(*other, &["IMP-R142"]);
        to.says(*by, |it| {
            let edge = if *other { "the other long edge: the ground is turned round" } else { "the near long edge" };
            format!("{} take {edge}", it.setup.hosts[*by].name)
        });
    };
    Camped { by: Seat, at: Point } => {
        to.cites(&["IMP-R12"]);
        to.says(*by, |it| format!("{} put their baggage on their edge, {} U from the west", it.setup.hosts[*by].name, at.x));
    };
    Deployed { by: Seat, command: u8, units: usize } => {
        to.cites(&["IMP-R12", "IMP-R143"]);
        to.says(*by, |it| {
            let host = &it.setup.hosts[*by];
            let name = &host.commands[usize::from(*command)];
            format!("{} place the Command {name}: {}", host.name, acies_core::words::counted(*units, "Unit"))
        });
    };
    Placed { unit: Id, at: Pose } => {
        to.cites(&["IMP-R12", "IMP-R143"]);
        to.says(unit.seat(), |it| format!("{} go elsewhere, {} U from the west", it.name(*unit), at.at.x));
    };
    Ready { by: Seat } => {
        to.cites(&["IMP-R12"]);
        to.says(*by, |it| format!("{} are ready", it.setup.hosts[*by].name));
    };
}
