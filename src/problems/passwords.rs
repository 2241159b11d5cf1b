//! Passwords: which may be had, and what of them is kept.
//!
//! What is kept is an argon2id hash in the PHC form, with a salt of its own and OWASP's parameters (19
//! MiB, two passes, one lane). To hash takes tens of milliseconds and that memory on purpose, so it is
//! done on threads for such work, only a few at a time, and never within a change of the database.

use super::error::{Error, Result};
use super::store::DatabaseError;
use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use games::Lang;
use std::fmt;
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

/// The fewest characters of a password.
pub const MIN_PASSWORD: usize = 8;

/// The most characters of a password.
pub const MAX_PASSWORD: usize = 256;

/// Number of passwords that are hashed at a time: many requests at once shall not take all memory.
const AT_ONCE: usize = 4;

static HASHING: Semaphore = Semaphore::const_new(AT_ONCE);

/// Hash that is checked where there is no such user, so that the answer takes as long as for one who exists. No
/// password has it.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
                       AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A password as it was typed, in NFC, so that all keyboards type the same one. Not shown by `{:?}`.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// Takes what was typed, whatever it is.
    pub fn new(typed: &str) -> Password {
        Password(typed.nfc().collect())
    }

    /// The hash to keep of a new password.
    ///
    /// # Errors
    /// [`Error::Password`] says why it may not be had.
    pub async fn hash(&self) -> Result<String> {
        self.check()?;
        let password = self.clone();
        hashing(move || {
            let hash = Argon2::default().hash_password(password.0.as_bytes());
            hash.map(|hash| hash.to_string())
                .map_err(|error| Error::invalid(format!("cannot hash a password: {error}")))
        })
        .await
    }

    /// Returns true if this is the password of which `hash` was kept. Without a hash it does the same
    /// work and returns false.
    ///
    /// # Errors
    /// [`Error::Database`] if the hash is none.
    pub async fn verify(&self, hash: Option<String>) -> Result<bool> {
        let password = self.clone();
        hashing(move || {
            let text = hash.as_deref().unwrap_or(NOBODYS);
            let parsed = PasswordHash::new(text)
                .map_err(|error| DatabaseError::Damaged(format!("a password's hash: {error}")))?;
            let verified = Argon2::default().verify_password(password.0.as_bytes(), &parsed);
            Ok(verified.is_ok() && hash.is_some())
        })
        .await
    }

    fn check(&self) -> Result<(), PasswordError> {
        if self.0.contains(char::is_control) {
            return Err(PasswordError::Control);
        }
        match self.0.chars().count() {
            length if length < MIN_PASSWORD => Err(PasswordError::Short),
            length if length > MAX_PASSWORD => Err(PasswordError::Long),
            _ => Ok(()),
        }
    }
}

/// Does such work on a thread for it, when its turn has come.
async fn hashing<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    // Never closed, so always granted.
    let _turn = HASHING.acquire().await;
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(Error::invalid(format!("cannot hash a password: {error}"))))
}

/// Reason why a new password is refused. The password itself is never told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordError {
    /// Fewer than `MIN_PASSWORD` characters.
    Short,
    /// More than `MAX_PASSWORD` characters.
    Long,
    /// A character that no keyboard types into a password.
    Control,
}

impl PasswordError {
    /// The sentence for people.
    pub fn text(self, lang: Lang) -> String {
        match self {
            PasswordError::Short => lang.pick(
                format!("la contraseña debe tener al menos {MIN_PASSWORD} caracteres"),
                format!("the password must have at least {MIN_PASSWORD} characters"),
            ),
            PasswordError::Long => lang.pick(
                format!("la contraseña puede tener {MAX_PASSWORD} caracteres como mucho"),
                format!("the password may have {MAX_PASSWORD} characters at most"),
            ),
            PasswordError::Control => lang.pick(
                "la contraseña tiene un carácter de control".to_owned(),
                "the password has a control character".to_owned(),
            ),
        }
    }
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for PasswordError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
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
        let hash = block_on(Password::new("12345678").hash()).expect("a hash");
        assert_eq!(parts(NOBODYS), parts(&hash));
        assert_eq!(NOBODYS.len(), hash.len());
        assert!(PasswordHash::new(NOBODYS).is_ok());
        assert!(!block_on(Password::new("12345678").verify(None)).expect("no hash"));
    }

    #[test]
    fn passwords_have_bounds_and_are_not_told() {
        let fault = |typed: &str| match block_on(Password::new(typed).hash()) {
            Err(Error::Password(fault)) => fault,
            other => panic!("{other:?}"),
        };
        assert_eq!(fault("1234567"), PasswordError::Short);
        assert_eq!(fault(""), PasswordError::Short);
        assert_eq!(fault(&"x".repeat(257)), PasswordError::Long);
        assert_eq!(fault("1234567\u{7}"), PasswordError::Control);
        assert_eq!(format!("{:?}", Password::new("12345678")), "Password(…)");
    }
}
