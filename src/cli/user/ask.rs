//! Input from a person: passwords, which are not echoed and never command-line arguments, and lines.

use crate::cli::CliError;
use base::say;
use games::Lang;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use store::{Error, Password, Refusal};

use super::Failure;

// Option that gives the source from which passwords are read.
#[derive(Clone, Debug, clap::Args)]
pub struct PasswordArgs {
    /// Read passwords from this file descriptor, one on a line: 'passwd' reads the old one and the
    /// new one twice, the others one [default: ask on the terminal]
    #[arg(long, value_name = "N")]
    password_fd: Option<u32>,
}

/// Largest length of a line in bytes; no password is as long.
const MAX_LINE: u64 = 4096;

impl PasswordArgs {
    /// Reads one password for each prompt, from the terminal or the file descriptor of the arguments.
    ///
    /// # Errors
    /// A sentence if there is no terminal, or the file descriptor has too few lines.
    pub fn passwords<const N: usize>(
        &self,
        prompts: [&str; N],
        lang: Lang,
    ) -> Result<[Password; N], CliError> {
        let mut passwords = [const { None }; N];
        match self.password_fd {
            Some(fd) => {
                // Standard input is not buffered separately, so that later reads find the lines after the passwords.
                let mut lines: Box<dyn BufRead> = match fd {
                    0 => Box::new(std::io::stdin().lock()),
                    fd => Box::new(BufReader::new(descriptor(fd, lang)?)),
                };
                for (number, password) in passwords.iter_mut().enumerate() {
                    *password = Some(read_line(&mut lines, fd, number + 1, lang)?);
                }
            }
            None => {
                for (password, text) in passwords.iter_mut().zip(prompts) {
                    *password = Some(prompt(&format!("{text} "), lang)?);
                }
            }
        }
        // All passwords are `Some` here.
        Ok(passwords.map(|password| password.unwrap_or_else(|| Password::new(""))))
    }

    /// Reads a new password; at the terminal twice, because it is not echoed.
    ///
    /// # Errors
    /// As for [`Self::passwords`]; [`Refusal::PasswordsDiffer`] if the two are different.
    pub fn new_password(&self, lang: Lang) -> Result<Password, Failure> {
        let first = say!(lang, "user-password");
        if self.password_fd.is_some() {
            let [password] = self.passwords([first], lang)?;
            return Ok(password);
        }
        let again = say!(lang, "user-password-again");
        let [password, again] = self.passwords([first, again], lang)?;
        if password != again {
            return Err(Failure::Collection(Error::from(Refusal::PasswordsDiffer)));
        }
        Ok(password)
    }
}

fn prompt(text: &str, lang: Lang) -> Result<Password, CliError> {
    match rpassword::prompt_password(text) {
        Ok(typed) => Ok(Password::new(&typed)),
        Err(error) => Err(say!(lang, "password-no-terminal", error).into()),
    }
}

#[cfg(unix)]
fn descriptor(fd: u32, lang: Lang) -> Result<std::fs::File, CliError> {
    std::fs::File::open(format!("/dev/fd/{fd}"))
        .map_err(|error| say!(lang, "password-descriptor", fd, error).into())
}

#[cfg(not(unix))]
fn descriptor(fd: u32, lang: Lang) -> Result<std::io::Stdin, CliError> {
    match fd {
        0 => Ok(std::io::stdin()),
        _ => Err(say!(lang, "password-descriptor-bad", fd).into()),
    }
}

fn read_line(
    lines: &mut impl BufRead,
    fd: u32,
    number: usize,
    lang: Lang,
) -> Result<Password, CliError> {
    let mut line = Vec::new();
    lines
        .take(MAX_LINE)
        .read_until(b'\n', &mut line)
        .map_err(|error| say!(lang, "password-cannot-read", number, fd, error))?;
    if line.is_empty() {
        return Err(say!(lang, "password-none", number, fd).into());
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() as u64 == MAX_LINE {
        return Err(say!(lang, "password-too-long", number, fd).into());
    }
    match std::str::from_utf8(&line) {
        Ok(line) => Ok(Password::new(line)),
        Err(_) => Err(say!(lang, "password-no-utf8", number, fd).into()),
    }
}

/// Prints a prompt and reads a line from the terminal.
///
/// # Errors
/// A sentence if standard input is not a terminal, or cannot be read.
pub fn line(prompt: &str, lang: Lang) -> Result<String, CliError> {
    if !std::io::stdin().is_terminal() {
        return Err(say!(lang, "name-twice").into());
    }
    let failed = |error| say!(lang, "name-cannot-ask", error);
    let mut err = std::io::stderr();
    write!(err, "{prompt}").map_err(failed)?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).map_err(failed)?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_as_they_are_but_for_their_ends() {
        let mut lines = &b"  a b \r\n\nlast"[..];
        let mut next =
            |number| read_line(&mut lines, 3, number, Lang::EN).map_err(|error| error.to_string());
        assert_eq!(next(1), Ok(Password::new("  a b ")));
        assert_eq!(next(2), Ok(Password::new("")));
        assert_eq!(next(3), Ok(Password::new("last")));
        let none = "no password: there is no line 4 of file descriptor 3";
        assert_eq!(next(4), Err(none.to_owned()));
    }

    #[test]
    fn lines_that_are_no_text_or_have_no_end_are_refused() {
        for (line, why) in [(&b"\xff\n"[..], "UTF-8"), (&[b'x'; 5000][..], "too long")] {
            let error = read_line(&mut &*line, 0, 1, Lang::EN)
                .unwrap_err()
                .to_string();
            assert!(error.ends_with(why), "{error}");
        }
    }
}
