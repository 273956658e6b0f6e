use super::{Size, dimensions};

#[test]
fn factors_are_rounded_as_in_javascript() {
    for (width, expected) in [
        (2010, "1.00"),
        (2001, "1.00"),
        (16_384, "8.19"),
        (2230, "1.11"),
        (2030, "1.01"),
        (2250, "1.13"),
        (2750, "1.38"),
        (3000, "1.50"),
        (2333, "1.17"),
    ] {
        let note = dimensions((width, 10), (2000, 9));
        assert!(note.contains(&std::format!("by {expected} to")), "{note}");
    }
}

#[test]
fn sizes_are_rounded_as_in_javascript() {
    for (bytes, expected) in [
        (0, "0B"),
        (1023, "1023B"),
        (1024, "1.0KB"),
        (262_400, "256.3KB"),
        (262_144, "256.0KB"),
        (1_048_575, "1024.0KB"),
        (1_048_576, "1.0MB"),
    ] {
        assert_eq!(Size(bytes).to_string(), expected);
    }
}
