//! Drawing of the losses of a training.

use super::Epoch;
use base::chart::{Axis, BLUE, Chart, RED, Series, svg};

/// Curve of a drawing: its name, its colour, and the function for its value at an epoch.
type Curve = (&'static str, &'static str, fn(&Epoch) -> f64);

/// Returns an SVG drawing of the losses by epoch; without axes if there are no epochs.
pub fn losses(title: &str, history: &[Epoch]) -> String {
    let all = history
        .iter()
        .flat_map(|epoch| [epoch.training, epoch.held_out]);
    let x = Axis::new("epoch", 1.0..history.len().max(2) as f64);
    let y = Axis::around("mean squared error", all, 1e-6);
    let mut chart = Chart::new(title, x, y);
    let curves: [Curve; 2] = [
        ("training", BLUE, |epoch| epoch.training),
        ("held out", RED, |epoch| epoch.held_out),
    ];
    for (name, color, loss) in curves {
        let points = history
            .iter()
            .map(|epoch| (epoch.number as f64, loss(epoch)));
        let line = Series::Line(points.collect(), color, name.to_owned());
        chart.series.push(line);
    }
    svg(title, &[chart], 1, (800, 500))
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
            let drawn = losses("a title", &history);
            for part in [
                "a title",
                "held out",
                "training",
                ">epoch<",
                ">mean squared error<",
            ] {
                assert!(drawn.contains(part), "{part}");
            }
        }
    }
}
