//! The line being kept, and the caps that cut it.

use super::{End, Phase, Window};
use crate::LineNumber;
use crate::document::Stopped;
use crate::rules::{BreakCost, Counted, Crossing, FirstLine, LineCap, Rules};
use crate::units::{length, take};

impl Window<'_> {
    /// Adds text to the line being kept, as far as the caps allow.
    pub(super) fn append(&mut self, text: &str) {
        if self.kept.cut || self.phase != Phase::Inside {
            return;
        }
        let stored = self.kept.content.len() - self.kept.line_start;
        match self.rules.line_cap {
            // Only a text that is long in bytes can be long in units, and has to be counted.
            Some(cap) if stored + text.len() > cap.most as usize => {
                let units = self.units(cap);
                let taken = take(text, cap.units, cap.most - units.min(cap.most));
                self.kept.content.push_str(text.get(..taken.bytes).unwrap_or_default());
                self.kept.units = Some(units + taken.units);
                if taken.bytes < text.len() {
                    if taken.half {
                        self.kept.content.push('\u{fffd}');
                    }
                    if cap.counts == Counted::Text {
                        self.kept.content.push_str(cap.marker);
                    }
                    self.cut_line();
                }
            }
            _ => self.kept.content.push_str(text),
        }
        // Where the break decides how much is cut, a line is only as long as it stays once it has ended.
        if self.rules.line_cap.is_none_or(|cap| cap.counts == Counted::Text) {
            self.check_bytes(0);
        }
    }

    /// The length of the line being kept, in the units of a cap.
    fn units(&self, cap: LineCap) -> u32 {
        let line = self.kept.content.get(self.kept.line_start..).unwrap_or_default();
        self.kept.units.unwrap_or_else(|| length(line, cap.units))
    }

    /// Makes room in the line being kept for the marker and the break, if both count for the cap and it does not fit.
    fn make_room(&mut self, cap: LineCap, end: End) {
        let break_length = match end {
            End::Open => 0,
            End::Break => 1,
            End::CrLf => 2,
        };
        let short =
            self.kept.content.len() - self.kept.line_start + break_length as usize <= cap.most as usize;
        if !self.kept.cut && (short || self.units(cap) + break_length <= cap.most) {
            return;
        }
        let marker = length(cap.marker, cap.units);
        let line = self.kept.content.get(self.kept.line_start..).unwrap_or_default();
        let taken = take(line, cap.units, cap.most.saturating_sub(marker + break_length));
        if taken.bytes == line.len() && marker == 0 {
            return;
        }
        self.kept.content.truncate(self.kept.line_start + taken.bytes);
        if taken.half {
            self.kept.content.push('\u{fffd}');
        }
        self.kept.content.push_str(cap.marker);
        self.cut_line();
    }

    /// Ends the line being kept, unless a cap has ended the window in it. `next` is where the next line begins in the file.
    pub(super) fn end_line(&mut self, end: End, next: u64) {
        if self.phase != Phase::Inside {
            return;
        }
        match self.rules.line_cap {
            Some(cap) if cap.counts == Counted::Whole && !self.kept.clipped_by_bytes => {
                self.make_room(cap, end)
            }
            _ => {}
        }
        if end == End::CrLf && !self.kept.clipped_by_bytes {
            self.kept.content.push('\r');
        }
        let break_cost = match self.rules.byte_cap.breaks {
            BreakCost::EachBreak if end != End::Open => 1,
            _ => 0,
        };
        self.check_bytes(break_cost);
        if self.phase != Phase::Inside {
            return;
        }
        let kept = &mut self.kept;
        kept.cost +=
            (kept.content.len() - kept.line_start) as u64 + break_cost + self.rules.join_cost(kept.lines);
        kept.lines += 1;
        kept.end = next;
        kept.last_line_open = end == End::Open || kept.full;
        if !kept.last_line_open {
            kept.content.push('\n');
        }
        kept.line_start = kept.content.len();
        kept.units = None;
        kept.cut = false;
        kept.clipped_by_bytes = false;
        let cap = self.rules.byte_cap;
        if kept.lines == self.most_lines {
            self.phase = Phase::After(Stopped::AtLineLimit);
        } else if self.rules.most_lines == Some(kept.lines) {
            self.phase = Phase::After(Stopped::AtLineCap);
        } else if kept.full || (cap.crossing == Crossing::Included && kept.cost >= cap.most) {
            self.phase = Phase::After(Stopped::AtByteLimit);
        }
    }

    /// Applies the byte cap to the line being kept, whose break costs this much as far as is known.
    fn check_bytes(&mut self, break_cost: u64) {
        let cap = self.rules.byte_cap;
        let stored = (self.kept.content.len() - self.kept.line_start) as u64;
        match cap.crossing {
            Crossing::Excluded(first_line) => {
                let fixed = self.kept.cost + self.rules.join_cost(self.kept.lines);
                if self.kept.full || fixed + stored + break_cost <= cap.most {
                    return;
                }
                if first_line == FirstLine::Clipped && self.kept.lines == 0 {
                    self.clip_to(cap.most.saturating_sub(fixed));
                    self.kept.full = true;
                } else {
                    if self.kept.clipped.last().is_some_and(|line| line.get() == self.line) {
                        self.kept.clipped.pop();
                    }
                    self.kept.content.truncate(self.kept.line_start);
                    self.phase = Phase::After(Stopped::AtByteLimit);
                    self.more = true;
                }
            }
            Crossing::Included if stored > cap.most => self.clip_to(cap.most),
            Crossing::Included => {}
        }
    }

    /// Cuts the line being kept to this many bytes or, so that no character is split, a little fewer.
    fn clip_to(&mut self, bytes: u64) {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let end = self.kept.content.floor_char_boundary(self.kept.line_start.saturating_add(bytes));
        self.kept.content.truncate(end);
        self.kept.clipped_by_bytes = true;
        self.cut_line();
    }

    fn cut_line(&mut self) {
        self.kept.cut = true;
        let line = LineNumber::FIRST.after(self.line - 1);
        if self.kept.clipped.last() != Some(&line) {
            self.kept.clipped.push(line);
        }
    }
}

impl Rules {
    /// What it costs that a line comes after this many others.
    pub(super) fn join_cost(&self, lines_before: u64) -> u64 {
        match self.byte_cap.breaks {
            BreakCost::EachJoin => lines_before.min(1),
            BreakCost::EachBreak => 0,
        }
    }
}
