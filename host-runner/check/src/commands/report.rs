//! Reports the verdicts of a check, as text or as JSON.

use anyhow::{Result, bail};
use readroom::CliLog;
use readroom::terminal::{escaped, escaped_json};
use readroom_check::{Case, Difference, Failure, NoAnswer, Verdict};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints verdicts as they arrive, and counts them.
#[derive(Default)]
pub(crate) struct Report {
    json: bool,
    verbose: bool,
    /// Why no room runs the component: it imports more than the contract grants.
    pub(crate) refusal: Option<String>,
    asks_whole_paths: bool,
    /// The counts by the directory of the case: the id of the tool, without the tool's own name.
    counts: BTreeMap<String, VerdictCounts>,
    /// The reasons why cases were skipped, with their number.
    skipped: BTreeMap<String, u32>,
}

/// The number of cases with each verdict, in the order of [`VERDICTS`].
type VerdictCounts = [u32; 4];

const VERDICTS: [&str; 4] = ["passed", "failed", "skipped", "error"];

fn counts_json(counts: VerdictCounts) -> Map<String, Value> {
    VERDICTS.into_iter().zip(counts).map(|(name, number)| (name.into(), number.into())).collect()
}

impl Report {
    pub(crate) fn new(json: bool, verbose: bool) -> Self {
        Self { json, verbose, ..Self::default() }
    }

    /// Reports the verdict of one case.
    pub(crate) fn case(&mut self, case: &Case, verdict: &Verdict, log: &CliLog) -> Result<()> {
        self.count(case, verdict);
        self.asks_whole_paths |= log.asks_whole_paths();
        let mut output = io::stdout().lock();
        if self.json {
            let mut object = self.object(case, verdict);
            if !log.output().is_empty() {
                object.insert("output".into(), log.output().into());
            }
            let line = Value::Object(object).to_string();
            writeln!(output, "{}", escaped_json(&line))?;
        } else if let Some(text) = self.text(case, verdict, log) {
            output.write_all(text.as_bytes())?;
        }
        output.flush()?;
        Ok(())
    }

    /// Reports that no case can pass, because the component cannot run. The text form states it
    /// once; the JSON form repeats it for each case.
    pub(crate) fn failed_all(&mut self, cases: &[Case], why: &NoAnswer) -> Result<()> {
        let verdict = Verdict::Failed(Failure::NoAnswer(why.clone()));
        if !self.json {
            writeln!(io::stdout().lock(), "every case fails: {}\n", line(&why.reason))?;
        }
        for case in cases {
            if self.json {
                self.case(case, &verdict, &CliLog::default())?;
            } else {
                self.count(case, &verdict);
            }
        }
        Ok(())
    }

    /// Prints the summary, and returns the exit status.
    pub(crate) fn end(self) -> Result<ExitCode> {
        let mut all = VerdictCounts::default();
        for counts in self.counts.values() {
            all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        }
        let mut output = io::stdout().lock();
        if self.json {
            let tools = self.counts.iter();
            let tools = tools.map(|(tool, counts)| (tool.clone(), counts_json(*counts).into()));
            let mut summary = counts_json(all);
            summary.insert("tools".into(), Value::Object(tools.collect()));
            if let Some(reason) = self.refusal {
                summary.insert("refusal".into(), reason.into());
                summary.insert("whole_paths".into(), self.asks_whole_paths.into());
            }
            writeln!(output, "{}", json!({ "summary": summary }))?;
        } else {
            writeln!(output, "tool            passed  failed skipped  errors")?;
            let counts = self.counts.iter().map(|(tool, counts)| (&**tool, *counts));
            for (name, [passed, failed, skipped, errors]) in counts.chain([("all", all)]) {
                writeln!(output, "{name:14}{passed:>8}{failed:>8}{skipped:>8}{errors:>8}")?;
            }
            for (reason, number) in &self.skipped {
                writeln!(output, "skipped {number}: {}", line(reason))?;
            }
            if let Some(reason) = self.refusal {
                writeln!(output, "only this check runs it, a room refuses it: {}", line(&reason))?;
                let files = match self.asks_whole_paths {
                    true => "whole paths, which the check resolved one name at a time",
                    false => "one plain name at a time",
                };
                writeln!(output, "it asked the file system about {files}")?;
            }
        }
        match all {
            [_, 0, _, 0] => Ok(ExitCode::SUCCESS),
            [_, _, _, 0] => Ok(ExitCode::from(1)),
            [.., errors] => bail!("{errors} of the cases could not be run"),
        }
    }

    fn count(&mut self, case: &Case, verdict: &Verdict) {
        let counts = self.counts.entry(case.folder().into()).or_default();
        for (verdict_name, count) in VERDICTS.iter().zip(counts) {
            *count += u32::from(*verdict_name == name(verdict));
        }
        if let Verdict::Skipped(reason) = verdict {
            *self.skipped.entry(reason.clone()).or_default() += 1;
        }
    }

    /// Returns a verdict as JSON.
    fn object(&self, case: &Case, verdict: &Verdict) -> Map<String, Value> {
        let mut object = Map::new();
        let mut add = |name: &str, value: Value| object.insert(name.into(), value);
        add("case", case.name.as_str().into());
        add("tool", case.call.tool.as_str().into());
        add("about", case.about.as_str().into());
        add("source", case.source.as_str().into());
        add("verdict", name(verdict).into());
        match verdict {
            Verdict::Passed => {}
            Verdict::Skipped(reason) | Verdict::Error(reason) => {
                drop(add("reason", reason.as_str().into()))
            }
            Verdict::Failed(Failure::NoAnswer(no_answer)) => {
                add("reason", no_answer.reason.as_str().into());
                if let Some(limit) = no_answer.limit {
                    add("limit", limit.name().into());
                }
            }
            Verdict::Failed(Failure::Differs { expected, given }) => {
                if let Some(Difference { at, character, expected, given }) =
                    Difference::first(expected, given)
                {
                    let difference = json!({
                        "at": at, "character": character, "expected": expected, "given": given,
                    });
                    add("difference", difference);
                }
                if self.verbose {
                    add("expected", expected.clone());
                    add("given", given.clone());
                }
            }
        }
        object
    }

    /// Returns a verdict as text. `None` if there is nothing to report, unless `--verbose` is
    /// given.
    fn text(&self, case: &Case, verdict: &Verdict, log: &CliLog) -> Option<String> {
        let mut why = match verdict {
            Verdict::Passed if self.verbose => String::new(),
            Verdict::Skipped(reason) if self.verbose => indented(reason),
            Verdict::Passed | Verdict::Skipped(_) => return None,
            Verdict::Error(reason) => indented(reason),
            Verdict::Failed(Failure::NoAnswer(no_answer)) => indented(&no_answer.reason),
            Verdict::Failed(Failure::Differs { expected, given }) => self.compared(expected, given),
        };
        for text in log.output().lines() {
            why += &indented(&format!("output:   {text}"));
        }
        let head = format!("{} {}: {} ({})", name(verdict), case.name, case.about, case.source);
        let space = if why.is_empty() { "" } else { "\n" };
        Some(format!("{}\n{why}{space}", line(&head)))
    }

    fn compared(&self, expected: &Value, given: &Value) -> String {
        let mut text = String::new();
        if let Some(Difference { at, character, expected, given }) =
            Difference::first(expected, given)
        {
            let character =
                character.map(|number| format!(", character {number}")).unwrap_or_default();
            text += &indented(&format!("at {at}{character}"));
            for (what, value) in [("expected:", expected), ("given:", given)] {
                text += &indented(&format!("{what:10}{}", value.as_deref().unwrap_or("nothing")));
            }
        }
        if self.verbose {
            for (what, value) in
                [("all of the expected answer:", expected), ("all of the given one:", given)]
            {
                text += &indented(what);
                // Line by line, as each line is escaped.
                format!("{value:#}").lines().for_each(|line| text += &indented(line));
            }
        }
        text
    }
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Failed(_) => "failed",
        Verdict::Skipped(_) => "skipped",
        Verdict::Error(_) => "error",
    }
}

fn indented(text: &str) -> String {
    format!("    {}\n", line(text))
}

/// Returns a string as one line that is safe for a terminal: it may come from an untrusted
/// component or case.
fn line(text: &str) -> String {
    escaped(text).replace('\n', "\\n")
}
