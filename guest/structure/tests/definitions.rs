//! Definitions in files of many languages, with their names.

use readroom_structure::{definitions, is_comment};

/// Compares the definitions with lines of `first-last name`, with two spaces per level, and a minus
/// before what is not public.
#[track_caller]
fn check(file: &str, text: &str, expected: &str) {
    let mut drawn = String::new();
    for definition in definitions(file, text) {
        let entry = &definition.entry;
        let indentation = "  ".repeat(entry.depth as usize);
        let sign = if definition.is_public { "" } else { "-" };
        drawn +=
            &format!("{}-{} {indentation}{sign}{}\n", entry.line, entry.last, definition.name());
    }
    assert_eq!(drawn, expected, "{file}");
}

#[test]
fn rust() {
    check(
        "a.rs",
        "\
use a::B;
pub const MAX: usize = 1;
static mut STATE: [u8; 2] = [
    1, 2,
];
pub(crate) type Short<T> = Long<T>;
macro_rules! many {
    () => { const X: u8 = 1; };
}
thread_local! {
    static LOCAL: u8 = 1;
}
mod elsewhere;
pub enum Kind {
    One,
    Two(u8),
    Three { a: u8 },
}
impl<T: Into<u8>> Tree<T> for Walk<'_, T> {
    const ID: u8 = 1;
    type Item = T;
    fn next(&mut self) {
        let x = 1;
        const LOCAL: u8 = 1;
    }
}
impl Walk {
    pub fn r#do(&self) {}
    fn hidden() {}
}
const _: () = ();
pub trait Reads {
    type Output;
    fn read(&self);
}
",
        "\
2-2 MAX
3-5 -STATE
6-6 Short
7-9 -many
11-11 -LOCAL
14-18 Kind
15-15   One
16-16   Two
17-17   Three
19-26 Walk
20-20   ID
21-21   Item
22-25   next
27-30 Walk
28-28   do
29-29   -hidden
32-35 Reads
33-33   Output
34-34   read
",
    );
}

#[test]
fn python() {
    check(
        "a.py",
        "\
import a
__all__ = ['A']
X, y = 1, 2
z: int = f(
    a=1,
)
if a:
    CONDITIONAL = 1
else:
    CONDITIONAL = 2
x.y = 1
x[0] = 1
X += 1
X == 1
class A(
    Base,
    metaclass=M
):
    field: int
    value = 1

    def __init__(self, a=1):
        self.x = 1
        local = 2

    async def _hidden(self): pass
Pair = NamedTuple('Pair', [('a', int),
                           ('b', int)])
",
        "\
2-2 __all__
3-3 X
3-3 y
4-6 z
8-8 CONDITIONAL
10-10 CONDITIONAL
15-26 A
19-19   field
20-20   value
22-24   __init__
26-26   -_hidden
27-28 Pair
",
    );
}

#[test]
fn go() {
    check(
        "a.go",
        "\
package a
import \"b\"
var x, Y = 1, 2
const Max = 1
const (
\tA Kind = iota // one
\tB
\tc, d = 1, 2
)
type (
\tName string
\tShape interface {
\t\tArea() int
\t}
)
var table = map[string]int{
\t\"a\": 1,
}
type Walk[T any] struct {
\tname string
}
func (w *Walk[T]) Next(a int) {
\tvar local = 1
}
func Map[T any](t T) {
\tx := `
no
}
`
}
",
        "\
3-3 -x
3-3 Y
4-4 Max
6-6 A
7-7 B
8-8 -c
8-8 -d
11-11 Name
12-14 Shape
13-13   Area
16-18 -table
19-21 Walk
22-24 Next
25-30 Map
",
    );
}

#[test]
fn javascript_and_typescript() {
    check(
        "a.ts",
        "\
import { a } from 'a';
const fs = require('fs');
export const Max = 1, Min = 0;
const table = {
  'a': 1,
  method() {},
};
export { x } from 'y';
export const arrow = async <T,>(a: T) => a;
Thing.prototype.old = function () {};
export default defineConfig({});
export interface Shape {
  area: number;
  scale(by: number): Shape
  name?: string;
}
export type Name = string;
export type $Map<
  T
> = {
  $key?: T;
};
var one = 1,
    two = 2;
const template = `
function no() {
`;
export abstract class Thing<T> extends Base {
  static #count = 0;
  private readonly x?: number = 1;
  plain;
  constructor(private a: string) {
    const local = 1;
  }
  get size(): number { return 1; }
  abstract draw(a: string): void;
  static async *many<T>(a: T) {
  }
  [Symbol.iterator]() {
  }
}
enum Color {
  Red = 'red',
  Green,
}
describe('a title', () => {
  const local = 1;
  it(\"does\", () => {});
});
",
        "\
3-3 Max
4-7 -table
6-6   -method
9-9 arrow
10-10 -old
11-11 default
12-16 Shape
13-13   area
14-14   scale
15-15   name
17-17 Name
18-22 $Map
21-21   $key
23-24 -one
24-24   -two
25-27 -template
28-41 Thing
29-29   -count
30-30   -x
31-31   plain
32-34   constructor
35-35   size
36-36   draw
37-38   many
39-40   [Symbol.iterator]
42-45 -Color
43-43   -Red
44-44   -Green
46-49 -a title
48-48   -does
",
    );
}

#[test]
fn c_and_cpp() {
    check(
        "a.c",
        "\
#include <a.h>
#define MAX 1
#  define many(a) \\
    do { \\
    } while (0)
struct elsewhere;
typedef unsigned long word_t;
typedef int (*callback)(int, char);
typedef struct pair {
    int a;
} pair_t, *pair_ptr;
typedef enum
{
    RED, GREEN = 2,
    BLUE
} color;
extern int imported;
static const struct pair table[] = {
    {1, 2},
};
int a, *b[2], c = 1;
struct pair *top;
int prototype(int a);
static int *
foo(int a)
{
    int local = 1;
#define INNER 1
    return a;
}
static struct pair make(int a) {
}
EXPORT(int) bar(int a) {
}
enum shape { ROUND = 1, FLAT };
typedef unsigned v4 __attribute__((vector_size(16)));
late[] = {
};
/* static */ int after_comment(void) {
}
",
        "\
2-2 MAX
3-5 many
7-7 word_t
8-8 callback
9-11 pair
9-11 pair_t
9-11 pair_ptr
12-16 color
14-14   RED
14-14   GREEN
15-15   BLUE
18-20 -table
21-21 a
21-21 b
21-21 c
22-22 top
25-30 foo
28-28   INNER
31-32 -make
33-34 bar
35-35 shape
35-35 ROUND
35-35 FLAT
36-36 v4
37-38 late
39-40 after_comment
",
    );
    check(
        "a.cpp",
        "\
namespace a::b {
using Name = std::string;
constexpr int kMax = 3;
class EXPORT Thing final : public Base {
public:
    explicit Thing(int a) : Base(a) {
    }
    ~Thing() {}
    bool operator==(const Thing &other) const { return true; }
    void operator()(int a) {}
    int x_;
private:
    typedef int Inner;
    T& operator [] (int i) const { return a[i]; }
};
Thing::Thing(
    int a)
    : Base(a),
      b_(a) {
}
constexpr int braced{1};
auto text = R\"(
void no() {
)\";
template <> struct hash<Thing> {
};
void Walk::next(int a) {
}
}
",
        "\
1-1 b
2-2 Name
3-3 kMax
4-15 Thing
6-7   Thing
8-8   ~Thing
9-9   operator==
10-10   operator()
13-13   Inner
14-14   operator []
16-20 Thing
21-21 braced
22-24 text
25-26 hash
27-28 next
",
    );
}

#[test]
fn java_and_its_kin() {
    check(
        "A.java",
        "\
package a.b;
import c.D;
public class A<T extends B> extends C {
    private static final int MAX = call(1);
    public List<Map<String, T>> list;
    int[] a, b = {};
    @Foo(\"x\") public <R> List<R> many(Map<String, R> a) throws E {
        int local = 1;
    }
    public abstract void none(
        int a) throws E;
    /** Documented. */
    @Nullable private String note;
    @Nullable private String other;
    /* package */ void hidden() {
        Runnable r =
            new Runnable() {
            };
    }
    public enum Color {
        RED(1),
        GREEN(2) {
        };
        private final int x;
        Color(int x) {
            this.x = x;
        }
    }
}
",
        "\
3-29 A
4-4   -MAX
5-5   list
6-6   -a
6-6   -b
7-9   many
10-11   none
13-13   -note
14-14   -other
15-19   -hidden
20-28   Color
21-21     RED
22-23     GREEN
24-24     -x
25-27     Color
",
    );
    check(
        "a.cs",
        "namespace A.B\n{\n    public class C : D\n    {\n        \
         public int X { get; set; }\n        \
         private readonly int y = 1;\n        public int Sum() => 1;\n        int Z => 1;\n    \
         }\n}\n",
        "1-10 A.B\n3-9   C\n5-5     X\n6-6     -y\n7-7     Sum\n8-8     Z\n",
    );
    check(
        "a.kt",
        "class A(val a: Int) {\n    val b = 1\n    companion object {\n        \
         const val MAX = 1\n    }\n    \
         private var `a b`: Int by lazy { 1 }\n}\nfun <T> List<T>.does(a: T): Int = 1\n\
         typealias Name = String\nval String.size2: Int get() = 1\nfun `in a test`() {\n    \
         val local = 1\n}\n",
        "1-7 A\n1-7 a\n2-2   b\n3-5   \n4-4     MAX\n6-6   -a b\n8-8 does\n9-9 Name\n10-10 size2\n\
         11-13 in a test\n",
    );
    check(
        "a.swift",
        "extension A where B: C {\n    static let max = 1\n    func == (a: A) -> Bool {\n    }\n\
         }\n",
        "1-5 A\n2-2   max\n3-4   ==\n",
    );
    check(
        "a.php",
        "<?php\nconst X = 1;\ndefine('Y', 2);\nfinal class A {\n    public const int Z = 1;\n    \
         private ?Foo $x = null;\n    public static function b($c) {\n        $local = 1;\n    \
         }\n}\n",
        "2-2 X\n3-3 Y\n4-10 A\n5-5   Z\n6-6   -x\n7-9   b\n",
    );
}

#[test]
fn scripts() {
    check(
        "a.rb",
        "module A\n  MAX = 1\n  class B::C < D\n    def self.x(e) = 1\n    def ==(other)\n      \
         LOCAL == 1\n    end\n    def y=(v)\n    end\n    def z?\n    end\n    \
         class << self\n      \
         private def f; end\n    end\n  end\nend\ndescribe A do\n  it \"does\" do\n  end\nend\n",
        "1-16 A\n2-2   MAX\n3-15   C\n4-4     x\n5-7     ==\n8-9     y=\n10-11     z?\n12-14     \n\
         13-13       -f\n17-20 A\n18-19   does\n",
    );
    check(
        "a.sh",
        "X=1\nexport -x Y=2\nreadonly Z=3\na() {\n  local b=1\n}\nfunction c-d {\n  e\n}\n\
         alias f='g'\n",
        "1-1 X\n2-2 Y\n3-3 Z\n4-6 a\n7-9 c-d\n10-10 f\n",
    );
    check(
        "a.lua",
        "local x = 1\nlocal function a()\nend\nfunction M.b:c(d)\n  local y = 1\nend\n\
         M.e = function()\nend\n",
        "1-1 x\n2-3 a\n4-6 c\n7-8 e\n",
    );
    check(
        "a.ex",
        "defmodule A.B do\n  def c?(d) do\n  end\n  defp e(f), do: f\nend\n",
        "1-5 A.B\n2-3   c?\n4-4   -e\n",
    );
    check(
        "b.rb",
        "class A\n  attr_reader :b, :c\n  alias_method :d, :b\n  alias e? d\n  def <=>(f)\n    \
         x(<<~EOS)\nend\n    EOS\n  end\n  def g(\n    h\n  )\n    1\n  end\nend\n",
        "1-15 A\n2-2   b\n2-2   c\n3-3   d\n4-4   e?\n5-9   <=>\n10-14   g\n",
    );
    check("a.pl", "our $X = 1;\nsub a::b {\n  my $y = 1;\n}\n", "1-1 X\n2-4 b\n");
    check(
        "a.el",
        "(defun a-b (c)\n  d)\n(defvar e--f 1)\n(define (g x) x)\n(def ^:private h 1)\n",
        "1-2 a-b\n3-3 e--f\n4-4 g\n5-5 h\n",
    );
    check(
        "a.ps1",
        "function Get-It($x) {\n}\nfunction script:Set-It {\n}\n",
        "1-2 Get-It\n3-4 Set-It\n",
    );
    check("a.R", "x <- function(a) {\n  y <- function(b) b\n}\n", "1-3 x\n");
    check(
        "a.zig",
        "const std = @import(\"std\");\npub const S = struct {\n    const n = 5;\n};\n",
        "2-4 S\n3-3   -n\n",
    );
    check(
        "a.proto",
        "message A {\n  int32 b = 1;\n}\nenum C {\n  D = 0;\n}\nservice E {\n  \
         rpc F(G) returns (H);\n}\n",
        "1-3 A\n4-6 C\n5-5   D\n7-9 E\n8-8   F\n",
    );
}

#[test]
fn documents_and_data() {
    check(
        "a.md",
        "# One `two` #\ntext\n\nThree\n-----\n#### C#\n",
        "1-6 One `two`\n4-6   Three\n6-6     C#\n",
    );
    check("a.rst", "Guide\n=====\n", "1-2 Guide\n");
    check("a.adoc", "== One ==\n", "1-1 One\n");
    check("a.org", "** One\n", "1-1 One\n");
    check("a.tex", "\\section[s]{Two}\n", "1-1 Two\n");
    check("a.html", "<h2 id=\"x\"><a href=\"#\">Two</a></h2>\n", "1-1 Two\n");
    check(
        "a.sql",
        "CREATE TABLE IF NOT EXISTS a.\"x\" (\n  b int\n);\ncreate or replace function f(a int)\n\
         as $$\n$$;\nCREATE UNIQUE INDEX i ON a (b);\n",
        "1-3 x\n4-6 f\n7-7 i\n",
    );
    check(
        "Makefile",
        "A := b\nexport C ?= d:e\nA += f\n.PHONY: all\nall other: a b\n\tgcc\ndefine d\nendef\n",
        "1-1 A\n2-2 C\n4-4 \n5-6 all\n5-6 other\n7-8 d\n",
    );
    check(
        "a.toml",
        "a = [\n  1,\n]\n# comment\n[b.c]\n\"d e\" = 1\nf.g = { h = 1 }\n[[i]]\n",
        "1-3 a\n5-7 b.c\n6-6   d e\n7-7   f.g\n8-8 i\n",
    );
    check(
        "a.yaml",
        "on:\n  push: {}\njobs: &a\n  test:\n    run: |\n      echo: no\n    env:\n      \
         \"A b\": 1\n    \
         steps:\n    - uses: a\n      with: b\nurl: http://a:1\n",
        "1-2 on\n2-2   push\n3-11 jobs\n4-11   test\n5-6     run\n7-8     env\n8-8       A b\n\
         9-11     steps\n11-11       with\n12-12 url\n",
    );
    check(
        "a.json",
        "{\n  \"a\": {\n    \"b c\": [\n      {\n        \"d\": 1\n      }\n    ]\n  },\n  \
         \"e\": 1\n}\n",
        "2-8 a\n3-7   b c\n5-5     d\n9-9 e\n",
    );
    check("a.txt", "a: b\nclass C:\n", "");
}

#[test]
fn comments_are_known() {
    for (file, line, expected) in [
        ("a.rs", "  // x", true),
        ("a.rs", " * x", true),
        ("a.rs", "*x = 1;", false),
        ("a.rs", "#[x]", false),
        ("a.py", "# x", true),
        ("a.py", "x  # y", false),
        ("a.c", "#define X", false),
        ("a.sql", "-- x", true),
        ("a.lua", "-- x", true),
        ("a.el", "; x", true),
        ("a.toml", "# x", true),
        ("a.yaml", "# x", true),
        ("a.html", "<!-- x -->", true),
        ("a.md", "# x", false),
        ("a.txt", "# x", false),
    ] {
        assert_eq!(is_comment(file, line), expected, "{file} {line}");
    }
}
