//! Guests on several devices: a code, made where the guest is known, lets the same guest in elsewhere.
//!
//! A code is sixty random bits, good for ten minutes and for one device; the database has its SHA-256 alone.
//! Each device has a token of its own. The first one's stands with the guest, the others' in a table.

use crate::accounts::sessions::{hashed, new_token};
use crate::accounts::user::Token;
use crate::error::{Error, Refusal, Result};
use crate::guests::Guest;
use crate::sql::sql;
use crate::{Change, Guests};
use rand::TryRng;
use rand::rngs::SysRng;

/// Time for which a code is valid, in milliseconds: ten minutes.
pub const CODE_LASTS: i64 = 10 * 60 * 1000;

/// Maximum number of devices of a guest; with one more, the oldest one other than the first is forgotten.
pub const MOST_DEVICES: i64 = 10;

/// Crockford's: without the letters that are taken for digits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters of a code, five bits each.
const LETTERS: usize = 12;

/// A code by which a guest goes on on another device. Not shown by `{:?}`.
#[derive(Clone, PartialEq, Eq)]
pub struct ReturnCode(String);

impl std::fmt::Debug for ReturnCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ReturnCode(…)")
    }
}

impl ReturnCode {
    fn new() -> Result<ReturnCode> {
        let mut bits = [0; LETTERS];
        SysRng
            .try_fill_bytes(&mut bits)
            .map_err(|error| Error::invalid(format!("the system gives no random bits: {error}")))?;
        let letter = |byte: u8| char::from(ALPHABET[usize::from(byte % 32)]);
        Ok(ReturnCode(bits.map(letter).iter().collect()))
    }

    /// Reads a code as people write it: in any case, with or without lines and spaces, `O` for a nought.
    pub fn parse(text: &str) -> Option<ReturnCode> {
        let mut code = String::new();
        for letter in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                letter => letter,
            };
            let known = u8::try_from(letter).is_ok_and(|byte| ALPHABET.contains(&byte));
            if !known || code.len() == LETTERS {
                return None;
            }
            code.push(letter);
        }
        (code.len() == LETTERS).then_some(ReturnCode(code))
    }

    /// As people are shown it: `7KQ2-M0FX-91ZD`.
    pub fn shown(&self) -> String {
        let letters: Vec<char> = self.0.chars().collect();
        let groups: Vec<String> = letters
            .chunks(4)
            .map(|four| four.iter().collect())
            .collect();
        groups.join("-")
    }
}

impl Guests<'_> {
    /// A new code for a guest; the one before is good no more.
    ///
    /// # Errors
    /// The error of the database; a guest that there is not is [`Refusal::NoSuchGuest`].
    pub async fn new_return_code(self, guest: i64) -> Result<ReturnCode> {
        let code = ReturnCode::new()?;
        let now = self.store.now();
        let mut change = self.store.begin().await?;
        let sql = sql!("DELETE FROM return_codes WHERE until <= ? OR visitor = ?"; now, guest);
        sql.run(&mut change).await?;
        let sql = sql!(
            "INSERT INTO return_codes (visitor, code, until) SELECT id, ?, ? FROM visitors WHERE id = ?";
            hashed(&code.0), now + CODE_LASTS, guest
        );
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::NoSuchGuest.into());
        }
        change.commit().await?;
        Ok(code)
    }

    /// Withdraws a guest's code, and returns true if there was one.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn withdraw_return_code(self, guest: i64) -> Result<bool> {
        let sql = sql!("DELETE FROM return_codes WHERE visitor = ? AND until > ?"; guest, self.store.now());
        Ok(self.store.run(sql).await? > 0)
    }

    /// The guest of a code, which is good no more, and a token for this device; none if the `token` it has
    /// is this guest's already.
    ///
    /// # Errors
    /// [`Refusal::WrongCode`] if there is no such code, or not any more.
    pub async fn return_as_guest(
        self,
        code: &ReturnCode,
        token: Option<&str>,
    ) -> Result<(Guest, Option<Token>)> {
        let now = self.store.now();
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "DELETE FROM return_codes WHERE code = ? AND until > ? RETURNING visitor"; hashed(&code.0), now
        );
        let visitor: Option<i64> = sql.first(&mut change).await?;
        let visitor = visitor.ok_or(Refusal::WrongCode)?;
        let sql = sql!(["UPDATE visitors SET seen = ? WHERE id = ? RETURNING ", Guest::COLUMNS]; now, visitor);
        let guest = sql.one(&mut change).await?;
        let known = match token {
            Some(token) => visitor_of(&mut change, token).await?,
            None => None,
        };
        let token = if known == Some(visitor) {
            None
        } else {
            let token = new_token()?;
            let sql = sql!(
                "INSERT INTO visitor_devices (token, visitor, created) VALUES (?, ?, ?)";
                hashed(token.as_str()), visitor, now
            );
            sql.run(&mut change).await?;
            let sql = sql!(
                "DELETE FROM visitor_devices WHERE visitor = ? AND token NOT IN (SELECT token FROM visitor_devices \
                 WHERE visitor = ? ORDER BY created DESC, token LIMIT ?)"; visitor, visitor, MOST_DEVICES - 1
            );
            sql.run(&mut change).await?;
            Some(token)
        };
        change.commit().await?;
        Ok((guest, token))
    }

    /// On how many devices a guest is known.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn devices_of(self, guest: i64) -> Result<i64> {
        let sql = sql!("SELECT count(*) FROM visitor_devices WHERE visitor = ?"; guest);
        Ok(self.store.one::<i64>(sql).await? + 1)
    }

    /// Forgets all devices of the guest who has this token but the one that has it, and the code. Of which
    /// guest; `None` if nobody has the token.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_other_devices(self, token: &str) -> Result<Option<i64>> {
        let mut change = self.store.begin().await?;
        let Some(visitor) = visitor_of(&mut change, token).await? else {
            return Ok(None);
        };
        for forget in [
            "DELETE FROM visitor_devices WHERE visitor = ?",
            "DELETE FROM return_codes WHERE visitor = ?",
        ] {
            sql!(forget; visitor).run(&mut change).await?;
        }
        let sql = sql!("UPDATE visitors SET token = ? WHERE id = ?"; hashed(token), visitor);
        sql.run(&mut change).await?;
        change.commit().await?;
        Ok(Some(visitor))
    }

    /// Forgets the device that has this token. The guest stays on the others; without any, only a code that
    /// was made before leads back. Of which guest; `None` if nobody has the token.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_device(self, token: &str) -> Result<Option<i64>> {
        let mut change = self.store.begin().await?;
        let Some(visitor) = visitor_of(&mut change, token).await? else {
            return Ok(None);
        };
        let sql = sql!("DELETE FROM visitor_devices WHERE token = ?"; hashed(token));
        if sql.run(&mut change).await? == 0 {
            // The first device: another takes its place, or nobody.
            let sql = sql!(
                "DELETE FROM visitor_devices WHERE token = \
                 (SELECT min(token) FROM visitor_devices WHERE visitor = ?) RETURNING token"; visitor
            );
            let other: Option<String> = sql.first(&mut change).await?;
            let other = match other {
                Some(other) => other,
                None => hashed(new_token()?.as_str()),
            };
            let sql = sql!("UPDATE visitors SET token = ? WHERE id = ?"; other, visitor);
            sql.run(&mut change).await?;
        }
        change.commit().await?;
        Ok(Some(visitor))
    }
}

/// The guest of a token; nobody else changes this guest's devices until the change is made.
async fn visitor_of(change: &mut Change, token: &str) -> Result<Option<i64>> {
    let sql = sql!(
        "UPDATE visitors SET seen = seen WHERE token = ? \
         OR id = (SELECT visitor FROM visitor_devices WHERE token = ?) RETURNING id"; hashed(token), hashed(token)
    );
    sql.first(change).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        let code = ReturnCode::new().expect("random bits");
        let shown = code.shown();
        assert_eq!(shown.len(), LETTERS + 2, "{shown}");
        for written in [
            shown.clone(),
            shown.to_lowercase(),
            shown.replace('-', " "),
            shown.replace('-', ""),
            shown.replace('0', "o").replace('1', "l"),
            format!(" {shown}\n"),
        ] {
            assert_eq!(ReturnCode::parse(&written), Some(code.clone()), "{written}");
        }
        let long = format!("{shown}0");
        for bad in ["", "0000", &long, "UUUU-UUUU-UUUU", "ÑÑÑÑ-ÑÑÑÑ-ÑÑÑÑ"] {
            assert_eq!(ReturnCode::parse(bad), None, "{bad}");
        }
        assert_ne!(code, ReturnCode::new().expect("random bits"));
        assert_eq!(format!("{code:?}"), "ReturnCode(…)");
    }
}
