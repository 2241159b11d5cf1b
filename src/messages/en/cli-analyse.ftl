# Analysis of games and positions: `atalaya analyse`.

analyse-left-out = left out
analyse-better = better
analyse-white = White
analyse-black = Black
analyse-positions = { $seen } of { $all } positions
analyse-no-moves = { $side }: no moves
analyse-accuracy-centipawns-lost-move = { $side }: accuracy { $accuracy } %, { $inaccuracies }, { $mistakes }, { $blunders }; { $loss } centipawns lost a move
analyse-line = line
analyse-chess = { $title } is not chess
analyse-game = game
analyse-game-over = The game is over
analyse-white-2 = White
analyse-black-2 = Black
analyse-mate-proved = Mate in { $n } by { $side }, proved
analyse-depth = depth
analyse-nodes = nodes

analyse-inaccuracies = { $n ->
    [one] { $n } inaccuracy
   *[other] { $n } inaccuracies
 }
analyse-mistakes = { $n ->
    [one] { $n } mistake
   *[other] { $n } mistakes
 }
analyse-blunders = { $n ->
    [one] { $n } blunder
   *[other] { $n } blunders
 }
analyse-game-and-line = { $name }: game { $number }, line { $line }

analyse-player = { $name } ({ $n ->
    [one] { $n } game
   *[other] { $n } games
 })
analyse-opening = opening
analyse-middlegame = middlegame
analyse-endgame = endgame
analyse-usual-mistakes = mistakes and blunders: { $kinds }
analyse-missed-mate = mate missed
analyse-allowed-mate = mate allowed
analyse-left-hanging = material left to be taken
analyse-missed-capture = material not taken
analyse-allowed-motif = { $motif } allowed
analyse-missed-motif = { $motif } missed
analyse-other-mistake = other

# A file of evaluations (`--cache`). $name is its name.
# $error: what the operating system says
cache-cannot-use = cannot use { $name }: { $error }
cache-none = { $name } is no file of evaluations
# $by: the program that made it
# $settings: limits and options of that program
# $our_by: this program
# $our_settings: those that would be used now
cache-of-others = { $name } has evaluations by { $by } with { $settings }, and these would be by { $our_by } with { $our_settings }
cache-line = { $name }: line { $line }: this is no evaluation
cache-cut-off = { $name }: the last line is cut off, and left out

analyse-one-graph = --svg { $path }: there are { $all } games, and it draws one
# $error: what the operating system says
analyse-cannot-write-games = cannot write the games: { $error }
analyse-expected-file = expected a file, '-' or --fen
analyse-for-games = { $option } is for games, and these are positions
# $done: number of games
# $all: number of games
games-broken-off = broken off after { $done } of { $all } games
