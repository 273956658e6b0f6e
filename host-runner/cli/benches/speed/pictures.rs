//! Creates pictures: a smooth background with edges and noise, as in photographs and screenshots.

use crate::files::Size;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

/// Creates the pictures unless they exist.
pub(crate) fn make(root: &Path, size: Size) {
    let (width, height): (u16, u16) = match size {
        Size::Full => (4000, 3000),
        Size::Small => (400, 300),
    };
    let (jpeg, png) = (root.join("picture.jpg"), root.join("picture.png"));
    if png.exists() {
        return;
    }
    let pixels = pixels(width.into(), height.into());
    let mut encoded = Vec::new();
    jpeg_encoder::Encoder::new(&mut encoded, 90)
        .encode(&pixels, width, height, jpeg_encoder::ColorType::Rgb)
        .expect("it can be encoded");
    fs::write(jpeg, encoded).expect("a file can be written");
    let file = BufWriter::new(File::create(png).expect("a file can be made"));
    let mut encoder = png::Encoder::new(file, width.into(), height.into());
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("it can be written");
    writer.write_image_data(&pixels).expect("it can be written");
}

fn pixels(width: u32, height: u32) -> Vec<u8> {
    let mut noise = 1u32;
    let mut pixels = Vec::with_capacity((width * height * 3) as usize);
    for y in 0..height {
        for x in 0..width {
            // A pseudo-random number generator, the same everywhere.
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let grain = (noise >> 29) as u8;
            let edge = if (x / 97 + y / 61) % 2 == 0 { 40 } else { 0 };
            let of = |at: u32, of: u32| (at * 200 / of) as u8;
            pixels.extend([of(x, width) + edge + grain, of(y, height) + grain, edge * 4 + grain]);
        }
    }
    pixels
}
