//! The formats of secrets, as data.
//!
//! A format is included if its vendor gives it a distinctive prefix or shape. Lengths are those
//! that vendors state, or those of observed tokens; a run is open where vendors say that it may
//! grow.

use crate::check::Check;
use crate::colour;
use crate::prefixes;
use crate::rule::{Form, Part, Rule, at_least, exactly, text, token};
use crate::set::{ALNUM, BASE64, DIGIT, HEX, Set, URL64};
use crate::sources::*;
use crate::starts;

const LOWER36: Set = Set::of("0-9a-z");
const UPPER36: Set = Set::of("0-9A-Z");
/// The characters of a bearer token: RFC 6750, section 2.1.
const BEARER: Set = Set::of("0-9A-Za-z._~+/=-");
const DOTTED64: Set = Set::of("0-9A-Za-z_.-");
const UUID: Set = Set::of("0-9a-f-");
const PERCENT64: Set = Set::of("0-9A-Za-z%+/=");

// The indices of the rules that are more than data.
pub(crate) const KEY_BLOCK: usize = 1;
pub(crate) const PUTTY_KEY: usize = 2;
pub(crate) const AWS_SECRET: usize = 3;
pub(crate) const ASSIGNMENT: usize = 4;
/// A value in a file that holds secrets.
pub(crate) const VALUE: usize = 5;
/// A credentials file, in base64.
pub(crate) const CREDENTIALS: usize = 6;

const OTHER: &str = "";

/// All rules. The first match at an offset counts.
// One rule per row: name, prefixes, parts, and where it is described.
#[rustfmt::skip]
pub const RULES: &[Rule] = &[
    token("password", &["://", ":\\/\\/", "%3A%2F%2F", "%3a%2f%2f"], &[],
        "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1")
        .found_by(Form::UrlPassword),
    token("private key", &["BEGIN"], &[], "https://www.rfc-editor.org/rfc/rfc7468")
        .found_by(Form::KeyBlock),
    token("private key", &["Private-Lines: "], &[],
        "https://the.earth.li/~sgtatham/putty/0.83/htmldoc/AppendixC.html")
        .found_by(Form::KeyBlock),
    token("AWS secret key", &["secret_access_key", "secretaccesskey", "aws_secret_key"],
        &[exactly(40, BASE64)], AWS)
        .found_by(Form::Assignment),
    token("secret", starts::NAMES, &[], OTHER)
        .found_by(Form::Assignment).checked(Check::Literal),
    token("value", &[], &[], OTHER),
    token("credentials", &[], &[], OTHER),
    token("password", &["@tcp(", "@unix(", "@/"], &[],
        "https://github.com/go-sql-driver/mysql#password")
        .found_by(Form::DsnPassword),
    token("password", &["-u ", "su ", "Su ", "ku ", "Lu ", "vu ", "iu ", "fu ", "--user ",
        "--user=", "--proxy-user ", "--proxy-user="], &[],
        "https://curl.se/docs/manpage.html#-u")
        .found_by(Form::CurlPassword),
    token("password", starts::COMMANDS, &[], OTHER).found_by(Form::Command),
    token("basic credentials", &[
        "auth\"", "auth'", "auth\\", "_auth", "auth:", "auth=", "auth>", "AuthIdent",
        "creds=", "creds:", "dentials=", "dentials:",
    ], &[], DOCKER_CONFIG)
        .found_by(Form::Assignment).checked(Check::Basic),
    // Cloud providers.
    token("AWS access key", &["AKIA", "ASIA", "ABIA", "ACCA"],
        &[exactly(16, Set::of("A-Z2-7"))], AWS),
    token("AWS Bedrock key", &["ABSK"], &[at_least(100, BASE64)],
        "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html"),
    token("Azure storage key", &["AccountKey=", "SharedAccessKey="],
        &[exactly(86, Set::of("0-9A-Za-z+/")), text("==")],
        "https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string")
        .keeping_start(),
    token("Azure shared access key", &["SharedAccessKey="],
        &[exactly(43, Set::of("0-9A-Za-z+/")), text("=")],
        "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-sas").keeping_start(),
    token("Azure SAS signature", &["?sig=", "&sig=", ";sig="], &[at_least(43, PERCENT64)],
        "https://learn.microsoft.com/azure/storage/common/storage-sas-overview").keeping_start(),
    token("URL signature", &["X-Amz-Signature=", "X-Goog-Signature=", "?Signature=", "&Signature="],
        &[at_least(27, PERCENT64.or(Set::of("_~-")))], AWS).keeping_start().checked(Check::Random),
    token("Azure client secret", &["7Q~", "8Q~", "9Q~"],
        &[at_least(31, Set::of("0-9A-Za-z_~.-"))],
        "https://learn.microsoft.com/entra/identity-platform/quickstart-register-app")
        .after(Set::of("0-9A-Za-z_~.-"), 3, 3),
    token("Google API key", &["AIza"], &[exactly(35, URL64)],
        "https://cloud.google.com/docs/authentication/api-keys"),
    token("Google API key", &["AQ.Ab"], &[at_least(36, URL64)],
        "https://ai.google.dev/gemini-api/docs/api-key"),
    token("Google OAuth token", &["ya29."], &[at_least(20, DOTTED64)], GOOGLE_OAUTH),
    token("Google OAuth client secret", &["GOCSPX-"], &[exactly(28, URL64)], GOOGLE_OAUTH),
    token("Google refresh token", &["1//0"], &[at_least(40, URL64)], GOOGLE_OAUTH),
    token("DigitalOcean token", &["dop_v1_", "doo_v1_", "dor_v1_"], &[exactly(64, HEX)],
        "https://docs.digitalocean.com/reference/api/"),
    token("Alibaba access key", &["LTAI"], &[Part::Run(ALNUM, 17, 21)],
        "https://www.alibabacloud.com/help/ram/user-guide/create-an-accesskey-pair"),
    token("Tencent access key", &["AKID", "IKID"], &[exactly(32, ALNUM)], OTHER)
        .checked(Check::Random),
    token("Scaleway access key", &["SCW"], &[exactly(17, UPPER36)], BETTERLEAKS)
        .checked(Check::Random),
    token("Databricks token", &["dapi"], &[exactly(32, HEX)],
        "https://docs.databricks.com/dev-tools/auth/pat.html"),
    token("Vault token", &["hvs.", "hvb.", "hvr."], &[at_least(24, URL64)],
        "https://developer.hashicorp.com/vault/docs/concepts/tokens"),
    token("Terraform token", &[".atlasv1."], &[at_least(60, URL64)],
        "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations")
        .after(ALNUM, 14, 14),
    token("Pulumi token", &["pul-"], &[exactly(40, HEX)],
        "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/"),
    token("Doppler token", &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
        &[at_least(40, DOTTED64)],
        "https://docs.doppler.com/reference/auth-token-formats"),
    token("Heroku key", &["HRKU-"], &[at_least(36, URL64)],
        "https://devcenter.heroku.com/articles/platform-api-quickstart"),
    token("Fly.io token", &["fm2_", "fm1r_", "fm1a_", "fo1_"],
        &[at_least(40, Set::of("0-9A-Za-z+/=_-"))],
        "https://fly.io/docs/security/tokens/"),
    token("Netlify token", &["nfp_", "nfc_", "nfo_", "nfu_", "nfb_"], &[exactly(36, ALNUM)],
        "https://docs.netlify.com/api/get-started/"),
    token("PlanetScale token", &["pscale_tkn_", "pscale_pw_", "pscale_oauth_"],
        &[at_least(32, DOTTED64)],
        "https://planetscale.com/docs/concepts/service-tokens"),
    token("Supabase token", &["sbp_", "sbp_v0_", "sbp_oauth_"], &[exactly(40, HEX)], SUPABASE),
    token("Supabase secret key", &["sb_secret_"], &[at_least(22, URL64)], SUPABASE),
    token("Tailscale key", &["tskey-auth-", "tskey-api-", "tskey-client-", "tskey-scim-",
        "tskey-webhook-"],
        &[at_least(16, URL64)],
        "https://tailscale.com/kb/1277/key-prefixes"),
    token("1Password service token", &["ops_eyJ"],
        &[at_least(100, Set::of("0-9A-Za-z+/=_-"))],
        "https://developer.1password.com/docs/service-accounts/"),
    token("Yandex key", &["AQVN"], &[at_least(35, URL64)],
        "https://yandex.cloud/docs/iam/concepts/authorization/api-key").checked(Check::Random),
    token("Cloudflare token", &["cfut_", "cfat_", "cfk_", "cfast_"], &[at_least(40, ALNUM)],
        "https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/"),
    token("Cloudflare origin key", &["v1.0-"], &[exactly(24, HEX), text("-"), exactly(146, HEX)],
        "https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/"),
    token("Vercel token", &["vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"],
        &[at_least(24, Set::of("0-9A-Za-z_"))], "https://vercel.com/docs/rest-api")
        .checked(Check::Random),
    token("Azure key", &["JQQJ"], &[exactly(28, ALNUM)], AZURE_KEYS).after(ALNUM, 52, 52),
    token("Azure DevOps token", &["AZDO"], &[exactly(4, ALNUM)], AZURE_KEYS).after(ALNUM, 76, 76),
    token("Azure key", &["AzSe", "+ACR"], &[exactly(6, ALNUM)], AZURE_KEYS)
        .after(Set::of("0-9A-Za-z+/"), 42, 42),
    token("Azure key", &["AzFu"], &[exactly(6, URL64), text("==")], AZURE_KEYS)
        .after(URL64, 44, 44),
    token("Azure key", &["AzCa"], &[exactly(6, ALNUM), text("=")], AZURE_KEYS)
        .after(ALNUM, 33, 33),
    token("AWS Bedrock key", &["bedrock-api-key-"], &[at_least(60, BASE64)], AWS),
    token("1Password secret key", &["A3-"], &[exactly(6, UPPER36), text("-"),
        Part::Run(UPPER36, 6, 11), text("-"), exactly(5, UPPER36), text("-"),
        exactly(5, UPPER36), text("-"), exactly(5, UPPER36)],
        "https://support.1password.com/secret-key/"),
    token("Baidu key", &["bce-v3/ALTAK-"], &[at_least(40, Set::of("0-9A-Za-z/-"))], BETTERLEAKS),
    // Code and package hosts.
    token("GitHub token", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        &[at_least(36, URL64)], GITHUB),
    token("GitHub token", &["github_pat_"], &[at_least(40, URL64)], GITHUB),
    token("GitLab token", &[
        "glpat-", "gldt-", "glrt-", "glptt-", "glft-", "glimt-", "glagent-", "glcbt-", "glsoat-",
        "glffct-", "gloas-", "glrtr-", "glwt-", "GR1348941",
    ], &[at_least(20, DOTTED64)], "https://docs.gitlab.com/security/tokens/"),
    token("Bitbucket token", &["ATBB"], &[exactly(32, ALNUM)],
        "https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/"),
    token("Atlassian token", &["ATATT3", "ATCTT3", "ATSTT3"],
        &[at_least(60, Set::of("0-9A-Za-z_=-"))],
        "https://support.atlassian.com/atlassian-account/docs/"),
    token("npm token", &["npm_"], &[exactly(36, ALNUM)],
        "https://docs.npmjs.com/about-access-tokens"),
    token("PyPI token", &["pypi-AgE"], &[at_least(50, URL64)], "https://github.com/pypi/warehouse"),
    token("crates.io token", &["cio"], &[exactly(32, ALNUM)],
        "https://doc.rust-lang.org/cargo/reference/publishing.html"),
    token("RubyGems key", &["rubygems_"], &[exactly(48, HEX)],
        "https://guides.rubygems.org/api-key-scopes/"),
    token("NuGet key", &["oy2"], &[exactly(43, LOWER36)],
        "https://learn.microsoft.com/nuget/nuget-org/scoped-api-keys"),
    token("Clojars token", &["CLOJARS_"], &[exactly(60, HEX)],
        "https://github.com/clojars/clojars-web/wiki/Deploy-Tokens"),
    token("JFrog key", &["AKCp", "cmVmdGtuO"], &[at_least(50, ALNUM)],
        "https://jfrog.com/help/r/jfrog-platform-administration-documentation"),
    token("Docker token", &["dckr_pat_", "dckr_oat_"], &[at_least(27, URL64)],
        "https://docs.docker.com/security/access-tokens/"),
    token("CircleCI token", &["CCIPAT_", "CCIPRJ_"], &[at_least(40, URL64)],
        "https://circleci.com/docs/managing-api-tokens/"),
    token("Buildkite token", &["bkua_", "bkaa_", "bkct_"], &[exactly(40, LOWER36)],
        "https://buildkite.com/docs/apis/managing-api-tokens"),
    token("SonarQube token", &["sqp_", "sqa_", "squ_"], &[exactly(40, HEX)],
        "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/"),
    token("Postman key", &["PMAK-"], &[exactly(24, HEX), text("-"), exactly(34, HEX)],
        "https://learning.postman.com/docs/developer/postman-api/authentication/"),
    token("Snyk token", &["snyk_uat.", "snyk_sat."], &[at_least(30, DOTTED64)],
        "https://docs.snyk.io/snyk-api/authentication-for-api"),
    token("Prefect key", &["pnu_", "pnb_"], &[exactly(36, ALNUM)],
        "https://docs.prefect.io/v3/manage/cloud/manage-users/api-keys"),
    token("ReadMe key", &["rdme_"], &[exactly(70, LOWER36)],
        "https://docs.readme.com/main/reference/intro/authentication"),
    token("Harness token", &["pat.", "sat."], &[exactly(22, URL64), text("."), exactly(24, HEX),
        text("."), exactly(20, ALNUM)],
        "https://developer.harness.io/docs/platform/automation/api/api-permissions-reference/"),
    token("Rancher token", &["kubeconfig-u"],
        &[Part::Run(Set::of("0-9a-z-"), 5, 30), text(":"), exactly(54, LOWER36)],
        "https://ranchermanager.docs.rancher.com/api/api-tokens"),
    // Model providers.
    token("Anthropic key", &["sk-ant-"], &[at_least(32, URL64)],
        "https://docs.claude.com/en/api/overview"),
    token("OpenAI key", &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
        &[at_least(32, URL64)], OPENAI),
    token("OpenRouter key", &["sk-or-v1-"], &[exactly(64, HEX)],
        "https://openrouter.ai/docs/api-reference/authentication"),
    token("API key", &["sk-"], &[Part::Run(ALNUM, 32, 64)], OPENAI).checked(Check::Random),
    token("Hugging Face token", &["hf_"], &[exactly(34, ALNUM)], HUGGING_FACE),
    token("Hugging Face token", &["api_org_"], &[exactly(34, ALNUM)], HUGGING_FACE),
    token("Groq key", &["gsk_"], &[exactly(52, ALNUM)], "https://console.groq.com/docs/quickstart"),
    token("xAI key", &["xai-"], &[exactly(80, ALNUM)], "https://docs.x.ai/docs/overview"),
    token("Perplexity key", &["pplx-"], &[Part::Run(ALNUM, 48, 56)],
        "https://docs.perplexity.ai/guides/getting-started"),
    token("Replicate token", &["r8_"], &[exactly(37, ALNUM)],
        "https://replicate.com/docs/topics/security/api-tokens"),
    token("LangSmith key", &["lsv2_pt_", "lsv2_sk_"],
        &[exactly(32, HEX), text("_"), exactly(10, HEX)],
        "https://docs.smith.langchain.com/"),
    token("Pinecone key", &["pcsk_"], &[at_least(60, URL64)],
        "https://docs.pinecone.io/guides/projects/manage-api-keys"),
    token("Tavily key", &["tvly-"], &[at_least(32, URL64)],
        "https://docs.tavily.com/").checked(Check::Random),
    token("one-time password secret", &["?secret=", "&secret="],
        &[at_least(16, Set::of("A-Z2-7"))],
        "https://github.com/google/google-authenticator/wiki/Key-Uri-Format").keeping_start(),
    token("one-time password secret", &["otpauth-migration://offline?data="],
        &[at_least(20, PERCENT64)], OTHER).keeping_start(),
    token("application key", &["APP_KEY=base64:"], &[exactly(44, BASE64)],
        "https://laravel.com/docs/encryption").keeping_start(),
    token("mail token", &["incoming+"],
        &[Part::Run(Set::of("0-9A-Za-z._/-"), 20, 200)],
        "https://docs.gitlab.com/administration/incoming_email/")
        .keeping_start().checked(Check::Random),
    token("ElevenLabs key", &["sk_0", "sk_1", "sk_2", "sk_3", "sk_4", "sk_5", "sk_6", "sk_7",
        "sk_8", "sk_9", "sk_a", "sk_b", "sk_c", "sk_d", "sk_e", "sk_f"],
        &[exactly(47, HEX)], KINGFISHER),
    token("Firecrawl key", &["fc-"], &[exactly(32, HEX)], "https://docs.firecrawl.dev/")
        .checked(Check::Random),
    token("Fireworks key", &["fw_"], &[exactly(24, ALNUM)], "https://docs.fireworks.ai/")
        .checked(Check::Random),
    // Various services, identified by prefix.
    token("API key", prefixes::LONG,
        &[at_least(32, URL64)], BETTERLEAKS).checked(Check::Key),
    // Longer than a UUID, with which names of objects end.
    token("API key", &["pa-", "secret-"], &[at_least(37, URL64)], BETTERLEAKS).checked(Check::Key),
    token("Akamai token", &["akab-"], &[exactly(16, LOWER36), text("-"), exactly(16, LOWER36)],
        "https://techdocs.akamai.com/developer/docs/edgegrid"),
    token("API key", prefixes::SHORT, &[at_least(20, URL64)], BETTERLEAKS)
        .checked(Check::Key),
    token("ClickHouse key", &["4b1d"], &[exactly(38, ALNUM)], BETTERLEAKS).checked(Check::Random),
    token("API key", prefixes::SHORTEST, &[at_least(16, URL64)], GITLEAKS).checked(Check::Key),
    token("Trello token", &["ATTA"], &[exactly(72, ALNUM)], TRUFFLEHOG),
    token("API key", &["pk_"], &[exactly(34, ALNUM)], TRUFFLEHOG).checked(Check::Random),
    token("CockroachDB key", &["CCDB1_"], &[exactly(22, ALNUM), text("_"), exactly(40, ALNUM)],
        "https://www.cockroachlabs.com/docs/cockroachcloud/managing-access"),
    token("Voiceflow key", &["VF.DM.", "VF.WS."],
        &[exactly(24, HEX), text("."), exactly(16, ALNUM)], TRUFFLEHOG),
    token("Onfido token", &["api_live.", "api_live_us.", "api_live_ca.", "api_sandbox."],
        &[exactly(11, URL64), text("."), exactly(32, URL64)], TRUFFLEHOG),
    token("Braintree token", &["access_token$production$"],
        &[exactly(16, LOWER36), text("$"), exactly(32, HEX)], TRUFFLEHOG),
    token("OpenShift token", &["256~"], &[exactly(43, URL64)], GITLEAKS)
        .after(Set::of("ahs"), 3, 3),
    token("Confluent secret", &["cflt"], &[exactly(60, BASE64)],
        "https://docs.confluent.io/cloud/current/security/authenticate/").checked(Check::Random),
    token("API key", &["retool_01", "tr_dev_", "tr_prod_", "tr_stg_", "tr_pat_"],
        &[at_least(20, URL64)], OTHER).checked(Check::Key),
    token("ClickUp token", &["pk_"], &[Part::Run(DIGIT, 6, 9), text("_"), exactly(32, UPPER36)],
        "https://developer.clickup.com/docs/authentication"),
    token("Astra token", &["AstraCS:"], &[exactly(24, ALNUM), text(":"), exactly(64, HEX)],
        "https://docs.datastax.com/en/astra-db-serverless/administration/"),
    token("JetBrains token", &["perm:", "perm-"], &[Part::Run(BASE64, 6, 80), text("."),
        Part::Run(BASE64, 4, 80), text("."), at_least(20, ALNUM)],
        "https://www.jetbrains.com/help/youtrack/server/Manage-Permanent-Token.html"),
    // Messaging.
    token("Slack token", &["xoxb-", "xoxp-", "xoxa-", "xoxo-", "xoxs-", "xoxr-", "xoxc-", "xoxd-",
        "xoxe-", "xoxe.xoxb-", "xoxe.xoxp-"],
        &[Part::Run(DIGIT, 1, 20), text("-"), at_least(20, Set::of("0-9A-Za-z%-"))], SLACK),
    token("Slack token", &["xapp-"],
        &[exactly(1, DIGIT), text("-"), Part::Run(UPPER36, 9, 14),
        text("-"), Part::Run(DIGIT, 10, 16), text("-"), at_least(32, LOWER36)], SLACK),
    token("Slack webhook", &["hooks.slack.com/services/", "hooks.slack.com/workflows/",
        "hooks.slack.com/triggers/"],
        &[Part::Run(UPPER36, 8, 14), text("/"), Part::Run(UPPER36, 8, 20),
        text("/"), at_least(20, Set::of("0-9A-Za-z/"))],
        "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks")
        .keeping_start(),
    token("Discord token", &["MT", "MD", "Mj", "Mz", "NT", "ND", "Nj", "Nz", "OT", "OD", "Oj",
        "Oz"], &[Part::One(Set::of("AEIMQUYcgk")), Part::Run(ALNUM, 19, 24),
        text("."), exactly(6, URL64), text("."), at_least(27, URL64)], DISCORD),
    token("Discord webhook", &["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
        &[Part::Run(DIGIT, 17, 20), text("/"), at_least(60, URL64)], DISCORD).keeping_start(),
    token("Twitch token", &["oauth:"], &[exactly(30, LOWER36)],
        "https://dev.twitch.tv/docs/irc/authenticate-bot/")
        .keeping_start().checked(Check::Random),
    token("Telegram bot token", &[":AA"], &[exactly(33, URL64)],
        "https://core.telegram.org/bots/features#botfather").after(DIGIT, 8, 10),
    token("Teams webhook", &["webhook.office.com/webhookb2/"],
        &[at_least(60, Set::of("0-9A-Za-z@/-"))],
        "https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/")
        .keeping_start(),
    token("Twilio key", &["SK"], &[exactly(32, HEX)],
        "https://www.twilio.com/docs/iam/api-keys").checked(Check::Random),
    token("SendGrid key", &["SG."], &[exactly(22, URL64), text("."), exactly(43, URL64)],
        "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys"),
    token("Mailgun key", &["key-"], &[exactly(32, HEX)],
        "https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/")
        .checked(Check::Random),
    token("Mailchimp key", &["-us"], &[Part::Run(DIGIT, 1, 2)],
        "https://mailchimp.com/developer/marketing/guides/quick-start/")
        .after(HEX, 32, 32).checked(Check::Shape),
    token("Brevo key", &["xkeysib-", "xsmtpsib-"],
        &[exactly(64, HEX), text("-"), exactly(16, ALNUM)],
        "https://developers.brevo.com/docs/getting-started"),
    token("Resend key", &["re_"], &[exactly(8, ALNUM), text("_"), exactly(24, ALNUM)],
        "https://resend.com/docs/dashboard/api-keys/introduction"),
    // Payments and shops.
    token("Stripe key", &["sk_live_", "rk_live_", "sk_test_", "rk_test_", "sk_prod_",
        "rk_prod_", "sk_org_live_", "sk_org_test_"], &[at_least(16, ALNUM)], STRIPE),
    token("Stripe webhook secret", &["whsec_"], &[at_least(24, BASE64)], STRIPE),
    token("Shopify token", &["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"],
        &[exactly(32, Set::of("0-9A-Fa-f"))],
        "https://shopify.dev/docs/apps/build/authentication-authorization"),
    token("Square token", &["sq0atp-"], &[exactly(22, URL64)], SQUARE),
    token("Square secret", &["sq0csp-"], &[exactly(43, URL64)], SQUARE),
    token("Square token", &["EAAA"], &[exactly(60, URL64)], SQUARE).checked(Check::Random),
    token("Flutterwave key", &["FLWSECK-", "FLWSECK_TEST-"], &[at_least(32, ALNUM)],
        "https://developer.flutterwave.com/docs/authentication"),
    token("Duffel token", &["duffel_live_", "duffel_test_"], &[exactly(43, URL64)],
        "https://duffel.com/docs/api/overview/authentication"),
    token("EasyPost key", &["EZAK", "EZTK"], &[exactly(54, ALNUM)],
        "https://docs.easypost.com/docs/authentication"),
    token("Plaid token", &["access-production-", "access-sandbox-", "access-development-"],
        &[exactly(36, Set::of("0-9a-f-"))],
        "https://plaid.com/docs/api/tokens/"),
    token("Facebook token", &["EAAB", "EAAC", "EAAD", "EAAG", "EAAI", "EAAJ", "EAAM"],
        &[at_least(100, ALNUM)], KINGFISHER).checked(Check::Random),
    // Productivity and monitoring.
    token("Airtable token", &["pat"], &[exactly(14, ALNUM), text("."), exactly(64, HEX)],
        "https://airtable.com/developers/web/guides/personal-access-tokens"),
    token("Linear key", &["lin_api_", "lin_oauth_"], &[at_least(40, ALNUM)],
        "https://linear.app/developers/graphql"),
    token("Notion token", &["ntn_"], &[at_least(43, ALNUM)], NOTION),
    token("Notion token", &["secret_"], &[exactly(43, ALNUM)], NOTION).checked(Check::Random),
    token("Figma token", &["figd_", "figu_", "figo_"], &[at_least(40, URL64)],
        "https://www.figma.com/developers/api#access-tokens"),
    token("Mapbox token", &["sk.eyJ"], &[at_least(20, URL64), text("."), at_least(20, URL64)],
        "https://docs.mapbox.com/help/getting-started/access-tokens/"),
    token("New Relic key", &["NRAK-"], &[exactly(27, UPPER36)],
        "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/"),
    token("Grafana token", &["glsa_"],
        &[exactly(32, ALNUM), text("_"), exactly(8, Set::of("0-9A-Fa-f"))], GRAFANA),
    token("Dynatrace token", &["dt0c01.", "dt0s01.", "dt0s02.", "dt0s16."],
        &[exactly(24, UPPER36), text("."), exactly(64, UPPER36)], KINGFISHER),
    token("HubSpot token", &["pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"],
        &[exactly(36, UUID)], KINGFISHER),
    token("LaunchDarkly key", &["sdk-", "mob-"], &[exactly(36, UUID)],
        "https://launchdarkly.com/docs/home/account/api").checked(Check::Random),
    token("Grafana token", &["glc_eyJ"], &[at_least(40, BASE64)], GRAFANA),
    token("Sentry token", &["sntrys_eyJ"], &[at_least(60, Set::of("0-9A-Za-z+/=_-"))], SENTRY),
    token("Sentry token", &["sntryu_"], &[exactly(64, HEX)], SENTRY),
    // Standards.
    token("JSON Web Token", &["eyJ"],
        &[at_least(10, URL64), text(".eyJ"), at_least(10, URL64), text("."), at_least(16, URL64)],
        "https://www.rfc-editor.org/rfc/rfc7519"),
    token("JSON Web Token", &["eyJ"],
        &[at_least(10, URL64), text("."), Part::Run(URL64, 0, 700), text("."),
        Part::Run(URL64, 16, 32), text("."), at_least(1, URL64), text("."), exactly(22, URL64)],
        "https://www.rfc-editor.org/rfc/rfc7516"),
    token("part of a private key", prefixes::KEY_PARTS, &[at_least(42, URL64.or(BASE64))],
        "https://www.rfc-editor.org/rfc/rfc7518#section-6").keeping_start().checked(Check::Random),
    token("wallet key", &["xprv", "yprv", "zprv", "tprv"], &[exactly(107, ALNUM)],
        "https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki"),
    token("Nostr key", &["nsec1"], &[exactly(58, LOWER36)],
        "https://github.com/nostr-protocol/nips/blob/master/19.md"),
    token("PASETO", &["v1.local.", "v2.local.", "v3.local.", "v4.local.", "v2.public.",
        "v3.public.", "v4.public."], &[at_least(40, URL64)], "https://paseto.io/rfc/"),
    token("age secret key", &["AGE-SECRET-KEY-PQ-1"], &[at_least(58, UPPER36)],
        "https://github.com/FiloSottile/age"),
    token("age secret key", &["AGE-SECRET-KEY-1"], &[exactly(58, Set::of("02-9AC-HJ-NP-Z"))],
        "https://github.com/C2SP/C2SP/blob/main/age.md"),
    token("bearer token", &["Bearer ", "bearer ", "BEARER ", "Bearer%20"], &[at_least(20, BEARER)],
        "https://www.rfc-editor.org/rfc/rfc6750").keeping_start().checked(Check::Random),
    token("basic credentials", &["Basic ", "basic ", "BASIC ", "Basic%20"], &[at_least(8, BASE64)],
        "https://www.rfc-editor.org/rfc/rfc7617").keeping_start().checked(Check::Basic),
    token("manifest", &["apiVersion: v1", "apiVersion: \"v1", "apiVersion: 'v1",
        "apiVersion\": \"v1\"", "apiVersion\":\"v1\"", "kind: Secret", "kind\": \"Secret\"",
        "SPEC CHECKSUMS:"],
        &[], "https://kubernetes.io/docs/concepts/configuration/secret/")
        .found_by(Form::Manifest),
    token("color", colour::STARTS,
        &[], "https://ecma-international.org/publications-and-standards/standards/ecma-48/")
        .found_by(Form::Colour),
];
