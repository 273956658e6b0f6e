//! The obvious way to read a window of lines: the whole file in memory, one step after the other.

use readroom_core::{
    BreakCost, Breaks, Crossing, FinalBreak, FirstLine, LastLine, LineNumber, PastEnd, ReadError, Rules,
    Stopped, Units,
};

/// What [`readroom_core::Text`] says, as far as it depends on lines.
#[derive(Debug, PartialEq, Eq)]
pub struct Lines {
    pub content: String,
    pub lines: u64,
    pub last_line: LastLine,
    pub stopped: Stopped,
    pub total: u64,
    pub clipped: Vec<LineNumber>,
}

pub fn read(bytes: &[u8], rules: &Rules, first: u64, most: u64) -> Result<Lines, ReadError> {
    let lines = split(&String::from_utf8_lossy(bytes), rules);
    let total = lines.len() as u64;
    if first > total.max(1) && rules.past_end == PastEnd::Refused {
        return Err(ReadError::PastEnd { total });
    }
    let mut out = Lines {
        content: String::new(),
        lines: 0,
        last_line: LastLine::Ended,
        stopped: Stopped::AtEnd,
        total,
        clipped: Vec::new(),
    };
    let cap = rules.byte_cap;
    let mut cost = 0;
    for (index, (line, ended)) in lines.iter().enumerate().skip(first as usize - 1) {
        if out.lines == most {
            out.stopped = Stopped::AtLineLimit;
            break;
        }
        if matches!(cap.crossing, Crossing::Included) && out.lines > 0 && cost >= cap.most {
            out.stopped = Stopped::AtByteLimit;
            break;
        }
        let text = match line.strip_suffix('\r') {
            Some(text) if *ended && rules.breaks == Breaks::LfOrCrLf => text,
            _ => line,
        };
        let mut clipped = cut(text, rules) != text;
        let mut line = cut(text, rules) + &line[text.len()..];
        if cap.crossing == Crossing::Included && line.len() as u64 > cap.most {
            line.truncate(line.floor_char_boundary(cap.most as usize));
            clipped = true;
        }
        let extra = match cap.breaks {
            BreakCost::EachBreak => u64::from(*ended),
            BreakCost::EachJoin => u64::from(out.lines > 0),
        };
        let number = LineNumber::new(index as u64 + 1).unwrap();
        if let Crossing::Excluded(first_line) = cap.crossing
            && cost + line.len() as u64 + extra > cap.most
        {
            out.stopped = Stopped::AtByteLimit;
            if first_line == FirstLine::Clipped && out.lines == 0 {
                line.truncate(line.floor_char_boundary(cap.most as usize));
                out.content.push_str(&line);
                out.lines = 1;
                out.last_line = LastLine::Open;
                out.clipped.push(number);
                if total == first {
                    out.stopped = Stopped::AtEnd;
                } else if most == 1 {
                    out.stopped = Stopped::AtLineLimit;
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
        if clipped {
            out.clipped.push(number);
        }
    }
    Ok(out)
}

/// All lines, and whether each ends with a break.
fn split(text: &str, rules: &Rules) -> Vec<(String, bool)> {
    let text = match rules.breaks {
        Breaks::Lf | Breaks::LfOrCrLf => text.to_string(),
        Breaks::Universal => text.replace("\r\n", "\n").replace('\r', "\n"),
    };
    let mut lines: Vec<_> = text.split('\n').map(|line| (line.to_string(), true)).collect();
    let last = lines.pop().unwrap();
    if !last.0.is_empty() || rules.final_break == FinalBreak::OpensLine {
        lines.push((last.0, false));
    }
    lines
}

fn cut(line: &str, rules: &Rules) -> String {
    let Some(cap) = rules.line_cap else { return line.to_string() };
    let most = cap.most as usize;
    match cap.units {
        Units::CodePoints if line.chars().count() > most => {
            line.chars().take(most).collect::<String>() + cap.marker
        }
        Units::Utf16 if line.encode_utf16().count() > most => {
            let units: Vec<u16> = line.encode_utf16().take(most).collect();
            String::from_utf16_lossy(&units) + cap.marker
        }
        _ => line.to_string(),
    }
}
