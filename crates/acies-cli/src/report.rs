//! What a command comes to: an exit code, or a failure that is explained.

use std::{
    fmt,
    io::{ErrorKind, IsTerminal, Write},
    path::Path,
    process::ExitCode,
};

use acies_core::{BadFile, Misread};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;
use serde_json::json;

/// What every command gives back.
pub type Done = Result<ExitCode, Failure>;

/// Refused, or falls short.
pub const SHORT: u8 = 1;
/// Trouble.
pub const TROUBLE: u8 = 2;

/// Why a command has no answer.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong in a file that a person wrote.
    File { bad: Box<BadFile>, code: u8 },
    /// Something is wrong with what was asked.
    Said { what: String, hint: Option<String>, code: u8 },
    /// Something went wrong outside Acies.
    Trouble(anyhow::Error),
}

impl Failure {
    pub fn said(what: impl Into<String>) -> Self {
        Failure::Said { what: what.into(), hint: None, code: TROUBLE }
    }

    pub fn hint(self, hint: impl Into<Option<String>>) -> Self {
        match self {
            Failure::Said { what, code, .. } => Failure::Said { what, hint: hint.into(), code },
            other => other,
        }
    }

    /// The failure in words.
    pub fn words(&self) -> String {
        match self {
            Failure::File { bad, .. } => drawn(bad),
            Failure::Said { what, hint, .. } => said(what, hint.as_deref()),
            Failure::Trouble(error) => said(&format!("{error:#}"), None),
        }
    }

    /// Tells the user, and a program too if it asked for JSON.
    pub fn report(&self, json: bool) -> ExitCode {
        tell(&self.words());
        let (value, code) = match self {
            Failure::File { bad, code } => {
                let value = json!({
                    "what": bad.what, "file": bad.file(), "line": bad.line(), "column": bad.column(),
                    "rule": bad.rule, "hint": bad.hint,
                });
                (value, *code)
            }
            Failure::Said { what, hint, code } => (json!({ "what": what, "hint": hint }), *code),
            Failure::Trouble(error) => (json!({ "what": format!("{error:#}") }), TROUBLE),
        };
        if json {
            print_json(&json!({ "error": value }));
        }
        ExitCode::from(code)
    }
}

impl From<BadFile> for Failure {
    fn from(bad: BadFile) -> Self {
        Failure::File { bad: Box::new(bad), code: TROUBLE }
    }
}

impl From<Misread> for Failure {
    fn from(Misread { what, hint }: Misread) -> Self {
        Failure::Said { what, hint, code: TROUBLE }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Trouble(error)
    }
}

/// An error and its hint, a line each.
pub fn said(what: &str, hint: Option<&str>) -> String {
    let hint = hint.map(|hint| format!("hint: {hint}\n")).unwrap_or_default();
    format!("error: {what}\n{hint}")
}

/// An error in a file, with its line and a caret.
fn drawn(bad: &BadFile) -> String {
    let theme = if std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).without_cause_chain();
    let mut picture = String::new();
    handler.render_report(&mut picture, &Marked(bad)).expect("strings take all that is written");
    // The first line of the picture repeats the message.
    let picture: Vec<_> = picture.lines().skip_while(|line| !line.contains('[')).collect();
    let hint = bad.hint.as_ref().map(|hint| format!("hint: {hint}\n")).unwrap_or_default();
    format!("error: {bad}\n{}\n{hint}", picture.join("\n").trim_end())
}

/// The place in a file without words: they stand above and below it.
#[derive(Debug)]
struct Marked<'a>(&'a BadFile);

impl fmt::Display for Marked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("here")
    }
}

impl std::error::Error for Marked<'_> {}

impl Diagnostic for Marked<'_> {
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        self.0.labels()
    }
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path)
        .map_err(|error| Failure::said(format!("cannot read `{}`: {error}", path.display())))
}

pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::said(format!("cannot write `{}`: {error}", path.display())))
}

/// Prints an answer for programs.
pub fn print_json(value: &impl Serialize) {
    let text = serde_json::to_string_pretty(value).expect("answers are plain data");
    print_text(&text);
}

/// Prints an answer for people.
pub fn print_text(text: &str) {
    say(&format!("{}\n", text.trim_end()));
}

/// Prints a part of an answer.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        unheard(&error);
    }
}

/// Ends because nobody hears the answer. Whoever has stopped listening has had enough of it; anything
/// else is trouble.
pub fn unheard(error: &std::io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    tell(&said(&format!("cannot write the answer: {error}"), None));
    std::process::exit(TROUBLE.into());
}

/// Prints what is no answer: warnings and errors. There is nobody left to be told if that fails.
pub fn tell(text: &str) {
    drop(std::io::stderr().write_all(text.as_bytes()));
}
