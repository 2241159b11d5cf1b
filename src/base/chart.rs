//! Charts as SVG: axes with numbers, names and units; lines, areas and dots.
//!
//! Every chart of the program is drawn here: scores of matches, times of the solver, evaluations of games, and
//! results of training and tuning. Axes have round numbers; a logarithmic axis has the powers of ten.

use super::text::escaped_xml;
use std::fmt::Write;
use std::ops::Range;

/// Blue, for the main line.
pub const BLUE: &str = "#25c";
/// Red, for a second line and for bounds.
pub const RED: &str = "#c22";
/// Grey, for lines of reference.
pub const GREY: &str = "#999";

/// Space around the plot, in pixels: left, right, top, bottom.
const MARGINS: [f64; 4] = [64.0, 14.0, 30.0, 44.0];
/// Least distance between two numbers of an axis, in pixels: horizontal and vertical.
const STEPS: [f64; 2] = [70.0, 32.0];

/// An axis: its name, with the unit if there is one, and its first and last value.
#[derive(Clone, Debug)]
pub struct Axis {
    name: String,
    range: Range<f64>,
    is_log: bool,
}

impl Axis {
    /// Creates a linear axis.
    pub fn new(name: &str, range: Range<f64>) -> Axis {
        let is_empty = range.start >= range.end;
        let end = if is_empty {
            range.start + 1.0
        } else {
            range.end
        };
        Axis {
            name: name.to_owned(),
            range: range.start..end,
            is_log: false,
        }
    }

    /// Creates an axis from the least to the greatest of the values, extended by a twentieth of their range, or by
    /// `room` if that is more, on both sides.
    pub fn around(name: &str, values: impl Iterator<Item = f64>, room: f64) -> Axis {
        let bounds = values.fold(None, |bounds: Option<(f64, f64)>, value| {
            let (low, high) = bounds.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        let (low, high) = bounds.unwrap_or((0.0, 0.0));
        let room = ((high - low) / 20.0).max(room);
        Axis::new(name, low - room..high + room)
    }

    /// Converts the axis to a logarithmic one; its range must be positive.
    pub fn logarithmic(self) -> Axis {
        Axis {
            is_log: true,
            ..self
        }
    }

    /// First and last value of the axis.
    pub fn range(&self) -> &Range<f64> {
        &self.range
    }

    /// Position of a value on the axis: 0 at the first value, 1 at the last; values outside are clamped.
    fn place(&self, value: f64) -> f64 {
        let Range { start, end } = self.range;
        let place = if self.is_log {
            (value.max(start) / start).ln() / (end / start).ln()
        } else {
            (value - start) / (end - start)
        };
        place.clamp(0.0, 1.0)
    }

    /// Values to be labelled, with their labels. A linear axis has about `most` labels at most, a logarithmic one all
    /// powers of ten.
    fn numbers(&self, most: f64) -> Vec<(f64, String)> {
        let Range { start, end } = self.range;
        if self.is_log {
            let powers = start.log10().ceil() as i32..=end.log10().floor() as i32;
            let value = |power: i32| 10_f64.powi(power);
            return powers
                .map(|power| (value(power), format!("{}", value(power))))
                .collect();
        }
        let least = (end - start) / most.max(1.0);
        let power = 10_f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| *step >= least);
        let step = step.unwrap_or(10.0 * power);
        let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        let count = (start / step).ceil() as i64..=(end / step).floor() as i64;
        count
            .map(|n| n as f64 * step)
            .map(|value| (value, format!("{value:.decimals$}")))
            .collect()
    }
}

/// Element drawn in a chart. Values outside an axis are drawn at its end.
#[derive(Clone, Debug)]
pub enum Series {
    /// Line through points: the points, the colour, and the name for the legend (empty for none).
    Line(Vec<(f64, f64)>, &'static str, String),
    /// Filled polygon: the points, the colour, and the opacity from 0 to 1.
    Surface(Vec<(f64, f64)>, &'static str, f64),
    /// Dots, each with a tooltip (empty for none): the dots, the colour, and the radius in pixels.
    Dots(Vec<(f64, f64, String)>, &'static str, f64),
}

/// A diagram with two axes and lines or points, to be drawn as SVG.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Title above the chart.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Background colour of the plot.
    pub ground: &'static str,
    /// Elements of the chart; later ones are drawn over earlier ones.
    pub series: Vec<Series>,
}

impl Chart {
    /// Creates a chart without elements on a white background.
    pub fn new(title: &str, x: Axis, y: Axis) -> Chart {
        Chart {
            title: title.to_owned(),
            x,
            y,
            ground: "#fff",
            series: Vec::new(),
        }
    }

    /// Adds a line without a name.
    pub fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, color: &'static str) {
        let points = points.into_iter().collect();
        self.series.push(Series::Line(points, color, String::new()));
    }

    /// Adds a horizontal line across the chart.
    pub fn level(&mut self, value: f64, color: &'static str) {
        let Range { start, end } = self.x.range;
        self.line([(start, value), (end, value)], color);
    }

    /// Appends the chart as SVG to `out`, in a rectangle of the given width and height.
    fn draw(&self, out: &mut String, (width, height): (f64, f64)) {
        let [left, right, above, below] = MARGINS;
        let (wide, high) = (width - left - right, height - above - below);
        let x = |value: f64| left + wide * self.x.place(value);
        let y = |value: f64| above + high * (1.0 - self.y.place(value));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"20\" font-size=\"16\" text-anchor=\"middle\">{}</text>\n\
             <rect x=\"{left}\" y=\"{above}\" width=\"{wide}\" height=\"{high}\" fill=\"{}\"/>",
            left + wide / 2.0,
            escaped_xml(&self.title),
            self.ground
        );
        for (value, name) in self.x.numbers(wide / STEPS[0]) {
            let (x, end) = (x(value), above + high);
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {above}V{:.1}\" stroke=\"{GREY}\" stroke-opacity=\".35\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
                end + 4.0,
                end + 17.0
            );
        }
        for (value, name) in self.y.numbers(high / STEPS[1]) {
            let y = y(value);
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"{GREY}\" stroke-opacity=\".35\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
                left - 4.0,
                left + wide,
                left - 7.0,
                y + 4.0
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(14 {:.1})rotate(-90)\" text-anchor=\"middle\">{}</text>",
            left + wide / 2.0,
            height - 8.0,
            escaped_xml(&self.x.name),
            above + high / 2.0,
            escaped_xml(&self.y.name)
        );
        let places = |points: &[(f64, f64)]| {
            let places = points
                .iter()
                .map(|(at, value)| format!("{:.1},{:.1}", x(*at), y(*value)));
            places.collect::<Vec<_>>().join(" ")
        };
        let mut legend = above + 18.0;
        for series in &self.series {
            let _ = match series {
                Series::Line(points, color, name) => {
                    if !name.is_empty() {
                        let (from, to) = (left + wide - 150.0, left + wide - 125.0);
                        let _ = writeln!(
                            out,
                            "<path d=\"M{from:.1} {legend:.1}H{to:.1}\" stroke=\"{color}\" stroke-width=\"2\"/>\
                             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                            to + 6.0,
                            legend + 4.0,
                            escaped_xml(name)
                        );
                        legend += 18.0;
                    }
                    writeln!(
                        out,
                        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>",
                        places(points)
                    )
                }
                Series::Surface(points, color, opacity) => writeln!(
                    out,
                    "<polygon points=\"{}\" fill=\"{color}\" fill-opacity=\"{opacity}\"/>",
                    places(points)
                ),
                Series::Dots(points, color, radius) => points.iter().try_for_each(|dot| {
                    let (at, value, title) = dot;
                    let title = match title.as_str() {
                        "" => String::new(),
                        title => format!("<title>{}</title>", escaped_xml(title)),
                    };
                    writeln!(
                        out,
                        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{color}\">{title}</circle>",
                        x(*at),
                        y(*value)
                    )
                }),
            };
        }
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{above}\" width=\"{wide}\" height=\"{high}\" fill=\"none\" stroke=\"#333\"/>"
        );
    }
}

/// Returns an SVG file with charts in rows of `columns`, each `width` by `height` pixels. `title` describes the whole
/// image for screen readers.
pub fn svg(title: &str, charts: &[Chart], columns: usize, (width, height): (u32, u32)) -> String {
    let columns = columns.max(1);
    let rows = charts.len().div_ceil(columns).max(1) as u32;
    let (whole, high) = (width * columns as u32, height * rows);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{high}\" \
         viewBox=\"0 0 {whole} {high}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{}</title>\n<rect width=\"{whole}\" height=\"{high}\" fill=\"#fff\"/>\n",
        escaped_xml(title)
    );
    for (index, chart) in charts.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let (x, y) = (width * column as u32, height * row as u32);
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
        chart.draw(&mut out, (f64::from(width), f64::from(height)));
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis, most: f64) -> Vec<String> {
        axis.numbers(most)
            .into_iter()
            .map(|(_, name)| name)
            .collect()
    }

    #[test]
    fn numbers_stand_at_round_steps_and_powers_of_ten() {
        assert_eq!(
            names(&Axis::new("", 0.0..100.0), 5.0),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            names(&Axis::new("", -0.3..0.3), 4.0),
            ["-0.2", "0.0", "0.2"]
        );
        assert_eq!(names(&Axis::new("", 7.0..7.0), 1.0), ["7", "8"]);
        let times = Axis::new("", 0.1..2000.0).logarithmic();
        assert_eq!(names(&times, 9.0), ["0.1", "1", "10", "100", "1000"]);
        assert!((times.place(1.0) - 10_f64.ln() / 20_000_f64.ln()).abs() < 1e-9);
        assert_eq!((times.place(0.0), times.place(1e9)), (0.0, 1.0));
        let none = Axis::around("", std::iter::empty(), 0.5);
        assert_eq!(none.range(), &(-0.5..0.5));
    }

    #[test]
    fn a_chart_has_its_names_and_what_is_drawn_in_it() {
        let axis = |name| Axis::new(name, 0.0..10.0);
        let mut chart = Chart::new("A & B", axis("games"), axis("Elo"));
        chart.line([(0.0, 0.0), (10.0, 10.0)], BLUE);
        chart
            .series
            .push(Series::Line(vec![(0.0, 5.0)], RED, "held <out>".to_owned()));
        chart.series.push(Series::Dots(
            vec![(5.0, 5.0, "Qxf7??".to_owned())],
            RED,
            4.0,
        ));
        let drawn = svg("both", &[chart.clone(), chart], 1, (314, 174));
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
        for (part, times) in [
            (">A &amp; B</text>", 2),
            (">games</text>", 2),
            (">Elo</text>", 2),
            (">held &lt;out&gt;</text>", 2),
            ("<title>Qxf7??</title>", 2),
            ("<title>both</title>", 1),
            // Left and below, right and above.
            ("points=\"64.0,130.0 300.0,30.0\"", 2),
            ("height=\"348\"", 2),
        ] {
            assert_eq!(drawn.matches(part).count(), times, "{part} in {drawn}");
        }
    }
}
