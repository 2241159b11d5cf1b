# Series de posiciones con solución conocida: `atalaya suite`; ficheros de posiciones en general.

suite-at-line = { $name }: línea { $line }: { $text }
suite-broken-off = interrumpido tras { $done } de { $all } posiciones

suite-expected-file = se esperaba un fichero EPD
suite-no-line = { $name } no contiene ninguna línea con 'bm', 'am', 'dm' o puntos
suite-left-out = { $count ->
    [one] { $count } línea que no pide nada queda fuera: la línea { $first }
   *[other] { $count } líneas que no piden nada quedan fuera; la primera es la línea { $first }
 }

# El resultado de una posición.
suite-result = { $id }: { $task }; { $played } ({ $score }): { $how }
suite-result-points = { $id }: { $task }; { $played } ({ $score }): { $how }, { $points } de { $most } puntos
suite-line-number = línea { $line }
suite-points = { $n ->
    [one] { $n } punto
   *[other] { $n } puntos
 }
suite-no-move = ninguna
suite-solved-in = resuelta en { $time }, { $nodes } nodos, profundidad { $depth }
suite-solved = resuelta
suite-not-solved = no resuelta

# La última línea.
suite-summary = { $solved } de { $positions } resueltas
suite-summary-within = { $solved } de { $positions } resueltas, la mitad de ellas en { $time } como mucho
suite-summary-nodes = { $nodes } nodos en { $time }
suite-summary-points = { $points } de { $most } puntos ({ $share } %)

# Comparación de dos ejecuciones.
suite-nothing-in-common = las dos ejecuciones no tienen ninguna posición en común
suite-lost = perdida  { $id }: { $task }; { $old } -> { $new }
suite-gained = ganada   { $id }: { $task }; { $old } -> { $new }
suite-compared = { $positions } posiciones en ambas: resueltas { $old } -> { $new }, puntos { $old_points } -> { $new_points }
suite-ratios = donde ambas han resuelto, la ejecución nueva tardó { $time } veces lo que la vieja y miró { $nodes } veces sus nodos (medianas)
