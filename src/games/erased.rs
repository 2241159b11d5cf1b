//! A position of any variant behind one type.
//!
//! [`AnyPosition`] is itself a [`Game`] with [`Words`]: whatever is written for those (matches, lines,
//! records) plays every game of the registry. Its moves are numbers of the list of legal moves, so
//! each costs a generation of that list; what has to be fast (perft, searches) is done by the
//! game's own type behind it.

use super::perft::{PerftError, PerftOptions, divide_until};
use super::pgn::letters::Letters;
use super::{Board, Game, Lang, Line, Outcome, Settings, TextError, Variant, Words};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A position of any variant. Cheap to clone.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Erased>);

/// A legal move of an [`AnyPosition`]: its number in the list of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyMove(u32);

/// The pass of a record, which is not in that list.
const PASS: AnyMove = AnyMove(u32::MAX);

/// Counts below each move of the root, as text; `None` if counting was stopped.
pub type NamedCounts = Option<Vec<(String, u64)>>;

/// Declares the questions that are handed on as they are, once for the trait and once for the games
/// behind it.
macro_rules! erased {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $answer:ty;)*) => {
        /// Operations that an [`AnyPosition`] supports.
        trait Erased: Send + Sync {
            fn as_any(&self) -> &dyn Any;
            fn settings(&self) -> Settings;
            fn forced(&self) -> Option<AnyMove>;
            fn play(&self, m: AnyMove) -> Option<AnyPosition>;
            fn move_text(&self, m: AnyMove) -> Option<String>;
            fn move_name(&self, m: AnyMove) -> Option<String>;
            fn parse_move(&self, text: &str) -> Result<AnyMove, TextError>;
            fn read_move(&self, text: &str, lang: Lang) -> Result<AnyMove, String>;
            fn read_recorded(
                &self,
                text: &str,
                letters: Option<&'static Letters>,
                lang: Lang,
            ) -> Result<AnyMove, String>;
            fn pass(&self) -> Option<AnyMove>;
            fn open_moves(&self, text: &str, lang: Lang) -> Vec<AnyMove>;
            fn divide(
                &self,
                depth: u32,
                options: PerftOptions,
                stop: &(dyn Fn() -> bool + Sync),
            ) -> Result<NamedCounts, PerftError>;
            fn board(&self, moves: &[AnyMove]) -> Board;
            fn text_board(&self, moves: &[AnyMove]) -> String;
            fn news(&self, moves: &[AnyMove], lang: Lang) -> Vec<String>;
            fn ending(&self, moves: &[AnyMove], lang: Lang) -> Option<String>;
            fn display(&self, moves: &[AnyMove]) -> String;
            $(fn $name(&self $(, $arg: $type)*) -> $answer;)*
        }

        impl<G: Variant + Words> Erased for Of<G> {
            fn as_any(&self) -> &dyn Any {
                &self.0
            }

            fn settings(&self) -> Settings {
                self.0.settings()
            }

            fn forced(&self) -> Option<AnyMove> {
                number(&self.0, self.0.forced()?)
            }

            fn play(&self, m: AnyMove) -> Option<AnyPosition> {
                Some(AnyPosition::new(self.0.play(native(&self.0, m)?)))
            }

            fn move_text(&self, m: AnyMove) -> Option<String> {
                Some(self.0.move_text(native(&self.0, m)?))
            }

            fn move_name(&self, m: AnyMove) -> Option<String> {
                Some(self.0.move_name(native(&self.0, m)?))
            }

            fn parse_move(&self, text: &str) -> Result<AnyMove, TextError> {
                let m = self.0.parse_move(text)?;
                number(&self.0, m).ok_or_else(|| format!("'{text}' is not a legal move").into())
            }

            fn read_move(&self, text: &str, lang: Lang) -> Result<AnyMove, String> {
                let m = Words::read_move(&self.0, text, lang)?;
                number(&self.0, m).ok_or_else(|| format!("'{text}' is not a legal move"))
            }

            fn read_recorded(
                &self,
                text: &str,
                letters: Option<&'static Letters>,
                lang: Lang,
            ) -> Result<AnyMove, String> {
                let m = Words::read_recorded(&self.0, text, letters, lang)?;
                number(&self.0, m).ok_or_else(|| format!("'{text}' is not a legal move"))
            }

            fn pass(&self) -> Option<AnyMove> {
                self.0.pass().map(|_| PASS)
            }

            fn open_moves(&self, text: &str, lang: Lang) -> Vec<AnyMove> {
                let open = self.0.open_moves(text, lang).into_iter();
                open.filter_map(|m| number(&self.0, m)).collect()
            }

            fn divide(
                &self,
                depth: u32,
                options: PerftOptions,
                stop: &(dyn Fn() -> bool + Sync),
            ) -> Result<NamedCounts, PerftError> {
                let divided = divide_until(&self.0, depth, options, stop)?;
                let named = |(m, count)| (self.0.move_text(m), count);
                Ok(divided.map(|divided| divided.into_iter().map(named).collect()))
            }

            fn board(&self, moves: &[AnyMove]) -> Board {
                G::board(&self.line(moves))
            }

            fn text_board(&self, moves: &[AnyMove]) -> String {
                G::text_board(&self.line(moves))
            }

            fn news(&self, moves: &[AnyMove], lang: Lang) -> Vec<String> {
                G::news(&self.line(moves), lang)
            }

            fn ending(&self, moves: &[AnyMove], lang: Lang) -> Option<String> {
                G::ending(&self.line(moves), lang)
            }

            fn display(&self, moves: &[AnyMove]) -> String {
                G::display(&self.line(moves))
            }

            $(fn $name(&self $(, $arg: $type)*) -> $answer {
                self.0.$name($($arg),*)
            })*
        }
    };
}

erased! {
    fn name(&self) -> &'static str;
    fn white(&self) -> usize;
    fn repetitions(&self) -> Option<usize>;
    fn is_usual_start(&self) -> bool;
    fn text(&self) -> String;
    fn players(&self) -> usize;
    fn turn(&self) -> usize;
    fn team(&self, seat: usize) -> Option<usize>;
    fn allied(&self, a: usize, b: usize) -> bool;
    fn can_win(&self, seat: usize) -> bool;
    fn has_draws(&self) -> bool;
    fn points(&self, seat: usize) -> Option<i32>;
    fn count_moves(&self) -> usize;
    fn outcome(&self) -> Option<Outcome>;
    fn perft_ends(&self) -> bool;
    fn key(&self) -> u64;
    fn reversible_plies(&self) -> usize;
    fn title(&self, lang: Lang) -> &'static str;
    fn pattern(&self) -> &'static str;
    fn color(&self, seat: usize) -> String;
    fn seat_name(&self, seat: usize, lang: Lang) -> String;
    fn tag_name(&self, seat: usize) -> &'static str;
    fn needs_fen(&self) -> bool;
    fn rule_tags(&self) -> Vec<(&'static str, String)>;
    fn move_number(&self) -> u32;
    fn marked_moves(&self, lang: Lang) -> Option<(Vec<(String, String)>, &'static str)>;
    fn reason(&self, reason: &'static str, lang: Lang) -> &'static str;
    fn told(&self, outcome: Outcome, lang: Lang) -> String;
    fn rules_in_short(&self, lang: Lang) -> &'static str;
    fn spoken(&self, name: &str, lang: Lang) -> String;
}

/// A game's own position.
struct Of<G>(G);

impl<G: Game> Of<G> {
    /// The game from here, in the game's own type.
    fn line(&self, moves: &[AnyMove]) -> Line<G> {
        let mut line = Line::new(self.0.clone());
        for m in moves {
            match native(line.position(), *m) {
                Some(m) => line.play(m),
                None => break,
            }
        }
        line
    }
}

/// The move of a number.
fn native<G: Game>(position: &G, wanted: AnyMove) -> Option<G::Move> {
    if wanted == PASS {
        return position.pass();
    }
    let (mut number, mut found) = (0, None);
    position.for_each_move(|m| {
        if number == wanted.0 {
            found = Some(m);
        }
        number += 1;
    });
    found
}

/// The number of a move.
fn number<G: Game>(position: &G, wanted: G::Move) -> Option<AnyMove> {
    if position.pass() == Some(wanted) {
        return Some(PASS);
    }
    let (mut number, mut found) = (0, None);
    position.for_each_move(|m| {
        if m == wanted {
            found = Some(AnyMove(number));
        }
        number += 1;
    });
    found
}

impl AnyPosition {
    /// A position whose variant is forgotten.
    pub fn new<G: Variant + Words>(position: G) -> AnyPosition {
        AnyPosition(Arc::new(Of(position)))
    }

    /// The position in its game's own type, if it is of that game.
    pub fn native<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// The settings that the position tells of itself: [`Variant::settings`].
    pub fn settings(&self) -> Settings {
        self.0.settings()
    }

    /// A legal move of the game's own type as one of ours.
    pub fn erase<G: Game>(&self, m: G::Move) -> Option<AnyMove> {
        number(self.native::<G>()?, m)
    }

    /// One of our legal moves in the game's own type.
    pub fn reveal<G: Game>(&self, m: AnyMove) -> Option<G::Move> {
        native(self.native::<G>()?, m)
    }

    /// Counts move sequences at the speed of the game's own type: the moves as text, in generation
    /// order. `None` if `stop` said so.
    ///
    /// # Errors
    /// [`PerftError`] if the table does not fit in memory, or the depth or the count is too great.
    pub fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<NamedCounts, PerftError> {
        self.0.divide(depth, options, stop)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}({})", self.0.name(), self.0.text())
    }
}

/// A line of a game's own type, its variant forgotten.
impl<G: Variant + Words> From<&Line<G>> for Line<AnyPosition> {
    fn from(line: &Line<G>) -> Line<AnyPosition> {
        let mut erased = Line::new(AnyPosition::new(line.start().clone()));
        for m in line.moves() {
            // A move of the line is legal.
            if let Some(m) = erased.position().erase::<G>(*m) {
                erased.play(m);
            }
        }
        erased
    }
}

impl Line<AnyPosition> {
    /// The line in its game's own type, if it is of that game.
    pub fn native<G: Game>(&self) -> Option<Line<G>> {
        Some(Of(self.start().native::<G>()?.clone()).line(self.moves()))
    }
}

/// Answers by handing the question on.
macro_rules! hand_on {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $answer:ty;)*) => {
        $(fn $name(&self $(, $arg: $type)*) -> $answer {
            self.0.$name($($arg),*)
        })*
    };
}

impl Game for AnyPosition {
    type Move = AnyMove;

    hand_on! {
        fn name(&self) -> &'static str;
        fn white(&self) -> usize;
        fn repetitions(&self) -> Option<usize>;
        fn is_usual_start(&self) -> bool;
        fn text(&self) -> String;
        fn players(&self) -> usize;
        fn turn(&self) -> usize;
        fn team(&self, seat: usize) -> Option<usize>;
        fn allied(&self, a: usize, b: usize) -> bool;
        fn can_win(&self, seat: usize) -> bool;
        fn has_draws(&self) -> bool;
        fn points(&self, seat: usize) -> Option<i32>;
        fn count_moves(&self) -> usize;
        fn forced(&self) -> Option<AnyMove>;
        fn pass(&self) -> Option<AnyMove>;
        fn outcome(&self) -> Option<Outcome>;
        fn perft_ends(&self) -> bool;
        fn key(&self) -> u64;
        fn reversible_plies(&self) -> usize;
        fn parse_move(&self, text: &str) -> Result<AnyMove, TextError>;
    }

    fn for_each_move(&self, f: impl FnMut(AnyMove)) {
        (0..self.0.count_moves() as u32).map(AnyMove).for_each(f);
    }

    fn play(&self, m: AnyMove) -> AnyPosition {
        match self.0.play(m) {
            Some(next) => next,
            None => unreachable!("{m:?} is not a legal move of {self:?}"),
        }
    }

    fn move_text(&self, m: AnyMove) -> String {
        self.0.move_text(m).unwrap_or_default()
    }
}

impl Words for AnyPosition {
    hand_on! {
        fn title(&self, lang: Lang) -> &'static str;
        fn pattern(&self) -> &'static str;
        fn color(&self, seat: usize) -> String;
        fn seat_name(&self, seat: usize, lang: Lang) -> String;
        fn tag_name(&self, seat: usize) -> &'static str;
        fn needs_fen(&self) -> bool;
        fn rule_tags(&self) -> Vec<(&'static str, String)>;
        fn move_number(&self) -> u32;
        fn read_move(&self, text: &str, lang: Lang) -> Result<AnyMove, String>;
        fn read_recorded(
            &self,
            text: &str,
            letters: Option<&'static Letters>,
            lang: Lang
        ) -> Result<AnyMove, String>;
        fn marked_moves(&self, lang: Lang) -> Option<(Vec<(String, String)>, &'static str)>;
        fn reason(&self, reason: &'static str, lang: Lang) -> &'static str;
        fn told(&self, outcome: Outcome, lang: Lang) -> String;
        fn rules_in_short(&self, lang: Lang) -> &'static str;
        fn spoken(&self, name: &str, lang: Lang) -> String;
        fn open_moves(&self, text: &str, lang: Lang) -> Vec<AnyMove>;
    }

    fn move_name(&self, m: AnyMove) -> String {
        self.0.move_name(m).unwrap_or_default()
    }

    fn board(line: &Line<AnyPosition>) -> Board {
        line.start().0.board(line.moves())
    }

    fn text_board(line: &Line<AnyPosition>) -> String {
        line.start().0.text_board(line.moves())
    }

    fn news(line: &Line<AnyPosition>, lang: Lang) -> Vec<String> {
        line.start().0.news(line.moves(), lang)
    }

    fn ending(line: &Line<AnyPosition>, lang: Lang) -> Option<String> {
        line.start().0.ending(line.moves(), lang)
    }

    fn display(line: &Line<AnyPosition>) -> String {
        line.start().0.display(line.moves())
    }
}
