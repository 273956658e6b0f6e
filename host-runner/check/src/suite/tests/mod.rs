use super::{embedded, in_directory};
use std::fs;
use std::path::Path;

#[test]
fn the_program_has_the_cases_of_the_repository() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let (embedded, written) = (embedded().unwrap(), in_directory(&directory).unwrap());
    assert!(embedded.len() > 400);
    assert_eq!(format!("{embedded:?}"), format!("{written:?}"));
}

const CASE: &str = r#"{"about":"a","source":"s","call":{"tool":"pi@0","arguments":{}},"outcome":"refused","reply":{}}"#;

/// Returns the outcome of loading a directory with these files, each given with its text.
fn refused(files: &[(&str, &str)]) -> String {
    let directory = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let file = directory.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    match in_directory(directory.path()) {
        Ok(cases) => format!("{} cases", cases.len()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_file_that_is_not_a_case_is_named_with_the_reason() {
    assert_eq!(
        refused(&[("pi@0/a.json", CASE), ("pi@0/README.md", "#"), (".git/HEAD", "")]),
        "1 cases"
    );
    for (file, text, why) in [
        ("pi@0/b.json", "{", "EOF while parsing"),
        ("pi@0/b.json", &CASE.replace("\"a\"", "\"\""), "needs an 'about'"),
        ("pi@0/b.json", &CASE.replace("about", "abuot"), "unknown field `abuot`"),
        ("pi@0/b.json", &CASE.replace("arguments", "argument"), "no variant of enum"),
        ("pi@0/b.json", &CASE.replace(",\"arguments\":{}", ""), "no variant of enum"),
        ("pi@0/b.json", &CASE.replace("refused", "ignored"), "unknown variant `ignored`"),
        ("pi@0/b.txt", CASE, "ends with .json"),
        ("kimi-cli@1.0/b.json", CASE, "it calls pi@0, so it must be in the directory 'pi@0'"),
        ("b.json", CASE, "not in a directory with the name of its tool"),
    ] {
        let refused = refused(&[("pi@0/a.json", CASE), (file, text)]);
        let name = file.rsplit('/').next().unwrap();
        assert!(refused.contains(why) && refused.contains(name), "{file}: {refused}");
    }
    assert!(refused(&[("pi@0/README.md", "")]).starts_with("there are no cases in "));
}
