//! Players of a game: their colours in the order of their turns, and the two teams if there are any.
//!
//! The text form is `RYGB`, or with teams `RYGB:RG/YB`.

use super::color::{Color, Rules};
use super::words::named;
use crate::{MAX_SEATS, Text};
use base::{say, told};
use std::fmt::{Display, Formatter, Write};

/// Colours and teams of the players. Seat 0 moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seating {
    colors: [Color; MAX_SEATS],
    count: u8,
    /// Seats, as bits, of the team without seat 0; 0 if there are no teams.
    second_team: u16,
}

impl Seating {
    /// Creates the seating of players without teams.
    ///
    /// # Errors
    /// The second part of a sentence: too few or too many players, a repeated colour, or one that the official game
    /// does not have.
    pub(super) fn new(colors: &[Color], rules: Rules) -> Result<Seating, Text> {
        let most = rules.most_players();
        for (seat, color) in colors.iter().enumerate() {
            let named = Text::of(|lang| named(*color, lang));
            if rules == Rules::Official && !Color::OFFICIAL.contains(color) {
                return Err(Text::of(|lang| {
                    say!(lang, "rolit-player-not-official", named = named.get(lang))
                }));
            }
            if colors[..seat].contains(color) {
                return Err(Text::of(|lang| {
                    say!(lang, "rolit-player-twice", named = named.get(lang))
                }));
            }
        }
        let count = colors.len();
        if count < 2 || count > most {
            return Err(told!("rolit-number-of-players", most, count));
        }
        let mut seating = Seating {
            colors: [Color::Yellow; MAX_SEATS],
            count: count as u8,
            second_team: 0,
        };
        seating.colors[..count].copy_from_slice(colors);
        Ok(seating)
    }

    /// Divides the players into two teams, given in the form `RG/YB`.
    ///
    /// # Errors
    /// The second part of a sentence: not two teams, or a player in none or both.
    pub(super) fn with_teams(mut self, teams: &str) -> Result<Seating, Text> {
        let sides: Vec<&str> = teams.split('/').collect();
        let &[first, second] = sides.as_slice() else {
            let found = sides.len();
            return Err(told!("rolit-number-of-teams", teams, found));
        };
        let mut members = [0_u16; 2];
        for (team, letters) in members.iter_mut().zip([first, second]) {
            if letters.is_empty() {
                return Err(told!("rolit-team-empty", teams));
            }
            for letter in letters.chars() {
                let seat = Color::from_letter(letter).and_then(|color| self.seat_of(color));
                let seat = seat.ok_or_else(|| told!("rolit-team-of-no-player", letter, teams))?;
                *team |= 1 << seat;
            }
        }
        for color in self.colors() {
            let times = teams.chars().filter(|c| *c == color.letter()).count();
            if times != 1 {
                return Err(Text::of(|lang| {
                    let color = named(*color, lang);
                    match times {
                        0 => say!(lang, "rolit-in-neither-team", color, teams),
                        _ => say!(lang, "rolit-in-teams-twice", color, teams),
                    }
                }));
            }
        }
        self.second_team = members[usize::from(members[0] & 1 == 1)];
        Ok(self)
    }

    /// Parses letters of colours.
    ///
    /// # Errors
    /// The second part of a sentence that names the unknown letter.
    pub(super) fn read_colors(letters: &str) -> Result<Vec<Color>, Text> {
        let read = |letter| {
            Color::from_letter(letter)
                .ok_or_else(|| told!("rolit-player-no-colour", letter, letters))
        };
        letters.chars().map(read).collect()
    }

    /// Parses players with or without teams: `RYGB` or `RYGB:RG/YB`.
    ///
    /// # Errors
    /// The second part of a sentence, as for [`Seating::new`], [`Seating::with_teams`] and [`Seating::read_colors`].
    pub(super) fn parse(text: &str, rules: Rules) -> Result<Seating, Text> {
        let (letters, teams) = match text.split_once(':') {
            Some((letters, teams)) => (letters, Some(teams)),
            None => (text, None),
        };
        let seating = Seating::new(&Seating::read_colors(letters)?, rules)?;
        teams.map_or(Ok(seating), |teams| seating.with_teams(teams))
    }

    /// Colours of the players, by seat.
    pub(super) fn colors(&self) -> &[Color] {
        &self.colors[..self.count()]
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Colour of a seat, which must exist.
    #[inline(always)]
    pub(super) fn color(&self, seat: u8) -> Color {
        self.colors[usize::from(seat) % MAX_SEATS]
    }

    /// Seat whose turn is next after a seat.
    #[inline(always)]
    pub(super) fn after(&self, seat: u8) -> u8 {
        let next = seat + 1;
        if next == self.count { 0 } else { next }
    }

    pub(super) fn seat_of(&self, color: Color) -> Option<usize> {
        self.colors().iter().position(|c| *c == color)
    }

    pub(super) fn has_teams(&self) -> bool {
        self.second_team != 0
    }

    /// Team of a seat: 0 or 1, 0 for that of seat 0. Without teams the number of the seat.
    pub(super) fn team(&self, seat: usize) -> usize {
        if self.has_teams() {
            usize::from(self.second_team >> seat & 1)
        } else {
            seat
        }
    }

    /// Encodes colours and teams in 64 bits; different seatings have different codes.
    pub(super) fn bits(&self) -> u64 {
        let colors = self.colors().iter();
        let codes = colors.fold(0, |bits, color| bits << 4 | u64::from(color.code()));
        codes | u64::from(self.second_team) << 40
    }
}

impl Display for Seating {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let colors = self.colors();
        colors.iter().try_for_each(|c| f.write_char(c.letter()))?;
        if !self.has_teams() {
            return Ok(());
        }
        for (team, before) in [':', '/'].into_iter().enumerate() {
            f.write_char(before)?;
            for (seat, color) in colors.iter().enumerate() {
                if self.team(seat) == team {
                    f.write_char(color.letter())?;
                }
            }
        }
        Ok(())
    }
}
