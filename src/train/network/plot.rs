//! The losses of a training as a drawing.

use super::Epoch;
use plotters::prelude::*;

type DrawError = Box<dyn std::error::Error + Send + Sync>;

/// The losses by epoch, as SVG.
///
/// # Errors
/// What the drawing library says.
pub fn losses(title: &str, history: &[Epoch]) -> Result<String, DrawError> {
    let mut svg = String::new();
    let all = || {
        history
            .iter()
            .flat_map(|epoch| [epoch.training, epoch.held_out])
    };
    let (low, high) = all().fold((f64::INFINITY, 0.0_f64), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    // Before the first epoch there is an empty drawing.
    let low = if low <= high { low } else { 0.0 };
    let margin = ((high - low) / 20.0).max(1e-6);
    {
        let area = SVGBackend::with_string(&mut svg, (800, 500)).into_drawing_area();
        area.fill(&WHITE).map_err(text)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(
                1.0..history.len().max(2) as f64,
                low - margin..high + margin,
            )
            .map_err(text)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc("epoch").y_desc("mean squared error");
        mesh.x_label_formatter(&|x| format!("{x:.0}"));
        mesh.y_label_formatter(&|y| format!("{y:.5}"));
        mesh.draw().map_err(text)?;
        for (name, color, loss) in [
            (
                "training",
                BLUE,
                (|epoch| epoch.training) as fn(&Epoch) -> f64,
            ),
            ("held out", RED, |epoch| epoch.held_out),
        ] {
            let points = history
                .iter()
                .map(|epoch| (epoch.number as f64, loss(epoch)));
            chart
                .draw_series(LineSeries::new(points, &color))
                .map_err(text)?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .draw()
            .map_err(text)?;
        area.present().map_err(text)?;
    }
    Ok(svg)
}

fn text(error: impl std::error::Error) -> DrawError {
    format!("cannot draw the losses: {error}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_curves_are_drawn_from_one_epoch_on() {
        for epochs in [0, 1, 2, 40] {
            let history: Vec<Epoch> = (1..=epochs)
                .map(|number| Epoch {
                    number,
                    training: 0.1 / number as f64,
                    held_out: 0.11 / number as f64,
                    rate: 1e-3,
                    seconds: 1.0,
                })
                .collect();
            let svg = losses("a title", &history).expect("drawn");
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(
                svg.contains("a title") && svg.contains("held out") && svg.contains("training")
            );
        }
    }
}
