//! Tests of the spellings of a read's arguments.

use super::spelled;
use crate::shared::{Arguments, Json};

fn understood_as(written: &str) -> String {
    let arguments = Arguments::parse(written).unwrap_or_else(|error| unreachable!("{error}"));
    match spelled(arguments.0) {
        Ok(spelled) => Json::Object(spelled.members).write(),
        Err(report) => report.message,
    }
}

#[test]
fn other_spellings_are_understood() {
    for (written, expected) in [
        (r#"{"path":"a.rs","start":3}"#, r#"{"path":"a.rs","start":3}"#),
        (r#"{"file_path":"a","offset":5,"limit":10}"#, r#"{"path":"a","start":5,"lines":10}"#),
        (
            r#"{"file":"a","start_line":"12","end_line":"40"}"#,
            r#"{"path":"a","start":12,"lines":29}"#,
        ),
        (r#"{"path":"a","end_line":40}"#, r#"{"path":"a","lines":40}"#),
        (r#"{"path":"a","start_line":5,"end_line":-1}"#, r#"{"path":"a","start":5}"#),
        (r#"{"path":"a","start":" -5 "}"#, r#"{"path":"a","start":-5}"#),
        (r#"{"path":"a","file":"a"}"#, r#"{"path":"a"}"#),
        (r#"{"path":"a","start":1.0,"lines":1e3}"#, r#"{"path":"a","start":1,"lines":1000}"#),
        (r#"{"path":"a","start":"-2.0","offset":-2}"#, r#"{"path":"a","start":-2}"#),
        (r#"{"path":"a","start":1.5}"#, r#"{"path":"a","start":1.5}"#),
        (
            r#"{"target_file":"a","start_line_one_indexed":"3","should_read_entire_file":false}"#,
            r#"{"path":"a","start":3}"#,
        ),
        (
            r#"{"AbsolutePath":"a","StartLine":2,"EndLine":3}"#,
            r#"{"path":"a","start":2,"lines":2}"#,
        ),
        (r#"{"path":"a","line_offset":4,"n_lines":2}"#, r#"{"path":"a","start":4,"lines":2}"#),
        (r#"{"path":"a","tail":20}"#, r#"{"path":"a","start":-20}"#),
        (r#"{"path":"a","head":20}"#, r#"{"path":"a","lines":20}"#),
        (r#"{"path":["a"]}"#, r#"{"path":"a"}"#),
        (r#"{"path":"a","again":"TRUE"}"#, r#"{"path":"a","again":true}"#),
        (r#"{"path":"a","view":"Outline"}"#, r#"{"path":"a","view":"outline"}"#),
        (r#"{"path":"a.pdf","pages":"2"}"#, r#"{"path":"a.pdf","unit":"2-2"}"#),
        (r#"{"path":"a.pdf","pages":[2,3]}"#, r#"{"path":"a.pdf","unit":"2-3"}"#),
        (r#"{"path":"a.pdf","pages":"2-5"}"#, r#"{"path":"a.pdf","unit":"2-5"}"#),
        (r#"{"path":"a.pdf","pages":"2-"}"#, r#"{"path":"a.pdf","unit":2}"#),
        (r#"{"path":"a.pdf","page":2}"#, r#"{"path":"a.pdf","unit":"2-2"}"#),
        (r#"{"path":"a.pptx","slide_number":"2"}"#, r#"{"path":"a.pptx","unit":"2-2"}"#),
        (r#"{"path":"a.pptx","slide":"Aims","page":0}"#, r#"{"path":"a.pptx","unit":"Aims"}"#),
        (r#"{"path":"a.xlsx","sheet":"Costs"}"#, r#"{"path":"a.xlsx","unit":"Costs"}"#),
        (
            r#"{"files":["b",{"file":"c","start":2.0,"lines":""},7],"bytes":1e4,"tokens":null}"#,
            r#"{"files":[{"path":"b"},{"path":"c","start":2},7],"bytes":10000}"#,
        ),
    ] {
        assert_eq!(understood_as(written), expected, "{written}");
    }
}

#[test]
fn any_spelling_of_absence_is_absence() {
    let names = [
        "path",
        "files",
        "paths",
        "start",
        "cursor",
        "block",
        "unit",
        "levels",
        "lines",
        "bytes",
        "tokens",
        "column",
        "columns",
        "encoding",
        "view",
        "totals",
        "known_version",
        "again",
        "siblings",
        "range",
        "view_range",
        "end_line",
        "tail",
        "pages",
        "unknown",
    ];
    let of_all = ["null", r#""""#, "[]", "{}"];
    let unless_text = [r#""null""#, r#"" None ""#, r#""undefined""#];
    for name in names {
        let mut absent = of_all.to_vec();
        match name {
            "path" | "files" | "paths" | "unit" | "encoding" | "unknown" => {}
            _ => absent.extend(unless_text),
        }
        match name {
            "lines" | "bytes" | "tokens" | "columns" | "end_line" => {
                absent.extend(["0", "0.0", r#""0""#, "-1", r#""-1""#]);
            }
            "start" | "block" | "levels" | "column" | "tail" => absent.extend(["0", r#""0""#]),
            "siblings" => absent.extend(["false", r#""False""#]),
            "files" | "paths" => absent.extend([r#"[""]"#, "[null]", r#""[]""#]),
            _ => {}
        }
        for value in absent {
            let written = format!(r#"{{"file_path":"a","{name}":{value}}}"#);
            assert_eq!(understood_as(&written), r#"{"path":"a"}"#, "{written}");
        }
    }
    assert_eq!(understood_as(r#"{"path":"null"}"#), r#"{"path":"null"}"#);
    assert_eq!(understood_as(r#"{"path":""}"#), "{}");
}

#[test]
fn any_spelling_of_a_list_is_a_list() {
    let two = r#"{"files":[{"path":"a"},{"path":"b"}]}"#;
    for written in [
        r#"{"files":["a","b"]}"#,
        r#"{"paths":["a","b"]}"#,
        r#"{"path":["a","b"]}"#,
        r#"{"file_paths":["a","","b",null]}"#,
        r#"{"files":"[\"a\",\"b\"]"}"#,
        r#"{"paths":"[\"a\", {\"file\": \"b\"}]"}"#,
        r#"{"path":" [\"a\",\"b\"]"}"#,
        r#"{"files":[{"path":"a"},{"filePath":"b","start":0}],"path":""}"#,
    ] {
        assert_eq!(understood_as(written), two, "{written}");
    }
    let one = r#"{"files":[{"path":"a"}]}"#;
    for written in [
        r#"{"files":"a"}"#,
        r#"{"paths":{"path":"a"}}"#,
        r#"{"files":"{\"path\":\"a\"}"}"#,
        r#"{"files":["a"],"path":"","start":0,"lines":0,"view":"","again":false}"#,
    ] {
        assert_eq!(understood_as(written).replace(r#","again":false"#, ""), one, "{written}");
    }
    for literal in ["[a", "[slug]", "a,b", "{a}", "[1]"] {
        let written = format!(r#"{{"path":"{literal}"}}"#);
        assert_eq!(understood_as(&written), written);
    }
}

#[test]
fn any_spelling_of_a_range_is_a_range() {
    for range in [
        r#""view_range":[10,12]"#,
        r#""range":"10-12""#,
        r#""line_range":"10:12""#,
        r#""range":{"start":10,"end":12}"#,
        r#""range":"{\"from\":10,\"to\":12}""#,
        r#""lineRange":["10","12"]"#,
        r#""lines":"10-12""#,
        r#""lines":[10,12]"#,
        r#""start":"10-12""#,
        r#""start":10,"range":[10,12]"#,
        r#""range":[10,12],"lines":3"#,
    ] {
        let written = format!(r#"{{"path":"a",{range}}}"#);
        let understood = understood_as(&written);
        let parts = [r#""start":10"#, r#""lines":3"#, r#""path":"a""#];
        assert!(parts.iter().all(|part| understood.contains(part)), "{written}: {understood}");
        assert_eq!(understood.len(), r#"{"path":"a","start":10,"lines":3}"#.len(), "{written}");
    }
    for (range, expected) in [
        (r#""range":[10,-1]"#, r#"{"path":"a","start":10}"#),
        (r#""range":"-20""#, r#"{"path":"a","start":-20}"#),
        (r#""range":12"#, r#"{"path":"a","start":12,"lines":1}"#),
        (r#""range":[0,12]"#, r#"{"path":"a","lines":12}"#),
        (r#""range":[0,0]"#, r#"{"path":"a"}"#),
        (
            r#""ranges":[[1,5],"10-12"]"#,
            r#"{"files":[{"path":"a","start":1,"lines":5},{"path":"a","start":10,"lines":3}]}"#,
        ),
    ] {
        let written = format!(r#"{{"path":"a",{range}}}"#);
        assert_eq!(understood_as(&written), expected, "{written}");
    }
    let wrong = understood_as(r#"{"path":"a","range":"five"}"#);
    assert_eq!(wrong, "range must be the first and the last line, not a string");
}

#[test]
fn what_is_written_as_the_tool_has_it_is_left_alone() {
    for written in [
        r#"{"path":"a:12"}"#,
        r#"{"path":"'a'"}"#,
        r#"{"path":"a","start":"five"}"#,
        r#"{"path":"a","start":[3]}"#,
        r#"{"path":"a","start":{"line":3}}"#,
    ] {
        let arguments = Arguments::parse(written).unwrap_or_else(|error| unreachable!("{error}"));
        let spelled = spelled(arguments.0).unwrap_or_else(|error| unreachable!("{error}"));
        assert!(!spelled.differs, "{written}");
        assert_eq!(Json::Object(spelled.members).write(), written);
    }
}

#[test]
fn contradictions_are_refused() {
    for (written, message) in [
        (r#"{"path":"a","file_path":"b"}"#, "path and file_path contradict each other"),
        (r#"{"path":"a","start":1,"offset":2}"#, "start and offset contradict each other"),
        (
            r#"{"path":"a","start_line":5,"end_line":9,"limit":2}"#,
            "lines and the last line contradict each other",
        ),
        (r#"{"path":"a","start":5,"end_line":4}"#, "the last line, 4, is before the first, 5"),
        (
            r#"{"path":"a","start":-5,"end_line":4}"#,
            "start and the last line contradict each other",
        ),
    ] {
        assert_eq!(understood_as(written), message, "{written}");
    }
}
