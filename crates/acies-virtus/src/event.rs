//! What happens in a battle: events as facts, and the rules that made each happen.

use acies_core::{Each, RuleId, Seat};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    action::{Charge, Distribution, Path},
    areas::{Area, Ground},
    attacks::Target,
    cards::{Card, Cards},
    combat::{Aim, Attack, Joined, Scored, With},
    costs::Cost,
    morale::{Marks, Tried},
    moves::Cohesion,
    rally::Rally,
    setup::FirstTurn,
    units::{Formation, Specials, UnitSet},
    victory::Ending,
};

/// The faces of a pool of dice.
pub type Faces = ArrayVec<u8, 8>;

/// Something that happened. Units and leaders are those of the seat named with them, or else of
/// the active player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Table {
        columns: u8,
        rivers: bool,
    },
    SouthThrown {
        faces: Each<u8>,
        south: Option<Seat>,
    },
    Terrain {
        area: Area,
        faces: Option<[u8; 2]>,
        ground: Ground,
        flank_area: bool,
    },
    Sealed {
        by: Seat,
    },
    Revealed {
        by: Seat,
        cinc: u8,
        open_areas: u8,
    },
    Shuffled {
        by: Seat,
    },
    FirstThrown {
        throws: Each<FirstTurn>,
        first: Option<Seat>,
    },
    TurnBegins {
        by: Seat,
        turn: u8,
    },
    LeaderTested {
        by: Seat,
        leader: u8,
        hits: u8,
        faces: Faces,
        killed: bool,
        joined: bool,
    },
    LeaderlessTested {
        by: Seat,
        unit: u8,
        face: Option<u8>,
        stands: u8,
        routed: bool,
    },
    Tested {
        by: Seat,
        unit: u8,
        tried: Tried,
    },
    Recoiled {
        by: Seat,
        unit: u8,
        to: Area,
        formed: bool,
    },
    Eliminated {
        by: Seat,
        unit: u8,
        routs: u8,
    },
    LeaderLost {
        by: Seat,
        leader: u8,
        area: Area,
    },
    Discarded {
        by: Seat,
        cards: Cards,
        count: u8,
    },
    Reshuffled {
        by: Seat,
        joker: bool,
    },
    Drawn {
        by: Seat,
        cards: Option<Cards>,
        count: u8,
        limit: u8,
        cinc: bool,
        floor: bool,
    },
    Distributed {
        by: Seat,
        plan: Distribution,
        kept: u8,
        bonuses: u8,
        superior: bool,
        real: bool,
    },
    Compelled {
        by: Seat,
        units: UnitSet,
        paid: bool,
    },
    Formed {
        by: Seat,
        unit: u8,
        formation: Formation,
    },
    ChargeDeclared {
        by: Seat,
        charge: Charge,
        flank: bool,
        broke: Formation,
        cost: Cost,
    },
    Attacked {
        by: Seat,
        unit: u8,
        target: Target,
        attack: Attack,
        cost: Option<Cost>,
        faces: Faces,
        scored: Scored,
    },
    HitGiven {
        by: Seat,
        unit: u8,
        marks: Marks,
        chosen: bool,
    },
    HitsTaken {
        by: Seat,
        unit: u8,
        marks: Marks,
        red: u8,
        others: u8,
    },
    LeaderHit {
        by: Seat,
        leader: u8,
        hits: u8,
    },
    FormationBroken {
        by: Seat,
        unit: u8,
        formation: Formation,
    },
    CohesionTested {
        by: Seat,
        unit: u8,
        test: Cohesion,
        face: Option<u8>,
        holds: bool,
        pikes: bool,
        destroyed: bool,
    },
    Moved {
        by: Seat,
        unit: u8,
        from: Area,
        path: Path,
        march: Marched,
    },
    LeaderMoved {
        by: Seat,
        leader: u8,
        to: Area,
    },
    Rallied {
        by: Seat,
        unit: u8,
        rally: Rally,
        face: Option<u8>,
        recovered: bool,
    },
    TurnEnds {
        by: Seat,
        routed: UnitSet,
        swept: u8,
    },
    Ended {
        ending: Ending,
    },
}

/// A move as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Marched {
    pub cost: Cost,
    pub forced: bool,
    pub after_fight: bool,
    pub compelled: bool,
    pub mounted: bool,
    pub crossed: Option<&'static str>,
    pub dense: bool,
    /// Whether it changed who holds an area (VIR-R8).
    pub conquered: bool,
}

type Cite<'a> = &'a mut dyn FnMut(RuleId);

fn all(each: Cite<'_>, rules: &[RuleId]) {
    rules.iter().for_each(|&rule| each(rule));
}

fn some(each: Cite<'_>, rules: &[(RuleId, bool)]) {
    rules.iter().filter(|&&(_, applies)| applies).for_each(|&(rule, _)| each(rule));
}

impl acies_core::Event for Event {
    fn cite(&self, each: Cite<'_>) {
        match self {
            Event::Table { columns, rivers } => {
                all(
                    each,
                    &[
                        "VIR-0.1",
                        "VIR-0.2",
                        "VIR-1.5.1",
                        "VIR-1.5.2",
                        "VIR-1.5.3",
                        "VIR-R1",
                        "VIR-R2",
                        "VIR-R3",
                    ],
                );
                some(each, &[("VIR-1.5.4", *columns == 3), ("VIR-R73", *rivers)]);
            }
            Event::SouthThrown { .. } => all(each, &["VIR-R24"]),
            Event::Terrain { faces, ground, flank_area, .. } => {
                all(each, &["VIR-1.5.5", "VIR-1.5.8", "VIR-1.5.T", "VIR-R9", "VIR-R21"]);
                some(
                    each,
                    &[
                        ("VIR-1.5.6", ground.contains(Ground::HILL)),
                        ("VIR-1.5.7", ground.contains(Ground::WOOD)),
                        ("VIR-R22", faces.is_none()),
                        ("VIR-R63", ground.items() > 1),
                        ("VIR-R9", *flank_area),
                    ],
                );
            }
            Event::Sealed { .. } => all(each, &["VIR-1.6.1", "VIR-1.6.2", "VIR-R23"]),
            Event::Revealed { .. } => {
                all(
                    each,
                    &["VIR-1.6.2", "VIR-1.6.3", "VIR-8.8", "VIR-R10", "VIR-R23", "VIR-6.1.2"],
                );
            }
            Event::Shuffled { .. } => {
                all(
                    each,
                    &["VIR-1.4.1", "VIR-1.4.2", "VIR-1.4.3", "VIR-1.4.4", "VIR-1.4.5", "VIR-1.4.T"],
                );
            }
            Event::FirstThrown { throws, first } => {
                throws.0.iter().for_each(|throw| throw.sum().cite(each));
                all(each, &[if first.is_some() { "VIR-1.6.5" } else { "VIR-1.6.6" }]);
            }
            Event::TurnBegins { .. } => all(each, &["VIR-2.1", "VIR-2.2"]),
            Event::LeaderTested { hits, killed, joined, .. } => {
                all(each, &["VIR-3.3.2", "VIR-3.3.3", "VIR-R25"]);
                some(
                    each,
                    &[
                        ("VIR-R34", *killed || *hits > 1),
                        ("VIR-SR18.5", *joined),
                        ("VIR-R33", *joined),
                        ("VIR-3.3.1", !*joined),
                    ],
                );
            }
            Event::LeaderlessTested { face, routed, .. } => {
                all(each, &["VIR-SR18.6", "VIR-R86.6"]);
                some(each, &[("VIR-R31", *routed), ("VIR-SR2.1", face.is_none())]);
            }
            Event::Tested { tried, .. } => cite_test(tried, each),
            Event::Recoiled { formed, .. } => {
                all(each, &["VIR-3.1.7", "VIR-R30", "VIR-3.2.1", "VIR-R5", "VIR-6.1.3"]);
                some(each, &[("VIR-SR15.8", *formed), ("VIR-R83.6", *formed)]);
            }
            Event::Eliminated { routs, .. } => some(
                each,
                &[("VIR-3.1.8", *routs >= 2), ("VIR-R31", *routs >= 2), ("VIR-R32", *routs < 2)],
            ),
            Event::LeaderLost { .. } => all(each, &["VIR-8.9", "VIR-R64", "VIR-R34"]),
            Event::Discarded { .. } => all(each, &["VIR-4.2.4", "VIR-R36"]),
            Event::Reshuffled { joker, .. } => {
                all(each, &["VIR-R39", if *joker { "VIR-4.3.7" } else { "VIR-4.3.8" }]);
            }
            Event::Drawn { cinc, floor, .. } => {
                all(
                    each,
                    &[
                        "VIR-4.1.1",
                        "VIR-4.1.2",
                        "VIR-4.1.3",
                        "VIR-R35",
                        "VIR-R36",
                        "VIR-R38",
                        "VIR-R89",
                    ],
                );
                some(each, &[("VIR-4.1.4", *cinc), ("VIR-R36", *floor)]);
            }
            Event::Distributed { plan, kept, bonuses, superior, real, .. } => {
                let laid = || plan.lay.iter().flatten();
                all(each, &["VIR-4.2.1", "VIR-4.0.2", "VIR-R37", "VIR-R40", "VIR-R4"]);
                some(
                    each,
                    &[
                        ("VIR-4.2.2", !plan.discard.is_empty() || plan.face_down > 0),
                        ("VIR-4.3.6", plan.discard.iter().any(|card| !card.activates())),
                        ("VIR-4.2.3", *kept > 0),
                        ("VIR-4.3.1", laid().any(|&card| card != Card::Joker)),
                        ("VIR-4.3.2", laid().any(|&card| card != Card::Joker)),
                        ("VIR-4.3.3", laid().any(|&card| card == Card::Joker)),
                        ("VIR-4.3.4", laid().any(|&card| card == Card::Joker)),
                        ("VIR-8.3", *bonuses > 0),
                        ("VIR-R42", *bonuses > 0),
                        ("VIR-8.4", *superior),
                        ("VIR-SR18.1", plan.join.iter().any(Option::is_some)),
                        ("VIR-SR18.7", plan.join.iter().any(Option::is_some)),
                        ("VIR-R86", plan.join.iter().any(Option::is_some)),
                        ("VIR-R86.1", plan.join.iter().any(Option::is_some)),
                        ("VIR-R88", *real),
                    ],
                );
            }
            Event::Compelled { paid, .. } => {
                all(each, &["VIR-SR1.2", "VIR-R69", "VIR-R69.1"]);
                some(each, &[("VIR-R69.2", *paid), ("VIR-R69.6", !*paid)]);
            }
            Event::Formed { formation, .. } => {
                all(each, &["VIR-R83", "VIR-R83.1", "VIR-R83.2"]);
                some(
                    each,
                    &[
                        ("VIR-SR15.1", *formation == Formation::Testudo),
                        ("VIR-SR16.3", *formation == Formation::Shieldwall),
                        ("VIR-R84", *formation == Formation::Shieldwall),
                    ],
                );
            }
            Event::ChargeDeclared { flank, broke, cost, .. } => {
                all(each, &["VIR-5.2.3", "VIR-5.2.2", "VIR-R47", "VIR-R47.1", "VIR-R45"]);
                some(
                    each,
                    &[
                        ("VIR-R47.2", *flank),
                        ("VIR-SR15.7", broke.is_closed()),
                        ("VIR-R83.3", broke.is_closed()),
                    ],
                );
                cite_cost(cost, each);
            }
            Event::Attacked { target, attack, cost, scored, .. } => {
                cite_attack(target, attack, *scored, each);
                cost.iter().for_each(|cost| cite_cost(cost, each));
            }
            Event::HitGiven { chosen, .. } => {
                all(each, &["VIR-5.1.3", "VIR-5.1.5", "VIR-R46", "VIR-1.1.2"]);
                some(each, &[("VIR-5.1.4", *chosen)]);
            }
            Event::HitsTaken { .. } => all(each, &["VIR-5.2.2", "VIR-R47.4", "VIR-1.1.2"]),
            Event::LeaderHit { .. } => all(each, &["VIR-5.5.1", "VIR-R52"]),
            Event::FormationBroken { .. } => all(each, &["VIR-SR15.6", "VIR-R83.4", "VIR-R83.5"]),
            Event::CohesionTested { test, holds, pikes, destroyed, .. } => {
                test.sum().cite(each);
                all(each, &["VIR-10.3", "VIR-10.4"]);
                some(
                    each,
                    &[
                        ("VIR-SR14.6", *pikes),
                        ("VIR-R81", *pikes),
                        ("VIR-10.5", !*pikes && !*destroyed),
                        ("VIR-R57", !*pikes),
                        ("VIR-R68", !*holds && test.profile.has(Specials::IMPETUOUS)),
                        ("VIR-R85", test.profile.has(Specials::CAMELS)),
                    ],
                );
            }
            Event::Moved { from, path, march, .. } => cite_move(*from, path, march, each),
            Event::LeaderMoved { .. } => all(each, &["VIR-8.2", "VIR-6.2.7", "VIR-R56", "VIR-R66"]),
            Event::Rallied { rally, .. } => {
                rally.sum().cite(each);
                all(each, &["VIR-9.1", "VIR-R67"]);
            }
            Event::TurnEnds { routed, swept, .. } => some(
                each,
                &[("VIR-2.1", true), ("VIR-3.2.2", !routed.is_empty()), ("VIR-R37", *swept > 0)],
            ),
            Event::Ended { ending } => all(each, ending.by.rules()),
        }
    }
}

fn cite_test(tried: &Tried, each: Cite<'_>) {
    let unit = &tried.unit;
    tried.dv().cite(each);
    all(each, &["VIR-3.1.1", "VIR-3.1.2", "VIR-R25", "VIR-R26", "VIR-R27"]);
    let hit = |mark| tried.hit.contains(mark);
    let light_in_wood = unit.wood && unit.profile.is_light_infantry();
    some(
        each,
        &[
            ("VIR-3.1.3", !tried.lost_stand()),
            ("VIR-3.1.4", tried.lost_stand()),
            ("VIR-R32", tried.after.stands == 0),
            ("VIR-SR5.1", unit.grade == crate::units::Grade::Levy && tried.dark.is_some()),
            ("VIR-1.1.1", tried.dark.is_some()),
            ("VIR-SR2.1", unit.profile.has(Specials::FANATICS) && tried.lost_stand()),
            ("VIR-SR4.1", tried.again.is_some()),
            ("VIR-R71", tried.again.is_some()),
            ("VIR-3.1.5", tried.routed()),
            ("VIR-R68", tried.lost_stand() && unit.profile.has(Specials::IMPETUOUS)),
            ("VIR-R62", light_in_wood),
            ("VIR-R33", unit.charismatic),
            ("VIR-R74", unit.marsh),
            ("VIR-R80", unit.profile.has(Specials::PIKES)),
            ("VIR-SR10.1", hit(Marks::BLUE)),
            ("VIR-SR11.1", hit(Marks::PURPLE)),
            ("VIR-SR12.1", hit(Marks::GREEN)),
            ("VIR-SR12.2", hit(Marks::SQUARE)),
            ("VIR-SR17.1", hit(Marks::YELLOW)),
            ("VIR-SR.T", true),
            ("VIR-R53", true),
        ],
    );
    if tried.lost_stand() && tried.after.stands > 0 && unit.dark_die().is_some() {
        tried.mv().cite(each);
        each("VIR-R28");
        // VIR-R29: a morale value that no die exceeds.
        some(each, &[("VIR-R29", tried.dark.is_none())]);
    }
}

fn cite_attack(target: &Target, attack: &Attack, scored: Scored, each: Cite<'_>) {
    if target.wins {
        return all(each, &["VIR-5.4.6", "VIR-R12"]);
    }
    attack.value_sum().cite(each);
    attack.dice_sum().cite(each);
    let flank = attack.aim == Aim::Flank;
    let overhead = matches!(attack.aim, Aim::OverLight | Aim::OverOthers);
    let shoots = overhead || attack.aim == Aim::Front;
    let has = |special| attack.profile.has(special);
    all(each, &["VIR-5.1.2", "VIR-R51", "VIR-4.0.1", "VIR-R44", "VIR-R75"]);
    some(
        each,
        &[
            ("VIR-5.2.1", attack.charge),
            ("VIR-5.2.4", attack.charge),
            ("VIR-R45", !attack.charge),
            ("VIR-5.0.3", attack.aim == Aim::Here),
            ("VIR-5.3.1", shoots),
            ("VIR-5.3.6", shoots),
            ("VIR-R48", shoots),
            ("VIR-SR13.1", overhead),
            ("VIR-R79", overhead),
            ("VIR-5.4.1", flank),
            ("VIR-5.4.2", flank),
            ("VIR-R49", flank),
            ("VIR-R7", flank),
            ("VIR-5.4.5", flank),
            ("VIR-R50", flank && attack.with == With::Sv),
            ("VIR-SR14.1", attack.against_pikes && scored.red > 0),
            ("VIR-SR12.6", attack.charge && has(Specials::TW_ROUND | Specials::TW_SQUARE)),
            ("VIR-R76", has(Specials::TWO_HANDED)),
            ("VIR-R77", attack.pila),
            ("VIR-R78", !attack.charge && has(Specials::TW_ROUND | Specials::TW_SQUARE)),
            ("VIR-R82", has(Specials::KONTOS)),
            ("VIR-R85", has(Specials::CAMELS)),
            ("VIR-R87", has(Specials::ELEPHANTS)),
            ("VIR-R47.7", attack.charge && scored.leader_hits > 0),
            ("VIR-R86.2", attack.joined != Joined::Nobody),
            ("VIR-7.2", attack.hill_die),
            ("VIR-R60", attack.hill_die),
            ("VIR-R8", attack.hill_die),
            ("VIR-R61", attack.wood && attack.with == With::Fv),
            ("VIR-R74", attack.rocky),
            ("VIR-R83.7", attack.formation.is_closed()),
        ],
    );
}

fn cite_cost(cost: &Cost, each: Cite<'_>) {
    cost.sum().cite(each);
    cost.rulings().for_each(&mut *each);
    all(each, &["VIR-5.0.1", "VIR-R43"]);
}

fn cite_move(from: Area, path: &Path, march: &Marched, each: Cite<'_>) {
    cite_cost(&march.cost, each);
    let end = path.end();
    let between =
        from.segment().is_some() && end.segment().is_some() && from.segment() != end.segment();
    all(each, &["VIR-6.0.1", "VIR-6.1.1", "VIR-6.2.T", "VIR-R54", "VIR-R55", "VIR-4.0.1"]);
    some(
        each,
        &[
            ("VIR-6.2.5", !march.mounted),
            ("VIR-6.2.6", march.mounted),
            ("VIR-R18.1", march.mounted),
            ("VIR-10.1", march.forced),
            ("VIR-R57", march.forced),
            ("VIR-6.3.1", march.after_fight),
            ("VIR-R58", march.after_fight),
            ("VIR-R18.6", march.after_fight),
            ("VIR-6.3.2", march.after_fight),
            ("VIR-4.4.1", from.is_reserve()),
            ("VIR-4.4.2", between),
            ("VIR-R69.3", march.compelled),
            ("VIR-R73", march.crossed.is_some()),
            ("VIR-SR6.1", march.dense),
            ("VIR-R72", march.dense),
            ("VIR-R8", march.conquered),
        ],
    );
    march.crossed.into_iter().for_each(each);
}
