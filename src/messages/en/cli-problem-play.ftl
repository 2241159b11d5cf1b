# Problems that are played: `atalaya problem play`.

solve-which-problem-number-more = Which problem? (its number, more or quit)
solve-problem-mates-fewer-holds = Problem { $id }: { $attacker } mates in { $moves } or fewer; { $defender } holds out.
solve-hints = { $n ->
    [one] { $n } hint
   *[other] { $n } hints
 }
solve-each-costs-quarter-value = each costs a quarter of the value
solve-difficulty = difficulty
solve-of = { $shown } of { $total }.
solve-number-problem-list = '{ $text }' is not the number of a problem on the list.
solve-mate-wins = Mate in { $made }: { $won } wins.
solve-no-mate-held-out = No mate in { $moves }: { $won } has held out and wins.
solve-no-mate-wins = There is no mate ({ $reason }): { $won } wins.
solve-resigns-wins = { $lost } resigns: { $won } wins.
solve-time-up-without-mate = Time is up without mate: { $won } wins.
solve-run-out-time-wins = { $lost } has run out of time: { $won } wins.
solve-come-back-wins = { $lost } has not come back: { $won } wins.
solve-game-kept-but-does = The game is kept, but does not count for the ranking.
solve-no-account-no-points = { $name }: no account, no points
solve-points-rating = { $n ->
    [one] { $name }: { $n } point, rating { $rating }
   *[other] { $name }: { $n } points, rating { $rating }
 }
solve-winner-won-problem-seat = The winner has won this problem in that seat before: there are no more points for it.
solve-kept-go-atalaya-problem = Kept in { $shown }; go on with: atalaya problem play --load { $shown }
solve-promote-what = Promote to what? { $which }
solve-thought = Thought
solve-resign-yes-other-wins = Resign? yes: the other wins; save: to go on another day; no: the game goes on:
solve-moves-left = { $n ->
    [one] { $n } move left
   *[other] { $n } moves left
 }
solve-turn-move-hint-resign = Turn of { $player }, { $left }. A move, hint, resign, help or quit:
solve-cannot-write = Cannot write

# Commands of a prompt: names with commas between, help, and form of the argument.
solve-do-hint = hint
solve-do-hint-help = first which piece moves, then the move; each costs points
solve-do-board = board
solve-do-board-help = the board
solve-do-moves = moves
solve-do-moves-help = the legal moves
solve-do-clock = clock
solve-do-clock-help = the clocks, and what each has thought
solve-do-resign = resign
solve-do-resign-help = gives up: the other wins
solve-do-quit = quit, exit
solve-do-quit-help = leaves the game: resign, or keep it to go on later
solve-leaving-yes = yes, y
solve-leaving-yes-help = gives up: the other wins
solve-leaving-save = save
solve-leaving-save-help = keeps the game for another day
solve-leaving-no = no, n
solve-leaving-no-help = the game goes on
solve-choosing-more = more, +
solve-choosing-more-help = more problems of the list
solve-choosing-quit = quit, exit, q
solve-choosing-quit-help = nothing is played
solve-move = a move
solve-move-help = in coordinates (e2e4) or as people write it (Nf3)
solve-number = number
solve-number-help = the problem that is played

solve-password-of = Password of { $name }:
