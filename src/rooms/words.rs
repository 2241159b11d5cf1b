//! Texts for the endings and refusals of a room, in two languages.

use super::ending::Ending;
use super::event::Refusal;
use super::room::Room;
use base::lang::listed;
use games::{Lang, Words};

impl Room {
    /// Returns a sentence that tells how the game has ended; `None` if it has not.
    pub fn ending_text(&self, lang: Lang) -> Option<String> {
        let verdict = self.verdict()?;
        let game = self.game();
        let all_in = (0..game.players()).all(|seat| self.is_out(seat).is_none());
        if verdict.ending == Ending::Rules && all_in {
            return game.ending(lang);
        }
        let name = |seat: usize| game.seat_name(seat, lang);
        let winners: Vec<String> = verdict.winners.iter().map(|seat| name(*seat)).collect();
        let winners = listed(&winners, lang.pick("y", "and"));
        let won = lang.pick(
            format!("victoria de {winners}."),
            match verdict.winners.len() {
                1 => format!("{winners} wins."),
                _ => format!("{winners} win."),
            },
        );
        let by = verdict.by.map_or_else(String::new, name);
        let is_draw = verdict.is_draw(game);
        Some(match verdict.ending {
            Ending::Agreement => lang
                .pick("Tablas por acuerdo.", "A draw by agreement.")
                .to_owned(),
            Ending::Resignation => lang.pick(
                format!("Rendición de {by}: {won}"),
                format!("{by} resigns: {won}"),
            ),
            Ending::Time if is_draw => lang.pick(
                format!("Tiempo agotado ({by}), pero nadie más puede ganar: tablas."),
                format!("{by} has run out of time, but nobody else can win: a draw."),
            ),
            Ending::Time => lang.pick(
                format!("Tiempo agotado ({by}): {won}"),
                format!("{by} has run out of time: {won}"),
            ),
            Ending::Abandonment if is_draw => lang.pick(
                format!("Ausencia de {by}, pero nadie más puede ganar: tablas."),
                format!("{by} has not come back, but nobody else can win: a draw."),
            ),
            Ending::Abandonment => lang.pick(
                format!("Ausencia de {by}: {won}"),
                format!("{by} has not come back: {won}"),
            ),
            // Somebody has left a game that others have played to its end.
            Ending::Rules => {
                let reason = game.position().reason(verdict.reason, lang);
                if is_draw {
                    lang.pick(
                        format!("Comparten el primer puesto {winners} ({reason})."),
                        format!("{winners} share the first place ({reason})."),
                    )
                } else {
                    lang.pick(
                        format!("Fin de la partida ({reason}): {won}"),
                        format!("The game is over ({reason}): {won}"),
                    )
                }
            }
        })
    }
}

impl Refusal {
    /// The sentence for people, without a capital and a full stop; of illegal moves as the game says it.
    pub fn text(&self, lang: Lang) -> String {
        let spanish = match self {
            Refusal::Illegal(why) => why.clone(),
            Refusal::NoSuchSeat { seat, seats } => format!(
                "no hay asiento {}: la partida tiene {seats}",
                seat.saturating_add(1)
            ),
            Refusal::Taken { seat } => format!("el asiento {} está ocupado", seat + 1),
            Refusal::Empty { seat } => format!("el asiento {} está libre", seat + 1),
            Refusal::Kept { seat, name } => {
                format!("el asiento {} espera a que vuelva {name:?}", seat + 1)
            }
            Refusal::Name(name) => format!("el nombre {name:?} tiene caracteres de control"),
            Refusal::NotBegun => "la partida no ha empezado".to_owned(),
            Refusal::Begun => {
                "la partida ya ha empezado: un jugador puede rendirse o abandonarla".to_owned()
            }
            Refusal::Over(_) => "la partida ya ha terminado".to_owned(),
            Refusal::AlreadyReady { seat } => {
                format!("el asiento {} ya está preparado", seat + 1)
            }
            Refusal::NotYourTurn { seat, turn } => format!(
                "no es el turno del asiento {} sino del {}",
                seat + 1,
                turn + 1
            ),
            Refusal::AnswerFirst { .. } => {
                "primero hay que aceptar o rechazar las tablas".to_owned()
            }
            Refusal::Out { seat } => format!("el asiento {} está fuera de la partida", seat + 1),
            Refusal::Away { seat } => {
                format!(
                    "el asiento {} está ausente y primero tiene que volver",
                    seat + 1
                )
            }
            Refusal::OfferOutOfTurn { turn } => format!(
                "las tablas se ofrecen en el turno propio, y es el del asiento {}",
                turn + 1
            ),
            Refusal::NoDraws => "en este juego no hay tablas".to_owned(),
            Refusal::AlreadyOffered { .. } => "en este turno ya se han ofrecido tablas".to_owned(),
            Refusal::AlreadyAsked { .. } => "ya se ha pedido deshacer esta jugada".to_owned(),
            Refusal::Unanswered { .. } => "todavía falta una respuesta".to_owned(),
            Refusal::NoOffer => "nadie ha ofrecido tablas".to_owned(),
            Refusal::NoTakeback => "nadie pide deshacer una jugada".to_owned(),
            Refusal::NotAsked { .. } => "no hay nada que responder".to_owned(),
            Refusal::NothingToTakeBack { .. } => "no hay nada que deshacer".to_owned(),
        };
        lang.pick(spanish, self.to_string())
    }

    /// A word for programs that does not change with the language: `not_your_turn`.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NoSuchSeat { .. } => "no_such_seat",
            Refusal::Taken { .. } => "taken",
            Refusal::Empty { .. } => "empty",
            Refusal::Kept { .. } => "kept",
            Refusal::Name(_) => "name",
            Refusal::NotBegun => "not_begun",
            Refusal::Begun => "begun",
            Refusal::Over(_) => "over",
            Refusal::AlreadyReady { .. } => "already_ready",
            Refusal::NotYourTurn { .. } => "not_your_turn",
            Refusal::Illegal(_) => "illegal",
            Refusal::AnswerFirst { .. } => "answer_first",
            Refusal::Out { .. } => "out",
            Refusal::Away { .. } => "away",
            Refusal::OfferOutOfTurn { .. } => "offer_out_of_turn",
            Refusal::NoDraws => "no_draws",
            Refusal::AlreadyOffered { .. } => "already_offered",
            Refusal::AlreadyAsked { .. } => "already_asked",
            Refusal::Unanswered { .. } => "unanswered",
            Refusal::NoOffer => "no_offer",
            Refusal::NoTakeback => "no_takeback",
            Refusal::NotAsked { .. } => "not_asked",
            Refusal::NothingToTakeBack { .. } => "nothing_to_take_back",
        }
    }
}
