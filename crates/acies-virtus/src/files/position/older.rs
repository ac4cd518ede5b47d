//! What older files, and people, say of hits that are given out: `step = "give_out"` with a table `[give_out]`, in which `from`
//! is who hit and `before` how many hits there were. It becomes what [`named`] reads.

use std::borrow::Cow;

use acies_core::{file::Page, named};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::Read;
use crate::battle::Battle;

/// The step of a file, as it is written today.
pub(super) fn step<'a>(page: &Page<'a>, battle: &Battle) -> Read<Spanned<DeValue<'a>>> {
    let step = named::part(page, "step").ok_or_else(|| page.bad(0..0, "a file without a step"))?;
    if step.get_ref().as_str() != Some("give_out") {
        return Ok(step);
    }
    let Some(mut facts) = named::part(page, "give_out") else {
        return Err(page.bad(step.span(), "no hits to give out: `[give_out]`"));
    };
    let span = facts.span();
    let named = |name: &'static str| Spanned::new(span.clone(), Cow::Borrowed(name));
    if let DeValue::Table(facts) = facts.get_mut() {
        if let Some(mut from) = facts.remove("from") {
            if let DeValue::String(key) = from.get_ref()
                && !key.contains('/')
            {
                let address = named::address(battle.active, key);
                *from.get_mut() = address;
            }
            facts.insert(named("attacker"), from);
        }
        let all = || Spanned::new(span.clone(), named::toml_number(battle.hits.len() as u16));
        let before = facts.remove("before").unwrap_or_else(all);
        facts.insert(named("from"), before);
    }
    let mut frame = DeTable::new();
    frame.insert(Spanned::new(step.span(), Cow::Borrowed("give_out")), facts);
    Ok(Spanned::new(span, DeValue::Table(frame)))
}
