//! The HTTP part: each handler takes typed input, asks the hall, and contains no rules.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use acies::{
    counsel::{Analysis, Hint, unwatched},
    lessons,
    panel::{self, Panel, Shown},
};
use acies_ai::Player;
use acies_core::{
    ArmyCard, Asked, BattleCard, Forecast, Misread, OddsKind, Rule, Seat, TroopCard, Viewer, record,
};
use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{
        ConnectInfo, DefaultBodyLimit, FromRequest, Path, Query, Request, State, WebSocketUpgrade,
        rejection::{BytesRejection, QueryRejection},
        ws::rejection::WebSocketUpgradeRejection,
    },
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    analysis,
    error::{Answer, Error, Kind},
    files,
    hall::Hall,
    host::Move,
    ledger::{Act, Head},
    limits::home,
    metrics, openapi, pages,
    replay::{self, Moment, Stop},
    secret::Secret,
    setup::{self, Branch, Created},
    socket,
    view::{self, Summary},
};

type AppState = State<Arc<Hall>>;

/// Everything that the server answers.
pub fn router(hall: Arc<Hall>) -> Router {
    let limits = &hall.limits;
    let api = Router::new()
        .route("/rulesets", get(rulesets))
        .route("/rules/{ruleset}", get(rules))
        .route("/scenes/{ruleset}/{battle}", get(scene))
        .route("/lists/{ruleset}", get(files::lists))
        .route("/armies/{ruleset}/{army}", get(files::shipped_army))
        .route("/armies", post(files::check_army))
        .route("/armies/draft", post(files::draft_army))
        .route("/armies/field", post(files::field))
        .route("/lessons/{ruleset}", get(lesson_list))
        .route("/lessons/{ruleset}/{lesson}/{at}", get(lesson))
        .route("/puzzles/{ruleset}/{at}", get(puzzle))
        .route("/grounds/{ruleset}", get(files::grounds))
        .route("/positions/{ruleset}/{battle}", get(files::shipped_position))
        .route("/positions", post(files::check_position))
        .route("/positions/armies", post(files::draw_up))
        .route("/key", get(key))
        .route("/odds", post(odds))
        .route("/odds/panel", post(odds_panel))
        .route("/odds/table", post(odds_table))
        .route("/battles", post(create))
        .route("/mine", post(mine))
        .route("/battles/{id}", get(summary).delete(delete))
        .route("/battles/{id}/claim", post(claim))
        .route("/battles/{id}/record", get(battle_record))
        .route("/battles/{id}/steps", get(steps))
        .route("/battles/{id}/replay", get(moment))
        .route("/battles/{id}/analysis", get(analysis))
        .route("/battles/{id}/hint", post(hint))
        .route("/battles/{id}/film", get(film))
        .route("/battles/{id}/page", get(saved_page))
        .route("/battles/{id}/fork", post(fork))
        .route("/battles/{id}/play", get(play))
        .layer(DefaultBodyLimit::max(limits.body))
        .route("/records", post(import).layer(DefaultBodyLimit::max(limits.record)))
        .route("/openapi.json", get(async || Json(openapi::description())))
        .fallback(async || Error::new(Kind::Unknown, "there is no such thing"))
        .method_not_allowed_fallback(async || Error::no_such_verb());
    Router::new()
        .nest("/api", api)
        .fallback(pages::page)
        .route("/healthz", get(healthz))
        .route("/metrics", get(figures))
        .method_not_allowed_fallback(async || Error::no_such_verb())
        .layer(middleware::from_fn(errors))
        .layer(middleware::from_fn(pages::pack))
        .layer(middleware::from_fn_with_state(hall.clone(), guard))
        .layer(middleware::from_fn_with_state(hall.clone(), count))
        .layer(middleware::from_fn(headers))
        .with_state(hall)
}

/// Turns away who asks too often, and pages of other sites.
async fn guard(
    State(hall): AppState,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let from = asker(from.ip(), request.headers(), hall.limits.proxy);
    request.extensions_mut().insert(From(from));
    request.extensions_mut().insert(Within(hall.limits.body_within));
    if !hall.rates.take(from, 1.0) {
        return hall.refuse("requests", "too many requests; wait a moment").into_response();
    }
    if !is_called(request.headers(), &hall.names) {
        return Error::new(Kind::Forbidden, "this server has another name")
            .hint("serve with `--name`, or ask by address".to_owned())
            .into_response();
    }
    let harmless = request.method() == Method::GET && !request.headers().contains_key("upgrade");
    if !harmless && !is_same_site(request.headers()) {
        return Error::new(Kind::Forbidden, "a page of another site asks").into_response();
    }
    next.run(request).await
}

/// The address on whose quota a request is.
#[derive(Clone, Copy)]
struct From(IpAddr);

/// How long a body may take.
#[derive(Clone, Copy)]
struct Within(Duration);

/// Who asks: whoever is connected, or for whom our own proxy says it asks. What stands before the last name
/// of its list may have been written by anybody.
fn asker(from: IpAddr, headers: &HeaderMap, proxy: Option<IpAddr>) -> IpAddr {
    if proxy.map(home) != Some(home(from)) {
        return from;
    }
    let named = headers.get_all("x-forwarded-for").iter().next_back();
    let named =
        named.and_then(|named| named.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    named.unwrap_or(from)
}

/// Whether a request asks for this server by an address, as `localhost`, or by a name that it was given. A
/// page of another site whose name suddenly leads here cannot read what we answer.
fn is_called(headers: &HeaderMap, names: &[String]) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let plain = name.trim_start_matches('[').trim_end_matches(']');
    plain.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether a request comes from one of our own pages, or from no page at all.
fn is_same_site(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let text = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
    let host = headers.get(header::HOST).and_then(text);
    let origin = text(origin);
    let origin = origin.as_deref().and_then(|origin| origin.split_once("://")).map(|(_, at)| at);
    origin.is_some() && origin == host.as_deref()
}

/// Errors of the framework, such as a path that is no text, in our own form.
async fn errors(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let text = header::HeaderValue::from_static("text/plain; charset=utf-8");
    let foreign = response.headers().get(header::CONTENT_TYPE) == Some(&text);
    if !(status.is_client_error() || status.is_server_error()) || !foreign {
        return response;
    }
    let body = axum::body::to_bytes(response.into_body(), 1 << 10).await.unwrap_or_default();
    let what = String::from_utf8_lossy(&body).into_owned();
    let error = Error::malformed(what);
    if status.is_server_error() {
        Error::trouble(error.what).into_response()
    } else {
        error.into_response()
    }
}

async fn count(State(hall): AppState, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    hall.metrics.answered(response.status().as_u16());
    response
}

async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CONTENT_SECURITY_POLICY, pages::POLICY),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A body in JSON, with our own errors.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Answer<Self> {
        let bytes = in_time::<Bytes, S>(request, state).await?;
        let bytes = bytes.map_err(|rejection| too_large(&rejection))?;
        Ok(Body(serde_json::from_slice(&bytes)?))
    }
}

/// The body of a request, if it comes in time.
async fn in_time<T: FromRequest<S>, S: Send + Sync>(
    request: Request,
    state: &S,
) -> Answer<Result<T, T::Rejection>> {
    let within = request.extensions().get().map_or(Duration::MAX, |Within(within)| *within);
    let late = |_| Error::malformed("the body did not come in time");
    tokio::time::timeout(within, T::from_request(request, state)).await.map_err(late)
}

fn too_large(rejection: &BytesRejection) -> Error {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Error::new(Kind::Large, "the body is too long");
    }
    Error::malformed(rejection.body_text())
}

/// The secret that a request brings.
fn secret(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_owned)
}

#[derive(Serialize)]
struct RulesetCard {
    id: &'static str,
    name: &'static str,
    authors: &'static str,
    battles: Vec<BattleCard>,
    armies: Vec<ArmyCard>,
    odds: &'static [OddsKind],
    troops: Vec<TroopCard>,
    /// The rolls of the page of odds, the usual ones first: their kinds and names.
    rolls: Vec<(&'static str, &'static str)>,
    levels: [&'static str; Player::LEVELS.len()],
}

fn rolls(ruleset: &dyn acies::AnyRuleset) -> Vec<(&'static str, &'static str)> {
    let rolls = ruleset.chips().roll.iter();
    rolls.map(|roll| (roll.kind.as_str(), roll.name.as_str())).collect()
}

async fn rulesets() -> Json<Value> {
    let card = |ruleset: &&'static dyn acies::AnyRuleset| RulesetCard {
        id: ruleset.id(),
        name: ruleset.name(),
        authors: ruleset.authors(),
        battles: ruleset.battles(),
        armies: ruleset.armies(),
        odds: ruleset.odds_kinds(),
        troops: ruleset.troops(),
        rolls: rolls(*ruleset),
        levels: Player::LEVELS.map(Player::name),
    };
    let cards: Vec<_> = acies::rulesets().iter().map(card).collect();
    Json(json!({ "rulesets": cards }))
}

#[derive(Serialize)]
struct Book {
    id: &'static str,
    name: &'static str,
    authors: &'static str,
    rules: &'static [Rule],
}

async fn rules(Path(ruleset): Path<String>) -> Answer<Json<Book>> {
    let ruleset = acies::find(&ruleset).map_err(|misread| {
        let unknown = Error::from(misread);
        Error { kind: Kind::Unknown, ..unknown }
    })?;
    let rules = ruleset.rulebook().rules();
    let (id, name, authors) = (ruleset.id(), ruleset.name(), ruleset.authors());
    Ok(Json(Book { id, name, authors, rules }))
}

/// What can be learnt of a ruleset.
async fn lesson_list(Path(ruleset): Path<String>) -> Answer<Json<Value>> {
    let ruleset = here(&ruleset)?;
    let (lessons, puzzles) = (lessons::lessons(ruleset), lessons::count(ruleset));
    Ok(Json(json!({ "name": ruleset.name(), "lessons": lessons, "puzzles": puzzles })))
}

/// A ruleset that an address names.
fn here(id: &str) -> Answer<&'static dyn acies::AnyRuleset> {
    acies::find(id).map_err(|misread| Error { kind: Kind::Unknown, ..Error::from(misread) })
}

/// A decision of a lesson.
async fn lesson(
    Path((ruleset, lesson, at)): Path<(String, String, usize)>,
) -> Answer<Json<lessons::Moment>> {
    let ruleset = here(&ruleset)?;
    let moment = blocking(move || lessons::moment(ruleset, &lesson, at)).await?;
    Ok(Json(moment.map_err(unknown)?))
}

/// A position with a question, and what the referee says.
async fn puzzle(Path((ruleset, at)): Path<(String, usize)>) -> Answer<Json<lessons::Solved>> {
    let ruleset = here(&ruleset)?;
    Ok(Json(blocking(move || lessons::solved(ruleset, at)).await?.map_err(unknown)?))
}

fn unknown(misread: Misread) -> Error {
    Error { kind: Kind::Unknown, ..Error::from(misread) }
}

/// A shipped battle before it begins, for the small maps of a list.
async fn scene(Path((ruleset, battle)): Path<(String, String)>) -> Answer<Response> {
    let unknown = |_| Error::new(Kind::Unknown, "there is no such ruleset");
    let battle = acies::find(&ruleset).map_err(unknown)?.battle(&battle);
    let battle = battle.ok_or_else(Error::no_battle)?;
    // It changes only with the binary.
    let kept = [(header::CACHE_CONTROL, "max-age=3600")];
    Ok((kept, Json(json!({ "scene": view::still(battle.scene(None)) }))).into_response())
}

/// The key that the records of this server are signed with.
async fn key(State(hall): AppState) -> Json<Value> {
    Json(json!({ "algorithm": "ed25519", "public": hall.signer.public() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OddsWanted {
    ruleset: String,
    kind: String,
    #[serde(default)]
    sides: Vec<String>,
    #[serde(default)]
    settings: Vec<(String, String)>,
}

async fn odds(Body(wanted): Body<OddsWanted>) -> Answer<Json<Forecast>> {
    let OddsWanted { ruleset, kind, sides, settings } = wanted;
    let ruleset = acies::find(&ruleset)?;
    let forecast = move || ruleset.odds(&kind, &Asked { sides, settings });
    Ok(Json(blocking(forecast).await??))
}

#[derive(Deserialize)]
struct PanelWanted {
    ruleset: String,
    #[serde(flatten)]
    shown: Shown,
}

/// A roll as set, with what each of its chips is worth.
async fn odds_panel(
    Body(PanelWanted { ruleset, shown }): Body<PanelWanted>,
) -> Answer<Json<Panel>> {
    let ruleset = acies::find(&ruleset)?;
    Ok(Json(blocking(move || panel::panel(ruleset, &shown)).await??))
}

#[derive(Deserialize)]
struct TableWanted {
    ruleset: String,
    /// Whether what is set of the sides holds for all.
    #[serde(default)]
    carry: bool,
    #[serde(flatten)]
    shown: Shown,
}

/// All against all.
async fn odds_table(Body(wanted): Body<TableWanted>) -> Answer<Json<panel::Table>> {
    let TableWanted { ruleset, carry, shown } = wanted;
    let ruleset = acies::find(&ruleset)?;
    Ok(Json(blocking(move || panel::table(ruleset, &shown, carry)).await??))
}

async fn create(
    State(hall): AppState,
    Extension(From(from)): Extension<From>,
    Body(wanted): Body<setup::Wanted>,
) -> Answer<(StatusCode, Json<Created>)> {
    hall.may_begin(from)?;
    let (kept, created) = blocking(|| setup::create(wanted)).await??;
    hall.create(kept).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mine {
    battles: Vec<Held>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Held {
    id: String,
    #[serde(default)]
    secret: Option<String>,
}

/// So many battles may be asked for at once.
const MINE_MAX: usize = 100;

async fn mine(State(hall): AppState, Body(mine): Body<Mine>) -> Answer<Json<Value>> {
    if mine.battles.len() > MINE_MAX {
        return Err(Error::malformed(format!("at most {MINE_MAX} battles at once")));
    }
    let mut battles = Vec::new();
    for Held { id, secret } in mine.battles {
        match summarised(&hall, &id, secret, true).await {
            Ok(summary) => battles.push(summary),
            Err(error) if matches!(error.kind, Kind::Unknown | Kind::Forbidden) => {}
            Err(error) => battles.push(json!({ "id": id, "error": error })),
        }
    }
    Ok(Json(json!({ "battles": battles })))
}

async fn summary(
    State(hall): AppState,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<Value>> {
    Ok(Json(summarised(&hall, &id, secret(&headers), false).await?))
}

/// What a list says of a battle. A list leaves out what its owner has put away.
async fn summarised(hall: &Hall, id: &str, secret: Option<String>, listed: bool) -> Answer<Value> {
    let summary: Answer<Summary> = hall
        .look(id, move |room| {
            let you = match secret {
                Some(secret) => Some(room.table.book.holder(&secret).ok_or_else(Error::forbidden)?),
                None => None,
            };
            if listed && you.is_some_and(|seat| room.table.book.forgotten.has(seat)) {
                return Err(Error::no_battle());
            }
            Ok(room.table.summary(you))
        })
        .await?;
    Ok(json!(summary?))
}

async fn delete(
    State(hall): AppState,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<StatusCode> {
    let secret = secret(&headers).ok_or_else(Error::forbidden)?;
    let owned = secret.clone();
    let owns = move |room: &mut crate::host::Room| {
        room.table.head.owner.as_ref().is_some_and(|owner| owner.fits(&owned))
    };
    if hall.look(&id, owns).await? {
        hall.delete(&id).await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    let request = move |table: &mut crate::table::Table| {
        let by = table.book.holder(&secret).ok_or_else(Error::forbidden)?;
        if table.book.forgotten.has(by) {
            return Ok(Move::Known(table.book.version));
        }
        table.forget(by).map(Move::New)
    };
    hall.change(&id, None, request).await?;
    if hall.look(&id, |room| room.table.is_forgotten()).await? {
        hall.delete(&id).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Invitation {
    invite: String,
    /// Who draws the secret himself may ask again when the answer was lost.
    secret: Option<String>,
}

async fn claim(
    State(hall): AppState,
    Path(id): Path<String>,
    Body(Invitation { invite, secret }): Body<Invitation>,
) -> Answer<Json<Value>> {
    let secret = match secret {
        Some(own) => Secret::parse(&own)
            .ok_or_else(|| Error::malformed("a secret is 32 hexadecimal digits"))?,
        None => Secret::draw()?,
    };
    let shown = secret.reveal();
    let (tell, told) = tokio::sync::oneshot::channel::<(Seat, String)>();
    let request = move |table: &mut crate::table::Table| {
        let (seat, entry) = table.claim(&invite, &secret)?;
        drop(tell.send((seat, shown)));
        Ok(entry.map_or(Move::Known(table.book.version), Move::New))
    };
    hall.change(&id, None, request).await?;
    let (seat, secret) = told.await.map_err(Error::trouble)?;
    Ok(Json(json!({ "seat": seat, "secret": secret })))
}

async fn battle_record(State(hall): AppState, Path(id): Path<String>) -> Answer<Response> {
    let signer = hall.signer.clone();
    let record: Answer<String> = hall
        .look(&id, move |room| match room.table.over() {
            None if !room.table.head.imported => {
                Err(Error::not_now("the record is shown when the battle is over"))
            }
            _ => Ok(room.table.record(&signer)),
        })
        .await?;
    let name = format!("attachment; filename=\"{id}.jsonl\"");
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, record?).into_response())
}

#[derive(Serialize)]
struct Stops {
    steps: Vec<Stop>,
}

async fn steps(State(hall): AppState, Path(id): Path<String>) -> Answer<Json<Stops>> {
    let steps = hall.look(&id, |room| replay::stops(&room.table.book.acts)).await?;
    Ok(Json(Stops { steps }))
}

async fn moment(
    State(hall): AppState,
    Path(id): Path<String>,
    headers: HeaderMap,
    wanted: Result<Query<replay::Wanted>, QueryRejection>,
) -> Answer<Json<Moment>> {
    let Query(wanted) = wanted.map_err(|bad| Error::malformed(bad.body_text()))?;
    let viewer = wanted.view.viewer();
    let (head, acts, _) = seen(&hall, &id, &headers, viewer).await?;
    let moment = blocking(move || replay::moment(&head, &acts, wanted.at, viewer));
    Ok(Json(moment.await??))
}

/// The chance to win after every action, costly decisions, and luck, as far as they are known by now.
async fn analysis(
    State(hall): AppState,
    Path(id): Path<String>,
    wanted: Result<Query<analysis::Wanted>, QueryRejection>,
) -> Answer<Json<Analysis>> {
    let Query(wanted) = wanted.map_err(|bad| Error::malformed(bad.body_text()))?;
    let played: Answer<_> = hall
        .look(&id, |room| {
            let table = &room.table;
            if table.over().is_none() && !table.head.imported {
                return Err(Error::not_now("a battle can be analysed when it is over"));
            }
            Ok((table.head.clone(), table.book.acts.clone()))
        })
        .await?;
    let (head, acts) = played?;
    Ok(Json(hall.analyses.ask(&id, head, acts, wanted.look).await?))
}

/// What the staff would do. Against people it has nothing to say.
async fn hint(
    State(hall): AppState,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<Hint>> {
    let secret = secret(&headers).ok_or_else(Error::forbidden)?;
    let asked: Answer<_> = hall
        .look(&id, move |room| {
            let table = &room.table;
            let by = table.book.holder(&secret).ok_or_else(Error::forbidden)?;
            if table.book.seats[by.other()].computer().is_none() {
                return Err(Error::not_now("hints are for battles against the computer"));
            }
            if table.book.announced.is_some() || !table.awaited().contains(&by) {
                return Err(Error::not_now("it is not yours to decide"));
            }
            Ok((by, table.battle.fork(), table.book.version))
        })
        .await?;
    let (by, battle, version) = asked?;
    let _place = hall.thinkers.acquire().await.map_err(Error::trouble)?;
    let hint = move || battle.hint(by, Player::Legate, version, &unwatched);
    Ok(Json(blocking(hint).await?))
}

/// What has been played in a battle, if this viewer may see it, and whether all of it is open.
async fn seen(
    hall: &Hall,
    id: &str,
    headers: &HeaderMap,
    viewer: Viewer,
) -> Answer<(Head, Vec<Act>, bool)> {
    let secret = secret(headers);
    hall.look(id, move |room| {
        let table = &room.table;
        let holder = secret.and_then(|secret| table.book.holder(&secret));
        let open = table.over().is_some() || table.head.imported;
        if !open && viewer.is_some() && viewer != holder {
            return Err(Error::forbidden());
        }
        Ok((table.head.clone(), table.book.acts.clone(), open))
    })
    .await?
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Viewed {
    view: replay::View,
}

/// The whole battle, moment by moment.
async fn film(
    State(hall): AppState,
    Path(id): Path<String>,
    headers: HeaderMap,
    wanted: Result<Query<Viewed>, QueryRejection>,
) -> Answer<Json<replay::Film>> {
    let Query(Viewed { view }) = wanted.map_err(|bad| Error::malformed(bad.body_text()))?;
    let viewer = view.viewer();
    let (head, acts, open) = seen(&hall, &id, &headers, viewer).await?;
    Ok(Json(blocking(move || replay::film(&head, &acts, viewer, open)).await??))
}

/// A finished battle as one page that needs no server.
async fn saved_page(
    State(hall): AppState,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<Response> {
    let (head, acts, open) = seen(&hall, &id, &headers, None).await?;
    let summary: Answer<Summary> = hall
        .look(&id, |room| match room.table.over() {
            None if !room.table.head.imported => {
                Err(Error::not_now("a battle is saved as a page when it is over"))
            }
            _ => Ok(room.table.summary(None)),
        })
        .await?;
    let summary = summary?;
    let look = analysis::Look::default();
    let analysis = hall.analyses.ask(&id, head.clone(), acts.clone(), look).await.ok();
    let page = blocking(move || {
        let film = replay::film(&head, &acts, None, open)?;
        let battle = json!({ "summary": summary, "film": film, "analysis": analysis });
        pages::saved(&head.name, &battle)
    });
    let name = format!("attachment; filename=\"{id}.html\"");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, page.await??).into_response())
}

async fn fork(
    State(hall): AppState,
    Extension(From(from)): Extension<From>,
    Path(id): Path<String>,
    Body(branch): Body<Branch>,
) -> Answer<(StatusCode, Json<Created>)> {
    let played: Answer<_> = hall
        .look(&id, |room| {
            let table = &room.table;
            if table.over().is_none() && !table.head.imported {
                let what = "play can branch off when the battle is over";
                return Err(Error::not_now(what));
            }
            Ok((table.head.clone(), table.book.acts.clone()))
        })
        .await?;
    let (head, acts) = played?;
    hall.may_begin(from)?;
    let begun = blocking(move || {
        let Some(acts) = acts.get(..branch.at) else {
            return Err(Error::malformed(format!("there are {} actions", acts.len())));
        };
        let battle = replay::Replay::to(&head, acts)?.battle;
        setup::begin(battle, head.name, branch.seats, branch.dice, branch.patience)
    });
    let (kept, created) = begun.await??;
    hall.create(kept).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

async fn import(
    State(hall): AppState,
    Extension(From(from)): Extension<From>,
    request: Request,
) -> Answer<(StatusCode, Json<Value>)> {
    let text = in_time::<String, ()>(request, &()).await?;
    let text = text.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::new(Kind::Large, "the record is too long"),
        _ => Error::malformed(rejection.body_text()),
    })?;
    hall.may_import(from, text.len())?;
    let kept_for = hall.limits.import_kept;
    let imported = blocking(move || {
        let record = record::read(&text).map_err(|bad| Error::malformed(bad.to_string()))?;
        setup::import(record, kept_for)
    });
    // A record may have been written by anybody, and may set up what cannot be.
    let broken = |_| Error::malformed("the record describes no battle that can be");
    let (kept, imported) = imported.await.map_err(broken)??;
    hall.create(kept).await?;
    Ok((StatusCode::CREATED, Json(json!(imported))))
}

/// Whether the server can read and keep battles.
async fn healthz(State(hall): AppState) -> Response {
    let well = hall.is_well().await;
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "ok": well }))).into_response()
}

/// Figures for this machine, and for others only if they are meant to see them.
async fn figures(
    State(hall): AppState,
    Extension(From(from)): Extension<From>,
) -> Answer<Response> {
    if !hall.limits.open_metrics && !from.to_canonical().is_loopback() {
        return Err(Error::new(Kind::Forbidden, "the figures are for this machine")
            .hint("serve with `--open-metrics`".to_owned()));
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, metrics::text(&hall)).into_response())
}

async fn play(
    State(hall): AppState,
    Extension(From(from)): Extension<From>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let upgrade = upgrade.map_err(|no| {
        let what = format!("a battle is played over a WebSocket: {}", no.body_text());
        Error::malformed(what)
    })?;
    let Some(place) = hall.sockets.take(from) else {
        return Err(hall.refuse("sockets", "too many sockets are open"));
    };
    let upgrade = upgrade
        .max_message_size(hall.limits.message)
        .max_frame_size(hall.limits.message)
        // Requests are short, and the buffer is cleared before each.
        .read_buffer_size(4 << 10)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::serve(socket, hall, id).await;
        drop(place);
    }))
}

/// Work that would hold up others, done aside.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(Error::trouble)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_told_apart() {
        let same = |origin: Option<&'static str>, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            is_same_site(&headers)
        };
        assert!(same(None, "127.0.0.1:8731"));
        assert!(same(Some("http://127.0.0.1:8731"), "127.0.0.1:8731"));
        assert!(!same(Some("http://127.0.0.1:8732"), "127.0.0.1:8731"));
        assert!(!same(Some("https://example.org"), "127.0.0.1:8731"));
        assert!(!same(Some("null"), "127.0.0.1:8731"));
    }
}
