//! What is said of a document beside its text: what it is, what a person who looks at it does not
//! see, and what its text does not have.

use super::counted::counted;
use super::sentences::Sentences;
use crate::shared::{clipped_to, escaped};
use readroom_read::documents::{Extraction, Facts, Format, LeftOut, Unseen};

/// The maximum number of images that are named.
const MAX_IMAGES: usize = 3;

/// The maximum number of pages, or ranges of pages, that are named.
const MAX_RANGES: usize = 8;

/// The maximum length of the name of an image, in characters.
const MAX_NAME_CHARACTERS: usize = 40;

/// Adds what is said of a document.
pub(super) fn add(facts: &Facts, notes: &mut Sentences) {
    notes.add(format_args!("Text of a document ({})", facts.format.name()));
    if let Some(unit) = facts.format.unit().filter(|_| !facts.units.is_empty()) {
        notes.append(format_args!(" with {}", counted(facts.units.len() as u64, unit)));
    }
    notes.append(format_args!("."));
    if let Some(extraction) = &facts.extraction {
        extracted(extraction, notes);
    }
    sentence("Hidden in the document, but shown here", &hidden(facts), notes);
    let Unseen { comments, insertions, deletions, .. } = facts.unseen;
    let mut review = all(&[(comments, "comment"), (insertions, "tracked insertion")]);
    review.extend((facts.page_headers > 0).then(|| "page headers and footers".into()));
    sentence("Also shown", &review, notes);
    let view = match facts.format {
        Format::Docx | Format::Xlsx | Format::Ods => " (view: \"text\" has them)",
        _ => "",
    };
    let mut left_out = left_out(&facts.left_out);
    if deletions > 0 {
        left_out.push(format!("{}{view}", counted(deletions, "tracked deletion")));
    }
    if facts.formulas > 0 {
        left_out.push(format!("the formulas of {}{view}", counted(facts.formulas, "cell")));
    }
    sentence("Left out", &left_out, notes);
    if let Some(limit) = facts.cut {
        notes.add(format_args!("The text is cut: the {limit} exceeds its limit."));
    }
}

fn sentence(begin: &str, parts: &[String], notes: &mut Sentences) {
    if !parts.is_empty() {
        notes.add(format_args!("{begin}: {}.", parts.join(", ")));
    }
}

/// Adds what is said of a text that was told apart by the positions of its characters.
fn extracted(extraction: &Extraction, notes: &mut Sentences) {
    notes.add(format_args!("It was extracted: spaces, tables and order may be wrong."));
    let Extraction { pages_without_text, pages_behind_images, .. } = extraction;
    for (begin, pages) in [
        ("Pages without text", pages_without_text),
        ("Pages whose text is behind images", pages_behind_images),
    ] {
        if !pages.is_empty() {
            notes.add(format_args!("{begin}: {}.", ranges(pages)));
        }
    }
    if extraction.is_restricted {
        notes.add(format_args!("Its owner restricts printing, copying or changing it."));
    }
    if extraction.undecoded > 0 {
        let percent = extraction.undecoded_percent();
        notes.add(format_args!("{percent} % of the characters are not decoded: U+FFFD here."));
    }
}

/// Returns numbers that ascend as ranges, the first of them: `2, 5-9 and 30 more`.
fn ranges(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    let mut named = 0;
    for number in numbers {
        if let Some((_, last)) = ranges.last_mut().filter(|(_, last)| last + 1 == *number) {
            *last = *number;
        } else if ranges.len() < MAX_RANGES {
            ranges.push((*number, *number));
        } else {
            break;
        }
        named += 1;
    }
    let range = |(first, last): &(u64, u64)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    let mut text = ranges.iter().map(range).collect::<Vec<_>>().join(", ");
    if let more @ 1.. = numbers.len() - named {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

/// Returns the numbers that are not 0, with what they count.
fn all(counts: &[(u64, &str)]) -> Vec<String> {
    counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, unit)| counted(*count, unit))
        .collect()
}

fn hidden(facts: &Facts) -> Vec<String> {
    let Unseen { units, rows, columns, texts, .. } = facts.unseen;
    let unit = facts.format.unit().unwrap_or("unit");
    all(&[(units, unit), (rows, "row"), (columns, "column"), (texts, "text")])
}

fn left_out(left_out: &LeftOut) -> Vec<String> {
    let LeftOut { images, image_names, charts, objects, equations, headers_and_footers, macros } =
        left_out;
    let mut parts = all(&[(*images, "image")]);
    if let Some(images) = parts.first_mut().filter(|_| !image_names.is_empty()) {
        let names = image_names.iter().take(MAX_IMAGES);
        let names: Vec<_> = names
            .map(|name| clipped_to(&escaped(name), MAX_NAME_CHARACTERS).into_owned())
            .collect();
        let more = if image_names.len() > names.len() { ", …" } else { "" };
        images.push_str(&format!(" ({}{more})", names.join(", ")));
    }
    parts.extend(all(&[(*charts, "chart"), (*objects, "embedded object")]));
    if *headers_and_footers > 0 {
        parts.push("page headers and footers".into());
    }
    if *equations > 0 {
        parts.push(format!("the form of {}", counted(*equations, "equation")));
    }
    parts.extend(macros.as_ref().map(|_| "macros, which are never run".into()));
    parts
}
