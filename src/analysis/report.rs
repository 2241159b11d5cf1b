//! Report of many games of one player: accuracy of play by phase of the game, and the most frequent mistakes.
//!
//! The phase is that of the position before a move: an endgame has at most six pieces besides kings and pawns (the
//! rule of Lichess), the opening is everything else up to move 12, and the rest is middlegame. Each mistake and each
//! blunder is of one [kind](Kind), the first that fits: a mate, material that can be captured at once, then the
//! [motif](super::motifs) of the opponent's best line, then that of the missed line.

use super::accuracy::{Accuracy, Tally};
use super::motifs::{Motif, motifs};
use super::{Evaluation, Judgement};
use base::lang::Lang;
use games::chess::{Color, Position, Role};
use games::{Line, Words};
use serde::Serialize;
use std::collections::BTreeMap;

/// Number of plies of the opening.
const OPENING: usize = 24;
/// Maximum number of pieces besides kings and pawns in an endgame.
const ENDGAME: usize = 6;
/// Least material gain that counts as winning material, in hundredths of a pawn.
const MATERIAL: i32 = 200;

/// Number of plies of a line in which the motif of a mistake is searched for.
const LOOKED_AT: usize = 5;

/// Phase of a chess game, by which the statistics of a player are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first twelve moves of each side.
    Opening,
    /// Neither opening nor endgame.
    Middlegame,
    /// At most six pieces besides kings and pawns.
    Endgame,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// Returns the phase of a position that is reached after `ply` plies.
    pub fn of(position: &Position, ply: usize) -> Phase {
        let of = |color, role| position.pieces(color, role).count();
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let men = roles.map(|role| of(Color::White, role) + of(Color::Black, role));
        if men.iter().sum::<usize>() <= ENDGAME {
            Phase::Endgame
        } else if ply < OPENING {
            Phase::Opening
        } else {
            Phase::Middlegame
        }
    }

    /// Name of the phase in data: `opening`.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }
}

/// Kind of a mistake or blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The player had a forced mate and lost it.
    MissedMate,
    /// The opponent has a forced mate that was not there before.
    AllowedMate,
    /// The opponent's best reply wins material by a capture.
    LeftHanging,
    /// The best move would have won material by a capture.
    MissedCapture,
    /// The opponent's best line shows this motif.
    Allowed(Motif),
    /// The best line, which was not played, shows this motif.
    Missed(Motif),
    /// Anything else.
    Other,
}

/// Returns true for the motifs that explain a mistake: those that win something.
fn explains(motif: &Motif) -> bool {
    !matches!(
        motif,
        Motif::Sacrifice | Motif::AdvancedPawn | Motif::EnPassant | Motif::Castling
    )
}

impl Kind {
    /// The kinds without a motif.
    const PLAIN: [Kind; 5] = [
        Kind::MissedMate,
        Kind::AllowedMate,
        Kind::LeftHanging,
        Kind::MissedCapture,
        Kind::Other,
    ];

    /// Returns the kind of a mistake, from the positions before and after it with their evaluations.
    fn of(here: (&Position, &Evaluation), then: (&Position, &Evaluation)) -> Kind {
        let side = here.1.turn;
        let mates = |e: &Evaluation| {
            let mate = e.mate.or(e.announced);
            mate.map_or(0, |mate| side.fold_wb(mate, -mate).signum())
        };
        if mates(here.1) > 0 && mates(then.1) <= 0 {
            Kind::MissedMate
        } else if mates(then.1) < 0 && mates(here.1) >= 0 {
            Kind::AllowedMate
        } else if takes(then.0, then.1) {
            Kind::LeftHanging
        } else if takes(here.0, here.1) {
            Kind::MissedCapture
        } else if let Some(motif) = shown(then.0, then.1) {
            Kind::Allowed(motif)
        } else if let Some(motif) = shown(here.0, here.1) {
            Kind::Missed(motif)
        } else {
            Kind::Other
        }
    }

    /// Name of the kind in data: `missed_mate`, `allowed_fork`.
    pub fn word(self) -> String {
        match self {
            Kind::MissedMate => "missed_mate".to_owned(),
            Kind::AllowedMate => "allowed_mate".to_owned(),
            Kind::LeftHanging => "left_hanging".to_owned(),
            Kind::MissedCapture => "missed_capture".to_owned(),
            Kind::Allowed(motif) => format!("allowed_{}", motif.word()),
            Kind::Missed(motif) => format!("missed_{}", motif.word()),
            Kind::Other => "other".to_owned(),
        }
    }
}

/// Motif by which the best line from a position wins something; `None` if it shows no such motif.
fn shown(position: &Position, found: &Evaluation) -> Option<Motif> {
    let mut here = *position;
    let line = found.line.iter().map_while(|san| {
        let m = here.read_move(san, Lang::EN).ok()?;
        here = here.play(m);
        Some(m)
    });
    // A motif far down the line is not the cause of the mistake.
    let line: Vec<_> = line.take(LOOKED_AT).collect();
    motifs(position, &line).into_iter().find(explains)
}

/// Returns true if the best move of a position wins material by a capture.
pub fn takes(position: &Position, found: &Evaluation) -> bool {
    let best = found.best.as_deref();
    let best = best.and_then(|best| position.parse_move(best).ok());
    best.is_some_and(|best| position.is_capture(best) && position.see_at_least(best, MATERIAL))
}

/// Statistics of a player's accuracy and errors over several analysed games, in all and by phase of the game.
#[derive(Clone, Debug, Default)]
pub struct PlayerReport {
    /// Number of games.
    pub games: usize,
    all: Tally,
    phases: [Tally; 3],
    kinds: [BTreeMap<Kind, usize>; 3],
}

impl PlayerReport {
    /// Adds one side's moves of a game, up to the last evaluated position.
    pub fn add(&mut self, game: &Line<Position>, known: &[Evaluation], side: Color) {
        self.games += 1;
        let mut here = *game.start();
        for (pair, made) in known.windows(2).zip(game.moves()) {
            let (before, after) = (&pair[0], &pair[1]);
            let then = here.play(*made);
            if before.turn == side {
                self.all.add(before, after);
                let phase = Phase::of(&here, before.ply);
                self.phases[phase as usize].add(before, after);
                if let Some(Judgement::Mistake | Judgement::Blunder) = after.judgement {
                    let kind = Kind::of((&here, before), (&then, after));
                    *self.kinds[phase as usize].entry(kind).or_default() += 1;
                }
            }
            here = then;
        }
    }

    /// Returns the accuracy over all moves.
    pub fn accuracy(&self) -> Accuracy {
        self.all.accuracy()
    }

    /// Returns the accuracy in a phase.
    pub fn in_phase(&self, phase: Phase) -> Accuracy {
        self.phases[phase as usize].accuracy()
    }

    /// Kinds of the mistakes and blunders in a phase (`None`: in all phases) with their counts, the most frequent
    /// first.
    pub fn kinds(&self, phase: Option<Phase>) -> Vec<(Kind, usize)> {
        let mut sum = BTreeMap::new();
        for each in Phase::ALL {
            if phase.is_none_or(|phase| phase == each) {
                for (kind, count) in &self.kinds[each as usize] {
                    *sum.entry(*kind).or_default() += count;
                }
            }
        }
        let mut kinds: Vec<_> = sum.into_iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        kinds
    }

    /// Converts the report to its JSON form.
    pub fn record<'a>(&self, player: &'a str) -> PlayerRecord<'a> {
        let [opening, middlegame, endgame] = Phase::ALL.map(|phase| self.in_phase(phase));
        let counted = |phase| {
            let kinds = self.kinds(phase).into_iter();
            kinds.map(|(kind, count)| (kind.word(), count))
        };
        let plain = Kind::PLAIN.into_iter().map(|kind| (kind.word(), 0));
        let by_phase = |phase: Phase| (phase.word(), counted(Some(phase)).collect());
        PlayerRecord {
            player,
            games: self.games,
            all: self.accuracy(),
            opening,
            middlegame,
            endgame,
            mistakes: plain.chain(counted(None)).collect(),
            mistakes_by_phase: Phase::ALL.into_iter().map(by_phase).collect(),
        }
    }
}

/// Report of a player, as JSON.
#[derive(Serialize)]
pub struct PlayerRecord<'a> {
    player: &'a str,
    games: usize,
    all: Accuracy,
    opening: Accuracy,
    middlegame: Accuracy,
    endgame: Accuracy,
    mistakes: BTreeMap<String, usize>,
    mistakes_by_phase: BTreeMap<&'static str, BTreeMap<String, usize>>,
}

#[cfg(test)]
mod tests {
    use super::super::push;
    use super::*;

    fn at(ply: usize, turn: Color, score: i32, mate: Option<i32>, best: &str) -> Evaluation {
        Evaluation {
            score: Some(score),
            mate,
            best: Some(best.to_owned()),
            ..Evaluation::unknown(ply, turn)
        }
    }

    /// The only mistake of a move in a position: its kind.
    fn kind(
        fen: &str,
        played: &str,
        here: (i32, Option<i32>, &str),
        then: (i32, Option<i32>, &str),
    ) -> Kind {
        let start = Position::from_fen(fen, false).expect(fen);
        let turn = start.turn();
        let mut line = Line::new(start);
        line.play(start.parse_move(played).expect(played));
        let mut known = Vec::new();
        push(&mut known, at(0, turn, here.0, here.1, here.2), None);
        push(
            &mut known,
            at(1, !turn, then.0, then.1, then.2),
            Some(played),
        );
        let mut report = PlayerReport::default();
        report.add(&line, &known, turn);
        assert_eq!(report.accuracy().moves, 1);
        let kinds = report.kinds(None);
        assert_eq!((kinds.len(), kinds[0].1), (1, 1), "{kinds:?}");
        kinds[0].0
    }

    #[test]
    fn mistakes_are_told_apart() {
        let rook = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        for (fen, played, here, then, expected) in [
            (
                rook,
                "h2h3",
                (10_000, Some(1), "a1a8"),
                (500, None, "g8f8"),
                Kind::MissedMate,
            ),
            (
                rook,
                "a1a2",
                (500, None, "h2h3"),
                (-10_000, Some(-2), "h7h6"),
                Kind::AllowedMate,
            ),
            // The rook goes where the pawn takes it, or the queen could have been taken.
            (
                "6k1/5ppp/8/1p6/8/8/5PPP/R5K1 w - - 0 1",
                "a1a4",
                (300, None, "a1a5"),
                (-200, None, "b5a4"),
                Kind::LeftHanging,
            ),
            (
                "6k1/q4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
                "h2h3",
                (500, None, "a1a7"),
                (-500, None, "h7h6"),
                Kind::MissedCapture,
            ),
            (
                rook,
                "h2h3",
                (500, None, "a1a7"),
                (0, None, "h7h6"),
                Kind::Other,
            ),
            // The same for Black.
            (
                "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
                "h7h6",
                (-10_000, Some(-1), "a8a1"),
                (-100, None, "h2h3"),
                Kind::MissedMate,
            ),
        ] {
            assert_eq!(kind(fen, played, here, then), expected, "{fen} {played}");
        }
    }

    #[test]
    fn a_mistake_without_a_mate_or_a_capture_is_named_by_the_motif_of_a_line() {
        let fork = |mut found: Evaluation| {
            found.line = ["Nc7+", "Kd8", "Nxa8"].map(str::to_owned).to_vec();
            found
        };
        let judged = |fen: &str, played: &str, here: Evaluation, then: Evaluation| {
            let start = Position::from_fen(fen, false).expect(fen);
            let mut line = Line::new(start);
            line.play(start.parse_move(played).expect(played));
            let mut known = Vec::new();
            push(&mut known, here, None);
            push(&mut known, then, Some(played));
            let mut report = PlayerReport::default();
            report.add(&line, &known, start.turn());
            assert_eq!(report.kinds(Some(Phase::Opening)), []);
            assert_eq!(report.kinds(Some(Phase::Endgame)), report.kinds(None));
            let record = serde_json::to_value(report.record("Ann")).expect("data");
            (
                report.kinds(None),
                record["mistakes_by_phase"]["endgame"].clone(),
            )
        };
        let missed = judged(
            "r3k3/8/8/3N4/8/8/8/6K1 w - - 0 1",
            "g1g2",
            fork(at(0, Color::White, 300, None, "d5c7")),
            at(1, Color::Black, -200, None, "a8a1"),
        );
        assert_eq!(missed.0, [(Kind::Missed(Motif::Fork), 1)]);
        assert_eq!(missed.1, serde_json::json!({"missed_fork": 1}));
        let allowed = judged(
            "r3k3/7p/8/3N4/8/8/8/6K1 b - - 0 1",
            "h7h6",
            at(0, Color::Black, -200, None, "a8a1"),
            fork(at(1, Color::White, 300, None, "d5c7")),
        );
        assert_eq!(allowed.0, [(Kind::Allowed(Motif::Fork), 1)]);
        assert_eq!(allowed.1, serde_json::json!({"allowed_fork": 1}));
    }

    #[test]
    fn phases_follow_men_and_moves_and_a_report_has_each_move_once() {
        let start = Position::start();
        assert_eq!(Phase::of(&start, 0), Phase::Opening);
        assert_eq!(Phase::of(&start, OPENING), Phase::Middlegame);
        let few = Position::from_fen("rn2k3/8/8/8/8/8/8/RN1QK3 w - - 0 1", false).expect("legal");
        assert_eq!(Phase::of(&few, 0), Phase::Endgame);

        let mut line = Line::new(start);
        let mut known = Vec::new();
        push(&mut known, at(0, Color::White, 0, None, "e2e4"), None);
        for (ply, text) in ["e2e4", "f7f6", "d2d4", "g7g5"].into_iter().enumerate() {
            line.play(line.position().parse_move(text).expect(text));
            let turn = line.position().turn();
            let score = if text == "g7g5" { 900 } else { 20 };
            push(
                &mut known,
                at(ply + 1, turn, score, None, "h2h3"),
                Some(text),
            );
        }
        let mut report = PlayerReport::default();
        report.add(&line, &known, Color::Black);
        report.add(&line, &known, Color::White);
        let moves = |phase| report.in_phase(phase).moves;
        assert_eq!((report.games, report.accuracy().moves), (2, 4));
        assert_eq!(Phase::ALL.map(moves), [4, 0, 0]);
        assert_eq!(report.accuracy().blunders, 1);
    }
}
