//! What all states of a battle share, because it seldom changes: the armies, the ground.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::Error};
use serde_json::value::{RawValue, to_raw_value};

/// Something that is shared by clones until one of them changes it, and is written as JSON only once: states are
/// hashed after every action, and this is most of them.
pub struct Shared<T>(Arc<Inner<T>>);

struct Inner<T> {
    it: T,
    json: OnceLock<Box<RawValue>>,
}

impl<T> Shared<T> {
    /// Something that copies of a battle share.
    pub fn new(it: T) -> Self {
        Shared(Arc::new(Inner { it, json: OnceLock::new() }))
    }
}

impl<T: Clone> Shared<T> {
    /// To change it, for this state alone.
    pub fn to_mut(&mut self) -> &mut T {
        let inner = Arc::make_mut(&mut self.0);
        inner.json.take();
        &mut inner.it
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.it
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T: Clone> Clone for Inner<T> {
    fn clone(&self) -> Self {
        Inner { it: self.it.clone(), json: OnceLock::new() }
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

/// As JSON, which is what states are written in.
impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = match self.0.json.get() {
            Some(json) => json,
            None => {
                let json = to_raw_value(&self.0.it).map_err(S::Error::custom)?;
                self.0.json.get_or_init(|| json)
            }
        };
        json.serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(from).map(Shared::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_until_one_changes() {
        let first = Shared::new(vec![1, 2]);
        let mut second = first.clone();
        assert_eq!(serde_json::to_string(&first).unwrap(), "[1,2]");
        second.to_mut().push(3);
        assert_eq!((first.len(), second.len()), (2, 3));
        assert_ne!(first, second);
        assert_eq!(
            serde_json::to_string(&second).unwrap(),
            "[1,2,3]",
            "what was written before is forgotten"
        );
        second.to_mut().pop();
        assert_eq!(first, second);
    }

    #[test]
    fn it_is_written_and_read_as_what_it_is() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct State {
            name: Shared<String>,
            turn: u8,
        }
        let state = State { name: Shared::new("Cannae".into()), turn: 3 };
        let text = r#"{"name":"Cannae","turn":3}"#;
        for _ in 0..2 {
            assert_eq!(serde_json::to_string(&state).unwrap(), text);
            assert_eq!(
                serde_json::to_value(&state).unwrap(),
                serde_json::json!({"name": "Cannae", "turn": 3})
            );
        }
        assert_eq!(serde_json::from_str::<State>(text).unwrap(), state);
    }
}
