//! Drawing of the paths of tuned parameters: one small chart for each.

use super::State;
use base::chart::{Axis, BLUE, Chart, GREY, svg};
use engine::search::params::Parameter;

/// Returns an SVG drawing of each parameter's value by the number of pairs played, with its initial value in grey.
pub fn paths(state: &State, parameters: &[Parameter]) -> String {
    let charts = parameters.iter().enumerate().map(|(index, parameter)| {
        let points = state.path.iter();
        let points = points.map(|(played, values)| (*played as f64, values[index]));
        let begun = f64::from(parameter.default);
        let last = points.clone().next_back().map_or(begun, |(_, value)| value);
        let heights = points.clone().map(|(_, value)| value).chain([begun]);
        let x = Axis::new("pairs", 0.0..state.plan.iterations.max(1) as f64);
        let title = format!("{}: {begun} → {last:.1}", parameter.name);
        let mut chart = Chart::new(&title, x, Axis::around("", heights, 0.5));
        chart.level(begun, GREY);
        chart.line(points, BLUE);
        chart
    });
    svg("tuned numbers", &charts.collect::<Vec<_>>(), 4, (300, 190))
}
