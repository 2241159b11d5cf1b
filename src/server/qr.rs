//! QR codes of links, for pages (as SVG) and for a terminal.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// Width of the light margin around a code, in modules; phones do not detect a code without one.
const MARGIN: i32 = 2;

/// Draws a text as a QR code for SVG. Returns its width in modules, without a margin, and the path data of its dark
/// modules; `None` if the text is too long.
pub fn path(text: &str) -> Option<(i32, String)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let dark = (x..code.size())
                .take_while(|x| code.get_module(*x, y))
                .count();
            let dark = i32::try_from(dark).unwrap_or_default();
            if dark > 0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{x} {y}h{dark}v1h-{dark}z");
            }
            x += dark + 1;
        }
    }
    Some((code.size(), path))
}

/// Draws a text as a QR code for a terminal with a dark background: lines of block characters, each two modules high,
/// that are filled where the code is light. `None` if the text is too long.
pub fn blocks(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let across = -MARGIN..code.size() + MARGIN;
    let mut drawn = String::new();
    for y in across.clone().step_by(2) {
        for x in across.clone() {
            // The last line of characters has modules in its upper half only.
            let below = y + 1 < across.end && !code.get_module(x, y + 1);
            drawn.push(match (!code.get_module(x, y), below) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        drawn.push('\n');
    }
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_is_drawn_with_all_its_dark_modules_and_no_other() {
        let link = "http://127.0.0.1:8080/account#return=7KQ2-M0FX-91ZD";
        let (size, drawn_path) = path(link).expect("short enough");
        let code = QrCode::encode_text(link, QrCodeEcc::Medium).expect("short enough");
        assert_eq!(size, code.size());
        let mut drawn = vec![false; (size * size) as usize];
        for piece in drawn_path.split('M').skip(1) {
            let numbers: Vec<i32> = piece
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|n| n.parse().ok())
                .collect();
            let (x, y, wide) = (numbers[0], numbers[1], numbers[2]);
            for x in x..x + wide {
                drawn[(y * size + x) as usize] = true;
            }
        }
        for y in 0..size {
            for x in 0..size {
                let index = (y * size + x) as usize;
                assert_eq!(drawn[index], code.get_module(x, y), "{x} {y}");
            }
        }
        assert!(path(&"x".repeat(9000)).is_none());
    }

    #[test]
    fn a_code_for_a_terminal_has_the_modules_of_the_code_with_a_margin() {
        let link = "http://192.168.1.5:8080";
        let code = QrCode::encode_text(link, QrCodeEcc::Low).expect("short enough");
        let drawn = blocks(link).expect("short enough");
        let mut light = Vec::new();
        for line in drawn.lines() {
            let halves = |upper: bool| {
                let full = if upper { '▀' } else { '▄' };
                let is_light = |c: char| c == '█' || c == full;
                line.chars().map(is_light).collect::<Vec<bool>>()
            };
            light.push(halves(true));
            light.push(halves(false));
        }
        // An odd number of rows leaves the lower half of the last line empty.
        let rows = (code.size() + 2 * MARGIN) as usize;
        assert!(light.split_off(rows).concat().iter().all(|light| !light));
        for (y, row) in light.iter().enumerate() {
            assert_eq!(row.len(), rows);
            for (x, light) in row.iter().enumerate() {
                let dark = code.get_module(x as i32 - MARGIN, y as i32 - MARGIN);
                assert_eq!(*light, !dark, "{x} {y}");
            }
        }
        assert!(blocks(&"x".repeat(9000)).is_none());
    }
}
