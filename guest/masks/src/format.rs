//! Which files hold secrets, and in what format.

/// The format of the values in a file that are all replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFormat {
    /// Any text. Only values in the format of a secret are replaced.
    Plain,
    /// `NAME=value`, as in `.env`.
    Env,
    /// `name = value` or `name: value` with sections, as in INI, TOML, HCL and properties.
    Ini,
    /// The same, where most values are settings: only those that look like secrets, or have the
    /// name of one, are replaced.
    Settings,
    /// YAML.
    Yaml,
    /// JSON.
    Json,
    /// XML: text content and attribute values.
    Xml,
    /// `password value`, as in `.netrc`. Hosts and users are kept.
    Netrc,
    /// Fields between colons. The leading ones, up to this number, are kept.
    Fields(u8),
    /// Every line is a value.
    Lines,
}

use ValueFormat::{Env, Fields, Ini, Json, Lines, Netrc, Plain, Settings, Xml, Yaml};

/// File names in lower case. `*` at the start or the end matches anything; a name with `/` requires
/// those directories. The first match counts.
const NAMES: &[(&str, ValueFormat)] = &[
    ("*.example", Plain),
    ("*.sample", Plain),
    ("*.template", Plain),
    ("*.tmpl", Plain),
    ("*.dist", Plain),
    ("*.schema", Plain),
    ("example.env", Plain),
    (".env.d.ts", Plain),
    (".env", Env),
    (".env.*", Env),
    (".env-*", Env),
    (".env_*", Env),
    ("*.env", Env),
    (".envrc", Settings),
    (".dev.vars*", Env),
    (".secrets", Env),
    (".flaskenv", Env),
    (".renviron", Env),
    // Cloud providers.
    (".aws/credentials", Ini),
    (".aws/config", Ini),
    (".boto", Ini),
    (".s3cfg", Ini),
    (".oci/config", Ini),
    (".passwd-s3fs", Fields(1)),
    ("accesstokens.json", Json),
    ("azureprofile.json", Json),
    ("msal_token_cache.json", Json),
    ("application_default_credentials.json", Json),
    ("client_secret*.json", Json),
    ("credentials.json", Json),
    (".credentials.json", Json),
    ("credentials.db", Lines),
    ("service-account*.json", Json),
    ("service_account*.json", Json),
    ("serviceaccount*.json", Json),
    ("*-service-account.json", Json),
    ("*_service_account.json", Json),
    ("gha-creds-*", Json),
    ("openstack/clouds.yaml", Yaml),
    ("openstack/secure.yaml", Yaml),
    ("doctl/config.yaml", Yaml),
    ("scw/config.yaml", Yaml),
    ("hcloud/cli.toml", Ini),
    ("*.publishsettings", Xml),
    ("local.settings.json", Json),
    // Clusters, containers and infrastructure.
    (".kube/config", Yaml),
    ("kubeconfig", Yaml),
    ("*.kubeconfig", Yaml),
    (".talos/config", Yaml),
    (".docker/config.json", Json),
    (".dockercfg", Json),
    (".dockerconfigjson", Json),
    ("containers/auth.json", Json),
    ("com.vercel.cli/auth.json", Json),
    ("registry/config.json", Json),
    ("example.tfvars", Plain),
    ("*.tfvars", Ini),
    ("*.tfvars.json", Json),
    ("*.tfstate", Json),
    ("*.tfstate.backup", Json),
    ("credentials.tfrc.json", Json),
    (".terraformrc", Ini),
    ("terraform.rc", Ini),
    (".vault-token", Lines),
    (".vault_pass", Lines),
    (".vault_pass.txt", Lines),
    // Registries and code hosts.
    (".npmrc", Ini),
    (".yarnrc", Ini),
    (".yarnrc.yml", Yaml),
    (".pypirc", Ini),
    (".cargo/credentials", Ini),
    (".cargo/credentials.toml", Ini),
    (".gem/credentials", Yaml),
    ("gem/credentials", Yaml),
    (".composer/auth.json", Json),
    ("pypoetry/auth.toml", Ini),
    ("uv/credentials.toml", Ini),
    ("gradle.properties", Settings),
    ("credentials.properties", Ini),
    (".ivy2/.credentials", Ini),
    (".sbt/.credentials", Ini),
    (".m2/settings.xml", Xml),
    ("settings-security.xml", Xml),
    ("gh/hosts.yml", Yaml),
    ("glab-cli/config.yml", Yaml),
    ("pub-credentials.json", Json),
    (".git-credentials", Lines),
    ("git/credentials", Lines),
    (".gitcookies", Lines),
    // Agents and models.
    ("auth.json", Json),
    ("mcp-auth.json", Json),
    ("oauth_creds.json", Json),
    ("kaggle.json", Json),
    ("huggingface/token", Lines),
    ("huggingface/stored_tokens", Ini),
    // Passwords.
    (".netrc", Netrc),
    ("_netrc", Netrc),
    (".authinfo", Netrc),
    (".pgpass", Fields(4)),
    ("pgpass.conf", Fields(4)),
    (".htpasswd", Fields(1)),
    ("htpasswd", Fields(1)),
    ("etc/shadow", Fields(1)),
    (".my.cnf", Ini),
    ("rclone.conf", Ini),
    (".databrickscfg", Ini),
    (".sentryclirc", Ini),
    (".snowsql/config", Ini),
    (".dbt/profiles.yml", Yaml),
    // Self-describing names.
    ("secrets.json", Json),
    ("secrets.toml", Ini),
    ("secrets.yaml", Yaml),
    ("secrets.yml", Yaml),
    ("credentials.toml", Ini),
    ("credentials.ini", Ini),
];

impl ValueFormat {
    /// Returns the format of a file by its path, or by its name alone. Case does not matter.
    pub fn of(path: &str) -> Self {
        let path = path.replace('\\', "/").to_ascii_lowercase();
        let name = path.rsplit('/').next().unwrap_or_default();
        // Other directories have ordinary files of this name.
        let is_hidden = name == path || path.starts_with('.') || path.contains("/.");
        let matches = |pattern: &str| match (pattern.split_once('*'), pattern.contains('/')) {
            (Some((start, end)), _) => {
                name.len() + 1 >= pattern.len() && name.starts_with(start) && name.ends_with(end)
            }
            (None, true) => path
                .strip_suffix(pattern)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/')),
            (None, false) => name == pattern && (name != "auth.json" || is_hidden),
        };
        NAMES
            .iter()
            .find(|(pattern, _)| matches(pattern))
            .map_or(Self::Plain, |(_, format)| *format)
    }

    /// Same for a file that is known to hold secrets: if its name does not determine the format,
    /// its extension does, and otherwise every line is a value.
    pub fn of_secret(path: &str) -> Self {
        let of_name = Self::of(path);
        if of_name != Self::Plain {
            return of_name;
        }
        let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        match extension.as_deref() {
            Some("json") => Self::Json,
            Some("yaml" | "yml") => Self::Yaml,
            Some("toml" | "ini" | "conf" | "config" | "cfg" | "properties") => Self::Ini,
            Some("xml") => Self::Xml,
            _ => Self::Lines,
        }
    }
}
