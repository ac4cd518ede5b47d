//! The rulebook: every rule and ruling of a ruleset by its id, read from its `RULES.md`.

use serde::Serialize;

/// The id of a rule in `RULES.md`, such as `VIR-3.1.4`.
pub type RuleId = &'static str;

/// A rule or ruling as the rulebook has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The id by which it is cited.
    pub id: RuleId,
    /// The heading that it stands under.
    pub section: &'static str,
    /// Where a ruling comes from (`inferred`, `published`, `ours`); nothing for a printed rule.
    pub ruling: Option<&'static str>,
    /// What it says.
    pub text: String,
    /// The table that follows it.
    pub table: Option<Table>,
}

/// A table of the rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The heads of its columns.
    pub heads: Vec<String>,
    /// Its rows, a text for each column.
    pub rows: Vec<Vec<String>>,
}

/// A ruleset's rules in the order of its `RULES.md`.
#[derive(Clone, Debug)]
pub struct Rulebook {
    rules: Vec<Rule>,
}

impl Rulebook {
    /// Reads a `RULES.md`: an id is defined where it stands in bold at the start of a list item,
    /// of a paragraph or of a row of a table. A table belongs to the rule right before it; if that rule
    /// gives it an id of its own, in bold, it can be found by both.
    pub fn read(markdown: &'static str) -> Self {
        let mut reader = Reader::default();
        for line in markdown.lines() {
            reader.line(line);
        }
        reader.close();
        let mut rules = Vec::new();
        for (at, mut rule) in reader.rules.into_iter().enumerate() {
            let names = reader.names.iter().filter(|(of, _)| *of == at).map(|(_, id)| *id);
            for id in names.clone() {
                rule.text = rule.text.replace(&format!("**{id}**"), id);
            }
            let again: Vec<_> = names.map(|id| Rule { id, ..rule.clone() }).collect();
            rules.push(rule);
            rules.extend(again);
        }
        Rulebook { rules }
    }

    /// The rules whose tables a rule has or refers to, such as `ADLG-COM.T1` or `COM.T1`.
    pub fn tables_of<'a>(&'a self, rule: &'a Rule) -> Vec<&'a Rule> {
        let words = rule.text.split(|c: char| !(c.is_ascii_alphanumeric() || ".-".contains(c)));
        let words: Vec<_> = words.map(|word| word.trim_end_matches('.')).collect();
        let short = |id: RuleId| id.split_once('-').map_or(id, |(_, short)| short);
        let refers = |id| words.iter().any(|&word| word == id || word == short(id));
        let own = rule.table.is_some().then_some(rule);
        let others = self.rules.iter().filter(|other| {
            let by_name = other.table.is_some() && other.table != rule.table;
            by_name && is_of_table(other.id) && refers(other.id)
        });
        own.into_iter().chain(others).collect()
    }

    /// Every rule, in the order of the book.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule of an id.
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// The ids most like a mistyped one.
    pub fn nearest(&self, id: &str) -> Vec<RuleId> {
        crate::words::nearest(id, self.rules.iter().map(|rule| rule.id))
    }
}

/// What is being read.
#[derive(Default)]
struct Reader {
    rules: Vec<Rule>,
    /// Ids that rules give to their tables.
    names: Vec<(usize, RuleId)>,
    section: &'static str,
    /// Whether the next line may go on with the last rule.
    open: bool,
    /// The rule that a table belongs to, if one follows.
    above: Option<usize>,
    /// The table in which the last line was.
    table: Option<Table>,
}

impl Reader {
    fn line(&mut self, line: &'static str) {
        let start = line.trim_start();
        if start.starts_with('|') {
            return self.row(line);
        }
        self.close();
        if let Some(heading) = line.strip_prefix('#') {
            self.section = heading.trim_start_matches('#').trim();
            (self.open, self.above) = (false, None);
        } else if let Some((id, text)) = defined(line) {
            let text = text.trim();
            self.above = Some(self.rules.len());
            self.open = true;
            self.define(id, mark(text, id), text);
            self.name(line, id);
        } else if start.is_empty() {
            self.open = false;
        } else if self.open
            && let Some(rule) = self.rules.last_mut()
        {
            rule.text = format!("{} {}", rule.text, line.trim());
            self.name(line, "");
        } else {
            self.above = None;
        }
    }

    fn row(&mut self, line: &'static str) {
        let Some(table) = &mut self.table else {
            self.table = Some(Table { heads: cells(line), rows: Vec::new() });
            self.open = false;
            return;
        };
        let row = cells(line);
        if row.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c)) && !cell.is_empty()) {
            return;
        }
        table.rows.push(row.clone());
        if let Some((id, text)) = defined(line) {
            let named = table.heads.iter().zip(&row).skip(1).filter(|(_, cell)| !cell.is_empty());
            let named: Vec<_> = named.map(|(head, cell)| format!("{head}: {cell}")).collect();
            let ruling = mark(text.trim_start_matches([' ', '|']), id);
            let marked = ruling.map(|mark| format!("[{mark}] ")).unwrap_or_default();
            self.define(id, ruling, &named.join("; ").replacen(&marked, "", 1));
        }
    }

    fn define(&mut self, id: RuleId, ruling: Option<&'static str>, text: &str) {
        let marked = ruling.map(|mark| format!("[{mark}]")).unwrap_or_default();
        let text = text.strip_prefix(&marked).unwrap_or(text).trim().to_owned();
        self.rules.push(Rule { id, section: self.section, ruling, text, table: None });
    }

    /// Notes the ids in bold in a line of a rule, but for its own.
    fn name(&mut self, line: &'static str, own: &str) {
        let last = self.rules.len() - 1;
        let bold = line.split("**").skip(1).step_by(2).filter_map(id_of);
        self.names.extend(bold.filter(|id| *id != own).map(|id| (last, id)));
    }

    /// The table ends here, if there was one.
    fn close(&mut self) {
        if let Some(table) = self.table.take()
            && let Some(rule) = self.above.take()
        {
            self.rules[rule].table = Some(table);
        }
    }
}

/// Whether an id is that of a table: `AV-T1`, `ADLG-MEL.T1`, `VIR-QS.T`.
fn is_of_table(id: RuleId) -> bool {
    let last = id.rsplit(['.', '-']).next().unwrap_or(id);
    last.strip_prefix('T').is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}

/// The id that a line defines, and the text after it: `**EX-1** text`, `**EX-1 text**`, `Table **EX-1** text`.
fn defined(line: &'static str) -> Option<(RuleId, &'static str)> {
    let start = line.trim_start().trim_start_matches(['-', '|']).trim_start();
    let start = start.strip_prefix("Table ").unwrap_or(start);
    let (bold, text) = start.strip_prefix("**")?.split_once("**")?;
    let id = id_of(bold.split(' ').next()?)?;
    let title = bold[id.len()..].trim();
    Some((id, if title.is_empty() { text } else { title }))
}

/// A text that is an id and nothing else.
fn id_of(text: &str) -> Option<&str> {
    let (prefix, number) = text.split_once('-')?;
    let is_id = !prefix.is_empty()
        && prefix.chars().all(|c| c.is_ascii_uppercase())
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '.');
    is_id.then_some(text)
}

/// The cells of a table's row, without what makes them bold.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|');
    row.split('|').map(|cell| cell.trim().replace("**", "")).collect()
}

fn mark(text: &str, id: &str) -> Option<&'static str> {
    let marks = ["inferred", "published", "ours"];
    let marked = marks.into_iter().find(|mark| text.starts_with(&format!("[{mark}]")));
    // Parts of a ruling and rows of its tables are rulings too.
    let number = id.split_once('-').map_or("", |(_, number)| number);
    let ruling = number.starts_with('R') && number[1..].starts_with(|c: char| c.is_ascii_digit());
    marked.or(ruling.then_some("ruling"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "\
## 3. Rules
### 3.1 Moves
- **EX-1** A unit moves
  once a turn.
- **EX-2** Not *twice*.

**EX-2.T** Costs

| id | item | cost |
|---|---|---|
| **EX-3** | charge | 1 |
| **EX-4** | rest | |

- **EX-5** Numbers to reach, table **EX-T1** (row = from):

| from | to |
|:-:|---|
| **Halt** | 3+ |

Table **EX-T2** (on each die)

**EX-T3 Foot**

Words in between.

| a | b |
|---|---|
| 1 | 2 |

- **EX-6** See T1 and EX-2.T.

## 4. Rulings
- **EX-R1** [ours] *Turns* end:
  - **EX-R1.1** at dusk.
- plain words
";

    #[test]
    fn rules_are_found_by_id() {
        let book = Rulebook::read(RULES);
        let told: Vec<_> = book
            .rules()
            .iter()
            .map(|rule| format!("{} ({:?}) {}: {}", rule.id, rule.ruling, rule.section, rule.text))
            .collect();
        insta::assert_snapshot!(told.join("\n"), @r#"
        EX-1 (None) 3.1 Moves: A unit moves once a turn.
        EX-2 (None) 3.1 Moves: Not *twice*.
        EX-2.T (None) 3.1 Moves: Costs
        EX-3 (None) 3.1 Moves: item: charge; cost: 1
        EX-4 (None) 3.1 Moves: item: rest
        EX-5 (None) 3.1 Moves: Numbers to reach, table EX-T1 (row = from):
        EX-T1 (None) 3.1 Moves: Numbers to reach, table EX-T1 (row = from):
        EX-T2 (None) 3.1 Moves: (on each die)
        EX-T3 (None) 3.1 Moves: Foot
        EX-6 (None) 3.1 Moves: See T1 and EX-2.T.
        EX-R1 (Some("ours")) 4. Rulings: *Turns* end:
        EX-R1.1 (Some("ruling")) 4. Rulings: at dusk. - plain words
        "#);
        assert_eq!(book.get("ex-3").unwrap().id, "EX-3");
        assert!(book.nearest("EX-R2").contains(&"EX-R1"));
    }

    #[test]
    fn tables_stand_in_the_rules_that_they_follow_and_that_refer_to_them() {
        let book = Rulebook::read(RULES);
        let table = |id| book.get(id).unwrap().table.clone();
        let costs = table("EX-2.T").unwrap();
        assert_eq!(costs.heads, ["id", "item", "cost"]);
        assert_eq!(costs.rows, [["EX-3", "charge", "1"], ["EX-4", "rest", ""]]);
        assert_eq!(table("EX-T1").unwrap().rows, [["Halt", "3+"]]);
        assert_eq!(table("EX-5"), table("EX-T1"));
        for without in ["EX-2", "EX-T2", "EX-T3", "EX-6"] {
            assert_eq!(table(without), None, "{without}");
        }
        let tables = |id| -> Vec<_> {
            let rule = book.get(id).unwrap();
            book.tables_of(rule).into_iter().map(|rule| rule.id).collect()
        };
        assert_eq!(tables("EX-5"), ["EX-5"]);
        assert_eq!(tables("EX-6"), ["EX-2.T", "EX-T1"]);
        assert!(tables("EX-1").is_empty());
    }
}
