//! Where the dice of a battle come from.

use acies_core::{
    Dice, Each,
    keyed::{Key, Keyed},
    record::DiceKind,
};

use crate::report::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DiceName {
    /// From a seed
    Seeded,
    /// From a secret key that is committed to at the start and shown at the end
    Keyed,
    /// Thrown at the table and typed in
    Real,
}

pub enum Source {
    Seeded { seed: u64, dice: Dice },
    Keyed { game: String, key: Key, dice: Dice },
    Real(Dice),
}

impl Source {
    pub fn new(name: DiceName, seed: u64) -> Result<Self, Failure> {
        Ok(match name {
            DiceName::Seeded => Source::Seeded { seed, dice: Dice::seeded(seed) },
            DiceName::Keyed => {
                let mut secret = [0; 32];
                getrandom::fill(&mut secret)
                    .map_err(|error| Failure::said(format!("no secret to be had: {error}")))?;
                let (key, game) = (Key::new(secret), format!("game {seed:016x}"));
                Source::Keyed { dice: Dice::keyed(Keyed::of(key, game.clone())), game, key }
            }
            DiceName::Real => Source::Real(Dice::scripted([])),
        })
    }

    /// The dice of a record that goes on, as its last action has left them. Keyed dice cannot go on:
    /// their key is shown when the battle is left, and lost when it is broken off.
    pub fn again(kind: &DiceKind, dice: Dice) -> Option<Self> {
        match kind {
            DiceKind::Seeded(seed) => Some(Source::Seeded { seed: *seed, dice }),
            DiceKind::Real => Some(Source::Real(Dice::scripted([]))),
            DiceKind::Keyed { .. } => None,
        }
    }

    pub fn kind(&self) -> DiceKind {
        match self {
            Source::Seeded { seed, .. } => DiceKind::Seeded(*seed),
            Source::Keyed { game, key, .. } => {
                let (game, commitment) = (game.clone(), key.commitment());
                DiceKind::Keyed { game, commitment, shares: Each::default(), from: 0 }
            }
            Source::Real(_) => DiceKind::Real,
        }
    }

    pub fn commitment(&self) -> Option<String> {
        self.key().map(|key| key.commitment())
    }

    pub fn key(&self) -> Option<Key> {
        match self {
            Source::Keyed { key, .. } => Some(*key),
            Source::Seeded { .. } | Source::Real(_) => None,
        }
    }

    pub fn dice(&mut self) -> &mut Dice {
        match self {
            Source::Seeded { dice, .. } | Source::Keyed { dice, .. } | Source::Real(dice) => dice,
        }
    }

    /// Real dice as far as they were thrown, if dice are real. Cards come from the seed, which must
    /// be the same when the action is tried again with more faces.
    pub fn real(&self, thrown: &[u8], seed: u64) -> Option<Dice> {
        matches!(self, Source::Real(_)).then(|| Dice::real(thrown, Dice::seeded(seed)))
    }
}

/// A seed that nobody chose.
pub fn surprise() -> Result<u64, Failure> {
    let error = |error| Failure::said(format!("no seed to be had: {error}"));
    // Short enough to be read out and typed in again.
    getrandom::u32().map(u64::from).map_err(error)
}

/// Faces as they are typed: `3 5 1`, `3,5,1` or `351`.
pub fn faces(text: &str) -> Result<Vec<u8>, String> {
    let typed = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
    typed
        .map(|c| c.to_digit(10).map(|face| face as u8).ok_or_else(|| format!("`{c}` is no face")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_read_as_players_type_them() {
        for text in ["3 5 1", "351", "3,5,1", " 3  51 "] {
            assert_eq!(faces(text), Ok(vec![3, 5, 1]), "{text}");
        }
        assert_eq!(faces("3x"), Err("`x` is no face".into()));
    }
}
