//! Moves and captures that the men of one side need to fill all its places.

use super::ways::FAR;
use super::{Men, PAWN, Plan};
use arrayvec::ArrayVec;
use games::chess::{Color, Square};

/// Most men of a side that are looked at; a side with more is taken to be able to do anything.
const MOST: usize = 16;

/// A man that may fill a place: its index among the men without one, its moves and its captures.
type Candidate = (usize, u8, u8);

/// A place with those who may fill it.
struct Place {
    candidates: ArrayVec<Candidate, MOST>,
    /// The least number of moves of one of them.
    least: u32,
}

impl Plan {
    /// Returns false if a side with these men surely needs more than so many moves, or captures, to fill all its places.
    ///
    /// Whoever stands on a place for a man of its kind keeps it: if another took it, the two could change their rôles with no
    /// more moves and captures.
    pub(super) fn suffices(&self, men: &Men, color: Color, moves: u32, takes: u32) -> bool {
        let goal = &self.men[color as usize];
        let missing: usize = (goal.iter().zip(men))
            .map(|(goal, men)| (*goal & !*men).count())
            .sum();
        if missing == 0 {
            return true;
        }
        if missing > moves as usize {
            return false;
        }
        let mut free: ArrayVec<(usize, Square), MOST> = ArrayVec::new();
        for (role, (goal, men)) in goal.iter().zip(men).enumerate() {
            for square in *men & !*goal {
                if free.try_push((role, square)).is_err() {
                    return true;
                }
            }
        }
        let mut places: ArrayVec<Place, MOST> = ArrayVec::new();
        let mut sum = 0;
        for (role, (goal, men)) in goal.iter().zip(men).enumerate() {
            for square in *goal & !*men {
                let mut place = Place {
                    candidates: ArrayVec::new(),
                    least: u32::from(FAR),
                };
                for (index, &(of, from)) in free.iter().enumerate() {
                    if of != role && of != PAWN {
                        continue;
                    }
                    let (needed, captures) = self.ways.cost(color, of, from, role, square);
                    if u32::from(needed) <= moves && u32::from(captures) <= takes {
                        place.candidates.push((index, needed, captures));
                        place.least = place.least.min(u32::from(needed));
                    }
                }
                sum += place.least;
                if sum > moves {
                    return false;
                }
                places.push(place);
            }
        }
        // Those with the least choice first.
        places.sort_unstable_by_key(|place| place.candidates.len());
        fill(&places, 0, moves - sum, takes)
    }
}

/// Returns true if the places can be filled by men that are not yet `used`, with `spare` moves beyond the least of each and
/// so many captures.
fn fill(places: &[Place], used: u32, spare: u32, takes: u32) -> bool {
    let Some((place, rest)) = places.split_first() else {
        return true;
    };
    place.candidates.iter().any(|&(index, moves, captures)| {
        let more = u32::from(moves) - place.least;
        used & 1 << index == 0
            && more <= spare
            && u32::from(captures) <= takes
            && fill(
                rest,
                used | 1 << index,
                spare - more,
                takes - u32::from(captures),
            )
    })
}
