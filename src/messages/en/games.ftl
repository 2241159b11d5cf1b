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
reason-home-row = home row
reason-deadlock = deadlock
reason-board-full = board full

told-win = { $winner } wins ({ $reason }).
told-draw = A draw ({ $reason }).
told-shared = { $winners } share the first place ({ $reason }).
