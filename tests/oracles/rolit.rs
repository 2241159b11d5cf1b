//! Rolit once more, from the specification and as plainly as possible: cells in a list of lists,
//! every run walked cell by cell. Shares nothing with the crate but the texts that it reads.

/// What lies in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Hole,
    Empty,
    Ball(char),
}

use Content::{Ball, Empty, Hole};

/// A position. `cells[0]` is the bottom rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    pub official: bool,
    pub cells: Vec<Vec<Content>>,
    pub players: Vec<char>,
    /// The team of each player; without teams everybody's own.
    pub teams: Vec<usize>,
    pub turn: usize,
}

const DIRECTIONS: [(isize, isize); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

impl Referee {
    /// Reads a text of the form that the crate reads too. It must be well formed.
    pub fn read(text: &str) -> Referee {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = Vec::new();
        for rank in fields[0].split('/').rev() {
            let mut row = Vec::new();
            let mut number = String::new();
            for letter in rank.chars().chain(['.']) {
                if letter.is_ascii_digit() {
                    number.push(letter);
                    continue;
                }
                if !number.is_empty() {
                    let empty: usize = number.parse().expect("a number");
                    row.extend(vec![Empty; empty]);
                    number.clear();
                }
                match letter {
                    '.' => {}
                    '*' => row.push(Hole),
                    _ => row.push(Ball(letter)),
                }
            }
            cells.push(row);
        }
        let (letters, sides) = fields[2].split_once(':').unwrap_or((fields[2], ""));
        let players: Vec<char> = letters.chars().collect();
        let mut teams: Vec<usize> = (0..players.len()).collect();
        for (side, members) in sides.split('/').enumerate() {
            for member in members.chars() {
                let seat = players.iter().position(|p| *p == member);
                teams[seat.expect("a player")] = side;
            }
        }
        let mover = fields[1].chars().next();
        let turn = players.iter().position(|p| Some(*p) == mover);
        Referee {
            official: fields.last() != Some(&"students"),
            cells,
            turn: turn.expect("a player"),
            players,
            teams,
        }
    }

    pub fn at(&self, file: isize, rank: isize) -> Content {
        let row = usize::try_from(rank).ok().and_then(|r| self.cells.get(r));
        let cell = usize::try_from(file).ok().and_then(|f| row?.get(f));
        cell.copied().unwrap_or(Hole)
    }

    /// All coordinates, a1 first, then b1.
    fn coordinates(&self) -> Vec<(isize, isize)> {
        let mut list = Vec::new();
        for (rank, row) in self.cells.iter().enumerate() {
            for file in 0..row.len() {
                list.push((file as isize, rank as isize));
            }
        }
        list
    }

    /// The balls that the player to move would turn.
    pub fn flips(&self, file: isize, rank: isize) -> Vec<(isize, isize)> {
        let own = Ball(self.players[self.turn]);
        let mut all = Vec::new();
        for (right, up) in DIRECTIONS {
            let mut run = Vec::new();
            let (mut f, mut r) = (file + right, rank + up);
            loop {
                let content = self.at(f, r);
                if content == own {
                    all.extend(run);
                    break;
                }
                if !matches!(content, Ball(_)) {
                    break;
                }
                run.push((f, r));
                f += right;
                r += up;
            }
        }
        all
    }

    fn touches(&self, file: isize, rank: isize) -> bool {
        DIRECTIONS
            .iter()
            .any(|(right, up)| matches!(self.at(file + right, rank + up), Ball(_)))
    }

    fn empty(&self) -> Vec<(isize, isize)> {
        let mut list = self.coordinates();
        list.retain(|(f, r)| self.at(*f, *r) == Empty);
        list
    }

    /// The legal cells, a1 first.
    pub fn moves(&self) -> Vec<(isize, isize)> {
        let empty = self.empty();
        let begun = self
            .coordinates()
            .iter()
            .any(|(f, r)| matches!(self.at(*f, *r), Ball(_)));
        if self.official {
            let mut captures = empty.clone();
            captures.retain(|(f, r)| !self.flips(*f, *r).is_empty());
            if !captures.is_empty() {
                return captures;
            }
        }
        let mut touching = empty;
        touching.retain(|(f, r)| !begun || self.touches(*f, *r));
        touching
    }

    pub fn play(&self, file: isize, rank: isize) -> Referee {
        let mut next = self.clone();
        let own = Ball(self.players[self.turn]);
        for (f, r) in self.flips(file, rank).into_iter().chain([(file, rank)]) {
            next.cells[r as usize][f as usize] = own;
        }
        next.turn = (self.turn + 1) % self.players.len();
        next
    }

    pub fn count(&self, color: char) -> usize {
        let balls = self.cells.iter().flatten();
        balls.filter(|c| **c == Ball(color)).count()
    }

    /// What each seat has, teams added up.
    pub fn points(&self) -> Vec<usize> {
        let mut sums = vec![0; self.players.len()];
        for (seat, color) in self.players.iter().enumerate() {
            sums[self.teams[seat]] += self.count(*color);
        }
        self.teams.iter().map(|team| sums[*team]).collect()
    }

    /// Who shares the first place, if the game is over.
    pub fn winners(&self) -> Option<Vec<usize>> {
        if !self.empty().is_empty() {
            return None;
        }
        let points = self.points();
        let best = points.iter().max().copied();
        let first = (0..points.len()).filter(|seat| Some(points[*seat]) == best);
        Some(first.collect())
    }

    pub fn name(file: isize, rank: isize) -> String {
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }
}

/// The number of sequences of exactly `depth` plies.
pub fn perft(position: &Referee, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    let counts = moves
        .iter()
        .map(|(f, r)| perft(&position.play(*f, *r), depth - 1));
    counts.sum()
}
