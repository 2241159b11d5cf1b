# The static evaluation of a position (`atalaya eval`) and its diagram (`atalaya diagram`).

# $first: name of an evaluation
# $second: name of another
# $third: name of another
eval-expected = expected { $first } or { $second } or { $third }
diagram-no-fonts = this system has no fonts to write with in a PNG; SVG needs none
# $game: the name of the game
diagram-latex-chess = --latex is for chess, and this is { $game }
