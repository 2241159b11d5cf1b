# Cómo se ven los tableros, a elección.
look = Tablero y piezas
look-colors = Tablero
look-pieces = Piezas
look-wood = madera
look-green = verde
look-blue = azul
look-grey = gris
look-rose = rosa
look-clear = claro: máximo contraste
look-usual = habituales
look-bold = gruesas: grandes y sencillas
look-round = redondas
look-zen = Zen: solo el tablero (Z)
