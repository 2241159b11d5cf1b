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
reason-home-row = llegada a la fila de origen
reason-deadlock = bloqueo mutuo
reason-board-full = tablero lleno

told-win = Gana { $winner } ({ $reason }).
told-draw = Tablas ({ $reason }).
told-shared = { $winners } comparten el primer puesto ({ $reason }).
