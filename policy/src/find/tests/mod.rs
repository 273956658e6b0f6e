use crate::patterns::Patterns;
use crate::wildmatch::STEPS;

/// Parts that hostile patterns repeat.
const PARTS: [&str; 8] =
    ["*a", "?", "*?", "[a-y]", "*[!b]", "[[:alpha:]]*", "*aaaaaaaaaaaaaaaac", "a"];

/// Returns a pattern of repeated parts, up to a length, that ends in text no path has.
fn long(part: &str, length: usize) -> String {
    part.repeat(length / part.len()) + "b"
}

/// Returns a list that repeats one line, up to a length.
fn filled(line: &str, length: usize) -> String {
    (line.to_string() + "\n").repeat((length / (line.len() + 1)).max(1))
}

/// Checks that a list takes no more steps for a path than the product of their lengths.
fn check(text: &str, path: &str) {
    let list = Patterns::new(text, None).expect("patterns");
    STEPS.set(0);
    assert_eq!(list.find(path, false), None, "{text}");
    let most = list.code.len() * path.len();
    let start: String = text.chars().take(60).collect();
    assert!(STEPS.get() <= most as u64, "{} of {most} for {start}", STEPS.get());
}

#[test]
fn hostile_patterns_take_no_more_steps_than_their_length_times_that_of_the_path() {
    let paths = ["a".repeat(255), vec!["a".repeat(50); 20].join("/"), vec!["a"; 512].join("/")];
    for (part, length) in PARTS.iter().flat_map(|part| [(part, 20), (part, 100), (part, 600)]) {
        let (name, names) = (long(part, length), long(&format!("{part}/"), length));
        let stars = [long(&format!("{part}/**/"), length), long(&format!("**/{part}/"), length)];
        let lines = [format!("*{name}"), name, format!("**/{names}"), format!("a**/{names}")];
        for line in lines.iter().chain([&names]).chain(&stars) {
            paths.iter().for_each(|path| check(&filled(line, 600), path));
        }
    }
}

#[test]
fn the_longest_lists_and_paths_take_no_more_steps_either() {
    let paths = [vec!["a".repeat(255); 16].join("/"), vec!["a"; 2048].join("/")];
    for (part, path) in PARTS.iter().flat_map(|part| paths.iter().map(move |path| (part, path))) {
        check(&long(part, 64 << 10), path);
        check(&long(&format!("**/{part}/"), 64 << 10), path);
    }
    check(&filled("*b", 64 << 10), &paths[0]);
}
