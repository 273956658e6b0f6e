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
        assert_eq!((turned.width, &turned.samples[..]), (width, samples), "orientation {number}");
    }
}
