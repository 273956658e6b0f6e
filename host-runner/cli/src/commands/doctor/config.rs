//! Reads the configuration of a client. Its author is not trusted.

use super::entry::Check;
use super::report::Report;
use super::shape::{SHAPES, Shape};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The maximum size of a configuration, in bytes. Claude Code's also contains its history.
const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// The maximum number of servers that are checked.
const MAX_SERVERS: usize = 100;

/// Checks a configuration. Fails if it cannot be read at all.
pub(super) fn check(report: &mut Report, file: &Path, check: &Check) -> Result<()> {
    let text = read(file).with_context(|| format!("cannot check '{}'", file.display()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let file = std::path::absolute(file)?;
    let is_toml = file.extension().is_some_and(|extension| extension == "toml");
    let parsed = match is_toml {
        true => {
            toml::from_str(text).map_err(|error| format!("it is not TOML: {}", error.message()))
        }
        false => json(report, text),
    };
    let config = match parsed {
        Ok(config) => config,
        Err(reason) => {
            let remedy = match reason.contains("escape") {
                true => r"write each backslash of a path twice (C:\\project), or write / instead",
                false => "fix it there: the client cannot read the file",
            };
            report.problem("config", reason, remedy);
            return Ok(());
        }
    };
    let correct = |report: &mut Report, text: &str, remedy: &str, shape: &Shape| {
        let words = ["readroom", "mcp", "--root", &check.project.display().to_string()];
        report.problem("config", text, remedy);
        report.correct(&shape.example("readroom", &words.map(String::from)));
    };
    let expected = Shape::expected(&file);
    let Some(shape) = Shape::of(&config) else {
        let known = SHAPES.map(|shape| format!("`{}` of {}", shape.keys.join("."), shape.clients));
        let text = format!("no servers are in it; known are {}", known.join(", "));
        correct(report, &text, "add one, such as", expected.unwrap_or(SHAPES[0]));
        return Ok(());
    };
    let servers = shape.servers(&config).into_iter().flatten();
    if let Some(expected) = expected.filter(|expected| *expected != shape) {
        let (expected_key, key) = (expected.keys.join("."), shape.keys.join("."));
        let text = format!("{} reads `{expected_key}` in this file, not `{key}`", expected.clients);
        correct(report, &text, "write", expected);
    }
    let mut count = 0;
    for (name, entry) in servers.take(MAX_SERVERS) {
        count += usize::from(check.entry(report, shape, name, entry));
    }
    if count == 0 {
        let text = "no entry in it starts readroom";
        correct(report, text, "add one, such as", expected.unwrap_or(shape));
    }
    Ok(())
}

fn read(file: &Path) -> Result<String> {
    // Opening a pipe would block.
    if !fs::metadata(file)?.is_file() {
        bail!("it is not a file");
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("it has more than 8 MiB");
    }
    String::from_utf8(bytes).context("it is not UTF-8")
}

/// Parses JSON, also with comments and trailing commas. Fails with the reason.
fn json(report: &mut Report, text: &str) -> Result<Value, String> {
    let strict = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(error) => format!("it is not JSON: {error}"),
    };
    let mut bare = text.to_string();
    json_strip_comments::strip_comments_in_place(&mut bare).map_err(|_| strict.clone())?;
    let value = serde_json::from_str(&bare).map_err(|_| strict)?;
    report.weak(
        "config",
        "it has comments or trailing commas: VS Code, Zed and opencode take them, and Claude \
         Desktop and Claude Code do not",
        "remove them if your client does not take them",
    );
    Ok(value)
}
