//! A position of any variant behind one type.
//!
//! [`AnyPosition`] implements [`Game`] and [`Words`], so that generic code (matches, lines, records) works for every
//! game. Its moves are the codes of the game's own moves ([`Variant::move_code`]). Operations that must be fast
//! (perft, searches) are done by the game's own type.

use super::perft::{PerftError, PerftOptions, Stop, divide_until};
use super::pgn::letters::Letters;
use super::{Board, Game, Lang, Line, Outcome, Settings, TextError, Variant, Words};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A position of any variant. Cheap to clone.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Erased>);

/// A move of an [`AnyPosition`]: the code of a move of its variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyMove(u32);

impl AnyMove {
    /// Encodes a move of the variant `G`.
    pub fn new<G: Variant>(m: G::Move) -> AnyMove {
        AnyMove(G::move_code(m))
    }

    /// Decodes the move as one of the variant `G`. For a move of another variant the result is an arbitrary move.
    pub fn native<G: Variant>(self) -> G::Move {
        G::move_of(self.0)
    }
}

/// True in the modules for pages, which have no perft: they are to be small.
const IS_PAGE: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Counts below each move of the root, given as text; `None` if counting was stopped.
pub type NamedCounts = Option<Vec<(String, u64)>>;

/// Declares the trait `Erased`. The methods given to the macro are delegated unchanged to the game's own position.
macro_rules! erased {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $answer:ty;)*) => {
        /// Methods of an [`AnyPosition`], implemented for every variant by delegation.
        trait Erased: Send + Sync {
            fn as_any(&self) -> &dyn Any;
            fn settings(&self) -> Settings;
            fn forced(&self) -> Option<AnyMove>;
            fn for_each_move(&self, f: &mut dyn FnMut(AnyMove));
            fn play(&self, m: AnyMove) -> AnyPosition;
            fn move_text(&self, m: AnyMove) -> String;
            fn move_name(&self, m: AnyMove) -> String;
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
                stop: &Stop,
            ) -> Result<NamedCounts, PerftError>;
            fn board(&self, moves: &[AnyMove]) -> Board;
            fn board_in(&self, moves: &[AnyMove], lang: Lang) -> Board;
            fn text_board(&self, moves: &[AnyMove], lang: Option<Lang>) -> String;
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
                self.0.forced().map(AnyMove::new::<G>)
            }

            fn for_each_move(&self, f: &mut dyn FnMut(AnyMove)) {
                self.0.for_each_move(|m| f(AnyMove::new::<G>(m)));
            }

            fn play(&self, m: AnyMove) -> AnyPosition {
                AnyPosition::new(self.0.play(m.native::<G>()))
            }

            fn move_text(&self, m: AnyMove) -> String {
                self.0.move_text(m.native::<G>())
            }

            fn move_name(&self, m: AnyMove) -> String {
                self.0.move_name(m.native::<G>())
            }

            fn parse_move(&self, text: &str) -> Result<AnyMove, TextError> {
                self.0.parse_move(text).map(AnyMove::new::<G>)
            }

            fn read_move(&self, text: &str, lang: Lang) -> Result<AnyMove, String> {
                Words::read_move(&self.0, text, lang).map(AnyMove::new::<G>)
            }

            fn read_recorded(
                &self,
                text: &str,
                letters: Option<&'static Letters>,
                lang: Lang,
            ) -> Result<AnyMove, String> {
                Words::read_recorded(&self.0, text, letters, lang).map(AnyMove::new::<G>)
            }

            fn pass(&self) -> Option<AnyMove> {
                self.0.pass().map(AnyMove::new::<G>)
            }

            fn open_moves(&self, text: &str, lang: Lang) -> Vec<AnyMove> {
                let open = self.0.open_moves(text, lang).into_iter();
                open.map(AnyMove::new::<G>).collect()
            }

            fn divide(
                &self,
                depth: u32,
                options: PerftOptions,
                stop: &Stop,
            ) -> Result<NamedCounts, PerftError> {
                if IS_PAGE {
                    return Ok(None);
                }
                let divided = divide_until(&self.0, depth, options, stop)?;
                let named = |(m, count)| (self.0.move_text(m), count);
                Ok(divided.map(|divided| divided.into_iter().map(named).collect()))
            }

            fn board(&self, moves: &[AnyMove]) -> Board {
                G::board(&self.line(moves))
            }

            fn board_in(&self, moves: &[AnyMove], lang: Lang) -> Board {
                G::board_in(&self.line(moves), lang)
            }

            fn text_board(&self, moves: &[AnyMove], lang: Option<Lang>) -> String {
                G::text_board(&self.line(moves), lang)
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
    fn outcome_text(&self, outcome: Outcome, lang: Lang) -> String;
    fn rules_in_short(&self, lang: Lang) -> &'static str;
    fn localized(&self, name: &str, lang: Lang) -> String;
}

/// A position in its variant's own type.
struct Of<G>(G);

impl<G: Variant> Of<G> {
    /// Line from this position with the given moves, in the variant's own type.
    fn line(&self, moves: &[AnyMove]) -> Line<G> {
        let mut line = Line::new(self.0.clone());
        for m in moves {
            line.play(m.native::<G>());
        }
        line
    }
}

impl AnyPosition {
    /// Wraps a position of any variant.
    pub fn new<G: Variant + Words>(position: G) -> AnyPosition {
        AnyPosition(Arc::new(Of(position)))
    }

    /// Position in its variant's own type; `None` if its variant is not `G`.
    pub fn native<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// Settings of the position that its text form does not contain: [`Variant::settings`].
    pub fn settings(&self) -> Settings {
        self.0.settings()
    }

    /// Counts the move sequences below each legal move, given as text, in generation order and at the speed of the
    /// variant's own type. Returns `None` if `stop` ended the count, and always in the modules for pages.
    ///
    /// # Errors
    /// [`PerftError`] if the table does not fit in memory, or the depth or the count is too great.
    pub fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        stop: &Stop,
    ) -> Result<NamedCounts, PerftError> {
        self.0.divide(depth, options, stop)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}({})", self.0.name(), self.0.text())
    }
}

/// Converts a line of a variant's own type.
impl<G: Variant + Words> From<&Line<G>> for Line<AnyPosition> {
    fn from(line: &Line<G>) -> Line<AnyPosition> {
        let erased = Line::new(AnyPosition::new(line.start().clone()));
        let mut erased = erased.with_claims(line.has_claims());
        for m in line.moves() {
            erased.play(AnyMove::new::<G>(*m));
        }
        erased
    }
}

impl Line<AnyPosition> {
    /// Line in its variant's own type; `None` if its variant is not `G`.
    pub fn native<G: Variant>(&self) -> Option<Line<G>> {
        let line = Of(self.start().native::<G>()?.clone()).line(self.moves());
        Some(line.with_claims(self.has_claims()))
    }
}

/// Implements methods by calling those of the wrapped position.
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

    fn for_each_move(&self, mut f: impl FnMut(AnyMove)) {
        self.0.for_each_move(&mut f);
    }

    fn play(&self, m: AnyMove) -> AnyPosition {
        self.0.play(m)
    }

    fn move_text(&self, m: AnyMove) -> String {
        self.0.move_text(m)
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
        fn outcome_text(&self, outcome: Outcome, lang: Lang) -> String;
        fn rules_in_short(&self, lang: Lang) -> &'static str;
        fn localized(&self, name: &str, lang: Lang) -> String;
        fn open_moves(&self, text: &str, lang: Lang) -> Vec<AnyMove>;
    }

    fn move_name(&self, m: AnyMove) -> String {
        self.0.move_name(m)
    }

    fn board(line: &Line<AnyPosition>) -> Board {
        line.start().0.board(line.moves())
    }

    fn board_in(line: &Line<AnyPosition>, lang: Lang) -> Board {
        line.start().0.board_in(line.moves(), lang)
    }

    fn text_board(line: &Line<AnyPosition>, lang: Option<Lang>) -> String {
        line.start().0.text_board(line.moves(), lang)
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
