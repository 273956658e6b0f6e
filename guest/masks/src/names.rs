//! Decides whether a name is that of a credential, or of something near one.

use crate::check::{self, NAME};
use crate::find::View;
use crate::set::Set;

/// Last words of names that describe a secret but do not hold one.
const OTHER_NOUNS: &str = "account address algorithm arn checksum class commit contract count \
    created date digest endpoint expires expiry field file filename fingerprint hash header host \
    id ids index label length limit md5 mint name names path pattern policy prefix ref regex rev \
    revision selector sha sha1 sha256 size symbol type uri url usage uuid version";
/// Words before `token` in the names of pagination and protocol tokens.
const PUBLIC: &str = "next continuation page request change sync cancel marker client public";
/// Words before `_key` in the names of other keys.
const OTHER_KEYS: &str = "cache column dedup dedupe event foreign group hash idempotency index \
    item lookup map message natural object partition primary public publishable range request \
    routing row s3 shard site sort state unique";
/// Words before `key` in the names of secrets.
const SECRET_KEYS: &str = "account admin aes app cipher consumer cookie crypt deploy encryption \
    hmac jwt license master root server service session shared sign signing ssh subscription \
    webhook";
/// Words before `pw` without a sign between them.
const BEFORE_PW: &str = "admin bind db ftp login my root user";

impl View<'_> {
    /// Returns whether a name shows that its value is not a credential: a page token, the address
    /// of a secret, a tokenizer.
    pub(crate) fn is_other(&self, place: usize, after: usize, name_end: usize) -> bool {
        let before = self.bytes.get(self.floor..place).unwrap_or_default();
        let start = place - NAME.run_back(before, 32);
        let name = self.bytes.get(start..place).unwrap_or_default();
        let word = self.bytes.get(place..after).unwrap_or_default();
        // A variable of an environment is not a page token, and `exchange` has `change` in it.
        let is_public = !check::ends_with(name, b"exchange_")
            && !word.starts_with(b"TOKEN")
            && PUBLIC.split(' ').any(|word| check::contains(name, word.as_bytes()));
        if is_public && word.eq_ignore_ascii_case(b"token") {
            return true;
        }
        let is_one_of = |keys: &str| {
            let end = name.get(..name.len() - Set::of("_-").run_back(name, 1)).unwrap_or_default();
            keys.split_whitespace().any(|word| check::ends_with(end, word.as_bytes()))
        };
        let is_key = word.eq_ignore_ascii_case(b"key");
        // The end of another word.
        let is_glued = word.starts_with(b"p") && name.last().is_some_and(u8::is_ascii_alphabetic);
        if word.eq_ignore_ascii_case(b"pw") && is_glued && !is_one_of(BEFORE_PW) {
            return true;
        }
        let is_part = is_key && name.ends_with(b"_") || word.eq_ignore_ascii_case(b"_key");
        if is_part && is_one_of(OTHER_KEYS) || is_key && !is_part && !is_one_of(SECRET_KEYS) {
            return true;
        }
        let rest = self.bytes.get(after..name_end).unwrap_or_default();
        let rest = rest.strip_prefix(b"s").or_else(|| rest.strip_prefix(b"S")).unwrap_or(rest);
        // A longer word, such as `tokenizer`.
        let cases =
            [word.last(), rest.first()].map(|byte| byte.filter(|b| b.is_ascii_alphabetic()));
        let is_longer = matches!(cases, [Some(a), Some(b)]
            if a.is_ascii_lowercase() == b.is_ascii_lowercase());
        let is_key = |word: &&[u8]| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        // A noun followed by another one.
        let last = rest.rsplit(|byte| b"_-".contains(byte)).next().unwrap_or_default();
        let is_capital = u8::is_ascii_uppercase;
        let is_hump = |pair: &[u8]| matches!(pair, [a, b] if !is_capital(a) && is_capital(b));
        let hump = last.windows(2).rposition(is_hump).and_then(|at| last.get(at + 1..));
        let is_noun = |word: &[u8]| {
            OTHER_NOUNS.split_whitespace().any(|noun| word.eq_ignore_ascii_case(noun.as_bytes()))
        };
        is_longer && ![&b"key"[..], b"value"].iter().any(is_key)
            || is_noun(last)
            || hump.is_some_and(is_noun)
    }
}
