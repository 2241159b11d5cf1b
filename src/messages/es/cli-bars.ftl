# Barras de progreso del terminal: `src/cli/progress.rs`.

bar-beginnings = comienzos
bar-branches = ramas
bar-changes = cambios
bar-games = partidas
bar-moves = jugadas
bar-nodes = nodos
bar-pairs = pares
bar-passes = pasadas
bar-placements = colocaciones
bar-positions = posiciones
bar-problems = problemas

bar-left = resto: { $left }
bar-left-at-most = resto: como mucho { $left }
bar-left-about = resto: cerca de { $left }
bar-left-depth = resto de esta profundidad: cerca de { $left }

bar-epoch = época { $epoch }, { $speed } posiciones/s
bar-first-move = { $move }, primera jugada { $number } de { $of }
bar-found = { $count ->
    [one] { $count } encontrado
   *[other] { $count } encontrados
}
bar-game = partida { $number }
bar-generated = { $count ->
    [one] { $count } posición
   *[other] { $count } posiciones
}
bar-mate-proved = mate en { $moves } demostrado; ¿es el mínimo?
bar-mate-refuted = no hay mate en { $moves }
bar-no-end = { $count ->
    [one] sin final en { $count } media jugada
   *[other] sin final en { $count } medias jugadas
}
bar-solutions = { $count ->
    [one] { $count } solución
   *[other] { $count } soluciones
}
