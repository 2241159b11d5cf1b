//! Rolit's figures, one thread: perft on both kinds of board, and, in the same run, the same count
//! by a generator that walks a list of cells.
//!
//! The expert's exact search of the last cells stands beside the alpha-beta that plays every game.
//!
//! `cargo bench --bench rolit`. Rates are in leaves per second; the last ply is counted in bulk by
//! both.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use games::perft::perft;
use games::rolit::{Cell, Color, Position, Rules, START, Shape, Size};
use games::{Game, Line};
use players::rolit::Expert;
use players::{AlphaBeta, Limits, Player};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// The plain way: a byte for each cell with a frame of holes around them, every run walked. The
/// players are the colours 2 to `players + 1`.
#[derive(Clone)]
struct Mailbox {
    cells: [u8; 19 * 19],
    players: u8,
    mover: u8,
    official: bool,
}

const HOLE: u8 = 0;
const EMPTY: u8 = 1;
const DIRECTIONS: [isize; 8] = [1, 18, 19, 20, -1, -18, -19, -20];

impl Mailbox {
    fn new(position: &Position) -> Mailbox {
        let mut mailbox = Mailbox {
            cells: [HOLE; 19 * 19],
            players: position.players() as u8,
            mover: position.turn() as u8 + 2,
            official: position.rules() == Rules::Official,
        };
        for cell in position.cells() {
            let owner = position.owner(cell);
            let seat = |color| position.colors().iter().position(|c| *c == color);
            // A colour without a player is one more.
            let code = owner.map(|color| seat(color).map_or(15, |seat| seat as u8 + 2));
            mailbox.cells[(cell.rank() + 1) * 19 + cell.file() + 1] = code.unwrap_or(EMPTY);
        }
        mailbox
    }

    /// Number of balls that a move turns in one direction.
    fn run(&self, cell: usize, step: isize) -> usize {
        let mut length = 0;
        let mut at = cell.wrapping_add_signed(step);
        while self.cells[at] > EMPTY && self.cells[at] != self.mover {
            length += 1;
            at = at.wrapping_add_signed(step);
        }
        if self.cells[at] == self.mover {
            length
        } else {
            0
        }
    }

    fn moves(&self) -> Vec<usize> {
        let begun = self.cells.iter().any(|cell| *cell > EMPTY);
        let (mut captures, mut contacts) = (Vec::new(), Vec::new());
        for cell in (0..self.cells.len()).filter(|cell| self.cells[*cell] == EMPTY) {
            let beside = |step: &isize| self.cells[cell.wrapping_add_signed(*step)] > EMPTY;
            if begun && !DIRECTIONS.iter().any(beside) {
                continue;
            }
            contacts.push(cell);
            if self.official && DIRECTIONS.iter().any(|step| self.run(cell, *step) > 0) {
                captures.push(cell);
            }
        }
        if captures.is_empty() {
            contacts
        } else {
            captures
        }
    }

    fn play(&self, cell: usize) -> Mailbox {
        let mut next = self.clone();
        next.cells[cell] = self.mover;
        for step in DIRECTIONS {
            let mut at = cell;
            for _ in 0..self.run(cell, step) {
                at = at.wrapping_add_signed(step);
                next.cells[at] = self.mover;
            }
        }
        next.mover = 2 + (self.mover - 1) % self.players;
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            1 => moves.len() as u64,
            _ => moves.iter().map(|m| self.play(*m).perft(depth - 1)).sum(),
        }
    }
}

fn counting(c: &mut Criterion) {
    let official = |text: &str| Position::parse(text, Rules::Official).expect("a position");
    let students =
        |shape, size, players| Position::students_for(shape, size, players).expect("a game");
    let cases = [
        ("official RYGB", official(START), 9),
        ("official RG", official("8/8/8/3RY3/3BG3/8/8/8 R RG 1"), 9),
        (
            "students 8x8 YR",
            official("8/8/8/8/8/8/8/8 Y YR 1 students"),
            5,
        ),
        (
            "students square small YR",
            students(Shape::Square, Size::Small, "YR"),
            5,
        ),
        (
            "students circle large YRGL",
            students(Shape::Circle, Size::Large, "YRGL"),
            4,
        ),
    ];
    let mut group = c.benchmark_group("rolit/perft");
    group.sample_size(10);
    for (name, position, depth) in cases {
        let nodes = perft(&position, depth);
        let mailbox = Mailbox::new(&position);
        assert_eq!(mailbox.perft(depth), nodes, "{name}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new("atalaya", name), |b| {
            b.iter(|| assert_eq!(perft(black_box(&position), depth), nodes));
        });
        group.bench_function(BenchmarkId::new("cell by cell", name), |b| {
            b.iter(|| assert_eq!(black_box(&mailbox).perft(depth), nodes));
        });
    }
    group.finish();
}

/// Whole games, as strategies and servers play them: every ply asks for the moves, plays one, and
/// asks for the key and the outcome.
fn playing(c: &mut Criterion) {
    let start = Position::students_for(Shape::Square, Size::Large, "YRGLOKPBWE").expect("a game");
    let cells = start.cells().len();
    let mut group = c.benchmark_group("rolit/game");
    group.throughput(Throughput::Elements(cells as u64));
    group.bench_function("students square large, ten players", |b| {
        b.iter(|| {
            let mut here = start;
            let mut pick = 0;
            while here.outcome().is_none() {
                let moves: Vec<Cell> = here.legal_moves();
                pick = (pick + 7919) % moves.len();
                here = here.play(moves[pick]);
                black_box(here.key());
            }
            assert_eq!(usize::from(here.ply()), cells + 1);
        });
    });
    group.finish();
}

/// The last cells, to the end: the expert's exact search beside the alpha-beta that plays every game.
fn ending(c: &mut Criterion) {
    const LEFT: u32 = 12;
    let mut here = Position::official(&[Color::Red, Color::Green]).expect("a game");
    let mut pick = 0;
    while here.empty_cells() > LEFT {
        let moves: Vec<Cell> = here.legal_moves();
        pick = (pick + 7919) % moves.len();
        here = here.play(moves[pick]);
    }
    let line = Line::new(here);
    let limits = Limits {
        depth: Some(LEFT),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let ask = |player: &mut dyn Player<Position>| {
        player.new_game(&here, &stop).expect("ready");
        let choice = player.choose(black_box(&line), &limits, &stop);
        choice.expect("a move").report.score
    };
    // Each search begins with an empty table: a small one, so that clearing it takes no time.
    let mut expert = Expert::new(1).expect("memory");
    assert_eq!(ask(&mut expert), ask(&mut AlphaBeta));
    let mut group = c.benchmark_group("rolit/last twelve cells");
    group.sample_size(10);
    group.bench_function("expert", |b| b.iter(|| ask(&mut expert)));
    group.bench_function("alphabeta", |b| b.iter(|| ask(&mut AlphaBeta)));
    group.finish();
}

criterion_group!(rolit, counting, playing, ending);
criterion_main!(rolit);
