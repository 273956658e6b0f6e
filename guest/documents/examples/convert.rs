//! Converts documents and prints a JSON object for each: `convert [--formulas] FILE...`.

#![allow(clippy::disallowed_methods, reason = "it runs on the host")]

use readroom_documents::{Detail, Facts, Limits, Source, convert, recognize};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// A file that is read on demand.
struct Opened(File, u64);

impl Source for Opened {
    type Error = io::Error;

    fn size(&self) -> u64 {
        self.1
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.seek(SeekFrom::Start(offset))?;
        self.0.read(buffer)
    }
}

fn main() -> io::Result<()> {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let detail = match paths.first().is_some_and(|first| first == "--formulas") {
        true => Detail::All,
        false => Detail::Shown,
    };
    paths.drain(..usize::from(detail == Detail::All));
    for path in paths {
        let file = File::open(&path)?;
        let size = file.metadata()?.len();
        let mut line = format!("{{\"path\": {}", json(&path));
        write_document(&mut line, &mut Opened(file, size), detail);
        writeln!(io::stdout(), "{line}}}")?;
    }
    Ok(())
}

fn write_document(line: &mut String, source: &mut Opened, detail: Detail) {
    // Writing to a string does not fail.
    let _ = match recognize(source) {
        Ok(None) => write!(line, ", \"error\": \"not a document\""),
        Err(error) => write!(line, ", \"error\": {}", json(&error.to_string())),
        Ok(Some(format)) => {
            let _ = write!(line, ", \"format\": \"{}\"", format.name());
            match convert(source, format, &Limits::default(), detail) {
                Ok(document) => {
                    write_facts(line, &document.facts);
                    write!(line, ", \"text\": {}", json(&document.text))
                }
                Err(error) => write!(line, ", \"error\": {}", json(&error.to_string())),
            }
        }
    };
}

fn write_facts(line: &mut String, facts: &Facts) {
    let units = facts.units.iter().map(|unit| {
        let range = unit.range.as_ref().map_or("null".into(), |range| json(range));
        format!(
            "{{\"title\": {}, \"line\": {}, \"hidden\": {}, \"range\": {range}}}",
            json(&unit.title),
            unit.line,
            unit.hidden
        )
    });
    let units: Vec<String> = units.collect();
    let cut = facts.cut.map_or("null".into(), |limit| json(&limit.to_string()));
    let _ = write!(
        line,
        ", \"units\": [{}], \"words\": {}, \"cut\": {cut}, \"left_out\": {}, \"unseen\": {}",
        units.join(", "),
        facts.words,
        json(&format!("{:?}", facts.left_out)),
        json(&format!("{:?}", facts.unseen)),
    );
}

fn json(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\n' => json.push_str("\\n"),
            '\0'..' ' => drop(write!(json, "\\u{:04x}", character as u32)),
            other => json.push(other),
        }
    }
    json.push('"');
    json
}
