//! `list_directory_with_sizes`: the names in a directory, with the sizes of files.

use super::directories::metadata_behind;
use super::list_directory::prefix;
use super::{Entries, Faults, answered, located, text_fits};
use crate::shared::{Collation, Environment, Identity, Json, Reply, javascript};
use readroom_core::{FileKind, Tree, sort_by};
use readroom_read::facts_of_directory;

pub(crate) const IDENTITY: Identity = super::identity("list_directory_with_sizes");

/// The widths of a name in UTF-16 units, and of a size.
const NAME_WIDTH: usize = 30;
const SIZE_WIDTH: usize = 10;

pub(crate) use super::definitions::list_directory_with_sizes as definition;
pub(crate) use super::list_directory::arguments_for;
pub(crate) use super::located::requested_path;

enum Order {
    Name,
    Size,
}

struct Entry {
    name: String,
    kind: FileKind,
    size: u64,
}

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |arguments, faults| {
        let path = faults.text(arguments, "path");
        let order = match arguments.get("sortBy") {
            None => Order::Name,
            Some(Json::Text(order)) if order == "name" => Order::Name,
            Some(Json::Text(order)) if order == "size" => Order::Size,
            Some(_) => {
                let fault = r#"Invalid option: expected one of "name"|"size""#;
                faults.add("sortBy", None, fault);
                Order::Name
            }
        };
        let path = path.filter(|_| faults.is_empty())?;
        Some(list(env, path, &order))
    })
}

fn list<T: Tree>(env: &Environment<'_, T>, path: &str, order: &Order) -> Result<Reply, String> {
    let real = located::locate(env, path)?;
    let Entries { directory, entries } = Entries::list(env, &real)?;
    let facts = facts_of_directory(directory.location(), entries.len() as u64);
    let with_size = |(name, kind): (String, FileKind)| {
        let found = metadata_behind(env, &directory, (&name, kind));
        Entry { kind, size: found.map_or(0, |metadata| metadata.size), name }
    };
    let mut entries: Vec<Entry> = entries.into_iter().map(with_size).collect();
    match order {
        Order::Name => {
            let collation = Collation::new();
            entries = collation.sorted(entries, |entry| entry.name.clone());
        }
        Order::Size => sort_by(&mut entries, |a, b| b.size.cmp(&a.size)),
    }
    let (mut text, mut files, mut sum) = (String::new(), 0, 0_u64);
    for Entry { name, kind, size } in &entries {
        text.extend([prefix(*kind), " ", &**name]);
        let width = name.encode_utf16().count();
        text.extend(std::iter::repeat_n(' ', NAME_WIDTH.saturating_sub(width) + 1));
        if *kind != FileKind::Directory {
            files += 1;
            sum = sum.saturating_add(*size);
            let size = formatted(*size);
            text.extend(std::iter::repeat_n(' ', SIZE_WIDTH.saturating_sub(size.len())));
            text.push_str(&size);
        }
        text.push('\n');
        text_fits(&text)?;
    }
    let directories = entries.len() - files;
    text.push_str(&format!(
        "\nTotal: {files} files, {directories} directories\nCombined size: {}",
        formatted(sum)
    ));
    Ok(answered(text, vec![facts]))
}

/// Formats a number of bytes in the largest unit in which it is at least 1.
fn formatted(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut unit = 0;
    while unit < UNITS.len() - 1 && bytes >> (10 * (unit + 2)) > 0 {
        unit += 1;
    }
    let scaled = bytes as f64 / (1_u64 << (10 * (unit + 1))) as f64;
    let hundredths = javascript::hundredths(scaled);
    let name = UNITS.get(unit).copied().unwrap_or_default();
    format!("{}.{:02} {name}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::formatted;

    #[test]
    fn sizes_are_rounded_halves_up() {
        for (bytes, expected) in [
            (0, "0 B"),
            (1, "1 B"),
            (1023, "1023 B"),
            (1024, "1.00 KB"),
            (1034, "1.01 KB"),
            (1152, "1.13 KB"),
            (1408, "1.38 KB"),
            (1_043_333, "1018.88 KB"),
            (1_048_575, "1024.00 KB"),
            (1_048_576, "1.00 MB"),
            (1_179_648, "1.13 MB"),
            (1 << 30, "1.00 GB"),
            (1 << 40, "1.00 TB"),
            (5 << 50, "5120.00 TB"),
        ] {
            assert_eq!(formatted(bytes), expected, "{bytes}");
        }
    }
}
