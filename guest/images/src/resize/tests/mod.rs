use super::{Resizer, lanczos};
use crate::picture::{Layout, Picture};

fn resized(layout: Layout, from: (u32, u32), to: (u32, u32), samples: &[u8]) -> Picture {
    let mut resizer = Resizer::new(layout, from, to);
    samples.chunks_exact(from.0 as usize * layout.channels()).for_each(|row| resizer.push(row));
    resizer.finish().unwrap()
}

#[test]
fn the_filter_is_one_in_the_middle_and_zero_at_whole_distances() {
    assert_eq!(lanczos(0.0), 1.0);
    for distance in [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 7.0] {
        assert!(lanczos(distance).abs() < 1e-15, "{distance}");
    }
}

#[test]
fn the_same_size_changes_nothing() {
    for layout in [Layout::Gray, Layout::Rgb] {
        let samples: Vec<u8> =
            (0..13 * 7 * layout.channels()).map(|at| (at * 37 % 256) as u8).collect();
        assert_eq!(resized(layout, (13, 7), (13, 7), &samples).samples, samples);
    }
}

#[test]
fn one_color_stays_as_it_is() {
    let pixel = [200, 100, 50, 40];
    let picture = resized(Layout::Rgba, (97, 53), (11, 5), &pixel.repeat(97 * 53));
    assert_eq!(picture.samples, pixel.repeat(11 * 5));
}

#[test]
fn transparent_pixels_give_no_color() {
    // Black and transparent on the left, white and opaque on the right.
    let row = [[0, 0, 0, 0].repeat(32), [255; 4].repeat(32)].concat();
    let picture = resized(Layout::Rgba, (64, 32), (16, 8), &row.repeat(32));
    for pixel in picture.samples.chunks_exact(4).filter(|pixel| pixel[3] > 0) {
        assert_eq!(&pixel[..3], &[255, 255, 255]);
    }
    assert!(picture.samples.chunks_exact(4).any(|pixel| (1..255).contains(&pixel[3])));
}

#[test]
fn a_missing_row_is_noticed() {
    let mut resizer = Resizer::new(Layout::Gray, (8, 8), (4, 4));
    (0..7).for_each(|_| resizer.push(&[9; 8]));
    assert!(resizer.finish().is_none());
}

#[test]
fn it_agrees_with_another_implementation() {
    let (from, to) = ((301, 211), (97, 68));
    let samples: Vec<u8> = (0..from.1)
        .flat_map(|y| {
            (0..from.0).flat_map(move |x| [x * y / 250, x * 255 / 300, (x / 16 + y / 16) % 2 * 255])
        })
        .map(|sample| sample.min(255) as u8)
        .collect();
    let ours = resized(Layout::Rgb, from, to, &samples);
    let reference = image::RgbImage::from_raw(from.0, from.1, samples).unwrap();
    let theirs =
        image::imageops::resize(&reference, to.0, to.1, image::imageops::FilterType::Lanczos3);
    for (ours, theirs) in ours.samples.iter().zip(theirs.as_raw()) {
        assert!(ours.abs_diff(*theirs) <= 2, "{ours} for {theirs}");
    }
}
