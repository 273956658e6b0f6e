use super::{Format, PNG_SIGNATURE, SNIFFED_BYTES};

/// A signature and chunks with these types and data lengths.
fn png(chunks: &[(&[u8; 4], usize)]) -> Vec<u8> {
    let mut bytes = PNG_SIGNATURE.to_vec();
    for (name, length) in chunks {
        bytes.extend_from_slice(&(*length as u32).to_be_bytes());
        bytes.extend_from_slice(*name);
        bytes.resize(bytes.len() + length + 4, 0);
    }
    bytes
}

#[test]
fn three_formats_are_known_by_their_first_bytes() {
    assert_eq!(Format::of(b"\xff\xd8\xff"), Some(Format::Jpeg));
    assert_eq!(Format::of(b"\xff\xd8\xff\xe0"), Some(Format::Jpeg));
    assert_eq!(Format::of(b"\xff\xd8\xff\xf7"), None);
    assert_eq!(Format::of(b"\xff\xd8"), None);
    assert_eq!(Format::of(b"GIF"), Some(Format::Gif));
    assert_eq!(Format::of(b"GIFt shop"), Some(Format::Gif));
    assert_eq!(Format::of(b"RIFF????WEBP"), Some(Format::WebP));
    assert_eq!(Format::of(b"RIFF????WAVE"), None);
    assert_eq!(Format::of(b"RIFF????WEB"), None);
    assert_eq!(Format::of(b"\xef\xbb\xbfGIF"), Some(Format::Gif));
    assert_eq!(Format::of(b""), None);
}

#[test]
fn a_png_is_known_by_its_chunks() {
    assert_eq!(Format::of_still(&png(&[(b"IHDR", 13), (b"IDAT", 9)])), Some(Format::Png));
    assert_eq!(Format::of_still(&png(&[(b"IHDR", 13), (b"acTL", 8), (b"IDAT", 9)])), None);
    // A bare signature, or one with less than a chunk's header, is not an image.
    assert_eq!(Format::of_still(&png(&[])), None);
    assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\ntext that follows"), None);
    for length in 8..16 {
        assert_eq!(Format::of_still(png(&[(b"IHDR", 13)]).get(..length).unwrap()), None);
    }
    // From there on, the end of the visible bytes makes it one.
    for length in 16..41 {
        assert_eq!(
            Format::of_still(png(&[(b"IHDR", 13), (b"tEXt", 0)]).get(..length).unwrap()),
            Some(Format::Png)
        );
    }
    assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIDAT"), None);
    assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\n\x80\0\0\0IHDR"), None);
    assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\n\x7f\xff\xff\xffIHDR"), Some(Format::Png));
}

#[test]
fn an_animated_png_begins_with_a_picture() {
    let animated = png(&[(b"IHDR", 13), (b"acTL", 8), (b"IDAT", 9)]);
    assert_eq!(Format::of(&animated), Some(Format::Png));
    // Not the variant that only Apple's programs read.
    assert_eq!(Format::of(&png(&[(b"CgBI", 4), (b"IHDR", 13), (b"IDAT", 9)])), None);
}

#[test]
fn the_last_eight_visible_bytes_are_not_a_chunk() {
    // The walk ends when exactly a header is left, so this animation goes unnoticed.
    let mut bytes = png(&[(b"IHDR", 13)]);
    bytes.extend_from_slice(b"\0\0\0\x08acTL");
    assert_eq!(Format::of_still(&bytes), Some(Format::Png));
    bytes.push(0);
    assert_eq!(Format::of_still(&bytes), None);
}

#[test]
fn an_animation_that_begins_later_is_not_seen() {
    let padding = SNIFFED_BYTES - 8 - 25 - 12;
    assert_eq!(
        Format::of_still(&png(&[(b"IHDR", 13), (b"iCCP", padding), (b"acTL", 8)])),
        Some(Format::Png)
    );
    assert_eq!(
        Format::of_still(&png(&[(b"IHDR", 13), (b"iCCP", padding - 9), (b"acTL", 8)])),
        None
    );
}
