//! The options of the commands that print entries: in which order, and what is printed of each.

use clap::{Args, ValueEnum};
use readroom::{FileKind, FindOrder, FindRequest, FoundEntry};

/// How entries are printed.
#[derive(Args)]
pub(crate) struct EntryOptions {
    /// The order: by path, or the newest, largest or longest first.
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Order::Path)]
    sort: Order,
    /// Print bytes, lines and estimated tokens before each file, or a `-`.
    #[arg(short, long)]
    long: bool,
}

/// The orders of entries.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    Path,
    Modified,
    Size,
    Lines,
}

impl EntryOptions {
    /// Returns whether entries are sorted by path.
    pub(crate) fn are_by_path(&self) -> bool {
        self.sort == Order::Path
    }

    /// Returns a request with these options.
    pub(crate) fn apply(&self, request: FindRequest) -> FindRequest {
        let order = match self.sort {
            Order::Path => FindOrder::Path,
            Order::Modified => FindOrder::Modified,
            Order::Size => FindOrder::Size,
            Order::Lines => FindOrder::Lines,
        };
        request.order(order).details(self.long).lines(self.long)
    }

    /// Returns the line of an entry under a name.
    pub(crate) fn line(&self, entry: &FoundEntry, name: &str) -> String {
        if !self.long || entry.kind != FileKind::File {
            return name.into();
        }
        let number =
            |known: Option<u64>| known.map_or_else(|| "-".into(), |known| known.to_string());
        let [lines, tokens] = [entry.lines, entry.tokens].map(|known| known.map(u64::from));
        let [size, lines, tokens] = [entry.size, lines, tokens].map(number);
        format!("{size}\t{lines}\t{tokens}\t{name}")
    }
}
