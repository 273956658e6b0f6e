//! The predictors of Flate and LZW.

use crate::object::Dict;

/// Undoes the prediction in place.
pub(super) fn undo(parameters: &Dict, bytes: &mut Vec<u8>) {
    let value = |name, default, most| {
        let value = parameters.get(name).as_size();
        value.filter(|value| (1..=most).contains(value)).unwrap_or(default)
    };
    let bits = value("BitsPerComponent", 8, 16);
    let pixel_bits = value("Colors", 1, 32) * bits;
    let row = (pixel_bits * value("Columns", 1, 1 << 20)).div_ceil(8);
    let pixel = pixel_bits.div_ceil(8);
    match parameters.get("Predictor").as_int() {
        Some(10..=15) => undo_png(bytes, row, pixel),
        Some(2) if bits == 8 => undo_tiff(bytes, row, pixel),
        _ => {}
    }
}

/// Each row starts with a byte that selects its filter. The rows are moved together to the front.
fn undo_png(bytes: &mut Vec<u8>, row: usize, pixel: usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(filter) = bytes.get(read).copied() {
        read += 1;
        let length = row.min(bytes.len() - read);
        for index in 0..length {
            let at = written + index;
            let byte_at = |from: Option<usize>| {
                from.and_then(|from| bytes.get(from)).copied().unwrap_or_default()
            };
            let left = if index >= pixel { byte_at(at.checked_sub(pixel)) } else { 0 };
            let up = byte_at(at.checked_sub(row));
            let corner = if index >= pixel { byte_at(at.checked_sub(row + pixel)) } else { 0 };
            let predicted = match filter {
                1 => left,
                2 => up,
                3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                4 => paeth(left, up, corner),
                _ => 0,
            };
            let value = byte_at(Some(read + index)).wrapping_add(predicted);
            if let Some(target) = bytes.get_mut(at) {
                *target = value;
            }
        }
        read += length;
        written += length;
    }
    bytes.truncate(written);
}

fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(up), i16::from(corner));
    let estimate = a + b - c;
    let (to_a, to_b, to_c) = ((estimate - a).abs(), (estimate - b).abs(), (estimate - c).abs());
    if to_a <= to_b && to_a <= to_c {
        left
    } else if to_b <= to_c {
        up
    } else {
        corner
    }
}

fn undo_tiff(bytes: &mut [u8], row: usize, pixel: usize) {
    for row in bytes.chunks_mut(row.max(1)) {
        for index in pixel..row.len() {
            let left = row.get(index - pixel).copied().unwrap_or_default();
            if let Some(byte) = row.get_mut(index) {
                *byte = byte.wrapping_add(left);
            }
        }
    }
}
