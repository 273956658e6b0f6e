//! Writes answers as JSON, by the rules of `docs/json.md`. The macros are given the contract by
//! `tables.rs`.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A record, whose members can stand beside those of another object.
pub(super) trait Members {
    fn members<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error>;
}

/// Writes a record as an object. Members in brackets are left out if they are absent; one in
/// parentheses is a list of results.
macro_rules! record {
    ($name:ident { $($member:tt),* $(,)? }) => {
        impl $crate::contract::to_json::Members for $name {
            fn members<M: serde::ser::SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
                $($crate::contract::to_json::member!(self, to, $member);)*
                Ok(())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let mut object = to.serialize_map(None)?;
                $crate::contract::to_json::Members::members(self, &mut object)?;
                serde::ser::SerializeMap::end(object)
            }
        }
    };
}

macro_rules! member {
    ($record:ident, $to:ident, [$member:ident]) => {
        if let Some(value) = &$record.$member {
            $to.serialize_entry(stringify!($member), value)?;
        }
    };
    ($record:ident, $to:ident, ($member:ident)) => {
        $to.serialize_entry(
            stringify!($member),
            &$crate::contract::to_json::Results(&$record.$member),
        )?;
    };
    ($record:ident, $to:ident, $member:ident) => {
        $to.serialize_entry(stringify!($member), &$record.$member)?;
    };
}

/// Writes a variant as an object with the member `kind`, and beside it the members of a record
/// (`..`) or one member.
macro_rules! variant {
    ($name:ident { $($case:ident $payload:tt = $kind:literal),* $(,)? }) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let mut object = to.serialize_map(None)?;
                $($crate::contract::to_json::case!(self, object, $case $payload = $kind);)*
                object.end()
            }
        }
    };
}

macro_rules! case {
    ($variant:ident, $to:ident, $case:ident () = $kind:literal) => {
        if let Self::$case = $variant {
            $to.serialize_entry("kind", $kind)?;
        }
    };
    ($variant:ident, $to:ident, $case:ident (..) = $kind:literal) => {
        if let Self::$case(value) = $variant {
            $to.serialize_entry("kind", $kind)?;
            $crate::contract::to_json::Members::members(value, &mut $to)?;
        }
    };
    ($variant:ident, $to:ident, $case:ident ($member:ident) = $kind:literal) => {
        if let Self::$case(value) = $variant {
            $to.serialize_entry("kind", $kind)?;
            $to.serialize_entry(stringify!($member), value)?;
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
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
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
    };
}

pub(super) use {case, enumeration, member, record, variant};

/// Results in a list: each is its value, or `{"error": …}`.
pub(super) struct Results<'a, T, E>(pub(super) &'a [Result<T, E>]);

impl<T: Serialize, E: Serialize> Serialize for Results<'_, T, E> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(ValueOrError))
    }
}

struct ValueOrError<'a, T, E>(&'a Result<T, E>);

impl<T: Serialize, E: Serialize> Serialize for ValueOrError<'_, T, E> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Ok(value) => value.serialize(to),
            Err(error) => {
                let mut object = to.serialize_map(Some(1))?;
                object.serialize_entry("error", error)?;
                object.end()
            }
        }
    }
}
