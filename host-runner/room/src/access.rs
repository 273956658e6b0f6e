//! The access of a call: the policy of a room and `.agentignore`, applied to the paths that are
//! really opened.

pub(crate) mod agentignore;
pub(crate) mod gate;
