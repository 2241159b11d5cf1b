//! Pages of tournaments: the list, a tournament, the boards of an exhibition. The changing parts of a page are in one
//! element, which the page's script fetches periodically.

use super::Event;
use crate::pages::frame::{Frame, error_page, failed_page, game_title, page};
use crate::pages::lobby::level_name;
use crate::pages::problems::encoded;
use crate::{App, Visitor, games};
use ::games::Lang;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use base::say;
use rooms::Phase;
use rooms::tournament::{Entry, Outcome, trf};
use serde::Deserialize;
use store::Result;
use store::tournaments::{Board, Entrant, EventKind, EventState, Tournament};

/// Maximum number of tournaments that the list shows for each state: open, running, over.
const LISTED: u32 = 50;

/// Maximum number of pairings that the page of an arena or an exhibition shows: the newest ones.
const SHOWN: usize = 40;

struct Card {
    id: String,
    name: String,
    about: String,
}

#[derive(Template)]
#[template(path = "tournaments.html")]
struct ListPage {
    f: Frame,
    games: Vec<(&'static str, &'static str)>,
    /// Title, tournaments, and the sentence that stands there if there are none.
    lists: [(&'static str, Vec<Card>, &'static str); 3],
}

fn kind_name(kind: EventKind, lang: Lang) -> &'static str {
    match kind {
        EventKind::Swiss => say!(lang, "tournament-swiss"),
        EventKind::Arena => say!(lang, "tournament-arena"),
        EventKind::Exhibition => say!(lang, "tournament-exhibition"),
    }
}

fn about(app: &App, tournament: &Tournament, lang: Lang) -> String {
    let mut parts = vec![
        kind_name(tournament.kind, lang).to_owned(),
        game_title(app, &tournament.variant, lang),
        tournament.clock.clone(),
    ];
    match tournament.kind {
        EventKind::Swiss => {
            parts.push(say!(
                lang,
                "tournament-so-many-rounds",
                count = tournament.rounds
            ));
        }
        EventKind::Arena => {
            parts.push(say!(
                lang,
                "tournament-so-many-minutes",
                count = tournament.minutes
            ));
        }
        EventKind::Exhibition => {}
    }
    if tournament.accelerated {
        parts.push(say!(lang, "tournament-accelerated").to_owned());
    }
    if tournament.rated {
        parts.push(say!(lang, "tournament-rated").to_owned());
    }
    parts.join(" · ")
}

/// Answers `GET /tournaments` with the list of tournaments.
pub async fn list(State(app): State<App>, visitor: Visitor) -> Response {
    let lang = visitor.lang;
    let found = async {
        let titles = [
            (
                EventState::Running,
                say!(lang, "tournaments-running"),
                say!(lang, "tournaments-none-running"),
            ),
            (
                EventState::Open,
                say!(lang, "tournaments-open"),
                say!(lang, "tournaments-none-open"),
            ),
            (
                EventState::Over,
                say!(lang, "tournaments-over"),
                say!(lang, "tournaments-none-over"),
            ),
        ];
        let mut lists = titles.map(|(_, title, none)| (title, Vec::new(), none));
        for (place, (state, _, _)) in titles.into_iter().enumerate() {
            let rows = app.collection().tournaments().list(state, LISTED).await?;
            let card = |row: &Tournament| Card {
                id: row.id.clone(),
                name: row.name.clone(),
                about: about(&app, row, lang),
            };
            lists[place].1 = rows.iter().map(card).collect();
        }
        Result::Ok(lists)
    };
    let entries = app.registry().entries().iter();
    match found.await {
        Ok(lists) => page(&ListPage {
            f: Frame::new(&visitor, "tournaments"),
            games: entries
                .map(|entry| (entry.name(), entry.title(lang)))
                .collect(),
            lists,
        }),
        Err(error) => failed_page(&visitor, &error),
    }
}

struct LineView {
    number: usize,
    name: String,
    link: String,
    machine: bool,
    out: bool,
    own: bool,
    points: String,
    buchholz: String,
    sonneborn: String,
    wins: u32,
    games: u32,
    streak: bool,
}

struct BoardView {
    white: String,
    black: Option<String>,
    room: String,
    result: &'static str,
}

struct RoundView {
    title: String,
    boards: Vec<BoardView>,
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct EventPage {
    f: Frame,
    id: String,
    name: String,
    about: String,
    state: &'static str,
    arena: bool,
    exhibition: bool,
    host: bool,
    /// True if the visitor has joined and has not withdrawn.
    inside: bool,
    may_join: bool,
    /// True if the visitor may ask for a half-point bye: one is left, and another round is to come.
    may_bye: bool,
    /// True if the visitor has asked for a half-point bye in the next round.
    bye: bool,
    /// True if the visitor is one who can join: a visitor with a name, in a rated tournament only one with an account.
    may_enter: bool,
    /// Instant at which the arena ends or the next round is paired, in milliseconds since 1970, after the words that
    /// announce it; `None` if no such instant is known.
    until: Option<(String, i64)>,
    now: i64,
    /// Time for the first move, in words.
    first_move: String,
    /// Name of the room in which the visitor is playing; empty if there is none.
    mine: String,
    lines: Vec<LineView>,
    rounds: Vec<RoundView>,
}

/// Formats a number of half-points: 5 as `2½`.
fn halves(number: u32) -> String {
    quarters(2 * number)
}

/// Formats a number of quarter-points: 9 as `2¼`.
fn quarters(number: u32) -> String {
    let part = ["", "¼", "½", "¾"][(number % 4) as usize];
    match (number / 4, part) {
        (0, "") => "0".to_owned(),
        (0, part) => part.to_owned(),
        (whole, part) => format!("{whole}{part}"),
    }
}

/// Formats a number of seconds, in minutes where it is a whole number of them.
fn duration(lang: Lang, seconds: u32) -> String {
    if seconds > 0 && seconds.is_multiple_of(60) {
        say!(lang, "tournament-so-many-minutes", count = seconds / 60)
    } else {
        say!(lang, "tournament-so-many-seconds", count = seconds)
    }
}

/// Returns the name of a machine, such as `Atalaya easy #3`, with its level in a language; `None` for other names.
fn machine_name(player: &Entrant, lang: Lang) -> Option<String> {
    let level = player.level.as_deref()?;
    let (first, number) = player.name.rsplit_once(" #")?;
    let first = first.strip_suffix(level)?;
    Some(format!("{first}{} #{number}", level_name(lang, level)?))
}

fn shown_name(player: &Entrant, lang: Lang) -> String {
    if let Some(name) = machine_name(player, lang) {
        return name;
    }
    let gone = player.level.is_none()
        && player.user.is_none()
        && player
            .who
            .as_deref()
            .is_some_and(|who| who.starts_with('u'));
    if gone {
        store::names::deleted_user(lang).to_owned()
    } else {
        player.name.clone()
    }
}

fn result(board: &Board) -> &'static str {
    match (board.outcome, board.black) {
        (Some(Outcome::Draw), None) => "½",
        (_, None) => "1",
        (Some(Outcome::White), _) => "1–0",
        (Some(Outcome::Black), _) => "0–1",
        (Some(Outcome::Draw), _) => "½–½",
        (None, _) => "…",
    }
}

fn rounds(event: &Event, lang: Lang) -> Vec<RoundView> {
    let name = |place: usize| {
        let player = event.players.get(place);
        player
            .map(|player| shown_name(player, lang))
            .unwrap_or_default()
    };
    let view = |board: &Board| BoardView {
        white: name(board.white),
        black: board.black.map(name),
        room: board.game.clone().unwrap_or_default(),
        result: result(board),
    };
    if event.tournament.kind != EventKind::Swiss {
        let all = event.boards.iter().rev().take(SHOWN);
        let boards: Vec<BoardView> = all.map(view).collect();
        let title = say!(lang, "tournament-games").to_owned();
        return if boards.is_empty() {
            Vec::new()
        } else {
            vec![RoundView { title, boards }]
        };
    }
    let of = |round: u32| RoundView {
        title: say!(lang, "tournament-round", round),
        boards: event
            .boards
            .iter()
            .filter(|b| b.round == round)
            .map(view)
            .collect(),
    };
    (1..=event.tournament.round).rev().map(of).collect()
}

fn lines(event: &Event, own: Option<usize>, lang: Lang) -> Vec<LineView> {
    let arena = event.tournament.kind == EventKind::Arena;
    let view = |(number, line): (usize, &rooms::tournament::Line)| {
        let player = &event.players[line.player];
        LineView {
            number: number + 1,
            name: shown_name(player, lang),
            link: player
                .user
                .map(|_| encoded(&player.name))
                .unwrap_or_default(),
            machine: player.level.is_some(),
            out: !player.is_in,
            own: own == Some(line.player),
            points: if arena {
                line.points.to_string()
            } else {
                halves(line.points)
            },
            buchholz: halves(line.buchholz),
            sonneborn: quarters(line.sonneborn),
            wins: line.wins,
            games: line.games,
            streak: arena && line.streak,
        }
    };
    event.lines().iter().enumerate().map(view).collect()
}

/// Loads the tournament `id` for a page.
///
/// # Errors
/// The error page to send: there is no such tournament, or the database has failed.
async fn load_event(
    app: &App,
    visitor: &Visitor,
    id: &str,
) -> std::result::Result<Event, Response> {
    match Event::load(app, id).await {
        Ok(Some(event)) => Ok(event),
        Ok(None) => {
            let sentence = say!(visitor.lang, "tournament-unknown").to_owned();
            Err(error_page(visitor, StatusCode::NOT_FOUND, sentence))
        }
        Err(error) => Err(failed_page(visitor, &error)),
    }
}

/// Answers `GET /tournaments/{id}` with the page of a tournament.
pub async fn show(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let event = match load_event(&app, &visitor, &id).await {
        Ok(event) => event,
        Err(response) => return response,
    };
    let lang = visitor.lang;
    let tournament = &event.tournament;
    let own = event.place_of(&visitor.keys());
    let inside = own.is_some_and(|own| event.players[own].is_in);
    let open = tournament.state == EventState::Open;
    let running = tournament.state == EventState::Running;
    let joins = match tournament.kind {
        EventKind::Arena => open || running,
        EventKind::Swiss => open || (running && own.is_some()),
        EventKind::Exhibition => open,
    };
    let until = match (tournament.kind, tournament.next, tournament.ends) {
        (EventKind::Arena, _, Some(ends)) => Some(("tournament-ends", ends)),
        (EventKind::Swiss, Some(next), _) => Some(("tournament-next", next)),
        _ => None,
    };
    let until = until.filter(|_| running).map(|(key, at)| {
        let words = match key {
            "tournament-ends" => say!(lang, "tournament-ends"),
            _ => say!(lang, "tournament-next"),
        };
        (words.to_owned(), at)
    });
    let mine = own.and_then(|own| {
        let sits = |board: &&Board| board.white == own || board.black == Some(own);
        event.open().find(sits)?.game.clone()
    });
    let bye = own.filter(|own| {
        let rested = |board: &&Board| {
            let alone = board.white == *own && board.black.is_none();
            alone && board.outcome == Some(Outcome::Draw)
        };
        let rested = event.boards.iter().filter(rested).count();
        let left = u32::try_from(rested).is_ok_and(|rested| rested < tournament.byes);
        running && inside && left && tournament.round < tournament.rounds
    });
    let user = visitor.user.as_ref().map(|user| user.id);
    page(&EventPage {
        may_bye: bye.is_some(),
        bye: bye.is_some_and(|own| event.players[own].bye == Some(tournament.round + 1)),
        about: about(&app, tournament, lang),
        state: tournament.state.word(),
        arena: tournament.kind == EventKind::Arena,
        exhibition: tournament.kind == EventKind::Exhibition,
        host: user.is_some() && tournament.host == user,
        inside,
        may_join: joins && !inside,
        may_enter: user.is_some() || (visitor.who.is_some() && !tournament.rated),
        until,
        now: app.collection().now(),
        first_move: duration(lang, tournament.first_move),
        mine: mine.unwrap_or_default(),
        lines: lines(&event, own, lang),
        rounds: rounds(&event, lang),
        name: tournament.name.clone(),
        id,
        f: Frame::new(&visitor, "tournaments"),
    })
}

/// Answers `GET /tournaments/{id}/report.trf` with the finished rounds of a Swiss tournament in FIDE's report format.
pub async fn report(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let event = match load_event(&app, &visitor, &id).await {
        Ok(event) if event.tournament.kind == EventKind::Swiss => event,
        Ok(_) => {
            let sentence = say!(visitor.lang, "tournament-unknown").to_owned();
            return error_page(&visitor, StatusCode::NOT_FOUND, sentence);
        }
        Err(response) => return response,
    };
    let entry = |player: &Entrant| Entry {
        name: shown_name(player, visitor.lang),
        rating: player.rating,
        is_in: player.is_in,
    };
    let entries: Vec<Entry> = event.players.iter().map(entry).collect();
    let mut played = event.played();
    if event.open().next().is_some() {
        played.retain(|game| {
            u32::try_from(game.round).is_ok_and(|round| round < event.tournament.round)
        });
    }
    let text = trf(&event.tournament.name, &entries, &played, event.plan());
    let kind = "text/plain; charset=utf-8";
    games::download(&format!("{id}.trf"), kind, text)
}

struct Shown {
    room: String,
    opponent: String,
    diagram: String,
    /// True if the host, who plays all games of the exhibition, is to move in this one.
    waits: bool,
    result: &'static str,
}

#[derive(Template)]
#[template(path = "exhibition.html")]
struct BoardsPage {
    f: Frame,
    id: String,
    name: String,
    /// True if the visitor plays against all others.
    host: bool,
    waiting: usize,
    boards: Vec<Shown>,
}

/// Returns the boards of an exhibition as they stand now, in the order of their pairing. A board whose room is missing
/// is left out.
async fn all_boards(app: &App, event: &Event, lang: Lang) -> Result<Vec<Shown>> {
    let mut shown = Vec::new();
    for board in &event.boards {
        let (Some(room), Some(black)) = (&board.game, board.black) else {
            continue;
        };
        let Some((_, game, _)) = games::room(app, room, lang).await? else {
            continue;
        };
        let player = event.players.get(black);
        shown.push(Shown {
            room: room.clone(),
            opponent: player
                .map(|player| shown_name(player, lang))
                .unwrap_or_default(),
            diagram: ::games::svg::diagram(&game.game().board(), false, lang),
            waits: *game.phase() == Phase::Playing && game.game().turn() == 0,
            result: result(board),
        });
    }
    Ok(shown)
}

/// Answers `GET /tournaments/{id}/boards` with all boards of an exhibition.
pub async fn boards(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let event = match load_event(&app, &visitor, &id).await {
        Ok(event) => event,
        Err(response) => return response,
    };
    match all_boards(&app, &event, visitor.lang).await {
        Ok(boards) => page(&BoardsPage {
            f: Frame::new(&visitor, "tournaments"),
            host: event.place_of(&visitor.keys()) == Some(0),
            waiting: boards.iter().filter(|board| board.waits).count(),
            boards,
            name: event.tournament.name,
            id,
        }),
        Err(error) => failed_page(&visitor, &error),
    }
}

/// Query `?after=ROOM`: the room of the board that the host comes from; empty if the host comes from none.
#[derive(Deserialize)]
pub struct After {
    #[serde(default)]
    after: String,
}

/// Answers `GET /tournaments/{id}/next`: goes to the next board that waits for the host, or to the page of all boards.
pub async fn next(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(asked): Query<After>,
) -> Response {
    let event = match load_event(&app, &visitor, &id).await {
        Ok(event) => event,
        Err(response) => return response,
    };
    match all_boards(&app, &event, visitor.lang).await {
        Ok(boards) => {
            let here = boards.iter().position(|board| board.room == asked.after);
            let from = here.map_or(0, |here| here + 1);
            let mut all = boards[from..].iter().chain(&boards[..from]);
            let to = match all.find(|board| board.waits && board.room != asked.after) {
                Some(board) => format!("/game/{}", board.room),
                None => format!("/tournaments/{id}/boards"),
            };
            Redirect::to(&to).into_response()
        }
        Err(error) => failed_page(&visitor, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_points_are_written_as_fractions() {
        assert_eq!([0, 1, 2, 5].map(halves), ["0", "½", "1", "2½"]);
        assert_eq!([0, 3, 4, 9].map(quarters), ["0", "¾", "1", "2¼"]);
    }
}
