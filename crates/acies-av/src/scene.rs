//! What a client draws of a battle: the table in UD with every unit about its ER, and the actions that are
//! offered with where they lead.

use acies_core::{
    Dice, Each, Game, GroundCard, Log, RuleId, Seat, Telling, Viewer,
    scene::{
        self, At, Bar, Ghost, Glyph, Lies, Marker, Offer, Overlay, OverlayKind, Phase, Pips, Scene,
        Shape, Spot, Terrain, TerrainKind, Turn, Way,
    },
    words::{capital, key},
};
use acies_table::{Angle, Facing, Point, Pose};

use crate::{
    action::{Action, Step},
    battle::{Battle, Captain, Frame},
    ground::{Going, Piece},
    morale::losses,
    movement::march::Mode,
    profile::{Abilities, Kind, LeaderProfile, MoveClass, Order, Profile, Shooter, Weapon, Worded},
    rulings::ZONE_UD,
    setup::{Prepare, terrain::octagon},
    shooting::shot::Slope,
    units::{Flags, Id, Post, UnitSet},
    words::{events::Event, refusals::FOOTPRINT},
};

/// RULES.md 1.2: a leader is a disc 0.5 UD across; and the width of a wall.
const LEADER_RADIUS: f64 = 0.25;
const WALL_WIDTH: f64 = 0.12;

/// The scene of a battle, without question and offers.
pub fn draw(battle: &Battle, viewer: Viewer) -> Scene {
    let battle = &battle.view(viewer);
    let field = battle.setup.field;
    let side = |seat| scene::Side { name: battle.side_name(seat).into(), bars: bars(battle, seat) };
    Scene {
        table: scene::Table {
            left: 0.0,
            bottom: 0.0,
            width: field.width.get(),
            height: field.depth.get(),
            unit: "UD",
        },
        terrain: terrain(battle),
        sides: Each::of(side),
        bases: battle.all_standing().map(|id| base(battle, id)).collect(),
        leaders: Seat::BOTH.into_iter().flat_map(|seat| leaders(battle, seat)).collect(),
        turn: turn(battle),
        loose: battle.loose(viewer).map(|id| unit_id(battle, id)).collect(),
        together: battle.ordered(viewer).map(|id| unit_id(battle, id)).collect(),
        ..Scene::bare(battle.setup.name.clone(), &battle.sides(), 0, String::new())
    }
}

pub(crate) fn unit_id(battle: &Battle, id: Id) -> String {
    format!("{}/{}", id.seat(), key(&battle.recruit(id).name))
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

fn terrain(battle: &Battle) -> Vec<Terrain> {
    let areas = battle.ground.areas.iter().enumerate().map(|(at, area)| {
        let going = match area.piece.going() {
            Going::Open => "open ground",
            Going::Rough => "rough ground",
            Going::VeryRough => "very rough ground",
            Going::Impassable => "impassable",
        };
        Terrain {
            id: format!("{}/{at}", area.piece.word()),
            kind: kind(area.piece),
            name: None,
            lies: Lies::Outline(area.outline.corners().map(|it| [it.x, it.y]).collect()),
            says: format!("{}: {going}", capital(&area.piece.word().replace('_', " "))),
            rules: vec!["AV-R10"],
        }
    });
    let walls = battle.ground.walls.iter().enumerate().map(|(at, wall)| Terrain {
        id: format!("wall/{at}"),
        kind: TerrainKind::Wall,
        name: None,
        lies: Lies::Along {
            line: wall.points.iter().map(|it| [it.x.get(), it.y.get()]).collect(),
            width: WALL_WIDTH,
        },
        says: "A wall: strong protection".into(),
        rules: vec!["AV-R16"],
    });
    areas.chain(walls).collect()
}

/// The pieces that can be laid: octagons (AV-R27), but for water that runs, villages and crossings.
pub fn grounds() -> Vec<GroundCard> {
    let band = |width: f64, depth: f64| {
        let (x, y) = (width / 2.0, depth / 2.0);
        vec![[-x, -y], [x, -y], [x, y], [-x, y]]
    };
    let card = |&(word, piece): &(&'static str, Piece)| GroundCard {
        word,
        name: capital(&word.replace('_', " ")),
        kind: kind(piece),
        outline: match piece {
            Piece::Stream => band(10.0, 0.5),
            Piece::FordableRiver | Piece::DeepRiver => band(10.0, 1.0),
            Piece::Ford | Piece::Bridge => band(1.0, 1.4),
            Piece::Village | Piece::Plough | Piece::Vineyard => band(3.0, 2.0),
            _ => {
                octagon(piece, Point::default()).outline.corners().map(|it| [it.x, it.y]).collect()
            }
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

fn pose(pose: &Pose) -> At {
    let facing = pose.facing.from_north().degrees();
    At::Pose { x: pose.at.x.get(), y: pose.at.y.get(), facing }
}

fn base(battle: &Battle, id: Id) -> scene::Base {
    let (unit, recruit, profile) = (battle.unit(id), battle.recruit(id), battle.profile(id));
    let markers = markers(battle, id);
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
    scene::Base {
        id: unit_id(battle, id),
        word: (id.number() + 1).to_string(),
        name: recruit.name.clone(),
        seat: id.seat(),
        at: pose(&unit.pose),
        shape: Shape::Rectangle { width: FOOTPRINT.width.get(), depth: FOOTPRINT.depth.get() },
        weight: weight(profile.class),
        symbol: symbol(profile).into(),
        second: None,
        pips: Pips { left: unit.cp, full: profile.cp, what: "CP" },
        markers,
        commander,
        beside: Vec::new(),
        pool: None,
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
        corps: None,
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

fn markers(battle: &Battle, id: Id) -> Vec<Marker> {
    let unit = battle.unit(id);
    let wall = unit.order.filter(|order| order.is_wall()).map(Order::name);
    let aims = battle.aimed.iter().any(|it| it.unit == id);
    let engaged = battle.table().is_engaged(id);
    let such = [
        (unit.disrupted, Glyph::Disorder, "disrupted"),
        (wall.is_some(), Glyph::Shield, wall.unwrap_or_default()),
        (unit.is_under(Order::Rush), Glyph::Charge, "under Rush"),
        (aims, Glyph::Shot, "shoots"),
        (engaged, Glyph::Lock, "in a fight"),
        (unit.is(Flags::MOVED), Glyph::Moved, "has moved"),
    ];
    let there = such.into_iter().filter(|(is, ..)| *is);
    there.map(|(_, glyph, says)| Marker { glyph, count: None, says: says.into() }).collect()
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
            at: At::Pose { x: at.x.get(), y: at.y.get(), facing: 0.0 },
            radius: LEADER_RADIUS,
            chief: captain.profile.chief,
            markers: Vec::new(),
        })
        .collect()
}

fn leader_id(seat: Seat, leader: u8) -> String {
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
        Some(&Frame::Initiative(seat)) => (PHASES[0], Some(seat)),
        Some(&(Frame::Orders(seat) | Frame::Moves(seat) | Frame::Leaders(seat))) => {
            (PHASES[1], Some(seat))
        }
        Some(&Frame::Targets(seat)) => (PHASES[2], Some(seat)),
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

/// An action as something to choose: what it does on the table is tried on a copy.
pub fn offer(battle: &Battle, by: Seat, action: &Action) -> Offer {
    let words = battle.action_words(by, action);
    let (units, targets) = parts(battle, by, action);
    let led = leading(battle, by, action);
    let joined = match *action {
        Action::Attach { unit, .. } => Some(Id::new(by, unit)),
        _ => None,
    };
    let mut after = battle.clone();
    let legal = battle.check(by, action).is_ok();
    let done = if legal {
        after.perform(by, action, &mut Dice::scripted([]), &mut Log::Off)
    } else {
        Ok(())
    };
    Offer {
        action: battle.notation(by, action),
        title: battle.action_title(by, action),
        note: note(battle, by, action),
        commit: commit(action).into(),
        words,
        units: led.into_iter().chain(units.ids(by).map(|id| unit_id(battle, id))).collect(),
        targets: joined
            .into_iter()
            .chain(targets.ids(by.other()))
            .map(|id| unit_id(battle, id))
            .collect(),
        ghosts: ghosts(battle, by, action, legal),
        rules: rules(battle, by, action),
        throws: done.is_err(),
        ..Offer::default()
    }
}

/// The piece of a leader that acts: his own, or that of the unit that he is with.
fn leading(battle: &Battle, by: Seat, action: &Action) -> Option<String> {
    let (Action::Ride { leader, .. } | Action::Attach { leader, .. }) = *action else {
        return None;
    };
    match battle.sides[by].leaders.get(usize::from(leader))?.place {
        Post::With(unit) => Some(unit_id(battle, Id::new(by, unit))),
        _ => Some(leader_id(by, leader)),
    }
}

/// AV-R73(2): who may be put in instead.
fn note(battle: &Battle, by: Seat, action: &Action) -> String {
    let Action::Fight { unit, enemy } = *action else { return String::new() };
    let (own, enemy) = (Id::new(by, unit), Id::new(by.other(), enemy));
    let others = battle.substitutes(own, enemy);
    if others.is_empty() {
        return String::new();
    }
    let (side, others) = (battle.side_name(by.other()), battle.names(by.other(), others));
    format!("{side} may put in {others}")
}

/// Where a unit would come to stand.
fn ghosts(battle: &Battle, by: Seat, action: &Action, legal: bool) -> Vec<Ghost> {
    let table = battle.table();
    let ghost = |id: Id, to: Pose, way: Vec<Spot>, ud: f64| Ghost {
        id: unit_id(battle, id),
        at: pose(&to),
        way,
        distance: Some(format!("{ud:.2} UD")),
    };
    if !legal {
        return Vec::new();
    }
    match action {
        Action::Prepare(Prepare::Deploy(army)) => {
            let stands = (0..).zip(&army.units).map(|(n, stand)| (Id::new(by, n), stand.pose));
            let ghost = |(id, to)| Ghost { distance: None, ..ghost(id, to, Vec::new(), 0.0) };
            stands.map(ghost).collect()
        }
        Action::Prepare(Prepare::Place { unit, pose: to }) => {
            let id = Id::new(by, *unit);
            let far = (to.at.vec() - battle.unit(id).pose.at.vec()).length();
            vec![ghost(id, *to, Vec::new(), far)]
        }
        Action::Prepare(Prepare::Arrange { unit, beside, pose: to }) => {
            let arranged = battle.arranged(Id::new(by, *unit), *beside, to).into_iter();
            let ghost = |(id, to)| Ghost { distance: None, ..ghost(id, to, Vec::new(), 0.0) };
            arranged.map(ghost).collect()
        }
        Action::Move { unit, steps, push } => {
            let id = Id::new(by, *unit);
            let Ok(moved) = table.check_move(id, steps, *push) else { return Vec::new() };
            let way = moved.legs.iter().flat_map(|leg| [[leg.a.x, leg.a.y], [leg.b.x, leg.b.y]]);
            let way = if moved.legs.len() > 1 { way.collect() } else { Vec::new() };
            let own = ghost(id, moved.pose, way, moved.length.get());
            let pushed = moved.pushed.iter().map(|&(enemy, leg)| {
                let to = Pose::nearest(leg.b, battle.unit(enemy).pose.facing);
                ghost(enemy, to, Vec::new(), leg.length())
            });
            std::iter::once(own).chain(pushed).collect()
        }
        Action::FallBack { unit, back } => {
            let id = Id::new(by, *unit);
            let moved = table.check_back(id, back).ok();
            let ghosts = moved.map(|it| ghost(id, it.pose, Vec::new(), it.length.get()));
            ghosts.into_iter().collect()
        }
        Action::Pivot { unit, facing } => {
            let id = Id::new(by, *unit);
            let to = Pose { facing: *facing, ..battle.unit(id).pose };
            vec![Ghost { distance: None, ..ghost(id, to, Vec::new(), 0.0) }]
        }
        Action::Retreat { heading, distance, .. } => match battle.stack.last() {
            Some(&Frame::Retreat { unit }) => {
                let from = battle.unit(unit).pose;
                let at = from.at.vec() + heading.ahead() * distance.get();
                vec![ghost(unit, Pose::nearest(at, from.facing), Vec::new(), distance.get())]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
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
            legs.push(pose(&Pose { facing: to.facing, ..here }));
        }
        if to.at != here.at {
            legs.push(pose(&to));
        }
        here = to;
    }
    vec![Way { id: unit_id(battle, unit), legs }]
}

/// The units that act, and those of the other side that are aimed at.
fn parts(battle: &Battle, by: Seat, action: &Action) -> (UnitSet, UnitSet) {
    let one = UnitSet::one;
    let known = |seat: Seat, units: UnitSet| -> UnitSet {
        units.iter().filter(|&it| usize::from(it) < battle.sides[seat].units.len()).collect()
    };
    let (own, enemies) = match *action {
        Action::Test { units, .. } => (units, UnitSet::NONE),
        Action::Redress { unit }
        | Action::Prepare(Prepare::Place { unit, .. } | Prepare::Order { unit, .. })
        | Action::Pivot { unit, .. }
        | Action::FallBack { unit, .. } => (one(unit), UnitSet::NONE),
        Action::Prepare(Prepare::Arrange { unit, beside, .. }) => {
            (beside.with(unit), UnitSet::NONE)
        }
        Action::Move { unit, push, .. } => (one(unit), push | battle.reached_by(by, action)),
        Action::Shoot { unit, target: enemy } | Action::Fight { unit, enemy } => {
            (one(unit), one(enemy))
        }
        Action::Join { unit, friend } => (one(unit).with(friend), UnitSet::NONE),
        Action::Lend { .. }
        | Action::Reroll { .. }
        | Action::Retreat { .. }
        | Action::FollowUp { .. } => match battle.stack.last() {
            Some(
                &Frame::Lend { unit, .. }
                | &Frame::Reroll { unit }
                | &Frame::Retreat { unit }
                | &Frame::FollowUp { unit },
            ) if unit.seat() == by => (one(unit.number()), UnitSet::NONE),
            _ => (UnitSet::NONE, UnitSet::NONE),
        },
        _ => (UnitSet::NONE, UnitSet::NONE),
    };
    (known(by, own), known(by.other(), enemies))
}

fn commit(action: &Action) -> &'static str {
    match action {
        Action::Begin => "Begin",
        Action::Prepare(Prepare::EndDeploying) => "Ready",
        Action::Prepare(_) => "Place",
        Action::Play { .. } => "Choose",
        Action::Test { .. } => "Give the order",
        Action::Redress { .. } => "Redress ranks",
        Action::Pivot { .. } => "Turn",
        Action::Move { .. } | Action::Ride { .. } => "Move",
        Action::FallBack { .. } => "Fall back",
        Action::Attach { .. } => "Join",
        Action::Shoot { .. } => "Aim",
        Action::Fight { .. } => "Fight",
        Action::Join { .. } | Action::Lend { yes: true } => "Support",
        Action::Reroll { yes: true } => "Throw again",
        Action::Retreat { .. } => "Retreat",
        Action::FollowUp { yes: true } => "Follow up",
        Action::Lend { yes: false }
        | Action::Reroll { yes: false }
        | Action::FollowUp { yes: false } => "Decline",
        Action::EndOrders | Action::EndMoves | Action::EndLeaders | Action::EndShooting => "Done",
        Action::Resign => "Concede",
    }
}

/// The rules that let an action happen.
fn rules(battle: &Battle, by: Seat, action: &Action) -> Vec<RuleId> {
    match action {
        Action::Pivot { .. } => vec!["AV-5.19", "AV-R44"],
        Action::Move { unit, steps, push } => move_rules(battle, Id::new(by, *unit), steps, *push)
            .unwrap_or(vec!["AV-5.22", "AV-6.1"]),
        Action::FallBack { back, .. } if back.about => vec!["AV-5.34", "AV-R58"],
        Action::Prepare(Prepare::Lay { .. }) => vec!["AV-R27"],
        Action::Prepare(_) => vec!["AV-R28", "AV-R29"],
        Action::Test { .. } => vec!["AV-5.2", "AV-5.8"],
        Action::Redress { .. } => vec!["AV-5.38"],
        Action::FallBack { .. } => vec!["AV-5.33", "AV-R58"],
        Action::Shoot { .. } => vec!["AV-10.9"],
        Action::Fight { .. } => vec!["AV-R73"],
        Action::Retreat { .. } => vec!["AV-R84", "AV-R85"],
        _ => Vec::new(),
    }
}

/// Those that a move would cite, and why a Rush is an Advance.
fn move_rules(battle: &Battle, unit: Id, steps: &[Step], push: UnitSet) -> Option<Vec<RuleId>> {
    let moved = battle.table().check_move(unit, steps, push).ok()?;
    let converted = moved.mode == Mode::Advance && battle.unit(unit).is_under(Order::Rush);
    let mut rules = if converted { vec!["AV-R56", "AV-7.5"] } else { Vec::new() };
    let (mode, pose, length, manner) = (moved.mode, moved.pose, moved.length, moved.manner);
    let (over, heading) = (None, pose.facing);
    let event = Event::Moved { unit, mode, over, heading, pose, length, manner };
    acies_core::Event::cite(&event, &mut |rule| rules.push(rule));
    Some(rules)
}

/// The zone of control of a unit (AV-2.5), and how far it shoots.
pub fn overlays(battle: &Battle, piece: &str) -> Vec<Overlay> {
    let Some(id) = battle.all_standing().find(|&id| unit_id(battle, id) == piece) else {
        return Vec::new();
    };
    let at = battle.unit(id).pose;
    let overlay = |kind, outline: Vec<Spot>, says: String, rule| Overlay {
        of: piece.into(),
        kind,
        outline,
        says,
        rules: vec![rule],
    };
    let whole = arc(&at, ZONE_UD, -180.0, 180.0);
    let zone = overlay(OverlayKind::Zone, whole, "Zone of control".into(), "AV-2.5");
    let range = battle.table().battery(id).ok().and_then(|it| it.ranges_ud(Slope::Level));
    let shoots = range.map(|(effective, long)| {
        let range = long.unwrap_or(effective);
        let mut outline = arc(&at, range.into(), -45.0, 45.0);
        outline.push([at.at.x.get(), at.at.y.get()]);
        overlay(OverlayKind::Arc, outline, format!("Shoots {range} UD"), "AV-C.2")
    });
    std::iter::once(zone).chain(shoots).collect()
}

/// Points on an arc about an ER, between two bearings in degrees.
fn arc(pose: &Pose, radius: f64, from: f64, to: f64) -> Vec<Spot> {
    const PARTS: u32 = 36;
    let spot = |part: u32| {
        let bearing = from + (to - from) * f64::from(part) / f64::from(PARTS);
        let heading: Facing = pose.facing + Angle::new(bearing);
        let at = pose.at.vec() + heading.ahead() * radius;
        [at.x, at.y]
    };
    (0..=PARTS).map(spot).collect()
}

#[cfg(test)]
mod tests {
    use acies_core::Ruleset;
    use acies_table::Length;

    use super::*;
    use crate::{AdvancedVirtus, movement::march::Manner};

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
        assert_eq!(ways(&battle, &event), [Way { id: unit_id(&battle, unit), legs: legs.into() }]);
        let turns = Event::Pivoted { unit, facing: Facing::EAST };
        assert_eq!(ways(&battle, &turns)[0].legs, [at(10.5, 4.5, 90.0)], "AV-R44");
    }
}
