//! Problems as LaTeX source for the package diagram, with which problemists print.
//!
//! The package uses the German letters of the pieces (K, D, T, L, S, B) after `w` for white and `s` for black. Unless
//! the preamble contains `\normalnames`, it expects the author's surname before the first name.

use super::error::Result;
use super::formats::label;
use super::problem::Draft;
use games::svg;
use shakmaty::{Role, Square};
use solve::fairy::Man;
use std::fmt::Write;

/// Returns the whole environment `diagram` of a problem.
///
/// # Errors
/// [`Error::Position`](super::Error::Position) if the position is not valid.
pub fn latex(draft: &Draft) -> Result<String> {
    let (setup, _) = draft.setup()?;
    let beside = draft.terms.men()?;
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
        let piece = setup.board.piece_at(square)?;
        let color = piece.color.fold_wb('w', 's');
        let letter = letter(piece.role);
        Some(format!("{color}{letter}{square}"))
    });
    let fairy = beside.iter().map(|(man, square)| {
        let color = man.side.map_or('n', |color| color.fold_wb('w', 's'));
        // The package has turned pieces; fairy pieces that it has no symbol for are described in a text below.
        let (letter, turn) = match svg::turned(man.kind.name()) {
            Some((role, turn)) => (letter(role), turn),
            None => ('C', 0),
        };
        let turned = match turn {
            0 => "",
            90 => "R",
            180 => "U",
            _ => "L",
        };
        format!("{color}{letter}{turned}{square}")
    });
    let men: Vec<String> = men.chain(fairy).collect();
    let _ = writeln!(out, "\\pieces[{}]{{{}}}", draft.counts()?, men.join(", "));
    let stipulation = escaped(&draft.stipulation.to_string());
    let _ = writeln!(out, "\\stipulation{{{stipulation}}}");
    let mut conditions: Vec<String> = draft.terms.conditions.clone();
    if setup.turn != draft.stipulation.begins() {
        conditions.push(
            setup
                .turn
                .fold_wb("White to move", "Black to move")
                .to_owned(),
        );
    }
    let mut kinds: Vec<&Man> = beside.iter().map(|(man, _)| man).collect();
    kinds.retain(|man| man.kind.role().is_none());
    kinds.sort_by_key(|man| man.kind);
    kinds.dedup_by_key(|man| man.kind);
    for man in kinds {
        let squares = beside.iter().filter(|(other, _)| other.kind == man.kind);
        let squares: Vec<String> = squares.map(|(_, square)| square.to_string()).collect();
        conditions.push(format!("{} {}", man.kind.name(), squares.join(", ")));
    }
    if !conditions.is_empty() {
        let _ = writeln!(out, "\\condition{{{}}}", escaped(&conditions.join(", ")));
    }
    if !draft.terms.twins.is_empty() {
        let twins = draft.terms.twins.iter().enumerate();
        let twins = twins.map(|(index, twin)| format!("{}) {twin}", label(index + 1)));
        let twins: Vec<String> = twins.collect();
        let _ = writeln!(out, "\\twins{{{}}}", escaped(&twins.join("; ")));
    }
    out.push_str("\\end{diagram}\n");
    Ok(out)
}

fn letter(role: Role) -> char {
    match role {
        Role::King => 'K',
        Role::Queen => 'D',
        Role::Rook => 'T',
        Role::Bishop => 'L',
        Role::Knight => 'S',
        Role::Pawn => 'B',
    }
}

/// Escapes the characters of a text that have a special meaning in TeX.
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
