//! Passwords: which passwords are allowed, and what the database stores of them.
//!
//! The database stores an argon2id hash in the PHC format, with a random salt and OWASP's parameters (19 MiB, two
//! passes, one lane). Hashing takes tens of milliseconds and that memory on purpose, so it runs on dedicated threads,
//! one for each core, and never within a transaction. The queue holds as many passwords as are hashed in about two
//! seconds; further ones are refused with [`Refusal::Busy`].

use crate::DatabaseError;
use crate::error::{Error, Refusal, Result};
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version, password_hash};
use base::say;
use base::threads::locked;
use games::Lang;
use rand::TryRng;
use rand::rngs::SysRng;
use std::cell::RefCell;
use std::fmt;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, LazyLock, Mutex};
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization;

/// Minimum length of a new password, in characters; several spaces in a row count as one.
pub const MIN_PASSWORD: usize = 12;

/// Maximum length of a new password, in characters.
pub const MAX_PASSWORD: usize = 128;

/// Maximum number of passwords that wait, for each hashing thread.
const WAITING: usize = 32;

/// Computation of a hash, which runs on a hashing thread.
type Job = Box<dyn FnOnce() + Send>;

/// Queue of the hashing threads; `None` if the system could not start any.
static HASHING: LazyLock<Option<SyncSender<Job>>> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    hashers(cores, cores * WAITING)
});

/// Starts the hashing threads, with a queue for `waiting` passwords; `None` if the system could not start any. Each
/// thread keeps the memory for one hash; threads of a general pool would all come to keep such memory.
fn hashers(threads: usize, waiting: usize) -> Option<SyncSender<Job>> {
    let (sender, jobs) = sync_channel(waiting);
    let jobs: Arc<Mutex<Receiver<Job>>> = Arc::new(Mutex::new(jobs));
    let start = |_: &usize| {
        let jobs = Arc::clone(&jobs);
        // The lock is held while waiting for a password, not while hashing.
        let next = move || locked(&jobs).recv().ok();
        let work = move || std::iter::from_fn(&next).for_each(|job| job());
        let name = "hash".to_owned();
        std::thread::Builder::new().name(name).spawn(work).is_ok()
    };
    (0..threads).filter(start).count().gt(&0).then_some(sender)
}

/// Hash that is verified if there is no such user, so that the answer takes as long as for an existing one. No password
/// matches it.
pub(crate) const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
                       AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A password as it was typed, in NFC, so that all keyboards produce the same text. `{:?}` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// Creates a password from the typed text, without checking it.
    pub fn new(typed: &str) -> Password {
        Password(typed.nfc().collect())
    }

    /// Returns the hash of a new password, to be stored.
    ///
    /// # Errors
    /// [`Error::Password`] with the reason why the password is not allowed.
    pub async fn hash(&self) -> Result<String> {
        self.check()?;
        let password = self.clone();
        hashing(move || {
            let no_hash = |error| Error::invalid(format!("cannot hash a password: {error}"));
            let mut salt = [0; Salt::RECOMMENDED_LENGTH];
            let random = SysRng.try_fill_bytes(&mut salt);
            random.map_err(|error| no_hash(error.to_string()))?;
            let hash = new_hash(&password, &salt).map_err(|error| no_hash(error.to_string()))?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Returns true if `hash` is the hash of this password. Without a hash it does the same work and returns false.
    ///
    /// # Errors
    /// [`Error::Database`] if the text is not a valid hash.
    pub async fn verify(&self, hash: Option<String>) -> Result<bool> {
        let password = self.clone();
        hashing(move || {
            let text = hash.as_deref().unwrap_or(NOBODYS);
            let parsed = PasswordHash::new(text)
                .map_err(|error| DatabaseError::Damaged(format!("a password's hash: {error}")))?;
            let output = output_like(&password, &parsed);
            // This comparison takes the same time for all values.
            Ok(output.is_ok_and(|output| Some(output) == parsed.hash) && hash.is_some())
        })
        .await
    }

    fn check(&self) -> Result<(), PasswordError> {
        if self.0.contains(char::is_control) {
            return Err(PasswordError::Control);
        }
        let spaces = self.0.chars().zip(self.0.chars().skip(1));
        let spaces = spaces.filter(|pair| *pair == (' ', ' ')).count();
        match self.0.chars().count() {
            length if length - spaces < MIN_PASSWORD => Err(PasswordError::Short),
            length if length > MAX_PASSWORD => Err(PasswordError::Long),
            _ => Ok(()),
        }
    }
}

thread_local! {
    /// Working memory of a hashing thread. If it were freed after each hash, the allocator would keep many fragments of
    /// it.
    static MEMORY: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Computes the output of the hash function for a password.
fn output(
    argon2: &Argon2,
    password: &Password,
    salt: &[u8],
    length: usize,
) -> password_hash::Result<Output> {
    MEMORY.with_borrow_mut(|memory| {
        let count = argon2.params().block_count();
        if memory.len() < count {
            memory.resize(count, Block::default());
        }
        let mut bytes = [0; Output::MAX_LENGTH];
        let out = bytes.get_mut(..length);
        let out = out.ok_or(password_hash::Error::OutputSize)?;
        let password = password.0.as_bytes();
        argon2.hash_password_into_with_memory(password, salt, out, &mut memory[..count])?;
        Ok(Output::new(out)?)
    })
}

/// Computes the hash of a new password, with the standard parameters.
fn new_hash(password: &Password, salt: &[u8]) -> password_hash::Result<PasswordHash> {
    let (algorithm, version, params) = <(Algorithm, Version, Params)>::default();
    let params_text = ParamsString::try_from(&params)?;
    let argon2 = Argon2::new(algorithm, version, params);
    let output = output(&argon2, password, salt, Params::DEFAULT_OUTPUT_LEN)?;
    Ok(PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: params_text,
        salt: Some(Salt::new(salt)?),
        hash: Some(output),
    })
}

/// Computes the output for a password with the function, the parameters and the salt of a stored hash.
fn output_like(password: &Password, hash: &PasswordHash) -> password_hash::Result<Output> {
    let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
    let version = hash.version.map(Version::try_from).transpose()?;
    let params = Params::try_from(hash)?;
    let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let argon2 = Argon2::new(algorithm, version.unwrap_or_default(), params);
    let salt = hash.salt.as_ref();
    let salt = salt.ok_or(password_hash::Error::SaltInvalid)?;
    output(&argon2, password, salt, length)
}

/// Runs a computation on a hashing thread, when its turn has come, and returns its result; [`Refusal::Busy`] if the
/// queue is full.
async fn hashing<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    hashing_by(HASHING.as_ref(), work).await
}

async fn hashing_by<T: Send + 'static>(
    hashers: Option<&SyncSender<Job>>,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let (answer, done) = oneshot::channel();
    let job = Box::new(move || {
        // Skipped if nobody waits for the result any more.
        if !answer.is_closed() {
            let _ = answer.send(work());
        }
    });
    let no_threads = || Error::invalid("cannot hash a password: there is no thread for it");
    let hashers = hashers.ok_or_else(no_threads)?;
    if hashers.try_send(job).is_err() {
        return Err(Refusal::Busy.into());
    }
    done.await.unwrap_or_else(|_| Err(no_threads()))
}

/// Reason why a new password is refused. It does not contain the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum PasswordError {
    /// The password has fewer than `MIN_PASSWORD` characters.
    Short,
    /// The password has more than `MAX_PASSWORD` characters.
    Long,
    /// The password contains a control character.
    Control,
}

impl PasswordError {
    /// Returns the message to show to the user.
    pub fn text(self, lang: Lang) -> String {
        match self {
            PasswordError::Short => say!(lang, "password-short", least = MIN_PASSWORD),
            PasswordError::Long => say!(lang, "password-long", most = MAX_PASSWORD),
            PasswordError::Control => say!(lang, "password-control").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        runtime.expect("a thread").block_on(future)
    }

    #[test]
    fn a_hash_tells_its_password_from_others_and_does_not_contain_it() {
        block_on(async {
            let password = Password::new("contraseña 1");
            let hash = password.hash().await.expect("a hash");
            assert!(
                hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
                "{hash}"
            );
            assert!(!hash.contains("contrase"));
            assert_ne!(password.hash().await.expect("another salt"), hash);
            let verify = async |typed: &str, hash: &str| {
                let verified = Password::new(typed).verify(Some(hash.to_owned())).await;
                verified.expect("a hash")
            };
            assert!(verify("contraseña 1", &hash).await);
            assert!(
                verify("contrasen\u{303}a 1", &hash).await,
                "typed on another keyboard"
            );
            assert!(!verify("contraseña 2", &hash).await);
            assert!(!verify("", &hash).await);
            assert!(password.verify(Some("x".to_owned())).await.is_err());
        });
    }

    #[test]
    fn hashes_of_others_parameters_and_of_the_reference_program_are_verified() {
        // printf password | argon2 somesalt -id -t 2 -m 16 -p 1, from the reference program's test.
        let reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$\
                         CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        let password = Password::new("password");
        let verified = password.verify(Some(reference.to_owned()));
        assert!(block_on(verified).expect("a hash"));
    }

    #[test]
    fn nobodys_hash_takes_the_same_work_and_is_nobodys() {
        let parts =
            |hash: &str| -> Vec<String> { hash.split('$').take(4).map(str::to_owned).collect() };
        let hash = block_on(Password::new("123456789012").hash()).expect("a hash");
        assert_eq!(parts(NOBODYS), parts(&hash));
        assert_eq!(NOBODYS.len(), hash.len());
        assert!(PasswordHash::new(NOBODYS).is_ok());
        assert!(!block_on(Password::new("12345678").verify(None)).expect("no hash"));
    }

    #[test]
    fn so_many_wait_for_a_hash_and_others_are_told_that_it_is_busy() {
        block_on(async {
            let hashers = hashers(1, 2).expect("a thread");
            let (begin, begun) = std::sync::mpsc::channel::<()>();
            let wait = move || {
                // Until the sender is gone.
                let _ = begun.recv();
                Ok(())
            };
            let mut held = std::pin::pin!(hashing_by(Some(&hashers), wait));
            // What is polled is handed in.
            let now = std::time::Duration::ZERO;
            assert!(tokio::time::timeout(now, held.as_mut()).await.is_err());
            std::thread::sleep(std::time::Duration::from_millis(200));
            let mut waiting = Vec::new();
            for _ in 0..2 {
                let mut one = Box::pin(hashing_by(Some(&hashers), || Ok(1)));
                assert!(tokio::time::timeout(now, one.as_mut()).await.is_err());
                waiting.push(one);
            }
            let told = hashing_by(Some(&hashers), || Ok(1));
            let told = tokio::time::timeout(std::time::Duration::from_secs(10), told);
            match told.await.expect("it answers at once") {
                Err(Error::Refused(refusal)) => assert_eq!(refusal, Refusal::Busy),
                other => panic!("{other:?}"),
            }
            drop(begin);
            held.await.expect("a turn");
            for one in waiting {
                assert_eq!(one.await.expect("a turn"), 1);
            }
        });
    }

    #[test]
    fn passwords_have_bounds_and_are_not_told() {
        let fault = |typed: &str| match block_on(Password::new(typed).hash()) {
            Err(Error::Password(fault)) => fault,
            other => panic!("{other:?}"),
        };
        assert_eq!(fault("12345678901"), PasswordError::Short);
        assert_eq!(fault("123456    9012"), PasswordError::Short);
        assert_eq!(fault(""), PasswordError::Short);
        assert_eq!(fault(&"x".repeat(129)), PasswordError::Long);
        assert_eq!(fault("12345678901\u{7}"), PasswordError::Control);
        for typed in ["123456789012", "ñ".repeat(128).as_str()] {
            assert!(block_on(Password::new(typed).hash()).is_ok(), "{typed}");
        }
        assert_eq!(format!("{:?}", Password::new("12345678")), "Password(…)");
    }
}
