//! What is asked, decided and told before the first turn, in words.

use acies_core::{RuleId, Seat};
use acies_table::Length;

use super::{Adjustment, Plan, Prepare, Step};
use crate::{battle::Battle, terrain::Choice, words::places::sector_place};

impl Step {
    /// What is asked, and the rules of it.
    pub fn asks(self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = |piece: u8| {
            let chosen = battle.prelude.as_ref().map(|it| it.pieces[usize::from(piece)].choice);
            chosen.map_or(String::new(), Choice::plain)
        };
        match self {
            Step::Begin(_) => ("begin?".into(), &["ADLG-R22"]),
            Step::Role(_) => ("attack or defend?".into(), &["ADLG-R23"]),
            Step::Region => ("in which region do you defend?".into(), &["ADLG-R23"]),
            Step::Choose(_) => ("which pieces of terrain do you take?".into(), &["ADLG-R25"]),
            Step::Piece { piece, sector } => (
                format!("where {} does the {} lie?", sector_place(sector, "your"), name(piece)),
                &["ADLG-R26"],
            ),
            Step::River { side, .. } => {
                let side = side.word();
                (
                    format!("how far from the edge on your {side} does the river run?"),
                    &["ADLG-R161"],
                )
            }
            Step::Road { .. } => ("where does the road run?".into(), &["ADLG-R161"]),
            Step::Adjust { piece, adjustment, .. } => {
                let may = match adjustment {
                    Adjustment::Nothing => "leave",
                    Adjustment::Shift => "shift by up to 2 UD",
                    Adjustment::ShiftOrRotate => "shift by up to 4 UD or turn",
                    Adjustment::Remove => "remove",
                };
                (format!("{may} the {}?", name(piece)), &["ADLG-R27", "ADLG-R165"])
            }
            Step::Camp(_) => ("where is your camp?".into(), &["ADLG-R28"]),
            Step::Fortify(_) => ("where are your fortifications?".into(), &["ADLG-R28"]),
            Step::Plan => {
                let rules = &["ADLG-R29", "ADLG-R31", "ADLG-R32"];
                ("what is your plan of battle?".into(), rules)
            }
            Step::Deploy(_) => ("which corps deploys, and how?".into(), &["ADLG-R30"]),
            Step::Arrange { .. } => ("does the corps stand as you want it?".into(), &["ADLG-R30"]),
        }
    }
}

impl Prepare {
    /// The decision in words.
    pub fn words(&self, battle: &Battle, by: Seat) -> String {
        let corps = |number: u8| corps_name(battle, by, number);
        match self {
            Prepare::Begin => "Throw for the initiative".into(),
            Prepare::Role { attack: true } => "Attack".into(),
            Prepare::Role { attack: false } => "Defend".into(),
            Prepare::Region { region } => format!("Fight in {}", region.word()),
            Prepare::Choose { pieces } => format!("Take {}", Choice::list(pieces)),
            Prepare::Piece { pose } => {
                let (x, y) = (pose.at.x.get(), pose.at.y.get());
                format!("Lay it at {x}, {y}, facing {} degrees", pose.facing.from_north().degrees())
            }
            Prepare::River { at } => format!("The river runs {} UD from the edge", at.get()),
            Prepare::Road { from, to } => {
                let end = |x: Length, y: Length| format!("{}, {}", x.get(), y.get());
                format!("A road from {} to {}", end(from.x, from.y), end(to.x, to.y))
            }
            Prepare::Leave => "Leave it where it is".into(),
            Prepare::Reroll => "The Strategist has the die thrown again".into(),
            Prepare::Shift { by } => {
                format!("Shift it by {} east and {} north", by.x.get(), by.y.get())
            }
            Prepare::Rotate { by } => format!("Turn it by {} degrees", by.degrees()),
            Prepare::Remove => "Remove it".into(),
            Prepare::Camp { at } => format!("Camp {} UD from your left corner", at.get()),
            Prepare::Fortify { at, segments } => {
                let (x, y) = (at.at.x.get(), at.at.y.get());
                format!("Fortify {segments} UD about {x}, {y}")
            }
            Prepare::EndFortifying => "No more fortifications".into(),
            Prepare::Plan(plan) => plan_words(battle, by, plan),
            Prepare::Deploy { corps: number, poses } => {
                let front =
                    poses.iter().map(|pose| battle.setup.field.as_seen_by(by, pose.at.vec()).y);
                let front = front.fold(0.0, f64::max);
                format!("Deploy {}, its front line about {front:.1} UD out", corps(*number))
            }
            Prepare::Place { unit, pose } => {
                let (x, y) = (pose.at.x.get(), pose.at.y.get());
                let troops = &battle.setup.armies[by].troops;
                let name = troops.get(usize::from(*unit)).map_or("nobody", |it| it.name.as_str());
                format!("Place {name} at {x}, {y}")
            }
            Prepare::Arrange { unit, beside, pose } => {
                let (x, y) = (pose.at.x.get(), pose.at.y.get());
                let troops = &battle.setup.armies[by].troops;
                let name = troops.get(usize::from(*unit)).map_or("nobody", |it| it.name.as_str());
                format!("Place {name} and {} more at {x}, {y}", beside.without(*unit).len())
            }
            Prepare::EndDeploying => "They stand well".into(),
        }
    }
}

fn plan_words(battle: &Battle, by: Seat, plan: &Plan) -> String {
    let mut parts = Vec::new();
    for (number, wing) in (0..).zip(plan.wings) {
        let corps = corps_name(battle, by, number);
        parts.push(match plan.flank.filter(|flank| flank.corps == number) {
            Some(flank) => format!("{corps} marches round the {}", flank.edge.word()),
            None => format!("{corps} {}", wing.word()),
        });
    }
    for ambush in &plan.ambushes {
        let troops = &battle.setup.armies[by].troops;
        let names = ambush.units.iter().filter_map(|unit| troops.get(usize::from(unit)));
        let names: Vec<_> = names.map(|troop| troop.name.as_str()).collect();
        let (x, y) = (ambush.at.x.get(), ambush.at.y.get());
        let who = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
        parts.push(format!("{who} in ambush at {x}, {y}"));
    }
    format!("Plan: {}", parts.join("; "))
}

/// A corps as a player calls it.
fn corps_name(battle: &Battle, by: Seat, corps: u8) -> String {
    let known = battle.setup.armies[by].corps.get(usize::from(corps));
    known.map_or_else(
        || format!("corps {}", u32::from(corps) + 1),
        |it| format!("corps {}", it.name),
    )
}
