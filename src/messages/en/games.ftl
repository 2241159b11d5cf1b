# Texts of the crate `games`: what all games have in common.

seat-white = White
seat-black = Black

move-illegal = '{ $text }' is not a legal move ({ $why }).

# Reasons for which the rules end a game.
reason-checkmate = checkmate
reason-stalemate = stalemate
reason-material = insufficient material
reason-fifty-moves = fifty-move rule
reason-repetition = threefold repetition
reason-fivefold = fivefold repetition
reason-home-row = home row
reason-deadlock = deadlock
reason-board-full = board full

told-win = { $winner } wins ({ $reason }).
told-draw = A draw ({ $reason }).
told-shared = { $winners } share the first place ({ $reason }).

read-dropped = { $part } is dropped: { $why }
read-fen-cannot = { $part } of the FEN cannot be: { $why }
read-castling-right = the castling right { $letter }
read-en-passant-square = the en-passant square { $square }
read-needs-king-e-rook = it needs a king on e{ $rank } and a rook on { $file }{ $rank }
read-no-pawn-can-just = no pawn can have just passed it
read-variant-chess = the variant '{ $variant }' is not chess
read-game-chess960-without-start = a game of Chess960 without its start (FEN)

read-bad-start = { $error }

# Colours, in lower case.
color-yellow = yellow
color-blue = blue
color-brown = brown
color-orange = orange
color-purple = purple
color-red = red
color-pink = pink
color-green = green
color-black = black
color-white = white
color-grey = grey
color-light-blue = light blue

start-has = { $game } has { $words }
start-none = none
start-no-option-expected = { $game } has no option '{ $name }': expected { $known }

# Counts of move sequences.
perft-too-deep = perft counts to depth { $most } at most, not { $depth }
perft-too-many = there are more than 2^64 move sequences of depth { $depth }

png-size = a picture of { $width } x { $height } pixels cannot be drawn
