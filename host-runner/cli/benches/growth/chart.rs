//! Draws how a cost grows: lines over two logarithmic axes, as an SVG picture that is readable on
//! light and dark backgrounds.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// Colors that are distinct for the color-blind, too.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// A line chart.
pub(crate) struct Chart {
    pub(crate) title: &'static str,
    /// The quantity on the x axis, and its number format.
    pub(crate) across: (&'static str, fn(f64) -> String),
    /// The cost on the y axis, and its number format.
    pub(crate) up: (&'static str, fn(f64) -> String),
    pub(crate) lines: Vec<Line>,
}

/// A line: its name and its points.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// An axis over whole powers of ten.
struct Axis {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Self {
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let most = values.fold(f64::MIN_POSITIVE, f64::max);
        let low = least.log10().floor() as i32;
        Self { low, high: (most.log10().ceil() as i32).max(low + 1), from, to }
    }

    fn place(&self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + share * (self.to - self.from)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        (self.low..=self.high).map(|power| 10f64.powi(power))
    }
}

impl Chart {
    /// Writes the picture.
    pub(crate) fn draw(&self, file: &Path) {
        fs::write(file, self.svg()).expect("a picture can be written");
    }

    fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| line.points.iter().copied());
        let across = Axis::over(points().map(|(x, _)| x), LEFT, WIDTH - RIGHT);
        let up = Axis::over(points().map(|(_, y)| y), HEIGHT - BOTTOM, TOP);
        let mut svg = String::new();
        let mut add = |element: String| writeln!(svg, "{element}").expect("memory can be written");
        add(format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="12">"#
        ));
        add(format!("<title>{}</title>", self.title));
        add("<style>text{fill:#555}.grid{stroke:#999;stroke-opacity:.3}\
             @media(prefers-color-scheme:dark){text{fill:#bbb}}</style>"
            .into());
        add(text(LEFT, TOP - 18.0, "start", self.title));
        for mark in up.marks() {
            let y = up.place(mark);
            add(grid(LEFT, y, WIDTH - RIGHT, y));
            add(text(LEFT - 6.0, y + 4.0, "end", &(self.up.1)(mark)));
        }
        for mark in across.marks() {
            let x = across.place(mark);
            add(grid(x, TOP, x, HEIGHT - BOTTOM));
            add(text(x, HEIGHT - BOTTOM + 16.0, "middle", &(self.across.1)(mark)));
        }
        add(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12.0, "middle", self.across.0));
        add(text(6.0, TOP - 18.0, "start", self.up.0));
        // Names are written at the ends of their lines, and spread vertically where these meet.
        let mut ends: Vec<(usize, f64)> = (0..self.lines.len())
            .filter_map(|at| Some((at, up.place(self.lines[at].points.last()?.1))))
            .collect();
        ends.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let mut lowest = f64::NEG_INFINITY;
        for (at, y) in ends {
            let (line, color) = (&self.lines[at], COLORS[at % COLORS.len()]);
            let places: Vec<String> = line
                .points
                .iter()
                .map(|(x, y)| format!("{:.1},{:.1}", across.place(*x), up.place(*y)))
                .collect();
            add(format!(
                r#"<polyline fill="none" stroke="{color}" stroke-width="2" points="{}"/>"#,
                places.join(" ")
            ));
            lowest = y.max(lowest + 15.0);
            let (x, _) = *line.points.last().expect("it has an end");
            let name = text(across.place(x) + 8.0, lowest + 4.0, "start", line.name);
            add(name.replacen("<text", &format!(r#"<text style="fill:{color}""#), 1));
        }
        add("</svg>".into());
        svg
    }
}

fn text(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#)
}

fn grid(x: f64, y: f64, to_x: f64, to_y: f64) -> String {
    format!(r#"<line class="grid" x1="{x:.1}" y1="{y:.1}" x2="{to_x:.1}" y2="{to_y:.1}"/>"#)
}
