//! `readroom-check cases`: checks whether a component answers as it should.

use crate::commands::component::{CompileOutcome, limits};
use crate::commands::report::Report;
use anyhow::{Result, bail};
use clap::Args;
use readroom_check::{Case, NoAnswer, Subject};
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a component with conformance cases.
///
/// Prints each case that fails, with the first difference between the given and the expected
/// answer, and a summary.
///
/// Exit status: 0 if all cases passed or were skipped, 1 if some failed, 2 for wrong usage or a
/// failure of the host, including a file that is not a valid case.
#[derive(Args)]
pub(crate) struct Cases {
    /// The component: a WebAssembly component that exports the interfaces in `wit/`. It runs in the
    /// sandbox.
    component: PathBuf,
    /// Run only cases whose names contain one of these strings, such as `pi@0/` or `link`.
    #[arg(value_name = "TEXT")]
    filter: Vec<String>,
    /// A directory with cases, named <tool>/<what-it-shows>.json [default: the embedded cases].
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// Limit what compiling and each call may use, such as time=5s or compile=2min. May be given
    /// more than once. `readroom read --help` lists the limits of a call; the others are component
    /// (8MiB) and compile (60s).
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
    /// Print one JSON object per line for each case: {"case", "tool", "about", "source",
    /// "verdict"}, where the verdict is "passed", "failed", "skipped" or "error", with a "reason",
    /// or with a "difference": {"at", "character", "expected", "given"}; "output" is what the
    /// component wrote. The last line is {"summary"}.
    #[arg(long)]
    json: bool,
    /// Also list each case that passes or is skipped, and print both answers in full where they
    /// differ.
    #[arg(long)]
    verbose: bool,
}

impl Cases {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let (limits, cases) = (limits(&self.limit)?, self.selected_cases()?);
        let mut report = Report::new(self.json, self.verbose);
        match CompileOutcome::from_file(&self.component, &limits)? {
            CompileOutcome::Ready(component) => {
                report.refusal = component.refusal().map(Into::into);
                let subject = Subject::default().limits(limits).component(component);
                subject.check_all(&cases, |case, verdict, log| report.case(case, &verdict, log))?;
            }
            // A component that does not compile fails every case.
            CompileOutcome::Refused(error) => report.failed_all(&cases, &NoAnswer::from(error))?,
        }
        report.end()
    }

    fn selected_cases(&self) -> Result<Vec<Case>> {
        let mut cases = match &self.cases {
            Some(directory) => readroom_check::in_directory(directory),
            None => readroom_check::embedded(),
        }?;
        cases.retain(|case| {
            self.filter.is_empty()
                || self.filter.iter().any(|text| case.name.contains(text.as_str()))
        });
        if cases.is_empty() {
            bail!("no case matches the filter");
        }
        Ok(cases)
    }
}
