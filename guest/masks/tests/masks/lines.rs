//! Lists, joined strings, and values on other lines or before their names are masked.

use crate::support::{Random, mask, mask_in_pieces};
use readroom_masks::ValueFormat;

const SECRET: &str = "«redacted: secret»";

/// Masks text, and asserts that the result stays as it is, whatever pieces it is passed in.
fn masked(text: &str) -> String {
    let out = mask(ValueFormat::Plain, text);
    assert_eq!(mask(ValueFormat::Plain, &out), out, "{text}");
    assert_eq!(mask_in_pieces(ValueFormat::Plain, text, 5, &mut Random(71)), out, "{text}");
    out
}

/// Asserts that each `§` is masked, and nothing else.
fn assert_masked(texts: &[&str]) {
    for text in texts {
        let out = masked(&text.replace('§', "vK8q2Zr5TxW9mB4n"));
        assert_eq!(out, text.replace('§', SECRET), "{text}");
    }
}

#[test]
fn every_element_of_a_list_is_masked() {
    assert_masked(&[
        "{\"passwords\": [\"a\", \"§\", \"§\"], \"b\": 1}",
        "api_keys: [§, §]",
        "API_KEYS = ['§', '§', ]",
        "passwords:\n  - a\n  - §\n  - \"§\"\nb:\n  - vK8q2Zr5TxW9mB4n",
        "passwords:\n- §\n- §",
        "\"passwords\": [\n  \"a\",\n  \"§\",\n  \"§\", \"§\"\n]\n\"vK8q2Zr5TxW9mB4n\"",
        "tokens = [\n    \"§\",\n    # c\n    \"§\",\n]",
        "secrets: [\"§\",\n  \"§\"]",
    ]);
    assert_eq!(
        masked("passwords: [\"Kitten-42\", \"x\"]"),
        format!("passwords: [\"{SECRET}\", \"x\"]")
    );
    for text in [
        "tokens: [\"the\", \"v1.24.3-rc.1+build.20240101.5114f85\"]",
        "tokens:\n  - id: vK8q2Zr5TxW9mB4n",
        "password[\"a\"] = x\n\"vK8q2Zr5TxW9mB4n\"",
        "tests = {'pass': [\"run()\",\n  \"In [1]: if 1:\\n  ...:  run()\",",
    ] {
        assert_eq!(masked(text), text);
    }
}

#[test]
fn a_value_may_be_before_its_name_or_after_other_settings() {
    assert_masked(&[
        "{\"value\": \"§\", \"key\": \"password\"}",
        "- {value: §, name: PASSWORD}",
        "<add value=\"§\" key=\"password\"/>",
        "{\"key\": \"password\", \"type\": \"string\", \"value\": \"§\"}",
        "{\n  \"key\": \"password\",\n  \"type\": \"string\",\n  \"value\": \"§\"\n}",
        "- name: PASSWORD # c\n  value: §",
        "variable \"db_password\" { default = \"§\" }",
        "DBPassword:\n  Type: String\n  MinLength: 3\n  Default: §",
        "args:\n  - --password\n  - §",
        "\"--password\",\n\"§\",",
    ]);
    for text in [
        "{\"value\": \"vK8q2Zr5TxW9mB4n\", \"id\": \"a\", \"key\": \"password\"}",
        "{\"value\": \"vK8q2Zr5TxW9mB4n\", \"key\": \"color\"}",
        "  --password  The password of the user\n  vK8q2Zr5TxW9mB4n",
        "<glyph glyph-name=\"compass\" unicode=\"&#xf14e;\" ",
    ] {
        assert_eq!(masked(text), text);
    }
}

#[test]
fn lines_of_text_below_a_name_are_masked() {
    for head in ["|", "|2-", ">-", "|+", "!!str |", "&a |-", "!!str >- # c", "| # c"] {
        assert_masked(&[
            &format!("password: {head}\n  §\na: b"),
            &format!("password: {head}\n  a\n  §\na: b\n  vK8q2Zr5TxW9mB4n"),
        ]);
    }
    let text = "password: String\n  vK8q2Zr5TxW9mB4n";
    assert_eq!(masked(text), text);
}

#[test]
fn joined_strings_are_masked_as_one_value() {
    for text in [
        "password = \"vK8q2Zr5\" + \"TxW9mB4n\"",
        "password = 'vK8q' + 'TxW9' + 'mB4n';",
        "password = \"vK8q2Zr5\" \"TxW9mB4n\"",
        "$password = 'vK8q' . 'TxW9' . 'mB4n';",
        "Password = \"vK8q\" & \"TxW9\" & \"mB4n\"",
    ] {
        let out = masked(text);
        assert!(out.contains(SECRET) && !out.contains("vK8q") && !out.contains("mB4n"), "{out}");
    }
    assert_masked(&[
        "password = (\"§\"\n            \"§\")\n\"vK8q2Zr5TxW9mB4n\"",
        "password = \"§\" + \\\n    \"§\"\nx",
        "password = \"§\\\n§\";\nx",
        "PASSWORD=§\\\n§\nx",
        "const password =\n  \"§\" +\n  \"§\";\nx",
    ]);
    let text = "const password =\n  \"vK8q2Zr5\" +\n  \"TxW9mB4n\";";
    assert_eq!(masked(text), format!("const password =\n  \"{SECRET}\" +\n  \"{SECRET}\";"));
    for text in [
        "password = \"abc\" + \"def\"",
        "password = \"word1\" + name",
        "token: \"the first\" +\n  \"the second 2\"",
    ] {
        assert_eq!(masked(text), text);
    }
}
