//! What a call may open: the policy of a room and `.agentignore`, applied to the names that are
//! really opened.

pub(crate) mod agentignore;
pub(crate) mod gate;
