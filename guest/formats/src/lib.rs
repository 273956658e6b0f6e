//! What is in a file of a format that people do not read as text: bytes in, facts out.
//!
//! [`notebook()`] takes a Jupyter notebook apart into cells. [`pdf()`] says how many pages a PDF has; its text is not
//! read.
//!
//! The bytes come from anybody. No input makes these functions panic; what they read, keep and spend is bounded by
//! constants, which are listed with them.

mod notebook;
mod pdf;

pub use notebook::{
    Cell, CellKind, Media, Notebook, NotebookError, NotebookLimits, Output, OutputKind, notebook,
};
pub use pdf::{MAX_READ_BYTES, MAX_READS, Pdf, PdfError, Version, pdf};
