//! Consistency checks of a saved room: its seats, its result and its open question.

use super::ending::{Ending, REPETITION, Verdict};
use super::lines::Step;
use super::question::{Ask, Question};
use super::record::{Complaint, End, File, end, of_player, wrong};
use super::room::{Phase, Room};
use base::told;
use games::{Game, Text};

impl File {
    /// Checks that the state of each seat (player, out, away, offers) agrees with the state of the room.
    pub(super) fn check_chairs(&self, room: &Room) -> Result<(), Complaint> {
        let plies = room.game.plies();
        let at = |seat, key, why: Text| {
            let path = vec![Step::Key("players"), Step::Item(seat), Step::Key(key)];
            Err((path, of_player(seat, &why)))
        };
        for (seat, chair) in room.chairs.iter().enumerate() {
            if chair.player.is_none() && room.phase != Phase::Gathering {
                return at(seat, "name", told!("record-nobody-sits"));
            }
            if matches!(chair.out, Some(Ending::Rules | Ending::Agreement)) {
                return at(seat, "out", told!("record-no-way-to-leave"));
            }
            let playing = room.phase == Phase::Playing && chair.out.is_none();
            if chair.away.is_some_and(|away| !playing || away > room.now) {
                return at(seat, "away", told!("record-away"));
            }
            if (chair.out.is_some() || chair.offered.is_some() || chair.asked.is_some())
                && room.phase == Phase::Gathering
            {
                return at(seat, "name", told!("record-before-begin"));
            }
            for (key, ply) in [("offered", chair.offered), ("asked", chair.asked)] {
                if ply.is_some_and(|ply| ply > plies) {
                    return at(seat, key, told!("record-not-as-far"));
                }
            }
        }
        Ok(())
    }

    /// Returns the result of the game, if it is over. A result in the file must be the one that follows from the rest
    /// of it.
    pub(super) fn verdict(&self, room: &Room) -> Result<Option<Verdict>, Complaint> {
        let game = &room.game;
        let is_in = |seat: usize| room.chairs[seat].out.is_none();
        let by_rules = Verdict::by_rules(game, is_in).filter(|_| room.phase == Phase::Playing);
        let Some(given) = &self.result else {
            let is_open = room.phase == Phase::Gathering || sides_in(room) > 1;
            return match by_rules {
                // Such results occur in files written by hand.
                Some(verdict) => Ok(Some(verdict)),
                None if is_open => Ok(None),
                None => Err(wrong("players", told!("record-result-missing"))),
            };
        };
        let by = given.by.as_ref();
        let by = by.and_then(|by| (0..game.players()).find(|seat| game.color(*seat) == *by));
        let named = Ending::AWAY.into_iter().find(|e| e.name() == given.reason);
        let found = match (by_rules, named) {
            (Some(verdict), _) => Some(verdict),
            (None, Some(Ending::Agreement)) => {
                Some(Verdict::by_agreement(room.seats_in().collect()))
            }
            (None, Some(how)) => by
                .filter(|by| room.chairs[*by].out == Some(how))
                .and_then(|by| Verdict::by_leaving(game, by, how, is_in)),
            (None, None) if given.reason == REPETITION && game.line().may_claim() => {
                by.map(|by| Verdict::by_repetition(room.seats_in().collect(), by))
            }
            (None, None) => None,
        };
        let found = found.filter(|_| room.phase == Phase::Playing);
        match found {
            None => Err(wrong("result", told!("record-result-early"))),
            Some(found) if end(game, &found) != *given => {
                let End {
                    winners, reason, ..
                } = end(game, &found);
                let winners = winners.join(", ");
                let why = told!("record-result-differs", winners, reason);
                Err(wrong("result", why))
            }
            Some(found) => Ok(Some(found)),
        }
    }

    /// Checks that no clock is running unless the game is being played.
    pub(super) fn check_time(&self, room: &Room) -> Result<(), Complaint> {
        if room.phase == Phase::Playing || self.turn.as_ref().is_none_or(|t| t.since.is_none()) {
            return Ok(());
        }
        let why = told!("record-clock-for-nobody");
        Err(wrong("turn", why))
    }

    pub(super) fn checked_question(&self, room: &Room) -> Result<Option<Question>, Complaint> {
        let Some(question) = self.question.clone() else {
            return Ok(None);
        };
        let others = question.waiting.iter().copied();
        let is_in = |seat: usize| room.chairs.get(seat).is_some_and(|c| c.out.is_none());
        let known = !question.waiting.is_empty()
            && question.waiting.is_sorted_by(|a, b| a < b)
            && std::iter::once(question.by).chain(others).all(is_in)
            && !question.waiting.contains(&question.by);
        if room.phase != Phase::Playing || !known {
            let why = told!("record-question");
            return Err(wrong("question", why));
        }
        if let Ask::Takeback { plies } = question.ask
            && room.last_choice(question.by) != Some(plies)
        {
            let why = told!("record-takeback");
            return Err(wrong("question", why));
        }
        Ok(Some(question))
    }
}

/// Returns the number of sides (teams or single seats) of which at least one seat is not out of the game.
fn sides_in(room: &Room) -> usize {
    let seats: Vec<usize> = room.seats_in().collect();
    let apart = |seat: &usize| {
        let before = seats.iter().take_while(|other| *other < seat);
        before
            .into_iter()
            .all(|other| !room.game.position().allied(*other, *seat))
    };
    seats.iter().filter(|seat| apart(seat)).count()
}
