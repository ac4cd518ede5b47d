//! Position files: any moment of a battle as TOML that people can write (RULES.md 1).
//!
//! What a file leaves out has its usual value: full strength, the usual formation, nothing done yet, the first turn about
//! to begin. What [`write()`] writes leaves out only what reads back the same. See `docs/reference/legio.md` for every field.
//!
//! ```toml
//! ruleset = "legio"
//! name = "A skirmish"
//!
//! [red]
//! name = "Romans"
//! leaders = [{ name = "Drusus", general = true, with = "legio_i" }]
//! units = [{ troop = "legionaries", name = "Legio I", bases = 10, at = [900, 350, 0] }]
//!
//! [blue]
//! name = "Gauls"
//! leaders = [{ name = "Brennus", general = true, at = [900, 900] }]
//! units = [{ troop = "barbarian_infantry", bases = 10, at = [900, 800, 180] }]
//! ```

mod lines;
mod write;

use std::ops::Range;

use acies_core::{
    BadFile, Each, Id, RuleId, Sealed, Seat,
    file::{Page, read_toml},
    flow::{One, Stacked},
    named::{self, Names},
    words::key,
};
use acies_table::{Angle, Facing, Length, Point, Polygon, Polyline, Pose};
use arrayvec::ArrayVec;
use serde::Deserialize;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use self::lines::{LeaderLine, UnitLine};
use super::data::Troop;
use crate::{
    battle::{
        Battle, Captain, Frame, Host, Leader, Line, Place, Recruit, STACK_MAX, Setup, Side, Status,
        Unit,
    },
    combat::{aftermath::Dues, volley::Volley},
    command::messenger::Messenger,
    ground::{self, Area, Barrier, Ground, Piece},
    rulings::{BASES_MAX, BASES_MIN, COMMANDS_MAX, SLACK, TOLERANCE, TURNS, UNITS_MAX},
    setup::{Prelude, Size, terrain::ellipse},
    troops::{Grade, Profile, Shape, Tags},
};

pub use write::write;

/// What the units of a file are called: all that has to be known before the rest can be read.
#[derive(Deserialize)]
struct Called {
    red: Units,
    blue: Units,
}

#[derive(Deserialize)]
struct Units {
    #[serde(default)]
    units: Vec<Unnamed>,
}

#[derive(Deserialize)]
struct Unnamed {
    troop: Option<&'static Troop>,
    name: Option<String>,
    key: Option<String>,
}

/// The names and keys of the units of both sides.
struct Keys(Each<Vec<[String; 2]>>);

impl Names for Keys {
    fn key(&self, unit: Id) -> Option<String> {
        self.0[unit.seat()].get(usize::from(unit.number())).map(|[_, key]| key.clone())
    }

    fn keys(&self, seat: Seat) -> Vec<String> {
        self.0[seat].iter().map(|[_, key]| key.clone()).collect()
    }
}

impl Names for Battle {
    fn key(&self, unit: Id) -> Option<String> {
        let army = &self.setup.armies[unit.seat()].units;
        army.get(usize::from(unit.number())).map(|it| it.key.clone())
    }

    fn keys(&self, seat: Seat) -> Vec<String> {
        self.setup.armies[seat].units.iter().map(|it| it.key.clone()).collect()
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    ruleset: Option<Spanned<String>>,
    name: String,
    #[allow(dead_code, reason = "only lists of battles show it")]
    about: Option<String>,
    size: Option<Size>,
    turns: Option<u8>,
    orders: Option<bool>,
    turn: Option<Spanned<u8>>,
    first: Option<Seat>,
    #[serde(default)]
    area: Vec<Spanned<AreaLine>>,
    #[serde(default)]
    line: Vec<BarrierLine>,
    #[serde(default)]
    roads: Vec<Vec<[f64; 2]>>,
    red: Spanned<SideLines>,
    blue: Spanned<SideLines>,
    prelude: Option<Box<Prelude>>,
    /// What is pending; what comes first lies last.
    stack: Option<Spanned<ArrayVec<Frame, STACK_MAX>>>,
    /// LEG-R24: who is still to act in this step.
    #[serde(default)]
    row: Line,
    /// LEG-R72.
    #[serde(default)]
    volleys: Each<Sealed<Volley>>,
    /// B5: what fights leave to be done.
    #[serde(default)]
    dues: Dues,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaLine {
    piece: Piece,
    outline: Option<Vec<[f64; 2]>>,
    /// LEG-R152: its middle, how long and wide it is, and the bearing of its long axis.
    ellipse: Option<[f64; 5]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BarrierLine {
    piece: Barrier,
    course: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideLines {
    name: String,
    /// LEG-R117: its middle.
    camp: Option<[f64; 2]>,
    #[serde(default)]
    camp_lost: bool,
    #[serde(default)]
    messengers: ArrayVec<Messenger, COMMANDS_MAX>,
    leaders: Vec<Spanned<LeaderLine>>,
    units: Vec<Spanned<UnitLine>>,
}

/// Reads a position file.
pub fn read(file: &str, text: &str) -> Result<Battle, BadFile> {
    let page = Page { file, text };
    let called: Called = read_toml(file, text)?;
    let keys = Keys(Each([called.red.keys(), called.blue.keys()]));
    let table = DeTable::parse(text).map_err(|bad| page.bad(0..0, bad.message()))?;
    let whole = Spanned::new(0..text.len(), DeValue::Table(table.into_inner()));
    let lines: File = named::read(&page, whole, &keys)?;
    page.is_of(lines.ruleset.as_ref(), "legio")?;
    let size = lines.size.unwrap_or(Size::Standard);
    let ground = ground(&page, &lines)?;
    let sides = Each([&lines.red, &lines.blue]);
    let reader = Reader { page, size, keys: &keys };
    let (red, red_side) = reader.side(Seat::Red, sides[Seat::Red])?;
    let (blue, blue_side) = reader.side(Seat::Blue, sides[Seat::Blue])?;
    let setup = Setup {
        name: lines.name,
        size,
        turns: lines.turns.unwrap_or(TURNS),
        orders: lines.orders.unwrap_or(true),
        armies: Each([red, blue]),
    };
    let mut battle = Battle::at_start(setup, ground, Each([red_side, blue_side]));
    battle.first = lines.first.unwrap_or(Seat::Red);
    battle.turn = lines.turn.as_ref().map_or(1, |turn| *turn.get_ref());
    battle.prelude = lines.prelude;
    battle.line = lines.row;
    battle.volleys = lines.volleys;
    battle.dues = lines.dues;
    reader.nobody_overlaps(&battle, &sides)?;
    battle.lay(Frame::Begin);
    if let Some(stack) = lines.stack {
        let span = stack.span();
        battle.stack = stack.into_inner();
        let fits = battle.stack.iter().all(|frame| frame.it().fits(&battle));
        if !fits {
            let what = "what is pending does not fit the battle";
            return Err(page
                .bad(span, what)
                .hint("leave `stack` out to begin the turn".to_owned()));
        }
    }
    Ok(battle)
}

impl Units {
    /// What units are called: by the file, or after their troops, numbered if there are several.
    fn keys(&self) -> Vec<[String; 2]> {
        let stem = |unit: &Unnamed| {
            let troop = unit.troop.map_or("Unit", |troop| troop.name.as_str());
            unit.name.clone().unwrap_or_else(|| troop.to_owned())
        };
        let stems: Vec<String> = self.units.iter().map(stem).collect();
        let each = stems.iter().enumerate().map(|(n, stem)| {
            let alike = stems.iter().filter(|other| *other == stem).count();
            let number = stems[..n].iter().filter(|other| *other == stem).count() + 1;
            let name = if alike > 1 { format!("{stem} {number}") } else { stem.clone() };
            let key = self.units[n].key.clone().unwrap_or_else(|| key(&name));
            [name, key]
        });
        each.collect()
    }
}

/// LEG-R17: areas, lines and roads in their places.
fn ground(page: &Page, lines: &File) -> Result<Ground, BadFile> {
    let course =
        |points: &Vec<[f64; 2]>| Polyline::new(points.iter().copied().map(point).collect());
    let area = |line: &Spanned<AreaLine>| {
        let bad = |what: String| page.bad(line.span(), what).rule("LEG-R17");
        match *line.get_ref() {
            AreaLine { piece, outline: Some(ref outline), ellipse: None } => {
                let outline = Polygon::new(outline.iter().copied().map(point).collect());
                Ok(Area { piece, outline: outline.map_err(|no| bad(no.to_string()))? })
            }
            AreaLine { piece, outline: None, ellipse: Some([x, y, long, wide, degrees]) } => {
                let sound = long >= 1.0 && wide >= 1.0 && degrees.abs() <= 360.0;
                let at = point([x, y]);
                if sound {
                    Ok(ellipse(piece, [long, wide], at, degrees))
                } else {
                    Err(bad("no ellipse is so".into()))
                }
            }
            _ => Err(bad("an area has an `outline` or an `ellipse`".into())),
        }
    };
    Ok(Ground {
        areas: lines.area.iter().map(area).collect::<Result<_, _>>()?,
        lines: lines
            .line
            .iter()
            .map(|it| ground::Line { piece: it.piece, course: course(&it.course) })
            .collect(),
        roads: lines.roads.iter().map(course).collect(),
    })
}

fn point([x, y]: [f64; 2]) -> Point {
    Point { x: length(x), y: length(y) }
}

/// The nearest length there is.
fn length(paces: f64) -> Length {
    Length::try_from(paces.clamp(-MOST, MOST)).unwrap_or_default()
}

/// Nothing is farther away.
const MOST: f64 = 100_000.0;

/// Reads the lines of a side.
struct Reader<'a> {
    page: Page<'a>,
    size: Size,
    keys: &'a Keys,
}

impl Reader<'_> {
    fn wrong(&self, at: Range<usize>, rule: RuleId, what: impl Into<String>) -> BadFile {
        self.page.bad(at, what).rule(rule)
    }

    fn side(&self, seat: Seat, lines: &Spanned<SideLines>) -> Result<(Host, Side), BadFile> {
        let it = lines.get_ref();
        if it.units.is_empty() || it.units.len() > UNITS_MAX {
            let what = format!("an army has 1 to {UNITS_MAX} units");
            return Err(self.wrong(lines.span(), "LEG-R27", what));
        }
        if it.leaders.is_empty() || it.leaders.len() > COMMANDS_MAX {
            let what = format!("an army has 1 to {COMMANDS_MAX} leaders");
            return Err(self.wrong(lines.span(), "LEG-R27", what));
        }
        let captains: Vec<Captain> = it.leaders.iter().map(|it| it.get_ref().captain()).collect();
        self.distinct(
            &captains.iter().map(|it| it.key.as_str()),
            it.leaders.iter().map(Spanned::span),
        )?;
        let keys = self.keys.0[seat].iter();
        self.distinct(&keys.map(|[_, key]| key.as_str()), it.units.iter().map(Spanned::span))?;
        let generals = captains.iter().filter(|it| it.general).count();
        if generals != 1 {
            let what = format!("{generals} of the leaders are General");
            let hint = "write `general = true` for one of them".to_owned();
            return Err(self.wrong(lines.span(), "LEG-R27", what).hint(hint));
        }
        let mut side =
            Side { camp: it.camp.map(point), camp_lost: it.camp_lost, ..Side::default() };
        side.messengers.clone_from(&it.messengers);
        let mut host = Host { name: it.name.clone(), units: Vec::new(), leaders: captains };
        for (line, called) in it.units.iter().zip(&self.keys.0[seat]) {
            let (recruit, unit) = self.unit(line, called, &host)?;
            host.units.push(recruit);
            side.units.push(unit);
        }
        for line in &it.leaders {
            side.leaders.push(self.leader(seat, line, &side)?);
        }
        Ok((host, side))
    }

    fn distinct<'a>(
        &self,
        keys: &(impl Iterator<Item = &'a str> + Clone),
        spans: impl Iterator<Item = Range<usize>>,
    ) -> Result<(), BadFile> {
        for (n, (key, span)) in keys.clone().zip(spans).enumerate() {
            if keys.clone().take(n).any(|other| other == key) {
                let hint = "give it a `name` of its own".to_owned();
                return Err(self.page.bad(span, format!("there are two `{key}`")).hint(hint));
            }
        }
        Ok(())
    }

    fn leader(
        &self,
        seat: Seat,
        line: &Spanned<LeaderLine>,
        side: &Side,
    ) -> Result<Leader, BadFile> {
        let it = line.get_ref();
        let place = match (&it.with, it.at) {
            (Some(word), None) => {
                let keys = self.keys.0[seat].iter().map(|[_, key]| key.as_str());
                let unit = keys.clone().position(|key| key == word.get_ref());
                let unit = unit.ok_or_else(|| self.page.unknown(word, "unit", keys))?;
                if !side.units[unit].is_on_table() && side.units[unit].status != Status::Away {
                    let what = format!("`{}` is not on the table", word.get_ref());
                    return Err(self.wrong(word.span(), "LEG-R28", what));
                }
                Place::With(unit as u8)
            }
            (None, Some(at)) => Place::Alone(point(at)),
            (None, None) if it.lost == Some(true) => Place::Lost,
            (None, None) if side.units.iter().any(|it| it.status == Status::Away) => Place::Away,
            _ => {
                let what = "a leader is `at` a place, `with` a unit, or `lost`";
                return Err(self.wrong(line.span(), "LEG-R28", what));
            }
        };
        let order = it.order.unwrap_or_default();
        Ok(it.state(Leader::fresh(place, order)))
    }

    fn unit(
        &self,
        line: &Spanned<UnitLine>,
        [name, key]: &[String; 2],
        host: &Host,
    ) -> Result<(Recruit, Unit), BadFile> {
        let it = line.get_ref();
        let Some(troop) = it.troop else {
            let bad = self.page.bad(line.span(), "a unit has a `troop`");
            return Err(bad.hint("such as `troop = \"legionaries\"`".to_owned()));
        };
        let profile = self.profile(it, troop)?;
        let command = match &it.command {
            None => host.leaders.iter().position(|it| it.general).unwrap_or(0),
            Some(word) => {
                let keys = host.leaders.iter().map(|it| it.key.as_str());
                let found = keys.clone().position(|key| key == word.get_ref());
                found.ok_or_else(|| self.page.unknown(word, "leader", keys))?
            }
        };
        let under_strength = profile.has(Tags::UNDER_STRENGTH);
        let usual_cost = || troop.points(profile.grade, profile.bases, under_strength);
        let recruit = Recruit {
            name: name.clone(),
            key: key.clone(),
            profile,
            legion: it.legion,
            command: command as u8,
            cost: it.cost.unwrap_or_else(usual_cost),
        };
        let unit = self.standing(it, line.span(), &profile)?;
        if unit.is_on_table() && !unit.rect().corners().iter().all(|&it| self.is_on_table(it)) {
            let at = it.at.as_ref().map_or(line.span(), Spanned::span);
            let [width, depth] = self.size.table();
            let hint = format!("x from 0 to {width}, y from 0 to {depth}");
            return Err(self.wrong(at, "LEG-R114", "it is not on the table as a whole").hint(hint));
        }
        Ok((recruit, unit))
    }

    fn is_on_table(&self, at: glam::DVec2) -> bool {
        let [width, depth] = self.size.table();
        (-SLACK..=width + SLACK).contains(&at.x) && (-SLACK..=depth + SLACK).contains(&at.y)
    }

    /// LEG-R2, LEG-R6: what a unit is at the start.
    fn profile(&self, it: &UnitLine, troop: &'static Troop) -> Result<Profile, BadFile> {
        let special = troop.kind.is_special();
        let bases = it.bases.as_ref().map_or(if special { 1 } else { 8 }, |it| *it.get_ref());
        let lawful = if special { 1..=1 } else { BASES_MIN..=BASES_MAX };
        if !lawful.contains(&bases) {
            let span = it.bases.as_ref().map_or(0..0, Spanned::span);
            let what = format!("{} of {bases} bases", troop.name);
            let hint = if special { "1".to_owned() } else { format!("{BASES_MIN} to {BASES_MAX}") };
            return Err(self.wrong(span, "LEG-R2", what).hint(hint));
        }
        let mut tags = Tags::empty();
        tags.set(Tags::UNDER_STRENGTH, it.under_strength == Some(true));
        tags.set(Tags::DISMOUNTS, it.dismounts == Some(true));
        Ok(troop.unit(it.grade.unwrap_or(Grade::C), bases, tags))
    }

    /// A unit as it is now.
    fn standing(
        &self,
        it: &UnitLine,
        line: Range<usize>,
        profile: &Profile,
    ) -> Result<Unit, BadFile> {
        let now = it.now.unwrap_or(*profile);
        let left = it.left.as_ref().map_or(profile.bases, |it| *it.get_ref());
        if left > profile.bases {
            let span = it.left.as_ref().map_or(line, Spanned::span);
            let what = format!("it had {} bases at the start", profile.bases);
            return Err(self.wrong(span, "LEG-R11", what));
        }
        let at = it.at.as_ref().map(|at| {
            let [x, y, degrees] = *at.get_ref();
            Pose {
                at: point([x, y]),
                facing: Facing::new(Angle::new(degrees.clamp(-360.0, 360.0))),
            }
        });
        let whole = Shape::usual(&Profile { bases: left.max(1), ..now });
        let shape = it.shape(&now, left.max(1), whole);
        let shape = shape.map_err(|(rule, why)| self.wrong(line.clone(), rule, why))?;
        // LEG-R62(d): what was left at the start follows from the lines then.
        let fresh = Unit::fresh(now, shape, at.unwrap_or_default());
        let mut unit = it.state(fresh);
        (unit.is.profile, unit.is.bases) = (now, left);
        unit.is.dp = it.dp.as_ref().map_or(0, |it| *it.get_ref());
        unit.is.shaken = it.shaken == Some(true);
        unit.status = it.status.unwrap_or(match (at, left) {
            (_, 0) => Status::Destroyed,
            (None, _) => Status::Away,
            (Some(_), _) => Status::Normal,
        });
        self.in_order(it, line, &unit)?;
        Ok(unit)
    }

    /// LEG-R107, LEG-R109: no more DPs than its shaken number; shaken from there on.
    fn in_order(&self, it: &UnitLine, line: Range<usize>, unit: &Unit) -> Result<(), BadFile> {
        let span = it.dp.as_ref().map_or(line.clone(), Spanned::span);
        if unit.is.bases == 0 && unit.is_on_table() {
            return Err(self.wrong(line, "LEG-R11", "a unit without bases is destroyed"));
        }
        if !unit.is_on_table() {
            return Ok(());
        }
        if unit.kind().is_special() {
            return match unit.is.dp {
                0..=4 => Ok(()),
                _ => Err(self.wrong(span, "LEG-R14", "Special units are out on their 5th DP")),
            };
        }
        let number = unit.is.shaken_number();
        if unit.is.dp > number {
            let what = format!("its shaken number is {number}: it has no more DPs");
            return Err(self.wrong(span, "LEG-R106", what));
        }
        if unit.is.dp == number && !unit.is.shaken {
            let hint = "write `shaken = true`".to_owned();
            return Err(self.wrong(span, "LEG-R109", "it is shaken with so many DPs").hint(hint));
        }
        if unit.is.shaken && !unit.is.shape.is_unformed() {
            let hint = "write `formation = \"unformed\"`".to_owned();
            return Err(self.wrong(line, "LEG-MAN.1", "a shaken unit is unformed").hint(hint));
        }
        Ok(())
    }

    /// LEG-R46(e): bodies do not overlap.
    fn nobody_overlaps(
        &self,
        battle: &Battle,
        sides: &Each<&Spanned<SideLines>>,
    ) -> Result<(), BadFile> {
        let all: Vec<(Id, acies_table::Rect)> =
            battle.all_units().map(|(id, unit)| (id, unit.rect())).collect();
        for (n, (id, rect)) in all.iter().enumerate() {
            let over = all[..n].iter().find(|(_, other)| rect.overlaps(other, TOLERANCE));
            if let Some((other, _)) = over {
                let line = &sides[id.seat()].get_ref().units[usize::from(id.number())];
                let span = line.get_ref().at.as_ref().map_or(line.span(), Spanned::span);
                let what = format!("it stands on `{}/{}`", other.seat(), battle.key(*other));
                return Err(self.wrong(span, "LEG-R46", what));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
