//! Comments and strings over several lines declare nothing and end where they end, in long lines
//! too.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/blocks.rs"]
mod blocks;

use blocks::find_in;
use readroom_structure::{Outliner, Siblings, definitions};

/// A declaration in the syntax of a file.
fn function(file: &str) -> &'static str {
    match file.rsplit('.').next().unwrap() {
        "py" => "def real():\n    pass\n",
        "go" | "swift" => "func real() {\n}\n",
        "rs" | "zig" => "fn real() {\n}\n",
        "kt" | "scala" => "fun real() {\n}\n",
        "js" | "ts" | "sol" | "ps1" | "lua" => "function real() {\n}\n",
        "ex" | "rb" | "jl" => "def real(a)\n  b\nend\n",
        "nim" => "proc real(a) =\n  b\n",
        "clj" => "(defn real [a]\n  b)\n",
        "erl" => "real(A) ->\n  A.\n",
        "sql" => "CREATE TABLE real (\n  a int\n);\n",
        "r" => "real <- function(a) {\n}\n",
        "graphql" => "type real {\n}\n",
        "hs" => "class real a where\n",
        "toml" => "[real]\n",
        "php" => "function real() {\n}\n",
        "ml" | "fs" => "type real = int\n",
        _ => "void real() {\n}\n",
    }
}

/// Returns the names that are defined in a text.
fn names(file: &str, text: &str) -> Vec<String> {
    definitions(file, text).iter().map(|defined| defined.name().to_owned()).collect()
}

/// A text with `§` for a long line, and `%` for a function that is in a string or a comment there.
fn made(file: &str, text: &str, long: &str) -> String {
    text.replace('§', long).replace('%', &function(file).replace("real", "decoy")) + function(file)
}

const TEXTS: &[(&str, &str)] = &[
    ("a.go", "var x = `§\n%`\n"),
    ("a.go", "var x = f(`a `+\"`5`\"+`\n`+`\n%`)\n"),
    ("a.go", "var x = f('`', `\n%`)\n"),
    ("a.go", "var x = \"\\\"`\" // `\n"),
    ("a.go", "var x = 1 /* § ` \" */\n"),
    ("a.rs", "const X: &str = r#\"§\n%\"#;\n"),
    ("a.rs", "const X: &str = f(r##\"a\"#\"##, br#\"\n%\"#);\n"),
    ("a.rs", "const X: [&str; 2] = [r\"\\\", \"§\n%\"];\n"),
    ("a.rs", "static X: char = '\"'; /* § /* */\n%*/\n"),
    ("a.rs", "fn x<'a>(a: &'a str) {} const X: &str = \"§\n%\";\n"),
    ("a.js", "x = `§\n%`;\n"),
    ("a.js", "x(`a`, '`', `\n%`);\n"),
    ("a.js", "x = `a\n${b ? `§` : `\n%`} }\n%`;\n"),
    ("a.ts", "const x = `${f({ a: `}` })}\n%`\n"),
    ("a.ts", "const x = /[`\"/*]/g;\n"),
    ("a.ts", "const x = a / b; // it's `\n"),
    ("a.js", "x = `\\``;\n"),
    ("a.js", "x('/*', \"//\", `\n%`);\n"),
    ("a.py", "x = \"\"\"§\n%\"\"\"\n"),
    ("a.py", "x = f(\"\"\"a\"\"\", '''\n%''', \"\"\"\n%\"\"\")\n"),
    ("a.py", "x = '\"\"\"' # \"\"\" it's '''\n"),
    ("a.py", "x = \"\"\"\n\\\"\"\"\n%\"\"\"\n"),
    ("a.py", "x = '§ \\\n  \"\"\" '\n"),
    ("a.kt", "val x = \"\"\"§\n%\"\"\"\n"),
    ("a.kt", "val x = f(\"\"\"a\"\"\", '\"', \"\"\"\n%\"\"\"\")\n"),
    ("a.kt", "/* § /* \n */ %*/\n"),
    ("a.scala", "val x = \"\"\"§\n%\"\"\"\n"),
    ("a.swift", "let x = \"\"\"\n§\n%\"\"\"\n"),
    ("a.swift", "let x = f(#\"\"\"\n§\"\"\"\n%\"\"\"#, #\"a\"#)\n"),
    ("a.cs", "var x = @\"§\"\"\n%\";\n"),
    ("a.cs", "var x = f(@\"\\\", $@\"\n%\");\n"),
    ("a.cs", "var x = \"\"\"\"\n§\"\"\"\n%\"\"\"\";\n"),
    ("a.java", "String x = \"\"\"\n§\\\"\"\"\n%\"\"\";\n"),
    ("a.dart", "final x = f('''§\n%''', \"\"\"\n%\"\"\");\n"),
    ("a.groovy", "def x = f('''§\n%''', \"\"\"\n%\"\"\")\n"),
    ("a.cc", "auto x = R\"(§\n%)\";\n"),
    ("a.cc", "auto x = f(R\"a(b)\")a\", u8R\"b(\n%)b\", '\"');\n"),
    ("a.c", "int x; /* §\n%*/\n"),
    ("a.c", "int x; /* a */ /* §\n%*/\n"),
    ("a.c", "char *x = \"/*\"; char y = '\"'; // /*\n"),
    ("a.d", "auto x = `§\n%`; /+ a /+ b +/\n%+/\n"),
    ("a.sql", "SELECT $a$§ $b$\n%$a$;\n"),
    ("a.lua", "x = f([[a]], [==[§\n]]%]==]) --[[\n%]]\n"),
    ("a.ex", "x = f(?\", \"\"\"\n§%\"\"\")\n"),
    ("a.ex", "x = <<\"a\">>\n"),
    ("a.jl", "x = f(\"\"\"§\n%\"\"\", a') #= #= =#\n%=#\n"),
    ("a.nim", "let x = f(\"\"\"§\n%\"\"\") ##[\n%]##\n"),
    ("a.clj", "(x \\\" \"§\n%\" \"a\" \"\n%\")\n"),
    ("a.erl", "x() -> <<\"a\">>.\n"),
    ("a.erl", "x() -> f($\", \"§\n%\").\n"),
    ("a.r", "x <- f(\"§\n%\", 'a') # it's \"\n"),
    ("a.graphql", "\"\"\"§\n%\"\"\"\n"),
    ("a.hs", "x = y' '\"' {- § {- -}\n%-}\n"),
    ("a.toml", "x = '''§\n%'''\n"),
    ("a.ml", "let x = f \"§\n%\" (* (* *)\n%*)\n"),
    ("a.fs", "let x = f \"\"\"§\n%\"\"\" @\"\\\" (* \"§\n%*)\n"),
    ("a.php", "$x = 'a'; /* §\n%*/ # it's /*\n"),
    ("a.ps1", "$x = @\"\n§\n%\"@\n<# §\n%#>\n"),
];

#[test]
fn what_is_in_a_string_or_a_comment_is_no_definition_and_hides_none() {
    let mut wrong = String::new();
    for (file, text) in TEXTS {
        for long in ["x", &"x".repeat(300), &"x yz, ".repeat(2000)] {
            let text = made(file, text, long);
            let names = names(file, &text);
            let has = |word: &str| names.iter().any(|name| name.contains(word));
            if !has("real") || has("decoy") {
                wrong += &format!("{file}: {text:.999}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn strings_are_the_same_wherever_the_pieces_are_cut() {
    let outline = |file: &str, pieces: &[&str]| {
        let mut outliner = Outliner::with_constants(file, 100);
        pieces.iter().for_each(|piece| outliner.push(piece));
        outliner.finish()
    };
    for (file, text) in TEXTS {
        let text = made(file, text, &"x".repeat(300));
        let whole = outline(file, &[&text]);
        for cut in (1..text.len()).step_by(7) {
            let (before, after) = text.split_at(cut);
            assert_eq!(outline(file, &[before, after]), whole, "{file} {cut}: {text}");
        }
    }
}

#[test]
fn a_string_that_begins_in_a_line_without_bounds_is_not_known() {
    let text = format!("var x = `{}\n`\nfunc real() {{\n}}\n", "x".repeat(3 << 20));
    for pieces in [vec![&text[..]], vec![&text[..1 << 20], &text[1 << 20..]]] {
        let mut outliner = Outliner::new("a.go", 100);
        pieces.iter().for_each(|piece| outliner.push(piece));
        assert!(outliner.finish().entries.is_empty());
    }
    let closed = format!("var x = `\n{}`\nfunc real() {{\n}}\n", "x".repeat(3 << 20));
    assert_eq!(names("a.go", &closed).last().map(|name| &name[..]), Some("real"));
}

#[test]
fn a_line_in_a_string_is_in_the_block_of_the_string() {
    for (file, text, line, expected) in [
        ("a.go", "func f() {\n\tx(`\n  a:\nb {\n`)\n\ty()\n}\n", 4, (1, 7)),
        ("a.go", "func f() {\n\tx(`\n  a:\nb {\n`)\n\ty()\n}\n", 6, (1, 7)),
        ("a.go", "var x = `\na\n\nb`\n\nvar y = 1\n", 4, (1, 4)),
        ("a.py", "def f():\n    \"\"\"A.\n\n    B:\n        c\n    \"\"\"\n    x\n", 5, (1, 7)),
        ("a.py", "def f():\n    x = \"\"\"\n        c\n    \"\"\"\n    x\n", 3, (2, 4)),
        ("a.py", "class A:\n    \"\"\"A.\n    B.\n    \"\"\"\n    x = 1\n", 3, (2, 4)),
        ("a.py", "\"\"\"A.\n\nB:\n    c\n\"\"\"\nimport x\n", 4, (1, 5)),
        ("a.js", "class A {\n  /** B.\n   * c */\n  d() {\n    e\n  }\n}\n", 3, (2, 6)),
        ("a.yaml", "a:\n  run: |\n    x {\n      y\n    }\n", 4, (3, 5)),
    ] {
        let found = find_in(file, &[text], line, 0, Siblings::Excluded).unwrap();
        assert_eq!((found.first.get(), found.last.get()), expected, "{file} {line}: {text}");
    }
}
