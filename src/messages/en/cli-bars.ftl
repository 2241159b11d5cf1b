# Bars of progress on the terminal: `src/cli/progress.rs`.

# What is counted, after a number and before a rate: "40/400 positions, 12/s".
bar-beginnings = beginnings
bar-branches = branches
bar-changes = changes
bar-games = games
bar-moves = moves
bar-nodes = nodes
bar-pairs = pairs
bar-passes = passes
bar-placements = placements
bar-positions = positions
bar-problems = problems

# Remaining time, such as "3m".
bar-left = { $left } left
bar-left-at-most = at most { $left } left
bar-left-about = about { $left } left
bar-left-depth = this depth about { $left } left

# What is being done now, after the bar.
bar-epoch = epoch { $epoch }, { $speed } positions/s
bar-first-move = { $move }, first move { $number } of { $of }
bar-found = { $count } found
bar-game = game { $number }
bar-generated = { $count ->
    [one] { $count } position
   *[other] { $count } positions
}
bar-mate-proved = mate in { $moves } proved; is it the least?
bar-mate-refuted = no mate in { $moves }
bar-no-end = { $count ->
    [one] no end within { $count } ply
   *[other] no end within { $count } plies
}
bar-solutions = { $count ->
    [one] { $count } solution
   *[other] { $count } solutions
}
