//! The ways in which a pattern may be understood.

/// How what was found equals what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// As it is written.
    Exact,
    /// The names contain the wanted one.
    Part,
    /// As a name after that of its module or type.
    After,
    /// The names are not known to be inside of what the wanted one is in.
    Elsewhere,
    /// The names are nearly the wanted one.
    Near,
    /// As plain text: as a regular expression it matches no line, or every line.
    Literal,
    /// As an expression in which `()` is text.
    Call,
    /// As it is written, but in any case.
    AnyCase,
    /// As documents write numbers and formulas.
    Written,
    /// As it is written, in hidden files: no other has it.
    Hidden,
    /// As words that may be broken over lines.
    AcrossLines,
    /// As it is written; there was no time to look for all of such words.
    WithinLines,
}
