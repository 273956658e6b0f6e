//! Exports spans of reads to a collector of OpenTelemetry, if the feature `export` is on.
//!
//! The feature belongs to this crate, so that tests of the program have it always: a dependency of
//! tests turns it on.

#[cfg(feature = "export")]
mod export;

#[cfg(feature = "export")]
pub use export::SpanExport;

/// What there is in place of an export.
#[cfg(not(feature = "export"))]
pub struct SpanExport;

#[cfg(not(feature = "export"))]
impl SpanExport {
    /// Begins nothing.
    pub fn begin(_: fn(&str)) -> Result<Option<Self>, std::convert::Infallible> {
        Ok(None)
    }
}
