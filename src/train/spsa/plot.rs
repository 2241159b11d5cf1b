//! The paths of tuned numbers as a drawing: one small chart for each.

use super::State;
use engine::search::params::Parameter;
use plotters::prelude::*;

type DrawError = Box<dyn std::error::Error + Send + Sync>;

/// Charts side by side.
const COLUMNS: usize = 4;
/// A chart's size, in pixels.
const SIZE: (u32, u32) = (300, 170);

/// The path of each number over the pairs played, and where it began (grey), as SVG.
///
/// # Errors
/// What the drawing library says.
pub fn paths(state: &State, parameters: &[Parameter]) -> Result<String, DrawError> {
    let mut svg = String::new();
    let rows = parameters.len().div_ceil(COLUMNS).max(1);
    let size = (SIZE.0 * COLUMNS as u32, SIZE.1 * rows as u32);
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE).map_err(text)?;
        let cells = area.split_evenly((rows, COLUMNS));
        for (index, (parameter, cell)) in parameters.iter().zip(&cells).enumerate() {
            let points = state
                .path
                .iter()
                .map(|(played, values)| (*played as f64, values[index]));
            let begun = f64::from(parameter.default);
            let (low, high) = points
                .clone()
                .fold((begun, begun), |(low, high), (_, value)| {
                    (low.min(value), high.max(value))
                });
            let margin = ((high - low) / 10.0).max(0.5);
            let last = points.clone().next_back().map_or(begun, |(_, value)| value);
            let mut chart = ChartBuilder::on(cell)
                .caption(
                    format!("{}: {begun} → {last:.1}", parameter.name),
                    ("sans-serif", 14),
                )
                .margin(6)
                .x_label_area_size(20)
                .y_label_area_size(48)
                .build_cartesian_2d(
                    0.0..state.plan.iterations.max(1) as f64,
                    low - margin..high + margin,
                )
                .map_err(text)?;
            let mut mesh = chart.configure_mesh();
            mesh.x_labels(4).y_labels(4);
            mesh.x_label_formatter(&|x| format!("{x:.0}"));
            mesh.draw().map_err(text)?;
            let whole = [(0.0, begun), (state.plan.iterations as f64, begun)];
            chart
                .draw_series(LineSeries::new(whole, BLACK.mix(0.3)))
                .map_err(text)?;
            chart
                .draw_series(LineSeries::new(points, BLUE))
                .map_err(text)?;
        }
        area.present().map_err(text)?;
    }
    Ok(svg)
}

/// The library's errors borrow what they speak of.
fn text(error: impl std::fmt::Display) -> DrawError {
    error.to_string().into()
}
