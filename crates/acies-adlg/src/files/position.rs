//! Position files: any moment of a battle as TOML that people can write. See `docs/reference/adlg.md` for
//! the format.
//!
//! What a file leaves out has its usual value: full cohesion, nothing done yet, the camp in its place.
//! What [`write()`] writes leaves out only what reads back the same.

use acies_core::{
    BadFile, Each, Game, Pending, RuleId, Seat, Seats,
    file::{Page, read_toml},
};
use acies_table::{Angle, Facing, Length, Point, Polygon, Pose, Rect};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::{
    action::UnitSet,
    battle::{
        Aimed, Battle, Camp, Commander, EndedBy, Ending, Flags, Frame, Host, Id, March, Place,
        Setup, Side, Unit,
    },
    charge::{charging::Charging, declare::How, go_on::HowFar},
    command::{Level, orders::Orders},
    evade::{face_about::GotAway, flight::Onrush, run::Runner},
    files::{
        army::{Corps, Troop},
        data::{BUDGET, word},
    },
    melee::{Barrier, engage::Undecided},
    movement::group_of,
    rout::overrun::Overrun,
    rulings::{CORPS, TOLERANCE, UNITS_MAX},
    setup::{self, CAMP, Chosen, Field, Wing, ambush::Found, plan::MARKERS},
    shooting::phase::Shooters,
    terrain::{
        Piece, Region,
        landscape::{Area, Landscape, Line},
    },
    units::Profile,
    victory::TURNS,
};

pub use write::write;

mod set_up;
mod write;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    ruleset: Option<Spanned<String>>,
    name: String,
    #[allow(dead_code, reason = "only lists of battles show it")]
    about: Option<String>,
    budget: Option<Spanned<u32>>,
    first: Option<Seat>,
    phasing: Option<Seat>,
    turn: Option<Spanned<u8>>,
    /// Corps that have been activated, counted from one.
    #[serde(default)]
    activated: Vec<Spanned<u8>>,
    #[serde(default)]
    terrain: Vec<Spanned<AreaLine>>,
    #[serde(default)]
    line: Vec<LineLine>,
    red: Spanned<SideLines>,
    blue: Spanned<SideLines>,
    #[serde(default)]
    shot: Vec<ShotLine>,
    #[serde(default)]
    pursuing: Vec<Spanned<String>>,
    #[serde(default)]
    pending: Vec<Spanned<FrameLine>>,
    ending: Option<EndLine>,
    prelude: Option<Spanned<PreludeLines>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaLine {
    piece: Piece,
    outline: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineLine {
    barrier: Barrier,
    from: Spanned<[f64; 2]>,
    to: Spanned<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideLines {
    name: String,
    #[serde(default)]
    regions: Vec<Region>,
    #[serde(default)]
    fortified_camp: bool,
    #[serde(default)]
    fortifications: u32,
    camp: Option<Spanned<[f64; 3]>>,
    #[serde(default)]
    camp_lost: bool,
    #[serde(default)]
    corps: Vec<CorpsLine>,
    #[serde(default)]
    units: Vec<Spanned<UnitLine>>,
    plan: Option<Spanned<PlanLine>>,
    #[serde(default)]
    plan_hidden: bool,
    /// A place for each marker; nothing where it has been taken up.
    #[serde(default)]
    markers: Vec<Spanned<Vec<f64>>>,
    march: Option<MarchLine>,
}

/// ADLG-R29: what is written in secret.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanLine {
    wings: [Wing; CORPS],
    #[serde(default)]
    ambushes: Vec<AmbushLine>,
    flank: Option<MarchLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AmbushLine {
    at: Spanned<[f64; 2]>,
    #[serde(default)]
    units: Vec<Spanned<String>>,
}

/// ADLG-R32: with its edge it has arrived.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarchLine {
    corps: Spanned<u8>,
    edge: Option<Spanned<Wing>>,
}

/// What is settled while the armies set up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PreludeLines {
    #[serde(default)]
    terrain_given: bool,
    attacker: Seat,
    region: Option<Region>,
    #[serde(default)]
    pieces: Vec<Spanned<Chosen>>,
    #[serde(default)]
    removed: Vec<Seat>,
    #[serde(default)]
    rerolled: Vec<Seat>,
    #[serde(default)]
    segments: [u32; 2],
    /// For each corps where it has deployed, or `none`.
    #[serde(default)]
    red: Vec<Spanned<String>>,
    #[serde(default)]
    blue: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpsLine {
    name: String,
    commander: Level,
    #[serde(default)]
    included: bool,
    wing: Spanned<Wing>,
    /// The unit that he is with at the start; the first of his corps if it is not said.
    with: Option<Spanned<String>>,
    /// Where he is now: a unit, or `away`, `left_table`, `lost`; alone, if it is not said and `at` is.
    now: Option<Spanned<String>>,
    at: Option<Spanned<[f64; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Spanned<String>,
    key: Option<Spanned<String>>,
    name: Option<String>,
    corps: Spanned<u8>,
    at: Option<Spanned<[f64; 3]>>,
    /// Where the army's own file has it.
    deployed: Option<Spanned<[f64; 3]>>,
    cohesion: Option<Spanned<u8>>,
    moves: Option<Spanned<u8>>,
    place: Option<PlaceWord>,
    #[serde(default)]
    is: Vec<Spanned<String>>,
    stood: Option<Spanned<[f64; 3]>>,
    charged: Option<Spanned<String>>,
    unconformed: Option<Spanned<String>>,
    opponent: Option<Spanned<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlaceWord {
    Away,
    Table,
    Routing,
    Routed,
    LeftTable,
}

impl PlaceWord {
    fn place(self) -> Place {
        match self {
            PlaceWord::Away => Place::Away,
            PlaceWord::Table => Place::Table,
            PlaceWord::Routing => Place::Routing,
            PlaceWord::Routed => Place::Routed,
            PlaceWord::LeftTable => Place::LeftTable,
        }
    }

    fn word(place: Place) -> &'static str {
        match place {
            Place::Away => "away",
            Place::Table => "table",
            Place::Routing => "routing",
            Place::Routed => "routed",
            Place::LeftTable => "left_table",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShotLine {
    by: Seat,
    main: Spanned<String>,
    #[serde(default)]
    with: Vec<Spanned<String>>,
    target: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    winner: Option<Seat>,
    how: EndedBy,
}

/// What is being decided, the innermost last.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameLine {
    step: Step,
    /// Counted from one.
    corps: Option<Spanned<u8>>,
    #[serde(default)]
    points: u8,
    #[serde(default)]
    listed: Vec<Spanned<String>>,
    #[serde(default)]
    commander_moved: bool,
    seat: Option<Seat>,
    #[serde(default)]
    units: Vec<Spanned<String>>,
    how: Option<How>,
    manoeuvre: Option<Length>,
    allowance: Option<Length>,
    #[serde(default)]
    turned: bool,
    #[serde(default)]
    waiting: Vec<Spanned<String>>,
    #[serde(default)]
    evading: Vec<Spanned<String>>,
    #[serde(default)]
    standing: Vec<Spanned<String>>,
    #[serde(default)]
    fled: Vec<Spanned<String>>,
    #[serde(default)]
    initial: Vec<Spanned<String>>,
    die: Option<u8>,
    #[serde(default)]
    to_go: Vec<Spanned<String>>,
    level: Option<Length>,
    chosen: Option<Length>,
    unit: Option<Spanned<String>>,
    target: Option<Spanned<String>>,
    ud: Option<i8>,
    from: Option<[f64; 3]>,
    facing: Option<f64>,
    least: Option<Length>,
    most: Option<Length>,
    left: Option<Length>,
    prepare: Option<setup::Stage>,
    /// Counted from one.
    marker: Option<Spanned<u8>>,
}

/// The steps of RULES.md 2 in which somebody decides.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    Corps,
    Orders,
    Charge,
    Run,
    GoOn,
    FaceAbout,
    Engage,
    Shooting,
    Pursuit,
    Overrun,
    Prepare,
    Ambush,
}

/// ADLG-R6: what rounding may have left, of two bases in contact or of a base at the edge.
const SLACK_UD: f64 = 2.0 * TOLERANCE.touch;

/// Where the table is.
fn extent(field: &Field) -> String {
    let (x, y) = (field.length() / 2.0, field.depth() / 2.0);
    format!("x from -{x} to {x}, y from -{y} to {y}")
}

/// ADLG-R57: movements in a phase.
const MOVES_MOST: u8 = 3;

/// The words for what a unit has done or suffered.
const FLAGS: [(&str, Flags); 13] = [
    ("rallied", Flags::RALLIED),
    ("fled", Flags::FLED),
    ("surprised", Flags::SURPRISED),
    ("uncontrolled", Flags::UNCONTROLLED),
    ("looting", Flags::LOOTING),
    ("staked", Flags::STAKED),
    ("battle_ready", Flags::BATTLE_READY),
    ("no_shooting", Flags::NO_SHOOTING),
    ("victorious", Flags::VICTORIOUS),
    ("prevented", Flags::PREVENTED),
    ("spent", Flags::SPENT),
    ("was_near", Flags::WAS_NEAR),
    ("storming", Flags::STORMING),
];

/// Reads a position file.
pub fn read(file: &str, text: &str) -> Result<Battle, BadFile> {
    let lines: File = read_toml(file, text)?;
    Reader { page: Page { file, text } }.battle(&lines)
}

/// Who reads a file, and points into it when something is wrong.
struct Reader<'a> {
    page: Page<'a>,
}

type Read<T> = Result<T, BadFile>;

impl Reader<'_> {
    fn wrong<T>(&self, at: &Spanned<T>, rule: RuleId, what: impl Into<String>) -> BadFile {
        self.page.bad(at.span(), what).rule(rule)
    }

    fn battle(&self, lines: &File) -> Read<Battle> {
        self.page.is_of(lines.ruleset.as_ref(), "adlg")?;
        let budget = lines.budget.as_ref().map_or(BUDGET, |budget| *budget.get_ref());
        let field = Field::for_budget(budget).ok_or_else(|| {
            let at = lines.budget.as_ref().map_or(0..0, Spanned::span);
            let hint = "games have 100, 200 or 300 points".to_owned();
            self.page.bad(at, format!("a budget of {budget}")).rule("ADLG-R11").hint(hint)
        })?;
        let both = Each([&lines.red, &lines.blue]);
        let armies = Each([self.host(&lines.red)?, self.host(&lines.blue)?]);
        let landscape = self.landscape(lines)?;
        let setup = Setup { name: lines.name.clone(), field, armies };
        let first = lines.first.unwrap_or(Seat::Red);
        let mut battle = Battle::new(setup, landscape, first);
        for seat in Seat::BOTH {
            battle.sides[seat] = self.side(&battle, seat, both[seat])?;
        }
        for seat in Seat::BOTH {
            self.secrets(&battle, seat, both[seat].get_ref())?;
        }
        self.no_overlap(&battle, both)?;
        battle.set_phasing(lines.phasing.unwrap_or(first));
        battle.turn = self.turn(lines)?;
        battle.activated = self.activated(lines)?;
        battle.pursuing = self.all_there(&battle, battle.phasing, &lines.pursuing)?;
        for shot in &lines.shot {
            let aimed = self.shot(&battle, shot)?;
            if battle.aimed.try_push(aimed).is_err() {
                return Err(self.wrong(&shot.main, "ADLG-R101", "more shots than units"));
            }
        }
        if let Some(EndLine { winner, how }) = &lines.ending {
            battle.ending = Some(Ending { winner: *winner, how: *how });
            battle.stack.clear();
        }
        if let Some(prelude) = &lines.prelude {
            battle.prelude = Some(Box::new(self.prelude(prelude.get_ref())?));
        }
        if !lines.pending.is_empty() {
            battle.stack.clear();
        }
        for frame in &lines.pending {
            let read = self.frame(&battle, frame)?;
            self.fits(&battle, frame, &read)?;
            // ADLG-SEQ.2: who is given orders has been activated.
            if let Frame::Orders(orders) = read {
                battle.activated |= 1 << orders.corps;
            }
            if battle.stack.try_push(read).is_err() {
                return Err(self.wrong(frame, "ADLG-SEQ.1", "more steps than can be pending"));
            }
        }
        self.goes_on(&battle, lines)?;
        Ok(battle)
    }

    /// Somebody has something to decide, unless the battle is over.
    fn goes_on(&self, battle: &Battle, lines: &File) -> Read<()> {
        let Pending::Decide(seats) = battle.pending() else { return Ok(()) };
        let set_up = matches!(battle.stack.first(), Some(Frame::Prepare(_)));
        if let Some(prelude) = lines.prelude.as_ref().filter(|_| !set_up) {
            let hint =
                "name it in `[[pending]]`, with `step = \"prepare\"`, or leave `[prelude]` out";
            let wrong = self.wrong(prelude, "ADLG-R33", "a set-up without the step that it is at");
            return Err(wrong.hint(hint.to_owned()));
        }
        if let Some(prelude) = &battle.prelude {
            self.finds_room(battle, prelude, lines)?;
        }
        if let Some(last) = lines.pending.last() {
            return self.is_open(battle, last, seats);
        }
        let mut open = Vec::new();
        seats.iter().for_each(|by| battle.candidates(by, &mut open));
        if open.is_empty() {
            let side = Each([&lines.red, &lines.blue])[battle.phasing];
            let what = "no corps on the table is left to be activated";
            return Err(self.wrong(side, "ADLG-R156", what));
        }
        Ok(())
    }

    fn turn(&self, lines: &File) -> Read<u8> {
        let Some(turn) = &lines.turn else { return Ok(1) };
        match *turn.get_ref() {
            it if (1..=TURNS).contains(&it) => Ok(it),
            it => {
                let hint = format!("1 to {TURNS}");
                Err(self.wrong(turn, "ADLG-R19", format!("turn {it}")).hint(hint))
            }
        }
    }

    fn activated(&self, lines: &File) -> Read<u8> {
        let mut bits = 0;
        for corps in &lines.activated {
            bits |= 1 << self.corps_number(corps)?;
        }
        Ok(bits)
    }

    /// A corps counted from one.
    fn corps_number(&self, corps: &Spanned<u8>) -> Read<u8> {
        match *corps.get_ref() {
            it if (1..=CORPS as u8).contains(&it) => Ok(it - 1),
            it => {
                let hint = format!("1 to {CORPS}");
                Err(self.wrong(corps, "ADLG-R11", format!("there is no corps {it}")).hint(hint))
            }
        }
    }

    fn landscape(&self, lines: &File) -> Read<Landscape> {
        let mut landscape = Landscape::default();
        for area in &lines.terrain {
            let AreaLine { piece, outline } = area.get_ref();
            let corners = outline.iter().map(|&place| self.point(area, place));
            let corners = corners.collect::<Read<Vec<_>>>()?;
            let outline =
                Polygon::new(corners).map_err(|no| self.wrong(area, "ADLG-R24", no.to_string()))?;
            landscape.areas.push(Area { piece: *piece, outline });
        }
        for LineLine { barrier, from, to } in &lines.line {
            let (a, b) = (self.point(from, *from.get_ref())?, self.point(to, *to.get_ref())?);
            if a == b {
                let hint = "a segment is 1 UD long".to_owned();
                return Err(self
                    .wrong(to, "ADLG-R162", "a line from nowhere to nowhere")
                    .hint(hint));
            }
            landscape.lines.push(Line { barrier: *barrier, a, b });
        }
        Ok(landscape)
    }

    fn point<T>(&self, at: &Spanned<T>, place: [f64; 2]) -> Read<Point> {
        let [x, y] = place.map(Length::try_from);
        match (x, y) {
            (Ok(x), Ok(y)) => Ok(Point { x, y }),
            (Err(no), _) | (_, Err(no)) => Err(self.wrong(at, "ADLG-R5", no.to_string())),
        }
    }

    fn pose(&self, at: &Spanned<[f64; 3]>) -> Read<Pose> {
        let [x, y, facing] = *at.get_ref();
        let place = self.point(at, [x, y])?;
        let facing =
            Angle::try_from(facing).map_err(|no| self.wrong(at, "ADLG-R5", no.to_string()))?;
        Ok(Pose { at: place, facing: Facing::new(facing) })
    }
}

/// Armies.
impl Reader<'_> {
    fn host(&self, lines: &Spanned<SideLines>) -> Read<Host> {
        let side = lines.get_ref();
        if side.units.is_empty() || side.units.len() > UNITS_MAX {
            let what = format!("{} units", side.units.len());
            let hint = format!("1 to {UNITS_MAX}");
            return Err(self.wrong(lines, "ADLG-R11", what).hint(hint));
        }
        if side.corps.len() != CORPS {
            let what = format!("{} corps", side.corps.len());
            let hint = "an army has three, each with its commander".to_owned();
            return Err(self.wrong(lines, "ADLG-R11", what).hint(hint));
        }
        let mut troops: Vec<Troop> = Vec::new();
        for line in &side.units {
            let troop = self.troop(line, &side.units, troops.len())?;
            if troops.iter().any(|other| other.key == troop.key) {
                let what = format!("two units with the key `{}`", troop.key);
                let at = line.get_ref().key.as_ref().map_or(line.span(), Spanned::span);
                return Err(self.page.bad(at, what).hint("give each its own".to_owned()));
            }
            troops.push(troop);
        }
        let mut corps = Vec::new();
        for (number, line) in (0..).zip(&side.corps) {
            corps.push(self.corps(number, line, &troops)?);
        }
        Ok(Host {
            name: side.name.clone(),
            corps,
            troops,
            fortified_camp: side.fortified_camp,
            segments: side.fortifications,
            regions: side.regions.clone(),
        })
    }

    fn troop(&self, line: &Spanned<UnitLine>, all: &[Spanned<UnitLine>], at: usize) -> Read<Troop> {
        let unit = line.get_ref();
        let profile = self.profile(&unit.troop)?;
        let word = unit.troop.get_ref();
        let alike = |units: &[Spanned<UnitLine>]| {
            units.iter().filter(|it| it.get_ref().troop.get_ref() == word).count()
        };
        let kind = profile.kind.word();
        let number = alike(&all[..=at]);
        let key = match &unit.key {
            Some(key) => key.get_ref().clone(),
            None if alike(all) == 1 => kind.to_owned(),
            None => format!("{kind}_{number}"),
        };
        let name = unit.name.clone().unwrap_or_else(|| match alike(all) {
            1 => profile.kind.row().name.clone(),
            _ => format!("{} {number}", profile.kind.row().name),
        });
        let corps = self.corps_number(&unit.corps)?;
        let deployed = unit.deployed.as_ref().map(|at| self.pose(at)).transpose()?;
        Ok(Troop { profile, corps, key, name, at: deployed })
    }

    /// A troop of a list, or a type with its quality and abilities.
    fn profile(&self, troop: &Spanned<String>) -> Read<Profile> {
        let text = troop.get_ref();
        let profile = word::profile(text).ok_or_else(|| {
            let first = text.split_whitespace().next().unwrap_or_default();
            match acies_core::said::troop::<Profile>(Some(first)) {
                Err(unknown) => self.page.bad(troop.span(), unknown.what).hint(unknown.hint),
                Ok(_) => {
                    let words = text.split_whitespace().skip(1);
                    let known = || {
                        let qualities = ["mediocre", "ordinary", "elite"];
                        qualities.into_iter().chain(crate::units::Traits::known())
                    };
                    let odd = words.into_iter().find(|word| !known().any(|it| it == *word));
                    let odd = odd.unwrap_or(text);
                    let hint = acies_core::words::did_you_mean(odd, known());
                    let what = format!("`{odd}` says nothing of a unit");
                    self.page.bad(troop.span(), what).hint(hint)
                }
            }
        })?;
        match profile.misfit() {
            None => Ok(profile),
            Some(why) => Err(self.wrong(troop, "ADLG-R15", why)),
        }
    }

    fn corps(&self, number: u8, line: &CorpsLine, troops: &[Troop]) -> Read<Corps> {
        let own = || troops.iter().filter(|troop| troop.corps == number);
        let position = |key: &str| troops.iter().position(|troop| troop.key == key);
        let with = match &line.with {
            Some(key) => {
                let keys = || own().map(|troop| troop.key.as_str());
                let at = position(key.get_ref())
                    .ok_or_else(|| self.page.unknown(key, "unit", keys()))?;
                if troops[at].corps != number && keys().next().is_some() {
                    let what = format!("`{}` is not in corps {}", key.get_ref(), number + 1);
                    let hint = keys().collect::<Vec<_>>().join(", ");
                    return Err(self.wrong(key, "ADLG-R9", what).hint(hint));
                }
                at
            }
            None => own().next().and_then(|troop| position(&troop.key)).unwrap_or(0),
        };
        Ok(Corps {
            name: line.name.clone(),
            level: line.commander,
            included: line.included,
            with: with as u8,
            wing: *line.wing.get_ref(),
        })
    }
}

/// Where everything stands.
impl Reader<'_> {
    fn side(&self, battle: &Battle, seat: Seat, lines: &Spanned<SideLines>) -> Read<Side> {
        let side = lines.get_ref();
        let setup = &battle.setup;
        let mut units = arrayvec::ArrayVec::new();
        for (number, line) in (0..).zip(&side.units) {
            units.push(self.unit(setup, Id::new(seat, number), line)?);
        }
        let mut commanders = [Commander::Away; CORPS];
        for (number, line) in side.corps.iter().enumerate() {
            commanders[number] = self.commander(setup, seat, number, line, &units)?;
        }
        let camp = Camp { pose: self.camp(setup, seat, side)?, lost: side.camp_lost };
        let plan = self.plan(setup, seat, side)?;
        let markers = self.markers(side)?;
        let march = match &side.march {
            None => March::No,
            Some(MarchLine { corps, edge: None }) => {
                March::Coming { corps: self.corps_number(corps)? }
            }
            Some(MarchLine { corps, edge: Some(edge) }) => {
                March::Entering { corps: self.corps_number(corps)?, edge: self.edge(edge)? }
            }
        };
        Ok(Side { units, commanders, camp, plan, markers, march })
    }

    /// ADLG-R28: a camp is on the table.
    fn camp(&self, setup: &Setup, seat: Seat, side: &SideLines) -> Read<Pose> {
        let Some(at) = &side.camp else { return Ok(setup.field.camp(seat)) };
        let pose = self.pose(at)?;
        if setup.field.rect().grown(SLACK_UD).holds(&Rect::new(&pose, CAMP)) {
            return Ok(pose);
        }
        Err(self.wrong(at, "ADLG-R28", "the camp is not on the table").hint(extent(&setup.field)))
    }

    fn unit(&self, setup: &Setup, id: Id, line: &Spanned<UnitLine>) -> Read<Unit> {
        let UnitLine { at, cohesion, moves, place, is, .. } = line.get_ref();
        let troop = &setup.armies[id.seat()].troops[usize::from(id.number())];
        let pose = at.as_ref().map(|at| self.pose(at)).transpose()?;
        let place =
            place.map_or(if pose.is_some() { Place::Table } else { Place::Away }, PlaceWord::place);
        let full = troop.profile.cohesion();
        let points = match cohesion {
            None => full,
            Some(points) if *points.get_ref() <= full => *points.get_ref(),
            Some(points) => {
                let what = format!("a cohesion of {}", points.get_ref());
                return Err(self.wrong(points, "ADLG-R8", what).hint(format!("0 to {full}")));
            }
        };
        if place == Place::Table && points == 0 {
            let at = cohesion.as_ref().map_or(line.span(), Spanned::span);
            let what = "a unit without cohesion is routing, not on the table";
            let hint = "say `place = \"routing\"`".to_owned();
            return Err(self.page.bad(at, what).rule("ADLG-R144").hint(hint));
        }
        let mut unit = Unit::new(troop, pose);
        unit.place = place;
        unit.cohesion = points;
        unit.moves = match moves {
            Some(moves) if *moves.get_ref() > MOVES_MOST => {
                let what = format!("{} movements", moves.get_ref());
                let hint = format!("0 to {MOVES_MOST}");
                return Err(self.wrong(moves, "ADLG-R57", what).hint(hint));
            }
            moves => moves.as_ref().map_or(0, |moves| *moves.get_ref()),
        };
        if !is.is_empty() {
            unit.flags = self.flags(is)?;
        }
        let enemy = id.seat().other();
        let who = |key: &Option<Spanned<String>>| {
            key.as_ref().map(|key| self.id(setup, enemy, key)).transpose()
        };
        let line = line.get_ref();
        unit.stood = line.stood.as_ref().map(|at| self.pose(at)).transpose()?;
        unit.charged = who(&line.charged)?;
        unit.unconformed = who(&line.unconformed)?;
        unit.opponent = who(&line.opponent)?;
        let standing = matches!(place, Place::Table | Place::Routing);
        if let Some(at) = at.as_ref().filter(|_| standing) {
            let rect = Rect::new(&unit.pose, troop.profile.kind.size());
            if !setup.field.rect().grown(SLACK_UD).holds(&rect) {
                let what = format!("`{}` is not on the table", troop.key);
                return Err(self.wrong(at, "ADLG-R5", what).hint(extent(&setup.field)));
            }
        }
        Ok(unit)
    }

    fn flags(&self, words: &[Spanned<String>]) -> Read<Flags> {
        let mut flags = Flags::empty();
        for word in words {
            if word.get_ref() == "nothing" {
                continue;
            }
            let found = FLAGS.into_iter().find(|(known, _)| known == word.get_ref());
            let (_, flag) = found.ok_or_else(|| {
                self.page.unknown(word, "state", FLAGS.iter().map(|(known, _)| *known))
            })?;
            flags |= flag;
        }
        Ok(flags)
    }

    fn commander(
        &self,
        setup: &Setup,
        seat: Seat,
        number: usize,
        line: &CorpsLine,
        units: &[Unit],
    ) -> Read<Commander> {
        let with = setup.armies[seat].corps[number].with;
        let Some(now) = &line.now else {
            let there = units.get(usize::from(with)).is_some_and(|it| it.place == Place::Table);
            return Ok(match &line.at {
                Some(at) => Commander::Free(self.point(at, *at.get_ref())?),
                None if there => Commander::With(with),
                None => Commander::Away,
            });
        };
        Ok(match now.get_ref().as_str() {
            "away" => Commander::Away,
            "left_table" => Commander::LeftTable,
            "lost" => Commander::Lost,
            _ => Commander::With(self.id(setup, seat, now)?.number()),
        })
    }

    fn id(&self, setup: &Setup, of: Seat, key: &Spanned<String>) -> Read<Id> {
        let troops = &setup.armies[of].troops;
        let found = troops.iter().position(|troop| troop.key == *key.get_ref());
        let known = troops.iter().map(|troop| troop.key.as_str());
        let number =
            found.ok_or_else(|| self.page.unknown(key, &format!("unit of {of}"), known))?;
        Ok(Id::new(of, number as u8))
    }

    /// A unit that takes up room on the table: only such can do or suffer anything.
    fn there(&self, battle: &Battle, of: Seat, key: &Spanned<String>) -> Read<Id> {
        let id = self.id(&battle.setup, of, key)?;
        match battle.unit(id).place {
            Place::Table | Place::Routing => Ok(id),
            Place::Away | Place::Routed | Place::LeftTable => {
                let what = format!("`{}` is not on the table", key.get_ref());
                Err(self.wrong(key, "ADLG-R144", what))
            }
        }
    }

    fn all_there(&self, battle: &Battle, of: Seat, keys: &[Spanned<String>]) -> Read<UnitSet> {
        keys.iter().map(|key| self.there(battle, of, key)).collect()
    }

    fn units(&self, setup: &Setup, of: Seat, keys: &[Spanned<String>]) -> Read<UnitSet> {
        keys.iter().map(|key| self.id(setup, of, key)).collect()
    }

    /// ADLG-R6: no base on top of another.
    fn no_overlap(&self, battle: &Battle, lines: Each<&Spanned<SideLines>>) -> Read<()> {
        let bodies: Vec<Id> = battle.bodies().collect();
        for (at, &id) in bodies.iter().enumerate() {
            let rect = battle.rect(id);
            let under =
                bodies[..at].iter().find(|&&it| rect.overlap_depth(&battle.rect(it)) > SLACK_UD);
            let Some(&other) = under else { continue };
            let line = &lines[id.seat()].get_ref().units[usize::from(id.number())];
            let span = line.get_ref().at.as_ref().map_or(line.span(), Spanned::span);
            let (one, other) = (&battle.troop(id).key, &battle.troop(other).key);
            let what = format!("`{one}` stands on top of `{other}`");
            return Err(self.page.bad(span, what).rule("ADLG-R6"));
        }
        Ok(())
    }
}

/// What is being decided.
impl Reader<'_> {
    /// Whether a step can be pending on top of those before it, with those that it is about.
    fn fits(&self, battle: &Battle, line: &Spanned<FrameLine>, frame: &Frame) -> Read<()> {
        let wrong = |rule, what: &str| Err(self.wrong(line, rule, what));
        match (frame, battle.stack.last()) {
            (Frame::Prepare(step), None) => self.fits_prelude(battle, line, *step),
            (Frame::Charge(charging), Some(Frame::Orders(_))) if charging.units.is_empty() => {
                wrong("ADLG-CHG.4", "a charge without `units`")
            }
            (Frame::FaceAbout(GotAway { units, .. }), _) if units.is_empty() => {
                wrong("ADLG-R98", "nobody is named in `units`")
            }
            (Frame::Ambush(_), _)
            | (
                Frame::Corps
                | Frame::Orders(_)
                | Frame::Shooting(_)
                | Frame::Engage(_)
                | Frame::Pursuit,
                None,
            )
            | (Frame::Charge(_), Some(Frame::Orders(_)))
            | (Frame::GoOn(_), Some(Frame::Charge(_)))
            | (Frame::Run(_), Some(Frame::Orders(_) | Frame::Charge(_) | Frame::Overrun(_)))
            | (Frame::FaceAbout(_), Some(Frame::Orders(_) | Frame::Pursuit))
            | (Frame::Overrun(_), Some(Frame::Pursuit)) => Ok(()),
            _ => {
                let hint = "the innermost step comes last: `orders`, `charge`, `run`".to_owned();
                Err(self.wrong(line, "ADLG-SEQ.1", "this step cannot be pending here").hint(hint))
            }
        }
    }

    /// Whether somebody has something to decide.
    fn is_open(&self, battle: &Battle, last: &Spanned<FrameLine>, seats: Seats) -> Read<()> {
        if let Some(Frame::Charge(charging)) = battle.stack.last()
            && charging.waiting.is_empty()
        {
            let hint = "name the targets that are asked in `waiting`".to_owned();
            return Err(self.wrong(last, "ADLG-R80", "a charge that asks nobody").hint(hint));
        }
        let mut open = Vec::new();
        seats.iter().for_each(|by| battle.candidates(by, &mut open));
        if open.is_empty() {
            let what = "nobody can decide anything at this step";
            return Err(self.wrong(last, "ADLG-SEQ.1", what));
        }
        Ok(())
    }

    fn shot(&self, battle: &Battle, line: &ShotLine) -> Read<Aimed> {
        let main = self.there(battle, line.by, &line.main)?;
        let target = self.there(battle, line.by.other(), &line.target)?;
        Ok(Aimed { main, supporters: self.all_there(battle, line.by, &line.with)?, target })
    }

    fn frame(&self, battle: &Battle, frame: &Spanned<FrameLine>) -> Read<Frame> {
        let line = frame.get_ref();
        let setup = &battle.setup;
        let (own, enemy) = (battle.phasing, battle.phasing.other());
        let ours = |keys: &[Spanned<String>]| self.units(setup, own, keys);
        let theirs = |keys: &[Spanned<String>]| self.units(setup, enemy, keys);
        let lacks =
            |what: &str| self.wrong(frame, "ADLG-SEQ.1", format!("the step has no `{what}`"));
        let length = |length: Option<Length>, what: &str| length.ok_or_else(|| lacks(what));
        Ok(match line.step {
            Step::Corps => Frame::Corps,
            Step::Orders => {
                let corps = line.corps.as_ref().ok_or_else(|| lacks("corps"))?;
                let corps = self.corps_number(corps)?;
                let listed = ours(&line.listed)?;
                let stranger = |id: &&Id| battle.troop(**id).corps != corps;
                if let Some(&id) = group_of(listed, own).iter().find(stranger) {
                    let what = format!("`{}` is of another corps", battle.troop(id).key);
                    return Err(self.wrong(frame, "ADLG-R86", what));
                }
                Frame::Orders(Orders {
                    corps,
                    points: line.points,
                    listed,
                    commander_moved: line.commander_moved,
                })
            }
            Step::Charge => Frame::Charge(Charging {
                units: self.all_there(battle, own, &line.units)?,
                how: line.how.ok_or_else(|| lacks("how"))?,
                manoeuvre: line.manoeuvre.unwrap_or(Length::ZERO),
                allowance: length(line.allowance, "allowance")?,
                turned: line.turned,
                waiting: self.all_there(battle, enemy, &line.waiting)?,
                evading: theirs(&line.evading)?,
                standing: theirs(&line.standing)?,
                fled: theirs(&line.fled)?,
                initial: theirs(&line.initial)?,
                die: line.die,
                to_go: ours(&line.to_go)?,
                level: line.level,
                chosen: line.chosen,
            }),
            Step::Run => {
                let seat = line.seat.unwrap_or(enemy);
                let unit = line.unit.as_ref().ok_or_else(|| lacks("unit"))?;
                let facing = line.facing.ok_or_else(|| lacks("facing"))?;
                let facing = Angle::try_from(facing)
                    .map_err(|no| self.wrong(frame, "ADLG-R5", no.to_string()))?;
                Frame::Run(Runner {
                    unit: self.there(battle, seat, unit)?,
                    ud: line.ud.ok_or_else(|| lacks("ud"))?,
                    from: Onrush {
                        facing: Facing::new(facing),
                        by: self.units(setup, seat.other(), &line.units)?,
                    },
                })
            }
            Step::GoOn => Frame::GoOn(HowFar {
                least: length(line.least, "least")?,
                most: length(line.most, "most")?,
            }),
            Step::FaceAbout => {
                let seat = line.seat.unwrap_or(enemy);
                Frame::FaceAbout(GotAway {
                    seat,
                    units: self.all_there(battle, seat, &line.units)?,
                })
            }
            Step::Engage => {
                let unit = line.unit.as_ref().ok_or_else(|| lacks("unit"))?;
                let mut done = Each::default();
                done[own] = self.units(setup, own, &line.units)?;
                done[enemy] = self.units(setup, enemy, &line.waiting)?;
                Frame::Engage(Undecided {
                    unit: self.there(battle, line.seat.unwrap_or(own), unit)?,
                    done,
                })
            }
            Step::Shooting => Frame::Shooting(Shooters(line.seat.unwrap_or(own))),
            Step::Pursuit => Frame::Pursuit,
            Step::Prepare => Frame::Prepare(line.prepare.ok_or_else(|| lacks("prepare"))?),
            Step::Ambush => {
                let marker = line.marker.as_ref().ok_or_else(|| lacks("marker"))?;
                match *marker.get_ref() {
                    it if (1..=MARKERS as u8).contains(&it) => {
                        Frame::Ambush(Found { by: line.seat.unwrap_or(enemy), marker: it - 1 })
                    }
                    it => return Err(self.wrong(marker, "ADLG-R31", format!("no marker {it}"))),
                }
            }
            Step::Overrun => {
                let unit = line.unit.as_ref().ok_or_else(|| lacks("unit"))?;
                let target = line.target.as_ref().ok_or_else(|| lacks("target"))?;
                let [x, y, facing] = line.from.ok_or_else(|| lacks("from"))?;
                let place = self.point(frame, [x, y])?;
                let facing = Angle::try_from(facing)
                    .map_err(|no| self.wrong(frame, "ADLG-R5", no.to_string()))?;
                Frame::Overrun(Overrun {
                    unit: self.there(battle, own, unit)?.number(),
                    target: self.there(battle, enemy, target)?.number(),
                    from: Pose { at: place, facing: Facing::new(facing) },
                    left: length(line.left, "left")?,
                })
            }
        })
    }
}
