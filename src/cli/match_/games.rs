//! Matches of games: the options that depend on the number of seats, the running of the match, and its result.

use super::groups::{Variant, rules, sprt};
use super::stage::{Live, Stage};
use super::{Args, description};
use crate::cli::{CliError, CliResult};
use arena::config::{EngineConfig, Lineup};
use arena::openings::Openings;
use arena::referee::Termination;
use arena::report;
use arena::result::MatchJson;
use arena::schedule::{Field, Schedule};
use arena::standings::GameRecord;
use arena::tournament::{self, MatchSetup, News};
use base::say;
use games::{AnyPosition, Game, Lang, Words, chess};

/// Plays the match that the options describe.
pub(super) fn run_games(
    args: &Args,
    openings: Openings<AnyPosition>,
    variant: &Variant,
    players: &[EngineConfig],
    stage: &Stage,
) -> CliResult {
    let lang = args.lang;
    let sprt = sprt(args)?;
    if sprt.is_some() && players.len() != 2 {
        let (option, count) = ("--sprt", players.len());
        return Err(say!(lang, "match-two-engines", option, count).into());
    }
    let seats = seats(&openings, lang)?;
    if seats != 2 {
        check_many_seats(args, players, seats)?;
    }
    let rounds = args
        .rounds
        .unwrap_or(if sprt.is_some() { 50_000 } else { 1 });
    let schedule = schedule(args, players, seats, rounds as usize)?;
    if !args.draw.is_empty() && openings.starts().any(|start| !start.has_draws()) {
        let game = variant.entry.title(lang);
        return Err(say!(lang, "match-draw-never", game).into());
    }
    let rules = rules(args)?;
    let extras = args.extras.ready(args, variant, players, seats)?;
    stage.heed_signals();
    let (entry, protocol) = (variant.entry.clone(), variant.protocol());
    let Some((roster, warnings)) = stage.unless_interrupted(|stop| {
        let prepared = Lineup::prepare(players, entry, &protocol, stop);
        prepared.map_err(|error| error.text(lang).into())
    })?
    else {
        return Ok(stage.status());
    };
    let seat_names = seat_names(&openings, lang);
    let setup = MatchSetup {
        event: args.event.clone(),
        names: players.iter().map(|player| player.name.clone()).collect(),
        paces: players.iter().map(|player| player.pace).collect(),
        schedule,
        openings,
        rules,
        sprt,
        seed: args.seed.unwrap_or(1),
        concurrency: args.concurrency,
        write_pgn: args.pgn.is_some(),
        tables: extras.tables,
        log: args.extras.log.clone(),
        cpus: extras.cpus,
    };
    let line = setup.openings.of_round(0);
    // Not in the FEN of Chess960, because journals of earlier versions do not use that.
    let start = match line.start().native::<chess::Position>() {
        Some(start) => chess::setup_fen(&start.to_setup(), false),
        None => line.start().text(),
    };
    let description = description(args, setup.openings.count(), &start);
    let (mut journal, finished) = stage.open::<GameRecord>(&description)?;
    let mut live = Live::new(lang);
    let warnings = warnings.iter().map(|warning| warning.text(lang));
    warnings.for_each(|warning| live.note(&warning));
    let names = setup.names.clone();
    let listen = |news: News| {
        if let News::Game(job, record, _) = &news {
            let game = job.index + 1;
            if let (Some(seat), Some(failed)) = (record.failed, &record.failure) {
                let player = job.seats[seat];
                let what = failed.text(&names[player], lang);
                live.note(&say!(lang, "match-game-failed", game, what));
                if record.termination == Termination::TimeForfeit {
                    live.late(&players[player].pace);
                }
            }
            for (seat, why) in &record.warnings {
                let (name, why) = (&names[job.seats[*seat]], why.get(lang));
                live.note(&say!(lang, "match-game-warning", game, name, why));
            }
        }
        let (News::Game(_, _, progress) | News::Tick(progress)) = news;
        live.show(|| report::live_line(&names, sprt.as_ref(), progress, lang));
    };
    let progress = tournament::run(
        &setup,
        &roster,
        &mut journal,
        &finished,
        &stage.stop,
        listen,
    );
    let progress = progress.map_err(|error| error.text(lang))?;
    live.clear();
    let table = report::table(&names, &seat_names, sprt.as_ref(), &progress, lang);
    let result = MatchJson::new(&names, sprt.as_ref(), &progress);
    // The result is printed even if the chart cannot be drawn.
    let drawn = args.extras.draw_plot(&result, lang);
    let status = stage.close(journal, progress.is_finished(), &table, &result)?;
    drawn.map(|()| status)
}

/// Returns the number of seats of the games; an error if it is not the same in all openings.
fn seats(openings: &Openings<AnyPosition>, lang: Lang) -> Result<usize, CliError> {
    let mut counts = openings.starts().map(AnyPosition::players);
    let first = counts.next().unwrap_or(2);
    match counts.find(|count| *count != first) {
        None => Ok(first),
        Some(other) => Err(say!(lang, "match-openings-seats", first, other).into()),
    }
}

/// Returns the names of the seats for tables; empty if the names are not the same in all openings. The English ones are
/// those of PGN tags.
fn seat_names(openings: &Openings<AnyPosition>, lang: Lang) -> Vec<String> {
    let name = |start: &AnyPosition, seat: usize| match lang {
        Lang::EN => start.tag_name(seat).to_owned(),
        lang => start.seat_name(seat, lang),
    };
    let names = |start: &AnyPosition| -> Vec<String> {
        (0..start.players()).map(|seat| name(start, seat)).collect()
    };
    let mut all = openings.starts().map(names);
    let first = all.next().unwrap_or_default();
    if all.all(|other| other == first) {
        first
    } else {
        Vec::new()
    }
}

/// Checks that no option is given that makes sense only in games of two seats.
fn check_many_seats(args: &Args, players: &[EngineConfig], seats: usize) -> Result<(), CliError> {
    let given = [
        ("--sprt", !args.sprt.is_empty()),
        ("--draw", !args.draw.is_empty()),
        ("--resign", !args.resign.is_empty()),
        ("--maxmoves", args.maxmoves.is_some()),
        ("ponder=true", players.iter().any(EngineConfig::ponders)),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => Err(say!(args.lang, "match-two-seats-only", option, seats).into()),
    }
}

fn schedule(
    args: &Args,
    players: &[EngineConfig],
    seats: usize,
    rounds: usize,
) -> Result<Schedule, CliError> {
    let lang = args.lang;
    let gauntlet = match args.tournament.as_str() {
        "round-robin" => false,
        "gauntlet" => true,
        other => {
            return Err(say!(lang, "match-tournament", text = other).into());
        }
    };
    let games = args.games.unwrap_or(seats);
    if games != 1 && games != seats {
        return Err(say!(lang, "match-games", games, seats).into());
    }
    if seats == 2
        && let Some(player) = players.iter().find(|player| player.seats > 1)
    {
        let EngineConfig { name, seats, .. } = player;
        return Err(say!(lang, "match-seats-of-two", name, seats).into());
    }
    let filled: usize = players.iter().map(|player| player.seats).sum();
    if filled < seats {
        let name = players.last().map_or("", |player| player.name.as_str());
        let more = seats - filled;
        let why = say!(
            lang,
            "match-seats-left",
            seats,
            filled,
            more,
            name,
            wanted = 1 + more
        );
        return Err(why.into());
    }
    let field = Field {
        entries: players.iter().map(|player| player.seats).collect(),
        seats,
        gauntlet,
    };
    let schedule = Schedule::new(field, rounds, games == seats);
    schedule.map_err(|error| error.text(lang).into())
}
