use super::{known_method, next_request_id, request_id};
use hyper::header::{HeaderMap, HeaderValue};

fn with_id(id: &[u8]) -> String {
    let mut headers = HeaderMap::new();
    headers.insert("x-request-id", HeaderValue::from_bytes(id).unwrap());
    request_id(&headers)
}

#[test]
fn a_request_keeps_the_id_that_it_has_if_that_is_a_plain_word() {
    assert_eq!(with_id(b"4bf92f35-77b3.4da6:a_3"), "4bf92f35-77b3.4da6:a_3");
    assert_eq!(with_id(&[b'x'; 64]), "x".repeat(64));
    for id in [&[b'x'; 65][..], b"", b"a b", b"a\"b", b"a,b", "ä".as_bytes(), b"\xff"] {
        let (next, given) = (next_request_id(), with_id(id));
        assert_eq!(given.split_once('-').unwrap().0, next.split_once('-').unwrap().0, "{id:?}");
    }
    assert_ne!(next_request_id(), next_request_id());
}

#[test]
fn a_method_that_is_not_implemented_has_no_name() {
    assert_eq!(known_method("tools/call"), "tools/call");
    assert_eq!(known_method("\n{\"event\":\"forged\"}"), "other");
}
