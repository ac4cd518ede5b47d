//! The documents are true: every command in a block that is marked `sh` runs, and what is quoted from
//! `examples/` stands there.
//!
//! Commands are run from top to bottom in a folder of their own with the examples in it, and nobody types
//! anything. They end with exit code 0 unless the line says `# exit code N`. In a block marked `console` the
//! first line is the command, and what stands behind `red> ` and the like is typed: no more of it is
//! refused or misread than the block shows.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::Folder;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All that users read, with their paths in the repository.
fn documents() -> Vec<(String, String)> {
    let mut paths = vec![root().join("README.md")];
    for folder in ["docs/guides", "docs/concepts", "docs/reference"] {
        let files = fs::read_dir(root().join(folder)).expect("the folder is there");
        paths.extend(files.map(|file| file.expect("it can be listed").path()));
    }
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("it is below").display().to_string();
        (name, fs::read_to_string(path).expect("it is text"))
    };
    paths.into_iter().map(read).collect()
}

/// The fenced blocks of a document: how each is marked, the number of its first line, and its text.
fn blocks(text: &str) -> Vec<(&str, usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, usize, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(mark), None) => open = Some((mark, number + 1, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((.., block))) => block.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    blocks
}

/// The words of a command as a shell reads them, without its comment.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => break,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What goes on until it is stopped, or needs a server's folder.
fn serves(command: &str) -> bool {
    ["acies serve", "acies backup"].iter().any(|begins| command.starts_with(begins))
}

/// The positions and armies of `examples/`; what is in Python there has tests of its own.
fn examples() -> impl Iterator<Item = PathBuf> {
    let all = fs::read_dir(root().join("examples")).expect("it is there");
    all.map(|file| file.expect("it can be listed").path()).filter(|path| path.is_file())
}

#[test]
fn every_command_of_the_documents_runs() {
    let mut run = 0;
    for (name, text) in documents() {
        let folder = Folder::new();
        fs::create_dir(folder.path("examples")).expect("there is room");
        for file in examples() {
            let name = file.file_name().expect("a file has a name");
            fs::copy(&file, folder.path("examples").join(name)).expect("there is room");
        }
        for (mark, first, block) in blocks(&text) {
            let commands = (first..).zip(block.lines()).filter(|(_, it)| it.starts_with("acies "));
            for (line, command) in commands.filter(|(_, command)| !serves(command)) {
                assert_eq!(mark, "sh", "{name}:{line}: mark the block, so that `{command}` is run");
                let wanted = command.split_once("# exit code ").map_or("0", |(_, code)| code);
                let mut acies = Command::new(assert_cmd::cargo::cargo_bin!("acies"));
                acies.args(&words(command)[1..]).current_dir(&folder.0).stdin(Stdio::null());
                let output = acies.output().expect("it can be started");
                let code = output.status.code().expect("it ends by itself").to_string();
                let said = String::from_utf8_lossy(&output.stderr);
                assert_eq!(code, wanted.trim(), "{name}:{line}: {command}\n{said}");
                run += 1;
            }
        }
    }
    assert!(run > 20, "only {run} commands are tested");
}

#[test]
fn what_is_typed_in_the_documents_is_understood() {
    let mut typed = 0;
    for (name, text) in documents() {
        for (_, line, block) in blocks(&text).into_iter().filter(|(mark, ..)| *mark == "console") {
            let (command, rest) = block.split_once('\n').expect("it has lines");
            let command =
                words(command.strip_prefix("$ acies ").expect("it begins with a command"));
            let args: Vec<_> = command.iter().map(String::as_str).collect();
            let prompts = ["red> ", "blue> ", "faces> "];
            let lines: Vec<_> = rest
                .lines()
                .filter_map(|line| prompts.iter().find_map(|prompt| line.strip_prefix(prompt)))
                .collect();
            let folder = Folder::new();
            let shown = folder.run(&args, &format!("{}\n", lines.join("\n")));
            let wrong = |text: &str| {
                let wrong =
                    |line: &&str| line.starts_with("refused: ") || line.starts_with("error: ");
                text.lines().filter(wrong).map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(wrong(&shown), wrong(rest), "{name}:{line}\n{shown}");
            typed += lines.len();
        }
    }
    assert!(typed > 5, "only {typed} lines are typed");
}

#[test]
fn what_is_quoted_from_the_examples_stands_there() {
    let mut quoted = 0;
    for (name, text) in documents() {
        for (_, line, block) in blocks(&text).into_iter().filter(|(mark, ..)| *mark == "toml") {
            let Some((file, part)) =
                block.split_once('\n').filter(|(first, _)| first.starts_with("# examples/"))
            else {
                continue;
            };
            let example =
                fs::read_to_string(root().join(&file[2..])).expect("the example is there");
            assert!(example.contains(part), "{name}:{line}: this is not in {}", &file[2..]);
            quoted += 1;
        }
    }
    assert!(quoted >= 6, "only {quoted} examples are quoted");
}

#[test]
fn every_example_can_be_used() {
    for file in examples() {
        let path = file.display().to_string();
        let args: &[&str] =
            if path.ends_with("army.toml") { &["army", "check", &path] } else { &["check", &path] };
        let shown = crate::acies(args);
        assert!(shown.starts_with("exit code 0\n"), "{path}: {shown}");
    }
}
