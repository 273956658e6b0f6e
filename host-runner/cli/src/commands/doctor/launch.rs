//! How an entry starts this program: directly, or through a runner of packages.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The name of this program.
const NAME: &str = "readroom";

/// Returns where the arguments of this program begin in the words of a command: at 1 if it starts
/// the program directly, and later with npx, bunx, pnpx or uvx. `None` if it starts another one.
pub(super) fn arguments_at(words: &[String]) -> Option<usize> {
    match stem(words.first()?).as_str() {
        NAME => Some(1),
        "npx" | "bunx" | "pnpx" | "uvx" => {
            let mut pairs = words.iter().zip(words.iter().skip(1));
            let found = pairs.position(|(option, word)| is_package(word) && !takes_name(option));
            found.map(|position| position + 2)
        }
        _ => None,
    }
}

/// Returns the word of a command that is almost the name of this program.
pub(super) fn misspelled(words: &[String]) -> Option<&str> {
    let (command, others) = words.split_first()?;
    let is_runner = ["npx", "bunx", "pnpx", "uvx"].contains(&&*stem(command));
    let package =
        |word: &&String| is_slip(word.split(['@', '=', '[']).next().unwrap_or(word), NAME);
    match is_runner {
        true => others.iter().find(package).map(String::as_str),
        false => is_slip(&stem(command), NAME).then_some(command.as_str()),
    }
}

/// Returns whether two words differ by one letter added, missing, replaced or two transposed.
pub(super) fn is_slip(written: &str, meant: &str) -> bool {
    strsim::osa_distance(written, meant) == 1
}

/// Returns the last name of a path on any system, without `.exe` or `.cmd`.
fn stem(command: &str) -> String {
    let name = command.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let bare = [".exe", ".cmd"].into_iter().find_map(|end| name.strip_suffix(end));
    bare.map_or(name.clone(), Into::into)
}

/// Returns whether an option of a runner takes a value, which is not what it runs.
fn takes_name(option: &str) -> bool {
    ["--from", "--with", "-p", "--package"].contains(&option)
}

/// Returns whether a word names our package: `readroom`, `readroom@0.2`, `readroom==0.2`.
fn is_package(word: &str) -> bool {
    word.split(['@', '=', '[']).next() == Some(NAME)
}

/// Returns whether a file is the running program, or the one that its name finds on the path.
pub(super) fn is_known(file: &Path) -> bool {
    let known = [env::current_exe().ok(), on_path(NAME)];
    let real = |file: &Path| file.canonicalize().ok();
    real(file).is_some_and(|found| {
        known.iter().flatten().any(|known| real(known).as_ref() == Some(&found))
    })
}

/// Returns the file that a command without a directory starts. Relative directories on the path do
/// not count: their content depends on where the client was started.
pub(super) fn on_path(command: &str) -> Option<PathBuf> {
    let directories = env::var_os("PATH")?;
    let names = [command.to_string(), format!("{command}.exe"), format!("{command}.cmd")];
    let names = if cfg!(windows) { &names[..] } else { &names[..1] };
    let absolute = env::split_paths(&directories).filter(|directory| directory.is_absolute());
    let mut files =
        absolute.flat_map(|directory| names.iter().map(move |name| directory.join(name)));
    files.find(|file| is_executable(file))
}

/// Returns whether a file is executable, judged by its mode.
pub(super) fn is_executable(file: &Path) -> bool {
    let Ok(metadata) = file.metadata() else { return false };
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::mode(&metadata) & 0o111 == 0 {
        return false;
    }
    metadata.is_file()
}

/// Returns whether a command is a path, and not a name to look up.
pub(super) fn is_path(command: &str) -> bool {
    command.contains(['/', '\\']) || Path::new(command).file_name() != Some(OsStr::new(command))
}

#[cfg(test)]
mod tests;
