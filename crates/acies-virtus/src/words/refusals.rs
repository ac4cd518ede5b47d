//! Why not: every reason that the rules have to refuse an action, with its facts.

use acies_core::{Reason, Seat, told};

use crate::{
    activation::cards::Card,
    areas::{Area, River},
    battle::Battle,
    units::Formation,
};

/// An action that is not allowed: who tried it, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub by: Seat,
    pub no: No,
}

impl Refusal {
    pub fn explain(self, battle: &Battle) -> Reason {
        let it = Tried { battle, by: self.by };
        self.no.reason(&it)
    }
}

impl No {
    /// The refusal of what somebody tried.
    pub fn to(by: Seat) -> impl Fn(No) -> Refusal {
        move |no| Refusal { by, no }
    }
}

/// Who tried it in which battle: units and leaders of a reason are his.
pub struct Tried<'a> {
    battle: &'a Battle,
    by: Seat,
}

impl Tried<'_> {
    fn unit(&self, unit: u8) -> &str {
        self.battle.unit_name(self.by, unit)
    }

    fn leader(&self, leader: u8) -> &str {
        self.battle.leader_name(self.by, leader)
    }

    fn at(&self, area: Area) -> &'static str {
        self.battle.area_name(area)
    }
}

told! {
    /// The reason why an action is not allowed, with the rules that say so, the one that decides first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum No;
    pub fn reason(self: Self, it: &Tried<'_>) -> Reason;

    // Whose decision, and which.
    Over => Reason::because(&["VIR-1.7.1"], "the battle is over");
    NotYours => Reason::because(&["VIR-2.1"], "it is not this side's decision");
    NotNow => Reason::because(&["VIR-2.2", "VIR-R45"],
        format!("this is not part of the present step ({})", it.battle.step()));
    NoSuchUnit => Reason::because(&["VIR-4.0.1"], "there is no such unit in the battle");
    NoSuchLeader => Reason::because(&["VIR-R34"], "there is no such leader in the battle");

    // Deployment.
    AlreadyDeployed => Reason::because(&["VIR-R23"], "this side has deployed; a placement cannot be changed");
    NotAllPlaced { units: usize, leaders: usize } => {
        let army = &it.battle.setup.armies[it.by];
        let (all, chiefs) = (army.troops.len(), army.leaders.len());
        let says = format!("every one of {all} units and {chiefs} leaders has to be placed");
        Reason::because(&["VIR-R23"], says)
            .fact("units placed", units.to_string())
            .fact("leaders placed", leaders.to_string())
    };
    PlacedOutside { unit: u8, area: Area } => Reason::because(&["VIR-1.6.3", "VIR-R23"],
        format!("{} cannot be deployed in {}: only on the own side", it.unit(unit), it.at(area)));
    LeaderPlacedOutside { leader: u8, area: Area } => Reason::because(&["VIR-R23"],
        format!("{} cannot be deployed in {}: only on the own side", it.leader(leader), it.at(area)));
    LeadersTogether { area: Area } => Reason::because(&["VIR-8.10", "VIR-R23"],
        format!("two leaders cannot both be in {}, only in the reserve", it.at(area)));
    NoCinc => Reason::because(&["VIR-8.8"], "one of the leaders has to be named C-in-C");

    // Cards and leaders.
    NoSuchSegment { segment: usize } =>
        Reason::because(&["VIR-4.0.2", "VIR-R4"], format!("there is no segment {}", segment + 1))
            .fact("segments", it.battle.columns().to_string());
    CourtCard { card: Card } => Reason::because(&["VIR-4.3.5", "VIR-R37"], format!("{card} activates nothing"));
    NotInHand { card: Card } =>
        Reason::because(&["VIR-4.2.1"], format!("{card} is not in hand, or not that often"));
    TooManyCards { holds: u8, used: u8 } =>
        Reason::because(&["VIR-4.1.2", "VIR-R88"], format!("{used} cards are more than the hand holds: {used} > {holds}"))
            .fact("in hand", holds.to_string())
            .fact("laid and discarded", used.to_string());
    NotReal => Reason::because(&["VIR-4.2.2", "VIR-R88"], "only real cards are discarded unseen: name the cards");
    OutOfDeck { card: Card } => Reason::because(&["VIR-R88", "VIR-1.4.T"],
        format!("no {card} is left: all of the deck came up since the last reshuffle"));
    JoinElsewhere { leader: u8, unit: u8 } => Reason::because(&["VIR-SR18.1", "VIR-R86.1"],
        format!("{} are not in the area of {}", it.unit(unit), it.leader(leader)));
    JoinWithoutEnemy { leader: u8, area: Area } => Reason::because(&["VIR-R86.1"],
        format!("{} can join a unit only where enemies are; none in {}", it.leader(leader), it.at(area)));
    JoinRouted { unit: u8 } => Reason::because(&["VIR-R86.1"], format!("{} are routed", it.unit(unit)));

    // Formations.
    NotTestudo { unit: u8 } => Reason::because(&["VIR-SR15.1"], format!("{} cannot form testudo", it.unit(unit)));
    NotShieldwall { unit: u8, dv: i32 } => Reason::because(&["VIR-SR16.3", "VIR-R84"],
        format!("{} cannot form shieldwall: infantry of DV 3 or more can", it.unit(unit)))
        .fact("DV", dv.to_string());
    AlreadyFormed { unit: u8, formation: Formation } => Reason::because(&["VIR-R83.1"],
        format!("{} are in {} already", it.unit(unit), formation.word()));
    FormedTwice { unit: u8 } =>
        Reason::because(&["VIR-R83.1"], format!("{} change formation twice", it.unit(unit)));
    CompelledToWall { unit: u8 } => Reason::because(&["VIR-R69.3"],
        format!("{} are compelled to attack and do not form shieldwall", it.unit(unit)));

    // Any use of a unit.
    Routed { unit: u8 } =>
        Reason::because(&["VIR-3.2.1"], format!("{} are routed and cannot be activated", it.unit(unit)));
    Activated { unit: u8 } => Reason::because(&["VIR-R44", "VIR-5.0.2"],
        format!("{} have been activated this turn", it.unit(unit)));
    Charging { unit: u8 } => Reason::because(&["VIR-R47.6"],
        format!("{} have declared a charge and do nothing else before it", it.unit(unit)));
    Compelled { unit: u8 } => Reason::because(&["VIR-R69.3", "VIR-SR1.2"],
        format!("{} are compelled to move against the enemy in front and do not fight", it.unit(unit)));
    TooFewPoints { segment: usize, cost: u8, left: u8 } => Reason::because(&["VIR-R41", "VIR-R40"],
        format!("it costs {cost} AP and segment {} has {left}: {cost} > {left}", segment + 1))
        .fact("cost", cost.to_string())
        .fact("left", left.to_string());
    PointsClaimed { segment: usize, cost: u8, left: u8, claimed: u8 } => {
        let pool = format!("the {left} of segment {}", segment + 1);
        let says = format!("it costs {cost} AP, but of {pool} impetuous units claim {claimed} first");
        Reason::because(&["VIR-R69.2"], says)
            .fact("cost", cost.to_string())
            .fact("left", left.to_string())
            .fact("claimed", claimed.to_string())
    };

    // Combats.
    InReserve { unit: u8 } =>
        Reason::because(&["VIR-R3"], format!("{} are in the reserve and cannot fight", it.unit(unit)));
    NoEnemyIn { area: Area } => Reason::because(&["VIR-R45", "VIR-5.0.3"],
        format!("there are no enemy units in {}", it.at(area)));
    ArtilleryCharges { unit: u8 } => Reason::because(&["VIR-R47.3", "VIR-R18.5"],
        format!("{}, artillery, cannot charge", it.unit(unit)));
    TargetGone => Reason::because(&["VIR-5.2.2"], "there is no such enemy unit");
    TargetElsewhere { area: Area } => Reason::because(&["VIR-R47.2"],
        format!("the target is in {}, neither here nor on a flank", it.at(area)));
    NoHill { area: Area } =>
        Reason::because(&["VIR-7.1", "VIR-R60"], format!("there is no hill in {}", it.at(area)));
    HillNotHeld { area: Area } => Reason::because(&["VIR-7.2", "VIR-R60", "VIR-R8"],
        format!("{} is held by the enemy, hill and all", it.at(area)));
    HillOnlyHere => Reason::because(&["VIR-R60"], "the hill counts only against enemies in the same area");
    NoPila { unit: u8 } => Reason::because(&["VIR-SR11.1"], format!("{} have no pila", it.unit(unit)));
    PilaInFormation { unit: u8 } => {
        let formation = it.battle.units(it.by)[unit].formation.word();
        let says = format!("{} cannot throw pila in {formation}", it.unit(unit));
        Reason::because(&["VIR-SR11.4", "VIR-R77"], says)
    };
    PilaNotShot => Reason::because(&["VIR-R77"], "pila are thrown with the fighting value only");
    NoShootingValue { unit: u8 } =>
        Reason::because(&["VIR-5.3.1"], format!("{} have no shooting value", it.unit(unit)));
    NoFrontArea { unit: u8 } => {
        let area = it.at(it.battle.units(it.by)[unit].area);
        let who = it.unit(unit);
        let says = format!("{who} shoot only from the own side at the area in front, not from {area}");
        Reason::because(&["VIR-R48", "VIR-5.3.2", "VIR-R5"], says)
    };
    ShootsFormed { unit: u8, formation: Formation } => Reason::because(&["VIR-SR15.5", "VIR-R48"],
        format!("{} cannot shoot in {}", it.unit(unit), formation.word()));
    EnemyInOwnArea { area: Area } =>
        Reason::because(&["VIR-5.3.5"], format!("enemies in {} prevent shooting", it.at(area)));
    WoodThere { area: Area } =>
        Reason::because(&["VIR-5.3.4"], format!("a wood in {} hides what is in it", it.at(area)));
    FriendsThere { area: Area } => Reason::because(&["VIR-5.3.3", "VIR-R79"],
        format!("friends in {} are in the way, and only formed archers shoot over them", it.at(area)));
    NotBeside { from: Area, area: Area } => Reason::because(&["VIR-5.4.1", "VIR-R49"],
        format!("{} does not lie beside {} in the same row", it.at(area), it.at(from)));
    FlankWithEnemyHere { area: Area } => Reason::because(&["VIR-5.4.1", "VIR-R49"],
        format!("enemies in {} prevent a flank attack", it.at(area)));
    FrontNotTied { front: Area } => Reason::because(&["VIR-5.4.3", "VIR-R49"],
        format!("enemies in {} are not engaged: they prevent a flank attack", it.at(front)));
    FlankShotIntoWood { area: Area } => Reason::because(&["VIR-R50"],
        format!("the shooting value cannot be used into the wood in {}", it.at(area)));
    FlankShotFormed { unit: u8, formation: Formation } => Reason::because(&["VIR-R50"],
        format!("{} cannot use their shooting value in {}", it.unit(unit), formation.word()));

    // Hits.
    NotInTarget { area: Area } =>
        Reason::because(&["VIR-5.1.3"], format!("the hits are for units in {}", it.at(area)));
    NotLowest { has: u8, lowest: u8 } => Reason::because(&["VIR-5.1.5", "VIR-R46"],
        format!("it has {has} counters, and others there have only {lowest}"))
        .fact("counters", has.to_string())
        .fact("lowest", lowest.to_string());
    NoSuchHit { red: bool } => Reason::because(&["VIR-R46"],
        if red { "no red hit is left to give out" } else { "only red hits are left to give out" });
    NotCharging => Reason::because(&["VIR-R47.1"], "this unit has not declared a charge");

    // Moves.
    Immobile { unit: u8 } => Reason::because(&["VIR-R59", "VIR-QS.28"], format!("{} cannot move", it.unit(unit)));
    InShieldwall { unit: u8 } => Reason::because(&["VIR-SR16.2", "VIR-R84"],
        format!("{} do not move in shieldwall", it.unit(unit)));
    FoughtAlready { unit: u8 } => Reason::because(&["VIR-6.0.1", "VIR-5.0.2"],
        format!("{} have fought this turn, and only light units move after that", it.unit(unit)));
    MovedAlready { unit: u8 } =>
        Reason::because(&["VIR-R54"], format!("{} have moved this turn", it.unit(unit)));
    TooManySteps { steps: usize, allowed: u8 } => {
        let rules = if allowed == 1 { "VIR-6.2.5" } else { "VIR-6.2.6" };
        let forced = allowed + 1;
        let says = format!("{steps} steps are too many: {allowed}, or {forced} by forced march");
        Reason::because(&[rules, "VIR-10.1", "VIR-R54"], says)
            .fact("steps", steps.to_string())
            .fact("allowed", format!("{allowed}, forced march {forced}"))
    };
    ForcedArtillery { unit: u8 } => Reason::because(&["VIR-10.2", "VIR-R57"],
        format!("{} make no forced march", it.unit(unit)));
    ForcedFormed { unit: u8, formation: Formation } => Reason::because(&["VIR-SR15.4", "VIR-R57"],
        format!("{} make no forced march in {}", it.unit(unit), formation.word()));
    EndsWhereItBegan { area: Area } =>
        Reason::because(&["VIR-R54"], format!("a move cannot end where it began, in {}", it.at(area)));
    Sideways { from: Area, to: Area } => Reason::because(&["VIR-6.2.1", "VIR-6.2.T"],
        format!("{} to {} is a move sideways", it.at(from), it.at(to)));
    Diagonal { from: Area, to: Area } => Reason::because(&["VIR-6.2.2", "VIR-6.2.T"],
        format!("{} to {} is a diagonal move", it.at(from), it.at(to)));
    EnemyReserve => Reason::because(&["VIR-6.2.3", "VIR-R3"], "nobody enters the enemy's reserve");
    NoLink { from: Area, to: Area } => Reason::because(&["VIR-R2", "VIR-6.2.T"],
        format!("there is no way from {} to {} in one step", it.at(from), it.at(to)));
    ForwardPastEnemy { from: Area } => Reason::because(&["VIR-6.2.4", "VIR-R55"],
        format!("enemies in {} prevent a move to the opponent's side", it.at(from)));
    DenseWood { area: Area } => Reason::because(&["VIR-SR6.1", "VIR-R72"],
        format!("the move ends in the dense wood of {} for this turn", it.at(area)));
    RiverFull { from: Area, to: Area, river: River } => Reason::because(&[river.rule(), "VIR-R73"],
        format!("the river between {} and {} lets no more units pass this turn", it.at(from), it.at(to)))
        .fact("units a turn", river.crossings().to_string());
    RiverClaimed { from: Area, to: Area } => Reason::because(&["VIR-R69.4"],
        format!("impetuous units need the crossing between {} and {} themselves", it.at(from), it.at(to)));
    ImpetuousRear { unit: u8 } => Reason::because(&["VIR-R69.7"],
        format!("{}, impetuous, do not step back before the enemy", it.unit(unit)));
    MustStepForward { unit: u8, to: Area } => Reason::because(&["VIR-R69.3", "VIR-SR1.2"],
        format!("{} are compelled to step into {} first", it.unit(unit), it.at(to)));
    CompelledStay { unit: u8 } => Reason::because(&["VIR-R69.5"],
        format!("{} are compelled to attack, can be paid for and have not moved", it.unit(unit)));
    LeaderMoved { leader: u8 } => Reason::because(&["VIR-R56"],
        format!("{} has moved or joined a unit this turn", it.leader(leader)));
    LeaderJoined { leader: u8 } => Reason::because(&["VIR-SR18.4", "VIR-R56"],
        format!("{} has joined a unit and stays with it", it.leader(leader)));
    LeaderTooFar { from: Area, to: Area } => Reason::because(&["VIR-6.2.7", "VIR-R56"],
        format!("a leader makes three steps; {} to {} are more, or no way", it.at(from), it.at(to)));
    LeaderStays { area: Area } => Reason::because(&["VIR-6.1.1"], format!("he is in {} already", it.at(area)));
}
