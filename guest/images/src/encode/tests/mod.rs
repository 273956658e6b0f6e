use super::{jpeg, png, rgba, smaller};
use crate::format::Format;
use crate::limits::{Effort, Limits, Opacity};
use crate::picture::{Layout, Picture};

fn noise(layout: Layout) -> Picture {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let samples = (0..64 * 64 * layout.channels()).map(|_| next()).collect::<Vec<_>>();
    Picture { width: 64, height: 64, layout, samples }
}

#[test]
fn noise_is_smaller_as_jpeg_and_one_color_as_png() {
    let noise = noise(Layout::Rgb);
    let limits = Limits::default();
    assert_eq!(smaller(&noise, None, 80, &limits).unwrap().format, Format::Jpeg);
    let plain = Picture { samples: [7].repeat(64 * 64 * 3), ..noise };
    assert_eq!(smaller(&plain, None, 80, &limits).unwrap().format, Format::Png);
    let (from, least) = (Some(Format::Jpeg), Limits { effort: Effort::Least, ..limits });
    assert_eq!(smaller(&plain, from, 80, &limits).unwrap().format, Format::Png);
    assert_eq!(smaller(&plain, from, 80, &least).unwrap().format, Format::Jpeg);
    assert_eq!(smaller(&plain, None, 80, &least).unwrap().format, Format::Png);
}

#[test]
fn a_jpeg_has_the_picture_on_white_or_without_its_opacity() {
    let rgba = noise(Layout::Rgba);
    let of = |pixel: fn(&[u8]) -> [u8; 3]| {
        let samples = rgba.samples.chunks_exact(4).flat_map(pixel).collect();
        Picture { layout: Layout::Rgb, samples, ..rgba.clone() }
    };
    let dropped = of(|pixel| [pixel[0], pixel[1], pixel[2]]);
    let on_white = of(|pixel| {
        let alpha = f64::from(pixel[3]) / 255.0;
        [0, 1, 2].map(|at| (f64::from(pixel[at]) * alpha + 255.0 * (1.0 - alpha)).round() as u8)
    });
    for (opacity, expected) in [(Opacity::Dropped, dropped), (Opacity::OnWhite, on_white)] {
        let expected = jpeg(&expected, 70, Opacity::Dropped);
        assert_eq!(jpeg(&rgba, 70, opacity), expected, "{opacity:?}");
    }
}

#[test]
fn a_png_has_the_pixels_of_the_picture() {
    let layouts = [Layout::Gray, Layout::Rgb, Layout::Rgba];
    for (layout, effort) in
        layouts.map(|layout| [(layout, Effort::Balanced), (layout, Effort::Fast)]).concat()
    {
        let picture = noise(layout);
        let bytes = png(&picture, usize::MAX, effort).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut samples = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut samples).unwrap();
        let rows = picture.rows().flat_map(|row| match effort {
            Effort::Balanced | Effort::Least => row.to_vec(),
            Effort::Fast => rgba(row, layout).into_owned(),
        });
        assert_eq!(samples, rows.collect::<Vec<_>>());
    }
}

#[test]
fn a_png_that_would_be_too_long_is_given_up() {
    let picture = noise(Layout::Rgb);
    let within = |max_bytes| png(&picture, max_bytes, Effort::Balanced);
    let length = within(usize::MAX).unwrap().len();
    assert!(within(length).is_some());
    for max_bytes in [0, 1, 60, length - 13, length - 1] {
        assert!(within(max_bytes).is_none());
    }
}

/// Screenshot-like pictures: one color, some lines, and noise.
fn pictures() -> impl Iterator<Item = Picture> {
    let sizes = [(1, 1), (1, 700), (700, 1), (37, 111), (64, 64)];
    let layouts = [Layout::Gray, Layout::Rgb, Layout::Rgba];
    sizes.into_iter().flat_map(move |(width, height)| {
        layouts.into_iter().flat_map(move |layout| {
            let length = width as usize * height as usize * layout.channels();
            let noise = noise(layout).samples.repeat(9);
            let plain = vec![0xff; length];
            let mut lines = plain.clone();
            let rows = lines.chunks_mut(width as usize * layout.channels());
            rows.skip(3).step_by(17).for_each(|row| row.copy_from_slice(&noise[..row.len()]));
            let noise = noise.into_iter().cycle().take(length).collect();
            let picture = move |samples| Picture { width, height, layout, samples };
            [plain, lines, noise].map(picture)
        })
    })
}

#[test]
fn within_every_bound_a_png_is_whole_or_given_up() {
    for picture in pictures() {
        for effort in [Effort::Balanced, Effort::Fast, Effort::Least] {
            let whole = png(&picture, usize::MAX, effort).unwrap();
            let length = whole.len();
            let decoded = image::load_from_memory(&whole).unwrap();
            assert_eq!((decoded.width(), decoded.height()), (picture.width, picture.height));
            // All bounds near both ends, where a chunk starts and ends, and some in between.
            let bounds = (0..length).filter(|bound| {
                *bound < 9 || bound + 30 > length || bound % (length / 20 + 1) == 0
            });
            for max_bytes in bounds {
                let made = png(&picture, max_bytes, effort);
                assert!(
                    made.is_none(),
                    "{} x {} {:?}, {effort:?}: {max_bytes} of {length} bytes",
                    picture.width,
                    picture.height,
                    picture.layout
                );
            }
            for max_bytes in [length, length + 1] {
                assert_eq!(png(&picture, max_bytes, effort).as_ref(), Some(&whole));
            }
        }
    }
}

#[test]
fn the_smaller_of_two_files_is_whole() {
    for picture in pictures() {
        for effort in [Effort::Balanced, Effort::Fast, Effort::Least] {
            // The JPEG bounds the PNG, and so may a limit between them.
            for bytes in [0, 100, Limits::BYTES] {
                let limits = Limits { effort, bytes, ..Limits::default() };
                for quality in [40, 80] {
                    let file = smaller(&picture, None, quality, &limits).unwrap();
                    assert_eq!(Format::of(&file.bytes), Some(file.format));
                    let decoded = image::load_from_memory(&file.bytes).unwrap();
                    let size = (decoded.width(), decoded.height());
                    assert_eq!(size, (picture.width, picture.height));
                    if let (Format::Png, Layout::Gray) = (file.format, picture.layout) {
                        assert_eq!(decoded.to_luma8().into_raw(), picture.samples);
                    }
                }
            }
        }
    }
}
