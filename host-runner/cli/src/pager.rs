//! Prints long output through a pager.

use crate::output::print_message;
#[cfg(unix)]
use signal_hook::{consts::SIGINT, flag};
use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use unicode_width::UnicodeWidthStr;

/// The variables that name a pager, in order.
const VARIABLES: [&str; 2] = ["READROOM_PAGER", "PAGER"];

/// The pager if no variable names one.
const DEFAULT_PAGER: &str = "less";

/// The columns that a tab takes at most.
const TAB: usize = 8;

/// A terminal that a pager can use.
pub(crate) struct Screen {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Whether output that fits on the screen is printed without the pager.
    pub(crate) is_optional: bool,
}

/// Prints a text on standard output: through the pager if there is a screen for it.
pub(crate) fn print(text: &str, screen: Option<&Screen>) -> io::Result<()> {
    if let Some(screen) = screen
        && !(screen.is_optional && fits(text, screen))
        && page(text, screen.is_optional)?
    {
        return Ok(());
    }
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Returns whether a text fits on the screen together with the prompt of the shell.
fn fits(text: &str, screen: &Screen) -> bool {
    let mut left = screen.height.saturating_sub(1);
    text.lines().all(|line| {
        // What is drawn with codes has been wrapped.
        let tabs = line.matches('\t').count();
        let width = if line.contains('\x1b') { 1 } else { line.width() + TAB * tabs };
        let rows = width.div_ceil(screen.width.max(1)).max(1);
        let is_shown = rows <= left;
        left = left.saturating_sub(rows);
        is_shown
    })
}

/// Shows a text in the pager, until the user leaves it. Returns `false` if there is no pager.
fn page(text: &str, is_optional: bool) -> io::Result<bool> {
    let (words, variable) = match configured() {
        Some((variable, command)) => match shell_words::split(&command) {
            Ok(words) => (words, Some(variable)),
            Err(_) => {
                print_message(&format!("{variable} is not a command: a quote is not closed"));
                return Ok(false);
            }
        },
        None => (vec![DEFAULT_PAGER.into()], None),
    };
    let Some((program, arguments)) = words.split_first() else { return Ok(false) };
    let mut command = Command::new(program);
    command.args(arguments);
    if arguments.is_empty() && Path::new(program).file_stem().is_some_and(|it| it == "less") {
        // Colors, no other screen; and an end at once if everything fits.
        command.arg(if is_optional { "-RFX" } else { "-RX" });
    }
    // The interrupt key belongs to the pager while it runs.
    #[cfg(unix)]
    let _interrupt = InterruptIgnored::begin()?;
    let mut pager = match command.stdin(Stdio::piped()).spawn() {
        Ok(pager) => pager,
        Err(error) => {
            if let Some(variable) = variable {
                print_message(&format!(
                    "the pager '{program}' of {variable} cannot be started: {error}"
                ));
            }
            return Ok(false);
        }
    };
    if let Some(mut input) = pager.stdin.take() {
        match input.write_all(text.as_bytes()) {
            // The user has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            written => written?,
        }
    }
    // Its status is about itself, not about what was read.
    pager.wait()?;
    Ok(true)
}

/// Returns the first variable that is set, and the command in it.
fn configured() -> Option<(&'static str, String)> {
    VARIABLES.iter().find_map(|name| {
        env::var_os(name).map(|command| (*name, command.to_string_lossy().into_owned()))
    })
}

/// Ignores the interrupt key until it is dropped.
#[cfg(unix)]
struct InterruptIgnored(Arc<AtomicBool>);

#[cfg(unix)]
impl InterruptIgnored {
    fn begin() -> io::Result<Self> {
        let is_over = Arc::new(AtomicBool::new(false));
        // A handler that is removed does not bring the default back, which ends the program.
        flag::register_conditional_default(SIGINT, is_over.clone())?;
        Ok(Self(is_over))
    }
}

#[cfg(unix)]
impl Drop for InterruptIgnored {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
