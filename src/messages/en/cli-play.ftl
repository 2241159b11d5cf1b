# Games at the terminal: `atalaya play` and `atalaya replay`.

play-offers-draw-accept-decline = { $by } offers a draw. { $side }: accept or decline?
play-thinks = { $side } thinks…
play-offers-draw = { $side } offers a draw.
play-agrees-draw = { $side } agrees to a draw.
play-declines-draw = { $side } declines the draw.
play-run-out-time = { $who } has run out of time.
play-come-back = { $who } has not come back.
play-resigns = { $who } resigns.
play-clocks = Clocks
play-human = Human
play-game-saved-leave-yes = The game is not saved. Leave it? yes, no, or save FILE:
play-promote-what-q-queen = Promote to what? Q (queen), R (rook), B (bishop), N (knight):
play-looking = Looking…
play-hint = Hint
play-turn-enter-move-text = Turn of { $side }. Enter a move ({ $pattern }), text, help or quit:
play-level = level
play-cannot-write = Cannot write
play-saved-as = Saved as
play-without-tags-comments-record = without the tags and comments of the record, for which a .pgn has a place
play-rematch-yes-no = A rematch? yes or no:
play-no-such-ply = { $plies ->
    [one] --ply { $ply }: the game has { $plies } ply
   *[other] --ply { $ply }: the game has { $plies } plies
 }
play-games-say-which-number = { $name } has { $count } games: say which, by --number N
play-game = game
play-cannot-read = cannot read { $name }: { $error }
play-pgn-file-holds-byte = { $name } is not a PGN file: it holds a byte { $byte }
play-exists-games-force-replaces = it exists and is not this game's (--force replaces it)

replay-number-piece-letters-games = --number and --piece-letters are for games of a PGN file
replay-result-saved-rules-do = the result { $result } is not saved: the rules do not say it, and a saved game says how it came about
replay-result-saved-rules-moves = the result { $result } is not saved: by the rules the moves end in { $rules }
replay-ply = Ply { $ply } of { $all }
replay-record-says = The record says
replay-game-ends-ply = The game ends at ply { $last }.
replay-start = This is the start.
replay-number-from-0 = '{ $number }' is not a number from 0 to { $last }.

# Commands of a prompt: names with commas between, help, and form of the argument.
play-do-board = board
play-do-board-help = the board
play-do-flip = flip
play-do-flip-help = the board from the other side
play-do-text = text
play-do-text-help = the board as text
play-do-fen = fen
play-do-fen-help = the position in a line
play-do-moves = moves
play-do-moves-help = the legal moves
play-do-rules = rules
play-do-rules-help = the rules, in a screenful
play-do-undo = undo
play-do-undo-help = takes your last move back
play-do-hint = hint
play-do-hint-help = what the machine would play
play-do-eval = eval
play-do-eval-help = what the position is worth
play-do-bar = bar
play-do-bar-help = what it is worth before each turn, or no more
play-do-draw = draw
play-do-draw-help = offers a draw, once on each turn
play-do-accept = accept
play-do-accept-help = agrees to the draw that is offered
play-do-decline = decline
play-do-decline-help = declines it
play-do-resign = resign
play-do-resign-help = gives up
play-do-clock = clock
play-do-clock-help = the clocks
play-do-save = save
play-do-save-help = saves the game as file F (for --load and replay; as PGN if it ends in .pgn)
play-do-save-form = F
play-do-quit = quit, exit
play-do-quit-help = ends the game
play-leaving-yes = yes, y, quit, exit
play-leaving-yes-help = ends the game
play-leaving-no = no, n
play-leaving-no-help = the game goes on
play-leaving-save = save
play-leaving-save-help = saves the game as file F, and ends it
play-leaving-save-form = F
play-rematch-yes = yes, y, rematch
play-rematch-yes-help = another game, with seats changed
play-rematch-no = no, n, quit, exit
play-rematch-no-help = ends the program

# Commands of a prompt: names with commas between, help, and form of the argument.
replay-do-next = n, next
replay-do-next-help = one ply forwards, as does an empty line
replay-do-back = b, back
replay-do-back-help = one ply back
replay-do-g = g
replay-do-g-help = to ply N
replay-do-g-form = N
replay-do-start = s, start
replay-do-start-help = to the start
replay-do-end = e, end
replay-do-end-help = to the end
replay-do-quit = q, quit
replay-do-quit-help = ends the program

play-clock-moves = { $n ->
    [one] { $n } move
   *[other] { $n } moves
 }
play-wins = wins
play-loses = loses
play-game-of-file = { $name } has { $count ->
    [one] { $count } game
   *[other] { $count } games
 }, and not { $number }
play-game-and-line = { $name }: game { $number }, line { $line }

play-no-clock = There is no clock.
play-game-ended = The game is ended.
play-nothing-to-undo = There is nothing to undo.
play-name-missing = The file's name is missing.
play-no-bar = No bar.
play-no-telling = There is no telling.
play-machine-refused = a machine's move was refused

play-options-of-pgn = --number, --ply and --piece-letters are for games of a PGN file: --load FILE.pgn
replay-seconds = expected seconds from 0.05 to 600

# Options that say who plays.
# $game: name of a game
seats-no-white-and-black = --white and --black are for games of White and Black; { $game } has --machines
# $list: what was given
# $colors: the players of the game
seats-no-player = --machines { $list }: '{ $color }' is not one of the players { $colors }
# $list: what was given
seats-twice = --machines { $list } has '{ $color }' twice
seats-names = --names gives { $found } { $found ->
    [one] name
   *[other] names
 }, but there are { $expected } players
seats-control = --names: { $name } has control characters

# $text: what was given
# $codes: codes of languages
piece-letters-unknown = '{ $text }' is no language: expected one of { $codes }, or five letters such as KDTLS
