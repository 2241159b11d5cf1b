# Fallos de una entrada de Popeye.

popeye-no-stipulation = no hay enunciado
popeye-no-pieces = no hay piezas
popeye-no-problem = no hay ningún problema
# Las piezas llevan las letras inglesas de Popeye, como en el fichero.
popeye-takes-place = { $color ->
    [White] { $new } de las blancas
    [Black] { $new } de las negras
   *[Neutral] { $new } neutral
 } ocupa el lugar de { $other ->
    [White] { $old } de las blancas
    [Black] { $old } de las negras
   *[Neutral] { $old } neutral
 }
popeye-outside = '{ $rest }' está fuera de un problema
popeye-after-end = '{ $rest }' está después del fin del problema
popeye-names-no-colour = '{ $word }' no nombra ningún color
popeye-word-unknown = '{ $word }' no se entiende
popeye-twice = '{ $word }' está dos veces
popeye-condition-unknown = la condición { $name } no se entiende
popeye-no-condition = '{ $word }' no es una condición
popeye-names-nothing = '{ $token }' no nombra ningún color ni ninguna pieza
popeye-neither-colour-nor-piece = '{ $word }' no es un color ({ $white }, { $black }) ni una pieza
popeye-twin-late = '{ $word }' está después de otro gemelo
popeye-twin-continued-late = '{ $word }' va justo después de Twin
popeye-lacks = a '{ $word }' le falta { $what }
popeye-twin-no-change = '{ $token }' no es ningún cambio de un gemelo
popeye-structured = los enunciados estructurados no se entienden
popeye-hunters = los cazadores no se entienden
popeye-names-no-square = '{ $word }' no nombra ninguna casilla
popeye-word = '{ $word }': { $why }
popeye-pieces-unknown = { $kind ->
    [neutral] las piezas neutrales no se entienden
    [royal] las piezas reales no se entienden
   *[other] las piezas '{ $kind }' no se entienden
 }
popeye-no-square = '{ $word }' no es una casilla
popeye-bad-forsyth = '{ $word }' no es Forsyth: { $why }; se esperaban piezas, números de casillas vacías y /
popeye-zero-refused = ZeroPosition no se entiende aquí: el primer gemelo tiene su propia posición
popeye-intended = '{ $remark }': se esperaba un número de soluciones
popeye-option-needs = la opción { $name } necesita { $what }
popeye-option-names-no-square = la opción { $name } no nombra ninguna casilla
popeye-chess960 = enroque de Chess960
popeye-option-unknown = la opción '{ $name }' no se entiende
popeye-names-no-piece = '{ $word }' no nombra ninguna pieza
popeye-turn = '{ $other }' no son 90, 180 o 270 grados
popeye-mirror = '{ $word }' no es a1<-->h1, a1<-->a8, a1<-->h8 ni a8<-->h1
popeye-nothing-to-replace = no hay ninguna { $letter } que sustituir
popeye-twin-of-refused = el gemelo que este continúa se rechaza
popeye-square-empty = en { $square } no hay ninguna pieza
popeye-off-board = la pieza de { $square } saldría del tablero
popeye-ambiguous = '{ $text }' puede ser { $first } o { $other }: di cuál
popeye-fairy-piece = { $code } es la pieza '{ $name }', que no se entiende
popeye-no-man = '{ $code }' no es una pieza de ajedrez ({ $letters })
popeye-a-condition = una condición
popeye-a-board = un tablero
popeye-a-stipulation = un enunciado
popeye-a-square = una casilla
popeye-an-angle = un ángulo
popeye-two-squares = dos casillas
popeye-two-pieces = dos piezas
popeye-two-corners = dos esquinas
popeye-forsyth-too-long = tiene más de 64 casillas
popeye-forsyth-sign = acaba en un signo
popeye-a-number = un número
popeye-two-numbers = dos números
popeye-option-rooks = la opción CastlingMutuallyExclusive necesita dos casillas como a1h8
popeye-option-en-passant-twice = la opción EnPassant está dos veces
popeye-option-en-passant = la opción EnPassant: '{ $squares }' no es un paso doble, se esperaban casillas como g7g6g5
popeye-knight-is-s = { $code } es la pieza '{ $name }', que no se entiende; el caballo es S
popeye-takes-king = el bando al que le toca jugar puede tomar el rey
# Notas y rechazos de los problemas de un fichero que se resuelven.
popeye-line = línea { $line }: { $what }
popeye-latin-1 = no es UTF-8 (hay un byte { $byte }); se lee como Latin-1
popeye-nothing = no hay ningún problema: se esperaba BeginProblem
popeye-no-effect-on = la opción { $option } no tiene efecto en { $asked }
popeye-no-effect = { $why }: la opción { $option } no tiene efecto
popeye-no-rooks = en { $white } y { $black } no hay torres en su sitio
popeye-no-pawn = ningún peón acaba de pasar por { $square }
popeye-no-king = { $color ->
    [White] las blancas no tienen rey: nunca están en jaque ni reciben mate
   *[Black] las negras no tienen rey: nunca están en jaque ni reciben mate
 }
popeye-too-much = la opción { $name }: { $argument } es demasiado
popeye-limits = la opción { $option } limita la búsqueda de Popeye; aquí se prueban todas las jugadas
