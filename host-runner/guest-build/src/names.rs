//! Leaves the names of a component's items out of it: only people read them.

const HEADER: usize = 8;
const CUSTOM: u8 = 0;
/// The name of the section, after its length.
const NAMES: &[u8] = b"\x0ecomponent-name";

/// Returns a component without the section of names. `None` if it is not a component.
pub(crate) fn without_names(component: &[u8]) -> Option<Vec<u8>> {
    let (header, mut rest) = component.split_at_checked(HEADER)?;
    let mut kept = header.to_vec();
    while let [id, after @ ..] = rest {
        let (size, digits) = length(after)?;
        let body = after.get(digits..digits.checked_add(size)?)?;
        let (section, next) = rest.split_at_checked(1 + digits + size)?;
        if *id != CUSTOM || !body.starts_with(NAMES) {
            kept.extend_from_slice(section);
        }
        rest = next;
    }
    Some(kept)
}

/// Returns a number in LEB128, and how many bytes it takes.
fn length(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut number = 0;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        number |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((number, at + 1));
        }
    }
    None
}
