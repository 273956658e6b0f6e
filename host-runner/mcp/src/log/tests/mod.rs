use super::{Log, LogLevel};
use serde_json::{Value, json};
use std::time::{Duration, UNIX_EPOCH};

const FORGED: &str = "a\nb\r\u{2028}\u{85}\u{1b}[31m \"event\":\"c\" \u{202e}ä";

fn line(log: Log, fields: &[(&str, Option<Value>)]) -> Option<String> {
    let time = UNIX_EPOCH + Duration::from_millis(1_738_314_487_060);
    log.line(time, LogLevel::Warn, "request", fields)
}

#[test]
fn json_has_an_object_a_line_with_the_fields_that_are_known() {
    let fields = [("status", Some(json!(200))), ("tool", None), ("name", Some(json!(FORGED)))];
    let line = line(Log::Json, &fields).unwrap();
    assert_eq!(line.lines().count(), 1, "{line:?}");
    assert!(line.strip_suffix('\n').unwrap().chars().all(|any| any == 'ä' || any.is_ascii()));
    assert!(!line.contains('\u{1b}'));
    let expected = json!({
        "time": "2025-01-31T09:08:07.060Z",
        "level": "warn",
        "event": "request",
        "status": 200,
        "name": FORGED,
    });
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), expected);
}

#[test]
fn nothing_is_written_when_it_is_off() {
    assert_eq!(line(Log::Off, &[]), None);
}
