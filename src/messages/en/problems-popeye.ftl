# Faults of Popeye's input.

popeye-no-stipulation = there is no stipulation
popeye-no-pieces = there are no pieces
popeye-no-problem = there is no problem
# The sides in $color and $other are White, Black or Neutral.
popeye-takes-place = { $color ->
    [White] White's { $new }
    [Black] Black's { $new }
   *[Neutral] Neutral's { $new }
 } takes the place of { $other ->
    [White] White's { $old }
    [Black] Black's { $old }
   *[Neutral] Neutral's { $old }
 }
popeye-outside = '{ $rest }' stands outside of a problem
popeye-after-end = '{ $rest }' stands after the end of the problem
popeye-names-no-colour = '{ $word }' names no colour
popeye-word-unknown = '{ $word }' is not understood
popeye-twice = '{ $word }' stands twice
popeye-condition-unknown = the condition { $name } is not understood
popeye-no-condition = '{ $word }' is no condition
popeye-names-nothing = '{ $token }' names no colour and no piece
popeye-neither-colour-nor-piece = '{ $word }' is no colour ({ $white }, { $black }) and no piece
popeye-twin-late = '{ $word }' stands after another twin
popeye-twin-continued-late = '{ $word }' is to stand right after Twin
popeye-lacks = '{ $word }' lacks { $what }
popeye-twin-no-change = '{ $token }' is no change of a twin
popeye-structured = structured stipulations are not understood
popeye-hunters = hunters are not understood
popeye-names-no-square = '{ $word }' names no square
popeye-word = '{ $word }': { $why }
popeye-pieces-unknown = { $kind } pieces are not understood
popeye-no-square = '{ $word }' is no square
popeye-bad-forsyth = bad Forsyth '{ $word }': { $why }, expected pieces, numbers of empty squares and /
popeye-zero-refused = ZeroPosition is not understood here: the first twin has a position of its own
popeye-intended = '{ $remark }': expected a number of solutions
popeye-option-needs = the option { $name } needs { $what }
popeye-option-names-no-square = the option { $name } names no square
popeye-chess960 = castling of Chess960
popeye-option-unknown = the option '{ $name }' is not understood
popeye-names-no-piece = '{ $word }' names no piece
popeye-turn = '{ $other }' is not 90, 180 or 270 degrees
popeye-mirror = '{ $word }' is not a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1
popeye-nothing-to-replace = there is no { $letter } to be replaced
popeye-twin-of-refused = the twin that this one continues is refused
popeye-square-empty = no piece stands on { $square }
popeye-off-board = the piece on { $square } would leave the board
popeye-ambiguous = '{ $text }' may be { $first } or { $other }: say which
popeye-fairy-piece = { $code } is the { $name }, which is not understood
popeye-no-man = '{ $code }' is no piece of chess ({ $letters })
# Words that belong to another.
popeye-a-condition = a condition
popeye-a-board = a board
popeye-a-stipulation = a stipulation
popeye-a-square = a square
popeye-an-angle = an angle
popeye-two-squares = two squares
popeye-two-pieces = two pieces
popeye-two-corners = two corners
popeye-forsyth-too-long = it has more than 64 squares
popeye-forsyth-sign = it ends with a sign
popeye-a-number = a number
popeye-two-numbers = two numbers
popeye-option-rooks = the option CastlingMutuallyExclusive needs two squares such as a1h8
popeye-option-en-passant-twice = the option EnPassant stands twice
popeye-option-en-passant = the option EnPassant: '{ $squares }' is no double step, expected squares such as g7g6g5
popeye-knight-is-s = { $code } is the { $name }, which is not understood; the knight is S
popeye-takes-king = the side to move can take the king
# Notes and refusals of the problems of a file that are to be solved.
# $line: number of the line; $what: a note or a fault
popeye-line = line { $line }: { $what }
# $byte: the byte, as 0xFF
popeye-latin-1 = not UTF-8 (there is a byte { $byte }), read as Latin-1
popeye-nothing = there is no problem: expected BeginProblem
# $option: an option in Popeye's words; $asked: a stipulation, such as h#2
popeye-no-effect-on = the option { $option } has no effect on { $asked }
# $why: the reason, without a full stop
popeye-no-effect = { $why }: the option { $option } has no effect
# $white: square of a rook; $black: that of the other
popeye-no-rooks = no rooks stand at home on { $white } and { $black }
popeye-no-pawn = no pawn has just passed over { $square }
# $color: White or Black
popeye-no-king = { $color ->
    [White] White has no king: it is never in check, nor mated
   *[Black] Black has no king: it is never in check, nor mated
 }
# $argument: a number
popeye-too-much = the option { $name }: { $argument } is too much
popeye-limits = the option { $option } limits Popeye's search; here all moves are tried
