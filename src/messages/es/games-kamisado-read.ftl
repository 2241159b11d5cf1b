# Fallos de una posición o de un encuentro de Kamisado que se lee.

kamisado-fields = se esperaba tablero, bando, color, marca de cero y quizá número de jugada, y hay { $count ->
    [one] { $count } campo
   *[other] { $count } campos
 }
kamisado-bad-side = el turno debe ser b o w, y no '{ $side }'
kamisado-bad-zero-flag = la marca de cero debe ser 0 o 1, y no '{ $zero }'
kamisado-bad-ply = el número de jugada debe ser de 1 a 65535, y no '{ $ply }'
kamisado-bad-colour = '{ $color }' no es un color (uno de AZMNPRSV) ni -
kamisado-colour-case = le toca al { $side }, y el color '{ $letter }' debe ir en { $case ->
    [lower] minúscula
   *[upper] mayúscula
 }
kamisado-ranks-of-board = el tablero tiene { $count } filas, y no 8
kamisado-plus-without-tower = en la fila { $number } hay un + sin torre
kamisado-plus-too-many = una torre tiene tres + como mucho
kamisado-bad-tower = '{ $letter }' no es una torre (una de AZMNPRSV)
kamisado-rank-too-long = la fila { $number } tiene más de 8 celdas
kamisado-rank-squares = la fila { $number } tiene { $file } celdas, y no 8
kamisado-two-towers = el { $side } tiene dos torres de color { $color }
kamisado-both-at-goal = hay torres en las dos filas de llegada
kamisado-goal-reached-to-move = el { $side } ha llegado a la fila del otro, y no puede tocarle mover
kamisado-zero-without-colour = tras un movimiento cero hay un color obligado
kamisado-all-blocked = las ocho torres del { $side } están bloqueadas
kamisado-zero-at-goal = un movimiento cero no puede llegar a la fila del otro
kamisado-match-goal = un encuentro va a 1, 3, 7 o 15 puntos, y no a '{ $goal }'
kamisado-match-score = '{ $scores }' no es un marcador como 0:1
kamisado-match-both-won = los dos bandos han ganado el encuentro
kamisado-match-over-round-not = el encuentro ha acabado, pero su última ronda no
kamisado-match-prize-missing = el { $winner } ha ganado la última ronda, y con ella { $points ->
    [one] { $points } punto
   *[other] { $points } puntos
 }, pero '{ $black }:{ $white }' no lo dice
kamisado-match-start-goal = la posición inicial va a { $target }
kamisado-no-tower = el { $side } no tiene torre de color { $color }
kamisado-no-towers = el { $side } no tiene torres
kamisado-required-missing = el { $side } debe mover su torre de color { $color } y no la tiene: escriba - donde pueda mover cualquier torre
kamisado-no-position = '{ $text }' no es una posición de Kamisado: { $why }
kamisado-black = negro
kamisado-white = blanco
