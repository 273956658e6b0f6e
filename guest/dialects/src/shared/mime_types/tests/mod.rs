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
