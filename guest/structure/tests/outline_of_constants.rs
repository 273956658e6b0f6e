//! An outline of a file has its constants and macros, but nothing that is local.

use readroom_structure::Outliner;

/// Returns the texts of an outline, with two spaces per level.
fn texts(name: &str, text: &str) -> String {
    let mut outliner = Outliner::with_constants(name, 1000);
    outliner.push(text);
    let mut texts = String::new();
    for entry in outliner.finish().entries {
        texts += &format!("{}{}\n", "  ".repeat(entry.depth as usize), entry.text);
    }
    texts
}

#[test]
fn constants_of_a_file_are_entries() {
    let typescript = "import { b } from 'b';\nconst c = require('c');\nexport const A: Record<\n  \
        string\n> = {\n  a: () => {\n  },\n};\nlet one = f(\n  two,\n  b,\n);\nfunction f() {\n  \
        const x = 1;\n  g({ y: () => 1,\n    z: async () => x,\n  });\n}\nexport default one;\n";
    let expected = "export const A: Record<\n  a: () => {\nlet one = f(\nfunction f() {\n\
        export default one;\n";
    assert_eq!(texts("a.ts", typescript), expected);
    let python = "A = 1\nif A:\n    B = 2\nclass C:\n    D = 3\n    def f(self):\n        e = 4\n";
    assert_eq!(texts("a.py", python), "A = 1\nclass C:\n  def f(self):\n");
    let rust = "const A: u8 = 1;\nstatic B: u8 = 2;\nimpl C {\n    const D: u8 = 3;\n    \
        fn f() {\n        const E: u8 = 4;\n    }\n}\n";
    let expected = "const A: u8 = 1;\nstatic B: u8 = 2;\nimpl C {\n  fn f() {\n";
    assert_eq!(texts("a.rs", rust), expected);
    let go = "const A = 1\nconst (\n\tB = iota\n\tC\n)\nvar D = f()\nfunc f() {\n\tvar e = 1\n}\n";
    assert_eq!(texts("a.go", go), "const A = 1\nB = iota\nC\nvar D = f()\nfunc f() {\n");
    let java = "class A {\n    static final int B = 1;\n    int c = 2;\n    int f() {\n        \
        final int d = 3;\n    }\n}\n";
    let expected = "class A {\n  static final int B = 1;\n  int f() {\n";
    assert_eq!(texts("A.java", java), expected);
}

#[test]
fn macros_globals_and_the_names_of_types_are_entries() {
    let c = "#ifndef A_H\n#define A_H\n#define MAX 1\n#define SUM(a) \\\n\t((a) + 1)\nint limit = \
        2;\nextern int other;\ntypedef enum {\n\tONE,\n} kind_t;\nint f(void)\n{\n\
        #define LOCAL 1\n\tint x = 1;\n}\n#endif\n";
    let expected = "#define MAX 1\n#define SUM(a) \\\nint limit = 2;\ntypedef enum { … } kind_t;\n\
        int f(void)\n";
    assert_eq!(texts("a.h", c), expected);
}

#[test]
fn functions_that_a_header_declares_are_entries() {
    let text = "\
EXTERN(int) a(int b);
int c(int d,
      int e);
typedef int (*not_a_function)(int);
class F : public G {
  Q_OBJECT
  MACRO(F);
public:
  explicit F(std::function<void(int)> f = {});
  F(const F&) = delete;
  virtual ~F() = default;
  virtual auto draw() const -> int = 0;
signals:
  void changed(int x);
private:
  int g_ = 0;
  int (*h_)(int);
  std::function<void(int)> i_;
  int j() { k(); return l(1); }
};
struct M {
  int n[2];
};
";
    let expected = "\
EXTERN(int) a(int b);
int c(int d,
typedef int (*not_a_function)(int);
class F : public G {
  explicit F(std::function<void(int)> f = {});
  F(const F&) = delete;
  virtual ~F() = default;
  virtual auto draw() const -> int = 0;
  void changed(int x);
  int j() { k(); return l(1); }
struct M {
";
    assert_eq!(texts("a.hpp", text), expected);
    assert!(!texts("a.cc", text).contains("int c("));
}

#[test]
fn variables_of_scripts_and_keys_are_not() {
    for (name, text) in [
        ("a.sh", "A=1\nf() {\n  b\n}\n"),
        ("Makefile", "A = 1\nf: a\n\tb\n"),
        ("a.toml", "[f]\na = 1\n"),
    ] {
        assert_eq!(texts(name, text).lines().count(), 1, "{name}");
    }
}

#[test]
fn values_are_left_out_first_and_at_most_a_hundred_are_there() {
    let values: String = (0..120).map(|number| format!("A{number} = 1\n")).collect();
    let text = values + "class B:\n    def f(self):\n        pass\n";
    for (max, entries, omitted) in [(1000, 102, 20), (50, 2, 120), (1, 1, 121)] {
        let mut outliner = Outliner::with_constants("a.py", max);
        outliner.push(&text);
        let outline = outliner.finish();
        assert_eq!((outline.entries.len(), outline.omitted), (entries, omitted), "{max}");
    }
}
