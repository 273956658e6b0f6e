//! The current line, and the caps that cut it.

use super::{End, Phase, Window};
use crate::units::{characters, length, take};
use crate::{
    BreakCost, ClippedLine, Counted, Crossing, FirstLine, LineCap, LineNumber, Measure, Rules,
    Stopped, Units,
};

impl Window<'_> {
    /// Adds text to the current line, as far as the caps allow.
    pub(super) fn append(&mut self, text: &str) {
        if self.phase != Phase::Inside {
            return;
        }
        if self.output.cut {
            self.drop(text);
            return;
        }
        let text = self.skip_columns_before(text);
        let stored = self.output.content.len() - self.output.line_start;
        match self.rules.line_cap {
            // Only text with enough bytes can have too many units and needs counting.
            Some(cap) if stored + text.len() > cap.max as usize => {
                let units = self.units(cap);
                let taken = take(text, cap.units, cap.max - units.min(cap.max));
                self.output.content.push_str(text.get(..taken.bytes).unwrap_or_default());
                self.output.units = Some(units + taken.units);
                if taken.bytes < text.len() {
                    self.drop(text.get(taken.bytes..).unwrap_or_default());
                    if taken.half {
                        self.output.content.push('\u{fffd}');
                    }
                    if cap.counts == Counted::Text {
                        self.output.content.push_str(cap.marker);
                    }
                    self.output.cut = true;
                }
            }
            _ => self.output.content.push_str(text),
        }
        // If the break decides how much is cut, the final length of a line is known only at its
        // end.
        if self.rules.line_cap.is_none_or(|cap| cap.counts == Counted::Text) {
            self.check_bytes(0);
        }
    }

    /// Returns the kept part of the text, without the characters left out at the start of the line.
    fn skip_columns_before<'t>(&mut self, text: &'t str) -> &'t str {
        let left = self.rules.columns_before - self.output.before;
        if left == 0 {
            return text;
        }
        let skipped = take(text, Units::CodePoints, left);
        self.output.before += skipped.units;
        text.get(skipped.bytes..).unwrap_or_default()
    }

    /// Truncates the current line to this offset in the content.
    fn truncate(&mut self, end: usize) {
        if self.rules.long_lines == Measure::Wanted {
            let dropped = self.output.content.get(end..).unwrap_or_default();
            self.output.dropped += characters(dropped);
        }
        self.output.content.truncate(end);
    }

    /// Drops text at the end of the current line.
    fn drop(&mut self, text: &str) {
        if self.rules.long_lines == Measure::Wanted {
            self.output.dropped += characters(text);
        }
    }

    /// Returns the length of the current line in the units of a cap.
    fn units(&self, cap: LineCap) -> u32 {
        let line = self.output.content.get(self.output.line_start..).unwrap_or_default();
        self.output.units.unwrap_or_else(|| length(line, cap.units))
    }

    /// Makes room in the current line for the marker and the break, if both count toward the cap
    /// and do not fit.
    fn make_room(&mut self, cap: LineCap, end: End) {
        let break_length = match end {
            End::Open => 0,
            End::Break => 1,
            End::CrLf => 2,
        };
        let short = self.output.content.len() - self.output.line_start + break_length as usize
            <= cap.max as usize;
        if !self.output.cut && (short || self.units(cap) + break_length <= cap.max) {
            return;
        }
        let marker = length(cap.marker, cap.units);
        let line = self.output.content.get(self.output.line_start..).unwrap_or_default();
        let taken = take(line, cap.units, cap.max.saturating_sub(marker + break_length));
        if taken.bytes == line.len() && marker == 0 {
            return;
        }
        let end = self.output.line_start + taken.bytes;
        self.truncate(end);
        if taken.half {
            self.output.content.push('\u{fffd}');
        }
        self.output.content.push_str(cap.marker);
        self.output.cut = true;
    }

    /// Ends the current line, unless a cap has ended the window in it. `next` is the offset of the
    /// next line in the file.
    pub(super) fn end_line(&mut self, end: End, next: u64) {
        if self.phase != Phase::Inside {
            return;
        }
        match self.rules.line_cap {
            Some(cap) if cap.counts == Counted::Whole && !self.output.clipped_by_bytes => {
                self.make_room(cap, end)
            }
            _ => {}
        }
        let text_end = self.output.content.len();
        let keeps_return = end == End::CrLf && !self.output.clipped_by_bytes;
        if keeps_return {
            self.output.content.push('\r');
        }
        let break_cost = match self.rules.byte_cap.breaks {
            BreakCost::EachBreak if end != End::Open => 1,
            _ => 0,
        };
        self.check_bytes(break_cost);
        if self.phase != Phase::Inside {
            return;
        }
        if keeps_return && self.output.clipped_by_bytes {
            // Half of a CR LF is neither a break nor a character.
            if self.output.content.len() > text_end {
                self.output.content.truncate(text_end);
            } else {
                self.output.dropped = self.output.dropped.saturating_sub(1);
            }
        }
        if self.output.cut {
            self.note_clip(text_end);
        }
        let output = &mut self.output;
        output.cost += (output.content.len() - output.line_start) as u64
            + break_cost
            + self.rules.join_cost(output.lines);
        output.lines += 1;
        output.end = next;
        output.last_line_open = end == End::Open || output.full;
        if !output.last_line_open {
            output.content.push('\n');
        }
        output.line_start = output.content.len();
        output.units = None;
        output.before = 0;
        output.dropped = 0;
        output.cut = false;
        output.clipped_by_bytes = false;
        let cap = self.rules.byte_cap;
        if output.lines == self.max_lines {
            self.phase = Phase::After(Stopped::AtLineLimit);
        } else if self.rules.max_lines == Some(output.lines) {
            self.phase = Phase::After(Stopped::AtLineCap);
        } else if output.full || (cap.crossing == Crossing::Included && output.cost >= cap.max) {
            self.phase = Phase::After(Stopped::AtByteLimit);
        }
    }

    /// Applies the byte cap to the current line, whose break costs this much as far as is known.
    fn check_bytes(&mut self, break_cost: u64) {
        let cap = self.rules.byte_cap;
        let stored = (self.output.content.len() - self.output.line_start) as u64;
        match cap.crossing {
            Crossing::Excluded(first_line) => {
                let fixed = self.output.cost + self.rules.join_cost(self.output.lines);
                if self.output.full || fixed + stored + break_cost <= cap.max {
                    return;
                }
                if first_line == FirstLine::Clipped && self.output.lines == 0 {
                    self.clip_to(cap.max.saturating_sub(fixed));
                    self.output.full = true;
                } else {
                    self.output.content.truncate(self.output.line_start);
                    self.phase = Phase::After(Stopped::AtByteLimit);
                    self.more = true;
                }
            }
            Crossing::Included if stored > cap.max => self.clip_to(cap.max),
            Crossing::Included => {}
        }
    }

    /// Cuts the current line to this many bytes, or slightly fewer so that no character is split.
    fn clip_to(&mut self, bytes: u64) {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let end =
            self.output.content.floor_char_boundary(self.output.line_start.saturating_add(bytes));
        self.truncate(end);
        self.output.clipped_by_bytes = true;
        self.output.cut = true;
    }

    /// Records that the finished current line was cut at or before `text_end`.
    fn note_clip(&mut self, text_end: usize) {
        let line = LineNumber::FIRST.after(self.line - 1);
        let (next, characters) = match self.rules.long_lines {
            Measure::Unwanted => (0, 0),
            Measure::Wanted => {
                let text_end = text_end.min(self.output.content.len());
                let text =
                    self.output.content.get(self.output.line_start..text_end).unwrap_or_default();
                let shown = u64::from(self.output.before) + characters(text);
                (shown + 1, shown + self.output.dropped)
            }
        };
        self.output.clipped.push(ClippedLine { line, next_column: next, characters });
    }
}

impl Rules {
    /// Returns the cost of a line after this many others.
    pub(super) fn join_cost(&self, lines_before: u64) -> u64 {
        match self.byte_cap.breaks {
            BreakCost::EachJoin => lines_before.min(1),
            BreakCost::EachBreak => 0,
        }
    }
}
