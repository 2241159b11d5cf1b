//! Online play: who has come, games and their events, chat, ratings, and the processes of a site.
//!
//! | file | what is kept |
//! |---|---|
//! | `attempts` | problems being solved by people |
//! | `visitors` | guests: a nickname and a token |
//! | `devices` | guests on several devices, by codes for once |
//! | `games` | games: made, read, listed |
//! | `events` | what happens in games, many at a time in one change |
//! | `processes` | the processes of a site, and whose rooms are whose |
//! | `chat` | what players and spectators say |
//! | `results` | results of rated games: ratings, profiles, rankings |

mod attempts;
mod chat;
mod devices;
mod events;
mod games;
mod processes;
mod results;
mod visitors;

pub use attempts::{Attempt, Kept};
pub use chat::ChatRow;
pub use devices::{CODE_LASTS, MOST_DEVICES, ReturnCode};
pub use events::{Append, Ended, SeatRow, Seating};
pub use games::{GameRow, GamesOf, LoggedEvent, NewGame};
pub use processes::Process;
pub use results::{CurvePoint, GameRanked, GameRating, Opponents};
pub use visitors::{Guest, VISITOR_LASTS};
