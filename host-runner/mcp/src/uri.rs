//! Files as `file` URIs (RFC 8089), and a line of a text as a fragment of one (RFC 5147).

use std::fmt::Write;

/// The URI of a file, from its absolute name.
pub(crate) fn of_file(path: &str) -> String {
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

/// The same file from a line on, counted from 1: `#line=` has the lines before it.
pub(crate) fn from_line(uri: &str, line: u32) -> String {
    format!("{uri}#line={},", line.saturating_sub(1))
}

/// What a URI names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The absolute name of a file. Links and `..` in it are as they came: the component walks them.
    pub(crate) path: String,
    /// The first line that is wanted, from 1.
    pub(crate) line: Option<u32>,
}

/// Reads a URI. Says why it names no file.
pub(crate) fn read(uri: &str) -> Result<Named, String> {
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
                    "files of the host '{host}' are not served; name none, as in file:///"
                ));
            }
            path
        }
    };
    if !path.starts_with('/') {
        return Err("the path of a 'file' URI is absolute, as in file:///project/README.md".into());
    }
    if path.contains('?') {
        return Err("a 'file' URI has no query; write '?' in a name as %3F".into());
    }
    Ok(Named { path: decoded(path)?, line: fragment.map(line).transpose()? })
}

/// Takes `%41` for `A`, once.
fn decoded(path: &str) -> Result<String, String> {
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
            return Err("'%' in a URI is followed by two hexadecimal digits".into());
        };
        let digits = str::from_utf8(digits).unwrap_or_default();
        bytes.push(u8::from_str_radix(digits, 16).unwrap_or_default());
        rest = after;
    }
    let path =
        String::from_utf8(bytes).map_err(|_| "the path of the URI is not UTF-8".to_string())?;
    match path.contains('\0') {
        true => Err("the path of the URI holds a NUL".into()),
        false => Ok(path),
    }
}

/// The first line of a fragment such as `line=20,` or `line=20,40`, of which the end is not looked at.
fn line(fragment: &str) -> Result<u32, String> {
    let before = fragment.strip_prefix("line=").and_then(|range| range.split([',', ';']).next());
    let before = before
        .and_then(|before| if before.is_empty() { Some(0) } else { before.parse::<u32>().ok() });
    before
        .and_then(|before| before.checked_add(1))
        .ok_or_else(|| "the fragment of a URI is as in #line=20, which skips 20 lines".into())
}

#[cfg(test)]
mod tests {
    use super::{Named, from_line, of_file, read};

    #[test]
    fn a_name_comes_back_from_its_uri() {
        for path in ["/a/b.txt", "/", "/a b/ü%41#?&.txt", "/\u{fffd}\n\t\\", "/a/../b"] {
            let uri = of_file(path);
            assert!(uri.is_ascii() && !uri.contains(' '), "{uri}");
            assert_eq!(read(&uri), Ok(Named { path: path.into(), line: None }), "{uri}");
            assert_eq!(read(&from_line(&uri, 7)), Ok(Named { path: path.into(), line: Some(7) }));
        }
    }

    #[test]
    fn spellings_of_the_same() {
        for uri in
            ["file:///a/b", "FILE:///a/b", "file:/a/b", "file://localhost/a/b", "file:///%61/%62"]
        {
            assert_eq!(read(uri), Ok(Named { path: "/a/b".into(), line: None }), "{uri}");
        }
        assert_eq!(
            read("file:///%2561").map(|named| named.path),
            Ok("/%61".into()),
            "decoded once"
        );
        assert_eq!(read("file:///a#line=,5").map(|named| named.line), Ok(Some(1)));
        assert_eq!(read("file:///a#line=5,9;length=3").map(|named| named.line), Ok(Some(6)));
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
            assert!(read(uri).is_err(), "{uri}");
        }
    }
}
