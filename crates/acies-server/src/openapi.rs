//! The description of the HTTP part for programs (OpenAPI 3.1). A test asks the server everything that
//! it describes and holds the answers against it.

use serde_json::{Map, Value, json};

/// The whole description.
pub fn description() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Acies",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Ancient battles under published rules",
            "description": "Battles are played over a WebSocket at /api/battles/{id}/play; its \
                messages are described in docs/reference/api.md.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths(),
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "seat": { "type": "http", "scheme": "bearer", "description": "the secret of a seat" },
            },
        },
    })
}

/// What can be asked of one path with one verb.
struct Operation {
    verb: &'static str,
    says: &'static str,
    takes: Option<&'static str>,
    status: &'static str,
    gives: Option<&'static str>,
}

fn get(says: &'static str, gives: &'static str) -> Operation {
    Operation { verb: "get", says, takes: None, status: "200", gives: Some(gives) }
}

fn post(says: &'static str, takes: &'static str, gives: &'static str) -> Operation {
    Operation { verb: "post", says, takes: Some(takes), status: "200", gives: Some(gives) }
}

fn creates(says: &'static str, takes: &'static str, gives: &'static str) -> Operation {
    Operation { status: "201", ..post(says, takes, gives) }
}

fn paths() -> Value {
    let delete = Operation {
        verb: "delete",
        says: "Puts a battle away; takes the secret of a seat",
        takes: None,
        status: "204",
        gives: None,
    };
    let record = Operation { gives: Some("lines"), ..get("Its record, after the end", "lines") };
    let socket = Operation { status: "101", gives: None, ..get("The socket of a battle", "") };
    let summary = get("A battle's summary, with a secret as its seat sees it", "Summary");
    let all = [
        ("/api/rulesets", vec![get("What can be played", "Rulesets")]),
        ("/api/rules/{ruleset}", vec![get("A rulebook", "Rulebook")]),
        (
            "/api/scenes/{ruleset}/{battle}",
            vec![get("A shipped battle before it begins", "SceneOnly")],
        ),
        ("/api/lists/{ruleset}", vec![get("Army lists", "Lists")]),
        ("/api/armies/{ruleset}/{army}", vec![get("A shipped army as a file", "TextOnly")]),
        ("/api/armies", vec![post("Checks an army", "File", "CheckedArmy")]),
        ("/api/armies/draft", vec![post("An army that is being written", "File", "DraftedArmy")]),
        ("/api/grounds/{ruleset}", vec![get("Pieces of terrain", "Grounds")]),
        ("/api/positions/{ruleset}/{battle}", vec![get("A shipped battle as a file", "TextOnly")]),
        ("/api/positions", vec![post("Checks a position", "File", "CheckedPosition")]),
        ("/api/positions/armies", vec![post("Draws up two armies", "Armies", "TextOnly")]),
        ("/api/key", vec![get("The key that records are signed with", "PublicKey")]),
        ("/api/odds", vec![post("Exact odds without a battle", "OddsWanted", "Forecast")]),
        ("/api/battles", vec![creates("Sets up a battle", "BattleWanted", "Created")]),
        ("/api/mine", vec![post("The state of several battles", "MineWanted", "Mine")]),
        ("/api/battles/{id}", vec![summary, delete]),
        (
            "/api/battles/{id}/claim",
            vec![post("Takes the seat of an invitation", "Invitation", "Claimed")],
        ),
        ("/api/battles/{id}/record", vec![record]),
        ("/api/battles/{id}/steps", vec![get("The actions so far", "Steps")]),
        ("/api/battles/{id}/replay", vec![get("The position after some actions", "Moment")]),
        (
            "/api/battles/{id}/fork",
            vec![creates("Plays on from a moment of it", "ForkWanted", "Created")],
        ),
        ("/api/battles/{id}/play", vec![socket]),
        ("/api/records", vec![creates("Takes in a record", "lines", "Imported")]),
        ("/api/openapi.json", vec![get("This description", "Anything")]),
    ];
    let described = all.into_iter().map(|(path, operations)| {
        let verbs = operations
            .iter()
            .map(|operation| (operation.verb.to_owned(), described(path, operation)));
        (path.to_owned(), Value::Object(verbs.collect()))
    });
    Value::Object(described.collect())
}

fn described(path: &str, operation: &Operation) -> Value {
    let Operation { verb, says, takes, status, gives } = operation;
    let mut answer = json!({ "description": says });
    if let Some(gives) = gives {
        answer["content"] = content(gives);
    }
    let error = json!({ "description": "why not", "content": content("Error") });
    let mut described = json!({
        "summary": says,
        "responses": { *status: answer, "4XX": error },
    });
    let mut parameters: Vec<Value> = path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| parameter(name, "path", &json!({ "type": "string" })))
        .collect();
    if path.ends_with("/replay") {
        let views = json!({ "enum": ["red", "blue", "both"] });
        parameters.push(parameter("at", "query", &json!({ "type": "integer", "minimum": 0 })));
        parameters.push(parameter("view", "query", &views));
    }
    if !parameters.is_empty() {
        described["parameters"] = json!(parameters);
    }
    if let Some(takes) = takes {
        described["requestBody"] = json!({ "required": true, "content": content(takes) });
    }
    if path.starts_with("/api/battles/{id}") && matches!(*verb, "get" | "delete") {
        described["security"] = json!([{}, { "seat": [] }]);
    }
    described
}

fn parameter(name: &str, place: &str, schema: &Value) -> Value {
    json!({ "name": name, "in": place, "required": true, "schema": schema })
}

fn content(schema: &str) -> Value {
    if schema == "lines" {
        return json!({ "application/jsonl": { "schema": { "type": "string" } } });
    }
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
}

/// An object with exactly these fields; those with `?` may be missing.
fn object(fields: &[(&str, Value)]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, schema) in fields {
        let plain = name.trim_end_matches('?');
        if plain == *name {
            required.push(plain.to_owned());
        }
        properties.insert(plain.to_owned(), schema.clone());
    }
    json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    })
}

fn schemas() -> Value {
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer" });
    let flag = || json!({ "type": "boolean" });
    let seat = || json!({ "enum": ["red", "blue"] });
    let any = || json!({});
    let maybe = |schema: Value| json!({ "anyOf": [schema, { "type": "null" }] });
    let list = |schema: Value| json!({ "type": "array", "items": schema });
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let sided = |schema: Value| object(&[("red", schema.clone()), ("blue", schema)]);
    let dice = || json!({ "enum": ["app", "real"] });
    let army = || json!({ "anyOf": [{ "type": "string" }, object(&[("text", json!({ "type": "string" }))])] });
    json!({
        "Anything": {},
        "Error": object(&[
            ("kind", json!({ "enum": [
                "malformed", "forbidden", "unknown", "refused", "stale", "not_now", "large", "busy",
                "trouble",
            ] })),
            ("what", text()), ("hint", maybe(text())), ("reason", any()),
            ("place?", object(&[("line", number()), ("column", number())])),
        ]),
        "Rulesets": object(&[("rulesets", list(object(&[
            ("id", text()), ("name", text()), ("authors", text()),
            ("battles", list(any())), ("armies", list(any())), ("odds", list(any())),
            ("troops", list(any())), ("levels", list(text())),
        ])))]),
        "Rulebook": object(&[
            ("id", text()), ("name", text()), ("authors", text()),
            ("rules", list(object(&[
                ("id", text()), ("section", text()), ("ruling", maybe(text())), ("text", text()),
                ("table", maybe(object(&[
                    ("heads", list(text())), ("rows", list(list(text()))),
                ]))),
            ]))),
        ]),
        "PublicKey": object(&[("algorithm", json!({ "enum": ["ed25519"] })), ("public", text())]),
        "Lists": object(&[("lists", list(object(&[
            ("id", text()), ("name", text()), ("entries", list(object(&[
                ("id", text()), ("name", text()), ("cost", number()), ("least", number()),
                ("most", number()),
                ("about", text()), ("writes", text()),
            ]))),
        ])))]),
        "TextOnly": object(&[("text", text())]),
        "File": object(&[("ruleset", text()), ("text", text())]),
        "CheckedArmy": object(&[
            ("name", text()), ("cost", number()), ("roster", list(text())),
            ("warnings", list(text())),
        ]),
        "DraftedArmy": object(&[
            ("name", text()), ("list", maybe(text())), ("budget", number()), ("cost", number()),
            ("groups", list(object(&[("name", text()), ("line", number())]))),
            ("rows", list(object(&[
                ("entry", text()), ("line", number()), ("count", number()), ("cost", number()),
                ("group?", number()),
            ]))),
            ("leaders", list(object(&[
                ("name", text()), ("line", number()), ("cost", number()), ("group?", number()),
                ("selects", list(object(&[
                    ("name", text()), ("options", list(named("ArmyOption"))),
                ]))),
                ("switches", list(named("ArmyOption"))), ("without?", list(named("Edit"))),
            ]))),
            ("more", list(named("ArmyOption"))),
            ("wrong", list(named("Error"))),
        ]),
        "ArmyOption": object(&[
            ("name", text()), ("on", flag()), ("cost", number()), ("edits", list(named("Edit"))),
        ]),
        "Edit": object(&[("line", number()), ("takes", number()), ("lines", list(text()))]),
        "Grounds": object(&[("grounds", list(object(&[
            ("word", text()), ("name", text()), ("kind", text()), ("outline", list(any())),
        ])))]),
        "Armies": object(&[("ruleset", text()), ("armies", sided(army()))]),
        "CheckedPosition": object(&[
            ("scene", named("Scene")),
            ("pieces", list(object(&[("id", text()), ("from", number()), ("to", number())]))),
        ]),
        "Scene": { "type": "object" },
        "SceneOnly": object(&[("scene", named("Scene"))]),
        "OddsWanted": object(&[
            ("ruleset", text()), ("kind", text()), ("sides?", list(text())),
            ("settings?", list(list(text()))),
        ]),
        "Forecast": object(&[
            ("title", text()), ("sums", list(any())), ("rules", list(text())),
            ("outcomes", list(any())), ("highlights", list(any())),
        ]),
        "BattleWanted": object(&[
            ("ruleset", text()), ("battle?", text()), ("armies?", sided(army())),
            ("position?", named("TextOnly")),
            ("seats", sided(text())), ("dice", dice()), ("patience?", maybe(number())),
        ]),
        "ForkWanted": object(&[
            ("at", number()), ("seats", sided(text())), ("dice", dice()),
            ("patience?", maybe(number())),
        ]),
        "Created": object(&[
            ("id", text()),
            ("seats", sided(object(&[("secret?", text()), ("invite?", text())]))),
            ("watch", text()), ("links", sided(maybe(text()))),
        ]),
        "MineWanted": object(&[
            ("battles", list(object(&[("id", text()), ("secret?", text())]))),
        ]),
        "Mine": object(&[("battles", list(named("Summary")))]),
        "Summary": object(&[
            ("id", text()), ("name", text()), ("ruleset", text()), ("ruleset_name", text()),
            ("sides", sided(text())), ("seats", sided(text())), ("dice", dice()),
            ("commitment", maybe(text())), ("shares", sided(maybe(text()))), ("patience", maybe(number())), ("you", maybe(seat())), ("yours", flag()),
            ("moment", text()), ("turn", number()), ("version", number()), ("acts", number()),
            ("created", number()), ("touched", number()), ("awaited", list(seat())),
            ("over", maybe(named("Over"))), ("imported", flag()),
            ("problem", maybe(named("Problem"))),
        ]),
        "Over": object(&[
            ("winner", maybe(seat())), ("how", text()), ("rule", maybe(text())),
            ("left", maybe(json!({ "enum": ["resigned", "agreed", "overdue"] }))), ("key", maybe(text())),
        ]),
        "Problem": object(&[("line", number()), ("what", text())]),
        "Invitation": object(&[("invite", text()), ("secret?", text())]),
        "Claimed": object(&[("seat", seat()), ("secret", text())]),
        "Steps": object(&[("steps", list(object(&[
            ("by", seat()), ("turn", number()), ("words", list(text())), ("heading", flag()),
        ])))]),
        "Moment": object(&[
            ("at", number()), ("of", number()), ("scene", named("Scene")),
            ("log", list(object(&[
                ("by?", seat()), ("line", text()), ("rules", list(text())),
                ("detail?", list(text())), ("heading?", flag()),
            ]))),
        ]),
        "Imported": object(&[("id", text()), ("problem", maybe(named("Problem")))]),
    })
}
