//! Ids and secrets: drawn from the system, compared in constant time, kept only as hashes.

use std::fmt;

use acies_core::keyed::{hex, unhex};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

use crate::error::{Answer, Error};

/// What holds a seat: 128 bits. It shows itself only when asked to.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 16]);

impl Secret {
    pub fn draw() -> Answer<Self> {
        Ok(Secret(random()?))
    }

    /// A secret that somebody has drawn himself.
    pub fn parse(text: &str) -> Option<Self> {
        unhex(text).map(Secret)
    }

    /// The secret as it stands in a link.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    pub fn digest(&self) -> Digest {
        Digest::of(&self.reveal())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The hash of a secret: enough to know it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest(String);

impl Digest {
    pub fn of(secret: &str) -> Self {
        Digest(hex(&Sha256::digest(secret.as_bytes())))
    }

    /// Whether this is the hash of a secret. It takes as long whatever the secret.
    pub fn fits(&self, secret: &str) -> bool {
        let other = Digest::of(secret);
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

/// 256 bits for keyed dice.
pub fn key() -> Answer<[u8; 32]> {
    random()
}

/// The name of a battle, which nobody guesses: 20 of 32 letters and digits.
pub fn battle_id() -> Answer<String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let bytes: [u8; 20] = random()?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect())
}

/// A seed for a computer player.
pub fn seed() -> Answer<u64> {
    Ok(u64::from_le_bytes(random()?))
}

fn random<const N: usize>() -> Answer<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::trouble(format!("nothing random to be had: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_hash_and_does_not_show_itself() {
        let secret = Secret::draw().unwrap();
        assert_eq!(secret.reveal().len(), 32);
        assert!(secret.digest().fits(&secret.reveal()));
        assert!(!secret.digest().fits(&Secret::draw().unwrap().reveal()));
        assert!(!secret.digest().fits(""));
        assert!(!format!("{secret:?} {:?}", secret.digest()).contains(&secret.reveal()));
    }

    #[test]
    fn ids_are_letters_and_digits() {
        let id = battle_id().unwrap();
        assert!(id.len() == 20 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert_ne!(id, battle_id().unwrap());
    }
}
