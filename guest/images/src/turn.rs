//! Rotates and mirrors pictures.

use crate::orientation::Orientation;
use crate::picture::Picture;

impl Orientation {
    /// Transforms a picture.
    pub(crate) fn turn(self, picture: Picture) -> Picture {
        if self == Self::Upright {
            return picture;
        }
        let (width, height) = (picture.width as usize, picture.height as usize);
        let channels = picture.layout.channels();
        let (turned_width, turned_height) = self.turn_size((picture.width, picture.height));
        let mut samples = Vec::with_capacity(picture.samples.len());
        let (last_column, last_row) = (width.saturating_sub(1), height.saturating_sub(1));
        for y in 0..turned_height as usize {
            for x in 0..turned_width as usize {
                let (column, row) = match self {
                    Self::Upright => (x, y),
                    Self::Mirrored => (last_column - x, y),
                    Self::HalfTurn => (last_column - x, last_row - y),
                    Self::Flipped => (x, last_row - y),
                    Self::Transposed => (y, x),
                    Self::Clockwise => (y, last_row - x),
                    Self::Transversed => (last_column - y, last_row - x),
                    Self::Anticlockwise => (last_column - y, x),
                };
                let from = (row * width + column) * channels;
                samples.extend_from_slice(
                    picture.samples.get(from..from + channels).unwrap_or_default(),
                );
            }
        }
        Picture { width: turned_width, height: turned_height, layout: picture.layout, samples }
    }
}

#[cfg(test)]
mod tests {
    use super::Orientation;
    use crate::picture::{Layout, Picture};

    #[test]
    fn every_orientation_moves_the_corners_as_exif_says() {
        // 3 by 2:  0 1 2 / 3 4 5
        let expected: [(u16, u32, &[u8]); 8] = [
            (1, 3, &[0, 1, 2, 3, 4, 5]),
            (2, 3, &[2, 1, 0, 5, 4, 3]),
            (3, 3, &[5, 4, 3, 2, 1, 0]),
            (4, 3, &[3, 4, 5, 0, 1, 2]),
            (5, 2, &[0, 3, 1, 4, 2, 5]),
            (6, 2, &[3, 0, 4, 1, 5, 2]),
            (7, 2, &[5, 2, 4, 1, 3, 0]),
            (8, 2, &[2, 5, 1, 4, 0, 3]),
        ];
        for (number, width, samples) in expected {
            let picture = Picture {
                width: 3,
                height: 2,
                layout: Layout::Gray,
                samples: (0..6).collect::<Vec<u8>>(),
            };
            let turned = Orientation::from_number(number).unwrap().turn(picture);
            assert_eq!(
                (turned.width, &turned.samples[..]),
                (width, samples),
                "orientation {number}"
            );
        }
    }
}
