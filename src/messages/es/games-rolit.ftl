rolit-number-legal-cell-turns = Un número: celda legal, que gira tantas bolas; +: celda legal que no gira ninguna.
rolit-turns-nothing = { $placed } no gira ninguna bola.
rolit-turns = { $placed } gira { $count }: { $turned }
rolit-balls = Bolas:
rolit-empty-cells = { $balls } celdas libres { $empty }
rolit-teams = Equipos
rolit-must-capture = { $side } debe capturar.
rolit-teams-draw = Empatan los equipos { $a } y { $b }, { $first } a { $second }.
rolit-team-wins = Gana el equipo { $a }, { $first } a { $second }.
rolit-wins-balls = Gana { $names }, con { $balls } bolas.
rolit-share-first-place-balls = { $names } comparten el primer puesto, con { $balls } bolas cada uno.

# Las reglas en una pantalla.
rolit-rules =
    Rolit: hay que tener más bolas de tu color que nadie cuando el tablero esté lleno.
      Un turno es una bola en una celda vacía. En cada una de las ocho direcciones, las bolas que
      haya entre ella y la más cercana de su color pasan a ser de ese color, fueran del que
      fueran, si no hay huecos en medio. El borde, una celda vacía y un agujero cortan la línea.
      Una bola girada no gira otras.
      Nadie pasa y nadie queda fuera: quien ha perdido todas sus bolas sigue jugando.
    Reglas oficiales: el tablero es de 8 x 8, con una bola de cada uno de cuatro colores en el
      centro. Quien puede girar bolas tiene que hacerlo; quien no puede pone una en cualquier
      celda vacía que toque otra bola.
    Reglas de los estudiantes (--rules students): tableros de varias formas y tamaños, hasta diez
      colores, que empiezan vacíos; la bola va en cualquier celda vacía que toque otra, la primera
      donde sea, gire bolas o no. Tocarse por una esquina es tocarse.
    La partida acaba cuando no quedan celdas vacías. Las mejores puntuaciones iguales comparten el
      primer puesto. Un equipo suma las bolas de los suyos, que se giran como las de cualquiera.
    Las jugadas se escriben f5; 'jugadas' enseña las celdas legales en el tablero.

rolit-form = '{ $text }' no es una celda: se espera columna y fila, como f5
rolit-over = '{ $text }' llega tarde: el tablero está lleno
rolit-outside = '{ $text }' está fuera del tablero, que acaba en { $last }
rolit-hole = '{ $cell }' no es una celda de este tablero
rolit-occupied = en '{ $cell }' ya hay una bola de color { $owner }
rolit-no-contact = '{ $cell }' no toca ninguna bola
rolit-captures-nothing = '{ $cell }' no captura nada, y { $mover } debe capturar: { $capture } captura
