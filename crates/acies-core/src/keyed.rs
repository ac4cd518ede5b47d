//! Dice for games between people: nobody can foresee them, everybody can check them.
//!
//! Before a game a secret key is drawn and its [`commitment`](Key::commitment) is shown to both
//! players. Each throw follows from the key, the name of the game and the number of the throw. When
//! the game is over the key is shown: whoever wants to can check that it is the one committed to,
//! and throw all the dice again.
//!
//! Players may have a [share](Key::shared) in the dice: each commits to a value of his own before he knows the
//! other's, so that nobody, not even who drew the key, has chosen how they fall.
//!
//! ```
//! use acies_core::keyed::Key;
//!
//! let key = Key::parse(&"2a".repeat(32)).unwrap();
//! // `printf %s KEY | sha256sum` prints the same.
//! assert_eq!(
//!     key.commitment(),
//!     "0611b4c073fe9f6b2de3aa64b2b1cbe6f5ee13516e3229b6527aa039ba3395cf"
//! );
//! ```

use std::fmt;

use sha2::{Digest, Sha256};

use crate::seat::Each;

/// A secret of 256 bits, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// A key from a secret.
    pub fn new(secret: [u8; 32]) -> Self {
        Key(secret)
    }

    /// Reads a key that was written down, if it is one.
    pub fn parse(text: &str) -> Option<Self> {
        unhex(text).map(Key)
    }

    /// What may be shown before the game: the SHA-256 of the key as it is written.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.to_string()))
    }

    /// The key of dice in which players have a share: the SHA-256 of the key and both shares as they are
    /// written, with a blank between them and a `-` for a share that is missing. Without any it is the key itself.
    #[must_use]
    pub fn shared(self, shares: Each<Option<Key>>) -> Key {
        if shares.iter().all(|(_, share)| share.is_none()) {
            return self;
        }
        let Each([red, blue]) =
            Each::of(|seat| shares[seat].map_or_else(|| "-".into(), |share| share.to_string()));
        Key(Sha256::digest(format!("{self} {red} {blue}")).into())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// A key does not show itself by accident.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// The dice of one game, from its key.
#[derive(Clone, Debug)]
pub struct Keyed {
    key: Key,
    /// The key with the players' shares, and the throw from which on it counts.
    shared: Option<(Key, u64)>,
    game: String,
    throws: u64,
}

impl Keyed {
    /// Dice for the game of this name that go on after so many throws.
    pub fn new(secret: [u8; 32], game: impl Into<String>, throws: u64) -> Self {
        Keyed { key: Key(secret), shared: None, game: game.into(), throws }
    }

    /// The dice of a battle.
    pub fn of(key: Key, game: impl Into<String>) -> Self {
        Keyed { key, shared: None, game: game.into(), throws: 0 }
    }

    /// The same dice, but with the players' shares in them from some throw on.
    #[must_use]
    pub fn shared(self, shares: Each<Option<Key>>, from: u64) -> Self {
        Keyed { shared: Some((self.key.shared(shares), from)), ..self }
    }

    /// The same dice, after so many throws.
    #[must_use]
    pub fn after(self, throws: u64) -> Self {
        Keyed { throws, ..self }
    }

    /// The bits of the next throw: the first four bytes of SHA-256 of key, game and number.
    pub(crate) fn next_u32(&mut self) -> u32 {
        let mut hash = Sha256::new();
        let shared = self.shared.filter(|(_, from)| *from <= self.throws);
        hash.update(shared.map_or(self.key, |(key, _)| key).0);
        hash.update(self.game.as_bytes());
        hash.update(self.throws.to_be_bytes());
        self.throws += 1;
        let digest = hash.finalize();
        u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).expect("half a byte is a digit");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Bytes from twice as many hexadecimal digits, and nothing else.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|half| half as u8);
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    (text.len() == 2 * N).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_and_read() {
        assert_eq!(unhex(&hex(&[0, 15, 255])), Some([0, 15, 255]));
        assert_eq!(unhex("00fF"), Some([0, 255]));
        for bad in ["", "00f", "00ff0", "00ff00", "+0ff", "00fg", "é00f"] {
            assert_eq!(unhex::<2>(bad), None, "{bad}");
        }
    }

    #[test]
    fn throws_depend_on_key_game_and_number() {
        let bits = |secret, game: &str, throws| Keyed::new([secret; 32], game, throws).next_u32();
        let first = bits(1, "a", 0);
        assert_eq!(first, bits(1, "a", 0));
        assert_ne!(first, bits(2, "a", 0));
        assert_ne!(first, bits(1, "b", 0));
        assert_ne!(first, bits(1, "a", 1));

        let mut dice = Keyed::new([1; 32], "a", 0);
        dice.next_u32();
        assert_eq!(dice.next_u32(), bits(1, "a", 1), "a game can be taken up again");
    }

    #[test]
    fn every_share_changes_the_key() {
        let [key, red, blue] = [1, 2, 3].map(|byte| Key([byte; 32]));
        assert_eq!(key.shared(Each([None, None])), key);
        let all = [(Some(red), Some(blue)), (Some(red), None), (None, Some(red))];
        let all = all.map(|(red, blue)| key.shared(Each([red, blue])).to_string());
        assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
        let dice = |from| Keyed::of(key, "a").shared(Each([Some(red), None]), from).next_u32();
        assert_eq!(dice(1), Keyed::of(key, "a").next_u32(), "it begins with the second throw");
        assert_ne!(dice(0), dice(1));
        let written = format!("{} {} -", "01".repeat(32), "02".repeat(32));
        assert_eq!(all[1], hex(&Sha256::digest(written)));
    }

    #[test]
    fn keys_are_written_and_read() {
        let key = Key([0xab; 32]);
        assert_eq!(Key::parse(&key.to_string()), Some(key));
        assert_eq!(Key::parse("ab"), None);
        assert_eq!(Key::parse(&"zz".repeat(32)), None);
        assert_eq!(format!("{key:?}"), "Key(secret)");
    }
}
