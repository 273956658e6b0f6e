use super::{at_home, fits};

#[test]
fn patterns_fit_whole_texts() {
    for (pattern, text) in [
        ("*", ""),
        ("*", "/a/b\n.c"),
        ("*.env", "/project/.env"),
        ("*.env", ".env"),
        ("*.env.*", "/p/.env.local"),
        ("/etc/*", "/etc/"),
        ("/etc/*", "/etc/ssl/key"),
        ("a?c", "abc"),
        ("a?c", "aéc"),
        ("a?c", "a\nc"),
        ("**a**", "a"),
        ("*ab*ab", "abab"),
        ("*aab", "aaaab"),
        ("a.c", "a.c"),
        ("[a]", "[a]"),
        ("ls *", "ls"),
        ("ls *", "ls "),
        ("ls *", "ls -l"),
        ("", ""),
    ] {
        assert!(fits(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [
        ("*.env", "/project/.env.local"),
        ("*.env", "/project/.ENV"),
        ("*.env", "/project/.env/"),
        ("/etc/*", "/etc"),
        ("/etc/*", "/x/etc/a"),
        ("a?c", "ac"),
        ("a?c", "abbc"),
        ("a.c", "abc"),
        ("ls *", "lsof"),
        ("ls*", "l"),
        ("", "a"),
        ("*ab*ab", "aab"),
    ] {
        assert!(!fits(pattern, text), "{pattern} {text}");
    }
}

#[test]
fn many_stars_take_no_exponential_time() {
    let (pattern, text) = ("*a".repeat(60) + "b", "a".repeat(20_000));
    assert!(!fits(&pattern, &text));
}

#[test]
fn home_is_where_a_pattern_begins() {
    let home = Some("/home/me");
    for (pattern, expected) in [
        ("~/a", "/home/me/a"),
        ("$HOME/a", "/home/me/a"),
        ("~", "/home/me"),
        ("$HOME", "/home/me"),
        ("~you/a", "~you/a"),
        ("$HOMES/a", "$HOMES/a"),
        ("/a/~/b", "/a/~/b"),
    ] {
        assert_eq!(at_home(pattern, home), expected);
    }
    assert_eq!(at_home("~/a", None), "~/a");
    assert_eq!(at_home("~/a", Some("/")), "/a");
}
