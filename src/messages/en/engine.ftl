# The static evaluation explained, for `atalaya eval` and UCI's `eval`.

# $kind: name of an evaluation; the sentence stands above a board
eval-board = { $kind }: a piece's worth in cp
# $score: centipawns; the sentence stands below a board
eval-all-in-all = all in all { $score } cp for White
eval-bare-king = a bare king that can be mated: he is driven to the edge, whatever stands above
# $kind: name of an evaluation
# $score: centipawns
eval-total = Evaluation ({ $kind }): { $score } cp for White
# Heads of a table: a term, its score in the middlegame, in the endgame
eval-head-term = term (White - Black)
eval-head-middlegame = mg
eval-head-endgame = eg
eval-sum = total
eval-phase = phase { $phase } of { $most }
# $term: name of a term with hyphens
eval-term = { $term ->
    [material] material
    [piece-square] piece square
    [knight-mobility] knight mobility
    [bishop-mobility] bishop mobility
    [rook-mobility] rook mobility
    [queen-mobility] queen mobility
    [bishop-pair] bishop pair
    [bishop-pawns] bishop pawns
    [outpost] outpost
    [rook-file] rook file
    [rook-seventh] rook seventh
    [passed] passed
    [passed-free] passed free
    [passed-own-king] passed own king
    [passed-enemy-king] passed enemy king
    [isolated] isolated
    [doubled] doubled
    [backward] backward
    [phalanx] phalanx
    [supported] supported
    [shelter-king-file] shelter king file
    [shelter-next-file] shelter next file
    [storm] storm
    [king-danger] king danger
    [pawn-threat] pawn threat
    [minor-threat] minor threat
    [rook-threat] rook threat
    [hanging] hanging
    [tempo] tempo
   *[other] { $term }
 }
