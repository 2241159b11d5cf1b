//! A strict reader of the engine's lines: the keywords in the one order that every GUI's parser
//! takes, whole numbers, one space between words, nothing unknown.

/// A line from the engine during a search.
#[derive(Clone, Debug)]
pub enum Said {
    /// `info … score …`
    Info(Info),
    /// `info string …`
    String(String),
    /// `info depth … currmove … currmovenumber …`
    Current,
    /// `bestmove … [ponder …]`
    BestMove {
        /// The move, or `(none)`.
        best: String,
        /// The expected reply.
        ponder: Option<String>,
    },
}

/// A line with a score.
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: u64,
    pub seldepth: Option<u64>,
    pub multipv: u64,
    pub score: Score,
    pub bound: Option<String>,
    pub wdl: Option<[u64; 3]>,
    pub nodes: u64,
    pub hashfull: u64,
    pub tbhits: u64,
    pub time: u64,
    pub pv: Vec<String>,
}

/// A score from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Cp(i64),
    Mate(i64),
}

impl Score {
    /// A number that grows with what the score is worth.
    pub fn rank(self) -> i64 {
        match self {
            Score::Cp(cp) => cp,
            Score::Mate(n) if n > 0 => 1_000_000 - n,
            Score::Mate(n) => -1_000_000 - n,
        }
    }
}

/// The words of a line, taken one after the other.
struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    fn take_if(&mut self, word: &str) -> bool {
        let found = self.words.get(self.next) == Some(&word);
        self.next += usize::from(found);
        found
    }

    fn word(&mut self) -> Result<&'a str, String> {
        let word = self.words.get(self.next).copied();
        self.next += 1;
        word.ok_or_else(|| "the line ends too soon".to_owned())
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.word()?;
        let plain = word.strip_prefix('-').unwrap_or(word);
        if plain.is_empty() || !plain.bytes().all(|b| b.is_ascii_digit()) {
            return Err(format!("'{word}' is not a whole number"));
        }
        word.parse().map_err(|_| format!("'{word}' does not fit"))
    }

    fn keyword<T: std::str::FromStr>(&mut self, keyword: &str) -> Result<T, String> {
        if !self.take_if(keyword) {
            let found = self.words.get(self.next);
            return Err(format!("expected '{keyword}', found {found:?}"));
        }
        self.number()
    }

    fn rest(&mut self) -> Vec<String> {
        let rest = self.words[self.next..].iter();
        self.next = self.words.len();
        rest.map(|word| (*word).to_owned()).collect()
    }
}

impl Said {
    /// Reads a line.
    ///
    /// # Errors
    /// Says what a GUI's parser could stumble over.
    pub fn parse(line: &str) -> Result<Said, String> {
        if let Some(text) = line.strip_prefix("info string ") {
            // Nibbler reads such strings as statistics of a move.
            let first = text.split(' ').next().unwrap_or_default();
            if first == "node" || is_move(first) {
                return Err("a string must not begin with a move or the word node".to_owned());
            }
            return Ok(Said::String(text.to_owned()));
        }
        let mut words = Words {
            words: line.split(' ').collect(),
            next: 0,
        };
        if words.words.iter().any(|w| w.is_empty()) || line.contains(['\t', '\r']) {
            return Err("words must be separated by one space".to_owned());
        }
        let said = if words.take_if("bestmove") {
            let best = words.word()?.to_owned();
            let ponder = if words.take_if("ponder") {
                Some(words.word()?.to_owned())
            } else {
                None
            };
            Said::BestMove { best, ponder }
        } else if words.take_if("info") {
            info(&mut words)?
        } else {
            return Err("neither info nor bestmove".to_owned());
        };
        match words.rest() {
            rest if rest.is_empty() => Ok(said),
            rest => Err(format!("not understood: {rest:?}")),
        }
    }
}

fn info(words: &mut Words<'_>) -> Result<Said, String> {
    let depth = words.keyword("depth")?;
    if words.take_if("currmove") {
        let m = words.word()?;
        let number: u64 = words.keyword("currmovenumber")?;
        return if is_move(m) && number > 0 {
            Ok(Said::Current)
        } else {
            Err(format!("currmove {m} {number}"))
        };
    }
    let optional = |words: &mut Words<'_>, keyword: &str| -> Result<Option<u64>, String> {
        if words.take_if(keyword) {
            words.number().map(Some)
        } else {
            Ok(None)
        }
    };
    let seldepth = optional(words, "seldepth")?;
    let multipv = optional(words, "multipv")?.unwrap_or(1);
    if !words.take_if("score") {
        return Err("expected a score after depth, seldepth and multipv".to_owned());
    }
    let score = match words.word()? {
        "cp" => Score::Cp(words.number()?),
        "mate" => Score::Mate(words.number()?),
        other => return Err(format!("a score of kind '{other}'")),
    };
    let bound = ["lowerbound", "upperbound"]
        .into_iter()
        .find(|bound| words.take_if(bound));
    let wdl = if words.take_if("wdl") {
        Some([words.number()?, words.number()?, words.number()?])
    } else {
        None
    };
    let nodes = words.keyword("nodes")?;
    let _nps: u64 = words.keyword("nps")?;
    let hashfull = words.keyword("hashfull")?;
    let tbhits = words.keyword("tbhits")?;
    let time = words.keyword("time")?;
    let pv = if words.take_if("pv") {
        words.rest()
    } else {
        Vec::new()
    };
    if let Some(odd) = pv.iter().find(|m| !is_move(m)) {
        return Err(format!("'{odd}' in the pv is not a move"));
    }
    Ok(Said::Info(Info {
        depth,
        seldepth,
        multipv,
        score,
        bound: bound.map(str::to_owned),
        wdl,
        nodes,
        hashfull,
        tbhits,
        time,
        pv,
    }))
}

/// Whether a word has the form of a move: lower-case long algebraic notation.
pub fn is_move(word: &str) -> bool {
    let square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    match word.as_bytes() {
        [a, b, c, d] => square(*a, *b) && square(*c, *d),
        [a, b, c, d, role] => square(*a, *b) && square(*c, *d) && b"nbrq".contains(role),
        _ => false,
    }
}
