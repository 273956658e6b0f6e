//! pi's `read`, in two releases, and the code they share.

pub(crate) mod v0;
pub(crate) mod v1_5;

use crate::shared::javascript::hundredths;
use crate::shared::{BasicRequest, Environment, lines_of};
use readroom_core::{File, FileError, Opened, TrailingSlash, Tree, find};
use readroom_names::nfd;
use std::fmt;

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["path", "offset", "limit"])
}

/// Opens the file with an absolute name or, if it is missing, one with another spelling of the
/// name, as some systems store it: a narrow space before AM and PM, decomposed characters, a
/// typographic apostrophe, the last two together.
fn open<'t, T: Tree>(
    env: &Environment<'t, T>,
    path: &str,
    narrow: fn(&str) -> String,
    is_missing: fn(FileError) -> bool,
) -> Result<File<'t, T>, FileError> {
    let at = |path: &str| find(env.tree, None, path, TrailingSlash::WantsDirectory);
    let opened = at(path).or_else(|failure| {
        if !is_missing(failure.error) {
            return Err(failure);
        }
        let typographic = |path: &str| path.replace('\'', "\u{2019}");
        let decomposed = nfd(path);
        let both = typographic(&decomposed);
        let others = [narrow(path), decomposed, typographic(path), both];
        let mut others = others.iter().filter(|other| *other != path).map(|other| at(other));
        others.find(Result::is_ok).unwrap_or(Err(failure))
    });
    match opened {
        Ok(Opened::File(file)) => Ok(file),
        Ok(Opened::Directory(_)) => Err(FileError::IsDirectory),
        Err(failure) => Err(failure.error),
    }
}

/// Returns how to map coordinates of a resized image to the original.
pub(crate) fn dimensions(
    (original_width, original_height): (u32, u32),
    (width, height): (u32, u32),
) -> String {
    let hundredths = hundredths(f64::from(original_width) / f64::from(width.max(1)));
    format!(
        "\n[Image: original {original_width}x{original_height}, displayed at {width}x{height}. \
         Multiply coordinates by {}.{:02} to map to original image.]",
        hundredths / 100,
        hundredths % 100
    )
}

/// Formats a size as the tool does: with one decimal if it is at least 1 KiB, halves rounded up.
pub(crate) struct Size(pub(crate) u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KIB: u64 = 1024;
        const MIB: u64 = 1024 * KIB;
        let (unit, name) = match self.0 {
            ..KIB => return write!(f, "{}B", self.0),
            KIB..MIB => (KIB, "KB"),
            MIB.. => (MIB, "MB"),
        };
        let tenths = (self.0.saturating_mul(20) + unit) / (2 * unit);
        write!(f, "{}.{}{name}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests;
