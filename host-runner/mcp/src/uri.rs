//! Converts between paths and `file` URIs (RFC 8089), and between line numbers and their fragments
//! (RFC 5147).

use crate::sanitize::shortened;
use std::fmt::Write;

/// Returns the URI of a file from its absolute path.
pub(crate) fn from_path(path: &str) -> String {
    let mut uri = String::from("file://");
    for byte in path.bytes() {
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

/// Adds a line number, counted from 1, to a URI: `#line=` has the number of lines before it.
pub(crate) fn with_line(uri: &str, line: u32) -> String {
    format!("{uri}#line={},", line.saturating_sub(1))
}

/// A parsed `file` URI.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FileUri {
    /// The absolute path of the file. Links and `..` are left to the component, which resolves
    /// them.
    pub(crate) path: String,
    /// The first line to read, counted from 1.
    pub(crate) line: Option<u32>,
}

/// Parses a URI. Fails with a message if it does not name a local file.
pub(crate) fn parse(uri: &str) -> Result<FileUri, String> {
    let (location, fragment) = match uri.split_once('#') {
        Some((location, fragment)) => (location, Some(fragment)),
        None => (uri, None),
    };
    let after = match location.split_once(':') {
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
    if path.contains('?') {
        return Err("a 'file' URI must not have a query; write '?' in a name as %3F".into());
    }
    Ok(FileUri { path: percent_decode(path)?, line: fragment.map(parse_first_line).transpose()? })
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

/// Parses a fragment such as `line=20,` or `line=20,40` and returns its first line. The end of the
/// range is ignored.
fn parse_first_line(fragment: &str) -> Result<u32, String> {
    let before = fragment.strip_prefix("line=").and_then(|range| range.split([',', ';']).next());
    let before = before
        .and_then(|before| if before.is_empty() { Some(0) } else { before.parse::<u32>().ok() });
    before
        .and_then(|before| before.checked_add(1))
        .ok_or_else(|| "the fragment of a URI must be like #line=20, which skips 20 lines".into())
}

#[cfg(test)]
mod tests {
    use super::{FileUri, from_path, parse, with_line};

    #[test]
    fn a_name_comes_back_from_its_uri() {
        for path in ["/a/b.txt", "/", "/a b/ü%41#?&.txt", "/\u{fffd}\n\t\\", "/a/../b"] {
            let uri = from_path(path);
            assert!(uri.is_ascii() && !uri.contains(' '), "{uri}");
            assert_eq!(parse(&uri), Ok(FileUri { path: path.into(), line: None }), "{uri}");
            assert_eq!(
                parse(&with_line(&uri, 7)),
                Ok(FileUri { path: path.into(), line: Some(7) })
            );
        }
    }

    #[test]
    fn spellings_of_the_same() {
        for uri in
            ["file:///a/b", "FILE:///a/b", "file:/a/b", "file://localhost/a/b", "file:///%61/%62"]
        {
            assert_eq!(parse(uri), Ok(FileUri { path: "/a/b".into(), line: None }), "{uri}");
        }
        assert_eq!(parse("file:///%2561").map(|file| file.path), Ok("/%61".into()), "decoded once");
        assert_eq!(parse("file:///a#line=,5").map(|file| file.line), Ok(Some(1)));
        assert_eq!(parse("file:///a#line=5,9;length=3").map(|file| file.line), Ok(Some(6)));
    }

    #[test]
    fn what_names_no_file_is_told() {
        for uri in [
            "",
            "a",
            "/a",
            "http://a/b",
            "file:a",
            "file://",
            "file://host/a",
            "file:///a?b",
            "file:///%4",
            "file:///%zz",
            "file:///%ff",
            "file:///%00",
            "file:///a#b",
            "file:///a#line=x",
            "file:///a#line=4294967295,",
        ] {
            assert!(parse(uri).is_err(), "{uri}");
        }
    }
}
