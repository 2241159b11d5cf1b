//! Creation of rooms: for a pair from the lobby, for a person who opens one, for a rematch, and for a tournament.

use super::call::CallerWho;
use super::messages;
use super::record::{Agreed, Entry, settings};
use super::room::{self, Begin};
use crate::App;
use crate::protocol::Visibility;
use base::clock::{ClockError, ClockRule};
use base::messages::Key;
use base::{key, say};
use games::chess::chess960_fen;
use games::{AnyGame, Dropped, Game, Lang};
use players::{Level, Seat};
use rand::RngExt;
use rand::seq::SliceRandom;
use rooms::{Effect, Event, Options, Room};
use std::collections::BTreeMap;
use std::time::Duration;
use store::Result;
use store::games::{Append, Ended, GameRow, GameState, NewGame, Opponents, Seating};

/// Factor by which a longer absence is allowed in a game without a clock.
const UNTIMED: u64 = 5;

/// Time limit for the answer to a question, such as a draw offer.
const ANSWER: Duration = Duration::from_secs(30);

/// Characters of rooms' names, without those that are easily confused.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Request for a new game, not checked yet.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRequest {
    /// Name of the game in the registry: `chess`.
    pub game: String,
    /// Options of the game, by name.
    pub settings: BTreeMap<String, String>,
    /// Text of the position to begin with; `None` for the usual one.
    pub start: Option<String>,
    /// Text of the clock: `5+3`.
    pub clock: String,
    /// True if the result counts for the ratings.
    pub rated: bool,
    /// Visibility of the room: in the lobby, or by its link.
    pub visibility: Visibility,
}

/// Game with its position, and clock, of a request that has been checked.
#[derive(Debug)]
pub struct Meant {
    game: AnyGame,
    /// Parts of the start position's text that were left out.
    dropped: Vec<Dropped>,
    clock: ClockRule,
}

impl Meant {
    /// Returns the clock in its usual notation: `5+3`.
    pub fn clock_text(&self) -> String {
        self.clock.to_string()
    }

    /// Returns a sentence on each part of the start position's text that was left out; empty if none was.
    pub fn dropped(&self, lang: Lang) -> Vec<String> {
        Dropped::texts(&self.dropped, lang)
    }

    /// Returns the number of players of the game.
    pub fn players(&self) -> usize {
        self.game.players()
    }
}

/// Occupant of a seat of a room that is to be made.
#[derive(Clone, Debug, PartialEq)]
pub enum Sitter {
    /// No player yet.
    Open,
    /// A person, with the rating at the game; `None` for a guest.
    Person(CallerWho, Option<f64>),
    /// Seat of a machine that plays at a level.
    Machine(Level),
}

impl GameRequest {
    /// Returns true if it is a game of Chess960.
    fn is_chess960(&self) -> bool {
        self.settings
            .get("rules")
            .is_some_and(|rules| rules == "chess960")
    }

    /// Returns true if the game begins with its usual position, as rated games must.
    pub fn begins_as_usual(&self) -> bool {
        self.start.is_none() && !self.is_chess960()
    }

    /// Returns the game, its position and the clock that the request asks for. The start of a game of Chess960 is drawn
    /// if none is given.
    ///
    /// # Errors
    /// A sentence that names the part that is not possible: the game, an option, the clock or the position. Details
    /// from a game about its options, and from games other than chess about positions, are in English.
    pub fn resolve(&self, app: &App, lang: Lang) -> Result<Meant, String> {
        let refused = |why: &dyn std::fmt::Display| say!(lang, "cannot-begin", why);
        let entry = app.registry().find(&self.game);
        let entry = entry.map_err(|error| refused(&error.text(lang)))?;
        let options = settings(&self.settings);
        let drawn = || chess960_fen(rand::rng().random_range(0..960));
        let drawn = (self.start.is_none() && self.is_chess960()).then(drawn);
        let begun = entry.begin(&options, self.start.as_deref().or(drawn.as_deref()));
        let (game, dropped) = begun.map_err(|error| refused(&error.text(lang)))?.split();
        if game.outcome().is_some() {
            let text = say!(lang, "over-before-it-begins");
            return Err(text.to_owned());
        }
        let clock: Result<ClockRule, ClockError> = self.clock.parse();
        let clock = clock.map_err(|error| error.text(lang))?;
        Ok(Meant {
            game,
            dropped,
            clock,
        })
    }
}

/// Maximum number of unfinished games that one person may play in or have created.
const MAX_GAMES: u64 = 30;

/// Checks that the person with the key `who` may begin, open or join one more game.
///
/// # Errors
/// A code and a sentence: too many games lately, too many unfinished games, or the database does not answer.
pub async fn one_more(app: &App, who: &str) -> Result<(), (&'static str, Key)> {
    if !app.limits().rooms.allows(who.to_owned()) {
        return Err(("rate", key!("too-many-games")));
    }
    match app.collection().games().count_unfinished(who).await {
        Ok(count) if count < MAX_GAMES => Ok(()),
        Ok(_) => Err(("too_many_games", key!("too-many-unfinished"))),
        Err(error) => {
            tracing::error!("{error}");
            Err(("database", key!("database-silent")))
        }
    }
}

/// Draws a name for a room that cannot be guessed: twelve characters, sixty random bits.
pub fn room_name() -> String {
    let mut random = rand::rng();
    let letter = |_| char::from(LETTERS[random.random_range(0..LETTERS.len())]);
    (0..12).map(letter).collect()
}

/// Returns a machine's display name: `Atalaya` and its level or number.
pub fn machine_name(level: Level) -> String {
    format!("Atalaya {level}")
}

/// Creates a room for the player with the key `host` and starts its task. Returns its name; if `rematch_of` names a
/// game that already has a rematch, creates nothing and returns that rematch's name, or `None` if that game has been
/// deleted.
///
/// # Errors
/// The error of the database.
pub async fn room(
    app: &App,
    wish: &GameRequest,
    meant: Meant,
    host: &str,
    sitters: &[Sitter],
    rematch_of: Option<&str>,
) -> Result<Option<String>> {
    room_named(app, &room_name(), wish, meant, host, sitters, rematch_of).await
}

/// Creates a room like [`room()`], but with the name `id`.
///
/// # Errors
/// The error of the database.
pub async fn room_named(
    app: &App,
    id: &str,
    wish: &GameRequest,
    meant: Meant,
    host: &str,
    sitters: &[Sitter],
    rematch_of: Option<&str>,
) -> Result<Option<String>> {
    let Meant { game, clock, .. } = meant;
    let people = sitters
        .iter()
        .filter(|sitter| !matches!(sitter, Sitter::Machine(_)));
    let options = Options {
        clock,
        // Machines do not claim a game because of an absent opponent.
        grace: (people.count() > 1 && !clock.is_correspondence()).then(|| {
            let seconds = app.config().claim_seconds;
            Duration::from_secs(match clock {
                ClockRule::Unlimited => seconds.saturating_mul(UNTIMED),
                _ => seconds,
            })
        }),
        answer: Some(ANSWER),
        lenient: true,
        claims: game.position().repetitions().is_some(),
        stand_in: Level::Medium,
        seed: Some(base::chance::drawn_seed()),
    };
    let created = app.now();
    let id = id.to_owned();
    let text = |value: serde_json::Value| value.to_string();
    let new = NewGame {
        id: id.clone(),
        variant: game.variant().to_owned(),
        start: game.start_text(),
        settings: text(serde_json::json!(game_settings(&game))),
        options: text(serde_json::json!(Agreed::of(&options))),
        clock: clock.to_string(),
        rated: wish.rated,
        visibility: wish.visibility,
        host: host.to_owned(),
        owner: app.hub().process.clone(),
        created,
    };
    let mut room = Room::new(game, options);
    let mut appends = Vec::new();
    let two = room.game().players() == 2;
    for (seat, sitter) in sitters.iter().enumerate() {
        let (name, sits, row) = match sitter {
            Sitter::Open => continue,
            Sitter::Person(who, rating) => (
                who.name.clone(),
                Seat::Person,
                messages::seat_row(seat, who, *rating, picture(app, who).await?),
            ),
            Sitter::Machine(skill) => {
                let name = machine_name(*skill);
                let row = messages::machine_row(seat, &name, &skill.to_string());
                (name, Seat::Machine(*skill), row)
            }
        };
        let mut events = vec![(Event::Join { seat, name, sits }, vec![Seating::Sits(row)])];
        if sits == Seat::Person && two {
            events.push((Event::Ready { seat }, Vec::new()));
        }
        for (event, seating) in events {
            let effects = room
                .apply(event.clone(), Duration::from_millis(created))
                .map_err(store::Error::invalid)?;
            appends.push(Append {
                game: id.clone(),
                number: appends.len() as u64 + 1,
                event: text(serde_json::json!(Entry::Happened(event))),
                at: created,
                begins: effects.contains(&Effect::Started),
                seating,
                ended: None::<Ended>,
            });
        }
    }
    let collection = app.collection();
    if !collection
        .games()
        .create(&new, &appends, rematch_of)
        .await?
    {
        let before = rematch_of.unwrap_or_default();
        return Ok(collection
            .games()
            .get(before)
            .await?
            .and_then(|row| row.next));
    }
    let begun = appends.iter().any(|append| append.begins);
    let rows = appends.iter().flat_map(|append| &append.seating);
    let row = GameRow {
        state: GameState::of(begun),
        winners: None,
        reason: None,
        next: None,
        ended: None,
        seats: rows
            .filter_map(|seating| match seating {
                Seating::Sits(row) => Some(row.clone()),
                Seating::Free(_) => None,
            })
            .collect(),
        game: new,
    };
    metrics::counter!("atalaya_games").increment(1);
    let begin = Begin::New(Box::new(row), Box::new(room), appends.len() as u64);
    room::spawn(app, &id, begin);
    Ok(Some(id))
}

fn game_settings(game: &AnyGame) -> BTreeMap<String, String> {
    let settings = game.settings();
    settings
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Creates a room for two people with their ratings; colours are drawn. Returns its name.
///
/// # Errors
/// The error of the database, or the reason for which the request is not possible.
pub async fn pair(
    app: &App,
    wish: &GameRequest,
    two: [(CallerWho, Option<f64>); 2],
) -> Result<String> {
    let meant = wish.resolve(app, Lang::EN).map_err(store::Error::invalid)?;
    let host = two[0].0.key.clone();
    let mut sitters = two.map(|(who, rating)| Sitter::Person(who, rating));
    sitters.shuffle(&mut rand::rng());
    let made = room(app, wish, meant, &host, &sitters, None).await?;
    Ok(made.unwrap_or_default())
}

/// Creates a room for a game with the same start and players as a former one, where everybody sits `on` seats further;
/// 1 exchanges the colours of two players. Returns its name, or if the former game already has a rematch, the name of
/// that; `None` if the former game has been deleted.
///
/// # Errors
/// The error of the database.
pub async fn rematch(app: &App, row: &GameRow, room: &Room, on: usize) -> Result<Option<String>> {
    let invalid = store::Error::invalid;
    let start = row.game.start.clone();
    let wish = GameRequest {
        game: row.game.variant.clone(),
        settings: super::record::settings_of(&row.game.settings).map_err(invalid)?,
        start: Some(start),
        clock: row.game.clock.clone(),
        rated: row.game.rated,
        visibility: row.game.visibility,
    };
    let meant = wish.resolve(app, Lang::EN).map_err(invalid)?;
    let seats = room.game().players();
    let mut sitters = vec![Sitter::Open; seats];
    for row in &row.seats {
        let place = (row.seat + on) % seats;
        let skill = row.level.as_deref().and_then(|level| level.parse().ok());
        sitters[place] = match (&row.who, skill) {
            (Some(key), _) => {
                let who = CallerWho {
                    key: key.clone(),
                    name: row.name.clone(),
                    guest: None,
                };
                let rating = rating(app, &who, &wish.game).await?;
                Sitter::Person(who, rating)
            }
            (None, Some(skill)) => Sitter::Machine(skill),
            (None, None) => Sitter::Open,
        };
    }
    let before = Some(row.game.id.as_str());
    self::room(app, &wish, meant, &row.game.host, &sitters, before).await
}

/// Returns the rating of a person at a game; `None` for a guest.
///
/// # Errors
/// The error of the database.
pub async fn rating(app: &App, who: &CallerWho, game: &str) -> Result<Option<f64>> {
    let Some(user) = who.user() else {
        return Ok(None);
    };
    let rating = app.collection().ratings().of(user, game).await?;
    Ok(Some(rating.rating.rating))
}

/// Returns the name of the picture in a person's profile; `None` for a guest, and for a user who has chosen none.
///
/// # Errors
/// The error of the database.
pub async fn picture(app: &App, who: &CallerWho) -> Result<Option<String>> {
    match who.user() {
        Some(user) => app.collection().accounts().picture(user).await,
        None => Ok(None),
    }
}

/// Returns the opponents of each seat: all other seats except those of its own team.
pub fn opponents(room: &Room) -> Opponents {
    let game = room.game();
    let seats = 0..game.players();
    let against = |seat: usize| {
        let others = seats.clone().filter(|other| *other != seat);
        others
            .filter(|other| !game.position().allied(seat, *other))
            .collect()
    };
    seats.clone().map(against).collect()
}

/// Updates the players' ratings by the result of the game `id`. If that fails, the error is logged, and the result is
/// counted when the site is started again.
pub async fn count(app: &App, id: &str) {
    let counted = async {
        let collection = app.collection();
        let Some(row) = collection.games().get(id).await? else {
            return Ok(());
        };
        let room = super::record::empty_room(&row, app.registry());
        let room = room.map_err(store::Error::invalid)?;
        collection.ratings().count(id, &opponents(&room)).await
    };
    if let Err(error) = counted.await {
        tracing::error!("the result of {id} is not counted: {error}");
    }
}
