//! Prints the most frequent words of a file.

use project::words;
use std::io::{self, Write};
use std::process::ExitCode;
use std::{env, fs};

/// How many words are printed unless the second argument says otherwise.
const DEFAULT: usize = 10;

/// What the command line asks for.
struct Arguments {
    file: String,
    words: usize,
}

impl Arguments {
    /// Reads the command line.
    fn read() -> Result<Self, String> {
        let mut arguments = env::args().skip(1);
        let file = arguments.next().ok_or("name a file")?;
        let words = match arguments.next() {
            None => DEFAULT,
            Some(number) => number.parse().map_err(|_| format!("'{number}' is not a number"))?,
        };
        Ok(Self { file, words })
    }
}

/// Prints the words of a file.
fn run() -> Result<(), String> {
    let arguments = Arguments::read()?;
    let text = fs::read_to_string(&arguments.file).map_err(|error| error.to_string())?;
    let mut output = io::stdout().lock();
    for count in words(&text).into_iter().take(arguments.words) {
        writeln!(output, "{:6} {}", count.times, count.word).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Ends with status 2 if something is wrong.
fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("project: {message}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DEFAULT;

    #[test]
    fn there_is_a_default() {
        assert_eq!(DEFAULT, 10);
    }
}
