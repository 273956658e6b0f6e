//! Limits on the size of images.

/// Limits on the size of images, for decoding and for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum width shown in pixels, after rotation.
    pub width: u32,
    /// The maximum height shown in pixels, after rotation.
    pub height: u32,
    /// The maximum size of a shown file in bytes.
    pub bytes: usize,
    /// The maximum number of pixels of a decoded image.
    pub pixels: u64,
    /// The maximum side length of a decoded image in pixels.
    pub side: u32,
    /// The maximum total memory in bytes for the file, the decoded and the shrunk image, and
    /// everything needed to make them.
    pub memory: u64,
    /// How the size is reduced while the file has too many bytes.
    pub steps: Steps,
    /// How much effort goes into a small file.
    pub effort: Effort,
    /// Which images within the limits are shown unchanged.
    pub originals: Originals,
    /// How a JPEG, which has no alpha channel, treats opacity.
    pub opacity: Opacity,
}

/// Which images within the limits are shown unchanged, byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Originals {
    /// All, without examining their pixels.
    All,
    /// Those that the decoder accepts, and that are not truncated as far as it can tell. Others are
    /// not shown.
    Decodable,
    /// Those that every decoder accepts. An image with all its pixels but a missing end or a wrong
    /// checksum is encoded again.
    Whole,
    /// The same, if they are stored upright. Others are rotated.
    Upright,
}

/// How a JPEG treats opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// The image is blended onto white.
    OnWhite,
    /// It is dropped: transparent pixels become visible in their stored color.
    Dropped,
}

/// How the size of an image is reduced while its file has too many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// To 75, 50, 35 and 25 percent of the first size, while both sides have at least 100 pixels.
    /// The last attempt is the result, regardless of its size.
    Four,
    /// By a quarter at a time, down to one pixel, until a file is small enough.
    Quarters,
}

/// How much effort goes into a small file. A JPEG is compared with a PNG, whose size depends on
/// this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The PNG takes some time.
    Balanced,
    /// The PNG takes little time, and always has an alpha channel.
    Fast,
    /// The PNG takes little time. An image that was JPEG stays JPEG: it is hardly ever smaller as
    /// PNG.
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
    /// 104 MiB: the memory of a 128 MiB component without its stack, its constants, and heap
    /// fragmentation. The steps after decoding, two encoded files and a string made from one, take
    /// less than the decoded image did.
    pub const MEMORY: u64 = 104 << 20;

    /// The limits of agents that show less than 4.5 MiB of base64.
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
