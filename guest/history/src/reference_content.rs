//! The content of a reference, in a file or in a table.

use crate::object_id::ObjectId;

/// The content of a reference, in a file or a table: an object, or the name of another reference.
pub(crate) enum Content {
    Object(ObjectId),
    Symbolic(String),
}
