//! One socket: a hello, then requests with their answers, and a state whenever there is a new one.

use std::{sync::Arc, time::Duration};

use acies_ai::{Player, Progress};
use acies_core::{
    Viewer,
    scene::{Dragged, Offer},
};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::{sync::watch, time::Instant};

use crate::{
    error::{Answer, Error},
    hall::{Hall, now},
    host::{Move, News, Room, Thinking, Tick},
    ledger::Bargain,
    limits::Bucket,
    table::Table,
    view::{Seen, Summary},
};

/// A client that has not answered so many pings is gone.
const PINGS_LOST: u32 = 2;
/// Nothing is told of thinking that is over before this.
const THINKS_LONG: Duration = Duration::from_millis(300);
const ID_MAX: usize = 64;

/// What a client begins with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    /// Always `hello`.
    r#type: Greeting,
    #[serde(default)]
    secret: Option<String>,
    #[serde(default)]
    version: Option<u64>,
    #[serde(default)]
    talk: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Greeting {
    Hello,
}

/// What a client asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    Act {
        version: u64,
        action: String,
        #[serde(default)]
        token: Option<String>,
    },
    Dice {
        version: u64,
        faces: Vec<u8>,
    },
    Withdraw {
        version: u64,
    },
    Undo {
        version: u64,
    },
    Draw {},
    Reply {
        to: Bargain,
        yes: bool,
    },
    Resign {},
    /// A share in the dice: first its hash, then itself.
    Commit {
        commitment: String,
    },
    Open {
        share: String,
    },
    /// The victory, because the other side has not decided in time.
    Claim {},
    Say {
        text: String,
    },
    Check {
        action: String,
    },
    Odds {
        action: String,
    },
    Drag(Dragged),
    Together {
        pieces: Vec<String>,
    },
    Reach {
        piece: String,
    },
    Why {
        piece: String,
    },
    /// What the computer would do here.
    Advise {},
    /// The computer is to take the best that it has found so far.
    Now {},
    Ping {},
}

/// Why a socket ends.
enum End {
    /// The client has gone.
    Gone,
    Closed {
        code: u16,
        why: &'static str,
    },
}

impl From<axum::Error> for End {
    fn from(_: axum::Error) -> Self {
        End::Gone
    }
}

pub async fn serve(mut socket: WebSocket, hall: Arc<Hall>, id: String) {
    let limits = &hall.limits;
    let end = match tokio::time::timeout(limits.hello_within, hello(&mut socket)).await {
        Ok(Ok(hello)) => enter(&mut socket, &hall, &id, hello).await,
        Ok(Err(end)) => end,
        Err(_) => End::Closed { code: close_code::POLICY, why: "no hello came" },
    };
    if let End::Closed { code, why } = end {
        let frame = CloseFrame { code, reason: why.into() };
        let told = socket.send(Message::Close(Some(frame)));
        drop(tokio::time::timeout(limits.read_within, told).await);
        // What has come and was not read would make the system take back what was told.
        let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
        drop(tokio::time::timeout(limits.read_within, rest).await);
    }
}

async fn hello(socket: &mut WebSocket) -> Result<Hello, End> {
    let wrong = End::Closed { code: close_code::POLICY, why: "a hello is wanted" };
    match socket.recv().await {
        Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
            Ok(hello) => {
                let Hello { r#type: Greeting::Hello, .. } = &hello;
                Ok(hello)
            }
            Err(error) => {
                tell(socket, &json!({ "type": "error", "error": Error::from(error) })).await?;
                Err(wrong)
            }
        },
        Some(Ok(_)) => Err(wrong),
        Some(Err(_)) | None => Err(End::Gone),
    }
}

/// Lets a client in and stays with it until it leaves.
async fn enter(socket: &mut WebSocket, hall: &Arc<Hall>, id: &str, hello: Hello) -> End {
    let (viewer, summary, ticks) = match join(hall, id, hello.secret).await {
        Ok(joined) => joined,
        Err(error) => {
            let refused = json!({ "type": "error", "error": error });
            let end = End::Closed { code: close_code::POLICY, why: "not let in" };
            return tell(socket, &refused).await.map_or_else(|gone| gone, |()| end);
        }
    };
    let seen = match hello.version {
        Some(version) => Seen { version, talk: hello.talk.unwrap_or(0) },
        None => Seen { version: u64::MAX, talk: 0 },
    };
    let rate = hall.limits.messages_a_second;
    let rate = Bucket::new(2.0 * rate, rate);
    let mut guest = Guest { socket, hall, id, viewer, seen, rate };
    let welcome = json!({ "type": "welcome", "battle": summary });
    let Err(end) = guest.stay(welcome, ticks).await;
    // If the battle is closed there is nobody to tell.
    drop(hall.look(id, move |room| room.leave(viewer)).await);
    end
}

type Joined = (Viewer, Summary, watch::Receiver<Tick>);

async fn join(hall: &Hall, id: &str, secret: Option<String>) -> Answer<Joined> {
    let joined = hall.look(id, move |room| {
        let viewer = match secret {
            Some(secret) => Some(room.table.book.holder(&secret).ok_or_else(Error::forbidden)?),
            None => None,
        };
        Ok((viewer, room.table.summary(viewer), room.join(viewer)))
    });
    joined.await?
}

/// A client that has been let in.
struct Guest<'a> {
    socket: &'a mut WebSocket,
    hall: &'a Arc<Hall>,
    id: &'a str,
    viewer: Viewer,
    seen: Seen,
    rate: Bucket,
}

impl Guest<'_> {
    async fn stay(
        &mut self,
        welcome: Value,
        mut ticks: watch::Receiver<Tick>,
    ) -> Result<std::convert::Infallible, End> {
        self.tell(&welcome).await?;
        let mut closing = self.hall.closing();
        let every = self.hall.limits.ping_every;
        let mut pings = tokio::time::interval_at(Instant::now() + every, every);
        let mut unanswered = 0;
        let mut serial = ticks.borrow_and_update().serial;
        self.catch_up(&News::default()).await?;
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => {
                        let tick = self.answer(&text, &mut ticks).await?;
                        serial = tick.unwrap_or(serial);
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => unanswered = 0,
                    Some(Ok(Message::Binary(_))) => {
                        let why = "only text is understood";
                        return Err(End::Closed { code: close_code::UNSUPPORTED, why });
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
                },
                changed = ticks.changed() => {
                    if changed.is_err() {
                        let why = "the battle was closed; come back";
                        return Err(End::Closed { code: close_code::RESTART, why });
                    }
                    let tick = ticks.borrow_and_update().clone();
                    if tick.serial != serial {
                        serial = tick.serial;
                        self.catch_up(&tick.news).await?;
                    } else if let Some(Thinking { seat, since, pondering }) = tick.thinking
                        && since.elapsed() >= THINKS_LONG
                    {
                        let ms = since.elapsed().as_millis() as u64;
                        let mut thinks = json!({ "type": "thinking", "seat": seat, "ms": ms });
                        if let Some(Progress { done, of }) = pondering.progress() {
                            thinks["done"] = json!(done);
                            thinks["of"] = json!(of);
                        }
                        self.tell(&thinks).await?;
                    }
                }
                _ = closing.changed() => {
                    let why = "the server goes down; come back soon";
                    return Err(End::Closed { code: close_code::AWAY, why });
                }
                _ = pings.tick() => {
                    unanswered += 1;
                    if unanswered > PINGS_LOST {
                        return Err(End::Gone);
                    }
                    self.send(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    /// Sends the state as it is now, with what is new since the last one.
    async fn catch_up(&mut self, news: &News) -> Result<(), End> {
        let (viewer, seen) = (self.viewer, self.seen);
        let state = match news.state(viewer, seen) {
            Some(state) => Ok(state),
            None => self.hall.look(self.id, move |room| room.state(viewer, seen)).await,
        };
        let Ok((message, seen)) = state else {
            let why = "the battle was closed; come back";
            return Err(End::Closed { code: close_code::RESTART, why });
        };
        self.seen = seen;
        self.send(Message::Text(message)).await
    }

    async fn tell(&mut self, message: &Value) -> Result<(), End> {
        self.send(Message::Text(message.to_string().into())).await
    }

    /// Sends a message to a client that reads.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        let sent = tokio::time::timeout(self.hall.limits.read_within, self.socket.send(message));
        let slow = End::Closed { code: close_code::AGAIN, why: "you read too slowly; come back" };
        Ok(sent.await.map_err(|_| slow)??)
    }

    /// Answers a request. If it changed the battle, the new state goes first; then the number of the
    /// tick that it is of is given.
    async fn answer(
        &mut self,
        text: &Utf8Bytes,
        ticks: &mut watch::Receiver<Tick>,
    ) -> Result<Option<u64>, End> {
        let (id, request) = read(text);
        let answer = match request {
            Ok(_) if !self.rate.take(1.0) => {
                Err(self.hall.refuse("messages", "too many requests; wait a moment"))
            }
            Ok(request) => self.ask(request).await,
            Err(error) => Err(error),
        };
        let changed = matches!(&answer, Ok(answer) if answer.get("version").is_some());
        let tick = if changed { Some(ticks.borrow_and_update().clone()) } else { None };
        if let Some(tick) = &tick {
            self.catch_up(&tick.news).await?;
        }
        let message = match answer {
            Ok(mut answer) => {
                answer["type"] = json!("answer");
                answer["id"] = id;
                answer["ok"] = json!(true);
                answer
            }
            Err(error) => json!({ "type": "answer", "id": id, "ok": false, "error": error }),
        };
        self.tell(&message).await?;
        Ok(tick.map(|tick| tick.serial))
    }

    async fn ask(&mut self, request: Request) -> Answer<Value> {
        let viewer = self.viewer;
        if let Request::Advise {} = request {
            return self.advise().await;
        }
        if let (Request::Now {}, Some(_)) = (&request, viewer) {
            let hurried = self.hall.look(self.id, |room| room.hurry()).await?;
            return if hurried { Ok(json!({})) } else { Err(Error::not_now("nobody is thinking")) };
        }
        self.hall.change(self.id, viewer, move |table| consider(table, viewer, request)).await
    }
}

impl Guest<'_> {
    /// What the computer would do in the place of who asks. It thinks away from the table, so that nobody waits for it.
    async fn advise(&mut self) -> Answer<Value> {
        let by = self.viewer.ok_or_else(Error::forbidden)?;
        let look = move |room: &mut Room| {
            let (table, asked) = (&room.table, room.table.awaited().contains(&by));
            asked.then(|| (table.book.version, table.battle.fork()))
        };
        let (version, battle) = self
            .hall
            .look(self.id, look)
            .await?
            .ok_or_else(|| Error::not_now("nothing is asked of this seat now"))?;
        let thought = tokio::task::spawn_blocking(move || {
            let action = battle.decide(by, Player::Centurion, version);
            battle.offer(by, &action)
        });
        let offer = thought.await.map_err(Error::trouble)??;
        Ok(json!({ "at": version, "offer": offer }))
    }
}

/// What a request of a viewer comes to.
fn consider(table: &mut Table, viewer: Viewer, request: Request) -> Answer<Move> {
    let by = match (viewer, &request) {
        (_, Request::Ping {}) => return Ok(Move::Told(json!({}))),
        (_, Request::Reach { piece }) => {
            return Ok(Move::Told(json!({ "overlays": table.battle.overlays(viewer, piece) })));
        }
        (Some(seat), _) => seat,
        (None, _) => return Err(Error::forbidden()),
    };
    let entry = match request {
        Request::Act { version, action, token } => {
            let known = token.as_ref().and_then(|token| table.book.known(by, token));
            if let Some(version) = known {
                return Ok(Move::Known(version));
            }
            table.act(by, version, &action, token)
        }
        Request::Dice { version, faces } => table.throw(by, version, &faces),
        Request::Withdraw { version } => table.withdraw(by, version),
        Request::Undo { version } => table.undo(by, version),
        Request::Draw {} => table.offer_draw(by),
        Request::Reply { to, yes } => table.reply(by, to, yes),
        Request::Resign {} => table.resign(by),
        Request::Commit { commitment } => table.commit(by, commitment),
        Request::Open { share } => table.open_share(by, share),
        Request::Claim {} => table.claim_victory(by, now()),
        Request::Say { text } => table.say(by, &text),
        Request::Check { action } => {
            return Ok(Move::Told(json!({ "offer": table.battle.offer(by, &action)? })));
        }
        Request::Odds { action } => {
            let odds = table.battle.forecast(by, &action)?;
            let later = table.battle.later(by, &action)?;
            return Ok(Move::Told(json!({ "odds": odds, "later": later })));
        }
        Request::Drag(dragged) => {
            let drag = table.battle.drag(by, &dragged);
            let drag = drag.ok_or_else(|| Error::not_now("this cannot be dragged now"))?;
            return Ok(Move::Told(json!(drag)));
        }
        Request::Together { pieces } => {
            let (refused, offers): (Vec<_>, Vec<_>) = table
                .battle
                .together(by, &pieces)
                .into_iter()
                .partition(|(_, reason)| reason.is_some());
            let offers: Vec<_> = offers.into_iter().map(|(offer, _)| offer).collect();
            return Ok(Move::Told(json!({ "offers": offers, "refused": told(refused) })));
        }
        Request::Why { piece } => {
            let refused = table.battle.why_not(by, &piece);
            return Ok(Move::Told(json!({ "refused": told(refused) })));
        }
        Request::Now {} | Request::Advise {} | Request::Ping {} | Request::Reach { .. } => {
            unreachable!("answered above")
        }
    };
    entry.map(Move::New)
}

/// What is not allowed, with its reasons.
fn told(refused: Vec<(Offer, impl Serialize)>) -> Vec<Value> {
    let told = |(offer, reason)| json!({ "offer": offer, "reason": reason });
    refused.into_iter().map(told).collect()
}

/// The id of a request, as far as it has one, and the request.
fn read(text: &str) -> (Value, Answer<Request>) {
    let mut message: Map<String, Value> = match serde_json::from_str(text) {
        Ok(message) => message,
        Err(error) => return (Value::Null, Err(error.into())),
    };
    match message.remove("id") {
        Some(id) if id.is_u64() || id.as_str().is_some_and(|id| id.len() <= ID_MAX) => {
            (id, serde_json::from_value(Value::Object(message)).map_err(Error::from))
        }
        _ => (Value::Null, Err(Error::malformed("a request has an id, a number or a short text"))),
    }
}

async fn tell(socket: &mut WebSocket, message: &Value) -> Result<(), End> {
    Ok(socket.send(Message::Text(message.to_string().into())).await?)
}
