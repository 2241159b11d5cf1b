//! Play of the chess engine at a limited Elo: it errs as people do, by not looking far enough.
//!
//! A move is examined as far as the player's *sight* reaches, in plies and fractions of a ply. Three kinds of error are
//! made, the more often the shorter the sight is:
//!
//! - a whole position is searched less deeply than usual, so that a threat is overlooked;
//! - a single move is searched less deeply: it looks good at first sight and is played;
//! - a position is misjudged by some centipawns, which matters more the more clearly it is decided.
//!
//! The shallowest look is at the position right after the move, before any reply; even so, a capture of a protected
//! piece is recognised as losing material. A mate that is seen is played.
//!
//! Which sight plays at which Elo has been measured by matches: `book/src/strength.md`.

use super::options::{MAX_ELO, MIN_ELO};
use super::{Limits, Request};
use base::memory::OutOfMemory;
use engine::eval::network::Network;
use engine::eval::{self, EvalKind};
use engine::search::{self, Decision, Info, Report, Searcher, Settings, score};
use games::chess::{Move, Position};
use rand::RngExt;
use rand::rngs::StdRng;
use std::cmp::Reverse;
use std::sync::{Arc, Mutex};

/// Size of the transposition table in mebibytes. It is cleared before each move, because otherwise the player would see
/// further, so a small one is enough.
const HASH_MB: usize = 1;
/// Depth in plies to which all moves are searched, or the whole depth less [`SECOND_LOOK`] if that is more; only the
/// best of them are searched further.
const FIRST_LOOK: usize = 2;
/// Maximum number of plies by which the best moves are searched further: the best move after two plies is seldom the
/// best after twelve.
const SECOND_LOOK: usize = 6;
/// Maximum number of nodes for a move, however far the sight reaches.
const MOST_NODES: u64 = 1_500_000;

/// Elo and the sight that plays at this Elo, in plies beyond the move itself; values in between are interpolated.
const SIGHTS: [(u32, f64); 10] = [
    (MIN_ELO, 0.6),
    (750, 0.85),
    (1000, 1.3),
    (1200, 1.7),
    (1400, 2.5),
    (1600, 3.9),
    (1800, 5.7),
    (2000, 9.0),
    (2150, 11.0),
    (MAX_ELO, 13.5),
];

/// Depth to which a player sees, and the rates of its errors.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// Search depth in plies, at least 1.
    plies: f64,
    /// Probability that the player judges all moves at a depth of one ply less than searched, drawn again after each
    /// ply lost, for at most eight plies. Each move then loses further plies in the same way, with a quarter of it.
    lapse: f64,
    /// Mean error of the evaluation, in centipawns.
    noise: f64,
}

impl Sight {
    /// Returns the sight that plays at an Elo, which is clamped to [`MIN_ELO`] and [`MAX_ELO`].
    pub fn at(elo: u32) -> Sight {
        let elo = elo.clamp(MIN_ELO, MAX_ELO);
        let further = SIGHTS.iter().position(|known| known.0 >= elo);
        let further = further.unwrap_or(SIGHTS.len() - 1);
        let (high, far) = SIGHTS[further];
        let (low, near) = SIGHTS[further.saturating_sub(1)];
        let share = f64::from(elo - low) / f64::from(high - low).max(1.0);
        Sight::of(near + (far - near) * share)
    }

    /// Returns the sight of `beyond` plies beyond the move itself.
    fn of(beyond: f64) -> Sight {
        Sight {
            plies: 1.0 + beyond.max(0.0),
            lapse: (0.5 * (-beyond / 4.0).exp()).min(0.9),
            noise: 120.0 * (-beyond / 3.0).exp(),
        }
    }
}

/// Chess player of limited sight.
pub struct Shortsighted {
    searcher: Searcher,
}

/// A move with its score at each depth, which for index 0 is that of the position right after it.
struct Candidate {
    m: Move,
    scores: Vec<i32>,
    info: Option<Info>,
}

impl Shortsighted {
    /// Creates a player with a transposition table of its own. `network` is used only where the settings of a search
    /// say so.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no memory for the transposition table.
    pub fn new(network: Arc<Network>) -> Result<Shortsighted, OutOfMemory> {
        let settings = Settings::with_network(network);
        Ok(Shortsighted {
            searcher: Searcher::with_settings(HASH_MB, settings)?,
        })
    }

    /// Chooses among the request's moves (all, if it has none) by the classical evaluation, or by `material` if
    /// `settings` say so. Reports one line: that of the chosen move.
    pub fn choose(
        &mut self,
        sight: Sight,
        request: &Request<Position>,
        settings: &Settings,
        rng: &mut StdRng,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        self.searcher.settings = Settings {
            overhead: settings.overhead,
            // The sights were measured with these evaluations; a network would see more at the same depth.
            eval: match settings.eval {
                EvalKind::Material => EvalKind::Material,
                _ => EvalKind::Classical,
            },
            ..Settings::with_network(Arc::clone(&settings.network))
        };
        self.searcher.new_game();
        let position = request.game.position();
        let legal = position.legal_moves();
        if legal.is_empty() {
            let Request {
                game,
                limits,
                control,
                ..
            } = *request;
            return self.searcher.go(game, limits, control, report);
        }
        let mut moves = legal.to_vec();
        moves.retain(|m| request.allows(*m));
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        let mut candidates: Vec<Candidate> = moves
            .iter()
            .map(|&m| Candidate {
                m,
                scores: first_sight(position, m, &self.searcher.settings)
                    .into_iter()
                    .collect(),
                info: None,
            })
            .collect();

        let plies = round_by_lot(sight.plies, rng);
        let mut spent = 0;
        let first = FIRST_LOOK.max(plies.saturating_sub(SECOND_LOOK)).min(plies);
        let decision = self.look(request, &mut candidates, first, &mut spent);
        if plies > first && candidates.len() > 1 {
            shortlist(&mut candidates, plies);
            self.look(request, &mut candidates, plies, &mut spent);
        }

        let seen = plies.saturating_sub(lapses(sight.lapse, rng));
        let chosen = candidates
            .into_iter()
            .filter(|candidate| candidate.info.is_some())
            .map(|candidate| {
                let depth = seen.saturating_sub(lapses(sight.lapse / 4.0, rng));
                (candidate.seen_at(depth, sight.noise, rng), candidate)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((
            _,
            Candidate {
                m,
                info: Some(mut info),
                ..
            },
        )) = chosen
        else {
            return decision;
        };
        info.multipv = 1;
        info.nodes = spent;
        let chosen = Decision {
            best: Some(m),
            ponder: info.pv.get(1).copied(),
            score: info.score,
            bound: info.bound,
            nodes: spent,
            depth: info.depth,
        };
        report(Report::Info(info));
        chosen
    }

    /// Searches candidates to a depth, each with a line of its own, and records their scores at each depth. Adds the
    /// number of nodes to `spent`.
    fn look(
        &mut self,
        request: &Request<Position>,
        candidates: &mut [Candidate],
        depth: usize,
        spent: &mut u64,
    ) -> Decision {
        let limits = request.limits;
        let left = limits.nodes.unwrap_or(u64::MAX).min(MOST_NODES);
        let deep = u32::try_from(depth).unwrap_or(u32::MAX);
        let limits = Limits {
            nodes: Some(left.saturating_sub(*spent).max(1)),
            depth: Some(limits.depth.map_or(deep, |most| most.min(deep))),
            ..*limits
        };
        let among: Vec<Move> = candidates.iter().map(|candidate| candidate.m).collect();
        self.searcher.settings.multipv = among.len();
        let lines: Mutex<Vec<Info>> = Mutex::default();
        let decision =
            self.searcher
                .go_among(&among, request.game, &limits, request.control, &|said| {
                    if let Report::Info(info) = said
                        && let Ok(mut lines) = lines.lock()
                    {
                        lines.push(info);
                    }
                });
        *spent += decision.nodes;
        for info in lines.into_inner().unwrap_or_default() {
            let own = candidates
                .iter_mut()
                .find(|own| info.pv.first() == Some(&own.m));
            if let Some(candidate) = own {
                candidate.learn(info);
            }
        }
        decision
    }
}

/// Removes all moves but those that are worth a deeper search: the best so far, and those that look best at depths 0
/// and 1, unless the player sees far.
fn shortlist(candidates: &mut Vec<Candidate>, plies: usize) {
    let worst = -score::INFINITE;
    // A player that sees far compares few moves, and is not tempted by first impressions.
    let (best, tempted) = match plies {
        0..=7 => (5, &[0, 1][..]),
        8..=9 => (4, &[1][..]),
        _ => (4, &[][..]),
    };
    candidates.sort_by_key(|candidate| Reverse(candidate.last()));
    let mut kept = candidates.len().min(best);
    for &depth in tempted {
        let tempting = (kept..candidates.len())
            .max_by_key(|&i| candidates[i].scores.get(depth).copied().unwrap_or(worst));
        if let Some(index) = tempting {
            candidates.swap(kept, index);
            kept += 1;
        }
    }
    candidates.truncate(kept);
}

impl Candidate {
    fn learn(&mut self, info: Info) {
        if info.bound != search::Bound::Exact && self.info.is_some() {
            return;
        }
        // Depths that were skipped have the score of the last one before them.
        let last = self.scores.last().copied().unwrap_or(info.score);
        while self.scores.len() < info.depth {
            self.scores.push(last);
        }
        match self.scores.get_mut(info.depth) {
            Some(score) => *score = info.score,
            None => self.scores.push(info.score),
        }
        self.info = Some(info);
    }

    fn last(&self) -> i32 {
        self.scores.last().copied().unwrap_or(-score::INFINITE)
    }

    /// Returns the player's value of the candidate at a depth, with a random error of about `noise` unless the score is
    /// a mate.
    fn seen_at(&self, depth: usize, noise: f64, rng: &mut StdRng) -> f64 {
        let score = self.scores.get(depth).copied().unwrap_or(self.last());
        let error = noise * bell(rng);
        match score::mate_moves(score) {
            Some(_) => f64::from(score),
            None => felt(score) + error,
        }
    }
}

/// Returns a score as the player perceives it: where the game is decided already, differences hardly matter.
fn felt(score: i32) -> f64 {
    400.0 * (f64::from(score) / 400.0).asinh()
}

/// Returns the score of the position right after a move, before any reply; `None` if the move is a capture that loses
/// material.
fn first_sight(position: &Position, m: Move, settings: &Settings) -> Option<i32> {
    let takes = position.role_at(m.to()).is_some();
    if takes && !position.see_at_least(m, 0) {
        return None;
    }
    let child = position.play(m);
    Some(-eval::evaluate(settings.eval, &settings.network, &child))
}

/// Rounds a number of plies up or down at random; the fraction is the probability of rounding up.
fn round_by_lot(plies: f64, rng: &mut StdRng) -> usize {
    let whole = plies.floor();
    let more = rng.random_range(0.0..1.0) < plies - whole;
    whole as usize + usize::from(more)
}

/// Draws the number of plies by which a search is less deep, 0 to 8. `chance` is the probability of each further ply.
fn lapses(chance: f64, rng: &mut StdRng) -> usize {
    let mut plies = 0;
    while plies < 8 && rng.random_range(0.0..1.0) < chance {
        plies += 1;
    }
    plies
}

/// Returns an approximately normal random number with mean 0 and standard deviation 1.
fn bell(rng: &mut StdRng) -> f64 {
    let sum: f64 = (0..6).map(|_| rng.random_range(-1.0..1.0)).sum();
    sum / std::f64::consts::SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChessEngine, Control, EngineOptions};
    use games::Line;
    use rand::SeedableRng;
    use std::collections::HashMap;

    #[test]
    fn whoever_has_more_elo_sees_further_and_errs_less() {
        let elos = (MIN_ELO..=MAX_ELO).step_by(50);
        let sights: Vec<Sight> = elos.map(Sight::at).collect();
        assert!(sights.windows(2).all(|two| two[0].plies < two[1].plies));
        assert!(sights.windows(2).all(|two| two[0].lapse > two[1].lapse));
        assert!(sights.windows(2).all(|two| two[0].noise > two[1].noise));
        assert_eq!(SIGHTS[0].0, MIN_ELO);
        assert_eq!(SIGHTS[SIGHTS.len() - 1].0, MAX_ELO);
        assert!(SIGHTS.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
    }

    /// Counts how often each move is chosen in `times` tries.
    fn chosen(fen: &str, elo: u32, times: u64) -> HashMap<String, u64> {
        let options = EngineOptions::with_hash(1).at_elo(elo);
        let mut engine = ChessEngine::new(options).expect("1 MB");
        let position = Position::from_fen(fen, false).expect(fen);
        let mut counts = HashMap::new();
        for seed in 0..times {
            engine.reseed(seed);
            let (game, limits) = (Line::new(position), Limits::default());
            let control = Control::new(false);
            let request = Request::new(&game, &limits, &control);
            let decision = engine.search(&request, &|_| {});
            let best = decision.best.expect("a move");
            *counts
                .entry(games::Game::move_text(&position, best))
                .or_default() += 1;
        }
        counts
    }

    #[test]
    fn the_weak_overlook_what_the_strong_see_and_both_take_what_hangs() {
        // The queen on h4 is attacked by a pawn; nothing else matters.
        let threat = "r1b1k2r/pppp1ppp/2n2n2/4p3/1bB1P2q/2N2NP1/PPPP1P1P/R1BQK2R b KQkq - 0 1";
        let saved = |elo| {
            let counts = chosen(threat, elo, 60);
            let queen = counts.iter().filter(|(text, _)| text.starts_with("h4"));
            queen.map(|(_, count)| count).sum::<u64>()
        };
        let (weak, strong) = (saved(700), saved(2000));
        assert!(strong >= 58, "{strong} of 60");
        assert!((5..strong).contains(&weak), "{weak} of 60");
        // A queen that can be captured for nothing.
        let hangs = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        let taken = chosen(hangs, 800, 60).get("e4d5").copied().unwrap_or(0);
        assert!(taken >= 50, "{taken} of 60");
    }

    #[test]
    fn the_strongest_compare_what_they_see_and_not_what_comes_first() {
        // Win at Chess 1: a queen sacrifice that mates; after two plies it looks like a loss.
        let given = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
        for elo in [2100, 2300, MAX_ELO] {
            let found = chosen(given, elo, 20).get("g3g6").copied().unwrap_or(0);
            assert!(found >= 15, "{elo}: {found} of 20");
        }
    }

    #[test]
    fn nobody_takes_a_plainly_protected_pawn_with_the_queen() {
        let guarded = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1";
        let taken = chosen(guarded, 900, 60).get("d2d5").copied().unwrap_or(0);
        assert!(taken <= 6, "{taken} of 60");
    }

    #[test]
    fn the_same_seed_plays_the_same_move() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 1";
        assert_eq!(chosen(fen, 1300, 8), chosen(fen, 1300, 8));
    }

    #[test]
    fn plies_are_rounded_by_lot() {
        let mut rng = StdRng::seed_from_u64(1);
        let sum: usize = (0..4000).map(|_| round_by_lot(2.25, &mut rng)).sum();
        assert!((8800..9200).contains(&sum), "{sum} of 4000 times 2.25");
    }
}
