# Competiciones entre motores: `atalaya match`, y sus gráficos: `atalaya plot`.

# Opciones que no van juntas.
match-contradiction = { $option } y { $other } se contradicen
match-needs-problems = { $option } necesita --problems
match-no-number = { $option } { $value } no es un número de 1 a { $most }
match-concurrency = --concurrency { $value } es más de 1024
match-fen-of-chess = --fen es para otros juegos; para el ajedrez está --openings file=
match-no-mate = { $path } no contiene ningún mate en { $range }
match-two-engines = { $option } compara dos motores, no { $count }
match-draw-never = --draw: ninguna partida de { $game } acaba en tablas
match-two-variants = se han dado dos variantes que se contradicen
match-variant-rules = --variant { $variant } y --rules { $rules } se contradicen
match-mate-range = --mate '{ $text }' no es ni N ni N-M
match-tournament = --tournament '{ $text }' no es ni round-robin ni gauntlet
match-games = --games { $games } no es ni 1 ni { $seats }
match-two-seats-only = { $option } es para juegos de dos puestos; estos tienen { $seats }
match-openings-seats = --openings: hay posiciones para { $first } y para { $other } jugadores; en una competición todas han de ser para los mismos
match-seats-of-two = --engine '{ $name }': seats={ $seats } es para juegos de más de dos puestos; para que un motor juegue contra sí mismo se da dos veces, con nombres distintos
match-seats-left = una partida tiene { $seats } puestos, y los motores ocupan { $filled }: faltan { $more } grupos --engine, o que uno ocupe varios puestos, como en '--engine name={ $name } … seats={ $wanted }'
match-resume-seed = --resume con --store necesita el --seed que dijo la competición
match-same-file = --pgn y --json nombran el mismo fichero
match-resume-file = --resume necesita el fichero --pgn o --json de la competición interrumpida
match-journal-lost = { $journal } no está, pero { $json } tiene un resultado: la competición ha terminado o se ha perdido su diario (sin --resume se juega de nuevo)
match-tables-of-chess = --tb es para el ajedrez: no hay tablas de otros juegos
match-plot-two = --plot dibuja competiciones entre dos jugadores, de juegos para dos
match-logs-there = --log { $folder }: ya contiene registros
match-fen-over = --fen: la partida ya ha terminado ({ $reason })
match-advice-chess960 = con --variant chess960 tales derechos de enroque se leen como los de Chess960

match-cannot-write-folder = no se puede escribir { $path }: es una carpeta, o falta su carpeta

# Grupos de palabras clave=valor.
match-engine-number = --engine número { $number }
match-key-form = { $group }: '{ $word }' no tiene la forma clave=valor
match-key-twice = { $group }: '{ $key }' se ha dado dos veces
match-key-unknown = { $group } no tiene la clave '{ $key }'; tiene { $known }
match-key-word = { $key }={ $value }: se esperaba { $words }
match-key-number = { $key }={ $value } no es un número de { $low } a { $high }
match-key-milliseconds = { $key }={ $value } no es un tiempo en milisegundos
match-key-seconds = { $key }={ $value } no es un tiempo en segundos
match-key-letters = { $key }={ $value } no es ni un idioma ni cinco letras
match-key-needed = falta { $key }
match-key-contradiction = { $key } y { $other } se contradicen
match-key-time-control = tc: '{ $value }' no es un control de tiempo; se esperaba [jugadas/][minutos:]segundos[+incremento], como 8+0.08
match-key-elo = hacen falta elo0 y elo1
match-key-order = sin un fichero, las posiciones iniciales se sacan al azar
match-key-letters-of-pgn = piece-letters es para las partidas de un fichero PGN
match-key-plies-of-pgn = plies corta las partidas de un fichero PGN; las posiciones de un fichero EPD se juegan como están

# Faltas en el grupo de un motor.
match-engine-name-empty = name= está vacío
match-engine-protocol = proto={ $protocol } no se habla aquí; solo uci
match-engine-nobody = ni cmd ni builtin dicen quién juega
match-engine-builtin = builtin={ $text }: se esperaba { $names }, o un nivel de 0 a 10
match-engine-keys = arg, dir, stderr y ponder no significan nada para builtin={ $text }
match-engine-keys-options = arg, dir, stderr, ponder y option no significan nada para builtin={ $text }
match-engine-no-limit = falta un control de tiempo: tc, movetime, nodes o depth
match-engine-same-name = dos motores se llaman '{ $name }': se distinguen con name=
match-engines-needed = una competición necesita dos grupos --engine o más, no { $count }

# Avisos mientras se juega.
match-game-failed = partida { $game }: { $what }
match-problem-failed = problema { $problem }: { $what }
match-game-warning = partida { $game }: aviso: { $name }: { $why }
match-late-stall = sin reloj se espera una respuesta { $seconds } s: --each stall= da más
match-late-margin = un margen de { $ms } ms es demasiado pequeño para esta máquina, tan ocupada: dé --each timemargin={ $wanted }, o menos partidas a la vez con --concurrency
match-journal-kept = { $path } se conserva: se sigue con --resume

# Competiciones sobre problemas de la colección.
match-problems-drawn = { $count ->
    [one] { $count } problema verificado, sacado con --seed { $seed }
   *[other] { $count } problemas verificados, sacados con --seed { $seed }
 }
match-no-machine = '{ $name }' no es ninguna máquina de la colección: sus resultados no se registran
match-not-recorded = no se registra un ataque: { $why }
match-rating = { $name }: { $gained ->
    [one] { $gained } punto más
   *[other] { $gained } puntos más
 }, { $points } en total, puntuación { $rating }

# Gráficos.
plot-foreign = { $file } no es lo que escribe 'match --json' o 'mate --epd --json'
plot-elo-title = { $first } - { $second }: Elo
plot-games = partidas
plot-elo = Elo, con su banda del 95 %
plot-test-title = LLR, Elo { $elo0 } contra { $elo1 }
plot-test = razón de verosimilitud, en logaritmo
plot-times-title = Tiempo del demostrador según las jugadas del mate
plot-moves = mate en, jugadas
plot-time = tiempo, ms
plot-median = mediana
