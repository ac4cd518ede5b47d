//! The OpenAPI description is held against the server: every route is in it, everything in it is
//! asked, and every answer is of the shape described.

use serde_json::{Value, json};

use crate::{Duel, Server, client::request, text};

/// What does not fit a schema, in the words of its path.
fn misfit(schema: &Value, value: &Value, all: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return misfit(&all[name], value, all, at);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let misfits: Vec<_> = choices.iter().map(|s| misfit(s, value, all, at)).collect();
        return if misfits.contains(&None) { None } else { misfits[0].clone() };
    }
    if let Some(values) = schema["enum"].as_array() {
        return (!values.contains(value)).then(|| format!("{at}: {value} is none of those"));
    }
    let fits = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => {
            let Some(items) = value.as_array() else { return Some(format!("{at}: no list")) };
            return items.iter().find_map(|item| misfit(&schema["items"], item, all, at));
        }
        Some("object") => {
            let Some(fields) = value.as_object() else { return Some(format!("{at}: no object")) };
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let missing = required.iter().find(|name| !fields.contains_key(name.as_str().unwrap()));
            if let Some(name) = missing {
                return Some(format!("{at}: {name} is missing"));
            }
            if schema["additionalProperties"] != json!(false) {
                return None;
            }
            return fields.iter().find_map(|(name, value)| match schema["properties"].get(name) {
                Some(schema) => misfit(schema, value, all, &format!("{at}.{name}")),
                None => Some(format!("{at}: {name} is not described")),
            });
        }
        _ => true,
    };
    (!fits).then(|| format!("{at}: {value} is of another type"))
}

/// A finished battle, an unfinished one and an invitation to ask about.
struct Samples {
    over: Duel,
    record: String,
    open: Duel,
    invited: Duel,
    spare: Duel,
}

async fn samples(server: &Server) -> Samples {
    let over = server.duel("me", "random", "app").await;
    let mut red = server.join(&over, "red").await;
    red.acts("begin").await;
    red.ask(json!({ "type": "resign" })).await;
    let path = format!("/api/battles/{}/record", over.id);
    let record = request(server.address, "GET", &path, None, None).await;
    Samples {
        over,
        record: String::from_utf8(record.body).unwrap(),
        open: server.duel("me", "random", "real").await,
        invited: server.duel("me", "friend", "app").await,
        spare: server.duel("me", "random", "app").await,
    }
}

impl Samples {
    /// A good request for an operation: its path, secret and body.
    fn good(&self, operation: &str) -> (String, Option<String>, Option<String>) {
        let over = &self.over.id;
        let seats = json!({ "red": "me", "blue": "random" });
        let plain = |path: &str| (path.to_owned(), None, None);
        let with = |path: &str, body: Value| (path.to_owned(), None, Some(body.to_string()));
        match operation {
            "get /api/rules/{ruleset}" => plain("/api/rules/toy"),
            "get /api/scenes/{ruleset}/{battle}" => plain("/api/scenes/toy/ford"),
            "get /api/lists/{ruleset}" => plain("/api/lists/virtus"),
            "get /api/armies/{ruleset}/{army}" => plain("/api/armies/virtus/gallic"),
            "get /api/positions/{ruleset}/{battle}" => plain("/api/positions/toy/ford"),
            "post /api/armies" => {
                let text = acies::find("virtus").unwrap().shipped("gallic").unwrap().text;
                with("/api/armies", json!({ "ruleset": "virtus", "text": text }))
            }
            "post /api/armies/draft" => {
                let text = acies::find("adlg").unwrap().shipped("rome").unwrap().text;
                let text =
                    text.replace("rom.ligures\", at = [[6, 5.875]]", "rom.ligures\", count = 9");
                with("/api/armies/draft", json!({ "ruleset": "adlg", "text": text }))
            }
            "get /api/grounds/{ruleset}" => plain("/api/grounds/adlg"),
            "post /api/positions/armies" => {
                let armies = json!({ "red": "gallic", "blue": "dacian" });
                with("/api/positions/armies", json!({ "ruleset": "virtus", "armies": armies }))
            }
            "post /api/positions" => {
                let text = acies::find("toy").unwrap().battle("ford").unwrap().save();
                with("/api/positions", json!({ "ruleset": "toy", "text": text }))
            }
            "post /api/odds" => {
                let sides = ["swordsman", "slinger"];
                with("/api/odds", json!({ "ruleset": "toy", "kind": "fight", "sides": sides }))
            }
            "post /api/odds/panel" => {
                let sides = ["swordsman", "slinger"];
                let wanted = json!({ "ruleset": "toy", "kind": "fight", "sides": sides });
                with("/api/odds/panel", wanted)
            }
            "post /api/odds/table" => {
                let sides = ["heavy_swordsmen", "pikemen"];
                let wanted = json!({ "ruleset": "adlg", "kind": "melee", "sides": sides });
                with("/api/odds/table", wanted)
            }
            "post /api/armies/field" => {
                let text = acies::find("virtus").unwrap().shipped("gallic").unwrap().text;
                let wanted = json!({
                    "ruleset": "virtus", "text": text, "against": "dacian", "from": 0, "battles": 1,
                });
                with("/api/armies/field", wanted)
            }
            "get /api/lessons/{ruleset}" => plain("/api/lessons/virtus"),
            "get /api/lessons/{ruleset}/{lesson}/{at}" => plain("/api/lessons/virtus/first/0"),
            "get /api/puzzles/{ruleset}/{at}" => plain("/api/puzzles/virtus/0"),
            "get /api/battles/{id}/film" => plain(&format!("/api/battles/{over}/film?view=both")),
            "get /api/battles/{id}/page" => plain(&format!("/api/battles/{over}/page")),
            "post /api/battles" => with(
                "/api/battles",
                json!({ "ruleset": "toy", "battle": "ford", "seats": seats, "dice": "real" }),
            ),
            "post /api/mine" => {
                let held = json!({ "id": self.open.id, "secret": self.open.secret("red") });
                with("/api/mine", json!({ "battles": [held, { "id": over }] }))
            }
            "get /api/battles/{id}" => plain(&format!("/api/battles/{over}")),
            "delete /api/battles/{id}" => {
                let path = format!("/api/battles/{}", self.spare.id);
                (path, Some(self.spare.secret("red")), None)
            }
            "post /api/battles/{id}/claim" => {
                let path = format!("/api/battles/{}/claim", self.invited.id);
                with(&path, json!({ "invite": self.invited.created["seats"]["blue"]["invite"] }))
            }
            "get /api/battles/{id}/record" => plain(&format!("/api/battles/{over}/record")),
            "get /api/battles/{id}/steps" => plain(&format!("/api/battles/{over}/steps")),
            "get /api/battles/{id}/replay" => {
                plain(&format!("/api/battles/{over}/replay?at=1&view=blue"))
            }
            "post /api/battles/{id}/fork" => {
                let branch = json!({ "at": 1, "seats": seats, "dice": "app" });
                with(&format!("/api/battles/{over}/fork"), branch)
            }
            "get /api/battles/{id}/analysis" => {
                plain(&format!("/api/battles/{over}/analysis?look=glance"))
            }
            "post /api/battles/{id}/hint" => {
                let path = format!("/api/battles/{}/hint", self.open.id);
                (path, Some(self.open.secret("red")), None)
            }
            "post /api/records" => ("/api/records".into(), None, Some(self.record.clone())),
            other => plain(other.split_once(' ').unwrap().1),
        }
    }
}

#[tokio::test]
async fn everything_described_is_so() {
    let server = Server::start().await;
    let samples = samples(&server).await;
    let (_, description) = server.get("/api/openapi.json").await;
    let schemas = &description["components"]["schemas"];
    for (path, verbs) in description["paths"].as_object().unwrap() {
        for (verb, operation) in verbs.as_object().unwrap() {
            if operation["responses"].get("101").is_some() {
                continue;
            }
            let name = format!("{verb} {path}");
            let (path, secret, body) = samples.good(&name);
            let verb = verb.to_uppercase();
            let ask = request(server.address, &verb, &path, secret.as_deref(), body.as_deref());
            let answer = ask.await;
            let described = &operation["responses"][answer.status.to_string()];
            assert!(!described.is_null(), "{name}: {} {}", answer.status, answer.json().1);
            let schema = &described["content"]["application/json"]["schema"];
            let misfit = misfit(schema, &answer.json().1, schemas, "answer");
            assert_eq!(misfit, None, "{name}");
            let taken = &operation["requestBody"]["content"]["application/json"]["schema"];
            if let (Some(body), false) = (body, taken.is_null()) {
                let body = serde_json::from_str(&body).unwrap();
                assert_eq!(self::misfit(taken, &body, schemas, "body"), None, "{name}");
            }
            if verb == "POST" {
                let wrong = request(server.address, "POST", &path, None, Some("[]")).await;
                assert!((400..500).contains(&wrong.status), "{name}: {}", wrong.status);
                assert_eq!(
                    self::misfit(&schemas["Error"], &wrong.json().1, schemas, "error"),
                    None
                );
            }
        }
    }
}

#[tokio::test]
async fn every_route_is_described() {
    let server = Server::start().await;
    let (_, description) = server.get("/api/openapi.json").await;
    let routes = include_str!("../../src/http.rs").split(".route(\"").skip(1);
    let routes: Vec<_> = routes.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(routes.len() > 10);
    for route in routes {
        let paths = &description["paths"];
        let below = paths.get(format!("/api{route}"));
        assert!(below.or_else(|| paths.get(route)).is_some(), "{route}");
    }
    assert_eq!(text(&description["openapi"]), "3.1.0");
}
