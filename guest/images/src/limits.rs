//! How large a picture may be.

/// How large a picture may be, to be decoded and to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most columns of pixels that are shown, after turning.
    pub width: u32,
    /// The most rows of pixels that are shown, after turning.
    pub height: u32,
    /// The most bytes of a file that is shown.
    pub bytes: usize,
    /// The most pixels of a picture that is decoded.
    pub pixels: u64,
    /// The most pixels on a side of a picture that is decoded.
    pub side: u32,
    /// The most bytes that the file, the decoded and the shrunk picture, and all that is needed to
    /// make them may take together.
    pub memory: u64,
    /// How the size goes down while the file has too many bytes.
    pub steps: Steps,
    /// How much is done for a small file.
    pub effort: Effort,
    /// Which images within the limits are shown as they are.
    pub originals: Originals,
    /// What becomes of opacity in a JPEG, which has none.
    pub opacity: Opacity,
}

/// Which images within the limits are shown as they are, byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Originals {
    /// All, without a look at their pixels.
    All,
    /// Those that the decoder takes, and that are not cut off as far as it can tell. The others are
    /// not shown.
    Decodable,
    /// Those that every decoder takes. One whose pixels are there, and whose end is missing or a
    /// checksum wrong, is encoded again.
    Whole,
    /// The same, if they are stored as they are to be shown. The others are turned.
    Upright,
}

/// What becomes of opacity in a JPEG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// The picture is put on white.
    OnWhite,
    /// It is dropped: what was clear shows whatever color it had.
    Dropped,
}

/// How the size of a picture goes down while its file has too many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// To 75, 50, 35 and 25 percent of the first size, while both sides have at least 100 pixels.
    /// The last file that was tried is the answer, whatever its size.
    Four,
    /// By a quarter at a time, down to one pixel, until a file is small enough.
    Quarters,
}

/// How much is done for a small file. A JPEG is compared with a PNG, whose size depends on this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The PNG takes some time.
    Balanced,
    /// The PNG takes little time, and always has opacity.
    Fast,
    /// The PNG takes little time. What came as JPEG stays one: it is hardly ever smaller as PNG.
    Least,
}

impl Limits {
    /// 2000 columns.
    pub const WIDTH: u32 = 2000;
    /// 2000 rows.
    pub const HEIGHT: u32 = 2000;
    /// 4.5 MiB.
    pub const BYTES: usize = 9 << 19;
    /// 50 million pixels.
    pub const PIXELS: u64 = 50_000_000;
    /// 16384 pixels.
    pub const SIDE: u32 = 16_384;
    /// 104 MiB: what a component of 128 MiB has left beside its stack, its constants, and holes in
    /// its heap. What follows decoding, two encoded files and a text made of one, takes less than
    /// the decoded picture did.
    pub const MEMORY: u64 = 104 << 20;

    /// Those of agents that show less than 4.5 MiB of base64.
    pub const INLINE: Self = Self {
        width: Self::WIDTH,
        height: Self::HEIGHT,
        bytes: Self::BYTES / 4 * 3 - 3,
        pixels: Self::PIXELS,
        side: Self::SIDE,
        memory: Self::MEMORY,
        steps: Steps::Quarters,
        effort: Effort::Balanced,
        originals: Originals::Whole,
        opacity: Opacity::OnWhite,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            width: Self::WIDTH,
            height: Self::HEIGHT,
            bytes: Self::BYTES,
            pixels: Self::PIXELS,
            side: Self::SIDE,
            memory: Self::MEMORY,
            steps: Steps::Four,
            effort: Effort::Balanced,
            originals: Originals::All,
            opacity: Opacity::OnWhite,
        }
    }
}
