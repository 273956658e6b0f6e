//! The pages of a file, in order.

use crate::error::{Outcome, PdfError};
use crate::file::File;
use crate::limits::{Limit, MAX_PAGE_DEPTH};
use crate::object::{Dict, Object};
use crate::rectangle::Rectangle;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A page, with what it inherits.
pub(crate) struct Page {
    pub(crate) dict: Rc<Dict>,
    pub(crate) resources: Object,
    /// The part of the plane that is seen. `None` if it does not say.
    pub(crate) bounds: Option<Rectangle>,
}

/// A node of the tree of pages whose kids are read.
struct Node {
    /// The numbers of the kids that were not read yet, the last first.
    kids: Vec<u32>,
    inherited: Inherited,
}

/// The numbers of the nodes that have what a page may inherit.
#[derive(Clone, Copy, Default)]
struct Inherited {
    resources: Option<u32>,
    crop_box: Option<u32>,
    media_box: Option<u32>,
}

impl Inherited {
    /// Returns the same for the kids of a node, or for a page.
    fn with(self, number: u32, dict: &Dict) -> Self {
        let own = |name: &str, inherited| dict.has(name).then_some(number).or(inherited);
        Self {
            resources: own("Resources", self.resources),
            crop_box: own("CropBox", self.crop_box),
            media_box: own("MediaBox", self.media_box),
        }
    }
}

/// Walks the tree of pages, and reads a page at a time.
pub(crate) struct Pages {
    open: Vec<Node>,
    /// The nodes that were read: none is read twice.
    visited: BTreeSet<u32>,
    /// How many kids of open nodes are still to be read.
    waiting: usize,
    /// Whether there is no tree, and all objects that are pages are read.
    is_search: bool,
}

impl Pages {
    pub(crate) fn new(file: &mut File<'_>) -> Outcome<Self> {
        let root = match file.catalog()?.map(|catalog| catalog.get("Pages")) {
            Some(Object::Ref(number)) => {
                vec![Node { kids: vec![number], inherited: Inherited::default() }]
            }
            _ => Vec::new(),
        };
        Ok(Self { open: root, visited: BTreeSet::new(), waiting: 1, is_search: false })
    }

    /// Reads the objects that are pages instead of the tree, in the order of their numbers.
    pub(crate) fn search(file: &mut File<'_>) -> Outcome<Self> {
        if !file.is_repaired {
            file.repair()?;
        }
        let kids: Vec<u32> = file.places.keys().rev().copied().collect();
        let node = Node { kids, inherited: Inherited::default() };
        Ok(Self { open: vec![node], visited: BTreeSet::new(), waiting: 0, is_search: true })
    }

    /// Returns the next page. `None` after the last.
    pub(crate) fn next(&mut self, file: &mut File<'_>) -> Outcome<Option<Page>> {
        while let Some(node) = self.open.last_mut() {
            let Some(number) = node.kids.pop() else {
                self.open.pop();
                continue;
            };
            let inherited = node.inherited;
            self.waiting = self.waiting.saturating_sub(1);
            if !self.visited.insert(number) {
                continue;
            }
            let Some(dict) = file.resolve(&Object::Ref(number))?.as_dict().cloned() else {
                continue;
            };
            let own = inherited.with(number, &dict);
            if self.is_search {
                if dict.is("Type", "Page") {
                    return page(file, dict, own).map(Some);
                }
                continue;
            }
            let kids = file.get(&dict, "Kids")?;
            match kids.as_array() {
                Some(kids) if !dict.is("Type", "Page") => self.open(kids, own, file)?,
                _ => return page(file, dict, own).map(Some),
            }
        }
        Ok(None)
    }

    fn open(&mut self, kids: &[Object], inherited: Inherited, file: &File<'_>) -> Outcome {
        if self.open.len() >= MAX_PAGE_DEPTH {
            return Ok(());
        }
        let numbers = kids.iter().rev().filter_map(|kid| match kid {
            Object::Ref(number) => Some(*number),
            _ => None,
        });
        let kids: Vec<u32> = numbers.collect();
        self.waiting += kids.len();
        // There is more than one kid a page only in the nodes between.
        if self.waiting > file.limits.pages.saturating_mul(4) {
            return Err(PdfError::TooLarge(Limit::Pages));
        }
        self.open.push(Node { kids, inherited });
        Ok(())
    }
}

fn page(file: &mut File<'_>, dict: Rc<Dict>, own: Inherited) -> Outcome<Page> {
    let resources = entry(file, own.resources, "Resources")?;
    let bounds = match rectangle(file, own.crop_box, "CropBox")? {
        None => rectangle(file, own.media_box, "MediaBox")?,
        crop_box => crop_box,
    };
    Ok(Page { dict, resources, bounds })
}

fn entry(file: &mut File<'_>, node: Option<u32>, name: &str) -> Outcome<Object> {
    let node = file.resolve(&node.map(Object::Ref).unwrap_or_default())?;
    node.as_dict().map_or(Ok(Object::Null), |dict| file.get(dict, name))
}

fn rectangle(file: &mut File<'_>, node: Option<u32>, name: &str) -> Outcome<Option<Rectangle>> {
    let Object::Array(corners) = entry(file, node, name)? else { return Ok(None) };
    let mut numbers = [0.0; 4];
    for (number, corner) in numbers.iter_mut().zip(corners.iter()) {
        let Some(value) = file.resolve(corner)?.as_number() else { return Ok(None) };
        *number = value;
    }
    let [left, bottom, right, top] = numbers;
    let bounds = Rectangle::between((left, bottom), (right, top));
    Ok((!bounds.is_empty()).then_some(bounds))
}
