// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
//! Every answer of the contract, and every enum.

use super::types::*;
use crate::json::{enumeration, record, variant};

record!(Page { body, [next_line], size, (links) });
variant!(Body {
    Blank() = "blank",
    OneLine(one_line) = "one-line",
    Lines(lines) = "lines",
    Table(..) = "table",
});
record!(Table { rows, has_heading });
record!(PageError { code });
enumeration!(ErrorCode { NotFound = "not-found", Other = "other" });
