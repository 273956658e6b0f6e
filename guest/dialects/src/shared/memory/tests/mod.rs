use super::{Key, Memory, Range};

const KEY: Key<'_> = Key { version: "1-2-3", path: "/p/a b", form: "lines/utf-8" };

fn after(given: &str, key: Key<'_>, range: Range) -> String {
    let memory = Memory::new(Some(given));
    memory.add(key, range);
    memory.learned().unwrap()
}

#[test]
fn shown_ranges_are_known_in_the_next_call() {
    let first = after("", KEY, (1, 200));
    let second = after(&first, KEY, (301, 400));
    let both = Memory::new(Some(&second));
    for (range, known) in [
        ((1, 200), Some((1, 200))),
        ((10, 20), Some((1, 200))),
        ((200, 201), None),
        ((350, 400), Some((301, 400))),
        ((301, 401), None),
    ] {
        assert_eq!(both.containing(KEY, range), known, "{range:?}");
    }
    let joined = after(&second, KEY, (201, 300));
    assert_eq!(Memory::new(Some(&joined)).containing(KEY, (1, 400)), Some((1, 400)));
}

#[test]
fn another_version_file_or_form_is_not_known() {
    let shown = after("", KEY, (1, 9));
    for key in [
        Key { version: "1-2-4", ..KEY },
        Key { path: "/p/a", ..KEY },
        Key { form: "lines/gbk", ..KEY },
    ] {
        assert_eq!(Memory::new(Some(&shown)).containing(key, (1, 9)), None);
    }
    for broken in ["", "1", "2 1-2-3 lines/utf-8 1-9\n/p/a b", "1 1-2-3 lines/utf-8 x\n/p/a b"] {
        assert_eq!(Memory::new(Some(broken)).containing(KEY, (1, 9)), None, "{broken}");
    }
}

#[test]
fn it_is_bounded_and_nothing_is_kept_unless_asked() {
    let mut text = String::new();
    for number in 0..200 {
        text = after(&text, KEY, (number * 10 + 1, number * 10 + 2));
        assert!(text.len() <= super::MAX_TEXT_BYTES);
    }
    assert_eq!(Memory::new(Some(&text)).containing(KEY, (1, 2)), None);
    assert!(Memory::new(Some(&text)).containing(KEY, (1991, 1992)).is_some());
    let memory = Memory::new(None);
    memory.add(KEY, (1, 2));
    assert_eq!(memory.learned(), None);
}
