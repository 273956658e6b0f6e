//! Writes records of the contract as JSON objects.

use crate::shared::json::{Json, Members};

/// Returns an array of encoded items.
pub(super) fn list<'a, T>(items: &'a [T], item: impl Fn(&'a T) -> Json<'a>) -> Json<'a> {
    Json::List(items.iter().map(item).collect())
}

/// A record of the contract, built member by member.
pub(super) struct Record<'a>(Members<'a>);

impl<'a> Record<'a> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns a record for a case of a variant.
    pub(super) fn of_kind(kind: &'static str) -> Self {
        Self::new().text("kind", kind)
    }

    pub(super) fn member(mut self, name: &'static str, value: Json<'a>) -> Self {
        self.0.push((name.into(), value));
        self
    }

    pub(super) fn member_if(self, name: &'static str, value: Option<Json<'a>>) -> Self {
        match value {
            Some(value) => self.member(name, value),
            None => self,
        }
    }

    pub(super) fn text(self, name: &'static str, text: &'a str) -> Self {
        self.member(name, Json::text(text))
    }

    /// Returns the number of characters written.
    pub(super) fn large(self, name: &'static str, number: u64) -> Self {
        self.member(name, Json::number(number))
    }

    pub(super) fn large_if(self, name: &'static str, number: Option<u64>) -> Self {
        self.member_if(name, number.map(Json::number))
    }

    /// Adds a number of 32 bits: one that is too large is given as the largest.
    pub(super) fn number(self, name: &'static str, number: u64) -> Self {
        self.large(name, number.min(u32::MAX.into()))
    }

    pub(super) fn number_if(self, name: &'static str, number: Option<u64>) -> Self {
        self.large_if(name, number.map(|number| number.min(u32::MAX.into())))
    }
}

impl<'a> From<Record<'a>> for Json<'a> {
    fn from(record: Record<'a>) -> Self {
        Self::Object(record.0)
    }
}
