//! File URLs as text.

/// Returns the path of a file URL, given the part after `file://`, as Node.js does.
///
/// # Errors
///
/// Fails with the message of Node.js for a URL that names another machine or no file.
pub(crate) fn file_path(rest: &str) -> Result<String, &'static str> {
    // A URL ends before blanks, and has no tabs and ends of lines.
    let rest = rest.trim_end_matches(|end| end <= ' ');
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let rest = rest.replace('\\', "/").replace(['\t', '\n', '\r'], "");
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
mod tests;
