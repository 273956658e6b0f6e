//! What the crate `readroom-contract` writes.

pub(crate) mod limits;
