# Files and options that more than one command has.

start-option-form = --option { $given }: expected a name and a value, such as rules=students
start-option-twice = --option { $given }: '{ $name }' is given twice
start-option-of-other-game = --{ $name } is for { $names }, not for { $game }
resume-other-game = { $path } is a game of { $found }, not of { $wanted }
resume-says-players = { $path } says who plays and by which clock
resume-not-begun = { $path } is a game that has not begun: its seats are being taken
file-empty = { $name } holds nothing
file-no-text = { $name } is no text: it holds a byte { $byte }
file-no-game = { $name } holds no game
file-no-puzzles = { $path } is no record of puzzles: { $why }
file-standard-input = the standard input
