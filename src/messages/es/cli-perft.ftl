# Recuento de secuencias de jugadas (`atalaya perft`), firma de la búsqueda (`atalaya bench`), posiciones iniciales de
# partidas (`atalaya genfens`).

perft-nps = Nodos por segundo: { $nps }
perft-broken-off = interrumpido tras { $seconds } s de recuento
perft-conflict = --{ $name } y --suite se contradicen
perft-chess960 = --chess960 es solo para el ajedrez

perft-suite-line = { $name }, línea { $line }: { $fault }
perft-suite-bad-line = se esperaba '{ $form }' y está '{ $found }'
perft-suite-bad-perft = se esperaba 'perft PROFUNDIDAD RECUENTO' y está '{ $found }'
perft-suite-no-epd = antes no hay ninguna línea 'epd'
perft-suite-no-counts = { $name }, 'epd { $fen }' no tiene recuentos
perft-suite-empty = { $name } no contiene ninguna línea '{ $form }'
perft-suite-shallow = { $name } no contiene ningún recuento de profundidad { $max } o menos
perft-suite-mismatch = línea { $line }: profundidad { $depth }: { $counted }, y no { $expected }: { $fen }
perft-suite-totals = Posiciones: { $positions }, recuentos: { $checked }, discrepancias: { $wrong }

bench-position = { $number }: { $nodes } nodos  { $fen }
bench-depth = '{ $text }' no es una profundidad de 1 a 60
bench-broken-off = interrumpido tras una parte de las posiciones

genfens-no-value = genfens: '{ $word }' no tiene valor
genfens-number = genfens: { $word } '{ $value }' no es un número de { $least } a { $most }
genfens-seed = genfens: { $word } '{ $value }' no es un número entero
genfens-unknown = genfens: '{ $word }' no se entiende; se esperaba seed, book, plies o most
genfens-broken-off = { $count ->
    [one] interrumpido tras { $count } posición
   *[other] interrumpido tras { $count } posiciones
 }
