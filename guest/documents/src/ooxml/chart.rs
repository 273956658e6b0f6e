//! The data of charts, as a table.

use super::Relationships;
use super::number_format::NumberFormat;
use crate::Limit;
use crate::error::{Fault, Outcome};
use crate::limits::{MAX_POINTS, MAX_SERIES};
use crate::markdown::{one_line, push_cell};
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;
use readroom_pdf::marks::escaped;

/// The maximum number of charts read per part.
const MAX_CHARTS: usize = 100;
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
        read_part(archive, &part.target, Syntax::Xml, &mut chart)?;
        let text = escaped(&chart.write()).into_owned();
        writer.take(text.len())?;
        charts.push((part.target.clone(), text));
    }
    Ok(charts)
}

#[derive(Default)]
struct Chart {
    kind: String,
    title: String,
    series: Vec<Series>,
    into: Into,
    /// The number format of the values being read.
    format: NumberFormat,
    /// The index of the point being read.
    at: usize,
    is_plot: bool,
    is_value: bool,
    value: String,
    /// The number of bytes read.
    bytes: usize,
}

#[derive(Default)]
struct Series {
    name: String,
    categories: Vec<String>,
    values: Vec<String>,
}

/// The parent of points.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Into {
    #[default]
    Nothing,
    Title,
    Name,
    Categories,
    Values,
}

impl Handler for Chart {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        match name {
            "plotArea" => self.is_plot = true,
            // The title of an axis.
            "title" if self.is_plot => return Ok(Visit::Skip),
            "title" => self.into = Into::Title,
            "ser" if self.series.len() == MAX_SERIES => return Ok(Visit::Skip),
            "ser" => self.series.push(Series::default()),
            "tx" if self.into == Into::Nothing => self.into = Into::Name,
            "cat" | "xVal" => self.into = Into::Categories,
            "val" | "yVal" => self.into = Into::Values,
            "formatCode" | "v" | "t" => {
                self.value.clear();
                self.is_value = true;
            }
            "numCache" | "strCache" => self.format = NumberFormat::default(),
            "pt" => self.at = element.number("idx").unwrap_or_default() as usize,
            "dLbls" | "trendline" | "errBars" | "extLst" | "Fallback" => return Ok(Visit::Skip),
            _ if self.kind.is_empty() && self.is_plot => {
                self.kind = one_line(name.strip_suffix("Chart").unwrap_or_default());
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        let series = self.series.last_mut();
        match (name, self.into) {
            ("title" | "tx" | "cat" | "xVal" | "val" | "yVal", _) => self.into = Into::Nothing,
            ("formatCode", _) => self.format = NumberFormat::parse(&self.value),
            ("t" | "v", Into::Title) => {
                self.title.push_str(&one_line(&self.value));
            }
            ("t" | "v", Into::Name) => {
                if let Some(series) = series {
                    series.name = one_line(&self.value);
                }
            }
            ("v", Into::Categories | Into::Values) if self.at < MAX_POINTS => {
                let Some(series) = series else { return Ok(()) };
                let is_categories = self.into == Into::Categories;
                let to = if is_categories { &mut series.categories } else { &mut series.values };
                if to.len() <= self.at {
                    to.resize(self.at + 1, String::new());
                }
                if let Some(to) = to.get_mut(self.at).filter(|to| to.is_empty()) {
                    *to = one_line(&self.format.show(&self.value, false));
                }
            }
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
    fn write(&self) -> String {
        let colon = if self.title.is_empty() { "" } else { ": " };
        let kind = if self.kind.is_empty() { "unknown" } else { &self.kind };
        let mut text = format!("Chart ({kind}){colon}{}\n", self.title);
        let longest = |series: &Series| series.values.len().max(series.categories.len());
        let points = self.series.iter().map(longest).max().unwrap_or_default();
        if points == 0 {
            return text;
        }
        let mut row = |cells: &mut dyn Iterator<Item = &str>| {
            text.push_str("\n|");
            for cell in cells {
                text.push(' ');
                push_cell(&mut text, cell);
                text.push_str(" |");
            }
        };
        row(&mut [""].into_iter().chain(self.series.iter().map(|series| &*series.name)));
        row(&mut [""; 1 + MAX_SERIES].into_iter().take(self.series.len() + 1).map(|_| "---"));
        let categories = self.series.first().map(|series| &*series.categories).unwrap_or_default();
        for at in 0..points {
            let category = categories.get(at).map_or("", String::as_str);
            let values = self.series.iter().map(|series| series.values.get(at));
            let values = values.map(|value| value.map_or("", String::as_str));
            row(&mut [category].into_iter().chain(values));
        }
        text
    }
}
