//! Messages at the terminal in addition to those of the games, in all languages.

use super::seats::side_with_name;
use base::say;
use games::{AnyGame, Lang};
use players::Seat;
use rooms::{ClockFace, Ending, Notice, Refusal, Room};
use std::time::Duration;

/// Returns the name of a seat as shown to users, with its player's name if that is not the default one.
pub fn side(room: &Room, seat: usize, lang: Lang) -> String {
    let side = room.game().seat_name(seat, lang);
    match room.player(seat) {
        Some(player) => side_with_name(side, player, room.game()),
        None => side,
    }
}

/// Returns the question whether the player `side` accepts the draw offered by `by`.
pub fn draw_question(by: &str, side: &str, lang: Lang) -> String {
    say!(lang, "play-offers-draw-accept-decline", by, side) + " "
}

/// Returns the sentence that the player `side` is thinking.
pub fn thinking(side: &str, lang: Lang) -> String {
    say!(lang, "play-thinks", side)
}

/// Returns the text of a notice for players who share one terminal; `None` if it is not shown to them. In Spanish the
/// name of a side may be plural (`Blancas`), so the sentences avoid verbs with it as their subject.
pub fn notice(room: &Room, notice: &Notice, lang: Lang) -> Option<String> {
    let side = |seat: &usize| side(room, *seat, lang);
    Some(match notice {
        Notice::DrawOffered { by, .. } => say!(lang, "play-offers-draw", side = side(by)),
        Notice::DrawAccepted { by } => say!(lang, "play-agrees-draw", side = side(by)),
        Notice::DrawDeclined { by: Some(by) } => say!(lang, "play-declines-draw", side = side(by)),
        Notice::Out { seat, how } => {
            let who = side(seat);
            match how {
                Ending::Time => say!(lang, "play-run-out-time", who),
                Ending::Abandonment => say!(lang, "play-come-back", who),
                Ending::Resignation | Ending::Rules | Ending::Agreement => {
                    say!(lang, "play-resigns", who)
                }
            }
        }
        _ => return None,
    })
}

/// Returns the sentence that says why an act is refused.
pub fn refusal(refusal: &Refusal, lang: Lang) -> String {
    let text = refusal.text(lang);
    if matches!(refusal, Refusal::Illegal(_)) {
        return text;
    }
    let (first, rest) = text.split_at(1);
    format!("{}{rest}.", first.to_uppercase())
}

/// Returns the clocks of all players as one line; `None` if there are no clocks. `now` is the room's time.
pub fn clocks(room: &Room, now: Duration, lang: Lang) -> Option<String> {
    let faces = room.clocks(now);
    let told = |(seat, face): (usize, &ClockFace)| {
        let left = shown(face.left?);
        let moves = face.moves_to_go.map_or_else(String::new, |moves| {
            format!(" ({})", say!(lang, "play-clock-moves", n = moves))
        });
        Some(format!(
            "{} {left}{moves}",
            room.game().seat_name(seat, lang)
        ))
    };
    let told: Vec<String> = faces.iter().enumerate().filter_map(told).collect();
    let word = say!(lang, "play-clocks");
    (!told.is_empty()).then(|| format!("{word}: {}", told.join(", ")))
}

/// Formats a remaining time, rounded up to whole seconds, as `1:02:03` or `4:57`; below ten seconds with tenths,
/// rounded down, as `0:09.8`.
fn shown(time: Duration) -> String {
    let millis = time.as_millis();
    if millis < 10_000 {
        return format!("0:0{}.{}", millis / 1000, millis / 100 % 10);
    }
    let seconds = millis.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Returns true if the seat is taken by a person.
pub fn is_person(room: &Room, seat: usize) -> bool {
    room.sits(seat) == Some(Seat::Person)
}

/// Returns the legal moves as they can be typed, sorted: in the notation of the language and in that of the game's own
/// text form.
pub fn move_names(game: &AnyGame, lang: Lang) -> Vec<String> {
    let moves = game.legal_moves().into_iter();
    let mut names: Vec<String> = moves
        .flat_map(|m| [game.localized(&m.name, lang), m.text])
        .collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Settings;
    use players::Registry;
    use rooms::Options;

    #[test]
    fn no_spanish_verb_has_a_side_for_its_subject() {
        let registry = Registry::standard();
        let chess = registry.find("chess").expect("a game");
        let begun = chess.begin(&Settings::default(), None).expect("the start");
        let game = begun.split().0;
        let room = Room::new(game, Options::default());
        let out = |how| Notice::Out { seat: 1, how };
        for (told, es, en) in [
            (
                Notice::DrawOffered { by: 0, until: None },
                "Tablas ofrecidas por Blancas.",
                "White offers a draw.",
            ),
            (
                Notice::DrawAccepted { by: 1 },
                "Tablas aceptadas por Negras.",
                "Black agrees to a draw.",
            ),
            (
                Notice::DrawDeclined { by: Some(1) },
                "Tablas rechazadas por Negras.",
                "Black declines the draw.",
            ),
            (
                out(Ending::Resignation),
                "Rendición de Negras.",
                "Black resigns.",
            ),
            (
                out(Ending::Time),
                "Tiempo agotado: Negras.",
                "Black has run out of time.",
            ),
            (
                out(Ending::Abandonment),
                "Ausencia de Negras.",
                "Black has not come back.",
            ),
        ] {
            assert_eq!(notice(&room, &told, Lang::ES).as_deref(), Some(es));
            assert_eq!(notice(&room, &told, Lang::EN).as_deref(), Some(en));
        }
        assert_eq!(
            draw_question("Blancas", "Negras", Lang::ES),
            "Tablas ofrecidas por Blancas. Negras: ¿aceptar o rechazar? "
        );
        assert_eq!(thinking("Blancas", Lang::ES), "Blancas: pensando…");
    }

    #[test]
    fn clocks_show_tenths_when_time_is_short_and_hours_when_it_is_not() {
        for (ms, text) in [
            (0, "0:00.0"),
            (9_999, "0:09.9"),
            (10_000, "0:10"),
            (296_400, "4:57"),
            (3_599_999, "1:00:00"),
            (5_400_000, "1:30:00"),
        ] {
            assert_eq!(shown(Duration::from_millis(ms)), text);
        }
    }
}
