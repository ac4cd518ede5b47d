//! Why a request has no answer. One enum decides status and meaning, here and nowhere else.

use acies::battle::Stopped;
use acies_core::{BadFile, Misread, Reason};
use acies_store::Trouble;
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Not what was agreed on: no JSON, a field too many, a text that is no action.
    Malformed,
    /// No secret, a wrong one, or another seat's.
    Forbidden,
    Unknown,
    /// There is such a thing, but this cannot be done with it.
    NoSuchVerb,
    /// The rules say no.
    Refused,
    /// The position has changed since.
    Stale,
    /// Out of order.
    NotNow,
    /// Dice cannot fall yet: a share in them is on its way. The same may be asked again.
    DiceWait,
    Large,
    Busy,
    /// The server's own fault.
    Trouble,
}

impl Kind {
    pub fn status(self) -> StatusCode {
        match self {
            Kind::Malformed => StatusCode::BAD_REQUEST,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::Unknown => StatusCode::NOT_FOUND,
            Kind::NoSuchVerb => StatusCode::METHOD_NOT_ALLOWED,
            Kind::Refused | Kind::Stale | Kind::NotNow | Kind::DiceWait => StatusCode::CONFLICT,
            Kind::Large => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::Busy => StatusCode::TOO_MANY_REQUESTS,
            Kind::Trouble => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// What the asker is told. Nothing has changed.
#[derive(Clone, Debug, Serialize)]
pub struct Error {
    pub kind: Kind,
    pub what: String,
    pub hint: Option<String>,
    pub reason: Option<Box<Reason>>,
    /// Where in a file that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// A place in a file, both counted from one.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Place {
    line: usize,
    column: usize,
}

pub type Answer<T> = Result<T, Error>;

impl Error {
    pub fn new(kind: Kind, what: impl Into<String>) -> Self {
        Error { kind, what: what.into(), hint: None, reason: None, place: None }
    }

    pub fn malformed(what: impl Into<String>) -> Self {
        Error::new(Kind::Malformed, what)
    }

    pub fn not_now(what: impl Into<String>) -> Self {
        Error::new(Kind::NotNow, what)
    }

    pub fn forbidden() -> Self {
        Error::new(Kind::Forbidden, "this takes the secret of the seat")
    }

    pub fn no_such_verb() -> Self {
        Error::new(Kind::NoSuchVerb, "that cannot be done with it")
    }

    pub fn no_battle() -> Self {
        Error::new(Kind::Unknown, "there is no such battle")
    }

    pub fn stale() -> Self {
        Error::new(Kind::Stale, "the position has changed since")
    }

    /// Says that something went wrong, and tells only the log what.
    pub fn trouble(what: impl std::fmt::Display) -> Self {
        tracing::error!("{what}");
        Error::new(Kind::Trouble, "the server is in trouble; nothing has changed")
    }

    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl From<Misread> for Error {
    fn from(Misread { what, hint }: Misread) -> Self {
        Error::malformed(what).hint(hint)
    }
}

impl From<BadFile> for Error {
    fn from(bad: BadFile) -> Self {
        let place = Some(Place { line: bad.line(), column: bad.column() });
        let rules = bad.rule.into_iter().collect();
        let reason = Reason { rules, says: bad.what.clone(), ..Reason::default() };
        let error = Error::malformed(bad.what).hint(bad.hint);
        Error { reason: Some(Box::new(reason)), place, ..error }
    }
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Self {
        let error = Error::trouble(&trouble);
        match trouble {
            Trouble::DamagedBattle { .. } => {
                let what = "this battle is damaged where it is kept; the others are not";
                Error { what: what.into(), ..error }.hint("its backup can be restored".to_owned())
            }
            Trouble::Database(_) => {
                let what = "nothing can be kept or read at the moment; nothing has changed";
                Error { what: what.into(), ..error }.hint("try again later".to_owned())
            }
            _ => error,
        }
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Misread(misread) => misread.into(),
            Stopped::Refused(reason) => {
                let error = Error::new(Kind::Refused, reason.says.clone());
                Error { reason: Some(Box::new(reason)), ..error }
            }
            Stopped::Waiting(waiting) => Error::malformed(waiting.to_string()),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Error::malformed(error.to_string())
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.kind.status(), Json(self)).into_response()
    }
}
