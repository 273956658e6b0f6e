//! Decrypts the strings and streams of objects.

use aes::cipher::common::array::Array;
use aes::cipher::{BlockCipherDecrypt, KeyInit, StreamCipher};
use aes::{Aes128, Aes256};
use md5::{Digest, Md5};
use rc4::Rc4;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The encryption of strings or streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Identity,
    Rc4,
    /// AES with a key for each object.
    Aes,
    /// AES with the key of the file.
    AesOfFile,
}

/// The key and the methods that decrypt an open file.
#[derive(Debug)]
pub(crate) struct Cipher {
    pub(crate) key: Vec<u8>,
    /// The methods of the crypt filters that are known, by their names.
    pub(crate) filters: BTreeMap<Rc<[u8]>, Method>,
    pub(crate) strings: Method,
    pub(crate) streams: Method,
    /// Whether its owner forbids anything, such as printing.
    pub(crate) is_restricted: bool,
}

/// The encryption of an object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectKey {
    pub(crate) cipher: Rc<Cipher>,
    number: u32,
    generation: u32,
    /// The key of its strings, once it is known.
    string_key: OnceCell<Vec<u8>>,
}

impl Cipher {
    /// Returns the method of a crypt filter. `None` if it is unknown.
    pub(crate) fn method(&self, name: &[u8]) -> Option<Method> {
        match name {
            b"Identity" => Some(Method::Identity),
            name => self.filters.get(name).copied(),
        }
    }
}

impl ObjectKey {
    pub(crate) fn new(cipher: Rc<Cipher>, number: u32, generation: u32) -> Self {
        Self { cipher, number, generation, string_key: OnceCell::new() }
    }

    /// Decrypts a string of the object. `None` if it is not encrypted.
    pub(crate) fn string(&self, data: &[u8]) -> Option<Vec<u8>> {
        let method = self.cipher.strings;
        decrypted(method, self.string_key.get_or_init(|| self.key(method)), data)
    }

    /// Decrypts data of the object. `None` if they are not encrypted.
    pub(crate) fn decrypt(&self, method: Method, data: &[u8]) -> Option<Vec<u8>> {
        decrypted(method, &self.key(method), data)
    }

    fn key(&self, method: Method) -> Vec<u8> {
        let key = &self.cipher.key;
        match method {
            Method::Identity | Method::AesOfFile => key.clone(),
            Method::Rc4 | Method::Aes => {
                let [a, b, c, _] = self.number.to_le_bytes();
                let [d, e, ..] = self.generation.to_le_bytes();
                let mut hash = Md5::new().chain_update(key).chain_update([a, b, c, d, e]);
                if method == Method::Aes {
                    hash.update(b"sAlT");
                }
                let hash = hash.finalize();
                hash.get(..key.len() + 5).unwrap_or(&hash).to_vec()
            }
        }
    }
}

/// Decrypts data. `None` if it is empty or not encrypted.
fn decrypted(method: Method, key: &[u8], data: &[u8]) -> Option<Vec<u8>> {
    match method {
        _ if data.is_empty() => None,
        Method::Identity => None,
        Method::Rc4 => Some(rc4(key, data.to_vec())),
        Method::Aes | Method::AesOfFile => Some(aes(key, data)),
    }
}

/// Encrypts or decrypts.
pub(crate) fn rc4(key: &[u8], mut data: Vec<u8>) -> Vec<u8> {
    if let Ok(mut cipher) = Rc4::new_from_slice(key) {
        cipher.apply_keystream(&mut data);
    }
    data
}

/// Decrypts data that begin with an initialization vector and end with padding.
fn aes(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut out = aes_blocks(key, data);
    let padding = out.last().copied().map_or(0, usize::from);
    // Damaged data are kept.
    if (1..=16).contains(&padding) {
        out.truncate(out.len().saturating_sub(padding));
    }
    out
}

/// Decrypts data that begin with an initialization vector, in whole blocks.
pub(crate) fn aes_blocks(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut out = data.get(16..).unwrap_or_default().to_vec();
    out.truncate(out.len() / 16 * 16);
    let (blocks, _) = Array::slice_as_chunks_mut(&mut out);
    if let Ok(cipher) = Aes256::new_from_slice(key) {
        cipher.decrypt_blocks(blocks);
    } else if let Ok(cipher) = Aes128::new_from_slice(key) {
        cipher.decrypt_blocks(blocks);
    }
    for (byte, before) in out.iter_mut().zip(data) {
        *byte ^= before;
    }
    out
}
