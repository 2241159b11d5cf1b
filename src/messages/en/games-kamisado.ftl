kamisado-seat-black = Black (B)
kamisado-seat-white = White (W)
kamisado-answer-left-right = Answer left or right.
kamisado-form = '{ $text }' is not a move in the form c1c6
kamisado-over = '{ $text }' comes too late: the round is over
kamisado-illegal = '{ $text }' is not legal: { $why }
# $letter: letter of the colour on text boards and in files, which is Spanish.
kamisado-last-colour = { $color }
kamisado-last-colour-black-white = Last colour: Black { $black }, White { $white }
kamisado-points-black-white = Points: Black { $black }, White { $white }, to { $target }
kamisado-wins-round = { $side } wins the round ({ $reason }).
kamisado-towers-regroup-left-right = The towers regroup: left or right?
kamisado-moves-tower = { $who } moves the { $color } tower, on { $at }.
kamisado-blocked-tower-cannot-move = Blocked! The { $color } tower of { $who } on { $at } cannot move: a zero move.

# The rules in a screenful.
kamisado-rules =
    Kamisado: bring a tower to the other side's home row.
      The board has eight rows of eight colours, and each side a tower of each colour. Black's
      stand on row 1 and go up, White's on row 8 and go down. Black begins, with any tower.
      After that you must move your tower of the colour of the square on which the opponent's
      move has ended. It is marked on the board.
      A tower goes straight or diagonally forward, as far as the squares are free: it captures
      nothing and jumps over nothing.
      If the tower you must move is blocked it stays where it is, and the opponent moves the
      tower of the colour under it. If that one is blocked too (a deadlock), whoever made the
      last real move has lost. There are no draws.
    In matches (--points 3) the tower that wins a round becomes a sumo: it goes at most five
      squares, may push one tower straight ahead, which gives it another turn, and its next win
      counts 3 points; a double sumo goes three, pushes two and counts 7, a triple sumo goes one,
      pushes three and counts 15. After a round the towers go home from the left or the right,
      as its winner says, and its loser begins.
    Moves are typed as a1c3; 'moves' lists them all.

kamisado-left = left
kamisado-right = right
kamisado-told-deadlock = Deadlock! Whoever made the last move that was no zero move has lost: { $side } wins.
kamisado-told = { $side } wins: it has reached the opponent's home row.
kamisado-zero = the zero move is only for a required tower that cannot move
kamisado-empty = { $from } is empty
kamisado-foreign = the tower on { $from } is { $owner ->
    [white] White
   *[black] Black
 }'s
kamisado-other-color = { $required } must move, from { $at }; { $from } is { $color }
kamisado-blocked = the tower is blocked, and { $zero } is the only move
kamisado-direction = towers move straight or diagonally forward
kamisado-reach = this tower moves at most { $reach } squares
kamisado-occupied = { $to } is occupied
kamisado-in-the-way = a tower stands in the way to { $to }
