//! Every tool answers any arguments, and accepts no JSON that a strict reader rejects.

use crate::support::MemoryTree;
use arbitrary::{Result, Unstructured};
use readroom_dialects::{Environment, Memory, Reply, Tool};
use readroom_history::Timeline;
use readroom_read::Index;
use readroom_types::Outcome;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let input = input.bytes(input.len())?;
    let text = String::from_utf8_lossy(input).replace('\u{fffd}', "\0");
    let tree = MemoryTree::new(&["/w"]).file("/w/a", "one\ntwo\n").file("/w/d/b.txt", "x");
    for &tool in Tool::ALL {
        let (index, memory) = (Index::new(None), Memory::new(Some(&text)));
        let env = Environment {
            tree: &Timeline::now(&tree),
            cwd: None,
            home: &|| Some("/h".into()),
            clock: &|| 0,
            index: &index,
            memory: &memory,
            max_tokens: None,
            page_time: None,
            scans: "",
            content_only: false,
        };
        let reply = tool.call(&env, &text);
        is_sound(tool, &reply);
        if reply.outcome == Outcome::Answered {
            serde_json::from_str::<Strict>(&text)
                .unwrap_or_else(|error| panic!("{tool:?} takes it: {error}"));
        }
        if let Some(name) = tool.requested_path(&env, &text) {
            assert!(name.starts_with('/'), "{tool:?}: {name:?}");
        }
    }
    Ok(())
}

/// Checks that a reply is a JSON object on one line, and shows a model something.
pub(crate) fn is_sound(tool: Tool, reply: &Reply) {
    assert!(!reply.json.contains('\n'), "{tool:?}: {}", reply.json);
    assert!(!reply.content.is_empty(), "{tool:?}: {}", reply.json);
    let value: serde_json::Value = serde_json::from_str(&reply.json).expect("a reply is JSON");
    assert!(value.is_object(), "{tool:?}: {value}");
}

/// An object in which no name occurs twice, at any depth.
pub(crate) struct Strict;

struct Reader;

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Visitor<'de> for Reader {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Strict, A::Error> {
        let mut seen = HashSet::new();
        while let Some((name, Strict)) = map.next_entry::<String, Strict>()? {
            if !seen.insert(name) {
                return Err(serde::de::Error::custom("a name occurs twice"));
            }
        }
        Ok(Strict)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> std::result::Result<Strict, A::Error> {
        while values.next_element::<Strict>()?.is_some() {}
        Ok(Strict)
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_unit<E>(self) -> std::result::Result<Strict, E> {
        Ok(Strict)
    }
}
