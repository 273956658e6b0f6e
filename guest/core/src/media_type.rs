//! Images and documents, known by their first bytes.

/// The number of bytes that identify a file type.
pub(crate) const MAX_MAGIC_BYTES: usize = 16;

/// An image or document type, known by its first bytes.
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
    /// A PNG as only Apple's programs read it.
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
}

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

    /// Returns the type of a file that is not text and begins with these bytes: a text may begin
    /// with some of them.
    pub(crate) fn of_binary(head: &[u8]) -> Option<Self> {
        match head {
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(Self::Bmp),
            // The first image of several follows their list: numbers of two bytes look alike.
            [0, 0, 1 | 2, 0, count, 0, entry @ ..] => {
                let start = u32::from_le_bytes(*entry.get(12..)?.first_chunk()?);
                (start == 6 + 16 * u32::from(*count)).then_some(Self::Ico)
            }
            [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..] => Some(Self::Tiff),
            [0, 0, 0, _, b'f', b't', b'y', b'p', brand @ ..] => match brand.first_chunk()? {
                b"avif" | b"avis" => Some(Self::Avif),
                b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"heif" | b"mif1"
                | b"msf1" => Some(Self::Heic),
                _ => None,
            },
            [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] | [0xff, 0x0a, ..] => Some(Self::JpegXl),
            [0, 0, 0, 12, b'j', b'P', b' ', b' ', ..] | [0xff, 0x4f, 0xff, 0x51, ..] => {
                Some(Self::Jpeg2000)
            }
            [b'8', b'B', b'P', b'S', ..] => Some(Self::Psd),
            _ => None,
        }
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MediaType;

    #[test]
    fn images_that_are_not_read_are_known_by_their_beginning() {
        for (head, expected) in [
            (&b"BM6\0\0\0\0\0\0\0"[..], Some(MediaType::Bmp)),
            (b"BMW 320i", None),
            (
                b"\0\0\x01\0\x02\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x26\0\0\0",
                Some(MediaType::Ico),
            ),
            (
                b"\0\0\x02\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0",
                Some(MediaType::Ico),
            ),
            (b"\0\0\x01\0\x02\0\x03\0\x04\0\x05\0\x06\0\x07\0\x08\0\x09\0\x0a\0", None),
            (b"II*\0", Some(MediaType::Tiff)),
            (b"MM\0*", Some(MediaType::Tiff)),
            (b"\0\0\0\x1cftypavif", Some(MediaType::Avif)),
            (b"\0\0\0\x18ftypheic", Some(MediaType::Heic)),
            (b"\0\0\0\x18ftypmp42", None),
            (b"\0\0\0\x0cJXL \r\n\x87\n", Some(MediaType::JpegXl)),
            (b"\xff\x0a\0", Some(MediaType::JpegXl)),
            (b"\0\0\0\x0cjP  \r\n\x87\n", Some(MediaType::Jpeg2000)),
            (b"8BPS\0\x01", Some(MediaType::Psd)),
            (b"\0\0\0", None),
            (b"", None),
        ] {
            assert_eq!(MediaType::of_binary(head), expected, "{head:?}");
            assert_eq!(MediaType::of(head), None, "{head:?}");
        }
        let apple = b"\x89PNG\r\n\x1a\n\0\0\0\x04CgBI";
        assert_eq!(MediaType::of(apple), Some(MediaType::CgBi));
    }
}
