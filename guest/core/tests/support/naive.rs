//! A naive way to read a window of lines: the whole file in memory, step by step.

use readroom_core::{
    BreakCost, Breaks, ClippedLine, Counted, Crossing, Extent, FileError, FinalBreak, FirstLine,
    LastLine, LineNumber, Mark, Measure, PastEnd, Rules, Stopped, Units,
};

/// The part of [`readroom_core::Text`] that depends on lines.
#[derive(Debug, PartialEq, Eq)]
pub struct Lines {
    pub content: String,
    pub lines: u64,
    pub last_line: LastLine,
    pub stopped: Stopped,
    pub total: u64,
    pub clipped: Vec<ClippedLine>,
    pub requested: Extent,
}

pub fn read(bytes: &[u8], rules: &Rules, first: u64, max: u64) -> Result<Lines, FileError> {
    let text = String::from_utf8_lossy(bytes);
    let text = if rules.mark == Mark::Dropped {
        text.strip_prefix('\u{feff}').unwrap_or(&text)
    } else {
        &text
    };
    let lines = split(text, rules);
    let total = lines.len() as u64;
    if first > total.max(1) && rules.past_end == PastEnd::Refused {
        return Err(FileError::PastEnd { total });
    }
    let mut out = Lines {
        content: String::new(),
        lines: 0,
        last_line: LastLine::Ended,
        stopped: Stopped::AtEnd,
        total,
        clipped: Vec::new(),
        requested: extent(text, &lines, rules, first, max),
    };
    let cap = rules.byte_cap;
    let mut cost = 0;
    for (index, (line, ended)) in lines.iter().enumerate().skip(first as usize - 1) {
        if out.lines == max {
            out.stopped = Stopped::AtLineLimit;
            break;
        }
        if rules.max_lines.is_some_and(|max| out.lines == max) {
            out.stopped = Stopped::AtLineCap;
            break;
        }
        if matches!(cap.crossing, Crossing::Included) && out.lines > 0 && cost >= cap.max {
            out.stopped = Stopped::AtByteLimit;
            break;
        }
        let text = match line.strip_suffix('\r') {
            Some(text) if *ended && rules.breaks == Breaks::LfOrCrLf => text,
            _ => line,
        };
        let break_length = (line.len() - text.len()) + usize::from(*ended);
        let whole_break = &line[text.len()..];
        let characters = text.chars().count() as u64;
        let text: String = text.chars().skip(rules.columns_before as usize).collect();
        let shown = cut(&text, break_length, rules);
        let clip = |shown: &str| {
            let shown = characters.min(rules.columns_before.into()) + shown.chars().count() as u64;
            let line = LineNumber::new(index as u64 + 1).unwrap();
            match rules.long_lines {
                Measure::Wanted => ClippedLine { line, next_column: shown + 1, characters },
                Measure::Unwanted => ClippedLine { line, next_column: 0, characters: 0 },
            }
        };
        let mut clipped = (shown != text).then(|| clip(&shown));
        let mut line = shown.clone() + whole_break;
        if cap.crossing == Crossing::Included && line.len() as u64 > cap.max {
            line.truncate(line.floor_char_boundary(cap.max as usize));
            clipped = Some(clip(&line));
        }
        let extra = match cap.breaks {
            BreakCost::EachBreak => u64::from(*ended),
            BreakCost::EachJoin => u64::from(out.lines > 0),
        };
        if let Crossing::Excluded(first_line) = cap.crossing
            && cost + line.len() as u64 + extra > cap.max
        {
            out.stopped = Stopped::AtByteLimit;
            if first_line == FirstLine::Clipped && out.lines == 0 {
                line.truncate(line.floor_char_boundary(cap.max as usize).min(shown.len()));
                out.clipped.push(clip(&line));
                out.content.push_str(&line);
                out.lines = 1;
                out.last_line = LastLine::Open;
                if total == first {
                    out.stopped = Stopped::AtEnd;
                } else if max == 1 {
                    out.stopped = Stopped::AtLineLimit;
                } else if rules.max_lines == Some(1) {
                    out.stopped = Stopped::AtLineCap;
                }
            }
            break;
        }
        cost += line.len() as u64 + extra;
        out.content.push_str(&line);
        if *ended {
            out.content.push('\n');
        }
        out.last_line = if *ended { LastLine::Ended } else { LastLine::Open };
        out.lines += 1;
        out.clipped.extend(clipped);
    }
    Ok(out)
}

/// All lines, and whether each ends with a break.
fn split(text: &str, rules: &Rules) -> Vec<(String, bool)> {
    let text = match rules.breaks {
        Breaks::Lf | Breaks::LfOrCrLf | Breaks::LfDroppingCr => text.to_string(),
        Breaks::Universal => text.replace("\r\n", "\n").replace('\r', "\n"),
    };
    let mut lines: Vec<_> = text.split('\n').map(|line| (line.to_string(), true)).collect();
    let last = lines.pop().unwrap();
    if !last.0.is_empty() || rules.final_break == FinalBreak::OpensLine {
        lines.push((last.0, false));
    }
    if rules.breaks == Breaks::LfDroppingCr {
        for (line, _) in &mut lines {
            line.truncate(line.strip_suffix('\r').unwrap_or(line).len());
        }
    }
    lines
}

/// The measures of the requested lines.
fn extent(text: &str, lines: &[(String, bool)], rules: &Rules, first: u64, max: u64) -> Extent {
    // With their breaks as in the text.
    let whole = match rules.breaks {
        Breaks::Lf | Breaks::LfOrCrLf | Breaks::LfDroppingCr => text.replace('\n', "\n\0"),
        Breaks::Universal => text
            .replace("\r\n", "\u{1}")
            .replace('\r', "\r\0")
            .replace('\n', "\n\0")
            .replace('\u{1}', "\r\n\0"),
    };
    let mut requested: Vec<&str> =
        whole.split('\0').take(lines.len()).skip(first as usize - 1).collect();
    requested.truncate(max as usize);
    let unbroken = |line: &str| match rules.breaks {
        Breaks::Lf | Breaks::LfOrCrLf | Breaks::LfDroppingCr => line.trim_end_matches('\n').len(),
        Breaks::Universal => line.trim_end_matches(['\r', '\n']).len(),
    };
    Extent {
        lines: requested.len() as u64,
        bytes: requested.concat().len() as u64,
        first_line: requested.first().map_or(0, |line| unbroken(line) as u64),
    }
}

fn cut(line: &str, break_length: usize, rules: &Rules) -> String {
    let Some(cap) = rules.line_cap else { return line.to_string() };
    let length = |text: &str| match cap.units {
        Units::CodePoints => text.chars().count(),
        Units::Utf16 => text.encode_utf16().count(),
    };
    let (around, kept) = match cap.counts {
        Counted::Text => (0, cap.max as usize),
        Counted::Whole => {
            (break_length, (cap.max as usize).saturating_sub(length(cap.marker) + break_length))
        }
    };
    if length(line) + around <= cap.max as usize {
        return line.to_string();
    }
    match cap.units {
        Units::CodePoints => line.chars().take(kept).collect::<String>() + cap.marker,
        Units::Utf16 => {
            let units: Vec<u16> = line.encode_utf16().take(kept).collect();
            String::from_utf16_lossy(&units) + cap.marker
        }
    }
}
