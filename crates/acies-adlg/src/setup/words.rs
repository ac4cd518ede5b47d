//! What is asked, decided and told before the first turn, in words.

use acies_core::{Entry, RuleId, Seat};
use acies_table::{Length, Pose};

use super::{Adjustment, Choices, Plan, Prepare, Sector, Step, Wing, told::Prepared};
use crate::{
    battle::Battle,
    terrain::Choice,
    words::told::places::{self, ud},
};

impl Step {
    /// What is asked, and the rules of it.
    pub fn asks(self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = |piece: u8| {
            let chosen = battle.prelude.as_ref().map(|it| it.pieces[usize::from(piece)].choice);
            chosen.map_or(String::new(), plain)
        };
        match self {
            Step::Begin(_) => ("begin?".into(), &["ADLG-R22"]),
            Step::Role(_) => ("attack or defend?".into(), &["ADLG-R23"]),
            Step::Region => ("in which region do you defend?".into(), &["ADLG-R23"]),
            Step::Choose(_) => ("which pieces of terrain do you take?".into(), &["ADLG-R25"]),
            Step::Piece { piece, sector } => (
                format!("where {} does the {} lie?", place(sector, "your"), name(piece)),
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
            Prepare::Choose { pieces } => format!("Take {}", listed(pieces)),
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

impl Prepared {
    /// What happened, in words. Nothing of it is secret.
    pub fn entry(&self, battle: &Battle) -> Entry {
        let side = |seat: Seat| battle.setup.armies[seat].name.as_str();
        let (by, line) = self.line(battle);
        let mut rules = Vec::new();
        if !matches!(self, Prepared::Initiative { .. }) {
            self.cite(&mut |rule| rules.push(rule));
        }
        match self {
            Prepared::Initiative { both, .. } => Entry::new(by, line, &["ADLG-R22"])
                .sum(side(Seat::Red), &both[Seat::Red].sum())
                .sum(side(Seat::Blue), &both[Seat::Blue].sum()),
            Prepared::Deployed { by: owner, units, poses, .. } => {
                let each = units.ids(*owner).zip(poses);
                each.fold(Entry::new(by, line, &rules), |entry, (id, pose)| {
                    entry.detail(format!("{} at {}", battle.name(id), places::stands(pose)))
                })
            }
            _ => Entry::new(by, line, &rules),
        }
    }

    /// Armies are named without a verb: some names are one people, some are many.
    fn line(&self, battle: &Battle) -> (Option<Seat>, String) {
        let side = |seat: &Seat| battle.setup.armies[*seat].name.as_str();
        match self {
            Prepared::Initiative { both, faces, winner } => {
                let total = |seat: Seat| {
                    let face = faces[seat];
                    let total = i32::from(face) + both[seat].sum().total;
                    format!("{} [{face}] {total}", side(&seat))
                };
                let result = match winner {
                    Some(seat) => format!("it goes to {}", side(seat)),
                    None => "again".into(),
                };
                let (red, blue) = (total(Seat::Red), total(Seat::Blue));
                (*winner, format!("For the initiative: {red} against {blue}: {result}"))
            }
            Prepared::AttackerThrown { attacker, die } => {
                (Some(*attacker), format!("[{die}]: the attacker is {}", side(attacker)))
            }
            Prepared::Roles { attacker } => {
                let (attacks, defends) = (side(attacker), side(&attacker.other()));
                (Some(*attacker), format!("{attacks} will attack and {defends} will defend"))
            }
            Prepared::Region { by, region } => {
                (Some(*by), format!("The region of {}: {}", side(by), region.word()))
            }
            Prepared::Chosen { by, pieces } => {
                (Some(*by), format!("Terrain of {}: {}", side(by), listed(pieces)))
            }
            Prepared::Sector { by, choice, die, sector } => {
                let result = match sector {
                    Some(sector) => place(*sector, "its"),
                    None => "not in the centre, again".into(),
                };
                (
                    Some(*by),
                    format!("For the {} of {}: [{die}], {result}", plain(*choice), side(by)),
                )
            }
            Prepared::Misfit { by, choice, discarded } => {
                let then = if *discarded { "it is left out" } else { "one new die" };
                (Some(*by), format!("There is no room for the {}: {then}", plain(*choice)))
            }
            Prepared::Piece { by, choice, pose } => {
                (Some(*by), format!("The {} lies {}", plain(*choice), places::from_centre(pose.at)))
            }
            Prepared::Water { by, side: wing, piece, dice } => {
                let (owner, wing) = (side(by), wing.word());
                let line = match dice[..] {
                    [first, second] => {
                        let going = piece.word().trim_start_matches("river_");
                        format!(
                            "For the river of {owner}: [{first}], on its {wing}; [{second}], {going} to cross"
                        )
                    }
                    _ => format!("For the coast of {owner}: [{}], on its {wing}", dice[0]),
                };
                (Some(*by), line)
            }
            Prepared::River { by, side: wing, at } => {
                let (at, wing, owner) = (ud(*at), wing.word(), side(by));
                let line = format!("The river runs {at} UD from the edge on the {wing} of {owner}");
                (Some(*by), line)
            }
            Prepared::Road { by, from, to } => {
                let [from, to] = [*from, *to].map(places::place);
                (Some(*by), format!("The road runs from {from} to {to} of the centre"))
            }
            Prepared::NoRoad { by } => (Some(*by), "There is no way for the road".into()),
            Prepared::AdjustmentThrown { by, choice, at, die, adjustment } => {
                let may = match adjustment {
                    Adjustment::Nothing => "it stays",
                    Adjustment::Shift => "it may be shifted by up to 2 UD",
                    Adjustment::ShiftOrRotate => "it may be shifted by up to 4 UD or turned",
                    Adjustment::Remove => "it may be removed",
                };
                let (piece, at, by_whom) = (plain(*choice), places::from_centre(*at), side(by));
                let line = format!("Adjustment of the {piece} {at} by {by_whom}: [{die}], {may}");
                (Some(*by), line)
            }
            Prepared::Rerolled { by } => {
                (Some(*by), format!("The Strategist of {} has it thrown again", side(by)))
            }
            Prepared::Adjusted { by, choice, from, to } => {
                let how = match to {
                    Some(pose) => {
                        let (to, facing) = (places::from_centre(pose.at), places::compass(pose));
                        format!("lies {to} now, facing {facing}")
                    }
                    None => "is taken away".into(),
                };
                let from = places::from_centre(*from);
                (Some(*by), format!("The {} {from} {how}", plain(*choice)))
            }
            Prepared::Left { by, choice, at } => {
                let at = places::from_centre(*at);
                (Some(*by), format!("The {} {at} is left where it is", plain(*choice)))
            }
            Prepared::Camp { by, pose } => (
                Some(*by),
                format!("The camp of {} lies {}", side(by), places::from_centre(pose.at)),
            ),
            Prepared::Fortified { by, at, segments } => {
                let (side, at) = (side(by), places::from_centre(at.at));
                (Some(*by), format!("{segments} UD of fortifications of {side} stand {at}"))
            }
            Prepared::PlanWritten { by } => {
                (Some(*by), format!("The plan of {} is written", side(by)))
            }
            Prepared::Marker { by, at } => {
                let (side, at) = (side(by), places::from_centre(*at));
                (Some(*by), format!("An ambush marker of {side} lies {at}"))
            }
            Prepared::Deployed { by, corps, wing, units, poses } => {
                let corps = battle.corps_of(*by, *corps);
                let place = if *wing == Wing::Centre { "in" } else { "on" };
                let (wing, names) = (wing.word(), battle.names(*by, *units));
                let line = format!("{corps} deploys {place} the {wing}: {names}{}", between(poses));
                (Some(*by), line)
            }
            Prepared::Placed { unit, pose } => {
                let (name, at) = (&battle.troop(*unit).name, places::from_centre(pose.at));
                (Some(unit.seat()), format!("{name} to stand {at} instead"))
            }
            Prepared::Missing { by, corps } => {
                let corps = battle.corps_of(*by, *corps);
                (Some(*by), format!("{corps} is nowhere to be seen"))
            }
            Prepared::Ready { attacker } => {
                (Some(*attacker), format!("The first turn is that of {}", side(attacker)))
            }
        }
    }
}

/// From where to where a corps stands, west to east.
fn between(poses: &[Pose]) -> String {
    let west = poses.iter().min_by_key(|pose| pose.at.x);
    let east = poses.iter().max_by_key(|pose| pose.at.x);
    match (west, east) {
        (Some(west), Some(east)) if west != east => {
            let [west, east] = [west, east].map(|pose| places::place(pose.at));
            format!(", from {west} to {east} of the centre")
        }
        (Some(only), _) => format!(", {}", places::from_centre(only.at)),
        _ => String::new(),
    }
}

/// A corps as a player calls it.
fn corps_name(battle: &Battle, by: Seat, corps: u8) -> String {
    let known = battle.setup.armies[by].corps.get(usize::from(corps));
    known.map_or_else(
        || format!("corps {}", u32::from(corps) + 1),
        |it| format!("corps {}", it.name),
    )
}

pub(super) fn plain(choice: Choice) -> String {
    choice.word().replace('_', " ")
}

fn listed(pieces: &Choices) -> String {
    pieces.iter().map(|&choice| plain(choice)).collect::<Vec<_>>().join(", ")
}

/// A sixth of the table as its owner sees it.
fn place(sector: Sector, whose: &str) -> String {
    let place = if sector.wing == Wing::Centre { "in" } else { "on" };
    let wing = sector.wing.word();
    let half = if sector.enemy_half { "the enemy's".to_owned() } else { format!("{whose} own") };
    format!("{place} the {wing} of {half} half")
}
