//! The commands that take a password as an argument.

/// Commands, or parts of them, which are rarer, and the options before their passwords.
#[rustfmt::skip]
pub(crate) const STARTS: &[&str] = &[
    "login -", "sshpass", "mysql", "iadb", "redis-cli", "ldapse", "sqlcmd", "-passin",
    "-passout", "unzip", "curl -", "smbclient", "net use", "htpasswd -", "ConvertTo-SecureString",
];
#[rustfmt::skip]
pub(crate) const OPTIONS: [&str; STARTS.len()] = [
    "-p", "-p", "-p", "-p", "-a", "-w", "-P", "pass:",
    "pass:", "-P", "-u", "-U", "/user:", "", "",
];
