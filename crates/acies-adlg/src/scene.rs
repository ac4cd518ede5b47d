//! What a client draws of a battle: the table in UD with every base in its true place, and the actions
//! that are offered with where they lead.

use acies_core::{
    Each, GroundCard, Seat, Telling, Viewer,
    scene::{
        self, At, Bar, Glyph, Lies, Marker, Melee, Overlay, OverlayKind, Phase, Pips, Scene, Shape,
        Spot, Terrain, TerrainKind, Turn,
    },
    words::capital,
};
use acies_table::{Pose, Rect};

use crate::{
    battle::{Battle, Commander, Flags, Frame, Id, Place},
    melee::engagement::DRILL,
    setup::shapes::{RIVER_UD, ROAD_UD},
    terrain::{Choice, Going, Piece},
    units::{
        Category, Kind, Profile,
        abilities::{Abilities, Weapon},
    },
    words::places::compass,
};

/// A commander's marker, and a line of defence, in UD.
const COMMANDER_RADIUS: f64 = 0.35;
const WALL_WIDTH: f64 = 0.12;

/// A stretch of a river or road before somebody lays it, in UD.
const RIVER_LENGTH: f64 = 10.0;

/// The scene of a battle, without question and offers.
pub fn draw(battle: &Battle, viewer: Viewer) -> Scene {
    let table = battle.setup.field.rect();
    let side = |seat| scene::Side { name: battle.side_name(seat).into(), bars: bars(battle, seat) };
    Scene {
        table: scene::Table {
            left: -table.width() / 2.0,
            bottom: -table.depth() / 2.0,
            width: table.width(),
            height: table.depth(),
            unit: "UD",
        },
        terrain: terrain(battle),
        sides: Each::of(side),
        bases: battle.bodies().map(|id| base(battle, id)).collect(),
        leaders: Seat::BOTH.into_iter().flat_map(|seat| leaders(battle, seat)).collect(),
        melees: melees(battle),
        turn: turn(battle),
        loose: battle.loose(viewer).map(|id| unit_id(battle, id)).collect(),
        together: Vec::new(),
        ..Scene::bare(battle.setup.name.clone(), &battle.sides(), 0, String::new())
    }
}

pub(crate) fn unit_id(battle: &Battle, id: Id) -> String {
    format!("{}/{}", id.seat(), battle.troop(id).key)
}

fn bars(battle: &Battle, seat: Seat) -> Vec<Bar> {
    let state = battle.army_state(seat);
    let [lost, of] =
        [state.losses.sum().total, state.strength.sum().total].map(|it| it.max(0) as u32);
    vec![Bar { value: lost, of, says: format!("{lost} lost of {of}"), rule: "ADLG-R18" }]
}

fn corners(rect: &Rect) -> Vec<Spot> {
    rect.corners().map(|it| [it.x, it.y]).to_vec()
}

fn terrain(battle: &Battle) -> Vec<Terrain> {
    let landscape = &battle.landscape;
    let areas = landscape.areas.iter().enumerate().map(|(at, area)| {
        let word = area.piece.word().replace('_', " ");
        let going = match area.piece.going() {
            Going::Open => "open going",
            Going::Rough => "rough going",
            Going::Difficult => "difficult going",
            Going::Impassable => "impassable",
        };
        let cover = if area.piece.is_cover() { ", cover" } else { "" };
        Terrain {
            id: format!("{}/{at}", area.piece.word()),
            kind: piece(area.piece),
            name: None,
            lies: Lies::Outline(area.outline.corners().map(|it| [it.x, it.y]).collect()),
            says: format!("{}: {going}{cover}", capital(&word)),
            rules: vec!["ADLG-R24"],
        }
    });
    let lines = landscape.lines.iter().enumerate().map(|(at, line)| {
        let end = |point: acies_table::Point| [point.x.get(), point.y.get()];
        Terrain {
            id: format!("defence/{at}"),
            kind: TerrainKind::Wall,
            name: None,
            lies: Lies::Along { line: vec![end(line.a), end(line.b)], width: WALL_WIDTH },
            says: "A line of defence".into(),
            rules: vec!["ADLG-R28"],
        }
    });
    let camps = Seat::BOTH.into_iter().map(|seat| {
        let lost = if battle.sides[seat].camp.lost { ", lost" } else { "" };
        Terrain {
            id: format!("{seat}/camp"),
            kind: TerrainKind::Camp,
            name: Some(format!("Camp of {}", battle.side_name(seat))),
            lies: Lies::Outline(corners(&battle.camp(seat))),
            says: format!("The camp of {}{lost}", battle.side_name(seat)),
            rules: vec!["ADLG-R10"],
        }
    });
    areas.chain(lines).chain(camps).collect()
}

/// The pieces that can be laid, as they are drawn (ADLG-R161).
pub fn grounds() -> Vec<GroundCard> {
    let card = |piece: Piece, outline: Vec<Spot>| GroundCard {
        word: piece.word(),
        name: capital(&piece.word().replace('_', " ")),
        kind: self::piece(piece),
        outline,
    };
    let band = |length: f64, width: f64| {
        let (x, y) = (length / 2.0, width / 2.0);
        vec![[-x, -y], [x, -y], [x, y], [-x, y]]
    };
    let areas = Choice::ALL.into_iter().filter(|choice| choice.is_area()).map(|choice| {
        let corners = choice.corners(&Pose::default());
        card(choice.piece(), corners.iter().map(|it| [it.x, it.y]).collect())
    });
    let bands = [
        card(Piece::RiverOpen, band(RIVER_LENGTH, RIVER_UD)),
        card(Piece::RiverRough, band(RIVER_LENGTH, RIVER_UD)),
        card(Piece::RiverDifficult, band(RIVER_LENGTH, RIVER_UD)),
        card(Piece::Road, band(RIVER_LENGTH, ROAD_UD)),
    ];
    areas.chain(bands).collect()
}

fn piece(piece: Piece) -> TerrainKind {
    match piece {
        Piece::GentleHill | Piece::SteepHill => TerrainKind::Hill,
        Piece::Field | Piece::Plantation => TerrainKind::Field,
        Piece::Brush | Piece::SandDunes | Piece::Gully => TerrainKind::Rough,
        Piece::Wood => TerrainKind::Wood,
        Piece::Marsh => TerrainKind::Marsh,
        Piece::Village => TerrainKind::Town,
        Piece::RiverOpen
        | Piece::RiverRough
        | Piece::RiverDifficult
        | Piece::Coast
        | Piece::Lake => TerrainKind::Water,
        Piece::Rocks => TerrainKind::Impassable,
        Piece::Road => TerrainKind::Road,
    }
}

pub(crate) fn pose(pose: &Pose) -> At {
    let facing = pose.facing.from_north().degrees();
    At::Pose { x: pose.at.x.get(), y: pose.at.y.get(), facing }
}

fn base(battle: &Battle, id: Id) -> scene::Base {
    let (unit, troop, profile) = (battle.unit(id), battle.troop(id), battle.profile(id));
    let size = profile.kind.size();
    let markers = markers(battle, id);
    let commander = battle.has_commander(id).then(|| commander(battle, id.seat(), troop.corps));
    let states: String = markers.iter().flat_map(|it| [", ", it.says.as_str()]).collect();
    let leader = if commander.is_some() { ", with its commander" } else { "" };
    let corps = battle.corps_name(id.seat(), troop.corps).to_owned();
    let cohesion = format!("cohesion {} of {}", unit.cohesion, profile.cohesion());
    scene::Base {
        id: unit_id(battle, id),
        word: (id.number() + 1).to_string(),
        name: troop.name.clone(),
        seat: id.seat(),
        at: pose(&unit.pose),
        shape: Shape::Rectangle { width: size.width.get(), depth: size.depth.get() },
        weight: weight(profile.kind),
        symbol: symbol(profile).into(),
        second: None,
        pips: Pips { left: unit.cohesion, full: profile.cohesion(), what: "cohesion" },
        markers,
        commander,
        beside: beside(battle, id),
        pool: None,
        about: about(battle, id, &corps, &cohesion),
        spoken: format!(
            "{}, {corps}, {}, {}, {cohesion}{states}{leader}, facing {}",
            troop.name,
            battle.side_name(id.seat()),
            profile.kind.row().name.to_lowercase(),
            compass(&unit.pose)
        ),
        corps: Some(corps),
    }
}

/// Units of the same corps that can move with it as a group (ADLG-R43).
fn beside(battle: &Battle, id: Id) -> Vec<String> {
    if battle.unit(id).place != Place::Table {
        return Vec::new();
    }
    let base = battle.base(id);
    let joined = |other: &Id| {
        *other != id
            && battle.troop(*other).corps == battle.troop(id).corps
            && base.joined(&battle.base(*other), DRILL).is_some()
    };
    let near = battle.standing_near(id.seat(), &base, 0.0).filter(joined);
    near.map(|other| unit_id(battle, other)).collect()
}

fn about(battle: &Battle, id: Id, corps: &str, cohesion: &str) -> Vec<String> {
    let profile = battle.profile(id);
    let mut words: Vec<_> = profile.abilities.words().map(|word| word.replace('_', " ")).collect();
    words.extend(profile.weapon.map(|weapon| weapon.word().replace('_', " ")));
    let kind = format!("{} {}", profile.quality.word(), profile.kind.row().name.to_lowercase());
    let mut about = vec![format!("{}, {cohesion}.", capital(kind.trim()))];
    if !words.is_empty() {
        about.push(format!("{}.", capital(&words.join(", "))));
    }
    let command = if battle.in_command(&[id]) { "in command" } else { "out of command" };
    let moves = battle.allowance(id).map_or(String::new(), |ud| format!(", moves {ud} UD"));
    about.push(format!("{corps}, {command}{moves}."));
    about
}

/// ADLG-R14: the commander-in-chief is the highest in rank, of equals the first.
fn commander(battle: &Battle, seat: Seat, corps: u8) -> scene::Commander {
    let all = &battle.setup.armies[seat].corps;
    let highest = all.iter().map(|corps| corps.level).max();
    let chief = all.iter().position(|corps| Some(corps.level) == highest);
    let level = all[usize::from(corps)].level.word();
    let name = format!("{level} commander of {}", battle.corps_name(seat, corps));
    scene::Commander { name, chief: chief == Some(usize::from(corps)) }
}

fn weight(kind: Kind) -> scene::Weight {
    match (kind.category(), kind) {
        (Category::Li | Category::Lh, _) => scene::Weight::Light,
        (Category::Lmi | Category::Mi | Category::Art, _)
        | (_, Kind::MediumCavalry | Kind::MediumCamelry | Kind::LightChariot) => {
            scene::Weight::Medium
        }
        _ => scene::Weight::Heavy,
    }
}

/// Foot with a known weapon shows the weapon, others the shield of their weight.
fn symbol(profile: &Profile) -> &'static str {
    match profile.kind {
        Kind::LightInfantry => match profile.weapon {
            Some(Weapon::Javelin) => "javelin",
            Some(Weapon::Sling) => "sling",
            Some(Weapon::Crossbow | Weapon::Firearm) => "crossbow",
            Some(_) => "bow",
            None => "foot-light",
        },
        Kind::Javelinmen => "javelin",
        Kind::Bowmen => "bow",
        Kind::Crossbowmen | Kind::Handgunners => "crossbow",
        Kind::MediumSwordsmen | Kind::HeavySwordsmen if profile.has(Abilities::TWO_HANDED) => {
            "two-handed"
        }
        Kind::MediumSwordsmen | Kind::HeavySwordsmen => "sword",
        Kind::MediumSpearmen | Kind::HeavySpearmen => "spear",
        Kind::FootKnights => "two-handed",
        Kind::Pikemen => "pike",
        Kind::Levies => "foot-medium",
        Kind::WarWagon => "wagon",
        Kind::LightArtillery | Kind::MediumArtillery | Kind::HeavyArtillery => "artillery",
        Kind::LightCavalry => "horse-light",
        Kind::LightCamelry | Kind::MediumCamelry => "camel",
        Kind::MediumCavalry => "horse-medium",
        Kind::HeavyCavalry | Kind::MediumKnight | Kind::HeavyKnight => "horse-heavy",
        Kind::LightChariot => "chariot-light",
        Kind::HeavyChariot => "chariot-heavy",
        Kind::ScythedChariot => "chariot-scythed",
        Kind::Cataphract | Kind::CataphractCamelry => "cataphract",
        Kind::Elephant => "elephant",
    }
}

fn markers(battle: &Battle, id: Id) -> Vec<Marker> {
    let unit = battle.unit(id);
    let own_turn = battle.phasing == id.seat();
    let aims = battle.aimed.iter().any(|shot| shot.main == id);
    let such = [
        (unit.place == Place::Routing, Glyph::Rout, "routed"),
        (battle.is_disordered(id), Glyph::Disorder, "disordered"),
        (unit.is(Flags::STAKED), Glyph::Shield, "behind stakes"),
        (unit.is(Flags::LOOTING), Glyph::Lock, "looting"),
        (own_turn && unit.charged.is_some(), Glyph::Charge, "has charged"),
        (aims, Glyph::Shot, "shoots"),
        (own_turn && unit.moves > 0, Glyph::Moved, "has moved"),
    ];
    let there = such.into_iter().filter(|(is, ..)| *is);
    there.map(|(_, glyph, says)| Marker { glyph, count: None, says: says.into() }).collect()
}

fn leaders(battle: &Battle, seat: Seat) -> Vec<scene::Leader> {
    let corps = (0..).zip(&battle.setup.armies[seat].corps);
    let free =
        corps.filter_map(|(number, _)| match battle.sides[seat].commanders[usize::from(number)] {
            Commander::Free(at) => Some((number, at)),
            _ => None,
        });
    free.map(|(number, at)| {
        let scene::Commander { name, chief } = commander(battle, seat, number);
        scene::Leader {
            id: format!("{seat}/commander_{}", number + 1),
            word: (number + 1).to_string(),
            spoken: format!("{}, {}", capital(&name), battle.side_name(seat)),
            about: vec![format!("{}.", capital(&name))],
            name: capital(&name),
            seat,
            at: At::Pose { x: at.x.get(), y: at.y.get(), facing: 0.0 },
            radius: COMMANDER_RADIUS,
            chief,
            markers: Vec::new(),
        }
    })
    .collect()
}

/// Where main units meet (ADLG-R114).
fn melees(battle: &Battle) -> Vec<Melee> {
    let roles = battle.roles();
    let pairs = battle.standing(Seat::Red).filter_map(|id| Some((id, roles.opponent(id)?)));
    pairs
        .map(|(id, enemy)| {
            let (one, other) = (battle.rect(id), battle.rect(enemy));
            let meet = one.nearest_to(other.centre()).midpoint(other.nearest_to(one.centre()));
            let says = format!("{} against {}", battle.name(id), battle.name(enemy));
            Melee { at: [meet.x, meet.y], says }
        })
        .collect()
}

fn turn(battle: &Battle) -> Turn {
    let on = match battle.stack.first() {
        None => "",
        Some(Frame::Prepare(_)) => "Before the battle",
        Some(Frame::Shooting(_)) => "Shooting",
        Some(Frame::Pursuit | Frame::Overrun(_)) => "Rout and pursuit",
        Some(_) => "Movement",
    };
    let names: &[&'static str] = if battle.prelude.is_some() {
        &["Before the battle"]
    } else {
        &["Movement", "Shooting", "Combat", "Rout and pursuit"]
    };
    let says = if battle.prelude.is_some() {
        "Before the battle".into()
    } else {
        format!("Turn {}, {}", battle.turn, battle.side_name(battle.phasing))
    };
    Turn {
        number: battle.turn.into(),
        of: battle.prelude.is_none().then_some(battle.phasing),
        says,
        phases: names.iter().map(|&name| Phase { name, on: name == on }).collect(),
    }
}

/// The zone of control of a unit (ADLG-ZOC.1), and how far it shoots.
pub fn overlays(battle: &Battle, piece: &str) -> Vec<Overlay> {
    let Some(id) = battle.bodies().find(|&id| unit_id(battle, id) == piece) else {
        return Vec::new();
    };
    let overlay = |kind, outline: Vec<Spot>, says: String, rule| Overlay {
        of: piece.into(),
        kind,
        outline,
        says,
        rules: vec![rule],
    };
    let mut overlays = Vec::new();
    if battle.exerts_zone(id, battle.roles()) {
        let zone = corners(&battle.zone(id));
        overlays.push(overlay(OverlayKind::Zone, zone, "Zone of control".into(), "ADLG-ZOC.1"));
    }
    if let Some(range) = battle.profile(id).range_ud() {
        let says = format!("Shoots {range} UD");
        let reach = ahead(battle, id, f64::from(range));
        overlays.push(overlay(OverlayKind::Arc, reach, says, "ADLG-RNG.T1"));
    }
    overlays
}

/// The rectangle straight ahead of a unit, so deep.
fn ahead(battle: &Battle, id: Id, depth: f64) -> Vec<Spot> {
    let (pose, size) = (battle.unit(id).pose, battle.profile(id).kind.size());
    let (half, front) = (size.width.get() / 2.0, size.depth.get() / 2.0);
    let corners = [(-half, front), (half, front), (half, front + depth), (-half, front + depth)];
    corners
        .map(|(x, y)| {
            let at = pose.world(glam::dvec2(x, y));
            [at.x, at.y]
        })
        .to_vec()
}

#[cfg(test)]
mod tests {
    use acies_core::{Dice, Game, Log, Ruleset, scene};

    use super::*;
    use crate::Adlg;

    #[test]
    fn bases_stand_where_they_are_and_offers_lead_somewhere() {
        let card = Adlg::battles().into_iter().next().expect("there is one");
        let mut battle = Adlg::battle(&card.id).unwrap();
        let mut dice = Dice::seeded(5);
        let mut ghosts = 0;
        for _ in 0..60 {
            let Some(by) = battle.pending().seat() else { break };
            let scene = scene::draw(&battle, Some(by));
            let table = &scene.table;
            for base in &scene.bases {
                let At::Pose { x, y, .. } = base.at else { panic!("{} has a pose", base.name) };
                assert!((table.left..=table.left + table.width).contains(&x), "{}", base.name);
                assert!((table.bottom..=table.bottom + table.height).contains(&y), "{}", base.name);
            }
            let known = |id: &String| scene.bases.iter().any(|base| base.id == *id);
            for offer in &scene.offers {
                assert!(offer.units.iter().chain(&offer.targets).all(known), "{}", offer.words);
                ghosts += offer.ghosts.len();
            }
            let mut all = Vec::new();
            battle.candidates(by, &mut all);
            let action = all[dice.number(all.len())].clone();
            battle.apply(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
        assert!(ghosts > 0, "somebody could move");
    }
}
