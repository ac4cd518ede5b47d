//! Why not: every reason that the rules have to refuse an action, with its facts.

use acies_core::{Reason, RuleId, Seat};

use crate::{
    areas::{Area, River},
    battle::Battle,
    cards::Card,
    units::Formation,
};

/// An action that is not allowed: who tried it, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub by: Seat,
    pub no: No,
}

/// The reason why an action is not allowed. Units and leaders are those of the seat that tries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    // Whose decision, and which.
    Over,
    NotYours,
    NotNow,
    NoSuchUnit,
    NoSuchLeader,
    // Deployment.
    AlreadyDeployed,
    NotAllPlaced { units: usize, leaders: usize },
    PlacedOutside { unit: u8, area: Area },
    LeaderPlacedOutside { leader: u8, area: Area },
    LeadersTogether { area: Area },
    NoCinc,
    // Cards and leaders.
    NoSuchSegment { segment: usize },
    CourtCard { card: Card },
    NotInHand { card: Card },
    TooManyCards { holds: u8, used: u8 },
    NotReal,
    OutOfDeck { card: Card },
    JoinElsewhere { leader: u8, unit: u8 },
    JoinWithoutEnemy { leader: u8, area: Area },
    JoinRouted { unit: u8 },
    // Formations.
    NotTestudo { unit: u8 },
    NotShieldwall { unit: u8, dv: i32 },
    AlreadyFormed { unit: u8, formation: Formation },
    FormedTwice { unit: u8 },
    CompelledToWall { unit: u8 },
    // Any use of a unit.
    Routed { unit: u8 },
    Activated { unit: u8 },
    Charging { unit: u8 },
    Compelled { unit: u8 },
    TooFewPoints { segment: usize, cost: u8, left: u8 },
    PointsClaimed { segment: usize, cost: u8, left: u8, claimed: u8 },
    // Combats.
    InReserve { unit: u8 },
    NoEnemyIn { area: Area },
    ArtilleryCharges { unit: u8 },
    TargetGone,
    TargetElsewhere { area: Area },
    NoHill { area: Area },
    HillNotHeld { area: Area },
    HillOnlyHere,
    NoPila { unit: u8 },
    PilaInFormation { unit: u8 },
    PilaNotShot,
    NoShootingValue { unit: u8 },
    NoFrontArea { unit: u8 },
    ShootsFormed { unit: u8, formation: Formation },
    EnemyInOwnArea { area: Area },
    WoodThere { area: Area },
    FriendsThere { area: Area },
    NotBeside { from: Area, area: Area },
    FlankWithEnemyHere { area: Area },
    FrontNotTied { front: Area },
    FlankShotIntoWood { area: Area },
    FlankShotFormed { unit: u8, formation: Formation },
    // Hits.
    NotInTarget { area: Area },
    NotLowest { has: u8, lowest: u8 },
    NoSuchHit { red: bool },
    NotCharging,
    // Moves.
    Immobile { unit: u8 },
    InShieldwall { unit: u8 },
    FoughtAlready { unit: u8 },
    MovedAlready { unit: u8 },
    TooManySteps { steps: usize, allowed: u8 },
    ForcedArtillery { unit: u8 },
    ForcedFormed { unit: u8, formation: Formation },
    EndsWhereItBegan { area: Area },
    Sideways { from: Area, to: Area },
    Diagonal { from: Area, to: Area },
    EnemyReserve,
    NoLink { from: Area, to: Area },
    ForwardPastEnemy { from: Area },
    DenseWood { area: Area },
    RiverFull { from: Area, to: Area, river: River },
    RiverClaimed { from: Area, to: Area },
    ImpetuousRear { unit: u8 },
    MustStepForward { unit: u8, to: Area },
    CompelledStay { unit: u8 },
    LeaderMoved { leader: u8 },
    LeaderJoined { leader: u8 },
    LeaderTooFar { from: Area, to: Area },
    LeaderStays { area: Area },
}

impl No {
    /// The rules that say so, the one that decides first.
    #[rustfmt::skip]
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            No::Over                       => &["VIR-1.7.1"],
            No::NotYours                   => &["VIR-2.1"],
            No::NotNow                     => &["VIR-2.2", "VIR-R45"],
            No::NoSuchUnit                 => &["VIR-4.0.1"],
            No::NoSuchLeader               => &["VIR-R34"],
            No::AlreadyDeployed            => &["VIR-R23"],
            No::NotAllPlaced { .. }        => &["VIR-R23"],
            No::PlacedOutside { .. }       => &["VIR-1.6.3", "VIR-R23"],
            No::LeaderPlacedOutside { .. } => &["VIR-R23"],
            No::LeadersTogether { .. }     => &["VIR-8.10", "VIR-R23"],
            No::NoCinc                     => &["VIR-8.8"],
            No::NoSuchSegment { .. }       => &["VIR-4.0.2", "VIR-R4"],
            No::CourtCard { .. }           => &["VIR-4.3.5", "VIR-R37"],
            No::NotInHand { .. }           => &["VIR-4.2.1"],
            No::TooManyCards { .. }        => &["VIR-4.1.2", "VIR-R88"],
            No::NotReal                    => &["VIR-4.2.2", "VIR-R88"],
            No::OutOfDeck { .. }           => &["VIR-R88", "VIR-1.4.T"],
            No::JoinElsewhere { .. }       => &["VIR-SR18.1", "VIR-R86.1"],
            No::JoinWithoutEnemy { .. }    => &["VIR-R86.1"],
            No::JoinRouted { .. }          => &["VIR-R86.1"],
            No::NotTestudo { .. }          => &["VIR-SR15.1"],
            No::NotShieldwall { .. }       => &["VIR-SR16.3", "VIR-R84"],
            No::AlreadyFormed { .. }       => &["VIR-R83.1"],
            No::FormedTwice { .. }         => &["VIR-R83.1"],
            No::CompelledToWall { .. }     => &["VIR-R69.3"],
            No::Routed { .. }              => &["VIR-3.2.1"],
            No::Activated { .. }           => &["VIR-R44", "VIR-5.0.2"],
            No::Charging { .. }            => &["VIR-R47.6"],
            No::Compelled { .. }           => &["VIR-R69.3", "VIR-SR1.2"],
            No::TooFewPoints { .. }        => &["VIR-R41", "VIR-R40"],
            No::PointsClaimed { .. }       => &["VIR-R69.2"],
            No::InReserve { .. }           => &["VIR-R3"],
            No::NoEnemyIn { .. }           => &["VIR-R45", "VIR-5.0.3"],
            No::ArtilleryCharges { .. }    => &["VIR-R47.3", "VIR-R18.5"],
            No::TargetGone                 => &["VIR-5.2.2"],
            No::TargetElsewhere { .. }     => &["VIR-R47.2"],
            No::NoHill { .. }              => &["VIR-7.1", "VIR-R60"],
            No::HillNotHeld { .. }         => &["VIR-7.2", "VIR-R60", "VIR-R8"],
            No::HillOnlyHere               => &["VIR-R60"],
            No::NoPila { .. }              => &["VIR-SR11.1"],
            No::PilaInFormation { .. }     => &["VIR-SR11.4", "VIR-R77"],
            No::PilaNotShot                => &["VIR-R77"],
            No::NoShootingValue { .. }     => &["VIR-5.3.1"],
            No::NoFrontArea { .. }         => &["VIR-R48", "VIR-5.3.2", "VIR-R5"],
            No::ShootsFormed { .. }        => &["VIR-SR15.5", "VIR-R48"],
            No::EnemyInOwnArea { .. }      => &["VIR-5.3.5"],
            No::WoodThere { .. }           => &["VIR-5.3.4"],
            No::FriendsThere { .. }        => &["VIR-5.3.3", "VIR-R79"],
            No::NotBeside { .. }           => &["VIR-5.4.1", "VIR-R49"],
            No::FlankWithEnemyHere { .. }  => &["VIR-5.4.1", "VIR-R49"],
            No::FrontNotTied { .. }        => &["VIR-5.4.3", "VIR-R49"],
            No::FlankShotIntoWood { .. }   => &["VIR-R50"],
            No::FlankShotFormed { .. }     => &["VIR-R50"],
            No::NotInTarget { .. }         => &["VIR-5.1.3"],
            No::NotLowest { .. }           => &["VIR-5.1.5", "VIR-R46"],
            No::NoSuchHit { .. }           => &["VIR-R46"],
            No::NotCharging                => &["VIR-R47.1"],
            No::Immobile { .. }            => &["VIR-R59", "VIR-QS.28"],
            No::InShieldwall { .. }        => &["VIR-SR16.2", "VIR-R84"],
            No::FoughtAlready { .. }       => &["VIR-6.0.1", "VIR-5.0.2"],
            No::MovedAlready { .. }        => &["VIR-R54"],
            No::TooManySteps { allowed: 1, .. } => &["VIR-6.2.5", "VIR-10.1", "VIR-R54"],
            No::TooManySteps { .. }        => &["VIR-6.2.6", "VIR-10.1", "VIR-R54"],
            No::ForcedArtillery { .. }     => &["VIR-10.2", "VIR-R57"],
            No::ForcedFormed { .. }        => &["VIR-SR15.4", "VIR-R57"],
            No::EndsWhereItBegan { .. }    => &["VIR-R54"],
            No::Sideways { .. }            => &["VIR-6.2.1", "VIR-6.2.T"],
            No::Diagonal { .. }            => &["VIR-6.2.2", "VIR-6.2.T"],
            No::EnemyReserve               => &["VIR-6.2.3", "VIR-R3"],
            No::NoLink { .. }              => &["VIR-R2", "VIR-6.2.T"],
            No::ForwardPastEnemy { .. }    => &["VIR-6.2.4", "VIR-R55"],
            No::DenseWood { .. }           => &["VIR-SR6.1", "VIR-R72"],
            No::RiverFull { river: River::Ford, .. }   => &["VIR-SR7.1", "VIR-R73"],
            No::RiverFull { river: River::NoFord, .. } => &["VIR-SR7.2", "VIR-R73"],
            No::RiverFull { river: River::Deep, .. }   => &["VIR-SR7.3", "VIR-R73"],
            No::RiverClaimed { .. }        => &["VIR-R69.4"],
            No::ImpetuousRear { .. }       => &["VIR-R69.7"],
            No::MustStepForward { .. }     => &["VIR-R69.3", "VIR-SR1.2"],
            No::CompelledStay { .. }       => &["VIR-R69.5"],
            No::LeaderMoved { .. }         => &["VIR-R56"],
            No::LeaderJoined { .. }        => &["VIR-SR18.4", "VIR-R56"],
            No::LeaderTooFar { .. }        => &["VIR-6.2.7", "VIR-R56"],
            No::LeaderStays { .. }         => &["VIR-6.1.1"],
        }
    }

    /// The reason in words, for the seat that tried.
    pub fn explain(self, battle: &Battle, by: Seat) -> Reason {
        let mut facts = Vec::new();
        let unit = |unit: u8| battle.troop(by, unit).name.clone();
        let leader = |leader: u8| battle.leader_card(by, leader).name.clone();
        let at = |area: Area| area.name(battle.south);
        let says = match self {
            No::Over => "the battle is over".into(),
            No::NotYours => "it is not this side's decision".into(),
            No::NotNow => format!("this is not part of the present step ({})", battle.step()),
            No::NoSuchUnit => "there is no such unit in the battle".into(),
            No::NoSuchLeader => "there is no such leader in the battle".into(),
            No::AlreadyDeployed => "this side has deployed; a placement cannot be changed".into(),
            No::NotAllPlaced { units, leaders } => {
                facts.push(("units placed", units.to_string()));
                facts.push(("leaders placed", leaders.to_string()));
                let army = &battle.setup.armies[by];
                let (all, chiefs) = (army.troops.len(), army.leaders.len());
                format!("every one of {all} units and {chiefs} leaders has to be placed")
            }
            No::PlacedOutside { unit: it, area } => {
                format!("{} cannot be deployed in {}: only on the own side", unit(it), at(area))
            }
            No::LeaderPlacedOutside { leader: it, area } => {
                format!("{} cannot be deployed in {}: only on the own side", leader(it), at(area))
            }
            No::LeadersTogether { area } => {
                format!("two leaders cannot both be in {}, only in the reserve", at(area))
            }
            No::NoCinc => "one of the leaders has to be named C-in-C".into(),
            No::NoSuchSegment { segment } => {
                facts.push(("segments", battle.columns().to_string()));
                format!("there is no segment {}", segment + 1)
            }
            No::CourtCard { card } => format!("{card} activates nothing"),
            No::NotInHand { card } => format!("{card} is not in hand, or not that often"),
            No::TooManyCards { holds, used } => {
                facts.push(("in hand", holds.to_string()));
                facts.push(("laid and discarded", used.to_string()));
                format!("{used} cards are more than the hand holds: {used} > {holds}")
            }
            No::NotReal => "only real cards are discarded unseen: name the cards".into(),
            No::OutOfDeck { card } => {
                format!("no {card} is left: all of the deck came up since the last reshuffle")
            }
            No::JoinElsewhere { leader: it, unit: other } => {
                format!("{} are not in the area of {}", unit(other), leader(it))
            }
            No::JoinWithoutEnemy { leader: it, area } => {
                format!(
                    "{} can join a unit only where enemies are; none in {}",
                    leader(it),
                    at(area)
                )
            }
            No::JoinRouted { unit: it } => format!("{} are routed", unit(it)),
            No::NotTestudo { unit: it } => format!("{} cannot form testudo", unit(it)),
            No::NotShieldwall { unit: it, dv } => {
                facts.push(("DV", dv.to_string()));
                format!("{} cannot form shieldwall: infantry of DV 3 or more can", unit(it))
            }
            No::AlreadyFormed { unit: it, formation } => {
                format!("{} are in {} already", unit(it), formation.word())
            }
            No::FormedTwice { unit: it } => format!("{} change formation twice", unit(it)),
            No::CompelledToWall { unit: it } => {
                format!("{} are compelled to attack and do not form shieldwall", unit(it))
            }
            No::Routed { unit: it } => format!("{} are routed and cannot be activated", unit(it)),
            No::Activated { unit: it } => format!("{} have been activated this turn", unit(it)),
            No::Charging { unit: it } => {
                format!("{} have declared a charge and do nothing else before it", unit(it))
            }
            No::Compelled { unit: it } => {
                format!(
                    "{} are compelled to move against the enemy in front and do not fight",
                    unit(it)
                )
            }
            No::TooFewPoints { segment, cost, left } => {
                facts.push(("cost", cost.to_string()));
                facts.push(("left", left.to_string()));
                format!(
                    "it costs {cost} AP and segment {} has {left}: {cost} > {left}",
                    segment + 1
                )
            }
            No::PointsClaimed { segment, cost, left, claimed } => {
                facts.push(("cost", cost.to_string()));
                facts.push(("left", left.to_string()));
                facts.push(("claimed", claimed.to_string()));
                format!(
                    "it costs {cost} AP, but of the {left} of segment {} impetuous units claim \
                     {claimed} first",
                    segment + 1
                )
            }
            No::InReserve { unit: it } => {
                format!("{} are in the reserve and cannot fight", unit(it))
            }
            No::NoEnemyIn { area } => format!("there are no enemy units in {}", at(area)),
            No::ArtilleryCharges { unit: it } => format!("{}, artillery, cannot charge", unit(it)),
            No::TargetGone => "there is no such enemy unit".into(),
            No::TargetElsewhere { area } => {
                format!("the target is in {}, neither here nor on a flank", at(area))
            }
            No::NoHill { area } => format!("there is no hill in {}", at(area)),
            No::HillNotHeld { area } => format!("{} is held by the enemy, hill and all", at(area)),
            No::HillOnlyHere => "the hill counts only against enemies in the same area".into(),
            No::NoPila { unit: it } => format!("{} have no pila", unit(it)),
            No::PilaInFormation { unit: it } => {
                let formation = battle.units(by)[it].formation.word();
                format!("{} cannot throw pila in {formation}", unit(it))
            }
            No::PilaNotShot => "pila are thrown with the fighting value only".into(),
            No::NoShootingValue { unit: it } => format!("{} have no shooting value", unit(it)),
            No::NoFrontArea { unit: it } => {
                let area = at(battle.units(by)[it].area);
                format!(
                    "{} shoot only from the own side at the area in front, not from {area}",
                    unit(it)
                )
            }
            No::ShootsFormed { unit: it, formation } => {
                format!("{} cannot shoot in {}", unit(it), formation.word())
            }
            No::EnemyInOwnArea { area } => format!("enemies in {} prevent shooting", at(area)),
            No::WoodThere { area } => format!("a wood in {} hides what is in it", at(area)),
            No::FriendsThere { area } => {
                format!(
                    "friends in {} are in the way, and only formed archers shoot over them",
                    at(area)
                )
            }
            No::NotBeside { from, area } => {
                format!("{} does not lie beside {} in the same row", at(area), at(from))
            }
            No::FlankWithEnemyHere { area } => {
                format!("enemies in {} prevent a flank attack", at(area))
            }
            No::FrontNotTied { front } => {
                format!("enemies in {} are not engaged: they prevent a flank attack", at(front))
            }
            No::FlankShotIntoWood { area } => {
                format!("the shooting value cannot be used into the wood in {}", at(area))
            }
            No::FlankShotFormed { unit: it, formation } => {
                format!("{} cannot use their shooting value in {}", unit(it), formation.word())
            }
            No::NotInTarget { area } => format!("the hits are for units in {}", at(area)),
            No::NotLowest { has, lowest } => {
                facts.push(("counters", has.to_string()));
                facts.push(("lowest", lowest.to_string()));
                format!("it has {has} counters, and others there have only {lowest}")
            }
            No::NoSuchHit { red: true } => "no red hit is left to give out".into(),
            No::NoSuchHit { red: false } => "only red hits are left to give out".into(),
            No::NotCharging => "this unit has not declared a charge".into(),
            No::Immobile { unit: it } => format!("{} cannot move", unit(it)),
            No::InShieldwall { unit: it } => format!("{} do not move in shieldwall", unit(it)),
            No::FoughtAlready { unit: it } => {
                format!("{} have fought this turn, and only light units move after that", unit(it))
            }
            No::MovedAlready { unit: it } => format!("{} have moved this turn", unit(it)),
            No::TooManySteps { steps, allowed } => {
                facts.push(("steps", steps.to_string()));
                facts.push(("allowed", format!("{allowed}, forced march {}", allowed + 1)));
                format!("{steps} steps are too many: {allowed}, or {} by forced march", allowed + 1)
            }
            No::ForcedArtillery { unit: it } => format!("{} make no forced march", unit(it)),
            No::ForcedFormed { unit: it, formation } => {
                format!("{} make no forced march in {}", unit(it), formation.word())
            }
            No::EndsWhereItBegan { area } => {
                format!("a move cannot end where it began, in {}", at(area))
            }
            No::Sideways { from, to } => format!("{} to {} is a move sideways", at(from), at(to)),
            No::Diagonal { from, to } => format!("{} to {} is a diagonal move", at(from), at(to)),
            No::EnemyReserve => "nobody enters the enemy's reserve".into(),
            No::NoLink { from, to } => {
                format!("there is no way from {} to {} in one step", at(from), at(to))
            }
            No::ForwardPastEnemy { from } => {
                format!("enemies in {} prevent a move to the opponent's side", at(from))
            }
            No::DenseWood { area } => {
                format!("the move ends in the dense wood of {} for this turn", at(area))
            }
            No::RiverFull { from, to, river } => {
                facts.push(("units a turn", river.crossings().to_string()));
                format!(
                    "the river between {} and {} lets no more units pass this turn",
                    at(from),
                    at(to)
                )
            }
            No::RiverClaimed { from, to } => {
                format!(
                    "impetuous units need the crossing between {} and {} themselves",
                    at(from),
                    at(to)
                )
            }
            No::ImpetuousRear { unit: it } => {
                format!("{}, impetuous, do not step back before the enemy", unit(it))
            }
            No::MustStepForward { unit: it, to } => {
                format!("{} are compelled to step into {} first", unit(it), at(to))
            }
            No::CompelledStay { unit: it } => {
                format!("{} are compelled to attack, can be paid for and have not moved", unit(it))
            }
            No::LeaderMoved { leader: it } => {
                format!("{} has moved or joined a unit this turn", leader(it))
            }
            No::LeaderJoined { leader: it } => {
                format!("{} has joined a unit and stays with it", leader(it))
            }
            No::LeaderTooFar { from, to } => {
                format!(
                    "a leader makes three steps; {} to {} are more, or no way",
                    at(from),
                    at(to)
                )
            }
            No::LeaderStays { area } => format!("he is in {} already", at(area)),
        };
        let instead = self.instead(battle, by);
        Reason { rules: self.rules().to_vec(), says, facts, instead, ..Reason::default() }
    }

    /// The nearest thing that is allowed, in notation, where it is plain.
    fn instead(self, battle: &Battle, by: Seat) -> Option<String> {
        let key = |unit: u8| &battle.troop(by, unit).key;
        match self {
            No::MustStepForward { unit, to } => {
                Some(format!("move {} {}", key(unit), to.name(battle.south)))
            }
            No::CompelledStay { unit } => {
                let front = battle.units(by)[unit].area.front(by)?;
                Some(format!("move {} {}", key(unit), front.name(battle.south)))
            }
            _ => None,
        }
    }
}
