//! Problems to be played, and the program that plays them.

use crate::databases::block_on;
use crate::pipe::run;
use problems::play::{Act, Challenge, Duel, Mind, Seated, Side};
use problems::verify::{Outcome, Verifier};
use problems::{Draft, State, Stipulation};
use serde_json::Value;
use std::process::Command;
use std::time::Duration;
use store::{Database, NewPlay, Password, Recorded, Store};
use tempfile::TempDir;

/// White mates in two by 1.Ra6 alone.
pub const TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/// Black does, the same with the colours changed.
pub const BLACK_TWO: &str = "r7/8/8/8/8/1p6/PP6/KBk5 b - - 0 1";
/// White mates in one, by many moves.
pub const ONE: &str = "4k3/8/4K3/8/8/8/8/R7 w - - 0 1";
/// White mates in three.
pub const THREE: &str = "8/8/8/8/8/2K5/7R/1k6 w - - 0 1";

/// One of each length and one by Black, with the number of moves.
pub const MATES: [(&str, u32); 4] = [(TWO, 2), (BLACK_TWO, 2), (ONE, 1), (THREE, 3)];

pub const PASSWORD: &str = "correct horse battery";

/// A new person.
pub async fn person(collection: &Store, name: &str) -> i64 {
    let user = collection
        .accounts()
        .sign_up(name, &Password::new(PASSWORD))
        .await;
    user.expect("a new name").id
}

/// A machine.
pub async fn machine(collection: &Store, name: &str) -> i64 {
    let found = collection
        .accounts()
        .by_name(name)
        .await
        .expect("an answer");
    found.expect("a machine").id
}

/// A problem that has been verified, by the verifier's own verdict.
pub async fn verified(collection: &Store, owner: i64, fen: &str, moves: u32) -> i64 {
    let draft = Draft::new(fen, Stipulation::Mate(moves));
    let id = collection
        .problems()
        .create(owner, draft)
        .await
        .expect("kept")
        .id;
    let mut verifier = Verifier::new(1, 1).expect("memory");
    let stop = std::sync::atomic::AtomicBool::new(false);
    let outcome = verifier.verify(fen, Stipulation::Mate(moves), None, &stop, |_| {});
    let Outcome::Decided(verdict) = outcome.expect("a position") else {
        panic!("{fen} is not decided")
    };
    assert_eq!(verdict.state, State::Verified, "{fen} in {moves}");
    let mut change = collection.begin().await.expect("a change");
    sqlx::query(
        "UPDATE problems SET state = 'verified', least = $1, keys = $2, unique_key = $3, nodes = $4, \
         difficulty = $5, band = $6 WHERE id = $7",
    )
    .bind(verdict.least.map(i64::from))
    .bind(serde_json::to_string(&verdict.keys).expect("JSON"))
    .bind(i64::from(verdict.unique_key))
    .bind(verdict.nodes as i64)
    .bind(verdict.difficulty)
    .bind(i64::from(verdict.band))
    .bind(id)
    .execute(&mut *change)
    .await
    .expect("a problem");
    change.commit().await.expect("kept");
    id
}

/// Somebody in a seat.
pub fn seated(mind: Mind, name: &str, user: Option<i64>) -> Seated {
    Seated {
        mind,
        name: name.to_owned(),
        user,
    }
}

/// A game between two people, begun now.
pub fn duel(challenge: Challenge, attacker: Option<i64>, defender: Option<i64>) -> Duel {
    let seats = [
        seated(Mind::Person, "Ann", attacker),
        seated(Mind::Person, "Bob", defender),
    ];
    Duel::begin(challenge, seats, Default::default(), Duration::ZERO).expect("a game")
}

/// Plays moves in the protocol's form, one a second.
pub fn play(duel: &mut Duel, moves: &[&str]) {
    for (second, text) in (1..).zip(moves) {
        let act = Act::Move(duel.turn(), (*text).to_owned());
        duel.apply(act, Duration::from_secs(second))
            .unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

/// Records a game that is over.
pub async fn record(collection: &Store, duel: &Duel) -> store::Result<Recorded> {
    let play = NewPlay::of(duel, None).expect("JSON").expect("it is over");
    collection.plays().record(&play).await
}

/// Who has won, in which way.
pub fn outcome(duel: &Duel) -> (&'static str, Side) {
    let outcome = duel.ended().expect("it is over").outcome;
    (outcome.result.word(), outcome.winner)
}

/// The built program on a database, in a folder of its own, where sessions and games are kept.
pub struct Program {
    pub folder: TempDir,
    address: String,
}

impl Program {
    pub fn new(address: &str) -> Program {
        Program {
            folder: tempfile::tempdir().expect("a new folder"),
            address: address.to_owned(),
        }
    }

    /// It, with these arguments.
    pub fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        command.env("LC_ALL", "C");
        command
            .args(args.split_whitespace())
            .current_dir(&self.folder)
            .env("ATALAYA_DATABASE", &self.address)
            .env(
                "ATALAYA_SESSION_FILE",
                self.folder.path().join("sessions.json"),
            );
        command
    }

    /// What it says to these arguments and lines, and its exit status.
    pub fn run(&self, args: &str, input: &str) -> (String, i32) {
        let (text, status) = run(&mut self.command(args), input);
        (text, status.expect("it ends by itself"))
    }

    /// The same, where it must end well.
    pub fn ok(&self, args: &str, input: &str) -> String {
        let (text, status) = self.run(args, input);
        assert_eq!(status, 0, "{args}\n{text}");
        text
    }

    /// The JSON lines of a game.
    pub fn json(&self, args: &str, input: &str) -> Vec<Value> {
        let text = self.ok(&format!("{args} --json"), input);
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
            .collect()
    }

    /// Somebody new, who is logged in.
    pub fn logged_in(&self, name: &str) {
        let word = format!("{PASSWORD}\n");
        self.ok(&format!("user add {name} --password-fd 0"), &word);
        self.ok(&format!("user login {name} --password-fd 0"), &word);
    }

    /// Number of games over a problem that have been counted.
    pub fn played(&self, problem: i64) -> u64 {
        self.with(async |collection| {
            let problem = collection.problems().get(problem).await;
            problem.expect("it is there").played
        })
    }

    /// Does something with the collection itself.
    pub fn with<T>(&self, work: impl AsyncFnOnce(&Store) -> T) -> T {
        let database: Database = self.address.parse().expect("an address");
        block_on(async {
            let collection = Store::open(&database).await.expect("it opens");
            let result = work(&collection).await;
            collection.close().await;
            result
        })
    }

    /// A verified problem of Zoe's.
    pub fn problem(&self, fen: &str, moves: u32) -> i64 {
        self.with(async |collection| {
            let zoe = match collection
                .accounts()
                .by_name("Zoe")
                .await
                .expect("an answer")
            {
                Some(user) => user.id,
                None => person(collection, "Zoe").await,
            };
            verified(collection, zoe, fen, moves).await
        })
    }
}
