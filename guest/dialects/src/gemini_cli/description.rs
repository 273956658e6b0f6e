//! Shortens a path for display, as gemini-cli does.

/// The maximum length in UTF-16 units.
const MAX: usize = 35;

/// The placeholder for the omitted part.
const GAP: &str = "...";

type Units = Vec<u16>;

/// Returns the shortened form of a relative path: the first directory and as much of the end as
/// fits.
pub(super) fn of(path: &str) -> String {
    let path = if path.is_empty() { "." } else { path };
    let whole = units(path);
    if whole.len() <= MAX {
        return path.into();
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    let names: Vec<Units> = path.split('/').filter(|name| !name.is_empty()).map(units).collect();
    let shortened = match names.as_slice() {
        [first, middle @ .., last] if !names.is_empty() && names.len() > 1 => {
            shortened(root, first, middle, last)
        }
        _ => None,
    };
    let last = names.last().filter(|_| names.len() > 1);
    let units = shortened.or_else(|| last.and_then(|last| end(root, last)));
    String::from_utf16_lossy(&units.unwrap_or_else(|| both_ends(&whole)))
}

fn units(text: &str) -> Units {
    text.encode_utf16().collect()
}

/// Keeps the first name and as many of the last ones as fit, each cut as far as needed.
fn shortened(root: &str, first: &Units, middle: &[Units], last: &Units) -> Option<Units> {
    let mut parts = vec![last];
    let mut length = last.len();
    for name in middle.iter().rev() {
        if root.len() + first.len() + GAP.len() + 3 + length + name.len() > MAX {
            break;
        }
        parts.insert(0, name);
        length += 1 + name.len();
    }
    let available = MAX.checked_sub(root.len() + parts.len() + 1 + GAP.len())?;
    parts.insert(0, first);
    let end = parts.len() - 1;
    // All names but the last may shrink to one unit.
    let least = |at: usize, part: &Units| if at == end { part.len() } else { part.len().min(1) };
    let mut budgets: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    while budgets.iter().sum::<usize>() > available {
        let mut longest: Option<(usize, usize)> = None;
        for (at, (budget, part)) in budgets.iter().zip(&parts).enumerate() {
            if at != end
                && *budget > least(at, part)
                && longest.is_none_or(|(_, most)| *budget > most)
            {
                longest = Some((at, *budget));
            }
        }
        *budgets.get_mut(longest?.0)? -= 1;
    }
    let mut names = parts.iter().zip(&budgets).enumerate();
    let (_, (part, budget)) = names.next()?;
    let mut result = units(root);
    result.extend(cut(part, *budget, Side::Begin));
    result.extend(units("/...").iter());
    for (at, (part, budget)) in names {
        result.push(u16::from(b'/'));
        result.extend(cut(part, *budget, if at == end { Side::End } else { Side::Both }));
    }
    (result.len() <= MAX).then_some(result)
}

/// Which side of a name is kept.
enum Side {
    Begin,
    End,
    Both,
}

fn cut(name: &Units, length: usize, side: Side) -> Units {
    let Some(kept) = length.checked_sub(GAP.len()).filter(|_| length < name.len()) else {
        let end = name.len().saturating_sub(length);
        return match side {
            Side::End => name.get(end..).unwrap_or_default().to_vec(),
            Side::Begin | Side::Both => {
                name.get(..length.min(name.len())).unwrap_or_default().to_vec()
            }
        };
    };
    if kept == 0 {
        return name.get(..length).unwrap_or_default().to_vec();
    }
    let (front, back) = match side {
        Side::Begin => (kept, 0),
        Side::End => (0, kept),
        Side::Both => (kept.div_ceil(2), kept / 2),
    };
    let begin = name.get(..front).unwrap_or_default();
    let end = name.get(name.len() - back..).unwrap_or_default();
    [begin, &units(GAP), end].concat()
}

/// Keeps only the last name, if it fits.
fn end(root: &str, last: &Units) -> Option<Units> {
    [[GAP, "/"].concat(), [root, GAP, "/"].concat(), root.into(), String::new()]
        .into_iter()
        .map(|before| [units(&before), last.clone()].concat())
        .find(|whole| whole.len() <= MAX)
}

/// Keeps both ends of a path.
fn both_ends(whole: &Units) -> Units {
    let kept = (MAX - GAP.len()) / 2;
    let begin = whole.get(..kept).unwrap_or_default();
    let end = whole.get(whole.len() - kept..).unwrap_or_default();
    [begin, &units(GAP), end].concat()
}

#[cfg(test)]
mod tests;
