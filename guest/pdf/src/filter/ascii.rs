//! The filters that encode bytes as letters.

use super::Output;
use crate::error::Outcome;
use crate::lexer::hex_bytes;

pub(super) fn decode_hex(data: &[u8], output: &mut Output) -> Outcome {
    let digits = data.split(|byte| *byte == b'>').next().unwrap_or_default();
    hex_bytes(digits).try_for_each(|byte| output.push(&[byte]))
}

pub(super) fn decode_85(data: &[u8], output: &mut Output) -> Outcome {
    let mut group = 0_u32;
    let mut count = 0;
    for byte in data {
        match byte {
            b'!'..=b'u' => {
                group = group.wrapping_mul(85).wrapping_add(u32::from(byte - b'!'));
                count += 1;
                if count == 5 {
                    output.push(&group.to_be_bytes())?;
                    (group, count) = (0, 0);
                }
            }
            b'z' if count == 0 => output.push(&[0; 4])?,
            b'~' => break,
            _ => {}
        }
    }
    if count > 1 {
        for _ in count..5 {
            group = group.wrapping_mul(85).wrapping_add(84);
        }
        output.push(group.to_be_bytes().get(..count - 1).unwrap_or_default())?;
    }
    Ok(())
}
