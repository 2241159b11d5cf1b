//! Fuzz targets: functions that feed arbitrary bytes to the parsers of external input. They are used by the fuzzers in
//! `fuzz/` and, with random changes to valid samples, by `cargo test`.
//!
//! A target panics where the parser would, and where accepted input cannot be written and read back unchanged. This
//! module is not part of the library's public interface.

use arena::journal::check_journal_bytes;
use arena::openings::Openings;
#[cfg(feature = "server")]
use games::Settings;
use games::chess::epd::{self, EpdLine};
use games::chess::{Position, START_FEN};
use games::pgn::read::{PgnRecord, records};
use games::pgn::{Pgn, decoded};
use games::{kamisado, rolit};
#[cfg(feature = "server")]
use players::Seat;
use players::{Book, Registry};
use rooms::{Event, Room, game_of};
#[cfg(feature = "server")]
use rooms::{Options, Player};
use solve::{kamisado as kamisado_proof, mate};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

/// Fuzz target: a parser with valid samples of its input.
pub struct Target {
    /// Name of the target; `fuzz/fuzz_targets` has a file of this name for each target.
    pub name: &'static str,
    /// Function that parses arbitrary bytes, and panics if it finds a fault of the parser.
    pub run: fn(&[u8]),
    /// Valid inputs, which the parser accepts.
    pub samples: &'static [&'static str],
}

/// All fuzz targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "fen",
        run: fen,
        samples: &[
            START_FEN,
            "rnbqkbnr/ppp1pppp/8/8/3Pp3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 3",
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            "8/8/8/8/4Q1BN/7p/5R2/k3K1R1 w G - 0 1",
        ],
    },
    Target {
        name: "epd",
        run: epd,
        samples: &[
            "k7/8/1K6/8/8/8/8/7R w - - bm Rh8; id \"a; dm 3\"; dm 4;",
            "\u{feff}# comment\n\nk7/8/1K6/8/8/8/8/7R b - - 0 1 bm #-6; PV: a8b8;",
        ],
    },
    Target {
        name: "pgn",
        run: pgn,
        samples: &[
            "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O (1. Ra8+) Ke7 {x} *\n",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n\n1. d4 $1 d5 *\n",
            "% x\n[Event \"a \"b\" c\\\"]\n; y\n[Result]\n\n1.e4,e5\n\n2.Ng1-f3+= {[%clk 1]} 2...Z0 $300 ½-½ ; z\n",
            "[White \"A\"]\n[Variant \"Kamisado\"]\n[Match \"3\"]\n[Result \"*\"]\n\n1. c1c6 a8a7 2. c6a8 left *\n",
            "[Variant \"Rolit\"]\n[Result \"20-44\"]\n\n1. d3 (1. d3 {x} c3) c3 20-44\n",
        ],
    },
    Target {
        name: "problems",
        run: problem_files,
        samples: &[
            "k7/8/1K6/8/8/8/8/7R w - - dm 1; id \"One\"; acd 7; pv Rh8; c0 \"Author: Ann\";\n",
            "7k/8/5K2/8/8/8/8/6R1 w - - 0 1 #2\n",
            "[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n[Stipulation \"#2\"]\n\n1. Kf7 {x} Kh7 2. Rh1# *\n",
            "BeginProblem\nAuthor Ann\nPieces White Kb6 Rh1 Black Ka8\nStipulation #1\nOption SetPlay\nEndProblem\n",
            "algebraic:\n  white: [Kb6, Rh1]\n  black: [Ka8]\nstipulation: \"#1\"\nauthors: [Ann]\n",
            "{\"fen\": \"k7/8/1K6/8/8/8/8/7R w - - 0 1\", \"stipulation\": \"#1\", \"author\": \"Ann\"}\n",
        ],
    },
    Target {
        name: "puzzles",
        run: puzzles,
        samples: &[
            "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
             a,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,endgame short,,\n",
            "\"a, \"\"b\"\"\",6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8,900,80,90,100,\"x y\",,\r\n",
        ],
    },
    Target {
        name: "polyglot",
        run: polyglot,
        // The moves e2e4 and g1f3, each with a weight.
        samples: &["\u{3}\u{1c}\u{0}\u{2}\u{1}\u{55}\u{0}\u{1}"],
    },
    Target {
        name: "kamisado",
        run: kamisado_texts,
        samples: &[
            "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0 7",
            "NZPSARVM/8/8/8/3m++4/8/8/1v+raspzn+++ b m 0 7 3 0:1",
        ],
    },
    Target {
        name: "rolit",
        run: rolit_texts,
        samples: &[
            rolit::START,
            "8/8/8/3RY3/3BG3/8/8/8 R RYGB:RG/YB 1 students",
        ],
    },
    Target {
        name: "saved_game",
        run: saved_game,
        samples: &[SAVED_GAME, SAVED_ROOM],
    },
    Target {
        name: "certificate",
        run: certificate,
        samples: &[KAMISADO_PROOF, MATE_PROOF, NO_MATE_PROOF],
    },
    Target {
        name: "uci_line",
        run: uci_line,
        samples: &[
            "position fen 8/8/8/8/8/5k2/8/5K1R w - - 0 1 moves h1h3",
            "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 5 searchmoves e2e4 depth 3",
            "setoption name Hash value 16",
            "go mate 3 nodes 1000 movetime 5 perft 2",
        ],
    },
    Target {
        name: "page_messages",
        run: page_messages,
        samples: &[
            "{\"v\":1,\"type\":\"event\",\"room\":\"a\",\"n\":1,\"event\":{\"event\":\"move\",\"text\":\"e2e4\"}}\n\
             {\"v\":1,\"type\":\"event\",\"room\":\"a\",\"event\":{\"event\":\"offer_draw\"}}\n\
             {\"v\":1,\"type\":\"event\",\"room\":\"a\",\"event\":{\"event\":\"resign\"}}",
            "{\"v\":1,\"type\":\"hello\",\"room\":\"a\",\"seen\":3,\"lobby\":true}\n\
             {\"v\":1,\"type\":\"seek\",\"game\":\"chess\",\"settings\":{\"a\":\"b\"},\"clock\":\"5+3\"}",
        ],
    },
    Target {
        name: "journal",
        run: journal,
        samples: &[
            "d7b4e6e6 {\"form\":3,\"match\":{},\"pgn_bytes\":0}\n28199575 {\"pgn\":null,\"record\":1}\n",
        ],
    },
];

const SAVED_GAME: &str = "{\"variant\": \"chess\", \"rules\": \"standard\", \"start\": \
     \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\", \"seed\": 1, \"players\": \
     [{\"name\": \"a\", \"color\": \"white\", \"level\": \"person\"}, {\"name\": \"b\", \"color\": \
     \"black\", \"level\": \"easy\"}], \"moves\": [\"e2e4\"]}";

/// Saved game of Rolit with a clock, a player who has resigned, a player who is away, and an unanswered draw offer.
const SAVED_ROOM: &str = "{\"version\": 2, \"variant\": \"rolit\", \"rules\": \"students\", \
     \"start\": \"4/4/3* Y YRG 1 students\", \"clock\": \"5+3\", \"now\": 900, \"players\": \
     [{\"name\": \"a\", \"color\": \"Y\", \"level\": \"person\"}, {\"name\": \"b\", \"color\": \
     \"R\", \"level\": \"person\", \"away\": 800, \"offered\": 1}, {\"name\": \"c\", \"color\": \
     \"G\", \"level\": \"person\", \"out\": \"resignation\"}], \"moves\": [\"a1\"], \"spent\": [500], \
     \"turn\": {\"used\": 0, \"since\": 500}, \"question\": {\"ask\": {\"asks\": \"draw\"}, \
     \"by\": 1, \"waiting\": [0], \"until\": 30700}}";

const KAMISADO_PROOF: &str = "atalaya kamisado certificate 1
position 1S1PR1M1/3N1A2/3m2ZV/8/2n3a1/7z+/s1p2v2/3r4 b z 0 9
deadlock mutual
wins 8
first h3h5
1S1PR1M1/3N1A2/3m2ZV/7z+/2n3a1/8/s1p2v2/3r4 w A 0: f7f6 d6f8; f7e6 c2c3; f7f5 f2f4; f7d5 c4c8; \
f7f4 h5h6 c2f5; f7f3 c4c8
1S1PR1M1/3N3V/3m2Zz+/5p2/2n2Aa1/8/s4v2/3r4 w V 0: h7h7 f5f8
1S1PR1M1/3N4/3m2ZV/5A1z+/2n2va1/8/s1p5/3r4 w Z 0: g6g5 d1d2
1S1PR1M1/3N4/3m3V/5AZz+/2n2va1/8/s1pr4/8 w Z 0: g5h4 a2a8
1S1PR1M1/3N4/3mA1ZV/7z+/2n3a1/2p5/s4v2/3r4 w M 0: g8h7 c3h8; g8g7 d6f8; g8f7 g4g5
1S1PR3/3N1M2/3mA1ZV/6az+/2n5/2p5/s4v2/3r4 w R 0: e8e7 h5h6 c3h8
";

const MATE_PROOF: &str = "atalaya mate certificate 1
fen k7/8/2K5/8/8/8/8/1R6 w - - 0 1
rules problem
claim mate 2
a 2 c6c7 k7/8/2K5/8/8/8/8/1R6 w - -
";

const NO_MATE_PROOF: &str = "atalaya mate certificate 1
fen 7k/8/8/8/8/8/8/K7 w - - 0 1
rules fifty
claim none 2
";

/// Registry of the standard games, created once.
static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);

/// Parses a FEN, once by the rules of orthodox chess and once by those of Chess960.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for chess960 in [false, true] {
        if let Ok(read) = Position::read_fen(&text, chess960) {
            let (position, _) = read.split();
            let again = Position::from_fen(&position.fen(), chess960);
            assert_eq!(again.as_ref(), Ok(&position), "{text}");
        }
    }
}

/// Parses lines of EPD, writes them and parses them again; also reads their positions and mate lengths.
pub fn epd(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for (_, line) in epd::lines(&text) {
        let read = EpdLine::parse(line);
        let again = EpdLine::parse(&read.to_string());
        assert_eq!(again, read, "{line:?}");
        let _ = (read.position(false), read.mate_length(126));
    }
}

/// Parses PGN games and their moves, writes them and parses them again; also reads the text as openings of a match.
pub fn pgn(bytes: &[u8]) {
    let registry = &*REGISTRY;
    let text = decoded(bytes).unwrap_or_default();
    for mut found in records(&text).flatten() {
        let again = written_and_read(&found.pgn);
        assert_eq!(again.pgn, found.pgn, "{text}");
        if let Ok(read) = game_of(&mut found, registry) {
            let ((game, _), _) = read.split();
            let mut again = written_and_read(&found.pgn);
            let moves = game_of(&mut again, registry).map(|again| again.split().0.0.moves());
            assert_eq!(moves, Ok(game.moves()), "{text}");
            assert_eq!(again.pgn, found.pgn, "{text}");
        }
    }
    with_file(bytes, |path| {
        let _ = Openings::from_pgn(path, Some(20), false, None, |_, _| {});
    });
}

/// Writes a PGN game as text and parses it again. Panics unless the text holds exactly one game.
fn written_and_read(pgn: &Pgn) -> PgnRecord {
    let text = pgn.to_string();
    let mut records = records(&text);
    match (records.next(), records.next()) {
        (Some(Ok(found)), None) => found,
        others => panic!("{others:?}:\n{text}"),
    }
}

/// Parses problems in every file format and writes them in the same format; if nothing was lost, checks that parsing
/// the written text gives the same problems.
#[cfg(feature = "collection")]
pub fn problem_files(bytes: &[u8]) {
    use games::pgn::read::Reading;
    use problems::Draft;
    use problems::formats::{Format, Outgoing, popeye_problems, read, write};
    let _ = popeye_problems(bytes);
    for format in Format::ALL {
        let entries = read(bytes, format, Some(3), Reading::default());
        let drafts: Vec<Draft> = entries
            .into_iter()
            .filter_map(|entry| entry.draft.ok())
            .collect();
        let outgoing: Vec<Outgoing> = drafts
            .iter()
            .map(|draft| Outgoing { draft, keys: &[] })
            .collect();
        let written = write(&outgoing, format);
        if written.warnings.is_empty() {
            let again = read(written.text.as_bytes(), format, None, Reading::default());
            let again: Result<Vec<Draft>, games::Text> =
                again.into_iter().map(|entry| entry.draft).collect();
            assert_eq!(again.as_ref(), Ok(&drafts), "{format:?}: {}", written.text);
        }
    }
}

/// Does nothing: builds without the collection have no problem formats.
#[cfg(not(feature = "collection"))]
pub fn problem_files(_: &[u8]) {}

/// Parses puzzles in Lichess's CSV form without any filter, and plays their solutions.
#[cfg(feature = "collection")]
pub fn puzzles(bytes: &[u8]) {
    use problems::puzzle::csv::{Criteria, drawn};
    use rand::SeedableRng;
    let wanted = Criteria {
        themes: &[],
        ratings: (0, u32::MAX),
        count: 9,
    };
    let mut rng = rand::rngs::StdRng::seed_from_u64(1);
    let read = drawn(bytes, &wanted, &mut rng, games::Lang::EN, |_, _| {});
    for (_, puzzle) in read.unwrap_or_default() {
        let (puzzle, _) = puzzle.split();
        let mut here = puzzle.start;
        for text in &puzzle.moves {
            let m = here.parse_move(text).expect("a legal move");
            here = here.play(m);
        }
    }
}

/// Does nothing: programs that are built without the feature `collection` have no puzzles.
#[cfg(not(feature = "collection"))]
pub fn puzzles(_: &[u8]) {}

/// Parses the bytes as a Polyglot book, and a book in which each four bytes are a move from the start and its weight.
pub fn polyglot(bytes: &[u8]) {
    const START: u64 = 0x463b_9618_1691_fc9c;
    let mut entries = Vec::new();
    for chunk in bytes.as_chunks::<4>().0 {
        entries.extend(START.to_be_bytes());
        entries.extend(chunk);
        entries.extend([0; 4]);
    }
    book(&entries);
    book(bytes);
}

fn book(bytes: &[u8]) {
    with_file(bytes, |path| {
        if let Ok(book) = Book::open(&path.to_string_lossy()) {
            let start = Position::start();
            for (m, _) in book.moves(&start) {
                let _ = start.play(m);
            }
        }
    });
}

/// Parses a position and a match of Kamisado.
pub fn kamisado_texts(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(position) = kamisado::Position::parse(&text) {
        let again = kamisado::Position::parse(&position.to_text());
        assert_eq!(again, Ok(position), "{text}");
    }
    let _ = kamisado::Match::parse(&text, 1, kamisado::Rules::default());
}

/// Parses a position of Rolit.
pub fn rolit_texts(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = rolit::Position::parse(&text, rolit::Rules::Official);
}

/// Parses a saved game, writes it and parses it again, and then applies some events to its room.
pub fn saved_game(bytes: &[u8]) {
    let registry = &*REGISTRY;
    // A saved game over a problem contains a room, too.
    #[cfg(feature = "collection")]
    let _ = problems::play::Duel::parse(bytes, registry);
    let Ok(mut room) = Room::parse(bytes, registry) else {
        return;
    };
    if let Ok(text) = room.to_json() {
        let again = Room::parse(text.as_bytes(), registry).map(|again| again.to_json().ok());
        assert_eq!(again.ok().flatten().as_ref(), Some(&text));
    }
    let later = room.now() + Duration::from_secs(3600);
    let seat = room.game().turn();
    for event in [
        Event::OfferDraw { seat },
        Event::Tick,
        Event::Resign { seat },
    ] {
        let _ = room.apply(event, later);
    }
}

/// Parses and checks proofs of both kinds: of mates and of Kamisado positions.
pub fn certificate(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = mate::check::verify(&text, false);
    if let Ok(proof) = kamisado_proof::Certificate::parse(&text) {
        let again = kamisado_proof::Certificate::parse(&proof.to_text());
        assert_eq!(again.as_ref(), Ok(&proof), "{text}");
        let _ = kamisado_proof::check::check(&proof);
    }
}

/// Parses a UCI command, as a GUI sends it.
pub fn uci_line(bytes: &[u8]) {
    let _ = uci::command::parse(&String::from_utf8_lossy(bytes));
}

/// Parses messages of web pages to the site, one per line, and applies their events to a room for the player to move.
#[cfg(feature = "server")]
pub fn page_messages(bytes: &[u8]) {
    use server::protocol::ClientMessage;
    let Ok(begun) = REGISTRY.entries()[0].begin(&Settings::default(), None) else {
        return;
    };
    let person = |name: &str| Player {
        name: name.to_owned(),
        seat: Seat::Person,
    };
    let two = vec![person("a"), person("b")];
    let game = begun.split().0;
    let Ok((mut room, _)) = Room::seated(game, Options::default(), two, Duration::ZERO) else {
        return;
    };
    for line in String::from_utf8_lossy(bytes).lines() {
        let Ok(message) = ClientMessage::parse(line) else {
            continue;
        };
        let mut written = serde_json::json!(message);
        written["v"] = 1.into();
        assert!(ClientMessage::parse(&written.to_string()).is_ok(), "{line}");
        if let ClientMessage::Event { event, .. } = message {
            let seat = room.game().turn();
            let now = room.now() + Duration::from_secs(1);
            let _ = room.apply(event.in_seat(seat, Duration::ZERO), now);
        }
    }
}

/// Does nothing: builds without the site have no messages of web pages.
#[cfg(not(feature = "server"))]
pub fn page_messages(_: &[u8]) {}

/// Parses the journal of a match that is to be resumed.
pub fn journal(bytes: &[u8]) {
    check_journal_bytes(bytes);
}

/// Writes bytes to the temporary file of this thread and calls `read` with its path; does nothing if that fails.
fn with_file(bytes: &[u8], read: impl FnOnce(&Path)) {
    thread_local! {
        static FILE: std::io::Result<tempfile::NamedTempFile> = tempfile::NamedTempFile::new();
    }
    FILE.with(|file| {
        if let Ok(file) = file
            && std::fs::write(file, bytes).is_ok()
        {
            read(file.path());
        }
    });
}

#[cfg(test)]
mod tests;
