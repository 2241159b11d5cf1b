# Problemas que se juegan: `atalaya problem play`.

solve-which-problem-number-more = ¿Qué problema? (su número, más o salir)
solve-problem-mates-fewer-holds = Problema { $id }: { $attacker } da mate en { $moves } o menos; { $defender } resiste.
solve-hints = { $n ->
    [one] { $n } pista
   *[other] { $n } pistas
 }
solve-each-costs-quarter-value = cada una cuesta un cuarto del valor
solve-difficulty = dificultad
solve-of = { $shown } de { $total }.
solve-number-problem-list = '{ $text }' no es el número de un problema de la lista.
solve-mate-wins = Mate en { $made }. Victoria: { $won }.
solve-no-mate-held-out = No ha habido mate en { $moves }: { $won } ha resistido y gana.
solve-no-mate-wins = No hay mate ({ $reason }). Victoria: { $won }.
solve-resigns-wins = Rendición de { $lost }. Victoria: { $won }.
solve-time-up-without-mate = Se acabó el tiempo sin mate. Victoria: { $won }.
solve-run-out-time-wins = Tiempo agotado: { $lost }. Victoria: { $won }.
solve-come-back-wins = Ausencia de { $lost }. Victoria: { $won }.
solve-game-kept-but-does = La partida queda guardada, pero no cuenta para la clasificación.
solve-no-account-no-points = { $name }: sin cuenta, sin puntos
solve-points-rating = { $n ->
    [one] { $name }: { $n } punto, clasificación { $rating }
   *[other] { $name }: { $n } puntos, clasificación { $rating }
 }
solve-winner-won-problem-seat = Quien ha ganado ya había ganado este problema en ese asiento: no hay más puntos por él.
solve-kept-go-atalaya-problem = Guardada en { $shown }; sigue con: atalaya problem play --load { $shown }
solve-promote-what = ¿En qué se transforma? { $which }
solve-thought = Pensado
solve-resign-yes-other-wins = ¿Te rindes? sí: gana el otro; guardar: para seguir otro día; no: sigue la partida:
solve-moves-left = { $n ->
    [one] queda { $n } jugada
   *[other] quedan { $n } jugadas
 }
solve-turn-move-hint-resign = Turno de { $player }, { $left }. Jugada, pista, rendirse, ayuda o salir:
solve-cannot-write = No se puede escribir

# Órdenes: nombres separados por comas, ayuda y forma del argumento.
solve-do-hint = pista
solve-do-hint-help = primero qué pieza mueve, después la jugada; cada una cuesta puntos
solve-do-board = tablero
solve-do-board-help = el tablero
solve-do-moves = jugadas
solve-do-moves-help = las jugadas legales
solve-do-clock = reloj
solve-do-clock-help = los relojes y lo que cada uno ha pensado
solve-do-resign = rendirse, abandonar
solve-do-resign-help = abandona: gana el otro
solve-do-quit = salir
solve-do-quit-help = deja la partida: rendirse, o guardarla para seguir
solve-leaving-yes = sí, s
solve-leaving-yes-help = abandona: gana el otro
solve-leaving-save = guardar, g
solve-leaving-save-help = guarda la partida para otro día
solve-leaving-no = no, n
solve-leaving-no-help = sigue la partida
solve-choosing-more = más, +
solve-choosing-more-help = más problemas de la lista
solve-choosing-quit = salir
solve-choosing-quit-help = no se juega
solve-move = jugada
solve-move-help = en notación de coordenadas (e2e4) o algebraica (Cf3)
solve-number = número
solve-number-help = el problema que se juega

solve-password-of = Contraseña de { $name }:
