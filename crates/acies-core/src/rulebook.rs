//! The rulebook: every rule and ruling of a ruleset by its id, read from its `RULES.md`.

use serde::Serialize;

/// The id of a rule in `RULES.md`, such as `VIR-3.1.4`.
pub type RuleId = &'static str;

/// A rule or ruling as the rulebook has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    pub id: RuleId,
    /// The heading that it stands under.
    pub section: &'static str,
    /// Where a ruling comes from (`inferred`, `published`, `ours`); nothing for a printed rule.
    pub ruling: Option<&'static str>,
    pub text: String,
}

/// A ruleset's rules in the order of its `RULES.md`.
#[derive(Clone, Debug)]
pub struct Rulebook {
    rules: Vec<Rule>,
}

impl Rulebook {
    /// Reads a `RULES.md`: an id is defined where it stands in bold at the start of a list item,
    /// of a paragraph or of a row of a table.
    pub fn read(markdown: &'static str) -> Self {
        let mut rules: Vec<Rule> = Vec::new();
        let mut section = "";
        let mut open = false;
        for line in markdown.lines() {
            if let Some(heading) = line.strip_prefix('#') {
                section = heading.trim_start_matches('#').trim();
                open = false;
            } else if let Some((id, text)) = defined(line) {
                let row = line.trim_start().starts_with('|');
                let text = if row { cells(text) } else { text.trim().to_owned() };
                rules.push(Rule { id, section, ruling: mark(&text, id), text });
                open = !row;
            } else if line.trim().is_empty() || line.trim_start().starts_with("- ") {
                open &= line.trim_start().starts_with("- ");
                if open && let Some(rule) = rules.last_mut() {
                    rule.text = format!("{} {}", rule.text, line.trim());
                }
            } else if open && let Some(rule) = rules.last_mut() {
                rule.text = format!("{} {}", rule.text, line.trim());
            }
        }
        for rule in &mut rules {
            if let Some(mark) = rule.ruling {
                let marked = format!("[{mark}]");
                rule.text = rule.text.strip_prefix(&marked).unwrap_or(&rule.text).trim().to_owned();
            }
        }
        Rulebook { rules }
    }

    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// The ids most like a mistyped one.
    pub fn nearest(&self, id: &str) -> Vec<RuleId> {
        crate::words::nearest(id, self.rules.iter().map(|rule| rule.id))
    }
}

/// The id that a line defines, and the text after it.
fn defined(line: &'static str) -> Option<(RuleId, &'static str)> {
    let start = line.trim_start().trim_start_matches(['-', '|']).trim_start();
    let (id, text) = start.strip_prefix("**")?.split_once("**")?;
    let (prefix, number) = id.split_once('-')?;
    let is_id = !prefix.is_empty()
        && prefix.chars().all(|c| c.is_ascii_uppercase())
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '.');
    is_id.then_some((id, text))
}

/// The cells of the rest of a table's row, as one sentence.
fn cells(row: &str) -> String {
    let filled = row.split('|').map(str::trim).filter(|cell| !cell.is_empty());
    filled.collect::<Vec<_>>().join("; ")
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
        EX-3 (None) 3.1 Moves: charge; 1
        EX-R1 (Some("ours")) 4. Rulings: *Turns* end:
        EX-R1.1 (Some("ruling")) 4. Rulings: at dusk. - plain words
        "#);
        assert_eq!(book.get("ex-3").unwrap().id, "EX-3");
        assert!(book.nearest("EX-R2").contains(&"EX-R1"));
    }
}
