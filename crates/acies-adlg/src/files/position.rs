//! Position files: any moment of a battle as TOML that people can write. See `docs/reference/adlg.md` for
//! the format.
//!
//! What a file leaves out has its usual value: full cohesion, nothing done yet, the camp in its place.
//! What [`write()`] writes leaves out only what reads back the same.

use acies_core::{
    BadFile, Each, Game, Pending, RuleId, Seat,
    file::{Page, read_toml},
};
use acies_table::{Angle, Facing, Length, Point, Polygon, Pose};
use toml::Spanned;

use crate::{
    battle::{Battle, Ending, Flags, Frame, Setup},
    files::{
        data::BUDGET,
        position::lines::{AreaLine, EndLine, File, LineLine},
    },
    rulings::{CORPS, TOLERANCE},
    setup::Field,
    terrain::landscape::{Area, Landscape, Line},
    victory::TURNS,
};

pub use write::write;

mod armies;
mod lines;
mod older;
mod pending;
mod set_up;
mod write;

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
        self.shots(&mut battle)?;
        if let Some(EndLine { winner, how }) = &lines.ending {
            battle.ending = Some(Ending { winner: *winner, how: *how });
            battle.stack.clear();
        }
        if let Some(prelude) = &lines.prelude {
            battle.prelude = Some(Box::new(self.prelude(prelude.get_ref())?));
        }
        let pending: Vec<Spanned<Frame>> = self.each(&battle, "pending")?;
        if !pending.is_empty() {
            battle.stack.clear();
        }
        for frame in &pending {
            self.fits(&battle, frame)?;
            // ADLG-SEQ.2: who is given orders has been activated.
            if let Frame::Orders(orders) = frame.get_ref() {
                battle.activated |= 1 << orders.corps;
            }
            if battle.stack.try_push(*frame.get_ref()).is_err() {
                return Err(self.wrong(frame, "ADLG-SEQ.1", "more steps than can be pending"));
            }
        }
        self.goes_on(&battle, lines, pending.last())?;
        Ok(battle)
    }

    /// Somebody has something to decide, unless the battle is over.
    fn goes_on(&self, battle: &Battle, lines: &File, last: Option<&Spanned<Frame>>) -> Read<()> {
        let Pending::Decide(seats) = battle.pending() else { return Ok(()) };
        let set_up = matches!(battle.stack.first(), Some(Frame::Prepare(_)));
        if let Some(prelude) = lines.prelude.as_ref().filter(|_| !set_up) {
            let hint = "name it in `pending`: `[{ prepare = .. }]`, or leave `[prelude]` out";
            let wrong = self.wrong(prelude, "ADLG-R33", "a set-up without the step that it is at");
            return Err(wrong.hint(hint.to_owned()));
        }
        if let Some(prelude) = &battle.prelude {
            self.finds_room(battle, prelude, lines)?;
        }
        if let Some(last) = last {
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
