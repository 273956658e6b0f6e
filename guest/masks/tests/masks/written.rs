//! A value is found in a call, in several quotation marks, and after more signs and names.

use crate::assigned::masked;
use crate::support::{Random, mask};
use readroom_masks::ValueFormat;

#[test]
fn a_value_is_found_however_often_it_is_wrapped() {
    let mut random = Random(61);
    for line in [
        "password = []byte(\"§\")",
        "password = SecretStr('§')",
        "let token = String::from(\"§\");",
        "val password = \"\"\"§\"\"\"",
        "buildConfigField \"String\", \"API_KEY\", \"\\\"§\\\"\"",
        "{\"a\":\"{\\\"b\\\":\\\"{\\\\\\\"token\\\\\\\": \\\\\\\"§\\\\\\\"}\\\"}\"}",
        "a?q=%7B%22password%22%3A%22§%22%7D",
        "$ENV{PASSWORD} = \"§\";",
        "<key>password</key><string>§</string>",
        "\"password\": {\n  \"sensitive\": true,\n  \"type\": \"string\",\n  \"value\": \"§\"\n}",
        "Password:\n  Type: String\n  NoEcho: true\n  Default: §",
        "requirepass §",
        "sshpass -p § ssh h",
        "sshpass -p '§' ssh h",
        "Set-Cookie: JSESSIONID=§; HttpOnly",
        "Cookie: a=b; session=§",
        "- name: AZURE_STORAGE_KEY\n  value: §",
        "<MASTER_KEY>§</MASTER_KEY>",
    ] {
        let (out, value) = masked(line, &mut random);
        assert!(!out.contains(&value[..8]), "{line:?}: {out}");
    }
}

#[test]
fn base64_may_start_with_a_slash() {
    let mut random = Random(62);
    for line in ["PASSWORD=/x§", "api_key: /x§="] {
        let (out, value) = masked(line, &mut random);
        assert!(!out.contains(&value), "{line:?}: {out}");
    }
    let path = "token: /home/me/a1b2c3d4e5f6g7h8";
    assert_eq!(mask(ValueFormat::Plain, path), path);
}

#[test]
fn names_in_a_call_are_kept() {
    for line in [
        "credentials = _messages.MessageField('Oauth2ClientCredentialsConfig', 4)",
        "token = t(\"errors.token.missing\")",
        "password = read(\"/run/secrets/db1_password2\")",
        "\"password\": {\n  \"type\": \"string\",\n  \"description\": \"of the user\"\n}",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}

#[test]
fn a_token_is_masked_before_a_joint_that_it_may_contain() {
    let mut random = Random(63);
    let id = random.run(readroom_masks::Set::of("0-9A-Za-z"), 34);
    for line in [format!("See abc8Q~{id}."), format!("x_abc8Q~{id}_y-z")] {
        let out = mask(ValueFormat::Plain, &line);
        assert!(!out.contains(&id[..8]) && out.contains("Azure"), "{out}");
    }
}

#[test]
fn values_of_short_names_are_masked() {
    let mut random = Random(64);
    for line in [
        "pw = \"§\"",
        "pw: \"§\"",
        "$pw = '§';",
        "db_pw=§",
        "\"rootPw\": \"§\"",
        "olcRootPW: §",
        "bindpw §",
        "passcode = \"§\"",
        "appKey: \"§\"",
        "licenseKey = '§'",
        "subscriptionKey: \"§\"",
        "consumerKey=\"§\"",
    ] {
        let (out, value) = masked(line, &mut random);
        assert!(!out.contains(&value[..8]), "{line:?}: {out}");
    }
    let chosen = "pw = \"Sommer-2024\"";
    assert_eq!(mask(ValueFormat::Plain, chosen), "pw = \"«redacted: secret»\"");
    for line in [
        "ipw = \"c7Xq4mZ9pL2vT8kR3w\"",
        "pw = getPassword2()",
        "pw = \"${PW_12345678}\"",
        "pw = \"your-password-1\"",
        "appKey = config.appKey2",
        "keyboardKey = \"c7Xq4mZ9pL2vT8kR3w\"",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}
