//! A table as text: four columns and two lines to a unit of distance.

use glam::{DVec2, dvec2};

use crate::{Facing, Rect, Segment};

const COLUMNS: f64 = 4.0;
const LINES: f64 = 2.0;

/// How often a line is marked along its length.
const MARKS: u32 = 20;

/// A part of the table as characters, north at the top.
///
/// ```
/// # use acies_table::{Canvas, Rect};
/// # use glam::dvec2;
/// let mut canvas = Canvas::new(&Rect::between(dvec2(0.0, 0.0), dvec2(2.0, 1.0)));
/// canvas.fill('*', |place| place.x > 1.5);
/// canvas.write(dvec2(1.0, 0.75), "#1^");
/// assert_eq!(canvas.lines(), ["    +|0------+", "   1|   #1^**|", "    |      **|", "    +|0------+"]);
/// ```
pub struct Canvas {
    cells: Vec<Vec<char>>,
    /// The place of its upper left corner.
    west: f64,
    north: f64,
    /// What four columns and two lines are.
    unit: f64,
}

impl Canvas {
    /// An empty one. The part should have whole numbers for its borders.
    pub fn new(part: &Rect) -> Canvas {
        Canvas::scaled(part, 1.0)
    }

    /// An empty one on which four columns and two lines are so long; the borders of the part should be multiples of it.
    pub fn scaled(part: &Rect, unit: f64) -> Canvas {
        let columns = (part.width() / unit * COLUMNS).round() as usize;
        let lines = (part.depth() / unit * LINES).round() as usize;
        let corner = part.centre() + dvec2(-part.width(), part.depth()) / 2.0;
        Canvas { cells: vec![vec![' '; columns]; lines], west: corner.x, north: corner.y, unit }
    }

    /// Fills the cells whose centres are in a shape.
    pub fn fill(&mut self, with: char, shape: impl Fn(DVec2) -> bool) {
        for (line, cells) in self.cells.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                let x = self.west + (column as f64 + 0.5) / COLUMNS * self.unit;
                let y = self.north - (line as f64 + 0.5) / LINES * self.unit;
                if shape(dvec2(x, y)) {
                    *cell = with;
                }
            }
        }
    }

    /// Writes text with its middle at a place.
    pub fn write(&mut self, at: DVec2, text: &str) {
        let middle = (at.x - self.west) / self.unit * COLUMNS;
        let first = (middle - text.chars().count() as f64 / 2.0).round();
        let line = ((self.north - at.y) / self.unit * LINES - 0.5).round();
        // Whoever stands on the border is shown.
        let line = if at.y <= self.north { line.max(0.0) } else { line };
        for (column, letter) in text.chars().enumerate() {
            self.set(line, first + column as f64, letter);
        }
    }

    /// Writes one text over another, their border at a place.
    pub fn write_two(&mut self, at: DVec2, [upper, lower]: [&str; 2]) {
        let half = dvec2(0.0, 0.5 / LINES * self.unit);
        self.write(at + half, upper);
        self.write(at - half, lower);
    }

    /// Marks a line all along.
    pub fn trace(&mut self, line: &Segment, with: &str) {
        for mark in 0..=MARKS {
            self.write(line.at(f64::from(mark) / f64::from(MARKS)), with);
        }
    }

    fn set(&mut self, line: f64, column: f64, letter: char) {
        if line >= 0.0
            && column >= 0.0
            && let Some(cell) =
                self.cells.get_mut(line as usize).and_then(|line| line.get_mut(column as usize))
        {
            *cell = letter;
        }
    }

    /// The lines, within a ruler.
    pub fn lines(&self) -> Vec<String> {
        let width = self.cells.first().map_or(0, Vec::len);
        let mut ruler = vec!['-'; width];
        for column in (0..width).step_by(COLUMNS as usize) {
            let x = self.west + column as f64 / COLUMNS * self.unit;
            if (x / self.unit / 5.0).fract() == 0.0 {
                for (cell, letter) in ruler[column..].iter_mut().zip(format!("|{x}").chars()) {
                    *cell = letter;
                }
            }
        }
        let ruler: String = ruler.into_iter().collect();
        let ruler = format!("    +{ruler}+");
        let mut lines = vec![ruler.clone()];
        for (line, cells) in self.cells.iter().enumerate() {
            let y = self.north - line as f64 / LINES * self.unit;
            let mark =
                if (y / self.unit).fract() == 0.0 { format!("{y:4}") } else { "    ".into() };
            let cells: String = cells.iter().collect();
            lines.push(format!("{mark}|{cells}|"));
        }
        lines.push(ruler);
        lines
    }
}

/// A facing as a character.
pub fn arrow(facing: Facing) -> char {
    match facing.from_north().degrees() {
        degrees if !(45.0..=315.0).contains(&degrees) => '^',
        degrees if degrees < 135.0 => '>',
        degrees if degrees <= 225.0 => 'v',
        _ => '<',
    }
}
