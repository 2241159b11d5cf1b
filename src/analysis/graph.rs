//! Graph of the evaluations of a game, as text for a terminal or as SVG.
//!
//! The graph shows White's chance to win, from 0 to 1, for each position. Above the middle line White stands better.

use super::{Evaluation, Judgement};
use base::chart::{Axis, Chart, RED, Series, svg as chart_svg};
use base::say;
use games::Lang;
use std::fmt::Write;

/// Number of text rows on each side of the middle line.
const ROWS: i32 = 4;
/// Width and height of the SVG image, in pixels.
const SIZE: (u32, u32) = (800, 320);

/// Characters that a text graph is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Unicode blocks and half blocks.
    Blocks,
    /// ASCII characters, which every terminal has.
    Ascii,
}

/// Draws the graph as text of at most `columns` columns, plus a scale on the left.
pub fn text(known: &[Evaluation], columns: usize, ink: Ink) -> String {
    let heights = heights(known, columns.max(8));
    let mut out = String::new();
    for row in (-ROWS..=ROWS).rev() {
        let mark = match row {
            ROWS => "+",
            0 => "0",
            row if row == -ROWS => "-",
            _ => " ",
        };
        let cells: String = heights
            .iter()
            .map(|height| cell(row, *height, ink))
            .collect();
        let _ = writeln!(out, "{}", format!("{mark} |{cells}").trim_end());
    }
    out
}

/// Heights of the columns of a text graph, in half rows from the middle line. A column shows one position; if there
/// are more positions than columns, it shows the one of several that is farthest from even.
fn heights(known: &[Evaluation], columns: usize) -> Vec<i32> {
    let half = |e: &Evaluation| ((e.chance() - 0.5) * f64::from(4 * ROWS)).round() as i32;
    let all: Vec<i32> = known.iter().map(half).collect();
    if all.len() <= columns {
        return all;
    }
    let column = |c: usize| {
        let range = c * all.len() / columns..(c + 1) * all.len() / columns;
        let farthest = all[range].iter().max_by_key(|height| height.abs());
        farthest.copied().unwrap_or(0)
    };
    (0..columns).map(column).collect()
}

fn cell(row: i32, height: i32, ink: Ink) -> char {
    let (full, upper, lower, axis) = match ink {
        Ink::Blocks => ('█', '▀', '▄', '─'),
        Ink::Ascii => ('#', '#', '#', '-'),
    };
    if row == 0 {
        return axis;
    }
    // Number of half rows of this row that are filled, counted from the middle line.
    let covered = height * row.signum() - 2 * (row.abs() - 1);
    match (covered, row > 0) {
        (..=0, _) => ' ',
        (1, true) => lower,
        (1, false) => upper,
        _ => full,
    }
}

/// Draws the graph as an SVG file: White's share is white, Black's is dark, and dots mark mistakes and blunders, with
/// the move as their tooltip. `names` are the moves; `first` is the number of the first move and the seat that makes
/// it.
pub fn svg(
    known: &[Evaluation],
    names: &[String],
    first: (u32, usize),
    title: &str,
    lang: Lang,
) -> String {
    // Horizontal position in full moves: each ply is half a move.
    let at = |e: &Evaluation| f64::from(first.0) + (e.ply + first.1) as f64 / 2.0;
    let chance = |e: &Evaluation| 100.0 * e.chance();
    let ends = known.first().map_or(1.0, at)..known.last().map_or(2.0, at);
    let (begin, end) = (ends.start, ends.end);
    let x = Axis::new(say!(lang, "graph-move"), ends);
    let y = Axis::new(say!(lang, "graph-chance"), 0.0..100.0);
    let mut chart = Chart::new(title, x, y);
    chart.ground = "#444";
    let mut surface = vec![(begin, 0.0)];
    surface.extend(known.iter().map(|e| (at(e), chance(e))));
    surface.push((end, 0.0));
    chart.series.push(Series::Surface(surface, "#eee", 1.0));
    chart.level(50.0, "#c60");
    for (judgement, color) in [(Judgement::Mistake, "#e80"), (Judgement::Blunder, RED)] {
        let bad = known.iter().filter(|e| e.judgement == Some(judgement));
        let dots = bad.map(|e| {
            let name = e.ply.checked_sub(1).and_then(|ply| names.get(ply));
            let name = name.map_or("", String::as_str);
            (
                at(e),
                chance(e),
                format!("{name}{} {}", judgement.sign(), e.text()),
            )
        });
        chart.series.push(Series::Dots(dots.collect(), color, 4.0));
    }
    chart_svg(title, &[chart], 1, SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::Color;

    fn at(ply: usize, score: i32) -> Evaluation {
        Evaluation {
            score: Some(score),
            ..Evaluation::unknown(ply, Color::White)
        }
    }

    #[test]
    fn white_is_drawn_above_the_line_black_below_and_even_on_it() {
        let known = [at(0, 0), at(1, 10_000), at(2, -10_000), at(3, 60)];
        let drawn = text(&known, 60, Ink::Blocks);
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows.len(), 9, "{drawn}");
        assert_eq!((rows[0], rows[4], rows[8]), ("+ | █", "0 |────", "- |  █"));
        assert_eq!(rows[3], "  | █ ▄", "{drawn}");
        assert!(text(&known, 60, Ink::Ascii).is_ascii());
    }

    #[test]
    fn a_long_game_is_drawn_in_the_columns_there_are_and_no_extreme_is_lost() {
        let mut known: Vec<_> = (0..300).map(|ply| at(ply, 0)).collect();
        known[137] = at(137, -10_000);
        let drawn = text(&known, 50, Ink::Ascii);
        assert!(drawn.lines().all(|line| line.len() <= 53), "{drawn}");
        assert!(
            drawn.lines().last().is_some_and(|line| line.contains('#')),
            "{drawn}"
        );
    }

    #[test]
    fn the_picture_is_one_polygon_with_dots_that_say_what_was_played() {
        let mut bad = at(1, -900);
        bad.judgement = Some(Judgement::Blunder);
        let names = ["Qxf7".to_owned()];
        let drawn = svg(&[at(0, 0), bad], &names, (3, 1), "A & B", Lang::ES);
        assert!(drawn.contains("<title>A &amp; B</title>") && drawn.ends_with("</svg>\n"));
        assert!(drawn.contains("<title>Qxf7?? -9.00</title>"), "{drawn}");
        // From Black's third move to White's fourth.
        assert!(
            drawn.contains(">jugada</text>") && drawn.contains(">3.50</text>"),
            "{drawn}"
        );
    }

    #[test]
    fn what_xml_cannot_say_is_left_out_of_names() {
        let drawn = svg(&[at(0, 0)], &[], (1, 0), "<A\u{8}B>", Lang::EN);
        assert!(drawn.contains("<title>&lt;A B&gt;</title>"), "{drawn}");
    }
}
