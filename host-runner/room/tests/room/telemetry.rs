//! The spans that a host can collect. It runs alone in its process, which has only one collector.

use readroom::{MemoryTree, ReadRequest, Room};
use readroom_testing::alone::alone;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use tracing_subscriber::fmt::format::FmtSpan;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn every_read_is_a_span_with_its_outcome() {
    alone("telemetry::every_read_is_a_span_with_its_outcome", || {
        let lines = Lines::default();
        let writer = lines.clone();
        let collector = tracing_subscriber::fmt().json().with_span_events(FmtSpan::CLOSE);
        collector.with_writer(move || writer.clone()).init();

        let tree = MemoryTree::new().file("a.txt", "one\ntwo\n").unwrap();
        let room = Room::from_tree("/project", tree).unwrap();
        room.read(&ReadRequest::new("a.txt").lines(1)).unwrap();
        room.session("seven").call("pi", r#"{"path": "nothing"}"#).unwrap();

        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let ours = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let spans: Vec<_> = ours
            .filter(|line| line["target"] == "readroom")
            .map(|line| line["span"].clone())
            .collect();
        assert_eq!(spans.len(), 2, "{text}");
        let fields = |span: &Value, names: &[&str]| {
            names.iter().map(|name| span[name].clone()).collect::<Vec<_>>()
        };
        let read = ["name", "path", "real", "lines", "bytes", "outcome", "read_bytes"];
        assert_eq!(
            fields(&spans[0], &read),
            [
                json!("read"),
                json!("/project/a.txt"),
                json!("/project/a.txt"),
                json!(1),
                json!(4),
                json!("answered"),
                json!(8)
            ]
        );
        let call = ["session", "tool", "path", "outcome"];
        assert_eq!(
            fields(&spans[1], &call),
            [json!("seven"), json!("pi"), json!("/project/nothing"), json!("refused")]
        );
    });
}
