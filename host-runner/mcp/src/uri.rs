//! Converts between paths and `file` URIs (RFC 8089).

use crate::sanitize::shortened;
use std::fmt::Write;

/// Returns the URI of a file from its absolute path.
pub(crate) fn from_path(path: &str) -> String {
    let mut uri = String::from("file://");
    let rest = match path.split_once(':') {
        Some((drive, rest)) if !path.starts_with('/') => {
            uri.extend(["/", drive, ":"]);
            rest
        }
        _ => path,
    };
    for byte in rest.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// Returns the absolute path that a URI names. Links and `..` in it are left to the component,
/// which resolves them. Fails with a message if the URI does not name a local file.
pub(crate) fn parse(uri: &str) -> Result<String, String> {
    let after = match uri.split_once(':') {
        Some((scheme, after)) if scheme.eq_ignore_ascii_case("file") => after,
        _ => return Err("only 'file' URIs are served, such as file:///project/README.md".into()),
    };
    let path = match after.strip_prefix("//") {
        None => after,
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
                return Err(format!(
                    "files of the host '{}' are not served; leave it empty, as in file:///",
                    shortened(host)
                ));
            }
            path
        }
    };
    if !path.starts_with('/') {
        return Err(
            "the path of a 'file' URI must be absolute, as in file:///project/README.md".into()
        );
    }
    if path.contains(['?', '#']) {
        return Err(
            "a 'file' URI must have no query and no fragment; write '?' and '#' in a name \
                    as %3F and %23"
                .into(),
        );
    }
    percent_decode(path)
}

/// Decodes percent-encoding once, such as `%41` to `A`.
fn percent_decode(path: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let digits = after
            .split_at_checked(2)
            .filter(|(digits, _)| digits.iter().all(u8::is_ascii_hexdigit));
        let Some((digits, after)) = digits else {
            return Err("'%' in a URI must be followed by two hexadecimal digits".into());
        };
        let digits = str::from_utf8(digits).unwrap_or_default();
        bytes.push(u8::from_str_radix(digits, 16).unwrap_or_default());
        rest = after;
    }
    let path =
        String::from_utf8(bytes).map_err(|_| "the path of the URI must be UTF-8".to_string())?;
    match path.contains('\0') {
        true => Err("the path of the URI must not contain a NUL".into()),
        false => Ok(path),
    }
}

#[cfg(test)]
mod tests;
