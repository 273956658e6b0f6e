//! How an entry starts this program: directly, or through a runner of packages or containers.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The name of this program.
const NAME: &str = "readroom";

/// How this program is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Launch {
    /// By its own name or path. Its arguments begin at 1.
    Direct,
    /// By npx, bunx or uvx. The number is where its arguments begin.
    Package(usize),
    /// By docker or podman.
    Container(usize),
}

impl Launch {
    /// Returns how a command with its arguments starts this program. `None` if it does not.
    pub(super) fn of(words: &[String]) -> Option<Self> {
        let command = words.first()?;
        let behind = |is_ours: fn(&str) -> bool| {
            let mut pairs = words.iter().zip(words.iter().skip(1));
            let found = pairs.position(|(option, word)| is_ours(word) && !takes_name(option));
            found.map(|position| position + 2)
        };
        match stem(command).as_str() {
            NAME => Some(Self::Direct),
            "npx" | "bunx" | "pnpx" | "uvx" => behind(is_package).map(Self::Package),
            "docker" | "podman" => behind(is_image).map(Self::Container),
            _ => None,
        }
    }

    /// Returns where the arguments of this program begin.
    pub(super) fn arguments(self) -> usize {
        match self {
            Self::Direct => 1,
            Self::Package(start) | Self::Container(start) => start,
        }
    }
}

/// Returns the last name of a path on any system, without `.exe` or `.cmd`.
fn stem(command: &str) -> String {
    let name = command.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let bare = [".exe", ".cmd"].into_iter().find_map(|end| name.strip_suffix(end));
    bare.map_or(name.clone(), Into::into)
}

/// Returns whether an option of a runner is followed by a name that is not what it runs.
fn takes_name(option: &str) -> bool {
    ["--from", "--with", "-p", "--package", "--name", "--hostname", "--network"].contains(&option)
}

/// Returns whether a word names our package: `readroom`, `readroom@0.2`, `readroom==0.2`.
fn is_package(word: &str) -> bool {
    word.split(['@', '=', '[']).next() == Some(NAME)
}

/// Returns whether a word names our image: `readroom`, `ghcr.io/owner/readroom:0.2`.
fn is_image(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or_default();
    !word.starts_with(['-', '/', '.']) && name.split([':', '@']).next() == Some(NAME)
}

/// Returns whether a file is the program that runs, or the one that its name means on the path.
pub(super) fn is_known(file: &Path) -> bool {
    let known = [env::current_exe().ok(), on_path(NAME)];
    let real = |file: &Path| file.canonicalize().ok();
    real(file).is_some_and(|found| {
        known.iter().flatten().any(|known| real(known).as_ref() == Some(&found))
    })
}

/// Returns the file that a command without a directory means. Relative directories on the path do
/// not count: what is there depends on where the client was started.
pub(super) fn on_path(command: &str) -> Option<PathBuf> {
    let directories = env::var_os("PATH")?;
    let names = [command.to_string(), format!("{command}.exe"), format!("{command}.cmd")];
    let names = if cfg!(windows) { &names[..] } else { &names[..1] };
    let absolute = env::split_paths(&directories).filter(|directory| directory.is_absolute());
    let mut files =
        absolute.flat_map(|directory| names.iter().map(move |name| directory.join(name)));
    files.find(|file| is_executable(file))
}

/// Returns whether a file can be executed, as far as its mode says.
pub(super) fn is_executable(file: &Path) -> bool {
    let Ok(metadata) = file.metadata() else { return false };
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::mode(&metadata) & 0o111 == 0 {
        return false;
    }
    metadata.is_file()
}

/// Returns whether a command is a path, and not a name that is looked up.
pub(super) fn is_path(command: &str) -> bool {
    command.contains(['/', '\\']) || Path::new(command).file_name() != Some(OsStr::new(command))
}

#[cfg(test)]
mod tests {
    use super::Launch;

    #[test]
    fn this_program_is_recognized_in_every_form() {
        for (line, launch) in [
            ("readroom mcp", Some(Launch::Direct)),
            ("/usr/local/bin/readroom mcp", Some(Launch::Direct)),
            (r"C:\bin\Readroom.EXE mcp", Some(Launch::Direct)),
            ("npx -y readroom mcp", Some(Launch::Package(3))),
            ("npx.cmd readroom@0.2.0 mcp", Some(Launch::Package(2))),
            ("uvx --from readroom==0.2 readroom mcp", Some(Launch::Package(4))),
            (
                "docker run -i --rm -v /a:/project:ro ghcr.io/x/readroom:0.2 mcp",
                Some(Launch::Container(7)),
            ),
            ("podman run -v /home/me/readroom:/project other/image", None),
            ("npx -y @modelcontextprotocol/server-filesystem /readroom", None),
            ("sh -c readroom", None),
            ("readroom-evil mcp", None),
            ("", None),
        ] {
            let words: Vec<_> = line.split(' ').map(String::from).collect();
            assert_eq!(Launch::of(&words), launch, "{line}");
        }
    }
}
