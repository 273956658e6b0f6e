//! Globs that include and exclude files.

use readroom_policy::IgnoreFile;

/// The maximum number of globs after their braces are expanded, and their length in bytes.
const MAX_EXPANDED: usize = 1000;
const MAX_EXPANDED_BYTES: usize = 64 * 1024;

/// Why a text is not a glob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobError {
    /// The glob as it was given.
    pub glob: String,
    /// What is wrong.
    pub reason: String,
}

/// Globs in the syntax of `.gitignore` with alternatives in braces. The last one that matches
/// decides.
#[derive(Debug, Default)]
pub(crate) struct Globs {
    patterns: Option<IgnoreFile>,
    /// Whether one of them includes something: then files that none matches are left out.
    includes: bool,
}

impl Globs {
    /// Compiles globs. Those that begin with `!` exclude.
    pub(crate) fn new(globs: &[&str]) -> Result<Self, GlobError> {
        if globs.is_empty() {
            return Ok(Self::default());
        }
        let (mut lines, mut includes, mut count) = (String::new(), false, 0);
        for glob in globs {
            let fail = |reason: String| GlobError { glob: (*glob).into(), reason };
            let (mark, text) = match glob.strip_prefix('!') {
                Some(text) => ("!", text),
                None => ("", *glob),
            };
            let text = text.trim_start_matches("./");
            includes |= mark.is_empty();
            if text.is_empty() {
                return Err(fail("it is empty".into()));
            }
            if text.contains(['\n', '\0']) {
                return Err(fail("no name contains a line feed or a NUL".into()));
            }
            let mut add = |expanded: &str| {
                // A `#` or `!` at the beginning is part of a name.
                let escape = if expanded.starts_with(['#', '!']) { "\\" } else { "" };
                lines.extend([mark, escape, expanded, "\n"]);
                count += 1;
                count <= MAX_EXPANDED && lines.len() <= MAX_EXPANDED_BYTES
            };
            expand(text, &mut add).map_err(|error| {
                fail(match error {
                    GlobFault::OpenSet => "a `[` has no `]`; write `\\[` for the character".into(),
                    GlobFault::OpenBrace => {
                        "a `{` has no `}`; write `\\{` for the character".into()
                    }
                    GlobFault::TooMany => "its braces have too many alternatives".into(),
                })
            })?;
            let of_glob = lines.lines().last().unwrap_or_default();
            IgnoreFile::new(of_glob).map_err(fail)?;
        }
        Ok(Self { patterns: IgnoreFile::new(&lines).ok(), includes })
    }

    /// Returns whether a path, relative to where the search starts, is included or excluded. `None`
    /// if that is not for globs to decide.
    pub(crate) fn decide(&self, path: &str, is_directory: bool) -> Option<bool> {
        match self.patterns.as_ref()?.ignores(path, is_directory) {
            None if self.includes && !is_directory => Some(false),
            decided => decided,
        }
    }
}

/// Why a glob has no meaning.
enum GlobFault {
    OpenSet,
    OpenBrace,
    TooMany,
}

/// Passes each text that a glob with alternatives stands for to `add`, in order, until it returns
/// `false`.
fn expand(glob: &str, add: &mut dyn FnMut(&str) -> bool) -> Result<(), GlobFault> {
    let Some((before, alternatives, after)) = first_braces(glob)? else {
        return if add(glob) { Ok(()) } else { Err(GlobFault::TooMany) };
    };
    alternatives.into_iter().try_for_each(|part| expand(&[before, part, after].concat(), add))
}

/// What is before braces, the alternatives in them, and what is after.
type Braces<'a> = (&'a str, Vec<&'a str>, &'a str);

/// Splits a glob at its first braces.
fn first_braces(glob: &str) -> Result<Option<Braces<'_>>, GlobFault> {
    let (mut depth, mut open, mut begin) = (0_usize, 0, 0);
    let mut alternatives = Vec::new();
    let mut bytes = glob.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            // In a set they are characters.
            b'[' => {
                let length = set_length(glob.as_bytes().get(at + 1..).unwrap_or_default());
                let length = length.ok_or(GlobFault::OpenSet)?;
                bytes.by_ref().take(length).for_each(drop);
            }
            b'{' => {
                depth += 1;
                if depth == 1 {
                    (open, begin) = (at, at + 1);
                }
            }
            b',' if depth == 1 => {
                alternatives.push(glob.get(begin..at).unwrap_or_default());
                begin = at + 1;
            }
            b'}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    alternatives.push(glob.get(begin..at).unwrap_or_default());
                    let (before, after) = (glob.get(..open), glob.get(at + 1..));
                    return Ok(before
                        .zip(after)
                        .map(|(before, after)| (before, alternatives, after)));
                }
            }
            _ => {}
        }
    }
    if depth > 0 { Err(GlobFault::OpenBrace) } else { Ok(None) }
}

/// Returns the length of a set of characters with its `]`, from after its `[`. The first character
/// of the set may be a `]`. `None` if no `]` ends it.
fn set_length(rest: &[u8]) -> Option<usize> {
    let first = usize::from(matches!(rest.first(), Some(b'!' | b'^')));
    let mut at = first;
    loop {
        match rest.get(at)? {
            b']' if at > first => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Globs;

    #[test]
    fn the_last_glob_that_matches_decides() {
        for (globs, path, expected) in [
            (&["*.rs"][..], "src/a.rs", Some(true)),
            (&["*.rs"], "src/a.py", Some(false)),
            (&["!*.rs"], "src/a.rs", Some(false)),
            (&["!*.rs"], "src/a.py", None),
            (&["*.rs", "!a.*"], "src/a.rs", Some(false)),
            (&["!a.*", "*.rs"], "src/a.rs", Some(true)),
            (&["*.{rs,py}"], "a.py", Some(true)),
            (&["{src,tests}/**/*.{r{s,b},py}"], "tests/x/a.rb", Some(true)),
            (&["{src,tests}/**/*.{rs,py}"], "lib/a.py", Some(false)),
            (&["./src/*"], "src/a", Some(true)),
            (&["[{]a,b}"], "{a,b}", Some(true)),
            (&["\\{a,b}"], "{a,b}", Some(true)),
            (&["#a"], "#a", Some(true)),
            (&["!!a"], "!a", Some(false)),
            (&["a{,.txt}"], "a", Some(true)),
            (&["é[ab]{c,d}"], "éac", Some(true)),
            (&["[]]"], "]", Some(true)),
            (&["[!]]"], "a", Some(true)),
            (&["[\\]]{a,b}"], "]b", Some(true)),
            (&["\\[a"], "[a", Some(true)),
            (&["[[:alpha:]]"], "a", Some(true)),
        ] {
            let found = Globs::new(globs).unwrap().decide(path, false);
            assert_eq!(found, expected, "{globs:?} {path}");
        }
        assert_eq!(Globs::new(&["*.rs"]).unwrap().decide("src", true), None);
    }

    #[test]
    fn what_is_not_a_glob_is_an_error() {
        let bomb = "{a,b}".repeat(20);
        let long = "{a,b}".repeat(8) + &"c".repeat(1000);
        for (glob, reason) in [
            ("", "empty"),
            ("!", "empty"),
            ("a\nb", "line feed"),
            ("a{b", "has no `}`"),
            ("[", "has no `]`"),
            ("a[b", "has no `]`"),
            ("[]", "has no `]`"),
            ("[!]", "has no `]`"),
            ("[a\\]", "has no `]`"),
            ("a,{b,[é}", "has no `]`"),
            ("a\\", "escapes nothing"),
            ("[[:no:]]", "no class"),
            (&bomb, "too many"),
            (&long, "too many"),
        ] {
            let error = Globs::new(&[glob]).unwrap_err();
            assert!(error.reason.contains(reason), "{glob}: {}", error.reason);
        }
    }
}
