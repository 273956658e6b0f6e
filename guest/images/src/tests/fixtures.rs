//! Small files of every kind, made by other programs.
//!
//! Most show a pattern of [`WIDTH`] by [`HEIGHT`] pixels: red grows from left to right, green from
//! top to bottom, blue with both.

pub(crate) const WIDTH: u32 = 33;
pub(crate) const HEIGHT: u32 = 21;

/// Returns the pixel of the pattern at a position.
pub(crate) fn pattern(x: u32, y: u32) -> [u8; 3] {
    [x * 255 / (WIDTH - 1), y * 255 / (HEIGHT - 1), (x + y) * 255 / (WIDTH + HEIGHT - 2)]
        .map(|sample| sample as u8)
}

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../tests/fixtures/", $name))
    };
}

/// The pattern, with colors at half resolution.
pub(crate) const JPEG: &[u8] = file!("pattern.jpg");

/// The pattern in several scans, with colors at full resolution.
pub(crate) const JPEG_PROGRESSIVE: &[u8] = file!("progressive.jpg");

/// The lightness of the pattern.
pub(crate) const JPEG_GRAY: &[u8] = file!("gray.jpg");

/// The pattern in four inverted inks, as Adobe stores them.
pub(crate) const JPEG_CMYK: &[u8] = file!("cmyk.jpg");

/// The pattern in 16 colors, interlaced.
pub(crate) const GIF: &[u8] = file!("pattern.gif");

/// The pattern with opacity that increases from left to right.
pub(crate) const PNG: &[u8] = file!("pattern.png");

/// The pattern with opacity, lossless.
pub(crate) const WEBP_LOSSLESS: &[u8] = file!("lossless.webp");

/// The pattern in 4 colors, lossless.
pub(crate) const WEBP_PALETTE: &[u8] = file!("palette.webp");

/// The pattern, lossy.
pub(crate) const WEBP_LOSSY: &[u8] = file!("lossy.webp");

/// The pattern, lossy, with lossless opacity.
pub(crate) const WEBP_LOSSY_ALPHA: &[u8] = file!("lossy-alpha.webp");

/// The pattern, lossy, with an orientation of 90°.
pub(crate) const WEBP_TURNED: &[u8] = file!("turned.webp");

/// Two lossless frames.
pub(crate) const WEBP_ANIMATED: &[u8] = file!("animated.webp");

/// Every file that is decoded exactly, with its pixels according to Pillow: see
/// `tests/fixtures/make.py`.
pub(crate) const EXACT: [(&[u8], &[u8]); 11] = [
    (PNG, file!("pattern.png.rgba")),
    (GIF, file!("pattern.gif.rgba")),
    (WEBP_LOSSLESS, file!("lossless.webp.rgba")),
    (WEBP_PALETTE, file!("palette.webp.rgba")),
    (WEBP_LOSSY, file!("lossy.webp.rgba")),
    (WEBP_LOSSY_ALPHA, file!("lossy-alpha.webp.rgba")),
    (WEBP_TURNED, file!("turned.webp.rgba")),
    (WEBP_ANIMATED, file!("animated.webp.rgba")),
    // Lossy noise with lossy opacity, in segments with smoothed edges.
    (file!("noise.webp"), file!("noise.webp.rgba")),
    // Lossy noise, smoothed with the simple filter.
    (file!("noise-simple.webp"), file!("noise-simple.webp.rgba")),
    // Lossless noise.
    (file!("photo.webp"), file!("photo.webp.rgba")),
];

/// The files that are not decoded exactly.
pub(crate) const OTHERS: [&[u8]; 4] = [JPEG, JPEG_PROGRESSIVE, JPEG_GRAY, JPEG_CMYK];
