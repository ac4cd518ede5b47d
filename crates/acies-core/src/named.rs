//! Plain data in position files, with units by their names: `{ reroll = { unit = "red/legionaries_1" } }`.
//!
//! Types derive serde and know nothing of names. When they are written, an [`Id`] becomes the address of its unit, and a
//! [`UnitSet`] a list of addresses, if it is known whose units they are: of the seat that the same struct has named
//! before, or of each side in an [`Each`](crate::Each). When they are read, every address becomes the number of its unit
//! before serde sees it; errors still point at the word.
//!
//! Where a struct has units by number, or sets of the other side, its fields say so: [`own`], [`enemy`], [`enemies`]. They
//! change nothing in JSON.

use std::{borrow::Cow, sync::LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned, ser};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{
    file::{BadFile, Page},
    seat::Seat,
    units::{Id, UnitSet},
};

/// The names of units.
pub trait Names {
    /// The key of a unit, if there is one of this number.
    fn key(&self, unit: Id) -> Option<String>;

    /// All keys of a side, in the order of their numbers.
    fn keys(&self, seat: Seat) -> Vec<String>;

    /// The word of a ruleset's own for what a field of this name has: `S2` in `area`.
    fn word(&self, _field: &str, _value: &dyn Fn() -> Option<toml::Value>) -> Option<String> {
        None
    }

    /// What such a word stands for.
    fn meant(
        &self,
        _: &Page,
        _field: &str,
        _word: &Spanned<String>,
    ) -> Result<Option<DeValue<'static>>, BadFile> {
        Ok(None)
    }
}

/// Writes a value as TOML on one line.
pub fn write(value: &impl Serialize, names: &dyn Names) -> String {
    write_of(None, value, names)
}

/// The same of a value whose sets have units of this side, if it names no other.
pub fn write_of(of: Option<Seat>, value: &impl Serialize, names: &dyn Names) -> String {
    let mut out = String::new();
    let writer = Writer { out: &mut out, names, of, sides: false };
    value.serialize(writer).expect("plain data can be written");
    out
}

/// Reads a part of a file, whose units have names.
pub fn read<T: DeserializeOwned>(
    page: &Page,
    part: Spanned<DeValue<'_>>,
    names: &dyn Names,
) -> Result<T, BadFile> {
    let mut part = part;
    number(page, "", &mut part, names)?;
    let span = part.span();
    T::deserialize(toml::de::ValueDeserializer::from(part))
        .map_err(|error| page.misread(&error, span))
}

/// What stands at the top of a file under this name.
pub fn part<'a>(page: &Page<'a>, name: &str) -> Option<Spanned<DeValue<'a>>> {
    let mut fields = DeTable::parse(page.text).into_iter().flat_map(Spanned::into_inner);
    fields.find(|(key, _)| key.get_ref() == name).map(|(_, part)| part)
}

/// Each of a list at the top of a file, and where it stands. `renew` first makes of it what is written today, if an older
/// file has it otherwise.
pub fn read_each<T: DeserializeOwned>(
    page: &Page,
    list: &str,
    names: &dyn Names,
    mut renew: impl FnMut(&mut Spanned<DeValue<'_>>) -> Result<(), BadFile>,
) -> Result<Vec<Spanned<T>>, BadFile> {
    let Some(all) = part(page, list) else { return Ok(Vec::new()) };
    let span = all.span();
    let DeValue::Array(parts) = all.into_inner() else {
        return Err(page.bad(span, "expected a list: `[ .. ]`"));
    };
    let each = parts.into_iter().map(|mut part| {
        renew(&mut part)?;
        Ok(Spanned::new(part.span(), read(page, part, names)?))
    });
    each.collect()
}

/// A number as TOML has it, of those that words of files stand for.
pub fn toml_number(number: u16) -> DeValue<'static> {
    static NUMBERS: LazyLock<Vec<String>> =
        LazyLock::new(|| (0..1 << 12).map(|it: u16| it.to_string()).collect());
    DeValue::parse(&NUMBERS[usize::from(number)]).expect("a number").into_inner()
}

/// The address of a unit: `red/velites`.
pub fn address(seat: Seat, key: &str) -> DeValue<'static> {
    DeValue::String(Cow::Owned(format!("{seat}/{key}")))
}

/// For a set with units of the other side than the unit or seat that its struct names:
/// `#[serde(serialize_with = "named::enemies")]`.
pub fn enemies<S: Serializer>(units: &UnitSet, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_newtype_struct("Enemies", units)
}

/// For what people count from one, where there are names: `#[serde(serialize_with = "named::from_one")]`. Who reads such a
/// file takes the one off again.
pub fn from_one<S: Serializer>(number: &u8, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_newtype_struct("FromOne", number)
}

/// For the number of a unit of the side that its struct is of: `#[serde(with = "named::own")]`.
pub mod own {
    use super::{Deserialize, Deserializer, Id, Serializer};

    /// By its name where there are names.
    pub fn serialize<S: Serializer>(number: &u8, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct("Own", number)
    }

    /// The number, whatever the side.
    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<u8, D::Error> {
        Ok(Id::deserialize(from)?.number())
    }
}

/// For the number of a unit of the other side: `#[serde(with = "named::enemy")]`.
pub mod enemy {
    use super::Serializer;

    pub use super::own::deserialize;

    /// By its name where there are names.
    pub fn serialize<S: Serializer>(number: &u8, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct("Enemy", number)
    }
}

/// Puts numbers in the place of addresses.
fn number(
    page: &Page,
    field: &str,
    part: &mut Spanned<DeValue<'_>>,
    names: &dyn Names,
) -> Result<(), BadFile> {
    let span = part.span();
    match part.get_mut() {
        DeValue::String(text) => {
            let Some((side, key)) = text.split_once('/') else {
                let word = Spanned::new(span, text.to_string());
                if let Some(meant) = names.meant(page, field, &word)? {
                    *part.get_mut() = meant;
                }
                return Ok(());
            };
            let seat = match side {
                "red" => Seat::Red,
                "blue" => Seat::Blue,
                _ => return Ok(()),
            };
            let keys = names.keys(seat);
            let Some(at) = keys.iter().position(|known| known == key) else {
                let word = Spanned::new(span, key.to_owned());
                return Err(page.unknown(&word, "unit", keys.iter().map(String::as_str)));
            };
            *part.get_mut() = toml_number(u8::from(Id::new(seat, at as u8)).into());
            Ok(())
        }
        DeValue::Array(all) => all.iter_mut().try_for_each(|it| number(page, field, it, names)),
        DeValue::Table(all) => {
            all.iter_mut().try_for_each(|(field, it)| number(page, field.get_ref(), it, names))
        }
        _ => Ok(()),
    }
}

/// Writes inline TOML.
struct Writer<'a> {
    out: &'a mut String,
    names: &'a dyn Names,
    /// Whose units a set has.
    of: Option<Seat>,
    /// Whether the two parts of what comes are Red's and Blue's.
    sides: bool,
}

/// Whose unit or seat was written, if it was one.
type Whose = Option<Seat>;
type Written = Result<Whose, NotPlain>;

/// A value that no line of a file can hold.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotPlain(String);

impl ser::Error for NotPlain {
    fn custom<T: std::fmt::Display>(what: T) -> Self {
        NotPlain(what.to_string())
    }
}

/// A list or a table that is being written.
struct Parts<'a> {
    writer: Writer<'a>,
    close: &'static str,
    first: bool,
}

impl<'a> Writer<'a> {
    fn put(self, text: impl std::fmt::Display) -> Written {
        use std::fmt::Write;
        write!(self.out, "{text}").map_err(|error| NotPlain(error.to_string()))?;
        Ok(None)
    }

    fn open(self, open: &str, close: &'static str) -> Parts<'a> {
        self.out.push_str(open);
        Parts { writer: self, close, first: true }
    }

    /// A number in a newtype that serde has named, as that type.
    fn unit(self, id: Id) -> Written {
        match self.names.key(id) {
            Some(key) => self.serialize_str(&format!("{}/{key}", id.seat()))?,
            None => self.put(u8::from(id))?,
        };
        Ok(Some(id.seat()))
    }
}

impl Parts<'_> {
    fn part(
        &mut self,
        name: Option<&str>,
        value: &(impl Serialize + ?Sized),
    ) -> Result<(), NotPlain> {
        let before = self.writer.out.len();
        if !self.first {
            self.writer.out.push_str(", ");
        }
        if let Some(name) = name {
            self.writer.out.push_str(name);
            self.writer.out.push_str(" = ");
        }
        let start = self.writer.out.len();
        let of = match (self.writer.sides, self.first) {
            (true, true) => Some(Seat::Red),
            (true, false) => Some(Seat::Blue),
            (false, _) => self.writer.of,
        };
        let Writer { out, names, .. } = &mut self.writer;
        let word = name.and_then(|name| names.word(name, &|| toml::Value::try_from(value).ok()));
        if let Some(word) = word {
            out.push_str(&crate::file::toml_string(&word));
            self.first = false;
            return Ok(());
        }
        let whose = value.serialize(Writer { out, names: *names, of, sides: false })?;
        if self.writer.out.len() == start {
            // Nothing is left out.
            self.writer.out.truncate(before);
        } else {
            self.first = false;
            self.writer.of = whose.or(self.writer.of);
        }
        Ok(())
    }

    fn done(self) -> Whose {
        self.writer.out.push_str(self.close);
        None
    }
}

macro_rules! plain {
    ($($fun:ident: $ty:ty),*) => { $(fn $fun(self, v: $ty) -> Written { self.put(v) })* };
}

impl<'a> Serializer for Writer<'a> {
    type Ok = Whose;
    type Error = NotPlain;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    plain! { serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
    serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64 }

    fn serialize_f32(self, v: f32) -> Written {
        self.put(toml::Value::Float(v.into()))
    }

    fn serialize_f64(self, v: f64) -> Written {
        self.put(toml::Value::Float(v))
    }

    fn serialize_char(self, v: char) -> Written {
        self.serialize_str(&v.to_string())
    }

    fn serialize_str(self, v: &str) -> Written {
        self.put(crate::file::toml_string(v))
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        Err(ser::Error::custom("bytes"))
    }

    fn serialize_none(self) -> Written {
        Ok(None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, v: &T) -> Written {
        v.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(None)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(None)
    }

    fn serialize_unit_variant(self, name: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)?;
        Ok(Seat::BOTH.into_iter().find(|seat| name == "Seat" && seat.to_string() == variant))
    }

    /// Where names come in: serde says the name of a type that holds one value.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, v: &T) -> Written {
        match (name, self.of) {
            ("Id", _) => self.unit(number_in(v)?),
            ("UnitSet", Some(seat)) => {
                let units: UnitSet = number_in(v)?;
                units.ids(seat).collect::<Vec<_>>().serialize(self)
            }
            ("FromOne", _) => self.put(1 + number_in::<u8>(v)?),
            ("Enemies", Some(seat)) => v.serialize(Writer { of: Some(seat.other()), ..self }),
            ("Own", Some(seat)) => self.unit(Id::new(seat, number_in(v)?)),
            ("Enemy", Some(seat)) => {
                self.unit(Id::new(seat.other(), number_in(v)?))?;
                Ok(None)
            }
            ("Each", _) => v.serialize(Writer { sides: true, ..self }),
            _ => v.serialize(self),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        v: &T,
    ) -> Written {
        let mut parts = self.open("{ ", " }");
        parts.part(Some(variant), v)?;
        Ok(parts.done())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, NotPlain> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, NotPlain> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, NotPlain> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, NotPlain> {
        Err(ser::Error::custom("a variant holds one type"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, NotPlain> {
        Err(ser::Error::custom("a map"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, NotPlain> {
        Ok(self.open("{ ", " }"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, NotPlain> {
        self.out.push_str("{ ");
        self.out.push_str(variant);
        Ok(self.open(" = { ", " } }"))
    }
}

/// The number that serde finds in a newtype, as that type again: a serializer sees no more of it than its name.
fn number_in<T: DeserializeOwned>(value: &(impl Serialize + ?Sized)) -> Result<T, NotPlain> {
    let number = serde_json::to_value(value).map_err(ser::Error::custom)?;
    serde_json::from_value(number).map_err(ser::Error::custom)
}

macro_rules! parts {
    ($($Trait:ident $fun:ident),*) => { $(impl ser::$Trait for Parts<'_> {
        type Ok = Whose;
        type Error = NotPlain;

        fn $fun<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotPlain> {
            self.part(None, value)
        }

        fn end(self) -> Written {
            Ok(self.done())
        }
    })* };
}

macro_rules! fields {
    ($($Trait:ident),*) => { $(impl ser::$Trait for Parts<'_> {
        type Ok = Whose;
        type Error = NotPlain;

        fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), NotPlain> {
            self.part(Some(name), value)
        }

        fn end(self) -> Written {
            Ok(self.done())
        }
    })* };
}

parts! { SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
SerializeTupleVariant serialize_field }
fields! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Parts<'_> {
    type Ok = Whose;
    type Error = NotPlain;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), NotPlain> {
        unreachable!("maps are refused")
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), NotPlain> {
        unreachable!("maps are refused")
    }

    fn end(self) -> Written {
        Ok(self.done())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Each;

    struct Two;

    impl Names for Two {
        fn key(&self, unit: Id) -> Option<String> {
            self.keys(unit.seat()).into_iter().nth(unit.number().into())
        }

        fn keys(&self, seat: Seat) -> Vec<String> {
            let keys: &[&str] = match seat {
                Seat::Red => &["hastati", "velites"],
                Seat::Blue => &["gauls", "chariots", "slingers"],
            };
            keys.iter().map(ToString::to_string).collect()
        }
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Frame {
        Begin,
        Orders(Seat),
        React {
            unit: Id,
            charger: Option<Id>,
            supports: UnitSet,
        },
        Moved {
            of: Seat,
            units: UnitSet,
            ud: f64,
        },
        Both(Each<UnitSet>),
        Pursued {
            #[serde(with = "enemy")]
            target: u8,
            #[serde(with = "own")]
            unit: u8,
            #[serde(serialize_with = "enemies")]
            seen: UnitSet,
        },
    }

    fn frames(text: &str) -> Result<Vec<Frame>, BadFile> {
        let page = Page { file: "it.toml", text };
        let file = toml::de::DeTable::parse(text).expect("it is TOML").into_inner();
        let stack = file.into_iter().next().expect("it has a stack").1;
        read(&page, stack, &Two)
    }

    #[test]
    fn units_are_written_by_name_and_read_again() {
        let blue = |number| Id::new(Seat::Blue, number);
        let supports = [1, 2].into_iter().collect();
        let all = vec![
            Frame::Begin,
            Frame::Orders(Seat::Red),
            Frame::React {
                unit: blue(0),
                charger: Some(Id::new(Seat::Red, 1)),
                supports: UnitSet::one(0),
            },
            Frame::React { unit: blue(9), charger: None, supports },
            Frame::Moved { of: Seat::Red, units: UnitSet::one(1), ud: 3.0 },
            Frame::Both(Each([UnitSet::one(0), supports])),
        ];
        let text: Vec<_> = all.iter().map(|frame| write(frame, &Two)).collect();
        assert_eq!(
            text,
            [
                r#""begin""#,
                r#"{ orders = "red" }"#,
                r#"{ react = { unit = "blue/gauls", charger = "red/velites", supports = ["red/hastati"] } }"#,
                r#"{ react = { unit = 73, supports = ["blue/chariots", "blue/slingers"] } }"#,
                r#"{ moved = { of = "red", units = ["red/velites"], ud = 3.0 } }"#,
                r#"{ both = [["red/hastati"], ["blue/chariots", "blue/slingers"]] }"#,
            ]
        );
        assert_eq!(frames(&format!("stack = [{}]", text.join(", "))).unwrap(), all);
        let hit = write_of(Some(Seat::Blue), &(UnitSet::one(1), 7), &Two);
        assert_eq!(hit, r#"[["blue/chariots"], 7]"#);
        // Numbers of older files.
        let old = r#"stack = [{ moved = { of = "red", units = 2, ud = 3.0 } }]"#;
        assert_eq!(frames(old).unwrap(), all[4..5]);
    }

    #[test]
    fn units_of_the_other_side_have_its_names() {
        let pursued = Frame::Pursued { target: 1, unit: 2, seen: UnitSet::one(0) };
        let text = write_of(Some(Seat::Blue), &pursued, &Two);
        assert_eq!(
            text,
            r#"{ pursued = { target = "red/velites", unit = "blue/slingers", seen = ["red/hastati"] } }"#
        );
        let json = serde_json::to_string(&pursued).unwrap();
        assert_eq!(json, r#"{"pursued":{"target":1,"unit":2,"seen":1}}"#);
        assert_eq!(serde_json::from_str::<Frame>(&json).unwrap(), pursued);
        assert_eq!(frames(&format!("stack = [{text}]")).unwrap(), [pursued]);
    }

    #[test]
    fn errors_point_at_the_word() {
        let text = "stack = [\n  { react = { unit = \"blue/gaul\", supports = [] } }]";
        let bad = frames(text).unwrap_err();
        assert_eq!((bad.line(), bad.column()), (2, 22));
        assert_eq!(bad.to_string(), "unknown unit `gaul`");
        assert_eq!(bad.hint.as_deref(), Some("did you mean `gauls`?"));
        let bad = frames("stack = [\n  { raect = 1 }]").unwrap_err();
        assert_eq!((bad.line(), bad.hint.as_deref()), (2, Some("did you mean `react`?")));
    }
}
