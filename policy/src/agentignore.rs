//! The file `.agentignore`, in which a project lists what agents must not read.
//!
//! It lies in the root, where a hostile repository may have put it. It is therefore read like any
//! other file, through the grant, and it can only deny. A file that cannot be used denies
//! everything.

use crate::list::List;
use crate::rule::Action;
use std::borrow::Cow;
use std::sync::Arc;

/// The name of the file.
pub const NAME: &str = ".agentignore";

/// The maximum size of the file, in bytes.
pub const MAX_BYTES: u64 = 64 * 1024;

/// The content of the file.
#[derive(Clone, Debug)]
pub enum AgentignoreState {
    /// There is no such file, or it is not used.
    Absent,
    /// The patterns of the file.
    List(Arc<List>),
    /// The file cannot be used, for this reason.
    Unusable(Arc<str>),
}

impl AgentignoreState {
    /// Returns the state of a regular file with this content.
    pub fn parse(bytes: &[u8]) -> Self {
        let list = text(bytes).and_then(|text| {
            List::new(NAME, &text, Action::Deny).map_err(|error| error.to_string())
        });
        match list {
            Ok(list) => Self::List(list.into()),
            Err(why) => Self::Unusable(why.into()),
        }
    }

    /// Returns the state of a file whose text compiled in the host.
    pub(crate) fn compiled(text: Cow<'_, str>) -> Self {
        Self::List(List::compiled(NAME, text, Action::Deny).into())
    }

    /// Returns the state of anything other than a regular file.
    pub fn not_a_file() -> Self {
        Self::Unusable("it is not a regular file".into())
    }

    /// Returns the state of a file with more than [`MAX_BYTES`].
    pub fn too_large() -> Self {
        Self::Unusable("it is larger than 64 KiB".into())
    }
}

/// Decodes UTF-8, and UTF-16 with a byte-order mark, as some shells write it.
fn text(bytes: &[u8]) -> Result<String, String> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks::<2>();
        let units = units.iter().map(|bytes| unit(*bytes));
        let text = char::decode_utf16(units).collect::<Result<String, _>>().ok();
        text.filter(|_| rest.is_empty())
    };
    let text = match bytes {
        [0xff, 0xfe, bytes @ ..] => utf16(bytes, u16::from_le_bytes),
        [0xfe, 0xff, bytes @ ..] => utf16(bytes, u16::from_be_bytes),
        bytes => String::from_utf8(bytes.to_vec()).ok(),
    };
    let text = text.ok_or("it is neither UTF-8 nor UTF-16 with a byte order mark")?;
    // Git would treat the text after such a character as the rest of one pattern.
    if text.contains('\0') || text.replace("\r\n", "\n").contains('\r') {
        return Err("it contains a NUL, or a carriage return that ends no line".into());
    }
    Ok(text)
}
