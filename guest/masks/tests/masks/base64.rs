//! Base64 is decoded: a secret in it is replaced together with all of it.

use crate::support::{Random, base64, mask, mask_in_pieces, secret};
use readroom_masks::{Check, RULES, Set, ValueFormat};

fn is_hidden(text: &str, value: &str, random: &mut Random) -> bool {
    let out = mask(ValueFormat::Plain, text);
    assert_eq!(mask(ValueFormat::Plain, &out), out, "{text}");
    assert_eq!(mask_in_pieces(ValueFormat::Plain, text, 30, random), out, "{text}");
    !value.as_bytes().windows(12).any(|part| out.contains(std::str::from_utf8(part).unwrap()))
}

fn lines(text: &str, length: usize, before: &str, after: &str) -> String {
    let lines: Vec<_> = text.as_bytes().chunks(length).collect();
    let lines = lines.iter().map(|line| std::str::from_utf8(line).unwrap());
    lines.map(|line| format!("{before}{line}{after}")).collect()
}

#[test]
fn a_token_of_each_format_is_found_in_base64() {
    let mut random = Random(23);
    let is_made = |rule: &&&str| rule.len() > 1;
    for rule in RULES.iter().filter(|rule| !rule.parts.is_empty() && rule.check != Check::Basic) {
        let Some(start) = rule.starts.iter().find(is_made) else { continue };
        if rule.name == "AWS secret key" {
            continue;
        }
        let token = secret(rule, start, &mut random).text;
        for text in [format!("{{\"t\": \"{token}\"}}"), format!("user: a\n\ttoken={token}\n")] {
            let value = base64(text.as_bytes());
            for form in ["key: §", "KEY=\"§\"", "data:text/plain;base64,§", "x\\n§\\n"] {
                let line = form.replace('§', &value);
                assert!(is_hidden(&line, &value, &mut random), "{}: {line}", rule.name);
            }
            let url = value.replace('+', "-").replace('/', "_");
            assert!(is_hidden(&url, &url, &mut random), "{url}");
        }
    }
}

#[test]
fn files_with_credentials_are_found_in_base64() {
    let mut random = Random(22);
    let body = random.run(Set::of("0-9A-Za-z+/"), 640);
    for label in ["", "RSA ", "EC ", "ED25519 ", "OPENSSH ", "SSH2 ENCRYPTED "] {
        let pem = format!(
            "-----BEGIN {label}PRIVATE KEY-----\n{}-----END {label}PRIVATE KEY-----\n",
            lines(&body, 64, "", "\n"),
        );
        for text in [format!("\n{pem}"), format!("a\n{pem}"), pem] {
            let value = base64(text.as_bytes());
            for text in [
                format!("tls.key: {value}"),
                format!("k: |\n{}b: 1", lines(&value, 76, "  ", "\n")),
                format!("\n{}", lines(&value, 64, "", "\r\n")),
                lines(&value, 72, "# ", "\n"),
                lines(&value, 72, "\"", "\" +\n"),
                format!("\"{}\"", lines(&value, 72, "", "\\n")),
            ] {
                assert!(is_hidden(&text, &value, &mut random), "{text}");
            }
        }
    }
    for text in [
        "{\"type\":\"service_account\",\"project_id\":\"p\"}",
        "{\n\t\"project_id\": \"p\",\n\t\"type\": \"service_account\"\n}",
        "{\n  \"auths\": {\n    \"h\": {\"auth\": \"a\"}\n  }\n}",
        "apiVersion: v1\nkind: Config\nclusters:\n- name: a\n",
    ] {
        let value = base64(text.as_bytes());
        assert!(is_hidden(&format!("KEY={value}"), &value, &mut random), "{text}");
        let twice = base64(value.as_bytes());
        assert!(is_hidden(&twice, &twice, &mut random), "{text}");
    }
}

#[test]
fn base64_without_a_secret_stays() {
    let mut random = Random(23);
    let body = random.run(Set::of("0-9A-Za-z+/"), 640);
    let certificate = format!("-----BEGIN CERTIFICATE-----\n{}", lines(&body, 64, "", "\n"));
    for line in [
        format!("certificate-authority-data: {}", base64(certificate.as_bytes())),
        certificate,
        format!("\"integrity\": \"sha512-{}==\"", &body[..86]),
        format!("data:image/png;base64,{body}"),
        format!("src: {}", base64(b"{\"version\": 3, \"sources\": [\"a.ts\", \"token.ts\"]}")),
    ] {
        assert_eq!(mask(ValueFormat::Plain, &line), line);
    }
}
