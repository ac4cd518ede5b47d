//! What contact does before any die is thrown (C5 of RULES.md 2; IMP-SPC.54, IMP-TER.32, IMP-R46, IMP-R89, IMP-R103).

use super::{Fighter, Melee};
use crate::{cohesion::Ground, profile::Kind};

impl Fighter {
    /// IMP-TER.9, IMP-TER.15, IMP-TER.32, IMP-R89: whether the ground in which it charged disorders it.
    fn is_disordered_by_ground(&self) -> bool {
        use Kind::*;
        let at_ease: &[Kind] = match self.charged_in {
            Ground::Open => return false,
            Ground::Broken => &[S, Fl, T],
            Ground::Difficult => &[S, Fl],
        };
        self.moved() && !at_ease.contains(&self.profile().kind)
    }
}

impl Melee {
    /// The melee once all have come into contact: who is hit on flank or rear, who charges wagons on horseback and who
    /// charges through bad ground is Disordered.
    #[must_use]
    pub fn contact(&self) -> Melee {
        let mut after = self.clone();
        for side in 0..2 {
            let wagons = self.sides[1 - side].main.is(Kind::W);
            let hit = self.sides[1 - side].all().any(|it| it.on_flank && it.moved());
            let (main, supports) = (&mut after.sides[side].main, &mut after.sides[side].supports);
            main.flanked |= self.sides[1 - side].all().any(|it| it.on_flank);
            if hit && main.unit.has_no_flanks().is_none() {
                main.unit.disorder();
            }
            for it in std::iter::once(main).chain(supports) {
                if wagons && it.moved() && it.profile().is_mounted() || it.is_disordered_by_ground()
                {
                    it.unit.disorder();
                }
            }
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        melee::{Came, Side},
        units::tests::unit,
    };

    fn charge(ours: Fighter, id: &str) -> Melee {
        let ours = Fighter { came: Came::Charged, ..ours };
        let theirs = Fighter { came: Came::WasCharged, ..Fighter::plain(unit(id)) };
        Melee { sides: [Side::alone(ours), Side::alone(theirs)] }.contact()
    }

    #[test]
    fn contact_disorders() {
        let hastati = Fighter::plain(unit("rom_hastati"));
        let round = Fighter { on_flank: true, ..hastati };
        let hit = |id| charge(round, id).sides[1].main;
        assert!(
            hit("rom_principes").unit.disordered && hit("rom_principes").is_flanked(),
            "IMP-R46"
        );
        assert!(!hit("war_wagons").unit.disordered && !hit("war_wagons").is_flanked(), "IMP-R46");
        assert!(!hit("pike_schiltron").unit.disordered, "IMP-R46, IMP-SPC.42");
        assert!(!hit("sel_scythed").unit.disordered && hit("sel_scythed").is_flanked(), "IMP-R46");
        // IMP-R46: it lasts while the contact lasts, but disorders only once.
        let later = Melee {
            sides: [
                Side::alone(Fighter { came: Came::Stood, ..round }),
                Side::alone(Fighter::plain(unit("rom_principes"))),
            ],
        };
        let main = later.contact().sides[1].main;
        assert!(main.is_flanked() && !main.unit.disordered, "IMP-R46");
        let ours = |fighter, id| charge(fighter, id).sides[0].main.unit.disordered;
        assert!(ours(Fighter::plain(unit("rom_alae")), "war_wagons"), "IMP-SPC.54, IMP-R103");
        assert!(!ours(hastati, "war_wagons"), "IMP-SPC.54: mounted only");
        for (id, ground, disorders) in [
            ("rom_hastati", Ground::Broken, true),
            ("rom_hastati", Ground::Difficult, true),
            ("gal_warband", Ground::Broken, false),
            ("gal_warband", Ground::Difficult, false),
            ("per_immortals", Ground::Broken, false),
            ("per_immortals", Ground::Difficult, true),
            ("rom_alae", Ground::Open, false),
        ] {
            let fighter = Fighter { charged_in: ground, ..Fighter::plain(unit(id)) };
            assert_eq!(
                ours(fighter, "rom_principes"),
                disorders,
                "IMP-TER.32, IMP-R89: {id} {ground:?}"
            );
        }
    }
}
