//! Why not: every refusal with its facts, its rules and its words.

use acies_core::{Form, Id, Reason, Role, RuleId, Seat, Shape, told};

use crate::{
    battle::Battle, charge::Response, combat::AfterMove, command::StandingOrder, setup::Unprepared,
};

impl Battle {
    /// What players call a unit.
    pub fn name(&self, unit: Id) -> &str {
        &self.recruit(unit).name
    }
}

/// Why a unit does not change its place.
fn rooted(rule: RuleId) -> &'static str {
    match rule {
        "LEG-ACM.1" => "it halts after its combat",
        "LEG-R34" => "it is halted",
        "LEG-R35" => "it must repeat what it did",
        "LEG-R37" => "it stands by its order",
        "LEG-R97" => "it has just ceased to retire",
        _ => "it was hit",
    }
}

/// What an order forbids.
fn binds(order: StandingOrder) -> &'static str {
    match order {
        StandingOrder::Attack => "it may not go back from all enemies",
        StandingOrder::Hold => "it may not go more than 100 paces from its post, nor charge so far",
        StandingOrder::Withdraw => "it may not come nearer to enemies, nor charge",
    }
}

/// Paces as players read them.
fn paces(thousandths: i64) -> String {
    let tenths = (thousandths + 50) / 100;
    if tenths % 10 == 0 {
        format!("{} paces", tenths / 10)
    } else {
        format!("{}.{} paces", tenths / 10, tenths % 10)
    }
}

impl No {
    /// The reason, with the units that it is about and what lies between them.
    pub fn reason(self, battle: &Battle) -> Reason {
        let body = |id: Id, role: Role| {
            battle.has(id).then(|| {
                let corners = battle.rect(id).corners().map(|it| [it.x, it.y]);
                Shape { role, form: Form::Rect { corners } }
            })
        };
        let (offends, blocks) = self.about();
        let between =
            offends.zip(blocks).filter(|(one, other)| battle.has(*one) && battle.has(*other));
        let between = between.map(|(one, other)| {
            let line = battle.rect(one).nearest(&battle.rect(other));
            let [from, to] = [line.a, line.b].map(|it| [it.x, it.y]);
            Shape { role: Role::Reach, form: Form::Segment { from, to } }
        });
        let offends = offends.and_then(|id| body(id, Role::Offends));
        let blocks = blocks.and_then(|id| body(id, Role::Blocks));
        self.says(battle).drawn(offends.into_iter().chain(blocks).chain(between))
    }

    /// The unit that may not do it, and the other one that is in the way or out of reach.
    fn about(self) -> (Option<Id>, Option<Id>) {
        match self {
            No::ShakenNearer { unit, enemy: other }
            | No::ThroughEnemy { unit, enemy: other }
            | No::TooNear { unit, enemy: other, .. }
            | No::EndsTooNear { unit, enemy: other, .. }
            | No::Overlaps { unit, other }
            | No::NoTarget { unit, target: other }
            | No::NotAhead { unit, target: other }
            | No::NotSeen { unit, target: other }
            | No::NoPath { unit, target: other } => (Some(unit), Some(other)),
            No::LeaderTooNear { enemy, .. } => (None, Some(enemy)),
            No::NotByOrder { unit }
            | No::Engaged { unit }
            | No::Rooted { unit, .. }
            | No::NoMoveLeft { unit }
            | No::HasShot { unit }
            | No::AgainstOrder { unit, .. }
            | No::TooShaken { unit }
            | No::NoSuchDrill { unit }
            | No::CannotShoot { unit }
            | No::NoShotAfter { unit }
            | No::CannotDeclare { unit }
            | No::Barred { unit }
            | No::OverTheEdge { unit }
            | No::TooFar { unit, .. }
            | No::MayNotCharge { unit, .. }
            | No::TooFarToCharge { unit } => (Some(unit), None),
            _ => (None, None),
        }
    }
}

told! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum No;
    fn says(self: Self, battle: &Battle) -> Reason;

    Setup(it: Unprepared) => it.reason(battle);
    Over => Reason::because(&["LEG-R118"], "the battle is over");
    NotAsked { by: Seat } => Reason::because(&["LEG-SEQ.7"], format!("{by} is not asked now"));
    NotNow => Reason::because(&["LEG-SEQ.1"], "this is not what is asked now");
    NotHere => Reason::because(&["LEG-R105"], "it is not on the table");
    ActionTaken { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-CMD.2", "LEG-R28"], format!("{} has done this already: his two actions must be different", battle.leader_name(seat, leader)));
    LeaderRouts { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R40"], format!("{} may only move or inspire while his unit routs", battle.leader_name(seat, leader)));
    NoOrders => Reason::because(&["LEG-R37"], "this battle is fought without standing orders");
    NoSuchMessage { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R38"], format!("{}: the General sends to the commands of others, and they listen", battle.leader_name(seat, leader)));
    NoMessenger { seat: Seat } => Reason::because(&["LEG-R38"], format!("{seat} has no more messengers"));
    NotByOrder { unit: Id } =>
        Reason::because(&["LEG-R30", "LEG-R37"], format!("{} must test, unless it is uncontrolled and its order is to hold or to withdraw; who pursues, loots or withdraws may go on", battle.name(unit)));
    Engaged { unit: Id } =>
        Reason::because(&["LEG-R63"], format!("{} is in combat: it relieves its lines at most", battle.name(unit)));
    Rooted { unit: Id, rule: RuleId } =>
        Reason::because(&[rule], format!("{} may not do this as it is: {}", battle.name(unit), rooted(rule)));
    NoMoveLeft { unit: Id } =>
        Reason::because(&["LEG-R49"], format!("{} has no move left for it: each such thing takes half", battle.name(unit)));
    HasShot { unit: Id } =>
        Reason::because(&["LEG-R64", "LEG-R69"], format!("{} has shot this turn", battle.name(unit)));
    NoSuchDice { unit: Id } =>
        Reason::because(&["LEG-MOV.1", "LEG-R44"], format!("{} does not move with such dice", battle.name(unit)));
    ShakenNearer { unit: Id, enemy: Id } =>
        Reason::because(&["LEG-R107"], format!("{} is shaken and may come no nearer to {}", battle.name(unit), battle.name(enemy)));
    AgainstOrder { unit: Id, order: StandingOrder } =>
        Reason::because(&["LEG-R37"], format!("the order of {} is {}: {}", battle.name(unit), order.name(), binds(order)));
    TooShaken { unit: Id } =>
        Reason::because(&["LEG-R50", "LEG-R107"], format!("{} is not fit for it", battle.name(unit)));
    DrilledAlready { unit: Id } =>
        Reason::because(&["LEG-R50", "LEG-R128"], format!("{} may do only one such thing", battle.name(unit)));
    NoSuchDrill { unit: Id } =>
        Reason::because(&["LEG-R48", "LEG-R50", "LEG-R53"], format!("{} cannot do this in its formation", battle.name(unit)));
    NoRelief { unit: Id } =>
        Reason::because(&["LEG-R62"], format!("{} has no lines that could relieve each other now", battle.name(unit)));
    NotStationary { unit: Id } =>
        Reason::because(&["LEG-DPR.1", "LEG-R61"], format!("{} has done something already", battle.name(unit)));
    CannotShoot { unit: Id } =>
        Reason::because(&["LEG-TT.13", "LEG-R70"], format!("{} cannot shoot as it is", battle.name(unit)));
    NoShotAfter { unit: Id } =>
        Reason::because(&["LEG-SEQ.11", "LEG-SEQ.12", "LEG-R69"], format!("{} may not shoot after what it did", battle.name(unit)));
    NoTarget { unit: Id, target: Id } =>
        Reason::because(&["LEG-R65", "LEG-R66", "LEG-R67"], format!("{} cannot shoot at {}", battle.name(unit), battle.name(target)));
    NoVolley { unit: Id } =>
        Reason::because(&["LEG-R64", "LEG-R72"], format!("{} has no such volley", battle.name(unit)));
    CannotDeclare { unit: Id } =>
        Reason::because(&["LEG-R24", "LEG-R73"], format!("{} may not declare a charge now", battle.name(unit)));
    NoSuchResponse { unit: Id, may: Response, rule: RuleId } =>
        Reason::because(&[rule], format!("{} may not respond so; it {}", battle.name(unit), may.name()));
    NotAfterThisFight { unit: Id, does: AfterMove } =>
        Reason::because(&["LEG-R94", "LEG-RES.T1"], format!("{} may not {} now", battle.name(unit), does.name()));
    FacesThere { unit: Id } =>
        Reason::because(&["LEG-R46", "LEG-R128"], format!("{} faces that way already", battle.name(unit)));
    NoWay { unit: Id } =>
        Reason::because(&["LEG-R46"], format!("{} has nowhere to go", battle.name(unit)));
    NotSoInLine { unit: Id } =>
        Reason::because(&["LEG-R46"], format!("{} is in line: straight ahead and wheels forward, no more", battle.name(unit)));
    TooManyWheels { unit: Id } =>
        Reason::because(&["LEG-R46"], format!("{} may wheel twice, by up to 90 degrees each", battle.name(unit)));
    NotSoInColumn { unit: Id } =>
        Reason::because(&["LEG-R46"], format!("{} is in column: it turns by up to 90 degrees and goes straight ahead", battle.name(unit)));
    NotSoUnformed { unit: Id } =>
        Reason::because(&["LEG-R46"], format!("{} is unformed: straight legs, and a turn on the spot at the end", battle.name(unit)));
    NotSoSpecial { unit: Id } =>
        Reason::because(&["LEG-R46"], format!("{} turns on the spot and goes straight ahead", battle.name(unit)));
    Overlaps { unit: Id, other: Id } =>
        Reason::because(&["LEG-R46", "LEG-R55"], format!("{} would stand on {}", battle.name(unit), battle.name(other)));
    ThroughEnemy { unit: Id, enemy: Id } =>
        Reason::because(&["LEG-R46"], format!("{} cannot pass through {}", battle.name(unit), battle.name(enemy)));
    TooNear { unit: Id, enemy: Id, thousandths: i64 } =>
        Reason::because(&["LEG-SEQ.8", "LEG-R60"], format!("{} would come to {} from {}", battle.name(unit), paces(thousandths), battle.name(enemy)))
            .fact("nearest", paces(thousandths))
            .fact("allowed", "40 paces, or no nearer than it stands");
    EndsTooNear { unit: Id, enemy: Id, thousandths: i64 } =>
        Reason::because(&["LEG-R126"], format!("{} would end {} from {}", battle.name(unit), paces(thousandths), battle.name(enemy)))
            .fact("allowed", "10 paces");
    Barred { unit: Id } =>
        Reason::because(&["LEG-MOV.13", "LEG-MOV.14", "LEG-R17"], format!("{} cannot enter that ground", battle.name(unit)));
    OverTheEdge { unit: Id } =>
        Reason::because(&["LEG-R105"], format!("{} may not leave the table", battle.name(unit)));
    ArtilleryCannotCross { unit: Id } =>
        Reason::because(&["LEG-R52"], format!("{} cannot cross an obstacle", battle.name(unit)));
    NotOverFortification { unit: Id } =>
        Reason::because(&["LEG-R22"], format!("{} is mounted and cannot cross a fortification", battle.name(unit)));
    NoSideStep { unit: Id } =>
        Reason::because(&["LEG-MAN.12", "LEG-R56"], format!("{} may not step aside or back: formed infantry only", battle.name(unit)));
    NotAStep { unit: Id } =>
        Reason::because(&["LEG-MAN.12", "LEG-R56"], "a side-step or step-back is 20 paces left, right or back".to_string());
    TooFar { unit: Id, thousandths: i64, most: i32 } =>
        Reason::because(&["LEG-MOV.1"], format!("{} would go {}, and may go {most}", battle.name(unit), paces(thousandths)))
            .fact("way", paces(thousandths))
            .fact("allowed", format!("{most} paces"));
    MayNotCharge { unit: Id, rule: acies_core::RuleId } =>
        Reason::because(&[rule], format!("{} may not charge it", battle.name(unit)));
    TooFarToCharge { unit: Id } =>
        Reason::because(&["LEG-SEQ.14", "LEG-R73"], format!("{} must be within 40 paces to charge", battle.name(unit)));
    NotAhead { unit: Id, target: Id } =>
        Reason::because(&["LEG-R73"], format!("{} is not ahead of {}", battle.name(target), battle.name(unit)));
    NotSeen { unit: Id, target: Id } =>
        Reason::because(&["LEG-R73", "LEG-R131"], format!("{} does not see {}", battle.name(unit), battle.name(target)));
    NoPath { unit: Id, target: Id } =>
        Reason::because(&["LEG-R73"], format!("{} has no way to {}", battle.name(unit), battle.name(target)));
    LeaderLost { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R40"], format!("{} is lost", battle.leader_name(seat, leader)));
    LeaderTooFar { seat: Seat, leader: u8, thousandths: i64 } =>
        Reason::because(&["LEG-R28"], format!("{} would go {}, and may go 240", battle.leader_name(seat, leader), paces(thousandths)))
            .fact("way", paces(thousandths))
            .fact("allowed", "240 paces");
    LeaderBarred { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R28"], format!("{} cannot go there", battle.leader_name(seat, leader)));
    LeaderTooNear { seat: Seat, leader: u8, enemy: Id } =>
        Reason::because(&["LEG-R28"], format!("{} would come within 40 paces of {}", battle.leader_name(seat, leader), battle.name(enemy)));
    NotJoined { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-CMD.5"], format!("{} has joined no unit", battle.leader_name(seat, leader)));
    NotInspired { unit: Id } =>
        Reason::because(&["LEG-CMD.5"], format!("{} is a Special unit, which nobody inspires", battle.name(unit)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::{battle, blue, red};

    #[test]
    fn what_is_in_the_way_is_drawn() {
        let band = "barbarian_infantry";
        let here = battle(&[(band, 10, 500.0, 300.0, 0.0)], &[(band, 10, 500.0, 500.0, 180.0)]);
        let reason =
            No::TooNear { unit: red(0), enemy: blue(0), thousandths: 30_000 }.reason(&here);
        let roles: Vec<Role> = reason.shapes.iter().map(|it| it.role).collect();
        assert_eq!(roles, [Role::Offends, Role::Blocks, Role::Reach], "LEG-R60");
        let Form::Segment { from, to } = &reason.shapes[2].form else { panic!("a line") };
        assert_eq!((from[1], to[1]), (320.0, 480.0), "LEG-R16: from front to front");
    }
}
