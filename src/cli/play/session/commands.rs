//! Tables of the commands of `atalaya play`, and of the answers to its questions.

use crate::cli::prompt::{Command, Table};
use base::key;

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
    /// Returns true if the command makes sense only in games in which players can agree on a draw.
    pub(super) fn needs_draws(self) -> bool {
        matches!(
            self,
            Order::OfferDraw | Order::AcceptDraw | Order::DeclineDraw
        )
    }
}

/// Commands that are accepted when a move is asked for.
#[rustfmt::skip]
pub(super) const AT_THE_BOARD: Table<Order> = Table::new(&[
    Command::new(Order::Board, key!("play-do-board"), key!("play-do-board-help")),
    Command::new(Order::Flip, key!("play-do-flip"), key!("play-do-flip-help")),
    Command::new(Order::Text, key!("play-do-text"), key!("play-do-text-help")),
    Command::new(Order::Fen, key!("play-do-fen"), key!("play-do-fen-help")),
    Command::new(Order::Moves, key!("play-do-moves"), key!("play-do-moves-help")),
    Command::new(Order::Rules, key!("play-do-rules"), key!("play-do-rules-help")),
    Command::new(Order::Undo, key!("play-do-undo"), key!("play-do-undo-help")),
    Command::new(Order::Hint, key!("play-do-hint"), key!("play-do-hint-help")),
    Command::new(Order::Evaluate, key!("play-do-eval"), key!("play-do-eval-help")),
    Command::new(Order::Bar, key!("play-do-bar"), key!("play-do-bar-help")),
    Command::new(Order::OfferDraw, key!("play-do-draw"), key!("play-do-draw-help")),
    Command::new(Order::AcceptDraw, key!("play-do-accept"), key!("play-do-accept-help")),
    Command::new(Order::DeclineDraw, key!("play-do-decline"), key!("play-do-decline-help")),
    Command::new(Order::Resign, key!("play-do-resign"), key!("play-do-resign-help")),
    Command::new(Order::Clock, key!("play-do-clock"), key!("play-do-clock-help")),
    Command::new(Order::Save, key!("play-do-save"), key!("play-do-save-help")).optional(key!("play-do-save-form")),
    Command::new(Order::Quit, key!("play-do-quit"), key!("play-do-quit-help")),
]);

/// Answers to the question whether to leave a game that is not saved.
#[rustfmt::skip]
pub(super) const LEAVING: Table<Order> = Table::new(&[
    Command::new(Order::Yes, key!("play-leaving-yes"), key!("play-leaving-yes-help")),
    Command::new(Order::No, key!("play-leaving-no"), key!("play-leaving-no-help")),
    Command::new(Order::Save, key!("play-leaving-save"), key!("play-leaving-save-help")).optional(key!("play-leaving-save-form")),
]);

/// Answers to the question whether to play another game.
#[rustfmt::skip]
pub(super) const REMATCH: Table<bool> = Table::new(&[
    Command::new(true, key!("play-rematch-yes"), key!("play-rematch-yes-help")),
    Command::new(false, key!("play-rematch-no"), key!("play-rematch-no-help")),
]);
