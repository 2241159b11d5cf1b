//! What a room asks of a game's rules beyond turns and moves.

use crate::games::{AnyGame, Game, Line};

macro_rules! each {
    ($game:expr, $line:ident => $body:expr) => {
        match $game {
            AnyGame::Chess($line) => $body,
            AnyGame::Kamisado($line) => $body,
            AnyGame::Rolit($line) => $body,
        }
    };
}

/// Whether two seats share their result.
pub(super) fn allied(game: &AnyGame, a: usize, b: usize) -> bool {
    each!(game, line => line.position().allied(a, b))
}

/// What a seat has, where the game counts points.
pub(super) fn points(game: &AnyGame, seat: usize) -> Option<i32> {
    each!(game, line => line.position().points(seat))
}

/// Whether a seat could still win.
pub(super) fn can_win(game: &AnyGame, seat: usize) -> bool {
    let AnyGame::Chess(line) = game else {
        return true;
    };
    let color = [shakmaty::Color::White, shakmaty::Color::Black][seat & 1];
    let chess = line.position().to_shakmaty();
    chess.map_or(true, |chess| {
        !shakmaty::Position::has_insufficient_material(&chess, color)
    })
}

/// The move that is made for the player, because nobody would ask for it.
pub(super) fn forced(game: &AnyGame) -> Option<String> {
    let AnyGame::Kamisado(line) = game else {
        return None;
    };
    let position = line.position();
    if position.is_between_rounds() {
        return None;
    }
    let step = position.round().zero_move()?;
    Some(position.move_text(crate::games::kamisado::MatchMove::Step(step)))
}

/// The last move: its own text, and as people write it.
pub(super) fn last_move(game: &AnyGame) -> Option<(String, String)> {
    fn texts<G: Game>(
        line: &Line<G>,
        name: impl Fn(&G, G::Move) -> String,
    ) -> Option<(String, String)> {
        let (last, before) = line.moves().split_last()?;
        let before = line.at_ply(before.len());
        let here = before.position();
        Some((here.move_text(*last), name(here, *last)))
    }
    match game {
        AnyGame::Chess(line) => texts(line, |here, m| here.san(m)),
        AnyGame::Kamisado(line) => texts(line, |here, m| here.move_text(m)),
        AnyGame::Rolit(line) => texts(line, |here, m| here.move_text(m)),
    }
}
