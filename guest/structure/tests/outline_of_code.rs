//! Outlines of programs in languages with brackets or indentation.

#[path = "support/outlines.rs"]
mod outlines;

use outlines::check;

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
        "public extension A where B: C {\n    init(a: Int) {\n    }\n    \
         func d() -> Int {\n        1\n    }\n}\n",
        "1-7 public extension A where B: C {\n2-3   init(a: Int) {\n4-6   func d() -> Int {\n",
    );
    check(
        "a.cs",
        "namespace A.B\n{\n    public partial class C : D\n    {\n        [Test]\n        \
         public async Task<int> E(int a)\n        {\n            if (a)\n            \
         {\n            }\n        }\n    }\n}\n",
        "1-13 namespace A.B\n3-12   public partial class C : D\n\
         6-11     public async Task<int> E(int a)\n",
    );
    check(
        "a.php",
        "<?php\nfinal class A {\n    public static function b($c) {\n    }\n}\nfunction d() {\n}\n",
        "2-5 final class A {\n3-4   public static function b($c) {\n6-7 function d() {\n",
    );
}
