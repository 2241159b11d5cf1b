# Textos del crate `problems`.

# Reglas que rechazan algo.
not-direct = eso es solo para mates directos (#N): este problema pide { $asked }
terms-piece = '{ $text }' no es una pieza además de las del FEN: se espera un color, y luego una pieza y su casilla, como en Neutral Gd4
terms-occupied = '{ $text }' está en una casilla que tiene otra pieza
terms-condition = '{ $text }' no es una condición que se conozca aquí
terms-option = la opción '{ $text }' no cambia ningún problema aquí: se espera { $known }
terms-option-idle = la opción '{ $option }' no tiene efecto en { $stipulation }
terms-twin = no se entiende el gemelo '{ $text }': { $why }
terms-twin-empty = no se entiende el gemelo '{ $text }': ha de ser una línea de cambios
terms-twin-more = dice más que un gemelo
terms-intended = nadie quiere { $count } soluciones: se espera de 1 a { $most }
not-verified = el problema { $id } no está verificado: no se puede jugar
occupied = la casilla { $square } está ocupada ({ $piece })
empty-square = la casilla { $square } está vacía

# Diagramas. Lo que se pide: `#2`.
diagram-white = { $stipulation }, juegan blancas
diagram-solutions = { $count } soluciones
diagram-black = { $stipulation }, juegan negras

# Jugar un problema.
side-attacker = atacante
side-defender = defensor
hint-turn = Las pistas son para el atacante, en su turno.
hint-no-mate = Ya no hay mate en { $left }: no hay pista (y no cuesta nada).
hint-no-time = El solucionador no ha terminado a tiempo: no hay pista.
hint-piece = Mueve { $piece } de { $from }.
hint-move = La jugada es { $name }.

# Repaso de una partida sobre un problema.
moves-and-more = { $shown } (y { $more } más)
slip = { $number }.{ $played }? deja escapar el mate: { $number }.{ $keys } daba mate en { $mate_in }.
slip-draw = La partida es tablas.
slip-no-mate = No es mate: queda { $number }...{ $refutations }.
slip-refuted = Lo refuta { $number }...{ $refutations }: después no hay mate en { $left }.
review-still = Todavía había mate: { $moves }.
review-incomplete = El solucionador no ha llegado a decidirlo todo.

# Filtros.
filter-yes-no = '{ $text }': se esperaba yes o no
filter-number = '{ $text }': se esperaba un número de { $low } a { $high }
filter-no-word = '{ $text }': no hay ninguna palabra que buscar
filter-numbers = '{ $text }': se esperaban números de { $low } a { $high }
filter-bad = este filtro no vale: { $word } { $why }
filter-colour = '{ $value }': se esperaba white o black
filter-tag = '{ $value }': se esperaba una etiqueta
filter-state = '{ $value }': se esperaba draft, verified o refuted
filter-owner = '{ $value }': se esperaba el número de un usuario
filter-word = no es una palabra que un filtro conozca
filter-no-object = este filtro no vale: { $json }: se esperaba un objeto JSON
filter-bad-value = este filtro no vale: { $word } { $value }: se esperaba un texto, un número, true o false
filter-page-and-after = este filtro no vale: page y after dicen las dos dónde empezar; di una sola
filter-after-order = este filtro no vale: after '{ $after }' es un lugar de una lista en otro orden
filter-range = '{ $text }': se esperaba '3', '2-4', '2-' o '-4'
filter-range-empty = '{ $text }': no hay nada entre { $low } y { $high }
filter-order = '{ $text }': se esperaba uno de { $words }, o con '-' delante
filter-after = '{ $text }': se esperaba el lugar en el que acaba otra página

# Fallos de un problema que se edita o se compone.
edit-no-en-passant = nadie puede capturar al paso en { $square }; 'alpaso -' lo quita
edit-bad-castling = el enroque '{ $letters }' no vale: { $why }
edit-no-pawn-passed = ningún peón puede acabar de pasar por { $square }: hace falta uno del otro bando en la casilla siguiente, y las dos de detrás vacías
edit-bad-piece = '{ $text }' no es una pieza: se espera una letra de RDTACP (negras: rdtacp) y una casilla, como Dd4
edit-bad-square = '{ $text }' no es una casilla: se espera una como d4
compose-moves = no se componen mates en { $moves }, solo de 1 a { $most }
compose-pieces = no puede haber { $least }-{ $most } piezas: se esperaba un margen dentro de 3-32
improve-cooked = el problema no es correcto: tiene { $count } claves: { $keys }
improve-short = el problema no es correcto: no solo hay mate en { $moves }, sino en { $least }
improve-no-mate = el problema no es correcto: no hay mate en { $moves } o menos
improve-solutions = el problema no es correcto: { $twin ->
    [none] tiene
   *[other] el gemelo { $twin } tiene
 } { $more ->
    [yes] al menos { $count }
   *[other] { $count }
 } { $count ->
    [one] solución
   *[other] soluciones
 } en lugar de { $intended }
improve-option = un problema con { $option } no se mejora: los cambios se comparan solo por el número de sus soluciones
improve-shorter = el problema no es correcto: tiene una solución en menos jugadas
improve-undecided = el problema no se decidió en { $nodes } posiciones; con más --nodes puede decidirse
edit-too-many-tags = { $count } etiquetas son demasiadas: un problema tiene { $most } como mucho
edit-too-long = { $part } es demasiado largo: se guardan { $most } caracteres como mucho
edit-control-character = { $part } '{ $text }' tiene un carácter de control (U+{ $code })
edit-bad-state = no hay ningún estado '{ $text }': se esperaba draft, verified o refuted
edit-bad-stipulation = no hay ningún enunciado '{ $text }': se esperaba '#N' con N de 1 a { $most }, u otro como h#2.5, s#3, ser-h#5, =2 o dia3.5
edit-castling-letters = se esperan letras de KQkq, o -
edit-castling-not-home = el rey y la torre no están en su sitio
edit-part = { $what ->
    [author] el autor
    [title] el título
    [source] el nombre de la fuente
    [tag] el texto de la etiqueta
    [text] el texto
   *[other] el campo { $what }
 }

# Fallos de una partida guardada sobre un problema.
record-version = su versión es { $version }, y este programa lee la { $own }
record-other-start = la partida no empieza por el problema
record-bad-name = '{ $duel }' no es el nombre de una partida
record-other-seats = en la sala se sientan otros que en los asientos
record-hint-early = una pista para una jugada a la que no se llegó
record-no-duel = no es una partida guardada sobre un problema: { $why }
edit-bad-turn = no hay forma '{ $text }' de girar una posición: { $words }
edit-shift-blocked = la pieza de { $square } saldría del tablero

# Fallos de una búsqueda de problemas que salen de una posición al añadir piezas.
search-stipulation = { $asked } no se busca: se esperaba #N, h#N, h#N.5 o s#N, de { $most } jugadas como mucho
search-too-many = la posición ya tiene { $present } piezas, y se han de añadir más
search-uncountable = hay más maneras de añadir estas piezas de las que se pueden contar; conviene nombrar menos piezas o casillas
search-nothing = así no se puede añadir nada: hacen falta piezas, casillas libres suficientes, y un total de piezas que salga de ellas
search-bad-men = '{ $text }' no son piezas: se esperaban letras de KQRBNP (negras: kqrbnp), cada una tantas veces como puede venir o con un número, como QRRp3
search-bad-squares = '{ $text }' no son casillas: se esperaban casillas y rectángulos, como e4,a1-h3
search-bad-from = '{ $text }' no es una posición: se esperaba un FEN o su primer campo
solutions = { $twin }{ $asked }: { $count ->
    [one] { $count } solución
   *[other] { $count } soluciones
 }
solutions-at-least = { $twin }{ $asked }: { $count } soluciones como mínimo
solutions-short = ; bastan menos jugadas
problem-tested = C+ Atalaya { $version } (probadas todas las jugadas; { $seconds } s)
problem-tested-rules = C+ Atalaya { $version } (reglas: { $rules }; probadas todas las jugadas; { $seconds } s)

play-no-machine = { $who } no es una máquina
