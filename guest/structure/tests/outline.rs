//! Outlines of scripts, documents and data.

#![allow(clippy::indexing_slicing, reason = "tests")]

#[path = "support/outlines.rs"]
mod outlines;

use outlines::{check, check_indentation, outline};
use readroom_structure::{MAX_TEXT_CHARACTERS, Outliner};

#[test]
fn ruby_lua_shell_and_others() {
    check(
        "a.rb",
        "\
module A
  class B < C
    def self.d(e) = 1
    def ==(other)
      if other
        1
      end
    end

    class << self
      private def f; end
    end
  end
end
describe A do
  it \"does\" do
  end
end
",
        "\
1-14 module A
2-13   class B < C
3-3     def self.d(e) = 1
4-8     def ==(other)
10-12     class << self
11-11       private def f; end
15-18 describe A do
16-17   it \"does\" do
",
    );
    check(
        "a.lua",
        "local function a()\nend\nfunction M.b:c(d)\n  return 1\nend\n",
        "1-2 local function a()\n3-5 function M.b:c(d)\n",
    );
    check(
        "a.sh",
        "#!/bin/sh\na() {\n  rm dir/*\n}\nfunction b {\n  c\n}\nd ()\n{\n  e\n}\n\
         if f (1); then\n  g\nfi\n",
        "2-4 a() {\n5-7 function b {\n8-11 d ()\n",
    );
    check(
        "a.ex",
        "defmodule A do\n  def b(c) do\n    d\n  end\nend\n",
        "1-5 defmodule A do\n2-4   def b(c) do\n",
    );
    check("a.pl", "package A;\nsub b {\n  1;\n}\n", "1-1 package A;\n2-4 sub b {\n");
    check("a.el", "(defun a ()\n  b)\n", "1-2 (defun a ()\n");
    check(
        "a.proto",
        "message A {\n  int32 b = 1;\n}\nservice C {\n  rpc D(E) returns (F);\n}\n",
        "1-3 message A {\n4-6 service C {\n5-5   rpc D(E) returns (F);\n",
    );
    check(
        "a.wit",
        "interface a {\n  record b {\n    c: u32,\n  }\n}\n",
        "1-5 interface a {\n2-4   record b {\n",
    );
}

#[test]
fn sql() {
    check(
        "a.sql",
        "\
-- CREATE TABLE not (
create table if not exists a (
    b int
);
INSERT INTO a VALUES (1);
CREATE OR REPLACE FUNCTION f(a int)
RETURNS int
LANGUAGE plpgsql AS $$
BEGIN
  CREATE TABLE inner_one (x int);
  RETURN 1;
END;
$$;
CREATE UNIQUE INDEX i ON a (b);
CREATE TRIGGER t BEFORE INSERT ON a
FOR EACH ROW EXECUTE FUNCTION f();
SELECT 1;
",
        "\
2-4 create table if not exists a (
6-13 CREATE OR REPLACE FUNCTION f(a int)
14-14 CREATE UNIQUE INDEX i ON a (b);
15-16 CREATE TRIGGER t BEFORE INSERT ON a
",
    );
}

#[test]
fn documents_have_headings() {
    check(
        "a.rst",
        "\
=====
Guide
=====

Text
====
not indented: `====` is as long as the line before it.

Install
-------

.. code::

   Not
   ---

 Sub
~~~~

Use
---
text

+---+
| a |
+---+
",
        "2-26 Guide\n5-26   Text\n9-18     Install\n20-26     Use\n",
    );
    check(
        "a.adoc",
        "= Title\n:toc:\n\n== One\ntext\n\n----\n== code\n----\n\n=== Sub\na\n\n== Two\n=> no\n",
        "1-15 = Title\n4-12   == One\n11-12     === Sub\n14-15   == Two\n",
    );
    check(
        "a.org",
        "#+TITLE: x\n* One\n** TODO Sub\n - *bold*\n#+BEGIN_SRC c\n* no\n#+END_SRC\n * no\n* Two\n",
        "2-8 * One\n3-8   ** TODO Sub\n9-9 * Two\n",
    );
    check(
        "a.tex",
        "\\documentclass{article}\n\\begin{document}\n\\section{One}\ntext\n\\subsection*{Sub}\n\
         \\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n% \\section{no}\n\\section[s]{Two}\n\
         \\sectionmark\n\\end{document}\n",
        "3-9 \\section{One}\n5-9   \\subsection*{Sub}\n10-12 \\section[s]{Two}\n",
    );
    check(
        "a.html",
        "<html>\n<head></head>\n<body>\n  <h1>One</h1>\n  <p>a</p>\n  \
         <section><H2 id=\"x\">Sub</H2>\n<!--\n<h2>no</h2>\n-->\n  </section>\n  \
         <h1>Two</h1>\n  <hr>\n  <header>\n</body>\n",
        "4-10 <h1>One</h1>\n6-10   <section><H2 id=\"x\">Sub</H2>\n11-14 <h1>Two</h1>\n",
    );
}

#[test]
fn functions_of_powershell_and_types_of_zig_are_declared() {
    check(
        "a.ps1",
        "function Get-Item2 {\n    param($x)\n}\n\nFunction Set-It($y)\n{\n    $y\n}\n",
        "1-3 function Get-Item2 {\n5-8 Function Set-It($y)\n",
    );
    check(
        "a.zig",
        "const std = @import(\"std\");\nconst S = struct {\n    x: u8,\n    \
         pub fn f(self: S) void {}\n};\npub const E = enum(u8) { a };\nconst n = 5;\n\
         const P = packed struct {\n    y: u8,\n};\n",
        "2-5 const S = struct {\n4-4   pub fn f(self: S) void {}\n\
         6-6 pub const E = enum(u8) { a };\n8-10 const P = packed struct {\n",
    );
}

#[test]
fn markdown() {
    check(
        "README.md",
        "\
---
title: x
---
# One

text
# Not code: it follows text

```sh
# no heading
```

Two
===

Three
---

- item
---

#### Deep
    # code
#hashtag

~~~~
~~~
# still code
~~~~
",
        "\
4-6 # One
7-11 # Not code: it follows text
13-29 Two
16-29   Three
22-29     #### Deep
",
    );
}

#[test]
fn sections_and_targets() {
    check(
        "Cargo.toml",
        "# [not]\na = [\n  [1],\n]\n\n[package] # so\nname = \"x\"\n\n# What comes.\n[[bin]]\n\
         [a.'b']\nc = 1\n",
        "6-7 [package] # so\n10-10 [[bin]]\n11-12 [a.'b']\n",
    );
    check(
        "Makefile",
        "A := b\nC ?= d:e\n.PHONY: all\nall: a b\n\tgcc $< \\\n\t  -o $@\n\nifeq (a,b)\nendif\n\
         $(OBJ): %.o : %.c\n\tcc\n",
        "3-3 .PHONY: all\n4-6 all: a b\n10-11 $(OBJ): %.o : %.c\n",
    );
}

#[test]
fn without_declarations_indentation_decides() {
    check_indentation(
        "a.yml",
        "# class Not:\njobs:\n  test:\n    steps:\n    - run: a\n      with: b\n    - run: c\n\
         on: push\n",
        "2-7 jobs:\n3-7   test:\n4-7     steps:\n5-6       - run: a\n",
    );
    check_indentation(
        "a.json",
        "{\n  \"a\": {\n    \"b\": [\n      {\n        \"c\": 1\n      }\n    ]\n  },\n  \
         \"d\": 1\n}\n",
        "2-8 \"a\": {\n3-7   \"b\": [\n",
    );
    check_indentation("a.log", "one\ntwo\n  at a\n  at b\nthree\n", "2-4 two\n");
    check_indentation("", "a\nb\n", "");
    check_indentation("a.rs", "", "");
}

#[test]
fn prose_declares_nothing() {
    let text = "class of people,\n  and more\ntype the following\nimport it\n\
                function follows form\nsub and super\nobject to it\n";
    check_indentation("a", text, "1-2 class of people,\n");
}

#[test]
fn texts_are_clipped_to_whole_characters() {
    let text = format!("fn {}() {{}}\nfn {}() {{}}\n", "x".repeat(1000), "é".repeat(1000));
    let outline = outline("a.rs", &text);
    assert_eq!(outline.entries[0].text.chars().count(), MAX_TEXT_CHARACTERS);
    assert!(outline.entries[1].text.len() <= 256);
    assert!(outline.entries[1].text.ends_with("é…"));
}

#[test]
fn when_entries_are_too_many_the_deepest_go_first_and_then_the_last() {
    let mut text = String::new();
    for class in 0..4 {
        text += &format!(
            "class C{class}:\n  def one(self):\n    def inner(): pass\n  def two(self): pass\n"
        );
    }
    for (max, kept, omitted, deepest) in [
        (16, 16, 0, None),
        (15, 12, 4, Some(1)),
        (12, 12, 4, Some(1)),
        (11, 4, 12, Some(0)),
        (4, 4, 12, Some(0)),
        (3, 3, 13, Some(0)),
        (0, 0, 16, None),
    ] {
        let mut outliner = Outliner::new("a.py", max);
        outliner.push(&text);
        let outline = outliner.finish();
        assert_eq!(
            (outline.entries.len(), outline.omitted, outline.deepest),
            (kept, omitted, deepest),
            "{max}"
        );
        for (entry, class) in outline.entries.iter().filter(|entry| entry.depth == 0).zip(0u64..) {
            assert_eq!((entry.line.get(), entry.last.get()), (class * 4 + 1, class * 4 + 4));
        }
    }
}
