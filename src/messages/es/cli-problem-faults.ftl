# Rechazos e interrupciones de las órdenes sobre problemas: `atalaya problem`.

export-which-format = ¿qué formato? --format epd, fen, pgn, popeye, yacpdb o json
problems-none-written = interrumpido tras una parte de los problemas: no se escribe nada
problems-incomplete = interrumpido tras una parte de los problemas: la lista está incompleta
improve-broken-off-at-once = interrumpido antes del primer cambio
improve-broken-off = { $examined ->
    [one] interrumpido tras { $examined } cambio de { $changes }: la lista está incompleta
   *[other] interrumpido tras { $examined } cambios de { $changes }: la lista está incompleta
 }
search-broken-off = { $examined ->
    [one] interrumpido tras { $examined } colocación: la búsqueda está incompleta
   *[other] interrumpido tras { $examined } colocaciones: la búsqueda está incompleta
 }
pieces-range = se esperaba '7' o '5-9'
theme-expected = se esperaba uno de { $words }
theme-bad = tema incorrecto '{ $word }': se esperaba uno de { $words }
theme-not-here = un tema por su nombre solo elige en 'problem list', 'export' y 'similar'; se esperaba un número de jugadas
list-after-theme = --after no va con un tema por su nombre; se esperaba --page
play-loaded-filter = se juega la partida de --load: un filtro no tiene nada que elegir
play-problem-filter = se juega el problema { $id }: un filtro no tiene nada que elegir
play-same-person = '{ $name }' ya tiene la sesión iniciada: H2 es otra persona
play-no-guest = --guest { $name } no es un nombre
play-no-machine = no hay ninguna máquina { $name }
play-no-seat = '{ $text }' no es H1 (o yo), H2, M1 ni M2
play-second-absent = { $option } dice quién es H2, pero H2 no juega
play-both-sides = una persona no puede llevar los dos bandos: los dos son H1 y H2
