//! The pages of `web/`: in the binary, or from the disk while they are worked on (debug builds).

use std::{
    collections::HashMap,
    io::Write,
    sync::{LazyLock, Mutex, PoisonError},
};

use axum::{
    body::{self, Body},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use rust_embed::{EmbeddedFile, RustEmbed};

use acies_core::keyed::hex;

use crate::error::{Error, Kind};

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

/// The file or page of a path: `/battle/anything` is the page `battle.html`.
pub async fn page(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ([(header::ALLOW, "GET,HEAD")], Error::no_such_verb()).into_response();
    }
    let path = request.uri().path().trim_matches('/');
    let page = match path.split('/').next() {
        Some("") | None => "index.html".to_owned(),
        Some(name) => format!("{name}.html"),
    };
    let found = [path, page.as_str()].into_iter().find_map(|name| Some((name, Web::get(name)?)));
    match found {
        Some((name, file)) => answer(name, &file, request.headers()),
        None => Error::new(Kind::Unknown, "there is no such page").into_response(),
    }
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
        let packed = packed(&tag, &file.data);
        return finish(response.header(header::CONTENT_ENCODING, "gzip"), packed.into());
    }
    finish(response, file.data.clone().into_owned().into())
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

/// The file packed. Each is packed once.
fn packed(tag: &str, data: &[u8]) -> Vec<u8> {
    static PACKED: LazyLock<Mutex<HashMap<String, Vec<u8>>>> = LazyLock::new(Mutex::default);
    let mut known = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(tag.to_owned()).or_insert_with(|| gzip(data, Compression::best())).clone()
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
}
