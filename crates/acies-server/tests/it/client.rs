//! A small client: requests over HTTP, and a socket that keeps the state as a page would.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message},
};

/// An answer as it came over the wire.
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Response {
    pub fn json(&self) -> (u16, Value) {
        let text = String::from_utf8_lossy(&self.body);
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        (self.status, body)
    }

    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.starts_with(&format!("{name}:")))?;
        Some(line[name.len() + 1..].trim())
    }
}

/// Sends one request on a connection of its own.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    secret: Option<&str>,
    body: Option<&str>,
) -> Response {
    let secret = secret.map(|secret| format!("authorization: Bearer {secret}\r\n"));
    let length = body.map_or(0, str::len);
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{}content-length: {length}\r\n\r\n",
        secret.unwrap_or_default()
    );
    raw(address, format!("{head}{}", body.unwrap_or_default()).as_bytes()).await
}

/// Sends bytes and reads what comes back until the server hangs up.
pub async fn raw(address: SocketAddr, bytes: &[u8]) -> Response {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has read enough may hang up before all is sent.
    drop(stream.write_all(bytes).await);
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer).await);
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(answer.len());
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let mut body = answer.get(end + 4..).unwrap_or_default().to_vec();
    if head.contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    Response { status, head, body }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&rest[..end]).unwrap();
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        if length == 0 {
            break;
        }
        body.extend(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 4 + length..];
    }
    body
}

/// A socket in a battle.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    asked: u64,
    pub welcome: Value,
    pub state: Value,
    pub log: Vec<Value>,
    pub talk: Vec<Value>,
    /// Everything that came, as it came.
    pub heard: String,
}

impl Socket {
    /// Opens a socket, says hello and waits for the first state; or gives what the server said
    /// instead.
    pub async fn open(address: SocketAddr, battle: &str, hello: Value) -> Result<Self, Value> {
        let stream = TcpStream::connect(address).await.map_err(|_| Value::Null)?;
        let url = format!("ws://{address}/api/battles/{battle}/play");
        let (mut stream, _) = client_async(url, stream).await.map_err(|_| Value::Null)?;
        stream.send(Message::text(hello.to_string())).await.map_err(|_| Value::Null)?;
        let mut socket = Socket {
            stream,
            asked: 0,
            welcome: Value::Null,
            state: Value::Null,
            log: Vec::new(),
            talk: Vec::new(),
            heard: String::new(),
        };
        while socket.state.is_null() {
            let message = socket.hear().await.map_err(|_| Value::Null)?;
            match message["type"].as_str() {
                Some("welcome") => socket.welcome = message["battle"].clone(),
                Some("error") => return Err(message["error"].clone()),
                _ => {}
            }
        }
        Ok(socket)
    }

    /// The next message. States are taken in.
    pub async fn hear(&mut self) -> Result<Value, Error> {
        loop {
            let message = self.stream.next().await.ok_or(Error::ConnectionClosed)??;
            let text = match message {
                Message::Text(text) => text,
                Message::Close(_) => return Err(Error::ConnectionClosed),
                _ => continue,
            };
            self.heard.push_str(&text);
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "state" {
                self.take(&message);
            }
            return Ok(message);
        }
    }

    fn take(&mut self, state: &Value) {
        let new = |list: &mut Vec<Value>, part: &Value| {
            list.truncate(part["from"].as_u64().unwrap() as usize);
            list.extend(part["entries"].as_array().unwrap().iter().cloned());
        };
        new(&mut self.log, &state["log"]);
        new(&mut self.talk, &state["talk"]);
        self.state = state.clone();
    }

    /// Sends a text as it is.
    pub async fn send(&mut self, text: &str) -> Result<(), Error> {
        self.stream.send(Message::text(text)).await
    }

    /// Asks something and waits for its answer.
    pub async fn ask(&mut self, mut asked: Value) -> Value {
        self.asked += 1;
        asked["id"] = json!(self.asked);
        self.send(&asked.to_string()).await.unwrap();
        loop {
            let message = self.hear().await.unwrap();
            if message["type"] == "answer" && message["id"] == asked["id"] {
                return message;
            }
        }
    }

    pub fn version(&self) -> u64 {
        self.state["version"].as_u64().unwrap()
    }

    /// Takes an action in the position that was seen last.
    pub async fn act(&mut self, action: &str) -> Value {
        let version = self.version();
        self.ask(json!({ "type": "act", "version": version, "action": action })).await
    }

    /// Takes an action that must be allowed.
    pub async fn acts(&mut self, action: &str) {
        let answer = self.act(action).await;
        assert_eq!(answer["ok"], true, "{action}: {answer}");
    }

    /// Waits until the state is as wanted.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        while !wanted(&self.state) {
            self.hear().await.unwrap();
        }
    }

    /// Waits for a version.
    pub async fn at(&mut self, version: u64) {
        self.until(|state| state["version"].as_u64() >= Some(version)).await;
    }

    pub fn lines(&self) -> Vec<&str> {
        self.log.iter().map(|entry| entry["line"].as_str().unwrap()).collect()
    }

    /// The actions that are offered.
    pub fn offers(&self) -> Vec<String> {
        let offers = self.state["scene"]["offers"].as_array().cloned().unwrap_or_default();
        offers.iter().map(|offer| offer["action"].as_str().unwrap().to_owned()).collect()
    }

    /// The kind of error that an answer has.
    pub fn kind(answer: &Value) -> &str {
        answer["error"]["kind"].as_str().unwrap_or("none")
    }
}

/// Numbers at random that can be sent to another thread (a linear congruence).
pub struct Chance(pub u64);

impl Chance {
    /// One of the numbers below `n`.
    pub fn number(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}
