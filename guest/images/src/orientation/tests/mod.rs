use super::Orientation;

/// An EXIF block with one entry before the orientation.
fn exif(number: u16, big_endian: bool) -> Vec<u8> {
    let short = |value: u16| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
    let long = |value: u32| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
    let mut bytes = Vec::from(if big_endian { *b"MM" } else { *b"II" });
    bytes.extend(short(42));
    bytes.extend(long(8));
    bytes.extend(short(2));
    for (tag, value) in [(0x0100, 7), (0x0112, number)] {
        bytes.extend(short(tag));
        bytes.extend(short(3));
        bytes.extend(long(1));
        bytes.extend(short(value));
        bytes.extend(short(0));
    }
    bytes
}

#[test]
fn both_byte_orders_are_read_with_and_without_a_prefix() {
    for big_endian in [false, true] {
        for number in 1..=8 {
            let block = exif(number, big_endian);
            let expected = Orientation::from_number(number).unwrap();
            assert_eq!(Orientation::from_exif(&block), expected);
            assert_eq!(Orientation::from_exif(&[b"Exif\0\0", &block[..]].concat()), expected);
        }
        for number in [0, 9, 0xffff] {
            assert_eq!(Orientation::from_exif(&exif(number, big_endian)), Orientation::Upright);
        }
    }
}

#[test]
fn a_broken_block_turns_nothing() {
    let whole = exif(6, false);
    for length in 0..whole.len() - 2 {
        assert_eq!(Orientation::from_exif(&whole[..length]), Orientation::Upright);
    }
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            Orientation::from_exif(&bytes);
        }
    }
}
