//! Sections of documents: by a line, by their names, and in an outline.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/outlines.rs"]
mod outlines;

use outlines::check;
use readroom_core::LineNumber;
use readroom_structure::{DefiningFile, Siblings, definitions, first_line, named, section};

const RST: &str = "\
.. _guide:

=======
 Guide
=======

About.

.. setting:: one
.. _setting-one:

``one``
-------

Default: 1.

.. note::

    Not two.

.. setting:: two

``two``
-------

Two.

.. _end:
";

const MARKDOWN: &str = "\
# A
## B

b

<a href=\"b\"><img></a>

<a id=\"c\"></a>

## C

(x)=
c
";

const ASCIIDOC: &str = "= A\n\na\n\n[[b]]\n== B\n\nb\n\n[#c]\n[discrete]\n== C\nc\n";

/// Returns the section around a line, with the lines of the headings around it.
fn around(file: &str, text: &str, line: u64, levels: u32, siblings: Siblings) -> String {
    let document = DefiningFile { path: file, text };
    let Some(found) = section(document, LineNumber::new(line).unwrap(), levels, siblings) else {
        return "none".into();
    };
    let headers: Vec<_> = found.headers.iter().map(|header| header.line.get()).collect();
    format!("{}-{} {headers:?}", found.first, found.last)
}

#[test]
fn a_label_belongs_to_the_heading_after_it() {
    check("a.rst", RST, "4-28 Guide\n12-19   ``one``\n23-28   ``two``\n");
    check("a.md", MARKDOWN, "1-13 # A\n2-6   ## B\n10-13   ## C\n");
    check("a.adoc", ASCIIDOC, "1-13 = A\n6-8   == B\n12-13   == C\n");
}

#[test]
fn a_line_is_in_its_section() {
    for (file, text, line, expected) in [
        ("a.rst", RST, 1, "1-28 []"),
        ("a.rst", RST, 3, "1-28 []"),
        ("a.rst", RST, 8, "1-28 []"),
        ("a.rst", RST, 9, "9-19 [4]"),
        ("a.rst", RST, 12, "9-19 [4]"),
        ("a.rst", RST, 13, "9-19 [4]"),
        ("a.rst", RST, 19, "9-19 [4]"),
        ("a.rst", RST, 20, "9-19 [4]"),
        ("a.rst", RST, 21, "21-28 [4]"),
        ("a.rst", RST, 24, "21-28 [4]"),
        ("a.rst", RST, 29, "none"),
        ("a.md", MARKDOWN, 2, "2-6 [1]"),
        ("a.md", MARKDOWN, 8, "8-13 [1]"),
        ("a.md", MARKDOWN, 1, "1-13 []"),
        ("a.adoc", ASCIIDOC, 5, "5-8 [1]"),
        ("a.adoc", ASCIIDOC, 11, "10-13 [1]"),
        ("a.rst", "a\n\nb\n", 1, "none"),
        ("a.rst", "\n\na\n=\nb\n==\nc\n", 1, "none"),
        ("a.md", "a\n\n# B\nb\n", 1, "none"),
    ] {
        assert_eq!(around(file, text, line, 0, Siblings::Excluded), expected, "{file} {line}");
    }
}

#[test]
fn a_section_may_be_further_out_and_have_those_next_to_it() {
    for (line, levels, siblings, expected) in [
        (15, 1, Siblings::Excluded, "1-28 []"),
        (15, 9, Siblings::Excluded, "1-28 []"),
        (15, 0, Siblings::Included, "9-28 [4]"),
        (15, 1, Siblings::Included, "1-28 []"),
    ] {
        assert_eq!(around("a.rst", RST, line, levels, siblings), expected, "{levels}");
    }
}

#[test]
fn a_name_and_a_line_have_the_same_section() {
    for (file, text, name, line) in [
        ("a.rst", RST, "``one``", 15),
        ("a.rst", RST, "two", 24),
        ("a.rst", RST, "Guide", 7),
        ("a.md", MARKDOWN, "B", 4),
        ("a.md", MARKDOWN, "C", 9),
        ("a.adoc", ASCIIDOC, "C", 13),
    ] {
        let all = definitions(file, text);
        let found = named(&all, name, DefiningFile { path: file, text });
        let lines: Vec<_> = text.lines().collect();
        let at = |number: u64| lines.get(number as usize - 1).copied().unwrap_or_default();
        let (first, last) = (first_line(found[0], file, &at), found[0].entry.last);
        let of_line = around(file, text, line, 0, Siblings::Excluded);
        assert!(of_line.starts_with(&format!("{first}-{last} ")), "{name}: {of_line}");
    }
}

#[test]
fn an_underline_in_a_list_ends_no_section() {
    check("a.md", "# A\n\n- one\n\n  Two\n  ===\n\n  x\n\n## B\n", "1-10 # A\n10-10   ## B\n");
}
