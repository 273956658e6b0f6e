//! Writes answers as JSON, by the rules of `docs/json.md`. The macros are given the contract by
//! `generated/tables.rs`.

use crate::{ReadError, Refusal};
use serde::ser::{Serialize, SerializeMap, SerializeSeq as _, Serializer};
use std::fmt;

/// What JSON is written to.
pub trait JsonOutput {
    /// Adds JSON as it is.
    fn raw(&mut self, json: &str) -> fmt::Result;

    /// Adds a string, with what has to be escaped in it.
    fn string(&mut self, text: &str) -> fmt::Result;
}

/// A value that can be written as JSON.
pub trait WriteJson {
    /// Writes it on one line.
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result;
}

impl WriteJson for bool {
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result {
        to.raw(if *self { "true" } else { "false" })
    }
}

impl WriteJson for u32 {
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result {
        u64::from(*self).write_json(to)
    }
}

impl WriteJson for u64 {
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result {
        to.raw(&self.to_string())
    }
}

impl WriteJson for str {
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result {
        to.string(self)
    }
}

impl WriteJson for String {
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result {
        to.string(self)
    }
}

impl<T: WriteJson> WriteJson for Vec<T> {
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result {
        write_list(self, to, T::write_json)
    }
}

fn write_list<T>(
    items: &[T],
    to: &mut dyn JsonOutput,
    write: impl Fn(&T, &mut dyn JsonOutput) -> fmt::Result,
) -> fmt::Result {
    to.raw("[")?;
    for (index, item) in items.iter().enumerate() {
        to.raw(if index == 0 { "" } else { "," })?;
        write(item, to)?;
    }
    to.raw("]")
}

/// An object that is being written, entry by entry.
pub(crate) struct Object<'a> {
    to: &'a mut dyn JsonOutput,
    before: &'static str,
}

/// Where the members of a record go.
pub(crate) trait Entries {
    type Error;

    fn entry<T: Value + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Self::Error>;
}

impl Entries for Object<'_> {
    type Error = fmt::Error;

    fn entry<T: Value + ?Sized>(&mut self, name: &'static str, value: &T) -> fmt::Result {
        self.to.raw(self.before)?;
        self.to.raw(name)?;
        self.to.raw("\":")?;
        self.before = ",\"";
        value.write_json(self.to)
    }
}

/// The entries of an object that serde writes.
pub(crate) struct SerdeEntries<'a, M>(pub(crate) &'a mut M);

impl<M: SerializeMap> Entries for SerdeEntries<'_, M> {
    type Error = M::Error;

    fn entry<T: Value + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }
}

/// A value in both forms.
pub(crate) trait Value: Serialize + WriteJson {}
impl<T: Serialize + WriteJson + ?Sized> Value for T {}

/// A value that is written as an object.
pub(crate) trait Members {
    fn members<E: Entries>(&self, to: &mut E) -> Result<(), E::Error>;
}

pub(crate) fn write_object(value: &impl Members, to: &mut dyn JsonOutput) -> fmt::Result {
    let mut object = Object { to, before: "{\"" };
    value.members(&mut object)?;
    object.to.raw("}")
}

pub(crate) fn serialize_object<S: Serializer>(
    value: &impl Members,
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(None)?;
    value.members(&mut SerdeEntries(&mut object))?;
    object.end()
}

/// Results in a list: each is its value, or `{"error": …}`.
pub(crate) struct Results<'a, T>(pub(crate) &'a [Result<T, ReadError>]);

impl<T: Value> Serialize for Results<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(self.0.len()))?;
        for result in self.0 {
            match result {
                Ok(value) => list.serialize_element(value)?,
                Err(error) => list.serialize_element(&Refusal(error))?,
            }
        }
        list.end()
    }
}

impl<T: WriteJson> WriteJson for Results<'_, T> {
    fn write_json(&self, to: &mut dyn JsonOutput) -> fmt::Result {
        write_list(self.0, to, |result, to| match result {
            Ok(value) => value.write_json(to),
            Err(error) => write_object(&Refusal(error), to),
        })
    }
}

/// Writes a record as an object. Members in brackets are left out if they are absent; one in
/// parentheses is a list of results.
macro_rules! record {
    ($name:ident { $($member:tt),* $(,)? }) => {
        impl $crate::json::Members for $name {
            fn members<E: $crate::json::Entries>(&self, to: &mut E) -> Result<(), E::Error> {
                $($crate::json::member!(self, to, $member);)*
                Ok(())
            }
        }

        $crate::json::object!($name);

        impl $crate::HeapSize for $name {
            fn heap_size(&self) -> usize {
                0 $(+ $crate::json::member!(self, $member))*
            }
        }
    };
}

macro_rules! object {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::json::serialize_object(self, to)
            }
        }

        impl $crate::WriteJson for $name {
            fn write_json(&self, to: &mut dyn $crate::JsonOutput) -> std::fmt::Result {
                $crate::json::write_object(self, to)
            }
        }
    };
}

macro_rules! member {
    ($record:ident, [$member:ident]) => {
        $crate::HeapSize::heap_size(&$record.$member)
    };
    ($record:ident, ($member:ident)) => {
        $crate::HeapSize::heap_size(&$record.$member)
    };
    ($record:ident, $member:ident) => {
        $crate::HeapSize::heap_size(&$record.$member)
    };
    ($record:ident, $to:ident, [$member:ident]) => {
        if let Some(value) = &$record.$member {
            $to.entry(stringify!($member), value)?;
        }
    };
    ($record:ident, $to:ident, ($member:ident)) => {
        $to.entry(stringify!($member), &$crate::json::Results(&$record.$member))?;
    };
    ($record:ident, $to:ident, $member:ident) => {
        $to.entry(stringify!($member), &$record.$member)?;
    };
}

/// Writes a variant as an object with the member `kind`, and next to it the members of a record
/// (`..`) or one member.
macro_rules! variant {
    ($name:ident { $($case:ident $payload:tt = $kind:literal),* $(,)? }) => {
        impl $crate::json::Members for $name {
            fn members<E: $crate::json::Entries>(&self, to: &mut E) -> Result<(), E::Error> {
                $($crate::json::case!(self, to, $case $payload = $kind);)*
                Ok(())
            }
        }

        $crate::json::object!($name);

        impl $crate::HeapSize for $name {
            fn heap_size(&self) -> usize {
                0 $(+ $crate::json::case!(self, $case $payload))*
            }
        }
    };
}

macro_rules! case {
    ($variant:ident, $case:ident ()) => {
        0
    };
    ($variant:ident, $case:ident $payload:tt) => {
        match $variant {
            Self::$case(value) => $crate::HeapSize::heap_size(value),
            _ => 0,
        }
    };
    ($variant:ident, $to:ident, $case:ident () = $kind:literal) => {
        if let Self::$case = $variant {
            $to.entry("kind", $kind)?;
        }
    };
    ($variant:ident, $to:ident, $case:ident (..) = $kind:literal) => {
        if let Self::$case(value) = $variant {
            $to.entry("kind", $kind)?;
            $crate::json::Members::members(value, $to)?;
        }
    };
    ($variant:ident, $to:ident, $case:ident ($member:ident) = $kind:literal) => {
        if let Self::$case(value) = $variant {
            $to.entry("kind", $kind)?;
            $to.entry(stringify!($member), value)?;
        }
    };
}

/// Writes a case of an enum as its name, and reads it again.
macro_rules! enumeration {
    ($name:ident { $($case:ident = $text:literal),* $(,)? }) => {
        impl $name {
            /// All cases, in the order of the contract.
            pub const ALL: &'static [Self] = &[$(Self::$case),*];

            /// Returns its name in the contract, which is also its name in JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$case => $text,)*
                }
            }

            /// Returns the case with a number, as the bindings of a component call it.
            #[doc(hidden)]
            #[expect(clippy::indexing_slicing, reason = "a host passes no other numbers")]
            pub fn _lift(number: u8) -> Self {
                Self::ALL[usize::from(number)]
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl $crate::WriteJson for $name {
            fn write_json(&self, to: &mut dyn $crate::JsonOutput) -> std::fmt::Result {
                to.string(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                Self::ALL.iter().copied().find(|case| case.name() == text).ok_or_else(|| {
                    serde::de::Error::unknown_variant(&text, &[$($text),*])
                })
            }
        }

        impl $crate::HeapSize for $name {
            fn heap_size(&self) -> usize {
                0
            }
        }
    };
}

pub(super) use {case, enumeration, member, object, record, variant};
