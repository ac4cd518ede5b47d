//! Hand to hand (RULES.md 11, 12, 8.6, 8.7; AV-C.4, AV-R73 to AV-R80): how many dice each side has, what they
//! need, and one round.

use acies_core::{
    D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, at_least, at_most, total, when,
};
use serde::{Deserialize, Serialize};

use crate::{
    morale::saves::{Harm, Save},
    profile::{Abilities, Kind, Order, Profile, Specials, Weapon},
    words::events::Faces,
};

/// AV-R7: on which side a unit is attacked.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Quarter {
    #[default]
    Front,
    Left,
    Right,
    Rear,
}

/// AV-R78: whether heavy projectiles are still to be thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Volley {
    /// AV-19.3: the first number of the chart.
    #[default]
    Fresh,
    /// AV-19.4: the melee goes on from the turn before.
    GoesOn,
    /// AV-19.5: disrupted by its fight and not reorganised since.
    Spent,
}

/// AV-11.7, AV-R74: who supports a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Supports {
    /// AV-11.8.
    pub behind: bool,
    /// AV-11.9.
    pub left: bool,
    /// AV-11.9.
    pub right: bool,
    /// AV-11.10: how many.
    pub contact: u8,
}

/// The principal of one side, as it stands when the fight is fixed (AV-R71, AV-R79).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fighter {
    pub profile: Profile,
    /// None if it is disrupted.
    pub order: Option<Order>,
    /// Cohesion Points left.
    pub cp: u8,
    pub volley: Volley,
    /// AV-11.3, AV-R11: its level is higher than that of its opponent.
    pub uphill: bool,
    /// AV-R7: the side on which its opponent attacks it.
    pub attacked_on: Quarter,
    pub supports: Supports,
    /// The abilities of its attached leader, if it has one (AV-15.2, AV-16.4).
    pub leader: Option<Abilities>,
    /// AV-12.6, AV-R16, AV-R76: behind strong protection against its opponent.
    pub protected: bool,
}

/// A fight of two principals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fight {
    pub fighters: [Fighter; 2],
    /// AV-R15: neither stands in rough or very rough ground.
    pub in_the_open: bool,
}

/// What a side's dice came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Strike {
    pub hits: usize,
    /// AV-15.3: natural 6s among them, each of which hits an attached leader too.
    pub sixes: usize,
}

impl Fight {
    /// The number of dice of one side (0 or 1). AV-R90: training, height, leaders, supports and Impetuous count
    /// here and never in shooting; AV-11.6: training as AV-18.16 and AV-18.17 have it.
    pub fn dice(&self, side: usize) -> Sum {
        Sum::of(self.dice_rows(side))
    }

    #[rustfmt::skip]
    fn dice_rows(&self, side: usize) -> [Option<Row>; 14] {
        let (ours, theirs) = (&self.fighters[side], &self.fighters[1 - side]);
        let (rule, base, what) = ours.base();
        let heavy_projectiles = when(ours.profile.weapon == Weapon::HeavyProjectiles)
            .unless(ours.volley == Volley::GoesOn, "AV-19.4")
            .unless(ours.volley == Volley::Spent,  "AV-19.5");
        let orbis = theirs.order == Some(Order::Orbis);
        let on = |sides: &[Quarter], counts: bool| {
            when(counts && sides.contains(&theirs.attacked_on)).unless(orbis, "AV-18.2")
        };
        let shields = theirs.profile.shields;
        let better = ours.profile.training as i32 - theirs.profile.training as i32;
        let hero = ours.leader.is_some_and(|leader| leader.contains(Abilities::HERO));
        let impetuous = ours.profile.has(Specials::IMPETUOUS) && ours.order == Some(Order::Rush);
        let impetuous = when(impetuous).unless(ours.profile.is_half(ours.cp), "AV-18.14");
        [
            add(rule,       always(),                                  base, what),
            add("AV-19.3",  heavy_projectiles,                            1, "heavy projectiles, first round"),
            add("AV-11.3",  when(ours.uphill),                            1, "uphill"),
            add("AV-11.4",  on(&[Quarter::Left], shields),                1, "left flank"),
            add("AV-11.5",  on(&[Quarter::Left], !shields),               2, "flank without shields"),
            add("AV-11.12", on(&[Quarter::Right, Quarter::Rear], true),   2, "right flank or rear"),
            add("AV-18.16", when(better == 2),                            2, "elite against raw"),
            add("AV-18.17", when(better == 1),                            1, "better trained"),
            add("AV-11.8",  when(ours.supports.behind),                   1, "support from behind"),
            add("AV-11.9",  when(ours.supports.left || ours.supports.right), ours.supports.flanks(), "support from the flank"),
            add("AV-11.10", always(),      i32::from(ours.supports.contact), "support by contact"),
            add("AV-15.2",  when(ours.leader.is_some()).unless(hero, "AV-16.4"), 1, "leader"),
            add("AV-16.4",  when(hero),                                   2, "Hero"),
            add("AV-18.14", impetuous,                                    1, "Impetuous"),
        ]
    }

    /// What each die of one side needs.
    pub fn hits_on(&self, side: usize) -> Sum {
        Sum::of(self.hits_on_rows(side))
    }

    /// AV-12.1 to AV-12.8 (AV-T7), AV-R69, AV-R77, AV-R97.
    #[rustfmt::skip]
    fn hits_on_rows(&self, side: usize) -> [Option<Row>; 6] {
        let (ours, theirs) = (&self.fighters[side], &self.fighters[1 - side]);
        let disrupted = theirs.order.is_none();
        let loose = ours.profile.is_close()
            && (!theirs.profile.is_close() || theirs.profile.is_artillery());
        let easy = disrupted || loose && self.in_the_open;
        let spears = when(theirs.profile.weapon == Weapon::LongSpears)
            .unless(disrupted,                         "AV-12.2")
            .unless(theirs.attacked_on != Quarter::Front, "AV-R77");
        let looser = when(loose && !disrupted).unless(!self.in_the_open, "AV-R15");
        [
            at_least("AV-12.2", when(disrupted),        3, "opponent disrupted"),
            at_least("AV-12.3", looser,                 3, "close order against looser order in the open"),
            at_least("AV-12.1", when(!easy),            4, "hand to hand"),
            at_least("AV-12.6", when(theirs.protected), 6, "strong protection"),
            add("AV-12.7",      spears,                 1, "frontal against long spears"),
            at_most("AV-12.8",  always(),               6, "a natural 6 hits"),
        ]
    }

    /// How many dice one side throws, and what each needs.
    pub fn pool(&self, side: usize) -> (usize, i32) {
        (total(self.dice_rows(side)).max(0) as usize, total(self.hits_on_rows(side)))
    }

    /// AV-11.2: one side's dice. Natural 6s are told apart (AV-15.3).
    pub fn strike(&self, side: usize, by: Seat, dice: &mut Dice) -> Rolled<Strike> {
        let (n, needs) = self.pool(side);
        let ask = by.throws("AV-11.2", "hand to hand");
        let [hits, sixes] = dice.count(ask, n, D6, [needs..=5, 6..=6])?;
        Ok(Strike { hits: hits + sixes, sixes })
    }

    /// The saving roll of one side against the weapons of the other.
    pub fn save(&self, side: usize) -> Save {
        let (ours, theirs) = (&self.fighters[side], &self.fighters[1 - side]);
        let against = Harm::from(theirs.profile.weapon);
        Save { profile: ours.profile, order: ours.order, against }
    }
}

/// The dice of a fight, each for Red and for Blue.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FightThrown {
    pub strikes: [Strike; 2],
    pub faces: [Faces; 2],
    /// AV-15.4: dice for hits on leaders.
    pub risks: [Faces; 2],
    pub killed: [bool; 2],
    pub saves: [Faces; 2],
    /// Saves missed.
    pub lost: [usize; 2],
}

impl Supports {
    fn flanks(self) -> i32 {
        i32::from(self.left) + i32::from(self.right)
    }
}

impl Fighter {
    /// AV-C.4 (AV-T6), AV-R75: the dice of its row and column, HP with the second number.
    #[rustfmt::skip]
    fn base(&self) -> (RuleId, i32, &'static str) {
        use Weapon::{AdHoc, Circumstance, HeavyProjectiles, LongSpears, TwoHanded};
        let (rule, row, what) = match self.order {
            None                    => ("AV-C.4",  0, "disrupted"),
            Some(Order::Shieldwall) => ("AV-C.4",  1, "in Shieldwall"),
            Some(Order::Orbis)      => ("AV-18.1", 1, "in Orbis"),
            Some(Order::Halt)       => ("AV-C.4",  2, "halted"),
            Some(Order::FallBack)   => ("AV-R75",  2, "caught falling back"),
            Some(Order::Advance)    => ("AV-C.4",  3, "advancing"),
            Some(Order::Rush)       => ("AV-C.4",  4, "rushing"),
        };
        let column = match (self.profile.kind(), self.profile.weapon) {
            //                                               Disrupted Shieldwall Halt Advance Rush
            (Kind::Artillery, _)                                    => [1, 1, 2, 2, 3],
            (Kind::Infantry, Circumstance)                          => [1, 1, 2, 2, 3],
            (Kind::Infantry, AdHoc | HeavyProjectiles | TwoHanded)  => [1, 2, 3, 3, 4],
            (Kind::Infantry, LongSpears)                            => [1, 2, 2, 3, 4],
            (Kind::Cavalry, Circumstance)                           => [1, 0, 2, 3, 4],
            (Kind::Cavalry, LongSpears)                             => [2, 0, 2, 5, 6],
            // AV-T6 has two columns more for cavalry; other weapons it does not carry (AV-C.4).
            (Kind::Cavalry, AdHoc | HeavyProjectiles | TwoHanded)   => [2, 0, 2, 4, 5],
        };
        let rule = if self.profile.is_artillery() { "AV-R75" } else { rule };
        (rule, column[row], what)
    }
}

/// AV-9.6, AV-R62: whether a unit is caught on the move if such cavalry touches it; the order is none of a
/// disrupted unit.
pub fn is_caught_moving(profile: &Profile, order: Option<Order>) -> bool {
    let moving = matches!(order, Some(Order::Advance | Order::Rush | Order::FallBack));
    !profile.is_mounted() && moving
}

/// AV-9.6, AV-R62: whether it is cavalry that disrupts those whom it catches on the move.
pub fn rides_down(profile: &Profile, order: Option<Order>) -> bool {
    let rides = matches!(order, Some(Order::Advance | Order::Rush));
    profile.is_mounted() && profile.is_close() && rides
}

/// AV-9.8, AV-R63: whether a unit that brings a contact on rough ground is disrupted by it.
pub fn is_broken_up(profile: &Profile, order: Option<Order>, enemy: &Profile) -> bool {
    order.is_some() && profile.is_close() && enemy.is_infantry() && !enemy.is_close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{files::data::troop, profile::Training};
    use Order::{Advance, FallBack, Halt, Orbis, Rush, Shieldwall};

    fn fighter(id: &str, order: Option<Order>) -> Fighter {
        let profile = troop(id).unwrap().profile;
        Fighter {
            profile,
            order,
            cp: profile.cp,
            volley: Volley::Fresh,
            uphill: false,
            attacked_on: Quarter::Front,
            supports: Supports::default(),
            leader: None,
            protected: false,
        }
    }

    fn fight(ours: Fighter, theirs: Fighter) -> Fight {
        Fight { fighters: [ours, theirs], in_the_open: true }
    }

    fn dice(ours: Fighter, theirs: Fighter) -> i32 {
        let fight = fight(ours, theirs);
        assert_eq!(fight.dice(0).total, fight.pool(0).0 as i32);
        fight.dice(0).total
    }

    fn needs(ours: Fighter, theirs: Fighter) -> i32 {
        fight(ours, theirs).hits_on(0).total
    }

    /// AV-C.4, AV-T6 as printed, HP with its second number: Disrupted, Shieldwall, Halt, Advance, Rush.
    #[test]
    fn dice_are_those_of_the_table() {
        let enemy = fighter("ger_war", Some(Halt));
        for (id, column, letters) in [
            ("per_levy", [1, 1, 2, 2, 3], "AV-19.1: C"),
            ("gal_war", [1, 2, 3, 3, 4], "AV-19.2: AH"),
            ("rom_vet", [1, 2, 3, 3, 4], "AV-19.4: HP"),
            ("dac_falx", [1, 2, 3, 3, 4], "AV-C.5: 2H"),
            ("gre_hop", [1, 2, 2, 3, 4], "AV-C.5: LS"),
        ] {
            let rows = [None, Some(Shieldwall), Some(Halt), Some(Advance), Some(Rush)];
            let found = rows.map(|order| {
                let mut ours = Fighter { volley: Volley::GoesOn, ..fighter(id, order) };
                ours.profile.special = Specials::empty();
                ours.profile.training = Training::Standard;
                dice(ours, enemy)
            });
            assert_eq!(found, column, "AV-C.4, AV-3.6, {letters}: {id}");
        }
        for (id, column) in [
            ("rom_eq", [1, 2, 3, 4]),
            ("rom_ala", [2, 2, 4, 5]),
            ("mac_comp", [2, 2, 5, 6]),
            ("rom_scorp", [1, 2, 2, 3]),
        ] {
            let rows = [None, Some(Halt), Some(Advance), Some(Rush)];
            let found = rows.map(|order| dice(fighter(id, order), enemy));
            assert_eq!(found, column, "AV-C.4, AV-R75: {id}");
        }
    }

    /// AV-3.10, AV-T0: first round and later.
    #[test]
    fn veteran_legionaries() {
        let enemy = fighter("ger_war", Some(Halt));
        for (order, first, later) in [
            (None, 2, 1),
            (Some(Shieldwall), 3, 2),
            (Some(Halt), 4, 3),
            (Some(Advance), 4, 3),
            (Some(Rush), 5, 4),
        ] {
            let fresh = fighter("rom_vet", order);
            assert_eq!(dice(fresh, enemy), first, "AV-19.3: {order:?}");
            let goes_on = Fighter { volley: Volley::GoesOn, ..fresh };
            assert_eq!(dice(goes_on, enemy), later, "AV-19.4: {order:?}");
            let spent = Fighter { volley: Volley::Spent, ..fresh };
            assert_eq!(dice(spent, enemy), later, "AV-19.5: {order:?}");
        }
        assert_eq!(dice(fighter("rom_vet", Some(Orbis)), enemy), 3, "AV-18.1, AV-R75");
        assert_eq!(dice(fighter("rom_vet", Some(FallBack)), enemy), 4, "AV-R75");
    }

    #[test]
    fn more_dice() {
        let ours = fighter("gre_hop", Some(Advance));
        let enemy = fighter("gal_war", Some(Advance));
        let bare = Fighter { profile: Profile { shields: false, ..enemy.profile }, ..enemy };
        let trained = |mut it: Fighter, training| {
            it.profile.training = training;
            it
        };
        let on = |it: Fighter, attacked_on| Fighter { attacked_on, ..it };
        let led = |leader| Fighter { leader: Some(leader), ..ours };
        let alone = Supports::default();
        let helped = |supports| Fighter { supports, ..ours };
        let all_round = Supports { behind: true, left: true, right: true, contact: 2 };
        for (ours, theirs, dice_of, rule) in [
            (ours, enemy, 3, "AV-C.4"),
            (Fighter { uphill: true, ..ours }, enemy, 4, "AV-11.3"),
            (ours, on(enemy, Quarter::Left), 4, "AV-11.4"),
            (ours, on(enemy, Quarter::Right), 5, "AV-11.12"),
            (ours, on(enemy, Quarter::Rear), 5, "AV-R7: rear as right"),
            (ours, on(bare, Quarter::Left), 5, "AV-11.5"),
            (ours, on(bare, Quarter::Right), 5, "AV-11.12: they do not add up"),
            (ours, bare, 3, "AV-11.5: only on a flank"),
            (ours, on(Fighter { order: Some(Orbis), ..enemy }, Quarter::Rear), 3, "AV-18.2"),
            (trained(ours, Training::Elite), trained(enemy, Training::Raw), 5, "AV-18.16, AV-11.6"),
            (trained(ours, Training::Elite), enemy, 4, "AV-18.17"),
            (ours, trained(enemy, Training::Raw), 4, "AV-18.17"),
            (ours, trained(enemy, Training::Elite), 3, "AV-18.17: never fewer"),
            (helped(Supports { behind: true, ..alone }), enemy, 4, "AV-11.8"),
            (helped(Supports { left: true, ..alone }), enemy, 4, "AV-11.9"),
            (helped(Supports { left: true, right: true, ..alone }), enemy, 5, "AV-11.9"),
            (helped(Supports { contact: 3, ..alone }), enemy, 6, "AV-11.10"),
            (helped(all_round), enemy, 8, "AV-11.7"),
            (led(Abilities::CHARISMATIC), enemy, 4, "AV-15.2"),
            (led(Abilities::HERO), enemy, 5, "AV-16.4"),
        ] {
            assert_eq!(dice(ours, theirs), dice_of, "{rule}");
        }
        let legion = fighter("rom_vet", Some(Halt));
        for (order, cp, dice_of, rule) in [
            (Some(Rush), 6, 5, "AV-18.14"),
            (Some(Rush), 4, 5, "AV-18.14: more than half"),
            (Some(Rush), 3, 4, "AV-18.14: half"),
            (Some(Advance), 6, 3, "AV-18.14: under Rush"),
        ] {
            assert_eq!(
                dice(Fighter { cp, ..fighter("gal_war", order) }, legion),
                dice_of,
                "{rule}"
            );
        }
    }

    #[test]
    fn numbers_hits_on() {
        let close = fighter("rom_vet", Some(Halt));
        let loose = fighter("rom_aux", Some(Halt));
        let open = fighter("rom_vel", Some(Halt));
        let guns = fighter("rom_scorp", Some(Halt));
        let spears = fighter("gre_hop", Some(Halt));
        let disrupted = |it: Fighter| Fighter { order: None, ..it };
        let behind = |it: Fighter| Fighter { protected: true, ..it };
        let on = |it: Fighter, attacked_on| Fighter { attacked_on, ..it };
        for (ours, theirs, needed, rule) in [
            (close, close, 4, "AV-12.1"),
            (close, disrupted(close), 3, "AV-12.2"),
            (close, loose, 3, "AV-12.3: extended"),
            (close, open, 3, "AV-12.3: open"),
            (close, guns, 3, "AV-12.3: artillery"),
            (disrupted(close), loose, 3, "AV-R97"),
            (close, disrupted(loose), 3, "AV-R97: never lower"),
            (loose, open, 4, "AV-12.3: only close order"),
            (close, behind(loose), 6, "AV-12.6"),
            (close, behind(disrupted(close)), 6, "AV-R69"),
            (close, spears, 5, "AV-12.7"),
            (spears, spears, 5, "AV-R77: both"),
            (close, disrupted(spears), 3, "AV-12.7: steady only"),
            (close, on(spears, Quarter::Left), 4, "AV-12.7: frontal only"),
            (close, behind(spears), 6, "AV-12.8: a needed 7"),
        ] {
            assert_eq!(needs(ours, theirs), needed, "{rule}");
        }
        let rough = Fight { fighters: [close, loose], in_the_open: false };
        assert_eq!(rough.hits_on(0).total, 4, "AV-12.3, AV-R15: in the open only");
        let mut lancers = fighter("mac_comp", Some(Orbis));
        assert_eq!(needs(close, lancers), 5, "AV-R77: cavalry, Orbis changes nothing");
        lancers.order = None;
        assert_eq!(needs(close, lancers), 3, "AV-12.2");
    }

    #[test]
    fn a_sum_is_told() {
        let mut ours = fighter("rom_vet", Some(Rush));
        ours.volley = Volley::GoesOn;
        ours.leader = Some(Abilities::HERO);
        let mut theirs = fighter("rom_leg", Some(Orbis));
        theirs.attacked_on = Quarter::Right;
        insta::assert_snapshot!(fight(ours, theirs).dice(0), @r"
        +4 rushing [AV-C.4]
        +1 heavy projectiles, first round [AV-19.3, struck by AV-19.4]
        +2 right flank or rear [AV-11.12, struck by AV-18.2]
        +1 leader [AV-15.2, struck by AV-16.4]
        +2 Hero [AV-16.4]
        = 6
        ");
    }

    #[test]
    fn strikes_count_hits_and_sixes() {
        let fight = fight(fighter("rom_vet", Some(Rush)), fighter("ger_war", Some(Halt)));
        let mut dice = Dice::scripted([1, 3, 4, 6, 6]);
        let strike = fight.strike(0, Seat::Red, &mut dice).unwrap();
        assert_eq!(strike, Strike { hits: 3, sixes: 2 }, "AV-11.2, AV-15.3");
        assert!(dice.is_spent());
        // AV-12.8: only 6s where 6 is needed.
        let mut walled = fight;
        walled.fighters[1].protected = true;
        let strike = walled.strike(0, Seat::Red, &mut Dice::scripted([5, 5, 5, 5, 6])).unwrap();
        assert_eq!(strike, Strike { hits: 1, sixes: 1 }, "AV-12.6, AV-12.8");
        assert_eq!(fight.save(1).needs(), 6, "AV-11.2");
        let falx = fighter("dac_falx", Some(Rush));
        let vet = fighter("rom_vet", Some(Halt));
        assert_eq!(self::fight(vet, falx).save(0).needs(), 5, "AV-19.9");
    }
}
