use super::{arguments_at, is_slip, misspelled};

#[test]
fn a_typo_is_recognized() {
    for (written, meant, expected) in [
        ("readrom", "readroom", true),
        ("raedroom", "readroom", true),
        ("readroon", "readroom", true),
        ("mpc", "mcp", true),
        ("mcps", "mcp", true),
        ("mcp", "mcp", false),
        ("read", "readroom", false),
        ("cmp", "mcp", true),
        ("pcm", "mcp", false),
        ("", "mcp", false),
    ] {
        assert_eq!(is_slip(written, meant), expected, "{written}");
    }
    for (line, expected) in [
        ("readrom mcp", Some("readrom")),
        ("/usr/bin/readrom mcp", Some("/usr/bin/readrom")),
        ("npx -y readrom@0.2 mcp", Some("readrom@0.2")),
        ("npx -y readroom mcp", None),
        ("grep readrom", None),
    ] {
        let words: Vec<_> = line.split(' ').map(String::from).collect();
        assert_eq!(misspelled(&words), expected, "{line}");
    }
}

#[test]
fn this_program_is_recognized_in_every_form() {
    for (line, expected) in [
        ("readroom mcp", Some(1)),
        ("/usr/local/bin/readroom mcp", Some(1)),
        (r"C:\bin\Readroom.EXE mcp", Some(1)),
        ("npx -y readroom mcp", Some(3)),
        ("npx.cmd readroom@0.2.0 mcp", Some(2)),
        ("uvx --from readroom==0.2 readroom mcp", Some(4)),
        ("docker run -i --rm -v /a:/project:ro ghcr.io/x/readroom:0.2 mcp", None),
        ("npx -y @modelcontextprotocol/server-filesystem /readroom", None),
        ("sh -c readroom", None),
        ("readroom-evil mcp", None),
        ("", None),
    ] {
        let words: Vec<_> = line.split(' ').map(String::from).collect();
        assert_eq!(arguments_at(&words), expected, "{line}");
    }
}
