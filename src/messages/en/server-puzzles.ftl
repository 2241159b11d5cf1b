# Puzzles: the pages.

puzzles-title = Puzzles
puzzle-nav = Puzzles
puzzle-themes = Themes
puzzle-mistakes = My mistakes
puzzle-history = History
puzzle-name = Puzzles have a rating of your own: take a name or sign in first.
puzzle-name-first = take a name or sign in first
puzzle-theme = Theme:
puzzle-all-themes = all themes
puzzle-rating = Rating
puzzle-streak = In a row:
puzzle-best = Longest row:
puzzle-next = Next puzzle
puzzle-due-now = { $count ->
    [one] One puzzle is due again
   *[other] { $count } puzzles are due again
}
puzzle-first-counts = Your first attempt at a puzzle counts for the rating. A puzzle is never chosen for it twice.
puzzle-themes-none = There are no puzzles yet. The administrator loads some by "atalaya puzzle import".
puzzle-mistakes-lead = Positions of your own games where one move was clearly best and you played another, and puzzles that you missed. They come back sooner or later, as you solve them.
puzzle-due-count = { $count ->
    [0] Nothing is due.
    [one] One is due.
   *[other] { $count } are due.
}
puzzle-later = { $count ->
    [one] One comes later, on { $date }.
   *[other] { $count } come later, the next on { $date }.
}
puzzle-due-go = Solve what is due
puzzle-look = Look for mistakes in my last games
puzzle-from = From
puzzle-from-stream = a puzzle
puzzle-from-game = my game
puzzle-since = Due since
puzzle-curve = Rating after each puzzle
puzzle-solved-of = { $solved } of { $played } solved
puzzle-history-none = No puzzle yet: solve one, and it stands here.
puzzle-date = Day
puzzle-result = Result
puzzle-its-rating = Puzzle
puzzle-was-solved = solved
puzzle-was-missed = missed
puzzle-none = there is no puzzle left here that you have not had
puzzle-none-due = nothing is due
puzzle-not-yours = this puzzle was not given to you
puzzle-elsewhere = this attempt went on in another page, or is over
