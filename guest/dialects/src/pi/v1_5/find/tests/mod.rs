use super::relative;
use readroom_core::PathStyle;

#[test]
fn a_line_of_what_fd_prints_is_a_path_from_the_start() {
    for (line, expected) in [
        ("/w/a/x", "x"),
        ("/w/a/x/", "x/"),
        ("/w/a/", "/"),
        ("/w/a/.", ""),
        ("/w/a/..", ".."),
        ("/x/", "../../x/"),
        ("x//./y", "x//./y"),
    ] {
        assert_eq!(relative(PathStyle::Posix, "/w/a", line), expected, "{line}");
    }
}
