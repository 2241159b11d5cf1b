//! One game in progress on a page.

use crate::view::{BoardView, MoveView, Text, Texts};
use base::say;
use games::chess::openings::Openings;
use games::{
    AnyGame, AnyPosition, Game, Lang, Read, Settings, StartError, Variant, Words, chess, kamisado,
    rolit,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A start position with the parts of its text that were left out, or the reason why the game cannot start.
type Begun = Result<Read<AnyPosition>, StartError>;

/// Function that creates the start of a game from its options and the text of a start position (`None`: the usual one).
pub(crate) type Begin = fn(&Settings, Option<&str>) -> Begun;

/// The games that a page can play, by name. To add a game, add a line here, one in [`choosing`](crate::choosing) for its
/// machines, and one in `players::Registry::standard`.
const GAMES: [(&str, Begin); 3] = [
    (chess::Position::NAME, begun::<chess::Position>),
    (kamisado::Match::NAME, begun::<kamisado::Match>),
    (rolit::Position::NAME, begun::<rolit::Position>),
];

fn begun<G: Variant + Words>(settings: &Settings, start: Option<&str>) -> Begun {
    settings.check(G::NAME, &G::options())?;
    Ok(G::begin(settings, start)?.map(AnyPosition::new))
}

/// Returns the names of the games that [`Table`] can play.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.into_iter().map(|(name, _)| name)
}

/// Returns the function that starts the game of this name.
///
/// # Errors
/// A sentence in `lang` if there is no such game.
pub(crate) fn beginning_of(name: &str, lang: Lang) -> Result<Begin, String> {
    let known = GAMES.into_iter().find(|(known, _)| *known == name);
    known
        .map(|(_, begin)| begin)
        .ok_or_else(|| say!(lang, "game-unknown", game = name))
}

/// Description of a game to be begun: its rules, its start, and the moves played so far.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Name of the game: `chess`.
    pub game: String,
    /// Options of the game, by name.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// Start position in the game's own text form (chess: FEN); the usual one if missing.
    #[serde(default)]
    pub start: Option<String>,
    /// Moves played, in the game's own form or as the game calls them, oldest first.
    #[serde(default)]
    pub moves: Vec<String>,
    /// True if the table plays moves that leave no choice (a pass, a zero move of Kamisado) by itself.
    #[serde(default)]
    pub alone: bool,
    /// True if a draw by threefold repetition must be claimed.
    #[serde(default)]
    pub claims: bool,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// Seat that played it, from 0.
    pub seat: usize,
    /// In the game's own form: `g1f3`.
    pub text: String,
    /// As people write it: `Nf3`.
    pub name: String,
}

/// Name and code of the opening of a chess game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// Code in the Encyclopaedia of Chess Openings: `C50`.
    pub eco: String,
    /// The name: `Italian Game`.
    pub name: Text,
}

/// The end of a game by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ended {
    /// Seats that share the first place; all of them in a draw.
    pub winners: Vec<usize>,
    /// The rule that ended it: `checkmate`.
    pub reason: &'static str,
    /// The outcome in a sentence.
    pub text: Text,
}

/// A seat, as far as the rules know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatOfGame {
    /// Colour as files have it: `white`, `R`.
    pub color: String,
    /// Name of the seat: `White`.
    pub title: Text,
    /// Team, 0 or 1, where there are teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<usize>,
    /// Points, where the game counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    /// Board with the marks of the last move.
    pub board: BoardView,
    /// Legal moves; none when the game is over.
    pub legal: Vec<MoveView>,
    /// All moves, oldest first.
    pub moves: Vec<Played>,
    /// Seats in the order of their turns.
    pub seats: Vec<SeatOfGame>,
    /// Seat whose turn it is.
    pub turn: usize,
    /// Remarks on the position: a check, a blocked tower.
    pub news: Texts,
    /// Position in the game's own text form (chess: FEN).
    pub text: String,
    /// End of the game by its rules; `None` if it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// True if a draw by threefold repetition may be claimed.
    pub claimable: bool,
    /// Sentences that say what was left out of the start position.
    pub dropped: Texts,
}

/// A game in progress on a page.
#[derive(Clone, Debug)]
pub struct Table {
    game: AnyGame,
    alone: bool,
    dropped: Vec<games::Dropped>,
}

impl Table {
    /// Begins a game and plays its moves.
    ///
    /// # Errors
    /// A sentence that names what is wrong: the game, an option, the start position, or a move. It is in `lang` if it
    /// is about a FEN, in English otherwise.
    pub fn begin(setup: &Setup, lang: Lang) -> Result<Table, String> {
        let begin = beginning_of(&setup.game, lang)?;
        let mut settings = Settings::default();
        for (name, value) in &setup.settings {
            settings.set(name, value);
        }
        let begun = begin(&settings, setup.start.as_deref()).map_err(|error| error.text(lang))?;
        let (start, dropped) = begun.split();
        let mut table = Table {
            game: AnyGame::new(start).with_claims(setup.claims),
            alone: setup.alone,
            dropped,
        };
        for text in &setup.moves {
            // Records have passes, names of moves, and games that went on where the rules say that it was a draw.
            if table.game.play_on(text).is_err() {
                let position = table.game.position();
                let m = Words::read_recorded(position, text, None, lang)?;
                let own = position.move_text(m);
                let played = table.game.play_on(&own);
                played.map_err(|error| error.to_string())?;
            }
        }
        table.play_forced();
        Ok(table)
    }

    /// Returns the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the parts of the start position's text that were left out when it was read.
    pub fn dropped(&self) -> &[games::Dropped] {
        &self.dropped
    }

    /// Returns the opening of the game; `None` if the game is not chess or `table` has no opening for it.
    pub fn opening(&self, table: &Openings) -> Option<Opening> {
        let line = self.game.native::<chess::Position>()?;
        let opening = table.of(&line)?;
        Some(Opening {
            eco: opening.eco.clone(),
            name: opening.name.clone(),
        })
    }

    /// Plays a move given in the game's own form or as people write it in the language `lang`.
    ///
    /// # Errors
    /// A sentence in `lang` that says why the move is not legal.
    pub fn play(&mut self, text: &str, lang: Lang) -> Result<(), String> {
        let own = self.game.read_move(text, lang)?;
        self.game.play(&own).map_err(|error| error.to_string())?;
        self.play_forced();
        Ok(())
    }

    /// Returns a sentence in `lang` that says why a move is not legal, or `None` if it is legal.
    pub fn why_not(&self, text: &str, lang: Lang) -> Option<String> {
        self.game.read_move(text, lang).err()
    }

    /// Takes moves back until only the first `plies` are left. If forced moves are played automatically, also takes
    /// back those that would be played again at once.
    pub fn back_to(&mut self, plies: usize) {
        self.game.back_to(plies);
        while self.alone && self.game.plies() > 0 && self.game.forced().is_some() {
            self.game.back_to(self.game.plies() - 1);
        }
    }

    fn play_forced(&mut self) {
        while self.alone
            && let Some(text) = self.game.forced()
        {
            if self.game.play(&text).is_err() {
                return;
            }
        }
    }

    /// Returns the board after the first `ply` moves.
    pub fn board_at(&self, ply: usize) -> BoardView {
        BoardView::from(&self.game.at_ply(ply).board())
    }

    /// Returns the board after the first `ply` moves as text, with the letters of a language.
    pub fn text_at(&self, ply: usize, lang: Lang) -> String {
        self.game.at_ply(ply).text_board(Some(lang))
    }

    /// Returns the present state of the game.
    pub fn state(&self) -> State {
        let game = &self.game;
        let ended = game.outcome().map(|outcome| Ended {
            winners: (0..game.players())
                .filter(|seat| outcome.winners.contains(*seat))
                .collect(),
            reason: outcome.reason,
            text: crate::view::sentence(|lang| game.ending(lang).unwrap_or_default()),
        });
        let seat = |seat: usize| SeatOfGame {
            color: game.color(seat),
            title: crate::view::sentence(|lang| game.seat_name(seat, lang)),
            team: game.team(seat),
            points: game.points(seat),
        };
        State {
            board: BoardView::from(&game.board()),
            legal: MoveView::legal(game),
            moves: self.played(),
            seats: (0..game.players()).map(seat).collect(),
            turn: game.turn(),
            news: crate::view::sentences(|lang| game.news(lang)),
            text: game.text(),
            ended,
            claimable: game.line().may_claim(),
            dropped: crate::view::sentences(|lang| games::Dropped::texts(&self.dropped, lang)),
        }
    }

    fn played(&self) -> Vec<Played> {
        let mut here = self.game.line().start().clone();
        let moves = self.game.line().moves().iter();
        let played = moves.map(|m| {
            let played = Played {
                seat: here.turn(),
                text: here.move_text(*m),
                name: here.move_name(*m),
            };
            here = here.play(*m);
            played
        });
        played.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(game: &str, moves: &str) -> Table {
        let setup = Setup {
            game: game.to_owned(),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            alone: true,
            ..Setup::default()
        };
        Table::begin(&setup, Lang::EN).expect(game)
    }

    #[test]
    fn moves_are_played_taken_back_and_refused_with_a_reason() {
        let mut table = table("chess", "e2e4 e7e5");
        table.play("Cf3", Lang::ES).expect("a knight");
        let state = table.state();
        let names: Vec<&str> = state.moves.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["e4", "e5", "Nf3"]);
        assert_eq!((state.turn, state.legal.len()), (1, 29));
        let why = table.why_not("f8b5", Lang::EN).expect("not legal");
        assert!(why.contains("f8b5"), "{why}");
        assert_eq!(table.state(), state, "a refusal changes nothing");
        table.back_to(1);
        assert_eq!(table.state().turn, 1);
        assert_eq!(table.board_at(1), table.state().board);
    }

    #[test]
    fn the_board_as_text_has_the_letters_of_the_language() {
        let table = table("chess", "g1f3");
        let text = table.text_at(1, Lang::ES);
        assert!(text.contains("8 | t c a d r a c t |"), "{text}");
        assert!(text.contains("3 | . . . . . C . . |"), "{text}");
        assert!(text.contains("1 | T C A D R A . T |"), "{text}");
        // The FEN is the same in all languages.
        assert!(
            text.ends_with("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
            "{text}"
        );
        let balls = self::table("rolit", "").text_at(0, Lang::ES);
        let board: Vec<&str> = balls.lines().take(9).collect();
        assert!(board.join("\n").contains(" A "), "{balls}");
        assert!(!board.join("\n").contains(" Y "), "{balls}");
        assert_eq!(
            table.text_at(0, Lang::EN).lines().nth(1),
            Some("8 | r n b q k b n r |")
        );
    }

    #[test]
    fn the_end_is_told_in_all_languages_and_leaves_no_move() {
        let state = table("chess", "f2f3 e7e5 g2g4 d8h4").state();
        let ended = state.ended.expect("mate");
        assert_eq!((ended.winners, ended.reason), (vec![1], "checkmate"));
        for lang in Lang::all() {
            let said = ended.text.get(lang);
            assert!(said.contains("mate"), "{said}");
        }
        assert_eq!(state.legal, []);
    }

    #[test]
    fn balls_that_a_move_turns_are_counted() {
        let legal = table("rolit", "").state().legal;
        assert!(
            legal.iter().all(|m| m.mark.as_deref() == Some("1")),
            "{legal:?}"
        );
    }

    #[test]
    fn what_cannot_begin_is_named() {
        for (game, option, start, word) in [
            ("draughts", None, None, "draughts"),
            ("chess", None, Some("8/8/8/8/8/8/8/8 w - - 0 1"), "king"),
            ("kamisado", Some("blocks"), None, "blocks"),
        ] {
            let setup = Setup {
                game: game.to_owned(),
                settings: option
                    .map(|name: &str| (name.to_owned(), "1".to_owned()))
                    .into_iter()
                    .collect(),
                start: start.map(str::to_owned),
                ..Setup::default()
            };
            let error = Table::begin(&setup, Lang::EN).expect_err(game);
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn a_fen_is_refused_in_the_language_of_the_page() {
        let setup = Setup {
            game: "chess".to_owned(),
            start: Some("8/8 w - - 0 1".to_owned()),
            ..Setup::default()
        };
        let why = |lang| Table::begin(&setup, lang).expect_err("no position");
        assert!(why(Lang::ES).contains("filas"), "{}", why(Lang::ES));
        assert!(why(Lang::EN).contains("ranks"), "{}", why(Lang::EN));
    }
}
