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
