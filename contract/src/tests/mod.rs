//! The generated files are current, and a sample in `tests/sample/` shows the mapping; `BLESS=1`
//! writes it.

use std::fs;
use std::path::Path;

use wit_parser::Resolve;

use crate::model::Contract;
use crate::{check, json_schema, package_docs, python, requests, rust, typescript};

#[test]
fn the_files_are_what_the_contract_says() {
    check().unwrap();
}

#[test]
fn every_form_of_type_is_mapped() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample");
    let contract = contract(&fs::read_to_string(directory.join("sample.wit")).unwrap()).unwrap();
    let files = [
        ("contract.py", python::types(&contract).unwrap()),
        ("decode.py", python::decoders(&contract)),
        ("tables.rs", rust::tables(&contract)),
        ("contract.ts", typescript::types(&contract).unwrap()),
        ("decode.ts", typescript::decoders(&contract)),
        ("output_schema.json", json_schema::results(&contract, &["fetch"]).unwrap()),
        ("schema.json", json_schema::complete(&contract)),
        ("package-docs.json", package_docs::of_component(&contract)),
    ];
    for (name, text) in files {
        if std::env::var_os("BLESS").is_some() {
            fs::write(directory.join(name), &text).unwrap();
        }
        let expected = fs::read_to_string(directory.join(name)).unwrap_or_default();
        assert!(text == expected, "{name} (BLESS=1 writes it) is now\n{text}");
    }
}

#[test]
fn what_is_not_mapped_is_refused() {
    for (items, expected) in [
        ("flags f { a }", "the type `f`: a flags is not covered"),
        ("record r { a: tuple<u8, u8> }", "the type `r`: a tuple is not covered"),
        ("record r { a: f32 }", "the type `r`: F32 is not covered"),
        (
            "record r { a: option<option<u8>> }",
            "the type `r`: an option of an option is not covered",
        ),
        ("f: func();", "the function `f`: a function without a result is not covered"),
        (
            "f: func() -> result<u8>;",
            "the function `f`: a result without a value or without an error is not covered",
        ),
        ("f: func() -> result<u8, u8>;", "`f`: its error is not a record `…-error`"),
        ("record r { kind: u8 } variant v { a(r) }", "`v`: the payload of `a` has a member `kind`"),
        ("record r { sha-2: u8 }", "`sha-2` in camelCase does not say what it is in snake_case"),
        (
            "record a-b { a: u8 } variant b { a, c }",
            "the case `a` of `b` and the type `a-b` are both `AB`",
        ),
        (
            "record x-error { a: u8 } record r { error: u8 } f: func() -> result<r, x-error>;",
            "`f`: a result with a member `error` is not told from an error",
        ),
    ] {
        let wit = format!("package a:b@1.0.0; interface i {{ {items} }}");
        let refusal = contract(&wit).err().map(|error| format!("{error:#}"));
        assert_eq!(refusal.as_deref(), Some(expected), "{items}");
    }
}

#[test]
fn documentation_is_needed() {
    let contract = contract("package a:b@1.0.0; interface i { record r { a: u8 } }").unwrap();
    let refusal = python::types(&contract).unwrap_err().to_string();
    assert_eq!(refusal, "R has no documentation");
}

#[test]
fn a_request_has_members_that_every_language_can_be_given() {
    let request = |member: &str| {
        let wit = format!(
            "package a:b@1.0.0; interface i {{ enum way {{ a, b }} record read-request {{ \
             path: string, {member} }} }}"
        );
        let result = requests::rust::requests(&contract(&wit).unwrap());
        result.unwrap_err().to_string()
    };
    // The next request is missing: this one is covered.
    for covered in
        ["a: option<u32>", "a: option<string>", "a: bool", "a: way", "a: u32", "a: list<string>"]
    {
        assert_eq!(request(covered), "there is no record `basic-request`", "{covered}");
    }
    for other in ["a: list<u32>", "a: u64", "a: option<bool>", "a: option<way>"] {
        assert_eq!(request(other), "`read-request`: `a` is not covered", "{other}");
    }
}

fn contract(wit: &str) -> anyhow::Result<Contract> {
    let mut resolve = Resolve::default();
    let package = resolve.push_str("test.wit", wit)?;
    Contract::of(&resolve, package, None)
}
