use super::Key;
use readroom_core::{LineIndex, LineNumber, LineStart};

const SIZE: u64 = 1 << 40;
const KEY: Key<'_> = Key { version: "5-6-7", path: "/w/a b\nc", lines: "lf-ends" };

fn place(offset: u64, line: u64) -> LineStart {
    LineStart { offset, line: LineNumber::FIRST.after(line) }
}

/// An index with as many landmarks as a file of this size can have.
fn full() -> LineIndex {
    let mut index = LineIndex::new(SIZE);
    (1..=1000).for_each(|number| index.add(place(number * (SIZE / 1000 + 1), number * 12_345_678)));
    index.set_next(place(SIZE - 5, 1 << 34));
    index.set_total(1 << 35);
    index
}

#[test]
fn what_is_written_is_read() {
    let mut some = LineIndex::new(SIZE);
    assert_eq!(KEY.parse(&KEY.write(&some), SIZE), Some(some.clone()));
    some.add(place(SIZE / 2, 3));
    some.set_next(place(7, 1));
    for index in [some, full()] {
        assert_eq!(KEY.parse(&KEY.write(&index), SIZE), Some(index));
    }
}

#[test]
fn the_largest_is_short_enough() {
    let path = "p".repeat(8 * 1024);
    let text = Key { path: &path, ..KEY }.write(&full());
    assert!((16 * 1024..super::MAX_TEXT_BYTES).contains(&text.len()), "{}", text.len());
}

#[test]
fn it_holds_for_one_version_of_one_file_and_one_kind_of_lines() {
    let text = KEY.write(&full());
    for other in [
        Key { version: "5-6-8", ..KEY },
        Key { path: "/w/a b", ..KEY },
        Key { path: "/w/a b\nc/d", ..KEY },
        Key { lines: "any-ends", ..KEY },
    ] {
        assert_eq!(other.parse(&text, SIZE), None);
    }
}

#[test]
fn what_is_no_index_is_not_taken_for_one() {
    let file = "\n/w/a b\nc";
    for words in [
        "",
        "1",
        "2 5-6-7 lf-ends - -",
        "1 5-6-7 lf-ends -",
        "1 5-6-7 lf-ends x -",
        "1 5-6-7 lf-ends - 1",
        "1 5-6-7 lf-ends - - 1:2:3",
        "1 5-6-7 lf-ends - - ffffffffffffffff:1 1:1",
        "1 5-6-7 lf-ends - - ",
    ] {
        assert_eq!(KEY.parse(&format!("{words}{file}"), SIZE), None, "{words}");
    }
    let long = format!("1 5-6-7 lf-ends - -{}{file}", " 1:1".repeat(10_000));
    assert_eq!(KEY.parse(&long, SIZE), None);
    assert_eq!(KEY.parse("", SIZE), None);
}
