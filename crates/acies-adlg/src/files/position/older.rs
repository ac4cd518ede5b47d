//! What older files, and people, say of what is pending: `step = "charge"` with its facts beside it, units by their keys
//! without their side. All of it becomes what [`named`] reads.

use std::{borrow::Cow, ops::Range};

use acies_core::{BadFile, Seat, file::Page, named};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

type Value<'a> = Spanned<DeValue<'a>>;

/// A table of which parts are taken and put.
struct Facts<'a> {
    all: DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Facts<'a> {
    fn put(&mut self, name: &str, value: Value<'a>) {
        self.all.insert(Spanned::new(self.span.clone(), Cow::Owned(name.to_owned())), value);
    }

    /// The same value under another name.
    fn rename(&mut self, old: &str, new: &str) {
        if let Some(value) = self.all.remove(old) {
            self.put(new, value);
        }
    }

    /// These values as a table of their own.
    fn nest(&mut self, name: &str, parts: &[(&str, &str)]) {
        let mut nested = Facts { all: DeTable::new(), span: self.span.clone() };
        for &(old, new) in parts {
            if let Some(value) = self.all.remove(old) {
                nested.put(new, value);
            }
        }
        self.put(name, Spanned::new(self.span.clone(), DeValue::Table(nested.all)));
    }

    /// These units as the two parts of an `Each`.
    fn pair(&mut self, name: &str, [red, blue]: [&str; 2]) {
        let empty =
            || Spanned::new(self.span.clone(), DeValue::Array(std::iter::empty().collect()));
        let red = self.all.remove(red).unwrap_or_else(empty);
        let blue = self.all.remove(blue).unwrap_or_else(empty);
        let pair = DeValue::Array([red, blue].into_iter().collect());
        self.put(name, Spanned::new(self.span.clone(), pair));
    }
}

/// Corps and markers are counted from one in files, and from none in battles.
pub(super) fn from_none(page: &Page, part: &mut Value<'_>) -> Result<(), BadFile> {
    let DeValue::Table(frame) = part.get_mut() else { return Ok(()) };
    for (what, field, rule) in [("orders", "corps", "ADLG-R11"), ("ambush", "marker", "ADLG-R31")] {
        let Some(DeValue::Table(facts)) = frame.get_mut(what).map(Spanned::get_mut) else {
            continue;
        };
        let Some(value) = facts.get_mut(field) else { continue };
        let DeValue::Integer(number) = value.get_ref() else { continue };
        let number = number.to_string().parse::<u8>().ok().and_then(|it| it.checked_sub(1));
        let none = || page.bad(value.span(), format!("there is no such {field}")).rule(rule);
        *value.get_mut() = named::toml_number(number.ok_or_else(none)?.into());
    }
    Ok(())
}

/// `step = "run"` and what follows becomes `run = { .. }`. `own` is whose turn it is.
pub(super) fn step(page: &Page, own: Seat, part: &mut Value<'_>) -> Result<(), BadFile> {
    let span = part.span();
    let DeValue::Table(all) = part.get_mut() else { return Ok(()) };
    let Some(step) = all.remove("step") else { return Ok(()) };
    let word = step.get_ref().as_str().unwrap_or_default().to_owned();
    let usual = if matches!(&*word, "engage" | "shooting") { own } else { own.other() };
    let seat = all.remove("seat").unwrap_or_else(|| {
        Spanned::new(span.clone(), DeValue::String(Cow::Owned(usual.to_string())))
    });
    let of = if seat.get_ref().as_str() == Some("red") { Seat::Red } else { Seat::Blue };
    for (name, value) in all.iter_mut() {
        match (&*word, &**name.get_ref()) {
            ("orders", "listed")
            | ("charge", "units" | "to_go")
            | ("engage", "units")
            | ("overrun", "unit") => of_side(own, value),
            ("charge", "waiting" | "evading" | "standing" | "fled" | "initial")
            | ("engage", "waiting")
            | ("overrun", "target") => of_side(own.other(), value),
            ("run" | "engage", "unit") | ("face_about", "units") => of_side(of, value),
            ("run", "units") => of_side(of.other(), value),
            ("overrun", "from") => pose(value),
            _ => {}
        }
    }
    let mut facts = Facts { all: std::mem::take(all), span: span.clone() };
    let value = match &*word {
        "corps" | "pursuit" => None,
        "shooting" => Some(seat),
        "prepare" => Some(facts.all.remove("prepare").ok_or_else(|| {
            let what = "the step has no `prepare`";
            page.bad(span.clone(), what).rule("ADLG-SEQ.1")
        })?),
        _ => {
            match &*word {
                "run" => facts.nest("from", &[("facing", "facing"), ("units", "by")]),
                "engage" if own == Seat::Red => facts.pair("done", ["units", "waiting"]),
                "engage" => facts.pair("done", ["waiting", "units"]),
                "ambush" => facts.put("by", seat),
                "face_about" => facts.put("seat", seat),
                _ => {}
            }
            Some(Spanned::new(span.clone(), DeValue::Table(facts.all)))
        }
    };
    *part = match value {
        None => Spanned::new(span, DeValue::String(Cow::Owned(word))),
        Some(value) => {
            let mut frame = Facts { all: DeTable::new(), span: step.span() };
            frame.put(&word, value);
            Spanned::new(span, DeValue::Table(frame.all))
        }
    };
    Ok(())
}

/// A shot that was announced: `by` says whose.
pub(super) fn shot(part: &mut Value<'_>) {
    let span = part.span();
    let DeValue::Table(all) = part.get_mut() else { return };
    let Some(by) = all.remove("by") else { return };
    let by = if by.get_ref().as_str() == Some("red") { Seat::Red } else { Seat::Blue };
    for (name, value) in all.iter_mut() {
        match &**name.get_ref() {
            "main" | "with" => of_side(by, value),
            "target" => of_side(by.other(), value),
            _ => {}
        }
    }
    let mut facts = Facts { all: std::mem::take(all), span };
    facts.rename("with", "supporters");
    *part.get_mut() = DeValue::Table(facts.all);
}

/// `legion_1` becomes `red/legion_1`.
fn of_side(seat: Seat, value: &mut Value<'_>) {
    match value.get_mut() {
        DeValue::String(key) if !key.contains('/') => {
            let address = named::address(seat, key);
            *value.get_mut() = address;
        }
        DeValue::Array(all) => all.iter_mut().for_each(|it| of_side(seat, it)),
        _ => {}
    }
}

/// `[x, y, facing]` as a pose is written today.
fn pose(value: &mut Value<'_>) {
    let span = value.span();
    let DeValue::Array(numbers) = value.get_ref() else { return };
    let Ok([x, y, facing]) = <[_; 3]>::try_from(numbers.iter().cloned().collect::<Vec<_>>()) else {
        return;
    };
    let mut at = Facts { all: DeTable::new(), span: span.clone() };
    at.put("x", x);
    at.put("y", y);
    let mut pose = Facts { all: DeTable::new(), span: span.clone() };
    pose.put("at", Spanned::new(span.clone(), DeValue::Table(at.all)));
    pose.put("facing", facing);
    *value = Spanned::new(span, DeValue::Table(pose.all));
}
