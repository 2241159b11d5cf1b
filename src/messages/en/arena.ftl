# Texts of the crate `arena`: matches between engines.

# Faults of files.
# $error: what the operating system says
file-cannot-read = cannot read { $path }: { $error }
file-cannot-write = cannot write { $path }: { $error }
file-line = { $path }, line { $line }: { $why }
file-game = { $path }, game { $game }: { $why }
# $byte: the first byte that does not occur in text, such as 0x00
file-no-pgn = { $path } is not a PGN file: it holds a byte { $byte }
file-no-opening = { $path } holds no opening
file-no-problem = { $path } holds no problem ('dm N' or 'bm #N')

# Faults of one opening or problem.
entry-chess960 = its castling rights are those of Chess960 (--variant chess960)
# $reason: the rule that ends the game, such as checkmate
entry-over = the game is already over ({ $reason })
entry-over-within = the game is over before the opening ends ({ $reason }); cut it by plies=
entry-pass = a pass ('--') is no move of an opening
entry-no-game = it has neither moves nor tags
# $first: the number that was asked for
opening-no-such = start={ $first } is not one of the { $count } openings
# $given: how many positions were found
# $most: greatest advantage that is allowed, in centipawns
positions-none-left = no more than { $given } different positions were found within { $most } centipawns

# Faults of the journal of a match and of the PGN file beside it.
journal-unfinished = { $path } belongs to an unfinished match: go on with --resume, or remove it
journal-in-use = { $path } is in use: its match is being played
journal-gone = { $journal } is not there, but { $pgn } has games: the match is finished or its journal is lost (without --resume its games are played again, and appended)
journal-shorter = { $path } is shorter than its journal says: { $length } of { $expected } bytes
journal-differs = { $path } differs from its journal after { $after } bytes: something else has written to it
journal-surplus = { $path } has { $surplus } bytes after the { $expected } that its journal knows: something else has written to it; move them elsewhere to go on
journal-none = { $path } is not the journal of a match
journal-other-form = { $path } was written by another version of atalaya: resume with that one, or remove it
# $setting: name of a setting in the journal, such as 'engines' or 'seed'
journal-other-match = { $path } belongs to another match: its { $setting } differ
journal-line = { $path }, line { $line }: { $why }
journal-line-endless = it does not end
journal-line-changed = it has been changed
journal-line-no-entry = it is no entry
journal-line-out-of-order = it, or a line before it, has been changed
# $game: number of the game in the schedule
journal-foreign-game = the journal's game { $game } is not one of this match

# Engines that cannot play. $name is the engine's name.
engine-fault = engine '{ $name }': { $why }
engine-no-option = engine '{ $name }' has no option '{ $option }'
engine-option-other-game = engine '{ $name }': option '{ $option }' means nothing in { $game }
# $known: the options that it has in this game
engine-option-other-game-has = engine '{ $name }': option '{ $option }' means nothing in { $game }; it has { $known }
engine-no-variant = engine '{ $name }' does not play { $game }

# Schedules that are too long or cannot be filled.
schedule-too-many-ways = { $players } players meet in more than { $most } ways: give fewer
# $entries: how many seats the players may take
schedule-too-few = { $entries } players cannot fill { $seats } seats
# $round: games of a round
schedule-too-long = { $rounds } rounds of { $round } games are more than { $most } games

# Processors for games. $list is such as 0-3,6.
affinity-no-list = '{ $list }' is not a list of processors such as 0-3,6
affinity-forbidden = processor { $cpu } is not among those that this process may use
# $games: games at a time
# $each: threads of each game
# $needed: processors that they need
# $there: processors that there are
affinity-too-few = { $games } games at a time with { $each } threads each need { $needed } processors; there are { $there }
# $why: what the operating system says, or the next message
affinity-system = cannot bind games to processors: { $why }
affinity-unknown-system = this is known for Linux only

tables-none = there are no endgame tables in '{ $path }'

# Parameters of the sequential test.
sprt-order = elo0={ $elo0 } is not below elo1={ $elo1 }
# $parameter: alpha or beta
sprt-probability = { $parameter }={ $value } is not between 0 and 1
sprt-sum = alpha={ $alpha } and beta={ $beta } add up to 1 or more

# How a player has failed. $name is the player's name.
# $why: how, as in 'gave no answer within 5.0s'
failed = { $name } { $why }
# $time: how long it took, such as 1.204s
failed-late-drawn = { $name } answered only after { $time }, but nobody else can win

# Faults of the lines that a player announces.
# $ply: number of the half-move from the start of the game
line-fault = ply { $ply }: { $why }
line-after-end = the line goes on after the end of the game with { $move }
# $n: number of the move within the line
line-illegal = move { $n } of the line, { $move }, is not legal
# $n: moves to mate, negative for the one who is mated
line-mate-none = mate { $n } is announced without a line
# $plies: half-moves of the line
# $promised: half-moves that it should have
line-mate-length = mate { $n } is announced with a line of { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
 }, not { $promised }
line-mate-no-mate = mate { $n } is announced with a line that does not end in mate

# Heads of the tables of results.
head-player = Player
head-games = Games
head-wins = Wins
head-losses = Losses
head-draws = Draws
head-points = Points
head-elo = Elo (95 %)
# Likelihood of superiority.
head-los = LOS
head-draw-share = Draws%
# Games that a player has lost because its process ended, on time, or by an illegal move.
head-crashes = Crashes
head-time = Time
head-illegal = Illegal
# Heads for games of more than two players.
head-played = Played
head-won = Won
head-shared = Shared
head-behind = Behind
head-first = First (95 %)
head-place = Place
# $place: 2 or more
head-ordinal = { $place ->
    [1] { $place }st
    [2] { $place }nd
    [3] { $place }rd
   *[other] { $place }th
 }
head-by-seat = By seat
head-not-lost = Won or drawn (95 %)
row-all-players = all players
# $low: lower end of the interval
# $high: its upper end
share-interval = { $share } % ({ $low } to { $high })

# Lines below the tables.
result-first-to-move = First to move: { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
 }, { $draws ->
    [one] { $draws } draw
   *[other] { $draws } draws
 }, { $losses ->
    [one] { $losses } loss
   *[other] { $losses } losses
 }
# $pairs: how many pairs of games brought 0, ½, 1, 1½ and 2 points
result-pairs = Pairs of { $name } (0 to 2 points): { $pairs }
# $elo: with its uncertainty
result-pairs-elo = Pairs of { $name } (0 to 2 points): { $pairs }, normalised Elo { $elo }
# $llr: log-likelihood ratio
# $lower: the bound of H0
# $upper: the bound of H1
sprt-h0 = SPRT [{ $elo0 }, { $elo1 }]: LLR { $llr } ({ $lower }, { $upper }), H0 accepted (Elo is { $elo0 } or less)
sprt-h1 = SPRT [{ $elo0 }, { $elo1 }]: LLR { $llr } ({ $lower }, { $upper }), H1 accepted (Elo is { $elo1 } or more)
sprt-undecided = SPRT [{ $elo0 }, { $elo1 }]: LLR { $llr } ({ $lower }, { $upper }), undecided

# Parts of the line that is shown while a match is played.
live-first-of-many = { $name } first in { $firsts } of { $played }
live-first = first: { $name } { $points }
# $left: time left, such as 2:03
live-per-second = { $n } games/s  { $left } left
live-per-minute = { $n } games/min  { $left } left

# Table of a match over problems.
problems-solved = Solved
problems-mean-ms = Mean ms
problems-median-ms = Median ms
problems-mean-nodes = Mean nodes
problems-median-nodes = Median nodes
problems-failures = failures
problems-failures-none = none
# How often ($n) an attack failed in each way.
attack-solved = solved { $n }
attack-no-mate = no mate { $n }
attack-draw = draw { $n }
attack-mated = mated { $n }
attack-time = time { $n }
attack-illegal = illegal move { $n }
attack-crash = crash { $n }
attack-void = void { $n }
# $p: probability of such a difference if both are equally good
problems-better = { $name } solved more: paired test p = { $p }
problems-equal = Both solved as many: paired test p = { $p }
problems-void = Void: { $void }, because a defender has failed; they do not count
