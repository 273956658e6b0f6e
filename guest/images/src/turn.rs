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
mod tests;
