move-form = '{ $text }' is not a move in the form e2e4 or e7e8q
move-illegal-in = '{ $text }' is not a legal move in { $fen }

chess-expected-e2e4-nf3 = expected e2e4 or Nf3
chess-or = or
chess-may-say-which = it may be { $names }: say which
chess-chess = Chess
chess-white = White
chess-black = Black
chess-legal-move = '{ $text }' is not a legal move ({ $why }).
chess-check = Check!
chess-draw = A draw ({ $reason }).
chess-wins = { $side } wins ({ $reason }).
chess-expected-nf3-e2e4 = expected Nf3 or e2e4
chess-no-pawn-captures-so = no pawn captures so
chess-may = it may be { $names }
chess-nobody-may-pass-check = nobody may pass in check

why-empty = there is no piece on { $from }
why-already-there = { $named } stands there already
why-castling-spelling = castling is written { $name }
why-no-pawn = { $named } is no pawn: it does not promote
why-not-so = { $named } does not move that way: it does not reach { $to }
why-in-the-way = { $named } cannot go to { $to }: { $other } is in the way
why-pawn-stopped = { $named } cannot advance to { $to }: { $other } stands there
why-pawn-two-squares = { $named } has left its first row: it advances one square only
why-pawn-captures = { $named } captures diagonally, and there is nothing on { $to } that it may take
why-promotion-missing = { $named } promotes on { $to }: say to what ({ $from }{ $to }q)
why-promotion-wrong = { $named } cannot become that
why-promotion-early = { $named } does not promote on { $to }, but on the last row
# $to: for other languages, which say it
why-own-piece = { $named } is one's own piece
why-cannot-go = { $named } cannot go to { $to }
why-king-attacked = the king cannot go to { $to }: { $by } attacks that square
why-check-stays = the king is in check from { $by }, and { $named } on { $to } does not end it

# The rules in a screenful.
chess-rules =
    Chess: mate the other king.
      King     one square in any direction     Queen   any distance in any direction
      Rook     along files and ranks           Bishop  along diagonals
      Knight   two squares straight and one aside, over whatever stands between
      Pawn     one square ahead, two from its first row; takes diagonally. En passant: a pawn
               that has gone two squares can be taken, at once, as if it had gone one.
               On the last row it becomes a queen, rook, bishop or knight: e8=Q, e7e8q.
    Castling: the king goes two squares towards a rook, which goes to its other side: O-O,
      O-O-O. Neither has moved, nothing stands between, and the king is not attacked where it
      stands, passes or arrives.
    Who is in check must end it. In check without a legal move: mate, the game is lost.
    Draws: no legal move and no check (stalemate), too little material, the third time of the
      same position, fifty moves of each side without a capture or a pawn's move, agreement.
    Moves are typed as e2e4, Nf3, O-O, exd5; 'moves' lists them all.

# Pieces, sides and the reasons of a move that cannot be.
piece = { $role ->
    [king] the king
    [queen] the queen
    [rook] the rook
    [bishop] the bishop
    [knight] the knight
   *[pawn] the pawn
 }
why-piece-on = { $role ->
    [king] the king
    [queen] the queen
    [rook] the rook
    [bishop] the bishop
    [knight] the knight
   *[pawn] the pawn
 } on { $square }
why-not-yours = { $named } is { $side ->
    [white] White
   *[black] Black
 }'s
why-castling-impossible = castling is not possible: { $reason }
why-castling-moved = the king or that rook has moved, or is not in its place
why-castling-check = the king is in check from { $by }
why-castling-in-the-way = { $other } is in the way
why-castling-crosses = the king would cross { $square }, which { $by } attacks
why-castling-into-check = the king would be in check
why-none = { $side ->
    [white] White
   *[black] Black
 } has no { $role ->
    [king] king
    [queen] queen
    [rook] rook
    [bishop] bishop
    [knight] knight
   *[pawn] pawn
 } there
why-nobody = no { $role ->
    [king] king
    [queen] queen
    [rook] rook
    [bishop] bishop
    [knight] knight
   *[pawn] pawn
 } can go to { $to }
# $role: the piece, for grammar
why-pinned = { $named } is pinned: on { $to } it would leave its king to { $by }

# Letters and words for what a pawn becomes.
promoted-queen = q, queen
promoted-rook = r, rook
promoted-bishop = b, bishop
promoted-knight = n, knight
epd-no-mate-length = '{ $operation }' does not name a mate in 1 to { $most } moves
