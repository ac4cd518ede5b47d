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
            "schemas": both(schemas(), pages()),
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
    let hint = Operation { takes: None, ..post("What the staff would do", "", "Hint") };
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
        (
            "/api/armies/field",
            vec![post("Battles against a ready army", "FieldWanted", "FieldScore")],
        ),
        ("/api/lessons/{ruleset}", vec![get("What can be learnt", "Lessons")]),
        ("/api/lessons/{ruleset}/{lesson}/{at}", vec![get("A decision of a lesson", "Lesson")]),
        ("/api/puzzles/{ruleset}/{at}", vec![get("A position with a question", "Puzzle")]),
        ("/api/grounds/{ruleset}", vec![get("Pieces of terrain", "Grounds")]),
        ("/api/positions/{ruleset}/{battle}", vec![get("A shipped battle as a file", "TextOnly")]),
        ("/api/positions", vec![post("Checks a position", "File", "CheckedPosition")]),
        ("/api/positions/armies", vec![post("Draws up two armies", "Armies", "TextOnly")]),
        ("/api/key", vec![get("The key that records are signed with", "PublicKey")]),
        ("/api/odds", vec![post("Exact odds without a battle", "OddsWanted", "Forecast")]),
        (
            "/api/odds/panel",
            vec![post("A roll with what each of its words is worth", "PanelWanted", "Panel")],
        ),
        ("/api/odds/table", vec![post("All troops against all", "TableWanted", "OddsTable")]),
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
        ("/api/battles/{id}/film", vec![get("All its moments", "Film")]),
        ("/api/battles/{id}/page", vec![get("It as a page by itself, after the end", "page")]),
        (
            "/api/battles/{id}/analysis",
            vec![get("Chances to win, costly decisions and luck, after the end", "Analysis")],
        ),
        ("/api/battles/{id}/hint", vec![hint]),
        (
            "/api/battles/{id}/fork",
            vec![creates("Plays on from a moment of it", "ForkWanted", "Created")],
        ),
        ("/api/battles/{id}/play", vec![socket]),
        ("/api/records", vec![creates("Takes in a record", "lines", "Imported")]),
        ("/api/openapi.json", vec![get("This description", "Anything")]),
        ("/healthz", vec![get("Whether battles can be read and kept", "Health")]),
        ("/metrics", vec![get("Figures for Prometheus", "figures")]),
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
    if matches!(*gives, Some("Created" | "Imported")) {
        answer["links"] = links();
    }
    let mut described = json!({
        "summary": says,
        "operationId": name(verb, path),
        "responses": { *status: answer, "4XX": error },
    });
    if path == "/healthz" {
        let ill = json!({ "description": "they cannot", "content": content("Health") });
        described["responses"]["503"] = ill;
    }
    let mut parameters: Vec<Value> = path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let (schema, example) = segment(name);
            let mut parameter = parameter(name, "path", &schema);
            parameter["example"] = example.into();
            parameter
        })
        .collect();
    let views = json!({ "enum": ["red", "blue", "both"] });
    if path.ends_with("/film") {
        parameters.push(parameter("view", "query", &views));
    }
    if path.ends_with("/replay") {
        parameters.push(parameter("at", "query", &json!({ "type": "integer", "minimum": 0 })));
        parameters.push(parameter("view", "query", &views));
    }
    if path.ends_with("/analysis") {
        let mut look = parameter("look", "query", &json!({ "enum": ["glance", "deep"] }));
        look["required"] = json!(false);
        parameters.push(look);
    }
    if !parameters.is_empty() {
        described["parameters"] = json!(parameters);
    }
    if let Some(takes) = takes {
        let mut content = content(takes);
        if let (Some(example), Some(kinds)) = (example(path), content.as_object_mut()) {
            kinds.values_mut().for_each(|kind| kind["example"] = example.clone());
        }
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    let seated = matches!(*verb, "get" | "delete") || path.ends_with("/hint");
    if path.starts_with("/api/battles/{id}") && seated {
        described["security"] = json!([{}, { "seat": [] }]);
    }
    described
}

/// A name for an operation that others can refer to.
fn name(verb: &str, path: &str) -> String {
    let words = path.trim_start_matches("/api/").replace(['/', '.'], "_");
    format!("{verb}_{}", words.replace(['{', '}'], "").trim_matches('_'))
}

/// What can be asked of a battle that was made just now.
fn links() -> Value {
    let asked = [
        ("get", "/api/battles/{id}"),
        ("delete", "/api/battles/{id}"),
        ("get", "/api/battles/{id}/record"),
        ("get", "/api/battles/{id}/steps"),
        ("get", "/api/battles/{id}/replay"),
        ("get", "/api/battles/{id}/analysis"),
        ("post", "/api/battles/{id}/hint"),
        ("post", "/api/battles/{id}/fork"),
        ("post", "/api/battles/{id}/claim"),
    ];
    let link = |(verb, path)| {
        let name = name(verb, path);
        let link = json!({ "operationId": name, "parameters": { "id": "$response.body#/id" } });
        (name, link)
    };
    Value::Object(asked.map(link).into_iter().collect())
}

/// What stands in a path, and one that is there.
fn segment(name: &str) -> (Value, &'static str) {
    match name {
        "ruleset" => {
            let known: Vec<_> = acies::rulesets().iter().map(|ruleset| ruleset.id()).collect();
            (json!({ "enum": known }), "virtus")
        }
        "lesson" => (json!({ "type": "string", "pattern": WORD }), "first"),
        "at" => (json!({ "type": "integer", "minimum": 0 }), "0"),
        "army" => (json!({ "type": "string", "pattern": WORD }), "gallic"),
        "battle" => (json!({ "type": "string", "pattern": WORD }), "tapae"),
        _ => (json!({ "type": "string", "pattern": ID }), "k3vmaq7rt2wz9xyb4cde"),
    }
}

/// The id of a battle, a secret, and the id of an army or of a shipped battle.
const ID: &str = "^[a-z2-9]{20}$";
const SECRET: &str = "^[0-9a-fA-F]{32}$";
const WORD: &str = "^[a-z0-9_]+$";

/// A body that is answered.
fn example(path: &str) -> Option<Value> {
    let seats = json!({ "red": "me", "blue": "random" });
    let armies = json!({ "red": "gallic", "blue": "dacian" });
    let virtus = acies::find("virtus").ok()?;
    Some(match path {
        "/api/armies" | "/api/armies/draft" => {
            json!({ "ruleset": "virtus", "text": virtus.shipped("gallic")?.text })
        }
        "/api/positions" => json!({ "ruleset": "virtus", "text": virtus.battle("tapae")?.save() }),
        "/api/positions/armies" => json!({ "ruleset": "virtus", "armies": armies }),
        "/api/odds" => {
            let sides = ["heavy_infantry elite", "light_cavalry"];
            json!({ "ruleset": "virtus", "kind": "fight", "sides": sides })
        }
        "/api/battles" => {
            json!({ "ruleset": "virtus", "battle": "tapae", "seats": seats, "dice": "app" })
        }
        "/api/mine" => json!({ "battles": [{ "id": "k3vmaq7rt2wz9xyb4cde" }] }),
        "/api/battles/{id}/fork" => json!({ "at": 0, "seats": seats, "dice": "app" }),
        "/api/battles/{id}/claim" => json!({ "invite": "0".repeat(32) }),
        _ => return None,
    })
}

fn parameter(name: &str, place: &str, schema: &Value) -> Value {
    json!({ "name": name, "in": place, "required": true, "schema": schema })
}

fn content(schema: &str) -> Value {
    if schema == "lines" {
        return json!({ "application/jsonl": { "schema": { "type": "string" } } });
    }
    if schema == "page" {
        return json!({ "text/html": { "schema": { "type": "string" } } });
    }
    if schema == "figures" {
        return json!({ "text/plain": { "schema": { "type": "string" } } });
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

/// Two objects as one.
fn both(mut one: Value, other: Value) -> Value {
    if let (Some(one), Value::Object(other)) = (one.as_object_mut(), other) {
        one.extend(other);
    }
    one
}

/// What the pages beside the battle send and get.
fn pages() -> Value {
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer" });
    let any = || json!({});
    let list = |of: Value| json!({ "type": "array", "items": of });
    let maybe = |of: Value| json!({ "anyOf": [of, { "type": "null" }] });
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    json!({
        "PanelWanted": object(&[
            ("ruleset", text()), ("kind", text()), ("sides?", list(text())),
            ("settings?", list(list(text()))), ("at?", list(number())),
        ]),
        "Panel": object(&[
            ("kind", text()), ("title", text()), ("about", text()), ("sides", list(text())),
            ("settings", list(list(text()))), ("forecast", named("Forecast")),
            ("parts", any()), ("words", list(text())), ("signs", any()), ("cards", list(any())),
        ]),
        "TableWanted": object(&[
            ("ruleset", text()), ("kind", text()), ("sides?", list(text())),
            ("settings?", list(list(text()))), ("carry?", any()),
        ]),
        "OddsTable": object(&[
            ("troops", list(any())), ("words", list(text())), ("cells", list(any())),
        ]),
        "FieldWanted": object(&[
            ("ruleset", text()), ("text", text()), ("against", text()), ("from", number()),
            ("battles", number()),
        ]),
        "FieldScore": object(&[("won", number()), ("lost", number()), ("drawn", number())]),
        "Lessons": object(&[("name", text()), ("lessons", list(any())), ("puzzles", number())]),
        "Lesson": object(&[
            ("name", text()), ("about", text()), ("side", text()), ("at", number()),
            ("of", number()), ("scene", named("Scene")), ("news", list(any())), ("ask", text()),
            ("answers", list(any())), ("rule", maybe(text())),
        ]),
        "Puzzle": object(&[
            ("at", number()), ("of", number()), ("ask", text()), ("side", text()),
            ("scene", named("Scene")), ("answers", list(text())), ("right", number()),
            ("because", text()), ("rules", list(text())), ("chances", list(any())),
            ("point", text()),
        ]),
        "Film": object(&[("scene", named("Scene")), ("frames", list(any()))]),
    })
}

fn schemas() -> Value {
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer" });
    let id = || json!({ "type": "string", "pattern": ID });
    let secret = || json!({ "type": "string", "pattern": SECRET });
    let time =
        || json!({ "type": "integer", "minimum": 0, "description": "milliseconds since 1970" });
    let flag = || json!({ "type": "boolean" });
    let share = || json!({ "type": "number" });
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
        "Health": object(&[("ok", flag())]),
        "Error": object(&[
            ("kind", json!({ "enum": [
                "malformed", "forbidden", "unknown", "no_such_verb", "refused", "stale", "not_now", "dice_wait", "large", "busy",
                "trouble",
            ] })),
            ("what", text()), ("hint", maybe(text())), ("reason", any()),
            ("place?", object(&[("line", number()), ("column", number())])),
        ]),
        "Rulesets": object(&[("rulesets", list(object(&[
            ("id", text()), ("name", text()), ("authors", text()),
            ("battles", list(any())), ("armies", list(any())), ("odds", list(any())),
            ("troops", list(any())), ("rolls", list(any())), ("levels", list(text())),
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
                ("about", text()), ("writes", text()), ("symbol", text()),
                ("values", list(list(text()))), ("special", list(text())),
            ]))),
        ]))), ("specials", any()), ("standing", any())]),
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
            ("id", id()),
            ("seats", sided(object(&[("secret?", secret()), ("invite?", secret())]))),
            ("watch", text()), ("links", sided(maybe(text()))),
        ]),
        "MineWanted": object(&[
            ("battles", json!({
                "type": "array", "maxItems": 100,
                "items": object(&[("id", text()), ("secret?", maybe(text()))]),
            })),
        ]),
        "Mine": object(&[("battles", list(named("Summary")))]),
        "Summary": object(&[
            ("id", id()), ("name", text()), ("ruleset", text()), ("ruleset_name", text()),
            ("sides", sided(text())), ("seats", sided(text())), ("dice", dice()),
            ("commitment", maybe(text())), ("shares", sided(maybe(text()))), ("patience", maybe(number())), ("you", maybe(seat())), ("yours", flag()),
            ("moment", text()), ("turn", number()), ("version", number()), ("acts", number()),
            ("created", time()), ("touched", time()), ("awaited", list(seat())),
            ("over", maybe(named("Over"))), ("imported", flag()),
            ("problem", maybe(named("Problem"))),
        ]),
        "Over": object(&[
            ("winner", maybe(seat())), ("how", text()), ("rule", maybe(text())),
            ("left", maybe(json!({ "enum": ["resigned", "agreed", "overdue"] }))), ("key", maybe(text())),
        ]),
        "Problem": object(&[("line", number()), ("what", text())]),
        "Invitation": object(&[("invite", text()), ("secret?", maybe(secret()))]),
        "Claimed": object(&[("seat", seat()), ("secret", secret())]),
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
        "Analysis": object(&[
            ("of", number()), ("done", number()), ("positions", number()), ("decisions", number()),
            ("start", share()), ("steps", list(object(&[
                ("at", number()), ("by", seat()), ("turn", number()), ("action", text()), ("words", text()),
                ("red", share()), ("luck", share()), ("cost", share()),
                ("better", maybe(named("ActionWords"))),
            ]))),
            ("costliest", list(number())), ("luck", sided(share())),
        ]),
        "ActionWords": object(&[("action", text()), ("words", text())]),
        "Hint": object(&[
            ("action", text()), ("words", text()), ("chance", maybe(share())), ("advised", flag()),
            ("others", list(object(&[
                ("action", text()), ("words", text()), ("chance", share()), ("worse", share()), ("error", share()),
            ]))),
            ("playouts", number()), ("why", list(text())),
        ]),
        "Imported": object(&[
            ("id", id()), ("secret", secret()), ("expires", time()),
            ("problem", maybe(named("Problem"))),
        ]),
    })
}
