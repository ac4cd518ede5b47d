//! The record of a battle as a file that holds every action as soon as it is done, so that nothing
//! is lost if the battle is broken off, in whatever way.

use std::{
    fs::{File, OpenOptions},
    io::{ErrorKind, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use crate::report::Failure;

pub struct Diary {
    path: PathBuf,
    file: File,
    /// What the file holds.
    written: String,
}

impl Diary {
    /// A new file. One that exists is left alone.
    pub fn begin(path: &Path) -> Result<Self, Failure> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| {
            let name = path.display();
            if error.kind() == ErrorKind::AlreadyExists {
                let hint = format!("`acies play {name}` goes on with it; else choose another name");
                Failure::said(format!("`{name}` exists already")).hint(hint)
            } else {
                Failure::said(format!("cannot write `{name}`: {error}"))
            }
        })?;
        Ok(Diary { path: path.to_owned(), file, written: String::new() })
    }

    /// A record that was read from a file and goes on there.
    pub fn go_on(path: &Path, text: String) -> Result<Self, Failure> {
        let file = OpenOptions::new().write(true).open(path).map_err(|error| {
            let what = format!("cannot write `{}`: {error}", path.display());
            let hint = "`--record FILE` goes on in another file".to_owned();
            Failure::said(what).hint(hint)
        })?;
        Ok(Diary { path: path.to_owned(), file, written: text })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings the file up to date. What was taken back is cut off; the rest is only added to.
    pub fn keep(&mut self, text: &str) -> Result<(), Failure> {
        let same = self.written.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        // Whole lines, so that no sign is cut in two.
        let same = self.written[..].as_bytes()[..same].iter().rposition(|&b| b == b'\n');
        let same = same.map_or(0, |newline| newline + 1);
        self.written.truncate(same);
        let done = self.add(same, &text[same..]);
        match done {
            Ok(()) => self.written.push_str(&text[same..]),
            // A part of a line is no use to anybody. Should this fail too, readers leave it out.
            Err(_) => drop(self.file.set_len(same as u64)),
        }
        done.map_err(|error| {
            Failure::said(format!("cannot write `{}`: {error}", self.path.display()))
        })
    }

    fn add(&mut self, after: usize, text: &str) -> std::io::Result<()> {
        self.file.set_len(after as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(text.as_bytes())
    }
}
