//! Army files that are being written: what they hold, and the edits that change whom they have.
//!
//! Whoever shows an army needs no rules for it: what can be chosen comes with the edits that write it.

use std::ops::Range;

use serde::{Serialize, de::DeserializeOwned};
use toml::Spanned;

use crate::{
    file::{BadFile, Page, first, read_toml},
    game::Army,
    words::counted,
};

/// An army file as it is written. Every ruleset reads one the same way: word by word, then what makes no sense whatever
/// the rules say, then the army that comes of it, then what the rules forbid. Whatever is wrong points at its line.
pub trait ArmyFile: DeserializeOwned {
    /// An army that is ready to take the field.
    type Roster;

    /// The ruleset that such a file is of.
    const RULESET: &'static str;

    /// The ruleset that the file says that it is of.
    fn ruleset(&self) -> Option<&Spanned<String>>;

    /// Numbers and names that make no sense whatever the rules say.
    fn misspelt(&self, page: Page<'_>) -> Vec<BadFile>;

    /// What the file has when each of its words is known and its numbers are sound.
    fn mustered(&self, page: Page<'_>) -> Self::Roster;

    /// Everything that the rules forbid.
    fn unlawful(&self, page: Page<'_>, roster: &Self::Roster) -> Vec<BadFile>;

    /// The army as the rest of Acies sees it. Its text is filled in.
    fn sheet(roster: &Self::Roster) -> Army;

    /// Its list, groups, rows and leaders, with what can be chosen. The rest is filled in.
    fn shown(&self, page: Page<'_>, roster: &Self::Roster) -> Muster;

    /// Reads a file and checks it.
    fn read(file: &str, text: &str) -> Result<Self::Roster, BadFile> {
        let (lines, roster) = Self::sound(file, text)?;
        first(lines.unlawful(Page { file, text }, &roster))?;
        Ok(roster)
    }

    /// The same, as the rest of Acies sees it.
    fn army(file: &str, text: &str) -> Result<Army, BadFile> {
        let roster = Self::read(file, text)?;
        Ok(Army { text: text.to_owned(), ..Self::sheet(&roster) })
    }

    /// A file that is being written, lawful or not.
    fn muster(file: &str, text: &str) -> Result<Muster, BadFile> {
        let (lines, roster) = Self::sound(file, text)?;
        let page = Page { file, text };
        let Army { name, budget, cost, .. } = Self::sheet(&roster);
        let wrong = lines.unlawful(page, &roster);
        Ok(Muster { name, budget, cost: cost as i32, wrong, ..lines.shown(page, &roster) })
    }

    /// A file that makes sense, and the army that comes of it.
    fn sound(file: &str, text: &str) -> Result<(Self, Self::Roster), BadFile> {
        let lines: Self = read_toml(file, text)?;
        let page = Page { file, text };
        page.is_of(lines.ruleset(), Self::RULESET)?;
        first(lines.misspelt(page))?;
        let roster = lines.mustered(page);
        Ok((lines, roster))
    }
}

/// An army file that is being written: what it holds so far, and all that is wrong in it.
#[derive(Debug, Default)]
pub struct Muster {
    /// What it calls itself.
    pub name: String,
    /// The army list that it is of, by its id.
    pub list: Option<String>,
    /// The points that it may cost.
    pub budget: u32,
    /// Of everything, with leaders and camp.
    pub cost: i32,
    /// Corps or commands, if the ruleset has them.
    pub groups: Vec<MusterGroup>,
    /// Its units, a row each.
    pub rows: Vec<MusterRow>,
    /// Commanders, leaders and whoever else goes with units.
    pub leaders: Vec<MusterLeader>,
    /// Leaders that could be added.
    pub more: Vec<MusterOption>,
    /// Everything that is wrong in it.
    pub wrong: Vec<BadFile>,
}

/// A corps or command of an army file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusterGroup {
    /// What he is called.
    pub name: String,
    /// Where its name is written, counted from one.
    pub line: usize,
}

/// Units that an army file has in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusterRow {
    /// Who they are: the id of an entry of the list, or a name of the player's own.
    pub entry: String,
    /// Where they are written, counted from one.
    pub line: usize,
    /// How many there are of them.
    pub count: u32,
    /// Of all of them.
    pub cost: i32,
    /// The corps that they belong to, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
}

/// A commander, a leader or a special figure of an army file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusterLeader {
    /// What they are called.
    pub name: String,
    /// Where he is written, counted from one.
    pub line: usize,
    /// What they cost.
    pub cost: i32,
    /// The corps that he commands, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// What one thing is chosen for each.
    pub selects: Vec<MusterSelect>,
    /// What he has or has not: each takes it or leaves it.
    pub switches: Vec<MusterOption>,
    /// Takes him out; nothing, if there must be one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Edit>,
}

/// One thing to choose, such as the level of a commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusterSelect {
    /// What is chosen.
    pub name: &'static str,
    /// What there is to choose from.
    pub options: Vec<MusterOption>,
}

/// Something to choose: what it is called, whether the file has it, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusterOption {
    /// What it is called.
    pub name: String,
    /// Whether it is chosen.
    pub on: bool,
    /// What the leader would cost.
    pub cost: i32,
    /// What choosing it changes in the file.
    pub edits: Vec<Edit>,
}

/// A change of a file: so many lines from one on, counted from one, are replaced by others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// The first line that changes, counted from one.
    pub line: usize,
    /// How many lines it takes away.
    pub takes: usize,
    /// The lines that it puts there.
    pub lines: Vec<String>,
}

impl Page<'_> {
    /// An army that costs more than its budget, if it does: by how much, and which unit it could do without.
    pub fn over_budget<'u>(
        &self,
        at: Range<usize>,
        cost: i32,
        budget: u32,
        units: impl Iterator<Item = (&'u str, i32)>,
    ) -> Option<BadFile> {
        let over = cost - budget as i32;
        if over <= 0 {
            return None;
        }
        let what = format!("{}, {over} over the budget of {budget}", points(cost));
        let spare = units.filter(|(_, cost)| *cost >= over).min_by_key(|(_, cost)| *cost);
        let hint =
            spare.map(|(key, cost)| format!("without `{key}` ({}) it would do", points(cost)));
        Some(self.bad(at, what).hint(hint))
    }

    /// A count of units that is none, or more than there is room for.
    pub fn miscounted(&self, count: Option<&Spanned<i64>>, most: usize) -> Option<BadFile> {
        let count = count.filter(|count| !(1..=most as i64).contains(count.get_ref()))?;
        let what = format!("a count of {}", count.get_ref());
        Some(self.bad(count.span(), what).hint(format!("1 to {most}")))
    }

    /// Places of units that are more or fewer than the units.
    pub fn misplaced<T>(
        &self,
        at: Option<&Spanned<Vec<T>>>,
        count: usize,
        unit: &str,
    ) -> Option<BadFile> {
        let at = at.filter(|at| at.get_ref().len() != count)?;
        let places = counted(at.get_ref().len(), "place");
        let what = format!("{places} for {}", counted(count, unit));
        let hint = "give a place to each, or leave `at` out".to_owned();
        Some(self.bad(at.span(), what).hint(hint))
    }

    /// A facing of more than a whole turn.
    pub fn misturned(&self, facing: Option<&Spanned<f64>>) -> Option<BadFile> {
        let facing = facing.filter(|it| !(-360.0..=360.0).contains(it.get_ref()))?;
        let what = format!("a facing of {}", facing.get_ref());
        let hint = "degrees, clockwise from straight ahead".to_owned();
        Some(self.bad(facing.span(), what).hint(hint))
    }

    /// A corps or command, where its name is written.
    pub fn group(&self, name: &Spanned<String>) -> MusterGroup {
        MusterGroup { name: name.get_ref().clone(), line: self.line(name.span()) }
    }

    /// Writes something else in the place of a part of the text.
    pub fn edit(&self, part: Range<usize>, text: &str) -> Edit {
        let from = self.text[..part.start].rfind('\n').map_or(0, |at| at + 1);
        let to = self.text[part.end..].find('\n').map_or(self.text.len(), |at| part.end + at);
        let written = [&self.text[from..part.start], text, &self.text[part.end..to]].concat();
        Edit {
            line: self.line(part),
            takes: self.text[from..to].split('\n').count(),
            lines: written.split('\n').map(str::to_owned).collect(),
        }
    }

    /// Gives a key of a table another value, or adds it behind another value of the same table.
    pub fn put(
        &self,
        key: &str,
        was: Option<Range<usize>>,
        beside: Range<usize>,
        value: &str,
    ) -> Edit {
        match was {
            Some(was) => self.edit(was, value),
            None if self.is_in_line(&beside) => {
                self.edit(beside.end..beside.end, &format!(", {key} = {value}"))
            }
            None => self.edit(beside.end..beside.end, &format!("\n{key} = {value}")),
        }
    }

    /// Takes a value and its key out of a table. It is not the first one of it.
    pub fn cut(&self, value: Range<usize>) -> Edit {
        let entry = self.entry(&value);
        if self.is_in_line(&value) {
            let comma = self.text[..entry.start].rfind(',').unwrap_or(entry.start);
            return self.edit(comma..entry.end, "");
        }
        let edit = self.edit(entry, "");
        Edit { lines: Vec::new(), ..edit }
    }

    /// Writes another key with its value in the place of a value and its key.
    pub fn swap(&self, value: Range<usize>, key: &str, text: &str) -> Edit {
        self.edit(self.entry(&value), &format!("{key} = {text}"))
    }

    /// Takes out the table that has a value, `[[leader]]` and what follows up to the next blank line or table, or
    /// the line if it is written in one.
    pub fn without(&self, value: Range<usize>) -> Edit {
        let line = self.line(value.clone());
        let (mut from, mut to) = (line - 1, line);
        let lines: Vec<&str> = self.text.split('\n').collect();
        if !self.is_in_line(&value) {
            while from > 0 && !lines[from].trim_start().starts_with("[[") {
                from -= 1;
            }
            while lines
                .get(to)
                .is_some_and(|line| !line.trim().is_empty() && !line.trim_start().starts_with('['))
            {
                to += 1;
            }
            to += usize::from(
                lines.get(to).is_some_and(|line| line.trim().is_empty()) && to + 1 < lines.len(),
            );
        }
        Edit { line: from + 1, takes: to - from, lines: Vec::new() }
    }

    /// Adds a table at the end.
    pub fn append(&self, table: &str) -> Edit {
        let written = self.text.trim_end();
        let end = written.len();
        let edit = self.edit(end..self.text.len(), &format!("\n\n{table}"));
        Edit { line: 1 + written.matches('\n').count(), ..edit }
    }

    /// Where a value is written together with its key.
    fn entry(&self, value: &Range<usize>) -> Range<usize> {
        let before = self.text[..value.start].trim_end().trim_end_matches('=').trim_end();
        let key = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        key..value.end
    }

    /// Whether a table is written in one line, with braces.
    pub fn is_in_line(&self, value: &Range<usize>) -> bool {
        let line = self.text[..value.start].rsplit('\n').next().unwrap_or_default();
        line.contains('{')
    }
}

fn points(number: i32) -> String {
    counted(number as usize, "point")
}

impl Edit {
    /// A text after edits that were made for it as it was.
    pub fn all(edits: &[Edit], text: &str) -> String {
        let mut lines: Vec<&str> = text.split('\n').collect();
        let mut sorted: Vec<&Edit> = edits.iter().collect();
        sorted.sort_by_key(|edit| std::cmp::Reverse(edit.line));
        for Edit { line, takes, lines: written } in sorted {
            lines.splice(line - 1..line - 1 + takes, written.iter().map(String::as_str));
        }
        lines.join("\n")
    }
}

impl MusterLeader {
    /// A leader with nothing to choose yet.
    pub fn new(name: impl Into<String>, line: usize, cost: i32) -> Self {
        let (selects, switches, without) = (Vec::new(), Vec::new(), Vec::new());
        MusterLeader { name: name.into(), line, cost, group: None, selects, switches, without }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "name = \"R\"\n\n[[leader]]\nname = \"A\"\nwith = \"x\"\n\n[[leader]]\nname = \"B\"\n";
    const LINE: &str = "leader = [\n    { name = \"A\", with = \"x\" },\n]\n";

    /// The file after an edit that needs the place of some words.
    fn after(text: &str, of: &str, edit: impl Fn(Page, Range<usize>) -> Edit) -> String {
        let at = text.find(of).unwrap();
        Edit::all(&[edit(Page { file: "", text }, at..at + of.len())], text)
    }

    #[test]
    fn edits_write_what_a_person_would() {
        let put = |was: bool| {
            move |page: Page, at: Range<usize>| {
                page.put("hero", was.then(|| at.clone()), at, "true")
            }
        };
        for (text, of, edit, old, new) in [
            (FILE, "\"A\"", put(false), "\"A\"\n", "\"A\"\nhero = true\n"),
            (LINE, "\"A\"", put(false), "\"A\",", "\"A\", hero = true,"),
            (FILE, "\"x\"", put(true), "\"x\"", "true"),
        ] {
            assert_eq!(after(text, of, edit), text.replace(old, new), "{of}");
        }
        let swap = |page: Page, at| page.swap(at, "at", "[1, 2]");
        for text in [FILE, LINE] {
            let swapped = text.replace("with = \"x\"", "at = [1, 2]");
            assert_eq!(after(text, "\"x\"", swap), swapped);
        }
        let cut = |page: Page, at| page.cut(at);
        assert_eq!(after(FILE, "\"x\"", cut), FILE.replace("with = \"x\"\n", ""));
        assert_eq!(after(LINE, "\"x\"", cut), LINE.replace(", with = \"x\"", ""));
    }

    #[test]
    fn leaders_are_added_and_taken_out() {
        let without = |page: Page, at| page.without(at);
        let first = "[[leader]]\nname = \"A\"\nwith = \"x\"\n\n";
        assert_eq!(after(FILE, "\"A\"", without), FILE.replace(first, ""));
        assert_eq!(after(LINE, "\"A\"", without), "leader = [\n]\n");
        let rest = FILE.replace("[[leader]]\nname = \"B\"\n", "");
        assert_eq!(after(FILE, "\"B\"", without), rest);
        let append = |page: Page, _| page.append("[[leader]]\nname = \"C\"\n");
        assert_eq!(after(FILE, "R", append), format!("{FILE}\n[[leader]]\nname = \"C\"\n"));
    }
}
