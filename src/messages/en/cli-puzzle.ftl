# Puzzles: `atalaya puzzle`.

puzzle-themes = with the themes { $themes }
puzzle-no-puzzle-rated = { $file } has no puzzle rated { $low } to { $high }{ $themes }
puzzle-puzzle-rated-your-rating = Puzzle { $id }, rated { $rating } ({ $themes }). Your rating: { $rating2 } ± { $deviation } ({ $change })
puzzle-solved-rating = { $right } of { $done } solved; rating { $rating }
puzzle-is-not-it = { $name } is not it.
puzzle-solved = Solved!
puzzle-solution = Solution: { $names }
puzzle-move-hint-solution-skip = A move, hint, solution, skip or quit:
puzzle-white-move = White to move
puzzle-black-move = Black to move
puzzle-piece-moves = The piece on { $from } moves.

csv-cannot-read = cannot read { $name }: { $error }
csv-line = line
csv-more-lines-no-puzzles = { $name }: { $more } more lines are no puzzles

# Commands of a prompt: names with commas between, help, and form of the argument.
puzzle-do-hint = hint
puzzle-do-hint-help = which piece moves
puzzle-do-solution = solution
puzzle-do-solution-help = the solution; the puzzle counts as missed
puzzle-do-board = board
puzzle-do-board-help = the board
puzzle-do-skip = skip
puzzle-do-skip-help = another puzzle; this one does not count
puzzle-do-quit = quit, exit
puzzle-do-quit-help = ends the program
puzzle-move = a move
puzzle-move-help = in coordinates (e2e4) or as people write it (Nf3)

puzzle-make-games = puzzles are made from games (PGN), and these are positions
puzzle-make-nobody = there is no game of '{ $name }'
puzzle-make-made = { $n ->
    [one] { $n } puzzle
   *[other] { $n } puzzles
 } in { $file }
puzzle-anki-made = { $n ->
    [one] { $n } card
   *[other] { $n } cards
 } in { $file }
puzzle-next-due = { $n ->
    [0] The next puzzle is due today.
    [one] The next puzzle is due tomorrow.
   *[other] The next puzzle is due in { $n } days.
 }
puzzle-imported = { $new } new puzzles; { $known } were there already

puzzle-range = expected a range such as 1200-1500
puzzle-no-home = this user has no home folder; name a file by --record
