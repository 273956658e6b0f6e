//! What the kernel offers and limits. Each system call is made, because a filter may refuse it.

use std::fs::Metadata;

/// Whether a system call works in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemCall {
    /// It works.
    Works,
    /// The kernel or a filter refuses it, for this reason.
    Refused(String),
    /// This operating system does not have it.
    OtherSystem,
}

/// Tries `openat2` with the flags with which `cap-std` opens names: `RESOLVE_BENEATH` and
/// `RESOLVE_NO_MAGICLINKS`.
pub fn openat2() -> SystemCall {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, OFlags, ResolveFlags, open, openat2};
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let opened = open("/", flags, Mode::empty())
            .and_then(|root| openat2(root, ".", flags, Mode::empty(), resolve));
        match opened {
            Ok(_) => SystemCall::Works,
            Err(error) => SystemCall::Refused(error.to_string()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    SystemCall::OtherSystem
}

/// Returns how many bytes of addresses this process may have (`ulimit -v`). `None` if there is no
/// limit, or the system has none.
pub fn address_space_limit() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(target_os = "linux"))]
    None
}

/// Returns how many descriptors this process may have (`ulimit -n`). `None` if there is no limit,
/// or the system has none.
pub fn open_files_limit() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    None
}

/// Returns whether a file belongs to the user of this process. `None` where files have no such
/// owner.
pub fn is_own_user(metadata: &Metadata) -> Option<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some(metadata.uid() == rustix::process::geteuid().as_raw())
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        None
    }
}
