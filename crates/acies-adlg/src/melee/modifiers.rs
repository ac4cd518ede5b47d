//! What a unit adds to its die in a melee, and what changes the result afterwards (RULES.md 3.19, 3.20, 8.7; ADLG-MOD.1
//! to ADLG-MOD.16): each row with its rule.

use acies_core::{Row, RuleId, add, always, total, when};

use crate::{
    melee::{Above, Aspect, Barrier, Fighter, Flanked, Melee, Round},
    units::{Category::*, Kind, Opponent, abilities::Abilities},
};

/// One of the two units, with the questions that rules ask about it and its enemy.
pub(super) struct View<'a> {
    pub(super) own: &'a Fighter,
    enemy: &'a Fighter,
    first: bool,
    charged: bool,
    was_charged: bool,
}

impl Melee {
    pub(super) fn view(&self, unit: usize) -> View<'_> {
        let charger = match self.round {
            Round::First { charger } => Some(charger),
            Round::Later => None,
        };
        View {
            own: &self.units[unit],
            enemy: &self.units[1 - unit],
            first: charger.is_some(),
            charged: charger == Some(unit),
            was_charged: charger == Some(1 - unit),
        }
    }
}

impl View<'_> {
    fn kind(&self) -> Kind {
        self.own.profile.kind
    }

    /// The other one's view.
    fn turned(&self) -> View<'_> {
        View {
            own: self.enemy,
            enemy: self.own,
            first: self.first,
            charged: self.was_charged,
            was_charged: self.charged,
        }
    }

    /// ADLG-R92: received a charge on its front.
    fn received_front(&self) -> bool {
        self.was_charged && self.own.edge == Aspect::Front
    }

    /// ADLG-ABI.9, ADLG-ABI.16, ADLG-R139: charged, or received the charge on its front.
    fn met_the_charge(&self) -> bool {
        self.charged || self.received_front()
    }

    /// ADLG-R125: the other main unit or a support, not light, on its flank or rear. ADLG-R140:
    /// never a war wagon.
    pub(crate) fn is_flank_attacked(&self) -> bool {
        let by_main = self.own.edge != Aspect::Front && !self.enemy.profile.kind.is_light();
        (by_main || self.own.flanked == Flanked::Yes) && self.own.profile.category() != Wwg
    }

    /// ADLG-R126: any enemy there, light ones included.
    fn has_enemy_behind(&self) -> bool {
        let any = self.own.edge != Aspect::Front || self.own.flanked != Flanked::No;
        any && self.own.profile.category() != Wwg
    }

    /// ADLG-R130: owns Impact and is not deprived of it by terrain or an attack in flank.
    fn has_impact(&self) -> bool {
        self.own.profile.owns_impact() && !self.own.is_bogged() && !self.is_flank_attacked()
    }

    /// ADLG-UNI.24, ADLG-R133: the enemy is a scythed chariot in the 1st round, fighting on its front.
    fn meets_scythes(&self) -> bool {
        self.first && self.enemy.profile.category() == Sch && self.enemy.edge == Aspect::Front
    }

    /// ADLG-UNI.24(b): whose factor scythes do not take.
    fn keeps_factor_against_scythes(&self) -> bool {
        matches!(self.own.profile.category(), Li | Lh | Lmi | Wwg | El)
    }

    /// ADLG-UNI.28, ADLG-UNI.29(b): the enemy is a war wagon that cancels Impact and Furious charge.
    fn cancelled_by_wagon(&self) -> Option<RuleId> {
        let elephants = self.own.profile.category() == El;
        match self.enemy.profile.category() {
            Wwg if !elephants => Some("ADLG-UNI.28"),
            Wwg if self.enemy.has(Abilities::BLADES) => Some("ADLG-UNI.29"),
            _ => None,
        }
    }

    /// ADLG-ABI.21: mounted before stakes, elephants included.
    fn meets_stakes(&self) -> bool {
        self.own.is_mounted() && self.enemy.behind == Some(Barrier::Stakes)
    }

    fn factor(&self) -> (RuleId, i32) {
        self.kind().factor(&self.enemy.opponent(self.own.has(Abilities::BLADES)))
    }

    /// ADLG-FLK.1: the factor of a unit attacked in flank is 0, unless it is a wagon or an engine.
    fn loses_factor(&self) -> bool {
        self.is_flank_attacked() && self.own.profile.category() != Art
    }

    fn loses_factor_to_scythes(&self) -> bool {
        self.meets_scythes() && !self.keeps_factor_against_scythes()
    }

    /// ADLG-UNI.5, ADLG-UNI.27, ADLG-UNI.20: the first-round part of the factor. Only one can be of a
    /// type.
    fn first_round_part(&self) -> Option<Row> {
        let enemy = self.enemy.profile;
        let horsemen = enemy.kind.is_mounted();
        let (rule, counts, what) = if self.kind().is_missile_foot() {
            let counts = when(self.was_charged && horsemen);
            (
                "ADLG-UNI.5",
                counts.unless(self.has_enemy_behind(), "ADLG-R126"),
                "shot at the charge",
            )
        } else if self.kind().has_long_spears() {
            let counts = when(self.received_front() && horsemen && enemy.category() != El);
            (
                "ADLG-UNI.27",
                counts.unless(self.has_enemy_behind(), "ADLG-R126"),
                "spears against mounted",
            )
        } else if self.own.profile.category() == Cv {
            let prey = enemy.category() == Lmi || enemy.kind == Kind::MediumSwordsmen;
            let counts = when(self.first && prey)
                .unless(self.own.profile.owns_impact(), "ADLG-R130")
                .unless(self.own.is_bogged(), "ADLG-MOD.16");
            ("ADLG-UNI.20", counts, "cavalry against loose foot")
        } else {
            return None;
        };
        let counts = counts
            .unless(self.loses_factor(), "ADLG-FLK.1")
            .unless(self.loses_factor_to_scythes(), "ADLG-R133");
        add(rule, counts, 1, what)
    }

    /// ADLG-ABI.9, ADLG-ABI.13, and all that cancels Impact. ADLG-R131: of two Impetuous swordsmen only the
    /// charger loses it. ADLG-R132: heavy chariots have none unless it is bought.
    #[rustfmt::skip]
    fn impact(&self) -> Option<Row> {
        let (own, enemy) = (self.own.profile, self.enemy.profile);
        let foot = own.kind.is_foot();
        let beasts = own.category() == El;
        let wagon = self.cancelled_by_wagon();
        let impetuous_foot = foot && own.has(Abilities::IMPETUOUS) && self.charged;
        let counts = when(own.owns_impact() && self.first && self.met_the_charge())
            .unless(self.is_flank_attacked(),                                                            "ADLG-FLK.2")
            .unless(self.own.is_bogged(),                                                                "ADLG-MOD.16")
            .unless(enemy.category() == El,                                                              "ADLG-ABI.9")
            .unless(foot && self.charged && enemy.kind.is_mounted(),                                     "ADLG-ABI.10")
            .unless(foot && enemy.kind.is_mounted() && self.turned().has_impact(),                       "ADLG-ABI.11")
            .unless(matches!(own.category(), Hch | Ct) && enemy.category() == Kn,                        "ADLG-UNI.21")
            .unless(beasts && (enemy.kind.is_light() || enemy.kind == Kind::Javelinmen),                 "ADLG-UNI.23")
            .unless(!foot && !beasts && enemy.kind.has_long_spears() && self.turned().received_front(),  "ADLG-UNI.25")
            .unless(impetuous_foot && enemy.kind.is_swordsmen() && self.enemy.edge == Aspect::Front,       "ADLG-UNI.26")
            .unless(wagon.is_some(),                                                                     wagon.unwrap_or("ADLG-UNI.28"))
            .unless(self.meets_stakes(),                                                                 "ADLG-ABI.21")
            .unless(self.meets_scythes() && !beasts,                                                     "ADLG-R133");
        let rule = if own.has(Abilities::IMPETUOUS) { "ADLG-ABI.13" } else { "ADLG-ABI.9" };
        add(rule, counts, 1, "Impact")
    }

    /// ADLG-ABI.16 to .18.
    #[rustfmt::skip]
    fn javelin(&self) -> Option<Row> {
        let enemy = self.enemy.profile;
        let throws = self.own.has(Abilities::JAVELIN) && matches!(self.own.profile.category(), Li | Lh | Lmi);
        let steady = matches!(enemy.category(), El | Sch);
        let impact = self.turned().has_impact() && self.enemy.edge == Aspect::Front;
        let counts = when(throws && self.first && self.met_the_charge())
            .unless(self.is_flank_attacked(),     "ADLG-FLK.2")
            .unless(enemy.category() == Wwg,      "ADLG-ABI.17")
            .unless(impact && !steady,            "ADLG-ABI.17");
        add("ADLG-ABI.16", counts, 1, "Javelin")
    }

    /// ADLG-ABI.6.
    fn polearm(&self) -> Option<Row> {
        let riders = self.enemy.is_mounted() && self.enemy.profile.category() != El;
        let counts = when(self.own.has(Abilities::POLEARM) && self.received_front() && riders)
            .unless(self.is_flank_attacked(), "ADLG-FLK.2");
        add("ADLG-ABI.6", counts, 1, "Polearm against mounted")
    }

    /// ADLG-MOD.10, ADLG-MOD.11, ADLG-ABI.22.
    fn barrier(&self) -> Option<Row> {
        let (rule, what) = match self.enemy.behind? {
            Barrier::Fortification => ("ADLG-MOD.10", "mounted against a fortification"),
            Barrier::Obstacle => ("ADLG-MOD.10", "mounted against an obstacle"),
            Barrier::Stakes => ("ADLG-ABI.22", "mounted against stakes"),
        };
        let stakes = self.enemy.behind == Some(Barrier::Stakes);
        let exempt = stakes && self.own.profile.category() == El;
        add(rule, when(self.own.is_mounted()).unless(exempt, "ADLG-MOD.11"), -2, what)
    }

    /// ADLG-ABI.19, ADLG-R134, ADLG-FLK.3: once, whoever panics it.
    pub(crate) fn panic(&self) -> Option<Row> {
        let kind = self.kind();
        let elephants = self.own.beside.elephants || self.enemy.profile.category() == El;
        let camels = self.own.beside.camels || self.enemy.profile.kind.is_camelry();
        let used_to = kind.is_camelry() && !elephants;
        let counts = when(kind.is_mounted() && kind.category() != El && (elephants || camels))
            .unless(used_to, "ADLG-R134")
            .unless(kind.category() == Sch, "ADLG-ABI.19");
        add(
            "ADLG-ABI.19",
            counts,
            -1,
            if elephants { "panicked by elephants" } else { "panicked by camels" },
        )
    }

    /// ADLG-MOD.6, ADLG-R116: its factor against the enemy main unit, and 1.
    fn melee_support(&self, at: usize) -> Option<Row> {
        let support = self.own.melee_supports.get(at)?;
        let against =
            Opponent { on_flank_or_rear: support.on_flank_or_rear, ..self.enemy.opponent(false) };
        let worth = support.kind.factor(&against).1 + 1;
        add(
            "ADLG-MOD.6",
            always().unless(self.meets_scythes(), "ADLG-MOD.7"),
            worth,
            "melee support",
        )
    }

    /// RULES.md 8.7, steps 3 to 19, ADLG-MOD.1: what a unit adds to its die.
    #[rustfmt::skip]
    pub(crate) fn modifiers(&self) -> [Option<Row>; 20] {
        let own = self.own;
        let (factor_rule, factor) = self.factor();
        let factor_counts = always()
            .unless(self.loses_factor(),            "ADLG-FLK.1")
            .unless(self.loses_factor_to_scythes(), "ADLG-UNI.24");
        let enemy = self.enemy.profile.category();
        let against_engine = enemy == Art && !own.profile.kind.is_light();
        let burns = own.has(Abilities::INCENDIARY) && matches!(enemy, El | Wwg);
        let above = match own.above {
            Some(Above::RiverBank)     => "on the bank",
            Some(Above::GullyEdge)     => "on the edge of the gully",
            Some(Above::Fortification) => "on a fortification",
            Some(Above::Hill) | None   => "higher",
        };
        [
            //  Rule           Counts                                                                  Worth  In words
            add(factor_rule,   factor_counts,                                                          factor, "combat factor"),
            self.first_round_part(),
            add("ADLG-UNI.14", when(own.battle_ready && own.profile.category() == Wwg),                1,      "Battle-ready"),
            add("ADLG-UNI.16", when(against_engine),                                                   1,      "against artillery"),
            self.impact(),
            self.javelin(),
            self.polearm(),
            add("ADLG-ABI.15", when(burns),                                                            1,      "Incendiary"),
            add("ADLG-MOD.2",  when(own.is_disordered()),                                              -1,     "Disordered"),
            add("ADLG-MOD.3",  when(own.uncontrolled && self.first).unless(own.profile.category() == Sch, "ADLG-R88"), -1, "uncontrolled charge"),
            add("ADLG-MOD.4",  when(self.enemy.edge != Aspect::Front),                                   1,      "on the enemy's flank or rear"),
            add("ADLG-MOD.5",  always().unless(self.meets_scythes(), "ADLG-MOD.7"),                    i32::from(own.simple_supports), "simple support"),
            self.melee_support(0),
            self.melee_support(1),
            self.melee_support(2),
            add("ADLG-MOD.8",  when(own.above.is_some()),                                              1,      above),
            add("ADLG-MOD.9",  when(own.commander),                                                    1,      "commander"),
            self.barrier(),
            self.panic(),
            own.ground.penalty_row(self.kind()),
        ]
    }

    /// ADLG-ABI.4, ADLG-ABI.7, ADLG-R121: one +1 for winning on its front.
    pub(crate) fn on_winning(&self) -> [Option<Row>; 2] {
        let front = self.own.edge == Aspect::Front;
        let two_handed = self.own.has(Abilities::TWO_HANDED) && front;
        let polearm = self.own.has(Abilities::POLEARM) && front && self.enemy.is_mounted();
        let flanked = self.is_flank_attacked();
        [
            add(
                "ADLG-ABI.4",
                when(two_handed).unless(flanked, "ADLG-FLK.2"),
                1,
                "two-handed weapons",
            ),
            add(
                "ADLG-ABI.7",
                when(polearm).unless(flanked, "ADLG-FLK.2").unless(two_handed, "ADLG-R121"),
                1,
                "Polearm",
            ),
        ]
    }

    /// ADLG-ABI.5, ADLG-R121: the tie-break of two-handed weapons.
    pub(crate) fn on_tie(&self) -> [Option<Row>; 1] {
        let counts = when(
            self.own.has(Abilities::TWO_HANDED)
                && self.own.edge == Aspect::Front
                && self.enemy.profile.kind.has_long_spears(),
        );
        [add(
            "ADLG-ABI.5",
            counts.unless(self.is_flank_attacked(), "ADLG-FLK.2"),
            1,
            "two-handed weapons",
        )]
    }

    /// ADLG-ABI.2, ADLG-ABI.3: armour of the loser. ADLG-FLK.3: on flank and rear too.
    pub(crate) fn armour(&self) -> [Option<Row>; 1] {
        let better = self.own.profile.armour() > self.enemy.profile.armour();
        // ADLG-R122, ADLG-R123: a Furious charge voids it even if Missile support cancels the charge.
        let furious = total(self.turned().furious()) > 0;
        let counts = when(better)
            .unless(self.enemy.profile.category() == El, "ADLG-ABI.3")
            .unless(furious, "ADLG-ABI.3");
        [add("ADLG-ABI.2", counts, 1, "better armour")]
    }

    /// ADLG-ABI.24(a), ADLG-R126: Missile support of who loses a 1st round on its front.
    pub(crate) fn missile_support(&self) -> [Option<Row>; 1] {
        let owns = self.own.has(Abilities::MISSILE_SUPPORT)
            && self.first
            && self.own.edge == Aspect::Front;
        let counts = when(owns)
            .unless(self.is_flank_attacked(), "ADLG-FLK.2")
            .unless(self.has_enemy_behind(), "ADLG-R126");
        [add("ADLG-ABI.24", counts, 1, "Missile support")]
    }

    /// ADLG-ABI.8, ADLG-R139: one more loss for the enemy if this unit wins.
    #[rustfmt::skip]
    pub(crate) fn furious(&self) -> [Option<Row>; 1] {
        let (own, enemy) = (self.own.profile, self.enemy.profile);
        let foot = enemy.kind.is_foot();
        let driven = own.owns_impact();
        let rule = match own.category() {
            _ if own.kind.is_foot() && own.has(Abilities::IMPETUOUS) && foot             => "ADLG-FUR.1",
            Lh if enemy.category() == Li                                                 => "ADLG-FUR.3",
            Cv | Hch | Kn if enemy.category() == Lmi                                     => "ADLG-FUR.3",
            Lh | Cv | Hch | Ct | Kn if driven && foot                                    => "ADLG-FUR.2",
            El | Sch if foot && enemy.category() != Li && enemy.kind != Kind::Javelinmen => "ADLG-FUR.4",
            _ => return [None],
        };
        // ADLG-FUR.1 and .2 leave war wagons out by themselves.
        let wagon = self.cancelled_by_wagon();
        let counts = when(self.first && self.met_the_charge())
            .unless(self.is_flank_attacked(), "ADLG-FLK.2")
            .unless(self.own.is_bogged(),     "ADLG-MOD.16")
            .unless(wagon.is_some(),          wagon.unwrap_or("ADLG-UNI.28"))
            .unless(self.meets_stakes(),      "ADLG-ABI.21");
        [add(rule, counts, 1, "Furious charge")]
    }
}
