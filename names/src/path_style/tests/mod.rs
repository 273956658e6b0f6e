use super::PathStyle;

#[test]
fn paths_of_windows_become_names_with_slashes() {
    for (path, expected, is_absolute) in [
        (r"src\a.txt", "src/a.txt", false),
        (r".\src/a.txt", "./src/a.txt", false),
        (r"C:\project\a", "C:/project/a", true),
        ("c:/project", "C:/project", true),
        ("/c:/project", "C:/project", true),
        (r"\\?\C:\project", "C:/project", true),
        ("C:", "C:/", true),
        (r"C:\\a", "C:/a", true),
        // Relative to the drive's current directory, which is unknown.
        ("C:a", "C:a", false),
        (r"\project", "/project", true),
        (r"\\server\share\a", "//server/share/a", true),
        (r"\\.\C:\a", "//./C:/a", true),
        (r"\\?\UNC\server\share", "//server/share", true),
    ] {
        assert_eq!(PathStyle::Windows.with_slashes(path), expected, "{path}");
        assert_eq!(PathStyle::Windows.is_absolute(path), is_absolute, "{path}");
    }
    assert_eq!(PathStyle::Posix.with_slashes(r"C:\a"), r"C:\a");
    assert!(!PathStyle::Posix.is_absolute("C:/a"));
    assert_eq!(PathStyle::of("C:/a"), PathStyle::Windows);
    assert_eq!(PathStyle::of("/C:/a"), PathStyle::Posix);
}
