//! A server of lines: they are read within a bound, served by the thread that has read them, and
//! written whole.
//!
//! The protocol of this crate and MCP over standard input and output are both served this way.

mod backlog;
mod output;
mod reader;
mod threads;

pub use output::Output;
pub use reader::has_no_reader;
use std::io::{self, BufRead, Read};
pub use threads::run;

/// The maximum length of what is kept of the end of a line that is cut.
const MAX_END: usize = 256;

/// A line of the input, without its line feed.
pub struct InputLine {
    /// The bytes of the line; its beginning if it is cut.
    pub bytes: Vec<u8>,
    /// Whether the line was longer than it may be.
    pub is_cut: bool,
    /// The last bytes of a line that is cut.
    pub end: Vec<u8>,
}

/// Handles lines and serves requests.
pub trait LineServer: Send + Sync + 'static {
    /// What [`LineServer::answer`] serves.
    type Request: Send;

    /// The maximum length of a line in bytes.
    const MAX_LINE: usize;

    /// Returns where answers are written. Nothing is read while much waits there.
    fn output(&self) -> &Output;

    /// Handles a line, in the order of the input. Returns a request that is to be served.
    fn accept(&self, line: InputLine) -> Option<Self::Request>;

    /// Serves a request, on a thread that may block, and writes its answer.
    fn answer(&self, request: Self::Request);

    /// Notes the end of the input. Requests are still served.
    fn input_ended(&self) {}
}

/// Reads the next line, of which at most `max` bytes are kept. The last one may lack a line feed.
/// Returns `None` at the end of the input.
pub fn next_line(input: &mut impl BufRead, max: usize) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    if input.take(max as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_cut = bytes.pop_if(|byte| *byte == b'\n').is_none() && bytes.len() > max;
    let mut end = Vec::new();
    let mut has_ended = !is_cut;
    while !has_ended {
        let next = input.by_ref().take(MAX_END as u64).read_until(b'\n', &mut end)?;
        has_ended = next < MAX_END || end.ends_with(b"\n");
        let excess = end.len().saturating_sub(MAX_END);
        end.drain(..excess);
    }
    Ok(Some(InputLine { bytes, is_cut, end }))
}

#[cfg(test)]
mod tests {
    use super::next_line;

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_cut() {
        let (longest, longer) = ("x".repeat(9), "x".repeat(10));
        let text = format!("one\n\n{longest}\n{longer}\n{longer}{longer}\nlast");
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 9).unwrap() {
            lines.push((line.bytes.len(), line.is_cut));
        }
        let cut = (10, true);
        assert_eq!(lines, [(3, false), (0, false), (9, false), cut, cut, (4, false)]);
    }
}
