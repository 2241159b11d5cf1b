//! Commands of `atalaya problem play`, and of the questions that it asks in between.

use crate::cli::prompt::{Command, Table};

/// A command while a problem is played.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    Hint,
    Board,
    Moves,
    Clock,
    Resign,
    Quit,
    Keep,
    Stay,
}

/// Commands while a move is asked for.
#[rustfmt::skip]
pub(super) const PLAYING: Table<Order> = Table::new(&[
    Command::new(Order::Hint, &["pista"], &["hint"],
        ["primero qué pieza mueve, después la jugada; cada una cuesta puntos", "first which piece moves, then the move; each costs points"]),
    Command::new(Order::Board, &["tablero"], &["board"], ["el tablero", "the board"]),
    Command::new(Order::Moves, &["jugadas"], &["moves"], ["las jugadas legales", "the legal moves"]),
    Command::new(Order::Clock, &["reloj"], &["clock"],
        ["los relojes y lo que cada uno ha pensado", "the clocks, and what each has thought"]),
    Command::new(Order::Resign, &["rendirse", "abandonar"], &["resign"],
        ["abandona: gana el otro", "gives up: the other wins"]),
    Command::new(Order::Quit, &["salir"], &["quit", "exit"],
        ["deja la partida: rendirse, o guardarla para seguir", "leaves the game: resign, or keep it to go on later"]),
])
.beside(
    [
        "jugada",
        "en notación de coordenadas (e2e4) o algebraica (Cf3)",
    ],
    [
        "a move",
        "in coordinates (e2e4) or as people write it (Nf3)",
    ],
);

/// Answers to how somebody wants to leave.
#[rustfmt::skip]
pub(super) const LEAVING: Table<Order> = Table::new(&[
    Command::new(Order::Resign, &["sí", "s"], &["yes", "y"], ["abandona: gana el otro", "gives up: the other wins"]),
    Command::new(Order::Keep, &["guardar", "g"], &["save"],
        ["guarda la partida para otro día", "keeps the game for another day"]),
    Command::new(Order::Stay, &["no", "n"], &["no", "n"], ["sigue la partida", "the game goes on"]),
]);

/// A command while a problem is chosen from the list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choosing {
    More,
    Quit,
}

/// Commands while a problem is chosen from the list.
#[rustfmt::skip]
pub(super) const CHOOSING: Table<Choosing> = Table::new(&[
    Command::new(Choosing::More, &["más", "+"], &["more", "+"],
        ["más problemas de la lista", "more problems of the list"]),
    Command::new(Choosing::Quit, &["salir"], &["quit", "exit", "q"], ["no se juega", "nothing is played"]),
])
.beside(
    ["número", "el problema que se juega"],
    ["number", "the problem that is played"],
);
