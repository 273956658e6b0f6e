//! Text that is kept up to a number of characters, without what colors it.

/// Text whose first characters are kept and whose rest is counted. Escape sequences that begin with
/// a CSI (`ESC [`), with which kernels color tracebacks and programs their output, are dropped and
/// not counted.
pub(crate) struct Clip {
    text: String,
    /// How many characters may still be kept.
    room: usize,
    left_out: u64,
    state: State,
}

/// Where in an escape sequence the text stands. It may be handed over in pieces.
enum State {
    Text,
    Escape,
    Sequence,
}

impl Clip {
    pub(crate) fn new(most: usize) -> Self {
        Self { text: String::new(), room: most, left_out: 0, state: State::Text }
    }

    pub(crate) fn push(&mut self, text: &str) {
        for character in text.chars() {
            self.state = match (&self.state, character) {
                (State::Escape, '[') => State::Sequence,
                (State::Escape, _) => {
                    // Some other sequence, or none: it stays as it is.
                    self.keep('\u{1b}');
                    self.plain(character)
                }
                // Parameters and intermediate bytes, and the one that ends them.
                (State::Sequence, ' '..='?') => State::Sequence,
                (State::Sequence, '@'..='~') => State::Text,
                // A sequence that was broken off, or text.
                (State::Sequence | State::Text, _) => self.plain(character),
            };
        }
    }

    /// Takes a character outside a sequence.
    fn plain(&mut self, character: char) -> State {
        if character == '\u{1b}' {
            return State::Escape;
        }
        self.keep(character);
        State::Text
    }

    fn keep(&mut self, character: char) {
        match self.room.checked_sub(1) {
            Some(room) => {
                self.room = room;
                self.text.push(character);
            }
            None => self.left_out += 1,
        }
    }

    /// What was kept, and how many characters were not.
    pub(crate) fn finish(mut self) -> (String, u64) {
        if matches!(self.state, State::Escape) {
            self.keep('\u{1b}');
        }
        (self.text, self.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::Clip;

    fn clipped(pieces: &[&str], most: usize) -> (String, u64) {
        let mut clip = Clip::new(most);
        pieces.iter().for_each(|piece| clip.push(piece));
        clip.finish()
    }

    #[test]
    fn the_first_characters_are_kept() {
        assert_eq!(clipped(&["aé😀"], 3), ("aé😀".into(), 0));
        assert_eq!(clipped(&["aé", "😀b"], 3), ("aé😀".into(), 1));
        assert_eq!(clipped(&["abc"], 0), (String::new(), 3));
    }

    #[test]
    fn colors_are_left_out_in_whatever_pieces_they_come() {
        for pieces in [
            &["\u{1b}[0;31mValueError\u{1b}[0m: x"][..],
            &["\u{1b}", "[0;3", "1mValueError", "\u{1b}[", "0", "m: x"],
        ] {
            assert_eq!(clipped(pieces, 13), ("ValueError: x".into(), 0));
        }
    }

    #[test]
    fn what_is_no_such_sequence_stays() {
        assert_eq!(clipped(&["\u{1b}]0;title\u{7}"], 99), ("\u{1b}]0;title\u{7}".into(), 0));
        assert_eq!(clipped(&["a\u{1b}"], 99), ("a\u{1b}".into(), 0));
        assert_eq!(clipped(&["a\u{1b}\u{1b}[1mb"], 99), ("a\u{1b}b".into(), 0));
        assert_eq!(clipped(&["\u{1b}[31\nb"], 99), ("\nb".into(), 0));
        assert_eq!(clipped(&["\u{1b}[31\u{1b}[1mb"], 99), ("b".into(), 0));
        assert_eq!(clipped(&["\u{1b}[31"], 99), (String::new(), 0));
    }
}
