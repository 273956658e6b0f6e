//! Requests as hosts write and record them.

use crate::{FlatReadRequest, ReadRequest, Start};

#[test]
fn a_truncated_request_has_no_long_text() {
    let long = "é".repeat(100);
    let starts = [Start::Cursor, Start::Definition, Start::Unit];
    for start in starts.map(|start| start(long.clone())) {
        let request = ReadRequest::new(&*long).encoding(&*long).at(&*long).start(start);
        let recorded = format!("{:?}", request.truncated(9));
        assert_eq!(recorded.matches('é').count(), 16, "{recorded}");
        assert_eq!(recorded.matches("éééé\"").count(), 4, "{recorded}");
    }
}

#[test]
fn a_flat_request_has_one_start() {
    let request = |start| ReadRequest::new("a").start(start);
    let flat = |start| FlatReadRequest::from(&request(start));
    for start in [Start::Line(3), Start::FromEnd(4), Start::Unit("x".into())] {
        let back = ReadRequest::try_from(flat(start.clone())).unwrap();
        assert_eq!(back.start, Some(start));
    }
    let block = ReadRequest::try_from(FlatReadRequest::from(&ReadRequest::new("a").block(3, 1)));
    assert_eq!(block.unwrap().start, ReadRequest::new("a").block(3, 1).start);
}
