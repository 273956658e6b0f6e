//! The key of a file that opens with the empty user password, by the standard's check.

use crate::cipher::{aes_blocks, rc4};
use crate::error::{Outcome, PdfError};
use crate::file::File;
use crate::object::{Dict, Object};
use aes::Aes128;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use md5::{Digest, Md5};
use sha2::{Sha256, Sha384, Sha512};
use std::rc::Rc;

pub(super) const INCOMPLETE: PdfError =
    PdfError::UnsupportedEncryption("its encryption dictionary is incomplete");
pub(super) const UNKNOWN: PdfError = PdfError::UnsupportedEncryption("the method is unknown");

/// The permissions that an owner may withhold, from revision 3 on and before.
const PERMISSIONS: u32 = 0xf3c;
const OLD_PERMISSIONS: u32 = 0x3c;

/// The last byte of a round ends the hash if it is at most the number of the round less 32.
const MAX_ROUNDS: u32 = 255 + 32;
/// The bytes that fill up a password, here the empty one.
const PADDING: [u8; 32] = *b"\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\
    \x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a";

/// The entries of an encryption dictionary that concern passwords.
pub(super) struct Password<'a> {
    revision: i64,
    owner: Rc<[u8]>,
    /// Up to revision 4 a check; then a hash, its salt, and the salt of the key.
    user: Rc<[u8]>,
    /// The key, from revision 5 on.
    encrypted_key: Rc<[u8]>,
    /// The length of the key in bytes, before revision 5.
    length: usize,
    permissions: u32,
    has_plain_metadata: bool,
    id: &'a [u8],
}

impl<'a> Password<'a> {
    pub(super) fn of(file: &mut File<'_>, dict: &Dict, id: &'a [u8]) -> Outcome<Self> {
        let mut get = |name| file.get(dict, name);
        let revision = get("R")?.as_int().unwrap_or_default();
        let string = |object: Object, length| {
            object
                .as_string()
                .and_then(|string| string.get(..length))
                .map(Rc::from)
                .ok_or(INCOMPLETE)
        };
        let is_new = match revision {
            2..=4 => false,
            5 | 6 => true,
            _ => return Err(UNKNOWN),
        };
        Ok(Self {
            revision,
            owner: string(get("O")?, 32)?,
            user: string(get("U")?, if is_new { 48 } else { 32 })?,
            encrypted_key: if is_new { string(get("UE")?, 32)? } else { Rc::default() },
            length: get("Length")?.as_size().unwrap_or(40) / 8,
            permissions: get("P")?.as_int().unwrap_or_default() as u32,
            has_plain_metadata: matches!(get("EncryptMetadata")?, Object::Bool(false)),
            id,
        })
    }

    /// Returns whether the owner forbids anything.
    pub(super) fn is_restricted(&self) -> bool {
        let all = if self.revision == 2 { OLD_PERMISSIONS } else { PERMISSIONS };
        self.permissions & all != all
    }

    /// Returns the key. `None` if the empty user password does not open the file.
    pub(super) fn key(&self) -> Option<Vec<u8>> {
        // Some files state no length, or a wrong one.
        let lengths = match self.revision {
            2 => [5; 3],
            3 | 4 => [self.length, 16, 5],
            _ => return self.new_key(),
        };
        lengths.into_iter().filter_map(|length| self.candidate(length)).find(|key| self.opens(key))
    }

    fn candidate(&self, length: usize) -> Option<Vec<u8>> {
        let mut hash = Md5::new().chain_update(PADDING).chain_update(&self.owner);
        hash.update(self.permissions.to_le_bytes());
        hash.update(self.id);
        if self.revision >= 4 && self.has_plain_metadata {
            hash.update([0xff; 4]);
        }
        let mut hash = hash.finalize();
        if self.revision >= 3 {
            for _ in 0..50 {
                hash = Md5::digest(hash.get(..length)?);
            }
        }
        hash.get(..length).map(<[u8]>::to_vec)
    }

    fn opens(&self, key: &[u8]) -> bool {
        if self.revision == 2 {
            return rc4(key, PADDING.to_vec()) == *self.user;
        }
        let mut check = Md5::new().chain_update(PADDING).chain_update(self.id).finalize().to_vec();
        for round in 0..20 {
            let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
            check = rc4(&key, check);
        }
        self.user.starts_with(&check)
    }

    /// Returns the key from revision 5 on.
    fn new_key(&self) -> Option<Vec<u8>> {
        let (check, salts) = self.user.split_at_checked(32)?;
        let (salt, key_salt) = salts.split_at_checked(8)?;
        if self.hash(salt) != check {
            return None;
        }
        let without_vector = [&[0; 16], &*self.encrypted_key].concat();
        Some(aes_blocks(&self.hash(key_salt), &without_vector))
    }

    /// Returns the hash of a salt.
    fn hash(&self, salt: &[u8]) -> Vec<u8> {
        let mut hash = Sha256::digest(salt).to_vec();
        let rounds = if self.revision > 5 { MAX_ROUNDS } else { 0 };
        for round in 1..=rounds {
            let encrypted = encrypted(&hash);
            let remainder = encrypted.iter().take(16).map(|byte| u32::from(*byte)).sum::<u32>() % 3;
            hash = match remainder {
                0 => Sha256::digest(&encrypted).to_vec(),
                1 => Sha384::digest(&encrypted).to_vec(),
                _ => Sha512::digest(&encrypted).to_vec(),
            };
            let last = encrypted.last().copied().map_or(0, u32::from);
            if round >= 64 && last + 32 <= round {
                break;
            }
        }
        hash.truncate(32);
        hash
    }
}

/// Returns 64 copies of a hash, encrypted with its start.
fn encrypted(hash: &[u8]) -> Vec<u8> {
    let mut out = hash.repeat(64);
    let (key, rest) = hash.split_at_checked(16).unwrap_or_default();
    let Ok(cipher) = Aes128::new_from_slice(key) else { return out };
    let mut last: [u8; 16] = rest.first_chunk().copied().unwrap_or_default();
    for block in out.as_chunks_mut().0 {
        for (byte, before) in block.iter_mut().zip(last) {
            *byte ^= before;
        }
        cipher.encrypt_block(block.into());
        last = *block;
    }
    out
}
