//! Guests on several devices: a code, shown on a device that knows the guest, identifies the guest on another one.
//!
//! A code consists of sixty random bits and is valid for ten minutes and for one device; the database stores only its
//! SHA-256. Each device has a token of its own. The token of the first device is stored in the guest's row, those of
//! the others in a table.

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

/// Maximum number of devices of a guest. When there would be one more, the oldest one except the first is forgotten.
pub const MOST_DEVICES: i64 = 10;

/// Crockford's alphabet for base 32, without the letters that are easily confused with digits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Number of letters of a code, with five bits each.
const LETTERS: usize = 12;

/// A code with which a guest is identified on another device. `{:?}` does not show it.
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

    /// Parses a code in upper or lower case, with or without hyphens and spaces, also with `O` instead of `0` and with
    /// `I` or `L` instead of `1`. Returns `None` if the text is not a code.
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

    /// Returns the code in the form that is shown to people: `7KQ2-M0FX-91ZD`.
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
    /// Creates a code for a guest; the guest's previous code is no longer valid.
    ///
    /// # Errors
    /// [`Refusal::NoSuchGuest`] if there is no such guest; the error of the database.
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

    /// Deletes a guest's code. Returns true if the guest had a valid one.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn withdraw_return_code(self, guest: i64) -> Result<bool> {
        let sql = sql!("DELETE FROM return_codes WHERE visitor = ? AND until > ?"; guest, self.store.now());
        Ok(self.store.run(sql).await? > 0)
    }

    /// Returns the guest of a code, which is used up by this, and a token for this device; `None` instead if the
    /// device's present `token` already belongs to this guest.
    ///
    /// # Errors
    /// [`Refusal::WrongCode`] if there is no such code, or if it is used up or expired.
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

    /// Returns the number of devices on which a guest is known.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn devices_of(self, guest: i64) -> Result<i64> {
        let sql = sql!("SELECT count(*) FROM visitor_devices WHERE visitor = ?"; guest);
        Ok(self.store.one::<i64>(sql).await? + 1)
    }

    /// Forgets all other devices of the guest with this token, and deletes the guest's code. Returns the number of the
    /// guest; `None` if no guest has the token.
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

    /// Forgets the device with this token. The guest remains known on the other devices; if there are none, only a code
    /// that was created before leads back to the guest. Returns the number of the guest; `None` if no guest has the
    /// token.
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
            // The token was that of the first device: that of another device takes its place, or, without one, a token
            // that nobody knows.
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

/// Returns the number of the guest with a token, `None` if there is none, and locks the guest's row, so that nobody
/// else changes the guest's devices until the transaction ends.
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
