//! The program that pages output, and its arguments.

use std::path::Path;

/// The command line of a pager.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PagerCommand {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    /// Whether no variable names it.
    pub(crate) is_default: bool,
}

impl PagerCommand {
    /// Returns the pager that the variables name: words that spaces separate. Returns `None` if the
    /// first one that is set is empty.
    pub(crate) fn of(own: Option<String>, shared: Option<String>) -> Option<Self> {
        let named = own.or(shared);
        let is_default = named.is_none();
        let named = named.unwrap_or_else(|| "less".into());
        let mut words = named.split_whitespace().map(String::from);
        let program = words.next()?;
        Some(Self { program, arguments: words.collect(), is_default })
    }

    /// Returns whether the program has this name, in any directory.
    pub(crate) fn is(&self, name: &str) -> bool {
        Path::new(&self.program).file_stem().is_some_and(|stem| stem == name)
    }

    /// Adds the options that `less` needs, before those of the user, which take precedence.
    /// `version` is the output of `less --version`.
    ///
    /// `-F` ends it if the output fits the screen; before version 530, 558 on Windows, the output
    /// is then lost without `-X`, which takes the mouse wheel away. `-K` ends it with this program.
    pub(crate) fn add_less_options(&mut self, version: &str, quits_on_one_screen: bool) {
        let number = version.strip_prefix("less ").and_then(|rest| {
            rest.split(|character: char| !character.is_ascii_digit()).next()?.parse::<u32>().ok()
        });
        let needs_no_init = number.is_none_or(|it| it < if cfg!(windows) { 558 } else { 530 });
        let is_busybox = version.contains("BusyBox");
        let options = [
            ("-R", true),
            ("-F", quits_on_one_screen),
            ("-X", quits_on_one_screen && needs_no_init && !is_busybox),
            ("-K", !is_busybox),
        ];
        let options = options.into_iter().filter(|(_, is_added)| *is_added);
        self.arguments.splice(0..0, options.map(|(option, _)| option.to_string()));
    }
}

#[cfg(test)]
mod tests;
