//! Tests of the colours in the style sheet `tokens.css`: colour-blind people can tell them apart, and texts have enough
//! contrast to their backgrounds.
//!
//! Colour blindness is simulated by Machado, Oliveira and Fernandes, "A Physiologically-based Model for
//! Simulation of Color Vision Deficiency" (2009), at full severity; differences are distances in OKLab;
//! contrast is that of WCAG 2.

use games::{kamisado, rolit};

const TOKENS: &str = include_str!("../assets/css/tokens.css");

type Rgb = [f64; 3];

const DEUTERANOPE: [Rgb; 3] = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
const PROTANOPE: [Rgb; 3] = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const ALL: [Rgb; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Names of the colour schemes of chess boards that can be chosen, besides the default one.
const BOARDS: [&str; 5] = ["green", "blue", "grey", "rose", "clear"];

/// Returns the value of a CSS token.
fn token(name: &str) -> &'static str {
    in_block(TOKENS, name).unwrap_or_else(|| panic!("no token {name}"))
}

/// Returns the value of a token in a block of the style sheet; `None` if the block does not set it.
fn in_block(block: &'static str, name: &str) -> Option<&'static str> {
    let begin = format!("--{name}: ");
    let mut lines = block.lines();
    let line = lines.find_map(|line| line.trim().strip_prefix(&begin));
    line.map(|value| value.trim_end_matches(';'))
}

/// Returns the value of a token in a board's colour scheme, which is the default if the scheme does not set it.
fn token_on(board: &str, name: &str) -> &'static str {
    let begin = format!(":root[data-board=\"{board}\"] {{");
    let (_, block) = TOKENS
        .split_once(&begin)
        .unwrap_or_else(|| panic!("no board {board}"));
    let block = block.split('}').next().unwrap_or_default();
    in_block(block, name).unwrap_or_else(|| token(name))
}

/// Converts a colour in the notation of the tokens to linear RGB.
fn linear(text: &str) -> Rgb {
    if let Some(hex) = text.strip_prefix('#') {
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
        return [0, 2, 4].map(|at| {
            let c = f64::from(byte(at)) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        });
    }
    let inner = text
        .strip_prefix("oklch(")
        .and_then(|t| t.strip_suffix(')'));
    let parts: Vec<f64> = inner
        .unwrap_or_else(|| panic!("no colour: {text}"))
        .split(' ')
        .map(|part| part.parse().expect("a number"))
        .collect();
    let [l, c, h] = parts[..] else {
        panic!("{text}")
    };
    let (a, b) = (c * h.to_radians().cos(), c * h.to_radians().sin());
    let l_ = (l + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m_ = (l - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s_ = (l - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
    [
        4.076_741_662_1 * l_ - 3.307_711_591_3 * m_ + 0.230_969_929_2 * s_,
        -1.268_438_004_6 * l_ + 2.609_757_401_1 * m_ - 0.341_319_396_5 * s_,
        -0.004_196_086_3 * l_ - 0.703_418_614_7 * m_ + 1.707_614_701 * s_,
    ]
}

fn seen(by: &[Rgb; 3], color: Rgb) -> Rgb {
    by.map(|row| {
        (0..3)
            .map(|i| row[i] * color[i])
            .sum::<f64>()
            .clamp(0.0, 1.0)
    })
}

fn oklab([r, g, b]: Rgb) -> Rgb {
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
    ]
}

fn difference(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (oklab(a), oklab(b));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let light = |[r, g, b]: Rgb| 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// Returns the smallest difference between any two of these colours, for normal and for colour-blind vision, and a text
/// that names the pair.
fn least(names: &[String]) -> (f64, String) {
    let mut least = (f64::INFINITY, String::new());
    for (eyes, by) in [
        ("all", &ALL),
        ("deuteranope", &DEUTERANOPE),
        ("protanope", &PROTANOPE),
    ] {
        for (i, one) in names.iter().enumerate() {
            for other in &names[..i] {
                let [a, b] = [one, other].map(|name| seen(by, linear(token(name))));
                let found = difference(a, b);
                if found < least.0 {
                    least = (found, format!("{one} and {other} for {eyes}"));
                }
            }
        }
    }
    least
}

#[test]
fn eight_colors_of_kamisado_and_ten_of_rolit_are_told_apart_by_all_eyes() {
    let kamisado = kamisado::Color::ALL.map(|color| format!("kamisado-{}", color.name()));
    let rolit = rolit::Color::ALL.map(|color| format!("rolit-{}", color.name().replace(' ', "-")));
    // A difference of 0.02 can be seen side by side; this is five times as much.
    for names in [&kamisado[..], &rolit[..]] {
        let (found, which) = least(names);
        assert!(found > 0.1, "{which}: {found:.3}");
    }
}

/// Returns the colours that a CSS token has in the light and in the dark theme.
fn both(name: &str) -> [Rgb; 2] {
    let text = token(name);
    match text
        .strip_prefix("light-dark(")
        .and_then(|t| t.strip_suffix(')'))
    {
        Some(inner) => {
            let (light, dark) = inner.split_once(", ").expect("two colours");
            [linear(light), linear(dark)]
        }
        None => [linear(text); 2],
    }
}

#[test]
fn text_can_be_read_on_every_ground_in_light_and_dark() {
    let pairs = [
        ("text", "page"),
        ("text", "panel"),
        ("text", "sunken"),
        ("text", "accent-soft"),
        ("muted", "page"),
        ("muted", "panel"),
        ("muted", "sunken"),
        ("accent", "page"),
        ("accent", "panel"),
        ("on-accent", "accent"),
        ("good", "panel"),
        ("good", "good-soft"),
        ("bad", "panel"),
        ("bad", "bad-soft"),
        ("warn", "panel"),
        ("warn", "warn-soft"),
    ];
    for (front, back) in pairs {
        for (theme, (a, b)) in ["light", "dark"]
            .iter()
            .zip(both(front).into_iter().zip(both(back)))
        {
            let found = contrast(a, b);
            assert!(found >= 4.5, "{front} on {back}, {theme}: {found:.2}");
        }
    }
}

#[test]
fn pieces_and_marks_stand_out_from_both_squares() {
    for square in ["square-light", "square-dark"] {
        // White pieces stand out from their squares by their outline, black ones by their fill.
        for mark in ["white-line", "black-fill", "target"] {
            let found = contrast(linear(token(mark)), linear(token(square)));
            assert!(found >= 3.0, "{mark} on {square}: {found:.2}");
        }
        // The names of files and ranks are small.
        let names = format!("on-{square}");
        let found = contrast(linear(token(&names)), linear(token(square)));
        assert!(found >= 4.5, "{names}: {found:.2}");
    }
    for board in BOARDS {
        for square in ["square-light", "square-dark"] {
            let ground = linear(token_on(board, square));
            for mark in ["white-line", "black-fill", "target", "mark"] {
                let found = contrast(linear(token_on(board, mark)), ground);
                assert!(found >= 3.0, "{mark} on {square} of {board}: {found:.2}");
            }
            let found = contrast(linear(token_on(board, &format!("on-{square}"))), ground);
            assert!(found >= 4.5, "names on {square} of {board}: {found:.2}");
        }
        let squares = ["square-light", "square-dark"].map(|name| linear(token_on(board, name)));
        let found = contrast(squares[0], squares[1]);
        assert!(found >= 1.8, "the squares of {board}: {found:.2}");
    }
    let chosen = TOKENS.matches("[data-board=").count();
    assert_eq!(chosen, BOARDS.len());
    for (edge, ground) in both("line-strong").into_iter().zip(both("panel")) {
        let found = contrast(edge, ground);
        assert!(found >= 3.0, "the edge of a field: {found:.2}");
    }
}
