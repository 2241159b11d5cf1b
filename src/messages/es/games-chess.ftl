move-form = '{ $text }' no es una jugada de la forma e2e4 o e7e8q
move-illegal-in = '{ $text }' no es una jugada legal en { $fen }

chess-expected-e2e4-nf3 = se espera e2e4 o Cf3
chess-or = o
chess-may-say-which = puede ser { $names }: hay que decir cuál
chess-chess = Ajedrez
chess-white = Blancas
chess-black = Negras
chess-legal-move = '{ $text }' no es una jugada legal ({ $why }).
chess-check = ¡Jaque!
chess-draw = Tablas ({ $reason }).
chess-wins = Ganan { $side } ({ $reason }).
chess-expected-nf3-e2e4 = se espera Cf3 o e2e4
chess-no-pawn-captures-so = ningún peón captura así
chess-may = puede ser { $names }
chess-nobody-may-pass-check = nadie puede pasar en jaque

why-empty = no hay ninguna pieza en { $from }
why-already-there = { $named } ya está ahí
why-castling-spelling = el enroque se escribe { $name }
why-no-pawn = { $named } no es un peón: no se transforma
why-not-so = { $named } no se mueve así: no llega a { $to }
why-in-the-way = { $named } no puede ir a { $to }: { $other } está en medio
why-pawn-stopped = { $named } no puede avanzar a { $to }: { $other } está ahí
why-pawn-two-squares = { $named } ya se ha movido: solo avanza una casilla
why-pawn-captures = { $named } captura en diagonal, y en { $to } no hay nada que pueda capturar
why-promotion-missing = { $named } se transforma en { $to }: falta en qué ({ $from }{ $to }q)
why-promotion-wrong = { $named } no se puede transformar en eso
why-promotion-early = { $named } no se transforma en { $to }, sino en la última fila
why-own-piece = en { $to } hay una pieza propia, { $named }
why-cannot-go = { $named } no puede ir a { $to }
why-king-attacked = el rey no puede ir a { $to }: ahí lo atacaría { $by }
why-check-stays = el rey está en jaque por { $by }, y { $named } en { $to } no lo evita

# Las reglas en una pantalla.
chess-rules =
    Ajedrez: hay que dar mate al otro rey.
      Rey      una casilla en cualquier dirección   Dama   cuanto quiera en cualquier dirección
      Torre    por filas y columnas                 Alfil  por las diagonales
      Caballo  dos casillas rectas y una de lado, por encima de lo que haya en medio
      Peón     una casilla adelante, dos desde su primera fila; captura en diagonal. Al paso: un
               peón que ha avanzado dos se puede capturar, en el acto, como si hubiera avanzado
               una. En la última fila se hace dama, torre, alfil o caballo: e8=D, e7e8d.
    Enroque: el rey va dos casillas hacia una torre, que pasa a su otro lado: O-O, O-O-O. Ni el
      uno ni la otra se han movido, no hay nada en medio y el rey no está atacado donde está, por
      donde pasa ni adonde llega.
    Quien está en jaque lo tiene que evitar. En jaque y sin jugada legal: mate, partida perdida.
    Tablas: sin jugada legal y sin jaque (ahogado), material insuficiente, la tercera vez de la
      misma posición, cincuenta jugadas de cada uno sin captura ni jugada de peón, acuerdo.
    Las jugadas se escriben e2e4, Cf3, O-O, exd5; 'jugadas' las enumera todas.

# Piezas, bandos y por qué no puede ser una jugada.
piece = { $role ->
    [king] el rey
    [queen] la dama
    [rook] la torre
    [bishop] el alfil
    [knight] el caballo
   *[pawn] el peón
 }
why-piece-on = { $role ->
    [king] el rey
    [queen] la dama
    [rook] la torre
    [bishop] el alfil
    [knight] el caballo
   *[pawn] el peón
 } de { $square }
why-not-yours = { $named } es de las { $side ->
    [white] blancas
   *[black] negras
 }
why-castling-impossible = no se puede enrocar: { $reason }
why-castling-moved = el rey o esa torre ya se han movido, o no están en su sitio
why-castling-check = el rey está en jaque por { $by }
why-castling-in-the-way = { $other } está en medio
why-castling-crosses = el rey pasaría por { $square }, que ataca { $by }
why-castling-into-check = el rey quedaría en jaque
why-none = las { $side ->
    [white] blancas
   *[black] negras
 } no tienen ahí { $role ->
    [king] un rey
    [queen] una dama
    [rook] una torre
    [bishop] un alfil
    [knight] un caballo
   *[pawn] un peón
 }
why-nobody = { $role ->
    [king] ningún rey
    [queen] ninguna dama
    [rook] ninguna torre
    [bishop] ningún alfil
    [knight] ningún caballo
   *[pawn] ningún peón
 } puede ir a { $to }
why-pinned = { $named } está { $role ->
    [queen] clavada
    [rook] clavada
   *[other] clavado
 }: si va a { $to }, { $by } ataca al rey

# Letras de rey, dama, torre, alfil y caballo; después, letras y palabras de lo que se hace un peón.
promoted-queen = d, dama
promoted-rook = t, torre
promoted-bishop = a, alfil
promoted-knight = c, caballo
epd-no-mate-length = '{ $operation }' no es un mate en 1 a { $most } jugadas
