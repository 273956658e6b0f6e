//! Names with `!(…)`: any text there with which the rest of the name is not one of these.

use super::name::{is_whole, of_name, whole};
use readroom_search::Matcher;

/// The maximum number of such groups in a name, whose time is a power of its length.
const MAX_GROUPS: usize = 2;

/// A path, one name of which has such groups.
pub(super) struct Negated {
    before: Matcher,
    groups: Vec<Group>,
    /// The end of the name.
    end: Matcher,
    after: Matcher,
}

struct Group {
    /// The part of the name before it.
    before: Matcher,
    /// `None` if the last one is empty, or ends with a group: then all text but the empty one will
    /// do.
    members: Option<Matcher>,
    /// Whether something has to follow a member, as at the start of a name if stars do.
    is_followed: bool,
}

/// Returns whether a name has such a group, outside of classes.
pub(super) fn is_in(name: &str) -> bool {
    let parts = name.split_once("!(");
    parts.is_some_and(|(before, rest)| rest.contains(')') && !before.ends_with(['\\', '[']))
}

impl Negated {
    /// Compiles it from the expressions around the name. `None` if it is not supported.
    pub(super) fn new(before: &str, mut name: &str, after: &str) -> Option<Self> {
        let mut groups = Vec::new();
        while is_in(name) {
            let (group, rest) = Group::new(name)?;
            groups.push(group);
            name = rest;
        }
        let (before, end, after) = (whole(before)?, whole(&of_name(name)?)?, whole(after)?);
        (groups.len() <= MAX_GROUPS).then_some(Self { before, groups, end, after })
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        let mut start = 0;
        path.split('/').any(|name| {
            let end = start + name.len();
            let (before, after) = (path.get(..start), path.get(end..));
            start = end + 1;
            before.is_some_and(|text| is_whole(&self.before, text))
                && after.is_some_and(|text| is_whole(&self.after, text))
                && self.matches_name(name)
        })
    }

    fn matches_name(&self, name: &str) -> bool {
        let is_end = |at| name.get(at..).is_some_and(|text| is_whole(&self.end, text));
        // For each offset, whether what follows the current group can start there.
        let mut rests: Vec<bool> = (0..=name.len()).map(is_end).collect();
        for (at, group) in self.groups.iter().enumerate().rev() {
            let last = if at == 0 { 0 } else { name.len() };
            rests = (0..=last).map(|start| group.matches(name, start, &rests)).collect();
        }
        rests.first().copied().unwrap_or_default()
    }
}

impl Group {
    /// Compiles the first group of a name. Also returns the rest of the name.
    fn new(name: &str) -> Option<(Self, &str)> {
        let (before, rest) = name.split_once("!(")?;
        // A group around it would have to match it as a part.
        if before.matches('(').count() > before.matches(')').count() {
            return None;
        }
        let end = end_of_group(rest)?;
        let (members, after) = (rest.get(..end)?, rest.get(end + 1..)?);
        let is_first = before.is_empty();
        let is_followed = is_first && !after.is_empty() && after.bytes().all(|byte| byte == b'*');
        let members = match members {
            // At the start of a name it is not empty.
            "*" if is_first => Some("?*"),
            members if members.is_empty() || members.ends_with(['|', ')']) => None,
            members => Some(members),
        };
        let members = match members {
            Some(members) => Some(whole(&of_name(&["@(", members, ")"].concat())?)?),
            None => None,
        };
        Some((Self { before: whole(&of_name(before)?)?, members, is_followed }, after))
    }

    /// Returns whether a name from an offset on has this group, and after it one of the rests.
    fn matches(&self, name: &str, start: usize, rests: &[bool]) -> bool {
        (start..=name.len()).any(|at| {
            let before = name.get(start..at);
            before.is_some_and(|text| is_whole(&self.before, text)) && self.allows(name, at, rests)
        })
    }

    fn allows(&self, name: &str, start: usize, rests: &[bool]) -> bool {
        let has = |is: &dyn Fn(&str, usize) -> bool| {
            let mut ends = rests.iter().enumerate().skip(start).filter(|(_, rest)| **rest);
            ends.any(|(end, _)| name.get(start..end).is_some_and(|text| is(text, end)))
        };
        let Some(members) = &self.members else { return has(&|text, _| !text.is_empty()) };
        let is_long = |end| !self.is_followed || end < name.len();
        has(&|_, _| true) && !has(&|text, end| is_long(end) && is_whole(members, text))
    }
}

/// Returns where the parenthesis is that closes a group, which may have groups in it.
fn end_of_group(text: &str) -> Option<usize> {
    let (mut depth, mut last) = (0, ' ');
    for (at, character) in text.char_indices() {
        let is_text = last == '\\';
        match character {
            _ if is_text => {}
            '(' if matches!(last, '?' | '*' | '+' | '@' | '!') => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        last = if is_text { ' ' } else { character };
    }
    None
}
