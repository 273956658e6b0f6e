//! The schemas of the tools, against the arguments of every case.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod common;

use readroom::Dialect;
use readroom::conformance::{self, Answer};
use serde_json::Value;

#[test]
fn every_case_agrees_with_the_schema_of_its_tool() {
    let tools = readroom::tools().unwrap();
    let validators: Vec<_> = tools
        .iter()
        .map(|tool| {
            let schema: Value = serde_json::from_str(&tool.parameters).unwrap();
            assert!(jsonschema::draft202012::meta::is_valid(&schema), "{}", tool.parameters);
            (tool.dialect, jsonschema::draft202012::new(&schema).unwrap())
        })
        .collect();
    let mut wrong = Vec::new();
    for case in conformance::in_directory(&common::data().join("cases")).unwrap() {
        let name = &case.name;
        let Some(arguments) = case.call.structured() else { continue };
        let (_, validator) =
            validators.iter().find(|(dialect, _)| *dialect == case.call.dialect).expect("a tool");
        let valid = validator.is_valid(&Value::Object(arguments.clone()));
        let answered = case.outcome == Answer::Answered;
        if !valid && answered && !case.lenient {
            wrong.push(format!("{name}: answered, though the schema does not allow the arguments"));
        }
        if case.lenient && (valid || !answered) {
            wrong.push(format!("{name}: there is nothing lenient about it"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_tool_says_what_a_model_has_to_know() {
    for tool in readroom::tools().unwrap() {
        let schema: Value = serde_json::from_str(&tool.parameters).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        match &schema["required"] {
            // A path, or files in its place.
            Value::Null => assert_eq!(tool.dialect, Dialect::Readroom),
            required => {
                let required = required.as_array().unwrap();
                assert_eq!(required.len(), 1, "{}: only the path is required", tool.dialect);
                assert!(properties.contains_key(required[0].as_str().unwrap()), "{}", tool.dialect);
            }
        }
        for (name, property) in properties {
            assert!(property["description"].as_str().is_some_and(|text| text.len() > 10), "{name}");
        }
        assert!(!tool.snippet.is_empty() && !tool.guidelines.is_empty(), "{}", tool.dialect);
        assert!(tool.description.chars().any(|character| character.is_ascii_digit()), "limits are stated");
    }
}
