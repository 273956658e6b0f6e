//! Tests of the spellings of the arguments of `list`, `find` and `search`.

use super::{Understood, find, list, search};
use crate::shared::{Arguments, Json, Members};
use readroom_types::ReadError as ErrorReport;

type Understand = fn(Members<'_>) -> Result<Understood<'_>, ErrorReport>;

fn understood_as(tool: Understand, written: &str) -> String {
    let arguments = Arguments::parse(written).unwrap_or_else(|error| unreachable!("{error}"));
    match tool(arguments.0) {
        Ok(understood) => Json::Object(understood.0.members).write(),
        Err(report) => report.message,
    }
}

#[test]
fn other_spellings_are_understood() {
    for (tool, written, expected) in [
        (
            list as Understand,
            r#"{"path":"src","recursive":true}"#,
            r#"{"path":"src","depth":1000}"#,
        ),
        (list, r#"{"directory":"src","maxDepth":"2"}"#, r#"{"path":"src","depth":2}"#),
        (list, r#"{"depth":-1,"show_sizes":1}"#, r#"{"depth":1000,"details":true}"#),
        (
            list,
            r#"{"path":"a","showHidden":true,"ignored":"True"}"#,
            r#"{"path":"a","ignored":true}"#,
        ),
        (list, r#"{"sort_by":"longest","limit":5}"#, r#"{"order":"lines","entries":5}"#),
        (find, r#"{"sort":"Largest"}"#, r#"{"order":"size"}"#),
        (list, r#"{"order":"latest","recursive":false}"#, r#"{"order":"modified","depth":1}"#),
        (list, r#"{"path":"a","respect_git_ignore":false}"#, r#"{"path":"a","ignored":true}"#),
        (find, r#"{"glob":"['*.rs', \"b\"]"}"#, r#"{"glob":["*.rs","b"]}"#),
        (find, r#"{"glob":"*.rs\n *.md\n"}"#, r#"{"glob":["*.rs","*.md"]}"#),
        (find, r#"{"glob":"[0]","hidden":"0"}"#, r#"{"glob":"[0]","hidden":false}"#),
        (find, r#"{"pattern":"*.rs","type":"f"}"#, r#"{"glob":"*.rs","kind":"file"}"#),
        (find, r#"{"name":"*.rs","recursive":false}"#, r#"{"glob":"*.rs","depth":1}"#),
        (find, r#"{"glob":"*.rs","sort":"mtime"}"#, r#"{"glob":"*.rs","order":"modified"}"#),
        (
            find,
            r#"{"path":"src","pattern":"*.rs","excludePatterns":["target","!x"]}"#,
            r#"{"path":"src","glob":["*.rs","!target","!x"]}"#,
        ),
        (
            search,
            r#"{"query":"a","includePattern":"*.rs","isRegexp":false,"maxResults":9}"#,
            r#"{"pattern":"a","glob":"*.rs","matches":9,"literal":true}"#,
        ),
        (
            search,
            r#"{"query":"a","case_sensitive":true,"include_pattern":"*.rs","exclude_pattern":"b"}"#,
            r#"{"pattern":"a","glob":["*.rs","!b"],"case":"sensitive"}"#,
        ),
        (
            search,
            r#"{"pattern":"a","-i":"true","-n":true,"-C":2,"output_mode":"Content"}"#,
            r#"{"pattern":"a","context":2,"what":"lines","case":"insensitive"}"#,
        ),
        (search, r#"{"pattern":"a","-l":true}"#, r#"{"pattern":"a","what":"files"}"#),
        (
            search,
            r#"{"pattern":"a","what":"files_with_matches"}"#,
            r#"{"pattern":"a","what":"files"}"#,
        ),
        (search, r#"{"pattern":404}"#, r#"{"pattern":"404"}"#),
        (search, r#"{"pattern":"a","paths":["src"]}"#, r#"{"pattern":"a","path":"src"}"#),
        (
            search,
            r#"{"pattern":"a","respect_git_ignore":false}"#,
            r#"{"pattern":"a","ignored":true}"#,
        ),
    ] {
        assert_eq!(understood_as(tool, written), expected, "{written}");
    }
}

#[test]
fn a_list_in_a_string_is_a_list() {
    for written in [r#"["*.js","*.ts"]"#, r#""[\"*.js\",\"*.ts\"]""#, r#"["*.js","","*.ts"]"#] {
        for name in ["glob", "globs", "include"] {
            let written = format!(r#"{{"pattern":"a","{name}":{written}}}"#);
            let expected = r#"{"pattern":"a","glob":["*.js","*.ts"]}"#;
            assert_eq!(understood_as(search, &written), expected, "{written}");
        }
    }
    for glob in ["[a]", "[0]", "[0-9].md", "{a,b}", "a b", "null", "none"] {
        let written = format!(r#"{{"glob":"{glob}"}}"#);
        assert_eq!(understood_as(find, &written), written);
    }
}

#[test]
fn any_spelling_of_absence_is_absence() {
    // As a client writes a call whose schema requires every argument.
    for (tool, written, expected) in [
        (
            list as Understand,
            r#"{"path":"","depth":0,"details":false,"entries":0}"#,
            r#"{"details":false}"#,
        ),
        (
            find,
            r#"{"glob":"","path":"","depth":"0","kind":"","order":null,"cursor":"none","entries":-1}"#,
            "{}",
        ),
        (
            search,
            r#"{"pattern":"a","path":"","glob":[""],"case":"","what":"","context":0,"before":0,
                "after":0,"matches":0,"matches_per_file":0,"columns":0,"cursor":"","bytes":0,
                "tokens":0,"offset":0,"multiline":false}"#,
            r#"{"pattern":"a","before":0,"after":0}"#,
        ),
        (
            search,
            r#"{"pattern":"none","context":2,"before":0,"after":0,"head_limit":0}"#,
            r#"{"pattern":"none","context":2}"#,
        ),
        (
            search,
            r#"{"pattern":" ","context":2,"before":0}"#,
            r#"{"pattern":" ","context":2,"before":0}"#,
        ),
    ] {
        assert_eq!(understood_as(tool, written), expected, "{written}");
    }
}
