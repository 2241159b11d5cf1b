# Solutions of stipulations: `atalaya stipulation`, and 'solve' in the editor of problems.

# $asked: a stipulation, such as h#2; $side: who begins: white or black; $white, $black: numbers of men
stipulation-begins = { $side ->
    [white] { $asked }, White begins ({ $white } + { $black })
   *[black] { $asked }, Black begins ({ $white } + { $black })
 }
# The same with neutral men.
# $neutral: number of neutral men
stipulation-begins-neutral = { $side ->
    [white] { $asked }, White begins ({ $white } + { $black } + { $neutral } neutral)
   *[black] { $asked }, Black begins ({ $white } + { $black } + { $neutral } neutral)
 }
# $text: the line above with the sides exchanged
stipulation-duplex = Duplex: { $text }
# $side: who cannot begin: white or black
stipulation-no-duplex = { $side ->
    [white] Duplex: White cannot begin, because Black is in check
   *[black] Duplex: Black cannot begin, because White is in check
 }
# $side: who cannot begin: white or black
stipulation-no-set-play = { $side ->
    [white] Set play: White cannot begin, because Black is in check
   *[black] Set play: Black cannot begin, because White is in check
 }
stipulation-more-set-play = (as many as asked: there may be more set play)

# $n: keys
stipulation-keys = { $n ->
    [one] { $n } key
   *[other] { $n } keys
 }
# In these verdicts $solutions is a number with its noun: '2 keys', '1 solution'.
stipulation-most-kept = Stopped after { $solutions }, the most that are kept if nothing else is asked: there may be more
stipulation-enough = Stopped after { $solutions }, as asked: there may be more
stipulation-unfinished = Not finished: { $solutions } so far
# $verdict: a verdict, without a full stop
stipulation-too-long = { $verdict } (what follows is too long to be read, and left out)
stipulation-key-solves = The key solves it
stipulation-key-fails = The key does not solve it
# $n: replies
stipulation-key-refuted = { $n ->
    [one] The key is refuted by { $n } reply
   *[other] The key is refuted by { $n } replies
 }
# $side: who begins: white or black
stipulation-must-end = { $side ->
    [white] No solution: White can reach the aim at once, and so must
   *[black] No solution: Black can reach the aim at once, and so must
 }
stipulation-none = No solution
stipulation-cooked = Cooked: { $solutions }
# $intended: how many solutions the author intends
stipulation-cooked-intended = Cooked: { $solutions }, { $intended } intended
stipulation-unsound = Unsound: { $solutions }, { $intended } intended
stipulation-unsound-none = Unsound: no solution, { $intended } intended
# $few: how many of the solutions have fewer moves
stipulation-as-intended-short = Short: { $solutions }, as intended, but { $few } of them in fewer moves
# What is right about a problem.
stipulation-as-intended = { $solutions }, as intended
stipulation-only-key = no other first move solves it
# $why: one of the two above
stipulation-sound = Sound: { $why }
# $least: the moves that are enough; $asked: the moves of the stipulation
stipulation-short = Short: { $least } of { $asked } moves are enough; { $why }
# $verdict: a verdict, without a full stop
stipulation-and-short = { $verdict }; short: { $least } of { $asked } moves are enough
stipulation-and-few-short = { $verdict }; { $few } of them short

# C+ is what problemists write for computer-tested.
# $version: of the program; $what: a stipulation with the number of its solutions, and what else was tested; $seconds: time
tested = C+ Atalaya { $version } ({ $what }; all moves tried; { $seconds } s)
# $rules: names of rules that are not those of chess
tested-rules = C+ Atalaya { $version } ({ $what }; rules: { $rules }; all moves tried; { $seconds } s)
# $n: lines of set play
tested-set-play = { $n ->
    [one] set play: { $n } line
   *[other] set play: { $n } lines
 }
# $solutions: a number with its noun: '2 keys', '1 solution'
tested-duplex = duplex: { $solutions }

# Heading of a problem of a file. $number: which of the file
stipulation-problem = Problem { $number }
# $twin: letter of the twin
stipulation-problem-twin = Problem { $number } { $twin })
# $changes: the changes in Popeye's words: Move a3 b4
stipulation-twin = Twin: { $changes }
# A first move that is looked at now. $move: the move; $seconds: time since the beginning
stipulation-first-move = ({ $move }    Time = { $seconds } s)
# $seconds: seconds of work
stipulation-broken-off = broken off after { $seconds } s
# $done: problems that are solved; $n: all problems
stipulation-broken-off-problems = { $n ->
    [one] broken off after { $done } of { $n } problem
   *[other] broken off after { $done } of { $n } problems
 }

# Faults of the command line.
stipulation-missing = no stipulation: expected one such as h#2
stipulation-condition-unknown = no condition that is known here
# $asked: a stipulation, such as r#2
stipulation-no-themes = the themes of { $asked } are not recognised: expected h#N or s#N, or 'mate N --themes'
stipulation-no-collection = this program was built without the problem collection, which reads Popeye's files
