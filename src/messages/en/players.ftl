level-easy = easy
level-medium = medium
level-hard = hard
level-expert = expert
game-unknown = '{ $name }' is not a game: expected { $known }

# Options of engines, in UCI and in matches. $name is the option's name.
option-none = there is no option '{ $name }'
# $value: the value as given
# $expected: what is accepted
option-value = option { $name } cannot be '{ $value }'; expected { $expected }
option-number = a number from { $least } to { $most }
option-any = any text

# Opening books.
# $error: what the operating system says
book-cannot-read = cannot read the book '{ $path }': { $error }
# $size: number of bytes
book-size = '{ $path }' is not a Polyglot book: its size of { $size } bytes is not a multiple of 16

# Failures of players; the name of the player may stand in front.
# $end: exit status and last words, in parentheses, after a space; or empty
failure-disconnected = disconnected{ $end }
# $time: seconds, with the unit
failure-stalled = gave no answer within { $time }
# $time: seconds, with the unit
failure-late = answered only after { $time }
# $move: the answer
failure-illegal = answered '{ $move }', which is not a legal move
failure-interrupted = interrupted

# Programs that do not start as engines.
start-no-directory = '{ $path }' is not a directory
# $error: what the operating system says
start-no-log = cannot write { $path }: { $error }
# $error: what the operating system says
start-no-program = cannot start '{ $path }': { $error }
# $wanted: what an engine says when it is ready
# $end: exit status and last words, in parentheses, after a space
start-ended = it ended before '{ $wanted }'{ $end }
start-silent = it did not say '{ $wanted }' within { $seconds } s
# $game: name of a game
# $position: a position of another game
start-other-game = this is a player of { $game }, not of '{ $position }'
# $most: number of bytes
end-long-line = its output has a line of more than { $most } bytes
end-closed = its output is closed
