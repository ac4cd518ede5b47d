//! The chain of a battle's entries: each has a hash of itself and of the link before.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::{Entry, Head, Kept};

/// The hash that ties an entry to all before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Link(pub(crate) [u8; 32]);

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Link({:02x?})", &self.0[..4])
    }
}

/// Where the entries of a battle end.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// The number of the next entry.
    next: i64,
    link: Link,
}

impl Chain {
    /// The chain of a battle in which nothing has happened yet.
    pub fn begin(head: &Head) -> Self {
        let Head { id, created, text, expires: _ } = head;
        let hash = Sha256::new()
            .chain_update((id.len() as u64).to_le_bytes())
            .chain_update(id)
            .chain_update(created.to_le_bytes())
            .chain_update(text);
        Chain { next: 0, link: Link(hash.finalize().into()) }
    }

    /// The chain at the end of a battle.
    pub fn end(kept: &Kept) -> Self {
        match kept.entries.last() {
            Some(last) => Chain { next: last.n + 1, link: last.link },
            None => Chain::begin(&kept.head),
        }
    }

    /// The number of the next entry.
    pub fn next(&self) -> i64 {
        self.next
    }

    /// The next entry.
    pub fn follow(&mut self, at: i64, body: String) -> Entry {
        let hash = Sha256::new()
            .chain_update(self.link.0)
            .chain_update(self.next.to_le_bytes())
            .chain_update(at.to_le_bytes())
            .chain_update(&body);
        self.link = Link(hash.finalize().into());
        self.next += 1;
        Entry { n: self.next - 1, at, body, link: self.link }
    }
}
