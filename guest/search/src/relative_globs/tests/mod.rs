//! Tests of globs reinterpreted in a directory below a root.

use super::{Start, in_any_case};

/// Returns `/w/src/app/`, whose root is `/w/`.
fn start() -> Start {
    Start { absolute: "/w/src/app/".into(), below_root: 2 }
}

fn strings(globs: &[&str]) -> Vec<String> {
    globs.iter().map(ToString::to_string).collect()
}

#[test]
fn globs_are_relative_to_any_ancestor() {
    for (glob, expected) in [
        ("app/**", Some(&["/**"][..])),
        ("/app/*.rs", Some(&["/*.rs"])),
        ("./src/app/*.rs", Some(&["/*.rs"])),
        ("w/src/app/*.rs", Some(&["/*.rs"])),
        ("/w/src/app/*.rs", Some(&["/*.rs"])),
        ("file:///w/src/app/*.rs", Some(&["/*.rs"])),
        ("src/**/*.ts", Some(&["/**/*.ts"])),
        ("src/*/*.ts", Some(&["/*.ts"])),
        ("{app,lib}/*.ts", Some(&["/*.ts", "lib/*.ts"])),
        ("/w/src/app/{id}.ts", Some(&["/{id}.ts"])),
        ("!app/**", None),
        ("!src/app/x/**", Some(&["!src/app/x/**", "!/x/**"])),
        (r"src\app\*.ts", Some(&["/*.ts"])),
        (r".\lib\*.ts", Some(&["lib/*.ts"])),
        (r"lib\[a].ts", Some(&["lib/[a].ts"])),
        ("lib/../x/./*.ts", Some(&["x/*.ts"])),
        ("lib//x/*.ts", Some(&["lib/x/*.ts"])),
        ("//lib/*.ts", Some(&["/lib/*.ts"])),
        ("null", Some(&[])),
        ("undefined", Some(&[])),
        ("app", None),
        ("app/", None),
        ("**/app/*", None),
        ("*.rs", None),
        ("lib/*.rs", None),
    ] {
        assert_eq!(start().taken_as(&[glob], false), expected.map(strings), "{glob}");
    }
}

#[test]
fn globs_that_exclude_are_relative_to_the_root_too() {
    for (glob, expected) in [
        ("!src/app/x/**", Some(&["!src/app/x/**", "!/x/**"][..])),
        ("!/src/app/x", Some(&["!/src/app/x", "!/x"])),
        ("!./src/app/*.ts", Some(&["!src/app/*.ts", "!/*.ts"])),
        ("!/w/src/app/x/", Some(&["!/w/src/app/x/", "!/x/"])),
        ("!src/app/{x,y}", Some(&["!src/app/x", "!/x", "!src/app/y", "!/y"])),
        ("!src/**", Some(&["!src/**", "!/**"])),
        (r"!src\app\x", Some(&["!src/app/x", "!/x"])),
        (r"!\*a", None),
        ("!app/x", None),
        ("!w/src/app/x", None),
        ("!x/**", None),
        ("!app", None),
        ("src/app/x", None),
    ] {
        assert_eq!(start().taken_as(&[glob], true), expected.map(strings), "{glob}");
    }
}

#[test]
fn globs_with_a_star_match_in_any_case() {
    for (globs, expected) in [
        (&["*.pdf"][..], Some(&["*.[pP][dD][fF]"][..])),
        (&["a/**/*.{R,md}"], Some(&["[aA]/**/*.{[rR],[mM][dD]}"])),
        (&["*.x", "!*.y", "z"], Some(&["*.[xX]", "!*.y", "z"])),
        (&["*.1", "readme.md", "!*.y", "*.[ch]", r"*\a"], None),
        (&[], None),
    ] {
        assert_eq!(in_any_case(strings(globs)), expected.map(strings), "{globs:?}");
    }
}
