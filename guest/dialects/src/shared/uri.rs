//! File URLs as text.

/// Returns the path of a file URL, given the part after `file://`, as Node.js does.
///
/// # Errors
///
/// Fails with the message of Node.js for a URL that names another machine or no file.
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

/// Decodes `%20` and the like. `None` if an escape is malformed, or the bytes are not UTF-8.
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

/// Returns the URL of an absolute path, as Node.js does.
pub(crate) fn of_file(path: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    // Before a drive, too.
    let mut url = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => url.push(byte.into()),
            b'/' | b'-' | b'_' | b'.' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+'
            | b',' | b';' | b'=' | b':' | b'@' => url.push(byte.into()),
            _ => {
                let digit =
                    |four: u8| DIGITS.get(usize::from(four)).map_or('0', |digit| (*digit).into());
                url.extend(['%', digit(byte >> 4), digit(byte & 15)]);
            }
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::{decoded, file_path, of_file};

    #[test]
    fn a_file_url_is_a_path() {
        assert_eq!(file_path("/a%20b.txt?x#y").as_deref(), Ok("/a b.txt"));
        assert_eq!(file_path("localhost/a").as_deref(), Ok("/a"));
        assert!(file_path("host/a").is_err());
        assert!(file_path("/a%2Fb").is_err());
        assert!(file_path("/%ff").is_err());
    }

    #[test]
    fn a_path_has_a_file_url() {
        // Output of Node.js 20.
        let expected =
            "file:///a%7Eb%5Bc%5D%5E%7C%7Bx%7D%60%3C%3E%22'%23%3F%25%20%C3%A9%5C&$+,;=@:!*()-_.";
        assert_eq!(of_file("/a~b[c]^|{x}`<>\"'#?% \u{e9}\\&$+,;=@:!*()-_."), expected);
        assert_eq!(of_file("/a\n\u{7f}"), "file:///a%0A%7F");
    }

    #[test]
    fn malformed_escapes_are_not_decoded() {
        assert_eq!(decoded("a%20b%C3%A9").as_deref(), Some("a b\u{e9}"));
        for text in ["%", "a%2", "%zz", "%ff"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
