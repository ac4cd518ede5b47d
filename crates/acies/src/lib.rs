//! The rulesets of Acies by name, and battles of any of them behind one interface.
//!
//! This is the only crate that lists the rulesets. Who wants to play any of them takes the erased
//! form, [`AnyRuleset`] and [`AnyBattle`], whose actions are in notation; who wants the speed of the
//! concrete types, such as simulation, sends a [`Visitor`] through [`with`].
//!
//! ```
//! for ruleset in acies::rulesets() {
//!     assert_eq!(acies::find(ruleset.id()).unwrap().name(), ruleset.name());
//! }
//! let unknown = acies::find("vitrus").err().unwrap();
//! assert_eq!(unknown.to_string(), "there is no ruleset `vitrus`");
//! ```

mod any;
pub mod battle;
mod citations;
pub mod counsel;
#[cfg(test)]
mod kept;
pub mod lessons;
pub mod panel;
#[cfg(test)]
mod scan;

use acies_core::{
    BadFile, Misread, Ruleset,
    words::{did_you_mean, nearest},
};

pub use any::{AnyRuleset, Listed};
pub use battle::AnyBattle;
pub use citations::{CITATIONS, Citation, Place, citation};

/// Lists the rulesets: for the erased form, and for visitors.
macro_rules! rulesets {
    ($($ruleset:ty),* $(,)?) => {
        /// The rulesets that Acies plays.
        pub fn rulesets() -> &'static [&'static dyn AnyRuleset] {
            &[$(&Listed::<$ruleset>::HERE),*]
        }

        /// Sends a visitor to the ruleset of this id.
        pub fn with<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if id == <$ruleset as Ruleset>::ID {
                return Some(visitor.visit::<$ruleset>());
            })*
            visit_toy(id, visitor)
        }
    };
}

// A new ruleset is a line here, and a dependency.
rulesets![
    acies_virtus::Virtus,
    acies_av::AdvancedVirtus,
    acies_adlg::Adlg,
    acies_impetus::Impetus,
    acies_legio::Legio,
];

/// Something to be done with a ruleset whose type is known.
pub trait Visitor {
    type Out;

    fn visit<R: Ruleset>(self) -> Self::Out;
}

/// The ruleset of this id.
pub fn find(id: &str) -> Result<&'static dyn AnyRuleset, Misread> {
    let mut known = rulesets().iter().chain(TOYS).copied();
    known.find(|ruleset| ruleset.id().eq_ignore_ascii_case(id)).ok_or_else(|| {
        let ids = || rulesets().iter().map(|ruleset| ruleset.id());
        let all = format!("rulesets: {}", ids().collect::<Vec<_>>().join(", "));
        let hint = did_you_mean(id, ids()).unwrap_or(all);
        Misread { what: format!("there is no ruleset `{id}`"), hint: Some(hint) }
    })
}

/// A shipped battle, or the first battle of a ruleset.
pub fn battle(name: &str) -> Result<Box<dyn AnyBattle>, Misread> {
    if let Ok(ruleset) = find(name) {
        let first = ruleset.battles().into_iter().next();
        let battle = first.and_then(|card| ruleset.battle(&card.id));
        return battle
            .ok_or_else(|| Misread { what: format!("`{name}` has no battles"), hint: None });
    }
    let found = rulesets().iter().chain(TOYS).copied().find_map(|ruleset| ruleset.battle(name));
    found.ok_or_else(|| {
        let battles = rulesets().iter().flat_map(|ruleset| ruleset.battles());
        let ids: Vec<_> = battles.map(|card| card.id).collect();
        let known = ids.iter().map(String::as_str).chain(rulesets().iter().map(|r| r.id()));
        let hint = did_you_mean(name, known);
        let hint = hint.unwrap_or_else(|| "`acies battles` lists the battles".into());
        Misread { what: format!("there is no battle or ruleset `{name}`"), hint: Some(hint) }
    })
}

/// The ruleset that a file names with `ruleset = "..."`, or else the one given.
pub fn ruleset_of(
    file: &str,
    text: &str,
    otherwise: Option<&'static dyn AnyRuleset>,
) -> Result<&'static dyn AnyRuleset, BadFile> {
    #[derive(serde::Deserialize)]
    struct Named {
        ruleset: Option<toml::Spanned<String>>,
    }
    let named: Named = acies_core::file::read_toml(file, text)?;
    match named.ruleset {
        Some(id) => find(id.get_ref()).map_err(|unknown| {
            BadFile::new(file, text, id.span(), unknown.what).hint(unknown.hint)
        }),
        None => otherwise.ok_or_else(|| {
            let ids: Vec<_> = rulesets().iter().map(|ruleset| ruleset.id()).collect();
            let hint = format!("say it with `--ruleset`: {}", ids.join(", "));
            BadFile::new(file, text, 0..0, "the file does not say which ruleset it is for")
                .hint(Some(hint))
        }),
    }
}

/// The ids of a ruleset most like a mistyped one.
pub fn nearest_ids(ruleset: &dyn AnyRuleset, id: &str) -> Vec<&'static str> {
    nearest(&id.to_uppercase(), ruleset.rulebook().rules().iter().map(|rule| rule.id))
}

/// What can be found without being listed: the toy ruleset, where tests ask for it.
#[cfg(feature = "toy")]
const TOYS: &[&dyn AnyRuleset] = &[&Listed::<acies_core::toy::Toy>::HERE];
#[cfg(not(feature = "toy"))]
const TOYS: &[&dyn AnyRuleset] = &[];

#[cfg(feature = "toy")]
fn visit_toy<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
    (id == "toy").then(|| visitor.visit::<acies_core::toy::Toy>())
}

#[cfg(not(feature = "toy"))]
fn visit_toy<V: Visitor>(_: &str, _: V) -> Option<V::Out> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_is_found_by_its_name_alone() {
        let mut known = std::collections::BTreeSet::new();
        for ruleset in rulesets() {
            assert!(known.insert(ruleset.id().to_owned()), "{}", ruleset.id());
            for card in ruleset.battles() {
                assert!(known.insert(card.id.clone()), "two battles or rulesets `{}`", card.id);
                assert_eq!(battle(&card.id).unwrap().ruleset().id(), ruleset.id());
            }
        }
    }
}
