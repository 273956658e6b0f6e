//! Members of types in outlines: methods without a body are there, properties are not.

use readroom_structure::{Outliner, definitions};

/// Compares the entries of an outline, one a line.
#[track_caller]
fn check(name: &str, text: &str, expected: &str) {
    let mut outliner = Outliner::with_constants(name, 1000);
    outliner.push(text);
    let texts: Vec<_> = outliner.finish().entries.into_iter().map(|entry| entry.text).collect();
    assert_eq!(texts.join(" | "), expected, "{name}");
}

#[test]
fn methods_without_a_body_are_entries() {
    let java = "public interface A {\n  int X = 1;\n  void a(int b);\n  <T> T b(\n      \
        Key<T> c);\n  default int c() {\n    d(1);\n  }\n}\n\
        abstract class B {\n  private int x = f();\n  \
        abstract int d(int a) throws E;\n}\n@interface C {\n  String value() default \"\";\n}\n";
    let expected = "public interface A { | void a(int b); | <T> T b( | default int c() { | \
        abstract class B { | abstract int d(int a) throws E; | @interface C { | \
        String value() default \"\";";
    check("a.java", java, expected);
    let cs = "namespace N\n{\n    interface A\n    {\n        int X { get; }\n        \
        void B(int a);\n    }\n    public delegate int C(int a);\n}\n";
    check("a.cs", cs, "namespace N | interface A | void B(int a); | public delegate int C(int a);");
    let ts = "interface A {\n  x: number;\n  f: () => void;\n  b(c: string): void;\n  \
        d(\n    c: string,\n  ): void;\n}\nabstract class B {\n  abstract b(): void;\n}\n\
        declare class C {\n  c(): void;\n}\n";
    let expected = "interface A { | b(c: string): void; | d( | abstract class B { | \
        abstract b(): void; | declare class C { | c(): void;";
    check("a.ts", ts, expected);
    let go = "type A interface {\n\tio.Reader\n\tB(c int) error\n\tD()\n}\n\
        type E struct {\n\tf func(int)\n}\n";
    check("a.go", go, "type A interface { | B(c int) error | D() | type E struct {");
    for (name, text, expected) in [
        ("a.rs", "trait A {\n    fn b(&self);\n}\n", "trait A { | fn b(&self);"),
        (
            "a.kt",
            "interface A {\n    val x: Int\n    fun b(): Int\n}\n",
            "interface A { | fun b(): Int",
        ),
        ("a.scala", "trait A {\n  def b: Int\n}\n", "trait A { | def b: Int"),
        (
            "a.swift",
            "protocol A {\n    var x: Int { get }\n    init(a: Int)\n    func b()\n}\n",
            "protocol A { | init(a: Int) | func b()",
        ),
        ("a.php", "<?php\ninterface A {\n    function b();\n}\n", "interface A { | function b();"),
        (
            "a.dart",
            "abstract class A {\n  final void Function(int) x;\n  void b();\n  int c() => 1;\n}\n\
             int d(int a) => 1;\n",
            "abstract class A { | void b(); | int c() => 1; | int d(int a) => 1;",
        ),
        ("a.groovy", "interface A {\n  void b(int c)\n}\n", "interface A { | void b(int c)"),
        ("a.wit", "interface a {\n  b: func(c: u8);\n}\n", "interface a { | b: func(c: u8);"),
    ] {
        check(name, text, expected);
    }
}

#[test]
fn values_of_an_enumeration_and_calls_are_none() {
    let java = "enum A {\n  B(1),\n  C(2);\n  abstract int d();\n  A(int a) {\n    f(a);\n  }\n}\n";
    check("a.java", java, "enum A { | abstract int d(); | A(int a) {");
    // `object` is a type there.
    let cs = "class A\n{\n    object B(List<int> a)\n    {\n        if (a == null)\n        \
        {\n        }\n        var x = 1;\n        C(x);\n    }\n}\n";
    check("a.cs", cs, "class A | object B(List<int> a)");
    // A function without a body has its definition elsewhere, unless it is pure.
    let cpp = "int f(int a);\nclass A {\n  virtual void b() = 0;\n  void c();\n};\n";
    check("a.cc", cpp, "class A { | virtual void b() = 0;");
}

#[test]
fn properties_of_ruby_are_none() {
    let text = "module A\n  B = Class.new(C)\n  attr_reader :x,\n              :y\n  \
        alias_method :z, :x\n  define_method(:w) { 1 }\n  def valid?\n  end\nend\n";
    let expected = "module A | B = Class.new(C) | define_method(:w) { 1 } | def valid?";
    check("a.rb", text, expected);
}

/// Compares the names of definitions with their lines.
#[track_caller]
fn check_lines(name: &str, text: &str, expected: &[(&str, u64, u64)]) {
    let all = definitions(name, text);
    let found = all.iter().map(|one| (one.name(), one.entry.line.get(), one.entry.last.get()));
    let found: Vec<_> = found.collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn what_begins_no_statement_does_not_end_a_body() {
    let java = "class A {\n  void m() {\n//    old();\n    if (x) {\n/* y */\n      x();\n    }\n  \
        }\n  /** b */\n  void n() {\n  }\n}\n";
    check_lines("a.java", java, &[("A", 1, 12), ("m", 2, 8), ("n", 10, 11)]);
    let help = "void f(int c) {\n    if (c) {\n        char *help[] = {\n\"ONE\",\n\"  Two\",\n\
        NULL\n        };\n        g(help);\n    }\nend:;\n    h(\":-)\"); // B) b\nout:\n    \
        return;\n}\nint g(void) {\n}\n";
    check_lines("a.c", help, &[("f", 1, 14), ("g", 15, 16)]);
}

#[test]
fn constructors_may_be_named_after_a_class() {
    let kotlin = "class A internal constructor(\n  a: Int,\n) {\n  fun m() {\n  }\n}\n\
        class B<T> private constructor(x: Int)\ndata class C constructor(\n  y: Int,\n) : D(y) {\n\
        \x20 fun `two words`() {\n  }\n}\n";
    check(
        "a.kt",
        kotlin,
        "class A internal constructor( | fun m() { | \
        class B<T> private constructor(x: Int) | data class C constructor( | \
        fun `two words`() {",
    );
}

#[test]
fn procedures_and_tests_of_tcl_have_names() {
    let tcl = "proc a r {\n}\nproc ::n::b {x y} {\n}\ntest \"c d\" {\n} {}\ntest {e - $x} {\n}\n\
        proc {\n";
    check_lines("a.tcl", tcl, &[("a", 1, 2), ("b", 3, 4), ("c d", 5, 6), ("e - $x", 7, 8)]);
}

#[test]
fn a_function_may_begin_with_a_line_that_is_cut() {
    let parameters = "int parameter, ".repeat(20);
    for brace in [" {", "\n{"] {
        let text = format!("int f({parameters}int last){brace}\n    return 1;\n}}\n");
        let all = definitions("a.c", &text);
        let names: Vec<_> = all.iter().map(|one| one.name()).collect();
        assert_eq!(names, ["f"], "{text}");
    }
    let text = format!("int f(int a) {{ return a{}; }}\n", " + a".repeat(100));
    check_lines("a.c", &text, &[("f", 1, 1)]);
}
