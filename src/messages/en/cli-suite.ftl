# Suites of positions with known solutions: `atalaya suite`; files of positions in general.

# A fault of a line, or what is wrong with it.
# $name: the file
# $line: number of the line
# $text: a sentence about it, or the line itself, with a sentence about it after a colon
suite-at-line = { $name }: line { $line }: { $text }
# $done: positions that are done
# $all: number of positions
suite-broken-off = broken off after { $done } of { $all } positions

suite-expected-file = expected an EPD file
suite-no-line = { $name } holds no line with 'bm', 'am', 'dm' or points
# $count: number of lines
# $first: number of the first of them
suite-left-out = { $count ->
    [one] { $count } line
   *[other] { $count } lines
 } that ask for nothing are left out, the first is line { $first }

# The result of a position.
# $id: its name, or the next message but one
# $task: the task, as in EPD: bm Ra8+
# $played: the move that the engine has decided on
# $score: in pawns, or a mate
# $how: one of the three messages about solutions
suite-result = { $id }: { $task }; { $played } ({ $score }): { $how }
# $points: points for the move
# $most: points for the best move
suite-result-points = { $id }: { $task }; { $played } ({ $score }): { $how }, { $points } of { $most } points
# A position without a name.
suite-line-number = line { $line }
# The task of a position that gives nothing but points. $n: points for the best move
suite-points = { $n } points
# There is no legal move.
suite-no-move = none
# $time: such as 350 ms or 2.5 s
# $nodes: positions looked at
# $depth: in plies
suite-solved-in = solved in { $time }, { $nodes } nodes, depth { $depth }
suite-solved = solved
suite-not-solved = not solved

# The last line, of parts with semicolons between.
# $solved: positions that are solved
# $positions: number of positions
suite-summary = { $solved } of { $positions } solved
suite-summary-within = { $solved } of { $positions } solved, half of them within { $time }
suite-summary-nodes = { $nodes } nodes in { $time }
# $share: in per cent
suite-summary-points = { $points } of { $most } points ({ $share } %)

# Two runs compared.
suite-nothing-in-common = the two runs have no position in common
# $old: move of the old run
# $new: move of the new run
suite-lost = lost    { $id }: { $task }; { $old } -> { $new }
suite-gained = gained  { $id }: { $task }; { $old } -> { $new }
# $positions: positions that are in both runs
# $old: positions solved by the old run
# $new: positions solved by the new run
# $old_points: points of the old run
# $new_points: points of the new run
suite-compared = { $positions } positions in both: solved { $old } -> { $new }, points { $old_points } -> { $new_points }
# $time: a factor
# $nodes: a factor
suite-ratios = where both have solved, the new run took { $time } times as long and { $nodes } times the nodes (medians)
