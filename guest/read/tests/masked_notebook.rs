//! No secret is shown in the text of a notebook, however its cells have it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;

use memory::{MemoryTree, Node};
use readroom_core::ValueFormat;
use readroom_read::{Body, Purpose, ReadRequest, read};

/// Numbers that are the same each time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }

    fn run(&mut self, set: &[u8], length: usize) -> String {
        (0..length).map(|_| char::from(set[self.below(set.len())])).collect()
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const ALNUM: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Returns a string of JSON, with characters escaped here and there.
fn json(text: &str, random: &mut Random) -> String {
    let of = |character: char, random: &mut Random| match character {
        '\n' => "\\n".to_owned(),
        '\\' => "\\\\".to_owned(),
        '"' => "\\\"".to_owned(),
        _ if character.is_control() || random.below(9) == 0 => character
            .encode_utf16(&mut [0; 2])
            .iter()
            .map(|unit| format!("\\u{unit:04x}"))
            .collect(),
        _ => character.to_string(),
    };
    format!("\"{}\"", text.chars().map(|character| of(character, random)).collect::<String>())
}

/// Cuts a text into pieces: an array of JSON.
fn lines(text: &str, random: &mut Random) -> String {
    let (mut rest, mut all) = (text, Vec::new());
    while !rest.is_empty() {
        let length = rest.ceil_char_boundary((1 + random.below(60)).min(rest.len()));
        all.push(json(&rest[..length], random));
        rest = &rest[length..];
    }
    format!("[{}]", all.join(", "))
}

/// Puts colors into a text, as kernels do.
fn coloured(text: &str, random: &mut Random) -> String {
    let mut all = String::new();
    for character in text.chars() {
        if random.below(6) == 0 {
            all.push_str(random.of(&["\x1b[0m", "\x1b[1;31m", "\x1b[38;5;241m", "\x1b(B"]));
        }
        all.push(character);
    }
    all
}

fn cell(secret: &str, random: &mut Random) -> String {
    let filler = |random: &mut Random| {
        let length = [0, 1, 20, 950, 1000, 1040, 3000, 6000][random.below(8)];
        random.of(&["lorem ipsum ", "a\nb ", "- "]).repeat(length / 6)
    };
    let (before, after) = (filler(random), filler(random));
    let text = format!("{before} {secret} {after}");
    let source = lines(&text, random);
    let output = match random.below(4) {
        0 => {
            let (first, second) = text.split_at(text.len() / 2 + random.below(4));
            let stream = |text: &str, random: &mut Random| {
                let text = lines(text, random);
                format!("{{\"output_type\": \"stream\", \"name\": \"stdout\", \"text\": {text}}}")
            };
            format!("{}, {}", stream(first, random), stream(second, random))
        }
        1 => {
            let traceback = json(&coloured(&text, random), random);
            format!(
                "{{\"output_type\": \"error\", \"ename\": \"E\", \"evalue\": {}, \
                 \"traceback\": [{traceback}]}}",
                json(&text, random),
            )
        }
        2 => {
            let plain = json(&coloured(&text, random), random);
            format!(
                "{{\"output_type\": \"execute_result\", \"metadata\": {{}}, \"data\": \
                 {{\"text/plain\": {plain}}}}}"
            )
        }
        _ => {
            let over = lines(&format!("{secret}\r{text}"), random);
            format!("{{\"output_type\": \"stream\", \"name\": \"stderr\", \"text\": {over}}}")
        }
    };
    format!(
        "{{\"cell_type\": \"code\", \"execution_count\": 1, \"metadata\": {{}}, \
         \"source\": {source}, \"outputs\": [{output}]}}"
    )
}

#[test]
fn no_secret_is_shown_in_a_notebook() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for turn in 0..300 {
        let secret = match turn % 3 {
            0 => format!("ghp_{}", random.run(ALNUM, 36)),
            1 => format!(
                "eyJ{}.eyJ{}.{}",
                random.run(ALNUM, 30),
                random.run(ALNUM, 700),
                random.run(ALNUM, 43)
            ),
            _ => format!("key = AKIA{}", random.run(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)),
        };
        let cell = cell(&secret, &mut random);
        let text = format!("{{\"cells\": [{cell}], \"metadata\": {{}}, \"nbformat\": 4}}");
        let tree = MemoryTree::new(&["/p"]);
        tree.masked_as.set(Some(ValueFormat::Plain));
        assert!(tree.try_put("/p/a.ipynb", Node::File(text.clone().into_bytes())));
        let document =
            read(&tree, None, &ReadRequest::new("/p/a.ipynb"), Purpose::Facts, None).unwrap();
        let Body::Notebook(notebook) = &document.body else { panic!("{text}") };
        let mut shown = notebook.cells[0].cell.source.clone();
        shown.extend(notebook.cells[0].cell.outputs.iter().map(|output| &*output.text));
        let plain = uncoloured(&shown);
        for part in secret.as_bytes().windows(12).skip(6) {
            let part = str::from_utf8(part).unwrap();
            assert!(!plain.contains(part), "{part} of {secret} in {shown}, made of {text}");
        }
        assert!(document.masked.unwrap() >= 1, "{text}");
    }
}

fn uncoloured(text: &str) -> String {
    ["\x1b[0m", "\x1b[1;31m", "\x1b[38;5;241m", "\x1b(B"]
        .iter()
        .fold(text.to_owned(), |text, colour| text.replace(colour, ""))
}
