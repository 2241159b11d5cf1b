level-easy = fácil
level-medium = medio
level-hard = difícil
level-expert = experto
game-unknown = '{ $name }' no es un juego: se esperaba { $known }

# Opciones de motores, en UCI y en competiciones.
option-none = no hay ninguna opción '{ $name }'
option-value = la opción { $name } no puede ser '{ $value }'; se esperaba { $expected }
option-number = un número de { $least } a { $most }
option-any = cualquier texto

# Libros de aperturas.
book-cannot-read = no se puede leer el libro '{ $path }': { $error }
book-size = '{ $path }' no es un libro de Polyglot: su tamaño de { $size } bytes no es múltiplo de 16

# Fallos de jugadores; delante puede estar el nombre del jugador.
failure-disconnected = se desconectó{ $end }
failure-stalled = no respondió en { $time }
failure-late = no respondió hasta pasar { $time }
failure-illegal = respondió '{ $move }', que no es una jugada legal
failure-interrupted = interrumpido

# Programas que no arrancan como motores.
start-no-directory = '{ $path }' no es una carpeta
start-no-log = no se puede escribir { $path }: { $error }
start-no-program = no se puede iniciar '{ $path }': { $error }
start-ended = terminó antes de '{ $wanted }'{ $end }
start-silent = no dijo '{ $wanted }' en { $seconds } s
start-other-game = este es un jugador de { $game }, no de '{ $position }'
end-long-line = su salida tiene una línea de más de { $most } bytes
end-closed = su salida está cerrada
