//! Why not: every refusal with its facts, its rules and its words.

use acies_core::{Form, Id, Reason, Role, RuleId, Seat, Shape, told};

use crate::{
    battle::Battle,
    charge::{Response, declaration::Kept},
    combat::AfterMove,
    command::StandingOrder,
    movement::drilling::Unfit,
    setup::Unprepared,
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
        "LEG-ACM.1" => "halted after the combat, and stay where they are",
        "LEG-R34" => "are halted",
        "LEG-R35" => "must do what they did before",
        "LEG-R37" => "stand by their order",
        "LEG-R97" => "halted their retirement this turn: they rest, form up or stand",
        _ => "were hit, and do nothing this turn",
    }
}

/// What an order forbids.
fn binds(order: StandingOrder) -> &'static str {
    match order {
        StandingOrder::Attack => "nobody may end farther from every enemy",
        StandingOrder::Hold => "nobody may go more than 100 paces from his post, nor charge so far",
        StandingOrder::Withdraw => "nobody may come nearer to enemies, nor charge",
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
            | No::TargetFights { unit, target: other }
            | No::OutOfRange { unit, target: other, .. }
            | No::NearerTarget { unit, target: other }
            | No::TooFarToCharge { unit, target: other, .. }
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
            | No::TooShaken { unit, .. }
            | No::NoSuchDrill { unit, .. }
            | No::CannotShoot { unit, .. }
            | No::NoShotAfter { unit }
            | No::NoRelief { unit, .. }
            | No::CannotDeclare { unit, .. }
            | No::Barred { unit }
            | No::OverTheEdge { unit }
            | No::TooFar { unit, .. }
            | No::MayNotCharge { unit, .. } => (Some(unit), None),
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
    NotAsked { by: Seat } => Reason::because(&["LEG-SEQ.7"], format!("{} are not asked now", battle.side_name(by)));
    NotNow => Reason::because(&["LEG-SEQ.1"], "this is not what is asked now");
    NotHere => Reason::because(&["LEG-R105"], "it is not on the table");
    ActionTaken { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-CMD.2", "LEG-R28"], format!("{} has done this already: his two actions must be different", battle.leader_name(seat, leader)));
    LeaderRouts { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R40"], format!("{} may only move or inspire while his unit routs", battle.leader_name(seat, leader)));
    NoOrders => Reason::because(&["LEG-R37"], "this battle is fought without standing orders");
    NoSuchMessage { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R38"], format!("{}: the General sends to the commands of others, and they listen", battle.leader_name(seat, leader)));
    NoMessenger { seat: Seat } => Reason::because(&["LEG-R38"], format!("{} have no more messengers", battle.side_name(seat)));
    NotByOrder { unit: Id } =>
        Reason::because(&["LEG-R30", "LEG-R37"], battle.who(unit).says("must test: who is uncontrolled may stand by an order to hold or to withdraw, and who pursues, loots or withdraws may go on"));
    Engaged { unit: Id } =>
        Reason::because(&["LEG-R63"], battle.who(unit).says("are in combat: legions may relieve their lines, nothing else"));
    Rooted { unit: Id, rule: RuleId } =>
        Reason::because(&[rule], battle.who(unit).says(rooted(rule)));
    NoMoveLeft { unit: Id } =>
        Reason::because(&["LEG-R49"], battle.who(unit).says("have no move left for it: each change of formation or facing takes half"));
    HasShot { unit: Id } =>
        Reason::because(&["LEG-R64", "LEG-R69"], battle.who(unit).says("have shot this turn"));
    NoSuchDice { unit: Id } =>
        Reason::because(&["LEG-MOV.1", "LEG-R44"], battle.who(unit).says("do not move with such dice"));
    ShakenNearer { unit: Id, enemy: Id } =>
        Reason::because(&["LEG-R107"], battle.who(unit).says(&format!("are shaken and may come no nearer to {}", battle.name(enemy))));
    AgainstOrder { unit: Id, order: StandingOrder } =>
        Reason::because(&["LEG-R37"], format!("the order of {} is {}: {}", battle.name(unit), order.name(), binds(order)));
    TooShaken { unit: Id, rule: RuleId } =>
        Reason::because(&[rule], battle.who(unit).says(if rule == "LEG-R107" { "are shaken: they stand, rest or keep away" } else { "were hit, and do nothing this turn" }));
    DrilledAlready { unit: Id } =>
        Reason::because(&["LEG-R50", "LEG-R128"], battle.who(unit).says("have done something already: this takes the whole activation"));
    NoSuchDrill { unit: Id, why: Unfit } =>
        Reason::because(&[why.said().0], battle.who(unit).says(why.said().1));
    NoRelief { unit: Id, why: &'static str } => Reason::because(&["LEG-R62"], battle.who(unit).says(why));
    NotStationary { unit: Id } =>
        Reason::because(&["LEG-DPR.1", "LEG-R61"], battle.who(unit).says("have done something already: who rests does nothing else"));
    CannotShoot { unit: Id, why: (RuleId, &'static str) } =>
        Reason::because(&[why.0], battle.who(unit).says(why.1));
    NoShotAfter { unit: Id } =>
        Reason::because(&["LEG-SEQ.11", "LEG-SEQ.12", "LEG-R69"], battle.who(unit).says("may not shoot after what they did: only a basic move goes before a shot"));
    NoTarget { unit: Id, target: Id } =>
        Reason::because(&["LEG-R65", "LEG-R66"], format!("no stand of {} has {} in its arc and in sight", battle.name(unit), battle.name(target)));
    TargetFights { unit: Id, target: Id } =>
        Reason::because(&["LEG-R67"], battle.who(target).says("are in combat: nobody shoots at them"));
    OutOfRange { unit: Id, target: Id, thousandths: i64, range: i32 } =>
        Reason::because(&["LEG-R65"], battle.who(target).says(&format!("are out of range: {} > {range}", paces(thousandths))))
            .fact("distance", paces(thousandths))
            .fact("range", format!("{range} paces"));
    NearerTarget { unit: Id, target: Id } =>
        Reason::because(&["LEG-R67"], battle.who(unit).says("must shoot at an enemy within 40 paces, and one is"));
    NoVolley { unit: Id } =>
        Reason::because(&["LEG-R64", "LEG-R72"], format!("no such volley of {}: formed Heavy Infantry volleys in new contact, ahead, with pilum or javelin, if it has not shot", battle.name(unit)));
    CannotDeclare { unit: Id, why: Kept } =>
        Reason::because(&[why.said().0, "LEG-R73"], battle.who(unit).says(why.said().1));
    NoSuchResponse { unit: Id, may: Response, rule: RuleId } =>
        Reason::because(&[rule], format!("this is no answer for {}: {}", battle.name(unit), battle.who(unit).says(may.name())));
    NotAfterThisFight { unit: Id, does: AfterMove } =>
        Reason::because(&["LEG-R94", "LEG-RES.T1"], format!("{} may not {} after this result", battle.name(unit), does.name()));
    FacesThere { unit: Id } =>
        Reason::because(&["LEG-R46", "LEG-R128"], battle.who(unit).says("face that way already"));
    NoWay { unit: Id } =>
        Reason::because(&["LEG-R46"], battle.who(unit).says("have nowhere to go"));
    NotSoInLine { unit: Id } =>
        Reason::because(&["LEG-R46"], battle.who(unit).says("are in line: straight ahead and wheels forward, no more"));
    TooManyWheels { unit: Id } =>
        Reason::because(&["LEG-R46"], format!("{} may wheel twice, by up to 90 degrees each", battle.name(unit)));
    NotSoInColumn { unit: Id } =>
        Reason::because(&["LEG-R46"], battle.who(unit).says("are in column: a turn of up to 90 degrees, then straight ahead"));
    NotSoUnformed { unit: Id } =>
        Reason::because(&["LEG-R46"], battle.who(unit).says("are unformed: straight legs, and a turn on the spot at the end"));
    NotSoSpecial { unit: Id } =>
        Reason::because(&["LEG-R46"], battle.who(unit).says("turn on the spot, then go straight ahead"));
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
        Reason::because(&["LEG-R22"], battle.who(unit).says("are mounted and cannot cross a fortification"));
    NoSideStep { unit: Id } =>
        Reason::because(&["LEG-MAN.12", "LEG-R56"], format!("{} may not step aside or back: formed infantry only", battle.name(unit)));
    NotAStep { unit: Id } =>
        Reason::because(&["LEG-MAN.12", "LEG-R56"], "a side-step or step-back is 20 paces left, right or back".to_string());
    TooFar { unit: Id, thousandths: i64, most: i32 } =>
        Reason::because(&["LEG-MOV.1"], format!("{} would go {}, and may go {most}", battle.name(unit), paces(thousandths)))
            .fact("way", paces(thousandths))
            .fact("allowed", format!("{most} paces"));
    MayNotCharge { unit: Id, rule: RuleId } =>
        Reason::because(&[rule], battle.who(unit).says(match rule {
            "LEG-INI.1" => "are shaken, and may not charge",
            "LEG-INI.2" => "are in column, and may not charge",
            "LEG-INI.3" => "never charge: they are archers or slingers",
            "LEG-INI.4" => "never charge: they are artillery",
            _ => "are unformed: they charge only unformed troops, or an exposed flank or rear",
        }));
    TooFarToCharge { unit: Id, target: Id, thousandths: i64 } =>
        Reason::because(&["LEG-SEQ.14", "LEG-R73"], format!("infantry charges from within 40 paces: {} > 40", paces(thousandths)))
            .fact("distance", paces(thousandths))
            .fact("allowed", "40 paces");
    NotAhead { unit: Id, target: Id } =>
        Reason::because(&["LEG-R73"], battle.who(target).says(&format!("are not ahead of {}", battle.name(unit))));
    NotSeen { unit: Id, target: Id } =>
        Reason::because(&["LEG-R73", "LEG-R131"], battle.who(unit).says(&format!("do not see {}", battle.name(target))));
    NoPath { unit: Id, target: Id } =>
        Reason::because(&["LEG-R73"], battle.who(unit).says(&format!("have no way to {}: one wheel of up to 45 degrees, straight on, through no formed friend", battle.name(target))));
    LeaderLost { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R40"], format!("{} is lost", battle.leader_name(seat, leader)));
    LeaderTooFar { seat: Seat, leader: u8, thousandths: i64 } =>
        Reason::because(&["LEG-R28"], format!("{} would go {}, and may go 240", battle.leader_name(seat, leader), paces(thousandths)))
            .fact("way", paces(thousandths))
            .fact("allowed", "240 paces");
    LeaderBarred { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-R28"], format!("{} cannot go there: impassable ground, or off the table", battle.leader_name(seat, leader)));
    LeaderTooNear { seat: Seat, leader: u8, enemy: Id } =>
        Reason::because(&["LEG-R28"], format!("{} would come within 40 paces of {}", battle.leader_name(seat, leader), battle.name(enemy)));
    NotJoined { seat: Seat, leader: u8 } =>
        Reason::because(&["LEG-CMD.5"], format!("{} has joined no unit", battle.leader_name(seat, leader)));
    NotInspired { unit: Id } =>
        Reason::because(&["LEG-CMD.5"], battle.who(unit).says("are a Special unit, which nobody inspires"));
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
