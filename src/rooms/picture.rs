//! A game as an animated image.

use super::Room;
use games::{Lang, svg};

/// Draws the positions of a room's game as an animation (SVG), each for `seconds`, with a caption in the reader's
/// language: the move that led to it and the name of the seat that made it, as given by `side`. The board is seen from
/// the other side if `turned`.
pub fn animation(
    room: &Room,
    side: impl Fn(usize) -> String,
    turned: bool,
    lang: Lang,
    seconds: f64,
) -> String {
    let game = room.game();
    let names = game.move_names();
    let boards = (0..=game.plies()).map(|ply| {
        let made = ply
            .checked_sub(1)
            .and_then(|last| Some((room.mover(last)?, &names[last])));
        let caption = match made {
            Some((seat, name)) => {
                let (side, name) = (side(seat), game.localized(name, lang));
                format!("{ply}. {side}: {name}")
            }
            None => game.title(lang).to_owned(),
        };
        (game.at_ply(ply).board(), caption)
    });
    let boards: Vec<_> = boards.collect();
    svg::animation(&boards, turned, lang, seconds)
}
