//! Keeps many lines at once.

use super::{Phase, Window};
use crate::{BreakCost, Breaks, Counted};

impl Window<'_> {
    /// Keeps the leading lines that can be kept unchanged: whole, far from every cap, and not the
    /// last requested ones. Returns the rest, from which [`Window::keep`] takes the next line.
    ///
    /// A fast path for many lines at once: most of the time of a read is spent here.
    pub(super) fn keep_whole_lines<'t>(&mut self, text: &'t str) -> &'t str {
        let at_line_start = !self.line_begun && !self.held_return && !self.output.cut;
        if self.phase != Phase::Inside || !at_line_start || self.rules.columns_before > 0 {
            return text;
        }
        let max_lines = self.rules.max_lines.unwrap_or(u64::MAX).min(self.max_lines);
        let wanted = max_lines.saturating_sub(self.output.lines + 1);
        // No line has more characters than bytes, in any unit.
        let longest = match self.rules.line_cap {
            None => Some(usize::MAX),
            Some(cap) if cap.counts == Counted::Whole => {
                (cap.max as usize).checked_sub("\r\n".len())
            }
            Some(cap) => Some(cap.max as usize),
        };
        let Some(longest) = longest else { return text };
        let break_cost = u64::from(self.rules.byte_cap.breaks == BreakCost::EachBreak);
        let universal = self.rules.breaks == Breaks::Universal;
        let bytes = text.as_bytes();
        let (mut begin, mut lines, mut cost) = (0, 0, self.output.cost);
        let breaks = memchr::memchr2_iter(b'\n', if universal { b'\r' } else { b'\n' }, bytes);
        for at in breaks {
            let length = at - begin;
            let with_it =
                cost + self.rules.join_cost(self.output.lines + lines) + length as u64 + break_cost;
            let drops_return = self.rules.breaks == Breaks::LfDroppingCr
                && bytes.get(begin..at).is_some_and(|line| line.ends_with(b"\r"));
            let fits = length <= longest && with_it < self.rules.byte_cap.max && lines < wanted;
            if !fits || drops_return || bytes.get(at) != Some(&b'\n') {
                break;
            }
            (begin, lines, cost) = (at + 1, lines + 1, with_it);
        }
        let Some((whole, rest)) = text.split_at_checked(begin).filter(|_| lines > 0) else {
            return text;
        };
        self.measurer.pass(whole, lines, self.line, rest.len());
        self.output.content.push_str(whole);
        self.output.line_start = self.output.content.len();
        self.output.lines += lines;
        self.output.cost = cost;
        self.output.end = self.position - rest.len() as u64;
        self.output.last_line_open = false;
        self.line += lines;
        rest
    }
}
