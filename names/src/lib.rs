//! Shared by the component, the policy and hosts, which must agree on path styles, on what may
//! follow a path, on normal forms and on invisible characters. It imports nothing.

#![forbid(unsafe_code)]

mod hidden;
mod needed;
mod normal_form;
mod path_part;
mod path_style;
mod sorting;

pub use hidden::is_hidden;
pub use needed::is_needed;
pub use normal_form::{nfc, nfd};
pub use path_part::{PathPart, split_part};
pub use path_style::{PathStyle, drive};
pub use sorting::sort_by;
