//! Decrypts files that open with the empty user password.

mod key;

use crate::error::{Outcome, PdfError};
use crate::file::File;
use crate::object::{Dict, Object};
use aes::cipher::common::array::Array;
use aes::cipher::{BlockCipherDecrypt, KeyInit, StreamCipher};
use aes::{Aes128, Aes256};
use key::Password;
use md5::{Digest, Md5};
use rc4::Rc4;
use std::rc::Rc;

const INCOMPLETE: PdfError =
    PdfError::UnsupportedEncryption("its encryption dictionary is incomplete");
const UNKNOWN: PdfError = PdfError::UnsupportedEncryption("the method is unknown");
const CERTIFICATE: PdfError = PdfError::UnsupportedEncryption("it needs a certificate");
const HANDLER: PdfError = PdfError::UnsupportedEncryption("it needs a plug-in of its application");

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

/// The encryption of a file, opened.
#[derive(Debug)]
pub(crate) struct Encryption {
    key: Vec<u8>,
    crypt_filters: Rc<Dict>,
    strings: Method,
    pub(crate) streams: Method,
    /// Whether its owner forbids anything, such as printing.
    pub(crate) is_restricted: bool,
}

/// The encryption of an object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectKey {
    pub(crate) encryption: Rc<Encryption>,
    pub(crate) number: u32,
    pub(crate) generation: u32,
}

impl Encryption {
    /// Opens a file with the empty user password.
    ///
    /// # Errors
    ///
    /// [`PdfError::Encrypted`] if it needs a password; [`PdfError::UnsupportedEncryption`].
    pub(crate) fn open(file: &mut File<'_>, trailer: &Dict) -> Outcome<Self> {
        let Object::Dict(dict) = file.get(trailer, "Encrypt")? else { return Err(INCOMPLETE) };
        match file.get(&dict, "Filter")?.as_name() {
            Some(b"Standard") => {}
            None => return Err(INCOMPLETE),
            Some(name) if name.starts_with(b"Adobe.P") => return Err(CERTIFICATE),
            Some(_) => return Err(HANDLER),
        }
        let mut encryption = Self {
            key: Vec::new(),
            crypt_filters: file.get(&dict, "CF")?.as_dict().cloned().unwrap_or_default(),
            strings: Method::Rc4,
            streams: Method::Rc4,
            is_restricted: false,
        };
        match file.get(&dict, "V")?.as_int() {
            Some(1 | 2) => {}
            Some(4 | 5) => {
                let (strings, streams) = (file.get(&dict, "StrF")?, file.get(&dict, "StmF")?);
                encryption.strings = encryption.method(file, &strings)?.ok_or(UNKNOWN)?;
                encryption.streams = encryption.method(file, &streams)?.ok_or(UNKNOWN)?;
            }
            _ => return Err(UNKNOWN),
        }
        // Without encrypted pages, only attachments need the password.
        if (encryption.strings, encryption.streams) != (Method::Identity, Method::Identity) {
            let id = file.get(trailer, "ID")?;
            let id = id.as_array().and_then(|parts| parts.first()).cloned().unwrap_or_default();
            let id = file.resolve(&id)?;
            let password = Password::of(file, &dict, id.as_string().unwrap_or_default())?;
            encryption.key = password.key().ok_or(PdfError::Encrypted)?;
            encryption.is_restricted = password.is_restricted();
        }
        Ok(encryption)
    }

    /// Returns the method of a crypt filter. `None` if it is unknown.
    pub(crate) fn method(&self, file: &mut File<'_>, name: &Object) -> Outcome<Option<Method>> {
        let name = name.as_name().unwrap_or(b"Identity");
        if name == b"Identity" {
            return Ok(Some(Method::Identity));
        }
        let filter = self.crypt_filters.find(name).cloned().unwrap_or_default();
        let Some(filter) = file.resolve(&filter)?.as_dict().cloned() else { return Ok(None) };
        Ok(match file.get(&filter, "CFM")?.as_name() {
            None | Some(b"None") => Some(Method::Identity),
            Some(b"V2") => Some(Method::Rc4),
            Some(b"AESV2") => Some(Method::Aes),
            Some(b"AESV3") => Some(Method::AesOfFile),
            Some(_) => None,
        })
    }
}

impl ObjectKey {
    /// Decrypts a string of the object.
    pub(crate) fn string(&self, data: &[u8]) -> Option<Vec<u8>> {
        self.decrypt(self.encryption.strings, data)
    }

    /// Decrypts data of the object. `None` if they are not encrypted.
    pub(crate) fn decrypt(&self, method: Method, data: &[u8]) -> Option<Vec<u8>> {
        let key = &self.encryption.key;
        match method {
            Method::Identity => None,
            Method::AesOfFile => Some(aes(key, data)),
            Method::Rc4 | Method::Aes => {
                let [a, b, c, _] = self.number.to_le_bytes();
                let [d, e, ..] = self.generation.to_le_bytes();
                let mut hash = Md5::new().chain_update(key).chain_update([a, b, c, d, e]);
                if method == Method::Aes {
                    hash.update(b"sAlT");
                }
                let hash = hash.finalize();
                let key = hash.get(..key.len() + 5).unwrap_or(&hash);
                Some(if method == Method::Aes { aes(key, data) } else { rc4(key, data.to_vec()) })
            }
        }
    }
}

/// Encrypts or decrypts.
fn rc4(key: &[u8], mut data: Vec<u8>) -> Vec<u8> {
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
fn aes_blocks(key: &[u8], data: &[u8]) -> Vec<u8> {
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
