# La evaluación estática explicada, para `atalaya eval` y la orden `eval` de UCI.

eval-board = { $kind }: valor de cada pieza en cp
eval-all-in-all = en total { $score } cp para las blancas
eval-bare-king = un rey solo al que se puede dar mate: se le lleva al borde, diga lo que diga lo de arriba
eval-total = Evaluación ({ $kind }): { $score } cp para las blancas
eval-head-term = término (B - N)
eval-head-middlegame = mj
eval-head-endgame = fin
eval-sum = total
eval-phase = fase { $phase } de { $most }
eval-term = { $term ->
    [material] material
    [piece-square] pieza y casilla
    [knight-mobility] movilidad: caballo
    [bishop-mobility] movilidad: alfil
    [rook-mobility] movilidad: torre
    [queen-mobility] movilidad: dama
    [bishop-pair] pareja de alfiles
    [bishop-pawns] alfil y peones
    [outpost] avanzada
    [rook-file] torre en columna
    [rook-seventh] torre en séptima
    [passed] pasado
    [passed-free] pasado libre
    [passed-own-king] pasado, rey propio
    [passed-enemy-king] pasado, rey rival
    [isolated] aislado
    [doubled] doblado
    [backward] retrasado
    [phalanx] falange
    [supported] apoyado
    [shelter-king-file] abrigo, col. del rey
    [shelter-next-file] abrigo, col. vecina
    [storm] asalto de peones
    [king-danger] peligro del rey
    [pawn-threat] amenaza de peón
    [minor-threat] amenaza de menor
    [rook-threat] amenaza de torre
    [hanging] indefensa
    [tempo] tiempo
   *[other] { $term }
 }

# Fallos de redes y de tablas de finales.
network-cannot-read = no se puede leer { $path }: { $error }
network-none = { $path } no es una red: { $why }
network-magic = no empieza por 'ATALAYAN' y una cabecera entera
network-version = es de la versión { $version } del formato; este programa lee las versiones 1 y { $newest }
network-field = según su cabecera, { $field ->
    [hidden] unidades ocultas
    [buckets] grupos
    [first] cuantización de la primera capa
    [output] cuantización de la salida
    [scale] escala
   *[king-buckets] grupos de reyes
 }: { $value }; se esperaba { $expected }
network-length = tiene { $found } bytes; su cabecera promete { $expected }
network-hash = está dañada: su suma de control es { $found }, según su cabecera { $expected }
network-range = sus pesos son demasiado grandes: { $part ->
    [first] uno de la primera capa pasa de 504
    [output] uno de la salida pasa de 127
   *[sum] su suma en la salida pasa de 33025
 }
tablebases-cannot-read = no se pueden leer las tablas de finales de '{ $path }': { $error }
