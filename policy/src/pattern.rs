//! Wildcard patterns for paths.

/// Returns whether a pattern matches the text: `*` matches any text, including none, `/` and line
/// ends; `?` matches one character; everything else itself. A pattern that ends in ` *` also
/// matches without that suffix.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    matches(pattern, text) || pattern.strip_suffix(" *").is_some_and(|head| matches(head, text))
}

/// Matches both from left to right. The text of a `*` grows only when the rest does not match, and
/// only the last `*` is retried: time grows at most with the product of the lengths.
fn matches(pattern: &str, text: &str) -> bool {
    let (mut pattern, mut text) = (pattern.chars(), text.chars());
    // The pattern after the last `*`, and the position in the text where it was tried.
    let mut star = None;
    loop {
        let here = text.clone();
        match (pattern.next(), text.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                text = here;
                star = Some((pattern.clone(), text.clone()));
            }
            (Some('?'), Some(_)) => {}
            (Some(wanted), Some(character)) if wanted == character => {}
            _ => {
                let Some((after, tried)) = &mut star else { return false };
                if tried.next().is_none() {
                    return false;
                }
                (pattern, text) = (after.clone(), tried.clone());
            }
        }
    }
}

/// Replaces a leading `~` or `$HOME` in a pattern by the home directory.
pub(crate) fn at_home(pattern: &str, home: Option<&str>) -> String {
    match (below_home(pattern), home) {
        (Some(rest), Some(home)) => format!("{}{rest}", home.trim_end_matches('/')),
        _ => pattern.into(),
    }
}

/// Returns whether a pattern starts with the home directory.
pub(crate) fn names_home(pattern: &str) -> bool {
    below_home(pattern).is_some()
}

fn below_home(pattern: &str) -> Option<&str> {
    let rest = ["~", "$HOME"].iter().find_map(|mark| pattern.strip_prefix(mark))?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

#[cfg(test)]
mod tests;
