//! Plain data in position files, with units by their names: `{ reroll = { unit = "red/legionaries_1" } }`.
//!
//! Types derive serde and know nothing of names. When they are written, an [`Id`] becomes the address of its unit, and a
//! [`UnitSet`] a list of addresses, if it is known whose units they are: of the seat that the same struct has named
//! before, or of each side in an [`Each`](crate::Each). When they are read, every address becomes the number of its unit
//! before serde sees it; errors still point at the word.

use serde::{Serialize, Serializer, de::DeserializeOwned, ser};
use toml::{Spanned, de::DeValue};

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
    number(page, &mut part, names)?;
    let span = part.span();
    T::deserialize(toml::de::ValueDeserializer::from(part))
        .map_err(|error| page.misread(&error, span))
}

/// Puts numbers in the place of addresses.
fn number(page: &Page, part: &mut Spanned<DeValue<'_>>, names: &dyn Names) -> Result<(), BadFile> {
    let span = part.span();
    match part.get_mut() {
        DeValue::String(text) => {
            let Some((side, key)) = text.split_once('/') else { return Ok(()) };
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
            let id = Id::new(seat, at as u8);
            *part.get_mut() =
                DeValue::parse(&NUMBERS[usize::from(id)]).expect("a number").into_inner();
            Ok(())
        }
        DeValue::Array(all) => all.iter_mut().try_for_each(|it| number(page, it, names)),
        DeValue::Table(all) => all.iter_mut().try_for_each(|(_, it)| number(page, it, names)),
        _ => Ok(()),
    }
}

/// Numbers as TOML has them.
static NUMBERS: std::sync::LazyLock<Vec<String>> =
    std::sync::LazyLock::new(|| (0..=u8::MAX).map(|it| it.to_string()).collect());

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
    use serde::Deserialize;

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
        React { unit: Id, charger: Option<Id>, supports: UnitSet },
        Moved { of: Seat, units: UnitSet, ud: f64 },
        Both(Each<UnitSet>),
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
