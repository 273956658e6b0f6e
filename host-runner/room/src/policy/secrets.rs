//! The names of files that usually contain secrets.

use crate::policy::list::List;
use crate::policy::rule::Action;
use std::sync::{Arc, LazyLock};

/// The text of the list.
pub(super) const TEXT: &str = include_str!("secrets.gitignore");

/// The name of the list.
pub(super) const NAME: &str = "secrets";

/// Returns the list as a rule that asks, compiled once per process. `None` if it did not compile;
/// the tests show that it does.
pub(super) fn list() -> Option<Arc<List>> {
    static LIST: LazyLock<Option<Arc<List>>> =
        LazyLock::new(|| List::secrets(NAME, TEXT, Action::Ask).ok().map(Arc::new));
    LIST.clone()
}

#[cfg(test)]
mod tests {
    use super::{NAME, TEXT, list};
    use crate::policy::Action;
    use crate::policy::list::{Case, List, PathKind};

    fn asks(path: &str) -> bool {
        let found = list().unwrap().find(path, PathKind::Other, Case::Sensitive);
        found.is_some_and(|(action, _)| action == Action::Ask)
    }

    #[test]
    fn every_line_is_a_pattern() {
        assert!(List::secrets(NAME, TEXT, Action::Ask).is_ok());
        assert!(TEXT.lines().all(|line| line == line.trim() && line.len() <= 100), "{TEXT}");
        assert_eq!(TEXT.to_lowercase().lines().count(), TEXT.lines().count());
    }

    #[test]
    fn secrets_are_asked_about() {
        for path in [
            ".env",
            ".ENV",
            "sub/.env",
            ".env.local",
            ".env.production",
            ".env.production.local",
            "prod.env",
            ".dev.vars",
            "config/secrets.yml",
            ".streamlit/secrets.toml",
            "id_rsa",
            "keys/id_ed25519",
            "server.key",
            "config/master.key",
            "tls/privkey.pem",
            "Key.PEM",
            "AuthKey_ABC.p8",
            "cert.p12",
            "cert.pfx",
            "release.jks",
            "upload.keystore",
            "passwords.kdbx",
            ".ssh/id_rsa",
            ".ssh/work",
            ".ssh/keys/deep",
            "home/.ssh/authorized_keys",
            ".gnupg/private-keys-v1.d/a",
            ".aws/credentials",
            "home/me/.aws/credentials",
            ".aws/sso/cache/token.json",
            ".azure/accessTokens.json",
            ".config/gcloud/access_tokens.db",
            "home/.config/gcloud/legacy/me/adc.json",
            "service-account.json",
            "service-account-prod.json",
            "my-service-account.json",
            "app-firebase-adminsdk-x1-abc.json",
            "client_secret_123.apps.json",
            "credentials.json",
            ".kube/config",
            ".docker/config.json",
            "terraform.tfstate",
            "terraform.tfstate.backup",
            "prod.tfvars",
            ".npmrc",
            ".pypirc",
            ".netrc",
            "_netrc",
            ".git-credentials",
            ".cargo/credentials.toml",
            ".config/gh/hosts.yml",
            ".pgpass",
            ".htpasswd",
            ".vault-token",
            ".bash_history",
            ".python_history",
            ".node_repl_history",
            ".envs/.production/.django",
            ".config/op/config",
            ".env-prod",
        ] {
            assert!(asks(path), "{path}");
        }
    }

    #[test]
    fn copies_of_secrets_are_asked_about() {
        for path in [
            ".env~",
            "..env.swp",
            ".env_old",
            "#.env#",
            ".#id_rsa",
            "id_rsa~",
            "id_rsa.~2~",
            "id_rsa.bak",
            "ID_RSA.BAK",
            ".id_rsa.swp",
            "id_rsa.old",
            "id_rsa (copy)",
            "id_rsa.bak~",
            "server.key.bak",
            "key.pem.old",
            "private.pem~",
            "deep/.npmrc~",
            ".netrc.bak",
            ".git-credentials~",
            ".aws/credentials~",
            ".kube/config.bak",
            "secrets.yml.bak",
            ".docker/config.json.bak",
            "terraform.tfstate~",
            ".htpasswd~",
            ".pgpass~",
            ".bash_history~",
        ] {
            assert!(asks(path), "{path}");
        }
        for path in
            ["a.txt~", "id_rsa.pub~", "cacert.pem.bak", "~", ".bak", "##", ".swp", "keys.old"]
        {
            assert!(!asks(path), "{path}");
        }
    }

    #[test]
    fn what_only_looks_like_a_secret_can_be_read() {
        for path in [
            ".env.example",
            "sub/.env.sample",
            ".env.template",
            ".env.dist",
            ".env.production.example",
            "example.env",
            ".envrc",
            "env.ts",
            "src/env/mod.rs",
            ".environment",
            "environment.prod.ts",
            ".env/lib/python3/site.py",
            "prod.env/readme.md",
            "id_rsa.pub",
            "id_rsa_parser.rs",
            "keys.rs",
            "key",
            "monkey",
            "public.pem",
            "certs/cacert.pem",
            "debug.keystore",
            ".ssh/id_rsa.pub",
            ".ssh/config",
            ".aws/config",
            "aws/credentials",
            "src/credentials.rs",
            "credentials/mod.rs",
            "secrets.rs",
            "secrets/mod.rs",
            "secrets.baseline",
            "config/credentials.yml.enc",
            "kube/config",
            ".docker/daemon.json",
            "docker-compose.yml",
            "service-account.schema.json",
            "docs/service-account.md",
            "main.tf",
            "variables.tf",
            "terraform.tfvars.example",
            "example.tfvars",
            "tsconfig.json",
            "package.json",
            ".gitignore",
            ".git/config",
            "token.rs",
            "password_reset.html",
            "history.txt",
        ] {
            assert!(!asks(path), "{path}");
        }
    }
}
