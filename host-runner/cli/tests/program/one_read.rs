//! The picture of one read in the documents: what a directory was asked for, and in which order.
//!
//! `BLESS=1` writes it.

use crate::documents::repository;
use readroom::tree::{MemoryTree, Tree, TreeEntry, TreeListing};
use readroom::{Content, Room};
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::{fs, io};

const PICTURE: &str = "docs/one-read.svg";
const ARGUMENTS: &str = r#"{"path": "src/main.rs", "limit": 2}"#;
const TEXT: &str = "fn main() {\n    run();\n}\n";

/// Who asks whom, by the numbers of the lanes, and what.
type Message = (usize, usize, String);

/// The lanes, with their places.
const LANES: [(&str, f64); 4] =
    [("model", 60.0), ("room", 300.0), ("component", 540.0), ("directory", 780.0)];

/// The height of a message.
const STEP: f64 = 34.0;

/// A tree that writes down what it is asked for.
struct Asked {
    tree: MemoryTree,
    messages: Arc<Mutex<Vec<Message>>>,
}

impl Asked {
    fn note<T>(&self, question: String, answer: &io::Result<T>, found: impl Fn(&T) -> String) {
        let answer = answer.as_ref().map_or_else(|error| format!("{:?}", error.kind()), found);
        // The list of a project is read by the room itself.
        let asking = if question.contains(".agentignore") { 1 } else { 2 };
        self.messages.lock().unwrap().push((asking, 3, format!("{question}: {answer}")));
    }
}

impl Tree for Asked {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        let entry = self.tree.entry(path);
        self.note(format!("stat {path}"), &entry, |entry| {
            format!("{:?}", entry.kind).to_lowercase()
        });
        entry
    }

    fn list(&self, path: &str) -> io::Result<TreeListing> {
        let listing = self.tree.list(path);
        self.note(format!("list {path}"), &listing, |_| "names".into());
        listing
    }

    fn read(&self, path: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let bytes = self.tree.read(path, offset, length);
        self.note(format!("read {path}"), &bytes, |bytes| format!("{} bytes", bytes.len()));
        bytes
    }
}

#[test]
fn the_picture_shows_what_one_read_asks_for() {
    let tree = MemoryTree::new().file("src/main.rs", TEXT).unwrap();
    let messages = Arc::new(Mutex::new(Vec::new()));
    let noted = messages.clone();
    let room = Room::from_tree("/project", Asked { tree, messages: messages.clone() }).unwrap();
    let room = room.observed_by(move |event| {
        let (opened, cost) = (event.opened.join(", "), &event.cost);
        let record =
            format!("recorded: {opened}, {} bytes, {} host calls", cost.bytes, cost.host_calls);
        noted.lock().unwrap().push((1, 1, record));
    });
    // The room has looked whether its root is a directory.
    *messages.lock().unwrap() = vec![(0, 1, format!("pi@0 {ARGUMENTS}"))];
    let reply = room.call("pi@0", ARGUMENTS).unwrap();
    let mut messages = std::mem::take(&mut *messages.lock().unwrap());
    let record = messages.pop().unwrap();
    let first = messages.iter().position(|(from, ..)| *from == 2).unwrap();
    messages.insert(first, (1, 2, "the call, in a new instance".into()));
    messages.extend([(2, 1, format!("{} bytes of JSON", reply.json.len())), record]);
    let Some(Content::Text(shown)) = reply.content.first() else { panic!("it is text") };
    messages.push((1, 0, format!("{} bytes of text", shown.len())));
    let drawn = svg(&messages);
    let file = repository().join(PICTURE);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == drawn, "{PICTURE} does not show the read; BLESS=1 writes it");
}

/// Returns a picture of messages, from above in their order.
fn svg(messages: &[Message]) -> String {
    let height = STEP * (messages.len() as f64 + 2.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 840 {height:.0}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>One read: who asks whom, from above in this order</title>\n\
         <style>text{{fill:#444;text-anchor:middle}}path{{fill:none;stroke:#888}}\
         @media(prefers-color-scheme:dark){{text{{fill:#ccc}}}}</style>\n\
         <marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" orient=\"auto\"><path d=\"M0 1 7 4 0 7\"/></marker>\n"
    );
    for (name, x) in LANES {
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"18\" font-weight=\"bold\">{name}</text>\
             <path d=\"M{x} 26V{height:.0}\" stroke-dasharray=\"3 4\"/>"
        )
        .unwrap();
    }
    for (number, (from, to, text)) in messages.iter().enumerate() {
        let (from, to, y) = (LANES[*from].1, LANES[*to].1, STEP * (number as f64 + 2.0));
        let (middle, above) = (f64::midpoint(from, to), y - 5.0);
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        if from < to || to < from {
            write!(svg, "<path d=\"M{from} {y}H{to}\" marker-end=\"url(#end)\"/>").unwrap();
        }
        writeln!(svg, "<text x=\"{middle}\" y=\"{above}\">{text}</text>").unwrap();
    }
    svg + "</svg>\n"
}
