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

# Faults of networks and endgame tables.
# $error: what the operating system says
network-cannot-read = cannot read { $path }: { $error }
# $why: what is wrong with the file
network-none = { $path } is not a network: { $why }
network-magic = it does not begin with 'ATALAYAN' and a whole header
# $newest: the latest version of the format
network-version = it is of version { $version } of the format; this program reads versions 1 and { $newest }
# $field: a field of the header
# $expected: a range, such as 1 to 8, or a list of numbers
network-field = its header says { $field ->
    [hidden] hidden units
    [buckets] buckets
    [first] first quantisation
    [output] output quantisation
    [scale] scale
   *[king-buckets] king buckets
 } { $value }; expected { $expected }
# $found: number of bytes
# $expected: number of bytes
network-length = it has { $found } bytes; its header promises { $expected }
# $found: hash in hexadecimal digits
# $expected: hash in hexadecimal digits
network-hash = it is damaged: its hash is { $found }, its header says { $expected }
# $part: which weights
network-range = its weights are too large: { $part ->
    [first] one of the first layer exceeds 504
    [output] one of the output exceeds 127
   *[sum] their sum in the output exceeds 33025
 }
# $path: a directory
# $error: what the operating system says
tablebases-cannot-read = cannot read tablebases from '{ $path }': { $error }
