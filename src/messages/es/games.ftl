# Textos del crate `games`: lo que todos los juegos tienen en común.

seat-white = Blanco
seat-black = Negro

move-illegal = '{ $text }' no es una jugada legal ({ $why }).

# Motivos por los que las reglas terminan una partida.
reason-checkmate = jaque mate
reason-stalemate = ahogado
reason-material = material insuficiente
reason-fifty-moves = regla de los cincuenta movimientos
reason-repetition = triple repetición
reason-fivefold = quíntuple repetición
reason-home-row = llegada a la fila de origen
reason-deadlock = bloqueo mutuo
reason-board-full = tablero lleno

told-win = Gana { $winner } ({ $reason }).
told-draw = Tablas ({ $reason }).
told-shared = { $winners } comparten el primer puesto ({ $reason }).

read-dropped = se descarta { $part }: { $why }
read-fen-cannot = { $part } de la FEN no puede ser: { $why }
read-castling-right = el derecho de enroque { $letter }
read-en-passant-square = la casilla de captura al paso { $square }
read-needs-king-e-rook = pide un rey en e{ $rank } y una torre en { $file }{ $rank }
read-no-pawn-can-just = ningún peón puede acabar de pasarla
read-variant-chess = la variante '{ $variant }' no es ajedrez
read-game-chess960-without-start = una partida de Chess960 sin su posición inicial (FEN)

read-bad-start = la posición inicial no vale ({ $error })

# Colores, en minúsculas.
color-yellow = amarillo
color-blue = azul
color-brown = marrón
color-orange = naranja
color-purple = púrpura
color-red = rojo
color-pink = rosa
color-green = verde
color-black = negro
color-white = blanco
color-grey = gris
color-light-blue = celeste

start-has = { $game } tiene { $words }
start-none = ninguna
start-no-option-expected = { $game } no tiene ninguna opción '{ $name }': se esperaba { $known }

perft-too-deep = perft cuenta hasta la profundidad { $most }, y no hasta { $depth }
perft-too-many = hay más de 2^64 secuencias de jugadas de profundidad { $depth }

png-size = no se puede dibujar una imagen de { $width } x { $height } píxeles
