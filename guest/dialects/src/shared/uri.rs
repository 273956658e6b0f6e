//! File URLs as text.

/// Returns the path of a file URL, given what follows `file://`, as Node.js does.
///
/// # Errors
///
/// What Node.js says of one that names another machine or no file.
pub(crate) fn file_path(rest: &str) -> Result<String, &'static str> {
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let rest = rest.replace('\\', "/");
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return Err("File URL host must be \"localhost\" or empty on linux");
    }
    if path.to_ascii_lowercase().contains("%2f") {
        return Err("File URL path must not include encoded / characters");
    }
    decoded(if path.is_empty() { "/" } else { path }).ok_or("URI malformed")
}

/// Decodes `%20` and the like. `None` if something is no such escape, or the bytes are no UTF-8.
pub(crate) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                bytes.push((digit(high)? * 16 + digit(low)?) as u8);
                after
            }
            (b'%', _) => return None,
            _ => {
                bytes.push(*first);
                after
            }
        };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{decoded, file_path};

    #[test]
    fn a_file_url_is_a_path() {
        assert_eq!(file_path("/a%20b.txt?x#y").as_deref(), Ok("/a b.txt"));
        assert_eq!(file_path("localhost/a").as_deref(), Ok("/a"));
        assert!(file_path("host/a").is_err());
        assert!(file_path("/a%2Fb").is_err());
        assert!(file_path("/%ff").is_err());
    }

    #[test]
    fn what_is_no_escape_is_not_decoded() {
        assert_eq!(decoded("a%20b%C3%A9").as_deref(), Some("a b\u{e9}"));
        for text in ["%", "a%2", "%zz", "%ff"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
