//! The options and variables that decide how output looks on a terminal.

use crate::pager::{self, Screen};
use crate::style::Style;
use clap::{Args, ValueEnum};
use std::env;
use std::io::{self, IsTerminal};
use terminal_size::{Height, Width};

/// The size of a terminal that does not say how large it is.
const DEFAULT_SIZE: (usize, usize) = (80, 24);

/// The options that decide how output looks on a terminal.
#[derive(Args)]
#[command(next_help_heading = "Display")]
pub(crate) struct DisplayOptions {
    /// Print only text: no header, grid, line numbers or colors.
    ///
    /// Text files are printed as they are, several of them one after the other. On a terminal,
    /// characters that could control it are still escaped.
    #[arg(short, long, conflicts_with_all = ["json", "tool"])]
    pub(crate) plain: bool,
    /// When to use colors: auto, always or never.
    ///
    /// `auto` uses them on a terminal, unless the variable NO_COLOR is set or TERM is `dumb`.
    /// `always` draws as on a terminal elsewhere too, for example in a preview of another program;
    /// its width is then that of the variable COLUMNS, or 80.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    #[arg(hide_possible_values = true)]
    color: When,
    /// When to page: auto, always or never.
    ///
    /// `auto` starts the pager if the output does not fit on the screen. Without a terminal there
    /// is never a pager. It is the command in the variable READROOM_PAGER or PAGER, or `less`; an
    /// empty variable means none.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    #[arg(hide_possible_values = true)]
    paging: When,
}

/// When to use something.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

impl DisplayOptions {
    /// Returns how to draw, or `None` if the output is for a program.
    pub(crate) fn display(&self) -> Option<Display> {
        let is_terminal = io::stdout().is_terminal();
        if !is_terminal && self.color != When::Always {
            return None;
        }
        let is_colored = match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => is_color_wanted(),
        };
        let (width, height) = size();
        let screen = (is_terminal && self.paging != When::Never).then_some(Screen {
            width,
            height,
            is_optional: self.paging == When::Auto,
        });
        Some(Display { style: Style { is_colored }, width, screen })
    }
}

/// How output is drawn for a person.
pub(crate) struct Display {
    pub(crate) style: Style,
    /// The number of columns.
    pub(crate) width: usize,
    /// The screen that a pager shows the output on. `None` if there is no pager.
    screen: Option<Screen>,
}

impl Display {
    /// Prints what was drawn, through a pager if there is one.
    pub(crate) fn print(&self, drawn: &str) -> io::Result<()> {
        pager::print(drawn, self.screen.as_ref())
    }
}

/// Returns whether the variables allow colors on a terminal.
pub(crate) fn is_color_wanted() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && env::var_os("TERM").is_none_or(|value| value != "dumb")
}

/// Returns the columns and lines of the terminal.
fn size() -> (usize, usize) {
    let known = terminal_size::terminal_size_of(io::stdout());
    let known = known.map(|(Width(width), Height(height))| (width.into(), height.into()));
    let number = |name| {
        let number = env::var(name).ok()?.parse::<u16>().ok().filter(|number| *number > 0);
        number.map(usize::from)
    };
    known.unwrap_or_else(|| {
        (number("COLUMNS").unwrap_or(DEFAULT_SIZE.0), number("LINES").unwrap_or(DEFAULT_SIZE.1))
    })
}
