//! Proof games: against games that are played out one by one, on random games, and from the command line; and what is
//! concluded about last moves.

use crate::stipulations::command::{complaint, run, said, status};
use games::chess::Position;
use oracles::positions::Random;
use serde_json::Value;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position as _};
use solve::stipulation::{Extent, Inquiry, Part, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Output};

/// Men and side to move, which are all that a game has to lead to.
fn diagram(p: &Chess) -> String {
    let turn = p.turn().fold_wb('w', 'b');
    format!("{} {turn} - - 0 1", p.board())
}

type Games = BTreeSet<Vec<String>>;

/// Every game of so many half-moves, by its last diagram. Games that have been there before are left out.
fn play_out(half_moves: usize) -> BTreeMap<String, Games> {
    let mut games: BTreeMap<String, Games> = BTreeMap::new();
    let mut open = vec![(Chess::default(), Vec::new(), Vec::new())];
    while let Some((p, moves, seen)) = open.pop() {
        let here = diagram(&p);
        if moves.len() == half_moves {
            if !seen.contains(&here) {
                games.entry(here).or_default().insert(moves);
            }
            continue;
        }
        for m in p.legal_moves() {
            let (mut moves, mut seen): (Vec<String>, Vec<String>) = (moves.clone(), seen.clone());
            moves.push(UciMove::from_standard(m).to_string());
            if seen.len() < moves.len() - 1 {
                seen.push(here.clone());
            }
            open.push((p.clone().play(m).expect("legal"), moves, seen));
        }
    }
    games
}

fn solve(solver: &mut Solver, fen: &str, asked: &str, most: Option<usize>) -> Part {
    let position = Position::from_fen(fen, false).expect(fen);
    let inquiry = Inquiry {
        most,
        ..Inquiry::new(asked.parse().expect(asked))
    };
    inquiry.check_with(position.turn()).expect(asked);
    solver
        .inquire(&position, &inquiry, None, |_| {})
        .parts
        .remove(0)
}

/// The games, each of which leads to the diagram.
fn replayed(part: &Part, fen: &str) -> Games {
    let mut games = Games::new();
    for line in &part.lines {
        let mut p = Chess::default();
        let mut texts = Vec::new();
        let mut here = part.position;
        for &m in &line.moves {
            let text = here.move_text(m);
            let uci: UciMove = text.parse().expect("a move");
            p = p
                .clone()
                .play(uci.to_move(&p).expect("legal"))
                .expect("legal");
            here = here.play(m);
            texts.push(text);
        }
        assert_eq!(diagram(&p), fen, "{texts:?}");
        assert!(games.insert(texts), "{fen}: twice");
    }
    games
}

#[test]
fn the_games_are_those_that_are_found_by_playing_all_out() {
    let mut solver = Solver::new(4).expect("memory");
    let lengths: Vec<BTreeMap<String, Games>> = (1..=4).map(play_out).collect();
    let (mut compared, mut several) = (0, 0);
    for (index, games) in lengths.iter().enumerate() {
        let half_moves = index + 1;
        let shorter = half_moves.checked_sub(3).map(|index| &lengths[index]);
        let step = games.len().div_ceil(250);
        for (fen, expected) in games.iter().step_by(step) {
            let mut expected = expected.clone();
            expected.extend(
                shorter
                    .and_then(|games| games.get(fen))
                    .into_iter()
                    .flatten()
                    .cloned(),
            );
            let half = [".0", ".5"][half_moves % 2];
            let part = solve(
                &mut solver,
                fen,
                &format!("PG {}{half}", half_moves / 2),
                None,
            );
            assert_eq!(part.extent, Extent::All);
            assert_eq!(replayed(&part, fen), expected, "{fen}");
            compared += 1;
            several += usize::from(expected.len() > 1);
        }
    }
    assert!(compared > 500 && several > 200, "{compared} {several}");
}

#[test]
fn a_game_that_was_played_is_found_or_a_shorter_one() {
    let mut solver = Solver::new(16).expect("memory");
    let mut random = Random(48);
    let (mut shorter, mut captures) = (0, 0);
    for game in 0..160 {
        let half_moves = 5 + game % 5;
        let mut p = Chess::default();
        for _ in 0..half_moves {
            let moves = p.legal_moves();
            let taking: Vec<_> = moves.iter().filter(|m| m.is_capture()).collect();
            let m = match taking.len() {
                0 => moves[random.below(moves.len())],
                many => *taking[random.below(many)],
            };
            captures += usize::from(m.is_capture());
            p = p.play(m).expect("legal");
        }
        let fen = diagram(&p);
        let half = ["", ".5"][half_moves % 2];
        let part = solve(
            &mut solver,
            &fen,
            &format!("dia{}{half}", half_moves / 2),
            Some(300),
        );
        assert!(!part.lines.is_empty(), "{fen} in {half_moves}");
        replayed(&part, &fen);
        let shortest = solve(&mut solver, &fen, "dia", Some(300));
        let least = shortest.lines.iter().map(|line| line.moves.len());
        let (least, most) = (
            least.clone().min().expect("a game"),
            least.max().expect("a game"),
        );
        assert!(least == most && least <= half_moves, "{fen} {least} {most}");
        replayed(&shortest, &fen);
        shorter += usize::from(least < half_moves);
    }
    assert!(shorter > 0 && captures > 200, "{shorter} {captures}");
}

/// Geza Schweig, 1938: the knight of b8 comes to g8.
const SCHWEIG: &str = "r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR w - - 0 1";

#[test]
fn a_proof_game_is_written_as_popeye_does() {
    let output = run(&["PG 4.0", "--fen", SCHWEIG, "--threads", "2"]);
    assert_eq!(status(&output), 0);
    let version = env!("CARGO_PKG_VERSION");
    let game = "1.Sb1-c3 d7-d6 2.Sc3-d5 Sb8-d7 3.Sd5*e7 Sd7-f6 4.Se7*g8 Sf6*g8 dia";
    assert_eq!(
        said(&output),
        format!(
            "dia4, White begins (15 + 14)\n\n  {game}\n\n1 solution\n\
             C+ Atalaya {version} (dia4: 1 solution; all moves tried; … s)\n"
        )
    );
    let shortest = run(&["dia", "--fen", SCHWEIG]);
    assert_eq!(said(&shortest), said(&output));
    let json = run(&["dia", "--fen", SCHWEIG, "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["stipulation"], "dia4");
    assert_eq!(json["parts"][0]["lines"][0]["text"], game);
    assert_eq!(json["parts"][0]["lines"][0]["san"][7], "Nxg8");
    let short = run(&["dia5", "--fen", SCHWEIG, "--solutions", "1"]);
    assert!(said(&short).contains("Stopped after 1 solution, as asked"));
    let open = run(&["dia8", "--fen", SCHWEIG, "--nodes", "1000"]);
    assert_eq!(status(&open), 3);
    assert!(said(&open).contains("Not finished: "), "{}", said(&open));
}

#[test]
fn a_game_may_begin_anywhere_and_keeps_the_rights_that_are_asked_for() {
    let from = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1";
    let to = "8/4k3/8/8/8/8/R7/4K3 b - - 0 1";
    let output = run(&["dia1", "--from", from, "--fen", to]);
    assert!(
        said(&output).contains("dia1, Black begins (2 + 1)\n\n  1...Ke8-e7 2.Ra1-a2 dia\n"),
        "{}",
        said(&output)
    );
    // After 1.e3 the king has still to be able to castle.
    let kept = "rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let lost = "rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w kq - 0 1";
    let count = |fen: &str| {
        let json = run(&["dia3", "--fen", fen, "--json"]);
        let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
        json["parts"][0]["solutions"].as_u64().expect("a number")
    };
    assert!(count(kept) < count(lost) && count(kept) > 0);
}

#[test]
fn what_a_proof_game_does_not_have_is_refused() {
    for (args, words) in [
        (
            &["dia3.5", "--fen", SCHWEIG][..],
            "after dia3.5 it is Black's turn, but in the position it is White's",
        ),
        (
            &["dia4", "--fen", SCHWEIG, "--duplex"],
            "dia4 has no duplex",
        ),
        (
            &["dia4", "--fen", SCHWEIG, "--set-play"],
            "dia4 has no set play",
        ),
        (&["dia4", "--fen", SCHWEIG, "--tries"], "dia4 has no tries"),
        (
            &["h#2", "--fen", SCHWEIG, "--from", SCHWEIG],
            "h#2 begins with the position itself",
        ),
    ] {
        let said = complaint(&run(args));
        assert!(said.contains(words), "{said}");
    }
}

fn retro(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.arg("retro").args(args).output().expect("it runs")
}

#[test]
fn last_moves_and_conventions_are_said_in_both_languages() {
    let fen = "kN6/pp6/5P1P/5PpK/8/8/8/8 w - - 0 1";
    let output = retro(&["--fen", fen, "--lang", "en"]);
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    assert!(
        text.contains("Black can have moved last: yes, 1 move can be taken back\n"),
        "{text}"
    );
    assert!(text.contains("En passant on g6: allowed"), "{text}");
    assert_eq!(status(&output), 0);
    let spanish = retro(&[
        "--fen",
        "r3k3/p1ppp3/8/8/8/8/8/4K2R w K - 0 1",
        "--lang",
        "es",
    ]);
    let text = String::from_utf8(spanish.stdout).expect("UTF-8");
    assert!(
        text.contains("Enroque con la torre de a8: no permitido"),
        "{text}"
    );
    let json = retro(&["--fen", fen, "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["en_passant"][0]["square"], "g6");
    assert_eq!(json["en_passant"][0]["allowed"], true);
    let bad = complaint(&retro(&["--fen", "nonsense"]));
    assert!(bad.contains("nonsense"), "{bad}");
}
