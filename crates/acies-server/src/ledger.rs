//! What is kept of a battle: how it began, and everything that happened in it, in order.
//!
//! A battle is its ledger. Opening it means to go through the ledger once; nothing else is stored.

use acies_ai::Player;
use acies_core::{
    Each, Seat,
    record::{End, Played, Signed, Start},
};
use serde::{Deserialize, Serialize};

use crate::secret::Digest;

/// How a battle began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Head {
    pub name: String,
    pub seats: Each<Holder>,
    pub dice: DiceName,
    /// The key of the dice, as hexadecimal digits. Nobody sees it before the end.
    pub key: String,
    /// How long one may let the other wait before he can claim the victory, in milliseconds, if at all.
    #[serde(default)]
    pub patience: Option<i64>,
    /// Rules, state and commitment, as the record has them.
    pub start: Start,
    /// Whether it is a record that was played elsewhere and can only be looked at.
    #[serde(default)]
    pub imported: bool,
    /// The first line of such a record that the rules of today do not bear out.
    #[serde(default)]
    pub problem: Option<Problem>,
    /// How such a record ends, if nothing is wrong with it.
    #[serde(default)]
    pub ended: Option<Ended>,
    /// Who sent it in: he may remove it.
    #[serde(default)]
    pub owner: Option<Digest>,
}

/// The end of a record that was played elsewhere, and who vouches for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ended {
    pub end: End,
    pub signed: Option<Signed>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Problem {
    pub line: usize,
    pub what: String,
}

/// Who decides for a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// Whoever has this secret.
    Person(Digest),
    /// Nobody yet: whoever comes with this invitation.
    Invited(Digest),
    Computer(#[serde(with = "player")] Player),
    /// Nobody at all: the battle was played elsewhere.
    Nobody,
}

impl Holder {
    pub fn computer(&self) -> Option<Player> {
        match self {
            Holder::Computer(player) => Some(*player),
            Holder::Person(_) | Holder::Invited(_) | Holder::Nobody => None,
        }
    }

    pub fn is_person(&self) -> bool {
        matches!(self, Holder::Person(_))
    }

    /// What others are told of the holder.
    pub fn name(&self) -> &'static str {
        match self {
            Holder::Person(_) => "person",
            Holder::Invited(_) => "invited",
            Holder::Computer(player) => player.name(),
            Holder::Nobody => "nobody",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceName {
    /// Keyed: committed to at the start, shown at the end.
    App,
    /// Thrown on a table and typed in.
    Real,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    Act(Act),
    /// An action that waits for real dice.
    Announce {
        by: Seat,
        action: String,
        token: Option<String>,
    },
    /// Real dice for it, as far as they are thrown.
    Faces(Vec<u8>),
    Withdraw,
    /// Back to the position after so many actions.
    Undo {
        by: Seat,
        acts: usize,
        agreed: bool,
    },
    Offer {
        by: Seat,
        what: Bargain,
    },
    /// An offer is declined. What is accepted follows as its own entry.
    Decline {
        by: Seat,
        what: Bargain,
    },
    Drawn,
    Resign(Seat),
    /// This side has let the other wait for too long, and the other has claimed the victory.
    Overdue(Seat),
    Say {
        by: Seat,
        text: String,
    },
    /// A player commits to his share in the dice: its SHA-256.
    Commit {
        by: Seat,
        commitment: String,
    },
    /// He opens it, after both have committed themselves.
    Open {
        by: Seat,
        share: String,
    },
    /// A player does not want to see the battle any more.
    Forget(Seat),
    Claim {
        seat: Seat,
        secret: Digest,
    },
}

/// What one player can ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bargain {
    Draw,
    Undo,
}

/// An action with all that came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Act {
    #[serde(flatten)]
    pub step: Played,
    /// The action in words, for whoever took it.
    pub words: String,
    /// The turn that it was taken in.
    pub turn: u32,
    /// It laid open what the other seat had kept secret, so it cannot be taken back freely.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsealed: bool,
    /// The client's name for it, so that it is not taken twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Players are stored by name.
mod player {
    use acies_ai::Player;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(player.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Player, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
