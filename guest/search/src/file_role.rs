//! Decides by its path and its first lines whether a file is mapped.

use readroom_structure::is_code;

/// The role of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FileRole {
    /// A program, whose definitions are mapped.
    Code,
    /// A Markdown file, whose headings are.
    Headings,
    /// Something else.
    Other,
    /// A test of programs, or data of tests.
    Test,
    /// The output of a program, or another project.
    Generated,
}

/// The directories of tests, and of generated and copied files.
const TESTS: &str = "tests test __tests__ spec specs testdata testing fixtures __fixtures__";
const GENERATED: &str = "vendor third_party generated dist build node_modules";

/// Parts of file names.
const TEST_NAMES: [&str; 2] = [".test.", ".spec."];
const GENERATED_NAMES: [&str; 3] = [".min.", ".pb.", "_pb2."];

/// How many lines are searched for a mark that the file is generated, and for these words.
const HEAD_LINES: usize = 3;
const MARKS: [&str; 2] = ["@generated", "Code generated"];

impl FileRole {
    /// Returns the role of the file at a path.
    pub(crate) fn of(path: &str) -> Self {
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_below = |names: &str| {
            directories.split('/').any(|directory| names.split(' ').any(|name| name == directory))
        };
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        if is_below(GENERATED) || has(&GENERATED_NAMES) {
            Self::Generated
        } else if is_below(TESTS)
            || has(&TEST_NAMES)
            || stem.ends_with("_test")
            || is_code(name) && (stem == "tests" || stem.starts_with("test_"))
        {
            Self::Test
        } else if is_code(name) {
            Self::Code
        } else if ["md", "mdx", "markdown"].contains(&extension) {
            Self::Headings
        } else {
            Self::Other
        }
    }
}

/// Returns whether the first lines of a file say that it is generated.
pub(crate) fn is_generated(text: &str) -> bool {
    text.lines().take(HEAD_LINES).any(|line| MARKS.iter().any(|mark| line.contains(mark)))
}
