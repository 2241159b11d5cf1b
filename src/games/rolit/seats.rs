//! Players of a game: the colours in the order of their turns, and the two teams if there are any.
//!
//! As text `RYGB`, with teams `RYGB:RG/YB`.

use super::color::{Color, Rules};
use super::words::named;
use crate::{MAX_SEATS, Text};
use base::{say, told};
use std::fmt::{Display, Formatter, Write};

/// The colours at the table. Seat 0 begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seating {
    colors: [Color; MAX_SEATS],
    count: u8,
    /// The seats of the team that seat 0 is not in, as bits; 0 without teams.
    second_team: u16,
}

impl Seating {
    /// Seats players without teams.
    ///
    /// # Errors
    /// The rest of a sentence: too few or too many players, a colour given twice, or one that the
    /// official game does not have.
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

    /// Divides the players into two teams, given as `RG/YB`.
    ///
    /// # Errors
    /// The rest of a sentence: not two teams, or a player in none or in two.
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

    /// Reads the letters of colours.
    ///
    /// # Errors
    /// The rest of a sentence that names the letter.
    pub(super) fn read_colors(letters: &str) -> Result<Vec<Color>, Text> {
        let read = |letter| {
            Color::from_letter(letter)
                .ok_or_else(|| told!("rolit-player-no-colour", letter, letters))
        };
        letters.chars().map(read).collect()
    }

    /// Reads `RYGB` or `RYGB:RG/YB`.
    ///
    /// # Errors
    /// As for [`Seating::new`], [`Seating::with_teams`] and [`Seating::read_colors`].
    pub(super) fn parse(text: &str, rules: Rules) -> Result<Seating, Text> {
        let (letters, teams) = match text.split_once(':') {
            Some((letters, teams)) => (letters, Some(teams)),
            None => (text, None),
        };
        let seating = Seating::new(&Seating::read_colors(letters)?, rules)?;
        teams.map_or(Ok(seating), |teams| seating.with_teams(teams))
    }

    /// The colours, seat 0 first.
    pub(super) fn colors(&self) -> &[Color] {
        &self.colors[..self.count()]
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The colour of a seat that exists.
    #[inline(always)]
    pub(super) fn color(&self, seat: u8) -> Color {
        self.colors[usize::from(seat) % MAX_SEATS]
    }

    /// The seat after this one.
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

    /// The team of a seat, 0 for that of seat 0. Without teams everybody is their own.
    pub(super) fn team(&self, seat: usize) -> usize {
        if self.has_teams() {
            usize::from(self.second_team >> seat & 1)
        } else {
            seat
        }
    }

    /// Everything that tells one table from another, in 64 bits.
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
