//! `cargo xtask rules`: the ids of RULES.md against the ids in the code.
//!
//! A ruleset is a crate with a `RULES.md`; a rule is defined where its id stands there in bold. What must hold:
//!
//! - every id quoted in the code, the tests or the data of a ruleset exists;
//! - every rule is quoted in its ruleset's `src/`, outside tests, or is listed in `not_in_code.toml` with a reason;
//! - no rule is both.
//!
//! `VIR-3.1.2 to .5` and `VIR-3.1.2..5` stand for four ids. The name of a family, such as `VIR-3.1` or `ADLG-MOD`, may
//! be quoted, but stands for none of its rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::scan::{Citation, citations, defined, numbered};
use crate::tools::root;

/// `cargo xtask rules`
pub fn run() -> Result<()> {
    let crates = Crates::read(&root().join("crates"))?;
    let mut problems = Vec::new();
    if crates.rulesets.is_empty() {
        println!("   no crate has a RULES.md");
    }
    let listed = fs::read_to_string(root().join("crates/acies/Cargo.toml"))?;
    for ruleset in &crates.rulesets {
        let audit = Audit::new(ruleset, &crates.files);
        // A ruleset is held to be whole from the day on which players can choose it.
        if listed.contains(&format!("{}.workspace", ruleset.folder)) {
            println!("   {}", audit.line());
            problems.extend(audit.problems());
        } else {
            println!("   {} (in the making, not listed yet)", audit.line());
            problems.extend(audit.unknown);
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    bail!("rule ids and code differ:\n  {}", problems.join("\n  "));
}

/// `cargo xtask rules --missing RULESET`: what is still to be done, a rule a line.
pub fn missing(name: &str) -> Result<()> {
    let crates = Crates::read(&root().join("crates"))?;
    let Some(ruleset) = crates.rulesets.iter().find(|ruleset| ruleset.name == name) else {
        let names: Vec<&str> = crates.rulesets.iter().map(|ruleset| &*ruleset.name).collect();
        bail!("no ruleset `{name}`\nhint: there are: {}", names.join(", "));
    };
    let audit = Audit::new(ruleset, &crates.files);
    let mut lines = vec!["neither cited nor excused:"];
    lines.extend(audit.missing().map(String::as_str));
    lines.push("cited but in no test:");
    lines.extend(audit.cited.difference(&audit.tested).map(String::as_str));
    // Whoever reads only the first lines closes the pipe: no mistake.
    writeln!(std::io::stdout(), "{}", lines.join("\n")).ok();
    Ok(())
}

/// All that is read from the disk.
struct Crates {
    rulesets: Vec<Ruleset>,
    files: Vec<File>,
}

/// The rules of one ruleset, as its crate's documents list them.
struct Ruleset {
    name: String,
    /// The crate's folder below `crates/`.
    folder: String,
    /// What its ids begin with, hyphen included: `VIR-`.
    prefix: String,
    defined: BTreeSet<String>,
    /// Rules that need no code, with the reason.
    excused: BTreeMap<String, String>,
}

/// A file that may quote rules.
struct File {
    /// The path below `crates/`, with `/` between its parts.
    path: String,
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Rust below `src/`: code up to the first `#[cfg(test)]`, tests from there on.
    Source,
    /// Rust, battles and snapshots in a folder of tests.
    Test,
    /// What players edit: troops, armies, terrain.
    Data,
}

impl Crates {
    fn read(folder: &Path) -> Result<Crates> {
        let mut crates = Crates { rulesets: Vec::new(), files: Vec::new() };
        let mut paths = Vec::new();
        walk(folder, &mut paths)?;
        paths.sort();
        for path in paths {
            let below = path.strip_prefix(folder).expect("walk stays below its folder");
            let parts: Vec<String> =
                below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            let kind = Kind::of(&parts);
            let is_ruleset = matches!(parts[..], [_, "RULES.md"]);
            if kind.is_none() && !is_ruleset {
                continue;
            }
            let shown = parts.join("/");
            let text = fs::read_to_string(&path)
                .with_context(|| format!("`crates/{shown}` cannot be read"))?;
            if is_ruleset {
                let excuses = path.with_file_name("not_in_code.toml");
                let excuses =
                    if excuses.exists() { fs::read_to_string(excuses)? } else { String::new() };
                crates.rulesets.push(Ruleset::parse(parts[0], &text, &excuses)?);
            } else if let Some(kind) = kind {
                crates.files.push(File { path: shown, kind, text });
            }
        }
        Ok(crates)
    }
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    let shown = folder.display();
    for entry in fs::read_dir(folder).with_context(|| format!("`{shown}` cannot be read"))? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            if name != "target" && name != "node_modules" {
                walk(&entry.path(), paths)?;
            }
        } else {
            paths.push(entry.path());
        }
    }
    Ok(())
}

impl Kind {
    /// The kind of the file at a path below `crates/`, if it may quote rules.
    fn of(parts: &[&str]) -> Option<Kind> {
        let (name, folders) = parts.split_last()?;
        let extension = Path::new(name).extension()?.to_str()?;
        let in_tests = folders.contains(&"tests") || folders.contains(&"benches");
        match extension {
            "rs" if in_tests || *name == "tests.rs" => Some(Kind::Test),
            "rs" if folders.get(1) == Some(&"src") => Some(Kind::Source),
            "snap" | "txt" | "toml" | "jsonl" | "json" if in_tests => Some(Kind::Test),
            "toml" if folders.get(1) == Some(&"data") => Some(Kind::Data),
            _ => None,
        }
    }
}

impl Ruleset {
    /// A ruleset from its `RULES.md` and its `not_in_code.toml`.
    fn parse(folder: &str, rules: &str, excuses: &str) -> Result<Ruleset> {
        let name = folder.strip_prefix("acies-").unwrap_or(folder).to_owned();
        let prefix = prefix(rules)
            .with_context(|| format!("`crates/{folder}/RULES.md` has no id in bold"))?;
        let mut defined = defined(rules);
        defined.retain(|id| id.starts_with(&prefix));
        let mut ruleset =
            Ruleset { name, folder: folder.to_owned(), prefix, defined, excused: BTreeMap::new() };
        let table: toml::Table = excuses
            .parse()
            .with_context(|| format!("`{}` cannot be parsed", ruleset.excuses_path()))?;
        for (id, reason) in table {
            // A reason that is no text is no reason: it is reported as an empty one.
            let reason = reason.as_str().unwrap_or_default().trim().to_owned();
            ruleset.excused.insert(id, reason);
        }
        Ok(ruleset)
    }

    /// Whether an id is a rule, or the name of a family of rules.
    fn knows(&self, id: &str) -> bool {
        let is_family = |rest: &str| {
            let numbered = rest.starts_with(|c: char| c.is_ascii_digit());
            rest.starts_with('.') || numbered && !id.ends_with(|c: char| c.is_ascii_digit())
        };
        let from = self.defined.range(id.to_owned()..);
        from.map_while(|rule| rule.strip_prefix(id)).any(|rest| rest.is_empty() || is_family(rest))
    }

    fn excuses_path(&self) -> String {
        format!("crates/{}/not_in_code.toml", self.folder)
    }
}

/// What the bold ids of a `RULES.md` begin with: `VIR-`.
fn prefix(rules: &str) -> Option<String> {
    let mut bold = rules.match_indices("**").map(|(at, stars)| &rules[at + stars.len()..]);
    let id = bold.find_map(|text| citations(text).into_iter().find(|it| it.at == 0))?.id;
    Some(id[..=id.find('-')?].to_owned())
}

/// The two ends of a range, or the one id: what must exist. Numbers between may be left out.
fn ends(citation: &Citation<'_>) -> Vec<String> {
    let mut ends = vec![citation.id.to_owned()];
    if let (Some(last), Some((stem, _))) = (citation.last, numbered(citation.id)) {
        ends.push(format!("{stem}{last}"));
    }
    ends
}

/// The ids of a ruleset quoted in a text, in their order.
fn quoted<'a>(text: &'a str, prefix: &str) -> impl Iterator<Item = Citation<'a>> {
    citations(text).into_iter().filter(move |citation| citation.id.starts_with(prefix))
}

/// How the rules of one ruleset are quoted.
struct Audit<'a> {
    ruleset: &'a Ruleset,
    cited: BTreeSet<String>,
    tested: BTreeSet<String>,
    /// Quotations of rules that do not exist.
    unknown: Vec<String>,
}

impl<'a> Audit<'a> {
    fn new(ruleset: &'a Ruleset, files: &[File]) -> Audit<'a> {
        let mut audit =
            Audit { ruleset, cited: BTreeSet::new(), tested: BTreeSet::new(), unknown: Vec::new() };
        for file in files {
            audit.read(file);
        }
        audit
    }

    fn read(&mut self, file: &File) {
        let ours = file.path.split('/').next() == Some(&self.ruleset.folder);
        let code_len = match file.kind {
            Kind::Source => file.text.find("#[cfg(test)]").unwrap_or(file.text.len()),
            Kind::Test | Kind::Data => 0,
        };
        for citation in quoted(&file.text, &self.ruleset.prefix) {
            let in_code = citation.at < code_len;
            // Elsewhere a test may well ask for a rule that does not exist, to see that refused.
            if ours || in_code {
                for end in ends(&citation) {
                    if !self.ruleset.knows(&end) {
                        let line = file.text[..citation.at].matches('\n').count() + 1;
                        let path = &file.path;
                        self.unknown.push(format!(
                            "crates/{path}:{line}: `{end}` is not in crates/{}/RULES.md",
                            self.ruleset.folder
                        ));
                    }
                }
            }
            let ids = citation.ids().into_iter().filter(|id| self.ruleset.defined.contains(id));
            match file.kind {
                Kind::Source if in_code && ours => self.cited.extend(ids),
                Kind::Source if in_code => {}
                Kind::Source | Kind::Test => self.tested.extend(ids),
                Kind::Data => {}
            }
        }
    }

    fn missing(&self) -> impl Iterator<Item = &String> {
        let ruleset = self.ruleset;
        ruleset
            .defined
            .iter()
            .filter(|id| !self.cited.contains(*id) && !ruleset.excused.contains_key(*id))
    }

    /// The counts, as `virtus 380 ids: 350 cited, 30 excused, 0 missing; 310 in tests`.
    fn line(&self) -> String {
        let excused = self.ruleset.excused.keys();
        format!(
            "{:8} {:4} ids: {:4} cited, {:3} excused, {:4} missing; {:4} in tests",
            self.ruleset.name,
            self.ruleset.defined.len(),
            self.cited.len(),
            excused
                .filter(|id| self.ruleset.defined.contains(*id) && !self.cited.contains(*id))
                .count(),
            self.missing().count(),
            self.tested.len(),
        )
    }

    fn problems(&self) -> Vec<String> {
        let mut problems = self.unknown.clone();
        let path = self.ruleset.excuses_path();
        for (id, reason) in &self.ruleset.excused {
            if !self.ruleset.defined.contains(id) {
                problems.push(format!("{path}: `{id}` is not in RULES.md"));
            }
            if reason.is_empty() {
                problems.push(format!("{path}: `{id}` has no reason"));
            }
            if self.cited.contains(id) {
                problems.push(format!("{path}: `{id}` is quoted in the code after all"));
            }
        }
        let folder = &self.ruleset.folder;
        problems.extend(self.missing().map(|id| {
            format!("crates/{folder}/RULES.md: `{id}` is neither quoted in src/ nor excused in not_in_code.toml")
        }));
        problems
    }
}

/// Each test writes down the files of a small ruleset and says what the check makes of them.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::RANGE_MAX;

    const RULES: &str = "\
# Virtus: rules (prefix VIR)
- **VIR-3.1.1** One. Bold words are **not** ids, nor is VIR-9.9.
- **VIR-3.1.2** Two; see VIR-3.1.4.
- **VIR-3.1.3 [ours]** Three.
- **VIR-3.1.4** Four.
- **VIR-6.2.T** A table.
- **VIR-R60** A ruling.
- **VIR-R61** A ruling.
";

    fn ruleset(excuses: &str) -> Ruleset {
        Ruleset::parse("acies-virtus", RULES, excuses).unwrap()
    }

    fn file(path: &str, text: &str) -> File {
        let parts: Vec<&str> = path.split('/').collect();
        File { path: path.into(), kind: Kind::of(&parts).unwrap(), text: text.into() }
    }

    #[test]
    fn definitions() {
        let ruleset = ruleset("");
        assert_eq!((&*ruleset.name, &*ruleset.prefix), ("virtus", "VIR-"));
        let expected =
            ["VIR-3.1.1", "VIR-3.1.2", "VIR-3.1.3", "VIR-3.1.4", "VIR-6.2.T", "VIR-R60", "VIR-R61"];
        assert!(ruleset.defined.iter().eq(expected));
        assert!(Ruleset::parse("acies-av", "no rules **at** all", "").is_err());
    }

    #[test]
    fn quotations() {
        for (text, expected) in [
            ("VIR-3.1.2", "VIR-3.1.2"),
            ("See VIR-3.1.2.", "VIR-3.1.2"),
            ("(VIR-6.2.T), `VIR-R60`", "VIR-6.2.T VIR-R60"),
            ("[\"VIR-3.1.1\",\"VIR-3.1.2\"]", "VIR-3.1.1 VIR-3.1.2"),
            ("VIR-3.1.1 to .3", "VIR-3.1.1 VIR-3.1.2 VIR-3.1.3"),
            ("VIR-3.1.1..3, then", "VIR-3.1.1 VIR-3.1.2 VIR-3.1.3"),
            ("VIR-3.1.1..3.", "VIR-3.1.1 VIR-3.1.2 VIR-3.1.3"),
            ("VIR-3.1.1..=3", "VIR-3.1.1 VIR-3.1.2 VIR-3.1.3"),
            ("VIR-R60..61", "VIR-R60 VIR-R61"),
            ("é VIR-3.1.9..10", "VIR-3.1.9 VIR-3.1.10"),
            // Not the ids of this ruleset.
            ("XVIR-3.1.1 _VIR-1 VIR- VIR-x AV-3.1", ""),
            // Ranges that are not of ids, and numbers that end no range.
            ("for n in 1..5 { rule(\"VIR-3.1.1\") }", "VIR-3.1.1"),
            ("(\"VIR-3.1.1\", 2..5) (\"VIR-3.1.2\")..5", "VIR-3.1.1 VIR-3.1.2"),
            ("VIR-3.1.1 to 5 dice", "VIR-3.1.1"),
            ("VIR-3.1.1..", "VIR-3.1.1"),
            ("VIR-3.1.1..3.1.4", "VIR-3.1.1"),
            ("VIR-3.1.4..2", "VIR-3.1.4"),
            ("VIR-6.2.T..5", "VIR-6.2.T"),
        ] {
            let ids: Vec<String> = quoted(text, "VIR-").flat_map(|it| it.ids()).collect();
            assert_eq!(ids.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn long_ranges_are_cut() {
        let text = "VIR-1.1..999999999";
        assert_eq!(quoted(text, "VIR-").next().unwrap().ids().len() as u32, RANGE_MAX + 1);
    }

    #[test]
    fn kinds_of_files() {
        for (path, expected) in [
            ("acies-virtus/src/melee.rs", Some(Kind::Source)),
            ("acies-virtus/src/melee/tests.rs", Some(Kind::Test)),
            ("acies-virtus/src/tests/melee.rs", Some(Kind::Test)),
            ("acies-virtus/tests/it/main.rs", Some(Kind::Test)),
            ("acies-virtus/tests/it/battles/ford.txt", Some(Kind::Test)),
            ("acies-virtus/benches/melee.rs", Some(Kind::Test)),
            ("acies-virtus/data/troops.toml", Some(Kind::Data)),
            ("acies-virtus/Cargo.toml", None),
            ("acies-virtus/not_in_code.toml", None),
            ("acies-virtus/build.rs", None),
            ("acies-virtus/tests/it/table.png", None),
        ] {
            let parts: Vec<&str> = path.split('/').collect();
            assert!(Kind::of(&parts) == expected, "{path}");
        }
    }

    #[test]
    fn families_may_be_named() {
        let ruleset = ruleset("");
        for id in ["VIR-3.1.1", "VIR-3.1", "VIR-3", "VIR-R", "VIR-R60"] {
            assert!(ruleset.knows(id), "{id}");
        }
        for id in ["VIR-3.1.5", "VIR-3.2", "VIR-R6", "VIR-R62", "VIR-6.2.1", "VIR-X"] {
            assert!(!ruleset.knows(id), "{id}");
        }
    }

    #[test]
    fn complete() {
        let ruleset = ruleset("\"VIR-6.2.T\" = \"a label without effect\"\n");
        let files = [
            file("acies-virtus/src/lib.rs", "//! VIR-3.1.1 to .4\n#[cfg(test)]\nmod t { VIR-R60 }"),
            file("acies-virtus/src/end.rs", "(\"VIR-R60\", \"VIR-R61\")"),
            file("acies-virtus/tests/it/ford.txt", "VIR-3.1.2..3"),
            file("acies-cli/tests/it/odds.rs", "VIR-3.1.4, and nothing for VIR-99"),
        ];
        let audit = Audit::new(&ruleset, &files);
        assert_eq!(audit.problems(), [""; 0]);
        assert_eq!(
            audit.line(),
            "virtus      7 ids:    6 cited,   1 excused,    0 missing;    4 in tests"
        );
    }

    #[test]
    fn incomplete() {
        let ruleset = ruleset(
            "\"VIR-3.1.1\" = \"quoted all the same\"\n\"VIR-3.1.2\" = \" \"\n\"VIR-3.1.8\" = \"why\"",
        );
        let files = [
            file("acies-virtus/src/lib.rs", "//! Melee\n// VIR-3.1.1, VIR-3.1.3..7, VIR-R62"),
            file("acies-virtus/data/troops.toml", "rule = \"VIR-R61\"\nrule = \"VIR-8.1\""),
            file("acies-virtus/tests/it/main.rs", "VIR-R60 VIR-8.2"),
            file("acies-sim/src/lib.rs", "VIR-R60 VIR-8.3"),
        ];
        let audit = Audit::new(&ruleset, &files);
        assert_eq!(
            audit.line(),
            "virtus      7 ids:    3 cited,   1 excused,    3 missing;    1 in tests"
        );
        assert_eq!(
            audit.problems().join("\n"),
            "\
crates/acies-virtus/src/lib.rs:2: `VIR-3.1.7` is not in crates/acies-virtus/RULES.md
crates/acies-virtus/src/lib.rs:2: `VIR-R62` is not in crates/acies-virtus/RULES.md
crates/acies-virtus/data/troops.toml:2: `VIR-8.1` is not in crates/acies-virtus/RULES.md
crates/acies-virtus/tests/it/main.rs:1: `VIR-8.2` is not in crates/acies-virtus/RULES.md
crates/acies-sim/src/lib.rs:1: `VIR-8.3` is not in crates/acies-virtus/RULES.md
crates/acies-virtus/not_in_code.toml: `VIR-3.1.1` is quoted in the code after all
crates/acies-virtus/not_in_code.toml: `VIR-3.1.2` has no reason
crates/acies-virtus/not_in_code.toml: `VIR-3.1.8` is not in RULES.md
crates/acies-virtus/RULES.md: `VIR-6.2.T` is neither quoted in src/ nor excused in not_in_code.toml
crates/acies-virtus/RULES.md: `VIR-R60` is neither quoted in src/ nor excused in not_in_code.toml
crates/acies-virtus/RULES.md: `VIR-R61` is neither quoted in src/ nor excused in not_in_code.toml"
        );
    }

    #[test]
    fn excuses_are_toml() {
        let error = Ruleset::parse("acies-virtus", RULES, "VIR-3.1.1: a label").err().unwrap();
        assert!(format!("{error:#}").starts_with("`crates/acies-virtus/not_in_code.toml`"));
    }
}
