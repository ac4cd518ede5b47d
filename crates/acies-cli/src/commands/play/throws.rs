//! Real dice: who throws which dice for what, and the faces as they are typed.

use acies::battle::{Stopped, Waiting};
use acies_core::Seat;
use acies_sim::seed_of;

use super::{
    Control, Table, command, complain, complain_of_more, explain, faces, read_line, stands_alone,
};
use crate::report::{Failure, say};

const HELP: &str = "  3 5 1              what the dice show, exactly as many as are asked for
  undo               type the last throw again, or do something else if nothing was thrown yet
  why                the rule that these dice are thrown for
  log [N]            the last N things that happened, explained in full
  board              the position as it was before this action
  quit               leave the battle
";

/// What came of an action.
pub enum Tried {
    /// And whether it told something that binds who took it.
    Done {
        binds: bool,
    },
    Not,
    Left,
}

/// What somebody who is asked for dice answers.
enum Answer {
    Faces(Vec<u8>),
    /// Something that needs no dice.
    Nothing,
    Undo,
    Left,
}

impl Table {
    /// Tries an action, and asks for real dice as long as they are wanting. Each throw is typed by
    /// itself, after what happened up to it has been told.
    pub fn try_out(&mut self, by: Seat, action: &str) -> Result<Tried, Failure> {
        let mut thrown: Vec<u8> = Vec::new();
        let mut throws: Vec<usize> = Vec::new();
        loop {
            let mut real = self.source.real(&thrown, seed_of(self.seed, self.step));
            let dice = real.as_mut().unwrap_or_else(|| self.source.dice());
            let waiting = match self.battle.apply(by, action, dice) {
                Ok(learnt) => {
                    self.step += 1;
                    return Ok(Tried::Done { binds: learnt.binds() });
                }
                Err(Stopped::Waiting(waiting)) => waiting,
                Err(stopped) => {
                    explain(&stopped);
                    return Ok(Tried::Not);
                }
            };
            let free = self.seats[by] == Control::Human && !waiting.learnt.binds();
            match self.ask_faces(by, &waiting)? {
                Answer::Faces(faces) => {
                    throws.push(thrown.len());
                    thrown.extend(faces);
                }
                Answer::Undo => match throws.pop() {
                    Some(before) => {
                        thrown.truncate(before);
                        self.tell_again();
                    }
                    None if free => {
                        self.tell_again();
                        return Ok(Tried::Not);
                    }
                    None => complain("there is nothing to take back", Some("throw the dice")),
                },
                Answer::Nothing => {}
                Answer::Left => return Ok(Tried::Left),
            }
        }
    }

    fn ask_faces(&mut self, by: Seat, waiting: &Waiting) -> Result<Answer, Failure> {
        let viewer = match self.seats[by] {
            Control::Human => Some(by),
            Control::Computer(_) => self.viewer(),
        };
        let so_far = waiting.so_far(viewer);
        self.show_log(viewer, so_far);
        say(&format!("{waiting}\n"));
        let Some(line) = read_line("faces> ")? else { return Ok(Answer::Left) };
        let line = line.trim();
        let (word, rest) = command(line);
        match word.as_str() {
            "" => {}
            word if stands_alone(word) && !rest.is_empty() => complain_of_more(word),
            "help" | "?" => say(HELP),
            "quit" | "exit" => return Ok(Answer::Left),
            "undo" => return Ok(Answer::Undo),
            "board" => say(&format!("{}\n", self.battle.board(viewer))),
            "log" => self.tell(viewer, so_far, rest),
            "save" => complain(
                "nothing is saved in the middle of an action: what was declared and thrown would be lost",
                Some("type the faces, or take all of it back with `undo`; then save"),
            ),
            "why" => self.cite(&[waiting.need.ask.rule]),
            "list" | "refused" | "odds" => complain(
                "the dice come first",
                Some("type what they show; `undo`, if you have decided otherwise"),
            ),
            _ => match faces(line).and_then(|faces| waiting.need.fits(&faces).map(|()| faces)) {
                Ok(faces) => return Ok(Answer::Faces(faces)),
                Err(wrong) => complain(
                    &wrong,
                    Some(
                        "type what the dice show, such as `3 5 1`; `help` lists what else there is",
                    ),
                ),
            },
        }
        Ok(Answer::Nothing)
    }
}
