//! Sources of formats of 2025 and 2026, last reviewed on 2026-11-28: the rules of betterleaks of
//! 2026-07-23 and of kingfisher of 2025-06-20, Cloudflare's token formats, and reports about new
//! formats of Google, Cloudflare and GitHub in secretlint and gitleaks.

pub(crate) const BETTERLEAKS: &str = "https://github.com/betterleaks/betterleaks/blob/main/config";
pub(crate) const GITLEAKS: &str =
    "https://github.com/gitleaks/gitleaks/tree/master/cmd/generate/config/rules";
pub(crate) const TRUFFLEHOG: &str =
    "https://github.com/trufflesecurity/trufflehog/tree/main/pkg/detectors";
pub(crate) const KINGFISHER: &str = "https://github.com/mongodb/kingfisher/tree/main/data/rules";
pub(crate) const AZURE_KEYS: &str = "https://github.com/microsoft/security-utilities";
pub(crate) const AWS: &str =
    "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html";
pub(crate) const DOCKER_CONFIG: &str = "https://docs.docker.com/reference/cli/docker/login/";
pub(crate) const DISCORD: &str = "https://discord.com/developers/docs/reference#authentication";
pub(crate) const GITHUB: &str =
    "https://docs.github.com/authentication/keeping-your-account-and-data-secure";
pub(crate) const GOOGLE_OAUTH: &str = "https://developers.google.com/identity/protocols/oauth2";
pub(crate) const GRAFANA: &str =
    "https://grafana.com/docs/grafana/latest/administration/service-accounts/";
pub(crate) const HUGGING_FACE: &str = "https://huggingface.co/docs/hub/security-tokens";
pub(crate) const NOTION: &str = "https://developers.notion.com/docs/authorization";
pub(crate) const OPENAI: &str = "https://platform.openai.com/docs/api-reference/authentication";
pub(crate) const SENTRY: &str = "https://docs.sentry.io/account/auth-tokens/";
pub(crate) const SLACK: &str = "https://docs.slack.dev/authentication/tokens/";
pub(crate) const SQUARE: &str = "https://developer.squareup.com/docs/build-basics/access-tokens";
pub(crate) const STRIPE: &str = "https://docs.stripe.com/keys";
pub(crate) const SUPABASE: &str = "https://supabase.com/docs/guides/api/api-keys";
