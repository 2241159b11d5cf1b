# Soluciones de enunciados: `atalaya stipulation`, y la orden que resuelve en el editor de problemas.

stipulation-begins = { $side ->
    [white] { $asked }, empiezan las blancas ({ $white } + { $black })
   *[black] { $asked }, empiezan las negras ({ $white } + { $black })
 }
stipulation-begins-neutral = { $asked }, empiezan las { $side ->
    [white] blancas
   *[black] negras
 } ({ $white } + { $black } + { $neutral ->
    [one] { $neutral } neutral
   *[other] { $neutral } neutrales
 })
stipulation-duplex = Dúplex: { $text }
stipulation-no-duplex = { $side ->
    [white] Dúplex: las blancas no pueden empezar, porque las negras están en jaque
   *[black] Dúplex: las negras no pueden empezar, porque las blancas están en jaque
 }
stipulation-no-set-play = { $side ->
    [white] Juego aparente: las blancas no pueden empezar, porque las negras están en jaque
   *[black] Juego aparente: las negras no pueden empezar, porque las blancas están en jaque
 }
stipulation-more-set-play = (tanto como se pidió: puede haber más juego aparente)

stipulation-keys = { $n ->
    [one] { $n } clave
   *[other] { $n } claves
 }
stipulation-most-kept = Detenido tras { $solutions }, lo más que se guarda si no se pide otra cosa: puede haber más
stipulation-enough = Detenido tras { $solutions }, como se pidió: puede haber más
stipulation-unfinished = Sin terminar: { $solutions } hasta ahora
stipulation-too-long = { $verdict } (lo que sigue es demasiado largo para leerlo, y se omite)
stipulation-key-solves = La clave resuelve
stipulation-key-fails = La clave no resuelve
stipulation-key-refuted = { $n ->
    [one] { $n } respuesta refuta la clave
   *[other] { $n } respuestas refutan la clave
 }
stipulation-must-end = { $side ->
    [white] Sin solución: las blancas pueden alcanzar el fin enseguida, y tienen que hacerlo
   *[black] Sin solución: las negras pueden alcanzar el fin enseguida, y tienen que hacerlo
 }
stipulation-none = Sin solución
stipulation-cooked = Demolido: { $solutions }
stipulation-cooked-intended = { $intended ->
    [one] Demolido: { $solutions }, y se quiere { $intended }
   *[other] Demolido: { $solutions }, y se quieren { $intended }
 }
stipulation-unsound = { $intended ->
    [one] Incorrecto: { $solutions }, y se quiere { $intended }
   *[other] Incorrecto: { $solutions }, y se quieren { $intended }
 }
stipulation-unsound-none = { $intended ->
    [one] Incorrecto: ninguna solución, y se quiere { $intended }
   *[other] Incorrecto: ninguna solución, y se quieren { $intended }
 }
stipulation-as-intended-short = Corto: { $solutions }, como se quiere, pero { $few } en menos jugadas
stipulation-as-intended = { $solutions }, como se quiere
stipulation-only-key = ninguna otra primera jugada resuelve
stipulation-sound = Correcto: { $why }
stipulation-short = { $least ->
    [one] Corto: basta { $least } jugada de { $asked }; { $why }
   *[other] Corto: bastan { $least } jugadas de { $asked }; { $why }
 }
stipulation-and-short = { $least ->
    [one] { $verdict }; corto: basta { $least } jugada de { $asked }
   *[other] { $verdict }; corto: bastan { $least } jugadas de { $asked }
 }
stipulation-and-few-short = { $few ->
    [one] { $verdict }; { $few } es corta
   *[other] { $verdict }; { $few } son cortas
 }

tested = C+ Atalaya { $version } ({ $what }; probadas todas las jugadas; { $seconds } s)
tested-rules = C+ Atalaya { $version } ({ $what }; reglas: { $rules }; probadas todas las jugadas; { $seconds } s)
tested-set-play = { $n ->
    [one] juego aparente: { $n } línea
   *[other] juego aparente: { $n } líneas
 }
tested-duplex = dúplex: { $solutions }

stipulation-problem = Problema { $number }
stipulation-problem-twin = Problema { $number } { $twin })
stipulation-twin = Gemelo: { $changes }
stipulation-first-move = ({ $move }    tiempo = { $seconds } s)
stipulation-broken-off = interrumpido tras { $seconds } s
stipulation-broken-off-problems = { $n ->
    [one] interrumpido tras { $done } de { $n } problema
   *[other] interrumpido tras { $done } de { $n } problemas
 }

stipulation-missing = falta el enunciado: se esperaba uno como h#2
stipulation-condition-unknown = no es ninguna condición que se conozca aquí
stipulation-no-themes = los temas de { $asked } no se reconocen: se esperaba h#N o s#N, o 'mate N --themes'
stipulation-no-collection = este programa se ha compilado sin la colección de problemas, que es la que lee los ficheros de Popeye
