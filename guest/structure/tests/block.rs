//! The block around a line, in code as formatters write it.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/blocks.rs"]
mod blocks;

use blocks::find;
use readroom_core::LineNumber;
use readroom_structure::{BlockError, BlockFinder, MAX_DEPTH, MAX_HEADERS, Siblings};

/// The first and last line of a block.
fn block(text: &str, line: u64, levels: u32) -> (u64, u64) {
    let found = find(&[text], line, levels, Siblings::Excluded).unwrap();
    (found.first.get(), found.last.get())
}

/// The first and last line of the block around a line, with its siblings.
fn among(text: &str, line: u64, levels: u32) -> (u64, u64) {
    let found = find(&[text], line, levels, Siblings::Included).unwrap();
    (found.first.get(), found.last.get())
}

/// For each range of lines: its block at level 0.
fn check(text: &str, expected: &[(std::ops::RangeInclusive<u64>, (u64, u64))]) {
    for (lines, range) in expected {
        for line in lines.clone() {
            assert_eq!(block(text, line, 0), *range, "line {line} of\n{text}");
        }
    }
}

const RUST: &str = "\
use a;
use b;

/// A thing.
#[derive(
    Debug,
)]
pub struct Thing<T>
where
    T: Copy,
{
    field: T,
}

impl<T> Thing<T> {
    /// Does it.
    pub fn does(
        &self,
        much: u32,
    ) -> u32
    where
        T: Copy,
    {
        if much > 1 {
            one();

            two();
        } else if much == 1 {
            three();
        } else {
            four();
        }
        match much {
            0 => zero(),
            _ => {
                other();
            }
        }
    }

    fn empty() {
    }
}
";

#[test]
fn rust() {
    check(
        RUST,
        &[
            (1..=3, (1, 2)),
            (4..=13, (4, 13)),
            (15..=15, (15, 43)),
            (16..=23, (16, 39)),
            (24..=32, (24, 32)),
            (33..=34, (33, 38)),
            (35..=37, (35, 37)),
            (38..=38, (33, 38)),
            (39..=40, (16, 39)),
            (41..=42, (41, 42)),
            (43..=43, (15, 43)),
        ],
    );
    assert_eq!(block(RUST, 25, 1), (16, 39));
    assert_eq!(block(RUST, 25, 2), (15, 43));
    assert_eq!(block(RUST, 25, 9), (15, 43));
    assert_eq!(block(RUST, 1, 9), (1, 2));
    // The body of each branch.
    assert_eq!(among(RUST, 25, 0), (24, 38));
    assert_eq!(among(RUST, 25, 1), (16, 42));
    assert_eq!(among(RUST, 25, 2), (1, 43));
    assert_eq!(among(RUST, 18, 0), (16, 42));
    assert_eq!(among(RUST, 1, 0), (1, 43));
    let found = find(&[RUST], 36, 0, Siblings::Excluded).unwrap();
    let headers: Vec<_> =
        found.headers.iter().map(|header| (header.line.get(), &header.text[..])).collect();
    assert_eq!(headers, [(15, "impl<T> Thing<T> {"), (17, "pub fn does("), (33, "match much {")]);
}

#[test]
fn python() {
    let text = "\
import a

# What it is.
@decorated
@decorated(
    with_arguments,
)
class Thing(
    Base,
):
    \"\"\"Documented.\"\"\"

    x = 1

    def method(
        self,
        argument,
    ) -> int:
        try:
            one()
        except (A, B):
            two()
        else:
            three()
        finally:
            four()
        return {
            'a': 1,
        }

    async def other(self,
                    argument):
        if argument:
            pass
        elif self:
            pass
        # Otherwise.
        else:
            pass


x = 1
y = 2
def last(): # so
    pass
z = 3
";
    check(
        text,
        &[
            (1..=2, (1, 1)),
            (3..=14, (3, 39)),
            (15..=18, (15, 29)),
            (19..=26, (19, 26)),
            (27..=30, (27, 29)),
            (31..=32, (31, 39)),
            (33..=36, (33, 36)),
            (42..=43, (42, 43)),
            (44..=45, (44, 45)),
            (46..=46, (46, 46)),
        ],
    );
    assert_eq!(among(text, 20, 0), (19, 29));
    assert_eq!(among(text, 13, 0), (1, 46));
}

#[test]
fn c() {
    let text = "\
#include <a.h>

/*
 * What it does.
 */
static int
does(int a,
     int b)
{
#ifdef A
    one();
#endif
    switch (a) {
    case 1:
        two();
        break;
    default:
        three();
    }
#define B 1
// four();
    if (a)
    {
        five();
    }
    else
    {
        six();
    }
out:
    return 1;
}

struct thing {
    int a;
};
";
    check(
        text,
        &[
            (7..=12, (7, 32)),
            (13..=13, (13, 19)),
            (14..=16, (14, 16)),
            (17..=18, (17, 18)),
            (19..=19, (13, 19)),
            (20..=20, (7, 32)),
            (22..=29, (22, 29)),
            (30..=31, (30, 31)),
            (32..=32, (7, 32)),
            (34..=36, (34, 36)),
        ],
    );
}

#[test]
fn a_body_may_open_at_the_end_of_parameters() {
    let text = "\
static int does(int a,
                int b) {
    if (a &&
        b) {
#  if defined(A)
        goto out;
#  endif
    }
    one();
out:
    return 1;
}
int last;
";
    check(
        text,
        &[
            (1..=2, (1, 12)),
            (3..=3, (3, 8)),
            (5..=7, (3, 8)),
            (9..=9, (1, 12)),
            (10..=11, (10, 11)),
            (13..=13, (13, 13)),
        ],
    );
}

#[test]
fn parameters_may_be_deeper_than_the_body() {
    let text = "\
class Cart:
    def add(
            self,
            item) -> int:
        return item

    def clear(self):
        pass


def total(
        prices): return sum(prices)


def last():
    pass
";
    check(
        text,
        &[
            (1..=1, (1, 8)),
            (2..=5, (2, 5)),
            (7..=8, (7, 8)),
            (11..=12, (11, 12)),
            (15..=16, (15, 16)),
        ],
    );
    let text = "\
int Cart::total(
        int tax) const
{
    return tax;
}

int last;
";
    check(text, &[(1..=5, (1, 5)), (7..=7, (7, 7))]);
}

#[test]
fn cpp_and_go_have_labels_at_the_indentation_of_their_statement() {
    let text = "\
class Thing : public Base
{
public:
    Thing();

private:
    int a;
};
";
    check(text, &[(1..=2, (1, 8)), (3..=4, (3, 4)), (6..=7, (6, 7)), (8..=8, (1, 8))]);
    let text = "\
func (t *Thing) Does(
\ta int,
) error {
\tswitch a {
\tcase 1:
\t\tone()
\tdefault:
\t\ttwo()
\t}
\tif err := three(); err != nil {
\t\treturn err
\t}
\treturn nil
}
";
    check(
        text,
        &[
            (1..=3, (1, 14)),
            (4..=4, (4, 9)),
            (5..=6, (5, 6)),
            (7..=8, (7, 8)),
            (10..=12, (10, 12)),
            (13..=14, (1, 14)),
        ],
    );
    assert_eq!(block(text, 6, 1), (4, 9));
}

#[test]
fn javascript() {
    let text = "\
export default function Thing({
  a,
  b,
}) {
  const x = useMemo(() => {
    return a;
  }, [a]);
  try {
    one();
  } catch (e) {
    two();
  }
  return (
    <div>
      <Thing
        a={1}
      >
        text
      </Thing>
    </div>
  );
}
";
    check(
        text,
        &[
            (1..=4, (1, 22)),
            (5..=7, (5, 7)),
            (8..=12, (8, 12)),
            (13..=13, (13, 21)),
            (14..=14, (14, 20)),
            (15..=19, (15, 19)),
            (20..=20, (14, 20)),
            (21..=21, (13, 21)),
        ],
    );
}

#[test]
fn ruby_shell_and_lua() {
    let text = "\
# What it is.
module A
  def does
    case x
    when 1
      one
    else
      two
    end
  rescue E
    three
  ensure
    four
  end
end
";
    check(
        text,
        &[
            (1..=2, (1, 15)),
            (3..=3, (3, 14)),
            (5..=6, (5, 6)),
            (10..=14, (3, 14)),
            (15..=15, (1, 15)),
        ],
    );
    let text = "\
#!/bin/sh
set -e
for x in a b
do
  if a
  then
    b
  else
    c
  fi
  case $x in
  a)
    one
    ;;
  esac
done
";
    check(
        text,
        &[
            (3..=4, (3, 16)),
            (5..=10, (5, 10)),
            (12..=14, (12, 14)),
            (11..=11, (11, 15)),
            (15..=15, (11, 15)),
        ],
    );
    let text = "local x = 1\nfunction M.f(a)\n  return {\n    a,\n  }\nend\nlocal y = 2\n";
    check(
        text,
        &[(1..=1, (1, 1)), (2..=2, (2, 6)), (3..=5, (3, 5)), (6..=6, (2, 6)), (7..=7, (7, 7))],
    );
}

#[test]
fn data() {
    let text =
        "jobs:\n  test:\n    steps:\n    - run: a\n      with: b\n    - run: c\n\n  other: d\n";
    check(
        text,
        &[
            (1..=1, (1, 8)),
            (2..=2, (2, 6)),
            (3..=3, (3, 6)),
            (4..=5, (4, 5)),
            (6..=7, (3, 6)),
            (8..=8, (1, 8)),
        ],
    );
    let text = "{\n  \"a\": [\n    {\n      \"b\": 1\n    },\n    {\n      \"b\": 2\n    }\n  \
                ],\n  \"c\": 3\n}\n";
    check(
        text,
        &[
            (1..=1, (1, 11)),
            (2..=2, (2, 9)),
            (3..=5, (3, 5)),
            (6..=8, (6, 8)),
            (9..=9, (2, 9)),
            (10..=11, (1, 11)),
        ],
    );
}

#[test]
fn a_comment_is_as_deep_as_the_line_below_it() {
    let text = "\
class A:
    def f(self):
        x()
# a = 1
#    b = 2

        y()
    # g() is not f().
    def g(self):
# first
        z()

# After.
on:
  a: 1
#  b:
  c: 2
";
    check(text, &[(2..=7, (2, 7)), (8..=11, (8, 11)), (13..=17, (13, 17)), (1..=1, (1, 11))]);
}

#[test]
fn a_long_run_of_comments_stays_where_it_is() {
    let text = format!("a:\n  x\n{}  y\n", "# c\n".repeat(100));
    assert_eq!(block(&text, 2, 0), (1, 2));
}

#[test]
fn bases_over_several_lines_do_not_close_a_class() {
    let text = "\
class A(
  val a: Int,
) : B(a),
  C {
  val x = 1

  fun d() {
    e()
  }
}

f(
  1,
)
";
    check(text, &[(1..=6, (1, 10)), (7..=9, (7, 9)), (10..=10, (1, 10)), (12..=14, (12, 14))]);
}

#[test]
fn a_blank_line_belongs_to_the_line_before_it_and_at_the_beginning_to_the_one_after_it() {
    let text = "\n\na\n  b\n\n\nc\n\n";
    check(text, &[(1..=6, (3, 4)), (7..=8, (7, 7))]);
    assert_eq!(block("\n \n", 1, 0), (1, 1));
    assert_eq!(among("\n \n", 2, 0), (2, 2));
}

#[test]
fn a_line_past_the_end_is_refused_with_the_number_of_lines() {
    for (text, line, total) in [("", 1, 0), ("a", 2, 1), ("a\n", 2, 1), ("a\n\n", 3, 2)] {
        let error = find(&[text], line, 0, Siblings::Excluded).unwrap_err();
        assert_eq!(error, BlockError::PastEnd { total }, "{text:?}");
    }
}

#[test]
fn it_is_done_when_the_rest_cannot_change_the_result() {
    let mut finder = BlockFinder::new("a", LineNumber::new(2).unwrap(), 0, Siblings::Excluded);
    finder.push("a {\n  b\n}\n");
    assert!(!finder.is_done(), "an else could come");
    finder.push("\nc\n");
    assert!(finder.is_done());
    let found = finder.finish().unwrap();
    assert_eq!((found.first.get(), found.last.get()), (1, 3));
}

#[test]
fn lines_that_are_too_deep_belong_to_the_innermost_block() {
    let mut text = String::new();
    for depth in 0..1000 {
        text.push_str(&" ".repeat(depth));
        text.push_str("x\n");
    }
    let deepest = find(&[&text], 900, 0, Siblings::Excluded).unwrap();
    assert_eq!((deepest.first.get(), deepest.last.get()), (MAX_DEPTH as u64, 1000));
    assert_eq!(deepest.headers.len(), MAX_HEADERS);
    assert_eq!(deepest.headers.last().unwrap().line.get(), MAX_DEPTH as u64 - 1);
    assert_eq!(block(&text, 900, 10), (MAX_DEPTH as u64 - 10, 1000));
    assert_eq!(block(&text, 10, 0), (10, 1000));
}

#[test]
fn a_huge_line_is_a_line() {
    let text = format!("a\n  {}\n  {}\nb\n", "x".repeat(3_000_000), "\t".repeat(3_000_000));
    assert_eq!(block(&text, 2, 0), (1, 2));
    assert_eq!(block(&text, 3, 0), (1, 2));
    assert_eq!(block(&"\r".repeat(1_000_000), 1, 0), (1, 1));
}

#[test]
fn a_statement_over_several_lines_stands_for_the_block_around_it() {
    let c = "int f(int a,\n    int b)\n{\n\tint c = g(a,\n\t    b,\n\t    1);\n\treturn (c);\n}\n\n\
        h(1,\n    2);\n";
    for (line, expected) in [(1, (1, 8)), (4, (1, 8)), (5, (1, 8)), (7, (1, 8)), (10, (10, 11))] {
        let found = find(&[c], line, 0, Siblings::Excluded).unwrap();
        assert_eq!((found.first.get(), found.last.get()), expected, "{line}");
    }
    let script = "function f() {\n  if (a) {\n    g(\n      1,\n      2);\n  }\n  h(x, {\n    \
        y: 1,\n  });\n}\n";
    for (line, expected) in [(3, (2, 6)), (4, (2, 6)), (7, (7, 9))] {
        let found = find(&[script], line, 0, Siblings::Excluded).unwrap();
        assert_eq!((found.first.get(), found.last.get()), expected, "{line}");
    }
}
