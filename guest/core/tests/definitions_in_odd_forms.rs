//! Definitions in text that is formatted in an unusual way, and what only looks like one.

use readroom_core::structure::definitions;

/// Compares the definitions with `first-last name`, separated by commas.
#[track_caller]
fn check(file: &str, text: &str, expected: &str) {
    let found: Vec<_> = definitions(file, text)
        .iter()
        .map(|found| format!("{}-{} {}", found.entry.line, found.entry.last, found.name()))
        .collect();
    assert_eq!(found.join(", "), expected, "{file}");
}

#[test]
fn attributes_may_be_in_the_line_of_what_they_belong_to() {
    check(
        "a.rs",
        "#[test] fn one() {\n    x();\n}\n#[derive(Debug)] pub struct S;\nimpl S {\n    \
         #[inline] #[must_use] fn m(&self) {}\n}\n#[macro_export] macro_rules! mac {\n}\n",
        "1-3 one, 4-4 S, 5-7 S, 6-6 m, 8-9 mac",
    );
    check(
        "a.ts",
        "class A {\n  @Input() name: string;\n  @Input({ required: true }) req!: string\n  \
         @action doIt() { }\n  @Get(':id') async find(@Param('id') id: string): Promise<X> {\n    \
         x();\n  }\n}\n@Component({ selector: 'x' }) class Cmp { }\n",
        "1-8 A, 2-2 name, 3-3 req, 4-4 doIt, 5-7 find, 9-9 Cmp",
    );
    check(
        "A.cs",
        "[Serializable] public class A {\n    \
         [HttpGet(\"{id}\")] public async Task<X> Get(int i) {\n    \
         }\n    [JsonProperty(\"x\")] public string X { get; set; }\n}\n",
        "1-5 A, 2-3 Get, 4-4 X",
    );
    check(
        "a.php",
        "#[Attr] class A {\n    #[Route('/x')] public function x() {\n    }\n}\n",
        "1-4 A, 2-3 x",
    );
    check(
        "a.kt",
        "class A {\n    @Inject lateinit var x: Foo\n}\n\
         @VM class B @Inject constructor(a: Int) {\n}\n",
        "1-3 A, 2-2 x, 4-5 B",
    );
    check(
        "a.cc",
        "extern \"C\" int one() { return 1; }\nextern \"C\" void two(int a)\n{\n}\n\
         extern \"C\" {\nint three() {}\n}\n",
        "1-1 one, 2-4 two, 6-6 three",
    );
}

#[test]
fn names_have_the_forms_of_their_languages() {
    check(
        "a.sh",
        "with-dash() {\n  x\n}\nfoo-bar ()\n{\n  y\n}\nfunction f-g {\n  z\n}\n",
        "1-3 with-dash, 4-7 foo-bar, 8-10 f-g",
    );
    check(
        "a.js",
        "const o = {\n  'quoted-name': function () {\n    x();\n  },\n  arrow: (a) => {\n    \
         y();\n  \
         },\n  key: 1,\n};\nexport default class extends Base {\n}\n",
        "1-9 o, 2-4 quoted-name, 5-7 arrow, 10-11 default",
    );
    check("a.swift", "class A {\n    init?(b: Int) {\n        x()\n    }\n}\n", "1-5 A, 2-4 init");
    check(
        "a.c",
        "static char *\nold(a, b)\n    int a;\n    char *b;\n{\n    return b;\n}\n",
        "2-7 old",
    );
    check(
        "a.hs",
        "data A = B\nnewtype N = N Int\nclass C a where\n  m :: a\n",
        "1-1 A, 2-2 N, 3-4 C, 4-4 m",
    );
    check("a.ml", "let add x y =\n  x + y\n", "1-2 add");
}

#[test]
fn values_of_an_enumeration_may_be_in_its_line() {
    check(
        "A.java",
        "enum A { X, Y(1, 2), Z { int m() {} }; int f; }\n",
        "1-1 A, 1-1 X, 1-1 Y, 1-1 Z",
    );
    check("a.rs", "enum A { X, Y(u8, B), Z { b: u8, c: u8 } }\n", "1-1 A, 1-1 X, 1-1 Y, 1-1 Z");
    check("a.ts", "enum A { X = 1 << 2, Y = 'b,c' }\n", "1-1 A, 1-1 X, 1-1 Y");
}

#[test]
fn strings_and_comments_of_several_lines_define_nothing() {
    let after = "sub after { }\n";
    check(
        "a.pm",
        &["=head1 X\n\n  sub no {\n  }\n\n=cut\n", after, "__END__\nsub no { }\n"].concat(),
        "7-7 after",
    );
    check(
        "a.rb",
        "=begin\ndef no\nend\n=end\nx = f(<<~A, <<~B)\n  def no\nA\n  def no\nB\ndef yes\nend\n\
         __END__\ndef no\nend\n",
        "10-11 yes",
    );
    check(
        "a.php",
        "<?php\n$s = <<<js\nfunction no() {\n}\njs;\n$t = \"\nfunction no() {\n}\n\";\n\
         function yes() {}\n",
        "2-5 s, 6-9 t, 10-10 yes",
    );
    check(
        "a.rs",
        "const S: &str = r##\"\nfn no() {}\n\"# }\n\"##;\nconst T: &str = \"\nfn no() {}\n\";\n\
         fn yes() {}\n",
        "1-4 S, 5-7 T, 8-8 yes",
    );
    check("a.cc", "auto s = R\"x(\nvoid no() {\n}\n)x\";\nvoid yes() {}\n", "1-4 s, 5-5 yes");
    check(
        "a.sql",
        "create function f() as $body$\ncreate table no (a int);\n$body$;\n\
         create table yes (a int);\n",
        "1-3 f, 4-4 yes",
    );
    check(
        "a.lua",
        "local s = [==[\nfunction no()\nend\n]==]\n--[[\nfunction no()\nend\n]]\n\
         function yes() end\n",
        "1-4 s, 9-9 yes",
    );
    check("a.ex", "@doc \"\"\"\n    def no(x) do\n\"\"\"\ndef yes(x) do\nend\n", "4-5 yes");
    check(
        "a.ps1",
        "<#\nfunction No {\n#>\n$s = @\"\nfunction No {\n\"@\nfunction Yes {\n}\n",
        "7-8 Yes",
    );
    check("a.ml", "(*\nlet no = 1\n*)\nlet yes = 1\n", "4-4 yes");
    check("a.toml", "a = \"\"\"\n[no]\n\"\"\"\n[yes]\n", "1-3 a, 4-4 yes");
    check("a.sh", "usage() {\n  echo \"\nno() {\n}\n\"\n}\nyes() { x; }\n", "1-6 usage, 7-7 yes");
    check("Makefile", "define yes\nno: x\nendef\n", "1-3 yes");
    check("a.md", "<!--\n# No\n-->\n# Yes\n", "4-4 Yes");
    check(
        "a.yaml",
        "a: >-\n  no: x\nb:\n- run: |\n    no: y\n  with: z\n- |\n  no: z\nc: !!str |2 # x\n  \
         no: x\n",
        "1-2 a, 3-8 b, 6-6 with, 9-10 c",
    );
}
