//! Writes the table of rule ids: where each one is cited in the code and in the tests of its ruleset.

#[path = "src/scan.rs"]
mod scan;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

/// What is written beside Rust files in a folder of tests, and counts as test too.
const TEST_DATA: [&str; 5] = ["snap", "txt", "toml", "jsonl", "json"];

/// Where an id is cited: file, line, and whether it is a literal there.
type Places = Vec<(String, usize, bool)>;

fn main() -> io::Result<()> {
    // A new ruleset is a new dependency, so its line here is what to watch for.
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/scan.rs");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let crates = here.parent().expect("crates lie side by side");
    let mut table: BTreeMap<String, [Places; 2]> = BTreeMap::new();
    let mut folders: Vec<_> = fs::read_dir(crates)?.collect::<Result<_, _>>()?;
    folders.sort_by_key(fs::DirEntry::path);
    for folder in folders {
        let rules = folder.path().join("RULES.md");
        if rules.exists() {
            println!("cargo::rerun-if-changed={}", rules.display());
            scan_crate(
                crates,
                &folder.path(),
                &scan::defined(&fs::read_to_string(rules)?),
                &mut table,
            )?;
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("citations.rs"), written(&table))
}

fn scan_crate(
    crates: &Path,
    folder: &Path,
    defined: &BTreeSet<String>,
    table: &mut BTreeMap<String, [Places; 2]>,
) -> io::Result<()> {
    for id in defined {
        table.entry(id.clone()).or_default();
    }
    let mut files = Vec::new();
    for below in ["src", "tests", "benches"] {
        let below = folder.join(below);
        if below.exists() {
            println!("cargo::rerun-if-changed={}", below.display());
            list(&below, &mut files)?;
        }
    }
    for path in files {
        let is_test = path.strip_prefix(folder).is_ok_and(|path| !path.starts_with("src"))
            || path.iter().any(|part| part == "tests");
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        if kind != "rs" && !(is_test && TEST_DATA.contains(&kind)) {
            continue;
        }
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let name = path.strip_prefix(crates).expect("it was found below").display().to_string();
        let (code, test, lines) = scan::split(&text, is_test);
        for (part, text, before) in [(0, code, 0), (1, test, lines)] {
            for found in scan::ids(text, defined) {
                let places = &mut table.get_mut(&found.id).expect("it is defined")[part];
                places.push((format!("crates/{name}"), before + found.line, found.quoted));
            }
        }
    }
    Ok(())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        if entry.file_type()?.is_dir() {
            list(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn written(table: &BTreeMap<String, [Places; 2]>) -> String {
    let mut out = String::from("[\n");
    for (id, [code, tests]) in table {
        let places = |places: &Places| {
            let mut out = String::new();
            for (file, line, literal) in places {
                write!(out, "Place {{ file: {file:?}, line: {line}, literal: {literal} }}, ")
                    .expect("strings take all that is written");
            }
            out
        };
        let (code, tests) = (places(code), places(tests));
        writeln!(out, "Citation {{ id: {id:?}, code: &[{code}], tests: &[{tests}] }},")
            .expect("strings take all that is written");
    }
    out.push(']');
    out
}
