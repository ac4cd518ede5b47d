//! Melee (RULES.md 3.19 to 3.21, 8.7; ADLG-R114 to ADLG-R143): two main units, their supports, and the
//! eight steps from the dice to the losses (ADLG-R120).
//!
//! [`Melee`] holds the facts. [`Melee::modifiers`] is the table of what is added to the die,
//! [`Melee::on_winning`], [`Melee::on_tie`], [`Melee::on_losing`] and [`Melee::furious`] what changes
//! the result afterwards; [`Melee::reckon`] adds them up once, and [`Reckoning::read`] is the sequence of
//! steps.

pub mod combat;
pub mod engage;
pub mod engagement;

use std::cmp::Ordering;

use acies_core::{D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, total, when};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    terrain::{Going, Ground},
    units::{Category::*, Kind, Opponent, Profile, Quality, abilities::Abilities},
};

/// A melee of two main units. Which is which does not matter to the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Melee {
    pub round: Round,
    pub units: [Fighter; 2],
}

/// ADLG-R119.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// The 1st round: this one of the two charged the other in this turn.
    First {
        charger: usize,
    },
    Later,
}

/// A main unit, as far as its melee is concerned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fighter {
    pub profile: Profile,
    /// Cohesion points left.
    pub cohesion: u8,
    /// The edge of it that the other main unit touches. Without full conformation it is the front
    /// (ADLG-R125).
    pub edge: Side,
    /// Whom else it has on its flank or rear.
    pub flanked: Flanked,
    /// ADLG-MOD.3, ADLG-R88: its charge was uncontrolled, and not at a target in its own zone.
    pub uncontrolled: bool,
    /// ADLG-R115: units in simple support that count.
    pub simple_supports: u8,
    /// ADLG-R117: units in melee support that count.
    pub melee_supports: ArrayVec<Support, 3>,
    /// ADLG-MOD.8, ADLG-R137: what it has over the enemy.
    pub above: Option<Above>,
    /// ADLG-R40: a commander is attached to it or included in it.
    pub commander: bool,
    /// ADLG-R138, ADLG-R162: what it is behind, on the edge that is fought over.
    pub behind: Option<Barrier>,
    /// ADLG-R134: what it touches along an edge besides its opponent.
    pub beside: Beasts,
    pub ground: Ground,
    /// ADLG-R140: of a war wagon that did not move.
    pub battle_ready: bool,
}

/// On which side of a unit its enemy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Front,
    Flank,
    Rear,
}

/// ADLG-R125, ADLG-R126: enemies on the flank or rear besides the other main unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flanked {
    No,
    /// Only light ones, or such as have a melee of their own.
    Lightly,
    Yes,
}

/// A unit in melee support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Support {
    pub kind: Kind,
    /// Whether it touches the enemy's flank or rear (ADLG-UNI.19).
    pub on_flank_or_rear: bool,
}

/// ADLG-MOD.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Above {
    Hill,
    RiverBank,
    GullyEdge,
    Fortification,
}

/// ADLG-R138.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    Fortification,
    Obstacle,
    Stakes,
}

/// Animals that panic others (ADLG-UNI.30, ADLG-UNI.31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Beasts {
    pub camels: bool,
    pub elephants: bool,
}

impl Fighter {
    /// A fresh unit that fights on its front, alone in the open.
    pub fn plain(profile: Profile) -> Self {
        Fighter {
            profile,
            cohesion: profile.cohesion(),
            edge: Side::Front,
            flanked: Flanked::No,
            uncontrolled: false,
            simple_supports: 0,
            melee_supports: ArrayVec::new(),
            above: None,
            commander: false,
            behind: None,
            beside: Beasts::default(),
            ground: Ground::OPEN,
            battle_ready: false,
        }
    }

    /// ADLG-R8.
    pub fn is_disordered(&self) -> bool {
        self.cohesion < self.profile.cohesion()
    }

    /// ADLG-ABI.26: a Mixed unit fights one quality lower.
    pub fn quality(&self) -> Quality {
        let Profile { quality, .. } = self.profile;
        if self.profile.has(Abilities::MIXED) { quality.lowered() } else { quality }
    }

    /// ADLG-QUA.1: what its quality does to this die.
    pub fn quality_row(&self, face: u8) -> Option<Row> {
        let lowered = self.profile.has(Abilities::MIXED).then_some("ADLG-ABI.26");
        self.profile.quality.row(face, lowered)
    }

    fn has(&self, ability: Abilities) -> bool {
        self.profile.has(ability)
    }

    fn is_mounted(&self) -> bool {
        self.profile.kind.is_mounted()
    }

    /// ADLG-MOD.16: mounted that terrain penalises.
    fn is_bogged(&self) -> bool {
        self.is_mounted() && self.ground.penalises(self.profile.kind)
    }

    fn opponent(&self, blades: bool) -> Opponent {
        Opponent {
            kind: self.profile.kind,
            going: self.ground.going(),
            on_flank_or_rear: self.edge != Side::Front,
            blades,
        }
    }
}

/// One of the two units, with the questions that rules ask about it and its enemy.
struct View<'a> {
    own: &'a Fighter,
    enemy: &'a Fighter,
    first: bool,
    charged: bool,
    was_charged: bool,
}

impl Melee {
    fn view(&self, unit: usize) -> View<'_> {
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
        self.was_charged && self.own.edge == Side::Front
    }

    /// ADLG-ABI.9, ADLG-ABI.16, ADLG-R139: charged, or received the charge on its front.
    fn met_the_charge(&self) -> bool {
        self.charged || self.received_front()
    }

    /// ADLG-R125: the other main unit or a support, not light, on its flank or rear. ADLG-R140:
    /// never a war wagon.
    fn is_flank_attacked(&self) -> bool {
        let by_main = self.own.edge != Side::Front && !self.enemy.profile.kind.is_light();
        (by_main || self.own.flanked == Flanked::Yes) && self.own.profile.category() != Wwg
    }

    /// ADLG-R126: any enemy there, light ones included.
    fn has_enemy_behind(&self) -> bool {
        let any = self.own.edge != Side::Front || self.own.flanked != Flanked::No;
        any && self.own.profile.category() != Wwg
    }

    /// ADLG-R130: owns Impact and is not deprived of it by terrain or an attack in flank.
    fn has_impact(&self) -> bool {
        self.own.profile.owns_impact() && !self.own.is_bogged() && !self.is_flank_attacked()
    }

    /// ADLG-UNI.24, ADLG-R133: the enemy is a scythed chariot in the 1st round, fighting on its front.
    fn meets_scythes(&self) -> bool {
        self.first && self.enemy.profile.category() == Sch && self.enemy.edge == Side::Front
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
            .unless(impetuous_foot && enemy.kind.is_swordsmen() && self.enemy.edge == Side::Front,       "ADLG-UNI.26")
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
        let impact = self.turned().has_impact() && self.enemy.edge == Side::Front;
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
    fn panic(&self) -> Option<Row> {
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
    fn modifiers(&self) -> [Option<Row>; 20] {
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
            add("ADLG-MOD.4",  when(self.enemy.edge != Side::Front),                                   1,      "on the enemy's flank or rear"),
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
    fn on_winning(&self) -> [Option<Row>; 2] {
        let front = self.own.edge == Side::Front;
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
    fn on_tie(&self) -> [Option<Row>; 1] {
        let counts = when(
            self.own.has(Abilities::TWO_HANDED)
                && self.own.edge == Side::Front
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
    fn armour(&self) -> [Option<Row>; 1] {
        let better = self.own.profile.armour() > self.enemy.profile.armour();
        // ADLG-R122, ADLG-R123: a Furious charge voids it even if Missile support cancels the charge.
        let furious = total(self.turned().furious()) > 0;
        let counts = when(better)
            .unless(self.enemy.profile.category() == El, "ADLG-ABI.3")
            .unless(furious, "ADLG-ABI.3");
        [add("ADLG-ABI.2", counts, 1, "better armour")]
    }

    /// ADLG-ABI.24(a), ADLG-R126: Missile support of who loses a 1st round on its front.
    fn missile_support(&self) -> [Option<Row>; 1] {
        let owns =
            self.own.has(Abilities::MISSILE_SUPPORT) && self.first && self.own.edge == Side::Front;
        let counts = when(owns)
            .unless(self.is_flank_attacked(), "ADLG-FLK.2")
            .unless(self.has_enemy_behind(), "ADLG-R126");
        [add("ADLG-ABI.24", counts, 1, "Missile support")]
    }

    /// ADLG-ABI.8, ADLG-R139: one more loss for the enemy if this unit wins.
    #[rustfmt::skip]
    fn furious(&self) -> [Option<Row>; 1] {
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

/// What a unit of a melee adds to its die, and what changes the result afterwards, as sums that can be
/// shown before and after the throw.
impl Melee {
    /// RULES.md 8.7, steps 3 to 19. ADLG-R143: without minimum or maximum.
    pub fn modifiers(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).modifiers())
    }

    /// The same once its die has fallen, with what its quality makes of that (step 2).
    pub fn added_to(&self, unit: usize, face: u8) -> Sum {
        let quality = self.units[unit].quality_row(face);
        Sum::of(std::iter::once(quality).chain(self.view(unit).modifiers()))
    }

    /// ADLG-R125.
    pub fn is_flank_attacked(&self, unit: usize) -> bool {
        self.view(unit).is_flank_attacked()
    }

    /// ADLG-R134: whether it is panicked by animals that it does not fight.
    pub fn is_panicked_from_beside(&self, unit: usize) -> bool {
        let fighter = &self.units[unit];
        let beside = fighter.beside.elephants || fighter.beside.camels;
        beside && total([self.view(unit).panic()]) != 0
    }

    /// Step 21, if it wins.
    pub fn on_winning(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).on_winning())
    }

    /// Step 21, if totals are equal.
    pub fn on_tie(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).on_tie())
    }

    /// Steps 22 and 23, if it loses.
    pub fn on_losing(&self, unit: usize) -> Sum {
        let view = self.view(unit);
        Sum::of(view.armour().into_iter().chain(view.missile_support()))
    }

    /// Step 25, if it wins.
    pub fn furious(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).furious())
    }

    /// ADLG-UNI.2, ADLG-R129: light infantry in the open, not behind a fortification, that fights close
    /// troops is destroyed without dice.
    pub fn destroyed(&self) -> Option<usize> {
        (0..2).find(|&unit| {
            let Fighter { profile, ground, behind, .. } = &self.units[unit];
            let close = matches!(
                self.units[1 - unit].profile.category(),
                Lmi | Mi | Hi | Cv | Ct | Hch | Kn
            );
            let walled = *behind == Some(Barrier::Fortification);
            profile.category() == Li && close && ground.going() == Going::Open && !walled
        })
    }

    /// Adds everything up, once for all dice.
    pub fn reckon(&self) -> Reckoning {
        Reckoning {
            destroyed: self.destroyed(),
            sides: [0, 1].map(|unit| {
                let view = self.view(unit);
                let missile = total(view.missile_support());
                Reckoned {
                    quality: view.own.quality(),
                    modifiers: total(view.modifiers()),
                    on_winning: total(view.on_winning()),
                    on_tie: total(view.on_tie()),
                    armour: total(view.armour()),
                    missile,
                    furious: total(view.furious()),
                    mounted: view.own.is_mounted(),
                }
            }),
        }
    }

    /// ADLG-MEL.1, ADLG-R153: both throw, the phasing player's unit first.
    pub fn throw(&self, seats: [Seat; 2], phasing: Seat, dice: &mut Dice) -> Rolled<Fought> {
        self.reckon().throw(seats, phasing, dice)
    }
}

/// A melee with its sums added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reckoning {
    destroyed: Option<usize>,
    sides: [Reckoned; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reckoned {
    quality: Quality,
    modifiers: i32,
    on_winning: i32,
    on_tie: i32,
    armour: i32,
    missile: i32,
    furious: i32,
    mounted: bool,
}

/// What a melee costs one of its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    Nothing,
    Cohesion(u8),
    Rout,
}

impl Loss {
    /// The cohesion that is left (ADLG-R8: never below 0).
    pub fn leaves(self, cohesion: u8) -> u8 {
        match self {
            Loss::Nothing => cohesion,
            Loss::Cohesion(points) => cohesion.saturating_sub(points),
            Loss::Rout => 0,
        }
    }
}

/// What came of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fought {
    /// Dice as they fell; none if light infantry was destroyed (ADLG-R129).
    pub faces: Option<[u8; 2]>,
    pub totals: [i32; 2],
    /// After all steps: how much the winner is ahead.
    pub difference: i32,
    pub winner: Option<u8>,
    pub losses: [Loss; 2],
}

impl Fought {
    /// Who has the higher total, even if the other's armour or missiles save it from any loss
    /// (ADLG-R122).
    pub fn ahead(&self) -> Option<u8> {
        let higher = match self.totals[0].cmp(&self.totals[1]) {
            Ordering::Greater => Some(0),
            Ordering::Less => Some(1),
            Ordering::Equal => None,
        };
        self.winner.or(higher)
    }
}

impl Reckoning {
    /// In how many of the 36 ways the dice can fall the second unit loses something, and in how many the
    /// first.
    pub fn ways(&self) -> [i32; 2] {
        let faces = (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other]));
        faces.fold([0; 2], |[win, lose], faces| {
            let [own, enemy] =
                self.read(Some(faces)).losses.map(|it| i32::from(it != Loss::Nothing));
            [win + enemy, lose + own]
        })
    }

    /// The same if a unit added so much less to its die.
    #[must_use]
    pub fn with_less(mut self, unit: usize, less: i32) -> Self {
        self.sides[unit].modifiers -= less;
        self
    }

    pub fn throw(&self, seats: [Seat; 2], phasing: Seat, dice: &mut Dice) -> Rolled<Fought> {
        if self.destroyed.is_some() {
            return Ok(self.read(None));
        }
        let mut faces = [0; 2];
        let first = usize::from(seats[0] != phasing);
        for unit in [first, 1 - first] {
            faces[unit] = dice.roll(seats[unit].throws("ADLG-MEL.1", "melee"), D6)? as u8;
        }
        Ok(self.read(Some(faces)))
    }

    /// ADLG-ABI.0, ADLG-R120: the eight steps.
    pub fn read(&self, faces: Option<[u8; 2]>) -> Fought {
        // 1. Destroyed light infantry: no dice.
        let (Some(faces), None) = (faces, self.destroyed) else {
            let lost = self.destroyed.unwrap_or(0);
            let mut losses = [Loss::Nothing; 2];
            losses[lost] = Loss::Rout;
            let winner = Some(1 - lost as u8);
            return Fought { faces: None, totals: [0; 2], difference: 0, winner, losses };
        };
        // 2. Each die changed by quality. 3. Modifiers, and the difference.
        let totals = [0, 1].map(|unit: usize| {
            let Reckoned { quality, modifiers, .. } = self.sides[unit];
            quality.on(faces[unit].into()) + modifiers
        });
        let mut ahead = totals[0] - totals[1];
        // 4. Two-handed weapons or Polearm of the winner, or the tie-break (ADLG-R121: not both).
        ahead += match ahead {
            1.. => self.sides[0].on_winning,
            0 => self.sides[0].on_tie - self.sides[1].on_tie,
            _ => -self.sides[1].on_winning,
        };
        let winner = match ahead {
            0 => return Fought::drawn(faces, totals),
            1.. => 0,
            _ => 1,
        };
        let (won, lost) = (&self.sides[winner], &self.sides[1 - winner]);
        let mut difference = ahead.abs();
        // 5. Armour of the loser (ADLG-R122: to 0 at the least; ADLG-R198: then nobody has lost).
        difference -= lost.armour;
        // 6. Missile support of the loser, unless nothing is left of the difference.
        let missile = difference > 0 && lost.missile > 0;
        difference -= if missile { lost.missile } else { 0 };
        if difference <= 0 {
            return Fought::drawn(faces, totals);
        }
        // 7. The table.
        let mut loss = loss(difference);
        // 8. Furious charge, not on an automatic rout; ADLG-ABI.24(b): Missile support stops mounted.
        let stopped = missile && won.mounted;
        if let Loss::Cohesion(points) = loss
            && won.furious > 0
            && !stopped
        {
            loss = Loss::Cohesion(points + 1);
        }
        let mut losses = [Loss::Nothing; 2];
        losses[1 - winner] = loss;
        Fought { faces: Some(faces), totals, difference, winner: Some(winner as u8), losses }
    }
}

impl Fought {
    /// ADLG-R124: nobody loses, and the melee goes on.
    fn drawn(faces: [u8; 2], totals: [i32; 2]) -> Self {
        let losses = [Loss::Nothing; 2];
        Fought { faces: Some(faces), totals, difference: 0, winner: None, losses }
    }
}

/// ADLG-MEL.T1: what it costs to be beaten by `difference`.
pub(crate) fn loss(difference: i32) -> Loss {
    match difference {
        ..=0 => Loss::Nothing,
        1..=2 => Loss::Cohesion(1),
        3..=4 => Loss::Cohesion(2),
        5..=6 => Loss::Cohesion(3),
        7.. => Loss::Rout,
    }
}

/// ADLG-CIM.1, ADLG-CIM.2: what becomes of a commander whose unit lost its melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CommanderRisk {
    pub routed: bool,
}

impl CommanderRisk {
    /// The rule, and the highest face that kills him.
    pub fn kills(&self) -> (RuleId, i32) {
        if self.routed { ("ADLG-CIM.2", 3) } else { ("ADLG-CIM.1", 1) }
    }

    /// The opponent throws.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let (rule, highest) = self.kills();
        dice.test(by.throws(rule, "at the commander"), D6, 1..=highest)
    }
}
