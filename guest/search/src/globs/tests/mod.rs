//! Tests of the entries that globs match.

use super::{GlobMatch, Globs};
use readroom_core::FileKind;

#[test]
fn the_last_glob_that_matches_decides() {
    for (globs, path, expected) in [
        (&["*.rs"][..], "src/a.rs", true),
        (&["*.rs"], "src/a.py", false),
        (&["!*.rs"], "src/a.rs", false),
        (&["!*.rs"], "src/a.py", true),
        (&["*.rs", "!a.*"], "src/a.rs", false),
        (&["!a.*", "*.rs"], "src/a.rs", true),
        (&["*.{rs,py}"], "a.py", true),
        (&["{src,tests}/**/*.{r{s,b},py}"], "tests/x/a.rb", true),
        (&["{src,tests}/**/*.{rs,py}"], "lib/a.py", false),
        (&["./src/*"], "src/a", true),
        (&["[{]a,b}"], "{a,b}", true),
        (&["\\{a,b}"], "{a,b}", true),
        (&["#a"], "#a", true),
        (&["!!a"], "!a", false),
        (&["a{,.txt}"], "a", true),
    ] {
        let found = Globs::new(globs).unwrap().of(path, FileKind::File);
        assert_eq!(found == GlobMatch::Included, expected, "{globs:?} {path}");
    }
}

#[test]
fn a_glob_leads_only_where_something_may_match() {
    for (globs, path, expected) in [
        (&["*.rs"][..], "a/b", true),
        (&["src/*.rs"], "src", true),
        (&["src/*.rs"], "lib", false),
        (&["src/*.rs"], "src/a", false),
        (&["src/**"], "src/a/b", true),
        (&["/src/a/*"], "src/a", true),
        (&["{src,lib}/**/x/*"], "lib/a/b", true),
        (&["a*/b/c"], "ax/b", true),
        (&["**/a/b"], "x/y", true),
        (&["!src/**"], "lib", true),
        (&["app/[id]/x"], "app/[id]", true),
    ] {
        let found = Globs::new(globs).unwrap().of(path, FileKind::Directory);
        assert_eq!(found != GlobMatch::Excluded, expected, "{globs:?} {path}");
    }
}

#[test]
fn a_glob_spells_names_without_wildcards_and_those_with_a_dot() {
    for (glob, path, expected) in [
        (".github/workflows/*.yml", ".github", true),
        ("**/.github/*.yml", "a/.github", true),
        (".eslintrc.json", "a/.eslintrc.json", true),
        (".*", ".a", true),
        (".env*", "b/.env.local", true),
        ("**/*.ts", ".hidden.ts", false),
        ("*", ".a", false),
        ("dist/**", "dist", true),
        ("dist/**", "dist/a", false),
        ("di*/**", "dist", false),
        ("!.a", ".a", false),
    ] {
        let found = Globs::new(&[glob]).unwrap().spell(path, true);
        assert_eq!(found, expected, "{glob} {path}");
    }
}

#[test]
fn lists_and_names_with_brackets_are_understood() {
    for (glob, path, expected) in [
        ("src/[slug]/page.tsx", "src/[slug]/page.tsx", true),
        ("src/[slug]/page.tsx", "src/s/page.tsx", true),
        ("src/[slug]/*.{ts,tsx}", "src/[slug]/a.ts", true),
        ("src/[[...all]]/**", "src/[[...all]]/a/b", true),
        ("src/{id}/a", "src/{id}/a", true),
        ("(auth)/**", "(auth)/a", true),
        ("@(auth)/*", "@(auth)/a", true),
        ("*.js, *.ts", "a.ts", true),
        ("*.js,*.ts", "a.js", true),
        ("*.js|*.ts", "a/b.ts", true),
        ("*.js, *.ts", "a.rs", false),
        ("*.js *.ts", "a.ts", true),
        ("[*.js, *.ts]", "a.ts", true),
        ("[*.js, *.ts]", "a.rs", false),
        ("[*,?]", "a", false),
        ("[*|?]", "a", false),
        ("[a,b]", "a", true),
        ("my *.ts", "*.ts", false),
        ("a,b", "a", false),
        ("a,b", "a,b", true),
    ] {
        let found = Globs::new(&[glob]).unwrap().of(path, FileKind::File);
        assert_eq!(found == GlobMatch::Included, expected, "{glob} {path}");
    }
    let folded = Globs::in_any_case(&["src/*.md"]).unwrap();
    assert_eq!(folded.of("sRC/a.md", FileKind::File), GlobMatch::Included);
}

#[test]
fn an_invalid_glob_is_an_error() {
    let bomb = "{a,b}".repeat(20);
    let long = "{a,b}".repeat(8) + &"c".repeat(1000);
    for (glob, reason) in [
        ("", "empty"),
        ("!", "empty"),
        ("a\nb", "line feed"),
        ("a{b", "has no `}`"),
        ("[a", "has no `]`"),
        ("*.!(js|ts)", "in braces"),
        ("*.@(js|ts)", "in braces"),
        ("*.(js|ts)", "in braces"),
        ("a\\", "escapes nothing"),
        ("[[:no:]]", "no class"),
        (&bomb, "too many"),
        (&long, "too many"),
    ] {
        let error = Globs::new(&[glob]).unwrap_err();
        assert!(error.reason.contains(reason), "{glob}: {}", error.reason);
    }
}
