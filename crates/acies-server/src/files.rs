//! Files that players write: armies and positions are checked, and shipped ones are shown to begin with.

use acies_core::{ListCard, Scene};
use axum::{Json, extract::Path};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Answer, Error, Kind},
    http::{Body, blocking},
    view,
};

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

#[derive(Serialize)]
pub struct Position {
    scene: Scene,
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

pub async fn shipped_position(Path((id, battle)): Path<(String, String)>) -> Answer<Json<Shipped>> {
    let battle = ruleset(&id)?.battle(&battle).ok_or_else(Error::no_battle)?;
    Ok(Json(Shipped { text: battle.save() }))
}

/// A position as spectators see it.
pub async fn check_position(Body(file): Body<File>) -> Answer<Json<Position>> {
    let ruleset = acies::find(&file.ruleset)?;
    let scene = blocking(move || {
        let battle = ruleset.position("the position", &file.text)?;
        Ok::<_, Error>(view::still(battle.scene(None)))
    });
    Ok(Json(Position { scene: scene.await?? }))
}
