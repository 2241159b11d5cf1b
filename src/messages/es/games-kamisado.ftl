kamisado-seat-black = Negro (N)
kamisado-seat-white = Blanco (B)
kamisado-answer-left-right = Responda izquierda o derecha.
kamisado-form = '{ $text }' no es una jugada de la forma c1c6
kamisado-over = '{ $text }' llega tarde: la ronda ha terminado
kamisado-illegal = '{ $text }' no es legal: { $why }
kamisado-last-colour = { $letter } ({ $color })
kamisado-last-colour-black-white = Último color: Negro { $black }, Blanco { $white }
kamisado-points-black-white = Puntos: Negro { $black }, Blanco { $white }, hasta { $target }
kamisado-wins-round = { $side } gana la ronda ({ $reason }).
kamisado-towers-regroup-left-right = Las torres se reagrupan: ¿izquierda o derecha?
kamisado-moves-tower = { $who } mueve la torre de color { $color }, en { $at }.
kamisado-blocked-tower-cannot-move = ¡Bloqueo! La torre de color { $color } de { $who }, en { $at }, no puede mover: movimiento cero.

# Las reglas en una pantalla.
kamisado-rules =
    Kamisado: hay que llevar una torre a la fila de origen del otro.
      El tablero tiene ocho filas de ocho colores, y cada bando una torre de cada color. Las
      negras están en la fila 1 y suben, las blancas en la 8 y bajan. Empieza el negro, con la
      torre que quiera. Después hay que mover la torre propia del color de la celda en la que
      acabó la jugada del contrario. Está marcada en el tablero.
      Las torres avanzan en vertical o en diagonal, tanto como haya celdas libres: no capturan ni
      saltan.
      Si la torre obligada está bloqueada se queda donde está, y el contrario mueve la torre del
      color que hay debajo de ella. Si también está bloqueada (bloqueo mutuo), pierde quien hizo
      el último movimiento de verdad. No hay tablas.
    En los encuentros (--points 3) la torre que gana una ronda se hace sumo: avanza cinco celdas
      como máximo, puede empujar una torre que tenga delante, lo que le da otro turno, y cuando
      vuelva a ganar cuenta 3 puntos; la de sumo doble avanza tres, empuja dos y cuenta 7; la de
      sumo triple avanza una, empuja tres y cuenta 15. Tras una ronda las torres vuelven a casa
      por la izquierda o por la derecha, como diga quien la ganó, y empieza quien la perdió.
    Las jugadas se escriben a1c3; 'jugadas' las enumera todas.

kamisado-left = izquierda
kamisado-right = derecha
kamisado-told-deadlock = ¡Bloqueo mutuo! Pierde quien hizo el último movimiento distinto de cero: gana { $side }.
kamisado-told = Gana { $side }: ha llegado a la fila de origen contraria.
kamisado-zero = el movimiento cero es solo para una torre obligada y bloqueada
kamisado-empty = no hay torre en { $from }
# $owner: not said
kamisado-foreign = la torre de { $from } es del contrario
kamisado-other-color = debe mover la torre de color { $required }, en { $at }; la de { $from } es { $color }
kamisado-blocked = la torre está bloqueada y solo cabe { $zero }
kamisado-direction = las torres avanzan en vertical o en diagonal
kamisado-reach = esta torre avanza { $reach } celdas como máximo
kamisado-occupied = la celda { $to } está ocupada
kamisado-in-the-way = hay una torre en el camino a { $to }
