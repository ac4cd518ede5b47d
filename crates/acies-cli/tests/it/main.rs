//! What a user of the command line sees: the command, all that it prints, and its exit code.
//!
//! Most of it is tried with the toy ruleset of `acies-core`, whose battles are short and whose rules
//! do not change.

mod adlg;
mod determinism;
mod documents;
mod files;
mod players;
mod playing;
mod questions;
mod real_dice;
mod serving;
mod simulation;

use std::{fs, path::PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// A folder in which commands are run.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("there is room for a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(self, name: &str, text: &str) -> Self {
        fs::write(self.path(name), text).expect("the folder can be written to");
        self
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    fn command(&self, args: &[&str], typed: &str) -> Command {
        let mut command = Command::cargo_bin("acies").expect("the binary is built");
        command.current_dir(&self.0).env("NO_COLOR", "1").args(args).write_stdin(typed);
        command
    }

    /// Exit code, stdout and stderr of a command.
    fn run(&self, args: &[&str], typed: &str) -> String {
        let output = self.command(args, typed).output().expect("it can be started");
        let text = |bytes| String::from_utf8(bytes).expect("text is UTF-8");
        let code = output.status.code().expect("it ends by itself");
        let mut all = format!("exit code {code}\n");
        for (name, bytes) in [("stdout", output.stdout), ("stderr", output.stderr)] {
            if !bytes.is_empty() {
                all.extend(["--- ", name, "\n", &text(bytes)]);
            }
        }
        all
    }

    /// What a command answers to a program.
    fn json(&self, args: &[&str]) -> serde_json::Value {
        let output = self.command(args, "").output().expect("it can be started");
        serde_json::from_slice(&output.stdout).expect("the answer is JSON")
    }
}

/// A command without files and without anything typed.
fn acies(args: &[&str]) -> String {
    Folder::new().run(args, "")
}
