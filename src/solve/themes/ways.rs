//! Themes of the journeys of men: switchbacks and round trips, vacated squares, exchanged parts, star and cross flights
//! of a king, four moves of a pawn, promotions.

use super::lines::{Journey, Phase, PhaseKind, Variation};
use super::{Finds, Theme};
use games::chess::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// Finds themes of journeys within single variations.
pub(super) fn journeys(played: &[&Variation], attacker: Color, finds: &mut Finds) {
    let walked: Vec<(&Variation, Vec<Journey>)> =
        played.iter().map(|v| (*v, v.journeys())).collect();
    let with = |wanted: &dyn Fn(&Journey) -> bool| -> Vec<&Variation> {
        let fitting = walked.iter().filter(|(_, men)| men.iter().any(wanted));
        fitting.map(|(variation, _)| *variation).collect()
    };
    let own = |man: &Journey| man.man.color == attacker;
    finds.add(
        Theme::Switchback,
        with(&|man| own(man) && man.squares.windows(3).any(|w| w[0] == w[2])),
    );
    finds.add(
        Theme::RoundTrip,
        with(&|man| own(man) && goes_round(&man.squares)),
    );
    finds.add(Theme::Excelsior, with(&|man| own(man) && is_excelsior(man)));
    let minor = |man: &Journey| man.promoted.is_some_and(|role| role != Role::Queen);
    finds.add(Theme::Underpromotion, with(&|man| own(man) && minor(man)));
    let promoting = |role: Role| {
        let to_role = move |man: &Journey| man.promoted == Some(role);
        walked.iter().find(move |(_, men)| men.iter().any(to_role))
    };
    let four = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(promoting);
    if four.iter().all(Option::is_some) {
        let shown = four.into_iter().flatten().map(|(variation, _)| *variation);
        finds.add(Theme::Allumwandlung, shown);
    }
    umnov(played, attacker, finds);
    zilahi(&walked, attacker, finds);
}

/// Returns true if a man returns to a square by at least three moves that are not all on one line.
fn goes_round(squares: &[Square]) -> bool {
    (0..squares.len()).any(|start| {
        let back = squares[start + 1..]
            .iter()
            .position(|s| *s == squares[start]);
        back.is_some_and(|steps| {
            let way = &squares[start..=start + steps + 1];
            let line = attacks::ray(way[0], way[1]);
            steps >= 2 && way.iter().any(|square| !line.contains(*square))
        })
    })
}

/// Returns true if a pawn goes from its initial square all the way to promotion.
fn is_excelsior(man: &Journey) -> bool {
    let home = match man.man.color {
        Color::White => 1,
        Color::Black => 6,
    };
    man.man.role == Role::Pawn && man.promoted.is_some() && man.squares[0].rank() as i32 == home
}

/// Finds the Umnov theme: two variations, on two squares, in which the attacker's last move goes to the square that the
/// defender has just left.
fn umnov(played: &[&Variation], attacker: Color, finds: &mut Finds) {
    let mut follow: Vec<(Square, &Variation)> = Vec::new();
    for variation in played {
        let (Some((_, left)), Some((_, m))) = (variation.last_defence(), variation.last()) else {
            continue;
        };
        let attacks = variation.end.turn() != attacker;
        if attacks && left.from() == m.to() && follow.iter().all(|(square, _)| *square != m.to()) {
            follow.push((m.to(), variation));
        }
    }
    if follow.len() >= 2 {
        finds.add(
            Theme::Umnov,
            follow.into_iter().map(|(_, variation)| variation),
        );
    }
}

/// Finds the Zilahi theme: two variations in which two men of the attacker exchange their roles: one is captured, the
/// other mates.
fn zilahi(walked: &[(&Variation, Vec<Journey>)], attacker: Color, finds: &mut Finds) {
    let parts: Vec<(&Variation, Square, Vec<Square>)> = walked
        .iter()
        .filter_map(|(variation, men)| {
            let (_, last) = variation.last()?;
            if last.is_castle() {
                return None;
            }
            let to = last.to();
            let alive = |man: &&Journey| man.man.color == attacker && man.captured.is_none();
            let mater = men
                .iter()
                .filter(alive)
                .find(|m| m.squares.last() == Some(&to))?;
            let lost = men
                .iter()
                .filter(|m| m.man.color == attacker && m.captured.is_some());
            let lost = lost.map(|man| man.squares[0]).collect();
            Some((*variation, mater.squares[0], lost))
        })
        .collect();
    for (number, (one, mater, lost)) in parts.iter().enumerate() {
        for (other, other_mater, other_lost) in &parts[number + 1..] {
            if mater != other_mater && lost.contains(other_mater) && other_lost.contains(mater) {
                finds.add(Theme::Zilahi, [*one, *other]);
                return;
            }
        }
    }
}

/// Finds themes that all phases show together: flights of the king, four moves of a pawn.
pub(super) fn of_phases(p: &Position, phases: &[Phase], finds: &mut Finds) {
    for phase in phases.iter().filter(|phase| phase.kind == PhaseKind::Key) {
        let king = phase.start.king(phase.start.turn());
        let flights = |p: &Position| -> Bitboard {
            let moves = p.legal_moves();
            let king_moves = moves.iter().filter(|m| m.from() == king && !m.is_castle());
            king_moves.map(|m| m.to()).collect()
        };
        let fled: Vec<&Variation> = phase
            .variations
            .iter()
            .filter(|v| first_reply(v).is_some_and(|m| m.from() == king && !m.is_castle()))
            .collect();
        let squares: Bitboard = fled
            .iter()
            .filter_map(|v| first_reply(v))
            .map(|m| m.to())
            .collect();
        let diagonal = attacks::bishop_attacks(king, Bitboard::FULL);
        let straight = attacks::rook_attacks(king, Bitboard::FULL);
        let to = |field: Bitboard| {
            let fled = fled.iter().copied();
            fled.filter(move |v| first_reply(v).is_some_and(|m| field.contains(m.to())))
        };
        for (theme, field) in [
            (Theme::StarFlights, diagonal),
            (Theme::CrossFlights, straight),
        ] {
            if (squares & field).count() == 4 {
                finds.add(theme, to(field));
            }
        }
        if !p.in_check() {
            let given = flights(&phase.start) & !flights(&p.pass());
            if given.any() {
                finds.add(Theme::FlightGivingKey, to(given));
            }
        }
        let replies = phase.single_variations().filter(|v| !v.threat);
        let replies = replies.filter_map(|v| Some((first_reply(v)?, v)));
        four_ways(&phase.start, replies, Theme::Pickaninny, finds);
        let single = || phase.single_variations();
        let longest = single().map(|v| v.plies.len()).max().unwrap_or(0);
        for ply in (2..longest).step_by(2) {
            let moves = single().filter_map(|v| Some((v.plies.get(ply)?.m?, v)));
            four_ways(p, moves, Theme::Albino, finds);
        }
    }
    let firsts = phases
        .iter()
        .filter_map(|phase| Some((phase.first?, phase.variations.first()?)));
    four_ways(p, firsts, Theme::Albino, finds);
}

/// Returns the defender's first move, if any.
fn first_reply(variation: &Variation) -> Option<Move> {
    variation.plies.get(1)?.m
}

/// Finds a pawn of the side to move in `p` that, in different variations, makes all its four moves from its initial
/// square.
fn four_ways<'a>(
    p: &Position,
    moves: impl Iterator<Item = (Move, &'a Variation)>,
    theme: Theme,
    finds: &mut Finds,
) {
    let moves: Vec<(Move, &Variation)> = moves.collect();
    let home = match p.turn() {
        Color::White => 1,
        Color::Black => 6,
    };
    for pawn in p.pieces(p.turn(), Role::Pawn) {
        if pawn.rank() as i32 != home {
            continue;
        }
        let mut ways: Vec<(Square, &Variation)> = Vec::new();
        for (m, variation) in &moves {
            if m.from() == pawn && ways.iter().all(|(to, _)| *to != m.to()) {
                ways.push((m.to(), variation));
            }
        }
        if ways.len() == 4 {
            finds.add(theme, ways.into_iter().map(|(_, variation)| variation));
        }
    }
}
