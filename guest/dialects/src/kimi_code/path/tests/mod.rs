use super::is_sensitive;

#[test]
fn secrets_are_known_by_their_names() {
    for path in [
        "/w/.env",
        "/w/.ENV",
        "/w/.env.",
        "/w/.env.local",
        "/w/.env.example.bak",
        "/w/id_rsa",
        "/w/ID_ECDSA",
        "/w/id_rsa_old",
        "/w/id_ed25519-",
        "/w/credentials.bak",
        "/w/credentials-x",
        "/w/a/.aws/credentials/b/c",
        "/w/.gcp/credentials",
    ] {
        assert!(is_sensitive(path), "{path}");
    }
    for path in [
        "/w/.Env.Example",
        "/w/.env.sample",
        "/w/.env.template",
        "/w/.env~",
        "/w/.envrc",
        "/w/.env/x",
        "/w/id_rsa.pub",
        "/w/id_rsa.bak.old",
        "/w/mycredentials",
        "/w/credentials.json",
        "/w/.aws/config",
    ] {
        assert!(!is_sensitive(path), "{path}");
    }
}
