//! Brackets in right-to-left lines. Some files store the logical bracket, others the visible one,
//! which is its mirror image.

const PAIRS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»')];

/// A bracket, and whether it is read right to left.
pub(super) type ReadBracket = (char, bool);

/// How the brackets of a line are mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mirrored {
    /// Whether those that are read right to left are mirrored.
    pub(super) right: bool,
    pub(super) left: bool,
}

impl Mirrored {
    /// Returns the choice that leaves the fewest brackets unpaired.
    pub(super) fn of(brackets: &[Option<ReadBracket>]) -> Self {
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        let ways = ways.map(|(right, left)| Self { right, left });
        ways.into_iter().min_by_key(|way| way.count_single(brackets)).unwrap_or_default()
    }

    pub(super) fn of_bracket(self, (bracket, is_right_to_left): ReadBracket) -> char {
        let is_mirrored = if is_right_to_left { self.right } else { self.left };
        if is_mirrored { other(bracket).unwrap_or(bracket) } else { bracket }
    }

    fn count_single(self, brackets: &[Option<ReadBracket>]) -> usize {
        let mut open = Vec::new();
        let mut single = 0;
        for bracket in brackets.iter().flatten() {
            let bracket = self.of_bracket(*bracket);
            if PAIRS.iter().any(|(first, _)| *first == bracket) {
                open.push(bracket);
            } else if open.last().copied() == other(bracket) {
                open.pop();
            } else {
                single += 1;
            }
        }
        single + open.len()
    }
}

/// Returns the index of the pair that a bracket belongs to. `None` for other characters.
pub(super) fn pair_of(character: char) -> Option<usize> {
    PAIRS.iter().position(|(open, close)| character == *open || character == *close)
}

/// Returns the other bracket of the pair.
pub(super) fn other(bracket: char) -> Option<char> {
    let (open, close) = *PAIRS.get(pair_of(bracket)?)?;
    Some(if bracket == open { close } else { open })
}
