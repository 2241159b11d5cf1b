# Texts of the crate `problems`.

# Rules that refuse something.
not-direct = that is for direct mates (#N) only: this problem asks for { $asked }
terms-piece = '{ $text }' is no piece beside those of a FEN: expected a colour, then a piece and its square, as in Neutral Gd4
terms-occupied = '{ $text }' stands on a square that another piece has
terms-condition = '{ $text }' is no condition that is known here
terms-option = the option '{ $text }' changes no problem here: expected { $known }
terms-option-idle = the option '{ $option }' has no effect on { $stipulation }
terms-twin = the twin '{ $text }' is not understood: { $why }
terms-twin-empty = the twin '{ $text }' is not understood: it is to be one line of changes
terms-twin-more = it says more than a twin
terms-intended = { $count } solutions are not intended by anybody: expected 1 to { $most }
not-verified = problem { $id } is not verified: it cannot be played
occupied = the square { $square } is occupied ({ $piece })
empty-square = the square { $square } is empty

# Diagrams. What is asked: `#2`.
diagram-white = { $stipulation }, White to move
# $count: number of solutions
diagram-solutions = { $count } solutions
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

# Filters.
filter-yes-no = '{ $text }': expected yes or no
filter-number = '{ $text }': expected a number from { $low } to { $high }
filter-no-word = '{ $text }': no word to search for
filter-numbers = '{ $text }': expected numbers from { $low } to { $high }
filter-bad = bad filter: { $word } { $why }
filter-colour = '{ $value }': expected white or black
filter-tag = '{ $value }': expected a tag
filter-state = '{ $value }': expected draft, verified or refuted
filter-owner = '{ $value }': expected a user's number
filter-word = is not a word that a filter knows
filter-no-object = bad filter { $json }: expected a JSON object
filter-bad-value = bad filter: { $word } { $value }: expected a text, a number, true or false
filter-page-and-after = bad filter: page and after each say where to begin; give one of them
filter-after-order = bad filter: after '{ $after }' is a place in a list of another order
filter-range = '{ $text }': expected '3', '2-4', '2-' or '-4'
filter-range-empty = '{ $text }': nothing lies between { $low } and { $high }
filter-order = '{ $text }': expected one of { $words }, or '-' before
filter-after = '{ $text }': expected the place that another page ended with

# Faults of a problem that is edited or composed.
edit-no-en-passant = nobody can capture en passant on { $square }; 'ep -' takes it back
edit-bad-castling = bad castling '{ $letters }': { $why }
edit-no-pawn-passed = no pawn can have just passed { $square }: it needs one of the other side on the square beyond, and both squares behind that one empty
edit-bad-piece = bad piece '{ $text }': expected a letter of KQRBNP (Black's kqrbnp) and a square, as Qd4
edit-bad-square = bad square '{ $text }': expected one such as d4
compose-moves = mates in { $moves } are not composed, only from 1 to { $most }
compose-pieces = { $least }-{ $most } pieces cannot be: expected a range within 3-32
improve-cooked = the problem is not sound: it has { $count } keys: { $keys }
improve-short = the problem is not sound: there is a mate not only in { $moves } but in { $least }
improve-no-mate = the problem is not sound: there is no mate in { $moves } or fewer
# $twin: letter of the twin, or empty; $more: yes if there may be more solutions
improve-solutions = the problem is not sound: { $twin ->
    [none] it
   *[other] twin { $twin }
 } has { $more ->
    [yes] at least { $count }
   *[other] { $count }
 } { $count ->
    [one] solution
   *[other] solutions
 } instead of { $intended }
improve-option = a problem with { $option } is not improved: the changes are compared by the number of its solutions alone
improve-shorter = the problem is not sound: it has a solution in fewer moves
improve-undecided = the problem was not decided within { $nodes } positions; with more --nodes it may be
edit-too-many-tags = { $count } tags are too many: a problem has at most { $most }
edit-too-long = { $part } is too long: at most { $most } characters are kept
edit-control-character = { $part } '{ $text }' has a control character (U+{ $code })
edit-bad-state = bad state '{ $text }': expected draft, verified or refuted
edit-bad-stipulation = bad stipulation '{ $text }': expected '#N' with N from 1 to { $most }, or another as in h#2.5, s#3, ser-h#5, =2 or dia3.5
edit-castling-letters = expected letters of KQkq, or -
edit-castling-not-home = king and rook do not stand for it
# A part of a problem.
# $what: author, title, source, tag, text, or the name of a field
edit-part = the { $what }

# Faults of a saved game over a problem.
record-version = its version is { $version }, and this program reads { $own }
record-other-start = the game does not begin with the problem
record-bad-name = '{ $duel }' is not the name of a game
record-other-seats = others sit in the room than in the seats
record-hint-early = a hint for a move that was not reached
record-no-duel = not a saved game over a problem: { $why }
edit-bad-turn = there is no way '{ $text }' to turn a position: { $words }
edit-shift-blocked = the piece on { $square } would leave the board

# Faults of a search for problems that arise from a position by added men.
search-stipulation = { $asked } is not searched for: expected #N, h#N, h#N.5 or s#N, of at most { $most } moves
search-too-many = the position has { $present } men already: more are to be added
search-uncountable = there are more ways to add these men than can be counted; name fewer men or squares
search-nothing = nothing can be added so: name men, enough free squares, and as many men in all as these give
search-bad-men = bad men '{ $text }': expected letters of KQRBNP (Black's kqrbnp), each as often as it may come or with a number, as QRRp3
search-bad-squares = bad squares '{ $text }': expected squares and rectangles, as e4,a1-h3
search-bad-from = bad position '{ $text }': expected a FEN or its first field
solutions = { $twin }{ $asked }: { $count ->
    [one] { $count } solution
   *[other] { $count } solutions
 }
solutions-at-least = { $twin }{ $asked }: { $count } solutions at least
solutions-short = ; fewer moves are enough
problem-tested = C+ Atalaya { $version } (all moves tried; { $seconds } s)
problem-tested-rules = C+ Atalaya { $version } (rules: { $rules }; all moves tried; { $seconds } s)

# $who: a player
play-no-machine = { $who } is no machine
