# Textos del crate `problems`.

# Reglas que rechazan algo.
not-verified = el problema { $id } no está verificado: no se puede jugar
occupied = la casilla { $square } está ocupada ({ $piece })
empty-square = la casilla { $square } está vacía

# Diagramas. Lo que se pide: `#2`.
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
