# Lo que no se puede preguntar a los que resuelven enunciados: `src/solve`.

stipulation-form = enunciado incorrecto '{ $text }': se espera un fin (#, =, #=, ##, ##!, ==, !=, +, x, ep, 00, ct, ~ o z con una casilla), tras nada, s, r, semi-r, h, reci-h, hs, hr, ser-, ser-h, ser-s, ser-r, pser-, phser- o pser-h, y después un número de jugadas, como en h#2.5, o PG o dia y un número, como en dia3.5; ante nada, s, r, semi-r, h, reci-h, ser-, ser-h y dia puede estar exact-, y N-> ante una serie
stipulation-length = enunciado incorrecto '{ $text }': el número de jugadas va de 1 a { $most } (con h y dia también 0.5)

inquiry-no-battle = { $asked } no tiene { $part ->
    [tries] ensayos
    [threats] amenazas
    [variations] variantes
   *[key] clave
 }: nadie juega contra nadie
inquiry-no-set-play = { $asked } no tiene juego aparente
inquiry-after-key = tras la clave no hay { $part ->
    [tries] ensayos
   *[set-play] juego aparente
 }
inquiry-no-quodlibet = { $asked } no es un quodlibet: eso es para s y semi-r
inquiry-no-duplex = { $asked } no tiene dúplex: en una partida empiezan las blancas
inquiry-no-start = { $asked } empieza en la posición misma: otro comienzo es para dia
inquiry-other-turn = tras { $asked } juegan las { $expected ->
    [white] blancas
   *[black] negras
 }, pero en la posición juegan las { $expected ->
    [white] negras
   *[black] blancas
 }

condition-unknown = la condición '{ $text }' no se entiende
conditions-together = las condiciones { $one } y { $other } no se entienden juntas
question-fairy-game = { $asked } no se conoce con piezas ni condiciones de fantasía
question-king = el bando que juega puede capturar al rey
