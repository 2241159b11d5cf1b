# Textos del sitio que no están en ninguna página: rechazos, y lo que se dice de las salas.

# Quién puede pedir algo.
sign-in-first = inicia sesión primero
logged-in = ya has iniciado sesión con una cuenta
account-elsewhere = has iniciado sesión con una cuenta: en otro dispositivo se entra con nombre y contraseña
no-language = este sitio no está en '{ $lang }': se esperaba { $known }
no-claims = '{ $word }' no es una opción para las tablas por repetición: se esperaba { $known }
no-theme = '{ $theme }' no es ningún tema: se esperaba auto, light o dark
foreign-origin = esta petición no viene de una página de este sitio

# Fallos de lo que se pide.
no-state = '{ $asked }' no es ningún estado: se esperaba playing, gathering u over
no-picture = '{ $name }' no es ninguna imagen: se esperaba { $known }
invalid = esto no puede ser: { $why }
invalid-page = Esto no puede ser: { $why }
no-stipulation = no se puede pedir mate en { $moves }: { $error }
problems-most = { $problems }: se esperaba un número de 1 a { $most }
database-fault = La base de datos no responde: inténtalo de nuevo.

# Partidas en PGN.
pgn-byte = esto no es PGN: contiene un byte { $byte }
pgn-none = en este texto no hay ninguna partida
pgn-several = hay más de una partida: en la línea { $line } empieza otra
pgn-long = una partida de { $plies } jugadas de un bando: { $most } como mucho
pgn-result = Resultado según el fichero: { $result }{ $why }.
no-finished-chess = No es una partida de ajedrez terminada.

# Conexiones de las páginas.
session-ended = tu sesión ha terminado
flood = demasiados mensajes
restart-soon = el servidor se reinicia: vuelve en un momento
too-slow = la conexión es demasiado lenta
text-only = solo texto
too-many-messages = demasiados mensajes seguidos
malformed = este mensaje no se entiende: { $why }

# Partidas por empezar.
no-name = elige primero un nombre
rated-account = una partida con puntuación necesita una cuenta
rated-position = una partida con puntuación empieza desde el principio
rated-people = una partida con puntuación es entre personas
pairs-of-two = solo se empareja para juegos de dos: abre una sala
cannot-begin = esta partida no puede empezar así: { $why }
over-before-it-begins = esta partida habría terminado antes de empezar
too-many-games = demasiadas partidas seguidas
too-many-unfinished = tienes demasiadas partidas sin terminar
# $error: la frase en inglés, no hace falta
no-machine = no hay ninguna máquina '{ $level }'
too-many-seats = se nombran { $named } asientos y el juego tiene { $players }
one-seat-each = una persona tiene un asiento
no-seat-for-host = no queda ningún asiento para quien abre la sala

# Salas.
no-such-room = no hay ninguna sala así
room-busy = la sala está saturada
room-moved = inténtalo de nuevo
room-closed = esta sala se ha cerrado
room-full = la sala no admite más espectadores
no-seat-free = no queda ningún asiento libre
not-host = solo quien ha abierto la sala puede sentar máquinas
no-level = no es un nivel: easy, medium, hard, expert o de 0 a 10
spectator = solo miras esta partida
rated-takeback = en una partida con puntuación no se deshace
not-over = la partida no ha terminado
rated-restart = una partida que puntúa se juega hasta el final
database-silent = la base de datos no responde
not-saved = no se pudo guardar: inténtalo de nuevo
halted-unsaved = Ahora mismo no se puede guardar nada: lo último que se ha hecho aún no está guardado y se intenta de nuevo. Los relojes están parados.
halted = Ahora mismo no se puede guardar nada: los relojes están parados y la partida sigue en cuanto se pueda.

# Charla.
chat-line = un mensaje tiene de 1 a 300 caracteres, sin caracteres de control
report-reason = un motivo tiene 300 caracteres como mucho, sin caracteres de control
no-such-message = no hay tal mensaje

# Problemas por resolver.
guest-name = invitado
no-such-attempt = Este intento ya no está aquí: empieza otra vez.
attempt-elsewhere = Este intento ha seguido en otra página: aquí está.
attempt-over = El intento ha terminado.
thinking-failed = el servidor no pudo pensar

# Rechazos de peticiones por su estado.
status-json = Los datos de esta petición no son JSON.
status-bad-request = La dirección o los datos de esta petición no se entienden.
status-not-found = Aquí no hay nada con esa dirección.
status-method = En esta dirección no se puede pedir eso.
status-timeout = La petición ha tardado demasiado.
status-too-large = Los datos son demasiado largos: 256 KiB como mucho.
status-address-too-long = La dirección es demasiado larga: 8 KiB como mucho.
status-head-too-large = Las cabeceras de esta petición son demasiadas o demasiado largas: 64 y 32 KiB como mucho.
status-media-type = Los datos de esta petición deben ser JSON (Content-Type: application/json).
status-fields = Los datos de esta petición no tienen los campos que se esperan.
status-database = La base de datos no responde: inténtalo de nuevo.
status-fault = Ha fallado algo en el servidor: inténtalo de nuevo.
status-refused = Esta petición no se puede atender.

# Mensajes de páginas que no se entienden.
message-too-long = un mensaje de { $length } bytes: { $most } como mucho
message-no-json = no es JSON: { $why }
message-no-object = un mensaje es un objeto
message-version = versión { $version }: este servidor habla la { $own }
message-no-version = falta "v": { $own }

too-many-requests-wait = Demasiadas peticiones: espera un poco.
too-many-requests = demasiadas peticiones: espera un poco
attempt-machine = Le toca a una máquina.
attempt-no-machine = No le toca a ninguna máquina.
compose-no-problem = línea { $line }: { $why }
compose-nothing-read = No hay ningún problema en el texto.
compose-more-read = Solo se ofrecen los primeros { $most } problemas.
compose-left-out = '{ $format }' no admite este problema: { $what }.
compose-not-held = no está incluido: { $what }

# La configuración de un sitio, por quien lo opera. Los nombres de los ajustes se teclean.
config-cannot-read = no se puede leer { $path }: { $why }
config-origin = el origen { $origin } no es https, y --secure dice que los navegadores llegan por TLS
config-zero = { $name } es 0: se esperaba un número desde 1

trusted-no-network = '{ $text }' no es una red: se esperaba una como 10.0.0.0/8
