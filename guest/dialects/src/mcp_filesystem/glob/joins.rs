//! Which groups are joined with the groups that they are in.

/// For each kind of group, the kinds of groups that may be joined with it.
pub(super) type Joins = [(u8, &'static [u8]); 5];

pub(super) const JOINED: Joins =
    [(b'!', b"@"), (b'?', b"?@"), (b'@', b"@"), (b'*', b"*+?@"), (b'+', b"+@")];

/// The same if an empty alternative is added.
pub(super) const JOINED_WITH_EMPTY: Joins =
    [(b'!', b"?"), (b'?', b""), (b'@', b"?"), (b'*', b""), (b'+', b"?*")];

/// The same for both.
pub(super) const JOINED_OR_EMPTY: Joins =
    [(b'!', b"?@"), (b'?', b"?@"), (b'@', b"?@"), (b'*', b"*+?@"), (b'+', b"+@?*")];

pub(super) fn joins(outer: Option<u8>, inner: u8, table: &Joins) -> bool {
    table.iter().any(|(kind, joined)| outer == Some(*kind) && joined.contains(&inner))
}

/// A group, the only group in it, and what both together are.
pub(super) const REPLACED: [(u8, u8, u8); 10] = [
    (b'!', b'!', b'@'),
    (b'?', b'*', b'*'),
    (b'?', b'+', b'*'),
    (b'@', b'!', b'!'),
    (b'@', b'?', b'?'),
    (b'@', b'@', b'@'),
    (b'@', b'*', b'*'),
    (b'@', b'+', b'+'),
    (b'+', b'?', b'*'),
    (b'+', b'*', b'*'),
];
