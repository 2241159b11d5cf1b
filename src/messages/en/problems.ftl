# Texts of the crate `problems`.

# Rules that refuse something.
not-verified = problem { $id } is not verified: it cannot be played
occupied = the square { $square } is occupied ({ $piece })
empty-square = the square { $square } is empty

# Diagrams. What is asked: `#2`.
diagram-black = { $stipulation }, Black to move

# Playing a problem.
side-attacker = attacker
side-defender = defender
hint-turn = Hints are for the attacker, on its turn.
hint-no-mate = There is no mate in { $left } any more: no hint (and no cost).
hint-no-time = The solver has not finished in time: no hint.
hint-piece = Move { $piece } on { $from }.
hint-move = The move is { $name }.

# Review of a game over a problem.
moves-and-more = { $shown } (and { $more } more)
slip = { $number }.{ $played }? gives the mate away: { $number }.{ $keys } would have mated in { $mate_in }.
slip-draw = The game is drawn.
slip-no-mate = It is not mate: there is { $number }...{ $refutations }.
slip-refuted = It is refuted by { $number }...{ $refutations }: there is no mate in { $left } then.
review-still = There was still a mate: { $moves }.
review-incomplete = The solver has not come to decide everything.
