//! What manoeuvres cost (LEG-MAN.1 to .19; LEG-R5, LEG-R47, LEG-R49, LEG-R52, LEG-R55, LEG-R122).

use acies_core::{Row, Sum, add, when};

use crate::troops::{Formation, Type};

/// LEG-MAN.4 to .9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Manoeuvre {
    Wheel,
    ChangeFormation,
    FormUp,
    CrossObstacle,
    AboutFace,
    Mount,
}

/// A unit that manoeuvres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drill {
    pub kind: Type,
    pub formation: Formation,
    /// LEG-R15: within 100 paces of an enemy who does not rout, at any moment of it.
    pub in_bow_range: bool,
}

impl Drill {
    /// LEG-MAN.3, LEG-R5, LEG-R122: unformed and Special units have no penalties, columns have those of formed ones.
    fn is_drilled(&self) -> bool {
        matches!(self.formation, Formation::Line | Formation::Column)
    }

    /// LEG-MAN.5, LEG-MAN.7, LEG-MAN.8, LEG-MAN.9: whether it costs half of the move.
    pub fn takes_half(&self, manoeuvre: Manoeuvre) -> bool {
        match manoeuvre {
            Manoeuvre::ChangeFormation | Manoeuvre::AboutFace | Manoeuvre::Mount => {
                self.is_drilled()
            }
            // LEG-MAN.3 spares the unformed only; LEG-R5 spares Special units DPs, not the way.
            Manoeuvre::CrossObstacle => self.formation != Formation::Unformed,
            Manoeuvre::Wheel | Manoeuvre::FormUp => false,
        }
    }

    #[rustfmt::skip]
    fn rows(&self, manoeuvre: Manoeuvre) -> [Option<Row>; 8] {
        use Manoeuvre::*;
        let (near, pikes) = (self.in_bow_range, self.kind == Type::Pikemen);
        let drilled = self.is_drilled();
        let in_line = self.formation == Formation::Line;
        let does = |it: Manoeuvre, so: bool| when(manoeuvre == it && so);
        // LEG-R5: elephants and Scythed Chariots pay for obstacles too; unformed riders do not (LEG-R52).
        let rides = self.kind.is_mounted() && self.formation != Formation::Unformed;
        [
            add("LEG-MAN.4",  does(Wheel, in_line && near),                     1, "wheel in bow range"),
            add("LEG-MAN.14", does(ChangeFormation, drilled && near),           1, "change of formation in bow range"),
            add("LEG-MAN.13", when((manoeuvre == Wheel && in_line || manoeuvre == ChangeFormation && drilled) && near && pikes),
                                                                                1, "Pikemen"),
            add("LEG-MAN.15", does(FormUp, near),                               1, "forming up in bow range"),
            add("LEG-MAN.16", does(CrossObstacle, rides),                       2, "mounted across an obstacle"),
            add("LEG-MAN.17", does(CrossObstacle, drilled && !self.kind.is_mounted()), 1, "formed across an obstacle"),
            add("LEG-MAN.18", does(AboutFace, drilled && near && pikes),        1, "Pikemen about face in bow range"),
            add("LEG-MAN.19", does(Mount, drilled && near),                     1, "mounting in bow range"),
        ]
    }

    /// The DPs that it costs.
    pub fn sum(&self, manoeuvre: Manoeuvre) -> Sum {
        Sum::of(self.rows(manoeuvre))
    }
}

/// LEG-MAN.10, LEG-MAN.11, LEG-R55: whether two friends who pass through one another take a DP each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// One of the two is unformed.
    pub unformed: bool,
    /// LEG-R55(c): one of them has used fast dice this turn.
    pub fast: bool,
    /// Both are Legionaries of one legion.
    pub same_legion: bool,
}

impl Passage {
    pub fn sum(&self) -> Sum {
        let free = self.unformed && !self.fast;
        let counts = when(!free).unless(self.same_legion, "LEG-MAN.11");
        Sum::of([add("LEG-MAN.10", counts, 1, "interpenetration")])
    }
}

#[cfg(test)]
mod tests {
    use super::{Manoeuvre::*, *};

    #[test]
    fn manoeuvres_cost_order() {
        let line = |kind, in_bow_range| Drill { kind, formation: Formation::Line, in_bow_range };
        let legion = line(Type::Legionaries, true);
        let pikes = line(Type::Pikemen, true);
        let horse = line(Type::HeavyCavalry, true);
        let far = line(Type::Pikemen, false);
        let loose = Drill { formation: Formation::Unformed, ..pikes };
        let column = Drill { formation: Formation::Column, ..legion };
        let beasts =
            Drill { kind: Type::Elephants, formation: Formation::Special, in_bow_range: true };
        for (drill, manoeuvre, dps, half, rule) in [
            (legion, Wheel, 1, false, "LEG-MAN.4"),
            (pikes, Wheel, 2, false, "LEG-MAN.4, LEG-MAN.13"),
            (far, Wheel, 0, false, "LEG-MAN.4: not in bow range"),
            (column, Wheel, 0, false, "LEG-MAN.4: in line only"),
            (legion, ChangeFormation, 1, true, "LEG-MAN.5, LEG-MAN.14"),
            (pikes, ChangeFormation, 2, true, "LEG-MAN.13, LEG-MAN.14"),
            (column, ChangeFormation, 1, true, "LEG-R122"),
            (loose, ChangeFormation, 0, false, "LEG-MAN.3, LEG-R127"),
            (loose, FormUp, 1, false, "LEG-MAN.6, LEG-MAN.15: Pikemen too 1"),
            (Drill { in_bow_range: false, ..loose }, FormUp, 0, false, "LEG-MAN.15"),
            (horse, CrossObstacle, 2, true, "LEG-MAN.7, LEG-MAN.16"),
            (beasts, CrossObstacle, 2, true, "LEG-R5, LEG-MAN.16"),
            (legion, CrossObstacle, 1, true, "LEG-MAN.17"),
            (loose, CrossObstacle, 0, false, "LEG-R52"),
            (Drill { formation: Formation::Unformed, ..horse }, CrossObstacle, 0, false, "LEG-R52"),
            (pikes, AboutFace, 1, true, "LEG-MAN.8, LEG-MAN.18"),
            (far, AboutFace, 0, true, "LEG-MAN.18"),
            (legion, AboutFace, 0, true, "LEG-MAN.18: none for others"),
            (horse, Mount, 1, true, "LEG-MAN.9, LEG-MAN.19"),
        ] {
            assert_eq!(drill.sum(manoeuvre).total, dps, "{rule}");
            assert_eq!(drill.takes_half(manoeuvre), half, "{rule}");
        }
    }

    #[test]
    fn passing_through_friends() {
        for (unformed, fast, same_legion, dps, rule) in [
            (false, false, false, 1, "LEG-MAN.10"),
            (true, false, false, 0, "LEG-MAN.10"),
            (true, true, false, 1, "LEG-MAN.10, LEG-R55"),
            (false, true, true, 0, "LEG-MAN.11"),
        ] {
            assert_eq!(Passage { unformed, fast, same_legion }.sum().total, dps, "{rule}");
        }
    }
}
