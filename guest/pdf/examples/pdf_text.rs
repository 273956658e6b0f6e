//! Prints the text of a PDF file, and facts about it on standard error: `pdf_text FILE`.

#![allow(clippy::disallowed_methods, reason = "it runs on the host")]

use readroom_pdf::{Limits, PageText, text_of};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> io::Result<ExitCode> {
    let Some(path) = std::env::args().nth(1) else {
        writeln!(io::stderr(), "usage: pdf_text FILE")?;
        return Ok(ExitCode::from(2));
    };
    match text_of(&std::fs::read(path)?, &Limits::default()) {
        Ok(document) => {
            let facts = &document.facts;
            let pages = |text| facts.pages.iter().filter(|page| page.text == text).count();
            io::stdout().write_all(document.text.as_bytes())?;
            writeln!(
                io::stderr(),
                "{} pages, {} without text, {} images, {} characters, {} undecoded, {} hidden, \
                 cut {:?}",
                facts.pages.len(),
                pages(PageText::None),
                facts.images(),
                facts.characters,
                facts.undecoded,
                facts.hidden,
                facts.cut
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(io::stderr(), "{error:?}")?;
            Ok(ExitCode::FAILURE)
        }
    }
}
