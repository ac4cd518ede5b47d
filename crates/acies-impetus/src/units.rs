//! A Unit as it stands (RULES.md 1, 3.4; IMP-R39 to IMP-R41): what is left of it, its order, who is with it.

use acies_core::RuleId;
use serde::{Deserialize, Serialize};

use crate::profile::{Kind, Profile, Traits};

/// IMP-R39: no Large Unit has more elements.
pub const ELEMENTS_MAX: usize = 3;

/// IMP-TER.22: the VBU of a Unit in a BUA.
pub const VBU_IN_BUA: u8 = 7;

/// A Unit as every throw looks at it, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub profile: Profile,
    /// VBU left of each element, the front one first; 0 of those that are gone.
    pub left: [u8; ELEMENTS_MAX],
    /// How many elements it began with.
    pub began: u8,
    pub disordered: bool,
    /// A Commander is attached to it.
    pub commander: bool,
    pub in_bua: bool,
    /// IMP-SPC.43: it stands in shieldwall.
    pub shieldwall: bool,
}

impl Unit {
    /// A Unit of so many elements as it begins a battle: Fresh and in order (IMP-R12).
    pub fn new(profile: Profile, elements: u8) -> Self {
        let mut left = [0; ELEMENTS_MAX];
        left[..usize::from(elements)].fill(profile.vbu);
        Unit {
            profile,
            left,
            began: elements,
            disordered: false,
            commander: false,
            in_bua: false,
            shieldwall: false,
        }
    }

    /// IMP-R40: the VBU of its front element.
    pub fn vbu(&self) -> u8 {
        self.left[0]
    }

    /// IMP-TER.22, IMP-R75: the VBU that it fights and tests with, and the rule that says so.
    pub fn fighting_vbu(&self) -> (RuleId, u8) {
        if self.in_bua { ("IMP-TER.22", VBU_IN_BUA) } else { ("IMP-MEL.1", self.vbu()) }
    }

    /// How many elements it has now.
    pub fn elements(&self) -> u8 {
        self.left.iter().filter(|left| **left > 0).count() as u8
    }

    /// IMP-R39: reduced to one element it is an ordinary Unit.
    pub fn is_large(&self) -> bool {
        self.elements() > 1
    }

    /// IMP-R41: no permanent loss; a Large Unit while its front element has none.
    pub fn is_fresh(&self) -> bool {
        self.vbu() == self.profile.vbu
    }

    /// IMP-R41: it has lost half of its VBU or more, of all elements together.
    pub fn is_half_lost(&self) -> bool {
        let original = u32::from(self.profile.vbu) * u32::from(self.began);
        let left: u32 = self.left.iter().map(|left| u32::from(*left)).sum();
        (original - left.min(original)) * 2 >= original
    }

    /// IMP-SPC.39: impetuous troops are so until they have lost half of their VBU.
    pub fn is_impetuous(&self) -> bool {
        self.profile.has(Traits::IMPETUOUS) && !self.is_half_lost()
    }

    /// IMP-R40: losses are taken by the rearmost element, and go on to the next one forward.
    pub fn lose(&mut self, losses: u8) {
        let mut losses = losses;
        for left in self.left.iter_mut().rev() {
            let taken = losses.min(*left);
            *left -= taken;
            losses -= taken;
        }
        // IMP-SPC.60: a shieldwall is lost when the Unit is no longer Fresh.
        self.shieldwall &= self.is_fresh();
    }

    /// IMP-ROU.1: nothing is left of it.
    pub fn is_destroyed(&self) -> bool {
        self.vbu() == 0
    }

    /// Disorders it, unless it never is (IMP-SPC.9).
    pub fn disorder(&mut self) {
        self.disordered |= self.profile.kind != Kind::Cf;
    }

    /// IMP-SPC.42, IMP-SPC.57, IMP-R46, IMP-R53, IMP-R75: why it has neither flank nor rear, if it has none.
    pub fn has_no_flanks(&self) -> Option<RuleId> {
        if self.in_bua { Some("IMP-R75") } else { self.profile.has_no_flanks() }
    }
}

/// A short way to name Units in tests.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::files::data::troop;

    pub(crate) fn unit(id: &str) -> Unit {
        Unit::new(troop(id).unwrap().profile, 1)
    }

    pub(crate) fn large(id: &str, elements: u8) -> Unit {
        Unit::new(troop(id).unwrap().profile, elements)
    }

    pub(crate) fn disordered(unit: Unit) -> Unit {
        Unit { disordered: true, ..unit }
    }

    pub(crate) fn worn(mut unit: Unit, losses: u8) -> Unit {
        unit.lose(losses);
        unit
    }

    #[test]
    fn losses_come_from_the_rear() {
        let mut phalanx = large("mac_phalanx", 3);
        phalanx.lose(5);
        // 4 of the third element, 1 of the second.
        assert_eq!((phalanx.left, phalanx.elements()), ([4, 3, 0], 2), "IMP-R40");
        assert!(phalanx.is_fresh(), "IMP-R41: its front element has no loss");
        assert!(!phalanx.is_half_lost(), "IMP-R41: 5 of 12");
        phalanx.lose(1);
        assert!(phalanx.is_half_lost(), "IMP-R41: 6 of 12");
        phalanx.lose(3);
        assert_eq!((phalanx.left, phalanx.is_large()), ([3, 0, 0], false), "IMP-R39");
        assert!(!phalanx.is_fresh(), "IMP-R41");
        phalanx.lose(9);
        assert!(phalanx.is_destroyed(), "IMP-ROU.1");
    }

    #[test]
    fn impetus_does_not_last() {
        // Four VBU: two are half.
        let gauls = unit("gal_warband");
        assert!(gauls.is_impetuous(), "IMP-SPC.39");
        assert!(worn(gauls, 1).is_impetuous(), "IMP-SPC.39");
        assert!(!worn(gauls, 2).is_impetuous(), "IMP-SPC.39, IMP-R41");
        // Five VBU: two are less than half, three more.
        assert!(worn(unit("gal_soldurii"), 2).is_impetuous(), "IMP-R41");
        assert!(!worn(unit("gal_soldurii"), 3).is_impetuous(), "IMP-R41");
    }

    #[test]
    fn who_is_never_disordered() {
        let mut chariots = unit("sel_scythed");
        chariots.disorder();
        assert!(!chariots.disordered, "IMP-SPC.9");
        let mut wall = Unit { shieldwall: true, ..unit("shieldwall_spearmen") };
        wall.disorder();
        assert!(wall.disordered && wall.shieldwall, "IMP-R100: kept while Disordered");
        wall.lose(1);
        assert!(!wall.shieldwall, "IMP-SPC.60");
    }

    #[test]
    fn who_has_no_flanks() {
        assert_eq!(unit("war_wagons").has_no_flanks(), Some("IMP-SPC.57"));
        assert_eq!(unit("pike_schiltron").has_no_flanks(), Some("IMP-SPC.42"));
        assert_eq!(Unit::new(Profile::BAGGAGE, 1).has_no_flanks(), Some("IMP-R53"));
        let village = Unit { in_bua: true, ..unit("rom_hastati") };
        assert_eq!(village.has_no_flanks(), Some("IMP-R75"));
        assert_eq!(village.fighting_vbu(), ("IMP-TER.22", 7));
        assert_eq!(unit("rom_hastati").has_no_flanks(), None);
    }
}
