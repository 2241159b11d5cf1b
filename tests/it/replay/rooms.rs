//! The terminal as a skin over a room: resigning, draws, clocks, records, and what the first version
//! saved.

use super::{Folder, read};
use games::kamisado::Match;
use games::pgn::read::records;
use games::{Game, Line, Settings, chess};
use players::Registry;
use serde_json::{Value, json};
use std::io::{Read, Write};

/// A game of Kamisado in a record.
fn game_of_record(text: &str) -> Line<Match> {
    let mut found = records(text).next().expect("a record").expect("read");
    let read = rooms::game_of(&mut found, &Registry::standard()).expect("a game");
    let ((game, _), _) = read.split();
    game.native().expect("Kamisado")
}

#[test]
fn whoever_resigns_has_lost_and_the_file_says_so() {
    let folder = Folder::new("resign");
    let (out, status) = folder.run("play chess --save game.json", "e4\nresign\n");
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("Black resigns: White wins.\n"), "{out}");
    let room = read(&folder.file("game.json"));
    assert_eq!(room.verdict().map(|v| v.winners.clone()), Some(vec![0]));
    let text = std::fs::read_to_string(folder.file("game.json")).expect("there");
    assert!(text.contains("\"reason\": \"resignation\""), "{text}");
    let (out, _) = folder.run("replay game.json --ply 1", "");
    assert!(
        out.trim_end().ends_with("Black resigns: White wins."),
        "{out}"
    );
    let (out, _) = folder.run("replay game.json --ply 0", "");
    assert!(!out.contains("resigns"), "{out}");
    // Over is over.
    let (out, status) = folder.run("play --load game.json", "e5\n");
    assert!(status == Some(0) && !out.contains("Turn of"), "{out}");
    let (out, _) = folder.run("play kamisado --lang es", "rendirse\n");
    assert!(
        out.ends_with("Rendición de Negro (N): victoria de Blanco (B).\n"),
        "{out}"
    );
}

#[test]
fn people_offer_a_draw_once_on_a_turn_and_answer_on_theirs() {
    let folder = Folder::new("draw");
    let input = "accept\ndraw\ndraw\ne4\ne5\nundo\ndecline\ne5\ndraw\nNf3\naccept\n";
    let (out, status) = folder.run("play chess --save game.json", input);
    assert_eq!(status, Some(0), "{out}");
    for told in [
        "No draw is offered.\n",
        "White offers a draw.\n",
        "Seat 1 has offered a draw on this turn already.\n",
        "White offers a draw. Black: accept or decline? ",
        "Seat 2 must first accept or decline the draw.\n",
        "What seat 1 has asked is not answered yet.\n",
        "Black declines the draw.\n",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
    assert!(out.contains("A draw by agreement.\n"), "{out}");
    assert_eq!(read(&folder.file("game.json")).game().plies(), 3);
    let (out, _) = folder.run(
        "play rolit --players 3 --lang es",
        "tablas\nf5\naceptar\nd6\naceptar\n",
    );
    assert!(
        out.contains("Tablas ofrecidas por Rojo (R). Verde (V): ¿aceptar o rechazar? "),
        "{out}"
    );
    assert!(out.contains("Tablas aceptadas por Amarillo (A)."), "{out}");
    assert!(out.ends_with("Tablas por acuerdo.\n"), "{out}");
    // An offer is kept with the game.
    folder.run("play chess --save open.json", "draw\ne4\n");
    let (out, _) = folder.run("play --load open.json", "accept\n");
    assert!(
        out.contains("White offers a draw. Black: accept or decline? "),
        "{out}"
    );
    assert!(out.contains("A draw by agreement."), "{out}");
}

#[test]
fn a_game_that_has_no_draws_takes_no_offer_and_has_no_help_for_it() {
    let folder = Folder::new("no-draws");
    let (out, status) = folder.run(
        "play kamisado --save game.pgn",
        "help\ndraw\nc1c6\naccept\n",
    );
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("This game has no draws.\n"), "{out}");
    assert!(out.contains("No draw is offered.\n"), "{out}");
    assert!(
        out.contains("resign      gives up\n") && !out.contains("offers a draw"),
        "{out}"
    );
    let text = std::fs::read_to_string(folder.file("game.pgn")).expect("saved");
    let line = game_of_record(&text);
    assert_eq!((line.moves().len(), line.outcome()), (1, None));
    let (out, _) = folder.run("play kamisado --lang es", "ayuda\ntablas\n");
    assert!(out.contains("En este juego no hay tablas.\n"), "{out}");
    assert!(
        out.contains("tablero  ") && !out.contains("ofrece tablas"),
        "{out}"
    );
    for (lang, word, offer) in [
        ("en", "help", "draw        offers a draw"),
        ("es", "ayuda", "tablas               ofrece tablas"),
    ] {
        let (out, _) = folder.run(&format!("play chess --lang {lang}"), &format!("{word}\n"));
        assert!(out.contains(offer), "{out}");
    }
}

/// A saved game of two people from a start of chess.
fn saved(start: &str) -> Value {
    json!({
        "version": 2,
        "variant": "chess",
        "rules": "standard",
        "start": start,
        "now": 900,
        "players": [
            {"name": "Ann", "color": "white", "level": "person"},
            {"name": "Bob", "color": "black", "level": "person"}
        ],
        "moves": []
    })
}

#[test]
fn a_game_that_was_played_elsewhere_goes_on_at_the_keyboard() {
    let folder = Folder::new("elsewhere");
    let write = |name: &str, game: &Value| {
        std::fs::write(folder.file(name), game.to_string()).expect("written");
    };
    let mut away = saved(chess::START_FEN);
    away["players"][0]["away"] = json!(800);
    write("away.json", &away);
    let (out, status) = folder.run("play --load away.json --save on.json", "e4\nresign\n");
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("Black resigns: White wins.\n"), "{out}");
    assert_eq!(read(&folder.file("on.json")).game().moves(), ["e2e4"]);
    // With a clock, nobody who sits here is out after a while.
    away["clock"] = json!("5+3");
    away["turn"] = json!({"used": 0, "since": 0});
    write("away.json", &away);
    let (out, status) = folder.run("play --load away.json", "quit\n");
    assert_eq!(status, Some(0), "{out}");
    let room = read(&folder.file("away.json"));
    assert!(!room.is_away(0), "{out}");
    assert_eq!((room.options().grace, room.options().answer), (None, None));

    // A machine that owes an answer gives it first.
    let mut offered = saved("4k3/8/8/8/8/8/4q3/K7 w - - 0 1");
    let machine = json!({"name": "Atalaya, level medium", "color": "black", "level": "medium"});
    offered["players"][0]["offered"] = json!(0);
    offered["players"][1] = machine;
    offered["question"] =
        json!({"ask": {"asks": "draw"}, "by": 0, "waiting": [1], "until": 30_900});
    write("offered.json", &offered);
    let (out, status) = folder.run("play --load offered.json --movetime 100", "quit\n");
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("Black declines the draw.\n"), "{out}");
}

#[test]
fn a_game_that_has_not_begun_is_refused_and_left_as_it_was() {
    let folder = Folder::new("gathering");
    let mut gathering = saved(chess::START_FEN);
    gathering["gathering"] = json!(true);
    gathering["players"][1] = json!({"color": "black"});
    let text = gathering.to_string();
    std::fs::write(folder.file("open.json"), &text).expect("written");
    let (out, status) = folder.run("play --load open.json", "e4\n");
    assert!(
        status == Some(2) && out.contains("open.json is a game that has not begun"),
        "{out}"
    );
    let kept = std::fs::read_to_string(folder.file("open.json")).expect("there");
    assert_eq!(kept, text);
}

#[test]
fn a_machine_answers_a_draw_offer_by_what_it_thinks() {
    let folder = Folder::new("opinion");
    let ahead = "4k3/8/8/8/8/8/4q3/K7 w - - 0 1";
    let behind = "4k3/8/8/8/8/8/1Q6/K6R w - - 0 1";
    for level in ["medium", "hard", "expert", "3"] {
        for (fen, told) in [
            (ahead, "Black declines the draw."),
            (behind, "A draw by agreement."),
        ] {
            let words = [
                "play",
                "chess",
                "--black",
                level,
                "--fen",
                fen,
                "--movetime",
                "100",
            ];
            let (out, status) = folder.run_words(&words, "draw\nquit\n");
            assert!(status == Some(0) && out.contains(told), "{level}: {out}");
        }
    }
    // With several, each by the balls it has.
    for (fen, told) in [
        ("RRRRYB3 R RYB 7", "A draw by agreement."),
        ("YYYRRB3 R RYB 7", "Yellow (Y) declines the draw."),
    ] {
        let words = ["play", "rolit", "--machines", "Y,B", "--fen", fen];
        let (out, _) = folder.run_words(&words, "draw\nquit\n");
        assert!(out.contains(told), "{out}");
    }
}

#[test]
fn clocks_are_shown_run_out_and_go_on_where_they_were_saved() {
    let folder = Folder::new("clocks");
    let (out, status) = folder.run(
        "play chess --clock 40/90+30 --save game.json",
        "e4\nclock\n",
    );
    assert_eq!(status, Some(0), "{out}");
    assert!(
        out.contains("Clocks: White 1:30:00 (40 moves), Black 1:30:00 (40 moves)\n"),
        "{out}"
    );
    assert!(
        out.contains("Clocks: White 1:30:") && out.contains("(39 moves)"),
        "{out}"
    );
    let before = read(&folder.file("game.json"));
    let (out, _) = folder.run("play --load game.json", "reloj\n");
    assert!(
        out.contains("(39 moves), Black 1:2") || out.contains("(39 moves), Black 1:30"),
        "{out}"
    );
    let after = read(&folder.file("game.json"));
    assert_eq!(before.spent(), after.spent());
    // What had been thought before the game was left still counts, and what came between does not.
    let used = |room: &rooms::Room| room.clocks(room.now())[1].left.expect("a clock");
    assert!(used(&after) <= used(&before) && after.now() >= before.now());
    let idle = std::time::Duration::from_secs(5);
    assert!(
        used(&before) - used(&after) < idle,
        "{:?} {:?}",
        used(&before),
        used(&after)
    );

    // Nobody types anything: the flag falls by itself.
    let mut child = folder.spawn(&["play", "chess", "--clock", "0:00.3"]);
    let pipe = child.stdin.take().expect("piped");
    let mut out = String::new();
    child
        .stdout
        .take()
        .expect("piped")
        .read_to_string(&mut out)
        .expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(
        out.ends_with("White has run out of time: Black wins.\n"),
        "{out}"
    );
    drop(pipe);
    let bare = [
        "play",
        "chess",
        "--clock",
        "0.2/turn",
        "--fen",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    ];
    let mut child = folder.spawn(&[&bare[..], &["--lang", "es"]].concat());
    let mut pipe = child.stdin.take().expect("piped");
    pipe.write_all(b"jugadas\n").expect("it listens");
    let mut out = String::new();
    child
        .stdout
        .take()
        .expect("piped")
        .read_to_string(&mut out)
        .expect("text");
    assert!(
        out.ends_with("Tiempo agotado (Blancas), pero nadie más puede ganar: tablas.\n"),
        "{out}"
    );
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let (out, _) = folder.run("play chess", "clock\n");
    assert!(out.contains("There is no clock."), "{out}");
    for (options, why) in [
        ("chess --clock 5+", "'5+' is not a clock"),
        ("--load game.json --clock 5+3", "by which clock"),
    ] {
        let (out, status) = folder.run(&format!("play {options}"), "");
        assert!(status == Some(2) && out.contains(why), "{out}");
    }
}

#[test]
fn machines_play_on_clocks_of_every_kind() {
    let folder = Folder::new("machines");
    for clock in ["0:10+0.1", "10/0:20", "2/turn"] {
        for game in [
            "kamisado --machines black:expert,white:4",
            "rolit --players 2 --machines all:hard",
        ] {
            let options =
                format!("play {game} --clock {clock} --movetime 20 --save game.json --force");
            let (out, status) = folder.run(&options, "");
            assert_eq!(status, Some(0), "{out}");
            let room = read(&folder.file("game.json"));
            assert!(room.verdict().is_some(), "{out}");
            assert_eq!(room.spent().len(), room.game().plies(), "{clock}");
        }
    }
}

#[test]
fn with_four_players_a_machine_moves_for_one_who_resigns_until_one_is_left() {
    let folder = Folder::new("four");
    let input = "resign\nresign\nquit\n";
    let (out, _) = folder.run("play rolit --save game.json", input);
    assert!(out.contains("Red (R) resigns.\n"), "{out}");
    assert!(
        out.contains("Red (R): ") && out.contains("Yellow (Y): "),
        "{out}"
    );
    assert!(out.contains("Turn of Green (G)."), "{out}");
    let (spanish, _) = folder.run("play rolit --lang es", "rendirse\n");
    assert!(spanish.contains("Rendición de Rojo (R).\n"), "{spanish}");
    let room = read(&folder.file("game.json"));
    assert!(room.is_out(0).is_some() && room.is_out(1).is_some());
    let (out, _) = folder.run("play --load game.json", "resign\n");
    assert!(out.contains("Green (G) resigns: Blue (B) wins.\n"), "{out}");
    // The others play to the end: whoever has left is not first, whatever it has.
    let words = ["play", "rolit", "--fen", "RRRRYB1 Y YRB 7"];
    let (out, _) = folder.run_words(&words, "resign\n");
    assert!(
        out.ends_with("The game is over (board full): Red (R) wins.\n"),
        "{out}"
    );
}

/// A game after so many plies, always the first legal move: its position and its moves as text.
fn played(game: &str, plies: usize) -> (String, Vec<String>) {
    let registry = Registry::standard();
    let entry = registry.find(game).expect(game);
    let begun = entry.begin(&Settings::default(), None).expect("the start");
    let mut game = begun.split().0;
    for _ in 0..plies {
        let text = game.legal_moves()[0].text.clone();
        game.play(&text).expect("legal");
    }
    (game.text(), game.moves())
}

/// The moves of a record, without its tags.
fn movetext(text: &str) -> String {
    let (_, moves) = text.split_once("\n\n").expect("tags and moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn games_of_every_kind_are_saved_as_records_at_any_time() {
    let folder = Folder::new("records");
    let text = |name: &str| std::fs::read_to_string(folder.file(name)).expect("there");
    let (_, typed) = played("rolit", 6);
    let input = format!("{}\nsave r.pgn\nsave r.pgn\n", typed.join("\n"));
    let (out, _) = folder.run("play rolit --names A,B,C,D", &input);
    assert!(out.matches("Saved as r.pgn").count() == 2, "{out}");
    let rolit = text("r.pgn");
    for part in [
        "[Red \"A\"]",
        "[Blue \"D\"]",
        "[Variant \"Rolit\"]",
        "[Result \"*\"]",
    ] {
        assert!(rolit.contains(part), "{rolit}");
    }
    let (first, second) = (typed[..4].join(" "), typed[4..].join(" "));
    assert_eq!(movetext(&rolit), format!("1. {first} 2. {second} *"));

    // Moves are counted, not plies: nine plies are behind us, and it is White's fifth move.
    let (fen, _) = played("kamisado", 9);
    let words = ["play", "kamisado", "--fen", &fen];
    folder.run_words(&words, "save k.pgn\n");
    let empty = text("k.pgn");
    assert!(empty.contains(&format!("[FEN \"{fen}\"]")), "{empty}");
    let game = game_of_record(&empty);
    let next = game.position().move_text(game.position().legal_moves()[0]);
    folder.run_words(&words, &format!("{next}\nsave m.pgn\n"));
    let kamisado = text("m.pgn");
    assert!(kamisado.contains("[Variant \"Kamisado\"]"), "{kamisado}");
    assert_eq!(movetext(&kamisado), format!("5... {next} *"));
    assert_eq!(game_of_record(&kamisado).moves().len(), 1);

    folder.run("play chess --clock 5+3", "e4\ne5\nsave c.pgn\nresign\n");
    let chess = text("c.pgn");
    assert!(chess.contains("[TimeControl \"300+3\"]"), "{chess}");
    assert!(movetext(&chess).starts_with("1. e4 {[%clk 0:0"), "{chess}");
    assert!(movetext(&chess).ends_with("*"), "{chess}");
}

#[test]
fn what_the_first_version_saved_is_replayed_and_played_on() {
    let folder = Folder::new("old");
    let saves = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/saves");
    for (name, end) in [
        ("chess", "Black wins (checkmate)."),
        (
            "kamisado",
            "Black (B) wins: it has reached the opponent's home row.",
        ),
        ("rolit", "Team YB wins, "),
    ] {
        let file = saves.join(format!("{name}.json"));
        std::fs::copy(&file, folder.file("old.json")).expect("copied");
        let (out, status) = folder.run("replay old.json --all", "");
        assert_eq!(status, Some(0), "{out}");
        assert!(
            out.trim_end()
                .lines()
                .last()
                .expect("a line")
                .starts_with(end),
            "{out}"
        );
    }
    std::fs::copy(saves.join("chess-half.json"), folder.file("half.json")).expect("copied");
    let (out, status) = folder.run("play --load half.json", "Nf3\ndraw\naccept\nNc6\naccept\n");
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("A draw by agreement."), "{out}");
    let text = std::fs::read_to_string(folder.file("half.json")).expect("there");
    assert!(text.starts_with("{\n  \"version\": 2,\n"), "{text}");
}
