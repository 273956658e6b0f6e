//! `readroom check`: whether a component answers as it should.

mod report;

use crate::{End, Failure, Runs};
use clap::Args;
use readroom::conformance::{self, Case, NoAnswer, Subject, Verdict};
use report::Report;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Check a component by conformance cases: for authors of readers.
///
/// Prints each case that fails, with the first place where the answer is not the expected one, and a summary. Exit status:
/// 0 all passed or could not run here, 1 some failed, 2 wrong usage or a failure of the host, a file that is no case among
/// them.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    runs: Runs,
    /// Only cases whose names contain this, such as `pi/` or `link`. May be given more than once; one of them is enough.
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Print one JSON object a line: {"case", "tool", "about", "source", "verdict": "passed", "failed", "skipped" or
    /// "error"}, with a "reason", or with the "difference" {"at", "character", "expected", "given"}; and in the end
    /// {"summary"}.
    #[arg(long)]
    json: bool,
    /// Also name each case that passes or is skipped, and print the whole expected answer and the whole one that was given
    /// where they differ.
    #[arg(long)]
    verbose: bool,
    /// A directory with cases, <tool>/<what-it-shows>.json [default: the cases of this program].
    cases: Option<PathBuf>,
}

impl Check {
    pub(crate) fn run(self) -> Result<End, Failure> {
        let limits = self.runs.limits()?;
        let cases = self.cases()?;
        let component = self.runs.component(&limits)?;
        let mut report = Report::new(self.json, self.verbose);
        let subject = Subject::default().limits(limits);
        match component {
            None => self.check(&subject, &cases, &mut report)?,
            Some(Ok(component)) => {
                self.check(&subject.component(component), &cases, &mut report)?
            }
            // It answers nothing.
            Some(Err(error)) => report.failed_all(&cases, &NoAnswer::from(error))?,
        }
        report.end()
    }

    fn cases(&self) -> Result<Vec<Case>, Failure> {
        let cases = match &self.cases {
            Some(directory) => conformance::in_directory(directory),
            None => conformance::embedded(),
        };
        let mut cases = cases.map_err(|error| Failure::Message(error.to_string()))?;
        cases.retain(|case| {
            self.filter.is_empty()
                || self.filter.iter().any(|text| case.name.contains(text.as_str()))
        });
        if cases.is_empty() {
            return Err(Failure::Message("no case has such a name".into()));
        }
        Ok(cases)
    }

    fn check(&self, subject: &Subject, cases: &[Case], report: &mut Report) -> Result<(), Failure> {
        let mut told = Ok(());
        subject.check_all(cases, |case: &Case, verdict: Verdict| {
            told = report.case(case, &verdict);
            if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        told
    }
}
