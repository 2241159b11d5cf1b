//! An answer as text for people, for any kind of board.

use super::{Answer, Extent, Field, Part, Soundness, Stipulation};
use crate::mate::Attack;
use crate::mate::notation::localized;
use games::Lang;
use games::chess::Color;

/// Results for one side beginning, as text in a language. Moves are written as Popeye does, with the piece letters of the
/// language; fairy pieces keep Popeye's codes, which problemists of all languages know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Stipulation that was searched.
    pub stipulation: Stipulation,
    /// The side that begins.
    pub begins: Color,
    /// Numbers of White's, Black's and neutral men.
    pub men: [usize; 3],
    /// True if the sides are exchanged.
    pub duplex: bool,
    /// True if set play was requested but cannot exist, because the side that begins is in check.
    pub no_set_play: bool,
    /// The lines of the set play of help play and series.
    pub set_texts: Vec<String>,
    /// True if the search for set play ended with as many lines as the inquiry asks for, so that there may be more.
    pub more_set_lines: bool,
    /// The solutions: lines of help play and series, or first moves.
    pub texts: Vec<String>,
    /// First moves that fail to few replies, if requested.
    pub tries: Vec<String>,
    /// The whole solution where one side plays against the other, over several lines.
    pub tree: String,
    /// Number of solutions.
    pub count: usize,
    /// The least number of moves in which a first move solves, where one side plays against the other; `None` if none
    /// solves, and in help play and series.
    pub least: Option<u32>,
    /// Number of lines of help play and of series that have fewer moves than the stipulation says.
    pub short_lines: usize,
    /// True if a solution, of play of any kind, has fewer moves than the stipulation says.
    pub is_short: bool,
    /// For a key that has been made already: true if it works, and the replies that refute it; else `None`.
    pub post_key: Option<(bool, Vec<String>)>,
    /// True if there is no solution because the side that begins can reach the aim at once, and so must.
    pub must_end_itself: bool,
    /// Completeness of the search.
    pub extent: Extent,
}

impl Summary {
    /// Returns the verdict about a problem with `intended` solutions.
    pub fn soundness(&self, intended: usize) -> Soundness {
        Soundness::of(self.count, self.is_short, self.extent, intended)
    }
}

impl<P: Field> Answer<P> {
    /// Returns the answer as text in a language.
    pub fn summaries(&self, lang: Lang) -> Vec<Summary> {
        self.parts.iter().map(|part| part.summary(lang)).collect()
    }
}

impl<P: Field> Part<P> {
    /// Returns the results as text in a language.
    fn summary(&self, lang: Lang) -> Summary {
        let p = &self.position;
        let written = |m: P::Move| localized(&p.written(m), lang);
        let first = |attack: &Attack<P::Move>| written(attack.m);
        let localized = |texts: Vec<String>| -> Vec<String> {
            texts.iter().map(|text| localized(text, lang)).collect()
        };
        let solution = &self.solution;
        let battle = self.stipulation.is_battle();
        Summary {
            stipulation: self.stipulation,
            begins: p.side(),
            men: self.diagram.men(),
            duplex: self.duplex,
            no_set_play: self.no_set_play,
            set_texts: localized(self.set_texts()),
            more_set_lines: self.more_set_lines,
            texts: if battle {
                solution.keys.iter().map(first).collect()
            } else {
                localized(self.texts())
            },
            tries: solution.tries.iter().map(first).collect(),
            tree: if battle {
                self.tree_text_in(lang)
            } else {
                String::new()
            },
            count: self.count(),
            least: solution.keys.iter().map(|key| key.mate_in).min(),
            short_lines: self.short_lines(),
            is_short: self.is_short(),
            post_key: self.post_key.as_ref().map(|key| {
                let replies = key.play.refutations.iter();
                (key.works, replies.map(|&m| written(m)).collect())
            }),
            must_end_itself: self.must_end_itself(),
            extent: self.extent,
        }
    }
}
