//! Result of a match as JSON. Numbers without a finite value are `null`.

use super::course::{Point, thinned};
use super::elo::Estimate;
use super::share::{Share, share};
use super::sprt::{Decision, Model, Sprt};
use super::standings::{Row, Tally};
use super::tournament::Progress;
use serde::Serialize;

/// Result of a match in its JSON form.
#[derive(Debug, Serialize)]
pub struct MatchJson<'a> {
    games: u64,
    seats: usize,
    players: Vec<PlayerJson<'a>>,
    /// Results by seat, of all players together.
    by_seat: Vec<TallyJson>,
    /// Fields that exist only for games between two; `None` for games of more players.
    #[serde(flatten)]
    two: Option<TwoJson>,
    finished: bool,
    elapsed_s: f64,
}

#[derive(Debug, Serialize)]
struct TwoJson {
    sprt: Option<SprtJson>,
    pentanomial: Option<[u64; 5]>,
    draw_ratio: Option<f64>,
    /// Course of the match; empty unless there are exactly two players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    course: Vec<Point>,
    /// Results of the seat that moves first.
    white: ColorJson,
}

#[derive(Debug, Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    #[serde(flatten)]
    two: Option<DuelJson>,
    #[serde(flatten)]
    total: TallyJson,
    by_seat: Vec<TallyJson>,
    crashes: u64,
    stalls: u64,
    time_losses: u64,
    illegal_moves: u64,
    time_ms: u64,
    nodes: u64,
}

/// One player's results in games of two seats.
#[derive(Debug, Serialize)]
struct DuelJson {
    wins: u64,
    losses: u64,
    draws: u64,
    points: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: Option<f64>,
    pentanomial: [u64; 5],
}

#[derive(Debug, Serialize)]
struct TallyJson {
    results: u64,
    firsts_outright: u64,
    firsts_shared: u64,
    /// Share of first places, shared ones included, among the results; `None` if there are no results.
    first_share: Option<Share>,
    /// Number of times each place was reached.
    places: Vec<u64>,
    average_place: Option<f64>,
    average_points: Option<f64>,
}

#[derive(Debug, Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Decision,
}

#[derive(Debug, Serialize)]
struct ColorJson {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl<'a> MatchJson<'a> {
    /// Creates the JSON form of the current state of a match.
    pub fn new(names: &'a [String], sprt: Option<&Sprt>, progress: &Progress) -> MatchJson<'a> {
        let standings = &progress.standings;
        let tally = |tally: &Tally| TallyJson {
            results: tally.games(),
            firsts_outright: tally.outright,
            firsts_shared: tally.shared,
            first_share: share(tally.firsts(), tally.games()),
            places: tally.places[..standings.seats.len()].to_vec(),
            average_place: tally.average_place(),
            average_points: tally.average_points().filter(|_| standings.has_points),
        };
        let is_duel = standings.seats.len() == 2;
        let player = |(name, row): (&'a String, &Row)| PlayerJson {
            name,
            two: is_duel.then(|| duel(row)),
            total: tally(&row.total),
            by_seat: row.seats.iter().map(tally).collect(),
            crashes: row.crashes,
            stalls: row.stalls,
            time_losses: row.time_losses,
            illegal_moves: row.illegal_moves,
            time_ms: row.time_ms,
            nodes: row.nodes,
        };
        MatchJson {
            games: standings.games(),
            seats: standings.seats.len(),
            players: names.iter().zip(&standings.rows).map(player).collect(),
            by_seat: standings.seats.iter().map(tally).collect(),
            two: is_duel.then(|| two(names.len(), sprt, progress)),
            finished: progress.is_finished(),
            elapsed_s: progress.elapsed.as_secs_f64(),
        }
    }
}

fn two(players: usize, sprt: Option<&Sprt>, progress: &Progress) -> TwoJson {
    let standings = &progress.standings;
    let first = &standings.seats[0];
    let (wins, draws, games) = (first.outright, first.shared, standings.games());
    TwoJson {
        sprt: sprt.zip(progress.sprt).map(|(test, (llr, verdict))| {
            let (lower, upper) = test.bounds();
            SprtJson {
                elo0: test.elo0,
                elo1: test.elo1,
                alpha: test.alpha,
                beta: test.beta,
                model: test.model,
                llr,
                lower,
                upper,
                verdict,
            }
        }),
        pentanomial: (players == 2).then_some(standings.rows[0].pairs),
        course: thinned(&progress.course),
        draw_ratio: (games > 0).then(|| draws as f64 / games as f64),
        white: ColorJson {
            wins,
            draws,
            losses: games - wins - draws,
        },
    }
}

fn duel(row: &Row) -> DuelJson {
    let estimate = row.estimate();
    let number = |f: fn(&Estimate) -> f64| estimate.as_ref().map(f).filter(|x| x.is_finite());
    let [losses, draws, wins] = row.trinomial();
    DuelJson {
        wins,
        losses,
        draws,
        points: row.points(),
        elo: number(|e| e.elo),
        // An error of zero would claim certainty, but means only that all results of the sample are the same.
        elo_error: number(|e| e.error).filter(|error| *error > 0.0),
        nelo: number(|e| e.nelo),
        nelo_error: number(|e| e.nelo_error),
        los: number(|e| e.los).filter(|_| estimate.is_some_and(|e| e.has_doubt())),
        pentanomial: row.pairs,
    }
}
