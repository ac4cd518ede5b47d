//! What a client draws of a battle: the table in UD with every base in its true place, and the actions
//! that are offered with where they lead.

use acies_core::{
    Each, Game, GroundCard, Seat, Telling, Viewer,
    flow::Stacked,
    scene::{
        self, Bar, Ghost, Glyph, Laying, Lead, Marker, Melee, Overlay, OverlayKind, Phase, Pips,
        Scene, Setup, Spot, TerrainKind, Turn, Zone, ZoneKind,
    },
    words::capital,
};
use acies_field::{
    Field, Ground, Lying, Plate, ahead, band, corners, joined, markers, overlay, spot, table,
};
use acies_table::{Base, Facing, Polyline, Pose, Rect};

use crate::{
    action::Action,
    battle::{Battle, Commander, Flags, Frame, Id, Place},
    command::activation::Activate,
    melee::engagement::DRILL,
    rulings::CORPS,
    setup::{
        Chosen, Stage,
        deployment::ToArrange,
        dice::sector as sector_of,
        field::{CAMP, Wing},
        pieces::ToLay,
        shapes::{RIVER_UD, ROAD_UD},
        works::ToPitchCamp,
    },
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
    let side = |seat| scene::Side { name: battle.side_name(seat).into(), bars: bars(battle, seat) };
    Scene {
        table: table(&battle.table(), "UD"),
        terrain: grounds(battle).into_iter().map(Ground::terrain).collect(),
        sides: Each::of(side),
        bases: battle.bodies().map(|id| plate(battle, id).base(battle, id)).collect(),
        leaders: Seat::BOTH.into_iter().flat_map(|seat| leaders(battle, seat)).collect(),
        melees: melees(battle),
        turn: turn(battle),
        loose: battle
            .loose(viewer)
            .map(|id| battle.piece(id))
            .chain(laid(battle, viewer))
            .collect(),
        leads: viewer.map(|by| leads(battle, by)).unwrap_or_default(),
        setup: battle.prelude.is_some().then(|| ground_plan(battle, viewer)),
        ..Scene::bare(battle.setup.name.clone(), &battle.sides(), 0, String::new())
    }
}

impl Field for Battle {
    fn table(&self) -> Rect {
        self.setup.field.rect()
    }

    fn bodies(&self) -> impl Iterator<Item = Id> + Clone {
        Battle::bodies(self)
    }

    fn base(&self, id: Id) -> Base {
        Battle::base(self, id)
    }

    fn key(&self, id: Id) -> String {
        self.troop(id).key.clone()
    }

    /// Units of the corps that has its orders, or that is being deployed.
    fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id> {
        let corps = match self.stack.last() {
            Some(Frame::Orders(orders)) => Some((self.phasing, orders.corps)),
            Some(Frame::Prepare(Stage::Arrange(ToArrange { by, corps }))) => Some((*by, *corps)),
            _ => None,
        };
        let own = corps.filter(|&(by, _)| viewer == Some(by)).into_iter();
        own.flat_map(move |(by, corps)| {
            self.standing(by).filter(move |&id| self.troop(id).corps == corps)
        })
    }
}

/// What is laid is dragged by this name.
pub(crate) const LAYING: &str = "laying";

/// The units of other corps: the orders of this one end before they are activated (ADLG-SEQ.2).
fn leads(battle: &Battle, by: Seat) -> Vec<Lead> {
    let ends = match battle.top() {
        Some(Frame::Corps) => None,
        Some(Frame::Orders(_)) if battle.check(by, &Action::EndCorps).is_ok() => {
            Some(Action::EndCorps)
        }
        _ => return Vec::new(),
    };
    let open =
        (0..CORPS as u8).filter(|&corps| by == battle.phasing && battle.check_corps(corps).is_ok());
    let lead = |corps: u8| {
        let units = battle.standing(by).filter(|&id| battle.troop(id).corps == corps);
        let actions = ends.iter().cloned().chain([Activate { corps }.into()]);
        let written = actions.map(|action: Action| battle.notation(by, &action));
        Lead { pieces: units.map(|id| battle.piece(id)).collect(), actions: written.collect() }
    };
    open.map(lead).collect()
}

/// Who is asked for a place of something that lies on the ground.
fn laid(battle: &Battle, viewer: Viewer) -> Option<String> {
    let by = match battle.top()? {
        Frame::Prepare(Stage::Piece(ToLay { piece, .. })) => battle.chosen(piece).by,
        Frame::Prepare(Stage::Camp(ToPitchCamp(by))) => by,
        _ => return None,
    };
    (viewer == Some(by)).then(|| LAYING.to_owned())
}

/// Where it would lie.
pub(crate) fn lying(pose: &Pose) -> Ghost {
    Ghost { id: LAYING.into(), at: acies_field::at(pose), way: Vec::new(), distance: None }
}

/// Sectors with the dice that choose them (ADLG-R26), zones with their measures (ADLG-R30), and what is laid.
fn ground_plan(battle: &Battle, viewer: Viewer) -> Setup {
    let Some(Frame::Prepare(stage)) = battle.top() else { return Setup::default() };
    match stage {
        Stage::Piece(ToLay { piece, sector }) => {
            let Chosen { by, choice, .. } = battle.chosen(piece);
            let open = |die: i32| {
                let at = sector_of(die, Choice::Wood)?;
                let half = if at.enemy_half { "far" } else { "own" };
                Some(Zone {
                    kind: if at == sector { ZoneKind::Open } else { ZoneKind::Other },
                    name: format!("{half} {}", at.wing.word()),
                    says: String::new(),
                    die: Some(die as u8),
                    outline: corners(&battle.setup.field.sector(by, at)),
                })
            };
            let outline = choice.corners(&Pose::default()).into_iter().map(spot).collect();
            let laying = Laying {
                id: LAYING.into(),
                kind: self::piece(choice.piece()),
                name: choice.plain(),
                outline,
                turns: true,
            };
            Setup { zones: (1..=6).filter_map(open).collect(), laying: Some(laying) }
        }
        Stage::Camp(_) => {
            let outline = corners(&Base::new(Pose::default(), CAMP).rect());
            let name = "camp".to_owned();
            let laying =
                Laying { id: LAYING.into(), kind: TerrainKind::Camp, name, outline, turns: false };
            Setup { zones: Vec::new(), laying: Some(laying) }
        }
        Stage::Plan | Stage::Deploy(_) | Stage::Arrange(_) => Setup {
            zones: viewer.map(|by| zones(battle, by, stage)).unwrap_or_default(),
            laying: None,
        },
        _ => Setup::default(),
    }
}

/// The deployment zones of a player; that of the corps which he arranges is open.
fn zones(battle: &Battle, by: Seat, stage: Stage) -> Vec<Zone> {
    let field = &battle.setup.field;
    let mine = match stage {
        Stage::Arrange(ToArrange { by: it, corps }) if it == by => battle.planned_wing(by, corps),
        _ => None,
    };
    let zone = |wing: Wing, light: bool| {
        let as_seen = field.zone(wing, light);
        let left = as_seen.centre().x - as_seen.half().x;
        Zone {
            kind: match () {
                () if light => ZoneKind::Limit,
                () if mine == Some(wing) => ZoneKind::Open,
                () => ZoneKind::Other,
            },
            name: if light { "light troops".into() } else { wing.word().to_owned() },
            says: if light {
                format!("to {} UD", as_seen.depth())
            } else {
                format!("{left} to {} UD", left + as_seen.width())
            },
            die: None,
            outline: corners(&field.zone_of(by, wing, light)),
        }
    };
    let all = Wing::ALL.into_iter().map(|wing| zone(wing, false));
    all.chain(mine.map(|wing| zone(wing, true))).collect()
}

fn bars(battle: &Battle, seat: Seat) -> Vec<Bar> {
    let state = battle.army_state(seat);
    let [lost, of] =
        [state.losses.sum().total, state.strength.sum().total].map(|it| it.max(0) as u32);
    vec![Bar { value: lost, of, says: format!("{lost} lost of {of}"), rule: "ADLG-R18" }]
}

/// What lies on the table.
pub(crate) fn grounds(battle: &Battle) -> Vec<Ground> {
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
        Ground {
            id: format!("{}/{at}", area.piece.word()),
            kind: piece(area.piece),
            name: None,
            lies: Lying::Area(area.outline.clone()),
            says: format!("{}: {going}{cover}", capital(&word)),
            rules: vec!["ADLG-R24"],
            sign: sign(area.piece),
            word,
        }
    });
    let lines = landscape.lines.iter().enumerate().map(|(at, line)| Ground {
        id: format!("defence/{at}"),
        kind: TerrainKind::Wall,
        name: None,
        lies: Lying::Line(Polyline::new(vec![line.a, line.b]), WALL_WIDTH),
        says: "A line of defence".into(),
        rules: vec!["ADLG-R28"],
        sign: 'H',
        word: "line of defence".into(),
    });
    areas.chain(lines).chain(Seat::BOTH.map(|seat| camp(battle, seat))).collect()
}

fn camp(battle: &Battle, seat: Seat) -> Ground {
    let is_lost = battle.sides[seat].camp.lost;
    let lost = if is_lost { ", lost" } else { "" };
    Ground {
        id: format!("{seat}/camp"),
        kind: TerrainKind::Camp,
        name: Some(format!("Camp of {}", battle.side_name(seat))),
        lies: Lying::Block(battle.camp(seat)),
        says: format!("The camp of {}{lost}", battle.side_name(seat)),
        rules: vec!["ADLG-R10"],
        sign: if is_lost { 'x' } else { acies_field::sign(seat) },
        word: "camp".into(),
    }
}

/// How a terminal shows a piece of terrain.
fn sign(piece: Piece) -> char {
    match piece {
        Piece::Field => ',',
        Piece::GentleHill => '-',
        Piece::SteepHill => '=',
        Piece::Brush => ';',
        Piece::SandDunes => ':',
        Piece::Plantation => '%',
        Piece::Gully => '\\',
        Piece::Wood => '*',
        Piece::Marsh => '"',
        Piece::Village => '&',
        Piece::RiverOpen | Piece::RiverRough | Piece::RiverDifficult => '~',
        Piece::Coast | Piece::Lake => '~',
        Piece::Rocks => '!',
        Piece::Road => '_',
    }
}

/// The pieces that can be laid, as they are drawn (ADLG-R161).
pub fn cards() -> Vec<GroundCard> {
    let card = |piece: Piece, outline: Vec<Spot>| GroundCard {
        word: piece.word(),
        name: capital(&piece.word().replace('_', " ")),
        kind: self::piece(piece),
        outline,
    };
    let areas = Choice::ALL.into_iter().filter(|choice| choice.is_area()).map(|choice| {
        let corners = choice.corners(&Pose::default());
        card(choice.piece(), corners.into_iter().map(spot).collect())
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

fn plate(battle: &Battle, id: Id) -> Plate {
    let (unit, troop, profile) = (battle.unit(id), battle.troop(id), battle.profile(id));
    let markers = states(battle, id);
    let commander = battle.has_commander(id).then(|| commander(battle, id.seat(), troop.corps));
    let states: String = markers.iter().flat_map(|it| [", ", it.says.as_str()]).collect();
    let leader = if commander.is_some() { ", with its commander" } else { "" };
    let corps = battle.corps_name(id.seat(), troop.corps).to_owned();
    let cohesion = format!("cohesion {} of {}", unit.cohesion, profile.cohesion());
    Plate {
        name: troop.name.clone(),
        weight: weight(profile.kind),
        symbol: symbol(profile).into(),
        second: None,
        pips: Pips { left: unit.cohesion, full: profile.cohesion(), what: "cohesion" },
        markers,
        commander,
        beside: beside(battle, id),
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
fn beside(battle: &Battle, id: Id) -> Vec<Id> {
    if battle.unit(id).place != Place::Table {
        return Vec::new();
    }
    let corps = |id: Id| battle.troop(id).corps;
    let near = battle.standing_near(id.seat(), &battle.base(id), 0.0);
    joined(battle, id, near.filter(|other| corps(*other) == corps(id)), DRILL).collect()
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
pub fn symbol(profile: &Profile) -> &'static str {
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

fn states(battle: &Battle, id: Id) -> Vec<Marker> {
    let unit = battle.unit(id);
    let own_turn = battle.phasing == id.seat();
    let aims = battle.aimed.iter().any(|shot| shot.main == id);
    markers([
        (unit.place == Place::Routing, Glyph::Rout, "routed"),
        (battle.is_disordered(id), Glyph::Disorder, "disordered"),
        (unit.is(Flags::STAKED), Glyph::Shield, "behind stakes"),
        (unit.is(Flags::LOOTING), Glyph::Lock, "looting"),
        (own_turn && unit.charged.is_some(), Glyph::Charge, "has charged"),
        (aims, Glyph::Shot, "shoots"),
        (own_turn && unit.moves > 0, Glyph::Moved, "has moved"),
    ])
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
            at: acies_field::at(&Pose { at, facing: Facing::NORTH }),
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
            Melee { at: spot(meet), says }
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
    let Some(id) = battle.find(piece) else { return Vec::new() };
    let mut overlays = Vec::new();
    if battle.exerts_zone(id, battle.roles()) {
        let zone = corners(&battle.zone(id));
        overlays.push(overlay(piece, OverlayKind::Zone, zone, "Zone of control", "ADLG-ZOC.1"));
    }
    if let Some(range) = battle.profile(id).range_ud() {
        let says = format!("Shoots {range} UD");
        let reach = ahead(&battle.base(id), f64::from(range));
        overlays.push(overlay(piece, OverlayKind::Arc, reach, says, "ADLG-RNG.T1"));
    }
    overlays
}

#[cfg(test)]
mod tests {
    use acies_core::{
        Dice, Game, Log, Ruleset,
        scene::{self, At},
    };

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
