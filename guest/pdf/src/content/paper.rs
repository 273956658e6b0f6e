//! The background of text: whether a person sees the text.

use super::color::Color;
use super::state::{Mode, State};
use crate::layout::Glyph;
use crate::matrix::Matrix;
use crate::rectangle::Rectangle;
use crate::visibility::Visibility;
use std::collections::VecDeque;

/// The maximum number of painted areas remembered per page, and of the lines of its tables.
const MAX_AREAS: usize = 256;
const MAX_RULES: usize = 2048;
/// The font size below which text is not visible, in units of the page.
const TINY: f64 = 1.0;
/// The maximum width of the lines of a table, in units of the page.
const THIN: f64 = 1.0;
/// The part of a page that images cover on a scan.
const MIN_SCAN: f64 = 0.8;
/// The size of the edges of a page, in parts of it.
const EDGE: f64 = 1.0 / 12.0;

/// A path that has not been painted.
#[derive(Clone, Copy)]
struct Path {
    bounds: Rectangle,
    /// Whether it is the result of one `re`, and so fills its bounds.
    is_rectangle: bool,
    last: (f64, f64),
}

/// A page, and the areas painted on it.
#[derive(Default)]
pub(super) struct Paper {
    /// The visible bounds. `None` if the page does not state them.
    pub(super) bounds: Option<Rectangle>,
    path: Option<Path>,
    /// Whether the path clips.
    pub(super) is_clip: bool,
    /// The lines and rectangles of the path, and those that are painted: tables have such edges.
    edges: Vec<Rectangle>,
    pub(super) rules: Vec<Rectangle>,
    /// The most recently painted areas, the last one at the end.
    areas: VecDeque<(Rectangle, Option<Color>)>,
    /// Images whose areas count, and the area that they cover, in parts of the page.
    images: Vec<Rectangle>,
    image_area: f64,
}

impl Paper {
    pub(super) fn new(bounds: Option<Rectangle>) -> Self {
        Self { bounds, ..Self::default() }
    }

    /// Adds points to the path.
    pub(super) fn add_points(&mut self, numbers: &[f64], page: &Matrix) {
        for point in numbers.chunks_exact(2) {
            let [x, y] = *point else { continue };
            let at = page.point(x, y);
            let bounds = self.path.map_or(Rectangle::between(at, at), |path| path.bounds.with(at));
            self.path = Some(Path { bounds, is_rectangle: false, last: at });
        }
    }

    /// Adds a straight line to the path.
    pub(super) fn add_segment(&mut self, numbers: &[f64], page: &Matrix) {
        let from = self.path.map(|path| path.last);
        self.add_points(numbers, page);
        if let (Some((x, y)), Some(Path { last, .. })) = (from, self.path)
            && (last.0 - x).abs().min((last.1 - y).abs()) < THIN
        {
            self.add_edge(Rectangle::between((x, y), last));
        }
    }

    fn add_edge(&mut self, edge: Rectangle) {
        if self.edges.len() < MAX_RULES {
            self.edges.push(edge);
        }
    }

    pub(super) fn add_rectangle(&mut self, numbers: &[f64], page: &Matrix) {
        let [x, y, width, height] = *numbers else { return };
        let is_first = self.path.is_none();
        let corners = [x, y, x + width, y, x, y + height, x + width, y + height];
        self.add_points(&corners, page);
        let corner = page.point(x, y);
        self.add_edge(Rectangle::between(corner, page.point(x + width, y + height)));
        if let Some(path) = &mut self.path {
            path.is_rectangle = is_first && page.keeps_axes();
        }
    }

    pub(super) fn fill(&mut self, state: &mut State) {
        if let Some(Path { bounds, is_rectangle, .. }) = self.path
            && !state.is_transparent
        {
            self.paint(bounds, state.fill.filter(|_| is_rectangle));
        }
        self.end_path(true, state);
    }

    pub(super) fn end_path(&mut self, is_painted: bool, state: &mut State) {
        let path = self.path.take();
        if std::mem::take(&mut self.is_clip)
            && let Some(Path { bounds, .. }) = path
        {
            state.clip = state.clip.map_or(bounds, |clip| clip.within(&bounds)).into();
        }
        let rest = if is_painted { MAX_RULES.saturating_sub(self.rules.len()) } else { 0 };
        self.rules.extend(self.edges.drain(..).take(rest));
    }

    /// Paints an image, whose colors are unknown. Returns whether it covers the page.
    pub(super) fn paint_image(&mut self, page: &Matrix) -> bool {
        let corner = page.point(0.0, 0.0);
        let bounds = Rectangle::between(corner, page.point(1.0, 1.0));
        let bounds = bounds.with(page.point(1.0, 0.0)).with(page.point(0.0, 1.0));
        self.paint(bounds, None);
        let Some(page) = self.bounds else { return false };
        let all = page.area_within(&page);
        let area = bounds.area_within(&page);
        // An image that is drawn again covers nothing more.
        if !self.is_scan() && area > 0.0 && self.images.len() < MAX_AREAS {
            let image = bounds.within(&page);
            let covered = |other: &Rectangle| image.area_within(other);
            let more = area - self.images.iter().map(covered).sum::<f64>();
            if more > 0.0 {
                self.images.push(image);
                self.image_area += more / all;
            }
        }
        area / all > MIN_SCAN
    }

    /// Returns whether images cover the page, as on a scan.
    pub(super) fn is_scan(&self) -> bool {
        self.image_area > MIN_SCAN
    }

    /// Paints anywhere on the page.
    pub(super) fn paint_all(&mut self) {
        let far = f64::MAX;
        self.paint(Rectangle::between((-far, -far), (far, far)), None);
    }

    fn paint(&mut self, bounds: Rectangle, color: Option<Color>) {
        if self.areas.len() == MAX_AREAS {
            self.areas.pop_front();
        }
        self.areas.push_back((bounds, color));
    }

    /// Returns whether a point is off the page.
    pub(super) fn is_off(&self, point: (f64, f64)) -> bool {
        self.bounds.is_some_and(|bounds| !bounds.has(point))
    }

    /// Returns whether text is along a near edge of the page, where scans have stamps.
    pub(super) fn is_at_edge(&self, glyph: &Glyph) -> bool {
        let Some(Rectangle { left, bottom, right, top }) = self.bounds else { return false };
        let is_level = glyph.direction.0.abs() > glyph.direction.1.abs();
        let ((x, y), (width, height)) = (glyph.middle(), (right - left, top - bottom));
        let (at, size) = if is_level { (y - bottom, height) } else { (x - left, width) };
        at.min(size - at) < EDGE * size
    }

    /// Returns the visibility of text that starts with this glyph. It is hidden if it is
    /// transparent, clipped or tiny, off the page, or has the color of its background.
    pub(super) fn visibility(&self, glyph: &Glyph, state: &State) -> Visibility {
        let middle = glyph.middle();
        let is_clipped = state.clip.is_some_and(|clip| !clip.reaches(middle, glyph.direction));
        if state.is_transparent || is_clipped || is_tiny(glyph) || self.is_off(middle) {
            return Visibility::Hidden;
        }
        match (state.mode, state.fill) {
            (Mode::Invisible, _) => Visibility::Behind,
            (Mode::Filled, Some(color)) if self.is_like(color, middle) => Visibility::Hidden,
            _ => Visibility::Shown,
        }
    }

    /// Returns whether a color is about that of the paper at a point.
    fn is_like(&self, color: Color, at: (f64, f64)) -> bool {
        let under = self.areas.iter().rev().find(|(bounds, _)| bounds.has(at));
        under
            .map_or(Some(Color::WHITE), |(_, color)| *color)
            .is_some_and(|under| under.is_like(color))
    }
}

/// Returns whether a glyph is tiny in both directions: the height that an embedded font states may
/// be wrong.
fn is_tiny(glyph: &Glyph) -> bool {
    let (x, y) = (glyph.end.0 - glyph.start.0, glyph.end.1 - glyph.start.1);
    glyph.size < TINY && x.abs() < TINY && y.abs() < TINY
}
