# Proofs of games: `atalaya solve`.

# $games: names of games
solve-no-solver = { $name } has no solver here: expected { $games } (for chess there are 'mate' and 'stipulation')
# $option: an option, such as --time
# $game: name of the game that has it
solve-option-of-other-game = { $option } is for { $game }
solve-rolit-needs-position = solving rolit needs --fen POSITION: the official start is out of reach
solve-broken-off = broken off: { $error }

# Kamisado. Lines of best play are moves with spaces between.
solve-kamisado-won = { $side ->
    [white] White
   *[black] Black
 } has won.
solve-kamisado-wins = { $side ->
    [white] White
   *[black] Black
 } wins in { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
 }: { $line }
# $first: the first move
# $plies: number of plies, for grammar
# $padded: the same number, padded with spaces
# $best: the best answer, or -
solve-kamisado-move = { $first }: { $side ->
    [white] white
   *[black] black
 } wins in { $padded } { $plies ->
    [one] ply
   *[other] plies
 }, best answer { $best }, { $nodes } nodes, { $ms } ms
solve-kamisado-moves-win = { $wins } of { $all } moves win
solve-certificate = Certificate: { $path } ({ $size } positions)
solve-proof-holds = The proof holds: { $side ->
    [white] White
   *[black] Black
 } wins { $position } within { $plies } plies ({ $positions } positions, { $replies } replies)
solve-proof-fails = The proof does not hold: { $why }


# Rolit. A side is a colour, or the team of a colour.
solve-rolit-side = { $whole ->
    [team] { $color }'s team
   *[alone] { $color }
 }
solve-rolit-draw = best play ends in a draw: { $line }
# $n: number of balls
solve-rolit-wins = { $side } wins by { $n ->
    [one] { $n } ball
   *[other] { $n } balls
 }: { $line }
solve-rolit-loses = { $side } loses by { $n ->
    [one] { $n } ball
   *[other] { $n } balls
 }: { $line }
solve-rolit-ahead = whatever the others do, { $side } ends { $n ->
    [one] { $n } ball
   *[other] { $n } balls
 } or more ahead: { $line }
solve-rolit-behind = whatever the others do, { $side } ends no more than { $n ->
    [one] { $n } ball
   *[other] { $n } balls
 } behind: { $line }
# $least: number of balls with a sign
# $most: number of balls with a sign
solve-rolit-not-solved = Not solved in time: { $color }'s margin is from { $least } to { $most }
