//! Moves on a fairy board, and checks.
//!
//! A side is in check if the other side has a capture of its king that the conditions allow, even if the capture would
//! leave the capturing side's own king in check.

use super::board::{Board, FairyMove, Man, NONE, file, name, rank, rook_of, shifted};
use super::conditions::Condition;
use super::walks::{AROUND, Gait, KNIGHTS, Kind};
use shakmaty::Color;

impl Board {
    /// Calls `f` with every move of the man of `kind` on `from` as `mover` moves it, apart from castling; a promotion
    /// is passed without the new kind. `f` returns false to end the enumeration, and then this returns false.
    fn walk(
        &self,
        from: u8,
        kind: Kind,
        mover: Color,
        f: &mut dyn FnMut(FairyMove) -> bool,
    ) -> bool {
        // Moves to a square if it is empty, or captures the man on it.
        let land = |board: &Board, to: u8, f: &mut dyn FnMut(FairyMove) -> bool| match board.man(to)
        {
            None => f(FairyMove::new(from, to, NONE)),
            Some(man) if man.is_prey(mover) && to != from => f(FairyMove::new(from, to, to)),
            Some(_) => true,
        };
        // Moves to the squares along a line, up to the first man.
        let ride = |mut at: u8, step, f: &mut dyn FnMut(FairyMove) -> bool| loop {
            match shifted(at, step) {
                None => break true,
                Some(to) if !land(self, to, f) => break false,
                Some(to) if self.man(to).is_some() => break true,
                Some(to) => at = to,
            }
        };
        for (gait, steps) in kind.steps() {
            if *gait == Gait::Pawn {
                if !self.walk_pawn(from, mover, f) {
                    return false;
                }
                continue;
            }
            if *gait == Gait::Rose {
                if !self.walk_rose(from, mover, f) {
                    return false;
                }
                continue;
            }
            for &step in steps {
                let go_on = match gait {
                    Gait::Leap => shifted(from, step).is_none_or(|to| land(self, to, f)),
                    Gait::Ride => ride(from, step, f),
                    Gait::Hop => {
                        let behind = self.first(from, step).and_then(|at| shifted(at, step));
                        behind.is_none_or(|to| land(self, to, f))
                    }
                    Gait::Locust => match self.first(from, step) {
                        Some(at) if self.man(at).is_some_and(|man| man.is_prey(mover)) => {
                            let behind = shifted(at, step).filter(|&to| self.man(to).is_none());
                            behind.is_none_or(|to| f(FairyMove::new(from, to, at)))
                        }
                        _ => true,
                    },
                    Gait::Lion => {
                        let hurdle = self.first(from, step);
                        hurdle.is_none_or(|hurdle| ride(hurdle, step, f))
                    }
                    Gait::Cannon => {
                        let mut at = from;
                        let quiet = loop {
                            match shifted(at, step) {
                                Some(to) if self.man(to).is_none() => {
                                    if !f(FairyMove::new(from, to, NONE)) {
                                        break false;
                                    }
                                    at = to;
                                }
                                _ => break true,
                            }
                        };
                        let second = self.first(from, step).and_then(|at| self.first(at, step));
                        quiet && second.is_none_or(|to| land(self, to, f))
                    }
                    Gait::Bend(turn) => self.first(from, step).is_none_or(|hurdle| {
                        let at = AROUND.iter().position(|&one| one == step).unwrap_or(0);
                        [at + turn, at + 8 - turn].into_iter().all(|at| {
                            let beside = shifted(hurdle, AROUND[at % 8]);
                            beside.is_none_or(|to| land(self, to, f))
                        })
                    }),
                    Gait::Rose | Gait::Pawn => true,
                };
                if !go_on {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the square of the first man in a direction, or `None` if there is none.
    fn first(&self, from: u8, step: (i8, i8)) -> Option<u8> {
        let mut at = shifted(from, step)?;
        while self.man(at).is_none() {
            at = shifted(at, step)?;
        }
        Some(at)
    }

    fn walk_rose(&self, from: u8, mover: Color, f: &mut dyn FnMut(FairyMove) -> bool) -> bool {
        let mut seen: u64 = 1 << from;
        for start in 0..8 {
            for turn in [1, 7] {
                let (mut at, mut direction) = (from, start);
                while let Some(to) = shifted(at, KNIGHTS[direction % 8]).filter(|&to| to != from) {
                    let there = self.man(to);
                    let is_new = seen & 1 << to == 0;
                    seen |= 1 << to;
                    let is_prey = there.is_some_and(|man| man.is_prey(mover));
                    let capture = if is_prey { to } else { NONE };
                    if is_new
                        && (there.is_none() || is_prey)
                        && !f(FairyMove::new(from, to, capture))
                    {
                        return false;
                    }
                    if there.is_some() {
                        break;
                    }
                    at = to;
                    direction += turn;
                }
            }
        }
        true
    }

    fn walk_pawn(&self, from: u8, mover: Color, f: &mut dyn FnMut(FairyMove) -> bool) -> bool {
        let ahead = mover.fold_wb(1, -1);
        let most = match mover.fold_wb(rank(from), 7 - rank(from)) {
            0 if self.conditions.has(Condition::Einstein) => 3,
            // A pawn on the first rank of its side cannot move.
            0 => return true,
            1 => 2,
            _ => 1,
        };
        for side in [-1, 1] {
            let Some(to) = shifted(from, (side, ahead)) else {
                continue;
            };
            let there = self.man(to);
            let capture = match there {
                Some(man) if man.is_prey(mover) => to,
                None if self.is_passed(to) => self.passed.map_or(NONE, |p| p.pawn),
                _ => continue,
            };
            let is_prey = self.man(capture).is_some_and(|man| man.is_prey(mover));
            if is_prey && !f(FairyMove::new(from, to, capture)) {
                return false;
            }
        }
        let mut at = from;
        for _ in 0..most {
            match shifted(at, (0, ahead)).filter(|&to| self.man(to).is_none()) {
                Some(to) if !f(FairyMove::new(from, to, NONE)) => return false,
                Some(to) => at = to,
                None => break,
            }
        }
        true
    }

    /// Returns true if a man of `by`, of the given kind if one is given, could capture the man on the square,
    /// conditions apart.
    fn is_observed(&self, square: u8, by: Color, kind: Option<Kind>) -> bool {
        let has_kind = |man: Man| kind.is_none_or(|kind| man.kind == kind);
        let squares = (0..64u8).filter(|&from| from != square);
        let men = squares.filter_map(|from| self.man(from).map(|man| (from, man)));
        let mut observers = men.filter(|&(_, man)| man.is_own(by) && has_kind(man));
        observers.any(|(from, man)| !self.walk(from, man.kind, by, &mut |m| m.capture != square))
    }

    /// Returns true if a man, which is no king, is observed by an enemy man of its kind, when `mover` is the side that
    /// moves it.
    fn is_paralysed(&self, square: u8, man: Man, mover: Color) -> bool {
        if man.royal {
            return false;
        }
        // For the observers it belongs to the other side.
        let mut seen = self.clone();
        seen.men[usize::from(square)] = Some(Man {
            side: Some(mover),
            ..man
        });
        seen.is_observed(square, mover.other(), Some(man.kind))
    }

    /// Returns true if the conditions allow the man to capture at all, whatever the capture does to the kings.
    fn may_capture(&self, m: FairyMove, man: Man, mover: Color) -> bool {
        let has = |condition| self.conditions.has(condition);
        if has(Condition::Patrol) {
            let mut seen = self.clone();
            seen.men[usize::from(m.from)] = Some(Man {
                side: Some(mover.other()),
                ..man
            });
            if !seen.is_observed(m.from, mover, None) {
                return false;
            }
        }
        if has(Condition::AntiCirce) {
            let kind = m.promotion.unwrap_or(man.kind);
            let side = man.side.unwrap_or(mover);
            let home = Board::rebirth(kind, side, m.to);
            let is_left = [m.from, m.capture, m.to].contains(&home);
            if !is_left && self.man(home).is_some() {
                return false;
            }
        }
        true
    }

    /// Returns true if a man stands on a square next to this one.
    fn has_contact(&self, square: u8) -> bool {
        let beside = AROUND.into_iter().filter_map(|step| shifted(square, step));
        beside.into_iter().any(|at| self.man(at).is_some())
    }

    /// Returns false if the conditions forbid a position that a move of `mover` led to; kings in check are not tested
    /// here.
    fn is_allowed(&self, m: FairyMove, mover: Color) -> bool {
        let has = |condition| self.conditions.has(condition);
        if has(Condition::Koeko) && !self.has_contact(m.arrival()) {
            return false;
        }
        if has(Condition::Isardam) {
            for side in [mover, mover.other()] {
                let men = (0..64u8).filter_map(|at| self.man(at).map(|man| (at, man)));
                let mut own = men.filter(|(_, man)| man.is_own(side));
                if own.any(|(at, man)| self.is_paralysed(at, man, side)) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns true if `by` can capture the man on the square according to the rules for capturing a king.
    fn is_attacked(&self, square: u8, by: Color) -> bool {
        let plays =
            self.conditions.has(Condition::Koeko) || self.conditions.has(Condition::Isardam);
        let needs = plays
            || self.conditions.has(Condition::Patrol)
            || self.conditions.has(Condition::AntiCirce);
        let paralyses = self.conditions.has(Condition::Madrasi);
        for from in 0..64u8 {
            let Some(man) = self.man(from).filter(|man| man.is_own(by)) else {
                continue;
            };
            if from == square || paralyses && self.is_paralysed(from, man, by) {
                continue;
            }
            let mut is_capture = |m: FairyMove| {
                if m.capture != square {
                    return true;
                }
                let works = |m: FairyMove| {
                    !needs || self.may_capture(m, man, by) && (!plays || self.capturing(m, by))
                };
                if self.is_promotion(man, m.to, by) {
                    !self.promoted(m).any(works)
                } else {
                    !works(m)
                }
            };
            if !self.walk(from, man.kind, by, &mut is_capture) {
                return true;
            }
        }
        false
    }

    /// Returns true if the position after a capture by `by` is allowed.
    fn capturing(&self, m: FairyMove, by: Color) -> bool {
        let mut board = self.clone();
        board.turn = by;
        board.apply(m, None).is_allowed(m, by)
    }

    fn is_promotion(&self, man: Man, to: u8, mover: Color) -> bool {
        let promotes = !self.conditions.has(Condition::Einstein);
        promotes && man.kind == Kind::PAWN && rank(to) == mover.fold_wb(7, 0)
    }

    fn promoted(&self, m: FairyMove) -> impl Iterator<Item = FairyMove> + use<> {
        let promotions = self.promotions;
        let kinds = Kind::all().filter(move |kind| promotions & kind.bit() != 0);
        kinds.map(move |kind| FairyMove {
            promotion: Some(kind),
            ..m
        })
    }

    /// Returns true if a king of this side can be captured.
    pub(super) fn is_in_check(&self, side: Color) -> bool {
        let royal = |square: &u8| {
            let man = self.man(*square);
            man.is_some_and(|man| man.royal && man.is_own(side))
        };
        let mut royals = (0..64u8).filter(royal);
        royals.any(|square| self.is_attacked(square, side.other()))
    }

    /// Returns true if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_in_check(self.turn)
    }

    /// Returns true if the side that is not to move is in check, which no move can lead to.
    pub fn can_take_king(&self) -> bool {
        self.is_in_check(self.turn.other())
    }

    /// Returns the moves of the pieces; captures of a king and moves that leave one's own king in check are among them.
    fn moves_of_men(&self) -> Vec<FairyMove> {
        let mut moves = Vec::new();
        let mover = self.turn;
        let paralyses = self.conditions.has(Condition::Madrasi);
        for from in 0..64u8 {
            let Some(man) = self.man(from).filter(|man| man.is_own(mover)) else {
                continue;
            };
            if paralyses && self.is_paralysed(from, man, mover) {
                continue;
            }
            self.walk(from, man.kind, mover, &mut |m| {
                self.complete(m, man, &mut moves);
                true
            });
            if man.kind == Kind::KING && man.royal && man.side == Some(mover) {
                self.castle(from, &mut moves);
            }
        }
        moves
    }

    fn takes_king(&self, m: FairyMove) -> bool {
        m.is_capture() && self.man(m.capture).is_some_and(|man| man.royal)
    }

    /// Returns true if the side to move has no legal move, and no capture of the other king after which its own would
    /// not be in check.
    pub(super) fn is_helpless(&self) -> bool {
        let moves = self.moves_of_men().into_iter();
        moves
            .map(|m| (m, self.apply(m, None)))
            .all(|(m, after)| !after.is_allowed(m, self.turn) || after.is_in_check(self.turn))
    }

    /// Returns the moves that are illegal only because they leave one's own king in check.
    pub(super) fn moves_into_check(&self) -> Vec<FairyMove> {
        let mut moves = self.moves_of_men();
        moves.retain(|&m| {
            let after = self.apply(m, None);
            let is_allowed = !self.takes_king(m) && after.is_allowed(m, self.turn);
            is_allowed && after.is_in_check(self.turn)
        });
        moves
    }

    /// Returns the legal moves.
    pub fn legal_moves(&self) -> Vec<FairyMove> {
        let mover = self.turn;
        let mut moves = self.moves_of_men();
        moves.retain(|&m| {
            if self.takes_king(m) {
                return false;
            }
            let after = self.apply(m, None);
            after.is_allowed(m, mover) && !after.is_in_check(mover)
        });
        let longest = mover.fold_wb(Condition::WhiteMaximummer, Condition::BlackMaximummer);
        let shortest = mover.fold_wb(Condition::WhiteMinimummer, Condition::BlackMinimummer);
        let lengths = moves.iter().map(|&m| length(m));
        let only = match () {
            () if self.conditions.has(longest) => lengths.max(),
            () if self.conditions.has(shortest) => lengths.min(),
            () => None,
        };
        if let Some(only) = only {
            moves.retain(|&m| length(m) == only);
        }
        moves
    }

    /// Adds a pseudo-legal move to the list once for each second step after a capture and for each promotion that it
    /// allows.
    fn complete(&self, m: FairyMove, man: Man, moves: &mut Vec<FairyMove>) {
        let mover = self.turn;
        let taken = self.man(m.capture.min(63)).filter(|_| m.is_capture());
        if let (true, Some(taken)) = (self.conditions.has(Condition::TakeAndMake), taken) {
            let mut there = self.clone();
            there.men[usize::from(m.capture)] = None;
            there.men[usize::from(m.from)] = None;
            there.men[usize::from(m.to)] = Some(man);
            there.walk(m.to, taken.kind, mover.other(), &mut |go| {
                let back = mover.fold_wb(0, 7);
                if !(go.is_capture() || man.kind == Kind::PAWN && rank(go.to) == back) {
                    let m = FairyMove { make: go.to, ..m };
                    self.promote(m, man, moves);
                }
                true
            });
            return;
        }
        self.promote(m, man, moves);
    }

    fn promote(&self, m: FairyMove, man: Man, moves: &mut Vec<FairyMove>) {
        let mut add = |m: FairyMove| {
            let may = !m.is_capture() || self.may_capture(m, man, self.turn);
            if may && !moves.contains(&m) {
                moves.push(m);
            }
        };
        if self.is_promotion(man, m.arrival(), self.turn) {
            self.promoted(m).for_each(add);
        } else {
            add(m);
        }
    }

    fn castle(&self, from: u8, moves: &mut Vec<FairyMove>) {
        let [king, short, long] = self.turn.fold_wb([2, 4, 1], [16, 32, 8]);
        if from != self.turn.fold_wb(4, 60) || self.unmoved & king == 0 || self.in_check() {
            return;
        }
        for (right, to) in [(short, from + 2), (long, from - 2)] {
            let mut m = FairyMove::new(from, to, NONE);
            m.castling = true;
            let (rook, place) = rook_of(m);
            let own = Man::new(Some(self.turn), Kind::ROOK);
            let between = rook.min(from) + 1..rook.max(from);
            if self.unmoved & right == 0
                || self.man(rook) != Some(own)
                || between.into_iter().any(|at| self.man(at).is_some())
            {
                continue;
            }
            let mut passing = self.clone();
            passing.men[usize::from(place)] = passing.men[usize::from(from)].take();
            if !passing.is_in_check(self.turn) {
                moves.push(m);
            }
        }
    }

    /// Returns the position after a legal move.
    pub fn play(&self, m: FairyMove) -> Board {
        self.apply(m, None)
    }

    /// Returns the move as Popeye writes it, without a sign for check or the aim.
    pub fn text(&self, m: FairyMove) -> String {
        let mut effects = String::new();
        let _ = self.apply(m, Some(&mut effects));
        if m.castling {
            let text = if m.to > m.from { "0-0" } else { "0-0-0" };
            return format!("{text}{effects}");
        }
        let Some(man) = self.man(m.from) else {
            return String::new();
        };
        let code = match man.code() {
            code if code == "P" => String::new(),
            code => code,
        };
        let en_passant = m.is_capture() && m.capture != m.to && man.kind == Kind::PAWN;
        let mut text = format!("{code}{}", name(m.from));
        text += match (m.is_capture(), en_passant) {
            (false, _) => format!("-{}", name(m.to)),
            (true, true) if m.make != NONE => format!("*{}", name(m.make)),
            (true, true) => format!("*{} ep.", name(m.to)),
            (true, false) if m.capture != m.to => {
                format!("*{}-{}", name(m.capture), name(m.arrival()))
            }
            (true, false) if m.make != NONE => format!("*{}-{}", name(m.to), name(m.make)),
            (true, false) => format!("*{}", name(m.to)),
        }
        .as_str();
        if let Some(kind) = m.promotion {
            let promoted = Man { kind, ..man };
            text += &format!("={}", promoted.code());
        }
        text + &effects
    }
}

/// Returns the squared length of a move.
fn length(m: FairyMove) -> u32 {
    if m.castling {
        return if m.to > m.from { 16 } else { 25 };
    }
    let to = m.arrival();
    let [x, y] = [file(to) - file(m.from), rank(to) - rank(m.from)].map(i32::from);
    (x * x + y * y) as u32
}
