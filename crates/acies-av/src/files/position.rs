//! Position files: any moment of a battle as TOML that people can write.
//!
//! What a file leaves out has its usual value: full strength, Halt, nothing done yet, the first turn about to
//! begin. What [`write()`] writes leaves out only what reads back the same. See `docs/reference/av.md` for every
//! field.
//!
//! ```toml
//! ruleset = "av"
//! name = "A skirmish"
//!
//! [red]
//! name = "Rome"
//! leaders = [{ name = "Drusus", chief = true, mounted = true, with = "legionaries_1" }]
//! units = [{ troop = "rom_leg", at = [10, 5, 0], order = "advance" }]
//!
//! [blue]
//! name = "Germans"
//! units = [{ troop = "ger_war", at = [10, 15, 180] }]
//! ```

use acies_core::{
    BadFile, Each, Game, RuleId, Seat,
    file::{Page, read_toml},
    flow::One,
    named,
    words::key,
};
use acies_table::{Angle, Facing, Length, Point, Polygon, Polyline, Pose};
use arrayvec::ArrayVec;
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};
use std::ops::Range;
use toml::Spanned;

use crate::{
    battle::{
        Battle, Captain, Carried, Carrier, EndedBy, Ending, Field, Frame, Host, Recruit, Setup,
    },
    files::data::{Troop, troop, troops},
    ground::{Area, Ground, Piece},
    melee::{lend::Lend, matching::Pair},
    morale::{ladder::Rung, retreat::Retreating},
    profile::{Abilities, Figure, LeaderProfile, Order, Profile},
    rulings::{LEADERS_MAX, TOL, TURNS, UNITS_MAX, ZONE_UD},
    setup::Prelude,
    units::{Flags, Id, Leader, Place, Post, Side, Tried, Unit, UnitSet},
    words::refusals::{No, never_under},
};

use moment::{Names, ResolutionLine, Several};
pub use write::write;

mod moment;
mod older;
mod write;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    ruleset: Option<Spanned<String>>,
    name: String,
    #[allow(dead_code, reason = "only lists of battles show it")]
    about: Option<String>,
    /// AV-R26: width and depth.
    field: Option<Spanned<[f64; 2]>>,
    /// AV-R25: 0 is no limit.
    turns: Option<u8>,
    first: Option<Seat>,
    turn: Option<u8>,
    #[serde(default)]
    quiet: u8,
    #[serde(default)]
    stirred: bool,
    #[serde(default)]
    terrain: Vec<Spanned<AreaLine>>,
    #[serde(default)]
    walls: Vec<Vec<[f64; 2]>>,
    red: Spanned<SideLines>,
    blue: Spanned<SideLines>,
    /// Targets that are named: read by itself, as what is pending.
    aimed: Option<IgnoredAny>,
    /// S1 to S5: what is settled so far.
    prelude: Option<Spanned<Prelude>>,
    /// What is being decided, the innermost last.
    pending: Option<IgnoredAny>,
    /// P3b to P4h; what it leaves out follows from what is pending and from the units.
    resolution: Option<Spanned<ResolutionLine>>,
    ending: Option<EndLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaLine {
    piece: Piece,
    outline: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    winner: Option<Seat>,
    how: EndedBy,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideLines {
    name: String,
    #[serde(default)]
    leaders: Vec<Spanned<LeaderLine>>,
    #[serde(default)]
    figures: Vec<FigureLine>,
    units: Vec<Spanned<UnitLine>>,
    /// AV-R102: by their keys.
    #[serde(default)]
    mourners: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLine {
    name: String,
    #[serde(default)]
    chief: bool,
    #[serde(default)]
    mounted: bool,
    #[serde(default)]
    abilities: Abilities,
    with: Option<Spanned<String>>,
    at: Option<Spanned<[f64; 2]>>,
    #[serde(default)]
    lost: bool,
    #[serde(default)]
    rallied: bool,
    #[serde(default)]
    moved: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureLine {
    figure: Figure,
    unit: Option<Spanned<String>>,
    leader: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Option<Spanned<String>>,
    /// A profile of the player's own, instead of a kind of troops (AV-R17).
    profile: Option<Spanned<Profile>>,
    name: Option<String>,
    cost: Option<u32>,
    at: Option<Spanned<[f64; 3]>>,
    cp: Option<Spanned<u8>>,
    order: Option<Spanned<Order>>,
    #[serde(default)]
    disrupted: bool,
    place: Option<Place>,
    #[serde(default)]
    is: Vec<Spanned<String>>,
    tried: Option<TriedLine>,
    went: Option<Length>,
    /// Enemies, by their keys.
    reached: Option<Spanned<Several>>,
    /// AV-R72: how far down the phase that is being resolved has brought it.
    rung: Option<Spanned<Rung>>,
    /// AV-R71: where it stood before it retreated in this phase.
    stood: Option<Spanned<[f64; 3]>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TriedLine {
    from: Option<Order>,
    to: Order,
    times: u8,
}

/// Reads a position file.
pub fn read(file: &str, text: &str) -> Result<Battle, BadFile> {
    let lines: File = read_toml(file, text)?;
    let page = Page { file, text };
    page.is_of(lines.ruleset.as_ref(), "av")?;
    let field = match lines.field {
        None => Field::FULL,
        Some(size) => {
            let [width, depth] = lengths(&page, &size)?;
            Field { width, depth }
        }
    };
    let (red, red_side) = read_side(&page, &lines.red, field)?;
    let (blue, blue_side) = read_side(&page, &lines.blue, field)?;
    let setup = Setup {
        name: lines.name,
        field,
        turns: Some(lines.turns.unwrap_or(TURNS)).filter(|&turns| turns > 0),
        armies: Each([red, blue]),
    };
    let areas =
        lines.terrain.iter().map(|line| read_area(&page, line)).collect::<Result<_, _>>()?;
    let walls = lines
        .walls
        .iter()
        .map(|points| Polyline::new(points.iter().map(|at| Point::new(at[0], at[1])).collect()));
    let ground = Ground { areas, walls: walls.collect() };
    let mut battle = Battle::new(setup, ground, Each([red_side, blue_side]));
    check_spacing(&page, &lines.red, &battle)?;
    battle.first = lines.first.unwrap_or(Seat::Red);
    battle.turn = lines.turn.unwrap_or(1);
    battle.quiet = lines.quiet;
    battle.stirred = lines.stirred;
    battle.prelude = lines.prelude.map(|it| Box::new(it.into_inner()));
    let armies = battle.setup.armies.clone();
    let names = Names { page: &page, armies: &armies };
    let sides = Each([lines.red.get_ref(), lines.blue.get_ref()]);
    read_reached(&names, sides, &mut battle)?;
    let mut spans = Spans {
        resolution: lines.resolution.as_ref().map_or(0..0, Spanned::span),
        ..Spans::default()
    };
    if lines.aimed.is_some() {
        (battle.aimed, spans.aimed) = read_each(&page, &battle, "aimed")?;
    }
    if lines.pending.is_some() {
        (battle.stack, spans.pending) = read_each(&page, &battle, "pending")?;
    }
    let resolving = lines.ending.is_none() && battle.stack.first().is_some_and(is_of_resolution);
    match lines.resolution {
        Some(line) => names.resolution(&mut battle, line.get_ref(), sides)?,
        None if resolving => names.resolution(&mut battle, &ResolutionLine::default(), sides)?,
        None => check_nobody_suffers(&page, sides)?,
    }
    battle.ending = lines.ending.map(|it| Ending { winner: it.winner, how: it.how });
    match battle.ending {
        Some(_) => battle.stack.clear(),
        None if battle.stack.is_empty() => battle.stack.push(Frame::Begin),
        None => {}
    }
    check_pending(&page, &spans, &battle)?;
    Ok(battle)
}

/// Each of a list that names units, and where the file has it.
fn read_each<T: DeserializeOwned, const MOST: usize>(
    page: &Page,
    battle: &Battle,
    list: &str,
) -> Result<(ArrayVec<T, MOST>, Vec<Range<usize>>), BadFile> {
    let all = named::read_each(page, list, battle, |part| older::renew(page, battle, part))?;
    let spans = all.iter().map(Spanned::span).collect();
    Ok((all.into_iter().take(MOST).map(Spanned::into_inner).collect(), spans))
}

impl named::Names for Battle {
    fn key(&self, unit: Id) -> Option<String> {
        self.known(unit.seat(), unit.number()).ok().map(|id| key(&self.recruit(id).name))
    }

    fn keys(&self, seat: Seat) -> Vec<String> {
        self.setup.armies[seat].units.iter().map(|unit| key(&unit.name)).collect()
    }
}

fn read_reached(
    names: &Names,
    sides: Each<&SideLines>,
    battle: &mut Battle,
) -> Result<(), BadFile> {
    for seat in Seat::BOTH {
        for (line, unit) in sides[seat].units.iter().zip(&mut battle.sides[seat].units) {
            let reached = line.get_ref().reached.as_ref();
            let reached = reached.map(|words| names.several(seat.other(), words)).transpose()?;
            unit.reached = reached.unwrap_or_default();
        }
    }
    Ok(())
}

/// AV-R72: units are on a rung only while a phase is being resolved.
fn check_nobody_suffers(page: &Page, sides: Each<&SideLines>) -> Result<(), BadFile> {
    let lines = sides.0.into_iter().flat_map(|side| &side.units);
    let mut spans = lines.flat_map(|line| {
        let UnitLine { rung, stood, .. } = line.get_ref();
        [rung.as_ref().map(Spanned::span), stood.as_ref().map(Spanned::span)]
    });
    match spans.find_map(|span| span) {
        Some(span) => Err(page.bad(span, "no phase is being resolved").rule("AV-R72")),
        None => Ok(()),
    }
}

fn lengths<const N: usize>(
    page: &Page,
    numbers: &Spanned<[f64; N]>,
) -> Result<[Length; N], BadFile> {
    let mut out = [Length::ZERO; N];
    for (length, number) in out.iter_mut().zip(numbers.get_ref()) {
        *length = Length::try_from(*number)
            .map_err(|bad| page.bad(numbers.span(), bad.to_string()).rule("AV-R1"))?;
    }
    Ok(out)
}

fn read_area(page: &Page, line: &Spanned<AreaLine>) -> Result<Area, BadFile> {
    let AreaLine { piece, outline } = line.get_ref();
    let corners = outline.iter().map(|at| Point::new(at[0], at[1])).collect();
    let outline = Polygon::new(corners)
        .map_err(|bad| page.bad(line.span(), bad.to_string()).rule("AV-R10"))?;
    Ok(Area { piece: *piece, outline })
}

fn read_side(
    page: &Page,
    lines: &Spanned<SideLines>,
    field: Field,
) -> Result<(Host, Side), BadFile> {
    let it = lines.get_ref();
    let few = |rule: RuleId, what: String| page.bad(lines.span(), what).rule(rule);
    if it.units.is_empty() || it.units.len() > UNITS_MAX {
        return Err(few("AV-R23", format!("a side has 1 to {UNITS_MAX} units")));
    }
    if it.leaders.len() > LEADERS_MAX {
        return Err(few("AV-R23", format!("a side has {LEADERS_MAX} leaders at most")));
    }
    let mut host = Host { name: it.name.clone(), units: vec![], leaders: vec![], figures: vec![] };
    let mut units = arrayvec::ArrayVec::new();
    for line in &it.units {
        let (recruit, unit) = read_unit(page, line, &host, field)?;
        if host.units.iter().any(|it| key(&it.name) == key(&recruit.name)) {
            let what = format!("there are two units `{}`", key(&recruit.name));
            return Err(page.bad(line.span(), what).rule("AV-2.1"));
        }
        host.units.push(recruit);
        units.push(unit);
    }
    let mut leaders = arrayvec::ArrayVec::new();
    for line in &it.leaders {
        let (captain, leader) = read_leader(page, line, &host)?;
        host.leaders.push(captain);
        leaders.push(leader);
    }
    for line in &it.figures {
        host.figures.push(read_figure(page, line, &host, lines)?);
    }
    let mut mourners = UnitSet::NONE;
    for word in &it.mourners {
        mourners = mourners.with(unit_of(page, word, &host)?);
    }
    Ok((host, Side { units, leaders, mourners }))
}

fn read_unit(
    page: &Page,
    line: &Spanned<UnitLine>,
    host: &Host,
    field: Field,
) -> Result<(Recruit, Unit), BadFile> {
    let it = line.get_ref();
    let kind = it.troop.as_ref().map(|word| find_troop(page, word)).transpose()?;
    let profile = read_profile(page, line, kind)?;
    let name = it.name.clone().unwrap_or_else(|| {
        let stem = kind.map_or("Unit", |kind| kind.name.as_str());
        let alike = |unit: &&Recruit| unit.name.rsplit_once(' ').is_some_and(|(it, _)| it == stem);
        format!("{stem} {}", host.units.iter().filter(alike).count() + 1)
    });
    let cost = it.cost.unwrap_or(profile.cost() as u32);
    let place = it.place.unwrap_or(if it.at.is_some() { Place::Table } else { Place::Away });
    let pose = it.at.as_ref().map(|at| read_pose(page, at, field)).transpose()?.unwrap_or_default();
    let cp = match &it.cp {
        None => profile.cp,
        Some(cp) if *cp.get_ref() <= profile.cp => *cp.get_ref(),
        Some(cp) => {
            let what = format!("it has {} CP at the start", profile.cp);
            return Err(page.bad(cp.span(), what).rule("AV-R98"));
        }
    };
    let order = read_order(page, it, &profile)?;
    let unit = Unit {
        pose,
        place,
        cp,
        order,
        disrupted: it.disrupted,
        flags: read_flags(page, it)?,
        tried: it.tried.as_ref().map(|it| Tried { from: it.from, to: it.to, times: it.times }),
        went: it.went.unwrap_or_default(),
        reached: UnitSet::NONE,
    };
    Ok((Recruit { name, profile, cost }, unit))
}

/// A kind of troops of the catalogue, or a profile of the player's own (AV-R17).
fn read_profile(
    page: &Page,
    line: &Spanned<UnitLine>,
    kind: Option<&Troop>,
) -> Result<Profile, BadFile> {
    match (&line.get_ref().profile, kind) {
        (Some(own), _) => {
            if let Some((rule, what)) = own.get_ref().misfits().next() {
                return Err(page.bad(own.span(), what).rule(rule));
            }
            Ok(*own.get_ref())
        }
        (None, Some(kind)) => Ok(kind.profile),
        (None, None) => {
            let bad = page.bad(line.span(), "a unit has a `troop` or a `profile`");
            Err(bad.rule("AV-R17").hint("such as `troop = \"rom_leg\"`".to_owned()))
        }
    }
}

fn read_order(page: &Page, it: &UnitLine, profile: &Profile) -> Result<Option<Order>, BadFile> {
    match (&it.order, it.disrupted) {
        (None, true) => Ok(None),
        (None, false) => Ok(Some(Order::Halt)),
        (Some(order), disrupted) => {
            let (order, span) = (*order.get_ref(), order.span());
            if !profile.may_have(order) {
                let what = format!("it is never under {}", order.name());
                return Err(page.bad(span, what).rule(never_under(order)[0]));
            }
            if disrupted && order != Order::FallBack {
                let what = "a disrupted unit is under no order, or under Fall back";
                let hint = "leave out `order`, or `disrupted`".to_owned();
                return Err(page.bad(span, what).rule("AV-9.5").hint(hint));
            }
            Ok(Some(order))
        }
    }
}

fn read_flags(page: &Page, it: &UnitLine) -> Result<Flags, BadFile> {
    let mut flags = Flags::empty();
    for word in &it.is {
        let known: Vec<_> =
            Flags::all().iter_names().map(|(name, _)| name.to_lowercase()).collect();
        flags |= Flags::from_name(&word.get_ref().to_uppercase()).ok_or_else(|| {
            let known = known.iter().map(String::as_str);
            page.unknown(word, "state", known)
        })?;
    }
    Ok(flags)
}

fn find_troop(page: &Page, word: &Spanned<String>) -> Result<&'static Troop, BadFile> {
    let known = troops().iter().map(|troop| troop.id.as_str());
    troop(word.get_ref()).ok_or_else(|| page.unknown(word, "troop", known))
}

fn read_pose(page: &Page, at: &Spanned<[f64; 3]>, field: Field) -> Result<Pose, BadFile> {
    let [x, y, _] = lengths(page, at)?;
    let facing = Angle::try_from(at.get_ref()[2])
        .map_err(|bad| page.bad(at.span(), bad.to_string()).rule("AV-R1"))?;
    let on_table =
        (Length::ZERO..=field.width).contains(&x) && (Length::ZERO..=field.depth).contains(&y);
    if !on_table {
        return Err(page.bad(at.span(), "it is off the table").rule("AV-R26"));
    }
    Ok(Pose { at: Point { x, y }, facing: Facing::new(facing) })
}

fn read_leader(
    page: &Page,
    line: &Spanned<LeaderLine>,
    host: &Host,
) -> Result<(Captain, Leader), BadFile> {
    let it = line.get_ref();
    let place = match (&it.with, &it.at) {
        _ if it.lost => Post::Lost,
        (Some(word), _) => Post::With(unit_of(page, word, host)?),
        (None, Some(at)) => {
            let [x, y] = lengths(page, at)?;
            Post::Alone(Point { x, y })
        }
        (None, None) => Post::Away,
    };
    let profile = LeaderProfile { chief: it.chief, mounted: it.mounted, abilities: it.abilities };
    let captain = Captain { name: it.name.clone(), profile };
    Ok((captain, Leader { place, rallied: it.rallied, moved: it.moved }))
}

fn read_figure(
    page: &Page,
    line: &FigureLine,
    host: &Host,
    side: &Spanned<SideLines>,
) -> Result<Carried, BadFile> {
    let by = match (&line.unit, &line.leader) {
        (Some(word), None) => Carrier::Unit(unit_of(page, word, host)?),
        (None, Some(word)) => {
            let names: Vec<_> = host.leaders.iter().map(|leader| key(&leader.name)).collect();
            let found = names.iter().position(|name| name == word.get_ref());
            let known = names.iter().map(String::as_str);
            Carrier::Leader(found.ok_or_else(|| page.unknown(word, "leader", known))? as u8)
        }
        _ => {
            let what = "a figure has a `unit` or a `leader` that carries it";
            return Err(page.bad(side.span(), what).rule("AV-R102"));
        }
    };
    Ok(Carried { figure: line.figure, by })
}

/// A unit by its key.
fn unit_of(page: &Page, word: &Spanned<String>, host: &Host) -> Result<u8, BadFile> {
    let keys: Vec<_> = host.units.iter().map(|unit| key(&unit.name)).collect();
    let found = keys.iter().position(|key| key == word.get_ref());
    let known = keys.iter().map(String::as_str);
    found.map(|at| at as u8).ok_or_else(|| page.unknown(word, "unit", known))
}

/// AV-2.6: no two ERs are nearer than 1 UD.
fn check_spacing(page: &Page, at: &Spanned<SideLines>, battle: &Battle) -> Result<(), BadFile> {
    let all: Vec<_> = battle.all_standing().collect();
    for (n, &one) in all.iter().enumerate() {
        for &other in &all[n + 1..] {
            let distance = battle.table().distance(one, other);
            if distance < ZONE_UD - 2.0 * TOL {
                let names = [one, other].map(|id| battle.recruit(id).name.clone());
                let what = format!("{} are {distance:.2} UD < 1 UD apart", names.join(" and "));
                return Err(page.bad(at.span(), what).rule("AV-2.6"));
            }
        }
    }
    Ok(())
}

/// Where a file says what it is in the middle of.
#[derive(Default)]
struct Spans {
    aimed: Vec<Range<usize>>,
    pending: Vec<Range<usize>>,
    resolution: Range<usize>,
}

/// What is pending must fit the rest.
fn check_pending(page: &Page, spans: &Spans, battle: &Battle) -> Result<(), BadFile> {
    if !fits_armies(battle) {
        let bad =
            page.bad(spans.resolution.clone(), "what is being resolved is not of these armies");
        let hint = "`frozen` and `ordeals` have a line for each unit of both sides; without them they follow from \
                    the units"
            .to_owned();
        return Err(bad.rule("AV-R71").hint(hint));
    }
    let table = battle.table();
    for (it, span) in battle.aimed.iter().zip(&spans.aimed) {
        if let Err(why) = table.shot(it.unit, it.target) {
            let no = No::NotATarget { unit: it.unit, target: it.target, why }.reason(battle);
            let hint = "leave this target out, or move the units".to_owned();
            return Err(page.bad(span.clone(), no.says).rule(no.rules[0]).hint(hint));
        }
    }
    for (&frame, span) in battle.stack.iter().zip(&spans.pending) {
        if !frame.it().fits(battle) {
            let (rule, what, hint) = misfit(battle, frame);
            return Err(page.bad(span.clone(), what).rule(rule).hint(hint));
        }
    }
    // While a phase is resolved, somebody is asked about it, or one of his leaders escapes.
    let asked = battle.stack.first().is_some_and(is_of_resolution);
    if battle.resolution.is_some() && !asked {
        let hint = "leave `resolution` out, or let `pending` be a question of it, such as \
                    `[{ reroll = { unit = \"red/legionaries_1\" } }]`"
            .to_owned();
        let bad = page.bad(spans.resolution.clone(), "what is pending is no part of a resolution");
        return Err(bad.rule("AV-4.1").hint(hint));
    }
    let Some(by) = battle.pending().seat() else { return Ok(()) };
    let mut open = Vec::new();
    battle.candidates(by, &mut open);
    if open.is_empty() {
        let span = spans.pending.last().cloned().unwrap_or(0..0);
        let what = format!("{by} has nothing to decide here: {}", battle.asks().0);
        let hint = "let `pending` be the step before it".to_owned();
        return Err(page.bad(span, what).rule("AV-4.1").hint(hint));
    }
    Ok(())
}

/// Whether a step without another under it belongs to a phase that is being resolved: every one that is no part of the
/// set-up or a phase of its own.
fn is_of_resolution(frame: &Frame) -> bool {
    !matches!(
        frame,
        Frame::Prepare(_)
            | Frame::Begin
            | Frame::Initiative(_)
            | Frame::Orders(_)
            | Frame::Moves(_)
            | Frame::Leaders(_)
            | Frame::Targets(_)
            | Frame::Turn
    )
}

/// Why a step does not fit the rest, and what would.
fn misfit(battle: &Battle, frame: Frame) -> (RuleId, String, String) {
    let (rule, what, hint) = match frame {
        Frame::Prepare(_) => (
            "AV-4.1",
            "there is no set-up to decide about".into(),
            "add `prelude`, or let `pending` be a step of a turn, such as `[{ orders = \"red\" }]`",
        ),
        Frame::Lend(Lend { to, .. }) => (
            "AV-R103",
            battle.it(to).says("fight nobody"),
            "name its fight in `resolution`: `fights = [{ units = [\"red's\", \"blue's\"] }]`",
        ),
        Frame::Retreat(Retreating { unit }) => (
            "AV-R72",
            battle.it(unit).says("have no retreat to make"),
            "give it `rung = \"repulsed\"` or `rung = \"routed\"`",
        ),
        _ => (
            "AV-4.1",
            "this is not asked as the battle stands".into(),
            "let `pending` be the step before it",
        ),
    };
    (rule, what, hint.to_owned())
}

/// Whether a phase that is being resolved speaks of these armies.
fn fits_armies(battle: &Battle) -> bool {
    let unit = |seat: Seat, number: u8| usize::from(number) < battle.sides[seat].units.len();
    let there = |seat: Seat, units: UnitSet| {
        units.last().is_none_or(|last| usize::from(last) < battle.sides[seat].units.len())
    };
    let one = |id: Id| unit(id.seat(), id.number());
    let Some(it) = battle.resolution.as_deref() else {
        return battle.aimed.iter().all(|it| one(it.unit) && one(it.target));
    };
    let debts = it.ledger.iter().all(|it| one(it.fallen) && unit(it.fallen.seat(), it.supporter));
    debts
        && battle.aimed.iter().all(|it| one(it.unit) && one(it.target))
        && Seat::BOTH.into_iter().all(|seat| {
            let (frozen, side) = (&it.frozen[seat], &battle.sides[seat]);
            let led = frozen.leaders.iter().all(|leader| match leader.place {
                Post::With(with) => unit(seat, with),
                _ => true,
            });
            let pair = |pair: &Pair| {
                unit(seat, pair.units[seat])
                    && there(seat, pair.supporters(seat) | pair.unasked[seat])
            };
            frozen.units.len() == side.units.len()
                && frozen.leaders.len() == side.leaders.len()
                && it.ordeals[seat].len() == side.units.len()
                && led
                && there(seat, it.joined[seat] | it.followed[seat])
                && it.fights.iter().all(pair)
        })
}
