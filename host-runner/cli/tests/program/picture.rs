//! The picture of a terminal in the documents: the program's real output, as an SVG.
//!
//! `BLESS=1` writes it.

#![cfg(target_os = "linux")]

use crate::history::change;
use crate::pty::Terminal;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use unicode_width::UnicodeWidthChar;

const PICTURE: &str = "docs/terminal.svg";

/// The commands whose output is in the picture, each with its exit status.
const COMMANDS: [(&str, i32); 3] = [
    ("readroom search --definitions run", 0),
    ("readroom diff HEAD~1", 0),
    ("readroom read ../secret.txt", 1),
];

/// The columns of the terminal.
const COLUMNS: usize = 80;

/// The size of a character, in pixels, and the space around the text.
const CHARACTER: (f64, f64) = (8.4, 17.0);
const MARGIN: f64 = 16.0;

#[test]
fn the_picture_shows_what_the_program_draws() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let project = tempfile::tempdir().unwrap();
    let file = "src/main.rs";
    fs::create_dir(project.path().join("src")).unwrap();
    let text = repository.join("tests/documents/project").join(file);
    fs::copy(text, project.path().join(file)).unwrap();
    if change(project.path()).is_none() {
        return;
    }
    let mut rows = Vec::new();
    for (command, expected) in COMMANDS {
        let arguments: Vec<_> = command.split(' ').skip(1).collect();
        let terminal = Terminal::new(project.path()).size(COLUMNS as u16, 100);
        let (seen, status) = terminal.run(&arguments);
        assert_eq!(status, expected, "{seen}");
        if !rows.is_empty() {
            rows.push(Vec::new());
        }
        // A prompt, as a shell has it.
        rows.extend(screen(&format!("\x1b[2m$\x1b[0m \x1b[1m{command}\x1b[0m\n{seen}")));
    }
    let drawn = svg(&rows);
    let file = repository.join(PICTURE);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == drawn, "{PICTURE} is not what the program draws; BLESS=1 writes it");
}

/// Adjacent characters in a row that look alike.
struct Span {
    column: usize,
    /// The class of their look: empty for ordinary text.
    class: &'static str,
    text: String,
}

/// Returns the rows that a terminal shows for an output.
fn screen(output: &str) -> Vec<Vec<Span>> {
    let mut rows = Vec::new();
    let mut class = "";
    for line in output.lines() {
        let mut row: Vec<Span> = Vec::new();
        let mut column = 0;
        let mut rest = line;
        while let Some(character) = rest.chars().next() {
            if let Some(code) = rest.strip_prefix("\x1b[") {
                let (code, behind) = code.split_once('m').expect("only codes of looks");
                class = match code {
                    "0" => "",
                    "1" => "bold",
                    "2" => "dim",
                    "31" => "red",
                    "32" => "green",
                    "33" => "yellow",
                    other => panic!("the look {other} is unknown"),
                };
                rest = behind;
                continue;
            }
            rest = &rest[character.len_utf8()..];
            let width = character.width().expect("a control character");
            if column + width > COLUMNS {
                rows.push(std::mem::take(&mut row));
                column = 0;
            }
            match row.last_mut() {
                Some(span) if span.class == class => span.text.push(character),
                _ => row.push(Span { column, class, text: character.into() }),
            }
            column += width;
        }
        rows.push(row);
    }
    rows
}

/// Returns a picture of rows of text.
fn svg(rows: &[Vec<Span>]) -> String {
    let (width, height) = CHARACTER;
    let (picture_width, picture_height) =
        (COLUMNS as f64 * width + 2.0 * MARGIN, rows.len() as f64 * height + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
         viewBox=\"0 0 {picture_width} {picture_height}\" \
         width=\"{picture_width}\" height=\"{picture_height}\">\n\
         <title>readroom on a terminal</title>\n\
         <style>\n\
         text {{ font: 14px ui-monospace, Menlo, Consolas, \"DejaVu Sans Mono\", monospace; \
         fill: #d8dee9; white-space: pre }}\n\
         .bold {{ font-weight: bold; fill: #ffffff }}\n\
         .dim {{ fill: #8b95a7 }}\n\
         .red {{ fill: #e0828b }}\n\
         .green {{ fill: #a3be8c }}\n\
         .yellow {{ fill: #ebcb8b }}\n\
         </style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1f242e\"/>\n"
    );
    for (number, row) in rows.iter().enumerate() {
        // The baseline, above the descenders.
        let y = MARGIN + (number as f64 + 1.0) * height - 4.0;
        for Span { column, class, text } in row {
            let indent = text.len() - text.trim_start().len();
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            // The length keeps the columns aligned if a font is wider or lacks such a character.
            let (x, characters) = (MARGIN + (column + indent) as f64 * width, text.chars().count());
            let length = characters as f64 * width;
            let class = match *class {
                "" => String::new(),
                class => format!(" class=\"{class}\""),
            };
            writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\" \
                 lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{class}>{}</text>",
                text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
            )
            .unwrap();
        }
    }
    svg + "</svg>\n"
}
