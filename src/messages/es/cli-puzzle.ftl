# Ejercicios: `atalaya puzzle`.

puzzle-themes = con los temas { $themes }
puzzle-no-puzzle-rated = { $file } no tiene ningún problema de { $low } a { $high } puntos{ $themes }
puzzle-puzzle-rated-your-rating = Problema { $id }, de { $rating } puntos ({ $themes }). Tu puntuación: { $rating2 } ± { $deviation } ({ $change })
puzzle-solved-rating = { $right } de { $done } resueltos; puntuación { $rating }
puzzle-is-not-it = { $name } no es.
puzzle-solved = ¡Resuelto!
puzzle-solution = Solución: { $names }
puzzle-move-hint-solution-skip = Jugada, pista, solución, otro o salir:
puzzle-white-move = Juegan las blancas
puzzle-black-move = Juegan las negras
puzzle-piece-moves = Se mueve la pieza de { $from }.

csv-cannot-read = no se puede leer { $name }: { $error }
csv-line = línea
csv-more-lines-no-puzzles = { $name }: otras { $more } líneas tampoco son problemas

# Órdenes: nombres separados por comas, ayuda y forma del argumento.
puzzle-do-hint = pista
puzzle-do-hint-help = qué pieza se mueve
puzzle-do-solution = solución
puzzle-do-solution-help = la solución; el problema cuenta como fallado
puzzle-do-board = tablero
puzzle-do-board-help = el tablero
puzzle-do-skip = otro
puzzle-do-skip-help = otro problema; este no cuenta
puzzle-do-quit = salir
puzzle-do-quit-help = termina
puzzle-move = jugada
puzzle-move-help = en coordenadas (e2e4) o algebraica (Cf3)

puzzle-make-games = los ejercicios se hacen de partidas (PGN), y estas son posiciones
puzzle-make-nobody = no hay ninguna partida de '{ $name }'
puzzle-make-made = { $n ->
    [one] { $n } ejercicio
   *[other] { $n } ejercicios
 } en { $file }
puzzle-anki-made = { $n ->
    [one] { $n } tarjeta
   *[other] { $n } tarjetas
 } en { $file }
puzzle-next-due = { $n ->
    [0] El próximo ejercicio toca hoy.
    [one] El próximo ejercicio toca mañana.
   *[other] El próximo ejercicio toca dentro de { $n } días.
 }
puzzle-imported = { $new } problemas nuevos; { $known } ya estaban

puzzle-range = se esperaba un intervalo como 1200-1500
puzzle-no-home = este usuario no tiene carpeta personal; indique un fichero con --record
