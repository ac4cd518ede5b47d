//! Disorder points and what they lead to (LEG-MOR.9 to .13; LEG-R11, LEG-R14, LEG-R98, LEG-R106, LEG-R107, LEG-R109).

use serde::{Deserialize, Serialize};

use crate::troops::{Formation, Profile, Shape, Type};

/// LEG-R106: where disorder comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disorder {
    /// Manoeuvres and fatigue.
    Movement,
    Shooting,
    /// Results of combat, and moves that could not be made.
    Combat,
    /// LEG-MOR.1, LEG-MOR.3 to .8, LEG-MOR.14.
    Morale,
}

/// The order that a unit is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    pub profile: Profile,
    pub shape: Shape,
    /// Bases left.
    pub bases: u8,
    /// Disorder points.
    pub dp: u8,
    pub shaken: bool,
}

/// What becomes of a unit as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    #[default]
    Remains,
    /// LEG-R14, LEG-R103.
    Rampages,
    Destroyed,
}

/// What disorder or casualties did to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Suffered {
    pub dps: u8,
    pub casualties: u8,
    /// It was not shaken before, and is now.
    pub shaken: bool,
    pub fate: Fate,
}

impl Condition {
    /// A unit at the start of a battle (LEG-R116).
    pub fn fresh(profile: Profile, shape: Shape) -> Condition {
        Condition { profile, shape, bases: profile.bases, dp: 0, shaken: false }
    }

    pub fn kind(&self) -> Type {
        self.profile.kind
    }

    /// Bases lost so far.
    pub fn casualties(&self) -> u8 {
        self.profile.bases - self.bases
    }

    /// LEG-R107: formed and not shaken.
    pub fn is_in_good_order(&self) -> bool {
        self.shape.is_formed() && !self.shaken
    }

    /// LEG-MOR.9, LEG-MOR.10, LEG-MOR.11, LEG-R109: the DP on which it becomes shaken.
    pub fn shaken_number(&self) -> u8 {
        let steady_pikes =
            self.kind() == Type::Pikemen && self.is_in_good_order() && self.bases >= 8;
        5 + (self.shape.lines() - 1) + u8::from(steady_pikes)
    }

    /// LEG-R106: takes DPs of one event one by one.
    pub fn take(&mut self, kind: Disorder, dps: u8) -> Suffered {
        let mut suffered = Suffered::default();
        for _ in 0..dps {
            if suffered.fate != Fate::Remains {
                break;
            }
            self.take_one(kind, &mut suffered);
        }
        suffered
    }

    fn take_one(&mut self, kind: Disorder, suffered: &mut Suffered) {
        if self.kind().is_special() {
            // LEG-R14: never shaken, and out on the fifth.
            self.dp += 1;
            suffered.dps += 1;
            if self.dp >= 5 {
                let elephants = self.kind().is_elephants();
                suffered.fate = if elephants { Fate::Rampages } else { Fate::Destroyed };
            }
        } else if !self.shaken {
            self.dp += 1;
            suffered.dps += 1;
            self.heed_shaken_number(suffered);
        } else if matches!(kind, Disorder::Combat | Disorder::Morale) {
            // LEG-MOR.12; LEG-MOR.13, LEG-SHO.12: movement and shooting do nothing more.
            self.lose_base(suffered);
        }
    }

    /// LEG-RES.30, LEG-RES.32, LEG-ACM.16, LEG-ACM.20: bases are lost whatever its order.
    pub fn lose(&mut self, casualties: u8) -> Suffered {
        let mut suffered = Suffered::default();
        for _ in 0..casualties.min(self.bases) {
            self.lose_base(&mut suffered);
        }
        suffered
    }

    /// LEG-R11: a base from the rear. A line that disappears lowers the shaken number.
    fn lose_base(&mut self, suffered: &mut Suffered) {
        self.bases -= 1;
        self.shape = self.shape.after_casualty(self.bases);
        suffered.casualties += 1;
        if self.bases == 0 {
            suffered.fate = Fate::Destroyed;
        } else {
            self.heed_shaken_number(suffered);
        }
    }

    /// LEG-R109: shaken once the number is reached or falls to the DPs, which then equal it. Pikemen who were steady are
    /// left with five.
    fn heed_shaken_number(&mut self, suffered: &mut Suffered) {
        if !self.kind().is_special() && self.dp >= self.shaken_number() {
            suffered.shaken |= !self.shaken;
            self.shake();
        }
    }

    /// LEG-MOR.9, LEG-EVA.6, LEG-R98(a): becomes shaken, with DPs raised to its number.
    pub fn shake(&mut self) {
        self.shaken = true;
        self.unform();
        self.dp = self.shaken_number();
    }

    /// LEG-MAN.1, LEG-R109: a legion keeps its lines.
    pub fn unform(&mut self) {
        if self.kind().is_special() || self.shape.is_unformed() {
            return;
        }
        if self.shape.formation == Formation::Column {
            self.shape = Shape::usual(&Profile { bases: self.bases, ..self.profile });
        }
        self.shape.formation = Formation::Unformed;
    }

    /// LEG-R107(a): in the END step, a unit that is not routing and has rested enough is no longer shaken.
    pub fn recovers(&self) -> bool {
        self.shaken && self.dp < self.shaken_number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        files::data::troop,
        troops::{Grade, Tags},
    };

    fn unit(id: &str, bases: u8) -> Condition {
        let profile = troop(id).unwrap().unit(Grade::C, bases, Tags::empty());
        Condition::fresh(profile, Shape::usual(&profile))
    }

    #[test]
    fn units_are_shaken_on_their_number() {
        for (id, bases, number, rule) in [
            ("barbarian_infantry", 10, 5, "LEG-MOR.9"),
            ("legionaries", 10, 7, "LEG-MOR.10: three lines"),
            ("legionaries", 6, 6, "LEG-MOR.10: two lines"),
            ("legionaries", 3, 5, "LEG-MOR.10: one line"),
            ("pikemen", 8, 6, "LEG-MOR.11"),
            ("pikemen", 7, 5, "LEG-MOR.11"),
        ] {
            let mut it = unit(id, bases);
            assert_eq!(it.shaken_number(), number, "{rule}");
            let before = it.take(Disorder::Movement, number - 1);
            assert_eq!((before.dps, before.shaken), (number - 1, false), "{rule}");
            let last = it.take(Disorder::Shooting, 1);
            assert!(last.shaken && it.shaken && it.shape.is_unformed(), "{rule}, LEG-MAN.1");
        }
    }

    #[test]
    fn pikes_that_were_steady_are_left_with_five() {
        let mut pikes = unit("pikemen", 10);
        pikes.take(Disorder::Combat, 6);
        assert_eq!((pikes.dp, pikes.shaken), (5, true), "LEG-R109");
        // Unformed by anything else: the sixth DP comes to the fifth.
        let mut pikes = unit("pikemen", 10);
        pikes.take(Disorder::Combat, 5);
        assert!(!pikes.shaken, "LEG-MOR.11");
        pikes.unform();
        assert_eq!(pikes.shaken_number(), 5, "LEG-R109");
    }

    #[test]
    fn shaken_units_lose_bases() {
        for (kind, casualties, rule) in [
            (Disorder::Combat, 2, "LEG-MOR.12"),
            (Disorder::Morale, 2, "LEG-MOR.12"),
            (Disorder::Movement, 0, "LEG-MOR.13"),
            (Disorder::Shooting, 0, "LEG-MOR.13, LEG-SHO.12"),
        ] {
            let mut it = unit("barbarian_infantry", 10);
            it.shake();
            let suffered = it.take(kind, 2);
            let expected = Suffered { casualties, ..Suffered::default() };
            assert_eq!((suffered, it.dp, it.bases), (expected, 5, 10 - casualties), "{rule}");
        }
        // LEG-R106: of three DPs on a unit with four, one is a DP and two are casualties.
        let mut it = unit("barbarian_infantry", 10);
        it.take(Disorder::Combat, 4);
        let suffered = it.take(Disorder::Morale, 3);
        assert_eq!((suffered.dps, suffered.casualties, suffered.shaken), (1, 2, true), "LEG-R106");
        let mut last = unit("barbarian_infantry", 2);
        last.shake();
        assert_eq!(last.take(Disorder::Morale, 5).fate, Fate::Destroyed, "LEG-R11");
        assert_eq!(last.bases, 0);
    }

    #[test]
    fn a_line_that_is_lost_takes_its_steadiness_along() {
        let mut legion = unit("legionaries", 10);
        legion.take(Disorder::Shooting, 6);
        assert!(!legion.shaken, "LEG-MOR.10");
        assert_eq!(legion.lose(2), Suffered { casualties: 2, ..Suffered::default() });
        // LEG-R11, LEG-R109: the third casualty takes the third line; the number falls to the six DPs.
        let third = legion.lose(1);
        assert!(third.shaken && legion.dp == 6, "LEG-R109");
        assert_eq!(legion.shape.words(legion.bases), "in 4-3", "LEG-R11");
        assert_eq!(legion.casualties(), 3);
    }

    #[test]
    fn special_units_go_on_their_fifth() {
        for (id, fate) in [
            ("elephants", Fate::Rampages),
            ("african_elephants", Fate::Rampages),
            ("scythed_chariots", Fate::Destroyed),
            ("artillery", Fate::Destroyed),
        ] {
            let mut it = unit(id, 1);
            assert_eq!(it.take(Disorder::Shooting, 4).fate, Fate::Remains, "LEG-R14: {id}");
            let last = it.take(Disorder::Morale, 3);
            assert_eq!((last.fate, last.dps, it.shaken), (fate, 1, false), "LEG-R14: {id}");
        }
    }

    #[test]
    fn rested_units_recover() {
        let mut it = unit("auxiliaries", 6);
        it.shake();
        assert!(!it.recovers());
        it.dp -= 1;
        assert!(it.recovers(), "LEG-R107");
        assert!(!it.is_in_good_order(), "LEG-R107: it stays unformed");
        let mut column = unit("auxiliaries", 6);
        column.shape = Shape::column();
        column.unform();
        assert_eq!(column.shape.words(6), "6x1", "LEG-R45");
    }
}
