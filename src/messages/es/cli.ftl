# Ficheros y opciones de varias órdenes.

start-option-form = --option { $given }: se esperaba un nombre y un valor, como rules=students
start-option-twice = --option { $given }: '{ $name }' está dos veces
start-option-of-other-game = --{ $name } es para { $names }, y no para { $game }
resume-other-game = { $path } es una partida de { $found }, y no de { $wanted }
resume-says-players = { $path } dice quién juega y con qué reloj
resume-not-begun = { $path } es una partida que no ha empezado: aún se ocupan sus asientos
file-empty = { $name } no contiene nada
file-no-text = { $name } no es un texto: contiene un byte { $byte }
file-no-game = { $name } no contiene ninguna partida
file-no-puzzles = { $path } no es un registro de problemas: { $why }
file-standard-input = la entrada estándar

# Líneas al final de los resultados: posiciones examinadas y milisegundos.
figures-nodes = Nodos: { $nodes }
figures-time = Tiempo: { $ms } ms

# Errores de una línea de órdenes.
cli-usage-unknown-argument = no se esperaba el argumento '{ $argument }'
cli-usage-unknown-command = no existe la orden '{ $command }'
cli-usage-value-needed = { $argument } necesita un valor
cli-usage-value = { $argument }: '{ $value }' no es ninguno de sus valores
cli-usage-value-because = { $argument }: '{ $value }': { $why }
cli-usage-twice = { $argument } se ha dado dos veces
cli-usage-conflict = { $argument } no se puede dar junto con { $other }
cli-usage-missing = falta: { $arguments }
cli-usage-command-needed = hace falta una orden
cli-usage-equals = hace falta un signo igual después de { $argument }
cli-usage-too-many = { $argument }: sobra el valor '{ $value }'
cli-usage-too-few = { $argument } necesita al menos { $least } valores y tiene { $given }
cli-usage-number-of-values = { $argument } necesita { $expected } valores y tiene { $given }
cli-usage-encoding = un argumento no es texto en UTF-8
cli-usage-uci = sin orden el programa habla UCI: se arranca solo con su nombre
cli-usage-digits = un número entero se escribe con cifras, como 5
cli-usage-quoted-fen = un FEN es un solo argumento, entre comillas: "{ $fen }"
cli-usage-no-number = no es un número entero
cli-usage-too-large = es demasiado grande
cli-usage-too-small = es demasiado pequeño
cli-usage-range = no está en { $range }
cli-usage-near = se parece a: { $near }
cli-usage-more = '--help' explica más.

# Lo que acompaña a los textos de la ayuda.
help-heading-usage = Uso:
help-heading-commands = Órdenes
help-heading-arguments = Argumentos
help-heading-options = Opciones
help-heading-values = Valores posibles:
help-note-default = por omisión: { $value }
help-note-variable = variable de entorno: { $name }
help-note-aliases = también: { $names }
help-note-values = valores posibles: { $names }
help-usage-options = [OPCIONES]
help-usage-command = [ORDEN]
help-usage-any-command = <ORDEN>

# Últimas jugadas y convenios de una posición.
retro-last-moves = { $side ->
    [white] Las blancas
   *[black] Las negras
 } pueden haber hecho la última jugada: { $count ->
    [0] no, ninguna jugada se puede deshacer
    [one] sí, se puede deshacer 1 jugada
   *[other] sí, se pueden deshacer { $count } jugadas
 }
retro-in-check = { $side ->
    [white] Las blancas
   *[black] Las negras
 } pueden haber hecho la última jugada: no, están en jaque
retro-to-move = { $side ->
    [white] Juegan las blancas
   *[black] Juegan las negras
 }: demostrado
retro-either = Puede jugar cualquiera de los dos bandos
retro-impossible = Ninguna partida lleva a esta posición: ningún bando puede haber hecho la última jugada
retro-castling = Enroque con la torre de { $rook }: permitido, porque nada se ha hallado en contra
retro-no-castling = Enroque con la torre de { $rook }: no permitido, porque el rey o la torre se han movido
retro-en-passant = Al paso en { $square }: permitido, porque la última jugada fue sin duda el paso doble
retro-no-en-passant = Al paso en { $square }: no permitido, porque la última jugada pudo ser otra

option-form = --option { $text }: se esperaba NOMBRE=VALOR
option-twice = --option { $text } y --{ $option } dicen lo mismo
