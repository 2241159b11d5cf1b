//! Commands of the editor.

use crate::cli::prompt::{Command, Table};

/// A command of the editor.
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
    Quit,
    Leave,
    Stay,
}

/// All commands.
#[rustfmt::skip]
pub(super) const COMMANDS: Table<Order> = Table::new(&[
    Command::new(Order::Put, &["pon"], &["put"],
        ["coloca una pieza (qd4: negra)", "places a piece (qd4: Black's)"]).required(["Qd4", "Qd4"]),
    Command::new(Order::Take, &["quita"], &["take"], ["quita una pieza", "removes a piece"]).required(["d4", "d4"]),
    Command::new(Order::Side, &["turno"], &["side"],
        ["quién juega y da mate, w o b", "who is to move and mate, w or b"]).required(["b", "b"]),
    Command::new(Order::Moves, &["n"], &["n"], ["mate en 3 como mucho", "mate in at most 3"]).required(["3", "3"]),
    Command::new(Order::Castling, &["enroque"], &["castling"],
        ["quién puede enrocar, o -", "who may castle, or -"]).required(["KQ", "KQ"]),
    Command::new(Order::EnPassant, &["alpaso"], &["ep"],
        ["dónde se come al paso, o -", "where a pawn may be captured in passing, or -"]).required(["e6", "e6"]),
    Command::new(Order::Fen, &["fen"], &["fen"], ["coloca una posición", "sets up a position"]).required(["…", "…"]),
    Command::new(Order::Clear, &["vacía"], &["clear"], ["quita todas las piezas", "takes all pieces off"]),
    Command::new(Order::Title, &["título"], &["title"], ["su título", "its title"]).optional(["…", "…"]),
    Command::new(Order::Author, &["autor"], &["author"], ["de quién es", "whose work it is"]).optional(["…", "…"]),
    Command::new(Order::Source, &["fuente"], &["source"],
        ["dónde se publicó", "where it was printed"]).optional(["…", "…"]),
    Command::new(Order::Tags, &["etiquetas"], &["tags"],
        ["palabras para encontrarlo", "words to find it by"]).optional(["a, b", "a, b"]),
    Command::new(Order::Undo, &["deshaz"], &["undo"], ["deshace el último cambio", "takes back the last change"]),
    Command::new(Order::Show, &["muestra"], &["show"], ["el tablero y lo demás", "the board and all else"]),
    Command::new(Order::Verify, &["verifica"], &["verify"],
        ["¿hay mate, y con qué claves? Ctrl-C lo corta", "is there a mate, and which keys? Ctrl-C ends it"]),
    Command::new(Order::Save, &["guarda"], &["save"], ["guarda el problema", "keeps the problem"]),
    Command::new(Order::Quit, &["sal", "salir"], &["quit", "exit"], ["termina la sesión", "ends the session"]),
]);

/// Answers to whether to leave with something unsaved.
#[rustfmt::skip]
pub(super) const LEAVING: Table<Order> = Table::new(&[
    Command::new(Order::Leave, &["sí", "s"], &["yes", "y"], ["termina la sesión", "ends the session"]),
    Command::new(Order::Stay, &["no", "n"], &["no", "n"], ["sigue la sesión", "the session goes on"]),
]);
