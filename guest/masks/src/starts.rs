//! The texts by which the names of secrets, and commands with passwords, are found.

/// Parts of the names of secrets. Some are recognized only with the sign after them.
#[rustfmt::skip]
pub(crate) const NAMES: &[&str] = &[
    "password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key",
    "accesskey", "access_key", "access-key", "privatekey", "private_key", "authkey", "auth_key",
    "signing_key", "encryption_key", "credential", "client_key", "pwd", "_pass", "-pass",
    "pass=", "pass =", "pass:", "pass\"", "pass'", "masterauth", "bindpw", "_psk", "psk=",
    "_pat=", "_pat =", "_pat:", "_pat\"", "_auth=", "_auth =", "_auth:",
    "pw=", "pw =", "pw:", "pw\"", "pw'", "passcode", "_key=", "key:",
    "key=", "key\"", "key'", "key =", "key :", "key  ", "api key", "api.key",
    "secret key", "access key", "identified by", "authorization", "requirepass",
    "sessionid=", "session=", "sid=", "storepass", "account_key", "master_key", "storage_key",
];

/// Commands, or parts of them, which are rarer, and the options before their passwords.
#[rustfmt::skip]
pub(crate) const COMMANDS: &[&str] = &[
    "login -", "sshpass", "mysql", "iadb", "redis-cli", "ldapse", "sqlcmd", "-passin",
    "-passout", "zip ", "curl -", "smbclient", "net use", "htpasswd -", "ConvertTo-SecureString",
    "mongo", "openssl", "twine ", "7z ", "7za ", "cargo login", "secret set", "secret set ",
    "sqlplus", ":thin:", ":oci:", "expdp ", "impdp ", "sqlldr ", "auth=(", "auth = (", "asicAuth(",
    "sic_auth(", "chpasswd", "assword-stdin", "wd --stdin", "with-token", "sudo -S", "cret set ",
    "secret put",
];
#[rustfmt::skip]
pub(crate) const OPTIONS: [&str; COMMANDS.len()] = [
    "-p", "-p", "-p", "-p", "-a", "-w", "-P", "pass:",
    "pass:", "-P", "-u", "-U", "/user:", "", "", "-p", "-k", "-p", "-p", "-p", "", "-b", "--body",
    "@", "@", "@", "@", "@", "@", ",", ",", ",", ",", "|", "|", "|", "|", "|", "|", "|",
];
