//! The data of charts, as a table.

use super::number_format::NumberFormat;
use super::slide::script;
use super::{Relationships, is_damaged};
use crate::Limit;
use crate::error::{Fault, Outcome};
use crate::limits::{MAX_POINTS, MAX_SERIES};
use crate::markdown::{one_line, push_cell, title};
use crate::scripts::Script;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;
use readroom_pdf::marks::escaped;

/// The maximum number of charts read per part.
const MAX_CHARTS: usize = 100;
/// Follows a chart or a diagram that is damaged.
pub(super) const DAMAGED: &str = "\n[missing: the rest of this figure, which is damaged]";
/// Follow the table of a chart that exceeds a limit.
const MISSING_SERIES: &str = "\n\n[missing: the series after the first 64]";
const MISSING_POINTS: &str = "\n\n[missing: the points after the first 1000]";
const _: () = assert!(MAX_SERIES == 64 && MAX_POINTS == 1000);
/// The maximum size of a chart's strings and numbers in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Reads the charts that a part refers to: their entry names, and the text for each.
pub(super) fn read_all(
    archive: &mut Archive<'_>,
    relationships: &Relationships,
    writer: &mut Writer,
) -> Outcome<Vec<(String, String)>> {
    let mut charts = Vec::new();
    for part in relationships.of_kind("chart").take(MAX_CHARTS) {
        let mut chart = Chart::default();
        if is_damaged(read_part(archive, &part.target, Syntax::Xml, &mut chart))? {
            chart.missing = DAMAGED;
        }
        let written = chart.write();
        // Each part is counted as left out before it is read.
        let is_whole = chart.missing.is_empty() && written.contains("\n|");
        let left_out = &mut writer.facts.left_out.charts;
        *left_out = left_out.saturating_sub(is_whole.into());
        let mut text = escaped(&written).into_owned();
        text.push_str(chart.missing);
        writer.take(text.len())?;
        charts.push((part.target.clone(), text));
    }
    Ok(charts)
}

#[derive(Default)]
struct Chart {
    kind: String,
    title: String,
    /// The lines about the titles of axes, and the labels of points.
    axes: String,
    series: Vec<Series>,
    into: Into,
    /// The number format of the values being read.
    format: NumberFormat,
    /// The index of the point being read.
    at: usize,
    is_plot: bool,
    is_value: bool,
    value: String,
    /// The title or the name that is being read, and the place of its run.
    text: String,
    script: Script,
    /// A level of categories with more than one, which is being read.
    level: Option<Vec<String>>,
    /// The line about series or points that are left out.
    missing: &'static str,
    /// The number of bytes read.
    bytes: usize,
}

#[derive(Default)]
struct Series {
    name: String,
    categories: Vec<String>,
    values: Vec<String>,
    sizes: Vec<String>,
}

/// The parent of points.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Into {
    #[default]
    Nothing,
    Title,
    Axis,
    Name,
    /// The label of a point that has its own text.
    Label,
    Categories,
    Values,
    Sizes,
}

impl Into {
    /// Returns the parent of points by its element.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "cat" | "xVal" => Self::Categories,
            "val" | "yVal" => Self::Values,
            "bubbleSize" => Self::Sizes,
            _ => return None,
        })
    }
}

impl Handler for Chart {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        self.into = Into::of(name).unwrap_or(self.into);
        match name {
            "r" => self.script = Script::Normal,
            "rPr" => self.script = script(element),
            "plotArea" => self.is_plot = true,
            "title" if self.is_plot => self.into = Into::Axis,
            "title" => self.into = Into::Title,
            "ser" if self.series.len() == MAX_SERIES => {
                self.missing = MISSING_SERIES;
                return Ok(Visit::Skip);
            }
            "ser" => self.series.push(Series::default()),
            "tx" if self.into == Into::Nothing => self.into = Into::Name,
            "lvl" => self.level = Some(Vec::new()),
            "formatCode" | "v" | "t" => {
                self.value.clear();
                self.is_value = true;
            }
            "numCache" | "strCache" => self.format = NumberFormat::default(),
            "pt" => self.at = element.number("idx").unwrap_or_default() as usize,
            "dLbl" => self.into = Into::Label,
            // Its text is that of the data.
            "fld" if self.into == Into::Label => return Ok(Visit::Skip),
            "trendline" | "errBars" | "extLst" | "Fallback" => return Ok(Visit::Skip),
            _ if self.kind.is_empty() && self.is_plot => {
                self.kind = one_line(name.strip_suffix("Chart").unwrap_or_default());
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match (name, self.into) {
            ("title" | "tx" | "dLbl", _) => self.end_text(),
            _ if Into::of(name).is_some() => self.into = Into::Nothing,
            ("formatCode", _) => self.format = NumberFormat::parse(&self.value),
            ("lvl", _) => self.end_level()?,
            ("t" | "v", Into::Title | Into::Axis | Into::Name | Into::Label) => {
                self.script.push(&mut self.text, &self.value);
            }
            ("p" | "br" | "pt", Into::Title | Into::Axis | Into::Name | Into::Label) => {
                self.text.push(' ');
            }
            ("v", Into::Categories | Into::Values | Into::Sizes) => self.end_point(),
            _ => {}
        }
        self.is_value &= !matches!(name, "formatCode" | "v" | "t");
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.is_value {
            self.bytes += text.len();
            if self.bytes > MAX_BYTES {
                return Err(Fault::TooLarge(Limit::Text));
            }
            self.value.push_str(text);
        }
        Ok(())
    }
}

impl Chart {
    /// Keeps a title or a name.
    fn end_text(&mut self) {
        let text = one_line(&std::mem::take(&mut self.text));
        match (std::mem::take(&mut self.into), self.series.last_mut()) {
            (Into::Title, _) => self.title = text,
            (Into::Axis, _) if !text.is_empty() => self.axes += &format!("Axis: {text}\n"),
            (Into::Label, _) if !text.is_empty() => self.axes += &format!("Label: {text}\n"),
            (Into::Name, Some(series)) => series.name = text,
            _ => {}
        }
    }

    /// Keeps the value of a point.
    fn end_point(&mut self) {
        let Some(series) = self.series.last_mut() else { return };
        let to = match (&mut self.level, self.into) {
            (Some(level), _) => level,
            (None, Into::Categories) => &mut series.categories,
            (None, Into::Sizes) => &mut series.sizes,
            _ => &mut series.values,
        };
        if self.at >= MAX_POINTS {
            self.missing = MISSING_POINTS;
        } else if to.len() <= self.at {
            to.resize(self.at + 1, String::new());
        }
        if let Some(to) = to.get_mut(self.at).filter(|to| to.is_empty()) {
            *to = one_line(&self.format.show_exact(&self.value));
        }
    }

    /// Puts the categories of a level before those of the levels in it. Each is for all points up
    /// to the next.
    fn end_level(&mut self) -> Outcome {
        let (Some(level), Some(series)) = (self.level.take(), self.series.last_mut()) else {
            return Ok(());
        };
        if series.categories.is_empty() {
            series.categories = level;
            return Ok(());
        }
        let mut outer = String::new();
        for (at, category) in series.categories.iter_mut().enumerate() {
            if let Some(next) = level.get(at).filter(|next| !next.is_empty()) {
                outer = format!("{} / ", title(next));
            }
            self.bytes += outer.len();
            if self.bytes > MAX_BYTES {
                return Err(Fault::TooLarge(Limit::Text));
            }
            category.insert_str(0, &outer);
        }
        Ok(())
    }

    /// Returns the columns of the table, each with its name. Categories of a series that differ
    /// from those before it have their own.
    fn columns(&self) -> Vec<(&str, &[String])> {
        let mut categories = self.series.first().map_or(&[][..], |series| &series.categories);
        let mut columns = vec![("", categories)];
        for series in &self.series {
            if !series.categories.is_empty() && *series.categories != *categories {
                categories = &series.categories;
                columns.push(("X", categories));
            }
            columns.push((&*series.name, &*series.values));
            if !series.sizes.is_empty() {
                columns.push(("Size", &*series.sizes));
            }
        }
        columns
    }

    fn write(&self) -> String {
        let colon = if self.title.is_empty() { "" } else { ": " };
        let kind = if self.kind.is_empty() { "unknown" } else { &self.kind };
        let mut text = format!("Chart ({kind}){colon}{}\n{}", self.title, self.axes);
        let columns = self.columns();
        let points = columns.iter().map(|(_, cells)| cells.len()).max().unwrap_or_default();
        if points == 0 {
            return text;
        }
        let mut row = |cell: &dyn for<'c> Fn(&'c str, &'c [String]) -> &'c str| {
            text.push_str("\n|");
            for (name, cells) in &columns {
                text.push(' ');
                push_cell(&mut text, cell(name, cells));
                text.push_str(" |");
            }
        };
        row(&|name, _| name);
        row(&|_, _| "---");
        for at in 0..points {
            row(&|_, cells| cells.get(at).map_or("", String::as_str));
        }
        text
    }
}
