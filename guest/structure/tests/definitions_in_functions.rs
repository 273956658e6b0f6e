//! Definitions inside functions: of anonymous and local classes, of objects, local functions.

use readroom_structure::definitions;

/// Compares the definitions in a file, as `first-last name`.
#[track_caller]
fn check(file: &str, text: &str, expected: &str) {
    let found = definitions(file, text).into_iter().map(|definition| {
        format!("{}-{} {}", definition.entry.line, definition.entry.last, definition.name())
    });
    assert_eq!(found.collect::<Vec<_>>().join(", "), expected, "{file}");
}

#[test]
fn methods_of_anonymous_classes_are_definitions() {
    check(
        "a.java",
        "\
class S {
  public <T> Provider<T> scope(final Key<T> key) {
    return new Provider<T>() {
      @Override
      public T get() {
        if (a) {
          return b(x);
        } else if (b(y)) {
        }
        synchronized (this) {
        }
        return new Foo(a, b) {
          int x() { return 1; }
          void multi(
              int a,
              int b) {
          }
        };
      }

      @Override public String toString() {
        return \"\";
      }
    };
  }
  void f() {
    foo.accept(new V<Void>(a,
        b) {
      synchronized Void visit(Foo foo) {
      }
    });
    if (a
        && foo(b)) {
    }
    x.forEach(y -> {
      foo(y);
    });
  }
  enum K {
    A(1) {
      @Override int f() { return 1; }
    };
  }
}
",
        "1-44 S, 2-25 scope, 5-19 get, 13-13 x, 14-17 multi, 21-23 toString, 26-38 f, \
         29-30 visit, 39-43 K, 40-42 A, 41-41 f",
    );
}

#[test]
fn local_functions_are_definitions() {
    check(
        "a.cs",
        "\
class C
{
    void M()
    {
        int Local(int x)
        {
            return x;
        }
        static async Task<int> L2(int a) => await Foo(a);
        T Generic<T>(
            T a)
            where T : class
        {
        }
        var q =
            from x in Foo()
            select new Z(a)
            {
            };
        foo.Bar(x);
        lock (this)
        {
        }
        return new Foo(a)
        {
        };
        x = y switch {
            Shape s when Is(s) => 1,
        };
    }
}
",
        "1-31 C, 3-30 M, 5-8 Local, 9-9 L2, 10-14 Generic",
    );
    let dart = "void main() {\n  void local(int a) {\n  }\n  int quick(int a) => a;\n  \
        final a = Foo(\n    onTap: () {\n    },\n    child: const Text('x'),\n  );\n}\n";
    check("a.dart", dart, "1-10 main, 2-3 local, 4-4 quick");
    check("a.sh", "outer() {\n  inner() {\n    a\n  }\n  b\n}\n", "1-6 outer, 2-4 inner");
    let groovy = "def m() {\n  task foo(type: Copy) {\n  }\n  compile project(':x') {\n  }\n}\n";
    check("a.groovy", groovy, "1-6 m");
    for (file, text) in [
        ("a.py", "def a():\n    def b():\n        pass\n"),
        ("a.rs", "fn a() {\n    fn b() {\n    }\n}\n"),
        ("a.kt", "fun a() {\n    fun b() {\n    }\n}\n"),
        ("a.kt", "fun a() = object : B {\n    override fun b() {\n    }\n}\n"),
        ("a.swift", "func a() {\n    func b() {\n    }\n}\n"),
        ("a.php", "<?php\nfunction a() { return new class {\n    function b() {\n    }\n};\n}\n"),
    ] {
        let names: Vec<_> = definitions(file, text)
            .iter()
            .map(|definition| definition.name().to_string())
            .collect();
        assert_eq!(names, ["a", "b"], "{file}");
    }
}

#[test]
fn methods_of_objects_in_functions_are_definitions() {
    check(
        "a.js",
        "\
function create() {
  if (a) {
  }
  foo(
    a,
    b,
  );
  switch (x) {
    case foo(x): {
    }
  }
  const r = a ? foo(x) : {
  };
  const q = a
    ? foo(x) : {
    };
  return {
    foo(a) {
      return bar(a);
    },
    async bar() {},
    get x() { return 1; },
    *gen() {
    },
    multi(
      a,
    ) {
    },
  };
}
function View() {
  return <div>
    Total (max) {count}
  </div>;
}
",
        "1-30 create, 18-20 foo, 21-21 bar, 22-22 x, 23-24 gen, 25-28 multi, 31-35 View",
    );
}

#[test]
fn calls_define_methods_in_ruby() {
    check(
        "a.rb",
        "\
class Site
  attr_accessor :a, :b, # c
                :d

  attr_reader :e,
              # e
              :f
  attr_writer(
    :g
  )
  private attr_reader :h if x
  def_delegator :@theme, :name, :theme_name
  def_delegator :@theme, :root
  def_delegators :@obj, :i, :j?
  def_delegators :@obj,
                 :k
  alias_method :l?, :m?
  alias n o
  define_method(:p) { 1 }
  define_method \"q_#{x}\" do
  end
  call :r,
       :s
  attr_reader *T
  def u=(v)
  end
end
",
        "1-27 Site, 2-3 a, 2-3 b, 3-3 d, 5-7 e, 7-7 f, 9-9 g, 11-11 h, 12-12 theme_name, \
         13-13 root, 14-14 i, 14-14 j?, 16-16 k, 17-17 l?, 18-18 n, 19-19 p, 25-26 u=",
    );
    let elixir = "defmodule A do\n  @callback valid?(x) :: boolean\n  def new!(x), do: x\nend\n";
    check("a.ex", elixir, "1-4 A, 2-2 valid?, 3-3 new!");
}
