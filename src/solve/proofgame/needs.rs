//! Moves and captures that the men of one side need to fill all its squares of the final position.

use super::ways::FAR;
use super::{Men, PAWN, Plan};
use arrayvec::ArrayVec;
use games::chess::{Color, Square};

/// Greatest number of men of a side that are examined; for a side with more the test always passes.
const MOST: usize = 16;

/// A man that may fill a place: its index among the men that are not yet on a place, the moves and the captures it
/// needs.
type Candidate = (usize, u8, u8);

/// A square of the final position, and the men that may fill it.
struct Place {
    candidates: ArrayVec<Candidate, MOST>,
    /// The least number of moves that any of the candidates needs.
    least: u32,
}

impl Plan {
    /// Returns false if it is certain that a side with these men needs more than `moves` moves, or more than `takes`
    /// captures, to fill all its squares of the final position.
    ///
    /// A man that stands on a place for its kind is taken to stay there: if another man filled the place, the two could
    /// exchange their rôles without more moves or captures.
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
        // Places with the fewest candidates first.
        places.sort_unstable_by_key(|place| place.candidates.len());
        fill(&places, 0, moves - sum, takes)
    }
}

/// Returns true if the places can be filled by men that are not in the set `used`, with at most `spare` moves more than
/// the least of each place and at most `takes` captures.
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
