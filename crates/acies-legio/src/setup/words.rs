//! What is told of the set-up: what happened, and why not.

use acies_core::{Id, Reason, RuleId, Seat, UnitSet, tell::Teller, told};
use acies_table::{Length, Point};
use arrayvec::ArrayVec;
use serde::Serialize;

use super::{Lot, Stand};
use crate::{
    battle::{Battle, Place},
    command::StandingOrder,
    ground::Piece,
    rulings::COMMANDS_MAX,
    words::events::side,
};

told! {
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub enum Prepared;
    pub fn tell(self: &Self, to: &mut Teller<'_, Battle>);

    /// Armies that stand already.
    Begun => {
        to.cites(&["LEG-SEQ.1"]).heads();
        to.says(None, |it| format!("{} begins", it.setup.name));
    };
    /// The die of a sector, and what lies where, if there is room for it.
    Sector { sector: u8, face: u8, piece: Option<(Piece, Point, bool)> } => {
        to.cites(&["LEG-R115"]).cites_if(piece.is_some(), &["LEG-R152", "LEG-R190"]);
        to.says(None, |_| {
            let column = ["western", "central", "eastern"][usize::from(sector % 3)];
            let row = if *sector < 3 { "south" } else { "north" };
            let what = match piece {
                None => "nothing".to_owned(),
                Some((piece, at, true)) => format!("a {} at {}", piece.name(), super::place(*at)),
                Some((piece, _, false)) => format!("a {}, for which there is no room", piece.name()),
            };
            format!("the {column} sector of the {row}, a {face}: {what}")
        });
    };
    Across { face: u8, x: Option<Length> } => {
        to.cites(&["LEG-R115"]).cites_if(x.is_some(), &["LEG-R152", "LEG-R190"]);
        to.says(None, |_| match (face, x) {
            (5, Some(x)) => format!("a {face}: a road runs across the table at {x} from the west"),
            (_, Some(x)) => format!("a {face}: a stream runs across the table at {x} from the west"),
            (_, None) => format!("a {face}: neither a road nor a stream"),
        });
    };
    Drew { lot: Lot, lower: Seat, faces: [u8; 2] } => {
        to.cites(&[if *lot == Lot::Edges { "LEG-R115" } else { "LEG-R116" }]);
        to.says(None, |it| {
            let [red, blue] = faces;
            let thrown = Seat::BOTH.map(|seat| side(it, seat, &format!("throw {}", if seat == Seat::Red { red } else { blue })));
            let so = match lot {
                Lot::Edges => format!("{}, the other side chooses its edge", side(it, *lower, "may take away a piece")),
                Lot::Deployment => side(it, *lower, "deploy first"),
            };
            format!("{}: {so}", thrown.join(", "))
        });
    };
    Cleared { by: Seat, name: Option<String> } => {
        to.cites(&["LEG-R115"]);
        to.says(*by, |it| {
            let name = name.as_deref().unwrap_or("nothing");
            side(it, *by, &format!("take away {name}"))
        });
    };
    Edge { by: Seat, turned: bool } => {
        to.cites(&["LEG-R115"]);
        to.says(*by, |it| {
            let which = if *turned { "the other edge: the ground is turned" } else { "this edge" };
            side(it, *by, &format!("choose {which}"))
        });
    };
    Encamped { by: Seat, at: Point } => {
        to.cites(&["LEG-R117"]);
        to.says(*by, |it| side(it, *by, &format!("pitch the camp at {}", super::place(*at))));
    };
    Deployed { by: Seat, command: u8 } => {
        to.cites(&["LEG-R116"]).says(*by, |it| format!("{} deploys", it.leader_name(*by, *command)));
    };
    Arranged { by: Seat, units: UnitSet } => {
        to.cites(&["LEG-R116"]);
        to.says(*by, |it| {
            let names: Vec<_> = units.ids(*by).map(|id| it.name(id)).collect();
            format!("placed elsewhere: {}", names.join(", "))
        });
    };
    Posted { by: Seat, leader: u8 } => {
        to.cites(&["LEG-R28", "LEG-R116"]).says(*by, |it| format!("{} is placed elsewhere", it.leader_name(*by, *leader)));
    };
    Stands { by: Seat, command: u8, leader: Place, stands: Vec<Stand> } => {
        to.cites(&["LEG-R116"]).cites_if(matches!(leader, Place::With(_)), &["LEG-R28"]);
        to.says(*by, |it| {
            let units = stands.iter().map(|stand| {
                let id = Id::new(*by, stand.unit);
                let shape = stand.shape.words(it.recruit(id).profile.bases);
                if shape.is_empty() { it.name(id).to_owned() } else { format!("{} ({shape})", it.name(id)) }
            });
            let units: Vec<_> = units.collect();
            let named = it.leader_name(*by, *command);
            let himself = match leader {
                Place::With(unit) => format!("{named} is with {}", it.name(Id::new(*by, *unit))),
                Place::Alone(at) => format!("{named} stands at {}", super::place(*at)),
                Place::Lost | Place::Away => format!("{named} is away"),
            };
            if units.is_empty() {
                return himself;
            }
            let middle = |of: fn(&Stand) -> f64| {
                let all = stands.iter().map(of);
                f64::midpoint(all.clone().fold(f64::MAX, f64::min), all.fold(f64::MIN, f64::max))
            };
            let (east, north) = (middle(|it| it.pose.at.x.get()), middle(|it| it.pose.at.y.get()));
            format!("{himself}; about {east:.0} east, {north:.0} north are {}", units.join(", "))
        });
    };
    /// LEG-R120: only their owner knows which.
    Ordered { by: Seat, orders: ArrayVec<StandingOrder, COMMANDS_MAX> } => {
        to.cites(&["LEG-R37", "LEG-R120"]);
        let which = if to.is(*by) {
            format!(": {}", orders.iter().map(|it| it.name()).collect::<Vec<_>>().join(", "))
        } else {
            String::new()
        };
        to.says(*by, |it| side(it, *by, &format!("have given the standing orders{which}")));
    };
}

told! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Unprepared;
    pub fn reason(self: Self, battle: &Battle) -> Reason;

    NoSuchPiece => Reason::because(&["LEG-R115"], "there is no such piece of terrain");
    CampOff => Reason::because(&["LEG-R117"], "the camp would not be on the table as a whole");
    NoSuchCommand => Reason::because(&["LEG-R116"], "there is no such command");
    DeployedAlready { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R116"], format!("the command of {} is deployed", battle.leader_name(seat, leader)));
    NotAllPlaced { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R116"], format!("all units of {} deploy together, in the order of the army", battle.leader_name(seat, leader)));
    Misformed { unit: Id, rule: RuleId, why: &'static str } =>
        Reason::because(&[rule], format!("{} cannot stand so: {why}", battle.name(unit)));
    OutsideZone { unit: Id } => {
        let size = battle.setup.size;
        let depth = size.zone_depth();
        Reason::because(&["LEG-R116"], format!("{} would not stand where its army deploys", battle.name(unit)))
            .fact("zone", format!("within {depth} paces of the base edge, 50 from the sides"))
            .drawn([size.zone_shape(unit.seat())])
    };
    NotOfHisCommand { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R28"], format!("{} may join a unit of his command", battle.leader_name(seat, leader)));
    NotOfThisCommand { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R116"], format!("the command of {} is being placed", battle.leader_name(seat, leader)));
    LeaderOutside { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R116"], format!("{} starts where his army deploys", battle.leader_name(seat, leader)))
            .drawn([battle.setup.size.zone_shape(seat)]);
    NotAllOrdered { orders: u8, commands: u8 } =>
        Reason::because(&["LEG-R37"], format!("{orders} orders for {commands} commands"));
}
