//! What the outline of a file tells, for the languages and shapes it knows.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use readroom_core::structure::{Basis, MAX_TEXT_CHARACTERS, Outline, Outliner};

fn outline(name: &str, text: &str) -> Outline {
    let mut outliner = Outliner::new(name, 1000);
    outliner.push(text);
    outliner.finish()
}

/// An entry a line: `first-last`, two spaces a depth, the text.
fn drawn(outline: &Outline) -> String {
    let mut drawn = String::new();
    for entry in &outline.entries {
        let indentation = "  ".repeat(entry.depth as usize);
        drawn += &format!("{}-{} {indentation}{}\n", entry.line, entry.end, entry.text);
    }
    drawn
}

#[track_caller]
fn check(name: &str, text: &str, expected: &str) {
    let outline = outline(name, text);
    assert_eq!(drawn(&outline), expected, "{name}");
    assert_eq!(outline.basis, Basis::Declarations);
    assert_eq!((outline.left_out, outline.deepest), (0, None));
    assert_eq!(outline.total, text.lines().count() as u64);
}

#[track_caller]
fn check_indentation(name: &str, text: &str, expected: &str) {
    let outline = outline(name, text);
    assert_eq!((&drawn(&outline)[..], outline.basis), (expected, Basis::Indentation), "{name}");
}

#[test]
fn rust() {
    check(
        "a.rs",
        "\
//! fn not() {}
use a;
mod elsewhere;

/* struct Not {
fn not() {} */
#[derive(Debug)]
pub struct Thing<T>
where
    T: Copy,
{
    field: T,
}
pub(crate) struct Unit;
type Short = Long;
const X: u8 = 1;

impl<T> Thing<T> {
    pub(super) const unsafe extern \"C\" fn does(
        &self,
    ) -> u32 {
        let x = call(|| {
            one();
        });
        if x {
            struct_like(1);
        }
    }

    async fn other(&self) {}
}

macro_rules! many {
    () => {};
}

mod tests {
    fn one() {}
}
",
        "\
8-13 pub struct Thing<T>
14-14 pub(crate) struct Unit;
15-15 type Short = Long;
18-31 impl<T> Thing<T> {
19-28   pub(super) const unsafe extern \"C\" fn does(
30-30   async fn other(&self) {}
33-35 macro_rules! many {
37-39 mod tests {
38-38   fn one() {}
",
    );
}

#[test]
fn a_string_over_several_lines_declares_and_ends_nothing() {
    check("a.rs", "fn a() {\n    let b = r#\"\nfn not() {}\n\"#;\n    c();\n}\n", "1-6 fn a() {\n");
}

#[test]
fn python() {
    check(
        "a.py",
        "\
\"\"\"Documented.

class Not:
\"\"\"
if True:
    import a

@decorated
class Thing(
    Base,
):
    x = '''
def no():
    pass
'''  # the end

    def method(self, a,
               b):
        def inner(): return 1
        return inner
    # Not the last.

    async def other(self) -> None:
        \"\"\"One line.\"\"\"
        classify = 1

define = 1
def last(): pass
",
        "\
9-25 class Thing(
17-20   def method(self, a,
19-19     def inner(): return 1
23-25   async def other(self) -> None:
28-28 def last(): pass
",
    );
}

#[test]
fn go() {
    check(
        "a.go",
        "\
package main

import (
\t\"fmt\"
)

type Thing struct {
\ta int
}

type (
\tOther interface {
\t\tDo()
\t}
\tFunc func(a int) error
)

func (t *Thing) Does(
\ta int,
) error {
\tswitch a {
\tcase 1:
\t\tgo func() {
\t\t}()
\t}
\treturn nil
}

func Generic[T any](t T) {
}
",
        "\
7-9 type Thing struct {
12-14 Other interface {
18-27 func (t *Thing) Does(
29-30 func Generic[T any](t T) {
",
    );
}

#[test]
fn javascript_and_typescript() {
    check(
        "a.ts",
        "\
import { a } from 'a/*';

/**
 * function not() {
 */
export default async function main(a: string): Promise<void> {
  for (const x of a) {
    if (x) {
      call(() => {
        return 1;
      });
    }
  }
}

export const arrow = async ({ a, b }: Props): Promise<number> => {
  return 1;
};
const value = (1 + 2) * 3;
const called = call((a) => a);
const typed: Handler<string> = (a) => a;
let old = function (a) {
};
export abstract class Thing<T> extends Base implements Other {
  private x = 1;

  constructor(
    private readonly a: string,
    b: number,
  ) {
    super(a);
  }

  static async *many<T>(a: T): AsyncIterable<T> {
    while (true) {
      yield a;
    }
  }

  get size(): number {
    return 1;
  }

  #hidden(a) {
  }

  handle = (a) => {
    this.x = a;
  };
}
export interface Props { a: string }
export type Name = string | number;
declare module 'x' {
  export enum E { A }
}
module.exports.f = function (a) {
};
app.get('/', (a, b) => {
  one();
});
",
        "\
6-14 export default async function main(a: string): Promise<void> {
16-18 export const arrow = async ({ a, b }: Props): Promise<number> => {
21-21 const typed: Handler<string> = (a) => a;
22-23 let old = function (a) {
24-50 export abstract class Thing<T> extends Base implements Other {
27-32   constructor(
34-38   static async *many<T>(a: T): AsyncIterable<T> {
40-42   get size(): number {
44-45   #hidden(a) {
47-49   handle = (a) => {
51-51 export interface Props { a: string }
52-52 export type Name = string | number;
53-55 declare module 'x' {
54-54   export enum E { A }
56-57 module.exports.f = function (a) {
",
    );
    check(
        "a.test.js",
        "\
describe('a thing', () => {
  it.only(\"does\", async () => {
    test(1);
  });
  test.each([1, 2])('%d', (a) => {
  });
});
",
        "\
1-7 describe('a thing', () => {
2-4   it.only(\"does\", async () => {
5-6   test.each([1, 2])('%d', (a) => {
",
    );
}

#[test]
fn c_and_cpp() {
    check(
        "a.c",
        "\
#include <a.h>
#define MACRO(x) { x }
struct elsewhere;
struct elsewhere *pointer;
static const struct pair pairs[] = {
    {1, 2},
};
extern int prototype(int a,
                     int b);

typedef struct {
    int a;
} thing_t;

struct thing {
    union {
        int a;
    } u;
};

static inline int
does(struct thing *t, /* why */
     int (*f)(int))
{
    list_for_each(a, b) {
        one();
    }
#ifdef A
    if (a) {
        two();
    } else if (b) {
        three();
    }
#endif
out:
    return 1;
}

int main(void) { return 0; }
enum color { RED, GREEN };
",
        "\
11-13 typedef struct {
15-19 struct thing {
16-18   union {
22-37 does(struct thing *t, /* why */
39-39 int main(void) { return 0; }
40-40 enum color { RED, GREEN };
",
    );
    check(
        "a.cpp",
        "\
namespace a::b {

template <typename T, class U = X<T>>
class Thing final : public Base<T>
{
public:
    explicit Thing(int a)
        : Base(a), b{a}
    {
    }
    ~Thing() override = default;
    bool operator==(const Thing &other) const { return true; }
    virtual void pure() = 0;

private:
    std::vector<int> list_;
};

enum class Color : int {
    Red,
};

void Thing::does(const std::string &a,
                 int b) const noexcept {
    auto f = [&](int x) {
        return x;
    };
    std::sort(a, b);
}

}  // namespace a::b
",
        "\
1-1 namespace a::b {
4-17 class Thing final : public Base<T>
7-10   explicit Thing(int a)
12-12   bool operator==(const Thing &other) const { return true; }
19-21 enum class Color : int {
23-29 void Thing::does(const std::string &a,
",
    );
}

#[test]
fn java_and_its_kin() {
    check(
        "A.java",
        "\
package a.b;

/** class Not { */
@Deprecated
public final class A<T extends B> extends C {
    private static final int X = call(1);

    @Override public <R> List<R> many(Map<String, R> a, int... b) throws E {
        synchronized (this) {
            for (int i = 0; i < 1; i++) {
                one();
            }
        }
        return new ArrayList<R>() {
        };
    }

    abstract void none(int a);

    public A(
            int a) {
        super(a);
    }

    enum E { A, B }
}
record Point(int x, int y) {}
",
        "\
5-26 public final class A<T extends B> extends C {
8-16   @Override public <R> List<R> many(Map<String, R> a, int... b) throws E {
20-23   public A(
25-25   enum E { A, B }
27-27 record Point(int x, int y) {}
",
    );
    check(
        "a.kt",
        "\
data class A(val a: Int)
companion object B {
    suspend fun <T> List<T>.does(a: T): Int = 1
}
sealed interface C
object : D {}
",
        "\
1-1 data class A(val a: Int)
2-4 companion object B {
3-3   suspend fun <T> List<T>.does(a: T): Int = 1
5-5 sealed interface C
",
    );
    check(
        "a.swift",
        "public extension A where B: C {\n    init(a: Int) {\n    }\n    func d() -> Int {\n        1\n    }\n}\n",
        "1-7 public extension A where B: C {\n2-3   init(a: Int) {\n4-6   func d() -> Int {\n",
    );
    check(
        "a.cs",
        "namespace A.B\n{\n    public partial class C : D\n    {\n        [Test]\n        public async Task<int> E(int a)\n        {\n            if (a)\n            {\n            }\n        }\n    }\n}\n",
        "1-13 namespace A.B\n3-12   public partial class C : D\n6-11     public async Task<int> E(int a)\n",
    );
    check(
        "a.php",
        "<?php\nfinal class A {\n    public static function b($c) {\n    }\n}\nfunction d() {\n}\n",
        "2-5 final class A {\n3-4   public static function b($c) {\n6-7 function d() {\n",
    );
}

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
        "#!/bin/sh\na() {\n  rm dir/*\n}\nfunction b {\n  c\n}\nd ()\n{\n  e\n}\nif f (1); then\n  g\nfi\n",
        "2-4 a() {\n5-7 function b {\n8-11 d ()\n",
    );
    check(
        "a.ex",
        "defmodule A do\n  def b(c) do\n    d\n  end\nend\n",
        "1-5 defmodule A do\n2-4   def b(c) do\n",
    );
    check("a.pl", "package A;\nsub b {\n  1;\n}\n", "2-4 sub b {\n");
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
22-29       #### Deep
",
    );
}

#[test]
fn sections_and_targets() {
    check(
        "Cargo.toml",
        "# [not]\na = [\n  [1],\n]\n\n[package] # so\nname = \"x\"\n\n# What comes.\n[[bin]]\n[a.'b']\nc = 1\n",
        "6-7 [package] # so\n10-10 [[bin]]\n11-12 [a.'b']\n",
    );
    check(
        "Makefile",
        "A := b\nC ?= d:e\n.PHONY: all\nall: a b\n\tgcc $< \\\n\t  -o $@\n\nifeq (a,b)\nendif\n$(OBJ): %.o : %.c\n\tcc\n",
        "3-3 .PHONY: all\n4-6 all: a b\n10-11 $(OBJ): %.o : %.c\n",
    );
}

#[test]
fn where_nothing_is_declared_indentation_tells() {
    check_indentation(
        "a.yml",
        "# class Not:\njobs:\n  test:\n    steps:\n    - run: a\n      with: b\n    - run: c\non: push\n",
        "2-7 jobs:\n3-7   test:\n4-7     steps:\n5-6       - run: a\n",
    );
    check_indentation(
        "a.json",
        "{\n  \"a\": {\n    \"b\": [\n      {\n        \"c\": 1\n      }\n    ]\n  },\n  \"d\": 1\n}\n",
        "2-8 \"a\": {\n3-7   \"b\": [\n",
    );
    check_indentation("a.log", "one\ntwo\n  at a\n  at b\nthree\n", "2-4 two\n");
    check_indentation("", "a\nb\n", "");
    check_indentation("a.rs", "", "");
}

#[test]
fn prose_declares_nothing() {
    let text = "class of people,\n  and more\ntype the following\nimport it\nfunction follows form\nsub and super\nobject to it\n";
    check_indentation("a", text, "1-2 class of people,\n");
}

#[test]
fn texts_are_clipped_to_whole_characters() {
    let text = format!("fn {}() {{}}\nfn {}() {{}}\n", "x".repeat(1000), "é".repeat(1000));
    let outline = outline("a.rs", &text);
    assert_eq!(outline.entries[0].text.chars().count(), MAX_TEXT_CHARACTERS);
    assert!(outline.entries[1].text.len() <= 256);
    assert!(outline.entries[1].text.ends_with('é'));
}

#[test]
fn when_entries_are_too_many_the_deepest_go_first_and_then_the_last() {
    let mut text = String::new();
    for class in 0..4 {
        text += &format!("class C{class}:\n  def one(self):\n    def inner(): pass\n  def two(self): pass\n");
    }
    for (most, kept, left_out, deepest) in [
        (16, 16, 0, None),
        (15, 12, 4, Some(1)),
        (12, 12, 4, Some(1)),
        (11, 4, 12, Some(0)),
        (4, 4, 12, Some(0)),
        (3, 3, 13, Some(0)),
        (0, 0, 16, None),
    ] {
        let mut outliner = Outliner::new("a.py", most);
        outliner.push(&text);
        let outline = outliner.finish();
        assert_eq!(
            (outline.entries.len(), outline.left_out, outline.deepest),
            (kept, left_out, deepest),
            "{most}"
        );
        for (entry, class) in outline.entries.iter().filter(|entry| entry.depth == 0).zip(0u64..) {
            assert_eq!((entry.line.get(), entry.end.get()), (class * 4 + 1, class * 4 + 4));
        }
    }
}
