//! The options of the commands that look around: which files they include.

use clap::Args;
use readroom::Scope;

/// Which files are included.
#[derive(Args)]
#[command(next_help_heading = "Which files")]
pub(crate) struct ScopeOptions {
    /// Include only files that match; `!` excludes.
    ///
    /// As in .gitignore, relative to each PATH, and with alternatives in braces: '*.{ts,tsx}'. May
    /// be given more than once; the last one that matches decides.
    #[arg(short = 'g', long = "glob", value_name = "GLOB")]
    globs: Vec<String>,
    /// Also names that begin with a dot.
    #[arg(long)]
    hidden: bool,
    /// Also what .gitignore and the like leave out.
    #[arg(long)]
    no_ignore: bool,
    /// At most this many levels of directories.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The files as they were at this git revision.
    ///
    /// HEAD, a branch, a tag or a hash, each with ~2 and ^2 after it, or `index`.
    #[arg(long, value_name = "REV")]
    at: Option<String>,
    /// The cursor of an earlier page of the first directory: continues after it.
    #[arg(long, value_name = "CURSOR", help_heading = "Options")]
    pub(crate) cursor: Option<String>,
}

impl ScopeOptions {
    /// Returns the scope at a path. The glob of a command precedes those of the options.
    pub(crate) fn at(&self, path: &str, glob: Option<&str>) -> Scope {
        let globs = glob.into_iter().chain(self.globs.iter().map(String::as_str));
        let scope = Scope::new(path).globs(globs).hidden(self.hidden).ignored(self.no_ignore);
        Scope { depth: self.depth, at: self.at.clone(), ..scope }
    }
}

/// Returns the paths of a command: the root if none is given.
pub(crate) fn paths(given: &[String]) -> Vec<&str> {
    match given {
        [] => vec!["."],
        given => given.iter().map(String::as_str).collect(),
    }
}
