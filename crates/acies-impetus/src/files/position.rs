//! Position files: any moment of a battle as TOML that people can write. See `docs/reference/impetus.md` for the format.
//!
//! What a file leaves out is as at the beginning of a battle: Units are Fresh and in order, nothing has been done yet, and
//! both players nominate a Command.

mod part;
mod write;

use acies_core::{
    BadFile, Each, RuleId, Sealed, Seat, Shared,
    file::Page,
    flow::One,
    named::{self, Names},
};
use acies_table::{Length, Point, Polygon, Polyline, Pose};
use arrayvec::ArrayVec;
use toml::Spanned;

pub use write::write;

use self::part::{Nobody, Part};
use super::data::{troop, troops};
use crate::{
    battle::{
        Army, Battle, COMMANDS_MAX, Command, Host, Id, Piece, Post, Recruit, STACK_MAX, Setup,
    },
    command::{Commander, Quality, Structure},
    landscape::{Landscape, Patch},
    movement::terrain::Terrain,
    profile::{Missile, Profile, Worded},
    rulings::{TOLERANCE, TURNS, UNITS_MAX, table_u},
    setup::Prelude,
    steps::Frame,
    units::Unit,
};

type Read<T> = Result<T, BadFile>;

impl Names for Battle {
    fn key(&self, unit: Id) -> Option<String> {
        let units = &self.setup.hosts[unit.seat()].units;
        units.get(usize::from(unit.number())).map(|it| it.key.clone())
    }

    fn keys(&self, seat: Seat) -> Vec<String> {
        self.setup.hosts[seat].units.iter().map(|it| it.key.clone()).collect()
    }
}

impl Battle {
    pub fn recruit(&self, id: Id) -> &Recruit {
        &self.setup.hosts[id.seat()].units[usize::from(id.number())]
    }
}

impl Command {
    /// A Command that has done nothing yet.
    pub fn new(commander: Option<Commander>, post: Post) -> Command {
        Command { commander, post, activated: false, shaken: false, routing: false }
    }
}

/// The profile of a kind of troops, or of the baggage.
fn profile_of(id: &str) -> Option<Profile> {
    if id == "baggage" { Some(Profile::BAGGAGE) } else { troop(id).map(|it| it.profile) }
}

/// A Unit as it would be now if nothing had happened to it.
fn fresh_piece(battle: &Battle, id: Id) -> Piece {
    let piece = battle.piece(id);
    let command = battle.sides[id.seat()].commands.get(usize::from(piece.command));
    let led =
        command.is_some_and(|it| it.commander.is_some() && it.post == Post::With(id.number()));
    let mut unit = Unit::new(piece.unit.profile, piece.unit.began);
    unit.commander = led;
    Piece::new(unit, piece.front, piece.command)
}

/// Reads a position file.
pub fn read(file: &str, text: &str) -> Read<Battle> {
    let page = Page { file, text };
    let mut whole = Part::whole(page)?;
    let named: Option<Spanned<String>> = whole.read("ruleset", &Nobody)?;
    page.is_of(named.as_ref(), "impetus")?;
    whole.read::<String>("name", &Nobody)?;
    whole.read::<String>("about", &Nobody)?;
    let [width, depth] =
        whole.read("table", &Nobody)?.unwrap_or_else(|| table_u(u32::MAX).map(Length::new));
    let attacker = whole.read("attacker", &Nobody)?.unwrap_or(Seat::Blue);
    let turns = whole.read("turns", &Nobody)?.unwrap_or(TURNS);
    let turn: Option<Spanned<u8>> = whole.read("turn", &Nobody)?;
    let nominated = whole.take("nominated");
    let prelude: Option<Prelude> = whole.read("prelude", &Nobody)?;
    let stack = whole.take("stack");
    let landscape = landscape(&mut whole)?;
    let mut sides = Each([side(&mut whole, Seat::Red)?, side(&mut whole, Seat::Blue)?]);
    let hosts = Each::of(|seat| sides[seat].host.clone());
    let mut battle = Battle {
        setup: Shared::new(Setup { width, depth, attacker, turns, hosts }),
        landscape: Shared::new(landscape),
        sides: Each::of(|seat| sides[seat].army.clone()),
        turn: turn.as_ref().map_or(1, |it| *it.get_ref()),
        nominated: Each::default(),
        prelude,
        stack: ArrayVec::new(),
    };
    if let Some(turn) = turn.filter(|it| !(1..=turns).contains(it.get_ref())) {
        let hint = format!("1 to {turns}");
        return Err(page
            .bad(turn.span(), format!("turn {}", turn.get_ref()))
            .rule("IMP-R108")
            .hint(hint));
    }
    for seat in Seat::BOTH {
        let lines = std::mem::take(&mut sides[seat].lines);
        units(&mut battle, seat, lines)?;
    }
    if let Some(nominated) = nominated {
        battle.nominated = named::read::<Each<Sealed<u8>>>(&page, nominated, &battle)?;
    }
    pending(&mut battle, page, stack)?;
    whole.end(&[
        "ruleset",
        "name",
        "about",
        "table",
        "attacker",
        "turn",
        "turns",
        "nominated",
        "prelude",
        "stack",
        "terrain",
        "walls",
        "red",
        "blue",
    ])?;
    Ok(battle)
}

/// What is being decided, and that somebody can decide it.
fn pending(
    battle: &mut Battle,
    page: Page<'_>,
    stack: Option<Spanned<toml::de::DeValue<'_>>>,
) -> Read<()> {
    let Some(stack) = stack else {
        battle.begin_turns();
        return Ok(());
    };
    let span = stack.span();
    let frames: Vec<Frame> = named::read(&page, stack, battle)?;
    let wrong = |rule: RuleId, what: &str| Err(page.bad(span.clone(), what).rule(rule));
    if frames.len() > STACK_MAX {
        return wrong("IMP-R23", "more steps than can be pending");
    }
    battle.stack = frames.into_iter().collect();
    if let Some(unfit) = battle.stack.iter().find(|frame| !frame.it().fits(battle)) {
        return wrong(
            "IMP-R23",
            &format!(
                "this cannot be pending as the battle stands: {}",
                named::write(unfit, battle)
            ),
        );
    }
    if !battle.goes_on() {
        return wrong("IMP-R23", "nobody has anything to decide");
    }
    Ok(())
}

fn landscape(whole: &mut Part<'_>) -> Read<Landscape> {
    let mut patches = Vec::new();
    for mut it in whole.list("terrain")? {
        let word: Spanned<String> = it.need("is")?;
        let known = Terrain::WORDS.iter().map(|(word, _)| *word);
        let terrain = Terrain::named(word.get_ref())
            .ok_or_else(|| it.page.unknown(&word, "terrain", known))?;
        let corners: Spanned<Vec<[Length; 2]>> = it.need("outline")?;
        let outline = Polygon::new(places(corners.get_ref()));
        let outline =
            outline.map_err(|bad| it.page.bad(corners.span(), bad.to_string()).rule("IMP-R11"))?;
        let mut patch = Patch::new(terrain, outline);
        if let Some(crest) = it.read::<Vec<[Length; 2]>>("crest", &Nobody)? {
            patch.crest = Some(Polyline::new(places(&crest)));
        }
        it.end(&["is", "outline", "crest"])?;
        patches.push(patch);
    }
    let walls: Vec<Vec<[Length; 2]>> = whole.read("walls", &Nobody)?.unwrap_or_default();
    Ok(Landscape { patches, walls: walls.iter().map(|it| Polyline::new(places(it))).collect() })
}

fn places(all: &[[Length; 2]]) -> Vec<Point> {
    all.iter().map(|&[x, y]| Point { x, y }).collect()
}

/// An army as far as it can be read before all Units have names: its state follows.
struct SideRead<'a> {
    host: Host,
    army: Army,
    /// What else is said of each Unit, and of its baggage.
    lines: Vec<Part<'a>>,
}

fn side<'a>(whole: &mut Part<'a>, seat: Seat) -> Read<SideRead<'a>> {
    let key = seat.to_string();
    let page = whole.page;
    let Some(value) = whole.take(&key) else {
        return Err(page
            .bad(0..0, format!("missing field `{key}`"))
            .hint(format!("write `[{key}]` and an army below it")));
    };
    let mut part = Part::of(page, value)?;
    let name = part.need("name")?;
    let structure: Structure = part.need("structure")?;
    let routing = part.read("routing", &Nobody)?.unwrap_or(false);
    let baggage = part.take("baggage");
    let mut read = SideRead {
        host: Host { name, structure, commands: Vec::new(), units: Vec::new() },
        army: Army { pieces: ArrayVec::new(), commands: ArrayVec::new(), routing },
        lines: Vec::new(),
    };
    for it in part.list("command")? {
        read.command(it)?;
    }
    if read.army.commands.is_empty() {
        return Err(page
            .bad(part.span, format!("{} has no Command", read.host.name))
            .rule("IMP-R5"));
    }
    read.camp(
        page,
        baggage.ok_or_else(|| {
            page.bad(part.span.clone(), "missing field `baggage`").rule("IMP-R12")
        })?,
    )?;
    part.end(&["name", "structure", "routing", "baggage", "command"])?;
    Ok(read)
}

impl<'a> SideRead<'a> {
    fn command(&mut self, mut part: Part<'a>) -> Read<()> {
        let page = part.page;
        let number = self.army.commands.len() as u8;
        if usize::from(number) == COMMANDS_MAX {
            return Err(page
                .bad(part.span, format!("more than {COMMANDS_MAX} Commands"))
                .rule("IMP-R5"));
        }
        self.host.commands.push(part.need("name")?);
        let quality: Option<Quality> = part.read("commander", &Nobody)?;
        let chief = part.read("chief", &Nobody)?.unwrap_or(false);
        let fixed = part.read("fixed", &Nobody)?.unwrap_or(false);
        let first = self.host.units.len();
        for line in part.list("unit")? {
            self.unit(line, number)?;
        }
        let mine: Vec<String> = self.host.units[first..].iter().map(|it| it.key.clone()).collect();
        let find = |word: &Spanned<String>| {
            let at = mine.iter().position(|it| it == word.get_ref());
            at.map(|at| first + at).ok_or_else(|| {
                page.unknown(word, "Unit of this Command", mine.iter().map(String::as_str))
            })
        };
        let with: Option<Spanned<String>> = part.read("with", &Nobody)?;
        let began: Option<Spanned<String>> = part.read("began_with", &Nobody)?;
        let at: Option<[Length; 2]> = part.read("at", &Nobody)?;
        let with = with.as_ref().map(find).transpose()?;
        let post = match (with, at) {
            (Some(unit), None) => Post::With(unit as u8),
            (None, Some([x, y])) => Post::At(Point { x, y }),
            _ => {
                let hint = "write `with = \"..\"`, or `at = [x, y]` if he stands alone".to_owned();
                return Err(page
                    .bad(part.span, "where is its Commander?")
                    .rule("IMP-R6")
                    .hint(hint));
            }
        };
        if let Some(led) = began.as_ref().map(find).transpose()?.or(with) {
            self.host.units[led].led = true;
        }
        let commander = quality.map(|quality| Commander { quality, chief, fixed });
        if let Some(with) = with.filter(|_| commander.is_some()) {
            self.army.pieces[with].unit.commander = true;
        }
        let usual = Command::new(commander, post);
        let mine = part.split(&usual);
        self.army.commands.push(mine.over(&usual, &Nobody)?);
        part.end(&[
            "name",
            "commander",
            "chief",
            "fixed",
            "with",
            "at",
            "began_with",
            "unit",
            "activated",
            "shaken",
            "routing",
        ])
    }

    fn unit(&mut self, mut part: Part<'a>, command: u8) -> Read<()> {
        let page = part.page;
        if self.host.units.len() == UNITS_MAX {
            return Err(page
                .bad(part.span, format!("more than {UNITS_MAX} Units"))
                .rule("IMP-R125"));
        }
        let word: Spanned<String> = part.need("troop")?;
        let known = troops().iter().map(|it| it.id.as_str());
        let listed = troop(word.get_ref()).ok_or_else(|| page.unknown(&word, "troop", known))?;
        let mut profile = listed.profile;
        if let Some(missile) = part.read::<Missile>("missile", &Nobody)? {
            profile.missile = Some(missile);
        }
        if part.read("dismounted", &Nobody)?.unwrap_or(false) {
            profile = profile.dismounted();
        }
        let large: Option<Spanned<u8>> = part.read("large", &Nobody)?;
        let elements = large.as_ref().map_or(1, |it| *it.get_ref());
        if let Some(large) =
            large.filter(|it| !(1..=listed.profile.large.max(1)).contains(it.get_ref()))
        {
            let what = format!("a Large Unit of {} `{}`", large.get_ref(), listed.id);
            return Err(page.bad(large.span(), what).rule("IMP-R39"));
        }
        let key: Option<Spanned<String>> = part.read("key", &Nobody)?;
        let name: Option<String> = part.read("name", &Nobody)?;
        let alike = 1 + self.host.units.iter().filter(|it| it.troop == listed.id).count();
        let numbered = |text: &str, by: &str| format!("{text}{by}{alike}");
        let span = key.as_ref().map_or(word.span(), Spanned::span);
        let key = key.map_or_else(|| numbered(&listed.id, "_"), Spanned::into_inner);
        if key == "baggage" || self.host.units.iter().any(|it| it.key == key) {
            return Err(page.bad(span, format!("there are two Units `{key}`")));
        }
        let name = name.unwrap_or_else(|| numbered(&listed.name, " "));
        self.host.units.push(Recruit { key, name, troop: listed.id.clone(), led: false });
        let front = front(&mut part)?;
        self.army.pieces.push(Piece::new(Unit::new(profile, elements), front, command));
        self.lines.push(part);
        Ok(())
    }

    /// The baggage: where its front is, or only its middle.
    fn camp(&mut self, page: Page<'a>, value: Spanned<toml::de::DeValue<'a>>) -> Read<()> {
        self.host.units.push(Recruit::baggage());
        let mut part = Part::of(page, value)?;
        let front = front(&mut part)?;
        self.army.pieces.push(Piece::new(Unit::new(Profile::BAGGAGE, 1), front, u8::MAX));
        self.lines.push(part);
        Ok(())
    }
}

/// Where the front of a Unit is.
fn front(part: &mut Part<'_>) -> Read<Pose> {
    let (x, y, facing) = part.need("at")?;
    Ok(Pose { at: Point { x, y }, facing })
}

/// What the lines say of Units, once all have names; and that they have room.
fn units(battle: &mut Battle, seat: Seat, lines: Vec<Part<'_>>) -> Read<()> {
    for (number, mut line) in (0..).zip(lines) {
        let id = Id::new(seat, number);
        let (page, span) = (line.page, line.span.clone());
        let usual = *battle.piece(id);
        let unit = line.split(&usual.unit).over(&usual.unit, &*battle)?;
        let piece = line.over(&Piece { unit, ..usual }, &*battle)?;
        if let Some(excess) = unit.left.iter().find(|it| **it > unit.profile.vbu) {
            let what =
                format!("{excess} VBU of {} have more than {}", battle.name(id), unit.profile.vbu);
            return Err(page.bad(span, what).rule("IMP-R40"));
        }
        *battle.piece_mut(id) = piece;
        if !piece.gone {
            has_room(battle, id).map_err(|what| page.bad(span, what).rule("IMP-R143"))?;
        }
    }
    Ok(())
}

/// Whether a Unit is on the table and overlaps nobody who has been read before it.
fn has_room(battle: &Battle, id: Id) -> Result<(), String> {
    let rect = battle.rect(id);
    if !battle.setup.table().grown(TOLERANCE.touch).holds(&rect) {
        return Err(format!("{} would hang over the edge of the table", battle.name(id)));
    }
    let before =
        Seat::BOTH.into_iter().flat_map(|seat| battle.standing(seat)).take_while(|it| *it < id);
    let mut overlapping = before.filter(|it| battle.rect(*it).overlaps(&rect, TOLERANCE));
    overlapping.next().map_or(Ok(()), |it| {
        Err(format!(
            "{} would overlap {} of {}",
            battle.name(id),
            battle.name(it),
            battle.host(it.seat())
        ))
    })
}

#[cfg(test)]
mod tests;
