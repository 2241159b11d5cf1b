# `atalaya problem improve`: changes that make a sound problem better.

# $moves: number of moves; $key: the key
improve-given = Sound: mate in { $moves }, key { $key }.
# $stipulation: h#2; $count: number of solutions
improve-given-solutions = Sound: { $stipulation }, { $count ->
    [one] 1 solution
   *[other] { $count } solutions
 }.
improve-none = No change makes it better.
improve-better = better: { $better }
improve-worse = worse: { $worse }
improve-same-play = same key { $key }, all variations kept
improve-same-key = same key { $key }, { $kept } of { $variations } variations kept
improve-other-key = another key: { $key }
improve-solutions-kept = { $kept } of { $variations ->
    [one] 1 solution
   *[other] { $variations } solutions
 } kept
improve-tally = Changes examined: { $examined } of { $changes }. Sound: { $sound }; better: { $better }; printed: { $printed }.
# $nodes: positions visited for each change
improve-left = Not decided within { $nodes } positions each: { $undecided }.
improve-incomplete = Interrupted: the list is incomplete.

# $man: white-q, black-p: the man in words
improve-man = { $man ->
    [white-k] white king
    [white-q] white queen
    [white-r] white rook
    [white-b] white bishop
    [white-n] white knight
    [white-p] white pawn
    [black-k] black king
    [black-q] black queen
    [black-r] black rook
    [black-b] black bishop
    [black-n] black knight
   *[other] black pawn
 }
improve-remove = without the { $man } { $square }
improve-replace = a { $by } on { $square } instead of the { $man }
improve-move = the { $man } from { $from } to { $to }
improve-shift = the whole position { $steps }
improve-step = { $way ->
    [left] { $n } to the left
    [right] { $n } to the right
    [up] { $n } up
   *[other] { $n } down
 }
# A property with its number before and now.
improve-difference = { $what ->
    [men] men { $before } → { $now }
    [force] value of the men in pawns { $before } → { $now }
    [duals] duals { $before } → { $now }
    [short_threats] short threats { $before } → { $now }
    [surplus_threats] threats beyond the first { $before } → { $now }
    [check] the key is a check
    [no-check] the key is no check any more
    [capture] the key is a capture
    [no-capture] the key is no capture any more
    [promotion] the key is a promotion
    [no-promotion] the key is no promotion any more
    [flights] flights that the key gives { $before } → { $now }
   *[variety] different answers to the defences { $before } → { $now }
 }
