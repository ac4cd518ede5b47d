//! Commanders, command points and the cost of orders (RULES.md 3.2, 3.5, 4.4; 8.1 and 8.2).

pub mod activation;
pub mod commander;
pub mod orders;
pub mod tasks;

use acies_core::{D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, total, when};
use serde::{Deserialize, Serialize};

/// ADLG-COM.T1: what a commander is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Ordinary,
    Competent,
    Brilliant,
    Strategist,
}

impl Level {
    /// From the lowest to the highest.
    pub const ALL: [Level; 4] =
        [Level::Ordinary, Level::Competent, Level::Brilliant, Level::Strategist];

    /// ADLG-COM.1: his value.
    pub fn value(self) -> i32 {
        match self {
            Level::Ordinary => 0,
            Level::Competent => 1,
            Level::Brilliant => 2,
            Level::Strategist => 3,
        }
    }

    /// ADLG-COM.1, ADLG-COM.2: how far he commands, twice as far if the unit is LI or LH.
    pub fn range_ud(self, light: bool) -> f64 {
        let range = match self {
            Level::Ordinary => 4.0,
            Level::Competent => 6.0,
            Level::Brilliant | Level::Strategist => 8.0,
        };
        if light { 2.0 * range } else { range }
    }

    /// ADLG-R12: his price, two points less if he is included in a unit.
    pub fn cost(self, included: bool) -> i32 {
        let cost = match self {
            Level::Ordinary => 0,
            Level::Competent => 3,
            Level::Brilliant => 6,
            Level::Strategist => 10,
        };
        if included { cost - 2 } else { cost }
    }

    /// ADLG-R13: what he uses of his list's command value.
    pub fn command(self) -> u8 {
        match self {
            Level::Ordinary => 0,
            Level::Competent => 1,
            Level::Brilliant | Level::Strategist => 2,
        }
    }

    /// ADLG-R17: what his loss costs the army.
    pub fn loss(self) -> i32 {
        self.value().max(1)
    }

    /// What players call him.
    pub fn word(self) -> &'static str {
        match self {
            Level::Ordinary => "ordinary",
            Level::Competent => "competent",
            Level::Brilliant => "brilliant",
            Level::Strategist => "strategist",
        }
    }
}

/// The command points that a corps receives when it is activated (ADLG-CP.1, ADLG-R34). Without a
/// commander it has fewer (ADLG-R41).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    pub commander: Option<Level>,
}

impl Activation {
    /// What is added to the die before it is halved.
    pub fn added(&self) -> [Option<Row>; 1] {
        let value = self.commander.map_or(0, Level::value);
        [add("ADLG-COM.1", when(self.commander.is_some()), value, "commander's value")]
    }

    /// What is added after it is halved. ADLG-R35: the free point is like any other.
    pub fn free(&self) -> [Option<Row>; 1] {
        [add("ADLG-CP.1", always().unless(self.commander.is_none(), "ADLG-R41"), 1, "free point")]
    }

    /// ADLG-CP.1: half of the die and the value, rounded up, and the free point.
    pub fn points(&self, die: i32) -> i32 {
        (die + total(self.added()) + 1) / 2 + total(self.free())
    }

    /// The die, as it falls.
    pub fn face(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        dice.roll(by.throws("ADLG-CP.1", "command points"), D6)
    }

    /// ADLG-CP.T1.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        Ok(self.points(self.face(by, dice)?))
    }
}

/// What a corps can be told to do (ADLG-R42).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Move,
    Charge,
    SpontaneousCharge,
    UncontrolledCharge,
    PreventCharge,
    Rally(Enemy),
    Disengage,
    /// Straight back out of a zone of control (ADLG-EXZ.2).
    LeaveZone,
    /// Straight ahead out of the zone of a slower enemy behind (ADLG-EXZ.3).
    LeaveZoneAhead,
    /// Out of a zone by an evade move (ADLG-EXZ.1, ADLG-R71).
    EvadeZone,
    StopLooting,
    PlantStakes,
}

/// How near the enemy is to a unit that rallies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Enemy {
    /// More than 4 UD away.
    Far,
    /// 4 UD away or less (ADLG-R37).
    Near,
    /// The unit is in melee or in melee support.
    InMelee,
}

/// An order with all that makes it dearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    pub order: Order,
    pub out_of_range: bool,
    /// The first difficult manoeuvre that it contains, by its rule.
    pub difficult: Option<RuleId>,
    /// The corps commander fights in a melee.
    pub commander_fights: bool,
    /// It is the very unit that he is with.
    pub his_own_unit: bool,
}

impl Cost {
    /// An order in range, without any difficulty.
    pub fn plain(order: Order) -> Self {
        Cost {
            order,
            out_of_range: false,
            difficult: None,
            commander_fights: false,
            his_own_unit: false,
        }
    }

    /// RULES.md 8.2.
    #[rustfmt::skip]
    pub fn rows(&self) -> [Option<Row>; 4] {
        // ADLG-ORD.1, ADLG-R37: charges without an order take no surcharge.
        let unordered = matches!(self.order, Order::SpontaneousCharge | Order::UncontrolledCharge);
        let rallies = matches!(self.order, Order::Rally(_));
        let (rule, base, what) = self.base();
        let difficult = match self.order {
            Order::LeaveZone   => Some("ADLG-DIF.2"),
            Order::StopLooting => Some("ADLG-R21"),
            // ADLG-R37: neither leaving a zone in another way nor disengaging is difficult.
            Order::LeaveZoneAhead | Order::EvadeZone | Order::Disengage => None,
            _                  => self.difficult,
        };
        let spared = rallies && self.his_own_unit;
        let out = if rallies { "ADLG-RAL.6" } else { "ADLG-ORD.6" };
        let word = if difficult == Some("ADLG-DIF.2") { "leaves a zone of control" } else { "difficult manoeuvre" };
        [
            add(rule,                              always(),                                                        base, what),
            add(out,                               when(self.out_of_range).unless(unordered, "ADLG-R37"),           1,    "out of command range"),
            add(difficult.unwrap_or("ADLG-ORD.7"), when(difficult.is_some()).unless(unordered, "ADLG-R37"),         1,    word),
            add("ADLG-ORD.8", when(self.commander_fights).unless(unordered, "ADLG-R37").unless(spared, "ADLG-ORD.8"), 1,  "commander in melee"),
        ]
    }

    fn base(&self) -> (RuleId, i32, &'static str) {
        match self.order {
            Order::Move => ("ADLG-ORD.2", 1, "move"),
            Order::Charge => ("ADLG-ORD.2", 1, "charge"),
            Order::SpontaneousCharge => ("ADLG-ORD.1", 0, "spontaneous charge"),
            Order::UncontrolledCharge => ("ADLG-ORD.1", 0, "uncontrolled charge"),
            Order::PreventCharge => ("ADLG-ORD.5", 3, "prevent an uncontrolled charge"),
            Order::Rally(Enemy::Far) => ("ADLG-RAL.2", 0, "rally far from the enemy"),
            Order::Rally(Enemy::Near) => ("ADLG-ORD.3", 1, "rally near the enemy"),
            Order::Rally(Enemy::InMelee) => ("ADLG-ORD.4", 2, "rally in melee"),
            Order::Disengage => ("ADLG-R64", 1, "disengage"),
            Order::LeaveZone => ("ADLG-EXZ.2", 1, "straight back"),
            Order::LeaveZoneAhead => ("ADLG-EXZ.3", 1, "straight ahead out of a zone"),
            Order::EvadeZone => ("ADLG-R71", 1, "evade out of a zone"),
            Order::StopLooting => ("ADLG-R21", 1, "stop looting"),
            Order::PlantStakes => ("ADLG-R138", 1, "plant stakes"),
        }
    }

    /// ADLG-R44: paid once, for a unit or for a whole group.
    pub fn points(&self) -> i32 {
        total(self.rows())
    }

    /// With the rows that it comes from.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// Calls `each` with the rules that made the order cost what it does.
    pub fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.sum().cite(each);
        if self.difficult.is_some() {
            each("ADLG-ORD.7");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acies_core::{Seat::Red, odds};

    #[test]
    fn command_points_are_those_of_the_table() {
        // ADLG-CP.T1, ADLG-CP.1; ADLG-R41 without a commander.
        for (commander, expected) in [
            (Some(Level::Ordinary), [2, 2, 3, 3, 4, 4]),
            (Some(Level::Competent), [2, 3, 3, 4, 4, 5]),
            (Some(Level::Brilliant), [3, 3, 4, 4, 5, 5]),
            (Some(Level::Strategist), [3, 4, 4, 5, 5, 6]),
            (None, [1, 1, 2, 2, 3, 3]),
        ] {
            let points = [1, 2, 3, 4, 5, 6].map(|die| Activation { commander }.points(die));
            assert_eq!(points, expected, "{commander:?}");
        }
        let odds = odds(|dice| Activation { commander: Some(Level::Competent) }.throw(Red, dice));
        assert_eq!(odds.chance(|&points| points >= 4).to_string(), "1/2", "ADLG-R34");
    }

    #[test]
    fn values_ranges_and_prices() {
        // ADLG-COM.T1, ADLG-COM.1, ADLG-COM.2; ADLG-R12, ADLG-R13, ADLG-R17.
        for (level, value, range, cost, command, loss) in [
            (Level::Ordinary, 0, 4.0, 0, 0, 1),
            (Level::Competent, 1, 6.0, 3, 1, 1),
            (Level::Brilliant, 2, 8.0, 6, 2, 2),
            (Level::Strategist, 3, 8.0, 10, 2, 3),
        ] {
            assert_eq!((level.value(), level.loss()), (value, loss), "{level:?}");
            assert!((level.range_ud(false) - range).abs() < 1e-9, "ADLG-COM.1: {level:?}");
            assert!((level.range_ud(true) - 2.0 * range).abs() < 1e-9, "ADLG-COM.2: {level:?}");
            assert_eq!((level.cost(false), level.command()), (cost, command), "{level:?}");
        }
        assert_eq!(Level::Ordinary.cost(true), -2, "ADLG-R12");
    }

    #[test]
    fn orders_cost_what_their_circumstances_make_of_them() {
        use Order::*;
        let plain = |order| Cost::plain(order);
        let far = |cost: Cost| Cost { out_of_range: true, ..cost };
        let hard = |cost: Cost| Cost { difficult: Some("ADLG-DIF.4"), ..cost };
        let fights = |cost: Cost| Cost { commander_fights: true, ..cost };
        let own = |cost: Cost| Cost { his_own_unit: true, ..fights(cost) };
        for (cost, points, rule) in [
            (plain(Move), 1, "ADLG-ORD.2"),
            (plain(Charge), 1, "ADLG-ORD.2"),
            (far(plain(Move)), 2, "ADLG-ORD.6"),
            (hard(plain(Move)), 2, "ADLG-ORD.7"),
            (fights(plain(Move)), 2, "ADLG-ORD.8"),
            (fights(hard(far(plain(Move)))), 4, "ADLG-R37"),
            (fights(hard(far(plain(SpontaneousCharge)))), 0, "ADLG-ORD.1, ADLG-R37"),
            (far(plain(UncontrolledCharge)), 0, "ADLG-ORD.1"),
            (plain(PreventCharge), 3, "ADLG-ORD.5"),
            (far(plain(PreventCharge)), 4, "ADLG-R37"),
            (plain(Rally(Enemy::Far)), 0, "ADLG-RAL.2"),
            (far(plain(Rally(Enemy::Far))), 1, "ADLG-RAL.6"),
            (plain(Rally(Enemy::Near)), 1, "ADLG-ORD.3, ADLG-RAL.3"),
            (plain(Rally(Enemy::InMelee)), 2, "ADLG-ORD.4, ADLG-RAL.4"),
            (fights(plain(Rally(Enemy::Near))), 2, "ADLG-ORD.8"),
            (own(plain(Rally(Enemy::InMelee))), 2, "ADLG-ORD.8"),
            (own(plain(Move)), 2, "ADLG-ORD.8: only a rally is spared"),
            (plain(LeaveZone), 2, "ADLG-EXZ.2, ADLG-DIF.2"),
            (plain(LeaveZoneAhead), 1, "ADLG-EXZ.3"),
            (hard(plain(EvadeZone)), 1, "ADLG-R71, ADLG-R37"),
            (plain(Disengage), 1, "ADLG-R64"),
            (plain(StopLooting), 2, "ADLG-R21"),
            (plain(PlantStakes), 1, "ADLG-R138"),
        ] {
            assert_eq!(cost.points(), points, "{rule}: {cost:?}");
            assert_eq!(cost.sum().total, points, "{rule}");
        }
    }

    #[test]
    fn a_cost_can_be_explained() {
        let cost = Cost {
            order: Order::Rally(Enemy::InMelee),
            out_of_range: true,
            difficult: None,
            commander_fights: true,
            his_own_unit: true,
        };
        insta::assert_snapshot!(cost.sum(), @r"
        +2 rally in melee [ADLG-ORD.4]
        +1 out of command range [ADLG-RAL.6]
        +1 commander in melee [ADLG-ORD.8, struck by ADLG-ORD.8]
        = 3
        ");
    }
}
