rolit-number-legal-cell-turns = A number: a legal cell that turns so many balls; +: a legal cell that turns none.
rolit-turns-nothing = { $placed } turns nothing.
rolit-turns = { $placed } turns { $count }: { $turned }
rolit-balls = Balls:
rolit-empty-cells = { $balls } empty cells { $empty }
rolit-teams = Teams
rolit-must-capture = { $side } must capture.
rolit-teams-draw = The teams { $a } and { $b } draw, { $first } to { $second }.
rolit-team-wins = Team { $a } wins, { $first } to { $second }.
rolit-wins-balls = { $names } wins with { $balls } balls.
rolit-share-first-place-balls = { $names } share the first place with { $balls } balls each.

# The rules in a screenful.
rolit-rules =
    Rolit: have most balls of your colour when the board is full.
      A turn is one ball on an empty cell. In each of the eight directions the balls between it
      and the nearest ball of its own colour become that colour, whatever colours they had, if
      there is no gap between. The edge, an empty cell and a hole end a row. A ball that has been
      turned turns no others.
      Nobody passes, and nobody is ever out: who has lost every ball goes on.
    Official rules: the board is 8 x 8 with one ball of four colours in its centre. Who can turn
      balls must; who cannot puts a ball on any empty cell that touches another one.
    Students' rules (--rules students): boards of several shapes and sizes, up to ten colours,
      which begin empty; a ball goes on any empty cell that touches another one, the first
      anywhere, whether it turns balls or not. Touching at a corner is touching.
    The game ends when every cell has a ball. Equal best scores share the first place. A team has
      the sum of its members' balls; a partner's balls are turned like any other's.
    Moves are typed as f5; 'moves' shows the legal cells on the board.

rolit-form = '{ $text }' is not a cell: expected a file and a rank, such as f5
rolit-over = '{ $text }' comes too late: the board is full
rolit-outside = '{ $text }' is outside of the board, which ends at { $last }
rolit-hole = '{ $cell }' is not a cell that can be played on this board
rolit-occupied = '{ $cell }' is occupied by a { $owner } ball
rolit-no-contact = '{ $cell }' touches no ball
rolit-captures-nothing = '{ $cell }' captures nothing, and { $mover } must capture: { $capture } does
