//! What clients and terminals draw of a battle: bases with their symbols and states, ground, zones and arcs.

use acies_core::{
    Each, GroundCard, Id, Seat, Viewer,
    flow::Stacked,
    scene::{
        self, Bar, Commander, Glyph, Leader, Melee, Overlay, OverlayKind, Phase, Pips, Scene,
        TerrainKind, Turn, Weight,
    },
    words::capital,
};
use acies_field::{
    Field, Ground, Lying, Plate, arc, at, band, corners, joined, markers, overlay, own_zone, spot,
    table,
};
use acies_table::{Base, Pose, Rect};

use crate::{
    battle::{Battle, Post},
    landscape::Patch,
    movement::{going::Going, terrain::Terrain},
    profile::{Kind, Missile, Profile, Traits, Worded},
    rulings::{DRILL, SHORT_EDGE_U, ZOC_U},
    setup::{
        deployment::{Arranging, Deploying},
        pieces::{Extent, RIVER_U, ROAD_U},
    },
    shooting::{Arc, Band},
    steps::Frame,
};

/// A Commander by himself, and a fortification, as they are drawn, in U.
const COMMANDER_U: f64 = 2.0;
const WALL_DRAWN_U: f64 = 1.0;

/// A stretch of a river or road before somebody lays it, in U.
const STRETCH_U: f64 = 60.0;

impl Field for Battle {
    const UNIT: f64 = 8.0;

    fn table(&self) -> Rect {
        self.setup.table()
    }

    fn bodies(&self) -> impl Iterator<Item = Id> + Clone {
        Seat::BOTH.into_iter().flat_map(|seat| self.standing(seat))
    }

    fn base(&self, id: Id) -> Base {
        self.piece(id).base()
    }

    fn key(&self, id: Id) -> String {
        Battle::key(self, id).to_owned()
    }

    fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id> {
        let arranging =
            self.asked::<Arranging>().map(|it| (it.seat, self.command_units(it.seat, it.command)));
        let going = || self.asked::<Going>().map(|it| (it.seat, it.able(self)));
        let units = arranging.or_else(going).filter(|(seat, _)| Some(*seat) == viewer);
        units.into_iter().flat_map(|(seat, units)| units.ids(seat))
    }
}

/// IMP-R12: where who places his baggage or deploys may stand.
fn ground_plan(battle: &Battle, viewer: Viewer) -> scene::Setup {
    let own = |by: Seat| Some(by) == viewer;
    match battle.top() {
        Some(Frame::Encamp(it)) if own(it.seat) => {
            own_zone(&battle.setup.baggage_zone(it.seat), "the whole of the baggage".into())
        }
        Some(Frame::Deploy(Deploying { seat }) | Frame::Arrange(Arranging { seat, .. }))
            if own(seat) =>
        {
            let zone = battle.setup.zone(seat);
            own_zone(
                &zone,
                format!("{} U deep, {} U off the short edges", zone.depth(), SHORT_EDGE_U),
            )
        }
        _ => scene::Setup::default(),
    }
}

/// The scene of a battle, without question and offers.
pub fn draw(battle: &Battle, viewer: Viewer) -> Scene {
    let side = |seat| scene::Side { name: battle.host(seat).into(), bars: bars(battle, seat) };
    let title = battle.setup.hosts.0.each_ref().map(|it| it.name.as_str()).join(" against ");
    let sides = Each::of(|seat| battle.host(seat).to_owned());
    Scene {
        table: table(&Field::table(battle), "U"),
        terrain: grounds(battle).into_iter().map(Ground::terrain).collect(),
        sides: Each::of(side),
        bases: battle.bodies().map(|id| plate(battle, id).base(battle, id)).collect(),
        leaders: Seat::BOTH.into_iter().flat_map(|seat| leaders(battle, seat)).collect(),
        melees: melees(battle),
        turn: turn(battle),
        loose: battle.loose(viewer).map(|id| Field::piece(battle, id)).collect(),
        setup: battle.prelude.is_some().then(|| ground_plan(battle, viewer)),
        ..Scene::bare(title, &sides, 0, String::new())
    }
}

/// How far an army is on its way to defeat (IMP-VIC.1).
fn bars(battle: &Battle, seat: Seat) -> Vec<Bar> {
    if battle.prelude.is_some() {
        return Vec::new();
    }
    let losses = battle.losses(seat);
    let (value, of) = (losses.lost(), losses.vdt.div_ceil(2));
    vec![Bar { value, of, says: format!("{value} VD lost, defeated at {of}"), rule: "IMP-VIC.1" }]
}

fn turn(battle: &Battle) -> Turn {
    let on = |such: fn(&Frame) -> bool| battle.stack.iter().any(such);
    let setting_up = battle.prelude.is_some();
    let nominating = !setting_up && on(|it| matches!(it, Frame::Nominate));
    let phases = if setting_up {
        let deploying =
            on(|it| matches!(it, Frame::Encamp(_) | Frame::Deploy(_) | Frame::Arrange(_)));
        vec![Phase { name: "Terrain", on: !deploying }, Phase { name: "Deployment", on: deploying }]
    } else {
        vec![
            Phase { name: "Initiative", on: nominating },
            Phase { name: "Activation", on: !nominating },
        ]
    };
    Turn { number: battle.turn.into(), of: None, says: says_when(battle), phases }
}

/// Where a battle stands, in words.
pub fn says_when(battle: &Battle) -> String {
    match battle.prelude {
        Some(_) => "Before the battle".to_owned(),
        None => format!("Turn {} of {}", battle.turn, battle.setup.turns),
    }
}

/// The drawing on a plate.
pub fn symbol(profile: &Profile) -> &'static str {
    use Kind::*;
    match profile.kind {
        Fp if profile.has(Traits::PIKE) => "pike",
        Fp if profile.has(Traits::LONG_SPEAR | Traits::SHIELDWALL) => "spear",
        Fp if profile.has(Traits::PILUM) => "sword",
        Fp => "foot-heavy",
        Fl if profile.has(Traits::WARBAND) => "two-handed",
        Fl | T | S => missile(profile.missile),
        Cp if profile.m < 10 => "cataphract",
        Cp => "horse-heavy",
        Cm if profile.has(Traits::CAMELS) => "camel",
        Cm => "horse-medium",
        Cl => "horse-light",
        Cgl => "chariot-light",
        Cgp => "chariot-heavy",
        Cf => "chariot-scythed",
        El => "elephant",
        Art => "artillery",
        W => "wagon",
        Baggage => "camp",
    }
}

fn missile(missile: Option<Missile>) -> &'static str {
    match missile {
        None => "foot-medium",
        Some(Missile::Javelin | Missile::Various) => "javelin",
        Some(Missile::Sling) => "sling",
        Some(Missile::CrossbowA | Missile::CrossbowB) => "crossbow",
        Some(it) if it.is_artillery() => "artillery",
        Some(_) => "bow",
    }
}

fn weight(kind: Kind) -> Weight {
    use Kind::*;
    match kind {
        S | Cl => Weight::Light,
        Fl | T | Cm | Cgl => Weight::Medium,
        Fp | Cp | Cgp | Cf | El | Art | W | Baggage => Weight::Heavy,
    }
}

/// The states of a Unit, in words and as markers.
pub(super) fn states(battle: &Battle, id: Id) -> Vec<scene::Marker> {
    let piece = battle.piece(id);
    let unit = &piece.unit;
    let done = piece.activated && battle.prelude.is_none();
    markers([
        (unit.disordered, Glyph::Disorder, "Disordered"),
        (!piece.hit_on_flank.is_empty(), Glyph::Hit, "hit on flank or rear"),
        (piece.waiting, Glyph::Charge, "on Opportunity"),
        (unit.shieldwall, Glyph::Shield, "in shieldwall"),
        (unit.in_bua, Glyph::Shield, "in a built-up area"),
        (battle.is_in_contact(id), Glyph::Lock, "in contact with the enemy"),
        (piece.shot, Glyph::Shot, "has shot"),
        (done, Glyph::Moved, "has been activated"),
    ])
}

fn plate(battle: &Battle, id: Id) -> Plate {
    let piece = battle.piece(id);
    let unit = &piece.unit;
    let profile = &unit.profile;
    let full = profile.vbu * unit.began;
    let left = unit.left.iter().sum();
    let markers = states(battle, id);
    let name = battle.name(id).to_owned();
    let command = battle.setup.hosts[id.seat()].commands.get(usize::from(piece.command)).cloned();
    let said: String = markers.iter().flat_map(|it| [", ", it.says.as_str()]).collect();
    let vbu = if unit.began > 1 {
        format!(
            "VBU {} of {}, {} elements of {}",
            unit.vbu(),
            profile.vbu,
            unit.elements(),
            unit.began
        )
    } else {
        format!("VBU {left} of {full}")
    };
    let of = command.as_ref().map_or_else(String::new, |it| format!(", {it}"));
    let spoken =
        format!("{name}{of}, {}, {}, {vbu}{said}", battle.host(id.seat()), profile.kind.name());
    let mut about = vec![capital(&profile.words()), vbu];
    if battle.prelude.is_none() && profile.kind != Kind::Baggage {
        about.push(
            if battle.is_in_command(id) { "In command range" } else { "Out of command range" }
                .into(),
        );
    }
    about.extend(markers.iter().map(|it| capital(&it.says)));
    Plate {
        weight: weight(profile.kind),
        symbol: symbol(profile).into(),
        second: second(profile).map(str::to_owned),
        pips: Pips { left, full, what: "VBU" },
        commander: commander(battle, id),
        beside: beside(battle, id),
        corps: command,
        name,
        markers,
        about,
        spoken,
    }
}

/// Missiles that the symbol does not show.
fn second(profile: &Profile) -> Option<&'static str> {
    let shows = matches!(profile.kind, Kind::T | Kind::S | Kind::Art | Kind::El | Kind::W);
    let shows = shows || (profile.kind == Kind::Fl && !profile.has(Traits::WARBAND));
    profile.missile.filter(|_| !shows).map(|it| missile(Some(it)))
}

fn commander(battle: &Battle, id: Id) -> Option<Commander> {
    let command = battle.piece(id).command;
    let of = battle.sides[id.seat()].commands.get(usize::from(command))?;
    let it = of.commander.filter(|_| of.post == Post::With(id.number()))?;
    Some(Commander {
        name: format!("{} of {}", it.quality.name(), battle.command_name(id.seat(), command)),
        chief: it.chief,
    })
}

/// Units of its Command that stand beside it or behind it in one body (IMP-R36).
fn beside(battle: &Battle, id: Id) -> Vec<Id> {
    let command = battle.piece(id).command;
    let friends: Vec<Id> =
        battle.standing(id.seat()).filter(|it| battle.piece(*it).command == command).collect();
    joined(battle, id, friends.into_iter(), DRILL).collect()
}

fn leaders(battle: &Battle, seat: Seat) -> impl Iterator<Item = Leader> + '_ {
    let all = (0..).zip(&battle.sides[seat].commands);
    all.filter_map(move |(number, command)| {
        let (Post::At(place), Some(it)) = (command.post, command.commander) else { return None };
        let of = battle.command_name(seat, number);
        let facing =
            if seat == Seat::Red { acies_table::Facing::NORTH } else { acies_table::Facing::SOUTH };
        let chief = if it.chief { ", Commander-in-Chief" } else { "" };
        let name = format!("{} of {of}{chief}", it.quality.name());
        Some(Leader {
            id: format!("{seat}/commander_{}", battle.command_key(seat, number)),
            word: battle.command_key(seat, number),
            seat,
            at: at(&Pose { at: place, facing }),
            radius: COMMANDER_U,
            chief: it.chief,
            markers: Vec::new(),
            about: vec![format!("Leadership +{}", it.quality.leadership())],
            spoken: format!("{name}, {}", battle.host(seat)),
            name,
        })
    })
}

/// Where enemies touch.
fn melees(battle: &Battle) -> Vec<Melee> {
    let pairs = battle
        .standing(Seat::Red)
        .flat_map(|red| battle.contacts(red).ids(Seat::Blue).map(move |blue| (red, blue)));
    let melee = |(red, blue): (Id, Id)| {
        let (one, other) = (battle.rect(red), battle.rect(blue));
        let nearest = other.nearest_to(one.centre());
        let middle = (nearest + one.nearest_to(nearest)) / 2.0;
        Melee {
            at: spot(middle),
            says: format!("{} against {}", battle.name(red), battle.name(blue)),
        }
    };
    pairs.map(melee).collect()
}

/// What is drawn of a kind of terrain, how a terminal shows it, and what it does.
fn drawn(terrain: Terrain) -> (TerrainKind, char, &'static str) {
    match terrain {
        Terrain::GentleHill => {
            (TerrainKind::Hill, '^', "+1 die to the higher; seen through for 15 U")
        }
        Terrain::SteepHill => (TerrainKind::Hill, 'A', "difficult ground; seen through for 5 U"),
        Terrain::Wood => (TerrainKind::Wood, '*', "difficult ground; seen through for 5 U"),
        Terrain::Broken => {
            (TerrainKind::Rough, ':', "broken ground: disorders all but S, FL and T")
        }
        Terrain::Marsh => (TerrainKind::Marsh, '~', "difficult ground; seen through for 15 U"),
        Terrain::Dunes => {
            (TerrainKind::Rough, '~', "difficult ground but for camels; seen through for 15 U")
        }
        Terrain::Fields => (TerrainKind::Field, ';', "difficult ground; seen through for 15 U"),
        Terrain::Bua => (TerrainKind::Town, 'H', "foot may occupy it, and has VBU 7 in it"),
        Terrain::DryRiver => (TerrainKind::River, '-', "crossed at half speed"),
        Terrain::River => (TerrainKind::River, '=', "crossed only at a ford"),
        Terrain::Flood => (TerrainKind::River, '=', "crossed only at a bridge"),
        Terrain::Road => {
            (TerrainKind::Road, '.', "a column makes its second movement without a test")
        }
    }
}

pub(super) fn grounds(battle: &Battle) -> Vec<Ground> {
    let patches = battle.landscape.patches.iter().enumerate().map(|(n, patch)| {
        let Patch { terrain, outline, .. } = patch;
        let (kind, sign, does) = drawn(*terrain);
        Ground {
            id: format!("{}/{n}", terrain.word()),
            kind,
            name: None,
            lies: Lying::Area(outline.clone()),
            says: format!("{}: {does}", capital(terrain.name())),
            rules: vec!["IMP-TER.1"],
            sign,
            word: terrain.name().to_owned(),
        }
    });
    let walls = battle.landscape.walls.iter().enumerate().map(|(n, wall)| Ground {
        id: format!("wall/{n}"),
        kind: TerrainKind::Wall,
        name: None,
        lies: Lying::Line(wall.clone(), WALL_DRAWN_U),
        says: "A fortification".into(),
        rules: vec!["IMP-R86", "IMP-R121"],
        sign: '%',
        word: "fortification".into(),
    });
    patches.chain(walls).collect()
}

/// The pieces that can be laid, as they are drawn (IMP-R140).
pub fn cards() -> Vec<GroundCard> {
    let card = |terrain: Terrain, outline| GroundCard {
        word: terrain.word(),
        name: capital(terrain.name()),
        kind: drawn(terrain).0,
        outline,
    };
    let areas = Terrain::AREAS.into_iter().map(|terrain| {
        let patch = terrain.patch(Extent::Large, &Pose::default());
        card(terrain, patch.outline.corners().map(spot).collect())
    });
    let rivers = Terrain::RIVERS.map(|terrain| card(terrain, band(STRETCH_U, RIVER_U)));
    let road = card(Terrain::Road, band(STRETCH_U, ROAD_U));
    areas.chain(rivers).chain([road]).collect()
}

/// Zones, arcs and ranges of a piece.
pub fn overlays(battle: &Battle, piece: &str) -> Vec<Overlay> {
    let Some(id) = Field::find(battle, piece) else { return Vec::new() };
    let it = battle.piece(id);
    let profile = &it.unit.profile;
    let (base, rect) = (it.base(), it.rect());
    let mut all = Vec::new();
    let ahead = |kind, u: f64, says: String, rule| {
        overlay(piece, kind, acies_field::ahead(&base, u), says, rule)
    };
    if !it.unit.disordered && profile.kind != Kind::Baggage && !battle.is_in_contact(id) {
        all.push(ahead(OverlayKind::Zone, ZOC_U, format!("ZOC, {ZOC_U} U"), "IMP-R34"));
    }
    let charges = if profile.kind.is_mounted() { 6.0 } else { 3.0 };
    if profile.impetus > 0 {
        let u = f64::from(profile.m) + charges;
        let says = format!("charge: M {} and a bonus of up to {charges} U", profile.m);
        all.push(ahead(OverlayKind::Reach, u, says, "IMP-R49"));
    }
    if let Some(missile) = profile.missile {
        let shows = Band::ALL
            .into_iter()
            .filter(|band| missile.cell(*band, false).or(missile.cell(*band, true)).is_some());
        all.extend(shows.map(|band| {
            let u = band.reach_u();
            let outline = if it.unit.arc() == Arc::AllRound {
                corners(&rect.grown(u))
            } else {
                arc(&it.front, u, -45.0, 45.0)
            };
            let says = format!("{} range of the {}, {u} U", band.name(), missile.name());
            overlay(piece, OverlayKind::Arc, outline, says, "IMP-SHT.3")
        }));
    }
    if let Some(range) = command_range(battle, id) {
        let centre = Pose::nearest(rect.centre(), it.front.facing);
        let outline = arc(&centre, range, 0.0, 360.0);
        all.push(overlay(
            piece,
            OverlayKind::Command,
            outline,
            format!("command range, {range} U"),
            "IMP-CS.1",
        ));
    }
    all
}

/// How far the Commander with a Unit commands, if there is one (IMP-CS.1).
fn command_range(battle: &Battle, id: Id) -> Option<f64> {
    let of = battle.sides[id.seat()].commands.get(usize::from(battle.piece(id).command))?;
    let it = of.commander.filter(|_| of.post == Post::With(id.number()))?;
    Some(it.range_u(battle.setup.hosts[id.seat()].structure, false))
}
