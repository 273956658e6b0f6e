//! The pages of a file, in order.

use crate::error::{Outcome, PdfError};
use crate::file::File;
use crate::limits::{Limit, MAX_PAGE_DEPTH};
use crate::object::{Dict, Object};
use crate::rectangle::Rectangle;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The maximum depth of nodes that are in the list of their parent instead of a reference to them,
/// and so are held with it.
const MAX_DIRECT_DEPTH: usize = 16;

/// A page, with its inherited properties.
pub(crate) struct Page {
    pub(crate) dict: Rc<Dict>,
    pub(crate) resources: Rc<Dict>,
    /// The visible bounds. `None` if the page does not state them.
    pub(crate) bounds: Option<Rectangle>,
}

/// A page tree node whose kids are being read.
struct Node {
    /// The unread kids, the last first: references, or the nodes themselves.
    kids: Vec<Object>,
    inherited: Inherited,
}

/// The inheritable properties of a page.
#[derive(Clone, Default)]
struct Inherited {
    /// The node that has the resources, usually as a reference.
    resources: Object,
    crop_box: Option<Rectangle>,
    media_box: Option<Rectangle>,
}

impl Inherited {
    /// Returns the properties for the kids of a node, or for a page.
    fn with(self, node: Object, dict: &Dict, file: &mut File<'_>) -> Outcome<Self> {
        let mut own = |name, inherited| match dict.has(name) {
            true => rectangle(file, dict, name),
            false => Ok(inherited),
        };
        Ok(Self {
            crop_box: own("CropBox", self.crop_box)?,
            media_box: own("MediaBox", self.media_box)?,
            resources: if dict.has("Resources") { node } else { self.resources },
        })
    }
}

/// Walks the page tree, reading a page at a time.
pub(crate) struct Pages {
    open: Vec<Node>,
    /// The nodes with kids that are already read: none is read twice. A page may be.
    visited: BTreeSet<u32>,
    /// The number of unread kids of open nodes.
    waiting: usize,
    /// The most recently inherited resources, and the number of their node: most pages share them.
    inherited: Option<(u32, Rc<Dict>)>,
    /// Whether there is no tree, and all page objects are read.
    is_search: bool,
}

impl Pages {
    pub(crate) fn new(file: &mut File<'_>) -> Outcome<Self> {
        let root = match file.catalog()?.map(|catalog| catalog.get("Pages")) {
            Some(root @ Object::Ref(_)) => {
                vec![Node { kids: vec![root], inherited: Inherited::default() }]
            }
            _ => Vec::new(),
        };
        Ok(Self::of(root, false))
    }

    fn of(open: Vec<Node>, is_search: bool) -> Self {
        let waiting = usize::from(!is_search);
        Self { open, visited: BTreeSet::new(), waiting, inherited: None, is_search }
    }

    /// Reads all page objects instead of the tree, in the order of their numbers.
    pub(crate) fn search(file: &mut File<'_>) -> Outcome<Self> {
        if !file.is_repaired {
            file.repair()?;
        }
        let kids: Vec<Object> = file.places.keys().rev().copied().map(Object::Ref).collect();
        let node = Node { kids, inherited: Inherited::default() };
        Ok(Self::of(vec![node], true))
    }

    /// Returns the next page. `None` after the last.
    pub(crate) fn next(&mut self, file: &mut File<'_>) -> Outcome<Option<Page>> {
        while let Some(node) = self.open.last_mut() {
            let Some(kid) = node.kids.pop() else {
                self.open.pop();
                continue;
            };
            let inherited = node.inherited.clone();
            self.waiting = self.waiting.saturating_sub(1);
            let Some(dict) = file.resolve(&kid)?.as_dict().cloned() else { continue };
            let own = inherited.with(kid.clone(), &dict, file)?;
            if self.is_search {
                if dict.is("Type", "Page") {
                    return self.page(file, dict, own).map(Some);
                }
                continue;
            }
            let kids = file.get(&dict, "Kids")?;
            match kids.as_array() {
                Some(kids) if !dict.is("Type", "Page") => {
                    let is_new = !matches!(kid, Object::Ref(kid) if !self.visited.insert(kid));
                    if is_new {
                        self.open(kids, own, file)?;
                    }
                }
                _ => return self.page(file, dict, own).map(Some),
            }
        }
        Ok(None)
    }

    fn open(&mut self, kids: &[Object], inherited: Inherited, file: &File<'_>) -> Outcome {
        if self.open.len() >= MAX_PAGE_DEPTH {
            return Ok(());
        }
        let has_direct = self.open.len() < MAX_DIRECT_DEPTH;
        let is_kid = |kid: &&Object| match kid {
            Object::Ref(_) => true,
            kid => has_direct && kid.as_dict().is_some(),
        };
        let kids: Vec<Object> = kids.iter().rev().filter(is_kid).cloned().collect();
        self.waiting += kids.len();
        // More than one kid per page occurs only in intermediate nodes.
        if self.waiting > file.limits.pages.saturating_mul(4) {
            return Err(PdfError::TooLarge(Limit::Pages));
        }
        self.open.push(Node { kids, inherited });
        Ok(())
    }

    fn page(&mut self, file: &mut File<'_>, dict: Rc<Dict>, own: Inherited) -> Outcome<Page> {
        let resources = match (dict.get("Resources"), own.resources) {
            (Object::Null, Object::Ref(node)) => self.inherited(file, node)?,
            (Object::Null, Object::Dict(node)) => file.dict(&node, "Resources")?,
            _ => file.dict(&dict, "Resources")?,
        };
        Ok(Page { dict, resources, bounds: own.crop_box.or(own.media_box) })
    }

    /// Returns the resources of a node. Its kids are parsed with it, so that it is not read for
    /// each of them.
    fn inherited(&mut self, file: &mut File<'_>, node: u32) -> Outcome<Rc<Dict>> {
        if let Some((known, resources)) = &self.inherited
            && *known == node
        {
            return Ok(resources.clone());
        }
        let dict = file.resolve(&Object::Ref(node))?.as_dict().cloned().unwrap_or_default();
        let resources = file.dict(&dict, "Resources")?;
        self.inherited = Some((node, resources.clone()));
        Ok(resources)
    }
}

/// Returns a rectangle, unless it is malformed or empty.
pub(crate) fn rectangle(
    file: &mut File<'_>,
    dict: &Dict,
    name: &str,
) -> Outcome<Option<Rectangle>> {
    let Object::Array(corners) = file.get(dict, name)? else { return Ok(None) };
    let mut numbers = [0.0; 4];
    for (number, corner) in numbers.iter_mut().zip(corners.iter()) {
        let Some(value) = file.resolve(corner)?.as_number() else { return Ok(None) };
        *number = value;
    }
    let [left, bottom, right, top] = numbers;
    let bounds = Rectangle::between((left, bottom), (right, top));
    Ok((!bounds.is_empty()).then_some(bounds))
}
