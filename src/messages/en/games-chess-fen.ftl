# Refusals of a FEN.
fen-empty = the FEN is empty
fen-startpos = 'startpos' is a word of UCI and no FEN: leave it out for the start position, whose FEN is '{ $start }'
fen-rank-count = the FEN's board '{ $board }' has { $count ->
    [one] { $count } rank
   *[other] { $count } ranks
 }, not 8
fen-square-count = rank { $rank } of the FEN, '{ $text }', has { $count ->
    [one] { $count } square
   *[other] { $count } squares
 }, not 8
fen-letter = '{ $letter }' in rank { $rank } of the FEN is neither a piece (PNBRQK, pnbrqk) nor a digit
fen-digits = rank { $rank } of the FEN, '{ $text }', has two digits in a row
fen-castling-right = the FEN gives { $side ->
    [white] White
   *[black] Black
 } the right to castle with a rook on { $rook }, but king and rook do not stand for it
fen-castling-twice = the FEN's castling field '{ $field }' names a rook twice
fen-castling-missing = the FEN has no castling field, but { $side ->
    [white] White
   *[black] Black
 }'s king and rook stand for castling; write - or letters of KQkq
fen-field = the FEN's { $field } is '{ $text }'; expected { $expected }
fen-goes-on = the FEN goes on after its last field: '{ $rest }'
fen-kings = { $side ->
    [white] White
   *[black] Black
 } has { $count } kings in the FEN, not 1
fen-pawn = a pawn stands on { $square }, but pawns never stand on the first or last rank
fen-check = { $side ->
    [white] White
   *[black] Black
 } is in check from { $checker }, but it is { $side ->
    [white] Black
   *[black] White
 }'s move
fen-turn = side to move
fen-castling = castling field
fen-en-passant = en-passant field
fen-fifty-moves = fifty-move counter
fen-move-number = move number
fen-turn-form = w or b
fen-castling-form = - or letters of KQkq
fen-en-passant-form = - or a square
fen-number-form = a number from 0 to 9999
