//! A table as text for terminals: ground, bases, a legend, and the rosters of both armies.
//!
//! A unit is its side's sign, its number and the way it faces: `#12^` is red's unit 12, facing north. One that is drawn
//! to scale and faces east or west stands on two lines: `12` over `#>`.

use acies_core::{
    Each, Id, Seat,
    words::{number, side_by_side},
};
use acies_table::{Canvas, Rect, arrow};
use glam::{DVec2, dvec2};

use crate::{Field, Ground, Lying};

/// The sign of a side.
pub fn sign(seat: Seat) -> char {
    match seat {
        Seat::Red => '#',
        Seat::Blue => 'o',
    }
}

/// A part of the table, on which one thing is drawn over another.
pub struct Board {
    canvas: Canvas,
    /// What the signs of areas mean, and those of lines.
    areas: Vec<(char, String)>,
    lines: Vec<(char, String)>,
}

impl Board {
    /// The part of a table with all these bodies in it, in whole distance units, and open ground about them.
    pub fn around<F: Field>(field: &F, bodies: impl IntoIterator<Item = Rect>) -> Board {
        let table = field.table();
        let (low, high) = (table.centre() - table.half(), table.centre() + table.half());
        let corners = bodies.into_iter().flat_map(|rect| rect.corners());
        let (mut least, mut most) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for corner in corners {
            (least, most) = (least.min(corner), most.max(corner));
        }
        let margin = DVec2::splat(F::UNIT);
        let least = ((least - margin) / F::UNIT).floor() * F::UNIT;
        let most = ((most + margin) / F::UNIT).ceil() * F::UNIT;
        let whole = |place: DVec2, round: fn(f64) -> f64| {
            dvec2(round(place.x / F::UNIT), round(place.y / F::UNIT)) * F::UNIT
        };
        let (low, high) = (whole(low, f64::floor), whole(high, f64::ceil));
        Board::of::<F>(&Rect::between(least.max(low), most.min(high)))
    }

    /// A part of the table.
    pub fn of<F: Field>(part: &Rect) -> Board {
        let canvas = Canvas::scaled(part, F::UNIT);
        Board { canvas, areas: Vec::new(), lines: Vec::new() }
    }

    /// Lays ground: areas first, and lines over them.
    pub fn ground(&mut self, all: &[Ground]) {
        for it in all {
            match &it.lies {
                Lying::Area(outline) => self.canvas.fill(it.sign, |place| outline.contains(place)),
                Lying::Block(rect) => self.canvas.fill(it.sign, |place| rect.contains(place)),
                Lying::Line(..) => {
                    note(&mut self.lines, it);
                    continue;
                }
            }
            note(&mut self.areas, it);
        }
        for it in all {
            if let Lying::Line(line, _) = &it.lies {
                for part in line.parts() {
                    self.canvas.trace(&part, &it.sign.to_string());
                }
            }
        }
    }

    /// Bases to scale, each with its number.
    pub fn bases(&mut self, field: &impl Field) {
        for id in field.bodies() {
            let rect = field.base(id).rect();
            self.canvas.fill(sign(id.seat()), |place| rect.contains(place));
        }
        for id in field.bodies() {
            let pose = field.base(id).pose;
            let (number, mark) = (number(id.number()), sign(id.seat()));
            match arrow(pose.facing) {
                arrow @ ('^' | 'v') => {
                    self.canvas.write(pose.at.vec(), &format!("{mark}{number}{arrow}"));
                }
                arrow => {
                    let lines = [&format!("{number:2}"), &format!("{mark}{arrow}")];
                    self.canvas.write_two(pose.at.vec(), lines.map(String::as_str));
                }
            }
        }
    }

    /// Numbers alone, on one line each, where bases say less than their middles.
    pub fn numbers(&mut self, field: &impl Field) {
        for id in field.bodies() {
            let pose = field.base(id).pose;
            let (number, mark) = (number(id.number()), sign(id.seat()));
            self.canvas.write(pose.at.vec(), &format!("{mark}{number}{}", arrow(pose.facing)));
        }
    }

    /// A mark of a side: `@` for a leader by himself.
    pub fn mark(&mut self, seat: Seat, at: DVec2, mark: &str) {
        self.canvas.write(at, &format!("{}{mark}", sign(seat)));
    }

    /// A block with a word in it: a camp.
    pub fn block(&mut self, rect: &Rect, with: char, word: &str) {
        self.canvas.fill(with, |place| rect.contains(place));
        self.canvas.write(rect.centre(), word);
    }

    /// All of it: a title, the table, what its signs mean, and both rosters side by side. `marks` are the signs that the
    /// ruleset adds: `@ leader`.
    pub fn text(self, title: &str, marks: &[&str], rosters: &Each<Vec<String>>) -> String {
        let mut lines = vec![title.to_owned(), String::new()];
        lines.extend(self.canvas.lines());
        let told = |(sign, word): &(char, String)| format!("{sign} {word}");
        let usual = ["# red", "o blue", "^v<> facing"];
        let signs = usual.into_iter().chain(marks.iter().copied()).map(str::to_owned);
        let ground = self.areas.iter().chain(&self.lines).map(told);
        lines.push(signs.chain(ground).collect::<Vec<_>>().join(", "));
        lines.push(String::new());
        lines.extend(side_by_side(&rosters[Seat::Red], &rosters[Seat::Blue]));
        lines.join("\n")
    }
}

/// A sign is explained once, in the order of the words.
fn note(legend: &mut Vec<(char, String)>, it: &Ground) {
    if let Err(at) = legend.binary_search_by(|(_, word)| word.as_str().cmp(&it.word)) {
        legend.insert(at, (it.sign, it.word.clone()));
    }
}

/// The units of a side in their order, a line each.
pub fn roster(name: &str, seat: Seat, units: u8, line: impl Fn(Id) -> String) -> Vec<String> {
    let units = (0..units).map(|unit| line(Id::new(seat, unit)));
    std::iter::once(format!("{} {name}", sign(seat))).chain(units).collect()
}

#[cfg(test)]
mod tests {
    use acies_core::scene::TerrainKind;

    use super::*;
    use crate::tests::meadow;

    #[test]
    fn a_board_shows_who_stands_where() {
        let field = meadow(&[(0.0, -1.0), (1.0, -1.0)], &[(0.0, 1.0)]);
        let wood = Rect::between(dvec2(1.0, 0.0), dvec2(2.0, 1.0));
        let ground = [Ground {
            id: "wood/0".into(),
            kind: TerrainKind::Wood,
            name: None,
            lies: Lying::Block(wood),
            says: "Wood".into(),
            rules: vec!["X-1"],
            sign: '*',
            word: "wood".into(),
        }];
        let mut board = Board::around(&field, field.bodies().map(|id| field.base(id).rect()));
        board.ground(&ground);
        board.bases(&field);
        board.mark(Seat::Red, dvec2(0.0, -2.0), "@");
        let line = |id: Id| format!("unit {}", id.number() + 1);
        let rosters = Each::of(|seat| roster("army", seat, 1, line));
        let text = board.text("Meadow: turn 1", &["@ leader"], &rosters);
        let expected = "\
Meadow: turn 1

    +--------|0----------+
";
        assert!(text.starts_with(expected), "{text}");
        for part in ["#1^", "#2^", "o1v", "#@", "****", "@ leader, * wood", "# army"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
