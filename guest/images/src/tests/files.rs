//! Builds image files.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// A PNG chunk. Its checksum is wrong, but ignored.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32).to_be_bytes(), &name[..], data, &[0; 4]].concat()
}

/// A PNG of these chunks, after a header.
pub(crate) fn png_of_chunks(
    size: (u32, u32),
    kind: [u8; 5],
    chunks: &[(&[u8; 4], &[u8])],
) -> Vec<u8> {
    let header = [&size.0.to_be_bytes(), &size.1.to_be_bytes()[..], &kind].concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(b"IHDR", &header));
    chunks.iter().for_each(|(name, data)| file.extend(chunk(name, data)));
    file.extend(chunk(b"IEND", &[]));
    file
}

/// The same, with these unfiltered rows.
pub(crate) fn png(
    size: (u32, u32),
    kind: [u8; 5],
    chunks: &[(&[u8; 4], &[u8])],
    rows: &[Vec<u8>],
) -> Vec<u8> {
    let raw: Vec<u8> = rows.iter().flat_map(|row| [&[0], &row[..]].concat()).collect();
    let data = compress_to_vec_zlib(&raw, 6);
    // In two chunks, as the format allows.
    let (first, second) = data.split_at(data.len() / 2);
    png_of_chunks(size, kind, &[chunks, &[(b"IDAT", first), (b"IDAT", second)]].concat())
}

/// An EXIF block with this orientation.
pub(crate) fn exif(orientation: u8) -> Vec<u8> {
    [&b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"[..], &[orientation, 0, 0, 0, 0, 0, 0]]
        .concat()
}

/// A JPEG of these pixels with this orientation.
pub(crate) fn jpeg(size: (u16, u16), samples: &[u8], orientation: u8) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut file, 90);
    encoder.add_exif_metadata(&exif(orientation)).unwrap();
    encoder.encode(samples, size.0, size.1, jpeg_encoder::ColorType::Rgb).unwrap();
    file
}

/// A picture with red on the left, blue on the right, and darker below.
pub(crate) fn corners(size: (u32, u32)) -> Vec<u8> {
    let pixel = |x, y| {
        let light = if y < size.1 / 2 { 250 } else { 90 };
        if x < size.0 / 2 { [light, 0, 0] } else { [0, 0, light] }
    };
    (0..size.1).flat_map(|y| (0..size.0).flat_map(move |x| pixel(x, y))).collect()
}
