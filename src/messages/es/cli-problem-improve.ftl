# `atalaya problem improve`: cambios que mejoran un problema correcto.

improve-given = Correcto: mate en { $moves }, clave { $key }.
improve-given-solutions = Correcto: { $stipulation }, { $count ->
    [one] 1 solución
   *[other] { $count } soluciones
 }.
improve-none = Ningún cambio lo mejora.
improve-better = mejor: { $better }
improve-worse = peor: { $worse }
improve-same-play = la misma clave { $key }, con todas las variantes
improve-same-key = la misma clave { $key }, con { $kept } de { $variations } variantes
improve-other-key = otra clave: { $key }
improve-solutions-kept = con { $kept } de { $variations ->
    [one] 1 solución
   *[other] { $variations } soluciones
 }
improve-tally = Cambios examinados: { $examined } de { $changes }. Correctos: { $sound }; mejores: { $better }; mostrados: { $printed }.
improve-left = Sin decidir en { $nodes } posiciones cada uno: { $undecided }.
improve-incomplete = Interrumpido: la lista está incompleta.

improve-man = { $man ->
    [white-k] rey blanco
    [white-q] dama blanca
    [white-r] torre blanca
    [white-b] alfil blanco
    [white-n] caballo blanco
    [white-p] peón blanco
    [black-k] rey negro
    [black-q] dama negra
    [black-r] torre negra
    [black-b] alfil negro
    [black-n] caballo negro
   *[other] peón negro
 }
improve-remove = sin { $man } en { $square }
improve-replace = { $by } en { $square } en lugar de { $man }
improve-move = { $man } de { $from } a { $to }
improve-shift = toda la posición { $steps }
improve-step = { $way ->
    [left] { $n } a la izquierda
    [right] { $n } a la derecha
    [up] { $n } hacia arriba
   *[other] { $n } hacia abajo
 }
improve-difference = { $what ->
    [men] piezas { $before } → { $now }
    [force] valor de las piezas en peones { $before } → { $now }
    [duals] duales { $before } → { $now }
    [short_threats] amenazas cortas { $before } → { $now }
    [surplus_threats] amenazas además de la primera { $before } → { $now }
    [check] la clave es jaque
    [no-check] la clave ya no es jaque
    [capture] la clave es captura
    [no-capture] la clave ya no es captura
    [promotion] la clave es promoción
    [no-promotion] la clave ya no es promoción
    [flights] fugas que da la clave { $before } → { $now }
   *[variety] respuestas distintas a las defensas { $before } → { $now }
 }
