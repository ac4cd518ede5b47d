//! Choices that two seats make without seeing each other's.

use serde::{Deserialize, Serialize};

use crate::seat::{Each, Seat, Seats, Viewer};

/// A choice that only its seat knows, until both are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sealed<T> {
    /// Not made yet.
    #[default]
    Nothing,
    /// Made, and not for these eyes.
    Hidden,
    /// Made, and known here.
    In(T),
}

impl<T> Sealed<T> {
    /// Whether the choice has been made.
    pub fn is_made(&self) -> bool {
        !matches!(self, Sealed::Nothing)
    }

    /// The choice, for who knows it.
    pub fn known(&self) -> Option<&T> {
        match self {
            Sealed::In(choice) => Some(choice),
            Sealed::Nothing | Sealed::Hidden => None,
        }
    }
}

impl<T> Each<Sealed<T>> {
    /// Who has still to choose.
    pub fn missing(&self) -> Seats {
        let open = self.iter().filter(|(_, choice)| !choice.is_made());
        open.fold(Seats::NONE, |seats, (seat, _)| seats.with(seat))
    }

    /// What a viewer may know.
    pub fn veil(&mut self, viewer: Viewer) {
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            if self[seat].is_made() {
                self[seat] = Sealed::Hidden;
            }
        }
    }

    /// Puts something that may be so in the place of what is hidden.
    pub fn guess(&mut self, mut may_be: impl FnMut(Seat) -> T) {
        for seat in Seat::BOTH {
            if matches!(self[seat], Sealed::Hidden) {
                self[seat] = Sealed::In(may_be(seat));
            }
        }
    }

    /// Opens both, once both are in. A view, in which one is hidden, is never asked.
    pub fn open(&mut self) -> Each<T> {
        let nothing = Each::of(|_| Sealed::Nothing);
        Each(std::mem::replace(self, nothing).0.map(|choice| match choice {
            Sealed::In(choice) => choice,
            Sealed::Nothing | Sealed::Hidden => panic!("both have chosen, and it is no view"),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_hidden_until_both_are_in() {
        let mut choices = Each([Sealed::Nothing, Sealed::In(7)]);
        assert_eq!(choices.missing().iter().collect::<Vec<_>>(), [Seat::Red]);
        let mut seen = choices;
        seen.veil(Some(Seat::Red));
        assert_eq!(seen, Each([Sealed::Nothing, Sealed::Hidden]));
        assert_eq!(seen[Seat::Blue].known(), None);
        seen.guess(|_| 3);
        assert_eq!(seen[Seat::Blue], Sealed::In(3));
        choices[Seat::Red] = Sealed::In(2);
        assert!(choices.missing().is_empty());
        assert_eq!(choices.open(), Each([2, 7]));
        assert_eq!(choices, Each([Sealed::Nothing; 2]));
    }
}
