//! Checks the schemas of the tools against the arguments of every case.

use readroom::{Error, Limit, Limits, MemoryTree, Room};
use readroom_check::{ExpectedOutcome, Subject};
use readroom_testing::{needs, tools};
use serde_json::{Value, json};
use std::fs;

pub fn every_case_agrees_with_the_schema_of_its_tool() {
    let tools = readroom::tools().unwrap();
    let validators: Vec<_> = tools
        .iter()
        .map(|tool| {
            // A shorter schema omits arguments, and rejects none.
            let full = tool.full_parameters.as_ref().unwrap_or(&tool.parameters);
            let schema: Value = serde_json::from_str(full).unwrap();
            assert!(jsonschema::draft202012::meta::is_valid(&schema), "{}", tool.parameters);
            (tool.id.clone(), jsonschema::draft202012::new(&schema).unwrap())
        })
        .collect();
    let mut wrong = Vec::new();
    for case in readroom_check::in_directory(&readroom_testing::data().join("cases")).unwrap() {
        let name = &case.name;
        let Some(arguments) = case.call.structured() else { continue };
        let (_, validator) =
            validators.iter().find(|(id, _)| *id == case.call.tool).expect("a tool");
        let valid = validator.is_valid(&Value::Object(arguments.clone()));
        let answered = case.outcome == ExpectedOutcome::Answered;
        if !valid && answered && !case.lenient {
            wrong.push(format!("{name}: answered, though the schema does not allow the arguments"));
        }
        if case.lenient && (valid || !answered) {
            wrong.push(format!("{name}: there is nothing lenient about it"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

pub fn a_schema_has_all_that_a_model_needs() {
    // These are presented in the words of the release.
    let is_quoted = |tool: &readroom::Tool| tool.has_id("mcp-filesystem@2.0");
    for tool in readroom::tools().unwrap().into_iter().filter(|tool| !is_quoted(tool)) {
        let schema: Value = serde_json::from_str(&tool.parameters).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        let required: Vec<_> = schema["required"].as_array().into_iter().flatten().collect();
        assert!(required.len() <= 1, "{}: only what to look at is required", tool.id);
        for name in required {
            assert!(properties.contains_key(name.as_str().unwrap()), "{}", tool.id);
        }
        // These names say it, and each word is part of every request to a model.
        let plain = "path patterns lines from to author message since until glob what commits";
        let plain: Vec<&str> = plain.split(' ').collect();
        let is_plain = |name: &str| plain.contains(&name);
        for (name, property) in properties.iter().filter(|(name, _)| !is_plain(name)) {
            assert!(property["description"].as_str().is_some_and(|text| text.len() > 10), "{name}");
        }
        // pi's other tools have none.
        let has_guidelines = !tool.guidelines.is_empty() || tool.has_id("pi@1.5");
        assert!(!tool.snippet.is_empty() && has_guidelines, "{}", tool.id);
        // The answers of the neutral tools say what a limit left out.
        assert!(
            tool.has_id("readroom")
                || tool.description.chars().any(|character| character.is_ascii_digit()),
            "limits are stated"
        );
    }
}

/// Returns the contract's schema of an answer to a read.
fn contract() -> jsonschema::Validator {
    let file = readroom_testing::data().join("../contract/schema.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let error = json!({
        "type": "object",
        "properties": { "error": { "$ref": "#/$defs/read-error" } },
        "required": ["error"],
        "additionalProperties": false,
    });
    let answers = ["document", "documents", "map-page", "blame-page"]
        .map(|name| json!({ "$ref": format!("#/$defs/{name}") }));
    schema["anyOf"] = answers.into_iter().chain([error]).collect();
    jsonschema::draft202012::new(&schema).unwrap()
}

pub fn every_answer_of_our_own_tool_fits_its_schemas() {
    let schemas = [("the contract", contract()), ("the output schema", tools::output_schema())];
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for case in readroom_check::in_directory(&readroom_testing::data().join("cases")).unwrap() {
        if case.call.tool != tools::READROOM.id || !needs::are_met(&case.needs) {
            continue;
        }
        let fixture = case.fixture().unwrap();
        let room = Subject::default().room(&case, &fixture).unwrap();
        let reply = needs::with(&case.needs, || case.call.make(&fixture, &room)).unwrap();
        let value: Value = serde_json::from_str(&reply.json).unwrap();
        for (schema, validator) in &schemas {
            wrong.extend(
                validator
                    .iter_errors(&value)
                    .map(|error| format!("{}: {schema}: {error}", case.name)),
            );
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(checked > 200, "only {checked} answers were looked at");
}

pub fn errors_of_the_host_have_the_same_form() {
    let tree = || MemoryTree::new().file("a.txt", "a\n").unwrap();
    let room = |limits| Room::builder_from_tree("/project", tree()).limits(limits).build().unwrap();
    let limited = room(Limits { arguments: 10, ..Limits::default() });
    let cancelled = {
        let cancel = readroom::Cancel::new();
        cancel.cancel();
        room(Limits::default()).cancelled_by(&cancel)
    };
    let call = r#"{"path":"a.txt"}"#;
    let errors = [
        room(Limits::default()).call("nobody", call).unwrap_err(),
        limited.call("readroom", call).unwrap_err(),
        cancelled.call("readroom", call).unwrap_err(),
        room(Limits::default()).read(&readroom::ReadRequest::new("none")).unwrap_err(),
        Error::Call("it failed".into()),
    ];
    assert_eq!(errors[1].limit(), Some(Limit::Arguments));
    for error in errors {
        let value: Value = serde_json::from_str(&error.to_json()).unwrap();
        for schema in [contract(), tools::output_schema()] {
            let wrong: Vec<_> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{value}: {wrong:?}");
        }
        assert_eq!(value["error"]["code"], error.code().unwrap().name());
    }
}
