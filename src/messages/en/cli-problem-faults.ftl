# Refusals and interruptions of the commands on problems: `atalaya problem`.

export-which-format = which format? --format epd, fen, pgn, popeye, yacpdb or json
# A list that was to be written has been broken off.
problems-none-written = broken off after a part of the problems: nothing is written
problems-incomplete = broken off after a part of the problems: the list is incomplete
improve-broken-off-at-once = broken off after no change
improve-broken-off = broken off after { $examined } of { $changes } changes: the list is incomplete
search-broken-off = broken off after { $examined } placements: the search is incomplete
pieces-range = expected '7' or '5-9'
# $words: the names of themes, as they are typed
theme-expected = expected one of { $words }
theme-bad = bad theme '{ $word }': expected one of { $words }
theme-not-here = a theme by name chooses for 'problem list', 'export' and 'similar' alone; expected a number of moves
list-after-theme = --after does not go with a theme by name; expected --page
# Filters are given, although it is fixed which problem is played.
play-loaded-filter = the game of --load is to be played: a filter has nothing to choose
play-problem-filter = problem { $id } is to be played: a filter has nothing to choose
# H2 is the second person at a problem.
play-same-person = '{ $name }' is logged in already: H2 is somebody else
# $name: what was written, in quotes
play-no-guest = --guest { $name } is no name
play-no-machine = there is no machine { $name }
play-no-seat = '{ $text }' is not H1 (or me), H2, M1 or M2
# $option: the option that names H2
play-second-absent = { $option } says who H2 is, but H2 does not play
play-both-sides = one person cannot play both sides: the two are H1 and H2
