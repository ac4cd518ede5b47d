//! Who may not initiate a charge (LEG-INI.1 to .6; LEG-R143).

use acies_core::RuleId;

use crate::troops::{Formation, Type};

/// A unit that would charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charger {
    pub kind: Type,
    pub formation: Formation,
    pub shaken: bool,
    pub pursuing: bool,
    /// The target is unformed.
    pub at_unformed: bool,
    /// LEG-R75: it would strike an exposed flank or rear.
    pub at_exposed_side: bool,
}

impl Charger {
    /// The rule that forbids it, if one does.
    pub fn forbidden(&self) -> Option<RuleId> {
        let weak =
            self.formation == Formation::Unformed && !(self.at_unformed || self.at_exposed_side);
        [
            ("LEG-INI.1", self.shaken),
            ("LEG-INI.2", self.formation == Formation::Column),
            ("LEG-INI.3", matches!(self.kind, Type::Archers | Type::Slingers)),
            ("LEG-INI.4", self.kind == Type::Artillery),
            // LEG-INI.6: pursuers are free of this one.
            ("LEG-INI.5", weak && !self.pursuing),
        ]
        .into_iter()
        .find_map(|(rule, forbids)| forbids.then_some(rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_may_not_charge() {
        let legion = Charger {
            kind: Type::Legionaries,
            formation: Formation::Line,
            shaken: false,
            pursuing: false,
            at_unformed: false,
            at_exposed_side: false,
        };
        let loose = Charger { formation: Formation::Unformed, ..legion };
        for (charger, rule) in [
            (legion, None),
            (Charger { shaken: true, ..loose }, Some("LEG-INI.1")),
            (Charger { formation: Formation::Column, ..legion }, Some("LEG-INI.2")),
            (Charger { kind: Type::Archers, at_unformed: true, ..loose }, Some("LEG-INI.3")),
            (Charger { kind: Type::Slingers, pursuing: true, ..loose }, Some("LEG-INI.3")),
            (
                Charger { kind: Type::Artillery, formation: Formation::Special, ..legion },
                Some("LEG-INI.4"),
            ),
            (Charger { kind: Type::Elephants, formation: Formation::Special, ..legion }, None),
            (loose, Some("LEG-INI.5")),
            (Charger { at_unformed: true, ..loose }, None),
            (Charger { at_exposed_side: true, ..loose }, None),
            // LEG-INI.6 frees pursuers from INI.5 and from nothing else (LEG-R143).
            (Charger { pursuing: true, ..loose }, None),
            (Charger { pursuing: true, shaken: true, ..loose }, Some("LEG-INI.1")),
        ] {
            assert_eq!(charger.forbidden(), rule, "LEG-INI.6: {charger:?}");
        }
    }
}
