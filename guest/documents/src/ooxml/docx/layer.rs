//! A table, a cell or a text box.

use crate::color::Paint;
use crate::look::Look;

/// A table, a cell or a text box.
#[derive(Clone, Copy, Default)]
pub(super) struct Layer {
    /// The number of columns that the cell spans, and of those after the last cell of a row.
    pub(super) columns: u64,
    pub(super) columns_after: u64,
    pub(super) ground: Paint,
    /// The look that the style of the table gives.
    pub(super) look: Look,
    pub(super) is_hidden: bool,
    /// Whether it is a cell that is tracked as deleted.
    pub(super) is_deleted: bool,
}
