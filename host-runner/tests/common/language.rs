//! Languages that tests run in, where they are there.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A language, and how to see whether it is there.
pub struct Language {
    pub name: &'static str,
    pub program: &'static str,
    /// Fails, and says why, where the program is not the one that is needed.
    probe: &'static [&'static str],
}

pub const PYTHON: Language = Language {
    name: "python",
    program: "python3",
    probe: &[
        "-c",
        "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10) and 'it is older than 3.10')",
    ],
};

pub const JAVASCRIPT: Language = Language {
    name: "javascript",
    program: "node",
    probe: &["-e", "if (parseInt(process.versions.node) < 20) throw 'it is older than 20'"],
};

impl Language {
    /// Whether it is there. Where it has to be, it is an error if it is not; elsewhere it is told what is skipped.
    pub fn is_there(&self, what: &str) -> Result<bool, String> {
        match self.probe() {
            Ok(()) => Ok(true),
            Err(reason) => {
                let missing = format!("{} is not there as it is needed: {reason}", self.program);
                if is_demanded(self.name) {
                    return Err(missing);
                }
                eprintln!("SKIPPED: {what} for {}; {missing}", self.name);
                Ok(false)
            }
        }
    }

    fn probe(&self) -> Result<(), String> {
        let output = Command::new(self.program)
            .args(self.probe)
            .output()
            .map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            Ok(())
        } else {
            Err(said.trim().lines().last().unwrap_or("it fails").into())
        }
    }
}

/// Whether `READROOM_DEMAND` names it.
pub fn is_demanded(what: &str) -> bool {
    std::env::var("READROOM_DEMAND")
        .is_ok_and(|demanded| demanded.split(',').any(|name| name == what))
}

/// Where what is made for other languages lies.
pub fn packages() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("packages")
}

pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
