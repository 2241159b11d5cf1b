# Demostraciones de juegos: `atalaya solve`.

solve-no-solver = aquí no se resuelve { $name }: se esperaba { $games } (para el ajedrez están 'mate' y 'stipulation')
solve-option-of-other-game = { $option } es para { $game }
solve-rolit-needs-position = para resolver rolit hace falta --fen POSICIÓN: el comienzo oficial está fuera de alcance
solve-broken-off = interrumpido: { $error }

solve-kamisado-won = Ha ganado { $side ->
    [white] Blanco
   *[black] Negro
 }.
solve-kamisado-wins = Gana { $side ->
    [white] Blanco
   *[black] Negro
 } en { $plies ->
    [one] { $plies } movimiento
   *[other] { $plies } movimientos
 }: { $line }
solve-kamisado-move = { $first }: gana { $side ->
    [white] Blanco
   *[black] Negro
 } en { $padded } { $plies ->
    [one] movimiento
   *[other] movimientos
 }, mejor respuesta { $best }, { $nodes ->
    [one] { $nodes } nodo
   *[other] { $nodes } nodos
 }, { $ms } ms
solve-kamisado-moves-win = { $wins ->
    [one] gana { $wins } jugada de { $all }
   *[other] ganan { $wins } jugadas de { $all }
 }
solve-certificate = Certificado: { $path } ({ $size ->
    [one] { $size } posición
   *[other] { $size } posiciones
 })
solve-proof-holds = La demostración es correcta: gana { $side ->
    [white] Blanco
   *[black] Negro
 } desde { $position } en { $plies ->
    [one] { $plies } movimiento
   *[other] { $plies } movimientos
 } como mucho ({ $positions ->
    [one] { $positions } posición
   *[other] { $positions } posiciones
 }, { $replies ->
    [one] { $replies } respuesta
   *[other] { $replies } respuestas
 })
solve-proof-fails = La demostración no es correcta: { $why }


solve-rolit-side = { $whole ->
    [team] el equipo de color { $color }
   *[alone] el color { $color }
 }
solve-rolit-draw = con el mejor juego acaba en empate: { $line }
solve-rolit-wins = gana { $side } por { $n ->
    [one] { $n } bola
   *[other] { $n } bolas
 }: { $line }
solve-rolit-loses = pierde { $side } por { $n ->
    [one] { $n } bola
   *[other] { $n } bolas
 }: { $line }
solve-rolit-ahead = hagan lo que hagan los demás, { $side } acaba { $n ->
    [one] { $n } bola
   *[other] { $n } bolas
 } o más por delante: { $line }
solve-rolit-behind = hagan lo que hagan los demás, { $side } no acaba a más de { $n ->
    [one] { $n } bola
   *[other] { $n } bolas
 } por detrás: { $line }
solve-rolit-not-solved = No resuelto a tiempo: la ventaja del color { $color } está entre { $least } y { $most }
