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
        "$settings['hash_salt'] = '§';",
        "define('NONCE_SALT', '§');",
        "AUTH_SALT=§",
        "ENV.fetch('SECRET_KEY') { '§' }",
        "password = prod ? '§' : 'x'",
        "const apiKey = isProd() ? 'a' : \"§\";",
        "api_key = os.environ.get('X') or \"§\"",
        "const token = process.env.X || '§'",
        "token = \"§\" if a else \"b\"",
        "token = \"b\" if a else \"§\"",
        "get(\"db\", \"password\", fallback=\"§\")",
        "attribute :password, default \"§\"",
        "? password\n: §",
        "input.password.value = \"§\"",
        "document.getElementById(\"password\").value = '§';",
        "cy.get('#password').type('§')",
        "page.fill('#password', '§')",
        "driver.find_element(By.ID, \"password\").send_keys(\"§\")",
        "<password><![CDATA[\n§\n]]></password>",
        "<password><value>§</value></password>",
        "<b>Password:</b> §",
        "<li><strong>Password</strong>: <code>§</code></li>",
        "<th>Password:</th><td>§</td>",
        "| Password: | | § |",
        "| Password |  |  | § |",
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
        "password = prod ? value1 : value2",
        "data['salt'] = make_salt(c7Xq4mZ9pL2vT8kR3w)",
        "a_basalt = \"c7Xq4mZ9pL2vT8kR3w\"",
        "const token = a ? \"the first one\" : \"x1\";",
        "ENV.fetch('SECRET_KEY') { |key| raise \"c7Xq4mZ9pL2vT8kR3w\" }",
        "password.value = input1.value2",
        "token.prefix = \"c7Xq4mZ9pL2vT8kR3w\"",
        "password.matches(\"[a-z]{3,9}[0-9]{2,4}\")",
        "? password2\n: String",
        "<b>Password:</b> the one of user1",
        "<password><confirm>true</confirm></password>",
        "| Password: | | the words |",
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

#[test]
fn identifiers_sizes_and_hashes_are_kept() {
    for line in [
        "token: \"spacing-2xl-4px-8px\"",
        "\"token\": \"text-sm-2xl-1px-0\"",
        "password: utf8mb4_0900_ai_ci",
        "token = uuid(\"c56a4180-65aa-42ec-a945-5fd21dec0538\")",
        "static final UUID TOKEN = UUID.fromString(\"c56a4180-65aa-42ec-a945-5fd21dec0538\");",
        "Credential = Guid.Parse(\"c56a4180-65aa-42ec-a945-5fd21dec0538\"),",
        "secret = buf[0]|buf[1]<<8|buf[2]<<16;",
        "key = p[0]&mask[1]|p[2]>>4",
        "SPEC CHECKSUMS:\n  1Password: f36a35757af4587d8e4f4bfa223ad10be2422b8c\n  \
            FBSDKAccessToken: d5470352939ced6d6f7fb51cb2e67aae51fc294f\n\nPODFILE CHECKSUM: a",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
    let hash = "f36a35757af4587d8e4f4bfa223ad10be2422b8c";
    for (text, value) in [
        ("SPEC CHECKSUMS:\n  Token: §0\n\nToken: f36a35757", hash),
        ("SPEC CHECKSUMS:\n  A: b\n\nToken: §", hash),
        ("token: §", "x7k2-9kz4-v4bq-8w4r"),
        ("token = uuid4 or \"§\"", "c56a4180-65aa-42ec-a945-5fd21dec0538"),
    ] {
        let expected = text.replace("§0", "§").replace('§', "«redacted: secret»");
        assert_eq!(mask(ValueFormat::Plain, &text.replace('§', value)), expected);
    }
}
