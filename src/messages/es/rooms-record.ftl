# Fallos del registro de una partida.

record-line = línea { $line }: { $why }
record-no-utf-8 = esto no es texto en UTF-8
record-player = jugador { $number }: { $why }
record-version = la versión es { $other }, y este programa lee la 1 y la { $own }
# $error: not said
record-move = jugada { $number }: { $spoken }
record-option = '{ $name }'
record-number-of-players = se esperaban { $expected } jugadores, como en la posición inicial, y hay { $found }
record-number-of-times = se esperaba un tiempo por cada una de { $moves } jugadas, y hay { $times }
record-time-of-move = jugada { $number }: quedaba menos tiempo que { $millis } ms
record-clock-after-now = el reloj corre desde un momento posterior a 'now'
record-name-control = un nombre no tiene caracteres de control
record-colour = el color dado es '{ $found }', pero la posición inicial dice { $color }
record-level = '{ $level }' no es { $words } ni un nivel de 0 a 10
record-name-without-level = un nombre sin nivel
record-level-without-name = un nivel sin nombre
record-no-team = ninguno
record-team = el equipo dado es { $found }, pero según la posición inicial es { $team }
record-result-missing = solo queda un bando, pero no hay resultado
record-result-early = hay un resultado, pero la partida no ha acabado
record-result-differs = el resultado no es el de las jugadas: { $winners } ({ $reason })
record-clock-for-nobody = corre un reloj, pero nadie juega
record-question = nadie podría preguntar ni responder eso
record-takeback = no hay tal jugada que deshacer
record-breaks-off = el fichero se corta aquí
record-no-json = esto no es JSON
record-no-saved-game = esto no es una partida guardada
record-nobody-sits = nadie se sienta aquí, pero la partida ha empezado
record-no-way-to-leave = así no se deja una partida
record-away = no puede faltar quien no juega
record-before-begin = antes de empezar la partida no ha pasado nada
record-not-as-far = la partida no ha llegado hasta ahí
