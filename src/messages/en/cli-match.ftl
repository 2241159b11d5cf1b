# Matches between engines: `atalaya match`, and their charts: `atalaya plot`.

# Options that do not go together. Options are written as they are typed: --sprt.
match-contradiction = { $option } and { $other } contradict each other
match-needs-problems = { $option } needs --problems
# $most: the greatest number that is allowed
match-no-number = { $option } { $value } is not a number from 1 to { $most }
match-concurrency = --concurrency { $value } is more than 1024
match-fen-of-chess = --fen is for other games; give --openings file= for chess
match-no-mate = { $path } holds no mate in { $range }
match-two-engines = { $option } compares two engines, not { $count }
match-draw-never = --draw: no game of { $game } is drawn
match-two-variants = two variants are given that contradict each other
match-variant-rules = --variant { $variant } and --rules { $rules } contradict
match-mate-range = --mate '{ $text }' is neither N nor N-M
match-tournament = --tournament '{ $text }' is neither round-robin nor gauntlet
match-games = --games { $games } is neither 1 nor { $seats }
match-two-seats-only = { $option } is for games of two seats; these have { $seats }
match-openings-seats = --openings: there are positions for { $first } and for { $other } players; a match needs the same number in all
match-seats-of-two = --engine '{ $name }': seats={ $seats } is for games of more than two seats; to let an engine play itself give it twice, with different names
# $filled: seats that the engines take
# $more: seats that are left
# $wanted: how many seats the last engine would have to take
match-seats-left = a game has { $seats } seats, and the engines fill { $filled }: give { $more } more --engine groups, or let one take several seats, as in '--engine name={ $name } … seats={ $wanted }'
match-resume-seed = --resume with --store needs the --seed that the match has told
match-same-file = --pgn and --json name the same file
match-resume-file = --resume needs the --pgn or --json file of the interrupted match
match-journal-lost = { $journal } is not there, but { $json } has a result: the match is finished or its journal is lost (without --resume it is played again)
match-tables-of-chess = --tb is for chess: there are no tables of other games
match-plot-two = --plot draws matches between two players of games for two
match-logs-there = --log { $folder }: there are logs in it already
match-fen-over = --fen: the game is already over ({ $reason })
# Follows the name of a file some of whose positions have lost a castling right.
match-advice-chess960 = --variant chess960 has such castling rights read as those of Chess960

match-cannot-write-folder = cannot write { $path }: it is a folder, or its folder is missing

# Groups of key=value words. $group: the option, such as --sprt.
# $number: which of the options --engine, from 1
match-engine-number = --engine number { $number }
match-key-form = { $group }: '{ $word }' is not of the form key=value
match-key-twice = { $group }: '{ $key }' is given twice
# $known: the keys that there are
match-key-unknown = { $group } has no key '{ $key }'; it has { $known }
# Follow the group and a colon.
match-key-word = { $key }={ $value } is not { $words }
match-key-number = { $key }={ $value } is not a number from { $low } to { $high }
match-key-milliseconds = { $key }={ $value } is not a time in milliseconds
match-key-seconds = { $key }={ $value } is not a time in seconds
match-key-letters = { $key }={ $value } is not a language or five letters
match-key-needed = { $key } is needed
match-key-contradiction = { $key } and { $other } contradict each other
match-key-time-control = tc: '{ $value }' is not a time control; expected [moves/][minutes:]seconds[+increment], as in 8+0.08
match-key-elo = elo0 and elo1 are both needed
match-key-order = without a file, the start positions are drawn at random
match-key-letters-of-pgn = piece-letters is for games of a PGN file
match-key-plies-of-pgn = plies cuts the games of a PGN file; positions of an EPD file are played as they are

# Faults of an engine's group.
match-engine-name-empty = name= is empty
match-engine-protocol = proto={ $protocol } is not spoken here; only uci is
match-engine-nobody = neither cmd nor builtin says who plays
# $names: the words that builtin= understands, with commas between
match-engine-builtin = builtin={ $text } is not { $names }, or a level from 0 to 10
match-engine-keys = arg, dir, stderr and ponder mean nothing to builtin={ $text }
match-engine-keys-options = arg, dir, stderr, ponder and option mean nothing to builtin={ $text }
match-engine-no-limit = no time control: give it tc, movetime, nodes or depth
match-engine-same-name = two engines are called '{ $name }': tell them apart by name=
match-engines-needed = a match needs two --engine groups or more, not { $count }

# Notes while a match is played. $what: a sentence on the player that has failed.
match-game-failed = game { $game }: { $what }
match-problem-failed = problem { $problem }: { $what }
match-game-warning = game { $game }: warning: { $name }: { $why }
# $seconds: how long an answer is waited for
match-late-stall = without a clock an answer is waited for { $seconds } s: give --each stall= more
# $wanted: the margin that is advised
match-late-margin = a margin of { $ms } ms is too small for this machine as busy as it is: give --each timemargin={ $wanted }, or fewer games at a time by --concurrency
match-journal-kept = { $path } is kept: go on with --resume

# Matches over problems of the collection.
match-problems-drawn = { $count ->
    [one] { $count } verified problem, drawn with --seed { $seed }
   *[other] { $count } verified problems, drawn with --seed { $seed }
 }
match-no-machine = '{ $name }' is no machine of the collection: its results are not recorded
match-not-recorded = an attack is not recorded: { $why }
# $gained: points gained in this match
match-rating = { $name }: { $gained } points more, { $points } in all, rating { $rating }

# Charts.
plot-foreign = { $file } is not what 'match --json' or 'mate --epd --json' writes
plot-elo-title = { $first } - { $second }: Elo
plot-games = games
plot-elo = Elo, with its 95 % band
plot-test-title = LLR, Elo { $elo0 } against { $elo1 }
plot-test = log-likelihood ratio
plot-times-title = Solver's time by the moves of the mate
plot-moves = mate in, moves
plot-time = time, ms
plot-median = median
