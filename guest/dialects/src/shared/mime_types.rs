//! MIME types by extension, as in the npm package `mime-types`.

use super::paths;

/// Lines with a type and its extensions: facts of the npm package `mime-db`, without most
/// vendor-specific types.
const TYPES: &str = include_str!("mime_types.txt");

/// Returns the MIME type of a file by the last extension of its path, which is absolute.
/// `application/octet-stream` if it has none or an unknown one.
pub(crate) fn of(path: &str) -> &'static str {
    let extension = paths::extension(path);
    let known = extension.strip_prefix('.').filter(|extension| !extension.is_empty());
    known.and_then(of_extension).unwrap_or("application/octet-stream")
}

fn of_extension(extension: &str) -> Option<&'static str> {
    TYPES.lines().find_map(|line| {
        let (mime, extensions) = line.split_once(' ')?;
        extensions.split(' ').any(|known| known == extension).then_some(mime)
    })
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_last_extension_decides() {
        for (path, expected) in [
            ("/w/a.txt", "text/plain"),
            ("/w/a.tar.GZ", "application/gzip"),
            ("/w/.txt", "application/octet-stream"),
            ("/w/.env.txt", "text/plain"),
            ("/w.txt/a", "application/octet-stream"),
            ("/w/a.", "application/octet-stream"),
            ("/w/a.json json", "application/octet-stream"),
        ] {
            assert_eq!(of(path), expected, "{path}");
        }
    }

    #[test]
    fn common_files_have_their_types() {
        for (mime, extensions) in [
            ("text/plain", "txt log ini conf"),
            ("text/markdown", "md markdown"),
            ("text/html", "html htm"),
            ("text/css", "css"),
            ("text/csv", "csv"),
            ("text/javascript", "js mjs"),
            ("application/node", "cjs"),
            ("text/jsx", "jsx"),
            ("video/mp2t", "ts mts"),
            ("application/json", "json map"),
            ("text/yaml", "yaml yml"),
            ("application/toml", "toml"),
            ("application/xml", "xml"),
            ("image/svg+xml", "svg"),
            ("text/x-c", "c h cc cpp"),
            ("text/x-java-source", "java"),
            ("application/rls-services+xml", "rs"),
            ("application/x-sh", "sh"),
            ("application/x-httpd-php", "php"),
            ("application/x-perl", "pl"),
            ("text/x-lua", "lua"),
            ("application/sql", "sql"),
            ("application/x-tex", "tex"),
            ("application/zip", "zip"),
            ("application/x-7z-compressed", "7z"),
            ("application/msword", "doc"),
            ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
            ("application/vnd.oasis.opendocument.spreadsheet", "ods"),
            ("image/jpeg", "jpg jpeg"),
            (
                "application/octet-stream",
                "tsx jsonl py rb go kt swift scala vue patch lock env bin so pyc",
            ),
        ] {
            for extension in extensions.split(' ') {
                assert_eq!(of(&std::format!("/w/f.{extension}")), mime, "{extension}");
            }
        }
    }
}
