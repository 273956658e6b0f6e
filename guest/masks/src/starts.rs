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
    "secret key", "access key", "identified by", "authorization", "requirepass", "keypass",
    "_salt'", "_salt=",
    "sessionid=", "session=", "sid=", "storepass", "account_key", "master_key", "storage_key",
];

/// Commands, or parts of them, which are rarer, and the options before their passwords. Others are
/// found after `@`, in what the command reads (`|`), as an argument (a word, `+` one after it, or
/// in a call, after one comma or two).
#[rustfmt::skip]
const PAIRS: [(&str, &str); 73] = [
    ("login -", "-p"), ("sshpass", "-p"), ("mysql", "-p"), ("iadb", "-p"), ("redis-cli", "-a"),
    ("ldapse", "-w"), ("sqlcmd", "-P"), ("-passin", "pass:"), ("-passout", "pass:"), ("zip ", "-P"),
    ("curl -", "-u"), ("smbclient", "-U"), ("net use", "/user:"), ("htpasswd -", ""),
    ("ConvertTo-SecureString", ""), ("mongo", "-p"), ("openssl", "-k"), ("twine ", "-p"),
    ("7z ", "-p"), ("7za ", "-p"), ("cargo login ", ""), ("gh secret set", "-b"),
    ("gh secret set ", "--body"), ("sqlplus", "@"), (":thin:", "@"), (":oci:", "@"),
    ("expdp ", "@"), ("impdp ", "@"), ("sqlldr ", "@"), ("auth=(", ","), ("auth = (", ","),
    ("asicAuth(", ","), ("sic_auth(", ","), ("chpasswd", "|"), ("assword-stdin", "|"),
    ("wd --stdin", "|"), ("with-token", "|"), ("sudo -S", "|"), ("h secret set ", "|"),
    ("wrangler secret put", "|"), ("-password", "pass:"), ("rabbitmqctl add_user", "+"),
    ("rabbitmqctl change_password", "+"), ("net user ", "+"), ("wpa_passphrase", "+"), ("-pw ", ""),
    ("freerdp", "/p:"), ("ssh-keygen", "-N"), ("ssh-keygen ", "-P"), ("lftp -", "-u"),
    ("rdesktop", "-p"), ("psexec", "-p"), ("cqlsh", "-p"), ("mosquitto_", "-P"), ("ipmitool", "-P"),
    ("useradd", "-p"), ("nuget push", "-k"), ("http -", "-a"), ("Oracle.connect(", "@"),
    ("racledb.connect(", "@"), ("ql_connect(", ",,"), ("li_connect(", ",,"), ("new mysqli(", ",,"),
    ("new PDO(", ",,"), ("ager.getConnection(", ",,"), ("_bind(", ",,"), ("imap_open(", ",,"),
    ("jwt.sign(", ","), ("jwt.verify(", ","), ("jwt.encode(", ","), ("jwt.decode(", ","),
    ("auth_password(", ",,"), (".login(", ","),
];
pub(crate) const COMMANDS: &[&str] = &column(false);
pub(crate) const OPTIONS: [&str; PAIRS.len()] = column(true);

#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn column(is_option: bool) -> [&'static str; PAIRS.len()] {
    let (mut column, mut at) = ([""; PAIRS.len()], 0);
    while at < PAIRS.len() {
        column[at] = if is_option { PAIRS[at].1 } else { PAIRS[at].0 };
        at += 1;
    }
    column
}
