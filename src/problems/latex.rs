//! A problem for LaTeX, in the form of the package diagram, which problemists print with.
//!
//! The package has the German letters of the pieces (K, D, T, L, S, B), behind `w` for white and `s` for black, and
//! takes an author for surname and first name unless `\normalnames` stands in the preamble.

use super::error::Result;
use super::problem::Draft;
use shakmaty::{Color, Role, Square};
use std::fmt::Write;

/// The whole `diagram`, with what is known of the problem.
///
/// # Errors
/// [`Error::Position`](super::Error::Position) if the position is none.
pub fn latex(draft: &Draft) -> Result<String> {
    let position = draft.position()?;
    let mut out =
        "% In the preamble: \\usepackage{diagram}\\normalnames\n\\begin{diagram}\n".to_owned();
    // Writing to a string cannot fail.
    for (name, text) in [
        ("author", &draft.author),
        ("remark", &draft.title),
        ("source", &draft.source),
    ] {
        if !text.is_empty() {
            let _ = writeln!(out, "\\{name}{{{}}}", escaped(text));
        }
    }
    let men = Square::ALL.into_iter().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let color = piece.color.fold_wb('w', 's');
        let letter = match piece.role {
            Role::King => 'K',
            Role::Queen => 'D',
            Role::Rook => 'T',
            Role::Bishop => 'L',
            Role::Knight => 'S',
            Role::Pawn => 'B',
        };
        Some(format!("{color}{letter}{square}"))
    });
    let men: Vec<String> = men.collect();
    let count = |color| position.color(color).count();
    let counts = format!("{}+{}", count(Color::White), count(Color::Black));
    let _ = writeln!(out, "\\pieces[{counts}]{{{}}}", men.join(", "));
    let stipulation = escaped(&draft.stipulation.to_string());
    let _ = writeln!(out, "\\stipulation{{{stipulation}}}");
    if position.turn() == Color::Black {
        out.push_str("\\condition{Black to move}\n");
    }
    out.push_str("\\end{diagram}\n");
    Ok(out)
}

/// A text without what TeX would obey.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stipulation;

    #[test]
    fn a_problem_is_a_diagram_with_german_letters() {
        let mut draft = Draft::new(
            "6n1/8/8/3q4/8/2P5/1B6/k1K4R b - - 0 1",
            Stipulation::Mate(3),
        );
        draft.author = "Ann & {Bob} 100%".to_owned();
        let expected = "% In the preamble: \\usepackage{diagram}\\normalnames\n\\begin{diagram}\n\
                        \\author{Ann \\& \\{Bob\\} 100\\%}\n\
                        \\pieces[4+3]{sKa1, wKc1, wTh1, wLb2, wBc3, sDd5, sSg8}\n\
                        \\stipulation{\\#3}\n\\condition{Black to move}\n\\end{diagram}\n";
        assert_eq!(latex(&draft).expect("a diagram"), expected);
        assert_eq!(
            escaped("a\\b~\u{8}"),
            "a\\textbackslash{}b\\textasciitilde{} "
        );
    }
}
