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

# Lines at the end of results: positions looked at, and milliseconds.
# $nodes: positions looked at
figures-nodes = Nodes: { $nodes }
# $ms: milliseconds
figures-time = Time: { $ms } ms

# Faults of a command line.
cli-usage-unknown-argument = unexpected argument '{ $argument }'
cli-usage-unknown-command = there is no command '{ $command }'
cli-usage-value-needed = { $argument } needs a value
cli-usage-value = { $argument }: '{ $value }' is none of its values
cli-usage-value-because = { $argument }: '{ $value }': { $why }
cli-usage-twice = { $argument } is given twice
cli-usage-conflict = { $argument } cannot be given together with { $other }
cli-usage-missing = these are missing: { $arguments }
cli-usage-command-needed = a command is needed
cli-usage-equals = an equals sign is needed after { $argument }
cli-usage-too-many = { $argument }: the value '{ $value }' is one too many
cli-usage-too-few = { $argument } needs at least { $least } values, but has { $given }
cli-usage-number-of-values = { $argument } needs { $expected } values, but has { $given }
cli-usage-encoding = an argument is no text in UTF-8
cli-usage-uci = without a command the program speaks UCI: start it by its name alone
cli-usage-digits = a whole number is written in digits, such as 5
cli-usage-quoted-fen = a FEN is one argument, in quotes: "{ $fen }"
cli-usage-no-number = it is no whole number
cli-usage-too-large = it is too large
cli-usage-too-small = it is too small
cli-usage-range = it is not in { $range }
cli-usage-near = near to it: { $near }
cli-usage-more = More is said by '--help'.

# What stands beside the texts of help.
help-heading-usage = Usage:
help-heading-commands = Commands
help-heading-arguments = Arguments
help-heading-options = Options
help-heading-values = Possible values:
help-note-default = default: { $value }
help-note-variable = environment variable: { $name }
help-note-aliases = also: { $names }
help-note-values = possible values: { $names }
help-usage-options = [OPTIONS]
help-usage-command = [COMMAND]
help-usage-any-command = <COMMAND>

# Last moves and conventions of a position.
retro-last-moves = { $side ->
    [white] White
   *[black] Black
 } can have moved last: { $count ->
    [0] no, no move can be taken back
    [one] yes, 1 move can be taken back
   *[other] yes, { $count } moves can be taken back
 }
retro-in-check = { $side ->
    [white] White
   *[black] Black
 } can have moved last: no, it is in check
retro-to-move = { $side ->
    [white] White
   *[black] Black
 } is to move: proved
retro-either = Either side may be to move
retro-impossible = No game leads to this position: neither side can have moved last
retro-castling = Castling with the rook on { $rook }: allowed, because nothing was found against it
retro-no-castling = Castling with the rook on { $rook }: not allowed, because king or rook must have moved
retro-en-passant = En passant on { $square }: allowed, because the double step must have been the last move
retro-no-en-passant = En passant on { $square }: not allowed, because the last move may have been another

# $text: what was given to the option
option-form = --option { $text }: expected NAME=VALUE
# $option: the option that says the same
option-twice = --option { $text } and --{ $option } say the same
