# Faults of a game's record.

record-line = line { $line }: { $why }
record-no-utf-8 = this is not UTF-8 text
record-player = player { $number }: { $why }
record-version = the version is { $other }, and this program reads 1 and { $own }
# $error: the fault in English
# $spoken: the same in the language, for translations
record-move = move { $number }: { $error }
record-option = the { $name }
record-number-of-players = expected { $expected } players, as the start has, found { $found }
record-number-of-times = expected a time for each of { $moves } moves, found { $times }
record-time-of-move = move { $number }: there was less time than { $millis } ms
record-clock-after-now = the clock runs since a time after 'now'
record-name-control = a name has no control characters
record-colour = the colour is given as '{ $found }', but the start says { $color }
record-level = '{ $level }' is not { $words }, or a level from 0 to 10
record-name-without-level = a name without a level
record-level-without-name = a level without a name
record-no-team = none
record-team = the team is given as { $found }, but by the start it is { $team }
record-result-missing = only one side is in, but there is no result
record-result-early = a result is given, but the game is not over
record-result-differs = another result is given than that of the moves: { $winners } ({ $reason })
record-clock-for-nobody = a clock runs, but nobody plays
record-question = nobody could ask or answer this
record-takeback = there is no such move to take back
record-breaks-off = the file breaks off here
record-no-json = this is not JSON
record-no-saved-game = this is not a saved game
record-nobody-sits = nobody sits here, but the game has begun
record-no-way-to-leave = this is no way to leave a game
record-away = nobody is away who does not play
record-before-begin = nothing has happened before the game begins
record-not-as-far = the game has not come as far
