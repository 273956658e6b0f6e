//! The objects of a PDF file.

use crate::cipher::ObjectKey;
use std::rc::Rc;

/// An object. Clones share its content.
#[derive(Clone, Debug, Default)]
pub(crate) enum Object {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Name(Rc<[u8]>),
    String(Rc<[u8]>),
    Array(Rc<[Object]>),
    Dict(Rc<Dict>),
    Stream(Rc<Stream>),
    /// A reference to the object of this number. Generations are ignored.
    Ref(u32),
}

/// A stream: its dictionary, and the byte range of its data in the file.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) dict: Rc<Dict>,
    pub(crate) start: usize,
    pub(crate) length: usize,
    /// `None` if its data are not encrypted.
    pub(crate) key: Option<ObjectKey>,
}

/// A dictionary. If a name is repeated, the first entry counts.
#[derive(Debug, Default)]
pub(crate) struct Dict(Vec<(Rc<[u8]>, Object)>);

impl Dict {
    pub(crate) fn push(&mut self, name: Rc<[u8]>, value: Object) {
        self.0.push((name, value));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Rc<[u8]>, Object)> {
        self.0.iter()
    }

    /// Returns the value of an entry, or null.
    pub(crate) fn get(&self, name: &str) -> Object {
        self.find(name.as_bytes()).cloned().unwrap_or_default()
    }

    pub(crate) fn find(&self, name: &[u8]) -> Option<&Object> {
        self.0.iter().find(|(other, _)| **other == *name).map(|(_, value)| value)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name.as_bytes()).is_some_and(|value| !matches!(value, Object::Null))
    }

    /// Returns whether an entry is this name.
    pub(crate) fn is(&self, name: &str, value: &str) -> bool {
        self.find(name.as_bytes()).and_then(Object::as_name) == Some(value.as_bytes())
    }
}

impl Object {
    pub(crate) fn as_name(&self) -> Option<&[u8]> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn as_string(&self) -> Option<&[u8]> {
        match self {
            Self::String(string) => Some(string),
            _ => None,
        }
    }

    pub(crate) fn as_array(&self) -> Option<&Rc<[Object]>> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Returns a dictionary, or that of a stream.
    pub(crate) fn as_dict(&self) -> Option<&Rc<Dict>> {
        match self {
            Self::Dict(dict) => Some(dict),
            Self::Stream(stream) => Some(&stream.dict),
            _ => None,
        }
    }

    pub(crate) fn as_number(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Real(number) => Some(*number as i64),
            _ => None,
        }
    }

    /// Returns the numbers in an array: those of a matrix, or more.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let array = self.as_array().into_iter().flat_map(|array| array.iter());
        array.take(7).filter_map(Self::as_number).collect()
    }

    /// Returns a number that fits an index or an offset.
    pub(crate) fn as_size(&self) -> Option<usize> {
        self.as_int().and_then(|number| usize::try_from(number).ok())
    }
}
