//! What the kernel offers and limits. Each system call is made, because a filter may refuse it.

use std::fs::Metadata;

/// Whether a system call works in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemCall {
    /// It works. The number is its version, or 0 if it has none.
    Works(u32),
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
            Ok(_) => SystemCall::Works(0),
            Err(error) => SystemCall::Refused(error.to_string()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    SystemCall::OtherSystem
}

/// Asks for the version of Landlock, which this library does not use.
pub fn landlock() -> SystemCall {
    #[cfg(target_os = "linux")]
    {
        /// `LANDLOCK_CREATE_RULESET_VERSION`: returns the version, and makes nothing.
        const VERSION: libc::c_uint = 1;
        #[expect(unsafe_code, reason = "no safe library that is here already makes this call")]
        // SAFETY: with this flag the kernel demands a null pointer and the size 0, and reads no
        // memory.
        let version = unsafe {
            libc::syscall(
                libc::SYS_landlock_create_ruleset,
                std::ptr::null::<u8>(),
                0_usize,
                VERSION,
            )
        };
        u32::try_from(version).map_or_else(
            |_| SystemCall::Refused(std::io::Error::last_os_error().to_string()),
            SystemCall::Works,
        )
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{SystemCall, landlock};
    use std::fs;

    #[test]
    fn landlock_is_there_if_the_kernel_lists_it() {
        let Ok(modules) = fs::read_to_string("/sys/kernel/security/lsm") else { return };
        let is_listed = modules.split(',').any(|name| name.trim() == "landlock");
        assert_eq!(matches!(landlock(), SystemCall::Works(1..)), is_listed, "{:?}", landlock());
    }
}
