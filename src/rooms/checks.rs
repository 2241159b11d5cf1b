//! Checks that the parts of a record fit together: the seats, the result and the open question.

use super::ending::{Ending, Verdict};
use super::lines::Step;
use super::question::{Ask, Question};
use super::record::{Complaint, End, File, end, of_player, wrong};
use super::room::{Phase, Room};
use games::{Game, Text};

impl File {
    /// Checks that the state of each seat (player, out, away, offers) fits the state of the room.
    pub(super) fn check_chairs(&self, room: &Room) -> Result<(), Complaint> {
        let plies = room.game.plies();
        let at = |seat, key, es: &str, en: &str| {
            let path = vec![Step::Key("players"), Step::Item(seat), Step::Key(key)];
            Err((path, of_player(seat, &Text::new(es, en))))
        };
        for (seat, chair) in room.chairs.iter().enumerate() {
            if chair.player.is_none() && room.phase != Phase::Gathering {
                let es = "nadie se sienta aquí, pero la partida ha empezado";
                return at(seat, "name", es, "nobody sits here, but the game has begun");
            }
            if matches!(chair.out, Some(Ending::Rules | Ending::Agreement)) {
                let es = "así no se deja una partida";
                return at(seat, "out", es, "this is no way to leave a game");
            }
            let playing = room.phase == Phase::Playing && chair.out.is_none();
            if chair.away.is_some_and(|away| !playing || away > room.now) {
                let es = "no puede faltar quien no juega";
                return at(seat, "away", es, "nobody is away who does not play");
            }
            if (chair.out.is_some() || chair.offered.is_some() || chair.asked.is_some())
                && room.phase == Phase::Gathering
            {
                let es = "antes de empezar la partida no ha pasado nada";
                return at(
                    seat,
                    "name",
                    es,
                    "nothing has happened before the game begins",
                );
            }
            for (key, ply) in [("offered", chair.offered), ("asked", chair.asked)] {
                if ply.is_some_and(|ply| ply > plies) {
                    let es = "la partida no ha llegado hasta ahí";
                    return at(seat, key, es, "the game has not come as far");
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
                // Such as were written by hand.
                Some(verdict) => Ok(Some(verdict)),
                None if is_open => Ok(None),
                None => Err(wrong(
                    "players",
                    Text::new(
                        "solo queda un bando, pero no hay resultado",
                        "only one side is in, but there is no result",
                    ),
                )),
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
            (None, None) => None,
        };
        let found = found.filter(|_| room.phase == Phase::Playing);
        match found {
            None => Err(wrong(
                "result",
                Text::new(
                    "hay un resultado, pero la partida no ha acabado",
                    "a result is given, but the game is not over",
                ),
            )),
            Some(found) if end(game, &found) != *given => {
                let End {
                    winners, reason, ..
                } = end(game, &found);
                let winners = winners.join(", ");
                let why = Text::new(
                    format!("el resultado no es el de las jugadas: {winners} ({reason})"),
                    format!("another result is given than that of the moves: {winners} ({reason})"),
                );
                Err(wrong("result", why))
            }
            Some(found) => Ok(Some(found)),
        }
    }

    /// The clock of the turn in progress runs if and only if it should.
    pub(super) fn check_time(&self, room: &Room) -> Result<(), Complaint> {
        if room.phase == Phase::Playing || self.turn.as_ref().is_none_or(|t| t.since.is_none()) {
            return Ok(());
        }
        let why = Text::new(
            "corre un reloj, pero nadie juega",
            "a clock runs, but nobody plays",
        );
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
            let why = Text::new(
                "nadie podría preguntar ni responder eso",
                "nobody could ask or answer this",
            );
            return Err(wrong("question", why));
        }
        if let Ask::Takeback { plies } = question.ask
            && room.last_choice(question.by) != Some(plies)
        {
            let why = Text::new(
                "no hay tal jugada que deshacer",
                "there is no such move to take back",
            );
            return Err(wrong("question", why));
        }
        Ok(Some(question))
    }
}

/// Returns the number of sides that have a seat in the game.
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
