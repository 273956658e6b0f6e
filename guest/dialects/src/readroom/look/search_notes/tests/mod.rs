//! Tests of the text of results, and of its last line.

use super::ignored_case;
use crate::readroom::look::results_text::results_text;
use readroom_core::LineNumber;
use readroom_search::{
    FileMatches, LetterCase, MatchGroup, MatchLine, Pattern, PatternSyntax, SearchOutput,
    SearchRequest, SearchResults, SearchStop, Skipped,
};
use readroom_structure::Heading;

fn line(number: u64, text: &str) -> MatchLine {
    MatchLine {
        number,
        text: text.into(),
        column: 1,
        goes_on: false,
        is_match: true,
        continues: false,
        ranges: Vec::new(),
        cells: Vec::new(),
        last: None,
        left_out: [None, None],
        more_matches: 0,
    }
}

fn group(headers: &[(u64, &str)], lines: Vec<MatchLine>) -> MatchGroup {
    let heading = |(line, text): &(u64, &str)| Heading {
        line: LineNumber::new(*line).unwrap_or(LineNumber::FIRST),
        text: (*text).into(),
    };
    MatchGroup { headers: headers.iter().map(heading).collect(), lines }
}

fn results(path: &str, groups: Vec<MatchGroup>) -> SearchResults {
    let matches = groups.iter().map(|group| group.lines.len() as u64).sum();
    SearchResults {
        files: vec![FileMatches {
            path: path.into(),
            matches,
            earlier: 0,
            is_complete: true,
            groups,
        }],
        totals: None,
        stopped: SearchStop::End,
        next: None,
        searched: 1,
        skipped: Skipped::default(),
        left_out: None,
        globs: None,
        ignores_case: true,
    }
}

#[test]
fn lines_of_a_notebook_are_under_their_cells() {
    let (cell, out) = ((24, "[Cell 24, code, run 23]"), (24, "[stdout]"));
    let groups = vec![
        group(&[cell], vec![line(24, "a"), line(24, "b")]),
        group(&[cell], vec![line(24, "d")]),
        group(&[cell, out], vec![line(24, "e")]),
        group(&[(25, "[Cell 25, raw]")], vec![line(25, "f")]),
    ];
    let expected = "a.ipynb\n24=\t[Cell 24, code, run 23]\n24\ta\n24\tb\n--\n24\td\n24=\t[stdout]\n\
                    24\te\n25=\t[Cell 25, raw]\n25\tf\n";
    assert_eq!(results_text(&results("a.ipynb", groups), SearchOutput::Lines), expected);
}

#[test]
fn headers_are_cut_if_that_saves_something_and_cells_are_named() {
    let (short, long) = ("\t".to_owned() + &"a".repeat(100), "  ".to_owned() + &"b".repeat(101));
    let names = "| 1 | ".to_owned() + &"name | ".repeat(40);
    let mut row = line(461, "| 457 | x | y |");
    row.cells = vec!["A457".into(), "B457".into()];
    let groups = vec![
        group(&[(1, &short), (2, &long)], vec![line(9, "x")]),
        group(&[(5, "table"), (10, &names)], vec![row]),
    ];
    let cut = &long[..82];
    let expected = format!(
        "\" a\"\n1=\t{short}\n2=\t{cut}…\n9\tx\n10=\t{names}\n461 A457 B457\t| 457 | x | y |\n"
    );
    assert_eq!(results_text(&results(" a", groups), SearchOutput::Lines), expected);
}

#[test]
fn case_was_ignored_if_that_made_a_difference() {
    let request = |text| {
        let (syntax, case) = (PatternSyntax::Regex, LetterCase::Smart);
        SearchRequest::new(Pattern { text, syntax, case, words: false }, ".")
    };
    let found = |text: &str| {
        let line = MatchLine { ranges: vec![1..9, 9..99], ..line(1, text) };
        results("a", vec![group(&[], vec![line])])
    };
    for (pattern, text, expected) in [
        ("error", "an Error", true),
        ("error", "an error of Mine", false),
        ("Error", "an Error", false),
        (r"\d", "A 1", false),
    ] {
        assert_eq!(ignored_case(&found(text), &request(pattern)), expected, "{pattern} {text}");
    }
    let counts = SearchRequest { want: SearchOutput::Counts, ..request("error") };
    assert!(ignored_case(&found("x"), &counts));
}
