use super::{SMALL_ANSWER, adjust, encoded_length, result_length};
use readroom::{Limits, MemoryTree, Room};
use rmcp::model::{CallToolResult, ContentBlock};

#[test]
fn the_length_of_a_result_is_that_of_its_json() {
    let text = |text: &str| ContentBlock::text(text);
    let image = ContentBlock::image("AAAA", "image/png");
    for content in [vec![], vec![text("a\t\"b\"\n"), image, text(""), text("é\u{1}")]] {
        let mut result = CallToolResult::success(content);
        let before = serde_json::to_string(&result).unwrap();
        assert_eq!(result_length(&mut result), before.len());
        assert_eq!(serde_json::to_string(&result).unwrap(), before);
    }
}

#[test]
fn large_answers_need_memory_and_small_ones_are_always_sent() {
    let limits = Limits::default().total_memory(1 << 20);
    let room = Room::builder_from_tree("/project", MemoryTree::new()).limits(limits);
    let room = room.build().unwrap();
    let length = |length| encoded_length(&"x".repeat(length - 2));
    let (unread, next) = (room.reservation(), room.reservation());
    adjust(&unread, length(500_000)).unwrap();
    assert_eq!(unread.bytes(), 1_000_000);
    let busy = adjust(&next, length(100_000)).unwrap_err();
    assert_eq!(busy.data.unwrap()["code"], "busy");
    adjust(&next, length(SMALL_ANSWER)).unwrap();
    adjust(&unread, length(10)).unwrap();
    adjust(&next, length(100_000)).unwrap();
    assert_eq!((unread.bytes(), next.bytes()), (20, 200_000));
}
