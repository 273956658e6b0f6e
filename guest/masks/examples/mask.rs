//! Masks files: `mask FILE...` writes them masked; `mask --findings` reads file names from standard
//! input and lists what would be masked in them, one line each: file, line, rule, value.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program for people")]

use readroom_masks::{Masker, ValueFormat};

fn main() -> std::io::Result<()> {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let findings = paths.first().is_some_and(|first| first == "--findings");
    if findings {
        paths = std::io::stdin().lines().collect::<Result<_, _>>()?;
    }
    for path in paths {
        let Ok(text) = String::from_utf8(std::fs::read(&path)?) else { continue };
        let mut masker = Masker::new(ValueFormat::of(&path));
        for (number, line) in text.lines().enumerate() {
            let mut out = String::new();
            let before: Vec<_> = masker.counts().map(|(rule, count)| (rule.name, count)).collect();
            let is_masked = masker.line(line, &mut out);
            if !findings {
                println!("{}", if is_masked { &out } else { line });
            } else if is_masked {
                let new =
                    masker.counts().find(|(rule, count)| !before.contains(&(rule.name, *count)));
                let Some((rule, _)) = new else { continue };
                // Some code is all on one line.
                let same = line.bytes().zip(out.bytes()).take_while(|(a, b)| a == b).count();
                let start = line.floor_char_boundary(same.saturating_sub(60));
                let end = line.ceil_char_boundary((same + 100).min(line.len()));
                let place = line.get(start..end).unwrap_or_default().replace('\t', " ");
                println!("{path}\t{}\t{}\t{place}", number + 1, rule.name);
            }
        }
    }
    Ok(())
}
