//! How settled a search is, and what that makes of the time it was meant to take.

/// How settled the search is; turns the soft limit into this iteration's.
#[derive(Clone, Copy, Debug)]
pub struct Stability {
    /// Iterations for which the best move has not changed.
    pub unchanged: u32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub best_share: f64,
    /// How far the score has fallen below the average of the last ones, in centipawns.
    pub drop: i32,
}

impl Stability {
    /// The factor on the soft limit, between about 0.3 and 3.
    pub fn factor(&self) -> f64 {
        let settled = 1.45 - 0.09 * f64::from(self.unchanged.min(8));
        let effort = 1.9 - 1.35 * self.best_share.clamp(0.0, 1.0);
        let worry = 1.0 + f64::from(self.drop.clamp(-20, 60)) / 120.0;
        (settled * effort * worry).clamp(0.3, 3.0)
    }
}
