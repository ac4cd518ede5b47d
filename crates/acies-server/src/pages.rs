//! The pages of `web/`: in the binary, or from the disk while they are worked on (debug builds).

use std::{
    collections::HashMap,
    fmt::Write as _,
    io::Write,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use axum::{
    body::{self, Body},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::{Map, Value, json};

use acies_core::keyed::hex;

use crate::{
    error::{Answer, Error, Kind},
    hall::Hall,
};

#[derive(RustEmbed)]
#[folder = "../../web"]
#[allow_missing = true]
#[exclude = "node_modules/*"]
#[exclude = "test/*"]
#[exclude = "tests/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
struct Web;

/// Scripts, styles and connections of our own, and nothing else.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Below this, packing a file makes it no smaller.
const WORTH_PACKING: usize = 512;

/// What people are shown in the place of what is not there.
const LOST: &str = "notfound.html";

/// The file or page of a path: `/battle/anything` is the page `battle.html`. People who ask for a battle or a
/// ruleset that is not here get a page that says so; scripts and programs get an error.
pub async fn page(State(hall): State<Arc<Hall>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ([(header::ALLOW, "GET,HEAD")], Error::no_such_verb()).into_response();
    }
    let path = request.uri().path().trim_matches('/');
    let mut parts = path.split('/');
    let (name, of) = (parts.next().unwrap_or_default(), parts.next());
    let page = if name.is_empty() { "index.html".to_owned() } else { format!("{name}.html") };
    let found = [path, page.as_str()].into_iter().find_map(|name| Some((name, Web::get(name)?)));
    let is_there = match (name, of) {
        ("battle" | "replay", Some(id)) => {
            let looked = hall.look(id, |_| ()).await;
            looked.err().is_none_or(|error| error.kind != Kind::Unknown)
        }
        ("rules" | "odds" | "armies" | "learn" | "sheet", Some(id)) => acies::find(id).is_ok(),
        _ => true,
    };
    match found.filter(|(name, _)| is_there && *name != LOST) {
        Some((name, file)) => answer(name, &file, request.headers()),
        None if reads_pages(request.headers()) => {
            let lost = Web::get(LOST).map(|file| answer(LOST, &file, request.headers()));
            let mut lost =
                lost.unwrap_or_else(|| Error::new(Kind::Unknown, "lost").into_response());
            *lost.status_mut() = StatusCode::NOT_FOUND;
            lost
        }
        None => Error::new(Kind::Unknown, "there is no such page").into_response(),
    }
}

/// Whether who asks is a browser that shows a page.
fn reads_pages(asked: &HeaderMap) -> bool {
    let named = asked.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    named.is_some_and(|named| named.contains("text/html"))
}

fn answer(name: &str, file: &EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    let says = |name: header::HeaderName, what: &str| {
        asked.get(name).and_then(|value| value.to_str().ok()).is_some_and(|v| v.contains(what))
    };
    // A browser asks each time whether it still has the newest: a page and its scripts belong together.
    let mut response = Response::builder()
        .header(header::ETAG, &tag)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::VARY, "accept-encoding");
    if says(header::IF_NONE_MATCH, &tag) {
        return finish(response.status(StatusCode::NOT_MODIFIED), Body::empty());
    }
    response = response.header(header::CONTENT_TYPE, content_type(name));
    if file.data.len() >= WORTH_PACKING && takes_packed(asked) {
        let packed = packed(&tag, || sent(name, &file.data));
        return finish(response.header(header::CONTENT_ENCODING, "gzip"), packed.into());
    }
    finish(response, sent(name, &file.data).into())
}

fn finish(response: axum::http::response::Builder, body: Body) -> Response {
    response.body(body).unwrap_or_else(|error| Error::trouble(error).into_response())
}

/// Whether who asks can unpack: he names gzip and does not rule it out.
fn takes_packed(asked: &HeaderMap) -> bool {
    let named = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    named.into_iter().flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|it| it.parse().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.unwrap_or(1.0_f32) > 0.0
    })
}

/// A file as it goes out: scripts and styles without what only people read.
fn sent(name: &str, data: &[u8]) -> Vec<u8> {
    match (content_type(name).split(';').next(), std::str::from_utf8(data)) {
        (Some("text/javascript"), Ok(text)) => bare(text, true).into_bytes(),
        (Some("text/css"), Ok(text)) => tight(&bare(text, false)).into_bytes(),
        _ => data.to_vec(),
    }
}

/// A script, or a style sheet, without comments and indents. Texts and patterns stay as they are, and so do the ends of
/// lines that have anything on them.
fn bare(text: &str, script: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Braces within each `${}` that is open.
    let mut nested: Vec<u32> = Vec::new();
    let mut template = false;
    while let Some(c) = rest.chars().next() {
        if template {
            let end = rest.find(['`', '\\', '$']).unwrap_or(rest.len());
            out.push_str(&rest[..end]);
            rest = &rest[end..];
            let long = match () {
                () if rest.starts_with('\\') => 2,
                () if rest.starts_with("${") => {
                    nested.push(0);
                    template = false;
                    2
                }
                () => {
                    template = !rest.starts_with('`');
                    rest.len().min(1)
                }
            };
            out.push_str(&rest[..long]);
            rest = &rest[long..];
            continue;
        }
        let long = match c {
            '/' if rest.starts_with("/*") => {
                rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
                continue;
            }
            '/' if script && rest.starts_with("//") => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
                continue;
            }
            '"' | '\'' => closed(rest, c),
            '/' if script && begins_pattern(&out) => closed(rest, '/'),
            '`' if script => {
                template = true;
                1
            }
            '{' | '}' if script => {
                match (c, nested.last_mut()) {
                    ('}', Some(0)) => {
                        nested.pop();
                        template = true;
                    }
                    ('{', Some(open)) => *open += 1,
                    (_, Some(open)) => *open -= 1,
                    (_, None) => {}
                }
                1
            }
            '\n' => {
                let kept = out.trim_end_matches([' ', '\t']).len();
                out.truncate(kept);
                if !out.ends_with('\n') && !out.is_empty() {
                    out.push('\n');
                }
                rest = rest[1..].trim_start_matches([' ', '\t']);
                continue;
            }
            _ => c.len_utf8(),
        };
        out.push_str(&rest[..long]);
        rest = &rest[long..];
    }
    out
}

/// A style sheet without the blanks about braces and semicolons.
fn tight(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    for (at, part) in css.split('"').enumerate() {
        // Every other part is a text.
        if at % 2 == 1 {
            out.push('"');
            out.push_str(part);
            out.push('"');
            continue;
        }
        let mut blank = false;
        for c in part.chars() {
            match c {
                ' ' | '\n' => blank = true,
                '{' | '}' | ';' => {
                    out.push(c);
                    blank = false;
                }
                _ => {
                    if blank && !out.ends_with(['{', '}', ';']) {
                        out.push(' ');
                    }
                    blank = false;
                    out.push(c);
                }
            }
        }
        if blank && !out.ends_with(['{', '}', ';']) {
            out.push(' ');
        }
    }
    out
}

/// How long a text or pattern is that begins here, its ends included.
fn closed(text: &str, end: char) -> usize {
    let (mut escaped, mut listed) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if end == '/' => listed = true,
            ']' => listed = false,
            _ if c == end && !listed => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Whether a stroke after this begins a pattern and divides nothing.
fn begins_pattern(before: &str) -> bool {
    let before = before.trim_end();
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    before.is_empty()
        || before.ends_with(|c: char| "(,=:[!&|?{};+-*%~^<>".contains(c))
        || matches!(word, "return" | "typeof" | "case")
}

/// The file packed. Each is packed once.
fn packed(tag: &str, data: impl Fn() -> Vec<u8>) -> Vec<u8> {
    static PACKED: LazyLock<Mutex<HashMap<String, Vec<u8>>>> = LazyLock::new(Mutex::default);
    let mut known = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(tag.to_owned()).or_insert_with(|| gzip(&data(), Compression::best())).clone()
}

fn gzip(data: &[u8], how: Compression) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), how);
    let packed = packer.write_all(data).and_then(|()| packer.finish());
    packed.expect("a list takes all that is written")
}

/// Packs answers in JSON on their way out.
pub async fn pack(request: Request, next: Next) -> Response {
    let wanted = takes_packed(request.headers());
    let (mut head, body) = next.run(request).await.into_parts();
    let json = head.headers.get(header::CONTENT_TYPE).is_some_and(|it| it == "application/json");
    if !wanted || !json || head.headers.contains_key(header::CONTENT_ENCODING) {
        return Response::from_parts(head, body);
    }
    let data = match body::to_bytes(body, usize::MAX).await {
        Ok(data) => data,
        Err(error) => return Error::trouble(error).into_response(),
    };
    if data.len() < WORTH_PACKING {
        return Response::from_parts(head, data.into());
    }
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, gzip(&data, Compression::fast()).into())
}

/// The page of a replay with everything in it: styles, symbols, scripts and the battle. It asks nothing of anybody.
pub fn saved(title: &str, battle: &Value) -> Answer<String> {
    let text = |name: &str| {
        let file = Web::get(name).ok_or_else(|| Error::trouble(format!("no {name}")))?;
        Ok::<_, Error>(String::from_utf8_lossy(&file.data).into_owned())
    };
    let mut scripts: Vec<(String, String)> = Vec::new();
    let mut wanted = vec!["replay.js".to_owned()];
    while let Some(name) = wanted.pop() {
        if scripts.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let script = text(&format!("js/{name}"))?;
        let parts = script.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        wanted.extend(parts.map(str::to_owned));
        // A script that is part of the page has no place from which others could be found.
        scripts.push((name, script.replace("from \"./", "from \"acies/")));
    }
    let imports: Map<String, Value> = scripts
        .into_iter()
        .map(|(name, script)| {
            let script = format!("data:text/javascript;charset=utf-8,{}", encoded(&script));
            (format!("acies/{name}"), script.into())
        })
        .collect();
    // What stands in a script must not end it.
    let plain = |value: &Value| value.to_string().replace('<', "\\u003c");
    let page = text("replay.html")?;
    let (head, body) = page.split_once("</head>").ok_or_else(|| Error::trouble("no head"))?;
    let kept = |line: &&str| !(line.starts_with("<link ") || line.starts_with("<script"));
    let head: Vec<_> = head.lines().filter(kept).collect();
    let head = head.join("\n").replace("<title>Replay", &format!("<title>{}", escaped(title)));
    let styles = ["base", "battle", "pages"].map(|name| text(&format!("css/{name}.css")));
    let styles = styles.into_iter().collect::<Answer<Vec<_>>>()?.concat();
    let symbols = text("symbols.svg")?;
    let body = body.replace("</body>", "");
    Ok(format!(
        "{head}\n<style>{styles}</style>\n<script type=\"importmap\">{}</script>\n</head>{body}\
         <div id=\"kept-symbols\" hidden>{symbols}</div>\n\
         <script type=\"application/json\" id=\"kept\">{}</script>\n\
         <script type=\"module\">import \"acies/replay.js\";</script>\n</body>\n</html>\n",
        plain(&json!({ "imports": imports })),
        plain(battle),
    ))
}

/// A text as an address has it.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*()/;,:@=+$".contains(&byte) {
            encoded.push(byte.into());
        } else {
            write!(encoded, "%{byte:02X}").expect("strings take all that is written");
        }
    }
    encoded
}

/// A text as HTML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, kind)| kind) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_unpack_is_sent_less() {
        for (asks, takes) in [
            ("gzip, deflate, br", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzipped", false),
            ("", false),
        ] {
            let asked = HeaderMap::from_iter([(header::ACCEPT_ENCODING, asks.parse().unwrap())]);
            assert_eq!(takes_packed(&asked), takes, "{asks}");
        }
        assert!(!takes_packed(&HeaderMap::new()));
    }

    #[test]
    fn scripts_are_sent_without_what_only_people_read() {
        let script = "// One.\nlet a = /** @type {any} */ (b); // two\n\n  let c = \"// no\" + 'it''s' / 2;\n\
            let d = `// ${ {e: `}`} /* f */ } // g\n  h`;\nlet i = j.replace(/[/\"]\\//g, '') / k / l;\n";
        let bared = "let a =  (b);\nlet c = \"// no\" + 'it''s' / 2;\n\
            let d = `// ${ {e: `}`}  } // g\n  h`;\nlet i = j.replace(/[/\"]\\//g, '') / k / l;\n";
        assert_eq!(bare(script, true), bared);
        assert_eq!(bare("/* a */\n.b { c: url(//d); }\n", false), ".b { c: url(//d); }\n");
        let css = "@media (a) { .b , .c > d { e: f(g) \"h { i\"; j: k; } }\n.l { m: n }\n";
        assert_eq!(tight(css), "@media (a){.b , .c > d{e: f(g) \"h { i\";j: k;}}.l{m: n}");
        assert_eq!(sent("icon.svg", b"<svg/> // e"), b"<svg/> // e");
    }
}
