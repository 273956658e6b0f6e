//! Counts the WebAssembly instructions of calls. The counts do not depend on the machine, so they
//! show when the reader becomes slower, where a clock would also show a slow machine.
//!
//! The component runs on plain wasmtime-wasi.

use super::stock::{COMPONENT, store};
use readroom_testing::tools;
use std::path::Path;
use wasmtime::component::Val;

/// The policy that the library passes to the component by default.
const HANDED: &str = r#"{"agentignore":false,"case_sensitive":true,"judged":true}"#;

/// The same if the policy allows everything.
const EVERYTHING: &str =
    r#"{"rules":"everything","agentignore":false,"case_sensitive":true,"judged":true}"#;

/// Returns whether a tool answered or refused, and the instructions that the call took.
fn call(root: &Path, policy: &str, tool: &str, arguments: &str) -> (String, u64) {
    let mut store = store(root, "/project", Some(policy));
    let instance = COMPONENT.instantiate(&mut store).unwrap();
    let interface =
        instance.get_export_index(&mut store, None, "readroom:read/tools@0.4.0").unwrap();
    let function = instance.get_export_index(&mut store, Some(&interface), "call").unwrap();
    let function = instance.get_func(&mut store, function).unwrap();
    let nothing = ["index", "shown", "max-tokens"].map(|name| (name.into(), Val::Option(None)));
    let content_only = ("content-only".into(), Val::Bool(false));
    let milliseconds = ("milliseconds".into(), Val::Option(None));
    let of_host = nothing.into_iter().chain([content_only, milliseconds]);
    let context = Val::Record(of_host.collect());
    let arguments = [Val::String(tool.into()), Val::String(arguments.into()), context];
    let mut reply = [Val::Bool(false)];
    function.call(&mut store, &arguments, &mut reply).unwrap();
    let [Val::Result(Ok(Some(reply)))] = reply else { panic!("there is such a tool") };
    let Val::Record(members) = *reply else { panic!("a reply is a record") };
    let outcome = members.into_iter().find(|(name, _)| name == "outcome");
    let Some((_, Val::Enum(outcome))) = outcome else { panic!("it has an outcome") };
    (outcome, u64::MAX - store.get_fuel().unwrap())
}

#[test]
#[cfg_attr(windows, ignore = "each instance is filled by copying there, which counts")]
fn calls_take_as_many_instructions_as_they_did() {
    let project = tempfile::tempdir().unwrap();
    let small: String =
        (0..200).map(|number| format!("    let value_{number} = \"{number}\";\n")).collect();
    let large: String = (0..60_000).map(|number| format!("{number:099}\n")).collect();
    std::fs::write(project.path().join("small.rs"), small).unwrap();
    std::fs::write(project.path().join("large.log"), large).unwrap();
    let small =
        |tool: &tools::KnownTool| (tool.id, tool.path("small.rs"), tool.thousand_instructions);
    let mut wrong = Vec::new();
    for (tool, arguments, thousands) in tools::TOOLS.iter().map(small).chain([
        // 3 MB before the window, and as many counted after it.
        ("mycodeagent", r#"{"path": "large.log", "start_line": 30000}"#.into(), 17_700),
        ("readroom", r#"{"path": "nothing.rs"}"#.into(), 224),
    ]) {
        let (outcome, instructions) = call(project.path(), HANDED, tool, &arguments);
        assert_eq!(outcome == "refused", arguments.contains("nothing"), "{tool} {arguments}");
        let taken = instructions / 1000;
        if !(thousands * 3 / 4..=thousands * 5 / 4).contains(&taken) {
            wrong.push(format!("{tool} {arguments} takes {taken} thousand, not {thousands}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong:#?}\nIf that is meant, put the new numbers here and into `tests/dialects.json`."
    );
}

/// The policy decides about a directory and a file, once each.
#[test]
fn the_default_policy_decides_about_ordinary_names_in_few_instructions() {
    let project = tempfile::tempdir().unwrap();
    std::fs::create_dir(project.path().join("src")).unwrap();
    std::fs::write(project.path().join("src/main.rs"), "fn main() {}\n").unwrap();
    let [default, everything] = [HANDED, EVERYTHING]
        .map(|policy| call(project.path(), policy, "pi", r#"{"path": "src/main.rs"}"#).1);
    assert!(default < everything + 6_000, "{default} instead of {everything}");
}

#[test]
fn uses_of_a_name_take_instructions_by_the_number_of_lines() {
    let project = tempfile::tempdir().unwrap();
    let [one, two] = [2000, 4000].map(|count| {
        let text: String = (0..count).map(|at| format!("def f{at}(a):\n    return x\n")).collect();
        std::fs::write(project.path().join("all.py"), text).unwrap();
        let (outcome, instructions) =
            call(project.path(), HANDED, "readroom:search", r#"{"what": "uses", "pattern": "x"}"#);
        assert_eq!(outcome, "answered");
        instructions
    });
    assert!(two < 5 * one / 2, "{two} after {one}");
}

/// Returns whether lines were searched or refused, and the instructions that the call took.
fn search(root: &Path, pattern: &str, letter_case: &str) -> (bool, u64) {
    let mut store = store(root, "/project", Some(EVERYTHING));
    let instance = COMPONENT.instantiate(&mut store).unwrap();
    let interface =
        instance.get_export_index(&mut store, None, "readroom:read/search@0.4.0").unwrap();
    let function = instance.get_export_index(&mut store, Some(&interface), "search").unwrap();
    let function = instance.get_func(&mut store, function).unwrap();
    let record = |members: Vec<(&str, Val)>| {
        Val::Record(members.into_iter().map(|(name, value)| (name.into(), value)).collect())
    };
    let [none, no] = [Val::Option(None), Val::Bool(false)];
    let word = |word: &str| Val::Enum(word.into());
    let scope = record(vec![
        ("path", Val::String(".".into())),
        ("globs", Val::List(Vec::new())),
        ("hidden", no.clone()),
        ("ignored", no.clone()),
        ("depth", none.clone()),
        ("at", none.clone()),
    ]);
    let request = record(vec![
        ("scope", scope),
        ("pattern", Val::String(pattern.into())),
        ("syntax", word("regex")),
        ("letter-case", word(letter_case)),
        ("words", no.clone()),
        ("output", word("counts")),
        ("before", Val::U32(0)),
        ("after", Val::U32(0)),
        ("blocks", word("none")),
        ("binary", no.clone()),
        ("headers", no),
        ("order", word("path")),
        ("cursor", none.clone()),
        ("matches", none.clone()),
        ("matches-per-file", none.clone()),
        ("bytes", none.clone()),
        ("tokens", none.clone()),
        ("columns", none.clone()),
        ("milliseconds", none),
    ]);
    let mut results = [Val::Bool(false)];
    function.call(&mut store, &[request], &mut results).unwrap();
    let [Val::Result(results)] = results else { panic!("a search has a result") };
    (results.is_ok(), u64::MAX - store.get_fuel().unwrap())
}

/// The maximum number of instructions of a search of 3 KB by any pattern, in millions: to compile
/// one of 8 KiB takes most of them, and each byte some million.
const MAX_MILLIONS: u64 = 12_000;

/// Patterns that take long to compile, or to run on a haystack that nearly matches.
#[test]
fn no_pattern_takes_instructions_without_end() {
    let project = tempfile::tempdir().unwrap();
    let lines = ["a".repeat(1000), "a\u{e9}\u{3b1} ".repeat(200), "ab".repeat(500)];
    let text = lines.join("\n");
    std::fs::write(project.path().join("a.txt"), &text).unwrap();
    let nested = |open: &str, close: &str, depth| {
        [open.repeat(depth), "a".into(), close.repeat(depth)].concat()
    };
    let alternatives: Vec<_> = (0..1000).map(|number| format!("a{number:x}")).collect();
    for (pattern, letter_case, is_searched) in [
        (r"\w{100}{100}".into(), "sensitive", false),
        (r"\w{1000}".into(), "sensitive", false),
        (r"\pL{100}".into(), "insensitive", true),
        (r"(a{1000}){1000}".into(), "sensitive", false),
        (r"(a{100}){100}".into(), "sensitive", true),
        (r"(a{1000}){20}b".into(), "sensitive", true),
        (r".{0,1000}.{0,1000}b".into(), "sensitive", true),
        (r"(?:.{0,100}a){20}z".into(), "sensitive", true),
        (r"(?:a{0,500}[^b]{0,500}){2}z".into(), "sensitive", true),
        (nested("(", "*)*", 49) + "b", "sensitive", false),
        (nested("(a|", "|a)", 80) + "b", "sensitive", false),
        (nested("(?:", "|a?){2}", 12) + "b", "sensitive", true),
        ("(a|aa)+$".into(), "sensitive", true),
        ("(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)z".into(), "sensitive", true),
        (r"\b\w+\b.*\b\w+\b.*\bz".into(), "sensitive", true),
        (r"(?i)[\p{L}--\p{Greek}]{50}".into(), "insensitive", true),
        (r"(?i)[\p{Cyrillic}\p{Greek}\p{Latin}\p{Han}]+[^\pL]{20}".into(), "insensitive", true),
        (r"\p{Greek}".repeat(700), "insensitive", true),
        (r"[^a]".repeat(2000), "insensitive", true),
        (r"\w".repeat(4096), "insensitive", false),
        ("k".repeat(8192), "insensitive", true),
        ("a?".repeat(2000) + &"a".repeat(2000), "sensitive", true),
        (alternatives.join("|"), "insensitive", true),
        (r"[\w&&\pL]".repeat(900), "insensitive", false),
    ] {
        let (searched, instructions) = search(project.path(), &pattern, letter_case);
        let shown: String = pattern.chars().take(40).collect();
        let millions = instructions / 1_000_000;
        assert!(millions < MAX_MILLIONS, "{shown} takes {millions} million");
        assert_eq!(searched, is_searched, "{shown}");
    }
}
