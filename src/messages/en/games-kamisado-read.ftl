# Faults of a position, a start or a match of Kamisado that is read.

kamisado-fields = expected a board, a side, a colour, a zero flag and perhaps a ply, found { $count ->
    [one] { $count } field
   *[other] { $count } fields
 }
kamisado-bad-side = the side to move must be b or w, not '{ $side }'
kamisado-bad-zero-flag = the zero flag must be 0 or 1, not '{ $zero }'
kamisado-bad-ply = the ply must be from 1 to 65535, not '{ $ply }'
kamisado-bad-colour = '{ $color }' is not a colour (one of AZMNPRSV) or -
kamisado-colour-case = { $side } is to move, so the colour '{ $letter }' must be in { $case } case
kamisado-ranks-of-board = the board has { $count } ranks, not 8
kamisado-plus-without-tower = a + without a tower in rank { $number }
kamisado-plus-too-many = a tower has at most three +
kamisado-bad-tower = '{ $letter }' is not a tower (one of AZMNPRSV)
kamisado-rank-too-long = rank { $number } has more than 8 squares
kamisado-rank-squares = rank { $number } has { $file } squares, not 8
kamisado-two-towers = { $side } has two { $color } towers
kamisado-both-at-goal = towers stand on both goal rows
kamisado-goal-reached-to-move = { $side } has reached the goal row and cannot be to move
kamisado-zero-without-colour = after a zero move one colour is required
kamisado-all-blocked = all eight towers of { $side } are blocked
kamisado-zero-at-goal = a zero move cannot reach the goal row
kamisado-match-goal = a match goes to 1, 3, 7 or 15 points, not '{ $goal }'
kamisado-match-score = '{ $scores }' is no score like 0:1
kamisado-match-both-won = both sides have won the match
kamisado-match-over-round-not = the match is over but its last round is not
kamisado-match-prize-missing = { $winner } has won the last round, and { $points ->
    [one] { $points } point
   *[other] { $points } points
 } with it, but '{ $black }:{ $white }' does not say so
kamisado-match-start-goal = the start goes to { $target }
kamisado-no-tower = { $side } has no { $color } tower
kamisado-no-towers = { $side } has no tower
kamisado-required-missing = { $side } must move its { $color } tower, but has none: write - where any tower may move
kamisado-no-position = '{ $text }' is not a Kamisado position: { $why }
# Sides in the middle of a sentence.
kamisado-black = Black
kamisado-white = White
