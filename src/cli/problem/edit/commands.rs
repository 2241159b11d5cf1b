//! Tables of the editor's commands.

use crate::cli::prompt::{Command, Table};
use base::key;

/// A command of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Put,
    Take,
    Side,
    Moves,
    Stipulation,
    Conditions,
    Options,
    Twin,
    Intended,
    Piece,
    Castling,
    EnPassant,
    Fen,
    Clear,
    Title,
    Author,
    Source,
    Tags,
    Turn,
    Read,
    Paste,
    Write,
    Undo,
    Redo,
    Show,
    Verify,
    Solve,
    Save,
    Quit,
    Leave,
    Stay,
}

/// Commands of the editor.
#[rustfmt::skip]
pub(super) const COMMANDS: Table<Order> = Table::new(&[
    Command::new(Order::Put, key!("edit-do-put"), key!("edit-do-put-help")).required(key!("edit-do-put-form")),
    Command::new(Order::Take, key!("edit-do-take"), key!("edit-do-take-help")).required(key!("edit-do-take-form")),
    Command::new(Order::Side, key!("edit-do-side"), key!("edit-do-side-help")).required(key!("edit-do-side-form")),
    Command::new(Order::Moves, key!("edit-do-n"), key!("edit-do-n-help")).required(key!("edit-do-n-form")),
    Command::new(Order::Stipulation, key!("edit-do-stipulation"), key!("edit-do-stipulation-help")).required(key!("edit-do-stipulation-form")),
    Command::new(Order::Conditions, key!("edit-do-conditions"), key!("edit-do-conditions-help")).optional(key!("edit-do-conditions-form")),
    Command::new(Order::Options, key!("edit-do-options"), key!("edit-do-options-help")).optional(key!("edit-do-options-form")),
    Command::new(Order::Twin, key!("edit-do-twin"), key!("edit-do-twin-help")).required(key!("edit-do-twin-form")),
    Command::new(Order::Intended, key!("edit-do-intended"), key!("edit-do-intended-help")).required(key!("edit-do-intended-form")),
    Command::new(Order::Piece, key!("edit-do-piece"), key!("edit-do-piece-help")).required(key!("edit-do-piece-form")),
    Command::new(Order::Castling, key!("edit-do-castling"), key!("edit-do-castling-help")).required(key!("edit-do-castling-form")),
    Command::new(Order::EnPassant, key!("edit-do-ep"), key!("edit-do-ep-help")).required(key!("edit-do-ep-form")),
    Command::new(Order::Fen, key!("edit-do-fen"), key!("edit-do-fen-help")).required(key!("edit-do-fen-form")),
    Command::new(Order::Clear, key!("edit-do-clear"), key!("edit-do-clear-help")),
    Command::new(Order::Title, key!("edit-do-title"), key!("edit-do-title-help")).optional(key!("edit-do-title-form")),
    Command::new(Order::Author, key!("edit-do-author"), key!("edit-do-author-help")).optional(key!("edit-do-author-form")),
    Command::new(Order::Source, key!("edit-do-source"), key!("edit-do-source-help")).optional(key!("edit-do-source-form")),
    Command::new(Order::Tags, key!("edit-do-tags"), key!("edit-do-tags-help")).optional(key!("edit-do-tags-form")),
    Command::new(Order::Turn, key!("edit-do-turn"), key!("edit-do-turn-help")).required(key!("edit-do-turn-form")),
    Command::new(Order::Read, key!("edit-do-read"), key!("edit-do-read-help")).required(key!("edit-do-read-form")),
    Command::new(Order::Paste, key!("edit-do-paste"), key!("edit-do-paste-help")),
    Command::new(Order::Write, key!("edit-do-write"), key!("edit-do-write-help")).required(key!("edit-do-write-form")),
    Command::new(Order::Undo, key!("edit-do-undo"), key!("edit-do-undo-help")),
    Command::new(Order::Redo, key!("edit-do-redo"), key!("edit-do-redo-help")),
    Command::new(Order::Show, key!("edit-do-show"), key!("edit-do-show-help")),
    Command::new(Order::Verify, key!("edit-do-verify"), key!("edit-do-verify-help")),
    Command::new(Order::Solve, key!("edit-do-solve"), key!("edit-do-solve-help")).optional(key!("edit-do-solve-form")),
    Command::new(Order::Save, key!("edit-do-save"), key!("edit-do-save-help")),
    Command::new(Order::Quit, key!("edit-do-quit"), key!("edit-do-quit-help")),
]);

/// No commands: every line belongs to the text that is being pasted, except a request for help.
pub(super) const PASTING: Table<Order> = Table::new(&[]);

/// Answers to the question whether to leave with unsaved changes.
#[rustfmt::skip]
pub(super) const LEAVING: Table<Order> = Table::new(&[
    Command::new(Order::Leave, key!("edit-leaving-yes"), key!("edit-leaving-yes-help")),
    Command::new(Order::Stay, key!("edit-leaving-no"), key!("edit-leaving-no-help")),
    Command::new(Order::Save, key!("edit-leaving-save"), key!("edit-leaving-save-help")),
]);
