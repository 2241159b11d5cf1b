# Textos del crate `arena`: competiciones entre motores.

# Faltas de ficheros.
file-cannot-read = no se puede leer { $path }: { $error }
file-cannot-write = no se puede escribir { $path }: { $error }
file-line = { $path }, línea { $line }: { $why }
file-game = { $path }, partida { $game }: { $why }
file-no-pgn = { $path } no es un fichero PGN: contiene un byte { $byte }
file-no-opening = { $path } no contiene ninguna apertura
file-no-problem = { $path } no contiene ningún problema ('dm N' o 'bm #N')

# Faltas de una apertura o de un problema.
entry-chess960 = sus derechos de enroque son los de Chess960 (--variant chess960)
entry-over = la partida ya ha terminado ({ $reason })
entry-over-within = la partida termina antes que la apertura ({ $reason }); se acorta con plies=
entry-pass = un pase ('--') no es una jugada de apertura
entry-no-game = no tiene ni jugadas ni etiquetas
opening-no-such = start={ $first } no es ninguna de las { $count } aperturas
positions-none-left = no se han hallado más de { $given } posiciones distintas dentro de { $most } centésimas de peón

# Faltas del diario de una competición y del fichero PGN que lo acompaña.
journal-unfinished = { $path } es de una competición sin terminar: se sigue con --resume, o se borra
journal-in-use = { $path } está en uso: se está jugando su competición
journal-gone = { $journal } no está, pero { $pgn } tiene partidas: la competición ha terminado o se ha perdido su diario (sin --resume se vuelven a jugar las partidas, y se añaden)
journal-shorter = { $path } es más corto de lo que dice su diario: { $length } de { $expected } bytes
journal-differs = { $path } difiere de su diario a los { $after } bytes: otro ha escrito en él
journal-surplus = { $path } tiene { $surplus } bytes después de los { $expected } que conoce su diario: otro ha escrito en él; para seguir hay que llevarlos a otra parte
journal-none = { $path } no es el diario de una competición
journal-other-form = { $path } lo escribió otra versión de atalaya: se sigue con ella, o se borra
journal-other-match = { $path } es de otra competición: no coincide «{ $setting }»
journal-line = { $path }, línea { $line }: { $why }
journal-line-endless = no termina
journal-line-changed = ha sido cambiada
journal-line-no-entry = no es una entrada
journal-line-out-of-order = ha sido cambiada, o lo ha sido una línea anterior
journal-foreign-game = la partida { $game } del diario no es de esta competición

# Motores que no pueden jugar. $name es el nombre del motor.
engine-fault = motor '{ $name }': { $why }
engine-no-option = el motor '{ $name }' no tiene la opción '{ $option }'
engine-option-other-game = motor '{ $name }': la opción '{ $option }' no significa nada en { $game }
engine-option-other-game-has = motor '{ $name }': la opción '{ $option }' no significa nada en { $game }; tiene { $known }
engine-no-variant = el motor '{ $name }' no juega a { $game }

# Calendarios demasiado largos o que no se pueden llenar.
schedule-too-many-ways = { $players } jugadores se encuentran de más de { $most } maneras: hacen falta menos
schedule-too-few = { $entries } jugadores no pueden ocupar { $seats } puestos
schedule-too-long = { $rounds } rondas de { $round } partidas son más de { $most } partidas

# Procesadores de las partidas.
affinity-no-list = '{ $list }' no es una lista de procesadores como 0-3,6
affinity-forbidden = el procesador { $cpu } no es de los que este proceso puede usar
affinity-too-few = { $games } partidas a la vez con { $each ->
    [one] { $each } hilo
   *[other] { $each } hilos
 } cada una necesitan { $needed } procesadores; hay { $there }
affinity-system = no se pueden atar las partidas a procesadores: { $why }
affinity-unknown-system = solo se sabe hacer en Linux

tables-none = no hay tablas de finales en '{ $path }'

# Parámetros de la prueba secuencial.
sprt-order = elo0={ $elo0 } no es menor que elo1={ $elo1 }
sprt-probability = { $parameter }={ $value } no está entre 0 y 1
sprt-sum = alpha={ $alpha } y beta={ $beta } suman 1 o más

# Cómo ha fallado un jugador.
failed = { $name }: { $why }
failed-late-drawn = { $name } no respondió hasta pasados { $time }, pero nadie más puede ganar

# Faltas de las líneas que anuncia un jugador.
line-fault = media jugada { $ply }: { $why }
line-after-end = la línea sigue tras el final de la partida con { $move }
line-illegal = la jugada { $n } de la línea, { $move }, no es legal
line-mate-none = se anuncia mate { $n } sin una línea
line-mate-length = se anuncia mate { $n } con una línea de { $plies ->
    [one] { $plies } media jugada
   *[other] { $plies } medias jugadas
 }, y no de { $promised }
line-mate-no-mate = se anuncia mate { $n } con una línea que no acaba en mate

# Cabeceras de las tablas de resultados.
head-player = Jugador
head-games = Partidas
head-wins = Ganadas
head-losses = Perdidas
head-draws = Tablas
head-points = Puntos
head-elo = Elo (95 %)
# Probabilidad de ser mejor: su abreviatura inglesa es la usual.
head-los = LOS
head-draw-share = Tablas%
# Partidas perdidas porque el proceso terminó, por tiempo o por una jugada ilegal.
head-crashes = Caídas
head-time = Tiempo
head-illegal = Ilegales
# Cabeceras para juegos de más de dos jugadores.
head-played = Partidas
head-won = Ganadas
head-shared = Compartidas
head-behind = Detrás
head-first = Primero (95 %)
head-place = Puesto
head-ordinal = { $place }.º
head-by-seat = Por puesto
head-not-lost = Ganadas o tablas (95 %)
row-all-players = todos los jugadores
share-interval = { $share } % (de { $low } a { $high })

# Líneas debajo de las tablas.
result-first-to-move = Quien juega primero: { $wins ->
    [one] { $wins } victoria
   *[other] { $wins } victorias
 }, { $draws } tablas, { $losses ->
    [one] { $losses } derrota
   *[other] { $losses } derrotas
 }
result-pairs = Parejas de { $name } (de 0 a 2 puntos): { $pairs }
result-pairs-elo = Parejas de { $name } (de 0 a 2 puntos): { $pairs }, Elo normalizado { $elo }
sprt-h0 = SPRT [{ $elo0 }, { $elo1 }]: LLR { $llr } ({ $lower }, { $upper }), se acepta H0 (el Elo es { $elo0 } o menos)
sprt-h1 = SPRT [{ $elo0 }, { $elo1 }]: LLR { $llr } ({ $lower }, { $upper }), se acepta H1 (el Elo es { $elo1 } o más)
sprt-undecided = SPRT [{ $elo0 }, { $elo1 }]: LLR { $llr } ({ $lower }, { $upper }), sin decidir

# Partes de la línea que se muestra mientras se juega.
live-first-of-many = { $name } primero en { $firsts } de { $played }
live-first = primero: { $name } { $points }
live-per-second = { $n } partidas/s  faltan { $left }
live-per-minute = { $n } partidas/min  faltan { $left }

# Tabla de una competición sobre problemas.
problems-solved = Resueltos
problems-mean-ms = ms, media
problems-median-ms = ms, mediana
problems-mean-nodes = nodos, media
problems-median-nodes = nodos, mediana
problems-failures = fallos
problems-failures-none = ninguno
# Cuántas veces ($n) fracasó un ataque de cada manera.
attack-solved = resuelto { $n }
attack-no-mate = sin mate { $n }
attack-draw = tablas { $n }
attack-mated = recibe mate { $n }
attack-time = tiempo { $n }
attack-illegal = jugada ilegal { $n }
attack-crash = caída { $n }
attack-void = nulo { $n }
problems-better = { $name } resolvió más: prueba por parejas, p = { $p }
problems-equal = Los dos resolvieron los mismos: prueba por parejas, p = { $p }
problems-void = Nulos: { $void }, porque falló un defensor; no cuentan
