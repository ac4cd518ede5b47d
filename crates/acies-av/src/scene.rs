//! What a client draws of a battle: the table in UD with every unit about its ER, and the actions that are
//! offered with where they lead.

use acies_core::{
    Each, Game, GroundCard, Seat, Telling, Viewer,
    scene::{
        self, Bar, Ghost, Glyph, Marker, Overlay, OverlayKind, Phase, Pips, Scene, Spot,
        TerrainKind, Turn, Way,
    },
    words::{capital, key},
};
use acies_field::{
    Field, Ground, Lying, Plate, arc, band, markers, overlay, own_zone, path, spot, table,
};
use acies_table::{Base, Facing, Point, Pose, Rect, Size};

use crate::{
    battle::{Battle, Captain, Frame},
    ground::{Going, Piece},
    leaders::Leaders,
    morale::losses,
    movement::Moves,
    orders::Orders,
    profile::{Abilities, Kind, LeaderProfile, MoveClass, Order, Profile, Shooter, Weapon, Worded},
    rulings::ZONE_UD,
    setup::{Preparing, Stage, terrain::octagon},
    shooting::{Targets, shot::Slope},
    turn::initiative::FirstOrSecond,
    units::{Flags, Id, Post},
    words::{events::Event, refusals::FOOTPRINT},
};

/// RULES.md 1.2: a leader is a disc 0.5 UD across; and the width of a wall.
const LEADER_RADIUS: f64 = 0.25;
const WALL_WIDTH: f64 = 0.12;

/// AV-R28: where who deploys may stand.
fn ground_plan(battle: &Battle, viewer: Viewer) -> scene::Setup {
    let deploys = matches!(battle.stack.last(), Some(Frame::Prepare(Preparing::Deploy)));
    let Some(by) = viewer.filter(|_| deploys) else { return scene::Setup::default() };
    let zone = battle.setup.field.zone(by, Size::new(0.0, 0.0));
    own_zone(&zone, "5 UD deep, 1 UD off the short edges".into())
}

/// The scene of a battle, without question and offers.
pub fn draw(battle: &Battle, viewer: Viewer) -> Scene {
    let battle = &battle.view(viewer);
    let side = |seat| scene::Side { name: battle.side_name(seat).into(), bars: bars(battle, seat) };
    Scene {
        table: table(&Field::table(battle), "UD"),
        terrain: grounds(battle).into_iter().map(Ground::terrain).collect(),
        sides: Each::of(side),
        bases: battle.bodies().map(|id| plate(battle, id).base(battle, id)).collect(),
        leaders: Seat::BOTH.into_iter().flat_map(|seat| leaders(battle, seat)).collect(),
        turn: turn(battle),
        loose: battle.loose(viewer).map(|id| battle.piece(id)).collect(),
        together: battle.ordered(viewer).map(|id| battle.piece(id)).collect(),
        setup: matches!(battle.stack.first(), Some(Frame::Begin | Frame::Prepare(_)))
            .then(|| ground_plan(battle, viewer)),
        ..Scene::bare(battle.setup.name.clone(), &battle.sides(), 0, String::new())
    }
}

impl Field for Battle {
    fn table(&self) -> Rect {
        self.setup.field.rect()
    }

    fn bodies(&self) -> impl Iterator<Item = Id> + Clone {
        self.all_standing()
    }

    /// Drawn about its ER.
    fn base(&self, id: Id) -> Base {
        Base::new(self.unit(id).pose, FOOTPRINT)
    }

    fn key(&self, id: Id) -> String {
        key(&self.recruit(id).name)
    }

    /// Units that may still move, or that are being deployed.
    fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id> {
        let arranging = |by: Seat| {
            let stages = self.prelude.as_ref().map(|prelude| &prelude.stages);
            stages.is_some_and(|stages| stages[by] == Stage::Arranging)
        };
        let by = viewer.filter(|&by| match self.stack.last() {
            Some(Frame::Moves(Moves(seat))) => by == *seat,
            Some(Frame::Prepare(Preparing::Deploy)) => arranging(by),
            _ => false,
        });
        let own = by.into_iter().flat_map(|by| self.table().standing(by));
        own.filter(|&id| !self.unit(id).is(Flags::MOVED))
    }
}

/// AV-R24: what is lost, and what breaks the army.
fn bars(battle: &Battle, seat: Seat) -> Vec<Bar> {
    if battle.prelude.is_some() {
        return Vec::new();
    }
    let (lost, total) = (Battle::lost(battle, seat), battle.setup.armies[seat].cost());
    let of = (total * 40).div_ceil(100);
    vec![Bar { value: lost, of, says: format!("{lost} lost, {of} break it"), rule: "AV-R24" }]
}

/// What lies on the table.
pub(crate) fn grounds(battle: &Battle) -> Vec<Ground> {
    let areas = battle.ground.areas.iter().enumerate().map(|(at, area)| {
        let going = match area.piece.going() {
            Going::Open => "open ground",
            Going::Rough => "rough ground",
            Going::VeryRough => "very rough ground",
            Going::Impassable => "impassable",
        };
        let word = area.piece.word().replace('_', " ");
        Ground {
            id: format!("{}/{at}", area.piece.word()),
            kind: kind(area.piece),
            name: None,
            lies: Lying::Area(area.outline.clone()),
            says: format!("{}: {going}", capital(&word)),
            rules: vec!["AV-R10"],
            sign: sign(area.piece),
            word,
        }
    });
    let walls = battle.ground.walls.iter().enumerate().map(|(at, wall)| Ground {
        id: format!("wall/{at}"),
        kind: TerrainKind::Wall,
        name: None,
        lies: Lying::Line(wall.clone(), WALL_WIDTH),
        says: "A wall: strong protection".into(),
        rules: vec!["AV-R16"],
        sign: 'H',
        word: "wall".into(),
    });
    areas.chain(walls).collect()
}

/// How a terminal shows a piece of terrain.
fn sign(piece: Piece) -> char {
    match piece {
        Piece::GentleHill => '-',
        Piece::SteepHill => '=',
        Piece::Scrub => ';',
        Piece::Vineyard | Piece::Orchard => '%',
        Piece::Marsh => '"',
        Piece::Plough => ',',
        Piece::LightWood => '*',
        Piece::DenseWood => 'T',
        Piece::Rocks | Piece::Cliff => '!',
        Piece::Village => '&',
        Piece::Stream | Piece::FordableRiver => ':',
        Piece::Lake | Piece::DeepRiver => '~',
        Piece::Ford | Piece::Bridge => '_',
    }
}

/// The pieces that can be laid: octagons (AV-R27), but for water that runs, villages and crossings.
pub fn cards() -> Vec<GroundCard> {
    let card = |&(word, piece): &(&'static str, Piece)| GroundCard {
        word,
        name: capital(&word.replace('_', " ")),
        kind: kind(piece),
        outline: match piece {
            Piece::Stream => band(10.0, 0.5),
            Piece::FordableRiver | Piece::DeepRiver => band(10.0, 1.0),
            Piece::Ford | Piece::Bridge => band(1.0, 1.4),
            Piece::Village | Piece::Plough | Piece::Vineyard => band(3.0, 2.0),
            _ => octagon(piece, Point::default()).outline.corners().map(spot).collect(),
        },
    };
    Piece::WORDS.iter().map(card).collect()
}

fn kind(piece: Piece) -> TerrainKind {
    match piece {
        Piece::GentleHill | Piece::SteepHill => TerrainKind::Hill,
        Piece::Scrub => TerrainKind::Rough,
        Piece::Vineyard | Piece::Plough | Piece::Orchard => TerrainKind::Field,
        Piece::Marsh => TerrainKind::Marsh,
        Piece::LightWood => TerrainKind::Wood,
        Piece::DenseWood => TerrainKind::DenseWood,
        Piece::Village => TerrainKind::Town,
        Piece::Stream | Piece::FordableRiver | Piece::Lake | Piece::DeepRiver => TerrainKind::Water,
        Piece::Rocks | Piece::Cliff => TerrainKind::Impassable,
        Piece::Ford | Piece::Bridge => TerrainKind::Road,
    }
}

fn plate(battle: &Battle, id: Id) -> Plate {
    let (unit, recruit, profile) = (battle.unit(id), battle.recruit(id), battle.profile(id));
    let markers = states(battle, id);
    let states: String = markers.iter().flat_map(|it| [", ", it.says.as_str()]).collect();
    let commander = battle.table().leader_with(id).map(|leader| {
        let captain = battle.captain(id.seat(), leader);
        scene::Commander { name: captain.name.clone(), chief: captain.profile.chief }
    });
    let led_by = battle.table().leader_with(id).map(|leader| {
        let Captain { name, profile } = battle.captain(id.seat(), leader);
        format!("{name}: {}", leader_words(profile))
    });
    let led = commander.as_ref().map_or(String::new(), |it| format!(", with {}", it.name));
    let order = match unit.order {
        Some(order) => format!("under {}", order.name()),
        None => "disrupted".into(),
    };
    // What a marker says is not said twice.
    let marked = markers.iter().any(|it| order.ends_with(&it.says));
    let under = if marked { String::new() } else { format!("{}, ", capital(&order)) };
    let cp = format!("{} of {} CP", unit.cp, profile.cp);
    Plate {
        name: recruit.name.clone(),
        weight: weight(profile.class),
        symbol: symbol(profile).into(),
        second: None,
        pips: Pips { left: unit.cp, full: profile.cp, what: "CP" },
        markers,
        commander,
        corps: None,
        beside: Vec::new(),
        about: [format!("{}.", capital(&profile.words())), format!("{under}{cp}.")]
            .into_iter()
            .chain(led_by)
            .collect(),
        spoken: format!(
            "{}, {}, {order}, {cp}{states}{led}, facing {}°",
            recruit.name,
            battle.side_name(id.seat()),
            unit.pose.facing,
        ),
    }
}

fn weight(class: MoveClass) -> scene::Weight {
    match class {
        MoveClass::Ei | MoveClass::Ec => scene::Weight::Light,
        MoveClass::Li | MoveClass::Al | MoveClass::Lc | MoveClass::Af | MoveClass::Ac => {
            scene::Weight::Medium
        }
        MoveClass::Hi | MoveClass::Hc | MoveClass::Mc => scene::Weight::Heavy,
    }
}

/// What is drawn on the plate of a unit.
pub fn symbol(profile: &Profile) -> &'static str {
    match (profile.kind(), profile.shoot, profile.weapon) {
        (Kind::Artillery, ..) => "artillery",
        (Kind::Infantry, Some(Shooter::Bow), Weapon::Circumstance) => "bow",
        (Kind::Infantry, Some(Shooter::Sling), Weapon::Circumstance) => "sling",
        (Kind::Infantry, Some(Shooter::Crossbow), Weapon::Circumstance) => "crossbow",
        (Kind::Infantry, Some(_), Weapon::Circumstance) => "javelin",
        (Kind::Infantry, _, Weapon::LongSpears) => "spear",
        (Kind::Infantry, _, Weapon::TwoHanded) => "two-handed",
        (Kind::Infantry, _, Weapon::AdHoc | Weapon::HeavyProjectiles) => "sword",
        (Kind::Infantry, _, Weapon::Circumstance) => "foot-medium",
        (Kind::Cavalry, ..) => match profile.class {
            MoveClass::Ec => "horse-light",
            MoveClass::Lc => "horse-medium",
            MoveClass::Hc => "cataphract",
            _ => "horse-heavy",
        },
    }
}

fn states(battle: &Battle, id: Id) -> Vec<Marker> {
    let unit = battle.unit(id);
    let wall = unit.order.filter(|order| order.is_wall()).map(Order::name);
    let aims = battle.aimed.iter().any(|it| it.unit == id);
    let engaged = battle.table().is_engaged(id);
    markers([
        (unit.disrupted, Glyph::Disorder, "disrupted"),
        (wall.is_some(), Glyph::Shield, wall.unwrap_or_default()),
        (unit.is_under(Order::Rush), Glyph::Charge, "under Rush"),
        (aims, Glyph::Shot, "shoots"),
        (engaged, Glyph::Lock, "in a fight"),
        (unit.is(Flags::MOVED), Glyph::Moved, "has moved"),
    ])
}

fn leaders(battle: &Battle, seat: Seat) -> Vec<scene::Leader> {
    let captains = (0..).zip(battle.setup.armies[seat].leaders.iter());
    let posts = battle.sides[seat].leaders.iter();
    let alone = captains.zip(posts).filter_map(|((number, captain), leader)| match leader.place {
        Post::Alone(at) => Some((number, captain, at)),
        _ => None,
    });
    alone
        .map(|(number, captain, at): (u8, _, Point)| scene::Leader {
            id: leader_id(seat, number),
            word: (number + 1).to_string(),
            spoken: format!("{}, {}", captain.name, battle.side_name(seat)),
            about: vec![capital(&leader_words(&captain.profile))],
            name: captain.name.clone(),
            seat,
            at: acies_field::at(&Pose { at, facing: Facing::NORTH }),
            radius: LEADER_RADIUS,
            chief: captain.profile.chief,
            markers: Vec::new(),
        })
        .collect()
}

pub(crate) fn leader_id(seat: Seat, leader: u8) -> String {
    format!("{seat}/leader_{}", leader + 1)
}

/// AV-6.4, section 16: what a leader is and does.
fn leader_words(profile: &LeaderProfile) -> String {
    let mut words = vec![format!(
        "{}{}, moves {} UD.",
        if profile.chief { "Commander-in-Chief, " } else { "" },
        if profile.mounted { "mounted" } else { "on foot" },
        profile.move_ud(),
    )];
    let abilities = [
        (
            Abilities::CHARISMATIC,
            "Charismatic: his unit may throw one missed morale test a turn again.",
        ),
        (Abilities::INSPIRING, "Inspiring: his unit changes its order without a test."),
        (Abilities::OUTSTANDING, "Outstanding: +1 to order tests within 3 UD."),
        (Abilities::HERO, "Hero: two dice more hand to hand instead of one."),
    ];
    let has = abilities.into_iter().filter(|(ability, _)| profile.has(*ability));
    words.extend(has.map(|(_, says)| says.to_owned()));
    words.join(" ")
}

const PHASES: [&str; 4] = ["Initiative", "Orders and movement", "Shooting", "Hand to hand"];

fn turn(battle: &Battle) -> Turn {
    let (on, of) = match battle.stack.first() {
        None => ("", None),
        Some(Frame::Begin | Frame::Prepare(_)) => (PHASES[0], None),
        Some(&Frame::Initiative(FirstOrSecond(seat))) => (PHASES[0], Some(seat)),
        Some(
            &(Frame::Orders(Orders(seat))
            | Frame::Moves(Moves(seat))
            | Frame::Leaders(Leaders(seat))),
        ) => (PHASES[1], Some(seat)),
        Some(&Frame::Targets(Targets(seat))) => (PHASES[2], Some(seat)),
        Some(_) => match battle.resolution.as_ref().map(|it| it.phase) {
            Some(losses::Phase::Shooting) => (PHASES[2], None),
            _ => (PHASES[3], None),
        },
    };
    Turn {
        number: battle.turn.into(),
        of,
        says: capital(&battle.moment()),
        phases: PHASES.iter().map(|&name| Phase { name, on: name == on }).collect(),
    }
}

/// A unit where it would come to stand.
pub(crate) fn ghost(battle: &Battle, id: Id, to: &Pose) -> Ghost {
    acies_field::ghost(battle, id, to, None)
}

/// The same, with its way if it has a bend, and how far it is.
pub(crate) fn gone(ghost: Ghost, way: Vec<Spot>, ud: f64) -> Ghost {
    Ghost { way, distance: Some(format!("{ud:.2} UD")), ..ghost }
}

/// How units move by an event of an action that has not happened yet: they turn about their ER, then go
/// straight (AV-R45).
pub fn ways(battle: &Battle, event: &Event) -> Vec<Way> {
    let (unit, over, end) = match *event {
        Event::Moved { unit, over, pose, .. } => (unit, over, pose),
        Event::FellBack { unit, pose, .. } | Event::Retreated { unit, pose, .. } => {
            (unit, None, pose)
        }
        Event::Pivoted { unit, facing } => (unit, None, Pose { facing, ..battle.unit(unit).pose }),
        Event::Pushed { unit, at, .. } | Event::FollowedUp { unit, at, .. } => {
            (unit, None, Pose { at, ..battle.unit(unit).pose })
        }
        _ => return Vec::new(),
    };
    let mut here = battle.unit(unit).pose;
    let mut legs = Vec::new();
    for to in over.into_iter().chain([end]) {
        if to.facing != here.facing {
            legs.push(Pose { facing: to.facing, ..here });
        }
        if to.at != here.at {
            legs.push(to);
        }
        here = to;
    }
    vec![path(battle, unit, legs)]
}

/// The zone of control of a unit (AV-2.5), and how far it shoots.
pub fn overlays(battle: &Battle, piece: &str) -> Vec<Overlay> {
    let Some(id) = battle.find(piece) else { return Vec::new() };
    let at = battle.unit(id).pose;
    let whole = arc(&at, ZONE_UD, -180.0, 180.0);
    let zone = overlay(piece, OverlayKind::Zone, whole, "Zone of control", "AV-2.5");
    let range = battle.table().battery(id).ok().and_then(|it| it.ranges_ud(Slope::Level));
    let shoots = range.map(|(effective, long)| {
        let range = long.unwrap_or(effective);
        let mut outline = arc(&at, range.into(), -45.0, 45.0);
        outline.push(spot(at.at.vec()));
        overlay(piece, OverlayKind::Arc, outline, format!("Shoots {range} UD"), "AV-C.2")
    });
    std::iter::once(zone).chain(shoots).collect()
}

#[cfg(test)]
mod tests {
    use acies_core::{Ruleset, scene::At};
    use acies_table::Length;

    use super::*;
    use crate::{
        AdvancedVirtus,
        movement::march::{Manner, Mode},
    };

    #[test]
    fn a_unit_turns_about_its_er_and_goes_straight() {
        let battle = AdvancedVirtus::battle("rhine").unwrap();
        let unit = Id::new(Seat::Red, 0);
        // It stands at 10.5, 4.5 and faces north (RULES.md 5.3): ahead, then to the east.
        let event = Event::Moved {
            unit,
            mode: Mode::Advance,
            over: Some(Pose::new(10.5, 6.5, Facing::NORTH)),
            heading: Facing::EAST,
            pose: Pose::new(12.5, 6.5, Facing::EAST),
            length: Length::new(4.0),
            manner: Manner::DOUBLE,
        };
        let at = |x: f64, y: f64, facing: f64| At::Pose { x, y, facing };
        let legs = [at(10.5, 6.5, 0.0), at(10.5, 6.5, 90.0), at(12.5, 6.5, 90.0)];
        assert_eq!(ways(&battle, &event), [Way { id: battle.piece(unit), legs: legs.into() }]);
        let turns = Event::Pivoted { unit, facing: Facing::EAST };
        assert_eq!(ways(&battle, &turns)[0].legs, [at(10.5, 4.5, 90.0)], "AV-R44");
    }
}
