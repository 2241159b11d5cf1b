# Análisis de partidas y posiciones: `atalaya analyse`.

analyse-left-out = no se analiza
analyse-better = mejor
analyse-white = Blancas
analyse-black = Negras
analyse-positions = { $seen } de { $all } posiciones
analyse-no-moves = { $side }: ninguna jugada
analyse-accuracy-centipawns-lost-move = { $side }: precisión { $accuracy } %, { $inaccuracies }, { $mistakes }, { $blunders }; { $loss } centésimas perdidas por jugada
analyse-line = línea
analyse-chess = { $title } no es ajedrez
analyse-game = partida
analyse-game-over = Partida terminada
analyse-white-2 = las blancas
analyse-black-2 = las negras
analyse-mate-proved = Mate en { $n } de { $side }, demostrado
analyse-depth = profundidad
analyse-nodes = nodos

analyse-inaccuracies = { $n ->
    [one] { $n } imprecisión
   *[other] { $n } imprecisiones
 }
analyse-mistakes = { $n ->
    [one] { $n } error
   *[other] { $n } errores
 }
analyse-blunders = { $n ->
    [one] { $n } error grave
   *[other] { $n } errores graves
 }
analyse-game-and-line = { $name }: partida { $number }, línea { $line }

analyse-player = { $name } ({ $n ->
    [one] { $n } partida
   *[other] { $n } partidas
 })
analyse-opening = apertura
analyse-middlegame = medio juego
analyse-endgame = final
analyse-usual-mistakes = errores y errores graves: { $kinds }
analyse-missed-mate = mate no visto
analyse-allowed-mate = mate permitido
analyse-left-hanging = material dejado sin defensa
analyse-missed-capture = material no capturado
analyse-allowed-motif = { $motif } (permitido)
analyse-missed-motif = { $motif } (no visto)
analyse-other-mistake = otros

# Un fichero de evaluaciones (`--cache`).
cache-cannot-use = no se puede usar { $name }: { $error }
cache-none = { $name } no es un fichero de evaluaciones
cache-of-others = { $name } tiene evaluaciones de { $by } con { $settings }, y estas serían de { $our_by } con { $our_settings }
cache-line = { $name }: línea { $line }: no es una evaluación
cache-cut-off = { $name }: la última línea está cortada, y se omite

analyse-one-graph = --svg { $path }: hay { $all } partidas, y dibuja una sola
analyse-cannot-write-games = no se pueden escribir las partidas: { $error }
analyse-expected-file = se esperaba un fichero, '-' o --fen
analyse-for-games = { $option } es para partidas, y esto son posiciones
games-broken-off = interrumpido tras { $done } de { $all } partidas
