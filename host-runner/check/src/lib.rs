//! Checks whether a component answers as it should: by the cases in `tests/cases`, and by any other
//! in their format.
//!
//! A case is a scene of files, a call, and the answer that every host and every component of the world in `wit/` gives
//! to it. `tests/README.md` specifies the format. Cases may come from anybody: what they say makes files in a temporary
//! directory and nowhere else, and only so many.
//!
//! ```
//! use readroom_check::{Subject, Verdict};
//!
//! let subject = Subject::default();
//! let cases = readroom_check::embedded()?;
//! let case = cases.iter().find(|case| case.name == "pi@0/empty-file").ok_or("there is such a case")?;
//! assert_eq!(subject.check(case), Verdict::Passed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod call;
mod case;
mod difference;
mod entry;
mod repeat;
mod scene;
mod subject;
mod suite;
mod without_time;

pub use answer::NoAnswer;
pub use call::Call;
pub use case::{Answer, Case, Malformed, Need};
pub use difference::Difference;
pub use entry::{Entries, Entry};
pub use scene::{Scene, SceneError};
pub use subject::{Failure, HANGS, Subject, Verdict};
pub use suite::{SuiteError, embedded, in_directory};
pub use without_time::without_time;
