//! A slow, plain second implementation of the rules: an 8×8 array of cells, a referee that asks
//! one question at a time. It shares nothing with the crate, not even the board's colours, and
//! keeps rows and columns as the assignment counts them: row 0 is White's home, row 7 Black's.

pub const COLORS: [&str; 8] = [
    "NZPSARVM", "RNSVZAMP", "VSNRPMAZ", "SPZNMVRA", "ARVMNZPS", "ZAMPRNSV", "PMAZVSNR", "MVRASPZN",
];

/// The side: `B` (blanco, White) or `N` (negro, Black), as the assignment writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    White,
    Black,
}

impl Turn {
    pub fn other(self) -> Turn {
        match self {
            Turn::White => Turn::Black,
            Turn::Black => Turn::White,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tower {
    pub turn: Turn,
    pub color: char,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub color: char,
    pub tower: Option<Tower>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub cells: [[Cell; 8]; 8],
}

pub type Place = (usize, usize);

impl Board {
    pub fn empty() -> Board {
        let mut cells = [[Cell {
            color: ' ',
            tower: None,
        }; 8]; 8];
        for (row, colors) in COLORS.iter().enumerate() {
            for (column, color) in colors.chars().enumerate() {
                cells[row][column].color = color;
            }
        }
        Board { cells }
    }

    pub fn find(&self, wanted: Tower) -> Option<Place> {
        for row in 0..8 {
            for column in 0..8 {
                if self.cells[row][column].tower == Some(wanted) {
                    return Some((row, column));
                }
            }
        }
        None
    }

    pub fn place_of(&self, wanted: Tower) -> Place {
        match self.find(wanted) {
            Some(place) => place,
            None => panic!("{wanted:?} is not on the board"),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    HomeRow(Turn),
    Deadlock(Turn),
}

#[derive(Clone, Debug)]
pub struct Referee {
    pub board: Board,
    pub turn: Turn,
    /// The colour that must move; `None` on the very first ply, and if the side has no such tower.
    pub required: Option<char>,
    pub last_was_zero: bool,
    pub last_real_mover: Option<Turn>,
    pub end: Option<End>,
    /// The published reading of deadlock: follow the forced zero moves.
    pub cycle: bool,
}

impl Referee {
    pub fn start() -> Referee {
        let mut board = Board::empty();
        for column in 0..8 {
            for (row, turn) in [(0, Turn::White), (7, Turn::Black)] {
                let color = board.cells[row][column].color;
                board.cells[row][column].tower = Some(Tower { turn, color });
            }
        }
        Referee {
            board,
            turn: Turn::Black,
            required: None,
            last_was_zero: false,
            last_real_mover: None,
            end: None,
            cycle: false,
        }
    }

    /// Reads the text of a position that is known to be right.
    pub fn read(text: &str) -> Referee {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut referee = Referee::start();
        referee.board = Board::empty();
        for (row, line) in fields[0].split('/').enumerate() {
            let mut column = 0;
            for letter in line.chars() {
                if let Some(count) = letter.to_digit(10) {
                    column += count as usize;
                } else {
                    let turn = if letter.is_uppercase() {
                        Turn::White
                    } else {
                        Turn::Black
                    };
                    let color = letter.to_ascii_uppercase();
                    referee.board.cells[row][column].tower = Some(Tower { turn, color });
                    column += 1;
                }
            }
        }
        referee.turn = if fields[1] == "b" {
            Turn::Black
        } else {
            Turn::White
        };
        referee.required = match fields[2] {
            "-" => None,
            color => color.to_ascii_uppercase().chars().next(),
        };
        referee.last_was_zero = fields[3] == "1";
        referee.last_real_mover = Some(if referee.last_was_zero {
            referee.turn
        } else {
            referee.turn.other()
        });
        referee.judge_deadlock();
        referee
    }

    fn steps(&self, tower: Tower) -> Vec<(Place, Place)> {
        let from = self.board.place_of(tower);
        let forward = if tower.turn == Turn::White { 1 } else { -1 };
        let mut steps = Vec::new();
        for sideways in [-1, 0, 1] {
            let (mut row, mut column) = (from.0 as i32, from.1 as i32);
            loop {
                row += forward;
                column += sideways;
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    break;
                }
                let place = (row as usize, column as usize);
                if self.board.cells[place.0][place.1].tower.is_some() {
                    break;
                }
                steps.push((from, place));
            }
        }
        steps
    }

    fn required_tower(&self) -> Option<Tower> {
        let turn = self.turn;
        self.required.map(|color| Tower { turn, color })
    }

    /// All steps of a side.
    fn all_steps(&self, turn: Turn) -> Vec<(Place, Place)> {
        let towers = "AZMNPRSV".chars().map(|color| Tower { turn, color });
        towers
            .filter(|tower| self.board.find(*tower).is_some())
            .flat_map(|tower| self.steps(tower))
            .collect()
    }

    pub fn moves(&self) -> Vec<(Place, Place)> {
        if self.end.is_some() {
            return Vec::new();
        }
        match self.required_tower() {
            None => self.all_steps(self.turn),
            Some(tower) => {
                let steps = self.steps(tower);
                if steps.is_empty() {
                    let place = self.board.place_of(tower);
                    return vec![(place, place)];
                }
                steps
            }
        }
    }

    pub fn play(&self, (from, to): (Place, Place)) -> Referee {
        let mut next = self.clone();
        next.required = Some(self.board.cells[to.0][to.1].color);
        next.turn = self.turn.other();
        next.last_was_zero = from == to;
        let required = next.required_tower().expect("a colour");
        if self.board.find(required).is_none() {
            next.required = None;
        }
        if from != to {
            next.last_real_mover = Some(self.turn);
            let tower = next.board.cells[from.0][from.1].tower.take();
            next.board.cells[to.0][to.1].tower = tower;
            let goal = if self.turn == Turn::White { 7 } else { 0 };
            if to.0 == goal {
                next.end = Some(End::HomeRow(self.turn));
                return next;
            }
        }
        next.judge_deadlock();
        next
    }

    fn judge_deadlock(&mut self) {
        let Some(tower) = self.required_tower() else {
            if self.all_steps(self.turn).is_empty() {
                self.end = Some(End::Deadlock(self.turn.other()));
            }
            return;
        };
        if !self.last_was_zero || !self.steps(tower).is_empty() {
            return;
        }
        if self.cycle && self.chain_frees_somebody(tower) {
            return;
        }
        let loser = self.last_real_mover.expect("somebody moved");
        self.end = Some(End::Deadlock(loser.other()));
    }

    /// Sixteen towers at most can be visited: a chain as long as that repeats.
    fn chain_frees_somebody(&self, mut tower: Tower) -> bool {
        for _ in 0..17 {
            let Some((row, column)) = self.board.find(tower) else {
                return !self.all_steps(tower.turn).is_empty();
            };
            if !self.steps(tower).is_empty() {
                return true;
            }
            tower = Tower {
                turn: tower.turn.other(),
                color: self.board.cells[row][column].color,
            };
        }
        false
    }

    pub fn move_text((from, to): (Place, Place)) -> String {
        let name = |(row, column): Place| format!("{}{}", char::from(b'a' + column as u8), 8 - row);
        name(from) + &name(to)
    }
}

/// What a perft table counts at its last ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub nodes: u64,
    pub home_row: u64,
    pub deadlock: u64,
    pub last_zero: u64,
}

pub fn perft(referee: &Referee, depth: u32, counts: &mut Counts) {
    if depth == 0 {
        counts.nodes += 1;
        counts.last_zero += u64::from(referee.last_was_zero);
        match referee.end {
            Some(End::HomeRow(_)) => counts.home_row += 1,
            Some(End::Deadlock(_)) => counts.deadlock += 1,
            None => {}
        }
        return;
    }
    for m in referee.moves() {
        perft(&referee.play(m), depth - 1, counts);
    }
}
