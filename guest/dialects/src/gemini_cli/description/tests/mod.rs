use super::of;

#[test]
fn long_paths_are_shortened() {
    // Output of the tool.
    for (path, expected) in [
        ("", "."),
        ("src/main.rs", "src/main.rs"),
        ("a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t.txt", "a/.../h/i/j/k/l/m/n/o/p/q/r/s/t.txt"),
        ("packages/core/src/tools/definitions/coreTools.ts", "packages/.../coreTools.ts"),
        (
            "averyveryverylongdirectoryname/anotherverylongdirectoryname/file.txt",
            "averyveryverylongdi.../.../file.txt",
        ),
        (
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.txt",
            "xxxxxxxxxxxxxxxx...xxxxxxxxxxxx.txt",
        ),
        (
            "dir/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.txt",
            "dir/xxxxxxxxxxxx...xxxxxxxxxxxx.txt",
        ),
        ("dir/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.txt", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.txt"),
        ("averylongfirstdirectory/b/xxxxxxxxxxxxxxxxxxxx", "averylo.../.../xxxxxxxxxxxxxxxxxxxx"),
        ("abcdefghijklmnopqrst/uvwxyz/0123456789012.txt", "abcdefghij.../.../0123456789012.txt"),
        ("../../some/other/place/that/is/far/away.txt", "../.../place/that/is/far/away.txt"),
        (
            "é/😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
            "é/😀😀😀😀😀😀😀...😀😀😀😀😀😀😀😀",
        ),
        ("abc/defg/hijk/lmnopqrstuvwxyz01234.txt", "abc/.../lmnopqrstuvwxyz01234.txt"),
        ("first/second/nnnnnnnnnnnnnnnnnnnnnnnnnnnnn", "f/.../nnnnnnnnnnnnnnnnnnnnnnnnnnnnn"),
        ("first/second/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn", "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"),
    ] {
        assert_eq!(of(path), expected, "{path}");
    }
}
