//! Input from a person: passwords, which are not echoed and never command-line arguments, and lines.

use crate::cli::CliError;
use base::say;
use games::Lang;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use store::{Error, Password, Refusal};

use super::Failure;

/// Option that gives the source from which passwords are read.
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
    pub fn passwords<const N: usize>(&self, prompts: [&str; N]) -> Result<[Password; N], CliError> {
        let mut passwords = [const { None }; N];
        match self.password_fd {
            Some(fd) => {
                // Standard input is not buffered separately, so that later reads find the lines after the passwords.
                let mut lines: Box<dyn BufRead> = match fd {
                    0 => Box::new(std::io::stdin().lock()),
                    fd => Box::new(BufReader::new(descriptor(fd)?)),
                };
                for (number, password) in passwords.iter_mut().enumerate() {
                    *password = Some(read_line(&mut lines, fd, number + 1)?);
                }
            }
            None => {
                for (password, text) in passwords.iter_mut().zip(prompts) {
                    *password = Some(prompt(&format!("{text} "))?);
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
            let [password] = self.passwords([first])?;
            return Ok(password);
        }
        let again = say!(lang, "user-password-again");
        let [password, again] = self.passwords([first, again])?;
        if password != again {
            return Err(Failure::Collection(Error::from(Refusal::PasswordsDiffer)));
        }
        Ok(password)
    }
}

fn prompt(text: &str) -> Result<Password, CliError> {
    match rpassword::prompt_password(text) {
        Ok(typed) => Ok(Password::new(&typed)),
        Err(error) => Err(format!(
            "cannot ask for a password on a terminal ({error}): expected --password-fd N"
        )
        .into()),
    }
}

#[cfg(unix)]
fn descriptor(fd: u32) -> Result<std::fs::File, CliError> {
    std::fs::File::open(format!("/dev/fd/{fd}"))
        .map_err(|error| format!("cannot read file descriptor {fd}: {error}").into())
}

#[cfg(not(unix))]
fn descriptor(fd: u32) -> Result<std::io::Stdin, CliError> {
    match fd {
        0 => Ok(std::io::stdin()),
        _ => Err(format!("bad --password-fd {fd}: on this system expected 0").into()),
    }
}

fn read_line(lines: &mut impl BufRead, fd: u32, number: usize) -> Result<Password, CliError> {
    let what = format!("line {number} of file descriptor {fd}");
    let mut line = Vec::new();
    lines
        .take(MAX_LINE)
        .read_until(b'\n', &mut line)
        .map_err(|error| format!("cannot read {what}: {error}"))?;
    if line.is_empty() {
        return Err(format!("no password: there is no {what}").into());
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() as u64 == MAX_LINE {
        return Err(format!("bad password: {what} is too long").into());
    }
    match std::str::from_utf8(&line) {
        Ok(line) => Ok(Password::new(line)),
        Err(_) => Err(format!("bad password: {what} is not UTF-8").into()),
    }
}

/// Prints a prompt and reads a line from the terminal.
///
/// # Errors
/// A sentence if standard input is not a terminal, or cannot be read.
pub fn line(prompt: &str) -> Result<String, CliError> {
    if !std::io::stdin().is_terminal() {
        return Err("the new name is asked for twice: expected NEW NEW".into());
    }
    let failed = |error| format!("cannot ask for the new name: {error}");
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
        let mut next = |number| read_line(&mut lines, 3, number).map_err(|error| error.to_string());
        assert_eq!(next(1), Ok(Password::new("  a b ")));
        assert_eq!(next(2), Ok(Password::new("")));
        assert_eq!(next(3), Ok(Password::new("last")));
        let none = "no password: there is no line 4 of file descriptor 3";
        assert_eq!(next(4), Err(none.to_owned()));
    }

    #[test]
    fn lines_that_are_no_text_or_have_no_end_are_refused() {
        for (line, why) in [(&b"\xff\n"[..], "UTF-8"), (&[b'x'; 5000][..], "too long")] {
            let error = read_line(&mut &*line, 0, 1).unwrap_err().to_string();
            assert!(error.ends_with(why), "{error}");
        }
    }
}
