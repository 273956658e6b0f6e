use super::{ErrorCode, Spelling, find, swapped};

/// A file system that folds names: which entry a name leads to.
type Lookup = fn(&str, &str) -> bool;

fn upper(name: &str) -> String {
    name.chars().flat_map(char::to_uppercase).collect()
}

/// APFS and HFS+: any case and any normal form.
fn apple(name: &str, entry: &str) -> bool {
    use unicode_normalization::UnicodeNormalization;
    let key = |name: &str| upper(&name.nfd().collect::<String>()).to_lowercase();
    key(name) == key(entry)
}

/// NTFS and FAT, as Windows and the Linux drivers open them: any case, trailing dots and
/// spaces, streams, and short names.
fn windows(name: &str, entry: &str) -> bool {
    let bare = name.trim_end_matches(['.', ' ']).split(':').next().unwrap_or_default();
    let plain: String = upper(entry).chars().filter(char::is_ascii_alphanumeric).collect();
    let short = format!("{}~1", plain.chars().take(6).collect::<String>());
    upper(bare) == upper(entry) || upper(bare) == short
}

/// Directories of ext4 and tmpfs that are marked: like APFS, and without invisible characters.
fn marked(name: &str, entry: &str) -> bool {
    let visible = |name: &str| name.replace(['\u{200d}', '\u{ad}', '\u{fe0f}'], "");
    apple(&visible(name), &visible(entry))
}

const ENTRIES: [&str; 7] =
    [".env", "Secret.txt", "stra\u{df}e", "caf\u{e9}", "notes.", "id_rsa", "\u{645}\u{62b}"];

const SPELLINGS: [&str; 22] = [
    ".ENV",
    ".env.",
    ".env ",
    ".env::$DATA",
    "ENV~1",
    ".e\u{ad}nv",
    "secret.txt",
    "SECRET.TXT",
    "SECRET~1",
    "SECRET~1.TXT",
    "secret.tx\u{200d}t",
    "STRASSE",
    "stra\u{1e9e}e",
    "cafe\u{301}",
    "CAFE\u{301}",
    "CAF\u{c9}",
    "notes",
    "NOTES.",
    "id_r\u{17f}a",
    "\u{130}d_rsa",
    "id_rsa. .",
    "\u{645}\u{62b}",
];

/// However a name is spelled, the listed name is that of the entry it opens, or it is refused.
#[test]
fn a_name_leads_to_the_entry_that_is_judged() {
    let mut refused = 0;
    for lookup in [apple, windows, marked] as [Lookup; 3] {
        for requested in ENTRIES.iter().chain(&SPELLINGS) {
            let exact = ENTRIES.contains(requested);
            let opened = ENTRIES.iter().find(|entry| match exact {
                true => *entry == requested,
                false => lookup(requested, entry),
            });
            let Some(opened) = opened else { continue };
            match find(requested, ENTRIES.iter().map(ToString::to_string)) {
                Ok(None) => assert_eq!(requested, opened),
                Ok(Some(name)) => assert_eq!(name.as_str(), *opened, "{requested}"),
                Err(ErrorCode::NotPermitted) => refused += 1,
                Err(ErrorCode::NoEntry) if cfg!(windows) => refused += 1,
                Err(other) => panic!("{requested}: {other}"),
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn ordinary_other_spellings_are_served() {
    for (requested, listed) in
        [("SECRET.TXT", "Secret.txt"), ("cafe\u{301}", "caf\u{e9}"), ("Stra\u{df}e", "stra\u{df}e")]
    {
        let found = find(requested, ENTRIES.iter().map(ToString::to_string));
        assert_eq!(found.unwrap().unwrap().as_str(), listed);
    }
}

#[test]
fn a_listing_is_read_only_in_doubt() {
    for name in ["a.txt", "A.txt", "caf\u{e9}", "notes."] {
        assert!(!Spelling::Exact.has_doubts(name));
        assert!(Spelling::CaseInsensitive.has_doubts(name));
        let is_odd = !name.ends_with(".txt");
        assert_eq!(Spelling::CaseSensitive.has_doubts(name), is_odd, "{name}");
    }
}

#[test]
fn letters_change_their_case() {
    assert_eq!(swapped("aZ1\u{e9}.Txt"), "Az1\u{e9}.tXT");
}
