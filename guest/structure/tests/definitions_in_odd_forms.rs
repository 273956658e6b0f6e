//! Definitions in text that is formatted in an unusual way, and what only looks like one.

use readroom_structure::definitions;

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
    check("a.ml", "let rec odd n = f n\n\nand even n =\n  f n\n", "1-1 odd, 3-4 even");
    check("a.ml", "type t = A of u\nand u =\n  { x : int }\n", "1-1 t, 2-3 u");
    check("a.lua", "local x = a\n  and b == c\nif a\nand b then\nend\n", "1-2 x");
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
fn each_case_of_an_enumeration_is_a_value() {
    let swift = "enum A {\n  case b, c\n  case d(e: Int)\n  func f() {\n    switch self {\n\
        \x20   case .b: g()\n    case .d(let e):\n      g()\n    }\n  }\n}\n";
    check("a.swift", swift, "1-11 A, 2-2 b, 2-2 c, 3-3 d, 4-10 f");
    let php = "enum A: string\n{\n  case B = 'b:c';\n  case C = 'c';\n  const D = 1;\n}\n";
    check("a.php", php, "1-6 A, 3-3 B, 4-4 C, 5-5 D");
    let scala = "enum A {\n  case B(c: Int)\n  case C\n  def f(x: A) = x match {\n\
        \x20   case B(c) => c\n    case C => 0\n  }\n}\n";
    check("a.scala", scala, "1-8 A, 2-2 B, 3-3 C, 4-7 f");
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

#[test]
fn blocks_of_terraform_have_their_labels_as_names() {
    check(
        "main.tf",
        "# variable \"no\" {\nvariable \"enable\" {\n  default = true\n  validation {\n  }\n}\n\
         resource \"aws_vpc\" \"this\" {\n  dynamic \"x\" {\n  }\n  user_data = <<-EOT\n\
         variable \"n\" {\n  \
         EOT\n}\nmodule \"net\" { }\nlocals {\n  name = \"a\"\n  tags = {\n    Env = 1\n  }\n}\n\
         /*\ndata \"no\" \"n\" {\n*/\nterraform {\n}\n",
        "2-6 enable, 7-13 this, 7-13 aws_vpc, 14-14 net, 15-20 locals, 16-16 name, 17-19 tags, \
         24-25 terraform",
    );
    check("x.auto.tfvars", "region = \"a\"\nzones = [\n  1,\n]\n", "1-1 region, 2-4 zones");
    check(
        "job.nomad",
        "job \"docs\" {\n  group \"web\" {\n    update {\n    }\n  }\n}\n",
        "1-6 docs, 2-5 web",
    );
}

#[test]
fn a_condition_may_be_in_a_header() {
    check(
        "A.cs",
        "public sealed class A : B\n#if X\n    , C\n#endif\n{\n    readonly int f;\n\n    \
         public void M()\n    {\n    }\n\n#if X\n        public int N()\n        {\n        }\n\
         #endif\n\n    void O()\n    {\n    }\n}\n",
        "1-21 A, 6-6 f, 8-10 M, 13-15 N, 18-20 O",
    );
    check(
        "A.cs",
        "class A\n{\n#if X\n    public void P(int a)\n#else\n    public void P(long a)\n#endif\n\
         \x20   {\n        x();\n    }\n}\n",
        "1-11 A, 4-4 P, 6-10 P",
    );
    // Nor does a comment among the parameters end it.
    check(
        "A.cs",
        "class A\n{\n    public B Sink(\n        C c,\n        // No d.\n        D d = null)\n\
         \x20   {\n    }\n}\n",
        "1-9 A, 3-8 Sink",
    );
    check("a.c", "int f(int a)\n#ifdef X\n  /* b */\n#endif\n{\n  return 1;\n}\n", "1-7 f");
}

#[test]
fn a_body_may_begin_at_the_margin() {
    check(
        "a.c",
        "int f(int a) {\n#if X\n#pragma a\n  return a;\n#endif\n}\nint g(int a) {\n/*\n * B\n \
         */\n#if Y\n  \
         return a;\n#endif\n}\nvoid h(void) {\n// b\n  x();\n}\n",
        "1-6 f, 7-14 g, 15-18 h",
    );
    check(
        "a.h",
        "typedef enum {\n#define XX(a) U_ ## a,\n  MAP(XX)\n#undef XX\n  U_MAX = 1\n} u_t;\n",
        "1-6 u_t, 2-2 XX, 5-5 U_MAX",
    );
    // The body of these is not deeper.
    check("a.h", "extern \"C\" {\n#define A 1\n/* b */\nint f(void);\nint g;\n}\n", "2-2 A, 5-5 g");
    check("a.rs", "impl X {\n#[inline]\npub fn f() {\n}\n}\n", "1-1 X, 3-4 f");
}

#[test]
fn a_bracket_in_quotes_and_a_label_end_no_body() {
    check(
        "a.c",
        "int f(char* s) {\n  s = strrchr(s, ')');\n  if (s)\n    goto err;\n\nerr:\n  return 1;\n\
         }\n\
         int g() {\n  x('(');\n  y(')');\nout:\n  return 1;\n}\n",
        "1-8 f, 9-14 g",
    );
    check(
        "a.rb",
        "def a\n  b\nrescue => e\n  c\nensure\n  d\nend\ndef f\n  g\nrescue A, B =>e\n  h\nend\n",
        "1-7 a, 8-12 f",
    );
    check(
        "a.php",
        "class A {\n    function f() {\n        x(<<< EOT\nno { (\nEOT\n        );\n    }\n    \
         function g() {\n        return <<< 'X'\nclass N {\nX;\n    }\n}\n",
        "1-13 A, 2-7 f, 8-12 g",
    );
}

#[test]
fn a_blank_line_ends_a_macro_and_a_deeper_line_after_it_is_not_in_a_closed_block() {
    check(
        "a.h",
        "#define A \\\n  int a; \\\n  int b; \\\n\n#define B /* no */\n\n#define C 1\n",
        "1-3 A, 5-5 B, 7-7 C",
    );
    check(
        "a.js",
        "class A {\n  b() {\n  }\n}\n\n  var c = 1\n  if (c) {\n  }\nfunction d() {\n}\n",
        "1-4 A, 2-3 b, 6-6 c, 9-10 d",
    );
    check("a.js", "function a() {\n}\n  .b()\n\nfunction c() {\n}\n", "1-3 a, 5-6 c");
}

#[test]
fn elixir_has_delegates_types_callbacks_and_implementations() {
    check(
        "a.ex",
        "defmodule A do\n  @doc \"x\"\n  @type t :: %{\n          a: 1\n        }\n  \
         @opaque o(x) :: x\n  \
         @callback run(term) ::\n              :ok\n  @spec f(t) :: t\n  \
         defdelegate f(x), to: B\n  \
         defguardp is_x(x) when x == 1\n  defguard is_y(x) when x == 2\n  @type_of 1\nend\n\
         defimpl P.Q, for: Integer do\n  def to_p(x), do: x\nend\n\
         defimpl P.Q, for: [Map, Any] do\nend\n",
        "1-14 A, 3-5 t, 6-6 o, 7-8 run, 10-10 f, 11-11 is_x, 12-12 is_y, 15-17 P.Q, 16-16 to_p, \
         18-19 P.Q",
    );
    check("a.py", "class A:\n    @callback\n    def f(self):\n        pass\n", "1-4 A, 3-4 f");
}

#[test]
fn properties_may_be_among_the_parameters_of_a_class() {
    check(
        "a.kt",
        "class P(val x: Int, private var y: Map<A, B> = m(1, 2), z: Int) : Q(z) {\n}\n\
         data class R(\n  @JvmField val a: Int,\n  val b: Int,\n)\nfun f(val c: Int) {\n}\n",
        "1-2 P, 1-2 x, 1-2 y, 3-6 R, 4-4 a, 5-5 b, 7-8 f",
    );
}

#[test]
fn the_size_of_an_array_is_not_its_name() {
    check(
        "a.c",
        "static tcp_t in[SIZE(out)];\nchar b[sizeof(c)] = { 1 };\nint d[MAX(1, 2)][N(3)];\n",
        "1-1 in, 2-2 b, 3-3 d",
    );
}

#[test]
fn words_of_less_common_languages_define() {
    for (file, text, expected) in [
        (
            "a.graphql",
            "input A { b: Int }\nunion B = C | D\nscalar E\ndirective @f on FIELD\n\
             fragment G on H {\n  i\n}\nquery J { k }\n",
            "1-1 A, 2-2 B, 3-3 E, 4-4 f, 5-7 G, 8-8 J",
        ),
        (
            "a.sol",
            "contract A {\n    event B(address a);\n    error C();\n    \
             modifier d() {\n        _;\n    }\n}\n",
            "1-7 A, 2-2 B, 3-3 C, 4-6 d",
        ),
        ("a.rs", "fn f() {\n    input = g();\n    error = 1;\n    query(b);\n}\n", "1-5 f"),
        (
            "a.nim",
            "type\n  A* = ref object of B\n    c: int\ntemplate d*(e: untyped) =\n  e\n\
             method f(a: A) =\n  discard\n",
            "2-3 A, 4-5 d, 6-7 f",
        ),
        (
            "a.pas",
            "type\n  TA = class(TObject)\n    function B: string;\n    constructor C;\n  end;\n",
            "2-5 TA, 3-3 B, 4-4 C",
        ),
        (
            "a.f90",
            "module a\n  implicit none\ncontains\n  pure function b(c) result(d)\n    d = c\n  \
             end function\nend module\nprogram e\nend program\n",
            "1-7 a, 4-6 b, 8-9 e",
        ),
        (
            "a.hs",
            "class C' b where\n  d :: b\n\ninstance (A e) => C' (F e) where\n  d = 1\n",
            "1-2 C, 2-2 d, 4-5 F",
        ),
        (
            "a.hs",
            "a' :: T -> T\na' 0 = 1\na' b\n  | b > 1 = 2\n\nab = 3\n\nc :: T\nc = 4\n",
            "1-4 a, 8-9 c",
        ),
        (
            "a.hs",
            "class (A b, C b)\n      => D b where\n  e :: b\n\ndata F\n  = G\n  | H\n\n\
             instance (A b)\n  => D (I b) where\n  e = 1\n",
            "1-3 D, 3-3 e, 5-7 F, 9-11 I",
        ),
        (
            "a.erl",
            "start() ->\n    case a() of\n        b -> c\n    end.\nd(0) -> 1;\n\
             d(N) when N > 1 ->\n    2.\n",
            "1-4 start, 5-5 d, 6-7 d",
        ),
        (
            "a.fs",
            "type A() =\n    member this.B = 1\n    static member C(d) =\n        d\n",
            "1-4 A, 2-2 B, 3-4 C",
        ),
        ("a.elm", "a : Int -> Int\na b =\n    b\n\nc = 1\n", "1-3 a"),
        ("a.jl", "mutable struct A\n    b::Int\nend\n", "1-3 A"),
        ("a.pl", "package A::B;\nsub c {\n}\n", "1-1 B, 2-3 c"),
        ("a.el", "(cl-defun a (b)\n  c)\n", "1-2 a"),
        ("a.rb", "template << \"a\"\ncase method do\nend\ntask :a do\nend\n", "4-5 a"),
    ] {
        check(file, text, expected);
    }
}

#[test]
fn strings_over_several_lines_end_nothing() {
    let rust = "impl A {\n    fn a() -> &str {\n        \"one\nfn no() {}\n}\n\"\n    }\n    \
        fn b(c: char) -> u8 {\n        c == '\"' || c == '\\'' || \"\\\\\" == r\"\\\"\n    }\n    \
        // It's \"\n    fn d<'a>(e: &'a str) {}\n}\n";
    check("a.rs", rust, "1-13 A, 2-7 a, 8-10 b, 12-12 d");
    check("a.el", "(defun a ()\n  \"One.\nTwo.\"\n  b)\n", "1-4 a");
    // The comment does not begin another.
    check("a.cc", "void a() {\n  //* b\n  c();\n}\nvoid d() {\n}  /* e */\n", "1-4 a, 5-6 d");
}

#[test]
fn conditions_are_in_a_constructor_or_a_rule() {
    let constructor = "A::A(int b,\n     int c)\n    : b_(b),\n#ifdef X\n      c_(c),\n#endif\n\
        \x20     d_(f(b,\n           c)) {\n#ifdef X\n  g();\n#endif\n  h();\n}\nint i() {\n}\n";
    check("a.cc", constructor, "1-13 A, 14-15 i");
    let rule = "a: b\n\tc\nifeq ($(X),1)\n\td\nelse\n\te\nendif\n\tf\ng: h\n\ti\nendif\n";
    check("Makefile", rule, "1-8 a, 9-10 g");
}

#[test]
fn generators_and_types_in_brackets_are_definitions() {
    check(
        "a.ts",
        "export async function* one<T>(\n  a: T,\n) {\n}\nfunction *two() {\n}\n\
         function*three() {\n}\n\
         export default async function* four() {\n}\nconst five = async function* () {\n};\n\
         class A {\n  async *six() {\n  }\n  *seven(): X {\n  }\n}\n",
        "1-4 one, 5-6 two, 7-8 three, 9-10 four, 11-12 five, 13-18 A, 14-15 six, 16-17 seven",
    );
    check(
        "a.swift",
        "extension [Header] {\n    func one() {\n    }\n}\n\
         extension [String: [Int]] where X == Y {\n}\npublic extension [A]: B\n{\n}\n",
        "1-4 Header, 2-3 one, 5-6 String, 7-9 A",
    );
}

#[test]
fn a_value_may_have_several_names() {
    check(
        "a.py",
        "class A(dict):\n    def ignore(self):\n        pass\n\n    \
         __x__ = update = setdefault = ignore\n\
         a = b = f(\n    c=1,\n)\nd, e = g = 1, 2\nh = i == j\nk: int = 1\n",
        "1-5 A, 2-3 ignore, 5-5 __x__, 5-5 update, 5-5 setdefault, 6-8 a, 6-8 b, 9-9 d, 9-9 e, \
         9-9 g, 10-10 h, 11-11 k",
    );
    check("a.rb", "A = B = 1\nC = x =~ /a/\n", "1-1 A, 1-1 B, 2-2 C");
    check(
        "a.js",
        "exports.one = exports.two = function () {\n};\nA.prototype.x = x = async (a) => {\n};\n",
        "1-2 one, 1-2 two, 3-4 x, 3-4 x",
    );
}

#[test]
fn objects_of_javascript_have_functions_of_any_name() {
    check(
        "a.ts",
        "export const A: B = {\n  select(editor, x) {\n    x();\n  },\n  delete(x) {\n  },\n  \
         isVoid: () => false,\n  to: <T extends boolean>(\n    x: T\n  ) => {\n    y();\n  },\n  \
         message: (\n    <b>x</b>\n  ),\n}\ninterface I {\n  on: (x: T) => void;\n}\n\
         select(x, () => {\n});\nimport('x').then(() => {\n});\n",
        "1-16 A, 2-4 select, 5-6 delete, 7-7 isVoid, 8-12 to, 17-19 I, 18-18 on",
    );
    check("a.go", "func f() {\n\tselect {\n\tcase x := <-c:\n\t}\n}\n", "1-5 f");
}
