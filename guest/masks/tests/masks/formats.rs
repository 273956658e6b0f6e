//! Every format of secrets is found, in any context.

use crate::support::{Random, Secret, base64, mask, mask_in_pieces, secret};
use readroom_masks::{Check, MAX_TOKEN, Part, RULES, Rule, ValueFormat};

/// The rules that are found by their parts alone.
fn tokens() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(|rule| !rule.parts.is_empty() && rule.name != "AWS secret key")
}

/// Generates secrets with every prefix of every format.
fn secrets(times: usize) -> impl Iterator<Item = (&'static Rule, Secret)> {
    let mut random = Random(42);
    let starts = tokens().flat_map(|rule| rule.starts.iter().map(move |start| (rule, *start)));
    let made = starts.filter(|(rule, _)| rule.check != Check::Basic);
    made.flat_map(move |made| std::iter::repeat_n(made, times))
        .map(move |(rule, start)| (rule, secret(rule, start, &mut random)))
}

fn shows(out: &str, value: &str) -> bool {
    let parts = value.as_bytes().windows(8).map(|part| std::str::from_utf8(part).unwrap());
    parts.clone().any(|part| out.contains(part))
}

#[test]
fn a_made_secret_of_each_format_is_masked() {
    for (rule, Secret { text, value }) in secrets(8) {
        for line in [
            text.clone(),
            format!("  token: \"{text}\","),
            format!("curl -H 'X: {text}' https://host.example/"),
            format!("log\\n{text}\\n"),
            format!("`{text}`."),
        ] {
            let out = mask(ValueFormat::Plain, &line);
            assert!(!shows(&out, &value), "{}: {line} is {out}", rule.name);
            assert_eq!(mask(ValueFormat::Plain, &out), out, "{}: {line}", rule.name);
        }
    }
}

#[test]
fn a_sentinel_names_the_kind_of_secret() {
    let mut wrong = Vec::new();
    for (rule, Secret { text, .. }) in secrets(1) {
        let out = mask(ValueFormat::Plain, &format!("a {text} b"));
        if !out.contains(&format!("«redacted: {}» b", rule.name)) {
            wrong.push((rule.name, out));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_token_is_found_next_to_a_joint() {
    for (rule, Secret { text, value }) in secrets(2) {
        let is_fixed = matches!(rule.parts.last(), Some(Part::Run(_, min, max)) if min == max);
        for line in [format!("_{text}_"), format!("-{text}-old")] {
            let out = mask(ValueFormat::Plain, &line);
            assert!(!is_fixed || !shows(&out, &value), "{}: {line} is {out}", rule.name);
            assert_eq!(mask(ValueFormat::Plain, &out), out, "{}: {line}", rule.name);
        }
    }
}

#[test]
fn a_telegram_token_is_found_in_its_url() {
    for (_, Secret { text, .. }) in secrets(2).filter(|(rule, _)| rule.name.contains("Telegram")) {
        let line = format!("https://api.telegram.org/bot{text}/sendMessage");
        let out = mask(ValueFormat::Plain, &line);
        let expected = "https://api.telegram.org/bot«redacted: Telegram bot token»/sendMessage";
        assert_eq!(out, expected);
        assert_eq!(mask(ValueFormat::Plain, &out), out);
    }
}

#[test]
fn credentials_are_masked_as_they_are() {
    for line in [
        "auth: '§'",
        "auth: §",
        "auth=\"§\"",
        "HTTP_AUTH=§",
        "CREDS=§",
        "db_credentials: \"§\"",
        "NEO4J_AUTH=§",
    ] {
        let value = if line.starts_with("NEO") { "neo4j/Xk92lqpw" } else { "me@h:Xk92lqpw" };
        let out = mask(ValueFormat::Plain, &line.replace('§', value));
        assert_eq!(out, line.replace('§', "«redacted: basic credentials»"));
        assert_eq!(mask(ValueFormat::Plain, &out), out);
    }
    for line in [
        "auth: oauth2:read:scope1",
        "auth: plugins/basic-v2",
        "auth=http://h1.example",
        "auth: user:password1",
        "auth=user:${PASS1}",
        "creds: Option<Creds2>,",
        "credentials: module::Credentials2",
        "auth: sha256:Xk92",
        "auth=\"urn:ietf:oauth2\"",
    ] {
        assert_eq!(mask(ValueFormat::Plain, line), line);
    }
}

#[test]
fn a_webhook_of_a_workflow_has_a_number() {
    let mut random = Random(8);
    let mut run = |set, length| random.run(readroom_masks::Set::of(set), length);
    let id = format!("T{}/A{}/{}", run("0-9A-Z", 10), run("0-9A-Z", 10), run("0-9", 18));
    for path in
        [format!("workflows/{id}"), format!("triggers/T{}/{}", run("0-9A-Z", 10), run("0-9", 13))]
    {
        let (before, end) = path.split_once('/').unwrap();
        let url = format!("https://hooks.slack.com/{before}/{end}/{}", run("0-9a-f", 32));
        let expected = format!("https://hooks.slack.com/{before}/«redacted: Slack webhook»");
        assert_eq!(mask(ValueFormat::Plain, &url), expected);
    }
}

#[test]
fn basic_credentials_are_masked() {
    let mut random = Random(1);
    for name in ["aladdin", "deploy-bot", "x", "ab"] {
        let text = format!("{name}:{}", random.run(readroom_masks::Set::of("!#$0-9A-Za-z"), 20));
        let value = base64(text.as_bytes());
        let out = mask(ValueFormat::Plain, &format!("\"Authorization\": \"Basic {value}\""));
        assert_eq!(out, "\"Authorization\": \"Basic «redacted: basic credentials»\"");
    }
}

#[test]
fn a_secret_is_found_across_pieces_of_a_long_line() {
    let mut random = Random(7);
    for (index, (rule, Secret { text, value })) in secrets(1).enumerate() {
        let filler = ["lorem ipsum ", "= -- :: ", "abc «é» \\n"][index % 3];
        let before = filler.repeat(random.below(2 * MAX_TOKEN) / 8);
        let line = format!("{before} {text} {}", filler.repeat(MAX_TOKEN / 2));
        let whole = mask(ValueFormat::Plain, &line);
        assert!(!shows(&whole, &value), "{}: {text}", rule.name);
        for most in [3_000, 20_000] {
            let pieces = mask_in_pieces(ValueFormat::Plain, &line, most, &mut random);
            assert_eq!(pieces, whole, "{}: {most}", rule.name);
        }
    }
}

#[test]
fn tables_are_well_formed() {
    for rule in RULES {
        let is_text = |start: &&str| start.is_ascii() || rule.name == "color";
        assert!(rule.starts.iter().all(|start| is_text(start) && start.len() >= 2));
        assert!(!rule.name.contains(['«', '»']) && rule.name.len() < 40);
    }
}
