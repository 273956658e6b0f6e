//! Clients that keep less of an answer than others.

use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// The estimated number of tokens that Codex is shown. It cuts the middle out of an answer of more
/// than some 10,000.
pub(crate) const CODEX_TOKENS: u32 = 9_000;

/// Returns whether a client of this name is Codex, in one of its forms.
pub(crate) fn is_codex(name: &str) -> bool {
    name.get(..5).is_some_and(|beginning| beginning.eq_ignore_ascii_case("codex"))
}

/// Returns whether a request comes from Codex: by the name in its metadata, in `initialize`, or
/// over HTTP in `User-Agent`.
pub(crate) fn is_from_codex(context: &RequestContext<RoleServer>) -> bool {
    #[cfg(feature = "http")]
    if let Some(parts) = context.extensions.get::<hyper::http::request::Parts>()
        && let Some(agent) = parts.headers.get(hyper::header::USER_AGENT)
        && agent.to_str().is_ok_and(is_codex)
    {
        return true;
    }
    context.client_info().is_some_and(|client| is_codex(&client.name))
}

#[cfg(test)]
mod tests {
    use super::is_codex;

    #[test]
    fn a_name_that_begins_with_codex_is_one_of_its_forms() {
        for (name, expected) in [
            ("codex", true),
            ("codex-mcp-client", true),
            ("Codex CLI", true),
            ("my-codex", false),
            ("code", false),
            ("cod\u{e9}x", false),
            ("", false),
        ] {
            assert_eq!(is_codex(name), expected, "{name}");
        }
    }
}
