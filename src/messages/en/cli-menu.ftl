# Menus: `atalaya` and `atalaya play` alone at a terminal.

menu-heading = what shall it be?
menu-question = A number, a word, or quit:
menu-runs = This is: { $line }
menu-unknown = '{ $text }' is none of these.
menu-play = play
menu-play-help = a game of chess, Kamisado or Rolit, here
menu-solve = solve
menu-solve-help = a chess position: a mate, proved, with all its variations
menu-puzzles = puzzles
menu-puzzles-help = puzzles of a file, with a rating of one's own
menu-serve = serve
menu-serve-help = the site for browsers: online play, analysis, problems
menu-uci-help = UCI, as chess programs speak it
menu-which-game = Which game?
menu-against-whom = Who plays?
menu-play-side = you play { $side } against machines
menu-people = people
menu-people-help = everybody is a person
menu-which-level = How strong are the machines?
menu-fen = The position (FEN), or quit:
menu-moves = Moves to the mate, at most [{ $usual }]:
menu-moves-wrong = '{ $text }' is no number of moves from 1 to { $most }.
menu-file = The file of puzzles, or quit:
menu-no-file = there is no file '{ $text }'.
menu-do-quit = quit, exit
menu-do-quit-help = ends the program
