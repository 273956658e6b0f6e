//! The files in a file.

use crate::error::Outcome;
use crate::file::File;
use crate::object::Object;
use std::collections::BTreeSet;

/// The maximum number of nodes of their tree that are read.
const MAX_NODES: usize = 1000;

/// Returns their number, by the tree of their names.
pub(crate) fn count(file: &mut File<'_>) -> Outcome<u64> {
    let catalog = file.catalog()?.unwrap_or_default();
    let names = file.dict(&catalog, "Names")?;
    let (mut nodes, mut visited) = (vec![names.get("EmbeddedFiles")], BTreeSet::new());
    let (mut count, mut read) = (0, 0);
    while let Some(node) = nodes.pop().filter(|_| read < MAX_NODES) {
        read += 1;
        if matches!(node, Object::Ref(node) if !visited.insert(node)) {
            continue;
        }
        let Some(node) = file.resolve(&node)?.as_dict().cloned() else { continue };
        let pairs = file.get(&node, "Names")?.as_array().map_or(0, |names| names.len() / 2);
        count += pairs as u64;
        if let Some(kids) = file.get(&node, "Kids")?.as_array() {
            nodes.extend(kids.iter().take(MAX_NODES).cloned());
        }
    }
    Ok(count)
}
