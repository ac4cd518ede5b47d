//! Files that players write: armies and positions are checked, and shipped ones are shown to begin with.

use std::collections::BTreeMap;

use acies::AnyBattle;
use acies_ai::Player;
use acies_core::{
    Dice, GroundCard, ListCard, MusterGroup, MusterLeader, MusterOption, MusterRow, Pending, Scene,
    Seat,
    chips::{Chips, SpecialChip, Standing},
    written::{self, Written},
};
use axum::{Json, extract::Path};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

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
#[expect(clippy::struct_field_names, reason = "clients read it so")]
pub struct Lists {
    lists: Vec<ListCard>,
    /// Special rules by the words that entries have.
    specials: &'static BTreeMap<String, SpecialChip>,
    /// How units of a battle are asked about as they stand.
    standing: Option<&'static Standing>,
}

/// An army that is to fight one that ships, a few battles at a time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldWanted {
    ruleset: String,
    text: String,
    against: String,
    /// How many battles there have been before.
    from: u64,
    battles: u64,
}

/// How they ended, as the army sees it.
#[derive(Default, Serialize)]
pub struct FieldScore {
    won: u32,
    lost: u32,
    drawn: u32,
}

/// So many battles are fought for one request at the most.
const SLICE_MAX: u64 = 4;
/// So many decisions a battle of the field may take.
const BATTLE_MAX: u64 = 20_000;

/// Battles of the field are fought one request at a time: they must not hold up those that people play.
static FIELD: Semaphore = Semaphore::const_new(1);

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
    let ruleset = ruleset(&id)?;
    let Chips { special, standing, .. } = ruleset.chips();
    Ok(Json(Lists { lists: ruleset.lists(), specials: special, standing: standing.as_ref() }))
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

/// A slice of battles against a ready army, sides and tables changed about.
pub async fn field(Body(wanted): Body<FieldWanted>) -> Answer<Json<FieldScore>> {
    let ruleset = acies::find(&wanted.ruleset)?;
    let Ok(place) = FIELD.try_acquire() else {
        let busy = Error::new(Kind::Busy, "the field is taken by another army");
        return Err(busy.hint("try again in a moment".to_owned()));
    };
    let score = blocking(move || {
        let mine = ruleset.army("the army", &wanted.text)?;
        let other = ruleset.shipped(&wanted.against);
        let other = other.ok_or_else(|| Error::new(Kind::Unknown, "there is no such army"))?;
        let mut score = FieldScore::default();
        for n in wanted.from..wanted.from.saturating_add(wanted.battles.min(SLICE_MAX)) {
            let seat = if n % 2 == 0 { Seat::Red } else { Seat::Blue };
            let (red, blue) = if n % 2 == 0 { (&mine, &other) } else { (&other, &mine) };
            let battle = ruleset.field(red, blue).map_err(Error::malformed)?;
            match fought(battle, n)? {
                None => score.drawn += 1,
                Some(winner) if winner == seat => score.won += 1,
                Some(_) => score.lost += 1,
            }
        }
        Ok::<_, Error>(score)
    });
    let score = score.await??;
    drop(place);
    Ok(Json(score))
}

/// Plays a battle to its end, computer against computer.
fn fought(mut battle: Box<dyn AnyBattle>, seed: u64) -> Answer<Option<Seat>> {
    let mut dice = Dice::seeded(seed);
    for decision in 0..BATTLE_MAX {
        match battle.pending() {
            Pending::Over(outcome) => return Ok(outcome.winner),
            Pending::Decide(seats) => {
                let by = seats.first().expect("somebody decides");
                let action = battle.decide(by, Player::Centurion, seed.wrapping_add(decision));
                battle.apply(by, &action, &mut dice)?;
            }
        }
    }
    Ok(None)
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
