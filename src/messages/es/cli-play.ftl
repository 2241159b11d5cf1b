# Partidas en la terminal: `atalaya play` y `atalaya replay`.

play-offers-draw-accept-decline = Tablas ofrecidas por { $by }. { $side }: ¿aceptar o rechazar?
play-thinks = { $side }: pensando…
play-offers-draw = Tablas ofrecidas por { $side }.
play-agrees-draw = Tablas aceptadas por { $side }.
play-declines-draw = Tablas rechazadas por { $side }.
play-run-out-time = Tiempo agotado: { $who }.
play-come-back = Ausencia de { $who }.
play-resigns = Rendición de { $who }.
play-clocks = Relojes
play-human = Humano
play-game-saved-leave-yes = La partida no está guardada. ¿Salir? sí, no, o guardar FICHERO:
play-promote-what-q-queen = ¿En qué se transforma? D (dama), T (torre), A (alfil), C (caballo):
play-looking = Se busca…
play-hint = Pista
play-turn-enter-move-text = Turno de { $side }. Introduzca jugada ({ $pattern }), texto, ayuda o salir:
play-level = nivel
play-cannot-write = No se puede escribir
play-saved-as = Guardada en
play-without-tags-comments-record = sin las etiquetas ni los comentarios del registro, que caben en un fichero .pgn
play-rematch-yes-no = ¿Revancha? sí o no:
play-no-such-ply = { $plies ->
    [one] --ply { $ply }: la partida tiene { $plies } jugada
   *[other] --ply { $ply }: la partida tiene { $plies } jugadas
 }
play-games-say-which-number = { $name } tiene { $count } partidas: con --number N se dice cuál
play-game = partida
play-cannot-read = no se puede leer { $name }: { $error }
play-pgn-file-holds-byte = { $name } no es un fichero PGN: contiene un byte { $byte }
play-exists-games-force-replaces = ya existe y no es de esta partida (--force lo reemplaza)

replay-number-piece-letters-games = --number y --piece-letters son para las partidas de un fichero PGN
replay-result-saved-rules-do = el resultado { $result } no se guarda: no sale de las reglas, y una partida guardada dice cómo se llegó a él
replay-result-saved-rules-moves = el resultado { $result } no se guarda: según las reglas, las jugadas acaban en { $rules }
replay-ply = Jugada { $ply } de { $all }
replay-record-says = El registro dice
replay-game-ends-ply = La partida acaba en la jugada { $last }.
replay-start = Es el principio.
replay-number-from-0 = '{ $number }' no es un número de 0 a { $last }.

# Órdenes: nombres separados por comas, ayuda y forma del argumento.
play-do-board = tablero
play-do-board-help = el tablero
play-do-flip = girar
play-do-flip-help = el tablero desde el otro lado
play-do-text = texto
play-do-text-help = el tablero en modo texto
play-do-fen = fen
play-do-fen-help = la posición en una línea
play-do-moves = jugadas
play-do-moves-help = las jugadas legales
play-do-rules = reglas
play-do-rules-help = las reglas, en una pantalla
play-do-undo = deshacer
play-do-undo-help = retira la última jugada propia
play-do-hint = pista
play-do-hint-help = una jugada de la máquina
play-do-eval = evaluar
play-do-eval-help = lo que vale la posición
play-do-bar = barra
play-do-bar-help = lo que vale antes de cada turno, o ya no
play-do-draw = tablas
play-do-draw-help = ofrece tablas, una vez por turno
play-do-accept = aceptar
play-do-accept-help = acepta las tablas ofrecidas
play-do-decline = rechazar
play-do-decline-help = las rechaza
play-do-resign = abandonar, rendirse
play-do-resign-help = da la partida por perdida
play-do-clock = reloj
play-do-clock-help = los relojes
play-do-save = guardar
play-do-save-help = guarda la partida en el fichero F (para --load y replay; si acaba en .pgn, PGN)
play-do-save-form = F
play-do-quit = salir
play-do-quit-help = termina la partida
play-leaving-yes = sí, s, salir
play-leaving-yes-help = termina la partida
play-leaving-no = no, n
play-leaving-no-help = sigue la partida
play-leaving-save = guardar
play-leaving-save-help = guarda la partida en el fichero F, y la termina
play-leaving-save-form = F
play-rematch-yes = sí, s, revancha
play-rematch-yes-help = otra partida, cambiando de sitio
play-rematch-no = no, n, salir
play-rematch-no-help = termina el programa

# Órdenes: nombres separados por comas, ayuda y forma del argumento.
replay-do-next = n, adelante
replay-do-next-help = una jugada adelante, como una línea vacía
replay-do-back = b, atrás
replay-do-back-help = una jugada atrás
replay-do-g = g
replay-do-g-help = a la jugada N
replay-do-g-form = N
replay-do-start = s, principio
replay-do-start-help = al principio
replay-do-end = e, final
replay-do-end-help = al final
replay-do-quit = q, salir
replay-do-quit-help = termina

play-clock-moves = { $n ->
    [one] { $n } jugada
   *[other] { $n } jugadas
 }
play-wins = victoria
play-loses = derrota
play-game-of-file = { $name } tiene { $count ->
    [one] { $count } partida
   *[other] { $count } partidas
 }, y no { $number }
play-game-and-line = { $name }: partida { $number }, línea { $line }

play-no-clock = Se juega sin reloj.
play-game-ended = Partida terminada.
play-nothing-to-undo = No hay nada que deshacer.
play-name-missing = Falta el nombre del fichero.
play-no-bar = Sin barra.
play-no-telling = No se sabe.
play-machine-refused = una jugada de una máquina fue rechazada

play-options-of-pgn = --number, --ply y --piece-letters son para partidas de un fichero PGN: --load FICHERO.pgn
replay-seconds = se esperaban segundos de 0.05 a 600

# Opciones que dicen quién juega.
seats-no-white-and-black = --white y --black son para juegos de Blanco y Negro; { $game } tiene --machines
seats-no-player = --machines { $list }: '{ $color }' no es uno de los jugadores { $colors }
seats-twice = --machines { $list } tiene '{ $color }' dos veces
seats-names = --names da { $found } { $found ->
    [one] nombre
   *[other] nombres
 }, pero hay { $expected } jugadores
seats-control = --names: { $name } tiene caracteres de control

piece-letters-unknown = '{ $text }' no es un idioma: se esperaba uno de { $codes }, o cinco letras como KDTLS
