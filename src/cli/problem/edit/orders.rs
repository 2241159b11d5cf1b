//! Orders of the editor, and their words in two languages.

use games::Lang;

/// An order without what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Put,
    Take,
    Side,
    Moves,
    Castling,
    EnPassant,
    Fen,
    Clear,
    Title,
    Author,
    Source,
    Tags,
    Undo,
    Show,
    Verify,
    Save,
    Help,
    Quit,
}

/// An order, its English and its Spanish word, and what it does, in both languages.
type Row = (
    Order,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const ROWS: [Row; 18] = [
    (
        Order::Put,
        "put",
        "pon",
        "put Qd4: place a piece (qd4: Black's)",
        "pon Qd4: coloca una pieza (qd4: negra)",
    ),
    (
        Order::Take,
        "take",
        "quita",
        "take d4: remove a piece",
        "quita d4: quita una pieza",
    ),
    (
        Order::Side,
        "side",
        "turno",
        "side b: who is to move and mate, w or b",
        "turno b: quién juega y da mate, w o b",
    ),
    (
        Order::Moves,
        "n",
        "n",
        "n 3: mate in at most 3",
        "n 3: mate en 3 como mucho",
    ),
    (
        Order::Castling,
        "castling",
        "enroque",
        "castling KQ: who may castle, or -",
        "enroque KQ: quién puede enrocar, o -",
    ),
    (
        Order::EnPassant,
        "ep",
        "alpaso",
        "ep e6: where a pawn may be captured in passing, or -",
        "alpaso e6: dónde se come al paso, o -",
    ),
    (
        Order::Fen,
        "fen",
        "fen",
        "fen …: set up a position",
        "fen …: coloca una posición",
    ),
    (
        Order::Clear,
        "clear",
        "vacía",
        "clear: take all pieces off",
        "vacía: quita todas las piezas",
    ),
    (
        Order::Title,
        "title",
        "título",
        "title …: its title",
        "título …: su título",
    ),
    (
        Order::Author,
        "author",
        "autor",
        "author …: whose work it is",
        "autor …: de quién es",
    ),
    (
        Order::Source,
        "source",
        "fuente",
        "source …: where it was printed",
        "fuente …: dónde se publicó",
    ),
    (
        Order::Tags,
        "tags",
        "etiquetas",
        "tags a, b: words to find it by",
        "etiquetas a, b: palabras para encontrarlo",
    ),
    (
        Order::Undo,
        "undo",
        "deshaz",
        "undo: take back the last change",
        "deshaz: deshace el último cambio",
    ),
    (
        Order::Show,
        "show",
        "muestra",
        "show: the board and all else",
        "muestra: el tablero y lo demás",
    ),
    (
        Order::Verify,
        "verify",
        "verifica",
        "verify: is there a mate, and which keys? Ctrl-C ends it",
        "verifica: ¿hay mate, y con qué claves? Ctrl-C lo corta",
    ),
    (
        Order::Save,
        "save",
        "guarda",
        "save: keep it",
        "guarda: lo guarda",
    ),
    (Order::Help, "help", "ayuda", "help: this", "ayuda: esto"),
    (Order::Quit, "quit", "sal", "quit: leave", "sal: termina"),
];

impl Order {
    /// The order of a line and what it is about; `Err` with the word that is none. Both languages are
    /// understood in both.
    pub(super) fn parse(line: &str) -> Result<(Order, &str), &str> {
        let (word, about) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let lower = word.to_lowercase();
        let row = ROWS
            .iter()
            .find(|(_, en, es, ..)| [*en, *es].contains(&lower.as_str()));
        row.map(|(order, ..)| (*order, about.trim())).ok_or(word)
    }
}

/// All orders, a line each.
pub(super) fn help(lang: Lang) -> String {
    let lines = ROWS
        .iter()
        .map(|(.., en, es)| format!("  {}\n", lang.pick(es, en)));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_understood_in_both_languages() {
        assert_eq!(Order::parse("put  Qd4 "), Ok((Order::Put, "Qd4")));
        assert_eq!(Order::parse("QUITA d4"), Ok((Order::Take, "d4")));
        assert_eq!(Order::parse("undo"), Ok((Order::Undo, "")));
        assert_eq!(Order::parse("putt Qd4"), Err("putt"));
        for (order, en, es, help, ayuda) in ROWS {
            assert_eq!(Order::parse(en), Ok((order, "")));
            assert_eq!(Order::parse(es), Ok((order, "")));
            assert!(help.starts_with(en) && ayuda.starts_with(es));
        }
    }
}
