//! Texts for the results and refusals of a room.

use super::ending::Ending;
use super::event::Refusal;
use super::room::Room;
use base::lang::all_of;
use base::say;
use games::{Lang, Words, reason_text};

impl Room {
    /// Returns a sentence that describes the result; `None` if the game is not over.
    pub fn ending_text(&self, lang: Lang) -> Option<String> {
        let verdict = self.verdict()?;
        let game = self.game();
        let all_in = (0..game.players()).all(|seat| self.is_out(seat).is_none());
        let name = |seat: usize| game.seat_name(seat, lang);
        if verdict.ending == Ending::Rules && all_in {
            // Only a claimed draw has a claimant; a draw by the rules has none.
            let by = verdict.by.map(name);
            let claimed = by.map(|by| say!(lang, "ended-claimed", by));
            return claimed.or_else(|| game.ending(lang));
        }
        let winners: Vec<String> = verdict.winners.iter().map(|seat| name(*seat)).collect();
        let count = winners.len();
        let winners = all_of(&winners, lang);
        let won = say!(lang, "winners", winners = &winners, count);
        let by = verdict.by.map_or_else(String::new, name);
        let is_draw = verdict.is_draw(game);
        Some(match verdict.ending {
            Ending::Agreement => say!(lang, "ended-agreement").to_owned(),
            Ending::Resignation => say!(lang, "ended-resignation", by, won),
            Ending::Time if is_draw => say!(lang, "ended-time-draw", by),
            Ending::Time => say!(lang, "ended-time", by, won),
            Ending::Abandonment if is_draw => say!(lang, "ended-absence-draw", by),
            Ending::Abandonment => say!(lang, "ended-absence", by, won),
            // A player left the game, and the others played it to its end.
            Ending::Rules => {
                let reason = game.position().reason(verdict.reason, lang);
                if is_draw {
                    say!(lang, "ended-shared", winners, reason)
                } else {
                    say!(lang, "ended-rules", reason, won)
                }
            }
        })
    }
}

impl Refusal {
    /// Message in a language, without a capital and a full stop; for an illegal move the message of the game.
    pub fn text(&self, lang: Lang) -> String {
        // In messages seats count from 1.
        let nth = |seat: &usize| seat.saturating_add(1);
        match self {
            Refusal::Illegal(why) => why.clone(),
            Refusal::NoSuchSeat { seat, seats } => {
                say!(lang, "no-such-seat", seat = nth(seat), seats)
            }
            Refusal::Taken { seat } => say!(lang, "seat-taken", seat = nth(seat)),
            Refusal::Empty { seat } => say!(lang, "seat-empty", seat = nth(seat)),
            Refusal::Kept { seat, name } => {
                let name = format_args!("{name:?}");
                say!(lang, "seat-kept", seat = nth(seat), name)
            }
            Refusal::Name(name) => say!(lang, "name-unseen", name = format_args!("{name:?}")),
            Refusal::AlreadyReady { seat } => say!(lang, "already-ready", seat = nth(seat)),
            Refusal::NotYourTurn { seat, turn } => {
                say!(lang, "not-your-turn", seat = nth(seat), turn = nth(turn))
            }
            Refusal::AnswerFirst { seat } => say!(lang, "answer-first", seat = nth(seat)),
            Refusal::Out { seat } => say!(lang, "seat-out", seat = nth(seat)),
            Refusal::Away { seat } => say!(lang, "seat-away", seat = nth(seat)),
            Refusal::OfferOutOfTurn { turn } => {
                say!(lang, "offer-out-of-turn", turn = nth(turn))
            }
            Refusal::AlreadyOffered { seat } => {
                say!(lang, "already-offered", seat = nth(seat))
            }
            Refusal::AlreadyAsked { seat } => say!(lang, "already-asked", seat = nth(seat)),
            Refusal::Unanswered { by } => say!(lang, "unanswered", seat = nth(by)),
            Refusal::NotAsked { seat } => say!(lang, "not-asked", seat = nth(seat)),
            Refusal::NothingToTakeBack { seat } => {
                say!(lang, "nothing-to-take-back", seat = nth(seat))
            }
            Refusal::NobodyAbsent => say!(lang, "nobody-absent").to_owned(),
            Refusal::NotRepeated => say!(lang, "not-repeated").to_owned(),
            Refusal::Over(reason) => {
                say!(lang, "already-over", reason = reason_text(reason, lang))
            }
            Refusal::NotBegun => say!(lang, "not-begun").to_owned(),
            Refusal::Begun => say!(lang, "begun").to_owned(),
            Refusal::NoDraws => say!(lang, "no-draws").to_owned(),
            Refusal::NoOffer => say!(lang, "no-offer").to_owned(),
            Refusal::NoTakeback => say!(lang, "no-takeback").to_owned(),
        }
    }

    /// Identifier for programs, independent of the language: `not_your_turn`.
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
            Refusal::NobodyAbsent => "nobody_absent",
            Refusal::NotRepeated => "not_repeated",
        }
    }
}
