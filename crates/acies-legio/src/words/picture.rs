//! What clients and terminals draw of a battle: bases with their symbols and states, ground, zones and arcs.

use acies_core::{
    Each, GroundCard, Id, Sealed, Seat, Viewer,
    flow::Stacked,
    scene::{
        self, Bar, Commander, Glyph, Leader, Marker, Melee, Overlay, OverlayKind, Phase, Pips,
        Scene, TerrainKind, Turn, Way, Weight,
    },
    words::{capital, counted},
};
use acies_field::{
    Field, Ground, Lying, Plate, arc, at, band, corners, overlay, own_zone, path, spot, table,
};
use acies_table::{Base, Point, Pose, Rect};
use glam::{DVec2, dvec2};

use crate::{
    battle::{Battle, Frame, Marks, Place, Status, homeward},
    ground::{Barrier, Piece},
    rulings::{BASE, BOW_RANGE, CAMP, JAVELIN_RANGE},
    setup::{arrange::Arranging, deploy::Deploying, terrain::ellipse},
    troops::{Formation, Missile, Profile, Tags, Type},
    words::Event,
};

/// LEG-R28: a leader is a marker of one base.
const LEADER_RADIUS: f64 = 10.0;
/// How wide obstacles are drawn, and roads are (LEG-R17).
const LINE_DRAWN: f64 = 6.0;
const ROAD: f64 = 20.0;
/// A stretch of them, before somebody lays it.
const STRETCH: f64 = 600.0;

impl Field for Battle {
    /// Four bases.
    const UNIT: f64 = 80.0;

    fn table(&self) -> Rect {
        let [width, depth] = self.setup.size.table();
        Rect::between(DVec2::ZERO, dvec2(width, depth))
    }

    fn bodies(&self) -> impl Iterator<Item = Id> + Clone {
        self.all_units().map(|(id, _)| id)
    }

    fn base(&self, id: Id) -> Base {
        self.unit(id).base()
    }

    fn key(&self, id: Id) -> String {
        Battle::key(self, id).to_owned()
    }

    /// A command that deploys, or the unit whose way is asked for.
    fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id> {
        let arranging = self.asked::<Arranging>().filter(|it| Some(it.by) == viewer);
        let units = arranging.into_iter().flat_map(|it| {
            let units = self.of_command(it.by, it.command);
            units.map(move |unit| Id::new(it.by, unit))
        });
        let marching = viewer.and_then(|by| self.marching(by)).map(|it| it.unit);
        units.chain(marching).filter(|&id| self.unit(id).is_on_table())
    }
}

/// LEG-R116: where who deploys may stand.
fn ground_plan(battle: &Battle, viewer: Viewer) -> scene::Setup {
    let Some(Frame::Deploy(Deploying { by }) | Frame::Arrange(Arranging { by, .. })) = battle.top()
    else {
        return scene::Setup::default();
    };
    let size = battle.setup.size;
    let says = format!("{} paces deep, 50 off the sides", size.zone_depth());
    if Some(by) == viewer { own_zone(&size.zone_of(by), says) } else { scene::Setup::default() }
}

/// The scene of a battle, without question and offers.
pub fn draw(battle: &Battle, viewer: Viewer) -> Scene {
    let side = |seat| scene::Side { name: battle.side_name(seat).into(), bars: bars(battle, seat) };
    let sides = Each::of(|seat| battle.side_name(seat).to_owned());
    Scene {
        table: table(&Field::table(battle), "paces"),
        terrain: grounds(battle).into_iter().map(Ground::terrain).collect(),
        sides: Each::of(side),
        bases: battle.bodies().map(|id| plate(battle, id).base(battle, id)).collect(),
        leaders: Seat::BOTH.into_iter().flat_map(|seat| leaders(battle, seat)).collect(),
        melees: melees(battle),
        turn: turn(battle),
        loose: battle.loose(viewer).map(|id| battle.address(id)).collect(),
        setup: battle.prelude.is_some().then(|| ground_plan(battle, viewer)),
        ..Scene::bare(battle.setup.name.clone(), &sides, 0, String::new())
    }
}

/// LEG-R118: how far an army is on its way to ruin.
fn bars(battle: &Battle, seat: Seat) -> Vec<Bar> {
    if battle.prelude.is_some() {
        return Vec::new();
    }
    let (halves, of) = (battle.lost_halves(seat), battle.break_points(seat));
    let (lost, half) = (halves / 2, if halves % 2 == 0 { "" } else { ".5" });
    let [whole, rest] = [of / 2, of % 2];
    let breaks = if rest == 0 { whole.to_string() } else { format!("{whole}.5") };
    let says = format!("{lost}{half} break points lost, {breaks} break it");
    vec![Bar { value: halves.min(of) / 2, of: of.div_ceil(2), says, rule: "LEG-R118" }]
}

/// The phases of a turn, as the rulebook has them.
const PHASES: [&str; 3] = ["Command", "Move and skirmish", "Combat"];

/// LEG-SEQ.1: the phase to which a step of the sequence belongs.
fn phase_of_three(step: &str) -> usize {
    match step {
        "initiative" | "command" | "control tests" => 0,
        "rearward moves" | "pursuits" | "moves and skirmishes" => 1,
        _ => 2,
    }
}

fn turn(battle: &Battle) -> Turn {
    let name = battle.phase();
    let on = match battle.prelude {
        Some(_) => None,
        None => Some(phase_of_three(name)),
    };
    let phases = PHASES.iter().enumerate().map(|(n, &name)| Phase { name, on: on == Some(n) });
    let says = match battle.prelude {
        Some(_) => "Before the battle".to_owned(),
        None => format!("Turn {} of {}, {name}", battle.turn, battle.setup.turns),
    };
    Turn { number: battle.turn.into(), of: None, says, phases: phases.collect() }
}

/// The drawing on a plate.
pub fn symbol(profile: &Profile) -> &'static str {
    match profile.kind {
        Type::Archers => "bow",
        Type::Slingers => "sling",
        Type::LightJavelinmen => "javelin",
        Type::LightCavalry if profile.has(Tags::CAMEL) => "camel",
        Type::LightCavalry => "horse-light",
        Type::LightChariots => "chariot-light",
        Type::HeavyChariots => "chariot-heavy",
        Type::ScythedChariots => "chariot-scythed",
        Type::HeavyCavalry => "horse-heavy",
        Type::Cataphracts => "cataphract",
        Type::Auxiliaries | Type::AsiaticInfantry => "foot-medium",
        Type::BarbarianInfantry => "two-handed",
        Type::Legionaries | Type::Swordsmen => "sword",
        Type::Pikemen => "pike",
        Type::Spearmen => "spear",
        Type::Elephants | Type::AfricanElephants => "elephant",
        Type::Artillery => "artillery",
    }
}

/// Missiles that the symbol does not show.
fn second(profile: &Profile) -> Option<String> {
    let shows = profile.kind.is_light_infantry() || profile.kind == Type::Artillery;
    let missile = profile.missile.filter(|_| !shows)?;
    Some(if missile == Missile::Bow { "bow" } else { "javelin" }.into())
}

fn weight(kind: Type) -> Weight {
    match kind {
        _ if kind.is_light() => Weight::Light,
        Type::Auxiliaries | Type::AsiaticInfantry | Type::LightChariots => Weight::Medium,
        _ => Weight::Heavy,
    }
}

/// The states of a unit, in words and as markers.
pub(super) fn states(battle: &Battle, id: Id) -> Vec<Marker> {
    let unit = battle.unit(id);
    let mark = |is: bool, glyph: Glyph, says: &str| {
        is.then(|| Marker { glyph, count: None, says: says.to_owned() })
    };
    let halted = unit.halted_until >= battle.turn && battle.prelude.is_none();
    let disorder = (unit.is.dp > 0).then(|| Marker {
        glyph: Glyph::Disorder,
        count: Some(unit.is.dp),
        says: if unit.kind().is_special() {
            format!("{} of 5 DPs", unit.is.dp)
        } else {
            format!("{} of {} DPs", unit.is.dp, unit.is.shaken_number())
        },
    });
    let status = match unit.status {
        Status::Routing => mark(true, Glyph::Rout, "routing"),
        Status::Retiring => mark(true, Glyph::Rout, "retiring"),
        Status::Pursuing => mark(true, Glyph::Charge, "pursuing"),
        Status::Looting => mark(true, Glyph::Lock, "looting"),
        Status::Normal | Status::Destroyed | Status::LeftTable | Status::Away => None,
    };
    let moved = Marks::MOVED | Marks::RESTED | Marks::RELIEVED | Marks::FORMING;
    [
        disorder,
        mark(unit.is.shaken, Glyph::Hit, "shaken"),
        status,
        mark(halted, Glyph::Lock, "halted"),
        mark(unit.marks.contains(Marks::HELD), Glyph::Lock, "not under control: halts"),
        mark(unit.marks.contains(Marks::REPEATS), Glyph::Charge, "repeats its last move"),
        mark(unit.marks.contains(Marks::FORMING), Glyph::Shield, "forms up"),
        mark(battle.is_engaged(id), Glyph::Lock, "in combat"),
        mark(unit.marks.contains(Marks::SHOT), Glyph::Shot, "has shot"),
        mark(unit.marks.intersects(moved), Glyph::Moved, "has acted"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How a unit stands: `in line, in 4-3-3`.
fn formation(battle: &Battle, id: Id) -> String {
    let is = &battle.unit(id).is;
    let shape = is.shape.words(is.bases);
    match is.shape.formation {
        Formation::Line => format!("in line, {shape}"),
        Formation::Unformed => format!("unformed, {shape}"),
        Formation::Column => shape,
        Formation::Special => "a single base".into(),
    }
}

fn plate(battle: &Battle, id: Id) -> Plate {
    let (unit, recruit) = (battle.unit(id), battle.recruit(id));
    let profile = unit.is.profile;
    let name = battle.name(id).to_owned();
    let markers = states(battle, id);
    let said: String = markers.iter().flat_map(|it| [", ", it.says.as_str()]).collect();
    let bases = format!("{} of {}", unit.is.bases, counted(profile.bases.into(), "base"));
    let formation = formation(battle, id);
    let leader = led_by(battle, id);
    let led = leader.as_ref().map_or(String::new(), |it| format!(", with {}", it.name));
    let command = battle.leader_name(id.seat(), recruit.command).to_owned();
    let about = [
        capital(&profile.words()),
        capital(&format!("{formation}; {bases}")),
        format!("Combat value {}", profile.combat_value()),
        format!("Command of {command}"),
    ];
    Plate {
        weight: weight(profile.kind),
        symbol: symbol(&profile).into(),
        second: second(&profile),
        pips: Pips { left: unit.is.bases, full: profile.bases, what: "bases" },
        commander: leader,
        corps: Some(command),
        beside: Vec::new(),
        spoken: format!("{name}, {}, {formation}, {bases}{said}{led}", battle.side_name(id.seat())),
        about: about.into_iter().chain(markers.iter().map(|it| capital(&it.says))).collect(),
        name,
        markers,
    }
}

/// The leader who has joined a unit.
fn led_by(battle: &Battle, id: Id) -> Option<Commander> {
    let mut leaders = (0..).zip(&battle.sides[id.seat()].leaders);
    let (n, _) = leaders.find(|(_, it)| it.place == Place::With(id.number()))?;
    let captain = &battle.setup.armies[id.seat()].leaders[n];
    Some(Commander { name: captain.name.clone(), chief: captain.general })
}

fn leaders(battle: &Battle, seat: Seat) -> impl Iterator<Item = Leader> + '_ {
    let captains = &battle.setup.armies[seat].leaders;
    let all = (0..).zip(captains.iter().zip(&battle.sides[seat].leaders));
    all.filter_map(move |(n, (captain, leader))| {
        let Place::Alone(place) = leader.place else { return None };
        let rank = if captain.general { "General" } else { "leader" };
        let order = match leader.order {
            Sealed::In(order) if battle.setup.orders && battle.prelude.is_none() => {
                Some(format!("Standing order: {}", order.name()))
            }
            _ => None,
        };
        Some(Leader {
            id: battle.leader_address(seat, n),
            word: (n + 1).to_string(),
            name: captain.name.clone(),
            seat,
            at: at(&Pose { at: place, facing: homeward(seat).opposite() }),
            radius: LEADER_RADIUS,
            chief: captain.general,
            markers: Vec::new(),
            about: std::iter::once(capital(rank)).chain(order).collect(),
            spoken: format!("{}, {rank}, {}", captain.name, battle.side_name(seat)),
        })
    })
}

/// Where enemies touch.
fn melees(battle: &Battle) -> Vec<Melee> {
    let red = battle.units(Seat::Red).map(|(id, _)| id);
    let pairs = red.flat_map(|red| battle.touched(red).into_iter().map(move |blue| (red, blue)));
    let melee = |(red, blue): (Id, Id)| Melee {
        at: spot(battle.rect(red).nearest(&battle.rect(blue)).middle()),
        says: format!("{} against {}", battle.name(red), battle.name(blue)),
    };
    pairs.map(melee).collect()
}

/// What is drawn of a kind of area, how a terminal shows it, and what it does.
fn drawn(piece: Piece) -> (TerrainKind, char, &'static str) {
    let rough = "rough: slows heavy infantry, closed to all mounted troops and artillery";
    let cover = "light cover: rough for Pikemen and Chariots, covers from shooting";
    match piece {
        Piece::GentleHill => (TerrainKind::Hill, '^', "one level higher: advantage of ground"),
        Piece::Wood => (TerrainKind::Wood, '*', rough),
        Piece::Marsh => (TerrainKind::Marsh, '~', rough),
        Piece::Rocks => (TerrainKind::Rough, '!', rough),
        Piece::Village => (TerrainKind::Town, 'H', rough),
        Piece::Scrub => (TerrainKind::Rough, ':', cover),
        Piece::Orchard | Piece::Vineyard => (TerrainKind::Field, '%', cover),
        Piece::Crops => (TerrainKind::Field, ';', cover),
        Piece::Lake => (TerrainKind::Water, '~', "impassable"),
        Piece::Cliff => (TerrainKind::Impassable, '#', "impassable"),
    }
}

pub(super) fn grounds(battle: &Battle) -> Vec<Ground> {
    let areas = battle.ground.areas.iter().enumerate().map(|(n, area)| {
        let (kind, sign, does) = drawn(area.piece);
        let word = area.piece.name();
        Ground {
            id: format!("{word}/{n}"),
            kind,
            name: None,
            lies: Lying::Area(area.outline.clone()),
            says: capital(&format!("{word}: {does}")),
            rules: vec!["LEG-R17"],
            sign,
            word: word.into(),
        }
    });
    let lines = battle.ground.lines.iter().enumerate().map(|(n, line)| {
        let word = line.piece.name();
        let (kind, sign) = match line.piece {
            Barrier::Stream | Barrier::Ditch => (TerrainKind::River, '='),
            Barrier::Wall | Barrier::Hedge | Barrier::Fortification => (TerrainKind::Wall, '+'),
        };
        let does = match line.piece {
            Barrier::Fortification => "closed to mounted troops, +1 to who defends it",
            _ => "a major obstacle: costs half of a move, and disorder",
        };
        Ground {
            id: format!("{word}/{n}"),
            kind,
            name: None,
            lies: Lying::Line(line.course.clone(), LINE_DRAWN),
            says: capital(&format!("{word}: {does}")),
            rules: vec!["LEG-R17", "LEG-R52"],
            sign,
            word: word.into(),
        }
    });
    let roads = battle.ground.roads.iter().enumerate().map(|(n, road)| Ground {
        id: format!("road/{n}"),
        kind: TerrainKind::Road,
        name: None,
        lies: Lying::Line(road.clone(), ROAD),
        says: "Road: columns on it go farther".into(),
        rules: vec!["LEG-R17", "LEG-R57"],
        sign: '.',
        word: "road".into(),
    });
    let camps = Seat::BOTH.into_iter().filter_map(|seat| {
        let side = &battle.sides[seat];
        let fallen = if side.camp_lost { ", fallen" } else { "" };
        Some(Ground {
            id: format!("camp/{seat}"),
            kind: TerrainKind::Camp,
            name: None,
            lies: Lying::Block(camp(side.camp?)),
            says: format!("Camp of {}{fallen}", battle.side_name(seat)),
            rules: vec!["LEG-R117"],
            sign: 'C',
            word: "camp".into(),
        })
    });
    areas.chain(lines).chain(roads).chain(camps).collect()
}

/// LEG-R117.
fn camp(middle: Point) -> Rect {
    let half = dvec2(CAMP[0], CAMP[1]) / 2.0;
    Rect::between(middle.vec() - half, middle.vec() + half)
}

/// The pieces that can be laid.
pub fn cards() -> Vec<GroundCard> {
    let areas = Piece::ALL.map(|piece| {
        let [long, wide] = if piece.is_hill() { [300.0, 200.0] } else { [200.0, 150.0] };
        let outline = ellipse(piece, [long, wide], Point::default(), 90.0).outline;
        GroundCard {
            word: piece.word(),
            name: capital(piece.name()),
            kind: drawn(piece).0,
            outline: outline.corners().map(spot).collect(),
        }
    });
    let road = GroundCard {
        word: "road",
        name: "Road".into(),
        kind: TerrainKind::Road,
        outline: band(STRETCH, ROAD),
    };
    areas.into_iter().chain([road]).collect()
}

/// How a unit moves by an event: it turns, and goes straight on.
pub fn ways(battle: &Battle, event: &Event) -> Vec<Way> {
    let (unit, from, to) = match event {
        Event::Moved { unit, from, to_pose, .. }
        | Event::Drilled { unit, from, to_pose, .. }
        | Event::WentBack { unit, from, to_pose, .. }
        | Event::Contacted { unit, from, to_pose, .. }
        | Event::WentOn { unit, from, to_pose, .. }
        | Event::FellBack { unit, from, to_pose, .. }
        | Event::CameOn { unit, from, to_pose, .. }
        | Event::WentThrough { unit, from, to_pose, .. } => (*unit, *from, *to_pose),
        Event::Repeated { unit, to_pose, .. } => (*unit, battle.unit(*unit).pose, *to_pose),
        _ => return Vec::new(),
    };
    let turned = Pose { facing: to.facing, ..from };
    let legs = (turned != from && turned != to).then_some(turned).into_iter().chain([to]);
    vec![path(battle, unit, legs)]
}

/// Ranks and lines, arcs and ranges of a piece.
pub fn overlays(battle: &Battle, piece: &str) -> Vec<Overlay> {
    if let Some((seat, n)) = battle.leader_of(piece) {
        let Some(place) = battle.leader_at(seat, n) else { return Vec::new() };
        let pose = Pose { at: place, facing: homeward(seat) };
        let outline = arc(&pose, f64::from(BOW_RANGE), 0.0, 360.0);
        let says = format!("control, {BOW_RANGE} paces");
        return vec![overlay(piece, OverlayKind::Command, outline, says, "LEG-CMD.3")];
    }
    let Some(id) = Field::find(battle, piece) else { return Vec::new() };
    let unit = battle.unit(id);
    let rect = unit.rect();
    let near = rect.grown(JAVELIN_RANGE.into());
    let says = format!("{JAVELIN_RANGE} paces: nobody comes nearer but by a charge");
    let mut all = vec![overlay(piece, OverlayKind::Zone, corners(&near), says, "LEG-SEQ.8")];
    for rank in 0..unit.rows() {
        let bases: Vec<Rect> = unit.rank(rank).map(|(_, base)| base).collect();
        let (Some(first), Some(last)) = (bases.first(), bases.last()) else { continue };
        let which = if unit.is.shape.rear[0] > 0 { "line" } else { "rank" };
        let says = format!("{which} {}: {}", rank + 1, counted(bases.len(), "base"));
        let half = f64::from(BASE) / 2.0;
        let middle = (first.centre() + last.centre()) / 2.0;
        let long = first.centre().distance(last.centre()) / 2.0 + half;
        let (right, ahead) = (rect.right() * long, rect.ahead() * half);
        let row = [ahead - right, ahead + right, right - ahead, -right - ahead];
        let outline = row.map(|corner| spot(middle + corner)).into();
        all.push(overlay(piece, OverlayKind::Reach, outline, says, "LEG-R1"));
    }
    if let Some(range) = unit.is.profile.range() {
        let outline = if unit.kind().is_light() {
            corners(&rect.grown(range.into()))
        } else {
            let base = Base::new(Pose { at: unit.pose.at, ..unit.pose }, unit.base().size);
            acies_field::ahead(&base, range.into())
        };
        let says = format!("shoots {range} paces");
        all.push(overlay(piece, OverlayKind::Arc, outline, says, "LEG-R65"));
    }
    all
}
