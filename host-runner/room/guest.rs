//! The build of the component: for the build script, and for the test that the same source gives
//! the same bytes everywhere.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The component's target. Its standard library has no imports, unlike that of `wasm32-wasip2`.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The initial memory of an instance, in bytes: a stack of 1 MiB, its data, and a heap that most
/// calls never have to grow. Memory that is not touched costs nothing.
const INITIAL_MEMORY: u32 = 2 * 1024 * 1024;

/// The maximum memory of an instance, in bytes, the same as this host's limit in `limits.rs`. The
/// component contains it because not every host can set a limit: JavaScript cannot.
const MAXIMUM_MEMORY: u32 = 128 * 1024 * 1024;

/// The features of the component.
#[derive(Clone, Copy)]
pub(crate) enum Variant {
    /// All features.
    Full,
    /// Without scaling of images and older encodings, at half the size.
    #[allow(dead_code, reason = "the build script does not use it")]
    Small,
}

/// Returns the command that builds the component of the repository at `root`, and the file that it
/// makes.
///
/// # Errors
///
/// If the paths that must not get into the component cannot be found out.
pub(crate) fn build_command(
    cargo: &OsStr,
    rustc: &OsStr,
    root: &Path,
    target_dir: &Path,
    variant: Variant,
) -> Result<(Command, PathBuf), String> {
    let (profile, features) = match variant {
        Variant::Full => ("guest", None),
        Variant::Small => ("guest-small", Some("--no-default-features")),
    };
    let mut command = Command::new(cargo);
    command
        .current_dir(root)
        .args(["build", "--locked", "--package", "readroom-component"])
        .args(features)
        .args(["--profile", profile, "--target", TARGET, "--target-dir"])
        .arg(target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(root, rustc)?);
    // Meant for the host: coverage, a processor, clippy instead of rustc, settings of profiles.
    for name in [
        "RUSTFLAGS",
        "CARGO_BUILD_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "CARGO_TARGET_DIR",
        "RUSTC_WORKSPACE_WRAPPER",
    ] {
        command.env_remove(name);
    }
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PROFILE_") {
            command.env_remove(name);
        }
    }
    Ok((command, target_dir.join(TARGET).join(profile).join("readroom_component.wasm")))
}

/// Returns the compiler's flags: a component instead of a module, vector instructions, and no path
/// of this machine in the panic messages.
fn flags(root: &Path, rustc: &OsStr) -> Result<OsString, String> {
    let mut flags = OsString::from("-Clinker=wasm-component-ld");
    flags.push("\u{1f}-Ctarget-feature=+simd128");
    flags.push(format!("\u{1f}-Clink-arg=--initial-memory={INITIAL_MEMORY}"));
    flags.push(format!("\u{1f}-Clink-arg=--max-memory={MAXIMUM_MEMORY}"));
    let canonical =
        root.canonicalize().map_err(|error| format!("cannot find {}: {error}", root.display()))?;
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")));
    let (library, commit) = standard_library(root, rustc)?;
    for (from, to) in [
        (Some(canonical), "readroom"),
        (cargo_home, "cargo"),
        (Some(library), &format!("/rustc/{commit}")),
    ] {
        let Some(from) = from else { continue };
        flags.push("\u{1f}--remap-path-prefix=");
        flags.push(from);
        flags.push("=");
        flags.push(to);
    }
    Ok(flags)
}

/// Returns where rustup's component `rust-src` installs the source of the standard library, and the
/// commit of the compiler.
///
/// The standard library names itself `/rustc/<commit>` in its panic messages, but if its source is
/// installed, rustc replaces that by the path of the source.
fn standard_library(root: &Path, rustc: &OsStr) -> Result<(PathBuf, String), String> {
    let ask = |arguments: &[&str]| {
        let output = Command::new(rustc)
            .current_dir(root)
            .args(arguments)
            .output()
            .map_err(|error| format!("cannot start rustc: {error}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let sysroot = PathBuf::from(ask(&["--print", "sysroot"])?.trim());
    let version = ask(&["--version", "--verbose"])?;
    let commit = version
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "))
        .ok_or("rustc does not say its commit")?;
    Ok((sysroot.join("lib/rustlib/src/rust"), commit.to_owned()))
}
