//! In a file that holds secrets, names are kept and values are masked; keys are masked in any file.

use crate::support::{Random, mask, mask_in_pieces, masked_by};
use readroom_masks::{MAX_HELD, Masker, Set, ValueFormat};

/// Masks text in which `V` stands for the sentinel of a value, once with a generated value for each
/// `V`, and once already masked.
fn check(path: &str, masked: &str) {
    let kind = ValueFormat::of(path);
    let expected = masked.replace('V', "«redacted: value»");
    let mut random = Random(path.len() as u64);
    for value in ["hunter2", "a b", "Sp#ce", "0"] {
        let value = value.to_owned() + &random.run(Set::of("a-z"), 3);
        assert_eq!(mask(kind, &masked.replace('V', &value)), expected, "{path}: {value}");
    }
    assert_eq!(mask(kind, &expected), expected, "{path}");
    assert_eq!(mask_in_pieces(kind, &expected, 5, &mut random), expected, "{path}");
}

/// A multi-line key, generated so that no key appears in this file.
fn key(label: &str, lines: usize, random: &mut Random) -> Vec<String> {
    let mut key = vec![format!("-----BEGIN {label}-----")];
    key.extend((1..lines).map(|_| random.run(Set::of("0-9A-Za-z+/"), 64)));
    key.push(random.run(Set::of("0-9A-Za-z+/"), 22) + "==");
    key.push(format!("-----END {label}-----"));
    key
}

#[test]
fn environment_files_keep_their_names() {
    check(".env", "# A comment\nexport A=V\nB='V' # stays\n\nC = \"V\"\r\nD=\nE=V");
    check("app/.env.local", "A=\"V\nV\nV\"\nB='V'");
    assert_eq!(mask(ValueFormat::Env, "no assignment"), "«redacted: value»");
    assert_eq!(
        mask(ValueFormat::Env, "A='x\nB='y"),
        "A='«redacted: value»\n«redacted: value»'«redacted: value»"
    );
}

#[test]
fn sections_and_names_of_configuration_stay() {
    check("/home/u/.aws/credentials", "[default]\naws_access_key_id = V\n; note\nx: V");
    check(".npmrc", "//npm.example/:_authToken=V\nemail=V");
    check(".pypirc", "[pypi]\nusername = V\npassword: V");
    check(
        "credentials.toml",
        "[a.\"b\"]\na = \"V\"\nb = \"\"\"V\nV\"\"\"\nc = { d = \"V\", e = 'V' }\n\
         f = [\n  \"V\",\n]",
    );
    check("prod.tfvars", "a = \"V\"\nb = <<EOF\nV\nV\nEOF\nc = {\n  d = \"V\"\n}");
}

#[test]
fn yaml_and_json_keep_their_structure() {
    check(
        "secrets.yaml",
        "---\na: V\nb:\n  - V\n  - c: \"V\"\n    d: 'V'\n\
         e: |\n  V\n\n  V\nf: { g: \"V\" }\n# c\n\"h\": V",
    );
    check("config/secrets.yml", "a: \"V\n  V\"\nb: V");
    check(
        ".docker/config.json",
        "{\"auths\": {\"h.example\": {\"auth\": \"V\"}}, \"a\": [\"V\", \"V\"]}",
    );
    check("terraform.tfstate", "{\n  \"version\": \"V\",\n  \"a\": {\n    \"b\": \"V\"\n  }\n}");
    let json = "{\"a\": 1, \"b\": true, \"c\": \"d\\\"e\"}";
    let masked =
        "{\"a\": «redacted: value», \"b\": «redacted: value», \"c\": \"«redacted: value»\"}";
    assert_eq!(mask(ValueFormat::Json, json), masked);
}

#[test]
fn other_files_that_hold_secrets_have_their_formats() {
    let lines = "machine h.example login me password V\nmachine b\n  login me\n  password\n  V";
    check(".netrc", &lines.replace('V', "X").replace('X', "«redacted: value»"));
    assert_eq!(
        mask(ValueFormat::Netrc, "machine h login me password pw1"),
        "machine h login me password «redacted: value»"
    );
    assert_eq!(
        mask(ValueFormat::Netrc, "password\n pw1 login x"),
        "password\n «redacted: value» login x"
    );
    assert_eq!(
        mask(ValueFormat::Netrc, "machine h login password password pw1 login account account p2"),
        "machine h login password password «redacted: value» login account account «redacted: \
         value»"
    );
    check(".pgpass", "# c\nh.example:5432:db:me:V");
    check(".htpasswd", "me:V\nyou:V");
    check(".vault-token", "V");
    check(
        "/home/u/.m2/settings.xml",
        "<settings>\n  <password>V</password>\n  <a b=\"V\"/>\n</settings>",
    );
    check(
        "/home/u/.m2/settings.xml",
        "<a><password><![CDATA[V]]></password><b><![CDATA[V\nV\n]]>V</b>\n<c d='V'>V</c></a>",
    );
}

#[test]
fn names_decide_which_files_hold_secrets() {
    for path in
        [".env.example", "src/main.rs", "config.json", "x/environment", "notes.env.md", "auth.js"]
    {
        assert_eq!(ValueFormat::of(path), ValueFormat::Plain, "{path}");
    }
    for path in ["C:\\app\\.ENV", "prod.env", ".env.production", ".env-old"] {
        assert_eq!(ValueFormat::of(path), ValueFormat::Env, "{path}");
    }
    for path in [
        "client_secret.json",
        "client_secrets.json",
        "auth.json",
        "/home/u/.codex/auth.json",
        ".config/composer/auth.json",
        "/run/user/1/containers/auth.json",
    ] {
        assert_eq!(ValueFormat::of(path), ValueFormat::Json, "{path}");
    }
    assert_eq!(ValueFormat::of("src/commands/auth.json"), ValueFormat::Plain);
    assert_eq!(ValueFormat::of("my.kube/config"), ValueFormat::Plain);
}

#[test]
fn lines_of_a_key_are_replaced_and_its_markers_stay() {
    let mut random = Random(3);
    for label in ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]
    {
        for (before, after) in
            [("", ""), ("    ", ""), ("  \"", "\\n\" +"), ("# ", ""), ("> ", "\r")]
        {
            let key = key(label, 5, &mut random);
            let of = |line: &String| format!("{before}{line}{after}");
            let text = key.iter().map(of).collect::<Vec<_>>().join("\n");
            let lines = mask(ValueFormat::Plain, &format!("a\n{text}\nnot base64 (b)"));
            let sentinel = format!("{before}«redacted: private key»{after}");
            let masked = [&vec![of(&key[0])][..], &vec![sentinel; 5], &[of(&key[6])]].concat();
            assert_eq!(lines, format!("a\n{}\nnot base64 (b)", masked.join("\n")));
            assert_eq!(mask(ValueFormat::Plain, &lines), lines);
        }
    }
}

#[test]
fn headers_of_a_key_and_a_key_in_one_string_are_replaced() {
    let mut random = Random(4);
    let key = key("RSA PRIVATE KEY", 4, &mut random);
    let mut with_header = key.clone();
    with_header.insert(1, format!("DEK-Info: AES-128-CBC,{}", random.run(Set::of("0-9A-F"), 32)));
    with_header.insert(2, String::new());
    let masked = mask(ValueFormat::Plain, &with_header.join("\n"));
    assert_eq!(masked.matches("«redacted: private key»").count(), 5, "{masked}");
    assert!(masked.contains("key»\n\n«red"), "{masked}");
    for (before, after) in [("{\"key\": \"", "\\n\"}"), ("KEY='", "'")] {
        let line = format!("{before}{}{after} b", key.join("\\n"));
        let masked = mask(ValueFormat::Plain, &line);
        let kept = format!("{before}{}\\n«redacted: private key»{}{after} b", key[0], key[5]);
        assert_eq!(masked, kept);
        assert_eq!(mask(ValueFormat::Plain, &masked), masked);
    }
    let putty = format!("Private-Lines: 2\n{}\n{}\nPrivate-MAC: 00", key[1], key[4]);
    let sentinel = "«redacted: private key»";
    assert_eq!(
        mask(ValueFormat::Plain, &putty),
        format!("Private-Lines: 2\n{sentinel}\n{sentinel}\nPrivate-MAC: 00")
    );
}

#[test]
fn text_that_only_mentions_a_marker_hides_nothing() {
    for code in [
        "if line.startswith(\"-----BEGIN PRIVATE KEY-----\"):\n    return True\nkey = read(line)",
        "-----BEGIN PUBLIC KEY-----\n\
         MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----",
        "The file begins with `-----BEGIN PRIVATE KEY-----`.\n\nThen come lines of base64.",
    ] {
        assert_eq!(mask(ValueFormat::Plain, code), code);
    }
}

#[test]
fn a_key_whose_marker_was_not_read_is_replaced() {
    let mut random = Random(5);
    let key = key("PRIVATE KEY", 4, &mut random);
    for from in 1..5 {
        let text = format!("{}\nafter\n{}", key[from..].join("\n"), key[1]);
        let masked = masked_by(&mut Masker::resumed(ValueFormat::Plain), &text);
        let sentinels = "«redacted: private key»\n".repeat(5 - from);
        assert_eq!(masked, format!("{sentinels}{}\nafter\n{}", key[5], key[1]));
    }
    let escaped = format!("{}\\n", key[1]);
    let masked = masked_by(&mut Masker::resumed(ValueFormat::Json), &escaped);
    assert_eq!(masked, "«redacted: private key»\\n");
    assert_eq!(masked_by(&mut Masker::resumed(ValueFormat::Json), &masked), masked);
    let twice = format!("-----BEGIN PRIVATE KEY-----{}**-----END", key[1]);
    let masked = mask(ValueFormat::Plain, &twice);
    assert_eq!(mask(ValueFormat::Plain, &masked), masked);
    let code = "return\n0123456789abcdef0123456789abcdef0123456789abcdef";
    assert_eq!(masked_by(&mut Masker::resumed(ValueFormat::Plain), code), code);
}

#[test]
fn the_rest_of_a_long_line_of_values_is_dropped() {
    let values = "\"a\": \"secret value\", ".repeat(MAX_HELD / 10);
    let line = format!("{{{values}}}");
    let masked = mask(ValueFormat::Json, &line);
    assert!(masked.ends_with('»') && !masked.contains("secret"), "{}", &masked[..100]);
    assert_eq!(mask_in_pieces(ValueFormat::Json, &line, 9000, &mut Random(1)), masked);
}

#[test]
fn values_are_counted_by_rule() {
    let mut random = Random(6);
    let mut masker = Masker::new(ValueFormat::Plain);
    let token = format!("{}_{}", "ghp", random.run(Set::of("0-9A-Za-z"), 36));
    let key = key("PRIVATE KEY", 9, &mut random).join("\n");
    masked_by(&mut masker, &format!("{token} {token}\n{key}\n{token}\n{key}"));
    let counts: Vec<_> = masker.counts().map(|(rule, count)| (rule.name, count)).collect();
    assert_eq!(counts, [("private key", 2), ("GitHub token", 3)]);
    assert_eq!(masker.count(), 5);
    let mut masker = Masker::new(ValueFormat::Env);
    masked_by(&mut masker, "A=1\nB='2\n3\n4'\n# c\nC=\n");
    assert_eq!(masker.count(), 2);
}

#[test]
fn all_text_after_a_value_is_masked_unless_it_is_a_comment() {
    check(".env", "A=\"V\"V\nA='V' # c\nB=\"V\";\nC=V\nV\nD=V");
    for (path, text) in [
        (
            ".env",
            "A=\"x\"; fluffy\nA=\"x\";B=fluffy\nA=\"x\"#fluffy\nA=\"x\", fluffy\nA='x'//fluffy",
        ),
        (".npmrc", "a=\"x\"; fluffy\na=\"x\", \"fluffy\"\na=\"x\"#fluffy\na='x'//fluffy"),
        (
            ".npmrc",
            "a = x\n  fluffy=y\nb = x \\\nfluffy = y\\\nfluffy: y\nc = x\n\n  # c\n  fluffy = y",
        ),
        (".env", "A=x\\\nfluffy=y"),
        (".vault_pass", "#fluffy"),
        ("token.ovpn", "<auth-user-pass>\n#fluffy\n</auth-user-pass>"),
        (".gitcookies", "#HttpOnly_.example.com\tTRUE\tfluffy"),
        (".htpasswd", "#me:fluffy"),
        (
            ".netrc",
            "MACHINE h LOGIN me PASSWORD fluffy\nmachine h Password fluffy Account \"x\"fluffy",
        ),
        (".m2/settings.xml", "<a b=\"x\nfluffy\" c='fluffy\\'>fluffy</a>"),
        (
            ".m2/settings.xml",
            "<a b=\"\\\">fluffy</a>\n<a b='\\' c='fluffy'/>\n<!-- don't --><b>fluffy",
        ),
    ] {
        let kind = ValueFormat::of_secret(path);
        let out = mask(kind, text);
        assert!(!out.contains("fluffy"), "{path}: {out}");
        assert_eq!(mask(kind, &out), out, "{path}");
        assert_eq!(mask_in_pieces(kind, text, 3, &mut Random(8)), out, "{path}");
    }
    let text = "<!-- don't\n c --><b>x</b>";
    assert_eq!(mask(ValueFormat::Xml, text), text.replace('x', "«redacted: value»"));
}

#[test]
fn settings_are_kept_next_to_secrets() {
    for (path, text, expected) in [
        (
            "gradle.properties",
            "org.gradle.jvmargs=-Xmx2g -XX:MaxMetaspaceSize=512m\nandroid.useAndroidX=true\n\
             VERSION=1.2.3\nkeyPassword=abc\nusePassword=true\nx=c7Xq4mZ9pL2vT8kR3w\n\
             signing.key = a\\\n  b\nn=1",
            "org.gradle.jvmargs=-Xmx2g -XX:MaxMetaspaceSize=512m\nandroid.useAndroidX=true\n\
             VERSION=1.2.3\nkeyPassword=§\nusePassword=true\nx=§\nsigning.key = §\n  §\nn=1",
        ),
        (
            "a/.envrc",
            "use flake\nexport DEBUG=1\nexport API_KEY=abc\nexport PASS=\"a\nb\"\nPATH_add bin",
            "use flake\nexport DEBUG=1\nexport API_KEY=§\nexport PASS=\"§\n§\"\nPATH_add bin",
        ),
    ] {
        let expected = expected.replace('§', "«redacted: value»");
        let format = ValueFormat::of(path);
        assert_eq!(mask(format, text), expected);
        assert_eq!(mask(format, &expected), expected);
    }
}
