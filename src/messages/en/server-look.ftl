# How boards look, by choice.
look = Board and pieces
look-colors = Board
look-pieces = Pieces
look-wood = wood
look-green = green
look-blue = blue
look-grey = grey
look-rose = rose
look-clear = clear: most contrast
look-usual = usual
look-bold = bold: large and plain
look-round = round
look-zen = Zen: the board alone (Z)
