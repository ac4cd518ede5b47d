//! The description of the HTTP part for programs.

use serde_json::Value;

/// The OpenAPI description. A test holds it against what the server answers.
pub fn description() -> Value {
    serde_json::from_str(include_str!("openapi.json")).expect("it is JSON")
}
