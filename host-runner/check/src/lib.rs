//! Checks whether a component answers as it should, using the cases in `tests/cases` or others in
//! their format.
//!
//! A case is a fixture of files, a call, and the answer that every host and every component of the
//! world in `wit/` must give. `tests/README.md` specifies the format. Cases need not be trusted:
//! they create a limited number of files, in a temporary directory only.
//!
//! ```
//! use readroom_check::{Subject, Verdict};
//!
//! let subject = Subject::default();
//! let cases = readroom_check::embedded()?;
//! let case = cases.iter().find(|case| case.name == "pi@0/empty-file").ok_or("it is embedded")?;
//! assert_eq!(subject.check(case), Verdict::Passed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod call;
mod case;
mod difference;
mod entry;
mod fixture;
mod repeat;
mod subject;
mod suite;
mod without_time;

pub use answer::NoAnswer;
pub use call::Call;
pub use case::{Case, CaseError, ExpectedOutcome, Need};
pub use difference::Difference;
pub use entry::{Entries, Entry};
pub use fixture::{Fixture, FixtureError};
pub use subject::{Failure, MAX_HANGS, Subject, Verdict};
pub use suite::{embedded, in_directory};
pub use without_time::without_time;
