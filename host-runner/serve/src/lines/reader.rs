//! Tells whether standard output still has a reader.

/// Returns whether nothing reads standard output any more. If it `waits`, it returns when that is
/// so. On Windows, only a write finds out.
pub fn has_no_reader(waits: bool) -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdout = std::io::stdout();
        let mut output = [PollFd::new(&stdout, PollFlags::empty())];
        let now = Timespec::default();
        let is_closed =
            |output: &PollFd<'_>| output.revents().intersects(PollFlags::ERR | PollFlags::HUP);
        poll(&mut output, (!waits).then_some(&now)).is_ok() && output.iter().any(is_closed)
    }
    #[cfg(not(unix))]
    {
        let _ = waits;
        false
    }
}
