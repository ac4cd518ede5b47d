//! What older files, and people, say of what is pending: a unit by its key without its side or by its number, a leader by
//! his key. All of it becomes what [`named`](acies_core::named) reads.

use std::{borrow::Cow, ops::Range};

use acies_core::{BadFile, Seat, file::Page, named, words::key};
use toml::{Spanned, de::DeValue};

use crate::{battle::Battle, rulings::UNITS_MAX};

/// Fields that name a unit.
const UNITS: [&str; 5] = ["unit", "target", "named", "against", "to"];

/// Makes every unit in it `red/key`, and every leader a number.
pub(super) fn renew(
    page: &Page,
    battle: &Battle,
    part: &mut Spanned<DeValue<'_>>,
) -> Result<(), BadFile> {
    let DeValue::Table(fields) = part.get_mut() else { return Ok(()) };
    let blue = |value: &Spanned<DeValue>| value.get_ref().as_str() == Some("blue");
    let of_blue = fields.iter().any(|(name, value)| name.get_ref() == "by" && blue(value));
    let by = if of_blue { Seat::Blue } else { Seat::Red };
    for (name, value) in fields.iter_mut() {
        let (name, span) = (&**name.get_ref(), value.span());
        let renewed = match value.get_ref() {
            DeValue::String(typed) if UNITS.contains(&name) && !typed.contains('/') => {
                let word = Spanned::new(span, typed.to_string());
                DeValue::String(Cow::Owned(of_either_side(page, battle, &word)?))
            }
            DeValue::Integer(number) if UNITS.contains(&name) => {
                let unit = numbered(page, battle, span, &number.to_string())?;
                DeValue::String(Cow::Owned(unit))
            }
            DeValue::String(typed) if name == "leader" => leader(page, battle, by, span, typed)?,
            _ => {
                renew(page, battle, value)?;
                continue;
            }
        };
        *value.get_mut() = renewed;
    }
    Ok(())
}

/// A unit by its number, Blue's after Red's.
fn numbered(
    page: &Page,
    battle: &Battle,
    span: Range<usize>,
    number: &str,
) -> Result<String, BadFile> {
    let number = number.parse().unwrap_or(u8::MAX);
    let of_blue = number.checked_sub(UNITS_MAX as u8);
    let (seat, number) = of_blue.map_or((Seat::Red, number), |it| (Seat::Blue, it));
    match battle.known(seat, number) {
        Ok(id) => Ok(format!("{seat}/{}", key(&battle.recruit(id).name))),
        Err(_) => Err(page.bad(span, format!("{seat} has no unit of this number")).rule("AV-2.1")),
    }
}

/// The number of a leader.
fn leader(
    page: &Page,
    battle: &Battle,
    by: Seat,
    span: Range<usize>,
    typed: &str,
) -> Result<DeValue<'static>, BadFile> {
    let leaders = &battle.setup.armies[by].leaders;
    let names: Vec<_> = leaders.iter().map(|it| key(&it.name)).collect();
    let Some(at) = names.iter().position(|name| name == typed) else {
        let known = format!("{by} has {}", names.join(", "));
        return Err(page.bad(span, "there is no such leader").rule("AV-R23").hint(known));
    };
    Ok(named::toml_number(at as u16))
}

/// A unit without its side, if only one side has one of this key.
fn of_either_side(page: &Page, battle: &Battle, word: &Spanned<String>) -> Result<String, BadFile> {
    let typed = word.get_ref();
    let keys = |seat: Seat| battle.setup.armies[seat].units.iter().map(|unit| key(&unit.name));
    let having: Vec<Seat> =
        Seat::BOTH.into_iter().filter(|&seat| keys(seat).any(|it| it == *typed)).collect();
    match having[..] {
        [seat] => Ok(format!("{seat}/{typed}")),
        [] => {
            let keys: Vec<_> = Seat::BOTH.into_iter().flat_map(keys).collect();
            Err(page.unknown(word, "unit", keys.iter().map(String::as_str)))
        }
        _ => {
            let hint = format!("write `red/{typed}` or `blue/{typed}`");
            Err(page.bad(word.span(), "both sides have a unit of this key").hint(hint))
        }
    }
}
