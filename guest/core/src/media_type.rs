//! Images, documents and other binary files, recognized by their first bytes.

/// The number of bytes that identify an image or a document.
pub(crate) const MAX_MAGIC_BYTES: usize = 16;

/// An image or document type, recognized by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// Portable Network Graphics.
    Png,
    /// Joint Photographic Experts Group.
    Jpeg,
    /// Graphics Interchange Format.
    Gif,
    /// WebP.
    WebP,
    /// Portable Document Format.
    Pdf,
    /// Apple's variant of PNG, which only its own programs read.
    CgBi,
    /// Windows bitmap.
    Bmp,
    /// Windows icon or cursor.
    Ico,
    /// Tagged Image File Format, and the raw formats of cameras that are built on it.
    Tiff,
    /// AV1 Image File Format.
    Avif,
    /// High Efficiency Image File Format.
    Heic,
    /// JPEG XL.
    JpegXl,
    /// JPEG 2000.
    Jpeg2000,
    /// Photoshop document.
    Psd,
    /// A type that is not read, with its MIME type.
    Other(OtherKind, &'static str),
}

/// The class of another binary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// Several files in one.
    Archive,
    /// One file, compressed.
    Compressed,
    /// A database, or a table of data.
    Data,
    /// Machine code, or code of a virtual machine.
    Program,
    /// Audio or video.
    Recording,
    /// A font.
    Font,
    /// A file of an application.
    Application,
}

/// Magic numbers of other types: the offset, the bytes, and the type.
const OTHERS: [(usize, &[u8], OtherKind, &str); 37] = {
    use OtherKind::{Application, Archive, Compressed, Data, Font, Program, Recording};
    [
        (0, b"PK\x03\x04", Archive, "application/zip"),
        (0, b"PK\x05\x06", Archive, "application/zip"),
        (0, b"7z\xbc\xaf\x27\x1c", Archive, "application/x-7z-compressed"),
        (0, b"Rar!\x1a\x07", Archive, "application/vnd.rar"),
        (257, b"ustar", Archive, "application/x-tar"),
        (0, b"!<arch>\n", Archive, "application/x-archive"),
        (0, b"\x1f\x8b\x08", Compressed, "application/gzip"),
        (0, b"BZh", Compressed, "application/x-bzip2"),
        (0, b"\xfd7zXZ\0", Compressed, "application/x-xz"),
        (0, b"\x28\xb5\x2f\xfd", Compressed, "application/zstd"),
        (0, b"SQLite format 3\0", Data, "application/vnd.sqlite3"),
        (4, b"Standard Jet DB\0", Data, "application/x-msaccess"),
        (4, b"Standard ACE DB\0", Data, "application/x-msaccess"),
        (0, b"PAR1", Data, "application/vnd.apache.parquet"),
        (0, b"ARROW1\0\0", Data, "application/vnd.apache.arrow.file"),
        (0, b"Obj\x01", Data, "application/vnd.apache.avro"),
        (0, b"\x89HDF\r\n\x1a\n", Data, "application/x-hdf5"),
        (0, b"\x93NUMPY", Data, "application/x-npy"),
        (0, b"\x7fELF", Program, "application/x-elf"),
        (0, b"MZ", Program, "application/vnd.microsoft.portable-executable"),
        (0, b"\xca\xfe\xba\xbe\0\0\0\x02", Program, "application/x-mach-binary"),
        (0, b"\xca\xfe\xba\xbe", Program, "application/java-vm"),
        (0, b"\xcf\xfa\xed\xfe", Program, "application/x-mach-binary"),
        (0, b"\0asm", Program, "application/wasm"),
        (0, b"ID3", Recording, "audio/mpeg"),
        (0, b"\xff\xfb", Recording, "audio/mpeg"),
        (0, b"fLaC", Recording, "audio/flac"),
        (0, b"OggS", Recording, "audio/ogg"),
        (8, b"WAVE", Recording, "audio/wav"),
        (8, b"AVI ", Recording, "video/x-msvideo"),
        (4, b"ftyp", Recording, "video/mp4"),
        (0, b"\x1a\x45\xdf\xa3", Recording, "video/webm"),
        (0, b"\0\x01\0\0\0", Font, "font/ttf"),
        (0, b"OTTO\0", Font, "font/otf"),
        (0, b"wOFF", Font, "font/woff"),
        (0, b"wOF2", Font, "font/woff2"),
        (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Application, "application/x-ole-storage"),
    ]
};

impl MediaType {
    /// Returns the type of a file that begins with these bytes; [`MAX_MAGIC_BYTES`] are enough.
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x89, b'P', b'N', b'G', _, _, _, _, _, _, _, _, b'C', b'g', b'B', b'I', ..] => {
                Some(Self::CgBi)
            }
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            [b'%', b'P', b'D', b'F', b'-', ..] => Some(Self::Pdf),
            _ => None,
        }
    }

    /// Returns the type of a binary file that begins with these bytes; text may begin with some of
    /// them, too.
    pub(crate) fn of_binary(head: &[u8]) -> Option<Self> {
        match head {
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(Self::Bmp),
            // A list of images precedes the first one; 16-bit numbers look alike.
            [0, 0, 1 | 2, 0, count, 0, entry @ ..] => {
                let start = u32::from_le_bytes(*entry.get(12..)?.first_chunk()?);
                (start == 6 + 16 * u32::from(*count)).then_some(Self::Ico)
            }
            [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..] => Some(Self::Tiff),
            [0, 0, 0, _, b'f', b't', b'y', b'p', brand @ ..] => match brand.first_chunk()? {
                b"avif" | b"avis" => Some(Self::Avif),
                b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"heif" | b"mif1"
                | b"msf1" => Some(Self::Heic),
                _ => Self::other(head, true),
            },
            [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] | [0xff, 0x0a, ..] => Some(Self::JpegXl),
            [0, 0, 0, 12, b'j', b'P', b' ', b' ', ..] | [0xff, 0x4f, 0xff, 0x51, ..] => {
                Some(Self::Jpeg2000)
            }
            [b'8', b'B', b'P', b'S', ..] => Some(Self::Psd),
            _ => Self::other(head, true).or_else(|| {
                // PDF readers search for the header this far.
                let start = head.get(..1029).unwrap_or(head);
                memchr::memmem::find(start, b"%PDF-").map(|_| Self::Pdf)
            }),
        }
    }

    /// Returns the type of another file that begins with these bytes. Unless the file is known to
    /// be binary, only magic numbers that text cannot begin with count.
    pub(crate) fn other(head: &[u8], is_binary: bool) -> Option<Self> {
        let is_text = |bytes: &[u8]| bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'));
        let is_clear = |bytes: &[u8]| is_binary || bytes.len() > 2 && !is_text(bytes);
        let begins = |at, bytes| head.get(at..).is_some_and(|head: &[u8]| head.starts_with(bytes));
        let mut others = OTHERS.iter();
        let other = others.find(|(at, bytes, ..)| begins(*at, bytes) && is_clear(bytes));
        other.map(|(.., kind, mime)| Self::Other(*kind, mime))
    }

    /// Returns its MIME type.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
            Self::Pdf => "application/pdf",
            Self::CgBi => "image/png",
            Self::Bmp => "image/bmp",
            Self::Ico => "image/x-icon",
            Self::Tiff => "image/tiff",
            Self::Avif => "image/avif",
            Self::Heic => "image/heic",
            Self::JpegXl => "image/jxl",
            Self::Jpeg2000 => "image/jp2",
            Self::Psd => "image/vnd.adobe.photoshop",
            Self::Other(_, mime) => mime,
        }
    }
}

#[cfg(test)]
mod tests;
