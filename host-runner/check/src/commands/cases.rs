//! `readroom-check cases`: whether a component answers as it should.

use crate::commands::component::{Compiled, limits};
use crate::commands::report::Report;
use anyhow::{Result, bail};
use clap::Args;
use readroom_check::{Case, NoAnswer, Subject, Verdict};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a component by conformance cases.
///
/// Prints each case that fails, with the first place where the answer is not the expected one, and a
/// summary. Exit status: 0 all passed or could not run here, 1 some failed, 2 wrong usage or a
/// failure of the host, including a file that is not a case.
#[derive(Args)]
pub(crate) struct Cases {
    /// The component: any that exports the interfaces in `wit/`. It is not trusted.
    component: PathBuf,
    /// Only cases whose names contain one of these, such as `pi@0/` or `link`.
    #[arg(value_name = "TEXT")]
    filter: Vec<String>,
    /// A directory of cases, <tool>/<what-it-shows>.json [default: the cases of this program].
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// What compiling and each call may take, such as time=5s or compile=2m. May be given more than
    /// once; `readroom read --help` lists the limits of a call. Beside them: component (8MiB) and
    /// compile (60s).
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
    /// Print one JSON object a line: {"case", "tool", "about", "source", "verdict": "passed",
    /// "failed", "skipped" or "error"}, with a "reason", or with the "difference" {"at",
    /// "character", "expected", "given"}; and in the end {"summary"}.
    #[arg(long)]
    json: bool,
    /// Also name each case that passes or is skipped, and print both answers whole where they
    /// differ.
    #[arg(long)]
    verbose: bool,
}

impl Cases {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let (limits, cases) = (limits(&self.limit)?, self.wanted()?);
        let mut report = Report::new(self.json, self.verbose);
        match Compiled::from_file(&self.component, &limits)? {
            Compiled::Ready(component) => {
                let subject = Subject::default().limits(limits).component(component);
                let mut told = Ok(());
                subject.check_all(&cases, |case: &Case, verdict: Verdict| {
                    told = report.case(case, &verdict);
                    if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                told?;
            }
            // It answers nothing.
            Compiled::Refused(error) => report.failed_all(&cases, &NoAnswer::from(error))?,
        }
        report.end()
    }

    fn wanted(&self) -> Result<Vec<Case>> {
        let mut cases = match &self.cases {
            Some(directory) => readroom_check::in_directory(directory),
            None => readroom_check::embedded(),
        }?;
        cases.retain(|case| {
            self.filter.is_empty()
                || self.filter.iter().any(|text| case.name.contains(text.as_str()))
        });
        if cases.is_empty() {
            bail!("no case has such a name");
        }
        Ok(cases)
    }
}
