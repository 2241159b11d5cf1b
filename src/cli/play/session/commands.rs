//! Commands of `atalaya play`, and of the questions that it asks in between.

use crate::cli::prompt::{Command, Table};

/// A command at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Board,
    Flip,
    Text,
    Fen,
    Moves,
    Rules,
    Undo,
    Hint,
    Evaluate,
    Bar,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    Clock,
    Save,
    Quit,
    Yes,
    No,
}

impl Order {
    /// Returns true if the command is only for games that have draws.
    pub(super) fn needs_draws(self) -> bool {
        matches!(
            self,
            Order::OfferDraw | Order::AcceptDraw | Order::DeclineDraw
        )
    }
}

/// Commands while a move is asked for.
#[rustfmt::skip]
pub(super) const AT_THE_BOARD: Table<Order> = Table::new(&[
    Command::new(Order::Board, &["tablero"], &["board"], ["el tablero", "the board"]),
    Command::new(Order::Flip, &["girar"], &["flip"],
        ["el tablero desde el otro lado", "the board from the other side"]),
    Command::new(Order::Text, &["texto"], &["text"], ["el tablero en modo texto", "the board as text"]),
    Command::new(Order::Fen, &["fen"], &["fen"], ["la posición en una línea", "the position in a line"]),
    Command::new(Order::Moves, &["jugadas"], &["moves"], ["las jugadas legales", "the legal moves"]),
    Command::new(Order::Rules, &["reglas"], &["rules"], ["las reglas, en una pantalla", "the rules, in a screenful"]),
    Command::new(Order::Undo, &["deshacer"], &["undo"],
        ["retira la última jugada propia", "takes your last move back"]),
    Command::new(Order::Hint, &["pista"], &["hint"], ["una jugada de la máquina", "what the machine would play"]),
    Command::new(Order::Evaluate, &["evaluar"], &["eval"], ["lo que vale la posición", "what the position is worth"]),
    Command::new(Order::Bar, &["barra"], &["bar"],
        ["lo que vale antes de cada turno, o ya no", "what it is worth before each turn, or no more"]),
    Command::new(Order::OfferDraw, &["tablas"], &["draw"],
        ["ofrece tablas, una vez por turno", "offers a draw, once on each turn"]),
    Command::new(Order::AcceptDraw, &["aceptar"], &["accept"],
        ["acepta las tablas ofrecidas", "agrees to the draw that is offered"]),
    Command::new(Order::DeclineDraw, &["rechazar"], &["decline"], ["las rechaza", "declines it"]),
    Command::new(Order::Resign, &["abandonar", "rendirse"], &["resign"], ["da la partida por perdida", "gives up"]),
    Command::new(Order::Clock, &["reloj"], &["clock"], ["los relojes", "the clocks"]),
    Command::new(Order::Save, &["guardar"], &["save"],
        ["guarda la partida en el fichero F (para --load y replay; si acaba en .pgn, PGN)", "saves the game as file F (for --load and replay; as PGN if it ends in .pgn)"]).optional(["F", "F"]),
    Command::new(Order::Quit, &["salir"], &["quit", "exit"], ["termina la partida", "ends the game"]),
]);

/// Answers to whether to leave a game that is not saved.
#[rustfmt::skip]
pub(super) const LEAVING: Table<Order> = Table::new(&[
    Command::new(Order::Yes, &["sí", "s", "salir"], &["yes", "y", "quit", "exit"],
        ["termina la partida", "ends the game"]),
    Command::new(Order::No, &["no", "n"], &["no", "n"], ["sigue la partida", "the game goes on"]),
    Command::new(Order::Save, &["guardar"], &["save"],
        ["guarda la partida en el fichero F, y la termina", "saves the game as file F, and ends it"]).optional(["F", "F"]),
]);

/// Answers to whether there is to be another game.
#[rustfmt::skip]
pub(super) const REMATCH: Table<bool> = Table::new(&[
    Command::new(true, &["sí", "s", "revancha"], &["yes", "y", "rematch"],
        ["otra partida, cambiando de sitio", "another game, with seats changed"]),
    Command::new(false, &["no", "n", "salir"], &["no", "n", "quit", "exit"],
        ["termina el programa", "ends the program"]),
]);
