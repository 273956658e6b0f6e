//! Opens encrypted files with the empty user password.

mod key;

use crate::cipher::{Cipher, Method};
use crate::error::{Outcome, PdfError};
use crate::file::File;
use crate::object::{Dict, Object};
use key::{INCOMPLETE, Password, UNKNOWN};
use std::collections::BTreeMap;

const CERTIFICATE: PdfError = PdfError::UnsupportedEncryption("it needs a certificate");
const HANDLER: PdfError = PdfError::UnsupportedEncryption("it needs a plug-in of its application");

/// Opens a file with the empty user password.
///
/// # Errors
///
/// [`PdfError::Encrypted`] if it needs a password; [`PdfError::UnsupportedEncryption`].
pub(crate) fn open(file: &mut File<'_>, trailer: &Dict) -> Outcome<Cipher> {
    let Object::Dict(dict) = file.get(trailer, "Encrypt")? else { return Err(INCOMPLETE) };
    match file.get(&dict, "Filter")?.as_name() {
        Some(b"Standard") => {}
        None => return Err(INCOMPLETE),
        Some(name) if name.starts_with(b"Adobe.P") => return Err(CERTIFICATE),
        Some(_) => return Err(HANDLER),
    }
    let mut cipher = Cipher {
        key: Vec::new(),
        filters: BTreeMap::new(),
        strings: Method::Rc4,
        streams: Method::Rc4,
        is_restricted: false,
    };
    match file.get(&dict, "V")?.as_int() {
        Some(1 | 2) => {}
        Some(4 | 5) => {
            find_filters(file, &dict, &mut cipher)?;
            let mut method = |name| {
                let name = file.get(&dict, name)?;
                cipher.method(name.as_name().unwrap_or(b"Identity")).ok_or(UNKNOWN)
            };
            (cipher.strings, cipher.streams) = (method("StrF")?, method("StmF")?);
        }
        _ => return Err(UNKNOWN),
    }
    // Without encrypted pages, only attachments need the password.
    if (cipher.strings, cipher.streams) != (Method::Identity, Method::Identity) {
        let id = file.get(trailer, "ID")?;
        let id = id.as_array().and_then(|parts| parts.first()).cloned().unwrap_or_default();
        let id = file.resolve(&id)?;
        let password = Password::of(file, &dict, id.as_string().unwrap_or_default())?;
        cipher.key = password.key().ok_or(PdfError::Encrypted)?;
        cipher.is_restricted = password.is_restricted();
    }
    Ok(cipher)
}

/// Finds the methods of the crypt filters.
fn find_filters(file: &mut File<'_>, dict: &Dict, cipher: &mut Cipher) -> Outcome {
    let Object::Dict(filters) = file.get(dict, "CF")? else { return Ok(()) };
    for (name, filter) in filters.iter() {
        let Object::Dict(filter) = file.resolve(filter)? else { continue };
        let method = match file.get(&filter, "CFM")?.as_name() {
            None | Some(b"None") => Method::Identity,
            Some(b"V2") => Method::Rc4,
            Some(b"AESV2") => Method::Aes,
            Some(b"AESV3") => Method::AesOfFile,
            Some(_) => continue,
        };
        cipher.filters.insert(name.clone(), method);
    }
    Ok(())
}
