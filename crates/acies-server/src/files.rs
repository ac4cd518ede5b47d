//! Files that players write: armies and positions are checked, and shipped ones are shown to begin with.

use acies::AnyBattle;
use acies_ai::Player;
use acies_core::{
    Dice, GroundCard, ListCard, MusterGroup, MusterLeader, MusterOption, MusterRow, Scene,
    written::{self, Written},
};
use axum::{Json, extract::Path};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Answer, Error, Kind},
    http::{Body, blocking},
    secret,
    setup::{self, WantedArmy},
    view::{self, Sided},
};

/// Decisions that two armies may take until they are drawn up.
const DECISIONS_MAX: u64 = 300;

/// A file and the ruleset that it is for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    ruleset: String,
    text: String,
}

#[derive(Serialize)]
pub struct Shipped {
    text: String,
}

#[derive(Serialize)]
pub struct Lists {
    lists: Vec<ListCard>,
}

/// An army that is as the rules want it.
#[derive(Serialize)]
pub struct Checked {
    name: String,
    cost: u32,
    /// A line a unit.
    roster: Vec<String>,
    /// What is allowed but unusual.
    warnings: Vec<String>,
}

/// An army that is being written: what it holds, and all that is wrong with it.
#[derive(Serialize)]
pub struct Drafted {
    name: String,
    list: Option<String>,
    budget: u32,
    cost: i32,
    groups: Vec<MusterGroup>,
    rows: Vec<MusterRow>,
    leaders: Vec<MusterLeader>,
    more: Vec<MusterOption>,
    wrong: Vec<Error>,
}

#[derive(Serialize)]
pub struct Position {
    scene: Scene,
    /// Where the file has the pieces of the scene.
    pieces: Vec<Written>,
}

#[derive(Serialize)]
pub struct Grounds {
    grounds: Vec<GroundCard>,
}

/// Two armies that are to be drawn up against each other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawUp {
    ruleset: String,
    armies: Sided<WantedArmy>,
}

fn ruleset(id: &str) -> Answer<&'static dyn acies::AnyRuleset> {
    acies::find(id).map_err(|misread| Error { kind: Kind::Unknown, ..Error::from(misread) })
}

pub async fn lists(Path(id): Path<String>) -> Answer<Json<Lists>> {
    Ok(Json(Lists { lists: ruleset(&id)?.lists() }))
}

pub async fn shipped_army(Path((id, army)): Path<(String, String)>) -> Answer<Json<Shipped>> {
    let army = ruleset(&id)?.shipped(&army);
    let army = army.ok_or_else(|| Error::new(Kind::Unknown, "there is no such army"))?;
    Ok(Json(Shipped { text: army.text }))
}

pub async fn check_army(Body(file): Body<File>) -> Answer<Json<Checked>> {
    let ruleset = acies::find(&file.ruleset)?;
    let army = blocking(move || ruleset.army("the army", &file.text)).await??;
    let acies_core::Army { name, cost, roster, warnings, .. } = army;
    Ok(Json(Checked { name, cost, roster, warnings }))
}

pub async fn draft_army(Body(file): Body<File>) -> Answer<Json<Drafted>> {
    let ruleset = acies::find(&file.ruleset)?;
    let muster = blocking(move || ruleset.muster("the army", &file.text)).await??;
    let acies_core::Muster { name, list, budget, cost, groups, rows, leaders, more, wrong } =
        muster;
    let wrong = wrong.into_iter().map(Error::from).collect();
    Ok(Json(Drafted { name, list, budget, cost, groups, rows, leaders, more, wrong }))
}

pub async fn grounds(Path(id): Path<String>) -> Answer<Json<Grounds>> {
    Ok(Json(Grounds { grounds: ruleset(&id)?.grounds() }))
}

pub async fn shipped_position(Path((id, battle)): Path<(String, String)>) -> Answer<Json<Shipped>> {
    let battle = ruleset(&id)?.battle(&battle).ok_or_else(Error::no_battle)?;
    Ok(Json(Shipped { text: battle.save() }))
}

/// A position as spectators see it.
pub async fn check_position(Body(file): Body<File>) -> Answer<Json<Position>> {
    let ruleset = acies::find(&file.ruleset)?;
    let position = blocking(move || {
        let battle = ruleset.position("the position", &file.text)?;
        let scene = view::still(battle.scene(None));
        Ok::<_, Error>(Position { scene, pieces: written::pieces(&file.text) })
    });
    Ok(Json(position.await??))
}

/// Two armies as the computer draws them up, as a position to begin with.
pub async fn draw_up(Body(wanted): Body<DrawUp>) -> Answer<Json<Shipped>> {
    let ruleset = acies::find(&wanted.ruleset)?;
    let seed = secret::seed()?;
    let text = blocking(move || {
        let Sided { red, blue } = wanted.armies;
        let (red, blue) = (setup::army(ruleset, &red)?, setup::army(ruleset, &blue)?);
        let battle = ruleset.field(&red, &blue).map_err(Error::malformed)?;
        drawn_up(battle, seed)
    });
    Ok(Json(Shipped { text: text.await?? }))
}

/// Plays until the first turn of a side begins.
fn drawn_up(mut battle: Box<dyn AnyBattle>, seed: u64) -> Answer<String> {
    let mut dice = Dice::seeded(seed);
    for decision in 0..DECISIONS_MAX {
        let by = battle.pending().seat().filter(|_| battle.scene(None).turn.of.is_none());
        let Some(by) = by else { return Ok(battle.save()) };
        let action = battle.decide(by, Player::Centurion, seed.wrapping_add(decision));
        battle.apply(by, &action, &mut dice)?;
    }
    Err(Error::trouble("two armies do not get ready"))
}
