//! Divides the limits of a call among several files.

use crate::check::in_range;
use crate::error::{Argument, ReadError};
use crate::request::{
    DEFAULT_BYTES, DEFAULT_LINES, MAX_BYTES, MAX_LINES, ReadRequest, SharedLimits,
};
use crate::size::Size;
use readroom_core::{Opened, TrailingSlash, Tree, find, sort_by};
use readroom_names::{PathPart, split_part};
use readroom_types::View;

/// The maximum number of files in one call.
pub const MAX_FILES: usize = 16;

/// The bytes of a line of code, roughly.
const LINE_BYTES: u64 = 40;

/// Answers several requests within shared limits, in their order. `read` gets a request and the
/// same with its share of the limits, answers it, and says how much it returned.
///
/// The limits are divided starting with the file, or the lines of one, that needs least, so that
/// what it does not need is left to larger ones.
pub fn share<T: Tree, A>(
    tree: &T,
    cwd: Option<&str>,
    requests: &[ReadRequest<'_>],
    limits: SharedLimits,
    mut read: impl FnMut(&ReadRequest<'_>, &ReadRequest<'_>) -> (A, Size),
) -> Result<Vec<A>, ReadError> {
    let mut left = check(requests.len(), limits)?;
    let mut order: Vec<(u64, usize)> =
        requests.iter().enumerate().map(|(at, request)| (need(tree, cwd, request), at)).collect();
    sort_by(&mut order, Ord::cmp);
    let mut results: Vec<_> = requests.iter().map(|_| None).collect();
    for (done, (_, at)) in order.iter().enumerate() {
        let (Some(request), Some(result)) = (requests.get(*at), results.get_mut(*at)) else {
            continue;
        };
        let share = left.shared_by((requests.len() - done) as u64);
        let (answer, size) = read(request, &share.of(request));
        left.pay(size);
        *result = Some(answer);
    }
    Ok(results.into_iter().flatten().collect())
}

/// Returns roughly how many bytes a request needs: 0 for a missing file, as only the read says why
/// it is missing, and searches for others.
fn need<T: Tree>(tree: &T, cwd: Option<&str>, request: &ReadRequest<'_>) -> u64 {
    let size = |path| match find(tree, cwd, path, TrailingSlash::WantsDirectory) {
        Ok(Opened::File(file)) => file.metadata.size,
        Ok(Opened::Directory(_)) | Err(_) => 0,
    };
    let whole = size(request.path);
    let (size, lines) = match split_part(request.path).filter(|_| whole == 0) {
        Some((path, PathPart::Lines { first, last: Some(last) })) => {
            (size(path), Some(last.saturating_sub(first).saturating_add(1)))
        }
        Some((path, _)) => (size(path), request.lines),
        None => (whole, request.lines),
    };
    lines.map_or(size, |lines| size.min(lines.saturating_mul(LINE_BYTES)))
}

/// What may still be returned.
#[derive(Clone, Copy)]
struct Budget {
    lines: u64,
    bytes: u64,
    tokens: Option<u64>,
}

impl Budget {
    fn shared_by(self, files: u64) -> Self {
        let share = |left: u64| left / files.max(1);
        Self { lines: share(self.lines), bytes: share(self.bytes), tokens: self.tokens.map(share) }
    }

    /// Returns a request limited to this. Invalid numbers stay invalid.
    fn of<'a>(self, request: &ReadRequest<'a>) -> ReadRequest<'a> {
        // An outline has another default, which is smaller than any share.
        let lines = request.lines.or((request.view != View::Outline).then_some(DEFAULT_LINES));
        let bytes = match request.bytes {
            Some(wrong) if wrong > MAX_BYTES => wrong,
            bytes => bytes.unwrap_or(DEFAULT_BYTES).min(self.bytes),
        };
        let tokens = match (request.tokens, self.tokens) {
            (Some(requested), Some(share)) => Some(requested.min(share)),
            (requested, share) => requested.or(share),
        };
        ReadRequest {
            lines: lines.map(|lines| lines.min(self.lines)),
            bytes: Some(bytes),
            tokens,
            ..*request
        }
    }

    fn pay(&mut self, size: Size) {
        self.lines = self.lines.saturating_sub(size.lines);
        self.bytes = self.bytes.saturating_sub(size.bytes);
        self.tokens = self.tokens.map(|tokens| tokens.saturating_sub(size.tokens));
    }
}

fn check(files: usize, limits: SharedLimits) -> Result<Budget, ReadError> {
    let min = in_range(Argument::Files, 1..=MAX_FILES as u64, files as u64)?;
    let bytes = limits.bytes.unwrap_or(DEFAULT_BYTES);
    let bytes = in_range(Argument::SharedBytes, min..=MAX_BYTES, bytes)?;
    if let Some(tokens) = limits.tokens {
        in_range(Argument::SharedTokens, min..=u64::MAX, tokens)?;
    }
    Ok(Budget { lines: MAX_LINES, bytes, tokens: limits.tokens })
}
