# Por qué no vale una FEN.
fen-empty = la FEN está vacía
fen-startpos = 'startpos' es una palabra de UCI y no una FEN: no se escriba para la posición inicial, cuya FEN es '{ $start }'
fen-rank-count = el tablero de la FEN, '{ $board }', tiene { $count ->
    [one] { $count } fila
   *[other] { $count } filas
 } y no 8
fen-square-count = la fila { $rank } de la FEN, '{ $text }', tiene { $count ->
    [one] { $count } casilla
   *[other] { $count } casillas
 } y no 8
fen-letter = '{ $letter }', en la fila { $rank } de la FEN, no es ni una pieza (PNBRQK, pnbrqk) ni una cifra
fen-digits = la fila { $rank } de la FEN, '{ $text }', tiene dos cifras seguidas
fen-castling-right = la FEN permite a las { $side ->
    [white] blancas
   *[black] negras
 } el enroque con una torre en { $rook }, pero rey y torre no están donde haría falta
fen-castling-twice = el campo del enroque de la FEN, '{ $field }', nombra dos veces una torre
fen-castling-missing = a la FEN le falta el campo del enroque, y rey y torre de las { $side ->
    [white] blancas
   *[black] negras
 } están donde podrían enrocar: escribe - o letras de KQkq
fen-field = { $field } de la FEN es '{ $text }': se esperaba { $expected }
fen-goes-on = la FEN sigue tras su último campo: '{ $rest }'
fen-kings = en la FEN, las { $side ->
    [white] blancas
   *[black] negras
 } tienen { $count ->
    [one] { $count } rey
   *[other] { $count } reyes
 } y no 1
fen-pawn = hay un peón en { $square }, y en la primera y la última fila no puede haber ninguno
fen-check = las { $side ->
    [white] blancas
   *[black] negras
 } están en jaque desde { $checker }, pero juegan las { $side ->
    [white] negras
   *[black] blancas
 }
fen-turn = el turno
fen-castling = el campo del enroque
fen-en-passant = la casilla de captura al paso
fen-fifty-moves = el contador de las cincuenta jugadas
fen-move-number = el número de jugada
fen-turn-form = w o b
fen-castling-form = - o letras de KQkq
fen-en-passant-form = - o una casilla
fen-number-form = un número de 0 a 9999
