# Mates in N: `atalaya mate`.

# Values of options.
# $most: greatest number of moves
mate-expected-moves = expected a number of moves from 1 to { $most }, or its negative
mate-expected-seconds = expected a number of seconds, from 0 to 1,000,000,000
mate-expected-range = expected '5' or '2-5'

# The verdict on a position.
mate-is-mated = The side to move is mated.
# $role: 'mates' if the side to move is to mate, 'mated' if it is to be mated
# $n: number of moves
mate-least = { $role ->
    [mates] Mate
   *[mated] Mated
 } in { $n }: { $n } is least
mate-proved = { $role ->
    [mates] Mate
   *[mated] Mated
 } in at most { $n }: proved
# $role: 'mates' or 'mated'
# $n: number of moves
# $refuted: number of moves in which there is no mate, which is proved
mate-proved-and-refuted = { $role ->
    [mates] Mate in at most { $n }: proved; no mate
   *[mated] Mated in at most { $n }: proved; not mated
 } in { $refuted ->
    [one] { $refuted } move
   *[other] { $refuted } moves
 }
mate-refuted = { $role ->
    [mates] No mate
   *[mated] Not mated
 } in { $n ->
    [one] { $n } move
   *[other] { $n } moves
 }: proved
mate-undecided = Undecided within the limits: { $role ->
    [mates] no mate
   *[mated] not mated
 } in { $refuted ->
    [one] { $refuted } move
   *[other] { $refuted } moves
 }

# $moves: a line of moves
mate-line = Line: { $moves }
# $keys: moves, each with the length of its mate
mate-keys = Keys: { $keys }
mate-no-keys = Keys: none
mate-short-mates = Short mates: { $keys }
# $n: number of moves of the mate
mate-sound = Sound: no other first move mates in { $n }
# $count: number of first moves
# $n: number of moves of the mate
mate-cooked = Cooked: { $count } first moves mate in { $n }
mate-short = Short: { $count ->
    [one] { $count } first move mates
   *[other] { $count } first moves mate
 } in fewer than { $n }
# $error: why there is none
mate-no-solution = no solution to show: { $error }
# $seconds: time of the work that was broken off
mate-broken-off = broken off after { $seconds } s

# Proofs as files (certificates).
mate-certificate-nothing-proved = nothing is proved, so no certificate is written
mate-certificate-broken-off = broken off, so no certificate is written
# $claim: what is proved: the side to move mates in at most 3
mate-check-proved = proved: { $claim }
mate-check-proved-fifty = proved: { $claim }, the fifty-move rule counted
# $lines: lines of the file
# $positions: positions that the checker went through
mate-check-counts = lines: { $lines }, positions: { $positions }
# $error: why not
mate-check-not-proved = not proved: { $error }

# Suites: a file of positions with a mate each.
# $name: the file
mate-suite-no-position = { $name } holds no position to solve
mate-suite-no-length = { $name } holds no line with 'dm N;' or 'bm #N;' to solve (--max N takes the others, too)
mate-suite-thread-refused = the system refuses another thread

# The result of a line of the file.
# $line: its number
# $result: one or more of the next messages, with semicolons between
# $nodes: positions looked at
# $ms: milliseconds
mate-suite-line = line { $line }: { $result }; { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
 }, { $ms } ms
# $known: length of the mate, as the file has it
mate-suite-line-known = line { $line }: known { $known }: { $result }; { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
 }, { $ms } ms
# $n: length of the mate, negative if the side to move is mated
mate-suite-least = mate { $n }, least
# $n: length of the mate
# $refuted: number of moves in which there is no mate, which is proved
mate-suite-mate = mate { $n }, not refuted above { $refuted }
mate-suite-no-mate = no_mate (refuted { $refuted })
mate-suite-undecided = undecided (refuted { $refuted })
# $keys: moves
mate-suite-keys = keys { $keys }
# There are no keys.
mate-suite-no-keys = keys
mate-suite-short-mates = short mates { $keys }
# $count: number of keys
# $n: length of their mates
mate-suite-cooked = cooked: { $count } first moves mate in { $n }

# Heads of a table with a row for each length of mate, and numbers of positions: those proved to mate, those whose
# mate is proved to be the shortest, those with a shorter mate than the file says, those that have none; and milliseconds.
mate-suite-head-n = N
mate-suite-head-positions = positions
mate-suite-head-proved = proved
mate-suite-head-least = least
mate-suite-head-shorter = shorter
mate-suite-head-refuted = refuted
mate-suite-head-median = median ms
mate-suite-head-max = max ms
mate-suite-head-nodes = nodes
