//! The options and variables that determine how output looks on a terminal.

use crate::style::Style;
use clap::{Args, ValueEnum};
use std::env;
use std::io::{self, IsTerminal};
use terminal_size::Width;

/// The number of columns of a terminal that does not report its width.
const DEFAULT_WIDTH: usize = 80;

/// The options that determine how output looks on a terminal.
#[derive(Args)]
#[command(next_help_heading = "Display")]
pub(crate) struct DisplayOptions {
    /// Print only text: no header, grid, line numbers or colors.
    ///
    /// Text files are printed as they are, several of them one after the other. On a terminal,
    /// characters that could control it are still escaped.
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) plain: bool,
    /// When to use colors: auto, always or never.
    ///
    /// `auto` uses them on a terminal, unless the variable NO_COLOR is set or TERM is `dumb`.
    /// `always` draws as on a terminal elsewhere too, for example in a preview of another program;
    /// its width is then that of the variable COLUMNS, or 80.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    #[arg(hide_possible_values = true)]
    color: When,
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
        Some(Display { style: Style { is_colored }, width: width() })
    }
}

/// How output is drawn for a person.
pub(crate) struct Display {
    pub(crate) style: Style,
    /// The number of columns.
    pub(crate) width: usize,
}

/// Returns whether the variables allow colors on a terminal.
pub(crate) fn is_color_wanted() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && env::var_os("TERM").is_none_or(|value| value != "dumb")
}

/// Returns the columns of the terminal.
fn width() -> usize {
    let known = terminal_size::terminal_size_of(io::stdout()).map(|(Width(width), _)| width);
    let named = || env::var("COLUMNS").ok()?.parse().ok().filter(|width| *width > 0);
    known.or_else(named).map_or(DEFAULT_WIDTH, usize::from)
}
